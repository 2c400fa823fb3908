/* Sealing and opening tokens: round trips under each algorithm, and every way to cheat by its name.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cryptography.h"
#include "token_samples.h"

static const int32_t algorithms[] = {RANGEKIT_ALGORITHM_HMAC_SHA256, RANGEKIT_ALGORITHM_ES256,
                                     RANGEKIT_ALGORITHM_EDDSA};
static const uint32_t bits[] = {RANGEKIT_PROTECTION_HMAC_SHA256, RANGEKIT_PROTECTION_ES256,
                                RANGEKIT_PROTECTION_EDDSA};
#define ANY_PROTECTION (RANGEKIT_PROTECTION_HMAC_SHA256 | RANGEKIT_PROTECTION_ES256 | RANGEKIT_PROTECTION_EDDSA)

static const uint8_t aad[] = "pairing code 123456";
static uint8_t scratch[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE + sizeof aad + RANGEKIT_PROTECTION_SCRATCH_OVERHEAD];

static rangekit_protection_options options_for(int32_t algorithm) {
    rangekit_protection_options options = RANGEKIT_PROTECTION_OPTIONS_INIT;
    options.algorithm = algorithm;
    options.key_id_length = 2;
    memcpy(options.key_id, "k1", 2);
    return options;
}

static rangekit_token_policy policy_for(uint32_t accepted) {
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    policy.accepted = accepted;
    return policy;
}

static size_t seal_with(const rangekit_token *token, const rangekit_protection_options *options, uint8_t *out) {
    struct keyring keyring = new_keyring();
    uint8_t payload[RANGEKIT_TOKEN_MAX_SIZE];
    size_t payload_size = 0, length = 0, asked = 0;
    assert_status(rangekit_token_encode(token, payload, sizeof payload, &payload_size, NULL), RANGEKIT_OK);
    assert_status(rangekit_protection_seal(payload, payload_size, aad, sizeof aad, options, NULL, NULL, NULL, 0, NULL, 0,
                                           &asked, NULL),
                  RANGEKIT_OK);
    assert_status(rangekit_protection_seal(guarded_copy(2, payload, payload_size), payload_size, aad, sizeof aad,
                                           options, keyring_sign, &keyring, scratch,
                                           payload_size + sizeof aad + RANGEKIT_PROTECTION_SCRATCH_OVERHEAD, out, asked,
                                           &length, NULL),
                  RANGEKIT_OK);
    assert_int_equal(length, asked);
    assert_in_range(length, payload_size + 1, payload_size + RANGEKIT_PROTECTION_OVERHEAD_MAX_SIZE);
    assert_int_equal(keyring.calls, 1);
    return length;
}

static size_t seal(const rangekit_token *token, int32_t algorithm, uint8_t *out) {
    rangekit_protection_options options = options_for(algorithm);
    return seal_with(token, &options, out);
}

static rangekit_status open_with(const uint8_t *bytes, size_t size, const rangekit_token_policy *policy,
                                 const rangekit_token *expected, struct keyring *keyring, rangekit_token *token,
                                 rangekit_diagnostic *diagnostic) {
    memset(token, 0, sizeof *token);
    token->struct_size = sizeof *token;
    *diagnostic = (rangekit_diagnostic)RANGEKIT_DIAGNOSTIC_INIT;
    return rangekit_token_open(guarded_copy(0, bytes, size), size, aad, sizeof aad, policy, expected, keyring_verify,
                               keyring, guarded(1, size + sizeof aad + RANGEKIT_PROTECTION_SCRATCH_OVERHEAD),
                               size + sizeof aad + RANGEKIT_PROTECTION_SCRATCH_OVERHEAD, token, diagnostic);
}

static rangekit_token opened;
static rangekit_diagnostic diagnostic;

static void expect_refused(const uint8_t *bytes, size_t size, const rangekit_token_policy *policy,
                           const rangekit_token *expected, rangekit_status status, int32_t field) {
    struct keyring keyring = new_keyring();
    assert_status(open_with(bytes, size, policy, expected, &keyring, &opened, &diagnostic), status);
    assert_int_equal(diagnostic.status, status);
    assert_int_equal(diagnostic.field, field);
    assert_int_equal(opened.identity_length, 0);
}

static void sealed_tokens_come_back(void **state) {
    (void)state;
    for (size_t a = 0; a < 3; a += 1) {
        for (int i = 0; i <= SAMPLE_COUNT; i += 1) {
            for (uint32_t untagged = 0; untagged <= 1; untagged += 1) {
                rangekit_token token = i < SAMPLE_COUNT ? sample_token(i) : sample_largest_token();
                rangekit_protection_options options = options_for(algorithms[a]);
                options.untagged = untagged;
                rangekit_token_policy policy = policy_for(bits[a]);
                policy.fields = RANGEKIT_POLICY_HAS_KEY_ID;
                policy.key_id_length = 2;
                memcpy(policy.key_id, "k1", 2);
                uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
                size_t length = seal_with(&token, &options, message);
                assert_int_equal(message[0], untagged ? 0x84 : algorithms[a] > 0 ? 0xD1 : 0xD2);
                struct keyring keyring = new_keyring();
                assert_status(open_with(message, length, &policy, &token, &keyring, &opened, &diagnostic), RANGEKIT_OK);
                assert_memory_equal(&opened, &token, sizeof token);
                assert_int_equal(diagnostic.fields, 0);
                assert_int_equal(keyring.calls, 1);
                assert_int_equal(keyring.algorithm, algorithms[a]);
                assert_int_equal(keyring.key_id_length, 2);
                assert_memory_equal(keyring.key_id, "k1", 2);
            }
        }
    }
}

static void the_longest_message_has_the_stated_size(void **state) {
    (void)state;
    rangekit_token token = sample_largest_token();
    rangekit_protection_options options = options_for(RANGEKIT_ALGORITHM_ES256);
    options.key_id_length = 64;
    uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    assert_int_equal(seal_with(&token, &options, message), RANGEKIT_PROTECTED_TOKEN_MAX_SIZE);
    options.key_id_length = 65;
    size_t length = 9;
    assert_status(rangekit_protection_seal(aad, 3, NULL, 0, &options, keyring_sign, NULL, scratch, sizeof scratch, message,
                                           sizeof message, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(length, 0);
}

/* RFC 9052 section 4.4, put together by hand. */
static void what_is_signed_is_the_rfcs_structure(void **state) {
    (void)state;
    struct keyring keyring = new_keyring();
    rangekit_protection_options options = options_for(RANGEKIT_ALGORITHM_EDDSA);
    uint8_t out[200];
    size_t length;
    assert_status(rangekit_protection_seal((const uint8_t *)"abc", 3, (const uint8_t *)"AD", 2, &options, keyring_sign,
                                           &keyring, scratch, sizeof scratch, out, sizeof out, &length, NULL),
                  RANGEKIT_OK);
    assert_string_equal(hex_from_bytes(keyring.bytes, keyring.size),
                        "846a5369676e61747572653147a2012704426b31" "424144" "43616263");
    assert_string_equal(hex_from_bytes(out, 15), "d28447a2012704426b31a043616263");
    assert_int_equal(length, 15 + 66);
    options.algorithm = RANGEKIT_ALGORITHM_HMAC_SHA256;
    options.key_id_length = 0;
    assert_status(rangekit_protection_seal((const uint8_t *)"abc", 3, NULL, 0, &options, keyring_sign, &keyring, scratch,
                                           sizeof scratch, out, sizeof out, &length, NULL),
                  RANGEKIT_OK);
    assert_string_equal(hex_from_bytes(keyring.bytes, keyring.size), "84644d41433043a101054043616263");
}

