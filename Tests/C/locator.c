/* The locator's contract: arguments, struct sizes, times, held distances, antennas, frames.
 *
 * SPDX-License-Identifier: MIT
 */
#include "locator_model.h"

#define NULL_OR_ASKEW(type, call_with_pointer)                          \
    do {                                                                \
        type *pointer = NULL;                                           \
        assert_status((call_with_pointer), RANGEKIT_ERROR_NULL_POINTER); \
        pointer = MISALIGNED(type, 0);                                  \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);  \
    } while (0)

#define REFUSES_HANDLE(call_with_pointer)                                               \
    do {                                                                                \
        rangekit_locator *pointer = NULL;                                               \
        assert_status((call_with_pointer), RANGEKIT_ERROR_NULL_POINTER);                \
        pointer = (rangekit_locator *)(void *)((uint8_t *)guarded(0, 64) + 1);          \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);                  \
    } while (0)

static void pointers_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    rangekit_locator_measurement one = {.sample = {.peer = 1}};
    rangekit_pose pose = {.time_ns = 1};
    float offset_m[3] = {0};
    size_t count;
    assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
    REFUSES_HANDLE(rangekit_locator_reset(pointer));
    REFUSES_HANDLE(rangekit_locator_add_poses(pointer, &pose, 1, NULL));
    REFUSES_HANDLE(rangekit_locator_measure(pointer, &one, 1, NULL));
    REFUSES_HANDLE(rangekit_locator_set_antenna(pointer, 0, 0, offset_m));
    REFUSES_HANDLE(rangekit_locator_set_height(pointer, 1, 0, 1));
    REFUSES_HANDLE(rangekit_locator_set_motion(pointer, 1, 0));
    REFUSES_HANDLE(rangekit_locator_remove(pointer, 1));
    NULL_OR_ASKEW(rangekit_pose, rangekit_locator_add_poses(locator, pointer, 1, NULL));
    NULL_OR_ASKEW(rangekit_locator_measurement, rangekit_locator_measure(locator, pointer, 1, NULL));
    NULL_OR_ASKEW(float, rangekit_locator_set_antenna(locator, 0, 0, pointer));
    NULL_OR_ASKEW(rangekit_locator_estimate, rangekit_locator_get_estimate(locator, 1, 0, pointer));
    NULL_OR_ASKEW(size_t, rangekit_locator_hypotheses(locator, 1, NULL, 0, pointer));
    NULL_OR_ASKEW(size_t, rangekit_locator_session(locator, NULL, NULL, NULL, 0, pointer));
    NULL_OR_ASKEW(rangekit_locator *, rangekit_locator_create(NULL, pointer));
    NULL_OR_ASKEW(rangekit_locator_options, rangekit_locator_options_default(pointer));
    NULL_OR_ASKEW(rangekit_locator_estimate, rangekit_locator_estimate_default(pointer));
    assert_status(rangekit_locator_hypotheses(locator, 1, NULL, 1, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_locator_add_poses(locator, &pose, SIZE_MAX, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_locator_measure(locator, &one, SIZE_MAX / 2, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_locator_add_poses(locator, NULL, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 0);
    rangekit_locator_destroy(NULL);
    rangekit_locator_destroy(locator);
    assert_status(rangekit_locator_reset(locator), RANGEKIT_ERROR_INVALID_HANDLE);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    rangekit_locator_options initial = RANGEKIT_LOCATOR_OPTIONS_INIT, filled = {.struct_size = sizeof filled};
    assert_status(rangekit_locator_options_default(&filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &initial, sizeof filled);
    rangekit_locator *locator = NULL;
    struct {
        size_t offset;
        float value;
        rangekit_status status;
    } cases[] = {
#define AT(field) offsetof(rangekit_locator_options, field)
        {AT(distance_stddev_m), 0, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(distance_stddev_m), NAN, RANGEKIT_ERROR_NOT_FINITE},
        {AT(angle_stddev_rad), 4, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(bias_m), -11, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(bias_stddev_m), 0, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(converged_stddev_m), 11, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(maximum_speed_mps), INFINITY, RANGEKIT_ERROR_NOT_FINITE},
        {AT(target_speed_mps), 0, RANGEKIT_ERROR_OUT_OF_RANGE},
        {AT(minimum_light_lux), -1, RANGEKIT_ERROR_OUT_OF_RANGE},
#undef AT
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_locator_options options = initial;
        memcpy((char *)&options + cases[i].offset, &cases[i].value, sizeof(float));
        assert_status(rangekit_locator_create(&options, &locator), cases[i].status);
        assert_null(locator);
    }
    filled.up = 2;
    assert_status(rangekit_locator_create(&filled, &locator), RANGEKIT_ERROR_OUT_OF_RANGE);
    filled.up = 0;
    filled.pose_gap_ns = INT64_MIN;
    assert_status(rangekit_locator_create(&filled, &locator), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_true(rangekit_locator_size() <= sizeof locator_memory);
    assert_status(rangekit_locator_init(locator_memory, rangekit_locator_size() - 1, NULL, &locator),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
}

static void poses_and_measurements_outside_their_ranges_are_refused(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    const rangekit_pose good = {.time_ns = 100, .orientation = {0, 0, 0, 1}, .fields = RANGEKIT_POSE_HAS_ORIENTATION};
    assert_status(rangekit_locator_add_poses(locator, &good, 1, NULL), RANGEKIT_OK);
    rangekit_pose poses[7];
    for (int i = 0; i < 7; i += 1) poses[i] = good, poses[i].time_ns = 200;
    poses[0].time_ns = 99;
    poses[1].position_m[2] = NAN;
    poses[2].position_m[0] = 1e6;
    poses[3].orientation[3] = 0.9f;
    poses[4].orientation[0] = INFINITY;
    poses[5].observer = RANGEKIT_LOCATOR_OBSERVERS;
    poses[6].tracking = 4;
    static const rangekit_status pose_status[] = {
        RANGEKIT_ERROR_TIME_BACKWARDS, RANGEKIT_ERROR_NOT_FINITE,   RANGEKIT_ERROR_OUT_OF_RANGE,
        RANGEKIT_ERROR_OUT_OF_RANGE,   RANGEKIT_ERROR_NOT_FINITE,   RANGEKIT_ERROR_OUT_OF_RANGE,
        RANGEKIT_ERROR_OUT_OF_RANGE};
    for (int i = 0; i < 7; i += 1) {
        rangekit_pose two[2] = {good, poses[i]};
        size_t accepted = 9;
        two[0].time_ns = 100 + i;
        if (i == 0) two[0].time_ns = 100;
        assert_status(rangekit_locator_add_poses(locator, two, 2, &accepted), pose_status[i]);
        assert_int_equal(accepted, 1);
    }
    const rangekit_locator_measurement fine = {.sample = {.time_ns = 100, .fields = 63, .distance_m = 1,
                                                          .distance_stddev_m = 0.1f, .azimuth_stddev_rad = 0.1f,
                                                          .elevation_stddev_rad = 0.1f, .peer = 1}};
    rangekit_locator_measurement bad[9];
    for (int i = 0; i < 9; i += 1) bad[i] = fine;
    bad[0].sample.distance_m = NAN;
    bad[1].sample.distance_m = 2e4f;
    bad[2].sample.distance_stddev_m = 0;
    bad[3].sample.azimuth_rad = 7;
    bad[4].sample.elevation_rad = INFINITY;
    bad[5].observer = UINT32_MAX;
    bad[6].antenna = RANGEKIT_LOCATOR_ANTENNAS;
    bad[7].sample.reserved = 1;
    bad[8].sample.distance_m = -10.5f;
    static const rangekit_status status[] = {
        RANGEKIT_ERROR_NOT_FINITE,   RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_OUT_OF_RANGE,
        RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_NOT_FINITE,   RANGEKIT_ERROR_OUT_OF_RANGE,
        RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_UNKNOWN_OPTION, RANGEKIT_ERROR_OUT_OF_RANGE};
    for (int i = 0; i < 9; i += 1) {
        size_t accepted = 9;
        assert_status(rangekit_locator_measure(locator, &bad[i], 1, &accepted), status[i]);
        assert_int_equal(accepted, 0);
    }
    rangekit_locator_estimate estimate = RANGEKIT_LOCATOR_ESTIMATE_INIT;
    assert_status(rangekit_locator_get_estimate(locator, 1, 0, &estimate), RANGEKIT_ERROR_UNKNOWN_TARGET);
    for (uint32_t peer = 0; peer < RANGEKIT_LOCATOR_TARGETS; peer += 1) {
        assert_status(rangekit_locator_set_motion(locator, peer, 1), RANGEKIT_OK);
    }
    assert_status(rangekit_locator_set_motion(locator, 99, 1), RANGEKIT_ERROR_TOO_MANY_TARGETS);
    assert_status(rangekit_locator_set_motion(locator, 0, 3), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_locator_set_height(locator, 0, NAN, 1), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_locator_set_height(locator, 0, 1, 0), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_locator_remove(locator, 3), RANGEKIT_OK);
    assert_status(rangekit_locator_remove(locator, 3), RANGEKIT_ERROR_UNKNOWN_TARGET);
    uint32_t peers[8];
    size_t count;
    assert_status(rangekit_locator_session(locator, NULL, NULL, peers, 8, &count), RANGEKIT_OK);
    assert_int_equal(count, 7);
    assert_int_equal(peers[3], 4);
    assert_status(rangekit_locator_session(locator, NULL, NULL, peers, 6, &count), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 7);
}

/* The distances to a target at (3, 1, -4), exact, along a helix. */
static const double target_m[3] = {3, 1, -4};

static void helix(double t, double position_m[3]) {
    position_m[0] = 1.5 * cos(t);
    position_m[1] = 1.3 + 0.5 * sin(0.4 * t);
    position_m[2] = 1.5 * sin(t);
}

static double distance(const double a[3], const double b[3]) {
    return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

static void without_a_pose_nothing_is_known(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    int32_t convergence = 9;
    uint32_t reasons;
    size_t count;
    assert_status(rangekit_locator_session(locator, &convergence, &reasons, NULL, 0, &count), RANGEKIT_OK);
    assert_int_equal(convergence, RANGEKIT_CONVERGENCE_UNKNOWN);
    for (int i = 0; i < 100; i += 1) locator_range(locator, 0.1 * i, 1, 5.0f);
    rangekit_locator_estimate estimate = locator_estimate(locator, 1);
    assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_UNKNOWN);
    assert_int_equal(estimate.fields, 0);
    assert_int_equal(estimate.held_count, RANGEKIT_LOCATOR_HELD);
    assert_int_equal(estimate.dropped_count, 100 - RANGEKIT_LOCATOR_HELD);
}

static void distances_wait_for_the_next_pose_and_are_interpolated(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    double p[3];
    for (int i = 0; i < 300; i += 1) {
        helix(0.1 * i, p);
        locator_pose(locator, 0.1 * i, p);
        assert_int_equal(i > 0 ? locator_estimate(locator, 1).held_count : 0, 0);
        /* Between this pose and the next: the mean of the two is where it was, to 2 mm. */
        helix(0.1 * i + 0.05, p);
        locator_range(locator, 0.1 * i + 0.05, 1, (float)distance(p, target_m) + 0.15f);
        assert_int_equal(locator_estimate(locator, 1).held_count, 1);
    }
    rangekit_locator_estimate estimate = locator_estimate(locator, 1);
    assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_CONVERGED);
    assert_int_equal(estimate.reasons, 0);
    assert_int_equal(estimate.used_count, 299);
    assert_true(estimate_error(&estimate, target_m) < 0.02);
    assert_near(estimate.bias_m, 0.15, 0.02);
    /* A gap longer than pose_gap_ns is not bridged. */
    helix(31, p);
    locator_range(locator, 30.5, 1, 50.0f);
    locator_pose(locator, 31.0, p);
    assert_int_equal(locator_estimate(locator, 1).dropped_count, 2);
}

static void what_is_seen_from_the_device_is_in_its_frame(void **state) {
    (void)state;
    for (int up = 0; up <= 1; up += 1) {
        rangekit_locator_options options = RANGEKIT_LOCATOR_OPTIONS_INIT;
        options.up = up;
        rangekit_locator *locator = locator_start(&options);
        rangekit_pose pose = {.fields = RANGEKIT_POSE_HAS_ORIENTATION};
        /* The device's axes in the world: as they are (y up), or turned 90 degrees about x (z up); then 90 degrees
         * to the left about the vertical, so that it looks along -x. */
        const float y_up[4] = {0, 0.70710678f, 0, 0.70710678f}, z_up[4] = {0.5f, 0.5f, 0.5f, 0.5f};
        memcpy(pose.orientation, up ? z_up : y_up, sizeof pose.orientation);
        for (int i = 0; i < 300; i += 1) {
            double p[3];
            helix(0.1 * i, p);
            rangekit_locator_measurement one = {
                .sample = {.time_ns = INT64_C(100000000) * i, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = 4,
                           .distance_m = (float)distance(p, target_m) + 0.15f}};
            pose.time_ns = one.sample.time_ns;
            /* y up (x, y, z) is (x, -z, y) with z up. */
            pose.position_m[0] = p[0];
            pose.position_m[1] = up ? -p[2] : p[1];
            pose.position_m[2] = up ? p[1] : p[2];
            assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
            assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
        }
        rangekit_locator_estimate estimate = locator_estimate(locator, 4);
        assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_CONVERGED);
        double p[3], line[3];
        helix(29.9, p);
        for (int i = 0; i < 3; i += 1) line[i] = target_m[i] - p[i];
        double range = distance(p, target_m);
        assert_near(estimate.distance_m, range, 0.03);
        /* Looking along -x, right is -z. */
        assert_near(estimate.direction[0], -line[2] / range, 0.01);
        assert_near(estimate.direction[1], line[1] / range, 0.01);
        assert_near(estimate.direction[2], line[0] / range, 0.01);
        double angle = atan2(-line[2], -line[0]);
        assert_near(estimate.horizontal_angle_rad, angle, 0.01);
        assert_near(estimate.transform[12 + (up ? 2 : 1)], 1, 0.03);
        assert_near(estimate.transform[0] + estimate.transform[5] + estimate.transform[10], 3, 0);
        assert_int_equal(estimate.vertical, line[1] < -0.3   ? RANGEKIT_VERTICAL_BELOW
                                            : line[1] > 0.3 ? RANGEKIT_VERTICAL_ABOVE
                                                            : RANGEKIT_VERTICAL_SAME);
    }
}

/* A device that turns about the vertical on one spot, with antennas half a metre to either side. */
static void antennas_have_lever_arms(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    const float left[3] = {-0.5f, 0, 0}, right[3] = {0.5f, 0.4f, 0};
    assert_status(rangekit_locator_set_antenna(locator, 0, 0, left), RANGEKIT_OK);
    assert_status(rangekit_locator_set_antenna(locator, 0, 5, right), RANGEKIT_OK);
    for (int i = 0; i < 600; i += 1) {
        double turn = 0.1 * i, c = cos(turn), s = sin(turn);
        rangekit_pose pose = {.time_ns = INT64_C(50000000) * i, .fields = RANGEKIT_POSE_HAS_ORIENTATION,
                              .orientation = {0, (float)sin(turn / 2), 0, (float)cos(turn / 2)},
                              .position_m = {0, 1, 0}};
        assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
        for (int side = 0; side < 2; side += 1) {
            const float *offset = side ? right : left;
            double antenna[3] = {offset[0] * c, 1 + offset[1], -offset[0] * s};
            rangekit_locator_measurement one = {
                .sample = {.time_ns = pose.time_ns, .fields = 3, .peer = 1, .distance_stddev_m = 0.02f,
                           .distance_m = (float)distance(antenna, target_m) + 0.15f},
                .antenna = side ? 5 : 0};
            assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
        }
    }
    rangekit_locator_estimate estimate = locator_estimate(locator, 1);
    assert_true(estimate_error(&estimate, target_m) < 0.15);
}

static void light_tracking_and_signal_are_reasons(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    rangekit_pose pose = {.time_ns = 0, .fields = RANGEKIT_POSE_HAS_LIGHT, .light_lux = 10,
                          .tracking = RANGEKIT_TRACKING_LIMITED};
    assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
    locator_range(locator, 0, 1, 5);
    rangekit_locator_estimate estimate = locator_estimate(locator, 1);
    assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_NOT_CONVERGED);
    assert_int_equal(estimate.reasons,
                     RANGEKIT_REASON_LIGHTING | RANGEKIT_REASON_TRACKING | RANGEKIT_REASON_SIGNAL_STRENGTH |
                         RANGEKIT_REASON_MOVEMENT | RANGEKIT_REASON_HORIZONTAL_SWEEP | RANGEKIT_REASON_VERTICAL_SWEEP);
    assert_int_equal(estimate.guidance, RANGEKIT_LOCATOR_GUIDANCE_WAIT);
    pose.time_ns = 1;
    pose.light_lux = 1000;
    pose.tracking = RANGEKIT_TRACKING_NORMAL;
    assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
    for (int i = 0; i < 30; i += 1) locator_range(locator, 1e-9, 1, 5);
    estimate = locator_estimate(locator, 1);
    assert_int_equal(estimate.reasons & (RANGEKIT_REASON_LIGHTING | RANGEKIT_REASON_TRACKING |
                                         RANGEKIT_REASON_SIGNAL_STRENGTH), 0);
    assert_int_equal(estimate.guidance, RANGEKIT_LOCATOR_GUIDANCE_WALK);
    assert_string_equal(rangekit_reason_name(RANGEKIT_REASON_LIGHTING), "insufficient_lighting");
    assert_string_equal(rangekit_reason_name(3), "unknown");
    assert_string_equal(rangekit_convergence_name(2), "converged");
    assert_string_equal(rangekit_vertical_name(4), "above_or_below");
    for (int32_t i = -1; i <= 5; i += 1) {
        assert_plain_text(rangekit_locator_guidance_name(i));
        assert_plain_text(rangekit_locator_guidance_message(i));
    }
}

static void the_ends_of_time_and_space_are_survived(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    static const int64_t times[] = {INT64_MIN, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    for (size_t i = 0; i < COUNT_OF(times); i += 1) {
        rangekit_pose pose = {.time_ns = times[i], .position_m = {1e5 * (i % 2), 0, -1e5 * (i % 3 == 0)}};
        (void)rangekit_locator_add_poses(locator, &pose, 1, NULL);
        for (size_t j = 0; j < COUNT_OF(times); j += 1) {
            rangekit_locator_measurement one = {.sample = {.time_ns = times[j], .fields = 0x3F, .peer = 1,
                                                           .distance_m = j % 2 ? 1e4f : -10.0f,
                                                           .distance_stddev_m = j % 2 ? 1e-30f : 1000,
                                                           .azimuth_rad = 6, .azimuth_stddev_rad = 1e-20f,
                                                           .elevation_rad = -6, .elevation_stddev_rad = 1000}};
            assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            for (int k = 0; k < 3; k += 1) assert_true(isfinite(estimate.position_m[k]));
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pointers_that_cannot_be_used_are_refused),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(poses_and_measurements_outside_their_ranges_are_refused),
    cmocka_unit_test(without_a_pose_nothing_is_known),
    cmocka_unit_test(distances_wait_for_the_next_pose_and_are_interpolated),
    cmocka_unit_test(what_is_seen_from_the_device_is_in_its_frame),
    cmocka_unit_test(antennas_have_lever_arms),
    cmocka_unit_test(light_tracking_and_signal_are_reasons),
    cmocka_unit_test(the_ends_of_time_and_space_are_survived),
};

TEST_GROUP(locator_tests, tests);
