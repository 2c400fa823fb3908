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

/* One tone of a procedure: 24 bytes, fixed for ever. */
typedef struct rangekit_cs_tone {
    float i;                   /* z: both sides' product / 2048^2, or inline PCT / 2048; full scale is 1 */
    float q;
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
    uint32_t reserved;          /* zero */
} rangekit_cs_procedure;

#define RANGEKIT_CS_PROCEDURE_V1_SIZE 136
#define RANGEKIT_CS_PROCEDURE_INIT {(uint32_t)sizeof(rangekit_cs_procedure), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0}

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CHANNEL_SOUNDING_H */
