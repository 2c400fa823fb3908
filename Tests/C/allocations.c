/* SPDX-License-Identifier: MIT */
#include "allocations.h"

#include <errno.h>

#ifdef RANGEKIT_SANITIZED

const int allocations_are_counted = 0;
struct allocation_counts allocation_counts(void) { return (struct allocation_counts){0, 0}; }
void fail_allocations(int failing) { (void)failing; }

#else

/* The C library's own functions under the names it keeps for such programs (glibc). */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

const int allocations_are_counted = 1;
static __thread struct allocation_counts counts;
static __thread int failing;

struct allocation_counts allocation_counts(void) { return counts; }
void fail_allocations(int wanted) { failing = wanted; }

static int refused(void) {
    counts.allocations += 1;
    if (failing) errno = ENOMEM;
    return failing;
}

void *malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return refused() ? NULL : __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { return refused() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return refused() ? NULL : __libc_memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
    if (refused()) return ENOMEM;
    *out = __libc_memalign(alignment, size);
    return *out == NULL ? ENOMEM : 0;
}

void free(void *memory) {
    if (memory == NULL) return;
    counts.frees += 1;
    __libc_free(memory);
}

#endif
