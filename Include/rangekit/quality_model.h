/* rangekit/quality_model.h - RangeKit's own judgement: how far a distance can be trusted.
 *
 * Where quality.h counts samples, this says what is likely: the probability that the error of the distance it
 * gives is within a limit that the caller names, and why it is not higher.
 *
 * Evidence: the samples' own standard deviations, their rate and freshness, how much they scatter against what
 * the radio should give, outliers among them, line-of-sight evidence, and how well technologies agree (they go
 * into one fusion, fusion.h). What cannot be seen from samples, a bias that all of a technology's distances
 * share, has a prior: calibrate, and state it smaller.
 *
 * The error is taken as a mixture of normal distributions:
 *   direct path   mean 0,             variance V
 *   blocked path  mean blocked_bias,  variance V + blocked_stddev^2     weight: probability of a blocked path
 *   outlier       mean 0,             variance V + outlier_stddev^2     weight: from the share of outliers seen,
 *                                                                     0.25 of it, and more beyond two fifths
 * with V the fusion's variance now, plus what the samples scatter more than they should. The tests compare the
 * probabilities with recorded truth.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_QUALITY_MODEL_H
#define RANGEKIT_QUALITY_MODEL_H

#include "base.h"
#include "fusion.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK 0  /* within 0.5 m: good from 0.9, excellent from 0.99 */
#define RANGEKIT_QUALITY_MODEL_PRESET_FIND 1    /* within 1 m: good from 0.5, excellent from 0.95 (default) */
#define RANGEKIT_QUALITY_MODEL_PRESET_GUIDE 2   /* within 0.5 m: good from 0.5, excellent from 0.9 */
#define RANGEKIT_QUALITY_MODEL_PRESET_SOUND 3   /* within 2 m: good from 0.5, excellent from 0.9 */

typedef struct rangekit_quality_model_options {
    uint32_t struct_size;
    float limit_m;               /* the error that the experience allows; above 0; default 1 */
    float good_probability;      /* level good from here, 0 to 1; default 0.5: where the level agrees most often
                                    with the error being within the limit */
    float excellent_probability; /* level excellent from here, good_probability to 1; default 0.95 */
    float blocked_probability;   /* of a sample without line-of-sight evidence, 0 to 1; default 0.03 */
    float blocked_bias_m;        /* default 0.3 */
    float blocked_stddev_m;      /* 0 or above; default 0.4 */
    float outlier_stddev_m;      /* 0 or above; default 3 */
    float scatter_gain;          /* variance added for each unit that samples scatter more than they should, beyond
                                    what may be chance (sqrt(2 / n) of the expected); 0 or above; default 1 */
    uint32_t reserved;           /* zero */
    int64_t window_ns;           /* over which rate, scatter and outliers are counted; above 0; default 2e9 */
} rangekit_quality_model_options;

#define RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE 48
#define RANGEKIT_QUALITY_MODEL_OPTIONS_INIT                                                                         \
    {(uint32_t)sizeof(rangekit_quality_model_options), 1.0f, 0.5f, 0.95f, 0.03f, 0.3f, 0.4f, 3.0f, 1.0f, 0, 2000000000}

/* Fills options with their defaults: the preset find. See "Structs" in base.h. Pure. */
rangekit_status rangekit_quality_model_options_default(rangekit_quality_model_options *options);

/* Fills options with a preset, RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK ...; another number gives
 * RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_quality_model_options_preset(int32_t preset, rangekit_quality_model_options *options);

#define RANGEKIT_QUALITY_MODEL_UNKNOWN 0 /* no distance, or older than ten windows */
#define RANGEKIT_QUALITY_MODEL_POOR 1
#define RANGEKIT_QUALITY_MODEL_GOOD 2
#define RANGEKIT_QUALITY_MODEL_EXCELLENT 3

/* The identifier of a level: "unknown", "poor", "good", "excellent". Static storage, ASCII. Pure. */
const char *rangekit_quality_model_level_name(int32_t level);

