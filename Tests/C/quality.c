/* The quality estimator, rule by rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

static uint64_t memory[ESTIMATOR_WORDS];
static rangekit_quality *quality;
static rangekit_quality_result result;

#define MS INT64_C(1000000)

static void start(const rangekit_quality_options *options) {
    assert_status(rangekit_quality_init(memory, sizeof memory, options, &quality), RANGEKIT_OK);
    result = (rangekit_quality_result)RANGEKIT_QUALITY_RESULT_INIT;
}

static void start_preset(int32_t preset) {
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    assert_status(rangekit_quality_options_preset(preset, &options), RANGEKIT_OK);
    start(&options);
}

static int32_t measure(int64_t time_ns, float distance_m) {
    rangekit_range_sample sample = {
        .time_ns = time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = distance_m};
    assert_status(rangekit_quality_update(quality, &sample, &result), RANGEKIT_OK);
    return result.level;
}

static int32_t pass_time(int64_t time_ns) {
    rangekit_range_sample sample = {.time_ns = time_ns, .distance_m = NAN};
    assert_status(rangekit_quality_update(quality, &sample, &result), RANGEKIT_OK);
    return result.level;
}

/* `count` measurements 10 ms apart that end at `end_ns`, no two equal, all within 1 mm of the distance and
 * the last one exactly there. */
static void fill(int count, int64_t end_ns, float distance_m) {
    for (int i = count - 1; i >= 0; i -= 1) {
        measure(end_ns - i * 10 * MS, i == 0 ? distance_m : distance_m - 0.001f * (float)(1 + i % 2));
    }
}

static void the_published_code_needs_nine_measurements(void **state) {
    (void)state;
    start(NULL);
    for (int i = 1; i <= 12; i += 1) {
        int32_t level = measure(i * 100 * MS, 5.0f + 0.001f * (float)i);
        assert_int_equal(result.sample_count, i);
        assert_int_equal(level, i >= 9 ? RANGEKIT_QUALITY_CLOSE : RANGEKIT_QUALITY_UNKNOWN);
        assert_int_equal((result.causes & RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS) != 0, i < 9);
    }
}

static void the_published_text_needs_eight(void **state) {
    (void)state;
    start_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT);
    for (int i = 1; i <= 12; i += 1) {
        int32_t level = measure(i * 100 * MS, 5.0f + 0.001f * (float)i);
        assert_int_equal(level, i >= 8 ? RANGEKIT_QUALITY_CLOSE : RANGEKIT_QUALITY_UNKNOWN);
    }
}

static const struct {
    float distance_m;
    int32_t code, text;
} limits[] = {
    {-1.0f, RANGEKIT_QUALITY_CLOSE, RANGEKIT_QUALITY_CLOSE},
    {0.0f, RANGEKIT_QUALITY_CLOSE, RANGEKIT_QUALITY_CLOSE},
    {10.0f, RANGEKIT_QUALITY_CLOSE, RANGEKIT_QUALITY_CLOSE},
    {0x1.400002p+3f, RANGEKIT_QUALITY_GOOD, RANGEKIT_QUALITY_GOOD}, /* the next float above 10 */
    {0x1.8ffffep+5f, RANGEKIT_QUALITY_GOOD, RANGEKIT_QUALITY_GOOD}, /* the last float below 50 */
    {50.0f, RANGEKIT_QUALITY_UNKNOWN, RANGEKIT_QUALITY_GOOD},
    {0x1.900002p+5f, RANGEKIT_QUALITY_UNKNOWN, RANGEKIT_QUALITY_UNKNOWN},
    {100.0f, RANGEKIT_QUALITY_UNKNOWN, RANGEKIT_QUALITY_UNKNOWN},
};

static void close_and_good_end_where_published(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(limits); i += 1) {
        for (int32_t preset = 0; preset <= 1; preset += 1) {
            start_preset(preset);
            fill(20, 1000 * MS, limits[i].distance_m);
            int32_t expected = preset == RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE ? limits[i].code : limits[i].text;
            assert_int_equal(result.level, expected);
            assert_int_equal(result.causes, expected == RANGEKIT_QUALITY_UNKNOWN ? RANGEKIT_QUALITY_CAUSE_FAR : 0);
        }
    }
}

static void the_code_judges_the_newest_and_the_text_all(void **state) {
    (void)state;
    start_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE);
    fill(20, 1000 * MS, 60.0f);
    assert_int_equal(measure(1010 * MS, 20.0f), RANGEKIT_QUALITY_GOOD);
    start_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT);
    fill(20, 1000 * MS, 60.0f);
    assert_int_equal(measure(1010 * MS, 20.0f), RANGEKIT_QUALITY_UNKNOWN);
    assert_int_equal(result.causes, RANGEKIT_QUALITY_CAUSE_FAR);
    /* When the far ones have left, the rest is good. */
    for (int64_t at = 1020; at < 3000; at += 100) measure(at * MS, 20.0f + (float)at * 1e-4f);
    assert_int_equal(measure(3001 * MS, 20.5f), RANGEKIT_QUALITY_GOOD);
}

