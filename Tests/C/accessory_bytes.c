/* Configurations as bytes: what is accepted encodes to the same bytes, and every truncation, every single-bit
 * flip, every single-byte change and random bytes give what an independent reading says.
 *
 * SPDX-License-Identifier: MIT
 */
#include "accessory_model.h"
#include "accessory_samples.h"

static size_t accepted_count, refused_count;

static void check_acd(const uint8_t *bytes, size_t size) {
    rangekit_accessory_configuration acd, before;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&acd, 0xA5, sizeof acd);
    acd.struct_size = sizeof acd;
    before = acd;
    const uint8_t *copy = guarded_copy(0, bytes, size);
    rangekit_status status = rangekit_accessory_configuration_decode(copy, size, &acd, &diagnostic);
    rangekit_status expected = model_acd_status(bytes, size);
    if (status != expected) {
        fail_text("%s\n  gives %s, the independent reading %s", hex_from_bytes(bytes, size),
                  rangekit_status_name(status), rangekit_status_name(expected));
    }
    rangekit_accessory_configuration read = {.struct_size = sizeof read};
    rangekit_problem problems[RANGEKIT_PROBLEMS_MAX_COUNT];
    size_t count;
    rangekit_status read_status =
        rangekit_accessory_configuration_read(copy, size, &read, problems, COUNT_OF(problems), &count);
    assert_true(count <= COUNT_OF(problems));
    uint32_t refused = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (problems[i].is_refused && !refused) assert_int_equal(problems[i].status, status);
        refused |= problems[i].is_refused;
        assert_true(problems[i].byte_offset <= size);
    }
    assert_int_equal(refused, status != RANGEKIT_OK);
    if (status == RANGEKIT_OK) {
        accepted_count += 1;
        uint8_t again[RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE];
        size_t length;
        assert_status(read_status, RANGEKIT_OK);
        assert_memory_equal(&read, &acd, sizeof acd);
        assert_status(rangekit_accessory_configuration_encode(&acd, again, sizeof again, &length, NULL), RANGEKIT_OK);
        if (length != size || memcmp(again, bytes, size) != 0) {
            fail_text("%s\n  is encoded again as\n%s", hex_from_bytes(bytes, size), hex_from_bytes(again, length));
        }
        return;
    }
    refused_count += 1;
    assert_memory_equal(&acd, &before, sizeof acd);
    assert_int_equal(diagnostic.status, status);
    assert_true((diagnostic.fields & 3) == 3 && diagnostic.byte_offset <= size);
}

static void check_scd(const uint8_t *bytes, size_t size) {
    rangekit_shareable_configuration scd, before;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&scd, 0xA5, sizeof scd);
    scd.struct_size = sizeof scd;
    before = scd;
    const uint8_t *copy = guarded_copy(0, bytes, size);
    rangekit_status status = rangekit_shareable_configuration_decode(copy, size, &scd, &diagnostic);
    rangekit_status expected = model_scd_status(bytes, size);
    if (status != expected) {
        fail_text("%s\n  gives %s, the independent reading %s", hex_from_bytes(bytes, size),
                  rangekit_status_name(status), rangekit_status_name(expected));
    }
    rangekit_shareable_configuration read = {.struct_size = sizeof read};
    size_t count;
    (void)rangekit_shareable_configuration_read(copy, size, &read, NULL, 0, &count);
    if (status == RANGEKIT_OK) {
        accepted_count += 1;
        uint8_t again[RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE];
        size_t length;
        assert_memory_equal(&read, &scd, sizeof scd);
        assert_status(rangekit_shareable_configuration_encode(&scd, again, sizeof again, &length, NULL), RANGEKIT_OK);
        if (length != size || memcmp(again, bytes, size) != 0) {
            fail_text("%s\n  is encoded again as\n%s", hex_from_bytes(bytes, size), hex_from_bytes(again, length));
        }
        return;
    }
    refused_count += 1;
    assert_memory_equal(&scd, &before, sizeof scd);
    assert_true((diagnostic.fields & 3) == 3 && diagnostic.byte_offset <= size);
}

static void print_counts(const char *what) {
    print_message("%s: %zu refused, %zu still valid\n", what, refused_count, accepted_count);
    accepted_count = refused_count = 0;
}

static void for_each_sample(void (*visit)(const uint8_t *bytes, size_t size, void (*check)(const uint8_t *, size_t))) {
    uint8_t bytes[128];
    for (size_t i = 0; i < accessory_sample_count; i += 1) {
        visit(bytes, sample_bytes(&accessory_samples[i], bytes, sizeof bytes), check_acd);
    }
    for (size_t i = 0; i < shareable_sample_count; i += 1) {
        visit(bytes, sample_bytes(&shareable_samples[i], bytes, sizeof bytes), check_scd);
    }
}

static void whole(const uint8_t *bytes, size_t size, void (*check)(const uint8_t *, size_t)) { check(bytes, size); }

static void truncate_everywhere(const uint8_t *bytes, size_t size, void (*check)(const uint8_t *, size_t)) {
    for (size_t cut = 0; cut < size; cut += 1) check(bytes, cut);
}

static void flip_every_bit(const uint8_t *bytes, size_t size, void (*check)(const uint8_t *, size_t)) {
    uint8_t changed[128];
    for (size_t bit = 0; bit < 8 * size; bit += 1) {
        memcpy(changed, bytes, size);
        changed[bit / 8] ^= (uint8_t)(1u << bit % 8);
        check(changed, size);
    }
}

