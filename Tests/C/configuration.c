/* Configurations: how building reports, the sentences of refusals, and the format on the wire.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cbor_model.h"
#include "format_cases.h"
#include "token_samples.h"

/* The local device lacks everything that can be asked for, the peer is another system's: five reasons. */
static rangekit_token poor_device(void) {
    rangekit_token token = sample_token(SAMPLE_PEER);
    token.capabilities = RANGEKIT_CAPABILITY_DIRECTION;
    return token;
}

static rangekit_token foreign_device(void) {
    rangekit_token token = sample_token(SAMPLE_OPAQUE);
    token.fields &= ~RANGEKIT_TOKEN_HAS_CAPABILITIES;
    return token;
}

static void every_reason_is_given_at_once(void **state) {
    (void)state;
    rangekit_token local = poor_device(), peer = foreign_device();
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.options = RANGEKIT_OPTION_EXTENDED_DISTANCE | RANGEKIT_OPTION_CAMERA_ASSISTANCE;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t count = 0;
    assert_status(rangekit_configuration_build(&local, &peer, &request, &configuration, refusals, COUNT_OF(refusals),
                                               &count),
                  RANGEKIT_ERROR_INCOMPATIBLE);
    assert_int_equal(count, 5);
    assert_int_equal(refusals[0].option, 0);
    assert_int_equal(refusals[0].side, RANGEKIT_SIDE_LOCAL);
    for (size_t i = 0; i < count; i += 1) {
        char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE];
        size_t length;
        assert_status(rangekit_refusal_describe(&refusals[i], text, sizeof text, &length), RANGEKIT_OK);
        assert_plain_text(text);
        if (refusals[i].option != 0) assert_non_null(strstr(text, rangekit_capability_name(refusals[i].capability)));
    }
    /* Fewer places: the first ones are written, all are counted. */
    for (size_t capacity = 0; capacity <= count; capacity += 1) {
        rangekit_refusal *few = guarded(0, capacity * sizeof *few);
        size_t counted = 99;
        assert_status(rangekit_configuration_build(&local, &peer, &request, &configuration, capacity == 0 ? NULL : few,
                                                   capacity, &counted),
                      RANGEKIT_ERROR_INCOMPATIBLE);
        assert_int_equal(counted, count);
        assert_memory_equal(few, refusals, capacity * sizeof *few);
    }
    rangekit_refusal *all = guarded(0, count * sizeof *all);
    assert_status(rangekit_configuration_build(&local, &peer, &request, &configuration, all, SIZE_MAX, &count),
                  RANGEKIT_ERROR_INCOMPATIBLE);
    assert_int_equal(count, 5);
}

static void success_counts_no_reasons(void **state) {
    (void)state;
    rangekit_token local = sample_token(SAMPLE_PEER), peer = sample_token(SAMPLE_ACCESSORY_LONG);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_refusal *refusals = guarded(0, 4 * sizeof *refusals);
    size_t count = 99;
    assert_status(rangekit_configuration_build(&local, &peer, NULL, &configuration, refusals, 4, &count), RANGEKIT_OK);
    assert_int_equal(count, 0);
    assert_true(filled_with(refusals, 4 * sizeof *refusals, 0xA5));
    assert_int_equal(configuration.kind, RANGEKIT_CONFIGURATION_KIND_ACCESSORY);
    assert_int_equal(configuration.enabled, 0);
    assert_int_equal(configuration.performance_generation, RANGEKIT_GENERATION_FIRST);
}

/* What both list must meet; what one lists counts as stated. */
static void technologies_are_listened_to(void **state) {
    (void)state;
    uint8_t first[16] = {1}, second[16] = {2};
    rangekit_token local = {.struct_size = sizeof local}, peer = {.struct_size = sizeof peer};
    assert_status(rangekit_token_make_peer(&local, first, 16), RANGEKIT_OK);
    assert_status(rangekit_token_make_peer(&peer, second, 16), RANGEKIT_OK);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_refusal refusals[4];
    size_t count = 9;
    local.fields = RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
    local.technologies_count = 2;
    local.technologies[0] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB, 2, 0, 0};
    local.technologies[1] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE, 1, 0, 0};
