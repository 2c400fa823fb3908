/* rangekit/uci.h - FiRa UCI, the interface between a host and a UWB chip: packets, measurements, TLVs.
 *
 *   bytes -> rangekit_uci_assembler -> message (group, opcode, payload) -> decoder of that payload -> samples
 *
 * Payloads are little-endian. Angles are signed Q9.7 degrees on the wire, distances unsigned centimetres,
 * RSSI the magnitude in half dB: a measurement keeps these raw numbers (_q7, _cm, _half_db), and becomes a
 * range sample in metres, radians and dBm.
 *
 * Trap: test strings in Android's and pica's sources carry a 7-byte header. Three zero bytes follow the length
 * there that never go over the wire; take them out first.
 *
 * Sources: the packet description src/uci_packets.pdl of google/pica (revision 0bed32087f90) for packets,
 * messages and names; CapabilityParam.java of Android's Uwb module (revision 07c39a93067c) for capability
 * numbers by version; libuwb-uci and UwbAnchorLocation of the same module for DL-TDoA. The FiRa
 * specifications themselves are for members only and were not read.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_UCI_H
#define RANGEKIT_UCI_H

#include "base.h"
#include "parameters.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Packets and messages ----------------------------------------------------------------------- */

#define RANGEKIT_UCI_DATA 0
#define RANGEKIT_UCI_COMMAND 1
#define RANGEKIT_UCI_RESPONSE 2
#define RANGEKIT_UCI_NOTIFICATION 3

#define RANGEKIT_UCI_GROUP_CORE 0
#define RANGEKIT_UCI_GROUP_SESSION_CONFIG 1
#define RANGEKIT_UCI_GROUP_SESSION_CONTROL 2
#define RANGEKIT_UCI_GROUP_DATA_CONTROL 3
#define RANGEKIT_UCI_GROUP_ANDROID 12
#define RANGEKIT_UCI_GROUP_TEST 13

/* Opcodes whose payloads are read here; rangekit_uci_name knows the others. */
#define RANGEKIT_UCI_CORE_DEVICE_STATUS 1       /* core group, notification: device state u8 */
#define RANGEKIT_UCI_CORE_DEVICE_INFO 2         /* core group */
#define RANGEKIT_UCI_CORE_GET_CAPS_INFO 3       /* core group */
#define RANGEKIT_UCI_SESSION_STATUS 2           /* session config group, notification */
#define RANGEKIT_UCI_SESSION_SET_APP_CONFIG 3   /* session config group */
#define RANGEKIT_UCI_SESSION_UPDATE_MULTICAST 7 /* session config group */
#define RANGEKIT_UCI_SESSION_INFO 0             /* session control group, notification */

#define RANGEKIT_UCI_HEADER_SIZE 4
#define RANGEKIT_UCI_SEGMENT_MAX_SIZE 255  /* payload of one control packet */
#define RANGEKIT_UCI_MESSAGE_MAX_SIZE 4096 /* payload of one message, put together */

/* What a packet or message is. */
typedef struct rangekit_uci_header {
    uint32_t struct_size;
    int32_t message_type;    /* RANGEKIT_UCI_DATA to _NOTIFICATION */
    uint32_t group;          /* RANGEKIT_UCI_GROUP_*, 0 to 15; of a data packet: its data packet format */
    uint32_t opcode;         /* 0 to 63 */
    uint32_t more_segments;  /* 1: this packet is not the last of its message */
    uint32_t payload_length; /* bytes */
} rangekit_uci_header;

#define RANGEKIT_UCI_HEADER_V1_SIZE 24
#define RANGEKIT_UCI_HEADER_INIT {(uint32_t)sizeof(rangekit_uci_header), RANGEKIT_UCI_COMMAND, 0, 0, 0, 0}

/* Fills a header with its initial value: a command of the core group, opcode 0. Pure. */
rangekit_status rangekit_uci_header_default(rangekit_uci_header *header);

/* Reads the packet at the start of `bytes`: its payload begins at bytes + 4, the next packet behind it. Fewer
 * bytes than the packet has: RANGEKIT_ERROR_TRUNCATED. Reserved bits that are set, and message types 4 to 7:
 * RANGEKIT_ERROR_UCI_RESERVED_BITS. `diagnostic` may be NULL. Pure. */
rangekit_status rangekit_uci_header_decode(const uint8_t *bytes, size_t size, rangekit_uci_header *header,
                                           rangekit_diagnostic *diagnostic);

