/* summary.h - what a session's samples add up to. Both programs feed theirs with every sample that is
 * reported, so both rate alike; the accessory's also knows the truth.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rangekit.h>

#include "protocol.h"

/* A growing list of numbers. */
struct series {
    double *values;
    size_t count;
    size_t capacity;
};

struct summary {
    rangekit_quality *estimator;  /* the caller's */
    rangekit_quality_result now;  /* after the latest sample */
    uint64_t ratings[RATING_COUNT]; /* samples after which the level was this */
    int64_t level_ns[RATING_COUNT]; /* time spent at this level */
    bool has_begun;
    int64_t first_ns, last_ns; /* of all samples */
    size_t measured_count;     /* samples with a distance */
    int64_t first_measured_ns, last_measured_ns;
    struct series spreads_m;
    struct series errors_m;       /* measured minus true, where it is known */
    struct series rated_errors_m; /* of these: rated good or close */
    double worst_error_m;
    double worst_distance_m;
    int64_t worst_ns;
};

void summary_start(struct summary *summary, rangekit_quality *estimator);

/* Takes one sample; `true_m` is NULL where the truth is not known. A status: the estimator refuses the
 * sample, which then counts nowhere. */
rangekit_status summary_take(struct summary *summary, const rangekit_range_sample *sample, const double *true_m);

/* Says time, rate, quality and spread. */
void summary_say_ranging(struct summary *summary);

/* Says how far the measurements were from the truth. */
void summary_say_errors(struct summary *summary);

void summary_free(struct summary *summary);

#endif /* SUMMARY_H */
