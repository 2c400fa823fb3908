/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "reference.h"

struct prepared {
    uint64_t mask, longest_ticks;
    double a_delay, b_delay, excess_per_tick, excess_ticks, metres_per_tick, stddev_m, offset_limit_ppm,
        offset_stddev_m_per_tick;
};

static struct prepared prepare(const rangekit_twr_options *options) {
    struct prepared p;
    p.mask = UINT64_MAX >> (64 - options->timestamp_bits);
    p.longest_ticks = RANGEKIT_TWR_INTERVAL_MAX_TICKS - 1;
    if (options->interval_limit_ticks != 0 && options->interval_limit_ticks < p.longest_ticks) {
        p.longest_ticks = options->interval_limit_ticks;
    }
    p.a_delay = options->initiator_tx_delay_ticks + options->initiator_rx_delay_ticks;
    p.b_delay = options->responder_tx_delay_ticks + options->responder_rx_delay_ticks;
    p.excess_per_tick = 2e-6 * options->clock_tolerance_ppm;
    p.excess_ticks = fabs(p.a_delay) + fabs(p.b_delay) + RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS;
    p.metres_per_tick = options->tick_s * options->speed_mps;
    p.stddev_m = options->timestamp_stddev_s * options->speed_mps;
    p.offset_limit_ppm = 2 * options->clock_tolerance_ppm;
    p.offset_stddev_m_per_tick = options->clock_offset_stddev_ppm * 0.5e-6 * p.metres_per_tick;
    return p;
}

/* The common case is one comparison each; what is wrong is found out when something is. */

__attribute__((noinline, cold)) static rangekit_status refusal(const struct prepared *p, uint64_t stamps,
                                                               uint64_t shortest, uint64_t longest) {
    if ((stamps & ~p->mask) != 0) return RANGEKIT_ERROR_TIMESTAMP_RANGE;
    if (shortest == 0) return RANGEKIT_ERROR_INTERVAL_ZERO;
    return longest >= RANGEKIT_TWR_INTERVAL_MAX_TICKS ? RANGEKIT_ERROR_INTERVAL_TOO_LONG
                                                      : RANGEKIT_ERROR_INTERVAL_OVER_LIMIT;
}

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Below 2^63, so that the conversion is one instruction. */
static double ticks(uint64_t interval) { return (double)(int64_t)interval; }

static rangekit_status double_sided(const struct prepared *p, const rangekit_twr_double_sided_exchange *e,
                                    rangekit_twr_range *range) {
    uint64_t stamps = e->poll_tx | e->poll_rx | e->response_tx | e->response_rx | e->final_tx | e->final_rx;
    uint64_t round_a = (e->response_rx - e->poll_tx) & p->mask, reply_b = (e->response_tx - e->poll_rx) & p->mask;
    uint64_t round_b = (e->final_rx - e->response_tx) & p->mask, reply_a = (e->final_tx - e->response_rx) & p->mask;
    uint64_t shortest = min(min(round_a, reply_b), min(round_b, reply_a));
    uint64_t longest = max(max(round_a, reply_b), max(round_b, reply_a));
    if (stamps > p->mask || shortest == 0 || longest > p->longest_ticks) return refusal(p, stamps, shortest, longest);
    double ra = ticks(round_a) - p->a_delay, db = ticks(reply_b) + p->b_delay;
    double rb = ticks(round_b) - p->b_delay, da = ticks(reply_a) + p->a_delay;
    if (ticks(reply_b - round_a) > ticks(reply_b) * p->excess_per_tick + p->excess_ticks ||
        ticks(reply_a - round_b) > ticks(reply_a) * p->excess_per_tick + p->excess_ticks) {
        return RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND;
    }
    double tof = ((ra - db) * rb + db * (rb - da)) / (ra + rb + da + db);
    range->distance_m = tof * p->metres_per_tick;
    float a = (float)da, b = (float)db, sum = a + b;
    range->distance_stddev_m = (float)p->stddev_m * 0.5f * sqrtf(1.0f + (a * a + b * b) / (sum * sum));
    return RANGEKIT_OK;
}