static void every_changed_bit_is_refused(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_SESSION);
    rangekit_token_policy policy = policy_for(ANY_PROTECTION);
    for (size_t a = 0; a < 3; a += 1) {
        uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
        size_t length = seal(&token, algorithms[a], message);
        for (size_t bit = 0; bit < 8 * length; bit += 1) {
            struct keyring keyring = new_keyring();
            message[bit / 8] ^= (uint8_t)(1 << bit % 8);
            rangekit_status status = open_with(message, length, &policy, NULL, &keyring, &opened, &diagnostic);
            if (status == RANGEKIT_OK) fail_text("bit %zu of algorithm %d may change", bit, (int)algorithms[a]);
            assert_string_not_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
            assert_true((diagnostic.fields & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET) != 0);
            assert_in_range(diagnostic.byte_offset, 0, length);
            assert_int_equal(opened.identity_length, 0);
            message[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        for (size_t size = 0; size < length; size += 1) {
            struct keyring keyring = new_keyring();
            rangekit_status status = open_with(message, size, &policy, NULL, &keyring, &opened, &diagnostic);
            assert_true(status == RANGEKIT_ERROR_TRUNCATED || status == RANGEKIT_ERROR_COUNT_TOO_LARGE);
            assert_int_equal(keyring.calls, 0);
        }
    }
}

static void stripped_protection_is_refused(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_PEER);
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE], message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t size;
    assert_status(rangekit_token_encode(&token, bytes, sizeof bytes, &size, NULL), RANGEKIT_OK);
    rangekit_token_policy policy = policy_for(ANY_PROTECTION);
    expect_refused(bytes, size, &policy, NULL, RANGEKIT_ERROR_PROTECTION_MISSING, RANGEKIT_FIELD_PROTECTION);
    policy.accepted |= RANGEKIT_PROTECTION_NONE;
    struct keyring keyring = new_keyring();
    assert_status(open_with(bytes, size, &policy, NULL, &keyring, &opened, &diagnostic), RANGEKIT_OK);
    assert_int_equal(keyring.calls, 0);
    /* And what is sealed is still verified. */
    size = seal(&token, RANGEKIT_ALGORITHM_ES256, message);
    assert_status(open_with(message, size, &policy, NULL, &keyring, &opened, &diagnostic), RANGEKIT_OK);
    assert_int_equal(keyring.calls, 1);
    message[size - 1] ^= 1;
    expect_refused(message, size, &policy, NULL, RANGEKIT_ERROR_SIGNATURE_WRONG, RANGEKIT_FIELD_PROTECTION_SIGNATURE);
    policy.accepted = RANGEKIT_PROTECTION_NONE;
    assert_true(open_with(message, size, &policy, NULL, &keyring, &opened, &diagnostic) < 0);
}

