/* Struct layout: what a program compiled against version 0.1 relies on.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define STRUCT(type, size, alignment) \
    _Static_assert(sizeof(type) == (size), "size of " #type); \
    _Static_assert(_Alignof(type) == (alignment), "alignment of " #type);
#define FIELD(type, field, offset, size) \
    _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field); \
    _Static_assert(sizeof(((type *)0)->field) == (size), "size of " #type "." #field);
#include "layout.inc"
#undef STRUCT
#undef FIELD

/* Version 1 sizes are constants of the contract, not sizeof: they must stay when structs grow. */
_Static_assert(RANGEKIT_DIAGNOSTIC_V1_SIZE == 40, "version 1 of rangekit_diagnostic");
_Static_assert(RANGEKIT_TOKEN_V1_SIZE == 808, "version 1 of rangekit_token");
_Static_assert(RANGEKIT_PROTECTION_OPTIONS_V1_SIZE == 80, "version 1 of rangekit_protection_options");
_Static_assert(RANGEKIT_TOKEN_POLICY_V1_SIZE == 160, "version 1 of rangekit_token_policy");
_Static_assert(RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE == 8, "version 1 of rangekit_configuration_request");
_Static_assert(RANGEKIT_CONFIGURATION_V1_SIZE == 16, "version 1 of rangekit_configuration");
_Static_assert(RANGEKIT_TWR_OPTIONS_V1_SIZE == 88, "version 1 of rangekit_twr_options");
_Static_assert(RANGEKIT_TWR_DIAGNOSIS_V1_SIZE == 120, "version 1 of rangekit_twr_diagnosis");
_Static_assert(RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE == 56, "version 1 of rangekit_twr_clock_filter_options");
_Static_assert(RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE == 40, "version 1 of rangekit_calibration_options");
_Static_assert(RANGEKIT_CALIBRATION_FIT_V1_SIZE == 56, "version 1 of rangekit_calibration_fit");
_Static_assert(RANGEKIT_QUALITY_OPTIONS_V1_SIZE == 40, "version 1 of rangekit_quality_options");
_Static_assert(RANGEKIT_QUALITY_RESULT_V1_SIZE == 40, "version 1 of rangekit_quality_result");
_Static_assert(RANGEKIT_FILTER_OPTIONS_V1_SIZE == 64, "version 1 of rangekit_filter_options");
_Static_assert(RANGEKIT_RECORD_V1_SIZE == 32, "version 1 of rangekit_record");
_Static_assert(RANGEKIT_RECORDING_HEADER_V1_SIZE == 360, "version 1 of rangekit_recording_header");
_Static_assert(RANGEKIT_ZONE_OPTIONS_V1_SIZE == 288, "version 1 of rangekit_zone_options");
_Static_assert(RANGEKIT_DIRECTION_OPTIONS_V1_SIZE == 24, "version 1 of rangekit_direction_options");
_Static_assert(RANGEKIT_DIRECTION_V1_SIZE == 40, "version 1 of rangekit_direction");
_Static_assert(RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE == 16, "version 1 of rangekit_front_back_options");
_Static_assert(RANGEKIT_POINTING_OPTIONS_V1_SIZE == 48, "version 1 of rangekit_pointing_options");
_Static_assert(RANGEKIT_FUSION_OPTIONS_V1_SIZE == 184, "version 1 of rangekit_fusion_options");
_Static_assert(RANGEKIT_FUSION_RESULT_V1_SIZE == 48, "version 1 of rangekit_fusion_result");
_Static_assert(RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE == 48, "version 1 of rangekit_quality_model_options");
_Static_assert(RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE == 104, "version 1 of rangekit_quality_model_result");
_Static_assert(RANGEKIT_POSITION_OPTIONS_V1_SIZE == 80, "version 1 of rangekit_position_options");
_Static_assert(RANGEKIT_SURVEY_OPTIONS_V1_SIZE == 40, "version 1 of rangekit_survey_options");
_Static_assert(RANGEKIT_SURVEY_RESULT_V1_SIZE == 32, "version 1 of rangekit_survey_result");
_Static_assert(RANGEKIT_TRACKER_OPTIONS_V1_SIZE == 120, "version 1 of rangekit_tracker_options");
_Static_assert(RANGEKIT_TRACKER_STATE_V1_SIZE == 184, "version 1 of rangekit_tracker_state");
_Static_assert(RANGEKIT_SIGNAL_OPTIONS_V1_SIZE == 32, "version 1 of rangekit_signal_options");
_Static_assert(RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE == 32, "version 1 of rangekit_signal_path_loss_options");
_Static_assert(RANGEKIT_LOS_MODEL_V1_SIZE == 80, "version 1 of rangekit_los_model");
_Static_assert(RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE == 32, "version 1 of rangekit_los_fit_options");
_Static_assert(RANGEKIT_LOS_FIT_REPORT_V1_SIZE == 48, "version 1 of rangekit_los_fit_report");
_Static_assert(RANGEKIT_ANGLE_OPTIONS_V1_SIZE == 48, "version 1 of rangekit_angle_options");
_Static_assert(RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE == 136, "version 1 of rangekit_accessory_configuration");
_Static_assert(RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE == 112, "version 1 of rangekit_shareable_configuration");
_Static_assert(RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE == 24, "version 1 of rangekit_android_accessory_configuration");
_Static_assert(RANGEKIT_PARAMETERS_V1_SIZE == 360, "version 1 of rangekit_parameters");
_Static_assert(RANGEKIT_TIMING_V1_SIZE == 40, "version 1 of rangekit_timing");
_Static_assert(RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE == 24, "version 1 of rangekit_reassembler_options");
_Static_assert(RANGEKIT_REASSEMBLY_V1_SIZE == 48, "version 1 of rangekit_reassembly");
_Static_assert(RANGEKIT_NDEF_RECORD_V1_SIZE == 40, "version 1 of rangekit_ndef_record");
_Static_assert(RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE == 72, "version 1 of rangekit_android_oob_message");
_Static_assert(RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE == 64, "version 1 of rangekit_connector_capabilities");
_Static_assert(RANGEKIT_UCI_HEADER_V1_SIZE == 24, "version 1 of rangekit_uci_header");
_Static_assert(RANGEKIT_UCI_SESSION_INFO_V1_SIZE == 64, "version 1 of rangekit_uci_session_info");

