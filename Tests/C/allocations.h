/* Counts and fails heap allocations of the whole program, by standing in for malloc and its kin. With a
 * sanitizer, which stands there itself, counting is not possible: allocations_are_counted is 0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_ALLOCATIONS_H
#define RANGEKIT_TESTS_ALLOCATIONS_H

#include <stddef.h>

extern const int allocations_are_counted;

struct allocation_counts {
    size_t allocations, frees;
};

/* Of this thread, since it started. */
struct allocation_counts allocation_counts(void);

/* While set, every allocation of this thread gives NULL. */
void fail_allocations(int failing);

#endif
