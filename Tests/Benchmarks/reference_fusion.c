/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference_tracking.h"

#define LIMIT 1e6f
#define N REFERENCE_STATES

static float squared(float value) { return value * value; }

void reference_fusion_init(struct reference_fusion *fusion, const rangekit_fusion_options *options) {
    memset(fusion, 0, sizeof *fusion);
    fusion->options = *options;
}

static rangekit_status check(float value) {
    if (!isfinite(value)) return RANGEKIT_ERROR_NOT_FINITE;
    return fabsf(value) <= LIMIT ? RANGEKIT_OK : RANGEKIT_ERROR_OUT_OF_RANGE;
}

static int index_of(const struct reference_fusion *fusion, int32_t technology) {
    for (uint32_t i = 0; i < fusion->options.technology_count; i += 1) {
        if (fusion->options.technologies[i].technology == technology) return (int)i;
    }
    return -1;
}

/* The index of the technology in *index, -1 for a sample without a distance. */
static rangekit_status check_sample(const struct reference_fusion *fusion, const rangekit_range_sample *sample,
                                    int *index) {
    rangekit_status status;
    *index = -1;
    if ((sample->fields & RANGEKIT_SAMPLE_HAS_VELOCITY) && (status = check(sample->velocity_mps)) != 0) return status;
    if (!(sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE)) return RANGEKIT_OK;
    if ((status = check(sample->distance_m)) != 0) return status;
    if (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV) {
        if ((status = check(sample->distance_stddev_m)) != 0) return status;
        if (!(sample->distance_stddev_m > 0)) return RANGEKIT_ERROR_OUT_OF_RANGE;
    }
    if (sample->fields & RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY) {
        if ((status = check(sample->nlos_probability)) != 0) return status;
        if (!(sample->nlos_probability >= 0 && sample->nlos_probability <= 1)) return RANGEKIT_ERROR_OUT_OF_RANGE;
    }
    *index = index_of(fusion, sample->technology);
    return *index < 0 ? RANGEKIT_ERROR_UNKNOWN_OPTION : RANGEKIT_OK;
}

static float variance_of(const struct reference_fusion *fusion, const rangekit_range_sample *sample, int index) {
    const rangekit_fusion_technology *technology = &fusion->options.technologies[index];
    float own = sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV
                    ? squared(sample->distance_stddev_m)
                    : squared(technology->stddev_m) + squared(technology->stddev_ratio * sample->distance_m);
    return own + (sample->fields & RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY ? sample->nlos_probability : 0);
}

static void predict(struct reference_fusion *fusion, float t) {
    float density = fusion->options.acceleration_density, (*p)[N] = fusion->covariance;
    fusion->state[0] += t * fusion->state[1];
    for (int i = 0; i < N; i += 1) p[0][i] += t * p[1][i];
    for (int i = 0; i < N; i += 1) p[i][0] += t * p[i][1];
    p[0][0] += t * t * t * density / 3;
    p[0][1] += t * t * density / 2;
    p[1][0] += t * t * density / 2;
    p[1][1] += t * density;
    for (uint32_t i = 0; i < fusion->options.technology_count; i += 1) {
        p[i + 2][i + 2] += t * squared(fusion->options.technologies[i].bias_drift_m);
    }
}

/* A measurement of the state `first`, plus the state `second` unless that is -1. */
static void correct(struct reference_fusion *fusion, float innovation, float variance, int first, int second) {
    float column[N], (*p)[N] = fusion->covariance;
    for (int i = 0; i < N; i += 1) column[i] = p[i][first] + (second < 0 ? 0 : p[i][second]);
    float expected = column[first] + (second < 0 ? 0 : column[second]) + variance;
    for (int i = 0; i < N; i += 1) {
        float gain = column[i] / expected;
        fusion->state[i] += gain * innovation;
        for (int j = 0; j < N; j += 1) p[i][j] -= gain * column[j];
    }
    for (int i = 0; i < N; i += 1) p[i][i] = fmaxf(p[i][i], 0);
}

