/* zone.h: rings on walks with known crossings, the unlock preset, speed, jumps, time-outs, refusals.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define MS INT64_C(1000000)

static uint64_t memory[128];

static rangekit_zone *make(const rangekit_zone_options *options) {
    rangekit_zone *zone;
    assert_true(rangekit_zone_size() <= sizeof memory);
    assert_status(rangekit_zone_init(memory, sizeof memory, options, &zone), RANGEKIT_OK);
    return zone;
}

static rangekit_zone_options preset(int32_t number) {
    rangekit_zone_options options = {.struct_size = sizeof options};
    assert_status(rangekit_zone_options_preset(number, &options), RANGEKIT_OK);
    return options;
}

static rangekit_range_sample sample_at(int64_t time_ns, float distance_m) {
    return (rangekit_range_sample){.time_ns = time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = distance_m};
}

static rangekit_zone_result take(rangekit_zone *zone, rangekit_range_sample sample) {
    rangekit_zone_result result;
    assert_status(rangekit_zone_update(zone, &sample, &result), RANGEKIT_OK);
    return result;
}

static double normal(struct random_source *random) {
    return sqrt(-2 * log(1 - random_unit(random))) * cos(6.283185307179586 * random_unit(random));
}

static void enter_dwell_and_leave(void **state) {
    (void)state;
    rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_PRESENCE);
    options.rings[0].dwell_ns = 1000 * MS;
    rangekit_zone *zone = make(&options);
    /* At the limit itself is not beyond it. */
    const float walk[] = {3, 2.5f, 1.9f, 1.9f, 1.8f, 1.8f, 2.5f, 3, 3, 2.9f, 3.1f, 2.9f, 3.1f, 3.2f};
    const uint32_t inside[] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    for (size_t k = 0; k < COUNT_OF(walk); k += 1) {
        rangekit_zone_result result = take(zone, sample_at((int64_t)k * 500 * MS, walk[k]));
        assert_int_equal(result.inside, inside[k]);
        assert_int_equal(result.entered, k == 3);
        assert_int_equal(result.dwelt, k == 5);
        assert_int_equal(result.dwelling, k >= 5 && k < 13);
        assert_int_equal(result.left, k == 13);
    }
}

/* Out and back on seeded walks with noise: one transition a crossing, and not late. */
static void noisy_walks_cross_once(void **state) {
    (void)state;
    rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_PRESENCE);
    struct random_source random = {2026};
    int walks = 5000, clean = 0, crossings = 0;
    double delay_s = 0;
    for (int walk = 0; walk < walks; walk += 1) {
        rangekit_zone *zone = make(&options);
        double speed = 0.5 + 1.0 * random_unit(&random), turn_s = 8 / speed;
        int entered = 0, left = 0;
        double enter_s = 6 / speed, leave_s = turn_s + (3 - 0.0) / speed; /* 8 m to 0 m and back */
        for (double t = 0; t < 2 * turn_s; t += 0.2) {
            double distance = fabs(8 - speed * t);
            rangekit_zone_result result =
                take(zone, sample_at((int64_t)(t * 1e9), (float)(distance + 0.1 * normal(&random))));
            if (result.entered) entered += 1, delay_s += t - enter_s;
            if (result.left) left += 1, delay_s += t - leave_s;
        }
        clean += entered == 1 && left == 1;
        crossings += entered + left;
    }
    print_message("noisy walks: %d of %d with one transition a crossing, mean delay %.3f s\n", clean, walks,
                  delay_s / crossings);
    assert_true(clean >= walks - walks / 1000);
    assert_true(delay_s / crossings <= 0.5);
}

