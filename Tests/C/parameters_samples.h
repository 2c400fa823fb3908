/* Views of one session that fit each other, and what the tests of parameters do with findings.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_PARAMETERS_SAMPLES_H
#define RANGEKIT_TESTS_PARAMETERS_SAMPLES_H

#include "support.h"

#define HAS RANGEKIT_PARAMETERS_HAS
#define P(name) RANGEKIT_PARAMETER_##name
#define MAX RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT

static inline void set(rangekit_parameters *parameters, int32_t parameter, uint32_t value) {
    (&parameters->device_type)[parameter] = value;
    parameters->fields |= HAS(parameter);
}

static inline void set_address(rangekit_parameters *parameters, uint16_t own, uint16_t peer) {
    parameters->fields |= HAS(P(DEVICE_ADDRESS)) | HAS(P(PEER_ADDRESSES));
    parameters->device_address_length = parameters->peer_address_length = 2;
    parameters->peer_count = 1;
    parameters->device_address[0] = (uint8_t)own;
    parameters->device_address[1] = (uint8_t)(own >> 8);
    parameters->peer_addresses[0] = (uint8_t)peer;
    parameters->peer_addresses[1] = (uint8_t)(peer >> 8);
}

/* A session as an iPhone configures it, seen from its accessory; valid. */
static inline rangekit_parameters responder(void) {
    rangekit_parameters parameters;
    memset(&parameters, 0, sizeof parameters);
    parameters.struct_size = sizeof parameters;
    set(&parameters, P(DEVICE_TYPE), 0);
    set(&parameters, P(DEVICE_ROLE), 0);
    set(&parameters, P(SESSION_ID), 24488);
    set(&parameters, P(CHANNEL), 9);
    set(&parameters, P(PREAMBLE_CODE_INDEX), 11);
    set(&parameters, P(PRF_MODE), 0);
    set(&parameters, P(SFD_ID), 2);
    set(&parameters, P(STS_CONFIG), 0);
    set(&parameters, P(VENDOR_ID), 0x4C);
    set(&parameters, P(SLOT_DURATION_RSTU), 3600);
    set(&parameters, P(SLOTS_PER_ROUND), 6);
    set(&parameters, P(RANGING_INTERVAL_MS), 198);
    set(&parameters, P(RANGING_ROUND_USAGE), RANGEKIT_ROUND_USAGE_DS_TWR_DEFERRED);
    parameters.fields |= HAS(P(STATIC_STS_IV)) | HAS(P(COUNTRY));
    memcpy(parameters.static_sts_iv, "\x39\x7b\x28\xd4\xb8\xd7", 6);
    memcpy(parameters.country, "EU", 2);
    set_address(&parameters, 0xD711, 0xB487);
    return parameters;
}

static inline rangekit_parameters initiator(void) {
    rangekit_parameters parameters = responder();
    parameters.device_type = parameters.device_role = 1;
    set_address(&parameters, 0xB487, 0xD711);
    return parameters;
}

static inline const char *described(const rangekit_parameters_finding *finding) {
    static char text[RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE];
    size_t length, asked;
    assert_status(rangekit_parameters_finding_describe(finding, NULL, 0, &asked), RANGEKIT_OK);
    assert_status(rangekit_parameters_finding_describe(finding, text, sizeof text, &length), RANGEKIT_OK);
    assert_int_equal(asked, length);
    assert_int_equal(strlen(text), length);
    assert_plain_text(text);
    return text;
}

#endif
