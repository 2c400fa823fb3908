/* Any rows in every fit: a status, or finite numbers that rest on no more rows than there are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 96
#define DEVICES 9

static uint64_t workspace[4096];

static double take_metres(struct input *input) {
    int16_t value;
    take(input, &value, sizeof value);
    return value / 1000.0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_calibration_options options = RANGEKIT_CALIBRATION_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.loss = choice & 3;
    options.minimum_count = 1 + (choice >> 2 & 7);
    options.falling = choice >> 5 & 1;
    if (choice & 64) options.knot_count = 2 + take_byte(&input) % 10;
    if (choice & 128) take(&input, &options.loss_width, 8);
    static rangekit_calibration_pair pairs[ROWS];
    static rangekit_calibration_sample samples[ROWS];
    static rangekit_calibration_device devices[DEVICES];
    static rangekit_calibration_link links[DEVICES];
    static rangekit_calibration_level levels[64];
    static rangekit_twr_range ranges[ROWS];
    size_t count = take_byte(&input) % (ROWS + 1), level_count = 0;
    for (size_t i = 0; i < count; i += 1) {
        uint8_t pair = take_byte(&input);
        double measured = take_metres(&input), truth = pair & 1 ? take_metres(&input) : measured;
        if (pair == 255) take(&input, &measured, 8);
        pairs[i] = (rangekit_calibration_pair){measured, truth, 0.0, pair % DEVICES, pair / 16 % DEVICES};
        if (choice & 16) pairs[i].stddev_m = 0.01 * (1 + pair % 7);
        samples[i] = (rangekit_calibration_sample){measured, truth, 0.1f, -100.0f + (float)(pair / 4), pair % DEVICES,
                                                   pair & 3};
        if (pair == 254) take(&input, &samples[i].stddev_m, 12);
    }
    rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
    rangekit_status status = rangekit_calibration_fit_delays(&options, pairs, count, devices, DEVICES, workspace,
                                                             sizeof workspace, &fit);
    REQUIRE(is_status(status));
    for (int i = 0; i < DEVICES && status == RANGEKIT_OK; i += 1) {
        REQUIRE(isfinite(devices[i].delay_ticks) && devices[i].delay_stddev_ticks >= 0);
        REQUIRE(isfinite(devices[i].delay_stddev_ticks) && devices[i].component < fit.component_count);
    }
    REQUIRE(status != RANGEKIT_OK || (fit.row_count == count && fit.rank <= DEVICES && isfinite(fit.rmse_after_m)));
    memset(links, 0, sizeof links);
    status = rangekit_calibration_fit_links(&options, samples, count, links, DEVICES, workspace, sizeof workspace, &fit);
    REQUIRE(is_status(status));
    for (int i = 0; i < DEVICES && status == RANGEKIT_OK; i += 1) {
        REQUIRE(isfinite(links[i].bias_m) && isfinite(links[i].stddev_m) && isfinite(links[i].bias_stddev_m));
        REQUIRE(links[i].effective_count <= links[i].count);
    }
    status = rangekit_calibration_fit_levels(&options, samples, count, links, DEVICES, levels, 64, &level_count,
                                             workspace, sizeof workspace, &fit);
    REQUIRE(is_status(status) && (status == RANGEKIT_OK) == (level_count > 0) && level_count <= 64);
    for (size_t i = 0; i < level_count; i += 1) {
        REQUIRE(isfinite(levels[i].bias_m) && isfinite(levels[i].bias_stddev_m));
        REQUIRE(i == 0 || levels[i].level_dbm > levels[i - 1].level_dbm);
        REQUIRE(!options.falling || i == 0 || levels[i].bias_m <= levels[i - 1].bias_m);
    }
    REQUIRE(rangekit_calibration_apply(links, DEVICES, levels, level_count, samples, count, ranges, NULL) ==
            RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) {
        REQUIRE(is_status(ranges[i].status) && isfinite(ranges[i].distance_m) && ranges[i].distance_stddev_m >= 0);
    }
    return 0;
}
