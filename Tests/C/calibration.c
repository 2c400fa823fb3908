/* Fits of calibration against truth that was put in, and against plain least squares; taking biases off.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define METRES_PER_TICK 0.004691763978615785
#define ROWS 4000

static uint64_t workspace[400000];
static rangekit_calibration_pair pairs[ROWS];
static rangekit_calibration_sample samples[ROWS];

static double gaussian(struct random_source *source) {
    double u = 1.0 - random_unit(source), v = random_unit(source);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static const double delays[6] = {32890, 32950, 32870, 32910, 32933, 32901};

static void set_pair(rangekit_calibration_pair *pair, uint32_t a, uint32_t b, struct random_source *source,
                     double noise_m) {
    double truth = 2 + 20 * random_unit(source);
    *pair = (rangekit_calibration_pair){
        truth + METRES_PER_TICK * (delays[a] + delays[b]) / 2 + noise_m * gaussian(source), truth, 0.0, a, b};
}

static void delays_of_a_triangle_are_absolute(void **state) {
    (void)state;
    struct random_source source = {1};
    rangekit_calibration_device devices[3] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
    for (uint32_t i = 0; i < 3; i += 1) set_pair(&pairs[i], i, (i + 1) % 3, &source, 0.0);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, workspace, sizeof workspace, &fit),
                  RANGEKIT_OK);
    assert_int_equal(fit.rank, 3);
    assert_int_equal(fit.component_count, 1);
    for (int i = 0; i < 3; i += 1) {
        assert_near(devices[i].delay_ticks, delays[i], 1e-6);
        assert_int_equal(devices[i].fields, 0); /* three rows for three unknowns say nothing about noise */
        assert_int_equal(devices[i].count, 2);
    }
    assert_string_equal(devices[1].name, "b");
}

/* Repeated draws: the stated standard deviation is the scatter, for every loss. */
static void stated_delays_hold_the_truth(void **state) {
    (void)state;
    struct random_source source = {2};
    for (int32_t loss = 0; loss < 3; loss += 1) {
        rangekit_calibration_options options = RANGEKIT_CALIBRATION_OPTIONS_INIT;
        options.loss = loss;
        int inside = 0, all = 0;
        for (int draw = 0; draw < 200; draw += 1) {
            size_t count = 0;
            for (uint32_t a = 0; a < 6; a += 1) {
                for (uint32_t b = a + 1; b < 6; b += 1) {
                    for (int k = 0; k < 8; k += 1) set_pair(&pairs[count++], a, b, &source, 0.05);
                }
            }
            rangekit_calibration_device devices[6];
            memset(devices, 0, sizeof devices);
            assert_status(rangekit_calibration_fit_delays(&options, pairs, count, devices, 6, workspace,
                                                          sizeof workspace, NULL),
                          RANGEKIT_OK);
            for (int i = 0; i < 6; i += 1) {
                assert_int_equal(devices[i].fields, RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV);
                inside += fabs(devices[i].delay_ticks - delays[i]) <= 1.96 * devices[i].delay_stddev_ticks;
                all += 1;
            }
        }
        assert_in_range(1000 * inside / all, 900, 990);
    }
}

static void outliers_have_little_say(void **state) {
    (void)state;
    struct random_source source = {3};
    size_t count = 0;
    for (uint32_t a = 0; a < 6; a += 1) {
        for (uint32_t b = a + 1; b < 6; b += 1) {
            for (int k = 0; k < 40; k += 1) {
                set_pair(&pairs[count], a, b, &source, 0.03);
                if (random_unit(&source) < 0.15) pairs[count].measured_m += 1 + 10 * random_unit(&source);
                count += 1;
            }
        }
    }
    double errors[3];
    for (int32_t loss = 0; loss < 3; loss += 1) {
        rangekit_calibration_options options = RANGEKIT_CALIBRATION_OPTIONS_INIT;
        options.loss = loss;
        rangekit_calibration_device devices[6];
        memset(devices, 0, sizeof devices);
        rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
        assert_status(
            rangekit_calibration_fit_delays(&options, pairs, count, devices, 6, workspace, sizeof workspace, &fit),
            RANGEKIT_OK);
        errors[loss] = 0;
        for (int i = 0; i < 6; i += 1) errors[loss] = fmax(errors[loss], fabs(devices[i].delay_ticks - delays[i]));
        assert_int_equal(fit.row_count, count);
        if (loss > 0) assert_true(fit.outlier_count > 60 && fit.outlier_count < 140);
    }
    assert_true(errors[0] > 50.0); /* a metre in ticks is 213 */
    assert_true(errors[1] < 12.0);
    assert_true(errors[2] < 5.0);
}

