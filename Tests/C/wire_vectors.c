/* SPDX-License-Identifier: MIT */
#include "wire_vectors.h"

#include <string.h>

/* clang-format off */
const struct wire_vector wire_vectors[] = {
    {"capability response v1, UWB", WIRE_OOB,
     "0101010000140809200200000100008080800000e8031403"},
    {"capability response v1, none", WIRE_OOB,
     "01010000"},
    {"BLE CS capability TLV", WIRE_OOB_CAPABILITY,
     "010914ac3743bca928"},
    {"configuration request v1, UWB", WIRE_OOB,
     "010201000100001b0204a00200000c0304f4010f08010203040506070855530101"},
    {"configuration request v3 empty", WIRE_OOB,
     "03020000000001"},
    {"stop response, future version", WIRE_OOB,
     "ff070000"},
    {"WiFi RTT capability", WIRE_OOB_CAPABILITY,
     "020601000503"},
    {"FiRa Connector capabilities", WIRE_CONNECTOR_CAPABILITIES,
     "05a1002804180af111"},
    {"FiRa Connector data packet", WIRE_CONNECTOR_PACKET,
     "f1f40040"},
    {"FiRa Connector message", WIRE_CONNECTOR_MESSAGE,
     "40f40040"},
    {"Wi-Fi RTT configuration (RttOobConfigTest)", WIRE_OOB_CONFIGURATION,
     "02120d727474436f6e666967546573740100"},
    {"BLE CS configuration without content (CsOobConfigTest)", WIRE_OOB_CONFIGURATION,
     "0102"},
    {"TWR short, 0 meas", WIRE_UCI_SESSION_INFO,
     "620000190002030405060708000a010101010000000000000000000000"},
    {"OWR-AoA short, 1 meas", WIRE_UCI_SESSION_INFO,
     "620000260002030405060708000a010101030000000000000000000001aabb0000010100030460050650"},
    {"SYNTH TWR short OK", WIRE_UCI_SESSION_INFO,
     "62000038070000007856341200f0000000010000000000000000000001010200007b0040055f60fe5000f63cc0003201"
     "830000000000000000000000"},
    {"SYNTH TWR short OK negative distance (0x1B, magnitude 4 cm)", WIRE_UCI_SESSION_INFO,
     "62000038070000007856341200f000000001000000000000000000000101021b00040040055f60fe5000f63cc0003201"
     "830000000000000000000000"},
    {"SYNTH TWR ext OK", WIRE_UCI_SESSION_INFO,
     "62000038070000007856341200f0000000010001000000000000000001887766554433221100007b0040055f60fe5000"
     "f63cc0003201830000000000"},
    {"DL-TDoA v1 measurement, short MAC (body only, 64 B)", WIRE_UCI_DL_TDOA_1,
     "0a0133055305020507090a01020507090a01020507090a01020507090507090a01020507090507090a01020507090709"
     "0507090a01020507090a010205070905"},
    {"DL-TDoA v2 measurement #1 (58 B)", WIRE_UCI_DL_TDOA_2,
     "3a000a010005020507090a01020507090a01020507090507090a01020507090501020304050e00000008010203040506"
     "070802112203aabbcc55"},
    {"multicast add v1 (older, address as u16 LE)", WIRE_UCI_MULTICAST,
     "2107000c473625140001341246352413"},
    {"multicast add v1 (current, address raw byte array 12 34)", WIRE_UCI_MULTICAST,
     "2107000c473625140001123446352413"},
    {"multicast add v2, 16-byte sub-session key", WIRE_UCI_MULTICAST,
     "2107001c4736251402011234463524131234567890abcdef1234567890abcdef"},
    {"REAL Qorvo forum t/21978 set-app-config", WIRE_UCI_APP_CONFIG,
     "2103006a010000001b000101110101030100010102060200000401092201010201001201032e010b2702080728060102"
     "030405060d01012b08000000000000000014010a150102080260090904c80000001b0119320200002c01001301002d01"
     "0005010107020100240100350101"},
    {"FiRa 1.1 open-session AppConfig, 45 TLVs, Android U+ byte order", WIRE_UCI_TLVS,
     "01010102010003010004010906020406080260090b01000c01030d01010e01040f0200001002204e1101001201031301"
     "0014010a1501021601001701011a01011b01191f01002201012301002401002501322601002901012a0200002c01002d"
     "01002e01012f0101310100320200003501010904c8000000000101050101070204062b04000000001c01002702057828"
     "061a5577477e7d1d0807d59e4707d56022"},
    {"FiRa 2.0 open-session AppConfig, 48 TLVs", WIRE_UCI_TLVS,
     "01010102010003010004010906020406080260090b01000c01030d01010e01040f0200001002204e1101001201031301"
     "0014010a1501021601001701011a01011b01191f01002201012301002401002501322601002901012a0200002c01002d"
     "01002e01012f0101310100320200003501010904c8000000000101050101070204062b08e80300000000000018010119"
     "01004701004c01012702057828061a5577477e7d1d0807d59e4707d56022"},
    {"same session on Android T and older: MAC and vendor id bytes reversed", WIRE_UCI_TLVS,
     "01010102010003010004010906020604080260090b01000c01030d01010e01040f0200001002204e1101001201031301"
     "0014010a1501021601001701011a01011b01191f01002201012301002401002501322601002901012a0200002c01002d"
     "01002e01012f0101310100320200003501010904c8000000000101050101070206042b04000000001c01002702780528"
     "061a5577477e7d1d0807d59e4707d56022"},
    {"anchor location WGS84 (12 B)", WIRE_UCI_LOCATION,
     "b1b4d2322ee175861f4fc0c0"},
    {"anchor location relative mm (10 B, MSB-first stream of LE groups)", WIRE_UCI_LOCATION,
     "6ce4fff4600000b6feff"},
    {"anchor location relative mm (10 B, MSB-first stream of LE groups)", WIRE_UCI_LOCATION,
     "c2fcfff921300066feff"},
    {"FiRa v2.0 capability TLVs (33)", WIRE_UCI_TLVS,
     "000120010110020401010102030401050103040101050203010602ff000701030801030901000a01000b01000c01010d"
     "01010e01090f010b1001031101011205030000000013010f1401011501001601011801101901011a0100e30101e40401"
     "010101e50403000000e601ffe70101e80401010101e90401000000"},
};
/* clang-format on */

