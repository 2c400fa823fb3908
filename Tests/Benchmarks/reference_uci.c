/* A plain C reader of UCI session information: the same checks and the same samples.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "reference.h"

static uint16_t u16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

rangekit_status reference_uci_samples(const uint8_t *payload, size_t size, int64_t time_ns,
                                      rangekit_range_sample *samples, size_t capacity, size_t *sample_count) {
    *sample_count = 0;
    if (payload == NULL || samples == NULL) return RANGEKIT_ERROR_NULL_POINTER;
    if (size < 25) return RANGEKIT_ERROR_TRUNCATED;
    if (payload[15] > 1) return RANGEKIT_ERROR_INVALID_VALUE;
    size_t count = payload[24], mac_size = payload[15] == 0 ? 2 : 8, there = 0;
    if (payload[13] != 1) return RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE;
    if (size - 25 < 31 * count) return RANGEKIT_ERROR_TRUNCATED;
    const uint8_t *at = payload + 25;
    for (size_t i = 0; i < count; i += 1, at += 31) {
        const uint8_t *rest = at + mac_size;
        if (rest[0] != 0x00 && rest[0] != 0x1B) continue;
        if (there >= capacity) {
            there += 1;
            continue;
        }
        rangekit_range_sample sample;
        memset(&sample, 0, sizeof sample);
        sample.time_ns = time_ns;
        sample.technology = RANGEKIT_TECHNOLOGY_UWB;
        sample.peer = u16(at) | (mac_size == 8 ? (uint32_t)u16(at + 2) << 16 : 0);
        uint16_t distance_cm = u16(rest + 2);
        if (distance_cm != 0xFFFF) {
            sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE;
            sample.distance_m = (float)distance_cm / 100.0f;
            if (rest[0] == 0x1B) sample.distance_m = -sample.distance_m;
        }
        const float step_rad = 3.14159265f / (180.0f * 128.0f);
        int16_t azimuth = (int16_t)u16(rest + 4), elevation = (int16_t)u16(rest + 7);
        if (rest[6] != 0 && azimuth >= -180 * 128 && azimuth <= 180 * 128) {
            sample.fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH;
            sample.azimuth_rad = (float)(azimuth == -180 * 128 ? 180 * 128 : azimuth) * step_rad;
        }
        if (rest[9] != 0 && elevation >= -90 * 128 && elevation <= 90 * 128) {
            sample.fields |= RANGEKIT_SAMPLE_HAS_ELEVATION;
            sample.elevation_rad = (float)elevation * step_rad;
        }
        if (rest[17] != 0) {
            sample.fields |= RANGEKIT_SAMPLE_HAS_POWER;
            sample.power_dbm = (float)rest[17] / -2.0f;
        }
        if (rest[1] <= 1) {
            sample.fields |= RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY;
            sample.nlos_probability = (float)rest[1];
        }
        samples[there] = sample;
        there += 1;
    }
    *sample_count = there;
    return RANGEKIT_OK;
}
