/* rangekit/recording.h - what two devices said and measured, in a file that replays.
 *
 * A recording is a CBOR sequence (RFC 8742) of records, one after the other, nothing between them. The host opens
 * the file; rangekit_record_encode makes the bytes of one record, rangekit_record_decode reads one. rangekit.cddl
 * describes them; all are deterministic CBOR, so that the same values are the same bytes everywhere.
 *
 *   record = [kind, sequence, source, code, time_ns, body, checksum]
 *
 * The checksum is the CRC-32 of IEEE 802.3 of all bytes of the record before it, most significant byte first.
 * The sequence counts from 0; a header record begins a recording and may begin another behind it.
 *
 * Exact. Integers stay integers, floats are kept bit by bit in their shortest form (every NaN becomes the one NaN of
 * RFC 8949 section 4.2.2). What a recording holds in and out of an estimator therefore replays bit for bit on the
 * same platform.
 *
 * Damage. Every record is checked by itself. A reader that stops at the first record that is refused has read all
 * that is sound before the damage; the offset in the diagnostic says where that is. rangekit_record_find goes on
 * behind it: it gives the next whole record, and the sequence says how many were lost between. A recording that was
 * closed ends with a record of kind end, whose sequence is the count of records before it: without one, the file
 * may have been cut off between two records.
 *
 * Newer recordings. A kind that this library does not know decodes: its body is the body's CBOR as it stands, and
 * encodes to the same bytes again. A value that it does not know inside a kind that it does know is
 * RANGEKIT_ERROR_FIELD_NOT_ALLOWED; *used then says how long the record is.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_RECORDING_H
#define RANGEKIT_RECORDING_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_RECORDING_FORMAT_VERSION 1

/* ---- Kinds: what the body is --------------------------------------------------------------------
 *
 * bytes   any bytes; on the wire a byte string
 * text    UTF-8 without a NUL; on the wire a text string
 * struct  one or more structs of the type named, one behind the other as in an array. On the wire an array of maps:
 *         the key is the place of a value in the struct, counted from 0 without struct_size, with arrays and inner
 *         structs taken apart; a value that is 0 (floats: +0) is left out. A struct that begins with struct_size
 *         comes alone. */

/* About the recording. */
#define RANGEKIT_RECORD_HEADER 0        /* struct rangekit_recording_header; sequence 0 */
#define RANGEKIT_RECORD_END 1           /* bytes, none */
#define RANGEKIT_RECORD_NAME 2          /* text: what `source` is called, "A1" for example */
#define RANGEKIT_RECORD_NOTE 3          /* text: a remark of a person or a program */

/* What was said. */
#define RANGEKIT_RECORD_TOKEN 8         /* bytes, an encoded token; code: RANGEKIT_SIDE_* of configuration.h */
#define RANGEKIT_RECORD_CONFIGURATION 9 /* bytes; code: RANGEKIT_RECORD_CONFIGURATION_* */
#define RANGEKIT_RECORD_INCOMING 10     /* bytes of a session that this device received; code: the host's */
#define RANGEKIT_RECORD_OUTGOING 11     /* bytes of a session that this device sent; code: the host's */
#define RANGEKIT_RECORD_EVENT 12        /* bytes; code: the event's number */
#define RANGEKIT_RECORD_STATUS 13       /* text, a sentence or nothing; code: a rangekit_status */

