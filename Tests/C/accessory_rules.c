/* Every rule of the accessory protocol is a refusal of its own, with its place; the tolerant reader lists all
 * that is wrong at once; what cannot be built is not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "accessory_samples.h"

struct rule {
    size_t sample, size; /* size 0: that of the sample */
    size_t at;
    uint8_t value;
    rangekit_status status;
    int32_t field;
    uint64_t offset, expected, found;
};

#define ACD(status) RANGEKIT_ERROR_ACD_##status
#define FIELD_ACD(field) RANGEKIT_FIELD_ACD_##field
#define WHOLE RANGEKIT_FIELD_ACCESSORY_CONFIGURATION

static const struct rule acd_refusals[] = {
    {1, 19, 0, 1, ACD(TOO_SHORT), WHOLE, 19, 20, 19},
    {1, 0, 0, 0, ACD(PROTOCOL_VERSION), FIELD_ACD(PROTOCOL_VERSION), 0, 1, 0},
    {1, 0, 16, 0, ACD(INTEROP_VERSION), FIELD_ACD(INTEROP_VERSION), 16, 1, 0},
    {1, 36, 0, 1, ACD(LENGTH), WHOLE, 36, 37, 36},
    {1, 38, 0, 1, ACD(LENGTH), WHOLE, 37, 37, 38},
    {0, 34, 0, 1, ACD(LENGTH), WHOLE, 34, 35, 34},
    {2, 40, 0, 1, ACD(LENGTH), WHOLE, 39, 39, 40},
    {1, 0, 15, 20, ACD(CONFIG_LENGTH), FIELD_ACD(UWB_CONFIG_LENGTH), 15, 21, 20},
    {2, 0, 15, 24, ACD(CONFIG_LENGTH), FIELD_ACD(UWB_CONFIG_LENGTH), 15, 23, 24},
    {3, 38, 0, 1, ACD(NEWER_TOO_SHORT), WHOLE, 38, 39, 38},
    {3, 20, 0, 1, ACD(NEWER_TOO_SHORT), WHOLE, 20, 39, 20},
    {3, 0, 15, 22, ACD(NEWER_CONFIG_LENGTH), FIELD_ACD(UWB_CONFIG_LENGTH), 15, 23, 22},
    {1, 0, 4, 11, ACD(UPDATE_RATE), FIELD_ACD(UPDATE_RATE), 4, 10, 11},
    {1, 0, 4, 255, ACD(UPDATE_RATE), FIELD_ACD(UPDATE_RATE), 4, 20, 255},
    {1, 0, 4, 1, ACD(UPDATE_RATE), FIELD_ACD(UPDATE_RATE), 4, 0, 1},
    {1, 0, 32, 2, ACD(ROLE), FIELD_ACD(ROLE), 32, 1, 2},
    {2, 0, 37, 2, ACD(MULTI_NODE_MODE), FIELD_ACD(MULTI_NODE_MODE), 37, 1, 2},
    {3, 0, 37, 2, ACD(MULTI_NODE_MODE), FIELD_ACD(UWB_RESERVED), 37, 0, 2},
    {2, 0, 38, 1, ACD(RANGING_ROUND_USAGE), FIELD_ACD(RANGING_ROUND_USAGE), 38, 2, 1},
    {2, 0, 38, 9, ACD(RANGING_ROUND_USAGE), FIELD_ACD(RANGING_ROUND_USAGE), 38, 8, 9},
    {5, 0, 38, 4, ACD(RANGING_ROUND_USAGE), FIELD_ACD(UWB_RESERVED), 38, 0, 4},
};

#define SCD(status) RANGEKIT_ERROR_SCD_##status

static const struct rule scd_refusals[] = {
    {1, 27, 0, 1, SCD(TOO_SHORT), RANGEKIT_FIELD_SHAREABLE_CONFIGURATION, 27, 28, 27},
    {1, 0, 0, 0, SCD(VERSION), RANGEKIT_FIELD_SCD_INTEROP_VERSION, 0, 1, 0},
    {1, 0, 4, 23, SCD(CONFIG_LENGTH), RANGEKIT_FIELD_SCD_LENGTH, 4, 25, 23},
    {3, 0, 4, 31, SCD(CONFIG_LENGTH), RANGEKIT_FIELD_SCD_LENGTH, 4, 30, 31},
    {4, 0, 4, 22, SCD(CONFIG_LENGTH), RANGEKIT_FIELD_SCD_LENGTH, 4, 23, 22},
    {1, 29, 0, 1, SCD(LENGTH), RANGEKIT_FIELD_SHAREABLE_CONFIGURATION, 29, 30, 29},
    {1, 31, 0, 1, SCD(LENGTH), RANGEKIT_FIELD_SHAREABLE_CONFIGURATION, 30, 30, 31},
    {3, 0, 34, 2, SCD(HOPPING_MODE), RANGEKIT_FIELD_SCD_HOPPING_MODE, 34, 1, 2},
};