static void algorithms_that_are_not_accepted_are_refused(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_PEER);
    for (size_t a = 0; a < 3; a += 1) {
        uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
        size_t size = seal(&token, algorithms[a], message);
        for (size_t b = 0; b < 3; b += 1) {
            rangekit_token_policy policy = policy_for(bits[b]);
            if (a == b) continue;
            expect_refused(message, size, &policy, NULL, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED,
                           RANGEKIT_FIELD_PROTECTION_ALGORITHM);
        }
        /* The other COSE type's tag. */
        rangekit_token_policy policy = policy_for(ANY_PROTECTION);
        message[0] ^= 3;
        expect_refused(message, size, &policy, NULL, RANGEKIT_ERROR_ALGORITHM_MISMATCH,
                       RANGEKIT_FIELD_PROTECTION_ALGORITHM);
    }
}

static void tokens_of_others_and_of_other_times_are_refused(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_SESSION), other = sample_token(SAMPLE_ACCESSORY_LONG);
    uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE], bare[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t size = seal(&token, RANGEKIT_ALGORITHM_HMAC_SHA256, message);
    struct keyring keyring = new_keyring();
    rangekit_token_policy policy = policy_for(RANGEKIT_PROTECTION_HMAC_SHA256);
    expect_refused(message, size, &policy, &other, RANGEKIT_ERROR_WRONG_DEVICE, RANGEKIT_FIELD_TOKEN_IDENTITY);

    policy.fields = RANGEKIT_POLICY_HAS_NONCE | RANGEKIT_POLICY_HAS_NOW;
    policy.nonce_length = 8;
    memcpy(policy.nonce, token.nonce, 8);
    policy.now_utc_s = token.expires_utc_s - 1u;
    assert_status(open_with(message, size, &policy, &token, &keyring, &opened, &diagnostic), RANGEKIT_OK);
    assert_status(rangekit_token_check(&token, &policy, &token, NULL), RANGEKIT_OK);
    policy.now_utc_s += 1;
    expect_refused(message, size, &policy, &token, RANGEKIT_ERROR_EXPIRED, RANGEKIT_FIELD_TOKEN_EXPIRY);
    assert_int_equal(diagnostic.expected, token.expires_utc_s);
    assert_int_equal(diagnostic.found, token.expires_utc_s);
    policy.now_utc_s = UINT64_MAX;
    expect_refused(message, size, &policy, &token, RANGEKIT_ERROR_EXPIRED, RANGEKIT_FIELD_TOKEN_EXPIRY);
    assert_status(rangekit_token_check(&token, &policy, NULL, NULL), RANGEKIT_ERROR_EXPIRED);
    policy.now_utc_s = 0;
    policy.nonce[7] ^= 1;
    expect_refused(message, size, &policy, &token, RANGEKIT_ERROR_WRONG_NONCE, RANGEKIT_FIELD_TOKEN_NONCE);
    policy.nonce[7] ^= 1;
    policy.nonce_length = 9;
    expect_refused(message, size, &policy, &token, RANGEKIT_ERROR_WRONG_NONCE, RANGEKIT_FIELD_TOKEN_NONCE);

    /* What is demanded and not there. */
    rangekit_token plain = sample_token(SAMPLE_PEER);
    size_t bare_size = seal(&plain, RANGEKIT_ALGORITHM_HMAC_SHA256, bare);
    expect_refused(bare, bare_size, &policy, NULL, RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_TOKEN_NONCE);
    policy.fields = RANGEKIT_POLICY_HAS_NOW;
    assert_status(open_with(bare, bare_size, &policy, NULL, &keyring, &opened, &diagnostic), RANGEKIT_OK);
    policy.options = RANGEKIT_POLICY_REQUIRE_EXPIRY;
    expect_refused(bare, bare_size, &policy, NULL, RANGEKIT_ERROR_MISSING_FIELD, RANGEKIT_FIELD_TOKEN_EXPIRY);

    /* Another key, other additional data. */
    policy = policy_for(RANGEKIT_PROTECTION_HMAC_SHA256);
    policy.fields = RANGEKIT_POLICY_HAS_KEY_ID;
    policy.key_id_length = 2;
    memcpy(policy.key_id, "k2", 2);
    expect_refused(message, size, &policy, NULL, RANGEKIT_ERROR_WRONG_KEY, RANGEKIT_FIELD_PROTECTION_KEY_ID);
    policy.fields = 0;
    assert_status(rangekit_token_open(message, size, aad, sizeof aad - 2, &policy, NULL, keyring_verify, &keyring,
                                      scratch, sizeof scratch, &opened, NULL),
                  RANGEKIT_ERROR_SIGNATURE_WRONG);
}

