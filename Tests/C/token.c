/* Tokens in memory: making, validating, comparing, "Bytes out".
 *
 * SPDX-License-Identifier: MIT
 */
#include "token_samples.h"

static void made_tokens_hold_what_was_given(void **state) {
    (void)state;
    uint8_t bytes[RANGEKIT_TOKEN_IDENTITY_MAX_SIZE];
    for (size_t i = 0; i < sizeof bytes; i += 1) bytes[i] = (uint8_t)(i * 7 + 1);
    rangekit_token token = {.struct_size = sizeof token};

    assert_status(rangekit_token_make_peer(&token, guarded_copy(0, bytes, 16), 16), RANGEKIT_OK);
    assert_int_equal(token.kind, RANGEKIT_TOKEN_KIND_PEER);
    assert_int_equal(token.fields, 0);
    assert_int_equal(token.identity_length, 16);
    assert_int_equal(token.extensions_length, 0);
    assert_int_equal(token.extensions_count, 0);
    assert_memory_equal(token.identity, bytes, 16);

    static const size_t address_lengths[] = {2, 8};
    for (size_t i = 0; i < 2; i += 1) {
        size_t length = address_lengths[i];
        assert_status(rangekit_token_make_accessory(&token, guarded_copy(0, bytes, length), length), RANGEKIT_OK);
        assert_int_equal(token.kind, RANGEKIT_TOKEN_KIND_ACCESSORY);
        assert_int_equal(token.identity_length, length);
        assert_memory_equal(token.identity, bytes, length);
        assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_OK);
    }

    static const size_t opaque_lengths[] = {1, 2, 23, 24, 255, 256, 511, 512};
    for (size_t i = 0; i < COUNT_OF(opaque_lengths); i += 1) {
        size_t length = opaque_lengths[i];
        assert_status(rangekit_token_make_opaque(&token, 0x8001, guarded_copy(0, bytes, length), length), RANGEKIT_OK);
        assert_int_equal(token.kind, RANGEKIT_TOKEN_KIND_OPAQUE);
        assert_int_equal(token.fields, RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT);
        assert_int_equal(token.foreign_format, 0x8001);
        assert_int_equal(token.identity_length, length);
        assert_memory_equal(token.identity, bytes, length);
        assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_OK);
    }
}

static void making_forgets_what_the_struct_held(void **state) {
    (void)state;
    rangekit_token token;
    memset(&token, 0xA5, sizeof token);
    token.struct_size = sizeof token;
    uint8_t identity[16] = {1};
    assert_status(rangekit_token_make_peer(&token, identity, 16), RANGEKIT_OK);
    assert_int_equal(token.fields, 0);
    assert_int_equal(token.extensions_length, 0);
    assert_int_equal(token.extensions_count, 0);
    assert_int_equal(token.reserved, 0);
    assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_OK);
}

static void identities_of_a_wrong_length_are_refused(void **state) {
    (void)state;
    static const uint8_t bytes[600];
    rangekit_token token = {.struct_size = sizeof token}, before = token;
    for (size_t length = 0; length <= 600; length += 1) {
        if (length != 16) {
            assert_status(rangekit_token_make_peer(&token, bytes, length), RANGEKIT_ERROR_WRONG_LENGTH);
        }
        if (length != 2 && length != 8) {
            assert_status(rangekit_token_make_accessory(&token, bytes, length), RANGEKIT_ERROR_WRONG_LENGTH);
        }
    }
    assert_status(rangekit_token_make_opaque(&token, 1, bytes, 0), RANGEKIT_ERROR_WRONG_LENGTH);
    assert_status(rangekit_token_make_opaque(&token, 1, bytes, 513), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_token_make_opaque(&token, 1, bytes, 600), RANGEKIT_ERROR_TOO_LARGE);
    /* No object is this large; the bytes are not touched. */
    static const size_t impossible[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2};
    for (size_t i = 0; i < COUNT_OF(impossible); i += 1) {
        assert_true(rangekit_token_make_peer(&token, bytes, impossible[i]) < 0);
        assert_true(rangekit_token_make_accessory(&token, bytes, impossible[i]) < 0);
        assert_true(rangekit_token_make_opaque(&token, 1, bytes, impossible[i]) < 0);
        assert_true(rangekit_token_decode(bytes, impossible[i], &token, NULL) < 0);
    }
    assert_memory_equal(&token, &before, sizeof token);
}

