/* The places of structs.c where the ranging mathematics takes or gives a sized struct: from timestamps to tracks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_STRUCTS_RANGING_H
#define RANGEKIT_TESTS_STRUCTS_RANGING_H

#include "support.h"

static const rangekit_twr_single_sided_exchange single_sided = {1000, 5000, 105000, 101100, 0.0};

static rangekit_status three_batch(void *options) {
    rangekit_twr_three_message_exchange exchange = {1000, 5000, 105000, 101100, 205000, 201100};
    rangekit_twr_range range;
    return rangekit_twr_three_message_batch(options, &exchange, 1, &range, NULL);
}

static rangekit_status to_many(void *options) {
    rangekit_twr_round round = {1000, 201100};
    rangekit_twr_responder responder = {5000, 105000, 101100, 205100, 0.0};
    rangekit_twr_range range;
    return rangekit_twr_one_to_many(options, &round, 1, &responder, 1, &range, NULL);
}

static rangekit_status diagnose_with(void *options) {
    rangekit_twr_diagnosis diagnosis = RANGEKIT_TWR_DIAGNOSIS_INIT;
    return rangekit_twr_diagnose(options, &single_sided, 1, NULL, 0, &diagnosis);
}

static rangekit_status diagnose_into(void *diagnosis) {
    return rangekit_twr_diagnose(NULL, &single_sided, 1, NULL, 0, diagnosis);
}

static rangekit_status clock_filter(void *options) {
    rangekit_twr_clock_filter filter = {0};
    rangekit_twr_clock_pair pair = {1, 2, 3};
    return rangekit_twr_clock_filter_update(options, &filter, &pair, 1, NULL);
}

static rangekit_status fit_with(void *options, void *fit) {
    rangekit_calibration_pair pairs[2] = {{2.0, 1.0, 0.0, 0, 1}, {3.0, 2.5, 0.0, 0, 1}};
    rangekit_calibration_sample samples[20];
    memset(samples, 0, sizeof samples);
    for (int i = 0; i < 20; i += 1) {
        samples[i].level_dbm = (float)i;
        samples[i].fields = RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL;
    }
    rangekit_calibration_device devices[2];
    rangekit_calibration_link link;
    rangekit_calibration_level levels[8];
    memset(devices, 0, sizeof devices);
    memset(&link, 0, sizeof link);
    static uint64_t workspace[1024];
    size_t count;
    rangekit_status status =
        rangekit_calibration_fit_delays(options, pairs, 2, devices, 2, workspace, sizeof workspace, fit);
    assert_status(rangekit_calibration_fit_links(options, samples, 20, &link, 1, workspace, sizeof workspace, fit),
                  status);
    assert_status(rangekit_calibration_fit_levels(options, samples, 20, NULL, 0, levels, 8, &count, workspace,
                                                  sizeof workspace, fit),
                  status);
    return status;
}

static rangekit_status fit_options(void *options) { return fit_with(options, NULL); }
static rangekit_status fit_into(void *fit) { return fit_with(NULL, fit); }

static rangekit_status calibration_encode(void *diagnostic) {
    size_t length;
    return rangekit_calibration_encode(NULL, 0, NULL, 0, NULL, 0, NULL, 0, &length, diagnostic);
}

static rangekit_status calibration_decode(void *diagnostic) {
    static const char text[] = "{\"rangekit_calibration\": 1}";
    size_t a, b, c;
    return rangekit_calibration_decode((const uint8_t *)text, sizeof text - 1, NULL, 0, &a, NULL, 0, &b, NULL, 0, &c,
                                       diagnostic);
}

static const rangekit_anchor corners[3] = {{0, 0, 0}, {8, 0, 0}, {0, 6, 0}};
static const rangekit_measurement measurements[3] = {{5, 0.1f, 0, 0, 0}, {5, 0.1f, 0, 1, 0}, {5, 0.1f, 0, 2, 0}};

static rangekit_status position_fix(void *options) {
    rangekit_measurement_result results[3];
    rangekit_position position;
    return rangekit_position_fix(options, corners, 3, measurements, 3, results, &position);
}

static rangekit_status position_fix_batch(void *options) {
    rangekit_measurement_result results[3];
    rangekit_position position;
    const uint64_t offsets[2] = {0, 3};
    return rangekit_position_fix_batch(options, corners, 3, measurements, 3, offsets, 1, results, &position, NULL);
}

static rangekit_status survey_with(const void *options, void *result) {
    static double memory[9 * 16 + 21 * 4];
    static const rangekit_survey_range ranges[6] = {{8, 0.1f, 0, 1, 0}, {6, 0.1f, 0, 2, 0}, {10, 0.1f, 1, 2, 0},
                                                    {3, 0.1f, 0, 3, 0}, {8.544, 0.1f, 1, 3, 0}, {6.708, 0.1f, 2, 3, 0}};
    rangekit_measurement_result results[6];
    rangekit_surveyed_anchor anchors[4] = {0};
    return rangekit_survey_solve(options, ranges, 6, anchors, 4, memory, sizeof memory, results, result);
}

static rangekit_status survey_options(void *options) {
    rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
    return survey_with(options, &result);
}

static rangekit_status survey_result(void *result) { return survey_with(NULL, result); }

static uint64_t tracker_memory[3072];

static rangekit_status tracker_init(void *options) {
    rangekit_tracker *tracker;
    return rangekit_tracker_init(tracker_memory, sizeof tracker_memory, options, &tracker);
}

static rangekit_status tracker_create(void *options) {
    rangekit_tracker *tracker = NULL;
    rangekit_status status = rangekit_tracker_create(options, &tracker);
    rangekit_tracker_destroy(tracker);
    return status;
}

static rangekit_status tracker_state(void *state) {
    rangekit_tracker *tracker;
    assert_status(rangekit_tracker_init(tracker_memory, sizeof tracker_memory, NULL, &tracker), RANGEKIT_OK);
    return rangekit_tracker_get_state(tracker, state);
}

static const rangekit_signal_registers registers = {
    .fields = RANGEKIT_SIGNAL_HAS_AMPLITUDES | RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT |
              RANGEKIT_SIGNAL_HAS_NOISE,
    .fp_amplitude_1 = 14808, .fp_amplitude_2 = 14198, .fp_amplitude_3 = 9559, .cir_power = 6759,
    .accumulated_count = 230, .std_noise = 40};

static rangekit_status signal_levels(void *options) {
    rangekit_signal_level level;
    rangekit_status status = rangekit_signal_levels(options, &registers, &level);
    assert_status(rangekit_signal_levels_batch(options, &registers, 1, &level, NULL), status);
    return status;
}

static rangekit_status los_options(void *options) {
    rangekit_los_result result;
    rangekit_los_features features;
    rangekit_status status = rangekit_los_judge(options, NULL, 0, &registers, &result);
    assert_status(rangekit_los_judge_batch(options, NULL, 0, &registers, 1, &result, NULL), status);
    assert_status(rangekit_los_features_batch(options, &registers, 1, &features, NULL), status);
    return status;
}

static rangekit_status los_model(void *model) {
    rangekit_los_result result;
    rangekit_status status = rangekit_los_judge(NULL, model, 0, &registers, &result);
    assert_status(rangekit_los_judge_batch(NULL, model, 0, &registers, 1, &result, NULL), status);
    return status;
}

static rangekit_status path_loss(void *options) {
    const double power_dbm = -80;
    rangekit_signal_distance distance;
    return rangekit_signal_path_loss_batch(options, &power_dbm, 1, &distance, NULL);
}

static rangekit_status first_path_model(void *model) { return rangekit_los_model_first_path(model); }

#endif
