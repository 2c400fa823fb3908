/* console.h - lines on the terminal. Every line starts with the program's name, so that the two
 * programs of this example can share one terminal.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* What every line starts with. Call it once, before the first line. */
void console_start(const char *program);

/* One line on standard output; give no newline. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

/* One line on standard error, marked as an error or a warning; give no newline. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);
__attribute__((format(printf, 1, 2))) void warn(const char *format, ...);
void complain_v(const char *format, va_list arguments);

/* Bytes as hexadecimal, 24 to a line, on standard output. */
void say_bytes(const uint8_t *bytes, size_t size);

/* A number with `decimals` places, or "-" where there is none; the text is in `out`, which is returned. */
#define NUMBER_TEXT_SIZE 32
const char *number_text(char out[NUMBER_TEXT_SIZE], int is_there, int decimals, double value);

/* snprintf at the end of the text in `out`; cuts what does not fit. */
__attribute__((format(printf, 3, 4))) void append(char *out, size_t capacity, const char *format, ...);

#endif /* CONSOLE_H */