/* Writes a message as one packet, or as several with a segment each where a control payload is longer than
 * 255 bytes. more_segments = 1 marks the last packet as not the last; payload_length is not read. A data
 * payload is one packet of at most 65535 bytes. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_uci_encode(const rangekit_uci_header *header, const uint8_t *payload, size_t payload_size,
                                    uint8_t *out, size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* Puts segmented messages together. A handle: one thread at a time. */
typedef struct rangekit_uci_assembler rangekit_uci_assembler;

/* Bytes of memory that rangekit_uci_assembler_init needs; a constant of the library, below 4800. Pure. */
size_t rangekit_uci_assembler_size(void);

/* Makes an assembler in the caller's memory: `size` bytes from rangekit_uci_assembler_size on, aligned to 8. */
rangekit_status rangekit_uci_assembler_init(void *memory, size_t size, rangekit_uci_assembler **assembler);

/* Makes an assembler on the heap: the only allocation it ever makes. */
rangekit_status rangekit_uci_assembler_create(rangekit_uci_assembler **assembler);

/* Ends an assembler, however it was made. NULL is fine. */
void rangekit_uci_assembler_destroy(rangekit_uci_assembler *assembler);

/* Forgets an unfinished message: after the chip was reset. */
rangekit_status rangekit_uci_assembler_reset(rangekit_uci_assembler *assembler);

/* Takes the packet at the start of `bytes`. *used is its size, to go on behind it; 0 when more bytes are needed
 * (RANGEKIT_ERROR_TRUNCATED) or they do not begin with a packet (RANGEKIT_ERROR_UCI_RESERVED_BITS).
 * *payload is the whole message's payload when it is complete: in `bytes`, or in the assembler until its next
 * call; `header` then says what it is. NULL, and `header` unchanged, while segments are missing.
 * A complete packet between the segments of another message is given at once. A segment of a second message
 * is refused (RANGEKIT_ERROR_UCI_INTERLEAVED) with the rest of that message; the first goes on. A message above
 * RANGEKIT_UCI_MESSAGE_MAX_SIZE is dropped (RANGEKIT_ERROR_TOO_LARGE) with the rest of it. In both cases *used
 * is set. `diagnostic` may be NULL. */
rangekit_status rangekit_uci_assembler_receive(rangekit_uci_assembler *assembler, const uint8_t *bytes, size_t size,
                                               size_t *used, rangekit_uci_header *header, const uint8_t **payload,
                                               rangekit_diagnostic *diagnostic);

/* ---- Names ---------------------------------------------------------------------------------------- */

#define RANGEKIT_UCI_NAMES_OPCODE 1         /* code: group * 64 + opcode */
#define RANGEKIT_UCI_NAMES_STATUS 2         /* of responses and measurements */
#define RANGEKIT_UCI_NAMES_APP_CONFIG 3     /* TLV ids */
#define RANGEKIT_UCI_NAMES_CAPABILITY_1 4   /* TLV ids of UCI 1.x */
#define RANGEKIT_UCI_NAMES_CAPABILITY_2 5   /* TLV ids of UCI 2.x: the same numbers mean other things */
#define RANGEKIT_UCI_NAMES_DEVICE_STATE 6
#define RANGEKIT_UCI_NAMES_SESSION_STATE 7
#define RANGEKIT_UCI_NAMES_REASON 8         /* of session status notifications */
#define RANGEKIT_UCI_NAMES_MEASUREMENT_TYPE 9
#define RANGEKIT_UCI_NAMES_MESSAGE_TYPE 10
#define RANGEKIT_UCI_NAMES_GROUP 11

/* The name of a code in one of the tables above, "RANGING_RX_TIMEOUT" for example, as the sources have it;
 * "" for a code or table that they do not name: print the number. Static storage, ASCII. Pure. */
const char *rangekit_uci_name(int32_t table, uint32_t code);

/* ---- Session information: measurements ------------------------------------------------------------- */

#define RANGEKIT_UCI_STATUS_OK 0x00
#define RANGEKIT_UCI_STATUS_OK_NEGATIVE_DISTANCE 0x1B /* success; the distance field is the magnitude */
#define RANGEKIT_UCI_DISTANCE_NONE 0xFFFF             /* no distance */

#define RANGEKIT_UCI_MEASUREMENT_ONE_WAY 0 /* UL-TDoA: its layout is not known here */
#define RANGEKIT_UCI_MEASUREMENT_TWO_WAY 1
#define RANGEKIT_UCI_MEASUREMENT_DL_TDOA 2
#define RANGEKIT_UCI_MEASUREMENT_OWR_AOA 3

