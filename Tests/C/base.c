/* base.h: versions, features, status numbers and names, field and capability names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

/* Every status with its number, written out again on purpose: a number never changes. */
static const struct {
    rangekit_status status, number;
    const char *name;
} statuses[] = {
#define STATUS(identifier, number) {identifier, number, #identifier}
    STATUS(RANGEKIT_OK, 0),
    STATUS(RANGEKIT_ERROR_NULL_POINTER, -1),
    STATUS(RANGEKIT_ERROR_MISALIGNED, -2),
    STATUS(RANGEKIT_ERROR_STRUCT_SIZE, -3),
    STATUS(RANGEKIT_ERROR_UNKNOWN_OPTION, -4),
    STATUS(RANGEKIT_ERROR_BUFFER_TOO_SMALL, -5),
    STATUS(RANGEKIT_ERROR_OUT_OF_MEMORY, -6),
    STATUS(RANGEKIT_ERROR_INVALID_HANDLE, -7),
    STATUS(RANGEKIT_ERROR_NOT_FINITE, -8),
    STATUS(RANGEKIT_ERROR_OUT_OF_RANGE, -9),
    STATUS(RANGEKIT_ERROR_MISSING_VALUE, -10),
    STATUS(RANGEKIT_ERROR_TIME_BACKWARDS, -11),
    STATUS(RANGEKIT_ERROR_TRUNCATED, -100),
    STATUS(RANGEKIT_ERROR_MALFORMED, -101),
    STATUS(RANGEKIT_ERROR_INDEFINITE_LENGTH, -102),
    STATUS(RANGEKIT_ERROR_NOT_SHORTEST, -103),
    STATUS(RANGEKIT_ERROR_KEY_ORDER, -104),
    STATUS(RANGEKIT_ERROR_DUPLICATE_KEY, -105),
    STATUS(RANGEKIT_ERROR_TOO_DEEP, -106),
    STATUS(RANGEKIT_ERROR_COUNT_TOO_LARGE, -107),
    STATUS(RANGEKIT_ERROR_INVALID_UTF8, -108),
    STATUS(RANGEKIT_ERROR_TRAILING_BYTES, -109),
    STATUS(RANGEKIT_ERROR_TAG_REFUSED, -110),
    STATUS(RANGEKIT_ERROR_SIMPLE_REFUSED, -111),
    STATUS(RANGEKIT_ERROR_WRONG_TYPE, -112),
    STATUS(RANGEKIT_ERROR_MISSING_FIELD, -113),
    STATUS(RANGEKIT_ERROR_WRONG_LENGTH, -114),
    STATUS(RANGEKIT_ERROR_INVALID_VALUE, -115),
    STATUS(RANGEKIT_ERROR_UNKNOWN_VERSION, -116),
    STATUS(RANGEKIT_ERROR_FIELD_NOT_ALLOWED, -117),
    STATUS(RANGEKIT_ERROR_TOO_LARGE, -118),
    STATUS(RANGEKIT_ERROR_UNSUPPORTED_PLATFORM, -900),
    STATUS(RANGEKIT_ERROR_INVALID_CONFIGURATION, -901),
    STATUS(RANGEKIT_ERROR_SESSION_FAILED, -902),
    STATUS(RANGEKIT_ERROR_RESOURCE_USAGE_TIMEOUT, -903),
    STATUS(RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT, -904),
    STATUS(RANGEKIT_ERROR_USER_DID_NOT_ALLOW, -905),
    STATUS(RANGEKIT_ERROR_INVALID_AR_CONFIGURATION, -906),
    STATUS(RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE, -907),
    STATUS(RANGEKIT_ERROR_INCOMPATIBLE_PEER, -908),
    STATUS(RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT, -909),
    STATUS(RANGEKIT_ERROR_SESSION_INVALIDATED, -910),
    STATUS(RANGEKIT_ERROR_SESSION_SUSPENDED, -911),
    STATUS(RANGEKIT_ERROR_SESSION_STATE, -912),
    STATUS(RANGEKIT_ERROR_SESSION_NOT_RUNNING, -913),
    STATUS(RANGEKIT_ERROR_SESSION_NO_DIALECT, -914),
    STATUS(RANGEKIT_ERROR_SESSION_NOT_SUPPORTED, -915),
    STATUS(RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON, -916),
    STATUS(RANGEKIT_ERROR_EVENTS_FULL, -917),
    STATUS(RANGEKIT_ERROR_OUTGOING_FULL, -918),
    STATUS(RANGEKIT_ERROR_UNKNOWN_PEER, -919),
    STATUS(RANGEKIT_ERROR_DEVICE_FULL, -930),
    STATUS(RANGEKIT_ERROR_DEVICE_ATTACHED, -931),
    STATUS(RANGEKIT_ERROR_DEVICE_NOT_ATTACHED, -932),
    STATUS(RANGEKIT_ERROR_DEVICE_SAME_PEER, -933),
    STATUS(RANGEKIT_ERROR_PROTECTION_MISSING, -130),
    STATUS(RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED, -131),
    STATUS(RANGEKIT_ERROR_ALGORITHM_MISMATCH, -132),
    STATUS(RANGEKIT_ERROR_ALGORITHM_UNPROTECTED, -133),
    STATUS(RANGEKIT_ERROR_ALGORITHM_MISSING, -134),
    STATUS(RANGEKIT_ERROR_ALGORITHM_DUPLICATED, -135),
    STATUS(RANGEKIT_ERROR_CRITICAL_HEADER, -136),
    STATUS(RANGEKIT_ERROR_UNKNOWN_HEADER, -137),
    STATUS(RANGEKIT_ERROR_SIGNATURE_WRONG, -138),
    STATUS(RANGEKIT_ERROR_KEY_UNKNOWN, -139),
    STATUS(RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED, -140),
    STATUS(RANGEKIT_ERROR_WRONG_KEY, -141),
    STATUS(RANGEKIT_ERROR_WRONG_DEVICE, -142),
    STATUS(RANGEKIT_ERROR_WRONG_NONCE, -143),
    STATUS(RANGEKIT_ERROR_EXPIRED, -144),
    STATUS(RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION, -145),
    STATUS(RANGEKIT_ERROR_TIMESTAMP_RANGE, -200),
    STATUS(RANGEKIT_ERROR_INTERVAL_ZERO, -201),
    STATUS(RANGEKIT_ERROR_INTERVAL_TOO_LONG, -202),
    STATUS(RANGEKIT_ERROR_INTERVAL_OVER_LIMIT, -203),
    STATUS(RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND, -204),
    STATUS(RANGEKIT_ERROR_CLOCK_OFFSET_RANGE, -205),
    STATUS(RANGEKIT_ERROR_TOO_FEW_SAMPLES, -230),
    STATUS(RANGEKIT_ERROR_JSON_SYNTAX, -231),
    STATUS(RANGEKIT_ERROR_JSON_TYPE, -232),
    STATUS(RANGEKIT_ERROR_NO_RECEPTION, -210),
    STATUS(RANGEKIT_ERROR_TABLE, -211),
    STATUS(RANGEKIT_ERROR_FIT_ONE_CLASS, -212),
    STATUS(RANGEKIT_ERROR_FIT_CONSTANT, -213),
    STATUS(RANGEKIT_ERROR_FIT_SEPARABLE, -214),
    STATUS(RANGEKIT_ERROR_FIT_NOT_CONVERGED, -215),
    STATUS(RANGEKIT_ERROR_PHASE_RANGE, -220),
    STATUS(RANGEKIT_ERROR_NO_DIRECTION, -221),
    STATUS(RANGEKIT_ERROR_INCOMPATIBLE, -300),
    STATUS(RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS, -400),
    STATUS(RANGEKIT_ERROR_GEOMETRY_DEGENERATE, -401),
    STATUS(RANGEKIT_ERROR_NO_CONVERGENCE, -402),
    STATUS(RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE, -403),
    STATUS(RANGEKIT_ERROR_GATED, -404),
    STATUS(RANGEKIT_ERROR_ANCHOR_INVALID, -405),
    STATUS(RANGEKIT_ERROR_SAME_ANCHOR, -406),
    STATUS(RANGEKIT_ERROR_SURVEY_DISCONNECTED, -410),
    STATUS(RANGEKIT_ERROR_TRACKER_COLLECTING, -450),
    STATUS(RANGEKIT_ERROR_TRACKER_FULL, -451),
    STATUS(RANGEKIT_ERROR_RECORD_CHECKSUM, -950),
    STATUS(RANGEKIT_ERROR_RECORD_NONE, -951),
    STATUS(RANGEKIT_ERROR_TRACKER_NO_STATE, -452),
    STATUS(RANGEKIT_ERROR_ACD_TOO_SHORT, -500),
    STATUS(RANGEKIT_ERROR_ACD_PROTOCOL_VERSION, -501),
    STATUS(RANGEKIT_ERROR_ACD_INTEROP_VERSION, -502),
    STATUS(RANGEKIT_ERROR_ACD_LENGTH, -503),
    STATUS(RANGEKIT_ERROR_ACD_CONFIG_LENGTH, -504),
    STATUS(RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT, -505),
    STATUS(RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH, -506),
    STATUS(RANGEKIT_ERROR_ACD_UPDATE_RATE, -507),
    STATUS(RANGEKIT_ERROR_ACD_ROLE, -508),
    STATUS(RANGEKIT_ERROR_ACD_MULTI_NODE_MODE, -509),
    STATUS(RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE, -510),
    STATUS(RANGEKIT_ERROR_ACD_RESERVED, -511),
    STATUS(RANGEKIT_ERROR_ACD_LENGTH_MISMATCH, -512),
    STATUS(RANGEKIT_ERROR_ACD_INCOMPLETE, -513),
    STATUS(RANGEKIT_ERROR_ACD_HOPPING_MODE, -514),
    STATUS(RANGEKIT_ERROR_ACD_ADDRESS, -515),
    STATUS(RANGEKIT_ERROR_ACD_NEWER_VERSION, -516),
    STATUS(RANGEKIT_ERROR_SCD_TOO_SHORT, -520),
    STATUS(RANGEKIT_ERROR_SCD_VERSION, -521),
    STATUS(RANGEKIT_ERROR_SCD_CONFIG_LENGTH, -522),
    STATUS(RANGEKIT_ERROR_SCD_LENGTH, -523),
    STATUS(RANGEKIT_ERROR_SCD_HOPPING_MODE, -524),
    STATUS(RANGEKIT_ERROR_SCD_COUNTRY, -525),
    STATUS(RANGEKIT_ERROR_SCD_RESERVED, -526),
    STATUS(RANGEKIT_ERROR_SCD_NEWER_VERSION, -527),
    STATUS(RANGEKIT_ERROR_MESSAGE_EMPTY, -530),
    STATUS(RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED, -531),
    STATUS(RANGEKIT_ERROR_MESSAGE_BODY_MISSING, -532),
    STATUS(RANGEKIT_ERROR_ACCESSORY_MISMATCH, -540),
    STATUS(RANGEKIT_ERROR_PAYLOAD_TOO_SMALL, -550),
    STATUS(RANGEKIT_ERROR_MESSAGE_TOO_LONG, -551),
    STATUS(RANGEKIT_ERROR_FRAGMENT_TOO_SHORT, -552),
    STATUS(RANGEKIT_ERROR_FRAGMENT_HEADER, -553),
    STATUS(RANGEKIT_ERROR_FRAGMENT_INDEX, -554),
    STATUS(RANGEKIT_ERROR_FRAGMENT_TOTAL, -555),
    STATUS(RANGEKIT_ERROR_FRAGMENT_SIZE, -556),
    STATUS(RANGEKIT_ERROR_FRAGMENT_CONFLICT, -557),
    STATUS(RANGEKIT_ERROR_MESSAGE_TOO_LARGE, -558),
    STATUS(RANGEKIT_ERROR_NO_SLOT, -559),
    STATUS(RANGEKIT_ERROR_CRC_MISMATCH, -560),
    STATUS(RANGEKIT_ERROR_MESSAGE_PENDING, -561),
    STATUS(RANGEKIT_ERROR_NO_MESSAGE, -562),
    STATUS(RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN, -570),
    STATUS(RANGEKIT_ERROR_NDEF_MESSAGE_END, -571),
    STATUS(RANGEKIT_ERROR_NDEF_CHUNKED, -572),
    STATUS(RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT, -573),
    STATUS(RANGEKIT_ERROR_NDEF_TYPE_LENGTH, -574),
    STATUS(RANGEKIT_ERROR_NDEF_NO_TOKEN, -575),
    STATUS(RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG, -580),
    STATUS(RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE, -581),
    STATUS(RANGEKIT_ERROR_NO_SERVICE_DATA, -582),
    STATUS(RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE, -600),
    STATUS(RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET, -601),
    STATUS(RANGEKIT_ERROR_OOB_DUPLICATE_TECHNOLOGY, -602),
    STATUS(RANGEKIT_ERROR_UCI_RESERVED_BITS, -700),
    STATUS(RANGEKIT_ERROR_UCI_INTERLEAVED, -701),
    STATUS(RANGEKIT_ERROR_UCI_COUNT_MISMATCH, -702),
    STATUS(RANGEKIT_ERROR_UCI_SIZE_MISMATCH, -703),
    STATUS(RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE, -704),
    STATUS(RANGEKIT_ERROR_TOO_MANY_TARGETS, -470),
    STATUS(RANGEKIT_ERROR_UNKNOWN_TARGET, -471),
    STATUS(RANGEKIT_ERROR_CS_CONTINUATION, -850),
    STATUS(RANGEKIT_ERROR_CS_SEGMENT_LOST, -851),
    STATUS(RANGEKIT_ERROR_CS_STALE, -852),
    STATUS(RANGEKIT_ERROR_CS_OTHER_CONNECTION, -853),
    STATUS(RANGEKIT_ERROR_NO_ROUND_TRIP, -875),
    STATUS(RANGEKIT_ERROR_NO_PROCEDURE, -876),
#undef STATUS
};

