/* Every published packet and message: read and written byte for byte; every truncation and every flipped bit:
 * a refusal that says where, or a value that is written to the same bytes again.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"
#include "wire_vectors.h"

static void vectors_are_read_and_written_byte_for_byte(void **state) {
    (void)state;
    for (size_t i = 0; i < wire_vector_count; i += 1) {
        const struct wire_vector *vector = &wire_vectors[i];
        uint8_t bytes[WIRE_MAX_SIZE], again[WIRE_MAX_SIZE];
        size_t size = bytes_from_hex(vector->hex, strlen(vector->hex), bytes, sizeof bytes), again_size = 0;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status =
            wire_round_trip(vector->kind, guarded_copy(0, bytes, size), size, again, &again_size, &diagnostic);
        if (status != RANGEKIT_OK) fail_text("%s: %s", vector->name, rangekit_status_name(status));
        if (again_size != size || memcmp(again, bytes, size) != 0) {
            fail_text("%s: %s\n  became %s", vector->name, vector->hex, hex_from_bytes(again, again_size));
        }
        assert_int_equal(diagnostic.fields, 0);
    }
}

static size_t accepted, refused;

static void check(const struct wire_vector *vector, const uint8_t *bytes, size_t size) {
    uint8_t again[WIRE_MAX_SIZE];
    size_t again_size = 0;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status =
        wire_round_trip(vector->kind, guarded_copy(0, bytes, size), size, again, &again_size, &diagnostic);
    if (status == RANGEKIT_OK) {
        if (again_size != size || memcmp(again, bytes, size) != 0) {
            fail_text("%s: %s\n  became %s", vector->name, hex_from_bytes(bytes, size),
                      hex_from_bytes(again, again_size));
        }
        accepted += 1;
        return;
    }
    uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
    if (status > 0 || diagnostic.status != status || (diagnostic.fields & wanted) != wanted ||
        diagnostic.byte_offset > size || strcmp(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN") == 0 ||
        strcmp(rangekit_field_name(diagnostic.field), "unknown") == 0) {
        fail_text("%s: %s gives %s (%d)", vector->name, hex_from_bytes(bytes, size), rangekit_status_name(status),
                  (int)status);
    }
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length;
    assert_status(rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length), RANGEKIT_OK);
    refused += 1;
}

static void every_truncation_and_flipped_bit_gives_a_status_or_a_value(void **state) {
    (void)state;
    for (size_t i = 0; i < wire_vector_count; i += 1) {
        const struct wire_vector *vector = &wire_vectors[i];
        uint8_t bytes[WIRE_MAX_SIZE];
        size_t size = bytes_from_hex(vector->hex, strlen(vector->hex), bytes, sizeof bytes);
        for (size_t length = 0; length < size; length += 1) check(vector, bytes, length);
        for (size_t bit = 0; bit < 8 * size; bit += 1) {
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            check(vector, bytes, size);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        bytes[size] = 0;
        check(vector, bytes, size + 1);
    }
    assert_true(accepted > 1000 && refused > 1000);
}

static void random_bytes_give_a_status_or_a_value(void **state) {
    (void)state;
    struct random_source source = {11};
    for (int i = 0; i < 100000; i += 1) {
        const struct wire_vector *vector = &wire_vectors[random_below(&source, wire_vector_count)];
        uint8_t bytes[WIRE_MAX_SIZE];
        size_t size = bytes_from_hex(vector->hex, strlen(vector->hex), bytes, sizeof bytes);
        for (uint64_t changes = 1 + random_below(&source, 6); changes > 0; changes -= 1) {
            bytes[random_below(&source, size)] = (uint8_t)random_next(&source);
        }
        check(vector, bytes, size);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(vectors_are_read_and_written_byte_for_byte),
    cmocka_unit_test(every_truncation_and_flipped_bit_gives_a_status_or_a_value),
    cmocka_unit_test(random_bytes_give_a_status_or_a_value),
};

TEST_GROUP(wire_damage_tests, tests);