#define BUILD() \
    rangekit_configuration_build(&local, &peer, &request, &configuration, refusals, COUNT_OF(refusals), &count)
    assert_status(BUILD(), RANGEKIT_OK); /* the peer does not say */
    peer.fields = RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
    peer.technologies_count = 2;
    peer.technologies[0] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING, 6, 0, 0};
    peer.technologies[1] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE, 1, 0, 0};
    assert_status(BUILD(), RANGEKIT_ERROR_INCOMPATIBLE); /* extended distance alone does not range */
    assert_int_equal(count, 1);
    assert_int_equal(refusals[0].reason, RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY);
    assert_int_equal(refusals[0].side, 0);
    assert_string_equal(rangekit_refusal_name(refusals[0].reason), "no_common_technology");
    peer.technologies[0].technology = RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB;
    assert_status(BUILD(), RANGEKIT_OK);
    request.options = RANGEKIT_OPTION_EXTENDED_DISTANCE; /* listed on both sides, so stated */
    assert_status(BUILD(), RANGEKIT_OK);
    peer.technologies_count = 1;
    assert_status(BUILD(), RANGEKIT_ERROR_INCOMPATIBLE);
    assert_int_equal(refusals[0].reason, RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN);
    assert_int_equal(refusals[0].side, RANGEKIT_SIDE_PEER);
    request.options = 0;
    local.technologies_count = 0; /* none of them */
    assert_status(BUILD(), RANGEKIT_ERROR_INCOMPATIBLE);
#undef BUILD
}

static void bad_tokens_and_requests_are_named(void **state) {
    (void)state;
    rangekit_token good = sample_token(SAMPLE_PEER), other = sample_token(SAMPLE_ACCESSORY_LONG), bad = good;
    bad.identity_length = 3;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT, before = configuration;
    size_t count = 99;
    assert_status(rangekit_configuration_build(&bad, &other, NULL, &configuration, NULL, 0, &count),
                  RANGEKIT_ERROR_WRONG_LENGTH);
    assert_int_equal(count, 0);
    assert_status(rangekit_configuration_build(&other, &bad, NULL, &configuration, NULL, 0, &count),
                  RANGEKIT_ERROR_WRONG_LENGTH);
    for (int bit = 3; bit < 32; bit += 1) {
        rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
        request.options = UINT32_C(1) << bit;
        assert_status(rangekit_configuration_build(&good, &other, &request, &configuration, NULL, 0, &count),
                      RANGEKIT_ERROR_UNKNOWN_OPTION);
    }
    assert_memory_equal(&configuration, &before, sizeof before);
}

static void refusal_sentences_follow_the_text_out_rules(void **state) {
    (void)state;
    static const uint32_t words[] = {0, 1, 2, 3, 4, 8, 16, 64, UINT32_C(0x80000000), UINT32_MAX};
    for (int32_t reason = -1; reason <= 30; reason += 1) {
        for (int32_t side = -1; side <= 3; side += 1) {
            for (size_t c = 0; c < COUNT_OF(words); c += 1) {
                for (size_t o = 0; o < COUNT_OF(words); o += 1) {
                    rangekit_refusal refusal = {reason, side, words[c], words[o]};
                    char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE];
                    size_t length;
                    assert_status(rangekit_refusal_describe(&refusal, text, sizeof text, &length), RANGEKIT_OK);
                    assert_int_equal(strlen(text), length);
                    assert_plain_text(text);
                }
            }
        }
    }
    rangekit_refusal refusal = {RANGEKIT_REFUSAL_CAPABILITY_MISSING, RANGEKIT_SIDE_PEER,
                                RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, RANGEKIT_OPTION_EXTENDED_DISTANCE};
    size_t needed, length;
    assert_status(rangekit_refusal_describe(&refusal, NULL, 0, &needed), RANGEKIT_OK);
    for (size_t capacity = 0; capacity <= needed; capacity += 1) {
        char *out = guarded(0, capacity);
        assert_status(rangekit_refusal_describe(&refusal, out, capacity, &length), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
        assert_int_equal(length, needed);
        assert_true(filled_with(out, capacity, 0xA5));
    }
    char *exact = guarded(0, needed + 1);
    assert_status(rangekit_refusal_describe(&refusal, exact, needed + 1, &length), RANGEKIT_OK);
    assert_int_equal(strlen(exact), needed);
}

