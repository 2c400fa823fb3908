/* rangekit/android_oob.h - Android's out-of-band ranging messages, versions 1 to 3, and the FiRa connector.
 *
 *   initiator (phone)                                  responder (accessory, or another phone)
 *     capability request        ------------------->
 *                               <-------------------   capability response
 *     configuration             ------------------->     says which technologies start at once
 *                               <-------------------   configuration response (optional)
 *                               <-------------------   motion notification (version 3)
 *     stop request              ------------------->
 *                               <-------------------   stop response (optional)
 *
 * Every message can be built and read, so either role can be played. The phone that starts the exchange makes
 * the other side the UWB initiator and controller.
 *
 * Bytes: version u8, message id u8, sets of technologies as u16 bitmaps (bit n = technology n), then for each
 * technology its number u8, its size u8 (these two bytes included) and its content. Little-endian.
 * Technologies that this library does not read are kept as they are and encode to the same bytes again.
 *
 * Versions. Version 2 adds transitioning and device type to the capability response, version 3 motion support
 * to the configuration and the motion notification. A message of a newer version is read as version 3; what
 * follows is kept in `tail`, and content of another size is kept unread. Answer in the version that
 * rangekit_android_oob_reply_version gives.
 *
 * Source of the format: source.android.com/docs/core/connect/ranging-oob-spec, -v2 and -v3, and the packet
 * description ranging/service/oob/oob_packets.pdl of Android's Uwb module (revision 12bd4f86c8cf).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_ANDROID_OOB_H
#define RANGEKIT_ANDROID_OOB_H

#include "base.h"
#include "parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_ANDROID_OOB_VERSION 3 /* the newest this library knows */

#define RANGEKIT_ANDROID_OOB_CAPABILITY_REQUEST 0
#define RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE 1
#define RANGEKIT_ANDROID_OOB_CONFIGURATION 2
#define RANGEKIT_ANDROID_OOB_CONFIGURATION_RESPONSE 3
#define RANGEKIT_ANDROID_OOB_STOP 6
#define RANGEKIT_ANDROID_OOB_STOP_RESPONSE 7
#define RANGEKIT_ANDROID_OOB_MOTION 8 /* version 3 */

#define RANGEKIT_ANDROID_TECHNOLOGY_UWB 0
#define RANGEKIT_ANDROID_TECHNOLOGY_BLE_CS 1
#define RANGEKIT_ANDROID_TECHNOLOGY_WIFI_NAN_RTT 2
#define RANGEKIT_ANDROID_TECHNOLOGY_BLE_RSSI 3
#define RANGEKIT_ANDROID_TECHNOLOGY_WIFI_PD 5 /* content is kept unread */

#define RANGEKIT_ANDROID_TRANSITIONING_NONE 0
#define RANGEKIT_ANDROID_TRANSITIONING_MAKE_BEFORE_BREAK 1

#define RANGEKIT_ANDROID_DEVICE_UNKNOWN 0
#define RANGEKIT_ANDROID_DEVICE_PHONE 1
#define RANGEKIT_ANDROID_DEVICE_TABLET 2
#define RANGEKIT_ANDROID_DEVICE_TAG 3
#define RANGEKIT_ANDROID_DEVICE_WEARABLE 4
#define RANGEKIT_ANDROID_DEVICE_HEARABLE 5

#define RANGEKIT_ANDROID_MOTION_NOT_DETECTED 0
#define RANGEKIT_ANDROID_MOTION_SLIGHT 1
#define RANGEKIT_ANDROID_MOTION_MODERATE 2
#define RANGEKIT_ANDROID_MOTION_LARGE 3

#define RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES (1u << 0)
#define RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START (1u << 1)
#define RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING (1u << 2)
#define RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE (1u << 3)
#define RANGEKIT_ANDROID_OOB_HAS_MOTION (1u << 4)

#define RANGEKIT_ANDROID_OOB_TAIL_MAX_SIZE 32

/* One message without its technologies' contents. `fields` says what is there; encoding needs exactly the
 * fields that the message has in its version. */
