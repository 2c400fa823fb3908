/* Tokens as bytes: round trips, and what every truncation, every single-byte change and random damage
 * give. The answer must agree with an independent reading of the format, an accepted token must encode
 * to the same bytes again, and a refusal must say where and in which field.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cbor_model.h"
#include "token_samples.h"

static size_t encode(const rangekit_token *token, uint8_t *out) {
    size_t length = 0;
    assert_status(rangekit_token_encode(token, out, RANGEKIT_TOKEN_MAX_SIZE, &length, NULL), RANGEKIT_OK);
    return length;
}

static void tokens_survive_a_round_trip(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        rangekit_token token = sample_token(i), *decoded = guarded(1, sizeof token);
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE], again[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length = encode(&token, bytes);
        assert_true(model_is_token(bytes, length));
        memset(decoded, 0, sizeof *decoded);
        decoded->struct_size = sizeof *decoded;
        rangekit_diagnostic diagnostic;
        memset(&diagnostic, 0xA5, sizeof diagnostic);
        diagnostic.struct_size = sizeof diagnostic;
        assert_status(rangekit_token_decode(guarded_copy(0, bytes, length), length, decoded, &diagnostic), RANGEKIT_OK);
        assert_int_equal(diagnostic.fields, 0);
        assert_int_equal(diagnostic.status, RANGEKIT_OK);
        assert_memory_equal(decoded, &token, sizeof token);
        assert_int_equal(encode(decoded, again), length);
        assert_memory_equal(again, bytes, length);
    }
}

/* Random values of the fields that are about the session. */
static void add_session(struct random_source *source, rangekit_token *token) {
    if (random_below(source, 2)) {
        token->fields |= RANGEKIT_TOKEN_HAS_EXPIRY;
        token->expires_utc_s = (uint32_t)(random_next(source) >> random_below(source, 60));
    }
    if (random_below(source, 2)) {
        token->fields |= RANGEKIT_TOKEN_HAS_NONCE;
        token->nonce_length = (uint32_t)(8 + random_below(source, 57));
        for (uint32_t i = 0; i < token->nonce_length; i += 1) token->nonce[i] = (uint8_t)random_next(source);
    }
    if (random_below(source, 2)) {
        token->fields |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
        token->technologies_count = (uint32_t)random_below(source, 9);
        uint16_t next = (uint16_t)(random_below(source, 2) ? 6 : 1000);
        for (uint32_t i = 0; i < token->technologies_count; i += 1) {
            token->technologies[i] =
                (rangekit_token_technology){next, (uint8_t)random_next(source), (uint8_t)random_next(source),
                                            (uint32_t)(random_next(source) >> random_below(source, 60))};
            next = (uint16_t)(next + 1 + random_below(source, 300));
        }
    }
    if (random_below(source, 2)) {
        token->fields |= RANGEKIT_TOKEN_HAS_VENDOR_DATA;
        token->vendor_id = (uint32_t)(random_next(source) >> random_below(source, 60));
        token->vendor_data_length = (uint32_t)random_below(source, 129);
        for (uint32_t i = 0; i < token->vendor_data_length; i += 1) token->vendor_data[i] = (uint8_t)random_next(source);
    }
}

static void random_tokens_survive_a_round_trip(void **state) {
    (void)state;
    struct random_source source = {6};
    for (int i = 0; i < 20000; i += 1) {
        uint8_t identity[RANGEKIT_TOKEN_IDENTITY_MAX_SIZE], bytes[RANGEKIT_TOKEN_MAX_SIZE];
        for (size_t j = 0; j < sizeof identity; j += 1) identity[j] = (uint8_t)random_next(&source);
        rangekit_token token = {.struct_size = sizeof token};
        switch (random_below(&source, 3)) {
        case 0: assert_status(rangekit_token_make_peer(&token, identity, 16), RANGEKIT_OK); break;
        case 1:
            assert_status(rangekit_token_make_accessory(&token, identity, random_below(&source, 2) ? 2 : 8),
                          RANGEKIT_OK);
            break;
        default:
            token.foreign_format = (uint32_t)(random_next(&source) >> random_below(&source, 60));
            assert_status(rangekit_token_make_opaque(&token, token.foreign_format, identity,
                                                     1 + random_below(&source, 512)),
                          RANGEKIT_OK);
        }
        if (random_below(&source, 2)) {
            token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
            token.capabilities = (uint32_t)(random_next(&source) >> random_below(&source, 60));
        }
        if (random_below(&source, 2)) {
            token.fields |= RANGEKIT_TOKEN_HAS_GENERATION;
            token.generation = (uint32_t)random_below(&source, 256);
        }
        add_session(&source, &token);
        size_t length = encode(&token, bytes);
        if (!model_is_token(bytes, length)) fail_text("not a token: %s", hex_from_bytes(bytes, length));
        rangekit_token decoded;
        memset(&decoded, 0, sizeof decoded);
        decoded.struct_size = sizeof decoded;
        assert_status(rangekit_token_decode(bytes, length, &decoded, NULL), RANGEKIT_OK);
        assert_memory_equal(&decoded, &token, sizeof token);
    }
}

