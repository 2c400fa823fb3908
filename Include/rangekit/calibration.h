/* rangekit/calibration.h - what ranges at known distances teach: antenna delays, biases of links, bias against
 * receive level; taking them from later ranges; and a JSON file that keeps them.
 *
 * The order of work: delays belong into rangekit_twr_options (or the radio's registers) before anything else;
 * what is left is constant for each link (rangekit_calibration_fit_links); what is left of that depends on the
 * level (rangekit_calibration_fit_levels, fitted with the links' biases taken off). A calibrated range is
 *
 *   measured - bias of its link - bias at its level,   variance + the variances of both biases
 *
 * All three fits are robust: weights fall with the residual (Huber or Cauchy, from the median of the absolute
 * residuals), and standard deviations are those of the M-estimator: for delays and levels with rows taken as
 * independent, for links by how neighbouring rows err alike. Nothing allocates: the caller gives the workspace.
 * Sources: Decawave APS014 (delays), APS011 (bias against level); P. Huber, "Robust Statistics".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_CALIBRATION_H
#define RANGEKIT_CALIBRATION_H

#include "base.h"
#include "twr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a name in UTF-8, with its NUL. */
#define RANGEKIT_CALIBRATION_NAME_SIZE 32
/* Devices, or knots of a table, that one fit solves for. */
#define RANGEKIT_CALIBRATION_MAX_UNKNOWNS 512

#define RANGEKIT_CALIBRATION_LOSS_SQUARES 0 /* plain least squares, means */
#define RANGEKIT_CALIBRATION_LOSS_HUBER 1
#define RANGEKIT_CALIBRATION_LOSS_CAUCHY 2 /* outliers have no say; starts from the Huber solution */

typedef struct rangekit_calibration_options {
    uint32_t struct_size;
    int32_t loss;             /* RANGEKIT_CALIBRATION_LOSS_*; default HUBER */
    double loss_width;        /* where the loss bends, in robust standard deviations, 0.1 to 100; 0 (default):
                                 1.345 (Huber), 2.385 (Cauchy), 95 % efficient for Gaussian noise */
    double metres_per_tick;   /* 1e-9 to 1e6; default tick x speed of light, 4.69 mm */
    uint32_t minimum_count;   /* rows that a link or a stretch between two knots needs, 1 to 1000000; default 10 */
    uint32_t knot_count;      /* knots of a level table at most, 2 to 64; default 8 */
    uint32_t falling;         /* 1: bias must not rise with the level, as APS011 has it; 0 (default): any shape */
    uint32_t reserved;        /* zero */
} rangekit_calibration_options;

#define RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE 40
#define RANGEKIT_CALIBRATION_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_calibration_options), 1, 0.0, 0.004691763978615785, 10, 8, 0, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_calibration_options_default(rangekit_calibration_options *options);

/* What a fit came to. */
typedef struct rangekit_calibration_fit {
    uint32_t struct_size;
    uint32_t unknown_count;   /* devices, links with rows, or knots */
    uint32_t rank;            /* how many combinations of them the rows determine */
    uint32_t component_count; /* delays: devices that are connected by ranges, as groups; else 1 */
    uint64_t row_count;       /* rows used */
    uint64_t outlier_count;   /* of them: beyond 3 robust standard deviations */
    double rmse_before_m;     /* measured - true of all rows used */
    double rmse_after_m;      /* what the fit leaves */
    double scale_m;           /* robust standard deviation of what the fit leaves */
} rangekit_calibration_fit;

#define RANGEKIT_CALIBRATION_FIT_V1_SIZE 56
#define RANGEKIT_CALIBRATION_FIT_INIT {(uint32_t)sizeof(rangekit_calibration_fit), 0, 0, 0, 0, 0, 0.0, 0.0, 0.0}

/* Fills a fit with its initial value. Pure. */
rangekit_status rangekit_calibration_fit_default(rangekit_calibration_fit *fit);

/* Bytes of workspace, aligned to 8, for a fit of `unknown_count` devices, links or knots to `row_count` rows;
 * SIZE_MAX where no memory is that large. Fewer of either need less. Pure. */
size_t rangekit_calibration_workspace_size(size_t unknown_count, size_t row_count);

/* ---- Antenna delays ------------------------------------------------------------------------------------ */

/* One range between two devices at a known distance, made with antenna delays of zero (or with those that are
 * to be corrected: then the result is what to add to them). Fixed for ever. */
typedef struct rangekit_calibration_pair {
    double measured_m; /* both within 1e9 */
    double true_m;
    double stddev_m;   /* of measured_m, above 0 and at most 1e9; 0: unknown. All rows or none should have it. */
    uint32_t device_a; /* index below device_count; not the same as device_b */
    uint32_t device_b;
} rangekit_calibration_pair;

#define RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV (1u << 0)
#define RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS (1u << 1) /* its delay alone is not observable: see below */