typedef struct rangekit_android_oob_message {
    uint32_t struct_size;
    uint32_t fields;                /* RANGEKIT_ANDROID_OOB_HAS_* */
    int32_t message;                /* RANGEKIT_ANDROID_OOB_* */
    uint32_t version;               /* 1 to 255 */
    uint32_t technologies;          /* bit n = technology n: requested, supported, to configure, configured, to stop,
                                       stopped */
    uint32_t technologies_to_start; /* configuration: those that start at once */
    uint32_t transitioning;         /* capability response, version 2 on: RANGEKIT_ANDROID_TRANSITIONING_* */
    uint32_t device_type;           /* capability response, version 2 on: RANGEKIT_ANDROID_DEVICE_* */
    uint32_t motion;                /* configuration, version 3 on: 1 if the responder is to notify of motion;
                                       motion notification: RANGEKIT_ANDROID_MOTION_* */
    uint32_t tail_length;           /* bytes that a version above 3 adds; 0 otherwise */
    uint8_t tail[RANGEKIT_ANDROID_OOB_TAIL_MAX_SIZE];
} rangekit_android_oob_message;

#define RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE 72
#define RANGEKIT_ANDROID_OOB_MESSAGE_INIT \
    {(uint32_t)sizeof(rangekit_android_oob_message), 0, 0, RANGEKIT_ANDROID_OOB_VERSION, 0, 0, 0, 0, 0, 0, {0}}

/* Fills a message with its initial value: a capability request of version 3 without a set. Pure. */
rangekit_status rangekit_android_oob_message_default(rangekit_android_oob_message *message);

/* What a technology's content is: one of these bits, with or without _HAS_ADDRESS. */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS (1u << 0)
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY (1u << 1)    /* channels to roles */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION (1u << 2) /* session_id to mode, country, key in bytes */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY (1u << 3)          /* security */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY (1u << 4)    /* features, periodic, bandwidth, receive_chains */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION (1u << 5) /* role, periodic, service name in bytes */
#define RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD (1u << 6)            /* the content as it came, in bytes */

#define RANGEKIT_ANDROID_UWB_ROLE_INITIATOR 1 /* as a bit in capabilities, as a number in a configuration */
#define RANGEKIT_ANDROID_UWB_ROLE_RESPONDER 2
#define RANGEKIT_ANDROID_UWB_MODE_CONTROLLER 1
#define RANGEKIT_ANDROID_UWB_MODE_CONTROLEE 2
#define RANGEKIT_ANDROID_RTT_ROLE_RESPONDER 0
#define RANGEKIT_ANDROID_RTT_ROLE_INITIATOR 1

/* UWB configuration ids. (Jetpack's androidx.core.uwb numbers them otherwise: 4, 5 and 7 are the provisioned
 * ones there.) */
#define RANGEKIT_ANDROID_UWB_UNICAST_STATIC 1
#define RANGEKIT_ANDROID_UWB_MULTICAST_STATIC 2
#define RANGEKIT_ANDROID_UWB_UNICAST_PROVISIONED 3
#define RANGEKIT_ANDROID_UWB_MULTICAST_PROVISIONED 4
#define RANGEKIT_ANDROID_UWB_MULTICAST_PROVISIONED_INDIVIDUAL 5
#define RANGEKIT_ANDROID_UWB_UNICAST_PROVISIONED_VERY_FAST 6

#define RANGEKIT_ANDROID_TECHNOLOGY_BYTES_MAX_SIZE 253

/* One technology's capabilities (in a capability response) or configuration (in a configuration); fixed for
 * ever (it travels in arrays). What the content does not have is 0. */
