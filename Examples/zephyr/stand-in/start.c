/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>

extern uint32_t stack_top[], data_start[], data_end[], data_load[], bss_start[], bss_end[];
void initialise_monitor_handles(void);
int main(void);
void reset(void);

void reset(void) {
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* the FPU */
    __asm__ volatile("dsb\nisb" ::: "memory");
    uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end; to += 1, from += 1) *to = *from;
    for (uint32_t *at = bss_start; at < bss_end; at += 1) *at = 0;
    initialise_monitor_handles();
    exit(main());
}

/* newlib's start and end, of which this program has none. */
void _init(void);
void _fini(void);
void _init(void) {}
void _fini(void) {}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {stack_top, reset};
