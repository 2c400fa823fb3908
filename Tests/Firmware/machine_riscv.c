/* RISC-V 32 in qemu: reset, traps, semihosting (RISC-V Semihosting 1.0, which follows Arm's).
 *
 * SPDX-License-Identifier: MIT
 */
#include "machine.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20, STOPPED_APPLICATION_EXIT = 0x20026 };

static void semihost(uint32_t operation, uint32_t argument) {
    register uint32_t a0 __asm__("a0") = operation;
    register uint32_t a1 __asm__("a1") = argument;
    /* The three instructions are the signal; none of them may be compressed. */
    __asm__ volatile(".option push\n.option norvc\n.balign 16\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
}

void machine_write(const char *text) { semihost(SYS_WRITE0, (uint32_t)text); }

void machine_stop(int failed) {
    uint32_t reason[2] = {STOPPED_APPLICATION_EXIT, failed ? 1 : 0};
    for (;;) semihost(SYS_EXIT_EXTENDED, (uint32_t)reason);
}

__attribute__((used, noreturn)) static void report_fault(uint32_t at) {
    static const char digits[] = "0123456789abcdef";
    char text[] = "fault at ........\n";
    for (int i = 0; i < 8; i += 1) text[9 + i] = digits[at >> (28 - 4 * i) & 15];
    machine_write(text);
    machine_stop(1);
}

__attribute__((naked, aligned(4))) static void fault(void) { __asm__ volatile(".option arch, +zicsr\ncsrr a0, mepc\ncall report_fault"); }

__attribute__((naked, noreturn, section(".vectors"))) void reset(void);
void reset(void) {
    __asm__ volatile(".option arch, +zicsr\nla sp, image_stack_top\nla t0, %0\ncsrw mtvec, t0\ncall machine_start" : : "i"(fault));
}
