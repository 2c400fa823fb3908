/* The exercise on a microcontroller without an operating system, a heap or a C library's start-up code, and the
 * stack that each export it calls took at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "exercise.h"
#include "machine.h"

void put(const char *label, const uint8_t *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    char line[66];
    machine_write(label);
    machine_write(size == 0 ? ":" : ": ");
    while (size > 0) {
        size_t chunk = size < 32 ? size : 32;
        for (size_t i = 0; i < chunk; i += 1) {
            line[2 * i] = digits[bytes[i] >> 4];
            line[2 * i + 1] = digits[bytes[i] & 15];
        }
        line[2 * chunk] = '\0';
        machine_write(line);
        bytes += chunk;
        size -= chunk;
    }
    machine_write("\n");
}

/* ---- The heap there is not ---- */

/* The whole library is one object, so a C library that is linked too would bring its heap for what mentions it. These
 * stand in its place: none may ever be called with anything. */
void free(void *memory);
void *malloc(size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size);

static void refuse(const char *name) {
    machine_write(name);
    machine_write(" was called\n");
    machine_stop(1);
}

/* The _destroy functions also end handles of _create, so they mention free. */
void free(void *memory) {
    if (memory != NULL) refuse("free");
}

void *malloc(size_t size) {
    (void)size;
    refuse("malloc");
    return NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    (void)memory, (void)alignment, (void)size;
    refuse("posix_memalign");
    return 12;
}

/* libm's, where it says what was wrong. */
int *__errno(void);
int *__errno(void) {
    static int number;
    return &number;
}

/* ---- Stack ---- */

struct stack_record {
    const char *name;
    void (*export)(void);
    uint32_t bytes;
};

extern struct stack_record stack_records[], stack_records_end[];

/* Lines that start with # are of this image alone. */
void image_main(void) {
    for (int i = 0; i < EXERCISE_PARTS; i += 1) exercise_parts[i].run();
    for (struct stack_record *at = stack_records; at < stack_records_end; at += 1) {
        machine_write("# ");
        put_number(at->name, at->bytes, 4);
    }
}