/* The figure that zone.h states for the preset: a device at rest at 2 m. */
static void the_unlock_preset_is_not_opened_from_afar(void **state) {
    (void)state;
    rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_UNLOCK);
    struct random_source random = {77};
    const double stddevs[] = {0.1, 0.3, 0.5};
    for (size_t i = 0; i < COUNT_OF(stddevs); i += 1) {
        rangekit_zone *zone = make(&options);
        int opened = 0;
        for (int k = 0; k < 400000; k += 1) {
            rangekit_range_sample sample =
                sample_at(k * 200 * MS, (float)(2 + stddevs[i] * normal(&random)));
            sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
            sample.distance_stddev_m = (float)stddevs[i];
            opened += take(zone, sample).entered & 1;
        }
        assert_int_equal(opened, 0);
    }
    /* And it does open for one who comes. */
    rangekit_zone *zone = make(&options);
    uint32_t entered = 0;
    for (int k = 0; k < 40; k += 1) {
        rangekit_range_sample sample = sample_at(k * 200 * MS, fmaxf(4 - 0.2f * (float)k, 0.5f));
        entered |= take(zone, sample).entered;
    }
    assert_int_equal(entered, 3);
}

static void speed_uncertainty_and_jumps_are_named(void **state) {
    (void)state;
    rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_UNLOCK);
    rangekit_zone *zone = make(&options);
    rangekit_zone_result result = {0};
    for (int k = 0; k < 7; k += 1) result = take(zone, sample_at(k * 100 * MS, 3.2f - 0.5f * (float)k)); /* 5 m/s */
    assert_true(result.causes & RANGEKIT_ZONE_CAUSE_TOO_FAST);
    assert_int_equal(result.inside & 1, 0);

    zone = make(&options);
    rangekit_range_sample sample = sample_at(0, 1.2f);
    sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
    sample.distance_stddev_m = 0.4f;
    result = take(zone, sample);
    assert_true(result.causes & RANGEKIT_ZONE_CAUSE_UNCERTAIN);

    zone = make(NULL);
    for (int k = 0; k < 5; k += 1) take(zone, sample_at(k * 100 * MS, 30));
    result = take(zone, sample_at(500 * MS, 1));
    assert_true(result.causes & RANGEKIT_ZONE_CAUSE_JUMP);
    assert_near(result.distance_m, 30, 0);
    result = take(zone, sample_at(600 * MS, 1)); /* the second that agrees is believed */
    assert_false(result.causes & RANGEKIT_ZONE_CAUSE_JUMP);
    assert_near(result.distance_m, 1, 0);

    /* Jumps that do not agree with each other are never believed. */
    zone = make(NULL);
    take(zone, sample_at(0, 1));
    for (int k = 1; k < 6; k += 1) {
        result = take(zone, sample_at(k * 100 * MS, k % 2 ? 40 : 80));
        assert_true(result.causes & RANGEKIT_ZONE_CAUSE_JUMP);
        assert_near(result.distance_m, 1, 0);
    }
}

static void trends_follow_the_speed(void **state) {
    (void)state;
    rangekit_zone *zone = make(NULL);
    rangekit_zone_result result = {0};
    int64_t time_ns = 0;
    float distance = 20;
    assert_int_equal(take(zone, sample_at(0, distance)).trend, RANGEKIT_ZONE_TREND_UNKNOWN);
    for (int k = 0; k < 20; k += 1) result = take(zone, sample_at(time_ns += 100 * MS, distance -= 0.1f));
    assert_int_equal(result.trend, RANGEKIT_ZONE_TREND_APPROACHING);
    assert_near(result.speed_mps, -1, 0.02);
    for (int k = 0; k < 20; k += 1) result = take(zone, sample_at(time_ns += 100 * MS, distance));
    assert_int_equal(result.trend, RANGEKIT_ZONE_TREND_STILL);
    for (int k = 0; k < 20; k += 1) result = take(zone, sample_at(time_ns += 100 * MS, distance += 0.05f));
    assert_int_equal(result.trend, RANGEKIT_ZONE_TREND_RECEDING);
    rangekit_range_sample sample = sample_at(time_ns += 100 * MS, distance);
    sample.fields |= RANGEKIT_SAMPLE_HAS_VELOCITY;
    sample.velocity_mps = -2;
    result = take(zone, sample);
    assert_int_equal(result.trend, RANGEKIT_ZONE_TREND_APPROACHING);
    assert_near(result.speed_mps, -2, 0);
}

