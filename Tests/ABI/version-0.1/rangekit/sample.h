/* rangekit/sample.h - one measurement of another device, as every part of RangeKit speaks it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_SAMPLE_H
#define RANGEKIT_SAMPLE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_TECHNOLOGY_UNKNOWN 0
#define RANGEKIT_TECHNOLOGY_UWB 1
#define RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING 2
#define RANGEKIT_TECHNOLOGY_WIFI_RTT 3
#define RANGEKIT_TECHNOLOGY_RSSI 4

#define RANGEKIT_SAMPLE_HAS_DISTANCE (1u << 0)
#define RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV (1u << 1)
#define RANGEKIT_SAMPLE_HAS_AZIMUTH (1u << 2)
#define RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV (1u << 3)
#define RANGEKIT_SAMPLE_HAS_ELEVATION (1u << 4)
#define RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV (1u << 5)
#define RANGEKIT_SAMPLE_HAS_POWER (1u << 6)
#define RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER (1u << 7)
#define RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY (1u << 8)
#define RANGEKIT_SAMPLE_HAS_VELOCITY (1u << 9)

/* One measurement: 64 bytes, fixed for ever (it travels in arrays).
 * Device frame: x right, y up, z towards the user. Azimuth is positive to the right, in (-pi, pi];
 * elevation is positive up, in [-pi/2, pi/2]; straight ahead is 0, 0. */
typedef struct rangekit_range_sample {
    int64_t time_ns;            /* when it was measured; monotonic, the caller's clock */
    uint32_t fields;            /* RANGEKIT_SAMPLE_HAS_*: which of the values below are there */
    int32_t technology;         /* RANGEKIT_TECHNOLOGY_* */
    float distance_m;           /* metres; a calibrated radio may give slightly negative ones */
    float distance_stddev_m;    /* one standard deviation, metres */
    float azimuth_rad;
    float azimuth_stddev_rad;
    float elevation_rad;
    float elevation_stddev_rad;
    float power_dbm;            /* received level */
    float first_path_power_dbm; /* level of the first path alone */
    float nlos_probability;     /* that the direct path is blocked, 0 to 1 */
    float velocity_mps;         /* rate of change of the distance; positive when moving away */
    uint32_t peer;              /* the caller's number for the other device */
    uint32_t reserved;          /* zero */
} rangekit_range_sample;

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_SAMPLE_H */