/* ---- Damage ---- */

static size_t accepted_count, refused_count;

static void check_bytes(const uint8_t *bytes, size_t size) {
    static rangekit_token decoded, before;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&decoded, 0xA5, sizeof decoded);
    decoded.struct_size = sizeof decoded;
    before = decoded;
    rangekit_status status = rangekit_token_decode(guarded_copy(0, bytes, size), size, &decoded, &diagnostic);
    if ((status == RANGEKIT_OK) != model_is_token(bytes, size)) {
        fail_text("%s\n  the library says %s, the independent reading says %s", hex_from_bytes(bytes, size),
                  rangekit_status_name(status), model_is_token(bytes, size) ? "valid" : "not valid");
    }
    if (status == RANGEKIT_OK) {
        accepted_count += 1;
        uint8_t again[RANGEKIT_TOKEN_MAX_SIZE];
        assert_status(rangekit_token_validate(&decoded, NULL), RANGEKIT_OK);
        if (encode(&decoded, again) != size || memcmp(again, bytes, size) != 0) {
            fail_text("%s\n  is encoded again as\n%s", hex_from_bytes(bytes, size), hex_from_bytes(again, size));
        }
        return;
    }
    refused_count += 1;
    assert_memory_equal(&decoded, &before, sizeof decoded);
    uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
    int is_bytes_error = (status <= RANGEKIT_ERROR_TRUNCATED && status >= RANGEKIT_ERROR_TOO_LARGE) ||
                         status == RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION;
    if (!is_bytes_error || diagnostic.status != status || (diagnostic.fields & wanted) != wanted ||
        diagnostic.byte_offset > size || diagnostic.field < RANGEKIT_FIELD_TOKEN ||
        diagnostic.field > RANGEKIT_FIELD_TOKEN_VENDOR_DATA) {
        fail_text("%s\n  %s, diagnostic: status %d, fields %x, byte %llu, field %x", hex_from_bytes(bytes, size),
                  rangekit_status_name(status), (int)diagnostic.status, (unsigned)diagnostic.fields,
                  (unsigned long long)diagnostic.byte_offset, (unsigned)diagnostic.field);
    }
}

static void print_counts(const char *what) {
    print_message("%s: %zu refused, %zu still valid\n", what, refused_count, accepted_count);
    accepted_count = refused_count = 0;
}

static void every_truncation_is_refused_by_name(void **state) {
    (void)state;
    for (int i = 0; i <= SAMPLE_COUNT; i += 1) {
        rangekit_token token = i < SAMPLE_COUNT ? sample_token(i) : sample_largest_token();
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length = encode(&token, bytes);
        for (size_t size = 0; size < length; size += 1) {
            check_bytes(bytes, size);
            rangekit_token decoded = {.struct_size = sizeof decoded};
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            rangekit_status status = rangekit_token_decode(bytes, size, &decoded, &diagnostic);
            /* A map's count may already be too large for what is left. */
            assert_true(status == RANGEKIT_ERROR_TRUNCATED || status == RANGEKIT_ERROR_COUNT_TOO_LARGE);
            if (status == RANGEKIT_ERROR_TRUNCATED) {
                assert_int_equal(diagnostic.found, size);
                assert_in_range(diagnostic.expected, size + 1, length);
            }
        }
    }
    assert_int_equal(accepted_count, 0);
    print_counts("truncations");
}

