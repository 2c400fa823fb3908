/* Line of sight: the model's formula in plain C, the named rules' values, and what is missing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ALL_FIELDS                                                                                        \
    (RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT | RANGEKIT_SIGNAL_HAS_AMPLITUDES |         \
     RANGEKIT_SIGNAL_HAS_NOISE)

static rangekit_signal_registers random_registers(struct random_source *source) {
    rangekit_signal_registers registers = {
        .fields = ALL_FIELDS, .fp_amplitude_1 = 1 + floor(20000 * random_unit(source)),
        .fp_amplitude_2 = 1 + floor(20000 * random_unit(source)),
        .fp_amplitude_3 = 1 + floor(20000 * random_unit(source)), .cir_power = 1 + floor(65000 * random_unit(source)),
        .accumulated_count = 60 + floor(1000 * random_unit(source)),
        .std_noise = 20 + floor(200 * random_unit(source))};
    return registers;
}

/* The formula as the header states it. */
static double plain_logit(const rangekit_signal_registers *r, double a) {
    double n2 = r->accumulated_count * r->accumulated_count;
    double a1 = r->fp_amplitude_1, a2 = r->fp_amplitude_2, a3 = r->fp_amplitude_3;
    double rx = 10 * log10(r->cir_power * 131072 / n2) - a;
    double fp = 10 * log10((a1 * a1 + a2 * a2 + a3 * a3) / n2) - a;
    double top = fmax(a1, fmax(a2, a3));
    return 53.6873 + 0.0791 * rx + 0.1140 * fp - 0.2440 * (rx - fp) - 0.0078 * log(a1 / a2) -
           0.5071 * log(a3 / a2) - 6.0613 * log(top / r->std_noise) - 9.8453 * log(r->std_noise) +
           5.9023 * log(r->accumulated_count);
}

static void the_default_model_is_the_stated_formula(void **state) {
    (void)state;
    struct random_source source = {11};
    for (int i = 0; i < 2000; i += 1) {
        rangekit_signal_registers registers = random_registers(&source);
        rangekit_los_result result;
        assert_status(rangekit_los_judge(NULL, NULL, RANGEKIT_LOS_METHOD_MODEL, &registers, &result), RANGEKIT_OK);
        double logit = plain_logit(&registers, 121.74);
        assert_near(result.logit, logit, 1e-9);
        assert_near(result.nlos_probability, 1 / (1 + exp(-logit)), 1e-12);
        assert_int_equal(result.fields, RANGEKIT_LOS_HAS_LOGIT);
        /* Given as a model of the caller's, the same. */
        rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
        rangekit_los_result given;
        assert_status(rangekit_los_judge(NULL, &model, RANGEKIT_LOS_METHOD_MODEL, &registers, &given), RANGEKIT_OK);
        assert_memory_equal(&given, &result, sizeof given);
    }
    rangekit_los_model model = {.struct_size = sizeof model}, initial = RANGEKIT_LOS_MODEL_INIT;
    assert_status(rangekit_los_model_default(&model), RANGEKIT_OK);
    assert_memory_equal(&model, &initial, sizeof model);
}

/* The same level at the other repetition frequency: smaller amplitudes, the same answer. */
static void both_repetition_frequencies_agree_at_the_same_level(void **state) {
    (void)state;
    struct random_source source = {12};
    rangekit_signal_options prf16 = RANGEKIT_SIGNAL_OPTIONS_INIT;
    prf16.prf_mhz = 16;
    double scale = pow(10, -7.97 / 20);
    for (int i = 0; i < 200; i += 1) {
        rangekit_signal_registers registers = random_registers(&source), weaker = registers;
        weaker.fp_amplitude_1 *= scale;
        weaker.fp_amplitude_2 *= scale;
        weaker.fp_amplitude_3 *= scale;
        weaker.cir_power *= scale * scale;
        rangekit_los_result at64, at16;
        assert_status(rangekit_los_judge(NULL, NULL, 0, &registers, &at64), RANGEKIT_OK);
        assert_status(rangekit_los_judge(&prf16, NULL, 0, &weaker, &at16), RANGEKIT_OK);
        assert_near(at16.logit, at64.logit, 1e-9);
    }
}

