/* rangekit/channel_sounding.h - Bluetooth Channel Sounding data: from a controller's and a peer's bytes to
 * the tones and round-trip times that sounding.h turns into metres.
 *
 * Two inputs:
 *
 *   paired   initiator and reflector both report: the local side by HCI events, the other by the Ranging
 *            Service (or by its own HCI events, from a log). A tone is z = PCT_I * PCT_R.
 *   inline   inline PCT transfer: the reflector turns its tone so that the initiator's PCT alone carries
 *            the round trip. A tone is z = PCT_I; there is no other side.
 *
 * With either, z = A exp(-j 4 pi f d / c + j phi0), f = (2402 + channel) MHz.
 *
 * Formats: Bluetooth Core 6.0 volume 4 part E, LE CS Subevent Result (0x31) and Continue (0x32); Ranging
 * Service 1.0. Little-endian; any alignment. Where stacks disagree, both readings are accepted: packet
 * PCTs of 3 and of 4 octets, frequency offsets of 15 bits and of 15 bits sign-extended to 16.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_CHANNEL_SOUNDING_H
#define RANGEKIT_CHANNEL_SOUNDING_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What comes out: tones, round-trip times, mode 0 ------------------------------------------- */

#define RANGEKIT_CS_INITIATOR 0
#define RANGEKIT_CS_REFLECTOR 1

/* What a side says of a tone. One vendor marks every tone "not available": never a reason to drop it. */
#define RANGEKIT_CS_QUALITY_HIGH 0
#define RANGEKIT_CS_QUALITY_MEDIUM 1
#define RANGEKIT_CS_QUALITY_LOW 2
#define RANGEKIT_CS_QUALITY_NOT_AVAILABLE 3

#define RANGEKIT_CS_TONE_HAS_POWER_INITIATOR (1u << 0)
#define RANGEKIT_CS_TONE_HAS_POWER_REFLECTOR (1u << 1)
#define RANGEKIT_CS_TONE_EXTENSION (1u << 2) /* from the extension slot: the last antenna path once more */

/* One tone of a procedure: 28 bytes, fixed for ever. sounding.h takes them as they are, and needs no more than i,
 * q, weight, channel and antenna_path. */
typedef struct rangekit_cs_tone {
    float i;                   /* z: both sides' product / 2048^2, or inline PCT / 2048; full scale is 1 */
    float q;
    float weight;              /* inverse noise variance, relative: 1 for an ordinary tone, and from a collector
                                  always; 0 leaves it out; 0 to 1000 */
    float power_initiator_dbm; /* 20 log10(|PCT| / 2048) + reference power level of that side and subevent */
    float power_reflector_dbm;
    uint8_t channel;           /* 2 to 76 without 23, 24, 25 in practice; 0 to 78 are accepted */
    uint8_t antenna_path;      /* 0 to 3 */
    uint8_t quality_initiator; /* RANGEKIT_CS_QUALITY_*; inline: the reflector's is not available */
    uint8_t quality_reflector;
    uint8_t fields;            /* RANGEKIT_CS_TONE_* */
    uint8_t reserved[3];       /* zero */
} rangekit_cs_tone;

#define RANGEKIT_CS_RSSI_NOT_AVAILABLE 127
#define RANGEKIT_CS_NADM_UNKNOWN 255

/* One round-trip time (mode 1 or 3): 16 bytes, fixed for ever. distance = c * 0.25 ns * difference_halfns. */
typedef struct rangekit_cs_rtt {
    int32_t difference_halfns; /* ToA_ToD of the initiator - ToD_ToA of the reflector, units of 0.5 ns */
    uint16_t step;             /* index of the step in the procedure */
    uint8_t channel;
    uint8_t mode;              /* 1 or 3 */
    uint8_t quality_initiator; /* low nibble: access address check 0 (all bits right) to 2; high: bit errors */
    uint8_t quality_reflector;
    uint8_t nadm_initiator;    /* normalised attack detector metric: 0 unlikely to 6 likely an attack, 255 unknown */
    uint8_t nadm_reflector;
    int8_t rssi_initiator_dbm; /* 127: not available */
    int8_t rssi_reflector_dbm;
    uint8_t antenna_initiator; /* 1 to 4 */
    uint8_t antenna_reflector;
} rangekit_cs_rtt;