/* One device: sending and receiving delay together. Fixed for ever. */
typedef struct rangekit_calibration_device {
    char name[RANGEKIT_CALIBRATION_NAME_SIZE]; /* UTF-8, ends with NUL; fits leave it as it is */
    double delay_ticks;
    double delay_stddev_ticks;
    uint32_t component; /* devices of one component are connected by ranges */
    uint32_t count;     /* ranges that it took part in */
    uint32_t fields;    /* RANGEKIT_CALIBRATION_DEVICE_* */
    uint32_t reserved;
} rangekit_calibration_device;

/* Fits one delay for each device: measured - true = metres_per_tick (delay_a + delay_b) / 2.
 *
 * Where a component has no odd cycle (tags that range with anchors only, a single pair) adding a number to
 * the delays on one side and taking it from the other changes no range: only sums across are observable. Its
 * devices get _ONLY_SUMS, fit->rank is one less for it, and of all solutions the one of minimum norm is given; its
 * sums are right for the ranges that were measured, and its standard deviations are those of that solution. One
 * triangle of ranges makes the delays of its component absolute. A device without ranges is a component of its own.
 *
 * `options` may be NULL. `devices` is in and out: the name stays. Errors: RANGEKIT_ERROR_NOT_FINITE,
 * _OUT_OF_RANGE (a number, an index, a count); RANGEKIT_ERROR_TOO_FEW_SAMPLES (no row);
 * RANGEKIT_ERROR_BUFFER_TOO_SMALL (workspace). On error nothing is written. `fit` may be NULL. Time grows with
 * rows + devices^3. Pure. */
rangekit_status rangekit_calibration_fit_delays(const rangekit_calibration_options *options,
                                                const rangekit_calibration_pair *pairs, size_t count,
                                                rangekit_calibration_device *devices, size_t device_count,
                                                void *workspace, size_t workspace_size,
                                                rangekit_calibration_fit *fit);

/* ---- Bias of links, bias against level ------------------------------------------------------------------ */

#define RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL (1u << 0)
#define RANGEKIT_CALIBRATION_SAMPLE_HAS_STDDEV (1u << 1)
#define RANGEKIT_CALIBRATION_NO_LINK 0xFFFFFFFFu

/* One range, at a known distance for the fits. Fixed for ever. */
typedef struct rangekit_calibration_sample {
    double measured_m; /* both within 1e9 */
    double true_m;     /* fits alone read it */
    float stddev_m;    /* of measured_m, 0 to 1e9; rangekit_calibration_apply alone reads it */
    float level_dbm;   /* receive level, within 1000 */
    uint32_t link;     /* index of its link, or RANGEKIT_CALIBRATION_NO_LINK (no bias of a link) */
    uint32_t fields;   /* RANGEKIT_CALIBRATION_SAMPLE_* */
} rangekit_calibration_sample;

#define RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV (1u << 0)
#define RANGEKIT_CALIBRATION_LINK_HAS_STDDEV (1u << 1)
#define RANGEKIT_CALIBRATION_LINK_HAS_COUNT (1u << 2)

/* What one link's ranges are off by. Fixed for ever. */
typedef struct rangekit_calibration_link {
    char anchor[RANGEKIT_CALIBRATION_NAME_SIZE]; /* UTF-8, ends with NUL; fits leave both as they are */
    char tag[RANGEKIT_CALIBRATION_NAME_SIZE];    /* empty: any tag */
    double bias_m;            /* measured - true: subtract it */
    double bias_stddev_m;     /* of the bias; rests on effective_count */
    double stddev_m;          /* scatter of one range about it */
    uint32_t count;           /* ranges; 0: the link has no calibration, and the numbers are 0 */
    uint32_t effective_count; /* independent ranges that they are worth, from the correlation of neighbours in the
                                 order given: a tag at rest repeats its error */
    uint32_t fields;          /* RANGEKIT_CALIBRATION_LINK_* */
    uint32_t reserved;
} rangekit_calibration_link;

/* Fits bias and spread of each link. One with fewer than options->minimum_count rows gets count = 0. Workspace:
 * rangekit_calibration_workspace_size(link_count, count). Errors as rangekit_calibration_fit_delays; samples
 * without a link are left out. `fit` may be NULL. Pure. */
rangekit_status rangekit_calibration_fit_links(const rangekit_calibration_options *options,
                                               const rangekit_calibration_sample *samples, size_t count,
                                               rangekit_calibration_link *links, size_t link_count, void *workspace,
                                               size_t workspace_size, rangekit_calibration_fit *fit);

#define RANGEKIT_CALIBRATION_LEVEL_HAS_BIAS_STDDEV (1u << 0)
#define RANGEKIT_CALIBRATION_LEVEL_HAS_COUNT (1u << 1)

/* One knot of bias against level: linear between knots, constant beyond the ends. Fixed for ever. */
typedef struct rangekit_calibration_level {
    double level_dbm;
    double bias_m;
    double bias_stddev_m;
    uint32_t count;  /* rows nearer to this knot than to another */
    uint32_t fields; /* RANGEKIT_CALIBRATION_LEVEL_* */
} rangekit_calibration_level;

