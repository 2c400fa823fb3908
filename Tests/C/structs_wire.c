/* The struct_size rules of base.h, for every function of the wire formats and of parameters that takes a sized
 * struct.
 *
 * SPDX-License-Identifier: MIT
 */
#include "accessory_samples.h"
#include "parameters_samples.h"
#include "struct_places.h"

static uint8_t bytes[1024];
static size_t length;

/* ---- Structs that are filled in ---- */

#define FILL(type) \
    static rangekit_status fill_##type(void *value) { return rangekit_##type##_default(value); }
FILL(diagnostic)
FILL(accessory_configuration)
FILL(shareable_configuration)
FILL(android_accessory_configuration)
FILL(parameters)
FILL(timing)
FILL(reassembler_options)
FILL(reassembly)
FILL(ndef_record)
FILL(android_oob_message)
FILL(connector_capabilities)
FILL(uci_header)
FILL(uci_session_info)
#undef FILL

static rangekit_status fill_peer(void *token) {
    static const uint8_t identity[16] = {1, 2, 3};
    return rangekit_token_make_peer(token, identity, sizeof identity);
}

static rangekit_status fill_shareable(void *value) {
    rangekit_status status = fill_shareable_configuration(value);
    rangekit_shareable_configuration *configuration = value;
    memcpy(configuration->country, "EU", 2);
    return status;
}

/* A session from its accessory's side, valid in every format. */
static rangekit_status fill_session(void *value) {
    rangekit_parameters session = responder();
    uint32_t stated;
    memcpy(&stated, value, sizeof stated);
    set(&session, P(MULTI_NODE_MODE), 0);
    memcpy(value, &session, RANGEKIT_PARAMETERS_V1_SIZE);
    memcpy(value, &stated, sizeof stated);
    return RANGEKIT_OK;
}

static rangekit_status fill_stop(void *value) {
    rangekit_status status = fill_android_oob_message(value);
    rangekit_android_oob_message *message = value;
    message->message = RANGEKIT_ANDROID_OOB_STOP;
    message->fields = RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES;
    return status;
}

/* ---- Accessory ---- */

static void accessory_bytes(void) { length = sample_bytes(&accessory_samples[0], bytes, sizeof bytes); }
static void shareable_bytes(void) { length = sample_bytes(&shareable_samples[0], bytes, sizeof bytes); }

static rangekit_status accessory_version(void *c) { return rangekit_accessory_configuration_set_version(c, 2, 0); }
static rangekit_status shareable_version(void *c) { return rangekit_shareable_configuration_set_version(c, 2, 0); }

static rangekit_status accessory_decode(void *configuration) {
    accessory_bytes();
    return rangekit_accessory_configuration_decode(bytes, length, configuration, NULL);
}

static rangekit_status accessory_read(void *configuration) {
    size_t count;
    accessory_bytes();
    return rangekit_accessory_configuration_read(bytes, length, configuration, NULL, 0, &count);
}

static rangekit_status accessory_encode(void *configuration) {
    size_t uwb_length;
    rangekit_status status = rangekit_uwb_configuration_encode(configuration, NULL, 0, &uwb_length, NULL);
    assert_status(rangekit_accessory_configuration_encode(configuration, NULL, 0, &length, NULL), status);
    return status;
}

static rangekit_status uwb_decode(void *configuration) {
    accessory_bytes();
    return rangekit_uwb_configuration_decode(bytes + 16, length - 16, configuration, NULL);
}

static rangekit_status shareable_decode(void *configuration) {
    shareable_bytes();
    return rangekit_shareable_configuration_decode(bytes, length, configuration, NULL);
}

static rangekit_status shareable_read(void *configuration) {
    size_t count;
    shareable_bytes();
    return rangekit_shareable_configuration_read(bytes, length, configuration, NULL, 0, &count);
}

static rangekit_status shareable_encode(void *configuration) {
    return rangekit_shareable_configuration_encode(configuration, NULL, 0, &length, NULL);
}

static rangekit_status android_decode(void *configuration) {
    static const uint8_t zeros[RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_SIZE];
    return rangekit_android_accessory_configuration_decode(zeros, sizeof zeros, configuration, NULL);
}

static rangekit_status android_encode(void *configuration) {
    return rangekit_android_accessory_configuration_encode(configuration, NULL, 0, &length);
}

