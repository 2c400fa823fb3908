/* rangekit/zone.h - rings around a device: enter, dwell, leave, approach, recede.
 *
 * A zone holds up to eight rings. A ring is entered when enter_count samples in a row lie at enter_m or
 * nearer, and left when leave_count in a row lie beyond leave_m; between the two nothing changes. Different
 * distances to enter and to leave make one ring; separate unlock and lock rings are two rings.
 *
 * With stddevs above 0 a sample counts as inside only if distance + stddevs x its standard deviation is
 * within enter_m: an uncertain sample does not open a door.
 *
 * Speed. The rate of change comes from the sample (RANGEKIT_SAMPLE_HAS_VELOCITY) or from a straight line
 * through the samples of the last second. A ring is not entered faster than its max_speed_mps. A sample that
 * would need more than jump_speed_mps since the last one is not believed until `enter_count` in a row agree.
 *
 * Times are the samples': gaps matter by their length. After timeout_ns without a distance every ring is
 * left (cause: timeout), and the zone knows nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_ZONE_H
#define RANGEKIT_ZONE_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_ZONE_RING_CAPACITY 8

/* One ring. An element of arrays: fixed for ever. */
typedef struct rangekit_zone_ring {
    int64_t dwell_ns;      /* inside for this long: the ring dwells; 0: at once; 0 to 86400e9 */
    float enter_m;         /* above 0 */
    float leave_m;         /* at least enter_m */
    float max_speed_mps;   /* not entered faster than this; 0: any speed */
    float stddevs;         /* standard deviations added to a distance before it counts as inside; 0 to 10 */
    uint32_t enter_count;  /* samples in a row, 1 to 100 */
    uint32_t leave_count;  /* samples in a row, 1 to 100 */
} rangekit_zone_ring;

#define RANGEKIT_ZONE_PRESET_PRESENCE 0 /* one ring: enter 2 m, leave 3 m, 2 samples each way */
#define RANGEKIT_ZONE_PRESET_UNLOCK 1   /* ring 0 unlocks at 1.5 m: 3 samples in a row, 2 standard deviations,
                                           at most 3 m/s, left beyond 2.5 m; ring 1 keeps it unlocked up to 3.5 m,
                                           left after 2 samples: lock when ring 1 is left */
#define RANGEKIT_ZONE_PRESET_GUIDE 2    /* rings at 1, 3 and 8 m, 2 samples each way, dwell 3 s */

typedef struct rangekit_zone_options {
    uint32_t struct_size;
    uint32_t ring_count;       /* 1 to RANGEKIT_ZONE_RING_CAPACITY */
    int64_t timeout_ns;        /* without a distance for longer, every ring is left; above 0; default 5e9 */
    float approach_speed_mps;  /* approaching below minus this, receding above it; above 0; default 0.3 */
    float jump_speed_mps;      /* faster than anything that is ranged with moves; above 0; default 20 */
    float default_stddev_m;    /* of a sample that states none; 0 or above; default 0.1 */
    uint32_t reserved;         /* zero */
    rangekit_zone_ring rings[RANGEKIT_ZONE_RING_CAPACITY]; /* those from ring_count on are not read */
} rangekit_zone_options;

#define RANGEKIT_ZONE_OPTIONS_V1_SIZE 288

/* Fills options with their defaults: the preset presence. See "Structs" in base.h. Pure. */
rangekit_status rangekit_zone_options_default(rangekit_zone_options *options);

/* Fills options with a preset, RANGEKIT_ZONE_PRESET_*; another number gives RANGEKIT_ERROR_OUT_OF_RANGE. Pure.
 *
 * Safety of the preset unlock. Ring 0 needs 3 samples in a row with distance + 2 stddev at 1.5 m or nearer.
 * For a device at rest at 2 m or farther, with errors that are independent and normal with the stated standard
 * deviation s (0.1 m or more), each has a probability below Q(2 + 0.5 m / s): with s = 0.1 m below 1e-12 each,
 * with s = 0.5 m below 1.4e-3 each and 2.6e-9 for three. Errors that are not independent (a reflection, a bias, a
 * relay attack that shortens distances) are outside this figure: the tests measure it for normal errors only. */
