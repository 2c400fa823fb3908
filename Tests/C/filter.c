/* filter.h: published window cases, motion that is followed, outliers, angles and directions, time, refusals.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define MS INT64_C(1000000)
#define PI 3.14159265358979323846

static uint64_t memory[384];

static rangekit_filter *make(rangekit_filter_options options) {
    rangekit_filter *filter;
    assert_true(rangekit_filter_size() <= sizeof memory);
    assert_status(rangekit_filter_init(memory, sizeof memory, &options, &filter), RANGEKIT_OK);
    return filter;
}

static rangekit_filter_options options_of(int32_t method, uint32_t window_count, float keep_ratio) {
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.method = method;
    options.window_count = window_count;
    options.keep_ratio = keep_ratio;
    return options;
}

static rangekit_filter_sample sample_at(int64_t time_ns, float value) {
    return (rangekit_filter_sample){.time_ns = time_ns, .value = {value}, .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
}

static rangekit_filter_result take(rangekit_filter *filter, rangekit_filter_sample sample) {
    rangekit_filter_result result;
    assert_status(rangekit_filter_update(filter, &sample, &result), RANGEKIT_OK);
    return result;
}

/* Trimmed means as published in the tests of Android's ranging service (MedAvgFilterTest), with the case of one
 * sample and a shift, which that filter applies twice. */
static const struct {
    const char *name;
    uint32_t window;
    float keep;
    int count;
    float samples[5], weights[5], shift, value, weight;
} windows[] = {
    {"average", 3, 1, 3, {1, 2, 3}, {1, 1, 1}, 0, 2, 1},
    {"slides", 3, 1, 4, {1, 2, 3, 4}, {1, 1, 1, 1}, 0, 3, 1},
    {"shifted", 3, 1, 3, {1, 2, 3}, {1, 1, 1}, 66, 68, 1},
    {"one sample, shifted", 3, 1, 1, {1}, {1}, 66, 67, 1},
    {"even median", 4, 0, 4, {1, 3, 4, 2}, {1, 1, 1, 1}, 0, 2.5f, 1},
    {"two of four", 4, 0, 2, {5, 6}, {1, 1}, 0, 5.5f, 1},
    {"three of four", 4, 0, 3, {5, 6, 7}, {1, 1, 1}, 0, 6, 1},
    {"middle half", 5, 0.5f, 5, {3, 13, 7, 11, 2}, {1, 1, 1, 1, 1}, 0, 7, 1},
    {"weighted", 5, 1, 5, {3, 13, 7, 11, 2}, {0.5f, 0.5f, 0.25f, 1, 0.25f}, 0, 8.5f, 0.65f},
    {"one spike", 3, 0, 3, {1, 9, 1.2f}, {1, 1, 1}, 0, 1.2f, 1},
};

static void windows_give_the_published_values(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(windows); i += 1) {
        rangekit_filter *filter =
            make(options_of(RANGEKIT_FILTER_TRIMMED_MEAN, windows[i].window, windows[i].keep));
        rangekit_filter_result result;
        for (int k = 0; k < windows[i].count; k += 1) {
            rangekit_filter_sample sample = sample_at(k * 10 * MS, windows[i].samples[k]);
            sample.weight = windows[i].weights[k];
            sample.fields |= RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT;
            result = take(filter, sample);
        }
        assert_status(rangekit_filter_shift(filter, windows[i].shift), RANGEKIT_OK);
        assert_status(rangekit_filter_predict(filter, 1000 * MS, &result), RANGEKIT_OK);
        if (fabsf(result.value[0] - windows[i].value) > 1e-5f) {
            fail_text("%s: %g, not %g", windows[i].name, result.value[0], windows[i].value);
        }
        assert_near(result.weight, windows[i].weight, 1e-6);
    }
}

static float degrees(float value) { return value * (float)(PI / 180); }

static void angles_wrap(void **state) {
    (void)state;
    rangekit_filter_options options = options_of(RANGEKIT_FILTER_MOVING_AVERAGE, 3, 0);
    options.domain = RANGEKIT_FILTER_CIRCULAR;
    rangekit_filter *filter = make(options);
    const float three[] = {175, -175, 5};
    rangekit_filter_result result;
    for (int k = 0; k < 3; k += 1) result = take(filter, sample_at(k * MS, degrees(three[k])));
    assert_status(rangekit_filter_shift(filter, degrees(90)), RANGEKIT_OK);
    assert_status(rangekit_filter_predict(filter, 3 * MS, &result), RANGEKIT_OK);
    assert_near(result.value[0], degrees(-148.33333f), 1e-5);

    options = options_of(RANGEKIT_FILTER_TRIMMED_MEAN, 5, 0.5f);
    options.domain = RANGEKIT_FILTER_CIRCULAR;
    filter = make(options);
    const float five[] = {170, 175, -178, -170, 90};
    for (int k = 0; k < 5; k += 1) result = take(filter, sample_at(k * MS, degrees(five[k])));
    assert_near(result.value[0], degrees(175.666667f), 1e-5);

    /* A Kalman filter that goes round and round never jumps. */
    options.method = RANGEKIT_FILTER_KALMAN;
    filter = make(options);
    for (int k = 0; k < 400; k += 1) {
        float angle = remainderf(0.05f * (float)k, (float)(2 * PI));
        result = take(filter, sample_at(k * 100 * MS, angle));
        assert_true(result.value[0] > -3.1415928f && result.value[0] <= 3.1415928f);
        if (k > 20) assert_near(remainderf(result.value[0] - angle, (float)(2 * PI)), 0, 0.01);
    }
    assert_near(result.rate[0], 0.5, 0.01);
}

