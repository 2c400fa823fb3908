/* Every export, called with anything: each argument NULL, askew, 0, 1, the largest, a number that is none; each struct
 * with each size that a caller may state by mistake; then at random. The oracle is that the process lives, that the
 * status is a known one, and (in the sanitized build) that no byte beyond the memory given is touched. The rows come from
 * the headers (make_calls.py), so every export is in them.
 *
 * Sizes never say that there is more memory than there is, but for those that no object can have.
 *
 * SPDX-License-Identifier: MIT
 */
#include "every_call.h"

#include "allocations.h"
#include "support.h"

#define ROUNDS 300

static struct call_memory memory;

/* One call; a handle that the call made, or ended, is dealt with. */
static void check(const struct call *call, union value *values, const char *what) {
    rangekit_status status = call_with(&memory, call, values);
    if (!call_status_is_known(status)) fail_msg("%s gave %d with %s", call->name, (int)status, what);
}

static void each_argument_wrong_by_itself(void **state) {
    (void)state;
    call_memory_init(&memory);
    size_t count = 0;
    for (size_t i = 0; i < call_count; i += 1) {
        const struct call *call = &call_table[i];
        union value values[CALL_ARGUMENTS_MAX];
        call_baseline(&memory, call, values);
        check(call, values, "good arguments");
        for (int argument = 0; argument < call->argument_count; argument += 1) {
            for (int choice = 0; choice < CALL_CHOICES; choice += 1) {
                call_baseline(&memory, call, values);
                call_choose(&memory, call, argument, choice, &values[argument]);
                check(call, values, "one wrong argument");
                count += 1;
            }
        }
    }
    call_memory_end(&memory);
    assert_true(count > 10 * call_count);
}

static void any_mix_of_arguments(void **state) {
    (void)state;
    struct random_source random = {2026};
    call_memory_init(&memory);
    for (size_t i = 0; i < call_count; i += 1) {
        const struct call *call = &call_table[i];
        for (int round = 0; call->argument_count > 0 && round < ROUNDS; round += 1) {
            union value values[CALL_ARGUMENTS_MAX];
            call_baseline(&memory, call, values);
            for (int argument = 0; argument < call->argument_count; argument += 1) {
                if (random_below(&random, 3) != 0) continue;
                call_choose(&memory, call, argument, (int)random_below(&random, CALL_CHOICES), &values[argument]);
            }
            /* Bytes that mean something to nobody, where the first structs lie. */
            if (random_below(&random, 2) == 0) call_scribble(&memory, call, random_next(&random));
            check(call, values, "a mix of arguments");
        }
    }
    call_memory_end(&memory);
}

/* Every function that takes memory, without any: a status, and its output is as it was. */
static void no_memory_at_any_allocation(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    call_memory_init(&memory);
    size_t makers = 0;
    for (size_t i = 0; i < call_count; i += 1) {
        const struct call *call = &call_table[i];
        union value values[CALL_ARGUMENTS_MAX];
        size_t allocations = 0;
        for (size_t failing = 1;; failing += 1) {
            call_baseline(&memory, call, values);
            struct allocation_counts before = allocation_counts();
            fail_allocations(1);
            rangekit_status status = call_with(&memory, call, values);
            fail_allocations(0);
            allocations = allocation_counts().allocations - before.allocations;
            if (allocations == 0) break;
            if (status != RANGEKIT_ERROR_OUT_OF_MEMORY) fail_msg("%s gave %d without memory", call->name, (int)status);
            makers += 1;
            break; /* each makes one allocation: the next has none to fail */
        }
        int makes = strstr(call->name, "_create") != NULL;
        if (makes != (allocations == 1)) fail_msg("%s made %zu allocations", call->name, allocations);
    }
    call_memory_end(&memory);
    assert_true(makers >= 11);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_argument_wrong_by_itself),
    cmocka_unit_test(any_mix_of_arguments),
    cmocka_unit_test(no_memory_at_any_allocation),
};

TEST_GROUP(every_call_tests, tests);
