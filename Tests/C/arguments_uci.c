/* Pointers that cannot be used, for every export of FiRa UCI.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses_handle.h"

static uint8_t out[1024];
static size_t length, count;
static const uint8_t packet[] = {0x20, 0, 0, 1, 0}, zeros[64];

static void packet_functions_check_their_pointers(void **state) {
    (void)state;
    static uint64_t memory[1024];
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    rangekit_uci_assembler *assembler = NULL;
    const uint8_t *payload;
    size_t used;
    assert_status(rangekit_uci_header_decode(NULL, 5, &header, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_header, rangekit_uci_header_decode(packet, 5, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_uci_header_decode(packet, 5, &header, pointer));
    REFUSES(rangekit_uci_header, rangekit_uci_encode(pointer, packet, 5, out, sizeof out, &length, NULL));
    assert_status(rangekit_uci_encode(&header, NULL, 5, out, sizeof out, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_encode(&header, packet, 5, NULL, 9, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, rangekit_uci_encode(&header, packet, 5, out, sizeof out, pointer, NULL));
    REFUSES(uint64_t, rangekit_uci_assembler_init(pointer, sizeof memory, &assembler));
    REFUSES(rangekit_uci_assembler *, rangekit_uci_assembler_init(memory, sizeof memory, pointer));
    REFUSES(rangekit_uci_assembler *, rangekit_uci_assembler_create(pointer));
    for (size_t too_small = 0; too_small < rangekit_uci_assembler_size(); too_small += 8) {
        assert_int_not_equal(rangekit_uci_assembler_init(memory, too_small, &assembler), RANGEKIT_OK);
    }
    assert_status(rangekit_uci_assembler_init(memory, sizeof memory, &assembler), RANGEKIT_OK);
    REFUSES_HANDLE(rangekit_uci_assembler, rangekit_uci_assembler_receive(pointer, packet, 5, &used, &header, &payload, NULL));
    assert_status(rangekit_uci_assembler_receive(assembler, NULL, 5, &used, &header, &payload, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, rangekit_uci_assembler_receive(assembler, packet, 5, pointer, &header, &payload, NULL));
    REFUSES(rangekit_uci_header, rangekit_uci_assembler_receive(assembler, packet, 5, &used, pointer, &payload, NULL));
    REFUSES(const uint8_t *, rangekit_uci_assembler_receive(assembler, packet, 5, &used, &header, pointer, NULL));
    REFUSES_HANDLE(rangekit_uci_assembler, rangekit_uci_assembler_reset(pointer));
    rangekit_uci_assembler_destroy(assembler);
    rangekit_uci_assembler_destroy(NULL);
    assert_status(rangekit_uci_assembler_reset(assembler), RANGEKIT_ERROR_INVALID_HANDLE);
}

static void measurement_functions_check_their_pointers(void **state) {
    (void)state;
    uint8_t payload[25] = {[13] = RANGEKIT_UCI_MEASUREMENT_TWO_WAY};
    rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
    static rangekit_uci_measurement row;
    rangekit_range_sample sample;
    rangekit_uci_location location = {.kind = RANGEKIT_UCI_LOCATION_RELATIVE};
    size_t used;
    row.type = RANGEKIT_UCI_MEASUREMENT_TWO_WAY;
#define DECODE(bytes, info, rows, count) rangekit_uci_session_info_decode(bytes, 25, info, rows, 1, count, NULL)
    assert_status(DECODE(NULL, &info, &row, &count), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_session_info, DECODE(payload, pointer, &row, &count));
    REFUSES(rangekit_uci_measurement, DECODE(payload, &info, pointer, &count));
    REFUSES(size_t, DECODE(payload, &info, &row, pointer));
#undef DECODE
#define ENCODE(info, rows, rest, out, length) rangekit_uci_session_info_encode(info, rows, 1, rest, 1, out, 999, length, NULL)
    REFUSES(rangekit_uci_session_info, ENCODE(pointer, &row, zeros, out, &length));
    REFUSES(rangekit_uci_measurement, ENCODE(&info, pointer, zeros, out, &length));
    assert_status(ENCODE(&info, &row, NULL, out, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(ENCODE(&info, &row, zeros, NULL, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, ENCODE(&info, &row, zeros, out, pointer));
#undef ENCODE
#define SAMPLES(bytes, samples, count) rangekit_uci_session_info_samples(bytes, 25, 1, 0, samples, 1, count, NULL)
    assert_status(SAMPLES(NULL, &sample, &count), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, SAMPLES(payload, pointer, &count));
    REFUSES(size_t, SAMPLES(payload, &sample, pointer));
#undef SAMPLES
    uint64_t address;
#define ADDRESSES(bytes, addresses, count) rangekit_uci_session_info_addresses(bytes, 25, 1, addresses, 1, count, NULL)
    assert_status(ADDRESSES(NULL, &address, &count), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(uint64_t, ADDRESSES(payload, pointer, &count));
    REFUSES(size_t, ADDRESSES(payload, &address, pointer));
#undef ADDRESSES
    assert_status(rangekit_uci_dl_tdoa_decode(NULL, 64, 1, 0, &row, &used, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_measurement, rangekit_uci_dl_tdoa_decode(zeros, 64, 1, 0, pointer, &used, NULL));
    REFUSES(size_t, rangekit_uci_dl_tdoa_decode(zeros, 64, 1, 0, &row, pointer, NULL));
    row.type = RANGEKIT_UCI_MEASUREMENT_TWO_WAY;
    REFUSES(rangekit_uci_measurement, rangekit_uci_measurement_encode(pointer, out, sizeof out, &length, NULL));
    REFUSES(size_t, rangekit_uci_measurement_encode(&row, out, sizeof out, pointer, NULL));
    assert_status(rangekit_uci_location_decode(NULL, 10, &location, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_location, rangekit_uci_location_decode(zeros, 10, pointer, NULL));
    REFUSES(rangekit_uci_location, rangekit_uci_location_encode(pointer, out, sizeof out, &length));
    REFUSES(size_t, rangekit_uci_location_encode(&location, out, sizeof out, pointer));
}

static void message_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_uci_tlv tlv = {.id = 4, .length = 1};
    rangekit_uci_session_status session_status;
    rangekit_uci_device_info device;
    rangekit_uci_controlee controlee = {0};
    uint32_t prefix, session;
    int32_t action;
    assert_status(rangekit_uci_tlvs_decode(NULL, 1, 1, &prefix, &tlv, 1, &count, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(uint32_t, rangekit_uci_tlvs_decode(zeros, 1, 1, pointer, &tlv, 1, &count, NULL));
    REFUSES(rangekit_uci_tlv, rangekit_uci_tlvs_decode(zeros, 1, 1, &prefix, pointer, 1, &count, NULL));
    REFUSES(size_t, rangekit_uci_tlvs_decode(zeros, 1, 1, &prefix, &tlv, 1, pointer, NULL));
    REFUSES(rangekit_uci_tlv, rangekit_uci_tlvs_encode(1, 0, pointer, 1, zeros, 1, out, sizeof out, &length, NULL));
    assert_status(rangekit_uci_tlvs_encode(1, 0, &tlv, 1, NULL, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, rangekit_uci_tlvs_encode(1, 0, &tlv, 1, zeros, 1, out, sizeof out, pointer, NULL));
    assert_status(rangekit_uci_session_status_decode(NULL, 6, &session_status, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_session_status, rangekit_uci_session_status_decode(zeros, 6, pointer, NULL));
    assert_status(rangekit_uci_device_info_decode(NULL, 10, &device, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_uci_device_info, rangekit_uci_device_info_decode(zeros, 10, pointer, NULL));
#define DECODE(bytes, session, action, rows, count) \
    rangekit_uci_multicast_decode(bytes, 6, session, action, rows, 1, count, NULL)
    assert_status(DECODE(NULL, &session, &action, &controlee, &count), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(uint32_t, DECODE(zeros, pointer, &action, &controlee, &count));
    REFUSES(int32_t, DECODE(zeros, &session, pointer, &controlee, &count));
    REFUSES(rangekit_uci_controlee, DECODE(zeros, &session, &action, pointer, &count));
    REFUSES(size_t, DECODE(zeros, &session, &action, &controlee, pointer));
#undef DECODE
    REFUSES(rangekit_uci_controlee, rangekit_uci_multicast_encode(1, 0, pointer, 1, out, sizeof out, &length, NULL));
    REFUSES(size_t, rangekit_uci_multicast_encode(1, 0, &controlee, 1, out, sizeof out, pointer, NULL));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(packet_functions_check_their_pointers),
    cmocka_unit_test(measurement_functions_check_their_pointers),
    cmocka_unit_test(message_functions_check_their_pointers),
};

TEST_GROUP(arguments_uci_tests, tests);
