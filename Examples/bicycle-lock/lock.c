/* A bicycle that unlocks for its owner and locks again:
 *
 *   lock
 *
 * The owner's walk is simulated, from a seeded generator: to the bicycle, past it, and back to it, ranged 5 times a
 * second with 10 cm of noise, with blocked samples that state a large standard deviation. Ring 0 of the preset
 * "unlock" opens the lock, ring 1 keeps it open until the owner is well away. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include <rangekit.h>

static uint64_t random_state = 11;

static double random_unit(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double normal(double stddev) {
    return stddev * sqrt(-2 * log(1 - random_unit())) * cos(6.283185307179586 * random_unit());
}

/* The owner comes twice; in between they pass at 2 m without stopping. */
static double distance_at(double time_s) {
    double x = fmod(time_s, 40) - 12, aside = time_s > 40 && time_s < 80 ? 2.0 : 0.4;
    double along = x < 0 ? x : x < 16 && aside < 1 ? 0 : aside < 1 ? x - 16 : x;
    return sqrt(along * along + aside * aside);
}

int main(void) {
    rangekit_zone_options options = {.struct_size = sizeof options};
    rangekit_zone *zone = NULL;
    rangekit_status status = rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_UNLOCK, &options);
    if (status == RANGEKIT_OK) status = rangekit_zone_create(&options, &zone);
    int is_open = 0;
    for (int step = 0; status == RANGEKIT_OK && step < 600; step += 1) {
        double time_s = step * 0.2, is_blocked = random_unit() < 0.1;
        rangekit_range_sample sample = {
            .time_ns = (int64_t)(time_s * 1e9),
            .fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV,
            .technology = RANGEKIT_TECHNOLOGY_UWB,
            .distance_m = (float)(distance_at(time_s) + normal(is_blocked > 0 ? 0.5 : 0.1)),
            .distance_stddev_m = is_blocked > 0 ? 0.5f : 0.1f};
        rangekit_zone_result result;
        status = rangekit_zone_update(zone, &sample, &result);
        if (status != RANGEKIT_OK) break;
        if (!is_open && result.entered & 1) {
            printf("%5.1f s  %.2f m  unlocked\n", time_s, (double)sample.distance_m);
            is_open = 1;
        } else if (is_open && result.left & 2) {
            printf("%5.1f s  %.2f m  locked again\n", time_s, (double)sample.distance_m);
            is_open = 0;
        }
    }
    rangekit_zone_destroy(zone);
    if (status != RANGEKIT_OK) fprintf(stderr, "lock: %s\n", rangekit_status_message(status));
    return status == RANGEKIT_OK ? 0 : 1;
}
