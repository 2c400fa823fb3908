/* rangekit/positioning.h - from ranges, range differences and angles to a position that knows its error.
 *
 * Anchors stand at known places; a measurement says something about where the tag is, seen from one of
 * them or from two. Any mix of technologies goes into one fix: each measurement carries its own kind,
 * anchors, value and standard deviation.
 *
 *   range       value = |x - a|              metres; negative ones (noise at no distance) are kept
 *   difference  value = |x - b| - |x - a|    metres; |value| beyond |a - b| is impossible and left out
 *   azimuth     value = atan2(y - ay, x - ax)          radians, from x towards y, taken modulo 2 pi
 *   elevation   value = atan2(z - az, hypot(x - ax, y - ay))   radians, up is positive
 *
 * The frame is that of a floor plan: x and y horizontal, z up, right-handed. Angles are in it: an
 * anchor that is turned adds its own heading first.
 *
 * The way to a fix: a closed-form start (ranges: linear rows about the anchors' mean, which favour no
 * anchor; differences: spherical intersection about the most used anchor, both roots; else several
 * starting points), then Levenberg-Marquardt on the weighted and, if asked, robust sum of squares.
 * Covariance = s^2 v / (v - 2) (J' W J)^-1, W = 1 / stddev^2 times robust weights; s^2 weighs what the
 * standard deviations state against what the residuals show, and v, the degrees of freedom that it rests on,
 * gives the covariance of Student's distribution: a scale that few measurements show is itself uncertain.
 *
 * Sources: J. Smith and J. Abel, "Closed-form least-squares source location estimation from range
 * difference measurements", IEEE TASSP 35 (1987); Y. Chan and K. Ho, IEEE TSP 42 (1994); P. Huber, "Robust
 * Statistics" (1981); D. Marquardt, SIAM 11 (1963); W. Torgerson, Psychometrika 17 (1952) for the survey.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_POSITIONING_H
#define RANGEKIT_POSITIONING_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Anchors and measurements ------------------------------------------------------------------ */

/* Coordinates, ranges and differences beyond this are refused: metres. */
#define RANGEKIT_POSITION_MAX_M 1e7

/* Where an anchor is, metres. Fixed for ever (it travels in arrays). */
typedef struct rangekit_anchor {
    double x_m;
    double y_m;
    double z_m;
} rangekit_anchor;

#define RANGEKIT_MEASUREMENT_RANGE 0
#define RANGEKIT_MEASUREMENT_DIFFERENCE 1 /* distance to anchor_b minus distance to anchor */
#define RANGEKIT_MEASUREMENT_AZIMUTH 2
#define RANGEKIT_MEASUREMENT_ELEVATION 3

/* One measurement: 24 bytes, fixed for ever. */
typedef struct rangekit_measurement {
    double value;      /* metres or radians */
    float stddev;      /* one standard deviation, metres or radians, 1e-6 to 1e6 */
    int32_t kind;      /* RANGEKIT_MEASUREMENT_* */
    uint32_t anchor;   /* index into the anchors */
    uint32_t anchor_b; /* of a difference; else ignored */
} rangekit_measurement;

/* What became of one measurement: 16 bytes, fixed for ever. */
typedef struct rangekit_measurement_result {
    double residual;        /* measured minus expected, metres or radians; 0 where it could not be had */
    float weight;           /* 1: counted in full; below: by the robust loss; 0: left out */
    rangekit_status status; /* RANGEKIT_OK: used; else why not: RANGEKIT_ERROR_NOT_FINITE, _OUT_OF_RANGE (value,
                               stddev or kind), _ANCHOR_INVALID, _DIFFERENCE_IMPOSSIBLE, _SAME_ANCHOR, _GATED */
} rangekit_measurement_result;

/* ---- Options ------------------------------------------------------------------------------------ */

#define RANGEKIT_LOSS_SQUARE 0 /* plain least squares */
#define RANGEKIT_LOSS_HUBER 1  /* grows linearly beyond loss_scale: for calibrated ranges with some wrong ones */
#define RANGEKIT_LOSS_CAUCHY 2 /* forgets what is far off: for many wrong ones, and needs a good majority */

#define RANGEKIT_POSITION_HAS_START (1u << 0)  /* start_*: a place the tag is near, the last fix for example */
#define RANGEKIT_POSITION_HAS_HEIGHT (1u << 1) /* height_m: the tag's z; for 2 dimensions alone */

typedef struct rangekit_position_options {
    uint32_t struct_size;
    uint32_t fields;         /* RANGEKIT_POSITION_HAS_START, _HAS_HEIGHT; default 0 */
    double start_x_m;
    double start_y_m;
    double start_z_m;
    double height_m;         /* without HAS_HEIGHT, 2 dimensions take tag and anchors as in one plane: z is ignored */
    double loss_scale;       /* where the loss turns, in standard deviations, 1e-3 to 1e6; default 1.345 */
    double gate_stddevs;     /* leaves out what is farther off after the first solution, in standard deviations
                                (raised where residuals show more noise); 0: nothing; default 6 */
    double stated_weight;    /* how many degrees of freedom the stated deviations are worth against the residuals,
                                0 to 1e9, when the covariance is scaled; 0: residuals alone; default 4 */
    uint32_t dimensions;     /* 1 (x), 2 (x, y) or 3; default 3 */
    int32_t loss;            /* RANGEKIT_LOSS_*; default RANGEKIT_LOSS_HUBER */
    uint32_t iterations_max; /* 1 to 1000; default 200 */
    uint32_t reserved;       /* 0 */
} rangekit_position_options;

