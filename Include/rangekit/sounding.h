/* rangekit/sounding.h - Channel Sounding: from tones and round-trip times to a distance that says how good it is.
 *
 * Tones. Initiator and reflector each measure the other's tone on up to 72 channels of 1 MHz. The product of
 * both readings (or, with inline PCT transfer, the initiator's alone) is free of the oscillators' phases:
 *
 *     z = A^2 exp(-j 4 pi f d / c + j phi0)   on a single path;   z = H(f)^2 in general
 *
 * so one path gives one line at d, and several give lines at every d_i and (d_i + d_j) / 2. Distances repeat
 * every c / (2 x spacing): 149.9 m at 1 MHz, 74.9 m at 2 MHz, with the greatest common spacing of the tones.
 *
 * Estimator. For each candidate d, z is a zero-mean Gaussian vector: a direct path at d, and an exponential
 * mixture of scattered power behind it, of which the square has the delay profile
 *     p0^2 delta + 4 p0 ps S + 2 ps^2 S * S,   p0 + ps = 1,   S(x) = sum_i w_i (2 / r_i) exp(-2 x / r_i)
 * on a lattice of delays behind d. Its likelihood needs no more than the tones' transform at d and at the
 * lattice, so holes and gaps in the channels cost nothing; noise power is integrated out, several ratios of
 * direct to scattered power and of power to noise are summed; 0.5 % of the power is left to what no model of the sum
 * can say. The posterior over d gives distance and 95 % interval, the latter wider by what the model is wrong by,
 * more when scattered power rivals the direct path (0.1 to 1.2 m, found in simulated channels). A single path is one
 * hypothesis of the sum, refined to the Cramer-Rao bound. An echo within some 1.5 m behind the direct path merges with
 * it, at 75 MHz: then nothing tells, and the error may be a third of that delay where the interval says centimetres.
 *
 * Antenna paths share d and fade alone. Each path's evidence may also be a later arrival (its direct path
 * hidden); the product of these is led by the earliest path whose evidence holds, never by a mean.
 *
 * Still channels. Where two procedures' tones agree but for one common phase, nothing moved but by a fraction of
 * that phase's 6 cm: distances are then averaged, and from the third procedure on the phase gives the velocity. Where
 * the phases' slope over the channels walks away from the common phase by 15 cm, the pair moves by whole turns. Otherwise
 * every procedure stands for itself, and the last distances' slope is the velocity.
 *
 * Packet PCTs (modes 1 and 3 with a sounding sequence) are read into rangekit_cs_step and take no part: they lie a
 * quarter of a megahertz beside tones that are there already and add no bandwidth. Counted as tones of their
 * channels, those of 21 packets made the 90th percentile of the error larger (0.22 to 0.24 m in line of sight, 1.0 to
 * 1.3 m with the direct path 6 dB down, in the benchmark's channels), since that quarter is an error of their phase.
 *
 * Round trip. Packets give ToA - ToD differences in half nanoseconds: coarse, but without ambiguity. They say
 * which of the repeating distances is right, and contradict a phase that was tampered with.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_SOUNDING_H
#define RANGEKIT_SOUNDING_H

#include "base.h"
#include "channel_sounding.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_SOUNDING_PATHS_MAX_COUNT 4
#define RANGEKIT_SOUNDING_CHANNELS_COUNT 79      /* f = (2402 + channel) MHz */
#define RANGEKIT_SOUNDING_TONES_MAX_COUNT 4096   /* of one procedure; repeated channels are averaged */
#define RANGEKIT_SOUNDING_ROUND_TRIPS_MAX_COUNT 512

#define RANGEKIT_SOUNDING_ATTACK_UNKNOWN 255

/* One packet's round trip. Fixed for ever. */
typedef struct rangekit_sounding_round_trip {
    int32_t difference_halfns; /* initiator's ToA - ToD minus reflector's ToD - ToA, 0.5 ns; -65536 to 65535 */
    uint8_t attack_level;      /* normalised attack detector metric, 0 to 6; 255 unknown */
    uint8_t bit_errors;        /* of the access address; such packets count less */
    uint16_t reserved;         /* zero */
} rangekit_sounding_round_trip;

#define RANGEKIT_SOUNDING_TIER_FULL 0 /* all hypotheses */
#define RANGEKIT_SOUNDING_TIER_FAST 1 /* a single path and two mixtures of paths: half the work, intervals a tenth wider */

typedef struct rangekit_sounding_options {
    uint32_t struct_size;
    int32_t tier;               /* RANGEKIT_SOUNDING_TIER_*; default full */
    uint32_t phase_only;        /* 1: tones count by their phase alone (amplitudes not trusted): the strongest arrival
                                   with a wide interval; default 0 */
    uint32_t minimum_tones;     /* channels that one path needs, 5 to 79; default 15 */
    float offset_m;             /* of this pair of boards: subtracted from phase distances; -100 to 100; default 0 */
    float round_trip_offset_m;  /* subtracted from round-trip distances; -1000 to 1000; default 0 */
    float limit_m;              /* probability is that of an error up to this; above 0, up to 100; default 0.5 */
    float lowest_distance_m;    /* of the phase distance before the offset: -10 to 0; default 0. Distances lie from
                                   here to the ambiguity above; noise around 0 may take a result below */
    uint32_t attack_limit;      /* attack levels from here on are named, 1 to 6; default 4 */
    uint32_t average_count;     /* procedures over which distances are averaged while the channel stays the same, 1
                                   (never) to 64; default 8 */
    int64_t stale_after_ns;     /* results older than this are stale, 1 to 3600e9; default 2e9 */
} rangekit_sounding_options;

