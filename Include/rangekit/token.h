/* rangekit/token.h - discovery tokens: who a device is and what it can do, as deterministic CBOR.
 *
 * A token travels to the other device over any link before ranging starts. Its encoding is CBOR
 * under RFC 8949 section 4.2.1 (core deterministic encoding): definite lengths, shortest forms, keys
 * in bytewise order, no duplicates. Decoding accepts exactly that. The format is described in
 * rangekit.cddl.
 *
 * A token says who (kind, identity), what (capabilities, generation, technologies with versions, vendor
 * data) and for how long and for which session (expiry, nonce). Equality is about who alone: a device
 * that learns to do more stays the same device.
 *
 * A token by itself is a claim: anyone can write one. token_protection.h seals it, so that the other
 * side knows who wrote it.
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
#define RANGEKIT_TOKEN_NONCE_MIN_SIZE 8
#define RANGEKIT_TOKEN_NONCE_MAX_SIZE 64
#define RANGEKIT_TOKEN_TECHNOLOGIES_MAX_COUNT 8
#define RANGEKIT_TOKEN_VENDOR_DATA_MAX_SIZE 128
#define RANGEKIT_TOKEN_MAX_SIZE 1109           /* no encoded token is longer */

#define RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT (1u << 0)
#define RANGEKIT_TOKEN_HAS_CAPABILITIES (1u << 1)
#define RANGEKIT_TOKEN_HAS_GENERATION (1u << 2)
#define RANGEKIT_TOKEN_HAS_EXPIRY (1u << 3)
#define RANGEKIT_TOKEN_HAS_NONCE (1u << 4)
#define RANGEKIT_TOKEN_HAS_TECHNOLOGIES (1u << 5)
#define RANGEKIT_TOKEN_HAS_VENDOR_DATA (1u << 6)

/* Technologies a device can take part in, and what its version and profile bits count. Numbers this
 * library does not know are kept; those from RANGEKIT_TOKEN_TECHNOLOGY_PRIVATE on are yours to assign. */
#define RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB 1           /* FiRa version; bit n: UWB profile (configuration id) n */
#define RANGEKIT_TOKEN_TECHNOLOGY_ACCESSORY_UWB 2      /* accessory interoperability version, 1.0 to 2.x */
#define RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING 3   /* Bluetooth Core version; RANGEKIT_CHANNEL_SOUNDING_PROFILE_* */
#define RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE 4  /* version of the extended-distance mode; no profiles */
#define RANGEKIT_TOKEN_TECHNOLOGY_DL_TDOA 5            /* FiRa version; no profiles */
#define RANGEKIT_TOKEN_TECHNOLOGY_PRIVATE 0x8000

#define RANGEKIT_CHANNEL_SOUNDING_PROFILE_INITIATOR (1u << 0)
#define RANGEKIT_CHANNEL_SOUNDING_PROFILE_REFLECTOR (1u << 1)
#define RANGEKIT_CHANNEL_SOUNDING_PROFILE_PHASE (1u << 2)      /* phase-based ranging, mode 2 */
#define RANGEKIT_CHANNEL_SOUNDING_PROFILE_ROUND_TRIP (1u << 3) /* round-trip time, mode 1 */

/* One technology with its version; fixed for ever (it travels in arrays). */
typedef struct rangekit_token_technology {
    uint16_t technology;   /* RANGEKIT_TOKEN_TECHNOLOGY_* */
    uint8_t version_major; /* 2 of "2.0" */
    uint8_t version_minor;
    uint32_t profiles; /* bits, by technology; unknown ones kept */
} rangekit_token_technology;

/* A token in memory. Bytes beyond identity_length and extensions_length are ignored. */
typedef struct rangekit_token {
    uint32_t struct_size;
    uint32_t fields;            /* RANGEKIT_TOKEN_HAS_*: which optional values are there; other bits are refused */
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
    /* Version 2. A struct of version 1 holds these entries among its extensions, unread. */
    uint32_t expires_utc_s;      /* seconds since 1970-01-01 00:00 UTC, to 2106: from then on it is expired */
    uint32_t nonce_length;       /* 8 to 64 */
    uint32_t technologies_count; /* 0 to 8; 0 says: none of them */
    uint32_t vendor_id;          /* whose data: a Bluetooth company identifier, or above 0xFFFF by agreement */
    uint32_t vendor_data_length; /* 0 to 128 */
    uint8_t nonce[RANGEKIT_TOKEN_NONCE_MAX_SIZE]; /* of the session, as the other side asked for it */
    /* In ascending order of technology, none twice. With capabilities beside it, what is listed must be
     * among them: extended distance, Channel Sounding, DL-TDoA. */
    rangekit_token_technology technologies[RANGEKIT_TOKEN_TECHNOLOGIES_MAX_COUNT];
    uint8_t vendor_data[RANGEKIT_TOKEN_VENDOR_DATA_MAX_SIZE];
} rangekit_token;

#define RANGEKIT_TOKEN_V1_SIZE 808

#define RANGEKIT_TOKEN_INIT \
    {(uint32_t)sizeof(rangekit_token), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, {0}, {{0, 0, 0, 0}}, {0}}

/* An empty peer token: kind 0, no identity yet, no optional values. It does not validate until it has
 * an identity. See "Structs" in base.h: a struct_size between version 1's and the whole struct's counts
 * as version 1. Pure. */
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

/* ---- Identity ------------------------------------------------------------------------------------ */

/* Whether two tokens are of the same device: kind, foreign format and identity are equal, whatever
 * capabilities they state. *same becomes 1 or 0. Both must validate. Pure. */
rangekit_status rangekit_token_same_identity(const rangekit_token *a, const rangekit_token *b, int32_t *same);

/* A 64-bit hash of the identity alone (kind, foreign format, identity): equal for tokens of the same
 * device, for tables. The same on every machine and in every version: FNV-1a over the seed's 8 bytes,
 * the kind's byte, the foreign format's 4 bytes (zero if there is none), all little-endian, and the
 * identity, then h ^= h >> 32, h *= 0x9E3779B97F4A7C15, h ^= h >> 32. Not cryptographic: whoever knows
 * the seed can make identities that collide, so a table that strangers fill takes a random `seed`. The
 * token must validate. Pure. */
rangekit_status rangekit_token_identity_hash(const rangekit_token *token, uint64_t seed, uint64_t *hash);

#define RANGEKIT_TOKEN_FINGERPRINT_LENGTH 19    /* characters, without the NUL */
#define RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE 20  /* bytes always suffice, NUL included */

/* A short fingerprint of the identity alone that two people can compare by eye: "7K2M-9QXD-4HTB-W3NA".
 * One device shows that of its own token, the other that of the token it received; if they differ,
 * someone put another token in between.
 * The first 80 bits of SHA-256 (FIPS 180-4) over "RangeKit fingerprint" (20 bytes), the kind's byte, the
 * foreign format's 4 bytes little-endian (zero if there is none) and the identity, as 16 characters of 5
 * bits from 0123456789ABCDEFGHJKMNPQRSTVWXYZ (no I, L, O, U) in four groups. Finding another identity
 * with the same fingerprint takes 2^80 tries; with the first two groups alone, 2^40. It shows that both
 * have the same token, not who wrote it. The token must validate. See "Text out" in base.h. Pure. */
rangekit_status rangekit_token_fingerprint(const rangekit_token *token, char *out, size_t capacity, size_t *length);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TOKEN_H */
