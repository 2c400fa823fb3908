/* Two-way ranging against published values: unit tests of uwb-core, one real exchange, and the error
 * model (clock errors and stamp noise).
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

/* Distances in ticks: one tick a second at one metre a second. */
static rangekit_twr_options tick_options(uint32_t bits) {
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.timestamp_bits = bits;
    options.tick_s = 1.0;
    options.speed_mps = 1.0;
    options.timestamp_stddev_s = 0.0;
    return options;
}

/* uwb-core, calc_tof_test.c: respRx, pollTx, respTx, pollRx on 32-bit stamps. */
static const struct {
    uint32_t response_rx, poll_tx, response_tx, poll_rx;
    double tof_ticks;
} single_sided_values[] = {
    {254076713u, 175480898u, 1470169168u, 1391575515u, 1081.0},
    {1912245852u, 1833647682u, 786803792u, 708209934u, 2156.0},
    {1075470169u, 996872258u, 1024692304u, 946098392u, 1999.5},
    {0xCAFE80D8u, 0xC74F4042u, 0x00745650u, 0xFCC517A4u, 245.0},
};

static void single_sided_values_of_uwb_core(void **state) {
    (void)state;
    rangekit_twr_options ticks = tick_options(32), metres = RANGEKIT_TWR_OPTIONS_INIT;
    metres.timestamp_bits = 32;
    for (size_t i = 0; i < COUNT_OF(single_sided_values); i += 1) {
        rangekit_twr_single_sided_exchange exchange = {
            single_sided_values[i].poll_tx, single_sided_values[i].poll_rx, single_sided_values[i].response_tx,
            single_sided_values[i].response_rx, 0.0};
        rangekit_twr_range range;
        assert_status(rangekit_twr_single_sided(&ticks, &exchange, &range), RANGEKIT_OK);
        assert_near(range.distance_m, single_sided_values[i].tof_ticks, 0.0);
        assert_status(rangekit_twr_single_sided(&metres, &exchange, &range), RANGEKIT_OK);
        assert_near(range.distance_m, single_sided_values[i].tof_ticks * 4.691763978615785e-3, 1e-9);
    }
}

/* The second value stays the same wherever in the 32-bit range the stamps lie. */
static void single_sided_ranges_do_not_depend_on_where_the_stamps_wrap(void **state) {
    (void)state;
    rangekit_twr_options options = tick_options(32);
    for (uint64_t shift = 0; shift < UINT64_C(1) << 32; shift += 0x100) {
        rangekit_twr_single_sided_exchange exchange = {(uint32_t)(1833647682u + shift), (uint32_t)(708209934u + shift),
                                                       (uint32_t)(786803792u + shift), (uint32_t)(1912245852u + shift),
                                                       0.0};
        rangekit_twr_range range;
        assert_status(rangekit_twr_single_sided(&options, &exchange, &range), RANGEKIT_OK);
        assert_near(range.distance_m, 2156.0, 0.0);
    }
}

/* uwb-core, calc_tof_test.c: round_a, reply_b, round_b, reply_a. */
static const struct {
    uint32_t round_a, reply_b, round_b, reply_a;
    double tof_ticks, distance_m;
} double_sided_values[] = {
    {78597821u, 78593912u, 78597911u, 78593912u, 1976.999993559, 9.275617},
    {78598186u, 78593871u, 79188106u, 79183844u, 2144.299541715, 10.060547},
    {61818954u, 61816782u, 62408694u, 62406596u, 1067.587831189, 5.008870},
    {61817042u, 61816574u, 62407330u, 62406460u, 334.022605251, 1.567155},
};

static rangekit_twr_double_sided_exchange from_intervals(uint64_t start_a, uint64_t start_b, uint64_t round_a,
                                                         uint64_t reply_b, uint64_t round_b, uint64_t reply_a,
                                                         uint32_t bits) {
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    rangekit_twr_double_sided_exchange exchange = {
        .poll_tx = start_a & mask,
        .poll_rx = start_b & mask,
        .response_tx = (start_b + reply_b) & mask,
        .response_rx = (start_a + round_a) & mask,
        .final_tx = (start_a + round_a + reply_a) & mask,
        .final_rx = (start_b + reply_b + round_b) & mask,
    };
    return exchange;
}