struct row {
    const char *type;
    size_t offset, size;
    int is_struct;
};

#define STRUCT(type, size, alignment) {#type, 0, size, 1},
#define FIELD(type, field, offset, size) {#type, offset, size, 0},
static const struct row rows[] = {
#include "layout.inc"
};

/* The table leaves no byte of any struct unnamed: no hidden padding that two compilers could place
 * differently, and no field forgotten in the table. */
static void structs_have_no_hidden_padding(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows);) {
        assert_true(rows[i].is_struct);
        size_t end = 0, j = i + 1;
        for (; j < COUNT_OF(rows) && !rows[j].is_struct; j += 1) {
            assert_string_equal(rows[j].type, rows[i].type);
            if (rows[j].offset != end) fail_text("%s: a gap before offset %zu", rows[j].type, rows[j].offset);
            end += rows[j].size;
        }
        if (end != rows[i].size) fail_text("%s: %zu of %zu bytes have a name", rows[i].type, end, rows[i].size);
        i = j;
    }
}

static void default_functions_state_version_1_sizes(void **state) {
    (void)state;
#define CHECK(type, function, v1_size)                      \
    do {                                                    \
        type *value = guarded(0, (v1_size));                \
        value->struct_size = 0;                             \
        assert_status(function(value), RANGEKIT_OK);        \
        assert_int_equal(value->struct_size, (v1_size));    \
    } while (0)
    CHECK(rangekit_diagnostic, rangekit_diagnostic_default, RANGEKIT_DIAGNOSTIC_V1_SIZE);
    CHECK(rangekit_token, rangekit_token_default, RANGEKIT_TOKEN_V1_SIZE);
    CHECK(rangekit_protection_options, rangekit_protection_options_default, RANGEKIT_PROTECTION_OPTIONS_V1_SIZE);
    CHECK(rangekit_token_policy, rangekit_token_policy_default, RANGEKIT_TOKEN_POLICY_V1_SIZE);
    CHECK(rangekit_configuration_request, rangekit_configuration_request_default,
          RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE);
    CHECK(rangekit_configuration, rangekit_configuration_default, RANGEKIT_CONFIGURATION_V1_SIZE);
    CHECK(rangekit_twr_options, rangekit_twr_options_default, RANGEKIT_TWR_OPTIONS_V1_SIZE);
    CHECK(rangekit_twr_diagnosis, rangekit_twr_diagnosis_default, RANGEKIT_TWR_DIAGNOSIS_V1_SIZE);
    CHECK(rangekit_twr_clock_filter_options, rangekit_twr_clock_filter_options_default,
          RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE);
    CHECK(rangekit_calibration_options, rangekit_calibration_options_default, RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE);
    CHECK(rangekit_calibration_fit, rangekit_calibration_fit_default, RANGEKIT_CALIBRATION_FIT_V1_SIZE);
    CHECK(rangekit_quality_options, rangekit_quality_options_default, RANGEKIT_QUALITY_OPTIONS_V1_SIZE);
    CHECK(rangekit_quality_result, rangekit_quality_result_default, RANGEKIT_QUALITY_RESULT_V1_SIZE);
    CHECK(rangekit_filter_options, rangekit_filter_options_default, RANGEKIT_FILTER_OPTIONS_V1_SIZE);
    CHECK(rangekit_record, rangekit_record_default, RANGEKIT_RECORD_V1_SIZE);
    CHECK(rangekit_recording_header, rangekit_recording_header_default, RANGEKIT_RECORDING_HEADER_V1_SIZE);
    CHECK(rangekit_zone_options, rangekit_zone_options_default, RANGEKIT_ZONE_OPTIONS_V1_SIZE);
    CHECK(rangekit_direction_options, rangekit_direction_options_default, RANGEKIT_DIRECTION_OPTIONS_V1_SIZE);
    CHECK(rangekit_direction, rangekit_direction_default, RANGEKIT_DIRECTION_V1_SIZE);
    CHECK(rangekit_front_back_options, rangekit_front_back_options_default, RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE);
    CHECK(rangekit_pointing_options, rangekit_pointing_options_default, RANGEKIT_POINTING_OPTIONS_V1_SIZE);
    CHECK(rangekit_fusion_options, rangekit_fusion_options_default, RANGEKIT_FUSION_OPTIONS_V1_SIZE);
    CHECK(rangekit_fusion_result, rangekit_fusion_result_default, RANGEKIT_FUSION_RESULT_V1_SIZE);
    CHECK(rangekit_quality_model_options, rangekit_quality_model_options_default,
          RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE);
    CHECK(rangekit_quality_model_result, rangekit_quality_model_result_default, RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE);
    CHECK(rangekit_position_options, rangekit_position_options_default, RANGEKIT_POSITION_OPTIONS_V1_SIZE);
    CHECK(rangekit_survey_options, rangekit_survey_options_default, RANGEKIT_SURVEY_OPTIONS_V1_SIZE);
    CHECK(rangekit_survey_result, rangekit_survey_result_default, RANGEKIT_SURVEY_RESULT_V1_SIZE);
    CHECK(rangekit_tracker_options, rangekit_tracker_options_default, RANGEKIT_TRACKER_OPTIONS_V1_SIZE);
    CHECK(rangekit_tracker_state, rangekit_tracker_state_default, RANGEKIT_TRACKER_STATE_V1_SIZE);
    CHECK(rangekit_signal_options, rangekit_signal_options_default, RANGEKIT_SIGNAL_OPTIONS_V1_SIZE);
    CHECK(rangekit_signal_path_loss_options, rangekit_signal_path_loss_options_default,
          RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE);
    CHECK(rangekit_los_model, rangekit_los_model_default, RANGEKIT_LOS_MODEL_V1_SIZE);
    CHECK(rangekit_los_model, rangekit_los_model_first_path, RANGEKIT_LOS_MODEL_V1_SIZE);
    CHECK(rangekit_los_fit_options, rangekit_los_fit_options_default, RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE);
    CHECK(rangekit_los_fit_report, rangekit_los_fit_report_default, RANGEKIT_LOS_FIT_REPORT_V1_SIZE);
    CHECK(rangekit_angle_options, rangekit_angle_options_default, RANGEKIT_ANGLE_OPTIONS_V1_SIZE);
    CHECK(rangekit_accessory_configuration, rangekit_accessory_configuration_default,
          RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE);
    CHECK(rangekit_shareable_configuration, rangekit_shareable_configuration_default,
          RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE);
    CHECK(rangekit_android_accessory_configuration, rangekit_android_accessory_configuration_default,
          RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE);
    CHECK(rangekit_parameters, rangekit_parameters_default,
          RANGEKIT_PARAMETERS_V1_SIZE);
    CHECK(rangekit_timing, rangekit_timing_default,
          RANGEKIT_TIMING_V1_SIZE);
    CHECK(rangekit_reassembler_options, rangekit_reassembler_options_default,
          RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE);
    CHECK(rangekit_reassembly, rangekit_reassembly_default,
          RANGEKIT_REASSEMBLY_V1_SIZE);
    CHECK(rangekit_ndef_record, rangekit_ndef_record_default,
          RANGEKIT_NDEF_RECORD_V1_SIZE);
    CHECK(rangekit_android_oob_message, rangekit_android_oob_message_default, RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE);
    CHECK(rangekit_connector_capabilities, rangekit_connector_capabilities_default, RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE);
    CHECK(rangekit_uci_header, rangekit_uci_header_default, RANGEKIT_UCI_HEADER_V1_SIZE);
    CHECK(rangekit_uci_session_info, rangekit_uci_session_info_default, RANGEKIT_UCI_SESSION_INFO_V1_SIZE);
#undef CHECK
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(structs_have_no_hidden_padding),
    cmocka_unit_test(default_functions_state_version_1_sizes),
};

TEST_GROUP(layout_tests, tests);
