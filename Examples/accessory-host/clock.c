/* clock.c - times in nanoseconds; see clock.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "clock.h"

#include <time.h>

int64_t monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t second_after(int64_t time_ns) {
    int64_t second_ns = time_ns - time_ns % NS_PER_S; /* towards zero: above a negative time */
    return second_ns > time_ns ? second_ns : second_ns + NS_PER_S;
}

double seconds(int64_t time_ns) {
    return (double)time_ns / (double)NS_PER_S;
}
