/* Sealed tokens with OpenSSL 3: HMAC-SHA-256, ES256 and Ed25519.
 *
 * SPDX-License-Identifier: MIT
 */
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <string.h>

#include "protected_token.h"

#define DER_MAX_SIZE 80 /* of an ECDSA signature on P-256, with room to spare */

/* ---- HMAC-SHA-256: the context is 32 bytes of key ---- */

static int32_t hmac_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                         size_t signature_size) {
    if (algorithm != RANGEKIT_ALGORITHM_HMAC_SHA256 || signature_size != 32) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    return HMAC(EVP_sha256(), context, 32, bytes, size, signature, NULL) != NULL ? RANGEKIT_CRYPTOGRAPHY_OK : -2;
}

static int32_t hmac_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                           const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    uint8_t tag[32];
    if (key_id_length != 2 || memcmp(key_id, "k1", 2) != 0) return RANGEKIT_CRYPTOGRAPHY_NO_KEY;
    if (hmac_sign(context, algorithm, bytes, size, tag, signature_size) != RANGEKIT_CRYPTOGRAPHY_OK) return -2;
    /* In constant time: the place of the first difference tells an attacker nothing. */
    return CRYPTO_memcmp(tag, signature, 32) == 0 ? RANGEKIT_CRYPTOGRAPHY_OK : RANGEKIT_CRYPTOGRAPHY_REFUSED;
}

/* ---- ES256 and EdDSA: the context is an EVP_PKEY. COSE has r and s where OpenSSL has DER ---- */

static int32_t key_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                        size_t signature_size) {
    int is_ec = algorithm == RANGEKIT_ALGORITHM_ES256, done = 0;
    uint8_t made[DER_MAX_SIZE];
    size_t length = sizeof made;
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    if (digest != NULL && signature_size == 64 &&
        EVP_DigestSignInit(digest, NULL, is_ec ? EVP_sha256() : NULL, NULL, context) == 1 &&
        EVP_DigestSign(digest, made, &length, bytes, size) == 1) {
        if (is_ec) {
            const uint8_t *at = made;
            ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &at, (long)length);
            done = pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32;
            ECDSA_SIG_free(pair);
        } else if (length == 64) {
            memcpy(signature, made, 64);
            done = 1;
        }
    }
    EVP_MD_CTX_free(digest);
    return done ? RANGEKIT_CRYPTOGRAPHY_OK : -2;
}

static int32_t key_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                          const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    if (key_id_length != 2 || memcmp(key_id, "k1", 2) != 0) return RANGEKIT_CRYPTOGRAPHY_NO_KEY;
    /* A key is for one algorithm. */
    int is_ec = EVP_PKEY_is_a(context, "EC"), fits = -1;
    if (is_ec != (algorithm == RANGEKIT_ALGORITHM_ES256)) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    uint8_t *der = NULL;
    if (is_ec) {
        ECDSA_SIG *pair = ECDSA_SIG_new();
        BIGNUM *r = BN_bin2bn(signature, 32, NULL), *s = BN_bin2bn(signature + 32, 32, NULL);
        int length = pair != NULL && ECDSA_SIG_set0(pair, r, s) == 1 ? i2d_ECDSA_SIG(pair, &der) : -1;
        ECDSA_SIG_free(pair);
        if (length <= 0) return -2;
        signature = der;
        signature_size = (size_t)length;
    }
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    if (digest != NULL && EVP_DigestVerifyInit(digest, NULL, is_ec ? EVP_sha256() : NULL, NULL, context) == 1) {
        fits = EVP_DigestVerify(digest, signature, signature_size, bytes, size);
    }
    EVP_MD_CTX_free(digest);
    OPENSSL_free(der);
    return fits == 1 ? RANGEKIT_CRYPTOGRAPHY_OK : fits == 0 ? RANGEKIT_CRYPTOGRAPHY_REFUSED : -2;
}

static int random_bytes(uint8_t *bytes, size_t size) { return RAND_bytes(bytes, (int)size) == 1; }

int main(void) {
    uint8_t shared_key[32];
    EVP_PKEY *p256 = EVP_EC_gen("P-256"), *ed25519 = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    if (!random_bytes(shared_key, sizeof shared_key) || p256 == NULL || ed25519 == NULL) return 1;
    /* In a product the receiver has the public halves alone. */
    const struct scheme schemes[] = {
        {"HMAC-SHA-256", RANGEKIT_ALGORITHM_HMAC_SHA256, RANGEKIT_PROTECTION_HMAC_SHA256, hmac_sign, shared_key,
         hmac_verify, shared_key},
        {"ES256", RANGEKIT_ALGORITHM_ES256, RANGEKIT_PROTECTION_ES256, key_sign, p256, key_verify, p256},
        {"Ed25519", RANGEKIT_ALGORITHM_EDDSA, RANGEKIT_PROTECTION_EDDSA, key_sign, ed25519, key_verify, ed25519},
    };
    int status = run_example(schemes, sizeof schemes / sizeof schemes[0], random_bytes);
    EVP_PKEY_free(p256);
    EVP_PKEY_free(ed25519);
    return status;
}
