/* Pointers that cannot be used, for every export of the wire formats and of parameters: NULL, addresses that do not
 * fit the type, and counts that no memory holds.
 *
 * SPDX-License-Identifier: MIT
 */
#include "accessory_samples.h"
#include "parameters_samples.h"
#include "refuses_handle.h"

static uint8_t bytes[1024], out[1024];
static size_t size, length, count;
static const uint8_t address[2] = {1, 2};

/* A call with NULL bytes of a stated size, and with a size that is no object's. */
#define REFUSES_BYTES(call_with_bytes)                                                                       \
    do {                                                                                                     \
        const uint8_t *from = NULL;                                                                          \
        size_t stated = 4;                                                                                   \
        assert_status((call_with_bytes), RANGEKIT_ERROR_NULL_POINTER);                                       \
        from = bytes;                                                                                        \
        stated = SIZE_MAX;                                                                                   \
        assert_int_not_equal((call_with_bytes), RANGEKIT_OK);                                                \
    } while (0)

/* "Bytes out": NULL with a capacity, and no place for the length. */
#define REFUSES_OUT(call_with_out)                                       \
    do {                                                                 \
        size_t *needed = &length;                                        \
        uint8_t *to = NULL;                                              \
        assert_status((call_with_out), RANGEKIT_ERROR_NULL_POINTER);     \
        to = out;                                                        \
        needed = NULL;                                                   \
        assert_status((call_with_out), RANGEKIT_ERROR_NULL_POINTER);     \
        needed = MISALIGNED(size_t, 0);                                  \
        assert_status((call_with_out), RANGEKIT_ERROR_MISALIGNED);       \
    } while (0)

static void default_functions_check_their_pointer(void **state) {
    (void)state;
#define CHECK(type) REFUSES(rangekit_##type, rangekit_##type##_default(pointer))
    CHECK(accessory_configuration);
    CHECK(shareable_configuration);
    CHECK(android_accessory_configuration);
    CHECK(parameters);
    CHECK(timing);
    CHECK(reassembler_options);
    CHECK(reassembly);
    CHECK(ndef_record);
    CHECK(android_oob_message);
    CHECK(connector_capabilities);
    CHECK(uci_header);
    CHECK(uci_session_info);
#undef CHECK
}

