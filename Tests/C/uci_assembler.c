/* UCI packets and the assembler of segmented messages.
 *
 * SPDX-License-Identifier: MIT
 */
#include "allocations.h"
#include "support.h"

static uint64_t memory[600];
static rangekit_uci_assembler *assembler;
static uint8_t stream[16384];
static rangekit_uci_header header;
static const uint8_t *payload;
static size_t used;
static rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;

static int make(void **state) {
    (void)state;
    header = (rangekit_uci_header)RANGEKIT_UCI_HEADER_INIT;
    return rangekit_uci_assembler_init(memory, sizeof memory, &assembler) == RANGEKIT_OK ? 0 : -1;
}

static rangekit_status receive(const uint8_t *bytes, size_t size) {
    return rangekit_uci_assembler_receive(assembler, bytes, size, &used, &header, &payload, &diagnostic);
}

/* A packet of `size` payload bytes, all `fill`. */
static size_t packet(uint8_t *out, int type, unsigned group, unsigned opcode, int more, uint8_t fill, size_t size) {
    out[0] = (uint8_t)(type << 5 | more << 4 | (int)group);
    out[1] = (uint8_t)opcode;
    out[2] = type == 0 ? (uint8_t)size : 0;
    out[3] = type == 0 ? (uint8_t)(size >> 8) : (uint8_t)size;
    memset(out + 4, fill, size);
    return size + 4;
}

static void messages_of_every_size_come_back(void **state) {
    (void)state;
    static uint8_t message[RANGEKIT_UCI_MESSAGE_MAX_SIZE];
    struct random_source source = {3};
    for (size_t i = 0; i < sizeof message; i += 1) message[i] = (uint8_t)random_next(&source);
    static const size_t sizes[] = {0, 1, 254, 255, 256, 509, 510, 511, 1000, 4095, 4096};
    for (size_t i = 0; i < COUNT_OF(sizes); i += 1) {
        rangekit_uci_header sent = RANGEKIT_UCI_HEADER_INIT;
        sent.message_type = RANGEKIT_UCI_NOTIFICATION;
        sent.group = RANGEKIT_UCI_GROUP_SESSION_CONTROL;
        size_t length, at = 0, packets = 0;
        assert_status(rangekit_uci_encode(&sent, message, sizes[i], stream, sizeof stream, &length, NULL), RANGEKIT_OK);
        payload = NULL;
        while (at < length) {
            assert_null(payload);
            assert_status(receive(guarded_copy(0, stream + at, length - at), length - at), RANGEKIT_OK);
            assert_true(used > 0);
            at += used;
            packets += 1;
        }
        assert_int_equal(packets, sizes[i] == 0 ? 1 : (sizes[i] + 254) / 255);
        assert_non_null(payload);
        assert_int_equal(header.payload_length, sizes[i]);
        assert_int_equal(header.group, 2);
        assert_int_equal(header.more_segments, 0);
        if (sizes[i] > 0) assert_memory_equal(payload, message, sizes[i]);
    }
}

static void a_packet_that_is_not_all_there_waits(void **state) {
    (void)state;
    size_t size = packet(stream, 3, 2, 0, 0, 7, 40);
    for (size_t length = 0; length < size; length += 1) {
        assert_status(receive(guarded_copy(0, stream, length), length), RANGEKIT_ERROR_TRUNCATED);
        assert_int_equal(used, 0);
        assert_null(payload);
    }
    assert_int_equal(diagnostic.expected, 44);
    assert_status(receive(stream, size), RANGEKIT_OK);
    assert_int_equal(used, size);
}

static void reserved_bits_are_no_packet(void **state) {
    (void)state;
    for (int bit = 0; bit < 24; bit += 1) {
        packet(stream, 1, 0, 0, 0, 0, 0);
        stream[bit / 8] ^= (uint8_t)(1u << bit % 8);
        int reserved = bit == 7 || bit == 14 || bit == 15 || bit >= 16;
        rangekit_status status = receive(stream, 4);
        if (reserved) {
            assert_status(status, RANGEKIT_ERROR_UCI_RESERVED_BITS);
            assert_int_equal(used, 0);
        }
        assert_status(rangekit_uci_assembler_reset(assembler), RANGEKIT_OK);
    }
}