/* A set whose numbers were scaled keeps its order: the logit shifts by a constant. */
static void scaled_registers_shift_the_logit_by_a_constant(void **state) {
    (void)state;
    struct random_source source = {13};
    double shift = 0;
    for (int i = 0; i < 200; i += 1) {
        rangekit_signal_registers registers = random_registers(&source), scaled = registers;
        scaled.fp_amplitude_1 /= 65536;
        scaled.fp_amplitude_2 /= 65536;
        scaled.fp_amplitude_3 /= 65536;
        scaled.std_noise /= 65536;
        scaled.cir_power *= 131072;
        rangekit_los_result raw, other;
        assert_status(rangekit_los_judge(NULL, NULL, 0, &registers, &raw), RANGEKIT_OK);
        assert_status(rangekit_los_judge(NULL, NULL, 0, &scaled, &other), RANGEKIT_OK);
        if (i == 0) shift = other.logit - raw.logit;
        assert_near(other.logit - raw.logit, shift, 1e-9);
        assert_true(isfinite(other.nlos_probability));
    }
}

static void missing_registers_fall_back_to_the_first_path(void **state) {
    (void)state;
    struct random_source source = {14};
    rangekit_signal_registers registers = random_registers(&source);
    registers.fields &= ~RANGEKIT_SIGNAL_HAS_NOISE;
    rangekit_signal_level level;
    rangekit_los_result result;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_OK);
    assert_status(rangekit_los_judge(NULL, NULL, 0, &registers, &result), RANGEKIT_OK);
    assert_near(result.logit, -42.8833 - 0.4941 * level.first_path_power_dbm, 1e-9);
    assert_int_equal(result.fields, RANGEKIT_LOS_HAS_LOGIT | RANGEKIT_LOS_FIRST_PATH_MODEL);
    /* Levels that someone else has computed. */
    rangekit_signal_registers levels = {.fields = RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER, .first_path_power_dbm = -90};
    assert_status(rangekit_los_judge(NULL, NULL, 0, &levels, &result), RANGEKIT_OK);
    assert_near(result.logit, -42.8833 + 0.4941 * 90, 1e-9);
    /* A level alone does not do, nor does a model of the caller's fall back. */
    levels.fields = RANGEKIT_SIGNAL_HAS_POWER;
    levels.power_dbm = -80;
    assert_status(rangekit_los_judge(NULL, NULL, 0, &levels, &result), RANGEKIT_ERROR_MISSING_VALUE);
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_MISSING_VALUE);
    model.fields = RANGEKIT_LOS_FEATURE_POWER;
    assert_status(rangekit_los_judge(NULL, &model, 0, &levels, &result), RANGEKIT_OK);
    assert_near(result.logit, 53.6873 - 0.0791 * 80, 1e-9);
}

static rangekit_los_result rule(int32_t method, double gap_db, double index_difference) {
    rangekit_signal_registers registers = {
        .fields = RANGEKIT_SIGNAL_HAS_POWER | RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER, .power_dbm = -80,
        .first_path_power_dbm = -80 - gap_db, .first_path_index = 700, .peak_index = 700 + index_difference};
    if (!isnan(index_difference)) registers.fields |= RANGEKIT_SIGNAL_HAS_PATH_INDEX;
    rangekit_los_result result;
    assert_status(rangekit_los_judge(NULL, NULL, method, &registers, &result), RANGEKIT_OK);
    assert_int_equal(result.fields, 0);
    return result;
}

