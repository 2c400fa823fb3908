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
 *   What a pointer without const leads to is written only, unless the comment says that it is in and out.
 * Structs. Options and results start with uint32_t struct_size. The library reads and writes no
 *   more than that many bytes; the smallest accepted size is the struct's _V1_SIZE. Bytes of an
 *   options struct beyond what this library knows must be zero (RANGEKIT_ERROR_UNKNOWN_OPTION).
 *   Fill one with its _INIT macro, or with its _default function: set struct_size first, or leave
 *   it 0 for version 1. Bytes of a result beyond what this library knows become zero. Elements of arrays are fixed for ever and carry no size.
 * Bytes out. (uint8_t *out, size_t capacity, size_t *length): *length is always set to what is
 *   needed, or 0 if the input cannot be encoded. Other counts that come out start at 0 as well. out = NULL with capacity = 0 asks for the length
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

#include "status.h"

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
#define RANGEKIT_FEATURE_CHANNEL_SOUNDING (1ull << 7)
#define RANGEKIT_FEATURE_LOCATOR (1ull << 6)
#define RANGEKIT_FEATURE_CALIBRATION (1ull << 15)
#define RANGEKIT_FEATURE_POSITIONING (1ull << 4)
#define RANGEKIT_FEATURE_TRACKER (1ull << 5)
#define RANGEKIT_FEATURE_ANDROID_OOB (1ull << 9)
#define RANGEKIT_FEATURE_UCI (1ull << 10)
#define RANGEKIT_FEATURE_ACCESSORY (1ull << 8)
#define RANGEKIT_FEATURE_PARAMETERS (1ull << 11)
#define RANGEKIT_FEATURE_TRANSPORT (1ull << 12)
#define RANGEKIT_FEATURE_FILTER (1ull << 16)
#define RANGEKIT_FEATURE_ZONE (1ull << 17)
#define RANGEKIT_FEATURE_DIRECTION (1ull << 18)
#define RANGEKIT_FEATURE_POINTING (1ull << 19)
#define RANGEKIT_FEATURE_FUSION (1ull << 20)
#define RANGEKIT_FEATURE_SESSION (1ull << 21)
#define RANGEKIT_FEATURE_DEVICE (1ull << 22)
#define RANGEKIT_FEATURE_SIGNAL (1ull << 13)
#define RANGEKIT_FEATURE_ANGLE (1ull << 14)
#define RANGEKIT_FEATURE_RANGER (1ull << 23)
#define RANGEKIT_FEATURE_CAPABILITY (1ull << 25)
#define RANGEKIT_FEATURE_RECORDING (1ull << 24)
#define RANGEKIT_FEATURE_LIBCBOR (1ull << 32) /* CBOR heads come from libcbor, else built in */

