/* Any sequence of calls on a locator, with any arguments: a known status, finite results that agree with each
 * other, and nothing else happens.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

static uint64_t memory[8192];

static void require_estimate(const rangekit_locator_estimate *found) {
    REQUIRE(found->convergence >= 0 && found->convergence <= 2);
    REQUIRE((found->fields & RANGEKIT_LOCATOR_HAS_TRANSFORM) == 0 || found->convergence == 2);
    REQUIRE(found->convergence != 2 || found->reasons == 0);
    REQUIRE(found->convergence != 1 || found->reasons != 0);
    REQUIRE(found->vertical >= 0 && found->vertical <= 4 && found->guidance >= 0 && found->guidance <= 5);
    REQUIRE(found->hypothesis_count <= RANGEKIT_LOCATOR_HYPOTHESES && found->held_count <= RANGEKIT_LOCATOR_HELD);
    if ((found->fields & RANGEKIT_LOCATOR_HAS_POSITION) == 0) return;
    for (int i = 0; i < 3; i += 1) REQUIRE(isfinite(found->position_m[i]));
    for (int i = 0; i < 9; i += 1) REQUIRE(isfinite(found->covariance_m2[i]));
    REQUIRE(found->covariance_m2[0] >= 0 && found->covariance_m2[4] >= 0 && found->covariance_m2[8] >= 0);
    REQUIRE(found->probability > 0 && found->probability <= 1.0001f);
}

static void ask(rangekit_locator *locator, struct input *input) {
    uint8_t choice = take_byte(input);
    uint32_t peer = choice & 15, observer = choice >> 4 & 7;
    rangekit_locator_estimate estimate = RANGEKIT_LOCATOR_ESTIMATE_INIT;
    rangekit_status status = rangekit_locator_get_estimate(locator, peer, observer, &estimate);
    REQUIRE(is_status(status));
    if (status == RANGEKIT_OK) require_estimate(&estimate);
    rangekit_locator_hypothesis places[RANGEKIT_LOCATOR_HYPOTHESES];
    size_t count, capacity = observer;
    if (capacity > RANGEKIT_LOCATOR_HYPOTHESES) capacity = RANGEKIT_LOCATOR_HYPOTHESES;
    status = rangekit_locator_hypotheses(locator, peer, places, capacity, &count);
    REQUIRE(is_status(status) && count <= RANGEKIT_LOCATOR_HYPOTHESES);
    int32_t convergence;
    uint32_t reasons, peers[RANGEKIT_LOCATOR_TARGETS];
    status = rangekit_locator_session(locator, &convergence, &reasons, peers, RANGEKIT_LOCATOR_TARGETS, &count);
    REQUIRE(status == RANGEKIT_OK && count <= RANGEKIT_LOCATOR_TARGETS);
}

static void pose(rangekit_locator *locator, struct input *input, int64_t *now_ns) {
    uint8_t choice = take_byte(input);
    rangekit_pose one = {.orientation = {0, 0, 0, 1}, .fields = choice & 3, .observer = choice >> 2 & 3};
    *now_ns += (int64_t)take_byte(input) * 4000000;
    one.time_ns = *now_ns;
    for (int i = 0; i < 3; i += 1) one.position_m[i] = (double)((int8_t)take_byte(input)) * 0.05;
    if (choice & 16) take(input, &one.position_m[choice >> 6 & 1], sizeof(double));
    if (choice & 32) take(input, one.orientation, sizeof one.orientation);
    if (choice & 64) take(input, &one.tracking, 12);
    if (choice & 128) take(input, &one.time_ns, sizeof one.time_ns);
    size_t accepted;
    rangekit_status status = rangekit_locator_add_poses(locator, &one, 1, &accepted);
    REQUIRE(is_status(status) && accepted == (status == RANGEKIT_OK));
}

static void measure(rangekit_locator *locator, struct input *input, int64_t now_ns) {
    uint8_t choice = take_byte(input), more = take_byte(input);
    rangekit_locator_measurement one = {
        .sample = {.time_ns = now_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = choice & 3,
                   .distance_m = (float)take_byte(input) * 0.05f},
        .observer = choice >> 2 & 3, .antenna = choice >> 4 & 7};
    if (more & 1) one.sample.time_ns += (int64_t)((int8_t)take_byte(input)) * 4000000;
    if (more & 2) take(input, &one.sample.distance_m, 24);
    if (more & 4) one.sample.fields = take_byte(input) & 63;
    if (more & 8) take(input, &one.sample.time_ns, 8);
    if (more & 16) take(input, &one.observer, 8);
    if (more & 32) {
        one.sample.azimuth_rad = (float)((int8_t)take_byte(input)) * 0.05f;
        one.sample.fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH;
    }
    /* The same distance many times, as a still device takes it. */
    for (int i = 0; i < (more & 64 ? 40 : 1); i += 1) {
        size_t accepted;
        rangekit_status status = rangekit_locator_measure(locator, &one, 1, &accepted);
        REQUIRE(is_status(status) && accepted == (status == RANGEKIT_OK));
    }
}