static void status_numbers_are_pinned(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(statuses); i += 1) assert_int_equal(statuses[i].status, statuses[i].number);
}

static void every_status_has_its_name(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(statuses); i += 1) {
        assert_string_equal(rangekit_status_name(statuses[i].number), statuses[i].name);
    }
}

static void every_status_has_its_own_sentence(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(statuses); i += 1) {
        const char *message = rangekit_status_message(statuses[i].number);
        assert_plain_text(message);
        if (statuses[i].number != RANGEKIT_OK) assert_non_null(strchr(message, ' '));
        for (size_t j = 0; j < i; j += 1) {
            assert_string_not_equal(message, rangekit_status_message(statuses[j].number));
        }
    }
}

static int is_known(rangekit_status status) {
    for (size_t i = 0; i < COUNT_OF(statuses); i += 1) {
        if (statuses[i].number == status) return 1;
    }
    return 0;
}

static void other_numbers_are_unknown_statuses(void **state) {
    (void)state;
    for (rangekit_status status = -1000; status <= 1000; status += 1) {
        if (is_known(status)) continue;
        assert_string_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
        assert_plain_text(rangekit_status_message(status));
    }
    assert_string_equal(rangekit_status_name(INT32_MIN), "RANGEKIT_ERROR_UNKNOWN");
    assert_string_equal(rangekit_status_name(INT32_MAX), "RANGEKIT_ERROR_UNKNOWN");
    assert_plain_text(rangekit_status_message(INT32_MIN));
}

