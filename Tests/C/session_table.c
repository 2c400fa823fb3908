/* The table of sessions: every cell against the tests' own table, and every cell as sessions execute it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_messages.h"
#include "session_support.h"
#include "session_table_model.h"

static struct session_end end;
static uint8_t configuration_bytes[64], offer_bytes[64];
static size_t configuration_size, offer_size;

enum { SESSION_ID = 0x1234 };

static void every_state_and_input_is_as_the_rules_say(void **state) {
    (void)state;
    size_t changes = 0;
    for (int from = 0; from < RANGEKIT_SESSION_STATE_COUNT; from += 1) {
        for (int input = 0; input < RANGEKIT_SESSION_INPUT_COUNT; input += 1) {
            rangekit_session_transition found, expected = session_model_cell(from, input);
            assert_status(rangekit_session_look_up(from, input, &found), RANGEKIT_OK);
            if (memcmp(&found, &expected, sizeof found) != 0) {
                fail_text("%s, %s: next %d not %d, send %d not %d, event %d not %d, status %d not %d, new run %d not %d",
                          rangekit_session_state_name(from), rangekit_session_input_name(input), found.next,
                          expected.next, found.send, expected.send, found.event, expected.event, found.status,
                          expected.status, found.begins_run, expected.begins_run);
            }
            changes += found.next != from;
        }
    }
    assert_true(changes > 80);
}

static void numbers_outside_the_table_are_refused(void **state) {
    (void)state;
    static const int32_t bad[] = {-1, INT32_MIN, INT32_MAX, 36, 256};
    rangekit_session_transition transition;
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        assert_status(rangekit_session_look_up(bad[i], 0, &transition), RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(rangekit_session_look_up(0, bad[i], &transition), RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    assert_status(rangekit_session_look_up(RANGEKIT_SESSION_STATE_COUNT, 0, &transition), RANGEKIT_ERROR_OUT_OF_RANGE);
}

/* ---- Driving sessions ---- */

static rangekit_session_info info(void) {
    rangekit_session_info found = RANGEKIT_SESSION_INFO_INIT;
    assert_status(rangekit_session_get_info(end.session, &found), RANGEKIT_OK);
    return found;
}

static rangekit_status hear(struct session_message message) {
    uint8_t bytes[256];
    message.session = message.session ? message.session : SESSION_ID;
    return rangekit_session_receive(end.session, bytes, session_message_write(&message, bytes), end.now);
}

static rangekit_status hear_kind(int kind, uint32_t run) {
    struct session_message message = {.kind = kind, .run = run, .number = 1};
    return hear(message);
}

static rangekit_status hear_stop(uint32_t reason) {
    struct session_message message = {.kind = MESSAGE_STOP, .run = info().run, .value = reason};
    return hear(message);
}

static rangekit_status hear_configuration(uint32_t run, uint32_t resumes) {
    struct session_message message = {.kind = MESSAGE_CONFIGURATION, .run = run, .number = 1, .value = resumes,
                                      .bytes = configuration_bytes, .size = configuration_size};
    return hear(message);
}

static rangekit_status hear_offer(void) {
    struct session_message message = {.kind = MESSAGE_OFFER, .run = info().run, .number = 1, .bytes = offer_bytes,
                                      .size = offer_size};
    return hear(message);
}

/* The kind of the message that is to go out, -1 for none; nothing is left then. */
static int outgoing(void) {
    int kind = -1;
    for (int count = 0;; count += 1) {
        uint8_t bytes[512];
        size_t length = 0;
        struct session_message message;
        assert_status(rangekit_session_next_outgoing(end.session, bytes, sizeof bytes, &length), RANGEKIT_OK);
        if (length == 0) return kind;
        assert_true(session_message_read(bytes, length, &message));
        /* An acknowledgement is the answer to data in every state. */
        if (message.kind != MESSAGE_ACKNOWLEDGEMENT) kind = message.kind;
        assert_true(count < 4);
    }
}

