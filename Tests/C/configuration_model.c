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

static int has(const rangekit_token *token, uint32_t capability) {
    if (states(token)) return (token->capabilities & capability) != 0;
    static const struct {
        uint32_t capability;
        uint16_t technology;
    } implied[] = {
        {RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE},
        {RANGEKIT_CAPABILITY_CHANNEL_SOUNDING, RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING},
        {RANGEKIT_CAPABILITY_DL_TDOA, RANGEKIT_TOKEN_TECHNOLOGY_DL_TDOA},
    };
    for (size_t i = 0; i < sizeof implied / sizeof implied[0]; i += 1) {
        if (capability == implied[i].capability) return has_technology(token, implied[i].technology);
    }
    return 0;
}

static void need(struct configuration_model *model, const rangekit_token *token, int32_t side, uint32_t capability,
                 uint32_t option) {
    if (has(token, capability)) return;
    refuse(model, states(token) ? RANGEKIT_REFUSAL_CAPABILITY_MISSING : RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN, side,
           capability, option);
}

#define HOLDS(name) ((request->conditions & RANGEKIT_CONDITION_##name) != 0)
#define WANTS(name) ((wanted & RANGEKIT_OPTION_##name) != 0)
#define LOCAL_LACK(condition, name, option) \
    if (condition) refuse(model, RANGEKIT_REFUSAL_##name, RANGEKIT_SIDE_LOCAL, 0, option)

/* What must hold on this device, kind by kind as the header's comments say it. */
static void conditions(struct configuration_model *model, int32_t kind, uint32_t wanted,
                       const rangekit_configuration_request *request) {
    const uint32_t camera = RANGEKIT_OPTION_CAMERA_ASSISTANCE, background = RANGEKIT_OPTION_BACKGROUND;
    LOCAL_LACK(!HOLDS(ALLOWED), NOT_ALLOWED, 0);
    if (!HOLDS(FOREGROUND)) {
        LOCAL_LACK(!WANTS(BACKGROUND) && !WANTS(CAMERA_ASSISTANCE), NOT_FOREGROUND, 0);
        LOCAL_LACK(WANTS(CAMERA_ASSISTANCE), NOT_FOREGROUND, camera);
    }
    if (kind == RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING || WANTS(BACKGROUND)) {
        uint32_t option = WANTS(BACKGROUND) ? background : 0;
        LOCAL_LACK(!HOLDS(RADIO_ON), RADIO_OFF, option);
        LOCAL_LACK(!HOLDS(LINK_UP), LINK_DOWN, option);
        LOCAL_LACK(!HOLDS(PAIRED), NOT_PAIRED, option);
    }
    LOCAL_LACK(kind == RANGEKIT_CONFIGURATION_KIND_DL_TDOA && !HOLDS(LOCATION_ALLOWED), LOCATION_NOT_ALLOWED, 0);
    if (!WANTS(CAMERA_ASSISTANCE)) {
        LOCAL_LACK(HOLDS(POSE_SOURCE), POSE_SOURCE_UNUSED, 0);
    } else if (!HOLDS(POSE_SOURCE)) {
        LOCAL_LACK(1, POSE_SOURCE_MISSING, camera);
    } else {
        LOCAL_LACK(HOLDS(POSE_SOURCE_LATE), POSE_SOURCE_LATE, camera);
        LOCAL_LACK(HOLDS(POSE_SOURCE_SECOND), POSE_SOURCE_SECOND, camera);
        LOCAL_LACK(!HOLDS(WORLD_GRAVITY), WORLD_ALIGNMENT, camera);
        LOCAL_LACK(HOLDS(WORLD_COLLABORATION), WORLD_COLLABORATION, camera);
        LOCAL_LACK(HOLDS(FACE_TRACKING), FACE_TRACKING, camera);
        LOCAL_LACK(HOLDS(WORLD_INITIAL_MAP), WORLD_INITIAL_MAP, camera);
        LOCAL_LACK(HOLDS(WORLD_RELOCALISATION), WORLD_RELOCALISATION, camera);
    }
}

/* What a Channel Sounding accessory must have. */
static void readiness(struct configuration_model *model, const rangekit_configuration_request *request) {
    int32_t side = request->role == RANGEKIT_CS_INITIATOR ? RANGEKIT_SIDE_PEER : RANGEKIT_SIDE_LOCAL;
    unsigned major = request->bluetooth_version >> 8, minor = request->bluetooth_version & 255;
    if (major < 6 || (major == 6 && minor < 3)) refuse(model, RANGEKIT_REFUSAL_BLUETOOTH_VERSION, side, 0, 0);
    if ((request->readiness & RANGEKIT_READINESS_REFLECTOR) == 0)
        refuse(model, RANGEKIT_REFUSAL_REFLECTOR_ROLE, side, 0, 0);
    if ((request->readiness & RANGEKIT_READINESS_INLINE_PCT) == 0)
        refuse(model, RANGEKIT_REFUSAL_INLINE_PCT, side, 0, 0);
    if ((request->readiness & RANGEKIT_READINESS_MODE_0) == 0) refuse(model, RANGEKIT_REFUSAL_MODE_0, side, 0, 0);
    if ((request->readiness & RANGEKIT_READINESS_MODE_2) == 0) refuse(model, RANGEKIT_REFUSAL_MODE_2, side, 0, 0);
    if (request->t_fcs_us < RANGEKIT_CS_ACCESSORY_T_FCS_US) refuse(model, RANGEKIT_REFUSAL_T_FCS, side, 0, 0);
}

/* 1 or 2: the generation at which it ranges; 0: it does not say. */
static uint32_t rank(const rangekit_token *token) {
    if ((token->fields & RANGEKIT_TOKEN_HAS_GENERATION) == 0) return 0;
    if (token->generation == RANGEKIT_GENERATION_THIRD_PARTY) return 1;
    return token->generation <= 2 ? token->generation : 0;
}

struct configuration_model configuration_model_build(const rangekit_token *local, const rangekit_token *peer,
                                                     const rangekit_configuration_request *request) {
    const rangekit_token *tokens[] = {local, peer};
    static const int32_t sides[] = {RANGEKIT_SIDE_LOCAL, RANGEKIT_SIDE_PEER};
    enum { PEER, ACCESSORY, SOUNDING, TDOA };
    static const uint32_t offered[] = {3, 7, 2, 0}; /* by kind */
    struct configuration_model built, *model = &built;
    memset(model, 0, sizeof *model);
    int32_t kind = request->kind;
    if (kind == PEER &&
        (local->kind == RANGEKIT_TOKEN_KIND_ACCESSORY || peer->kind == RANGEKIT_TOKEN_KIND_ACCESSORY)) {
        kind = ACCESSORY;
    }
    int has_identifier = (request->fields & RANGEKIT_REQUEST_HAS_BLUETOOTH_PEER) != 0;
    int has_network = (request->fields & RANGEKIT_REQUEST_HAS_NETWORK) != 0;
    if (kind == TDOA) {
        need(model, local, RANGEKIT_SIDE_LOCAL, RANGEKIT_CAPABILITY_DL_TDOA, 0);
        if (!has_network) refuse(model, RANGEKIT_REFUSAL_NETWORK_MISSING, RANGEKIT_SIDE_LOCAL, 0, 0);
    } else {
        if (same_device(local, peer)) refuse(model, RANGEKIT_REFUSAL_SAME_DEVICE, 0, 0, 0);
        for (int i = 0; i < 2; i += 1) {
            if (tokens[i]->kind == RANGEKIT_TOKEN_KIND_OPAQUE)
                refuse(model, RANGEKIT_REFUSAL_FOREIGN_TOKEN, sides[i], 0, 0);
            if (kind == SOUNDING) need(model, tokens[i], sides[i], RANGEKIT_CAPABILITY_CHANNEL_SOUNDING, 0);
            else if (states(tokens[i]) && (tokens[i]->capabilities & 3) == 0)
                refuse(model, RANGEKIT_REFUSAL_CAPABILITY_MISSING, sides[i], RANGEKIT_CAPABILITY_PRECISE_DISTANCE, 0);
        }
        if (kind != SOUNDING && lists(local) && lists(peer) && !share_a_technology(local, peer)) {
            refuse(model, RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY, 0, 0, 0);
        }
        if (kind == SOUNDING && !has_identifier)
            refuse(model, RANGEKIT_REFUSAL_BLUETOOTH_PEER_MISSING, RANGEKIT_SIDE_LOCAL, 0, 0);
    }
    for (uint32_t option = 1; option <= 4; option <<= 1) {
        if (request->options & option & ~offered[kind]) refuse(model, RANGEKIT_REFUSAL_OPTION_NOT_OFFERED, 0, 0, option);
    }
    uint32_t wanted = request->options & offered[kind], extended = RANGEKIT_OPTION_EXTENDED_DISTANCE;
    if (WANTS(EXTENDED_DISTANCE)) {
        need(model, local, RANGEKIT_SIDE_LOCAL, RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, extended);
        need(model, peer, RANGEKIT_SIDE_PEER, RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, extended);
    }
    if (WANTS(CAMERA_ASSISTANCE))
        need(model, local, RANGEKIT_SIDE_LOCAL, RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE, RANGEKIT_OPTION_CAMERA_ASSISTANCE);
    if (WANTS(BACKGROUND) && !has_identifier)
        refuse(model, RANGEKIT_REFUSAL_BLUETOOTH_PEER_MISSING, RANGEKIT_SIDE_LOCAL, 0, RANGEKIT_OPTION_BACKGROUND);
    if (request->fields & RANGEKIT_REQUEST_HAS_CONDITIONS) conditions(model, kind, wanted, request);
    if (kind == SOUNDING && (request->fields & RANGEKIT_REQUEST_HAS_READINESS)) readiness(model, request);

    rangekit_configuration *out = &model->configuration;
    uint32_t a = rank(local), b = kind == TDOA ? 0 : rank(peer);
    out->struct_size = sizeof *out;
    out->kind = kind;
    out->enabled = request->options;
    out->performance_generation = a < b ? a : b; /* the lesser; 0, unknown, if either is */
    if (kind == TDOA && has_network) {
        out->fields = RANGEKIT_CONFIGURATION_HAS_NETWORK;
        out->network = request->network;
        out->discovery = request->discovery;
    }
    if (kind == ACCESSORY || kind == SOUNDING) {
        out->fields = request->fields & (RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER |
                                         RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER);
        if (out->fields & RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER)
            memcpy(out->bluetooth_peer, request->bluetooth_peer, 16);
        if (out->fields & RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER)
            memcpy(out->previous_bluetooth_peer, request->previous_bluetooth_peer, 16);
    }
    if (kind == SOUNDING) out->role = request->role;
    return built;
}