/* What was measured. */
#define RANGEKIT_RECORD_SAMPLE 16              /* struct rangekit_range_sample */
#define RANGEKIT_RECORD_POSE 17                /* struct rangekit_pose */
#define RANGEKIT_RECORD_ANCHOR 18              /* struct rangekit_tracker_anchor: where `source` is; code 2: z unknown */
#define RANGEKIT_RECORD_TRUE_SAMPLE 19         /* struct rangekit_range_sample: what a sample should have said */
#define RANGEKIT_RECORD_TRUE_POSE 20           /* struct rangekit_pose: where `source` truly was; code 2: z unknown */
#define RANGEKIT_RECORD_FILTER_SAMPLE 21       /* struct rangekit_filter_sample */
#define RANGEKIT_RECORD_TRACKER_MEASUREMENT 22 /* struct rangekit_tracker_measurement */
#define RANGEKIT_RECORD_LOCATOR_MEASUREMENT 23 /* struct rangekit_locator_measurement */
#define RANGEKIT_RECORD_DOUBLE_SIDED 24        /* struct rangekit_twr_double_sided_exchange */
#define RANGEKIT_RECORD_SINGLE_SIDED 25        /* struct rangekit_twr_single_sided_exchange */
#define RANGEKIT_RECORD_THREE_MESSAGE 26       /* struct rangekit_twr_three_message_exchange */
#define RANGEKIT_RECORD_REGISTERS 27           /* struct rangekit_signal_registers */
#define RANGEKIT_RECORD_CS_TONES 28            /* struct rangekit_cs_tone */
#define RANGEKIT_RECORD_CS_ROUND_TRIPS 29      /* struct rangekit_cs_rtt */
#define RANGEKIT_RECORD_CS_MODE0S 30           /* struct rangekit_cs_mode0 */
#define RANGEKIT_RECORD_CS_PROCEDURE 31        /* struct rangekit_cs_procedure */
#define RANGEKIT_RECORD_RADIO 32               /* bytes from a radio, unread; code: RANGEKIT_RECORD_RADIO_* */
#define RANGEKIT_RECORD_SOUNDING_ROUND_TRIPS 33 /* struct rangekit_sounding_round_trip: what a procedure's tones came with,
                                                   before them */

/* How estimators were set up: from here on, those of `source` run with these options. */
#define RANGEKIT_RECORD_TWR_OPTIONS 40           /* struct rangekit_twr_options */
#define RANGEKIT_RECORD_QUALITY_OPTIONS 41       /* struct rangekit_quality_options */
#define RANGEKIT_RECORD_ZONE_OPTIONS 42          /* struct rangekit_zone_options */
#define RANGEKIT_RECORD_FILTER_OPTIONS 43        /* struct rangekit_filter_options */
#define RANGEKIT_RECORD_FUSION_OPTIONS 44        /* struct rangekit_fusion_options */
#define RANGEKIT_RECORD_QUALITY_MODEL_OPTIONS 45 /* struct rangekit_quality_model_options */
#define RANGEKIT_RECORD_TRACKER_OPTIONS 46       /* struct rangekit_tracker_options */
#define RANGEKIT_RECORD_LOCATOR_OPTIONS 47       /* struct rangekit_locator_options */
#define RANGEKIT_RECORD_SIGNAL_OPTIONS 48        /* struct rangekit_signal_options */
#define RANGEKIT_RECORD_SOUNDING_OPTIONS 49      /* struct rangekit_sounding_options */

/* What came out, of the newest input of `source`. code: the status of the call; where it is not RANGEKIT_OK the
 * values mean nothing. */
#define RANGEKIT_RECORD_TWR_RANGE 60            /* struct rangekit_twr_range */
#define RANGEKIT_RECORD_QUALITY_RESULT 61       /* struct rangekit_quality_result */
#define RANGEKIT_RECORD_ZONE_RESULT 62          /* struct rangekit_zone_result */
#define RANGEKIT_RECORD_FILTER_RESULT 63        /* struct rangekit_filter_result */
#define RANGEKIT_RECORD_FUSION_RESULT 64        /* struct rangekit_fusion_result */
#define RANGEKIT_RECORD_QUALITY_MODEL_RESULT 65 /* struct rangekit_quality_model_result */
#define RANGEKIT_RECORD_TRACKER_RESULT 66       /* struct rangekit_tracker_result */
#define RANGEKIT_RECORD_TRACKER_STATE 67        /* struct rangekit_tracker_state */
#define RANGEKIT_RECORD_LOCATOR_ESTIMATE 68     /* struct rangekit_locator_estimate */
#define RANGEKIT_RECORD_SIGNAL_LEVEL 69         /* struct rangekit_signal_level */
#define RANGEKIT_RECORD_POSITION 70             /* struct rangekit_position */
#define RANGEKIT_RECORD_SOUNDING_RESULT 71      /* struct rangekit_sounding_result, age_ns 0: of the tones before it, estimated
                                                   at time_ns of the record that has them */

