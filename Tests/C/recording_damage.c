/* recording.h: every truncation, every flipped bit, the next record behind damage, what is refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "allocations.h"
#include "recording_support.h"
#include "refuses.h"
#include "struct_places.h"

/* A short recording: what the damage below is done to. */
static size_t short_recording(size_t starts[8]) {
    static uint8_t all[1024];
    rangekit_recording_header header = {.struct_size = sizeof header};
    assert_status(rangekit_recording_header_default(&header), RANGEKIT_OK);
    strcpy(header.device, "anchor 7");
    rangekit_range_sample sample = {.time_ns = 1500000000, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 5.4f};
    rangekit_twr_double_sided_exchange exchange = {57055236684, 56459561043, 69652782156,
                                                   70248523212, 70601671244, 70005933158};
    const struct {
        rangekit_record record;
        const void *body;
    } records[] = {
        {{sizeof(rangekit_record), RANGEKIT_RECORD_HEADER, 0, 0, 0, 0, sizeof header}, &header},
        {{sizeof(rangekit_record), RANGEKIT_RECORD_OUTGOING, 1000000, 1, 3, 0, 5}, "\x87\x01\x87\x00\x01"},
        {{sizeof(rangekit_record), RANGEKIT_RECORD_DOUBLE_SIDED, 1400000000, 2, 3, 0, sizeof exchange}, &exchange},
        {{sizeof(rangekit_record), RANGEKIT_RECORD_SAMPLE, 1500000000, 3, 3, 0, sizeof sample}, &sample},
        {{sizeof(rangekit_record), RANGEKIT_RECORD_STATUS, 1600000000, 4, 3, RANGEKIT_ERROR_TIME_BACKWARDS, 4}, "late"},
        {{sizeof(rangekit_record), RANGEKIT_RECORD_END, 1700000000, 5, 0, 0, 0}, NULL},
    };
    size_t size = 0;
    for (size_t i = 0; i < COUNT_OF(records); i += 1) {
        size_t length = encode_record(&records[i].record, records[i].body);
        assert_true(size + length <= sizeof all);
        starts[i] = size;
        memcpy(all + size, encoded, length);
        size += length;
    }
    starts[COUNT_OF(records)] = size;
    memcpy(encoded, all, size);
    return size;
}

/* Reads until something is refused: how many records, and how far. */
static size_t read_all(const uint8_t *bytes, size_t size, size_t *count, rangekit_status *status) {
    size_t offset = 0;
    *count = 0;
    *status = RANGEKIT_OK;
    while (offset < size) {
        rangekit_record record = RANGEKIT_RECORD_INIT;
        size_t used;
        *status = rangekit_record_decode(bytes + offset, size - offset, &record, decoded_body, sizeof decoded_body,
                                         &used, NULL);
        if (*status != RANGEKIT_OK) break;
        assert_int_equal(record.sequence, *count);
        offset += used;
        *count += 1;
    }
    return offset;
}

static void every_truncation_reads_up_to_the_cut(void **state) {
    (void)state;
    size_t starts[8], size = short_recording(starts), count;
    for (size_t cut = 0; cut <= size; cut += 1) {
        rangekit_status status;
        const uint8_t *bytes = guarded_copy(3, encoded, cut);
        size_t whole = 0;
        while (starts[whole + 1] <= cut && whole < 6) whole += 1;
        assert_int_equal(read_all(bytes, cut, &count, &status), starts[whole]);
        assert_int_equal(count, whole);
        assert_status(status, cut == starts[whole] ? RANGEKIT_OK : RANGEKIT_ERROR_TRUNCATED);
        /* Never more than is needed is asked for. */
        if (status == RANGEKIT_ERROR_TRUNCATED) {
            rangekit_record record = RANGEKIT_RECORD_INIT;
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            size_t from = starts[whole];
            (void)rangekit_record_decode(bytes + from, cut - from, &record, NULL, 0, NULL, &diagnostic);
            assert_true(diagnostic.expected > cut - from && diagnostic.expected <= starts[whole + 1] - from);
        }
    }
}

