/* Fixes from what cannot be used: every bad number and geometry has its own status, for the measurement or for
 * the fix, and no bad measurement disturbs the others.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ANCHORS 6

static const rangekit_anchor room[ANCHORS] = {{0, 0, 0}, {10, 0, 3}, {10, 8, 0}, {0, 8, 3}, {5, 0, 2}, {5, 8, 1}};
static const double tag[3] = {4, 3, 1.5};

static double distance(const rangekit_anchor *anchor) {
    return sqrt(pow(anchor->x_m - tag[0], 2) + pow(anchor->y_m - tag[1], 2) + pow(anchor->z_m - tag[2], 2));
}

static void exact_ranges(rangekit_measurement rows[ANCHORS]) {
    for (uint32_t i = 0; i < ANCHORS; i += 1) {
        rows[i] = (rangekit_measurement){distance(&room[i]), 0.1f, RANGEKIT_MEASUREMENT_RANGE, i, 0};
    }
}

static void a_bad_measurement_has_its_own_status(void **state) {
    (void)state;
    const struct {
        rangekit_measurement row;
        rangekit_status status;
    } bad[] = {
        {{NAN, 0.1f, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{INFINITY, 0.1f, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{5, NAN, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{5, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, -1, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 1e7f, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{1e300, 0.1f, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 0.1f, 4, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 0.1f, -1, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 0.1f, INT32_MIN, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 0.1f, 0, ANCHORS, 0}, RANGEKIT_ERROR_ANCHOR_INVALID},
        {{5, 0.1f, 0, UINT32_MAX, 0}, RANGEKIT_ERROR_ANCHOR_INVALID},
        {{1, 0.1f, 1, 0, UINT32_MAX}, RANGEKIT_ERROR_ANCHOR_INVALID},
        {{1, 0.1f, 1, 2, 2}, RANGEKIT_ERROR_SAME_ANCHOR},
        {{10.5, 0.1f, 1, 0, 1}, RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE}, /* they are 10.44 m apart */
        {{-10.5, 0.1f, 1, 0, 1}, RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE},
        {{25, 0.1f, 0, 1, 0}, RANGEKIT_ERROR_GATED},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        rangekit_measurement *rows = guarded(0, (ANCHORS + 1) * sizeof *rows);
        rangekit_measurement_result *results = guarded(1, (ANCHORS + 1) * sizeof *results);
        rangekit_position position;
        exact_ranges(rows);
        rows[ANCHORS] = bad[i].row;
        assert_status(rangekit_position_fix(NULL, room, ANCHORS, rows, ANCHORS + 1, results, &position), RANGEKIT_OK);
        if (results[ANCHORS].status != bad[i].status) {
            fail_text("row %zu: %s, expected %s", i, rangekit_status_name(results[ANCHORS].status),
                      rangekit_status_name(bad[i].status));
        }
        assert_near((double)results[ANCHORS].weight, 0, 0);
        assert_int_equal(position.used_count, ANCHORS);
        assert_near(position.x_m, tag[0], 1e-5);
        assert_near(position.y_m, tag[1], 1e-5);
        assert_near(position.z_m, tag[2], 1e-5);
    }
}

static void expect_fix(const rangekit_anchor *anchors, size_t anchor_count, size_t count, uint32_t dimensions,
                       rangekit_status expected) {
    rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
    options.dimensions = dimensions;
    rangekit_measurement rows[ANCHORS] = {0};
    rangekit_measurement_result results[ANCHORS];
    rangekit_position position;
    for (uint32_t i = 0; i < count; i += 1) {
        rows[i] = (rangekit_measurement){5, 0.1f, RANGEKIT_MEASUREMENT_RANGE, i % (uint32_t)anchor_count, 0};
    }
    assert_status(rangekit_position_fix(&options, anchors, anchor_count, rows, count, results, &position), expected);
    assert_int_equal(position.status, expected);
    assert_near(position.x_m, 0, expected == RANGEKIT_OK ? 1e9 : 0);
    assert_int_equal(position.fields == 0, expected != RANGEKIT_OK);
}