/* Kinds from here to 65535 are the application's: bodies are CBOR, kept as they are. */
#define RANGEKIT_RECORD_APPLICATION 32768

/* What the bytes of a configuration are. */
#define RANGEKIT_RECORD_CONFIGURATION_RANGEKIT 0  /* rangekit_configuration_encode */
#define RANGEKIT_RECORD_CONFIGURATION_ACCESSORY 1 /* accessory configuration data */
#define RANGEKIT_RECORD_CONFIGURATION_SHAREABLE 2 /* shareable configuration data */
#define RANGEKIT_RECORD_CONFIGURATION_ANDROID 3   /* an Android out-of-band message */
#define RANGEKIT_RECORD_CONFIGURATION_UCI 4       /* configuration TLVs of FiRa UCI */

/* What the bytes of a radio are. */
#define RANGEKIT_RECORD_RADIO_OTHER 0
#define RANGEKIT_RECORD_RADIO_UCI 1 /* a packet of FiRa UCI */
#define RANGEKIT_RECORD_RADIO_HCI 2 /* an HCI event with its code and length */
#define RANGEKIT_RECORD_RADIO_RAS 3 /* a segment of the Ranging Service */

/* The identifier of a kind, "sample" for example; "unknown" for a number that this library does not know. Static
 * storage, ASCII. Pure. */
const char *rangekit_record_kind_name(int32_t kind);

/* How the body of a kind lies in memory, in the letters of Python's module struct: b B h H i I q Q integers of 8 to
 * 64 bits, f float, d double, 64s text of 64 bytes that ends with its first NUL; a number before a letter repeats it.
 * A star in front stands for struct_size. "bytes", "text", or "cbor" for kinds without a struct. Static storage,
 * ASCII. Pure. */
const char *rangekit_record_layout(int32_t kind);

/* ---- The header --------------------------------------------------------------------------------- */

#define RANGEKIT_TIME_BASE_UNKNOWN 0
#define RANGEKIT_TIME_BASE_MONOTONIC 1 /* nanoseconds of a clock that never steps, any origin */
#define RANGEKIT_TIME_BASE_UTC 2       /* nanoseconds since 1970-01-01 UTC, leap seconds not counted */
#define RANGEKIT_TIME_BASE_RECORDING 3 /* nanoseconds since the recording began */

#define RANGEKIT_RECORDING_HEADER_HAS_UTC (1u << 0)

typedef struct rangekit_recording_header {
    uint32_t struct_size;
    uint32_t fields;          /* RANGEKIT_RECORDING_HEADER_HAS_* */
    int64_t utc_ns;           /* since 1970-01-01 UTC when time_ns of the records is 0 */
    uint32_t format_version;  /* RANGEKIT_RECORDING_FORMAT_VERSION; another is refused */
    int32_t time_base;        /* RANGEKIT_TIME_BASE_* */
    char library_version[16]; /* of the library that wrote it; UTF-8, ends with its first NUL or with the array */
    char device[64];          /* what wrote it */
    char note[256];           /* anything */
} rangekit_recording_header;

#define RANGEKIT_RECORDING_HEADER_V1_SIZE 360

/* Fills a header with its initial value: this format, this library's version, nothing else known. Pure. */
rangekit_status rangekit_recording_header_default(rangekit_recording_header *header);

