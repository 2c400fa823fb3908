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

/* Every function that takes memory, without any: a status, and no other takes any. */
static void no_memory_at_any_allocation(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    size_t makers = 0;
    for (size_t i = 0; i < handle_count; i += 1) {
        const struct handle *handle = &handle_table[i];
        if (handle->make == NULL) continue;
        struct allocation_counts before = allocation_counts();
        fail_allocations(1);
        void *made = handle->make();
        fail_allocations(0);
        if (made != NULL) fail_msg("%s was made without memory", handle->name);
        assert_int_equal(allocation_counts().allocations - before.allocations, 1);
        made = handle->make();
        if (made == NULL) fail_msg("%s was not made", handle->name);
        assert_int_equal(allocation_counts().allocations - before.allocations, 2);
        handle->end(made);
        makers += 1;
    }
    assert_true(makers >= 11);
    call_memory_init(&memory);
    for (size_t i = 0; i < call_count; i += 1) {
        const struct call *call = &call_table[i];
        union value values[CALL_ARGUMENTS_MAX];
        if (strstr(call->name, "_create") != NULL || strstr(call->name, "_destroy") != NULL) continue;
        call_baseline(&memory, call, values);
        struct allocation_counts before = allocation_counts();
        (void)call->function(values);
        if (allocation_counts().allocations != before.allocations) fail_msg("%s allocates", call->name);
    }
    call_memory_end(&memory);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_argument_wrong_by_itself),
    cmocka_unit_test(any_mix_of_arguments),
    cmocka_unit_test(no_memory_at_any_allocation),
};

TEST_GROUP(every_call_tests, tests);