static void every_flipped_bit_is_noticed_where_it_is(void **state) {
    (void)state;
    size_t starts[8], size = short_recording(starts), count, offset;
    for (size_t bit = 0; bit < size * 8; bit += 1) {
        rangekit_status status;
        uint8_t *bytes = guarded_copy(3, encoded, size);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        size_t damaged = 0;
        while (starts[damaged + 1] <= bit / 8) damaged += 1;
        assert_int_equal(read_all(bytes, size, &count, &status), starts[damaged]);
        assert_int_equal(count, damaged);
        assert_true(status != RANGEKIT_OK);
        /* And all that follows is found again. */
        rangekit_status found = rangekit_record_find(bytes, size, starts[damaged], &offset);
        assert_status(found, damaged < 5 ? RANGEKIT_OK : RANGEKIT_ERROR_RECORD_NONE);
        assert_int_equal(offset, starts[damaged + 1]);
    }
}

#define R(part) RANGEKIT_FIELD_RECORD##part

static void what_is_no_record_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *hex; /* without the checksum, which the test adds */
        rangekit_status status;
        int32_t field;
        int whole;
    } cases[] = {
        {"8618180000000040", RANGEKIT_ERROR_WRONG_LENGTH, R(), 0},
        {"a0", RANGEKIT_ERROR_WRONG_TYPE, R(), 0},
        {"d81c870b0000000040", RANGEKIT_ERROR_WRONG_TYPE, R(), 0},
        {"8720000000", RANGEKIT_ERROR_WRONG_TYPE, R(_KIND), 0},
        {"871a00010000000000", RANGEKIT_ERROR_INVALID_VALUE, R(_KIND), 0},
        {"87180b0000000040", RANGEKIT_ERROR_NOT_SHORTEST, R(_KIND), 0},
        {"870b1b0000000100000000000000", RANGEKIT_ERROR_INVALID_VALUE, R(_SEQUENCE), 0},
        {"870b00200000", RANGEKIT_ERROR_WRONG_TYPE, R(_SOURCE), 0},
        {"870b00001a800000000040", RANGEKIT_ERROR_INVALID_VALUE, R(_CODE), 0},
        {"870b00003a800000000040", RANGEKIT_ERROR_INVALID_VALUE, R(_CODE), 0},
        {"870b0000001b800000000000000040", RANGEKIT_ERROR_INVALID_VALUE, R(_TIME), 0},
        {"870b000000f90000", RANGEKIT_ERROR_WRONG_TYPE, R(_TIME), 0},
        {"870b000000005f", RANGEKIT_ERROR_INDEFINITE_LENGTH, R(_BODY), 0},
        {"870b000000005a00100000", RANGEKIT_ERROR_TOO_LARGE, R(_BODY), 0},
        {"870b000000005bffffffffffffffff", RANGEKIT_ERROR_TOO_LARGE, R(_BODY), 0},
        {"8710000000009bffffffffffffffff", RANGEKIT_ERROR_TOO_LARGE, R(_BODY), 0},
        {"870b000000006161", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"8703000000004161", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"8703000000006100", RANGEKIT_ERROR_INVALID_UTF8, R(_BODY), 1},
        {"87030000000061ff", RANGEKIT_ERROR_INVALID_UTF8, R(_BODY), 0},
        {"871000000000a0", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"87100000000080", RANGEKIT_ERROR_WRONG_LENGTH, R(_BODY), 1},
        {"87100000000081a10001", RANGEKIT_OK, 0, 1},
        {"87100000000081a0", RANGEKIT_OK, 0, 1},
        {"87100000000081a10000", RANGEKIT_ERROR_NOT_SHORTEST, R(_BODY), 1},
        {"87100000000081a103f90000", RANGEKIT_ERROR_NOT_SHORTEST, R(_BODY), 1},
        {"87100000000081a103f98000", RANGEKIT_OK, 0, 1},
        {"87100000000081a103f97e00", RANGEKIT_OK, 0, 1},
        {"87100000000081a103f97e01", RANGEKIT_ERROR_NOT_SHORTEST, R(_BODY), 0},
        {"87100000000081a103fb3ff199999999999a", RANGEKIT_ERROR_INVALID_VALUE, R(_BODY), 1},
        {"87100000000081a10301", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"87100000000081a10120", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"87100000000081a1011b0000000100000000", RANGEKIT_ERROR_INVALID_VALUE, R(_BODY), 1},
        {"87100000000081a10f01", RANGEKIT_ERROR_FIELD_NOT_ALLOWED, R(_BODY), 1},
        {"87100000000081a12001", RANGEKIT_ERROR_WRONG_TYPE, R(_BODY), 1},
        {"87100000000081a201010001", RANGEKIT_ERROR_KEY_ORDER, R(_BODY), 0},
        {"871829000000008281a0a0", RANGEKIT_ERROR_WRONG_LENGTH, R(_BODY), 1},
        {"87000000000081a0", RANGEKIT_ERROR_MISSING_FIELD, R(_BODY), 1},
        {"87000000000081a10202", RANGEKIT_ERROR_UNKNOWN_VERSION, R(_BODY), 1},
        {"87000000000081a20201" "0471" "4142434445464748494a4b4c4d4e4f5051", RANGEKIT_ERROR_WRONG_LENGTH, R(_BODY), 1},
        {"87000000000081a202010460", RANGEKIT_ERROR_WRONG_LENGTH, R(_BODY), 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        uint8_t bytes[64];
        size_t size = bytes_from_hex(cases[i].hex, strlen(cases[i].hex), bytes, sizeof bytes - 8);
        uint32_t crc = UINT32_MAX;
        for (size_t k = 0; k < size; k += 1) {
            crc ^= bytes[k];
            for (int bit = 0; bit < 8; bit += 1) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xEDB88320) : 0);
        }
        crc = ~crc;
        bytes[size++] = 0x44;
        for (int k = 24; k >= 0; k -= 8) bytes[size++] = (uint8_t)(crc >> k);
        rangekit_record record = RANGEKIT_RECORD_INIT, before = record;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        size_t used;
        memset(decoded_body, 0x5A, 512);
        rangekit_status status = rangekit_record_decode(guarded_copy(3, bytes, size), size, &record, decoded_body,
                                                        sizeof decoded_body, &used, &diagnostic);
        if (status != cases[i].status || diagnostic.field != cases[i].field || (used > 0) != cases[i].whole) {
            fail_text("%s: %s, field %#x, used %zu", cases[i].hex, rangekit_status_name(status),
                      (unsigned)diagnostic.field, used);
        }
        if (status == RANGEKIT_OK) continue;
        assert_memory_equal(&record, &before, sizeof record);
        assert_true(filled_with(decoded_body, 512, 0x5A));
    }
}

