/* Any bytes as a configuration: what an independent reading says, or a refusal that says where.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/cbor_model.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT, before = configuration;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = rangekit_configuration_decode(data, size, &configuration, &diagnostic);
    REQUIRE((status == RANGEKIT_OK) == model_is_configuration(data, size));
    require_describable(&diagnostic, status);
    if (status != RANGEKIT_OK) {
        uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
        REQUIRE(is_status(status) && (diagnostic.fields & wanted) == wanted && diagnostic.byte_offset <= size);
        REQUIRE(memcmp(&configuration, &before, sizeof before) == 0);
        return 0;
    }
    uint8_t again[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length = 0;
    REQUIRE(rangekit_configuration_encode(&configuration, again, sizeof again, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == size && memcmp(again, data, size) == 0);
    return 0;
}
