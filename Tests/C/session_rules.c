/* What a session refuses, the ten errors that end one, identities, application data, background, taking up elsewhere.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_support.h"

#define EVENT(name) RANGEKIT_SESSION_EVENT_##name

static struct session_pair pair;

static rangekit_session_options plain(void) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.session_id = 0xFEEDu;
    return options;
}

static rangekit_session_info info_of(const struct session_end *end) {
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    assert_status(rangekit_session_get_info(end->session, &info), RANGEKIT_OK);
    return info;
}

static void begin(int dialect, const rangekit_session_options *options) {
    session_make_pair(&pair, dialect, options);
    session_start_pair(&pair);
}

/* The one event of an end: invalidated, with this status. */
static void expect_invalidated(struct session_end *end, rangekit_status status) {
    session_take_events(end);
    assert_true(end->event_count == 1);
    assert_status(end->events[0].status, status);
    session_expect(end, EVENT(INVALIDATED));
    session_assert_state(end, RANGEKIT_SESSION_INVALIDATED);
}

static void conditions_that_are_not_met_invalidate(void **state) {
    (void)state;
    static const struct {
        uint32_t lacks, flags;
        rangekit_status error;
    } cases[] = {
        {RANGEKIT_SESSION_LACKS_PLATFORM, 0, RANGEKIT_ERROR_UNSUPPORTED_PLATFORM},
        {RANGEKIT_SESSION_LACKS_PERMISSION, 0, RANGEKIT_ERROR_USER_DID_NOT_ALLOW},
        {RANGEKIT_SESSION_LACKS_CAMERA, RANGEKIT_SESSION_CAMERA_ASSISTANCE, RANGEKIT_ERROR_INVALID_AR_CONFIGURATION},
        {RANGEKIT_SESSION_LACKS_PAIRING, RANGEKIT_SESSION_BACKGROUND, RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE},
        {15, 7, RANGEKIT_ERROR_UNSUPPORTED_PLATFORM},
        {14, 7, RANGEKIT_ERROR_USER_DID_NOT_ALLOW},
        {12, 7, RANGEKIT_ERROR_INVALID_AR_CONFIGURATION},
        /* Of no concern to this session. */
        {RANGEKIT_SESSION_LACKS_CAMERA | RANGEKIT_SESSION_LACKS_PAIRING, 0, RANGEKIT_OK},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_session_options options = plain();
        options.flags = cases[i].flags;
        session_make(&pair.controller, DIALECT_RANGEKIT, &options);
        assert_status(rangekit_session_run(pair.controller.session, cases[i].lacks, 0), RANGEKIT_OK);
        assert_status(rangekit_session_set_background(pair.controller.session, 0, 0), RANGEKIT_OK);
        if (cases[i].error == RANGEKIT_OK) {
            session_assert_state(&pair.controller, RANGEKIT_SESSION_OPENING);
        } else {
            expect_invalidated(&pair.controller, cases[i].error);
        }
    }
    rangekit_session_options options = plain();
    session_make(&pair.controller, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_run(pair.controller.session, 16, 0), RANGEKIT_ERROR_UNKNOWN_OPTION);
    session_assert_state(&pair.controller, RANGEKIT_SESSION_IDLE);
    /* Channel Sounding needs its link. */
    session_make(&pair.controller, DIALECT_SOUNDING, &options);
    assert_status(rangekit_session_fail(pair.controller.session, RANGEKIT_ERROR_NULL_POINTER, 0),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_session_run(pair.controller.session, RANGEKIT_SESSION_LACKS_PAIRING, 0), RANGEKIT_OK);
    expect_invalidated(&pair.controller, RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE);
}

static void every_one_of_the_ten_can_be_reported_by_the_host(void **state) {
    (void)state;
    for (rangekit_status error = -909; error <= -900; error += 1) {
        rangekit_session_options options = plain();
        begin(DIALECT_RANGEKIT, &options);
        assert_status(rangekit_session_fail(pair.controller.session, error, 0), RANGEKIT_OK);
        expect_invalidated(&pair.controller, error);
        session_pump(&pair);
        session_expect(&pair.accessory, EVENT(REMOVED));
    }
}

