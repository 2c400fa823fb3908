/* SPDX-License-Identifier: MIT */
#include "quality_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 int128;

void quality_model_init(struct quality_model *model, const rangekit_quality_options *options) {
    model->options = *options;
    quality_model_reset(model);
}

void quality_model_reset(struct quality_model *model) {
    model->count = model->first = 0;
    model->has_time = 0;
}

static int is_expired(const struct quality_model *model, int index) {
    return (int128)model->now_ns - model->kept[index].time_ns > model->options.window_ns;
}

rangekit_status quality_model_update(struct quality_model *model, const rangekit_range_sample *sample) {
    if (model->has_time && sample->time_ns < model->now_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    int has_distance = (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) != 0;
    if (has_distance && !isfinite(sample->distance_m)) return RANGEKIT_ERROR_NOT_FINITE;
    if (has_distance && fabsf(sample->distance_m) > 1e9f) return RANGEKIT_ERROR_OUT_OF_RANGE;
    model->has_time = 1;
    model->now_ns = sample->time_ns;
    /* A repeat of the newest buffered measurement is dropped, before old ones expire. */
    int repeats = model->count > model->first && model->kept[model->count - 1].distance_m == sample->distance_m;
    if (has_distance && (model->options.keep_repeated || !repeats)) {
        if (model->count == QUALITY_MODEL_HISTORY) abort();
        model->kept[model->count].time_ns = sample->time_ns;
        model->kept[model->count].distance_m = sample->distance_m;
        model->count += 1;
    }
    while (model->first < model->count && is_expired(model, model->first)) model->first += 1;
    return RANGEKIT_OK;
}

/* ---- Judging ---- */

/* Sample standard deviation: about the least-squares line over time, or about the mean where the times
 * give no line. In extended precision, two passes. */
static double spread(const struct quality_model *model, int first) {
    int count = model->count - first;
    long double mean_t = 0, mean_d = 0, tt = 0, td = 0, squares = 0;
    for (int i = first; i < model->count; i += 1) {
        mean_t += (long double)(model->kept[i].time_ns - model->kept[first].time_ns) / count;
        mean_d += (long double)model->kept[i].distance_m / count;
    }
    for (int i = first; i < model->count; i += 1) {
        long double t = (long double)(model->kept[i].time_ns - model->kept[first].time_ns) - mean_t;
        tt += t * t;
        td += t * (model->kept[i].distance_m - mean_d);
    }
    int has_line = count >= 3 && tt > 0;
    for (int i = first; i < model->count; i += 1) {
        long double t = (long double)(model->kept[i].time_ns - model->kept[first].time_ns) - mean_t;
        long double rest = model->kept[i].distance_m - mean_d - (has_line ? t * td / tt : 0);
        squares += rest * rest;
    }
    return (double)sqrtl(squares / (count - (has_line ? 2 : 1)));
}

static int is_good(const rangekit_quality_options *options, float distance_m) {
    return options->good_limit_included ? distance_m <= options->good_limit_m : distance_m < options->good_limit_m;
}

struct quality_judgement quality_model_judge(const struct quality_model *model) {
    struct quality_judgement judged;
    memset(&judged, 0, sizeof judged);
    const rangekit_quality_options *options = &model->options;
    int first = model->first;
    if (model->count - first > RANGEKIT_QUALITY_CAPACITY) {
        first = model->count - RANGEKIT_QUALITY_CAPACITY;
        judged.result.causes |= RANGEKIT_QUALITY_CAUSE_WINDOW_FULL;
    }
    int count = model->count - first;
    judged.result.sample_count = (uint32_t)count;
    if (count == 0) {
        judged.result.causes |= RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT;
        judged.uncertain_causes = RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS;
        return judged;
    }
    float newest = model->kept[model->count - 1].distance_m;
    judged.result.fields |= RANGEKIT_QUALITY_HAS_DISTANCE;
    judged.result.distance_m = newest;
    judged.result.age_ns = model->now_ns - model->kept[model->count - 1].time_ns;
    if (count >= 2) {
        judged.result.fields |= RANGEKIT_QUALITY_HAS_SPREAD;
        judged.spread_m = spread(model, first);
        int64_t span_ns = model->kept[model->count - 1].time_ns - model->kept[first].time_ns;
        if (span_ns > 0) {
            judged.result.fields |= RANGEKIT_QUALITY_HAS_RATE;
            judged.rate_hz = (double)(count - 1) / ((double)span_ns * 1e-9);
        }
    }
    int all_good = is_good(options, newest) || newest <= options->close_limit_m;
    if (options->judge_all) {
        for (int i = first; i < model->count; i += 1) {
            all_good = all_good && is_good(options, model->kept[i].distance_m);
        }
    }
    if (!all_good) judged.result.causes |= RANGEKIT_QUALITY_CAUSE_FAR;
    if ((uint32_t)count < options->minimum_count) {
        judged.result.causes |= RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS;
        judged.uncertain_causes = RANGEKIT_QUALITY_CAUSE_FAR;
    } else if (all_good) {
        judged.result.level = newest <= options->close_limit_m ? RANGEKIT_QUALITY_CLOSE : RANGEKIT_QUALITY_GOOD;
    }
    return judged;
}
