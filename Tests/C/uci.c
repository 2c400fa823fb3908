/* FiRa UCI: what the published bytes say, samples, names, and each refusal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define PI 3.14159265358979323846

static uint8_t bytes[2048];
static rangekit_uci_measurement rows[8];
static rangekit_uci_session_info info;
static rangekit_range_sample samples[8];
static rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
static size_t count;

static size_t read_hex(const char *hex) { return bytes_from_hex(hex, strlen(hex), bytes, sizeof bytes); }

static rangekit_status session_info(const char *hex) {
    size_t size = read_hex(hex);
    info = (rangekit_uci_session_info)RANGEKIT_UCI_SESSION_INFO_INIT;
    return rangekit_uci_session_info_decode(bytes + 4, size - 4, &info, rows, 8, &count, &diagnostic);
}

static rangekit_status to_samples(const char *hex) {
    size_t size = read_hex(hex);
    return rangekit_uci_session_info_samples(bytes + 4, size - 4, 0, 77, samples, 8, &count, &diagnostic);
}

#define TWO_WAY_HEAD "62000038" "070000007856341200f0000000" "0100000000000000000000" "01"
#define TWO_WAY(status, distance) \
    TWO_WAY_HEAD "0102" status "00" distance "40055f60fe5000f63cc0003201830000000000000000000000"

static void a_notification_without_measurements_has_no_offset(void **state) {
    (void)state;
    assert_status(session_info("620000190002030405060708000a010101010000000000000000000000"), RANGEKIT_OK);
    assert_int_equal(info.sequence, 67305984);
    assert_int_equal(info.session, 134678021);
    assert_int_equal(info.interval_ms, 16843018);
    assert_int_equal(info.measurement_type, RANGEKIT_UCI_MEASUREMENT_TWO_WAY);
    assert_int_equal(info.fields, 0);
    assert_int_equal(count, 0);
    assert_status(to_samples("620000190002030405060708000a010101010000000000000000000000"), RANGEKIT_OK);
    assert_int_equal(count, 0);
}

static void a_two_way_measurement(void **state) {
    (void)state;
    assert_status(session_info(TWO_WAY("00", "7b00")), RANGEKIT_OK);
    assert_int_equal(info.sequence, 7);
    assert_int_equal(info.session, 305419896);
    assert_int_equal(info.interval_ms, 240);
    assert_int_equal(info.fields, RANGEKIT_UCI_SESSION_INFO_HAS_MEASUREMENTS);
    assert_int_equal(info.measurements_offset, 25);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].mac_address, 0x0201);
    assert_int_equal(rows[0].status, 0);
    assert_int_equal(rows[0].nlos, 0);
    assert_int_equal(rows[0].distance_cm, 123);
    assert_int_equal(rows[0].azimuth_q7, 1344);
    assert_int_equal(rows[0].azimuth_fom, 95);
    assert_int_equal(rows[0].elevation_q7, -416);
    assert_int_equal(rows[0].elevation_fom, 80);
    assert_int_equal(rows[0].destination_azimuth_q7, -20 * 128);
    assert_int_equal(rows[0].destination_azimuth_fom, 60);
    assert_int_equal(rows[0].destination_elevation_q7, 192);
    assert_int_equal(rows[0].destination_elevation_fom, 50);
    assert_int_equal(rows[0].slot_index, 1);
    assert_int_equal(rows[0].rssi_half_db, 131);
    assert_status(session_info("62000038070000007856341200f0000000010001000000000000000001"
                               "887766554433221100007b0040055f60fe5000f63cc0003201830000000000"),
                  RANGEKIT_OK);
    assert_true(rows[0].mac_address == UINT64_C(1234605616436508552));
    assert_int_equal(rows[0].distance_cm, 123);
    assert_int_equal(rows[0].rssi_half_db, 131);
}

static void measurements_become_samples(void **state) {
    (void)state;
    assert_status(to_samples(TWO_WAY("00", "7b00")), RANGEKIT_OK);
    assert_int_equal(count, 1);
    assert_int_equal(samples[0].time_ns, 77);
    assert_int_equal(samples[0].technology, RANGEKIT_TECHNOLOGY_UWB);
    assert_int_equal(samples[0].fields, RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_AZIMUTH |
                                            RANGEKIT_SAMPLE_HAS_ELEVATION | RANGEKIT_SAMPLE_HAS_POWER |
                                            RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY);
    assert_near(samples[0].distance_m, 1.23, 1e-6);
    assert_near(samples[0].azimuth_rad, 10.5 * PI / 180, 1e-7);
    assert_near(samples[0].elevation_rad, -3.25 * PI / 180, 1e-7);
    assert_near(samples[0].power_dbm, -65.5, 0);
    assert_near(samples[0].nlos_probability, 0, 0);
    assert_int_equal(samples[0].peer, 0x0201);

    /* 0x1B: a negative distance, its magnitude in the field. 0xFFFF: none. Others: no sample. */
    assert_status(to_samples(TWO_WAY("1b", "0400")), RANGEKIT_OK);
    assert_near(samples[0].distance_m, -0.04, 1e-7);
    assert_status(to_samples(TWO_WAY("00", "ffff")), RANGEKIT_OK);
    assert_true((samples[0].fields & RANGEKIT_SAMPLE_HAS_DISTANCE) == 0);
    assert_near(samples[0].distance_m, 0, 0);
    for (int status = 1; status < 256; status += 1) {
        if (status == RANGEKIT_UCI_STATUS_OK_NEGATIVE_DISTANCE) continue;
        read_hex(TWO_WAY("00", "7b00"));
        bytes[4 + 25 + 2] = (uint8_t)status;
        assert_status(rangekit_uci_session_info_samples(bytes + 4, 56, 0, 0, samples, 8, &count, NULL), RANGEKIT_OK);
        assert_int_equal(count, 0);
    }
    /* No figure of merit, no RSSI, line of sight unknown: absent, not 0. */
    assert_status(to_samples(TWO_WAY_HEAD "010200ff7b0040050060fe0000f63cc0003201000000000000000000000000"),
                  RANGEKIT_OK);
    assert_int_equal(samples[0].fields, RANGEKIT_SAMPLE_HAS_DISTANCE);
    /* -180 degrees is 180; beyond that, and elevations beyond 90, there is no angle. */
    assert_status(to_samples(TWO_WAY_HEAD "010200ff7b0000a65f002d5000f63cc0003201000000000000000000000000"),
                  RANGEKIT_OK);
    assert_near(samples[0].azimuth_rad, PI, 1e-6);
    assert_near(samples[0].elevation_rad, PI / 2, 1e-6);
    assert_status(to_samples(TWO_WAY_HEAD "010200ff7b00015a5f012d5000f63cc0003201000000000000000000000000"),
                  RANGEKIT_OK);
    assert_int_equal(samples[0].fields, RANGEKIT_SAMPLE_HAS_DISTANCE);
}