static void double_sided_values_of_uwb_core(void **state) {
    (void)state;
    rangekit_twr_options ticks = tick_options(32), metres = RANGEKIT_TWR_OPTIONS_INIT;
    metres.timestamp_bits = 32;
    for (size_t i = 0; i < COUNT_OF(double_sided_values); i += 1) {
        for (uint64_t start = 0; start < UINT64_C(1) << 32; start += 0x3FFFFFF) {
            rangekit_twr_double_sided_exchange exchange =
                from_intervals(start, ~start, double_sided_values[i].round_a, double_sided_values[i].reply_b,
                               double_sided_values[i].round_b, double_sided_values[i].reply_a, 32);
            rangekit_twr_range range;
            assert_status(rangekit_twr_double_sided(&ticks, &exchange, &range), RANGEKIT_OK);
            assert_near(range.distance_m, double_sided_values[i].tof_ticks, 1e-9);
            assert_status(rangekit_twr_double_sided(&metres, &exchange, &range), RANGEKIT_OK);
            assert_near(range.distance_m, double_sided_values[i].distance_m, 5e-7);
        }
    }
}

/* The raw stamps of the fourth value, as the test file has them. */
static void double_sided_raw_stamps_of_uwb_core(void **state) {
    (void)state;
    rangekit_twr_options options = tick_options(32);
    rangekit_twr_double_sided_exchange exchange = {
        .poll_tx = 0xFC417642, .response_rx = 0xFFF0B714, .poll_rx = 0xB439F952, .response_tx = 0xB7E93850,
        .final_tx = 0x03A8F650, .final_rx = 0xBBA17AE4};
    rangekit_twr_range range;
    /* In the file reply_b ends at 0xb7e93850 and round_b starts at 0xb7e93842. It is one stamp here, and
     * with it rational arithmetic gives 330.5392 where the file has 334.0226. */
    assert_status(rangekit_twr_double_sided(&options, &exchange, &range), RANGEKIT_OK);
    assert_near(range.distance_m, 330.5392363788629, 1e-9);
}

/* One real exchange on 40-bit stamps: the published receiver says 10786 mm, laser truth is 10969 mm. */
static void one_real_double_sided_exchange(void **state) {
    (void)state;
    rangekit_twr_double_sided_exchange exchange = {UINT64_C(57055236684), UINT64_C(56459561043), UINT64_C(69652782156),
                                                   UINT64_C(70248523212), UINT64_C(70601671244), UINT64_C(70005933158)};
    rangekit_twr_range range;
    assert_status(rangekit_twr_double_sided(NULL, &exchange, &range), RANGEKIT_OK);
    assert_near(range.distance_m, 10.786170904986651, 1e-9);
    assert_true(fabs(range.distance_m - 10.96941) < 0.2);
    assert_near(range.distance_stddev_m, 0.020927683, 1e-7);
}

static void air_and_vacuum_differ_by_the_speed_alone(void **state) {
    (void)state;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_twr_double_sided_exchange exchange = from_intervals(5, 7, 1000000, 998000, 1000000, 998000, 40);
    rangekit_twr_range vacuum, air;
    assert_status(rangekit_twr_double_sided(&options, &exchange, &vacuum), RANGEKIT_OK);
    assert_near(vacuum.distance_m, 1000.0 * 4.691763978615785e-3, 1e-12);
    options.speed_mps = RANGEKIT_SPEED_OF_LIGHT_AIR_MPS;
    assert_status(rangekit_twr_double_sided(&options, &exchange, &air), RANGEKIT_OK);
    assert_near(air.distance_m, 1000.0 * 4.690356867863582e-3, 1e-12);
}

/* ---- The error model: what clock errors leave, in metres ---- */

