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

/* ---- Clocks and calibration, reference_clock.c ---- */

void reference_three_message(const rangekit_twr_options *options, const rangekit_twr_three_message_exchange *exchanges,
                             size_t count, rangekit_twr_range *ranges);
void reference_clock_filter(const rangekit_twr_clock_filter_options *options, rangekit_twr_clock_filter *filter,
                            const rangekit_twr_clock_pair *pairs, size_t count, rangekit_twr_clock_estimate *estimates);
/* As rangekit_calibration_fit_links with its defaults; `memory` holds 3 x count numbers. */
void reference_fit_links(const rangekit_calibration_sample *samples, size_t count, rangekit_calibration_link *links,
                         size_t link_count, double *memory, rangekit_calibration_fit *fit);

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

/* ---- Positioning, reference_position.c ---- */

/* The same as rangekit_position_fix for ranges in 3 dimensions with a Huber loss. */
rangekit_status reference_position_fix(const rangekit_position_options *options, const rangekit_anchor *anchors,
                                       size_t anchor_count, const rangekit_measurement *rows, size_t count,
                                       rangekit_measurement_result *results, rangekit_position *position);

/* ---- Channel Sounding's estimator, reference_sounding.c ---- */

struct reference_sounding {
    float distance_m, low_m, high_m;
    int path_count;
};

void reference_sounding_init(void);
void reference_sounding_estimate(const rangekit_cs_tone *tones, size_t count, int is_fast,
                                 struct reference_sounding *out, struct reference_sounding each[4]);

/* ---- Tracking, reference_tracker.c ---- */

#define REFERENCE_TRACKER_STATES 75

struct reference_tracker {
    rangekit_tracker_options options;
    const rangekit_tracker_anchor *anchors;
    int dimensions, links, common, link, per_link, states, accepted;
    float noise_scale, reflection_scale; /* learnt, as ratios of the stated variances */
    int64_t now_ns, common_ns, times_ns[RANGEKIT_TRACKER_CAPACITY];
    float place[RANGEKIT_TRACKER_CAPACITY][3]; /* from the first anchor */
    float x[REFERENCE_TRACKER_STATES];
    float p[REFERENCE_TRACKER_STATES * (REFERENCE_TRACKER_STATES + 1) / 2]; /* lower triangle */
};

/* `anchors` stay the caller's. */
void reference_tracker_init(struct reference_tracker *tracker, const rangekit_tracker_options *options,
                            const rangekit_tracker_anchor *anchors, uint32_t count);
/* `place` is from the first anchor. */
void reference_tracker_start(struct reference_tracker *tracker, int64_t time_ns, const float place[3]);
void reference_tracker_update(struct reference_tracker *tracker, const rangekit_tracker_measurement *measurement,
                              rangekit_tracker_result *result);

/* ---- Signal and angle, reference_signal.c: DW1000, PRF 64, defaults, angles with a prior ---- */

void reference_levels(const rangekit_signal_registers *registers, size_t count, rangekit_signal_level *out);
void reference_judge(const rangekit_signal_registers *registers, size_t count, rangekit_los_result *out);
void reference_angles(const rangekit_angle_measurement *measurements, size_t count, rangekit_angle_result *out);
void reference_directions(const rangekit_angle_vector *vectors, size_t count, rangekit_angle_pair *out);
/* ---- Locator, reference_locator.c ---- */

struct reference_keyframe {
    float p[3], range, information, scatter, weight;
    int32_t link;
};

struct reference_hypothesis {
    float x[3], s[6], cost, step, before[3], bias[8], bias_before[8], coupling[8][3];
    int32_t age, halvings;
};

struct reference_locator {
    struct reference_keyframe k[72];
    struct reference_hypothesis h[6];
    int32_t count, settled, hypotheses, links, unique;
    uint32_t updates, candidate;
    float radius, systematic, thin[3], thin_weight, covariance[6];
};

/* One distance to one target, from one antenna at a known place: what rangekit_locator_measure does of it. */
void reference_locator_init(struct reference_locator *locator);
void reference_locator_update(struct reference_locator *locator, const float position[3], float range_m);

/* ---- The accessory protocol, reference_accessory.c ---- */

/* The same as rangekit_accessory_configuration_decode, without a diagnostic. */
rangekit_status reference_acd_decode(const uint8_t *bytes, size_t size, rangekit_accessory_configuration *out);

/* ---- UCI, reference_uci.c ---- */

/* The same as rangekit_uci_session_info_samples for two-way measurements. */
rangekit_status reference_uci_samples(const uint8_t *payload, size_t size, int64_t time_ns,
                                      rangekit_range_sample *samples, size_t capacity, size_t *sample_count);

/* ---- Calls, reference_twr.c ---- */

/* A function that does nothing behind the same kind of call, to see what a call costs. */
uint32_t reference_call(void);

#endif
