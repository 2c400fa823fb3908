/* Any bytes as a token: what an independent reading says, or a refusal that says where; what is accepted
 * encodes to the same bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/cbor_model.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rangekit_token token, before;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    memset(&token, 0xA5, sizeof token);
    token.struct_size = sizeof token;
    before = token;
    rangekit_status status = rangekit_token_decode(data, size, &token, &diagnostic);
    REQUIRE((status == RANGEKIT_OK) == model_is_token(data, size));
    require_describable(&diagnostic, status);
    if (status != RANGEKIT_OK) {
        uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
        REQUIRE(is_status(status) && (diagnostic.fields & wanted) == wanted && diagnostic.byte_offset <= size);
        REQUIRE(memcmp(&token, &before, sizeof token) == 0);
        return 0;
    }
    uint8_t again[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length = 0;
    int32_t same = 0;
    REQUIRE(rangekit_token_encode(&token, again, sizeof again, &length, NULL) == RANGEKIT_OK);
    REQUIRE(length == size && memcmp(again, data, size) == 0);
    REQUIRE(rangekit_token_same_identity(&token, &token, &same) == RANGEKIT_OK && same == 1);
    return 0;
}
