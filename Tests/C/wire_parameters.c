/* The parameter model from and to UCI's application configuration and Android's UWB configuration.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define HAS(name) RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_##name)

static uint8_t bytes[1024];
static rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;

static rangekit_parameters empty(void) {
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    return parameters;
}

/* A list of TLVs behind a session and a count, as the command has it. */
static size_t command(const char *hex, uint32_t session, uint8_t count) {
    uint8_t head[5] = {(uint8_t)session, (uint8_t)(session >> 8), (uint8_t)(session >> 16), (uint8_t)(session >> 24), count};
    memcpy(bytes, head, sizeof head);
    return 5 + bytes_from_hex(hex, strlen(hex), bytes + 5, sizeof bytes - 5);
}

#define COMMON_HEAD "010101020100030100040109"
#define COMMON                                                                                                    \
    "080260090b01000c01030d01010e01040f0200001002204e11010012010313010014010a1501021601001701011a01011b01191f0100" \
    "2201012301002401002501322601002901012a0200002c01002d01002e01012f0101310100320200003501010904c800000000010105" \
    "0101"
#define TAIL "28061a5577477e7d1d0807d59e4707d56022"

/* Published for Android 14 and later, and for Android 13: the same session. */
#define ANDROID_14 COMMON_HEAD "06020406" COMMON "070204062b04000000001c010027020578" TAIL
#define ANDROID_13 COMMON_HEAD "06020604" COMMON "070206042b04000000001c010027027805" TAIL

static void both_byte_orders_of_android_are_one_session(void **state) {
    (void)state;
    rangekit_parameters a = empty(), b = empty();
    uint32_t unread[8];
    size_t size = command(ANDROID_14, 42, 45), length;
    assert_status(rangekit_parameters_from_uci(bytes, size, 1, RANGEKIT_UCI_BYTES_AS_GIVEN, &a, unread, &diagnostic),
                  RANGEKIT_OK);
    /* RSSI_REPORTING and TX_ADAPTIVE_PAYLOAD_POWER are not in the model, and nothing else. */
    assert_int_equal(unread[0], 1u << 0x13 | 1u << 0x1C);
    for (int i = 1; i < 8; i += 1) assert_int_equal(unread[i], 0);
    size = command(ANDROID_13, 42, 45);
    assert_status(rangekit_parameters_from_uci(bytes, size, 1, RANGEKIT_UCI_BYTES_REVERSED, &b, NULL, NULL), RANGEKIT_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(a.session_id, 42);
    assert_int_equal(a.channel, 9);
    assert_int_equal(a.preamble_code_index, 10);
    assert_int_equal(a.slot_duration_rstu, 2400);
    assert_int_equal(a.ranging_interval_ms, 200);
    assert_int_equal(a.slots_per_round, 25);
    assert_int_equal(a.device_type, 1);
    assert_int_equal(a.notification_far_cm, 20000);
    assert_int_equal(a.notification_azimuth_lower_q7, -11001);
    assert_int_equal(a.notification_azimuth_upper_q7, 18334);
    assert_int_equal(a.notification_elevation_upper_q7, 8800);
    assert_memory_equal(a.device_address, "\x04\x06", 2);
    assert_int_equal(a.peer_count, 1);
    assert_int_equal(a.vendor_id, 0x7805);
    assert_memory_equal(a.static_sts_iv, "\x1a\x55\x77\x47\x7e\x7d", 6);
    /* Written and read again, in either order and version: the same view. */
    for (uint32_t order = 0; order < 2; order += 1) {
        for (uint32_t major = 1; major < 3; major += 1) {
            uint64_t left_out = 99;
            assert_status(rangekit_parameters_to_uci(&a, 42, major, order, bytes, sizeof bytes, &length, &left_out,
                                                     &diagnostic),
                          RANGEKIT_OK);
            assert_true(left_out == (major == 2 ? HAS(SESSION_ID) : 0));
            b = empty();
            assert_status(rangekit_parameters_from_uci(bytes, length, 1, order, &b, unread, NULL), RANGEKIT_OK);
            assert_memory_equal(&a, &b, sizeof a);
            for (int i = 0; i < 8; i += 1) assert_int_equal(unread[i], 0);
        }
    }
}

/* From what a phone sends an accessory to UCI, back, and to Android: what each cannot hold is named. */
static void a_session_travels_through_every_format(void **state) {
    (void)state;
    rangekit_shareable_configuration shareable = {.struct_size = 0};
    assert_status(rangekit_shareable_configuration_default(&shareable), RANGEKIT_OK);
    static const char hex[] = "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400";
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes), length;
    assert_status(rangekit_shareable_configuration_decode(bytes, size, &shareable, &diagnostic), RANGEKIT_OK);
    rangekit_parameters phone = empty(), back = empty();
    assert_status(rangekit_parameters_from_shareable(&shareable, &phone), RANGEKIT_OK);
    uint64_t left_out;
    assert_status(rangekit_parameters_to_uci(&phone, phone.session_id, 1, 0, bytes, sizeof bytes, &length, &left_out,
                                             &diagnostic),
                  RANGEKIT_OK);
    assert_true(left_out == (HAS(COUNTRY) | HAS(MAX_CLOCK_DRIFT_PPM)));
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, &back, NULL, &diagnostic), RANGEKIT_OK);
    assert_true(back.fields == (phone.fields & ~left_out));
    assert_int_equal(back.session_id, 24488);
    assert_int_equal(back.ranging_interval_ms, 198);
    assert_int_equal(back.vendor_id, phone.vendor_id);
    assert_memory_equal(back.static_sts_iv, "\x39\x7b\x28\xd4\xb8\xd7", 6);

    /* Android needs what the phone's view does not say: role, mode, one peer. */
    rangekit_android_technology technology;
    assert_status(rangekit_parameters_to_android_uwb(&back, &technology, &left_out, &diagnostic),
                  RANGEKIT_ERROR_MISSING_FIELD);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_PARAMETERS + RANGEKIT_PARAMETER_PEER_ADDRESSES);
    back.fields |= HAS(PEER_ADDRESSES) | HAS(DEVICE_ROLE) | HAS(MULTI_NODE_MODE);
    back.peer_count = 1;
    back.peer_address_length = 2;
    memcpy(back.peer_addresses, "\x11\xd7", 2);
    back.device_role = 0;
    back.multi_node_mode = 0;
    assert_status(rangekit_parameters_to_android_uwb(&back, &technology, &left_out, &diagnostic), RANGEKIT_OK);
    assert_true(left_out == (HAS(DEVICE_ADDRESS) | HAS(RANGING_ROUND_CONTROL)));
    assert_int_equal(technology.config_id, RANGEKIT_ANDROID_UWB_UNICAST_STATIC);
    assert_int_equal(technology.slot_ms, 3);
    assert_int_equal(technology.role, RANGEKIT_ANDROID_UWB_ROLE_RESPONDER);
    assert_int_equal(technology.mode, RANGEKIT_ANDROID_UWB_MODE_CONTROLLER);
    assert_int_equal(technology.bytes_length, 8);
    assert_memory_equal(technology.bytes + 2, "\x39\x7b\x28\xd4\xb8\xd7", 6);
    rangekit_parameters android = empty();
    int32_t key_is_read = 0;
    assert_status(rangekit_parameters_from_android_uwb(&technology, &android, &key_is_read, NULL), RANGEKIT_OK);
    assert_int_equal(key_is_read, 1);
    assert_true((back.fields & ~left_out & ~android.fields) == 0);
    assert_int_equal(android.session_id, 24488);
    assert_int_equal(android.slot_duration_rstu, 3600);
    assert_int_equal(android.vendor_id, back.vendor_id);
    assert_int_equal(android.slots_per_round, 6);
    size_t findings;
    assert_status(rangekit_parameters_diff(&android, &android, 0, NULL, 0, &findings), RANGEKIT_OK);
    /* A technology that is written is read as the same view again. */
    rangekit_android_technology again;
    assert_status(rangekit_parameters_to_android_uwb(&android, &again, &left_out, NULL), RANGEKIT_OK);
    assert_memory_equal(&again, &technology, sizeof again);
    assert_true(left_out == 0);
}