static void start(struct reference_fusion *fusion, float distance_m, float variance, int first) {
    memset(fusion->state, 0, sizeof fusion->state);
    memset(fusion->covariance, 0, sizeof fusion->covariance);
    fusion->state[0] = distance_m;
    fusion->covariance[1][1] = squared(1.5f);
    for (uint32_t i = 0; i < fusion->options.technology_count; i += 1) {
        fusion->covariance[i + 2][i + 2] = squared(fusion->options.technologies[i].bias_stddev_m);
    }
    float bias = fusion->covariance[first + 2][first + 2];
    fusion->covariance[0][0] = variance + bias;
    fusion->covariance[0][first + 2] = fusion->covariance[first + 2][0] = -bias;
    fusion->has_distance = 1;
}

static int is_active(const struct reference_fusion *fusion, uint32_t index) {
    return fusion->links[index].has_sample &&
           (uint64_t)fusion->now_ns - (uint64_t)fusion->links[index].last_ns <= (uint64_t)fusion->options.break_ns;
}

static int is_alone(const struct reference_fusion *fusion, int index) {
    for (uint32_t i = 0; i < fusion->options.technology_count; i += 1) {
        if ((int)i != index && is_active(fusion, i)) return 0;
    }
    return 1;
}

static void count_sample(struct reference_fusion *fusion, int index) {
    uint32_t agreed = fusion->links[index].agreed + 1;
    fusion->links[index].agreed = agreed < fusion->options.make_count ? agreed : fusion->options.make_count;
    fusion->links[index].last_ns = fusion->counted_ns = fusion->now_ns;
    fusion->links[index].disagreed = 0;
    fusion->links[index].has_sample = 1;
}

static void take(struct reference_fusion *fusion, float distance_m, float variance, int index, uint32_t *flags) {
    if (!fusion->has_distance) {
        start(fusion, distance_m, variance, index);
        *flags |= RANGEKIT_FUSION_RESTARTED;
        count_sample(fusion, index);
        return;
    }
    int row = index + 2;
    float(*p)[N] = fusion->covariance, innovation = distance_m - fusion->state[0] - fusion->state[row];
    float expected = p[0][0] + 2 * p[0][row] + p[row][row] + variance;
    if (squared(innovation) <= squared(fusion->options.outlier_stddevs) * expected) {
        correct(fusion, innovation, variance, 0, row);
        count_sample(fusion, index);
        return;
    }
    *flags |= RANGEKIT_FUSION_OUTLIER;
    fusion->links[index].agreed = 0;
    fusion->links[index].disagreed += 1;
    if (fusion->links[index].disagreed < fusion->options.reopen_count) return;
    if (is_alone(fusion, index)) {
        start(fusion, distance_m, variance, index);
        *flags |= RANGEKIT_FUSION_RESTARTED;
    } else {
        fusion->state[row] = 0;
        for (int i = 0; i < N; i += 1) p[row][i] = p[i][row] = 0;
        p[row][row] = squared(fusion->options.technologies[index].bias_stddev_m) + squared(innovation);
        correct(fusion, distance_m - fusion->state[0], variance, 0, row);
    }
    count_sample(fusion, index);
}

static float stated_variance(const struct reference_fusion *fusion, uint32_t index) {
    const rangekit_fusion_technology *technology = &fusion->options.technologies[index];
    return squared(technology->stddev_m) + squared(technology->stddev_ratio * fusion->state[0]) +
           squared(technology->bias_stddev_m);
}

static void choose_primary(struct reference_fusion *fusion, uint32_t *flags) {
    int before = fusion->primary;
    if (before > 0 && !is_active(fusion, (uint32_t)before - 1)) fusion->primary = 0;
    for (uint32_t i = 0; i < fusion->options.technology_count; i += 1) {
        if (!is_active(fusion, i)) continue;
        int is_made = fusion->links[i].agreed >= fusion->options.make_count;
        if (fusion->primary == 0 ||
            (is_made && stated_variance(fusion, i) < stated_variance(fusion, (uint32_t)fusion->primary - 1))) {
            fusion->primary = (int)i + 1;
        }
    }
    if (fusion->primary != before && fusion->primary > 0 && (before > 0 || !(*flags & RANGEKIT_FUSION_RESTARTED))) {
        *flags |= RANGEKIT_FUSION_SWITCHED;
    }
}

