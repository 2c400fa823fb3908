/* What counts.c counts: one row for each figure. A part adds its row to counts_items.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_COUNTS_H
#define RANGEKIT_TESTS_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct counted {
    const char *key;
    void (*rangekit)(void);
    void (*plain)(void);  /* NULL: counts.py has what it may take */
    int (*agree)(void); /* whether both give the same */
    uint32_t repeats;
    uint32_t items; /* in each run: the count is for one */
};

extern const struct counted counted_items[];
extern const size_t counted_count;

/* ---- counts_sounding.c ---- */

void count_sounding(void);
/* Whether the estimate of its tones holds their distance, with a handle in `memory`. */
int sounding_agrees(int32_t tier, void *memory, size_t size);

/* ---- Plain versions, counts_plain.c, compiled as the rest ---- */

/* As rangekit_twr_double_sided: checks, distance, standard deviation, on 40-bit stamps without delays. */
int plain_double_sided(const uint64_t stamps[6], double *distance_m, float *stddev_m);

/* As rangekit_position_fix_f32: checks, start, Gauss-Newton, covariance. */
int plain_position_fix_f32(const float *anchors_m, const float *ranges_m, const float *stddevs_m, size_t count,
                           uint32_t dimensions, float *position_m, float *covariance_m2);

#endif
