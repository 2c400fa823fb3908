/* The host's side of protection, by OpenSSL: fixed keys, signing and verifying as token_protection.h asks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_CRYPTOGRAPHY_H
#define RANGEKIT_TESTS_CRYPTOGRAPHY_H

#include "support.h"

/* What the functions were called with, and what they shall do. */
struct keyring {
    int calls;
    int32_t algorithm;
    size_t key_id_length;
    uint8_t key_id[64];
    size_t size;
    uint8_t bytes[2048];    /* what was to be signed, or verified */
    int32_t answer;         /* given instead of signing or verifying; 1: none */
    const uint8_t *hmac_key; /* NULL: a fixed one */
    const uint8_t *point;    /* 64 bytes, x and y of an ES256 public key; NULL: that of a fixed key */
};

struct keyring new_keyring(void);

/* rangekit_sign_function and rangekit_verify_function; the context is a keyring. */
int32_t keyring_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                     size_t signature_size);
int32_t keyring_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                       const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size);

#endif
