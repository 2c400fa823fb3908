/* Filters, zones, direction, pointing, fusion, quality model: an update with its result, one call each.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_CASES_TRACKING_H
#define RANGEKIT_BENCHMARKS_CASES_TRACKING_H

#include <stddef.h>

int prepare_tracking_cases(void);

#define TRACKING_CASE(name)      \
    void name(size_t calls);     \
    void name##_plain(size_t calls);
TRACKING_CASE(filter_kalman)
TRACKING_CASE(filter_median)
TRACKING_CASE(zone_update)
TRACKING_CASE(direction_update)
TRACKING_CASE(pointing_update)
TRACKING_CASE(fusion_update)
TRACKING_CASE(quality_model_update)
#undef TRACKING_CASE

/* The rows of the table. */
#define TRACKING_BENCHMARKS                                                                                       \
    {"filter.kalman", "filter update, default", "C -O2, the same", 1, filter_kalman, filter_kalman_plain, 1.3},     \
    {"filter.median", "filter update, median of 5", "C -O2, the same", 1, filter_median, filter_median_plain, 1.3}, \
    {"zone.update", "zone update, unlock preset", "C -O2, the same", 1, zone_update, zone_update_plain, 1.3},      \
    {"direction.guidance", "direction and guidance", "C -O2, the same", 1, direction_update,                      \
     direction_update_plain, 1.3},                                                                                \
    {"pointing.update", "pointing frame, 4 targets", "C -O2, the same", 1, pointing_update, pointing_update_plain, \
     1.3},                                                                                                        \
    {"fusion.update", "fusion update, 3 technologies", "C -O2, the same", 1, fusion_update, fusion_update_plain,   \
     1.3},                                                                                                        \
    {"quality_model.update", "quality model update", "C -O2, the same", 1, quality_model_update,                  \
     quality_model_update_plain, 1.3}

#endif
