/* rangekit/base.h - status codes, versions, diagnostics, and the rules all functions obey.
 *
 * RULES
 *
 * Status. Every function that can fail returns a rangekit_status: RANGEKIT_OK (0), or a negative
 *   number whose meaning never changes. rangekit_status_name gives its identifier,
 *   rangekit_status_message a sentence.
 * Pointers. An argument is required unless its comment says it may be NULL. A required pointer that
 *   is NULL gives RANGEKIT_ERROR_NULL_POINTER; one that is not aligned for its type gives
 *   RANGEKIT_ERROR_MISALIGNED. Byte buffers (uint8_t, char) may have any alignment. The library
 *   keeps no pointer of the caller's after a call returns, except the memory of an *_init handle.
 * Structs. Options and results start with uint32_t struct_size. The library reads and writes no
 *   more than that many bytes; the smallest accepted size is the struct's _V1_SIZE. Bytes of an
 *   options struct beyond what this library knows must be zero (RANGEKIT_ERROR_UNKNOWN_OPTION).
 *   Fill one with its _INIT macro, or with its _default function: set struct_size first, or leave
 *   it 0 for version 1. Elements of arrays are fixed for ever and carry no size.
 * Bytes out. (uint8_t *out, size_t capacity, size_t *length): *length is always set to what is
 *   needed, or 0 if the input cannot be encoded. out = NULL with capacity = 0 asks for the length
 *   and returns RANGEKIT_OK; too little capacity gives RANGEKIT_ERROR_BUFFER_TOO_SMALL. On failure
 *   nothing but *length and the diagnostic is written. Text out (char *) works the same and ends
 *   with a NUL that *length does not count but capacity must hold.
 * Handles. An opaque handle lives in the caller's memory (rangekit_x_size, rangekit_x_init) or on
 *   the heap (rangekit_x_create); both end with rangekit_x_destroy. After that nothing allocates.
 * Threads. Functions without a handle are pure and may run on any thread at any time. A handle
 *   belongs to one thread at a time. There are no mutable globals.
 * Nothing hidden. The library reads no clock, draws no random numbers, starts no thread, opens no
 *   file and prints nothing. Time is an argument: int64_t nanoseconds, monotonic, any origin.
 * Numbers. Metres, radians, nanoseconds, device ticks, dBm and ppm, as the name says. Values that
 *   may be absent have a bit in `fields`; no number stands for "absent".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BASE_H
#define RANGEKIT_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---------------------------------------------------------------------------------- */

/* Grows when a program built against an older header would no longer run. */
#define RANGEKIT_ABI_VERSION 0

#define RANGEKIT_VERSION_MAJOR 0
#define RANGEKIT_VERSION_MINOR 1
#define RANGEKIT_VERSION_PATCH 0
#define RANGEKIT_VERSION_STRING "0.1.0"

/* The ABI version of the loaded library; compare with RANGEKIT_ABI_VERSION. Cannot fail. Pure. */
uint32_t rangekit_abi_version(void);

/* The loaded library's version as text, for example "0.1.0". Static storage. Pure. */
const char *rangekit_version_string(void);

/* What the loaded library contains: an OR of RANGEKIT_FEATURE_*. Cannot fail. Pure. */
uint64_t rangekit_features(void);

#define RANGEKIT_FEATURE_TOKEN (1ull << 0)
#define RANGEKIT_FEATURE_CONFIGURATION (1ull << 1)
#define RANGEKIT_FEATURE_TWR (1ull << 2)
#define RANGEKIT_FEATURE_QUALITY (1ull << 3)
#define RANGEKIT_FEATURE_LIBCBOR (1ull << 32) /* CBOR heads come from libcbor, else built in */

/* ---- Status ----------------------------------------------------------------------------------- */

typedef int32_t rangekit_status;

#define RANGEKIT_OK 0

/* Calls: what was passed cannot be used. */
#define RANGEKIT_ERROR_NULL_POINTER (-1)     /* a required pointer is NULL */
#define RANGEKIT_ERROR_MISALIGNED (-2)       /* a pointer is not aligned for its type */
#define RANGEKIT_ERROR_STRUCT_SIZE (-3)      /* struct_size is below version 1's, or absurd */
#define RANGEKIT_ERROR_UNKNOWN_OPTION (-4)   /* an options struct sets bytes this library does not know */
#define RANGEKIT_ERROR_BUFFER_TOO_SMALL (-5) /* capacity is below *length */
#define RANGEKIT_ERROR_OUT_OF_MEMORY (-6)    /* malloc gave nothing */
#define RANGEKIT_ERROR_INVALID_HANDLE (-7)   /* the handle is not one of this type, or was destroyed */
#define RANGEKIT_ERROR_NOT_FINITE (-8)       /* a number is NaN or infinite */
#define RANGEKIT_ERROR_OUT_OF_RANGE (-9)     /* a number is outside its stated range */
#define RANGEKIT_ERROR_MISSING_VALUE (-10)   /* a value that is needed is marked absent */
#define RANGEKIT_ERROR_TIME_BACKWARDS (-11)  /* time_ns is before that of an earlier call */