static void an_accessory_without_an_offer_is_an_invalid_configuration(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
    memset(&pair.accessory, 0, sizeof pair.accessory);
    assert_status(rangekit_session_init(pair.accessory.memory, sizeof pair.accessory.memory, &options,
                                        &pair.accessory.session),
                  RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_ERROR_SESSION_NO_DIALECT);
    assert_status(rangekit_session_use_accessory(pair.accessory.session), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    expect_invalidated(&pair.accessory, RANGEKIT_ERROR_INVALID_CONFIGURATION);
}

static void the_own_token_as_peer_is_an_invalid_configuration(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        rangekit_session_options options = plain();
        options.local_identity = session_identity(dialect, 0xA0);
        session_make_pair(&pair, dialect, &options);
        assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
        assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
        session_pump(&pair);
        expect_invalidated(&pair.controller, RANGEKIT_ERROR_INVALID_CONFIGURATION);
    }
}

static void a_peer_without_extended_distance_is_incompatible(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.flags = RANGEKIT_SESSION_EXTENDED_DISTANCE;
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
    session_pump(&pair);
    expect_invalidated(&pair.controller, RANGEKIT_ERROR_INCOMPATIBLE_PEER);
}

static void a_session_that_ranges_too_long_ends(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.active_limit_ns = 60 * SECOND;
    begin(DIALECT_RANGEKIT, &options);
    for (int64_t second = 1; second < 60; second += 1) {
        session_advance(&pair, second * SECOND);
        session_pump(&pair);
    }
    session_expect_none(&pair.controller);
    assert_status(rangekit_session_advance(pair.controller.session, 60 * SECOND), RANGEKIT_OK);
    expect_invalidated(&pair.controller, RANGEKIT_ERROR_RESOURCE_USAGE_TIMEOUT);
}

/* Where an offer is due, what is none ends the session; elsewhere it is refused and changes nothing. */
static void a_bad_offer_is_an_invalid_configuration(void **state) {
    (void)state;
    static const uint8_t bad_rangekit[] = {0x87, 1, 2, 0x19, 0xFE, 0xED, 1, 1, 0x41, 0x00, 0};
    static const uint8_t bad_accessory[] = {0x01, 1, 0, 0, 0};
    static const uint8_t bad_android[] = {3, 1, 1};
    const struct {
        int dialect;
        const uint8_t *bytes;
        size_t size;
    } cases[] = {{DIALECT_RANGEKIT, bad_rangekit, sizeof bad_rangekit},
                 {DIALECT_ACCESSORY, bad_accessory, sizeof bad_accessory},
                 {DIALECT_ANDROID, bad_android, sizeof bad_android}};
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_session_options options = plain();
        session_make(&pair.controller, cases[i].dialect, &options);
        (void)rangekit_session_receive(pair.controller.session, cases[i].bytes, cases[i].size, 0);
        session_assert_state(&pair.controller, RANGEKIT_SESSION_IDLE);
        assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
        assert_true(rangekit_session_receive(pair.controller.session, cases[i].bytes, cases[i].size, 0) < 0);
        expect_invalidated(&pair.controller, RANGEKIT_ERROR_INVALID_CONFIGURATION);
        begin(cases[i].dialect, &options);
        (void)rangekit_session_receive(pair.controller.session, cases[i].bytes, cases[i].size, 0);
        session_expect_none(&pair.controller);
        session_assert_state(&pair.controller, RANGEKIT_SESSION_RUNNING);
    }
}

static void another_device_than_the_expected_one_is_refused(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        for (uint8_t first = 0xA0; first <= 0xA1; first += 1) {
            rangekit_session_options options = plain();
            options.peer_identity = session_identity(dialect, first);
            session_make_pair(&pair, dialect, &options);
            assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
            assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
            uint8_t frame[512];
            size_t length = 0;
            assert_status(rangekit_session_next_outgoing(pair.controller.session, frame, 512, &length), RANGEKIT_OK);
            assert_status(rangekit_session_receive(pair.accessory.session, frame, length, 0), RANGEKIT_OK);
            assert_status(rangekit_session_next_outgoing(pair.accessory.session, frame, 512, &length), RANGEKIT_OK);
            assert_status(rangekit_session_receive(pair.controller.session, frame, length, 0),
                          first == 0xA0 ? RANGEKIT_OK : RANGEKIT_ERROR_UNKNOWN_PEER);
            session_assert_state(&pair.controller,
                                 first == 0xA0 ? RANGEKIT_SESSION_CONFIGURING : RANGEKIT_SESSION_OPENING);
            assert_int_equal(info_of(&pair.controller).messages_refused, first - 0xA0);
        }
    }
}