static uint32_t bit_of(const struct reference_fusion *fusion, uint32_t index) {
    return 1u << (fusion->options.technologies[index].technology & 31);
}

static void report(const struct reference_fusion *fusion, uint32_t flags, rangekit_fusion_result *result) {
    const rangekit_fusion_options *options = &fusion->options;
    int best = -1;
    memset(result, 0, sizeof *result);
    result->struct_size = sizeof *result;
    result->fields = flags;
    if (fusion->primary > 0) {
        result->fields |= RANGEKIT_FUSION_HAS_PRIMARY;
        result->primary = options->technologies[fusion->primary - 1].technology;
    }
    for (uint32_t i = 0; i < options->technology_count; i += 1) {
        if (is_active(fusion, i)) result->active |= bit_of(fusion, i);
        if (fusion->has_distance && fusion->state[0] > options->technologies[i].reach_m) continue;
        if (best < 0 || stated_variance(fusion, i) < stated_variance(fusion, (uint32_t)best)) best = (int)i;
    }
    if (best >= 0) {
        float reach_m = options->technologies[best].reach_m;
        result->wanted |= bit_of(fusion, (uint32_t)best);
        if (fusion->has_distance && fusion->state[0] > (1 - options->reach_margin) * reach_m) {
            for (uint32_t i = 0; i < options->technology_count; i += 1) {
                if (options->technologies[i].reach_m > reach_m) result->wanted |= bit_of(fusion, i);
            }
        }
    }
    if (fusion->primary > 0 && !(best >= 0 && is_active(fusion, (uint32_t)best) &&
                                 fusion->links[best].agreed >= options->make_count)) {
        result->wanted |= bit_of(fusion, (uint32_t)fusion->primary - 1);
    }
    if (!fusion->has_distance) return;
    result->fields |= RANGEKIT_FUSION_HAS_DISTANCE;
    result->age_ns = fusion->now_ns - fusion->counted_ns;
    result->distance_m = fusion->state[0];
    result->distance_stddev_m = sqrtf(fusion->covariance[0][0]);
    result->velocity_mps = fusion->state[1];
    result->velocity_stddev_mps = sqrtf(fusion->covariance[1][1]);
    result->covariance_m2ps = fusion->covariance[0][1];
}

