/* Random sequences of calls: the estimator against an independent model in plain C, step by step.
 *
 * SPDX-License-Identifier: MIT
 */
#include "quality_model.h"
#include "support.h"

static struct quality_model model;

static void compare(const rangekit_quality_result *found, int step) {
    struct quality_judgement expected = quality_model_judge(&model);
    uint32_t certain = ~expected.uncertain_causes;
    int same = found->level == expected.result.level && found->fields == expected.result.fields &&
               found->sample_count == expected.result.sample_count && found->age_ns == expected.result.age_ns &&
               found->distance_m == expected.result.distance_m &&
               (found->causes & certain) == (expected.result.causes & certain);
    if (!same) {
        fail_text("step %d: level %d fields %x count %u age %lld distance %g causes %x\n"
                  "  expected level %d fields %x count %u age %lld distance %g causes %x",
                  step, (int)found->level, (unsigned)found->fields, (unsigned)found->sample_count,
                  (long long)found->age_ns, (double)found->distance_m, (unsigned)found->causes,
                  (int)expected.result.level, (unsigned)expected.result.fields, (unsigned)expected.result.sample_count,
                  (long long)expected.result.age_ns, (double)expected.result.distance_m,
                  (unsigned)expected.result.causes);
    }
    /* One percent, or a millimetre: what single precision leaves of a line through 128 points. */
    if ((found->fields & RANGEKIT_QUALITY_HAS_SPREAD) != 0) {
        double tolerance = 0.01 * expected.spread_m + 0.001;
        if (fabs(found->spread_m - expected.spread_m) > tolerance) {
            fail_text("step %d: spread %g m, expected %g m (%u measurements)", step, (double)found->spread_m,
                      expected.spread_m, (unsigned)found->sample_count);
        }
    }
    if ((found->fields & RANGEKIT_QUALITY_HAS_RATE) != 0) {
        assert_near(found->rate_hz, expected.rate_hz, 1e-5 * expected.rate_hz);
    }
}

static rangekit_quality_options random_options(struct random_source *source) {
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    switch (random_below(source, 4)) {
    case 0: break;
    case 1:
        assert_status(rangekit_quality_options_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT, &options), RANGEKIT_OK);
        break;
    default:
        options.minimum_count = 1 + (uint32_t)random_below(source, 128);
        options.window_ns = (int64_t)random_below(source, 4) * INT64_C(500000000);
        options.close_limit_m = (float)random_below(source, 20);
        options.good_limit_m = options.close_limit_m + (float)random_below(source, 40);
        options.good_limit_included = (uint32_t)random_below(source, 2);
        options.judge_all = (uint32_t)random_below(source, 2);
        options.keep_repeated = (uint32_t)random_below(source, 2);
    }
    return options;
}

/* Times on a grid of 10 ms, so that samples are often exactly as old as the window; distances on a grid of
 * half a metre about the limits, so that limits and repeats are often met exactly. */
static rangekit_range_sample random_sample(struct random_source *source, int64_t *now_ns, float *centre_m) {
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .technology = RANGEKIT_TECHNOLOGY_UWB};
    uint64_t kind = random_below(source, 100);
    int64_t step_ns = (int64_t)random_below(source, 12) * INT64_C(10000000);
    if (kind < 2) step_ns = INT64_C(2000000000);
    if (kind == 2) step_ns = INT64_C(3600000000000);
    if (kind == 3) *centre_m = (float)random_below(source, 70);
    *now_ns += step_ns;
    sample.time_ns = *now_ns;
    sample.distance_m = *centre_m + 0.5f * (float)random_below(source, 5);
    if (kind >= 90) sample.fields = 0;
    if (kind == 4) sample.time_ns -= 1 + (int64_t)random_below(source, 1000000000);
    if (kind == 5) sample.distance_m = NAN;
    if (kind == 6) sample.distance_m = -INFINITY;
    return sample;
}

static void random_sequences_agree_with_the_model(void **state) {
    (void)state;
    struct random_source source = {9};
    uint64_t memory[ESTIMATOR_WORDS];
    for (int run = 0; run < 400; run += 1) {
        rangekit_quality_options options = random_options(&source);
        rangekit_quality *quality;
        assert_status(rangekit_quality_init(memory, sizeof memory, &options, &quality), RANGEKIT_OK);
        quality_model_init(&model, &options);
        int64_t now_ns = (int64_t)random_next(&source) / 4;
        float centre_m = (float)random_below(&source, 70);
        for (int step = 0; step < 1000; step += 1) {
            if (random_below(&source, 500) == 0) {
                assert_status(rangekit_quality_reset(quality), RANGEKIT_OK);
                quality_model_reset(&model);
                now_ns = (int64_t)random_next(&source) / 4;
            }
            rangekit_range_sample sample = random_sample(&source, &now_ns, &centre_m);
            rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT, before = result;
            rangekit_status expected = quality_model_update(&model, &sample);
            assert_status(rangekit_quality_update(quality, &sample, &result), expected);
            if (expected == RANGEKIT_OK) compare(&result, step);
            else assert_memory_equal(&result, &before, sizeof result);
        }
        rangekit_quality_destroy(quality);
    }
}

static void batches_equal_single_calls(void **state) {
    (void)state;
    struct random_source source = {10};
    uint64_t memory_a[ESTIMATOR_WORDS], memory_b[ESTIMATOR_WORDS];
    for (int run = 0; run < 300; run += 1) {
        rangekit_quality_options options = random_options(&source);
        rangekit_quality *a, *b;
        assert_status(rangekit_quality_init(memory_a, sizeof memory_a, &options, &a), RANGEKIT_OK);
        assert_status(rangekit_quality_init(memory_b, sizeof memory_b, &options, &b), RANGEKIT_OK);
        int64_t now_ns = 0;
        float centre_m = (float)random_below(&source, 70);
        for (int step = 0; step < 20; step += 1) {
            size_t count = random_below(&source, 64);
            rangekit_range_sample *samples = guarded(0, count * sizeof *samples);
            int32_t *levels = guarded(1, count * sizeof *levels);
            for (size_t i = 0; i < count; i += 1) samples[i] = random_sample(&source, &now_ns, &centre_m);
            rangekit_quality_result one = RANGEKIT_QUALITY_RESULT_INIT, many = RANGEKIT_QUALITY_RESULT_INIT;
            size_t taken = 0, accepted = 99;
            rangekit_status status = RANGEKIT_OK;
            int32_t expected_levels[64];
            while (taken < count && (status = rangekit_quality_update(a, &samples[taken], &one)) == RANGEKIT_OK) {
                expected_levels[taken] = one.level;
                taken += 1;
            }
            int with_levels = random_below(&source, 2) == 0;
            int32_t *wanted = with_levels ? levels : NULL;
            assert_status(rangekit_quality_update_batch(b, samples, count, wanted, &accepted, &many), status);
            assert_int_equal(accepted, taken);
            if (taken > 0) assert_memory_equal(&one, &many, sizeof one);
            if (with_levels) {
                assert_memory_equal(levels, expected_levels, taken * sizeof *levels);
                assert_true(filled_with(levels + taken, (count - taken) * sizeof *levels, 0xA5));
            }
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(random_sequences_agree_with_the_model),
    cmocka_unit_test(batches_equal_single_calls),
};

TEST_GROUP(quality_random_tests, tests);
