/* Any pairs of stamps in any clock filter, any register, any batch of exchanges: finite numbers and known outcomes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 48

static void filter(struct input *input) {
    rangekit_twr_clock_filter_options options = RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_INIT;
    uint8_t choice = take_byte(input);
    if (choice & 1) options.timestamp_bits = 32 + take_byte(input) % 33;
    if (choice & 2) options.noise_ppm = take_byte(input);
    if (choice & 4) take(input, &options.tick_s, 5 * sizeof(double));
    if (choice & 8) options.trust_max = 1 + take_byte(input);
    rangekit_twr_clock_filter kept, pieces;
    memset(&kept, 0, sizeof kept);
    if (choice & 16) take(input, &kept, sizeof kept);
    pieces = kept;
    rangekit_twr_clock_pair pairs[ROWS];
    rangekit_twr_clock_estimate estimates[ROWS], alone;
    size_t count = take_byte(input) % (ROWS + 1);
    uint64_t mask = options.timestamp_bits < 64 ? (UINT64_C(1) << options.timestamp_bits) - 1 : UINT64_MAX;
    uint64_t local = take_number(input), remote = take_number(input);
    int64_t time_ns = (int64_t)take_number(input) / 4;
    for (size_t i = 0; i < count; i += 1) {
        uint64_t step = 0;
        uint8_t how = take_byte(input);
        take(input, &step, how & 1 ? 6 : 4);
        remote += step;
        local += step + (uint64_t)(int64_t)(int8_t)take_byte(input);
        time_ns += (int64_t)(step / 64);
        if (how & 128) local = take_number(input);
        pairs[i] = (rangekit_twr_clock_pair){how & 64 ? local : local & mask, remote & mask, time_ns};
        if (how & 32) pairs[i].time_ns = (int64_t)take_number(input);
    }
    rangekit_status status = rangekit_twr_clock_filter_update(&options, &kept, pairs, count, estimates);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return;
    for (size_t i = 0; i < count; i += 1) {
        REQUIRE(rangekit_twr_clock_filter_update(&options, &pieces, &pairs[i], 1, &alone) == RANGEKIT_OK);
        REQUIRE(memcmp(&alone, &estimates[i], sizeof alone) == 0);
        REQUIRE(isfinite(alone.clock_offset_ppm) && alone.clock_offset_stddev_ppm >= 0);
        REQUIRE(alone.outcome <= RANGEKIT_TWR_CLOCK_STALE && (alone.outcome >= 0 || is_status(alone.outcome)));
    }
    if (count > 0) REQUIRE(memcmp(&kept, &pieces, sizeof kept) == 0);
}

static void registers(struct input *input) {
    int32_t value = (int32_t)take_number(input), kind = (int8_t)take_byte(input);
    double ppm = NAN, ratio = NAN;
    rangekit_status status = rangekit_twr_register_to_ppm(kind, &value, 1, &ppm);
    REQUIRE(status == RANGEKIT_OK ? fabs(ppm) < 20000 : status == RANGEKIT_ERROR_OUT_OF_RANGE);
    uint64_t stamps[4];
    take(input, stamps, sizeof stamps);
    status = rangekit_twr_clock_ratio(take_byte(input), stamps[0], stamps[1], stamps[2], stamps[3], &ratio);
    REQUIRE(is_status(status) && (status != RANGEKIT_OK || isfinite(ratio)));
    uint64_t scheduled, transmit;
    status = rangekit_twr_delayed_transmit(stamps, 1, (uint32_t)value, &scheduled, &transmit);
    REQUIRE(status == RANGEKIT_ERROR_TIMESTAMP_RANGE || (scheduled % 512 == 0 && transmit < UINT64_C(1) << 40));
}

static void exchanges(struct input *input) {
    rangekit_twr_three_message_exchange threes[ROWS];
    rangekit_twr_single_sided_exchange singles[ROWS];
    rangekit_twr_responder responders[ROWS];
    rangekit_twr_round round;
    rangekit_twr_range ranges[ROWS], alone;
    size_t count = take_byte(input) % (ROWS + 1), refused = 0, bad = 0;
    memset(singles, 0, sizeof singles);
    take(input, &round, 12);
    round.final_tx &= 0xFFFFFFFFFF;
    for (size_t i = 0; i < count; i += 1) {
        uint64_t a = i * 3000000007u, b = i * 3000000019u, step = 0, longer = take_byte(input);
        take(input, &step, 4);
        threes[i] = (rangekit_twr_three_message_exchange){a, b, b + step, a + step + longer, b + 3 * step,
                                                          a + 3 * step + longer};
        if (longer & 1) take(input, (uint64_t *)&threes[i] + longer % 6, 8);
        memcpy(&singles[i], &threes[i], 4 * sizeof(uint64_t));
        if (longer & 2) take(input, &singles[i].clock_offset_ppm, 8);
        memcpy(&responders[i], &threes[i], 4 * sizeof(uint64_t));
        responders[i].delay_ticks = singles[i].clock_offset_ppm;
    }
    REQUIRE(rangekit_twr_three_message_batch(NULL, threes, count, ranges, &refused) == RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) {
        rangekit_status status = rangekit_twr_three_message(NULL, &threes[i], &alone);
        REQUIRE(is_status(status) && memcmp(&alone, &ranges[i], sizeof alone) == 0 && isfinite(alone.distance_m));
        REQUIRE(isfinite(alone.distance_stddev_m) && alone.distance_stddev_m >= 0);
        bad += status != RANGEKIT_OK;
    }
    REQUIRE(bad == refused);
    REQUIRE(rangekit_twr_one_to_many(NULL, &round, 1, responders, count, ranges, NULL) == RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) REQUIRE(is_status(ranges[i].status) && isfinite(ranges[i].distance_m));
    rangekit_twr_diagnosis diagnosis = RANGEKIT_TWR_DIAGNOSIS_INIT;
    size_t half = count / 2;
    REQUIRE(rangekit_twr_diagnose(NULL, singles, half, singles + half, count - half, &diagnosis) == RANGEKIT_OK);
    REQUIRE(diagnosis.plausible_count + diagnosis.implausible_count == count);
    REQUIRE(diagnosis.swapped_count + diagnosis.stale_count <= diagnosis.implausible_count);
    REQUIRE(isfinite(diagnosis.implied_offset_ppm) && isfinite(diagnosis.distance_m));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    switch (take_byte(&input) % 3) {
    case 0: filter(&input); break;
    case 1: registers(&input); break;
    default: exchanges(&input);
    }
    return 0;
}