static rangekit_status diagnose_accessory(void *diagnostic) {
    rangekit_accessory_configuration configuration = {.struct_size = sizeof configuration};
    rangekit_shareable_configuration shareable = {.struct_size = sizeof shareable};
    accessory_bytes();
    rangekit_status status = rangekit_accessory_configuration_decode(bytes, length, &configuration, diagnostic);
    assert_status(rangekit_uwb_configuration_decode(bytes + 16, length - 16, &configuration, diagnostic), status);
    assert_status(rangekit_accessory_configuration_compare(bytes, length, bytes, length, diagnostic), status);
    shareable_bytes();
    assert_status(rangekit_shareable_configuration_decode(bytes, length, &shareable, diagnostic), status);
    assert_status(rangekit_android_accessory_configuration_decode(
                      bytes, 18, &(rangekit_android_accessory_configuration){.struct_size = 24}, diagnostic),
                  status);
    uint32_t id;
    size_t body;
    assert_status(rangekit_accessory_message_decode((const uint8_t *)"\x0c", 1, &id, &body, diagnostic), status);
    assert_status(rangekit_accessory_message_encode(0x0C, NULL, 0, NULL, 0, &body, diagnostic), status);
    return status;
}

/* ---- Parameters ---- */

static rangekit_status from_accessory(void *configuration) {
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    return rangekit_parameters_from_accessory(configuration, &parameters);
}

static rangekit_status from_shareable(void *configuration) {
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    return rangekit_parameters_from_shareable(configuration, &parameters);
}

static rangekit_status from_any(void *parameters) {
    rangekit_accessory_configuration accessory = {.struct_size = sizeof accessory};
    rangekit_shareable_configuration shareable = {.struct_size = sizeof shareable};
    accessory_bytes();
    assert_status(rangekit_accessory_configuration_decode(bytes, length, &accessory, NULL), RANGEKIT_OK);
    shareable_bytes();
    assert_status(rangekit_shareable_configuration_decode(bytes, length, &shareable, NULL), RANGEKIT_OK);
    rangekit_status status = rangekit_parameters_from_accessory(&accessory, parameters);
    assert_status(rangekit_parameters_from_shareable(&shareable, parameters), status);
    assert_status(rangekit_parameters_for_accessory(&accessory, &shareable, parameters), status);
    static const uint8_t channel[] = {7, 0, 0, 0, 1, 4, 1, 9};
    assert_status(rangekit_parameters_from_uci(channel, sizeof channel, 1, 0, parameters, NULL, NULL), status);
    rangekit_android_technology technology;
    rangekit_parameters session = {.struct_size = sizeof session};
    assert_status(fill_session(&session), RANGEKIT_OK);
    assert_status(rangekit_parameters_to_android_uwb(&session, &technology, NULL, NULL), RANGEKIT_OK);
    assert_status(rangekit_parameters_from_android_uwb(&technology, parameters, NULL, NULL), status);
    return status;
}

static rangekit_status to_any(void *parameters) {
    size_t count, needed;
    rangekit_android_technology technology;
    rangekit_accessory_configuration accessory = {.struct_size = sizeof accessory};
    rangekit_shareable_configuration shareable = {.struct_size = sizeof shareable};
    rangekit_parameters other = {.struct_size = sizeof other};
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    rangekit_status status = rangekit_parameters_check(parameters, NULL, 0, &count);
    assert_status(rangekit_parameters_diff(parameters, &other, 0, NULL, 0, &count), status);
    assert_status(rangekit_parameters_diff(&other, parameters, 0, NULL, 0, &count), status);
    assert_status(rangekit_parameters_merge(&other, parameters), status);
    assert_status(rangekit_parameters_timing(parameters, &timing), status);
    assert_status(rangekit_parameters_to_uci(parameters, 1, 1, 0, NULL, 0, &needed, NULL, NULL), status);
    assert_status(rangekit_parameters_to_android_uwb(parameters, &technology, NULL, NULL), status);
    assert_status(rangekit_parameters_to_accessory(parameters, &accessory, NULL), status);
    assert_status(rangekit_parameters_to_shareable(parameters, &shareable, NULL), status);
    return status;
}

static rangekit_status merge_into(void *parameters) {
    rangekit_parameters other = {.struct_size = sizeof other};
    return rangekit_parameters_merge(parameters, &other);
}

static rangekit_status timing_into(void *timing) {
    rangekit_parameters session = responder();
    return rangekit_parameters_timing(&session, timing);
}

static rangekit_status to_accessory(void *configuration) {
    rangekit_parameters session = responder();
    return rangekit_parameters_to_accessory(&session, configuration, NULL);
}