/* ---- Status: the numbers stand in status.h ------------------------------------------------------ */

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
#define RANGEKIT_FIELD_TOKEN_EXPIRY 0x108
#define RANGEKIT_FIELD_TOKEN_NONCE 0x109
#define RANGEKIT_FIELD_TOKEN_TECHNOLOGIES 0x10A
#define RANGEKIT_FIELD_TOKEN_VENDOR_DATA 0x10B
#define RANGEKIT_FIELD_PROTECTION 0x140 /* the COSE message as a whole */
#define RANGEKIT_FIELD_PROTECTION_PROTECTED_HEADER 0x141
#define RANGEKIT_FIELD_PROTECTION_UNPROTECTED_HEADER 0x142
#define RANGEKIT_FIELD_PROTECTION_ALGORITHM 0x143
#define RANGEKIT_FIELD_PROTECTION_CRITICAL 0x144
#define RANGEKIT_FIELD_PROTECTION_KEY_ID 0x145
#define RANGEKIT_FIELD_PROTECTION_PAYLOAD 0x146
#define RANGEKIT_FIELD_PROTECTION_SIGNATURE 0x147
#define RANGEKIT_FIELD_CONFIGURATION 0x200    /* the configuration's map as a whole */
#define RANGEKIT_FIELD_CONFIGURATION_VERSION 0x201
#define RANGEKIT_FIELD_CONFIGURATION_KIND 0x202
#define RANGEKIT_FIELD_CONFIGURATION_ENABLED 0x203
#define RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE 0x204
#define RANGEKIT_FIELD_CONFIGURATION_NETWORK 0x205
#define RANGEKIT_FIELD_CONFIGURATION_DISCOVERY 0x206
#define RANGEKIT_FIELD_CS_EVENT 0x800
#define RANGEKIT_FIELD_CS_EVENT_CODE 0x801
#define RANGEKIT_FIELD_CS_CONNECTION_HANDLE 0x802
#define RANGEKIT_FIELD_CS_PROCEDURE_DONE 0x803
#define RANGEKIT_FIELD_CS_SUBEVENT_DONE 0x804
#define RANGEKIT_FIELD_CS_ANTENNA_PATHS 0x805
#define RANGEKIT_FIELD_CS_STEP_COUNT 0x806
#define RANGEKIT_FIELD_CS_STEP 0x807
#define RANGEKIT_FIELD_CS_STEP_MODE 0x808
#define RANGEKIT_FIELD_CS_STEP_CHANNEL 0x809
#define RANGEKIT_FIELD_CS_STEP_LENGTH 0x80A
#define RANGEKIT_FIELD_CS_STEP_DATA 0x80B
#define RANGEKIT_FIELD_CS_PERMUTATION 0x80C
#define RANGEKIT_FIELD_CS_SEGMENT 0x80D
#define RANGEKIT_FIELD_CS_RANGING_HEADER 0x80E
#define RANGEKIT_FIELD_CS_CONTROL_POINT 0x80F
#define RANGEKIT_FIELD_CS_CONTROL_OPCODE 0x810
#define RANGEKIT_FIELD_CALIBRATION 0x280 /* the calibration's object as a whole */
#define RANGEKIT_FIELD_CALIBRATION_VERSION 0x281
#define RANGEKIT_FIELD_CALIBRATION_LINKS 0x282
#define RANGEKIT_FIELD_CALIBRATION_DEVICES 0x283
#define RANGEKIT_FIELD_CALIBRATION_LEVELS 0x284
#define RANGEKIT_FIELD_CALIBRATION_ANCHOR 0x290
#define RANGEKIT_FIELD_CALIBRATION_TAG 0x291
#define RANGEKIT_FIELD_CALIBRATION_BIAS 0x292
#define RANGEKIT_FIELD_CALIBRATION_BIAS_STDDEV 0x293
#define RANGEKIT_FIELD_CALIBRATION_STDDEV 0x294
#define RANGEKIT_FIELD_CALIBRATION_COUNT 0x295
#define RANGEKIT_FIELD_CALIBRATION_EFFECTIVE_COUNT 0x296
#define RANGEKIT_FIELD_CALIBRATION_NAME 0x297
#define RANGEKIT_FIELD_CALIBRATION_DELAY 0x298
#define RANGEKIT_FIELD_CALIBRATION_DELAY_STDDEV 0x299
#define RANGEKIT_FIELD_CALIBRATION_COMPONENT 0x29A
#define RANGEKIT_FIELD_CALIBRATION_ONLY_SUMS 0x29B
#define RANGEKIT_FIELD_CALIBRATION_LEVEL 0x29C

