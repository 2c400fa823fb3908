/* A thread that ranges: RangeKit's handles lie in static memory, time comes from the kernel.
 *
 * SPDX-License-Identifier: MIT
 */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include <rangekit.h>

static uint64_t quality_memory[288], zone_memory[128];

/* Your radio's driver: the six time stamps of one exchange, in its ticks. Here: 3 m, then nearer. */
static rangekit_twr_double_sided_exchange read_radio(int round) {
    const uint64_t reply = 19169280, flight = (uint64_t)(1279 - 64 * round);
    return (rangekit_twr_double_sided_exchange){0, 0, reply, reply + flight, 2 * reply + flight, 2 * reply + flight};
}

int main(void) {
    rangekit_quality *quality = NULL;
    rangekit_zone *zone = NULL;
    rangekit_status status = rangekit_quality_init(quality_memory, sizeof quality_memory, NULL, &quality);
    if (status == RANGEKIT_OK) status = rangekit_zone_init(zone_memory, sizeof zone_memory, NULL, &zone);
    if (status != RANGEKIT_OK) {
        printk("RangeKit %s: %s\n", rangekit_version_string(), rangekit_status_name(status));
        return 0;
    }
    for (int round = 0; round < 16; round += 1) {
        rangekit_twr_double_sided_exchange exchange = read_radio(round);
        rangekit_twr_range range;
        status = rangekit_twr_double_sided(NULL, &exchange, &range);
        if (status != RANGEKIT_OK) {
            printk("exchange: %s\n", rangekit_status_name(status));
            continue;
        }
        rangekit_range_sample sample = {
            .time_ns = k_uptime_get() * 1000000,
            .fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV,
            .distance_m = (float)range.distance_m,
            .distance_stddev_m = range.distance_stddev_m,
        };
        rangekit_quality_result judged = RANGEKIT_QUALITY_RESULT_INIT;
        rangekit_zone_result where;
        (void)rangekit_quality_update(quality, &sample, &judged);
        if (rangekit_zone_update(zone, &sample, &where) == RANGEKIT_OK && where.entered != 0) printk("entered\n");
        printk("%d mm, %s\n", (int)(sample.distance_m * 1000), rangekit_quality_level_name(judged.level));
        k_msleep(100);
    }
    return 0;
}
