/* Sealed messages byte for byte: headers that cheat, each by its name; the COSE working group's samples; and
 * what RFC 8949 says is not well-formed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cryptography.h"
#include "format_cases.h"
#include "token_samples.h"

#define ANY_PROTECTION (RANGEKIT_PROTECTION_HMAC_SHA256 | RANGEKIT_PROTECTION_ES256 | RANGEKIT_PROTECTION_EDDSA)

static uint8_t scratch[4096];

static rangekit_token_policy policy_with(uint32_t options) {
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    policy.accepted = ANY_PROTECTION;
    policy.options = options;
    return policy;
}

#define P(part) RANGEKIT_FIELD_PROTECTION##part
#define SIG "5840" ZERO32 ZERO32
#define TAG "5820" ZERO32
#define ZERO32 "0000000000000000000000000000000000000000000000000000000000000000"

/* With a verifier that accepts everything: what is refused is refused before any cryptography. */
static const struct {
    struct format_case message;
    uint32_t options;
} cases[] = {
    {{"", RANGEKIT_ERROR_TRUNCATED, P(), 0, 1, 0}, 0},
    {{"d2", RANGEKIT_ERROR_TRUNCATED, P(), 1, -1, -1}, 0},
    {{"d18443a10105a04161" TAG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"8443a10105a04161" TAG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28443a10126a04161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28443a10127a04161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    /* Tags. */
    {{"d08443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 0, -1, 16}, 0},
    {{"d2d28443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 1, -1, 18}, 0},
    {{"d2d18443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 1, -1, 17}, 0},
    {{"d8128443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 0, -1, 18}, 0},
    {{"d83dd28443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 0, -1, 61}, 0},
    {{"d903e68443a10126a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(), 0, -1, 998}, 0},
    {{"d18443a10126a04161" SIG, RANGEKIT_ERROR_ALGORITHM_MISMATCH, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d28443a10105a04161" TAG, RANGEKIT_ERROR_ALGORITHM_MISMATCH, P(_ALGORITHM), 5, -1, -1}, 0},
    /* The array. */
    {{"d28343a10126a04161", RANGEKIT_ERROR_WRONG_LENGTH, P(), 1, 4, 3}, 0},
    {{"d28543a10126a04161" SIG "00", RANGEKIT_ERROR_WRONG_LENGTH, P(), 1, 4, 5}, 0},
    {{"d29f43a10126a04161" SIG "ff", RANGEKIT_ERROR_INDEFINITE_LENGTH, P(), 1, -1, -1}, 0},
    {{"4161", RANGEKIT_ERROR_WRONG_TYPE, P(), 0, 4, 2}, 0},
    {{"d28443a10126a04161" SIG "00", RANGEKIT_ERROR_TRAILING_BYTES, P(), 75, 75, 76}, 0},
    {{"d284a10126a04161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_PROTECTED_HEADER), 2, 2, 5}, 0},
    {{"d28443a10126404161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_UNPROTECTED_HEADER), 6, 5, 2}, 0},
    {{"d28443a10126a0f6" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_PAYLOAD), 7, 2, 7}, 0}, /* detached */
    {{"d28443a10126a0416160", RANGEKIT_ERROR_WRONG_TYPE, P(_SIGNATURE), 9, 2, 3}, 0},
    {{"d28443a10126a0416140", RANGEKIT_ERROR_WRONG_LENGTH, P(_SIGNATURE), 9, 64, 0}, 0},
    {{"d28443a10126a04161" TAG, RANGEKIT_ERROR_WRONG_LENGTH, P(_SIGNATURE), 9, 64, 32}, 0},
    {{"d18443a10105a04161" "4700000000000000", RANGEKIT_ERROR_WRONG_LENGTH, P(_SIGNATURE), 9, 32, 7}, 0},
    /* The algorithm. */
    {{"d28441a0a04161" SIG, RANGEKIT_ERROR_ALGORITHM_MISSING, P(_ALGORITHM), 4, -1, -1}, 0},
    {{"d28440a04161" SIG, RANGEKIT_ERROR_ALGORITHM_MISSING, P(_ALGORITHM), 3, -1, -1}, 0},
    {{"d28440a104414b4161" SIG, RANGEKIT_ERROR_ALGORITHM_MISSING, P(_ALGORITHM), 3, -1, -1}, 0},
    {{"d28440a101264161" SIG, RANGEKIT_ERROR_ALGORITHM_UNPROTECTED, P(_ALGORITHM), 4, -1, -1}, 0},
    {{"d28440a101264161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM},
    {{"d28443a10126a101264161" SIG, RANGEKIT_ERROR_ALGORITHM_DUPLICATED, P(_ALGORITHM), 7, -1, -1}, 0},
    {{"d28443a10126a101054161" SIG, RANGEKIT_ERROR_ALGORITHM_DUPLICATED, P(_ALGORITHM), 7, -1, -1},
     RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM},
    {{"d28444a1013822a04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0}, /* ES384 */
    {{"d18443a10104a04161" TAG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0}, /* 64-bit tag */
    {{"d28443a10100a04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d28448a101654553323536a04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d2844ba1011bffffffffffffffffa04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d2844ba1013bffffffffffffffffa04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d28447a1013a80000000a04161" SIG, RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d28443a10140a04161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_ALGORITHM), 5, 0, 2}, 0},
    {{"d28445a201260126a04161" SIG, RANGEKIT_ERROR_DUPLICATE_KEY, P(_PROTECTED_HEADER), 6, -1, -1}, 0},
    /* Key ids. */
    {{"d28446a2012604414ba04161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28443a10126a104414b4161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28446a2012604414ba104414c4161" SIG, RANGEKIT_ERROR_DUPLICATE_KEY, P(_KEY_ID), 10, -1, -1}, 0},
    {{"d28445a201260400a04161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_KEY_ID), 7, 2, 0}, 0},
    /* Critical headers. */
    {{"d28446a20126028101a04161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28446a20126028104a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 7, -1, -1}, 0}, /* not there */
    {{"d28446a20126028118" "a04161" SIG, RANGEKIT_ERROR_TRUNCATED, P(_CRITICAL), 8, -1, -1}, 0},
    {{"d28447a2012602811863a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 8, -1, 99}, 0},
    {{"d28447a2012602811863a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 8, -1, 99},
     RANGEKIT_POLICY_IGNORE_UNKNOWN_HEADERS},
    {{"d28447a20126028161" "78a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 8, -1, -1}, 0},
    {{"d28446a20126028120a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 8, -1, -1}, 0},
    {{"d28445a201260280a04161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 7, -1, -1}, 0},
    {{"d28445a201260201a04161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_CRITICAL), 7, 4, 0}, 0},
    {{"d28443a10126a10281014161" SIG, RANGEKIT_ERROR_CRITICAL_HEADER, P(_CRITICAL), 7, -1, -1}, 0}, /* unprotected */
    /* Unknown headers. */
    {{"d28446a201261863" "00a04161" SIG, RANGEKIT_ERROR_UNKNOWN_HEADER, P(_PROTECTED_HEADER), 6, -1, 99}, 0},
    {{"d28446a201261863" "00a04161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, RANGEKIT_POLICY_IGNORE_UNKNOWN_HEADERS},
    {{"d28445a201260300a04161" SIG, RANGEKIT_ERROR_UNKNOWN_HEADER, P(_PROTECTED_HEADER), 6, -1, 3}, 0},
    {{"d28443a10126a1186300" "4161" SIG, RANGEKIT_OK, 0, 0, 0, 0}, 0},
    {{"d28443a10126a16178f94161" SIG, RANGEKIT_ERROR_NOT_SHORTEST, -1, -1, -1, -1}, 0},
    /* The protected header is a map alone, in its own bytes. */
    {{"d28444a1012600a04161" SIG, RANGEKIT_ERROR_TRAILING_BYTES, P(_PROTECTED_HEADER), 6, -1, -1}, 0},
    {{"d28441" "80a04161" SIG, RANGEKIT_ERROR_WRONG_TYPE, P(_PROTECTED_HEADER), 3, 5, 4}, 0},
    {{"d28442a101a04161" SIG, RANGEKIT_ERROR_COUNT_TOO_LARGE, P(_PROTECTED_HEADER), 3, -1, -1}, 0},
    {{"d28443a10118a04161" SIG, RANGEKIT_ERROR_TRUNCATED, P(_ALGORITHM), 5, -1, -1}, 0},
    {{"d28443c1a000a04161" SIG, RANGEKIT_ERROR_TAG_REFUSED, P(_PROTECTED_HEADER), 3, -1, 1}, 0},
};

static int32_t accept_all(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                          const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    (void)context, (void)algorithm, (void)key_id, (void)key_id_length, (void)bytes, (void)size, (void)signature,
        (void)signature_size;
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static void headers_that_cheat_are_refused_by_name(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        const struct format_case *expected = &cases[i].message;
        uint8_t bytes[200];
        size_t size = bytes_from_hex(expected->hex, strlen(expected->hex), bytes, sizeof bytes), offset = 0, length = 0;
        int32_t algorithm = 0;
        rangekit_token_policy policy = policy_with(cases[i].options);
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status =
            rangekit_protection_open(guarded_copy(0, bytes, size), size, NULL, 0, &policy, accept_all, NULL, scratch,
                                     sizeof scratch, &offset, &length, &algorithm, &diagnostic);
        if (expected->status == RANGEKIT_OK) {
            if (status != RANGEKIT_OK || length != 1 || bytes[offset] != 'a' || algorithm == 0) {
                fail_text("%s gives %s", expected->hex, rangekit_status_name(status));
            }
        } else if (expected->field != -1) {
            check_format_case(expected, status, &diagnostic);
            assert_int_equal(length + offset, 0);
        } else if (status >= 0) {
            fail_text("%s gives %s", expected->hex, rangekit_status_name(status));
        }
    }
}

/* ---- What the payload holds is read after the signature, and its places are those of the message ---- */

static void a_bad_payload_is_named_where_it_stands(void **state) {
    (void)state;
    static const char *const hex = "d18443a10105a0" "4aa30001010002420102ff" TAG;
    uint8_t bytes[100];
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes);
    rangekit_token_policy policy = policy_with(0);
    rangekit_token token = {.struct_size = sizeof token};
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    assert_status(rangekit_token_open(bytes, size, NULL, 0, &policy, NULL, accept_all, NULL, scratch, sizeof scratch,
                                      &token, &diagnostic),
                  RANGEKIT_ERROR_TRAILING_BYTES);
    assert_int_equal(diagnostic.byte_offset, 8 + 9);
    struct keyring keyring = new_keyring();
    assert_status(rangekit_token_open(bytes, size, NULL, 0, &policy, NULL, keyring_verify, &keyring, scratch,
                                      sizeof scratch, &token, &diagnostic),
                  RANGEKIT_ERROR_SIGNATURE_WRONG);
    assert_int_equal(diagnostic.byte_offset, size - 32);
}

/* ---- The COSE working group's samples ---- */

/* The value of "key": "..." in a JSON file, as bytes. */
static size_t field_of(const char *name, const char *key, uint8_t *out, size_t capacity) {
    static char text[1 << 16];
    const char *path = shared_path(name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(text, key), *open = strchr(strchr(at, ':'), '"');
    return bytes_from_hex(open + 1, (size_t)(strchr(open + 1, '"') - open - 1), out, capacity);
}

static void samples_pass_and_fail_as_they_say(void **state) {
    (void)state;
    if (shared_path("vectors/cose_sign_pass_01.json") == NULL) SKIP("the COSE samples are not there");
    static const struct {
        const char *file;
        rangekit_status by_default, with_unprotected_algorithm;
    } samples[] = {
        /* Both passing ones have the algorithm in the unprotected header. */
        {"vectors/cose_mac_pass_01.json", RANGEKIT_ERROR_ALGORITHM_UNPROTECTED, RANGEKIT_OK},
        {"vectors/cose_sign_pass_01.json", RANGEKIT_ERROR_ALGORITHM_UNPROTECTED, RANGEKIT_OK},
        {"vectors/cose_mac_fail_02.json", RANGEKIT_ERROR_SIGNATURE_WRONG, RANGEKIT_ERROR_SIGNATURE_WRONG},
        {"vectors/cose_sign_fail_01.json", RANGEKIT_ERROR_TAG_REFUSED, RANGEKIT_ERROR_TAG_REFUSED},
    };
    uint8_t hmac_key[32], point[64];
    assert_int_equal(field_of("vectors/cose_mac_pass_01.json", "\"CEK_hex\"", hmac_key, 32), 32);
    bytes_from_hex("bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff", 64, point, 32);
    bytes_from_hex("20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e", 64, point + 32, 32);
    for (size_t i = 0; i < COUNT_OF(samples); i += 1) {
        uint8_t message[300], signed_bytes[300];
        size_t size = field_of(samples[i].file, "\"cbor\"", message, sizeof message), offset = 0, length = 0;
        const char *what = strstr(samples[i].file, "mac") != NULL ? "\"ToMac_hex\"" : "\"ToBeSign_hex\"";
        size_t signed_size = field_of(samples[i].file, what, signed_bytes, sizeof signed_bytes);
        for (int allowed = 0; allowed <= 1; allowed += 1) {
            struct keyring keyring = new_keyring();
            keyring.hmac_key = hmac_key;
            keyring.point = point;
            rangekit_token_policy policy = policy_with(allowed ? RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM : 0);
            assert_status(rangekit_protection_open(message, size, NULL, 0, &policy, keyring_verify, &keyring, scratch,
                                                   sizeof scratch, &offset, &length, NULL, NULL),
                          allowed ? samples[i].with_unprotected_algorithm : samples[i].by_default);
            if (keyring.calls == 0) continue;
            assert_int_equal(keyring.size, signed_size);
            assert_memory_equal(keyring.bytes, signed_bytes, signed_size);
        }
        if (samples[i].with_unprotected_algorithm != RANGEKIT_OK) continue;
        assert_int_equal(length, 20);
        assert_memory_equal(message + offset, "This is the content.", 20);
    }
    /* Without its wrong tag, the failing signature sample is a good message. */
    uint8_t message[300];
    size_t size = field_of("vectors/cose_sign_fail_01.json", "\"cbor\"", message, sizeof message), offset, length;
    struct keyring keyring = new_keyring();
    keyring.point = point;
    rangekit_token_policy policy = policy_with(0);
    assert_status(rangekit_protection_open(message + 3, size - 3, NULL, 0, &policy, keyring_verify, &keyring, scratch,
                                           sizeof scratch, &offset, &length, NULL, NULL),
                  RANGEKIT_OK);
    message[40] ^= 1;
    assert_status(rangekit_protection_open(message + 3, size - 3, NULL, 0, &policy, keyring_verify, &keyring, scratch,
                                           sizeof scratch, &offset, &length, NULL, NULL),
                  RANGEKIT_ERROR_SIGNATURE_WRONG);
}

/* ---- RFC 8949 Appendix F: as the message, as its parts, as the payload ---- */

static void ill_formed_inputs_are_refused_in_every_place(void **state) {
    (void)state;
    const char *path = shared_path("vectors/cbor_rfc8949_appendix_f.json");
    if (path == NULL) SKIP("the vectors of RFC 8949 Appendix F are not there");
    FILE *file = fopen(path, "rb");
    static char text[1 << 20];
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    static const char *const before[] = {"", "d284", "d28443a10126", "d28443a10126a0", "d28443a10126a04161",
                                         "d28443a10126a10a"};
    size_t count = 0;
    for (char *at = strstr(text, "\"hex\""); at != NULL; at = strstr(at + 5, "\"hex\"")) {
        char *open = strchr(strchr(at, ':'), '"');
        uint8_t bytes[700];
        count += 1;
        for (size_t place = 0; place <= COUNT_OF(before); place += 1) {
            uint8_t item[512];
            size_t item_size = bytes_from_hex(open + 1, (size_t)(strchr(open + 1, '"') - open - 1), item, sizeof item);
            int as_payload = place == COUNT_OF(before);
            const char *start = as_payload ? "d18443a10105a0" : before[place];
            size_t size = bytes_from_hex(start, strlen(start), bytes, sizeof bytes);
            if (as_payload) {
                bytes[size++] = 0x59;
                bytes[size++] = (uint8_t)(item_size >> 8);
                bytes[size++] = (uint8_t)item_size;
                if (item_size < 24) bytes[size - 3] = (uint8_t)(0x40 + item_size), size -= 2;
                else if (item_size < 256) bytes[size - 3] = 0x58, bytes[size - 2] = (uint8_t)item_size, size -= 1;
            }
            memcpy(bytes + size, item, item_size);
            size += item_size;
            size += bytes_from_hex(as_payload ? TAG : "", as_payload ? strlen(TAG) : 0, bytes + size, sizeof bytes - size);
            rangekit_token_policy policy = policy_with(0);
            rangekit_token token = {.struct_size = sizeof token};
            rangekit_status status = rangekit_token_open(guarded_copy(0, bytes, size), size, NULL, 0, &policy, NULL,
                                                         accept_all, NULL, scratch, sizeof scratch, &token, NULL);
            if (status > RANGEKIT_ERROR_TRUNCATED) {
                fail_text("%s gives %s", hex_from_bytes(bytes, size), rangekit_status_name(status));
            }
        }
    }
    assert_int_equal(count, 94);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(headers_that_cheat_are_refused_by_name),
    cmocka_unit_test(a_bad_payload_is_named_where_it_stands),
    cmocka_unit_test(samples_pass_and_fail_as_they_say),
    cmocka_unit_test(ill_formed_inputs_are_refused_in_every_place),
};

TEST_GROUP(protection_format_tests, tests);