static void a_steady_motion_is_followed_without_lag(void **state) {
    (void)state;
    rangekit_filter *filter = make((rangekit_filter_options)RANGEKIT_FILTER_OPTIONS_INIT);
    rangekit_filter_result result = {0};
    int64_t time_ns = 0;
    struct random_source random = {7};
    for (int k = 0; k < 300; k += 1) {
        time_ns += 20 * MS + (int64_t)random_below(&random, 80) * MS; /* irregular */
        result = take(filter, sample_at(time_ns, 3 + 1.2e-9f * (float)time_ns));
    }
    assert_near(result.value[0], 3 + 1.2e-9 * (double)time_ns, 0.005);
    assert_near(result.rate[0], 1.2, 0.01);
    assert_int_equal(result.latency_ns, 0);
    assert_status(rangekit_filter_predict(filter, time_ns + 500 * MS, &result), RANGEKIT_OK);
    assert_near(result.value[0], 3 + 1.2e-9 * (double)(time_ns + 500 * MS), 0.02);
}

static void a_constant_variance_gives_the_gain_of_the_textbook(void **state) {
    (void)state;
    /* Position-velocity filter against its recursion in double. */
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.stddev = 0.2f;
    options.outlier_stddevs = 100;
    options.shared_stddev = 0;
    rangekit_filter *filter = make(options);
    struct random_source random = {11};
    double x = 0, v = 0, p00 = 0, p01 = 0, p11 = 0, r = 0.04, q = 0.1;
    for (int k = 0; k < 200; k += 1) {
        double z = 5 + 0.3 * random_unit(&random);
        rangekit_filter_result result = take(filter, sample_at(k * 100 * MS, (float)z));
        double dt = 0.1;
        if (k == 0) {
            x = z, v = 0, p00 = r, p01 = 0, p11 = 4;
        } else {
            x += dt * v;
            p00 += dt * (2 * p01 + dt * (p11 + dt * q / 3));
            p01 += dt * (p11 + dt * q / 2);
            p11 += dt * q;
            double s = p00 + r, k0 = p00 / s, k1 = p01 / s, innovation = z - x;
            x += k0 * innovation;
            v += k1 * innovation;
            p11 -= k1 * p01;
            p01 *= 1 - k0;
            p00 *= 1 - k0;
        }
        assert_near(result.value[0], x, 1e-4);
        assert_near(result.rate[0], v, 1e-3);
        assert_near(result.stddev, sqrt(p00), 1e-4);
    }
}

static void outliers_are_kept_out_until_they_agree(void **state) {
    (void)state;
    for (int32_t method = 0; method <= RANGEKIT_FILTER_HAMPEL; method += 1) {
        rangekit_filter *filter = make(options_of(method, 5, 0));
        struct random_source random = {3};
        int64_t time_ns = 0;
        rangekit_filter_result result;
        for (int k = 0; k < 50; k += 1) {
            float noise = 0.1f * (float)(random_unit(&random) - 0.5);
            result = take(filter, sample_at(time_ns += 100 * MS, 4 + noise));
        }
        result = take(filter, sample_at(time_ns += 100 * MS, 40));
        assert_true(result.flags & RANGEKIT_FILTER_FLAG_OUTLIER);
        assert_near(result.value[0], 4, 0.15);
        int reopened = 0;
        for (int k = 0; k < 12; k += 1) {
            result = take(filter, sample_at(time_ns += 100 * MS, 40));
            reopened += (result.flags & RANGEKIT_FILTER_FLAG_REOPENED) != 0;
        }
        assert_near(result.value[0], 40, 0.2);
        if (method == RANGEKIT_FILTER_KALMAN) assert_int_equal(reopened, 1);
    }
}

