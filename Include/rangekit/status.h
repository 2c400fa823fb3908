/* rangekit/status.h - every status that a function can return: RANGEKIT_OK, or a negative number whose meaning
 * never changes. base.h includes it, and gives each its identifier and a sentence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_STATUS_H
#define RANGEKIT_STATUS_H

#include <stdint.h>

typedef int32_t rangekit_status;

#define RANGEKIT_OK 0

/* Calls: what was passed cannot be used. */
#define RANGEKIT_ERROR_NULL_POINTER (-1)     /* a required pointer is NULL */
#define RANGEKIT_ERROR_MISALIGNED (-2)       /* a pointer is not aligned for its type */
#define RANGEKIT_ERROR_STRUCT_SIZE (-3)      /* struct_size is below version 1's, or absurd */
#define RANGEKIT_ERROR_UNKNOWN_OPTION (-4)   /* an options struct sets bytes this library does not know */
#define RANGEKIT_ERROR_BUFFER_TOO_SMALL (-5) /* capacity is below what is needed */
#define RANGEKIT_ERROR_OUT_OF_MEMORY (-6)    /* malloc gave nothing */
#define RANGEKIT_ERROR_INVALID_HANDLE (-7)   /* not a handle of this type, or the caller's memory after destroy */
#define RANGEKIT_ERROR_NOT_FINITE (-8)       /* a number is NaN or infinite */
#define RANGEKIT_ERROR_OUT_OF_RANGE (-9)     /* a number is outside its stated range */
#define RANGEKIT_ERROR_MISSING_VALUE (-10)   /* a value that is needed is marked absent */
#define RANGEKIT_ERROR_TIME_BACKWARDS (-11)  /* time_ns is before that of an earlier call */

/* Bytes: what was received is not a valid message. A diagnostic says where. */
#define RANGEKIT_ERROR_TRUNCATED (-100)         /* the bytes end inside an item */
#define RANGEKIT_ERROR_MALFORMED (-101)         /* not well-formed CBOR (RFC 8949 appendix C) */
#define RANGEKIT_ERROR_INDEFINITE_LENGTH (-102) /* an indefinite length; only definite ones are accepted */
#define RANGEKIT_ERROR_NOT_SHORTEST (-103)      /* a number or length is not in its shortest form */
#define RANGEKIT_ERROR_KEY_ORDER (-104)         /* map keys are not in bytewise order */
#define RANGEKIT_ERROR_DUPLICATE_KEY (-105)     /* a map key occurs twice */
#define RANGEKIT_ERROR_TOO_DEEP (-106)          /* nested deeper than RANGEKIT_CBOR_MAX_DEPTH */
#define RANGEKIT_ERROR_COUNT_TOO_LARGE (-107)   /* a count is larger than the bytes left */
#define RANGEKIT_ERROR_INVALID_UTF8 (-108)      /* a text string is not UTF-8 */
#define RANGEKIT_ERROR_TRAILING_BYTES (-109)    /* bytes follow the message */
#define RANGEKIT_ERROR_TAG_REFUSED (-110)       /* a CBOR tag where none is accepted */
#define RANGEKIT_ERROR_SIMPLE_REFUSED (-111)    /* a CBOR simple value other than false, true, null, undefined */
#define RANGEKIT_ERROR_WRONG_TYPE (-112)        /* a field has another CBOR type than its format states */
#define RANGEKIT_ERROR_MISSING_FIELD (-113)     /* a required field is not there */
#define RANGEKIT_ERROR_WRONG_LENGTH (-114)      /* a field has a length its format does not allow */
#define RANGEKIT_ERROR_INVALID_VALUE (-115)     /* a field has a value its format does not allow */
#define RANGEKIT_ERROR_UNKNOWN_VERSION (-116)   /* a format version this library does not read */
#define RANGEKIT_ERROR_FIELD_NOT_ALLOWED (-117) /* a field that this kind of message must not have */
#define RANGEKIT_ERROR_TOO_LARGE (-118)         /* more than the stated capacity for this field */