static void versions_match_the_header(void **state) {
    (void)state;
    assert_int_equal(rangekit_abi_version(), RANGEKIT_ABI_VERSION);
    assert_string_equal(rangekit_version_string(), RANGEKIT_VERSION_STRING);
    char composed[32];
    snprintf(composed, sizeof composed, "%d.%d.%d", RANGEKIT_VERSION_MAJOR, RANGEKIT_VERSION_MINOR,
             RANGEKIT_VERSION_PATCH);
    assert_string_equal(composed, RANGEKIT_VERSION_STRING);
    assert_ptr_equal(rangekit_version_string(), rangekit_version_string());
}

static void features_name_what_this_header_declares(void **state) {
    (void)state;
    uint64_t all = 0;
    all |= RANGEKIT_FEATURE_TOKEN;
    all |= RANGEKIT_FEATURE_SESSION;
    all |= RANGEKIT_FEATURE_DEVICE;
    all |= RANGEKIT_FEATURE_CONFIGURATION;
    all |= RANGEKIT_FEATURE_TWR;
    all |= RANGEKIT_FEATURE_QUALITY;
    all |= RANGEKIT_FEATURE_CALIBRATION;
    all |= RANGEKIT_FEATURE_POSITIONING;
    all |= RANGEKIT_FEATURE_TRACKER;
    all |= RANGEKIT_FEATURE_ANDROID_OOB;
    all |= RANGEKIT_FEATURE_UCI;
    all |= RANGEKIT_FEATURE_ACCESSORY;
    all |= RANGEKIT_FEATURE_PARAMETERS;
    all |= RANGEKIT_FEATURE_TRANSPORT;
    all |= RANGEKIT_FEATURE_CHANNEL_SOUNDING;
    all |= RANGEKIT_FEATURE_FILTER;
    all |= RANGEKIT_FEATURE_ZONE;
    all |= RANGEKIT_FEATURE_DIRECTION;
    all |= RANGEKIT_FEATURE_POINTING;
    all |= RANGEKIT_FEATURE_FUSION;
    all |= RANGEKIT_FEATURE_SIGNAL;
    all |= RANGEKIT_FEATURE_ANGLE;
    all |= RANGEKIT_FEATURE_CAPABILITY;
    all |= RANGEKIT_FEATURE_RANGER;
    all |= RANGEKIT_FEATURE_RECORDING;
    all |= RANGEKIT_FEATURE_LOCATOR;
    assert_true((rangekit_features() & all) == all);
    /* Every Linux build takes its CBOR heads from libcbor. */
    assert_true((rangekit_features() & RANGEKIT_FEATURE_LIBCBOR) != 0);
    assert_true((rangekit_features() & ~(all | RANGEKIT_FEATURE_LIBCBOR)) == 0);
}

