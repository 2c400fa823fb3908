/* rangekit/token_protection.h - sealed tokens: COSE_Mac0 and COSE_Sign1 around the encoded bytes.
 *
 * A sealed message is COSE (RFC 9052): COSE_Mac0 with HMAC-SHA-256 under a key that both sides share, or
 * COSE_Sign1 with ES256 or EdDSA under the private key of one. RangeKit builds and reads the structure
 * and keeps the rules; keys and cryptography stay with the host (a secure element, OpenSSL, mbedTLS),
 * which passes two functions.
 *
 *   sender:    rangekit_token_encode, then rangekit_protection_seal
 *   receiver:  rangekit_token_open with a policy: what is demanded, accepted and expected
 *
 * What is verified is the payload as received, byte for byte, and it is decoded only after that. What
 * each measure stops, and what none of them stops (relay), is in Documentation/threat-model.md.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TOKEN_PROTECTION_H
#define RANGEKIT_TOKEN_PROTECTION_H

#include "base.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

/* COSE algorithm numbers (RFC 9053), as they stand in the protected header. */
#define RANGEKIT_ALGORITHM_HMAC_SHA256 5 /* HMAC 256/256: a 32-byte tag; COSE_Mac0 */
#define RANGEKIT_ALGORITHM_ES256 (-7)    /* ECDSA with SHA-256 on P-256: r and s, 32 bytes each; COSE_Sign1 */
#define RANGEKIT_ALGORITHM_EDDSA (-8)    /* Ed25519: 64 bytes; COSE_Sign1 */

/* What a receiver accepts, as bits. */
#define RANGEKIT_PROTECTION_NONE (1u << 0) /* a bare token: anyone may have written it */
#define RANGEKIT_PROTECTION_HMAC_SHA256 (1u << 1)
#define RANGEKIT_PROTECTION_ES256 (1u << 2)
#define RANGEKIT_PROTECTION_EDDSA (1u << 3)

#define RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE 64
#define RANGEKIT_PROTECTION_SIGNATURE_MAX_SIZE 64
/* No sealed message is longer than its payload by more than this. */
#define RANGEKIT_PROTECTION_OVERHEAD_MAX_SIZE 150
/* Scratch beyond the sizes of payload and additional data that always suffices. */
#define RANGEKIT_PROTECTION_SCRATCH_OVERHEAD 112
/* No message that rangekit_protection_seal makes of an encoded token is longer, and scratch of this size
 * suffices for one without additional data. */
#define RANGEKIT_PROTECTED_TOKEN_MAX_SIZE 1253

/* ---- The host's cryptography --------------------------------------------------------------------- */

/* What both functions return. Anything but 1 fails: neither a forgotten result (0) nor another library's
 * idea of success passes for a good signature. */
#define RANGEKIT_CRYPTOGRAPHY_OK 1        /* signed; or the signature fits */
#define RANGEKIT_CRYPTOGRAPHY_REFUSED 0   /* the signature does not fit: RANGEKIT_ERROR_SIGNATURE_WRONG */
#define RANGEKIT_CRYPTOGRAPHY_NO_KEY (-1) /* no key for this key id: RANGEKIT_ERROR_KEY_UNKNOWN */
/* Any other number: RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED. */

/* Signs `bytes` (the hash is part of the algorithm) and writes all of `signature_size` bytes: 32 for
 * HMAC-SHA-256, 64 for ES256 (r then s, big-endian, not DER) and EdDSA. Called on the caller's thread
 * during rangekit_protection_seal, once; it must not call back into RangeKit with the same buffers. */
typedef int32_t (*rangekit_sign_function)(void *context, int32_t algorithm, const uint8_t *bytes, size_t size,
                                          uint8_t *signature, size_t signature_size);

/* Whether `signature` fits `bytes`, under the key that the host has for this key id (`key_id` may be
 * empty) and only if that key is for this `algorithm`. Compare authentication tags in constant time. */
typedef int32_t (*rangekit_verify_function)(void *context, int32_t algorithm, const uint8_t *key_id,
                                            size_t key_id_length, const uint8_t *bytes, size_t size,
                                            const uint8_t *signature, size_t signature_size);

/* ---- Sealing ------------------------------------------------------------------------------------- */

typedef struct rangekit_protection_options {
    uint32_t struct_size;
    int32_t algorithm;      /* RANGEKIT_ALGORITHM_*; required */
    uint32_t key_id_length; /* 0 to 64; 0: no key id is sent */
    uint32_t untagged;      /* 0: with COSE's tag 17 or 18; 1: without, 1 byte shorter */
    uint8_t key_id[RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE]; /* which key it is, for the receiver; not secret */
} rangekit_protection_options;

#define RANGEKIT_PROTECTION_OPTIONS_V1_SIZE 80
#define RANGEKIT_PROTECTION_OPTIONS_INIT {(uint32_t)sizeof(rangekit_protection_options), 0, 0, 0, {0}}

/* Fills the options with their initial value: no algorithm yet, no key id, tagged. Pure. */
rangekit_status rangekit_protection_options_default(rangekit_protection_options *options);

/* Seals `payload` (an encoded token, or any other message): deterministic CBOR, algorithm and key id in
 * the protected header. `aad` is external additional data (RFC 9052 section 4.3), which is signed but not
 * sent: both sides must have it, for example a pairing code or a session's transcript; NULL with 0 for
 * none. `scratch` is memory for the to-be-signed bytes, at least payload_size + aad_size +
 * RANGEKIT_PROTECTION_SCRATCH_OVERHEAD; too little gives RANGEKIT_ERROR_BUFFER_TOO_SMALL with bytes needed
 * and given in the diagnostic. It may not overlap the other buffers. An algorithm that is none of
 * RANGEKIT_ALGORITHM_* gives RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED. See "Bytes out" in base.h; asking for
 * the length (out = NULL, capacity = 0) does not sign and takes scratch and sign of NULL. After a failed
 * signature `out` may have been written to, and *length is 0. `diagnostic` may be NULL. Keeps nothing;
 * runs on any thread. */