static void an_empty_default_token_does_not_validate(void **state) {
    (void)state;
    rangekit_token token = {.struct_size = 0};
    assert_status(rangekit_token_default(&token), RANGEKIT_OK);
    assert_int_equal(token.kind, RANGEKIT_TOKEN_KIND_PEER);
    assert_int_equal(token.fields, 0);
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    assert_status(rangekit_token_validate(&token, &diagnostic), RANGEKIT_ERROR_WRONG_LENGTH);
    assert_int_equal(diagnostic.status, RANGEKIT_ERROR_WRONG_LENGTH);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_TOKEN_IDENTITY);
    assert_int_equal(diagnostic.expected, 16);
    assert_int_equal(diagnostic.found, 0);
}

/* ---- Validation: one thing wrong at a time ---- */

static void check_refused(const rangekit_token *token, rangekit_status expected, int32_t field) {
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    assert_status(rangekit_token_validate(token, &diagnostic), expected);
    assert_int_equal(diagnostic.status, expected);
    assert_true((diagnostic.fields & RANGEKIT_DIAGNOSTIC_HAS_FIELD) != 0);
    assert_int_equal(diagnostic.field, field);
    uint8_t out[RANGEKIT_TOKEN_MAX_SIZE];
    memset(out, 0xA5, sizeof out);
    size_t length = 99;
    assert_status(rangekit_token_encode(token, out, sizeof out, &length, &diagnostic), expected);
    assert_int_equal(diagnostic.field, field);
    assert_int_equal(length, 0);
    assert_true(filled_with(out, sizeof out, 0xA5));
    rangekit_token other = sample_token(SAMPLE_PEER);
    int32_t same = 99;
    assert_status(rangekit_token_same_identity(token, &other, &same), expected);
    assert_status(rangekit_token_same_identity(&other, token, &same), expected);
    assert_int_equal(same, 99);
}

static void tokens_with_one_thing_wrong_are_refused(void **state) {
    (void)state;
    rangekit_token token;
    static const int32_t kinds[] = {3, 4, 23, 255, -1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(kinds); i += 1) {
        token = sample_token(SAMPLE_PEER);
        token.kind = kinds[i];
        check_refused(&token, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_TOKEN_KIND);
    }
    token = sample_token(SAMPLE_PEER);
    token.identity_length = 15;
    check_refused(&token, RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_TOKEN_IDENTITY);
    token = sample_token(SAMPLE_ACCESSORY_SHORT);
    token.identity_length = 3;
    check_refused(&token, RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_TOKEN_IDENTITY);
    static const uint32_t too_large[] = {513, 514, 808, 65536, INT32_MAX, UINT32_C(0x80000000), UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(too_large); i += 1) {
        token = sample_token(SAMPLE_OPAQUE);
        token.identity_length = too_large[i];
        check_refused(&token, RANGEKIT_ERROR_TOO_LARGE, RANGEKIT_FIELD_TOKEN_IDENTITY);
        token = sample_token(SAMPLE_OPAQUE);
        token.extensions_length = too_large[i];
        check_refused(&token, RANGEKIT_ERROR_TOO_LARGE, RANGEKIT_FIELD_TOKEN_EXTENSIONS);
    }
    token = sample_token(SAMPLE_OPAQUE);
    token.fields &= ~RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT;
    check_refused(&token, RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT);
    token = sample_token(SAMPLE_PEER);
    token.fields |= RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT;
    check_refused(&token, RANGEKIT_ERROR_FIELD_NOT_ALLOWED, RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT);
    token = sample_token(SAMPLE_PEER);
    token.fields |= RANGEKIT_TOKEN_HAS_GENERATION;
    token.generation = 256;
    check_refused(&token, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_TOKEN_GENERATION);
    token.generation = UINT32_MAX;
    check_refused(&token, RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_TOKEN_GENERATION);
    token = sample_token(SAMPLE_PEER);
    token.reserved = 1;
    check_refused(&token, RANGEKIT_ERROR_UNKNOWN_OPTION, RANGEKIT_FIELD_TOKEN);
}

static void unused_values_and_bytes_do_not_matter(void **state) {
    (void)state;
    rangekit_token plain = sample_token(SAMPLE_PEER), noisy = plain;
    noisy.foreign_format = 77;
    noisy.fields &= ~RANGEKIT_TOKEN_HAS_GENERATION;
    plain.fields = noisy.fields;
    noisy.generation = UINT32_MAX;
    memset(noisy.identity + noisy.identity_length, 0x5A, sizeof noisy.identity - noisy.identity_length);
    memset(noisy.extensions, 0x5A, sizeof noisy.extensions);
    uint8_t a[RANGEKIT_TOKEN_MAX_SIZE], b[RANGEKIT_TOKEN_MAX_SIZE];
    size_t a_length, b_length;
    assert_status(rangekit_token_encode(&plain, a, sizeof a, &a_length, NULL), RANGEKIT_OK);
    assert_status(rangekit_token_encode(&noisy, b, sizeof b, &b_length, NULL), RANGEKIT_OK);
    assert_int_equal(a_length, b_length);
    assert_memory_equal(a, b, a_length);
}