static void silence_leaves_every_ring(void **state) {
    (void)state;
    rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_GUIDE);
    rangekit_zone *zone = make(&options);
    rangekit_zone_result result = {0};
    for (int k = 0; k < 3; k += 1) result = take(zone, sample_at(k * 100 * MS, 0.5f));
    assert_int_equal(result.inside, 7);
    rangekit_range_sample silent = {.time_ns = 5200 * MS};
    assert_int_equal(take(zone, silent).inside, 7);
    silent.time_ns += 1;
    result = take(zone, silent);
    assert_int_equal(result.inside, 0);
    assert_int_equal(result.left, 7);
    assert_int_equal(result.causes, RANGEKIT_ZONE_CAUSE_TIMEOUT);
    assert_int_equal(result.fields, 0);
}

static void refusals_change_nothing(void **state) {
    (void)state;
    rangekit_zone *zone = make(NULL);
    take(zone, sample_at(100, 1));
    rangekit_range_sample bad[] = {sample_at(99, 1), sample_at(200, NAN), sample_at(200, 2e9f), sample_at(200, 1),
                                   sample_at(200, 1)};
    bad[3].fields |= RANGEKIT_SAMPLE_HAS_VELOCITY;
    bad[3].velocity_mps = INFINITY;
    bad[4].fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
    bad[4].distance_stddev_m = -1;
    const rangekit_status expected[] = {RANGEKIT_ERROR_TIME_BACKWARDS, RANGEKIT_ERROR_NOT_FINITE,
                                        RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_NOT_FINITE,
                                        RANGEKIT_ERROR_OUT_OF_RANGE};
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        rangekit_zone_result result;
        memset(&result, 0x5A, sizeof result);
        assert_status(rangekit_zone_update(zone, &bad[i], &result), expected[i]);
        assert_true(filled_with(&result, sizeof result, 0x5A));
    }
    assert_int_equal(take(zone, sample_at(101, 1)).entered, 1);
    assert_status(rangekit_zone_update(zone, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_zone_update(zone, MISALIGNED(rangekit_range_sample, 0), NULL), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_zone_update(NULL, &bad[0], NULL), RANGEKIT_ERROR_NULL_POINTER);
    size_t accepted;
    rangekit_zone_result results[2];
    rangekit_range_sample rows[2] = {sample_at(300, 1), sample_at(299, 1)};
    assert_status(rangekit_zone_update_batch(zone, rows, 2, results, &accepted), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_int_equal(accepted, 1);
    assert_status(rangekit_zone_options_preset(3, &(rangekit_zone_options){.struct_size = 0}),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
#define REFUSED(field, value, expected)                                                          \
    do {                                                                                         \
        rangekit_zone_options options = preset(RANGEKIT_ZONE_PRESET_PRESENCE);                   \
        options.field = (value);                                                                 \
        rangekit_zone *zone;                                                                     \
        assert_status(rangekit_zone_init(memory, sizeof memory, &options, &zone), (expected));   \
    } while (0)
    REFUSED(ring_count, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(ring_count, 9, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(ring_count, UINT32_MAX, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(ring_count, 2, RANGEKIT_ERROR_OUT_OF_RANGE); /* the second ring is all zero */
    REFUSED(timeout_ns, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(approach_speed_mps, NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(jump_speed_mps, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(default_stddev_m, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(reserved, 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
    REFUSED(rings[0].enter_m, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].leave_m, 1.9f, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].enter_count, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].leave_count, 101, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].dwell_ns, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].stddevs, 11, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(rings[0].max_speed_mps, NAN, RANGEKIT_ERROR_NOT_FINITE);
#undef REFUSED
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(enter_dwell_and_leave),
    cmocka_unit_test(noisy_walks_cross_once),
    cmocka_unit_test(the_unlock_preset_is_not_opened_from_afar),
    cmocka_unit_test(speed_uncertainty_and_jumps_are_named),
    cmocka_unit_test(trends_follow_the_speed),
    cmocka_unit_test(silence_leaves_every_ring),
    cmocka_unit_test(refusals_change_nothing),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
};

TEST_GROUP(zone_tests, tests);