typedef struct rangekit_android_technology {
    int32_t technology;       /* RANGEKIT_ANDROID_TECHNOLOGY_*, or another number from 0 to 255 */
    uint32_t fields;          /* RANGEKIT_ANDROID_TECHNOLOGY_HAS_* */
    uint32_t channels;        /* UWB capability: bit n = channel n */
    uint32_t preamble_indexes; /* UWB capability: bit n = preamble code index n + 1 */
    uint32_t config_ids;      /* UWB capability: bit n = configuration id n */
    uint32_t interval_ms;     /* UWB: ranging interval; in capabilities the smallest; 0 to 65535 */
    uint32_t slot_ms;         /* UWB: slot duration; in capabilities the smallest; 0 to 255 */
    uint32_t role;            /* UWB: RANGEKIT_ANDROID_UWB_ROLE_*, in capabilities an OR of them; RTT configuration:
                                 RANGEKIT_ANDROID_RTT_ROLE_* */
    uint32_t session_id;      /* UWB configuration */
    uint32_t config_id;       /* UWB configuration: RANGEKIT_ANDROID_UWB_* */
    uint32_t channel;         /* UWB configuration */
    uint32_t preamble_index;  /* UWB configuration */
    uint32_t mode;            /* UWB configuration: RANGEKIT_ANDROID_UWB_MODE_* */
    uint32_t security;        /* BLE CS: security level; in capabilities bit n = level n */
    uint32_t features;        /* RTT capability: 1 IEEE 802.11mc, 2 802.11az */
    uint32_t periodic;        /* RTT: bit 0: periodic ranging in hardware; reserved bits above it are kept */
    uint32_t bandwidth;       /* RTT capability: 0 to 5 for 20, 40, 80, 160, 80+80, 320 MHz */
    uint32_t receive_chains;  /* RTT capability */
    uint32_t bytes_length;
    uint8_t address[6];       /* UWB: 2 bytes, as Android's UwbAddress has them; BLE: 6 bytes, as written; the rest 0 */
    uint8_t country[2];       /* UWB configuration: ISO 3166-1 alpha-2, "US" */
    uint8_t bytes[256];       /* UWB configuration: session key (8 bytes static STS, 16 provisioned); RTT
                                 configuration: service name; unread content */
} rangekit_android_technology;

/* The version to answer a message of `version` in: the same, or RANGEKIT_ANDROID_OOB_VERSION for a newer one.
 * An initiator goes on in the version of the responder's answer. Version 0: RANGEKIT_ERROR_UNKNOWN_VERSION. Pure. */
rangekit_status rangekit_android_oob_reply_version(uint32_t version, uint32_t *reply_version);

/* Reads `size` bytes that are one message and nothing else. `technologies` takes the contents in order, and
 * may be NULL with capacity 0; *technology_count is always the number there are, and more than `capacity` are
 * counted, not written. Contents for a technology outside the message's set, or twice, are refused
 * (RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET, _OOB_DUPLICATE_TECHNOLOGY); technologies 16 to 255 have no bit.
 * A set bit without content is accepted. On failure nothing but the count and the diagnostic (may be NULL)
 * is written. Pure. */
rangekit_status rangekit_android_oob_decode(const uint8_t *bytes, size_t size, rangekit_android_oob_message *message,
                                            rangekit_android_technology *technologies, size_t capacity,
                                            size_t *technology_count, rangekit_diagnostic *diagnostic);

/* Writes a message; "Bytes out" in base.h. A field that the message lacks in its version, or has no place for,
 * is RANGEKIT_ERROR_MISSING_FIELD or _FIELD_NOT_ALLOWED; technologies belong to capability responses and
 * configurations alone. `diagnostic` may be NULL; byte offsets count in the message as it would be. Pure. */
rangekit_status rangekit_android_oob_encode(const rangekit_android_oob_message *message,
                                            const rangekit_android_technology *technologies, size_t technology_count,
                                            uint8_t *out, size_t capacity, size_t *length,
                                            rangekit_diagnostic *diagnostic);

/* Reads one technology's bytes alone, with number and size. `message` is the message they belong to:
 * RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE or _CONFIGURATION, else RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_android_technology_decode(const uint8_t *bytes, size_t size, int32_t message, uint32_t version,
                                                   rangekit_android_technology *technology,
                                                   rangekit_diagnostic *diagnostic);

/* Writes one technology's bytes alone; "Bytes out" in base.h. Pure. */
rangekit_status rangekit_android_technology_encode(const rangekit_android_technology *technology, int32_t message,
                                                   uint8_t *out, size_t capacity, size_t *length,
                                                   rangekit_diagnostic *diagnostic);

/* Reads a UWB configuration into the view (parameters.h) of the device that receives it: the address is its peer's,
 * role and mode are its own. Android's configuration id stands for STS, multi-node mode, slots per round and
 * hopping; its RFRAME (SP3) and SFD (2) go with every id. *key_is_read (may be NULL) is 0 if the key has neither 8
 * bytes (vendor id, initialisation vector) nor 16 (provisioned). Other content: RANGEKIT_ERROR_WRONG_TYPE. Pure. */
rangekit_status rangekit_parameters_from_android_uwb(const rangekit_android_technology *technology,
                                                     rangekit_parameters *parameters, int32_t *key_is_read,
                                                     rangekit_diagnostic *diagnostic);

