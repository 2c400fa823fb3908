/* rangekit/locator.h - where another device is, from distances to it while you move.
 *
 * Poses of a moving observer (from visual-inertial odometry, ARKit, a robot's odometry, motion capture) and
 * distances to a target, each at its own time, give the target's place in the world of the poses, with its
 * covariance, and what has to be done while that place is not certain.
 *
 * FRAMES
 *
 * World: that of the poses, right-handed, gravity-aligned, y up (z up on request); metres. Device: x right,
 * y up, z towards the user, so that straight ahead is -z. Quaternions (x, y, z, w) turn device vectors into
 * world vectors.
 *
 * HOW
 *
 * Each target has a bank of Gaussian hypotheses, refined by Gauss-Newton steps over at most 64 keyframes
 * (distances gathered by the antenna's position) and the newest 8 distances, with Student-t weights (4 degrees
 * of freedom) and one bias a link. Distances beyond that are merged into the nearest keyframe, so memory and
 * time are bounded. Reflections of the best hypothesis across the plane and the line of the motion are tried
 * all the time: what a planar or straight path cannot tell apart stays told as two. The information matrix is
 * that of the position with the biases eliminated; what the residuals have in excess of their stated noise is
 * taken as an error that neighbouring positions share. Where a step along the weakest axis costs less than the
 * information says (near the plane of the motion), the covariance is widened to what it costs.
 *
 * A link is one antenna of one observer to one target. Its bias has the prior bias_m +- bias_stddev_m.
 * The default prior, 0.15 +- 0.15 m, is what uncalibrated two-way ranging shows: median errors in public
 * recordings are 0.10, 0.16, 0.18, 0.23 and 0.27 m, in some -0.2 m.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_LOCATOR_H
#define RANGEKIT_LOCATOR_H

#include "base.h"
#include "direction.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_LOCATOR_TARGETS 8    /* targets that one locator holds */
#define RANGEKIT_LOCATOR_OBSERVERS 4  /* moving observers, numbered from 0 */
#define RANGEKIT_LOCATOR_ANTENNAS 8   /* antennas of an observer, numbered from 0 */
#define RANGEKIT_LOCATOR_HYPOTHESES 6 /* hypotheses of a target */
#define RANGEKIT_LOCATOR_HELD 32      /* distances that can wait for the next pose */

/* ---- Poses ---- */

#define RANGEKIT_POSE_HAS_ORIENTATION (1u << 0)
#define RANGEKIT_POSE_HAS_LIGHT (1u << 1)

#define RANGEKIT_TRACKING_UNKNOWN 0 /* the source does not say: taken as normal */
#define RANGEKIT_TRACKING_NOT_AVAILABLE 1
#define RANGEKIT_TRACKING_LIMITED 2
#define RANGEKIT_TRACKING_NORMAL 3

/* Where an observer is: 64 bytes, fixed for ever (it travels in arrays). */
typedef struct rangekit_pose {
    int64_t time_ns;      /* monotonic, the clock of the distances */
    double position_m[3]; /* in the world; within 1e5 m of the locator's first pose */
    float orientation[4]; /* x, y, z, w, device to world, its length within 1 % of 1; identity if absent */
    uint32_t fields;      /* RANGEKIT_POSE_HAS_* */
    int32_t tracking;     /* RANGEKIT_TRACKING_*; a pose that is not available is not used */
    float light_lux;      /* ambient light */
    uint32_t observer;    /* 0 to RANGEKIT_LOCATOR_OBSERVERS - 1 */
} rangekit_pose;

/* One distance, or angles, as an observer's antenna took it: fixed for ever. sample.peer is the target. Read
 * from sample: time_ns, distance (with its standard deviation), azimuth, elevation (with theirs). A sample
 * without a distance and without an angle tells the time alone. sample.reserved is zero. */
typedef struct rangekit_locator_measurement {
    rangekit_range_sample sample;
    uint32_t observer;
    uint32_t antenna; /* 0 to RANGEKIT_LOCATOR_ANTENNAS - 1; see rangekit_locator_set_antenna */
} rangekit_locator_measurement;

/* ---- Making one ---- */

#define RANGEKIT_LOCATOR_UP_Y 0
#define RANGEKIT_LOCATOR_UP_Z 1

