/* rangekit/token.h - discovery tokens: who a device is and what it can do, as deterministic CBOR.
 *
 * A token travels to the other device over any link before ranging starts. Its encoding is CBOR
 * under RFC 8949 section 4.2.1 (core deterministic encoding): definite lengths, shortest forms, keys
 * in bytewise order, no duplicates. Decoding accepts exactly that. The format is described in
 * rangekit.cddl.
 *
 * A token says who (kind, identity) and what (capabilities, generation). Equality is about who
 * alone: a device that learns to do more stays the same device.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TOKEN_H
#define RANGEKIT_TOKEN_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_TOKEN_FORMAT_VERSION 1

#define RANGEKIT_TOKEN_KIND_PEER 0      /* a RangeKit device: 16 bytes of identity */
#define RANGEKIT_TOKEN_KIND_ACCESSORY 1 /* a UWB accessory: its 2- or 8-byte MAC address */
#define RANGEKIT_TOKEN_KIND_OPAQUE 2    /* another system's token, carried unread */

/* Formats of opaque tokens. Numbers from RANGEKIT_FOREIGN_FORMAT_PRIVATE on are yours to assign. */
#define RANGEKIT_FOREIGN_FORMAT_UNSPECIFIED 0
#define RANGEKIT_FOREIGN_FORMAT_NEARBY_INTERACTION 1 /* an archived NIDiscoveryToken */
#define RANGEKIT_FOREIGN_FORMAT_ANDROID_OOB 2        /* an Android ranging out-of-band message */
#define RANGEKIT_FOREIGN_FORMAT_PRIVATE 0x8000

#define RANGEKIT_TOKEN_PEER_IDENTITY_SIZE 16
#define RANGEKIT_TOKEN_IDENTITY_MAX_SIZE 512   /* capacity for an opaque token's bytes */
#define RANGEKIT_TOKEN_EXTENSIONS_MAX_SIZE 256 /* capacity for unknown keys with their values */
#define RANGEKIT_TOKEN_MAX_SIZE 793            /* no encoded token is longer */

#define RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT (1u << 0)
#define RANGEKIT_TOKEN_HAS_CAPABILITIES (1u << 1)
#define RANGEKIT_TOKEN_HAS_GENERATION (1u << 2)

/* A token in memory. Bytes beyond identity_length and extensions_length are ignored. */
typedef struct rangekit_token {
    uint32_t struct_size;
    uint32_t fields;            /* RANGEKIT_TOKEN_HAS_*: which optional values are there */
    int32_t kind;               /* RANGEKIT_TOKEN_KIND_* */
    uint32_t foreign_format;    /* opaque tokens only, and required there */
    uint32_t capabilities;      /* RANGEKIT_CAPABILITY_*, unknown bits kept */
    uint32_t generation;        /* RANGEKIT_GENERATION_*, 0 to 255, unknown numbers kept */
    uint32_t identity_length;   /* peer 16; accessory 2 or 8; opaque 1 to 512 */
    uint32_t extensions_length; /* 0 to 256 */
    uint32_t extensions_count;  /* how many unknown keys the extensions hold */
    uint32_t reserved;          /* zero */
    uint8_t identity[RANGEKIT_TOKEN_IDENTITY_MAX_SIZE];
    /* Unknown map entries, key and value after key and value, exactly as received and in order: they
     * are encoded again unchanged. */
    uint8_t extensions[RANGEKIT_TOKEN_EXTENSIONS_MAX_SIZE];
} rangekit_token;

#define RANGEKIT_TOKEN_V1_SIZE 808

/* An empty peer token: kind 0, no identity yet, no optional values. It does not validate until it has
 * an identity. See "Structs" in base.h; version 1 needs the whole struct. Pure. */
rangekit_status rangekit_token_default(rangekit_token *token);

/* Makes the token of a RangeKit device. `identity` is 16 bytes, random and new for each session if
 * the device must not be recognised again. Optional values start absent. token->struct_size as for
 * rangekit_token_default. Pure. */
rangekit_status rangekit_token_make_peer(rangekit_token *token, const uint8_t *identity, size_t identity_length);

/* Makes the token of a UWB accessory from its MAC address: 2 bytes (short) or 8 (extended), in the
 * order in which it goes over the air. Other lengths: RANGEKIT_ERROR_WRONG_LENGTH. Pure. */
rangekit_status rangekit_token_make_accessory(rangekit_token *token, const uint8_t *address, size_t address_length);

/* Wraps another system's token, 1 to 512 bytes, unread. Longer: RANGEKIT_ERROR_TOO_LARGE; empty:
 * RANGEKIT_ERROR_WRONG_LENGTH. Pure. */
rangekit_status rangekit_token_make_opaque(rangekit_token *token, uint32_t foreign_format, const uint8_t *bytes,
                                           size_t length);

/* Checks every rule of the format: kind, lengths, which values go with which kind, extensions. The
 * diagnostic (may be NULL) names the field; its byte offset counts inside the extensions and is there
 * only for them. Pure. */
rangekit_status rangekit_token_validate(const rangekit_token *token, rangekit_diagnostic *diagnostic);

/* Encodes a token; what it refuses is what rangekit_token_validate refuses. See "Bytes out" in
 * base.h; RANGEKIT_TOKEN_MAX_SIZE bytes always suffice. `diagnostic` may be NULL. Pure. */
rangekit_status rangekit_token_encode(const rangekit_token *token, uint8_t *out, size_t capacity, size_t *length,
                                      rangekit_diagnostic *diagnostic);

/* Decodes and validates `size` bytes that are one token and nothing else. Keys this library does not
 * know are kept; more than 256 bytes of them give RANGEKIT_ERROR_TOO_LARGE. On failure `token` is
 * unchanged and the diagnostic (may be NULL) gives byte offset and field. Pure. */
rangekit_status rangekit_token_decode(const uint8_t *bytes, size_t size, rangekit_token *token,
                                      rangekit_diagnostic *diagnostic);

/* Whether two tokens are of the same device: kind, foreign format and identity are equal, whatever
 * capabilities they state. *same becomes 1 or 0. Both must validate. Pure. */
rangekit_status rangekit_token_same_identity(const rangekit_token *a, const rangekit_token *b, int32_t *same);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TOKEN_H */
