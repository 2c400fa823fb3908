/* A stream of packets, cut anywhere, through the assembler: every call gives a status and passes over at least one
 * packet or says that it waits; no message is larger than its packets, or than the assembler holds.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint64_t memory[600];
    rangekit_uci_assembler *assembler;
    REQUIRE(rangekit_uci_assembler_init(memory, sizeof memory, &assembler) == RANGEKIT_OK);
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    size_t at = 0;
    uint64_t sum = 0;
    while (at < size) {
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        const uint8_t *payload = data;
        size_t used = 99;
        /* Chunks grow with the place, so that packets arrive in pieces. */
        size_t left = size - at, given = left < 1 + at * 7 % 300 ? left : 1 + at * 7 % 300;
        rangekit_status status =
            rangekit_uci_assembler_receive(assembler, data + at, given, &used, &header, &payload, &diagnostic);
        REQUIRE(is_status(status) && used <= given);
        /* A packet that has not come whole is offered again with all that follows it. */
        if (used == 0 && given < left) {
            given = left;
            status = rangekit_uci_assembler_receive(assembler, data + at, given, &used, &header, &payload, &diagnostic);
        }
        REQUIRE(is_status(status) && used <= given);
        require_describable(&diagnostic, status);
        if (status == RANGEKIT_OK && payload != NULL) {
            REQUIRE(header.payload_length <= 65535);
            for (uint32_t i = 0; i < header.payload_length; i += 1) sum += payload[i];
        } else {
            REQUIRE(payload == NULL);
        }
        at += used > 0 ? used : 1;
        if (data[at % size] == 0xA5) REQUIRE(rangekit_uci_assembler_reset(assembler) == RANGEKIT_OK);
    }
    rangekit_uci_assembler_destroy(assembler);
    return sum == UINT64_MAX;
}
