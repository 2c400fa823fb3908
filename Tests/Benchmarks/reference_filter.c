/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference_tracking.h"

#define PI 3.14159265f
#define LIMIT 1e9f

typedef struct reference_vector vector;

static vector scaled(float factor, vector v) { return (vector){factor * v.x, factor * v.y, factor * v.z}; }
static vector sum(vector a, vector b) { return (vector){a.x + b.x, a.y + b.y, a.z + b.z}; }
static float dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector cross(vector a, vector b) {
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float wrapped(float angle) {
    if (angle > -PI && angle <= PI) return angle;
    float rest = angle - 2 * PI * roundf(angle / (2 * PI));
    return rest <= -PI ? rest + 2 * PI : rest;
}

static vector difference(int32_t domain, vector start, vector end) {
    if (domain == RANGEKIT_FILTER_LINEAR) return sum(end, scaled(-1, start));
    if (domain == RANGEKIT_FILTER_CIRCULAR) return (vector){wrapped(end.x - start.x), 0, 0};
    vector axis = cross(start, end);
    float sine = sqrtf(dot(axis, axis)), cosine = dot(start, end);
    if (sine < 1e-7f) {
        if (cosine >= 0) return (vector){0, 0, 0};
        axis = cross(start, fabsf(start.x) < 0.6f ? (vector){1, 0, 0} : (vector){0, 1, 0});
        return scaled(PI / sqrtf(dot(axis, axis)), axis);
    }
    return scaled(atan2f(sine, cosine) / sine, axis);
}

static vector moved(int32_t domain, vector value, vector step) {
    if (domain == RANGEKIT_FILTER_LINEAR) return sum(value, step);
    if (domain == RANGEKIT_FILTER_CIRCULAR) return (vector){wrapped(value.x + step.x), 0, 0};
    float angle = sqrtf(dot(step, step));
    if (angle <= 1e-9f) return value;
    vector axis = scaled(1 / angle, step);
    float sine = sinf(angle), cosine = cosf(angle);
    vector turned = sum(sum(scaled(cosine, value), scaled(sine, cross(axis, value))),
                        scaled((1 - cosine) * dot(axis, value), axis));
    return scaled(1 / sqrtf(dot(turned, turned)), turned);
}

static float length(int32_t domain, vector step) {
    return domain == RANGEKIT_FILTER_DIRECTION ? sqrtf(dot(step, step)) : fabsf(step.x);
}

void reference_filter_init(struct reference_filter *filter, const rangekit_filter_options *options) {
    memset(filter, 0, sizeof *filter);
    filter->options = *options;
}

static void forget(struct reference_filter *filter) {
    filter->count = 0;
    filter->rejected_count = 0;
    filter->learned_variance = 0;
    filter->learned_count = 0;
    filter->has_value = 0;
}

static float stddev_of(const struct reference_filter *filter, const float *stated) {
    if (stated != NULL) return *stated;
    if (filter->options.stddev > 0) return filter->options.stddev;
    if (filter->learned_count == 0) return 5 * filter->options.stddev_floor;
    return fmaxf(sqrtf(filter->learned_variance), filter->options.stddev_floor);
}

static void learn(struct reference_filter *filter, float distance, float predicted) {
    float current = stddev_of(filter, NULL);
    current *= current;
    float cap = filter->options.outlier_stddevs * filter->options.outlier_stddevs * (current + predicted);
    float excess = fmaxf(fminf(distance * distance, cap) - predicted, 0);
    if (filter->options.domain == RANGEKIT_FILTER_DIRECTION) excess /= 2;
    if (filter->learned_count < 50) filter->learned_count += 1;
    uint32_t samples = filter->learned_count + 3 < 50 ? filter->learned_count + 3 : 50;
    if (filter->learned_count == 1) filter->learned_variance = current;
    filter->learned_variance += (excess - filter->learned_variance) / (float)samples;
}

static void start_kalman(struct reference_filter *filter, vector value, const float *stated, float weight) {
    float stddev = stddev_of(filter, stated);
    filter->value = value;
    filter->rate = (vector){0, 0, 0};
    filter->value_variance = stddev * stddev / weight;
    filter->covariance = 0;
    filter->rate_variance = 4;
    filter->weight = weight;
    filter->rejected_count = 0;
}

static void keep_out(struct reference_filter *filter, vector value, const float *stated, float weight) {
    const rangekit_filter_options *options = &filter->options;
    filter->flags |= RANGEKIT_FILTER_FLAG_OUTLIER;
    float seconds = (float)((uint64_t)filter->now_ns - (uint64_t)filter->rejected_ns) * 1e-9f;
    float tolerance = options->outlier_stddevs * stddev_of(filter, stated) * 1.4142135f + 2 * seconds;
    int agrees = filter->rejected_count > 0 &&
                 length(options->domain, difference(options->domain, filter->rejected, value)) <= tolerance;
    filter->rejected_count = agrees ? filter->rejected_count + 1 : 1;
    filter->rejected = value;
    filter->rejected_ns = filter->now_ns;
    if (filter->rejected_count < options->reopen_count) return;
    start_kalman(filter, value, stated, weight);
    filter->flags = RANGEKIT_FILTER_FLAG_REOPENED;
}

static void update_kalman(struct reference_filter *filter, vector value, const float *stated, float weight) {
    if (!filter->has_value) {
        start_kalman(filter, value, stated, weight);
        return;
    }
    int32_t domain = filter->options.domain;
    float t = (float)((uint64_t)filter->now_ns - (uint64_t)filter->value_ns) * 1e-9f;
    float density = filter->options.acceleration_density;
    filter->value = moved(domain, filter->value, scaled(t, filter->rate));
    filter->value_variance += t * (2 * filter->covariance + t * (filter->rate_variance + t * density * (1.0f / 3)));
    filter->covariance += t * (filter->rate_variance + t * density / 2);
    filter->rate_variance += t * density;
    vector step = difference(domain, filter->value, value);
    float distance = length(domain, step), stddev = stddev_of(filter, stated);
    float noise = stddev * stddev / weight, expected = filter->value_variance + noise;
    float limit = filter->options.outlier_stddevs;
    learn(filter, distance, filter->value_variance);
    if (distance * distance > limit * limit * expected) {
        keep_out(filter, value, stated, weight);
        return;
    }
    filter->rejected_count = 0;
    float gain = filter->value_variance / expected, rate_gain = filter->covariance / expected;
    filter->value = moved(domain, filter->value, scaled(gain, step));
    filter->rate = sum(filter->rate, scaled(rate_gain, step));
    filter->rate_variance -= rate_gain * filter->covariance;
    filter->covariance *= noise / expected;
    filter->value_variance *= noise / expected;
    filter->weight += gain * (weight - filter->weight);
}

static const struct reference_filter_entry *entry(const struct reference_filter *filter, uint32_t index) {
    return &filter->window[(filter->first + index) % RANGEKIT_FILTER_CAPACITY];
}

static float median(float *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i += 1) {
        float value = values[i];
        uint32_t place = i;
        for (; place > 0 && values[place - 1] > value; place -= 1) values[place] = values[place - 1];
        values[place] = value;
    }
    return (values[count / 2] + values[(count - 1) / 2]) / 2;
}

