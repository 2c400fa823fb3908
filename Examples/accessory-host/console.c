/* console.c - lines on the terminal; see console.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "console.h"

#include <stdio.h>
#include <string.h>

#define LINE_SIZE 1200
#define BYTES_PER_LINE 24

static const char *program_name = "?";

void console_start(const char *program) {
    program_name = program;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}

/* One line in one write: lines of two programs never mix. */
static void write_line(FILE *stream, const char *mark, const char *format, va_list arguments) {
    char line[LINE_SIZE];
    vsnprintf(line, sizeof line, format, arguments);
    fprintf(stream, "%-10s | %s%s\n", program_name, mark, line);
}

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line(stdout, "", format, arguments);
    va_end(arguments);
}

void complain_v(const char *format, va_list arguments) {
    write_line(stderr, "error: ", format, arguments);
}

void complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain_v(format, arguments);
    va_end(arguments);
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_line(stderr, "warning: ", format, arguments);
    va_end(arguments);
}

void say_bytes(const uint8_t *bytes, size_t size) {
    for (size_t offset = 0; offset < size; offset += BYTES_PER_LINE) {
        char line[3 * BYTES_PER_LINE + 1] = "";
        for (size_t i = offset; i < size && i < offset + BYTES_PER_LINE; i++)
            append(line, sizeof line, " %02x", bytes[i]);
        say("  %s", line + 1);
    }
}

const char *number_text(char out[NUMBER_TEXT_SIZE], int is_there, int decimals, double value) {
    if (is_there)
        snprintf(out, NUMBER_TEXT_SIZE, "%.*f", decimals, value);
    else
        snprintf(out, NUMBER_TEXT_SIZE, "-");
    return out;
}

void append(char *out, size_t capacity, const char *format, ...) {
    size_t length = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + length, capacity - length, format, arguments);
    va_end(arguments);
}