#define RANGEKIT_CS_MODE0_HAS_FREQUENCY_OFFSET (1u << 0)
#define RANGEKIT_CS_MODE0_HAS_INITIATOR (1u << 1)
#define RANGEKIT_CS_MODE0_HAS_REFLECTOR (1u << 2)

/* One calibration step (mode 0): 16 bytes, fixed for ever. */
typedef struct rangekit_cs_mode0 {
    float frequency_offset_ppm; /* the reflector's carrier against the initiator's, as the initiator measured it */
    uint16_t step;
    uint8_t channel;
    uint8_t fields;             /* RANGEKIT_CS_MODE0_HAS_* */
    uint8_t quality_initiator;  /* as in rangekit_cs_rtt */
    uint8_t quality_reflector;
    int8_t rssi_initiator_dbm;  /* 127: not available */
    int8_t rssi_reflector_dbm;
    uint8_t antenna_initiator;
    uint8_t antenna_reflector;
    uint8_t reserved[2];        /* zero */
} rangekit_cs_mode0;

/* Enough for every procedure that a collector holds. Ordinary ones have 72 tones a path, 288 with 4 paths. */
#define RANGEKIT_CS_TONES_MAX_COUNT 640
#define RANGEKIT_CS_RTTS_MAX_COUNT 384
#define RANGEKIT_CS_MODE0S_MAX_COUNT 512

/* The rest of a procedure. */
#define RANGEKIT_CS_PROCEDURE_HAS_FREQUENCY_COMPENSATION (1u << 0)
#define RANGEKIT_CS_PROCEDURE_HAS_REFERENCE_POWER_INITIATOR (1u << 1)
#define RANGEKIT_CS_PROCEDURE_HAS_REFERENCE_POWER_REFLECTOR (1u << 2)
#define RANGEKIT_CS_PROCEDURE_HAS_NADM (1u << 3)
#define RANGEKIT_CS_PROCEDURE_HAS_FREQUENCY_OFFSET (1u << 4)
#define RANGEKIT_CS_PROCEDURE_HAS_TX_POWER_REMOTE (1u << 5)

/* Why a procedure holds less than it could; an OR. */
#define RANGEKIT_CS_CAUSE_LOCAL_MISSING (1u << 0)     /* nothing from the local side */
#define RANGEKIT_CS_CAUSE_REMOTE_MISSING (1u << 1)    /* nothing from the other side */
#define RANGEKIT_CS_CAUSE_TIMED_OUT (1u << 2)         /* a side did not end within timeout_ns */
#define RANGEKIT_CS_CAUSE_SUPERSEDED (1u << 3)        /* newer procedures needed the room */
#define RANGEKIT_CS_CAUSE_PROCEDURE_ABORTED (1u << 4) /* a side ended it early: abort_* */
#define RANGEKIT_CS_CAUSE_SUBEVENT_ABORTED (1u << 5)
#define RANGEKIT_CS_CAUSE_STEPS_ABORTED (1u << 6)
#define RANGEKIT_CS_CAUSE_STEPS_UNPAIRED (1u << 7)    /* steps that only one side reports: an event was lost */
#define RANGEKIT_CS_CAUSE_STEPS_MISMATCHED (1u << 8)  /* mode, channel or permutation differ between the sides */
#define RANGEKIT_CS_CAUSE_STEPS_INVALID (1u << 9)     /* a channel above 78, or a length that fits no mode */
#define RANGEKIT_CS_CAUSE_BODY_INVALID (1u << 10)     /* the other side's body ends inside a step */
#define RANGEKIT_CS_CAUSE_DATA_LOST (1u << 11)        /* a segment or a continue event is missing */