static vector middle(const struct reference_filter *filter) {
    uint32_t best = filter->count - 1;
    if (filter->options.domain == RANGEKIT_FILTER_CIRCULAR) {
        float sine = 0, cosine = 0;
        for (uint32_t i = 0; i < filter->count; i += 1) {
            sine += sinf(entry(filter, i)->value.x);
            cosine += cosf(entry(filter, i)->value.x);
        }
        return (vector){atan2f(sine, cosine), 0, 0};
    }
    if (filter->options.domain == RANGEKIT_FILTER_DIRECTION) {
        float least = INFINITY;
        for (uint32_t i = 0; i < filter->count; i += 1) {
            float chords = 0;
            for (uint32_t j = 0; j < filter->count; j += 1) {
                vector chord = sum(entry(filter, j)->value, scaled(-1, entry(filter, i)->value));
                chords += sqrtf(dot(chord, chord));
            }
            if (chords < least) least = chords, best = i;
        }
    }
    return entry(filter, best)->value;
}

/* The window's median with its spread. */
static void show_median(struct reference_filter *filter, const float *stated) {
    int32_t domain = filter->options.domain;
    uint32_t count = filter->count, dropped = (uint32_t)((float)count / 2 + 0.5f);
    if (2 * dropped >= count) dropped = (count - 1) / 2;
    vector base = middle(filter);
    uint8_t order[RANGEKIT_FILTER_CAPACITY];
    float offsets[RANGEKIT_FILTER_CAPACITY];
    for (uint32_t i = 0; i < count; i += 1) {
        vector step = difference(domain, base, entry(filter, i)->value);
        float offset = domain == RANGEKIT_FILTER_DIRECTION ? length(domain, step) : step.x;
        uint32_t place = i;
        offsets[i] = offset;
        for (; place > 0 && offsets[order[place - 1]] > offset; place -= 1) order[place] = order[place - 1];
        order[place] = (uint8_t)i;
    }
    uint32_t first = domain == RANGEKIT_FILTER_DIRECTION ? 0 : dropped;
    uint32_t last = domain == RANGEKIT_FILTER_DIRECTION ? count - 2 * dropped : count - dropped;
    int64_t newest_ns = entry(filter, count - 1)->time_ns;
    float weights = 0, squares = 0, ages = 0;
    vector steps = {0, 0, 0};
    for (uint32_t place = first; place < last; place += 1) {
        const struct reference_filter_entry *at = entry(filter, order[place]);
        weights += at->weight;
        squares += at->weight * at->weight;
        steps = sum(steps, scaled(at->weight, difference(domain, base, at->value)));
        ages += at->weight * (float)(newest_ns - at->time_ns);
    }
    filter->shown = moved(domain, base, scaled(1 / weights, steps));
    float distances = 0;
    for (uint32_t i = 0; i < count; i += 1) {
        offsets[i] = length(domain, difference(domain, filter->shown, entry(filter, i)->value));
        distances += offsets[i] * offsets[i];
    }
    float deviation = 1.4826f * median(offsets, count), efficiency = 0.64f, spread = deviation;
    if (dropped == 0) {
        efficiency = 1;
        float freedom = (float)(count > 1 ? count - 1 : 1) * (domain == RANGEKIT_FILTER_DIRECTION ? 2 : 1);
        spread = sqrtf(distances / freedom);
    }
    float floor = 0.1f * (filter->options.stddev > 0 ? filter->options.stddev : filter->options.stddev_floor);
    filter->shown_stddev =
        count < 2 ? stddev_of(filter, stated) : fmaxf(spread, floor) / sqrtf(efficiency * (float)count);
    filter->shown_weight = squares / weights;
    filter->shown_ns = newest_ns - (int64_t)(ages / weights);
}

