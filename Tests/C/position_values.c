/* Fixes against published values: the cases of lemmingapex/Trilateration and hexamite/hx19-java (positions;
 * least-squares solutions recomputed), a TDoA fix, dilution of precision about a square.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ROWS 8

static rangekit_position_options square_options(uint32_t dimensions) {
    rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
    options.dimensions = dimensions;
    options.loss = RANGEKIT_LOSS_SQUARE;
    options.gate_stddevs = 0;
    return options;
}

static rangekit_position fix_ranges(const rangekit_position_options *options, const rangekit_anchor *anchors,
                                    const double *ranges, size_t count) {
    rangekit_measurement rows[ROWS] = {0};
    rangekit_measurement_result results[ROWS];
    rangekit_position position;
    for (size_t i = 0; i < count; i += 1) {
        rows[i] = (rangekit_measurement){ranges[i], 0.1f, RANGEKIT_MEASUREMENT_RANGE, (uint32_t)i, 0};
    }
    assert_status(rangekit_position_fix(options, anchors, count, rows, count, results, &position), RANGEKIT_OK);
    assert_int_equal(position.status, RANGEKIT_OK);
    assert_int_equal(position.used_count, count);
    for (size_t i = 0; i < count; i += 1) {
        double dx = position.x_m - anchors[i].x_m, dy = position.y_m - anchors[i].y_m,
               dz = position.z_m - anchors[i].z_m;
        if (options->dimensions < 3 && !(options->fields & RANGEKIT_POSITION_HAS_HEIGHT)) dz = 0;
        if (options->dimensions < 2) dy = 0;
        assert_near(results[i].residual, ranges[i] - sqrt(dx * dx + dy * dy + dz * dz), 1e-9);
        assert_int_equal(results[i].status, RANGEKIT_OK);
    }
    return position;
}

static const struct {
    size_t count;
    rangekit_anchor anchors[4];
    double ranges[4];
    double x, y, tolerance;
} plane_values[] = {
    {3, {{1, 1, 0}, {3, 1, 0}, {2, 2, 0}}, {1, 1, 1}, 2, 1, 1e-6},
    {3, {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}, {1.4142135623730951, 1, 1}, -1, -1, 1e-6},
    {3, {{0, 0, 0}, {1000, 0, 0}, {0, 1000, 0}}, {1414.2135623730951, 1000, 1000}, 1000, 1000, 1e-6},
    {4, {{1, 1, 0}, {1, 3, 0}, {8, 8, 0}, {2, 2, 0}}, {5, 5, 6.36, 3.9}, 5.8993, 1.9972, 1e-4},
    {3, {{5, -6, 0}, {13, -15, 0}, {21, -3, 0}}, {8.06, 13.97, 23.32}, -0.59767, -11.79820, 1e-5},
    {4,
     {{5, -6, 0}, {13, -15, 0}, {21, -3, 0}, {12.42, -21.2, 0}},
     {8.06, 13.97, 23.32, 15.31},
     -0.36437,
     -12.23701,
     1e-5},
    {3, {{1, 1, 0}, {3, 1, 0}, {2, 2, 0}}, {0.5, 0.5, 0.5}, 2, 1, 0.25},
};

static void plane_values_of_trilateration(void **state) {
    (void)state;
    rangekit_position_options options = square_options(2);
    for (size_t i = 0; i < COUNT_OF(plane_values); i += 1) {
        rangekit_position position =
            fix_ranges(&options, plane_values[i].anchors, plane_values[i].ranges, plane_values[i].count);
        assert_near(position.x_m, plane_values[i].x, plane_values[i].tolerance);
        assert_near(position.y_m, plane_values[i].y, plane_values[i].tolerance);
        assert_near(position.z_m, 0, 0);
    }
}

static void a_range_of_zero_puts_the_tag_on_the_anchor(void **state) {
    (void)state;
    rangekit_position_options options = square_options(2);
    const rangekit_anchor anchors[] = {{1, 1, 0}, {2, 1, 0}};
    rangekit_position position = fix_ranges(&options, anchors, (double[]){0, 1}, 2);
    assert_near(position.x_m, 1, 1e-6);
    assert_near(position.y_m, 1, 1e-6);
    assert_true(position.fields & RANGEKIT_POSITION_IN_ANCHOR_PLANE);
}

static void one_dimension(void **state) {
    (void)state;
    rangekit_position_options options = square_options(1);
    const rangekit_anchor anchors[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    rangekit_position position = fix_ranges(&options, anchors, (double[]){1.1, 0.1, 0.9}, 3);
    assert_near(position.x_m, 2.1, 1e-6);
}

static void space_values_of_trilateration(void **state) {
    (void)state;
    rangekit_position_options options = square_options(3);
    const rangekit_anchor anchors[] = {{0, 0, 0}, {8.84, 4.57, 12.59}, {0, -8.84, 8.84}, {10.72, -8.96, 8.84}};
    rangekit_position position = fix_ranges(&options, anchors, (double[]){8.84, 8.84, 8.84, 8.84}, 4);
    assert_near(position.x_m, 5.34929, 1e-5);
    assert_near(position.y_m, -1.86553, 1e-5);
    assert_near(position.z_m, 7.15701, 1e-5);
    /* The tag touches the plane of three anchors. */
    const rangekit_anchor coplanar[] = {{1, 1, 1}, {3, 1, 1}, {2, 2, 1}};
    options.stated_weight = 1e9;
    position = fix_ranges(&options, coplanar, (double[]){1, 1, 1}, 3);
    assert_near(position.x_m, 2, 1e-6);
    assert_near(position.y_m, 1, 1e-6);
    assert_near(position.z_m, 1, 1e-6);
    assert_true(position.fields & RANGEKIT_POSITION_IN_ANCHOR_PLANE);
    /* Across it, the error is that of a touching sphere: 2 r s / sqrt(n), by the stated deviations. */
    assert_near(position.covariance_m2[5], 2 * 0.1 / sqrt(3), 1e-6);
}

