/* The struct_size rules of base.h, for every function that takes a sized struct. Structs lie right
 * before an unreadable page, so a byte too far ends the test.
 *
 * SPDX-License-Identifier: MIT
 */
#include "structs_ranging.h"
#include "struct_places.h"
#include "structs_tracking.h"

static const uint8_t identity[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static const rangekit_twr_double_sided_exchange double_sided = {1000, 5000, 105000, 101100, 201100, 205100};
static const rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 1.0f};

static rangekit_token peer_token(uint8_t first) {
    rangekit_token token = {.struct_size = sizeof token};
    uint8_t bytes[16];
    memcpy(bytes, identity, sizeof bytes);
    bytes[0] = first;
    assert_status(rangekit_token_make_peer(&token, bytes, sizeof bytes), RANGEKIT_OK);
    return token;
}

/* ---- Every place where a sized struct goes in or comes out, as a function of that struct alone ---- */

static rangekit_status ds(void *options) {
    rangekit_twr_range range;
    return rangekit_twr_double_sided(options, &double_sided, &range);
}

static rangekit_status ds_batch(void *options) {
    rangekit_twr_range range;
    return rangekit_twr_double_sided_batch(options, &double_sided, 1, &range, NULL);
}

static rangekit_status ss(void *options) {
    rangekit_twr_range range;
    return rangekit_twr_single_sided(options, &single_sided, &range);
}

static rangekit_status ss_batch(void *options) {
    rangekit_twr_range range;
    return rangekit_twr_single_sided_batch(options, &single_sided, 1, &range, NULL);
}

static uint64_t estimator_memory[ESTIMATOR_WORDS];

static rangekit_status estimator_init(void *options) {
    rangekit_quality *quality;
    return rangekit_quality_init(estimator_memory, sizeof estimator_memory, options, &quality);
}

static rangekit_status estimator_create(void *options) {
    rangekit_quality *quality = NULL;
    rangekit_status status = rangekit_quality_create(options, &quality);
    rangekit_quality_destroy(quality);
    return status;
}

static rangekit_status estimator_update(void *result) {
    rangekit_quality *quality;
    assert_status(rangekit_quality_init(estimator_memory, sizeof estimator_memory, NULL, &quality), RANGEKIT_OK);
    return rangekit_quality_update(quality, &sample, result);
}

static rangekit_status estimator_update_batch(void *result) {
    rangekit_quality *quality;
    assert_status(rangekit_quality_init(estimator_memory, sizeof estimator_memory, NULL, &quality), RANGEKIT_OK);
    return rangekit_quality_update_batch(quality, &sample, 1, NULL, NULL, result);
}

static rangekit_status build_request(void *request) {
    rangekit_token local = peer_token(1), peer = peer_token(2);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t count;
    return rangekit_configuration_build(&local, &peer, request, &configuration, NULL, 0, &count);
}

static rangekit_status build_result(void *configuration) {
    rangekit_token local = peer_token(1), peer = peer_token(2);
    size_t count;
    return rangekit_configuration_build(&local, &peer, NULL, configuration, NULL, 0, &count);
}

static rangekit_status build_local(void *token) {
    rangekit_token peer = peer_token(2);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t count;
    return rangekit_configuration_build(token, &peer, NULL, &configuration, NULL, 0, &count);
}

static rangekit_status build_peer(void *token) {
    rangekit_token local = peer_token(2);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t count;
    return rangekit_configuration_build(&local, token, NULL, &configuration, NULL, 0, &count);
}

static rangekit_status configuration_encode(void *configuration) {
    size_t length;
    return rangekit_configuration_encode(configuration, NULL, 0, &length, NULL);
}

