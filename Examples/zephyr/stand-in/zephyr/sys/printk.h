/* SPDX-License-Identifier: MIT */
#ifndef STAND_IN_PRINTK_H
#define STAND_IN_PRINTK_H

void printk(const char *format, ...);

#endif