static void complete_packets_pass_between_segments(void **state) {
    (void)state;
    assert_status(receive(stream, packet(stream, 2, 0, 3, 1, 1, 255)), RANGEKIT_OK);
    assert_null(payload);
    assert_status(receive(stream, packet(stream, 3, 2, 0, 0, 2, 30)), RANGEKIT_OK);
    assert_non_null(payload);
    assert_int_equal(header.message_type, 3);
    assert_int_equal(payload[0], 2);
    assert_status(receive(stream, packet(stream, 2, 0, 3, 0, 3, 10)), RANGEKIT_OK);
    assert_non_null(payload);
    assert_int_equal(header.payload_length, 265);
    assert_int_equal(payload[254], 1);
    assert_int_equal(payload[255], 3);
}

static void a_second_segmented_message_is_refused_to_its_end(void **state) {
    (void)state;
    assert_status(receive(stream, packet(stream, 2, 0, 3, 1, 1, 255)), RANGEKIT_OK);
    assert_status(receive(stream, packet(stream, 3, 2, 0, 1, 2, 20)), RANGEKIT_ERROR_UCI_INTERLEAVED);
    assert_int_equal(used, 24);
    assert_status(receive(stream, packet(stream, 2, 0, 3, 0, 1, 5)), RANGEKIT_OK);
    assert_int_equal(header.payload_length, 260);
    assert_status(receive(stream, packet(stream, 3, 2, 0, 1, 2, 20)), RANGEKIT_ERROR_UCI_INTERLEAVED);
    assert_status(receive(stream, packet(stream, 3, 2, 0, 0, 2, 20)), RANGEKIT_ERROR_UCI_INTERLEAVED);
    assert_null(payload);
    assert_status(receive(stream, packet(stream, 3, 2, 0, 0, 9, 20)), RANGEKIT_OK);
    assert_non_null(payload);
    assert_int_equal(payload[0], 9);
}

static void a_message_that_is_too_large_is_dropped_to_its_end(void **state) {
    (void)state;
    for (int i = 0; i < 16; i += 1) {
        assert_status(receive(stream, packet(stream, 2, 1, 4, 1, 1, 255)), RANGEKIT_OK);
    }
    assert_status(receive(stream, packet(stream, 2, 1, 4, 1, 1, 17)), RANGEKIT_ERROR_TOO_LARGE);
    assert_int_equal(diagnostic.expected, 4096);
    assert_int_equal(diagnostic.found, 4097);
    assert_int_equal(used, 21);
    assert_status(receive(stream, packet(stream, 2, 1, 4, 0, 1, 1)), RANGEKIT_ERROR_UCI_INTERLEAVED);
    assert_status(receive(stream, packet(stream, 2, 1, 4, 0, 5, 1)), RANGEKIT_OK);
    assert_int_equal(payload[0], 5);
    /* A data packet as large as they come passes through where it lies. */
    static uint8_t data[70000];
    assert_status(receive(data, packet(data, 0, 2, 0, 0, 4, 65535)), RANGEKIT_OK);
    assert_int_equal(header.payload_length, 65535);
    assert_ptr_equal(payload, data + 4);
    assert_status(receive(data, packet(data, 0, 2, 0, 1, 4, 65535)), RANGEKIT_ERROR_TOO_LARGE);
}