#define RANGEKIT_UCI_MAC_SHORT 0    /* 2 bytes */
#define RANGEKIT_UCI_MAC_EXTENDED 1 /* 8 bytes */

#define RANGEKIT_UCI_SESSION_INFO_HAS_MEASUREMENTS (1u << 0) /* there are some, and their layout is known */
#define RANGEKIT_UCI_SESSION_INFO_HAS_REST (1u << 1)         /* bytes follow them */

/* The notification without its measurements. */
typedef struct rangekit_uci_session_info {
    uint32_t struct_size;
    uint32_t fields;              /* RANGEKIT_UCI_SESSION_INFO_HAS_* */
    uint64_t hybrid;              /* primary session id of a hybrid session and reserved bytes; reserved in UCI 1.x */
    uint32_t sequence;
    uint32_t session;             /* session id in UCI 1.x, session handle from 2.0 on */
    uint32_t interval_ms;         /* current ranging interval */
    uint32_t rcr_indicator;
    int32_t measurement_type;     /* RANGEKIT_UCI_MEASUREMENT_* */
    uint32_t mac_mode;            /* RANGEKIT_UCI_MAC_* */
    uint32_t reserved_byte;       /* kept */
    uint32_t measurement_count;
    uint32_t measurements_offset; /* in the payload; see _HAS_MEASUREMENTS, 0 without it */
    uint32_t rest_offset;         /* in the payload: vendor data, or measurements of an unknown layout; see _HAS_REST */
    uint32_t rest_length;
    uint32_t dl_tdoa_layout;      /* in: layout of DL-TDoA measurements, 1 or 2 (with a size); 0 is 1 */
} rangekit_uci_session_info;

#define RANGEKIT_UCI_SESSION_INFO_V1_SIZE 64
#define RANGEKIT_UCI_SESSION_INFO_INIT \
    {(uint32_t)sizeof(rangekit_uci_session_info), 0, 0, 0, 0, 0, 0, RANGEKIT_UCI_MEASUREMENT_TWO_WAY, 0, 0, 0, 0, 0, 0, 0}

/* Fills session information with its initial value: two-way, short addresses, no measurement. Pure. */
rangekit_status rangekit_uci_session_info_default(rangekit_uci_session_info *info);

#define RANGEKIT_UCI_ROUNDS_MAX_COUNT 32

/* One measurement, raw; fixed for ever (it travels in arrays). Two-way and OWR-AoA measurements leave the
 * DL-TDoA values 0, and so on: the type says what is there. */
typedef struct rangekit_uci_measurement {
    uint64_t mac_address;       /* the address as a little-endian number: bytes 01 02 are 0x0201 */
    uint64_t tx_timestamp;      /* DL-TDoA */
    uint64_t rx_timestamp;      /* DL-TDoA */
    uint32_t message_control;   /* DL-TDoA */
    uint32_t initiator_reply_time, responder_reply_time; /* DL-TDoA */
    int16_t azimuth_q7;         /* degrees x 128 */
    int16_t elevation_q7;
    int16_t destination_azimuth_q7, destination_elevation_q7; /* two-way: as the other side sees this one */
    int16_t anchor_cfo_q10, cfo_q10; /* DL-TDoA: clock frequency offsets, ppm x 1024 */
    uint16_t distance_cm;       /* two-way; RANGEKIT_UCI_DISTANCE_NONE: none */
    uint16_t block_index;       /* OWR-AoA, DL-TDoA */
    uint16_t tof;               /* DL-TDoA: initiator-responder time of flight, ranging ticks */
    uint8_t type;              /* RANGEKIT_UCI_MEASUREMENT_* */
    uint8_t mac_mode;           /* RANGEKIT_UCI_MAC_* */
    uint8_t status;             /* RANGEKIT_UCI_STATUS_*, or another: rangekit_uci_name */
    uint8_t nlos;               /* 0 line of sight, 1 not, 255 unknown */
    uint8_t azimuth_fom, elevation_fom; /* figures of merit, 0 to 100; 0: no angle */
    uint8_t destination_azimuth_fom, destination_elevation_fom;
    uint8_t slot_index;         /* two-way: slot of the failure */
    uint8_t rssi_half_db;       /* two-way, DL-TDoA: dBm x -2; 0: not reported */
    uint8_t frame_sequence;     /* OWR-AoA */
    uint8_t message_type;       /* DL-TDoA */
    uint8_t round_index;        /* DL-TDoA */
    uint8_t layout;             /* DL-TDoA: 1 or 2 */
    uint8_t tx_timestamp_size, rx_timestamp_size; /* DL-TDoA: bytes; layout 1: 5 or 8 */
    uint8_t location_length;    /* DL-TDoA: 0, 12 WGS84, 10 relative in layout 1; 0 to 12 in layout 2 */
    uint8_t rounds_count;       /* DL-TDoA */
    uint8_t supercluster;       /* DL-TDoA layout 2 */
    uint8_t reserved[11];       /* two-way: reserved bytes, kept */
    uint8_t location[12];       /* rangekit_uci_location_decode */
    uint8_t rounds[RANGEKIT_UCI_ROUNDS_MAX_COUNT]; /* active ranging rounds */
} rangekit_uci_measurement;