/* Protection of tokens: each way to cheat has a name. */
#define RANGEKIT_ERROR_PROTECTION_MISSING (-130)     /* an unprotected message where protection is demanded */
#define RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED (-131) /* an algorithm that the policy does not accept */
#define RANGEKIT_ERROR_ALGORITHM_MISMATCH (-132)     /* an algorithm that the message's COSE type does not have */
#define RANGEKIT_ERROR_ALGORITHM_UNPROTECTED (-133)  /* the algorithm stands in the unprotected header */
#define RANGEKIT_ERROR_ALGORITHM_MISSING (-134)      /* no header states the algorithm */
#define RANGEKIT_ERROR_ALGORITHM_DUPLICATED (-135)   /* both headers state an algorithm */
#define RANGEKIT_ERROR_CRITICAL_HEADER (-136)        /* a critical header that is not understood, or misplaced */
#define RANGEKIT_ERROR_UNKNOWN_HEADER (-137)         /* a protected header that is not understood */
#define RANGEKIT_ERROR_SIGNATURE_WRONG (-138)        /* signature or authentication tag does not fit */
#define RANGEKIT_ERROR_KEY_UNKNOWN (-139)            /* the host has no key for this key id */
#define RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED (-140)    /* the host's sign or verify function failed */
#define RANGEKIT_ERROR_WRONG_KEY (-141)              /* another key id than the expected one */
#define RANGEKIT_ERROR_WRONG_DEVICE (-142)           /* a token of another device than the expected one */
#define RANGEKIT_ERROR_WRONG_NONCE (-143)            /* another nonce than the expected one: an old token */
#define RANGEKIT_ERROR_EXPIRED (-144)                /* the token has expired */

/* Tokens. */
#define RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION (-145) /* a technology is listed that the capabilities deny */

/* Two-way ranging: what an exchange's timestamps cannot mean. */
#define RANGEKIT_ERROR_TIMESTAMP_RANGE (-200)      /* a timestamp has bits above timestamp_bits */
#define RANGEKIT_ERROR_INTERVAL_ZERO (-201)        /* two timestamps of one device are equal */
#define RANGEKIT_ERROR_INTERVAL_TOO_LONG (-202)    /* an interval is 2^47 ticks or more */
#define RANGEKIT_ERROR_INTERVAL_OVER_LIMIT (-203)  /* an interval is above interval_limit_ticks */
#define RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND (-204)  /* a reply is longer than its round, beyond the tolerance */
#define RANGEKIT_ERROR_CLOCK_OFFSET_RANGE (-205)   /* a clock offset is beyond the tolerance */

/* Calibration. */
#define RANGEKIT_ERROR_TOO_FEW_SAMPLES (-230) /* too few rows for what is asked */
#define RANGEKIT_ERROR_JSON_SYNTAX (-231)     /* not well-formed JSON (RFC 8259) */
#define RANGEKIT_ERROR_JSON_TYPE (-232)       /* a field has another JSON type than its format states */
/* Signal: what registers and labels cannot mean. */
#define RANGEKIT_ERROR_NO_RECEPTION (-210)       /* a power or a count is 0: nothing was received */
#define RANGEKIT_ERROR_TABLE (-211)              /* a table is not strictly ascending, or has too few or too many points */
#define RANGEKIT_ERROR_FIT_ONE_CLASS (-212)      /* every label is the same: nothing to tell apart */
#define RANGEKIT_ERROR_FIT_CONSTANT (-213)       /* a feature never changes */
#define RANGEKIT_ERROR_FIT_SEPARABLE (-214)      /* the classes do not overlap: without a penalty there is no fit */
#define RANGEKIT_ERROR_FIT_NOT_CONVERGED (-215)  /* maximum_iterations were not enough */

/* Angle. */
#define RANGEKIT_ERROR_PHASE_RANGE (-220)  /* no angle gives this phase difference */
#define RANGEKIT_ERROR_NO_DIRECTION (-221) /* a vector or quaternion has no length */

