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
    STATUS(RANGEKIT_ERROR_NO_RECEPTION, -210),
    STATUS(RANGEKIT_ERROR_TABLE, -211),
    STATUS(RANGEKIT_ERROR_FIT_ONE_CLASS, -212),
    STATUS(RANGEKIT_ERROR_FIT_CONSTANT, -213),
    STATUS(RANGEKIT_ERROR_FIT_SEPARABLE, -214),
    STATUS(RANGEKIT_ERROR_FIT_NOT_CONVERGED, -215),
    STATUS(RANGEKIT_ERROR_PHASE_RANGE, -220),
    STATUS(RANGEKIT_ERROR_NO_DIRECTION, -221),
    STATUS(RANGEKIT_ERROR_INCOMPATIBLE, -300),
    STATUS(RANGEKIT_ERROR_CS_CONTINUATION, -850),
    STATUS(RANGEKIT_ERROR_CS_SEGMENT_LOST, -851),
    STATUS(RANGEKIT_ERROR_CS_STALE, -852),
    STATUS(RANGEKIT_ERROR_CS_OTHER_CONNECTION, -853),
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
    all |= RANGEKIT_FEATURE_CONFIGURATION;
    all |= RANGEKIT_FEATURE_TWR;
    all |= RANGEKIT_FEATURE_QUALITY;
    all |= RANGEKIT_FEATURE_CHANNEL_SOUNDING;
    all |= RANGEKIT_FEATURE_FILTER;
    all |= RANGEKIT_FEATURE_ZONE;
    all |= RANGEKIT_FEATURE_DIRECTION;
    all |= RANGEKIT_FEATURE_POINTING;
    all |= RANGEKIT_FEATURE_FUSION;
    all |= RANGEKIT_FEATURE_SIGNAL;
    all |= RANGEKIT_FEATURE_ANGLE;
    assert_true((rangekit_features() & all) == all);
    /* Every Linux build takes its CBOR heads from libcbor. */
    assert_true((rangekit_features() & RANGEKIT_FEATURE_LIBCBOR) != 0);
    assert_true((rangekit_features() & ~(all | RANGEKIT_FEATURE_LIBCBOR)) == 0);
}

static const struct {
    int32_t field, number;
    const char *name;
} fields[] = {
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
    for (int32_t number = -8; number < 0x400; number += 1) {
        const char *expected = number == RANGEKIT_FIELD_NONE ? "" : "unknown";
        for (size_t i = 0; i < COUNT_OF(fields); i += 1) {
            assert_int_equal(fields[i].field, fields[i].number);
            if (fields[i].number == number) expected = fields[i].name;
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
