/* SPDX-License-Identifier: MIT */
#include "cases_position.h"

#include <math.h>
#include <stdio.h>

#include "reference.h"

#define ANCHORS 8

static const rangekit_anchor room[ANCHORS] = {{0, 0, 0.3}, {10, 0, 2.8}, {10, 8, 0.2},  {0, 8, 2.9},
                                              {5, 0, 2.5}, {5, 8, 0.5},  {0, 4, 1.0}, {10, 4, 2.0}};
static rangekit_measurement rows[POSITION_FIXES * ANCHORS];
static rangekit_measurement_result results[POSITION_FIXES * ANCHORS];
static rangekit_position positions[POSITION_FIXES];
static uint64_t offsets[POSITION_FIXES + 1];
static rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
static volatile uint64_t sink;

static uint64_t random_state = 99;

static double random_unit(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

int prepare_position_cases(void) {
    for (size_t f = 0; f < POSITION_FIXES; f += 1) {
        double x = 1 + 8 * random_unit(), y = 1 + 6 * random_unit(), z = 0.5 + 2 * random_unit();
        for (uint32_t i = 0; i < ANCHORS; i += 1) {
            double noise = 0.1 * (random_unit() + random_unit() + random_unit() + random_unit() - 2) * 1.7;
            double range = sqrt(pow(x - room[i].x_m, 2) + pow(y - room[i].y_m, 2) + pow(z - room[i].z_m, 2));
            rows[f * ANCHORS + i] =
                (rangekit_measurement){range + noise, 0.1f, RANGEKIT_MEASUREMENT_RANGE, i, 0};
        }
        offsets[f + 1] = offsets[f] + ANCHORS;
    }
    size_t refused;
    (void)rangekit_position_fix_batch(&options, room, ANCHORS, rows, POSITION_FIXES * ANCHORS, offsets, POSITION_FIXES,
                                      results, positions, &refused);
    for (size_t f = 0; f < POSITION_FIXES; f += 1) {
        rangekit_measurement_result other[ANCHORS];
        rangekit_position position;
        (void)reference_position_fix(&options, room, ANCHORS, rows + f * ANCHORS, ANCHORS, other, &position);
        int same = position.status == positions[f].status && near(position.x_m, positions[f].x_m) &&
                   near(position.z_m, positions[f].z_m) && position.iterations == positions[f].iterations;
        for (int i = 0; i < 6; i += 1) same = same && near(position.covariance_m2[i], positions[f].covariance_m2[i]);
        for (int i = 0; i < ANCHORS; i += 1) same = same && near(other[i].residual, results[f * ANCHORS + i].residual);
        if (!same) {
            fprintf(stderr, "bench: position fix differs from its reference in row %zu\n", f);
            return 1;
        }
    }
    return 0;
}

void position_batch(size_t calls) {
    size_t refused;
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)rangekit_position_fix_batch(&options, room, ANCHORS, rows, POSITION_FIXES * ANCHORS, offsets,
                                                      POSITION_FIXES, results, positions, &refused);
    }
}

void position_batch_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        for (size_t f = 0; f < POSITION_FIXES; f += 1) {
            sink += (uint64_t)reference_position_fix(&options, room, ANCHORS, rows + f * ANCHORS, ANCHORS,
                                                     results + f * ANCHORS, &positions[f]);
        }
    }
}
