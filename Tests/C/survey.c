/* Anchors from the ranges among themselves: exact and noisy, with and without known ones, and what is refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ANCHORS 7
#define PAIRS (ANCHORS * (ANCHORS - 1) / 2)
#define MEMORY_WORDS (9 * ANCHORS * ANCHORS + 21 * ANCHORS)

/* The first three fix the gauge as they stand. */
static const double truth[ANCHORS][3] = {{0, 0, 0}, {9, 0, 0}, {8, 7, 0}, {1, 6, 2.5}, {4, 0.5, 3}, {5, 7.5, -1}, {2, 3, 2}};

static double gaussian(struct random_source *source) {
    return sqrt(-2 * log(1 - random_unit(source))) * cos(6.283185307179586 * random_unit(source));
}

static size_t make_ranges(rangekit_survey_range *ranges, struct random_source *source, double stddev, int dimensions) {
    size_t count = 0;
    for (uint32_t i = 0; i < ANCHORS; i += 1) {
        for (uint32_t j = 0; j < i; j += 1) {
            double sum = 0;
            for (int k = 0; k < dimensions; k += 1) sum += pow(truth[i][k] - truth[j][k], 2);
            double noise = source == NULL ? 0 : stddev * gaussian(source);
            ranges[count++] = (rangekit_survey_range){sqrt(sum) + noise, (float)stddev, i, j, 0};
        }
    }
    return count;
}

static rangekit_status solve(const rangekit_survey_options *options, const rangekit_survey_range *ranges, size_t count,
                             rangekit_surveyed_anchor *anchors, rangekit_survey_result *result) {
    static rangekit_measurement_result results[2 * PAIRS];
    double *memory = guarded(3, MEMORY_WORDS * sizeof(double));
    assert_int_equal(rangekit_survey_memory_size(ANCHORS), MEMORY_WORDS * sizeof(double));
    return rangekit_survey_solve(options, ranges, count, anchors, ANCHORS, memory, MEMORY_WORDS * sizeof(double), results,
                                 result);
}

static void expect_truth(const rangekit_surveyed_anchor *anchors, int dimensions, double tolerance) {
    for (int i = 0; i < ANCHORS; i += 1) {
        assert_near(anchors[i].x_m, truth[i][0], tolerance);
        assert_near(anchors[i].y_m, truth[i][1], tolerance);
        if (dimensions == 3) assert_near(anchors[i].z_m, truth[i][2], tolerance);
    }
}

static void exact_ranges_give_the_room_back(void **state) {
    (void)state;
    rangekit_survey_range ranges[PAIRS];
    for (int dimensions = 2; dimensions <= 3; dimensions += 1) {
        rangekit_survey_options options = RANGEKIT_SURVEY_OPTIONS_INIT;
        options.dimensions = (uint32_t)dimensions;
        size_t count = make_ranges(ranges, NULL, 0.1, dimensions);
        rangekit_surveyed_anchor anchors[ANCHORS] = {0};
        rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
        assert_status(solve(&options, ranges, count, anchors, &result), RANGEKIT_OK);
        expect_truth(anchors, dimensions, 1e-6);
        assert_true(result.fields & RANGEKIT_SURVEY_MIRRORED);
        assert_near(result.rms_m, 0, 1e-7);
        assert_int_equal(result.used_count, PAIRS);
        assert_int_equal(anchors[0].range_count, ANCHORS - 1);
        /* What the gauge fixes has no error. */
        assert_near(anchors[0].covariance_m2[0], 0, 0);
        assert_near(anchors[1].covariance_m2[3], 0, 0);
        assert_true(anchors[1].covariance_m2[0] > 0 && anchors[3].covariance_m2[3] > 0);
    }
}

static void missing_pairs_and_known_anchors(void **state) {
    (void)state;
    rangekit_survey_range ranges[PAIRS], kept[PAIRS];
    size_t count = make_ranges(ranges, NULL, 0.1, 3), kept_count = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (i != 3 && i != 9) kept[kept_count++] = ranges[i];
    }
    rangekit_surveyed_anchor anchors[ANCHORS] = {0};
    rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
    for (int i = 2; i < 6; i += 1) {
        anchors[i] = (rangekit_surveyed_anchor){truth[i][0], truth[i][1], truth[i][2], {0}, 1, 0};
    }
    assert_status(solve(NULL, kept, kept_count, anchors, &result), RANGEKIT_OK);
    expect_truth(anchors, 3, 1e-6);
    assert_false(result.fields & RANGEKIT_SURVEY_MIRRORED); /* four known ones that are not in one plane */
    assert_near(anchors[3].covariance_m2[0], 0, 0);
}

