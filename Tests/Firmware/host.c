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

int main(void) {
    for (int i = 0; i < EXERCISE_PARTS; i += 1) exercise_parts[i].run();
    return 0;
}