/* Bytes: what was received is not a valid message. A diagnostic says where. */
#define RANGEKIT_ERROR_TRUNCATED (-100)         /* the bytes end inside an item */
#define RANGEKIT_ERROR_MALFORMED (-101)         /* not well-formed CBOR (RFC 8949 appendix C) */
#define RANGEKIT_ERROR_INDEFINITE_LENGTH (-102) /* an indefinite length; only definite ones are accepted */
#define RANGEKIT_ERROR_NOT_SHORTEST (-103)      /* a number or length is not in its shortest form */
#define RANGEKIT_ERROR_KEY_ORDER (-104)         /* map keys are not in bytewise order */
#define RANGEKIT_ERROR_DUPLICATE_KEY (-105)     /* a map key occurs twice */
#define RANGEKIT_ERROR_TOO_DEEP (-106)          /* nested deeper than RANGEKIT_CBOR_MAX_DEPTH */
#define RANGEKIT_ERROR_COUNT_TOO_LARGE (-107)   /* a count is larger than the bytes left */
#define RANGEKIT_ERROR_INVALID_UTF8 (-108)      /* a text string is not UTF-8 */
#define RANGEKIT_ERROR_TRAILING_BYTES (-109)    /* bytes follow the message */
#define RANGEKIT_ERROR_TAG_REFUSED (-110)       /* a CBOR tag where none is accepted */
#define RANGEKIT_ERROR_SIMPLE_REFUSED (-111)    /* a CBOR simple value other than false, true, null, undefined */
#define RANGEKIT_ERROR_WRONG_TYPE (-112)        /* a field has another CBOR type than its format states */
#define RANGEKIT_ERROR_MISSING_FIELD (-113)     /* a required field is not there */
#define RANGEKIT_ERROR_WRONG_LENGTH (-114)      /* a field has a length its format does not allow */
#define RANGEKIT_ERROR_INVALID_VALUE (-115)     /* a field has a value its format does not allow */
#define RANGEKIT_ERROR_UNKNOWN_VERSION (-116)   /* a format version this library does not read */
#define RANGEKIT_ERROR_FIELD_NOT_ALLOWED (-117) /* a field that this kind of message must not have */
#define RANGEKIT_ERROR_TOO_LARGE (-118)         /* more than the stated capacity for this field */

/* Two-way ranging: what an exchange's timestamps cannot mean. */
#define RANGEKIT_ERROR_TIMESTAMP_RANGE (-200)      /* a timestamp has bits above timestamp_bits */
#define RANGEKIT_ERROR_INTERVAL_ZERO (-201)        /* two timestamps of one device are equal */
#define RANGEKIT_ERROR_INTERVAL_TOO_LONG (-202)    /* an interval is 2^47 ticks or more */
#define RANGEKIT_ERROR_INTERVAL_OVER_LIMIT (-203)  /* an interval is above interval_limit_ticks */
#define RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND (-204)  /* a reply is longer than its round, beyond the tolerance */
#define RANGEKIT_ERROR_CLOCK_OFFSET_RANGE (-205)   /* a clock offset is beyond the tolerance */

/* Configuration. */
#define RANGEKIT_ERROR_INCOMPATIBLE (-300) /* the two devices cannot range as asked; refusals say why */

/* The identifier of a status, "RANGEKIT_ERROR_TRUNCATED" for example; "RANGEKIT_ERROR_UNKNOWN" for a
 * number this library does not know. Static storage, ASCII. Pure. */
const char *rangekit_status_name(rangekit_status status);

/* One sentence in English for a status. Static storage, ASCII. Pure. */
const char *rangekit_status_message(rangekit_status status);

/* ---- Diagnostic: where in the bytes, which field, what was expected ----------------------------- */

