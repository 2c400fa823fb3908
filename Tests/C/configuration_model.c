/* SPDX-License-Identifier: MIT */
#include "configuration_model.h"

#include <string.h>

static void refuse(struct configuration_model *model, int32_t reason, int32_t side, uint32_t capability,
                   uint32_t option) {
    model->refusals[model->refusal_count++] = (rangekit_refusal){reason, side, capability, option};
}

static int states(const rangekit_token *token) { return (token->fields & RANGEKIT_TOKEN_HAS_CAPABILITIES) != 0; }

static int lists(const rangekit_token *token) { return (token->fields & RANGEKIT_TOKEN_HAS_TECHNOLOGIES) != 0; }

static int has_technology(const rangekit_token *token, uint16_t technology) {
    for (uint32_t i = 0; lists(token) && i < token->technologies_count; i += 1) {
        if (token->technologies[i].technology == technology) return 1;
    }
    return 0;
}

static int share_a_technology(const rangekit_token *a, const rangekit_token *b) {
    for (uint32_t i = 0; i < a->technologies_count; i += 1) {
        uint16_t technology = a->technologies[i].technology;
        if (technology != RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE && has_technology(b, technology)) return 1;
    }
    return 0;
}

static int same_device(const rangekit_token *a, const rangekit_token *b) {
    return a->kind == b->kind && a->identity_length == b->identity_length &&
           memcmp(a->identity, b->identity, a->identity_length) == 0 &&
           (a->kind != RANGEKIT_TOKEN_KIND_OPAQUE || a->foreign_format == b->foreign_format);
}

static void need(struct configuration_model *model, const rangekit_token *token, int32_t side, uint32_t capability,
                 uint32_t option) {
    if (!states(token) && capability == RANGEKIT_CAPABILITY_EXTENDED_DISTANCE &&
        has_technology(token, RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE)) {
        return;
    }
    if (!states(token)) refuse(model, RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN, side, capability, option);
    else if ((token->capabilities & capability) == 0)
        refuse(model, RANGEKIT_REFUSAL_CAPABILITY_MISSING, side, capability, option);
}

/* 1 or 2: the generation at which it ranges; 0: it does not say. */
static uint32_t rank(const rangekit_token *token) {
    if ((token->fields & RANGEKIT_TOKEN_HAS_GENERATION) == 0) return 0;
    if (token->generation == RANGEKIT_GENERATION_THIRD_PARTY) return 1;
    return token->generation <= 2 ? token->generation : 0;
}

struct configuration_model configuration_model_build(const rangekit_token *local, const rangekit_token *peer,
                                                     uint32_t options) {
    const rangekit_token *tokens[] = {local, peer};
    static const int32_t sides[] = {RANGEKIT_SIDE_LOCAL, RANGEKIT_SIDE_PEER};
    struct configuration_model model;
    memset(&model, 0, sizeof model);
    if (same_device(local, peer)) refuse(&model, RANGEKIT_REFUSAL_SAME_DEVICE, 0, 0, 0);
    for (int i = 0; i < 2; i += 1) {
        if (tokens[i]->kind == RANGEKIT_TOKEN_KIND_OPAQUE)
            refuse(&model, RANGEKIT_REFUSAL_FOREIGN_TOKEN, sides[i], 0, 0);
        if (states(tokens[i]) && (tokens[i]->capabilities & 3) == 0)
            refuse(&model, RANGEKIT_REFUSAL_CAPABILITY_MISSING, sides[i], RANGEKIT_CAPABILITY_PRECISE_DISTANCE, 0);
    }
    if (lists(local) && lists(peer) && !share_a_technology(local, peer)) {
        refuse(&model, RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY, 0, 0, 0);
    }
    uint32_t extended = options & RANGEKIT_OPTION_EXTENDED_DISTANCE;
    uint32_t camera = options & RANGEKIT_OPTION_CAMERA_ASSISTANCE;
    if (extended) need(&model, local, RANGEKIT_SIDE_LOCAL, RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, extended);
    if (extended) need(&model, peer, RANGEKIT_SIDE_PEER, RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, extended);
    if (camera) need(&model, local, RANGEKIT_SIDE_LOCAL, RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE, camera);
    int has_accessory = local->kind == RANGEKIT_TOKEN_KIND_ACCESSORY || peer->kind == RANGEKIT_TOKEN_KIND_ACCESSORY;
    uint32_t a = rank(local), b = rank(peer);
    model.configuration = (rangekit_configuration){
        sizeof(rangekit_configuration),
        has_accessory ? RANGEKIT_CONFIGURATION_KIND_ACCESSORY : RANGEKIT_CONFIGURATION_KIND_PEER,
        options,
        a < b ? a : b, /* the lesser; 0, unknown, if either is */
    };
    return model;
}