/* The identifier of one cause bit, "timed_out" for example; "unknown" for another bit or for several at
 * once. Static storage, ASCII. Pure. */
const char *rangekit_cs_cause_name(uint32_t cause);

typedef struct rangekit_cs_procedure {
    uint32_t struct_size;
    uint32_t fields;            /* RANGEKIT_CS_PROCEDURE_HAS_* */
    int64_t start_time_ns;      /* host time of the first bytes */
    int64_t end_time_ns;        /* host time of the last bytes */
    uint32_t causes;            /* RANGEKIT_CS_CAUSE_*; 0: whole */
    uint32_t tone_count;        /* written to tones */
    uint32_t rtt_count;         /* written to rtts */
    uint32_t mode0_count;       /* written to mode0s */
    uint32_t procedure_counter; /* 16 bits; of the Ranging Service alone its low 12 */
    uint32_t connection_handle; /* 0 when nothing came by HCI */
    uint32_t configuration;     /* 0 to 3 (0 to 15 accepted) */
    uint32_t antenna_path_count; /* 1 to 4; 0 when not known */
    uint32_t step_count_initiator; /* steps that the side reports, aborted ones included */
    uint32_t step_count_reflector;
    uint32_t steps_aborted;     /* by either side */
    uint32_t steps_unpaired;
    uint32_t steps_mismatched;
    uint32_t steps_invalid;
    uint32_t tones_empty;       /* a PCT of zero: no signal */
    uint32_t tones_extension;   /* extension slots with a tone on both sides */
    uint32_t rtts_unavailable;  /* a side has no time */
    uint32_t abort_procedure_initiator; /* RANGEKIT_CS_ABORT_*, the last that is not 0 */
    uint32_t abort_procedure_reflector;
    uint32_t abort_subevent_initiator;
    uint32_t abort_subevent_reflector;
    uint32_t nadm_level;        /* the highest of all steps and both sides, 0 to 6 */
    float frequency_compensation_ppm; /* the initiator's, of the last subevent */
    float frequency_offset_ppm; /* mean of the mode 0 steps */
    float reference_power_initiator_dbm; /* of the last subevent */
    float reference_power_reflector_dbm;
    float tx_power_remote_dbm;  /* from the ranging header */
    uint32_t procedures_dropped; /* that nobody took in time, since the last one given out */
} rangekit_cs_procedure;

#define RANGEKIT_CS_PROCEDURE_V1_SIZE 136
#define RANGEKIT_CS_PROCEDURE_INIT {(uint32_t)sizeof(rangekit_cs_procedure), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0}

/* Fills a procedure with its initial value. Pure. */
rangekit_status rangekit_cs_procedure_default(rangekit_cs_procedure *procedure);

/* ---- Collecting: events and segments in, procedures out ---------------------------------------- */

/* Why a side ended early. */
#define RANGEKIT_CS_ABORT_NONE 0
#define RANGEKIT_CS_ABORT_REQUEST 1        /* the local or the other host asked for it */
#define RANGEKIT_CS_ABORT_CHANNEL_MAP 2    /* procedure: fewer than 15 channels; subevent: no CS_SYNC was received */
#define RANGEKIT_CS_ABORT_SCHEDULING 3     /* procedure: channel map update too late; subevent: no time or resources */
#define RANGEKIT_CS_ABORT_UNSPECIFIED 15

#define RANGEKIT_CS_INPUT_PAIRED 0
#define RANGEKIT_CS_INPUT_INLINE 1

#define RANGEKIT_CS_CONNECTION_ANY 0xFFFF

#define RANGEKIT_CS_FILTER_ALL 0xFFFF

