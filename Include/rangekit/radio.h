/* rangekit/radio.h - what a radio can do, how often it should range, and what that costs.
 *
 * Feasible. A session's parameters (parameters.h) against what a radio offers: slot durations, intervals, channels,
 * preamble codes. What it does not offer is named, with the nearest choice that it does.
 *
 * Pace. How often to range by zone and motion, when to stop, and how long the radio is on in a minute.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_RADIO_H
#define RANGEKIT_RADIO_H

#include "base.h"
#include "parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Feasible ------------------------------------------------------------------------------------ */

#define RANGEKIT_RADIO_CHOICES 8

typedef struct rangekit_radio {
    uint32_t struct_size;
    uint32_t channels;                                    /* bit n: channel n; 0: any */
    uint64_t preamble_codes;                              /* bit n: preamble code index n; 0: any */
    uint32_t slot_durations_rstu[RANGEKIT_RADIO_CHOICES]; /* ascending, the rest 0; none: any */
    uint32_t intervals_ms[RANGEKIT_RADIO_CHOICES];        /* ascending, the rest 0; none: any */
} rangekit_radio;

#define RANGEKIT_RADIO_V1_SIZE 80
#define RANGEKIT_RADIO_INIT {(uint32_t)sizeof(rangekit_radio), 0, 0, {0}, {0}}

/* Fills a radio with its initial value: it can do anything. Pure. */
rangekit_status rangekit_radio_default(rangekit_radio *radio);

#define RANGEKIT_RADIO_PRESET_FIRA 0    /* channels 5 and 9; codes 9 to 12 and 25 to 32 (FiRa devices) */
#define RANGEKIT_RADIO_PRESET_ANDROID 1 /* channels 5, 6, 8, 9, 10, 12, 13, 14; codes as FiRa; slots of 1 and 2 ms;
                                           intervals of 96, 120, 200, 240 and 600 ms (android.ranging, androidx.core.uwb) */
#define RANGEKIT_RADIO_PRESET_IPHONE 2  /* channel 9, slots of 3 ms, intervals of 162, 180 and 198 ms: as four replies of
                                           iPhones have it; what else they would take is not published */

/* Fills a radio with a preset; another number: RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_radio_preset(int32_t preset, rangekit_radio *radio);

#define RANGEKIT_RADIO_NOT_OFFERED 1    /* the radio does not have `wanted` */
#define RANGEKIT_RADIO_ROUND_TOO_LONG 2 /* the round of slots that it has does not fit into the interval: slots_per_round
                                           is `wanted`, or the interval where a longer one is offered */

/* One thing that the radio does not do. An element of arrays: fixed for ever. */
typedef struct rangekit_radio_finding {
    int32_t parameter; /* RANGEKIT_PARAMETER_* */
    int32_t reason;    /* RANGEKIT_RADIO_* */
    uint32_t wanted;
    uint32_t nearest;  /* what the radio does instead */
} rangekit_radio_finding;

#define RANGEKIT_RADIO_FINDINGS_MAX_COUNT 8 /* no call gives more */

/* The identifier of a reason, "not_offered" or "round_too_long"; "unknown" for another number. Static storage. Pure. */
const char *rangekit_radio_reason_name(int32_t reason);

/* Compares what is wanted with what a radio does. Only parameters that are stated are looked at: channel, preamble code
 * index, slot duration, slots per round, ranging interval.
 *
 *   nearest value   the one with the least difference; of two, the larger (a longer slot or interval is the safe side)
 *   interval        of those that hold the round (slots_per_round x the nearest slot duration), the nearest; where none
 *                   does, the longest, and slots_per_round becomes what fits into it, at least 1
 *
 * `nearest` (may be NULL) becomes `wanted` with these choices in it: applied again, nothing is found, unless a single
 * slot is longer than every interval. *count is always the number of findings, ascending by parameter; `findings` may
 * be NULL with capacity 0. RANGEKIT_OK with *count = 0: feasible as it is. Errors: RANGEKIT_ERROR_OUT_OF_RANGE for
 * choices that are not ascending; as rangekit_parameters_merge. Pure. */
rangekit_status rangekit_radio_feasible(const rangekit_radio *radio, const rangekit_parameters *wanted,
                                        rangekit_parameters *nearest, rangekit_radio_finding *findings,
                                        size_t capacity, size_t *count);

/* ---- Pace ------------------------------------------------------------------------------------------ */

#define RANGEKIT_PACE_STOP 0
#define RANGEKIT_PACE_INFREQUENT 1
#define RANGEKIT_PACE_NORMAL 2
#define RANGEKIT_PACE_FREQUENT 3

/* The interval of a technology (RANGEKIT_TECHNOLOGY_*) at a rate, in milliseconds:
 *
 *                      UWB   Channel Sounding   Wi-Fi RTT   RSSI
 *   frequent           120   100                128         500
 *   normal             240   200                256         1000
 *   infrequent         600   5000               8192        3000
 *
 * Source: android.ranging, RawRangingDevice's update rates. Another technology or rate: 0. Pure. */
