/* Any bytes as a sealed token: a token or a refusal that says where. The first byte chooses the policy. The
 * verifier accepts a signature of one byte value all over, so that payloads are reached; whatever it was shown
 * must lie in the message, and what is accepted must be accepted again once it is sealed anew.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#define ANY_PROTECTION (RANGEKIT_PROTECTION_HMAC_SHA256 | RANGEKIT_PROTECTION_ES256 | RANGEKIT_PROTECTION_EDDSA)
#define MESSAGE_MAX_SIZE 4096

static uint8_t scratch[3 * MESSAGE_MAX_SIZE];
static int calls, accepted;
static int32_t seen_algorithm;
static uint8_t seen_key_id[RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE];
static size_t seen_key_id_length;

static int32_t verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                      const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    REQUIRE(context == &calls && size > 0 && bytes == scratch);
    REQUIRE(signature_size == (algorithm == RANGEKIT_ALGORITHM_HMAC_SHA256 ? 32 : 64));
    uint8_t sum = 0;
    for (size_t i = 0; i < size; i += 1) sum = (uint8_t)(sum + bytes[i]);
    for (size_t i = 0; i < key_id_length; i += 1) sum = (uint8_t)(sum + key_id[i]);
    calls += 1;
    seen_algorithm = algorithm;
    seen_key_id_length = key_id_length;
    if (key_id_length <= sizeof seen_key_id) memcpy(seen_key_id, key_id_length ? key_id : &sum, key_id_length);
    for (size_t i = 1; i < signature_size; i += 1) {
        if (signature[i] != signature[0]) return sum & 1 ? RANGEKIT_CRYPTOGRAPHY_REFUSED : sum;
    }
    accepted += 1;
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static int32_t sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                    size_t signature_size) {
    REQUIRE(context == &calls && algorithm == seen_algorithm && bytes == scratch && size > 0);
    memset(signature, 0x5A, signature_size);
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static void seal_again(const rangekit_token *token, rangekit_token_policy *policy) {
    uint8_t payload[RANGEKIT_TOKEN_MAX_SIZE], message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t payload_size = 0, size = 0;
    rangekit_protection_options options = RANGEKIT_PROTECTION_OPTIONS_INIT;
    if (seen_key_id_length > sizeof seen_key_id) return;
    options.algorithm = seen_algorithm;
    options.key_id_length = (uint32_t)seen_key_id_length;
    memcpy(options.key_id, seen_key_id, seen_key_id_length);
    REQUIRE(rangekit_token_encode(token, payload, sizeof payload, &payload_size, NULL) == RANGEKIT_OK);
    REQUIRE(rangekit_protection_seal(payload, payload_size, NULL, 0, &options, sign, &calls, scratch, sizeof scratch,
                                     message, sizeof message, &size, NULL) == RANGEKIT_OK);
    rangekit_token again = {.struct_size = sizeof again};
    policy->options = 0;
    REQUIRE(rangekit_token_open(message, size, NULL, 0, policy, token, verify, &calls, scratch, sizeof scratch, &again,
                                NULL) == RANGEKIT_OK);
    uint8_t encoded[RANGEKIT_TOKEN_MAX_SIZE];
    size_t encoded_size = 0;
    REQUIRE(rangekit_token_encode(&again, encoded, sizeof encoded, &encoded_size, NULL) == RANGEKIT_OK);
    REQUIRE(encoded_size == payload_size && memcmp(encoded, payload, payload_size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rangekit_token token, before;
    if (size == 0 || size > MESSAGE_MAX_SIZE) return 0;
    uint8_t choice = *data++;
    size -= 1;
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    policy.accepted = ANY_PROTECTION | (choice & 8 ? RANGEKIT_PROTECTION_NONE : 0);
    policy.options = choice & 7;
    if (choice & 16) policy.fields |= RANGEKIT_POLICY_HAS_NOW;
    if (choice & 32) policy.fields |= RANGEKIT_POLICY_HAS_NONCE;
    policy.now_utc_s = 1800000000;
    policy.nonce_length = 8;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&token, 0xA5, sizeof token);
    token.struct_size = choice & 64 ? RANGEKIT_TOKEN_V1_SIZE : sizeof token;
    before = token;
    calls = accepted = 0;
    rangekit_status status = rangekit_token_open(data, size, NULL, 0, &policy, NULL, verify, &calls, scratch,
                                                 sizeof scratch, &token, &diagnostic);
    require_describable(&diagnostic, status);
    REQUIRE(is_status(status) && calls <= 1);
    size_t offset = 0, length = 0;
    int32_t algorithm = 0;
    int opened = rangekit_protection_open(data, size, NULL, 0, &policy, verify, &calls, scratch, sizeof scratch, &offset,
                                          &length, &algorithm, NULL) == RANGEKIT_OK;
    REQUIRE(!opened || (offset <= size && length <= size - offset && algorithm == seen_algorithm && accepted > 0));
    if (status != RANGEKIT_OK) {
        REQUIRE(memcmp(&token, &before, sizeof token) == 0);
        REQUIRE(!(diagnostic.fields & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET) || diagnostic.byte_offset <= size);
        return 0;
    }
    /* A bare token needs the policy's word; a sealed one a signature. */
    REQUIRE(opened ? accepted == 2 : (policy.accepted & RANGEKIT_PROTECTION_NONE) != 0 && accepted == 0);
    REQUIRE(rangekit_token_validate(&token, NULL) == RANGEKIT_OK);
    if (opened && !(choice & 64)) seal_again(&token, &policy);
    return 0;
}
