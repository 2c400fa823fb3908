/* Channel Sounding estimates: exact on ideal tones, right about repetition and round trips, and no trap.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>

#include "support.h"

#define SPEED_OF_LIGHT_MPS 299792458.0
#define PI 3.14159265358979323846
#define MEMORY_WORDS 3072

static uint64_t memory[MEMORY_WORDS];

static rangekit_sounding *made(const rangekit_sounding_options *options) {
    rangekit_sounding *sounding = NULL;
    assert_status(rangekit_sounding_init(memory, sizeof memory, options, &sounding), RANGEKIT_OK);
    return sounding;
}

/* A tone of one path of length d, and of a reflection `later` metres longer. */
static rangekit_cs_tone tone(uint8_t channel, uint8_t path, double d, double later, double amplitude) {
    double f = (2402.0 + channel) * 1e6, re = 0, im = 0;
    for (int i = 0; i < 2; i += 1) {
        double angle = -2 * PI * fmod(f * (d + i * later) / SPEED_OF_LIGHT_MPS, 1), a = i == 0 ? 1 : amplitude;
        re += a * cos(angle);
        im += a * sin(angle);
    }
    return (rangekit_cs_tone){.i = (float)(re * re - im * im), .q = (float)(2 * re * im), .weight = 1,
                              .channel = channel, .antenna_path = path};
}

static size_t all_tones(rangekit_cs_tone *tones, uint8_t path, double d, double later, double amplitude) {
    size_t count = 0;
    for (uint8_t channel = 2; channel <= 76; channel += 1) {
        if (channel >= 23 && channel <= 25) continue;
        tones[count++] = tone(channel, path, d, later, amplitude);
    }
    return count;
}

