/* Tokens of each kind, damaged ones, and what is said about them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "exercise.h"

static uint8_t encoded[RANGEKIT_TOKEN_MAX_SIZE];
static char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];

static const uint8_t identity[16] = {0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76, 0x87,
                                     0x98, 0xA9, 0xBA, 0xCB, 0xDC, 0xED, 0xFE, 0x0F};

static const uint8_t extensions[] = {0x0A, 0xA1, 0x01, 0x82, 0xF6, 0xF5, 0x20, 0xF9,
                                     0x3E, 0x00, 0x61, 0x7A, 0x62, 0xC3, 0xA9};

static size_t encode_and_decode(const char *label) {
    size_t length = 0;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    put_status(label, rangekit_token_encode(&exercise_local, encoded, sizeof encoded, &length, &diagnostic));
    put("  encoded", encoded, length);
    exercise_peer.struct_size = sizeof exercise_peer;
    put_status("  decode", rangekit_token_decode(encoded, length, &exercise_peer, &diagnostic));
    put_number("  fields", exercise_peer.fields, 4);
    put_number("  kind", (uint32_t)exercise_peer.kind, 4);
    put_number("  foreign format", exercise_peer.foreign_format, 4);
    put_number("  capabilities", exercise_peer.capabilities, 4);
    put_number("  generation", exercise_peer.generation, 4);
    put("  identity", exercise_peer.identity, exercise_peer.identity_length);
    put("  extensions", exercise_peer.extensions, exercise_peer.extensions_length);
    int32_t same = 0;
    put_status("  same identity", rangekit_token_same_identity(&exercise_local, &exercise_peer, &same));
    put_number("  same", (uint32_t)same, 1);
    return length;
}

static void put_refusal(rangekit_status status, const rangekit_diagnostic *diagnostic) {
    size_t length = 0;
    put_status("refused", status);
    put_number("  fields", diagnostic->fields, 4);
    put_number("  byte", diagnostic->byte_offset, 8);
    put_number("  expected", diagnostic->expected, 8);
    put_number("  found", diagnostic->found, 8);
    put_number("  field", (uint32_t)diagnostic->field, 4);
    (void)rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length);
    put("  text", (const uint8_t *)text, length);
}

static const struct {
    uint8_t size, bytes[14];
} refused[] = {
    {1, {0x01}},
    {4, {0xBF, 0x00, 0x01, 0xFF}},
    {3, {0xA1, 0x00, 0x02}},
    {2, {0xA1, 0x18}},
    {3, {0xA2, 0x18, 0x01}},
    {6, {0xA2, 0x01, 0x00, 0x00, 0x01, 0x00}},
    {5, {0xA2, 0x00, 0x01, 0x00, 0x01}},
    {2, {0xC1, 0xA0}},
    {11, {0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x01}},
    {10, {0xA1, 0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
    {11, {0xA1, 0x0A, 0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
    {11, {0xA1, 0x0A, 0x7B, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF}},
    {11, {0xA1, 0x0A, 0x9B, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01}},
    {11, {0xA1, 0x0A, 0x5B, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00}},
    {7, {0xA1, 0x0A, 0x5A, 0xFF, 0xFF, 0xFF, 0xFF}},
    {7, {0xA1, 0x0A, 0xBA, 0x80, 0x00, 0x00, 0x00}},
    {4, {0xA1, 0x0A, 0x61, 0xFF}},
    {12, {0xA1, 0x0A, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x00}},
    {7, {0xA1, 0x0A, 0xFA, 0x3F, 0xC0, 0x00, 0x00}},
    {4, {0xA1, 0x0A, 0xF8, 0x20}},
};

static void damage(const char *label, size_t length) {
    digest_reset();
    uint32_t valid = 0;
    for (size_t at = 0; at < length; at += 1) {
        uint8_t original = encoded[at];
        for (uint32_t value = 0; value < 256; value += 5) {
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            encoded[at] = (uint8_t)value;
            rangekit_status status = rangekit_token_decode(encoded, length, &exercise_peer, &diagnostic);
            valid += status == RANGEKIT_OK;
            digest_number((uint32_t)status, 4);
            digest_number(diagnostic.fields, 4);
            digest_number(diagnostic.byte_offset, 8);
            digest_number(diagnostic.expected, 8);
            digest_number(diagnostic.found, 8);
            digest_number((uint32_t)diagnostic.field, 4);
        }
        encoded[at] = original;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        digest_number((uint32_t)rangekit_token_decode(encoded, at, &exercise_peer, &diagnostic), 4);
        digest_number(diagnostic.byte_offset, 8);
    }
    put_number(label, exercise_digest, 8);
    put_number("  still valid", valid, 4);
}

void exercise_tokens(void) {
    exercise_local.struct_size = sizeof exercise_local;
    put_status("make peer", rangekit_token_make_peer(&exercise_local, identity, sizeof identity));
    exercise_local.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
    exercise_local.capabilities = UINT32_C(0x80000011);
    exercise_local.generation = RANGEKIT_GENERATION_SECOND;
    size_t length = encode_and_decode("peer");
    damage("peer, damaged", length);

    put_status("make accessory", rangekit_token_make_accessory(&exercise_local, identity, 2));
    encode_and_decode("accessory, short address");
    put_status("make accessory", rangekit_token_make_accessory(&exercise_local, identity, 8));
    encode_and_decode("accessory, extended address");
    put_status("make opaque", rangekit_token_make_opaque(&exercise_local, 0x8001, extensions, sizeof extensions));
    encode_and_decode("opaque");

    put_status("make peer", rangekit_token_make_peer(&exercise_local, identity, sizeof identity));
    memcpy(exercise_local.extensions, extensions, sizeof extensions);
    exercise_local.extensions_length = sizeof extensions;
    exercise_local.extensions_count = 3;
    length = encode_and_decode("peer with unknown keys");
    damage("peer with unknown keys, damaged", length);

    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i += 1) {
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status = rangekit_token_decode(refused[i].bytes, refused[i].size, &exercise_peer, &diagnostic);
        put_refusal(status, &diagnostic);
    }
    exercise_local.identity_length = 3;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = rangekit_token_validate(&exercise_local, &diagnostic);
    put_refusal(status, &diagnostic);
}
