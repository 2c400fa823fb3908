/* SPDX-License-Identifier: MIT */
#include "every_call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows, and how handles are made: call_table, handle_table. */
#include "every_call.inc"

#define ELEMENTS 8
#define CLEARED 8192 /* what a call with ELEMENTS elements reads */

_Static_assert(sizeof handle_table / sizeof handle_table[0] <= CALL_HANDLES_MAX, "more types of handles than their table has rows");

void call_memory_init(struct call_memory *memory) {
    for (int i = 0; i < CALL_ARGUMENTS_MAX; i += 1) {
        if (memory->areas[i] == NULL) memory->areas[i] = calloc(1, CALL_AREA);
        if (memory->areas[i] == NULL) abort();
    }
}

void call_memory_end(struct call_memory *memory) {
    for (size_t i = 0; i < handle_count; i += 1) {
        if (memory->handles[i] != NULL) handle_table[i].end(memory->handles[i]);
        memory->handles[i] = NULL;
    }
}

/* The handle of a type, made when it is first asked for; NULL if it cannot be made so simply. */
static void *handle_of(struct call_memory *memory, int type) {
    if (memory->handles[type] == NULL && handle_table[type].make != NULL) memory->handles[type] = handle_table[type].make();
    return memory->handles[type];
}

static void state_size(uint8_t *area, uint32_t size) { memcpy(area, &size, sizeof size); }

void call_baseline(struct call_memory *memory, const struct call *call, union value *values) {
    memset(values, 0, CALL_ARGUMENTS_MAX * sizeof *values);
    for (int i = 0; i < call->argument_count; i += 1) {
        const struct argument_kind *kind = &call->arguments[i];
        memset(memory->areas[i], 0, CLEARED);
        switch (kind->kind) {
        case 'p':
            values[i].pointer = memory->areas[i];
            if (kind->is_sized) state_size(memory->areas[i], (uint32_t)kind->size);
            break;
        case 'h':
            values[i].pointer = handle_of(memory, kind->handle);
            if (values[i].pointer == NULL) values[i].pointer = memory->areas[i];
            break;
        case 's': values[i].size = ELEMENTS; break;
        case 'c': values[i].i32 = 1; break;
        default: break;
        }
    }
}

size_t call_largest_element(const struct call *call) {
    size_t largest = 1;
    for (int i = 0; i < call->argument_count; i += 1) {
        if (call->arguments[i].size > largest) largest = call->arguments[i].size;
    }
    return largest;
}

static void choose_pointer(struct call_memory *memory, const struct argument_kind *kind, int argument, int choice,
                           union value *value) {
    uint8_t *area = memory->areas[argument];
    const uint32_t sizes[] = {0, 1, (uint32_t)kind->size - 1, (uint32_t)kind->size + 8, 4096, 65537, UINT32_MAX};
    if (choice == 0) value->pointer = NULL;
    else if (choice == 1) value->pointer = area + 1;
    else if (kind->kind == 'h') value->pointer = memset(area, choice & 1 ? 0xFF : 0, 64);
    else if (kind->is_sized) state_size(area, sizes[choice - 2]);
    else if (choice == 2 && kind->handle < 0) memset(area + 4, 0x7F, kind->size < 4 ? 0 : kind->size - 4);
}

void call_choose(struct call_memory *memory, const struct call *call, int argument, int choice, union value *value) {
    static const int64_t integers[CALL_CHOICES] = {1, -1, 2, 255, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 65536};
    const double numbers[CALL_CHOICES] = {1, -1, (double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, 1e-300, 0.5, -1e9};
    const size_t sizes[CALL_CHOICES] = {0, 1, 2, 3, 7, CALL_AREA / 2 / call_largest_element(call), SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX - 7};
    const struct argument_kind *kind = &call->arguments[argument];
    switch (kind->kind) {
    case 'p':
    case 'h': choose_pointer(memory, kind, argument, choice, value); break;
    case 'c': value->i32 = choice & 1; break;
    case 's': value->size = sizes[choice]; break;
    case 'f':
        if (kind->size == sizeof(float)) value->f32 = (float)numbers[choice];
        else value->f64 = numbers[choice];
        break;
    default: value->i64 = integers[choice]; break;
    }
}

void call_scribble(struct call_memory *memory, const struct call *call, uint64_t seed) {
    for (int i = 0; i < call->argument_count; i += 1) {
        const struct argument_kind *kind = &call->arguments[i];
        if (kind->kind != 'p' || kind->holds_pointers) continue;
        for (size_t at = kind->is_sized ? 4 : 0; at < ELEMENTS * kind->size && at < CLEARED; at += 1) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            /* Mostly small numbers: those that mean something. */
            uint8_t byte = (uint8_t)(seed >> 56);
            memory->areas[i][at] = seed >> 33 & 3 ? byte & (uint8_t)(seed >> 40) & (uint8_t)(seed >> 48) : byte;
        }
    }
}

static int ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

rangekit_status call_with(struct call_memory *memory, const struct call *call, const union value *values) {
    rangekit_status status = call->function(values);
    for (int i = 0; i < call->argument_count; i += 1) {
        const struct argument_kind *kind = &call->arguments[i];
        if (kind->handle < 0) continue;
        const struct handle *handle = &handle_table[kind->handle];
        if (kind->kind == 'p' && ends_with(call->name, "_create") && status == RANGEKIT_OK) {
            void *made;
            memcpy(&made, values[i].pointer, sizeof made);
            handle->end(made);
        }
        int ended = kind->kind == 'h' && ends_with(call->name, "_destroy");
        if (ended && values[i].pointer == memory->handles[kind->handle]) memory->handles[kind->handle] = NULL;
    }
    return status;
}

int call_status_is_known(rangekit_status status) {
    return strcmp(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN") != 0;
}