static void geometry_that_leaves_a_direction_open_is_named(void **state) {
    (void)state;
    const rangekit_anchor identical[ANCHORS] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    const rangekit_anchor collinear[ANCHORS] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}, {5, 5, 5}};
    rangekit_anchor unknown[ANCHORS];
    for (int i = 0; i < ANCHORS; i += 1) unknown[i] = (rangekit_anchor){NAN, 0, 0};
    for (uint32_t dimensions = 1; dimensions <= 3; dimensions += 1) {
        expect_fix(identical, ANCHORS, ANCHORS, dimensions, RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
        expect_fix(room, 1, 1, dimensions, dimensions == 1 ? RANGEKIT_ERROR_GEOMETRY_DEGENERATE
                                                           : RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
        expect_fix(room, 1, ANCHORS, dimensions, RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
        expect_fix(unknown, ANCHORS, ANCHORS, dimensions, RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
        expect_fix(room, ANCHORS, 0, dimensions, RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    }
    expect_fix(collinear, ANCHORS, ANCHORS, 3, RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
    expect_fix(collinear, ANCHORS, ANCHORS, 2, RANGEKIT_OK); /* two places, or one on the line */
}

static void empty_arrays_may_be_null(void **state) {
    (void)state;
    rangekit_position position;
    assert_status(rangekit_position_fix(NULL, NULL, 0, NULL, 0, NULL, &position), RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    size_t refused = 99;
    assert_status(rangekit_position_fix_batch(NULL, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 0);
}

static void absurd_counts_are_refused(void **state) {
    (void)state;
    rangekit_measurement rows[ANCHORS];
    rangekit_measurement_result results[ANCHORS];
    rangekit_position position;
    uint64_t offsets[2] = {0, ANCHORS};
    exact_ranges(rows);
    const size_t absurd[] = {SIZE_MAX, SIZE_MAX / 2, (size_t)1 << 60};
    for (size_t i = 0; i < COUNT_OF(absurd); i += 1) {
        assert_status(rangekit_position_fix(NULL, room, absurd[i], rows, ANCHORS, results, &position),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(rangekit_position_fix(NULL, room, ANCHORS, rows, absurd[i], results, &position),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(rangekit_position_fix_batch(NULL, room, ANCHORS, rows, ANCHORS, offsets, absurd[i], results,
                                                  &position, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        float place[3] = {0}, covariance[6], number[3] = {0};
        assert_status(rangekit_position_fix_f32(number, number, NULL, absurd[i], 3, place, covariance),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    /* Offsets that fall, or point beyond the measurements. */
    const uint64_t bad_offsets[][2] = {{0, ANCHORS + 1}, {3, 2}, {UINT64_MAX, UINT64_MAX}, {0, UINT64_MAX}};
    for (size_t i = 0; i < COUNT_OF(bad_offsets); i += 1) {
        assert_status(rangekit_position_fix_batch(NULL, room, ANCHORS, rows, ANCHORS, bad_offsets[i], 1, results,
                                                  &position, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
    }
}

static void a_million_anchors(void **state) {
    (void)state;
    size_t count = 1000000;
    rangekit_anchor *anchors = malloc(count * sizeof *anchors);
    rangekit_measurement *rows = malloc(count * sizeof *rows);
    rangekit_measurement_result *results = malloc(count * sizeof *results);
    assert_true(anchors != NULL && rows != NULL && results != NULL);
    struct random_source source = {7};
    for (size_t i = 0; i < count; i += 1) {
        anchors[i] = (rangekit_anchor){100 * random_unit(&source), 100 * random_unit(&source), 9 * random_unit(&source)};
        rows[i] = (rangekit_measurement){distance(&anchors[i]), 0.1f, RANGEKIT_MEASUREMENT_RANGE, (uint32_t)i, 0};
    }
    rangekit_position position;
    assert_status(rangekit_position_fix(NULL, anchors, count, rows, count, results, &position), RANGEKIT_OK);
    assert_near(position.x_m, tag[0], 1e-6);
    assert_near(position.z_m, tag[2], 1e-6);
    free(anchors);
    free(rows);
    free(results);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    rangekit_measurement rows[ANCHORS];
    rangekit_measurement_result results[ANCHORS];
    rangekit_position position;
    exact_ranges(rows);
#define EXPECT(change, expected)                                                                                      \
    do {                                                                                                              \
        rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;                                           \
        change;                                                                                                       \
        assert_status(rangekit_position_fix(&options, room, ANCHORS, rows, ANCHORS, results, &position), (expected)); \
    } while (0)
    EXPECT(options.dimensions = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.dimensions = 4, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.loss = 3, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.loss = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.iterations_max = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.iterations_max = 1001, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.loss_scale = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.loss_scale = NAN, RANGEKIT_ERROR_NOT_FINITE);
    EXPECT(options.gate_stddevs = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(options.stated_weight = INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    EXPECT(options.fields = 4, RANGEKIT_ERROR_UNKNOWN_OPTION);
    EXPECT(options.reserved = 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
    EXPECT((options.fields = RANGEKIT_POSITION_HAS_START, options.start_y_m = NAN), RANGEKIT_ERROR_NOT_FINITE);
    EXPECT((options.fields = RANGEKIT_POSITION_HAS_HEIGHT), RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT((options.fields = RANGEKIT_POSITION_HAS_HEIGHT, options.dimensions = 2, options.height_m = 1e8),
           RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT((options.height_m = NAN, options.start_x_m = NAN), RANGEKIT_OK); /* not said to be there */
#undef EXPECT
}

static void pointers_are_checked(void **state) {
    (void)state;
    rangekit_measurement rows[ANCHORS];
    rangekit_measurement_result results[ANCHORS];
    rangekit_position position;
    rangekit_dop dop;
    exact_ranges(rows);
    float place[3] = {0}, covariance[6], numbers[12] = {0};
#define BOTH(type, call)                                                                    \
    do {                                                                                    \
        type *pointer = NULL;                                                               \
        assert_status((call), RANGEKIT_ERROR_NULL_POINTER);                                 \
        pointer = MISALIGNED(type, 0);                                                      \
        assert_status((call), RANGEKIT_ERROR_MISALIGNED);                                   \
    } while (0)
    BOTH(rangekit_anchor, rangekit_position_fix(NULL, pointer, ANCHORS, rows, ANCHORS, results, &position));
    BOTH(rangekit_measurement, rangekit_position_fix(NULL, room, ANCHORS, pointer, ANCHORS, results, &position));
    BOTH(rangekit_measurement_result, rangekit_position_fix(NULL, room, ANCHORS, rows, ANCHORS, pointer, &position));
    BOTH(rangekit_position, rangekit_position_fix(NULL, room, ANCHORS, rows, ANCHORS, results, pointer));
    BOTH(uint64_t, rangekit_position_fix_batch(NULL, room, ANCHORS, rows, ANCHORS, pointer, 1, results, &position, NULL));
    BOTH(float, rangekit_position_fix_f32(pointer, numbers, NULL, 4, 3, place, covariance));
    BOTH(float, rangekit_position_fix_f32(numbers, pointer, NULL, 4, 3, place, covariance));
    BOTH(float, rangekit_position_fix_f32(numbers, numbers, NULL, 4, 3, pointer, covariance));
    BOTH(float, rangekit_position_fix_f32(numbers, numbers, NULL, 4, 3, place, pointer));
    BOTH(rangekit_anchor, rangekit_position_dop(pointer, ANCHORS, room, 0, 3, &dop));
    BOTH(rangekit_anchor, rangekit_position_dop(room, ANCHORS, pointer, 0, 3, &dop));
    BOTH(rangekit_dop, rangekit_position_dop(room, ANCHORS, room, 0, 3, pointer));
#undef BOTH
    assert_status(rangekit_position_dop(room, ANCHORS, room, 2, 3, &dop), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_position_dop(room, ANCHORS, room, 0, 1, &dop), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_position_dop(room, 2, room, 0, 3, &dop), RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
}

static void the_float_path_names_what_is_wrong(void **state) {
    (void)state;
    float anchors[12] = {0, 0, 0, 10, 0, 3, 10, 8, 0, 0, 8, 3}, ranges[4] = {5, 7, 8, 6}, stddevs[4] = {1, 1, 1, 1};
    float place[3] = {0}, covariance[6];
#define EXPECT(array, index, value, expected)                                                              \
    do {                                                                                                   \
        float kept = array[index];                                                                         \
        array[index] = (value);                                                                            \
        assert_status(rangekit_position_fix_f32(anchors, ranges, stddevs, 4, 3, place, covariance), (expected)); \
        array[index] = kept;                                                                               \
    } while (0)
    EXPECT(ranges, 0, 5, RANGEKIT_OK);
    EXPECT(anchors, 4, NAN, RANGEKIT_ERROR_NOT_FINITE);
    EXPECT(anchors, 0, INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    EXPECT(anchors, 11, 1e9f, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(ranges, 3, NAN, RANGEKIT_ERROR_NOT_FINITE);
    EXPECT(ranges, 3, -1e9f, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(stddevs, 1, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(stddevs, 1, NAN, RANGEKIT_ERROR_NOT_FINITE);
#undef EXPECT
    assert_status(rangekit_position_fix_f32(anchors, ranges, NULL, 4, 1, place, covariance),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_position_fix_f32(anchors, ranges, NULL, 2, 3, place, covariance),
                  RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    for (int i = 0; i < 4; i += 1) anchors[3 * i + 2] = 2;
    assert_status(rangekit_position_fix_f32(anchors, ranges, NULL, 4, 3, place, covariance),
                  RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
    place[2] = NAN;
    assert_status(rangekit_position_fix_f32(anchors, ranges, NULL, 4, 2, place, covariance), RANGEKIT_ERROR_NOT_FINITE);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_bad_measurement_has_its_own_status),
    cmocka_unit_test(geometry_that_leaves_a_direction_open_is_named),
    cmocka_unit_test(empty_arrays_may_be_null),
    cmocka_unit_test(absurd_counts_are_refused),
    cmocka_unit_test(a_million_anchors),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(pointers_are_checked),
    cmocka_unit_test(the_float_path_names_what_is_wrong),
};

TEST_GROUP(position_errors_tests, tests);
