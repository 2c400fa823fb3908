/* Runs every group of C tests and ends with one line: N passed, N failed.
 * With arguments: only the groups whose names contain one of them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

/* The program for the thread sanitizer has the one group with threads. */
#ifdef RANGEKIT_THREADS_ALONE
#define GROUPS "groups_threads.inc"
#else
#define GROUPS "groups.inc"
#endif

#define GROUP(group) extern const struct test_group group;
#include GROUPS
#undef GROUP

#define GROUP(group) &group,
static const struct test_group *const groups[] = {
#include GROUPS
};
#undef GROUP

static int wanted(const char *name, int argument_count, char **arguments) {
    if (argument_count < 2) return 1;
    for (int i = 1; i < argument_count; i += 1) {
        if (strstr(name, arguments[i]) != NULL) return 1;
    }
    return 0;
}

int main(int argument_count, char **arguments) {
    size_t run = 0, failed = 0;
    for (size_t i = 0; i < COUNT_OF(groups); i += 1) {
        const struct test_group *group = groups[i];
        if (!wanted(group->name, argument_count, arguments)) continue;
        int group_failed = _cmocka_run_group_tests(group->name, group->tests, group->count, NULL, NULL);
        run += group->count;
        failed += group_failed < 0 ? group->count : (size_t)group_failed;
    }
    if (run == 0) {
        fprintf(stderr, "no group of tests has such a name\n");
        return 2;
    }
    printf("%zu passed, %zu failed", run - failed - skipped_test_count, failed);
    if (skipped_test_count > 0) printf(", %zu skipped", skipped_test_count);
    printf("\n");
    return failed == 0 ? 0 : 1;
}
