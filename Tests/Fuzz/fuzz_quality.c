/* Any sequence of calls on an estimator, with any arguments, against the model of the C tests.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "../C/quality_model.h"
#include "fuzz.h"

static uint64_t memory[512];
static struct quality_model model;

static rangekit_range_sample take_sample(struct input *input, int64_t *now_ns) {
    rangekit_range_sample sample;
    memset(&sample, 0, sizeof sample);
    uint8_t choice = take_byte(input);
    sample.fields = choice & 1 ? RANGEKIT_SAMPLE_HAS_DISTANCE : 0;
    sample.distance_m = (float)take_byte(input) * 0.25f;
    if (choice & 64) take(input, &sample.distance_m, sizeof sample.distance_m);
    *now_ns += (int64_t)(choice >> 1 & 7) * 62500000;
    sample.time_ns = *now_ns;
    if (choice & 128) take(input, &sample.time_ns, sizeof sample.time_ns);
    return sample;
}

static void require_judgement(const rangekit_quality_result *found) {
    struct quality_judgement expected = quality_model_judge(&model);
    REQUIRE(found->level == expected.result.level && found->fields == expected.result.fields);
    REQUIRE(found->sample_count == expected.result.sample_count && found->age_ns == expected.result.age_ns);
    REQUIRE(((found->causes ^ expected.result.causes) & ~expected.uncertain_causes) == 0);
    REQUIRE(isfinite(found->distance_m) && isfinite(found->spread_m) && isfinite(found->rate_hz));
}

static void update(rangekit_quality *quality, struct input *input, int64_t *now_ns) {
    rangekit_range_sample sample = take_sample(input, now_ns);
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    if (model.count == QUALITY_MODEL_HISTORY) return;
    rangekit_status status = rangekit_quality_update(quality, &sample, &result);
    REQUIRE(status == quality_model_update(&model, &sample));
    if (status == RANGEKIT_OK) require_judgement(&result);
}

static void update_batch(rangekit_quality *quality, struct input *input, int64_t *now_ns) {
    rangekit_range_sample samples[32];
    int32_t levels[32];
    size_t count = take_byte(input) % 33, accepted = 0;
    for (size_t i = 0; i < count; i += 1) samples[i] = take_sample(input, now_ns);
    if (model.count + 32 > QUALITY_MODEL_HISTORY) return;
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    rangekit_status status = rangekit_quality_update_batch(quality, samples, count, levels, &accepted, &result);
    REQUIRE(is_status(status) && accepted <= count && (status == RANGEKIT_OK) == (accepted == count));
    for (size_t i = 0; i < accepted; i += 1) {
        REQUIRE(quality_model_update(&model, &samples[i]) == RANGEKIT_OK);
        REQUIRE(levels[i] == quality_model_judge(&model).result.level);
    }
    if (accepted > 0) require_judgement(&result);
}

/* Pointers that cannot be used; nothing may change. */
static void misuse(rangekit_quality *quality, struct input *input) {
    rangekit_range_sample sample;
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    uint8_t choice = take_byte(input), area[sizeof sample + 16];
    memset(&sample, 0, sizeof sample);
    take(input, &result.struct_size, sizeof result.struct_size);
    void *askew = (void *)(((uintptr_t)area | 7) + 2);
    rangekit_status status = RANGEKIT_OK;
    switch (choice % 8) {
    case 0: status = rangekit_quality_update(quality, NULL, NULL); break;
    case 1: status = rangekit_quality_update(NULL, &sample, NULL); break;
    case 2: status = rangekit_quality_update(quality, askew, NULL); break;
    case 3: status = rangekit_quality_update(quality, &sample, askew); break;
    case 4: status = rangekit_quality_update_batch(quality, NULL, 1 + choice, NULL, NULL, NULL); break;
    case 5: status = rangekit_quality_update_batch(quality, &sample, SIZE_MAX - choice, NULL, NULL, NULL); break;
    case 6: status = rangekit_quality_reset(askew); break;
    default:
        if (result.struct_size >= RANGEKIT_QUALITY_RESULT_V1_SIZE) return;
        status = rangekit_quality_update(quality, &sample, &result);
    }
    REQUIRE(status < 0 && is_status(status));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    if (choice & 1) (void)rangekit_quality_options_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT, &options);
    if (choice & 2) options.minimum_count = take_byte(&input);
    if (choice & 4) options.window_ns = (int64_t)take_byte(&input) * 62500000;
    if (choice & 8) take(&input, &options.window_ns, sizeof options.window_ns);
    if (choice & 16) take(&input, &options.close_limit_m, 2 * sizeof(float));
    if (choice & 32) take(&input, &options.good_limit_included, 4 * sizeof(uint32_t));
    if (choice & 64) options.keep_repeated = take_byte(&input) & 1;
    rangekit_quality *quality = NULL;
    rangekit_status status = choice & 128 ? rangekit_quality_create(&options, &quality)
                                          : rangekit_quality_init(memory, sizeof memory, &options, &quality);
    REQUIRE(is_status(status) && (status == RANGEKIT_OK) == (quality != NULL));
    if (status != RANGEKIT_OK) return 0;
    quality_model_init(&model, &options);
    int64_t now_ns = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input);
        if (call < 200) update(quality, &input, &now_ns);
        else if (call < 230) update_batch(quality, &input, &now_ns);
        else if (call < 250) misuse(quality, &input);
        else {
            REQUIRE(rangekit_quality_reset(quality) == RANGEKIT_OK);
            quality_model_reset(&model);
            now_ns = (int64_t)take_byte(&input) * 1000000000 - 128000000000;
        }
    }
    rangekit_quality_destroy(quality);
    return 0;
}
