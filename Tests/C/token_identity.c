/* What depends on a token's identity alone: hash and fingerprint, against plain C and OpenSSL. And what a
 * program built for version 1's struct sees of a grown token.
 *
 * SPDX-License-Identifier: MIT
 */
#include <openssl/sha.h>

#include "token_samples.h"

static size_t identity_bytes(const rangekit_token *token, uint8_t *out) {
    uint32_t format = (token->fields & RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT) ? token->foreign_format : 0;
    out[0] = (uint8_t)token->kind;
    for (int i = 0; i < 4; i += 1) out[1 + i] = (uint8_t)(format >> 8 * i);
    memcpy(out + 5, token->identity, token->identity_length);
    return 5 + token->identity_length;
}

static uint64_t model_hash(const rangekit_token *token, uint64_t seed) {
    uint8_t bytes[8 + 5 + 512];
    for (int i = 0; i < 8; i += 1) bytes[i] = (uint8_t)(seed >> 8 * i);
    size_t size = 8 + identity_bytes(token, bytes + 8);
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i += 1) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static void model_fingerprint(const rangekit_token *token, char *out) {
    uint8_t bytes[20 + 5 + 512], digest[32];
    memcpy(bytes, "RangeKit fingerprint", 20);
    size_t size = 20 + identity_bytes(token, bytes + 20);
    SHA256(bytes, size, digest);
    for (int character = 0; character < 16; character += 1) {
        unsigned value = 0;
        for (int bit = 5 * character; bit < 5 * character + 5; bit += 1) {
            value = value << 1 | (digest[bit / 8] >> (7 - bit % 8) & 1);
        }
        if (character > 0 && character % 4 == 0) *out++ = '-';
        *out++ = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[value];
    }
    *out = '\0';
}

static void check(const rangekit_token *token) {
    static const uint64_t seeds[] = {0, 1, UINT64_C(0x0123456789ABCDEF), UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(seeds); i += 1) {
        uint64_t hash = 0;
        assert_status(rangekit_token_identity_hash(token, seeds[i], &hash), RANGEKIT_OK);
        assert_true(hash == model_hash(token, seeds[i]));
    }
    char text[RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE], expected[RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE];
    size_t length = 0;
    assert_status(rangekit_token_fingerprint(token, text, sizeof text, &length), RANGEKIT_OK);
    assert_int_equal(length, RANGEKIT_TOKEN_FINGERPRINT_LENGTH);
    model_fingerprint(token, expected);
    assert_string_equal(text, expected);
}

static void hash_and_fingerprint_are_the_documented_ones(void **state) {
    (void)state;
    uint8_t bytes[512];
    for (size_t i = 0; i < sizeof bytes; i += 1) bytes[i] = (uint8_t)(i * 13 + 5);
    rangekit_token token = {.struct_size = sizeof token};
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        token = sample_token(i);
        check(&token);
    }
    for (size_t length = 1; length <= sizeof bytes; length += 1) { /* every place of a block's end */
        assert_status(rangekit_token_make_opaque(&token, 0x80010203, bytes, length), RANGEKIT_OK);
        check(&token);
    }
}

