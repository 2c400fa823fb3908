/* Fixes from 8 ranges in 3 dimensions, with covariance.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_CASES_POSITION_H
#define RANGEKIT_BENCHMARKS_CASES_POSITION_H

#include <stddef.h>

#define POSITION_FIXES 512

int prepare_position_cases(void);
void position_batch(size_t calls);
void position_batch_plain(size_t calls);

#endif
