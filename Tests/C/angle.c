/* Phase differences to angles: published values, wraps, tables, edges, and honest uncertainty.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define DEG 0.017453292519943295
#define PI 3.141592653589793

static rangekit_angle_options options_for(double spacing_wavelengths) {
    rangekit_angle_options options = RANGEKIT_ANGLE_OPTIONS_INIT;
    options.wavelength_m = 0.0461958;
    options.spacing_m = spacing_wavelengths * options.wavelength_m;
    return options;
}

static rangekit_angle_result angle_of(const rangekit_angle_options *options, rangekit_angle_measurement m) {
    rangekit_angle_result result;
    assert_status(rangekit_angle_from_pdoa(options, NULL, 0, &m, &result), RANGEKIT_OK);
    return result;
}

static void angles_are_the_published_ones(void **state) {
    (void)state;
    double channel5, channel9;
    assert_status(rangekit_angle_wavelength(5, &channel5), RANGEKIT_OK);
    assert_status(rangekit_angle_wavelength(9, &channel9), RANGEKIT_OK);
    assert_near(channel5, 46.1958e-3, 5e-8);
    assert_near(channel9, 37.5341e-3, 5e-8);
    assert_status(rangekit_angle_wavelength(16, &channel9), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_angle_options half = options_for(0.5), narrow = options_for(0.42);
    assert_near(angle_of(&half, (rangekit_angle_measurement){.pdoa_rad = 0.5}).angle_rad / DEG, 9.1578, 5e-5);
    assert_near(angle_of(&half, (rangekit_angle_measurement){.pdoa_rad = 1.5}).angle_rad / DEG, 28.5200, 5e-5);
    assert_near(angle_of(&narrow, (rangekit_angle_measurement){.pdoa_rad = -2.0}).angle_rad / DEG, -49.2777, 5e-5);
    half.offset_rad = 0.3;
    assert_near(angle_of(&half, (rangekit_angle_measurement){.pdoa_rad = 0.8}).angle_rad / DEG, 9.1578, 5e-5);
}

static void registers_of_the_dw3000_are_signed(void **state) {
    (void)state;
    double pdoa;
    static const struct {
        int32_t value;
        double pdoa_rad;
    } values[] = {{0, 0}, {2048, 1}, {-2048, -1}, {8191, 8191 / 2048.0}, {-8192, -4}, {16383, -1 / 2048.0},
                  {8192, -4}, {14336, -1}};
    for (size_t i = 0; i < COUNT_OF(values); i += 1) {
        assert_status(rangekit_angle_pdoa_from_dw3000(values[i].value, &pdoa), RANGEKIT_OK);
        assert_near(pdoa, values[i].pdoa_rad, 0);
    }
    assert_status(rangekit_angle_pdoa_from_dw3000(16384, &pdoa), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_angle_pdoa_from_dw3000(-8193, &pdoa), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_angle_pdoa_from_dw3000(INT32_MIN, &pdoa), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void beyond_the_edge_is_clamped_within_noise_and_refused_outside(void **state) {
    (void)state;
    rangekit_angle_options options = options_for(0.42); /* the edge is at 2.6389 */
    double edge = 2 * PI * 0.42;
    rangekit_angle_result result = angle_of(&options, (rangekit_angle_measurement){.pdoa_rad = edge + 0.29});
    assert_near(result.angle_rad, PI / 2, 0);
    assert_true((result.fields & RANGEKIT_ANGLE_CLAMPED) != 0);
    assert_near(result.stddev_rad, sqrt(2 * 0.1 / edge), 1e-6);
    rangekit_angle_measurement beyond = {.pdoa_rad = -edge - 0.31};
    assert_status(rangekit_angle_from_pdoa(&options, NULL, 0, &beyond, &result), RANGEKIT_ERROR_PHASE_RANGE);
    assert_int_equal(result.status, RANGEKIT_ERROR_PHASE_RANGE);
    assert_true(result.angle_rad == 0 && result.fields == 0 && result.candidates == 0);
    /* Noise of the measurement's own. */
    beyond.fields = RANGEKIT_ANGLE_HAS_PDOA_STDDEV;
    beyond.pdoa_stddev_rad = 0.2;
    assert_status(rangekit_angle_from_pdoa(&options, NULL, 0, &beyond, &result), RANGEKIT_OK);
    assert_near(result.angle_rad, -PI / 2, 0);
    /* Exactly at the edge, no noise: an angle without uncertainty. */
    options.pdoa_stddev_rad = 0;
    result = angle_of(&options, (rangekit_angle_measurement){.pdoa_rad = edge});
    assert_near(result.angle_rad, PI / 2, 1e-7);
    assert_true(result.stddev_rad == 0);
}