static void make(int role) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.role = role;
    options.session_id = SESSION_ID;
    options.active_limit_ns = 5 * SECOND;
    options.wake_interval_ns = 0;
    session_make(&end, DIALECT_RANGEKIT, &options);
}

/* Brings a session to a state, with a configuration known; 0 if this role is never in it. */
static int bring_to(int role, int state) {
    make(role);
    if (state == RANGEKIT_SESSION_IDLE) return 1;
    rangekit_session *session = end.session;
    int is_accessory = role == RANGEKIT_SESSION_ROLE_ACCESSORY;
    if (is_accessory ? state == RANGEKIT_SESSION_CONFIRMING : state == RANGEKIT_SESSION_WAITING) return 0;
    assert_status(rangekit_session_run(session, 0, 0), RANGEKIT_OK);
    if (is_accessory) {
        /* Once around, so that it knows a session and a configuration, and is back in WAITING. */
        assert_status(hear_kind(MESSAGE_REQUEST, 5), RANGEKIT_OK);
        assert_status(hear_configuration(5, 0), RANGEKIT_OK);
        if (state == RANGEKIT_SESSION_WAITING || state == RANGEKIT_SESSION_OPENING) {
            assert_status(rangekit_session_pause(session, 0), RANGEKIT_OK);
            assert_status(rangekit_session_run(session, 0, 0), RANGEKIT_OK);
            if (state == RANGEKIT_SESSION_OPENING) assert_status(hear_kind(MESSAGE_REQUEST, 6), RANGEKIT_OK);
            return 1;
        }
        if (state == RANGEKIT_SESSION_CONFIGURING) return 1;
        assert_status(rangekit_session_start(session, 0), RANGEKIT_OK);
    } else {
        if (state == RANGEKIT_SESSION_OPENING) return 1;
        assert_status(hear_offer(), RANGEKIT_OK);
        if (state == RANGEKIT_SESSION_CONFIGURING) return 1;
        assert_status(rangekit_session_configure(session, configuration_bytes, configuration_size, 0), RANGEKIT_OK);
        if (state == RANGEKIT_SESSION_CONFIRMING) return 1;
        assert_status(hear_kind(MESSAGE_STARTED, 1), RANGEKIT_OK);
    }
    switch (state) {
    case RANGEKIT_SESSION_AWAY: assert_status(hear_stop(0), RANGEKIT_OK); break;
    case RANGEKIT_SESSION_LOST: assert_status(rangekit_session_set_link(session, 0, 0), RANGEKIT_OK); break;
    case RANGEKIT_SESSION_PAUSED: assert_status(rangekit_session_pause(session, 0), RANGEKIT_OK); break;
    case RANGEKIT_SESSION_SUSPENDED:
    case RANGEKIT_SESSION_SUSPENSION_ENDED: assert_status(rangekit_session_suspend(session, 0), RANGEKIT_OK); break;
    case RANGEKIT_SESSION_REMOVED: assert_status(hear_stop(1), RANGEKIT_OK); break;
    case RANGEKIT_SESSION_INVALIDATED: assert_status(rangekit_session_invalidate(session, 0), RANGEKIT_OK); break;
    default: break;
    }
    if (state == RANGEKIT_SESSION_SUSPENSION_ENDED) assert_status(rangekit_session_end_suspension(session, 0), RANGEKIT_OK);
    return 1;
}

