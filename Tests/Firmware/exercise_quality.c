/* The quality estimator in caller memory, configurations, and misuse.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "exercise.h"

static uint64_t memory[288]; /* rangekit_quality_size is below 2304 */

static void put_result(const char *label, const rangekit_quality_result *result) {
    put_number(label, (uint32_t)result->level, 4);
    put_number("  fields", result->fields, 4);
    put_number("  causes", result->causes, 4);
    put_number("  count", result->sample_count, 4);
    put_number("  age", (uint64_t)result->age_ns, 8);
    put_float("  distance", result->distance_m);
    put_float("  spread", result->spread_m);
    put_float("  rate", result->rate_hz);
}

static void run_preset(int32_t preset) {
    rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
    rangekit_quality *quality = NULL;
    put_status("preset", rangekit_quality_options_preset(preset, &options));
    put_status("init", rangekit_quality_init(memory, sizeof memory, &options, &quality));
    digest_reset();
    int64_t now_ns = INT64_C(-5000000000);
    for (int i = 0; i < 600; i += 1) {
        rangekit_range_sample sample;
        memset(&sample, 0, sizeof sample);
        now_ns += (int64_t)(exercise_random() % 64) * 1000000 + (i % 150 == 149 ? INT64_C(1500000000) : 0);
        sample.time_ns = now_ns;
        sample.fields = i % 11 == 10 ? 0 : RANGEKIT_SAMPLE_HAS_DISTANCE;
        sample.distance_m = 8.0f + 0.1f * (float)i + 0.0625f * (float)(exercise_random() % 3);
        rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
        rangekit_status status = rangekit_quality_update(quality, &sample, &result);
        digest_number((uint32_t)status, 4);
        digest_number((uint32_t)result.level, 4);
        digest_number(result.causes, 4);
        digest_float(result.spread_m);
        digest_float(result.rate_hz);
        if (i % 50 == 49) put_result("judged", &result);
    }
    put_number("  digest", exercise_digest, 8);
    rangekit_range_sample early;
    memset(&early, 0, sizeof early);
    early.time_ns = INT64_MIN;
    put_status("time backwards", rangekit_quality_update(quality, &early, NULL));
    put_status("reset", rangekit_quality_reset(quality));
    put_status("any time after reset", rangekit_quality_update(quality, &early, NULL));
    rangekit_quality_destroy(quality);
    put_status("destroyed", rangekit_quality_update(quality, &early, NULL));
}

void exercise_quality(void) {
    exercise_random_state = 2;
    run_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE);
    run_preset(RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT);
}

/* ---- Configurations ---- */

static rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
static char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE];

static void build(uint32_t options) {
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    request.options = options;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    size_t count = 0, length = 0;
    put_status("build", rangekit_configuration_build(&exercise_local, &exercise_peer, &request, &configuration,
                                                          refusals, RANGEKIT_REFUSALS_MAX_COUNT, &count));
    put_number("  refusals", count, 4);
    for (size_t i = 0; i < count; i += 1) {
        (void)rangekit_refusal_describe(&refusals[i], text, sizeof text, &length);
        put_text(rangekit_refusal_name(refusals[i].reason), text);
    }
    uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    put_status("  encode", rangekit_configuration_encode(&configuration, bytes, sizeof bytes, &length, NULL));
    put("  encoded", bytes, length);
    bytes[6] = 4;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    put_status("  unknown option", rangekit_configuration_decode(bytes, length, &configuration, &diagnostic));
    put_number("  byte", diagnostic.byte_offset, 8);
}

void exercise_configuration(void) {
    static const uint8_t here[16] = {1}, there[16] = {2};
    exercise_local.struct_size = exercise_peer.struct_size = sizeof exercise_local;
    (void)rangekit_token_make_peer(&exercise_local, here, 16);
    (void)rangekit_token_make_peer(&exercise_peer, there, 16);
    exercise_local.fields = exercise_peer.fields = RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
    exercise_local.generation = 2;
    for (uint32_t capabilities = 0; capabilities < 32; capabilities += 5) {
        exercise_local.capabilities = capabilities;
        exercise_peer.capabilities = 31 - capabilities;
        exercise_peer.generation = capabilities % 4;
        for (uint32_t options = 0; options < 4; options += 1) build(options);
    }
    (void)rangekit_token_make_opaque(&exercise_peer, 1, there, 5);
    build(3);
    (void)rangekit_token_make_accessory(&exercise_peer, there, 2);
    build(0);
    exercise_peer = exercise_local;
    build(0);
    build(UINT32_C(0x80000000));
}

