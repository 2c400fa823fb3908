/* Any sequence of calls on a tracker, with any arguments: a status that has a name, finite numbers, variances that are
 * not negative, refused calls that change nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

static uint64_t memory[3072];

static rangekit_tracker_measurement take_measurement(struct input *input, int64_t *now_ns) {
    static const double plausible[] = {0, 1, 2.5, 3, 4.2, 5, 7.5, 60, -1};
    rangekit_tracker_measurement measurement = {0};
    uint8_t choice = take_byte(input), kind = take_byte(input);
    *now_ns += (int64_t)(choice & 7) * 20000000;
    measurement.time_ns = *now_ns;
    measurement.kind = kind < 240 ? (kind < 120 ? kind % 2 : kind % 9) : (int8_t)kind;
    measurement.anchor = kind >> 2 & 7;
    measurement.anchor_b = take_byte(input) & 7;
    measurement.value = plausible[take_byte(input) % 9] + take_byte(input) * 0.01;
    if (choice & 8) take(input, &measurement.value, 3 * sizeof(double));
    if (choice & 16) take(input, &measurement.stddev, sizeof measurement.stddev);
    if (choice & 32) take(input, &measurement.antenna_x_m, 4 * sizeof(float));
    if (choice & 64) measurement.stddev = 0.0001f * (float)(1 + take_byte(input));
    if (choice & 128 && take_byte(input) & 1) take(input, &measurement.time_ns, sizeof measurement.time_ns);
    return measurement;
}

static rangekit_tracker_state read_state(const rangekit_tracker *tracker) {
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    REQUIRE(rangekit_tracker_get_state((rangekit_tracker *)(uintptr_t)tracker, &state) == RANGEKIT_OK);
    REQUIRE(isfinite(state.x_m) && isfinite(state.y_m) && isfinite(state.z_m));
    REQUIRE(isfinite(state.velocity_x_mps) && isfinite(state.velocity_y_mps) && isfinite(state.velocity_z_mps));
    for (int i = 0; i < 21; i += 1) REQUIRE(isfinite(state.covariance[i]));
    for (int i = 0, at = 0; i < 6; i += 1, at += i + 1) REQUIRE(state.covariance[at] >= 0);
    REQUIRE(state.common_bias_stddev_m >= 0 && state.heading_stddev_rad >= 0 && state.clock_offset_stddev_m >= 0);
    return state;
}

static void update(rangekit_tracker *tracker, struct input *input, int64_t *now_ns) {
    rangekit_tracker_state before = read_state(tracker);
    rangekit_tracker_measurement measurement = take_measurement(input, now_ns);
    rangekit_tracker_result result;
    rangekit_status status = rangekit_tracker_update(tracker, &measurement, &result);
    REQUIRE(is_status(status) && status == result.status);
    REQUIRE(isfinite(result.innovation) && isfinite(result.stddev) && result.weight >= 0 && result.weight <= 1);
    REQUIRE(status == RANGEKIT_OK || result.weight == 0);
    rangekit_tracker_state after = read_state(tracker);
    if (status != RANGEKIT_OK && status != RANGEKIT_ERROR_GATED && status != RANGEKIT_ERROR_TRACKER_COLLECTING) {
        REQUIRE(memcmp(&before, &after, sizeof before) == 0);
    }
    if (status != RANGEKIT_ERROR_TIME_BACKWARDS && after.fields & RANGEKIT_TRACKER_HAS_TIME) *now_ns = after.time_ns;
}

static void update_batch(rangekit_tracker *tracker, struct input *input, int64_t *now_ns) {
    static rangekit_tracker_measurement rows[64];
    static rangekit_tracker_result results[64];
    static rangekit_tracker_point points[64];
    size_t count = take_byte(input) % 65, refused = 0, expected = 0;
    for (size_t i = 0; i < count; i += 1) rows[i] = take_measurement(input, now_ns);
    REQUIRE(rangekit_tracker_update_batch(tracker, rows, count, results, points, &refused) == RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) {
        expected += results[i].status != RANGEKIT_OK;
        REQUIRE(is_status(results[i].status) && isfinite(points[i].x_m) && points[i].covariance_m2[0] >= 0);
    }
    REQUIRE(refused == expected);
}

static void set_anchor(rangekit_tracker *tracker, struct input *input) {
    rangekit_tracker_anchor anchor = {0};
    uint8_t choice = take_byte(input);
    anchor.id = choice & 7;
    anchor.x_m = take_byte(input) * 0.1;
    anchor.y_m = take_byte(input) * 0.1;
    anchor.z_m = take_byte(input) * 0.02;
    if (choice & 8) take(input, &anchor.x_m, 3 * sizeof(double));
    if (choice & 16) take(input, &anchor.bias_m, 2 * sizeof(float));
    if (choice & 32) anchor.fields = RANGEKIT_TRACKER_ANCHOR_HAS_BIAS;
    if (choice & 64) take(input, &anchor.id, sizeof anchor.id);
    size_t accepted = 9;
    rangekit_status status = rangekit_tracker_set_anchors(tracker, &anchor, 1, &accepted);
    REQUIRE(is_status(status) && accepted == (status == RANGEKIT_OK));
}

/* Pointers and sizes that cannot be used; nothing may change. */
static void misuse(rangekit_tracker *tracker, struct input *input) {
    rangekit_tracker_measurement measurement = {0};
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT, before = read_state(tracker);
    uint8_t choice = take_byte(input), area[sizeof measurement + 16];
    take(input, &state.struct_size, sizeof state.struct_size);
    void *askew = (void *)(((uintptr_t)area | 7) + 2);
    rangekit_status status = RANGEKIT_OK;
    switch (choice % 9) {
    case 0: status = rangekit_tracker_update(tracker, NULL, NULL); break;
    case 1: status = rangekit_tracker_update(NULL, &measurement, NULL); break;
    case 2: status = rangekit_tracker_update(tracker, askew, NULL); break;
    case 3: status = rangekit_tracker_update(tracker, &measurement, askew); break;
    case 4: status = rangekit_tracker_update_batch(tracker, NULL, 1 + choice, NULL, NULL, NULL); break;
    case 5: status = rangekit_tracker_update_batch(tracker, &measurement, SIZE_MAX - choice, NULL, NULL, NULL); break;
    case 6: status = rangekit_tracker_set_anchors(tracker, askew, 1, NULL); break;
    case 7: status = rangekit_tracker_set_anchors(tracker, NULL, SIZE_MAX, NULL); break;
    default:
        if (state.struct_size >= RANGEKIT_TRACKER_STATE_V1_SIZE) return;
        status = rangekit_tracker_get_state(tracker, &state);
    }
    REQUIRE(status < 0 && is_status(status));
    rangekit_tracker_state after = read_state(tracker);
    REQUIRE(memcmp(&before, &after, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const rangekit_tracker_anchor room[4] = {
        {.x_m = 0, .y_m = 0, .z_m = 2, .id = 0}, {.x_m = 8, .y_m = 0, .z_m = 2.5, .id = 1},
        {.x_m = 8, .y_m = 6, .z_m = 0.3, .id = 2}, {.x_m = 0, .y_m = 6, .z_m = 1.5, .id = 3}};
    struct input input = {data, data + size};
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.states = choice & 3;
    if (choice & 4) options.dimensions = 2;
    if (choice & 8) options.fields = take_byte(&input) & 1;
    if (choice & 16) {
        options.common_bias_stddev_m = take_byte(&input) & 1 ? 0 : 0.5f;
        options.link_bias_stddev_m = take_byte(&input) & 1 ? 0 : 0.5f;
        options.reflection_stddev_m = take_byte(&input) & 1 ? 0 : 0.5f;
    }
    if (choice & 32) take(&input, &options.height_m, sizeof options - 8);
    if (choice & 64) options.reopen_count = 1 + take_byte(&input);
    rangekit_tracker *tracker = NULL;
    rangekit_status status = choice & 128 ? rangekit_tracker_create(&options, &tracker)
                                          : rangekit_tracker_init(memory, sizeof memory, &options, &tracker);
    REQUIRE(is_status(status) && (status == RANGEKIT_OK) == (tracker != NULL));
    if (status != RANGEKIT_OK) return 0;
    REQUIRE(rangekit_tracker_set_anchors(tracker, room, 4, NULL) == RANGEKIT_OK);
    int64_t now_ns = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input);
        if (call < 180) update(tracker, &input, &now_ns);
        else if (call < 220) update_batch(tracker, &input, &now_ns);
        else if (call < 230) misuse(tracker, &input);
        else if (call < 240) set_anchor(tracker, &input);
        else if (call < 245) (void)rangekit_tracker_predict(tracker, now_ns + (int64_t)take_byte(&input) * 10000000);
        else if (call < 248) {
            float bias_m, stddev_m;
            status = rangekit_tracker_get_link_bias(tracker, take_byte(&input), &bias_m, &stddev_m);
            REQUIRE(is_status(status) && (status != RANGEKIT_OK || (isfinite(bias_m) && stddev_m >= 0)));
        } else if (call < 250) {
            REQUIRE(rangekit_tracker_reset(tracker) == RANGEKIT_OK);
            now_ns = (int64_t)take_number(&input);
        }
    }
    (void)read_state(tracker);
    rangekit_tracker_destroy(tracker);
    return 0;
}
