/* The tracker's predict and update: ranges and differences, with and without biases as states.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_CASES_TRACKER_H
#define RANGEKIT_BENCHMARKS_CASES_TRACKER_H

#include <stddef.h>

#define TRACKER_ROWS 512

int prepare_tracker_cases(void);
void tracker_plain_states(size_t calls);
void tracker_plain_states_plain(size_t calls);
void tracker_differences(size_t calls);
void tracker_differences_plain(size_t calls);
void tracker_biases(size_t calls);
void tracker_biases_plain(size_t calls);

#endif
