/* The life of a session, in every dialect: run, pause, suspension, a lost link, removal, the end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_support.h"

#define EVENT(name) RANGEKIT_SESSION_EVENT_##name

static struct session_pair pair;

static rangekit_session_options plain(void) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.session_id = 0xC0FFEE;
    return options;
}

static void begin(int dialect) {
    rangekit_session_options options = plain();
    session_make_pair(&pair, dialect, &options);
    session_start_pair(&pair);
}

static rangekit_range_sample sample_at(int64_t time_ns, uint32_t peer) {
    return (rangekit_range_sample){.time_ns = time_ns, .peer = peer, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                   .technology = RANGEKIT_TECHNOLOGY_UWB, .distance_m = 2.5f, .velocity_mps = -1};
}

static void both_sides_agree_and_range_in_every_dialect(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        for (uint32_t payload = 0; payload <= 20; payload += 20) {
            rangekit_session_options options = plain();
            uint8_t expected[256], found[256];
            size_t length = 0;
            options.payload_size = payload;
            options.flags = payload > 0 ? RANGEKIT_SESSION_CRC : 0;
            session_make_pair(&pair, dialect, &options);
            session_start_pair(&pair);
            session_assert_state(&pair.controller, RANGEKIT_SESSION_RUNNING);
            session_assert_state(&pair.accessory, RANGEKIT_SESSION_RUNNING);
            size_t offer = session_offer(dialect, 0xA0, expected, sizeof expected);
            assert_status(rangekit_session_peer_offer(pair.controller.session, found, sizeof found, &length), 0);
            assert_int_equal(length, offer);
            assert_memory_equal(found, expected, offer);
            size_t configuration = session_configuration(dialect, expected, sizeof expected);
            assert_status(rangekit_session_configuration(pair.accessory.session, found, sizeof found, &length), 0);
            assert_int_equal(length, configuration);
            assert_memory_equal(found, expected, configuration);
            rangekit_range_sample sample = sample_at(5, 0);
            assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_OK);
            session_take_events(&pair.controller);
            assert_memory_equal(&pair.controller.events[0].sample, &sample, sizeof sample);
            session_expect(&pair.controller, EVENT(SAMPLE));
            rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
            assert_status(rangekit_session_get_info(pair.controller.session, &info), RANGEKIT_OK);
            assert_true(info.peer_identity == session_identity(dialect, 0xA0));
            assert_true(payload == 0 ? pair.frames == 4 : pair.frames > 4);
            session_end_pair(&pair);
        }
    }
}

static void a_pause_keeps_the_session_and_run_takes_it_up(void **state) {
    (void)state;
    begin(DIALECT_RANGEKIT);
    assert_status(rangekit_session_pause(pair.controller.session, 0), RANGEKIT_OK);
    assert_status(rangekit_session_pause(pair.controller.session, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.accessory, EVENT(PEER_PAUSED));
    session_assert_state(&pair.accessory, RANGEKIT_SESSION_AWAY);
    session_advance(&pair, 20 * SECOND);
    session_pump(&pair);
    session_expect_none(&pair.accessory);
    assert_status(rangekit_session_run(pair.controller.session, 0, 20 * SECOND), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.accessory, EVENT(CONFIGURED));
    assert_status(rangekit_session_start(pair.accessory.session, 20 * SECOND), RANGEKIT_OK);
    session_pump(&pair);
    session_take_events(&pair.controller);
    assert_int_equal(pair.controller.events[0].reason, 1);
    session_expect(&pair.controller, EVENT(RUNNING));
    session_expect(&pair.accessory, EVENT(RUNNING));
}

static void a_long_pause_is_a_timeout_for_the_peer(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        begin(dialect);
        assert_status(rangekit_session_pause(pair.controller.session, 0), RANGEKIT_OK);
        session_pump(&pair);
        session_expect(&pair.accessory, EVENT(PEER_PAUSED));
        session_advance(&pair, 30 * SECOND - 1);
        session_pump(&pair);
        session_expect_none(&pair.accessory);
        session_advance(&pair, 30 * SECOND);
        session_take_events(&pair.accessory);
        assert_int_equal(pair.accessory.events[0].reason, RANGEKIT_REMOVAL_TIMEOUT);
        assert_true(pair.accessory.events[0].time_ns == 30 * SECOND);
        session_expect(&pair.accessory, EVENT(REMOVED));
        session_assert_state(&pair.controller, RANGEKIT_SESSION_PAUSED);
    }
}

static void silence_removes_the_peer_and_samples_or_messages_break_it(void **state) {
    (void)state;
    begin(DIALECT_RANGEKIT);
    for (int64_t second = 1; second <= 60; second += 1) {
        session_advance(&pair, second * SECOND);
        session_pump(&pair);
    }
    session_expect_none(&pair.controller); /* each hears the other */
    rangekit_range_sample sample = sample_at(69 * SECOND, 0);
    assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(SAMPLE));
    session_advance(&pair, 78 * SECOND);
    session_take_events(&pair.accessory);
    assert_int_equal(pair.accessory.events[0].reason, RANGEKIT_REMOVAL_TIMEOUT);
    session_expect(&pair.accessory, EVENT(REMOVED));
    session_expect_none(&pair.controller);
    session_advance(&pair, 79 * SECOND);
    session_expect(&pair.controller, EVENT(REMOVED));
}