static void every_single_byte_change_is_refused_by_name_or_valid(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        rangekit_token token = sample_token(i);
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length = encode(&token, bytes);
        for (size_t at = 0; at < length; at += 1) {
            uint8_t original = bytes[at];
            for (int value = 0; value < 256; value += 1) {
                bytes[at] = (uint8_t)value;
                check_bytes(bytes, length);
            }
            bytes[at] = original;
        }
    }
    print_counts("single-byte changes");
}

static void insertions_and_deletions_are_refused_by_name_or_valid(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        rangekit_token token = sample_token(i);
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE], changed[RANGEKIT_TOKEN_MAX_SIZE + 1];
        size_t length = encode(&token, bytes);
        for (size_t at = 0; at <= length; at += 1) {
            for (int value = 0; value < 256; value += 1) {
                memcpy(changed, bytes, at);
                changed[at] = (uint8_t)value;
                memcpy(changed + at + 1, bytes + at, length - at);
                check_bytes(changed, length + 1);
            }
            if (at == length) continue;
            memcpy(changed, bytes, at);
            memcpy(changed + at, bytes + at + 1, length - at - 1);
            check_bytes(changed, length - 1);
        }
    }
    print_counts("insertions and deletions");
}

static void random_damage_is_refused_by_name_or_valid(void **state) {
    (void)state;
    struct random_source source = {7};
    for (int i = 0; i < 200000; i += 1) {
        rangekit_token token = sample_token((int)random_below(&source, SAMPLE_COUNT));
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length = encode(&token, bytes);
        for (uint64_t changes = 1 + random_below(&source, 4); changes > 0; changes -= 1) {
            bytes[random_below(&source, length)] = (uint8_t)random_next(&source);
        }
        check_bytes(bytes, length - random_below(&source, 3));
    }
    print_counts("random damage");
}

/* Plausible heads behind a good beginning reach further into the decoder than damage does. */
static void random_extensions_are_refused_by_name_or_valid(void **state) {
    (void)state;
    static const uint8_t heads[] = {0x00, 0x01, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x17, 0x18, 0x19, 0x20, 0x37, 0x40, 0x41, 0x42,
                                    0x60, 0x61, 0x62, 0x78, 0x80, 0x81, 0x82, 0xA0, 0xA1, 0xA2, 0xF4, 0xF6, 0xF9, 0xFA,
                                    0xFB, 0xC1, 0x5F, 0xFF, 0x1C, 0xF8, 0x3E, 0x7E};
    struct random_source source = {8};
    for (int i = 0; i < 400000; i += 1) {
        uint8_t bytes[64] = {0xA3, 0x00, 0x01, 0x01, 0x00, 0x02, 0x50};
        size_t entries = random_below(&source, 5), size = 23 + random_below(&source, 1 + 5 * entries);
        bytes[0] = (uint8_t)(0xA3 + entries);
        for (size_t j = 23; j < size; j += 1) bytes[j] = heads[random_below(&source, sizeof heads)];
        if (random_below(&source, 2)) bytes[23] = (uint8_t)(0x06 + random_below(&source, 5));
        check_bytes(bytes, size);
    }
    print_counts("random extensions");
}

static void any_alignment_of_the_bytes_is_fine(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_EXTENDED);
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE], area[RANGEKIT_TOKEN_MAX_SIZE + 16];
    size_t length = encode(&token, bytes), written;
    for (size_t shift = 0; shift < 16; shift += 1) {
        rangekit_token decoded;
        memset(&decoded, 0, sizeof decoded);
        decoded.struct_size = sizeof decoded;
        assert_status(rangekit_token_encode(&token, area + shift, length, &written, NULL), RANGEKIT_OK);
        assert_memory_equal(area + shift, bytes, length);
        assert_status(rangekit_token_decode(area + shift, length, &decoded, NULL), RANGEKIT_OK);
        assert_memory_equal(&decoded, &token, sizeof token);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(tokens_survive_a_round_trip),
    cmocka_unit_test(random_tokens_survive_a_round_trip),
    cmocka_unit_test(every_truncation_is_refused_by_name),
    cmocka_unit_test(every_single_byte_change_is_refused_by_name_or_valid),
    cmocka_unit_test(insertions_and_deletions_are_refused_by_name_or_valid),
    cmocka_unit_test(random_damage_is_refused_by_name_or_valid),
    cmocka_unit_test(random_extensions_are_refused_by_name_or_valid),
    cmocka_unit_test(any_alignment_of_the_bytes_is_fine),
};

TEST_GROUP(token_bytes_tests, tests);
