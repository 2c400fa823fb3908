/* Sentences: rangekit_diagnostic_describe and the "Text out" rules of base.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

static rangekit_diagnostic example(void) {
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    diagnostic.fields = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD |
                        RANGEKIT_DIAGNOSTIC_HAS_EXPECTED | RANGEKIT_DIAGNOSTIC_HAS_FOUND;
    diagnostic.byte_offset = 4711;
    diagnostic.expected = 16;
    diagnostic.found = 815;
    diagnostic.status = RANGEKIT_ERROR_WRONG_LENGTH;
    diagnostic.field = RANGEKIT_FIELD_TOKEN_IDENTITY;
    return diagnostic;
}

static const char *described(const rangekit_diagnostic *diagnostic) {
    static char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length = SIZE_MAX;
    assert_status(rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length), RANGEKIT_OK);
    assert_int_equal(strlen(text), length);
    return text;
}

static void a_description_says_what_where_and_what_would_be_right(void **state) {
    (void)state;
    rangekit_diagnostic diagnostic = example();
    const char *text = described(&diagnostic);
    assert_non_null(strstr(text, "token.identity"));
    assert_non_null(strstr(text, "4711"));
    assert_non_null(strstr(text, "16"));
    assert_non_null(strstr(text, "815"));
}

static void a_description_leaves_out_what_is_absent(void **state) {
    (void)state;
    rangekit_diagnostic diagnostic = example();
    diagnostic.fields = 0;
    const char *text = described(&diagnostic);
    assert_plain_text(text);
    assert_null(strstr(text, "token.identity"));
    assert_null(strstr(text, "4711"));
    assert_null(strstr(text, "815"));
    assert_non_null(strstr(text, rangekit_status_message(RANGEKIT_ERROR_WRONG_LENGTH)));
}

static void text_out_follows_its_rules(void **state) {
    (void)state;
    rangekit_diagnostic diagnostic = example();
    size_t needed = 0, length = 0;
    assert_status(rangekit_diagnostic_describe(&diagnostic, NULL, 0, &needed), RANGEKIT_OK);
    assert_in_range(needed, 20, RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE - 1);
    for (size_t capacity = 0; capacity <= needed; capacity += 1) {
        char *out = guarded(0, capacity);
        length = SIZE_MAX;
        rangekit_status expected = RANGEKIT_ERROR_BUFFER_TOO_SMALL;
        assert_status(rangekit_diagnostic_describe(&diagnostic, out, capacity, &length), expected);
        assert_int_equal(length, needed);
        assert_true(filled_with(out, capacity, 0xA5));
    }
    char *exact = guarded(0, needed + 1);
    assert_status(rangekit_diagnostic_describe(&diagnostic, exact, needed + 1, &length), RANGEKIT_OK);
    assert_int_equal(length, needed);
    assert_int_equal(strlen(exact), needed);
    char *roomy = guarded(0, needed + 1);
    assert_status(rangekit_diagnostic_describe(&diagnostic, roomy, SIZE_MAX, &length), RANGEKIT_OK);
    assert_int_equal(strlen(roomy), needed);
}

static void every_description_fits_the_stated_size(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0, 1, 2, 7, 8, 255, UINT32_MAX, INT64_MAX, UINT64_MAX};
    static const int32_t fields[] = {INT32_MIN, -1, 0, 0x100, 0x101, 0x102, 0x103, 0x104, 0x105, 0x106,
                                     0x107,     0x108, 0x109, 0x10A, 0x10B, 0x140, 0x141, 0x147, 0x200, 0x201, 0x202, 0x203, 0x204, 0x999, INT32_MAX};
    size_t longest = 0;
    for (int32_t status = -320; status <= 5; status += 1) {
        for (size_t f = 0; f < COUNT_OF(fields); f += 1) {
            for (uint32_t has = 0; has < 16; has += 1) {
                for (size_t n = 0; n < COUNT_OF(numbers); n += 1) {
                    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
                    diagnostic.fields = has;
                    diagnostic.status = status;
                    diagnostic.field = fields[f];
                    diagnostic.byte_offset = diagnostic.expected = diagnostic.found = numbers[n];
                    const char *text = described(&diagnostic);
                    if (strlen(text) > longest) longest = strlen(text);
                }
            }
        }
    }
    print_message("longest description: %zu bytes of %d\n", longest + 1, RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE);
}

/* A caller may pass a diagnostic with bits that a later version knows. */
static void unknown_fields_are_ignored(void **state) {
    (void)state;
    rangekit_diagnostic diagnostic = example();
    char before[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    strcpy(before, described(&diagnostic));
    diagnostic.fields |= UINT32_C(0xFFFFFFF0);
    assert_string_equal(described(&diagnostic), before);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_description_says_what_where_and_what_would_be_right),
    cmocka_unit_test(a_description_leaves_out_what_is_absent),
    cmocka_unit_test(text_out_follows_its_rules),
    cmocka_unit_test(every_description_fits_the_stated_size),
    cmocka_unit_test(unknown_fields_are_ignored),
};

TEST_GROUP(diagnostic_tests, tests);