rangekit_status reference_fusion_update(struct reference_fusion *fusion, const rangekit_range_sample *sample,
                                        rangekit_fusion_result *result) {
    rangekit_status usable = reference_pointers(fusion, sample, result, RANGEKIT_FUSION_RESULT_V1_SIZE);
    if (usable != RANGEKIT_OK) return usable;
    int index;
    if (fusion->has_time && sample->time_ns < fusion->now_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    rangekit_status status = check_sample(fusion, sample, &index);
    if (status != RANGEKIT_OK) return status;
    float seconds = fusion->has_time ? (float)((uint64_t)sample->time_ns - (uint64_t)fusion->now_ns) * 1e-9f : 0;
    fusion->now_ns = sample->time_ns;
    fusion->has_time = 1;
    uint32_t flags = 0;
    if (fusion->has_distance) predict(fusion, seconds);
    if (index >= 0) take(fusion, sample->distance_m, variance_of(fusion, sample, index), index, &flags);
    if ((sample->fields & RANGEKIT_SAMPLE_HAS_VELOCITY) && fusion->has_distance) {
        correct(fusion, sample->velocity_mps - fusion->state[1], squared(fusion->options.velocity_stddev_mps), 1, -1);
    }
    choose_primary(fusion, &flags);
    if (result != NULL) report(fusion, flags, result);
    return RANGEKIT_OK;
}

/* ---- Quality model ---- */

void reference_quality_model_init(struct reference_quality_model *model,
                                  const rangekit_quality_model_options *options) {
    rangekit_fusion_options fusion_options = {.struct_size = sizeof fusion_options};
    (void)rangekit_fusion_options_default(&fusion_options);
    memset(model, 0, sizeof *model);
    model->options = *options;
    reference_fusion_init(&model->fusion, &fusion_options);
}

/* What a sample's distance should be; 0 where nothing is expected. */
static int expectation(const struct reference_fusion *fusion, const rangekit_range_sample *sample, float *distance_m,
                       float *variance) {
    int index = index_of(fusion, sample->technology);
    if (!fusion->has_distance || index < 0) return 0;
    const float(*p)[N] = fusion->covariance;
    float t = (float)((uint64_t)sample->time_ns - (uint64_t)fusion->now_ns) * 1e-9f;
    int row = index + 2;
    *distance_m = fusion->state[0] + t * fusion->state[1] + fusion->state[row];
    *variance = p[0][0] + 2 * t * p[0][1] + t * t * p[1][1] + t * t * t * fusion->options.acceleration_density / 3 +
                2 * (p[0][row] + t * p[1][row]) + p[row][row] + variance_of(fusion, sample, index);
    return 1;
}

static float blocked_evidence(const struct reference_quality_model *model, const rangekit_range_sample *sample) {
    const uint32_t powers = RANGEKIT_SAMPLE_HAS_POWER | RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER;
    if (sample->fields & RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY) return sample->nlos_probability;
    if ((sample->fields & powers) != powers) return model->options.blocked_probability;
    float ramp = fminf(fmaxf((sample->power_dbm - sample->first_path_power_dbm - 6) / 4, 0), 1);
    return 0.5f * model->options.blocked_probability + 0.5f * ramp;
}

static float within(float limit_m, float mean, float variance) {
    float scale = 1 / sqrtf(2 * fmaxf(variance, 1e-12f));
    return 0.5f * (erff((limit_m - mean) * scale) + erff((limit_m + mean) * scale));
}

static void judge(const struct reference_quality_model *model, const rangekit_fusion_result *fused,
                  rangekit_quality_model_result *result) {
    const rangekit_quality_model_options *options = &model->options;
    memset(result, 0, sizeof *result);
    result->struct_size = sizeof *result;
    result->sample_count = model->count;
    float squares = 0, expected = 0, believed = 0, outliers = 0, disagreements = 0;
    for (uint32_t i = 0; i < model->count; i += 1) {
        uint32_t at = (model->first + i) % 32;
        if (model->window[at].is_outlier) {
            outliers += 1;
            disagreements += (float)model->window[at].is_disagreement;
        } else {
            squares += model->window[at].square;
            expected += model->window[at].expected;
            believed += 1;
        }
    }
    if (model->count >= 2) {
        uint32_t newest = (model->first + model->count - 1) % 32;
        int64_t span_ns = model->window[newest].time_ns - model->window[model->first].time_ns;
        if (span_ns > 0) {
            result->fields |= RANGEKIT_QUALITY_MODEL_HAS_RATE;
            result->rate_hz = (float)(model->count - 1) * 1e9f / (float)span_ns;
        }
    }
    if (model->count >= 3) {
        result->fields |= RANGEKIT_QUALITY_MODEL_HAS_SCATTER;
        result->scatter_m = believed > 0 ? sqrtf(squares / believed) : 0;
    }
    if (!(fused->fields & RANGEKIT_FUSION_HAS_DISTANCE)) return;
    float scatter = 0, share = model->count > 0 ? outliers / (float)model->count : 0;
    if (model->count >= 4 && believed > 0) {
        scatter = options->scatter_gain * fmaxf(0, (squares - (1 + sqrtf(2 / believed)) * expected) / believed);
    }
    float total = squared(fused->distance_stddev_m), variance = total + scatter;
    float outlier = fminf(0.003f + 0.25f * share + 5.5f * fmaxf(share - 0.4f, 0), 1);
    float blocked = model->has_blocked ? model->blocked : 0, limit = options->limit_m;
    result->fields |= RANGEKIT_QUALITY_MODEL_HAS_DISTANCE;
    result->distance_m = fused->distance_m;
    result->age_ns = fused->age_ns;
    result->probability =
        (1 - outlier) * (1 - blocked) * within(limit, 0, variance) +
        (1 - outlier) * blocked *
            within(limit, options->blocked_bias_m, variance + squared(options->blocked_stddev_m)) +
        outlier * within(limit, 0, variance + squared(options->outlier_stddev_m));
    float t = (float)fused->age_ns * 1e-9f, density = model->fusion.options.acceleration_density;
    float stale = fminf(total, t * t * fmaxf(squared(fused->velocity_stddev_mps) - density * t, 0) +
                                   t * t * t * density / 3);
    float bias = INFINITY;
    for (uint32_t i = 0; i < model->fusion.options.technology_count; i += 1) {
        if (is_active(&model->fusion, i)) bias = fminf(bias, model->fusion.covariance[i + 2][i + 2]);
    }
    bias = fminf(total - stale, isfinite(bias) ? bias : 0);
    float part = outliers > 0 ? disagreements / outliers : 0, wild = outlier * squared(options->outlier_stddev_m);
    float shares[RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY] = {
        bias, fmaxf(total - stale - bias, 0), stale, scatter,
        blocked * (squared(options->blocked_bias_m) + squared(options->blocked_stddev_m)), (1 - part) * wild,
        part * wild};
    float whole = 0;
    for (int i = 0; i < RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY; i += 1) whole += shares[i];
    result->stddev_m = sqrtf(whole);
    for (int i = 0; i < RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY; i += 1) {
        float weight = whole > 0 ? shares[i] / whole : 0;
        if (weight < 0.02f) continue;
        uint32_t place = result->cause_count;
        for (; place > 0 && result->weights[place - 1] < weight; place -= 1) {
            result->weights[place] = result->weights[place - 1];
            result->causes[place] = result->causes[place - 1];
        }
        result->weights[place] = weight;
        result->causes[place] = i;
        result->cause_count += 1;
    }
    if ((uint64_t)fused->age_ns / 10 > (uint64_t)options->window_ns) return;
    result->level = result->probability >= options->excellent_probability ? RANGEKIT_QUALITY_MODEL_EXCELLENT
                    : result->probability >= options->good_probability    ? RANGEKIT_QUALITY_MODEL_GOOD
                                                                          : RANGEKIT_QUALITY_MODEL_POOR;
}

rangekit_status reference_quality_model_update(struct reference_quality_model *model,
                                               const rangekit_range_sample *sample,
                                               rangekit_quality_model_result *result) {
    rangekit_status usable = reference_pointers(model, sample, result, RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE);
    if (usable != RANGEKIT_OK) return usable;
    float evidence = blocked_evidence(model, sample), distance_m = 0, variance = 0;
    if (!isfinite(evidence)) return RANGEKIT_ERROR_NOT_FINITE;
    if (!(evidence >= 0 && evidence <= 1)) return RANGEKIT_ERROR_OUT_OF_RANGE;
    rangekit_range_sample plain = *sample;
    plain.fields &= ~RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY;
    int is_expected = expectation(&model->fusion, &plain, &distance_m, &variance);
    rangekit_fusion_result fused = RANGEKIT_FUSION_RESULT_INIT;
    rangekit_status status = reference_fusion_update(&model->fusion, &plain, &fused);
    if (status != RANGEKIT_OK) return status;
    while (model->count > 0 && (uint64_t)sample->time_ns - (uint64_t)model->window[model->first].time_ns >
                                   (uint64_t)model->options.window_ns) {
        model->first = (model->first + 1) % 32;
        model->count -= 1;
    }
    if (fused.fields & RANGEKIT_FUSION_RESTARTED) model->count = 0;
    if (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) {
        if (model->count == 32) {
            model->first = (model->first + 1) % 32;
            model->count -= 1;
        }
        uint32_t at = (model->first + model->count) % 32;
        int is_outlier = (fused.fields & RANGEKIT_FUSION_OUTLIER) != 0;
        model->window[at].time_ns = sample->time_ns;
        model->window[at].square = is_expected ? squared(sample->distance_m - distance_m) : 0;
        model->window[at].expected = variance;
        model->window[at].is_outlier = is_outlier;
        model->window[at].is_disagreement = is_outlier && (fused.active & ~(1u << (sample->technology & 31))) != 0;
        model->count += 1;
        model->blocked = model->has_blocked ? model->blocked + 0.3f * (evidence - model->blocked) : evidence;
        model->has_blocked = 1;
    }
    if (result != NULL) judge(model, &fused, result);
    return RANGEKIT_OK;
}
