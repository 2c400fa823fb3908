/* What larger devices use: foreign formats byte by byte; filter, angle, position and tracker, whose numbers go through
 * each platform's libm and agree within what the label says.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "exercise.h"

/* ---- Formats ---- */

/* A two-way SESSION_INFO notification with one measurement, header left out (FiRa UCI; Tests/C/uci.c). */
static const uint8_t session_info[] = {
    0x07, 0x00, 0x00, 0x00, 0x78, 0x56, 0x34, 0x12, 0x00, 0xF0, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x02, 0x00, 0x00, 0x7B, 0x00, 0x40, 0x05, 0x5F, 0x60, 0xFE, 0x50, 0x00,
    0xF6, 0x3C, 0xC0, 0x00, 0x32, 0x01, 0x83, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

/* Accessory configuration data of interop 1.1, from a board (Tests/C/accessory_samples.c). */
static const uint8_t accessory[] = {0x01, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                    0x00, 0x00, 0x00, 0x15, 0x01, 0x00, 0x01, 0x00, 0x3F, 0xF5, 0x03, 0x00,
                                    0xB8, 0x0B, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x11, 0xD7, 0x19, 0x00};

static void formats(void) {
    static rangekit_range_sample sample;
    static rangekit_accessory_configuration configuration;
    static uint8_t packet[sizeof session_info], out[64];
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    size_t count = 0, length = 0;
    memset(&sample, 0, sizeof sample);
    put_status("uci samples",
               rangekit_uci_session_info_samples(session_info, sizeof session_info, 0, 77, &sample, 1, &count, &diagnostic));
    put_number("  count", count, 4);
    put_number("  fields", sample.fields, 4);
    put_float("  distance", sample.distance_m);
    put_float("  azimuth", sample.azimuth_rad);
    configuration.struct_size = sizeof configuration;
    put_status("accessory", rangekit_accessory_configuration_decode(accessory, sizeof accessory, &configuration, NULL));
    put_status("  encode", rangekit_accessory_configuration_encode(&configuration, out, sizeof out, &length, NULL));
    put("  encoded", out, length);
    for (size_t at = 0; at < sizeof packet; at += 1) {
        memcpy(packet, session_info, sizeof packet);
        digest_reset();
        for (uint32_t value = 0; value < 256; value += 15) {
            packet[at] = (uint8_t)value;
            digest_number((uint32_t)rangekit_uci_session_info_samples(packet, sizeof packet, 0, 77, &sample, 1, &count,
                                                                      &diagnostic), 4);
            digest_number(diagnostic.byte_offset, 8);
            digest_number(count, 4);
        }
        put_number("  damaged", exercise_digest, 8);
    }
}

/* ---- Numbers ---- */

static void filter(int32_t method) {
    static uint64_t memory[256]; /* rangekit_filter_size is below 2048 */
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.method = method;
    rangekit_filter *filter = NULL;
    put_status("filter", rangekit_filter_init(memory, sizeof memory, &options, &filter));
    for (int i = 0; i < 60; i += 1) {
        rangekit_filter_sample sample;
        rangekit_filter_result result;
        memset(&sample, 0, sizeof sample);
        memset(&result, 0, sizeof result);
        sample.time_ns = INT64_C(100000000) * i;
        sample.value[0] = 4 + 0.02f * (float)i + 0.03125f * (float)(exercise_random() % 5) + (i == 31 ? 6.0f : 0.0f);
        sample.fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE;
        put_status("  update", rangekit_filter_update(filter, &sample, &result));
        put_number("  flags", result.flags, 4);
        put_float("~1e-4   value", result.value[0]);
        put_float("~1e-3   stddev", result.stddev);
    }
}

static void angles(void) {
    for (int i = -8; i <= 8; i += 1) {
        rangekit_angle_measurement measurement;
        rangekit_angle_result result;
        memset(&measurement, 0, sizeof measurement);
        measurement.pdoa_rad = 0.3125 * i;
        put_status("angle", rangekit_angle_from_pdoa(NULL, NULL, 0, &measurement, &result));
        put_number("  fields", result.fields, 4);
        put_double("~1e-12   angle", result.angle_rad);
        put_float("~1e-5   stddev", result.stddev_rad);
    }
}

static const float anchors[24] = {0, 0, 0.3f, 10, 0, 2.8f, 10, 8, 0.2f, 0, 8, 2.9f,
                                  5, 0, 2.5f, 5,  8, 0.5f, 0,  4, 1,    10, 4, 2};
/* The tag at 4, 3, 1.5, and a few centimetres of noise. */
static const float ranges[8] = {5.185f, 6.797f, 7.931f, 6.520f, 3.284f, 5.252f, 4.121f, 6.152f};

static void fix(void) {
    float place[3], covariance[6];
    for (size_t count = 3; count <= 8; count += 1) {
        memset(place, 0, sizeof place);
        memset(covariance, 0, sizeof covariance);
        put_status("fix", rangekit_position_fix_f32(anchors, ranges, NULL, count, 3, place, covariance));
        for (int axis = 0; axis < 3; axis += 1) put_float("~1e-3   place", place[axis]);
        for (int i = 0; i < 6; i += 1) put_float("~1e-3   covariance", covariance[i]);
    }
}

void exercise_rooms(void) {
    exercise_random_state = 4;
    formats();
    filter(RANGEKIT_FILTER_KALMAN);
    filter(RANGEKIT_FILTER_HAMPEL);
    filter(RANGEKIT_FILTER_TRIMMED_MEAN);
    angles();
    fix();
}

#ifndef EXERCISE_SMALL
void exercise_tracker(void) {
    static uint64_t memory[3072];
    static rangekit_tracker_anchor room[8];
    rangekit_tracker *tracker = NULL;
    exercise_random_state = 5;
    put_status("tracker", rangekit_tracker_init(memory, sizeof memory, NULL, &tracker));
    for (uint32_t i = 0; i < 8; i += 1) {
        memset(&room[i], 0, sizeof room[i]);
        room[i].x_m = (double)anchors[3 * i];
        room[i].y_m = (double)anchors[3 * i + 1];
        room[i].z_m = (double)anchors[3 * i + 2];
        room[i].id = i;
    }
    put_status("  anchors", rangekit_tracker_set_anchors(tracker, room, 8, NULL));
    for (uint32_t i = 0; i < 160; i += 1) {
        rangekit_tracker_measurement measurement;
        memset(&measurement, 0, sizeof measurement);
        measurement.time_ns = INT64_C(50000000) * i;
        measurement.kind = RANGEKIT_TRACKER_RANGE;
        measurement.anchor = i % 8;
        measurement.value = (double)ranges[i % 8] + 0.015625 * (double)(exercise_random() % 5);
        measurement.stddev = 0.1f;
        put_status("  update", rangekit_tracker_update(tracker, &measurement, NULL));
    }
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    put_status("  state", rangekit_tracker_get_state(tracker, &state));
    put_number("  fields", state.fields, 4);
    put_double("~1e-3   x", state.x_m);
    put_double("~1e-3   y", state.y_m);
    put_double("~1e-3   z", state.z_m);
    for (int i = 0; i < 21; i += 1) put_float("~1e-3   covariance", state.covariance[i]);
    rangekit_tracker_destroy(tracker);
}
#endif
