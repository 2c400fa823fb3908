/* Android's out-of-band messages and the FiRa connector: what the published bytes say, and each refusal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

static uint8_t bytes[512];
static rangekit_android_oob_message message;
static rangekit_android_technology technologies[4];
static size_t count;
static rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;

static rangekit_status decode(const char *hex) {
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes);
    message = (rangekit_android_oob_message)RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    return rangekit_android_oob_decode(guarded_copy(0, bytes, size), size, &message, technologies, 4, &count,
                                       &diagnostic);
}

static void capability_response_of_version_1(void **state) {
    (void)state;
    assert_status(decode("0101010000140809200200000100008080800000e8031403"), RANGEKIT_OK);
    assert_int_equal(message.message, RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE);
    assert_int_equal(message.version, 1);
    assert_int_equal(message.fields, RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES);
    assert_int_equal(message.technologies, 1);
    assert_int_equal(count, 1);
    const rangekit_android_technology *uwb = &technologies[0];
    assert_int_equal(uwb->technology, RANGEKIT_ANDROID_TECHNOLOGY_UWB);
    assert_int_equal(uwb->fields,
                     RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS | RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY);
    assert_memory_equal(uwb->address, "\x08\x09\0\0\0\0", 6);
    assert_int_equal(uwb->channels, 1u << 5 | 1u << 9);
    assert_int_equal(uwb->preamble_indexes, 1u << 0 | 1u << 31);
    assert_int_equal(uwb->config_ids, 1u << 7 | 1u << 15);
    assert_int_equal(uwb->interval_ms, 1000);
    assert_int_equal(uwb->slot_ms, 20);
    assert_int_equal(uwb->role, RANGEKIT_ANDROID_UWB_ROLE_INITIATOR | RANGEKIT_ANDROID_UWB_ROLE_RESPONDER);
}

static void configuration_of_version_1(void **state) {
    (void)state;
    assert_status(decode("010201000100001b0204a00200000c0304f4010f08010203040506070855530101"), RANGEKIT_OK);
    assert_int_equal(message.message, RANGEKIT_ANDROID_OOB_CONFIGURATION);
    assert_int_equal(message.technologies_to_start, 1);
    assert_true((message.fields & RANGEKIT_ANDROID_OOB_HAS_MOTION) == 0);
    const rangekit_android_technology *uwb = &technologies[0];
    assert_memory_equal(uwb->address, "\x02\x04", 2);
    assert_int_equal(uwb->session_id, 672);
    assert_int_equal(uwb->config_id, 12);
    assert_int_equal(uwb->channel, 3);
    assert_int_equal(uwb->preamble_index, 4);
    assert_int_equal(uwb->interval_ms, 500);
    assert_int_equal(uwb->slot_ms, 15);
    assert_int_equal(uwb->bytes_length, 8);
    assert_memory_equal(uwb->bytes, "\x01\x02\x03\x04\x05\x06\x07\x08", 8);
    assert_memory_equal(uwb->country, "US", 2);
    assert_int_equal(uwb->role, 1);
    assert_int_equal(uwb->mode, RANGEKIT_ANDROID_UWB_MODE_CONTROLLER);
}

static void versions_2_and_3_and_newer_ones(void **state) {
    (void)state;
    assert_status(decode("03020000000001"), RANGEKIT_OK);
    assert_int_equal(message.motion, 1);
    assert_int_equal(count, 0);
    assert_status(decode("0201000001" "0300"), RANGEKIT_OK);
    assert_int_equal(message.transitioning, RANGEKIT_ANDROID_TRANSITIONING_MAKE_BEFORE_BREAK);
    assert_int_equal(message.device_type, RANGEKIT_ANDROID_DEVICE_TAG);
    assert_status(decode("020200000000"), RANGEKIT_OK); /* no motion support in version 2 */
    assert_status(decode("030802"), RANGEKIT_OK);
    assert_int_equal(message.motion, RANGEKIT_ANDROID_MOTION_MODERATE);
    assert_status(decode("ff070000"), RANGEKIT_OK);
    assert_int_equal(message.version, 255);
    assert_int_equal(message.message, RANGEKIT_ANDROID_OOB_STOP_RESPONSE);
    /* A newer version adds bytes to a message and to a technology. */
    assert_status(decode("04000100aabb"), RANGEKIT_OK);
    assert_int_equal(message.tail_length, 2);
    assert_memory_equal(message.tail, "\xaa\xbb", 2);
    assert_status(decode("0401020001" "0a14ac3743bca92855" "010300"), RANGEKIT_OK);
    assert_int_equal(technologies[0].fields, RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD);
    assert_int_equal(technologies[0].bytes_length, 8);
    /* The same in a version that is known is wrong. */
    assert_status(decode("03000100aabb"), RANGEKIT_ERROR_TRAILING_BYTES);
    assert_status(decode("0301020001" "0a14ac3743bca92855" "010300"), RANGEKIT_ERROR_WRONG_LENGTH);

    static const uint32_t versions[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 3}, {255, 3}, {256, 3}, {UINT32_MAX, 3}};
    uint32_t reply = 99;
    for (size_t i = 0; i < COUNT_OF(versions); i += 1) {
        assert_status(rangekit_android_oob_reply_version(versions[i][0], &reply), RANGEKIT_OK);
        assert_int_equal(reply, versions[i][1]);
    }
    assert_status(rangekit_android_oob_reply_version(0, &reply), RANGEKIT_ERROR_UNKNOWN_VERSION);
    assert_status(rangekit_android_oob_reply_version(1, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static void other_technologies(void **state) {
    (void)state;
    /* CS, RTT and RSSI capabilities, Wi-Fi PD unread, and number 200, which no set can name. */
    assert_status(decode("03012f00" "010914ac3743bca928" "020601000503" "0308ac3743bca928" "0504aabb" "c80301" "000000"),
                  RANGEKIT_OK);
    assert_int_equal(count, 5);
    assert_int_equal(technologies[0].security, 1u << 2 | 1u << 4);
    assert_memory_equal(technologies[0].address, "\xac\x37\x43\xbc\xa9\x28", 6);
    assert_int_equal(technologies[1].features, 1);
    assert_int_equal(technologies[1].periodic, 0);
    assert_int_equal(technologies[1].bandwidth, 5);
    assert_int_equal(technologies[1].receive_chains, 3);
    assert_int_equal(technologies[2].fields, RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS);
    assert_int_equal(technologies[3].fields, RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD);
    assert_memory_equal(technologies[3].bytes, "\xaa\xbb", 2);

    assert_status(decode("0302060006000" "212" "0d727474436f6e666967546573740100" "010902" "010203040506" "01"), RANGEKIT_OK);
    assert_int_equal(technologies[0].role, RANGEKIT_ANDROID_RTT_ROLE_INITIATOR);
    assert_int_equal(technologies[0].bytes_length, 13);
    assert_memory_equal(technologies[0].bytes, "rttConfigTest", 13);
    assert_int_equal(technologies[1].security, 2);
}

static void refusals_name_place_and_field(void **state) {
    (void)state;
    static const struct {
        const char *hex;
        rangekit_status status;
        int32_t field;
        uint64_t offset;
    } cases[] = {
        {"", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_OOB_VERSION, 0},
        {"01", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_OOB_MESSAGE, 1},
        {"0007" "0000", RANGEKIT_ERROR_UNKNOWN_VERSION, RANGEKIT_FIELD_OOB_VERSION, 0},
        {"01040000", RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE, RANGEKIT_FIELD_OOB_MESSAGE, 1},
        {"01ff0000", RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE, RANGEKIT_FIELD_OOB_MESSAGE, 1},
        {"010000", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_OOB_TECHNOLOGIES, 2},
        {"01000000ff", RANGEKIT_ERROR_TRAILING_BYTES, RANGEKIT_FIELD_OOB, 4},
        /* The key's length runs past the end. */
        {"010201000100001b0204a00200000c0304f4010f20010203040506070855530101", RANGEKIT_ERROR_TRUNCATED,
         RANGEKIT_FIELD_OOB_SESSION_KEY, 21},
        /* Another technology than the set names, twice the same, sizes that cannot be. */
        {"01010100" "010914ac3743bca928", RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET, RANGEKIT_FIELD_OOB_TECHNOLOGY, 4},
        {"01010800" "0308ac3743bca928" "0308ac3743bca928", RANGEKIT_ERROR_OOB_DUPLICATE_TECHNOLOGY,
         RANGEKIT_FIELD_OOB_TECHNOLOGY, 12},
        {"01010800" "0301ac3743bca928", RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE, 5},
        {"01010800" "0307ac3743bca9", RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE, 5},
        {"01010800" "0302", RANGEKIT_ERROR_WRONG_LENGTH, RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE, 5},
        {"01010800" "0308ac3743bca9", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_OOB_TECHNOLOGY, 6},
        {"010201000100001b0204a00200000c0304f4010f08010203040506070855530301", RANGEKIT_ERROR_INVALID_VALUE,
         RANGEKIT_FIELD_OOB_ROLE, 31},
        {"010201000100001b0204a00200000c0304f4010f08010203040506070855530100", RANGEKIT_ERROR_INVALID_VALUE,
         RANGEKIT_FIELD_OOB_MODE, 32},
        {"030804", RANGEKIT_ERROR_INVALID_VALUE, RANGEKIT_FIELD_OOB_MOTION, 2},
        {"020100000102", RANGEKIT_ERROR_TRUNCATED, RANGEKIT_FIELD_OOB_DEVICE_TYPE, 5},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        message = (rangekit_android_oob_message)RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
        rangekit_status status = decode(cases[i].hex);
        if (status != cases[i].status || diagnostic.field != cases[i].field ||
            diagnostic.byte_offset != cases[i].offset) {
            fail_text("%s gives %s at %u, %s", cases[i].hex, rangekit_status_name(status),
                      (unsigned)diagnostic.byte_offset, rangekit_field_name(diagnostic.field));
        }
        assert_int_equal(count, 0);
        assert_int_equal(message.version, RANGEKIT_ANDROID_OOB_VERSION); /* unchanged */
    }
}

static void messages_are_written_with_exactly_their_fields(void **state) {
    (void)state;
    uint8_t out[64];
    size_t length;
    message = (rangekit_android_oob_message)RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, sizeof out, &length, &diagnostic),
                  RANGEKIT_ERROR_MISSING_FIELD);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_OOB_TECHNOLOGIES);
    message.fields = RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES;
    message.technologies = 0x0B;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, sizeof out, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 4);
    assert_memory_equal(out, "\x03\x00\x0b\x00", 4);
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, 3, &length, NULL), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    message.fields |= RANGEKIT_ANDROID_OOB_HAS_MOTION;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, sizeof out, &length, &diagnostic),
                  RANGEKIT_ERROR_FIELD_NOT_ALLOWED);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_OOB_MOTION);
    message.fields = 1u << 20;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_UNKNOWN_OPTION);
    message.fields = RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES;
    message.tail_length = RANGEKIT_ANDROID_OOB_TAIL_MAX_SIZE + 1;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, sizeof out, &length, &diagnostic),
                  RANGEKIT_ERROR_TOO_LARGE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_OOB_TAIL);
    message.tail_length = 0;
    technologies[0] = (rangekit_android_technology){.technology = 3, .fields = RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS};
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_FIELD_NOT_ALLOWED); /* a request holds no capabilities */
    message.message = RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE;
    message.version = 1;
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 12);
    technologies[0].technology = 2; /* the content is not that technology's */
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_FIELD_NOT_ALLOWED);
    technologies[0].technology = 256;
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    technologies[0] = (rangekit_android_technology){.technology = 9,
                                                    .fields = RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD,
                                                    .bytes_length = 254};
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_TOO_LARGE);
    technologies[0].bytes_length = 253;
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET);
    message.technologies |= 1u << 9;
    assert_status(rangekit_android_oob_encode(&message, technologies, 1, NULL, 0, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 4 + 255);
}

