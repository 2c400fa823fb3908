/* The tracker's filter in plain C, for ranges and differences that come in order: predict, bring the biases up to
 * date, gate, update. It is given its start, and knows neither restarts nor late measurements.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "reference.h"

#define AT(i, j) ((i) > (j) ? (i) * ((i) + 1) / 2 + (j) : (j) * ((j) + 1) / 2 + (i))

void reference_tracker_init(struct reference_tracker *tracker, const rangekit_tracker_options *options,
                            const rangekit_tracker_anchor *anchors, uint32_t count) {
    memset(tracker, 0, sizeof *tracker);
    tracker->options = *options;
    tracker->noise_scale = tracker->reflection_scale = 1;
    tracker->dimensions = (int)options->dimensions;
    tracker->anchors = anchors;
    tracker->links = (int)count;
    int next = 2 * tracker->dimensions;
    tracker->common = options->common_bias_stddev_m > 0 ? next++ : -1;
    tracker->link = next;
    tracker->per_link = (options->link_bias_stddev_m > 0) + (options->reflection_stddev_m > 0);
    tracker->states = next + tracker->links * tracker->per_link;
    for (int i = 0; i < tracker->links; i += 1) {
        tracker->place[i][0] = (float)(anchors[i].x_m - anchors[0].x_m);
        tracker->place[i][1] = (float)(anchors[i].y_m - anchors[0].y_m);
        tracker->place[i][2] = (float)(anchors[i].z_m - anchors[0].z_m);
    }
}

static float square(float value) { return value * value; }
static float larger(float a, float b) { return a > b ? a : b; }

void reference_tracker_start(struct reference_tracker *tracker, int64_t time_ns, const float place[3]) {
    const rangekit_tracker_options *options = &tracker->options;
    int d = tracker->dimensions;
    memset(tracker->x, 0, sizeof tracker->x);
    memset(tracker->p, 0, sizeof tracker->p);
    for (int i = 0; i < d; i += 1) {
        tracker->x[i] = place[i];
        tracker->p[AT(i, i)] = 0.01f;
        tracker->p[AT(d + i, d + i)] = square(options->start_speed_mps);
    }
    if (tracker->common >= 0) tracker->p[AT(tracker->common, tracker->common)] = square(options->common_bias_stddev_m);
    for (int i = 0; i < tracker->links; i += 1) {
        int state = tracker->link + i * tracker->per_link;
        if (options->link_bias_stddev_m > 0) {
            tracker->p[AT(state, state)] = square(options->link_bias_stddev_m);
            state += 1;
        }
        if (options->reflection_stddev_m > 0) tracker->p[AT(state, state)] = square(options->reflection_stddev_m);
        tracker->times_ns[i] = time_ns;
    }
    tracker->now_ns = tracker->common_ns = time_ns;
    tracker->noise_scale = tracker->reflection_scale = 1;
    tracker->accepted = 0;
}

static void predict(struct reference_tracker *tracker, int64_t time_ns) {
    float dt = (float)(time_ns - tracker->now_ns) * 1e-9f, *x = tracker->x, *p = tracker->p, speed = 0;
    int d = tracker->dimensions;
    tracker->now_ns = time_ns;
    if (dt <= 0) return;
    for (int i = 0; i < d; i += 1) {
        speed += square(x[d + i]);
        x[i] += dt * x[d + i];
    }
    const rangekit_tracker_options *options = &tracker->options;
    float density = square(options->acceleration_density) + square(options->turn_density) * (speed < 100 ? speed : 100);
    for (int i = 0; i < d; i += 1) {
        float *velocity = p + AT(d + i, 0);
        for (int j = 0; j <= i; j += 1) {
            p[AT(i, j)] += dt * (velocity[j] + p[AT(d + j, i)] + dt * velocity[d + j]);
        }
    }
    for (int i = 0; i < d; i += 1) {
        float *velocity = p + AT(d + i, 0), half = density * dt * dt * 0.5f;
        for (int j = 0; j < d; j += 1) velocity[j] += dt * p[AT(d + i, d + j)];
        p[AT(i, i)] += half * dt * (2.0f / 3);
        velocity[i] += half;
        velocity[d + i] += density * dt;
    }
    for (int k = 2 * d; k < tracker->states; k += 1) {
        float *row = p + AT(k, 0);
        for (int i = 0; i < d; i += 1) row[i] += dt * row[d + i];
    }
}

static float decay(float ratio) { return 1 / (1 + ratio * (1 + ratio * (0.5f + ratio * (1.0f / 6)))); }

static void relax(struct reference_tracker *tracker, int i, float left, float variance) {
    float *row = tracker->p + AT(i, 0);
    for (int j = 0; j < i; j += 1) row[j] *= left;
    row[i] = row[i] * left * left + variance * (1 - left * left);
    for (int j = i + 1; j < tracker->states; j += 1) tracker->p[AT(j, i)] *= left;
    tracker->x[i] *= left;
}

static float smaller(float a, float b) { return a < b ? a : b; }

static void learn_reflection(struct reference_tracker *tracker, float moment, float left) {
    float scale = tracker->reflection_scale;
    scale += (1 - left * left) * (1.0f / 33) * (smaller(moment, 9 * scale) - scale);
    tracker->reflection_scale = smaller(larger(scale, 1), 100);
}

static void learn_noise(struct reference_tracker *tracker, float deviations) {
    float scale = tracker->noise_scale, ratio = smaller(square(deviations), 4) * (1 / 0.9205f);
    float gain = 1 / smaller(33, 10 + (float)tracker->accepted);
    scale += gain * (scale * (ratio - 1) + 0.03f * (1 - scale));
    tracker->noise_scale = smaller(larger(scale, 0.25f), 25);
    if (tracker->accepted < 1000) tracker->accepted += 1;
}

static void refresh(struct reference_tracker *tracker, int index) {
    const rangekit_tracker_options *options = &tracker->options;
    float seconds = (float)(tracker->now_ns - tracker->times_ns[index]) * 1e-9f;
    tracker->times_ns[index] = tracker->now_ns;
    int state = tracker->link + index * tracker->per_link;
    if (options->link_bias_stddev_m > 0) {
        relax(tracker, state, decay(seconds / options->link_bias_time_s), square(options->link_bias_stddev_m));
        state += 1;
    }
    if (options->reflection_stddev_m > 0) {
        float prior = square(options->reflection_stddev_m), beyond = 2 * options->reflection_stddev_m;
        float variance = prior * tracker->reflection_scale, left = decay(seconds / options->reflection_time_s);
        if (tracker->x[state] > beyond) variance += square(tracker->x[state]) - square(beyond);
        learn_reflection(tracker, (square(tracker->x[state]) + tracker->p[AT(state, state)]) / prior, left);
        relax(tracker, state, left, variance);
    }
}

static float direction(const struct reference_tracker *tracker, int index, float unit[3]) {
    float length = 0;
    for (int i = 0; i < tracker->dimensions; i += 1) {
        unit[i] = tracker->x[i] - tracker->place[index][i];
        length += square(unit[i]);
    }
    length = sqrtf(length);
    for (int i = 0; i < tracker->dimensions; i += 1) unit[i] /= larger(length, 0.05f);
    return length;
}

static int find(const struct reference_tracker *tracker, uint32_t id) {
    if (id < (uint32_t)tracker->links && tracker->anchors[id].id == id) return (int)id;
    for (int i = 0; i < tracker->links; i += 1) {
        if (tracker->anchors[i].id == id) return i;
    }
    return -1;
}

void reference_tracker_update(struct reference_tracker *tracker, const rangekit_tracker_measurement *measurement,
                              rangekit_tracker_result *result) {
    const rangekit_tracker_options *options = &tracker->options;
    int d = tracker->dimensions, n = tracker->states, count = 0, index[16];
    int a = find(tracker, measurement->anchor), b = -1;
    float slope[16], unit[3], w[REFERENCE_TRACKER_STATES] = {0}, *x = tracker->x, *p = tracker->p;
    *result = (rangekit_tracker_result){0, 0, 0, RANGEKIT_ERROR_ANCHOR_INVALID};
    if (measurement->kind == RANGEKIT_TRACKER_DIFFERENCE) b = find(tracker, measurement->anchor_b);
    if (a < 0 || !isfinite(measurement->value)) return;
    predict(tracker, measurement->time_ns);
    if (tracker->per_link > 0) {
        refresh(tracker, a);
        if (b >= 0) refresh(tracker, b);
    }
    int uses_common = tracker->common >= 0 && b < 0;
    if (uses_common) {
        float seconds = (float)(tracker->now_ns - tracker->common_ns) * 1e-9f;
        float left = decay(seconds / options->common_bias_time_s);
        relax(tracker, tracker->common, left, square(options->common_bias_stddev_m));
        tracker->common_ns = tracker->now_ns;
    }
    float expected = direction(tracker, a, unit), far[3];
    if (b >= 0) {
        expected = direction(tracker, b, far) - expected;
        for (int i = 0; i < d; i += 1) unit[i] = far[i] - unit[i];
    }
    float innovation = (float)measurement->value - expected;
    for (; count < d; count += 1) {
        index[count] = count;
        slope[count] = unit[count];
    }
    if (uses_common) {
        index[count] = tracker->common;
        slope[count++] = 1;
    }
    for (int k = 0; k < tracker->per_link; k += 1) {
        index[count] = tracker->link + a * tracker->per_link + k;
        slope[count++] = b < 0 ? 1 : -1;
        if (b < 0) continue;
        index[count] = tracker->link + b * tracker->per_link + k;
        slope[count++] = 1;
    }
    for (int k = d; k < count; k += 1) innovation -= slope[k] * x[index[k]];
    for (int k = 0; k < count; k += 1) {
        int i = index[k];
        const float *row = p + AT(i, 0);
        for (int j = 0; j <= i; j += 1) w[j] += slope[k] * row[j];
        for (int j = i + 1; j < n; j += 1) w[j] += slope[k] * p[AT(j, i)];
    }
    float stated = measurement->stddev > 0 ? measurement->stddev : options->stddev_m, total = square(stated) * tracker->noise_scale;
    for (int k = 0; k < count; k += 1) total += slope[k] * w[index[k]];
    float stddev = sqrtf(total), deviations = fabsf(innovation) / stddev;
    *result = (rangekit_tracker_result){innovation, stddev, 0, RANGEKIT_ERROR_GATED};
    if (!(deviations <= options->gate_stddevs)) return;
    float limit = b < 0 && innovation > 0 ? options->long_stddevs : options->short_stddevs;
    result->weight = deviations > limit ? limit / deviations : 1;
    result->status = RANGEKIT_OK;
    float inverse = 1 / sqrtf(total / result->weight), step = innovation * inverse;
    for (int i = 0; i < n; i += 1) {
        w[i] *= inverse;
        x[i] += w[i] * step;
    }
    float *row = p;
    for (int i = 0; i < n; row += i + 1, i += 1) {
        float factor = w[i];
        for (int j = 0; j <= i; j += 1) row[j] -= factor * w[j];
        row[i] = larger(row[i], 1e-10f);
    }
    learn_noise(tracker, deviations);
}
