/* The accessory protocol's values: what captures say, what a builder writes, GATT tables, messages, keys,
 * parameters.
 *
 * SPDX-License-Identifier: MIT
 */
#include "accessory_samples.h"

#define ACD_MAX RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE

static rangekit_accessory_configuration decode_acd(const char *hex) {
    uint8_t bytes[ACD_MAX];
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes);
    rangekit_accessory_configuration configuration = {.struct_size = sizeof configuration};
    assert_status(rangekit_accessory_configuration_decode(bytes, size, &configuration, NULL), RANGEKIT_OK);
    return configuration;
}

static rangekit_shareable_configuration decode_scd(const char *hex) {
    uint8_t bytes[RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE];
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes);
    rangekit_shareable_configuration configuration = {.struct_size = sizeof configuration};
    assert_status(rangekit_shareable_configuration_decode(bytes, size, &configuration, NULL), RANGEKIT_OK);
    return configuration;
}

static void a_board_says_what_was_captured(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = decode_acd(accessory_samples[1].hex);
    assert_int_equal(acd.protocol_major, 1);
    assert_int_equal(acd.protocol_minor, 0);
    assert_int_equal(acd.update_rate, RANGEKIT_UPDATE_RATE_INTERACTIVE);
    assert_int_equal(acd.uwb_config_length, 21);
    assert_int_equal(acd.interop_major, 1);
    assert_int_equal(acd.interop_minor, 1);
    assert_int_equal(acd.manufacturer_id, 259391);
    assert_int_equal(acd.chipset_model_id, 3000);
    assert_int_equal(acd.middleware_version, 16842752);
    assert_int_equal(acd.role, RANGEKIT_RANGING_ROLE_INITIATOR);
    assert_memory_equal(acd.short_address, "\x11\xd7", 2);
    assert_int_equal(acd.fields, RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT);
    assert_int_equal(acd.max_clock_drift_ppm, 25);
}

static void newer_versions_say_more(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = decode_acd(accessory_samples[0].hex);
    assert_int_equal(acd.fields, 0);
    acd = decode_acd(accessory_samples[2].hex); /* 1.2 */
    assert_int_equal(acd.fields, RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT | RANGEKIT_ACCESSORY_HAS_MODES);
    assert_int_equal(acd.multi_node_mode, 1);
    assert_int_equal(acd.ranging_round_usage, 3);
    acd = decode_acd(accessory_samples[3].hex); /* 2.0 */
    assert_int_equal(acd.fields, RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT | RANGEKIT_ACCESSORY_HAS_TIMING);
    assert_int_equal(acd.hopping_mode, 1);
    assert_int_equal(acd.slots_per_round, 6);
    assert_int_equal(acd.slot_duration_rstu, 3600);
    assert_int_equal(acd.ranging_interval_ms, 198);
    acd = decode_acd(accessory_samples[4].hex); /* 2.1 */
    assert_int_equal(acd.fields, 7);
    assert_int_equal(acd.ranging_round_usage, 2);
    acd = decode_acd(accessory_samples[5].hex); /* 2.2 */
    assert_int_equal(acd.fields, 15);
    assert_int_equal(acd.session_id, 0x12345678);
    assert_memory_equal(acd.static_sts_iv, "\xa1\xa2\xa3\xa4\xa5\xa6", 6);
    assert_int_equal(acd.trailing_length, 0);
    acd = decode_acd(accessory_samples[6].hex);
    assert_int_equal(acd.trailing_length, 3);
    assert_memory_equal(acd.trailing, "\xab\xcd\xef", 3);
    acd = decode_acd(accessory_samples[8].hex); /* 2.0 that ends early: phones take it */
    assert_int_equal(acd.fields, RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT);
    assert_int_equal(acd.trailing_length, 2);
}

