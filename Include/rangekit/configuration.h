/* rangekit/configuration.h - from what this device can do and the other device's token to a
 * configuration, or every reason why there is none.
 *
 * Four kinds: peers; an accessory, which may go on in the background; Channel Sounding, which exchanges no
 * configuration; DL-TDoA, where a device listens to anchors and has no peer.
 *
 * Rules (Nearby Interaction's, stated for any device):
 *   - Two devices range when each measures distance (precise or coarse); a device that does not say
 *     what it can do is taken to range at the common denominator, without any option. Channel Sounding
 *     needs both sides to state it; DL-TDoA needs this side alone.
 *   - Where both sides list technologies, one that ranges must be on both lists (extended distance is no
 *     technology of its own). What a token lists counts as stated, also without capabilities.
 *   - Extended distance needs both sides, and a peer or an accessory.
 *   - Camera assistance needs this side alone, and a peer, an accessory or Channel Sounding.
 *   - The background needs an accessory and its Bluetooth peer identifier.
 *   - A second-generation device next to a first-generation or certified third-party one ranges at
 *     first-generation performance.
 *   - What must hold on this device (RANGEKIT_CONDITION_*) and on a Channel Sounding accessory
 *     (RANGEKIT_READINESS_*) is checked where the request states it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_CONFIGURATION_H
#define RANGEKIT_CONFIGURATION_H

#include "base.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the application wants beyond a distance. */
#define RANGEKIT_OPTION_EXTENDED_DISTANCE (1u << 0)
#define RANGEKIT_OPTION_CAMERA_ASSISTANCE (1u << 1)
#define RANGEKIT_OPTION_BACKGROUND (1u << 2) /* go on while the application is in the background */

#define RANGEKIT_CONFIGURATION_KIND_PEER 0
#define RANGEKIT_CONFIGURATION_KIND_ACCESSORY 1
#define RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING 2
#define RANGEKIT_CONFIGURATION_KIND_DL_TDOA 3

/* What holds on this device now. Sources: NISession.h and NIConfiguration.h; -5884 userDidNotAllow, -5883
 * invalidARConfiguration and -5882 accessoryPeerDeviceUnavailable there; WWDC26 session 369 for Channel Sounding. */
#define RANGEKIT_CONDITION_ALLOWED (1u << 0)          /* the user allows ranging; every kind needs it */
#define RANGEKIT_CONDITION_FOREGROUND (1u << 1)       /* the application is in front; needed without the option
                                                         background, and with the camera */
#define RANGEKIT_CONDITION_RADIO_ON (1u << 2)         /* Bluetooth is on; Channel Sounding and background need it, */
#define RANGEKIT_CONDITION_LINK_UP (1u << 3)          /* the accessory is connected; */
#define RANGEKIT_CONDITION_PAIRED (1u << 4)           /* and paired */
#define RANGEKIT_CONDITION_LOCATION_ALLOWED (1u << 5) /* the user allows the location; DL-TDoA needs it */
/* Camera assistance: one pose source (an AR session) a device, attached before the session runs, its world
 * aligned with gravity and begun anew. Without one the other bits are not looked at. */
#define RANGEKIT_CONDITION_POSE_SOURCE (1u << 8)          /* one is attached; without the camera there must be none */
#define RANGEKIT_CONDITION_POSE_SOURCE_LATE (1u << 9)     /* it was attached after run */
#define RANGEKIT_CONDITION_POSE_SOURCE_SECOND (1u << 10)  /* another session of this device has one */
#define RANGEKIT_CONDITION_WORLD_GRAVITY (1u << 11)       /* world alignment gravity */
#define RANGEKIT_CONDITION_WORLD_COLLABORATION (1u << 12) /* must not be */
#define RANGEKIT_CONDITION_FACE_TRACKING (1u << 13)       /* must not be */
#define RANGEKIT_CONDITION_WORLD_INITIAL_MAP (1u << 14)   /* must not be */
#define RANGEKIT_CONDITION_WORLD_RELOCALISATION (1u << 15) /* must not be */

