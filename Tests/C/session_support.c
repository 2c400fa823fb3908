/* SPDX-License-Identifier: MIT */
#include "session_support.h"

static size_t android_offer(uint8_t first, uint8_t *out, size_t capacity) {
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    rangekit_android_technology uwb = {.technology = RANGEKIT_ANDROID_TECHNOLOGY_UWB,
                                       .fields = RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY |
                                                 RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS,
                                       .channels = 1u << 9, .preamble_indexes = 1u << 8, .config_ids = 2,
                                       .interval_ms = 120, .slot_ms = 2, .role = 3, .address = {first, 0x55}};
    size_t length = 0;
    message.message = RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE;
    message.fields = RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES | RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING |
                     RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE;
    message.technologies = 1;
    message.device_type = RANGEKIT_ANDROID_DEVICE_TAG;
    assert_status(rangekit_android_oob_encode(&message, &uwb, 1, out, capacity, &length, NULL), RANGEKIT_OK);
    return length;
}

static size_t android_configuration(uint8_t *out, size_t capacity) {
    rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
    rangekit_android_technology uwb = {.technology = RANGEKIT_ANDROID_TECHNOLOGY_UWB,
                                       .fields = RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION |
                                                 RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS,
                                       .session_id = 7, .config_id = 1, .channel = 9, .preamble_index = 9,
                                       .interval_ms = 120, .slot_ms = 2, .role = 1, .mode = 1, .bytes_length = 8,
                                       .address = {9, 9}, .country = {'U', 'S'}, .bytes = {1, 2, 3, 4, 5, 6, 7, 8}};
    size_t length = 0;
    message.message = RANGEKIT_ANDROID_OOB_CONFIGURATION;
    message.fields = RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES | RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START |
                     RANGEKIT_ANDROID_OOB_HAS_MOTION;
    message.technologies = message.technologies_to_start = 1;
    message.motion = 1;
    assert_status(rangekit_android_oob_encode(&message, &uwb, 1, out, capacity, &length, NULL), RANGEKIT_OK);
    return length;
}

static void token_of(int dialect, uint8_t first, rangekit_token *token) {
    uint8_t identity[16] = {first, 0x55};
    *token = (rangekit_token)RANGEKIT_TOKEN_INIT;
    assert_status(dialect == DIALECT_RANGEKIT ? rangekit_token_make_peer(token, identity, 16)
                                              : rangekit_token_make_accessory(token, identity, 2),
                  RANGEKIT_OK);
}

size_t session_offer(int dialect, uint8_t first, uint8_t *out, size_t capacity) {
    size_t length = 0;
    if (dialect == DIALECT_RANGEKIT) {
        rangekit_token token;
        token_of(dialect, first, &token);
        token.fields = RANGEKIT_TOKEN_HAS_CAPABILITIES;
        token.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
        assert_status(rangekit_token_encode(&token, out, capacity, &length, NULL), RANGEKIT_OK);
    } else if (dialect == DIALECT_ACCESSORY) {
        rangekit_accessory_configuration configuration = {.struct_size = sizeof configuration};
        assert_status(rangekit_accessory_configuration_default(&configuration), RANGEKIT_OK);
        configuration.short_address[0] = first;
        configuration.short_address[1] = 0x55;
        assert_status(rangekit_accessory_configuration_encode(&configuration, out, capacity, &length, NULL),
                      RANGEKIT_OK);
    } else if (dialect == DIALECT_ANDROID) {
        length = android_offer(first, out, capacity);
    }
    return length;
}

size_t session_configuration(int dialect, uint8_t *out, size_t capacity) {
    size_t length = 0;
    if (dialect == DIALECT_RANGEKIT) {
        rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
        assert_status(rangekit_configuration_encode(&configuration, out, capacity, &length, NULL), RANGEKIT_OK);
    } else if (dialect == DIALECT_ACCESSORY) {
        rangekit_shareable_configuration configuration = {.struct_size = sizeof configuration};
        assert_status(rangekit_shareable_configuration_default(&configuration), RANGEKIT_OK);
        memcpy(configuration.country, "EU", 2);
        assert_status(rangekit_shareable_configuration_encode(&configuration, out, capacity, &length, NULL),
                      RANGEKIT_OK);
    } else if (dialect == DIALECT_ANDROID) {
        length = android_configuration(out, capacity);
    }
    return length;
}

uint64_t session_identity(int dialect, uint8_t first) {
    rangekit_token token;
    uint64_t hash = 0;
    token_of(dialect, first, &token);
    assert_status(rangekit_token_identity_hash(&token, 0, &hash), RANGEKIT_OK);
    return hash;
}

rangekit_status session_use(rangekit_session *session, int dialect) {
    switch (dialect) {
    case DIALECT_RANGEKIT: return rangekit_session_use_rangekit(session);
    case DIALECT_ACCESSORY: return rangekit_session_use_accessory(session);
    case DIALECT_ANDROID: return rangekit_session_use_android(session);
    case DIALECT_SOUNDING: return rangekit_session_use_channel_sounding(session);
    default: return RANGEKIT_OK;
    }
}