static void invalidate_is_final_and_the_peer_hears_it(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        begin(dialect);
        assert_status(rangekit_session_invalidate(pair.controller.session, 0), RANGEKIT_OK);
        assert_status(rangekit_session_invalidate(pair.controller.session, 0), RANGEKIT_OK);
        session_pump(&pair);
        session_take_events(&pair.controller);
        assert_int_equal(pair.controller.events[0].status, RANGEKIT_OK);
        session_expect(&pair.controller, EVENT(INVALIDATED));
        session_take_events(&pair.accessory);
        if (dialect == DIALECT_RANGEKIT) {
            assert_int_equal(pair.accessory.events[0].reason, RANGEKIT_REMOVAL_PEER_ENDED);
            session_expect(&pair.accessory, EVENT(REMOVED));
        } else {
            /* Their stop does not say for how long. */
            session_expect(&pair.accessory, EVENT(PEER_PAUSED));
        }
        assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_ERROR_SESSION_INVALIDATED);
        assert_status(rangekit_session_pause(pair.controller.session, 0), RANGEKIT_ERROR_SESSION_INVALIDATED);
        assert_status(rangekit_session_suspend(pair.controller.session, 0), RANGEKIT_ERROR_SESSION_INVALIDATED);
        session_expect_none(&pair.controller);
    }
}

static void an_accessory_that_ends_removes_itself_from_the_controller(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ACCESSORY; dialect += 1) {
        begin(dialect);
        assert_status(rangekit_session_invalidate(pair.accessory.session, 0), RANGEKIT_OK);
        session_pump(&pair);
        session_take_events(&pair.controller);
        assert_int_equal(pair.controller.events[0].reason, RANGEKIT_REMOVAL_PEER_ENDED);
        session_expect(&pair.controller, EVENT(REMOVED));
    }
}

static void after_a_removal_run_begins_again(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        begin(dialect);
        session_advance(&pair, 10 * SECOND);
        session_take_events(&pair.controller);
        session_expect(&pair.controller, EVENT(REMOVED));
        session_expect(&pair.accessory, EVENT(REMOVED));
        uint8_t dropped[512];
        size_t length = 1;
        while (length > 0) (void)rangekit_session_next_outgoing(pair.controller.session, dropped, 512, &length);
        for (length = 1; length > 0;) (void)rangekit_session_next_outgoing(pair.accessory.session, dropped, 512, &length);
        assert_status(rangekit_session_run(pair.accessory.session, 0, 11 * SECOND), RANGEKIT_OK);
        assert_status(rangekit_session_run(pair.controller.session, 0, 11 * SECOND), RANGEKIT_OK);
        pair.controller.now = pair.accessory.now = 11 * SECOND;
        session_pump(&pair);
        if (dialect == DIALECT_RANGEKIT) {
            session_expect(&pair.accessory, EVENT(CONFIGURED));
            session_assert_state(&pair.controller, RANGEKIT_SESSION_CONFIRMING);
        } else {
            session_expect(&pair.controller, EVENT(OFFERED));
            session_assert_state(&pair.accessory, RANGEKIT_SESSION_OPENING);
        }
    }
}

static void a_suspended_session_runs_only_when_the_suspension_has_ended(void **state) {
    (void)state;
    begin(DIALECT_RANGEKIT);
    assert_status(rangekit_session_suspend(pair.accessory.session, 0), RANGEKIT_OK);
    assert_status(rangekit_session_suspend(pair.accessory.session, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.accessory, EVENT(SUSPENDED));
    session_expect(&pair.controller, EVENT(PEER_PAUSED));
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_ERROR_SESSION_SUSPENDED);
    assert_status(rangekit_session_end_suspension(pair.accessory.session, 0), RANGEKIT_OK);
    assert_status(rangekit_session_end_suspension(pair.accessory.session, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.accessory, EVENT(SUSPENSION_ENDED));
    session_assert_state(&pair.accessory, RANGEKIT_SESSION_SUSPENSION_ENDED); /* nothing restarts by itself */
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.controller, EVENT(OFFERED)); /* and the controller follows */
    session_assert_state(&pair.accessory, RANGEKIT_SESSION_OPENING);
}

