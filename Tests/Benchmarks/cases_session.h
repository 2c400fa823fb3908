/* The pairs of cases_session.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_CASES_SESSION_H
#define RANGEKIT_BENCHMARKS_CASES_SESSION_H

#include <stddef.h>

/* Makes the sessions and compares what comes out of both sides; 0, or prints what differs. */
int prepare_session_cases(void);
void session_sample(size_t calls);
void session_sample_plain(size_t calls);

#endif
