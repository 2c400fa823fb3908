/* Any bytes as a record: what is accepted is deterministic CBOR and encodes to the same bytes; what is refused says
 * where; what is found is a record.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/cbor_model.h"
#include "fuzz.h"

/* Inputs seldom have the right checksum: it is put there, so that bodies are reached. */
static void mend(uint8_t *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t k = 0; k + 5 < size; k += 1) {
        crc ^= bytes[k];
        for (int bit = 0; bit < 8; bit += 1) crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xEDB88320) : 0);
    }
    bytes[size - 5] = 0x44;
    for (int k = 0; k < 4; k += 1) bytes[size - 4 + (size_t)k] = (uint8_t)(~crc >> (24 - 8 * k));
}

static void check(const uint8_t *data, size_t size) {
    static uint8_t body[RANGEKIT_RECORD_BODY_MAX_SIZE], again[RANGEKIT_RECORD_MAX_SIZE];
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_record record = RANGEKIT_RECORD_INIT, asked = RANGEKIT_RECORD_INIT, before = record;
    size_t used = 99, length = 0, offset = 99;
    rangekit_status status = rangekit_record_decode(data, size, &record, body, sizeof body, &used, &diagnostic);
    REQUIRE(rangekit_record_decode(data, size, &asked, NULL, 0, NULL, NULL) == status);
    require_describable(&diagnostic, status);
    REQUIRE(used <= size && (status != RANGEKIT_OK || used > 0));
    if (used > 0) REQUIRE(model_is_deterministic(data, used));
    if (status != RANGEKIT_OK) {
        REQUIRE(is_status(status) && memcmp(&record, &before, sizeof record) == 0);
    } else {
        REQUIRE(memcmp(&record, &asked, sizeof record) == 0);
        REQUIRE(rangekit_record_encode(&record, body, again, sizeof again, &length, NULL) == RANGEKIT_OK);
        REQUIRE(length == used && memcmp(again, data, used) == 0);
    }
    rangekit_status found = rangekit_record_find(data, size, 0, &offset);
    REQUIRE(found == (offset < size ? RANGEKIT_OK : RANGEKIT_ERROR_RECORD_NONE));
    REQUIRE(offset <= size && (used == 0 || offset == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4096) return 0;
    check(data, size);
    if (size > 5) {
        static uint8_t copy[4096];
        memcpy(copy, data, size);
        mend(copy, size);
        check(copy, size);
    }
    return 0;
}