static rangekit_status to_shareable(void *configuration) {
    rangekit_parameters session = responder();
    return rangekit_parameters_to_shareable(&session, configuration, NULL);
}

/* ---- Transport ---- */

static uint64_t memory[1024];

static rangekit_status reassembler_init(void *options) {
    rangekit_reassembler *reassembler;
    return rangekit_reassembler_init(memory, sizeof memory, options, &reassembler);
}

static rangekit_status reassembler_receive(void *reassembly) {
    static const uint8_t fragment[] = {0xF0, 0, 0, 0, 1};
    rangekit_reassembler *reassembler;
    assert_status(rangekit_reassembler_init(memory, sizeof memory, NULL, &reassembler), RANGEKIT_OK);
    return rangekit_reassembler_receive(reassembler, 1, fragment, sizeof fragment, 0, reassembly);
}

static rangekit_status reassembler_advance(void *reassembly) {
    rangekit_reassembler *reassembler;
    assert_status(rangekit_reassembler_init(memory, sizeof memory, NULL, &reassembler), RANGEKIT_OK);
    return rangekit_reassembler_advance(reassembler, 0, reassembly);
}

static const uint8_t record[] = {0xD0, 0, 0};

static rangekit_status ndef_decode(void *value) {
    return rangekit_ndef_record_decode(record, sizeof record, 0, value, NULL);
}

static rangekit_status hint(void *token) { return rangekit_device_hint(token, NULL, 0, &length); }

static rangekit_status diagnose_transport(void *diagnostic) {
    rangekit_ndef_record value = RANGEKIT_NDEF_RECORD_INIT;
    static const uint8_t advertisement[] = {4, 0x16, 0x9A, 0xFE, 1};
    size_t offset;
    rangekit_status status = rangekit_ndef_record_decode(record, sizeof record, 0, &value, diagnostic);
    assert_status(
        rangekit_advertisement_find(advertisement, sizeof advertisement, advertisement + 2, 2, &offset, &length, diagnostic),
        status);
    return status;
}

/* ---- Android out-of-band, connector ---- */

static rangekit_status oob_decode(void *message) {
    static const uint8_t stop[] = {1, 6, 0, 0};
    size_t count;
    return rangekit_android_oob_decode(stop, sizeof stop, message, NULL, 0, &count, NULL);
}

static rangekit_status oob_encode(void *message) {
    return rangekit_android_oob_encode(message, NULL, 0, NULL, 0, &length, NULL);
}

static rangekit_status connector_decode(void *capabilities) {
    static const uint8_t plain[] = {1, 0, 0, 20, 1, 7, 1};
    return rangekit_connector_capabilities_decode(plain, sizeof plain, capabilities, NULL);
}

static rangekit_status connector_encode(void *capabilities) {
    return rangekit_connector_capabilities_encode(capabilities, NULL, 0, &length, NULL);
}

static rangekit_status diagnose_android(void *diagnostic) {
    static const uint8_t stop[] = {1, 6, 0, 0}, plain[] = {1, 0, 0, 20, 1, 7, 1}, rssi[] = {3, 8, 1, 2, 3, 4, 5, 6};
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    rangekit_connector_capabilities capabilities = {.struct_size = sizeof capabilities};
    rangekit_android_technology technology;
    uint32_t high, low;
    size_t count;
    rangekit_status status = rangekit_android_oob_decode(stop, sizeof stop, &message, NULL, 0, &count, diagnostic);
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_connector_capabilities_decode(plain, sizeof plain, &capabilities, diagnostic), status);
    assert_status(rangekit_connector_capabilities_encode(&capabilities, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_connector_header_decode(2, plain + 2, 1, &high, &low, diagnostic), status);
    assert_status(rangekit_connector_encode(2, 0, 0, NULL, 0, NULL, 0, &length, diagnostic), status);
    int32_t kind = RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE;
    assert_status(rangekit_android_technology_decode(rssi, sizeof rssi, kind, 1, &technology, diagnostic), status);
    if (status == RANGEKIT_OK) {
        assert_status(rangekit_android_technology_encode(&technology, kind, NULL, 0, &length, diagnostic), status);
    }
    return status;
}

/* ---- UCI ---- */

static const uint8_t packet[] = {0x20, 0, 0, 1, 0};
static const uint8_t session_info[25] = {[13] = RANGEKIT_UCI_MEASUREMENT_TWO_WAY};

