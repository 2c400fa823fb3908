/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support.h"

#include <sys/mman.h>
#include <unistd.h>

size_t skipped_test_count = 0;

void *guarded(int slot, size_t size) {
    static uint8_t *ends[GUARDED_SLOTS];
    assert_in_range(slot, 0, GUARDED_SLOTS - 1);
    assert_true(size <= GUARDED_MAX_SIZE);
    if (ends[slot] == NULL) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *region = mmap(NULL, GUARDED_MAX_SIZE + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(region != MAP_FAILED);
        assert_int_equal(mprotect(region + GUARDED_MAX_SIZE, page, PROT_NONE), 0);
        ends[slot] = region + GUARDED_MAX_SIZE;
    }
    memset(ends[slot] - size, 0xA5, size);
    return ends[slot] - size;
}

void *guarded_copy(int slot, const void *bytes, size_t size) {
    void *copy = guarded(slot, size);
    if (size > 0) memcpy(copy, bytes, size);
    return copy;
}

int filled_with(const void *bytes, size_t size, uint8_t value) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i += 1) {
        if (at[i] != value) return 0;
    }
    return 1;
}

uint64_t random_next(struct random_source *source) {
    uint64_t z = (source->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t random_below(struct random_source *source, uint64_t limit) { return random_next(source) % limit; }

double random_unit(struct random_source *source) { return (double)(random_next(source) >> 11) * 0x1p-53; }

void fail_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_error("%s\n", text);
    fail();
    abort(); /* fail() does not return; the compiler cannot know */
}

void assert_status_at(rangekit_status found, rangekit_status expected, const char *what, const char *file, int line) {
    if (found == expected) return;
    fail_text("%s:%d: %s\n  gives %s (%d), expected %s (%d)", file, line, what, rangekit_status_name(found), (int)found,
              rangekit_status_name(expected), (int)expected);
}

void assert_near_at(double found, double expected, double tolerance, const char *what, const char *file, int line) {
    if (fabs(found - expected) <= tolerance) return;
    fail_text("%s:%d: %s\n  is %.17g, expected %.17g within %g", file, line, what, found, expected, tolerance);
}

void assert_plain_text(const char *text) {
    assert_non_null(text);
    assert_true(text[0] != '\0');
    for (const char *at = text; *at != '\0'; at += 1) {
        if (*at < 0x20 || *at > 0x7E) fail_text("byte 0x%02x in text \"%s\"", (unsigned)(uint8_t)*at, text);
    }
}

const char *shared_path(const char *relative) {
    static char path[4096];
    const char *folder = getenv("RANGEKIT_SHARED");
    snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : RANGEKIT_SHARED_DEFAULT, relative);
    return access(path, R_OK) == 0 ? path : NULL;
}

static int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

size_t bytes_from_hex(const char *hex, size_t hex_length, uint8_t *out, size_t capacity) {
    assert_int_equal(hex_length % 2, 0);
    assert_true(hex_length / 2 <= capacity);
    for (size_t i = 0; i < hex_length / 2; i += 1) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        assert_true(high >= 0 && low >= 0);
        out[i] = (uint8_t)(high << 4 | low);
    }
    return hex_length / 2;
}

const char *hex_from_bytes(const uint8_t *bytes, size_t size) {
    static char texts[4][2 * 1024 + 4];
    static int next = 0;
    char *text = texts[next = (next + 1) % 4];
    size_t shown = size <= 1024 ? size : 1024;
    for (size_t i = 0; i < shown; i += 1) sprintf(text + 2 * i, "%02x", bytes[i]);
    strcpy(text + 2 * shown, shown < size ? "..." : "");
    return text;
}
