/* The calibration's JSON: what is written is read again, any spelling of it too, and every fault has its name and
 * place.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

static rangekit_calibration_link links[4], read_links[4];
static rangekit_calibration_device devices[4], read_devices[4];
static rangekit_calibration_level levels[4], read_levels[4];
static rangekit_diagnostic diagnostic;
static size_t link_count, device_count, level_count;

static rangekit_status decode(const char *text, size_t size) {
    diagnostic = (rangekit_diagnostic)RANGEKIT_DIAGNOSTIC_INIT;
    link_count = device_count = level_count = 99;
    memset(read_links, 0xA5, sizeof read_links);
    /* The bytes end where memory does. */
    const uint8_t *bytes = guarded_copy(0, text, size);
    rangekit_status status =
        rangekit_calibration_decode(bytes, size, read_links, 4, &link_count, read_devices, 4, &device_count,
                                    read_levels, 4, &level_count, &diagnostic);
    assert_int_equal(diagnostic.status, status);
    if (status != RANGEKIT_OK && status != RANGEKIT_ERROR_BUFFER_TOO_SMALL) {
        assert_true(link_count == 0 && device_count == 0 && level_count == 0);
        assert_true(filled_with(read_links, sizeof read_links, 0xA5));
    }
    return status;
}

static void make(void) {
    memset(links, 0, sizeof links);
    memset(devices, 0, sizeof devices);
    memset(levels, 0, sizeof levels);
    strcpy(links[0].anchor, "a0");
    strcpy(links[0].tag, "t\"\\\n\x01");
    links[0].bias_m = 0.151234567;
    links[0].bias_stddev_m = 0.004;
    links[0].stddev_m = 1e-9;
    links[0].count = 1200;
    links[0].effective_count = 60;
    links[0].fields = 7;
    strcpy(links[1].anchor, "\xC3\xBC" "ber 31 bytes of a name, all.");
    links[1].bias_m = -1e9;
    strcpy(devices[0].name, "d");
    devices[0].delay_ticks = 32890.25;
    devices[0].delay_stddev_ticks = 1.5;
    devices[0].component = 2;
    devices[0].count = 9;
    devices[0].fields = 3;
    levels[0] = (rangekit_calibration_level){-92.5, 0.03, 0.002, 300, 3};
    levels[1] = (rangekit_calibration_level){-80, -0.01, 0, 0, 0};
}