/* Channel Sounding: estimates. */
#define RANGEKIT_ERROR_NO_ROUND_TRIP (-875) /* not one round trip was given */
#define RANGEKIT_ERROR_NO_PROCEDURE (-876)  /* no procedure was taken yet */

/* Configuration. */
#define RANGEKIT_ERROR_INCOMPATIBLE (-300) /* the two devices cannot range as asked; refusals say why */

/* Channel Sounding: what does not fit the procedures at hand. */
#define RANGEKIT_ERROR_CS_CONTINUATION (-850)     /* a continue event without the result event that it continues */
#define RANGEKIT_ERROR_CS_SEGMENT_LOST (-851)     /* a segment before this one is missing; found, expected counters */
#define RANGEKIT_ERROR_CS_STALE (-852)            /* data of a procedure that is over already */
#define RANGEKIT_ERROR_CS_OTHER_CONNECTION (-853) /* an event of another connection */
/* Locator. */
#define RANGEKIT_ERROR_TOO_MANY_TARGETS (-470) /* a locator holds no more targets; remove one */
#define RANGEKIT_ERROR_UNKNOWN_TARGET (-471)   /* no call or measurement has named this target */
/* Positioning: what measurements and anchors do not give, and why one measurement was left out. */
#define RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS (-400)  /* fewer usable measurements than unknowns */
#define RANGEKIT_ERROR_GEOMETRY_DEGENERATE (-401)   /* the anchors leave a direction open */
#define RANGEKIT_ERROR_NO_CONVERGENCE (-402)        /* the iterations ended before the solution was reached */
#define RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE (-403) /* a difference is larger than the anchors' distance */
#define RANGEKIT_ERROR_GATED (-404)                 /* a measurement disagrees with the others beyond the gate */
#define RANGEKIT_ERROR_ANCHOR_INVALID (-405)        /* no anchor of this number, or its place is not usable */
#define RANGEKIT_ERROR_SAME_ANCHOR (-406)           /* a measurement between one place and itself */
#define RANGEKIT_ERROR_SURVEY_DISCONNECTED (-410)   /* no path of ranges from one anchor to the others */

/* Tracking: why a measurement moved no track. */
#define RANGEKIT_ERROR_TRACKER_COLLECTING (-450) /* there is no track yet; what was measured does not give a place */
#define RANGEKIT_ERROR_TRACKER_FULL (-451)       /* the tracker holds as many anchors as it can */
#define RANGEKIT_ERROR_TRACKER_NO_STATE (-452)   /* needs a state or dimension that the options leave out */
/* Android ranging out-of-band messages. */
#define RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE (-600)      /* a message id that no version of the format has */
#define RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET (-601) /* data for a technology that the message's set leaves out */
#define RANGEKIT_ERROR_OOB_DUPLICATE_TECHNOLOGY (-602) /* data for a technology twice */

