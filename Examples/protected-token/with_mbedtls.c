/* Sealed tokens with mbedTLS 2 or 3, as on a microcontroller: HMAC-SHA-256 and ES256.
 *
 * SPDX-License-Identifier: MIT
 */
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/entropy.h>
#include <mbedtls/md.h>

#include <string.h>

#include "protected_token.h"

static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context generator;

/* ---- HMAC-SHA-256: the context is 32 bytes of key ---- */

static int hmac(const void *key, const uint8_t *bytes, size_t size, uint8_t *tag) {
    return mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), key, 32, bytes, size, tag) == 0;
}

static int32_t hmac_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                         size_t signature_size) {
    if (algorithm != RANGEKIT_ALGORITHM_HMAC_SHA256 || signature_size != 32) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    return hmac(context, bytes, size, signature) ? RANGEKIT_CRYPTOGRAPHY_OK : -2;
}

static int32_t hmac_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                           const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    uint8_t tag[32], difference = 0;
    if (key_id_length != 2 || memcmp(key_id, "k1", 2) != 0) return RANGEKIT_CRYPTOGRAPHY_NO_KEY;
    if (algorithm != RANGEKIT_ALGORITHM_HMAC_SHA256 || signature_size != 32) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    if (!hmac(context, bytes, size, tag)) return -2;
    /* In constant time: the place of the first difference tells an attacker nothing. */
    for (size_t i = 0; i < 32; i += 1) difference |= tag[i] ^ signature[i];
    return difference == 0 ? RANGEKIT_CRYPTOGRAPHY_OK : RANGEKIT_CRYPTOGRAPHY_REFUSED;
}

/* ---- ES256: r and s as COSE has them ---- */

struct ec_key {
    mbedtls_ecp_group group;
    mbedtls_mpi secret;
    mbedtls_ecp_point point;
};

static int hash(const uint8_t *bytes, size_t size, uint8_t *digest) {
    return mbedtls_md(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), bytes, size, digest) == 0;
}

static int32_t ec_sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                       size_t signature_size) {
    struct ec_key *key = context;
    uint8_t digest[32];
    mbedtls_mpi r, s;
    if (algorithm != RANGEKIT_ALGORITHM_ES256 || signature_size != 64) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    int done = hash(bytes, size, digest) &&
               mbedtls_ecdsa_sign(&key->group, &r, &s, &key->secret, digest, sizeof digest, mbedtls_ctr_drbg_random,
                                  &generator) == 0 &&
               mbedtls_mpi_write_binary(&r, signature, 32) == 0 && mbedtls_mpi_write_binary(&s, signature + 32, 32) == 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    return done ? RANGEKIT_CRYPTOGRAPHY_OK : -2;
}

static int32_t ec_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                         const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    struct ec_key *key = context;
    uint8_t digest[32];
    mbedtls_mpi r, s;
    if (key_id_length != 2 || memcmp(key_id, "k1", 2) != 0) return RANGEKIT_CRYPTOGRAPHY_NO_KEY;
    if (algorithm != RANGEKIT_ALGORITHM_ES256 || signature_size != 64) return RANGEKIT_CRYPTOGRAPHY_REFUSED;
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    int read = hash(bytes, size, digest) && mbedtls_mpi_read_binary(&r, signature, 32) == 0 &&
               mbedtls_mpi_read_binary(&s, signature + 32, 32) == 0;
    int result = read ? mbedtls_ecdsa_verify(&key->group, digest, sizeof digest, &key->point, &r, &s) : 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    if (!read) return -2;
    return result == 0 ? RANGEKIT_CRYPTOGRAPHY_OK : RANGEKIT_CRYPTOGRAPHY_REFUSED;
}

static int random_bytes(uint8_t *bytes, size_t size) { return mbedtls_ctr_drbg_random(&generator, bytes, size) == 0; }

int main(void) {
    uint8_t shared_key[32];
    static struct ec_key p256;
    mbedtls_entropy_init(&entropy);
    mbedtls_ctr_drbg_init(&generator);
    mbedtls_ecp_group_init(&p256.group);
    mbedtls_mpi_init(&p256.secret);
    mbedtls_ecp_point_init(&p256.point);
    if (mbedtls_ctr_drbg_seed(&generator, mbedtls_entropy_func, &entropy, NULL, 0) != 0 ||
        mbedtls_ecp_group_load(&p256.group, MBEDTLS_ECP_DP_SECP256R1) != 0 ||
        mbedtls_ecp_gen_keypair(&p256.group, &p256.secret, &p256.point, mbedtls_ctr_drbg_random, &generator) != 0 ||
        !random_bytes(shared_key, sizeof shared_key)) {
        return 1;
    }
    const struct scheme schemes[] = {
        {"HMAC-SHA-256", RANGEKIT_ALGORITHM_HMAC_SHA256, RANGEKIT_PROTECTION_HMAC_SHA256, hmac_sign, shared_key,
         hmac_verify, shared_key},
        {"ES256", RANGEKIT_ALGORITHM_ES256, RANGEKIT_PROTECTION_ES256, ec_sign, &p256, ec_verify, &p256},
    };
    int status = run_example(schemes, sizeof schemes / sizeof schemes[0], random_bytes);
    mbedtls_ecp_point_free(&p256.point);
    mbedtls_mpi_free(&p256.secret);
    mbedtls_ecp_group_free(&p256.group);
    mbedtls_ctr_drbg_free(&generator);
    mbedtls_entropy_free(&entropy);
    return status;
}
