/* SPDX-License-Identifier: MIT */
#include "format_cases.h"

static int agrees(int64_t expected, int is_there, uint64_t found) {
    return expected == -1 || (is_there && found == (uint64_t)expected);
}

void check_format_case(const struct format_case *expected, rangekit_status status,
                       const rangekit_diagnostic *diagnostic) {
    uint32_t has = diagnostic->fields;
    int right = status == expected->status && diagnostic->status == status &&
                (has & RANGEKIT_DIAGNOSTIC_HAS_FIELD) != 0 && diagnostic->field == expected->field &&
                (has & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET) != 0 &&
                agrees(expected->offset, 1, diagnostic->byte_offset) &&
                agrees(expected->expected, (has & RANGEKIT_DIAGNOSTIC_HAS_EXPECTED) != 0, diagnostic->expected) &&
                agrees(expected->found, (has & RANGEKIT_DIAGNOSTIC_HAS_FOUND) != 0, diagnostic->found);
    if (right) return;
    fail_text("%s\n  gives %s in %s at byte %lld, expected value %llu, found %llu (has %x)\n"
              "  instead of %s in %s at byte %lld, expected value %lld, found %lld",
              expected->hex, rangekit_status_name(status), rangekit_field_name(diagnostic->field),
              (long long)diagnostic->byte_offset, (unsigned long long)diagnostic->expected,
              (unsigned long long)diagnostic->found, (unsigned)has, rangekit_status_name(expected->status),
              rangekit_field_name(expected->field), (long long)expected->offset, (long long)expected->expected,
              (long long)expected->found);
}
