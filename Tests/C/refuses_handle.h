/* refuses.h for handles, whose size only the library knows.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_REFUSES_HANDLE_H
#define RANGEKIT_TESTS_REFUSES_HANDLE_H

#include "refuses.h"

/* As REFUSES, for a handle, whose size is the library's. */
#define REFUSES_HANDLE(type, call_with_pointer)                          \
    do {                                                                 \
        type *pointer = NULL;                                            \
        assert_status((call_with_pointer), RANGEKIT_ERROR_NULL_POINTER); \
        pointer = (type *)(void *)MISALIGNED(uint64_t, 0);               \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);   \
    } while (0)

#endif
