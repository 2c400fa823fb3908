/* SPDX-License-Identifier: MIT */
#ifndef RANGEKIT_BENCHMARKS_CASES_LOCATOR_H
#define RANGEKIT_BENCHMARKS_CASES_LOCATOR_H

#include <stddef.h>

/* The part of cases_locator.c; see prepare_cases. */
int prepare_locator_cases(void);
void locate(size_t calls);
void locate_plain(size_t calls);

#endif
