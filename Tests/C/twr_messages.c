/* Three messages and one to many: published values, exact arithmetic, noise, refusals.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

__extension__ typedef __int128 int128;

static rangekit_twr_options tick_options(void) {
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.tick_s = 1.0;
    options.speed_mps = 1.0;
    options.timestamp_stddev_s = 0.0;
    return options;
}

static uint64_t mask40(uint64_t value) { return value & ((UINT64_C(1) << 40) - 1); }

/* Reply, time to the second message, flight, all in ticks of an ideal clock; clocks fast by ea, eb. */
static rangekit_twr_three_message_exchange three(struct random_source *source, double reply, double second, double tof,
                                                 double ea, double eb) {
    uint64_t a = random_next(source), b = random_next(source);
    return (rangekit_twr_three_message_exchange){
        .poll_tx = mask40(a),
        .poll_rx = mask40(b + (uint64_t)llround(tof * (1 + eb))),
        .response_tx = mask40(b + (uint64_t)llround((tof + reply) * (1 + eb))),
        .response_rx = mask40(a + (uint64_t)llround((2 * tof + reply) * (1 + ea))),
        .second_tx = mask40(b + (uint64_t)llround((tof + reply + second) * (1 + eb))),
        .second_rx = mask40(a + (uint64_t)llround((2 * tof + reply + second) * (1 + ea))),
    };
}

static void three_messages_equal_exact_arithmetic(void **state) {
    (void)state;
    struct random_source source = {7};
    rangekit_twr_options options = tick_options();
    for (int i = 0; i < 200000; i += 1) {
        double ea = (random_unit(&source) * 2 - 1) * 50e-6, eb = (random_unit(&source) * 2 - 1) * 50e-6;
        rangekit_twr_three_message_exchange e =
            three(&source, exp(random_unit(&source) * 11.0) * 1e5, exp(random_unit(&source) * 11.0) * 1e5,
                  random_unit(&source) * 2e4, ea, eb);
        options.initiator_rx_delay_ticks = (double)random_below(&source, 40000);
        options.responder_tx_delay_ticks = (double)random_below(&source, 40000);
        rangekit_twr_range range;
        assert_status(rangekit_twr_three_message(&options, &e, &range), RANGEKIT_OK);
        int128 ra = (int128)mask40(e.response_rx - e.poll_tx) - (int128)options.initiator_rx_delay_ticks;
        int128 db = (int128)mask40(e.response_tx - e.poll_rx) + (int128)options.responder_tx_delay_ticks;
        int128 sent = mask40(e.second_tx - e.response_tx), received = mask40(e.second_rx - e.response_rx);
        int128 numerator = ra * sent - db * received, denominator = 2 * sent;
        int128 whole = numerator / denominator;
        long double exact = (long double)whole + (long double)(numerator - whole * denominator) / (long double)denominator;
        assert_true(fabsl((long double)range.distance_m - exact) < 1e-6L);
    }
}

/* The trap: a reply over a round of one exchange is no clock ratio, it is off by twice the flight over the round. */
static void the_ratio_comes_from_packets_in_one_direction(void **state) {
    (void)state;
    struct random_source source = {3};
    double tof = 50.0 / 299792458.0 / RANGEKIT_UWB_TICK_S;
    rangekit_twr_three_message_exchange e = three(&source, 1e5, 6.4e8, tof, 20e-6, -20e-6);
    rangekit_twr_range range;
    assert_status(rangekit_twr_three_message(NULL, &e, &range), RANGEKIT_OK);
    assert_near(range.distance_m, 50.0, 0.01);
    rangekit_twr_single_sided_exchange without = {e.poll_tx, e.poll_rx, e.response_tx, e.response_rx, 0.0};
    assert_status(rangekit_twr_single_sided(NULL, &without, &range), RANGEKIT_OK);
    assert_true(fabs(range.distance_m - 50.0) > 0.009); /* 100000 ticks x 40 ppm / 2 */
}

