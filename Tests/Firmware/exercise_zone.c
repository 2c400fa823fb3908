/* Zones in caller memory: each preset along a random walk, every transition and number.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "exercise.h"

static uint64_t memory[128]; /* rangekit_zone_size is below 1024 */

static void walk(int32_t preset) {
    rangekit_zone_options options = {.struct_size = sizeof options};
    rangekit_zone *zone = NULL;
    put_status("zone preset", rangekit_zone_options_preset(preset, &options));
    put_status("  init", rangekit_zone_init(memory, sizeof memory, &options, &zone));
    digest_reset();
    uint32_t entered = 0, left = 0;
    float distance_m = 5;
    int64_t time_ns = INT64_C(-3000000000);
    for (int i = 0; i < 800; i += 1) {
        time_ns += i % 200 == 199 ? INT64_C(6000000000) : INT64_C(100000000);
        distance_m += 0.125f * (float)(int32_t)(exercise_random() % 5 - 2);
        if (distance_m < 0.25f || distance_m > 9) distance_m = 5;
        rangekit_range_sample sample;
        memset(&sample, 0, sizeof sample);
        sample.time_ns = time_ns;
        sample.fields = i % 13 == 12 ? 0 : RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
        sample.distance_m = distance_m;
        sample.distance_stddev_m = 0.0625f;
        rangekit_zone_result result;
        digest_number((uint32_t)rangekit_zone_update(zone, &sample, &result), 4);
        digest_number(result.fields, 4);
        digest_number(result.inside, 4);
        digest_number(result.dwelling, 4);
        digest_number(result.causes, 4);
        digest_number((uint32_t)result.trend, 4);
        digest_float(result.distance_m);
        digest_float(result.speed_mps);
        entered += result.entered != 0;
        left += result.left != 0;
        if (i % 100 == 99) {
            put_text("  trend", rangekit_zone_trend_name(result.trend));
            put_float("  speed", result.speed_mps);
        }
    }
    put_number("  entered", entered, 4);
    put_number("  left", left, 4);
    put_number("  digest", exercise_digest, 8);
    put_status("  reset", rangekit_zone_reset(zone));
    rangekit_zone_destroy(zone);
}

void exercise_zone(void) {
    exercise_random_state = 3;
    walk(RANGEKIT_ZONE_PRESET_PRESENCE);
    walk(RANGEKIT_ZONE_PRESET_UNLOCK);
    walk(RANGEKIT_ZONE_PRESET_GUIDE);
}