/* ---- Misuse: numbers that a 32-bit and a 64-bit machine must refuse alike ---- */

void exercise_misuse(void) {
    static const uint32_t sizes[] = {0, 1, 7, 39, UINT32_C(0x7FFFFFFF), UINT32_C(0x80000000), UINT32_C(0xFFFFFFFF)};
    rangekit_quality *quality = NULL;
    size_t length = 0, count = 0;
    rangekit_twr_range range;
    rangekit_twr_double_sided_exchange exchange = {0, 0, 100000, 102000, 202000, 202000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i += 1) {
        rangekit_diagnostic diagnostic = {sizes[i], 0, 0, 0, 0, 0, 0};
        put_status("diagnostic size", rangekit_diagnostic_describe(&diagnostic, NULL, 0, &length));
        rangekit_quality_options options = RANGEKIT_QUALITY_OPTIONS_INIT;
        options.struct_size = sizes[i];
        put_status("options size", rangekit_quality_init(memory, sizeof memory, &options, &quality));
        (void)rangekit_token_make_peer(&exercise_local, (const uint8_t *)memory, 16);
        exercise_local.struct_size = sizes[i];
        put_status("token size", rangekit_token_validate(&exercise_local, NULL));
        exercise_local.struct_size = sizeof exercise_local;
        exercise_local.identity_length = sizes[i];
        put_status("identity length", rangekit_token_validate(&exercise_local, NULL));
        exercise_local.identity_length = 16;
        exercise_local.extensions_length = sizes[i];
        put_status("extensions length", rangekit_token_validate(&exercise_local, NULL));
        exercise_local.extensions_length = 0;
        exercise_local.extensions_count = sizes[i];
        put_status("extensions count", rangekit_token_validate(&exercise_local, NULL));
        exercise_local.extensions_count = 0;
        exercise_local.fields = RANGEKIT_TOKEN_HAS_GENERATION;
        exercise_local.generation = sizes[i];
        put_status("generation", rangekit_token_validate(&exercise_local, NULL));
        put_text("status", rangekit_status_name((int32_t)sizes[i]));
        put_text("capability", rangekit_capability_name(sizes[i]));
        options = (rangekit_quality_options)RANGEKIT_QUALITY_OPTIONS_INIT;
        options.minimum_count = sizes[i];
        put_status("minimum count", rangekit_quality_init(memory, sizeof memory, &options, &quality));
        rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
        configuration.kind = (int32_t)sizes[i];
        configuration.enabled = configuration.performance_generation = sizes[i];
        put_status("configuration", rangekit_configuration_encode(&configuration, NULL, 0, &length, NULL));
        /* The reasons from 6 on are sentences of the larger library alone. */
        int32_t reason = sizes[i] == 7 ? 5 : (int32_t)sizes[i];
        rangekit_refusal refusal = {reason, (int32_t)sizes[i], sizes[i], sizes[i]};
        (void)rangekit_refusal_describe(&refusal, text, sizeof text, &length);
        put("refusal", (const uint8_t *)text, length);
    }
    put_status("NULL", rangekit_twr_double_sided(NULL, NULL, &range));
    put_status("NULL", rangekit_quality_update(NULL, NULL, NULL));
    put_status("misaligned",
               rangekit_token_validate((const rangekit_token *)(const void *)((const char *)memory + 1), NULL));
    put_status("count", rangekit_twr_double_sided_batch(NULL, &exchange, SIZE_MAX, &range, &count));
    put_status("count", rangekit_twr_double_sided_batch(NULL, &exchange, SIZE_MAX / 16, &range, &count));
    put_status("bytes", rangekit_token_decode((const uint8_t *)"\x01", SIZE_MAX / 2, &exercise_local, NULL));
    put_status("bytes", rangekit_token_decode((const uint8_t *)"\x01", SIZE_MAX, &exercise_local, NULL));
    memset(memory, 0xFF, sizeof memory);
    put_status("no handle", rangekit_quality_reset((rangekit_quality *)(void *)memory));
}