const size_t wire_vector_count = sizeof wire_vectors / sizeof wire_vectors[0];

#define OUT again, WIRE_MAX_SIZE, again_size
#define WRITE(call) \
    if ((call) != RANGEKIT_OK) return 1

static rangekit_status round_trip_oob(const uint8_t *bytes, size_t size, uint8_t *again, size_t *again_size,
                                      rangekit_diagnostic *diagnostic) {
    static rangekit_android_technology technologies[WIRE_MAX_SIZE / 2];
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    size_t count = 0, most = sizeof technologies / sizeof technologies[0];
    rangekit_status status = rangekit_android_oob_decode(bytes, size, &message, technologies, most, &count, diagnostic);
    if (status != RANGEKIT_OK) return status;
    WRITE(rangekit_android_oob_encode(&message, technologies, count, OUT, diagnostic));
    return status;
}

static rangekit_status round_trip_technology(int32_t message, const uint8_t *bytes, size_t size, uint8_t *again,
                                             size_t *again_size, rangekit_diagnostic *diagnostic) {
    rangekit_android_technology technology;
    rangekit_status status = rangekit_android_technology_decode(bytes, size, message, 1, &technology, diagnostic);
    if (status != RANGEKIT_OK) return status;
    WRITE(rangekit_android_technology_encode(&technology, message, OUT, diagnostic));
    return status;
}

static rangekit_status round_trip_connector(int32_t kind, const uint8_t *bytes, size_t size, uint8_t *again,
                                            size_t *again_size, rangekit_diagnostic *diagnostic) {
    if (kind == 0) {
        rangekit_connector_capabilities capabilities = RANGEKIT_CONNECTOR_CAPABILITIES_INIT;
        rangekit_status status = rangekit_connector_capabilities_decode(bytes, size, &capabilities, diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_connector_capabilities_encode(&capabilities, OUT, diagnostic));
        return status;
    }
    uint32_t high, low;
    rangekit_status status = rangekit_connector_header_decode(kind, bytes, size, &high, &low, diagnostic);
    if (status != RANGEKIT_OK) return status;
    WRITE(rangekit_connector_encode(kind, high, low, bytes + 1, size - 1, OUT, diagnostic));
    return status;
}