#define RANGEKIT_POSITION_OPTIONS_V1_SIZE 80
#define RANGEKIT_POSITION_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_position_options), 0, 0.0, 0.0, 0.0, 0.0, 1.345, 6.0, 4.0, 3, RANGEKIT_LOSS_HUBER, 200, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_position_options_default(rangekit_position_options *options);

/* ---- A fix -------------------------------------------------------------------------------------- */

#define RANGEKIT_POSITION_HAS_MIRROR (1u << 0)   /* mirror_*: the other place that fits (nearly) as well */
#define RANGEKIT_POSITION_HAS_DOP (1u << 1)      /* gdop, hdop, vdop: from ranges and differences */
#define RANGEKIT_POSITION_IN_ANCHOR_PLANE (1u << 2) /* the tag lies in the anchors' plane (line), to within noise: across
                                                    it, the variance is that of a touching sphere, 2 r s / sqrt(n) */

/* A position: 128 bytes, fixed for ever. Where status is not RANGEKIT_OK the other numbers are 0 and
 * mean nothing, but for used_count and, after RANGEKIT_ERROR_NO_CONVERGENCE, the best place so far. */
typedef struct rangekit_position {
    double x_m;
    double y_m;
    double z_m;             /* 2 dimensions: height_m, or 0 */
    double mirror_x_m;
    double mirror_y_m;
    double mirror_z_m;
    double covariance_m2[6]; /* xx, xy, xz, yy, yz, zz; 0 for axes that are not solved */
    float gdop;             /* sqrt(trace) of covariance over the mean variance of one range or difference, */
    float hdop;             /* its x and y, */
    float vdop;             /* and its z */
    float noise_scale;      /* s: above 1, residuals show more noise than stated */
    uint32_t fields;        /* RANGEKIT_POSITION_HAS_MIRROR, _HAS_DOP, _IN_ANCHOR_PLANE */
    uint32_t used_count;    /* measurements that the fix rests on */
    uint32_t iterations;
    rangekit_status status;
} rangekit_position;

/* One fix from `count` measurements to `anchor_count` anchors. `options` may be NULL: defaults.
 * `results` takes a row for each measurement. The status is also in position->status; both outputs
 * are written whenever the arguments themselves are usable.
 * A measurement that cannot be used has its own status and does not disturb the others; an anchor is
 * looked at only by the measurements that name it. Errors:
 * RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS: fewer usable ones than unknowns (touching and mirrored cases
 * need as many as unknowns); RANGEKIT_ERROR_GEOMETRY_DEGENERATE: the anchors leave a direction open,
 * identical or collinear ones for example; RANGEKIT_ERROR_NO_CONVERGENCE.
 * Of two places that fit alike, the one nearer to the start comes first; without a start the one lower
 * in z, then y, then x. Work grows linearly with count; nothing is allocated. Pure. */
rangekit_status rangekit_position_fix(const rangekit_position_options *options, const rangekit_anchor *anchors,
                                      size_t anchor_count, const rangekit_measurement *measurements, size_t count,
                                      rangekit_measurement_result *results, rangekit_position *position);

/* Many fixes that share anchors: fix i takes measurements[offsets[i]] up to, without it,
 * measurements[offsets[i + 1]]; `offsets` has fix_count + 1 elements, never falls, and ends at most at
 * `count` (else RANGEKIT_ERROR_OUT_OF_RANGE). `results` has `count` rows; those of no fix are left alone.
 * Each position has its own status; a bad one is not an error of the call. *refused_count (may be NULL)
 * is the number of bad ones. Pure. */
rangekit_status rangekit_position_fix_batch(const rangekit_position_options *options, const rangekit_anchor *anchors,
                                            size_t anchor_count, const rangekit_measurement *measurements,
                                            size_t count, const uint64_t *offsets, size_t fix_count,
                                            rangekit_measurement_result *results, rangekit_position *positions,
                                            size_t *refused_count);

/* A fix from ranges alone in single precision, for processors without double: `anchors_m` holds x, y, z
 * of `count` anchors, `stddevs_m` (may be NULL: 0.1 each) one number for each range. Linear start,
 * Gauss-Newton, covariance by the stated deviations (6 numbers as in rangekit_position). 3 dimensions, or 2
 * with the tag at position_m[2], which is read. Errors: as rangekit_position_fix; coplanar anchors in 3
 * dimensions are RANGEKIT_ERROR_GEOMETRY_DEGENERATE here. A bad range is an error of the call
 * (RANGEKIT_ERROR_NOT_FINITE, _OUT_OF_RANGE). Pure. */
rangekit_status rangekit_position_fix_f32(const float *anchors_m, const float *ranges_m, const float *stddevs_m,
                                          size_t count, uint32_t dimensions, float *position_m,
                                          float *covariance_m2);

/* ---- Dilution of precision ---------------------------------------------------------------------- */

typedef struct rangekit_dop {
    double gdop; /* sqrt(trace((H'H)^-1)) over the solved axes */
    double hdop;
    double vdop; /* 0 in 2 dimensions */
} rangekit_dop;

#define RANGEKIT_DOP_RANGES 0
#define RANGEKIT_DOP_DIFFERENCES 1 /* arrival times with one common offset that is not known */

/* What geometry alone does at a place: rows of H are the directions to all anchors; for differences a
 * column of ones stands beside them. `dimensions` 2 or 3. Errors: RANGEKIT_ERROR_GEOMETRY_DEGENERATE,
 * _TOO_FEW_MEASUREMENTS, _NOT_FINITE, _OUT_OF_RANGE. Pure. */
rangekit_status rangekit_position_dop(const rangekit_anchor *anchors, size_t anchor_count,
                                      const rangekit_anchor *place, int32_t kind, uint32_t dimensions,
                                      rangekit_dop *dop);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_POSITIONING_H */