static double gaussian(struct random_source *source) {
    double u = 1.0 - random_unit(source), v = random_unit(source);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static void stated_noise_is_the_scatter_of_noisy_exchanges(void **state) {
    (void)state;
    struct random_source source = {42};
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.timestamp_stddev_s = 1e-9;
    static const double seconds[] = {3e6, 2e7, 1e9}, expected[] = {13.0 / 3, 1.5, 0.5};
    for (int k = 0; k < 3; k += 1) {
        rangekit_twr_three_message_exchange clean = three(&source, 2e7, seconds[k], 1000.0, 5e-6, -3e-6);
        double sum = 0.0, squares = 0.0, stated = 0.0;
        int count = 20000;
        for (int i = 0; i < count; i += 1) {
            rangekit_twr_three_message_exchange noisy = clean;
            double sigma = 1e-9 / RANGEKIT_UWB_TICK_S;
            noisy.poll_rx = mask40(noisy.poll_rx + (uint64_t)(int64_t)lround(sigma * gaussian(&source)));
            noisy.response_rx = mask40(noisy.response_rx + (uint64_t)(int64_t)lround(sigma * gaussian(&source)));
            noisy.second_rx = mask40(noisy.second_rx + (uint64_t)(int64_t)lround(sigma * gaussian(&source)));
            rangekit_twr_range range;
            assert_status(rangekit_twr_three_message(&options, &noisy, &range), RANGEKIT_OK);
            sum += range.distance_m;
            squares += range.distance_m * range.distance_m;
            stated = range.distance_stddev_m;
        }
        double mean = sum / count, scatter = sqrt(squares / count - mean * mean);
        assert_near(scatter / stated, 1.0, 0.03);
        if (k > 0) assert_near(stated * stated, expected[k] * pow(299792458.0 * 1e-9, 2), 0.05 * stated * stated);
    }
}

static void three_messages_are_refused_by_name(void **state) {
    (void)state;
    struct random_source source = {9};
    const rangekit_twr_three_message_exchange good = three(&source, 1e6, 1e7, 500, 1e-6, 2e-6);
    rangekit_twr_three_message_exchange rows[6] = {good, good, good, good, good, good};
    rows[1].second_tx |= UINT64_C(1) << 40;
    rows[2].second_rx = good.response_rx;
    rows[3].second_tx = mask40(good.response_tx - 1000); /* swapped: nearly a whole wrap */
    rows[4].second_rx = mask40(good.second_rx + 5000);   /* 500 ppm */
    rows[5].response_rx = mask40(good.response_rx - 5000);
    rows[5].second_rx = mask40(good.second_rx - 5000);
    static const rangekit_status expected[6] = {RANGEKIT_OK, RANGEKIT_ERROR_TIMESTAMP_RANGE,
                                                RANGEKIT_ERROR_INTERVAL_ZERO, RANGEKIT_ERROR_INTERVAL_TOO_LONG,
                                                RANGEKIT_ERROR_CLOCK_OFFSET_RANGE, RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND};
    rangekit_twr_range ranges[6], alone;
    size_t refused = 99;
    assert_status(rangekit_twr_three_message_batch(NULL, rows, 6, ranges, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 5);
    for (int i = 0; i < 6; i += 1) {
        assert_int_equal(ranges[i].status, expected[i]);
        assert_status(rangekit_twr_three_message(NULL, &rows[i], &alone), expected[i]);
        assert_memory_equal(&alone, &ranges[i], sizeof alone);
    }
}

/* ---- One to many ---- */

static void each_responder_has_the_range_of_its_own_exchange(void **state) {
    (void)state;
    struct random_source source = {11};
    rangekit_twr_round rounds[20];
    rangekit_twr_responder responders[60];
    rangekit_twr_range ranges[60];
    for (int r = 0; r < 20; r += 1) {
        uint64_t start = random_next(&source);
        double spread = 3e6;
        rounds[r] = (rangekit_twr_round){mask40(start), mask40(start + (uint64_t)(4 * spread))};
        for (int i = 0; i < 3; i += 1) {
            double tof = 500.0 * (i + 1) + r, reply = spread * (i + 1), rest = 4 * spread - reply - 2 * tof;
            uint64_t b = random_next(&source);
            /* The responder's own delays make its reply shorter and its round longer. */
            uint64_t delay = i == 2 ? 600 : 0;
            responders[3 * r + i] = (rangekit_twr_responder){
                .poll_rx = mask40(b + delay / 2),
                .response_tx = mask40(b + (uint64_t)reply - delay / 2),
                .response_rx = mask40(start + (uint64_t)(reply + 2 * tof)),
                .final_rx = mask40(b + (uint64_t)(reply + 2 * tof + rest) + delay / 2),
                .delay_ticks = (double)delay,
            };
        }
    }
    memset(&responders[4], 0, sizeof responders[4]);
    rangekit_twr_options options = tick_options();
    size_t refused = 99;
    assert_status(rangekit_twr_one_to_many(&options, rounds, 20, responders, 3, ranges, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 1);
    for (int row = 0; row < 60; row += 1) {
        if (row == 4) {
            assert_int_equal(ranges[row].status, RANGEKIT_ERROR_INTERVAL_ZERO);
            continue;
        }
        const rangekit_twr_responder *b = &responders[row];
        rangekit_twr_double_sided_exchange e = {rounds[row / 3].poll_tx, b->poll_rx, b->response_tx, b->response_rx,
                                                rounds[row / 3].final_tx, b->final_rx};
        rangekit_twr_options own = options;
        own.responder_rx_delay_ticks = b->delay_ticks;
        rangekit_twr_range alone;
        assert_status(rangekit_twr_double_sided(&own, &e, &alone), RANGEKIT_OK);
        assert_memory_equal(&alone, &ranges[row], sizeof alone);
        assert_near(ranges[row].distance_m, 500.0 * (row % 3 + 1) + row / 3, 1.5);
    }
}

static void one_to_many_refuses_what_cannot_be(void **state) {
    (void)state;
    rangekit_twr_round round = {1000, 201100};
    rangekit_twr_responder responder = {5000, 105000, 101100, 205100, NAN};
    rangekit_twr_range range;
    size_t refused;
    assert_status(rangekit_twr_one_to_many(NULL, &round, 1, &responder, 1, &range, &refused), RANGEKIT_OK);
    assert_int_equal(range.status, RANGEKIT_ERROR_NOT_FINITE);
    responder.delay_ticks = 1.1e9;
    assert_status(rangekit_twr_one_to_many(NULL, &round, 1, &responder, 1, &range, &refused), RANGEKIT_OK);
    assert_int_equal(range.status, RANGEKIT_ERROR_OUT_OF_RANGE);
    size_t half = SIZE_MAX / 2 + 1;
    assert_status(rangekit_twr_one_to_many(NULL, &round, 2, &responder, half, &range, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_one_to_many(NULL, &round, SIZE_MAX, &responder, SIZE_MAX, &range, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_one_to_many(NULL, &round, half / 4, &responder, 8, &range, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_one_to_many(NULL, NULL, 0, NULL, 5, NULL, &refused), RANGEKIT_OK);
    assert_status(rangekit_twr_one_to_many(NULL, &round, 1, NULL, 0, NULL, &refused), RANGEKIT_OK);
    assert_status(rangekit_twr_one_to_many(NULL, NULL, 1, &responder, 1, &range, &refused),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_one_to_many(NULL, &round, 1, NULL, 1, &range, &refused), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_one_to_many(NULL, &round, 1, &responder, 1, NULL, &refused),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_one_to_many(NULL, MISALIGNED(rangekit_twr_round, 0), 1, &responder, 1, &range, NULL),
                  RANGEKIT_ERROR_MISALIGNED);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(three_messages_equal_exact_arithmetic),
    cmocka_unit_test(the_ratio_comes_from_packets_in_one_direction),
    cmocka_unit_test(stated_noise_is_the_scatter_of_noisy_exchanges),
    cmocka_unit_test(three_messages_are_refused_by_name),
    cmocka_unit_test(each_responder_has_the_range_of_its_own_exchange),
    cmocka_unit_test(one_to_many_refuses_what_cannot_be),
};

TEST_GROUP(twr_messages_tests, tests);
