/* Two-way ranging against exact rational arithmetic in 128-bit integers: within 1e-6 of a tick for
 * clocks within 100 ppm, every width of stamp, every wrap position, every accepted interval.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

__extension__ typedef __int128 int128;

/* Delays are multiples of 1/1024 of a tick here, so all intervals are integers in that unit. */
#define UNIT 1024

struct intervals {
    int128 round_a, reply_b, round_b, reply_a; /* in 1/UNIT ticks, delays taken into account */
};

static uint64_t width_mask(uint32_t bits) { return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

static int128 units(double ticks) { return (int128)llround(ticks * UNIT); }

static struct intervals exact_intervals(const rangekit_twr_options *options, uint64_t t1, uint64_t t2, uint64_t t3,
                                        uint64_t t4, uint64_t t5, uint64_t t6) {
    uint64_t mask = width_mask(options->timestamp_bits);
    int128 a = units(options->initiator_tx_delay_ticks) + units(options->initiator_rx_delay_ticks);
    int128 b = units(options->responder_tx_delay_ticks) + units(options->responder_rx_delay_ticks);
    struct intervals exact = {
        .round_a = (int128)((t4 - t1) & mask) * UNIT - a,
        .reply_b = (int128)((t3 - t2) & mask) * UNIT + b,
        .round_b = (int128)((t6 - t3) & mask) * UNIT - b,
        .reply_a = (int128)((t5 - t4) & mask) * UNIT + a,
    };
    return exact;
}

/* |found - numerator / (denominator UNIT)| in ticks. */
static double error_ticks(double found, int128 numerator, int128 denominator) {
    int128 scaled = denominator * UNIT;
    int128 whole = numerator / scaled, rest = numerator % scaled;
    long double fraction = (long double)rest / (long double)scaled;
    return (double)fabsl(((long double)found - (long double)(int64_t)whole) - fraction);
}

static double double_sided_error(const rangekit_twr_options *options,
                                 const rangekit_twr_double_sided_exchange *exchange, double found) {
    struct intervals i = exact_intervals(options, exchange->poll_tx, exchange->poll_rx, exchange->response_tx,
                                         exchange->response_rx, exchange->final_tx, exchange->final_rx);
    int128 numerator = (i.round_a - i.reply_b) * i.round_b + i.reply_b * (i.round_b - i.reply_a);
    int128 denominator = i.round_a + i.reply_b + i.round_b + i.reply_a;
    return error_ticks(found, numerator, denominator);
}

static rangekit_twr_options tick_options(uint32_t bits) {
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.timestamp_bits = bits;
    options.tick_s = 1.0;
    options.speed_mps = 1.0;
    options.timestamp_stddev_s = 0.0;
    return options;
}

/* An exchange of two clocks within 100 ppm of the truth: replies of up to `longest` ticks, flight of
 * up to 100 km, stamps starting anywhere. */
static rangekit_twr_double_sided_exchange random_exchange(struct random_source *source, uint32_t bits,
                                                          uint64_t longest, double *clock_offset_ppm) {
    uint64_t mask = width_mask(bits);
    double ea = (random_unit(source) * 2.0 - 1.0) * 100e-6, eb = (random_unit(source) * 2.0 - 1.0) * 100e-6;
    double size = exp(random_unit(source) * log((double)longest / 1e4)) * 1e4;
    uint64_t db = 1 + (uint64_t)(size * (0.001 + 0.998 * random_unit(source)));
    uint64_t da = 1 + (uint64_t)(size * (0.001 + 0.998 * random_unit(source)));
    uint64_t tof = random_below(source, (uint64_t)fmin(21300000.0, size));
    uint64_t ra = db + 2 * tof, rb = da + 2 * tof;
    uint64_t start_a = random_next(source), start_b = random_next(source);
    if (clock_offset_ppm != NULL) *clock_offset_ppm = ((1.0 + ea) / (1.0 + eb) - 1.0) * 1e6;
    /* Each device counts its own true intervals with its own rate. */
    ra += (uint64_t)llround((double)ra * ea);
    da += (uint64_t)llround((double)da * ea);
    rb += (uint64_t)llround((double)rb * eb);
    db += (uint64_t)llround((double)db * eb);
    rangekit_twr_double_sided_exchange exchange = {
        .poll_tx = start_a & mask,
        .poll_rx = start_b & mask,
        .response_tx = (start_b + db) & mask,
        .response_rx = (start_a + ra) & mask,
        .final_tx = (start_a + ra + da) & mask,
        .final_rx = (start_b + db + rb) & mask,
    };
    return exchange;
}

/* The longest interval that a width and the contract allow, with room for clock errors and flight. */
static uint64_t longest_interval(uint32_t bits) {
    uint64_t longest = bits >= 47 ? RANGEKIT_TWR_INTERVAL_MAX_TICKS : UINT64_C(1) << bits;
    return longest - longest / 1000 - 60000000;
}

static void double_sided_ranges_equal_rational_arithmetic(void **state) {
    (void)state;
    struct random_source source = {1};
    double worst = 0.0;
    for (uint32_t bits = 32; bits <= 64; bits += 1) {
        rangekit_twr_options options = tick_options(bits);
        for (int i = 0; i < 20000; i += 1) {
            rangekit_twr_double_sided_exchange exchange = random_exchange(&source, bits, longest_interval(bits), NULL);
            rangekit_twr_range range;
            assert_status(rangekit_twr_double_sided(&options, &exchange, &range), RANGEKIT_OK);
            double error = double_sided_error(&options, &exchange, range.distance_m);
            if (error > worst) worst = error;
            if (error > 1e-6) fail_text("%u bits, exchange %d: off by %g ticks", (unsigned)bits, i, error);
        }
    }
    print_message("largest difference from rational arithmetic: %.3g ticks\n", worst);
}

/* The largest accepted intervals with clocks at opposite ends of the tolerance. */
static void the_longest_intervals_are_as_exact(void **state) {
    (void)state;
    struct random_source source = {2};
    rangekit_twr_options options = tick_options(64);
    uint64_t top = RANGEKIT_TWR_INTERVAL_MAX_TICKS - 1;
    double worst = 0.0;
    for (int i = 0; i < 100000; i += 1) {
        uint64_t offset = (uint64_t)((double)top * 200e-6), jitter = random_below(&source, 1000000);
        uint64_t start_a = random_next(&source), start_b = random_next(&source);
        uint64_t ra = top - jitter, rb = top - offset - random_below(&source, 1000000);
        uint64_t db = ra - offset - random_below(&source, 20000000), da = rb + offset - random_below(&source, 20000000);
        if (i % 2 == 1) { /* the other clock is the fast one */
            uint64_t swap = ra; ra = rb; rb = swap;
            swap = db; db = da; da = swap;
        }
        rangekit_twr_double_sided_exchange exchange = {start_a, start_b, start_b + db, start_a + ra, start_a + ra + da,
                                                       start_b + db + rb};
        rangekit_twr_range range;
        assert_status(rangekit_twr_double_sided(&options, &exchange, &range), RANGEKIT_OK);
        double error = double_sided_error(&options, &exchange, range.distance_m);
        if (error > worst) worst = error;
        if (error > 1e-6) fail_text("exchange %d: off by %g ticks", i, error);
    }
    print_message("largest difference from rational arithmetic: %.3g ticks\n", worst);
}

static void every_wrap_position_gives_the_same_range(void **state) {
    (void)state;
    for (uint32_t bits = 32; bits <= 64; bits += 1) {
        rangekit_twr_options options = tick_options(bits);
        uint64_t mask = width_mask(bits);
        /* Poll, response and final 1,500 ticks apart; both clocks start from 4,000 ticks before the wrap to
         * after it, so the wrap falls on and between all stamps of both devices. */
        double first = 0.0;
        for (uint64_t a = 0; a <= 4000; a += 40) {
            for (uint64_t b = 0; b <= 4000; b += 40) {
                uint64_t start_a = (uint64_t)0 - 4000 + a, start_b = (uint64_t)0 - 4000 + b;
                rangekit_twr_double_sided_exchange exchange = {
                    start_a & mask, start_b & mask, (start_b + 1490) & mask, (start_a + 1570) & mask,
                    (start_a + 3070) & mask, (start_b + 3070) & mask};
                rangekit_twr_range range;
                assert_status(rangekit_twr_double_sided(&options, &exchange, &range), RANGEKIT_OK);
                if (a == 0 && b == 0) first = range.distance_m;
                assert_near(range.distance_m, first, 0.0);
                assert_true(double_sided_error(&options, &exchange, range.distance_m) < 1e-9);
            }
        }
    }
}

static void antenna_delays_move_receive_and_transmit_stamps(void **state) {
    (void)state;
    struct random_source source = {3};
    for (uint32_t bits = 32; bits <= 64; bits += 4) {
        rangekit_twr_options options = tick_options(bits);
        for (int i = 0; i < 20000; i += 1) {
            double *delays[] = {&options.initiator_tx_delay_ticks, &options.initiator_rx_delay_ticks,
                                &options.responder_tx_delay_ticks, &options.responder_rx_delay_ticks};
            for (size_t j = 0; j < COUNT_OF(delays); j += 1) {
                *delays[j] = (double)(int64_t)(random_below(&source, 40001 * UNIT)) / UNIT - 4000.0;
            }
            uint64_t longest = longest_interval(bits) / 2;
            rangekit_twr_double_sided_exchange exchange = random_exchange(&source, bits, longest, NULL);
            rangekit_twr_range range;
            rangekit_status status = rangekit_twr_double_sided(&options, &exchange, &range);
            if (status == RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND) continue; /* negative delays on a short flight */
            assert_status(status, RANGEKIT_OK);
            double error = double_sided_error(&options, &exchange, range.distance_m);
            if (error > 1e-6) fail_text("%u bits, exchange %d: off by %g ticks", (unsigned)bits, i, error);
        }
    }
}

/* Each delay has its own place: a delay of 100 ticks on a symmetric exchange moves the answer by the
 * stated share, with the stated sign. */
static void each_antenna_delay_shortens_the_range(void **state) {
    (void)state;
    rangekit_twr_double_sided_exchange exchange = {0, 0, 1000000, 1002000, 2002000, 2002000};
    for (int which = 0; which < 4; which += 1) {
        rangekit_twr_options options = tick_options(40);
        double *delays[] = {&options.initiator_tx_delay_ticks, &options.initiator_rx_delay_ticks,
                            &options.responder_tx_delay_ticks, &options.responder_rx_delay_ticks};
        *delays[which] = 100.0;
        rangekit_twr_range range;
        assert_status(rangekit_twr_double_sided(&options, &exchange, &range), RANGEKIT_OK);
        assert_near(range.distance_m, 950.0, 0.01);
        rangekit_twr_single_sided_exchange single = {0, 0, 1000000, 1002000, 0.0};
        assert_status(rangekit_twr_single_sided(&options, &single, &range), RANGEKIT_OK);
        assert_near(range.distance_m, 950.0, 0.0);
    }
}

/* Extended precision carries 64 bits: 1e-8 of a tick at the longest reply. */
static void single_sided_ranges_equal_rational_arithmetic(void **state) {
    (void)state;
    struct random_source source = {4};
    double worst = 0.0;
    for (uint32_t bits = 32; bits <= 64; bits += 1) {
        rangekit_twr_options options = tick_options(bits);
        uint64_t mask = width_mask(bits);
        for (int i = 0; i < 20000; i += 1) {
            double ppm;
            rangekit_twr_double_sided_exchange stamps = random_exchange(&source, bits, longest_interval(bits), &ppm);
            ppm += (random_unit(&source) * 2.0 - 1.0) * 0.1; /* measured, not known */
            rangekit_twr_single_sided_exchange exchange = {stamps.poll_tx, stamps.poll_rx, stamps.response_tx,
                                                           stamps.response_rx, ppm};
            int128 ra = (int128)((exchange.response_rx - exchange.poll_tx) & mask);
            int128 db = (int128)((exchange.response_tx - exchange.poll_rx) & mask);
            rangekit_twr_range range;
            assert_status(rangekit_twr_single_sided(&options, &exchange, &range), RANGEKIT_OK);
            long double correction = (long double)(int64_t)db * (long double)ppm / 1.0e6L;
            long double exact = ((long double)(int64_t)(ra - db) - correction) / 2.0L;
            double error = (double)fabsl((long double)range.distance_m - exact);
            if (error > worst) worst = error;
            if (error > 1e-6) fail_text("%u bits, exchange %d: off by %g ticks", (unsigned)bits, i, error);
        }
    }
    print_message("largest difference from extended precision: %.3g ticks\n", worst);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(double_sided_ranges_equal_rational_arithmetic),
    cmocka_unit_test(the_longest_intervals_are_as_exact),
    cmocka_unit_test(every_wrap_position_gives_the_same_range),
    cmocka_unit_test(antenna_delays_move_receive_and_transmit_stamps),
    cmocka_unit_test(each_antenna_delay_shortens_the_range),
    cmocka_unit_test(single_sided_ranges_equal_rational_arithmetic),
};

TEST_GROUP(twr_exact_tests, tests);
