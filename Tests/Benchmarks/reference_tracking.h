/* Filters, zones, directions, pointing, fusion and the quality model in plain C: the same checks, the same arithmetic,
 * the same results, written as a C programmer would, in files of their own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_REFERENCE_TRACKING_H
#define RANGEKIT_BENCHMARKS_REFERENCE_TRACKING_H

#include "rangekit.h"

/* A pointer that may be used; as the exports check theirs. */
static inline rangekit_status reference_pointer(const void *pointer, size_t alignment) {
    if (pointer == NULL) return RANGEKIT_ERROR_NULL_POINTER;
    return (uintptr_t)pointer % alignment == 0 ? RANGEKIT_OK : RANGEKIT_ERROR_MISALIGNED;
}

/* A handle, a sample, and a result that may be NULL; `size` is the smallest of a sized result, or 0. */
static inline rangekit_status reference_pointers(const void *handle, const void *sample, const void *result,
                                                 uint32_t size) {
    rangekit_status status = reference_pointer(handle, 8);
    if (status == RANGEKIT_OK) status = reference_pointer(sample, 8);
    if (status == RANGEKIT_OK && result != NULL) status = reference_pointer(result, size > 0 ? 8 : 4);
    if (status != RANGEKIT_OK || result == NULL || size == 0) return status;
    uint32_t stated = *(const uint32_t *)result;
    return stated >= size && stated <= 65536 ? RANGEKIT_OK : RANGEKIT_ERROR_STRUCT_SIZE;
}

/* ---- Filter, reference_filter.c ---- */

struct reference_vector {
    float x, y, z;
};

struct reference_filter_entry {
    int64_t time_ns;
    struct reference_vector value;
    float weight;
};

struct reference_filter {
    rangekit_filter_options options;
    struct reference_filter_entry window[RANGEKIT_FILTER_CAPACITY];
    uint32_t first, count;
    struct reference_vector value, rate, rejected, shown;
    float value_variance, covariance, rate_variance, weight, shown_stddev, shown_weight, learned_variance;
    uint32_t rejected_count, learned_count, flags;
    int64_t rejected_ns, now_ns, value_ns, shown_ns;
    int has_time, has_value;
};

/* Methods kalman and median, every domain. */
void reference_filter_init(struct reference_filter *filter, const rangekit_filter_options *options);
rangekit_status reference_filter_update(struct reference_filter *filter, const rangekit_filter_sample *sample,
                                        rangekit_filter_result *result);

/* ---- Zone, direction, pointing, reference_tracking.c ---- */

struct reference_zone {
    rangekit_zone_options options;
    struct {
        int64_t entered_ns;
        uint32_t streak;
        int is_inside, is_dwelling;
    } states[RANGEKIT_ZONE_RING_CAPACITY];
    struct {
        int64_t time_ns;
        float distance_m;
    } recent[16], jumped;
    uint32_t first, count, jump_count;
    int64_t now_ns;
    int has_time;
    int32_t trend;
};

void reference_zone_init(struct reference_zone *zone, const rangekit_zone_options *options);
rangekit_status reference_zone_update(struct reference_zone *zone, const rangekit_range_sample *sample,
                                      rangekit_zone_result *result);

rangekit_status reference_direction_from_sample(const rangekit_direction_options *options,
                                                const rangekit_range_sample *sample, rangekit_direction *direction);
rangekit_status reference_direction_guidance(const rangekit_direction_options *options,
                                             const rangekit_direction *direction, int32_t *guidance, float *amount);

struct reference_pointing {
    rangekit_pointing_options options;
    int32_t state;
    uint32_t target_id, streak;
    int64_t time_ns;
    float last_roll_rad, twist_rad;
    int has_time, has_roll, did_twist;
};

void reference_pointing_init(struct reference_pointing *pointing, const rangekit_pointing_options *options);
rangekit_status reference_pointing_update(struct reference_pointing *pointing, int64_t time_ns,
                                          const rangekit_pointing_target *targets, size_t count, const float *roll_rad,
                                          rangekit_pointing_result *result);

/* ---- Fusion and quality model, reference_fusion.c ---- */

#define REFERENCE_STATES (2 + RANGEKIT_FUSION_TECHNOLOGY_CAPACITY)

struct reference_fusion {
    rangekit_fusion_options options;
    struct {
        int64_t last_ns;
        uint32_t agreed, disagreed;
        int has_sample;
    } links[RANGEKIT_FUSION_TECHNOLOGY_CAPACITY];
    float state[REFERENCE_STATES], covariance[REFERENCE_STATES][REFERENCE_STATES];
    int64_t now_ns, counted_ns;
    int has_time, has_distance, primary;
};

void reference_fusion_init(struct reference_fusion *fusion, const rangekit_fusion_options *options);
rangekit_status reference_fusion_update(struct reference_fusion *fusion, const rangekit_range_sample *sample,
                                        rangekit_fusion_result *result);

struct reference_quality_model {
    rangekit_quality_model_options options;
    struct reference_fusion fusion;
    struct {
        int64_t time_ns;
        float square, expected;
        int is_outlier, is_disagreement;
    } window[32];
    uint32_t first, count;
    float blocked;
    int has_blocked;
};

void reference_quality_model_init(struct reference_quality_model *model,
                                  const rangekit_quality_model_options *options);
rangekit_status reference_quality_model_update(struct reference_quality_model *model,
                                               const rangekit_range_sample *sample,
                                               rangekit_quality_model_result *result);

#endif
