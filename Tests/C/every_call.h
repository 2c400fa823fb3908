/* Calls of every export with chosen arguments: every_call.c tests with them, Tests/Fuzz/fuzz_calls.c fuzzes with them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_EVERY_CALL_H
#define RANGEKIT_TESTS_EVERY_CALL_H

#include <stddef.h>
#include <stdint.h>

#include "rangekit.h"

#define CALL_ARGUMENTS_MAX 16
#define CALL_AREA 65536 /* bytes behind each pointer: more than any handle and any 8 elements */

union value {
    void *pointer;
    size_t size;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    uint64_t u64;
    float f32;
    double f64;
};

/* p pointer, h handle, c callback, s size_t, u and i integers, f floating point. */
struct argument_kind {
    char kind;
    size_t size;      /* of what it points to */
    size_t alignment; /* of that */
    int is_sized;     /* a struct that begins with its size */
    int holds_pointers;
    int handle;       /* index of the handle's type that it takes (h) or gives (p), or -1 */
};

struct call {
    const char *name;
    int32_t (*function)(const union value *values);
    int argument_count;
    struct argument_kind arguments[CALL_ARGUMENTS_MAX];
};

struct handle {
    const char *name;
    void *(*make)(void); /* NULL: it cannot be made so simply */
    void (*end)(void *handle);
};

extern const struct call call_table[];
extern const size_t call_count;
extern const struct handle handle_table[];
extern const size_t handle_count;

#define CALL_HANDLES_MAX 32

struct call_memory {
    uint8_t *areas[CALL_ARGUMENTS_MAX];
    void *handles[CALL_HANDLES_MAX];
};

/* Takes memory for the areas, once for all; ends what handles there are. */
void call_memory_init(struct call_memory *memory);
void call_memory_end(struct call_memory *memory);

/* Arguments that may well be right: zeroed structs that state their size, 8 elements, handles that are there. */
void call_baseline(struct call_memory *memory, const struct call *call, union value *values);

/* One of CALL_CHOICES other values for an argument. */
#define CALL_CHOICES 9
void call_choose(struct call_memory *memory, const struct call *call, int argument, int choice, union value *value);

/* Random bytes where structs without pointers inside lie, behind their size. */
void call_scribble(struct call_memory *memory, const struct call *call, uint64_t seed);

/* Calls. What the call makes is ended; what it ended is made anew when it is needed. */
rangekit_status call_with(struct call_memory *memory, const struct call *call, const union value *values);

/* Bytes of the largest type that an argument points to. */
size_t call_largest_element(const struct call *call);

int call_status_is_known(rangekit_status status);

#endif