static const struct {
    int32_t field, number;
    const char *name;
} fields[] = {
    {RANGEKIT_FIELD_SESSION, 0x900, "session"},
    {RANGEKIT_FIELD_SESSION_VERSION, 0x901, "session.version"},
    {RANGEKIT_FIELD_SESSION_KIND, 0x902, "session.kind"},
    {RANGEKIT_FIELD_SESSION_ID, 0x903, "session.session_id"},
    {RANGEKIT_FIELD_SESSION_RUN, 0x904, "session.run"},
    {RANGEKIT_FIELD_SESSION_NUMBER, 0x905, "session.number"},
    {RANGEKIT_FIELD_SESSION_BYTES, 0x906, "session.bytes"},
    {RANGEKIT_FIELD_SESSION_VALUE, 0x907, "session.value"},
    {RANGEKIT_FIELD_SESSION_DIALECT, 0x908, "session.dialect"},
    {RANGEKIT_FIELD_SESSION_ROLE, 0x909, "session.role"},
    {RANGEKIT_FIELD_SESSION_PEER_IDENTITY, 0x90A, "session.peer_identity"},
    {RANGEKIT_FIELD_TOKEN, 0x100, "token"},
    {RANGEKIT_FIELD_TOKEN_VERSION, 0x101, "token.version"},
    {RANGEKIT_FIELD_TOKEN_KIND, 0x102, "token.kind"},
    {RANGEKIT_FIELD_TOKEN_IDENTITY, 0x103, "token.identity"},
    {RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT, 0x104, "token.foreign_format"},
    {RANGEKIT_FIELD_TOKEN_CAPABILITIES, 0x105, "token.capabilities"},
    {RANGEKIT_FIELD_TOKEN_GENERATION, 0x106, "token.generation"},
    {RANGEKIT_FIELD_TOKEN_EXTENSIONS, 0x107, "token.extensions"},
    {RANGEKIT_FIELD_TOKEN_EXPIRY, 0x108, "token.expiry"},
    {RANGEKIT_FIELD_TOKEN_NONCE, 0x109, "token.nonce"},
    {RANGEKIT_FIELD_TOKEN_TECHNOLOGIES, 0x10A, "token.technologies"},
    {RANGEKIT_FIELD_TOKEN_VENDOR_DATA, 0x10B, "token.vendor_data"},
    {RANGEKIT_FIELD_PROTECTION, 0x140, "protection"},
    {RANGEKIT_FIELD_PROTECTION_PROTECTED_HEADER, 0x141, "protection.protected_header"},
    {RANGEKIT_FIELD_PROTECTION_UNPROTECTED_HEADER, 0x142, "protection.unprotected_header"},
    {RANGEKIT_FIELD_PROTECTION_ALGORITHM, 0x143, "protection.algorithm"},
    {RANGEKIT_FIELD_PROTECTION_CRITICAL, 0x144, "protection.critical"},
    {RANGEKIT_FIELD_PROTECTION_KEY_ID, 0x145, "protection.key_id"},
    {RANGEKIT_FIELD_PROTECTION_PAYLOAD, 0x146, "protection.payload"},
    {RANGEKIT_FIELD_PROTECTION_SIGNATURE, 0x147, "protection.signature"},
    {RANGEKIT_FIELD_CONFIGURATION, 0x200, "configuration"},
    {RANGEKIT_FIELD_CONFIGURATION_VERSION, 0x201, "configuration.version"},
    {RANGEKIT_FIELD_CONFIGURATION_KIND, 0x202, "configuration.kind"},
    {RANGEKIT_FIELD_CONFIGURATION_ENABLED, 0x203, "configuration.enabled"},
    {RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE, 0x204, "configuration.performance"},
    {RANGEKIT_FIELD_CONFIGURATION_NETWORK, 0x205, "configuration.network"},
    {RANGEKIT_FIELD_CONFIGURATION_DISCOVERY, 0x206, "configuration.discovery"},
    {RANGEKIT_FIELD_CALIBRATION, 0x280, "calibration"},
    {RANGEKIT_FIELD_CALIBRATION_VERSION, 0x281, "calibration.rangekit_calibration"},
    {RANGEKIT_FIELD_CALIBRATION_LINKS, 0x282, "calibration.links"},
    {RANGEKIT_FIELD_CALIBRATION_DEVICES, 0x283, "calibration.devices"},
    {RANGEKIT_FIELD_CALIBRATION_LEVELS, 0x284, "calibration.bias_by_level"},
    {RANGEKIT_FIELD_CALIBRATION_ANCHOR, 0x290, "calibration.anchor"},
    {RANGEKIT_FIELD_CALIBRATION_TAG, 0x291, "calibration.tag"},
    {RANGEKIT_FIELD_CALIBRATION_BIAS, 0x292, "calibration.bias_m"},
    {RANGEKIT_FIELD_CALIBRATION_BIAS_STDDEV, 0x293, "calibration.bias_stddev_m"},
    {RANGEKIT_FIELD_CALIBRATION_STDDEV, 0x294, "calibration.stddev_m"},
    {RANGEKIT_FIELD_CALIBRATION_COUNT, 0x295, "calibration.count"},
    {RANGEKIT_FIELD_CALIBRATION_EFFECTIVE_COUNT, 0x296, "calibration.effective_count"},
    {RANGEKIT_FIELD_CALIBRATION_NAME, 0x297, "calibration.name"},
    {RANGEKIT_FIELD_CALIBRATION_DELAY, 0x298, "calibration.delay_ticks"},
    {RANGEKIT_FIELD_CALIBRATION_DELAY_STDDEV, 0x299, "calibration.delay_stddev_ticks"},
    {RANGEKIT_FIELD_CALIBRATION_COMPONENT, 0x29A, "calibration.component"},
    {RANGEKIT_FIELD_CALIBRATION_ONLY_SUMS, 0x29B, "calibration.only_sums"},
    {RANGEKIT_FIELD_CALIBRATION_LEVEL, 0x29C, "calibration.level_dbm"},
    {RANGEKIT_FIELD_ACCESSORY_CONFIGURATION, 0x300, "accessory_configuration"},
    {RANGEKIT_FIELD_ACD_PROTOCOL_VERSION, 0x301, "accessory_configuration.protocol_version"},
    {RANGEKIT_FIELD_ACD_UPDATE_RATE, 0x302, "accessory_configuration.update_rate"},
    {RANGEKIT_FIELD_ACD_HEADER_RESERVED, 0x303, "accessory_configuration.header_reserved"},
    {RANGEKIT_FIELD_ACD_UWB_CONFIG_LENGTH, 0x304, "accessory_configuration.uwb_config_length"},
    {RANGEKIT_FIELD_ACD_INTEROP_VERSION, 0x305, "accessory_configuration.interop_version"},
    {RANGEKIT_FIELD_ACD_MANUFACTURER_ID, 0x306, "accessory_configuration.manufacturer_id"},
    {RANGEKIT_FIELD_ACD_CHIPSET_MODEL_ID, 0x307, "accessory_configuration.chipset_model_id"},
    {RANGEKIT_FIELD_ACD_MIDDLEWARE_VERSION, 0x308, "accessory_configuration.middleware_version"},
    {RANGEKIT_FIELD_ACD_ROLE, 0x309, "accessory_configuration.role"},
    {RANGEKIT_FIELD_ACD_SHORT_ADDRESS, 0x30A, "accessory_configuration.short_address"},
    {RANGEKIT_FIELD_ACD_MAX_CLOCK_DRIFT_PPM, 0x30B, "accessory_configuration.max_clock_drift_ppm"},
    {RANGEKIT_FIELD_ACD_UWB_RESERVED, 0x30C, "accessory_configuration.uwb_reserved"},
    {RANGEKIT_FIELD_ACD_HOPPING_MODE, 0x30D, "accessory_configuration.hopping_mode"},
    {RANGEKIT_FIELD_ACD_SLOTS_PER_ROUND, 0x30E, "accessory_configuration.slots_per_round"},
    {RANGEKIT_FIELD_ACD_SLOT_DURATION_RSTU, 0x30F, "accessory_configuration.slot_duration_rstu"},
    {RANGEKIT_FIELD_ACD_RANGING_INTERVAL_MS, 0x310, "accessory_configuration.ranging_interval_ms"},
    {RANGEKIT_FIELD_ACD_MULTI_NODE_MODE, 0x311, "accessory_configuration.multi_node_mode"},
    {RANGEKIT_FIELD_ACD_RANGING_ROUND_USAGE, 0x312, "accessory_configuration.ranging_round_usage"},
    {RANGEKIT_FIELD_ACD_SESSION_ID, 0x313, "accessory_configuration.session_id"},
    {RANGEKIT_FIELD_ACD_STATIC_STS_IV, 0x314, "accessory_configuration.static_sts_iv"},
    {RANGEKIT_FIELD_ACD_TRAILING, 0x315, "accessory_configuration.trailing"},
    {RANGEKIT_FIELD_ACCESSORY_MESSAGE, 0x320, "accessory_message"},
    {RANGEKIT_FIELD_ACCESSORY_MESSAGE_ID, 0x321, "accessory_message.id"},
    {RANGEKIT_FIELD_ACCESSORY_MESSAGE_BODY, 0x322, "accessory_message.body"},
    {RANGEKIT_FIELD_ANDROID_ACCESSORY_CONFIGURATION, 0x330, "android_accessory_configuration"},
    {RANGEKIT_FIELD_FRAGMENT, 0x390, "fragment"},
    {RANGEKIT_FIELD_RECORD, 0xA00, "record"},
    {RANGEKIT_FIELD_RECORD_KIND, 0xA01, "record.kind"},
    {RANGEKIT_FIELD_RECORD_SEQUENCE, 0xA02, "record.sequence"},
    {RANGEKIT_FIELD_RECORD_SOURCE, 0xA03, "record.source"},
    {RANGEKIT_FIELD_RECORD_CODE, 0xA04, "record.code"},
    {RANGEKIT_FIELD_RECORD_TIME, 0xA05, "record.time"},
    {RANGEKIT_FIELD_RECORD_BODY, 0xA06, "record.body"},
    {RANGEKIT_FIELD_RECORD_CHECKSUM, 0xA07, "record.checksum"},
    {RANGEKIT_FIELD_NDEF_RECORD, 0x3A0, "ndef_record"},
    {RANGEKIT_FIELD_NDEF_TYPE, 0x3A1, "ndef_record.type"},
    {RANGEKIT_FIELD_NDEF_ID, 0x3A2, "ndef_record.id"},
    {RANGEKIT_FIELD_NDEF_PAYLOAD, 0x3A3, "ndef_record.payload"},
    {RANGEKIT_FIELD_ADVERTISEMENT, 0x3B0, "advertisement"},
    {RANGEKIT_FIELD_ADVERTISEMENT_SERVICE_DATA, 0x3B1, "advertisement.service_data"},
    {RANGEKIT_FIELD_SHAREABLE_CONFIGURATION, 0x400, "shareable_configuration"},
    {RANGEKIT_FIELD_SCD_INTEROP_VERSION, 0x401, "shareable_configuration.interop_version"},
    {RANGEKIT_FIELD_SCD_LENGTH, 0x402, "shareable_configuration.length"},
    {RANGEKIT_FIELD_SCD_COUNTRY, 0x403, "shareable_configuration.country"},
    {RANGEKIT_FIELD_SCD_SESSION_ID, 0x404, "shareable_configuration.session_id"},
    {RANGEKIT_FIELD_SCD_PREAMBLE_CODE_INDEX, 0x405, "shareable_configuration.preamble_code_index"},
    {RANGEKIT_FIELD_SCD_CHANNEL, 0x406, "shareable_configuration.channel"},
    {RANGEKIT_FIELD_SCD_SLOTS_PER_ROUND, 0x407, "shareable_configuration.slots_per_round"},
    {RANGEKIT_FIELD_SCD_SLOT_DURATION_RSTU, 0x408, "shareable_configuration.slot_duration_rstu"},
    {RANGEKIT_FIELD_SCD_RANGING_INTERVAL_MS, 0x409, "shareable_configuration.ranging_interval_ms"},
    {RANGEKIT_FIELD_SCD_RANGING_ROUND_CONTROL, 0x40A, "shareable_configuration.ranging_round_control"},
    {RANGEKIT_FIELD_SCD_STATIC_STS_IV, 0x40B, "shareable_configuration.static_sts_iv"},
    {RANGEKIT_FIELD_SCD_SHORT_ADDRESS, 0x40C, "shareable_configuration.short_address"},
    {RANGEKIT_FIELD_SCD_MAX_CLOCK_DRIFT_PPM, 0x40D, "shareable_configuration.max_clock_drift_ppm"},
    {RANGEKIT_FIELD_SCD_UWB_RESERVED, 0x40E, "shareable_configuration.uwb_reserved"},
    {RANGEKIT_FIELD_SCD_HOPPING_MODE, 0x40F, "shareable_configuration.hopping_mode"},
    {RANGEKIT_FIELD_SCD_TRAILING, 0x410, "shareable_configuration.trailing"},
    {RANGEKIT_FIELD_OOB, 0x500, "oob"},
    {RANGEKIT_FIELD_OOB_VERSION, 0x501, "oob.version"},
    {RANGEKIT_FIELD_OOB_MESSAGE, 0x502, "oob.message"},
    {RANGEKIT_FIELD_OOB_TECHNOLOGIES, 0x503, "oob.technologies"},
    {RANGEKIT_FIELD_OOB_TECHNOLOGIES_TO_START, 0x504, "oob.technologies_to_start"},
    {RANGEKIT_FIELD_OOB_TRANSITIONING, 0x505, "oob.transitioning"},
    {RANGEKIT_FIELD_OOB_DEVICE_TYPE, 0x506, "oob.device_type"},
    {RANGEKIT_FIELD_OOB_MOTION, 0x507, "oob.motion"},
    {RANGEKIT_FIELD_OOB_TAIL, 0x508, "oob.tail"},
    {RANGEKIT_FIELD_OOB_TECHNOLOGY, 0x509, "oob.technology"},
    {RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE, 0x50A, "oob.technology_size"},
    {RANGEKIT_FIELD_OOB_ADDRESS, 0x50B, "oob.address"},
    {RANGEKIT_FIELD_OOB_UWB, 0x50C, "oob.uwb"},
    {RANGEKIT_FIELD_OOB_SESSION_KEY, 0x50D, "oob.session_key"},
    {RANGEKIT_FIELD_OOB_ROLE, 0x50E, "oob.role"},
    {RANGEKIT_FIELD_OOB_MODE, 0x50F, "oob.mode"},
    {RANGEKIT_FIELD_OOB_SECURITY, 0x510, "oob.security"},
    {RANGEKIT_FIELD_OOB_RTT, 0x511, "oob.rtt"},
    {RANGEKIT_FIELD_OOB_SERVICE_NAME, 0x512, "oob.service_name"},
    {RANGEKIT_FIELD_CONNECTOR, 0x540, "connector"},
    {RANGEKIT_FIELD_CONNECTOR_VERSION, 0x541, "connector.version"},
    {RANGEKIT_FIELD_CONNECTOR_PACKET_SIZE, 0x542, "connector.packet_size"},
    {RANGEKIT_FIELD_CONNECTOR_MESSAGE_SIZE, 0x543, "connector.message_size"},
    {RANGEKIT_FIELD_CONNECTOR_SESSIONS, 0x544, "connector.sessions"},
    {RANGEKIT_FIELD_CONNECTOR_COMPONENT, 0x545, "connector.component"},
    {RANGEKIT_FIELD_CONNECTOR_TYPE, 0x546, "connector.type"},
    {RANGEKIT_FIELD_CONNECTOR_INSTRUCTION, 0x547, "connector.instruction"},
    {RANGEKIT_FIELD_UCI_HEADER, 0x600, "uci.header"},
    {RANGEKIT_FIELD_UCI_PAYLOAD, 0x601, "uci.payload"},
    {RANGEKIT_FIELD_UCI_SESSION_INFO, 0x610, "uci.session_info"},
    {RANGEKIT_FIELD_UCI_MEASUREMENT_TYPE, 0x611, "uci.measurement_type"},
    {RANGEKIT_FIELD_UCI_MAC_MODE, 0x612, "uci.mac_mode"},
    {RANGEKIT_FIELD_UCI_MEASUREMENT, 0x613, "uci.measurement"},
    {RANGEKIT_FIELD_UCI_TIMESTAMP, 0x614, "uci.timestamp"},
    {RANGEKIT_FIELD_UCI_ACTIVE_ROUNDS, 0x615, "uci.active_rounds"},
    {RANGEKIT_FIELD_UCI_LOCATION, 0x616, "uci.location"},
    {RANGEKIT_FIELD_UCI_TLV, 0x620, "uci.tlv"},
    {RANGEKIT_FIELD_UCI_TLV_COUNT, 0x621, "uci.tlv_count"},
    {RANGEKIT_FIELD_UCI_SESSION_STATUS, 0x630, "uci.session_status"},
    {RANGEKIT_FIELD_UCI_DEVICE_INFO, 0x631, "uci.device_info"},
    {RANGEKIT_FIELD_UCI_MULTICAST, 0x632, "uci.multicast"},
    {RANGEKIT_FIELD_UCI_MULTICAST_ACTION, 0x633, "uci.multicast_action"},
    {RANGEKIT_FIELD_CS_EVENT, 0x800, "cs.event"},
    {RANGEKIT_FIELD_CS_EVENT_CODE, 0x801, "cs.event_code"},
    {RANGEKIT_FIELD_CS_CONNECTION_HANDLE, 0x802, "cs.connection_handle"},
    {RANGEKIT_FIELD_CS_PROCEDURE_DONE, 0x803, "cs.procedure_done"},
    {RANGEKIT_FIELD_CS_SUBEVENT_DONE, 0x804, "cs.subevent_done"},
    {RANGEKIT_FIELD_CS_ANTENNA_PATHS, 0x805, "cs.antenna_paths"},
    {RANGEKIT_FIELD_CS_STEP_COUNT, 0x806, "cs.step_count"},
    {RANGEKIT_FIELD_CS_STEP, 0x807, "cs.step"},
    {RANGEKIT_FIELD_CS_STEP_MODE, 0x808, "cs.step_mode"},
    {RANGEKIT_FIELD_CS_STEP_CHANNEL, 0x809, "cs.step_channel"},
    {RANGEKIT_FIELD_CS_STEP_LENGTH, 0x80A, "cs.step_length"},
    {RANGEKIT_FIELD_CS_STEP_DATA, 0x80B, "cs.step_data"},
    {RANGEKIT_FIELD_CS_PERMUTATION, 0x80C, "cs.permutation"},
    {RANGEKIT_FIELD_CS_SEGMENT, 0x80D, "cs.segment"},
    {RANGEKIT_FIELD_CS_RANGING_HEADER, 0x80E, "cs.ranging_header"},
    {RANGEKIT_FIELD_CS_CONTROL_POINT, 0x80F, "cs.control_point"},
    {RANGEKIT_FIELD_CS_CONTROL_OPCODE, 0x810, "cs.control_opcode"},
};

