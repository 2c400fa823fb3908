/* Fragments: any message over any payload, in any order, with loss, repetition, damage and several peers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define SECOND INT64_C(1000000000)

static uint64_t memory[2048];
static rangekit_reassembler *reassembler;
static uint8_t message[4096];
static uint8_t fragments[RANGEKIT_FRAGMENTS_MAX_COUNT][512];
static size_t lengths[RANGEKIT_FRAGMENTS_MAX_COUNT], fragment_count;
static rangekit_reassembly result = RANGEKIT_REASSEMBLY_INIT;

static void begin(uint32_t slots, uint32_t capacity) {
    rangekit_reassembler_options options = RANGEKIT_REASSEMBLER_OPTIONS_INIT;
    options.slot_count = slots;
    options.message_capacity = capacity;
    size_t size = rangekit_reassembler_size(&options);
    assert_in_range(size, 1, sizeof memory);
    memset(memory, 0xA5, sizeof memory);
    assert_status(rangekit_reassembler_init(memory, size, &options, &reassembler), RANGEKIT_OK);
}

static void cut(size_t size, size_t payload, uint32_t options, uint32_t id) {
    for (size_t i = 0; i < size; i += 1) message[i] = (uint8_t)(i * 7 + id);
    assert_status(rangekit_fragment_count(size, payload, options, &fragment_count), RANGEKIT_OK);
    for (size_t i = 0; i < fragment_count; i += 1) {
        assert_status(rangekit_fragment_encode(message, size, payload, options, id, i, fragments[i],
                                               sizeof fragments[i], &lengths[i]),
                      RANGEKIT_OK);
        assert_true(lengths[i] <= payload && lengths[i] > 4);
        assert_true(i + 1 == fragment_count || lengths[i] == payload);
    }
}

static rangekit_status receive(uint64_t peer, size_t index, int64_t time_ns) {
    return rangekit_reassembler_receive(reassembler, peer, guarded_copy(0, fragments[index], lengths[index]),
                                        lengths[index], time_ns, &result);
}

static void take(uint64_t peer, size_t size) {
    size_t length;
    uint8_t *out = guarded(1, size);
    assert_status(rangekit_reassembler_take(reassembler, peer, NULL, 0, &length), RANGEKIT_OK);
    assert_int_equal(length, size);
    assert_status(rangekit_reassembler_take(reassembler, peer, out, size - 1, &length),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_status(rangekit_reassembler_take(reassembler, peer, out, size, &length), RANGEKIT_OK);
    assert_memory_equal(out, message, size);
    assert_status(rangekit_reassembler_take(reassembler, peer, out, size, &length), RANGEKIT_ERROR_NO_MESSAGE);
}

static void the_bytes_are_those_of_the_format(void **state) {
    (void)state;
    cut(18, 20, RANGEKIT_FRAGMENT_CRC, 7);
    assert_int_equal(fragment_count, 2);
    assert_memory_equal(fragments[0], "\xf1\x07\x00\x01", 4);
    assert_memory_equal(fragments[0] + 4, message, 16);
    assert_memory_equal(fragments[1], "\xf1\x07\x01\x01", 4);
    assert_memory_equal(fragments[1] + 4, message + 16, 2);
    assert_int_equal(lengths[1], 10);
    /* The check value of CRC-32: "123456789" gives CBF43926. */
    uint8_t out[32];
    size_t length;
    assert_status(rangekit_fragment_encode((const uint8_t *)"123456789", 9, 20, RANGEKIT_FRAGMENT_CRC, 0, 0, out,
                                           sizeof out, &length),
                  RANGEKIT_OK);
    assert_int_equal(length, 17);
    assert_memory_equal(out, "\xf1\x00\x00\x00" "123456789\x26\x39\xf4\xcb", 17);
}

