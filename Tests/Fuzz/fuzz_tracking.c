/* Any sequence of calls on filters, zones, directions, front or back, pointing, fusion and the quality model, with any
 * arguments. Every call gives a status of its own; what comes out is finite and keeps its rules; what is refused
 * changes nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define WORDS 512

static uint64_t memory[7][WORDS];

/* Mostly small numbers, often special ones. */
static float take_float(struct input *input) {
    static const float special[] = {0,    -0.0f,       INFINITY, -INFINITY, NAN,   1e-45f, 1e9f,
                                    -1e9f, 3.14159274f, 1.5707964f, 2e9f, 1e38f, 1e-6f,  -1};
    uint8_t choice = take_byte(input);
    float value = (float)take_byte(input) * 0.0625f - 4;
    if (choice < 200) return value;
    if (choice < 240) return special[choice % (sizeof special / sizeof *special)];
    take(input, &value, sizeof value);
    return value;
}

static int64_t take_time(struct input *input, int64_t *now_ns) {
    uint8_t choice = take_byte(input);
    int64_t time_ns;
    if (choice >= 250) {
        take(input, &time_ns, sizeof time_ns);
        return time_ns;
    }
    *now_ns += (int64_t)choice * 10000000;
    return *now_ns;
}

static rangekit_range_sample take_sample(struct input *input, int64_t *now_ns) {
    rangekit_range_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.time_ns = take_time(input, now_ns);
    sample.fields = take_byte(input) | (uint32_t)(take_byte(input) & 3) << 8;
    sample.technology = take_byte(input) % 7;
    float *values = &sample.distance_m;
    for (int i = 0; i < 10; i += 1) values[i] = sample.fields & (1u << i) ? take_float(input) : 0;
    return sample;
}

static void require_status(rangekit_status status) { REQUIRE(is_status(status)); }

/* Numbers of options: some of them anything, so that the others are still met. */
static void spoil(struct input *input, void *options, size_t size) {
    uint8_t count = take_byte(input) % 4;
    for (uint8_t i = 0; i < count; i += 1) {
        size_t at = 4 + 4 * (size_t)(take_byte(input) % (size / 4 - 1));
        float value = take_float(input);
        uint32_t number = take_byte(input);
        memcpy((uint8_t *)options + at, take_byte(input) & 1 ? (void *)&value : (void *)&number, 4);
    }
}

static int is_near(float a, float b) { return fabsf(a - b) <= 1e-4f * (1 + fabsf(b)); }

static void filter(struct input *input) {
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.method = take_byte(input) % 8;
    options.domain = take_byte(input) % 4;
    spoil(input, &options, sizeof options);
    rangekit_filter *handle = NULL;
    rangekit_status status = rangekit_filter_init(memory[0], sizeof memory[0], &options, &handle);
    require_status(status);
    if (status != RANGEKIT_OK) return;
    int64_t now_ns = 0;
    while (input->at < input->end) {
        rangekit_filter_sample sample;
        rangekit_filter_result result, before;
        memset(&sample, 0, sizeof sample);
        memset(&before, 0, sizeof before);
        uint8_t call = take_byte(input);
        sample.time_ns = take_time(input, &now_ns);
        sample.fields = call & 7;
        for (int i = 0; i < 3; i += 1) sample.value[i] = take_float(input);
        if (call & 2) sample.stddev = take_float(input);
        if (call & 4) sample.weight = (float)take_byte(input) / 255;
        if (call >= 248) sample.fields |= 1u << (call & 31);
        rangekit_status known = rangekit_filter_predict(handle, INT64_MAX, &before);
        REQUIRE(known == RANGEKIT_OK);
        status = rangekit_filter_update(handle, &sample, &result);
        require_status(status);
        if (status == RANGEKIT_OK) {
            REQUIRE((result.fields & ~7u) == 0 && (result.flags & ~7u) == 0);
            REQUIRE(result.latency_ns >= 0 && result.weight >= 0 && result.weight <= 1.0001f);
            REQUIRE(!isnan(result.value[0]) && !isnan(result.stddev) && result.stddev >= 0);
            float length = result.value[0] * result.value[0] + result.value[1] * result.value[1] +
                           result.value[2] * result.value[2];
            if (options.domain == RANGEKIT_FILTER_DIRECTION && result.fields & 1) REQUIRE(is_near(length, 1));
            if (options.domain == RANGEKIT_FILTER_CIRCULAR) REQUIRE(fabsf(result.value[0]) < 3.1415930f);
        } else {
            rangekit_filter_result after;
            REQUIRE(rangekit_filter_predict(handle, INT64_MAX, &after) == RANGEKIT_OK);
            REQUIRE(memcmp(&before, &after, sizeof after) == 0);
        }
        if (call % 16 == 1) require_status(rangekit_filter_shift(handle, take_float(input)));
        if (call % 16 == 2) {
            float quaternion[4];
            for (int i = 0; i < 4; i += 1) quaternion[i] = take_float(input);
            require_status(rangekit_filter_rotate(handle, quaternion));
        }
        if (call % 64 == 3) {
            REQUIRE(rangekit_filter_reset(handle) == RANGEKIT_OK);
            now_ns = (int64_t)take_byte(input) * 1000000000 - 128000000000;
        }
    }
}