static void named_rules_give_their_published_values(void **state) {
    (void)state;
    double none = (double)NAN;
    /* uwb-dw1000, dw1000_estimate_los gives line of sight: 1, 0.5 and 0. */
    assert_near(rule(RANGEKIT_LOS_METHOD_THRESHOLDS, 5.9, none).nlos_probability, 0, 0);
    assert_near(rule(RANGEKIT_LOS_METHOD_THRESHOLDS, 8, none).nlos_probability, 0.5, 1e-12);
    assert_near(rule(RANGEKIT_LOS_METHOD_THRESHOLDS, 10.1, none).nlos_probability, 1, 0);
    /* simple_rx_nlos.c, percent. */
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 12.1, none).nlos_probability, 1, 0);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 6, none).nlos_probability, 0.16667, 1e-5);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 8, none).nlos_probability, 0.44444, 1e-5);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, 3.3).nlos_probability, 0, 0);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, 4).nlos_probability, 0.2499, 1e-4);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, 6).nlos_probability, 1, 0);
    /* Where its line leaves 0 to 1. */
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, 3.301).nlos_probability, 0, 0);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, 5.99).nlos_probability, 1, 0);
    assert_near(rule(RANGEKIT_LOS_METHOD_QORVO, 4, none).nlos_probability, 0, 0);
}

static void models_and_methods_that_cannot_be_are_refused(void **state) {
    (void)state;
    struct random_source source = {15};
    rangekit_signal_registers registers = random_registers(&source);
    rangekit_los_result result;
    assert_status(rangekit_los_judge(NULL, NULL, 3, &registers, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_los_judge(NULL, NULL, -1, &registers, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
    model.weights[3] = (double)NAN;
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_NOT_FINITE);
    model.weights[3] = 1e13;
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    model = (rangekit_los_model)RANGEKIT_LOS_MODEL_INIT;
    model.fields = 0;
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    model.fields = 256;
    assert_status(rangekit_los_judge(NULL, &model, 0, &registers, &result), RANGEKIT_ERROR_OUT_OF_RANGE);
    registers.std_noise = 0;
    assert_status(rangekit_los_judge(NULL, NULL, 0, &registers, &result), RANGEKIT_ERROR_NO_RECEPTION);
    registers.std_noise = (double)NAN;
    assert_status(rangekit_los_judge(NULL, NULL, 0, &registers, &result), RANGEKIT_ERROR_NOT_FINITE);
    assert_string_equal(rangekit_los_method_name(RANGEKIT_LOS_METHOD_QORVO), "qorvo");
    assert_string_equal(rangekit_los_method_name(9), "unknown");
    const char *names[] = {"power", "first_path_power", "gap", "early_ratio", "late_ratio", "snr", "noise", "symbols"};
    for (uint32_t i = 0; i < 8; i += 1) assert_string_equal(rangekit_los_feature_name(1u << i), names[i]);
    assert_string_equal(rangekit_los_feature_name(3), "unknown");
}

static void an_amplitude_of_zero_has_a_finite_logarithm(void **state) {
    (void)state;
    rangekit_signal_registers registers = {.fields = ALL_FIELDS, .fp_amplitude_1 = 0, .fp_amplitude_2 = 8000,
                                           .fp_amplitude_3 = 0, .cir_power = 6000, .accumulated_count = 230,
                                           .std_noise = 40};
    rangekit_los_features features;
    size_t refused;
    assert_status(rangekit_los_features_batch(NULL, &registers, 1, &features, &refused), RANGEKIT_OK);
    assert_int_equal(features.fields, 0xFF);
    assert_near(features.values[3], log(1e-5), 1e-9);
    assert_near(features.values[4], log(1e-5), 1e-9);
    assert_near(features.values[5], log(8000.0 / 40), 1e-9);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_default_model_is_the_stated_formula),
    cmocka_unit_test(both_repetition_frequencies_agree_at_the_same_level),
    cmocka_unit_test(scaled_registers_shift_the_logit_by_a_constant),
    cmocka_unit_test(missing_registers_fall_back_to_the_first_path),
    cmocka_unit_test(named_rules_give_their_published_values),
    cmocka_unit_test(models_and_methods_that_cannot_be_are_refused),
    cmocka_unit_test(an_amplitude_of_zero_has_a_finite_logarithm),
};

TEST_GROUP(los_tests, tests);
