/* recording.h: golden bytes, and every kind there and back bit by bit.
 *
 * SPDX-License-Identifier: MIT
 */
#include "recording_support.h"

uint8_t encoded[RANGEKIT_RECORD_MAX_SIZE];
uint8_t decoded_body[RANGEKIT_RECORD_BODY_MAX_SIZE];

size_t encode_record(const rangekit_record *record, const void *body) {
    size_t length, asked;
    assert_status(rangekit_record_encode(record, body, NULL, 0, &asked, NULL), RANGEKIT_OK);
    assert_true(asked <= sizeof encoded);
    uint8_t *out = asked <= GUARDED_MAX_SIZE ? guarded(7, asked) : encoded;
    assert_status(rangekit_record_encode(record, body, out, asked, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, asked);
    memmove(encoded, out, length);
    assert_true(model_is_deterministic(encoded, length));
    return length;
}

rangekit_record decode_record(size_t size, void *body, size_t capacity, size_t *used) {
    rangekit_record record = RANGEKIT_RECORD_INIT;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    assert_status(rangekit_record_decode(encoded, size, &record, body, capacity, used, &diagnostic), RANGEKIT_OK);
    return record;
}

/* One of each shape: what cbor2 and zlib.crc32 of Python make of the values. */
static void golden_records(void **state) {
    (void)state;
    rangekit_record record = {sizeof record, RANGEKIT_RECORD_NOTE, 5, 1, 2, -3, 2};
    assert_string_equal(hex_from_bytes(encoded, encode_record(&record, "hi")), "87030102220562686944dfcb7f3f");
    record = (rangekit_record){sizeof record, RANGEKIT_RECORD_OUTGOING, -1, 256, 0, 0, 3};
    assert_string_equal(hex_from_bytes(encoded, encode_record(&record, "\x01\x02\xff")), "870b190100000020430102ff44d6fd46ca");
    rangekit_range_sample sample = {.time_ns = 1500000000, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .technology = RANGEKIT_TECHNOLOGY_UWB,
                                    .distance_m = 5.5f, .distance_stddev_m = 0.1f};
    record = (rangekit_record){sizeof record, RANGEKIT_RECORD_SAMPLE, 1500000000, 2, 7, 0, sizeof sample};
    assert_string_equal(hex_from_bytes(encoded, encode_record(&record, &sample)),
                        "87100207001a59682f0081a5001a59682f000101020103f9458004fa3dcccccd44228dc544");
}

static void kinds_have_names_and_layouts(void **state) {
    (void)state;
    int named = 0;
    for (int32_t kind = -3; kind < 70000; kind += 1) {
        const char *name = rangekit_record_kind_name(kind), *layout = rangekit_record_layout(kind);
        assert_plain_text(name);
        assert_plain_text(layout);
        if (strcmp(name, "unknown") == 0) assert_string_equal(layout, "cbor");
        else named += 1;
    }
    assert_int_equal(named, 50);
    assert_string_equal(rangekit_record_kind_name(INT32_MIN), "unknown");
    assert_string_equal(rangekit_record_kind_name(INT32_MAX), "unknown");
}

/* Every struct that a record can hold, with its size. */
static const struct {
    int32_t kind;
    size_t size;
} structs[] = {
    {RANGEKIT_RECORD_HEADER, sizeof(rangekit_recording_header)},
    {RANGEKIT_RECORD_SAMPLE, sizeof(rangekit_range_sample)},
    {RANGEKIT_RECORD_POSE, sizeof(rangekit_pose)},
    {RANGEKIT_RECORD_ANCHOR, sizeof(rangekit_tracker_anchor)},
    {RANGEKIT_RECORD_TRUE_SAMPLE, sizeof(rangekit_range_sample)},
    {RANGEKIT_RECORD_TRUE_POSE, sizeof(rangekit_pose)},
    {RANGEKIT_RECORD_FILTER_SAMPLE, sizeof(rangekit_filter_sample)},
    {RANGEKIT_RECORD_TRACKER_MEASUREMENT, sizeof(rangekit_tracker_measurement)},
    {RANGEKIT_RECORD_LOCATOR_MEASUREMENT, sizeof(rangekit_locator_measurement)},
    {RANGEKIT_RECORD_DOUBLE_SIDED, sizeof(rangekit_twr_double_sided_exchange)},
    {RANGEKIT_RECORD_SINGLE_SIDED, sizeof(rangekit_twr_single_sided_exchange)},
    {RANGEKIT_RECORD_THREE_MESSAGE, sizeof(rangekit_twr_three_message_exchange)},
    {RANGEKIT_RECORD_REGISTERS, sizeof(rangekit_signal_registers)},
    {RANGEKIT_RECORD_CS_TONES, sizeof(rangekit_cs_tone)},
    {RANGEKIT_RECORD_CS_ROUND_TRIPS, sizeof(rangekit_cs_rtt)},
    {RANGEKIT_RECORD_CS_MODE0S, sizeof(rangekit_cs_mode0)},
    {RANGEKIT_RECORD_CS_PROCEDURE, sizeof(rangekit_cs_procedure)},
    {RANGEKIT_RECORD_SOUNDING_ROUND_TRIPS, sizeof(rangekit_sounding_round_trip)},
    {RANGEKIT_RECORD_SOUNDING_OPTIONS, sizeof(rangekit_sounding_options)},
    {RANGEKIT_RECORD_SOUNDING_RESULT, sizeof(rangekit_sounding_result)},
    {RANGEKIT_RECORD_TWR_OPTIONS, sizeof(rangekit_twr_options)},
    {RANGEKIT_RECORD_QUALITY_OPTIONS, sizeof(rangekit_quality_options)},
    {RANGEKIT_RECORD_ZONE_OPTIONS, sizeof(rangekit_zone_options)},
    {RANGEKIT_RECORD_FILTER_OPTIONS, sizeof(rangekit_filter_options)},
    {RANGEKIT_RECORD_FUSION_OPTIONS, sizeof(rangekit_fusion_options)},
    {RANGEKIT_RECORD_QUALITY_MODEL_OPTIONS, sizeof(rangekit_quality_model_options)},
    {RANGEKIT_RECORD_TRACKER_OPTIONS, sizeof(rangekit_tracker_options)},
    {RANGEKIT_RECORD_LOCATOR_OPTIONS, sizeof(rangekit_locator_options)},
    {RANGEKIT_RECORD_SIGNAL_OPTIONS, sizeof(rangekit_signal_options)},
    {RANGEKIT_RECORD_TWR_RANGE, sizeof(rangekit_twr_range)},
    {RANGEKIT_RECORD_QUALITY_RESULT, sizeof(rangekit_quality_result)},
    {RANGEKIT_RECORD_ZONE_RESULT, sizeof(rangekit_zone_result)},
    {RANGEKIT_RECORD_FILTER_RESULT, sizeof(rangekit_filter_result)},
    {RANGEKIT_RECORD_FUSION_RESULT, sizeof(rangekit_fusion_result)},
    {RANGEKIT_RECORD_QUALITY_MODEL_RESULT, sizeof(rangekit_quality_model_result)},
    {RANGEKIT_RECORD_TRACKER_RESULT, sizeof(rangekit_tracker_result)},
    {RANGEKIT_RECORD_TRACKER_STATE, sizeof(rangekit_tracker_state)},
    {RANGEKIT_RECORD_LOCATOR_ESTIMATE, sizeof(rangekit_locator_estimate)},
    {RANGEKIT_RECORD_SIGNAL_LEVEL, sizeof(rangekit_signal_level)},
    {RANGEKIT_RECORD_POSITION, sizeof(rangekit_position)},
};

/* Fills a struct as its layout says: numbers of every size and sign, floats that are half, single, double, infinite,
 * subnormal, -0. Returns its size by the layout alone. */
static size_t fill(struct random_source *random, const char *layout, uint8_t *out) {
    size_t offset = 0, alignment = 1;
    if (*layout == '*') layout += 1, offset = 4, alignment = 4;
    while (*layout) {
        size_t repeats = 1, size = 8;
        char *end;
        if (*layout >= '0' && *layout <= '9') repeats = strtoul(layout, &end, 10), layout = end;
        char letter = *layout++;
        if (letter == 's') {
            size_t count = random_below(random, repeats + 1);
            memset(out + offset, 0, repeats);
            for (size_t i = 0; i < count; i += 1) out[offset + i] = (uint8_t)(32 + random_below(random, 95));
            offset += repeats;
            continue;
        }
        if (strchr("bB", letter)) size = 1;
        if (strchr("hH", letter)) size = 2;
        if (strchr("iIf", letter)) size = 4;
        if (size > alignment) alignment = size;
        for (; repeats > 0; repeats -= 1) {
            offset = (offset + size - 1) & ~(size - 1);
            uint64_t bits = random_next(random) >> random_below(random, 64);
            float single;
            double number;
            switch (random_below(random, 6)) {
            case 0: bits = 0; break;
            case 1: bits = ~bits; break;
            case 2:
                single = ldexpf((float)random_below(random, 2048) - 1024, (int)random_below(random, 50) - 30);
                number = random_below(random, 2) ? (double)single : random_unit(random);
                if (letter == 'f') memcpy(&bits, &single, sizeof single);
                if (letter == 'd') memcpy(&bits, &number, sizeof number);
                break;
            case 3:
                if (letter == 'f') bits = random_below(random, 2) ? 0x80000000u : 0x7F800000u;
                if (letter == 'd') bits = random_below(random, 2) ? UINT64_C(1) << 63 : UINT64_C(0xFFF) << 52;
                break;
            default: break;
            }
            memcpy(out + offset, &bits, size);
            /* NaN has one form. */
            memcpy(&single, out + offset, sizeof single);
            if (letter == 'f' && single != single) memset(out + offset, 0, size);
            memcpy(&number, &bits, sizeof number);
            if (letter == 'd' && number != number) memset(out + offset, 0, size);
            offset += size;
        }
    }
    return (offset + alignment - 1) & ~(alignment - 1);
}

static void every_struct_comes_back_bit_by_bit(void **state) {
    (void)state;
    struct random_source random = {77};
    static uint8_t body[8192];
    for (size_t i = 0; i < COUNT_OF(structs); i += 1) {
        const char *layout = rangekit_record_layout(structs[i].kind);
        for (int round = 0; round < 200; round += 1) {
            size_t count = layout[0] == '*' ? 1 : 1 + random_below(&random, 4), size = 0;
            memset(body, 0, sizeof body);
            for (size_t k = 0; k < count; k += 1) {
                assert_int_equal(fill(&random, layout, body + k * structs[i].size), structs[i].size);
                size += structs[i].size;
            }
            uint32_t sized = (uint32_t)size, version = RANGEKIT_RECORDING_FORMAT_VERSION;
            if (layout[0] == '*') memcpy(body, &sized, sizeof sized);
            if (structs[i].kind == RANGEKIT_RECORD_HEADER) memcpy(body + 16, &version, sizeof version);
            rangekit_record record = {sizeof record, structs[i].kind, (int64_t)random_next(&random),
                                      (uint32_t)random_next(&random), (uint32_t)random_below(&random, 30),
                                      (int32_t)random_next(&random), (uint32_t)size};
            size_t length = encode_record(&record, guarded_copy(1, body, size)), used;
            encoded[length] = 0x87; /* what follows is left alone */
            rangekit_record asked = decode_record(length + 1, NULL, 0, &used);
            assert_memory_equal(&asked, &record, sizeof record);
            assert_int_equal(used, length);
            uint8_t *out = guarded(2, size);
            rangekit_record found = decode_record(length, out, size, NULL);
            assert_memory_equal(&found, &record, sizeof record);
            /* Behind its NUL a text of the header is not kept. */
            if (memcmp(out, body, size) != 0) {
                fail_text("%s: the body differs", rangekit_record_kind_name(structs[i].kind));
            }
        }
    }
}

static void bytes_text_and_unknown_kinds_come_back(void **state) {
    (void)state;
    static const struct {
        int32_t kind;
        const char *hex;
    } bodies[] = {
        {RANGEKIT_RECORD_END, ""},       {RANGEKIT_RECORD_TOKEN, "a30001010102421021"},
        {RANGEKIT_RECORD_STATUS, ""},    {RANGEKIT_RECORD_NAME, "c3a9e282acf09f9fa2"},
        {RANGEKIT_RECORD_RADIO, "00"},   {RANGEKIT_RECORD_EVENT, "0001ff"},
        {RANGEKIT_RECORD_INCOMING, "87"}, {15, "f6"},
        {RANGEKIT_RECORD_APPLICATION, "a201820203026161"}, {65535, "fb3ff199999999999a"},
    };
    for (size_t i = 0; i < COUNT_OF(bodies); i += 1) {
        uint8_t body[32];
        size_t size = bytes_from_hex(bodies[i].hex, strlen(bodies[i].hex), body, sizeof body), used;
        rangekit_record record = {sizeof record, bodies[i].kind, INT64_MIN, UINT32_MAX, UINT32_MAX, INT32_MIN,
                                  (uint32_t)size};
        size_t length = encode_record(&record, size ? body : NULL);
        rangekit_record found = decode_record(length, decoded_body, sizeof decoded_body, &used);
        assert_memory_equal(&found, &record, sizeof record);
        assert_memory_equal(decoded_body, body, size);
        assert_int_equal(used, length);
    }
    static uint8_t large[RANGEKIT_RECORD_BODY_MAX_SIZE + 1];
    rangekit_record record = {.struct_size = sizeof record, .kind = RANGEKIT_RECORD_RADIO, .body_size = sizeof large};
    size_t length;
    assert_status(rangekit_record_encode(&record, large, NULL, 0, &length, NULL), RANGEKIT_ERROR_TOO_LARGE);
    record.body_size -= 1;
    record = decode_record(encode_record(&record, large), decoded_body, sizeof decoded_body, NULL);
    assert_int_equal(record.body_size, RANGEKIT_RECORD_BODY_MAX_SIZE);
    /* The largest that a record can get: small structs full of large numbers. */
    memset(large, 0xFF, sizeof large);
    record.kind = RANGEKIT_RECORD_CS_TONES;
    record.body_size = RANGEKIT_RECORD_BODY_MAX_SIZE / sizeof(rangekit_cs_tone) * sizeof(rangekit_cs_tone);
    record.sequence = record.source = UINT32_MAX;
    record.code = INT32_MIN;
    record.time_ns = INT64_MIN;
    assert_true(encode_record(&record, large) <= RANGEKIT_RECORD_MAX_SIZE);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(golden_records),
    cmocka_unit_test(kinds_have_names_and_layouts),
    cmocka_unit_test(every_struct_comes_back_bit_by_bit),
    cmocka_unit_test(bytes_text_and_unknown_kinds_come_back),
};

TEST_GROUP(recording_tests, tests);