/* A simulated exchange: true times in ticks of an ideal clock, read by clocks that run fast by e. */
static rangekit_twr_double_sided_exchange simulated(double distance_m, double reply_b_s, double reply_a_s,
                                                    double ea_ppm, double eb_ppm) {
    long double scale = 1.0e6L, tick = 1.0L / (128.0L * 499.2e6L);
    long double tof = (long double)distance_m / 299792458.0L / tick;
    long double db = (long double)reply_b_s / tick, da = (long double)reply_a_s / tick;
    long double a = 1.0L + (long double)ea_ppm / scale, b = 1.0L + (long double)eb_ppm / scale;
    /* The replies are set on each device's own clock; stamps are whole ticks. */
    long double t2 = tof, t3 = t2 + db, t4 = t3 + tof, t5 = t4 + da, t6 = t5 + tof;
    rangekit_twr_double_sided_exchange exchange = {
        .poll_tx = 1u << 20,
        .poll_rx = (1u << 21) + (uint64_t)roundl(t2 * b),
        .response_tx = (1u << 21) + (uint64_t)roundl(t3 * b),
        .response_rx = (1u << 20) + (uint64_t)roundl(t4 * a),
        .final_tx = (1u << 20) + (uint64_t)roundl(t5 * a),
        .final_rx = (1u << 21) + (uint64_t)roundl(t6 * b),
    };
    return exchange;
}

static const struct {
    double distance_m, reply_b_s, reply_a_s, ea_ppm, eb_ppm, single_sided_error_m, double_sided_error_m;
} clock_errors[] = {
    {10.0, 300e-6, 300e-6, 10.0, -10.0, 0.8995, 0.0},
    {100.0, 300e-6, 600e-6, 20.0, 0.0, 0.9014, 0.001},
    {10.0, 200e-6, 5e-3, 10.0, -10.0, 0.5997, 0.0},
};

static void clock_errors_leave_what_the_error_model_says(void **state) {
    (void)state;
    double rounding_m = 0.006; /* whole ticks of 4.7 mm, several of them in each answer */
    for (size_t i = 0; i < COUNT_OF(clock_errors); i += 1) {
        double ea = clock_errors[i].ea_ppm, eb = clock_errors[i].eb_ppm, truth = clock_errors[i].distance_m;
        rangekit_twr_double_sided_exchange ds =
            simulated(truth, clock_errors[i].reply_b_s, clock_errors[i].reply_a_s, ea, eb);
        rangekit_twr_single_sided_exchange ss = {ds.poll_tx, ds.poll_rx, ds.response_tx, ds.response_rx, 0.0};
        rangekit_twr_range range;
        assert_status(rangekit_twr_double_sided(NULL, &ds, &range), RANGEKIT_OK);
        assert_near(range.distance_m - truth, clock_errors[i].double_sided_error_m, rounding_m);
        assert_status(rangekit_twr_single_sided(NULL, &ss, &range), RANGEKIT_OK);
        assert_near(range.distance_m - truth, clock_errors[i].single_sided_error_m, rounding_m);
        /* With the true offset the error is gone; with the wrong sign it doubles. */
        ss.clock_offset_ppm = ((1.0 + ea * 1e-6) / (1.0 + eb * 1e-6) - 1.0) * 1e6;
        assert_status(rangekit_twr_single_sided(NULL, &ss, &range), RANGEKIT_OK);
        assert_near(range.distance_m - truth, 0.0, rounding_m + truth * 20e-6);
        ss.clock_offset_ppm = -ss.clock_offset_ppm;
        assert_status(rangekit_twr_single_sided(NULL, &ss, &range), RANGEKIT_OK);
        assert_near(range.distance_m - truth, 2.0 * clock_errors[i].single_sided_error_m, 2.0 * rounding_m);
    }
}

/* ---- Standard deviation ---- */

