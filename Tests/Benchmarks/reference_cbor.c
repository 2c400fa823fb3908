/* SPDX-License-Identifier: MIT */
#include <cbor.h>
#include <string.h>

#include "reference.h"

size_t reference_cbor_pass(const uint8_t *bytes, size_t size) {
    size_t position = 0;
    while (position < size) {
        struct cbor_decoder_result result =
            cbor_stream_decode(bytes + position, size - position, &cbor_empty_callbacks, NULL);
        if (result.status != CBOR_DECODER_FINISHED) break;
        position += result.read;
    }
    return position;
}

size_t reference_cbor_encode(const rangekit_token *token, uint8_t *out, size_t capacity) {
    size_t at = 0;
#define ITEM(call) at += call
#define REST out + at, capacity - at
    size_t optional = ((token->fields & RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_CAPABILITIES) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_GENERATION) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_EXPIRY) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_NONCE) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_TECHNOLOGIES) != 0) +
                      ((token->fields & RANGEKIT_TOKEN_HAS_VENDOR_DATA) != 0);
    ITEM(cbor_encode_map_start(3 + optional + token->extensions_count, REST));
    ITEM(cbor_encode_uint(0, REST));
    ITEM(cbor_encode_uint(1, REST));
    ITEM(cbor_encode_uint(1, REST));
    ITEM(cbor_encode_uint((uint64_t)token->kind, REST));
    ITEM(cbor_encode_uint(2, REST));
    ITEM(cbor_encode_bytestring_start(token->identity_length, REST));
    memcpy(out + at, token->identity, token->identity_length);
    at += token->identity_length;
    if (token->fields & RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT) {
        ITEM(cbor_encode_uint(3, REST));
        ITEM(cbor_encode_uint(token->foreign_format, REST));
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_CAPABILITIES) {
        ITEM(cbor_encode_uint(4, REST));
        ITEM(cbor_encode_uint(token->capabilities, REST));
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_GENERATION) {
        ITEM(cbor_encode_uint(5, REST));
        ITEM(cbor_encode_uint(token->generation, REST));
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_EXPIRY) {
        ITEM(cbor_encode_uint(6, REST));
        ITEM(cbor_encode_uint(token->expires_utc_s, REST));
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_NONCE) {
        ITEM(cbor_encode_uint(7, REST));
        ITEM(cbor_encode_bytestring_start(token->nonce_length, REST));
        memcpy(out + at, token->nonce, token->nonce_length);
        at += token->nonce_length;
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_TECHNOLOGIES) {
        ITEM(cbor_encode_uint(8, REST));
        ITEM(cbor_encode_map_start(token->technologies_count, REST));
        for (uint32_t i = 0; i < token->technologies_count; i += 1) {
            ITEM(cbor_encode_uint(token->technologies[i].technology, REST));
            ITEM(cbor_encode_array_start(3, REST));
            ITEM(cbor_encode_uint(token->technologies[i].version_major, REST));
            ITEM(cbor_encode_uint(token->technologies[i].version_minor, REST));
            ITEM(cbor_encode_uint(token->technologies[i].profiles, REST));
        }
    }
    if (token->fields & RANGEKIT_TOKEN_HAS_VENDOR_DATA) {
        ITEM(cbor_encode_uint(9, REST));
        ITEM(cbor_encode_array_start(2, REST));
        ITEM(cbor_encode_uint(token->vendor_id, REST));
        ITEM(cbor_encode_bytestring_start(token->vendor_data_length, REST));
        memcpy(out + at, token->vendor_data, token->vendor_data_length);
        at += token->vendor_data_length;
    }
    memcpy(out + at, token->extensions, token->extensions_length);
    return at + token->extensions_length;
}
