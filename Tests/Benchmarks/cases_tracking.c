/* SPDX-License-Identifier: MIT */
#include "cases_tracking.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference_tracking.h"

#define SAMPLES 4096
#define STEP_NS INT64_C(50000000)

static volatile uint64_t sink;
static rangekit_range_sample samples[SAMPLES];

static rangekit_filter *filters[2];
static rangekit_zone *zone;
static rangekit_pointing *pointing;
static rangekit_fusion *fusion;
static rangekit_quality_model *model;
static struct reference_filter plain_filters[2];
static struct reference_zone plain_zone;
static struct reference_pointing plain_pointing;
static struct reference_fusion plain_fusion;
static struct reference_quality_model plain_model;
static rangekit_direction_options direction_options = RANGEKIT_DIRECTION_OPTIONS_INIT;

/* Every pair has a clock of its own for each side, so that both see the same samples in the same order. */
enum pair { KALMAN, MEDIAN, ZONE, DIRECTION, POINTING, FUSION, MODEL, PAIRS };
static int64_t steps[PAIRS][2];

static uint64_t random_state = 5;

static double random_unit(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* A walk to the other device and back, with noise, turns, and some distances that are far off. */
static void make_samples(void) {
    static const int32_t technologies[] = {RANGEKIT_TECHNOLOGY_UWB, RANGEKIT_TECHNOLOGY_UWB,
                                           RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING, RANGEKIT_TECHNOLOGY_OPTICAL};
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample *sample = &samples[i];
        sample->fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_AZIMUTH | RANGEKIT_SAMPLE_HAS_ELEVATION;
        sample->technology = technologies[i % 4];
        sample->distance_m = (float)(4 + 3.5 * sin((double)i * 0.01) + 0.2 * (random_unit() - 0.5));
        if (i % 97 == 96) sample->distance_m += 8;
        sample->azimuth_rad = (float)(0.6 * sin((double)i * 0.02) + 0.05 * (random_unit() - 0.5));
        sample->elevation_rad = (float)(0.2 * sin((double)i * 0.005));
    }
}

static rangekit_range_sample next(enum pair pair, int side) {
    int64_t step = steps[pair][side]++;
    rangekit_range_sample sample = samples[(size_t)step % SAMPLES];
    sample.time_ns = step * STEP_NS;
    return sample;
}

static rangekit_filter_sample next_value(enum pair pair, int side) {
    int64_t step = steps[pair][side]++;
    return (rangekit_filter_sample){.time_ns = step * STEP_NS,
                                    .value = {samples[(size_t)step % SAMPLES].distance_m},
                                    .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
}

#define FILTER_CASE(name, pair, number)                                                                           \
    void name(size_t calls) {                                                                                      \
        rangekit_filter_result result;                                                                             \
        for (size_t i = 0; i < calls; i += 1) {                                                                    \
            rangekit_filter_sample sample = next_value(pair, 0);                                                   \
            sink += (uint64_t)rangekit_filter_update(filters[number], &sample, &result) + result.fields;           \
        }                                                                                                          \
    }                                                                                                              \
    void name##_plain(size_t calls) {                                                                              \
        rangekit_filter_result result;                                                                             \
        for (size_t i = 0; i < calls; i += 1) {                                                                    \
            rangekit_filter_sample sample = next_value(pair, 1);                                                   \
            sink += (uint64_t)reference_filter_update(&plain_filters[number], &sample, &result) + result.fields;   \
        }                                                                                                          \
    }
FILTER_CASE(filter_kalman, KALMAN, 0)
FILTER_CASE(filter_median, MEDIAN, 1)

/* An update of a sample with a result of `type`. */
#define SAMPLE_CASE(name, pair, type, update, handle, plain)                            \
    void name(size_t calls) {                                                           \
        type result = {.fields = 0};                                                    \
        set_size(&result, sizeof result);                                               \
        for (size_t i = 0; i < calls; i += 1) {                                         \
            rangekit_range_sample sample = next(pair, 0);                               \
            sink += (uint64_t)rangekit_##update(handle, &sample, &result) + result.fields; \
        }                                                                               \
    }                                                                                   \
    void name##_plain(size_t calls) {                                                   \
        type result = {.fields = 0};                                                    \
        set_size(&result, sizeof result);                                               \
        for (size_t i = 0; i < calls; i += 1) {                                         \
            rangekit_range_sample sample = next(pair, 1);                               \
            sink += (uint64_t)reference_##update(plain, &sample, &result) + result.fields; \
        }                                                                               \
    }

/* The first field of every sized struct; a zone's result has none and is filled by its update. */
static void set_size(void *result, uint32_t size) { memcpy(result, &size, sizeof size); }