static void stated_noise_is_that_of_the_formula(void **state) {
    (void)state;
    double c = 299792458.0;
    rangekit_twr_range range;
    rangekit_twr_double_sided_exchange equal = simulated(10.0, 300e-6, 300e-6, 0.0, 0.0);
    assert_status(rangekit_twr_double_sided(NULL, &equal, &range), RANGEKIT_OK);
    assert_near(range.distance_stddev_m / c, 61.2e-12, 0.05e-12);
    rangekit_twr_double_sided_exchange unequal = simulated(10.0, 300e-6, 3000e-6, 0.0, 0.0);
    assert_status(rangekit_twr_double_sided(NULL, &unequal, &range), RANGEKIT_OK);
    assert_near(range.distance_stddev_m / c, 67.7e-12, 0.05e-12);
    /* Replies as short as the flight: 1000 ticks each. */
    rangekit_twr_double_sided_exchange brief = {0, 0, 1000, 3000, 4000, 4000};
    assert_status(rangekit_twr_double_sided(NULL, &brief, &range), RANGEKIT_OK);
    assert_near(range.distance_stddev_m / c, 61.2e-12, 0.05e-12);
    rangekit_twr_single_sided_exchange ss = {equal.poll_tx, equal.poll_rx, equal.response_tx, equal.response_rx, 0.0};
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.clock_offset_stddev_ppm = 0.0;
    assert_status(rangekit_twr_single_sided(&options, &ss, &range), RANGEKIT_OK);
    assert_near(range.distance_stddev_m / c, 70.7e-12, 0.05e-12);
    options.timestamp_stddev_s = 0.0;
    options.clock_offset_stddev_ppm = 1.0;
    assert_status(rangekit_twr_single_sided(&options, &ss, &range), RANGEKIT_OK);
    assert_near(range.distance_stddev_m, c * 300e-6 * 1e-6 / 2.0, 1e-4);
}

/* Draws exchanges with Gaussian stamp noise; the scatter of the distances must be the stated one. */
static double gaussian(struct random_source *source) {
    double u = 1.0 - random_unit(source), v = random_unit(source);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static void stated_noise_is_the_scatter_of_noisy_exchanges(void **state) {
    (void)state;
    struct random_source source = {42};
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.timestamp_stddev_s = 1e-9; /* 64 ticks: whole-tick stamps do not blur it */
    rangekit_twr_double_sided_exchange clean = simulated(30.0, 250e-6, 700e-6, 5.0, -3.0);
    double sum = 0.0, sum_of_squares = 0.0, stated = 0.0;
    int count = 20000;
    for (int i = 0; i < count; i += 1) {
        rangekit_twr_double_sided_exchange noisy = clean;
        double sigma = 1e-9 / RANGEKIT_UWB_TICK_S;
        noisy.poll_rx += (uint64_t)(int64_t)lround(sigma * gaussian(&source));
        noisy.response_rx += (uint64_t)(int64_t)lround(sigma * gaussian(&source));
        noisy.final_rx += (uint64_t)(int64_t)lround(sigma * gaussian(&source));
        rangekit_twr_range range;
        assert_status(rangekit_twr_double_sided(&options, &noisy, &range), RANGEKIT_OK);
        sum += range.distance_m;
        sum_of_squares += range.distance_m * range.distance_m;
        stated = range.distance_stddev_m;
    }
    double mean = sum / count, scatter = sqrt(sum_of_squares / count - mean * mean);
    assert_near(mean, 30.0, 0.01);
    assert_near(scatter / stated, 1.0, 0.03);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(single_sided_values_of_uwb_core),
    cmocka_unit_test(single_sided_ranges_do_not_depend_on_where_the_stamps_wrap),
    cmocka_unit_test(double_sided_values_of_uwb_core),
    cmocka_unit_test(double_sided_raw_stamps_of_uwb_core),
    cmocka_unit_test(one_real_double_sided_exchange),
    cmocka_unit_test(air_and_vacuum_differ_by_the_speed_alone),
    cmocka_unit_test(clock_errors_leave_what_the_error_model_says),
    cmocka_unit_test(stated_noise_is_that_of_the_formula),
    cmocka_unit_test(stated_noise_is_the_scatter_of_noisy_exchanges),
};

TEST_GROUP(twr_values_tests, tests);
