/* SPDX-License-Identifier: MIT */
#include "exercise.h"

#include <string.h>

uint64_t exercise_digest, exercise_random_state;
rangekit_token exercise_local, exercise_peer;

static size_t big_endian(uint64_t value, size_t bytes, uint8_t *out) {
    for (size_t i = 0; i < bytes; i += 1) out[i] = (uint8_t)(value >> (8 * (bytes - 1 - i)));
    return bytes;
}

void put_number(const char *label, uint64_t value, size_t bytes) {
    uint8_t out[8];
    put(label, out, big_endian(value, bytes, out));
}

void put_status(const char *label, int32_t status) { put_number(label, (uint32_t)status, 4); }

void put_text(const char *label, const char *text) {
    put(label, (const uint8_t *)text, strlen(text));
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void put_double(const char *label, double value) { put_number(label, double_bits(value), 8); }
void put_float(const char *label, float value) { put_number(label, float_bits(value), 4); }

void digest_reset(void) { exercise_digest = UINT64_C(0xCBF29CE484222325); }

void digest_number(uint64_t value, size_t bytes) {
    uint8_t out[8];
    big_endian(value, bytes, out);
    for (size_t i = 0; i < bytes; i += 1) exercise_digest = (exercise_digest ^ out[i]) * UINT64_C(0x100000001B3);
}

void digest_float(float value) { digest_number(float_bits(value), 4); }
void digest_double(double value) { digest_number(double_bits(value), 8); }

uint64_t exercise_random(void) {
    uint64_t z = (exercise_random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

void exercise_base(void) {
    put_number("abi version", rangekit_abi_version(), 4);
    put_text("version", rangekit_version_string());
    /* Only the host takes its CBOR heads from libcbor. */
    put_number("features", rangekit_features() & ~(uint64_t)RANGEKIT_FEATURE_LIBCBOR, 8);
    for (int32_t status = -310; status <= 0; status += 1) {
        const char *name = rangekit_status_name(status);
        if (strcmp(name, "RANGEKIT_ERROR_UNKNOWN") == 0) continue;
        /* A build for small devices leaves out the sentences of parts that they seldom carry. */
        int has_sentence = status > -130 || (status > -210 && status <= -200) || status <= -300;
        put_text(name, has_sentence ? rangekit_status_message(status) : "");
    }
    for (int bit = 0; bit < 8; bit += 1) put_text("capability", rangekit_capability_name(UINT32_C(1) << bit));
    for (int32_t field = 0x100; field < 0x210; field += 1) {
        if (strcmp(rangekit_field_name(field), "unknown") != 0) put_text("field", rangekit_field_name(field));
    }
}

const struct exercise_part exercise_parts[EXERCISE_PARTS] = {
    {"base", exercise_base},
    {"tokens", exercise_tokens},
    {"ranging", exercise_ranging},
    {"quality", exercise_quality},
    {"zone", exercise_zone},
    {"configuration", exercise_configuration},
    {"misuse", exercise_misuse},
    {"rooms", exercise_rooms},
#ifndef EXERCISE_SMALL
    {"tracker", exercise_tracker},
    {"session", exercise_session},
#endif
};