/* Writes the UWB configuration to send to the device whose view this is. Needed: one short peer address, session
 * id, channel, preamble, interval, slot duration (whole milliseconds), role, type, STS, multi-node mode and the key:
 * RANGEKIT_ERROR_MISSING_FIELD or _OUT_OF_RANGE, with the parameter in the diagnostic. *left_out (may be NULL)
 * gets RANGEKIT_PARAMETERS_HAS of what is stated and the configuration does not hold. Pure. */
rangekit_status rangekit_parameters_to_android_uwb(const rangekit_parameters *parameters,
                                                   rangekit_android_technology *technology, uint64_t *left_out,
                                                   rangekit_diagnostic *diagnostic);

/* ---- FiRa connector ------------------------------------------------------------------------------
 * What the FiRa profile's GATT service carries: capabilities to read, and messages in data packets. Sizes are
 * big-endian. Source: Android's Uwb module, service/.../discovery/info (FiRa BLE OOB 1.0 and CSML 1.0). */

#define RANGEKIT_CONNECTOR_COMPONENTS_MAX_COUNT 16

typedef struct rangekit_connector_capabilities {
    uint32_t struct_size;
    uint32_t version_major;     /* 1 to 255 */
    uint32_t version_minor;     /* 0 to 255 */
    uint32_t packet_size;       /* preferred size of a data packet, 1 to 65535; 20 for an ATT MTU of 23 */
    uint32_t message_size;      /* largest message that can be put together, 263 to 65535 */
    uint32_t sessions;          /* fragmented messages at a time, 1 to 255 */
    uint32_t component_count;   /* secure components, 0 to 16 */
    uint32_t reserved;          /* zero */
    uint8_t component_ids[RANGEKIT_CONNECTOR_COMPONENTS_MAX_COUNT];   /* bits 0 to 6: SECID, 2 to 127; bit 7: always
                                                                         available */
    uint8_t component_types[RANGEKIT_CONNECTOR_COMPONENTS_MAX_COUNT]; /* bits 4 to 7: type; bits 0 to 3: protocol */
} rangekit_connector_capabilities;

#define RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE 64
#define RANGEKIT_CONNECTOR_CAPABILITIES_INIT \
    {(uint32_t)sizeof(rangekit_connector_capabilities), 1, 0, 20, 263, 1, 0, 0, {0}, {0}}

/* Fills capabilities with their initial value: version 1.0 and its smallest sizes, no component. Pure. */
rangekit_status rangekit_connector_capabilities_default(rangekit_connector_capabilities *capabilities);

/* Reads and writes capabilities. More components than fit: RANGEKIT_ERROR_TOO_LARGE. Pure. */
rangekit_status rangekit_connector_capabilities_decode(const uint8_t *bytes, size_t size,
                                                       rangekit_connector_capabilities *capabilities,
                                                       rangekit_diagnostic *diagnostic);
rangekit_status rangekit_connector_capabilities_encode(const rangekit_connector_capabilities *capabilities,
                                                       uint8_t *out, size_t capacity, size_t *length,
                                                       rangekit_diagnostic *diagnostic);

#define RANGEKIT_CONNECTOR_PACKET 1  /* a data packet: high is 1 for the last of a chain, low the SECID, 2 to 127 */
#define RANGEKIT_CONNECTOR_MESSAGE 2 /* a message: high is the type, low the instruction */

#define RANGEKIT_CONNECTOR_COMMAND 0 /* types of message */
#define RANGEKIT_CONNECTOR_EVENT 1
#define RANGEKIT_CONNECTOR_RESPONSE 2

#define RANGEKIT_CONNECTOR_DATA_EXCHANGE 0 /* instructions */
#define RANGEKIT_CONNECTOR_ERROR_INDICATION 1

/* Reads the one-byte header of a data packet or message (`kind`); the payload follows at bytes + 1. Reserved
 * numbers are refused (RANGEKIT_ERROR_INVALID_VALUE). Pure. */
rangekit_status rangekit_connector_header_decode(int32_t kind, const uint8_t *bytes, size_t size, uint32_t *high,
                                                 uint32_t *low, rangekit_diagnostic *diagnostic);

/* Writes a data packet or message: header and payload. "Bytes out" in base.h. Pure. */
rangekit_status rangekit_connector_encode(int32_t kind, uint32_t high, uint32_t low, const uint8_t *payload,
                                          size_t payload_size, uint8_t *out, size_t capacity, size_t *length,
                                          rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_ANDROID_OOB_H */
