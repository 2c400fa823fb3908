/* Rows of structs.c: every function of filters, zones, directions, pointing, fusion and the quality model that
 * takes a sized struct.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_STRUCTS_TRACKING_H
#define RANGEKIT_TESTS_STRUCTS_TRACKING_H

#include "support.h"

static uint64_t tracking_memory[ESTIMATOR_WORDS];
static const rangekit_range_sample tracking_sample = {
    .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .technology = RANGEKIT_TECHNOLOGY_UWB, .distance_m = 1.0f};

/* x_init, x_create and x_options_default of one handle. */
#define TRACKING_HANDLE(x)                                                                \
    static rangekit_status tracking_##x##_fill(void *options) {                           \
        return rangekit_##x##_options_default(options);                                   \
    }                                                                                     \
    static rangekit_status tracking_##x##_init(void *options) {                           \
        rangekit_##x *handle;                                                             \
        return rangekit_##x##_init(tracking_memory, sizeof tracking_memory, options, &handle); \
    }                                                                                     \
    static rangekit_status tracking_##x##_create(void *options) {                         \
        rangekit_##x *handle = NULL;                                                      \
        rangekit_status status = rangekit_##x##_create(options, &handle);                 \
        rangekit_##x##_destroy(handle);                                                   \
        return status;                                                                    \
    }
TRACKING_HANDLE(filter)
TRACKING_HANDLE(zone)
TRACKING_HANDLE(front_back)
TRACKING_HANDLE(pointing)
TRACKING_HANDLE(fusion)
#undef TRACKING_HANDLE

static rangekit_status tracking_zone_preset(void *options) {
    return rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_UNLOCK, options);
}

static rangekit_status tracking_direction_options_fill(void *options) {
    return rangekit_direction_options_default(options);
}

static rangekit_status tracking_direction_fill(void *direction) { return rangekit_direction_default(direction); }

static rangekit_status tracking_direction_options_use(void *options) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    return rangekit_direction_from_sample(options, &tracking_sample, NULL, &direction);
}

static rangekit_status tracking_direction_options_height(void *options) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    return rangekit_direction_set_height(options, 3.0f, 1, &direction);
}

static rangekit_status tracking_direction_options_guide(void *options) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    int32_t guidance;
    return rangekit_direction_guidance(options, &direction, &guidance, NULL);
}

static rangekit_status tracking_direction_options_describe(void *options) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    size_t length;
    return rangekit_direction_describe(options, &direction, NULL, 0, &length);
}

static rangekit_status tracking_direction_out(void *direction) {
    return rangekit_direction_from_sample(NULL, &tracking_sample, NULL, direction);
}

static rangekit_status tracking_direction_height(void *direction) {
    return rangekit_direction_set_height(NULL, 3.0f, 1, direction);
}

static rangekit_status tracking_direction_guide(void *direction) {
    int32_t guidance;
    return rangekit_direction_guidance(NULL, direction, &guidance, NULL);
}

static rangekit_status tracking_direction_describe(void *direction) {
    size_t length;
    return rangekit_direction_describe(NULL, direction, NULL, 0, &length);
}

static rangekit_status tracking_direction_sound(void *direction) {
    float gains[2];
    return rangekit_direction_sound(direction, 1.0f, gains);
}

static rangekit_status tracking_fusion_result_fill(void *result) { return rangekit_fusion_result_default(result); }

static rangekit_status tracking_fusion_update(void *result) {
    rangekit_fusion *fusion;
    assert_status(rangekit_fusion_init(tracking_memory, sizeof tracking_memory, NULL, &fusion), RANGEKIT_OK);
    return rangekit_fusion_update(fusion, &tracking_sample, result);
}

static rangekit_status tracking_model_fill(void *options) { return rangekit_quality_model_options_default(options); }

static rangekit_status tracking_model_preset(void *options) {
    return rangekit_quality_model_options_preset(RANGEKIT_QUALITY_MODEL_PRESET_SOUND, options);
}

static rangekit_status tracking_model_init(void *options) {
    rangekit_quality_model *model;
    return rangekit_quality_model_init(tracking_memory, sizeof tracking_memory, options, NULL, &model);
}

static rangekit_status tracking_model_create(void *options) {
    rangekit_quality_model *model = NULL;
    rangekit_status status = rangekit_quality_model_create(options, NULL, &model);
    rangekit_quality_model_destroy(model);
    return status;
}

