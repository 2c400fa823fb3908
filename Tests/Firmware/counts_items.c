/* SPDX-License-Identifier: MIT */
#include "counts.h"

#include "../Benchmarks/reference.h"
#include "rangekit.h"

static int near(float a, float b, float tolerance) { return a - b <= tolerance && b - a <= tolerance; }

/* ---- A double-sided exchange ---- */

static const rangekit_twr_double_sided_exchange exchange = {57055236684u, 56459561043u, 69652782156u,
                                                            70248523212u, 70601671244u, 70005933158u};
#define BATCH 16
static rangekit_twr_double_sided_exchange exchanges[BATCH];
static rangekit_twr_range batch[BATCH], range;
static double distance_m;
static float stddev_m;
static uint64_t stamps[6];

static void twr(void) { (void)rangekit_twr_double_sided(NULL, &exchange, &range); }
static void twr_batch(void) { (void)rangekit_twr_double_sided_batch(NULL, exchanges, BATCH, batch, NULL); }
static void twr_batch_plain(void) {
    for (int i = 0; i < BATCH; i += 1) (void)plain_double_sided(stamps, &distance_m, &stddev_m);
}
static void twr_plain(void) { (void)plain_double_sided(stamps, &distance_m, &stddev_m); }

static int twr_agrees(void) {
    const uint64_t given[6] = {exchange.poll_tx,     exchange.poll_rx,  exchange.response_tx,
                               exchange.response_rx, exchange.final_tx, exchange.final_rx};
    for (int i = 0; i < 6; i += 1) stamps[i] = given[i];
    for (int i = 0; i < BATCH; i += 1) exchanges[i] = exchange;
    twr();
    twr_plain();
    return range.status == RANGEKIT_OK && near((float)(range.distance_m - distance_m), 0, 1e-6f) &&
           near(range.distance_stddev_m, stddev_m, 1e-6f);
}

/* ---- A fix from 8 ranges in 3 dimensions ---- */

static const float anchors[24] = {0, 0, 0.3f, 10, 0, 2.8f, 10, 8,  0.2f, 0,    8, 2.9f,
                                  5, 0, 2.5f, 5,  8, 0.5f, 0,  4,  1,    10,   4, 2};
/* The tag at 4, 3, 1.5, and a few centimetres of noise. */
static const float ranges[8] = {5.185f, 6.797f, 7.931f, 6.520f, 3.284f, 5.252f, 4.121f, 6.152f};
static const float stddevs[8] = {0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f, 0.1f};
static float place[3], covariance[6], place_plain[3], covariance_plain[6];

static void fix(void) { (void)rangekit_position_fix_f32(anchors, ranges, stddevs, 8, 3, place, covariance); }
static void fix_plain(void) {
    (void)plain_position_fix_f32(anchors, ranges, stddevs, 8, 3, place_plain, covariance_plain);
}

static int fix_agrees(void) {
    fix();
    fix_plain();
    int same = near(place[0], 4, 0.2f) && near(place[1], 3, 0.2f) && near(place[2], 1.5f, 0.5f);
    for (int i = 0; i < 3; i += 1) same = same && near(place[i], place_plain[i], 1e-4f);
    for (int i = 0; i < 6; i += 1) same = same && near(covariance[i], covariance_plain[i], 1e-5f);
    return same;
}

/* ---- A track's update by one range: 6 states, and 23 with the biases of 8 anchors ---- */

static rangekit_tracker_anchor room[8];

struct followed {
    uint64_t memory[3072];
    rangekit_tracker *tracker;
    struct reference_tracker plain;
    int64_t time_ns, plain_time_ns;
    uint32_t next, plain_next;
    rangekit_tracker_result result, plain_result;
};

/* One after the other: the image's memory holds one. */
static struct followed tag;

static rangekit_tracker_measurement measured(int64_t *time_ns, uint32_t *next) {
    uint32_t anchor = (*next)++ % 8;
    *time_ns += 12000000;
    return (rangekit_tracker_measurement){
        .time_ns = *time_ns, .kind = RANGEKIT_TRACKER_RANGE, .value = (double)ranges[anchor], .stddev = 0.1f, .anchor = anchor};
}

static void follow(void) {
    rangekit_tracker_measurement measurement = measured(&tag.time_ns, &tag.next);
    (void)rangekit_tracker_update(tag.tracker, &measurement, &tag.result);
}

static void follow_plain(void) {
    rangekit_tracker_measurement measurement = measured(&tag.plain_time_ns, &tag.plain_next);
    reference_tracker_update(&tag.plain, &measurement, &tag.plain_result);
}

/* Each side starts in its own way; after 4000 ranges that is forgotten. */
static int follow_agrees(int has_biases) {
    static const float start[3] = {4, 3, 1.2f}; /* from the first anchor */
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    if (!has_biases) options.common_bias_stddev_m = options.link_bias_stddev_m = options.reflection_stddev_m = 0;
    for (uint32_t i = 0; i < 8; i += 1) {
        room[i] = (rangekit_tracker_anchor){.x_m = (double)anchors[3 * i], .y_m = (double)anchors[3 * i + 1],
                                            .z_m = (double)anchors[3 * i + 2], .id = i};
    }
    tag.time_ns = tag.plain_time_ns = 0;
    tag.next = tag.plain_next = 0;
    (void)rangekit_tracker_init(tag.memory, sizeof tag.memory, &options, &tag.tracker);
    (void)rangekit_tracker_set_anchors(tag.tracker, room, 8, NULL);
    reference_tracker_init(&tag.plain, &options, room, 8);
    reference_tracker_start(&tag.plain, 0, start);
    for (int i = 0; i < 4000; i += 1) {
        follow();
        follow_plain();
    }
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    (void)rangekit_tracker_get_state(tag.tracker, &state);
    int same = state.start_count == 1 && state.state_count == (has_biases ? 23u : 6u);
    same = same && near((float)state.x_m, tag.plain.x[0], 5e-3f) && near((float)state.y_m, tag.plain.x[1], 5e-3f);
    return same && near(tag.result.stddev, tag.plain_result.stddev, 1e-3f);
}

static int bare_agrees(void) { return follow_agrees(0); }
static int biased_agrees(void) { return follow_agrees(1); }

/* ---- Channel Sounding, in the tag's memory ---- */

static int fast_agrees(void) { return sounding_agrees(RANGEKIT_SOUNDING_TIER_FAST, tag.memory, sizeof tag.memory); }
static int full_agrees(void) { return sounding_agrees(RANGEKIT_SOUNDING_TIER_FULL, tag.memory, sizeof tag.memory); }

const struct counted counted_items[] = {
    {"twr.double_sided.one", twr, twr_plain, twr_agrees, 2000, 1},
    {"twr.double_sided.16", twr_batch, twr_batch_plain, twr_agrees, 200, BATCH},
    {"position.fix_f32", fix, fix_plain, fix_agrees, 500, 1},
    {"tracker.update", follow, follow_plain, bare_agrees, 800, 1},
    {"tracker.update.biases", follow, follow_plain, biased_agrees, 400, 1},
    {"sounding.fast", count_sounding, NULL, fast_agrees, 10, 1},
    {"sounding.full", count_sounding, NULL, full_agrees, 10, 1},
};

const size_t counted_count = sizeof counted_items / sizeof counted_items[0];