/* Reads the payload of a SESSION_INFO notification (RANGE_DATA before FiRa 2.0). info->dl_tdoa_layout is read
 * first. `measurements` takes them in order and may be NULL with capacity 0; *measurement_count is the number
 * that the payload holds and this library reads, and more than `capacity` are counted, not written. Without
 * measurements, or with those of an unknown layout, _HAS_MEASUREMENTS is not set. On failure nothing but the
 * count and the diagnostic (may be NULL) is written. Pure. */
rangekit_status rangekit_uci_session_info_decode(const uint8_t *payload, size_t size, rangekit_uci_session_info *info,
                                                 rangekit_uci_measurement *measurements, size_t capacity,
                                                 size_t *measurement_count, rangekit_diagnostic *diagnostic);

/* Writes such a payload: type, MAC mode and DL-TDoA layout are those of `info`; `rest` (may be NULL with
 * size 0) follows the measurements. At most 255 measurements. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_uci_session_info_encode(const rangekit_uci_session_info *info,
                                                 const rangekit_uci_measurement *measurements,
                                                 size_t measurement_count, const uint8_t *rest, size_t rest_size,
                                                 uint8_t *out, size_t capacity, size_t *length,
                                                 rangekit_diagnostic *diagnostic);

/* From the payload of a SESSION_INFO notification to range samples: one for every measurement whose status is
 * success (0x00, 0x1B). `time_ns` is the caller's, as is what it means. *sample_count (starts at 0) is the
 * number of them; more than `capacity` are counted, not written.
 *   distance    0x1B gives the negative distance; 0xFFFF, and all but two-way measurements, none
 *   azimuth, elevation   where the figure of merit is not 0 and the angle within +-180 and +-90 degrees
 *   power       where RSSI is reported
 *   nlos_probability     0 or 1, as the chip says; absent where it does not know
 *   peer        the short address, or the low 32 bits of an extended one, which two devices may share: route by
 *               rangekit_uci_session_info_addresses where addresses have 8 bytes
 * UCI states no uncertainty, so no standard deviation is set. A type without a known layout:
 * RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE. `dl_tdoa_layout` as in rangekit_uci_session_info. Pure. */
rangekit_status rangekit_uci_session_info_samples(const uint8_t *payload, size_t size, uint32_t dl_tdoa_layout,
                                                  int64_t time_ns, rangekit_range_sample *samples, size_t capacity,
                                                  size_t *sample_count, rangekit_diagnostic *diagnostic);

/* The whole MAC addresses of the measurements of which rangekit_uci_session_info_samples makes samples, in the same
 * order and number: addresses[i] belongs to samples[i]. Each as a little-endian number, as mac_address in
 * rangekit_uci_measurement; the same errors. More than `capacity` are counted, not written. Pure. */
rangekit_status rangekit_uci_session_info_addresses(const uint8_t *payload, size_t size, uint32_t dl_tdoa_layout,
                                                    uint64_t *addresses, size_t capacity, size_t *address_count,
                                                    rangekit_diagnostic *diagnostic);

/* Reads one DL-TDoA measurement at the start of `bytes`; *used is its size. `layout` 1 or 2, `mac_mode`
 * RANGEKIT_UCI_MAC_*. In layout 2, bytes inside the stated size that no field takes, or a size that the fields
 * exceed: RANGEKIT_ERROR_UCI_SIZE_MISMATCH. Pure. */
rangekit_status rangekit_uci_dl_tdoa_decode(const uint8_t *bytes, size_t size, uint32_t layout, uint32_t mac_mode,
                                            rangekit_uci_measurement *measurement, size_t *used,
                                            rangekit_diagnostic *diagnostic);