static void identity_leaves_capabilities_out(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        for (int j = 0; j < SAMPLE_COUNT; j += 1) {
            rangekit_token a = sample_token(i), b = sample_token(j);
            a.fields ^= RANGEKIT_TOKEN_HAS_CAPABILITIES;
            a.generation ^= 1;
            int expected = a.kind == b.kind && a.identity_length == b.identity_length &&
                           memcmp(a.identity, b.identity, a.identity_length) == 0 &&
                           (a.kind != RANGEKIT_TOKEN_KIND_OPAQUE || a.foreign_format == b.foreign_format);
            int32_t same = -1;
            assert_status(rangekit_token_same_identity(&a, &b, &same), RANGEKIT_OK);
            assert_int_equal(same, expected);
        }
    }
    rangekit_token a = sample_token(SAMPLE_PEER), b = a;
    int32_t same = -1;
    b.identity[15] ^= 1;
    assert_status(rangekit_token_same_identity(&a, &b, &same), RANGEKIT_OK);
    assert_int_equal(same, 0);
    a = sample_token(SAMPLE_OPAQUE);
    b = a;
    b.foreign_format += 1;
    assert_status(rangekit_token_same_identity(&a, &b, &same), RANGEKIT_OK);
    assert_int_equal(same, 0);
    assert_status(rangekit_token_same_identity(&a, &a, &same), RANGEKIT_OK);
    assert_int_equal(same, 1);
}

/* ---- Bytes out ---- */

static void encoding_follows_the_bytes_out_rules(void **state) {
    (void)state;
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        rangekit_token token = sample_token(i);
        size_t needed = 0, length;
        assert_status(rangekit_token_encode(&token, NULL, 0, &needed, NULL), RANGEKIT_OK);
        assert_in_range(needed, 8, RANGEKIT_TOKEN_MAX_SIZE);
        for (size_t capacity = 0; capacity < needed; capacity += 1) {
            uint8_t *out = guarded(0, capacity);
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            assert_status(rangekit_token_encode(&token, out, capacity, &length, &diagnostic),
                          RANGEKIT_ERROR_BUFFER_TOO_SMALL);
            assert_int_equal(diagnostic.status, RANGEKIT_ERROR_BUFFER_TOO_SMALL);
            assert_int_equal(length, needed);
            assert_true(filled_with(out, capacity, 0xA5));
        }
        uint8_t exact[RANGEKIT_TOKEN_MAX_SIZE], *roomy = guarded(0, needed);
        assert_status(rangekit_token_encode(&token, exact, needed, &length, NULL), RANGEKIT_OK);
        assert_int_equal(length, needed);
        assert_status(rangekit_token_encode(&token, roomy, SIZE_MAX, &length, NULL), RANGEKIT_OK);
        assert_memory_equal(exact, roomy, needed);
    }
}

/* The largest token there is: 512 opaque bytes, every value at its longest, 256 bytes of extensions in
 * as many entries as make the map's head two bytes long. */
static void the_largest_token_has_the_stated_size(void **state) {
    (void)state;
    rangekit_token token = sample_largest_token();
    size_t length = 0;
    uint8_t *out = guarded(0, RANGEKIT_TOKEN_MAX_SIZE);
    assert_status(rangekit_token_encode(&token, out, RANGEKIT_TOKEN_MAX_SIZE, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, RANGEKIT_TOKEN_MAX_SIZE);
    rangekit_token decoded = {.struct_size = sizeof decoded};
    assert_status(rangekit_token_decode(out, length, &decoded, NULL), RANGEKIT_OK);
    assert_memory_equal(&decoded, &token, sizeof token);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(made_tokens_hold_what_was_given),
    cmocka_unit_test(making_forgets_what_the_struct_held),
    cmocka_unit_test(identities_of_a_wrong_length_are_refused),
    cmocka_unit_test(an_empty_default_token_does_not_validate),
    cmocka_unit_test(tokens_with_one_thing_wrong_are_refused),
    cmocka_unit_test(unused_values_and_bytes_do_not_matter),
    cmocka_unit_test(identity_leaves_capabilities_out),
    cmocka_unit_test(encoding_follows_the_bytes_out_rules),
    cmocka_unit_test(the_largest_token_has_the_stated_size),
};

TEST_GROUP(token_tests, tests);
