/* Parameters in memory: lists that are too short, arguments that cannot be used, and any bytes at all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "parameters_samples.h"

static rangekit_parameters_finding found[MAX];

static void lists_keep_to_their_capacity(void **state) {
    (void)state;
    rangekit_parameters a = responder(), b = initiator();
    b.channel = 5;
    b.session_id = 1;
    b.slots_per_round = 11;
    for (size_t capacity = 0; capacity <= 4; capacity += 1) {
        rangekit_parameters_finding *list = guarded(0, capacity * sizeof *list);
        size_t count = 99;
        assert_status(rangekit_parameters_diff(&a, &b, 0, capacity ? list : NULL, capacity, &count), RANGEKIT_OK);
        assert_int_equal(count, 3);
        for (size_t i = 0; i < capacity && i < 3; i += 1) assert_int_equal(list[i].rule, 1);
    }
    rangekit_parameters_finding list[3];
    size_t count;
    assert_status(rangekit_parameters_diff(&a, &b, 0, list, SIZE_MAX, &count), RANGEKIT_OK);
    assert_int_equal(count, 3);
}

static void arguments_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    rangekit_parameters a = responder(), b = initiator();
    rangekit_parameters_finding finding = {0};
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    char text[RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE];
    size_t count, length;
    assert_status(rangekit_parameters_default(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_default(MISALIGNED(rangekit_parameters, 0)), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_timing_default(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_merge(NULL, &b), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_merge(&a, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_merge(&a, MISALIGNED(rangekit_parameters, 0)), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_parameters_check(NULL, NULL, 0, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_check(&a, NULL, 1, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_check(&a, MISALIGNED(rangekit_parameters_finding, 0), 1, &count),
                  RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_parameters_check(&a, NULL, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_diff(&a, NULL, 0, NULL, 0, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_diff(NULL, &b, 0, NULL, 0, &count), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_diff(&a, &b, 2, NULL, 0, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    assert_status(rangekit_parameters_timing(NULL, &timing), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_timing(&a, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_finding_describe(NULL, text, sizeof text, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_parameters_finding_describe(&finding, text, 3, &length), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    a.fields |= 1ull << RANGEKIT_PARAMETER_COUNT;
    assert_status(rangekit_parameters_check(&a, NULL, 0, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    a = responder();
    a.reserved = 1;
    assert_status(rangekit_parameters_check(&a, NULL, 0, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    a = responder();
    a.reserved_bytes[2] = 1;
    assert_status(rangekit_parameters_check(&a, NULL, 0, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
#define REFUSES_LENGTH(bit, field, value)                                                             \
    a = responder();                                                                                  \
    a.fields |= HAS(P(bit));                                                                          \
    a.field = (value);                                                                                \
    assert_status(rangekit_parameters_check(&a, NULL, 0, &count), RANGEKIT_ERROR_OUT_OF_RANGE)
    REFUSES_LENGTH(DEVICE_ADDRESS, device_address_length, 3);
    REFUSES_LENGTH(PEER_ADDRESSES, peer_address_length, 0);
    REFUSES_LENGTH(PEER_ADDRESSES, peer_count, 9);
    REFUSES_LENGTH(PEER_ADDRESSES, peer_count, 0);
    REFUSES_LENGTH(SESSION_KEY, session_key_length, 0);
    REFUSES_LENGTH(SESSION_KEY, session_key_length, 33);
    REFUSES_LENGTH(SUB_SESSION_KEY, sub_session_key_length, 255);
}

/* Any memory at all: a status, a list of findings that can be described, and no trap. */
static void random_memory_gives_a_status(void **state) {
    (void)state;
    struct random_source source = {12};
    for (int i = 0; i < 100000; i += 1) {
        rangekit_parameters a, b;
        uint8_t *bytes = (uint8_t *)&a, *others = (uint8_t *)&b;
        for (size_t j = 0; j < sizeof a; j += 1) {
            bytes[j] = (uint8_t)(random_below(&source, 3) ? 0 : random_next(&source));
            others[j] = (uint8_t)(random_below(&source, 3) ? 0 : random_next(&source));
        }
        a.struct_size = b.struct_size = sizeof a;
        if (random_below(&source, 50) == 0) b.struct_size = (uint32_t)random_below(&source, sizeof b);
        a.reserved = b.reserved = 0;
        if (random_below(&source, 10)) {
            a.fields &= (1ull << RANGEKIT_PARAMETER_COUNT) - 1;
            b.fields &= (1ull << RANGEKIT_PARAMETER_COUNT) - 1;
            memset(a.reserved_bytes, 0, 3);
            memset(b.reserved_bytes, 0, 3);
            a.device_address_length = b.device_address_length = 2;
            a.peer_address_length = b.peer_address_length = 8;
            a.peer_count = b.peer_count = 8;
            a.session_key_length = b.sub_session_key_length = 32;
        }
        size_t count = 0;
        rangekit_status status = rangekit_parameters_diff(&a, &b, 1, found, MAX, &count);
        assert_string_not_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
        assert_true(count <= MAX);
        for (size_t j = 0; j < count; j += 1) (void)described(&found[j]);
        rangekit_parameters_finding finding;
        for (size_t j = 0; j < sizeof finding; j += 1) ((uint8_t *)&finding)[j] = (uint8_t)random_next(&source);
        finding.rule &= 63;
        finding.parameter &= 63;
        (void)described(&finding);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lists_keep_to_their_capacity),
    cmocka_unit_test(arguments_that_cannot_be_used_are_refused),
    cmocka_unit_test(random_memory_gives_a_status),
};

TEST_GROUP(parameters_memory_tests, tests);
