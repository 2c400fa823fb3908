/* What agrees on a session, with any values: models, capabilities, declarations, radios, paces. Every call gives a status
 * of its own, what comes out keeps its rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

static void capabilities(struct input *input) {
    rangekit_capabilities devices[2] = {RANGEKIT_CAPABILITIES_INIT, RANGEKIT_CAPABILITIES_INIT};
    for (int i = 0; i < 2; i += 1) {
        if (take_byte(input) & 1) {
            char model[40] = "iPhone";
            take(input, model + 6, 20);
            size_t length = 6 + take_byte(input) % 21;
            if (take_byte(input) & 1) take(input, model, 6);
            REQUIRE(rangekit_capabilities_of_model(model, length, take_byte(input), &devices[i]) == RANGEKIT_OK);
            REQUIRE((devices[i].available & ~devices[i].known) == 0 && devices[i].generation <= 3);
        } else {
            take(input, &devices[i].generation, 12);
        }
    }
    rangekit_experience found = RANGEKIT_EXPERIENCE_INIT;
    rangekit_status status = rangekit_experience_assess(&devices[0], &devices[1], &found);
    int fits = (devices[0].available & ~devices[0].known) == 0 && (devices[1].available & ~devices[1].known) == 0;
    REQUIRE(status == (fits ? RANGEKIT_OK : RANGEKIT_ERROR_OUT_OF_RANGE));
    REQUIRE(found.certain <= found.possible && found.performance <= 2 && found.moving >= 0 && found.moving <= 2);
    REQUIRE(strcmp(rangekit_experience_name(found.certain), "unknown") != 0);
}

static void preflight(struct input *input) {
    rangekit_preflight_request request = RANGEKIT_PREFLIGHT_REQUEST_INIT;
    request.system = (int32_t)take_byte(input) % 4;
    request.version = take_byte(input);
    request.kind = (int32_t)take_byte(input) % 6 - 1;
    request.options = take_byte(input) & 15;
    int32_t found[RANGEKIT_DECLARATIONS_MAX_COUNT];
    size_t count = 99;
    rangekit_status status = rangekit_preflight(&request, found, RANGEKIT_DECLARATIONS_MAX_COUNT, &count);
    REQUIRE(is_status(status) && count <= RANGEKIT_DECLARATIONS_MAX_COUNT && (status == RANGEKIT_OK || count == 0));
    for (size_t i = 0; i < count; i += 1) {
        REQUIRE(i == 0 || found[i] > found[i - 1]);
        REQUIRE(rangekit_declaration_form(found[i]) != 0 && *rangekit_declaration_text(found[i]) != 0);
    }
}

static void radio(struct input *input) {
    rangekit_radio radio = RANGEKIT_RADIO_INIT;
    take(input, &radio.channels, 12);
    for (int i = 0; i < RANGEKIT_RADIO_CHOICES; i += 1) {
        radio.slot_durations_rstu[i] = take_byte(input) * 40u;
        radio.intervals_ms[i] = take_byte(input) * 3u;
    }
    if (take_byte(input) & 1) take(input, radio.intervals_ms, sizeof radio.intervals_ms);
    if (take_byte(input) & 1) REQUIRE(rangekit_radio_preset(take_byte(input) % 3, &radio) == RANGEKIT_OK);
    rangekit_parameters wanted = {.struct_size = sizeof wanted}, nearest = wanted, again = wanted;
    wanted.fields = RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_CHANNEL) |
                    RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX) |
                    RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_SLOT_DURATION_RSTU) |
                    RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_SLOTS_PER_ROUND) |
                    RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_RANGING_INTERVAL_MS);
    wanted.channel = take_byte(input);
    wanted.preamble_code_index = take_byte(input);
    take(input, &wanted.slot_duration_rstu, 2 + take_byte(input) % 3);
    take(input, &wanted.slots_per_round, 1 + take_byte(input) % 4);
    take(input, &wanted.ranging_interval_ms, 1 + take_byte(input) % 4);
    rangekit_radio_finding found[RANGEKIT_RADIO_FINDINGS_MAX_COUNT];
    size_t count = 0, more = 0;
    rangekit_status status = rangekit_radio_feasible(&radio, &wanted, &nearest, found,
                                                     RANGEKIT_RADIO_FINDINGS_MAX_COUNT, &count);
    REQUIRE(is_status(status) && count <= RANGEKIT_RADIO_FINDINGS_MAX_COUNT);
    if (status != RANGEKIT_OK) return;
    for (size_t i = 0; i < count; i += 1) REQUIRE(found[i].wanted != found[i].nearest);
    REQUIRE(rangekit_radio_feasible(&radio, &nearest, &again, NULL, 0, &more) == RANGEKIT_OK);
    if ((uint64_t)nearest.slot_duration_rstu <= (uint64_t)nearest.ranging_interval_ms * 1200) REQUIRE(more == 0);
}

static void pace(struct input *input) {
    rangekit_pace_options options = RANGEKIT_PACE_OPTIONS_INIT;
    rangekit_pace_state state = RANGEKIT_PACE_STATE_INIT;
    if (take_byte(input) & 1) take(input, &options.technology, sizeof options - 4);
    else options.technology = 1 + take_byte(input) % 4;
    take(input, &state.fields, sizeof state - 4);
    if (take_byte(input) & 1) state.fields &= 15;
    rangekit_pace found = RANGEKIT_PACE_INIT;
    rangekit_status status = rangekit_pace_choose(&options, &state, &found);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return;
    REQUIRE(found.rate >= 0 && found.rate <= 3 && found.cause >= 1 && found.cause <= 6);
    REQUIRE(found.interval_ms == rangekit_pace_interval_ms(options.technology, found.rate));
    REQUIRE(found.radio_ms_per_minute <= 60000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    switch (take_byte(&input) % 4) {
    case 0: capabilities(&input); break;
    case 1: preflight(&input); break;
    case 2: radio(&input); break;
    default: pace(&input);
    }
    return 0;
}
