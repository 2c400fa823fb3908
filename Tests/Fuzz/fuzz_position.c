/* Any anchors, measurements and options: a finite position with a covariance that is one, or a named refusal; the
 * same alone and in a batch; and a survey that ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 24
#define ANCHORS 12

static rangekit_anchor anchors[ANCHORS];
static rangekit_measurement rows[2 * ROWS];
static rangekit_measurement_result results[2 * ROWS], alone[ROWS];

/* Mostly a coordinate in a room, sometimes on a grid (so that anchors coincide), sometimes any bytes. */
static double take_number_near(struct input *input, uint8_t choice) {
    double value = 0;
    if (choice % 16 == 15) {
        take(input, &value, sizeof value);
        return value;
    }
    int8_t near = (int8_t)take_byte(input);
    return choice & 1 ? near / 64 : near / 7.3;
}

static rangekit_position_options take_options(struct input *input) {
    rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
    uint8_t choice = take_byte(input);
    options.dimensions = 1 + take_byte(input) % 3;
    if (choice & 1) options.loss = take_byte(input) % 3;
    if (choice & 2) options.fields |= RANGEKIT_POSITION_HAS_START;
    if (choice & 4 && options.dimensions == 2) options.fields |= RANGEKIT_POSITION_HAS_HEIGHT;
    if (choice & 8) options.gate_stddevs = 0;
    if (choice & 16) options.stated_weight = take_byte(input);
    options.height_m = take_number_near(input, choice);
    options.start_x_m = take_number_near(input, choice);
    options.iterations_max = 1 + take_byte(input);
    if (choice == 255) take(input, (uint8_t *)&options + 4, sizeof options - 4);
    return options;
}

static void take_measurements(struct input *input, size_t count) {
    for (size_t i = 0; i < count; i += 1) {
        uint8_t choice = take_byte(input);
        rows[i] = (rangekit_measurement){take_number_near(input, choice), 0.1f, choice >> 6, take_byte(input) % ANCHORS,
                                         take_byte(input) % ANCHORS};
        if (choice % 8 == 7) take(input, &rows[i].stddev, sizeof rows[i].stddev);
        if (choice == 254) take(input, &rows[i], sizeof rows[i]);
    }
}

static void require_position(const rangekit_position *p, rangekit_status status) {
    REQUIRE(is_status(status) && p->status == status);
    REQUIRE(isfinite(p->x_m) && isfinite(p->y_m) && isfinite(p->z_m));
    REQUIRE(isfinite(p->mirror_x_m) && isfinite(p->mirror_y_m) && isfinite(p->mirror_z_m));
    for (int i = 0; i < 6; i += 1) REQUIRE(!isnan(p->covariance_m2[i]));
    if (status != RANGEKIT_OK) return;
    REQUIRE(p->covariance_m2[0] >= 0 && p->covariance_m2[3] >= 0 && p->covariance_m2[5] >= 0);
    REQUIRE(p->noise_scale >= 0 && p->used_count > 0);
}

static void fuzz_fixes(struct input *input) {
    rangekit_position_options options = take_options(input);
    for (int i = 0; i < ANCHORS; i += 1) {
        uint8_t choice = take_byte(input);
        anchors[i].x_m = take_number_near(input, choice);
        anchors[i].y_m = take_number_near(input, choice);
        anchors[i].z_m = choice & 2 ? take_number_near(input, choice) : 2;
    }
    size_t first = take_byte(input) % (ROWS + 1), second = take_byte(input) % (ROWS + 1);
    take_measurements(input, first + second);
    const uint64_t offsets[3] = {0, first, first + second};
    rangekit_position positions[2], one;
    size_t refused = 0, bad = 0;
    rangekit_status status = rangekit_position_fix_batch(&options, anchors, ANCHORS, rows, first + second, offsets, 2,
                                                         results, positions, &refused);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return;
    for (int f = 0; f < 2; f += 1) {
        size_t count = (size_t)(offsets[f + 1] - offsets[f]);
        status = rangekit_position_fix(&options, anchors, ANCHORS, rows + offsets[f], count, alone, &one);
        require_position(&one, status);
        REQUIRE(memcmp(&one, &positions[f], sizeof one) == 0);
        REQUIRE(memcmp(alone, results + offsets[f], count * sizeof *alone) == 0);
        bad += status != RANGEKIT_OK;
        for (size_t i = 0; i < count; i += 1) {
            REQUIRE(is_status(alone[i].status) && isfinite(alone[i].residual));
            REQUIRE(alone[i].weight >= 0 && alone[i].weight <= 1);
        }
    }
    REQUIRE(refused == bad);
    rangekit_dop dop;
    REQUIRE(is_status(rangekit_position_dop(anchors, ANCHORS, anchors, take_byte(input) % 2, 2 + take_byte(input) % 2, &dop)));
}

static void fuzz_survey(struct input *input) {
    static double memory[9 * ANCHORS * ANCHORS + 21 * ANCHORS];
    static rangekit_surveyed_anchor surveyed[ANCHORS];
    static rangekit_survey_range ranges[2 * ROWS];
    rangekit_survey_options options = RANGEKIT_SURVEY_OPTIONS_INIT;
    rangekit_survey_result result = RANGEKIT_SURVEY_RESULT_INIT;
    options.dimensions = 2 + take_byte(input) % 2;
    options.iterations_max = 20;
    size_t count = take_byte(input) % (2 * ROWS + 1), anchor_count = 1 + take_byte(input) % ANCHORS;
    for (size_t i = 0; i < anchor_count; i += 1) {
        uint8_t choice = take_byte(input);
        surveyed[i] = (rangekit_surveyed_anchor){.known = choice & 1};
        if (choice & 1) surveyed[i].x_m = take_number_near(input, choice);
        if (choice & 1) surveyed[i].y_m = take_number_near(input, choice);
        if (choice & 1) surveyed[i].z_m = take_number_near(input, choice);
    }
    for (size_t i = 0; i < count; i += 1) {
        uint8_t choice = take_byte(input);
        ranges[i] = (rangekit_survey_range){take_number_near(input, choice), 0.1f, take_byte(input) % ANCHORS,
                                            take_byte(input) % ANCHORS, 0};
    }
    rangekit_status status = rangekit_survey_solve(&options, ranges, count, surveyed, anchor_count, memory, sizeof memory,
                                                   results, &result);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return;
    for (size_t i = 0; i < anchor_count; i += 1) {
        REQUIRE(isfinite(surveyed[i].x_m) && isfinite(surveyed[i].y_m) && isfinite(surveyed[i].z_m));
        REQUIRE(surveyed[i].covariance_m2[0] >= 0 && surveyed[i].covariance_m2[3] >= 0 && surveyed[i].covariance_m2[5] >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    if (take_byte(&input) & 1) fuzz_survey(&input);
    else fuzz_fixes(&input);
    return 0;
}
