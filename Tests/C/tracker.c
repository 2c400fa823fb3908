/* The tracker, rule by rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "allocations.h"
#include "support.h"

#define MS INT64_C(1000000)
#define S INT64_C(1000000000)

static uint64_t memory[3072];
static rangekit_tracker *tracker;
static rangekit_tracker_result result;

static const rangekit_tracker_anchor corners[4] = {
    {.x_m = 1000, .y_m = 2000, .z_m = 2, .id = 7},
    {.x_m = 1010, .y_m = 2000, .z_m = 2, .id = 3},
    {.x_m = 1010, .y_m = 2008, .z_m = 2, .id = 4000000000u},
    {.x_m = 1000, .y_m = 2008, .z_m = 2, .id = 0},
};

static void start(const rangekit_tracker_options *options) {
    assert_status(rangekit_tracker_init(memory, sizeof memory, options, &tracker), RANGEKIT_OK);
    size_t accepted = 9;
    assert_status(rangekit_tracker_set_anchors(tracker, corners, 4, &accepted), RANGEKIT_OK);
    assert_int_equal(accepted, 4);
}

static rangekit_tracker_options plane(void) {
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    options.dimensions = 2;
    options.fields = RANGEKIT_TRACKER_HAS_HEIGHT;
    options.height_m = 1;
    return options;
}

static double distance_to(int corner, double x, double y, double z) {
    double dx = x - corners[corner].x_m, dy = y - corners[corner].y_m, dz = z - corners[corner].z_m;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static rangekit_status take(rangekit_tracker_measurement measurement) {
    return rangekit_tracker_update(tracker, &measurement, &result);
}

static rangekit_status range(int64_t time_ns, int corner, double value) {
    return take((rangekit_tracker_measurement){
        .time_ns = time_ns, .kind = RANGEKIT_TRACKER_RANGE, .value = value, .anchor = corners[corner].id});
}

static rangekit_tracker_state read_state(void) {
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    assert_status(rangekit_tracker_get_state(tracker, &state), RANGEKIT_OK);
    return state;
}

/* Exact ranges to a tag that rests at (x, y, 1), 20 ms apart; returns the time of the next. */
static int64_t rest(int64_t time_ns, int count, double x, double y) {
    for (int i = 0; i < count; i += 1, time_ns += 20 * MS) (void)range(time_ns, i % 4, distance_to(i % 4, x, y, 1));
    return time_ns;
}

static void it_starts_by_itself_once_a_place_is_known(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    assert_int_equal(read_state().fields, 0);
    assert_status(range(0, 0, distance_to(0, 1003, 2005, 1)), RANGEKIT_ERROR_TRACKER_COLLECTING);
    assert_status(range(20 * MS, 1, distance_to(1, 1003, 2005, 1)), RANGEKIT_ERROR_TRACKER_COLLECTING);
    assert_int_equal(read_state().fields, RANGEKIT_TRACKER_HAS_TIME);
    rest(40 * MS, 40, 1003, 2005);
    rangekit_tracker_state now = read_state();
    assert_true(now.fields & RANGEKIT_TRACKER_HAS_TRACK);
    assert_near(now.x_m, 1003, 0.05);
    assert_near(now.y_m, 2005, 0.05);
    assert_near(now.z_m, 1, 0);
    assert_near(now.velocity_x_mps, 0, 0.1);
    assert_int_equal(now.start_count, 1);
    assert_int_equal(now.refused_count, 0);
    assert_int_equal(now.state_count, 4 + 1 + 4 * 2);
    assert_true(now.covariance[0] > 0 && now.covariance[2] > 0 && now.covariance[5] == 0);
}

static void a_wild_range_is_refused_and_changes_little(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    int64_t next = rest(0, 40, 1003, 2005);
    rangekit_tracker_state before = read_state();
    assert_status(range(next, 0, 60), RANGEKIT_ERROR_GATED);
    assert_true(result.innovation > 50 && result.stddev > 0 && result.weight == 0);
    rangekit_tracker_state after = read_state();
    assert_near(after.x_m, before.x_m, 0.02);
    assert_int_equal(after.refused_count, before.refused_count + 1);
    /* The time moved on, and uncertainty with it. */
    assert_int_equal(after.time_ns, next);
    assert_true(after.covariance[0] > before.covariance[0]);
}

