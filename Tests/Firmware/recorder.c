/* A device that records what it does: a Cortex-M4F that ranges, judges and watches a zone, and sends the records of it
 * through semihosting as hexadecimal. With RECORDER_HOST the same on the host, as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "rangekit.h"

#ifdef RECORDER_HOST
#include <stdio.h>
#include <stdlib.h>

static void put_bytes(const uint8_t *bytes, size_t size) { fwrite(bytes, 1, size, stdout); }
static void fail(void) { abort(); }
#else
#include "machine.h"

static void put_bytes(const uint8_t *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i += 1) {
        char text[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15], 0};
        machine_write(text);
    }
    machine_write("\n");
}

static void fail(void) { machine_stop(1); }

/* libm's, where it says what was wrong. */
int *__errno(void);
int *__errno(void) {
    static int number;
    return &number;
}
#endif

static uint32_t sequence;

static void put(int32_t kind, int64_t time_ns, const void *body, size_t size) {
    static uint8_t bytes[1024];
    rangekit_record record = RANGEKIT_RECORD_INIT;
    record.kind = kind;
    record.time_ns = time_ns;
    record.sequence = sequence++;
    record.source = 1;
    record.body_size = (uint32_t)size;
    size_t length;
    if (rangekit_record_encode(&record, body, bytes, sizeof bytes, &length, NULL) != RANGEKIT_OK) fail();
    put_bytes(bytes, length);
}

/* An exchange with a device that walks from 2 m to 14 m and back; both clocks tick alike. */
static rangekit_twr_double_sided_exchange exchange_at(uint32_t step) {
    uint64_t start = UINT64_C(1099000000000) + step * UINT64_C(6390000000);
    uint64_t flight = 427 + 2560 * (uint64_t)(step < 60 ? step : 120 - step) / 60, reply = 57507840;
    uint64_t offset = UINT64_C(77777777777), mask = (UINT64_C(1) << 40) - 1, noise = step * 7 % 11;
    rangekit_twr_double_sided_exchange exchange;
    exchange.poll_tx = start & mask;
    exchange.poll_rx = (start + flight + noise + offset) & mask;
    exchange.response_tx = (start + flight + reply + offset) & mask;
    exchange.response_rx = (start + 2 * flight + reply + noise / 2) & mask;
    exchange.final_tx = (start + 2 * flight + 2 * reply) & mask;
    exchange.final_rx = (start + 3 * flight + 2 * reply + offset) & mask;
    return exchange;
}

static void record_session(void) {
    static uint64_t quality_memory[288], zone_memory[128];
    static rangekit_recording_header header;
    static rangekit_zone_options zone_options;
    rangekit_quality *quality = NULL;
    rangekit_zone *zone = NULL;
    header.struct_size = sizeof header;
    if (rangekit_recording_header_default(&header) != RANGEKIT_OK) fail();
    memcpy(header.device, "recorder", 9);
    header.time_base = RANGEKIT_TIME_BASE_RECORDING;
    put(RANGEKIT_RECORD_HEADER, 0, &header, sizeof header);
    put(RANGEKIT_RECORD_NAME, 0, "tag", 3);

    static const uint8_t identity[2] = {0x11, 0xD7};
    static rangekit_token token;
    static uint8_t encoded[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length;
    token.struct_size = sizeof token;
    if (rangekit_token_make_accessory(&token, identity, sizeof identity) != RANGEKIT_OK) fail();
    if (rangekit_token_encode(&token, encoded, sizeof encoded, &length, NULL) != RANGEKIT_OK) fail();
    put(RANGEKIT_RECORD_TOKEN, 0, encoded, length);

    rangekit_twr_options twr_options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_quality_options quality_options = RANGEKIT_QUALITY_OPTIONS_INIT;
    zone_options.struct_size = sizeof zone_options;
    if (rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_GUIDE, &zone_options) != RANGEKIT_OK) fail();
    put(RANGEKIT_RECORD_TWR_OPTIONS, 0, &twr_options, sizeof twr_options);
    put(RANGEKIT_RECORD_QUALITY_OPTIONS, 0, &quality_options, sizeof quality_options);
    put(RANGEKIT_RECORD_ZONE_OPTIONS, 0, &zone_options, sizeof zone_options);
    if (rangekit_quality_init(quality_memory, sizeof quality_memory, &quality_options, &quality) != RANGEKIT_OK) fail();
    if (rangekit_zone_init(zone_memory, sizeof zone_memory, &zone_options, &zone) != RANGEKIT_OK) fail();

    for (uint32_t step = 0; step < 120; step += 1) {
        int64_t time_ns = step * INT64_C(100000000);
        rangekit_twr_double_sided_exchange exchange = exchange_at(step);
        rangekit_twr_range range;
        if (rangekit_twr_double_sided(&twr_options, &exchange, &range) != RANGEKIT_OK) fail();
        put(RANGEKIT_RECORD_DOUBLE_SIDED, time_ns, &exchange, sizeof exchange);
        put(RANGEKIT_RECORD_TWR_RANGE, time_ns, &range, sizeof range);

        rangekit_range_sample sample;
        memset(&sample, 0, sizeof sample);
        sample.time_ns = time_ns;
        sample.technology = RANGEKIT_TECHNOLOGY_UWB;
        sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
        sample.distance_m = (float)range.distance_m;
        sample.distance_stddev_m = range.distance_stddev_m;
        rangekit_quality_result judged = RANGEKIT_QUALITY_RESULT_INIT;
        rangekit_zone_result crossed;
        if (rangekit_quality_update(quality, &sample, &judged) != RANGEKIT_OK) fail();
        if (rangekit_zone_update(zone, &sample, &crossed) != RANGEKIT_OK) fail();
        put(RANGEKIT_RECORD_SAMPLE, time_ns, &sample, sizeof sample);
        put(RANGEKIT_RECORD_QUALITY_RESULT, time_ns, &judged, sizeof judged);
        put(RANGEKIT_RECORD_ZONE_RESULT, time_ns, &crossed, sizeof crossed);
        for (uint32_t ring = 0; ring < 8; ring += 1) {
            if (crossed.entered & 1u << ring) put(RANGEKIT_RECORD_EVENT, time_ns, NULL, 0);
        }
    }
    put(RANGEKIT_RECORD_END, 12000000000, NULL, 0);
}

#ifdef RECORDER_HOST
int main(void) {
    record_session();
    return 0;
}
#else
void image_main(void) { record_session(); }
#endif