static void both_mirror_places_of_hx19(void **state) {
    (void)state;
    rangekit_position_options options = square_options(3);
    const rangekit_anchor anchors[] = {{1000, 1000, 0}, {2140, 1000, 0}, {1000, 2140, 0}};
    const double ranges[] = {3217, 3158, 3073};
    rangekit_position position = fix_ranges(&options, anchors, ranges, 3);
    assert_true(position.fields & RANGEKIT_POSITION_HAS_MIRROR);
    assert_near(position.x_m, 1734.967, 1e-3);
    assert_near(position.y_m, 1967.263, 1e-3);
    assert_near(position.z_m, -2978.811, 1e-3);
    assert_near(position.mirror_x_m, 1734.967, 1e-3);
    assert_near(position.mirror_y_m, 1967.263, 1e-3);
    assert_near(position.mirror_z_m, 2978.811, 1e-3);
    /* The place nearer to the start comes first. */
    options.fields = RANGEKIT_POSITION_HAS_START;
    options.start_z_m = 100;
    position = fix_ranges(&options, anchors, ranges, 3);
    assert_near(position.z_m, 2978.811, 1e-3);
    assert_near(position.mirror_z_m, -2978.811, 1e-3);
}

static void two_ranges_in_the_plane_leave_two_places(void **state) {
    (void)state;
    rangekit_position_options options = square_options(2);
    const rangekit_anchor anchors[] = {{0, 0, 0}, {4, 0, 0}};
    rangekit_position position = fix_ranges(&options, anchors, (double[]){5, 3}, 2);
    assert_true(position.fields & RANGEKIT_POSITION_HAS_MIRROR);
    assert_near(position.x_m, 4, 1e-6);
    assert_near(position.y_m, -3, 1e-6);
    assert_near(position.mirror_y_m, 3, 1e-6);
}