static void set(rangekit_locator *locator, struct input *input) {
    uint8_t choice = take_byte(input);
    uint32_t peer = choice & 15;
    double height = (double)((int8_t)take_byte(input)) * 0.1;
    float values[3] = {0.05f, 0, 0};
    if (choice & 64) take(input, &height, sizeof height);
    if (choice & 128) take(input, values, sizeof values);
    rangekit_status status = RANGEKIT_OK;
    switch (choice >> 4 & 3) {
    case 0: status = rangekit_locator_set_height(locator, peer, height, values[0]); break;
    case 1: status = rangekit_locator_set_motion(locator, peer, (int8_t)take_byte(input) % 4); break;
    case 2: status = rangekit_locator_set_antenna(locator, take_byte(input) % 5, take_byte(input) % 9, values); break;
    default: status = rangekit_locator_remove(locator, peer); break;
    }
    REQUIRE(is_status(status));
}

static void misuse(rangekit_locator *locator, struct input *input) {
    uint8_t choice = take_byte(input), area[128];
    void *askew = (void *)(((uintptr_t)area | 7) + 2);
    rangekit_pose one = {0};
    rangekit_status status;
    switch (choice % 6) {
    case 0: status = rangekit_locator_add_poses(locator, askew, 1, NULL); break;
    case 1: status = rangekit_locator_add_poses(locator, &one, SIZE_MAX - choice, NULL); break;
    case 2: status = rangekit_locator_measure(locator, NULL, 1 + choice, NULL); break;
    case 3: status = rangekit_locator_get_estimate(locator, 0, 0, askew); break;
    case 4: status = rangekit_locator_reset(askew); break;
    default: status = rangekit_locator_measure(askew, NULL, 0, NULL); break;
    }
    REQUIRE(status < 0 && is_status(status));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_locator_options options = RANGEKIT_LOCATOR_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.up = choice & 1;
    if (choice & 2) take(&input, &options.distance_stddev_m, 32);
    if (choice & 4) take(&input, &options.pose_gap_ns, 8);
    rangekit_locator *locator = NULL;
    rangekit_status status = choice & 8 ? rangekit_locator_create(&options, &locator)
                                        : rangekit_locator_init(memory, sizeof memory, &options, &locator);
    REQUIRE(is_status(status) && (status == RANGEKIT_OK) == (locator != NULL));
    if (status != RANGEKIT_OK) return 0;
    int64_t now_ns = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input);
        if (call < 90) pose(locator, &input, &now_ns);
        else if (call < 200) measure(locator, &input, now_ns);
        else if (call < 230) ask(locator, &input);
        else if (call < 245) set(locator, &input);
        else if (call < 253) misuse(locator, &input);
        else REQUIRE(rangekit_locator_reset(locator) == RANGEKIT_OK);
    }
    rangekit_locator_destroy(locator);
    return 0;
}
