/* rangekit/survey.h - where anchors are, from the ranges among themselves.
 *
 * Distances alone say nothing about where a room is, how it is turned, or whether it is mirrored. That
 * freedom (the gauge) is fixed by anchors whose places are known, or, with none, by the first three:
 * anchor 0 is the origin, anchor 1 on the positive x axis, anchor 2 in the x-y plane with positive y; in
 * 3 dimensions the first anchor off that plane gets a positive z. The mirror image fits as well unless
 * known anchors exclude it: the result says so.
 *
 * Start: classical multidimensional scaling (W. Torgerson, Psychometrika 17 (1952)), missing pairs by
 * shortest paths. Then Levenberg-Marquardt with a Huber loss.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_SURVEY_H
#define RANGEKIT_SURVEY_H

#include "base.h"
#include "positioning.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_SURVEY_MAX_ANCHORS 128

/* One range between two anchors: 24 bytes, fixed for ever. */
typedef struct rangekit_survey_range {
    double range_m;
    float stddev_m; /* 1e-6 to 1e6 */
    uint32_t anchor_a;
    uint32_t anchor_b;
    uint32_t reserved; /* 0 */
} rangekit_survey_range;

typedef struct rangekit_survey_options {
    uint32_t struct_size;
    uint32_t dimensions;     /* 2 or 3; default 3. In 2 dimensions z of known anchors is kept and counts for nothing */
    double loss_scale;       /* Huber's, in standard deviations, 1e-3 to 1e6; default 1.345 */
    double stated_weight;    /* as in rangekit_position_options; default 4 */
    double gate_stddevs;     /* leaves out what is farther off, 0 to 1e6; 0: nothing; default 6 */
    uint32_t iterations_max; /* 1 to 1000; default 100 */
    uint32_t reserved;       /* 0 */
} rangekit_survey_options;

#define RANGEKIT_SURVEY_OPTIONS_V1_SIZE 40
#define RANGEKIT_SURVEY_OPTIONS_INIT {(uint32_t)sizeof(rangekit_survey_options), 3, 1.345, 4.0, 6.0, 100, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_survey_options_default(rangekit_survey_options *options);

/* An anchor of a survey, in and out: 80 bytes, fixed for ever. */
typedef struct rangekit_surveyed_anchor {
    double x_m; /* in: where known is 1; out: where it is */
    double y_m;
    double z_m;
    double covariance_m2[6]; /* out: xx, xy, xz, yy, yz, zz; 0 for what the gauge or the caller fixes */
    uint32_t known;          /* in: 1: the place is given and stays; 0: it is sought */
    uint32_t range_count;    /* out: usable ranges of this anchor */
} rangekit_surveyed_anchor;

#define RANGEKIT_SURVEY_MIRRORED (1u << 0) /* the mirror image fits as well: about the x-y plane, in 2 dimensions about
                                              the x axis, or about what the known anchors span */

typedef struct rangekit_survey_result {
    uint32_t struct_size;
    uint32_t fields;      /* RANGEKIT_SURVEY_MIRRORED */
    double rms_m;         /* of the residuals */
    double noise_scale;   /* as in rangekit_position */
    uint32_t used_count;  /* ranges */
    uint32_t iterations;
} rangekit_survey_result;

#define RANGEKIT_SURVEY_RESULT_V1_SIZE 32
#define RANGEKIT_SURVEY_RESULT_INIT {(uint32_t)sizeof(rangekit_survey_result), 0, 0.0, 0.0, 0, 0}

/* Fills a result with its initial value. See "Structs" in base.h. Pure. */
rangekit_status rangekit_survey_result_default(rangekit_survey_result *result);

/* The bytes of working memory, aligned for double, that a survey of so many anchors needs; 0 for more than
 * RANGEKIT_SURVEY_MAX_ANCHORS. Cannot fail. Pure. */
size_t rangekit_survey_memory_size(size_t anchor_count);

/* Finds the anchors. `options` may be NULL: defaults. `memory` is the caller's, of `memory_size` bytes.
 * `results` takes a row for each range. Errors: RANGEKIT_ERROR_OUT_OF_RANGE (no anchors, or too many),
 * RANGEKIT_ERROR_BUFFER_TOO_SMALL (memory), RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS,
 * RANGEKIT_ERROR_SURVEY_DISCONNECTED (no path of ranges from an anchor to the others; a range between
 * two known anchors needs none), RANGEKIT_ERROR_GEOMETRY_DEGENERATE (an anchor that can move without any
 * range noticing), RANGEKIT_ERROR_NO_CONVERGENCE. On failure the anchors are as they were. Pure. */
rangekit_status rangekit_survey_solve(const rangekit_survey_options *options, const rangekit_survey_range *ranges,
                                      size_t range_count, rangekit_surveyed_anchor *anchors, size_t anchor_count,
                                      void *memory, size_t memory_size, rangekit_measurement_result *results,
                                      rangekit_survey_result *result);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_SURVEY_H */
