/* Tables over level (APS011 range bias, your own) and distance from level alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

/* APS011 1.1, centimetres from -61 dBm downwards by 2, as its text has them. */
static const double published_cm[4][18] = {
    {-19.8, -18.7, -17.9, -16.3, -14.3, -12.7, -10.9, -8.4, -5.9, -3.1, 0.0, 3.6, 6.5, 8.4, 9.7, 10.6, 11.0, 11.2},
    {-11.0, -10.5, -10.0, -9.3, -8.2, -6.9, -5.1, -2.7, 0.0, 2.1, 3.5, 4.2, 4.9, 6.2, 7.1, 7.6, 8.1, 8.6},
    {-27.5, -24.4, -21.0, -17.6, -13.8, -9.5, -5.1, 0.0, 4.2, 9.7, 15.8, 21.0, 25.4, 29.4, 32.1, 33.9, 35.6, 39.4},
    {-29.5, -26.6, -23.5, -19.9, -15.0, -10.0, -5.8, 0.0, 4.9, 9.1, 12.7, 15.3, 17.5, 19.7, 23.3, 24.5, 26.4, 28.4},
};

static rangekit_signal_table_point points[RANGEKIT_SIGNAL_TABLE_MAX_POINTS];

static size_t load(int32_t table) {
    size_t count;
    assert_status(rangekit_signal_table(table, points, COUNT_OF(points), &count), RANGEKIT_OK);
    return count;
}

static rangekit_signal_lookup look_up(size_t count, double power_dbm) {
    rangekit_signal_lookup lookup;
    size_t refused;
    assert_status(rangekit_signal_table_lookup_batch(points, count, &power_dbm, 1, &lookup, &refused), RANGEKIT_OK);
    assert_int_equal(refused, lookup.status != RANGEKIT_OK);
    return lookup;
}

static void range_bias_tables_are_the_published_ones(void **state) {
    (void)state;
    for (int32_t table = 0; table < 4; table += 1) {
        size_t count = load(table);
        assert_int_equal(count, 18);
        for (size_t i = 0; i < 18; i += 1) {
            assert_near(points[17 - i].power_dbm, -61.0 - 2.0 * (double)i, 0.0);
            rangekit_signal_lookup lookup = look_up(count, -61.0 - 2.0 * (double)i);
            assert_near(lookup.value, published_cm[table][i] / 100.0, 1e-12);
            assert_int_equal(lookup.fields, 0);
        }
    }
}

static void bias_is_interpolated_and_clamped(void **state) {
    (void)state;
    size_t count = load(RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_16);
    assert_near(look_up(count, -1000).value, 0.112, 1e-12);
    assert_near(look_up(count, 1000).value, -0.198, 1e-12);
    assert_near(look_up(count, -92).value, 0.108, 1e-12);
    assert_near(look_up(count, -93).value, 0.110, 1e-12);
    assert_int_equal(look_up(count, -1000).fields, RANGEKIT_SIGNAL_LOOKUP_CLAMPED);
    assert_true(look_up(count, 1000).slope == 0.0f);
    assert_near(look_up(count, -92).slope, -0.002, 1e-7);
    /* Without its last point, -95 dBm, the table is the one that peers carry. */
    double low_dbm = -1000;
    rangekit_signal_lookup low;
    assert_status(rangekit_signal_table_lookup_batch(points + 1, count - 1, &low_dbm, 1, &low, NULL), RANGEKIT_OK);
    assert_near(low.value, 0.110, 1e-12);
    count = load(RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_64);
    assert_near(look_up(count, -78).value, 0.0105, 1e-12);
    assert_int_equal(look_up(count, (double)NAN).status, RANGEKIT_ERROR_NOT_FINITE);
    assert_int_equal(look_up(count, -(double)INFINITY).status, RANGEKIT_ERROR_NOT_FINITE);
}