static rangekit_status tracking_model_init_fusion(void *options) {
    rangekit_quality_model *model;
    return rangekit_quality_model_init(tracking_memory, sizeof tracking_memory, NULL, options, &model);
}

static rangekit_status tracking_model_result_fill(void *result) {
    return rangekit_quality_model_result_default(result);
}

static rangekit_status tracking_model_update(void *result) {
    rangekit_quality_model *model;
    assert_status(rangekit_quality_model_init(tracking_memory, sizeof tracking_memory, NULL, NULL, &model),
                  RANGEKIT_OK);
    return rangekit_quality_model_update(model, &tracking_sample, result);
}

#define TRACKING_HANDLE_PLACES(x, v1_size)                                     \
    {#x "_options_default", tracking_##x##_fill, NULL, v1_size, MAKES_OPTIONS}, \
    {#x "_init", tracking_##x##_init, tracking_##x##_fill, v1_size, OPTIONS},  \
    {#x "_create", tracking_##x##_create, tracking_##x##_fill, v1_size, OPTIONS}

#define TRACKING_DIRECTION_OPTIONS(name)                                                                \
    {"direction " #name ": options", tracking_direction_options_##name, tracking_direction_options_fill, \
     RANGEKIT_DIRECTION_OPTIONS_V1_SIZE, OPTIONS}

#define TRACKING_DIRECTION(name, use) \
    {"direction " #name, tracking_direction_##name, tracking_direction_fill, RANGEKIT_DIRECTION_V1_SIZE, use}

#define TRACKING_PLACES                                                                                           \
    TRACKING_HANDLE_PLACES(filter, RANGEKIT_FILTER_OPTIONS_V1_SIZE),                                              \
    TRACKING_HANDLE_PLACES(zone, RANGEKIT_ZONE_OPTIONS_V1_SIZE),                                                  \
    TRACKING_HANDLE_PLACES(front_back, RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE),                                      \
    TRACKING_HANDLE_PLACES(pointing, RANGEKIT_POINTING_OPTIONS_V1_SIZE),                                          \
    TRACKING_HANDLE_PLACES(fusion, RANGEKIT_FUSION_OPTIONS_V1_SIZE),                                              \
    TRACKING_HANDLE_PLACES(model, RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE),                                        \
    {"zone_options_preset", tracking_zone_preset, NULL, RANGEKIT_ZONE_OPTIONS_V1_SIZE, MAKES_OPTIONS},            \
    {"quality_model_options_preset", tracking_model_preset, NULL, RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE,         \
     MAKES_OPTIONS},                                                                                              \
    {"quality_model_init: fusion", tracking_model_init_fusion, tracking_fusion_fill,                              \
     RANGEKIT_FUSION_OPTIONS_V1_SIZE, OPTIONS},                                                                   \
    {"direction_options_default", tracking_direction_options_fill, NULL, RANGEKIT_DIRECTION_OPTIONS_V1_SIZE,      \
     MAKES_OPTIONS},                                                                                              \
    {"direction_default", tracking_direction_fill, NULL, RANGEKIT_DIRECTION_V1_SIZE, MAKES},                      \
    TRACKING_DIRECTION_OPTIONS(use), TRACKING_DIRECTION_OPTIONS(height), TRACKING_DIRECTION_OPTIONS(guide),       \
    TRACKING_DIRECTION_OPTIONS(describe), TRACKING_DIRECTION(out, RESULT), TRACKING_DIRECTION(height, RESULT),    \
    TRACKING_DIRECTION(guide, INPUT), TRACKING_DIRECTION(describe, INPUT), TRACKING_DIRECTION(sound, INPUT),      \
    {"fusion_result_default", tracking_fusion_result_fill, NULL, RANGEKIT_FUSION_RESULT_V1_SIZE, MAKES},          \
    {"fusion_update", tracking_fusion_update, tracking_fusion_result_fill, RANGEKIT_FUSION_RESULT_V1_SIZE,        \
     RESULT},                                                                                                     \
    {"quality_model_result_default", tracking_model_result_fill, NULL, RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE,     \
     MAKES},                                                                                                      \
    {"quality_model_update", tracking_model_update, tracking_model_result_fill,                                   \
     RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE, RESULT}

#endif