/* ---- On the wire ---- */

static void every_configuration_survives_a_round_trip(void **state) {
    (void)state;
    static const uint32_t offered[] = {3, 7, 2, 0}; /* by kind */
    for (int32_t kind = 0; kind <= 3; kind += 1) {
        for (uint32_t enabled = 0; enabled <= 8; enabled += 1) {
            for (uint32_t generation = 0; generation <= 2; generation += 1) {
                rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT, decoded = configuration;
                configuration.kind = kind;
                configuration.enabled = enabled;
                configuration.performance_generation = generation;
                uint8_t expected[17] = {0xA4, 0x00, 0x01, 0x01, (uint8_t)kind, 0x02, (uint8_t)enabled,
                                        0x03, (uint8_t)generation};
                size_t size = 9, length;
                if (kind == 3) {
                    configuration.fields = RANGEKIT_CONFIGURATION_HAS_NETWORK;
                    configuration.network = 0xDEADBEEF;
                    configuration.discovery = generation & 1;
                    expected[0] = 0xA6;
                    const uint8_t tail[] = {0x04, 0x1A, 0xDE, 0xAD, 0xBE, 0xEF, 0x05, (uint8_t)(generation & 1)};
                    memcpy(expected + 9, tail, sizeof tail);
                    size = 17;
                }
                uint8_t *out = guarded(0, size);
                if ((enabled & ~offered[kind]) != 0) {
                    assert_status(rangekit_configuration_encode(&configuration, out, size, &length, NULL),
                                  RANGEKIT_ERROR_INVALID_VALUE);
                    assert_status(rangekit_configuration_decode(expected, size, &decoded, NULL),
                                  RANGEKIT_ERROR_INVALID_VALUE);
                    continue;
                }
                assert_status(rangekit_configuration_encode(&configuration, NULL, 0, &length, NULL), RANGEKIT_OK);
                assert_int_equal(length, size);
                assert_status(rangekit_configuration_encode(&configuration, out, size - 1, &length, NULL),
                              RANGEKIT_ERROR_BUFFER_TOO_SMALL);
                assert_true(filled_with(out, size, 0xA5));
                assert_status(rangekit_configuration_encode(&configuration, out, size, &length, NULL), RANGEKIT_OK);
                assert_memory_equal(out, expected, size);
                assert_status(rangekit_configuration_decode(out, length, &decoded, NULL), RANGEKIT_OK);
                assert_memory_equal(&decoded, &configuration, sizeof decoded);
            }
        }
    }
}

