/* Ranges at known distances: from a CSV file, or simulated. No calibration in here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGES_H
#define RANGES_H

#include <rangekit.h>

#define LINKS_MAX 64
#define RANGES_MAX 100000

struct ranges {
    rangekit_calibration_sample samples[RANGES_MAX];
    size_t count;
    rangekit_calibration_link links[LINKS_MAX]; /* the names alone, as samples[i].link counts them */
    size_t link_count;
};

/* Reads the columns anchor, range_m, true_m and, if it is there, tag. Returns 0, or says what is wrong. */
int ranges_read(struct ranges *ranges, const char *path);

/* Double-sided exchanges of one tag with six anchors, each with its own antenna delay, ranged as if all were
 * alike: what is left is one bias for each link. Returns 0. */
int ranges_simulate(struct ranges *ranges);

#endif