/* What takes probability away, as shares of the expected squared error. */
#define RANGEKIT_QUALITY_MODEL_CAUSE_BIAS 0         /* what the technologies' distances have in common */
#define RANGEKIT_QUALITY_MODEL_CAUSE_NOISE 1        /* noise of the samples, or too few of them */
#define RANGEKIT_QUALITY_MODEL_CAUSE_STALE 2        /* the last sample is old */
#define RANGEKIT_QUALITY_MODEL_CAUSE_SCATTER 3      /* samples scatter more than the radio should give */
#define RANGEKIT_QUALITY_MODEL_CAUSE_BLOCKED 4      /* the direct path may be blocked */
#define RANGEKIT_QUALITY_MODEL_CAUSE_OUTLIERS 5     /* outliers among the last samples */
#define RANGEKIT_QUALITY_MODEL_CAUSE_DISAGREEMENT 6 /* technologies do not agree */
#define RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY 7

/* The identifier of a cause, "scatter" for example; "unknown" for another number. Static storage, ASCII. Pure. */
const char *rangekit_quality_model_cause_name(int32_t cause);

#define RANGEKIT_QUALITY_MODEL_HAS_DISTANCE (1u << 0) /* all but rate_hz and scatter_m */
#define RANGEKIT_QUALITY_MODEL_HAS_RATE (1u << 1)     /* at least 2 samples at different times in the window */
#define RANGEKIT_QUALITY_MODEL_HAS_SCATTER (1u << 2)  /* at least 3 samples in the window */

typedef struct rangekit_quality_model_result {
    uint32_t struct_size;
    uint32_t fields;         /* RANGEKIT_QUALITY_MODEL_HAS_* */
    int64_t age_ns;          /* since the last sample that counted */
    int32_t level;           /* RANGEKIT_QUALITY_MODEL_UNKNOWN ... */
    uint32_t cause_count;    /* of causes, strongest first */
    float distance_m;        /* fused */
    float stddev_m;          /* of its error: the root of the mixture's second moment */
    float probability;       /* that its error is within limit_m */
    float rate_hz;           /* samples a second */
    float scatter_m;         /* root mean square of what samples differed from what was expected of them */
    uint32_t sample_count;   /* in the window */
    int32_t causes[RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY];   /* RANGEKIT_QUALITY_MODEL_CAUSE_* */
    float weights[RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY];    /* shares, falling, of at least 0.02 */
} rangekit_quality_model_result;

#define RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE 104

/* Fills a result with its initial value: nothing known. Pure. */
rangekit_status rangekit_quality_model_result_default(rangekit_quality_model_result *result);

/* The judgement of one peer. A handle: one thread at a time. */
typedef struct rangekit_quality_model rangekit_quality_model;

/* Bytes of memory that rangekit_quality_model_init needs; a constant of the library, below 2560. Pure. */
size_t rangekit_quality_model_size(void);

/* Makes a model in the caller's memory: `size` bytes from rangekit_quality_model_size on, aligned to 8. `options`
 * and `fusion_options` (what is assumed of each technology) may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE; reserved not zero:
 * RANGEKIT_ERROR_UNKNOWN_OPTION; the fusion's as rangekit_fusion_init. */
rangekit_status rangekit_quality_model_init(void *memory, size_t size,
                                            const rangekit_quality_model_options *options,
                                            const rangekit_fusion_options *fusion_options,
                                            rangekit_quality_model **model);

/* Makes a model on the heap: the only allocation it ever makes. */
rangekit_status rangekit_quality_model_create(const rangekit_quality_model_options *options,
                                              const rangekit_fusion_options *fusion_options,
                                              rangekit_quality_model **model);

/* Ends a model, however it was made. NULL is fine. */
void rangekit_quality_model_destroy(rangekit_quality_model *model);

/* Forgets all samples; the options stay. */
rangekit_status rangekit_quality_model_reset(rangekit_quality_model *model);

/* Takes one sample and judges; as rangekit_fusion_update, with the same refusals. Line-of-sight evidence is the
 * sample's nlos_probability, or else the difference of its powers (6 dB: none, 10 dB: blocked). `result` may be
 * NULL. */
rangekit_status rangekit_quality_model_update(rangekit_quality_model *model, const rangekit_range_sample *sample,
                                              rangekit_quality_model_result *result);

/* The probability that the error of the last distance is within limit_m (above 0), for as many limits as one
 * likes. RANGEKIT_ERROR_MISSING_VALUE: there is no distance yet. Changes nothing. */
rangekit_status rangekit_quality_model_probability(const rangekit_quality_model *model, float limit_m,
                                                   float *probability);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_QUALITY_MODEL_H */
