/* One session's parameters: every field survives, what differs between two views is found once and named,
 * what cannot be in one view is found, and any memory gives a status.
 *
 * SPDX-License-Identifier: MIT
 */
#include "parameters_samples.h"

static rangekit_parameters_finding found[MAX];
static size_t found_count;

static void check(const rangekit_parameters *parameters) {
    assert_status(rangekit_parameters_check(parameters, found, MAX, &found_count), RANGEKIT_OK);
}

static void diff(const rangekit_parameters *a, const rangekit_parameters *b, uint32_t options) {
    assert_status(rangekit_parameters_diff(a, b, options, found, MAX, &found_count), RANGEKIT_OK);
}

static void expect_only(int32_t rule, int32_t parameter, int32_t consequence, int32_t side) {
    if (found_count != 1) {
        for (size_t i = 0; i < found_count; i += 1) print_message("  %s\n", described(&found[i]));
        fail_text("%zu findings, expected one: %s of %s", found_count, rangekit_parameters_rule_name(rule),
                  rangekit_parameter_name(parameter));
    }
    assert_string_equal(rangekit_parameters_rule_name(found[0].rule), rangekit_parameters_rule_name(rule));
    assert_string_equal(rangekit_parameter_name(found[0].parameter), rangekit_parameter_name(parameter));
    assert_string_equal(rangekit_consequence_name(found[0].consequence), rangekit_consequence_name(consequence));
    assert_int_equal(found[0].side, side);
    assert_non_null(strstr(described(&found[0]), rangekit_parameter_name(parameter)));
}

