/* What the exercise itself needs of a C library's strings.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

size_t strlen(const char *text) {
    const char *at = text;
    while (*at != '\0') at += 1;
    return (size_t)(at - text);
}

int strcmp(const char *a, const char *b) {
    for (; *a != '\0' && *a == *b; a += 1, b += 1) {}
    return (uint8_t)*a - (uint8_t)*b;
}