static void refusals_name_the_parameter(void **state) {
    (void)state;
    rangekit_parameters parameters = empty();
    size_t length = command("080360090c", 1, 1);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, &parameters, NULL, &diagnostic),
                  RANGEKIT_ERROR_WRONG_LENGTH);
    assert_int_equal(diagnostic.byte_offset, 7);
    assert_int_equal(diagnostic.expected, 2);
    length = command("06030102030a", 1, 1);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, &parameters, NULL, NULL), RANGEKIT_ERROR_WRONG_LENGTH);
    length = command("0712010203040506070809101112131415161718", 1, 1);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, &parameters, NULL, &diagnostic),
                  RANGEKIT_ERROR_TOO_LARGE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_PARAMETERS + RANGEKIT_PARAMETER_PEER_ADDRESSES);
    length = command("040109", 1, 2);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, &parameters, NULL, NULL), RANGEKIT_ERROR_TRUNCATED);
    length = command("040109", 1, 1);
    assert_status(rangekit_parameters_from_uci(bytes, length, 3, 0, &parameters, NULL, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 2, &parameters, NULL, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_parameters_from_uci(bytes, length, 1, 0, NULL, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_true(parameters.fields == 0);
    parameters.fields = HAS(SLOTS_PER_ROUND);
    parameters.slots_per_round = 256;
    assert_status(rangekit_parameters_to_uci(&parameters, 1, 1, 0, NULL, 0, &length, NULL, &diagnostic),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_PARAMETERS + RANGEKIT_PARAMETER_SLOTS_PER_ROUND);
    assert_int_equal(diagnostic.expected, 255);
    parameters = empty();
    parameters.fields = HAS(NOTIFICATION_AZIMUTH_LOWER_Q7);
    uint64_t left_out;
    assert_status(rangekit_parameters_to_uci(&parameters, 1, 1, 0, NULL, 0, &length, &left_out, NULL), RANGEKIT_OK);
    assert_true(left_out == HAS(NOTIFICATION_AZIMUTH_LOWER_Q7)); /* UCI has one TLV for all four bounds */
    rangekit_android_technology technology = {.technology = 3, .fields = RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS};
    assert_status(rangekit_parameters_from_android_uwb(&technology, &parameters, NULL, NULL), RANGEKIT_ERROR_WRONG_TYPE);
    assert_status(rangekit_parameters_to_android_uwb(NULL, &technology, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_byte_orders_of_android_are_one_session),
    cmocka_unit_test(a_session_travels_through_every_format),
    cmocka_unit_test(refusals_name_the_parameter),
};

TEST_GROUP(wire_parameters_tests, tests);
