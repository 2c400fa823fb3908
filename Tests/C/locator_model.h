/* Seeded walks for the locator: an observer, a target, distances with noise, a bias and outliers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_LOCATOR_MODEL_H
#define RANGEKIT_TESTS_LOCATOR_MODEL_H

#include "support.h"

#define WALK_STEPS 400 /* 40 s at 10 Hz */

struct walk {
    struct random_source random;
    int count;
    double position_m[WALK_STEPS][3], target_m[3];
    double noise_m, bias_m, outlier_share;
};

/* Standard normal, by Box and Muller. */
double random_normal(struct random_source *source);

/* A wandering path at 1 m/s, `sweep_m` up and down (0: in a plane), and a target within 6 m of it and at most
 * 1.5 m higher or lower. */
void walk_make(struct walk *walk, uint64_t seed, int count, double sweep_m);

/* The distance as measured from a place. */
float walk_range(struct walk *walk, const double position_m[3]);

/* Memory for a locator, in 8-byte words: more than rangekit_locator_size may ever be. */
#define LOCATOR_WORDS 8192
extern uint64_t locator_memory[LOCATOR_WORDS];

rangekit_locator *locator_start(const rangekit_locator_options *options);
void locator_pose(rangekit_locator *locator, double time_s, const double position_m[3]);
void locator_range(rangekit_locator *locator, double time_s, uint32_t peer, float range_m);
rangekit_locator_estimate locator_estimate(rangekit_locator *locator, uint32_t peer);

/* Error of an estimate, and its square in units of the covariance. */
double estimate_error(const rangekit_locator_estimate *estimate, const double target_m[3]);
double estimate_score(const rangekit_locator_estimate *estimate, const double target_m[3]);

#endif