SAMPLE_CASE(zone_update, ZONE, rangekit_zone_result, zone_update, zone, &plain_zone)
SAMPLE_CASE(fusion_update, FUSION, rangekit_fusion_result, fusion_update, fusion, &plain_fusion)
SAMPLE_CASE(quality_model_update, MODEL, rangekit_quality_model_result, quality_model_update, model, &plain_model)

void direction_update(size_t calls) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    int32_t guidance;
    float amount;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next(DIRECTION, 0);
        (void)rangekit_direction_from_sample(&direction_options, &sample, NULL, &direction);
        (void)rangekit_direction_guidance(&direction_options, &direction, &guidance, &amount);
        sink += (uint64_t)guidance + direction.fields;
    }
}

void direction_update_plain(size_t calls) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    int32_t guidance;
    float amount;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next(DIRECTION, 1);
        (void)reference_direction_from_sample(&direction_options, &sample, &direction);
        (void)reference_direction_guidance(&direction_options, &direction, &guidance, &amount);
        sink += (uint64_t)guidance + direction.fields;
    }
}

/* Four targets around the room, the user turning from one to the next. */
static void make_frame(const rangekit_range_sample *sample, rangekit_pointing_target targets[4], float *roll_rad) {
    for (uint32_t i = 0; i < 4; i += 1) {
        targets[i] = (rangekit_pointing_target){
            .id = i + 1,
            .fields = RANGEKIT_POINTING_TARGET_HAS_AZIMUTH | RANGEKIT_POINTING_TARGET_HAS_ELEVATION |
                      RANGEKIT_POINTING_TARGET_HAS_DISTANCE,
            .azimuth_rad = sample->azimuth_rad + 0.4f * (float)i - 0.6f,
            .elevation_rad = 0.2f * sample->elevation_rad,
            .distance_m = 1 + (float)i};
    }
    *roll_rad = 2 * sample->elevation_rad;
}

void pointing_update(size_t calls) {
    rangekit_pointing_target targets[4];
    rangekit_pointing_result result;
    float roll_rad;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next(POINTING, 0);
        make_frame(&sample, targets, &roll_rad);
        sink += (uint64_t)rangekit_pointing_update(pointing, sample.time_ns, targets, 4, &roll_rad, &result);
    }
}

void pointing_update_plain(size_t calls) {
    rangekit_pointing_target targets[4];
    rangekit_pointing_result result;
    float roll_rad;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next(POINTING, 1);
        make_frame(&sample, targets, &roll_rad);
        sink += (uint64_t)reference_pointing_update(&plain_pointing, sample.time_ns, targets, 4, &roll_rad, &result);
    }
}

/* ---- Both sides say the same ---- */

static int is_near(float a, float b) { return fabsf(a - b) <= 1e-3f * (1 + fabsf(b)); }

static int differ(const char *what, size_t row) {
    fprintf(stderr, "bench: %s differs from its reference in row %zu\n", what, row);
    return 1;
}

static int check_filter(enum pair pair, int number) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_filter_sample sample = next_value(pair, 0);
        steps[pair][1] += 1;
        rangekit_filter_result a, b;
        if (rangekit_filter_update(filters[number], &sample, &a) !=
                reference_filter_update(&plain_filters[number], &sample, &b) ||
            a.fields != b.fields || a.flags != b.flags || a.latency_ns != b.latency_ns ||
            !is_near(a.value[0], b.value[0]) || !is_near(a.stddev, b.stddev) || !is_near(a.rate[0], b.rate[0]) ||
            !is_near(a.weight, b.weight)) {
            return differ("filter", i);
        }
    }
    return 0;
}

static int check_zone(void) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample sample = next(ZONE, 0);
        steps[ZONE][1] += 1;
        rangekit_zone_result a, b;
        if (rangekit_zone_update(zone, &sample, &a) != reference_zone_update(&plain_zone, &sample, &b) ||
            memcmp(&a, &b, offsetof(rangekit_zone_result, distance_m)) != 0 || !is_near(a.distance_m, b.distance_m) ||
            !is_near(a.speed_mps, b.speed_mps)) {
            return differ("zone", i);
        }
    }
    return 0;
}