static rangekit_status configuration_decode(void *configuration) {
    rangekit_configuration source = RANGEKIT_CONFIGURATION_INIT;
    uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length;
    assert_status(rangekit_configuration_encode(&source, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    return rangekit_configuration_decode(bytes, length, configuration, NULL);
}

static rangekit_status token_validate(void *token) { return rangekit_token_validate(token, NULL); }

static rangekit_status token_encode(void *token) {
    size_t length;
    return rangekit_token_encode(token, NULL, 0, &length, NULL);
}

static rangekit_status token_decode(void *token) {
    rangekit_token source = peer_token(1);
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length;
    assert_status(rangekit_token_encode(&source, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    return rangekit_token_decode(bytes, length, token, NULL);
}

static rangekit_status token_same(void *token) {
    rangekit_token other = peer_token(1);
    int32_t same;
    rangekit_status status = rangekit_token_same_identity(token, &other, &same);
    assert_status(rangekit_token_same_identity(&other, token, &same), status);
    return status;
}

static rangekit_status make_peer(void *token) { return rangekit_token_make_peer(token, identity, 16); }
static rangekit_status make_accessory(void *token) { return rangekit_token_make_accessory(token, identity, 2); }
static rangekit_status make_opaque(void *token) { return rangekit_token_make_opaque(token, 1, identity, 5); }

/* Without asking for a signature. */
static rangekit_status protection_seal(void *options) {
    size_t length;
    return rangekit_protection_seal(identity, 16, NULL, 0, options, NULL, NULL, NULL, 0, NULL, 0, &length, NULL);
}

static rangekit_status token_open(void *policy, void *token) {
    rangekit_token source = peer_token(1);
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length;
    assert_status(rangekit_token_encode(&source, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    return rangekit_token_open(bytes, length, NULL, 0, policy, NULL, NULL, NULL, NULL, 0, token, NULL);
}

static rangekit_token_policy open_policy(void) {
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    policy.accepted = RANGEKIT_PROTECTION_NONE;
    return policy;
}

static rangekit_status token_open_policy(void *policy) {
    rangekit_token token = {.struct_size = sizeof token};
    return token_open(policy, &token);
}

static rangekit_status token_open_token(void *token) {
    rangekit_token_policy policy = open_policy();
    return token_open(&policy, token);
}

static rangekit_status token_check_policy(void *policy) {
    rangekit_token token = peer_token(1);
    return rangekit_token_check(&token, policy, NULL, NULL);
}

static rangekit_status token_check_expected(void *expected) {
    rangekit_token_policy policy = open_policy();
    rangekit_status status = rangekit_token_check(expected, &policy, NULL, NULL);
    rangekit_token token = peer_token(1);
    assert_status(rangekit_token_check(&token, &policy, expected, NULL), status);
    return status;
}

static rangekit_status token_hash(void *token) {
    uint64_t hash;
    size_t length;
    rangekit_status status = rangekit_token_identity_hash(token, 0, &hash);
    assert_status(rangekit_token_fingerprint(token, NULL, 0, &length), status);
    return status;
}

static rangekit_status describe(void *diagnostic) {
    size_t length;
    return rangekit_diagnostic_describe(diagnostic, NULL, 0, &length);
}

static rangekit_status diagnose_validate(void *diagnostic) {
    rangekit_token token = peer_token(1);
    return rangekit_token_validate(&token, diagnostic);
}

static rangekit_status diagnose_encode(void *diagnostic) {
    rangekit_token token = peer_token(1);
    size_t length;
    return rangekit_token_encode(&token, NULL, 0, &length, diagnostic);
}

static rangekit_status diagnose_decode(void *diagnostic) {
    rangekit_token source = peer_token(1), token = {.struct_size = sizeof token};
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length;
    assert_status(rangekit_token_encode(&source, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    return rangekit_token_decode(bytes, length, &token, diagnostic);
}

static rangekit_status diagnose_configuration_encode(void *diagnostic) {
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t length;
    return rangekit_configuration_encode(&configuration, NULL, 0, &length, diagnostic);
}

static rangekit_status diagnose_configuration_decode(void *diagnostic) {
    rangekit_configuration source = RANGEKIT_CONFIGURATION_INIT, decoded = RANGEKIT_CONFIGURATION_INIT;
    uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length;
    assert_status(rangekit_configuration_encode(&source, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    return rangekit_configuration_decode(bytes, length, &decoded, diagnostic);
}

static rangekit_status preset(void *options) {
    return rangekit_quality_options_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT, options);
}

#define FILL(type) \
    static rangekit_status fill_##type(void *value) { return rangekit_##type##_default(value); }
FILL(diagnostic)
FILL(token)
FILL(protection_options)
FILL(configuration_request)
FILL(configuration)
FILL(twr_options)
FILL(twr_diagnosis)
FILL(twr_clock_filter_options)
FILL(calibration_options)
FILL(calibration_fit)
FILL(quality_options)
FILL(quality_result)
FILL(position_options)
FILL(survey_options)
FILL(survey_result)
FILL(tracker_options)
FILL(tracker_state)
FILL(signal_options)
FILL(signal_path_loss_options)
FILL(los_model)
FILL(los_fit_options)
FILL(los_fit_report)
#undef FILL

/* A peer token that every function accepts. */
static rangekit_status fill_valid_token(void *token) { return make_peer(token); }

static rangekit_status fill_policy(void *value) {
    rangekit_token_policy policy = open_policy();
    memcpy(value, &policy, sizeof policy);
    return RANGEKIT_OK;
}

static rangekit_status fill_algorithm(void *value) {
    rangekit_status status = fill_protection_options(value);
    ((rangekit_protection_options *)value)->algorithm = RANGEKIT_ALGORITHM_ES256;
    return status;
}

static rangekit_status default_policy(void *value) { return rangekit_token_policy_default(value); }

/* ---- The table ---- */

static const struct struct_place places[] = {
    {"diagnostic_default", fill_diagnostic, NULL, RANGEKIT_DIAGNOSTIC_V1_SIZE, MAKES},
    {"token_default", fill_token, NULL, RANGEKIT_TOKEN_V1_SIZE, MAKES},
    {"token_make_peer", make_peer, NULL, RANGEKIT_TOKEN_V1_SIZE, MAKES},
    {"token_make_accessory", make_accessory, NULL, RANGEKIT_TOKEN_V1_SIZE, MAKES},
    {"token_make_opaque", make_opaque, NULL, RANGEKIT_TOKEN_V1_SIZE, MAKES},
    {"protection_options_default", fill_protection_options, NULL, RANGEKIT_PROTECTION_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"token_policy_default", default_policy, NULL, RANGEKIT_TOKEN_POLICY_V1_SIZE, MAKES_OPTIONS},
    {"protection_seal", protection_seal, fill_algorithm, RANGEKIT_PROTECTION_OPTIONS_V1_SIZE, OPTIONS},
    {"token_open: policy", token_open_policy, fill_policy, RANGEKIT_TOKEN_POLICY_V1_SIZE, OPTIONS},
    {"token_check: policy", token_check_policy, fill_policy, RANGEKIT_TOKEN_POLICY_V1_SIZE, OPTIONS},
    {"token_open: token", token_open_token, fill_token, RANGEKIT_TOKEN_V1_SIZE, RESULT},
    {"token_check: token, expected", token_check_expected, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"token_identity_hash, token_fingerprint", token_hash, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"configuration_request_default", fill_configuration_request, NULL, RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE,
     MAKES_OPTIONS},
    {"configuration_default", fill_configuration, NULL, RANGEKIT_CONFIGURATION_V1_SIZE, MAKES},
    {"twr_options_default", fill_twr_options, NULL, RANGEKIT_TWR_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"twr_diagnosis_default", fill_twr_diagnosis, NULL, RANGEKIT_TWR_DIAGNOSIS_V1_SIZE, MAKES},
    {"twr_clock_filter_options_default", fill_twr_clock_filter_options, NULL,
     RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"calibration_options_default", fill_calibration_options, NULL, RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE,
     MAKES_OPTIONS},
    {"calibration_fit_default", fill_calibration_fit, NULL, RANGEKIT_CALIBRATION_FIT_V1_SIZE, MAKES},
    {"twr_three_message_batch", three_batch, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_one_to_many", to_many, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_diagnose", diagnose_with, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_diagnose: diagnosis", diagnose_into, fill_twr_diagnosis, RANGEKIT_TWR_DIAGNOSIS_V1_SIZE, RESULT},
    {"twr_clock_filter_update", clock_filter, fill_twr_clock_filter_options,
     RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE, OPTIONS},
    {"calibration_fit_*", fit_options, fill_calibration_options, RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE, OPTIONS},
    {"calibration_fit_*: fit", fit_into, fill_calibration_fit, RANGEKIT_CALIBRATION_FIT_V1_SIZE, RESULT},
    {"calibration_encode: diagnostic", calibration_encode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"calibration_decode: diagnostic", calibration_decode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"quality_options_default", fill_quality_options, NULL, RANGEKIT_QUALITY_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"quality_options_preset", preset, NULL, RANGEKIT_QUALITY_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"quality_result_default", fill_quality_result, NULL, RANGEKIT_QUALITY_RESULT_V1_SIZE, MAKES},
    {"twr_double_sided", ds, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_double_sided_batch", ds_batch, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_single_sided", ss, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"twr_single_sided_batch", ss_batch, fill_twr_options, RANGEKIT_TWR_OPTIONS_V1_SIZE, OPTIONS},
    {"position_options_default", fill_position_options, NULL, RANGEKIT_POSITION_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"survey_options_default", fill_survey_options, NULL, RANGEKIT_SURVEY_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"survey_result_default", fill_survey_result, NULL, RANGEKIT_SURVEY_RESULT_V1_SIZE, MAKES},
    {"position_fix", position_fix, fill_position_options, RANGEKIT_POSITION_OPTIONS_V1_SIZE, OPTIONS},
    {"position_fix_batch", position_fix_batch, fill_position_options, RANGEKIT_POSITION_OPTIONS_V1_SIZE, OPTIONS},
    {"survey_solve: options", survey_options, fill_survey_options, RANGEKIT_SURVEY_OPTIONS_V1_SIZE, OPTIONS},
    {"survey_solve: result", survey_result, fill_survey_result, RANGEKIT_SURVEY_RESULT_V1_SIZE, RESULT},
    {"tracker_options_default", fill_tracker_options, NULL, RANGEKIT_TRACKER_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"tracker_state_default", fill_tracker_state, NULL, RANGEKIT_TRACKER_STATE_V1_SIZE, MAKES},
    {"tracker_init", tracker_init, fill_tracker_options, RANGEKIT_TRACKER_OPTIONS_V1_SIZE, OPTIONS},
    {"tracker_create", tracker_create, fill_tracker_options, RANGEKIT_TRACKER_OPTIONS_V1_SIZE, OPTIONS},
    {"tracker_get_state", tracker_state, fill_tracker_state, RANGEKIT_TRACKER_STATE_V1_SIZE, RESULT},
    {"signal_options_default", fill_signal_options, NULL, RANGEKIT_SIGNAL_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"signal_path_loss_options_default", fill_signal_path_loss_options, NULL,
     RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"signal_levels", signal_levels, fill_signal_options, RANGEKIT_SIGNAL_OPTIONS_V1_SIZE, OPTIONS},
    {"signal_path_loss_batch", path_loss, fill_signal_path_loss_options, RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE,
     OPTIONS},
    {"los_model_default", fill_los_model, NULL, RANGEKIT_LOS_MODEL_V1_SIZE, MAKES_OPTIONS},
    {"los_model_first_path", first_path_model, NULL, RANGEKIT_LOS_MODEL_V1_SIZE, MAKES_OPTIONS},
    {"los_fit_options_default", fill_los_fit_options, NULL, RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"los_fit_report_default", fill_los_fit_report, NULL, RANGEKIT_LOS_FIT_REPORT_V1_SIZE, MAKES},
    {"los_judge, los_features: options", los_options, fill_signal_options, RANGEKIT_SIGNAL_OPTIONS_V1_SIZE, OPTIONS},
    {"los_judge: model", los_model, fill_los_model, RANGEKIT_LOS_MODEL_V1_SIZE, OPTIONS},
    {"quality_init", estimator_init, fill_quality_options, RANGEKIT_QUALITY_OPTIONS_V1_SIZE, OPTIONS},
    {"quality_create", estimator_create, fill_quality_options, RANGEKIT_QUALITY_OPTIONS_V1_SIZE, OPTIONS},
    {"build: request", build_request, fill_configuration_request, RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE, INPUT},
    {"build: local", build_local, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"build: peer", build_peer, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"token_validate", token_validate, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"token_encode", token_encode, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"token_same_identity", token_same, fill_valid_token, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"configuration_encode", configuration_encode, fill_configuration, RANGEKIT_CONFIGURATION_V1_SIZE, INPUT},
    {"diagnostic_describe", describe, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, INPUT},
    {"quality_update", estimator_update, fill_quality_result, RANGEKIT_QUALITY_RESULT_V1_SIZE, RESULT},
    {"quality_update_batch", estimator_update_batch, fill_quality_result, RANGEKIT_QUALITY_RESULT_V1_SIZE, RESULT},
    {"build: configuration", build_result, fill_configuration, RANGEKIT_CONFIGURATION_V1_SIZE, RESULT},
    {"configuration_decode", configuration_decode, fill_configuration, RANGEKIT_CONFIGURATION_V1_SIZE, RESULT},
    {"token_decode", token_decode, fill_token, RANGEKIT_TOKEN_V1_SIZE, RESULT},
    {"token_validate: diagnostic", diagnose_validate, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"token_encode: diagnostic", diagnose_encode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"token_decode: diagnostic", diagnose_decode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE, RESULT},
    {"configuration_encode: diagnostic", diagnose_configuration_encode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE,
     RESULT},
    {"configuration_decode: diagnostic", diagnose_configuration_decode, fill_diagnostic, RANGEKIT_DIAGNOSTIC_V1_SIZE,
     RESULT},
    TRACKING_PLACES,
};

STRUCT_TESTS(structs_tests, places);
