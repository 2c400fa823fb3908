/* rangekit/accessory.h - the accessory protocol of Nearby Interaction: messages, accessory configuration
 * data, shareable configuration data, and the GATT tables an accessory registers.
 *
 *   accessory                                   phone
 *      <----------- 0x0A initialize -------------
 *      --- 0x01 accessory configuration data --->
 *      <- 0x0B shareable configuration data -----
 *      ------- 0x02 did start, 0x03 did stop --->
 *      <----------- 0x0C stop --------------------
 *
 * All numbers are little-endian and packed. Bytes that this library has no name for are kept and written
 * again, so what is read and written back is the same to the byte.
 *
 * Sources: the layouts of versions 1.1 and 2.0 are those of AOSP's ranging test app and of captures; 1.2,
 * 2.1 and 2.2 follow from the lengths that phones accept and are marked "inferred". The rules for what a
 * phone accepts were observed, not published; each is a refusal with a name of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_ACCESSORY_H
#define RANGEKIT_ACCESSORY_H

#include "base.h"
#include "parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Messages: an id, and a body ------------------------------------------------------------------ */

#define RANGEKIT_ACCESSORY_MESSAGE_CONFIGURATION 0x01       /* to the phone; body: accessory configuration data */
#define RANGEKIT_ACCESSORY_MESSAGE_DID_START 0x02           /* to the phone; empty */
#define RANGEKIT_ACCESSORY_MESSAGE_DID_STOP 0x03            /* to the phone; empty */
#define RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE 0x0A          /* to the accessory; empty */
#define RANGEKIT_ACCESSORY_MESSAGE_CONFIGURE_AND_START 0x0B /* to the accessory; body: shareable configuration data */
#define RANGEKIT_ACCESSORY_MESSAGE_STOP 0x0C                /* to the accessory; empty */
#define RANGEKIT_ACCESSORY_MESSAGE_VENDOR 0x20              /* from here on ids are the vendor's */
#define RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE_ANDROID 0xA5  /* to the accessory; empty; answered in another layout */

/* The identifier of a message, "configure_and_start" for example; "vendor" from 0x20 on, "unknown" for an
 * id below that without a meaning. Static storage, ASCII. Pure. */
const char *rangekit_accessory_message_name(uint32_t id);

/* Reads the id. The body is bytes[1 .. 1 + *body_length). Ids without a meaning here pass through with
 * whatever body they have. Errors: RANGEKIT_ERROR_MESSAGE_EMPTY; RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED (an
 * empty message with a body) and RANGEKIT_ERROR_MESSAGE_BODY_MISSING (a configuration without). `diagnostic`
 * may be NULL. On failure *id and *body_length are 0. Pure. */
rangekit_status rangekit_accessory_message_decode(const uint8_t *bytes, size_t size, uint32_t *id,
                                                  size_t *body_length, rangekit_diagnostic *diagnostic);

/* Writes an id and a body; the same rules. `body` may be NULL with body_length = 0; an id above 255 gives
 * RANGEKIT_ERROR_OUT_OF_RANGE. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_accessory_message_encode(uint32_t id, const uint8_t *body, size_t body_length, uint8_t *out,
                                                  size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* ---- Problems: all that is wrong with bytes, not the first thing alone ------------------------------ */

/* One thing that is wrong, as in a diagnostic. Fixed for ever (it travels in arrays). */
typedef struct rangekit_problem {
    uint64_t byte_offset;
    uint64_t expected;
    uint64_t found;
    uint32_t fields;        /* RANGEKIT_DIAGNOSTIC_HAS_* */
    rangekit_status status; /* what is wrong */
    int32_t field;          /* RANGEKIT_FIELD_* */
    uint32_t is_refused;    /* 1: the receiver refuses the bytes for it; 0: it does not look */
} rangekit_problem;

#define RANGEKIT_PROBLEMS_MAX_COUNT 16 /* no call gives more */

/* Says a problem in one sentence, as rangekit_diagnostic_describe does; RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE
 * bytes always suffice. Pure. */
rangekit_status rangekit_problem_describe(const rangekit_problem *problem, char *out, size_t capacity,
                                          size_t *length);