static void a_known_height_reduces_space_to_the_plane(void **state) {
    (void)state;
    rangekit_position_options options = square_options(2);
    options.fields = RANGEKIT_POSITION_HAS_HEIGHT;
    options.height_m = 1.25;
    const rangekit_anchor anchors[] = {{0, 0, 2}, {10, 0, 3}, {10, 8, 2.5}, {0, 8, 0.5}};
    double ranges[4];
    for (int i = 0; i < 4; i += 1) {
        ranges[i] = sqrt(pow(anchors[i].x_m - 3.5, 2) + pow(anchors[i].y_m - 6, 2) + pow(anchors[i].z_m - 1.25, 2));
    }
    rangekit_position position = fix_ranges(&options, anchors, ranges, 4);
    assert_near(position.x_m, 3.5, 1e-7);
    assert_near(position.y_m, 6, 1e-7);
    assert_near(position.z_m, 1.25, 0);
    assert_near(position.covariance_m2[5], 0, 0);
}

/* localization_core, values recomputed. Four differences to three unknowns, and the same with the minimum. */
static void a_tdoa_fix(void **state) {
    (void)state;
    rangekit_position_options options = square_options(3);
    const rangekit_anchor anchors[] = {{0, 0, 0}, {10, 0, 0}, {0, 10, 10}, {0, 0, 10}};
    const double differences[] = {0, 1.668075597, -1.498377053, -2.223329917};
    rangekit_measurement rows[3];
    rangekit_measurement_result results[3];
    rangekit_position position;
    for (uint32_t i = 0; i < 3; i += 1) {
        rows[i] = (rangekit_measurement){differences[i + 1], 0.1f, RANGEKIT_MEASUREMENT_DIFFERENCE, 0, i + 1};
    }
    assert_status(rangekit_position_fix(&options, anchors, 4, rows, 3, results, &position), RANGEKIT_OK);
    int first = fabs(position.x_m - 3.4) < 1e-6;
    assert_true(first || (position.fields & RANGEKIT_POSITION_HAS_MIRROR));
    assert_near(first ? position.x_m : position.mirror_x_m, 3.4, 1e-6);
    assert_near(first ? position.y_m : position.mirror_y_m, 4.5, 1e-6);
    assert_near(first ? position.z_m : position.mirror_z_m, 6.7, 1e-6);
    /* Which of the two, a start says. */
    options.fields = RANGEKIT_POSITION_HAS_START;
    options.start_x_m = options.start_y_m = options.start_z_m = 5;
    assert_status(rangekit_position_fix(&options, anchors, 4, rows, 3, results, &position), RANGEKIT_OK);
    assert_near(position.x_m, 3.4, 1e-6);
}

/* crazyflie-firmware, test_mm_tdoa.c: between anchors at -1 and 1 a difference of 0 puts the tag at 0, with the
 * slope -2 along x; so one standard deviation of the difference is half of one of the position. */
static void a_difference_between_two_anchors_has_slope_two(void **state) {
    (void)state;
    rangekit_position_options options = square_options(1);
    options.stated_weight = 1e9;
    const rangekit_anchor anchors[] = {{-1, 0, 0}, {1, 0, 0}};
    const rangekit_measurement row = {0, 0.1f, RANGEKIT_MEASUREMENT_DIFFERENCE, 0, 1};
    rangekit_measurement_result result;
    rangekit_position position;
    assert_status(rangekit_position_fix(&options, anchors, 2, &row, 1, &result, &position), RANGEKIT_OK);
    assert_near(position.x_m, 0, 1e-9);
    assert_near(result.residual, 0, 1e-9);
    assert_near(sqrt(position.covariance_m2[0]), 0.05, 1e-8);
}

static const struct {
    double x, y, ranges, differences;
} dop_values[] = {
    {5, 5, 1.0, 1.0}, {2, 3, 1.020997, 1.050056}, {0.5, 0.5, 1.118222, 1.146114}, {15, 5, 1.091089, 4.238937},
};

