/* rangekit/los.h - was the direct path blocked? A probability from one reception's registers.
 *
 * THE DEFAULT MODEL is a logistic regression on eight features of a DW1000 reception, all of them levels or
 * logarithms, so that a constant scale shifts them all by a constant:
 *
 *   logit = 53.6873 + 0.0791 rx + 0.1140 fp - 0.2440 (rx - fp) - 0.0078 ln(a1/a2) - 0.5071 ln(a3/a2)
 *           - 6.0613 ln(max(a1, a2, a3) / std_noise) - 9.8453 ln(std_noise) + 5.9023 ln(rxpacc)
 *
 * Fitted with balanced classes on 32,000 receptions of two public sets (a university building, V. Stocker et
 * al., doi 10.1145/3458473.3458820, and an industrial hall, J. Fontaine et al., doi 10.1109/JIOT.2023.3299319).
 * Limits: area under the curve 0.896 and 0.919 on these two, 0.909 and 0.830 when fitted on the other one
 * alone; 0.600 on an outdoor set whose obstacles hardly attenuate. It learned that blocked paths are weak: a
 * far open one looks the same. Probabilities are calibrated for as many blocked as open paths; refit on
 * your own rooms (rangekit_los_fit). PRF 16: amplitudes are raised by the two PRFs' difference of 7.97 dB, so that
 * the same level gives the same answer; the sets hold no PRF 16 to test that on.
 * DW3000: the amplitudes are used without their fraction bits; the sets hold no DW3000 either.
 *
 * WHERE REGISTERS ARE MISSING but the first-path level is known, logit = -42.8833 - 0.4941 fp: the default
 * model projected onto that level (least squares over 9,200 outdoor receptions, no labels used; inserting the
 * formula of the level gives -0.505). On the two sets above this feature alone reaches 0.784 and 0.929;
 * rx - fp beside it adds nothing there, so it has no weight.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_LOS_H
#define RANGEKIT_LOS_H

#include "base.h"
#include "signal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Features -------------------------------------------------------------------------------- */

#define RANGEKIT_LOS_FEATURE_COUNT 8

#define RANGEKIT_LOS_FEATURE_POWER (1u << 0)            /* rx, dBm */
#define RANGEKIT_LOS_FEATURE_FIRST_PATH_POWER (1u << 1) /* fp, dBm */
#define RANGEKIT_LOS_FEATURE_GAP (1u << 2)              /* rx - fp, dB */
#define RANGEKIT_LOS_FEATURE_EARLY_RATIO (1u << 3)      /* ln(a1 / a2) */
#define RANGEKIT_LOS_FEATURE_LATE_RATIO (1u << 4)       /* ln(a3 / a2) */
#define RANGEKIT_LOS_FEATURE_SNR (1u << 5)              /* ln(max(a1, a2, a3) / std_noise) */
#define RANGEKIT_LOS_FEATURE_NOISE (1u << 6)            /* ln(std_noise) */
#define RANGEKIT_LOS_FEATURE_SYMBOLS (1u << 7)        /* ln(rxpacc) */

/* The identifier of one feature bit, "first_path_power" for example; "unknown" for another bit or for several
 * at once. Static storage, ASCII. Pure. */
const char *rangekit_los_feature_name(uint32_t feature);

/* The features of one reception: 72 bytes, fixed for ever. Missing ones are 0. An amplitude of 0 counts as
 * 1e-5 of the largest, so that the logarithms stay finite. */
typedef struct rangekit_los_features {
    double values[RANGEKIT_LOS_FEATURE_COUNT]; /* in the order of the bits */
    uint32_t fields;                           /* RANGEKIT_LOS_FEATURE_*: which are there */
    rangekit_status status;
} rangekit_los_features;

/* The features of `count` receptions, for rangekit_los_fit. Rows are refused as by rangekit_signal_levels, except
 * that levels may come from power_dbm and first_path_power_dbm. `options` may be NULL. Pure. */
rangekit_status rangekit_los_features_batch(const rangekit_signal_options *options,
                                            const rangekit_signal_registers *registers, size_t count,
                                            rangekit_los_features *features, size_t *refused_count);

/* ---- Model ----------------------------------------------------------------------------------- */

/* logit of a blocked path = intercept + sum of weight x feature over the features in `fields`. */
typedef struct rangekit_los_model {
    uint32_t struct_size;
    uint32_t fields; /* RANGEKIT_LOS_FEATURE_*: which features the model uses */
    double intercept;
    double weights[RANGEKIT_LOS_FEATURE_COUNT];
} rangekit_los_model;

#define RANGEKIT_LOS_MODEL_V1_SIZE 80
#define RANGEKIT_LOS_MODEL_INIT /* the default model */                                        \
    {(uint32_t)sizeof(rangekit_los_model), 0xFF, 53.6873,                                      \
     {0.0791, 0.1140, -0.2440, -0.0078, -0.5071, -6.0613, -9.8453, 5.9023}}

/* The default model, see above. A NULL model also falls back to the first-path level. Pure. */
rangekit_status rangekit_los_model_default(rangekit_los_model *model);

/* The model of the first-path level alone, see above. Pure. */
rangekit_status rangekit_los_model_first_path(rangekit_los_model *model);

/* ---- Probability ----------------------------------------------------------------------------- */

/* How the probability is found. */
#define RANGEKIT_LOS_METHOD_MODEL 0      /* logistic model */
#define RANGEKIT_LOS_METHOD_THRESHOLDS 1 /* rx - fp: below 6 dB open, above 10 dB blocked, linear between (DW1000
                                            User Manual 4.7). Weak: area under the curve 0.73 to 0.85. */