/* ---- Accessory configuration data: what the accessory says ----------------------------------------- */

#define RANGEKIT_RANGING_ROLE_RESPONDER 0
#define RANGEKIT_RANGING_ROLE_INITIATOR 1

/* What a version carries, and what the bytes had. */
#define RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT (1u << 0) /* from 1.1 on: max_clock_drift_ppm */
#define RANGEKIT_ACCESSORY_HAS_MODES (1u << 1)       /* 1.2, and from 2.1 on (both inferred): multi_node_mode, ranging_round_usage */
#define RANGEKIT_ACCESSORY_HAS_TIMING (1u << 2)      /* from 2.0 on: uwb_reserved, hopping_mode, slots, slot, interval */
#define RANGEKIT_ACCESSORY_HAS_SESSION (1u << 3)     /* from 2.2 on (inferred): session_id, static_sts_iv */

#define RANGEKIT_ACCESSORY_TRAILING_MAX_SIZE 64
#define RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE 124 /* no encoded accessory configuration is longer */

typedef struct rangekit_accessory_configuration {
    uint32_t struct_size;
    uint32_t fields; /* RANGEKIT_ACCESSORY_HAS_* */
    uint32_t manufacturer_id;
    uint32_t chipset_model_id;
    uint32_t middleware_version;
    uint32_t session_id;
    uint16_t protocol_major; /* 1 or more */
    uint16_t protocol_minor;
    uint16_t interop_major; /* UWB interoperability version */
    uint16_t interop_minor;
    uint16_t max_clock_drift_ppm;
    uint16_t slots_per_round;
    uint16_t slot_duration_rstu;
    uint16_t ranging_interval_ms;
    uint8_t update_rate; /* RANGEKIT_UPDATE_RATE_* */
    uint8_t role;        /* RANGEKIT_RANGING_ROLE_* */
    uint8_t hopping_mode;
    uint8_t multi_node_mode;     /* 0 or 1 */
    uint8_t ranging_round_usage; /* 0, 2, 3 or 8 */
    uint8_t uwb_config_length;   /* as it was received; 0: encode the right one */
    uint8_t trailing_length;     /* 0 to 64 */
    uint8_t reserved;            /* zero */
    uint8_t short_address[2];    /* in over-the-air order */
    uint8_t static_sts_iv[6];
    uint8_t header_reserved[10]; /* bytes 5 to 14; zero */
    uint8_t uwb_reserved[4];     /* version 2.0's bytes 37 to 40; zero */
    uint8_t reserved_bytes[2];   /* zero */
    uint8_t trailing[RANGEKIT_ACCESSORY_TRAILING_MAX_SIZE]; /* bytes behind what this library knows */
} rangekit_accessory_configuration;

#define RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE 136

/* Fills a configuration with its initial value: protocol 1.0, interop 1.1, a responder without an address
 * that leaves the update rate to the phone, 100 ppm. See "Structs" in base.h; version 1 needs the whole
 * struct. There is no _INIT macro. Pure. */
rangekit_status rangekit_accessory_configuration_default(rangekit_accessory_configuration *configuration);

/* Sets the interop version and the bits of all that the version carries: 1.0, 1.1, 1.2, 2.0, 2.1, 2.2;
 * values stay, `configuration` is in and out. Another version: RANGEKIT_ERROR_UNKNOWN_VERSION. Pure. */
rangekit_status rangekit_accessory_configuration_set_version(rangekit_accessory_configuration *configuration,
                                                             uint32_t interop_major, uint32_t interop_minor);