static void dilution_about_a_square(void **state) {
    (void)state;
    const rangekit_anchor anchors[] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
    rangekit_position_options options = square_options(2);
    for (size_t i = 0; i < COUNT_OF(dop_values); i += 1) {
        rangekit_anchor place = {dop_values[i].x, dop_values[i].y, 0};
        rangekit_dop dop;
        assert_status(rangekit_position_dop(anchors, 4, &place, RANGEKIT_DOP_RANGES, 2, &dop), RANGEKIT_OK);
        assert_near(dop.hdop, dop_values[i].ranges, 1e-6);
        assert_near(dop.gdop, dop_values[i].ranges, 1e-6);
        double ranges[4];
        for (int j = 0; j < 4; j += 1) ranges[j] = hypot(place.x_m - anchors[j].x_m, place.y_m - anchors[j].y_m);
        rangekit_position position = fix_ranges(&options, anchors, ranges, 4);
        assert_true(position.fields & RANGEKIT_POSITION_HAS_DOP);
        assert_near((double)position.hdop, dop_values[i].ranges, 1e-5);
        assert_status(rangekit_position_dop(anchors, 4, &place, RANGEKIT_DOP_DIFFERENCES, 2, &dop), RANGEKIT_OK);
        assert_near(dop.hdop, dop_values[i].differences, 1e-6);
    }
}

/* The float path gives the same places and covariances to single precision. */
static void the_float_path_agrees(void **state) {
    (void)state;
    struct random_source source = {1};
    rangekit_position_options options = square_options(3);
    options.stated_weight = 1e9;
    for (int round = 0; round < 200; round += 1) {
        rangekit_anchor anchors[ROWS];
        float anchors_f[3 * ROWS], ranges_f[ROWS], stddevs_f[ROWS], place[3], covariance[6];
        double ranges[ROWS];
        double tag[3] = {8 * random_unit(&source) + 1, 8 * random_unit(&source) + 1, 2 * random_unit(&source) + 0.5};
        for (int i = 0; i < ROWS; i += 1) {
            anchors[i] = (rangekit_anchor){i & 1 ? 10 : 0, i & 2 ? 10 : 0, (i & 4 ? 3 : 0) + random_unit(&source)};
            ranges[i] = (double)(float)(sqrt(pow(tag[0] - anchors[i].x_m, 2) + pow(tag[1] - anchors[i].y_m, 2) +
                                             pow(tag[2] - anchors[i].z_m, 2)) +
                                        0.2 * random_unit(&source) - 0.1);
            anchors_f[3 * i] = (float)anchors[i].x_m;
            anchors_f[3 * i + 1] = (float)anchors[i].y_m;
            anchors_f[3 * i + 2] = (float)anchors[i].z_m;
            ranges_f[i] = (float)ranges[i];
            stddevs_f[i] = 0.1f;
        }
        rangekit_position position = fix_ranges(&options, anchors, ranges, ROWS);
        assert_status(rangekit_position_fix_f32(anchors_f, ranges_f, stddevs_f, ROWS, 3, place, covariance), RANGEKIT_OK);
        assert_near((double)place[0], position.x_m, 2e-4);
        assert_near((double)place[1], position.y_m, 2e-4);
        assert_near((double)place[2], position.z_m, 5e-4);
        for (int i = 0; i < 6; i += 1) {
            assert_near((double)covariance[i], position.covariance_m2[i], 1e-3 * position.covariance_m2[5]);
        }
        /* In the plane, at a height that is given. */
        place[2] = (float)tag[2];
        assert_status(rangekit_position_fix_f32(anchors_f, ranges_f, NULL, ROWS, 2, place, covariance), RANGEKIT_OK);
        rangekit_position_options plane = square_options(2);
        plane.fields = RANGEKIT_POSITION_HAS_HEIGHT;
        plane.height_m = (double)place[2];
        position = fix_ranges(&plane, anchors, ranges, ROWS);
        assert_near((double)place[0], position.x_m, 2e-4);
        assert_near((double)place[1], position.y_m, 2e-4);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(plane_values_of_trilateration),
    cmocka_unit_test(a_range_of_zero_puts_the_tag_on_the_anchor),
    cmocka_unit_test(one_dimension),
    cmocka_unit_test(space_values_of_trilateration),
    cmocka_unit_test(both_mirror_places_of_hx19),
    cmocka_unit_test(two_ranges_in_the_plane_leave_two_places),
    cmocka_unit_test(a_known_height_reduces_space_to_the_plane),
    cmocka_unit_test(a_tdoa_fix),
    cmocka_unit_test(a_difference_between_two_anchors_has_slope_two),
    cmocka_unit_test(dilution_about_a_square),
    cmocka_unit_test(the_float_path_agrees),
};

TEST_GROUP(position_values_tests, tests);
