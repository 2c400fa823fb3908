/* Any two token structs and any request: a configuration that encodes and survives the round trip, or every
 * reason of the restated rules, each of which can be said.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/configuration_model.h"
#include "fuzz.h"

static void take_token(struct input *input, rangekit_token *token, uint8_t number) {
    uint8_t choice = take_byte(input);
    uint8_t identity[512] = {number};
    memset(token, 0, sizeof *token);
    token->struct_size = sizeof *token;
    switch (choice & 3) {
    case 0: (void)rangekit_token_make_peer(token, identity, 16); break;
    case 1: (void)rangekit_token_make_accessory(token, identity, choice & 4 ? 2 : 8); break;
    case 2: (void)rangekit_token_make_opaque(token, take_byte(input), identity, 1 + take_byte(input)); break;
    default: take(input, (uint8_t *)token + 4, 60 + take_byte(input));
    }
    if (choice & 8) token->fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    if (choice & 16) token->fields |= RANGEKIT_TOKEN_HAS_GENERATION;
    token->capabilities = take_byte(input);
    token->generation = take_byte(input) & 7;
    if (choice & 32) take(input, (uint8_t *)token + 4, 36);
    if (choice & 64) take(input, token->identity, 16);
    if (choice & 128) take(input, token->extensions, 32);
    uint8_t technologies = take_byte(input);
    if (technologies & 1) {
        token->fields |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
        token->technologies_count = technologies >> 1 & 3;
        uint16_t next = 0;
        for (uint32_t i = 0; i < token->technologies_count; i += 1) {
            next = (uint16_t)(next + 1 + (technologies >> (3 + i) & 1));
            token->technologies[i].technology = next;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rangekit_token local, peer;
    struct input input = {data, data + size};
    take_token(&input, &local, 1);
    take_token(&input, &peer, 2);
    if (take_byte(&input) == 7) peer = local;
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.options = take_byte(&input);
    size_t capacity = take_byte(&input) % (RANGEKIT_REFUSALS_MAX_COUNT + 1), count = 99;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT + 1];
    memset(refusals, 0xA5, sizeof refusals);
    /* Old inputs end here: a request of version 1. */
    uint8_t more = take_byte(&input);
    if (more & 1) take(&input, (uint8_t *)&request + RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE, 32);
    if (more & 2) {
        static const int32_t kinds[] = {0, 2, 3, 0};
        request.kind = kinds[more >> 2 & 3];
        request.fields &= 31;
        request.conditions &= 0xFF3F;
        request.role &= 1;
        request.discovery &= 1;
    }
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_status status =
        rangekit_configuration_build(&local, &peer, &request, &configuration, refusals, capacity, &count);
    REQUIRE(is_status(status) && count <= RANGEKIT_REFUSALS_MAX_COUNT);
    REQUIRE((status == RANGEKIT_ERROR_INCOMPATIBLE) == (count > 0));
    rangekit_status local_status = rangekit_token_validate(&local, NULL);
    int is_fine = request.options <= 7 && request.fields <= 31 && request.role <= 1 &&
                  (request.kind == 0 || request.kind == 2 || request.kind == 3) &&
                  ((request.fields & RANGEKIT_REQUEST_HAS_CONDITIONS) == 0 || (request.conditions & ~0xFF3Fu) == 0) &&
                  ((request.fields & RANGEKIT_REQUEST_HAS_NETWORK) == 0 || request.discovery <= 1);
    if (!is_fine || local_status != RANGEKIT_OK ||
        (request.kind != 3 && rangekit_token_validate(&peer, NULL) != RANGEKIT_OK)) {
        REQUIRE(status < 0 && status != RANGEKIT_ERROR_INCOMPATIBLE);
        return 0;
    }
    struct configuration_model model = configuration_model_build(&local, &peer, &request);
    REQUIRE(count == model.refusal_count);
    for (size_t i = 0; i < count && i < capacity; i += 1) {
        char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE];
        size_t length;
        REQUIRE(rangekit_refusal_describe(&refusals[i], text, sizeof text, &length) == RANGEKIT_OK);
        REQUIRE(strlen(text) == length && length > 0);
    }
    REQUIRE(*(const uint8_t *)&refusals[count < capacity ? count : capacity] == 0xA5);
    if (status != RANGEKIT_OK) return 0;
    REQUIRE(memcmp(&configuration, &model.configuration, sizeof configuration) == 0);
    uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t length;
    rangekit_configuration decoded = RANGEKIT_CONFIGURATION_INIT;
    REQUIRE(rangekit_configuration_encode(&configuration, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK);
    REQUIRE(rangekit_configuration_decode(bytes, length, &decoded, NULL) == RANGEKIT_OK);
    REQUIRE(decoded.kind == configuration.kind && decoded.enabled == configuration.enabled &&
            decoded.network == configuration.network && decoded.discovery == configuration.discovery &&
            decoded.performance_generation == configuration.performance_generation);
    return 0;
}