static void identifiers_and_role_stay_at_home(void **state) {
    (void)state;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT, decoded = configuration;
    configuration.kind = RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING;
    configuration.fields = RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER;
    configuration.role = RANGEKIT_CS_REFLECTOR;
    memset(configuration.bluetooth_peer, 1, 16);
    uint8_t out[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length;
    assert_status(rangekit_configuration_encode(&configuration, out, sizeof out, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, 9);
    assert_status(rangekit_configuration_decode(out, length, &decoded, NULL), RANGEKIT_OK);
    assert_int_equal(decoded.fields, 0);
    assert_int_equal(decoded.role, 0);
    /* A network belongs to DL-TDoA, and DL-TDoA to a network. */
    configuration.fields = RANGEKIT_CONFIGURATION_HAS_NETWORK;
    assert_status(rangekit_configuration_encode(&configuration, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_FIELD_NOT_ALLOWED);
    configuration.kind = RANGEKIT_CONFIGURATION_KIND_DL_TDOA;
    configuration.discovery = 2;
    assert_status(rangekit_configuration_encode(&configuration, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    configuration.fields = 0;
    assert_status(rangekit_configuration_encode(&configuration, out, sizeof out, &length, NULL),
                  RANGEKIT_ERROR_MISSING_FIELD);
}

static void configurations_with_one_thing_wrong_are_refused(void **state) {
    (void)state;
    static const struct {
        rangekit_configuration configuration;
        int32_t field;
    } wrong[] = {
        {{16, 4, 0, 0, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_KIND},
        {{16, -1, 0, 0, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_KIND},
        {{16, INT32_MIN, 0, 0, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_KIND},
        {{16, 0, 4, 0, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_ENABLED},
        {{16, 0, UINT32_MAX, 0, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_ENABLED},
        {{16, 0, 0, 3, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE},
        {{16, 0, 0, 256, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE},
        {{16, 0, 0, UINT32_MAX, 0, 0, 0, 0, {0}, {0}}, RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i += 1) {
        uint8_t out[RANGEKIT_CONFIGURATION_MAX_SIZE];
        size_t length = 99;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        assert_status(rangekit_configuration_encode(&wrong[i].configuration, out, sizeof out, &length, &diagnostic),
                      RANGEKIT_ERROR_INVALID_VALUE);
        assert_int_equal(diagnostic.field, wrong[i].field);
        assert_int_equal(length, 0);
    }
    /* What the diagnostic calls found is what was given. */
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    size_t length;
    (void)rangekit_configuration_encode(&wrong[6].configuration, NULL, 0, &length, &diagnostic);
    assert_int_equal(diagnostic.found, 256);
}

#define C(part) RANGEKIT_FIELD_CONFIGURATION##part

static const struct format_case cases[] = {
    {"", RANGEKIT_ERROR_TRUNCATED, C(), 0, 1, 0},
    {"00", RANGEKIT_ERROR_WRONG_TYPE, C(), 0, 5, 0},
    {"a0", RANGEKIT_ERROR_MISSING_FIELD, C(_VERSION), -1, -1, -1},
    {"a3010002000300", RANGEKIT_ERROR_MISSING_FIELD, C(_VERSION), -1, -1, -1},
    {"a3000102000300", RANGEKIT_ERROR_MISSING_FIELD, C(_KIND), -1, -1, -1},
    {"a3000101000300", RANGEKIT_ERROR_MISSING_FIELD, C(_ENABLED), -1, -1, -1},
    {"a3000101000200", RANGEKIT_ERROR_MISSING_FIELD, C(_PERFORMANCE), -1, -1, -1},
    {"a40002010002000300", RANGEKIT_ERROR_UNKNOWN_VERSION, C(_VERSION), 2, 1, 2},
    {"a40001010402000300", RANGEKIT_ERROR_INVALID_VALUE, C(_KIND), 4, 3, 4},
    {"a40001010302000300", RANGEKIT_ERROR_MISSING_FIELD, C(_NETWORK), -1, -1, -1},
    {"a5000101030200030004182a", RANGEKIT_ERROR_MISSING_FIELD, C(_DISCOVERY), -1, -1, -1},
    {"a6000101030200030004182a0502", RANGEKIT_ERROR_INVALID_VALUE, C(_DISCOVERY), 13, 1, 2},
    {"a40001010202010300", RANGEKIT_ERROR_INVALID_VALUE, C(_ENABLED), 6, 2, 1},
    {"a40001010002040300", RANGEKIT_ERROR_INVALID_VALUE, C(_ENABLED), 6, 3, 4},
    {"a40001010002000303", RANGEKIT_ERROR_INVALID_VALUE, C(_PERFORMANCE), 8, 2, 3},
    {"a40001010002000320", RANGEKIT_ERROR_WRONG_TYPE, C(_PERFORMANCE), 8, 0, 1},
    {"a500010100020003000400", RANGEKIT_ERROR_FIELD_NOT_ALLOWED, C(), 9, -1, -1},
    {"a500010100020003002000", RANGEKIT_ERROR_FIELD_NOT_ALLOWED, C(), 9, -1, -1},
    {"a4000101000200030000", RANGEKIT_ERROR_TRAILING_BYTES, C(), 9, 9, 10},
    {"a40001010003000200", RANGEKIT_ERROR_KEY_ORDER, C(), 7, -1, -1},
    {"a40001010001000300", RANGEKIT_ERROR_DUPLICATE_KEY, C(), 5, -1, -1},
    {"a4000101000200031800", RANGEKIT_ERROR_NOT_SHORTEST, C(_PERFORMANCE), 8, 1, 2},
    {"bf0001010002000300ff", RANGEKIT_ERROR_INDEFINITE_LENGTH, C(), 0, -1, -1},
    {"d9d9f7a40001010002000300", RANGEKIT_ERROR_TAG_REFUSED, C(), 0, -1, 55799},
};

static void refusals_say_what_where_and_what_would_be_right(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        uint8_t bytes[64];
        size_t size = bytes_from_hex(cases[i].hex, strlen(cases[i].hex), bytes, sizeof bytes);
        rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT, before = configuration;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        rangekit_status status =
            rangekit_configuration_decode(guarded_copy(0, bytes, size), size, &configuration, &diagnostic);
        check_format_case(&cases[i], status, &diagnostic);
        assert_memory_equal(&configuration, &before, sizeof before);
    }
}

static void check_bytes(const uint8_t *bytes, size_t size) {
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_status status = rangekit_configuration_decode(bytes, size, &configuration, NULL);
    if ((status == RANGEKIT_OK) != model_is_configuration(bytes, size)) {
        fail_text("%s gives %s", hex_from_bytes(bytes, size), rangekit_status_name(status));
    }
    if (status != RANGEKIT_OK) return;
    uint8_t again[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length;
    assert_status(rangekit_configuration_encode(&configuration, again, sizeof again, &length, NULL), RANGEKIT_OK);
    assert_int_equal(length, size);
    assert_memory_equal(again, bytes, size);
}

/* One byte changed to anything and another to a plausible head: what is accepted is what an independent
 * reading accepts, and encodes the same. */
static void damaged_configurations_are_refused_by_name_or_valid(void **state) {
    (void)state;
    static const uint8_t good[9] = {0xA4, 0x00, 0x01, 0x01, 0x01, 0x02, 0x03, 0x03, 0x02};
    static const uint8_t heads[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x18, 0x19, 0x20, 0x40,
                                    0x60, 0x80, 0xA0, 0xA3, 0xA5, 0xC0, 0xF4, 0xFF};
    for (size_t i = 0; i < sizeof good; i += 1) {
        for (size_t j = 0; j < sizeof good; j += 1) {
            for (int change = 0; change < 256 * (int)COUNT_OF(heads); change += 1) {
                uint8_t bytes[9];
                memcpy(bytes, good, sizeof bytes);
                bytes[j] = heads[change / 256];
                bytes[i] = (uint8_t)change;
                check_bytes(bytes, sizeof bytes);
            }
        }
    }
    for (size_t size = 0; size < sizeof good; size += 1) {
        rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
        rangekit_status status = rangekit_configuration_decode(guarded_copy(0, good, size), size, &configuration, NULL);
        assert_true(status == RANGEKIT_ERROR_TRUNCATED || status == RANGEKIT_ERROR_COUNT_TOO_LARGE);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_reason_is_given_at_once),
    cmocka_unit_test(success_counts_no_reasons),
    cmocka_unit_test(technologies_are_listened_to),
    cmocka_unit_test(bad_tokens_and_requests_are_named),
    cmocka_unit_test(refusal_sentences_follow_the_text_out_rules),
    cmocka_unit_test(every_configuration_survives_a_round_trip),
    cmocka_unit_test(identifiers_and_role_stay_at_home),
    cmocka_unit_test(configurations_with_one_thing_wrong_are_refused),
    cmocka_unit_test(refusals_say_what_where_and_what_would_be_right),
    cmocka_unit_test(damaged_configurations_are_refused_by_name_or_valid),
};

TEST_GROUP(configuration_tests, tests);
