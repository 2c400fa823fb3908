/* Clock registers, the clock ratio and its filter, delayed transmission, against published values.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define CARRIER(channel) RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_##channel

/* ppm a unit: uwb-dw1000, dw1000_mac.h; examples of the DW1000 user manual, register 14:00; DW3000 driver. */
static const struct {
    int32_t kind, value;
    double ppm, tolerance;
} registers[] = {
    {CARRIER(1), 1000, -1.064369, 1e-6},
    {CARRIER(2), 1000, -0.9313226, 1e-7},
    {CARRIER(4), 1000, -0.9313226, 1e-7},
    {CARRIER(3), 1000, -0.8278423, 1e-7},
    {CARRIER(5), 1000, -0.5731216, 1e-7},
    {CARRIER(7), -1000, 0.5731216, 1e-7},
    {CARRIER(5), 0x1FFFFF - 999, 0.5731216, 1e-7}, /* -1000 as the field's 21 bits */
    {CARRIER(3) + RANGEKIT_TWR_REGISTER_DW1000_RATE_110K, 1000, -0.1034803, 1e-7},
    {RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_16, 0x000E4, 7.014, 1e-3},
    {RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_16, 0x7FF5C, -5.045, 1e-3},
    {RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_64, -164, -164e6 / 0x01FC0000, 1e-12},
    {RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, 1000, 14.901161, 1e-6},
    {RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, 0xFC18, -14.901161, 1e-6},
    {RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, -1000, -14.901161, 1e-6},
};

static void registers_have_their_published_ppm(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(registers); i += 1) {
        double ppm = 0.0;
        assert_status(rangekit_twr_register_to_ppm(registers[i].kind, &registers[i].value, 1, &ppm), RANGEKIT_OK);
        assert_near(ppm, registers[i].ppm, registers[i].tolerance);
    }
}