/* Fits bias against level to the samples that have one, the biases of `links` (which may be NULL with
 * link_count = 0) taken off first. Knots stand where they share the rows evenly, at least half a decibel and
 * options->minimum_count rows apart, options->knot_count at most: with less, RANGEKIT_ERROR_TOO_FEW_SAMPLES.
 * `levels` takes *level_count knots in rising order; capacity below options->knot_count gives
 * RANGEKIT_ERROR_BUFFER_TOO_SMALL. Workspace: rangekit_calibration_workspace_size(knot_count, count). Other errors
 * as rangekit_calibration_fit_delays. `fit` may be NULL. Pure. */
rangekit_status rangekit_calibration_fit_levels(const rangekit_calibration_options *options,
                                                const rangekit_calibration_sample *samples, size_t count,
                                                const rangekit_calibration_link *links, size_t link_count,
                                                rangekit_calibration_level *levels, size_t capacity,
                                                size_t *level_count, void *workspace, size_t workspace_size,
                                                rangekit_calibration_fit *fit);

/* Takes the biases from `count` ranges. Each row: distance = measured - bias of its link - bias at its level, and
 * the standard deviation from the sample's own (where it has none, the link's scatter), and those of the biases.
 * A link without calibration takes nothing off. Row status: RANGEKIT_ERROR_NOT_FINITE, _OUT_OF_RANGE (a number, or
 * a link that is neither an index nor RANGEKIT_CALIBRATION_NO_LINK); RANGEKIT_ERROR_MISSING_VALUE: nothing says how
 * uncertain the range is. Levels must rise (RANGEKIT_ERROR_OUT_OF_RANGE). *refused_count (may be NULL) is the number
 * of bad rows. Arrays may be NULL only with a count of 0. Pure. */
rangekit_status rangekit_calibration_apply(const rangekit_calibration_link *links, size_t link_count,
                                           const rangekit_calibration_level *levels, size_t level_count,
                                           const rangekit_calibration_sample *samples, size_t count,
                                           rangekit_twr_range *ranges, size_t *refused_count);

/* ---- The file ------------------------------------------------------------------------------------------- */

/* A calibration as JSON (RFC 8259), version 1:
 *
 *   {"rangekit_calibration": 1,
 *    "links": [{"anchor": "a0", "tag": "t0", "bias_m": 0.151, "bias_stddev_m": 0.004, "stddev_m": 0.03,
 *               "count": 1200, "effective_count": 60}, ...],
 *    "devices": [{"name": "a0", "delay_ticks": 32890.5, "delay_stddev_ticks": 1.5, "component": 0, "count": 90,
 *                 "only_sums": true}, ...],
 *    "bias_by_level": [{"level_dbm": -92.5, "bias_m": 0.03, "bias_stddev_m": 0.002, "count": 300}, ...]}
 *
 * Required: rangekit_calibration; anchor and bias_m of a link; name and delay_ticks of a device; level_dbm and
 * bias_m of a level, whose level_dbm must rise. Each array may be missing. Keys that are not listed are skipped, of
 * whatever value; a listed key may stand once. Numbers are within 1e9, standard deviations not negative, counts
 * whole; names have 1 to 31 bytes (a tag may be empty) and no U+0000. */
#define RANGEKIT_CALIBRATION_VERSION 1

/* Writes a calibration as JSON; see "Bytes out" in base.h. Numbers are written to 1e-9. Links with a count of 0
 * and HAS_COUNT missing are written too: a bias may have been set by hand. RANGEKIT_ERROR_INVALID_VALUE,
 * _INVALID_UTF8, _WRONG_LENGTH: a value that the format cannot hold; `diagnostic` (may be NULL) names the field.
 * Arrays may be NULL with a count of 0. Pure. */
rangekit_status rangekit_calibration_encode(const rangekit_calibration_link *links, size_t link_count,
                                            const rangekit_calibration_device *devices, size_t device_count,
                                            const rangekit_calibration_level *levels, size_t level_count,
                                            uint8_t *out, size_t capacity, size_t *length,
                                            rangekit_diagnostic *diagnostic);

/* Reads what rangekit_calibration_encode writes, and any JSON of the same meaning. The counts are always set to
 * what the file holds (0 if it is refused). An array that is NULL with a capacity of 0 is checked and counted, not
 * written; a capacity that is too small for an array that is there gives RANGEKIT_ERROR_BUFFER_TOO_SMALL. On
 * failure nothing but the counts and the diagnostic is written. Errors, with byte offset and field: RANGEKIT_ERROR_JSON_SYNTAX, _TRUNCATED, _INVALID_UTF8, _TRAILING_BYTES, _TOO_DEEP, _DUPLICATE_KEY,
 * _JSON_TYPE, _MISSING_FIELD, _INVALID_VALUE, _WRONG_LENGTH, _UNKNOWN_VERSION. Pure. */
rangekit_status rangekit_calibration_decode(const uint8_t *bytes, size_t size, rangekit_calibration_link *links,
                                            size_t link_capacity, size_t *link_count,
                                            rangekit_calibration_device *devices, size_t device_capacity,
                                            size_t *device_count, rangekit_calibration_level *levels,
                                            size_t level_capacity, size_t *level_count,
                                            rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CALIBRATION_H */