static void samples_of_unknown_peers_are_counted_and_not_delivered(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.peer = 7;
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    rangekit_range_sample sample = {.peer = 8};
    assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_ERROR_UNKNOWN_PEER);
    sample.peer = 7;
    assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_ERROR_SESSION_NOT_RUNNING);
    session_start_pair(&pair);
    sample.peer = 8;
    for (int i = 0; i < 3; i += 1) {
        assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_ERROR_UNKNOWN_PEER);
    }
    session_expect_none(&pair.controller);
    sample.peer = 7;
    assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(SAMPLE));
    rangekit_session_info info = info_of(&pair.controller);
    assert_int_equal(info.samples_unknown_peer, 4);
    assert_int_equal(info.samples_not_running, 1);
    assert_int_equal(info.samples, 1);
}

static void application_data_arrives_once_and_in_order_over_a_bad_link(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    struct random_source random = {11};
    options.silence_timeout_ns = 0;
    options.data_capacity = 64;
    begin(DIALECT_RANGEKIT, &options);
    uint32_t sent = 0, received = 0;
    for (int64_t step = 1; step <= 4000 && received < 300; step += 1) {
        int64_t now = step * SECOND / 4;
        session_advance(&pair, now);
        while (sent < 300) {
            rangekit_status status =
                rangekit_session_send(pair.accessory.session, (const uint8_t *)&sent, sizeof sent, now);
            if (status == RANGEKIT_ERROR_OUTGOING_FULL) break;
            assert_status(status, RANGEKIT_OK);
            sent += 1;
        }
        for (int side = 0; side < 2; side += 1) {
            struct session_end *from = side ? &pair.accessory : &pair.controller;
            struct session_end *to = side ? &pair.controller : &pair.accessory;
            for (;;) {
                uint8_t frame[512];
                size_t length = 0;
                assert_status(rangekit_session_next_outgoing(from->session, frame, 512, &length), RANGEKIT_OK);
                if (length == 0) break;
                for (uint64_t copies = random_below(&random, 3); copies > 0; copies -= 1) {
                    assert_status(rangekit_session_receive(to->session, frame, length, now), RANGEKIT_OK);
                }
            }
        }
        session_take_events(&pair.controller);
        for (size_t i = 0; i < pair.controller.event_count; i += 1) {
            uint32_t number;
            assert_int_equal(pair.controller.events[i].event, RANGEKIT_SESSION_EVENT_DATA);
            assert_int_equal(pair.controller.events[i].data_length, sizeof number);
            memcpy(&number, pair.controller.data[i], sizeof number);
            assert_int_equal(number, received);
            received += 1;
        }
        pair.controller.event_count = 0;
    }
    assert_int_equal(received, 300);
}