static void refused_measurements_that_agree_begin_a_new_track(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    int64_t next = rest(0, 40, 1002, 2002);
    next = rest(next, 60, 1008, 2006); /* carried off unseen */
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, 1008, 0.15);
    assert_near(now.y_m, 2006, 0.15);
    assert_int_equal(now.start_count, 2);
    assert_true(now.refused_count < 30);
}

static void one_link_that_stays_wrong_becomes_a_bias(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    int64_t next = rest(0, 80, 1003, 2005);
    for (int i = 0; i < 200; i += 1, next += 20 * MS) {
        (void)range(next, i % 4, distance_to(i % 4, 1003, 2005, 1) + (i % 4 == 2 ? 0.8 : 0));
    }
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, 1003, 0.3);
    assert_near(now.y_m, 2005, 0.3);
    float bias_m, stddev_m;
    assert_status(rangekit_tracker_get_link_bias(tracker, corners[2].id, &bias_m, &stddev_m), RANGEKIT_OK);
    if (!(bias_m > 0.25f)) fail_text("bias %g, common %g", (double)bias_m, (double)now.common_bias_m);
    assert_true(stddev_m > 0);
    assert_status(rangekit_tracker_get_link_bias(tracker, 99, &bias_m, NULL), RANGEKIT_ERROR_ANCHOR_INVALID);
    assert_status(rangekit_tracker_get_link_bias(tracker, 0, NULL, NULL), RANGEKIT_OK);
}

