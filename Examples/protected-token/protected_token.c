/* A device seals its discovery token for one session; the receiver opens it, and refuses what it must.
 *
 * SPDX-License-Identifier: MIT
 */
#include "protected_token.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Both sides know it: shown on one device, typed into the other. It is signed, and never sent. */
static const uint8_t pairing_code[] = "4711";

static uint8_t scratch[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE + sizeof pairing_code];

static int failed(const char *what, rangekit_status status, const rangekit_diagnostic *diagnostic) {
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE] = "";
    size_t length = 0;
    if (diagnostic != NULL) (void)rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length);
    fprintf(stderr, "%s: %s %s\n", what, rangekit_status_name(status), text);
    return 1;
}

/* ---- The sender ---- */

/* The nonce is what the receiver asked for: with it, an old token does not pass in a new session. */
static rangekit_status make_token(rangekit_token *token, const uint8_t identity[16], const uint8_t nonce[16]) {
    token->struct_size = sizeof *token;
    rangekit_status status = rangekit_token_make_peer(token, identity, 16);
    if (status != RANGEKIT_OK) return status;
    token->fields |= RANGEKIT_TOKEN_HAS_NONCE | RANGEKIT_TOKEN_HAS_EXPIRY | RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
    token->nonce_length = 16;
    memcpy(token->nonce, nonce, 16);
    token->expires_utc_s = (uint32_t)time(NULL) + 300;
    token->technologies_count = 1;
    token->technologies[0].technology = RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB;
    token->technologies[0].version_major = 2;
    token->technologies[0].profiles = 1u << 1;
    return RANGEKIT_OK;
}

static rangekit_status seal(const struct scheme *scheme, const rangekit_token *token, uint8_t *message,
                            size_t *length, rangekit_diagnostic *diagnostic) {
    uint8_t payload[RANGEKIT_TOKEN_MAX_SIZE];
    size_t payload_size;
    rangekit_status status = rangekit_token_encode(token, payload, sizeof payload, &payload_size, diagnostic);
    if (status != RANGEKIT_OK) return status;
    rangekit_protection_options options = RANGEKIT_PROTECTION_OPTIONS_INIT;
    options.algorithm = scheme->algorithm;
    options.key_id_length = 2;
    memcpy(options.key_id, "k1", 2);
    return rangekit_protection_seal(payload, payload_size, pairing_code, sizeof pairing_code, &options, scheme->sign,
                                    scheme->signing_key, scratch, sizeof scratch, message,
                                    RANGEKIT_PROTECTED_TOKEN_MAX_SIZE, length, diagnostic);
}

/* ---- The receiver ---- */

static rangekit_status open_token(const struct scheme *scheme, const uint8_t *message, size_t size,
                                  const uint8_t nonce[16], uint64_t now_utc_s, rangekit_token *token,
                                  rangekit_diagnostic *diagnostic) {
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    policy.accepted = scheme->protection; /* this one algorithm; no bare tokens */
    policy.options = RANGEKIT_POLICY_REQUIRE_EXPIRY;
    policy.fields = RANGEKIT_POLICY_HAS_NONCE | RANGEKIT_POLICY_HAS_NOW;
    policy.nonce_length = 16;
    memcpy(policy.nonce, nonce, 16);
    policy.now_utc_s = now_utc_s;
    token->struct_size = sizeof *token;
    return rangekit_token_open(message, size, pairing_code, sizeof pairing_code, &policy, NULL, scheme->verify,
                               scheme->verifying_key, scratch, sizeof scratch, token, diagnostic);
}

static int expect(const char *what, rangekit_status found, rangekit_status expected) {
    printf("  %-32s %s\n", what, found == RANGEKIT_OK ? "accepted" : rangekit_status_name(found) + 15);
    return found == expected ? 0 : failed(what, found, NULL);
}

static int run(const struct scheme *scheme, random_function random_bytes) {
    uint8_t identity[16], nonce[16], other_nonce[16], message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    uint8_t bare[RANGEKIT_TOKEN_MAX_SIZE];
    size_t size = 0, bare_size = 0, length = 0;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_token token = RANGEKIT_TOKEN_INIT, received = RANGEKIT_TOKEN_INIT;
    if (!random_bytes(identity, 16) || !random_bytes(nonce, 16) || !random_bytes(other_nonce, 16)) return 1;

    rangekit_status status = make_token(&token, identity, nonce);
    if (status == RANGEKIT_OK) status = seal(scheme, &token, message, &size, &diagnostic);
    if (status != RANGEKIT_OK) return failed("sealing", status, &diagnostic);
    char fingerprint[RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE];
    (void)rangekit_token_fingerprint(&token, fingerprint, sizeof fingerprint, &length);
    printf("%s: token %s, %zu bytes sealed\n", scheme->name, fingerprint, size);

    uint64_t now = (uint64_t)time(NULL);
    status = open_token(scheme, message, size, nonce, now, &received, &diagnostic);
    if (status != RANGEKIT_OK) return failed("opening", status, &diagnostic);
    int32_t same = 0;
    (void)rangekit_token_same_identity(&token, &received, &same);
    if (!same) return failed("the opened token is another", RANGEKIT_ERROR_WRONG_DEVICE, NULL);

    int wrong = expect("as it was sent", status, RANGEKIT_OK);
    wrong += expect("replayed in another session",
                    open_token(scheme, message, size, other_nonce, now, &received, NULL), RANGEKIT_ERROR_WRONG_NONCE);
    wrong += expect("an hour later", open_token(scheme, message, size, nonce, now + 3600, &received, NULL),
                    RANGEKIT_ERROR_EXPIRED);
    (void)rangekit_token_encode(&token, bare, sizeof bare, &bare_size, NULL);
    wrong += expect("with its protection stripped",
                    open_token(scheme, bare, bare_size, nonce, now, &received, NULL), RANGEKIT_ERROR_PROTECTION_MISSING);
    message[20] ^= 1; /* inside the token */
    wrong += expect("with one bit changed", open_token(scheme, message, size, nonce, now, &received, NULL),
                    RANGEKIT_ERROR_SIGNATURE_WRONG);
    return wrong;
}

int run_example(const struct scheme *schemes, size_t count, random_function random_bytes) {
    for (size_t i = 0; i < count; i += 1) {
        if (run(&schemes[i], random_bytes) != 0) return 1;
    }
    return 0;
}