#define RANGEKIT_SOUNDING_OPTIONS_V1_SIZE 48
#define RANGEKIT_SOUNDING_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_sounding_options), 0, 0, 15, 0.0f, 0.0f, 0.5f, 0.0f, 4, 8, 2000000000}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_sounding_options_default(rangekit_sounding_options *options);

#define RANGEKIT_SOUNDING_PATH_HAS_DISTANCE (1u << 0)

/* What one antenna path says alone. Fixed for ever. */
typedef struct rangekit_sounding_path {
    float distance_m;     /* of its first arrival, offset_m subtracted */
    float stddev_m;
    float delay_spread_m; /* of the two-way profile behind the first arrival, as a distance */
    float snr_db;         /* explained over unexplained power of its tones */
    uint32_t tone_count;  /* different channels */
    uint32_t fields;      /* RANGEKIT_SOUNDING_PATH_HAS_DISTANCE */
} rangekit_sounding_path;

#define RANGEKIT_SOUNDING_HAS_DISTANCE (1u << 0)     /* distance, stddev, interval, probability, source */
#define RANGEKIT_SOUNDING_HAS_PHASE (1u << 1)        /* phase_distance, phase_stddev, delay_spread, ambiguity */
#define RANGEKIT_SOUNDING_HAS_ROUND_TRIP (1u << 2)   /* round_trip_distance, round_trip_stddev, round_trip_median */
#define RANGEKIT_SOUNDING_HAS_VELOCITY (1u << 3)     /* velocity, velocity_stddev: at least 3 results */
#define RANGEKIT_SOUNDING_HAS_ATTACK_LEVEL (1u << 4) /* attack_level */

#define RANGEKIT_SOUNDING_SOURCE_NONE 0
#define RANGEKIT_SOUNDING_SOURCE_PHASE 1
#define RANGEKIT_SOUNDING_SOURCE_ROUND_TRIP 2 /* no path had enough tones */

/* Why a result is less sure than it could be; an OR. */
#define RANGEKIT_SOUNDING_CAUSE_NO_TONES (1u << 0)          /* not one tone */
#define RANGEKIT_SOUNDING_CAUSE_FEW_TONES (1u << 1)         /* a path below minimum_tones, or none with 40 */
#define RANGEKIT_SOUNDING_CAUSE_MULTIPATH (1u << 2)         /* scattered power rivals the direct path */
#define RANGEKIT_SOUNDING_CAUSE_WEAK (1u << 3)              /* noise is above a tenth of the explained power */
#define RANGEKIT_SOUNDING_CAUSE_INCONSISTENT (1u << 4)      /* antenna paths, or phase and round trip, disagree */
#define RANGEKIT_SOUNDING_CAUSE_BELOW_ROUND_TRIP (1u << 5)  /* the phase distance is far below the round trip's */
#define RANGEKIT_SOUNDING_CAUSE_ATTACK (1u << 6)            /* an attack level reached attack_limit */
#define RANGEKIT_SOUNDING_CAUSE_AMBIGUOUS (1u << 7)         /* a repetition of the distance fits the round trip too */
#define RANGEKIT_SOUNDING_CAUSE_STALE (1u << 8)             /* older than stale_after_ns */
#define RANGEKIT_SOUNDING_CAUSE_REPEATED (1u << 9)          /* the same tones as in the procedure before */
#define RANGEKIT_SOUNDING_CAUSE_FEW_ROUND_TRIPS (1u << 10)  /* 1 to 4 round trips */

/* The identifier of one cause bit, "few_tones" for example; "unknown" for another bit or for several at
 * once. Static storage, ASCII. Pure. */
const char *rangekit_sounding_cause_name(uint32_t cause);