static void a_session_that_is_suspended_before_it_runs_cannot_run(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_suspend(pair.controller.session, 0), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(SUSPENDED));
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_ERROR_SESSION_SUSPENDED);
}

static void a_lost_link_is_taken_up(void **state) {
    (void)state;
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) {
        begin(dialect);
        assert_status(rangekit_session_set_link(pair.controller.session, 0, 0), RANGEKIT_OK);
        assert_status(rangekit_session_set_link(pair.accessory.session, 0, 0), RANGEKIT_OK);
        session_pump(&pair);
        session_expect(&pair.controller, EVENT(LINK_LOST));
        session_expect(&pair.accessory, EVENT(LINK_LOST));
        rangekit_range_sample sample = sample_at(SECOND, 0);
        assert_status(rangekit_session_measure(pair.controller.session, &sample), RANGEKIT_OK);
        session_expect(&pair.controller, EVENT(SAMPLE)); /* the radio needs no link */
        uint8_t byte = 0;
        assert_status(rangekit_session_receive(pair.controller.session, &byte, 1, SECOND), RANGEKIT_ERROR_SESSION_STATE);
        session_advance(&pair, 29 * SECOND);
        assert_status(rangekit_session_set_link(pair.accessory.session, 1, 29 * SECOND), RANGEKIT_OK);
        assert_status(rangekit_session_set_link(pair.controller.session, 1, 29 * SECOND), RANGEKIT_OK);
        session_pump(&pair);
        if (dialect == DIALECT_RANGEKIT) {
            session_expect(&pair.accessory, EVENT(CONFIGURED));
            assert_status(rangekit_session_start(pair.accessory.session, 29 * SECOND), RANGEKIT_OK);
            session_pump(&pair);
            session_take_events(&pair.controller);
            assert_int_equal(pair.controller.events[0].reason, 1);
            session_expect(&pair.controller, EVENT(RUNNING));
        } else {
            session_expect(&pair.controller, EVENT(OFFERED));
        }
    }
}

static void a_link_that_stays_down_is_a_removal(void **state) {
    (void)state;
    begin(DIALECT_RANGEKIT);
    assert_status(rangekit_session_set_link(pair.controller.session, 0, 0), RANGEKIT_OK);
    session_expect(&pair.controller, EVENT(LINK_LOST));
    session_advance(&pair, 30 * SECOND);
    session_take_events(&pair.controller);
    assert_int_equal(pair.controller.events[0].reason, RANGEKIT_REMOVAL_TIMEOUT);
    session_expect(&pair.controller, EVENT(REMOVED));
}

static void the_start_window_ends_an_attempt_that_nobody_answers(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    options.start_window_ns = 3 * SECOND;
    session_make_pair(&pair, DIALECT_ACCESSORY, &options);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
    session_pump(&pair);
    session_expect(&pair.controller, EVENT(OFFERED));
    int64_t deadline = 0;
    assert_status(rangekit_session_deadline(pair.accessory.session, &deadline), RANGEKIT_OK);
    assert_true(deadline == 3 * SECOND); /* the offer is out; a limited time for the configuration */
    session_advance(&pair, 3 * SECOND - 1);
    session_expect_none(&pair.accessory);
    session_advance(&pair, 3 * SECOND);
    session_expect(&pair.accessory, EVENT(REMOVED));
    session_expect(&pair.controller, EVENT(REMOVED));
}

static void what_is_lost_is_sent_again(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
    for (int64_t lost = 0; lost < 5; lost += 1) {
        uint8_t frame[512];
        size_t length = 0;
        session_advance(&pair, lost * SECOND / 2);
        assert_status(rangekit_session_next_outgoing(pair.controller.session, frame, sizeof frame, &length), RANGEKIT_OK);
        assert_true(length > 0);
        assert_status(rangekit_session_next_outgoing(pair.controller.session, frame, sizeof frame, &length), RANGEKIT_OK);
        assert_int_equal(length, 0);
    }
    session_advance(&pair, 5 * SECOND / 2);
    session_pump(&pair);
    session_expect(&pair.controller, EVENT(OFFERED));
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    assert_status(rangekit_session_get_info(pair.controller.session, &info), RANGEKIT_OK);
    assert_int_equal(info.retries, 5);
}

