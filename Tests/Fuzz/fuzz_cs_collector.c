/* Any sequence of events and segments, each with a length before it, for any options: a status, and whatever comes
 * out is within its bounds.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

static uint64_t memory[19456 / 8];
static rangekit_cs_tone tones[RANGEKIT_CS_TONES_MAX_COUNT];
static rangekit_cs_rtt rtts[RANGEKIT_CS_RTTS_MAX_COUNT];
static rangekit_cs_mode0 mode0s[RANGEKIT_CS_MODE0S_MAX_COUNT];

static void drain(rangekit_cs_collector *collector) {
    uint32_t found = 1;
    for (int i = 0; found; i += 1) {
        rangekit_cs_procedure procedure = RANGEKIT_CS_PROCEDURE_INIT;
        REQUIRE(i < 4);
        REQUIRE(rangekit_cs_collector_next(collector, &procedure, tones, RANGEKIT_CS_TONES_MAX_COUNT, rtts,
                                           RANGEKIT_CS_RTTS_MAX_COUNT, mode0s, RANGEKIT_CS_MODE0S_MAX_COUNT,
                                           &found) == RANGEKIT_OK);
        for (uint32_t j = 0; j < procedure.tone_count; j += 1) {
            REQUIRE(isfinite(tones[j].i) && isfinite(tones[j].q) && hypotf(tones[j].i, tones[j].q) < 2.1f);
            REQUIRE(tones[j].antenna_path < 4 && tones[j].channel <= 78);
            REQUIRE(isfinite(tones[j].power_initiator_dbm) && isfinite(tones[j].power_reflector_dbm));
        }
        for (uint32_t j = 0; j < procedure.rtt_count; j += 1) REQUIRE(rtts[j].channel <= 78 && (rtts[j].mode & 1));
        REQUIRE(procedure.nadm_level <= 6 && isfinite(procedure.frequency_offset_ppm));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_cs_collector_options options = RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.role = choice & 1;
    options.input = choice >> 1 & 1;
    options.keep_extension_tones = choice >> 2 & 1;
    if (choice & 8) {
        uint64_t filters = take_number(&input);
        options.filter_mode0 = filters & 0xFFFF;
        options.filter_mode1 = filters >> 16 & 0xFFFF;
        options.filter_mode2 = filters >> 32 & 0xFFFF;
        options.filter_mode3 = filters >> 48;
    }
    rangekit_cs_collector *collector = NULL;
    REQUIRE(rangekit_cs_collector_init(memory, sizeof memory, &options, &collector) == RANGEKIT_OK);
    int64_t now_ns = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input);
        size_t length = take_byte(&input), left = (size_t)(input.end - input.at);
        if (length > left) length = left;
        uint8_t *bytes = malloc(length > 0 ? length : 1);
        memcpy(bytes, input.at, length);
        input.at += length;
        now_ns += (call >> 4) * INT64_C(200000000);
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status = RANGEKIT_OK;
        switch (call & 7) {
        case 0: case 1: case 2:
            status = rangekit_cs_collector_event(collector, now_ns, call & 1, bytes, length, &diagnostic);
            require_describable(&diagnostic, status);
            break;
        case 3: case 4: case 5:
            status = rangekit_cs_collector_segment(collector, now_ns, bytes, length, &diagnostic);
            require_describable(&diagnostic, status);
            break;
        case 6: REQUIRE(rangekit_cs_collector_advance(collector, now_ns) == RANGEKIT_OK); break;
        default: drain(collector);
        }
        REQUIRE(is_status(status));
        free(bytes);
    }
    REQUIRE(rangekit_cs_collector_advance(collector, now_ns + INT64_C(4000000000)) == RANGEKIT_OK);
    drain(collector);
    rangekit_cs_collector_destroy(collector);
    return 0;
}
