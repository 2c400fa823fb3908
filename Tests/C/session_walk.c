/* Random walks: pairs of sessions over links that lose, repeat, reorder and delay, every end against its model, and
 * every so often time for both sides to agree.
 *
 * RANGEKIT_SESSION_STEPS sets the number of steps; `make -C Tests/C walk` takes ten million.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_model.h"

#define INPUT(name) RANGEKIT_SESSION_INPUT_##name

enum { PAIRS = 2, ENDS = 2 * PAIRS, FLIGHT = 24 };

struct flight {
    size_t size;
    uint8_t bytes[128];
    int64_t due;
};

struct walker {
    rangekit_session *session;
    uint64_t memory[700];
    struct session_model model;
    struct flight inbox[FLIGHT];
    size_t inbox_count;
    uint32_t next_session, sent, delivered;
    uint64_t samples;
};

static struct walker walkers[ENDS];
static struct random_source source;
static int64_t now;
static uint8_t tokens[ENDS][64], configuration[64];
static size_t token_sizes[ENDS], configuration_size;
static uint64_t identities[ENDS];
static uint64_t visited[RANGEKIT_SESSION_STATE_COUNT], wrong_peers, delivered_data;

static int is_accessory(int end) { return end & 1; }
static int peer_of(int end) { return end ^ 1; }

static void make(int end) {
    struct walker *walker = &walkers[end];
    uint32_t next = walker->next_session + 1;
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    memset(walker, 0, sizeof *walker);
    walker->next_session = next;
    options.role = is_accessory(end);
    options.peer = (uint32_t)end;
    options.peer_identity = identities[peer_of(end)];
    options.session_id = (uint32_t)(1000 * (end + 1)) + next;
    options.start_window_ns = 10 * SECOND;
    options.away_timeout_ns = 12 * SECOND;
    options.resume_window_ns = 8 * SECOND;
    options.active_limit_ns = end < 2 ? 0 : 100 * SECOND;
    options.wake_interval_ns = SECOND;
    options.data_capacity = 64;
    options.event_capacity = 512;
    assert_status(rangekit_session_init(walker->memory, sizeof walker->memory, &options, &walker->session), RANGEKIT_OK);
    assert_status(rangekit_session_use_rangekit(walker->session), RANGEKIT_OK);
    assert_status(rangekit_session_set_offer(walker->session, tokens[end], token_sizes[end]), RANGEKIT_OK);
    session_model_make(&walker->model, &options, identities[end]);
}

static void start_world(uint64_t seed) {
    source.state = seed;
    now = 0;
    configuration_size = session_configuration(DIALECT_RANGEKIT, configuration, sizeof configuration);
    for (int end = 0; end < ENDS; end += 1) {
        token_sizes[end] = session_offer(DIALECT_RANGEKIT, (uint8_t)(end + 1), tokens[end], sizeof tokens[end]);
        identities[end] = session_identity(DIALECT_RANGEKIT, (uint8_t)(end + 1));
    }
    for (int end = 0; end < ENDS; end += 1) make(end);
}

/* ---- Comparing ---- */

static void check_events(int end) {
    struct walker *walker = &walkers[end];
    for (size_t i = 0;; i += 1) {
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        uint8_t data[64];
        assert_status(rangekit_session_next_event(walker->session, &event, data, sizeof data), RANGEKIT_OK);
        if (event.event == RANGEKIT_SESSION_EVENT_NOTHING) {
            assert_int_equal(i, walker->model.event_count);
            break;
        }
        assert_true(i < walker->model.event_count);
        struct model_event expected = walker->model.events[i];
        assert_int_equal(event.event, expected.event);
        if (event.event == RANGEKIT_SESSION_EVENT_SAMPLE) {
            /* The sample says whose it is. */
            assert_true(event.sample.distance_m == (float)end);
            walker->samples += 1;
        } else if (event.event == RANGEKIT_SESSION_EVENT_INVALIDATED) {
            assert_status(event.status, expected.detail);
            assert_int_equal(event.reason, expected.data);
        } else {
            assert_int_equal(event.reason, expected.detail);
        }
        if (event.event == RANGEKIT_SESSION_EVENT_DATA) {
            uint32_t value;
            assert_int_equal(event.data_length, sizeof value);
            memcpy(&value, data, sizeof value);
            assert_int_equal(value, expected.data);
            delivered_data += 1;
        }
    }
    walker->model.event_count = 0;
}