static void late_measurements_count_as_of_their_time(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    /* 2 m/s along x; every fourth range comes 100 ms late. */
    for (int i = 0; i < 200; i += 1) {
        int64_t time_ns = i * 20 * MS - (i % 4 == 3 && i > 20 ? 100 * MS : 0);
        double x = 1001 + 2e-9 * (double)time_ns;
        assert_true(range(time_ns, i % 4, distance_to(i % 4, x, 2003, 1)) != RANGEKIT_ERROR_TIME_BACKWARDS);
    }
    rangekit_tracker_state now = read_state();
    assert_int_equal(now.time_ns, 198 * 20 * MS);
    assert_near(now.x_m, 1001 + 2e-9 * (double)now.time_ns, 0.06);
    assert_near(now.velocity_x_mps, 2, 0.15);
    assert_status(range(now.time_ns - 200 * MS - 1, 0, 5), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(range(INT64_MIN, 0, 5), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_tracker_predict(tracker, now.time_ns - 1), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_int_equal(read_state().time_ns, now.time_ns);
}

static void prediction_moves_on_and_silence_ends_the_track(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    assert_status(rangekit_tracker_predict(tracker, 0), RANGEKIT_ERROR_TRACKER_COLLECTING);
    int64_t next = 0;
    for (int i = 0; i < 100; i += 1, next += 20 * MS) {
        (void)range(next, i % 4, distance_to(i % 4, 1001 + 1e-9 * (double)next, 2003, 1));
    }
    rangekit_tracker_state before = read_state();
    assert_status(rangekit_tracker_predict(tracker, before.time_ns + S), RANGEKIT_OK);
    rangekit_tracker_state after = read_state();
    assert_near(after.x_m, before.x_m + before.velocity_x_mps, 1e-3);
    assert_true(after.covariance[0] > before.covariance[0] + before.covariance[14] * 0.5f);
    assert_status(rangekit_tracker_predict(tracker, after.time_ns + 6 * S), RANGEKIT_ERROR_TRACKER_COLLECTING);
    assert_int_equal(read_state().fields & RANGEKIT_TRACKER_HAS_TRACK, 0);
    assert_status(range(INT64_MAX, 0, 5), RANGEKIT_ERROR_TRACKER_COLLECTING);
    assert_status(range(INT64_MAX, 1, 5), RANGEKIT_ERROR_TRACKER_COLLECTING);
}

static void differences_alone_start_and_track(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    for (int i = 0; i < 200; i += 1) {
        int a = i % 4, b = (i + 1) % 4;
        (void)take((rangekit_tracker_measurement){
            .time_ns = i * 10 * MS, .kind = RANGEKIT_TRACKER_DIFFERENCE, .anchor = corners[a].id,
            .anchor_b = corners[b].id, .value = distance_to(b, 1004, 2003, 1) - distance_to(a, 1004, 2003, 1)});
    }
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, 1004, 0.05);
    assert_near(now.y_m, 2003, 0.05);
    rangekit_tracker_measurement wild = {.time_ns = 2 * S, .kind = RANGEKIT_TRACKER_DIFFERENCE, .anchor = 7,
                                         .anchor_b = 3, .value = 10.4};
    assert_status(take(wild), RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE);
    wild.anchor_b = 7;
    assert_status(take(wild), RANGEKIT_ERROR_SAME_ANCHOR);
}

static void arrivals_find_the_clock(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    assert_status(rangekit_tracker_init(memory, sizeof memory, &options, &tracker), RANGEKIT_OK);
    options.states = RANGEKIT_TRACKER_STATE_CLOCK;
    start(&options);
    for (int i = 0; i < 600; i += 1) {
        double t_s = 0.01 * i, clock_m = 5000 + 3 * t_s; /* drifts by 10 parts in 10^9 */
        (void)take((rangekit_tracker_measurement){.time_ns = i * 10 * MS, .kind = RANGEKIT_TRACKER_ARRIVAL,
                                                  .anchor = corners[i % 4].id,
                                                  .value = distance_to(i % 4, 1004 + 0.5 * t_s, 2003, 1) + clock_m});
    }
    rangekit_tracker_state now = read_state();
    assert_true(now.fields & RANGEKIT_TRACKER_HAS_CLOCK);
    assert_near(now.x_m, 1004 + 0.5 * 5.99, 0.1);
    assert_near(now.clock_offset_m, 5000 + 3 * 5.99, 0.3);
    assert_near(now.clock_drift_mps, 3, 0.3);
    assert_true(now.clock_offset_stddev_m < 0.5f && now.clock_drift_stddev_mps < 0.5f);
}

static void odometry_finds_any_heading(void **state) {
    (void)state;
    for (int start_degrees = -180; start_degrees < 180; start_degrees += 30) {
        rangekit_tracker_options options = plane();
        options.states = RANGEKIT_TRACKER_STATE_HEADING;
        start(&options);
        double x = 1004, y = 2003, heading = start_degrees * 0.017453292519943295;
        assert_false(read_state().fields & RANGEKIT_TRACKER_HAS_HEADING);
        for (int i = 0; i < 300; i += 1) {
            double forward = i < 20 ? 0 : 0.4, turn = i < 20 ? 0 : 0.5;
            (void)take((rangekit_tracker_measurement){.time_ns = i * 50 * MS, .kind = RANGEKIT_TRACKER_ODOMETRY,
                                                      .value = forward, .value_3 = turn, .stddev = 0.02f});
            (void)range(i * 50 * MS, i % 4, distance_to(i % 4, x, y, 1));
            if (i == 15) assert_false(read_state().fields & RANGEKIT_TRACKER_HAS_HEADING); /* it has not moved */
            heading += turn * 0.025;
            x += forward * cos(heading) * 0.05;
            y += forward * sin(heading) * 0.05;
            heading += turn * 0.025;
        }
        rangekit_tracker_state now = read_state();
        assert_true(now.fields & RANGEKIT_TRACKER_HAS_HEADING);
        double off = remainder(now.heading_rad - heading, 6.283185307179586);
        if (fabs(off) > 0.15 || fabs(off) > 4 * now.heading_stddev_rad) fail_text("%d: off by %g", start_degrees, off);
        assert_near(now.x_m, x, 0.1);
        assert_near(now.y_m, y, 0.1);
    }
}

static void angles_heights_and_velocities_are_taken(void **state) {
    (void)state;
    start(NULL);
    double place[3] = {1004, 2003, 1.2};
    for (int i = 0; i < 400; i += 1) {
        int corner = i / 3 % 4;
        double dx = place[0] - corners[corner].x_m, dy = place[1] - corners[corner].y_m, dz = place[2] - 2;
        rangekit_tracker_measurement measurement = {.time_ns = i * 10 * MS, .anchor = corners[corner].id, .stddev = 0.02f};
        measurement.kind = i % 3 == 0   ? RANGEKIT_TRACKER_AZIMUTH
                           : i % 3 == 1 ? RANGEKIT_TRACKER_ELEVATION
                                        : RANGEKIT_TRACKER_RANGE;
        measurement.value = i % 3 == 0   ? atan2(dy, dx) + 6.283185307179586 * (i % 2)
                            : i % 3 == 1 ? atan2(dz, hypot(dx, dy))
                                         : sqrt(dx * dx + dy * dy + dz * dz);
        (void)take(measurement);
    }
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, place[0], 0.05);
    assert_near(now.y_m, place[1], 0.05);
    assert_near(now.z_m, place[2], 0.05);
    float variance = now.covariance[5];
    assert_status(take((rangekit_tracker_measurement){
                      .time_ns = 4 * S, .kind = RANGEKIT_TRACKER_HEIGHT, .value = 1.2, .stddev = 0.01f}),
                  RANGEKIT_OK);
    assert_true(read_state().covariance[5] < variance);
    assert_status(take((rangekit_tracker_measurement){
                      .time_ns = 4 * S, .kind = RANGEKIT_TRACKER_VELOCITY, .value = 0.1, .stddev = 0.01f}),
                  RANGEKIT_OK);
    assert_near(read_state().velocity_x_mps, 0.1, 0.05);
}