static void zone(struct input *input) {
    rangekit_zone_options options = {.struct_size = sizeof options};
    REQUIRE(rangekit_zone_options_preset(take_byte(input) % 3, &options) == RANGEKIT_OK);
    spoil(input, &options, sizeof options);
    rangekit_zone *handle = NULL;
    rangekit_status status = rangekit_zone_init(memory[1], sizeof memory[1], &options, &handle);
    require_status(status);
    if (status != RANGEKIT_OK) return;
    int64_t now_ns = 0;
    uint32_t inside = 0, all = (1u << options.ring_count) - 1;
    while (input->at < input->end) {
        rangekit_range_sample sample = take_sample(input, &now_ns);
        rangekit_zone_result result;
        status = rangekit_zone_update(handle, &sample, &result);
        require_status(status);
        if (status != RANGEKIT_OK) continue;
        /* Rings change by what is said to have changed, and never twice in one sample. */
        REQUIRE((result.entered & result.left & ~inside) == 0);
        REQUIRE(result.inside == ((inside & ~result.left) | result.entered) && (result.inside & ~all) == 0);
        REQUIRE((result.dwelling & ~result.inside) == 0 && (result.dwelt & ~result.dwelling) == 0);
        REQUIRE(result.trend >= 0 && result.trend <= 3 && (result.causes & ~15u) == 0);
        REQUIRE(!isnan(result.distance_m) && !isnan(result.speed_mps));
        inside = result.inside;
        if (take_byte(input) == 255) {
            REQUIRE(rangekit_zone_reset(handle) == RANGEKIT_OK);
            inside = 0;
        }
    }
}

static void direction(struct input *input) {
    while (input->at < input->end) {
        int64_t now_ns = 0;
        rangekit_direction_options options = RANGEKIT_DIRECTION_OPTIONS_INIT;
        rangekit_direction value = RANGEKIT_DIRECTION_INIT;
        rangekit_range_sample sample = take_sample(input, &now_ns);
        float vector[3], orientation[4], world[3], gains[2] = {0, 0}, amount = 0;
        int32_t guidance = 0;
        char text[RANGEKIT_DIRECTION_TEXT_MAX_SIZE];
        size_t length = 0;
        spoil(input, &options, sizeof options);
        for (int i = 0; i < 3; i += 1) vector[i] = take_float(input);
        for (int i = 0; i < 4; i += 1) orientation[i] = take_float(input);
        uint8_t choice = take_byte(input);
        rangekit_status status =
            rangekit_direction_from_sample(&options, &sample, choice & 1 ? vector : NULL, &value);
        require_status(status);
        if (choice & 2) require_status(rangekit_direction_set_height(&options, take_float(input), choice >> 2 & 1, &value));
        if (choice & 8) take(input, &value.fields, sizeof value.fields);
        if (choice & 16) value.vertical = take_byte(input);
        if (choice & 32) value.distance_m = take_float(input);
        status = rangekit_direction_guidance(&options, &value, &guidance, &amount);
        require_status(status);
        if (status == RANGEKIT_OK) REQUIRE(guidance >= 0 && guidance <= 8 && amount >= 0 && isfinite(amount));
        status = rangekit_direction_describe(&options, &value, text, sizeof text, &length);
        require_status(status);
        if (status == RANGEKIT_OK) REQUIRE(strlen(text) == length && length < sizeof text);
        status = rangekit_direction_sound(&value, take_float(input), gains);
        require_status(status);
        if (status == RANGEKIT_OK) REQUIRE(gains[0] >= -1e-6f && gains[0] <= 1.0001f && gains[1] >= -1e-6f);
        status = rangekit_direction_to_world(orientation, vector, world);
        require_status(status);
        float squares = world[0] * world[0] + world[1] * world[1] + world[2] * world[2];
        if (status == RANGEKIT_OK) REQUIRE(is_near(squares, 1));
    }
}

static void front_back(struct input *input) {
    rangekit_front_back_options options = RANGEKIT_FRONT_BACK_OPTIONS_INIT;
    spoil(input, &options, sizeof options);
    rangekit_front_back *handle = NULL;
    rangekit_status status = rangekit_front_back_init(memory[2], sizeof memory[2], &options, &handle);
    require_status(status);
    int64_t now_ns = 0;
    while (status == RANGEKIT_OK && input->at < input->end) {
        float probability = 0.5f, azimuth = take_float(input), yaw = take_float(input);
        require_status(rangekit_front_back_update(handle, take_time(input, &now_ns), azimuth, yaw, &probability));
        REQUIRE(probability > 0 && probability < 1);
    }
}

