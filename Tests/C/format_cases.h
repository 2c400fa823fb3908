/* One message as hex, and what decoding it must say. -1: not checked.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_FORMAT_CASES_H
#define RANGEKIT_TESTS_FORMAT_CASES_H

#include "support.h"

struct format_case {
    const char *hex;
    rangekit_status status;
    int32_t field;
    int64_t offset, expected, found;
};

/* Compares a diagnostic with a case and fails the test with all of both. */
void check_format_case(const struct format_case *expected, rangekit_status status,
                       const rangekit_diagnostic *diagnostic);

#endif
