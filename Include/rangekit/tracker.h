/* rangekit/tracker.h - where a tag is while it moves, and how well that is known.
 *
 * An extended Kalman filter that takes measurements one at a time, each at its own time: ranges, range
 * differences, angles, one-way arrivals, and what the body itself knows (odometry, velocity, heading,
 * height). It starts by itself as soon as the newest measurements give a place, refuses what disagrees
 * with the track, opens its gate again after a run of refused ones, and starts anew where those agree on
 * another place.
 *
 * STATES
 *
 *   position, velocity   2 or 3 axes each; constant velocity with white acceleration
 *   common bias          what all ranges read too much together (antenna delays); first-order Gauss-Markov
 *   link biases          what one link reads too much: a slow part (calibration) and a quick part
 *                        (reflections and blocked paths, which change as the tag moves); Gauss-Markov. A quick
 *                        part that has grown beyond twice its deviation wanders as far as it has grown: a link
 *                        that is blocked for long says little, and is not believed again before it is shorter
 *   heading              of the body, as cosine and sine: an unknown heading is then a Gaussian of mean zero,
 *                        odometry is linear in it, and no guess can be wrong
 *   clock                offset and drift of the tag's clock, in metres: for one-way arrivals
 *
 * The biases are why the stated covariance holds: errors of one link stay for seconds, and a filter that
 * takes them for white noise believes itself a hundred times over. A state whose deviation is 0 does not
 * exist and costs nothing.
 *
 * NOISE
 *
 *   Stated deviations are where the filter begins. From then on the spread of the innovations says how large the
 *   white noise of ranges, differences and arrivals is (half to five times what was stated), and the spread of the
 *   quick biases how large reflections are (never less than reflection_stddev_m). Each follows about the last 33
 *   measurements, or independent reflections, and both move the stated covariance either way. What all ranges share
 *   shows in neither: common_bias_stddev_m stays the caller's word. RANGEKIT_TRACKER_FIXED_NOISE turns this off.
 *
 *   Differences that share a reference anchor's arrival share its noise. A filter that takes them one at a time
 *   counts that noise as often as it is used; where a receiver gives arrivals, RANGEKIT_TRACKER_ARRIVAL has no such
 *   noise in common.
 *
 * The frame is that of a floor plan (positioning.h): x and y horizontal, z up, right-handed; headings and
 * azimuths from x towards y. Arithmetic is single precision about the first anchor, the same on every
 * processor.
 *
 * Sources: Y. Bar-Shalom, X. Li, T. Kirubarajan, "Estimation with Applications to Tracking and Navigation"
 * (2001), sections 5, 6, 10 and 11 (noise from innovations); P. Huber, "Robust Statistics" (1981); R. Brown,
 * P. Hwang, "Introduction to Random Signals and Applied Kalman Filtering" (2012) for Gauss-Markov states and clocks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TRACKER_H
#define RANGEKIT_TRACKER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Anchors one tracker holds. */
#define RANGEKIT_TRACKER_CAPACITY 32

/* How far from the first anchor the others, and values of measurements, may be: metres. */
#define RANGEKIT_TRACKER_REACH_M 1e5

/* ---- Options ------------------------------------------------------------------------------------ */

#define RANGEKIT_TRACKER_HAS_HEIGHT (1u << 0) /* height_m: the tag's z; for 2 dimensions alone */

#define RANGEKIT_TRACKER_STATE_HEADING (1u << 0) /* for odometry and headings */
#define RANGEKIT_TRACKER_STATE_CLOCK (1u << 1)   /* for arrivals */
#define RANGEKIT_TRACKER_FIXED_NOISE (1u << 2)   /* stddev and reflection_stddev_m are exact: see NOISE */

