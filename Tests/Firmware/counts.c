/* Instruction counts on a Cortex-M4F: RangeKit's and a plain C version's of the same, compiled alike, in one image.
 *
 * qemu runs one instruction a nanosecond of its own time (-icount shift=0) and SysTick counts that time at 25 MHz, so
 * the count is the same in every run. The calls are repeated until a tick of 40 instructions is no matter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

#include "counts.h"
#include "machine.h"
#include "rangekit.h"

static void write_number(uint32_t number) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    machine_write(at);
}

/* RangeKit's destroy functions mention it; nothing here makes a handle on the heap. */
void free(void *memory);
void free(void *memory) {
    if (memory != NULL) machine_stop(1);
}

/* libm's, where it says what was wrong. */
int *__errno(void);
int *__errno(void) {
    static int number;
    return &number;
}

#define SYSTICK ((volatile uint32_t *)0xE000E010) /* control, reload, value */
#define INSTRUCTIONS_A_TICK 40
#define TICKS_MAX 0xFFFFFFu

static uint32_t count(void (*run)(void), uint32_t repeats) {
    SYSTICK[0] = 0;
    SYSTICK[1] = TICKS_MAX;
    SYSTICK[2] = 0;
    SYSTICK[0] = 5; /* on, the processor's clock, no interrupt */
    uint32_t before = SYSTICK[2];
    for (uint32_t i = 0; i < repeats; i += 1) run();
    uint32_t after = SYSTICK[2];
    return (uint32_t)((uint64_t)((before - after) & TICKS_MAX) * INSTRUCTIONS_A_TICK / repeats);
}

static void nothing(void) { __asm__ volatile("" ::: "memory"); }

/* One line: key, RangeKit's instructions, the plain version's. counts.py makes the table. */
static void compare(const struct counted *item) {
    uint32_t loop = count(nothing, item->repeats);
    if (!item->agree()) {
        machine_write(item->key);
        machine_write(" differs from its plain version\n");
        machine_stop(1);
    }
    machine_write(item->key);
    machine_write(" ");
    write_number((count(item->rangekit, item->repeats) - loop) / item->items);
    machine_write(" ");
    write_number(item->plain == NULL ? 0 : (count(item->plain, item->repeats) - loop) / item->items);
    machine_write("\n");
}

void image_main(void) {
    for (size_t i = 0; i < counted_count; i += 1) compare(&counted_items[i]);
}