static int check_direction(void) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample sample = next(DIRECTION, 0);
        steps[DIRECTION][1] += 1;
        rangekit_direction a = RANGEKIT_DIRECTION_INIT, b = RANGEKIT_DIRECTION_INIT;
        int32_t guidance[2];
        float amount[2];
        (void)rangekit_direction_from_sample(&direction_options, &sample, NULL, &a);
        (void)reference_direction_from_sample(&direction_options, &sample, &b);
        (void)rangekit_direction_guidance(&direction_options, &a, &guidance[0], &amount[0]);
        (void)reference_direction_guidance(&direction_options, &b, &guidance[1], &amount[1]);
        if (a.fields != b.fields || a.vertical != b.vertical || !is_near(a.height_m, b.height_m) ||
            !is_near(a.vector[0], b.vector[0]) || guidance[0] != guidance[1] || !is_near(amount[0], amount[1])) {
            return differ("direction", i);
        }
    }
    return 0;
}

static int check_pointing(void) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample sample = next(POINTING, 0);
        steps[POINTING][1] += 1;
        rangekit_pointing_target targets[4];
        float roll_rad;
        make_frame(&sample, targets, &roll_rad);
        rangekit_pointing_result a, b;
        (void)rangekit_pointing_update(pointing, sample.time_ns, targets, 4, &roll_rad, &a);
        (void)reference_pointing_update(&plain_pointing, sample.time_ns, targets, 4, &roll_rad, &b);
        if (memcmp(&a, &b, offsetof(rangekit_pointing_result, angle_rad)) != 0 || !is_near(a.angle_rad, b.angle_rad) ||
            !is_near(a.progress, b.progress) || !is_near(a.twist_rad, b.twist_rad)) {
            return differ("pointing", i);
        }
    }
    return 0;
}

static int check_fusion(void) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample sample = next(FUSION, 0);
        steps[FUSION][1] += 1;
        rangekit_fusion_result a = RANGEKIT_FUSION_RESULT_INIT, b = RANGEKIT_FUSION_RESULT_INIT;
        (void)rangekit_fusion_update(fusion, &sample, &a);
        (void)reference_fusion_update(&plain_fusion, &sample, &b);
        if (a.fields != b.fields || a.primary != b.primary || a.active != b.active || a.wanted != b.wanted ||
            !is_near(a.distance_m, b.distance_m) || !is_near(a.distance_stddev_m, b.distance_stddev_m) ||
            !is_near(a.velocity_mps, b.velocity_mps)) {
            return differ("fusion", i);
        }
    }
    return 0;
}

static int check_model(void) {
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_range_sample sample = next(MODEL, 0);
        steps[MODEL][1] += 1;
        rangekit_quality_model_result a = {.struct_size = sizeof a}, b = {.struct_size = sizeof b};
        (void)rangekit_quality_model_update(model, &sample, &a);
        (void)reference_quality_model_update(&plain_model, &sample, &b);
        if (a.fields != b.fields || a.level != b.level || a.cause_count != b.cause_count ||
            a.causes[0] != b.causes[0] || !is_near(a.probability, b.probability) ||
            !is_near(a.stddev_m, b.stddev_m) || !is_near(a.rate_hz, b.rate_hz)) {
            return differ("quality model", i);
        }
    }
    return 0;
}

int prepare_tracking_cases(void) {
    rangekit_filter_options options[2] = {RANGEKIT_FILTER_OPTIONS_INIT, RANGEKIT_FILTER_OPTIONS_INIT};
    rangekit_zone_options zone_options = {.struct_size = sizeof zone_options};
    rangekit_pointing_options pointing_options = RANGEKIT_POINTING_OPTIONS_INIT;
    rangekit_fusion_options fusion_options = {.struct_size = sizeof fusion_options};
    rangekit_quality_model_options model_options = RANGEKIT_QUALITY_MODEL_OPTIONS_INIT;
    options[1].method = RANGEKIT_FILTER_MEDIAN;
    (void)rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_UNLOCK, &zone_options);
    (void)rangekit_fusion_options_default(&fusion_options);
    for (int i = 0; i < 2; i += 1) {
        if (rangekit_filter_create(&options[i], &filters[i]) != RANGEKIT_OK) return differ("filter", 0);
        reference_filter_init(&plain_filters[i], &options[i]);
    }
    if (rangekit_zone_create(&zone_options, &zone) || rangekit_pointing_create(NULL, &pointing) ||
        rangekit_fusion_create(NULL, &fusion) || rangekit_quality_model_create(NULL, NULL, &model)) {
        return differ("a handle", 0);
    }
    reference_zone_init(&plain_zone, &zone_options);
    reference_pointing_init(&plain_pointing, &pointing_options);
    reference_fusion_init(&plain_fusion, &fusion_options);
    reference_quality_model_init(&plain_model, &model_options);
    make_samples();
    return check_filter(KALMAN, 0) || check_filter(MEDIAN, 1) || check_zone() || check_direction() ||
           check_pointing() || check_fusion() || check_model();
}