rangekit_status rangekit_protection_seal(const uint8_t *payload, size_t payload_size, const uint8_t *aad,
                                         size_t aad_size, const rangekit_protection_options *options,
                                         rangekit_sign_function sign, void *context, uint8_t *scratch,
                                         size_t scratch_size, uint8_t *out, size_t capacity, size_t *length,
                                         rangekit_diagnostic *diagnostic);

/* ---- Opening ------------------------------------------------------------------------------------- */

#define RANGEKIT_POLICY_HAS_NOW (1u << 0)    /* now_utc_s: expired tokens are refused */
#define RANGEKIT_POLICY_HAS_NONCE (1u << 1)  /* the token must carry exactly this nonce */
#define RANGEKIT_POLICY_HAS_KEY_ID (1u << 2) /* the message must name exactly this key */

#define RANGEKIT_POLICY_REQUIRE_EXPIRY (1u << 0) /* a token without expiry is refused */
/* A protected header that this library does not understand is ignored, as RFC 9052 has it; without this
 * bit it is refused. Critical ones are always refused. */
#define RANGEKIT_POLICY_IGNORE_UNKNOWN_HEADERS (1u << 1)
/* The algorithm may stand in the unprotected header alone, where an attacker can change it. For senders
 * that put it there; the key must then be for one algorithm. */
#define RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM (1u << 2)

/* What a receiver demands, accepts and expects. */
typedef struct rangekit_token_policy {
    uint32_t struct_size;
    uint32_t fields;        /* RANGEKIT_POLICY_HAS_* */
    uint64_t now_utc_s;     /* seconds since 1970-01-01 00:00 UTC */
    uint32_t accepted;      /* OR of RANGEKIT_PROTECTION_*; at least one. Without _NONE, protection is demanded */
    uint32_t options;       /* OR of RANGEKIT_POLICY_* above that are no HAS_ */
    uint32_t nonce_length;  /* 8 to 64 */
    uint32_t key_id_length; /* 0 to 64 */
    uint8_t nonce[RANGEKIT_TOKEN_NONCE_MAX_SIZE];
    uint8_t key_id[RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE];
} rangekit_token_policy;

#define RANGEKIT_TOKEN_POLICY_V1_SIZE 160
#define RANGEKIT_TOKEN_POLICY_INIT {(uint32_t)sizeof(rangekit_token_policy), 0, 0, 0, 0, 0, 0, {0}, {0}}

/* Fills a policy with its initial value: it accepts nothing until `accepted` is set. Pure. */
rangekit_status rangekit_token_policy_default(rangekit_token_policy *policy);

/* Opens a token as a policy demands. In this order: the message's structure and headers, algorithm, key id,
 * signature, the token's own rules, its device, its nonce, its expiry.
 *   - A bare token where `accepted` lacks RANGEKIT_PROTECTION_NONE: RANGEKIT_ERROR_PROTECTION_MISSING.
 *   - Tags 17 and 18 are peeled; no tag is fine; any other is RANGEKIT_ERROR_TAG_REFUSED.
 *   - `expected` (may be NULL): the token must be of the same device as this one, else
 *     RANGEKIT_ERROR_WRONG_DEVICE.
 *   - A nonce that is not the policy's: RANGEKIT_ERROR_WRONG_NONCE; none at all, or no expiry where one is
 *     required: RANGEKIT_ERROR_MISSING_FIELD.
 * `verify` may be NULL if `accepted` is RANGEKIT_PROTECTION_NONE alone. `aad`, `scratch` as for
 * rangekit_protection_seal; size + aad_size + RANGEKIT_PROTECTION_SCRATCH_OVERHEAD bytes of scratch suffice.
 * `accepted` of 0, or a nonce or key id of a length outside its range: RANGEKIT_ERROR_OUT_OF_RANGE.
 * On failure `token` is unchanged; the diagnostic (may be NULL) gives byte offset in the message, and field. Keeps
 * nothing; runs on any thread. */
rangekit_status rangekit_token_open(const uint8_t *bytes, size_t size, const uint8_t *aad, size_t aad_size,
                                    const rangekit_token_policy *policy, const rangekit_token *expected,
                                    rangekit_verify_function verify, void *context, uint8_t *scratch,
                                    size_t scratch_size, rangekit_token *token, rangekit_diagnostic *diagnostic);

/* Checks a token in memory against a policy's device, nonce and expiry alone, as rangekit_token_open does at its
 * end: for tokens that arrived by a way that is itself protected, and before each use of a kept one. Pure. */
rangekit_status rangekit_token_check(const rangekit_token *token, const rangekit_token_policy *policy,
                                     const rangekit_token *expected, rangekit_diagnostic *diagnostic);

/* Opens a sealed message with any payload. As rangekit_token_open up to the signature; what the payload
 * holds is the caller's to read, in place: *payload_length bytes at *payload_offset of `bytes`. *algorithm
 * (may be NULL) becomes what it was sealed with. A message that is no COSE array is refused whatever `accepted`
 * says. The policy's nonce and expiry are not looked at. On failure nothing but the diagnostic is written. */
rangekit_status rangekit_protection_open(const uint8_t *bytes, size_t size, const uint8_t *aad, size_t aad_size,
                                         const rangekit_token_policy *policy, rangekit_verify_function verify,
                                         void *context, uint8_t *scratch, size_t scratch_size,
                                         size_t *payload_offset, size_t *payload_length, int32_t *algorithm,
                                         rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TOKEN_PROTECTION_H */