void session_make(struct session_end *end, int dialect, const rangekit_session_options *options) {
    memset(end, 0, sizeof *end);
    assert_status(rangekit_session_init(end->memory, sizeof end->memory, options, &end->session), RANGEKIT_OK);
    assert_status(session_use(end->session, dialect), RANGEKIT_OK);
    end->dialect = dialect;
    if (options->role == RANGEKIT_SESSION_ROLE_ACCESSORY && dialect != DIALECT_NONE) {
        uint8_t offer[256];
        size_t length = session_offer(dialect, 0xA0, offer, sizeof offer);
        assert_status(rangekit_session_set_offer(end->session, offer, length), RANGEKIT_OK);
    }
}

void session_make_pair(struct session_pair *pair, int dialect, const rangekit_session_options *options) {
    rangekit_session_options own = *options;
    own.role = RANGEKIT_SESSION_ROLE_CONTROLLER;
    session_make(&pair->controller, dialect, &own);
    own.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
    own.peer_identity = 0;
    own.local_identity = 0;
    session_make(&pair->accessory, dialect, &own);
    pair->frames = 0;
}

void session_end_pair(struct session_pair *pair) {
    rangekit_session_destroy(pair->controller.session);
    rangekit_session_destroy(pair->accessory.session);
}

void session_take_events(struct session_end *end) {
    for (;;) {
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        assert_true(end->event_count < COUNT_OF(end->events));
        assert_status(rangekit_session_next_event(end->session, &event, end->data[end->event_count],
                                                  sizeof end->data[0]),
                      RANGEKIT_OK);
        if (event.event == RANGEKIT_SESSION_EVENT_NOTHING) return;
        end->events[end->event_count] = event;
        end->event_count += 1;
    }
}

static size_t move(struct session_end *from, struct session_end *to) {
    size_t count = 0;
    for (;; count += 1) {
        uint8_t frame[512];
        size_t length = 0;
        assert_status(rangekit_session_next_outgoing(from->session, frame, sizeof frame, &length), RANGEKIT_OK);
        if (length == 0) return count;
        assert_status(rangekit_session_receive(to->session, frame, length, to->now), RANGEKIT_OK);
    }
}

void session_pump(struct session_pair *pair) {
    for (size_t moved = 1; moved > 0; pair->frames += moved) {
        moved = move(&pair->controller, &pair->accessory) + move(&pair->accessory, &pair->controller);
        session_take_events(&pair->controller);
        session_take_events(&pair->accessory);
    }
}

void session_advance(struct session_pair *pair, int64_t now) {
    pair->controller.now = pair->accessory.now = now;
    assert_status(rangekit_session_advance(pair->controller.session, now), RANGEKIT_OK);
    assert_status(rangekit_session_advance(pair->accessory.session, now), RANGEKIT_OK);
}

void session_start_pair(struct session_pair *pair) {
    struct session_end *controller = &pair->controller, *accessory = &pair->accessory;
    uint8_t configuration[256];
    size_t length = session_configuration(controller->dialect, configuration, sizeof configuration);
    assert_status(rangekit_session_run(accessory->session, 0, accessory->now), RANGEKIT_OK);
    assert_status(rangekit_session_run(controller->session, 0, controller->now), RANGEKIT_OK);
    session_pump(pair);
    session_expect(controller, RANGEKIT_SESSION_EVENT_OFFERED);
    assert_status(rangekit_session_configure(controller->session, configuration, length, controller->now), RANGEKIT_OK);
    session_pump(pair);
    session_expect(accessory, RANGEKIT_SESSION_EVENT_CONFIGURED);
    assert_status(rangekit_session_start(accessory->session, accessory->now), RANGEKIT_OK);
    session_pump(pair);
    session_expect(controller, RANGEKIT_SESSION_EVENT_RUNNING);
    session_expect(accessory, RANGEKIT_SESSION_EVENT_RUNNING);
}

int session_state(rangekit_session *session) {
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    assert_status(rangekit_session_get_info(session, &info), RANGEKIT_OK);
    return info.state;
}

void session_expect_at(struct session_end *end, size_t count, const int *kinds, const char *file, int line) {
    session_take_events(end);
    for (size_t i = 0; i < count || i < end->event_count; i += 1) {
        const char *expected = i < count ? rangekit_session_event_name(kinds[i]) : "none";
        const char *found = i < end->event_count ? rangekit_session_event_name(end->events[i].event) : "none";
        if (strcmp(expected, found) != 0) {
            fail_text("%s:%d: event %zu is %s, not %s", file, line, i, found, expected);
        }
    }
    end->event_count = 0;
}

void session_assert_state_at(rangekit_session *session, int state, const char *file, int line) {
    int found = session_state(session);
    if (found != state) {
        fail_text("%s:%d: the state is %s, not %s", file, line, rangekit_session_state_name(found),
                  rangekit_session_state_name(state));
    }
}
