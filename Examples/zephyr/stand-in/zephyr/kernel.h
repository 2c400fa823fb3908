/* Three lines of Zephyr's interface, so that the example compiles and links where Zephyr is not installed.
 * SPDX-License-Identifier: MIT */
#ifndef STAND_IN_KERNEL_H
#define STAND_IN_KERNEL_H

#include <stddef.h>
#include <stdint.h>

int64_t k_uptime_get(void);
int32_t k_msleep(int32_t milliseconds);

#endif