rangekit_status rangekit_zone_options_preset(int32_t preset, rangekit_zone_options *options);

#define RANGEKIT_ZONE_TREND_UNKNOWN 0
#define RANGEKIT_ZONE_TREND_STILL 1
#define RANGEKIT_ZONE_TREND_APPROACHING 2
#define RANGEKIT_ZONE_TREND_RECEDING 3

/* The identifier of a trend: "unknown", "still", "approaching", "receding". Static storage, ASCII. Pure. */
const char *rangekit_zone_trend_name(int32_t trend);

#define RANGEKIT_ZONE_HAS_DISTANCE (1u << 0) /* distance_m: the last believed distance */
#define RANGEKIT_ZONE_HAS_SPEED (1u << 1)    /* speed_mps */

/* Why a ring was left, or a sample did not count; an OR. */
#define RANGEKIT_ZONE_CAUSE_TIMEOUT (1u << 0)  /* no distance for timeout_ns: rings were left */
#define RANGEKIT_ZONE_CAUSE_JUMP (1u << 1)     /* this sample is farther from the last one than anything moves */
#define RANGEKIT_ZONE_CAUSE_TOO_FAST (1u << 2) /* a ring would have been entered but for its max_speed_mps */
#define RANGEKIT_ZONE_CAUSE_UNCERTAIN (1u << 3) /* inside by its distance, not by its standard deviation */

/* The identifier of one cause bit, "timeout" for example; "unknown" for another bit or several. Static
 * storage, ASCII. Pure. */
const char *rangekit_zone_cause_name(uint32_t cause);

/* What a sample did. Bit n of each mask stands for ring n. An element of arrays: fixed for ever. */
typedef struct rangekit_zone_result {
    uint32_t fields;   /* RANGEKIT_ZONE_HAS_* */
    uint32_t inside;   /* rings that the device is in */
    uint32_t dwelling; /* rings that it has been in for their dwell_ns */
    uint32_t entered;  /* rings that this sample entered */
    uint32_t dwelt;    /* rings whose dwell_ns this sample completed */
    uint32_t left;     /* rings that this sample left */
    uint32_t causes;   /* RANGEKIT_ZONE_CAUSE_* */
    int32_t trend;     /* RANGEKIT_ZONE_TREND_* */
    float distance_m;
    float speed_mps;   /* negative: approaching */
} rangekit_zone_result;

/* A zone around one device. A handle: one thread at a time. */
typedef struct rangekit_zone rangekit_zone;

/* Bytes of memory that rangekit_zone_init needs; a constant of the library, below 1024. Pure. */
size_t rangekit_zone_size(void);

/* Makes a zone in the caller's memory: `size` bytes from rangekit_zone_size on, aligned to 8. `options` may be
 * NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE; reserved not zero:
 * RANGEKIT_ERROR_UNKNOWN_OPTION. */
rangekit_status rangekit_zone_init(void *memory, size_t size, const rangekit_zone_options *options,
                                   rangekit_zone **zone);

/* Makes a zone on the heap: the only allocation it ever makes. */
rangekit_status rangekit_zone_create(const rangekit_zone_options *options, rangekit_zone **zone);

/* Ends a zone, however it was made; memory of rangekit_zone_init stays the caller's. NULL is fine. */
void rangekit_zone_destroy(rangekit_zone *zone);

/* Leaves every ring silently and forgets all samples; the options stay. */
rangekit_status rangekit_zone_reset(rangekit_zone *zone);

/* Takes one sample: time, distance, its standard deviation and velocity are read; without a distance time
 * passes. `result` may be NULL. RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last accepted
 * call. RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: a number that is read is NaN or infinite,
 * beyond 1e9, or a standard deviation below 0. In each case nothing changes. */
rangekit_status rangekit_zone_update(rangekit_zone *zone, const rangekit_range_sample *sample,
                                     rangekit_zone_result *result);

/* Takes `count` samples in order and stops at the first that is refused: *accepted_count (may be NULL) is how
 * many were taken, and its status is returned. `results` (may be NULL) takes one result a sample. */
rangekit_status rangekit_zone_update_batch(rangekit_zone *zone, const rangekit_range_sample *samples, size_t count,
                                           rangekit_zone_result *results, size_t *accepted_count);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_ZONE_H */