static void the_standard_deviation_grows_as_one_over_the_cosine(void **state) {
    (void)state;
    rangekit_angle_options options = options_for(0.5);
    options.pdoa_stddev_rad = 0.01;
    for (int degrees = -80; degrees <= 80; degrees += 1) {
        double angle = degrees * DEG;
        rangekit_angle_result result = angle_of(&options, (rangekit_angle_measurement){.pdoa_rad = PI * sin(angle)});
        assert_near(result.angle_rad, angle, 1e-9);
        assert_near(result.stddev_rad, 0.01 / (PI * cos(angle)), 1e-7);
        assert_near(result.mirror_rad, angle <= 0 ? -PI - angle + (degrees == 0 ? 2 * PI : 0) : PI - angle, 1e-9);
        assert_true((result.fields & RANGEKIT_ANGLE_FRONT_BACK_OPEN) != 0);
    }
}

/* Two wavelengths apart, every phase has four candidates; evidence chooses. */
static void wraps_are_resolved_by_other_evidence(void **state) {
    (void)state;
    rangekit_angle_options options = options_for(2.0);
    struct random_source source = {5};
    for (int i = 0; i < 2000; i += 1) {
        double truth = (random_unit(&source) - 0.5) * 160 * DEG;
        double phase = remainder(4 * PI * sin(truth), 2 * PI);
        rangekit_angle_measurement m = {.pdoa_rad = phase, .prior_rad = truth + (random_unit(&source) - 0.5) * 0.1,
                                        .prior_stddev_rad = 0.05};
        rangekit_angle_result result = angle_of(&options, m);
        assert_true(result.candidates >= 3 && result.candidates <= 5);
        assert_true((result.fields & RANGEKIT_ANGLE_WRAP_OPEN) != 0);
        assert_int_equal(result.turns, 0);
        m.fields = RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE;
        m.path_difference_m = options.spacing_m * sin(truth);
        m.path_difference_stddev_m = 0.005;
        result = angle_of(&options, m);
        assert_near(result.angle_rad, truth, 1e-6);
        assert_true((result.fields & RANGEKIT_ANGLE_WRAP_OPEN) == 0);
        assert_true((result.fields & RANGEKIT_ANGLE_FRONT_BACK_OPEN) != 0);
        /* A prior alone tells front from back too; evidence that says nothing leaves it open. */
        if (fabs(truth) < 1.2) {
            m.fields = RANGEKIT_ANGLE_HAS_PRIOR;
            result = angle_of(&options, m);
            assert_near(result.angle_rad, truth, 1e-6);
            assert_true((result.fields & RANGEKIT_ANGLE_FRONT_BACK_OPEN) == 0);
            m.prior_rad = remainder(PI - truth, 2 * PI);
            result = angle_of(&options, m);
            assert_near(remainder(result.angle_rad - (PI - truth), 2 * PI), 0, 1e-6);
            assert_near(result.mirror_rad, truth, 1e-6);
        }
        m.prior_stddev_rad = 100;
        m.fields = RANGEKIT_ANGLE_HAS_PRIOR;
        result = angle_of(&options, m);
        assert_true((result.fields & RANGEKIT_ANGLE_WRAP_OPEN) != 0);
        assert_true(result.probability < 0.5);
    }
}

static void the_sign_of_a_path_difference_resolves_the_edge(void **state) {
    (void)state;
    rangekit_angle_options options = options_for(0.5);
    /* 80 degrees, wrapped by an offset to the other side. */
    options.offset_rad = 0.5;
    double phase = remainder(PI * sin(80 * DEG) + 0.5, 2 * PI);
    assert_true(phase < 0);
    rangekit_angle_measurement m = {.pdoa_rad = phase, .fields = RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE,
                                    .path_difference_m = 0.02, .path_difference_stddev_m = 0.02};
    rangekit_angle_result result = angle_of(&options, m);
    assert_near(result.angle_rad / DEG, 80, 1e-6);
    assert_int_equal(result.turns, 1);
}

/* ---- Tables ---- */

static rangekit_angle_table_point qorvo[RANGEKIT_ANGLE_TABLE_MAX_POINTS];

