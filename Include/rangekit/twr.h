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
 * interval that is accepted (to a part in 10^15 where the flight itself is 10^9 ticks or more). An
 * antenna delay is subtracted from each receive stamp and added to each transmit stamp. Distances may
 * come out negative (noise, or delays set too large): they are kept.
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
                                faster. twr_clock.h makes it from each chip's register. */
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
 * The arrays must not overlap and may be NULL only with count = 0; a count of more bytes than there can be
 * gives RANGEKIT_ERROR_OUT_OF_RANGE. A few nanoseconds a row on a desktop. Pure. */
rangekit_status rangekit_twr_double_sided_batch(const rangekit_twr_options *options,
                                                const rangekit_twr_double_sided_exchange *exchanges, size_t count,
                                                rangekit_twr_range *ranges, size_t *refused_count);

/* Ranges one single-sided exchange with clock-offset correction. As rangekit_twr_double_sided; also
 * RANGEKIT_ERROR_NOT_FINITE for the offset, and RANGEKIT_ERROR_CLOCK_OFFSET_RANGE if it is beyond what
 * two clocks within the tolerance e can differ by, 2 e / (1 - e). The sign of the offset matters: the
 * wrong one doubles the error it should remove. Variance: s^2/2 + (reply_b s_offset / 2)^2. Pure. */
rangekit_status rangekit_twr_single_sided(const rangekit_twr_options *options,
                                          const rangekit_twr_single_sided_exchange *exchange,
                                          rangekit_twr_range *range);

/* Ranges `count` single-sided exchanges; as rangekit_twr_double_sided_batch. Pure. */
rangekit_status rangekit_twr_single_sided_batch(const rangekit_twr_options *options,
                                                const rangekit_twr_single_sided_exchange *exchanges, size_t count,
                                                rangekit_twr_range *ranges, size_t *refused_count);

/* ---- Three messages: the responder sends twice, and no radio has to measure a clock offset -----------
 *
 *   initiator        responder
 *   t1 --- poll -------> t2
 *   t4 <-- response ---- t3       K = (t6 - t4) / (t5 - t3), the initiator's clock by the responder's
 *   t6 <-- second ------ t5       tof = ((t4 - t1) - K (t3 - t2)) / 2
 *
 * K comes from two packets in the same direction, so the flight cancels in it. (The ratio of a reply and a
 * round of one double-sided exchange would be off by twice the flight over the round.) */

/* The stamps of one three-message exchange, ticks. Fixed for ever. */
typedef struct rangekit_twr_three_message_exchange {
    uint64_t poll_tx;     /* t1, initiator */
    uint64_t poll_rx;     /* t2, responder */
    uint64_t response_tx; /* t3, responder */
    uint64_t response_rx; /* t4, initiator */
    uint64_t second_tx;   /* t5, responder; less than half a wrap after t3 */
    uint64_t second_rx;   /* t6, initiator */
} rangekit_twr_three_message_exchange;

/* Ranges one three-message exchange. As rangekit_twr_double_sided; RANGEKIT_ERROR_INTERVAL_TOO_LONG also where
 * the second message is half a wrap or more after the first (swapped stamps look like that), and
 * RANGEKIT_ERROR_CLOCK_OFFSET_RANGE where K is beyond what two clocks within the tolerance and
 * RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS can give. Variance, with q = (t3 - t2) / (t5 - t3):
 * s^2 (1 + q^2 + (1 + q)^2) / 4: 3/2 s^2 where both intervals are equal, s^2/2 with a late second message. Pure. */
rangekit_status rangekit_twr_three_message(const rangekit_twr_options *options,
                                           const rangekit_twr_three_message_exchange *exchange,
                                           rangekit_twr_range *range);

/* Ranges `count` three-message exchanges; as rangekit_twr_double_sided_batch. Pure. */
rangekit_status rangekit_twr_three_message_batch(const rangekit_twr_options *options,
                                                 const rangekit_twr_three_message_exchange *exchanges, size_t count,
                                                 rangekit_twr_range *ranges, size_t *refused_count);

/* ---- One to many: one poll and one final, heard and answered by several responders ------------------- */

/* What the initiator sent in one round, ticks. Fixed for ever. */
typedef struct rangekit_twr_round {
    uint64_t poll_tx;  /* t1 */
    uint64_t final_tx; /* t5 */
} rangekit_twr_round;

/* What belongs to one responder in a round, ticks. One that did not answer is left zero: its row then has
 * RANGEKIT_ERROR_INTERVAL_ZERO. Fixed for ever. */
typedef struct rangekit_twr_responder {
    uint64_t poll_rx;     /* t2, responder */
    uint64_t response_tx; /* t3, responder */
    uint64_t response_rx; /* t4, initiator */
    uint64_t final_rx;    /* t6, responder */
    double delay_ticks;   /* this responder's antenna delays, sending and receiving together, on top of those in
                             the options; -1e9 to 1e9, 0 if the options say it all */
} rangekit_twr_responder;

