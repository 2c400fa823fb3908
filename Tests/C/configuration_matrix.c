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

static void check_request(const rangekit_token *local, const rangekit_token *peer,
                          const rangekit_configuration_request *request) {
    rangekit_configuration configuration, untouched;
    memset(&configuration, 0xA5, sizeof configuration);
    configuration.struct_size = sizeof configuration;
    untouched = configuration;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t count = 99;
    rangekit_status status = rangekit_configuration_build(local, peer, request, &configuration, refusals,
                                                          RANGEKIT_REFUSALS_MAX_COUNT, &count);
    struct configuration_model model = configuration_model_build(local, peer, request);
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
                  "generation %u, request kind %d options %u fields %x conditions %x readiness %x role %u:\n"
                  "  %s, %zu refusals, expected %zu",
                  (int)local->kind, (unsigned)local->fields, (unsigned)local->capabilities, (unsigned)local->generation,
                  (int)peer->kind, (unsigned)peer->fields, (unsigned)peer->capabilities, (unsigned)peer->generation,
                  (int)request->kind, (unsigned)request->options, (unsigned)request->fields,
                  (unsigned)request->conditions, (unsigned)request->readiness, (unsigned)request->role,
                  rangekit_status_name(status), count, model.refusal_count);
    }
}

static void check(const rangekit_token *local, const rangekit_token *peer, uint32_t options) {
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.options = options;
    check_request(local, peer, &request);
}

/* Every kind and option with every set of conditions, for a device that has all and one that has nothing. */
static void every_condition_is_looked_at_where_it_matters(void **state) {
    (void)state;
    static const int32_t kinds[] = {0, 2, 3};
    for (int rich = 0; rich < 2; rich += 1) {
        for (size_t k = 0; k < COUNT_OF(kinds); k += 1) {
            for (int peer_kind = 0; peer_kind < 2; peer_kind += 1) {
                int set = rich ? (int)COUNT_OF(capability_sets) - 1 : -1;
                rangekit_token local = device(0, 1, set, 2), peer = device(peer_kind, 2, set, 2);
                for (uint32_t options = 0; options < 8; options += 1) {
                    for (uint32_t bits = 0; bits < 1u << 14; bits += 1) {
                        rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
                        request.options = options;
                        request.kind = kinds[k];
                        request.fields = RANGEKIT_REQUEST_HAS_CONDITIONS | RANGEKIT_REQUEST_HAS_NETWORK |
                                         RANGEKIT_REQUEST_HAS_BLUETOOTH_PEER;
                        request.conditions = (bits & 0x3F) | (bits >> 6) << 8;
                        memset(request.bluetooth_peer, 0x5A, 16);
                        request.network = 0xFFFFFFFF - bits;
                        check_request(&local, &peer, &request);
                    }
                }
            }
        }
    }
}

static void readiness_names_each_lack(void **state) {
    (void)state;
    static const uint16_t versions[] = {0, 0x0502, 0x0600, 0x0602, 0x0603, 0x0700, 0xFFFF};
    static const uint16_t changes[] = {0, 60, 99, 100, 150, 65535};
    for (int set = -1; set < (int)COUNT_OF(capability_sets); set += 1) {
        rangekit_token local = device(0, 1, set, 2), peer = device(1, 2, set, 3);
        for (uint32_t fields = 0; fields < 32; fields += 1) {
            for (uint32_t features = 0; features < 16; features += 1) {
                for (size_t v = 0; v < COUNT_OF(versions); v += 1) {
                    for (size_t c = 0; c < COUNT_OF(changes); c += 1) {
                        for (uint32_t role = 0; role < 2; role += 1) {
                            rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
                            request.kind = RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING;
                            request.fields = fields;
                            request.role = role;
                            request.readiness = features | 0x80000000;
                            request.bluetooth_version = versions[v];
                            request.t_fcs_us = changes[c];
                            request.previous_bluetooth_peer[15] = 7;
                            check_request(&local, &peer, &request);
                        }
                    }
                }
            }
        }
    }
}

static void requests_that_cannot_be_are_refused(void **state) {
    (void)state;
    rangekit_token local = device(0, 1, 9, 2), peer = device(1, 2, 9, 2);
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t count;
#define REFUSED(change, expected)                                                                               \
    do {                                                                                                        \
        rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;                           \
        change;                                                                                                 \
        assert_status(rangekit_configuration_build(&local, &peer, &request, &configuration, NULL, 0, &count), \
                      expected);                                                                                \
    } while (0)
    REFUSED(request.kind = RANGEKIT_CONFIGURATION_KIND_ACCESSORY, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(request.kind = 4, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(request.kind = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(request.role = 2, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(request.fields = 32, RANGEKIT_ERROR_UNKNOWN_OPTION);
    REFUSED((request.fields = RANGEKIT_REQUEST_HAS_CONDITIONS, request.conditions = 64), RANGEKIT_ERROR_UNKNOWN_OPTION);
    REFUSED((request.fields = RANGEKIT_REQUEST_HAS_CONDITIONS, request.conditions = 1u << 16),
            RANGEKIT_ERROR_UNKNOWN_OPTION);
    REFUSED((request.fields = RANGEKIT_REQUEST_HAS_NETWORK, request.discovery = 2), RANGEKIT_ERROR_OUT_OF_RANGE);
#undef REFUSED
    for (size_t at = 0; at < 64; at += 1) { /* bytes of a version that this library does not know */
        uint8_t later[sizeof(rangekit_configuration_request) + 64] = {0};
        uint32_t size = sizeof later;
        memcpy(later, &size, sizeof size);
        later[sizeof(rangekit_configuration_request) + at] = 1;
        assert_status(rangekit_configuration_build(&local, &peer, guarded_copy(0, later, sizeof later), &configuration,
                                                   NULL, 0, &count),
                      RANGEKIT_ERROR_UNKNOWN_OPTION);
    }
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.kind = RANGEKIT_CONFIGURATION_KIND_DL_TDOA;
    request.fields = RANGEKIT_REQUEST_HAS_NETWORK;
    assert_status(rangekit_configuration_build(&local, NULL, &request, &configuration, NULL, 0, &count), RANGEKIT_OK);
    assert_status(rangekit_configuration_build(&local, NULL, NULL, &configuration, NULL, 0, &count),
                  RANGEKIT_ERROR_NULL_POINTER);
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
                            for (uint32_t options = 0; options < 8; options += 1) check(&local, &peer, options);
                            pairs += 1;
                        }
    print_message("%zu pairs, each with eight requests\n", pairs);
}

static void a_device_does_not_range_with_itself(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind += 1) {
        for (int local_set = -1; local_set < (int)COUNT_OF(capability_sets); local_set += 1) {
            for (int peer_set = -1; peer_set < (int)COUNT_OF(capability_sets); peer_set += 1) {
                rangekit_token local = device(kind, 1, local_set, 1), peer = device(kind, 1, peer_set, 2);
                for (uint32_t options = 0; options < 8; options += 1) check(&local, &peer, options);
            }
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_pair_of_devices_gives_what_the_rules_say),
    cmocka_unit_test(a_device_does_not_range_with_itself),
    cmocka_unit_test(every_condition_is_looked_at_where_it_matters),
    cmocka_unit_test(readiness_names_each_lack),
    cmocka_unit_test(requests_that_cannot_be_are_refused),
};

TEST_GROUP(configuration_matrix_tests, tests);
