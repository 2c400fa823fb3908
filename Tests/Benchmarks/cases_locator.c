/* The locator: a walk of 60 s over and over, 10 distances a second.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cases_locator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

static uint64_t random_state = 1;

static uint64_t random_next(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static double random_unit(void) { return (double)(random_next() >> 11) * 0x1p-53; }

static volatile uint64_t sink;

static int fail(const char *what, size_t row) {
    fprintf(stderr, "bench: %s differs from its reference in row %zu\n", what, row);
    return 1;
}

#define WALK 600

static uint64_t locator_memory[8192];
static rangekit_locator *locator;
static struct reference_locator reference_target;
static rangekit_pose walk_poses[WALK];
static rangekit_locator_measurement walk_ranges[WALK];
static int64_t locator_now_ns;
static size_t locator_at, reference_at;

static void locate_one(void) {
    rangekit_pose pose = walk_poses[locator_at % WALK];
    rangekit_locator_measurement one = walk_ranges[locator_at % WALK];
    pose.time_ns = one.sample.time_ns = locator_now_ns += 100000000;
    sink += (uint64_t)rangekit_locator_add_poses(locator, &pose, 1, NULL);
    sink += (uint64_t)rangekit_locator_measure(locator, &one, 1, NULL);
    locator_at += 1;
}

static void locate_one_plain(void) {
    const rangekit_pose *pose = &walk_poses[reference_at % WALK];
    float position[3];
    for (int i = 0; i < 3; i += 1) position[i] = (float)(pose->position_m[i] - walk_poses[0].position_m[i]);
    reference_locator_update(&reference_target, position, walk_ranges[reference_at % WALK].sample.distance_m);
    sink += (uint64_t)reference_target.hypotheses;
    reference_at += 1;
}

int prepare_locator_cases(void) {
    rangekit_locator_estimate estimate = RANGEKIT_LOCATOR_ESTIMATE_INIT;
    for (size_t i = 0; i < WALK; i += 1) {
        double t = 6.2831853 * (double)i / WALK, squared = 0;
        double p[3] = {6 * cos(t) + cos(5 * t), 1.3 + 0.4 * sin(9 * t), 6 * sin(t)}, target[3] = {3, 2.5, -2};
        for (int k = 0; k < 3; k += 1) squared += (p[k] - target[k]) * (p[k] - target[k]);
        double noise = random_unit() + random_unit() + random_unit() - 1.5;
        double outlier = random_next() % 20 == 0 ? 3 * random_unit() : 0;
        memcpy(walk_poses[i].position_m, p, sizeof p);
        walk_ranges[i].sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
        walk_ranges[i].sample.distance_m = (float)(sqrt(squared) + 0.2 + 0.2 * noise + outlier);
    }
    if (rangekit_locator_init(locator_memory, sizeof locator_memory, NULL, &locator) != RANGEKIT_OK) {
        return fail("locator", 0);
    }
    (void)rangekit_locator_set_motion(locator, 0, RANGEKIT_LOCATOR_TARGET_STATIONARY);
    reference_locator_init(&reference_target);
    for (size_t i = 0; i < 2 * WALK; i += 1) {
        locate_one();
        locate_one_plain();
        (void)rangekit_locator_get_estimate(locator, 0, 0, &estimate);
        /* Rounding decides which of two distances are merged, so that ways part by centimetres and meet again. */
        for (int k = 0; i >= WALK && k < 3; k += 1) {
            double found = estimate.position_m[k] - walk_poses[0].position_m[k];
            if (fabs(found - (double)reference_target.h[0].x[k]) > 0.1) return fail("locator update", i);
        }
    }
    return 0;
}

void locate(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) locate_one();
}

void locate_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) locate_one_plain();
}
