/* The token format, byte for byte: encodings put together by hand from rangekit.cddl and RFC 8949, and
 * what is wrong with others, where, and what would be right.
 *
 * SPDX-License-Identifier: MIT
 */
#include "format_cases.h"
#include "token_samples.h"

/* 23 bytes: {0: 1, 1: 0, 2: h'16 bytes'}, with what is around the identity free. */
#define ID "50000102030405060708090a0b0c0d0e0f"
#define ID15 "4f000102030405060708090a0b0c0d0e"

static void golden_encodings(void **state) {
    (void)state;
    static const char *const golden[SAMPLE_COUNT] = {
        [SAMPLE_PEER] = "a5000101000250102132435465768798a9bacbdcedfe0f04110502",
        [SAMPLE_PEER_BARE] = "a3000101000250102132435465768798a9bacbdcedfe0f",
        [SAMPLE_ACCESSORY_SHORT] = "a30001010102421021",
        [SAMPLE_ACCESSORY_LONG] = "a400010101024810213243546576870503",
        [SAMPLE_OPAQUE] = ("a5000101020258"
                           "28c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
                           "03020411"),
        [SAMPLE_EXTENDED] = ("aa000101000250102132435465768798a9bacbdcedfe0f04110502"
                             "0a1901001818a20182f6f50243dead0020f93e00617a62c3a98080"),
        [SAMPLE_SESSION] = ("a8000101000250102132435465768798a9bacbdcedfe0f041851"
                            "061a6b49d200" "07480123456789abcdef"
                            "08a30183020018420383060305048301000009821859" "43cafe01"),
    };
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        rangekit_token token = sample_token(i);
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length;
        assert_status(rangekit_token_encode(&token, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
        assert_string_equal(hex_from_bytes(bytes, length), golden[i]);
    }
}

#define T(part) RANGEKIT_FIELD_TOKEN##part

static const struct format_case cases[] = {
    /* The map itself. */
    {"", RANGEKIT_ERROR_TRUNCATED, T(), 0, 1, 0},
    {"01", RANGEKIT_ERROR_WRONG_TYPE, T(), 0, 5, 0},
    {"83000102", RANGEKIT_ERROR_WRONG_TYPE, T(), 0, 5, 4},
    {"f6", RANGEKIT_ERROR_WRONG_TYPE, T(), 0, 5, 7},
    {"bf0001ff", RANGEKIT_ERROR_INDEFINITE_LENGTH, T(), 0, -1, -1},
    {"b8030001010002" ID, RANGEKIT_ERROR_NOT_SHORTEST, T(), 0, 1, 2},
    {"b900030001010002" ID, RANGEKIT_ERROR_NOT_SHORTEST, T(), 0, 1, 3},
    {"ba000000030001010002" ID, RANGEKIT_ERROR_NOT_SHORTEST, T(), 0, 1, 5},
    {"bb00000000000000030001010002" ID, RANGEKIT_ERROR_NOT_SHORTEST, T(), 0, 1, 9},
    {"a3", RANGEKIT_ERROR_COUNT_TOO_LARGE, T(), 0, 0, 3},
    {"bbffffffffffffffff0001", RANGEKIT_ERROR_COUNT_TOO_LARGE, T(), 0, 1, -1},
    {"ba100000000001", RANGEKIT_ERROR_COUNT_TOO_LARGE, T(), 0, 1, 0x10000000},
    {"bc", RANGEKIT_ERROR_MALFORMED, T(), 0, -1, -1},
    {"b9", RANGEKIT_ERROR_TRUNCATED, T(), 0, 3, 1},
    {"c1a30001010002" ID, RANGEKIT_ERROR_TAG_REFUSED, T(), 0, -1, 1},
    {"d184a0", RANGEKIT_ERROR_TAG_REFUSED, T(), 0, -1, 17},
    {"d9d9f7a0", RANGEKIT_ERROR_TAG_REFUSED, T(), 0, -1, 55799},
    {"a30001010002" ID "00", RANGEKIT_ERROR_TRAILING_BYTES, T(), 23, 23, 24},
    {"a30001010002" ID "a0ffff", RANGEKIT_ERROR_TRAILING_BYTES, T(), 23, 23, 26},
    /* Keys. */
    {"a3010000010002" ID, RANGEKIT_ERROR_KEY_ORDER, T(), 3, -1, -1},
    {"a40001000101000000", RANGEKIT_ERROR_DUPLICATE_KEY, T(), 3, -1, -1},
    {"a20001180100", RANGEKIT_ERROR_NOT_SHORTEST, T(), 3, 1, 2},
    {"a40001010002" ID "0a00", RANGEKIT_OK, 0, 0, 0, 0},
    {"a50001010002" ID "0b000a00", RANGEKIT_ERROR_KEY_ORDER, T(), 25, -1, -1},
    {"a50001010002" ID "0a000a00", RANGEKIT_ERROR_DUPLICATE_KEY, T(), 25, -1, -1},
    {"a50001010002" ID "20000a00", RANGEKIT_ERROR_KEY_ORDER, T(), 25, -1, -1},
    /* Values. */
    {"a0", RANGEKIT_ERROR_MISSING_FIELD, T(_VERSION), -1, -1, -1},
    {"a2010002" ID, RANGEKIT_ERROR_MISSING_FIELD, T(_VERSION), -1, -1, -1},
    {"a2000102" ID, RANGEKIT_ERROR_MISSING_FIELD, T(_KIND), -1, -1, -1},
    {"a200010100", RANGEKIT_ERROR_MISSING_FIELD, T(_IDENTITY), -1, -1, -1},
    {"a30002010002" ID, RANGEKIT_ERROR_UNKNOWN_VERSION, T(_VERSION), 2, 1, 2},
    {"a30000010002" ID, RANGEKIT_ERROR_UNKNOWN_VERSION, T(_VERSION), 2, 1, 0},
    {"a3001bffffffffffffffff010002" ID, RANGEKIT_ERROR_UNKNOWN_VERSION, T(_VERSION), 2, 1, -1},
    {"a30041000100" ID, RANGEKIT_ERROR_WRONG_TYPE, T(_VERSION), 2, 0, 2},
    {"a30001010302" ID, RANGEKIT_ERROR_INVALID_VALUE, T(_KIND), 4, 2, 3},
    {"a30001012002" ID, RANGEKIT_ERROR_WRONG_TYPE, T(_KIND), 4, 0, 1},
    {"a3000101000270000102030405060708090a0b0c0d0e0f", RANGEKIT_ERROR_WRONG_TYPE, T(_IDENTITY), 6, 2, 3},
    {"a30001010002" ID15, RANGEKIT_ERROR_WRONG_LENGTH, T(_IDENTITY), 6, 16, 15},
    {"a30001010102" ID15, RANGEKIT_ERROR_WRONG_LENGTH, T(_IDENTITY), 6, -1, 15},
    {"a3000101010240", RANGEKIT_ERROR_WRONG_LENGTH, T(_IDENTITY), 6, -1, 0},
    {"a4000101020240" "0301", RANGEKIT_ERROR_WRONG_LENGTH, T(_IDENTITY), 6, 1, 0},
    {"a30001010002" "5f" "41004100ff", RANGEKIT_ERROR_INDEFINITE_LENGTH, T(_IDENTITY), 6, -1, -1},
    {"a30001010002" "50000102", RANGEKIT_ERROR_TRUNCATED, T(_IDENTITY), 6, 23, 10},
    {"a30001010002" "5bffffffffffffffff", RANGEKIT_ERROR_TRUNCATED, T(_IDENTITY), 6, -1, 15},
    {"a30001010002" "5b7fffffffffffffff", RANGEKIT_ERROR_TRUNCATED, T(_IDENTITY), 6, -1, 15},
    {"a30001010202" "4100", RANGEKIT_ERROR_MISSING_FIELD, T(_FOREIGN_FORMAT), -1, -1, -1},
    {"a40001010002" ID "0301", RANGEKIT_ERROR_FIELD_NOT_ALLOWED, T(_FOREIGN_FORMAT), -1, -1, -1},
    {"a40001010202" "4100" "031b0000000100000000", RANGEKIT_ERROR_INVALID_VALUE, T(_FOREIGN_FORMAT), 9, 0xFFFFFFFF,
     0x100000000},
    {"a40001010002" ID "041b0000000100000000", RANGEKIT_ERROR_INVALID_VALUE, T(_CAPABILITIES), 24, 0xFFFFFFFF,
     0x100000000},
    {"a40001010002" ID "0420", RANGEKIT_ERROR_WRONG_TYPE, T(_CAPABILITIES), 24, 0, 1},
    {"a40001010002" ID "04fb3ff0000000000000", RANGEKIT_ERROR_NOT_SHORTEST, T(_CAPABILITIES), 24, -1, -1},
    {"a40001010002" ID "04f93c00", RANGEKIT_ERROR_WRONG_TYPE, T(_CAPABILITIES), 24, 0, 7},
    {"a40001010002" ID "05190100", RANGEKIT_ERROR_INVALID_VALUE, T(_GENERATION), 24, 255, 256},
    {"a40001010002" ID "05f5", RANGEKIT_ERROR_WRONG_TYPE, T(_GENERATION), 24, 0, 7},
    /* Session, technologies, vendor data. */
    {"a40001010002" ID "0600", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "061b0000000100000000", RANGEKIT_ERROR_INVALID_VALUE, T(_EXPIRY), 24, 0xFFFFFFFF, 0x100000000},
    {"a40001010002" ID "0640", RANGEKIT_ERROR_WRONG_TYPE, T(_EXPIRY), 24, 0, 2},
    {"a40001010002" ID "07481122334455667788", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "074711223344556677", RANGEKIT_ERROR_WRONG_LENGTH, T(_NONCE), 24, 8, 7},
    {"a40001010002" ID "0700", RANGEKIT_ERROR_WRONG_TYPE, T(_NONCE), 24, 2, 0},
    {"a40001010002" ID "08a0", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "0880", RANGEKIT_ERROR_WRONG_TYPE, T(_TECHNOLOGIES), 24, 5, 4},
    {"a40001010002" ID "08a10183010000", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "08a101820100", RANGEKIT_ERROR_WRONG_LENGTH, T(_TECHNOLOGIES), 26, 3, 2},
    {"a40001010002" ID "08a1018401000000", RANGEKIT_ERROR_WRONG_LENGTH, T(_TECHNOLOGIES), 26, 3, 4},
    {"a40001010002" ID "08a1018319010000" "00", RANGEKIT_ERROR_INVALID_VALUE, T(_TECHNOLOGIES), 27, 255, 256},
    {"a40001010002" ID "08a1018301190100" "00", RANGEKIT_ERROR_INVALID_VALUE, T(_TECHNOLOGIES), 28, 255, 256},
    {"a40001010002" ID "08a101830100" "1b0000000100000000", RANGEKIT_ERROR_INVALID_VALUE, T(_TECHNOLOGIES), 29,
     0xFFFFFFFF, 0x100000000},
    {"a40001010002" ID "08a1" "1a00010000" "83010000", RANGEKIT_ERROR_INVALID_VALUE, T(_TECHNOLOGIES), 25, 0xFFFF,
     0x10000},
    {"a40001010002" ID "08a12083010000", RANGEKIT_ERROR_WRONG_TYPE, T(_TECHNOLOGIES), 25, 0, 1},
    {"a40001010002" ID "08a202830100000183010000", RANGEKIT_ERROR_KEY_ORDER, T(_TECHNOLOGIES), 30, -1, -1},
    {"a40001010002" ID "08a201830100000183010000", RANGEKIT_ERROR_DUPLICATE_KEY, T(_TECHNOLOGIES), 30, -1, -1},
    {"a50001010002" ID "0401" "08a10383060000", RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION, T(_TECHNOLOGIES), 26, -1, -1},
    {"a50001010002" ID "041841" "08a10383060000", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "08a10383060000", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "09820040", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "098100", RANGEKIT_ERROR_WRONG_LENGTH, T(_VENDOR_DATA), 24, 2, 1},
    {"a40001010002" ID "09824040", RANGEKIT_ERROR_WRONG_TYPE, T(_VENDOR_DATA), 25, 0, 2},
    {"a40001010002" ID "09820000", RANGEKIT_ERROR_WRONG_TYPE, T(_VENDOR_DATA), 26, 2, 0},
    /* Unknown keys. */
    {"a40001010002" ID "0a61ff", RANGEKIT_ERROR_INVALID_UTF8, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0a62c080", RANGEKIT_ERROR_INVALID_UTF8, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0a63eda080", RANGEKIT_ERROR_INVALID_UTF8, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0a64f4908080", RANGEKIT_ERROR_INVALID_UTF8, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0af0", RANGEKIT_ERROR_SIMPLE_REFUSED, T(_EXTENSIONS), 24, -1, 16},
    {"a40001010002" ID "0af820", RANGEKIT_ERROR_SIMPLE_REFUSED, T(_EXTENSIONS), 24, -1, 32},
    {"a40001010002" ID "0af818", RANGEKIT_ERROR_MALFORMED, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0aff", RANGEKIT_ERROR_MALFORMED, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0a9f00ff", RANGEKIT_ERROR_INDEFINITE_LENGTH, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0ac000", RANGEKIT_ERROR_TAG_REFUSED, T(_EXTENSIONS), 24, -1, 0},
    {"a40001010002" ID "0adbffffffffffffffff00", RANGEKIT_ERROR_TAG_REFUSED, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0a81818181818180", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "0a8181818181818180", RANGEKIT_ERROR_TOO_DEEP, T(_EXTENSIONS), 31, 8, 9},
    {"a40001010002" ID "0a81818181818181818100", RANGEKIT_ERROR_TOO_DEEP, T(_EXTENSIONS), 31, 8, 9},
    {"a40001010002" ID "0aa1008181818181818100", RANGEKIT_ERROR_TOO_DEEP, T(_EXTENSIONS), 32, 8, 9},
    {"a40001010002" ID "0aa201000000", RANGEKIT_ERROR_KEY_ORDER, T(_EXTENSIONS), 27, -1, -1},
    {"a40001010002" ID "0aa200000000", RANGEKIT_ERROR_DUPLICATE_KEY, T(_EXTENSIONS), 27, -1, -1},
    {"a40001010002" ID "0a9affffffff00", RANGEKIT_ERROR_COUNT_TOO_LARGE, T(_EXTENSIONS), 24, 1, 0xFFFFFFFF},
    {"a40001010002" ID "0aa200", RANGEKIT_ERROR_COUNT_TOO_LARGE, T(_EXTENSIONS), 24, 0, 2},
    {"a40001010002" ID "0afa3fc00000", RANGEKIT_ERROR_NOT_SHORTEST, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0af97e01", RANGEKIT_ERROR_NOT_SHORTEST, T(_EXTENSIONS), 24, -1, -1},
    {"a40001010002" ID "0af97e00", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "0afa47c35000", RANGEKIT_OK, 0, 0, 0, 0},
    {"a40001010002" ID "0a1817", RANGEKIT_ERROR_NOT_SHORTEST, T(_EXTENSIONS), 24, 1, 2},
    {"a40001010002" ID "0a3817", RANGEKIT_ERROR_NOT_SHORTEST, T(_EXTENSIONS), 24, 1, 2},
    {"a40001010002" ID "0a5800", RANGEKIT_ERROR_NOT_SHORTEST, T(_EXTENSIONS), 24, 1, 2},
};

static void refusals_say_what_where_and_what_would_be_right(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        uint8_t bytes[64];
        size_t size = bytes_from_hex(cases[i].hex, strlen(cases[i].hex), bytes, sizeof bytes);
        rangekit_token token = {.struct_size = sizeof token};
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status = rangekit_token_decode(guarded_copy(0, bytes, size), size, &token, &diagnostic);
        if (cases[i].status == RANGEKIT_OK) {
            if (status != RANGEKIT_OK) fail_text("%s gives %s", cases[i].hex, rangekit_status_name(status));
        } else {
            check_format_case(&cases[i], status, &diagnostic);
        }
    }
}

/* Capacities: 512 bytes of identity, 256 of extensions; one more is too large. */
static void capacities_end_where_stated(void **state) {
    (void)state;
    uint8_t bytes[1200];
    rangekit_token token = {.struct_size = sizeof token};
    for (size_t length = 511; length <= 513; length += 1) {
        size_t at = bytes_from_hex("a40001010202", 12, bytes, sizeof bytes);
        bytes[at++] = 0x59;
        bytes[at++] = (uint8_t)(length >> 8);
        bytes[at++] = (uint8_t)length;
        memset(bytes + at, 1, length);
        at += length;
        bytes[at++] = 0x03;
        bytes[at++] = 0x00;
        struct format_case expected = {"opaque identity", RANGEKIT_ERROR_TOO_LARGE, T(_IDENTITY), 6, 512,
                                       (int64_t)length};
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status = rangekit_token_decode(guarded_copy(0, bytes, at), at, &token, &diagnostic);
        if (length <= 512) assert_status(status, RANGEKIT_OK);
        else check_format_case(&expected, status, &diagnostic);
    }
    for (size_t length = 252; length <= 254; length += 1) { /* with key and head 3 bytes more */
        size_t at = bytes_from_hex("a40001010002" ID, strlen("a40001010002" ID), bytes, sizeof bytes);
        bytes[at++] = 0x0A;
        bytes[at++] = 0x58;
        bytes[at++] = (uint8_t)length;
        memset(bytes + at, 1, length);
        at += length;
        struct format_case expected = {"extensions", RANGEKIT_ERROR_TOO_LARGE, T(_EXTENSIONS), 23, 256,
                                       (int64_t)length + 3};
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status = rangekit_token_decode(guarded_copy(0, bytes, at), at, &token, &diagnostic);
        if (length <= 253) assert_status(status, RANGEKIT_OK);
        else check_format_case(&expected, status, &diagnostic);
    }
}

/* Extensions that a caller puts into a token obey the same rules as received ones. */
static const struct {
    const char *hex;
    uint32_t count;
    rangekit_status status;
} extension_cases[] = {
    {"0a00", 1, RANGEKIT_OK},
    {"0a00", 0, RANGEKIT_ERROR_TRAILING_BYTES},
    {"0a00", 2, RANGEKIT_ERROR_COUNT_TOO_LARGE},
    {"0a00", UINT32_MAX, RANGEKIT_ERROR_COUNT_TOO_LARGE},
    {"", 1, RANGEKIT_ERROR_COUNT_TOO_LARGE},
    {"0a000b", 1, RANGEKIT_ERROR_TRAILING_BYTES},
    {"0a000b02", 2, RANGEKIT_OK},
    {"0b000a00", 2, RANGEKIT_ERROR_KEY_ORDER},
    {"0a000a00", 2, RANGEKIT_ERROR_DUPLICATE_KEY},
    {"0900", 1, RANGEKIT_ERROR_FIELD_NOT_ALLOWED},
    {"0500", 1, RANGEKIT_ERROR_FIELD_NOT_ALLOWED}, /* a key of the format itself */
    {"0000", 1, RANGEKIT_ERROR_FIELD_NOT_ALLOWED},
    {"0a18", 1, RANGEKIT_ERROR_TRUNCATED},
    {"0a1800", 1, RANGEKIT_ERROR_NOT_SHORTEST},
    {"0a818181818181818100", 1, RANGEKIT_ERROR_TOO_DEEP},
    {"0ac100", 1, RANGEKIT_ERROR_TAG_REFUSED},
    {"0a61ff", 1, RANGEKIT_ERROR_INVALID_UTF8},
};

static void extensions_of_a_caller_are_checked(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(extension_cases); i += 1) {
        rangekit_token token = sample_token(SAMPLE_PEER);
        token.extensions_length = (uint32_t)bytes_from_hex(extension_cases[i].hex, strlen(extension_cases[i].hex),
                                                           token.extensions, sizeof token.extensions);
        token.extensions_count = extension_cases[i].count;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_token_validate(&token, &diagnostic), extension_cases[i].status);
        if (extension_cases[i].status == RANGEKIT_OK) continue;
        assert_int_equal(diagnostic.field, RANGEKIT_FIELD_TOKEN_EXTENSIONS);
        if ((diagnostic.fields & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET) != 0) {
            assert_in_range(diagnostic.byte_offset, 0, token.extensions_length);
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(golden_encodings),
    cmocka_unit_test(refusals_say_what_where_and_what_would_be_right),
    cmocka_unit_test(capacities_end_where_stated),
    cmocka_unit_test(extensions_of_a_caller_are_checked),
};

TEST_GROUP(token_format_tests, tests);
