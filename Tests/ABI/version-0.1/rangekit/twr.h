/* rangekit/twr.h - two-way ranging: raw device timestamps to metres.
 *
 *   double-sided, asymmetric                     single-sided
 *
 *   initiator        responder                   initiator        responder
 *   t1 --- poll -------> t2                      t1 --- poll -------> t2
 *   t4 <-- response ---- t3                      t4 <-- response ---- t3
 *   t5 --- final ------> t6
 *
 *   round_a = t4 - t1   reply_b = t3 - t2        the clock offset of the responder is
 *   round_b = t6 - t3   reply_a = t5 - t4        measured by the radio
 *
 * Double-sided: tof = ((round_a - reply_b) round_b + reply_b (round_b - reply_a))
 *                     / (round_a + round_b + reply_a + reply_b)
 * Single-sided: tof = ((round_a - reply_b) - reply_b r) / 2, r = initiator's clock / responder's - 1
 *
 * Differences are taken as integers modulo 2^timestamp_bits, so a wrap between two stamps is no
 * matter. The result equals rational arithmetic to 1e-6 of a tick for clocks within 100 ppm and every
 * interval that is accepted. An antenna delay is subtracted from each receive stamp and added to each
 * transmit stamp. Distances may come out negative (noise, or delays set too large): they are kept.
 *
 * Source of the formulas: IEEE 802.15.4z annex on ranging; the factored form keeps all products'
 * differences small, after D. Neirynck et al., "An alternative double-sided two-way ranging method",
 * WPNC 2016.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TWR_H
#define RANGEKIT_TWR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Metres per second. */
#define RANGEKIT_SPEED_OF_LIGHT_MPS 299792458.0     /* vacuum, by definition of the metre */
#define RANGEKIT_SPEED_OF_LIGHT_AIR_MPS 299702547.0 /* air, as Decawave's software has it */

/* Seconds: 1 / (128 x 499.2 MHz), the tick of IEEE 802.15.4 HRP timestamps. */
#define RANGEKIT_UWB_TICK_S 1.5650040064102564e-11

/* Intervals from here on are refused: 2^47 ticks, 36.7 minutes. */
#define RANGEKIT_TWR_INTERVAL_MAX_TICKS (1ull << 47)

typedef struct rangekit_twr_options {
    uint32_t struct_size;
    uint32_t timestamp_bits;           /* width at which the stamps wrap, 32 to 64; default 40 */
    uint64_t interval_limit_ticks;     /* longer rounds and replies are refused; 0 (default): no such limit */
    double tick_s;                     /* length of a tick, 1e-15 to 1; default RANGEKIT_UWB_TICK_S */
    double speed_mps;                  /* propagation, 1 to 3e8; default RANGEKIT_SPEED_OF_LIGHT_MPS */
    double clock_tolerance_ppm;        /* each clock is true within this, 0 to 10000; default 100 */
    double initiator_tx_delay_ticks;   /* antenna delays, -1e9 to 1e9; default 0 */
    double initiator_rx_delay_ticks;
    double responder_tx_delay_ticks;
    double responder_rx_delay_ticks;
    double timestamp_stddev_s;         /* noise of one receive stamp, 0 to 1; default 100e-12 */
    double clock_offset_stddev_ppm;    /* noise of a measured clock offset, 0 to 10000; default 0.02 */
} rangekit_twr_options;

#define RANGEKIT_TWR_OPTIONS_V1_SIZE 88
#define RANGEKIT_TWR_OPTIONS_INIT                                                                                  \
    {(uint32_t)sizeof(rangekit_twr_options), 40, 0, RANGEKIT_UWB_TICK_S, RANGEKIT_SPEED_OF_LIGHT_MPS, 100.0, 0.0, \
     0.0, 0.0, 0.0, 100e-12, 0.02}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_twr_options_default(rangekit_twr_options *options);