void reference_double_sided(const rangekit_twr_options *options, const rangekit_twr_double_sided_exchange *exchanges,
                            size_t count, rangekit_twr_range *ranges, size_t *refused_count) {
    struct prepared p = prepare(options);
    size_t refused = 0;
    for (size_t i = 0; i < count; i += 1) {
        rangekit_twr_range range = {0.0, 0.0f, 0};
        range.status = double_sided(&p, &exchanges[i], &range);
        refused += range.status != RANGEKIT_OK;
        ranges[i] = range;
    }
    *refused_count = refused;
}

static rangekit_status single_sided(const struct prepared *p, const rangekit_twr_single_sided_exchange *e,
                                    rangekit_twr_range *range) {
    uint64_t stamps = e->poll_tx | e->poll_rx | e->response_tx | e->response_rx;
    uint64_t round = (e->response_rx - e->poll_tx) & p->mask, reply = (e->response_tx - e->poll_rx) & p->mask;
    uint64_t shortest = min(round, reply), longest = max(round, reply);
    if (stamps > p->mask || shortest == 0 || longest > p->longest_ticks) return refusal(p, stamps, shortest, longest);
    if (!(fabs(e->clock_offset_ppm) <= p->offset_limit_ppm)) {
        return isfinite(e->clock_offset_ppm) ? RANGEKIT_ERROR_CLOCK_OFFSET_RANGE : RANGEKIT_ERROR_NOT_FINITE;
    }
    if (ticks(reply - round) > ticks(reply) * p->excess_per_tick + p->excess_ticks) {
        return RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND;
    }
    double db = ticks(reply) + p->b_delay;
    double tof = ((ticks(round - reply) - p->a_delay - p->b_delay) - db * (e->clock_offset_ppm * 1e-6)) * 0.5;
    range->distance_m = tof * p->metres_per_tick;
    float offset_m = (float)db * (float)p->offset_stddev_m_per_tick, s = (float)p->stddev_m;
    range->distance_stddev_m = sqrtf(0.5f * s * s + offset_m * offset_m);
    return RANGEKIT_OK;
}

void reference_single_sided(const rangekit_twr_options *options, const rangekit_twr_single_sided_exchange *exchanges,
                            size_t count, rangekit_twr_range *ranges, size_t *refused_count) {
    struct prepared p = prepare(options);
    size_t refused = 0;
    for (size_t i = 0; i < count; i += 1) {
        rangekit_twr_range range = {0.0, 0.0f, 0};
        range.status = single_sided(&p, &exchanges[i], &range);
        refused += range.status != RANGEKIT_OK;
        ranges[i] = range;
    }
    *refused_count = refused;
}

/* ---- The formula alone ---- */

static int64_t difference(uint64_t later, uint64_t earlier) {
    return (int64_t)((later - earlier) & ((UINT64_C(1) << 40) - 1));
}

void reference_double_sided_bare(const rangekit_twr_double_sided_exchange *exchanges, size_t count,
                                 double *distances_m) {
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_twr_double_sided_exchange *e = &exchanges[i];
        int64_t ra = difference(e->response_rx, e->poll_tx), db = difference(e->response_tx, e->poll_rx);
        int64_t rb = difference(e->final_rx, e->response_tx), da = difference(e->final_tx, e->response_rx);
        double tof = ((double)(ra - db) * (double)rb + (double)db * (double)(rb - da)) / (double)(ra + rb + da + db);
        distances_m[i] = tof * (RANGEKIT_UWB_TICK_S * RANGEKIT_SPEED_OF_LIGHT_MPS);
    }
}

void reference_single_sided_bare(const rangekit_twr_single_sided_exchange *exchanges, size_t count,
                                 double *distances_m) {
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_twr_single_sided_exchange *e = &exchanges[i];
        int64_t ra = difference(e->response_rx, e->poll_tx), db = difference(e->response_tx, e->poll_rx);
        double tof = ((double)(ra - db) - (double)db * (e->clock_offset_ppm * 1e-6)) * 0.5;
        distances_m[i] = tof * (RANGEKIT_UWB_TICK_S * RANGEKIT_SPEED_OF_LIGHT_MPS);
    }
}

uint32_t reference_call(void) { return RANGEKIT_ABI_VERSION; }
