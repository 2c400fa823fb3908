/* rangekit/twr_clock.h - two clocks: what a radio's register says about them, their ratio from stamps over
 * time, and transmit times that the radio can keep.
 *
 * SIGN. A chip's register is about the packet it has just received. Everything here that comes from a register is
 *
 *   sender_offset_ppm = (sender's clock rate / receiver's - 1) x 1e6, positive when the sender's clock is faster,
 *
 * which is how the DW1000 user manual (RXTOFS) and the makers' drivers count. rangekit_twr_single_sided wants
 * (initiator's / responder's - 1): so
 *
 *   read by the responder, on the poll:       clock_offset_ppm = sender_offset_ppm
 *   read by the initiator, on the response:   clock_offset_ppm = -sender_offset_ppm
 *
 * (the second is exact to 1e-3 ppm for offsets up to 30 ppm). Try it once on two devices at a known distance:
 * with the wrong sign the error doubles, and rangekit_twr_diagnose says so.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TWR_CLOCK_H
#define RANGEKIT_TWR_CLOCK_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Registers ----------------------------------------------------------------------------------- */

/* DW1000, carrier integrator (DRX_CAR_INT, 21 bits signed), by channel, at 850 kbit/s and 6.8 Mbit/s: value x
 * 998.4e6 / 2 / 1024 / 131072 Hz by the carrier frequency, with the sign turned. Noise about 0.02 ppm. */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_1 1 /* 3494.4 MHz */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_2 2 /* 3993.6 MHz */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_3 3 /* 4492.8 MHz */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_4 4 /* as channel 2, wider */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_5 5 /* 6489.6 MHz */
#define RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_7 7 /* as channel 5, wider */
/* Added to one of these: 110 kbit/s, an eighth of it. */
#define RANGEKIT_TWR_REGISTER_DW1000_RATE_110K 16
/* DW1000, receiver time tracking offset (RXTOFS, 19 bits signed) by its interval (RXTTCKI). Noise about 0.2 ppm. */
#define RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_16 32 /* value / 0x01F00000 */
#define RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_64 33 /* value / 0x01FC0000 */
/* DW3000, clock offset (16 bits signed): value / 2^26; 1000 is +14.901161 ppm: the sender is faster. */
#define RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET 48

/* Converts `count` register values of one kind, RANGEKIT_TWR_REGISTER_*, to sender_offset_ppm (see SIGN above).
 * A value may be extended by its sign or be the field's bits as they were read. RANGEKIT_ERROR_OUT_OF_RANGE:
 * another kind, or a value that does not fit the register; then nothing is written. Arrays may be NULL only with
 * count = 0 and must not overlap. Sources: DW1000 user manual, registers 14:00 (RXTOFS)
 * and 27:28 (DRX_CAR_INT); the DW3000 driver. Pure. */
rangekit_status rangekit_twr_register_to_ppm(int32_t kind, const int32_t *values, size_t count,
                                             double *sender_offset_ppm);

/* ---- Clock ratio from stamps ------------------------------------------------------------------------ */

/* The local clock's rate by the remote's, from two packets that the remote device sent and the local one
 * received: (local_later - local_earlier) / (remote_later - remote_earlier), as (ratio - 1) x 1e6. Any ratio is
 * given; it is the caller's to judge. RANGEKIT_ERROR_TIMESTAMP_RANGE, _INTERVAL_ZERO;
 * _INTERVAL_TOO_LONG where an interval is half a wrap or more, when the order of the stamps is no longer known.
 * RANGEKIT_ERROR_OUT_OF_RANGE: timestamp_bits is not 32 to 64. Pure. */
rangekit_status rangekit_twr_clock_ratio(uint32_t timestamp_bits, uint64_t local_earlier, uint64_t local_later,
                                         uint64_t remote_earlier, uint64_t remote_later, double *clock_offset_ppm);

typedef struct rangekit_twr_clock_filter_options {
    uint32_t struct_size;
    uint32_t timestamp_bits;   /* width at which both devices' stamps wrap, 32 to 64; default 40 */
    double tick_s;             /* length of a tick, 1e-15 to 1; default 1 / (128 x 499.2 MHz) */
    double limit_ppm;          /* offsets beyond this are never taken, 0 to 10000; default 20 */
    double noise_ppm;          /* offsets this near to the present one agree with it, 0 to 10000; default 0.03 */
    double old_weight;         /* an agreeing offset y gives old_weight x present + (1 - old_weight) y, 0 to 1;
                                  default 0.1 */
    double timestamp_stddev_s; /* noise of one receive stamp, 0 to 1; default 100e-12 */
    uint32_t trust_max;        /* agreements that are remembered, 1 to 1000000; default 4 */
    uint32_t reserved;         /* zero */
} rangekit_twr_clock_filter_options;