/* FiRa UCI. */
#define RANGEKIT_ERROR_UCI_RESERVED_BITS (-700)     /* a header with reserved bits set, or a reserved message type */
#define RANGEKIT_ERROR_UCI_INTERLEAVED (-701)       /* a segment of a message while another is unfinished; it is dropped */
#define RANGEKIT_ERROR_UCI_COUNT_MISMATCH (-702)    /* fewer or more entries than the message's count says */
#define RANGEKIT_ERROR_UCI_SIZE_MISMATCH (-703)     /* a measurement is shorter or longer than its size says */
#define RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE (-704)  /* a measurement type whose layout is not known */
/* The accessory protocol. ACD and SCD: accessory and shareable configuration data. */
#define RANGEKIT_ERROR_ACD_TOO_SHORT (-500)           /* accessory configuration below 20 bytes */
#define RANGEKIT_ERROR_ACD_PROTOCOL_VERSION (-501)    /* protocol major below 1 */
#define RANGEKIT_ERROR_ACD_INTEROP_VERSION (-502)     /* UWB interop major below 1 */
#define RANGEKIT_ERROR_ACD_LENGTH (-503)              /* interop 1.x: not exactly the bytes of its version */
#define RANGEKIT_ERROR_ACD_CONFIG_LENGTH (-504)       /* interop 1.x: not exactly the length byte of its version */
#define RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT (-505)     /* newer interop: below 39 bytes */
#define RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH (-506) /* newer interop: length byte below 23 */
#define RANGEKIT_ERROR_ACD_UPDATE_RATE (-507)         /* update rate not 0, 10 or 20 */
#define RANGEKIT_ERROR_ACD_ROLE (-508)                /* role above 1 */
#define RANGEKIT_ERROR_ACD_MULTI_NODE_MODE (-509)     /* byte 37 above 1 */
#define RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE (-510) /* byte 38 not 0, 2, 3 or 8 */
#define RANGEKIT_ERROR_ACD_RESERVED (-511)            /* reserved bytes are not zero */
#define RANGEKIT_ERROR_ACD_LENGTH_MISMATCH (-512)     /* the length byte is not that of the bytes */
#define RANGEKIT_ERROR_ACD_INCOMPLETE (-513)          /* values of the stated version are missing */
#define RANGEKIT_ERROR_ACD_HOPPING_MODE (-514)        /* hopping mode above 1 */
#define RANGEKIT_ERROR_ACD_ADDRESS (-515)             /* an address that is no device's */
#define RANGEKIT_ERROR_ACD_NEWER_VERSION (-516)       /* an interop version this library does not know */
#define RANGEKIT_ERROR_SCD_TOO_SHORT (-520)           /* shareable configuration below 28 bytes */
#define RANGEKIT_ERROR_SCD_VERSION (-521)             /* interop major below 1 */
#define RANGEKIT_ERROR_SCD_CONFIG_LENGTH (-522)       /* not the length byte of its version */
#define RANGEKIT_ERROR_SCD_LENGTH (-523)              /* not as many bytes as the length byte says */
#define RANGEKIT_ERROR_SCD_HOPPING_MODE (-524)        /* hopping mode above 1 */
#define RANGEKIT_ERROR_SCD_COUNTRY (-525)             /* the country is not two capital letters */
#define RANGEKIT_ERROR_SCD_RESERVED (-526)            /* reserved bytes are not zero */
#define RANGEKIT_ERROR_SCD_NEWER_VERSION (-527)       /* a version this library does not know */
#define RANGEKIT_ERROR_MESSAGE_EMPTY (-530)           /* no message id */
#define RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED (-531) /* a message without a body has one */
#define RANGEKIT_ERROR_MESSAGE_BODY_MISSING (-532)    /* a configuration message without its configuration */
#define RANGEKIT_ERROR_ACCESSORY_MISMATCH (-540)      /* message and characteristic differ */

/* Transport: fragments, NDEF, advertisements. */
#define RANGEKIT_ERROR_PAYLOAD_TOO_SMALL (-550)       /* a link's payload below 20 bytes */
#define RANGEKIT_ERROR_MESSAGE_TOO_LONG (-551)        /* more than 256 fragments */
#define RANGEKIT_ERROR_FRAGMENT_TOO_SHORT (-552)      /* no byte behind the fragment's header */
#define RANGEKIT_ERROR_FRAGMENT_HEADER (-553)         /* the first byte is no fragment's */
#define RANGEKIT_ERROR_FRAGMENT_INDEX (-554)          /* an index above the last one */
#define RANGEKIT_ERROR_FRAGMENT_TOTAL (-555)          /* another last index or CRC flag than the message's others */
#define RANGEKIT_ERROR_FRAGMENT_SIZE (-556)           /* another size than the message's others */
#define RANGEKIT_ERROR_FRAGMENT_CONFLICT (-557)       /* the same fragment with other bytes */
#define RANGEKIT_ERROR_MESSAGE_TOO_LARGE (-558)       /* more than message_capacity */
#define RANGEKIT_ERROR_NO_SLOT (-559)                 /* every slot has a message under way */
#define RANGEKIT_ERROR_CRC_MISMATCH (-560)            /* the CRC-32 differs */
#define RANGEKIT_ERROR_MESSAGE_PENDING (-561)         /* the peer's last message was not taken */
#define RANGEKIT_ERROR_NO_MESSAGE (-562)              /* no complete message */
#define RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN (-570)      /* begin flag missing, or not on the first record */
#define RANGEKIT_ERROR_NDEF_MESSAGE_END (-571)        /* no record has the end flag */
#define RANGEKIT_ERROR_NDEF_CHUNKED (-572)            /* a record in chunks */
#define RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT (-573)   /* a type name format that is reserved */
#define RANGEKIT_ERROR_NDEF_TYPE_LENGTH (-574)        /* a type, id or payload where the format has none, or no type */
#define RANGEKIT_ERROR_NDEF_NO_TOKEN (-575)           /* no record of RangeKit's */
#define RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG (-580)  /* more than an advertisement holds */
#define RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE (-581) /* a structure runs past the end */
#define RANGEKIT_ERROR_NO_SERVICE_DATA (-582)         /* no service data of this UUID */

