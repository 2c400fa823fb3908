/* Every combination of what two devices state and what is asked for, against the restated rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include "configuration_model.h"
#include "support.h"

/* What a device may state: nothing, or one of these. Unknown bits (0x80) change nothing. */
static const uint32_t capability_sets[] = {
    0,
    RANGEKIT_CAPABILITY_PRECISE_DISTANCE,
    RANGEKIT_CAPABILITY_COARSE_DISTANCE,
    RANGEKIT_CAPABILITY_DIRECTION | 0x80000000,
    RANGEKIT_CAPABILITY_EXTENDED_DISTANCE,
    RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE,
    RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE,
    RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE,
    RANGEKIT_CAPABILITY_COARSE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE | RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE,
    UINT32_MAX,
};

static const int32_t generations[] = {-1, 0, 1, 2, 3, 4, 255}; /* -1: not stated */

static rangekit_token device(int kind, uint8_t number, int capability_set, int32_t generation) {
    uint8_t identity[16] = {number};
    rangekit_token token;
    memset(&token, 0, sizeof token);
    token.struct_size = sizeof token;
    if (kind == RANGEKIT_TOKEN_KIND_PEER) (void)rangekit_token_make_peer(&token, identity, 16);
    if (kind == RANGEKIT_TOKEN_KIND_ACCESSORY) (void)rangekit_token_make_accessory(&token, identity, 8);
    if (kind == RANGEKIT_TOKEN_KIND_OPAQUE) (void)rangekit_token_make_opaque(&token, 1, identity, 5);
    if (capability_set >= 0) {
        token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
        token.capabilities = capability_sets[capability_set];
    }
    if (generation >= 0) {
        token.fields |= RANGEKIT_TOKEN_HAS_GENERATION;
        token.generation = (uint32_t)generation;
    }
    return token;
}

static int contains(const rangekit_refusal *refusals, size_t count, const rangekit_refusal *wanted) {
    for (size_t i = 0; i < count; i += 1) {
        if (memcmp(&refusals[i], wanted, sizeof *wanted) == 0) return 1;
    }
    return 0;
}

/* "Local before peer, ranging before options": ranging itself first; for one option local first. */
static int in_order(const rangekit_refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i += 1) {
        for (size_t j = i + 1; j < count; j += 1) {
            if (refusals[i].option != 0 && refusals[j].option == 0) return 0;
            if (refusals[i].option == refusals[j].option && refusals[i].side > refusals[j].side) return 0;
        }
    }
    return 1;
}

static void check(const rangekit_token *local, const rangekit_token *peer, uint32_t options) {
    rangekit_configuration_request request = {sizeof request, options};
    rangekit_configuration configuration, untouched;
    memset(&configuration, 0xA5, sizeof configuration);
    configuration.struct_size = sizeof configuration;
    untouched = configuration;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t count = 99;
    rangekit_status status = rangekit_configuration_build(local, peer, &request, &configuration, refusals,
                                                          RANGEKIT_REFUSALS_MAX_COUNT, &count);
    struct configuration_model model = configuration_model_build(local, peer, options);
    int same = count == model.refusal_count && in_order(refusals, count);
    for (size_t i = 0; same && i < count; i += 1) same = contains(refusals, count, &model.refusals[i]);
    if (model.refusal_count == 0) {
        same = same && status == RANGEKIT_OK && memcmp(&configuration, &model.configuration, sizeof configuration) == 0;
    } else {
        same = same && status == RANGEKIT_ERROR_INCOMPATIBLE &&
               memcmp(&configuration, &untouched, sizeof untouched) == 0;
    }
    if (!same) {
        fail_text("local kind %d fields %x capabilities %x generation %u, peer kind %d fields %x capabilities %x "
                  "generation %u, options %u:\n  %s, %zu refusals, expected %zu",
                  (int)local->kind, (unsigned)local->fields, (unsigned)local->capabilities, (unsigned)local->generation,
                  (int)peer->kind, (unsigned)peer->fields, (unsigned)peer->capabilities, (unsigned)peer->generation,
                  (unsigned)options, rangekit_status_name(status), count, model.refusal_count);
    }
}

static void every_pair_of_devices_gives_what_the_rules_say(void **state) {
    (void)state;
    size_t pairs = 0;
    for (int local_kind = 0; local_kind < 3; local_kind += 1)
        for (int peer_kind = 0; peer_kind < 3; peer_kind += 1)
            for (int local_set = -1; local_set < (int)COUNT_OF(capability_sets); local_set += 1)
                for (int peer_set = -1; peer_set < (int)COUNT_OF(capability_sets); peer_set += 1)
                    for (size_t lg = 0; lg < COUNT_OF(generations); lg += 1)
                        for (size_t pg = 0; pg < COUNT_OF(generations); pg += 1) {
                            rangekit_token local = device(local_kind, 1, local_set, generations[lg]);
                            rangekit_token peer = device(peer_kind, 2, peer_set, generations[pg]);
                            for (uint32_t options = 0; options < 4; options += 1) check(&local, &peer, options);
                            pairs += 1;
                        }
    print_message("%zu pairs, each with four requests\n", pairs);
}

static void a_device_does_not_range_with_itself(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind += 1) {
        for (int local_set = -1; local_set < (int)COUNT_OF(capability_sets); local_set += 1) {
            for (int peer_set = -1; peer_set < (int)COUNT_OF(capability_sets); peer_set += 1) {
                rangekit_token local = device(kind, 1, local_set, 1), peer = device(kind, 1, peer_set, 2);
                for (uint32_t options = 0; options < 4; options += 1) check(&local, &peer, options);
            }
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_pair_of_devices_gives_what_the_rules_say),
    cmocka_unit_test(a_device_does_not_range_with_itself),
};

TEST_GROUP(configuration_matrix_tests, tests);