static void every_size_crosses_every_payload(void **state) {
    (void)state;
    static const size_t payloads[] = {20, 21, 23, 64, 182, 244, 509};
    begin(1, 1500);
    uint32_t id = 0;
    int64_t now = 0;
    for (size_t p = 0; p < COUNT_OF(payloads); p += 1) {
        for (size_t size = 1; size <= 1500; size += size < 300 ? 1 : 97) {
            for (uint32_t crc = 0; crc < 2; crc += 1) {
                cut(size, payloads[p], crc, id = (id + 1) % 256);
                for (size_t i = 0; i < fragment_count; i += 1) {
                    assert_status(receive(5, i, now += 1000), RANGEKIT_OK);
                    int is_last = i + 1 == fragment_count;
                    assert_int_equal(result.event,
                                     is_last ? RANGEKIT_REASSEMBLY_COMPLETE : RANGEKIT_REASSEMBLY_INCOMPLETE);
                    assert_int_equal(result.flags, 0);
                    assert_int_equal(result.missing_count, fragment_count - 1 - i);
                    assert_int_equal(result.message_length, is_last ? size : 0);
                }
                take(5, size);
            }
        }
    }
}

/* Every order, every fragment up to three times, several peers woven together. */
static void order_repetition_and_peers_do_not_matter(void **state) {
    (void)state;
    struct random_source source = {31};
    begin(4, 512);
    int64_t now = 0;
    for (int round = 0; round < 3000; round += 1) {
        uint32_t peers = 1 + (uint32_t)random_below(&source, 4);
        static uint8_t all[4][40][64];
        static size_t all_lengths[4][40], counts[4], sizes[4], order[4 * 40 * 3];
        static uint8_t seen[4][40];
        size_t deliveries = 0;
        memset(seen, 0, sizeof seen);
        for (uint32_t peer = 0; peer < peers; peer += 1) {
            sizes[peer] = 1 + random_below(&source, 512);
            cut(sizes[peer], 20 + random_below(&source, 40), (uint32_t)random_below(&source, 2),
                (uint32_t)(round * 4u + peer) % 256);
            counts[peer] = fragment_count;
            for (size_t i = 0; i < fragment_count; i += 1) {
                memcpy(all[peer][i], fragments[i], lengths[i]);
                all_lengths[peer][i] = lengths[i];
                for (uint64_t copies = 1 + random_below(&source, 3); copies > 0; copies -= 1) {
                    order[deliveries++] = peer * 40 + i;
                }
            }
        }
        for (size_t i = deliveries - 1; i > 0; i -= 1) {
            size_t j = random_below(&source, i + 1), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        size_t done[4] = {0};
        for (size_t i = 0; i < deliveries; i += 1) {
            size_t peer = order[i] / 40, index = order[i] % 40;
            assert_status(rangekit_reassembler_receive(reassembler, 1000 + peer, all[peer][index],
                                                       all_lengths[peer][index], now += 1000, &result),
                          RANGEKIT_OK);
            assert_int_equal(result.peer, 1000 + peer);
            int is_new = !seen[peer][index];
            seen[peer][index] = 1;
            done[peer] += (size_t)is_new;
            int32_t event = !is_new                       ? RANGEKIT_REASSEMBLY_DUPLICATE
                            : done[peer] == counts[peer] ? RANGEKIT_REASSEMBLY_COMPLETE
                                                         : RANGEKIT_REASSEMBLY_INCOMPLETE;
            assert_int_equal(result.event, event);
            assert_int_equal(result.flags & RANGEKIT_REASSEMBLY_LOST, 0);
        }
        for (uint32_t peer = 0; peer < peers; peer += 1) {
            for (size_t i = 0; i < sizes[peer]; i += 1) {
                message[i] = (uint8_t)(i * 7 + (uint32_t)(round * 4u + peer) % 256);
            }
            take(1000 + peer, sizes[peer]);
        }
    }
}

static void reordering_is_named(void **state) {
    (void)state;
    begin(1, 512);
    cut(60, 20, 0, 1); /* 4 fragments */
    static const struct {
        size_t index;
        uint32_t flags;
    } steps[] = {{0, 0}, {2, RANGEKIT_REASSEMBLY_REORDERED}, {1, RANGEKIT_REASSEMBLY_REORDERED}, {3, 0}};
    for (size_t i = 0; i < COUNT_OF(steps); i += 1) {
        assert_status(receive(1, steps[i].index, 0), RANGEKIT_OK);
        assert_int_equal(result.flags, steps[i].flags);
    }
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_COMPLETE);
    take(1, 60);
    cut(60, 20, 0, 2); /* the last one first */
    assert_status(receive(1, 3, 0), RANGEKIT_OK);
    assert_int_equal(result.flags, RANGEKIT_REASSEMBLY_REORDERED);
    for (size_t i = 3; i > 0; i -= 1) assert_status(receive(1, i - 1, 0), RANGEKIT_OK);
    take(1, 60);
}