static void phones_say_what_was_captured(void **state) {
    (void)state;
    rangekit_shareable_configuration scd = decode_scd(shareable_samples[1].hex);
    assert_int_equal(scd.interop_major, 1);
    assert_int_equal(scd.interop_minor, 1);
    assert_memory_equal(scd.country, "EU", 2);
    assert_int_equal(scd.session_id, 24488);
    assert_int_equal(scd.preamble_code_index, 11);
    assert_int_equal(scd.channel, 9);
    assert_int_equal(scd.slots_per_round, 6);
    assert_int_equal(scd.slot_duration_rstu, 3600);
    assert_int_equal(scd.ranging_interval_ms, 198);
    assert_int_equal(scd.ranging_round_control, 3);
    assert_memory_equal(scd.static_sts_iv, "\x39\x7b\x28\xd4\xb8\xd7", 6);
    assert_memory_equal(scd.short_address, "\x87\xb4", 2);
    assert_int_equal(scd.fields, RANGEKIT_SHAREABLE_HAS_CLOCK_DRIFT);
    assert_int_equal(scd.max_clock_drift_ppm, 100);
    scd = decode_scd(shareable_samples[0].hex);
    assert_int_equal(scd.fields, 0);
    assert_int_equal(scd.ranging_interval_ms, 180);
    scd = decode_scd(shareable_samples[3].hex);
    assert_int_equal(scd.fields, RANGEKIT_SHAREABLE_HAS_CLOCK_DRIFT | RANGEKIT_SHAREABLE_HAS_HOPPING);
    assert_int_equal(scd.hopping_mode, 1);
    scd = decode_scd(shareable_samples[4].hex);
    assert_int_equal(scd.trailing_length, 2);
}