static void assert_place(const struct rule *rule, const rangekit_diagnostic *diagnostic) {
    assert_int_equal(diagnostic->fields, 15);
    assert_int_equal(diagnostic->status, rule->status);
    assert_string_equal(rangekit_field_name(diagnostic->field), rangekit_field_name(rule->field));
    assert_int_equal(diagnostic->byte_offset, rule->offset);
    assert_int_equal(diagnostic->expected, rule->expected);
    assert_int_equal(diagnostic->found, rule->found);
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length;
    assert_status(rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length), RANGEKIT_OK);
    assert_plain_text(text);
    assert_non_null(strstr(text, rangekit_status_message(rule->status)));
}

static void what_a_phone_refuses_has_a_name(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(acd_refusals); i += 1) {
        const struct rule *rule = &acd_refusals[i];
        uint8_t bytes[128] = {0};
        size_t size = sample_bytes(&accessory_samples[rule->sample], bytes, sizeof bytes);
        if (rule->size) size = rule->size;
        bytes[rule->at] = rule->value;
        rangekit_accessory_configuration acd, before;
        memset(&acd, 0xA5, sizeof acd);
        acd.struct_size = sizeof acd;
        before = acd;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_accessory_configuration_decode(guarded_copy(0, bytes, size), size, &acd, &diagnostic),
                      rule->status);
        assert_place(rule, &diagnostic);
        assert_memory_equal(&acd, &before, sizeof acd);
        /* The tolerant reader has it too, first. */
        rangekit_problem problems[RANGEKIT_PROBLEMS_MAX_COUNT];
        size_t count = 0;
        rangekit_status status =
            rangekit_accessory_configuration_read(bytes, size, &acd, problems, COUNT_OF(problems), &count);
        assert_status(status, size < 35 ? RANGEKIT_ERROR_TRUNCATED : RANGEKIT_OK);
        assert_true(count >= 1 && count <= COUNT_OF(problems));
        size_t at = 0;
        while (at < count && problems[at].status != rule->status) at += 1;
        assert_true(at < count);
        assert_int_equal(problems[at].is_refused, 1);
        assert_int_equal(problems[at].byte_offset, rule->offset);
    }
}

static void what_is_no_shareable_configuration_has_a_name(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(scd_refusals); i += 1) {
        const struct rule *rule = &scd_refusals[i];
        uint8_t bytes[128] = {0};
        size_t size = sample_bytes(&shareable_samples[rule->sample], bytes, sizeof bytes);
        if (rule->size) size = rule->size;
        bytes[rule->at] = rule->value;
        rangekit_shareable_configuration scd, before;
        memset(&scd, 0xA5, sizeof scd);
        scd.struct_size = sizeof scd;
        before = scd;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_shareable_configuration_decode(guarded_copy(0, bytes, size), size, &scd, &diagnostic),
                      rule->status);
        assert_place(rule, &diagnostic);
        assert_memory_equal(&scd, &before, sizeof scd);
    }
}

static size_t read_acd(const uint8_t *bytes, size_t size, rangekit_problem *problems) {
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    size_t count;
    assert_status(rangekit_accessory_configuration_read(bytes, size, &acd, problems, RANGEKIT_PROBLEMS_MAX_COUNT,
                                                        &count),
                  RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) {
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
        size_t length;
        assert_status(rangekit_problem_describe(&problems[i], text, sizeof text, &length), RANGEKIT_OK);
        assert_plain_text(text);
        assert_non_null(strstr(text, "accessory_configuration"));
    }
    return count;
}