static void the_published_table_is_followed(void **state) {
    (void)state;
    size_t count;
    assert_status(rangekit_angle_table(RANGEKIT_ANGLE_TABLE_QORVO_CHANNEL_9, qorvo, 31, &count), RANGEKIT_OK);
    assert_int_equal(count, 31);
    static const double ends[][2] = {
        {-3.3905, -1.5708}, {-1.4002, -0.5236}, {0, 0}, {1.3498, 0.5236}, {2.8932, 1.5708}};
    rangekit_angle_options options = RANGEKIT_ANGLE_OPTIONS_INIT;
    options.pdoa_stddev_rad = 0.01;
    for (size_t i = 0; i < COUNT_OF(ends); i += 1) {
        rangekit_angle_measurement m = {.pdoa_rad = ends[i][0], .fields = RANGEKIT_ANGLE_HAS_PRIOR,
                                        .prior_rad = ends[i][1] > 1.57 ? 1.57 : ends[i][1] < -1.57 ? -1.57 : ends[i][1],
                                        .prior_stddev_rad = 0.1};
        rangekit_angle_result result;
        assert_status(rangekit_angle_from_pdoa(&options, qorvo, count, &m, &result), RANGEKIT_OK);
        assert_near(result.angle_rad, ends[i][1], 5e-5);
        assert_true(result.stddev_rad > 0 && result.stddev_rad < 0.05);
    }
    /* Between points, and what the slope makes of the noise. */
    rangekit_angle_measurement m = {.pdoa_rad = 0.1385};
    rangekit_angle_result result;
    assert_status(rangekit_angle_from_pdoa(&options, qorvo, count, &m, &result), RANGEKIT_OK);
    assert_near(result.angle_rad, 3 * DEG, 1e-9);
    assert_near(result.stddev_rad, 0.01 * 6 * DEG / 0.2770, 1e-8);
    m.pdoa_rad = 4.1;
    assert_status(rangekit_angle_from_pdoa(&options, qorvo, count, &m, &result), RANGEKIT_OK);
    assert_int_equal(result.turns, -1); /* one turn less is in the table */
    /* How wrong a sine is for this antenna: 7.2 degrees within 60, 18 at the ends. */
    double inner = 0, outer = 0;
    for (size_t i = 0; i < count; i += 1) {
        double sine = fmax(-1, fmin(1, qorvo[i].pdoa_rad / 2.976)), error = fabs(asin(sine) - qorvo[i].angle_rad) / DEG;
        outer = fmax(outer, error);
        if (fabs(qorvo[i].angle_rad) < 60.1 * DEG) inner = fmax(inner, error);
    }
    assert_near(inner, 7.2, 0.2);
    assert_near(outer, 18, 1);
}

