/* SPDX-License-Identifier: MIT */
#include "flight.h"

static double normal(struct random_source *source) {
    double u = 1 - random_unit(source), v = random_unit(source);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static double uniform(struct random_source *source, double low, double high) {
    return low + (high - low) * random_unit(source);
}

void flight_init(struct flight *flight, const struct flight_options *options) {
    memset(flight, 0, sizeof *flight);
    flight->options = *options;
    flight->random.state = options->seed;
    struct random_source *random = &flight->random;
    for (uint32_t i = 0; i < FLIGHT_ANCHORS; i += 1) {
        flight->anchors[i] = (rangekit_tracker_anchor){
            .x_m = (i & 4 ? 3.5 : -3.5) + 0.15 * normal(random), .y_m = (i & 2 ? 4.0 : -4.0) + 0.15 * normal(random),
            .z_m = (i & 1 ? 2.9 : 0.2) + 0.15 * normal(random), .id = 100 + i};
        flight->bias_m[i] = options->common_bias_m + options->link_bias_m * normal(random);
        for (int j = 0; j < 3; j += 1) flight->wave[i][j] = 1.5 * normal(random);
        flight->wave[i][3] = uniform(random, 0, 6.283);
    }
    for (int axis = 0; axis < 3; axis += 1) {
        for (int k = 0; k < 3; k += 1) {
            flight->frequency[axis][k] = 6.283185 * options->pace * uniform(random, 0.04, 0.18);
            flight->phase[axis][k] = uniform(random, 0, 6.283);
        }
    }
}

static void place_at(const struct flight *flight, double t_s, double place[3]) {
    static const double amplitude[3][3] = {{1.3, 0.7, 0.3}, {1.5, 0.7, 0.3}, {0.4, 0.2, 0.1}};
    for (int axis = 0; axis < 3; axis += 1) {
        place[axis] = axis == 2 ? 1.3 : 0;
        for (int k = 0; k < 3; k += 1) {
            place[axis] += amplitude[axis][k] * sin(flight->frequency[axis][k] * t_s + flight->phase[axis][k]);
        }
    }
}

static double distance_read(const struct flight *flight, uint32_t i, const double place[3]) {
    double dx = place[0] - flight->anchors[i].x_m, dy = place[1] - flight->anchors[i].y_m,
           dz = place[2] - flight->anchors[i].z_m;
    const double *wave = flight->wave[i];
    double room = 0.05 * sin(wave[0] * place[0] + wave[1] * place[1] + wave[2] * place[2] + wave[3]);
    return sqrt(dx * dx + dy * dy + dz * dz) + flight->bias_m[i] + flight->blocked_m[i] + room;
}

rangekit_tracker_measurement flight_next(struct flight *flight, double truth[3]) {
    const struct flight_options *options = &flight->options;
    struct random_source *random = &flight->random;
    int64_t hertz = options->kind == FLIGHT_RANGES ? 83 : 200;
    int64_t index = flight->index++;
    if (index % hertz == 0) {
        for (int i = 0; i < FLIGHT_ANCHORS; i += 1) {
            flight->blocked_m[i] = random_unit(random) < options->blocked ? uniform(random, 0.1, 0.6) : 0;
        }
    }
    place_at(flight, (double)index / (double)hertz, truth);
    uint32_t a = (uint32_t)(index % FLIGHT_ANCHORS), b = (a + 1) % FLIGHT_ANCHORS;
    if (options->kind == FLIGHT_PAIRS) b = (a + 1 + (uint32_t)random_below(random, FLIGHT_ANCHORS - 1)) % FLIGHT_ANCHORS;
    int wild = random_unit(random) < options->outliers;
    rangekit_tracker_measurement measurement = {.time_ns = index * 1000000000 / hertz, .anchor = 100 + a};
    if (options->kind == FLIGHT_RANGES) {
        measurement.kind = RANGEKIT_TRACKER_RANGE;
        measurement.stddev = 0.1f;
        measurement.value = distance_read(flight, a, truth) + options->noise_m * normal(random);
        if (wild) measurement.value += uniform(random, -3, 20);
        return measurement;
    }
    measurement.kind = RANGEKIT_TRACKER_DIFFERENCE;
    measurement.anchor_b = 100 + b;
    measurement.stddev = 0.14f;
    measurement.value = distance_read(flight, b, truth) - distance_read(flight, a, truth);
    measurement.value += 1.4 * options->noise_m * normal(random);
    if (wild) measurement.value += random_unit(random) < 0.75 ? 2 * normal(random) : uniform(random, -160, 160);
    return measurement;
}
