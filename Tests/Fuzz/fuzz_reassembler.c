/* Any sequence of calls on a reassembler: right fragments in any order, damaged ones, time, other peers. A
 * message that comes out of undamaged fragments with a CRC is the one that went in.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

static uint64_t memory[1024];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_reassembler_options options = RANGEKIT_REASSEMBLER_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.slot_count = 1 + choice % 4;
    options.message_capacity = 1 + (uint32_t)take_byte(&input) * 4;
    options.timeout_ns = 1000;
    size_t needed = rangekit_reassembler_size(&options);
    REQUIRE(needed > 0 && needed <= sizeof memory);
    rangekit_reassembler *reassembler = NULL;
    REQUIRE(rangekit_reassembler_init(memory, needed, &options, &reassembler) == RANGEKIT_OK);
    int64_t now = 0;
    while (input.at < input.end) {
        rangekit_reassembly result = RANGEKIT_REASSEMBLY_INIT;
        uint8_t call = take_byte(&input), message[300], fragment[300], out[1200];
        uint64_t peer = call & 7;
        size_t length, count, message_size = 1 + take_byte(&input), payload = 20 + take_byte(&input) % 64;
        now += call >> 6 == 3 ? 600 : 1;
        switch (call >> 3 & 7) {
        case 0:
            (void)rangekit_reassembler_advance(reassembler, now, &result);
            break;
        case 1:
            if (rangekit_reassembler_take(reassembler, peer, out, sizeof out, &length) == RANGEKIT_OK) {
                REQUIRE(length >= 1 && length <= options.message_capacity);
            }
            break;
        case 2: {
            size_t raw = take_byte(&input) % 64;
            take(&input, fragment, raw);
            REQUIRE(is_status(rangekit_reassembler_receive(reassembler, peer, fragment, raw, now, &result)));
            break;
        }
        default:
            for (size_t i = 0; i < message_size; i += 1) message[i] = (uint8_t)(i + message_size);
            if (rangekit_fragment_count(message_size, payload, 1, &count) != RANGEKIT_OK) break;
            REQUIRE(rangekit_fragment_encode(message, message_size, payload, 1, (uint32_t)message_size & 0xFF,
                                             take_byte(&input) % count, fragment, sizeof fragment,
                                             &length) == RANGEKIT_OK);
            rangekit_status status = rangekit_reassembler_receive(reassembler, peer, fragment, length, now, &result);
            REQUIRE(is_status(status));
            if (status != RANGEKIT_OK) break;
            REQUIRE(result.peer == peer && result.event >= RANGEKIT_REASSEMBLY_INCOMPLETE);
            if (result.event == RANGEKIT_REASSEMBLY_COMPLETE) {
                REQUIRE(rangekit_reassembler_take(reassembler, peer, out, sizeof out, &length) == RANGEKIT_OK);
                REQUIRE(length == result.message_length);
            }
        }
    }
    rangekit_reassembler_destroy(reassembler);
    return 0;
}
