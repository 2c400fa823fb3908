/* What RangeKit is compared with: the same work in plain C and in libcbor's own calls, compiled with
 * gcc -O2 in files of their own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_BENCHMARKS_REFERENCE_H
#define RANGEKIT_BENCHMARKS_REFERENCE_H

#include "rangekit.h"

/* ---- Two-way ranging, reference_twr.c ---- */

/* The same as rangekit_twr_double_sided_batch: distance, standard deviation, every check, a status. */
void reference_double_sided(const rangekit_twr_options *options, const rangekit_twr_double_sided_exchange *exchanges,
                            size_t count, rangekit_twr_range *ranges, size_t *refused_count);
void reference_single_sided(const rangekit_twr_options *options, const rangekit_twr_single_sided_exchange *exchanges,
                            size_t count, rangekit_twr_range *ranges, size_t *refused_count);

/* The formula alone: 40-bit differences and a distance. No check, no standard deviation, no status. */
void reference_double_sided_bare(const rangekit_twr_double_sided_exchange *exchanges, size_t count,
                                 double *distances_m);
void reference_single_sided_bare(const rangekit_twr_single_sided_exchange *exchanges, size_t count,
                                 double *distances_m);

/* ---- Channel Sounding, reference_cs.c ---- */

struct reference_cs_message {
    size_t size;
    uint8_t bytes[258];
};

/* One procedure from HCI events and Ranging Service segments, as rangekit_cs_collector_next gives it. Returns the
 * number of tones. */
uint32_t reference_cs_read(const struct reference_cs_message *events, size_t event_count,
                           const struct reference_cs_message *segments, size_t segment_count, rangekit_cs_tone *tones);

/* ---- CBOR, reference_cbor.c ---- */

/* libcbor's streaming pass with empty callbacks: well-formed heads, and nothing of what makes a token. */
size_t reference_cbor_pass(const uint8_t *bytes, size_t size);

/* The token's items through libcbor's streaming encoder, nothing validated. Returns the length. */
size_t reference_cbor_encode(const rangekit_token *token, uint8_t *out, size_t capacity);

/* ---- Quality, reference_quality.c ---- */

struct reference_quality {
    rangekit_quality_options options;
    int64_t times_ns[RANGEKIT_QUALITY_CAPACITY];
    float distances_m[RANGEKIT_QUALITY_CAPACITY];
    uint32_t first, count;
    int64_t now_ns, lost_ns;
    int has_time, has_lost;
};

void reference_quality_init(struct reference_quality *quality, const rangekit_quality_options *options);
rangekit_status reference_quality_update(struct reference_quality *quality, const rangekit_range_sample *sample,
                                         rangekit_quality_result *result);

/* ---- Signal and angle, reference_signal.c: DW1000, PRF 64, defaults, angles with a prior ---- */

void reference_levels(const rangekit_signal_registers *registers, size_t count, rangekit_signal_level *out);
void reference_judge(const rangekit_signal_registers *registers, size_t count, rangekit_los_result *out);
void reference_angles(const rangekit_angle_measurement *measurements, size_t count, rangekit_angle_result *out);
void reference_directions(const rangekit_angle_vector *vectors, size_t count, rangekit_angle_pair *out);

/* ---- Calls, reference_twr.c ---- */

/* A function that does nothing behind the same kind of call, to see what a call costs. */
uint32_t reference_call(void);

#endif