static void names_are_those_of_the_struct(void **state) {
    (void)state;
    for (int32_t i = 0; i < RANGEKIT_PARAMETER_COUNT; i += 1) {
        char field[64];
        assert_plain_text(rangekit_parameter_name(i));
        snprintf(field, sizeof field, "parameters.%s", rangekit_parameter_name(i));
        assert_string_equal(rangekit_field_name(RANGEKIT_FIELD_PARAMETERS + i), field);
    }
#define FIELD(type, field, offset, size)                                                  \
    if (strcmp(#type, "rangekit_parameters") == 0 && (offset) >= 16 && (offset) < 208) \
        assert_string_equal(#field, rangekit_parameter_name(((offset) - 16) / 4));
#define STRUCT(type, size, alignment)
#include "layout.inc"
#undef FIELD
#undef STRUCT
    const int32_t others[] = {-1, RANGEKIT_PARAMETER_COUNT, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(others); i += 1) {
        assert_string_equal(rangekit_parameter_name(others[i]), "unknown");
        assert_string_equal(rangekit_parameters_rule_name(others[i]), "unknown");
    }
    assert_string_equal(rangekit_consequence_name(5), "unknown");
}

/* merge reads and writes every field, so it shows that both sides of the mirror agree. */
static void every_field_survives_a_merge(void **state) {
    (void)state;
    struct random_source source = {11};
    for (int i = 0; i < 20000; i += 1) {
        rangekit_parameters from, into, expected;
        memset(&from, 0, sizeof from);
        from.struct_size = sizeof from;
        into = expected = from;
        from.fields = random_next(&source) & ((1ull << RANGEKIT_PARAMETER_COUNT) - 1);
        uint64_t one = random_below(&source, 60);
        if (one < RANGEKIT_PARAMETER_COUNT) from.fields = 1ull << one;
        uint8_t *bytes = (uint8_t *)&from;
        for (size_t j = 16; j < 352; j += 1) bytes[j] = (uint8_t)random_next(&source);
        from.device_address_length = random_below(&source, 2) ? 2 : 8;
        from.peer_address_length = random_below(&source, 2) ? 2 : 8;
        from.peer_count = (uint8_t)(1 + random_below(&source, 8));
        from.session_key_length = (uint8_t)(1 + random_below(&source, 32));
        from.sub_session_key_length = (uint8_t)(1 + random_below(&source, 32));
        expected.fields = from.fields;
        for (int32_t p = 0; p < 48; p += 1) {
            if (from.fields & HAS(p)) (&expected.device_type)[p] = (&from.device_type)[p];
        }
#define TAKE(bit, field) \
    if (from.fields & HAS(bit)) memcpy(&expected.field, &from.field, sizeof from.field)
        TAKE(P(DEVICE_ADDRESS), device_address);
        TAKE(P(DEVICE_ADDRESS), device_address_length);
        TAKE(P(PEER_ADDRESSES), peer_addresses);
        TAKE(P(PEER_ADDRESSES), peer_count);
        TAKE(P(PEER_ADDRESSES), peer_address_length);
        TAKE(P(SESSION_KEY), session_key);
        TAKE(P(SESSION_KEY), session_key_length);
        TAKE(P(SUB_SESSION_KEY), sub_session_key);
        TAKE(P(SUB_SESSION_KEY), sub_session_key_length);
        TAKE(P(STATIC_STS_IV), static_sts_iv);
        TAKE(P(COUNTRY), country);
        /* A short address ignores the bytes behind it. */
        if (from.fields & HAS(P(DEVICE_ADDRESS)) && from.device_address_length == 2) {
            memset(expected.device_address + 2, 0, 6);
        }
        assert_status(rangekit_parameters_merge(&into, &from), RANGEKIT_OK);
        assert_memory_equal(&into, &expected, sizeof into);
        size_t count;
        assert_status(rangekit_parameters_diff(&from, &into, 0, NULL, 0, &count), RANGEKIT_OK);
        assert_status(rangekit_parameters_diff(&from, &from, 0, found, MAX, &count), RANGEKIT_OK);
        assert_true(count <= MAX);
        for (size_t j = 0; j < count; j += 1) {
            (void)described(&found[j]);
            int32_t rule = found[j].rule;
            assert_true(rule != RANGEKIT_PARAMETERS_RULE_EQUAL && rule != RANGEKIT_PARAMETERS_RULE_BYTE_ORDER);
        }
    }
}

static void two_views_that_fit_have_no_findings(void **state) {
    (void)state;
    rangekit_parameters a = responder(), b = initiator();
    diff(&a, &b, RANGEKIT_PARAMETERS_DIFF_UNSTATED);
    for (size_t i = 0; i < found_count; i += 1) print_message("  %s\n", described(&found[i]));
    assert_int_equal(found_count, 0);
    rangekit_parameters nothing;
    memset(&nothing, 0, sizeof nothing);
    nothing.struct_size = sizeof nothing;
    diff(&a, &nothing, 0);
    assert_int_equal(found_count, 0);
    diff(&a, &nothing, RANGEKIT_PARAMETERS_DIFF_UNSTATED);
    assert_int_equal(found_count, 6);
    for (size_t i = 0; i < found_count; i += 1) {
        assert_int_equal(found[i].rule, RANGEKIT_PARAMETERS_RULE_UNSTATED);
        assert_int_equal(found[i].side, RANGEKIT_PARAMETERS_SIDE_B);
        assert_int_equal(found[i].fields, RANGEKIT_PARAMETERS_FINDING_HAS_A);
    }
}

/* Each row changes one value of the initiator to one that is valid by itself. */
static void each_difference_is_found_once(void **state) {
    (void)state;
    static const struct {
        int32_t parameter, consequence;
        uint32_t value, other;
    } rows[] = {
        {P(SESSION_ID), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 24488, 1},
        {P(CHANNEL), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 9, 5},
        {P(PREAMBLE_CODE_INDEX), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 11, 10},
        {P(SFD_ID), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 2, 0},
        {P(RANGING_ROUND_USAGE), RANGEKIT_CONSEQUENCE_WRONG_DISTANCE, 2, 1},
        {P(RANGING_ROUND_USAGE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 2, 4},
        {P(RANGING_ROUND_USAGE), RANGEKIT_CONSEQUENCE_WRONG_DISTANCE, 4, 3},
        {P(SLOT_DURATION_RSTU), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3600, 1200},
        {P(RANGING_INTERVAL_MS), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 198, 180},
        {P(SLOTS_PER_ROUND), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 6, 11},
        {P(VENDOR_ID), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0x4C, 0x4D},
        {P(HOPPING_MODE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(MULTI_NODE_MODE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(PSDU_DATA_RATE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 3},
        {P(PHR_DATA_RATE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(RFRAME_CONFIG), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3, 1},
        {P(STS_LENGTH), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 1, 2},
        {P(STS_SEGMENT_COUNT), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 1, 2},
        {P(RANGING_ROUND_CONTROL), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3, 2},
        {P(SCHEDULE_MODE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 1, 0},
        {P(RANGING_TIME_STRUCT), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 1, 0},
        {P(MAC_FCS_TYPE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(MAC_ADDRESS_MODE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(KEY_ROTATION), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(KEY_ROTATION_RATE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 0, 1},
        {P(SUB_SESSION_ID), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 7, 8},
        {P(PREAMBLE_DURATION), RANGEKIT_CONSEQUENCE_DEGRADED, 0, 1},
        {P(BLOCK_STRIDE), RANGEKIT_CONSEQUENCE_DEGRADED, 0, 1},
        {P(MAX_ROUND_RETRIES), RANGEKIT_CONSEQUENCE_DEGRADED, 0, 1},
        {P(MAX_MEASUREMENTS), RANGEKIT_CONSEQUENCE_DEGRADED, 0, 1},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rangekit_parameters a = responder(), b = initiator();
        set(&a, rows[i].parameter, rows[i].value);
        set(&b, rows[i].parameter, rows[i].value);
        diff(&a, &b, 0);
        assert_int_equal(found_count, 0);
        set(&b, rows[i].parameter, rows[i].other);
        diff(&a, &b, 0);
        expect_only(RANGEKIT_PARAMETERS_RULE_EQUAL, rows[i].parameter, rows[i].consequence,
                    RANGEKIT_PARAMETERS_SIDE_BOTH);
        assert_int_equal(found[0].value_a, rows[i].value);
        assert_int_equal(found[0].value_b, rows[i].other);
        diff(&b, &a, 0);
        assert_int_equal(found_count, 1);
        assert_int_equal(found[0].value_a, rows[i].other);
    }
}

static void what_each_side_chooses_is_not_compared(void **state) {
    (void)state;
    static const int32_t own[] = {P(AOA_REQUEST),          P(RESULT_REPORT_CONFIG), P(NOTIFICATION_CONFIG),
                                  P(FILTER_TYPE),          P(MAX_CLOCK_DRIFT_PPM),  P(UPDATE_RATE),
                                  P(NOTIFICATION_NEAR_CM), P(SESSION_PRIORITY),     P(INITIATION_TIME_MS)};
    for (size_t i = 0; i < COUNT_OF(own); i += 1) {
        rangekit_parameters a = responder(), b = initiator();
        set(&a, own[i], 0);
        set(&b, own[i], own[i] == P(UPDATE_RATE) ? 10 : 1);
        diff(&a, &b, RANGEKIT_PARAMETERS_DIFF_UNSTATED);
        assert_int_equal(found_count, 0);
    }
}

static void roles_addresses_and_keys_must_belong_together(void **state) {
    (void)state;
    rangekit_parameters a = responder(), b = initiator();
    b.device_role = 0;
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_COMPLEMENT, P(DEVICE_ROLE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    b = initiator();
    b.device_type = 0;
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_COMPLEMENT, P(DEVICE_TYPE), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    b = initiator();
    set_address(&b, 0xB487, 0xD712);
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_PEER_UNKNOWN, P(PEER_ADDRESSES), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 2);
    assert_int_equal(found[0].value_a, 0xD711);
    assert_int_equal(found[0].value_b, 0xD712);
    assert_non_null(strstr(described(&found[0]), "A has 11d7, B has 12d7"));
    set_address(&b, 0xB487, 0x11D7);
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_BYTE_ORDER, P(PEER_ADDRESSES), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 2);
    b = initiator();
    set_address(&a, 0xB487, 0x0001);
    a.fields &= ~HAS(P(PEER_ADDRESSES));
    b.fields &= ~HAS(P(PEER_ADDRESSES));
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_SAME_ADDRESS, P(DEVICE_ADDRESS), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    a = responder();
    b = initiator();
    set(&b, P(VENDOR_ID), 0x4C00);
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_BYTE_ORDER, P(VENDOR_ID), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    assert_non_null(strstr(described(&found[0]), "A has 0x004c, B has 0x4c00"));
    b = initiator();
    for (int i = 0; i < 6; i += 1) b.static_sts_iv[i] = a.static_sts_iv[5 - i];
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_BYTE_ORDER, P(STATIC_STS_IV), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    b.static_sts_iv[0] ^= 1;
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_EQUAL, P(STATIC_STS_IV), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    b = initiator();
    memcpy(b.country, "US", 2);
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_EQUAL, P(COUNTRY), RANGEKIT_CONSEQUENCE_REFUSAL, 3);
    assert_non_null(strstr(described(&found[0]), "A has EU, B has US"));
    b = initiator();
    a.fields |= HAS(P(SESSION_KEY));
    b.fields |= HAS(P(SESSION_KEY));
    a.session_key_length = b.session_key_length = 16;
    diff(&a, &b, 0);
    assert_int_equal(found_count, 0);
    b.session_key[31] = 1;
    diff(&a, &b, 0);
    assert_int_equal(found_count, 0);
    b.session_key[15] = 0x5A;
    diff(&a, &b, 0);
    expect_only(RANGEKIT_PARAMETERS_RULE_EQUAL, P(SESSION_KEY), RANGEKIT_CONSEQUENCE_NO_SAMPLES, 3);
    assert_int_equal(found[0].value_b, 16); /* the length: a key is not shown */
    assert_non_null(strstr(described(&found[0]), "a key of 16 bytes"));
}

/* Each row breaks one rule of a view that is right otherwise. */
static void what_cannot_be_is_found(void **state) {
    (void)state;
    static const struct {
        int32_t rule, parameter, consequence, changed;
        uint32_t value;
    } rows[] = {
        {RANGEKIT_PARAMETERS_RULE_ROUND_TOO_LONG, P(RANGING_INTERVAL_MS), RANGEKIT_CONSEQUENCE_REFUSAL,
         P(SLOTS_PER_ROUND), 67},
        {RANGEKIT_PARAMETERS_RULE_INTERVAL_MULTIPLE, P(RANGING_INTERVAL_MS), RANGEKIT_CONSEQUENCE_DEGRADED,
         P(RANGING_INTERVAL_MS), 200},
        {RANGEKIT_PARAMETERS_RULE_CHANNEL, P(CHANNEL), RANGEKIT_CONSEQUENCE_REFUSAL, P(CHANNEL), 6},
        {RANGEKIT_PARAMETERS_RULE_PREAMBLE_CODE, P(PREAMBLE_CODE_INDEX), RANGEKIT_CONSEQUENCE_REFUSAL,
         P(PREAMBLE_CODE_INDEX), 25},
        {RANGEKIT_PARAMETERS_RULE_PREAMBLE_CODE, P(PREAMBLE_CODE_INDEX), RANGEKIT_CONSEQUENCE_REFUSAL, P(PRF_MODE), 1},
        {RANGEKIT_PARAMETERS_RULE_SFD, P(SFD_ID), RANGEKIT_CONSEQUENCE_REFUSAL, P(SFD_ID), 1},
        {RANGEKIT_PARAMETERS_RULE_ZERO, P(SLOT_DURATION_RSTU), RANGEKIT_CONSEQUENCE_REFUSAL, P(SLOT_DURATION_RSTU), 0},
        {RANGEKIT_PARAMETERS_RULE_ZERO, P(SLOTS_PER_ROUND), RANGEKIT_CONSEQUENCE_REFUSAL, P(SLOTS_PER_ROUND), 0},
        {RANGEKIT_PARAMETERS_RULE_ZERO, P(RANGING_INTERVAL_MS), RANGEKIT_CONSEQUENCE_REFUSAL, P(RANGING_INTERVAL_MS),
         0},
        {RANGEKIT_PARAMETERS_RULE_TOO_FEW_SLOTS, P(SLOTS_PER_ROUND), RANGEKIT_CONSEQUENCE_REFUSAL, P(SLOTS_PER_ROUND),
         2},
        {RANGEKIT_PARAMETERS_RULE_KEY_MISSING, P(SESSION_KEY), RANGEKIT_CONSEQUENCE_REFUSAL, P(STS_CONFIG), 3},
        {RANGEKIT_PARAMETERS_RULE_KEY_MISSING, P(SUB_SESSION_ID), RANGEKIT_CONSEQUENCE_REFUSAL, P(STS_CONFIG), 2},
        {RANGEKIT_PARAMETERS_RULE_ROLE, P(DEVICE_ROLE), RANGEKIT_CONSEQUENCE_REFUSAL, P(DEVICE_ROLE), 8},
        {RANGEKIT_PARAMETERS_RULE_ROLE, P(DEVICE_ROLE), RANGEKIT_CONSEQUENCE_REFUSAL, P(RANGING_ROUND_USAGE), 5},
        {RANGEKIT_PARAMETERS_RULE_VALUE, P(STS_CONFIG), RANGEKIT_CONSEQUENCE_REFUSAL, P(STS_CONFIG), 5},
        {RANGEKIT_PARAMETERS_RULE_VALUE, P(HOPPING_MODE), RANGEKIT_CONSEQUENCE_REFUSAL, P(HOPPING_MODE), 2},
        {RANGEKIT_PARAMETERS_RULE_VALUE, P(RANGING_ROUND_USAGE), RANGEKIT_CONSEQUENCE_REFUSAL, P(RANGING_ROUND_USAGE),
         7},
        {RANGEKIT_PARAMETERS_RULE_VALUE, P(UPDATE_RATE), RANGEKIT_CONSEQUENCE_REFUSAL, P(UPDATE_RATE), 1},
        {RANGEKIT_PARAMETERS_RULE_VALUE, P(VENDOR_ID), RANGEKIT_CONSEQUENCE_REFUSAL, P(VENDOR_ID), 0x10000},
        {RANGEKIT_PARAMETERS_RULE_ADDRESS_LENGTH, P(DEVICE_ADDRESS), RANGEKIT_CONSEQUENCE_REFUSAL, P(MAC_ADDRESS_MODE),
         2},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rangekit_parameters parameters = responder();
        parameters.fields &= ~HAS(P(PEER_ADDRESSES));
        set(&parameters, rows[i].changed, rows[i].value);
        check(&parameters);
        expect_only(rows[i].rule, rows[i].parameter, rows[i].consequence, RANGEKIT_PARAMETERS_SIDE_A);
    }
}

static int has_rule(int32_t rule) {
    for (size_t i = 0; i < found_count; i += 1) {
        if (found[i].rule == rule) return 1;
    }
    return 0;
}

static void what_just_can_be_is_not_found(void **state) {
    (void)state;
    rangekit_parameters parameters = responder(); /* rounds of 18 ms */
    set(&parameters, P(RANGING_INTERVAL_MS), 18);
    check(&parameters);
    assert_int_equal(found_count, 0);
    /* The roles of each ranging round usage, written out. */
    static const struct {
        uint32_t usage, first, last;
    } roles[] = {{1, 0, 1}, {2, 0, 1}, {3, 0, 1}, {4, 0, 1}, {5, 7, 8}, {6, 5, 6}};
    for (size_t i = 0; i < COUNT_OF(roles); i += 1) {
        for (uint32_t role = 0; role <= 8; role += 1) {
            parameters = responder();
            set(&parameters, P(RANGING_ROUND_USAGE), roles[i].usage);
            set(&parameters, P(DEVICE_ROLE), role);
            check(&parameters);
            assert_int_equal(has_rule(RANGEKIT_PARAMETERS_RULE_ROLE), role < roles[i].first || role > roles[i].last);
        }
    }
}

static void what_cannot_be_among_addresses_and_keys_is_found(void **state) {
    (void)state;
    rangekit_parameters parameters = responder();
    set_address(&parameters, 0xD711, 0xD711);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_OWN_ADDRESS, P(DEVICE_ADDRESS), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    set_address(&parameters, 0xD711, 0xFFFF);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_RESERVED_ADDRESS, P(PEER_ADDRESSES), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    parameters = responder();
    parameters.peer_address_length = 8;
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_ADDRESS_LENGTH, P(PEER_ADDRESSES), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    parameters = initiator();
    parameters.peer_count = 2;
    parameters.peer_addresses[8] = 0x42;
    set(&parameters, P(CONTROLEE_COUNT), 2);
    set(&parameters, P(MULTI_NODE_MODE), 1);
    check(&parameters);
    assert_int_equal(found_count, 0);
    set(&parameters, P(MULTI_NODE_MODE), 0);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_PEER_COUNT, P(MULTI_NODE_MODE), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    set(&parameters, P(MULTI_NODE_MODE), 1);
    set(&parameters, P(CONTROLEE_COUNT), 3);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_PEER_COUNT, P(CONTROLEE_COUNT), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    parameters = responder();
    parameters.fields &= ~(HAS(P(STATIC_STS_IV)) | HAS(P(VENDOR_ID)));
    check(&parameters);
    assert_int_equal(found_count, 2);
    assert_int_equal(found[0].rule, RANGEKIT_PARAMETERS_RULE_KEY_MISSING);
    assert_int_equal(found[0].fields, 0);
    parameters = responder();
    parameters.fields |= HAS(P(SESSION_KEY));
    parameters.session_key_length = 8;
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_KEY_LENGTH, P(SESSION_KEY), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    parameters = responder();
    memcpy(parameters.country, "eu", 2);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_COUNTRY, P(COUNTRY), RANGEKIT_CONSEQUENCE_DEGRADED, 1);
    parameters = responder();
    set(&parameters, P(NOTIFICATION_NEAR_CM), 200);
    set(&parameters, P(NOTIFICATION_FAR_CM), 100);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_LIMITS, P(NOTIFICATION_NEAR_CM), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    parameters = responder();
    set(&parameters, P(NOTIFICATION_ELEVATION_LOWER_Q7), (uint32_t)-128);
    set(&parameters, P(NOTIFICATION_ELEVATION_UPPER_Q7), 128);
    check(&parameters);
    assert_int_equal(found_count, 0);
    set(&parameters, P(NOTIFICATION_ELEVATION_LOWER_Q7), 256);
    check(&parameters);
    expect_only(RANGEKIT_PARAMETERS_RULE_LIMITS, P(NOTIFICATION_ELEVATION_LOWER_Q7), RANGEKIT_CONSEQUENCE_REFUSAL, 1);
    /* The same, as side B of a comparison. */
    rangekit_parameters a = responder(), b = initiator();
    a.channel = b.channel = 6;
    diff(&a, &b, 0);
    assert_int_equal(found_count, 2);
    assert_int_equal(found[0].side, RANGEKIT_PARAMETERS_SIDE_A);
    assert_int_equal(found[1].side, RANGEKIT_PARAMETERS_SIDE_B);
    assert_int_equal(found[1].fields, RANGEKIT_PARAMETERS_FINDING_HAS_B);
}

static void the_intervals_of_phones_are_whole(void **state) {
    (void)state;
    static const uint32_t intervals_ms[] = {162, 180, 198}; /* seen on iPhones */
    for (size_t i = 0; i < COUNT_OF(intervals_ms); i += 1) {
        rangekit_parameters parameters = responder();
        set(&parameters, P(RANGING_INTERVAL_MS), intervals_ms[i]);
        check(&parameters);
        assert_int_equal(found_count, 0);
        rangekit_timing timing = RANGEKIT_TIMING_INIT;
        assert_status(rangekit_parameters_timing(&parameters, &timing), RANGEKIT_OK);
        assert_int_equal(timing.fields, 15);
        assert_near(timing.slot_duration_s, 0.003, 1e-15);
        assert_near(timing.round_duration_s, 0.018, 1e-15);
        assert_near(timing.update_rate_hz, 1000.0 / intervals_ms[i], 1e-12);
        assert_int_equal(timing.rounds_per_block, intervals_ms[i] / 18);
    }
    rangekit_parameters parameters = responder();
    parameters.ranging_interval_ms = 0;
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    assert_status(rangekit_parameters_timing(&parameters, &timing), RANGEKIT_OK);
    assert_int_equal(timing.fields & RANGEKIT_TIMING_HAS_INTERVAL, 0);
    parameters.fields = HAS(P(RANGING_INTERVAL_MS)) | HAS(P(BLOCK_STRIDE));
    parameters.ranging_interval_ms = 100;
    parameters.block_stride = 4;
    assert_status(rangekit_parameters_timing(&parameters, &timing), RANGEKIT_OK);
    assert_int_equal(timing.fields, RANGEKIT_TIMING_HAS_INTERVAL);
    assert_near(timing.update_rate_hz, 2.0, 1e-12);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_those_of_the_struct),
    cmocka_unit_test(every_field_survives_a_merge),
    cmocka_unit_test(two_views_that_fit_have_no_findings),
    cmocka_unit_test(each_difference_is_found_once),
    cmocka_unit_test(what_each_side_chooses_is_not_compared),
    cmocka_unit_test(roles_addresses_and_keys_must_belong_together),
    cmocka_unit_test(what_cannot_be_is_found),
    cmocka_unit_test(what_just_can_be_is_not_found),
    cmocka_unit_test(what_cannot_be_among_addresses_and_keys_is_found),
    cmocka_unit_test(the_intervals_of_phones_are_whole),
};

TEST_GROUP(parameters_tests, tests);
