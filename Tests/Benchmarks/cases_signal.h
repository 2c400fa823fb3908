/* SPDX-License-Identifier: MIT */
#ifndef RANGEKIT_BENCHMARKS_CASES_SIGNAL_H
#define RANGEKIT_BENCHMARKS_CASES_SIGNAL_H

#include <stddef.h>

#define SIGNAL_ROWS 1000

int prepare_signal_cases(void);
void signal_levels(size_t calls);
void signal_levels_plain(size_t calls);
void signal_judge(size_t calls);
void signal_judge_plain(size_t calls);
void signal_angles(size_t calls);
void signal_angles_plain(size_t calls);
void signal_directions(size_t calls);
void signal_directions_plain(size_t calls);

#endif
