/* rangekit/quality.h - how good the last seconds of ranging were.
 *
 * The sliding-window estimator that Apple publishes for extended distance ("Finding devices with
 * precision"): it keeps the measurements of the last two seconds, drops one that repeats the newest,
 * and calls the peer close or good when enough of them are left.
 *
 * The published code and the text beside it differ, so both are here:
 *
 *                      samples needed    judged by                     good
 *   published_code     more than 8 (9)   the newest distance           below 50 m
 *   published_text     8                 all distances in the window   at 50 m or nearer
 *
 * Both: a sample exactly 2.0 s old stays; a distance equal to the newest buffered one is dropped, and
 * that is decided before old ones expire; an update without a distance still ages the window; close is
 * at 10 m or nearer (the newest distance); everything else is unknown.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_QUALITY_H
#define RANGEKIT_QUALITY_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_QUALITY_UNKNOWN 0
#define RANGEKIT_QUALITY_GOOD 1
#define RANGEKIT_QUALITY_CLOSE 2

/* The identifier of a level: "unknown", "good", "close". Static storage, ASCII. Pure. */
const char *rangekit_quality_level_name(int32_t level);

#define RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE 0
#define RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT 1

/* Measurements one estimator holds. A window that would hold more loses its oldest ones early, and
 * the result says so (RANGEKIT_QUALITY_CAUSE_WINDOW_FULL). */
#define RANGEKIT_QUALITY_CAPACITY 128

typedef struct rangekit_quality_options {
    uint32_t struct_size;
    uint32_t minimum_count;       /* measurements needed in the window, 1 to 128; code 9, text 8 */
    int64_t window_ns;            /* 0 to 3600e9; default 2e9. A sample exactly this old stays. */
    float close_limit_m;          /* close at this distance or nearer, finite; default 10 */
    float good_limit_m;           /* good below this distance, finite, not below close_limit_m; default 50 */
    uint32_t good_limit_included; /* 1: good_limit_m itself is good (text); 0: it is not (code) */
    uint32_t judge_all;           /* 1: every distance in the window must be good (text); 0: the newest (code) */
    uint32_t keep_repeated;       /* 1: keep a distance equal to the newest; 0 (both presets): drop it */
    uint32_t reserved;            /* zero */
} rangekit_quality_options;

#define RANGEKIT_QUALITY_OPTIONS_V1_SIZE 40
#define RANGEKIT_QUALITY_OPTIONS_INIT /* published_code */                                                          \
    {(uint32_t)sizeof(rangekit_quality_options), 9, 2000000000, 10.0f, 50.0f, 0, 0, 0, 0}

/* Fills options with their defaults: the preset published_code. See "Structs" in base.h. Pure. */
rangekit_status rangekit_quality_options_default(rangekit_quality_options *options);

/* Fills options with a preset, RANGEKIT_QUALITY_PRESET_*; another number gives
 * RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_quality_options_preset(int32_t preset, rangekit_quality_options *options);

#define RANGEKIT_QUALITY_HAS_DISTANCE (1u << 0) /* distance_m and age_ns */
#define RANGEKIT_QUALITY_HAS_SPREAD (1u << 1)   /* at least 2 measurements */
#define RANGEKIT_QUALITY_HAS_RATE (1u << 2)     /* at least 2 measurements at different times */

/* Why the level is not better; an OR. */
#define RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT (1u << 0)   /* the window is empty */
#define RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS (1u << 1) /* fewer than minimum_count */
#define RANGEKIT_QUALITY_CAUSE_FAR (1u << 2)              /* beyond good_limit_m */
#define RANGEKIT_QUALITY_CAUSE_WINDOW_FULL (1u << 3)      /* more than the capacity inside window_ns */

/* The identifier of one cause bit, "few_measurements" for example; "unknown" for another bit or for
 * several at once. Static storage, ASCII. Pure. */
const char *rangekit_quality_cause_name(uint32_t cause);

typedef struct rangekit_quality_result {
    uint32_t struct_size;
    uint32_t fields;        /* RANGEKIT_QUALITY_HAS_* */
    int64_t age_ns;         /* of the newest measurement */
    int32_t level;          /* RANGEKIT_QUALITY_* */
    uint32_t causes;        /* RANGEKIT_QUALITY_CAUSE_* */
    uint32_t sample_count;  /* measurements in the window */
    float distance_m;       /* the newest measurement */
    float spread_m;         /* standard deviation about a straight line over time, n - 2 below the root, so that
                               motion is not spread; about the mean, n - 1, with 2 measurements or a single time */
    float rate_hz;          /* measurements a second over the window's span, (n - 1) / (newest - oldest) */
} rangekit_quality_result;

#define RANGEKIT_QUALITY_RESULT_V1_SIZE 40
#define RANGEKIT_QUALITY_RESULT_INIT {(uint32_t)sizeof(rangekit_quality_result), 0, 0, 0, 0, 0, 0.0f, 0.0f, 0.0f}

/* Fills a result with its initial value: nothing known. Pure. */
rangekit_status rangekit_quality_result_default(rangekit_quality_result *result);

/* An estimator for one peer. A handle: one thread at a time. */
typedef struct rangekit_quality rangekit_quality;

/* Bytes of memory that rangekit_quality_init needs; a constant of the library, below 2304. Pure. */
size_t rangekit_quality_size(void);

/* Makes an estimator in the caller's memory: `size` bytes from rangekit_quality_size on, aligned to 8.
 * `options` may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE. */
rangekit_status rangekit_quality_init(void *memory, size_t size, const rangekit_quality_options *options,
                                      rangekit_quality **quality);

/* Makes an estimator on the heap: the only allocation it ever makes. */
rangekit_status rangekit_quality_create(const rangekit_quality_options *options, rangekit_quality **quality);

/* Ends an estimator, however it was made; memory of rangekit_quality_init stays the caller's. NULL is
 * fine. */
void rangekit_quality_destroy(rangekit_quality *quality);

/* Forgets all measurements and the time; the options stay. */
rangekit_status rangekit_quality_reset(rangekit_quality *quality);

/* Takes one sample and judges. sample->time_ns is now; only time and distance are read. A sample without
 * RANGEKIT_SAMPLE_HAS_DISTANCE ages the window. `result` may be NULL.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last accepted call.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: the distance is NaN or infinite, or beyond 1e9 m.
 * In each case nothing changes and `result` is unchanged. */
rangekit_status rangekit_quality_update(rangekit_quality *quality, const rangekit_range_sample *sample,
                                        rangekit_quality_result *result);

/* Takes `count` samples in order, as rangekit_quality_update does, and stops at the first that is
 * refused: *accepted_count (may be NULL) is how many were taken, and its status is returned. `levels`
 * (may be NULL) takes the level after each accepted sample; `result` (may be NULL) the last judgement. */
rangekit_status rangekit_quality_update_batch(rangekit_quality *quality, const rangekit_range_sample *samples,
                                              size_t count, int32_t *levels, size_t *accepted_count,
                                              rangekit_quality_result *result);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_QUALITY_H */
