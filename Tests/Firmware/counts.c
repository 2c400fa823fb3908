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
#include "rangekit.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18, STOPPED_APPLICATION_EXIT = 0x20026, STOPPED_RUNTIME_ERROR = 0x20023 };

extern uint32_t image_stack_bottom[], image_stack_top[];
extern uint32_t image_data_start[], image_data_end[], image_data_load[], image_bss_start[], image_bss_end[];

static void semihost(uint32_t operation, uint32_t argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

static void write_text(const char *text) { semihost(SYS_WRITE0, (uint32_t)text); }

static void write_number(uint32_t number) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    write_text(at);
}

__attribute__((noreturn)) static void stop(uint32_t reason) {
    for (;;) semihost(SYS_EXIT, reason);
}

/* RangeKit's destroy functions mention it; nothing here makes a handle on the heap. */
void free(void *memory);
void free(void *memory) {
    if (memory != NULL) stop(STOPPED_RUNTIME_ERROR);
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
        write_text(item->key);
        write_text(" differs from its plain version\n");
        stop(STOPPED_RUNTIME_ERROR);
    }
    write_text(item->key);
    write_text(" ");
    write_number((count(item->rangekit, item->repeats) - loop) / item->items);
    write_text(" ");
    write_number((count(item->plain, item->repeats) - loop) / item->items);
    write_text("\n");
}

__attribute__((noreturn)) void reset(void);
__attribute__((noreturn)) void reset(void) {
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: the FPU is there for all */
    __asm__ volatile("dsb\nisb" ::: "memory");
    uint32_t *from = image_data_load;
    for (uint32_t *to = image_data_start; to < image_data_end; to += 1, from += 1) *to = *from;
    for (uint32_t *at = image_bss_start; at < image_bss_end; at += 1) *at = 0;
    for (size_t i = 0; i < counted_count; i += 1) compare(&counted_items[i]);
    stop(STOPPED_APPLICATION_EXIT);
}

static void fault(void) { stop(STOPPED_RUNTIME_ERROR); }

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {image_stack_top, {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault}};
