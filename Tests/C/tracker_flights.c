/* Tracks of simulated flights against the truth: how near, and whether the stated error is honest.
 *
 * SPDX-License-Identifier: MIT
 */
#include "flight.h"

#define SECONDS 90
#define SEEDS 4
#define CHI_SQUARED_95_3 7.814727903251179

static uint64_t memory[3072];

struct score {
    double rmse_m, coverage, region_m; /* region: the sphere as large as the stated 95 % ellipsoid, mean radius */
    uint32_t starts, refused;
};

/* e' P^-1 e and det P of a symmetric 3 x 3 (xx, xy, xz, yy, yz, zz). */
static double squared_distance(const float c[6], const double e[3], double *determinant) {
    double xx = c[0], xy = c[1], xz = c[2], yy = c[3], yz = c[4], zz = c[5];
    double a = yy * zz - yz * yz, b = xz * yz - xy * zz, d = xy * yz - xz * yy;
    *determinant = xx * a + xy * b + xz * d;
    double f = xx * zz - xz * xz, g = xy * xz - xx * yz, h = xx * yy - xy * xy;
    return (a * e[0] * e[0] + f * e[1] * e[1] + h * e[2] * e[2] +
            2 * (b * e[0] * e[1] + d * e[0] * e[2] + g * e[1] * e[2])) /
           *determinant;
}

static struct score fly(const struct flight_options *options, const rangekit_tracker_options *tracker_options) {
    struct flight flight;
    flight_init(&flight, options);
    rangekit_tracker *tracker;
    assert_status(rangekit_tracker_init(memory, sizeof memory, tracker_options, &tracker), RANGEKIT_OK);
    assert_status(rangekit_tracker_set_anchors(tracker, flight.anchors, FLIGHT_ANCHORS, NULL), RANGEKIT_OK);
    struct score score = {0};
    size_t count = (size_t)SECONDS * (options->kind == FLIGHT_RANGES ? 83 : 200), tracked = 0, held = 0;
    for (size_t i = 0; i < count; i += 1) {
        double truth[3], determinant;
        rangekit_tracker_measurement measurement = flight_next(&flight, truth);
        rangekit_tracker_point point;
        assert_status(rangekit_tracker_update_batch(tracker, &measurement, 1, NULL, &point, NULL), RANGEKIT_OK);
        if (!(point.fields & RANGEKIT_TRACKER_HAS_TRACK)) continue;
        double e[3] = {point.x_m - truth[0], point.y_m - truth[1], point.z_m - truth[2]};
        double squared = squared_distance(point.covariance_m2, e, &determinant);
        assert_true(squared >= 0 && determinant > 0);
        tracked += 1;
        held += squared <= CHI_SQUARED_95_3;
        score.rmse_m += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        score.region_m += sqrt(CHI_SQUARED_95_3) * pow(determinant, 1.0 / 6);
    }
    assert_true(tracked > count - 200);
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    assert_status(rangekit_tracker_get_state(tracker, &state), RANGEKIT_OK);
    score.rmse_m = sqrt(score.rmse_m / (double)tracked);
    score.coverage = (double)held / (double)tracked;
    score.region_m /= (double)tracked;
    score.starts = state.start_count;
    score.refused = state.refused_count;
    return score;
}

/* The mean over several seeds: one flight's errors are too few to judge coverage by. */
static struct score fly_all(struct flight_options options) {
    struct score mean = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed += 1) {
        options.seed = 77 + 1000 * seed;
        struct score score = fly(&options, NULL);
        mean.rmse_m += score.rmse_m / SEEDS;
        mean.coverage += score.coverage / SEEDS;
        mean.region_m += score.region_m / SEEDS;
        mean.refused += score.refused;
        if (score.starts > mean.starts) mean.starts = score.starts;
    }
    return mean;
}

static void hold(const char *name, struct flight_options options, double rmse_m) {
    struct score score = fly_all(options);
    print_message("%-28s rmse %.3f m, 95 %% region holds %.1f %% (radius %.2f m), refused %u, starts %u\n", name,
                  score.rmse_m, 100 * score.coverage, score.region_m, score.refused, score.starts);
    if (score.rmse_m > rmse_m) fail_text("%s: rmse %.3f m, at most %.3f", name, score.rmse_m, rmse_m);
    if (score.coverage < 0.90) fail_text("%s: the 95 %% region holds %.3f", name, score.coverage);
}

static void ranges_in_a_room(void **state) {
    (void)state;
    hold("ranges", (struct flight_options){FLIGHT_RANGES, 0, -0.2, 0.07, 0.05, 0.05, 0.01, 1}, 0.25);
    hold("ranges, blocked links", (struct flight_options){FLIGHT_RANGES, 0, 0.1, 0.07, 0.05, 0.15, 0.02, 1}, 0.33);
    hold("ranges, fast", (struct flight_options){FLIGHT_RANGES, 0, 0, 0.05, 0.05, 0, 0.01, 2}, 0.2);
}

static void differences_in_a_room(void **state) {
    (void)state;
    hold("differences", (struct flight_options){FLIGHT_NEIGHBOURS, 0, 0, 0.07, 0.08, 0.05, 0.05, 1}, 0.25);
    hold("differences, one in ten wild", (struct flight_options){FLIGHT_NEIGHBOURS, 0, 0, 0.07, 0.1, 0, 0.1, 1.7}, 0.25);
    hold("differences of any two", (struct flight_options){FLIGHT_PAIRS, 0, 0, 0.05, 0.08, 0.05, 0.02, 1.5}, 0.25);
}

static void one_wild_measurement_moves_nothing(void **state) {
    (void)state;
    struct flight_options clean = {FLIGHT_PAIRS, 5, 0, 0.02, 0.05, 0, 0, 1}, wild = clean;
    wild.outliers = 0.02;
    /* An ungated filter is off by hundreds of metres here. */
    assert_true(fly(&wild, NULL).rmse_m < fly(&clean, NULL).rmse_m + 0.02);
}

static void plain_states_alone_track_clean_ranges(void **state) {
    (void)state;
    rangekit_tracker_options plain = RANGEKIT_TRACKER_OPTIONS_INIT;
    plain.common_bias_stddev_m = plain.link_bias_stddev_m = plain.reflection_stddev_m = 0;
    struct flight_options options = {FLIGHT_RANGES, 3, 0, 0, 0.1, 0, 0, 1};
    struct score score = fly(&options, &plain);
    assert_true(score.rmse_m < 0.15);
    assert_true(score.coverage > 0.85);
    assert_int_equal(score.starts, 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ranges_in_a_room),
    cmocka_unit_test(differences_in_a_room),
    cmocka_unit_test(one_wild_measurement_moves_nothing),
    cmocka_unit_test(plain_states_alone_track_clean_ranges),
};
TEST_GROUP(tracker_flights_tests, tests);
