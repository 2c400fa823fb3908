/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference.h"

#define CAPACITY RANGEKIT_QUALITY_CAPACITY

void reference_quality_init(struct reference_quality *quality, const rangekit_quality_options *options) {
    memset(quality, 0, sizeof *quality);
    quality->options = *options;
}

static uint32_t slot(const struct reference_quality *quality, uint32_t index) {
    return (quality->first + index) % CAPACITY;
}

static int is_expired(const struct reference_quality *quality, int64_t time_ns) {
    return (uint64_t)quality->now_ns - (uint64_t)time_ns > (uint64_t)quality->options.window_ns;
}

static int is_good(const rangekit_quality_options *options, float distance_m) {
    return options->good_limit_included ? distance_m <= options->good_limit_m : distance_m < options->good_limit_m;
}

static float spread(const struct reference_quality *quality, uint32_t newest) {
    float n = (float)quality->count, sum_t = 0, sum_d = 0, tt = 0, td = 0, dd = 0;
    for (uint32_t i = 0; i < quality->count; i += 1) {
        uint32_t at = slot(quality, i);
        sum_t += (float)(quality->times_ns[at] - quality->times_ns[newest]) * 1e-9f;
        sum_d += quality->distances_m[at] - quality->distances_m[newest];
    }
    for (uint32_t i = 0; i < quality->count; i += 1) {
        uint32_t at = slot(quality, i);
        float t = (float)(quality->times_ns[at] - quality->times_ns[newest]) * 1e-9f - sum_t / n;
        float d = quality->distances_m[at] - quality->distances_m[newest] - sum_d / n;
        tt += t * t;
        td += t * d;
        dd += d * d;
    }
    if (quality->count < 3 || tt <= 0) return sqrtf(dd / (n - 1));
    return sqrtf(fmaxf(0, dd - td * td / tt) / (n - 2));
}

static void judge(const struct reference_quality *quality, rangekit_quality_result *result) {
    memset(result, 0, sizeof *result);
    result->struct_size = sizeof *result;
    result->causes = quality->has_lost ? RANGEKIT_QUALITY_CAUSE_WINDOW_FULL : 0;
    if (quality->count == 0) {
        result->causes |= RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT;
        return;
    }
    uint32_t newest = slot(quality, quality->count - 1);
    float distance_m = quality->distances_m[newest];
    if (quality->count < quality->options.minimum_count) result->causes |= RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS;
    int good = is_good(&quality->options, distance_m) || distance_m <= quality->options.close_limit_m;
    for (uint32_t i = 0; quality->options.judge_all && i < quality->count; i += 1) {
        good = good && is_good(&quality->options, quality->distances_m[slot(quality, i)]);
    }
    if (!good) result->causes |= RANGEKIT_QUALITY_CAUSE_FAR;
    if (good && quality->count >= quality->options.minimum_count) {
        result->level = distance_m <= quality->options.close_limit_m ? RANGEKIT_QUALITY_CLOSE : RANGEKIT_QUALITY_GOOD;
    }
    result->fields = RANGEKIT_QUALITY_HAS_DISTANCE;
    result->sample_count = quality->count;
    result->distance_m = distance_m;
    result->age_ns = quality->now_ns - quality->times_ns[newest];
    if (quality->count < 2) return;
    result->fields |= RANGEKIT_QUALITY_HAS_SPREAD;
    result->spread_m = spread(quality, newest);
    int64_t span_ns = quality->times_ns[newest] - quality->times_ns[quality->first];
    if (span_ns > 0) {
        result->fields |= RANGEKIT_QUALITY_HAS_RATE;
        result->rate_hz = (float)(quality->count - 1) * 1e9f / (float)span_ns;
    }
}

rangekit_status reference_quality_update(struct reference_quality *quality, const rangekit_range_sample *sample,
                                         rangekit_quality_result *result) {
    if (quality->has_time && sample->time_ns < quality->now_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    int has_distance = (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) != 0;
    if (has_distance && !isfinite(sample->distance_m)) return RANGEKIT_ERROR_NOT_FINITE;
    quality->now_ns = sample->time_ns;
    quality->has_time = 1;
    if (has_distance && (quality->options.keep_repeated || quality->count == 0 ||
                         quality->distances_m[slot(quality, quality->count - 1)] != sample->distance_m)) {
        if (quality->count == CAPACITY) {
            quality->lost_ns = quality->times_ns[quality->first];
            quality->has_lost = 1;
            quality->first = (quality->first + 1) % CAPACITY;
            quality->count -= 1;
        }
        uint32_t at = slot(quality, quality->count);
        quality->times_ns[at] = sample->time_ns;
        quality->distances_m[at] = sample->distance_m;
        quality->count += 1;
    }
    while (quality->count > 0 && is_expired(quality, quality->times_ns[quality->first])) {
        quality->first = (quality->first + 1) % CAPACITY;
        quality->count -= 1;
    }
    if (quality->has_lost && is_expired(quality, quality->lost_ns)) quality->has_lost = 0;
    if (result != NULL) judge(quality, result);
    return RANGEKIT_OK;
}