/* Deviations are one standard deviation. A density says how much a value wanders in a second. */
typedef struct rangekit_tracker_options {
    uint32_t struct_size;
    uint32_t fields;              /* RANGEKIT_TRACKER_HAS_HEIGHT; default 0 */
    double height_m;              /* without HAS_HEIGHT, 2 dimensions ignore z */
    int64_t lateness_ns;          /* how late a measurement may come, 0 to 10e9; default 0.2e9 */
    int64_t gap_ns;               /* a silence that ends the track, 1e6 to 60e9; default 5e9 */
    uint32_t dimensions;          /* 2 or 3; default 3 */
    uint32_t states;              /* RANGEKIT_TRACKER_STATE_*, _FIXED_NOISE; default 0 */
    uint32_t reopen_count;        /* refused measurements in a row that open the gate, 1 to 1000; default 8 */
    float height_stddev_m;        /* of height_m, 0 to 1000; default 0.1 */
    float acceleration_density;   /* m/s^2 per root hertz, of a body at rest, 1e-4 to 1000; default 0.2 */
    float turn_density;           /* rad/s per root hertz: adds turn_density x speed to it, 0 to 100; default 1.2 */
    float start_speed_mps;        /* deviation of each axis' speed at a start, 1e-3 to 1000; default 1 */
    float stddev_m;               /* of measurements that state none, 1e-4 to 1000; default 0.1 */
    float common_bias_stddev_m;   /* 0 to 1000, 0: no such state; default 0.15 */
    float common_bias_time_s;     /* its correlation time, 1e-3 to 1e6, like the next; default 8 */
    float link_bias_stddev_m;     /* the slow part, 0 to 1000, 0: no such state; default 0.05 */
    float link_bias_time_s;       /* default 15 */
    float reflection_stddev_m;    /* the quick part, 0 to 1000, 0: no such state; default 0.085 */
    float reflection_time_s;      /* default 2 */
    float clock_offset_stddev_m;  /* before a start, 1e-3 to 1e5; default 1e5 */
    float clock_drift_stddev_mps; /* at a start, 1e-6 to 1e4; default 10 (33 parts in 10^9) */
    float clock_drift_density;    /* m/s per root second, 0 to 1000; default 0.05 */
    float heading_density;        /* of odometry's heading, rad per root second, 0 to 100; default 0.05 */
    float odometry_scale_stddev;  /* of odometry's speed, as a ratio, 1e-4 to 1; default 0.05 */
    float gate_stddevs;           /* refused beyond, in standard deviations, 1 to 100; default 3.5 */
    float long_stddevs;           /* ranges longer than expected count less from here on (Huber), 0.1 to 100;
                                     default 1: reflections lengthen and never shorten */
    float short_stddevs;          /* everything else from here on, 0.1 to 100; default 2 */
} rangekit_tracker_options;

#define RANGEKIT_TRACKER_OPTIONS_V1_SIZE 120
#define RANGEKIT_TRACKER_OPTIONS_INIT                                                                              \
    {(uint32_t)sizeof(rangekit_tracker_options), 0, 0.0, 200000000, 5000000000, 3, 0, 8, 0.1f, 0.2f, 1.2f, 1.0f,   \
     0.1f, 0.15f, 8.0f, 0.05f, 15.0f, 0.085f, 2.0f, 1e5f, 10.0f, 0.05f, 0.05f, 0.05f, 3.5f, 1.0f, 2.0f}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_tracker_options_default(rangekit_tracker_options *options);

/* ---- Anchors ------------------------------------------------------------------------------------ */

#define RANGEKIT_TRACKER_ANCHOR_HAS_BIAS (1u << 0) /* bias_m and bias_stddev_m */

/* One anchor, or one link where several antennas of a tag see the same anchor with different biases.
 * 40 bytes, fixed for ever. */
typedef struct rangekit_tracker_anchor {
    double x_m;
    double y_m;
    double z_m;          /* ignored in 2 dimensions without a height */
    uint32_t id;         /* any number; measurements name it */
    uint32_t fields;     /* RANGEKIT_TRACKER_ANCHOR_HAS_BIAS */
    float bias_m;        /* what its ranges read too much, subtracted, -1000 to 1000; the common bias then does
                            not count for it */
    float bias_stddev_m; /* how well that is known, 0 to 1000: the prior of its slow bias */
} rangekit_tracker_anchor;

/* ---- Measurements ------------------------------------------------------------------------------- */

/*                                             value                            value_2      value_3    */
#define RANGEKIT_TRACKER_RANGE 0      /* distance to the anchor, m                                       */
#define RANGEKIT_TRACKER_DIFFERENCE 1 /* distance to anchor_b minus distance to anchor, m                */
#define RANGEKIT_TRACKER_AZIMUTH 2    /* from the anchor to the tag, rad                                 */
#define RANGEKIT_TRACKER_ELEVATION 3  /* from the anchor to the tag, rad; 3 dimensions                   */
#define RANGEKIT_TRACKER_ARRIVAL 4    /* distance plus the tag's clock offset, m                         */
#define RANGEKIT_TRACKER_HEIGHT 5     /* z of the tag, m; 3 dimensions                                   */
#define RANGEKIT_TRACKER_VELOCITY 6   /* along x, m/s                     along y      along z           */
#define RANGEKIT_TRACKER_ODOMETRY 7   /* forward, m/s                     left, m/s    turn to the left, rad/s */
#define RANGEKIT_TRACKER_HEADING 8    /* the direction the body faces, rad                               */