#define RANGEKIT_LOS_METHOD_QORVO 2      /* Qorvo's DW3000 example: rx - fp above 12 dB blocked, above 4.8 dB
                                            (d / 12 - 0.4) / 0.6; else by peak minus first-path index i: up to 3.3 open,
                                            from 6 blocked, 0.39178 i - 1.31719 between. Clamped to 0 to 1: the line
                                            leaves it at both ends. Without the indices, open below 4.8 dB. */

/* The identifier of a method: "model", "thresholds", "qorvo". Static storage, ASCII. Pure. */
const char *rangekit_los_method_name(int32_t method);

#define RANGEKIT_LOS_HAS_LOGIT (1u << 0)           /* logit: METHOD_MODEL */
#define RANGEKIT_LOS_FIRST_PATH_MODEL (1u << 1)    /* registers were missing: the first-path level alone */

/* One answer: 24 bytes, fixed for ever. */
typedef struct rangekit_los_result {
    double nlos_probability; /* that the direct path is blocked, 0 to 1 */
    double logit;            /* its logarithmic odds: tells rows apart where the probability rounds to 0 or 1 */
    uint32_t fields;
    rangekit_status status;
} rangekit_los_result;

/* Judges one reception. `options` may be NULL: defaults; `model` may be NULL: the default one, and another is
 * used with METHOD_MODEL only. RANGEKIT_ERROR_MISSING_VALUE: the method needs registers that are not there.
 * Model: RANGEKIT_ERROR_NOT_FINITE, and RANGEKIT_ERROR_OUT_OF_RANGE for unknown features, none at all, or
 * numbers above 1e12. Other errors as rangekit_signal_levels. Pure. */
rangekit_status rangekit_los_judge(const rangekit_signal_options *options, const rangekit_los_model *model,
                                   int32_t method, const rangekit_signal_registers *registers,
                                   rangekit_los_result *result);

/* Judges `count` receptions; each row has its own status. Pure. */
rangekit_status rangekit_los_judge_batch(const rangekit_signal_options *options, const rangekit_los_model *model,
                                         int32_t method, const rangekit_signal_registers *registers, size_t count,
                                         rangekit_los_result *results, size_t *refused_count);

/* ---- Fitting your own ------------------------------------------------------------------------ */

typedef struct rangekit_los_fit_options {
    uint32_t struct_size;
    uint32_t fields;             /* features to use; 0 (default): all that every row has */
    double penalty;              /* l of the l / 2 |w|^2 on weights of standardised features, 0 to 1e9; default 1 */
    double tolerance;            /* ends when no weight moves by more, 1e-15 to 1; default 1e-9 */
    uint32_t maximum_iterations; /* 1 to 1000; default 50 */
    uint32_t unbalanced;         /* 0 (default): each class weighs half, whatever its size; 1: each row the same */
} rangekit_los_fit_options;

#define RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE 32
#define RANGEKIT_LOS_FIT_OPTIONS_INIT {(uint32_t)sizeof(rangekit_los_fit_options), 0, 1.0, 1e-9, 50, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_los_fit_options_default(rangekit_los_fit_options *options);

/* What came of a fit. */
typedef struct rangekit_los_fit_report {
    uint32_t struct_size;
    uint32_t fields;        /* reserved, zero */
    double mean_loss;       /* weighted mean logarithmic loss, without the penalty; ln 2 is a guess */
    uint64_t open_count;    /* rows of each class */
    uint64_t blocked_count;
    uint32_t iterations;
    uint32_t features;      /* RANGEKIT_LOS_FEATURE_*: what the fit used */
    uint32_t constant;      /* features that were asked for and never change; the status is then FIT_CONSTANT */
    uint32_t separable;     /* 1: the model tells all rows apart, so that only the penalty bounds its weights */
} rangekit_los_fit_report;

#define RANGEKIT_LOS_FIT_REPORT_V1_SIZE 48
#define RANGEKIT_LOS_FIT_REPORT_INIT {(uint32_t)sizeof(rangekit_los_fit_report), 0, 0.0, 0, 0, 0, 0, 0, 0}

/* Fills a report with its initial value. Pure. */
rangekit_status rangekit_los_fit_report_default(rangekit_los_fit_report *report);

/* Fits a logistic model to `count` rows: Newton's method (iteratively reweighted least squares) with halved steps, on
 * standardised features, the intercept unpenalised. `labels`: 1 a blocked path, 0 an open one (another number:
 * RANGEKIT_ERROR_OUT_OF_RANGE). Rows are read from where they lie; no other memory is used. `report` may be NULL.
 * Writes `model` on success only. Errors: RANGEKIT_ERROR_FIT_ONE_CLASS, every label the same (or no row);
 * RANGEKIT_ERROR_FIT_CONSTANT, a feature asked for never changes (all of them, where none was asked for: those
 * that vary are used); RANGEKIT_ERROR_FIT_SEPARABLE, without a penalty the weights grow for ever;
 * RANGEKIT_ERROR_FIT_NOT_CONVERGED; RANGEKIT_ERROR_MISSING_VALUE, a row lacks a feature asked for, or none is left;
 * RANGEKIT_ERROR_NOT_FINITE and _OUT_OF_RANGE (beyond 1e12) for features. Rows with a status other than OK are
 * left out. Pure. */
rangekit_status rangekit_los_fit(const rangekit_los_fit_options *options, const rangekit_los_features *features,
                                 const uint8_t *labels, size_t count, rangekit_los_model *model,
                                 rangekit_los_fit_report *report);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_LOS_H */