static void a_gap_starts_anew(void **state) {
    (void)state;
    rangekit_filter *filter = make((rangekit_filter_options)RANGEKIT_FILTER_OPTIONS_INIT);
    assert_true(take(filter, sample_at(0, 1)).flags & RANGEKIT_FILTER_FLAG_RESTARTED);
    assert_false(take(filter, sample_at(100 * MS, 1)).flags & RANGEKIT_FILTER_FLAG_RESTARTED);
    assert_false(take(filter, sample_at(5100 * MS, 1)).flags & RANGEKIT_FILTER_FLAG_RESTARTED);
    rangekit_filter_result result = take(filter, sample_at(10101 * MS, 9));
    assert_true(result.flags & RANGEKIT_FILTER_FLAG_RESTARTED);
    assert_near(result.value[0], 9, 0);
}

static void latency_is_the_age_of_what_is_shown(void **state) {
    (void)state;
    rangekit_filter *filter = make(options_of(RANGEKIT_FILTER_MOVING_AVERAGE, 5, 0));
    rangekit_filter_result result = {0};
    for (int k = 0; k < 9; k += 1) result = take(filter, sample_at(k * 100 * MS, (float)k));
    assert_near(result.value[0], 6, 1e-6);
    assert_near((double)result.latency_ns, 200e6, 100);

    /* An exponential over a ramp lags by its latency times the slope. */
    filter = make(options_of(RANGEKIT_FILTER_EXPONENTIAL, 5, 0));
    for (int k = 0; k < 400; k += 1) result = take(filter, sample_at(k * 50 * MS, 0.05f * (float)k));
    assert_near(399 * 0.05 - result.value[0], (double)result.latency_ns * 1e-9, 1e-3);
}

static void directions_stay_unit_and_turn(void **state) {
    (void)state;
    for (int32_t method = 0; method <= RANGEKIT_FILTER_TRIMMED_MEAN; method += 1) {
        rangekit_filter_options options = options_of(method, 5, 0.5f);
        options.domain = RANGEKIT_FILTER_DIRECTION;
        rangekit_filter *filter = make(options);
        struct random_source random = {5};
        rangekit_filter_result result;
        for (int k = 0; k < 60; k += 1) {
            rangekit_filter_sample sample = sample_at(k * 100 * MS, 0);
            for (int axis = 0; axis < 3; axis += 1) sample.value[axis] = 0.05f * (float)(random_unit(&random) - 0.5);
            sample.value[2] -= 3;
            result = take(filter, sample);
            float square = 0;
            for (int axis = 0; axis < 3; axis += 1) square += result.value[axis] * result.value[axis];
            assert_near(square, 1, 1e-5);
        }
        assert_near(result.value[2], -1, 1e-3);
        /* A quarter turn about y takes straight ahead to the left. */
        const float turn[4] = {0, 2, 0, 2};
        assert_status(rangekit_filter_rotate(filter, turn), RANGEKIT_OK);
        assert_status(rangekit_filter_predict(filter, 5900 * MS, &result), RANGEKIT_OK);
        assert_near(result.value[0], -1, 1e-2);
        assert_near(result.value[2], 0, 2e-2);
        assert_status(rangekit_filter_shift(filter, 1), RANGEKIT_ERROR_OUT_OF_RANGE);
    }
}

static void opposite_directions_do_not_make_nothing(void **state) {
    (void)state;
    for (int32_t method = 0; method <= RANGEKIT_FILTER_TRIMMED_MEAN; method += 1) {
        rangekit_filter_options options = options_of(method, 4, 1);
        options.domain = RANGEKIT_FILTER_DIRECTION;
        options.outlier_stddevs = 100;
        rangekit_filter *filter = make(options);
        for (int k = 0; k < 8; k += 1) {
            rangekit_filter_sample sample = sample_at(k * 100 * MS, 0);
            sample.value[k % 3] = k % 2 ? 1.0f : -1.0f;
            rangekit_filter_result result = take(filter, sample);
            assert_near(hypot(hypot(result.value[0], result.value[1]), result.value[2]), 1, 1e-5);
        }
    }
}