static void every_field_has_its_name(void **state) {
    (void)state;
    for (int32_t number = -8; number < 0x1000; number += 1) {
        const char *expected = number == RANGEKIT_FIELD_NONE ? "" : "unknown";
        for (size_t i = 0; i < COUNT_OF(fields); i += 1) {
            assert_int_equal(fields[i].field, fields[i].number);
            if (fields[i].number == number) expected = fields[i].name;
        }
        char parameter[64];
        int32_t index = number - RANGEKIT_FIELD_PARAMETERS;
        if (index >= 0 && index < RANGEKIT_PARAMETER_COUNT) {
            snprintf(parameter, sizeof parameter, "parameters.%s", rangekit_parameter_name(index));
            expected = parameter;
        }
        assert_string_equal(rangekit_field_name(number), expected);
    }
    assert_string_equal(rangekit_field_name(INT32_MIN), "unknown");
    assert_string_equal(rangekit_field_name(INT32_MAX), "unknown");
}

static void every_capability_has_its_name(void **state) {
    (void)state;
    static const char *const names[] = {
        "precise_distance",  "coarse_distance", "direction",        "camera_assistance",
        "extended_distance", "dl_tdoa",         "channel_sounding",
    };
    for (int bit = 0; bit < 32; bit += 1) {
        const char *expected = bit < (int)COUNT_OF(names) ? names[bit] : "unknown";
        assert_string_equal(rangekit_capability_name(UINT32_C(1) << bit), expected);
    }
    assert_string_equal(rangekit_capability_name(0), "unknown");
    assert_string_equal(rangekit_capability_name(3), "unknown");
    assert_string_equal(rangekit_capability_name(UINT32_MAX), "unknown");
}

