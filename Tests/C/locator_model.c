/* SPDX-License-Identifier: MIT */
#include "locator_model.h"

#define PI 3.14159265358979323846

uint64_t locator_memory[LOCATOR_WORDS];

double random_normal(struct random_source *source) {
    double u = 1.0 - random_unit(source), v = random_unit(source);
    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);
}

void walk_make(struct walk *walk, uint64_t seed, int count, double sweep_m) {
    memset(walk, 0, sizeof *walk);
    /* A mixed seed: of neighbouring ones the numbers are the same, a step apart. */
    struct random_source seeds = {seed};
    walk->random.state = random_next(&seeds);
    walk->count = count;
    walk->noise_m = 0.1;
    walk->bias_m = 0.2;
    walk->outlier_share = 0.05;
    struct random_source *random = &walk->random;
    double heading = 2 * PI * random_unit(random), turn = 0, x = 0, z = 0;
    double swing_s = 4 + 5 * random_unit(random), lift_s = 4 + 3 * random_unit(random), phase = 6 * random_unit(random);
    for (int i = 0; i < count; i += 1) {
        double t = 0.1 * i;
        turn += 0.1 * random_normal(random);
        double at = heading + turn + 0.75 * sin(2 * PI * t / swing_s);
        x += 0.1 * cos(at);
        z += 0.1 * sin(at);
        walk->position_m[i][0] = x;
        walk->position_m[i][1] = 1.3 + sweep_m * sin(2 * PI * t / lift_s + phase);
        walk->position_m[i][2] = z;
    }
    const double *near = walk->position_m[count / 3];
    walk->target_m[0] = near[0] + 12 * random_unit(random) - 6;
    walk->target_m[1] = near[1] + 3 * random_unit(random) - 1.5;
    walk->target_m[2] = near[2] + 12 * random_unit(random) - 6;
}

float walk_range(struct walk *walk, const double position_m[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i += 1) sum += pow(position_m[i] - walk->target_m[i], 2);
    double range = sqrt(sum) + walk->bias_m + walk->noise_m * random_normal(&walk->random);
    if (random_unit(&walk->random) < walk->outlier_share) range += 3 * random_unit(&walk->random);
    return (float)range;
}

rangekit_locator *locator_start(const rangekit_locator_options *options) {
    rangekit_locator *locator = NULL;
    assert_status(rangekit_locator_init(locator_memory, sizeof locator_memory, options, &locator), RANGEKIT_OK);
    return locator;
}

void locator_pose(rangekit_locator *locator, double time_s, const double position_m[3]) {
    rangekit_pose pose = {.time_ns = llround(time_s * 1e9), .orientation = {0, 0, 0, 1},
                          .fields = RANGEKIT_POSE_HAS_ORIENTATION};
    memcpy(pose.position_m, position_m, sizeof pose.position_m);
    assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
}

void locator_range(rangekit_locator *locator, double time_s, uint32_t peer, float range_m) {
    rangekit_locator_measurement one = {
        .sample = {.time_ns = llround(time_s * 1e9), .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = range_m,
                   .peer = peer}};
    assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
}

rangekit_locator_estimate locator_estimate(rangekit_locator *locator, uint32_t peer) {
    rangekit_locator_estimate estimate = RANGEKIT_LOCATOR_ESTIMATE_INIT;
    assert_status(rangekit_locator_get_estimate(locator, peer, 0, &estimate), RANGEKIT_OK);
    return estimate;
}

double estimate_error(const rangekit_locator_estimate *estimate, const double target_m[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i += 1) sum += pow(estimate->position_m[i] - target_m[i], 2);
    return sqrt(sum);
}

double estimate_score(const rangekit_locator_estimate *estimate, const double target_m[3]) {
    double c[9], d[3];
    for (int i = 0; i < 9; i += 1) c[i] = estimate->covariance_m2[i];
    for (int i = 0; i < 3; i += 1) d[i] = estimate->position_m[i] - target_m[i];
    double a = c[4] * c[8] - c[5] * c[7], b = c[5] * c[6] - c[3] * c[8], e = c[3] * c[7] - c[4] * c[6];
    double det = c[0] * a + c[1] * b + c[2] * e;
    double xx = a, xy = c[2] * c[7] - c[1] * c[8], xz = c[1] * c[5] - c[2] * c[4];
    double yy = c[0] * c[8] - c[2] * c[6], yz = c[2] * c[3] - c[0] * c[5], zz = c[0] * c[4] - c[1] * c[3];
    double sum = xx * d[0] * d[0] + yy * d[1] * d[1] + zz * d[2] * d[2] +
                 2 * (xy * d[0] * d[1] + xz * d[0] * d[2] + yz * d[1] * d[2]);
    return sum / det;
}