typedef struct rangekit_locator_options {
    uint32_t struct_size;
    int32_t up;                     /* the world's vertical axis, RANGEKIT_LOCATOR_UP_*; default y */
    float distance_stddev_m;        /* of a distance that states none, 0.001 to 10; default 0.1 */
    float angle_stddev_rad;         /* of an angle that states none, 0.001 to 3; default 0.1 */
    float bias_m;                   /* prior of a link's bias, measured minus true, -10 to 10; default 0.15 */
    float bias_stddev_m;            /* of that prior, 0.001 to 10; default 0.15 */
    float converged_stddev_m;       /* converged at this largest standard deviation, 0.01 to 10, or at 1 % of the
                                       distance where that is more; default 0.25 */
    float maximum_speed_mps;        /* of an observer; a pose farther off is a jump, 0.1 to 1000; default 10 */
    float target_speed_mps;         /* of a target that moves, 0.01 to 100; default 1 */
    float minimum_light_lux;        /* less is insufficient lighting, 0 to 1e6; default 50 */
    int64_t pose_gap_ns;            /* longest time between two poses to interpolate over, 1e6 to 60e9; default 0.5e9 */
} rangekit_locator_options;

#define RANGEKIT_LOCATOR_OPTIONS_V1_SIZE 48
#define RANGEKIT_LOCATOR_OPTIONS_INIT                                                                             \
    {(uint32_t)sizeof(rangekit_locator_options), RANGEKIT_LOCATOR_UP_Y, 0.1f, 0.1f, 0.15f, 0.15f, 0.25f, 10.0f, \
     1.0f, 50.0f, 500000000}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_locator_options_default(rangekit_locator_options *options);

/* A locator for one session: its observers, its targets. A handle: one thread at a time. */
typedef struct rangekit_locator rangekit_locator;

/* Bytes of memory that rangekit_locator_init needs; a constant of the library, below 65536. Pure. */
size_t rangekit_locator_size(void);

/* Makes a locator in the caller's memory: `size` bytes from rangekit_locator_size on, aligned to 8.
 * `options` may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE. */
rangekit_status rangekit_locator_init(void *memory, size_t size, const rangekit_locator_options *options,
                                      rangekit_locator **locator);

/* Makes a locator on the heap: the only allocation it ever makes. */
rangekit_status rangekit_locator_create(const rangekit_locator_options *options, rangekit_locator **locator);

/* Ends a locator, however it was made; memory of rangekit_locator_init stays the caller's. NULL is fine. */
void rangekit_locator_destroy(rangekit_locator *locator);

/* Forgets poses, distances, targets, antennas and the time; the options stay. */
rangekit_status rangekit_locator_reset(rangekit_locator *locator);

/* Where an antenna sits on its observer: x, y, z in the device frame, metres, each within 100 m. Antennas that
 * are not set sit at the origin of the pose. RANGEKIT_ERROR_OUT_OF_RANGE: an observer or antenna that there
 * cannot be, or an offset beyond the limit; RANGEKIT_ERROR_NOT_FINITE. */
rangekit_status rangekit_locator_set_antenna(rangekit_locator *locator, uint32_t observer, uint32_t antenna,
                                             const float offset_m[3]);

/* ---- What is known of a target beside its distances ---- */

/* A target that is not known yet is made by the first call or measurement that names it;
 * RANGEKIT_ERROR_TOO_MANY_TARGETS when there is no room for it. */

/* The target's height along the world's up axis, with its standard deviation, 0.001 to 100 m (0.05 is a good
 * one where it was measured). RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE. */
rangekit_status rangekit_locator_set_height(rangekit_locator *locator, uint32_t peer, double height_m,
                                            float height_stddev_m);

#define RANGEKIT_LOCATOR_TARGET_UNKNOWN 0    /* motion is noticed from the distances; the default */
#define RANGEKIT_LOCATOR_TARGET_STATIONARY 1 /* it never moves: distances that do not fit are outliers */
#define RANGEKIT_LOCATOR_TARGET_MOVING 2     /* it moves all the time */

/* What the target says of its own motion, RANGEKIT_LOCATOR_TARGET_*. */
rangekit_status rangekit_locator_set_motion(rangekit_locator *locator, uint32_t peer, int32_t state);

/* Forgets a target. RANGEKIT_ERROR_UNKNOWN_TARGET: there is none of this number. */
rangekit_status rangekit_locator_remove(rangekit_locator *locator, uint32_t peer);

/* ---- Feeding it ---- */

/* Takes `count` poses in order and stops at the first that is refused: *accepted_count (may be NULL) is how
 * many were taken. Distances that waited for them are used now. A pose that no motion within
 * maximum_speed_mps explains is a jump of the world (a relocalisation): what this observer has measured is
 * carried along with it.
 * A second pose at the same time replaces the first: so can a source that gives the place of each antenna.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before this observer's last pose. RANGEKIT_ERROR_NOT_FINITE,
 * RANGEKIT_ERROR_OUT_OF_RANGE: a value outside its stated range. */