uint32_t rangekit_pace_interval_ms(int32_t technology, int32_t rate);

/* The identifier of a rate: "stop", "infrequent", "normal", "frequent"; "unknown" for another number. Static. Pure. */
const char *rangekit_pace_name(int32_t rate);

typedef struct rangekit_pace_options {
    uint32_t struct_size;
    int32_t technology;      /* RANGEKIT_TECHNOLOGY_* of the table above; default UWB */
    int64_t still_stop_ns;   /* both at rest for so long: stop; 0: never; default 120e9 */
    int64_t absent_stop_ns;  /* no distance for so long: stop; 0: never; default 30e9 */
    int64_t active_stop_ns;  /* ranging for so long: stop; 0: never; default 0 */
    uint32_t exchange_us;    /* the radio's time for one exchange; default 12000: a round of 6 slots of 2 ms */
    uint32_t samples_needed; /* samples before a zone changes, see enter_count in zone.h; 1 to 100; default 3 */
    float walking_mps;       /* speed of what moves at a speed that is not known; above 0; default 1.4 */
    uint32_t reserved;       /* zero */
} rangekit_pace_options;

#define RANGEKIT_PACE_OPTIONS_V1_SIZE 48
#define RANGEKIT_PACE_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_pace_options), 1, 120000000000, 30000000000, 0, 12000, 3, 1.4f, 0}

/* Fills options with their defaults. Times are 0 to 86400e9. Pure. */
rangekit_status rangekit_pace_options_default(rangekit_pace_options *options);

#define RANGEKIT_PACE_HAS_BOUNDARY (1u << 0) /* boundary_m */
#define RANGEKIT_PACE_HAS_SPEED (1u << 1)    /* speed_mps */
#define RANGEKIT_PACE_INSIDE (1u << 2)       /* inside a zone */
#define RANGEKIT_PACE_MOVING (1u << 3)       /* one of the two moves */
#define RANGEKIT_PACE_STILL (1u << 4)        /* both are at rest; not together with MOVING */

typedef struct rangekit_pace_state {
    uint32_t struct_size;
    uint32_t fields;   /* RANGEKIT_PACE_* above; other bits are refused */
    int64_t still_ns;  /* for how long both have been at rest; 0 or above */
    int64_t absent_ns; /* since the last distance */
    int64_t active_ns; /* since ranging began */
    float boundary_m;  /* to the nearest distance at which a zone changes, 0 or above */
    float speed_mps;   /* either sign */
} rangekit_pace_state;

#define RANGEKIT_PACE_STATE_V1_SIZE 40
#define RANGEKIT_PACE_STATE_INIT {(uint32_t)sizeof(rangekit_pace_state), 0, 0, 0, 0, 0.0f, 0.0f}

/* Fills a state with its initial value: nothing known. Pure. */
rangekit_status rangekit_pace_state_default(rangekit_pace_state *state);

/* Why; the first that applies. */
#define RANGEKIT_PACE_CAUSE_ACTIVE 1   /* stop: ranging for active_stop_ns */
#define RANGEKIT_PACE_CAUSE_ABSENT 2   /* stop: no distance for absent_stop_ns */
#define RANGEKIT_PACE_CAUSE_AT_REST 3  /* stop: both at rest for still_stop_ns; or slower: both at rest */
#define RANGEKIT_PACE_CAUSE_BOUNDARY 4 /* faster: a zone is about to change */
#define RANGEKIT_PACE_CAUSE_ZONE 5     /* inside a zone: normal */
#define RANGEKIT_PACE_CAUSE_FAR 6      /* outside: infrequent */

typedef struct rangekit_pace {
    uint32_t struct_size;
    int32_t rate;                 /* RANGEKIT_PACE_* */
    int32_t cause;                /* RANGEKIT_PACE_CAUSE_* */
    uint32_t interval_ms;         /* 0: stop */
    uint32_t radio_ms_per_minute; /* 60000 / interval_ms x exchange_us, at most 60000 */
} rangekit_pace;

#define RANGEKIT_PACE_V1_SIZE 20
#define RANGEKIT_PACE_INIT {(uint32_t)sizeof(rangekit_pace), 0, 0, 0, 0}

/* Fills a pace with its initial value. Pure. */
rangekit_status rangekit_pace_default(rangekit_pace *pace);

/* How often to range now. Inside a zone normal, outside infrequent, at rest infrequent.
 * Unless at rest, where the boundary is known: at least the slowest rate at which samples_needed exchanges come before
 * it is reached at |speed_mps| (walking_mps where the speed is not known), else frequent. `options` may be NULL:
 * defaults. Errors: RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_UNKNOWN_OPTION. Pure. */
rangekit_status rangekit_pace_choose(const rangekit_pace_options *options, const rangekit_pace_state *state,
                                     rangekit_pace *pace);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_RADIO_H */