/* Of many noisy surveys, each coordinate lies within its stated 95 % as often as stated, an outlier among them. */
static void stated_errors_are_the_errors(void **state) {
    (void)state;
    struct random_source source = {3};
    int inside = 0, all = 0;
    for (int round = 0; round < 300; round += 1) {
        rangekit_survey_range ranges[PAIRS];
        size_t count = make_ranges(ranges, &source, 0.05, 3);
        rangekit_surveyed_anchor anchors[ANCHORS] = {0};
        rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
        if (solve(NULL, ranges, count, anchors, &result) != RANGEKIT_OK) continue;
        for (int i = 1; i < ANCHORS; i += 1) {
            const double *c = anchors[i].covariance_m2;
            const double place[3] = {anchors[i].x_m, anchors[i].y_m, anchors[i].z_m}, variance[3] = {c[0], c[3], c[5]};
            for (int k = 0; k < 3; k += 1) {
                if (variance[k] == 0) continue;
                all += 1;
                inside += fabs(place[k] - truth[i][k]) <= 1.96 * sqrt(variance[k]);
            }
        }
    }
    assert_true(all > 4000);
    assert_in_range(1000 * inside / all, 900, 990);
}

static void what_cannot_be_surveyed_is_named(void **state) {
    (void)state;
    rangekit_survey_range ranges[PAIRS];
    rangekit_surveyed_anchor anchors[ANCHORS] = {0}, before[ANCHORS];
    rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
    rangekit_survey_options options = RANGEKIT_SURVEY_OPTIONS_INIT;
    size_t count = make_ranges(ranges, NULL, 0.1, 3);
    memcpy(before, anchors, sizeof before);
    /* The last anchor has no range: the last ANCHORS - 1 pairs are its. */
    assert_status(solve(NULL, ranges, count - (ANCHORS - 1), anchors, &result), RANGEKIT_ERROR_SURVEY_DISCONNECTED);
    /* It has two, and can turn about them. */
    assert_status(solve(NULL, ranges, count - (ANCHORS - 1) + 2, anchors, &result), RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
    assert_status(solve(NULL, ranges, 0, anchors, &result), RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    options.dimensions = 4;
    assert_status(solve(&options, ranges, count, anchors, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    for (size_t i = 0; i < count; i += 1) ranges[i].range_m = 0;
    assert_status(solve(NULL, ranges, count, anchors, &result), RANGEKIT_ERROR_GEOMETRY_DEGENERATE);
    for (size_t i = 0; i < count; i += 1) ranges[i].range_m = NAN;
    assert_status(solve(NULL, ranges, count, anchors, &result), RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    assert_memory_equal(before, anchors, sizeof before);
    anchors[2].known = 2;
    assert_status(solve(NULL, ranges, count, anchors, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    anchors[2].known = 1;
    anchors[2].y_m = INFINITY;
    assert_status(solve(NULL, ranges, count, anchors, &result), RANGEKIT_ERROR_NOT_FINITE);
}

static void memory_and_counts_are_checked(void **state) {
    (void)state;
    rangekit_survey_range ranges[PAIRS];
    rangekit_measurement_result results[PAIRS];
    rangekit_surveyed_anchor anchors[ANCHORS] = {0};
    rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
    double memory[MEMORY_WORDS];
    size_t count = make_ranges(ranges, NULL, 0.1, 3), size = sizeof memory;
    assert_int_equal(rangekit_survey_memory_size(0), 0);
    assert_int_equal(rangekit_survey_memory_size(RANGEKIT_SURVEY_MAX_ANCHORS + 1), 0);
    assert_int_equal(rangekit_survey_memory_size(SIZE_MAX), 0);
#define EXPECT(ranges, count, anchors, anchor_count, memory, size, results, result, expected)                         \
    assert_status(rangekit_survey_solve(NULL, ranges, count, anchors, anchor_count, memory, size, results, result), \
                  (expected))
    EXPECT(ranges, count, anchors, ANCHORS, memory, size - 1, results, &result, RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    EXPECT(ranges, count, anchors, ANCHORS, NULL, size, results, &result, RANGEKIT_ERROR_NULL_POINTER);
    EXPECT(ranges, count, anchors, ANCHORS, (char *)memory + 1, size, results, &result, RANGEKIT_ERROR_MISALIGNED);
    EXPECT(ranges, count, anchors, 0, memory, size, results, &result, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(ranges, count, anchors, SIZE_MAX, memory, size, results, &result, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(ranges, count, NULL, ANCHORS, memory, size, results, &result, RANGEKIT_ERROR_NULL_POINTER);
    EXPECT(ranges, SIZE_MAX, anchors, ANCHORS, memory, size, results, &result, RANGEKIT_ERROR_OUT_OF_RANGE);
    EXPECT(NULL, count, anchors, ANCHORS, memory, size, results, &result, RANGEKIT_ERROR_NULL_POINTER);
    EXPECT(ranges, count, anchors, ANCHORS, memory, size, NULL, &result, RANGEKIT_ERROR_NULL_POINTER);
    EXPECT(ranges, count, anchors, ANCHORS, memory, size, results, NULL, RANGEKIT_ERROR_NULL_POINTER);
    EXPECT(ranges, count, anchors, 1, memory, size, results, &result, RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
#undef EXPECT
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(exact_ranges_give_the_room_back),
    cmocka_unit_test(missing_pairs_and_known_anchors),
    cmocka_unit_test(stated_errors_are_the_errors),
    cmocka_unit_test(what_cannot_be_surveyed_is_named),
    cmocka_unit_test(memory_and_counts_are_checked),
};

TEST_GROUP(survey_tests, tests);