/* Ranges every responder of every round, double-sided: responders[r * responder_count + i] with rounds[r] gives
 * ranges[r * responder_count + i]. Each row as rangekit_twr_double_sided; also RANGEKIT_ERROR_NOT_FINITE and
 * _OUT_OF_RANGE for its delay. *refused_count (may be NULL) is the number of bad rows. Arrays must not overlap
 * and may be NULL only when they have no elements; counts whose product is more than memory can hold give
 * RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_twr_one_to_many(const rangekit_twr_options *options, const rangekit_twr_round *rounds,
                                         size_t round_count, const rangekit_twr_responder *responders,
                                         size_t responder_count, rangekit_twr_range *ranges, size_t *refused_count);

/* ---- Diagnosis: what is wrong when ranges depend on who asks ------------------------------------------ */

/* Causes; an OR. */
#define RANGEKIT_TWR_CAUSE_OFFSET_MISSING (1u << 0)    /* single-sided ranges without clock-offset correction */
#define RANGEKIT_TWR_CAUSE_OFFSET_SIGN (1u << 1)       /* corrected with the wrong sign: the error is doubled */
#define RANGEKIT_TWR_CAUSE_OFFSET_WRONG (1u << 2)      /* corrected by a wrong amount */
#define RANGEKIT_TWR_CAUSE_SWAPPED (1u << 3)           /* two stamps of one device have changed places */
#define RANGEKIT_TWR_CAUSE_STALE (1u << 4)             /* a stamp belongs to the exchange before */
#define RANGEKIT_TWR_CAUSE_IMPLAUSIBLE (1u << 5)       /* rows make no sense, and neither of these two mends them */
#define RANGEKIT_TWR_CAUSE_TRANSMIT_GRID (1u << 6)     /* the responder's transmit stamps carry the low 9 bits that
                                                          the radio ignored: right mean, spread of nanoseconds */

/* The identifier of one cause bit, "offset_missing" for example; "unknown" for another bit or for several at
 * once. Static storage, ASCII. Pure. */
const char *rangekit_twr_cause_name(uint32_t cause);

#define RANGEKIT_TWR_DIAGNOSIS_HAS_FORWARD (1u << 0)  /* forward_m and its stddev: 2 rows or more */
#define RANGEKIT_TWR_DIAGNOSIS_HAS_BACKWARD (1u << 1) /* backward_m and its stddev */
#define RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET (1u << 2)   /* the offsets and distance_m: both directions */

typedef struct rangekit_twr_diagnosis {
    uint32_t struct_size;
    uint32_t fields;                   /* RANGEKIT_TWR_DIAGNOSIS_HAS_* */
    double forward_m;                  /* mean distance of the first device's exchanges, as corrected by the caller */
    double forward_stddev_m;           /* scatter of one of them */
    double backward_m;                 /* of the second device's */
    double backward_stddev_m;
    double distance_m;                 /* from both together: no clock offset is in it */
    double applied_offset_ppm;         /* mean correction that the rows carry, first clock by second - 1 */
    double implied_offset_ppm;         /* what it must be for both directions to agree */
    double implied_offset_stddev_ppm;  /* of that mean */
    uint64_t plausible_count;          /* rows that the numbers above rest on */
    uint64_t implausible_count;        /* rows with stamps that cannot be */
    uint64_t swapped_count;            /* of these: right once two stamps change places */
    uint64_t stale_count;              /* of these: right with the stamp of the next row, or a stamp that repeats */
    uint32_t swapped_stamps;           /* which, as an OR of 1 << (number - 1) of t1 to t4, over all swapped rows */
    uint32_t stale_stamps;             /* likewise */
    uint32_t causes;                   /* RANGEKIT_TWR_CAUSE_*; 0: nothing is wrong */
    uint32_t reserved;
} rangekit_twr_diagnosis;

#define RANGEKIT_TWR_DIAGNOSIS_V1_SIZE 120
#define RANGEKIT_TWR_DIAGNOSIS_INIT \
    {(uint32_t)sizeof(rangekit_twr_diagnosis), 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills a diagnosis with its initial value. Pure. */
rangekit_status rangekit_twr_diagnosis_default(rangekit_twr_diagnosis *diagnosis);

/* Looks for what spoils single-sided ranging between two devices at rest: `forward` are exchanges that the first
 * began, `backward` those that the second began, each in order of time, with the clock offset that was applied
 * (0 where none was). One direction may be empty: swapped and stale stamps are found all the same.
 *
 * An offset error e shifts one direction by +reply e / 2 and the other by -reply e / 2, so the difference of the
 * two means tells it, and their mean weighted by the other's reply is free of it. It is called an error where it
 * exceeds 4 of its standard deviations and RANGEKIT_TWR_DIAGNOSIS_OFFSET_PPM; missing, if what was applied is
 * below a quarter of the right value; of the wrong sign, if it is within a quarter of minus the right one.
 * A row is implausible where an interval is half a wrap or more, the reply exceeds its round, or the flight is
 * beyond RANGEKIT_TWR_DIAGNOSIS_FARTHEST_M. A cause about stamps needs 1 row in 20, and 2 at least. `options`
 * may be NULL. Reads each row at most a few times. Pure. */
rangekit_status rangekit_twr_diagnose(const rangekit_twr_options *options,
                                      const rangekit_twr_single_sided_exchange *forward, size_t forward_count,
                                      const rangekit_twr_single_sided_exchange *backward, size_t backward_count,
                                      rangekit_twr_diagnosis *diagnosis);

#define RANGEKIT_TWR_DIAGNOSIS_FARTHEST_M 20000.0
#define RANGEKIT_TWR_DIAGNOSIS_OFFSET_PPM 0.05

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TWR_H */