static void refusals_change_nothing(void **state) {
    (void)state;
    rangekit_filter *filter = make((rangekit_filter_options)RANGEKIT_FILTER_OPTIONS_INIT);
    take(filter, sample_at(100, 1));
    take(filter, sample_at(200, 1));
    rangekit_filter_result before, after;
    assert_status(rangekit_filter_predict(filter, 300, &before), RANGEKIT_OK);
    const struct {
        rangekit_filter_sample sample;
        rangekit_status status;
    } bad[] = {
        {{199, {1}, 0, 0, RANGEKIT_FILTER_SAMPLE_HAS_VALUE}, RANGEKIT_ERROR_TIME_BACKWARDS},
        {{300, {NAN}, 0, 0, RANGEKIT_FILTER_SAMPLE_HAS_VALUE}, RANGEKIT_ERROR_NOT_FINITE},
        {{300, {INFINITY}, 0, 0, RANGEKIT_FILTER_SAMPLE_HAS_VALUE}, RANGEKIT_ERROR_NOT_FINITE},
        {{300, {2e9f}, 0, 0, RANGEKIT_FILTER_SAMPLE_HAS_VALUE}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{300, {1}, 0, 0, 3}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{300, {1}, -1, 0, 3}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{300, {1}, NAN, 0, 3}, RANGEKIT_ERROR_NOT_FINITE},
        {{300, {1}, 1, 1.5f, 5}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{300, {1}, 1, NAN, 5}, RANGEKIT_ERROR_NOT_FINITE},
        {{300, {1}, 1, 1, 9}, RANGEKIT_ERROR_UNKNOWN_OPTION},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        after = before;
        assert_status(rangekit_filter_update(filter, &bad[i].sample, &after), bad[i].status);
        assert_memory_equal(&before, &after, sizeof before);
        assert_status(rangekit_filter_predict(filter, 300, &after), RANGEKIT_OK);
        assert_memory_equal(&before, &after, sizeof before);
    }
    assert_status(rangekit_filter_predict(filter, 199, &after), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_filter_shift(filter, NAN), RANGEKIT_ERROR_NOT_FINITE);
    const float quaternion[4] = {0, 0, 0, 1};
    assert_status(rangekit_filter_rotate(filter, quaternion), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_filter_update(NULL, &bad[0].sample, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_filter_update(filter, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_filter_update(filter, MISALIGNED(rangekit_filter_sample, 0), NULL),
                  RANGEKIT_ERROR_MISALIGNED);
    rangekit_filter_sample good[3] = {sample_at(400, 1), sample_at(500, 1), sample_at(450, 1)};
    size_t accepted = 9;
    rangekit_filter_result results[3];
    assert_status(rangekit_filter_update_batch(filter, good, 3, results, &accepted), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_int_equal(accepted, 2);
    assert_status(rangekit_filter_update_batch(filter, good, SIZE_MAX, NULL, &accepted), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(accepted, 0);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
#define REFUSED(field, value, expected)                                                                   \
    do {                                                                                                  \
        rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;                                   \
        options.field = (value);                                                                          \
        rangekit_filter *filter;                                                                          \
        assert_status(rangekit_filter_init(memory, sizeof memory, &options, &filter), (expected));        \
    } while (0)
    REFUSED(method, 7, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(method, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(domain, 3, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(window_count, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(window_count, 65, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(window_ns, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(gap_ns, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(keep_ratio, 1.01f, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(time_constant_s, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(stddev, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(stddev_floor, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(shared_stddev, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(acceleration_density, NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(outlier_stddevs, 0.5f, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(reopen_count, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(struct_size, RANGEKIT_FILTER_OPTIONS_V1_SIZE - 1, RANGEKIT_ERROR_STRUCT_SIZE);
#undef REFUSED
}

static void any_numbers_leave_a_finite_state(void **state) {
    (void)state;
    struct random_source random = {99};
    for (int round = 0; round < 300; round += 1) {
        rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
        options.method = (int32_t)random_below(&random, 7);
        options.domain = (int32_t)random_below(&random, 3);
        options.window_count = 1 + (uint32_t)random_below(&random, 64);
        rangekit_filter *filter = make(options);
        int64_t time_ns = INT64_MIN;
        for (int k = 0; k < 100; k += 1) {
            time_ns = random_below(&random, 20) == 0 ? INT64_MAX - 1000 + k : time_ns;
            rangekit_filter_sample sample = {.time_ns = time_ns, .fields = (uint32_t)random_below(&random, 8)};
            for (int axis = 0; axis < 3; axis += 1) {
                uint32_t bits = (uint32_t)random_next(&random);
                memcpy(&sample.value[axis], &bits, 4);
            }
            sample.stddev = (float)pow(10, 20 * random_unit(&random) - 10);
            sample.weight = (float)random_unit(&random);
            rangekit_filter_result result;
            if (rangekit_filter_update(filter, &sample, &result) != RANGEKIT_OK) continue;
            for (int axis = 0; axis < 3; axis += 1) assert_true(isfinite(result.value[axis]));
            assert_true(isfinite(result.stddev));
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(windows_give_the_published_values),
    cmocka_unit_test(angles_wrap),
    cmocka_unit_test(a_steady_motion_is_followed_without_lag),
    cmocka_unit_test(a_constant_variance_gives_the_gain_of_the_textbook),
    cmocka_unit_test(outliers_are_kept_out_until_they_agree),
    cmocka_unit_test(a_gap_starts_anew),
    cmocka_unit_test(latency_is_the_age_of_what_is_shown),
    cmocka_unit_test(directions_stay_unit_and_turn),
    cmocka_unit_test(opposite_directions_do_not_make_nothing),
    cmocka_unit_test(refusals_change_nothing),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(any_numbers_leave_a_finite_state),
};

TEST_GROUP(filter_tests, tests);