/* Writes one measurement of any type, with its own type, MAC mode and layout. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_uci_measurement_encode(const rangekit_uci_measurement *measurement, uint8_t *out,
                                                size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

#define RANGEKIT_UCI_LOCATION_WGS84 1    /* 12 bytes: latitude, longitude, altitude */
#define RANGEKIT_UCI_LOCATION_RELATIVE 2 /* 10 bytes: x, y, z */

/* An anchor's location. Fixed for ever. */
typedef struct rangekit_uci_location {
    double latitude_deg, longitude_deg; /* WGS84, steps of 2^-24 degree; -256 to 256 */
    double altitude_m;                  /* steps of 1000 x 2^-21 m; -256 km to 256 km */
    double x_m, y_m, z_m;               /* relative, steps of 1 mm; +-134 km, z +-8.3 km */
    int32_t kind;                       /* RANGEKIT_UCI_LOCATION_* */
    int32_t reserved;                   /* zero */
} rangekit_uci_location;

/* Reads an anchor location of 12 (WGS84) or 10 bytes (relative); other sizes: RANGEKIT_ERROR_WRONG_LENGTH.
 * The bytes are a bit stream, most significant bit first; inside a value the groups of 8 bits come least
 * significant first, the incomplete group last. (Android reads negative y wrongly.) Pure. */
rangekit_status rangekit_uci_location_decode(const uint8_t *bytes, size_t size, rangekit_uci_location *location,
                                             rangekit_diagnostic *diagnostic);

/* Writes a location, rounded to its steps. A value beyond its range: RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_uci_location_encode(const rangekit_uci_location *location, uint8_t *out, size_t capacity,
                                             size_t *length);

/* ---- Configuration and capability TLVs ------------------------------------------------------------- */

/* What stands before a list of TLVs. */
#define RANGEKIT_UCI_TLVS_BARE 0    /* nothing */
#define RANGEKIT_UCI_TLVS_COUNT 1   /* count u8: CORE_SET_CONFIG command */
#define RANGEKIT_UCI_TLVS_STATUS 2  /* status u8, count u8: CORE_GET_CAPS_INFO and _GET_CONFIG responses */
#define RANGEKIT_UCI_TLVS_SESSION 3 /* session u32, count u8: SESSION_SET_APP_CONFIG command */

/* One TLV. Fixed for ever. */
typedef struct rangekit_uci_tlv {
    uint64_t number; /* the value as a little-endian number, if it has at most 8 bytes; else 0 */
    uint32_t id;     /* 0 to 255 */
    uint32_t offset; /* of the value: in the payload */
    uint32_t length; /* of the value, 0 to 255 */
    uint32_t reserved; /* zero */
} rangekit_uci_tlv;

/* Reads a list of TLVs. `form` is one of RANGEKIT_UCI_TLVS_*; *prefix is the session or status before it, else 0.
 * `tlvs` may be NULL with capacity 0; *tlv_count is always the number there are. Fewer TLVs than stated:
 * RANGEKIT_ERROR_UCI_COUNT_MISMATCH; bytes behind them: RANGEKIT_ERROR_TRAILING_BYTES. Any id is accepted. Pure. */
rangekit_status rangekit_uci_tlvs_decode(const uint8_t *payload, size_t size, int32_t form, uint32_t *prefix,
                                         rangekit_uci_tlv *tlvs, size_t capacity, size_t *tlv_count,
                                         rangekit_diagnostic *diagnostic);

/* Writes a list of TLVs whose values stand in `values` at their offsets: what was decoded encodes to the same
 * bytes with the payload as `values`. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_uci_tlvs_encode(int32_t form, uint32_t prefix, const rangekit_uci_tlv *tlvs, size_t tlv_count,
                                         const uint8_t *values, size_t values_size, uint8_t *out, size_t capacity,
                                         size_t *length, rangekit_diagnostic *diagnostic);

/* ---- Other messages ------------------------------------------------------------------------------- */

/* A session's state. Fixed for ever. */
typedef struct rangekit_uci_session_status {
    uint32_t session; /* id or handle */
    uint32_t state;   /* 0 init, 1 deinit, 2 active, 3 idle: RANGEKIT_UCI_NAMES_SESSION_STATE */
    uint32_t reason;  /* RANGEKIT_UCI_NAMES_REASON */
    uint32_t reserved; /* zero */
} rangekit_uci_session_status;

