/* Any tones, round trips, times and options: a status, and finite numbers that fit together.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

static uint64_t memory[3072];
static rangekit_cs_tone tones[512];
static rangekit_sounding_round_trip trips[64];

static void require_result(const rangekit_sounding_result *result) {
    REQUIRE(isfinite(result->distance_m) && isfinite(result->stddev_m) && result->stddev_m >= 0);
    REQUIRE(isfinite(result->low_m) && isfinite(result->high_m) && result->low_m <= result->high_m);
    REQUIRE(result->probability >= 0 && result->probability <= 1);
    REQUIRE(isfinite(result->round_trip_distance_m) && isfinite(result->round_trip_stddev_m));
    REQUIRE(isfinite(result->velocity_mps) && isfinite(result->velocity_stddev_mps));
    REQUIRE(isfinite(result->delay_spread_m) && result->path_count <= RANGEKIT_SOUNDING_PATHS_MAX_COUNT);
    for (uint32_t path = 0; path < result->path_count; path += 1) {
        REQUIRE(isfinite(result->paths[path].distance_m) && isfinite(result->paths[path].snr_db));
    }
}

/* Tones that mostly can be: bytes around a few values, any bits now and then. */
static size_t take_tones(struct input *input) {
    size_t count = take_byte(input) * 2u;
    for (size_t i = 0; i < count; i += 1) {
        uint8_t choice = take_byte(input);
        tones[i] = (rangekit_cs_tone){.weight = (float)(choice & 7), .channel = (uint8_t)(i % 79),
                                      .antenna_path = choice >> 3 & 3};
        tones[i].i = (float)(int8_t)take_byte(input);
        tones[i].q = (float)(int8_t)take_byte(input);
        if (choice >= 252) take(input, &tones[i], sizeof tones[i]);
        else if (choice >= 240) tones[i].i *= 1e-35f;
        else if (choice >= 230) tones[i].q *= 1e6f;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.tier = choice & 1;
    options.phase_only = choice >> 1 & 1;
    if (choice & 4) options.minimum_tones = take_byte(&input) & 31;
    if (choice & 8) take(&input, &options.offset_m, 4 * sizeof(float));
    if (choice & 16) take(&input, &options.attack_limit, 16);
    rangekit_sounding *sounding = NULL;
    rangekit_status status = rangekit_sounding_init(memory, sizeof memory, &options, &sounding);
    REQUIRE(is_status(status) && (status == RANGEKIT_OK) == (sounding != NULL));
    if (status != RANGEKIT_OK) return 0;
    int64_t time_ns = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input);
        time_ns = (int64_t)((uint64_t)time_ns + (call & 7u) * UINT64_C(100000000));
        if (call >= 250) take(&input, &time_ns, sizeof time_ns);
        rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
        if (call & 8) {
            status = rangekit_sounding_latest(sounding, time_ns, &result);
        } else {
            size_t count = take_tones(&input), trip_count = call & 16 ? take_byte(&input) & 63u : 0;
            for (size_t i = 0; i < trip_count; i += 1) {
                trips[i] = (rangekit_sounding_round_trip){(int8_t)take_byte(&input), (uint8_t)(i % 7), 0, 0};
                if (call & 32) take(&input, &trips[i], sizeof trips[i]);
            }
            status = rangekit_sounding_estimate(sounding, time_ns, tones, count, trips, trip_count, &result);
        }
        REQUIRE(is_status(status));
        if (status == RANGEKIT_OK) require_result(&result);
        if (call == 249) REQUIRE(rangekit_sounding_reset(sounding) == RANGEKIT_OK);
    }
    rangekit_sounding_destroy(sounding);
    return 0;
}
