/* What a firmware does with RangeKit: it introduces itself, reads the other device's token, agrees on a configuration,
 * ranges from its radio's time stamps, and judges the link. No heap, no files, no clock: memory, bytes and time are
 * this program's own.
 *
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

#include <rangekit.h>

/* rangekit_quality_size() says how much; a build for one device may as well state it. */
static uint64_t quality_memory[288];
static rangekit_token mine, theirs;

static void number(int32_t value) {
    char digits[12], *at = digits + sizeof digits - 1;
    uint32_t left = value < 0 ? (uint32_t)-value : (uint32_t)value;
    *at = '\0';
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (value < 0) *--at = '-';
    board_write(at);
}

static int done(rangekit_status status, const char *what) {
    board_write(what);
    board_write(": ");
    board_write(rangekit_status_name(status));
    board_write("\n");
    return status == RANGEKIT_OK;
}

/* From the UWB radio's registers, in its ticks: 3 m apart, clocks 20 ppm apart, a little noise. */
static rangekit_twr_double_sided_exchange stamps(int round) {
    const uint64_t reply = 19169280, noise = (uint64_t)(round % 3);
    return (rangekit_twr_double_sided_exchange){1000, 500, 500 + reply, 1000 + reply + 1279 + noise, 1000 + 2 * reply + 1279 + noise,
                                                500 + 2 * reply + 1279};
}

int application(const uint8_t *received, size_t received_size) {
    static const uint8_t identity[RANGEKIT_TOKEN_PEER_IDENTITY_SIZE] = {0x52, 0x4B, 1};
    uint8_t sent[64];
    size_t sent_size = 0;
    mine.struct_size = theirs.struct_size = sizeof mine;
    rangekit_status status = rangekit_token_make_peer(&mine, identity, sizeof identity);
    mine.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    mine.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
    if (status == RANGEKIT_OK) status = rangekit_token_encode(&mine, sent, sizeof sent, &sent_size, NULL);
    if (!done(status, "my token")) return 1;
    if (!done(rangekit_token_decode(received, received_size, &theirs, NULL), "their token")) return 1;

    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t refusals = 0;
    status = rangekit_configuration_build(&mine, &theirs, &request, &configuration, NULL, 0, &refusals);
    if (!done(status, "configuration")) return 1;

    rangekit_quality *quality = NULL;
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    if (!done(rangekit_quality_init(quality_memory, sizeof quality_memory, NULL, &quality), "quality")) return 1;
    for (int round = 0; round < 12; round += 1) {
        rangekit_twr_double_sided_exchange exchange = stamps(round);
        rangekit_twr_range range;
        if (rangekit_twr_double_sided(NULL, &exchange, &range) != RANGEKIT_OK) return 1;
        rangekit_range_sample sample = {.time_ns = round * INT64_C(100000000), .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                        .distance_m = (float)range.distance_m};
        (void)rangekit_quality_update(quality, &sample, &result);
    }
    board_write("distance, mm: ");
    number((int32_t)(result.distance_m * 1000));
    board_write("\nquality: ");
    board_write(rangekit_quality_level_name(result.level));
    board_write("\n");
    return 0;
}
