/* Any bytes as a calibration: refused with a place, or values within their ranges that are written and read again
 * as the same (to the 1e-9 that the file holds).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define MOST 64

static rangekit_calibration_link links[MOST], links_again[MOST];
static rangekit_calibration_device devices[MOST], devices_again[MOST];
static rangekit_calibration_level levels[MOST], levels_again[MOST];

static int same(double a, double b) { return fabs(a - b) <= 1e-9 + 1e-15 * fabs(a); }

static void require_name(const char *name, size_t shortest) {
    const char *end = memchr(name, 0, RANGEKIT_CALIBRATION_NAME_SIZE);
    REQUIRE(end != NULL);
    size_t length = (size_t)(end - name);
    REQUIRE(length >= shortest);
    for (size_t i = length; i < RANGEKIT_CALIBRATION_NAME_SIZE; i += 1) REQUIRE(name[i] == 0);
}

static void require_same(size_t link_count, size_t device_count, size_t level_count) {
    for (size_t i = 0; i < link_count; i += 1) {
        const rangekit_calibration_link *a = &links[i], *b = &links_again[i];
        require_name(a->anchor, 1);
        require_name(a->tag, 0);
        REQUIRE(memcmp(a->anchor, b->anchor, sizeof a->anchor) == 0 && memcmp(a->tag, b->tag, sizeof a->tag) == 0);
        REQUIRE(same(a->bias_m, b->bias_m) && same(a->stddev_m, b->stddev_m) && a->fields == b->fields);
        REQUIRE(same(a->bias_stddev_m, b->bias_stddev_m) && a->count == b->count);
        REQUIRE(a->effective_count == b->effective_count && fabs(a->bias_m) <= 1e9 && a->stddev_m >= 0);
    }
    for (size_t i = 0; i < device_count; i += 1) {
        require_name(devices[i].name, 1);
        REQUIRE(memcmp(devices[i].name, devices_again[i].name, sizeof devices[i].name) == 0);
        REQUIRE(same(devices[i].delay_ticks, devices_again[i].delay_ticks));
        REQUIRE(devices[i].fields == devices_again[i].fields && devices[i].component == devices_again[i].component);
    }
    for (size_t i = 0; i < level_count; i += 1) {
        REQUIRE(same(levels[i].level_dbm, levels_again[i].level_dbm) && same(levels[i].bias_m, levels_again[i].bias_m));
        REQUIRE(i == 0 || levels[i].level_dbm > levels[i - 1].level_dbm);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t link_count, device_count, level_count, a, b, c, length = 0;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status counted =
        rangekit_calibration_decode(data, size, NULL, 0, &link_count, NULL, 0, &device_count, NULL, 0, &level_count,
                                    &diagnostic);
    require_describable(&diagnostic, counted);
    if (counted != RANGEKIT_OK) {
        uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
        REQUIRE(is_status(counted) && (diagnostic.fields & wanted) == wanted && diagnostic.byte_offset <= size);
        REQUIRE(link_count == 0 && device_count == 0 && level_count == 0);
        return 0;
    }
    rangekit_status status = rangekit_calibration_decode(data, size, links, MOST, &a, devices, MOST, &b, levels, MOST,
                                                         &c, NULL);
    REQUIRE(a == link_count && b == device_count && c == level_count);
    if (a > MOST || b > MOST || c > MOST) {
        REQUIRE(status == RANGEKIT_ERROR_BUFFER_TOO_SMALL);
        return 0;
    }
    REQUIRE(status == RANGEKIT_OK);
    status = rangekit_calibration_encode(links, a, devices, b, levels, c, NULL, 0, &length, &diagnostic);
    /* Levels may rise by less than the file's last digit. */
    if (status == RANGEKIT_ERROR_INVALID_VALUE && diagnostic.field == RANGEKIT_FIELD_CALIBRATION_LEVEL) return 0;
    REQUIRE(status == RANGEKIT_OK);
    uint8_t *out = malloc(length);
    REQUIRE(out != NULL);
    REQUIRE(rangekit_calibration_encode(links, a, devices, b, levels, c, out, length, &length, NULL) == RANGEKIT_OK);
    REQUIRE(rangekit_calibration_decode(out, length, links_again, MOST, &a, devices_again, MOST, &b, levels_again, MOST,
                                        &c, NULL) == RANGEKIT_OK);
    REQUIRE(a == link_count && b == device_count && c == level_count);
    require_same(a, b, c);
    free(out);
    return 0;
}