/* Gives the session an input; 0 if this role's host and peer have no way to. */
static int give(int role, int state, int input, rangekit_status *status) {
    rangekit_session *session = end.session;
    int is_accessory = role == RANGEKIT_SESSION_ROLE_ACCESSORY, has_run = state != RANGEKIT_SESSION_IDLE;
    int has_link = state != RANGEKIT_SESSION_LOST;
    int64_t now = end.now;
    uint32_t run = info().run;
    rangekit_range_sample sample = {.time_ns = now};
    if (input >= RANGEKIT_SESSION_INPUT_PEER_READY && input <= RANGEKIT_SESSION_INPUT_PEER_WAKE && (!has_link || !has_run)) {
        return 0;
    }
    int is_active = state >= RANGEKIT_SESSION_WAITING && state <= RANGEKIT_SESSION_LOST;
    switch (input) {
    case RANGEKIT_SESSION_INPUT_OPEN:
        if (is_accessory || (has_run && state > RANGEKIT_SESSION_CONFIRMING && state != RANGEKIT_SESSION_SUSPENDED &&
                             state != RANGEKIT_SESSION_INVALIDATED)) {
            return 0;
        }
        *status = rangekit_session_run(session, 0, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_RESUME:
        if (is_accessory || state <= RANGEKIT_SESSION_CONFIRMING) return 0;
        *status = rangekit_session_run(session, 0, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_SERVE:
        if (!is_accessory) return 0;
        *status = rangekit_session_run(session, 0, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_REFUSE:
        if (is_active) return 0;
        *status = rangekit_session_run(session, RANGEKIT_SESSION_LACKS_PLATFORM, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_CONFIGURE:
        if (is_accessory) return 0;
        *status = rangekit_session_configure(session, configuration_bytes, configuration_size, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_START:
        if (!is_accessory) return 0;
        *status = rangekit_session_start(session, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_PAUSE: *status = rangekit_session_pause(session, now); return 1;
    case RANGEKIT_SESSION_INPUT_SUSPEND: *status = rangekit_session_suspend(session, now); return 1;
    case RANGEKIT_SESSION_INPUT_END_SUSPENSION: *status = rangekit_session_end_suspension(session, now); return 1;
    case RANGEKIT_SESSION_INPUT_INVALIDATE: *status = rangekit_session_invalidate(session, now); return 1;
    case RANGEKIT_SESSION_INPUT_FAIL:
        *status = rangekit_session_fail(session, RANGEKIT_ERROR_SESSION_FAILED, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_LINK_DOWN:
        if (!has_link) return 0;
        *status = rangekit_session_set_link(session, 0, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_LINK_UP:
        if (has_link || !is_accessory) return 0; /* a controller goes on by itself */
        *status = rangekit_session_set_link(session, 1, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_MEASURE: *status = rangekit_session_measure(session, &sample); return 1;
    case RANGEKIT_SESSION_INPUT_SEND: *status = rangekit_session_send(session, offer_bytes, 1, now); return 1;
    case RANGEKIT_SESSION_INPUT_MOVE: *status = rangekit_session_set_motion(session, 1, now); return 1;
    case RANGEKIT_SESSION_INPUT_WAKE:
        if (!is_accessory) return 0;
        *status = rangekit_session_wake(session, 1, now);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_READY:
        if (is_accessory) return 0;
        *status = hear_kind(MESSAGE_READY, run);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_REQUEST:
        if (!is_accessory) return 0;
        *status = hear_kind(MESSAGE_REQUEST, run + 1);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_OFFER:
        if (is_accessory) return 0;
        *status = hear_offer();
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_CONFIGURE:
        if (!is_accessory) return 0;
        *status = state == RANGEKIT_SESSION_OPENING ? hear_configuration(run, 0) : hear_configuration(run + 1, 1);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_AGAIN:
        if (!is_accessory) return 0;
        *status = hear_kind(MESSAGE_REQUEST, run);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_STARTED:
        if (is_accessory) return 0;
        *status = hear_kind(MESSAGE_STARTED, run);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_AWAY: *status = hear_stop(0); return 1;
    case RANGEKIT_SESSION_INPUT_PEER_ENDED: *status = hear_stop(1); return 1;
    case RANGEKIT_SESSION_INPUT_PEER_UNKNOWN:
        if (is_accessory) return 0;
        *status = hear_stop(2);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_STALE:
        if (!is_accessory) return 0;
        *status = hear_kind(MESSAGE_ALIVE, run + 9);
        return 1;
    case RANGEKIT_SESSION_INPUT_PEER_ALIVE: {
        struct session_message message = {.kind = MESSAGE_ALIVE, .run = run};
        *status = hear(message);
        return 1;
    }
    case RANGEKIT_SESSION_INPUT_PEER_DATA: {
        struct session_message message = {.kind = MESSAGE_DATA, .run = run, .number = 1, .bytes = offer_bytes, .size = 3};
        *status = hear(message);
        return 1;
    }
    case RANGEKIT_SESSION_INPUT_PEER_WAKE:
        if (is_accessory) return 0;
        *status = hear_kind(MESSAGE_WAKE, run);
        return 1;
    case RANGEKIT_SESSION_INPUT_WINDOW: break;
    case RANGEKIT_SESSION_INPUT_RETRY:
        if (state == RANGEKIT_SESSION_RUNNING) {
            assert_status(rangekit_session_send(session, offer_bytes, 1, now), RANGEKIT_OK);
            (void)outgoing();
        }
        *status = rangekit_session_advance(session, now + (state == RANGEKIT_SESSION_WAITING ? 2 * SECOND : SECOND / 2));
        return is_accessory ? state == RANGEKIT_SESSION_WAITING || state == RANGEKIT_SESSION_RUNNING : 1;
    case RANGEKIT_SESSION_INPUT_KEEP_ALIVE:
        *status = rangekit_session_advance(session, now + 2 * SECOND);
        return state == RANGEKIT_SESSION_RUNNING || state >= RANGEKIT_SESSION_PAUSED;
    case RANGEKIT_SESSION_INPUT_LIMIT:
        *status = rangekit_session_advance(session, now + 5 * SECOND);
        return state == RANGEKIT_SESSION_RUNNING || state >= RANGEKIT_SESSION_PAUSED;
    default: return 0;
    }
    /* Windows: long enough for every one of them, where there is one. */
    int64_t after = state == RANGEKIT_SESSION_AWAY || state == RANGEKIT_SESSION_LOST ? 30 : 10;
    if (state == RANGEKIT_SESSION_RUNNING || state == RANGEKIT_SESSION_WAITING) return 0;
    *status = rangekit_session_advance(session, now + after * SECOND);
    return 1;
}

/* What goes out for a row's send. */
static int kind_of(int send) {
    switch (send) {
    case RANGEKIT_SESSION_SEND_READY: return MESSAGE_READY;
    case RANGEKIT_SESSION_SEND_REQUEST: return MESSAGE_REQUEST;
    case RANGEKIT_SESSION_SEND_OFFER: return MESSAGE_OFFER;
    case RANGEKIT_SESSION_SEND_CONFIGURATION: return MESSAGE_CONFIGURATION;
    case RANGEKIT_SESSION_SEND_STARTED: return MESSAGE_STARTED;
    case RANGEKIT_SESSION_SEND_STOP: return MESSAGE_STOP;
    case RANGEKIT_SESSION_SEND_ALIVE:
    case RANGEKIT_SESSION_SEND_MOTION: return MESSAGE_ALIVE;
    case RANGEKIT_SESSION_SEND_WAKE: return MESSAGE_WAKE;
    case RANGEKIT_SESSION_SEND_DATA: return MESSAGE_DATA;
    default: return -1;
    }
}

static int waits_for_running(int send) {
    return send == RANGEKIT_SESSION_SEND_MOTION || send == RANGEKIT_SESSION_SEND_WAKE ||
           send == RANGEKIT_SESSION_SEND_DATA;
}

static void sessions_do_what_the_table_says(void **state) {
    (void)state;
    static uint8_t driven[RANGEKIT_SESSION_STATE_COUNT][RANGEKIT_SESSION_INPUT_COUNT];
    configuration_size = session_configuration(DIALECT_RANGEKIT, configuration_bytes, sizeof configuration_bytes);
    offer_size = session_offer(DIALECT_RANGEKIT, 0xA0, offer_bytes, sizeof offer_bytes);
    size_t cells = 0;
    for (int role = 0; role < 2; role += 1) {
        for (int from = 0; from < RANGEKIT_SESSION_STATE_COUNT; from += 1) {
            for (int input = 0; input < RANGEKIT_SESSION_INPUT_COUNT; input += 1) {
                if (!bring_to(role, from)) continue;
                session_assert_state(&end, from);
                (void)outgoing();
                session_take_events(&end);
                end.event_count = 0;
                rangekit_status status = RANGEKIT_OK;
                if (!give(role, from, input, &status)) continue;
                driven[from][input] = 1;
                cells += 1;
                rangekit_session_transition cell = session_model_cell(from, input);
                const char *where = rangekit_session_input_name(input);
                if (status != cell.status || session_state(end.session) != cell.next) {
                    fail_text("role %d, %s, %s: %s in %s, not %s in %s", role, rangekit_session_state_name(from), where,
                              rangekit_status_name(status), rangekit_session_state_name(session_state(end.session)),
                              rangekit_status_name(cell.status), rangekit_session_state_name(cell.next));
                }
                session_take_events(&end);
                int event = end.event_count > 0 ? end.events[0].event : 0;
                if (event != cell.event || end.event_count > 1) {
                    fail_text("role %d, %s, %s: event %s, not %s", role, rangekit_session_state_name(from), where,
                              rangekit_session_event_name(event), rangekit_session_event_name(cell.event));
                }
                int expected = kind_of(cell.send);
                if (waits_for_running(cell.send) && cell.next != RANGEKIT_SESSION_RUNNING) expected = -1;
                /* Without a link nothing goes out; before the first run there is nobody to tell. */
                if (from == RANGEKIT_SESSION_LOST) expected = -1;
                int found = outgoing();
                if (cell.send == RANGEKIT_SESSION_SEND_READY && role == 0) expected = -1; /* accessories alone are ready */
                if (found != expected) {
                    fail_text("role %d, %s, %s: message %d, not %d", role, rangekit_session_state_name(from), where,
                              found, expected);
                }
            }
        }
    }
    /* What no session of these two roles can be given: Channel Sounding, motion (which comes with "alive"), and what
     * only the other role has. */
    size_t missing = 0;
    for (int from = 0; from < RANGEKIT_SESSION_STATE_COUNT; from += 1) {
        for (int input = 0; input < RANGEKIT_SESSION_INPUT_COUNT; input += 1) {
            rangekit_session_transition cell = session_model_cell(from, input);
            int changes = cell.next != from || cell.event != 0 || cell.send != 0;
            int is_elsewhere = input == RANGEKIT_SESSION_INPUT_RADIO || input == RANGEKIT_SESSION_INPUT_PEER_MOTION ||
                               from == RANGEKIT_SESSION_LOST ||
                               (input == RANGEKIT_SESSION_INPUT_RESUME && from == RANGEKIT_SESSION_IDLE) ||
                               (input == RANGEKIT_SESSION_INPUT_OPEN && from >= RANGEKIT_SESSION_AWAY) ||
                               (input == RANGEKIT_SESSION_INPUT_START && from == RANGEKIT_SESSION_CONFIRMING) ||
                               (input == RANGEKIT_SESSION_INPUT_WINDOW && from == RANGEKIT_SESSION_RUNNING) ||
                               (from == RANGEKIT_SESSION_WAITING && input == RANGEKIT_SESSION_INPUT_PEER_WAKE) ||
                               (from == RANGEKIT_SESSION_CONFIRMING && input == RANGEKIT_SESSION_INPUT_PEER_STALE);
            if (!changes || driven[from][input] || is_elsewhere) continue;
            print_message("not driven: %s, %s\n", rangekit_session_state_name(from), rangekit_session_input_name(input));
            missing += 1;
        }
    }
    assert_int_equal(missing, 0);
    assert_true(cells > 500);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_state_and_input_is_as_the_rules_say),
    cmocka_unit_test(numbers_outside_the_table_are_refused),
    cmocka_unit_test(sessions_do_what_the_table_says),
};

TEST_GROUP(session_table_tests, tests);