static rangekit_status header_decode(void *header) {
    return rangekit_uci_header_decode(packet, sizeof packet, header, NULL);
}

static rangekit_status header_encode(void *header) {
    return rangekit_uci_encode(header, NULL, 0, NULL, 0, &length, NULL);
}

static rangekit_status header_receive(void *header) {
    rangekit_uci_assembler *assembler;
    const uint8_t *payload;
    size_t used;
    assert_status(rangekit_uci_assembler_init(memory, sizeof memory, &assembler), RANGEKIT_OK);
    return rangekit_uci_assembler_receive(assembler, packet, sizeof packet, &used, header, &payload, NULL);
}

static rangekit_status info_decode(void *info) {
    size_t count;
    return rangekit_uci_session_info_decode(session_info, sizeof session_info, info, NULL, 0, &count, NULL);
}

static rangekit_status info_encode(void *info) {
    return rangekit_uci_session_info_encode(info, NULL, 0, NULL, 0, NULL, 0, &length, NULL);
}

static rangekit_status diagnose_uci(void *diagnostic) {
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
    rangekit_uci_session_status session_status;
    rangekit_uci_device_info device;
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    static const uint8_t zeros[10];
    uint32_t prefix, session;
    int32_t action;
    size_t count;
    rangekit_status status = rangekit_uci_header_decode(packet, sizeof packet, &header, diagnostic);
    header.more_segments = 0;
    assert_status(rangekit_uci_encode(&header, NULL, 0, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_uci_session_info_decode(session_info, 25, &info, NULL, 0, &count, diagnostic), status);
    assert_status(rangekit_uci_session_info_encode(&info, NULL, 0, NULL, 0, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_uci_session_info_samples(session_info, 25, 1, 0, NULL, 0, &count, diagnostic), status);
    assert_status(rangekit_uci_session_info_addresses(session_info, 25, 1, NULL, 0, &count, diagnostic), status);
    assert_status(rangekit_uci_tlvs_decode(zeros, 1, 1, &prefix, NULL, 0, &count, diagnostic), status);
    assert_status(rangekit_uci_tlvs_encode(1, 0, NULL, 0, NULL, 0, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_uci_session_status_decode(zeros, 6, &session_status, diagnostic), status);
    assert_status(rangekit_uci_device_info_decode(zeros, 10, &device, diagnostic), status);
    assert_status(rangekit_uci_multicast_decode(zeros, 6, &session, &action, NULL, 0, &count, diagnostic), status);
    assert_status(rangekit_uci_multicast_encode(0, 0, NULL, 0, NULL, 0, &length, diagnostic), status);
    assert_status(rangekit_parameters_from_uci(zeros, 5, 1, 0, &parameters, NULL, diagnostic), status);
    assert_status(rangekit_parameters_to_uci(&parameters, 1, 1, 0, NULL, 0, &length, NULL, diagnostic), status);
    return status;
}

/* ---- The table ---- */

#define ACD RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE
#define SCD RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE
#define ANDROID RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE
#define DIAGNOSTIC RANGEKIT_DIAGNOSTIC_V1_SIZE

static const struct struct_place places[] = {
    {"accessory_configuration_default", fill_accessory_configuration, NULL, ACD, MAKES},
    {"accessory_configuration_set_version", accessory_version, fill_accessory_configuration, ACD, RESULT},
    {"accessory_configuration_decode", accessory_decode, fill_accessory_configuration, ACD, RESULT},
    {"accessory_configuration_read", accessory_read, fill_accessory_configuration, ACD, RESULT},
    {"accessory_configuration_encode, uwb_...", accessory_encode, fill_accessory_configuration, ACD, INPUT},
    {"uwb_configuration_decode", uwb_decode, fill_accessory_configuration, ACD, RESULT},
    {"shareable_configuration_default", fill_shareable_configuration, NULL, SCD, MAKES},
    {"shareable_configuration_set_version", shareable_version, fill_shareable, SCD, RESULT},
    {"shareable_configuration_decode", shareable_decode, fill_shareable, SCD, RESULT},
    {"shareable_configuration_read", shareable_read, fill_shareable, SCD, RESULT},
    {"shareable_configuration_encode", shareable_encode, fill_shareable, SCD, INPUT},
    {"android_accessory_configuration_default", fill_android_accessory_configuration, NULL, ANDROID, MAKES},
    {"android_accessory_configuration_decode", android_decode, fill_android_accessory_configuration, ANDROID, RESULT},
    {"android_accessory_configuration_encode", android_encode, fill_android_accessory_configuration, ANDROID, INPUT},
    {"accessory: diagnostic", diagnose_accessory, fill_diagnostic, DIAGNOSTIC, RESULT},
    {"parameters_default", fill_parameters, NULL, RANGEKIT_PARAMETERS_V1_SIZE, MAKES},
    {"parameters_from_accessory", from_accessory, fill_accessory_configuration, ACD, INPUT},
    {"parameters_from_shareable", from_shareable, fill_shareable, SCD, INPUT},
    {"parameters_from_*", from_any, fill_parameters, RANGEKIT_PARAMETERS_V1_SIZE, RESULT},
    {"parameters_to_*, check, diff, merge, timing", to_any, fill_session, RANGEKIT_PARAMETERS_V1_SIZE, INPUT},
    {"parameters_merge: into", merge_into, fill_parameters, RANGEKIT_PARAMETERS_V1_SIZE, RESULT},
    {"parameters_to_accessory: configuration", to_accessory, fill_accessory_configuration, ACD, RESULT},
    {"parameters_to_shareable: configuration", to_shareable, fill_shareable, SCD, RESULT},
    {"timing_default", fill_timing, NULL, RANGEKIT_TIMING_V1_SIZE, MAKES},
    {"parameters_timing: timing", timing_into, fill_timing, RANGEKIT_TIMING_V1_SIZE, RESULT},
    {"reassembler_options_default", fill_reassembler_options, NULL, RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"reassembler_init", reassembler_init, fill_reassembler_options, RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE, OPTIONS},
    {"reassembly_default", fill_reassembly, NULL, RANGEKIT_REASSEMBLY_V1_SIZE, MAKES},
    {"reassembler_receive", reassembler_receive, fill_reassembly, RANGEKIT_REASSEMBLY_V1_SIZE, RESULT},
    {"reassembler_advance", reassembler_advance, fill_reassembly, RANGEKIT_REASSEMBLY_V1_SIZE, RESULT},
    {"ndef_record_default", fill_ndef_record, NULL, RANGEKIT_NDEF_RECORD_V1_SIZE, MAKES},
    {"ndef_record_decode", ndef_decode, fill_ndef_record, RANGEKIT_NDEF_RECORD_V1_SIZE, RESULT},
    {"device_hint", hint, fill_peer, RANGEKIT_TOKEN_V1_SIZE, INPUT},
    {"transport: diagnostic", diagnose_transport, fill_diagnostic, DIAGNOSTIC, RESULT},
    {"android_oob_message_default", fill_android_oob_message, NULL, RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE, MAKES},
    {"android_oob_decode", oob_decode, fill_android_oob_message, RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE, RESULT},
    {"android_oob_encode", oob_encode, fill_stop, RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE, INPUT},
    {"connector_capabilities_default", fill_connector_capabilities, NULL, RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE,
     MAKES},
    {"connector_capabilities_decode", connector_decode, fill_connector_capabilities,
     RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE, RESULT},
    {"connector_capabilities_encode", connector_encode, fill_connector_capabilities,
     RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE, INPUT},
    {"android: diagnostic", diagnose_android, fill_diagnostic, DIAGNOSTIC, RESULT},
    {"uci_header_default", fill_uci_header, NULL, RANGEKIT_UCI_HEADER_V1_SIZE, MAKES},
    {"uci_header_decode", header_decode, fill_uci_header, RANGEKIT_UCI_HEADER_V1_SIZE, RESULT},
    {"uci_encode", header_encode, fill_uci_header, RANGEKIT_UCI_HEADER_V1_SIZE, INPUT},
    {"uci_assembler_receive", header_receive, fill_uci_header, RANGEKIT_UCI_HEADER_V1_SIZE, RESULT},
    {"uci_session_info_default", fill_uci_session_info, NULL, RANGEKIT_UCI_SESSION_INFO_V1_SIZE, MAKES},
    {"uci_session_info_decode", info_decode, fill_uci_session_info, RANGEKIT_UCI_SESSION_INFO_V1_SIZE, RESULT},
    {"uci_session_info_encode", info_encode, fill_uci_session_info, RANGEKIT_UCI_SESSION_INFO_V1_SIZE, INPUT},
    {"uci: diagnostic", diagnose_uci, fill_diagnostic, DIAGNOSTIC, RESULT},
};

STRUCT_TESTS(structs_wire_tests, places);