static void small_names_are_as_documented(void **state) {
    (void)state;
    assert_string_equal(rangekit_quality_level_name(RANGEKIT_QUALITY_UNKNOWN), "unknown");
    assert_string_equal(rangekit_quality_level_name(RANGEKIT_QUALITY_GOOD), "good");
    assert_string_equal(rangekit_quality_level_name(RANGEKIT_QUALITY_CLOSE), "close");
    assert_plain_text(rangekit_quality_level_name(-1));
    assert_plain_text(rangekit_quality_level_name(INT32_MAX));
    assert_string_equal(rangekit_quality_cause_name(RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT), "no_measurement");
    assert_string_equal(rangekit_quality_cause_name(RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS), "few_measurements");
    assert_string_equal(rangekit_quality_cause_name(RANGEKIT_QUALITY_CAUSE_FAR), "far");
    assert_string_equal(rangekit_quality_cause_name(RANGEKIT_QUALITY_CAUSE_WINDOW_FULL), "window_full");
    assert_string_equal(rangekit_quality_cause_name(0), "unknown");
    assert_string_equal(rangekit_quality_cause_name(3), "unknown");
    assert_string_equal(rangekit_quality_cause_name(UINT32_C(1) << 31), "unknown");
    assert_string_equal(rangekit_refusal_name(RANGEKIT_REFUSAL_CAPABILITY_MISSING), "capability_missing");
    assert_string_equal(rangekit_refusal_name(RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN), "capability_unknown");
    assert_string_equal(rangekit_refusal_name(RANGEKIT_REFUSAL_SAME_DEVICE), "same_device");
    assert_string_equal(rangekit_refusal_name(RANGEKIT_REFUSAL_FOREIGN_TOKEN), "foreign_token");
    assert_string_equal(rangekit_refusal_name(0), "unknown");
    assert_string_equal(rangekit_refusal_name(INT32_MIN), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(status_numbers_are_pinned),
    cmocka_unit_test(every_status_has_its_name),
    cmocka_unit_test(every_status_has_its_own_sentence),
    cmocka_unit_test(other_numbers_are_unknown_statuses),
    cmocka_unit_test(versions_match_the_header),
    cmocka_unit_test(features_name_what_this_header_declares),
    cmocka_unit_test(every_field_has_its_name),
    cmocka_unit_test(every_capability_has_its_name),
    cmocka_unit_test(small_names_are_as_documented),
};

TEST_GROUP(base_tests, tests);