/* Tags 0 and 1 range with anchors 2 to 4; 5 does not range at all. */
static void only_sums_are_observable_across_two_sides(void **state) {
    (void)state;
    struct random_source source = {4};
    size_t count = 0;
    for (uint32_t tag = 0; tag < 2; tag += 1) {
        for (uint32_t anchor = 2; anchor < 5; anchor += 1) set_pair(&pairs[count++], tag, anchor, &source, 0.0);
    }
    rangekit_calibration_device devices[6];
    memset(devices, 0, sizeof devices);
    rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, count, devices, 6, workspace, sizeof workspace, &fit),
                  RANGEKIT_OK);
    assert_int_equal(fit.rank, 4);
    assert_int_equal(fit.component_count, 2);
    for (int tag = 0; tag < 2; tag += 1) {
        for (int anchor = 2; anchor < 5; anchor += 1) {
            assert_near(devices[tag].delay_ticks + devices[anchor].delay_ticks, delays[tag] + delays[anchor], 1e-6);
        }
    }
    /* Minimum norm: nothing left along the open direction (+1 for tags, -1 for anchors). */
    double along = devices[0].delay_ticks + devices[1].delay_ticks;
    for (int anchor = 2; anchor < 5; anchor += 1) along -= devices[anchor].delay_ticks;
    assert_near(along, 0.0, 1e-6);
    assert_near(devices[5].delay_ticks, 0.0, 0.0);
    for (int i = 0; i < 6; i += 1) {
        assert_true(devices[i].fields & RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS);
        assert_int_equal(devices[i].component, i == 5);
    }
    /* One range between the two tags closes an odd cycle: every delay of the component is known. */
    set_pair(&pairs[count++], 0, 1, &source, 0.0);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, count, devices, 6, workspace, sizeof workspace, &fit),
                  RANGEKIT_OK);
    assert_int_equal(fit.rank, 5);
    for (int i = 0; i < 5; i += 1) {
        assert_near(devices[i].delay_ticks, delays[i], 1e-6);
        assert_false(devices[i].fields & RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS);
    }
}

