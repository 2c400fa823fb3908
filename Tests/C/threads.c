/* Threads: pure functions on several threads at once, each with a handle of its own, give what one thread
 * gives.
 *
 * SPDX-License-Identifier: MIT
 */
#include "wire_round.h"

#include <pthread.h>

#define ROUNDS 20000

struct work {
    uint64_t seed, digest;
};

static void add(uint64_t *digest, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i += 1) *digest = (*digest ^ at[i]) * UINT64_C(0x100000001B3);
}

static void *run(void *argument) {
    struct work *work = argument;
    struct random_source source = {work->seed};
    rangekit_quality *quality = NULL;
    work->digest = 1;
    if (rangekit_quality_create(NULL, &quality) != RANGEKIT_OK) return NULL;
    for (int i = 0; i < ROUNDS; i += 1) {
        uint8_t identity[16], bytes[RANGEKIT_TOKEN_MAX_SIZE];
        for (size_t j = 0; j < sizeof identity; j += 1) identity[j] = (uint8_t)random_next(&source);
        rangekit_token token;
        memset(&token, 0, sizeof token);
        token.struct_size = sizeof token;
        size_t length = 0;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        (void)rangekit_token_make_peer(&token, identity, sizeof identity);
        (void)rangekit_token_encode(&token, bytes, sizeof bytes, &length, NULL);
        bytes[random_below(&source, length)] ^= (uint8_t)random_below(&source, 2);
        rangekit_status status = rangekit_token_decode(bytes, length, &token, &diagnostic);
        add(&work->digest, &status, sizeof status);
        add(&work->digest, &diagnostic, sizeof diagnostic);
        uint64_t reply = 1 + random_below(&source, 1000000), round = reply + random_below(&source, 10000);
        rangekit_twr_double_sided_exchange exchange = {0, 0, reply, round, round + reply, round + reply};
        rangekit_twr_range range;
        (void)rangekit_twr_double_sided(NULL, &exchange, &range);
        add(&work->digest, &range, sizeof range);
        rangekit_range_sample sample = {.time_ns = i * INT64_C(20000000), .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                        .distance_m = (float)range.distance_m};
        rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
        (void)rangekit_quality_update(quality, &sample, &result);
        add(&work->digest, &result, sizeof result);
        if (i % 16 == 0) {
            uint64_t digest = wire_round(random_next(&source));
            add(&work->digest, &digest, sizeof digest);
        }
    }
    rangekit_quality_destroy(quality);
    return NULL;
}

static void threads_with_their_own_handles_do_not_meet(void **state) {
    (void)state;
    enum { THREADS = 4 };
    struct work alone[THREADS], together[THREADS];
    pthread_t threads[THREADS];
    for (uint64_t i = 0; i < THREADS; i += 1) {
        alone[i].seed = together[i].seed = 100 + i;
        run(&alone[i]);
    }
    for (int i = 0; i < THREADS; i += 1) assert_int_equal(pthread_create(&threads[i], NULL, run, &together[i]), 0);
    for (int i = 0; i < THREADS; i += 1) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i += 1) assert_true(alone[i].digest == together[i].digest);
    assert_true(alone[0].digest != alone[1].digest);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_with_their_own_handles_do_not_meet),
};

TEST_GROUP(threads_tests, tests);
