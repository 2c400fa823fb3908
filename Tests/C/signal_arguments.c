/* Signal, line of sight, angle: pointers that cannot be used, every export, every pointer argument.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define REFUSES_MISALIGNED(type, call_with_pointer)                      \
    do {                                                                 \
        type *pointer = MISALIGNED(type, 0);                             \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);   \
    } while (0)

#define REFUSES(type, call_with_pointer)                                 \
    do {                                                                 \
        type *pointer = NULL;                                            \
        assert_status((call_with_pointer), RANGEKIT_ERROR_NULL_POINTER); \
        REFUSES_MISALIGNED(type, call_with_pointer);                     \
    } while (0)

static void signal_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_signal_registers registers = {.fields = RANGEKIT_SIGNAL_HAS_POWER, .power_dbm = -80};
    rangekit_signal_level level;
    rangekit_signal_table_point points[2] = {{-90, 0}, {-80, 1}};
    rangekit_signal_lookup lookup;
    rangekit_signal_corrected corrected;
    rangekit_signal_distance distance;
    double power = -85, range = 5;
    size_t count;
    int32_t adjustment;
    REFUSES(rangekit_signal_options, rangekit_signal_options_default(pointer));
    REFUSES(rangekit_signal_path_loss_options, rangekit_signal_path_loss_options_default(pointer));
    REFUSES(int32_t, rangekit_signal_rxpacc_adjustment(110, 0, pointer));
    assert_status(rangekit_signal_rxpacc_adjustment(110, 0, &adjustment), RANGEKIT_OK);
    REFUSES_MISALIGNED(rangekit_signal_options, rangekit_signal_levels(pointer, &registers, &level));
    REFUSES(rangekit_signal_registers, rangekit_signal_levels(NULL, pointer, &level));
    REFUSES(rangekit_signal_level, rangekit_signal_levels(NULL, &registers, pointer));
    REFUSES_MISALIGNED(rangekit_signal_options, rangekit_signal_levels_batch(pointer, &registers, 1, &level, &count));
    REFUSES(rangekit_signal_registers, rangekit_signal_levels_batch(NULL, pointer, 1, &level, &count));
    REFUSES(rangekit_signal_level, rangekit_signal_levels_batch(NULL, &registers, 1, pointer, &count));
    REFUSES_MISALIGNED(size_t, rangekit_signal_levels_batch(NULL, &registers, 1, &level, pointer));
    REFUSES(size_t, rangekit_signal_table(0, NULL, 0, pointer));
    REFUSES(rangekit_signal_table_point, rangekit_signal_table(0, pointer, 18, &count));
    REFUSES(rangekit_signal_table_point, rangekit_signal_table_lookup_batch(pointer, 2, &power, 1, &lookup, &count));
    REFUSES(double, rangekit_signal_table_lookup_batch(points, 2, pointer, 1, &lookup, &count));
    REFUSES(rangekit_signal_lookup, rangekit_signal_table_lookup_batch(points, 2, &power, 1, pointer, &count));
    REFUSES_MISALIGNED(size_t, rangekit_signal_table_lookup_batch(points, 2, &power, 1, &lookup, pointer));
#define CORRECT(p, l, d, c, r) rangekit_signal_correct_ranges_batch(p, 2, 0.5, l, d, 1, c, r)
    REFUSES(rangekit_signal_table_point, CORRECT(pointer, &power, &range, &corrected, &count));
    REFUSES(double, CORRECT(points, pointer, &range, &corrected, &count));
    REFUSES(double, CORRECT(points, &power, pointer, &corrected, &count));
    REFUSES(rangekit_signal_corrected, CORRECT(points, &power, &range, pointer, &count));
    REFUSES_MISALIGNED(size_t, CORRECT(points, &power, &range, &corrected, pointer));
    assert_status(rangekit_signal_correct_ranges_batch(points, 2, 0.5, NULL, NULL, 0, NULL, &count), RANGEKIT_OK);
    assert_int_equal(count, 0);
    REFUSES_MISALIGNED(rangekit_signal_path_loss_options,
                       rangekit_signal_path_loss_batch(pointer, &power, 1, &distance, &count));
    REFUSES(double, rangekit_signal_path_loss_batch(NULL, pointer, 1, &distance, &count));
    REFUSES(rangekit_signal_distance, rangekit_signal_path_loss_batch(NULL, &power, 1, pointer, &count));
}

static void line_of_sight_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_signal_registers registers = {.fields = RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER,
                                           .first_path_power_dbm = -80};
    rangekit_los_result result;
    rangekit_los_features features[2] = {{{1}, 1, 0}, {{2}, 1, 0}};
    uint8_t labels[2] = {0, 1};
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
    size_t count;
    REFUSES(rangekit_los_model, rangekit_los_model_default(pointer));
    REFUSES(rangekit_los_model, rangekit_los_model_first_path(pointer));
    REFUSES(rangekit_los_fit_options, rangekit_los_fit_options_default(pointer));
    REFUSES(rangekit_los_fit_report, rangekit_los_fit_report_default(pointer));
    REFUSES_MISALIGNED(rangekit_signal_options, rangekit_los_judge(pointer, NULL, 0, &registers, &result));
    REFUSES_MISALIGNED(rangekit_los_model, rangekit_los_judge(NULL, pointer, 0, &registers, &result));
    REFUSES(rangekit_signal_registers, rangekit_los_judge(NULL, NULL, 0, pointer, &result));
    REFUSES(rangekit_los_result, rangekit_los_judge(NULL, NULL, 0, &registers, pointer));
    REFUSES(rangekit_signal_registers, rangekit_los_judge_batch(NULL, NULL, 0, pointer, 1, &result, &count));
    REFUSES(rangekit_los_result, rangekit_los_judge_batch(NULL, NULL, 0, &registers, 1, pointer, &count));
    REFUSES_MISALIGNED(size_t, rangekit_los_judge_batch(NULL, NULL, 0, &registers, 1, &result, pointer));
    REFUSES(rangekit_signal_registers, rangekit_los_features_batch(NULL, pointer, 1, features, &count));
    REFUSES(rangekit_los_features, rangekit_los_features_batch(NULL, &registers, 1, pointer, &count));
    REFUSES_MISALIGNED(rangekit_los_fit_options, rangekit_los_fit(pointer, features, labels, 2, &model, NULL));
    REFUSES(rangekit_los_features, rangekit_los_fit(NULL, pointer, labels, 2, &model, NULL));
    assert_status(rangekit_los_fit(NULL, features, NULL, 2, &model, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_los_model, rangekit_los_fit(NULL, features, labels, 2, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_los_fit_report, rangekit_los_fit(NULL, features, labels, 2, &model, pointer));
    assert_status(rangekit_los_fit(NULL, features, labels, 2, &model, NULL), RANGEKIT_OK);
}

static void angle_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_angle_measurement measurement = {.pdoa_rad = 0.5};
    rangekit_angle_result result;
    rangekit_angle_table_point points[2] = {{-1, -1}, {1, 1}};
    rangekit_angle_vector vector = {1, 0, 0, 0, 0}, other;
    rangekit_angle_pair pair = {0, 0, 0, 0, 0, 0}, out;
    rangekit_angle_quaternion q = {0, 0, 0, 1};
    double value;
    size_t count;
    REFUSES(rangekit_angle_options, rangekit_angle_options_default(pointer));
    REFUSES(double, rangekit_angle_normalize(1, pointer));
    REFUSES(double, rangekit_angle_normalize_deg(1, pointer));
    REFUSES(double, rangekit_angle_wavelength(5, pointer));
    REFUSES(double, rangekit_angle_pdoa_from_dw3000(5, pointer));
    REFUSES(size_t, rangekit_angle_table(0, NULL, 0, pointer));
    REFUSES(rangekit_angle_table_point, rangekit_angle_table(0, pointer, 31, &count));
    assert_status(rangekit_angle_table(1, NULL, 0, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_angle_table(0, points, 2, &count), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 31);
#define PDOA(o, t, n, m, r) rangekit_angle_from_pdoa(o, t, n, m, r)
    REFUSES_MISALIGNED(rangekit_angle_options, PDOA(pointer, NULL, 0, &measurement, &result));
    REFUSES(rangekit_angle_table_point, PDOA(NULL, pointer, 2, &measurement, &result));
    REFUSES(rangekit_angle_measurement, PDOA(NULL, points, 2, pointer, &result));
    REFUSES(rangekit_angle_result, PDOA(NULL, points, 2, &measurement, pointer));
#define PDOAS(o, t, n, m, r, c) rangekit_angle_from_pdoa_batch(o, t, n, m, 1, r, c)
    REFUSES_MISALIGNED(rangekit_angle_options, PDOAS(pointer, NULL, 0, &measurement, &result, &count));
    REFUSES(rangekit_angle_measurement, PDOAS(NULL, NULL, 0, pointer, &result, &count));
    REFUSES(rangekit_angle_result, PDOAS(NULL, NULL, 0, &measurement, pointer, &count));
    REFUSES_MISALIGNED(size_t, PDOAS(NULL, NULL, 0, &measurement, &result, pointer));
    REFUSES(rangekit_angle_vector, rangekit_angle_from_vector_batch(0, pointer, 1, &out, &count));
    REFUSES(rangekit_angle_pair, rangekit_angle_from_vector_batch(0, &vector, 1, pointer, &count));
    REFUSES(rangekit_angle_pair, rangekit_angle_to_vector_batch(0, pointer, 1, &other, &count));
    REFUSES(rangekit_angle_vector, rangekit_angle_to_vector_batch(0, &pair, 1, pointer, &count));
#define PAIRS(function)                                                    \
    do {                                                                   \
        REFUSES(rangekit_angle_pair, function(pointer, 1, &out, &count));  \
        REFUSES(rangekit_angle_pair, function(&pair, 1, pointer, &count)); \
        REFUSES_MISALIGNED(size_t, function(&pair, 1, &out, pointer));     \
        assert_status(function(NULL, 0, NULL, NULL), RANGEKIT_OK);         \
    } while (0)
    PAIRS(rangekit_angle_normalize_pair_batch);
    PAIRS(rangekit_angle_from_cones_batch);
    PAIRS(rangekit_angle_to_cones_batch);
    REFUSES(rangekit_angle_quaternion, rangekit_angle_quaternion_from_turns(0, 0, 0, pointer));
    REFUSES(rangekit_angle_quaternion, rangekit_angle_quaternion_to_turns(pointer, &value, &value, &value));
    REFUSES(double, rangekit_angle_quaternion_to_turns(&q, pointer, &value, &value));
    REFUSES(double, rangekit_angle_quaternion_to_turns(&q, &value, pointer, &value));
    REFUSES(double, rangekit_angle_quaternion_to_turns(&q, &value, &value, pointer));
    REFUSES(rangekit_angle_quaternion, rangekit_angle_turn_batch(pointer, &vector, 1, &other, &count));
    REFUSES(rangekit_angle_vector, rangekit_angle_turn_batch(&q, pointer, 1, &other, &count));
    REFUSES(rangekit_angle_vector, rangekit_angle_turn_batch(&q, &vector, 1, pointer, &count));
    REFUSES(rangekit_angle_vector, rangekit_angle_between(pointer, &vector, &value));
    REFUSES(rangekit_angle_vector, rangekit_angle_between(&vector, pointer, &value));
    REFUSES(double, rangekit_angle_between(&vector, &vector, pointer));
}

/* Sizes of 0, of a later version, absurd ones. */
static void struct_sizes_are_checked(void **state) {
    (void)state;
    rangekit_signal_registers registers = {.fields = RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER,
                                           .first_path_power_dbm = -80};
    rangekit_signal_level level;
    rangekit_los_result result;
    rangekit_angle_measurement measurement = {.pdoa_rad = 0.5};
    rangekit_angle_result angle;
    static const uint32_t bad[] = {0, 1, 31, 65537, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        rangekit_signal_options options = RANGEKIT_SIGNAL_OPTIONS_INIT;
        rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
        rangekit_angle_options angles = RANGEKIT_ANGLE_OPTIONS_INIT;
        options.struct_size = model.struct_size = angles.struct_size = bad[i];
        assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_ERROR_STRUCT_SIZE);
        assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_STRUCT_SIZE);
        assert_status(rangekit_angle_from_pdoa(&angles, NULL, 0, &measurement, &angle), RANGEKIT_ERROR_STRUCT_SIZE);
    }
    struct {
        rangekit_signal_options options;
        uint64_t later;
    } longer = {RANGEKIT_SIGNAL_OPTIONS_INIT, 0};
    longer.options.struct_size = sizeof longer;
    assert_status(rangekit_signal_levels(&longer.options, &registers, &level), RANGEKIT_OK);
    longer.later = 1;
    assert_status(rangekit_signal_levels(&longer.options, &registers, &level), RANGEKIT_ERROR_UNKNOWN_OPTION);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(signal_functions_check_their_pointers),
    cmocka_unit_test(line_of_sight_functions_check_their_pointers),
    cmocka_unit_test(angle_functions_check_their_pointers),
    cmocka_unit_test(struct_sizes_are_checked),
};

TEST_GROUP(signal_arguments_tests, tests);