/* ---- One record ----------------------------------------------------------------------------------- */

#define RANGEKIT_RECORD_BODY_MAX_SIZE 65536 /* bytes of a body in memory */
#define RANGEKIT_RECORD_MAX_SIZE 262208     /* no encoded record is longer */

typedef struct rangekit_record {
    uint32_t struct_size;
    int32_t kind;       /* RANGEKIT_RECORD_*, 0 to 65535 */
    int64_t time_ns;    /* when; the clock of the header */
    uint32_t sequence;  /* the record's number, from 0 */
    uint32_t source;    /* the host's number of a peer, a session, an anchor or a tag */
    int32_t code;       /* see the kinds; else 0 */
    uint32_t body_size; /* bytes of the body in memory */
} rangekit_record;

#define RANGEKIT_RECORD_V1_SIZE 32
#define RANGEKIT_RECORD_INIT {(uint32_t)sizeof(rangekit_record), 0, 0, 0, 0, 0, 0}

/* Fills a record with its initial value: a header, the first record, without its body. Pure. */
rangekit_status rangekit_record_default(rangekit_record *record);

/* Encodes a record. `body` is record->body_size bytes at any alignment, NULL for none: bytes, text, or structs as
 * the kind says. See "Bytes out" in base.h. `diagnostic` may be NULL. RANGEKIT_ERROR_WRONG_LENGTH: no whole number of
 * structs, or several where one stands alone; RANGEKIT_ERROR_STRUCT_SIZE: a struct_size that is neither the body's
 * size nor one this library knows; RANGEKIT_ERROR_TOO_LARGE: more than RANGEKIT_RECORD_BODY_MAX_SIZE;
 * RANGEKIT_ERROR_INVALID_UTF8: text that is none, or with a NUL; RANGEKIT_ERROR_INVALID_VALUE: a kind outside 0 to
 * 65535; RANGEKIT_ERROR_UNKNOWN_VERSION: a header of another format. Pure. */
rangekit_status rangekit_record_encode(const rangekit_record *record, const void *body, uint8_t *out, size_t capacity,
                                       size_t *length, rangekit_diagnostic *diagnostic);

/* Decodes the record at the start of `size` bytes; what follows it is left alone. The body is written to `body`,
 * `body_capacity` bytes at any alignment; RANGEKIT_RECORD_BODY_MAX_SIZE always suffice, and structs take as much as
 * the type has. body = NULL with body_capacity = 0 leaves the body out, and record->body_size says what it needs.
 * *used (may be NULL) is the record's length, also where the checksum is right and the body is refused; else 0.
 * RANGEKIT_ERROR_TRUNCATED: the bytes end inside the record; with more of them it may be one (`expected` in the
 * diagnostic: at least so many). RANGEKIT_ERROR_TOO_LARGE: no record is that long. RANGEKIT_ERROR_RECORD_CHECKSUM:
 * the bytes are not those that were written. Else what deterministic CBOR forbids, RANGEKIT_ERROR_WRONG_TYPE,
 * _WRONG_LENGTH, _INVALID_VALUE, _FIELD_NOT_ALLOWED, _UNKNOWN_VERSION, or RANGEKIT_ERROR_BUFFER_TOO_SMALL for the
 * body. On failure nothing but *used and the diagnostic is written. Pure. */
rangekit_status rangekit_record_decode(const uint8_t *bytes, size_t size, rangekit_record *record, void *body,
                                       size_t body_capacity, size_t *used, rangekit_diagnostic *diagnostic);

/* Where the next whole record stands, from `start` on, checksum included; RANGEKIT_ERROR_RECORD_NONE, and *offset is
 * `size`, if there is none. Other bytes in the form of a record have its checksum by chance once in 4e9. Pure. */
rangekit_status rangekit_record_find(const uint8_t *bytes, size_t size, size_t start, size_t *offset);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_RECORDING_H */
