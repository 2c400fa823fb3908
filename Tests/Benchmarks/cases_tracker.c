/* SPDX-License-Identifier: MIT */
#include "cases_tracker.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

#define ANCHORS 8
#define PERIOD_NS INT64_C(12000000)

/* One tracker of each side, and the measurements that both take over and over, later each time. */
struct tracked {
    uint64_t memory[3072];
    rangekit_tracker *tracker;
    struct reference_tracker reference;
    rangekit_tracker_measurement rows[TRACKER_ROWS], plain_rows[TRACKER_ROWS];
    rangekit_tracker_result results[TRACKER_ROWS];
};

static struct tracked plain_states, differences, biases;
static volatile uint64_t sink;

static const rangekit_tracker_anchor room[ANCHORS] = {
    {.x_m = -3.5, .y_m = -4.1, .z_m = 0.2, .id = 0}, {.x_m = 3.6, .y_m = -4.0, .z_m = 0.3, .id = 1},
    {.x_m = 3.4, .y_m = 4.2, .z_m = 0.1, .id = 2},   {.x_m = -3.6, .y_m = 4.0, .z_m = 0.2, .id = 3},
    {.x_m = -3.4, .y_m = -4.0, .z_m = 2.9, .id = 4}, {.x_m = 3.5, .y_m = -4.1, .z_m = 2.8, .id = 5},
    {.x_m = 3.6, .y_m = 4.0, .z_m = 3.0, .id = 6},   {.x_m = -3.5, .y_m = 3.9, .z_m = 2.9, .id = 7},
};

static double distance(uint32_t anchor, double angle) {
    double dx = 1.5 * cos(angle) - room[anchor].x_m, dy = 1.2 * sin(angle) - room[anchor].y_m,
           dz = 1.3 + 0.3 * sin(2 * angle) - room[anchor].z_m;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static void make_rows(struct tracked *tracked, int32_t kind) {
    uint64_t state = 1;
    for (uint32_t i = 0; i < TRACKER_ROWS; i += 1) {
        /* Once round in 512 rows, so that the last is next to the first. */
        double angle = 6.283185307179586 * i / TRACKER_ROWS;
        uint32_t a = i % ANCHORS, b = (i + 3) % ANCHORS;
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        double noise = ((double)(state >> 11) * 0x1p-53 - 0.5) * 0.2;
        tracked->rows[i] = (rangekit_tracker_measurement){
            .time_ns = i * PERIOD_NS, .kind = kind, .anchor = a, .anchor_b = b, .stddev = 0.1f,
            .value = noise + (kind == RANGEKIT_TRACKER_RANGE ? distance(a, angle) : distance(b, angle) - distance(a, angle))};
    }
    memcpy(tracked->plain_rows, tracked->rows, sizeof tracked->rows);
}

static void later(rangekit_tracker_measurement *rows) {
    for (size_t i = 0; i < TRACKER_ROWS; i += 1) rows[i].time_ns += TRACKER_ROWS * PERIOD_NS;
}

static void run(struct tracked *tracked, size_t calls) {
    size_t refused;
    for (size_t i = 0; i < calls; i += 1) {
        (void)rangekit_tracker_update_batch(tracked->tracker, tracked->rows, TRACKER_ROWS, tracked->results, NULL,
                                            &refused);
        sink += refused;
        later(tracked->rows);
    }
}

static void run_plain(struct tracked *tracked, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        size_t refused = 0;
        for (size_t row = 0; row < TRACKER_ROWS; row += 1) {
            reference_tracker_update(&tracked->reference, &tracked->plain_rows[row], &tracked->results[row]);
            refused += tracked->results[row].status != RANGEKIT_OK;
        }
        sink += refused;
        later(tracked->plain_rows);
    }
}

/* Both sides start in their own way and must agree once that is forgotten. */
static int prepare(struct tracked *tracked, const rangekit_tracker_options *options, int32_t kind) {
    static const float start[3] = {5.0f, 4.1f, 1.1f}; /* about the first anchor */
    make_rows(tracked, kind);
    (void)rangekit_tracker_init(tracked->memory, sizeof tracked->memory, options, &tracked->tracker);
    (void)rangekit_tracker_set_anchors(tracked->tracker, room, ANCHORS, NULL);
    reference_tracker_init(&tracked->reference, options, room, ANCHORS);
    reference_tracker_start(&tracked->reference, 0, start);
    run(tracked, 40);
    run_plain(tracked, 40);
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    (void)rangekit_tracker_get_state(tracked->tracker, &state);
    const float *x = tracked->reference.x, *p = tracked->reference.p;
    double off = fabs(state.x_m - room[0].x_m - x[0]) + fabs(state.y_m - room[0].y_m - x[1]) +
                 fabs(state.z_m - room[0].z_m - x[2]) + fabs(state.velocity_x_mps - x[3]);
    double spread = fabs(state.covariance[0] - p[0]) + fabs(state.covariance[5] - p[5]);
    if (state.start_count != 1 || off > 2e-3 || spread > 1e-2 * p[5]) {
        fprintf(stderr, "bench: the tracker differs from its reference by %g m and %g m^2\n", off, spread);
        return 1;
    }
    return 0;
}

int prepare_tracker_cases(void) {
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    if (prepare(&biases, &options, RANGEKIT_TRACKER_RANGE)) return 1;
    options.common_bias_stddev_m = options.link_bias_stddev_m = options.reflection_stddev_m = 0;
    return prepare(&plain_states, &options, RANGEKIT_TRACKER_RANGE) ||
           prepare(&differences, &options, RANGEKIT_TRACKER_DIFFERENCE);
}

void tracker_plain_states(size_t calls) { run(&plain_states, calls); }
void tracker_plain_states_plain(size_t calls) { run_plain(&plain_states, calls); }
void tracker_differences(size_t calls) { run(&differences, calls); }
void tracker_differences_plain(size_t calls) { run_plain(&differences, calls); }
void tracker_biases(size_t calls) { run(&biases, calls); }
void tracker_biases_plain(size_t calls) { run_plain(&biases, calls); }