/* Two devices whose addresses end alike, and one whose measurement failed between them. */
static void whole_addresses_tell_devices_apart(void **state) {
    (void)state;
#define EXTENDED(address, status) address status "007b0040055f60fe5000f63cc0003201830000000000"
    size_t size = read_hex("62000076" "070000007856341200f0000000" "0100010000000000000000" "03"
                           EXTENDED("8877665544332211", "00") EXTENDED("0102030405060708", "21")
                           EXTENDED("8877665544332299", "1b"));
    uint64_t addresses[3] = {1, 2, 3};
    assert_status(rangekit_uci_session_info_samples(bytes + 4, size - 4, 0, 77, samples, 8, &count, &diagnostic), RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(samples[0].peer, samples[1].peer);
    assert_near(samples[1].distance_m, -1.23, 1e-6);
    assert_status(rangekit_uci_session_info_addresses(bytes + 4, size - 4, 0, addresses, 3, &count, &diagnostic), RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_true(addresses[0] == UINT64_C(0x1122334455667788));
    assert_true(addresses[1] == UINT64_C(0x9922334455667788));
    assert_true(addresses[2] == 3);
    /* More than there is room for are counted. */
    addresses[1] = 2;
    assert_status(rangekit_uci_session_info_addresses(bytes + 4, size - 4, 0, addresses, 1, &count, NULL), RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_true(addresses[1] == 2);
    for (size_t cut = 0; cut < size - 4; cut += 1) {
        rangekit_status status = rangekit_uci_session_info_samples(bytes + 4, cut, 0, 0, samples, 8, &count, NULL);
        assert_status(rangekit_uci_session_info_addresses(bytes + 4, cut, 0, addresses, 3, &count, NULL), status);
    }
    /* Short addresses, and measurements of other types. */
    size = read_hex(TWO_WAY("00", "7b00"));
    assert_status(rangekit_uci_session_info_addresses(bytes + 4, size - 4, 0, addresses, 3, &count, NULL), RANGEKIT_OK);
    assert_true(addresses[0] == 0x0201);
    size = read_hex("620000260002030405060708000a010101030000000000000000000001aabb0000010100030460050650");
    assert_status(rangekit_uci_session_info_addresses(bytes + 4, size - 4, 0, addresses, 3, &count, NULL), RANGEKIT_OK);
    assert_int_equal(count, 1);
    assert_true(addresses[0] == 0xBBAA);
    assert_status(rangekit_uci_session_info_addresses(bytes + 4, size - 4, 3, addresses, 3, &count, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void one_way_angles_and_unknown_types(void **state) {
    (void)state;
    static const char owr[] = "620000260002030405060708000a010101030000000000000000000001aabb0000010100030460050650";
    assert_status(session_info(owr), RANGEKIT_OK);
    assert_int_equal(rows[0].mac_address, 48042);
    assert_int_equal(rows[0].frame_sequence, 1);
    assert_int_equal(rows[0].block_index, 1);
    assert_int_equal(rows[0].azimuth_q7, 1027);
    assert_int_equal(rows[0].azimuth_fom, 96);
    assert_int_equal(rows[0].elevation_q7, 1541);
    assert_status(to_samples(owr), RANGEKIT_OK);
    assert_int_equal(count, 1);
    assert_true((samples[0].fields & RANGEKIT_SAMPLE_HAS_DISTANCE) == 0);
    assert_near(samples[0].azimuth_rad, 8.0234375 * PI / 180, 1e-7);
    /* Type 0: the layout is not known. The bytes stay, samples are refused. */
    static const char one_way[] = "6200001b0002030405060708000a010101000000000000000000000001aabb";
    assert_status(session_info(one_way), RANGEKIT_OK);
    assert_int_equal(count, 0);
    assert_int_equal(info.measurement_count, 1);
    assert_int_equal(info.fields, RANGEKIT_UCI_SESSION_INFO_HAS_REST);
    assert_int_equal(info.rest_length, 2);
    assert_status(to_samples(one_way), RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE);
    assert_int_equal(count, 0);
}

static void dl_tdoa_measurements_of_both_layouts(void **state) {
    (void)state;
    rangekit_uci_measurement m;
    size_t used, size = read_hex("0a0133055305020507090a01020507090a01020507090a01020507090507090a01020507090507090a010205"
                                 "070907090507090a01020507090a010205070905");
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size, 1, 0, &m, &used, NULL), RANGEKIT_OK);
    assert_int_equal(used, 64);
    assert_int_equal(m.mac_address, 266);
    assert_int_equal(m.status, 51);
    assert_int_equal(m.message_type, 5);
    assert_int_equal(m.message_control, 1363);
    assert_int_equal(m.block_index, 1282);
    assert_int_equal(m.round_index, 7);
    assert_int_equal(m.nlos, 9);
    assert_int_equal(m.azimuth_q7, 266);
    assert_int_equal(m.elevation_q7, 1797);
    assert_int_equal(m.rssi_half_db, 10);
    assert_true(m.tx_timestamp == UINT64_C(144407696941318657));
    assert_true(m.rx_timestamp == UINT64_C(30149248773));
    assert_int_equal(m.anchor_cfo_q10, 2569);
    assert_int_equal(m.cfo_q10, 513);
    assert_int_equal(m.initiator_reply_time, 84477701);
    assert_int_equal(m.responder_reply_time, 17434887);
    assert_int_equal(m.tof, 1282);
    assert_int_equal(m.location_length, 10);
    assert_int_equal(m.rounds_count, 10);
    assert_int_equal(m.rounds[0], 5);
    size = read_hex("3a000a010005020507090a01020507090a01020507090507090a01020507090501020304050e000000080102030405060708"
                    "02112203aabbcc55");
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size, 2, 0, &m, &used, NULL), RANGEKIT_OK);
    assert_int_equal(used, 58);
    assert_int_equal(m.layout, 2);
    assert_int_equal(m.anchor_cfo_q10, 513);
    assert_int_equal(m.responder_reply_time, 84017418);
    assert_int_equal(m.tof, 2311);
    assert_int_equal(m.message_control, 14);
    assert_int_equal(m.rounds_count, 2);
    assert_memory_equal(m.rounds, "\x11\x22", 2);
    assert_memory_equal(m.location, "\xaa\xbb\xcc", 3);
    assert_int_equal(m.supercluster, 0x55);
    bytes[0] = 0x39; /* one byte less than the fields have */
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size, 2, 0, &m, &used, &diagnostic),
                  RANGEKIT_ERROR_UCI_SIZE_MISMATCH);
    assert_int_equal(diagnostic.expected, 57);
    bytes[0] = 0x3b;
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size + 1, 2, 0, &m, &used, NULL), RANGEKIT_ERROR_UCI_SIZE_MISMATCH);
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size, 3, 0, &m, &used, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_uci_dl_tdoa_decode(bytes, size, 1, 2, &m, &used, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void anchor_locations(void **state) {
    (void)state;
    rangekit_uci_location location;
    size_t size = read_hex("b1b4d2322ee175861f4fc0c0"), length;
    assert_status(rangekit_uci_location_decode(bytes, size, &location, NULL), RANGEKIT_OK);
    assert_int_equal(location.kind, RANGEKIT_UCI_LOCATION_WGS84);
    assert_near(location.latitude_deg, 50.823069632053375, 1e-12);
    assert_near(location.longitude_deg, 12.920934498310089, 1e-12);
    assert_near(location.altitude_m, 101.50003433227539, 1e-9);
    size = read_hex("6ce4fff4600000b6feff");
    assert_status(rangekit_uci_location_decode(bytes, size, &location, NULL), RANGEKIT_OK);
    assert_near(location.x_m, -7.060, 1e-12);
    assert_near(location.y_m, 0.070, 1e-12);
    assert_near(location.z_m, -0.330, 1e-12);
    location.y_m = -134217.728; /* negative y, which Android reads wrongly: the smallest */
    assert_status(rangekit_uci_location_encode(&location, bytes, sizeof bytes, &length), RANGEKIT_OK);
    assert_status(rangekit_uci_location_decode(bytes, length, &location, NULL), RANGEKIT_OK);
    assert_near(location.y_m, -134217.728, 1e-9);
    location.y_m = -134217.7286;
    assert_status(rangekit_uci_location_encode(&location, bytes, sizeof bytes, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    location.y_m = NAN;
    assert_status(rangekit_uci_location_encode(&location, bytes, sizeof bytes, &length), RANGEKIT_ERROR_NOT_FINITE);
    location.kind = 3;
    assert_status(rangekit_uci_location_encode(&location, bytes, sizeof bytes, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    for (size = 0; size < 20; size += 1) {
        rangekit_status expected = size == 10 || size == 12 ? RANGEKIT_OK : RANGEKIT_ERROR_WRONG_LENGTH;
        assert_status(rangekit_uci_location_decode(bytes, size, &location, NULL), expected);
    }
}

static void tlvs_multicast_and_the_small_messages(void **state) {
    (void)state;
    rangekit_uci_tlv tlvs[64];
    uint32_t prefix;
    size_t size = read_hex("01010204c8000000280601020304050600");
    assert_status(rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_BARE, &prefix, tlvs, 64, &count, &diagnostic),
                  RANGEKIT_ERROR_TRUNCATED); /* one byte too many for a list without a count */
    assert_status(rangekit_uci_tlvs_decode(bytes, size - 1, RANGEKIT_UCI_TLVS_BARE, &prefix, tlvs, 64, &count, NULL),
                  RANGEKIT_ERROR_TRUNCATED);
    size = read_hex("0904c80000002806010203040506");
    assert_status(rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_BARE, &prefix, tlvs, 64, &count, NULL),
                  RANGEKIT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(tlvs[0].id, 9);
    assert_int_equal(tlvs[0].number, 200);
    assert_int_equal(tlvs[1].offset, 8);
    assert_int_equal(tlvs[1].length, 6);
    size = read_hex("02" "03" "000101" "010100");
    assert_status(rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_STATUS, &prefix, tlvs, 64, &count, &diagnostic),
                  RANGEKIT_ERROR_UCI_COUNT_MISMATCH);
    assert_int_equal(diagnostic.expected, 3);
    assert_int_equal(diagnostic.found, 2);
    bytes[1] = 1;
    assert_status(rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_STATUS, &prefix, tlvs, 64, &count, NULL),
                  RANGEKIT_ERROR_TRAILING_BYTES);
    bytes[1] = 2;
    assert_status(rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_STATUS, &prefix, NULL, 0, &count, NULL),
                  RANGEKIT_OK);
    assert_int_equal(prefix, 2);
    assert_int_equal(count, 2);
    assert_status(rangekit_uci_tlvs_decode(bytes, size, 4, &prefix, NULL, 0, &count, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    size_t length;
    tlvs[0].offset = UINT32_MAX;
    assert_status(rangekit_uci_tlvs_encode(0, 0, tlvs, 1, bytes, size, NULL, 0, &length, NULL), RANGEKIT_ERROR_TRUNCATED);

    rangekit_uci_controlee controlees[4];
    int32_t action;
    size = read_hex("473625140201123446352413" "1234567890abcdef1234567890abcdef");
    assert_status(rangekit_uci_multicast_decode(bytes, size, &prefix, &action, controlees, 4, &count, NULL), RANGEKIT_OK);
    assert_int_equal(prefix, 337983047);
    assert_int_equal(action, RANGEKIT_UCI_MULTICAST_ADD_KEY_16);
    assert_int_equal(controlees[0].sub_session, 321140038);
    assert_memory_equal(controlees[0].address, "\x12\x34", 2);
    assert_int_equal(controlees[0].key[0], 0x12);
    assert_int_equal(controlees[0].key[16], 0);
    bytes[4] = 4;
    assert_status(rangekit_uci_multicast_decode(bytes, size, &prefix, &action, NULL, 0, &count, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);

    rangekit_uci_session_status status;
    size = read_hex("010203040221");
    assert_status(rangekit_uci_session_status_decode(bytes, size, &status, NULL), RANGEKIT_OK);
    assert_int_equal(status.session, 0x04030201);
    assert_int_equal(status.state, 2);
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_REASON, status.reason), "ERROR_INSUFFICIENT_SLOTS_PER_RR");
    assert_status(rangekit_uci_session_status_decode(bytes, size - 1, &status, NULL), RANGEKIT_ERROR_TRUNCATED);
    rangekit_uci_device_info device;
    size = read_hex("0101000200030004" "00010a");
    assert_status(rangekit_uci_device_info_decode(bytes, size, &device, NULL), RANGEKIT_OK);
    assert_int_equal(device.status, 1);
    assert_int_equal(device.uci_version, 1);
    assert_int_equal(device.test_version, 4);
    assert_int_equal(device.vendor_offset, 10);
    assert_int_equal(device.vendor_length, 1);
}

static void names(void **state) {
    (void)state;
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_STATUS, 0), "OK");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_STATUS, 0x1B), "OK_NEGATIVE_DISTANCE_REPORT");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_STATUS, 0x53), "REGULATION_UWB_OFF");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_STATUS, 0x54), "");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_CAPABILITY_1, 0x0B), "SUPPORTED_CHANNELS");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_CAPABILITY_2, 0x0B), "SUPPORTED_HOPPING_MODE");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_CAPABILITY_2, 0xE9), "SUPPORTED_MAX_RANGING_SESSION_NUMBER");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_APP_CONFIG, 0x27), "VENDOR_ID");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_OPCODE, 2 * 64 + 1), "SESSION_STOP");
    assert_string_equal(rangekit_uci_name(RANGEKIT_UCI_NAMES_GROUP, 12), "VENDOR_ANDROID");
    for (int32_t table = -1; table < 14; table += 1) {
        size_t named = 0;
        for (uint32_t code = 0; code < 2048; code += 1) {
            const char *name = rangekit_uci_name(table, code);
            if (name[0] == '\0') continue;
            assert_plain_text(name);
            named += 1;
        }
        assert_true((named > 0) == (table >= 1 && table <= 11));
        assert_string_equal(rangekit_uci_name(table, UINT32_MAX), "");
    }
}

