/* A program of version 0.1: compiled against that version's headers, which lie beside it and never change, and run with
 * today's library. Each struct that the library writes has a mark behind it, as long as today's struct may have grown.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rangekit.h"

static int passed, failed;

static void check(int good, const char *what) {
    passed += good;
    failed += !good;
    if (!good) printf("  failed: %s\n", what);
}
#define CHECK(condition) check((condition) != 0, #condition)

#define MARKED(type, name) \
    struct {               \
        type value;        \
        uint8_t mark[512]; \
    } name

static const uint8_t mark[512] = {0};
#define IS_MARKED(name) (memcmp((name).mark, mark, sizeof mark) == 0)

static void tokens(void) {
    static MARKED(rangekit_token, local);
    static MARKED(rangekit_token, read);
    MARKED(rangekit_diagnostic, diagnostic) = {RANGEKIT_DIAGNOSTIC_INIT, {0}};
    uint8_t identity[16] = {1, 2, 3}, bytes[RANGEKIT_TOKEN_MAX_SIZE];
    size_t length = 0;
    int32_t same = 0;
    local.value.struct_size = read.value.struct_size = sizeof(rangekit_token);
    CHECK(sizeof(rangekit_token) == RANGEKIT_TOKEN_V1_SIZE);
    CHECK(rangekit_token_make_peer(&local.value, identity, sizeof identity) == RANGEKIT_OK);
    local.value.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
    local.value.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
    local.value.generation = RANGEKIT_GENERATION_SECOND;
    CHECK(rangekit_token_encode(&local.value, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK);
    CHECK(rangekit_token_decode(bytes, length, &read.value, &diagnostic.value) == RANGEKIT_OK);
    CHECK(read.value.struct_size == sizeof(rangekit_token) && read.value.generation == RANGEKIT_GENERATION_SECOND);
    CHECK(rangekit_token_same_identity(&local.value, &read.value, &same) == RANGEKIT_OK && same == 1);
    CHECK(rangekit_token_decode(bytes, length - 1, &read.value, &diagnostic.value) == RANGEKIT_ERROR_TRUNCATED);
    CHECK(diagnostic.value.status == RANGEKIT_ERROR_TRUNCATED && diagnostic.value.struct_size == sizeof diagnostic.value);
    CHECK(IS_MARKED(local) && IS_MARKED(read) && IS_MARKED(diagnostic));
}

static void configurations(void) {
    static rangekit_token local, peer;
    uint8_t here[16] = {1}, there[16] = {2}, bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    rangekit_configuration_request request = {sizeof request, RANGEKIT_OPTION_EXTENDED_DISTANCE};
    MARKED(rangekit_configuration, built) = {RANGEKIT_CONFIGURATION_INIT, {0}};
    MARKED(rangekit_configuration, read) = {RANGEKIT_CONFIGURATION_INIT, {0}};
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t count = 0, length = 0;
    local.struct_size = peer.struct_size = sizeof local;
    CHECK(rangekit_token_make_peer(&local, here, 16) == RANGEKIT_OK);
    CHECK(rangekit_token_make_peer(&peer, there, 16) == RANGEKIT_OK);
    local.fields = peer.fields = RANGEKIT_TOKEN_HAS_CAPABILITIES;
    local.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE;
    peer.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
    CHECK(rangekit_configuration_build(&local, &peer, &request, &built.value, refusals, RANGEKIT_REFUSALS_MAX_COUNT,
                                       &count) == RANGEKIT_ERROR_INCOMPATIBLE);
    CHECK(count == 1 && refusals[0].side == RANGEKIT_SIDE_PEER);
    CHECK(strcmp(rangekit_refusal_name(refusals[0].reason), "capability_missing") == 0);
    peer.capabilities = local.capabilities;
    CHECK(rangekit_configuration_build(&local, &peer, &request, &built.value, NULL, 0, &count) == RANGEKIT_OK);
    CHECK(built.value.enabled == RANGEKIT_OPTION_EXTENDED_DISTANCE);
    CHECK(rangekit_configuration_encode(&built.value, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK);
    CHECK(rangekit_configuration_decode(bytes, length, &read.value, NULL) == RANGEKIT_OK);
    CHECK(read.value.enabled == built.value.enabled && read.value.kind == built.value.kind);
    CHECK(IS_MARKED(built) && IS_MARKED(read));
}

static void ranges(void) {
    /* tof of 10 m: 33.356 ns, 2131.4 ticks. */
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_twr_double_sided_exchange exchange = {0, 0, 100000, 104263, 204263, 204263};
    rangekit_twr_single_sided_exchange single = {0, 0, 100000, 104263, 0};
    rangekit_twr_range range;
    size_t refused = 9;
    CHECK(rangekit_twr_double_sided(&options, &exchange, &range) == RANGEKIT_OK);
    CHECK(fabs(range.distance_m - 10) < 0.01 && range.distance_stddev_m > 0);
    CHECK(rangekit_twr_single_sided(&options, &single, &range) == RANGEKIT_OK && fabs(range.distance_m - 10) < 0.01);
    CHECK(rangekit_twr_double_sided_batch(&options, &exchange, 1, &range, &refused) == RANGEKIT_OK && refused == 0);
    CHECK(rangekit_twr_single_sided_batch(NULL, &single, 1, &range, &refused) == RANGEKIT_OK && refused == 0);
}

static void judgement(void) {
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    MARKED(rangekit_quality_result, result) = {RANGEKIT_QUALITY_RESULT_INIT, {0}};
    rangekit_quality *quality = NULL;
    CHECK(rangekit_quality_create(&options, &quality) == RANGEKIT_OK);
    for (int i = 0; i < 20; i += 1) {
        rangekit_range_sample sample = {0};
        sample.time_ns = i * INT64_C(50000000);
        sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
        sample.distance_m = 3 + 0.125f * (float)i;
        CHECK(rangekit_quality_update(quality, &sample, &result.value) == RANGEKIT_OK);
    }
    CHECK(result.value.level == RANGEKIT_QUALITY_CLOSE && result.value.sample_count == 20);
    CHECK(strcmp(rangekit_quality_level_name(result.value.level), "close") == 0);
    CHECK(IS_MARKED(result));
    rangekit_quality_destroy(quality);
}

int main(void) {
    CHECK(rangekit_abi_version() == RANGEKIT_ABI_VERSION);
    CHECK(rangekit_features() != 0);
    tokens();
    configurations();
    ranges();
    judgement();
    printf("version 0.1: %d passed, %d failed, with library %s\n", passed, failed, rangekit_version_string());
    return failed != 0;
}
