/* Any phases, tables, directions and turns: a status, and never a NaN.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 16

static double take_double(struct input *input, double scale) {
    uint8_t choice = take_byte(input);
    double value;
    if (choice & 0xC0) return scale * ((int8_t)take_byte(input)) / 128.0;
    take(input, &value, 8);
    return value;
}

static void fuzz_pdoa(struct input *input) {
    rangekit_angle_options options = RANGEKIT_ANGLE_OPTIONS_INIT;
    rangekit_angle_table_point table[16];
    uint8_t choice = take_byte(input);
    if (choice & 1) options.spacing_m = fabs(take_double(input, 1));
    if (choice & 2) options.wavelength_m = fabs(take_double(input, 0.1));
    if (choice & 4) options.offset_rad = take_double(input, 4);
    if (choice & 8) options.pdoa_stddev_rad = fabs(take_double(input, 1));
    if (choice & 16) options.clamp_sigmas = fabs(take_double(input, 100));
    size_t table_count = choice & 32 ? 2 + take_byte(input) % 15 : 0;
    for (size_t i = 0; i < table_count; i += 1) {
        table[i] = (rangekit_angle_table_point){-4 + (double)i / 2, -1.5 + 0.19 * (double)i};
        if ((take_byte(input) & 15) == 0) table[i].pdoa_rad = take_double(input, 4);
        if ((take_byte(input) & 15) == 0) table[i].angle_rad = take_double(input, 1.5);
    }
    rangekit_angle_measurement measurements[ROWS];
    rangekit_angle_result results[ROWS], alone;
    for (int i = 0; i < ROWS; i += 1) {
        rangekit_angle_measurement *m = &measurements[i];
        memset(m, 0, sizeof *m);
        m->fields = take_byte(input) & 7;
        m->pdoa_rad = take_double(input, 4);
        m->pdoa_stddev_rad = fabs(take_double(input, 1));
        m->prior_rad = take_double(input, 3.1);
        m->prior_stddev_rad = fabs(take_double(input, 1));
        m->path_difference_m = take_double(input, 0.1);
        m->path_difference_stddev_m = fabs(take_double(input, 0.1));
    }
    size_t refused = 0;
    const rangekit_angle_table_point *points = table_count ? table : NULL;
    rangekit_status status =
        rangekit_angle_from_pdoa_batch(&options, points, table_count, measurements, ROWS, results, &refused);
    REQUIRE(is_status(status));
    for (int i = 0; status == RANGEKIT_OK && i < ROWS; i += 1) {
        rangekit_status one = rangekit_angle_from_pdoa(&options, points, table_count, &measurements[i], &alone);
        REQUIRE(is_status(one) && memcmp(&alone, &results[i], sizeof alone) == 0);
        REQUIRE(fabs(alone.angle_rad) <= 3.1415926536 && fabs(alone.mirror_rad) <= 3.1415926536);
        REQUIRE(alone.stddev_rad >= 0 && alone.stddev_rad <= 1.5708f);
        REQUIRE(alone.probability >= 0 && alone.probability <= 1);
        REQUIRE(one != RANGEKIT_OK || alone.candidates > 0);
    }
}

static void require_pair(const rangekit_angle_pair *pair) {
    REQUIRE(is_status(pair->status));
    REQUIRE(isfinite(pair->azimuth_rad) && isfinite(pair->elevation_rad));
    REQUIRE(pair->azimuth_stddev_rad >= 0 && pair->azimuth_stddev_rad <= 10);
    REQUIRE(pair->elevation_stddev_rad >= 0 && pair->elevation_stddev_rad <= 10);
}

static void fuzz_directions(struct input *input) {
    rangekit_angle_vector vectors[ROWS], back[ROWS];
    rangekit_angle_pair pairs[ROWS], out[ROWS];
    int32_t convention = take_byte(input) % 6;
    size_t refused;
    for (int i = 0; i < ROWS; i += 1) {
        vectors[i] = (rangekit_angle_vector){take_double(input, 1), take_double(input, 1), take_double(input, 1),
                                             (float)fabs(take_double(input, 1)), 0};
        float noise[] = {(float)fabs(take_double(input, 1)), (float)fabs(take_double(input, 1))};
        pairs[i] = (rangekit_angle_pair){take_double(input, 4), take_double(input, 4), noise[0], noise[1], 0, 0};
    }
    REQUIRE(rangekit_angle_normalize_pair_batch(pairs, ROWS, out, &refused) == RANGEKIT_OK);
    for (int i = 0; i < ROWS; i += 1) require_pair(&out[i]);
    REQUIRE(rangekit_angle_from_cones_batch(pairs, ROWS, out, &refused) == RANGEKIT_OK);
    for (int i = 0; i < ROWS; i += 1) require_pair(&out[i]);
    REQUIRE(rangekit_angle_to_cones_batch(pairs, ROWS, out, &refused) == RANGEKIT_OK);
    for (int i = 0; i < ROWS; i += 1) require_pair(&out[i]);
    rangekit_angle_quaternion q = {take_double(input, 1), take_double(input, 1), take_double(input, 1),
                                   take_double(input, 1)};
    double yaw, pitch, roll, angle;
    rangekit_status status = rangekit_angle_quaternion_to_turns(&q, &yaw, &pitch, &roll);
    REQUIRE(is_status(status));
    if (status == RANGEKIT_OK) {
        REQUIRE(isfinite(yaw) && isfinite(pitch) && isfinite(roll));
        REQUIRE(rangekit_angle_turn_batch(&q, vectors, ROWS, back, &refused) == RANGEKIT_OK);
        for (int i = 0; i < ROWS; i += 1) REQUIRE(isfinite(back[i].x) && isfinite(back[i].y) && isfinite(back[i].z));
    }
    REQUIRE(is_status(rangekit_angle_between(&vectors[0], &vectors[1], &angle)));
    status = rangekit_angle_from_vector_batch(convention, vectors, ROWS, pairs, &refused);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return;
    for (int i = 0; i < ROWS; i += 1) require_pair(&pairs[i]);
    REQUIRE(rangekit_angle_to_vector_batch(convention, pairs, ROWS, back, &refused) == RANGEKIT_OK);
    for (int i = 0; i < ROWS; i += 1) {
        if (pairs[i].status != RANGEKIT_OK || back[i].status != RANGEKIT_OK) continue;
        double length = sqrt(back[i].x * back[i].x + back[i].y * back[i].y + back[i].z * back[i].z);
        REQUIRE(fabs(length - 1) < 1e-9);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    double value;
    int32_t number;
    take(&input, &number, 4);
    rangekit_status status = rangekit_angle_pdoa_from_dw3000(number, &value);
    REQUIRE(is_status(status) && (status != RANGEKIT_OK || fabs(value) <= 4));
    double angle = take_double(&input, 10);
    status = rangekit_angle_normalize(angle, &value);
    REQUIRE(is_status(status) && (status != RANGEKIT_OK || fabs(value) <= 3.1415926536));
    fuzz_pdoa(&input);
    fuzz_directions(&input);
    return 0;
}