static void a_known_bias_is_subtracted(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    assert_status(rangekit_tracker_init(memory, sizeof memory, &options, &tracker), RANGEKIT_OK);
    for (int i = 0; i < 4; i += 1) {
        rangekit_tracker_anchor anchor = corners[i];
        anchor.fields = RANGEKIT_TRACKER_ANCHOR_HAS_BIAS;
        anchor.bias_m = 0.5f + (float)i;
        anchor.bias_stddev_m = 0.02f;
        assert_status(rangekit_tracker_set_anchors(tracker, &anchor, 1, NULL), RANGEKIT_OK);
    }
    for (int i = 0; i < 100; i += 1) (void)range(i * 20 * MS, i % 4, distance_to(i % 4, 1003, 2005, 1) + 0.5 + i % 4);
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, 1003, 0.03);
    assert_near(now.y_m, 2005, 0.03);
}

static void antennas_are_where_they_are(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    start(&options);
    for (int i = 0; i < 100; i += 1) {
        (void)take((rangekit_tracker_measurement){.time_ns = i * 20 * MS, .anchor = corners[i % 4].id,
                                                  .value = distance_to(i % 4, 1003.5, 2004.5, 1.25),
                                                  .antenna_x_m = 0.5f, .antenna_y_m = -0.5f, .antenna_z_m = 0.25f});
    }
    rangekit_tracker_state now = read_state();
    assert_near(now.x_m, 1003, 0.03);
    assert_near(now.y_m, 2005, 0.03);
}

static void batches_are_single_updates(void **state) {
    (void)state;
    static rangekit_tracker_measurement rows[300];
    static rangekit_tracker_result results[300];
    static rangekit_tracker_point points[300];
    for (int i = 0; i < 300; i += 1) {
        rows[i] = (rangekit_tracker_measurement){.time_ns = i * 20 * MS, .anchor = corners[i % 4].id,
                                                 .value = distance_to(i % 4, 1003, 2005, 1) + (i % 17 == 0 ? 9 : 0)};
    }
    rangekit_tracker_options options = plane();
    start(&options);
    size_t refused = 0, expected = 0;
    assert_status(rangekit_tracker_update_batch(tracker, rows, 300, results, points, &refused), RANGEKIT_OK);
    rangekit_tracker_state batch = read_state();
    start(&options);
    for (int i = 0; i < 300; i += 1) {
        (void)rangekit_tracker_update(tracker, &rows[i], &result);
        assert_memory_equal(&result, &results[i], sizeof result);
        expected += result.status != RANGEKIT_OK;
        rangekit_tracker_state now = read_state();
        assert_true(!(now.fields & RANGEKIT_TRACKER_HAS_TRACK) || now.x_m == points[i].x_m);
    }
    assert_int_equal(refused, expected);
    rangekit_tracker_state single = read_state();
    assert_memory_equal(&single, &batch, sizeof single);
    /* reset forgets the track, not the anchors. */
    assert_status(rangekit_tracker_reset(tracker), RANGEKIT_OK);
    assert_int_equal(read_state().fields, 0);
    assert_status(rangekit_tracker_update_batch(tracker, rows, 300, NULL, NULL, NULL), RANGEKIT_OK);
    single = read_state();
    assert_memory_equal(&single, &batch, sizeof single);
}