static void they_leave_all_but_the_identity_out(void **state) {
    (void)state;
    rangekit_token full = sample_token(SAMPLE_SESSION), bare = sample_token(SAMPLE_PEER_BARE);
    uint64_t a = 0, b = 1;
    assert_status(rangekit_token_identity_hash(&full, 7, &a), RANGEKIT_OK);
    assert_status(rangekit_token_identity_hash(&bare, 7, &b), RANGEKIT_OK);
    assert_true(a == b);
    char first[20], second[20];
    size_t length;
    assert_status(rangekit_token_fingerprint(&full, first, sizeof first, &length), RANGEKIT_OK);
    assert_status(rangekit_token_fingerprint(&bare, second, sizeof second, &length), RANGEKIT_OK);
    assert_string_equal(first, second);
    for (size_t capacity = 1; capacity < sizeof first; capacity += 1) {
        char *out = guarded(0, capacity);
        assert_status(rangekit_token_fingerprint(&full, out, capacity, &length), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(length, RANGEKIT_TOKEN_FINGERPRINT_LENGTH);
    }
    rangekit_token wrong = {.struct_size = sizeof wrong};
    assert_status(rangekit_token_fingerprint(&wrong, first, sizeof first, &length), RANGEKIT_ERROR_WRONG_LENGTH);
    assert_status(rangekit_token_identity_hash(&wrong, 0, &a), RANGEKIT_ERROR_WRONG_LENGTH);
}

/* Hashes of many identities spread over the buckets of a table. */
static void hashes_spread(void **state) {
    (void)state;
    enum { BUCKETS = 256, COUNT = 65536 };
    static int counts[BUCKETS];
    for (uint32_t i = 0; i < COUNT; i += 1) {
        rangekit_token token = {.struct_size = sizeof token};
        uint8_t identity[16] = {(uint8_t)i, (uint8_t)(i >> 8)};
        uint64_t hash;
        assert_status(rangekit_token_make_peer(&token, identity, 16), RANGEKIT_OK);
        assert_status(rangekit_token_identity_hash(&token, 42, &hash), RANGEKIT_OK);
        counts[hash % BUCKETS] += 1;
    }
    double chi_squared = 0;
    for (int i = 0; i < BUCKETS; i += 1) chi_squared += pow(counts[i] - COUNT / BUCKETS, 2) / (COUNT / BUCKETS);
    assert_true(chi_squared < 255 + 5 * sqrt(2 * 255)); /* 255 degrees of freedom, five standard deviations */
}

/* ---- Version 1's struct ---- */

static void a_struct_of_version_1_keeps_the_new_entries_among_its_extensions(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_SESSION);
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE], again[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length, again_length;
    assert_status(rangekit_token_encode(&token, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    static const uint32_t sizes[] = {RANGEKIT_TOKEN_V1_SIZE, RANGEKIT_TOKEN_V1_SIZE + 4, sizeof(rangekit_token) - 1};
    for (size_t i = 0; i < COUNT_OF(sizes); i += 1) {
        rangekit_token *old = guarded(0, (sizes[i] + 3) & ~3u);
        old->struct_size = sizes[i];
        assert_status(rangekit_token_decode(bytes, length, old, NULL), RANGEKIT_OK);
        assert_int_equal(old->struct_size, sizes[i]);
        assert_int_equal(old->fields, RANGEKIT_TOKEN_HAS_CAPABILITIES);
        assert_int_equal(old->extensions_count, 4);
        assert_true(filled_with((uint8_t *)old + RANGEKIT_TOKEN_V1_SIZE, sizes[i] - RANGEKIT_TOKEN_V1_SIZE, 0));
        assert_status(rangekit_token_encode(old, again, sizeof again, &again_length, NULL), RANGEKIT_OK);
        assert_int_equal(again_length, length);
        assert_memory_equal(again, bytes, length);
        int32_t same = 0;
        assert_status(rangekit_token_same_identity(old, &token, &same), RANGEKIT_OK);
        assert_int_equal(same, 1);
        old->fields |= RANGEKIT_TOKEN_HAS_NONCE;
        assert_status(rangekit_token_validate(old, NULL), RANGEKIT_ERROR_UNKNOWN_OPTION);
    }
}

/* ---- Values of a caller's struct ---- */

static void values_out_of_bounds_are_refused(void **state) {
    (void)state;
    static const uint32_t lengths[] = {0, 7, 65, 66, 1u << 31, UINT32_MAX};
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    for (size_t i = 0; i < COUNT_OF(lengths); i += 1) {
        rangekit_token token = sample_token(SAMPLE_SESSION);
        token.nonce_length = lengths[i];
        assert_status(rangekit_token_validate(&token, &diagnostic),
                      lengths[i] > 64 ? RANGEKIT_ERROR_TOO_LARGE : RANGEKIT_ERROR_WRONG_LENGTH);
        assert_int_equal(diagnostic.field, RANGEKIT_FIELD_TOKEN_NONCE);
        token = sample_token(SAMPLE_SESSION);
        token.vendor_data_length = lengths[i] + 129 < 129 ? lengths[i] : lengths[i] + 129;
        assert_status(rangekit_token_validate(&token, &diagnostic), RANGEKIT_ERROR_TOO_LARGE);
        assert_int_equal(diagnostic.field, RANGEKIT_FIELD_TOKEN_VENDOR_DATA);
        if (lengths[i] < 9) continue;
        token = sample_token(SAMPLE_SESSION);
        token.technologies_count = lengths[i];
        assert_status(rangekit_token_validate(&token, &diagnostic), RANGEKIT_ERROR_COUNT_TOO_LARGE);
        assert_int_equal(diagnostic.field, RANGEKIT_FIELD_TOKEN_TECHNOLOGIES);
    }
    rangekit_token token = sample_token(SAMPLE_SESSION);
    token.technologies[1].technology = token.technologies[0].technology;
    assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_ERROR_DUPLICATE_KEY);
    token.technologies[1].technology = 0;
    assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_ERROR_KEY_ORDER);
    token = sample_token(SAMPLE_SESSION);
    token.capabilities &= ~RANGEKIT_CAPABILITY_CHANNEL_SOUNDING;
    assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION);
    token.fields &= ~RANGEKIT_TOKEN_HAS_CAPABILITIES;
    assert_status(rangekit_token_validate(&token, NULL), RANGEKIT_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(hash_and_fingerprint_are_the_documented_ones),
    cmocka_unit_test(they_leave_all_but_the_identity_out),
    cmocka_unit_test(hashes_spread),
    cmocka_unit_test(a_struct_of_version_1_keeps_the_new_entries_among_its_extensions),
    cmocka_unit_test(values_out_of_bounds_are_refused),
};

TEST_GROUP(token_identity_tests, tests);