static void everything_wrong_is_listed(void **state) {
    (void)state;
    rangekit_problem problems[RANGEKIT_PROBLEMS_MAX_COUNT];
    uint8_t bytes[128];
    size_t size = sample_bytes(&accessory_samples[5], bytes, sizeof bytes);
    assert_int_equal(read_acd(bytes, size, problems), 0);
    bytes[0] = 0;     /* refused */
    bytes[4] = 7;     /* refused */
    bytes[9] = 1;     /* reserved */
    bytes[15] = 30;   /* not the bytes' */
    bytes[32] = 8;    /* refused */
    bytes[33] = bytes[34] = 0xFF;
    bytes[38] = 7;    /* refused, and reserved in 2.x */
    bytes[41] = 2;    /* hopping */
    static const rangekit_status expected[] = {
        ACD(PROTOCOL_VERSION), ACD(LENGTH_MISMATCH), ACD(UPDATE_RATE), ACD(RESERVED),    ACD(ROLE),
        ACD(ADDRESS),          ACD(RANGING_ROUND_USAGE), ACD(RESERVED), ACD(HOPPING_MODE),
    };
    static const uint32_t refused[] = {1, 0, 1, 0, 1, 0, 1, 0, 0};
    assert_int_equal(read_acd(bytes, size, problems), COUNT_OF(expected));
    for (size_t i = 0; i < COUNT_OF(expected); i += 1) {
        assert_string_equal(rangekit_status_name(problems[i].status), rangekit_status_name(expected[i]));
        assert_int_equal(problems[i].is_refused, refused[i]);
    }
    size = sample_bytes(&accessory_samples[7], bytes, sizeof bytes);
    assert_int_equal(read_acd(bytes, size, problems), 1);
    assert_int_equal(problems[0].status, ACD(NEWER_VERSION));
    size = sample_bytes(&accessory_samples[8], bytes, sizeof bytes);
    assert_int_equal(read_acd(bytes, size, problems), 2);
    assert_int_equal(problems[0].status, ACD(INCOMPLETE));
    assert_int_equal(problems[0].expected, 48);
    assert_int_equal(problems[1].status, RANGEKIT_ERROR_TRAILING_BYTES);
    /* A list that is too short, and none. */
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    size_t count;
    assert_status(rangekit_accessory_configuration_read(bytes, size, &acd, guarded(0, sizeof *problems), 1, &count),
                  RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_status(rangekit_accessory_configuration_read(bytes, size, &acd, NULL, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_status(rangekit_accessory_configuration_read(bytes, size, &acd, NULL, 1, &count),
                  RANGEKIT_ERROR_NULL_POINTER);
    /* Shareable. */
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    size = sample_bytes(&shareable_samples[3], bytes, sizeof bytes);
    bytes[5] = 'e';
    bytes[31] = 1;
    bytes[34] = 9;
    assert_status(rangekit_shareable_configuration_read(bytes, size, &scd, problems, 16, &count), RANGEKIT_OK);
    assert_int_equal(count, 3);
    assert_int_equal(problems[0].status, SCD(COUNTRY));
    assert_int_equal(problems[1].status, SCD(RESERVED));
    assert_int_equal(problems[2].status, SCD(HOPPING_MODE));
    size = sample_bytes(&shareable_samples[4], bytes, sizeof bytes);
    assert_status(rangekit_shareable_configuration_read(bytes, size, &scd, problems, 16, &count), RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(problems[0].status, SCD(NEWER_VERSION));
    assert_int_equal(problems[1].status, RANGEKIT_ERROR_TRAILING_BYTES);
    assert_status(rangekit_shareable_configuration_read(bytes, 27, &scd, problems, 16, &count),
                  RANGEKIT_ERROR_TRUNCATED);
    assert_int_equal(count, 1);
}

static void what_cannot_be_built_is_refused(void **state) {
    (void)state;
    rangekit_accessory_configuration base = {.struct_size = sizeof base};
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t bytes[128];
    size_t length;
    assert_status(rangekit_accessory_configuration_default(&base), RANGEKIT_OK);
#define REFUSES(change, expected, expected_field)                                                                \
    do {                                                                                                         \
        rangekit_accessory_configuration acd = base;                                                             \
        change;                                                                                                  \
        memset(bytes, 0xA5, sizeof bytes);                                                                       \
        assert_status(rangekit_accessory_configuration_encode(&acd, bytes, sizeof bytes, &length, &diagnostic),  \
                      (expected));                                                                               \
        assert_int_equal(length, 0);                                                                             \
        assert_true(filled_with(bytes, sizeof bytes, 0xA5));                                                     \
        assert_string_equal(rangekit_field_name(diagnostic.field), rangekit_field_name(expected_field));         \
    } while (0)
    REFUSES(acd.update_rate = 5, ACD(UPDATE_RATE), FIELD_ACD(UPDATE_RATE));
    REFUSES(acd.role = 7, ACD(ROLE), FIELD_ACD(ROLE));
    REFUSES(acd.protocol_major = 0, ACD(PROTOCOL_VERSION), FIELD_ACD(PROTOCOL_VERSION));
    REFUSES(acd.interop_major = 0, RANGEKIT_ERROR_FIELD_NOT_ALLOWED, FIELD_ACD(MAX_CLOCK_DRIFT_PPM));
    REFUSES(acd.fields = 0, RANGEKIT_ERROR_MISSING_FIELD, FIELD_ACD(MAX_CLOCK_DRIFT_PPM));
    REFUSES(acd.fields |= RANGEKIT_ACCESSORY_HAS_MODES, RANGEKIT_ERROR_FIELD_NOT_ALLOWED,
            FIELD_ACD(MULTI_NODE_MODE));
    REFUSES(acd.fields |= RANGEKIT_ACCESSORY_HAS_TIMING, RANGEKIT_ERROR_FIELD_NOT_ALLOWED,
            FIELD_ACD(SLOTS_PER_ROUND));
    REFUSES(acd.fields |= RANGEKIT_ACCESSORY_HAS_SESSION, RANGEKIT_ERROR_FIELD_NOT_ALLOWED, FIELD_ACD(SESSION_ID));
    REFUSES(acd.fields |= 1u << 4, RANGEKIT_ERROR_FIELD_NOT_ALLOWED, FIELD_ACD(SESSION_ID));
    REFUSES(acd.trailing_length = 65, RANGEKIT_ERROR_UNKNOWN_OPTION, WHOLE);
    REFUSES(acd.reserved = 1, RANGEKIT_ERROR_UNKNOWN_OPTION, WHOLE);
    REFUSES(acd.reserved_bytes[0] = 1, RANGEKIT_ERROR_UNKNOWN_OPTION, WHOLE);
    REFUSES(acd.trailing_length = 1, ACD(LENGTH), WHOLE);
    REFUSES(acd.uwb_config_length = 20, ACD(CONFIG_LENGTH), FIELD_ACD(UWB_CONFIG_LENGTH));
    base.interop_major = 2;
    base.interop_minor = 2;
    REFUSES(acd.fields = 13, RANGEKIT_ERROR_MISSING_FIELD, FIELD_ACD(MULTI_NODE_MODE));
    REFUSES(acd.fields = 3, RANGEKIT_ERROR_MISSING_FIELD, FIELD_ACD(SLOTS_PER_ROUND));
    REFUSES(acd.fields = 4, RANGEKIT_ERROR_MISSING_FIELD, FIELD_ACD(MAX_CLOCK_DRIFT_PPM));
    REFUSES(acd.fields = 0, RANGEKIT_ERROR_MISSING_FIELD, FIELD_ACD(MAX_CLOCK_DRIFT_PPM));
    base.fields = 15;
    REFUSES(acd.uwb_reserved[0] = 2, ACD(MULTI_NODE_MODE), FIELD_ACD(UWB_RESERVED));
    REFUSES(acd.uwb_reserved[1] = 1, ACD(RANGING_ROUND_USAGE), FIELD_ACD(UWB_RESERVED));
#undef REFUSES
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    assert_status(rangekit_shareable_configuration_default(&scd), RANGEKIT_OK);
    scd.fields = 3;
    assert_status(rangekit_shareable_configuration_encode(&scd, bytes, sizeof bytes, &length, &diagnostic),
                  RANGEKIT_ERROR_FIELD_NOT_ALLOWED);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_SCD_HOPPING_MODE);
    scd.fields = 0;
    assert_status(rangekit_shareable_configuration_encode(&scd, bytes, sizeof bytes, &length, &diagnostic),
                  RANGEKIT_ERROR_MISSING_FIELD);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_SCD_MAX_CLOCK_DRIFT_PPM);
    assert_status(rangekit_shareable_configuration_set_version(&scd, 2, 0), RANGEKIT_OK);
    scd.hopping_mode = 2;
    assert_status(rangekit_shareable_configuration_encode(&scd, bytes, sizeof bytes, &length, NULL),
                  SCD(HOPPING_MODE));
    scd.hopping_mode = 0;
    scd.fields = 2;
    assert_status(rangekit_shareable_configuration_encode(&scd, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_MISSING_FIELD);
    scd.fields = 3;
    scd.reserved[4] = 1;
    assert_status(rangekit_shareable_configuration_encode(&scd, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_UNKNOWN_OPTION);
    assert_status(rangekit_shareable_configuration_set_version(&scd, 1, 2), RANGEKIT_ERROR_UNKNOWN_VERSION);
}

static void arguments_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    rangekit_android_accessory_configuration android = {.struct_size = sizeof android};
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t bytes[128] = {0};
    size_t length;
#define BAD(type, call)                                                  \
    do {                                                                 \
        type *pointer = NULL;                                            \
        assert_status((call), RANGEKIT_ERROR_NULL_POINTER);              \
        pointer = MISALIGNED(type, 0);                                   \
        assert_status((call), RANGEKIT_ERROR_MISALIGNED);                \
        pointer = guarded(0, sizeof(type));                              \
        memset(pointer, 0, sizeof(type));                                \
        *(uint32_t *)(void *)pointer = sizeof(type) - 1;                 \
        assert_status((call), RANGEKIT_ERROR_STRUCT_SIZE);               \
        *(uint32_t *)(void *)pointer = UINT32_MAX;                       \
        assert_status((call), RANGEKIT_ERROR_STRUCT_SIZE);               \
    } while (0)
    BAD(rangekit_accessory_configuration, rangekit_accessory_configuration_default(pointer));
    BAD(rangekit_accessory_configuration, rangekit_accessory_configuration_set_version(pointer, 1, 1));
    BAD(rangekit_accessory_configuration, rangekit_accessory_configuration_decode(bytes, 37, pointer, NULL));
    BAD(rangekit_accessory_configuration, rangekit_accessory_configuration_read(bytes, 37, pointer, NULL, 0, &length));
    BAD(rangekit_accessory_configuration, rangekit_accessory_configuration_encode(pointer, bytes, 128, &length, NULL));
    BAD(rangekit_accessory_configuration, rangekit_uwb_configuration_decode(bytes, 37, pointer, NULL));
    BAD(rangekit_accessory_configuration, rangekit_uwb_configuration_encode(pointer, bytes, 128, &length, NULL));
    BAD(rangekit_accessory_configuration, rangekit_parameters_from_accessory(pointer, &parameters));
    BAD(rangekit_accessory_configuration, rangekit_parameters_for_accessory(pointer, &scd, &parameters));
    BAD(rangekit_accessory_configuration, rangekit_parameters_to_accessory(&parameters, pointer, NULL));
    BAD(rangekit_shareable_configuration, rangekit_shareable_configuration_default(pointer));
    BAD(rangekit_shareable_configuration, rangekit_shareable_configuration_set_version(pointer, 1, 1));
    BAD(rangekit_shareable_configuration, rangekit_shareable_configuration_decode(bytes, 37, pointer, NULL));
    BAD(rangekit_shareable_configuration, rangekit_shareable_configuration_read(bytes, 37, pointer, NULL, 0, &length));
    BAD(rangekit_shareable_configuration, rangekit_shareable_configuration_encode(pointer, bytes, 128, &length, NULL));
    BAD(rangekit_shareable_configuration, rangekit_parameters_from_shareable(pointer, &parameters));
    BAD(rangekit_shareable_configuration, rangekit_parameters_for_accessory(&acd, pointer, &parameters));
    BAD(rangekit_shareable_configuration, rangekit_parameters_to_shareable(&parameters, pointer, NULL));
    BAD(rangekit_android_accessory_configuration, rangekit_android_accessory_configuration_default(pointer));
    BAD(rangekit_android_accessory_configuration,
        rangekit_android_accessory_configuration_decode(bytes, 18, pointer, NULL));
    BAD(rangekit_android_accessory_configuration,
        rangekit_android_accessory_configuration_encode(pointer, bytes, 18, &length));
    BAD(rangekit_parameters, rangekit_parameters_from_accessory(&acd, pointer));
    BAD(rangekit_parameters, rangekit_parameters_to_accessory(pointer, &acd, NULL));
#undef BAD
    assert_status(rangekit_accessory_configuration_decode(NULL, 1, &acd, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_configuration_decode(bytes, SIZE_MAX, &acd, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_accessory_configuration_decode(NULL, 0, &acd, &diagnostic), RANGEKIT_ERROR_ACD_TOO_SHORT);
    assert_status(rangekit_accessory_configuration_decode(bytes, 37, &acd, MISALIGNED(rangekit_diagnostic, 0)),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_accessory_configuration_read(bytes, 37, &acd, NULL, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_configuration_read(bytes, 37, &acd, MISALIGNED(rangekit_problem, 0), 1, &length),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_problem_describe(NULL, NULL, 0, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_configuration_default(&acd), RANGEKIT_OK);
    assert_status(rangekit_accessory_configuration_encode(&acd, bytes, 36, &length, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 37);
    assert_status(rangekit_accessory_configuration_encode(&acd, NULL, 36, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_configuration_encode(&acd, bytes, 128, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_a_phone_refuses_has_a_name),
    cmocka_unit_test(what_is_no_shareable_configuration_has_a_name),
    cmocka_unit_test(everything_wrong_is_listed),
    cmocka_unit_test(what_cannot_be_built_is_refused),
    cmocka_unit_test(arguments_that_cannot_be_used_are_refused),
};

TEST_GROUP(accessory_rules_tests, tests);