static void nothing_allocates_after_init(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    rangekit_tracker_options options = plane();
    struct allocation_counts before = allocation_counts();
    start(&options);
    int64_t next = rest(0, 100, 1003, 2005);
    rest(next, 100, 1008, 2001);
    assert_int_equal(allocation_counts().allocations, before.allocations);
    assert_status(rangekit_tracker_create(&options, &tracker), RANGEKIT_OK);
    assert_int_equal(allocation_counts().allocations, before.allocations + 1);
    rangekit_tracker_destroy(tracker);
    assert_int_equal(allocation_counts().frees, before.frees + 1);
    fail_allocations(1);
    rangekit_status status = rangekit_tracker_create(&options, &tracker);
    fail_allocations(0);
    assert_status(status, RANGEKIT_ERROR_OUT_OF_MEMORY);
}

/* Anchors at one height: what is below them fits as well as what is above. */
static void a_mirrored_start_is_told(void **state) {
    (void)state;
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    start(&options);
    for (int i = 0; i < 100; i += 1) (void)range(i * 20 * MS, i % 4, distance_to(i % 4, 1003, 2005, -4));
    assert_true(read_state().fields & RANGEKIT_TRACKER_HAS_TRACK);
    assert_true(read_state().fields & RANGEKIT_TRACKER_MAY_BE_MIRRORED);
    options = plane();
    start(&options);
    rest(0, 100, 1003, 2005);
    assert_false(read_state().fields & RANGEKIT_TRACKER_MAY_BE_MIRRORED);
}

/* Ranges that scatter by half a metre to both sides under a stated deviation of 0.05 m: the covariance follows what is seen, or keeps to what is said. */
static double spread_of_a_place(uint32_t states) {
    rangekit_tracker_options options = plane();
    options.states = states;
    options.stddev_m = 0.05f;
    options.common_bias_stddev_m = options.link_bias_stddev_m = options.reflection_stddev_m = 0;
    start(&options);
    struct random_source source = {42};
    for (int i = 0; i < 400; i += 1)
        (void)range(i * 20 * MS, i % 4, distance_to(i % 4, 1003, 2005, 1) + (random_unit(&source) - 0.5));
    rangekit_tracker_state state = read_state();
    assert_true(state.fields & RANGEKIT_TRACKER_HAS_TRACK);
    return sqrt((double)state.covariance[0]);
}

static void scatter_widens_the_covariance_unless_noise_is_fixed(void **state) {
    (void)state;
    double learnt_m = spread_of_a_place(0), fixed_m = spread_of_a_place(RANGEKIT_TRACKER_FIXED_NOISE);
    if (learnt_m < 1.5 * fixed_m) fail_msg("%g and %g m", learnt_m, fixed_m);
    rangekit_tracker_options options = plane();
    options.states = RANGEKIT_TRACKER_FIXED_NOISE << 1;
    assert_status(rangekit_tracker_init(memory, sizeof memory, &options, &tracker), RANGEKIT_ERROR_UNKNOWN_OPTION);
}

static void a_bias_without_a_state_is_missing(void **state) {
    (void)state;
    rangekit_tracker_options options = plane();
    options.common_bias_stddev_m = options.link_bias_stddev_m = options.reflection_stddev_m = 0;
    start(&options);
    rest(0, 100, 1003, 2005);
    float bias_m = 5;
    assert_status(rangekit_tracker_get_link_bias(tracker, corners[0].id, &bias_m, NULL), RANGEKIT_ERROR_MISSING_VALUE);
    assert_true(bias_m == 5);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_starts_by_itself_once_a_place_is_known),
    cmocka_unit_test(a_wild_range_is_refused_and_changes_little),
    cmocka_unit_test(refused_measurements_that_agree_begin_a_new_track),
    cmocka_unit_test(one_link_that_stays_wrong_becomes_a_bias),
    cmocka_unit_test(late_measurements_count_as_of_their_time),
    cmocka_unit_test(prediction_moves_on_and_silence_ends_the_track),
    cmocka_unit_test(differences_alone_start_and_track),
    cmocka_unit_test(arrivals_find_the_clock),
    cmocka_unit_test(odometry_finds_any_heading),
    cmocka_unit_test(angles_heights_and_velocities_are_taken),
    cmocka_unit_test(a_known_bias_is_subtracted),
    cmocka_unit_test(antennas_are_where_they_are),
    cmocka_unit_test(batches_are_single_updates),
    cmocka_unit_test(a_mirrored_start_is_told),
    cmocka_unit_test(scatter_widens_the_covariance_unless_noise_is_fixed),
    cmocka_unit_test(a_bias_without_a_state_is_missing),
    cmocka_unit_test(nothing_allocates_after_init),
};
TEST_GROUP(tracker_tests, tests);