static void a_sample_exactly_as_old_as_the_window_stays(void **state) {
    (void)state;
    start(NULL);
    measure(0, 1.0f);
    pass_time(INT64_C(2000000000));
    assert_int_equal(result.sample_count, 1);
    assert_int_equal(result.age_ns, INT64_C(2000000000));
    pass_time(INT64_C(2000000001));
    assert_int_equal(result.sample_count, 0);
    assert_true((result.causes & RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT) != 0);
    assert_int_equal(result.fields, 0);
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    options.window_ns = 0;
    start(&options);
    measure(5, 1.0f);
    measure(5, 2.0f);
    assert_int_equal(result.sample_count, 2);
    pass_time(6);
    assert_int_equal(result.sample_count, 0);
}

static void a_repeated_distance_is_dropped(void **state) {
    (void)state;
    start(NULL);
    for (int i = 0; i < 20; i += 1) measure(i * 10 * MS, 5.0f);
    assert_int_equal(result.sample_count, 1);
    assert_int_equal(result.age_ns, 190 * MS);
    measure(200 * MS, 6.0f);
    measure(210 * MS, 5.0f); /* equal to an older one, not to the newest */
    assert_int_equal(result.sample_count, 3);
    measure(220 * MS, 0.0f);
    measure(230 * MS, -0.0f); /* equal as numbers */
    assert_int_equal(result.sample_count, 4);
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    options.keep_repeated = 1;
    start(&options);
    for (int i = 0; i < 20; i += 1) measure(i * 10 * MS, 5.0f);
    assert_int_equal(result.sample_count, 20);
    assert_int_equal(result.level, RANGEKIT_QUALITY_CLOSE);
}

static void repeats_are_decided_before_old_samples_expire(void **state) {
    (void)state;
    start(NULL);
    measure(0, 5.0f);
    measure(3000 * MS, 5.0f); /* repeats the buffered one, which then expires */
    assert_int_equal(result.sample_count, 0);
    measure(3010 * MS, 5.0f); /* nothing is buffered any more */
    assert_int_equal(result.sample_count, 1);
}

static void an_update_without_a_distance_ages_the_window(void **state) {
    (void)state;
    start(NULL);
    fill(9, 1000 * MS, 5.0f);
    assert_int_equal(result.level, RANGEKIT_QUALITY_CLOSE);
    assert_int_equal(pass_time(2900 * MS), RANGEKIT_QUALITY_CLOSE); /* the oldest, of 920 ms, is 1.98 s old */
    assert_int_equal(pass_time(2921 * MS), RANGEKIT_QUALITY_UNKNOWN);
    assert_int_equal(result.sample_count, 8);
    assert_int_equal(pass_time(9000 * MS), RANGEKIT_QUALITY_UNKNOWN);
    assert_int_equal(result.sample_count, 0);
}

