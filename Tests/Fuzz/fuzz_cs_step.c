/* Any bytes as a step, an event, a control point message: a value that encodes to the same meaning, or a refusal
 * that says where.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

static void require_refusal(const rangekit_diagnostic *diagnostic, rangekit_status status, size_t size) {
    require_describable(diagnostic, status);
    REQUIRE(is_status(status) && diagnostic->byte_offset <= size);
}

static void step(const uint8_t *data, size_t size, uint32_t paths) {
    rangekit_cs_step decoded, again;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t bytes[64];
    size_t used = 0, length = 0;
    rangekit_status status = rangekit_cs_step_decode(data, size, paths, &decoded, &used, &diagnostic);
    REQUIRE(used <= size && (used > 0 || status != RANGEKIT_OK));
    require_refusal(&diagnostic, status, size);
    if (status != RANGEKIT_OK) return;
    REQUIRE(rangekit_cs_step_encode(&decoded, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == ((decoded.fields & RANGEKIT_CS_STEP_ABORTED) != 0 ? 3 : used));
    REQUIRE(rangekit_cs_step_decode(bytes, length, decoded.antenna_path_count, &again, &used, NULL) == RANGEKIT_OK);
    REQUIRE(memcmp(&again, &decoded, sizeof again) == 0);
}

static void event(const uint8_t *data, size_t size) {
    rangekit_cs_event decoded = RANGEKIT_CS_EVENT_INIT, again = RANGEKIT_CS_EVENT_INIT;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t bytes[258];
    size_t length = 0;
    rangekit_status status = rangekit_cs_event_decode(data, size, &decoded, &diagnostic);
    require_refusal(&diagnostic, status, size);
    if (status != RANGEKIT_OK) return;
    REQUIRE(decoded.steps_offset + decoded.steps_size == size);
    const uint8_t *steps = data + decoded.steps_offset;
    status = rangekit_cs_event_encode(&decoded, steps, decoded.steps_size, bytes, sizeof bytes, &length, NULL);
    if (status == RANGEKIT_ERROR_TOO_LARGE) return; /* from its subevent code on, an event has no length */
    REQUIRE(status == RANGEKIT_OK);
    REQUIRE(rangekit_cs_event_decode(bytes, length, &again, NULL) == RANGEKIT_OK);
    decoded.steps_offset = again.steps_offset;
    REQUIRE(memcmp(&again, &decoded, sizeof again) == 0);
}

static void control_point(const uint8_t *data, size_t size, uint32_t response) {
    rangekit_cs_control_point decoded = RANGEKIT_CS_CONTROL_POINT_INIT;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t bytes[8];
    size_t length = 0;
    rangekit_status status = rangekit_cs_control_point_decode(data, size, response, &decoded, &diagnostic);
    require_refusal(&diagnostic, status, size);
    if (status != RANGEKIT_OK) return;
    REQUIRE(rangekit_cs_control_point_encode(&decoded, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == size && memcmp(bytes, data, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    uint8_t choice = data[0];
    switch (choice % 3) {
    case 0: step(data + 1, size - 1, choice / 3 % 5); break;
    case 1: event(data + 1, size - 1); break;
    default: control_point(data + 1, size - 1, choice / 3 % 2);
    }
    return 0;
}
