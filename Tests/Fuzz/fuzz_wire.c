/* Any bytes as any of Android's, the FiRa connector's or UCI's structures: a refusal that says where, or a value
 * that is written to the same bytes again. The first byte says which.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/wire_vectors.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t again[WIRE_MAX_SIZE];
    if (size < 1 || size > WIRE_MAX_SIZE / 2) return 0;
    enum wire_kind kind = (enum wire_kind)(data[0] % (WIRE_UCI_LOCATION + 1));
    data += 1;
    size -= 1;
    size_t again_size = 0;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = wire_round_trip(kind, data, size, again, &again_size, &diagnostic);
    if (status == RANGEKIT_OK) {
        REQUIRE(again_size == size && memcmp(again, data, size) == 0);
        rangekit_range_sample samples[4];
        uint64_t addresses[4];
        size_t count, address_count;
        if (kind == WIRE_UCI_SESSION_INFO && size >= 4) {
            status = rangekit_uci_session_info_samples(data + 4, size - 4, 1, 0, samples, 4, &count, NULL);
            REQUIRE(is_status(status));
            REQUIRE(rangekit_uci_session_info_addresses(data + 4, size - 4, 1, addresses, 4, &address_count, NULL) == status);
            REQUIRE(address_count == count);
        }
        if (kind == WIRE_UCI_APP_CONFIG && size >= 4) {
            rangekit_parameters parameters = {.struct_size = sizeof parameters};
            uint32_t unread[8];
            status = rangekit_parameters_from_uci(data + 4, size - 4, 1 + size % 2, data[1] & 1, &parameters, unread, NULL);
            REQUIRE(is_status(status));
            if (status == RANGEKIT_OK) {
                REQUIRE(rangekit_parameters_to_uci(&parameters, 1, 1, 0, again, sizeof again, &count, NULL, NULL) ==
                        RANGEKIT_OK);
            }
        }
        return 0;
    }
    uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
    REQUIRE(status < 0 && is_status(status) && (diagnostic.fields & wanted) == wanted && diagnostic.byte_offset <= size);
    require_describable(&diagnostic, status);
    return 0;
}