static void delay_fits_refuse_what_they_cannot_use(void **state) {
    (void)state;
    struct random_source source = {5};
    rangekit_calibration_device devices[3], before[3];
    memset(devices, 0x20, sizeof devices);
    memcpy(before, devices, sizeof before);
    for (uint32_t i = 0; i < 3; i += 1) set_pair(&pairs[i], i, (i + 1) % 3, &source, 0.0);
    rangekit_calibration_pair good = pairs[1];
#define REFUSES_ROW(change, expected)                                                                           \
    do {                                                                                                        \
        pairs[1] = good;                                                                                        \
        change;                                                                                                 \
        assert_status(                                                                                          \
            rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, workspace, sizeof workspace, NULL),     \
            (expected));                                                                                        \
        assert_memory_equal(devices, before, sizeof before);                                                    \
    } while (0)
    REFUSES_ROW(pairs[1].measured_m = NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSES_ROW(pairs[1].true_m = (double)INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    REFUSES_ROW(pairs[1].measured_m = 2e9, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_ROW(pairs[1].stddev_m = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_ROW(pairs[1].stddev_m = 0.1, RANGEKIT_ERROR_MISSING_VALUE);
    REFUSES_ROW(pairs[1].device_a = 3, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_ROW(pairs[1].device_b = UINT32_MAX, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_ROW(pairs[1].device_b = pairs[1].device_a, RANGEKIT_ERROR_OUT_OF_RANGE);
#undef REFUSES_ROW
    pairs[1] = good;
    size_t size = rangekit_calibration_workspace_size(3, 3);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, workspace, size - 1, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 0, devices, 3, workspace, size, NULL),
                  RANGEKIT_ERROR_TOO_FEW_SAMPLES);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, SIZE_MAX, workspace, size, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 1000000, workspace, size, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_fit_delays(NULL, NULL, 3, devices, 3, workspace, size, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, NULL, 3, workspace, size, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, NULL, size, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, (uint8_t *)workspace + 4, size, NULL),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_memory_equal(devices, before, sizeof before);
    /* No more of the workspace is touched than its size says. */
    assert_status(rangekit_calibration_fit_delays(NULL, pairs, 3, devices, 3, guarded(0, size), size, NULL),
                  RANGEKIT_OK);
    assert_true(rangekit_calibration_workspace_size(SIZE_MAX, 3) == SIZE_MAX);
    assert_true(rangekit_calibration_workspace_size(3, SIZE_MAX / 2) == SIZE_MAX);
    assert_true(rangekit_calibration_workspace_size(512, 1000000) < 100000000);
}

/* ---- Links ---- */

static void links_have_bias_spread_and_honest_intervals(void **state) {
    (void)state;
    struct random_source source = {6};
    int inside = 0;
    double worth = 0;
    for (int draw = 0; draw < 300; draw += 1) {
        for (int i = 0; i < 400; i += 1) {
            uint32_t link = (uint32_t)(i % 4);
            double noise = 0.02 * (link + 1) * gaussian(&source);
            if (random_unit(&source) < 0.02) noise += 3;
            samples[i] = (rangekit_calibration_sample){10 + 0.1 * link + noise, 10, 0, 0, link, 0};
        }
        rangekit_calibration_link links[5];
        memset(links, 0, sizeof links);
        strcpy(links[2].anchor, "two");
        rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
        assert_status(rangekit_calibration_fit_links(NULL, samples, 400, links, 5, workspace, sizeof workspace, &fit),
                      RANGEKIT_OK);
        for (uint32_t link = 0; link < 4; link += 1) {
            assert_int_equal(links[link].count, 100);
            worth += links[link].effective_count / 1200.0;
            assert_near(links[link].stddev_m / (0.02 * (link + 1)), 1.0, 0.45);
            inside += fabs(links[link].bias_m - 0.1 * link) <= 1.96 * links[link].bias_stddev_m;
        }
        assert_string_equal(links[2].anchor, "two");
        assert_int_equal(links[4].count, 0);
        assert_int_equal(fit.unknown_count, 4);
        assert_int_equal(fit.row_count, 400);
        assert_true(fit.rmse_after_m < fit.rmse_before_m);
    }
    assert_in_range(1000 * inside / 1200, 900, 990);
    assert_in_range((int)worth, 70, 100); /* independent draws, but for chance */
}

/* A tag that rests for 50 rows repeats its error: 40 places are 40 values, not 2000. */
static void repeated_errors_count_once(void **state) {
    (void)state;
    struct random_source source = {7};
    int inside = 0;
    double worth = 0;
    for (int draw = 0; draw < 200; draw += 1) {
        double place = 0;
        for (int i = 0; i < 2000; i += 1) {
            if (i % 50 == 0) place = 0.06 * gaussian(&source);
            samples[i] = (rangekit_calibration_sample){5.2 + place + 0.01 * gaussian(&source), 5, 0, 0, 0, 0};
        }
        rangekit_calibration_link link;
        memset(&link, 0, sizeof link);
        assert_status(rangekit_calibration_fit_links(NULL, samples, 2000, &link, 1, workspace, sizeof workspace, NULL),
                      RANGEKIT_OK);
        inside += fabs(link.bias_m - 0.2) <= 1.96 * link.bias_stddev_m;
        worth += link.effective_count / 200.0;
    }
    assert_in_range((int)worth, 25, 70);
    assert_in_range(1000 * inside / 200, 860, 990);
}

static void links_with_few_rows_have_no_calibration(void **state) {
    (void)state;
    for (int i = 0; i < 29; i += 1) samples[i] = (rangekit_calibration_sample){2, 1, 0, 0, (uint32_t)(i % 3), 0};
    samples[28].link = RANGEKIT_CALIBRATION_NO_LINK;
    rangekit_calibration_link links[3];
    memset(links, 0, sizeof links);
    assert_status(rangekit_calibration_fit_links(NULL, samples, 29, links, 3, workspace, sizeof workspace, NULL),
                  RANGEKIT_OK);
    assert_near(links[0].bias_m, 1.0, 1e-12);
    assert_int_equal(links[1].count, 0); /* 9 rows */
    assert_near(links[1].bias_m, 0.0, 0.0);
    samples[3].link = 3;
    assert_status(rangekit_calibration_fit_links(NULL, samples, 29, links, 3, workspace, sizeof workspace, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    samples[3].link = 0;
    size_t size = rangekit_calibration_workspace_size(3, 29);
    assert_status(rangekit_calibration_fit_links(NULL, samples, 29, links, 3, guarded(0, size), size, NULL),
                  RANGEKIT_OK);
    assert_status(rangekit_calibration_fit_links(NULL, samples, 29, NULL, 3, workspace, size, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_fit_links(NULL, samples, 29, links, SIZE_MAX, workspace, size, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

/* ---- Levels ---- */

static double bias_at(double level) { return level < -85 ? 0.1 : 0.1 - 0.02 * (level + 85); }

static void levels_follow_the_bias(void **state) {
    (void)state;
    struct random_source source = {8};
    for (int i = 0; i < ROWS; i += 1) {
        double level = -100 + 30 * random_unit(&source);
        samples[i] = (rangekit_calibration_sample){7.5 + bias_at(level) + 0.03 * gaussian(&source), 7, 0, (float)level,
                                                   0, RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL};
        if (i % 10 == 0) samples[i].fields = 0;
    }
    rangekit_calibration_link link;
    memset(&link, 0, sizeof link);
    link.bias_m = 0.5;
    rangekit_calibration_options options = RANGEKIT_CALIBRATION_OPTIONS_INIT;
    options.knot_count = 13;
    rangekit_calibration_level levels[13];
    size_t count = 0;
    size_t size = rangekit_calibration_workspace_size(13, ROWS);
    assert_true(size <= sizeof workspace);
    rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
    assert_status(rangekit_calibration_fit_levels(&options, samples, ROWS, &link, 1, levels, 13, &count, workspace,
                                                  size, &fit),
                  RANGEKIT_OK);
    assert_int_equal(count, 13);
    assert_int_equal(fit.row_count, ROWS - ROWS / 10);
    uint32_t rows = 0;
    for (size_t k = 0; k < count; k += 1) {
        assert_true(k == 0 || levels[k].level_dbm > levels[k - 1].level_dbm + 0.5);
        assert_near(levels[k].bias_m, bias_at(levels[k].level_dbm), 5 * levels[k].bias_stddev_m + 0.01);
        assert_true(levels[k].bias_stddev_m > 0 && levels[k].bias_stddev_m < 0.01);
        rows += levels[k].count;
    }
    assert_int_equal(rows, fit.row_count);
    assert_near(fit.rmse_after_m, 0.03, 0.002);
    /* A table that must fall does so. */
    options.falling = 1;
    assert_status(rangekit_calibration_fit_levels(&options, samples, ROWS, &link, 1, levels, 13, &count, workspace,
                                                  size, NULL),
                  RANGEKIT_OK);
    for (size_t k = 1; k < count; k += 1) assert_true(levels[k].bias_m <= levels[k - 1].bias_m);
}

static void levels_need_rows_and_decibels(void **state) {
    (void)state;
    rangekit_calibration_level levels[8];
    size_t count = 99;
    for (int i = 0; i < 40; i += 1) {
        samples[i] = (rangekit_calibration_sample){2, 1, 0, -80.0f + (i % 2) * 0.4f, RANGEKIT_CALIBRATION_NO_LINK,
                                                   RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL};
    }
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 8, &count, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_ERROR_TOO_FEW_SAMPLES);
    assert_int_equal(count, 0);
    for (int i = 0; i < 40; i += 2) samples[i].level_dbm = -70.0f;
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 8, &count, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_near(levels[0].bias_m, 1.0, 1e-9);
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 7, &count, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    samples[7].level_dbm = NAN;
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 8, &count, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_ERROR_NOT_FINITE);
    samples[7].level_dbm = 1001;
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 8, &count, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_fit_levels(NULL, samples, 40, NULL, 0, levels, 8, NULL, workspace,
                                                  sizeof workspace, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
}

/* ---- Applying ---- */

static void biases_are_subtracted_and_variances_added(void **state) {
    (void)state;
    rangekit_calibration_link links[2];
    memset(links, 0, sizeof links);
    links[0].bias_m = 0.25;
    links[0].bias_stddev_m = 0.03;
    links[0].stddev_m = 0.04;
    links[0].fields = RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV | RANGEKIT_CALIBRATION_LINK_HAS_STDDEV;
    links[1].bias_m = -0.5;
    /* APS011, 500 MHz at PRF 64: 1.05 cm at -78 dBm, half way between two knots. */
    const rangekit_calibration_level levels[] = {{-79, 0.021, 0.01, 0, 0}, {-77, 0.0, 0.02, 0, 0}};
    const uint32_t has_level = RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL, has = RANGEKIT_CALIBRATION_SAMPLE_HAS_STDDEV;
    const struct {
        rangekit_calibration_sample sample;
        double distance_m, stddev_m;
        rangekit_status status;
    } cases[] = {
        {{5, 0, 0, 0, 0, 0}, 4.75, 0.05, RANGEKIT_OK},
        {{5, 0, 0.12f, 0, 0, has}, 4.75, 0.123693, RANGEKIT_OK},
        {{5, 0, 0.12f, -78, 0, has | has_level}, 4.7395, 0.124197, RANGEKIT_OK},
        {{5, 0, 0.12f, -200, RANGEKIT_CALIBRATION_NO_LINK, has | has_level}, 4.979, 0.120416, RANGEKIT_OK},
        {{5, 0, 0.12f, 100, RANGEKIT_CALIBRATION_NO_LINK, has | has_level}, 5.0, 0.121655, RANGEKIT_OK},
        {{-0.1, 0, 0, 0, 1, has}, 0.4, 0.0, RANGEKIT_OK},
        {{5, 0, 0, 0, 1, 0}, 0, 0, RANGEKIT_ERROR_MISSING_VALUE},
        {{5, 0, 0, 0, 2, has}, 0, 0, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{NAN, 0, 0, 0, 0, has}, 0, 0, RANGEKIT_ERROR_NOT_FINITE},
        {{5, 0, -1, 0, 0, has}, 0, 0, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{5, 0, 1, NAN, 0, has | has_level}, 0, 0, RANGEKIT_ERROR_NOT_FINITE},
    };
    rangekit_calibration_sample rows[COUNT_OF(cases)];
    rangekit_twr_range ranges[COUNT_OF(cases)];
    size_t refused = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) rows[i] = cases[i].sample;
    assert_status(rangekit_calibration_apply(links, 2, levels, 2, rows, COUNT_OF(cases), ranges, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 5);
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        assert_int_equal(ranges[i].status, cases[i].status);
        assert_near(ranges[i].distance_m, cases[i].distance_m, 1e-9);
        assert_near(ranges[i].distance_stddev_m, cases[i].stddev_m, 1e-6);
    }
    const rangekit_calibration_level falling[] = {{-77, 0, 0, 0, 0}, {-79, 0, 0, 0, 0}};
    assert_status(rangekit_calibration_apply(links, 2, falling, 2, rows, 1, ranges, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_calibration_apply(NULL, 0, NULL, 0, NULL, 0, NULL, NULL), RANGEKIT_OK);
    assert_status(rangekit_calibration_apply(NULL, 1, NULL, 0, rows, 1, ranges, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_calibration_apply(links, 2, NULL, 0, rows, SIZE_MAX, ranges, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void options_are_checked(void **state) {
    (void)state;
    for (int i = 0; i < 20; i += 1) samples[i] = (rangekit_calibration_sample){2, 1, 0, 0, 0, 0};
    rangekit_calibration_link link;
    memset(&link, 0, sizeof link);
#define REFUSES_OPTION(field, value, expected)                                                                     \
    do {                                                                                                           \
        rangekit_calibration_options options = RANGEKIT_CALIBRATION_OPTIONS_INIT;                                  \
        options.field = (value);                                                                                   \
        assert_status(                                                                                             \
            rangekit_calibration_fit_links(&options, samples, 20, &link, 1, workspace, sizeof workspace, NULL),    \
            (expected));                                                                                           \
    } while (0)
    REFUSES_OPTION(loss, 3, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(loss, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(loss_width, NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSES_OPTION(loss_width, 0.01, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(metres_per_tick, 0.0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(minimum_count, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(knot_count, 65, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(knot_count, 1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(falling, 2, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(reserved, 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
    REFUSES_OPTION(minimum_count, 20, RANGEKIT_OK);
#undef REFUSES_OPTION
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(delays_of_a_triangle_are_absolute),
    cmocka_unit_test(stated_delays_hold_the_truth),
    cmocka_unit_test(outliers_have_little_say),
    cmocka_unit_test(only_sums_are_observable_across_two_sides),
    cmocka_unit_test(delay_fits_refuse_what_they_cannot_use),
    cmocka_unit_test(links_have_bias_spread_and_honest_intervals),
    cmocka_unit_test(repeated_errors_count_once),
    cmocka_unit_test(links_with_few_rows_have_no_calibration),
    cmocka_unit_test(levels_follow_the_bias),
    cmocka_unit_test(levels_need_rows_and_decibels),
    cmocka_unit_test(biases_are_subtracted_and_variances_added),
    cmocka_unit_test(options_are_checked),
};

TEST_GROUP(calibration_tests, tests);
