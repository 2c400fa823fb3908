/* Filters, zones, directions, pointing, fusion, the quality model: pointers that cannot be used, every export, every
 * pointer argument; memory that is no handle; names of every constant.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"

static uint64_t memory[ESTIMATOR_WORDS];
static const rangekit_range_sample sample = {
    .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .technology = RANGEKIT_TECHNOLOGY_UWB, .distance_m = 1.0f};

/* Making, resetting and ending a handle. */
#define CHECK_HANDLE(x, handle, largest)                                                                    \
    do {                                                                                                    \
        assert_in_range(rangekit_##x##_size(), 1, (largest));                                               \
        REFUSES(rangekit_##x##_options, rangekit_##x##_options_default(pointer));                           \
        REFUSES(uint64_t, rangekit_##x##_init(pointer, sizeof memory, NULL, &handle));                      \
        REFUSES_MISALIGNED(rangekit_##x##_options, rangekit_##x##_init(memory, sizeof memory, pointer, &handle)); \
        REFUSES(rangekit_##x *, rangekit_##x##_init(memory, sizeof memory, NULL, pointer));                 \
        REFUSES_MISALIGNED(rangekit_##x##_options, rangekit_##x##_create(pointer, &handle));                \
        REFUSES(rangekit_##x *, rangekit_##x##_create(NULL, pointer));                                      \
        assert_status(rangekit_##x##_reset(NULL), RANGEKIT_ERROR_NULL_POINTER);                             \
        rangekit_##x##_destroy(NULL);                                                                       \
        assert_status(rangekit_##x##_init(memory, sizeof memory, NULL, &handle), RANGEKIT_OK);              \
    } while (0)

static void filter_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_filter *filter;
    rangekit_filter_sample one = {.value = {1}, .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
    rangekit_filter_result result;
    size_t accepted;
    CHECK_HANDLE(filter, filter, 3071);
    assert_status(rangekit_filter_update(NULL, &one, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_filter_sample, rangekit_filter_update(filter, pointer, &result));
    REFUSES_MISALIGNED(rangekit_filter_result, rangekit_filter_update(filter, &one, pointer));
    assert_status(rangekit_filter_update_batch(NULL, &one, 1, &result, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_filter_sample, rangekit_filter_update_batch(filter, pointer, 1, &result, &accepted));
    REFUSES_MISALIGNED(rangekit_filter_result, rangekit_filter_update_batch(filter, &one, 1, pointer, &accepted));
    REFUSES_MISALIGNED(size_t, rangekit_filter_update_batch(filter, &one, 1, &result, pointer));
    assert_status(rangekit_filter_update_batch(filter, &one, SIZE_MAX, NULL, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_filter_update_batch(filter, NULL, 0, NULL, NULL), RANGEKIT_OK);
    assert_status(rangekit_filter_predict(NULL, 0, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_filter_result, rangekit_filter_predict(filter, 0, pointer));
    assert_status(rangekit_filter_shift(NULL, 1), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(float, rangekit_filter_rotate(filter, pointer));
    assert_status(rangekit_filter_rotate(NULL, (const float[4]){0, 0, 0, 1}), RANGEKIT_ERROR_NULL_POINTER);
    /* None of the refused calls took the sample. */
    assert_status(rangekit_filter_predict(filter, INT64_MIN, &result), RANGEKIT_OK);
    assert_int_equal(result.fields, 0);
}

static void zone_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_zone *zone;
    rangekit_zone_result result;
    size_t accepted;
    CHECK_HANDLE(zone, zone, 1023);
    REFUSES(rangekit_zone_options, rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_GUIDE, pointer));
    assert_status(rangekit_zone_update(NULL, &sample, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_zone_update(zone, pointer, &result));
    REFUSES_MISALIGNED(rangekit_zone_result, rangekit_zone_update(zone, &sample, pointer));
    assert_status(rangekit_zone_update_batch(NULL, &sample, 1, &result, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_zone_update_batch(zone, pointer, 1, &result, &accepted));
    REFUSES_MISALIGNED(rangekit_zone_result, rangekit_zone_update_batch(zone, &sample, 1, pointer, &accepted));
    REFUSES_MISALIGNED(size_t, rangekit_zone_update_batch(zone, &sample, 1, &result, pointer));
    assert_status(rangekit_zone_update_batch(zone, &sample, SIZE_MAX, NULL, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_range_sample empty = {.time_ns = INT64_MIN};
    assert_status(rangekit_zone_update(zone, &empty, &result), RANGEKIT_OK);
    assert_int_equal(result.fields, 0);
}

static void direction_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    const float vector[3] = {0, 0, -1}, orientation[4] = {0, 0, 0, 1};
    float world[3], gains[2], amount;
    int32_t guidance;
    char text[RANGEKIT_DIRECTION_TEXT_MAX_SIZE];
    size_t length;
    REFUSES(rangekit_direction_options, rangekit_direction_options_default(pointer));
    REFUSES(rangekit_direction, rangekit_direction_default(pointer));
    REFUSES_MISALIGNED(rangekit_direction_options,
                       rangekit_direction_from_sample(pointer, &sample, vector, &direction));
    REFUSES(rangekit_range_sample, rangekit_direction_from_sample(NULL, pointer, vector, &direction));
    REFUSES_MISALIGNED(float, rangekit_direction_from_sample(NULL, &sample, pointer, &direction));
    REFUSES(rangekit_direction, rangekit_direction_from_sample(NULL, &sample, vector, pointer));
    REFUSES_MISALIGNED(rangekit_direction_options, rangekit_direction_set_height(pointer, 1, 1, &direction));
    REFUSES(rangekit_direction, rangekit_direction_set_height(NULL, 1, 1, pointer));
    REFUSES(float, rangekit_direction_to_world(pointer, vector, world));
    REFUSES(float, rangekit_direction_to_world(orientation, pointer, world));
    REFUSES(float, rangekit_direction_to_world(orientation, vector, pointer));
    REFUSES_MISALIGNED(rangekit_direction_options,
                       rangekit_direction_guidance(pointer, &direction, &guidance, &amount));
    REFUSES(rangekit_direction, rangekit_direction_guidance(NULL, pointer, &guidance, &amount));
    REFUSES(int32_t, rangekit_direction_guidance(NULL, &direction, pointer, &amount));
    REFUSES_MISALIGNED(float, rangekit_direction_guidance(NULL, &direction, &guidance, pointer));
    REFUSES_MISALIGNED(rangekit_direction_options,
                       rangekit_direction_describe(pointer, &direction, text, sizeof text, &length));
    REFUSES(rangekit_direction, rangekit_direction_describe(NULL, pointer, text, sizeof text, &length));
    REFUSES(size_t, rangekit_direction_describe(NULL, &direction, text, sizeof text, pointer));
    assert_status(rangekit_direction_describe(NULL, &direction, NULL, 1, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_direction, rangekit_direction_sound(pointer, 1, gains));
    REFUSES(float, rangekit_direction_sound(&direction, 1, pointer));
}

static void front_back_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_front_back *front_back;
    float probability;
    CHECK_HANDLE(front_back, front_back, 127);
    assert_status(rangekit_front_back_update(NULL, 0, 0, 0, &probability), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_MISALIGNED(float, rangekit_front_back_update(front_back, 0, 0, 0, pointer));
    assert_status(rangekit_front_back_update(front_back, INT64_MIN, 0, 0, &probability), RANGEKIT_OK);
}

static void pointing_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_pointing *pointing;
    rangekit_pointing_target target = {.id = 1, .fields = RANGEKIT_POINTING_TARGET_HAS_AZIMUTH};
    rangekit_pointing_result result;
    float roll = 0;
    CHECK_HANDLE(pointing, pointing, 255);
    assert_status(rangekit_pointing_update(NULL, 0, &target, 1, &roll, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_pointing_target, rangekit_pointing_update(pointing, 0, pointer, 1, &roll, &result));
    REFUSES_MISALIGNED(float, rangekit_pointing_update(pointing, 0, &target, 1, pointer, &result));
    REFUSES_MISALIGNED(rangekit_pointing_result, rangekit_pointing_update(pointing, 0, &target, 1, &roll, pointer));
    assert_status(rangekit_pointing_update(pointing, 0, &target, SIZE_MAX, &roll, &result), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_pointing_update(pointing, INT64_MIN, NULL, 0, NULL, &result), RANGEKIT_OK);
    assert_int_equal(result.state, RANGEKIT_POINTING_NOT_POINTING);
}

static void fusion_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_fusion *fusion;
    rangekit_fusion_result result = RANGEKIT_FUSION_RESULT_INIT;
    float bias, stddev;
    CHECK_HANDLE(fusion, fusion, 1023);
    REFUSES(rangekit_fusion_result, rangekit_fusion_result_default(pointer));
    assert_status(rangekit_fusion_update(NULL, &sample, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_fusion_update(fusion, pointer, &result));
    REFUSES_MISALIGNED(rangekit_fusion_result, rangekit_fusion_update(fusion, &sample, pointer));
    assert_status(rangekit_fusion_bias(NULL, RANGEKIT_TECHNOLOGY_UWB, &bias, &stddev), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(float, rangekit_fusion_bias(fusion, RANGEKIT_TECHNOLOGY_UWB, pointer, &stddev));
    REFUSES(float, rangekit_fusion_bias(fusion, RANGEKIT_TECHNOLOGY_UWB, &bias, pointer));
    rangekit_range_sample empty = {.time_ns = INT64_MIN};
    assert_status(rangekit_fusion_update(fusion, &empty, &result), RANGEKIT_OK);
    assert_int_equal(result.fields & RANGEKIT_FUSION_HAS_DISTANCE, 0);
}

static void quality_model_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_quality_model *model;
    rangekit_quality_model_result result = {.struct_size = sizeof result};
    float probability;
    assert_in_range(rangekit_quality_model_size(), 1, 2559);
    REFUSES(rangekit_quality_model_options, rangekit_quality_model_options_default(pointer));
    REFUSES(rangekit_quality_model_options,
            rangekit_quality_model_options_preset(RANGEKIT_QUALITY_MODEL_PRESET_FIND, pointer));
    REFUSES(rangekit_quality_model_result, rangekit_quality_model_result_default(pointer));
    REFUSES(uint64_t, rangekit_quality_model_init(pointer, sizeof memory, NULL, NULL, &model));
    REFUSES_MISALIGNED(rangekit_quality_model_options,
                       rangekit_quality_model_init(memory, sizeof memory, pointer, NULL, &model));
    REFUSES_MISALIGNED(rangekit_fusion_options,
                       rangekit_quality_model_init(memory, sizeof memory, NULL, pointer, &model));
    REFUSES(rangekit_quality_model *, rangekit_quality_model_init(memory, sizeof memory, NULL, NULL, pointer));
    REFUSES_MISALIGNED(rangekit_quality_model_options, rangekit_quality_model_create(pointer, NULL, &model));
    REFUSES_MISALIGNED(rangekit_fusion_options, rangekit_quality_model_create(NULL, pointer, &model));
    REFUSES(rangekit_quality_model *, rangekit_quality_model_create(NULL, NULL, pointer));
    assert_status(rangekit_quality_model_init(memory, sizeof memory, NULL, NULL, &model), RANGEKIT_OK);
    rangekit_quality_model_destroy(NULL);
    assert_status(rangekit_quality_model_reset(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_quality_model_update(NULL, &sample, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_quality_model_update(model, pointer, &result));
    REFUSES_MISALIGNED(rangekit_quality_model_result, rangekit_quality_model_update(model, &sample, pointer));
    assert_status(rangekit_quality_model_probability(NULL, 1, &probability), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(float, rangekit_quality_model_probability(model, 1, pointer));
    assert_status(rangekit_quality_model_probability(model, 1, &probability), RANGEKIT_ERROR_MISSING_VALUE);
}

/* ---- Memory ---- */

static rangekit_status model_init(void *at, size_t size, const void *options, rangekit_quality_model **model) {
    return rangekit_quality_model_init(at, size, options, NULL, model);
}

/* Foreign bytes, the address between, a handle that has ended, and memory that ends too early. */
#define CHECK_MEMORY(x, init)                                                                          \
    do {                                                                                               \
        static const uint8_t fillings[] = {0x00, 0xA5, 0xFF};                                          \
        size_t size = rangekit_##x##_size();                                                           \
        assert_int_equal(size % 8, 0);                                                                 \
        for (size_t i = 0; i < COUNT_OF(fillings); i += 1) {                                           \
            uint8_t *bytes = guarded(0, size + 8);                                                     \
            memset(bytes, fillings[i], size + 8);                                                      \
            assert_status(rangekit_##x##_reset((void *)bytes), RANGEKIT_ERROR_INVALID_HANDLE);         \
            assert_status(rangekit_##x##_reset((void *)(bytes + 1)), RANGEKIT_ERROR_MISALIGNED);       \
            rangekit_##x##_destroy((void *)bytes);                                                     \
            rangekit_##x##_destroy((void *)(bytes + 1));                                               \
            assert_true(filled_with(bytes, size + 8, fillings[i]));                                    \
        }                                                                                              \
        rangekit_##x *handle = NULL;                                                                   \
        for (size_t small = 0; small < size; small += small < 64 ? 1 : 41) {                           \
            uint8_t *bytes = guarded(0, size);                                                         \
            assert_status(init(bytes, small, NULL, &handle), RANGEKIT_ERROR_BUFFER_TOO_SMALL);         \
            assert_true(handle == NULL && filled_with(bytes, size, 0xA5));                             \
        }                                                                                              \
        assert_status(init(guarded(0, size), SIZE_MAX, NULL, &handle), RANGEKIT_OK);                   \
        rangekit_##x##_destroy(handle);                                                                \
        assert_status(rangekit_##x##_reset(handle), RANGEKIT_ERROR_INVALID_HANDLE);                    \
        rangekit_##x##_destroy(handle);                                                                \
        assert_status(init(handle, size, NULL, &handle), RANGEKIT_OK);                                 \
    } while (0)

static void memory_that_is_no_handle_is_refused(void **state) {
    (void)state;
    CHECK_MEMORY(filter, rangekit_filter_init);
    CHECK_MEMORY(zone, rangekit_zone_init);
    CHECK_MEMORY(front_back, rangekit_front_back_init);
    CHECK_MEMORY(pointing, rangekit_pointing_init);
    CHECK_MEMORY(fusion, rangekit_fusion_init);
    CHECK_MEMORY(quality_model, model_init);
}

/* ---- Names ---- */

static void names_are(const char *(*name)(int32_t), const char *const *expected, int32_t count) {
    for (int32_t i = 0; i < count; i += 1) {
        assert_plain_text(name(i));
        assert_string_equal(name(i), expected[i]);
    }
    static const int32_t others[] = {-1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(others); i += 1) assert_string_equal(name(others[i]), "unknown");
    assert_string_equal(name(count), "unknown");
}

static const char *bit_name_of_filter(int32_t bit) {
    return bit < 0 || bit > 31 ? "unknown" : rangekit_filter_flag_name(UINT32_C(1) << bit);
}

static const char *bit_name_of_zone(int32_t bit) {
    return bit < 0 || bit > 31 ? "unknown" : rangekit_zone_cause_name(UINT32_C(1) << bit);
}

#define NAMES(function, ...)                                                     \
    do {                                                                         \
        static const char *const expected[] = {__VA_ARGS__};                     \
        names_are(function, expected, (int32_t)COUNT_OF(expected));              \
    } while (0)

static void every_constant_has_its_name(void **state) {
    (void)state;
    NAMES(rangekit_filter_method_name, "kalman", "hampel_kalman", "hampel", "exponential", "moving_average", "median",
          "trimmed_mean");
    NAMES(bit_name_of_filter, "outlier", "reopened", "restarted");
    NAMES(rangekit_zone_trend_name, "unknown", "still", "approaching", "receding");
    NAMES(bit_name_of_zone, "timeout", "jump", "too_fast", "uncertain");
    NAMES(rangekit_vertical_name, "unknown", "same", "above", "below", "above_or_below");
    NAMES(rangekit_guidance_name, "move", "go_up", "go_down", "change_level", "turn_left", "turn_right",
          "turn_around", "go_ahead", "arrived");
    NAMES(rangekit_pointing_state_name, "not_pointing", "acquiring", "locked");
    NAMES(rangekit_pointing_gesture_name, "none", "twist_right", "twist_left");
    NAMES(rangekit_quality_model_level_name, "unknown", "poor", "good", "excellent");
    NAMES(rangekit_quality_model_cause_name, "bias", "noise", "stale", "scatter", "blocked", "outliers",
          "disagreement");
    assert_string_equal(rangekit_filter_flag_name(0), "unknown");
    assert_string_equal(rangekit_filter_flag_name(3), "unknown");
    assert_string_equal(rangekit_zone_cause_name(0), "unknown");
    assert_string_equal(rangekit_zone_cause_name(UINT32_MAX), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(filter_functions_check_their_pointers),
    cmocka_unit_test(zone_functions_check_their_pointers),
    cmocka_unit_test(direction_functions_check_their_pointers),
    cmocka_unit_test(front_back_functions_check_their_pointers),
    cmocka_unit_test(pointing_functions_check_their_pointers),
    cmocka_unit_test(fusion_functions_check_their_pointers),
    cmocka_unit_test(quality_model_functions_check_their_pointers),
    cmocka_unit_test(memory_that_is_no_handle_is_refused),
    cmocka_unit_test(every_constant_has_its_name),
};

TEST_GROUP(arguments_tracking_tests, tests);