static void a_builder_writes_what_a_board_sends(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = {0};
    acd.struct_size = sizeof acd;
    assert_status(rangekit_accessory_configuration_default(&acd), RANGEKIT_OK);
    assert_status(rangekit_accessory_configuration_set_version(&acd, 1, 1), RANGEKIT_OK);
    acd.update_rate = RANGEKIT_UPDATE_RATE_INTERACTIVE;
    acd.manufacturer_id = 259391;
    acd.chipset_model_id = 3000;
    acd.middleware_version = 16842752;
    acd.role = RANGEKIT_RANGING_ROLE_INITIATOR;
    memcpy(acd.short_address, "\x11\xd7", 2);
    acd.max_clock_drift_ppm = 25;
    uint8_t bytes[ACD_MAX], expected[ACD_MAX];
    size_t length, size = sample_bytes(&accessory_samples[1], expected, sizeof expected);
    assert_status(rangekit_accessory_configuration_encode(&acd, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, size);
    assert_memory_equal(bytes, expected, size);
    assert_status(rangekit_uwb_configuration_encode(&acd, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, size - 16);
    assert_memory_equal(bytes, expected + 16, length);
    static const size_t totals[2][3] = {{35, 37, 39}, {48, 50, 60}};
    for (uint32_t major = 1; major <= 2; major += 1) {
        for (uint32_t minor = 0; minor <= 2; minor += 1) {
            assert_status(rangekit_accessory_configuration_set_version(&acd, major, minor), RANGEKIT_OK);
            assert_status(rangekit_accessory_configuration_encode(&acd, NULL, 0, &length, NULL), RANGEKIT_OK);
            assert_int_equal(length, totals[major - 1][minor]);
            assert_status(rangekit_accessory_configuration_encode(&acd, bytes, length, &length, NULL), RANGEKIT_OK);
            assert_int_equal(bytes[15], length - 16);
        }
    }
    const uint32_t unknown[][2] = {{0, 9}, {1, 3}, {2, 3}, {3, 0}, {65537, 1}, {1, UINT32_MAX}};
    for (size_t i = 0; i < COUNT_OF(unknown); i += 1) {
        assert_status(rangekit_accessory_configuration_set_version(&acd, unknown[i][0], unknown[i][1]),
                      RANGEKIT_ERROR_UNKNOWN_VERSION);
    }
}

static void the_uwb_configuration_alone_is_read(void **state) {
    (void)state;
    const char *hex = "010000003ff50300b80b00000109090000aaaa";
    uint8_t bytes[64], again[64];
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes), length;
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    assert_status(rangekit_uwb_configuration_decode(bytes, size, &acd, NULL), RANGEKIT_OK);
    assert_int_equal(acd.manufacturer_id, 259391);
    assert_int_equal(acd.middleware_version, 0x00090901);
    assert_int_equal(acd.role, RANGEKIT_RANGING_ROLE_RESPONDER);
    assert_memory_equal(acd.short_address, "\xaa\xaa", 2);
    assert_int_equal(acd.update_rate, RANGEKIT_UPDATE_RATE_AUTOMATIC);
    assert_status(rangekit_uwb_configuration_encode(&acd, again, sizeof again, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, size);
    assert_memory_equal(again, bytes, size);
    uint8_t large[300] = {1};
    assert_status(rangekit_uwb_configuration_decode(large, sizeof large, &acd, NULL), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_uwb_configuration_decode(NULL, 0, &acd, NULL), RANGEKIT_ERROR_ACD_TOO_SHORT);
    assert_status(rangekit_uwb_configuration_decode(bytes, SIZE_MAX, &acd, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void the_chip_vendors_layout_is_read(void **state) {
    (void)state;
    const char *hex = "01000000d40202060403000e00000001f2ff";
    uint8_t bytes[20], again[20];
    size_t size = bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes), length;
    rangekit_android_accessory_configuration configuration = {.struct_size = sizeof configuration};
    assert_status(rangekit_android_accessory_configuration_decode(bytes, size, &configuration, NULL), RANGEKIT_OK);
    assert_int_equal(configuration.version_major, 1);
    assert_int_equal(configuration.profile_ids, 14);
    assert_int_equal(configuration.ranging_roles, 1);
    assert_memory_equal(configuration.short_address, "\xf2\xff", 2);
    assert_memory_equal(configuration.middleware_version, "\x04\x03\x00", 3);
    assert_int_equal(configuration.chip_id, 0x02D4);
    assert_int_equal(configuration.chip_firmware_version, 0x0602);
    assert_status(rangekit_android_accessory_configuration_encode(&configuration, again, sizeof again, &length),
                  RANGEKIT_OK);
    assert_int_equal(length, size);
    assert_memory_equal(again, bytes, size);
    for (size_t i = 0; i < size; i += 1) {
        assert_status(rangekit_android_accessory_configuration_decode(bytes, i, &configuration, NULL),
                      RANGEKIT_ERROR_TRUNCATED);
    }
    assert_status(rangekit_android_accessory_configuration_decode(bytes, 19, &configuration, NULL),
                  RANGEKIT_ERROR_TRAILING_BYTES);
    /* It is not accessory configuration data, though the message has the same id. */
    rangekit_accessory_configuration acd = {.struct_size = sizeof acd};
    assert_status(rangekit_accessory_configuration_decode(bytes, size, &acd, NULL), RANGEKIT_ERROR_ACD_TOO_SHORT);
    configuration.reserved[1] = 1;
    assert_status(rangekit_android_accessory_configuration_encode(&configuration, again, sizeof again, &length),
                  RANGEKIT_ERROR_UNKNOWN_OPTION);
}

static void messages_have_an_id_and_a_body(void **state) {
    (void)state;
    for (uint32_t id = 0; id < 256; id += 1) {
        int has_body = id == 0x01 || id == 0x0B;
        int is_empty = id == 0x02 || id == 0x03 || id == 0x0A || id == 0x0C || id == 0xA5;
        for (size_t body = 0; body < 3; body += 1) {
            uint8_t bytes[3] = {(uint8_t)id, 7, 8}, again[3];
            uint32_t found = 99;
            size_t length = 99, written;
            rangekit_status expected = has_body && body == 0   ? RANGEKIT_ERROR_MESSAGE_BODY_MISSING
                                       : is_empty && body > 0 ? RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED
                                                              : RANGEKIT_OK;
            assert_status(rangekit_accessory_message_decode(bytes, body + 1, &found, &length, NULL), expected);
            assert_int_equal(found, expected == RANGEKIT_OK ? id : 0);
            assert_int_equal(length, expected == RANGEKIT_OK ? body : 0);
            assert_status(rangekit_accessory_message_encode(id, body ? bytes + 1 : NULL, body, again, 3, &written, NULL),
                          expected);
            if (expected == RANGEKIT_OK) {
                assert_int_equal(written, body + 1);
                assert_memory_equal(again, bytes, body + 1);
            }
        }
        const char *name = rangekit_accessory_message_name(id);
        assert_plain_text(name);
        if (id >= 0x20 && id != 0xA5) assert_string_equal(name, "vendor");
    }
    assert_string_equal(rangekit_accessory_message_name(0x0B), "configure_and_start");
    assert_string_equal(rangekit_accessory_message_name(0xA5), "initialize_android");
    assert_string_equal(rangekit_accessory_message_name(0x04), "unknown");
    assert_string_equal(rangekit_accessory_message_name(256), "unknown");
    uint32_t id;
    size_t length;
    uint8_t in_place[8] = {1, 2, 3, 4};
    assert_status(rangekit_accessory_message_decode(NULL, 0, &id, &length, NULL), RANGEKIT_ERROR_MESSAGE_EMPTY);
    assert_status(rangekit_accessory_message_decode(NULL, 1, &id, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_message_decode(in_place, 1, NULL, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_message_decode(in_place, 1, &id, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_message_encode(256, NULL, 0, in_place, 8, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_accessory_message_encode(0x20, NULL, 1, in_place, 8, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_accessory_message_encode(0x20, in_place, SIZE_MAX, in_place, 8, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_accessory_message_encode(0x0B, in_place, 4, in_place, 8, &length, NULL), RANGEKIT_OK);
    assert_memory_equal(in_place, "\x0B\x01\x02\x03\x04", 5);
}

static void the_static_sts_key_states_its_order(void **state) {
    (void)state;
    rangekit_shareable_configuration scd = decode_scd(shareable_samples[2].hex);
    uint8_t key[RANGEKIT_STATIC_STS_KEY_SIZE];
    size_t length;
    assert_status(rangekit_static_sts_key(RANGEKIT_VENDOR_ID_APPLE, scd.static_sts_iv,
                                          RANGEKIT_STS_VENDOR_LITTLE_ENDIAN, key, sizeof key, &length),
                  RANGEKIT_OK);
    assert_int_equal(length, 8);
    assert_memory_equal(key, "\x4c\x00\x1b\xaf\x75\x65\x52\x38", 8);
    assert_status(rangekit_static_sts_key(RANGEKIT_VENDOR_ID_APPLE, scd.static_sts_iv, RANGEKIT_STS_VENDOR_BIG_ENDIAN,
                                          key, sizeof key, &length),
                  RANGEKIT_OK);
    assert_memory_equal(key, "\x00\x4c\x1b\xaf\x75\x65\x52\x38", 8);
    assert_status(rangekit_static_sts_key(0x4C, scd.static_sts_iv, 2, key, 8, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_static_sts_key(0x10000, scd.static_sts_iv, 0, key, 8, &length),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_static_sts_key(0x4C, NULL, 0, key, 8, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_static_sts_key(0x4C, scd.static_sts_iv, 0, key, 7, &length),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
}

static void the_characteristic_must_hold_the_message(void **state) {
    (void)state;
    static const struct {
        size_t sample, at;
        int32_t field;
        uint64_t offset;
    } rows[] = {
        {1, 2, RANGEKIT_FIELD_ACD_PROTOCOL_VERSION, 0},     {1, 20, RANGEKIT_FIELD_ACD_MANUFACTURER_ID, 20},
        {1, 27, RANGEKIT_FIELD_ACD_CHIPSET_MODEL_ID, 24},   {1, 28, RANGEKIT_FIELD_ACD_MIDDLEWARE_VERSION, 28},
        {1, 32, RANGEKIT_FIELD_ACD_ROLE, 32},               {1, 34, RANGEKIT_FIELD_ACD_SHORT_ADDRESS, 33},
        {1, 36, RANGEKIT_FIELD_ACD_MAX_CLOCK_DRIFT_PPM, 35}, {1, 9, RANGEKIT_FIELD_ACD_HEADER_RESERVED, 9},
        {2, 37, RANGEKIT_FIELD_ACD_MULTI_NODE_MODE, 37},    {5, 41, RANGEKIT_FIELD_ACD_HOPPING_MODE, 41},
        {5, 43, RANGEKIT_FIELD_ACD_SLOTS_PER_ROUND, 42},    {5, 44, RANGEKIT_FIELD_ACD_SLOT_DURATION_RSTU, 44},
        {5, 47, RANGEKIT_FIELD_ACD_RANGING_INTERVAL_MS, 46}, {5, 48, RANGEKIT_FIELD_ACD_MULTI_NODE_MODE, 48},
        {5, 49, RANGEKIT_FIELD_ACD_RANGING_ROUND_USAGE, 49}, {5, 53, RANGEKIT_FIELD_ACD_SESSION_ID, 50},
        {5, 59, RANGEKIT_FIELD_ACD_STATIC_STS_IV, 54},      {6, 61, RANGEKIT_FIELD_ACD_TRAILING, 61},
        {5, 15, RANGEKIT_FIELD_ACD_UWB_CONFIG_LENGTH, 15},  {5, 18, RANGEKIT_FIELD_ACD_INTEROP_VERSION, 16},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        uint8_t a[ACD_MAX], b[ACD_MAX];
        size_t size = sample_bytes(&accessory_samples[rows[i].sample], a, sizeof a);
        memcpy(b, a, size);
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_accessory_configuration_compare(a, size, b, size, &diagnostic), RANGEKIT_OK);
        b[rows[i].at] ^= 1;
        assert_status(rangekit_accessory_configuration_compare(a, size, b, size, &diagnostic),
                      RANGEKIT_ERROR_ACCESSORY_MISMATCH);
        assert_string_equal(rangekit_field_name(diagnostic.field), rangekit_field_name(rows[i].field));
        assert_int_equal(diagnostic.byte_offset, rows[i].offset);
        assert_int_equal(diagnostic.expected ^ diagnostic.found, 1ull << 8 * (rows[i].at - rows[i].offset));
    }
    uint8_t a[ACD_MAX], b[ACD_MAX];
    size_t a_size = sample_bytes(&accessory_samples[3], a, sizeof a);
    size_t b_size = sample_bytes(&accessory_samples[9], b, sizeof b);
    b[15] = a[15];
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    assert_status(rangekit_accessory_configuration_compare(a, a_size, b, b_size, &diagnostic), RANGEKIT_OK);
    b[b_size] = 0;
    assert_status(rangekit_accessory_configuration_compare(a, a_size, b, b_size + 1, &diagnostic),
                  RANGEKIT_ERROR_ACCESSORY_MISMATCH);
    assert_int_equal(diagnostic.found, b_size + 1);
    assert_status(rangekit_accessory_configuration_compare(a, a_size, b, 19, NULL), RANGEKIT_ERROR_ACD_TOO_SHORT);
    assert_status(rangekit_accessory_configuration_compare(NULL, 1, b, 19, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static void tables_can_be_registered(void **state) {
    (void)state;
    static const struct {
        int32_t table;
        size_t index;
        int32_t row;
        uint32_t properties, permissions;
        const char *uuid;
    } expected[] = {
        {0, 0, 0, 0, 0, "48fe3e40-0817-4bb2-8633-3073689c2dba"},
        {0, 1, 1, 2, 1, "95e8d9d5-d8ef-4721-9a4e-807375f53328"},
        {0, 2, 2, 2, 1, "1176cf7b-bed2-4690-bd69-5f34001e820c"},
        {1, 0, 0, 0, 0, "6e400001-b5a3-f393-e0a9-e50e24dcca9e"},
        {1, 1, 3, 12, 0, "6e400002-b5a3-f393-e0a9-e50e24dcca9e"},
        {1, 2, 4, 16, 0, "6e400003-b5a3-f393-e0a9-e50e24dcca9e"},
        {2, 0, 0, 0, 0, "2e938fd0-6a61-11ed-a1eb-0242ac120002"},
        {2, 1, 5, 2, 1, "2e93941c-6a61-11ed-a1eb-0242ac120002"},
        {2, 2, 3, 12, 0, "2e93998a-6a61-11ed-a1eb-0242ac120002"},
        {2, 3, 4, 16, 0, "2e939af2-6a61-11ed-a1eb-0242ac120002"},
        {3, 0, 0, 0, 0, "c8470001-49fa-4f03-84fc-5c97ebcfe0e4"},
        {3, 1, 6, 24, 2, "c8470002-49fa-4f03-84fc-5c97ebcfe0e4"},
        {3, 2, 7, 24, 2, "c8470003-49fa-4f03-84fc-5c97ebcfe0e4"},
        {3, 3, 8, 28, 2, "c8470004-49fa-4f03-84fc-5c97ebcfe0e4"},
    };
    size_t seen = 0;
    for (int32_t table = 0; table < RANGEKIT_GATT_TABLE_COUNT; table += 1) {
        rangekit_gatt_row *rows = guarded(0, 4 * sizeof *rows);
        size_t asked, count;
        assert_plain_text(rangekit_gatt_table_name(table));
        assert_status(rangekit_gatt_rows(table, NULL, 0, &asked), RANGEKIT_OK);
        assert_status(rangekit_gatt_rows(table, rows, 4, &count), RANGEKIT_OK);
        assert_int_equal(asked, count);
        for (size_t i = 0; i < count; i += 1, seen += 1) {
            char text[RANGEKIT_UUID_TEXT_SIZE];
            size_t length;
            assert_int_equal(expected[seen].table, table);
            assert_int_equal(expected[seen].index, i);
            assert_int_equal(rows[i].row, expected[seen].row);
            assert_int_equal(rows[i].kind, i == 0 ? RANGEKIT_GATT_KIND_SERVICE : RANGEKIT_GATT_KIND_CHARACTERISTIC);
            assert_int_equal(rows[i].properties, expected[seen].properties);
            assert_int_equal(rows[i].permissions, expected[seen].permissions);
            assert_status(rangekit_uuid_describe(rows[i].uuid, text, sizeof text, &length), RANGEKIT_OK);
            assert_string_equal(text, expected[seen].uuid);
            assert_plain_text(rangekit_gatt_row_name(rows[i].row));
        }
    }
    assert_int_equal(seen, COUNT_OF(expected));
    rangekit_gatt_row one;
    size_t count;
    assert_status(rangekit_gatt_rows(3, &one, 1, &count), RANGEKIT_OK);
    assert_int_equal(count, 4);
    assert_int_equal(one.uuid[15], 0xC8); /* little-endian */
    assert_status(rangekit_gatt_rows(4, &one, 1, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_gatt_rows(-1, &one, 1, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_gatt_rows(0, NULL, 1, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_gatt_rows(0, &one, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_gatt_rows(0, MISALIGNED(rangekit_gatt_row, 1), 1, &count), RANGEKIT_ERROR_MISALIGNED);
    assert_string_equal(rangekit_gatt_table_name(4), "unknown");
    assert_string_equal(rangekit_gatt_row_name(9), "unknown");
    assert_status(rangekit_uuid_describe(NULL, NULL, 0, &count), RANGEKIT_ERROR_NULL_POINTER);
}

static void configurations_become_parameters_and_back(void **state) {
    (void)state;
    rangekit_accessory_configuration acd = decode_acd(accessory_samples[1].hex);
    rangekit_shareable_configuration scd = decode_scd(shareable_samples[1].hex);
    rangekit_parameters own = {.struct_size = sizeof own}, phone = own, session = own;
    assert_status(rangekit_parameters_from_accessory(&acd, &own), RANGEKIT_OK);
    assert_status(rangekit_parameters_from_shareable(&scd, &phone), RANGEKIT_OK);
    assert_status(rangekit_parameters_for_accessory(&acd, &scd, &session), RANGEKIT_OK);
    assert_int_equal(phone.session_id, 24488);
    assert_int_equal(phone.vendor_id, RANGEKIT_VENDOR_ID_APPLE);
    assert_memory_equal(phone.device_address, "\x87\xb4\0\0\0\0\0\0", 8);
    assert_int_equal(session.device_type, 0);
    assert_int_equal(session.device_role, 1);
    assert_int_equal(session.max_clock_drift_ppm, 25);
    assert_memory_equal(session.device_address, "\x11\xd7", 2);
    assert_memory_equal(session.peer_addresses, "\x87\xb4", 2);
    assert_int_equal(session.peer_count, 1);
    /* What the accessory runs fits what the phone runs. */
    rangekit_parameters_finding findings[8];
    size_t count;
    assert_status(rangekit_parameters_diff(&session, &phone, RANGEKIT_PARAMETERS_DIFF_UNSTATED, findings, 8, &count),
                  RANGEKIT_OK);
    assert_int_equal(count, 0);
    rangekit_shareable_configuration again = {.struct_size = sizeof again};
    assert_status(rangekit_shareable_configuration_default(&again), RANGEKIT_OK);
    assert_status(rangekit_parameters_to_shareable(&phone, &again, NULL), RANGEKIT_OK);
    assert_memory_equal(&again, &scd, sizeof scd);
    for (size_t i = 0; i < 6; i += 1) {
        rangekit_accessory_configuration from = decode_acd(accessory_samples[i].hex), to = from;
        assert_status(rangekit_parameters_from_accessory(&from, &own), RANGEKIT_OK);
        to.session_id = to.slots_per_round = to.slot_duration_rstu = to.ranging_interval_ms = 0;
        to.role = to.update_rate = to.hopping_mode = to.multi_node_mode = to.short_address[0] = 0;
        memset(to.static_sts_iv, 0, 6);
        to.max_clock_drift_ppm = 0;
        assert_status(rangekit_parameters_to_accessory(&own, &to, NULL), RANGEKIT_OK);
        assert_memory_equal(&to, &from, sizeof to);
    }
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    acd = decode_acd(accessory_samples[5].hex);
    rangekit_accessory_configuration before = acd;
    own.slots_per_round = 65536;
    assert_status(rangekit_parameters_to_accessory(&own, &acd, &diagnostic), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_PARAMETERS + RANGEKIT_PARAMETER_SLOTS_PER_ROUND);
    assert_memory_equal(&acd, &before, sizeof acd);
    phone.device_address_length = 8;
    assert_status(rangekit_parameters_to_shareable(&phone, &again, &diagnostic), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_string_equal(rangekit_field_name(diagnostic.field), "parameters.device_address");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_board_says_what_was_captured),
    cmocka_unit_test(newer_versions_say_more),
    cmocka_unit_test(phones_say_what_was_captured),
    cmocka_unit_test(a_builder_writes_what_a_board_sends),
    cmocka_unit_test(the_uwb_configuration_alone_is_read),
    cmocka_unit_test(the_chip_vendors_layout_is_read),
    cmocka_unit_test(messages_have_an_id_and_a_body),
    cmocka_unit_test(the_static_sts_key_states_its_order),
    cmocka_unit_test(the_characteristic_must_hold_the_message),
    cmocka_unit_test(tables_can_be_registered),
    cmocka_unit_test(configurations_become_parameters_and_back),
};

TEST_GROUP(accessory_tests, tests);
