/* The struct_size rules, for what agrees on a session: capabilities, experiences.
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

#define FILL(type) \
    static rangekit_status fill_##type(void *value) { return rangekit_##type##_default(value); }
FILL(capabilities)
FILL(experience)
#undef FILL

static const struct struct_place places[] = {
    {"capabilities_default", fill_capabilities, NULL, RANGEKIT_CAPABILITIES_V1_SIZE, MAKES},
    {"capabilities_of_token", of_token, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, RESULT},
    {"capabilities_of_model", of_model, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, RESULT},
    {"experience_default", fill_experience, NULL, RANGEKIT_EXPERIENCE_V1_SIZE, MAKES},
    {"experience_assess: local", assess_local, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, INPUT},
    {"experience_assess: peer", assess_peer, fill_capabilities, RANGEKIT_CAPABILITIES_V1_SIZE, INPUT},
    {"experience_assess: result", assess_result, fill_experience, RANGEKIT_EXPERIENCE_V1_SIZE, RESULT},
};

STRUCT_TESTS(structs_configuration_tests, places);
