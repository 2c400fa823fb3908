/* What the C tests share: guarded memory, reproducible random numbers, test groups, small checks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_SUPPORT_H
#define RANGEKIT_TESTS_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rangekit.h"

/* ---- Groups: every test file exports one ---- */

struct test_group {
    const char *name;
    const struct CMUnitTest *tests;
    size_t count;
};

#define TEST_GROUP(identifier, tests) \
    const struct test_group identifier = {#identifier, tests, sizeof(tests) / sizeof((tests)[0])}

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Skips the running test by name, counted in the last line of the run. */
#define SKIP(...)                                \
    do {                                         \
        print_message("%s skipped: ", __func__); \
        print_message(__VA_ARGS__);              \
        print_message("\n");                     \
        skipped_test_count += 1;                 \
        skip();                                  \
    } while (0)

extern size_t skipped_test_count;

/* ---- Memory whose end is the end of what may be touched ---- */

#define GUARDED_SLOTS 8
#define GUARDED_MAX_SIZE 65536

/* `size` bytes, filled with 0xA5, that end right before an unreadable page: one byte read or written
 * too far ends the test. Each slot is one region; asking again for a slot invalidates the earlier. */
void *guarded(int slot, size_t size);

/* As guarded, filled with a copy of `bytes`. */
void *guarded_copy(int slot, const void *bytes, size_t size);

/* Whether all bytes have the value. */
int filled_with(const void *bytes, size_t size, uint8_t value);

/* An address that no type with an alignment above 1 accepts; never read when the library is right. */
#define MISALIGNED(type, slot) ((type *)(void *)((uint8_t *)guarded((slot), sizeof(type) + 16) + 1))

/* Memory for an estimator, in 8-byte words: more than rangekit_quality_size may ever be. */
#define ESTIMATOR_WORDS 512

/* ---- Random numbers: splitmix64, the same on every machine ---- */

struct random_source {
    uint64_t state;
};

uint64_t random_next(struct random_source *source);
uint64_t random_below(struct random_source *source, uint64_t limit); /* limit > 0 */
double random_unit(struct random_source *source);                     /* [0, 1) */

/* ---- Small checks ---- */

void assert_status_at(rangekit_status found, rangekit_status expected, const char *what, const char *file, int line);
#define assert_status(call, expected) assert_status_at((call), (expected), #call, __FILE__, __LINE__)

void assert_near_at(double found, double expected, double tolerance, const char *what, const char *file, int line);
#define assert_near(found, expected, tolerance) \
    assert_near_at((found), (expected), (tolerance), #found, __FILE__, __LINE__)

/* Fails with a formatted message. */
void fail_text(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Static text: ASCII, printable, not empty. */
void assert_plain_text(const char *text);

/* A path below the folder of shared reference files: $RANGEKIT_SHARED, else ../shared next to the
 * repository. NULL if it is not there. */
const char *shared_path(const char *relative);

/* "0badf00d" to bytes; returns the number of bytes. Fails the test on anything else. */
size_t bytes_from_hex(const char *hex, size_t hex_length, uint8_t *out, size_t capacity);

/* Bytes as hex text, in one of four rotating static buffers. */
const char *hex_from_bytes(const uint8_t *bytes, size_t size);

#endif