static void tables_that_are_not_monotone_are_refused(void **state) {
    (void)state;
    rangekit_angle_table_point table[4] = {{-3, 1.5}, {-1, 0.4}, {1, -0.4}, {3, -1.5}};
    rangekit_angle_measurement m = {.pdoa_rad = 0.5};
    rangekit_angle_result result;
    assert_status(rangekit_angle_from_pdoa(NULL, table, 4, &m, &result), RANGEKIT_OK); /* falling is fine */
    assert_near(result.angle_rad, -0.2, 1e-12);
    static const struct {
        int row;
        double pdoa, angle;
    } faults[] = {{1, -3, 0.4}, {1, -4, 0.4}, {1, -1, 1.5}, {2, 1, 0.5}, {3, 3, -2}, {0, -3, 3}, {0, -3000, 1.5}};
    for (size_t i = 0; i < COUNT_OF(faults); i += 1) {
        rangekit_angle_table_point kept = table[faults[i].row];
        table[faults[i].row] = (rangekit_angle_table_point){faults[i].pdoa, faults[i].angle};
        assert_status(rangekit_angle_from_pdoa(NULL, table, 4, &m, &result), RANGEKIT_ERROR_TABLE);
        table[faults[i].row] = kept;
    }
    table[2].angle_rad = (double)NAN;
    assert_status(rangekit_angle_from_pdoa(NULL, table, 4, &m, &result), RANGEKIT_ERROR_TABLE);
    assert_status(rangekit_angle_from_pdoa(NULL, table, 1, &m, &result), RANGEKIT_ERROR_TABLE);
    assert_status(rangekit_angle_from_pdoa(NULL, table, 4097, &m, &result), RANGEKIT_ERROR_TABLE);
    assert_status(rangekit_angle_from_pdoa(NULL, NULL, 4, &m, &result), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_angle_from_pdoa(NULL, table, SIZE_MAX, &m, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
}

/* Noisy phases over the whole half circle: the stated 95 % hold. */
static void the_stated_interval_holds_the_truth(void **state) {
    (void)state;
    struct random_source source = {9};
    rangekit_angle_options options = options_for(0.45);
    options.pdoa_stddev_rad = 0.08;
    int inside = 0, count = 0, edge_inside = 0, edge_count = 0;
    for (int i = 0; i < 40000; i += 1) {
        double truth = (random_unit(&source) - 0.5) * PI;
        double noise = sqrt(-2 * log(1 - random_unit(&source))) * cos(2 * PI * random_unit(&source));
        rangekit_angle_measurement m = {.pdoa_rad = 2 * PI * 0.45 * sin(truth) + 0.08 * noise};
        rangekit_angle_result result;
        rangekit_status status = rangekit_angle_from_pdoa(&options, NULL, 0, &m, &result);
        if (status == RANGEKIT_ERROR_PHASE_RANGE) continue;
        assert_status(status, RANGEKIT_OK);
        if (result.turns != 0) continue;
        int holds = fabs(result.angle_rad - truth) <= 1.96 * result.stddev_rad;
        if (fabs(truth) < 75 * DEG) inside += holds, count += 1;
        else edge_inside += holds, edge_count += 1;
    }
    assert_true(inside > 0.94 * count && inside < 0.96 * count);
    assert_true(edge_inside > 0.90 * edge_count && edge_inside < 0.995 * edge_count);
}

static void what_cannot_be_measured_is_refused(void **state) {
    (void)state;
    rangekit_angle_result result;
#define REFUSED(fields_, member, value, expected)                                                      \
    do {                                                                                               \
        rangekit_angle_measurement m = {.pdoa_rad = 0.1, .pdoa_stddev_rad = 0.1, .prior_stddev_rad = 1, \
                                        .path_difference_stddev_m = 1, .fields = (fields_)};           \
        m.member = (value);                                                                            \
        assert_status(rangekit_angle_from_pdoa(NULL, NULL, 0, &m, &result), (expected));               \
    } while (0)
    REFUSED(0, pdoa_rad, (double)NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(0, pdoa_rad, 1001, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(1, pdoa_stddev_rad, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(2, prior_rad, 4, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(2, prior_stddev_rad, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(2, prior_stddev_rad, (double)INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(4, path_difference_m, 1e4, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(4, path_difference_stddev_m, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
#define REFUSED_OPTION(member, value, expected)                                                  \
    do {                                                                                         \
        rangekit_angle_options options = RANGEKIT_ANGLE_OPTIONS_INIT;                            \
        rangekit_angle_measurement m = {.pdoa_rad = 0.1};                                        \
        options.member = (value);                                                                \
        assert_status(rangekit_angle_from_pdoa(&options, NULL, 0, &m, &result), (expected));     \
    } while (0)
    REFUSED_OPTION(spacing_m, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(spacing_m, (double)NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED_OPTION(spacing_m, 33 * 0.0461958, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(wavelength_m, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(offset_rad, 2000, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(clamp_sigmas, 101, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(reserved, 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
}

static void a_batch_gives_each_row_what_one_call_gives(void **state) {
    (void)state;
    rangekit_angle_measurement measurements[4] = {{.pdoa_rad = 0.5}, {.pdoa_rad = (double)NAN}, {.pdoa_rad = -1.25}, {.pdoa_rad = 2}};
    rangekit_angle_result results[4], alone;
    size_t refused = 99;
    assert_status(rangekit_angle_from_pdoa_batch(NULL, NULL, 0, measurements, 4, results, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 1);
    for (size_t i = 0; i < 4; i += 1) {
        memset(&alone, 0, sizeof alone);
        rangekit_status status = rangekit_angle_from_pdoa(NULL, NULL, 0, &measurements[i], &alone);
        assert_int_equal(results[i].status, status);
        if (status == RANGEKIT_OK) assert_memory_equal(&results[i], &alone, sizeof alone);
        else assert_true(results[i].angle_rad == 0 && results[i].candidates == 0);
    }
    assert_int_equal(results[1].status, RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_angle_from_pdoa_batch(NULL, NULL, 0, NULL, 0, NULL, NULL), RANGEKIT_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(angles_are_the_published_ones),
    cmocka_unit_test(registers_of_the_dw3000_are_signed),
    cmocka_unit_test(beyond_the_edge_is_clamped_within_noise_and_refused_outside),
    cmocka_unit_test(the_standard_deviation_grows_as_one_over_the_cosine),
    cmocka_unit_test(wraps_are_resolved_by_other_evidence),
    cmocka_unit_test(the_sign_of_a_path_difference_resolves_the_edge),
    cmocka_unit_test(the_published_table_is_followed),
    cmocka_unit_test(tables_that_are_not_monotone_are_refused),
    cmocka_unit_test(the_stated_interval_holds_the_truth),
    cmocka_unit_test(what_cannot_be_measured_is_refused),
    cmocka_unit_test(a_batch_gives_each_row_what_one_call_gives),
};

TEST_GROUP(angle_tests, tests);