#define RANGEKIT_FIELD_OOB 0x500 /* an Android out-of-band message as a whole */
#define RANGEKIT_FIELD_OOB_VERSION 0x501
#define RANGEKIT_FIELD_OOB_MESSAGE 0x502
#define RANGEKIT_FIELD_OOB_TECHNOLOGIES 0x503
#define RANGEKIT_FIELD_OOB_TECHNOLOGIES_TO_START 0x504
#define RANGEKIT_FIELD_OOB_TRANSITIONING 0x505
#define RANGEKIT_FIELD_OOB_DEVICE_TYPE 0x506
#define RANGEKIT_FIELD_OOB_MOTION 0x507
#define RANGEKIT_FIELD_OOB_TAIL 0x508 /* what a newer version adds */
#define RANGEKIT_FIELD_OOB_TECHNOLOGY 0x509 /* one technology's capabilities or configuration */
#define RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE 0x50A
#define RANGEKIT_FIELD_OOB_ADDRESS 0x50B
#define RANGEKIT_FIELD_OOB_UWB 0x50C
#define RANGEKIT_FIELD_OOB_SESSION_KEY 0x50D
#define RANGEKIT_FIELD_OOB_ROLE 0x50E
#define RANGEKIT_FIELD_OOB_MODE 0x50F
#define RANGEKIT_FIELD_OOB_SECURITY 0x510
#define RANGEKIT_FIELD_OOB_RTT 0x511
#define RANGEKIT_FIELD_OOB_SERVICE_NAME 0x512
#define RANGEKIT_FIELD_CONNECTOR 0x540 /* a FiRa connector structure as a whole */
#define RANGEKIT_FIELD_CONNECTOR_VERSION 0x541
#define RANGEKIT_FIELD_CONNECTOR_PACKET_SIZE 0x542
#define RANGEKIT_FIELD_CONNECTOR_MESSAGE_SIZE 0x543
#define RANGEKIT_FIELD_CONNECTOR_SESSIONS 0x544
#define RANGEKIT_FIELD_CONNECTOR_COMPONENT 0x545
#define RANGEKIT_FIELD_CONNECTOR_TYPE 0x546
#define RANGEKIT_FIELD_CONNECTOR_INSTRUCTION 0x547
#define RANGEKIT_FIELD_UCI_HEADER 0x600
#define RANGEKIT_FIELD_UCI_PAYLOAD 0x601
#define RANGEKIT_FIELD_UCI_SESSION_INFO 0x610
#define RANGEKIT_FIELD_UCI_MEASUREMENT_TYPE 0x611
#define RANGEKIT_FIELD_UCI_MAC_MODE 0x612
#define RANGEKIT_FIELD_UCI_MEASUREMENT 0x613
#define RANGEKIT_FIELD_UCI_TIMESTAMP 0x614
#define RANGEKIT_FIELD_UCI_ACTIVE_ROUNDS 0x615
#define RANGEKIT_FIELD_UCI_LOCATION 0x616
#define RANGEKIT_FIELD_UCI_TLV 0x620
#define RANGEKIT_FIELD_UCI_TLV_COUNT 0x621
#define RANGEKIT_FIELD_UCI_SESSION_STATUS 0x630
#define RANGEKIT_FIELD_UCI_DEVICE_INFO 0x631
#define RANGEKIT_FIELD_UCI_MULTICAST 0x632
#define RANGEKIT_FIELD_UCI_MULTICAST_ACTION 0x633
#define RANGEKIT_FIELD_ACCESSORY_CONFIGURATION 0x300
#define RANGEKIT_FIELD_ACD_PROTOCOL_VERSION 0x301
#define RANGEKIT_FIELD_ACD_UPDATE_RATE 0x302
#define RANGEKIT_FIELD_ACD_HEADER_RESERVED 0x303
#define RANGEKIT_FIELD_ACD_UWB_CONFIG_LENGTH 0x304
#define RANGEKIT_FIELD_ACD_INTEROP_VERSION 0x305
#define RANGEKIT_FIELD_ACD_MANUFACTURER_ID 0x306
#define RANGEKIT_FIELD_ACD_CHIPSET_MODEL_ID 0x307
#define RANGEKIT_FIELD_ACD_MIDDLEWARE_VERSION 0x308
#define RANGEKIT_FIELD_ACD_ROLE 0x309
#define RANGEKIT_FIELD_ACD_SHORT_ADDRESS 0x30A
#define RANGEKIT_FIELD_ACD_MAX_CLOCK_DRIFT_PPM 0x30B
#define RANGEKIT_FIELD_ACD_UWB_RESERVED 0x30C
#define RANGEKIT_FIELD_ACD_HOPPING_MODE 0x30D
#define RANGEKIT_FIELD_ACD_SLOTS_PER_ROUND 0x30E
#define RANGEKIT_FIELD_ACD_SLOT_DURATION_RSTU 0x30F
#define RANGEKIT_FIELD_ACD_RANGING_INTERVAL_MS 0x310
#define RANGEKIT_FIELD_ACD_MULTI_NODE_MODE 0x311
#define RANGEKIT_FIELD_ACD_RANGING_ROUND_USAGE 0x312
#define RANGEKIT_FIELD_ACD_SESSION_ID 0x313
#define RANGEKIT_FIELD_ACD_STATIC_STS_IV 0x314
#define RANGEKIT_FIELD_ACD_TRAILING 0x315
#define RANGEKIT_FIELD_ACCESSORY_MESSAGE 0x320
#define RANGEKIT_FIELD_ACCESSORY_MESSAGE_ID 0x321
#define RANGEKIT_FIELD_ACCESSORY_MESSAGE_BODY 0x322
#define RANGEKIT_FIELD_ANDROID_ACCESSORY_CONFIGURATION 0x330
#define RANGEKIT_FIELD_FRAGMENT 0x390
#define RANGEKIT_FIELD_NDEF_RECORD 0x3A0
#define RANGEKIT_FIELD_NDEF_TYPE 0x3A1
#define RANGEKIT_FIELD_NDEF_ID 0x3A2
#define RANGEKIT_FIELD_NDEF_PAYLOAD 0x3A3
#define RANGEKIT_FIELD_ADVERTISEMENT 0x3B0
#define RANGEKIT_FIELD_ADVERTISEMENT_SERVICE_DATA 0x3B1
#define RANGEKIT_FIELD_SHAREABLE_CONFIGURATION 0x400
#define RANGEKIT_FIELD_SCD_INTEROP_VERSION 0x401
#define RANGEKIT_FIELD_SCD_LENGTH 0x402
#define RANGEKIT_FIELD_SCD_COUNTRY 0x403
#define RANGEKIT_FIELD_SCD_SESSION_ID 0x404
#define RANGEKIT_FIELD_SCD_PREAMBLE_CODE_INDEX 0x405
#define RANGEKIT_FIELD_SCD_CHANNEL 0x406
#define RANGEKIT_FIELD_SCD_SLOTS_PER_ROUND 0x407
#define RANGEKIT_FIELD_SCD_SLOT_DURATION_RSTU 0x408
#define RANGEKIT_FIELD_SCD_RANGING_INTERVAL_MS 0x409
#define RANGEKIT_FIELD_SCD_RANGING_ROUND_CONTROL 0x40A
#define RANGEKIT_FIELD_SCD_STATIC_STS_IV 0x40B
#define RANGEKIT_FIELD_SCD_SHORT_ADDRESS 0x40C
#define RANGEKIT_FIELD_SCD_MAX_CLOCK_DRIFT_PPM 0x40D
#define RANGEKIT_FIELD_SCD_UWB_RESERVED 0x40E
#define RANGEKIT_FIELD_SCD_HOPPING_MODE 0x40F
#define RANGEKIT_FIELD_SCD_TRAILING 0x410
#define RANGEKIT_FIELD_SESSION 0x900 /* a session message, or what takes a session up, as a whole */
#define RANGEKIT_FIELD_SESSION_VERSION 0x901
#define RANGEKIT_FIELD_SESSION_KIND 0x902
#define RANGEKIT_FIELD_SESSION_ID 0x903
#define RANGEKIT_FIELD_SESSION_RUN 0x904
#define RANGEKIT_FIELD_SESSION_NUMBER 0x905
#define RANGEKIT_FIELD_SESSION_BYTES 0x906
#define RANGEKIT_FIELD_SESSION_VALUE 0x907
#define RANGEKIT_FIELD_SESSION_DIALECT 0x908
#define RANGEKIT_FIELD_SESSION_ROLE 0x909
#define RANGEKIT_FIELD_SESSION_PEER_IDENTITY 0x90A
#define RANGEKIT_FIELD_RECORD 0xA00 /* a record of a recording as a whole */
#define RANGEKIT_FIELD_RECORD_KIND 0xA01
#define RANGEKIT_FIELD_RECORD_SEQUENCE 0xA02
#define RANGEKIT_FIELD_RECORD_SOURCE 0xA03
#define RANGEKIT_FIELD_RECORD_CODE 0xA04
#define RANGEKIT_FIELD_RECORD_TIME 0xA05
#define RANGEKIT_FIELD_RECORD_BODY 0xA06
#define RANGEKIT_FIELD_RECORD_CHECKSUM 0xA07
#define RANGEKIT_FIELD_PARAMETERS 0x700 /* 0x700 + RANGEKIT_PARAMETER_*, see parameters.h */

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
 *   FIELD_NOT_ALLOWED - / the map key, if it is a number
 *   EXPIRED         the host's time / the token's expiry, both in seconds since 1970-01-01 UTC
 *   UNKNOWN_HEADER, CRITICAL_HEADER  - / the header's label, if it is not negative
 *   OOB_UNKNOWN_MESSAGE, OOB_TECHNOLOGY_NOT_IN_SET, OOB_DUPLICATE_TECHNOLOGY, UCI_MEASUREMENT_TYPE: - / the number
 *   UCI_COUNT_MISMATCH entries stated / there       UCI_SIZE_MISMATCH bytes stated / there
 *   ACD_*, SCD_*    a length: bytes; anything else: the value, the nearest that is allowed as expected
 *   MESSAGE_*       - / bytes of the body           ACCESSORY_MISMATCH the message's value / the characteristic's
 * MISSING_FIELD gives the offset of the map that lacks it.
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