/* What a Channel Sounding accessory has, as WWDC26 session 369 asks of it, beside bluetooth_version and t_fcs_us. */
#define RANGEKIT_READINESS_REFLECTOR (1u << 0)
#define RANGEKIT_READINESS_INLINE_PCT (1u << 1) /* inline PCT transfer */
#define RANGEKIT_READINESS_MODE_0 (1u << 2)
#define RANGEKIT_READINESS_MODE_2 (1u << 3)

#define RANGEKIT_CS_ACCESSORY_BLUETOOTH_VERSION 0x0603 /* Bluetooth 6.3: major in the high byte, minor in the low */
#define RANGEKIT_CS_ACCESSORY_T_FCS_US 100

#define RANGEKIT_DISCOVERY_BLUETOOTH 0 /* how a DL-TDoA network is found: NIDLTDOAConfiguration.DiscoveryMethod */
#define RANGEKIT_DISCOVERY_WIFI 1

#define RANGEKIT_BLUETOOTH_IDENTIFIER_SIZE 16 /* the system's identifier of a peer: a UUID, first byte first */

#define RANGEKIT_REQUEST_HAS_CONDITIONS (1u << 0)
#define RANGEKIT_REQUEST_HAS_BLUETOOTH_PEER (1u << 1)
#define RANGEKIT_REQUEST_HAS_PREVIOUS_BLUETOOTH_PEER (1u << 2)
#define RANGEKIT_REQUEST_HAS_READINESS (1u << 3) /* readiness, bluetooth_version, t_fcs_us */
#define RANGEKIT_REQUEST_HAS_NETWORK (1u << 4)   /* network, discovery */

typedef struct rangekit_configuration_request {
    uint32_t struct_size;
    uint32_t options; /* RANGEKIT_OPTION_*: what is wanted; other bits are refused */
    /* Version 2. */
    uint32_t fields;            /* RANGEKIT_REQUEST_HAS_*; other bits are refused */
    int32_t kind;               /* RANGEKIT_CONFIGURATION_KIND_PEER: peer or accessory, as the tokens say;
                                   _CHANNEL_SOUNDING or _DL_TDOA. Others: RANGEKIT_ERROR_OUT_OF_RANGE */
    uint32_t conditions;        /* RANGEKIT_CONDITION_*: all that hold; other bits are refused */
    uint32_t role;              /* Channel Sounding: RANGEKIT_CS_INITIATOR or _REFLECTOR (channel_sounding.h) */
    uint32_t network;           /* DL-TDoA: the session id of its anchors */
    uint32_t discovery;         /* DL-TDoA: RANGEKIT_DISCOVERY_* */
    uint32_t readiness;         /* RANGEKIT_READINESS_*: of the accessory, this one if it is the reflector */
    uint16_t bluetooth_version; /* of it: 0x0603 is 6.3 */
    uint16_t t_fcs_us;          /* the longest frequency change it supports */
    uint8_t bluetooth_peer[RANGEKIT_BLUETOOTH_IDENTIFIER_SIZE];
    uint8_t previous_bluetooth_peer[RANGEKIT_BLUETOOTH_IDENTIFIER_SIZE]; /* that of the same accessory before */
} rangekit_configuration_request;

#define RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE 8
#define RANGEKIT_CONFIGURATION_REQUEST_INIT \
    {(uint32_t)sizeof(rangekit_configuration_request), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, {0}}

/* Fills a request with its initial value: distance alone. A struct_size between version 1's and the whole struct's
 * counts as version 1, here and for the configuration. A library for small devices (built with RANGEKIT_BRIEF) knows
 * peers and accessories alone, and neither conditions nor readiness: it refuses the rest by RANGEKIT_ERROR_OUT_OF_RANGE
 * and RANGEKIT_ERROR_UNKNOWN_OPTION, and as an unknown kind when it decodes. Pure. */