static void the_connector(void **state) {
    (void)state;
    rangekit_connector_capabilities capabilities = RANGEKIT_CONNECTOR_CAPABILITIES_INIT;
    size_t size = bytes_from_hex("05a1002804180af111", 18, bytes, sizeof bytes);
    assert_status(rangekit_connector_capabilities_decode(bytes, size, &capabilities, NULL), RANGEKIT_OK);
    assert_int_equal(capabilities.version_major, 5);
    assert_int_equal(capabilities.version_minor, 161);
    assert_int_equal(capabilities.packet_size, 40);
    assert_int_equal(capabilities.message_size, 1048);
    assert_int_equal(capabilities.sessions, 10);
    assert_int_equal(capabilities.component_count, 1);
    assert_int_equal(capabilities.component_ids[0] & 0x7F, 113);
    assert_int_equal(capabilities.component_ids[0] >> 7, 1);
    assert_int_equal(capabilities.component_types[0], 0x11);
    static const struct {
        const char *hex;
        int32_t field;
    } wrong[] = {
        {"00a1002804180af111", RANGEKIT_FIELD_CONNECTOR_VERSION},
        {"05a1000004180af111", RANGEKIT_FIELD_CONNECTOR_PACKET_SIZE},
        {"05a1002801060af111", RANGEKIT_FIELD_CONNECTOR_MESSAGE_SIZE},
        {"05a10028041800f111", RANGEKIT_FIELD_CONNECTOR_SESSIONS},
        {"05a1002804180a8111", RANGEKIT_FIELD_CONNECTOR_COMPONENT},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i += 1) {
        size = bytes_from_hex(wrong[i].hex, strlen(wrong[i].hex), bytes, sizeof bytes);
        assert_status(rangekit_connector_capabilities_decode(bytes, size, &capabilities, &diagnostic),
                      RANGEKIT_ERROR_INVALID_VALUE);
        assert_int_equal(diagnostic.field, wrong[i].field);
    }
    uint32_t high, low;
    assert_status(rangekit_connector_header_decode(RANGEKIT_CONNECTOR_PACKET, (const uint8_t *)"\xf1", 1, &high, &low, NULL),
                  RANGEKIT_OK);
    assert_int_equal(high, 1);
    assert_int_equal(low, 113);
    assert_status(rangekit_connector_header_decode(RANGEKIT_CONNECTOR_MESSAGE, (const uint8_t *)"\x40", 1, &high, &low, NULL),
                  RANGEKIT_OK);
    assert_int_equal(high, RANGEKIT_CONNECTOR_EVENT);
    assert_int_equal(low, RANGEKIT_CONNECTOR_DATA_EXCHANGE);
    assert_status(rangekit_connector_header_decode(RANGEKIT_CONNECTOR_MESSAGE, (const uint8_t *)"\xc0", 1, &high, &low, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    assert_status(rangekit_connector_header_decode(3, (const uint8_t *)"\x40", 1, &high, &low, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    size_t length;
    assert_status(rangekit_connector_encode(1, 1, 2, bytes, SIZE_MAX / 2, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_TOO_LARGE);
}

static void arguments_are_checked(void **state) {
    (void)state;
    size_t length;
    uint8_t out[64];
    uint32_t number;
    message = (rangekit_android_oob_message)RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    const uint8_t *in = (const uint8_t *)"\x03\x00\x0b\x00";
    rangekit_android_oob_message *odd = MISALIGNED(rangekit_android_oob_message, 1);
    assert_status(rangekit_android_oob_decode(NULL, 4, &message, NULL, 0, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_decode(in, SIZE_MAX, &message, NULL, 0, &length, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_android_oob_decode(in, 4, NULL, NULL, 0, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_decode(in, 4, odd, NULL, 0, &length, NULL), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_android_oob_decode(in, 4, &message, NULL, 0, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_decode(in, 4, &message, NULL, 1, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_decode(in, 4, &message, technologies, SIZE_MAX, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_android_oob_decode(in, 4, &message, NULL, 0, &length, NULL), RANGEKIT_OK);
    assert_status(rangekit_android_oob_encode(NULL, NULL, 0, out, 64, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_encode(&message, NULL, 1, out, 64, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_oob_encode(&message, technologies, SIZE_MAX, out, 64, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, NULL, 1, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_technology_decode(in, 4, 0, 1, technologies, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_android_technology_decode(in, 4, 1, 1, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_android_technology_encode(NULL, 1, out, 64, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_connector_header_decode(1, in, 4, NULL, &number, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_connector_capabilities_decode(in, 4, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_connector_capabilities_encode(NULL, out, 64, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    message.struct_size = RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE - 1;
    assert_status(rangekit_android_oob_encode(&message, NULL, 0, out, 64, &length, NULL), RANGEKIT_ERROR_STRUCT_SIZE);
    message.struct_size = 0;
    assert_status(rangekit_android_oob_message_default(&message), RANGEKIT_OK);
    assert_int_equal(message.struct_size, RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE);
    rangekit_connector_capabilities capabilities = {0};
    assert_status(rangekit_connector_capabilities_default(&capabilities), RANGEKIT_OK);
    assert_int_equal(capabilities.struct_size, RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE);
    assert_int_equal(capabilities.message_size, 263);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(capability_response_of_version_1),
    cmocka_unit_test(configuration_of_version_1),
    cmocka_unit_test(versions_2_and_3_and_newer_ones),
    cmocka_unit_test(other_technologies),
    cmocka_unit_test(refusals_name_place_and_field),
    cmocka_unit_test(messages_are_written_with_exactly_their_fields),
    cmocka_unit_test(the_connector),
    cmocka_unit_test(arguments_are_checked),
};

TEST_GROUP(android_oob_tests, tests);
