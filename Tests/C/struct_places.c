/* The checks of struct_places.h. Structs lie right before an unreadable page, so a byte too far ends the test.
 *
 * SPDX-License-Identifier: MIT
 */
#include "struct_places.h"

static void expect(const struct struct_place *place, uint32_t struct_size, rangekit_status found,
                   rangekit_status expected) {
    if (found == expected) return;
    fail_text("%s with struct_size %u gives %s, expected %s", place->name, (unsigned)struct_size,
              rangekit_status_name(found), rangekit_status_name(expected));
}

/* A valid struct of `size` bytes, the ones past version 1 set to zero, its end guarded. */
static uint8_t *prepare(const struct struct_place *place, size_t size) {
    uint8_t *value = guarded(0, size);
    uint32_t v1_size = (uint32_t)place->v1_size, stated = (uint32_t)size;
    if (place->fill != NULL) {
        memcpy(value, &v1_size, sizeof v1_size);
        assert_status(place->fill(value), RANGEKIT_OK);
        memset(value + v1_size, 0, size - v1_size);
    }
    memcpy(value, &stated, sizeof stated);
    return value;
}

void check_version_1_size(const struct struct_place *places, size_t count) {
    for (const struct struct_place *place = places; place < places + count; place += 1) {
        uint32_t size = (uint32_t)place->v1_size, stated;
        uint8_t *value = prepare(place, size);
        expect(place, size, place->call(value), RANGEKIT_OK);
        memcpy(&stated, value, sizeof stated);
        assert_int_equal(stated, size);
    }
}

void check_smaller_sizes(const struct struct_place *places, size_t count) {
    for (const struct struct_place *place = places; place < places + count; place += 1) {
        uint32_t first = place->use == MAKES || place->use == MAKES_OPTIONS; /* 0 is version 1 there */
        for (uint32_t size = first; size < place->v1_size; size += 1) {
            uint8_t *value = prepare(place, place->v1_size), before[1024];
            memcpy(value, &size, sizeof size);
            memcpy(before, value, place->v1_size);
            expect(place, size, place->call(value), RANGEKIT_ERROR_STRUCT_SIZE);
            assert_memory_equal(value, before, place->v1_size);
        }
    }
}

void check_absurd_sizes(const struct struct_place *places, size_t count) {
    static const uint32_t absurd[] = {UINT32_C(0x7FFFFFFF), UINT32_C(0x80000000), UINT32_C(0xFFFFFFFF)};
    for (const struct struct_place *place = places; place < places + count; place += 1) {
        for (size_t j = 0; j < COUNT_OF(absurd); j += 1) {
            uint8_t *value = prepare(place, place->v1_size);
            memcpy(value, &absurd[j], sizeof absurd[j]);
            expect(place, absurd[j], place->call(value), RANGEKIT_ERROR_STRUCT_SIZE);
        }
    }
}

void check_later_versions(const struct struct_place *places, size_t count) {
    static const size_t extra[] = {8, 16, 256};
    for (const struct struct_place *place = places; place < places + count; place += 1) {
        for (size_t j = 0; j < COUNT_OF(extra); j += 1) {
            size_t size = place->v1_size + extra[j];
            uint8_t *value = prepare(place, size);
            uint32_t stated;
            expect(place, (uint32_t)size, place->call(value), RANGEKIT_OK);
            memcpy(&stated, value, sizeof stated);
            assert_int_equal(stated, size);
            /* Options that this library fills in must be options that it accepts. */
            if (place->use == MAKES_OPTIONS && !filled_with(value + place->v1_size, extra[j], 0)) {
                fail_text("%s with struct_size %zu leaves bytes beyond version 1 as they were", place->name, size);
            }
        }
    }
}

void check_unknown_options(const struct struct_place *places, size_t count) {
    for (const struct struct_place *place = places; place < places + count; place += 1) {
        if (place->use != OPTIONS) continue;
        for (size_t at = 0; at < 64; at += 1) {
            uint8_t *value = prepare(place, place->v1_size + 64);
            value[place->v1_size + at] = 1;
            expect(place, (uint32_t)place->v1_size + 64, place->call(value), RANGEKIT_ERROR_UNKNOWN_OPTION);
        }
    }
}