static void registers_refuse_what_they_cannot_hold(void **state) {
    (void)state;
    int32_t values[2] = {0, 0};
    double ppm[2] = {42.0, 42.0};
    static const int32_t unknown[] = {0, 6, 8, 17 + 5, 31, 34, 47, 49, 48 + 16, -1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(unknown); i += 1) {
        assert_status(rangekit_twr_register_to_ppm(unknown[i], values, 2, ppm), RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    static const struct {
        int32_t kind, bits;
    } kinds[] = {{CARRIER(2), 21}, {RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_64, 19},
                 {RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, 16}};
    for (size_t i = 0; i < COUNT_OF(kinds); i += 1) {
        int32_t half = 1 << (kinds[i].bits - 1);
        int32_t wrong[] = {2 * half, -half - 1, INT32_MAX, INT32_MIN};
        for (size_t j = 0; j < COUNT_OF(wrong); j += 1) {
            values[1] = wrong[j];
            assert_status(rangekit_twr_register_to_ppm(kinds[i].kind, values, 2, ppm), RANGEKIT_ERROR_OUT_OF_RANGE);
            assert_true(ppm[0] == 42.0 && ppm[1] == 42.0);
        }
        values[0] = -half;
        values[1] = half; /* the same as the field's bits */
        assert_status(rangekit_twr_register_to_ppm(kinds[i].kind, values, 2, ppm), RANGEKIT_OK);
        assert_true(ppm[0] == ppm[1]);
        ppm[0] = ppm[1] = 42.0;
    }
    assert_status(rangekit_twr_register_to_ppm(1, NULL, 0, NULL), RANGEKIT_OK);
    assert_status(rangekit_twr_register_to_ppm(1, NULL, 1, ppm), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_register_to_ppm(1, values, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_register_to_ppm(1, values, SIZE_MAX, ppm), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_register_to_ppm(1, MISALIGNED(int32_t, 0), 1, ppm), RANGEKIT_ERROR_MISALIGNED);
}

/* The recipe of the header, on an exchange between clocks at +10 and -5 ppm: the initiator sees the responder's
 * clock slower, the responder sees the initiator's faster. */
static void both_devices_readings_correct_the_same_exchange(void **state) {
    (void)state;
    double ea = 10e-6, eb = -5e-6, tof = 2000, reply = 2e7;
    rangekit_twr_single_sided_exchange e = {100, 100 + (uint64_t)llround(tof * (1 + eb)),
                                            100 + (uint64_t)llround((tof + reply) * (1 + eb)),
                                            100 + (uint64_t)llround((2 * tof + reply) * (1 + ea)), 0.0};
    double per_unit = 1e6 / (1 << 26);
    int32_t at_responder = (int32_t)lround(15.0 / per_unit), at_initiator = (int32_t)lround(-15.0 / per_unit);
    double ppm, truth = tof * 4.691763978615785e-3;
    rangekit_twr_range range;
    assert_status(rangekit_twr_single_sided(NULL, &e, &range), RANGEKIT_OK);
    assert_true(fabs(range.distance_m - truth) > 0.5);
    assert_status(rangekit_twr_register_to_ppm(RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, &at_responder, 1, &ppm),
                  RANGEKIT_OK);
    e.clock_offset_ppm = ppm;
    assert_status(rangekit_twr_single_sided(NULL, &e, &range), RANGEKIT_OK);
    assert_near(range.distance_m, truth, 0.01);
    assert_status(rangekit_twr_register_to_ppm(RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET, &at_initiator, 1, &ppm),
                  RANGEKIT_OK);
    e.clock_offset_ppm = -ppm;
    assert_status(rangekit_twr_single_sided(NULL, &e, &range), RANGEKIT_OK);
    assert_near(range.distance_m, truth, 0.01);
}

/* Bitcraze, test_clock_correction.c: a ratio of 1.0057 over a wrap. */
static void the_clock_ratio_survives_a_wrap(void **state) {
    (void)state;
    uint64_t wrap = UINT64_C(1) << 40, old_x = wrap - 1 - 5000, new_x = (old_x + 10000) % wrap;
    uint64_t old_reference = 56789, new_reference = 56789 + 10057;
    double ppm = 0.0;
    assert_status(rangekit_twr_clock_ratio(40, old_reference, new_reference, old_x, new_x, &ppm), RANGEKIT_OK);
    assert_near(1 + ppm * 1e-6, 1.0057, 1e-12);
    /* With a 41-bit mask the same stamps are nearly a whole wrap apart. */
    assert_status(rangekit_twr_clock_ratio(41, old_reference, new_reference, old_x, new_x, &ppm),
                  RANGEKIT_ERROR_INTERVAL_TOO_LONG);
    assert_status(rangekit_twr_clock_ratio(40, old_reference, new_reference, old_x, old_x, &ppm),
                  RANGEKIT_ERROR_INTERVAL_ZERO);
    assert_status(rangekit_twr_clock_ratio(40, 0, wrap / 2 - 1, 0, wrap / 2 - 1, &ppm), RANGEKIT_OK);
    assert_status(rangekit_twr_clock_ratio(40, 0, wrap / 2, 0, 5, &ppm), RANGEKIT_ERROR_INTERVAL_TOO_LONG);
    assert_status(rangekit_twr_clock_ratio(40, wrap, 1, 0, 5, &ppm), RANGEKIT_ERROR_TIMESTAMP_RANGE);
    assert_status(rangekit_twr_clock_ratio(31, 0, 1, 0, 1, &ppm), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_clock_ratio(64, UINT64_MAX, 99, 0, 100, &ppm), RANGEKIT_OK);
    assert_status(rangekit_twr_clock_ratio(40, 0, 1, 0, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

/* ---- The filter ---- */

struct feed {
    rangekit_twr_clock_filter filter;
    uint64_t local, remote;
    int64_t time_ns;
};

/* One packet after `ms`, with the local clock fast by `ppm`. */
static int32_t feed(struct feed *feed, double ms, double ppm, double *offset_ppm) {
    double ticks = ms * 1e-3 / RANGEKIT_UWB_TICK_S;
    feed->remote = (feed->remote + (uint64_t)ticks) & 0xFFFFFFFFFFu;
    uint64_t drift = (uint64_t)(int64_t)llround(ticks * ppm * 1e-6);
    feed->local = (feed->local + (uint64_t)ticks + drift) & 0xFFFFFFFFFFu;
    feed->time_ns += (int64_t)(ms * 1e6);
    rangekit_twr_clock_pair pair = {feed->local, feed->remote, feed->time_ns};
    rangekit_twr_clock_estimate estimate;
    assert_status(rangekit_twr_clock_filter_update(NULL, &feed->filter, &pair, 1, &estimate), RANGEKIT_OK);
    if (offset_ppm != NULL) *offset_ppm = estimate.clock_offset_ppm;
    return estimate.outcome;
}

static void the_filter_trusts_what_agrees(void **state) {
    (void)state;
    struct feed f = {.local = 0xFFFFFFFF00u, .remote = 77};
    double ppm;
    assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_FIRST);
    assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_REPLACED);
    assert_near(ppm, 5.0, 1e-3);
    assert_int_equal(f.filter.fields & RANGEKIT_TWR_CLOCK_FILTER_RELIABLE, 0);
    assert_int_equal(feed(&f, 10, 5.02, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
    assert_near(ppm, 0.1 * 5.0 + 0.9 * 5.02, 2e-3); /* whole ticks at 10 ms: 0.0016 ppm */
    assert_int_equal(f.filter.trust, 1);
    for (int i = 0; i < 10; i += 1) assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
    assert_int_equal(f.filter.trust, 4); /* no more than that */
    /* Four contradictions are outlived, the fifth is believed; reliable only once another agrees. */
    for (int i = 0; i < 4; i += 1) {
        assert_int_equal(feed(&f, 10, 7.0, &ppm), RANGEKIT_TWR_CLOCK_REJECTED);
        assert_near(ppm, 5.0, 3e-3);
    }
    assert_int_equal(feed(&f, 10, 7.0, &ppm), RANGEKIT_TWR_CLOCK_REPLACED);
    assert_near(ppm, 7.0, 3e-3);
    assert_int_equal(feed(&f, 10, 7.0, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
    /* Beyond the specification nothing is taken, trust or none. */
    for (int i = 0; i < 6; i += 1) assert_int_equal(feed(&f, 10, 25.0, &ppm), RANGEKIT_TWR_CLOCK_REJECTED);
    assert_near(ppm, 7.0, 3e-3);
    assert_int_equal(f.filter.trust, 0);
}

/* A silent peer: the stamps look near to each other again, and only the host's time knows better. */
static void stale_gaps_begin_anew(void **state) {
    (void)state;
    struct feed f = {.local = 5, .remote = 77};
    double ppm, wrap_ms = 17207.4010256;
    assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_FIRST);
    for (int i = 0; i < 3; i += 1) (void)feed(&f, 10, 5.0, &ppm);
    assert_true(f.filter.fields & RANGEKIT_TWR_CLOCK_FILTER_RELIABLE);
    assert_int_equal(feed(&f, wrap_ms + 20, 5.0, &ppm), RANGEKIT_TWR_CLOCK_STALE);
    assert_false(f.filter.fields & RANGEKIT_TWR_CLOCK_FILTER_RELIABLE);
    assert_near(ppm, 5.0, 3e-3); /* what it knew it still knows */
    assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
    assert_int_equal(feed(&f, wrap_ms * 0.51, 5.0, &ppm), RANGEKIT_TWR_CLOCK_STALE);
    assert_int_equal(feed(&f, 10, 5.0, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
    assert_int_equal(feed(&f, wrap_ms * 0.49, 5.0, &ppm), RANGEKIT_TWR_CLOCK_ACCEPTED);
}

static void refused_pairs_change_nothing(void **state) {
    (void)state;
    rangekit_twr_clock_filter filter = {0};
    rangekit_twr_clock_pair pairs[] = {{1000, 2000, 50},  {UINT64_C(1) << 40, 3000, 60}, {1000, 9000, 60},
                                       {9000, 2000, 60},  {9000, 9000, 49},              {9001000, 9002000, 60},
                                       {18001000, 18002000, 70}};
    static const int32_t outcomes[] = {RANGEKIT_TWR_CLOCK_FIRST,     RANGEKIT_ERROR_TIMESTAMP_RANGE,
                                       RANGEKIT_ERROR_INTERVAL_ZERO, RANGEKIT_ERROR_INTERVAL_ZERO,
                                       RANGEKIT_ERROR_TIME_BACKWARDS, RANGEKIT_TWR_CLOCK_REPLACED,
                                       RANGEKIT_TWR_CLOCK_ACCEPTED};
    rangekit_twr_clock_estimate estimates[7];
    assert_status(rangekit_twr_clock_filter_update(NULL, &filter, pairs, 7, estimates), RANGEKIT_OK);
    for (int i = 0; i < 7; i += 1) assert_int_equal(estimates[i].outcome, outcomes[i]);
    assert_near(estimates[6].clock_offset_ppm, 0.0, 1e-12);
    /* The same in pieces. */
    rangekit_twr_clock_filter pieces = {0};
    for (int i = 0; i < 7; i += 1) {
        assert_status(rangekit_twr_clock_filter_update(NULL, &pieces, &pairs[i], 1, NULL), RANGEKIT_OK);
    }
    assert_memory_equal(&pieces, &filter, sizeof filter);
}

/* Stamp noise of 100 ps: the stated standard deviation is the scatter. */
static void stated_noise_of_the_filter_is_its_scatter(void **state) {
    (void)state;
    struct random_source source = {5};
    rangekit_twr_clock_filter_options options = RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_INIT;
    options.noise_ppm = 10.0;
    double sum = 0, squares = 0, stated = 0;
    int count = 20000, used = 0;
    rangekit_twr_clock_filter filter = {0};
    for (int i = 0; i < count; i += 1) {
        double noise = 0;
        for (int k = 0; k < 12; k += 1) noise += random_unit(&source) - 0.5; /* unit variance */
        uint64_t remote = ((uint64_t)i * 640000000) & 0xFFFFFFFFFFu;
        uint64_t local = (uint64_t)(1000 + (int64_t)remote + llround(noise * 63.9)) & 0xFFFFFFFFFFu;
        rangekit_twr_clock_pair pair = {local, remote, (int64_t)i * 10016025};
        options.timestamp_stddev_s = 1e-9;
        rangekit_twr_clock_estimate estimate;
        assert_status(rangekit_twr_clock_filter_update(&options, &filter, &pair, 1, &estimate), RANGEKIT_OK);
        if (estimate.outcome != RANGEKIT_TWR_CLOCK_ACCEPTED) continue;
        used += 1;
        sum += estimate.clock_offset_ppm;
        squares += estimate.clock_offset_ppm * estimate.clock_offset_ppm;
        stated = estimate.clock_offset_stddev_ppm;
    }
    double mean = sum / used, scatter = sqrt(squares / used - mean * mean);
    assert_true(used > count / 2);
    /* Neighbours share a stamp, which the sum does not count on: never less than the scatter, and not far above. */
    assert_in_range((int)(1000 * scatter / stated), 800, 1050);
}

static void the_filter_survives_any_state(void **state) {
    (void)state;
    struct random_source source = {13};
    for (int i = 0; i < 20000; i += 1) {
        rangekit_twr_clock_filter filter;
        uint8_t *bytes = (uint8_t *)&filter;
        for (size_t j = 0; j < sizeof filter; j += 1) bytes[j] = (uint8_t)random_next(&source);
        rangekit_twr_clock_pair pairs[2] = {{random_next(&source) >> 24, random_next(&source) >> 24, INT64_MAX},
                                            {random_next(&source) >> 24, random_next(&source) >> 24, INT64_MAX}};
        rangekit_twr_clock_estimate estimates[2];
        assert_status(rangekit_twr_clock_filter_update(NULL, &filter, pairs, 2, estimates), RANGEKIT_OK);
        assert_true(isfinite(estimates[1].clock_offset_ppm) && isfinite(filter.variance_ppm2));
    }
}

static void filter_options_are_checked(void **state) {
    (void)state;
    rangekit_twr_clock_filter filter = {0};
    rangekit_twr_clock_pair pair = {1, 1, 1};
#define REFUSES_OPTION(field, value, status)                                                                  \
    do {                                                                                                      \
        rangekit_twr_clock_filter_options options = RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_INIT;                   \
        options.field = (value);                                                                              \
        assert_status(rangekit_twr_clock_filter_update(&options, &filter, &pair, 1, NULL), (status));         \
    } while (0)
    REFUSES_OPTION(timestamp_bits, 31, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(timestamp_bits, 65, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(tick_s, 0.0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(limit_ppm, NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSES_OPTION(noise_ppm, -1.0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(old_weight, 1.5, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(timestamp_stddev_s, (double)INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    REFUSES_OPTION(trust_max, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSES_OPTION(reserved, 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
#undef REFUSES_OPTION
    assert_status(rangekit_twr_clock_filter_update(NULL, NULL, &pair, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_clock_filter_update(NULL, &filter, NULL, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_clock_filter_update(NULL, &filter, NULL, 0, NULL), RANGEKIT_OK);
    assert_status(rangekit_twr_clock_filter_update(NULL, &filter, &pair, SIZE_MAX, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_clock_filter_update(NULL, MISALIGNED(rangekit_twr_clock_filter, 0), &pair, 1, NULL),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_status(
        rangekit_twr_clock_filter_update(NULL, &filter, &pair, 1, MISALIGNED(rangekit_twr_clock_estimate, 0)),
        RANGEKIT_ERROR_MISALIGNED);
}

/* ---- Delayed transmission ---- */

static void delayed_transmissions_leave_on_the_grid(void **state) {
    (void)state;
    uint64_t top = (UINT64_C(1) << 40) - 1;
    const uint64_t times[] = {0, 511, 512, 0x123456789Au, top};
    uint64_t scheduled[5], transmit[5];
    assert_status(rangekit_twr_delayed_transmit(times, 5, 16436, scheduled, transmit), RANGEKIT_OK);
    for (int i = 0; i < 5; i += 1) {
        assert_int_equal(scheduled[i] & 511, 0);
        assert_in_range(times[i] - scheduled[i], 0, 511);
        assert_int_equal(transmit[i], (scheduled[i] + 16436) & top);
    }
    assert_int_equal(transmit[4], (top - 511 + 16436) & top); /* past the wrap */
    const uint64_t wide[] = {0, top + 1};
    scheduled[0] = 42;
    assert_status(rangekit_twr_delayed_transmit(wide, 2, 0, scheduled, transmit), RANGEKIT_ERROR_TIMESTAMP_RANGE);
    assert_int_equal(scheduled[0], 42);
    assert_status(rangekit_twr_delayed_transmit(times, 5, 0, NULL, transmit), RANGEKIT_OK);
    assert_status(rangekit_twr_delayed_transmit(times, 5, UINT32_MAX, scheduled, NULL), RANGEKIT_OK);
    assert_status(rangekit_twr_delayed_transmit(NULL, 1, 0, scheduled, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_delayed_transmit(NULL, 0, 0, NULL, NULL), RANGEKIT_OK);
    assert_status(rangekit_twr_delayed_transmit(times, 1, 0, MISALIGNED(uint64_t, 0), NULL),
                  RANGEKIT_ERROR_MISALIGNED);
}

/* Bitcraze, test_lps_twr_tag.c: 5 m as 1065 ticks, antenna delay 30000 in all, replies of 100000 and 200000. */
static void twr_values_of_the_crazyflie(void **state) {
    (void)state;
    uint64_t tof = 1065, delay = 15000;
    rangekit_twr_double_sided_exchange e = {
        .poll_tx = 1000, .poll_rx = 5000, .response_tx = 105000, .response_rx = 1000 + 100000 + 2 * tof + 2 * delay};
    e.final_tx = e.response_rx + 200000;
    e.final_rx = e.response_tx + 200000 + 2 * tof + 2 * delay;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.initiator_rx_delay_ticks = (double)delay;
    options.responder_rx_delay_ticks = (double)delay;
    rangekit_twr_range range;
    assert_status(rangekit_twr_double_sided(&options, &e, &range), RANGEKIT_OK);
    assert_near(range.distance_m, 5.0, 0.01);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(registers_have_their_published_ppm),
    cmocka_unit_test(registers_refuse_what_they_cannot_hold),
    cmocka_unit_test(both_devices_readings_correct_the_same_exchange),
    cmocka_unit_test(the_clock_ratio_survives_a_wrap),
    cmocka_unit_test(the_filter_trusts_what_agrees),
    cmocka_unit_test(stale_gaps_begin_anew),
    cmocka_unit_test(refused_pairs_change_nothing),
    cmocka_unit_test(stated_noise_of_the_filter_is_its_scatter),
    cmocka_unit_test(the_filter_survives_any_state),
    cmocka_unit_test(filter_options_are_checked),
    cmocka_unit_test(delayed_transmissions_leave_on_the_grid),
    cmocka_unit_test(twr_values_of_the_crazyflie),
};

TEST_GROUP(twr_clock_tests, tests);
