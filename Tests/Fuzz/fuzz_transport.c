/* Any bytes as NDEF messages and advertisements: a status, or a part of the bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rangekit_ndef_record record = RANGEKIT_NDEF_RECORD_INIT;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    size_t offset, length, at = 0, records = 0, tokens = 0;
    rangekit_status status;
    do {
        status = rangekit_ndef_record_decode(data, size, at, &record, &diagnostic);
        require_describable(&diagnostic, status);
        if (status != RANGEKIT_OK) break;
        REQUIRE((size_t)record.payload_offset + record.payload_length <= size);
        REQUIRE(record.type_offset + record.type_length <= record.payload_offset);
        REQUIRE(record.next_offset == 0 || record.next_offset > at);
        tokens += record.is_token;
        records += 1;
        at = record.next_offset;
    } while (at != 0);
    rangekit_status found = rangekit_ndef_find_token(data, size, &offset, &length, &diagnostic);
    REQUIRE(offset + length <= size);
    REQUIRE(found == (status != RANGEKIT_OK ? status : tokens ? RANGEKIT_OK : RANGEKIT_ERROR_NDEF_NO_TOKEN));
    if (records == 1 && status == RANGEKIT_OK && record.id_length == 0) {
        uint8_t again[1100];
        REQUIRE(rangekit_ndef_encode(record.type_name_format, data + record.type_offset, record.type_length,
                                     data + record.payload_offset, record.payload_length, again, sizeof again,
                                     &length) == RANGEKIT_OK);
        REQUIRE(length <= size); /* a long record may have been short */
    }
    static const uint8_t uuid[16] = {0x9A, 0xFE};
    for (size_t uuid_length = 2; uuid_length <= 16; uuid_length += 14) {
        status = rangekit_advertisement_find(data, size, uuid, uuid_length, &offset, &length, &diagnostic);
        require_describable(&diagnostic, status);
        REQUIRE(is_status(status) && offset + length <= size);
        int32_t matches = 0;
        if (status == RANGEKIT_OK) {
            REQUIRE(memcmp(data + offset - uuid_length, uuid, uuid_length) == 0);
            REQUIRE(rangekit_advertisement_matches(data, size, uuid, uuid_length, data + offset, length, &matches) ==
                    RANGEKIT_OK);
            REQUIRE(matches == 1);
        }
    }
    return 0;
}