/* Sessions: the ten that end one, as Nearby Interaction names them (its codes are -5889 to -5880) ... */
#define RANGEKIT_ERROR_UNSUPPORTED_PLATFORM (-900)       /* the device has no ranging radio */
#define RANGEKIT_ERROR_INVALID_CONFIGURATION (-901)      /* a bad offer or token, none, or this device's own */
#define RANGEKIT_ERROR_SESSION_FAILED (-902)             /* the session failed and cannot be restarted */
#define RANGEKIT_ERROR_RESOURCE_USAGE_TIMEOUT (-903)     /* the session was active for too long */
#define RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT (-904)      /* the device has as many active sessions as it can */
#define RANGEKIT_ERROR_USER_DID_NOT_ALLOW (-905)         /* the permission is missing, or its usage text */
#define RANGEKIT_ERROR_INVALID_AR_CONFIGURATION (-906)   /* camera assistance without the camera session it needs */
#define RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE (-907) /* the Bluetooth peer is not paired or not connected */
#define RANGEKIT_ERROR_INCOMPATIBLE_PEER (-908)          /* the peer lacks what the session needs */
#define RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT (-909)    /* an extended-distance session is active already */
/* ... and those that refuse a call. */
#define RANGEKIT_ERROR_SESSION_INVALIDATED (-910)   /* the session has ended for ever; make a new one */
#define RANGEKIT_ERROR_SESSION_SUSPENDED (-911)     /* run again when the suspension has ended */
#define RANGEKIT_ERROR_SESSION_STATE (-912)         /* not in this state, or for this role */
#define RANGEKIT_ERROR_SESSION_NOT_RUNNING (-913)   /* a sample outside RUNNING and LOST; not delivered */
#define RANGEKIT_ERROR_SESSION_NO_DIALECT (-914)    /* no dialect was chosen */
#define RANGEKIT_ERROR_SESSION_NOT_SUPPORTED (-915) /* the dialect has no message for it */
#define RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON (-916) /* sooner than wake_interval_ns after the last wake request */
#define RANGEKIT_ERROR_EVENTS_FULL (-917)           /* no room for what the call may produce; take events, call again */
#define RANGEKIT_ERROR_OUTGOING_FULL (-918)         /* no room for more data on its way out; nothing was taken */
#define RANGEKIT_ERROR_UNKNOWN_PEER (-919)          /* a sample or message of another device than the session's */

/* Devices. */
#define RANGEKIT_ERROR_DEVICE_FULL (-930)         /* as many sessions are attached as the device can hold */
#define RANGEKIT_ERROR_DEVICE_ATTACHED (-931)     /* the session is attached already */
#define RANGEKIT_ERROR_DEVICE_NOT_ATTACHED (-932) /* the session is not attached to this device */
#define RANGEKIT_ERROR_DEVICE_SAME_PEER (-933)    /* a session of the same peer is attached */

/* Recordings. */
#define RANGEKIT_ERROR_RECORD_CHECKSUM (-950) /* the record's checksum is not that of its bytes */
#define RANGEKIT_ERROR_RECORD_NONE (-951)     /* there is no whole record in these bytes */

#endif /* RANGEKIT_STATUS_H */