static void lookups_equal_a_plain_search(void **state) {
    (void)state;
    struct random_source source = {7};
    for (int round = 0; round < 200; round += 1) {
        rangekit_signal_table_point table[40];
        size_t count = 1 + random_below(&source, 40);
        double at = -120;
        for (size_t i = 0; i < count; i += 1) {
            at += 0.01 + 4 * random_unit(&source);
            table[i] = (rangekit_signal_table_point){at, 10 * random_unit(&source) - 5};
        }
        for (int j = 0; j < 50; j += 1) {
            double x = -125 + (at + 130) * random_unit(&source), expected;
            if (x <= table[0].power_dbm) expected = table[0].value;
            else if (x >= table[count - 1].power_dbm) expected = table[count - 1].value;
            else {
                size_t i = 1;
                while (table[i].power_dbm < x) i += 1;
                double t = (x - table[i - 1].power_dbm) / (table[i].power_dbm - table[i - 1].power_dbm);
                expected = table[i - 1].value * (1 - t) + table[i].value * t;
            }
            rangekit_signal_lookup lookup;
            assert_status(rangekit_signal_table_lookup_batch(table, count, &x, 1, &lookup, NULL), RANGEKIT_OK);
            assert_near(lookup.value, expected, 1e-11);
        }
    }
}

