/* Two-way ranging: both forms, wraps, every error, many random exchanges.
 *
 * SPDX-License-Identifier: MIT
 */
#include "exercise.h"

static void put_range(const char *label, const rangekit_twr_range *range) {
    put_status(label, range->status);
    put_double("  distance", range->distance_m);
    put_float("  stddev", range->distance_stddev_m);
}

static const rangekit_twr_double_sided_exchange doubles[] = {
    {UINT64_C(57055236684), UINT64_C(56459561043), UINT64_C(69652782156), UINT64_C(70248523212), UINT64_C(70601671244),
     UINT64_C(70005933158)},
    {UINT64_C(1099511627000), 10, 100010, 99924, 199924, 200110}, /* wraps between t1 and t4 */
    {0, 0, 0, 5, 9, 9},                                           /* a zero interval */
    {UINT64_C(1) << 40, 0, 1, 2, 3, 4},                           /* a bit above the width */
    {0, 0, 100000, 50000, 200000, 200000},                        /* a reply longer than its round */
    {0, 0, 100000, 99990, 199990, 199980},                        /* slightly: a negative distance */
};

static const rangekit_twr_single_sided_exchange singles[] = {
    {175480898, 1391575515, 1470169168, 254076713, 0.0},
    {0, 0, 63897600, 63900000, 12.5},
    {0, 0, 63897600, 63900000, -12.5},
    {0, 0, 63897600, 63900000, 201.0}, /* beyond the tolerance */
    {0, 0, 63897600, 63900000, 1e300 * 1e300},
};

#define BLOCK 8

static void random_exchanges(uint32_t bits) {
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.timestamp_bits = bits;
    options.initiator_rx_delay_ticks = 16384.25;
    options.responder_tx_delay_ticks = 16380.5;
    uint64_t mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    static rangekit_twr_double_sided_exchange batch[BLOCK];
    static rangekit_twr_single_sided_exchange single_batch[BLOCK];
    static rangekit_twr_range ranges[BLOCK];
    digest_reset();
    size_t refused = 0, total = 0;
    for (int block = 0; block < 24; block += 1) {
        for (int i = 0; i < BLOCK; i += 1) {
            uint64_t a = exercise_random(), b = exercise_random();
            uint64_t reply_b = exercise_random() >> (33 + exercise_random() % 12);
            uint64_t reply_a = exercise_random() >> (33 + exercise_random() % 12);
            uint64_t round_a = reply_b + 32000 + exercise_random() % 40000;
            uint64_t round_b = reply_a + 32000 + exercise_random() % 40000;
            batch[i].poll_tx = a & mask;
            batch[i].poll_rx = b & mask;
            batch[i].response_tx = (b + reply_b) & mask;
            batch[i].response_rx = (a + round_a) & mask;
            batch[i].final_tx = (a + round_a + reply_a) & mask;
            batch[i].final_rx = (b + reply_b + round_b) & mask;
            single_batch[i].poll_tx = batch[i].poll_tx;
            single_batch[i].poll_rx = batch[i].poll_rx;
            single_batch[i].response_tx = batch[i].response_tx;
            single_batch[i].response_rx = batch[i].response_rx;
            single_batch[i].clock_offset_ppm = (double)(int64_t)(exercise_random() % 4001 - 2000) * 0.0625;
        }
        for (int form = 0; form < 2; form += 1) {
            rangekit_status status =
                form == 0 ? rangekit_twr_double_sided_batch(&options, batch, BLOCK, ranges, &refused)
                          : rangekit_twr_single_sided_batch(&options, single_batch, BLOCK, ranges, &refused);
            digest_number((uint32_t)status, 4);
            total += refused;
            for (int i = 0; i < BLOCK; i += 1) {
                digest_double(ranges[i].distance_m);
                digest_float(ranges[i].distance_stddev_m);
                digest_number((uint32_t)ranges[i].status, 4);
            }
        }
        put_range("last of block", &ranges[BLOCK - 1]);
    }
    put_number("random exchanges, width", bits, 1);
    put_number("  refused", total, 4);
    put_number("  digest", exercise_digest, 8);
}

void exercise_ranging(void) {
    exercise_random_state = 1;
    rangekit_twr_range range;
    for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i += 1) {
        (void)rangekit_twr_double_sided(NULL, &doubles[i], &range);
        put_range("double-sided", &range);
    }
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i += 1) {
        (void)rangekit_twr_single_sided(NULL, &singles[i], &range);
        put_range("single-sided", &range);
    }
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    options.interval_limit_ticks = 1000;
    put_status("over the limit", rangekit_twr_double_sided(&options, &doubles[1], &range));
    options.timestamp_bits = 64;
    options.interval_limit_ticks = 0;
    rangekit_twr_double_sided_exchange endless = {5, 0, UINT64_C(1) << 47, 4, 9, UINT64_C(1) << 48};
    put_status("too long", rangekit_twr_double_sided(&options, &endless, &range));
    options.tick_s = 0.0;
    put_status("bad option", rangekit_twr_double_sided(&options, &doubles[1], &range));
    random_exchanges(32);
    random_exchanges(40);
    random_exchanges(63);
    random_exchanges(64);
}