static void check(int end, const char *what, rangekit_status found, rangekit_status expected) {
    struct walker *walker = &walkers[end];
    int state = session_state(walker->session);
    assert_in_range(state, 0, RANGEKIT_SESSION_STATE_COUNT - 1);
    if (found != expected || state != walker->model.state) {
        fail_text("end %d, %s at %lld: %s in %s, model %s in %s", end, what, (long long)now, rangekit_status_name(found),
                  rangekit_session_state_name(state), rangekit_status_name(expected),
                  rangekit_session_state_name(walker->model.state));
    }
    visited[state] += 1;
    check_events(end);
}

#define BOTH(end, call, model_call)                              \
    do {                                                         \
        rangekit_status found_ = (call);                         \
        check((end), #call, found_, (model_call));               \
    } while (0)

/* Takes everything that an end sends, and compares it with what the model says. */
static void drain(int end, struct flight *out, size_t *count, size_t capacity) {
    struct walker *walker = &walkers[end];
    for (*count = 0;;) {
        struct session_message found, expected;
        struct flight flight;
        assert_status(rangekit_session_next_outgoing(walker->session, flight.bytes, sizeof flight.bytes, &flight.size),
                      RANGEKIT_OK);
        int has = session_model_outgoing(&walker->model, &expected);
        assert_int_equal(has, flight.size > 0);
        if (!has) return;
        assert_true(session_message_read(flight.bytes, flight.size, &found));
        if (found.kind != expected.kind || found.session != expected.session || found.run != expected.run ||
            found.value != expected.value ||
            (found.kind != MESSAGE_READY && found.kind != MESSAGE_STOP && found.number != expected.number)) {
            fail_text("end %d sends kind %d session %u run %u number %u value %u, model kind %d session %u run %u "
                      "number %u value %u",
                      end, found.kind, found.session, found.run, found.number, found.value, expected.kind,
                      expected.session, expected.run, expected.number, expected.value);
        }
        assert_true(*count < capacity);
        out[*count] = flight;
        *count += 1;
    }
}

static void deliver(int end, const struct flight *flight) {
    struct walker *walker = &walkers[end];
    struct session_message message;
    assert_true(session_message_read(flight->bytes, flight->size, &message));
    uint64_t identity = 0;
    if (message.kind == MESSAGE_REQUEST || message.kind == MESSAGE_OFFER) {
        rangekit_token token = RANGEKIT_TOKEN_INIT;
        assert_status(rangekit_token_decode(message.bytes, message.size, &token, NULL), RANGEKIT_OK);
        assert_status(rangekit_token_identity_hash(&token, 0, &identity), RANGEKIT_OK);
    }
    BOTH(end, rangekit_session_receive(walker->session, flight->bytes, flight->size, now),
         session_model_receive(&walker->model, &message, identity, now));
}

/* ---- The bad link ---- */

static void put(int end, const struct flight *flight, int64_t delay) {
    struct walker *walker = &walkers[end];
    if (walker->inbox_count == FLIGHT) return; /* lost */
    walker->inbox[walker->inbox_count] = *flight;
    walker->inbox[walker->inbox_count].due = now + delay;
    walker->inbox_count += 1;
}

static void send_badly(int end) {
    struct flight out[8];
    size_t count;
    drain(end, out, &count, COUNT_OF(out));
    for (size_t i = 0; i < count; i += 1) {
        int to = random_below(&source, 50) == 0 ? (int)random_below(&source, ENDS) : peer_of(end); /* mixed-up links */
        uint64_t copies = random_below(&source, 10);
        copies = copies < 2 ? 0 : copies < 8 ? 1 : copies - 6;
        for (; copies > 0; copies -= 1) {
            put(to, &out[i], (int64_t)random_below(&source, random_below(&source, 8) == 0 ? 20000000000u : 300000000u));
        }
    }
}

static void deliver_due(int end) {
    struct walker *walker = &walkers[end];
    for (size_t tries = walker->inbox_count; tries > 0; tries -= 1) {
        size_t i = random_below(&source, walker->inbox_count);
        if (walker->inbox[i].due > now) continue;
        struct flight flight = walker->inbox[i];
        walker->inbox[i] = walker->inbox[walker->inbox_count - 1];
        walker->inbox_count -= 1;
        deliver(end, &flight);
        if (walker->inbox_count == 0) return;
    }
}

/* ---- What hosts do ---- */

static void measure(int end, uint32_t peer) {
    struct walker *walker = &walkers[end];
    rangekit_range_sample sample = {.time_ns = now, .peer = peer, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                    .distance_m = (float)peer};
    if (peer != (uint32_t)end) wrong_peers += 1;
    BOTH(end, rangekit_session_measure(walker->session, &sample), session_model_measure(&walker->model, peer, now));
}

static void configure(int end) {
    struct walker *walker = &walkers[end];
    BOTH(end, rangekit_session_configure(walker->session, configuration, configuration_size, now),
         session_model_input(&walker->model, INPUT(CONFIGURE), now));
}

static void run(int end, uint32_t lacks) {
    struct walker *walker = &walkers[end];
    BOTH(end, rangekit_session_run(walker->session, lacks, now), session_model_run(&walker->model, lacks, now));
}

static void set_link(int end, int is_up) {
    struct walker *walker = &walkers[end];
    BOTH(end, rangekit_session_set_link(walker->session, is_up, now), session_model_link(&walker->model, is_up, now));
}

static void one_step(void) {
    int end = (int)random_below(&source, ENDS);
    struct walker *walker = &walkers[end];
    rangekit_session *session = walker->session;
    struct session_model *model = &walker->model;
    uint32_t value;
    now += (int64_t)random_below(&source, random_below(&source, 200) == 0 ? 15000000000u : 40000000u);
    switch (random_below(&source, 40)) {
    case 0: BOTH(end, rangekit_session_pause(session, now), session_model_input(model, INPUT(PAUSE), now)); break;
    case 1: BOTH(end, rangekit_session_suspend(session, now), session_model_input(model, INPUT(SUSPEND), now)); break;
    case 2:
    case 3:
        BOTH(end, rangekit_session_end_suspension(session, now), session_model_input(model, INPUT(END_SUSPENSION), now));
        break;
    case 4:
        if (random_below(&source, 30) == 0) {
            BOTH(end, rangekit_session_invalidate(session, now), session_model_input(model, INPUT(INVALIDATE), now));
        } else if (random_below(&source, 30) == 0) {
            BOTH(end, rangekit_session_fail(session, RANGEKIT_ERROR_SESSION_FAILED, now),
                 session_model_input(model, INPUT(FAIL), now));
        } else if (random_below(&source, 60) == 0) {
            run(end, RANGEKIT_SESSION_LACKS_PLATFORM);
        }
        break;
    case 5:
        if (random_below(&source, 4) == 0) set_link(end, 0);
        break;
    case 6: set_link(end, 1); break;
    case 7:
    case 8:
    case 9:
    case 10: run(end, 0); break;
    case 11:
        if (random_below(&source, 6) == 0) configure(end);
        break;
    case 12:
    case 13:
    case 14:
        if (model->state == RANGEKIT_SESSION_CONFIGURING && !is_accessory(end)) configure(end);
        break;
    case 15:
    case 16:
    case 17: BOTH(end, rangekit_session_start(session, now), session_model_input(model, INPUT(START), now)); break;
    case 18:
    case 19: measure(end, (uint32_t)end); break;
    case 20: measure(end, (uint32_t)random_below(&source, ENDS + 2)); break;
    case 21:
    case 22:
        value = walker->sent;
        {
            rangekit_status found = rangekit_session_send(session, (const uint8_t *)&value, sizeof value, now);
            rangekit_status expected = session_model_send(model, value, now);
            walker->sent += found == RANGEKIT_OK;
            check(end, "send", found, expected);
        }
        break;
    case 23:
        value = (uint32_t)random_below(&source, 1000);
        BOTH(end, rangekit_session_wake(session, value, now), session_model_wake(model, value, now));
        break;
    case 24: {
        int motion = (int)random_below(&source, 3);
        BOTH(end, rangekit_session_set_motion(session, motion, now), session_model_move(model, motion, now));
        break;
    }
    case 25:
        if (now > INT64_MIN + 2 && random_below(&source, 10) == 0 && model->now > INT64_MIN) {
            int64_t before = model->now - 1;
            BOTH(end, rangekit_session_advance(session, before), session_model_advance(model, before));
        }
        break;
    case 26:
        if (model->state == RANGEKIT_SESSION_INVALIDATED && random_below(&source, 4) == 0) make(end);
        break;
    default:
        if (random_below(&source, 2) == 0) {
            BOTH(end, rangekit_session_advance(session, now), session_model_advance(model, now));
        } else {
            deliver_due(end);
        }
    }
    if (random_below(&source, 3) != 0) send_badly(end);
}

/* ---- Agreement: a good link and hosts that want to range ---- */

static void cooperate(int end) {
    struct walker *walker = &walkers[end];
    struct session_model *model = &walker->model;
    set_link(end, 1);
    switch (model->state) {
    case RANGEKIT_SESSION_INVALIDATED: make(end); run(end, 0); break;
    case RANGEKIT_SESSION_SUSPENDED:
        BOTH(end, rangekit_session_end_suspension(walker->session, now),
             session_model_input(model, INPUT(END_SUSPENSION), now));
        run(end, 0);
        break;
    case RANGEKIT_SESSION_IDLE:
    case RANGEKIT_SESSION_PAUSED:
    case RANGEKIT_SESSION_SUSPENSION_ENDED:
    case RANGEKIT_SESSION_REMOVED: run(end, 0); break;
    case RANGEKIT_SESSION_CONFIGURING:
        if (is_accessory(end)) {
            BOTH(end, rangekit_session_start(walker->session, now), session_model_input(model, INPUT(START), now));
        } else {
            configure(end);
        }
        break;
    case RANGEKIT_SESSION_RUNNING: measure(end, (uint32_t)end); break;
    default: break;
    }
}

static int64_t longest_agreement;

static void agree(void) {
    int64_t start = now;
    for (int end = 0; end < ENDS; end += 1) walkers[end].inbox_count = 0;
    for (;; now += SECOND / 20) {
        for (int end = 0; end < ENDS; end += 1) {
            BOTH(end, rangekit_session_advance(walkers[end].session, now),
                 session_model_advance(&walkers[end].model, now));
            cooperate(end);
        }
        for (int moved = 1; moved;) {
            moved = 0;
            for (int end = 0; end < ENDS; end += 1) {
                struct flight out[8];
                size_t count;
                drain(end, out, &count, COUNT_OF(out));
                for (size_t i = 0; i < count; i += 1) deliver(peer_of(end), &out[i]);
                moved |= count > 0;
            }
        }
        int agreed = 1;
        for (int pair = 0; pair < ENDS; pair += 2) {
            const struct session_model *one = &walkers[pair].model, *other = &walkers[pair + 1].model;
            agreed &= one->state == RANGEKIT_SESSION_RUNNING && other->state == RANGEKIT_SESSION_RUNNING &&
                      one->session == other->session && one->run == other->run;
        }
        if (agreed) break;
        if (now - start > 10 * SECOND) {
            for (int end = 0; end < ENDS; end += 1) {
                print_message("end %d: %s, session %u run %u\n", end,
                              rangekit_session_state_name(walkers[end].model.state), walkers[end].model.session,
                              walkers[end].model.run);
            }
            fail_text("no agreement within the start window");
        }
    }
    if (now - start > longest_agreement) longest_agreement = now - start;
}

static void both_ends_do_what_their_models_do(void **state) {
    (void)state;
    const char *wanted = getenv("RANGEKIT_SESSION_STEPS");
    uint64_t steps = wanted != NULL ? strtoull(wanted, NULL, 10) : 1000000;
    start_world(20);
    for (uint64_t step = 0; step < steps; step += 1) {
        one_step();
        if (step % 500 == 499) agree();
    }
    uint64_t samples = 0;
    for (int end = 0; end < ENDS; end += 1) samples += walkers[end].samples;
    for (int named = 0; named < RANGEKIT_SESSION_STATE_COUNT; named += 1) assert_true(visited[named] > steps / 100000);
    assert_true(wrong_peers > steps / 200 && delivered_data > steps / 200 && samples > 0);
    if (wanted == NULL) return;
    print_message("%llu steps; longest agreement %.2f s; states visited:", (unsigned long long)steps,
                  (double)longest_agreement * 1e-9);
    for (int named = 0; named < RANGEKIT_SESSION_STATE_COUNT; named += 1) {
        print_message(" %s %llu", rangekit_session_state_name(named), (unsigned long long)visited[named]);
    }
    print_message("; data %llu, samples of others %llu\n", (unsigned long long)delivered_data,
                  (unsigned long long)wrong_peers);
}

/* ---- 20-byte frames ---- */

/* The same bad link with fragments, without a model: named states, every sample of the own peer, and agreement. */
static void sessions_agree_over_small_frames_too(void **state) {
    (void)state;
    static struct session_pair pair;
    static struct flight flights[2][FLIGHT];
    size_t counts[2] = {0, 0};
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.payload_size = 20;
    source.state = 77;
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    now = 0;
    int64_t calm_since = -1;
    for (int step = 0, running = 0; step < 60000; step += 1) {
        int is_calm = step % 600 >= 400;
        if (!is_calm) calm_since = -1;
        if (is_calm && calm_since < 0) {
            calm_since = now;
            counts[0] = counts[1] = 0;
            running = 0;
        }
        now += SECOND / 20;
        pair.controller.now = pair.accessory.now = now;
        for (int side = 0; side < 2; side += 1) {
            struct session_end *end = side ? &pair.accessory : &pair.controller;
            (void)rangekit_session_advance(end->session, now);
            int at = session_state(end->session);
            uint64_t choice = is_calm ? 9 : random_below(&source, 40);
            if (choice == 0) (void)rangekit_session_pause(end->session, now);
            if (choice == 1) (void)rangekit_session_suspend(end->session, now);
            if (choice == 2) (void)rangekit_session_send(end->session, (const uint8_t *)"a message of two frames", 24, now);
            if (is_calm || choice == 3) (void)rangekit_session_end_suspension(end->session, now);
            if (is_calm || choice < 8) {
                if (at != RANGEKIT_SESSION_AWAY || side == 1) (void)rangekit_session_run(end->session, 0, now);
                if (at == RANGEKIT_SESSION_CONFIGURING && side == 0) {
                    (void)rangekit_session_configure(end->session, configuration, configuration_size, now);
                }
                if (at == RANGEKIT_SESSION_CONFIGURING && side == 1) (void)rangekit_session_start(end->session, now);
            }
            for (;;) {
                struct flight flight;
                assert_status(rangekit_session_next_outgoing(end->session, flight.bytes, 20, &flight.size), RANGEKIT_OK);
                if (flight.size == 0) break;
                uint64_t copies = is_calm ? 1 : random_below(&source, 3);
                for (; copies > 0 && counts[!side] < FLIGHT; copies -= 1) flights[!side][counts[!side]++] = flight;
            }
            while (counts[side] > 0 && (is_calm || random_below(&source, 3) > 0)) {
                size_t i = is_calm ? 0 : random_below(&source, counts[side]);
                (void)rangekit_session_receive(end->session, flights[side][i].bytes, flights[side][i].size, now);
                counts[side] -= 1;
                memmove(&flights[side][i], &flights[side][i + 1], (counts[side] - i) * sizeof flights[side][0]);
            }
            session_take_events(end);
            end->event_count = 0;
        }
        running = session_state(pair.controller.session) == RANGEKIT_SESSION_RUNNING &&
                  session_state(pair.accessory.session) == RANGEKIT_SESSION_RUNNING;
        if (is_calm && now - calm_since == 10 * SECOND - SECOND / 20) assert_true(running);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_ends_do_what_their_models_do),
    cmocka_unit_test(sessions_agree_over_small_frames_too),
};

TEST_GROUP(session_walk_tests, tests);