static void refused_samples_change_nothing(void **state) {
    (void)state;
    start(NULL);
    fill(9, 1000 * MS, 5.0f);
    uint64_t copy[ESTIMATOR_WORDS];
    memcpy(copy, memory, sizeof copy);
    rangekit_quality_result before = result;
    static const struct {
        int64_t time_ns;
        float distance_m;
        rangekit_status status;
    } refused[] = {
        {999999999, 5.0f, RANGEKIT_ERROR_TIME_BACKWARDS},
        {INT64_MIN, 5.0f, RANGEKIT_ERROR_TIME_BACKWARDS},
        {2000 * MS, NAN, RANGEKIT_ERROR_NOT_FINITE},
        {2000 * MS, INFINITY, RANGEKIT_ERROR_NOT_FINITE},
        {INT64_MAX, -INFINITY, RANGEKIT_ERROR_NOT_FINITE},
        {INT64_MAX, 1.1e9f, RANGEKIT_ERROR_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < COUNT_OF(refused); i += 1) {
        rangekit_range_sample sample = {.time_ns = refused[i].time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                        .distance_m = refused[i].distance_m};
        assert_status(rangekit_quality_update(quality, &sample, &result), refused[i].status);
        size_t accepted = 99;
        int32_t level = 99;
        assert_status(rangekit_quality_update_batch(quality, &sample, 1, &level, &accepted, &result),
                      refused[i].status);
        assert_int_equal(accepted, 0);
        assert_int_equal(level, 99);
        assert_memory_equal(&result, &before, sizeof result);
        assert_memory_equal(memory, copy, rangekit_quality_size());
    }
    /* Without the bit the distance is not read. */
    assert_int_equal(pass_time(1000 * MS), RANGEKIT_QUALITY_CLOSE);
}

static void numbers_describe_the_window(void **state) {
    (void)state;
    start(NULL);
    measure(0, 1.0f);
    assert_int_equal(result.fields, RANGEKIT_QUALITY_HAS_DISTANCE);
    measure(0, 3.0f);
    assert_int_equal(result.fields, RANGEKIT_QUALITY_HAS_DISTANCE | RANGEKIT_QUALITY_HAS_SPREAD);
    assert_near(result.spread_m, 1.41421356, 1e-6);
    measure(500 * MS, 2.0f);
    assert_near(result.rate_hz, 4.0, 1e-6);
    /* Motion is not spread: 5 m/s past 40 m, and then 0.1 m to either side of that line. */
    start(NULL);
    for (int i = 0; i < 20; i += 1) measure(i * 100 * MS, 40.0f + 0.5f * (float)i);
    assert_near(result.spread_m, 0.0, 1e-3);
    assert_near(result.rate_hz, 10.0, 1e-4);
    start(NULL);
    for (int i = 0; i < 20; i += 1) measure(i * 100 * MS, 40.0f + 0.5f * (float)i + (i % 2 == 0 ? 0.1f : -0.1f));
    assert_near(result.spread_m, 0.1 * sqrt((20.0 - 0.15) / 18.0), 2e-3);
}

/* A window of an hour with a walk through it: 1 m/s, 2 cm to either side. */
static void spread_survives_long_windows(void **state) {
    (void)state;
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    options.window_ns = INT64_C(3600000000000);
    start(&options);
    for (int i = 0; i < 120; i += 1) measure(i * 10000 * MS, 10.0f * (float)i + (i % 2 == 0 ? 0.02f : -0.02f));
    assert_near(result.spread_m, 0.02, 0.002);
}

static void a_full_window_says_so(void **state) {
    (void)state;
    start(NULL);
    for (int i = 0; i < RANGEKIT_QUALITY_CAPACITY; i += 1) measure(i * MS, 5.0f + 0.01f * (float)(i % 2));
    assert_int_equal(result.sample_count, 128);
    assert_int_equal(result.causes, 0);
    measure(128 * MS, 7.0f);
    assert_int_equal(result.sample_count, 128);
    assert_int_equal(result.causes, RANGEKIT_QUALITY_CAUSE_WINDOW_FULL);
    assert_int_equal(result.level, RANGEKIT_QUALITY_CLOSE);
    pass_time(2000 * MS); /* the lost one is exactly 2 s old: it would still be in the window */
    assert_int_equal(result.causes, RANGEKIT_QUALITY_CAUSE_WINDOW_FULL);
    pass_time(2000 * MS + 1);
    assert_int_equal(result.causes, 0);
}

static void reset_forgets_measurements_and_time(void **state) {
    (void)state;
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    options.minimum_count = 3;
    start(&options);
    fill(9, 1000 * MS, 5.0f);
    assert_status(rangekit_quality_reset(quality), RANGEKIT_OK);
    measure(-5000 * MS, 5.0f);
    assert_int_equal(result.sample_count, 1);
    measure(-4990 * MS, 6.0f);
    assert_int_equal(measure(-4980 * MS, 7.0f), RANGEKIT_QUALITY_CLOSE); /* the options stayed */
}

static void the_ends_of_time_are_times(void **state) {
    (void)state;
    start(NULL);
    measure(INT64_MIN, 1.0f);
    measure(INT64_MIN + 1, 2.0f);
    assert_int_equal(result.sample_count, 2);
    measure(INT64_MAX, 3.0f);
    assert_int_equal(result.sample_count, 1);
    assert_int_equal(result.age_ns, 0);
    measure(INT64_MAX, 4.0f);
    assert_int_equal(result.sample_count, 2);
}

static void extreme_distances_stay_finite(void **state) {
    (void)state;
    /* The last four are within the 1e9 m that are accepted. */
    static const float extremes[] = {3.4028235e38f, -3.4028235e38f, 0x1.dcd652p+29f, -1e30f, 1e9f, -1e9f, 1e-45f, 0.0f};
    start(NULL);
    for (int i = 0; i < 64; i += 1) {
        rangekit_range_sample sample = {.time_ns = i * MS, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                        .distance_m = extremes[i * 5 % 8]};
        assert_status(rangekit_quality_update(quality, &sample, &result),
                      i * 5 % 8 < 4 ? RANGEKIT_ERROR_OUT_OF_RANGE : RANGEKIT_OK);
        assert_true(isfinite(result.spread_m) && isfinite(result.rate_hz) && isfinite(result.distance_m));
    }
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    static const struct {
        rangekit_quality_options options;
        rangekit_status status;
    } cases[] = {
#define SIZE (uint32_t)sizeof(rangekit_quality_options)
        {{SIZE, 1, 0, 10, 10, 0, 0, 0, 0}, RANGEKIT_OK},
        {{SIZE, 128, INT64_C(3600000000000), -5, 1e9f, 1, 1, 1, 0}, RANGEKIT_OK},
        {{SIZE, 0, 0, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 129, 0, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, UINT32_MAX, 0, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, -1, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, INT64_MIN, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, INT64_C(3600000000001), 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, INT64_MAX, 10, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, 0, 10, 9.5f, 0, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, 0, NAN, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{SIZE, 9, 0, 10, NAN, 0, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{SIZE, 9, 0, -INFINITY, 50, 0, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{SIZE, 9, 0, 10, INFINITY, 0, 0, 0, 0}, RANGEKIT_ERROR_NOT_FINITE},
        {{SIZE, 9, 0, 10, 50, 2, 0, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, 0, 10, 50, 0, 2, 0, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, 0, 10, 50, 0, 0, UINT32_MAX, 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{SIZE, 9, 0, 10, 50, 0, 0, 0, 1}, RANGEKIT_ERROR_UNKNOWN_OPTION},
#undef SIZE
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_quality *made = NULL;
        if (rangekit_quality_init(memory, sizeof memory, &cases[i].options, &made) != cases[i].status) {
            fail_text("options %zu: not %s", i, rangekit_status_name(cases[i].status));
        }
        assert_int_equal(made != NULL, cases[i].status == RANGEKIT_OK);
        made = NULL;
        assert_status(rangekit_quality_create(&cases[i].options, &made), cases[i].status);
        assert_int_equal(made != NULL, cases[i].status == RANGEKIT_OK);
        rangekit_quality_destroy(made);
    }
}

static void presets_are_the_published_ones(void **state) {
    (void)state;
    rangekit_quality_options initial = RANGEKIT_QUALITY_OPTIONS_INIT, filled;
    memset(&filled, 0xA5, sizeof filled);
    filled.struct_size = sizeof filled;
    assert_status(rangekit_quality_options_default(&filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &initial, sizeof filled);
    assert_status(rangekit_quality_options_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE, &filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &initial, sizeof filled);
    rangekit_quality_options text = {(uint32_t)sizeof text, 8, INT64_C(2000000000), 10.0f, 50.0f, 1, 1, 0, 0};
    assert_status(rangekit_quality_options_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT, &filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &text, sizeof filled);
    static const int32_t unknown[] = {-1, 2, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(unknown); i += 1) {
        assert_status(rangekit_quality_options_preset(unknown[i], &filled), RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_memory_equal(&filled, &text, sizeof filled);
    }
}

static void impossible_batches_are_refused(void **state) {
    (void)state;
    start(NULL);
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 1.0f};
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 32};
    for (size_t i = 0; i < COUNT_OF(counts); i += 1) {
        size_t accepted = 99;
        assert_status(rangekit_quality_update_batch(quality, &sample, counts[i], NULL, &accepted, &result),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    assert_status(rangekit_quality_update_batch(quality, &sample, 0, NULL, NULL, NULL), RANGEKIT_OK);
    pass_time(0);
    assert_int_equal(result.sample_count, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_published_code_needs_nine_measurements),
    cmocka_unit_test(the_published_text_needs_eight),
    cmocka_unit_test(close_and_good_end_where_published),
    cmocka_unit_test(the_code_judges_the_newest_and_the_text_all),
    cmocka_unit_test(a_sample_exactly_as_old_as_the_window_stays),
    cmocka_unit_test(a_repeated_distance_is_dropped),
    cmocka_unit_test(repeats_are_decided_before_old_samples_expire),
    cmocka_unit_test(an_update_without_a_distance_ages_the_window),
    cmocka_unit_test(refused_samples_change_nothing),
    cmocka_unit_test(numbers_describe_the_window),
    cmocka_unit_test(spread_survives_long_windows),
    cmocka_unit_test(a_full_window_says_so),
    cmocka_unit_test(reset_forgets_measurements_and_time),
    cmocka_unit_test(the_ends_of_time_are_times),
    cmocka_unit_test(extreme_distances_stay_finite),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(presets_are_the_published_ones),
    cmocka_unit_test(impossible_batches_are_refused),
};

TEST_GROUP(quality_tests, tests);