/* Fields that a diagnostic can name. Numbers never change. */
#define RANGEKIT_FIELD_NONE 0
#define RANGEKIT_FIELD_TOKEN 0x100 /* the token's map as a whole */
#define RANGEKIT_FIELD_TOKEN_VERSION 0x101
#define RANGEKIT_FIELD_TOKEN_KIND 0x102
#define RANGEKIT_FIELD_TOKEN_IDENTITY 0x103
#define RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT 0x104
#define RANGEKIT_FIELD_TOKEN_CAPABILITIES 0x105
#define RANGEKIT_FIELD_TOKEN_GENERATION 0x106
#define RANGEKIT_FIELD_TOKEN_EXTENSIONS 0x107 /* keys this library does not know */
#define RANGEKIT_FIELD_CONFIGURATION 0x200    /* the configuration's map as a whole */
#define RANGEKIT_FIELD_CONFIGURATION_VERSION 0x201
#define RANGEKIT_FIELD_CONFIGURATION_KIND 0x202
#define RANGEKIT_FIELD_CONFIGURATION_ENABLED 0x203
#define RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE 0x204

#define RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET (1u << 0)
#define RANGEKIT_DIAGNOSTIC_HAS_FIELD (1u << 1)
#define RANGEKIT_DIAGNOSTIC_HAS_EXPECTED (1u << 2)
#define RANGEKIT_DIAGNOSTIC_HAS_FOUND (1u << 3)

/* Why a message was refused. What `expected` and `found` count depends on `status`:
 *   TRUNCATED       bytes needed / bytes given      NOT_SHORTEST     bytes of the shortest head / of this head
 *   WRONG_TYPE      CBOR major types 0 to 7         WRONG_LENGTH     bytes
 *   COUNT_TOO_LARGE entries that can fit / count    TRAILING_BYTES   bytes of the message / bytes given
 *   TOO_DEEP        deepest level / this level      TAG_REFUSED      - / tag number
 *   TOO_LARGE       capacity in bytes / size        SIMPLE_REFUSED   - / simple value
 *   UNKNOWN_VERSION version read here / found       INVALID_VALUE    largest allowed / found
 */
typedef struct rangekit_diagnostic {
    uint32_t struct_size;
    uint32_t fields; /* RANGEKIT_DIAGNOSTIC_HAS_*; 0 after success */
    uint64_t byte_offset;
    uint64_t expected;
    uint64_t found;
    rangekit_status status; /* the status the function returned */
    int32_t field;          /* RANGEKIT_FIELD_* */
} rangekit_diagnostic;

#define RANGEKIT_DIAGNOSTIC_V1_SIZE 40
#define RANGEKIT_DIAGNOSTIC_INIT {(uint32_t)sizeof(rangekit_diagnostic), 0, 0, 0, 0, 0, 0}

/* Fills a diagnostic with its initial value. See "Structs" above. Pure. */
rangekit_status rangekit_diagnostic_default(rangekit_diagnostic *diagnostic);

/* The name of a field, "token.identity" for example; "unknown" if the number is not one of
 * RANGEKIT_FIELD_*, "" for RANGEKIT_FIELD_NONE. Static storage, ASCII. Pure. */
const char *rangekit_field_name(int32_t field);

/* Says a diagnostic in one sentence: what is wrong, where, and what would be right. See "Text out"
 * above; RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE bytes always suffice, NUL included. Pure. */
rangekit_status rangekit_diagnostic_describe(const rangekit_diagnostic *diagnostic, char *out, size_t capacity,
                                             size_t *length);

#define RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE 320

/* ---- Capabilities and device generations ------------------------------------------------------ */

/* What a device can do. Bits 0 to 4 are those of the capability byte in Nearby Interaction's
 * accessory world, so a value from there fits. Unknown bits are kept. */
#define RANGEKIT_CAPABILITY_PRECISE_DISTANCE (1u << 0)
#define RANGEKIT_CAPABILITY_COARSE_DISTANCE (1u << 1)
#define RANGEKIT_CAPABILITY_DIRECTION (1u << 2)
#define RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE (1u << 3)
#define RANGEKIT_CAPABILITY_EXTENDED_DISTANCE (1u << 4)
#define RANGEKIT_CAPABILITY_DL_TDOA (1u << 5)
#define RANGEKIT_CAPABILITY_CHANNEL_SOUNDING (1u << 6)

/* The identifier of one capability bit, "extended_distance" for example; "unknown" for another bit
 * or for several at once. Static storage, ASCII. Pure. */
const char *rangekit_capability_name(uint32_t capability);

/* Generations of ultra-wideband hardware. A second-generation device next to a first-generation one
 * ranges at first-generation performance. */
#define RANGEKIT_GENERATION_UNKNOWN 0
#define RANGEKIT_GENERATION_FIRST 1
#define RANGEKIT_GENERATION_SECOND 2
#define RANGEKIT_GENERATION_THIRD_PARTY 3 /* certified third-party accessory: ranges as first */

/* ---- CBOR limits ------------------------------------------------------------------------------ */

#define RANGEKIT_CBOR_MAX_DEPTH 8 /* the message's own map is level 1 */

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_BASE_H */