static rangekit_status normalize(const struct reference_filter *filter, vector *value) {
    int is_direction = filter->options.domain == RANGEKIT_FILTER_DIRECTION;
    if (!isfinite(value->x) || (is_direction && !(isfinite(value->y) && isfinite(value->z)))) {
        return RANGEKIT_ERROR_NOT_FINITE;
    }
    if (!is_direction) {
        if (fabsf(value->x) > LIMIT) return RANGEKIT_ERROR_OUT_OF_RANGE;
        if (filter->options.domain == RANGEKIT_FILTER_CIRCULAR) value->x = wrapped(value->x);
        value->y = value->z = 0;
        return RANGEKIT_OK;
    }
    float scale = fmaxf(fmaxf(fabsf(value->x), fabsf(value->y)), fabsf(value->z));
    if (!(scale >= 1e-6f && scale <= LIMIT)) return RANGEKIT_ERROR_OUT_OF_RANGE;
    *value = scaled(1 / scale, *value);
    *value = scaled(1 / sqrtf(dot(*value, *value)), *value);
    return RANGEKIT_OK;
}

static void fill(const struct reference_filter *filter, rangekit_filter_result *result) {
    memset(result, 0, sizeof *result);
    result->flags = filter->flags;
    if (!filter->has_value) return;
    int is_kalman = filter->options.method == RANGEKIT_FILTER_KALMAN;
    vector value = is_kalman ? filter->value : filter->shown, rate = filter->rate;
    float variance = is_kalman ? filter->value_variance : filter->shown_stddev * filter->shown_stddev;
    float seconds = (float)((uint64_t)filter->now_ns - (uint64_t)filter->value_ns) * 1e-9f;
    if (is_kalman && seconds > 0) {
        float density = filter->options.acceleration_density;
        value = moved(filter->options.domain, value, scaled(seconds, rate));
        variance += seconds *
                    (2 * filter->covariance + seconds * (filter->rate_variance + seconds * density * (1.0f / 3)));
    }
    result->fields = RANGEKIT_FILTER_HAS_VALUE | RANGEKIT_FILTER_HAS_STDDEV;
    memcpy(result->value, &value, sizeof value);
    result->stddev = sqrtf(variance + filter->options.shared_stddev * filter->options.shared_stddev);
    result->weight = is_kalman ? filter->weight : filter->shown_weight;
    if (is_kalman) {
        result->fields |= RANGEKIT_FILTER_HAS_RATE;
        memcpy(result->rate, &rate, sizeof rate);
    } else {
        result->latency_ns = filter->now_ns - filter->shown_ns;
    }
}