rangekit_status rangekit_locator_add_poses(rangekit_locator *locator, const rangekit_pose *poses, size_t count,
                                           size_t *accepted_count);

/* Takes `count` measurements in order and stops at the first that is refused, as rangekit_locator_add_poses.
 * A measurement is used at the pose interpolated at its time; one that is newer than its observer's last pose
 * waits for the next (the newest RANGEKIT_LOCATOR_HELD do), one whose neighbouring poses are missing or
 * farther apart than pose_gap_ns is not used. Both count as dropped in the estimate.
 * RANGEKIT_ERROR_NOT_FINITE; RANGEKIT_ERROR_OUT_OF_RANGE: a distance not within -10 (the largest bias) to 1e4 m, a standard
 * deviation not within 0 (excluded) to 1e3, an angle beyond +-2 pi, an observer or antenna that there cannot
 * be; RANGEKIT_ERROR_TOO_MANY_TARGETS. */
rangekit_status rangekit_locator_measure(rangekit_locator *locator, const rangekit_locator_measurement *measurements,
                                         size_t count, size_t *accepted_count);

/* ---- Asking it ---- */

#define RANGEKIT_CONVERGENCE_UNKNOWN 0 /* there is no source of poses */
#define RANGEKIT_CONVERGENCE_NOT_CONVERGED 1
#define RANGEKIT_CONVERGENCE_CONVERGED 2

/* The identifier of a convergence: "unknown", "not_converged", "converged". Static storage, ASCII. Pure. */
const char *rangekit_convergence_name(int32_t convergence);

/* Why there is no convergence; an OR. The first five are those of Nearby Interaction. */
#define RANGEKIT_REASON_HORIZONTAL_SWEEP (1u << 0) /* sideways, the place is not certain */
#define RANGEKIT_REASON_VERTICAL_SWEEP (1u << 1)   /* in height, the place is not certain */
#define RANGEKIT_REASON_MOVEMENT (1u << 2)         /* the observer has hardly moved, for that distance */
#define RANGEKIT_REASON_LIGHTING (1u << 3)         /* the light is below minimum_light_lux */
#define RANGEKIT_REASON_SIGNAL_STRENGTH (1u << 4)  /* distances are missing, or most of them do not fit */
#define RANGEKIT_REASON_TRACKING (1u << 5)         /* the newest pose is limited, not available or too old */
#define RANGEKIT_REASON_TARGET_MOVING (1u << 6)    /* the target moves */

/* The identifier of one reason bit, "insufficient_vertical_sweep" for example; "unknown" for another bit or
 * for several at once. Static storage, ASCII. Pure. */
const char *rangekit_reason_name(uint32_t reason);

/* What would help most. */
#define RANGEKIT_LOCATOR_GUIDANCE_NONE 0
#define RANGEKIT_LOCATOR_GUIDANCE_WALK 1           /* walk, on a curve rather than straight */
#define RANGEKIT_LOCATOR_GUIDANCE_SIDEWAYS 2       /* move to the side, as seen towards the target */
#define RANGEKIT_LOCATOR_GUIDANCE_RAISE_OR_LOWER 3 /* raise or lower the device */
#define RANGEKIT_LOCATOR_GUIDANCE_WAIT 4           /* more distances are needed, not motion */
#define RANGEKIT_LOCATOR_GUIDANCE_NEARER 5         /* walk towards it: from here arms reach too little up and down */

/* The identifier of a guidance, "raise_or_lower" for example, and a sentence for the user. Static storage,
 * ASCII. Pure. */
const char *rangekit_locator_guidance_name(int32_t guidance);
const char *rangekit_locator_guidance_message(int32_t guidance);

#define RANGEKIT_LOCATOR_HAS_POSITION (1u << 0)         /* position_m, covariance_m2, probability */
#define RANGEKIT_LOCATOR_HAS_TRANSFORM (1u << 1)        /* transform: only when converged */
#define RANGEKIT_LOCATOR_HAS_DISTANCE (1u << 2)         /* distance_m and distance_stddev_m */
#define RANGEKIT_LOCATOR_HAS_DIRECTION (1u << 3)        /* direction: converged, and a pose with orientation */
#define RANGEKIT_LOCATOR_HAS_HORIZONTAL_ANGLE (1u << 4) /* certain in the plane, and a pose with orientation */
#define RANGEKIT_LOCATOR_HAS_GUIDANCE (1u << 5)         /* guidance_m; without it, any direction serves */
#define RANGEKIT_LOCATOR_HAS_BIAS (1u << 6)             /* bias_m and bias_stddev_m */

