/* Two-way ranging refuses what stamps and options cannot mean, each by its name and in its own row.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

static const rangekit_twr_double_sided_exchange good = {1000, 5000, 105000, 101100, 201100, 205100};
static const rangekit_twr_single_sided_exchange good_single = {1000, 5000, 105000, 101100, 0.0};

static rangekit_status range_with(const rangekit_twr_options *options, rangekit_twr_double_sided_exchange exchange) {
    rangekit_twr_range range;
    memset(&range, 0xA5, sizeof range);
    rangekit_status status = rangekit_twr_double_sided(options, &exchange, &range);
    assert_int_equal(range.status, status);
    if (status != RANGEKIT_OK) {
        assert_true(range.distance_m == 0.0);
        assert_true(range.distance_stddev_m == 0.0f);
    }
    /* The same in a batch: the call succeeds, the row has the status. */
    rangekit_twr_range row;
    size_t refused = 99;
    assert_status(rangekit_twr_double_sided_batch(options, &exchange, 1, &row, &refused), RANGEKIT_OK);
    assert_memory_equal(&row, &range, sizeof row);
    assert_int_equal(refused, status == RANGEKIT_OK ? 0 : 1);
    return status;
}

static rangekit_status single_with(const rangekit_twr_options *options, rangekit_twr_single_sided_exchange exchange) {
    rangekit_twr_range range, row;
    memset(&range, 0xA5, sizeof range);
    size_t refused = 99;
    rangekit_status status = rangekit_twr_single_sided(options, &exchange, &range);
    assert_int_equal(range.status, status);
    assert_true(status == RANGEKIT_OK || (range.distance_m == 0.0 && range.distance_stddev_m == 0.0f));
    assert_status(rangekit_twr_single_sided_batch(options, &exchange, 1, &row, &refused), RANGEKIT_OK);
    assert_memory_equal(&row, &range, sizeof row);
    assert_int_equal(refused, status == RANGEKIT_OK ? 0 : 1);
    return status;
}

static void stamps_with_bits_above_their_width_are_refused(void **state) {
    (void)state;
    for (uint32_t bits = 32; bits < 64; bits += 1) {
        rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
        options.timestamp_bits = bits;
        assert_status(range_with(&options, good), RANGEKIT_OK);
        for (int which = 0; which < 6; which += 1) {
            uint64_t stamps[6];
            memcpy(stamps, &good, sizeof stamps);
            stamps[which] |= UINT64_C(1) << bits;
            rangekit_twr_double_sided_exchange exchange;
            memcpy(&exchange, stamps, sizeof exchange);
            assert_status(range_with(&options, exchange), RANGEKIT_ERROR_TIMESTAMP_RANGE);
            if (which >= 4) continue;
            rangekit_twr_single_sided_exchange single = good_single;
            memcpy(&single, stamps, 4 * sizeof stamps[0]);
            assert_status(single_with(&options, single), RANGEKIT_ERROR_TIMESTAMP_RANGE);
        }
    }
}

static void two_equal_stamps_of_one_device_are_refused(void **state) {
    (void)state;
    rangekit_twr_double_sided_exchange exchange;
    exchange = good; exchange.response_rx = exchange.poll_tx;
    assert_status(range_with(NULL, exchange), RANGEKIT_ERROR_INTERVAL_ZERO);
    exchange = good; exchange.response_tx = exchange.poll_rx;
    assert_status(range_with(NULL, exchange), RANGEKIT_ERROR_INTERVAL_ZERO);
    exchange = good; exchange.final_rx = exchange.response_tx;
    assert_status(range_with(NULL, exchange), RANGEKIT_ERROR_INTERVAL_ZERO);
    exchange = good; exchange.final_tx = exchange.response_rx;
    assert_status(range_with(NULL, exchange), RANGEKIT_ERROR_INTERVAL_ZERO);
    memset(&exchange, 0, sizeof exchange);
    assert_status(range_with(NULL, exchange), RANGEKIT_ERROR_INTERVAL_ZERO);
    rangekit_twr_single_sided_exchange single = good_single;
    single.response_rx = single.poll_tx;
    assert_status(single_with(NULL, single), RANGEKIT_ERROR_INTERVAL_ZERO);
    single = good_single; single.response_tx = single.poll_rx;
    assert_status(single_with(NULL, single), RANGEKIT_ERROR_INTERVAL_ZERO);
}