static void pointing(struct input *input) {
    rangekit_pointing_options options = RANGEKIT_POINTING_OPTIONS_INIT;
    spoil(input, &options, sizeof options);
    rangekit_pointing *handle = NULL;
    rangekit_status status = rangekit_pointing_init(memory[3], sizeof memory[3], &options, &handle);
    require_status(status);
    if (status != RANGEKIT_OK) return;
    int64_t now_ns = 0;
    int32_t before = RANGEKIT_POINTING_NOT_POINTING;
    while (input->at < input->end) {
        rangekit_pointing_target targets[10];
        rangekit_pointing_result result;
        uint8_t choice = take_byte(input);
        size_t count = choice % 10;
        for (size_t i = 0; i < count; i += 1) {
            targets[i] = (rangekit_pointing_target){.id = take_byte(input) % 16, .fields = take_byte(input) & 15};
            targets[i].azimuth_rad = take_float(input) * 0.1f;
            targets[i].elevation_rad = take_float(input) * 0.1f;
            targets[i].distance_m = take_float(input);
            targets[i].angle_stddev_rad = take_float(input);
        }
        float roll = take_float(input);
        status = rangekit_pointing_update(handle, take_time(input, &now_ns), targets, count, choice & 128 ? &roll : NULL,
                                          &result);
        require_status(status);
        if (status != RANGEKIT_OK) continue;
        int was_locked = before == RANGEKIT_POINTING_LOCKED, is_locked = result.state == RANGEKIT_POINTING_LOCKED;
        REQUIRE(result.state >= 0 && result.state <= 2 && result.gesture >= 0 && result.gesture <= 2);
        REQUIRE(((result.fields & RANGEKIT_POINTING_DID_LOCK) != 0) == (is_locked && !was_locked));
        REQUIRE(((result.fields & RANGEKIT_POINTING_DID_RELEASE) != 0) == (was_locked && !is_locked));
        REQUIRE(result.progress >= 0 && result.progress <= 1 && !isnan(result.angle_rad) && !isnan(result.twist_rad));
        before = result.state;
    }
}

static void fusion_and_model(struct input *input) {
    rangekit_fusion_options options = {.struct_size = sizeof options};
    rangekit_quality_model_options model_options = RANGEKIT_QUALITY_MODEL_OPTIONS_INIT;
    REQUIRE(rangekit_fusion_options_default(&options) == RANGEKIT_OK);
    spoil(input, &options, sizeof options);
    spoil(input, &model_options, sizeof model_options);
    rangekit_fusion *fusion = NULL;
    rangekit_quality_model *model = NULL;
    rangekit_status made = rangekit_fusion_init(memory[4], sizeof memory[4], &options, &fusion);
    rangekit_status judged = rangekit_quality_model_init(memory[5], sizeof memory[5], &model_options, &options, &model);
    require_status(made);
    require_status(judged);
    int64_t now_ns = 0;
    while (input->at < input->end) {
        rangekit_range_sample sample = take_sample(input, &now_ns);
        rangekit_fusion_result fused = RANGEKIT_FUSION_RESULT_INIT;
        rangekit_quality_model_result result = {.struct_size = sizeof result};
        if (made == RANGEKIT_OK) {
            rangekit_status status = rangekit_fusion_update(fusion, &sample, &fused);
            require_status(status);
            if (status == RANGEKIT_OK) REQUIRE(fused.age_ns >= 0 && !isnan(fused.distance_stddev_m));
            if (status == RANGEKIT_OK) REQUIRE(!isnan(fused.distance_m) && fused.distance_stddev_m >= 0);
            float bias, stddev;
            require_status(rangekit_fusion_bias(fusion, sample.technology, &bias, &stddev));
        }
        if (judged == RANGEKIT_OK) {
            rangekit_status status = rangekit_quality_model_update(model, &sample, &result);
            require_status(status);
            float probability = 0;
            if (status == RANGEKIT_OK) {
                REQUIRE(result.level >= 0 && result.level <= 3 && result.cause_count <= 7 && result.sample_count <= 32);
                REQUIRE(result.probability >= 0 && result.probability <= 1.0001f && !isnan(result.stddev_m));
                for (uint32_t i = 1; i < result.cause_count; i += 1) REQUIRE(result.weights[i - 1] >= result.weights[i]);
            }
            status = rangekit_quality_model_probability(model, take_float(input), &probability);
            require_status(status);
            if (status == RANGEKIT_OK) REQUIRE(probability >= 0 && probability <= 1.0001f);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const parts[])(struct input *) = {filter, zone, direction, front_back, pointing, fusion_and_model};
    struct input input = {data, data + size};
    parts[take_byte(&input) % (sizeof parts / sizeof *parts)](&input);
    return 0;
}