/* Reads the 6 bytes of a SESSION_STATUS notification's payload. Pure. */
rangekit_status rangekit_uci_session_status_decode(const uint8_t *payload, size_t size,
                                                   rangekit_uci_session_status *session_status,
                                                   rangekit_diagnostic *diagnostic);

/* What a chip says it is. Versions are as on the wire: the low byte is the major version. Fixed for ever. */
typedef struct rangekit_uci_device_info {
    uint32_t status;
    uint32_t uci_version;
    uint32_t mac_version;
    uint32_t phy_version;
    uint32_t test_version;
    uint32_t vendor_offset; /* of the vendor's bytes, in the payload */
    uint32_t vendor_length;
    uint32_t reserved;      /* zero */
} rangekit_uci_device_info;

/* Reads the payload of a CORE_DEVICE_INFO response. Pure. */
rangekit_status rangekit_uci_device_info_decode(const uint8_t *payload, size_t size, rangekit_uci_device_info *info,
                                                rangekit_diagnostic *diagnostic);

#define RANGEKIT_UCI_MULTICAST_ADD 0
#define RANGEKIT_UCI_MULTICAST_REMOVE 1
#define RANGEKIT_UCI_MULTICAST_ADD_KEY_16 2 /* with a sub-session key of 16 bytes */
#define RANGEKIT_UCI_MULTICAST_ADD_KEY_32 3

/* One controlee of a multicast list. Fixed for ever. */
typedef struct rangekit_uci_controlee {
    uint32_t sub_session;
    uint8_t address[2]; /* as it stands on the wire: older stacks write a little-endian number, newer ones bytes */
    uint8_t reserved[2]; /* zero */
    uint8_t key[32];    /* 16 or 32 bytes, as the action says; the rest 0 */
} rangekit_uci_controlee;

/* Reads the payload of a SESSION_UPDATE_CONTROLLER_MULTICAST_LIST command. `controlees` may be NULL with
 * capacity 0; *controlee_count is always the number there are. An action above 3: RANGEKIT_ERROR_INVALID_VALUE. Pure. */
rangekit_status rangekit_uci_multicast_decode(const uint8_t *payload, size_t size, uint32_t *session, int32_t *action,
                                              rangekit_uci_controlee *controlees, size_t capacity,
                                              size_t *controlee_count, rangekit_diagnostic *diagnostic);

/* Writes such a payload; at most 255 controlees. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_uci_multicast_encode(uint32_t session, int32_t action, const rangekit_uci_controlee *controlees,
                                              size_t controlee_count, uint8_t *out, size_t capacity, size_t *length,
                                              rangekit_diagnostic *diagnostic);

/* ---- The one parameter model ---------------------------------------------------------------------- */

#define RANGEKIT_UCI_BYTES_AS_GIVEN 0 /* MAC addresses and vendor id as bytes: Android 14 and later */
#define RANGEKIT_UCI_BYTES_REVERSED 1 /* the other way round: Android 13 and earlier */

/* Reads the payload of a SESSION_SET_APP_CONFIG command into one view of the session (parameters.h).
 * `uci_major`: 1 or 2; the command names the session id in UCI 1.x, and a handle, which is no parameter, later.
 * `byte_order`: RANGEKIT_UCI_BYTES_*. `unread_ids` (may be NULL, else 8 words) gets the bit of every TLV id that
 * the model does not hold: bit id % 32 of word id / 32. A TLV of another size than its parameter has:
 * RANGEKIT_ERROR_WRONG_LENGTH. Pure. */
rangekit_status rangekit_parameters_from_uci(const uint8_t *payload, size_t size, uint32_t uci_major,
                                             uint32_t byte_order, rangekit_parameters *parameters,
                                             uint32_t *unread_ids, rangekit_diagnostic *diagnostic);

/* Writes a view of the session as such a payload, with `session` as the session id (UCI 1.x) or handle.
 * *left_out (may be NULL) gets RANGEKIT_PARAMETERS_HAS of what is stated and UCI does not hold: country, clock
 * drift, update rate, filter type; the session id from UCI 2.0 on, or where it is not `session`. A number that
 * its TLV has no room for: RANGEKIT_ERROR_OUT_OF_RANGE, with the parameter in the diagnostic. Pure. */
rangekit_status rangekit_parameters_to_uci(const rangekit_parameters *parameters, uint32_t session, uint32_t uci_major,
                                           uint32_t byte_order, uint8_t *out, size_t capacity, size_t *length,
                                           uint64_t *left_out, rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_UCI_H */
