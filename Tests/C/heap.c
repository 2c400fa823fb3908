/* The heap: nothing allocates but *_create, and that says so when there is no memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "allocations.h"
#include "token_samples.h"
#include "wire_round.h"

static void the_counter_counts(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    struct allocation_counts before = allocation_counts();
    void *volatile memory = malloc(10);
    free(memory);
    assert_int_equal(allocation_counts().allocations, before.allocations + 1);
    assert_int_equal(allocation_counts().frees, before.frees + 1);
}

/* Signatures of zeros, all of which fit. */
static int32_t sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                    size_t signature_size) {
    (void)context, (void)algorithm, (void)bytes, (void)size;
    memset(signature, 0, signature_size);
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static int32_t verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                      const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    (void)context, (void)algorithm, (void)key_id, (void)key_id_length, (void)bytes, (void)size, (void)signature,
        (void)signature_size;
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static void seal_and_open(const uint8_t *bytes, size_t size) {
    uint8_t message[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE], scratch[RANGEKIT_PROTECTED_TOKEN_MAX_SIZE];
    size_t length = 0;
    rangekit_protection_options options = RANGEKIT_PROTECTION_OPTIONS_INIT;
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    rangekit_token token = RANGEKIT_TOKEN_INIT;
    options.algorithm = RANGEKIT_ALGORITHM_ES256;
    policy.accepted = RANGEKIT_PROTECTION_ES256;
    (void)rangekit_protection_seal(bytes, size, NULL, 0, &options, sign, NULL, scratch, sizeof scratch, message,
                                   sizeof message, &length, NULL);
    assert_status(rangekit_token_open(message, length, NULL, 0, &policy, NULL, verify, NULL, scratch, sizeof scratch,
                                      &token, NULL),
                  RANGEKIT_OK);
    char text[RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE];
    assert_status(rangekit_token_fingerprint(&token, text, sizeof text, &length), RANGEKIT_OK);
}

/* One round of everything a program does while it runs, on an estimator that is there. */
static void one_round(rangekit_quality *quality, int round) {
    rangekit_token tokens[SAMPLE_COUNT];
    for (int i = 0; i < SAMPLE_COUNT; i += 1) {
        uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
        size_t length;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        tokens[i] = sample_token(i);
        (void)rangekit_token_encode(&tokens[i], bytes, sizeof bytes, &length, &diagnostic);
        (void)rangekit_token_decode(bytes, length, &tokens[i], &diagnostic);
        seal_and_open(bytes, length);
        bytes[(size_t)round % length] ^= (uint8_t)(1 + round);
        (void)rangekit_token_decode(bytes, length, &tokens[i], &diagnostic);
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
        (void)rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length);
    }
    (void)wire_round((uint64_t)round);
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.options = (uint32_t)round & 3;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t count;
    (void)rangekit_configuration_build(&tokens[round % SAMPLE_COUNT], &tokens[(round + 1) % SAMPLE_COUNT], &request,
                                       &configuration, refusals, COUNT_OF(refusals), &count);
    for (size_t i = 0; i < count; i += 1) {
        char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE];
        size_t length;
        (void)rangekit_refusal_describe(&refusals[i], text, sizeof text, &length);
    }
    rangekit_twr_double_sided_exchange exchanges[16];
    rangekit_twr_range ranges[16];
    for (uint64_t i = 0; i < COUNT_OF(exchanges); i += 1) {
        exchanges[i] = (rangekit_twr_double_sided_exchange){i, i, i * 1000, i * 1010, i * 2010, i * 2010};
    }
    (void)rangekit_twr_double_sided_batch(NULL, exchanges, COUNT_OF(exchanges), ranges, &count);
    rangekit_range_sample sample = {.time_ns = round * INT64_C(10000000), .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                    .distance_m = (float)(round % 70)};
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    (void)rangekit_quality_update(quality, &sample, &result);
    if (round % 100 == 99) (void)rangekit_quality_reset(quality);
}

static void a_steady_loop_allocates_nothing(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    uint64_t memory[ESTIMATOR_WORDS];
    for (int on_heap = 0; on_heap < 2; on_heap += 1) {
        struct allocation_counts start = allocation_counts();
        rangekit_quality *quality = NULL;
        if (on_heap) assert_status(rangekit_quality_create(NULL, &quality), RANGEKIT_OK);
        else assert_status(rangekit_quality_init(memory, sizeof memory, NULL, &quality), RANGEKIT_OK);
        assert_int_equal(allocation_counts().allocations - start.allocations, on_heap);
        struct allocation_counts before = allocation_counts();
        for (int round = 0; round < 10000; round += 1) one_round(quality, round);
        assert_int_equal(allocation_counts().allocations, before.allocations);
        assert_int_equal(allocation_counts().frees, before.frees);
        rangekit_quality_destroy(quality);
        assert_int_equal(allocation_counts().allocations, before.allocations);
        assert_int_equal(allocation_counts().frees - before.frees, on_heap);
    }
}

static void creating_without_memory_gives_a_status(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    uint8_t mark;
    rangekit_quality *quality = (rangekit_quality *)(void *)&mark;
    fail_allocations(1);
    rangekit_status status = rangekit_quality_create(NULL, &quality);
    fail_allocations(0);
    assert_status(status, RANGEKIT_ERROR_OUT_OF_MEMORY);
    assert_ptr_equal(quality, &mark);
}

/* Everything else works with no heap at all. */
static void all_else_works_without_a_heap(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    uint64_t memory[ESTIMATOR_WORDS];
    rangekit_quality *quality = NULL;
    fail_allocations(1);
    rangekit_status status = rangekit_quality_init(memory, sizeof memory, NULL, &quality);
    if (status == RANGEKIT_OK) {
        for (int round = 0; round < 1000; round += 1) one_round(quality, round);
        rangekit_quality_destroy(quality);
    }
    fail_allocations(0);
    assert_status(status, RANGEKIT_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_counter_counts),
    cmocka_unit_test(a_steady_loop_allocates_nothing),
    cmocka_unit_test(creating_without_memory_gives_a_status),
    cmocka_unit_test(all_else_works_without_a_heap),
};

TEST_GROUP(heap_tests, tests);
