/* SPDX-License-Identifier: MIT */
#include "cryptography.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

/* Any 32 bytes are a key of each kind; the NUL is not part of it. */
static const uint8_t secret[] = "RangeKit's tests use this secret";

struct keyring new_keyring(void) {
    struct keyring keyring;
    memset(&keyring, 0, sizeof keyring);
    keyring.answer = 1;
    return keyring;
}

static EVP_PKEY *p256_key(const uint8_t *point) {
    uint8_t encoded[65] = {4};
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *scalar = BN_bin2bn(secret, 32, NULL);
    EVP_PKEY *key = NULL;
    assert_int_equal(OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0), 1);
    if (point != NULL) {
        memcpy(encoded + 1, point, 64);
    } else {
        EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
        EC_POINT *product = EC_POINT_new(group);
        assert_int_equal(EC_POINT_mul(group, product, scalar, NULL, NULL, NULL), 1);
        assert_int_equal(
            EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, encoded, sizeof encoded, NULL), 65);
        EC_POINT_free(product);
        EC_GROUP_free(group);
        assert_int_equal(OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar), 1);
    }
    assert_int_equal(OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, encoded, sizeof encoded), 1);
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_int_equal(EVP_PKEY_fromdata_init(context), 1);
    assert_int_equal(EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters), 1);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(scalar);
    return key;
}

static void hmac(const struct keyring *keyring, const uint8_t *bytes, size_t size, uint8_t *tag) {
    const uint8_t *key = keyring->hmac_key != NULL ? keyring->hmac_key : secret;
    assert_non_null(HMAC(EVP_sha256(), key, 32, bytes, size, tag, NULL));
}

static void note(struct keyring *keyring, int32_t algorithm, const uint8_t *bytes, size_t size) {
    keyring->calls += 1;
    keyring->algorithm = algorithm;
    keyring->size = size;
    assert_in_range(size, 1, sizeof keyring->bytes);
    memcpy(keyring->bytes, bytes, size);
}

int32_t keyring_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                     size_t signature_size) {
    struct keyring *keyring = context;
    note(keyring, algorithm, bytes, size);
    if (keyring->answer != 1) return keyring->answer;
    if (algorithm == RANGEKIT_ALGORITHM_HMAC_SHA256) {
        assert_int_equal(signature_size, 32);
        hmac(keyring, bytes, size, signature);
        return RANGEKIT_CRYPTOGRAPHY_OK;
    }
    assert_int_equal(signature_size, 64);
    int is_ec = algorithm == RANGEKIT_ALGORITHM_ES256;
    EVP_PKEY *key = is_ec ? p256_key(NULL) : EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, 32);
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    uint8_t made[80];
    size_t length = sizeof made;
    assert_int_equal(EVP_DigestSignInit(digest, NULL, is_ec ? EVP_sha256() : NULL, NULL, key), 1);
    assert_int_equal(EVP_DigestSign(digest, made, &length, bytes, size), 1);
    if (is_ec) { /* DER to r and s */
        const uint8_t *at = made;
        ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &at, (long)length);
        BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32);
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32);
        ECDSA_SIG_free(pair);
    } else {
        assert_int_equal(length, 64);
        memcpy(signature, made, 64);
    }
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(key);
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static int32_t public_key_fits(const struct keyring *keyring, int32_t algorithm, const uint8_t *bytes, size_t size,
                               const uint8_t *signature) {
    int is_ec = algorithm == RANGEKIT_ALGORITHM_ES256;
    EVP_PKEY *key = is_ec ? p256_key(keyring->point) : EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, 32);
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    uint8_t *der = NULL;
    const uint8_t *given = signature;
    size_t given_size = 64;
    if (is_ec) {
        ECDSA_SIG *pair = ECDSA_SIG_new();
        ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
        given_size = (size_t)i2d_ECDSA_SIG(pair, &der);
        given = der;
        ECDSA_SIG_free(pair);
    }
    assert_int_equal(EVP_DigestVerifyInit(digest, NULL, is_ec ? EVP_sha256() : NULL, NULL, key), 1);
    int fits = EVP_DigestVerify(digest, given, given_size, bytes, size) == 1;
    OPENSSL_free(der);
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(key);
    return fits ? RANGEKIT_CRYPTOGRAPHY_OK : RANGEKIT_CRYPTOGRAPHY_REFUSED;
}

int32_t keyring_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                       const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    struct keyring *keyring = context;
    note(keyring, algorithm, bytes, size);
    keyring->key_id_length = key_id_length;
    if (key_id_length > 0 && key_id_length <= 64) memcpy(keyring->key_id, key_id, key_id_length);
    if (keyring->answer != 1) return keyring->answer;
    assert_int_equal(signature_size, algorithm == RANGEKIT_ALGORITHM_HMAC_SHA256 ? 32 : 64);
    if (algorithm != RANGEKIT_ALGORITHM_HMAC_SHA256) {
        return public_key_fits(keyring, algorithm, bytes, size, signature);
    }
    uint8_t tag[32];
    hmac(keyring, bytes, size, tag);
    return CRYPTO_memcmp(tag, signature, 32) == 0 ? RANGEKIT_CRYPTOGRAPHY_OK : RANGEKIT_CRYPTOGRAPHY_REFUSED;
}
