/* The part that a vendor's SDK brings: start-up code, vector table, console. This one is Arm's MPS2 with AN386, a
 * Cortex-M4F that qemu has; with an SDK take its start-up file and linker script and its UART driver.
 *
 * SPDX-License-Identifier: MIT
 */
#include "application.h"

/* CMSDK APB UART 0: data, state (bit 0: full), control (bit 0: send), baud rate. */
#define UART ((volatile uint32_t *)0x40004000)
#define CPACR (*(volatile uint32_t *)0xE000ED88)

extern uint32_t stack_top[], data_start[], data_end[], data_load[], bss_start[], bss_end[];

void board_write(const char *text) {
    for (; *text != '\0'; text += 1) {
        while (UART[1] & 1) {}
        UART[0] = (uint8_t)*text;
    }
}

/* What a phone sent over Bluetooth: a peer's token. */
static const uint8_t received[] = {0xA4, 0x00, 0x01, 0x01, 0x00, 0x02, 0x50, 1, 2,    3,    4,    5, 6,
                                   7,    8,    9,    10,   11,   12,   13,   14, 15, 16, 0x04, 0x01};

__attribute__((noreturn)) void reset(void);
__attribute__((noreturn)) void reset(void) {
    CPACR |= 0xFu << 20; /* the FPU: the archive is built for it */
    __asm__ volatile("dsb\nisb" ::: "memory");
    uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end; to += 1, from += 1) *to = *from;
    for (uint32_t *at = bss_start; at < bss_end; at += 1) *at = 0;
    UART[4] = 16;
    UART[2] = 1;
    board_write(application(received, sizeof received) == 0 ? "done\n" : "failed\n");
    for (;;) {}
}

static void fault(void) {
    board_write("fault\n");
    for (;;) {}
}

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15])(void);
} vectors = {stack_top, {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault}};