static void bias_is_subtracted(void **state) {
    (void)state;
    size_t count = load(RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_64), refused;
    double powers[] = {-61, -78, -93, (double)NAN, -200}, distances[] = {5, 20, 50, 1, 9};
    rangekit_signal_corrected corrected[5];
    assert_status(rangekit_signal_correct_ranges_batch(points, count, 0.5, powers, distances, 5, corrected, &refused),
                  RANGEKIT_OK);
    assert_int_equal(refused, 1);
    assert_near(corrected[0].distance_m, 5.11, 1e-12);
    assert_near(corrected[1].distance_m, 19.9895, 1e-12);
    assert_near(corrected[1].bias_m, 0.0105, 1e-7);
    assert_near(corrected[1].stddev_m, 0.5 * 0.0105, 1e-6);
    assert_near(corrected[2].distance_m, 49.919, 1e-12);
    assert_int_equal(corrected[3].status, RANGEKIT_ERROR_NOT_FINITE);
    assert_near(corrected[4].distance_m, 8.914, 1e-12);
    assert_int_equal(corrected[4].fields, RANGEKIT_SIGNAL_LOOKUP_CLAMPED);
    distances[1] = (double)INFINITY;
    assert_status(rangekit_signal_correct_ranges_batch(points, count, 0.5, powers, distances, 5, corrected, &refused),
                  RANGEKIT_OK);
    assert_int_equal(refused, 2);
    assert_status(rangekit_signal_correct_ranges_batch(points, count, -1, powers, distances, 5, corrected, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(
        rangekit_signal_correct_ranges_batch(points, count, (double)NAN, powers, distances, 5, corrected, &refused),
        RANGEKIT_ERROR_NOT_FINITE);
}

static void tables_out_of_order_are_refused(void **state) {
    (void)state;
    rangekit_signal_table_point table[3] = {{-90, 1}, {-80, 2}, {-70, 3}};
    double power = -85;
    rangekit_signal_lookup lookup;
    assert_status(rangekit_signal_table_lookup_batch(table, 3, &power, 1, &lookup, NULL), RANGEKIT_OK);
    assert_near(lookup.value, 1.5, 0);
#define REFUSED(change)                                                                                             \
    do {                                                                                                            \
        rangekit_signal_table_point kept[3];                                                                        \
        memcpy(kept, table, sizeof kept);                                                                           \
        change;                                                                                                     \
        assert_status(rangekit_signal_table_lookup_batch(table, 3, &power, 1, &lookup, NULL), RANGEKIT_ERROR_TABLE); \
        memcpy(table, kept, sizeof kept);                                                                           \
    } while (0)
    REFUSED(table[1].power_dbm = -90);
    REFUSED(table[2].power_dbm = -85);
    REFUSED(table[0].power_dbm = (double)NAN);
    REFUSED(table[2].power_dbm = (double)INFINITY);
    REFUSED(table[1].value = (double)NAN);
    assert_status(rangekit_signal_table_lookup_batch(table, 0, &power, 1, &lookup, NULL), RANGEKIT_ERROR_TABLE);
    assert_status(rangekit_signal_table_lookup_batch(table, SIZE_MAX, &power, 1, &lookup, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    size_t count = 7;
    assert_status(rangekit_signal_table(6, points, 18, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(count, 0);
    assert_status(rangekit_signal_table(5, NULL, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 12);
    assert_status(rangekit_signal_table(4, points, 10, &count), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 11);
}

/* ---- Distance from level ---- */

static void distance_from_level_is_log_normal(void **state) {
    (void)state;
    rangekit_signal_path_loss_options options = RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_INIT;
    double power = -83;
    rangekit_signal_distance d;
    assert_status(rangekit_signal_path_loss_batch(&options, &power, 1, &d, NULL), RANGEKIT_OK);
    assert_near(d.distance_m, 10.0, 1e-12);
    double s = 6.0 * log(10.0) / 20.0;
    assert_near(d.mean_m, 10.0 * exp(s * s / 2), 1e-9);
    assert_near(d.distance_stddev_m, 10.0 * exp(s * s / 2) * sqrt(exp(s * s) - 1), 1e-9);
    assert_near(d.lower_95_m, 10.0 * pow(10.0, -1.959963984540054 * 6.0 / 20.0), 1e-9);
    assert_near(d.upper_95_m, 10.0 * pow(10.0, 1.959963984540054 * 6.0 / 20.0), 1e-9);
    /* Drawn levels: the truth lies in the interval as often as it says, and scatters as it says. */
    struct random_source source = {3};
    int inside = 0, count = 20000;
    options.exponent = 2.7;
    for (int i = 0; i < count; i += 1) {
        double truth = 1 + 60 * random_unit(&source);
        double normal = sqrt(-2 * log(1 - random_unit(&source))) * cos(6.283185307179586 * random_unit(&source));
        power = -63 - 27 * log10(truth) + 6 * normal;
        assert_status(rangekit_signal_path_loss_batch(&options, &power, 1, &d, NULL), RANGEKIT_OK);
        inside += truth >= d.lower_95_m && truth <= d.upper_95_m;
    }
    assert_true(inside > 0.945 * count && inside < 0.955 * count);
}

static void levels_that_leave_a_double_are_refused(void **state) {
    (void)state;
    double powers[] = {-1e6, 1e6, (double)NAN, -63};
    rangekit_signal_distance d[4];
    size_t refused;
    assert_status(rangekit_signal_path_loss_batch(NULL, powers, 4, d, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 3);
    assert_int_equal(d[0].status, RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(d[1].status, RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(d[2].status, RANGEKIT_ERROR_NOT_FINITE);
    assert_near(d[3].distance_m, 1.0, 0);
    rangekit_signal_path_loss_options options = RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_INIT;
    /* A spread so wide that its variance overflows before the distance does. */
    options.exponent = 0.5;
    options.shadowing_stddev_db = 100;
    double strong = 80;
    assert_status(rangekit_signal_path_loss_batch(&options, &strong, 1, d, &refused), RANGEKIT_OK);
    assert_true(refused == 1 || isfinite(d[0].distance_stddev_m));
    options.shadowing_stddev_db = 6;
    options.exponent = 0;
    assert_status(rangekit_signal_path_loss_batch(&options, powers, 4, d, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    options.exponent = (double)NAN;
    assert_status(rangekit_signal_path_loss_batch(&options, powers, 4, d, NULL), RANGEKIT_ERROR_NOT_FINITE);
    options.exponent = 2;
    options.reserved = 1;
    assert_status(rangekit_signal_path_loss_batch(&options, powers, 4, d, NULL), RANGEKIT_ERROR_UNKNOWN_OPTION);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(range_bias_tables_are_the_published_ones),
    cmocka_unit_test(bias_is_interpolated_and_clamped),
    cmocka_unit_test(lookups_equal_a_plain_search),
    cmocka_unit_test(bias_is_subtracted),
    cmocka_unit_test(tables_out_of_order_are_refused),
    cmocka_unit_test(distance_from_level_is_log_normal),
    cmocka_unit_test(levels_that_leave_a_double_are_refused),
};

TEST_GROUP(signal_table_tests, tests);