static void what_is_written_is_read_again(void **state) {
    (void)state;
    make();
    size_t length = 0, again = 0;
    assert_status(rangekit_calibration_encode(links, 2, devices, 1, levels, 2, NULL, 0, &length, NULL), RANGEKIT_OK);
    uint8_t *out = guarded(1, length);
    assert_status(rangekit_calibration_encode(links, 2, devices, 1, levels, 2, out, length - 1, &again, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_true(again == length && filled_with(out, length, 0xA5));
    assert_status(rangekit_calibration_encode(links, 2, devices, 1, levels, 2, out, length, &again, NULL), RANGEKIT_OK);
    assert_status(decode((const char *)out, length), RANGEKIT_OK);
    assert_true(link_count == 2 && device_count == 1 && level_count == 2);
    assert_memory_equal(read_links, links, 2 * sizeof links[0]);
    assert_memory_equal(read_devices, devices, sizeof devices[0]);
    assert_memory_equal(read_levels, levels, 2 * sizeof levels[0]);
    /* Empty, and only counted. */
    assert_status(rangekit_calibration_decode(out, length, NULL, 0, &link_count, NULL, 0, &device_count, read_levels, 1,
                                              &level_count, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_true(link_count == 2 && device_count == 1 && level_count == 2);
    assert_status(rangekit_calibration_decode(out, length, NULL, 0, &link_count, NULL, 0, &device_count, NULL, 0,
                                              &level_count, NULL),
                  RANGEKIT_OK);
    assert_status(rangekit_calibration_encode(NULL, 0, NULL, 0, NULL, 0, out, length, &again, NULL), RANGEKIT_OK);
    assert_status(decode((const char *)out, again), RANGEKIT_OK);
    assert_true(link_count == 0 && device_count == 0 && level_count == 0);
}

static void any_spelling_is_read(void **state) {
    (void)state;
    static const char text[] =
        " {\t\"later\": [1, -2.5e-3, {\"anchor\": [true, false, null]}, \"\\u00e9\\ud83d\\ude00\\/\\b\\f\"],\r\n"
        "\"links\":[{\"bias_m\":1.5E-1,\"delay_ticks\":\"not for links\",\"\\u0061nchor\":\"\\u0061\\u00fc\\ud83d\\ude00\","
        "\"count\":12e1, \"stddev_m\": 0.0000000000000000000000000000001e30},{\"anchor\":\"b\",\"bias_m\":-0}],"
        "\"rangekit_calibration\":1.0, \"later\": {} } \n";
    assert_status(decode(text, sizeof text - 1), RANGEKIT_OK);
    assert_int_equal(link_count, 2);
    assert_string_equal(read_links[0].anchor, "a\xC3\xBC\xF0\x9F\x98\x80");
    assert_near(read_links[0].bias_m, 0.15, 1e-15);
    assert_near(read_links[0].stddev_m, 0.1, 1e-15);
    assert_int_equal(read_links[0].count, 120);
    assert_int_equal(read_links[0].fields,
                     RANGEKIT_CALIBRATION_LINK_HAS_STDDEV | RANGEKIT_CALIBRATION_LINK_HAS_COUNT);
}

#define V "{\"rangekit_calibration\": 1, "
#define LINK(members) V "\"links\": [{" members "}]}"

static const struct {
    const char *text;
    rangekit_status status;
    int32_t field;
    size_t offset;
} faults[] = {
    {"", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_CALIBRATION, 0},
    {"[]", RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION, 0},
    {"{}", RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_CALIBRATION_VERSION, 0},
    {"{\"rangekit_calibration\": 2}", RANGEKIT_ERROR_UNKNOWN_VERSION, RANGEKIT_FIELD_CALIBRATION_VERSION, 25},
    {"{\"rangekit_calibration\": \"1\"}", RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION_VERSION, 25},
    {"{\"rangekit_calibration\": 1} x", RANGEKIT_ERROR_TRAILING_BYTES, RANGEKIT_FIELD_CALIBRATION, 28},
    {V "\"rangekit_calibration\": 1}", RANGEKIT_ERROR_DUPLICATE_KEY, RANGEKIT_FIELD_CALIBRATION_VERSION, 28},
    {V "\"links\": 5}", RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION_LINKS, 37},
    {V "\"links\": [5]}", RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION_LINKS, 38},
    {V "\"links\": [,]}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION_LINKS, 38},
    {V "}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 28},
    {V "\"x\": 01}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 33},
    {V "\"x\": 1.}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 35},
    {V "\"x\": tru}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 36},
    {V "\"x\": NaN}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 33},
    {V "\"x\": \"\\x\"}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 34},
    {V "\"x\": \"\t\"}", RANGEKIT_ERROR_JSON_SYNTAX, RANGEKIT_FIELD_CALIBRATION, 34},
    {V "\"x\": \"\xFF\"}", RANGEKIT_ERROR_INVALID_UTF8, RANGEKIT_FIELD_CALIBRATION, 34},
    {V "\"x\": \"\\ud83d\"}", RANGEKIT_ERROR_INVALID_UTF8, RANGEKIT_FIELD_CALIBRATION, 34},
    {V "\"x\": \"\\udc00\"}", RANGEKIT_ERROR_INVALID_UTF8, RANGEKIT_FIELD_CALIBRATION, 34},
    {V "\"x\": [[[[[[[1]]]]]]]}", RANGEKIT_OK, 0, 0},
    {V "\"x\": [[[[[[[[1]]]]]]]]}", RANGEKIT_ERROR_TOO_DEEP, RANGEKIT_FIELD_CALIBRATION, 40},
    {LINK("\"bias_m\": 1"), RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_CALIBRATION_ANCHOR, 38},
    {LINK("\"anchor\": \"a\""), RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_CALIBRATION_BIAS, 38},
    {LINK("\"anchor\": \"\", \"bias_m\": 1"), RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_CALIBRATION_ANCHOR, 49},
    {LINK("\"anchor\": \"12345678901234567890123456789012\", \"bias_m\": 1"), RANGEKIT_ERROR_WRONG_LENGTH,
     RANGEKIT_FIELD_CALIBRATION_ANCHOR, 49},
    {LINK("\"anchor\": \"a\\u0000b\", \"bias_m\": 1"), RANGEKIT_ERROR_INVALID_VALUE,
     RANGEKIT_FIELD_CALIBRATION_ANCHOR, 49},
    {LINK("\"anchor\": 5, \"bias_m\": 1"), RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION_ANCHOR, 49},
    {LINK("\"anchor\": \"a\", \"bias_m\": 1e10"), RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_BIAS, 64},
    {LINK("\"anchor\": \"a\", \"bias_m\": 1e999"), RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_BIAS, 64},
    {LINK("\"anchor\": \"a\", \"bias_m\": null"), RANGEKIT_ERROR_JSON_TYPE, RANGEKIT_FIELD_CALIBRATION_BIAS, 64},
    {LINK("\"anchor\": \"a\", \"bias_m\": 1, \"stddev_m\": -1"), RANGEKIT_ERROR_INVALID_VALUE,
     RANGEKIT_FIELD_CALIBRATION_STDDEV, 79},
    {LINK("\"anchor\": \"a\", \"bias_m\": 1, \"count\": 1.5"), RANGEKIT_ERROR_INVALID_VALUE,
     RANGEKIT_FIELD_CALIBRATION_COUNT, 0},
    {LINK("\"anchor\": \"a\", \"bias_m\": 1, \"bias_m\": 2"), RANGEKIT_ERROR_DUPLICATE_KEY,
     RANGEKIT_FIELD_CALIBRATION_BIAS, 67},
    {V "\"devices\": [{\"name\": \"d\", \"delay_ticks\": 1, \"only_sums\": 1}]}", RANGEKIT_ERROR_JSON_TYPE,
     RANGEKIT_FIELD_CALIBRATION_ONLY_SUMS, 0},
    {V "\"bias_by_level\": [{\"level_dbm\": -80, \"bias_m\": 0}, {\"level_dbm\": -80, \"bias_m\": 0}]}",
     RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_LEVEL, 0},
};

static void every_fault_has_its_name_and_place(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i += 1) {
        rangekit_status status = decode(faults[i].text, strlen(faults[i].text));
        if (status != faults[i].status) fail_text("%s: %s", faults[i].text, rangekit_status_name(status));
        if (status == RANGEKIT_OK) continue;
        if (diagnostic.field != faults[i].field) {
            fail_text("%s: field %s", faults[i].text, rangekit_field_name(diagnostic.field));
        }
        if (faults[i].offset != 0 && diagnostic.byte_offset != faults[i].offset) {
            fail_text("%s: byte %d, not %d", faults[i].text, (int)diagnostic.byte_offset, (int)faults[i].offset);
        }
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
        size_t length;
        assert_status(rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length), RANGEKIT_OK);
    }
}

/* Every beginning of a file is refused, and reads nothing beyond it. */
static void every_truncation_is_refused(void **state) {
    (void)state;
    make();
    uint8_t out[2048];
    size_t length = 0;
    assert_status(rangekit_calibration_encode(links, 2, devices, 1, levels, 2, out, sizeof out, &length, NULL),
                  RANGEKIT_OK);
    for (size_t size = 0; size + 2 < length; size += 1) {
        assert_status(decode((const char *)out, size), RANGEKIT_ERROR_TRUNCATED);
        assert_int_equal(diagnostic.byte_offset, size);
    }
}

static void values_that_the_file_cannot_hold_are_refused(void **state) {
    (void)state;
    size_t length;
#define REFUSES_VALUE(change, expected, expected_field)                                                         \
    do {                                                                                                        \
        make();                                                                                                 \
        change;                                                                                                 \
        diagnostic = (rangekit_diagnostic)RANGEKIT_DIAGNOSTIC_INIT;                                             \
        assert_status(rangekit_calibration_encode(links, 2, devices, 1, levels, 2, NULL, 0, &length, &diagnostic), \
                      (expected));                                                                              \
        assert_int_equal(diagnostic.field, (expected_field));                                                   \
        assert_int_equal(length, 0);                                                                            \
    } while (0)
    REFUSES_VALUE(links[0].bias_m = NAN, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_BIAS);
    REFUSES_VALUE(links[0].bias_m = 1.1e9, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_BIAS);
    REFUSES_VALUE(links[1].stddev_m = -1, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_STDDEV);
    REFUSES_VALUE(links[1].count = 2000000000u, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_COUNT);
    REFUSES_VALUE(links[0].anchor[0] = 0, RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_CALIBRATION_ANCHOR);
    REFUSES_VALUE(memset(links[0].tag, 'x', 32), RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_CALIBRATION_TAG);
    REFUSES_VALUE(links[0].tag[0] = (char)0xFF, RANGEKIT_ERROR_INVALID_UTF8, RANGEKIT_FIELD_CALIBRATION_TAG);
    REFUSES_VALUE(devices[0].delay_stddev_ticks = -1, RANGEKIT_ERROR_INVALID_VALUE,
                  RANGEKIT_FIELD_CALIBRATION_DELAY_STDDEV);
    REFUSES_VALUE(levels[1].level_dbm = -92.5, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_CALIBRATION_LEVEL);
#undef REFUSES_VALUE
}

static void file_arguments_are_checked(void **state) {
    (void)state;
    make();
    size_t length, a, b, c;
    uint8_t out[4];
    assert_status(rangekit_calibration_encode(NULL, 1, NULL, 0, NULL, 0, out, 4, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_encode(links, SIZE_MAX, NULL, 0, NULL, 0, out, 4, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_encode(links, 1, NULL, 0, NULL, 0, NULL, 4, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_encode(links, 1, NULL, 0, NULL, 0, out, 4, NULL, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_decode(NULL, 4, NULL, 0, &a, NULL, 0, &b, NULL, 0, &c, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_decode(out, SIZE_MAX, NULL, 0, &a, NULL, 0, &b, NULL, 0, &c, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_decode(out, 4, NULL, 0, NULL, NULL, 0, &b, NULL, 0, &c, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    static const char text[] = "{\"rangekit_calibration\":1}";
    assert_status(rangekit_calibration_decode((const uint8_t *)text, sizeof text - 1, NULL, 1, &a, NULL, 0, &b, NULL, 0,
                                              &c, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_decode((const uint8_t *)text, sizeof text - 1,
                                              MISALIGNED(rangekit_calibration_link, 0), 1, &a, NULL, 0, &b, NULL, 0, &c,
                                              NULL),
                  RANGEKIT_ERROR_MISALIGNED);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_written_is_read_again),
    cmocka_unit_test(any_spelling_is_read),
    cmocka_unit_test(every_fault_has_its_name_and_place),
    cmocka_unit_test(every_truncation_is_refused),
    cmocka_unit_test(values_that_the_file_cannot_hold_are_refused),
    cmocka_unit_test(file_arguments_are_checked),
};

TEST_GROUP(calibration_file_tests, tests);
