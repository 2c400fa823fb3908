/* clock.h - times in nanoseconds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

/* Now, on a monotonic clock. */
int64_t monotonic_ns(void);

/* The first whole second after a time. */
int64_t second_after(int64_t time_ns);

/* Nanoseconds as seconds, for people. */
double seconds(int64_t time_ns);

#endif /* CLOCK_H */