static void a_lost_fragment_is_named(void **state) {
    (void)state;
    begin(2, 512);
    cut(60, 20, 0, 1);
    assert_status(receive(1, 0, 0), RANGEKIT_OK);
    assert_status(receive(1, 1, 0), RANGEKIT_OK);
    cut(60, 20, 0, 2); /* the next message begins */
    assert_status(receive(1, 0, SECOND), RANGEKIT_OK);
    assert_int_equal(result.flags, RANGEKIT_REASSEMBLY_LOST);
    assert_int_equal(result.lost_peer, 1);
    assert_int_equal(result.lost_message_id, 1);
    assert_int_equal(result.lost_missing_count, 2);
    /* Silence: exactly the time-out still waits. */
    assert_status(rangekit_reassembler_advance(reassembler, 6 * SECOND, &result), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_NOTHING);
    assert_status(rangekit_reassembler_advance(reassembler, 6 * SECOND + 1, &result), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_TIMED_OUT);
    assert_int_equal(result.peer, 1);
    assert_int_equal(result.message_id, 2);
    assert_int_equal(result.missing_count, 3);
    assert_status(rangekit_reassembler_advance(reassembler, 6 * SECOND + 1, &result), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_NOTHING);
    /* A message that stalled and goes on after the time-out begins anew, and says so. */
    assert_status(receive(1, 0, 7 * SECOND), RANGEKIT_OK);
    assert_status(receive(1, 1, 13 * SECOND), RANGEKIT_OK);
    assert_int_equal(result.flags, RANGEKIT_REASSEMBLY_LOST | RANGEKIT_REASSEMBLY_REORDERED);
    assert_int_equal(result.lost_missing_count, 3);
    assert_status(rangekit_reassembler_advance(reassembler, 12 * SECOND, &result), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(receive(1, 2, 12 * SECOND), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_reassembler_advance(reassembler, INT64_MAX, &result), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_TIMED_OUT);
}

/* Of two messages under way the one that has stalled longest gives way, whichever slot it has. */
static void the_oldest_gives_way(void **state) {
    (void)state;
    for (uint64_t oldest = 1; oldest <= 2; oldest += 1) {
        begin(2, 64);
        cut(40, 20, 0, 1);
        uint64_t newest = 3 - oldest;
        assert_status(receive(1, 0, SECOND), RANGEKIT_OK);
        assert_status(receive(2, 0, SECOND), RANGEKIT_OK);
        assert_status(receive(newest, 1, 3 * SECOND), RANGEKIT_OK);
        assert_status(receive(3, 0, 7 * SECOND), RANGEKIT_OK);
        assert_int_equal(result.flags & RANGEKIT_REASSEMBLY_LOST, RANGEKIT_REASSEMBLY_LOST);
        assert_int_equal(result.lost_peer, oldest);
        assert_status(receive(newest, 2, 7 * SECOND), RANGEKIT_OK);
        assert_int_equal(result.event, RANGEKIT_REASSEMBLY_COMPLETE);
    }
}

/* Of two messages that were taken the older is forgotten for a third: the newer one's repeated fragment is still known. */
static void the_oldest_taken_message_is_forgotten(void **state) {
    (void)state;
    for (uint64_t oldest = 1; oldest <= 2; oldest += 1) {
        begin(2, 64);
        cut(16, 20, 0, 1);
        uint64_t newest = 3 - oldest;
        assert_int_equal(fragment_count, 1);
        assert_status(receive(1, 0, SECOND), RANGEKIT_OK);
        assert_status(receive(2, 0, SECOND), RANGEKIT_OK);
        take(1, 16);
        take(2, 16);
        cut(16, 20, 0, 2);
        assert_status(receive(newest, 0, 2 * SECOND), RANGEKIT_OK);
        take(newest, 16);
        assert_status(receive(3, 0, 3 * SECOND), RANGEKIT_OK);
        assert_status(receive(newest, 0, 3 * SECOND), RANGEKIT_OK);
        assert_int_equal(result.event, RANGEKIT_REASSEMBLY_DUPLICATE);
    }
}

static void slots_are_bounded(void **state) {
    (void)state;
    begin(2, 64);
    cut(60, 20, 0, 1);
    assert_status(receive(1, 0, 0), RANGEKIT_OK);
    assert_status(receive(2, 0, SECOND), RANGEKIT_OK);
    assert_status(receive(3, 0, 2 * SECOND), RANGEKIT_ERROR_NO_SLOT);
    /* One that has timed out gives way, by name. */
    assert_status(receive(3, 0, 5 * SECOND + 1), RANGEKIT_OK);
    assert_int_equal(result.flags, RANGEKIT_REASSEMBLY_LOST);
    assert_int_equal(result.lost_peer, 1);
    for (size_t i = 1; i < 4; i += 1) assert_status(receive(3, i, 5 * SECOND + 2), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_COMPLETE);
    /* A complete message waits, however long; its duplicates are known, its peer's next message is not taken. */
    assert_status(receive(3, 0, 100 * SECOND), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_DUPLICATE);
    cut(60, 20, 0, 2);
    assert_status(receive(3, 0, 100 * SECOND), RANGEKIT_ERROR_MESSAGE_PENDING);
    cut(60, 20, 0, 1);
    take(3, 60);
    /* The new one cannot fit: refused, and nothing kept. */
    cut(65, 80, 0, 9);
    assert_status(receive(3, 0, 200 * SECOND), RANGEKIT_ERROR_MESSAGE_TOO_LARGE);
    cut(65, 20, 0, 10);
    assert_status(receive(3, 4, 200 * SECOND), RANGEKIT_OK); /* the last, alone: one byte */
    assert_status(receive(3, 0, 200 * SECOND), RANGEKIT_ERROR_MESSAGE_TOO_LARGE);
    cut(64, 20, RANGEKIT_FRAGMENT_CRC, 11);
    for (size_t i = fragment_count; i > 0; i -= 1) assert_status(receive(3, i - 1, 200 * SECOND), RANGEKIT_OK);
    take(3, 64);
}

static void late_duplicates_of_a_taken_message_are_known(void **state) {
    (void)state;
    begin(1, 512);
    cut(40, 20, 0, 1);
    for (size_t i = 0; i < 3; i += 1) assert_status(receive(1, i, 0), RANGEKIT_OK);
    take(1, 40);
    assert_status(receive(1, 2, SECOND), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_DUPLICATE);
    uint8_t old[32];
    memcpy(old, fragments[1], lengths[1]);
    cut(40, 20, 0, 2);
    assert_status(receive(1, 0, SECOND), RANGEKIT_OK);
    assert_int_equal(result.flags, 0);
    assert_status(rangekit_reassembler_receive(reassembler, 1, old, 20, SECOND, &result), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_DUPLICATE);
    for (size_t i = 1; i < 3; i += 1) assert_status(receive(1, i, SECOND), RANGEKIT_OK);
    take(1, 40);
    /* After the time-out the same id is a new message: the sender may have started again. */
    cut(40, 20, 0, 2);
    for (size_t i = 0; i < 3; i += 1) assert_status(receive(1, i, 20 * SECOND), RANGEKIT_OK);
    assert_int_equal(result.event, RANGEKIT_REASSEMBLY_COMPLETE);
}

static void damage_is_named(void **state) {
    (void)state;
    begin(1, 512);
    cut(60, 20, RANGEKIT_FRAGMENT_CRC, 1);
    assert_status(receive(1, 0, 0), RANGEKIT_OK);
#define REFUSES(change, expected)                                                                                    \
    do {                                                                                                             \
        uint8_t bytes[64];                                                                                           \
        size_t size = lengths[1];                                                                                    \
        memcpy(bytes, fragments[1], sizeof bytes);                                                                   \
        change;                                                                                                      \
        assert_status(rangekit_reassembler_receive(reassembler, 1, guarded_copy(0, bytes, size), size, 0, &result), \
                      (expected));                                                                                   \
    } while (0)
    REFUSES(size = 4, RANGEKIT_ERROR_FRAGMENT_TOO_SHORT);
    REFUSES(size = 0, RANGEKIT_ERROR_FRAGMENT_TOO_SHORT);
    REFUSES(bytes[0] = 0xF2, RANGEKIT_ERROR_FRAGMENT_HEADER);
    REFUSES(bytes[0] = 0x01, RANGEKIT_ERROR_FRAGMENT_HEADER);
    REFUSES(bytes[2] = 5, RANGEKIT_ERROR_FRAGMENT_INDEX);
    REFUSES(bytes[3] = 9, RANGEKIT_ERROR_FRAGMENT_TOTAL);
    REFUSES(bytes[0] = 0xF0, RANGEKIT_ERROR_FRAGMENT_TOTAL);
    REFUSES(size = 19, RANGEKIT_ERROR_FRAGMENT_SIZE);
    REFUSES(size = 21, RANGEKIT_ERROR_FRAGMENT_SIZE);
    REFUSES((bytes[2] = bytes[3] = 3, size = 21), RANGEKIT_ERROR_FRAGMENT_SIZE);
    REFUSES((memcpy(bytes, fragments[0], 64), bytes[10] ^= 1), RANGEKIT_ERROR_FRAGMENT_CONFLICT);
#undef REFUSES
    /* The message is still under way; a damaged byte shows at its end. */
    fragments[2][9] ^= 0x40;
    assert_status(receive(1, 1, 0), RANGEKIT_OK);
    assert_status(receive(1, 2, 0), RANGEKIT_OK);
    assert_status(receive(1, 3, 0), RANGEKIT_ERROR_CRC_MISMATCH);
    fragments[2][9] ^= 0x40;
    for (size_t i = 0; i < 4; i += 1) assert_status(receive(1, i, 0), RANGEKIT_OK);
    take(1, 60);
    /* A CRC and nothing before it. */
    uint8_t bare[8] = {0xF1, 2, 0, 0, 0, 0, 0, 0};
    assert_status(rangekit_reassembler_receive(reassembler, 1, bare, 8, 0, &result), RANGEKIT_ERROR_CRC_MISMATCH);
}

static void every_single_bit_flip_is_noticed(void **state) {
    (void)state;
    begin(2, 512);
    int64_t now = 0;
    uint32_t id = 0;
    for (size_t hit = 0; hit < 3; hit += 1) {
        for (size_t bit = 0; bit < 8 * 20; bit += 1) {
            cut(40, 20, RANGEKIT_FRAGMENT_CRC, id = (id + 2) % 250);
            if (bit >= 8 * lengths[hit]) continue;
            now += 20 * SECOND;
            fragments[hit][bit / 8] ^= (uint8_t)(1u << bit % 8);
            for (size_t i = 0; i < 3; i += 1) {
                rangekit_status status = receive(1, i, now);
                assert_string_not_equal(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN");
                if (status == RANGEKIT_OK) assert_int_not_equal(result.event, RANGEKIT_REASSEMBLY_COMPLETE);
            }
            begin(2, 512);
        }
    }
}

static void arguments_that_cannot_be_used_are_refused(void **state) {
    (void)state;
    rangekit_reassembler_options options = RANGEKIT_REASSEMBLER_OPTIONS_INIT;
    rangekit_reassembler *made = NULL;
    size_t count, length;
    uint8_t out[64];
    assert_status(rangekit_fragment_count(1, 19, 0, &count), RANGEKIT_ERROR_PAYLOAD_TOO_SMALL);
    assert_status(rangekit_fragment_count(0, 20, 0, &count), RANGEKIT_ERROR_MESSAGE_EMPTY);
    assert_status(rangekit_fragment_count(4096, 20, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 256);
    assert_status(rangekit_fragment_count(4097, 20, 0, &count), RANGEKIT_ERROR_MESSAGE_TOO_LONG);
    assert_int_equal(count, 0);
    assert_status(rangekit_fragment_count(4093, 20, 1, &count), RANGEKIT_ERROR_MESSAGE_TOO_LONG);
    assert_status(rangekit_fragment_count(SIZE_MAX, 20, 1, &count), RANGEKIT_ERROR_MESSAGE_TOO_LONG);
    assert_status(rangekit_fragment_count(SIZE_MAX / 2, SIZE_MAX, 1, &count), RANGEKIT_ERROR_MESSAGE_TOO_LONG);
    assert_status(rangekit_fragment_count(100, SIZE_MAX, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 1);
    assert_status(rangekit_fragment_count(1, 20, 2, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    assert_status(rangekit_fragment_count(1, 20, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_fragment_encode(NULL, 8, 20, 0, 0, 0, out, 64, &length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_fragment_encode(message, 8, 20, 0, 256, 0, out, 64, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_fragment_encode(message, 8, 20, 0, 0, 1, out, 64, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_fragment_encode(message, 8, 20, 0, 0, SIZE_MAX, out, 64, &length),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_fragment_encode(message, 8, 20, 0, 0, 0, out, 11, &length),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 12);
    const struct {
        uint32_t slots, capacity;
        int64_t timeout;
    } bad[] = {{0, 1, 1}, {65, 1, 1}, {1, 0, 1}, {1, 65536, 1}, {1, 1, 0}, {1, 1, INT64_MAX}, {UINT32_MAX, 1, 1}};
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        options.slot_count = bad[i].slots;
        options.message_capacity = bad[i].capacity;
        options.timeout_ns = bad[i].timeout;
        assert_int_equal(rangekit_reassembler_size(&options), 0);
        assert_status(rangekit_reassembler_init(memory, sizeof memory, &options, &made), RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    size_t needed = rangekit_reassembler_size(NULL);
    assert_in_range(needed, 4 * 512, 4 * 612);
    assert_status(rangekit_reassembler_init(NULL, needed, NULL, &made), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembler_init(memory, needed - 1, NULL, &made), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_status(rangekit_reassembler_init((uint8_t *)memory + 4, needed, NULL, &made), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_reassembler_init(memory, needed, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembler_init(guarded(2, needed & ~(size_t)7), needed, NULL, &made), RANGEKIT_OK);
    assert_status(rangekit_reassembler_receive(made, 1, NULL, 8, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembler_receive(made, 1, out, SIZE_MAX, 0, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_reassembler_receive(NULL, 1, out, 8, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembler_take(made, 1, out, 8, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembler_advance(made, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    rangekit_reassembler_destroy(made);
    assert_status(rangekit_reassembler_advance(made, 0, &result), RANGEKIT_ERROR_INVALID_HANDLE);
    rangekit_reassembler_destroy(made);
    rangekit_reassembler_destroy(NULL);
    assert_status(rangekit_reassembler_options_default(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_reassembly_default(NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_bytes_are_those_of_the_format),
    cmocka_unit_test(every_size_crosses_every_payload),
    cmocka_unit_test(order_repetition_and_peers_do_not_matter),
    cmocka_unit_test(reordering_is_named),
    cmocka_unit_test(a_lost_fragment_is_named),
    cmocka_unit_test(the_oldest_gives_way),
    cmocka_unit_test(the_oldest_taken_message_is_forgotten),
    cmocka_unit_test(slots_are_bounded),
    cmocka_unit_test(late_duplicates_of_a_taken_message_are_known),
    cmocka_unit_test(damage_is_named),
    cmocka_unit_test(every_single_bit_flip_is_noticed),
    cmocka_unit_test(arguments_that_cannot_be_used_are_refused),
};

TEST_GROUP(fragments_tests, tests);
