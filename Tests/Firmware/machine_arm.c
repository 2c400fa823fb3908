/* Cortex-M in qemu: vector table, reset, faults, semihosting (Arm, Semihosting for AArch32 and AArch64).
 *
 * SPDX-License-Identifier: MIT
 */
#include "machine.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18 };
enum { STOPPED_APPLICATION_EXIT = 0x20026, STOPPED_RUNTIME_ERROR = 0x20023 };

static void semihost(uint32_t operation, uint32_t argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void machine_write(const char *text) { semihost(SYS_WRITE0, (uint32_t)text); }

void machine_stop(int failed) {
    for (;;) semihost(SYS_EXIT, failed ? STOPPED_RUNTIME_ERROR : STOPPED_APPLICATION_EXIT);
}

__attribute__((noreturn)) void reset(void);
__attribute__((noreturn)) void reset(void) {
#if defined(__ARM_FP)
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: the FPU is there for all */
#endif
    __asm__ volatile("dsb\nisb" ::: "memory");
    machine_start();
}

/* Says where: the address of the instruction lies in the frame that the exception stacked. */
__attribute__((used, noreturn)) static void report_fault(const uint32_t *frame) {
    static const char digits[] = "0123456789abcdef";
    char text[] = "fault at ........\n";
    for (int i = 0; i < 8; i += 1) text[9 + i] = digits[frame[6] >> (28 - 4 * i) & 15];
    machine_write(text);
    machine_stop(1);
}

__attribute__((naked)) static void fault(void) { __asm__ volatile("mov r0, sp\nbl report_fault"); }

extern uint32_t image_stack_top[];

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {image_stack_top, {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault}};