/* Nothing but 1 is success, whatever the host's library calls success. */
static void only_one_answer_passes(void **state) {
    (void)state;
    static const struct {
        int32_t answer;
        rangekit_status status;
    } answers[] = {
        {0, RANGEKIT_ERROR_SIGNATURE_WRONG},      {-1, RANGEKIT_ERROR_KEY_UNKNOWN},
        {2, RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED},  {-2, RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED},
        {INT32_MIN, RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED}, {INT32_MAX, RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED},
    };
    rangekit_token token = sample_token(SAMPLE_PEER);
    uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t size = seal(&token, RANGEKIT_ALGORITHM_EDDSA, message), length;
    rangekit_token_policy policy = policy_for(ANY_PROTECTION);
    rangekit_protection_options options = options_for(RANGEKIT_ALGORITHM_EDDSA);
    for (size_t i = 0; i < COUNT_OF(answers); i += 1) {
        struct keyring keyring = new_keyring();
        keyring.answer = answers[i].answer;
        assert_status(open_with(message, size, &policy, NULL, &keyring, &opened, &diagnostic), answers[i].status);
        uint8_t out[300];
        length = 77;
        assert_status(rangekit_protection_seal(aad, sizeof aad, NULL, 0, &options, keyring_sign, &keyring, scratch,
                                               sizeof scratch, out, sizeof out, &length, NULL),
                      answers[i].status);
        assert_int_equal(length, 0);
    }
}

static void scratch_that_is_too_small_says_how_much(void **state) {
    (void)state;
    rangekit_token token = sample_token(SAMPLE_PEER);
    uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t size = seal(&token, RANGEKIT_ALGORITHM_ES256, message), needed = 0;
    rangekit_token_policy policy = policy_for(ANY_PROTECTION);
    for (size_t given = 0; given < 300; given += 1) {
        struct keyring keyring = new_keyring();
        rangekit_diagnostic told = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status =
            rangekit_token_open(message, size, aad, sizeof aad, &policy, NULL, keyring_verify, &keyring,
                                given == 0 ? NULL : guarded(3, given), given, &opened, &told);
        if (status == RANGEKIT_OK) {
            assert_int_equal(given, needed);
            assert_int_equal(keyring.size, needed);
            return;
        }
        assert_int_equal(status, RANGEKIT_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(told.found, given);
        needed = (size_t)told.expected;
    }
    fail_text("no scratch is enough");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(sealed_tokens_come_back),
    cmocka_unit_test(the_longest_message_has_the_stated_size),
    cmocka_unit_test(what_is_signed_is_the_rfcs_structure),
    cmocka_unit_test(every_changed_bit_is_refused),
    cmocka_unit_test(stripped_protection_is_refused),
    cmocka_unit_test(algorithms_that_are_not_accepted_are_refused),
    cmocka_unit_test(tokens_of_others_and_of_other_times_are_refused),
    cmocka_unit_test(only_one_answer_passes),
    cmocka_unit_test(scratch_that_is_too_small_says_how_much),
};

TEST_GROUP(protection_tests, tests);