static void arguments_are_checked(void **state) {
    (void)state;
    size_t size = read_hex(TWO_WAY("00", "7b00")), length;
    uint8_t out[128];
    const uint8_t *in = bytes + 4;
    size -= 4;
    info = (rangekit_uci_session_info)RANGEKIT_UCI_SESSION_INFO_INIT;
    assert_status(rangekit_uci_session_info_decode(NULL, size, &info, rows, 8, &count, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_session_info_decode(in, SIZE_MAX, &info, rows, 8, &count, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_uci_session_info_decode(in, size, NULL, rows, 8, &count, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_session_info_decode(in, size, &info, NULL, 8, &count, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_session_info_decode(in, size, &info, rows, 8, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_session_info_decode(in, size, &info, MISALIGNED(rangekit_uci_measurement, 0), 1, &count,
                                                   NULL),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_uci_session_info_decode(in, size, &info, NULL, 0, &count, NULL), RANGEKIT_OK);
    assert_int_equal(count, 1);
    info.dl_tdoa_layout = 3;
    assert_status(rangekit_uci_session_info_decode(in, size, &info, NULL, 0, &count, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    info.dl_tdoa_layout = 0;
    assert_status(rangekit_uci_session_info_samples(in, size, 3, 0, samples, 8, &count, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_uci_session_info_samples(in, size, 0, 0, samples, SIZE_MAX, &count, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_uci_session_info_samples(in, size, 0, 0, NULL, 0, &count, NULL), RANGEKIT_OK);
    assert_int_equal(count, 1);
    assert_status(rangekit_uci_session_info_encode(&info, rows, 256, NULL, 0, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_COUNT_TOO_LARGE);
    assert_status(rangekit_uci_session_info_encode(&info, rows, 1, NULL, SIZE_MAX, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    info.mac_mode = 2;
    assert_status(rangekit_uci_session_info_encode(&info, rows, 0, NULL, 0, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    info.mac_mode = 0;
    memset(rows, 0, sizeof rows);
    rows[0].mac_address = 0x10000;
    assert_status(rangekit_uci_session_info_encode(&info, rows, 1, NULL, 0, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    info.struct_size = 63;
    assert_status(rangekit_uci_session_info_encode(&info, rows, 0, NULL, 0, NULL, 0, &length, NULL),
                  RANGEKIT_ERROR_STRUCT_SIZE);
    info.struct_size = 0;
    assert_status(rangekit_uci_session_info_default(&info), RANGEKIT_OK);
    rows[0].type = 9;
    assert_status(rangekit_uci_measurement_encode(rows, out, sizeof out, &length, NULL), RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE);
    rangekit_uci_header header = {.struct_size = 0};
    assert_status(rangekit_uci_header_default(&header), RANGEKIT_OK);
    assert_status(rangekit_uci_encode(&header, NULL, 1, out, sizeof out, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_encode(&header, in, SIZE_MAX / 2, NULL, 0, &length, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    header.opcode = 64;
    assert_status(rangekit_uci_encode(&header, NULL, 0, out, sizeof out, &length, NULL), RANGEKIT_ERROR_INVALID_VALUE);
    header.opcode = 0;
    header.message_type = -1;
    assert_status(rangekit_uci_encode(&header, NULL, 0, out, sizeof out, &length, NULL), RANGEKIT_ERROR_INVALID_VALUE);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_notification_without_measurements_has_no_offset),
    cmocka_unit_test(a_two_way_measurement),
    cmocka_unit_test(measurements_become_samples),
    cmocka_unit_test(whole_addresses_tell_devices_apart),
    cmocka_unit_test(one_way_angles_and_unknown_types),
    cmocka_unit_test(dl_tdoa_measurements_of_both_layouts),
    cmocka_unit_test(anchor_locations),
    cmocka_unit_test(tlvs_multicast_and_the_small_messages),
    cmocka_unit_test(names),
    cmocka_unit_test(arguments_are_checked),
};

TEST_GROUP(uci_tests, tests);
