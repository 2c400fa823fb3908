/* A recording through the estimators of the host again: replay FILE. Says what is in it; every result must come out as
 * it was recorded, bit for bit.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "rangekit.h"

static union {
    rangekit_twr_options twr_options;
    rangekit_quality_options quality_options;
    rangekit_zone_options zone_options;
    rangekit_range_sample sample;
    rangekit_twr_double_sided_exchange exchange;
    uint8_t bytes[RANGEKIT_RECORD_BODY_MAX_SIZE];
} body;

static rangekit_twr_options twr_options;
static rangekit_twr_range range;
static rangekit_quality *quality;
static rangekit_quality_result judged = RANGEKIT_QUALITY_RESULT_INIT;
static rangekit_zone *zone;
static rangekit_zone_result crossed;

/* 1 where the record is a result and the same, -1 where it is not, 0 where it is none. */
static int take(const rangekit_record *record) {
    rangekit_status status = RANGEKIT_OK;
    switch (record->kind) {
    case RANGEKIT_RECORD_TWR_OPTIONS: twr_options = body.twr_options; break;
    case RANGEKIT_RECORD_QUALITY_OPTIONS: status = rangekit_quality_create(&body.quality_options, &quality); break;
    case RANGEKIT_RECORD_ZONE_OPTIONS: status = rangekit_zone_create(&body.zone_options, &zone); break;
    case RANGEKIT_RECORD_DOUBLE_SIDED: status = rangekit_twr_double_sided(&twr_options, &body.exchange, &range); break;
    case RANGEKIT_RECORD_SAMPLE:
        status = rangekit_quality_update(quality, &body.sample, &judged);
        if (status == RANGEKIT_OK) status = rangekit_zone_update(zone, &body.sample, &crossed);
        break;
    case RANGEKIT_RECORD_TWR_RANGE: return memcmp(&body, &range, sizeof range) ? -1 : 1;
    case RANGEKIT_RECORD_QUALITY_RESULT: return memcmp(&body, &judged, sizeof judged) ? -1 : 1;
    case RANGEKIT_RECORD_ZONE_RESULT: return memcmp(&body, &crossed, sizeof crossed) ? -1 : 1;
    default: break;
    }
    return status == RANGEKIT_OK ? 0 : -1;
}

int main(int count, char **arguments) {
    static uint8_t bytes[1 << 20];
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL) return 2;
    size_t size = fread(bytes, 1, sizeof bytes, file), offset = 0;
    fclose(file);
    uint32_t records = 0, equal = 0;
    rangekit_record record = RANGEKIT_RECORD_INIT;
    while (offset < size) {
        size_t used;
        rangekit_status status =
            rangekit_record_decode(bytes + offset, size - offset, &record, &body, sizeof body, &used, NULL);
        if (status != RANGEKIT_OK || record.sequence != records) {
            printf("record %u, byte %zu: %s\n", (unsigned)records, offset, rangekit_status_name(status));
            return 1;
        }
        int found = take(&record);
        if (found < 0) {
            printf("record %u, byte %zu: %s differs\n", (unsigned)records, offset, rangekit_record_kind_name(record.kind));
            return 1;
        }
        equal += (uint32_t)found;
        records += 1;
        offset += used;
    }
    rangekit_quality_destroy(quality);
    rangekit_zone_destroy(zone);
    printf("%u records, %u results the same\n", (unsigned)records, (unsigned)equal);
    return record.kind == RANGEKIT_RECORD_END && equal == 360 ? 0 : 1;
}