rangekit_status reference_filter_update(struct reference_filter *filter, const rangekit_filter_sample *sample,
                                        rangekit_filter_result *result) {
    rangekit_status usable = reference_pointers(filter, sample, result, 0);
    if (usable != RANGEKIT_OK) return usable;
    const uint32_t known =
        RANGEKIT_FILTER_SAMPLE_HAS_VALUE | RANGEKIT_FILTER_SAMPLE_HAS_STDDEV | RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT;
    if (sample->fields & ~known) return RANGEKIT_ERROR_UNKNOWN_OPTION;
    if (filter->has_time && sample->time_ns < filter->now_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    float weight = sample->fields & RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT ? sample->weight : 1;
    const float *stated = sample->fields & RANGEKIT_FILTER_SAMPLE_HAS_STDDEV ? &sample->stddev : NULL;
    if (!isfinite(weight)) return RANGEKIT_ERROR_NOT_FINITE;
    if (weight < 0 || weight > 1) return RANGEKIT_ERROR_OUT_OF_RANGE;
    if (stated != NULL && !isfinite(*stated)) return RANGEKIT_ERROR_NOT_FINITE;
    if (stated != NULL && !(*stated > 0 && *stated <= LIMIT)) return RANGEKIT_ERROR_OUT_OF_RANGE;
    int has_value = (sample->fields & RANGEKIT_FILTER_SAMPLE_HAS_VALUE) != 0;
    vector value = {sample->value[0], sample->value[1], sample->value[2]};
    if (has_value) {
        rangekit_status status = normalize(filter, &value);
        if (status != RANGEKIT_OK) return status;
    }
    filter->now_ns = sample->time_ns;
    filter->has_time = 1;
    filter->flags = 0;
    if (has_value && weight > 0) {
        uint64_t silence = (uint64_t)filter->now_ns - (uint64_t)filter->value_ns;
        if (filter->has_value && silence > (uint64_t)filter->options.gap_ns) forget(filter);
        if (!filter->has_value) filter->flags |= RANGEKIT_FILTER_FLAG_RESTARTED;
        if (filter->options.method == RANGEKIT_FILTER_KALMAN) {
            update_kalman(filter, value, stated, weight);
        } else {
            if (filter->count >= filter->options.window_count) {
                filter->first = (filter->first + 1) % RANGEKIT_FILTER_CAPACITY;
                filter->count -= 1;
            }
            filter->window[(filter->first + filter->count) % RANGEKIT_FILTER_CAPACITY] =
                (struct reference_filter_entry){filter->now_ns, value, weight};
            filter->count += 1;
            while ((uint64_t)filter->now_ns - (uint64_t)entry(filter, 0)->time_ns >
                   (uint64_t)filter->options.window_ns) {
                filter->first = (filter->first + 1) % RANGEKIT_FILTER_CAPACITY;
                filter->count -= 1;
            }
            show_median(filter, stated);
        }
        filter->value_ns = filter->now_ns;
        filter->has_value = 1;
    }
    if (result != NULL) fill(filter, result);
    return RANGEKIT_OK;
}