static void what_cannot_be_written_is_refused(void **state) {
    (void)state;
    rangekit_recording_header header = {.struct_size = sizeof header};
    assert_status(rangekit_recording_header_default(&header), RANGEKIT_OK);
    assert_string_equal(header.library_version, RANGEKIT_VERSION_STRING);
    assert_int_equal(header.format_version, RANGEKIT_RECORDING_FORMAT_VERSION);
    struct {
        int32_t kind;
        uint32_t size;
        const void *body;
        rangekit_status status;
    } cases[] = {
        {-1, 0, NULL, RANGEKIT_ERROR_INVALID_VALUE},
        {65536, 0, NULL, RANGEKIT_ERROR_INVALID_VALUE},
        {15, 0, NULL, RANGEKIT_ERROR_TRUNCATED},
        {15, 2, "\x00\x00", RANGEKIT_ERROR_TRAILING_BYTES},
        {15, 2, "\x18\x00", RANGEKIT_ERROR_NOT_SHORTEST},
        {RANGEKIT_RECORD_NOTE, 2, "a\xff", RANGEKIT_ERROR_INVALID_UTF8},
        {RANGEKIT_RECORD_NOTE, 2, "a", RANGEKIT_ERROR_INVALID_UTF8},
        {RANGEKIT_RECORD_SAMPLE, 0, NULL, RANGEKIT_ERROR_WRONG_LENGTH},
        {RANGEKIT_RECORD_SAMPLE, 63, &header, RANGEKIT_ERROR_WRONG_LENGTH},
        {RANGEKIT_RECORD_SAMPLE, 65, &header, RANGEKIT_ERROR_WRONG_LENGTH},
        {RANGEKIT_RECORD_HEADER, sizeof header - 1, &header, RANGEKIT_ERROR_WRONG_LENGTH},
        {RANGEKIT_RECORD_QUALITY_RESULT, 40, &header, RANGEKIT_ERROR_STRUCT_SIZE},
        {RANGEKIT_RECORD_NOTE, 1, NULL, RANGEKIT_ERROR_NULL_POINTER},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_record record = {.struct_size = sizeof record, .kind = cases[i].kind, .body_size = cases[i].size};
        size_t length = 99;
        assert_status(rangekit_record_encode(&record, cases[i].body, encoded, sizeof encoded, &length, NULL),
                      cases[i].status);
        assert_int_equal(length, 0);
    }
    rangekit_record record = {.struct_size = sizeof record, .body_size = sizeof header};
    size_t length;
    header.format_version = 2;
    assert_status(rangekit_record_encode(&record, &header, encoded, sizeof encoded, &length, NULL),
                  RANGEKIT_ERROR_UNKNOWN_VERSION);
    header.format_version = 1;
    header.note[0] = (char)0xC3;
    assert_status(rangekit_record_encode(&record, &header, encoded, sizeof encoded, &length, NULL),
                  RANGEKIT_ERROR_INVALID_UTF8);
    memset(header.note, 'x', sizeof header.note); /* without a NUL: up to the end */
    decode_record(encode_record(&record, &header), decoded_body, sizeof decoded_body, NULL);
    assert_memory_equal(decoded_body, &header, sizeof header);
}

