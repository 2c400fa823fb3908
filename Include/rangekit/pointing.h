/* rangekit/pointing.h - point at one of several devices, and twist to act.
 *
 * A pointer watches up to eight targets. One that stays within a cone about the pointing axis (straight ahead,
 * -z) and near enough for frames_in frames in a row is locked; until then it is being acquired; a locked one is
 * let go after frames_out frames in a row outside the wider cone. The best of several is the one nearest the
 * axis, measured in its own standard deviations where it states them; another must be better by
 * switch_advantage_rad to be taken instead of the one being acquired, and a locked one is never switched.
 *
 * Twist. While locked, the roll of the device about the pointing axis since the lock is the twist, positive
 * clockwise as the user sees it. Beyond twist_rad it is a gesture, once, until the twist has come back to half
 * of that.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_POINTING_H
#define RANGEKIT_POINTING_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_POINTING_TARGET_CAPACITY 8

typedef struct rangekit_pointing_options {
    uint32_t struct_size;
    float cone_in_rad;          /* half-angle to get in; above 0, below pi; default 0.1745 (10 degrees) */
    float cone_out_rad;         /* half-angle to get out; at least cone_in_rad, below pi; default 0.3491 (20) */
    float distance_in_m;        /* nearer than this to get in; above 0; default 5 */
    float distance_out_m;       /* farther than this to get out; at least distance_in_m; default 7 */
    uint32_t frames_in;         /* in a row, 1 to 1000; default 3 */
    uint32_t frames_out;        /* in a row, 1 to 1000; default 3 */
    float switch_advantage_rad; /* 0 or above; default 0.0524 (3 degrees) */
    float twist_rad;            /* above 0, below pi; default 0.6109 (35 degrees) */
    uint32_t reserved;          /* zero */
    int64_t timeout_ns;         /* frames farther apart start anew; above 0; default 1e9 */
} rangekit_pointing_options;

#define RANGEKIT_POINTING_OPTIONS_V1_SIZE 48
#define RANGEKIT_POINTING_OPTIONS_INIT                                                                              \
    {(uint32_t)sizeof(rangekit_pointing_options), 0.17453293f, 0.34906585f, 5.0f, 7.0f, 3, 3, 0.05235988f,         \
     0.61086524f, 0, 1000000000}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_pointing_options_default(rangekit_pointing_options *options);

#define RANGEKIT_POINTING_TARGET_HAS_AZIMUTH (1u << 0)
#define RANGEKIT_POINTING_TARGET_HAS_ELEVATION (1u << 1) /* without it elevation counts as 0 */
#define RANGEKIT_POINTING_TARGET_HAS_DISTANCE (1u << 2)  /* without it the target counts as near */
#define RANGEKIT_POINTING_TARGET_HAS_STDDEV (1u << 3)    /* angle_stddev_rad */

/* One target in one frame. An element of arrays: fixed for ever. */
typedef struct rangekit_pointing_target {
    uint32_t id;            /* the caller's */
    uint32_t fields;        /* RANGEKIT_POINTING_TARGET_HAS_*; without an azimuth the target is out of the cone */
    float azimuth_rad;      /* positive to the right */
    float elevation_rad;    /* positive up, -pi/2 to pi/2 */
    float distance_m;
    float angle_stddev_rad; /* above 0 */
} rangekit_pointing_target;

#define RANGEKIT_POINTING_NOT_POINTING 0
#define RANGEKIT_POINTING_ACQUIRING 1
#define RANGEKIT_POINTING_LOCKED 2

/* The identifier of a state: "not_pointing", "acquiring", "locked". Static storage, ASCII. Pure. */
const char *rangekit_pointing_state_name(int32_t state);

#define RANGEKIT_POINTING_GESTURE_NONE 0
#define RANGEKIT_POINTING_GESTURE_TWIST_RIGHT 1 /* clockwise */
#define RANGEKIT_POINTING_GESTURE_TWIST_LEFT 2

/* The identifier of a gesture: "none", "twist_right", "twist_left". Static storage, ASCII. Pure. */
const char *rangekit_pointing_gesture_name(int32_t gesture);

#define RANGEKIT_POINTING_HAS_TARGET (1u << 0) /* target_id */
#define RANGEKIT_POINTING_HAS_TWIST (1u << 1)  /* twist_rad: locked, and the frames give a roll */
#define RANGEKIT_POINTING_DID_LOCK (1u << 2)   /* this frame locked */
#define RANGEKIT_POINTING_DID_RELEASE (1u << 3) /* this frame let a locked target go */
#define RANGEKIT_POINTING_HAS_ANGLE (1u << 4)   /* angle_rad: the frame has the target */

/* What a frame did. An element of arrays: fixed for ever. */
typedef struct rangekit_pointing_result {
    uint32_t fields;    /* RANGEKIT_POINTING_HAS_*, RANGEKIT_POINTING_DID_* */
    int32_t state;      /* RANGEKIT_POINTING_NOT_POINTING ... */
    uint32_t target_id; /* acquired or locked */
    int32_t gesture;    /* RANGEKIT_POINTING_GESTURE_* */
    float angle_rad;    /* between the target and the pointing axis */
    float progress;     /* of acquiring, 0 to 1; locked: 1 */
    float twist_rad;    /* since the lock */
} rangekit_pointing_result;

/* A pointer. A handle: one thread at a time. */
typedef struct rangekit_pointing rangekit_pointing;

/* Bytes of memory that rangekit_pointing_init needs; a constant of the library, below 256. Pure. */
size_t rangekit_pointing_size(void);

/* Makes a pointer in the caller's memory: `size` bytes from rangekit_pointing_size on, aligned to 8. `options`
 * may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE; reserved not zero:
 * RANGEKIT_ERROR_UNKNOWN_OPTION. */
rangekit_status rangekit_pointing_init(void *memory, size_t size, const rangekit_pointing_options *options,
                                       rangekit_pointing **pointing);

/* Makes a pointer on the heap: the only allocation it ever makes. */
rangekit_status rangekit_pointing_create(const rangekit_pointing_options *options, rangekit_pointing **pointing);

/* Ends a pointer, however it was made. NULL is fine. */
void rangekit_pointing_destroy(rangekit_pointing *pointing);

/* Lets everything go; the options stay. */
rangekit_status rangekit_pointing_reset(rangekit_pointing *pointing);

/* Takes one frame: `count` targets (at most RANGEKIT_POINTING_TARGET_CAPACITY; NULL with 0) at one time, each id
 * once. `roll_rad` (may be NULL) is the device's roll about the pointing axis, positive clockwise as the user
 * sees it. `result` may be NULL.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last accepted frame.
 * RANGEKIT_ERROR_TOO_LARGE: more targets than the capacity. RANGEKIT_ERROR_DUPLICATE_KEY: an id twice.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: a number that is read is NaN or infinite, beyond 1e9,
 * an elevation beyond +-pi/2, a standard deviation not above 0. RANGEKIT_ERROR_UNKNOWN_OPTION: a bit of fields
 * is not known. In each case nothing changes. */
rangekit_status rangekit_pointing_update(rangekit_pointing *pointing, int64_t time_ns,
                                         const rangekit_pointing_target *targets, size_t count, const float *roll_rad,
                                         rangekit_pointing_result *result);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_POINTING_H */