/* One measurement: 64 bytes, fixed for ever. Values of ranging beyond 1e5 m (arrivals 1e6), heights beyond
 * 1e7 m, speeds and headings beyond 1000 are refused. */
typedef struct rangekit_tracker_measurement {
    int64_t time_ns;
    double value;
    double value_2;     /* of velocity and odometry */
    double value_3;     /* of velocity and odometry */
    float stddev;       /* of one value by itself, without biases, 1e-4 to 1e4; 0: stddev_m of the options */
    int32_t kind;       /* RANGEKIT_TRACKER_* */
    uint32_t anchor;    /* id */
    uint32_t anchor_b;  /* id, of a difference */
    float antenna_x_m;  /* from the point that is tracked to the antenna, in the axes of the world, */
    float antenna_y_m;  /* -1000 to 1000 */
    float antenna_z_m;
    uint32_t reserved;  /* 0 */
} rangekit_tracker_measurement;

/* What became of one measurement: 16 bytes, fixed for ever. */
typedef struct rangekit_tracker_result {
    float innovation;       /* measured minus expected, biases included; 0 where nothing was expected */
    float stddev;           /* what the innovation's deviation should be */
    float weight;           /* 1: counted in full; below: less, being far out; 0: not taken */
    rangekit_status status; /* RANGEKIT_OK: taken; else why not, see rangekit_tracker_update */
} rangekit_tracker_result;

/* ---- The estimate -------------------------------------------------------------------------------- */

#define RANGEKIT_TRACKER_HAS_TRACK (1u << 0)       /* position, velocity, covariance */
#define RANGEKIT_TRACKER_HAS_TIME (1u << 1)        /* time_ns */
#define RANGEKIT_TRACKER_HAS_COMMON_BIAS (1u << 2)
#define RANGEKIT_TRACKER_HAS_HEADING (1u << 3)     /* absent while it may be any direction */
#define RANGEKIT_TRACKER_HAS_CLOCK (1u << 4)
#define RANGEKIT_TRACKER_MAY_BE_MIRRORED (1u << 5) /* at the start another place fitted alike */

typedef struct rangekit_tracker_state {
    uint32_t struct_size;
    uint32_t fields;          /* RANGEKIT_TRACKER_HAS_*, _MAY_BE_MIRRORED */
    int64_t time_ns;          /* of the newest measurement or prediction */
    double x_m;
    double y_m;
    double z_m;               /* 2 dimensions: height_m, or 0 */
    float velocity_x_mps;
    float velocity_y_mps;
    float velocity_z_mps;
    float covariance[21];     /* of (x, y, z, vx, vy, vz), lower triangle row by row; 0 for axes that are not
                                 tracked */
    float common_bias_m;
    float common_bias_stddev_m;
    float heading_rad;
    float heading_stddev_rad;
    float clock_offset_m;
    float clock_offset_stddev_m;
    float clock_drift_mps;
    float clock_drift_stddev_mps;
    uint32_t accepted_count;  /* measurements taken */
    uint32_t refused_count;   /* measurements beyond the gate */
    uint32_t start_count;     /* 2 and more: the track had to begin anew */
    uint32_t state_count;     /* numbers that the filter estimates */
} rangekit_tracker_state;

#define RANGEKIT_TRACKER_STATE_V1_SIZE 184
#define RANGEKIT_TRACKER_STATE_INIT {(uint32_t)sizeof(rangekit_tracker_state), 0, 0, 0.0, 0.0, 0.0, 0.0f, 0.0f, 0.0f, {0.0f}, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0, 0, 0}

/* Fills a state with its initial value: nothing known. Pure. */
rangekit_status rangekit_tracker_state_default(rangekit_tracker_state *state);

/* The track after one measurement: 64 bytes, fixed for ever. All 0 while there is none. */
typedef struct rangekit_tracker_point {
    double x_m;
    double y_m;
    double z_m;
    float covariance_m2[6]; /* xx, xy, xz, yy, yz, zz */
    float velocity_x_mps;
    float velocity_y_mps;
    float velocity_z_mps;
    uint32_t fields;        /* RANGEKIT_TRACKER_HAS_TRACK, _MAY_BE_MIRRORED */
} rangekit_tracker_point;