typedef struct rangekit_cs_collector_options {
    uint32_t struct_size;
    int32_t role;                 /* the local side: RANGEKIT_CS_INITIATOR (default) or _REFLECTOR */
    int64_t timeout_ns;           /* from a procedure's first bytes until both sides have ended; 1 to 3600e9, default 2e9 */
    int32_t input;                /* RANGEKIT_CS_INPUT_*; default paired */
    uint32_t connection_handle;   /* local events of others are refused; default RANGEKIT_CS_CONNECTION_ANY */
    uint32_t keep_extension_tones; /* 1: tones of the extension slot come out too, flagged; 0 (default): counted alone */
    uint32_t filter_mode0;        /* what the other side's Ranging Service leaves of a step of mode 0: a bit a field */
    uint32_t filter_mode1;        /* in the order of the fields, see rangekit_cs_control_point; default _FILTER_ALL */
    uint32_t filter_mode2;
    uint32_t filter_mode3;
    uint32_t reserved;            /* zero */
} rangekit_cs_collector_options;

#define RANGEKIT_CS_COLLECTOR_OPTIONS_V1_SIZE 48
#define RANGEKIT_CS_COLLECTOR_OPTIONS_INIT                                                                                 \
    {(uint32_t)sizeof(rangekit_cs_collector_options), 0, 2000000000, 0, RANGEKIT_CS_CONNECTION_ANY, 0, RANGEKIT_CS_FILTER_ALL, \
     RANGEKIT_CS_FILTER_ALL, RANGEKIT_CS_FILTER_ALL, RANGEKIT_CS_FILTER_ALL, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_cs_collector_options_default(rangekit_cs_collector_options *options);

/* A collector for one connection. A handle: one thread at a time. Two procedures may be in flight; a third
 * makes the oldest come out as it is (RANGEKIT_CS_CAUSE_SUPERSEDED). Each side of a procedure may have 3072
 * bytes, which 4 antenna paths on 72 channels in mode 3 with packet PCTs fit in. */
typedef struct rangekit_cs_collector rangekit_cs_collector;

/* Bytes of memory that rangekit_cs_collector_init needs; a constant of the library, below 19456. Pure. */
size_t rangekit_cs_collector_size(void);

/* Makes a collector in the caller's memory, aligned to 8. `options` may be NULL: defaults. */
rangekit_status rangekit_cs_collector_init(void *memory, size_t size, const rangekit_cs_collector_options *options,
                                           rangekit_cs_collector **collector);

/* Makes a collector on the heap: the only allocation it ever makes. */
rangekit_status rangekit_cs_collector_create(const rangekit_cs_collector_options *options, rangekit_cs_collector **collector);

/* Ends a collector, however it was made. NULL is fine. */
void rangekit_cs_collector_destroy(rangekit_cs_collector *collector);

/* Forgets all data and the time; the options stay. */
rangekit_status rangekit_cs_collector_reset(rangekit_cs_collector *collector);

#define RANGEKIT_CS_SIDE_LOCAL 0
#define RANGEKIT_CS_SIDE_REMOTE 1 /* a log that has the other controller's events too */

/* Takes one LE CS Subevent Result or Continue event, from its packet type (0x04), its event code (0x3E) or
 * its subevent code (0x31, 0x32) on. `diagnostic` may be NULL.
 * RANGEKIT_ERROR_TRUNCATED, _TRAILING_BYTES, _INVALID_VALUE: not such an event; nothing is kept.
 * RANGEKIT_ERROR_CS_CONTINUATION: it continues an event that never came.
 * RANGEKIT_ERROR_CS_STALE: its procedure is over: ended, timed out or given out.
 * RANGEKIT_ERROR_CS_OTHER_CONNECTION: not of connection_handle.
 * RANGEKIT_ERROR_TOO_LARGE: more than the collector holds of one procedure.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of an earlier call. */
rangekit_status rangekit_cs_collector_event(rangekit_cs_collector *collector, int64_t time_ns, int32_t side,
                                            const uint8_t *event, size_t size, rangekit_diagnostic *diagnostic);

/* Takes one notification of the other side's real-time or on-demand ranging data: a segment. A repeated one
 * is ignored (RANGEKIT_OK).
 * RANGEKIT_ERROR_CS_SEGMENT_LOST: the one that the diagnostic calls expected is missing. Ask for it and for
 *   all after it (RANGEKIT_CS_CONTROL_RETRIEVE_LOST_SEGMENTS, last 255); they go on where it broke off.
 * RANGEKIT_ERROR_INVALID_VALUE: the ranging header says that PCTs are phases (format 1): they are not read.
 * Other errors as above. */
rangekit_status rangekit_cs_collector_segment(rangekit_cs_collector *collector, int64_t time_ns,
                                              const uint8_t *segment, size_t size, rangekit_diagnostic *diagnostic);

/* Says that time has passed: procedures that wait beyond timeout_ns become ready as they are. */
rangekit_status rangekit_cs_collector_advance(rangekit_cs_collector *collector, int64_t time_ns);

/* Gives out the oldest procedure that is whole, timed out or superseded. *found is 1, or 0 if there is none.
 * An array may be NULL with capacity 0: not wanted. Steps are paired in their order, subevent by subevent;
 * one that a side aborted, or that makes no sense, is left out alone and counted.
 * RANGEKIT_ERROR_BUFFER_TOO_SMALL: the procedure stays, the arrays hold anything. RANGEKIT_CS_*_MAX_COUNT
 * always suffice. */
rangekit_status rangekit_cs_collector_next(rangekit_cs_collector *collector, rangekit_cs_procedure *procedure,
                                           rangekit_cs_tone *tones, size_t tone_capacity, rangekit_cs_rtt *rtts,
                                           size_t rtt_capacity, rangekit_cs_mode0 *mode0s, size_t mode0_capacity,
                                           uint32_t *found);

/* ---- Single steps and events: reading and writing ---------------------------------------------- */

#define RANGEKIT_CS_STEP_HAS_FREQUENCY_OFFSET (1u << 0)
#define RANGEKIT_CS_STEP_HAS_TIME (1u << 1)
#define RANGEKIT_CS_STEP_HAS_PACKET_PCT1 (1u << 2)
#define RANGEKIT_CS_STEP_HAS_PACKET_PCT2 (1u << 3)
#define RANGEKIT_CS_STEP_ABORTED (1u << 4) /* mode bit 7, or no data: nothing else is there */

#define RANGEKIT_CS_SLOT_NORMAL 0
#define RANGEKIT_CS_SLOT_EXTENSION_NO_TONE 1
#define RANGEKIT_CS_SLOT_EXTENSION_TONE 2

/* One step as its side reports it: 60 bytes, fixed for ever. */
typedef struct rangekit_cs_step {
    uint32_t fields;                   /* RANGEKIT_CS_STEP_* */
    int16_t frequency_offset_0p01_ppm; /* mode 0 of the initiator, units of 0.01 ppm */
    int16_t time_halfns;               /* mode 1, 3: ToA_ToD (initiator) or ToD_ToA (reflector), units of 0.5 ns */
    int16_t packet_i[2];               /* packet PCTs of modes 1 and 3 with a sounding sequence; full scale 2048 */
    int16_t packet_q[2];
    int16_t tone_i[5];                 /* mode 2, 3: a PCT a slot, the extension slot last; full scale 2048 */
    int16_t tone_q[5];
    uint8_t tone_quality[5];           /* RANGEKIT_CS_QUALITY_* */
    uint8_t tone_slot[5];              /* RANGEKIT_CS_SLOT_* */
    uint8_t mode;                      /* 0 to 3 */
    uint8_t channel;                   /* 0 to 78 */
    uint8_t role;                      /* writing: whose; reading: mode 0 says it by its length, else 0 */
    uint8_t quality;                   /* mode 0, 1, 3; as in rangekit_cs_rtt */
    uint8_t nadm;                      /* mode 1, 3 */
    int8_t rssi_dbm;                   /* 127: not available */
    uint8_t antenna;                   /* 1 to 4 */
    uint8_t antenna_path_count;        /* mode 2, 3: 1 to 4 */
    uint8_t permutation;               /* mode 2, 3: antenna permutation index, below the factorial of the count */
    uint8_t packet_pct_size;           /* mode 1, 3: 0, 3 or 4 octets each */
    uint8_t reserved[4];               /* zero */
} rangekit_cs_step;

/* Reads one step as HCI events have it: mode, channel, length, data. `antenna_path_count` 0: not known (then a
 * mode 3 step of 23 or 27 bytes is read without packet PCTs). *used is the step's size, also when what
 * is in it is refused, so that the next can be read; 0 if the bytes end inside it. `diagnostic` may be NULL.
 * RANGEKIT_ERROR_TRUNCATED, _INVALID_VALUE (mode, channel, permutation), _WRONG_LENGTH. Pure. */
rangekit_status rangekit_cs_step_decode(const uint8_t *bytes, size_t size, uint32_t antenna_path_count,
                                        rangekit_cs_step *step, size_t *used, rangekit_diagnostic *diagnostic);

/* Writes one step as HCI events have it. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_cs_step_encode(const rangekit_cs_step *step, uint8_t *out, size_t capacity, size_t *length,
                                        rangekit_diagnostic *diagnostic);

/* The antenna path, from 0, of each tone slot (4 and the extension slot): *paths takes 5. Slots that are not
 * there repeat the last path. RANGEKIT_ERROR_OUT_OF_RANGE: count not 1 to 4, or no such permutation. Pure. */
rangekit_status rangekit_cs_permutation(uint32_t antenna_path_count, uint32_t permutation, uint8_t paths[5]);

/* A frequency offset as it stands in events: 15 bits, two's complement, or the same sign-extended to 16, units of
 * 0.01 ppm; 0xC000: not available, *present 0. Pure. */
rangekit_status rangekit_cs_frequency_offset(uint16_t raw, float *offset_ppm, uint32_t *present);

#define RANGEKIT_CS_DONE_ALL 0
#define RANGEKIT_CS_DONE_PARTLY 1   /* more events follow */
#define RANGEKIT_CS_DONE_ABORTED 15

#define RANGEKIT_CS_EVENT_CONTINUES (1u << 0) /* a Continue event: has none of the values marked R */

/* A subevent result or continue event without its steps. */
typedef struct rangekit_cs_event {
    uint32_t struct_size;
    uint32_t fields;                 /* RANGEKIT_CS_EVENT_* */
    uint32_t connection_handle;      /* 12 bits */
    uint32_t configuration;
    uint32_t start_event;            /* R: connection event it started at, 16 bits */
    uint32_t procedure_counter;      /* R: 16 bits */
    uint32_t frequency_compensation; /* R: as it stands there, see rangekit_cs_frequency_offset */
    int32_t reference_power_dbm;     /* R: 127: not available */
    uint32_t procedure_done;         /* RANGEKIT_CS_DONE_* */
    uint32_t subevent_done;          /* RANGEKIT_CS_DONE_* */
    uint32_t abort_procedure;        /* RANGEKIT_CS_ABORT_* */
    uint32_t abort_subevent;
    uint32_t antenna_path_count;     /* 0 to 4 */
    uint32_t step_count;             /* in this event */
    uint32_t steps_offset;           /* where the steps stand; written by decode alone */
    uint32_t steps_size;
} rangekit_cs_event;

#define RANGEKIT_CS_EVENT_V1_SIZE 64
#define RANGEKIT_CS_EVENT_INIT {(uint32_t)sizeof(rangekit_cs_event), 0, 0, 0, 0, 0, 0xC000, 127, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills an event with its initial value. Pure. */
rangekit_status rangekit_cs_event_default(rangekit_cs_event *event);

/* Reads an event, from its packet type (0x04), event code (0x3E) or subevent code on. The steps must be as
 * many as it states; what is in them is not looked at. Pure. */
rangekit_status rangekit_cs_event_decode(const uint8_t *bytes, size_t size, rangekit_cs_event *event,
                                         rangekit_diagnostic *diagnostic);

/* Writes an event, from its packet type on, with steps that stand one after the other. At most 258 bytes:
 * RANGEKIT_ERROR_TOO_LARGE says to continue in another event. Pure. */
rangekit_status rangekit_cs_event_encode(const rangekit_cs_event *event, const uint8_t *steps, size_t steps_size,
                                         uint8_t *out, size_t capacity, size_t *length,
                                         rangekit_diagnostic *diagnostic);

/* ---- The Ranging Service's other side: bodies, segments, control point ------------------------- */

/* Adds one event to a Ranging Service body, as a server does with what its controller reports: ranging header
 * (with the first), subevent header, steps without channel and length. `length` is in and out: so many bytes are
 * in `body` already, 0 begins one. `subevent` is in and out: the library's own note between calls, 0 at first.
 * RANGEKIT_ERROR_TOO_LARGE: capacity; nothing was added. Others as rangekit_cs_collector_event. Pure. */
rangekit_status rangekit_cs_body_append(const uint8_t *event, size_t size, int32_t tx_power_dbm, uint8_t *body,
                                        size_t capacity, size_t *length, size_t *subevent,
                                        rangekit_diagnostic *diagnostic);

/* Writes segment `index` of a body: its header, then at most payload_size bytes (ATT MTU - 4). *length is 0 when
 * there is no such segment. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_cs_segment_encode(const uint8_t *body, size_t size, size_t index, size_t payload_size,
                                           uint8_t *out, size_t capacity, size_t *length);

#define RANGEKIT_CS_RAS_REAL_TIME (1u << 0) /* bits of the Ranging Service's features */
#define RANGEKIT_CS_RAS_RETRIEVE_LOST_SEGMENTS (1u << 1)
#define RANGEKIT_CS_RAS_ABORT (1u << 2)
#define RANGEKIT_CS_RAS_FILTER (1u << 3)

#define RANGEKIT_CS_CONTROL_GET_RANGING_DATA 0
#define RANGEKIT_CS_CONTROL_ACKNOWLEDGE 1
#define RANGEKIT_CS_CONTROL_RETRIEVE_LOST_SEGMENTS 2
#define RANGEKIT_CS_CONTROL_ABORT 3
#define RANGEKIT_CS_CONTROL_SET_FILTER 4
#define RANGEKIT_CS_CONTROL_COMPLETE 0               /* responses */
#define RANGEKIT_CS_CONTROL_COMPLETE_LOST_SEGMENTS 1
#define RANGEKIT_CS_CONTROL_RESPONSE_CODE 2

/* Fields of a filter, in the order of the step's. Mode 0: packet quality, RSSI, antenna, frequency offset. Mode 1:
 * packet quality, NADM, RSSI, time, antenna, packet PCT 1, 2. Mode 2: permutation, PCT, tone quality, antenna
 * paths 1 to 4. Mode 3: those of mode 1, then those of mode 2. In a message the mode stands in bits 0 and
 * 1 and the filter above; stacks disagree about that. */
typedef struct rangekit_cs_control_point {
    uint32_t struct_size;
    uint32_t response;          /* 0: to the server; 1: from it */
    uint32_t opcode;            /* RANGEKIT_CS_CONTROL_* */
    uint32_t procedure_counter; /* get, acknowledge, retrieve, complete */
    uint32_t first_segment;     /* retrieve, complete lost segments */
    uint32_t last_segment;      /* the same; 255: to the last */
    uint32_t filter_mode;       /* set filter: 0 to 3 */
    uint32_t filter;            /* set filter: 14 bits */
    uint32_t response_code;     /* 1 success, 2 opcode not supported, 3 invalid parameter, 4 persisted, 5 abort
                                   unsuccessful, 6 procedure not completed, 7 server busy, 8 no records found */
} rangekit_cs_control_point;

#define RANGEKIT_CS_CONTROL_POINT_V1_SIZE 36
#define RANGEKIT_CS_CONTROL_POINT_INIT {(uint32_t)sizeof(rangekit_cs_control_point), 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills a message with its initial value. Pure. */
rangekit_status rangekit_cs_control_point_default(rangekit_cs_control_point *message);

/* Reads a message of the control point; `response` says which way it went. Pure. */
rangekit_status rangekit_cs_control_point_decode(const uint8_t *bytes, size_t size, uint32_t response,
                                                 rangekit_cs_control_point *message, rangekit_diagnostic *diagnostic);

/* Writes a message of the control point. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_cs_control_point_encode(const rangekit_cs_control_point *message, uint8_t *out,
                                                 size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* ---- Distances that a host's own stack computed ------------------------------------------------ */

/* Turns distances of a host stack (metres; negative: absent) into samples of RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING.
 * `stddevs_m` (may be NULL) are its error estimates; negative: absent. All arrays have `count` elements.
 * RANGEKIT_ERROR_NOT_FINITE: a number is NaN or infinite; *accepted_count (may be NULL) is how many samples
 * were written before it. Pure. */
rangekit_status rangekit_cs_host_samples(const int64_t *times_ns, const float *distances_m, const float *stddevs_m,
                                         size_t count, uint32_t peer, rangekit_range_sample *samples,
                                         size_t *accepted_count);

/* ---- Policy: when to stop, how often to measure, what is stale --------------------------------- */

#define RANGEKIT_CS_DECISION_CONTINUE 0
#define RANGEKIT_CS_DECISION_ENOUGH 1
#define RANGEKIT_CS_DECISION_GIVE_UP 2 /* maximum_count procedures, or the floor is above the target */

/* Whether enough has been measured: `count` usable procedures, each with standard deviation stddev_m about what
 * they share, give a mean with sqrt(stddev_m^2 / count + floor_m^2), where floor_m is what repeating does not
 * average out (multipath, calibration). Enough: that is at most target_m. *mean_stddev_m is it; *needed_count
 * how many procedures it takes in all (UINT32_MAX: no number does). attempted_count counts the useless ones
 * too. count 0: continue, *mean_stddev_m is stddev_m and floor_m together.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: a deviation below 0 or above 1e6, a target not above
 * 0, count above attempted_count, maximum_count 0. Pure. */
rangekit_status rangekit_cs_policy_enough(uint32_t count, uint32_t attempted_count, uint32_t maximum_count,
                                          float stddev_m, float floor_m, float target_m, int32_t *decision,
                                          uint32_t *needed_count, float *mean_stddev_m);

/* How long to wait between procedures: as long as the distance cannot change by more than tolerance_m, at
 * speed_mps (0: at rest, then maximum_ns), and never shorter than a procedure with its transfer takes
 * (busy_ns) at a duty of at most one half, nor outside minimum_ns to maximum_ns.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: speed below 0, tolerance not above 0, times not
 * 0 < minimum_ns <= maximum_ns <= 3600e9 or busy_ns outside 0 to 3600e9. Pure. */
rangekit_status rangekit_cs_policy_interval(float speed_mps, float tolerance_m, int64_t busy_ns, int64_t minimum_ns,
                                            int64_t maximum_ns, int64_t *interval_ns);

#define RANGEKIT_CS_STALE_OLD (1u << 0)      /* older than limit_ns */
#define RANGEKIT_CS_STALE_REPEATED (1u << 1) /* its procedure counter is that of the result before it */
#define RANGEKIT_CS_STALE_FUTURE (1u << 2)   /* measured after now: another clock, or a restart */

/* What is stale about a result: *flags is an OR of RANGEKIT_CS_STALE_*, *age_ns its age (0 if in the future). Some
 * stacks repeat the last distance while they compute: the counter tells. previous_counter below 0: there
 * is none before it.
 * RANGEKIT_ERROR_OUT_OF_RANGE: limit_ns below 0. Pure. */
rangekit_status rangekit_cs_policy_stale(int64_t measured_ns, int64_t now_ns, int64_t limit_ns,
                                         uint32_t procedure_counter, int64_t previous_counter, uint32_t *flags,
                                         int64_t *age_ns);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CHANNEL_SOUNDING_H */
