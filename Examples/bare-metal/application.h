/* SPDX-License-Identifier: MIT */
#ifndef APPLICATION_H
#define APPLICATION_H

#include <stddef.h>
#include <stdint.h>

/* The board's: text to its console. */
void board_write(const char *text);

/* Runs once with the bytes that came over the air. 0: all went well. */
int application(const uint8_t *received, size_t received_size);

#endif
