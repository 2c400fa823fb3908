/* rangekit/filter.h - raw samples made smooth, without smoothing away what happened.
 *
 * One filter is one handle with one of six methods, over plain values (distances), angles that wrap, or
 * unit direction vectors. Gaps and irregular times are handled by time, not by count; each result says how
 * old what it shows is.
 *
 *   method             what comes out                                             latency
 *   kalman             value and rate, gated; samples kept out that agree with    none at constant rate
 *                      each other open the gate again (default)
 *   hampel_kalman      outliers replaced by the median, then kalman               none at constant rate
 *   hampel             the value, or the median where it is an outlier            none, or the median's
 *   exponential        weighted by exp(-age / time_constant_s)                    the weighted mean age
 *   moving_average     mean of the window, weighted by figure of merit            the weighted mean age
 *   median             middle of the window                                       that of the middle values
 *   trimmed_mean       mean of the middle part of the window, weighted            that of the middle values
 *
 * When the device itself turns or moves, tell the filter: rangekit_filter_shift and rangekit_filter_rotate
 * move its whole history, so that a turn of the hand is not smoothed into the target.
 *
 * Sources. Trimmed mean with weights: the published behaviour of Android's ranging filters (drop
 * round(n (1 - keep) / 2) at each end, one fewer if nothing would remain; weight sum w^2 / sum w). Hampel:
 * F. R. Hampel 1974, scale 1.4826 x median absolute deviation. Kalman: white-acceleration model.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_FILTER_H
#define RANGEKIT_FILTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_FILTER_KALMAN 0
#define RANGEKIT_FILTER_HAMPEL_KALMAN 1
#define RANGEKIT_FILTER_HAMPEL 2
#define RANGEKIT_FILTER_EXPONENTIAL 3
#define RANGEKIT_FILTER_MOVING_AVERAGE 4
#define RANGEKIT_FILTER_MEDIAN 5
#define RANGEKIT_FILTER_TRIMMED_MEAN 6

/* The identifier of a method, "kalman" for example; "unknown" for another number. Static storage,
 * ASCII. Pure. */
const char *rangekit_filter_method_name(int32_t method);

#define RANGEKIT_FILTER_LINEAR 0    /* value[0] is any number: metres, for example */
#define RANGEKIT_FILTER_CIRCULAR 1  /* value[0] is an angle in radians; results lie in (-pi, pi] */
#define RANGEKIT_FILTER_DIRECTION 2 /* value is a vector whose direction counts; results have length 1 */

/* Samples that a filter's window holds at most. */
#define RANGEKIT_FILTER_CAPACITY 64

typedef struct rangekit_filter_options {
    uint32_t struct_size;
    int32_t method;          /* RANGEKIT_FILTER_KALMAN ... */
    int32_t domain;          /* RANGEKIT_FILTER_LINEAR ... */
    uint32_t window_count;   /* samples in the window, 1 to 64; default 5 */
    int64_t window_ns;       /* samples older than this leave the window, above 0; default 2e9 */
    int64_t gap_ns;          /* a silence longer than this starts the filter anew, above 0; default 5e9 */
    float keep_ratio;        /* trimmed mean: the part in the middle that counts, 0 (median) to 1 (mean);
                                default 0.5 */
    float time_constant_s;   /* exponential: above 0; default 0.5 */
    float stddev;            /* of a sample that states none, in the value's unit (directions: radians);
                                0 (default): learned from the samples, down to stddev_floor */
    float stddev_floor;      /* above 0; default 0.02 */
    float shared_stddev;     /* of the error that samples one after the other have in common (a link's bias,
                                multipath) and no filter removes; it is part of every stddev that comes out;
                                0 or above; default 0.1 */
    float acceleration_density; /* Kalman: power spectral density of the acceleration, unit^2 / s^3, above 0;
                                default 0.1: people who walk, in metres */
    float outlier_stddevs;   /* Hampel and the Kalman gate: beyond this many standard deviations a sample is
                                an outlier, 1 to 100; default 3 */
    uint32_t reopen_count;   /* Kalman: so many outliers in a row that agree with each other open the gate
                                again, 1 to 1000; default 5 */
} rangekit_filter_options;

#define RANGEKIT_FILTER_OPTIONS_V1_SIZE 64
#define RANGEKIT_FILTER_OPTIONS_INIT                                                                                \
    {(uint32_t)sizeof(rangekit_filter_options), 0, 0, 5, 2000000000, 5000000000, 0.5f, 0.5f, 0.0f, 0.02f, 0.1f,     \
     0.1f, 3.0f, 5}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_filter_options_default(rangekit_filter_options *options);

#define RANGEKIT_FILTER_SAMPLE_HAS_VALUE (1u << 0)  /* without it the sample says that time has passed */
#define RANGEKIT_FILTER_SAMPLE_HAS_STDDEV (1u << 1) /* stddev */
#define RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT (1u << 2) /* weight; without it 1 */

