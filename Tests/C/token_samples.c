/* SPDX-License-Identifier: MIT */
#include "token_samples.h"

/* Keys 10, 24, -1, "z" and [] in bytewise order: an integer, a nested map, a float, text, an array. */
static const uint8_t extensions[] = {
    0x0A, 0x19, 0x01, 0x00,                         /* 10: 256 */
    0x18, 0x18, 0xA2, 0x01, 0x82, 0xF6, 0xF5, 0x02, /* 24: {1: [null, true], 2: */
    0x43, 0xDE, 0xAD, 0x00,                         /*      h'dead00'} */
    0x20, 0xF9, 0x3E, 0x00,                         /* -1: 1.5 */
    0x61, 0x7A, 0x62, 0xC3, 0xA9,                   /* "z": "e acute" */
    0x80, 0x80,                                     /* []: [] */
};

static const uint8_t identity[16] = {0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76, 0x87,
                                     0x98, 0xA9, 0xBA, 0xCB, 0xDC, 0xED, 0xFE, 0x0F};

static void make(rangekit_token *token, int which) {
    uint8_t foreign[40];
    for (size_t i = 0; i < sizeof foreign; i += 1) foreign[i] = (uint8_t)(200 + i);
    switch (which) {
    case SAMPLE_ACCESSORY_SHORT:
        assert_status(rangekit_token_make_accessory(token, identity, 2), RANGEKIT_OK);
        break;
    case SAMPLE_ACCESSORY_LONG:
        assert_status(rangekit_token_make_accessory(token, identity, 8), RANGEKIT_OK);
        break;
    case SAMPLE_OPAQUE:
        assert_status(rangekit_token_make_opaque(token, RANGEKIT_FOREIGN_FORMAT_ANDROID_OOB, foreign, sizeof foreign),
                      RANGEKIT_OK);
        break;
    default:
        assert_status(rangekit_token_make_peer(token, identity, sizeof identity), RANGEKIT_OK);
    }
}

rangekit_token sample_token(int which) {
    rangekit_token token;
    memset(&token, 0, sizeof token);
    token.struct_size = sizeof token;
    make(&token, which);
    if (which == SAMPLE_PEER || which == SAMPLE_OPAQUE || which == SAMPLE_EXTENDED) {
        token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
        token.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE;
    }
    if (which == SAMPLE_PEER || which == SAMPLE_ACCESSORY_LONG || which == SAMPLE_EXTENDED) {
        token.fields |= RANGEKIT_TOKEN_HAS_GENERATION;
        token.generation =
            which == SAMPLE_ACCESSORY_LONG ? RANGEKIT_GENERATION_THIRD_PARTY : RANGEKIT_GENERATION_SECOND;
    }
    if (which == SAMPLE_SESSION) {
        token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_EXPIRY | RANGEKIT_TOKEN_HAS_NONCE;
        token.fields |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES | RANGEKIT_TOKEN_HAS_VENDOR_DATA;
        token.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE |
                             RANGEKIT_CAPABILITY_CHANNEL_SOUNDING;
        token.expires_utc_s = 1800000000;
        token.nonce_length = 8;
        memcpy(token.nonce, "\x01\x23\x45\x67\x89\xAB\xCD\xEF", 8);
        token.technologies_count = 3;
        token.technologies[0] =
            (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB, 2, 0, 1u << 1 | 1u << 6};
        token.technologies[1] = (rangekit_token_technology){
            RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING, 6, 3,
            RANGEKIT_CHANNEL_SOUNDING_PROFILE_INITIATOR | RANGEKIT_CHANNEL_SOUNDING_PROFILE_PHASE};
        token.technologies[2] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE, 1, 0, 0};
        token.vendor_id = 0x0059;
        token.vendor_data_length = 3;
        memcpy(token.vendor_data, "\xCA\xFE\x01", 3);
    }
    if (which == SAMPLE_EXTENDED) {
        memcpy(token.extensions, extensions, sizeof extensions);
        token.extensions_length = sizeof extensions;
        token.extensions_count = 5;
    }
    return token;
}

rangekit_token sample_largest_token(void) {
    uint8_t foreign[RANGEKIT_TOKEN_IDENTITY_MAX_SIZE];
    memset(foreign, 0xEE, sizeof foreign);
    rangekit_token token;
    memset(&token, 0, sizeof token);
    token.struct_size = sizeof token;
    assert_status(rangekit_token_make_opaque(&token, UINT32_MAX, foreign, sizeof foreign), RANGEKIT_OK);
    token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
    token.capabilities = UINT32_MAX;
    token.generation = 255;
    token.fields |= RANGEKIT_TOKEN_HAS_EXPIRY | RANGEKIT_TOKEN_HAS_NONCE;
    token.fields |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES | RANGEKIT_TOKEN_HAS_VENDOR_DATA;
    token.expires_utc_s = UINT32_MAX;
    token.nonce_length = RANGEKIT_TOKEN_NONCE_MAX_SIZE;
    memset(token.nonce, 0xDD, sizeof token.nonce);
    token.technologies_count = RANGEKIT_TOKEN_TECHNOLOGIES_MAX_COUNT;
    for (uint16_t i = 0; i < RANGEKIT_TOKEN_TECHNOLOGIES_MAX_COUNT; i += 1) {
        token.technologies[i] = (rangekit_token_technology){(uint16_t)(0xFFF8 + i), 255, 255, UINT32_MAX};
    }
    token.vendor_id = UINT32_MAX;
    token.vendor_data_length = RANGEKIT_TOKEN_VENDOR_DATA_MAX_SIZE;
    memset(token.vendor_data, 0xCC, sizeof token.vendor_data);
    /* Keys 10 to 23, one byte each with a one-byte value; then keys 24 onwards, two bytes each. */
    uint8_t *at = token.extensions, *end = token.extensions + sizeof token.extensions;
    for (uint8_t key = 10; key < 24; key += 1) {
        *at++ = key;
        *at++ = 0xF6;
        token.extensions_count += 1;
    }
    for (uint8_t key = 24; end - at >= 3; key += 1) {
        *at++ = 0x18;
        *at++ = key;
        *at++ = 0xF6;
        token.extensions_count += 1;
    }
    /* 1 byte is left: the last value becomes one of two bytes. */
    if (end - at == 1) {
        at[-1] = 0x18;
        *at++ = 0x64;
    }
    token.extensions_length = (uint32_t)(at - token.extensions);
    assert_int_equal(token.extensions_length, RANGEKIT_TOKEN_EXTENSIONS_MAX_SIZE);
    return token;
}