static void change_every_byte(const uint8_t *bytes, size_t size, void (*check)(const uint8_t *, size_t)) {
    uint8_t changed[128];
    memcpy(changed, bytes, size);
    for (size_t at = 0; at < size; at += 1) {
        for (int value = 0; value < 256; value += 1) {
            changed[at] = (uint8_t)value;
            check(changed, size);
        }
        changed[at] = bytes[at];
    }
}

static void samples_survive_a_round_trip(void **state) {
    (void)state;
    for_each_sample(whole);
    assert_int_equal(refused_count, 0);
    assert_int_equal(accepted_count, accessory_sample_count + shareable_sample_count);
    print_counts("samples");
}

static void every_truncation_has_a_status(void **state) {
    (void)state;
    for_each_sample(truncate_everywhere);
    print_counts("truncations");
}

static void every_single_bit_flip_has_a_status(void **state) {
    (void)state;
    for_each_sample(flip_every_bit);
    print_counts("single-bit flips");
}

static void every_single_byte_change_has_a_status(void **state) {
    (void)state;
    for_each_sample(change_every_byte);
    print_counts("single-byte changes");
}

static void random_bytes_have_a_status(void **state) {
    (void)state;
    struct random_source source = {21};
    for (int i = 0; i < 200000; i += 1) {
        uint8_t bytes[160] = {0};
        size_t size;
        if (random_below(&source, 2)) {
            size = sample_bytes(&accessory_samples[random_below(&source, accessory_sample_count)], bytes, 128);
        } else {
            size = sample_bytes(&shareable_samples[random_below(&source, shareable_sample_count)], bytes, 128);
        }
        for (uint64_t changes = random_below(&source, 4); changes > 0; changes -= 1) {
            bytes[random_below(&source, size)] = (uint8_t)random_next(&source);
        }
        if (random_below(&source, 4) == 0) size = random_below(&source, 160);
        check_acd(bytes, size);
        check_scd(bytes, size);
    }
    print_counts("random changes");
}

/* The shared vectors, each at its place of the file: "kind" and "hex" are all that is read of the JSON. */
static void the_shared_vectors_encode_to_the_same_bytes(void **state) {
    (void)state;
    const char *path = shared_path("vectors/nearby_interaction.json");
    if (path == NULL) SKIP("the shared vectors are not there");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[1024], kind[64] = "";
    size_t seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char hex[512];
        (void)sscanf(line, " \"kind\" : \"%63[^\"]\"", kind);
        if (sscanf(line, " \"hex\" : \"%511[0-9a-f]\"", hex) != 1) continue;
        uint8_t bytes[256], again[256];
        size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes), length = 0, body = 0;
        uint32_t id = 0;
        if (strcmp(kind, "acd_message") == 0 || strcmp(kind, "android_accessory_message") == 0) {
            assert_status(rangekit_accessory_message_decode(bytes, size, &id, &body, NULL), RANGEKIT_OK);
            assert_int_equal(id, RANGEKIT_ACCESSORY_MESSAGE_CONFIGURATION);
            uint8_t written[256];
            if (kind[1] == 'c') {
                rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
                assert_status(rangekit_accessory_configuration_decode(bytes + 1, body, &acd, NULL), RANGEKIT_OK);
                assert_status(rangekit_accessory_configuration_encode(&acd, written, sizeof written, &length, NULL),
                              RANGEKIT_OK);
            } else {
                rangekit_android_accessory_configuration android = {.struct_size = sizeof android};
                assert_status(rangekit_android_accessory_configuration_decode(bytes + 1, body, &android, NULL),
                              RANGEKIT_OK);
                assert_status(rangekit_android_accessory_configuration_encode(&android, written, sizeof written,
                                                                              &length),
                              RANGEKIT_OK);
            }
            assert_status(rangekit_accessory_message_encode(id, written, length, again, sizeof again, &length, NULL),
                          RANGEKIT_OK);
        } else if (strcmp(kind, "uwb_config") == 0) {
            rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
            assert_status(rangekit_uwb_configuration_decode(bytes, size, &acd, NULL), RANGEKIT_OK);
            assert_status(rangekit_uwb_configuration_encode(&acd, again, sizeof again, &length, NULL), RANGEKIT_OK);
        } else if (strcmp(kind, "scd") == 0) {
            rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
            assert_status(rangekit_shareable_configuration_decode(bytes, size, &scd, NULL), RANGEKIT_OK);
            assert_status(rangekit_shareable_configuration_encode(&scd, again, sizeof again, &length, NULL),
                          RANGEKIT_OK);
        } else if (strcmp(kind, "sts_key_input") == 0) {
            assert_status(rangekit_static_sts_key(RANGEKIT_VENDOR_ID_APPLE, bytes + 2, 0, again, 8, &length),
                          RANGEKIT_OK);
        } else {
            assert_string_equal(kind, "accessory_token");
            rangekit_token token = {.struct_size = sizeof token};
            assert_status(rangekit_token_make_accessory(&token, bytes, size), RANGEKIT_OK);
            memcpy(again, token.identity, length = token.identity_length);
        }
        assert_int_equal(length, size);
        assert_memory_equal(again, bytes, size);
        seen += 1;
    }
    fclose(file);
    assert_int_equal(seen, 8);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(samples_survive_a_round_trip),
    cmocka_unit_test(every_truncation_has_a_status),
    cmocka_unit_test(every_single_bit_flip_has_a_status),
    cmocka_unit_test(every_single_byte_change_has_a_status),
    cmocka_unit_test(random_bytes_have_a_status),
    cmocka_unit_test(the_shared_vectors_encode_to_the_same_bytes),
};

TEST_GROUP(accessory_bytes_tests, tests);