typedef struct rangekit_sounding_result {
    uint32_t struct_size;
    uint32_t fields;             /* RANGEKIT_SOUNDING_HAS_* */
    int64_t time_ns;             /* of the procedure */
    int64_t age_ns;              /* 0 from _estimate; since the procedure from _latest */
    uint32_t causes;             /* RANGEKIT_SOUNDING_CAUSE_* */
    int32_t source;              /* RANGEKIT_SOUNDING_SOURCE_* */
    float distance_m;            /* offsets subtracted; may be below 0 by noise or by a wrong offset */
    float stddev_m;
    float low_m;                 /* the 95 % interval */
    float high_m;
    float probability;           /* that the error is within limit_m, 0 to 1 */
    float phase_distance_m;      /* of all paths together, repetition resolved */
    float phase_stddev_m;
    float delay_spread_m;        /* of the path with the least */
    float ambiguity_m;           /* c / (2 x greatest common spacing) */
    float round_trip_distance_m; /* the robust one */
    float round_trip_stddev_m;
    float round_trip_median_m;   /* upper median x c x 0.25 ns */
    float velocity_mps;          /* positive away: by the tones' phase in a still channel, else by the last results */
    float velocity_stddev_mps;
    uint32_t attack_level;       /* the highest, 0 to 6 */
    uint32_t round_trip_count;
    uint32_t path_count;         /* antenna paths with a tone: up to the highest that has one */
    uint32_t reserved;           /* zero */
    rangekit_sounding_path paths[RANGEKIT_SOUNDING_PATHS_MAX_COUNT];
} rangekit_sounding_result;

#define RANGEKIT_SOUNDING_RESULT_V1_SIZE 200
#define RANGEKIT_SOUNDING_PATH_NONE {0.0f, 0.0f, 0.0f, 0.0f, 0, 0}
#define RANGEKIT_SOUNDING_RESULT_INIT                                                                               \
    {(uint32_t)sizeof(rangekit_sounding_result), 0, 0, 0, 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, \
     0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0, 0, 0,                                                                     \
     {RANGEKIT_SOUNDING_PATH_NONE, RANGEKIT_SOUNDING_PATH_NONE, RANGEKIT_SOUNDING_PATH_NONE,                        \
      RANGEKIT_SOUNDING_PATH_NONE}}

/* Fills a result with its initial value: nothing known. See "Structs" in base.h. Pure. */
rangekit_status rangekit_sounding_result_default(rangekit_sounding_result *result);

/* The distance of round trips alone: upper median of the differences (element count / 2 of them sorted) times
 * c x 0.25 ns, as vendors' firmware gives it; `robust_m` (may be NULL) the mean of those within 3 scaled median
 * absolute deviations of it, `stddev_m` (may be NULL) that mean's standard deviation. Nothing is clamped at 0.
 * RANGEKIT_ERROR_NO_ROUND_TRIP: count is 0. RANGEKIT_ERROR_TOO_LARGE: more than
 * RANGEKIT_SOUNDING_ROUND_TRIPS_MAX_COUNT. Pure. */
rangekit_status rangekit_sounding_round_trip_distance(const rangekit_sounding_round_trip *round_trips, size_t count,
                                                      float *median_m, float *robust_m, float *stddev_m);

/* An estimator for one peer: workspace, and the last results for velocity and age. A handle: one thread at a
 * time. */
typedef struct rangekit_sounding rangekit_sounding;

/* Bytes of memory that rangekit_sounding_init needs; a constant of the library, at most 24576. Pure. */
size_t rangekit_sounding_size(void);

/* Makes an estimator in the caller's memory: `size` bytes from rangekit_sounding_size on, aligned to 8.
 * `options` may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE. */
rangekit_status rangekit_sounding_init(void *memory, size_t size, const rangekit_sounding_options *options,
                                       rangekit_sounding **sounding);

/* Makes an estimator on the heap: the only allocation it ever makes. */
rangekit_status rangekit_sounding_create(const rangekit_sounding_options *options, rangekit_sounding **sounding);

/* Ends an estimator, however it was made; memory of rangekit_sounding_init stays the caller's. NULL is fine. */
void rangekit_sounding_destroy(rangekit_sounding *sounding);

/* Forgets all results and the time; the options stay. */
rangekit_status rangekit_sounding_reset(rangekit_sounding *sounding);

/* Takes one procedure and estimates. Tones in any order; several of one channel and path are averaged. Every tone
 * counts by its weight and none is refused for its quality; i and q may have any common scale. Either list may be empty (NULL with 0).
 * Without enough tones and without a round trip the result has no distance and its causes say why: that is
 * RANGEKIT_OK. The handle keeps the result for velocity and for rangekit_sounding_latest.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last procedure.
 * RANGEKIT_ERROR_NOT_FINITE: a tone is NaN or infinite. RANGEKIT_ERROR_OUT_OF_RANGE: a channel, path, weight,
 * magnitude (beyond 1e9), difference or attack level. RANGEKIT_ERROR_TOO_LARGE: more elements than the maxima.
 * In each case nothing changes and `result` is unchanged. */
rangekit_status rangekit_sounding_estimate(rangekit_sounding *sounding, int64_t time_ns,
                                           const rangekit_cs_tone *tones, size_t tone_count,
                                           const rangekit_sounding_round_trip *round_trips, size_t round_trip_count,
                                           rangekit_sounding_result *result);

/* The last result as of now: its age, and RANGEKIT_SOUNDING_CAUSE_STALE beyond stale_after_ns.
 * RANGEKIT_ERROR_NO_PROCEDURE: there is none yet. RANGEKIT_ERROR_TIME_BACKWARDS: now_ns is before it. */
rangekit_status rangekit_sounding_latest(rangekit_sounding *sounding, int64_t now_ns, rangekit_sounding_result *result);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_SOUNDING_H */
