/* The struct_size rules of base.h for a table of places where a sized struct goes in or comes out, each as a
 * function of that struct alone.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_STRUCT_PLACES_H
#define RANGEKIT_TESTS_STRUCT_PLACES_H

#include "support.h"

/* MAKES fills in a struct, whose size may then be stated as 0; MAKES_OPTIONS fills in options; OPTIONS refuses what
 * it does not know. */
enum use { MAKES, MAKES_OPTIONS, OPTIONS, INPUT, RESULT };

struct struct_place {
    const char *name;
    rangekit_status (*call)(void *value);
    rangekit_status (*fill)(void *value); /* makes a valid value of the struct first; may be NULL */
    size_t v1_size;
    enum use use;
};

void check_version_1_size(const struct struct_place *places, size_t count);
void check_smaller_sizes(const struct struct_place *places, size_t count);
void check_absurd_sizes(const struct struct_place *places, size_t count);
void check_later_versions(const struct struct_place *places, size_t count);
void check_unknown_options(const struct struct_place *places, size_t count);

/* A group of tests for a table. */
#define STRUCT_TESTS(group, places)                                                                        \
    static void version_1_size_is_accepted(void **state) {                                                 \
        (void)state;                                                                                       \
        check_version_1_size(places, COUNT_OF(places));                                                    \
    }                                                                                                      \
    static void smaller_sizes_are_refused(void **state) {                                                  \
        (void)state;                                                                                       \
        check_smaller_sizes(places, COUNT_OF(places));                                                     \
    }                                                                                                      \
    static void absurd_sizes_are_refused(void **state) {                                                   \
        (void)state;                                                                                       \
        check_absurd_sizes(places, COUNT_OF(places));                                                      \
    }                                                                                                      \
    static void structs_of_a_later_version_are_accepted_when_their_tail_is_zero(void **state) {            \
        (void)state;                                                                                       \
        check_later_versions(places, COUNT_OF(places));                                                    \
    }                                                                                                      \
    static void options_that_this_library_does_not_know_are_refused(void **state) {                        \
        (void)state;                                                                                       \
        check_unknown_options(places, COUNT_OF(places));                                                   \
    }                                                                                                      \
    static const struct CMUnitTest group##_list[] = {                                                      \
        cmocka_unit_test(version_1_size_is_accepted),                                                      \
        cmocka_unit_test(smaller_sizes_are_refused),                                                       \
        cmocka_unit_test(absurd_sizes_are_refused),                                                        \
        cmocka_unit_test(structs_of_a_later_version_are_accepted_when_their_tail_is_zero),                 \
        cmocka_unit_test(options_that_this_library_does_not_know_are_refused),                             \
    };                                                                                                     \
    TEST_GROUP(group, group##_list)

#endif