static void pointers_and_capacities_are_checked(void **state) {
    (void)state;
    rangekit_record record = {.struct_size = sizeof record, .kind = RANGEKIT_RECORD_NOTE, .body_size = 2};
    size_t length, used, offset;
    REFUSES(rangekit_record, rangekit_record_default(pointer));
    REFUSES(rangekit_recording_header, rangekit_recording_header_default(pointer));
    REFUSES(rangekit_record, rangekit_record_encode(pointer, "hi", encoded, 100, &length, NULL));
    REFUSES(size_t, rangekit_record_encode(&record, "hi", encoded, 100, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_record_encode(&record, "hi", encoded, 100, &length, pointer));
    assert_status(rangekit_record_encode(&record, "hi", NULL, 1, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    size_t size = encode_record(&record, "hi");
    assert_status(rangekit_record_encode(&record, "hi", encoded, size - 1, &length, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, size);
    REFUSES(rangekit_record, rangekit_record_decode(encoded, size, pointer, decoded_body, 100, &used, NULL));
    REFUSES_MISALIGNED(size_t, rangekit_record_decode(encoded, size, &record, decoded_body, 100, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic,
                       rangekit_record_decode(encoded, size, &record, decoded_body, 100, &used, pointer));
    assert_status(rangekit_record_decode(NULL, 1, &record, decoded_body, 100, &used, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_record_decode(encoded, size, &record, NULL, 1, &used, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_record_decode(encoded, size, &record, decoded_body, 1, &used, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(used, size);
    REFUSES(size_t, rangekit_record_find(encoded, size, 0, pointer));
    assert_status(rangekit_record_find(NULL, 1, 0, &offset), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_record_find(encoded, size, SIZE_MAX, &offset), RANGEKIT_ERROR_RECORD_NONE);
    assert_int_equal(offset, size);
    assert_status(rangekit_record_find(NULL, 0, 0, &offset), RANGEKIT_ERROR_RECORD_NONE);
    assert_int_equal(offset, 0);
}

static void nothing_allocates(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    size_t starts[8], size = short_recording(starts), count, offset;
    rangekit_status status;
    struct allocation_counts before = allocation_counts();
    (void)read_all(encoded, size, &count, &status);
    (void)rangekit_record_find(encoded, size, 1, &offset);
    rangekit_record record = {.struct_size = sizeof record, .kind = RANGEKIT_RECORD_ZONE_OPTIONS, .body_size = 288};
    rangekit_zone_options options = {.struct_size = sizeof options};
    (void)rangekit_zone_options_default(&options);
    (void)rangekit_record_encode(&record, &options, encoded, sizeof encoded, &offset, NULL);
    assert_int_equal(allocation_counts().allocations, before.allocations);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_truncation_reads_up_to_the_cut),
    cmocka_unit_test(every_flipped_bit_is_noticed_where_it_is),
    cmocka_unit_test(what_is_no_record_is_refused),
    cmocka_unit_test(what_cannot_be_written_is_refused),
    cmocka_unit_test(pointers_and_capacities_are_checked),
    cmocka_unit_test(nothing_allocates),
};

TEST_GROUP(recording_damage_tests, tests);

/* ---- struct_size ---- */

static rangekit_status fill_record(void *record) { return rangekit_record_default(record); }
static rangekit_status fill_header(void *header) { return rangekit_recording_header_default(header); }

static rangekit_status fill_end(void *record) {
    rangekit_status status = rangekit_record_default(record);
    ((rangekit_record *)record)->kind = RANGEKIT_RECORD_END;
    return status;
}

static rangekit_status place_encode(void *record) {
    size_t length;
    return rangekit_record_encode(record, NULL, NULL, 0, &length, NULL);
}

static rangekit_status encode_diagnostic(void *diagnostic) {
    rangekit_record record = {.struct_size = sizeof record, .kind = RANGEKIT_RECORD_END};
    size_t length;
    return rangekit_record_encode(&record, NULL, NULL, 0, &length, diagnostic);
}

static rangekit_status decode_into(void *record, void *diagnostic) {
    rangekit_record end = {.struct_size = sizeof end, .kind = RANGEKIT_RECORD_END};
    size_t length = encode_record(&end, NULL);
    return rangekit_record_decode(encoded, length, record, NULL, 0, NULL, diagnostic);
}

static rangekit_status place_decode(void *record) { return decode_into(record, NULL); }

static rangekit_status decode_diagnostic(void *diagnostic) {
    rangekit_record record = RANGEKIT_RECORD_INIT;
    return decode_into(&record, diagnostic);
}

static rangekit_status fill_diagnostic(void *diagnostic) { return rangekit_diagnostic_default(diagnostic); }

static const struct struct_place places[] = {
    {"record_default", fill_record, NULL, RANGEKIT_RECORD_V1_SIZE, MAKES},
    {"recording_header_default", fill_header, NULL, RANGEKIT_RECORDING_HEADER_V1_SIZE, MAKES},
    {"record_encode", place_encode, fill_end, RANGEKIT_RECORD_V1_SIZE, INPUT},
    {"record_decode", place_decode, fill_record, RANGEKIT_RECORD_V1_SIZE, RESULT},
    {"record_encode: diagnostic", encode_diagnostic, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"record_decode: diagnostic", decode_diagnostic, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
};

STRUCT_TESTS(recording_structs_tests, places);
