/* Fitting a line-of-sight model: the optimum is where the gradient vanishes, and what has no optimum is named.
 *
 * SPDX-License-Identifier: MIT
 */
#include "allocations.h"
#include "support.h"

#define ROWS 600

static rangekit_los_features rows[ROWS];
static uint8_t labels[ROWS];

static double normal(struct random_source *source) {
    return sqrt(-2 * log(1 - random_unit(source))) * cos(6.283185307179586 * random_unit(source));
}

/* Features with the dependencies of real ones (the gap is a difference of the first two), and labels drawn from a
 * logistic model. */
static void make_rows(uint64_t seed, double blocked_bias) {
    struct random_source source = {seed};
    for (int i = 0; i < ROWS; i += 1) {
        rangekit_los_features *row = &rows[i];
        memset(row, 0, sizeof *row);
        row->fields = 0xFF;
        row->values[0] = -80 + 5 * normal(&source);
        row->values[1] = row->values[0] - 3 + 2 * normal(&source);
        row->values[2] = row->values[0] - row->values[1];
        for (int j = 3; j < 8; j += 1) row->values[j] = j + (0.3 + 0.1 * j) * normal(&source);
        double z = blocked_bias - 0.2 * (row->values[1] + 83) + 0.8 * (row->values[5] - 5) + 0.5 * (row->values[3] - 3);
        labels[i] = random_unit(&source) < 1 / (1 + exp(-z));
    }
}

/* The objective's gradient, in the features' own units, by the plain formulas. */
static double largest_gradient(const rangekit_los_model *model, double penalty, int balanced) {
    double mean[8] = {0}, deviation[8] = {0}, gradient[9] = {0}, counts[2] = {0};
    for (int i = 0; i < ROWS; i += 1) {
        counts[labels[i]] += 1;
        for (int j = 0; j < 8; j += 1) mean[j] += rows[i].values[j] / ROWS;
    }
    for (int i = 0; i < ROWS; i += 1) {
        for (int j = 0; j < 8; j += 1) deviation[j] += pow(rows[i].values[j] - mean[j], 2) / ROWS;
    }
    for (int j = 0; j < 8; j += 1) deviation[j] = sqrt(deviation[j]);
    for (int i = 0; i < ROWS; i += 1) {
        double z = model->intercept;
        for (int j = 0; j < 8; j += 1) {
            if (model->fields >> j & 1) z += model->weights[j] * rows[i].values[j];
        }
        double weight = balanced ? ROWS / (2 * counts[labels[i]]) : 1;
        double slope = weight * (1 / (1 + exp(-z)) - labels[i]);
        for (int j = 0; j < 8; j += 1) gradient[j] += slope * (rows[i].values[j] - mean[j]) / deviation[j];
        gradient[8] += slope;
    }
    double largest = fabs(gradient[8]);
    for (int j = 0; j < 8; j += 1) {
        if (!(model->fields >> j & 1)) continue;
        gradient[j] += penalty * model->weights[j] * deviation[j];
        largest = fmax(largest, fabs(gradient[j]));
    }
    return largest;
}

static void a_fit_ends_where_the_gradient_vanishes(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed += 1) {
        make_rows(seed, seed % 2 ? 0.0 : -1.5);
        rangekit_los_fit_options options = RANGEKIT_LOS_FIT_OPTIONS_INIT;
        options.penalty = seed % 3 == 0 ? 0.0 : 0.1 * (double)seed;
        options.unbalanced = seed % 4 == 0;
        options.fields = seed % 5 == 0 ? 0x2A : 0;
        rangekit_los_model model = {.struct_size = sizeof model};
        rangekit_los_fit_report report = RANGEKIT_LOS_FIT_REPORT_INIT;
        assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), RANGEKIT_OK);
        assert_true(largest_gradient(&model, options.penalty, !options.unbalanced) < 1e-6);
        assert_int_equal(report.open_count + report.blocked_count, ROWS);
        assert_int_equal(report.features, options.fields ? options.fields : 0xFF);
        assert_int_equal(model.fields, report.features);
        assert_true(report.mean_loss > 0.1 && report.mean_loss < log(2));
        assert_int_equal(report.separable, 0);
        assert_true(report.iterations < 20);
    }
}

static void rows_that_were_refused_are_left_out(void **state) {
    (void)state;
    make_rows(21, 0);
    rangekit_los_model whole = {.struct_size = sizeof whole}, part = whole;
    assert_status(rangekit_los_fit(NULL, rows, labels, ROWS - 50, &whole, NULL), RANGEKIT_OK);
    for (int i = ROWS - 50; i < ROWS; i += 1) {
        rows[i].status = RANGEKIT_ERROR_NO_RECEPTION;
        rows[i].values[2] = (double)NAN;
    }
    assert_status(rangekit_los_fit(NULL, rows, labels, ROWS, &part, NULL), RANGEKIT_OK);
    assert_memory_equal(&whole, &part, sizeof whole);
}

