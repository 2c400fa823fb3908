/* Calls with a pointer that cannot be used in one place: write the call with `pointer` there.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_REFUSES_H
#define RANGEKIT_TESTS_REFUSES_H

#include "support.h"

/* Calls with NULL and with a misaligned address in one place. */
#define REFUSES(type, call_with_pointer)                                        \
    do {                                                                        \
        type *pointer = NULL;                                                   \
        assert_status((call_with_pointer), RANGEKIT_ERROR_NULL_POINTER);        \
        pointer = MISALIGNED(type, 0);                                          \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);          \
    } while (0)

/* As REFUSES, for an argument that may be NULL. */
#define REFUSES_MISALIGNED(type, call_with_pointer)                             \
    do {                                                                        \
        type *pointer = MISALIGNED(type, 0);                                    \
        assert_status((call_with_pointer), RANGEKIT_ERROR_MISALIGNED);          \
    } while (0)

#endif