/* Decodes accessory configuration data and refuses, in this order, what a phone refuses:
 *   RANGEKIT_ERROR_ACD_TOO_SHORT            below 20 bytes
 *   RANGEKIT_ERROR_ACD_PROTOCOL_VERSION     protocol below 1
 *   RANGEKIT_ERROR_ACD_INTEROP_VERSION      interop below 1 (there is none)
 *   RANGEKIT_ERROR_ACD_LENGTH               1.0, 1.1, 1.2: not exactly 35, 37, 39 bytes
 *   RANGEKIT_ERROR_ACD_CONFIG_LENGTH        1.0, 1.1, 1.2: the length byte is not 19, 21, 23
 *   RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT      any newer version: below 39 bytes
 *   RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH  any newer version: the length byte is below 23
 *   RANGEKIT_ERROR_ACD_UPDATE_RATE          not 0, 10 or 20
 *   RANGEKIT_ERROR_ACD_ROLE                 above 1
 *   RANGEKIT_ERROR_ACD_MULTI_NODE_MODE      from 1.2 on: byte 37 above 1
 *   RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE  from 1.2 on: byte 38 not 0, 2, 3 or 8
 * and RANGEKIT_ERROR_TOO_LARGE for more than 64 bytes behind what the library knows. On failure
 * `configuration` is unchanged; the diagnostic (may be NULL) gives offset, field, expected and found. Pure. */
rangekit_status rangekit_accessory_configuration_decode(const uint8_t *bytes, size_t size,
                                                        rangekit_accessory_configuration *configuration,
                                                        rangekit_diagnostic *diagnostic);

/* Decodes as much as there is and lists everything that is wrong: what a phone refuses (is_refused 1) and
 * what it does not look at:
 *   RANGEKIT_ERROR_ACD_RESERVED         reserved bytes that are not zero
 *   RANGEKIT_ERROR_ACD_LENGTH_MISMATCH  a newer version's length byte is not that of the bytes
 *   RANGEKIT_ERROR_ACD_INCOMPLETE       a newer version's own values are not all there
 *   RANGEKIT_ERROR_ACD_HOPPING_MODE     above 1
 *   RANGEKIT_ERROR_ACD_ADDRESS          FFFF or FFFE, which are no device's
 *   RANGEKIT_ERROR_ACD_NEWER_VERSION    newer than this library knows; read as the newest that it does
 *   RANGEKIT_ERROR_TRAILING_BYTES       bytes behind what the library knows, kept
 * RANGEKIT_OK when a configuration could be read, however wrong; below 35 bytes RANGEKIT_ERROR_TRUNCATED,
 * the problems listed all the same and `configuration` unchanged. *problem_count is always the number of
 * problems; `problems` may be NULL with capacity 0. Pure. */
rangekit_status rangekit_accessory_configuration_read(const uint8_t *bytes, size_t size,
                                                      rangekit_accessory_configuration *configuration,
                                                      rangekit_problem *problems, size_t problems_capacity,
                                                      size_t *problem_count);

/* Encodes accessory configuration data that a phone accepts; what rangekit_accessory_configuration_decode
 * would refuse is refused, the diagnostic's offset counting in the bytes that would have been.
 * RANGEKIT_ERROR_FIELD_NOT_ALLOWED for values that the version does not carry, RANGEKIT_ERROR_MISSING_FIELD
 * for values without those that stand before them. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_accessory_configuration_encode(const rangekit_accessory_configuration *configuration,
                                                        uint8_t *out, size_t capacity, size_t *length,
                                                        rangekit_diagnostic *diagnostic);

/* As decode and encode, for the UWB configuration alone: the bytes from 16 on, as chip vendors' libraries
 * give them. Decoding takes protocol 1.0 and an automatic update rate for the header; offsets in the
 * diagnostic count from the start of a whole accessory configuration. Pure. */
rangekit_status rangekit_uwb_configuration_decode(const uint8_t *bytes, size_t size,
                                                  rangekit_accessory_configuration *configuration,
                                                  rangekit_diagnostic *diagnostic);
