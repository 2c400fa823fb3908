/* What the fuzz targets share: reading numbers from the input, and an oracle that stops.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_FUZZ_H
#define RANGEKIT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rangekit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

/* The input as a stream of numbers; zero when it has ended. */
struct input {
    const uint8_t *at, *end;
};

static inline void take(struct input *input, void *out, size_t size) {
    size_t left = (size_t)(input->end - input->at), taken = size < left ? size : left;
    memset(out, 0, size);
    memcpy(out, input->at, taken);
    input->at += taken;
}

static inline uint8_t take_byte(struct input *input) {
    uint8_t value;
    take(input, &value, 1);
    return value;
}

static inline uint64_t take_number(struct input *input) {
    uint64_t value;
    take(input, &value, 8);
    return value;
}

static inline int is_status(rangekit_status status) {
    return strcmp(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN") != 0;
}

/* A diagnostic that belongs to a status: a sentence can be made of it, within the stated size. */
static inline void require_describable(const rangekit_diagnostic *diagnostic, rangekit_status status) {
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length = 0;
    REQUIRE(diagnostic->status == status);
    REQUIRE(rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length) == RANGEKIT_OK);
    REQUIRE(strlen(text) == length);
}

#endif