/* The stamps of one double-sided exchange, ticks. Fixed for ever (it travels in arrays). */
typedef struct rangekit_twr_double_sided_exchange {
    uint64_t poll_tx;     /* t1, initiator */
    uint64_t poll_rx;     /* t2, responder */
    uint64_t response_tx; /* t3, responder */
    uint64_t response_rx; /* t4, initiator */
    uint64_t final_tx;    /* t5, initiator */
    uint64_t final_rx;    /* t6, responder */
} rangekit_twr_double_sided_exchange;

/* The stamps of one single-sided exchange, ticks, and the clock offset that the initiator's radio
 * measured. Fixed for ever. */
typedef struct rangekit_twr_single_sided_exchange {
    uint64_t poll_tx;        /* t1, initiator */
    uint64_t poll_rx;        /* t2, responder */
    uint64_t response_tx;    /* t3, responder */
    uint64_t response_rx;    /* t4, initiator */
    double clock_offset_ppm; /* (initiator's clock rate / responder's - 1) x 1e6: positive when the initiator's is
                                faster. The DW1000 and DW3000 report this sign at the initiator. */
} rangekit_twr_single_sided_exchange;

/* One range: 16 bytes, fixed for ever. Where status is not RANGEKIT_OK both numbers are 0 and mean
 * nothing. */
typedef struct rangekit_twr_range {
    double distance_m;
    float distance_stddev_m; /* one standard deviation from stamp and clock-offset noise alone: what calibration
                                leaves and blocked paths add is not in it */
    rangekit_status status;
} rangekit_twr_range;

/* Ranges one double-sided exchange. `options` may be NULL: defaults. The status is also in
 * range->status, which is written whenever the arguments themselves are usable. Errors: what the
 * stamps cannot mean (RANGEKIT_ERROR_TIMESTAMP_RANGE, _INTERVAL_ZERO, _INTERVAL_TOO_LONG,
 * _INTERVAL_OVER_LIMIT, _REPLY_EXCEEDS_ROUND), or RANGEKIT_ERROR_OUT_OF_RANGE and _NOT_FINITE for
 * options.
 * A reply may be longer than its round by twice the clock tolerance of the reply (both clocks may
 * err), the antenna delays, and RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS. Variance, from
 * the noise s of the three receive stamps: s^2/4 + s^2 (u^2 + v^2) / (4 (u + v)^2), u = round_a + reply_b,
 * v = round_b + reply_a; between 3/8 s^2 (equal replies) and s^2/2. Pure. */
rangekit_status rangekit_twr_double_sided(const rangekit_twr_options *options,
                                          const rangekit_twr_double_sided_exchange *exchange,
                                          rangekit_twr_range *range);

#define RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS 64 /* 1 ns of a UWB tick: noise of short exchanges at no distance */

/* Ranges `count` double-sided exchanges. Each row has its own status; a bad row does not disturb the
 * others and is not an error of the call. *refused_count (may be NULL) is the number of bad rows.
 * The arrays must not overlap and may be NULL only with count = 0. About 2 ns a row on a desktop.
 * Pure. */
rangekit_status rangekit_twr_double_sided_batch(const rangekit_twr_options *options,
                                                const rangekit_twr_double_sided_exchange *exchanges, size_t count,
                                                rangekit_twr_range *ranges, size_t *refused_count);

/* Ranges one single-sided exchange with clock-offset correction. As rangekit_twr_double_sided; also
 * RANGEKIT_ERROR_NOT_FINITE for the offset, and RANGEKIT_ERROR_CLOCK_OFFSET_RANGE if it is beyond
 * twice clock_tolerance_ppm. The sign of the offset matters: the wrong one doubles the error it should
 * remove. Variance: s^2/2 + (reply_b s_offset / 2)^2. Pure. */
rangekit_status rangekit_twr_single_sided(const rangekit_twr_options *options,
                                          const rangekit_twr_single_sided_exchange *exchange,
                                          rangekit_twr_range *range);

/* Ranges `count` single-sided exchanges; as rangekit_twr_double_sided_batch. Pure. */
rangekit_status rangekit_twr_single_sided_batch(const rangekit_twr_options *options,
                                                const rangekit_twr_single_sided_exchange *exchanges, size_t count,
                                                rangekit_twr_range *ranges, size_t *refused_count);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TWR_H */