static void application_data_waits_for_the_session_to_be_taken_up(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    begin(DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_set_link(pair.controller.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_set_link(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_send(pair.controller.session, (const uint8_t *)"one", 3, 0), RANGEKIT_OK);
    assert_status(rangekit_session_send(pair.controller.session, (const uint8_t *)"two", 3, 0), RANGEKIT_OK);
    assert_status(rangekit_session_set_link(pair.accessory.session, 1, 0), RANGEKIT_OK);
    assert_status(rangekit_session_set_link(pair.controller.session, 1, 0), RANGEKIT_OK);
    session_pump(&pair);
    assert_status(rangekit_session_start(pair.accessory.session, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_take_events(&pair.accessory);
    assert_memory_equal(pair.accessory.data[3], "one", 3);
    assert_memory_equal(pair.accessory.data[4], "two", 3);
    session_expect(&pair.accessory, EVENT(LINK_LOST), EVENT(CONFIGURED), EVENT(RUNNING), EVENT(DATA), EVENT(DATA));
    assert_int_equal(info_of(&pair.controller).data_count, 0);
    assert_status(rangekit_session_send(pair.accessory.session, (const uint8_t *)"gone", 4, 0), RANGEKIT_OK);
    assert_status(rangekit_session_invalidate(pair.accessory.session, 0), RANGEKIT_OK);
    session_take_events(&pair.accessory);
    assert_int_equal(pair.accessory.events[0].reason, 1);
    session_expect(&pair.accessory, EVENT(INVALIDATED));
}

static void vendor_messages_are_the_accessory_dialects_data(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    static const uint8_t vendor[] = {0x2F, 3, 1};
    begin(DIALECT_ACCESSORY, &options);
    assert_status(rangekit_session_send(pair.controller.session, (const uint8_t *)"\x0C", 1, 0),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_session_send(pair.controller.session, vendor, 3, 0), RANGEKIT_OK);
    assert_status(rangekit_session_send(pair.controller.session, vendor, 2, 0), RANGEKIT_OK);
    session_pump(&pair);
    assert_memory_equal(pair.accessory.data[0], vendor, 3);
    session_expect(&pair.accessory, EVENT(DATA), EVENT(DATA));
    assert_int_equal(info_of(&pair.controller).data_count, 0);
    begin(DIALECT_ANDROID, &options);
    assert_status(rangekit_session_send(pair.controller.session, vendor, 3, 0), RANGEKIT_ERROR_SESSION_NOT_SUPPORTED);
    assert_status(rangekit_session_wake(pair.accessory.session, 1, 0), RANGEKIT_ERROR_SESSION_NOT_SUPPORTED);
}

static void in_the_background_the_host_is_called_for_wake_requests_alone(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    begin(DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_set_background(pair.controller.session, 1, 0), RANGEKIT_OK);
    rangekit_range_sample sample = {.time_ns = 1};
    for (int i = 0; i < 100; i += 1) assert_status(rangekit_session_measure(pair.controller.session, &sample), 0);
    pair.controller.now = pair.accessory.now = 1;
    assert_status(rangekit_session_set_motion(pair.accessory.session, RANGEKIT_MOTION_MOVING, 1), RANGEKIT_OK);
    session_pump(&pair);
    session_expect_none(&pair.controller);
    assert_status(rangekit_session_wake(pair.controller.session, 42, 1), RANGEKIT_ERROR_SESSION_STATE);
    assert_status(rangekit_session_wake(pair.accessory.session, 42, 1), RANGEKIT_OK);
    assert_status(rangekit_session_wake(pair.accessory.session, 43, 9 * SECOND), RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON);
    pair.controller.now = pair.accessory.now = 9 * SECOND;
    session_pump(&pair);
    session_take_events(&pair.controller);
    assert_int_equal(pair.controller.events[0].reason, RANGEKIT_MOTION_MOVING);
    assert_int_equal(pair.controller.events[1].reason, 42);
    session_expect(&pair.controller, EVENT(MOTION), EVENT(WAKE));
    rangekit_session_info info = info_of(&pair.controller);
    assert_int_equal(info.samples_in_background, 100);
    assert_int_equal(info.samples, 0);
    assert_int_equal(info.peer_motion, RANGEKIT_MOTION_MOVING);
    assert_status(rangekit_session_pause(pair.accessory.session, 9 * SECOND), RANGEKIT_OK);
}

static void wake_requests_have_an_interval(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.silence_timeout_ns = 0;
    begin(DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_wake(pair.accessory.session, 1, 5), RANGEKIT_OK);
    assert_status(rangekit_session_wake(pair.accessory.session, 2, 60 * SECOND + 4), RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON);
    assert_status(rangekit_session_wake(pair.accessory.session, 3, 60 * SECOND + 5), RANGEKIT_OK);
}

static void the_foreground_gets_what_waited(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    begin(DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_set_background(pair.controller.session, 1, 0), RANGEKIT_OK);
    assert_status(rangekit_session_pause(pair.accessory.session, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect_none(&pair.controller);
    assert_status(rangekit_session_set_background(pair.controller.session, 0, 0), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(PEER_PAUSED));
}

static void motion_is_told_where_the_dialect_can(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        rangekit_session_options options = plain();
        begin(dialect, &options);
        assert_status(rangekit_session_set_motion(pair.accessory.session, RANGEKIT_MOTION_MOVING, 0), RANGEKIT_OK);
        session_pump(&pair);
        assert_status(rangekit_session_set_motion(pair.accessory.session, RANGEKIT_MOTION_MOVING, 0), RANGEKIT_OK);
        session_pump(&pair);
        assert_status(rangekit_session_set_motion(pair.accessory.session, RANGEKIT_MOTION_STATIONARY, 0), RANGEKIT_OK);
        session_pump(&pair);
        if (dialect == DIALECT_ACCESSORY) {
            session_expect_none(&pair.controller);
        } else {
            assert_int_equal(pair.controller.events[0].reason, RANGEKIT_MOTION_MOVING);
            assert_int_equal(pair.controller.events[1].reason, RANGEKIT_MOTION_STATIONARY);
            session_expect(&pair.controller, EVENT(MOTION), EVENT(MOTION));
        }
    }
}

static void full_queues_say_so_and_lose_nothing(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    begin(DIALECT_RANGEKIT, &options);
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE};
    int taken = 0;
    while (rangekit_session_measure(pair.controller.session, &sample) == RANGEKIT_OK) {
        taken += 1;
        sample.distance_m += 1;
    }
    assert_int_equal(taken, 12);
    assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_ERROR_EVENTS_FULL);
    uint8_t byte = 0;
    assert_status(rangekit_session_receive(pair.controller.session, &byte, 1, 0), RANGEKIT_ERROR_EVENTS_FULL);
    assert_status(rangekit_session_advance(pair.controller.session, 10 * SECOND), RANGEKIT_OK); /* room for one removal */
    for (int i = 0; i < taken; i += 1) {
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        assert_status(rangekit_session_next_event(pair.controller.session, &event, NULL, 0), RANGEKIT_OK);
        assert_int_equal(event.event, RANGEKIT_SESSION_EVENT_SAMPLE);
        assert_true(event.sample.distance_m == (float)i);
    }
    session_expect(&pair.controller, EVENT(REMOVED));
    assert_int_equal(info_of(&pair.controller).samples, 12);
}

static void time_does_not_run_backwards(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    session_make(&pair.controller, DIALECT_RANGEKIT, &options);
    rangekit_session *session = pair.controller.session;
    assert_status(rangekit_session_advance(session, INT64_MAX - 5), RANGEKIT_OK);
    assert_status(rangekit_session_run(session, 0, INT64_MAX - 6), RANGEKIT_ERROR_TIME_BACKWARDS);
    session_assert_state(&pair.controller, RANGEKIT_SESSION_IDLE);
    assert_status(rangekit_session_run(session, 0, INT64_MAX - 5), RANGEKIT_OK);
    int64_t deadline = 0;
    assert_status(rangekit_session_deadline(session, &deadline), RANGEKIT_OK);
    assert_true(deadline == INT64_MAX);
    assert_status(rangekit_session_advance(session, INT64_MAX), RANGEKIT_OK);
    session_make(&pair.controller, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_run(pair.controller.session, 0, INT64_MIN), RANGEKIT_OK);
    assert_status(rangekit_session_advance(pair.controller.session, INT64_MAX), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(REMOVED));
}

static void a_session_is_taken_up_in_another_process(void **state) {
    (void)state;
    for (int who = 1; who <= 3; who += 1) { /* the controller, the accessory, both */
        rangekit_session_options options = plain();
        begin(DIALECT_RANGEKIT, &options);
        assert_status(rangekit_session_send(pair.accessory.session, (const uint8_t *)"before", 6, 0), RANGEKIT_OK);
        session_pump(&pair);
        session_expect(&pair.controller, EVENT(DATA));
        for (int side = 0; side < 2; side += 1) {
            struct session_end *end = side ? &pair.accessory : &pair.controller;
            if (!(who & (1 << side))) {
                assert_status(rangekit_session_set_link(end->session, 0, 0), RANGEKIT_OK);
                assert_status(rangekit_session_set_link(end->session, 1, 0), RANGEKIT_OK);
                continue;
            }
            uint8_t bytes[RANGEKIT_SESSION_RESUMPTION_MAX_SIZE];
            size_t length = 0;
            assert_status(rangekit_session_export(end->session, bytes, sizeof bytes, &length), RANGEKIT_OK);
            options.role = side;
            options.session_id = 1234; /* the imported one counts */
            session_make(end, DIALECT_RANGEKIT, &options);
            assert_status(rangekit_session_import(end->session, bytes, length, NULL), RANGEKIT_OK);
            if (side == 0) assert_true(info_of(end).flags & RANGEKIT_SESSION_INFO_RESUMABLE);
            assert_true(info_of(end).session_id == 0xFEEDu);
            assert_status(rangekit_session_run(end->session, 0, 0), RANGEKIT_OK);
        }
        session_pump(&pair);
        pair.controller.event_count = pair.accessory.event_count = 0;
        if (session_state(pair.controller.session) == RANGEKIT_SESSION_CONFIGURING) {
            uint8_t configuration[64];
            size_t size = session_configuration(DIALECT_RANGEKIT, configuration, sizeof configuration);
            assert_status(rangekit_session_configure(pair.controller.session, configuration, size, 0), RANGEKIT_OK);
            session_pump(&pair);
            pair.accessory.event_count = 0;
        }
        assert_status(rangekit_session_start(pair.accessory.session, 0), RANGEKIT_OK);
        assert_status(rangekit_session_send(pair.accessory.session, (const uint8_t *)"after", 5, 0), RANGEKIT_OK);
        session_pump(&pair);
        assert_memory_equal(pair.controller.data[1], "after", 5);
        session_expect(&pair.controller, EVENT(RUNNING), EVENT(DATA));
        session_expect(&pair.accessory, EVENT(RUNNING));
    }
}

static void what_cannot_be_taken_up_is_refused_and_changes_nothing(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    uint8_t bytes[RANGEKIT_SESSION_RESUMPTION_MAX_SIZE];
    size_t length = 0;
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_export(pair.controller.session, NULL, 0, &length), RANGEKIT_ERROR_SESSION_STATE);
    session_start_pair(&pair);
    assert_status(rangekit_session_export(pair.controller.session, bytes, sizeof bytes, &length), RANGEKIT_OK);
    assert_status(rangekit_session_import(pair.controller.session, bytes, length, NULL), RANGEKIT_ERROR_SESSION_STATE);
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    session_make(&pair.controller, DIALECT_ACCESSORY, &options);
    assert_status(rangekit_session_import(pair.controller.session, bytes, length, &diagnostic),
                  RANGEKIT_ERROR_INVALID_VALUE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_SESSION_DIALECT);
    rangekit_session_options accessory = options;
    accessory.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
    session_make(&pair.accessory, DIALECT_RANGEKIT, &accessory);
    assert_status(rangekit_session_import(pair.accessory.session, bytes, length, &diagnostic),
                  RANGEKIT_ERROR_INVALID_VALUE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_SESSION_ROLE);
    options.peer_identity = 99;
    session_make(&pair.controller, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_import(pair.controller.session, bytes, length, &diagnostic),
                  RANGEKIT_ERROR_INVALID_VALUE);
    assert_int_equal(diagnostic.field, RANGEKIT_FIELD_SESSION_PEER_IDENTITY);
    options.peer_identity = 0;
    session_make(&pair.controller, DIALECT_RANGEKIT, &options);
    for (size_t size = 0; size < length; size += 1) {
        const uint8_t *cut = guarded_copy(0, bytes, size);
        assert_true(rangekit_session_import(pair.controller.session, cut, size, &diagnostic) < 0);
        assert_int_equal(info_of(&pair.controller).run, 0);
    }
    assert_status(rangekit_session_import(pair.controller.session, bytes, length, &diagnostic), RANGEKIT_OK);
    uint8_t again[RANGEKIT_SESSION_RESUMPTION_MAX_SIZE];
    size_t size = 0;
    assert_status(rangekit_session_export(pair.controller.session, again, sizeof again, &size), RANGEKIT_OK);
    /* All but the run, far from those that the old session may have begun since. */
    assert_memory_equal(bytes, again, 7);
    assert_memory_equal(bytes + 8, again + size - (length - 8), length - 8);
    /* Never longer than stated. */
    options.message_capacity = 360;
    options.event_capacity = 4096;
    assert_in_range(rangekit_session_size(&options), 3 * 360, 8192);
    assert_true(3 * (360 + 3) + 14 + 60 < RANGEKIT_SESSION_RESUMPTION_MAX_SIZE);
}

/* A phone that speaks version 1 gets answers of version 1, whatever the accessory's offer was made in. */
static void android_answers_come_in_the_version_of_the_request(void **state) {
    (void)state;
    for (uint8_t version = 1; version <= 5; version += 1) {
        rangekit_session_options options = plain();
        options.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
        session_make(&pair.accessory, DIALECT_ANDROID, &options);
        assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
        const uint8_t request[] = {version, RANGEKIT_ANDROID_OOB_CAPABILITY_REQUEST, 1, 0};
        assert_status(rangekit_session_receive(pair.accessory.session, request, sizeof request, 0), RANGEKIT_OK);
        uint8_t frame[512];
        size_t length = 0, count = 0;
        assert_status(rangekit_session_next_outgoing(pair.accessory.session, frame, sizeof frame, &length), RANGEKIT_OK);
        rangekit_android_oob_message message = RANGEKIT_ANDROID_OOB_MESSAGE_INIT;
        rangekit_android_technology uwb;
        assert_status(rangekit_android_oob_decode(frame, length, &message, &uwb, 1, &count, NULL), RANGEKIT_OK);
        assert_int_equal(message.message, RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE);
        assert_int_equal(message.version, version < 3 ? version : 3);
        assert_int_equal(uwb.address[0], 0xA0);
        assert_int_equal((message.fields & RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE) != 0, version >= 2);
    }
}

/* The answer to a configuration is optional: then the radio shows it. */
static void an_android_accessory_need_not_answer(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    session_make_pair(&pair, DIALECT_ANDROID, &options);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.controller, EVENT(OFFERED));
    assert_status(rangekit_session_start(pair.controller.session, 0), RANGEKIT_ERROR_SESSION_STATE);
    uint8_t configuration[256];
    size_t size = session_configuration(DIALECT_ANDROID, configuration, sizeof configuration);
    assert_status(rangekit_session_configure(pair.controller.session, configuration, size, 0), RANGEKIT_OK);
    assert_status(rangekit_session_start(pair.controller.session, 0), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(RUNNING));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(conditions_that_are_not_met_invalidate),
    cmocka_unit_test(every_one_of_the_ten_can_be_reported_by_the_host),
    cmocka_unit_test(an_accessory_without_an_offer_is_an_invalid_configuration),
    cmocka_unit_test(the_own_token_as_peer_is_an_invalid_configuration),
    cmocka_unit_test(a_peer_without_extended_distance_is_incompatible),
    cmocka_unit_test(a_session_that_ranges_too_long_ends),
    cmocka_unit_test(a_bad_offer_is_an_invalid_configuration),
    cmocka_unit_test(another_device_than_the_expected_one_is_refused),
    cmocka_unit_test(samples_of_unknown_peers_are_counted_and_not_delivered),
    cmocka_unit_test(application_data_arrives_once_and_in_order_over_a_bad_link),
    cmocka_unit_test(application_data_waits_for_the_session_to_be_taken_up),
    cmocka_unit_test(vendor_messages_are_the_accessory_dialects_data),
    cmocka_unit_test(in_the_background_the_host_is_called_for_wake_requests_alone),
    cmocka_unit_test(wake_requests_have_an_interval),
    cmocka_unit_test(the_foreground_gets_what_waited),
    cmocka_unit_test(motion_is_told_where_the_dialect_can),
    cmocka_unit_test(full_queues_say_so_and_lose_nothing),
    cmocka_unit_test(time_does_not_run_backwards),
    cmocka_unit_test(a_session_is_taken_up_in_another_process),
    cmocka_unit_test(what_cannot_be_taken_up_is_refused_and_changes_nothing),
    cmocka_unit_test(android_answers_come_in_the_version_of_the_request),
    cmocka_unit_test(an_android_accessory_need_not_answer),
};

TEST_GROUP(session_rules_tests, tests);
