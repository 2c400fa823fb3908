/* SPDX-License-Identifier: MIT */
#include "counts.h"

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

const struct counted counted_items[] = {
    {"twr.double_sided.one", twr, twr_plain, twr_agrees, 2000, 1},
    {"twr.double_sided.16", twr_batch, twr_batch_plain, twr_agrees, 200, BATCH},
    {"position.fix_f32", fix, fix_plain, fix_agrees, 500, 1},
};

const size_t counted_count = sizeof counted_items / sizeof counted_items[0];
