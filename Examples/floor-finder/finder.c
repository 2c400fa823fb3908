/* Finds a device two floors up: what the person is told, whenever it changes.
 *
 *   finder
 *
 * The way is simulated, from a seeded generator: up the stairs, along the floor, round a corner. UWB gives distance
 * and horizontal angle, a barometer the height difference; both are filtered. Level comes first, then the side,
 * then the distance. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include <rangekit.h>

static uint64_t random_state = 5;

static double random_unit(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double normal(double stddev) {
    return stddev * sqrt(-2 * log(1 - random_unit())) * cos(6.283185307179586 * random_unit());
}

/* The person in the target's frame: x to the east, y to the north, z up; heading from the north to the east. */
struct person {
    double x, y, z, heading;
};

static struct person person_at(double time_s) {
    if (time_s < 20) return (struct person){-8, -10, -6 + 0.3 * time_s, 0};         /* up the stairs */
    if (time_s < 30) return (struct person){-8, -10 + (time_s - 20), 0, 0};         /* north along the floor */
    if (time_s < 34) return (struct person){-8, 0, 0, (time_s - 30) * 0.39269908};  /* a turn to the east */
    double x = -8 + 0.8 * (time_s - 34);
    return (struct person){x < -0.3 ? x : -0.3, 0, 0, 1.57079633};
}

int main(void) {
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.domain = RANGEKIT_FILTER_CIRCULAR;
    rangekit_filter *filter = NULL, *height_filter = NULL;
    rangekit_status status = rangekit_filter_create(&options, &filter);
    if (status == RANGEKIT_OK) status = rangekit_filter_create(NULL, &height_filter);
    int32_t before = -1;
    double heading_before = 0;
    for (int step = 0; status == RANGEKIT_OK && step < 460; step += 1) {
        double time_s = step * 0.1;
        struct person person = person_at(time_s);
        double level_m = sqrt(person.x * person.x + person.y * person.y);
        double bearing = atan2(-person.x, -person.y) - person.heading;
        rangekit_filter_sample angle = {.time_ns = (int64_t)(time_s * 1e9),
                                        .value = {(float)(bearing + normal(0.09))},
                                        .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
        rangekit_filter_sample height = angle;
        rangekit_filter_result smooth, level;
        height.value[0] = (float)(-person.z + normal(0.2));
        status = rangekit_filter_shift(filter, (float)(heading_before - person.heading));
        heading_before = person.heading;
        if (status == RANGEKIT_OK) status = rangekit_filter_update(filter, &angle, &smooth);
        if (status == RANGEKIT_OK) status = rangekit_filter_update(height_filter, &height, &level);
        if (status != RANGEKIT_OK) break;

        rangekit_range_sample sample = {
            .time_ns = angle.time_ns,
            .fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_AZIMUTH,
            .technology = RANGEKIT_TECHNOLOGY_UWB,
            .distance_m = (float)(sqrt(level_m * level_m + person.z * person.z) + normal(0.05)),
            .azimuth_rad = smooth.value[0]};
        rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
        int32_t guidance;
        float amount;
        char words[RANGEKIT_DIRECTION_TEXT_MAX_SIZE];
        size_t length;
        status = rangekit_direction_from_sample(NULL, &sample, NULL, &direction);
        if (status == RANGEKIT_OK) {
            status = rangekit_direction_set_height(NULL, level.value[0], 1, &direction);
        }
        if (status == RANGEKIT_OK) status = rangekit_direction_guidance(NULL, &direction, &guidance, &amount);
        if (status == RANGEKIT_OK) {
            status = rangekit_direction_describe(NULL, &direction, words, sizeof words, &length);
        }
        if (status != RANGEKIT_OK || guidance == before) continue;
        printf("%5.1f s  %-10s  %5.1f  (%s)\n", time_s, rangekit_guidance_name(guidance), (double)amount, words);
        before = guidance;
    }
    rangekit_filter_destroy(filter);
    rangekit_filter_destroy(height_filter);
    if (status != RANGEKIT_OK) fprintf(stderr, "finder: %s\n", rangekit_status_message(status));
    return status == RANGEKIT_OK ? 0 : 1;
}
