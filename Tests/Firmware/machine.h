/* What an image needs of its machine: machine_arm.c for Cortex-M, machine_riscv.c for RISC-V, both in qemu.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_MACHINE_H
#define RANGEKIT_TESTS_MACHINE_H

#include <stdint.h>

/* Output and the end, through semihosting. */
void machine_write(const char *text);
__attribute__((noreturn)) void machine_stop(int failed);

/* Sets up memory; the machine's start-up code calls it, and it runs the image. */
__attribute__((noreturn)) void machine_start(void);

/* The image: runs it to its end. A return is a good end. */
void image_main(void);

#endif
