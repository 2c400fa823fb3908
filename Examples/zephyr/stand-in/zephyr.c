/* What Zephyr's kernel would do, in a program for this machine's qemu: newlib prints through semihosting.
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

static int64_t uptime_ms;

int64_t k_uptime_get(void) { return uptime_ms; }

int32_t k_msleep(int32_t milliseconds) {
    uptime_ms += milliseconds;
    return 0;
}

void printk(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
