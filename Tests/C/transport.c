/* NDEF records and advertisements: the bytes of the formats, every refusal, every truncation and bit flip.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define TYPE RANGEKIT_NDEF_TOKEN_TYPE
#define TYPE_LENGTH (sizeof TYPE - 1)

static const uint8_t uuid16[2] = {0x9A, 0xFE};
static uint8_t uuid128[16];

static size_t ndef(int32_t format, const char *type, const uint8_t *payload, size_t size, uint8_t *out,
                   size_t capacity) {
    size_t length;
    assert_status(rangekit_ndef_encode(format, (const uint8_t *)type, strlen(type), payload, size, out, capacity,
                                       &length),
                  RANGEKIT_OK);
    return length;
}

static void records_have_the_bytes_of_the_format(void **state) {
    (void)state;
    uint8_t bytes[1024], payload[600];
    for (size_t i = 0; i < sizeof payload; i += 1) payload[i] = (uint8_t)i;
    size_t size = ndef(RANGEKIT_NDEF_TNF_EXTERNAL, TYPE, payload, 3, bytes, sizeof bytes);
    assert_int_equal(size, 3 + TYPE_LENGTH + 3);
    assert_memory_equal(bytes, "\xD4\x0E\x03rangekit:token\x00\x01\x02", size);
    size = ndef(RANGEKIT_NDEF_TNF_MIME, RANGEKIT_NDEF_TOKEN_MIME_TYPE, payload, 600, bytes, sizeof bytes);
    assert_memory_equal(bytes, "\xC2\x1E\x00\x00\x02\x58", 6);
    size_t offset, length;
    assert_status(rangekit_ndef_find_token(bytes, size, &offset, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 600);
    assert_memory_equal(bytes + offset, payload, 600);
    for (size_t edge = 254; edge <= 257; edge += 1) {
        size = ndef(4, TYPE, payload, edge, bytes, sizeof bytes);
        assert_int_equal(size, (edge <= 255 ? 3 : 6) + TYPE_LENGTH + edge);
        assert_status(rangekit_ndef_find_token(bytes, size, &offset, &length, NULL), RANGEKIT_OK);
        assert_int_equal(length, edge);
    }
    size = ndef(RANGEKIT_NDEF_TNF_EMPTY, "", NULL, 0, bytes, sizeof bytes);
    assert_memory_equal(bytes, "\xD0\x00\x00", size);
    size = ndef(RANGEKIT_NDEF_TNF_UNKNOWN, "", payload, 2, bytes, sizeof bytes);
    assert_memory_equal(bytes, "\xD5\x00\x02\x00\x01", size);
}

static void messages_of_several_records_are_read(void **state) {
    (void)state;
    static const uint8_t bytes[] =
        "\x99\x01\x04\x02" "U" "id" "\x04rkt"
        "\x14\x0E\x02RangeKit:Token\xAB\xCD"
        "\x50\x00\x00";
    size_t size = sizeof bytes - 1, offset, length, count = 0;
    assert_status(rangekit_ndef_find_token(bytes, size, &offset, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 2);
    assert_memory_equal(bytes + offset, "\xAB\xCD", 2);
    rangekit_ndef_record record = RANGEKIT_NDEF_RECORD_INIT;
    do {
        assert_status(rangekit_ndef_record_decode(bytes, size, record.next_offset, &record, NULL), RANGEKIT_OK);
        if (count == 0) {
            assert_int_equal(record.type_name_format, RANGEKIT_NDEF_TNF_WELL_KNOWN);
            assert_memory_equal(bytes + record.type_offset, "U", record.type_length);
            assert_memory_equal(bytes + record.id_offset, "id", record.id_length);
            assert_memory_equal(bytes + record.payload_offset, "\x04rkt", record.payload_length);
        }
        assert_int_equal(record.is_token, count == 1);
        count += 1;
    } while (record.next_offset != 0);
    assert_int_equal(count, 3);
}

static void what_is_no_message_has_a_name(void **state) {
    (void)state;
    static const struct {
        const char *hex;
        rangekit_status status;
        uint64_t offset;
    } rows[] = {
        {"", RANGEKIT_ERROR_TRUNCATED, 0},
        {"d1", RANGEKIT_ERROR_TRUNCATED, 0},
        {"d10103550461", RANGEKIT_ERROR_TRUNCATED, 0},
        {"c101ffffffff55", RANGEKIT_ERROR_TRUNCATED, 0},
        {"51010155aa", RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN, 0},
        {"91010155aad1010155aa", RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN, 5},
        {"91010155aa", RANGEKIT_ERROR_NDEF_MESSAGE_END, 5},
        {"d1010155aa00", RANGEKIT_ERROR_TRAILING_BYTES, 5},
        {"f1010155aa", RANGEKIT_ERROR_NDEF_CHUNKED, 0},
        {"b1010155aa560001aa", RANGEKIT_ERROR_NDEF_CHUNKED, 0},
        {"d60001aa", RANGEKIT_ERROR_NDEF_CHUNKED, 0},
        {"d7010155aa", RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT, 0},
        {"d00100aa", RANGEKIT_ERROR_NDEF_TYPE_LENGTH, 1},
        {"d00001aa", RANGEKIT_ERROR_NDEF_TYPE_LENGTH, 1},
        {"d5010155aa", RANGEKIT_ERROR_NDEF_TYPE_LENGTH, 1},
        {"d10001aa", RANGEKIT_ERROR_NDEF_TYPE_LENGTH, 1},
        {"d80000016a", RANGEKIT_ERROR_NDEF_TYPE_LENGTH, 1},
        {"d1010155aa", RANGEKIT_ERROR_NDEF_NO_TOKEN, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        uint8_t bytes[32];
        size_t size = bytes_from_hex(rows[i].hex, strlen(rows[i].hex), bytes, sizeof bytes), offset = 9, length = 9;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_ndef_find_token(guarded_copy(0, bytes, size), size, &offset, &length, &diagnostic),
                      rows[i].status);
        if (rows[i].status != RANGEKIT_ERROR_NDEF_NO_TOKEN) assert_int_equal(diagnostic.byte_offset, rows[i].offset);
        assert_non_null(strstr(rangekit_field_name(diagnostic.field), "ndef_record"));
        assert_int_equal(offset + length, 0);
    }
    uint8_t out[32];
    size_t length;
    const uint8_t *type = (const uint8_t *)"t";
    assert_status(rangekit_ndef_encode(6, type, 1, type, 1, out, 32, &length), RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT);
    assert_status(rangekit_ndef_encode(-1, type, 1, type, 1, out, 32, &length), RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT);
    assert_status(rangekit_ndef_encode(0, type, 1, NULL, 0, out, 32, &length), RANGEKIT_ERROR_NDEF_TYPE_LENGTH);
    assert_status(rangekit_ndef_encode(4, NULL, 0, type, 1, out, 32, &length), RANGEKIT_ERROR_NDEF_TYPE_LENGTH);
    assert_status(rangekit_ndef_encode(0, NULL, 0, type, 1, out, 32, &length), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_ndef_encode(4, type, 256, type, 1, out, 32, &length), RANGEKIT_ERROR_NDEF_TYPE_LENGTH);
    assert_status(rangekit_ndef_encode(4, type, 1, type, SIZE_MAX, out, 32, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_ndef_record record = RANGEKIT_NDEF_RECORD_INIT;
    assert_status(rangekit_ndef_record_decode(out, 3, SIZE_MAX, &record, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_ndef_record_decode(out, 3, 0, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_ndef_find_token(out, 3, NULL, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static void advertisements_have_the_bytes_of_the_format(void **state) {
    (void)state;
    uint8_t bytes[31], data[27] = {1, 2, 3, 4};
    size_t length, offset;
    assert_status(rangekit_advertisement_encode(RANGEKIT_ADVERTISEMENT_FLAGS, uuid16, 2, data, 4, bytes, 31, &length),
                  RANGEKIT_OK);
    assert_int_equal(length, 11);
    assert_memory_equal(bytes, "\x02\x01\x06\x07\x16\x9A\xFE\x01\x02\x03\x04", 11);
    assert_status(rangekit_advertisement_find(bytes, 11, uuid16, 2, &offset, &length, NULL), RANGEKIT_OK);
    assert_int_equal(offset, 7);
    assert_int_equal(length, 4);
    for (size_t i = 0; i < 16; i += 1) uuid128[i] = (uint8_t)(0xE0 + i);
    assert_status(rangekit_advertisement_encode(0, uuid128, 16, data, 13, bytes, 31, &length), RANGEKIT_OK);
    assert_int_equal(length, 31);
    assert_memory_equal(bytes, "\x1E\x21\xE0", 3);
    assert_status(rangekit_advertisement_encode(0, uuid128, 16, data, 14, bytes, 31, &length),
                  RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG);
    assert_status(rangekit_advertisement_encode(1, uuid128, 16, data, 11, bytes, 31, &length),
                  RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG);
    assert_status(rangekit_advertisement_encode(0, uuid16, 2, data, 27, bytes, 31, &length), RANGEKIT_OK);
    assert_status(rangekit_advertisement_encode(0, uuid16, 2, NULL, 0, bytes, 31, &length), RANGEKIT_OK);
    assert_status(rangekit_advertisement_encode(0, uuid128, 4, data, 1, bytes, 31, &length),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_advertisement_encode(2, uuid16, 2, data, 1, bytes, 31, &length),
                  RANGEKIT_ERROR_UNKNOWN_OPTION);
    assert_status(rangekit_advertisement_encode(0, NULL, 2, data, 1, bytes, 31, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_advertisement_encode(0, uuid16, 2, data, SIZE_MAX, bytes, 31, &length),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void a_scan_picks_its_device(void **state) {
    (void)state;
    uint8_t identity[16] = {1, 2, 3}, hint[4], other_hint[4], bytes[64];
    rangekit_token token = {.struct_size = sizeof token};
    size_t length;
    assert_status(rangekit_token_make_peer(&token, identity, 16), RANGEKIT_OK);
    assert_status(rangekit_device_hint(&token, hint, 4, &length), RANGEKIT_OK);
    token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    assert_status(rangekit_device_hint(&token, other_hint, 4, &length), RANGEKIT_OK);
    assert_memory_equal(hint, other_hint, 4);
    /* FNV-1a, computed apart: kind 0, four zero bytes, the identity. */
    uint32_t expected = 0x811C9DC5;
    for (int i = 0; i < 21; i += 1) expected = (expected ^ (i < 5 ? 0 : identity[i - 5])) * 0x01000193u;
    for (int i = 0; i < 4; i += 1) assert_int_equal(hint[i], (uint8_t)(expected >> 8 * i));
    token.identity[15] = 1;
    assert_status(rangekit_device_hint(&token, other_hint, 4, &length), RANGEKIT_OK);
    assert_memory_not_equal(hint, other_hint, 4);
    token.kind = 9;
    assert_status(rangekit_device_hint(&token, other_hint, 4, &length), RANGEKIT_ERROR_INVALID_VALUE);
    /* A name, another service's data, ours, and padding. */
    size_t size = 0;
    memcpy(bytes, "\x03\x09RK\x04\x16\x0F\x18\x64", 9);
    size = 9;
    assert_status(rangekit_advertisement_encode(0, uuid16, 2, hint, 4, bytes + size, 31, &length), RANGEKIT_OK);
    size += length;
    memset(bytes + size, 0, 5);
    int32_t matches = 9;
    assert_status(rangekit_advertisement_matches(bytes, size + 5, uuid16, 2, hint, 4, &matches), RANGEKIT_OK);
    assert_int_equal(matches, 1);
    assert_status(rangekit_advertisement_matches(bytes, size + 5, uuid16, 2, hint, 2, &matches), RANGEKIT_OK);
    assert_int_equal(matches, 1);
    hint[3] ^= 1;
    assert_status(rangekit_advertisement_matches(bytes, size, uuid16, 2, hint, 4, &matches), RANGEKIT_OK);
    assert_int_equal(matches, 0);
    hint[3] ^= 1;
    uint8_t longer[5] = {0};
    memcpy(longer, hint, 4);
    assert_status(rangekit_advertisement_matches(bytes, size, uuid16, 2, longer, 5, &matches), RANGEKIT_OK);
    assert_int_equal(matches, 0);
    assert_status(rangekit_advertisement_matches(bytes, size, uuid128, 16, hint, 4, &matches), RANGEKIT_OK);
    assert_int_equal(matches, 0);
    assert_status(rangekit_advertisement_matches(bytes, size - 1, uuid16, 2, hint, 4, &matches),
                  RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE);
    size_t offset;
    assert_status(rangekit_advertisement_find(bytes, size, uuid128, 16, &offset, &length, NULL),
                  RANGEKIT_ERROR_NO_SERVICE_DATA);
    uint8_t large[256] = {0};
    assert_status(rangekit_advertisement_find(large, 256, uuid16, 2, &offset, &length, NULL),
                  RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG);
    assert_status(rangekit_advertisement_find(large, 255, uuid16, 3, &offset, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    /* A service-data structure too short for its UUID is none of ours. */
    assert_status(rangekit_advertisement_find((const uint8_t *)"\x02\x16\x9A", 3, uuid16, 2, &offset, &length, NULL),
                  RANGEKIT_ERROR_NO_SERVICE_DATA);
}

static void every_truncation_and_bit_flip_has_a_status(void **state) {
    (void)state;
    static const char *messages[] = {
        "990104025569640472b6b7140e0252616e67654b69743a546f6b656eabcd500000", "d40e0372616e67656b69743a746f6b656e000102",
        "c20100000002540102"};
    for (size_t i = 0; i < 3; i += 1) {
        uint8_t bytes[64], changed[64];
        size_t size = bytes_from_hex(messages[i], strlen(messages[i]), bytes, sizeof bytes), offset, length;
        for (size_t bit = 0; bit < 8 * size; bit += 1) {
            memcpy(changed, bytes, size);
            changed[bit / 8] ^= (uint8_t)(1u << bit % 8);
            rangekit_status status = rangekit_ndef_find_token(guarded_copy(0, changed, size), size, &offset, &length,
                                                              NULL);
            assert_string_not_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
            assert_true(offset + length <= size);
            status = rangekit_advertisement_find(guarded_copy(0, changed, size), size, uuid16, 2, &offset, &length,
                                                 NULL);
            assert_string_not_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
            assert_true(offset + length <= size);
        }
        for (size_t cut = 0; cut < size; cut += 1) {
            rangekit_status status = rangekit_ndef_find_token(guarded_copy(0, bytes, cut), cut, &offset, &length, NULL);
            assert_true(status == RANGEKIT_ERROR_TRUNCATED || status == RANGEKIT_ERROR_NDEF_MESSAGE_END);
        }
    }
}

static void random_bytes_have_a_status(void **state) {
    (void)state;
    struct random_source source = {41};
    for (int i = 0; i < 300000; i += 1) {
        uint8_t bytes[40];
        size_t size = random_below(&source, 40), offset, length;
        for (size_t j = 0; j < size; j += 1) {
            bytes[j] = (uint8_t)(random_below(&source, 2) ? random_below(&source, 8) : random_next(&source));
        }
        const uint8_t *copy = guarded_copy(0, bytes, size);
        (void)rangekit_ndef_find_token(copy, size, &offset, &length, NULL);
        assert_true(offset + length <= size);
        if (rangekit_advertisement_find(copy, size, uuid16, 2, &offset, &length, NULL) == RANGEKIT_OK) {
            assert_true(offset >= 4 && offset + length <= size);
            assert_memory_equal(bytes + offset - 2, uuid16, 2);
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(records_have_the_bytes_of_the_format),
    cmocka_unit_test(messages_of_several_records_are_read),
    cmocka_unit_test(what_is_no_message_has_a_name),
    cmocka_unit_test(advertisements_have_the_bytes_of_the_format),
    cmocka_unit_test(a_scan_picks_its_device),
    cmocka_unit_test(every_truncation_and_bit_flip_has_a_status),
    cmocka_unit_test(random_bytes_have_a_status),
};

TEST_GROUP(transport_tests, tests);