rangekit_status rangekit_configuration_request_default(rangekit_configuration_request *request);

#define RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER (1u << 1)
#define RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER (1u << 2)
#define RANGEKIT_CONFIGURATION_HAS_NETWORK (1u << 4)

typedef struct rangekit_configuration {
    uint32_t struct_size;
    int32_t kind;                    /* RANGEKIT_CONFIGURATION_KIND_*: what kind of devices take part */
    uint32_t enabled;                /* RANGEKIT_OPTION_*: exactly what was asked for */
    uint32_t performance_generation; /* RANGEKIT_GENERATION_FIRST or _SECOND; _UNKNOWN if a side does not say */
    /* Version 2. Identifiers and role are this device's own: they are not encoded. */
    uint32_t fields;    /* RANGEKIT_CONFIGURATION_HAS_* */
    uint32_t role;      /* Channel Sounding: RANGEKIT_CS_* */
    uint32_t network;   /* DL-TDoA, and required there */
    uint32_t discovery; /* DL-TDoA: RANGEKIT_DISCOVERY_* */
    uint8_t bluetooth_peer[RANGEKIT_BLUETOOTH_IDENTIFIER_SIZE];
    uint8_t previous_bluetooth_peer[RANGEKIT_BLUETOOTH_IDENTIFIER_SIZE];
} rangekit_configuration;

#define RANGEKIT_CONFIGURATION_V1_SIZE 16
#define RANGEKIT_CONFIGURATION_INIT {(uint32_t)sizeof(rangekit_configuration), 0, 0, 0, 0, 0, 0, 0, {0}, {0}}

/* Fills a configuration with its initial value: a peer, nothing enabled. Pure. */
rangekit_status rangekit_configuration_default(rangekit_configuration *configuration);

/* ---- Refusals ---------------------------------------------------------------------------------- */

#define RANGEKIT_REFUSAL_CAPABILITY_MISSING 1 /* `side` says it lacks `capability` */
#define RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN 2 /* `side` does not say whether it has `capability` */
#define RANGEKIT_REFUSAL_SAME_DEVICE 3        /* the peer's token is this device's own */
#define RANGEKIT_REFUSAL_FOREIGN_TOKEN 4      /* `side` has another system's token, which only that system can use */
#define RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY 5 /* both list technologies, and no ranging one is on both lists */
#define RANGEKIT_REFUSAL_OPTION_NOT_OFFERED 6     /* the kind does not have `option` */
#define RANGEKIT_REFUSAL_BLUETOOTH_PEER_MISSING 7 /* no Bluetooth peer identifier */
#define RANGEKIT_REFUSAL_NETWORK_MISSING 8        /* no network of anchors */
#define RANGEKIT_REFUSAL_NOT_ALLOWED 9            /* from here: a condition that does not hold */
#define RANGEKIT_REFUSAL_NOT_FOREGROUND 10
#define RANGEKIT_REFUSAL_RADIO_OFF 11
#define RANGEKIT_REFUSAL_LINK_DOWN 12
#define RANGEKIT_REFUSAL_NOT_PAIRED 13
#define RANGEKIT_REFUSAL_LOCATION_NOT_ALLOWED 14
#define RANGEKIT_REFUSAL_POSE_SOURCE_UNUSED 15  /* one is attached, and camera assistance was not asked for */
#define RANGEKIT_REFUSAL_POSE_SOURCE_MISSING 16
#define RANGEKIT_REFUSAL_POSE_SOURCE_LATE 17
#define RANGEKIT_REFUSAL_POSE_SOURCE_SECOND 18
#define RANGEKIT_REFUSAL_WORLD_ALIGNMENT 19
#define RANGEKIT_REFUSAL_WORLD_COLLABORATION 20
#define RANGEKIT_REFUSAL_FACE_TRACKING 21
#define RANGEKIT_REFUSAL_WORLD_INITIAL_MAP 22
#define RANGEKIT_REFUSAL_WORLD_RELOCALISATION 23
#define RANGEKIT_REFUSAL_BLUETOOTH_VERSION 24   /* from here: what a Channel Sounding accessory lacks */
#define RANGEKIT_REFUSAL_REFLECTOR_ROLE 25
#define RANGEKIT_REFUSAL_INLINE_PCT 26
#define RANGEKIT_REFUSAL_MODE_0 27
#define RANGEKIT_REFUSAL_MODE_2 28
#define RANGEKIT_REFUSAL_T_FCS 29

