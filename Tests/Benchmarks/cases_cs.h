/* SPDX-License-Identifier: MIT */
#ifndef RANGEKIT_BENCHMARKS_CASES_CS_H
#define RANGEKIT_BENCHMARKS_CASES_CS_H

#include <stddef.h>

int prepare_cs_cases(void);
void cs_procedure_read(size_t calls);
void cs_procedure_read_plain(size_t calls);

/* The part of cases_sounding.c. */
int prepare_sounding_cases(void);
void sounding_full(size_t calls);
void sounding_full_plain(size_t calls);
void sounding_fast(size_t calls);
void sounding_fast_plain(size_t calls);

#endif
