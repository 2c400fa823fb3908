/* The exercise on a Cortex-M4F without an operating system, a heap or a C library's start-up code: vector
 * table, reset, output through semihosting, and a painted stack.
 *
 * SPDX-License-Identifier: MIT
 */
#include "exercise.h"

/* From image.ld. */
extern uint32_t image_stack_bottom[], image_stack_top[];
extern uint32_t image_data_start[], image_data_end[], image_data_load[], image_bss_start[], image_bss_end[];

/* ---- Semihosting (Arm, Semihosting for AArch32 and AArch64) ---- */

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18 };
enum { STOPPED_APPLICATION_EXIT = 0x20026, STOPPED_RUNTIME_ERROR = 0x20023 };

static void semihost(uint32_t operation, uint32_t argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

static void write_text(const char *text) { semihost(SYS_WRITE0, (uint32_t)text); }

__attribute__((noreturn)) static void stop(uint32_t reason) {
    for (;;) semihost(SYS_EXIT, reason);
}

void put(const char *label, const uint8_t *bytes, size_t size) {
    static const char digits[] = "0123456789abcdef";
    char line[66];
    write_text(label);
    write_text(size == 0 ? ":" : ": ");
    while (size > 0) {
        size_t chunk = size < 32 ? size : 32;
        for (size_t i = 0; i < chunk; i += 1) {
            line[2 * i] = digits[bytes[i] >> 4];
            line[2 * i + 1] = digits[bytes[i] & 15];
        }
        line[2 * chunk] = '\0';
        write_text(line);
        bytes += chunk;
        size -= chunk;
    }
    write_text("\n");
}

/* ---- The heap there is not ---- */

/* rangekit_quality_destroy also ends estimators of rangekit_quality_create, so it mentions free. None is
 * made here, so nothing may ever be freed. */
void free(void *memory);
void free(void *memory) {
    if (memory == NULL) return;
    write_text("free was called\n");
    stop(STOPPED_RUNTIME_ERROR);
}

/* ---- Stack ---- */

#define PAINT 0xC5C5C5C5u

static void paint_stack(void) {
    uint32_t *here;
    __asm__ volatile("mov %0, sp" : "=r"(here));
    for (uint32_t *at = image_stack_bottom; at < here; at += 1) *at = PAINT;
}

static uint32_t used_stack(void) {
    uint32_t *at = image_stack_bottom;
    while (at < image_stack_top && *at == PAINT) at += 1;
    return (uint32_t)(image_stack_top - at) * 4;
}

/* Each part on a freshly painted stack. Lines that start with # are of this image alone. */
__attribute__((noreturn)) static void run_parts(void) {
    for (int i = 0; i < EXERCISE_PARTS; i += 1) {
        paint_stack();
        exercise_parts[i].run();
        write_text("# stack of ");
        put_number(exercise_parts[i].name, used_stack(), 4);
    }
    stop(STOPPED_APPLICATION_EXIT);
}

/* ---- Reset ---- */

__attribute__((noreturn)) void reset(void);
__attribute__((noreturn)) void reset(void) {
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: the FPU is there for all */
    *(volatile uint32_t *)0xE000ED14 |= 1u << 3;    /* CCR.UNALIGN_TRP: unaligned words fault, as on smaller cores */
    __asm__ volatile("dsb\nisb" ::: "memory");
    uint32_t *from = image_data_load;
    for (uint32_t *to = image_data_start; to < image_data_end; to += 1, from += 1) *to = *from;
    for (uint32_t *at = image_bss_start; at < image_bss_end; at += 1) *at = 0;
    run_parts();
}

/* Says where: the address of the instruction lies in the frame that the exception stacked. */
__attribute__((used, noreturn)) static void report_fault(const uint32_t *frame) {
    put_number("fault at", frame[6], 4);
    stop(STOPPED_RUNTIME_ERROR);
}

__attribute__((naked)) static void fault(void) { __asm__ volatile("mov r0, sp\nb report_fault"); }

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {image_stack_top, {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault}};
