/* What is measured: pairs of functions that do `calls` calls each of the same work.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_CASES_H
#define RANGEKIT_BENCHMARKS_CASES_H

#include <stddef.h>
#include <stdint.h>

struct benchmark {
    const char *key;       /* for programs: twr.double_sided.512 */
    const char *what;      /* for people */
    const char *reference; /* what the other side is */
    size_t items;          /* per call: exchanges, tokens, samples */
    void (*rangekit)(size_t calls);
    void (*plain)(size_t calls);
    double budget; /* the ratio that is allowed; 0: none is stated */
};

extern const struct benchmark benchmarks[];
extern const size_t benchmark_count;

/* Makes the inputs, and checks that both sides of every pair give the same results. Returns 0, or prints
 * what differs and returns 1. */
int prepare_cases(void);

/* The part of cases_clock.c. */
int prepare_clock_cases(void);
void three_messages(size_t calls);
void three_messages_plain(size_t calls);
void clock_filter(size_t calls);
void clock_filter_plain(size_t calls);
void fit_links(size_t calls);
void fit_links_plain(size_t calls);

#endif
