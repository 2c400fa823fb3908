/* rangekit/fusion.h - several technologies, one distance.
 *
 * UWB, Channel Sounding, Wi-Fi round-trip time, signal strength and optical measurements of one peer go into
 * one Kalman filter: distance, speed, and one bias for each technology. A technology's bias has a prior (how
 * far its distances may be off as a whole), wanders slowly, and is learned against the others; so the stated
 * standard deviation falls only as far as the biases are known, and the distance does not jump when one
 * technology takes over from another.
 *
 * Switching is make before break. One technology is primary: the one with the smallest standard deviation,
 * once it has given make_count samples that agree, or when the old one has been silent for break_ns. `wanted`
 * says which radios to run: the best one in reach, the present primary until the better one is made, and the
 * next one when the distance comes near the end of a reach.
 *
 * Odometric hints come as velocity (RANGEKIT_SAMPLE_HAS_VELOCITY), with or without a distance.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_FUSION_H
#define RANGEKIT_FUSION_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_FUSION_TECHNOLOGY_CAPACITY 6

/* What is assumed of one technology. An element of arrays: fixed for ever. */
typedef struct rangekit_fusion_technology {
    int32_t technology;     /* RANGEKIT_TECHNOLOGY_*; each once */
    float stddev_m;         /* of a sample that states none; above 0 */
    float stddev_ratio;     /* grows with distance: sqrt(stddev_m^2 + (ratio x distance)^2); 0 or above */
    float bias_stddev_m;    /* of its bias before anything is known; 0 or above */
    float bias_drift_m;     /* how far the bias wanders in one second, one sigma; 0 or above */
    float reach_m;          /* beyond this it gives nothing; above 0 */
} rangekit_fusion_technology;

typedef struct rangekit_fusion_options {
    uint32_t struct_size;
    uint32_t technology_count; /* 1 to RANGEKIT_FUSION_TECHNOLOGY_CAPACITY */
    int64_t break_ns;          /* silent for longer: no longer primary; above 0; default 2e9 */
    uint32_t make_count;       /* samples that agree before a technology becomes primary, 1 to 100; default 3 */
    uint32_t reopen_count;     /* outliers in a row of one technology before its bias is learned anew, 1 to 1000;
                                  default 8 */
    float outlier_stddevs;     /* 1 to 100; default 3.5 */
    float acceleration_density; /* power spectral density of the acceleration, m^2 / s^3, above 0; default 0.5 */
    float velocity_stddev_mps; /* of a velocity hint; above 0; default 0.2 */
    float reach_margin;        /* part of a reach that is its end: the next technology is wanted there; 0 to 1;
                                  default 0.25 */
    rangekit_fusion_technology technologies[RANGEKIT_FUSION_TECHNOLOGY_CAPACITY]; /* the first
                                  technology_count are read */
} rangekit_fusion_options;

#define RANGEKIT_FUSION_OPTIONS_V1_SIZE 184

/* Fills options with their defaults; see "Structs" in base.h. Pure. The technologies:
 *
 *                        stddev_m   ratio   bias_stddev_m   bias_drift_m   reach_m
 *   uwb                  0.1        0       0.18            0.01           60
 *   channel_sounding     0.5        0.05    0.5             0.02           100
 *   wifi_rtt             1.0        0.05    1.5             0.05           100
 *   rssi                 1.0        0.5     1.0             0.1            50
 *   optical              0.05       0.02    0.05            0.01           10
 *
 * They are what such radios do in public measurements (UWB: link biases of 0.1 to 0.3 m in LIAS and outdoor
 * sets); a calibrated radio deserves a smaller bias. */
rangekit_status rangekit_fusion_options_default(rangekit_fusion_options *options);

#define RANGEKIT_FUSION_HAS_DISTANCE (1u << 0) /* distance_m, distance_stddev_m, velocity_mps and its stddev */
#define RANGEKIT_FUSION_HAS_PRIMARY (1u << 1)  /* primary */
#define RANGEKIT_FUSION_OUTLIER (1u << 2)      /* this sample was taken for an outlier */
#define RANGEKIT_FUSION_SWITCHED (1u << 3)     /* this sample changed the primary technology */
#define RANGEKIT_FUSION_RESTARTED (1u << 4)    /* this sample was the first, or began anew */

typedef struct rangekit_fusion_result {
    uint32_t struct_size;
    uint32_t fields;            /* RANGEKIT_FUSION_HAS_* and the flags beside them */
    int64_t age_ns;             /* since the last sample that counted */
    float distance_m;
    float distance_stddev_m;    /* biases included */
    float velocity_mps;         /* positive: moving away */
    float velocity_stddev_mps;
    float covariance_m2ps;      /* of distance and velocity */
    int32_t primary;            /* RANGEKIT_TECHNOLOGY_* */
    uint32_t active;            /* bit n: technology n gave samples within break_ns */
    uint32_t wanted;            /* bit n: technology n should run */
} rangekit_fusion_result;

#define RANGEKIT_FUSION_RESULT_V1_SIZE 48
#define RANGEKIT_FUSION_RESULT_INIT                                                                                 \
    {(uint32_t)sizeof(rangekit_fusion_result), 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0, 0}

/* Fills a result with its initial value: nothing known. Pure. */
rangekit_status rangekit_fusion_result_default(rangekit_fusion_result *result);

/* The fusion for one peer. A handle: one thread at a time. */
typedef struct rangekit_fusion rangekit_fusion;

/* Bytes of memory that rangekit_fusion_init needs; a constant of the library, below 1024. Pure. */
size_t rangekit_fusion_size(void);

/* Makes a fusion in the caller's memory: `size` bytes from rangekit_fusion_size on, aligned to 8. `options` may
 * be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE or _NOT_FINITE; a technology twice:
 * RANGEKIT_ERROR_DUPLICATE_KEY. */
rangekit_status rangekit_fusion_init(void *memory, size_t size, const rangekit_fusion_options *options,
                                     rangekit_fusion **fusion);

/* Makes a fusion on the heap: the only allocation it ever makes. */
rangekit_status rangekit_fusion_create(const rangekit_fusion_options *options, rangekit_fusion **fusion);

/* Ends a fusion, however it was made. NULL is fine. */
void rangekit_fusion_destroy(rangekit_fusion *fusion);

/* Forgets all samples and biases; the options stay. */
rangekit_status rangekit_fusion_reset(rangekit_fusion *fusion);

/* Takes one sample: time, technology, distance and its standard deviation, probability of a blocked direct path
 * (adds up to 1 m), velocity. With neither distance nor velocity time passes. `result` may be NULL.
 * RANGEKIT_ERROR_TIME_BACKWARDS: time_ns is before that of the last accepted call. RANGEKIT_ERROR_UNKNOWN_OPTION:
 * a distance of a technology that the options do not name. RANGEKIT_ERROR_NOT_FINITE,
 * RANGEKIT_ERROR_OUT_OF_RANGE: a number that is read is NaN or infinite, beyond 1e6, a standard deviation not
 * above 0, a probability outside 0 to 1. In each case nothing changes. */
rangekit_status rangekit_fusion_update(rangekit_fusion *fusion, const rangekit_range_sample *sample,
                                       rangekit_fusion_result *result);

/* The learned bias of one technology and its standard deviation, metres: subtract it from the technology's
 * distances. RANGEKIT_ERROR_UNKNOWN_OPTION for a technology that the options do not name. Changes nothing. */
rangekit_status rangekit_fusion_bias(const rangekit_fusion *fusion, int32_t technology, float *bias_m,
                                     float *bias_stddev_m);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_FUSION_H */