static void what_has_no_fit_is_named(void **state) {
    (void)state;
    make_rows(31, 0);
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT, before = model;
    rangekit_los_fit_options options = RANGEKIT_LOS_FIT_OPTIONS_INIT;
    rangekit_los_fit_report report = RANGEKIT_LOS_FIT_REPORT_INIT;
#define FAILS(expected)                                                                             \
    do {                                                                                            \
        assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), (expected)); \
        assert_memory_equal(&model, &before, sizeof model);                                         \
    } while (0)
    /* A constant feature: refused where it was asked for, else left out. */
    for (int i = 0; i < ROWS; i += 1) rows[i].values[7] = 5.4;
    options.fields = 0x82;
    FAILS(RANGEKIT_ERROR_FIT_CONSTANT);
    assert_int_equal(report.constant, RANGEKIT_LOS_FEATURE_SYMBOLS);
    options.fields = 0;
    assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), RANGEKIT_OK);
    assert_int_equal(model.fields, 0x7F);
    assert_int_equal(report.constant, RANGEKIT_LOS_FEATURE_SYMBOLS);
    before = model;
    /* A feature that one row lacks. */
    rows[17].fields = 0xFE;
    options.fields = 1;
    FAILS(RANGEKIT_ERROR_MISSING_VALUE);
    options.fields = 0;
    assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), RANGEKIT_OK);
    assert_int_equal(model.fields, 0x7E);
    before = model;
    rows[17].fields = 0;
    FAILS(RANGEKIT_ERROR_MISSING_VALUE);
    rows[17].fields = 0xFF;
    rows[3].values[1] = (double)INFINITY;
    FAILS(RANGEKIT_ERROR_NOT_FINITE);
    rows[3].values[1] = 1e13;
    FAILS(RANGEKIT_ERROR_OUT_OF_RANGE);
    rows[3].values[1] = -80;
    labels[5] = 2;
    FAILS(RANGEKIT_ERROR_OUT_OF_RANGE);
    memset(labels, 1, sizeof labels);
    FAILS(RANGEKIT_ERROR_FIT_ONE_CLASS);
    assert_status(rangekit_los_fit(&options, rows, labels, 0, &model, &report), RANGEKIT_ERROR_FIT_ONE_CLASS);
    assert_status(rangekit_los_fit(&options, rows, labels, SIZE_MAX, &model, &report), RANGEKIT_ERROR_OUT_OF_RANGE);
    /* Classes that do not overlap. */
    for (int i = 0; i < ROWS; i += 1) labels[i] = rows[i].values[1] < -83;
    options.fields = 2;
    options.penalty = 0;
    FAILS(RANGEKIT_ERROR_FIT_SEPARABLE);
    options.penalty = 1;
    assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), RANGEKIT_OK);
    assert_true(model.weights[1] < 0);
    options.penalty = 1e-6;
    assert_status(rangekit_los_fit(&options, rows, labels, ROWS, &model, &report), RANGEKIT_OK);
    assert_int_equal(report.separable, 1);
    before = model;
    options.maximum_iterations = 1;
    FAILS(RANGEKIT_ERROR_FIT_NOT_CONVERGED);
    options.maximum_iterations = 0;
    FAILS(RANGEKIT_ERROR_OUT_OF_RANGE);
    options = (rangekit_los_fit_options)RANGEKIT_LOS_FIT_OPTIONS_INIT;
    options.penalty = (double)NAN;
    FAILS(RANGEKIT_ERROR_NOT_FINITE);
    options.penalty = -1;
    FAILS(RANGEKIT_ERROR_OUT_OF_RANGE);
    options.penalty = 1;
    options.fields = 0x100;
    FAILS(RANGEKIT_ERROR_OUT_OF_RANGE);
}

/* Fitting, judging, levels and angles work in the caller's memory and on the stack. */
static void nothing_allocates(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    make_rows(51, 0);
    struct allocation_counts before = allocation_counts();
    rangekit_los_model model = {.struct_size = sizeof model};
    assert_status(rangekit_los_fit(NULL, rows, labels, ROWS, &model, NULL), RANGEKIT_OK);
    rangekit_signal_registers registers = {
        .fields = RANGEKIT_SIGNAL_HAS_AMPLITUDES | RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT |
                  RANGEKIT_SIGNAL_HAS_NOISE,
        .fp_amplitude_1 = 14808, .fp_amplitude_2 = 14198, .fp_amplitude_3 = 9559, .cir_power = 6759,
        .accumulated_count = 230, .std_noise = 48};
    rangekit_signal_level level;
    rangekit_los_result result;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_OK);
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_OK);
    rangekit_angle_table_point table[RANGEKIT_ANGLE_TABLE_MAX_POINTS];
    rangekit_angle_measurement measurement = {.pdoa_rad = 0.5};
    rangekit_angle_result angle;
    size_t count;
    assert_status(rangekit_angle_table(0, table, COUNT_OF(table), &count), RANGEKIT_OK);
    assert_status(rangekit_angle_from_pdoa(NULL, table, count, &measurement, &angle), RANGEKIT_OK);
    assert_int_equal(allocation_counts().allocations, before.allocations);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_fit_ends_where_the_gradient_vanishes),
    cmocka_unit_test(rows_that_were_refused_are_left_out),
    cmocka_unit_test(what_has_no_fit_is_named),
    cmocka_unit_test(nothing_allocates),
};

TEST_GROUP(los_fit_tests, tests);