static void messages_that_come_twice_or_late_change_nothing(void **state) {
    (void)state;
    rangekit_session_options options = plain();
    session_make_pair(&pair, DIALECT_RANGEKIT, &options);
    static uint8_t kept[16][512];
    size_t lengths[16], count = 0;
    uint8_t configuration[64];
    size_t size = session_configuration(DIALECT_RANGEKIT, configuration, sizeof configuration);
    assert_status(rangekit_session_run(pair.accessory.session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_run(pair.controller.session, 0, 0), RANGEKIT_OK);
    for (int round = 0; round < 3; round += 1) {
        for (int moved = 1; moved;) {
            moved = 0;
            for (int side = 0; side < 2; side += 1) {
                struct session_end *from = side ? &pair.accessory : &pair.controller;
                struct session_end *to = side ? &pair.controller : &pair.accessory;
                size_t length = 0;
                assert_status(rangekit_session_next_outgoing(from->session, kept[count], 512, &length), RANGEKIT_OK);
                if (length == 0) continue;
                lengths[count] = length;
                moved = 1;
                /* Everything so far, and the new one twice. */
                for (size_t i = 0; i <= count; i += 1) {
                    (void)rangekit_session_receive(to->session, kept[i], lengths[i], 0);
                }
                (void)rangekit_session_receive(to->session, kept[count], length, 0);
                if (count < 15) count += 1;
            }
        }
        if (round == 0) {
            session_expect(&pair.controller, EVENT(OFFERED));
            assert_status(rangekit_session_configure(pair.controller.session, configuration, size, 0), RANGEKIT_OK);
        } else if (round == 1) {
            session_expect(&pair.accessory, EVENT(CONFIGURED));
            assert_status(rangekit_session_start(pair.accessory.session, 0), RANGEKIT_OK);
        }
    }
    session_expect(&pair.controller, EVENT(RUNNING));
    session_expect(&pair.accessory, EVENT(RUNNING));
}

static void channel_sounding_completes_exactly_once(void **state) {
    (void)state;
    for (int way = 0; way < 3; way += 1) {
        rangekit_session_options options = plain();
        struct session_end *end = &pair.controller;
        session_make(end, DIALECT_SOUNDING, &options);
        assert_status(rangekit_session_run(end->session, 0, 0), RANGEKIT_OK);
        session_assert_state(end, RANGEKIT_SESSION_CONFIGURING);
        assert_status(rangekit_session_start(end->session, 1), RANGEKIT_OK);
        session_expect(end, EVENT(RUNNING));
        rangekit_range_sample sample = sample_at(2, 0);
        assert_status(rangekit_session_measure(end->session, &sample), RANGEKIT_OK);
        session_expect(end, EVENT(SAMPLE));
        if (way == 0) assert_status(rangekit_session_invalidate(end->session, 3), RANGEKIT_OK);
        if (way == 1) assert_status(rangekit_session_set_link(end->session, 0, 3), RANGEKIT_OK);
        if (way == 2) assert_status(rangekit_session_fail(end->session, RANGEKIT_ERROR_SESSION_FAILED, 3), RANGEKIT_OK);
        assert_status(rangekit_session_set_link(end->session, 1, 4), RANGEKIT_OK);
        assert_status(rangekit_session_set_link(end->session, 0, 5), RANGEKIT_OK);
        assert_status(rangekit_session_invalidate(end->session, 6), RANGEKIT_OK);
        session_take_events(end);
        assert_int_equal(end->events[0].status, way == 2 ? RANGEKIT_ERROR_SESSION_FAILED : RANGEKIT_OK);
        session_expect(end, EVENT(INVALIDATED));
        size_t length = 1;
        assert_status(rangekit_session_next_outgoing(end->session, NULL, 0, &length), RANGEKIT_OK);
        assert_int_equal(length, 0);
    }
    rangekit_session_options options = plain();
    options.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
    session_make(&pair.accessory, DIALECT_NONE, &options);
    assert_status(rangekit_session_use_channel_sounding(pair.accessory.session), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_sides_agree_and_range_in_every_dialect),
    cmocka_unit_test(a_pause_keeps_the_session_and_run_takes_it_up),
    cmocka_unit_test(a_long_pause_is_a_timeout_for_the_peer),
    cmocka_unit_test(silence_removes_the_peer_and_samples_or_messages_break_it),
    cmocka_unit_test(invalidate_is_final_and_the_peer_hears_it),
    cmocka_unit_test(an_accessory_that_ends_removes_itself_from_the_controller),
    cmocka_unit_test(after_a_removal_run_begins_again),
    cmocka_unit_test(a_suspended_session_runs_only_when_the_suspension_has_ended),
    cmocka_unit_test(a_session_that_is_suspended_before_it_runs_cannot_run),
    cmocka_unit_test(a_lost_link_is_taken_up),
    cmocka_unit_test(a_link_that_stays_down_is_a_removal),
    cmocka_unit_test(the_start_window_ends_an_attempt_that_nobody_answers),
    cmocka_unit_test(what_is_lost_is_sent_again),
    cmocka_unit_test(messages_that_come_twice_or_late_change_nothing),
    cmocka_unit_test(channel_sounding_completes_exactly_once),
};

TEST_GROUP(session_tests, tests);
