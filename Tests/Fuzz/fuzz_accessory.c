/* Any bytes as accessory configuration data, as shareable configuration data and as messages: what an
 * independent reading says; what is accepted encodes to the same bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/accessory_model.h"
#include "fuzz.h"

static void fuzz_acd(const uint8_t *data, size_t size) {
    static rangekit_accessory_configuration acd, before;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&acd, 0xA5, sizeof acd);
    acd.struct_size = sizeof acd;
    before = acd;
    rangekit_status status = rangekit_accessory_configuration_decode(data, size, &acd, &diagnostic);
    REQUIRE(status == model_acd_status(data, size));
    require_describable(&diagnostic, status);
    if (status != RANGEKIT_OK) {
        REQUIRE(memcmp(&acd, &before, sizeof acd) == 0);
        rangekit_problem problems[RANGEKIT_PROBLEMS_MAX_COUNT];
        size_t count;
        (void)rangekit_accessory_configuration_read(data, size, &acd, problems, RANGEKIT_PROBLEMS_MAX_COUNT, &count);
        REQUIRE(count >= 1 && count <= RANGEKIT_PROBLEMS_MAX_COUNT);
        return;
    }
    uint8_t again[RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE];
    size_t length;
    REQUIRE(rangekit_accessory_configuration_encode(&acd, again, sizeof again, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == size && memcmp(again, data, size) == 0);
    REQUIRE(rangekit_accessory_configuration_compare(data, size, again, length, NULL) == RANGEKIT_OK);
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    rangekit_parameters_finding findings[RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT];
    REQUIRE(rangekit_parameters_from_accessory(&acd, &parameters) == RANGEKIT_OK);
    REQUIRE(rangekit_parameters_check(&parameters, findings, RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT, &length) ==
            RANGEKIT_OK);
}

static void fuzz_scd(const uint8_t *data, size_t size) {
    static rangekit_shareable_configuration scd;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    scd.struct_size = sizeof scd;
    rangekit_status status = rangekit_shareable_configuration_decode(data, size, &scd, &diagnostic);
    REQUIRE(status == model_scd_status(data, size));
    require_describable(&diagnostic, status);
    if (status != RANGEKIT_OK) return;
    uint8_t again[RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE];
    size_t length;
    REQUIRE(rangekit_shareable_configuration_encode(&scd, again, sizeof again, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == size && memcmp(again, data, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_acd(data, size);
    fuzz_scd(data, size);
    uint32_t id;
    size_t body;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = rangekit_accessory_message_decode(data, size, &id, &body, &diagnostic);
    require_describable(&diagnostic, status);
    if (status != RANGEKIT_OK) return 0;
    REQUIRE(body == size - 1 && id == data[0]);
    fuzz_acd(data + 1, body);
    fuzz_scd(data + 1, body);
    return 0;
}
