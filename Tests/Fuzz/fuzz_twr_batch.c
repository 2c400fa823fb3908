/* Any options and any stamps: a finite distance or a named refusal, the same alone and in a batch.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 80

static rangekit_twr_options take_options(struct input *input) {
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    uint8_t choice = take_byte(input);
    if (choice & 1) options.timestamp_bits = 32 + take_byte(input) % 33;
    if (choice & 2) take(input, &options.interval_limit_ticks, 8);
    if (choice & 4) take(input, &options.initiator_tx_delay_ticks, 4 * sizeof(double));
    if (choice & 8) take(input, &options.clock_tolerance_ppm, sizeof(double));
    if (choice & 16) take(input, &options.tick_s, 2 * sizeof(double));
    if (choice & 32) take(input, &options.timestamp_stddev_s, 2 * sizeof(double));
    if (choice & 64) take(input, (uint8_t *)&options + 4, sizeof options - 4);
    if (choice == 255) take(input, &options, sizeof options);
    return options;
}

static void require_row(const rangekit_twr_range *row, const rangekit_twr_range *alone, rangekit_status status) {
    REQUIRE(is_status(status) && row->status == status);
    REQUIRE(memcmp(row, alone, sizeof *row) == 0);
    REQUIRE(isfinite(row->distance_m) && isfinite(row->distance_stddev_m) && row->distance_stddev_m >= 0);
    REQUIRE(status == RANGEKIT_OK || (row->distance_m == 0 && row->distance_stddev_m == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_twr_options options = take_options(&input);
    /* Stamps that fit the width most of the time, near to each other when the input is short. */
    uint64_t mask = options.timestamp_bits >= 32 && options.timestamp_bits < 64
                        ? (UINT64_C(1) << options.timestamp_bits) - 1
                        : UINT64_MAX;
    static rangekit_twr_double_sided_exchange doubles[ROWS];
    static rangekit_twr_single_sided_exchange singles[ROWS];
    static rangekit_twr_range rows[ROWS], alone;
    size_t count = take_byte(&input) % (ROWS + 1), refused = 0, bad = 0;
    for (size_t i = 0; i < count; i += 1) {
        uint64_t stamps[6], step = 0;
        uint8_t choice = take_byte(&input);
        uint64_t a = i * 1000003, b = i * 7000003;
        if (choice & 1) a = take_number(&input);
        if (choice & 2) b = take_number(&input);
        take(&input, &step, choice & 4 ? 5 : 3);
        uint64_t longer = choice & 8 ? take_byte(&input) : 100;
        stamps[0] = a;
        stamps[1] = b;
        stamps[2] = b + step;
        stamps[3] = a + step + longer;
        stamps[4] = a + 2 * step + longer;
        stamps[5] = b + 2 * step + longer;
        if (choice & 16) take(&input, &stamps[(choice >> 5) % 6], 8);
        for (int j = 0; j < 6 && (choice & 128) == 0; j += 1) stamps[j] &= mask;
        memcpy(&doubles[i], stamps, sizeof stamps);
        memcpy(&singles[i], stamps, 4 * sizeof stamps[0]);
        singles[i].clock_offset_ppm = (double)(int8_t)choice;
        if (choice & 64) take(&input, &singles[i].clock_offset_ppm, 8);
    }
    rangekit_status status = rangekit_twr_double_sided_batch(&options, doubles, count, rows, &refused);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return 0;
    for (size_t i = 0; i < count; i += 1) {
        rangekit_status one = rangekit_twr_double_sided(&options, &doubles[i], &alone);
        require_row(&rows[i], &alone, one);
        bad += one != RANGEKIT_OK;
    }
    REQUIRE(refused == bad);
    REQUIRE(rangekit_twr_single_sided_batch(&options, singles, count, rows, &refused) == RANGEKIT_OK);
    bad = 0;
    for (size_t i = 0; i < count; i += 1) {
        rangekit_status one = rangekit_twr_single_sided(&options, &singles[i], &alone);
        require_row(&rows[i], &alone, one);
        bad += one != RANGEKIT_OK;
    }
    REQUIRE(refused == bad);
    return 0;
}