#define RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE 56
#define RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_INIT                                                                 \
    {(uint32_t)sizeof(rangekit_twr_clock_filter_options), 40, 1.5650040064102564e-11, 20.0, 0.03, 0.1, 100e-12, 4, 0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_twr_clock_filter_options_default(rangekit_twr_clock_filter_options *options);

#define RANGEKIT_TWR_CLOCK_FILTER_HAS_STAMPS (1u << 0)
#define RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET (1u << 1)
#define RANGEKIT_TWR_CLOCK_FILTER_RELIABLE (1u << 2) /* the last candidate agreed */

/* The filter for one remote device: a few numbers in the caller's memory, copied as they like. All zero is an
 * empty filter. Fixed for ever. */
typedef struct rangekit_twr_clock_filter {
    uint64_t local_ticks;       /* the newest pair of stamps */
    uint64_t remote_ticks;
    int64_t time_ns;            /* when it came */
    double clock_offset_ppm;    /* (local clock / remote - 1) x 1e6 */
    double variance_ppm2;       /* of that, from stamp noise */
    uint32_t trust;             /* how many contradictions it outlives */
    uint32_t fields;            /* RANGEKIT_TWR_CLOCK_FILTER_* */
} rangekit_twr_clock_filter;

/* One packet: sent by the remote at remote_ticks, received at local_ticks. Fixed for ever. */
typedef struct rangekit_twr_clock_pair {
    uint64_t local_ticks;
    uint64_t remote_ticks;
    int64_t time_ns; /* the host's monotonic time of it: only it can tell that stamps have wrapped unseen */
} rangekit_twr_clock_pair;

/* What became of a pair. */
#define RANGEKIT_TWR_CLOCK_FIRST 0     /* no pair before it to compare with */
#define RANGEKIT_TWR_CLOCK_ACCEPTED 1  /* agrees: the offset is reliable */
#define RANGEKIT_TWR_CLOCK_REPLACED 2  /* taken as the new offset, not yet reliable */
#define RANGEKIT_TWR_CLOCK_REJECTED 3  /* contradicts, or beyond the limit: the offset stays, with less trust */
#define RANGEKIT_TWR_CLOCK_STALE 4     /* half a wrap or more since the pair before: the comparison starts anew */

/* The filter after a pair. Fixed for ever. */
typedef struct rangekit_twr_clock_estimate {
    double clock_offset_ppm;       /* what the filter holds, 0 where it holds nothing: rely on it after _ACCEPTED */
    float clock_offset_stddev_ppm; /* from stamp noise over the intervals; a crystal's own drift is not in it */
    int32_t outcome;               /* RANGEKIT_TWR_CLOCK_*, or below 0 the status that refused the pair */
} rangekit_twr_clock_estimate;

/* Feeds `count` pairs in order. Each is compared with the one before: candidate = local interval / remote
 * interval - 1. Within noise_ppm of the present offset it is blended in, and trust grows to at most trust_max.
 * Else trust shrinks by one; without trust left, a candidate within limit_ppm replaces the offset. So one wild
 * stamp changes nothing, and a clock that has really changed is followed after trust_max packets. (The scheme of
 * the Crazyflie's ranging deck, described by Bitcraze.)
 * A pair with stamps above their width (RANGEKIT_ERROR_TIMESTAMP_RANGE), an interval of zero (_INTERVAL_ZERO) or
 * a time before that of the pair before (_TIME_BACKWARDS) has that status as its outcome and changes nothing.
 * `options` and `estimates` may be NULL. `filter` is in and out; with values that no call here leaves it counts
 * as empty. The filter: one thread at a time. */
rangekit_status rangekit_twr_clock_filter_update(const rangekit_twr_clock_filter_options *options,
                                                 rangekit_twr_clock_filter *filter,
                                                 const rangekit_twr_clock_pair *pairs, size_t count,
                                                 rangekit_twr_clock_estimate *estimates);

/* ---- Delayed transmission ----------------------------------------------------------------------------- */

/* The DW1000 and DW3000 start a delayed transmission on a grid of 512 ticks (8 ns): the low 9 bits of the time
 * are ignored. What leaves the antenna leaves at the time on the grid plus the antenna delay, and that is the
 * stamp to put into the message. For `count` times not_before_ticks (40 bits): scheduled_ticks is the same with
 * the low 9 bits cleared, what to program (up to 511 ticks early); transmit_ticks is that plus
 * antenna_delay_ticks, modulo 2^40. Either output may be NULL. RANGEKIT_ERROR_TIMESTAMP_RANGE: a time of more
 * than 40 bits; then nothing is written. Arrays must not overlap. Pure. */
rangekit_status rangekit_twr_delayed_transmit(const uint64_t *not_before_ticks, size_t count,
                                              uint32_t antenna_delay_ticks, uint64_t *scheduled_ticks,
                                              uint64_t *transmit_ticks);

#define RANGEKIT_TWR_TRANSMIT_GRID_TICKS 512

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TWR_CLOCK_H */