rangekit_status rangekit_uwb_configuration_encode(const rangekit_accessory_configuration *configuration, uint8_t *out,
                                                  size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* Whether the encrypted characteristic holds the same configuration as the message (its body): a phone that
 * finds two of them ranges with neither. Both must decode, else their refusal. Where they differ,
 * RANGEKIT_ERROR_ACCESSORY_MISMATCH and a diagnostic with the first field that differs: its offset, the
 * message's value as expected, the characteristic's as found. Pure. */
rangekit_status rangekit_accessory_configuration_compare(const uint8_t *message_body, size_t message_size,
                                                         const uint8_t *characteristic, size_t characteristic_size,
                                                         rangekit_diagnostic *diagnostic);

/* ---- Shareable configuration data: what the phone answers ------------------------------------------ */

#define RANGEKIT_SHAREABLE_HAS_CLOCK_DRIFT (1u << 0) /* from 1.1 on: max_clock_drift_ppm */
#define RANGEKIT_SHAREABLE_HAS_HOPPING (1u << 1)     /* 2.0: uwb_reserved, hopping_mode */

#define RANGEKIT_SHAREABLE_TRAILING_MAX_SIZE 64
#define RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE 99 /* no encoded shareable configuration is longer */

typedef struct rangekit_shareable_configuration {
    uint32_t struct_size;
    uint32_t fields; /* RANGEKIT_SHAREABLE_HAS_* */
    uint32_t session_id;
    uint16_t interop_major;
    uint16_t interop_minor;
    uint16_t slots_per_round;
    uint16_t slot_duration_rstu;
    uint16_t ranging_interval_ms;
    uint16_t max_clock_drift_ppm;
    uint8_t country[2]; /* two ASCII letters, of where the phone is: not a constant */
    uint8_t preamble_code_index;
    uint8_t channel;
    uint8_t ranging_round_control;
    uint8_t hopping_mode;
    uint8_t short_address[2]; /* the phone's, in over-the-air order */
    uint8_t static_sts_iv[6];
    uint8_t uwb_reserved[4]; /* zero */
    uint8_t trailing_length; /* 0 to 64 */
    uint8_t reserved[5];     /* zero */
    uint8_t trailing[RANGEKIT_SHAREABLE_TRAILING_MAX_SIZE];
} rangekit_shareable_configuration;

#define RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE 112

/* Fills a configuration with its initial value: interop 1.1, everything else zero. Pure. */
rangekit_status rangekit_shareable_configuration_default(rangekit_shareable_configuration *configuration);

/* Sets the interop version and the bits of what it carries: 1.0, 1.1 or 2.0; values stay, `configuration` is in
 * and out. Another version: RANGEKIT_ERROR_UNKNOWN_VERSION. Pure. */
rangekit_status rangekit_shareable_configuration_set_version(rangekit_shareable_configuration *configuration,
                                                             uint32_t interop_major, uint32_t interop_minor);

/* Decodes shareable configuration data and refuses:
 *   RANGEKIT_ERROR_SCD_TOO_SHORT      below 28 bytes
 *   RANGEKIT_ERROR_SCD_VERSION        interop below 1
 *   RANGEKIT_ERROR_SCD_CONFIG_LENGTH  the length byte is not 23 (1.0), 25 (1.1), 30 (2.0); newer: below 23
 *   RANGEKIT_ERROR_SCD_LENGTH         the bytes behind the length byte are not as many as it says
 *   RANGEKIT_ERROR_SCD_HOPPING_MODE   above 1
 * and RANGEKIT_ERROR_TOO_LARGE for more than 64 bytes behind what the library knows. Pure. */
rangekit_status rangekit_shareable_configuration_decode(const uint8_t *bytes, size_t size,
                                                        rangekit_shareable_configuration *configuration,
                                                        rangekit_diagnostic *diagnostic);

/* As rangekit_accessory_configuration_read. Also lists RANGEKIT_ERROR_SCD_COUNTRY (not two capital
 * letters), RANGEKIT_ERROR_SCD_RESERVED, RANGEKIT_ERROR_SCD_NEWER_VERSION, RANGEKIT_ERROR_TRAILING_BYTES. Pure. */
rangekit_status rangekit_shareable_configuration_read(const uint8_t *bytes, size_t size,
                                                      rangekit_shareable_configuration *configuration,
                                                      rangekit_problem *problems, size_t problems_capacity,
                                                      size_t *problem_count);

/* As rangekit_accessory_configuration_encode. Pure. */
rangekit_status rangekit_shareable_configuration_encode(const rangekit_shareable_configuration *configuration,
                                                        uint8_t *out, size_t capacity, size_t *length,
                                                        rangekit_diagnostic *diagnostic);

/* ---- The configuration of accessories that talk to Android in the chip vendors' layout ------------- */

/* The answer to message 0xA5, 18 bytes behind the id 0x01: not an accessory configuration, though the id is
 * the same. Source: a capture and the layout of a public demonstration app. */
typedef struct rangekit_android_accessory_configuration {
    uint32_t struct_size;
    uint32_t profile_ids; /* bit n: profile n */
    uint16_t version_major;
    uint16_t version_minor;
    uint16_t chip_id;
    uint16_t chip_firmware_version;
    uint8_t middleware_version[3];
    uint8_t ranging_roles; /* bit 0 responder, bit 1 initiator */
    uint8_t short_address[2];
    uint8_t reserved[2]; /* zero */
} rangekit_android_accessory_configuration;

#define RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE 24
#define RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_SIZE 18 /* encoded */

/* Fills a configuration with its initial value: version 1.0, everything else zero. Pure. */
rangekit_status rangekit_android_accessory_configuration_default(
    rangekit_android_accessory_configuration *configuration);

/* Decodes exactly 18 bytes; fewer RANGEKIT_ERROR_TRUNCATED, more RANGEKIT_ERROR_TRAILING_BYTES. Pure. */
rangekit_status rangekit_android_accessory_configuration_decode(
    const uint8_t *bytes, size_t size, rangekit_android_accessory_configuration *configuration,
    rangekit_diagnostic *diagnostic);

/* Encodes 18 bytes. See "Bytes out" in base.h. Pure. */
rangekit_status rangekit_android_accessory_configuration_encode(
    const rangekit_android_accessory_configuration *configuration, uint8_t *out, size_t capacity, size_t *length);

/* ---- Static STS ------------------------------------------------------------------------------------ */

#define RANGEKIT_VENDOR_ID_APPLE 0x004C

/* The order of the vendor id's two bytes: stacks differ, and a wrong one is silence. */
#define RANGEKIT_STS_VENDOR_LITTLE_ENDIAN 0 /* 4C 00: AOSP's accessory code; the best evidence there is */
#define RANGEKIT_STS_VENDOR_BIG_ENDIAN 1    /* 00 4C: stacks that take the id's high byte first */

#define RANGEKIT_STATIC_STS_KEY_SIZE 8

/* The key input of a static STS session: vendor id, 2 bytes in the stated order, then the 6 bytes of the
 * initialisation vector. Another order, or an id above 65535: RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_static_sts_key(uint32_t vendor_id, const uint8_t *static_sts_iv, int32_t order,
                                        uint8_t *out, size_t capacity, size_t *length);

/* ---- Parameters ------------------------------------------------------------------------------------ */

/* What an accessory says about the session, as one view (parameters.h): its own. A ranging_round_usage of 0
 * or 8 is not one of FiRa's and stays absent. Pure. */
rangekit_status rangekit_parameters_from_accessory(const rangekit_accessory_configuration *configuration,
                                                   rangekit_parameters *parameters);

/* What the phone says, as its own view: device_address is the phone's. sts_config becomes 0 (static) and
 * vendor_id that of Apple, with which phones derive the STS. Pure. */
rangekit_status rangekit_parameters_from_shareable(const rangekit_shareable_configuration *configuration,
                                                   rangekit_parameters *parameters);

/* The session as the accessory has to run it: its own address and role, the phone as its peer and
 * controller, everything else as the phone says. This is what goes into the radio. Pure. */
rangekit_status rangekit_parameters_for_accessory(const rangekit_accessory_configuration *configuration,
                                                  const rangekit_shareable_configuration *answer,
                                                  rangekit_parameters *parameters);

/* Puts a view into accessory configuration data; what the view does not state, and what the format does not
 * carry, stays as it was: `configuration` is in and out. RANGEKIT_ERROR_OUT_OF_RANGE for a value that has no room
 * (an extended address, a number above 65535), named by the diagnostic (may be NULL); nothing is changed then. Pure. */
rangekit_status rangekit_parameters_to_accessory(const rangekit_parameters *parameters,
                                                 rangekit_accessory_configuration *configuration,
                                                 rangekit_diagnostic *diagnostic);

/* The same for shareable configuration data: the view is the phone's, `configuration` is in and out. Pure. */
rangekit_status rangekit_parameters_to_shareable(const rangekit_parameters *parameters,
                                                 rangekit_shareable_configuration *configuration,
                                                 rangekit_diagnostic *diagnostic);

/* ---- GATT tables ----------------------------------------------------------------------------------- */

#define RANGEKIT_GATT_TABLE_NEARBY_INTERACTION 0 /* for ranging in the background: the phone reads it itself */
#define RANGEKIT_GATT_TABLE_NORDIC_UART 1        /* a transport that phones' sample apps know */
#define RANGEKIT_GATT_TABLE_QORVO 2              /* Qorvo's transport */
#define RANGEKIT_GATT_TABLE_RANGEKIT 3           /* RangeKit's own profile */
#define RANGEKIT_GATT_TABLE_COUNT 4

#define RANGEKIT_GATT_KIND_SERVICE 1
#define RANGEKIT_GATT_KIND_CHARACTERISTIC 2

/* Properties, the bits of the characteristic declaration (Bluetooth Core, volume 3 part G 3.3.1.1). */
#define RANGEKIT_GATT_READ (1u << 1)
#define RANGEKIT_GATT_WRITE_WITHOUT_RESPONSE (1u << 2)
#define RANGEKIT_GATT_WRITE (1u << 3)
#define RANGEKIT_GATT_NOTIFY (1u << 4)
#define RANGEKIT_GATT_INDICATE (1u << 5)

/* Permissions: what a connection must be for an access. */
#define RANGEKIT_GATT_READ_ENCRYPTED (1u << 0)  /* encryption before reading, so pairing */
#define RANGEKIT_GATT_WRITE_ENCRYPTED (1u << 1) /* encryption before writing, and before subscribing */

/* What a row is for. */
#define RANGEKIT_GATT_ROW_SERVICE 0
#define RANGEKIT_GATT_ROW_ACCESSORY_CONFIGURATION 1  /* accessory configuration data, to be read encrypted */
#define RANGEKIT_GATT_ROW_ACCESSORY_CONFIGURATIONS 2 /* several of them */
#define RANGEKIT_GATT_ROW_RECEIVE 3                  /* the phone writes messages */
#define RANGEKIT_GATT_ROW_TRANSMIT 4                 /* the accessory notifies messages */
#define RANGEKIT_GATT_ROW_PAIRING 5                  /* reading it makes the phone pair */
#define RANGEKIT_GATT_ROW_DISCOVERY_TOKEN 6          /* a token (token.h), either way, in fragments (transport.h) */
#define RANGEKIT_GATT_ROW_SESSION_CONTROL 7          /* messages of the session, in fragments */
#define RANGEKIT_GATT_ROW_APPLICATION_DATA 8         /* the application's own bytes, in fragments */

/* One row of a table. Fixed for ever (it travels in arrays). */
typedef struct rangekit_gatt_row {
    uint8_t uuid[16];     /* in over-the-air order: little-endian */
    int32_t kind;         /* RANGEKIT_GATT_KIND_* */
    int32_t row;          /* RANGEKIT_GATT_ROW_* */
    uint32_t properties;  /* RANGEKIT_GATT_*; 0 for a service */
    uint32_t permissions; /* RANGEKIT_GATT_*_ENCRYPTED */
} rangekit_gatt_row;

/* The identifier of a table, "nearby_interaction" for example; "unknown" for another number. Static
 * storage, ASCII. Pure. */
const char *rangekit_gatt_table_name(int32_t table);

/* What a row is for, "accessory_configuration" for example. Static storage, ASCII. Pure. */
const char *rangekit_gatt_row_name(int32_t row);

/* The rows of a table, the service first. *count is always how many there are; `rows` may be NULL with
 * capacity 0; rows beyond `capacity` are counted, not written. Another table: RANGEKIT_ERROR_OUT_OF_RANGE.
 * Pure. */
rangekit_status rangekit_gatt_rows(int32_t table, rangekit_gatt_row *rows, size_t capacity, size_t *count);

/* A UUID's 16 bytes, little-endian, as text: 36 characters in lower case. See "Text out" in base.h. Pure. */
rangekit_status rangekit_uuid_describe(const uint8_t *uuid, char *out, size_t capacity, size_t *length);

#define RANGEKIT_UUID_TEXT_SIZE 37 /* NUL included */

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_ACCESSORY_H */
