/* What RangeKit's firmware archives ask of their platform, for firmware that links no C library. A C library (newlib,
 * picolibc, Zephyr's) has all of it: leave this file out then.
 *
 *   always     memcpy, memmove, memset, memcmp   the compiler calls them by itself
 *   by some    functions of libm                 angles, filters, positions; Documentation/microcontrollers.md
 *   by _create malloc, free                      not here: the _init functions take your memory and need neither
 *
 * On Arm compilers call the first four under the names of Arm's run-time ABI as well. Arithmetic that the processor
 * lacks (doubles, 64-bit division) comes from the compiler's own library: -lgcc.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

void *memcpy(void *to, const void *from, size_t size) { return memmove(to, from, size); }

void *memmove(void *to, const void *from, size_t size) {
    uint8_t *out = to;
    const uint8_t *in = from;
    if (out < in) {
        for (size_t i = 0; i < size; i += 1) out[i] = in[i];
    } else {
        for (size_t i = size; i > 0; i -= 1) out[i - 1] = in[i - 1];
    }
    return to;
}

void *memset(void *to, int value, size_t size) {
    for (uint8_t *at = to; size > 0; size -= 1) *at++ = (uint8_t)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t size) {
    const uint8_t *x = a, *y = b;
    for (; size > 0; size -= 1, x += 1, y += 1) {
        if (*x != *y) return *x - *y;
    }
    return 0;
}

#if defined(__arm__)
/* Arm's run-time ABI (IHI 0043): no return value, and memset with its last two arguments the other way. */
#define SAME_AS(name, arguments, call) \
    void name arguments;               \
    void name arguments { (void)call; }
#define ALIGNED(family, arguments, call) \
    SAME_AS(family, arguments, call)     \
    SAME_AS(family##4, arguments, call)  \
    SAME_AS(family##8, arguments, call)
ALIGNED(__aeabi_memcpy, (void *to, const void *from, size_t size), memmove(to, from, size))
ALIGNED(__aeabi_memmove, (void *to, const void *from, size_t size), memmove(to, from, size))
ALIGNED(__aeabi_memset, (void *to, size_t size, int value), memset(to, value, size))
ALIGNED(__aeabi_memclr, (void *to, size_t size), memset(to, 0, size))
#endif
