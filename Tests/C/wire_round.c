/* SPDX-License-Identifier: MIT */
#include "wire_round.h"

#include "accessory_samples.h"

struct round {
    struct random_source source;
    uint64_t digest;
    uint8_t bytes[600], out[1200];
    size_t size, length, count;
    rangekit_diagnostic diagnostic;
};

static void add(struct round *round, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i += 1) round->digest = (round->digest ^ at[i]) * UINT64_C(0x100000001B3);
}

static rangekit_status note(struct round *round, rangekit_status status) {
    add(round, &status, sizeof status);
    if (status != RANGEKIT_OK && round->diagnostic.fields != 0) {
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
        size_t length = 0;
        (void)rangekit_diagnostic_describe(&round->diagnostic, text, sizeof text, &length);
        add(round, text, length);
    }
    return status;
}

/* Bytes out: the length, and the bytes. */
static void note_out(struct round *round, rangekit_status status) {
    if (note(round, status) == RANGEKIT_OK) add(round, round->out, round->length);
}

/* Every second message is damaged. */
static void damage(struct round *round) {
    if (round->size > 0 && random_below(&round->source, 2)) {
        round->bytes[random_below(&round->source, round->size)] ^= (uint8_t)(1u << random_below(&round->source, 8));
    }
}

static void take(struct round *round, const void *bytes, size_t size) {
    memcpy(round->bytes, bytes, size);
    round->size = size;
    damage(round);
}

#define OUT round->out, sizeof round->out, &round->length
#define IN round->bytes, round->size

static void parameters_round(struct round *round, const rangekit_parameters *a, const rangekit_parameters *b) {
    rangekit_parameters_finding findings[8];
    rangekit_parameters merged = *a, again = {.struct_size = sizeof again};
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    rangekit_android_technology technology;
    uint64_t left_out = 0;
    uint32_t unread[8];
    memset(&technology, 0, sizeof technology);
    note(round, rangekit_parameters_merge(&merged, b));
    note(round, rangekit_parameters_timing(&merged, &timing));
    add(round, &timing, sizeof timing);
    note(round, rangekit_parameters_check(a, findings, COUNT_OF(findings), &round->count));
    note(round, rangekit_parameters_diff(a, b, 1, findings, COUNT_OF(findings), &round->count));
    for (size_t i = 0; i < round->count && i < COUNT_OF(findings); i += 1) {
        char text[RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE];
        size_t length = 0;
        note(round, rangekit_parameters_finding_describe(&findings[i], text, sizeof text, &length));
        add(round, text, length);
    }
    note_out(round, rangekit_parameters_to_uci(&merged, 7, 1, 0, OUT, &left_out, &round->diagnostic));
    add(round, &left_out, sizeof left_out);
    memcpy(round->bytes, round->out, round->length);
    round->size = round->length;
    note(round, rangekit_parameters_from_uci(IN, 1, 0, &again, unread, &round->diagnostic));
    add(round, &again, sizeof again);
    merged.fields |= RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_MULTI_NODE_MODE);
    merged.multi_node_mode = 0;
    if (note(round, rangekit_parameters_to_android_uwb(&merged, &technology, &left_out, &round->diagnostic)) ==
        RANGEKIT_OK) {
        int32_t is_read;
        note(round, rangekit_parameters_from_android_uwb(&technology, &again, &is_read, &round->diagnostic));
        note_out(round, rangekit_android_technology_encode(&technology, RANGEKIT_ANDROID_OOB_CONFIGURATION, OUT, NULL));
    }
}

static void accessory_round(struct round *round) {
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    rangekit_parameters mine = {.struct_size = sizeof mine}, theirs = mine, session = mine;
    rangekit_problem problems[8];
    const struct accessory_sample *sample = &accessory_samples[random_below(&round->source, accessory_sample_count)];
    round->size = sample_bytes(sample, round->bytes, sizeof round->bytes);
    damage(round);
    note(round, rangekit_accessory_configuration_decode(IN, &acd, &round->diagnostic));
    note(round, rangekit_accessory_configuration_read(IN, &acd, problems, COUNT_OF(problems), &round->count));
    for (size_t i = 0; i < round->count && i < COUNT_OF(problems); i += 1) {
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
        size_t length = 0;
        note(round, rangekit_problem_describe(&problems[i], text, sizeof text, &length));
        add(round, text, length);
    }
    note_out(round, rangekit_accessory_configuration_encode(&acd, OUT, &round->diagnostic));
    note(round, rangekit_parameters_from_accessory(&acd, &mine));
    sample = &shareable_samples[random_below(&round->source, shareable_sample_count)];
    round->size = sample_bytes(sample, round->bytes, sizeof round->bytes);
    damage(round);
    note(round, rangekit_shareable_configuration_decode(IN, &scd, &round->diagnostic));
    note(round, rangekit_shareable_configuration_read(IN, &scd, problems, COUNT_OF(problems), &round->count));
    note_out(round, rangekit_shareable_configuration_encode(&scd, OUT, &round->diagnostic));
    note(round, rangekit_parameters_from_shareable(&scd, &theirs));
    note(round, rangekit_parameters_for_accessory(&acd, &scd, &session));
    parameters_round(round, &session, &theirs);
}

