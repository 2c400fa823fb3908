/* The exercise on the host, with librangekit.so.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "exercise.h"

void put(const char *label, const uint8_t *bytes, size_t size) {
    printf("%s:", label);
    for (size_t i = 0; i < size; i += 1) printf("%s%02x", i == 0 ? " " : "", bytes[i]);
    printf("\n");
}

/* host [small]: all parts, or those of the smallest machine. */
int main(int count, char **arguments) {
    (void)arguments;
    int parts = count > 1 ? EXERCISE_PARTS_SMALL : EXERCISE_PARTS;
    for (int i = 0; i < parts; i += 1) exercise_parts[i].run();
    return 0;
}