/* A packet whose payload `payload_round_trip` reads and writes. Bytes behind the packet are kept. */
static rangekit_status round_trip_packet(enum wire_kind kind, const uint8_t *bytes, size_t size, uint8_t *again,
                                         size_t *again_size, rangekit_diagnostic *diagnostic) {
    static rangekit_uci_measurement measurements[255];
    static rangekit_uci_controlee controlees[255];
    static rangekit_uci_tlv tlvs[255];
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    rangekit_status status = rangekit_uci_header_decode(bytes, size, &header, diagnostic);
    if (status != RANGEKIT_OK) return status;
    const uint8_t *payload = bytes + RANGEKIT_UCI_HEADER_SIZE;
    uint8_t written[WIRE_MAX_SIZE];
    size_t length = header.payload_length, count, written_length = 0;
    uint32_t prefix;
    if (kind == WIRE_UCI_SESSION_INFO) {
        rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
        status = rangekit_uci_session_info_decode(payload, length, &info, measurements, 255, &count, diagnostic);
        if (status != RANGEKIT_OK) return status;
        const uint8_t *rest = info.fields & RANGEKIT_UCI_SESSION_INFO_HAS_REST ? payload + info.rest_offset : NULL;
        if (count != info.measurement_count) { /* a layout that is not known: the rest holds them */
            memcpy(written, payload, length);
            written_length = length;
        } else {
            WRITE(rangekit_uci_session_info_encode(&info, measurements, count, rest, info.rest_length, written,
                                                   sizeof written, &written_length, diagnostic));
        }
    } else if (kind == WIRE_UCI_MULTICAST) {
        int32_t action;
        status = rangekit_uci_multicast_decode(payload, length, &prefix, &action, controlees, 255, &count, diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_uci_multicast_encode(prefix, action, controlees, count, written, sizeof written, &written_length,
                                            diagnostic));
    } else {
        int32_t form = RANGEKIT_UCI_TLVS_SESSION;
        status = rangekit_uci_tlvs_decode(payload, length, form, &prefix, tlvs, 255, &count, diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_uci_tlvs_encode(form, prefix, tlvs, count, payload, length, written, sizeof written,
                                       &written_length, diagnostic));
    }
    WRITE(rangekit_uci_encode(&header, written, written_length, OUT, diagnostic));
    size_t rest_size = size - RANGEKIT_UCI_HEADER_SIZE - length;
    if (rest_size > 0) memcpy(again + *again_size, payload + length, rest_size);
    *again_size += rest_size;
    return status;
}

rangekit_status wire_round_trip(enum wire_kind kind, const uint8_t *bytes, size_t size, uint8_t *again,
                                size_t *again_size, rangekit_diagnostic *diagnostic) {
    rangekit_status status;
    switch (kind) {
    case WIRE_OOB: return round_trip_oob(bytes, size, again, again_size, diagnostic);
    case WIRE_OOB_CAPABILITY:
        return round_trip_technology(RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE, bytes, size, again, again_size, diagnostic);
    case WIRE_OOB_CONFIGURATION:
        return round_trip_technology(RANGEKIT_ANDROID_OOB_CONFIGURATION, bytes, size, again, again_size, diagnostic);
    case WIRE_CONNECTOR_CAPABILITIES: return round_trip_connector(0, bytes, size, again, again_size, diagnostic);
    case WIRE_CONNECTOR_PACKET:
        return round_trip_connector(RANGEKIT_CONNECTOR_PACKET, bytes, size, again, again_size, diagnostic);
    case WIRE_CONNECTOR_MESSAGE:
        return round_trip_connector(RANGEKIT_CONNECTOR_MESSAGE, bytes, size, again, again_size, diagnostic);
    case WIRE_UCI_SESSION_INFO:
    case WIRE_UCI_MULTICAST:
    case WIRE_UCI_APP_CONFIG: return round_trip_packet(kind, bytes, size, again, again_size, diagnostic);
    case WIRE_UCI_DL_TDOA_1:
    case WIRE_UCI_DL_TDOA_2: {
        rangekit_uci_measurement measurement;
        size_t used;
        uint32_t layout = kind == WIRE_UCI_DL_TDOA_1 ? 1 : 2;
        status = rangekit_uci_dl_tdoa_decode(bytes, size, layout, 0, &measurement, &used, diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_uci_measurement_encode(&measurement, OUT, diagnostic));
        if (*again_size != used) return 1;
        if (size > used) memcpy(again + used, bytes + used, size - used);
        *again_size = size;
        return status;
    }
    case WIRE_UCI_TLVS: {
        static rangekit_uci_tlv tlvs[WIRE_MAX_SIZE / 2];
        uint32_t prefix;
        size_t count;
        status = rangekit_uci_tlvs_decode(bytes, size, RANGEKIT_UCI_TLVS_BARE, &prefix, tlvs, WIRE_MAX_SIZE / 2, &count,
                                          diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_uci_tlvs_encode(RANGEKIT_UCI_TLVS_BARE, 0, tlvs, count, bytes, size, OUT, diagnostic));
        return status;
    }
    case WIRE_UCI_LOCATION: {
        rangekit_uci_location location;
        status = rangekit_uci_location_decode(bytes, size, &location, diagnostic);
        if (status != RANGEKIT_OK) return status;
        WRITE(rangekit_uci_location_encode(&location, OUT));
        return status;
    }
    }
    return 1;
}
