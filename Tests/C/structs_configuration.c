/* The struct_size rules, for what agrees on a session: capabilities, declarations, radios, paces.
 *
 * SPDX-License-Identifier: MIT
 */
#include "struct_places.h"
#include "token_samples.h"

static rangekit_status of_token(void *capabilities) {
    rangekit_token token = sample_token(SAMPLE_PEER);
    return rangekit_capabilities_of_token(&token, capabilities);
}

static rangekit_status of_model(void *capabilities) {
    return rangekit_capabilities_of_model("iPhone16,1", 10, 17, capabilities);
}

static rangekit_status assess_local(void *capabilities) {
    rangekit_capabilities peer = RANGEKIT_CAPABILITIES_INIT;
    rangekit_experience experience = RANGEKIT_EXPERIENCE_INIT;
    return rangekit_experience_assess(capabilities, &peer, &experience);
}

static rangekit_status assess_peer(void *capabilities) {
    rangekit_capabilities local = RANGEKIT_CAPABILITIES_INIT;
    rangekit_experience experience = RANGEKIT_EXPERIENCE_INIT;
    return rangekit_experience_assess(&local, capabilities, &experience);
}

static rangekit_status assess_result(void *experience) {
    rangekit_capabilities device = RANGEKIT_CAPABILITIES_INIT;
    return rangekit_experience_assess(&device, &device, experience);
}

static rangekit_status preflight(void *request) {
    size_t count;
    return rangekit_preflight(request, NULL, 0, &count);
}

static rangekit_status radio_preset(void *radio) {
    return rangekit_radio_preset(RANGEKIT_RADIO_PRESET_ANDROID, radio);
}

static rangekit_status feasible_radio(void *radio) {
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    size_t count;
    return rangekit_radio_feasible(radio, &parameters, NULL, NULL, 0, &count);
}

static rangekit_status feasible_nearest(void *nearest) {
    rangekit_radio radio = RANGEKIT_RADIO_INIT;
    rangekit_parameters parameters = {.struct_size = sizeof parameters};
    size_t count;
    return rangekit_radio_feasible(&radio, &parameters, nearest, NULL, 0, &count);
}

static rangekit_status pace_options(void *options) {
    rangekit_pace_state state = RANGEKIT_PACE_STATE_INIT;
    rangekit_pace pace = RANGEKIT_PACE_INIT;
    return rangekit_pace_choose(options, &state, &pace);
}

static rangekit_status pace_state(void *state) {
    rangekit_pace pace = RANGEKIT_PACE_INIT;
    return rangekit_pace_choose(NULL, state, &pace);
}

static rangekit_status pace_result(void *pace) {
    rangekit_pace_state state = RANGEKIT_PACE_STATE_INIT;
    return rangekit_pace_choose(NULL, &state, pace);
}

static rangekit_status ranger_create(void *options) {
    rangekit_ranger *ranger = NULL;
    rangekit_status status = rangekit_ranger_create(options, &ranger);
    rangekit_ranger_destroy(ranger);
    return status;
}

static rangekit_status ranger_measure(void *object) {
    rangekit_ranger *ranger = NULL;
    assert_status(rangekit_ranger_create(NULL, &ranger), RANGEKIT_OK);
    rangekit_range_sample sample = {.time_ns = 1, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 2};
    sample.technology = RANGEKIT_TECHNOLOGY_UWB;
    rangekit_status status = rangekit_ranger_measure(ranger, &sample, object);
    rangekit_ranger_destroy(ranger);
    return status;
}

static rangekit_status ranger_take(void *event) {
    rangekit_ranger *ranger = NULL;
    assert_status(rangekit_ranger_create(NULL, &ranger), RANGEKIT_OK);
    rangekit_status status = rangekit_ranger_take(ranger, event, NULL);
    rangekit_ranger_destroy(ranger);
    return status;
}

#define FILL(type) \
    static rangekit_status fill_##type(void *value) { return rangekit_##type##_default(value); }
FILL(capabilities)
FILL(experience)
FILL(preflight_request)
FILL(radio)
FILL(ranger_options)
FILL(nearby_object)
FILL(session_event)
FILL(parameters)
FILL(pace_options)
FILL(pace_state)
FILL(pace)
#undef FILL

static const struct struct_place places[] = {
    {"capabilities_default", fill_capabilities, NULL, RANGEKIT_CAPABILITIES_V1_SIZE, MAKES},
    {"capabilities_of_token", of_token, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, RESULT},
    {"capabilities_of_model", of_model, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, RESULT},
    {"experience_default", fill_experience, NULL, RANGEKIT_EXPERIENCE_V1_SIZE, MAKES},
    {"experience_assess: local", assess_local, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, INPUT},
    {"experience_assess: peer", assess_peer, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, INPUT},
    {"experience_assess: result", assess_result, fill_experience, RANGEKIT_EXPERIENCE_V1_SIZE, RESULT},
    {"preflight_request_default", fill_preflight_request, NULL, RANGEKIT_PREFLIGHT_REQUEST_V1_SIZE, MAKES_OPTIONS},
    {"preflight", preflight, fill_preflight_request, RANGEKIT_PREFLIGHT_REQUEST_V1_SIZE, OPTIONS},
    {"radio_default", fill_radio, NULL, RANGEKIT_RADIO_V1_SIZE, MAKES_OPTIONS},
    {"radio_preset", radio_preset, NULL, RANGEKIT_RADIO_V1_SIZE, MAKES_OPTIONS},
    {"radio_feasible: radio", feasible_radio, fill_radio, RANGEKIT_RADIO_V1_SIZE, OPTIONS},
    {"radio_feasible: nearest", feasible_nearest, fill_parameters, RANGEKIT_PARAMETERS_V1_SIZE, RESULT},
    {"pace_options_default", fill_pace_options, NULL, RANGEKIT_PACE_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"pace_state_default", fill_pace_state, NULL, RANGEKIT_PACE_STATE_V1_SIZE, MAKES_OPTIONS},
    {"pace_default", fill_pace, NULL, RANGEKIT_PACE_V1_SIZE, MAKES},
    {"pace_choose: options", pace_options, fill_pace_options, RANGEKIT_PACE_OPTIONS_V1_SIZE, OPTIONS},
    {"pace_choose: state", pace_state, fill_pace_state, RANGEKIT_PACE_STATE_V1_SIZE, OPTIONS},
    {"pace_choose: pace", pace_result, fill_pace, RANGEKIT_PACE_V1_SIZE, RESULT},
    {"ranger_options_default", fill_ranger_options, NULL, RANGEKIT_RANGER_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"nearby_object_default", fill_nearby_object, NULL, RANGEKIT_NEARBY_OBJECT_V1_SIZE, MAKES},
    {"ranger_create", ranger_create, fill_ranger_options, RANGEKIT_RANGER_OPTIONS_V1_SIZE, OPTIONS},
    {"ranger_measure", ranger_measure, fill_nearby_object, RANGEKIT_NEARBY_OBJECT_V1_SIZE, RESULT},
    {"ranger_take", ranger_take, fill_session_event, RANGEKIT_SESSION_EVENT_V1_SIZE, INPUT},
};

STRUCT_TESTS(structs_configuration_tests, places);