/* One sample in. An element of arrays: fixed for ever. */
typedef struct rangekit_filter_sample {
    int64_t time_ns;
    float value[3]; /* [0] alone unless the domain is directions */
    float stddev;   /* one sigma, above 0, in the value's unit; directions: radians */
    float weight;   /* figure of merit, 0 to 1; a sample of weight 0 is not taken */
    uint32_t fields; /* RANGEKIT_FILTER_SAMPLE_HAS_* */
} rangekit_filter_sample;

#define RANGEKIT_FILTER_HAS_VALUE (1u << 0)  /* value, latency_ns and weight */
#define RANGEKIT_FILTER_HAS_STDDEV (1u << 1) /* stddev */
#define RANGEKIT_FILTER_HAS_RATE (1u << 2)   /* rate: Kalman methods */

#define RANGEKIT_FILTER_FLAG_OUTLIER (1u << 0) /* this sample was taken for an outlier */
#define RANGEKIT_FILTER_FLAG_REOPENED (1u << 1) /* outliers that agree became the new state */
#define RANGEKIT_FILTER_FLAG_RESTARTED (1u << 2) /* the first sample, or the first after a gap */

/* The identifier of one flag bit, "outlier" for example; "unknown" for another bit or several. Static
 * storage, ASCII. Pure. */
const char *rangekit_filter_flag_name(uint32_t flag);

/* What a filter shows. An element of arrays: fixed for ever. */
typedef struct rangekit_filter_result {
    int64_t latency_ns; /* now minus the time that the value stands for */
    float value[3];     /* filtered; [0] alone unless the domain is directions */
    float stddev;       /* of the value, one sigma, shared_stddev included; directions: radians, about each of
                           two axes */
    float rate[3];      /* change per second; angles rad/s; directions: turn per second as a rotation vector */
    float weight;       /* figure of merit of the value, 0 to 1: sum w^2 / sum w */
    uint32_t fields;    /* RANGEKIT_FILTER_HAS_* */
    uint32_t flags;     /* RANGEKIT_FILTER_FLAG_*, of the last sample */
} rangekit_filter_result;

/* A filter. A handle: one thread at a time. */
typedef struct rangekit_filter rangekit_filter;

/* Bytes of memory that rangekit_filter_init needs; a constant of the library, below 3072. Pure. */
size_t rangekit_filter_size(void);

/* Makes a filter in the caller's memory: `size` bytes from rangekit_filter_size on, aligned to 8. `options`
 * may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE. */
rangekit_status rangekit_filter_init(void *memory, size_t size, const rangekit_filter_options *options,
                                     rangekit_filter **filter);

/* Makes a filter on the heap: the only allocation it ever makes. */
rangekit_status rangekit_filter_create(const rangekit_filter_options *options, rangekit_filter **filter);

/* Ends a filter, however it was made; memory of rangekit_filter_init stays the caller's. NULL is fine. */
void rangekit_filter_destroy(rangekit_filter *filter);

/* Forgets all samples and the time; the options stay. */
rangekit_status rangekit_filter_reset(rangekit_filter *filter);

/* Takes one sample and shows the filtered value. `result` may be NULL.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last accepted call.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: the value is NaN, infinite or beyond 1e9; a
 * direction is shorter than 1e-6; stddev is not above 0 or beyond 1e9; weight is outside 0 to 1.
 * RANGEKIT_ERROR_UNKNOWN_OPTION: a bit of fields is not known.
 * In each case nothing changes and `result` is unchanged. O(window_count); O(1) for exponential, kalman. */
rangekit_status rangekit_filter_update(rangekit_filter *filter, const rangekit_filter_sample *sample,
                                       rangekit_filter_result *result);

/* Takes `count` samples in order, as rangekit_filter_update does, and stops at the first that is refused:
 * *accepted_count (may be NULL) is how many were taken, and its status is returned. `results` (may be NULL)
 * takes a result after each accepted sample. */
rangekit_status rangekit_filter_update_batch(rangekit_filter *filter, const rangekit_filter_sample *samples,
                                             size_t count, rangekit_filter_result *results,
                                             size_t *accepted_count);

/* What the filter says of time_ns, at or after its last sample; the Kalman methods go on with their rate,
 * the others hold their value. Changes nothing. RANGEKIT_ERROR_TIME_BACKWARDS before the last sample. */
rangekit_status rangekit_filter_predict(const rangekit_filter *filter, int64_t time_ns,
                                        rangekit_filter_result *result);

/* Pose compensation for plain values and angles: adds `delta` to all that the filter remembers. An angle to
 * a target that stands still changes by minus the device's own turn. RANGEKIT_ERROR_NOT_FINITE, or
 * RANGEKIT_ERROR_OUT_OF_RANGE beyond 1e9 or for a filter of directions; nothing changes. */
rangekit_status rangekit_filter_shift(rangekit_filter *filter, float delta);

/* Pose compensation for directions: turns all that the filter remembers by a quaternion (x, y, z, w), which
 * is normalised. For a device whose orientation (device to world) went from a to b it is inverse(b) * a.
 * RANGEKIT_ERROR_NOT_FINITE; RANGEKIT_ERROR_OUT_OF_RANGE for a quaternion shorter than 1e-6 or a filter of
 * another domain; nothing changes. */
rangekit_status rangekit_filter_rotate(rangekit_filter *filter, const float quaternion[4]);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_FILTER_H */