static void transport_round(struct round *round) {
    uint64_t memory[512];
    rangekit_reassembler_options options = RANGEKIT_REASSEMBLER_OPTIONS_INIT;
    options.slot_count = 2;
    rangekit_reassembler *reassembler = NULL;
    rangekit_reassembly reassembly = RANGEKIT_REASSEMBLY_INIT;
    rangekit_ndef_record record = RANGEKIT_NDEF_RECORD_INIT;
    static const uint8_t uuid[2] = {0x9A, 0xFE};
    uint8_t message[90];
    size_t offset = 0;
    for (size_t i = 0; i < sizeof message; i += 1) message[i] = (uint8_t)random_next(&round->source);
    note(round, rangekit_reassembler_init(memory, sizeof memory, &options, &reassembler));
    note(round, rangekit_fragment_count(sizeof message, 20, RANGEKIT_FRAGMENT_CRC, &round->count));
    for (size_t i = 0; i < round->count; i += 1) {
        note_out(round, rangekit_fragment_encode(message, sizeof message, 20, RANGEKIT_FRAGMENT_CRC, 1, i, OUT));
        note(round, rangekit_reassembler_receive(reassembler, 7, round->out, round->length, (int64_t)i, &reassembly));
        add(round, &reassembly, sizeof reassembly);
    }
    note_out(round, rangekit_reassembler_take(reassembler, 7, OUT));
    note(round, rangekit_reassembler_advance(reassembler, INT64_C(1) << 40, &reassembly));
    rangekit_reassembler_destroy(reassembler);
    note_out(round, rangekit_ndef_encode(4, (const uint8_t *)"rangekit:token", 14, message, sizeof message, OUT));
    take(round, round->out, round->length);
    note(round, rangekit_ndef_record_decode(IN, 0, &record, &round->diagnostic));
    add(round, &record, sizeof record);
    note(round, rangekit_ndef_find_token(IN, &offset, &round->count, &round->diagnostic));
    note_out(round, rangekit_advertisement_encode(RANGEKIT_ADVERTISEMENT_FLAGS, uuid, 2, message, 9, OUT));
    take(round, round->out, round->length);
    note(round, rangekit_advertisement_find(IN, uuid, 2, &offset, &round->count, &round->diagnostic));
}

static void android_round(struct round *round) {
    static const uint8_t configuration[] = {1, 2, 1, 0, 1, 0, 0, 0x1B, 2, 4, 0xA0, 2, 0, 0, 12, 3, 4,
                                            0xF4, 1, 15, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0x55, 0x53, 1, 1};
    static const uint8_t plain[] = {1, 0, 0, 20, 1, 7, 1, 0x82, 0x11};
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    rangekit_connector_capabilities capabilities = {.struct_size = sizeof capabilities};
    rangekit_android_technology rows[2];
    memset(rows, 0, sizeof rows);
    take(round, configuration, sizeof configuration);
    if (note(round, rangekit_android_oob_decode(IN, &message, rows, 2, &round->count, &round->diagnostic)) ==
            RANGEKIT_OK &&
        round->count <= 2) {
        note_out(round, rangekit_android_oob_encode(&message, rows, round->count, OUT, &round->diagnostic));
    }
    take(round, plain, sizeof plain);
    note(round, rangekit_connector_capabilities_decode(IN, &capabilities, &round->diagnostic));
    add(round, &capabilities, sizeof capabilities);
}

static void uci_round(struct round *round) {
    uint64_t memory[640];
    rangekit_uci_assembler *assembler = NULL;
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
    rangekit_uci_measurement rows[3];
    rangekit_range_sample samples[3];
    memset(rows, 0, sizeof rows);
    memset(samples, 0, sizeof samples);
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rows[i].distance_cm = (uint16_t)random_below(&round->source, 5000);
        rows[i].azimuth_q7 = (int16_t)random_next(&round->source);
        rows[i].azimuth_fom = 90;
    }
    note_out(round, rangekit_uci_session_info_encode(&info, rows, COUNT_OF(rows), NULL, 0, OUT, &round->diagnostic));
    take(round, round->out, round->length);
    note(round, rangekit_uci_session_info_decode(IN, &info, rows, 3, &round->count, &round->diagnostic));
    note(round, rangekit_uci_session_info_samples(IN, 1, 5, samples, 3, &round->count, &round->diagnostic));
    add(round, samples, sizeof samples);
    uint64_t addresses[3] = {0};
    note(round, rangekit_uci_session_info_addresses(IN, 1, addresses, 3, &round->count, &round->diagnostic));
    add(round, addresses, sizeof addresses);
    header = (rangekit_uci_header){sizeof header, RANGEKIT_UCI_NOTIFICATION, RANGEKIT_UCI_GROUP_SESSION_CONTROL, 0, 0, 0};
    uint8_t payload[300];
    memset(payload, (int)round->digest & 0xFF, sizeof payload);
    note_out(round, rangekit_uci_encode(&header, payload, sizeof payload, OUT, &round->diagnostic));
    note(round, rangekit_uci_assembler_init(memory, sizeof memory, &assembler));
    for (size_t start = 0; start < round->length;) {
        const uint8_t *whole = NULL;
        size_t used = 0;
        note(round, rangekit_uci_assembler_receive(assembler, round->out + start, round->length - start, &used, &header,
                                                   &whole, &round->diagnostic));
        if (whole != NULL) add(round, whole, header.payload_length);
        if (used == 0) break;
        start += used;
    }
    rangekit_uci_assembler_destroy(assembler);
}

uint64_t wire_round(uint64_t seed) {
    struct round round;
    memset(&round, 0, sizeof round);
    round.source.state = seed;
    round.digest = 1;
    round.diagnostic = (rangekit_diagnostic)RANGEKIT_DIAGNOSTIC_INIT;
    accessory_round(&round);
    transport_round(&round);
    android_round(&round);
    uci_round(&round);
    return round.digest;
}