/* ---- The tracker ---------------------------------------------------------------------------------- */

/* A tracker for one tag. A handle: one thread at a time. */
typedef struct rangekit_tracker rangekit_tracker;

/* Bytes of memory that rangekit_tracker_init needs; a constant of the library, below 24576. Pure. */
size_t rangekit_tracker_size(void);

/* Makes a tracker in the caller's memory: `size` bytes from rangekit_tracker_size on, aligned to 8.
 * `options` may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE; unknown bits in
 * fields or states: _UNKNOWN_OPTION. */
rangekit_status rangekit_tracker_init(void *memory, size_t size, const rangekit_tracker_options *options,
                                      rangekit_tracker **tracker);

/* Makes a tracker on the heap: the only allocation it ever makes. */
rangekit_status rangekit_tracker_create(const rangekit_tracker_options *options, rangekit_tracker **tracker);

/* Ends a tracker, however it was made; memory of rangekit_tracker_init stays the caller's. NULL is fine. */
void rangekit_tracker_destroy(rangekit_tracker *tracker);

/* Forgets the track, the time and what was learnt of biases; options and anchors stay. */
rangekit_status rangekit_tracker_reset(rangekit_tracker *tracker);

/* States where anchors are. An id that is there already moves, and keeps its learnt bias unless a new one
 * is given. Stops at the first that is refused: *accepted_count (may be NULL) is how many were taken.
 * RANGEKIT_ERROR_NOT_FINITE, _OUT_OF_RANGE (coordinates beyond 1e7 m, or 1e5 m from the first anchor;
 * biases), _UNKNOWN_OPTION (fields), RANGEKIT_ERROR_TRACKER_FULL beyond RANGEKIT_TRACKER_CAPACITY. */
rangekit_status rangekit_tracker_set_anchors(rangekit_tracker *tracker, const rangekit_tracker_anchor *anchors,
                                             size_t count, size_t *accepted_count);

/* Takes one measurement. `result` may be NULL; its status is also the call's:
 * RANGEKIT_OK: taken, or the track has begun (again).
 * RANGEKIT_ERROR_TRACKER_COLLECTING: kept, but there is no track yet.
 * RANGEKIT_ERROR_GATED: disagrees with the track.
 * RANGEKIT_ERROR_TIME_BACKWARDS: more than lateness_ns before the newest. One that is less late is taken as
 *   of its own time, by the velocity; odometry, velocity and the like as of now.
 * RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE: beyond the anchors' distance by more than 3 deviations.
 * RANGEKIT_ERROR_NOT_FINITE, _OUT_OF_RANGE, RANGEKIT_ERROR_ANCHOR_INVALID (no such id), _SAME_ANCHOR,
 * RANGEKIT_ERROR_TRACKER_NO_STATE: cannot be used; nothing changed. */
rangekit_status rangekit_tracker_update(rangekit_tracker *tracker, const rangekit_tracker_measurement *measurement,
                                        rangekit_tracker_result *result);

/* Takes `count` measurements in order. `results` and `points` (each may be NULL) take a row for each: what
 * became of it, and the track after it. A measurement that is not taken is not an error of the call;
 * *refused_count (may be NULL) is the number of rows whose status is not RANGEKIT_OK. */
rangekit_status rangekit_tracker_update_batch(rangekit_tracker *tracker,
                                              const rangekit_tracker_measurement *measurements, size_t count,
                                              rangekit_tracker_result *results, rangekit_tracker_point *points,
                                              size_t *refused_count);

/* Moves the estimate forward to a time, as when nothing was measured. RANGEKIT_ERROR_TIME_BACKWARDS: before
 * the newest time. RANGEKIT_ERROR_TRACKER_COLLECTING: there is no track, or gap_ns has passed and it ended. */
rangekit_status rangekit_tracker_predict(rangekit_tracker *tracker, int64_t time_ns);

/* The estimate as it stands. */
rangekit_status rangekit_tracker_get_state(rangekit_tracker *tracker, rangekit_tracker_state *state);

/* What one link reads too much, beyond bias_m and the common bias, with its deviation: metres. Either output may
 * be NULL. RANGEKIT_ERROR_ANCHOR_INVALID: no such id; _MISSING_VALUE: the options leave out both parts. */
rangekit_status rangekit_tracker_get_link_bias(rangekit_tracker *tracker, uint32_t id, float *bias_m,
                                               float *bias_stddev_m);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TRACKER_H */