static unsigned divisor(unsigned a, unsigned b) {
    while (b > 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void ideal_tones_give_the_distance_to_a_millimetre(void **state) {
    (void)state;
    struct random_source source = {7};
    for (int32_t tier = 0; tier <= 1; tier += 1) {
        rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT;
        options.tier = tier;
        rangekit_sounding *sounding = made(&options);
        for (int trial = 0; trial < 500; trial += 1) {
            uint8_t channels[79];
            unsigned count = 0, spacing = 0, kept = 20 + (unsigned)random_below(&source, 80);
            unsigned step = 1 + (unsigned)random_below(&source, 4);
            do {
                count = spacing = 0;
                for (unsigned channel = 2; channel <= 76; channel += step) {
                    if (random_below(&source, 100) >= kept) continue;
                    if (count > 0) spacing = divisor(spacing, channel - channels[count - 1]);
                    channels[count++] = (uint8_t)channel;
                }
                kept = 100;
            } while (count < 15);
            double d = random_unit(&source) * SPEED_OF_LIGHT_MPS / 2e6 / spacing;
            rangekit_cs_tone tones[79];
            for (unsigned i = 0; i < count; i += 1) tones[i] = tone(channels[i], 0, d, 0, 0);
            rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
            assert_status(rangekit_sounding_estimate(sounding, trial, tones, count, NULL, 0, &result), RANGEKIT_OK);
            assert_true(fabs((double)result.distance_m - d) <= 1e-3);
            assert_true(fabs((double)result.ambiguity_m * spacing - SPEED_OF_LIGHT_MPS / 2e6) < 1e-3);
            assert_int_equal(result.source, RANGEKIT_SOUNDING_SOURCE_PHASE);
        }
    }
}

static void the_earliest_antenna_path_leads(void **state) {
    (void)state;
    rangekit_cs_tone tones[288];
    size_t count = 0;
    const double first[4] = {18, 5, 16, 21};
    for (uint8_t path = 0; path < 4; path += 1) count += all_tones(tones + count, path, first[path], 3, 0.3);
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    assert_status(rangekit_sounding_estimate(made(NULL), 0, tones, count, NULL, 0, &result), RANGEKIT_OK);
    assert_int_equal(result.path_count, 4);
    assert_true(fabsf(result.distance_m - 5) < 0.3f);
    for (int path = 0; path < 4; path += 1) {
        assert_int_equal(result.paths[path].tone_count, 72);
        assert_true(fabs((double)result.paths[path].distance_m - first[path]) < 0.5);
    }
}

static void of_phases_alone_echoes_widen_the_interval(void **state) {
    (void)state;
    rangekit_cs_tone tones[72];
    rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT;
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    options.phase_only = 1;
    rangekit_sounding *sounding = made(&options);
    (void)all_tones(tones, 0, 5, 0, 0);
    assert_status(rangekit_sounding_estimate(sounding, 1, tones, 72, NULL, 0, &result), RANGEKIT_OK);
    assert_true(fabsf(result.distance_m - 5) < 1e-3f && result.high_m - result.low_m < 0.05f);
    for (size_t step = 1; step <= 2; step += 1) { /* channels 1 and 2 MHz apart */
        size_t kept = 0;
        (void)all_tones(tones, 0, 5, 4, 0.4);
        for (size_t i = 0; i < 72; i += step) tones[kept++] = tones[i];
        assert_status(rangekit_sounding_estimate(sounding, 3, tones, kept, NULL, 0, &result), RANGEKIT_OK);
        assert_true(result.low_m < 5 && result.high_m > 5 && result.high_m - result.low_m > 0.5f);
    }
}

static rangekit_sounding_round_trip trip(double d, int32_t scatter, uint8_t level) {
    return (rangekit_sounding_round_trip){(int32_t)lround(d / (SPEED_OF_LIGHT_MPS * 0.25e-9)) + scatter, level, 0, 0};
}

static void round_trips_resolve_repetition_and_name_contradiction(void **state) {
    (void)state;
    rangekit_cs_tone tones[72];
    rangekit_sounding_round_trip trips[21];
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    rangekit_sounding *sounding = made(NULL);
    size_t count = all_tones(tones, 0, 160, 0, 0);
    for (int i = 0; i < 21; i += 1) trips[i] = trip(161, (i - 10) * 4, 0);
    assert_status(rangekit_sounding_estimate(sounding, 0, tones, count, trips, 21, &result), RANGEKIT_OK);
    assert_true(fabsf(result.distance_m - 160) < 1e-3f);
    assert_true((result.causes & RANGEKIT_SOUNDING_CAUSE_BELOW_ROUND_TRIP) == 0);
    /* The tones say 2 m, the packets 40: an attack on the phases looks like that. */
    (void)all_tones(tones, 0, 2, 0, 0);
    for (int i = 0; i < 21; i += 1) trips[i] = trip(40, (i - 10) * 4, i == 7 ? 5 : 1);
    assert_status(rangekit_sounding_estimate(sounding, 1, tones, count, trips, 21, &result), RANGEKIT_OK);
    assert_true(fabsf(result.distance_m - 2) < 1e-3f);
    uint32_t named = RANGEKIT_SOUNDING_CAUSE_BELOW_ROUND_TRIP | RANGEKIT_SOUNDING_CAUSE_INCONSISTENT |
                     RANGEKIT_SOUNDING_CAUSE_ATTACK;
    assert_int_equal(result.causes & named, named);
    assert_int_equal(result.attack_level, 5);
    assert_true(result.probability == 0);
    /* Without tones the packets answer. */
    assert_status(rangekit_sounding_estimate(sounding, 2, NULL, 0, trips, 21, &result), RANGEKIT_OK);
    assert_int_equal(result.source, RANGEKIT_SOUNDING_SOURCE_ROUND_TRIP);
    assert_true(fabsf(result.distance_m - 40) < 1);
    assert_true(result.causes & RANGEKIT_SOUNDING_CAUSE_NO_TONES);
    /* Without both there is none. */
    assert_status(rangekit_sounding_estimate(sounding, 3, tones, 9, NULL, 0, &result), RANGEKIT_OK);
    assert_int_equal(result.fields & RANGEKIT_SOUNDING_HAS_DISTANCE, 0);
    assert_true(result.causes & RANGEKIT_SOUNDING_CAUSE_FEW_TONES);
    assert_int_equal(result.paths[0].tone_count, 9);
}

static void round_trips_take_the_upper_median(void **state) {
    (void)state;
    const rangekit_sounding_round_trip trips[4] = {{10, 255, 0, 0}, {-3, 255, 0, 0}, {7, 255, 0, 0}, {8, 255, 0, 0}};
    float median, robust, stddev;
    assert_status(rangekit_sounding_round_trip_distance(trips, 4, &median, &robust, &stddev), RANGEKIT_OK);
    assert_true(fabs((double)median - 8 * SPEED_OF_LIGHT_MPS * 0.25e-9) < 1e-5);
    assert_true(stddev > 0.5f);
    assert_status(rangekit_sounding_round_trip_distance(trips, 3, &median, NULL, NULL), RANGEKIT_OK);
    assert_true(fabs((double)median - 7 * SPEED_OF_LIGHT_MPS * 0.25e-9) < 1e-5);
    assert_status(rangekit_sounding_round_trip_distance(trips, 0, &median, NULL, NULL), RANGEKIT_ERROR_NO_ROUND_TRIP);
    assert_status(rangekit_sounding_round_trip_distance(NULL, 1, &median, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_sounding_round_trip_distance(trips, 1, NULL, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static void a_still_channel_gives_velocity_and_age(void **state) {
    (void)state;
    rangekit_cs_tone tones[72];
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    rangekit_sounding *sounding = made(NULL);
    assert_status(rangekit_sounding_latest(sounding, 0, &result), RANGEKIT_ERROR_NO_PROCEDURE);
    for (int i = 0; i < 5; i += 1) { /* 2 mm every 0.1 s */
        size_t count = all_tones(tones, 0, 5 + 0.002 * i, 0, 0);
        int64_t time_ns = (int64_t)i * 100000000;
        assert_status(rangekit_sounding_estimate(sounding, time_ns, tones, count, NULL, 0, &result), RANGEKIT_OK);
    }
    assert_true(result.fields & RANGEKIT_SOUNDING_HAS_VELOCITY);
    assert_true(fabsf(result.velocity_mps - 0.02f) < 1e-3f);
    assert_status(rangekit_sounding_estimate(sounding, 500000000, tones, 72, NULL, 0, &result), RANGEKIT_OK);
    assert_true(result.causes & RANGEKIT_SOUNDING_CAUSE_REPEATED);
    assert_status(rangekit_sounding_latest(sounding, 2500000000, &result), RANGEKIT_OK);
    assert_true(result.age_ns == 2000000000 && (result.causes & RANGEKIT_SOUNDING_CAUSE_STALE) == 0);
    assert_status(rangekit_sounding_latest(sounding, 2500000001, &result), RANGEKIT_OK);
    assert_true(result.causes & RANGEKIT_SOUNDING_CAUSE_STALE);
    assert_status(rangekit_sounding_latest(sounding, 0, &result), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_sounding_estimate(sounding, 0, tones, 72, NULL, 0, &result), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_sounding_reset(sounding), RANGEKIT_OK);
    assert_status(rangekit_sounding_estimate(sounding, INT64_MIN, tones, 72, NULL, 0, &result), RANGEKIT_OK);
    assert_status(rangekit_sounding_latest(sounding, INT64_MAX, &result), RANGEKIT_OK);
    assert_true(result.age_ns == INT64_MAX);
}

static void what_cannot_be_used_is_refused(void **state) {
    (void)state;
    rangekit_cs_tone tones[72];
    rangekit_sounding_round_trip trips[1] = {{0, 7, 0, 0}};
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    rangekit_sounding *sounding = made(NULL), *other = NULL;
    size_t count = all_tones(tones, 0, 5, 0, 0);
#define ESTIMATE(t, n) rangekit_sounding_estimate(sounding, 0, t, n, NULL, 0, &result)
    tones[3].i = NAN;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_NOT_FINITE);
    tones[3].i = 2e9f;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_OUT_OF_RANGE);
    tones[3].i = 1;
    tones[3].channel = 79;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_OUT_OF_RANGE);
    tones[3].channel = 9;
    tones[3].antenna_path = 4;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_OUT_OF_RANGE);
    tones[3].antenna_path = 0;
    tones[3].weight = -1;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_OUT_OF_RANGE);
    tones[3].weight = 1;
    assert_status(ESTIMATE(NULL, count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(ESTIMATE(tones, SIZE_MAX), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(ESTIMATE(tones, 4097), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(ESTIMATE(MISALIGNED(rangekit_cs_tone, 0), 1), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_sounding_estimate(sounding, 0, tones, count, trips, 1, &result),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_sounding_estimate(sounding, 0, tones, count, NULL, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_sounding_estimate(NULL, 0, tones, count, NULL, 0, &result), RANGEKIT_ERROR_NULL_POINTER);
    result.struct_size = 1;
    assert_status(ESTIMATE(tones, count), RANGEKIT_ERROR_STRUCT_SIZE);
    rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT, defaults = {0};
    assert_status(rangekit_sounding_options_default(&defaults), RANGEKIT_OK);
    defaults.struct_size = options.struct_size;
    assert_memory_equal(&options, &defaults, sizeof options);
    options.minimum_tones = 4;
    assert_status(rangekit_sounding_create(&options, &other), RANGEKIT_ERROR_OUT_OF_RANGE);
    options.minimum_tones = 15;
    options.limit_m = NAN;
    assert_status(rangekit_sounding_create(&options, &other), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_sounding_init(memory, 100, NULL, &other), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_true(rangekit_sounding_size() <= 24576 && rangekit_sounding_size() <= sizeof memory);
    assert_status(rangekit_sounding_create(NULL, &other), RANGEKIT_OK);
    rangekit_sounding_destroy(other);
    rangekit_sounding_destroy(NULL);
    assert_string_equal(rangekit_sounding_cause_name(RANGEKIT_SOUNDING_CAUSE_MULTIPATH), "multipath");
    assert_string_equal(rangekit_sounding_cause_name(3), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ideal_tones_give_the_distance_to_a_millimetre),
    cmocka_unit_test(the_earliest_antenna_path_leads),
    cmocka_unit_test(of_phases_alone_echoes_widen_the_interval),
    cmocka_unit_test(round_trips_resolve_repetition_and_name_contradiction),
    cmocka_unit_test(round_trips_take_the_upper_median),
    cmocka_unit_test(a_still_channel_gives_velocity_and_age),
    cmocka_unit_test(what_cannot_be_used_is_refused),
};

TEST_GROUP(sounding_tests, tests);