static void intervals_of_2_47_ticks_and_more_are_refused(void **state) {
    (void)state;
    for (uint32_t bits = 48; bits <= 64; bits += 1) {
        rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
        options.timestamp_bits = bits;
        uint64_t top = RANGEKIT_TWR_INTERVAL_MAX_TICKS;
        rangekit_twr_double_sided_exchange longest = {0, 0, top - 1, top - 1, 2 * top - 2, 2 * top - 2};
        if (bits > 48) assert_status(range_with(&options, longest), RANGEKIT_OK);
        rangekit_twr_double_sided_exchange first = {0, 0, top, top, top + 9, top + 9};
        assert_status(range_with(&options, first), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
        rangekit_twr_double_sided_exchange second = {0, 0, 9, 9, top + 9, top + 9};
        assert_status(range_with(&options, second), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
        rangekit_twr_single_sided_exchange single = {0, 0, top, top, 0.0};
        assert_status(single_with(&options, single), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
        single.response_tx = single.response_rx = top - 1;
        assert_status(single_with(&options, single), RANGEKIT_OK);
        if (bits == 64) { /* a stamp before its predecessor is an interval of nearly 2^64 */
            rangekit_twr_double_sided_exchange backwards = {1000, 5000, 4999, 101100, 201100, 205100};
            assert_status(range_with(&options, backwards), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
        }
    }
}

static void intervals_above_the_callers_limit_are_refused(void **state) {
    (void)state;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_twr_double_sided_exchange exchange = {0, 0, 700, 710, 1420, 1420}; /* 710, 700, 720, 710 */
    options.interval_limit_ticks = 720;
    assert_status(range_with(&options, exchange), RANGEKIT_OK);
    options.interval_limit_ticks = 719;
    assert_status(range_with(&options, exchange), RANGEKIT_ERROR_INTERVAL_OVER_LIMIT);
    options.interval_limit_ticks = 1;
    assert_status(range_with(&options, exchange), RANGEKIT_ERROR_INTERVAL_OVER_LIMIT);
    options.interval_limit_ticks = UINT64_MAX;
    assert_status(range_with(&options, exchange), RANGEKIT_OK);
    rangekit_twr_single_sided_exchange single = {0, 0, 700, 710, 0.0};
    options.interval_limit_ticks = 710;
    assert_status(single_with(&options, single), RANGEKIT_OK);
    options.interval_limit_ticks = 709;
    assert_status(single_with(&options, single), RANGEKIT_ERROR_INTERVAL_OVER_LIMIT);
    /* A limit of 2^47 or more does not lift the limit of the library. */
    options.timestamp_bits = 64;
    options.interval_limit_ticks = UINT64_MAX;
    single.response_tx = single.response_rx = RANGEKIT_TWR_INTERVAL_MAX_TICKS;
    assert_status(single_with(&options, single), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
    options.interval_limit_ticks = 1000;
    single.response_tx = single.response_rx = 1001;
    assert_status(single_with(&options, single), RANGEKIT_ERROR_INTERVAL_OVER_LIMIT);
}

/* A reply of 10^8 ticks may be longer than its round by 2 x 100 ppm (20,000 ticks) and 64 ticks. */
static void a_reply_may_exceed_its_round_by_the_clock_tolerance(void **state) {
    (void)state;
    uint64_t reply = 100000000;
    static const struct {
        double ppm;
        uint64_t allowed;
    } tolerances[] = {{100.0, 20064}, {20.0, 4064}, {0.0, 64}, {10000.0, 2000064}};
    for (size_t i = 0; i < COUNT_OF(tolerances); i += 1) {
        rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
        options.clock_tolerance_ppm = tolerances[i].ppm;
        for (int side = 0; side < 2; side += 1) {
            for (int beyond = 0; beyond < 2; beyond += 1) {
                uint64_t excess = tolerances[i].allowed - 1 + 2 * (uint64_t)beyond; /* one inside, one outside */
                rangekit_twr_double_sided_exchange exchange = {0, 0, 1000, 1100, 2000, 2100};
                if (side == 0) {
                    exchange = (rangekit_twr_double_sided_exchange){0, 0, reply, reply - excess, 2 * reply, 2 * reply};
                } else {
                    exchange.final_tx = exchange.response_rx + reply;
                    exchange.final_rx = exchange.response_tx + reply - excess;
                }
                assert_status(range_with(&options, exchange),
                              beyond ? RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND : RANGEKIT_OK);
                rangekit_twr_single_sided_exchange single = {0, 0, reply, reply - excess, 0.0};
                assert_status(single_with(&options, single),
                              beyond ? RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND : RANGEKIT_OK);
            }
        }
    }
}

/* Delays that are set too large make a distance negative, which is kept. Without them the same excess
 * of the reply is refused. */
static void a_reply_may_exceed_its_round_by_the_antenna_delays(void **state) {
    (void)state;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.clock_tolerance_ppm = 0.0;
    options.initiator_tx_delay_ticks = options.initiator_rx_delay_ticks = 16000.0;
    options.responder_tx_delay_ticks = options.responder_rx_delay_ticks = 16000.0;
    rangekit_twr_double_sided_exchange level = {0, 0, 1000000, 1000000, 2000000, 2000000};
    rangekit_twr_range range;
    assert_status(rangekit_twr_double_sided(&options, &level, &range), RANGEKIT_OK);
    assert_true(range.distance_m < -100.0);
    rangekit_twr_double_sided_exchange beyond = {0, 0, 1000000, 860000, 2000000, 2000000}; /* 140,000 > 2 x 64,064 */
    assert_status(range_with(&options, beyond), RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND);
}

static void clock_offsets_beyond_twice_the_tolerance_are_refused(void **state) {
    (void)state;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_twr_single_sided_exchange exchange = {0, 0, 100000, 120000, 0.0};
    static const double limits[] = {100.0, 20.0, 0.0, 10000.0};
    for (size_t i = 0; i < COUNT_OF(limits); i += 1) {
        options.clock_tolerance_ppm = limits[i];
        for (int sign = -1; sign <= 1; sign += 2) {
            /* One clock at +e, the other at -e: (1 + e) / (1 - e) - 1. */
            double limit = 2.0 * limits[i] / (1.0 - limits[i] * 1e-6);
            exchange.clock_offset_ppm = sign * limit * (1.0 - 1e-15);
            assert_status(single_with(&options, exchange), RANGEKIT_OK);
            exchange.clock_offset_ppm = sign * (limit * (1.0 + 1e-15) + 1e-300);
            assert_status(single_with(&options, exchange), RANGEKIT_ERROR_CLOCK_OFFSET_RANGE);
        }
    }
    static const double not_finite[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT_OF(not_finite); i += 1) {
        exchange.clock_offset_ppm = not_finite[i];
        assert_status(single_with(NULL, exchange), RANGEKIT_ERROR_NOT_FINITE);
    }
    exchange.clock_offset_ppm = 1e300;
    assert_status(single_with(NULL, exchange), RANGEKIT_ERROR_CLOCK_OFFSET_RANGE);
}

/* ---- Options ---- */

static const struct {
    size_t offset;
    double low, high;
} ranges[] = {
    {offsetof(rangekit_twr_options, tick_s), 1e-15, 1.0},
    {offsetof(rangekit_twr_options, speed_mps), 1.0, 3e8},
    {offsetof(rangekit_twr_options, clock_tolerance_ppm), 0.0, 10000.0},
    {offsetof(rangekit_twr_options, initiator_tx_delay_ticks), -1e9, 1e9},
    {offsetof(rangekit_twr_options, initiator_rx_delay_ticks), -1e9, 1e9},
    {offsetof(rangekit_twr_options, responder_tx_delay_ticks), -1e9, 1e9},
    {offsetof(rangekit_twr_options, responder_rx_delay_ticks), -1e9, 1e9},
    {offsetof(rangekit_twr_options, timestamp_stddev_s), 0.0, 1.0},
    {offsetof(rangekit_twr_options, clock_offset_stddev_ppm), 0.0, 10000.0},
};

static void check_option(const rangekit_twr_options *options, rangekit_status expected) {
    rangekit_twr_range range[1];
    size_t refused;
    rangekit_status found[] = {
        rangekit_twr_double_sided(options, &good, range),
        rangekit_twr_double_sided_batch(options, &good, 1, range, &refused),
        rangekit_twr_double_sided_batch(options, NULL, 0, NULL, &refused),
        rangekit_twr_single_sided(options, &good_single, range),
        rangekit_twr_single_sided_batch(options, &good_single, 1, range, &refused),
        rangekit_twr_single_sided_batch(options, NULL, 0, NULL, &refused),
    };
    for (size_t i = 0; i < COUNT_OF(found); i += 1) {
        if (expected != RANGEKIT_OK) {
            assert_status(found[i], expected);
        } else {
            /* Extreme delays may make the stamps of this exchange impossible, but the options are fine. */
            assert_true(found[i] == RANGEKIT_OK || found[i] == RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND);
        }
    }
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ranges); i += 1) {
        const struct {
            double value;
            rangekit_status status;
        } cases[] = {
            {ranges[i].low, RANGEKIT_OK},
            {ranges[i].high, RANGEKIT_OK},
            {nextafter(ranges[i].low, -INFINITY), RANGEKIT_ERROR_OUT_OF_RANGE},
            {nextafter(ranges[i].high, INFINITY), RANGEKIT_ERROR_OUT_OF_RANGE},
            {-1e300, RANGEKIT_ERROR_OUT_OF_RANGE},
            {1e300, RANGEKIT_ERROR_OUT_OF_RANGE},
            {NAN, RANGEKIT_ERROR_NOT_FINITE},
            {INFINITY, RANGEKIT_ERROR_NOT_FINITE},
            {-INFINITY, RANGEKIT_ERROR_NOT_FINITE},
        };
        for (size_t j = 0; j < COUNT_OF(cases); j += 1) {
            rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
            memcpy((uint8_t *)&options + ranges[i].offset, &cases[j].value, sizeof(double));
            check_option(&options, cases[j].status);
        }
    }
    static const uint32_t widths[] = {0, 1, 31, 65, 128, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(widths); i += 1) {
        rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
        options.timestamp_bits = widths[i];
        check_option(&options, RANGEKIT_ERROR_OUT_OF_RANGE);
    }
}

static void defaults_are_the_documented_ones(void **state) {
    (void)state;
    rangekit_twr_options initial = RANGEKIT_TWR_OPTIONS_INIT, filled;
    memset(&filled, 0xA5, sizeof filled);
    filled.struct_size = sizeof filled;
    assert_status(rangekit_twr_options_default(&filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &initial, sizeof filled);
    assert_int_equal(initial.timestamp_bits, 40);
    assert_near(initial.tick_s, 1.0 / (128.0 * 499.2e6), 1e-27);
    assert_near(initial.speed_mps, 299792458.0, 0.0);
    assert_near(initial.timestamp_stddev_s, 100e-12, 0.0);
}

/* ---- Batches ---- */

static void a_bad_row_does_not_disturb_the_others(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    static rangekit_twr_double_sided_exchange exchanges[COUNT];
    static rangekit_twr_range ranges_out[COUNT];
    struct random_source source = {5};
    size_t bad = 0, refused = 0;
    for (size_t i = 0; i < COUNT; i += 1) {
        uint64_t start = random_below(&source, UINT64_C(1) << 39), reply = 1000 + random_below(&source, 1000000);
        exchanges[i] = (rangekit_twr_double_sided_exchange){start, start, start + reply, start + reply + 2000,
                                                            start + 2 * reply + 2000, start + 2 * reply + 2000};
        if (i % 7 == 3) exchanges[i].poll_tx |= UINT64_C(1) << 63;
        if (i % 7 == 5) exchanges[i].final_rx = exchanges[i].response_tx;
        bad += i % 7 == 3 || i % 7 == 5;
    }
    assert_status(rangekit_twr_double_sided_batch(NULL, exchanges, COUNT, ranges_out, &refused), RANGEKIT_OK);
    assert_int_equal(refused, bad);
    for (size_t i = 0; i < COUNT; i += 1) {
        rangekit_twr_range single;
        rangekit_status status = rangekit_twr_double_sided(NULL, &exchanges[i], &single);
        assert_int_equal(status, i % 7 == 3   ? RANGEKIT_ERROR_TIMESTAMP_RANGE
                                 : i % 7 == 5 ? RANGEKIT_ERROR_INTERVAL_ZERO
                                              : RANGEKIT_OK);
        assert_memory_equal(&single, &ranges_out[i], sizeof single);
    }
}

static void empty_and_impossible_batches(void **state) {
    (void)state;
    rangekit_twr_range range = {1.0, 2.0f, 3};
    size_t refused = 99;
    assert_status(rangekit_twr_double_sided_batch(NULL, NULL, 0, NULL, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 0);
    assert_status(rangekit_twr_single_sided_batch(NULL, NULL, 0, NULL, NULL), RANGEKIT_OK);
    /* More rows than any memory holds. */
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 16};
    for (size_t i = 0; i < COUNT_OF(counts); i += 1) {
        assert_status(rangekit_twr_double_sided_batch(NULL, &good, counts[i], &range, &refused),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(rangekit_twr_single_sided_batch(NULL, &good_single, counts[i], &range, &refused),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    assert_near(range.distance_m, 1.0, 0.0);
}

static void batches_read_and_write_their_rows_alone(void **state) {
    (void)state;
    for (size_t count = 0; count <= 9; count += 1) {
        rangekit_twr_double_sided_exchange *exchanges = guarded(0, count * sizeof *exchanges);
        rangekit_twr_single_sided_exchange *singles = guarded(1, count * sizeof *singles);
        rangekit_twr_range *ranges_out = guarded(2, count * sizeof *ranges_out);
        for (size_t i = 0; i < count; i += 1) {
            exchanges[i] = good;
            singles[i] = good_single;
        }
        assert_status(rangekit_twr_double_sided_batch(NULL, exchanges, count, ranges_out, NULL), RANGEKIT_OK);
        assert_status(rangekit_twr_single_sided_batch(NULL, singles, count, ranges_out, NULL), RANGEKIT_OK);
        for (size_t i = 0; i < count; i += 1) assert_int_equal(ranges_out[i].status, RANGEKIT_OK);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(stamps_with_bits_above_their_width_are_refused),
    cmocka_unit_test(two_equal_stamps_of_one_device_are_refused),
    cmocka_unit_test(intervals_of_2_47_ticks_and_more_are_refused),
    cmocka_unit_test(intervals_above_the_callers_limit_are_refused),
    cmocka_unit_test(a_reply_may_exceed_its_round_by_the_clock_tolerance),
    cmocka_unit_test(a_reply_may_exceed_its_round_by_the_antenna_delays),
    cmocka_unit_test(clock_offsets_beyond_twice_the_tolerance_are_refused),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(defaults_are_the_documented_ones),
    cmocka_unit_test(a_bad_row_does_not_disturb_the_others),
    cmocka_unit_test(empty_and_impossible_batches),
    cmocka_unit_test(batches_read_and_write_their_rows_alone),
};

TEST_GROUP(twr_errors_tests, tests);