static void accessory_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    rangekit_android_accessory_configuration android = {.struct_size = sizeof android};
    rangekit_problem problem = {0};
    rangekit_gatt_row row;
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    uint32_t id;
    size = sample_bytes(&accessory_samples[0], bytes, sizeof bytes);
    assert_status(rangekit_accessory_configuration_decode(bytes, size, &acd, NULL), RANGEKIT_OK);

    REFUSES_BYTES(rangekit_accessory_message_decode(from, stated, &id, &length, NULL));
    REFUSES(uint32_t, rangekit_accessory_message_decode(bytes, size, pointer, &length, NULL));
    REFUSES(size_t, rangekit_accessory_message_decode(bytes, size, &id, pointer, NULL));
    REFUSES_OUT(rangekit_accessory_message_encode(1, bytes, size, to, sizeof out, needed, NULL));
    assert_status(rangekit_accessory_message_encode(1, NULL, 9, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);

    REFUSES(rangekit_accessory_configuration, rangekit_accessory_configuration_set_version(pointer, 1, 1));
    REFUSES_BYTES(rangekit_accessory_configuration_decode(from, stated, &acd, NULL));
    REFUSES(rangekit_accessory_configuration, rangekit_accessory_configuration_decode(bytes, size, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_accessory_configuration_decode(bytes, size, &acd, pointer));
    REFUSES_BYTES(rangekit_accessory_configuration_read(from, stated, &acd, &problem, 1, &count));
    REFUSES(rangekit_accessory_configuration,
            rangekit_accessory_configuration_read(bytes, size, pointer, &problem, 1, &count));
    REFUSES(rangekit_problem, rangekit_accessory_configuration_read(bytes, size, &acd, pointer, 1, &count));
    REFUSES(size_t, rangekit_accessory_configuration_read(bytes, size, &acd, &problem, 1, pointer));
    REFUSES(rangekit_accessory_configuration,
            rangekit_accessory_configuration_encode(pointer, out, sizeof out, &length, NULL));
    REFUSES_OUT(rangekit_accessory_configuration_encode(&acd, to, sizeof out, needed, NULL));
    REFUSES_BYTES(rangekit_uwb_configuration_decode(from, stated, &acd, NULL));
    REFUSES(rangekit_accessory_configuration, rangekit_uwb_configuration_decode(bytes + 16, size - 16, pointer, NULL));
    REFUSES_OUT(rangekit_uwb_configuration_encode(&acd, to, sizeof out, needed, NULL));
    REFUSES_BYTES(rangekit_accessory_configuration_compare(from, stated, bytes, size, NULL));
    REFUSES_BYTES(rangekit_accessory_configuration_compare(bytes, size, from, stated, NULL));

    REFUSES(rangekit_shareable_configuration, rangekit_shareable_configuration_set_version(pointer, 1, 1));
    size = sample_bytes(&shareable_samples[0], bytes, sizeof bytes);
    assert_status(rangekit_shareable_configuration_decode(bytes, size, &scd, NULL), RANGEKIT_OK);
    REFUSES_BYTES(rangekit_shareable_configuration_decode(from, stated, &scd, NULL));
    REFUSES(rangekit_shareable_configuration, rangekit_shareable_configuration_decode(bytes, size, pointer, NULL));
    REFUSES_BYTES(rangekit_shareable_configuration_read(from, stated, &scd, &problem, 1, &count));
    REFUSES(rangekit_problem, rangekit_shareable_configuration_read(bytes, size, &scd, pointer, 1, &count));
    REFUSES(rangekit_shareable_configuration,
            rangekit_shareable_configuration_encode(pointer, out, sizeof out, &length, NULL));
    REFUSES_OUT(rangekit_shareable_configuration_encode(&scd, to, sizeof out, needed, NULL));

    REFUSES_BYTES(rangekit_android_accessory_configuration_decode(from, stated, &android, NULL));
    REFUSES(rangekit_android_accessory_configuration,
            rangekit_android_accessory_configuration_decode(bytes, 18, pointer, NULL));
    REFUSES(rangekit_android_accessory_configuration,
            rangekit_android_accessory_configuration_encode(pointer, out, sizeof out, &length));
    REFUSES_OUT(rangekit_android_accessory_configuration_encode(&android, to, sizeof out, needed));

    assert_status(rangekit_static_sts_key(1, NULL, RANGEKIT_STS_VENDOR_LITTLE_ENDIAN, out, 8, &length),
                  RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_OUT(rangekit_static_sts_key(1, bytes, RANGEKIT_STS_VENDOR_LITTLE_ENDIAN, to, 8, needed));
    REFUSES(rangekit_problem, rangekit_problem_describe(pointer, text, sizeof text, &length));
    REFUSES(size_t, rangekit_problem_describe(&problem, text, sizeof text, pointer));
    REFUSES(rangekit_gatt_row, rangekit_gatt_rows(RANGEKIT_GATT_TABLE_RANGEKIT, pointer, 1, &count));
    REFUSES(size_t, rangekit_gatt_rows(RANGEKIT_GATT_TABLE_RANGEKIT, &row, 1, pointer));
    assert_status(rangekit_uuid_describe(NULL, text, sizeof text, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, rangekit_uuid_describe(bytes, text, sizeof text, pointer));
}

static void parameter_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_parameters a = responder(), b = initiator();
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    rangekit_shareable_configuration scd = {.struct_size = sizeof scd};
    rangekit_android_technology technology;
    rangekit_parameters_finding finding = {0};
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    char text[RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE];
    size = sample_bytes(&accessory_samples[0], bytes, sizeof bytes);
    assert_status(rangekit_accessory_configuration_decode(bytes, size, &acd, NULL), RANGEKIT_OK);
    size = sample_bytes(&shareable_samples[0], bytes, sizeof bytes);
    assert_status(rangekit_shareable_configuration_decode(bytes, size, &scd, NULL), RANGEKIT_OK);
    set(&a, P(MULTI_NODE_MODE), 0);

    REFUSES(rangekit_parameters, rangekit_parameters_merge(pointer, &b));
    REFUSES(rangekit_parameters, rangekit_parameters_merge(&a, pointer));
    REFUSES(rangekit_parameters, rangekit_parameters_timing(pointer, &timing));
    REFUSES(rangekit_timing, rangekit_parameters_timing(&a, pointer));
    REFUSES(rangekit_parameters, rangekit_parameters_check(pointer, &finding, 1, &count));
    REFUSES(rangekit_parameters_finding, rangekit_parameters_check(&a, pointer, 1, &count));
    REFUSES(size_t, rangekit_parameters_check(&a, &finding, 1, pointer));
    REFUSES(rangekit_parameters, rangekit_parameters_diff(pointer, &b, 0, &finding, 1, &count));
    REFUSES(rangekit_parameters, rangekit_parameters_diff(&a, pointer, 0, &finding, 1, &count));
    REFUSES(rangekit_parameters_finding, rangekit_parameters_diff(&a, &b, 0, pointer, 1, &count));
    REFUSES(size_t, rangekit_parameters_diff(&a, &b, 0, &finding, 1, pointer));
    REFUSES(rangekit_parameters_finding, rangekit_parameters_finding_describe(pointer, text, sizeof text, &length));
    REFUSES(size_t, rangekit_parameters_finding_describe(&finding, text, sizeof text, pointer));

    REFUSES(rangekit_accessory_configuration, rangekit_parameters_from_accessory(pointer, &b));
    REFUSES(rangekit_parameters, rangekit_parameters_from_accessory(&acd, pointer));
    REFUSES(rangekit_shareable_configuration, rangekit_parameters_from_shareable(pointer, &b));
    REFUSES(rangekit_parameters, rangekit_parameters_from_shareable(&scd, pointer));
    REFUSES(rangekit_accessory_configuration, rangekit_parameters_for_accessory(pointer, &scd, &b));
    REFUSES(rangekit_shareable_configuration, rangekit_parameters_for_accessory(&acd, pointer, &b));
    REFUSES(rangekit_parameters, rangekit_parameters_for_accessory(&acd, &scd, pointer));
    REFUSES(rangekit_parameters, rangekit_parameters_to_accessory(pointer, &acd, NULL));
    REFUSES(rangekit_accessory_configuration, rangekit_parameters_to_accessory(&a, pointer, NULL));
    REFUSES(rangekit_parameters, rangekit_parameters_to_shareable(pointer, &scd, NULL));
    REFUSES(rangekit_shareable_configuration, rangekit_parameters_to_shareable(&a, pointer, NULL));

    static const uint8_t payload[] = {7, 0, 0, 0, 1, 4, 1, 9};
    uint64_t left_out;
    REFUSES_BYTES(rangekit_parameters_from_uci(from, stated, 1, 0, &b, NULL, NULL));
    REFUSES(rangekit_parameters, rangekit_parameters_from_uci(payload, sizeof payload, 1, 0, pointer, NULL, NULL));
    REFUSES_MISALIGNED(uint32_t, rangekit_parameters_from_uci(payload, sizeof payload, 1, 0, &b, pointer, NULL));
    REFUSES(rangekit_parameters, rangekit_parameters_to_uci(pointer, 1, 1, 0, out, 999, &length, &left_out, NULL));
    REFUSES_OUT(rangekit_parameters_to_uci(&a, 1, 1, 0, to, sizeof out, needed, &left_out, NULL));
    REFUSES_MISALIGNED(uint64_t, rangekit_parameters_to_uci(&a, 1, 1, 0, out, sizeof out, &length, pointer, NULL));
    REFUSES(rangekit_parameters, rangekit_parameters_to_android_uwb(pointer, &technology, &left_out, NULL));
    REFUSES(rangekit_android_technology, rangekit_parameters_to_android_uwb(&a, pointer, &left_out, NULL));
    REFUSES_MISALIGNED(uint64_t, rangekit_parameters_to_android_uwb(&a, &technology, pointer, NULL));
    assert_status(rangekit_parameters_to_android_uwb(&a, &technology, NULL, NULL), RANGEKIT_OK);
    REFUSES(rangekit_android_technology, rangekit_parameters_from_android_uwb(pointer, &b, NULL, NULL));
    REFUSES(rangekit_parameters, rangekit_parameters_from_android_uwb(&technology, pointer, NULL, NULL));
    REFUSES_MISALIGNED(int32_t, rangekit_parameters_from_android_uwb(&technology, &b, pointer, NULL));
}

static void transport_functions_check_their_pointers(void **state) {
    (void)state;
    static uint64_t memory[1024];
    static const uint8_t fragment[] = {0xF0, 0, 0, 0, 1}, record[] = {0xD0, 0, 0}, found[] = {4, 0x16, 1, 2, 9};
    rangekit_reassembler *reassembler;
    rangekit_reassembly reassembly = RANGEKIT_REASSEMBLY_INIT;
    rangekit_ndef_record value = RANGEKIT_NDEF_RECORD_INIT;
    rangekit_token token = {.struct_size = sizeof token};
    size_t offset;
    int32_t matches;
    REFUSES(size_t, rangekit_fragment_count(9, 20, 0, pointer));
    assert_status(rangekit_fragment_encode(NULL, 9, 20, 0, 0, 0, out, 20, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_OUT(rangekit_fragment_encode(bytes, 9, 20, 0, 0, 0, to, 20, needed));
    REFUSES(uint64_t, rangekit_reassembler_init(pointer, sizeof memory, NULL, &reassembler));
    REFUSES_MISALIGNED(rangekit_reassembler_options,
                       rangekit_reassembler_init(memory, sizeof memory, pointer, &reassembler));
    REFUSES(rangekit_reassembler *, rangekit_reassembler_init(memory, sizeof memory, NULL, pointer));
    assert_int_equal(rangekit_reassembler_size(MISALIGNED(rangekit_reassembler_options, 0)), 0);
    assert_status(rangekit_reassembler_init(memory, sizeof memory, NULL, &reassembler), RANGEKIT_OK);
    REFUSES_HANDLE(rangekit_reassembler, rangekit_reassembler_receive(pointer, 1, fragment, 5, 0, &reassembly));
    assert_status(rangekit_reassembler_receive(reassembler, 1, NULL, 5, 0, &reassembly), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_MISALIGNED(rangekit_reassembly, rangekit_reassembler_receive(reassembler, 1, fragment, 5, 0, pointer));
    /* None of the refused calls took the fragment. */
    assert_status(rangekit_reassembler_receive(reassembler, 1, fragment, 5, 0, &reassembly), RANGEKIT_OK);
    assert_int_equal(reassembly.event, RANGEKIT_REASSEMBLY_COMPLETE);
    REFUSES_HANDLE(rangekit_reassembler, rangekit_reassembler_take(pointer, 1, out, sizeof out, &length));
    REFUSES_OUT(rangekit_reassembler_take(reassembler, 1, to, sizeof out, needed));
    REFUSES_HANDLE(rangekit_reassembler, rangekit_reassembler_advance(pointer, 0, &reassembly));
    REFUSES(rangekit_reassembly, rangekit_reassembler_advance(reassembler, 0, pointer));
    assert_status(rangekit_reassembler_take(reassembler, 1, out, sizeof out, &length), RANGEKIT_OK);
    rangekit_reassembler_destroy(reassembler);
    rangekit_reassembler_destroy(NULL);
    assert_status(rangekit_reassembler_take(reassembler, 1, out, sizeof out, &length), RANGEKIT_ERROR_INVALID_HANDLE);

    assert_status(rangekit_ndef_encode(4, NULL, 5, bytes, 5, out, sizeof out, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_ndef_encode(4, bytes, 5, NULL, 5, out, sizeof out, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_OUT(rangekit_ndef_encode(4, bytes, 5, bytes, 5, to, sizeof out, needed));
    REFUSES_BYTES(rangekit_ndef_record_decode(from, stated, 0, &value, NULL));
    REFUSES(rangekit_ndef_record, rangekit_ndef_record_decode(record, sizeof record, 0, pointer, NULL));
    REFUSES_BYTES(rangekit_ndef_find_token(from, stated, &offset, &length, NULL));
    REFUSES(size_t, rangekit_ndef_find_token(record, sizeof record, pointer, &length, NULL));
    REFUSES(size_t, rangekit_ndef_find_token(record, sizeof record, &offset, pointer, NULL));
    assert_status(rangekit_advertisement_encode(0, NULL, 2, bytes, 1, out, 31, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_advertisement_encode(0, address, 2, NULL, 1, out, 31, &length), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_OUT(rangekit_advertisement_encode(0, address, 2, bytes, 1, to, 31, needed));
    REFUSES_BYTES(rangekit_advertisement_find(from, stated, address, 2, &offset, &length, NULL));
    assert_status(rangekit_advertisement_find(found, 5, NULL, 2, &offset, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(size_t, rangekit_advertisement_find(found, 5, address, 2, pointer, &length, NULL));
    REFUSES(size_t, rangekit_advertisement_find(found, 5, address, 2, &offset, pointer, NULL));
    REFUSES_BYTES(rangekit_advertisement_matches(from, stated, address, 2, address, 2, &matches));
    assert_status(rangekit_advertisement_matches(found, 5, address, 2, NULL, 2, &matches), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(int32_t, rangekit_advertisement_matches(found, 5, address, 2, address, 2, pointer));
    assert_status(rangekit_token_make_accessory(&token, address, 2), RANGEKIT_OK);
    REFUSES(rangekit_token, rangekit_device_hint(pointer, out, 4, &length));
    REFUSES_OUT(rangekit_device_hint(&token, to, 4, needed));
}

static void android_functions_check_their_pointers(void **state) {
    (void)state;
    static const uint8_t stop[] = {1, 6, 0, 0}, plain[] = {1, 0, 0, 20, 1, 7, 1}, rssi[] = {3, 8, 1, 2, 3, 4, 5, 6};
    const int32_t kind = RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE;
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    rangekit_android_technology technology;
    rangekit_connector_capabilities capabilities = {.struct_size = sizeof capabilities};
    uint32_t high, low;
    REFUSES(uint32_t, rangekit_android_oob_reply_version(1, pointer));
    REFUSES_BYTES(rangekit_android_oob_decode(from, stated, &message, &technology, 1, &count, NULL));
    REFUSES(rangekit_android_oob_message, rangekit_android_oob_decode(stop, 4, pointer, &technology, 1, &count, NULL));
    REFUSES(rangekit_android_technology, rangekit_android_oob_decode(stop, 4, &message, pointer, 1, &count, NULL));
    REFUSES(size_t, rangekit_android_oob_decode(stop, 4, &message, &technology, 1, pointer, NULL));
    assert_status(rangekit_android_oob_decode(stop, 4, &message, &technology, 1, &count, NULL), RANGEKIT_OK);
    REFUSES(rangekit_android_oob_message,
            rangekit_android_oob_encode(pointer, &technology, 0, out, sizeof out, &length, NULL));
    REFUSES(rangekit_android_technology,
            rangekit_android_oob_encode(&message, pointer, 1, out, sizeof out, &length, NULL));
    REFUSES_OUT(rangekit_android_oob_encode(&message, NULL, 0, to, sizeof out, needed, NULL));
    REFUSES_BYTES(rangekit_android_technology_decode(from, stated, kind, 1, &technology, NULL));
    REFUSES(rangekit_android_technology, rangekit_android_technology_decode(rssi, 8, kind, 1, pointer, NULL));
    assert_status(rangekit_android_technology_decode(rssi, 8, kind, 1, &technology, NULL), RANGEKIT_OK);
    REFUSES(rangekit_android_technology,
            rangekit_android_technology_encode(pointer, kind, out, sizeof out, &length, NULL));
    REFUSES_OUT(rangekit_android_technology_encode(&technology, kind, to, sizeof out, needed, NULL));
    REFUSES_BYTES(rangekit_connector_capabilities_decode(from, stated, &capabilities, NULL));
    REFUSES(rangekit_connector_capabilities, rangekit_connector_capabilities_decode(plain, 7, pointer, NULL));
    assert_status(rangekit_connector_capabilities_decode(plain, 7, &capabilities, NULL), RANGEKIT_OK);
    REFUSES(rangekit_connector_capabilities,
            rangekit_connector_capabilities_encode(pointer, out, sizeof out, &length, NULL));
    REFUSES_OUT(rangekit_connector_capabilities_encode(&capabilities, to, sizeof out, needed, NULL));
    assert_status(rangekit_connector_header_decode(1, NULL, 4, &high, &low, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(uint32_t, rangekit_connector_header_decode(2, plain + 2, 1, pointer, &low, NULL));
    REFUSES(uint32_t, rangekit_connector_header_decode(2, plain + 2, 1, &high, pointer, NULL));
    assert_status(rangekit_connector_encode(2, 0, 0, NULL, 4, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    REFUSES_OUT(rangekit_connector_encode(2, 0, 0, plain, 7, to, sizeof out, needed, NULL));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(default_functions_check_their_pointer),
    cmocka_unit_test(accessory_functions_check_their_pointers),
    cmocka_unit_test(parameter_functions_check_their_pointers),
    cmocka_unit_test(transport_functions_check_their_pointers),
    cmocka_unit_test(android_functions_check_their_pointers),
};

TEST_GROUP(arguments_wire_tests, tests);