/* What happened since the target was first seen; an OR. */
#define RANGEKIT_LOCATOR_EVENT_TARGET_MOVED (1u << 0) /* it moved, and was followed */
#define RANGEKIT_LOCATOR_EVENT_POSE_JUMP (1u << 1)    /* the world jumped, and the target was carried along */

typedef struct rangekit_locator_estimate {
    uint32_t struct_size;
    uint32_t fields;          /* RANGEKIT_LOCATOR_HAS_* */
    int64_t time_ns;          /* of the observer's newest pose; 0 without one */
    double position_m[3];     /* of the likeliest hypothesis, in the world */
    float covariance_m2[9];   /* of that hypothesis, row by row, symmetric */
    float transform[16];      /* column-major 4x4, target to world; its rotation is the identity, for distances do
                                 not tell how the target is turned */
    float direction[3];       /* unit vector to the target in the device frame */
    float distance_m;         /* from the observer's newest pose to the position */
    float distance_stddev_m;
    float horizontal_angle_rad; /* about the vertical, from where the device points (its -z, or its y where that
                                   is vertical), positive to the right, (-pi, pi] */
    float probability;        /* of the hypothesis given, among all that are kept */
    float bias_m;             /* of the link that measured last */
    float bias_stddev_m;
    float guidance_m[3];      /* the motion that would help most, in the world: direction and length */
    int32_t guidance;         /* RANGEKIT_LOCATOR_GUIDANCE_* */
    int32_t vertical;         /* RANGEKIT_VERTICAL_* of direction.h; "same" is within 0.3 m */
    int32_t convergence;      /* RANGEKIT_CONVERGENCE_* */
    uint32_t reasons;         /* RANGEKIT_REASON_*; 0 when converged */
    uint32_t events;          /* RANGEKIT_LOCATOR_EVENT_* */
    uint32_t target_is_moving; /* 1 while the target is taken to move */
    uint32_t hypothesis_count; /* that the measurements do not tell apart; see rangekit_locator_hypotheses */
    uint32_t used_count;      /* distances used */
    uint32_t outlier_count;   /* of those, with less than a quarter of their weight when they came */
    uint32_t dropped_count;   /* not used for want of a pose */
    uint32_t held_count;      /* waiting for a pose now, of all targets */
    uint32_t reserved[2];     /* zero */
} rangekit_locator_estimate;

#define RANGEKIT_LOCATOR_ESTIMATE_V1_SIZE 240
#define RANGEKIT_LOCATOR_ESTIMATE_INIT                                                                             \
    {(uint32_t)sizeof(rangekit_locator_estimate), 0, 0, {0}, {0}, {0}, {0}, 0, 0, 0, 0, 0, 0, {0}, 0, 0, 0, 0, 0, \
     0, 0, 0, 0, 0, 0, {0}}

/* Fills an estimate with its initial value: nothing known. Pure. */
rangekit_status rangekit_locator_estimate_default(rangekit_locator_estimate *estimate);

/* What is known of a target now, for the newest pose of `observer`. RANGEKIT_ERROR_UNKNOWN_TARGET: nothing has
 * named it. RANGEKIT_ERROR_OUT_OF_RANGE: no such observer. */
rangekit_status rangekit_locator_get_estimate(rangekit_locator *locator, uint32_t peer, uint32_t observer,
                                              rangekit_locator_estimate *estimate);

/* One place where the target may be: fixed for ever. */
typedef struct rangekit_locator_hypothesis {
    double position_m[3];
    float covariance_m2[9];
    float probability; /* among those given; they add up to 1 */
} rangekit_locator_hypothesis;

/* All places that the measurements do not tell apart, the likeliest first. `*count` is always how many there
 * are, at most RANGEKIT_LOCATOR_HYPOTHESES; no more than `capacity` are written, and fewer than there are give
 * RANGEKIT_ERROR_BUFFER_TOO_SMALL. hypotheses = NULL with capacity = 0 asks for the count. */
rangekit_status rangekit_locator_hypotheses(rangekit_locator *locator, uint32_t peer,
                                            rangekit_locator_hypothesis *hypotheses, size_t capacity, size_t *count);

/* The targets of the session, in the order in which they were named, and its convergence as a whole: that of
 * the least converged target, with all reasons of all. Any pointer but `count` may be NULL; `peers` as the
 * hypotheses above. Without a target the convergence is unknown. */
rangekit_status rangekit_locator_session(rangekit_locator *locator, int32_t *convergence, uint32_t *reasons,
                                         uint32_t *peers, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_LOCATOR_H */