/* Against a plain model: any packets in any order. */
static void random_packets_come_out_as_the_model_says(void **state) {
    (void)state;
    struct random_source source = {5};
    size_t pending_size = 0, completed = 0;
    int pending = -1, dropping[8] = {0};
    for (int i = 0; i < 200000; i += 1) {
        int key = (int)random_below(&source, 8), more = random_below(&source, 2) == 0;
        size_t size = random_below(&source, 256);
        size_t length = packet(stream, 1 + key / 4, 0, (unsigned)(key % 4), more, (uint8_t)i, size);
        rangekit_status status = receive(stream, length), expected = RANGEKIT_OK;
        size_t whole = SIZE_MAX;
        if (dropping[key] || (pending >= 0 && pending != key && more)) {
            expected = RANGEKIT_ERROR_UCI_INTERLEAVED;
            dropping[key] = more;
        } else if (pending == key || more) {
            if ((pending == key ? pending_size : 0) + size > RANGEKIT_UCI_MESSAGE_MAX_SIZE) {
                expected = RANGEKIT_ERROR_TOO_LARGE;
                pending = -1;
                pending_size = 0;
                dropping[key] = more;
            } else {
                pending = key;
                pending_size += size;
                if (!more) {
                    whole = pending_size;
                    pending = -1;
                    pending_size = 0;
                }
            }
        } else {
            whole = size;
        }
        assert_status(status, expected);
        assert_int_equal(used, length);
        if (whole == SIZE_MAX) {
            assert_null(payload);
        } else {
            assert_non_null(payload);
            assert_int_equal(header.payload_length, whole);
            if (size > 0) assert_int_equal(payload[whole - 1], (uint8_t)i);
            completed += 1;
        }
    }
    assert_true(completed > 10000);
}

static void handles_and_memory(void **state) {
    (void)state;
    assert_true(rangekit_uci_assembler_size() > RANGEKIT_UCI_MESSAGE_MAX_SIZE);
    assert_true(rangekit_uci_assembler_size() < 4800);
    rangekit_uci_assembler *other = NULL;
    assert_status(rangekit_uci_assembler_init(NULL, sizeof memory, &other), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_assembler_init((uint8_t *)memory + 1, sizeof memory, &other), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_uci_assembler_init(memory, rangekit_uci_assembler_size() - 1, &other),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_status(rangekit_uci_assembler_create(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_assembler_create(&other), RANGEKIT_OK);
    struct allocation_counts before = allocation_counts();
    assert_status(rangekit_uci_assembler_receive(other, stream, packet(stream, 2, 0, 3, 1, 1, 255), &used, &header,
                                                 &payload, NULL),
                  RANGEKIT_OK);
    if (allocations_are_counted) assert_int_equal(allocation_counts().allocations, before.allocations);
    assert_status(rangekit_uci_assembler_receive(other, NULL, 4, &used, &header, &payload, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_assembler_receive(other, stream, 259, NULL, &header, &payload, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_assembler_receive(other, stream, 259, &used, NULL, &payload, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_uci_assembler_receive(other, stream, 259, &used, &header, NULL, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    rangekit_uci_assembler_destroy(other);
    rangekit_uci_assembler_destroy(NULL);
    rangekit_uci_assembler_destroy(assembler);
    assert_status(rangekit_uci_assembler_reset(assembler), RANGEKIT_ERROR_INVALID_HANDLE);
    assert_status(receive(stream, 4), RANGEKIT_ERROR_INVALID_HANDLE);
    if (allocations_are_counted) {
        fail_allocations(1);
        rangekit_status status = rangekit_uci_assembler_create(&other);
        fail_allocations(0);
        assert_status(status, RANGEKIT_ERROR_OUT_OF_MEMORY);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(messages_of_every_size_come_back, make),
    cmocka_unit_test_setup(a_packet_that_is_not_all_there_waits, make),
    cmocka_unit_test_setup(reserved_bits_are_no_packet, make),
    cmocka_unit_test_setup(complete_packets_pass_between_segments, make),
    cmocka_unit_test_setup(a_second_segmented_message_is_refused_to_its_end, make),
    cmocka_unit_test_setup(a_message_that_is_too_large_is_dropped_to_its_end, make),
    cmocka_unit_test_setup(random_packets_come_out_as_the_model_says, make),
    cmocka_unit_test_setup(handles_and_memory, make),
};

TEST_GROUP(uci_assembler_tests, tests);