#define RANGEKIT_SIDE_LOCAL 1
#define RANGEKIT_SIDE_PEER 2

/* One reason; fixed for ever (it travels in arrays). */
typedef struct rangekit_refusal {
    int32_t reason;      /* RANGEKIT_REFUSAL_* */
    int32_t side;        /* RANGEKIT_SIDE_*: whose lack it is; 0 where it is neither's alone */
    uint32_t capability; /* RANGEKIT_CAPABILITY_*: one bit, or 0 */
    uint32_t option;     /* RANGEKIT_OPTION_*: what cannot be had for this reason; 0: ranging itself */
} rangekit_refusal;

#define RANGEKIT_REFUSALS_MAX_COUNT 32 /* no call gives more; 9 for a request of version 1 */

/* The identifier of a reason, "capability_missing" for example. Static storage, ASCII. Pure. */
const char *rangekit_refusal_name(int32_t reason);

/* Says a refusal in one sentence, with what would help; an unknown reason is called that. See "Text out" in base.h;
 * RANGEKIT_REFUSAL_TEXT_MAX_SIZE bytes always suffice, NUL included. Pure. */
rangekit_status rangekit_refusal_describe(const rangekit_refusal *refusal, char *out, size_t capacity, size_t *length);

#define RANGEKIT_REFUSAL_TEXT_MAX_SIZE 256

/* ---- Building ------------------------------------------------------------------------------------ */

/* Builds the configuration for ranging with `peer`. `local` is this device's own token: it says what
 * this device can do. `request` may be NULL: distance alone. `peer` may be NULL for DL-TDoA, and is not read then.
 * Gives RANGEKIT_ERROR_INCOMPATIBLE and every reason at once in `refusals` (ranging before options, then
 * neither's, local, peer); *refusal_count is always the number of reasons, 0 after success. `refusals` may be
 * NULL with capacity 0. Reasons beyond `capacity` are counted, not written. On failure `configuration`
 * is unchanged. Invalid tokens give what rangekit_token_validate gives for them. Pure. */
rangekit_status rangekit_configuration_build(const rangekit_token *local, const rangekit_token *peer,
                                             const rangekit_configuration_request *request,
                                             rangekit_configuration *configuration, rangekit_refusal *refusals,
                                             size_t refusals_capacity, size_t *refusal_count);

/* ---- On the wire --------------------------------------------------------------------------------- */

#define RANGEKIT_CONFIGURATION_FORMAT_VERSION 1
#define RANGEKIT_CONFIGURATION_MAX_SIZE 17 /* no encoded configuration is longer; 9 bytes but for DL-TDoA */

/* Encodes a configuration as deterministic CBOR (rangekit.cddl), so that one device can propose it
 * and the other compare: two devices that agree encode the same bytes. See "Bytes out" in base.h.
 * `diagnostic` may be NULL. Pure. */
rangekit_status rangekit_configuration_encode(const rangekit_configuration *configuration, uint8_t *out,
                                              size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* Decodes and validates `size` bytes that are one configuration and nothing else. Both devices must
 * understand all of a configuration, so unknown keys, options that its kind does not have and unknown kinds are refused. On failure
 * `configuration` is unchanged; the diagnostic (may be NULL) gives byte offset and field. Pure. */
rangekit_status rangekit_configuration_decode(const uint8_t *bytes, size_t size,
                                              rangekit_configuration *configuration,
                                              rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CONFIGURATION_H */
