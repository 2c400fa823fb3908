/* Devices: limits that cross sessions, and samples that find their session.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_support.h"

enum { SESSIONS = 10 };

static struct session_end ends[SESSIONS];
static uint64_t memory[4096];
static rangekit_device *device;

static void make_device(uint32_t capacity, uint32_t limit, uint32_t extended_limit) {
    rangekit_device_options options = {sizeof options, capacity, limit, extended_limit};
    assert_in_range(rangekit_device_size(&options), 1, sizeof memory);
    assert_status(rangekit_device_init(memory, sizeof memory, &options, &device), RANGEKIT_OK);
}

static void make_session(int index, uint32_t flags) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.flags = flags;
    options.peer = (uint32_t)index;
    options.peer_identity = session_identity(DIALECT_RANGEKIT, (uint8_t)(1 + index));
    session_make(&ends[index], DIALECT_RANGEKIT, &options);
    assert_status(rangekit_device_attach(device, ends[index].session), RANGEKIT_OK);
}

static rangekit_device_info info(void) {
    rangekit_device_info found = RANGEKIT_DEVICE_INFO_INIT;
    assert_status(rangekit_device_get_info(device, &found), RANGEKIT_OK);
    return found;
}

static void run(int index, rangekit_status outcome) {
    session_take_events(&ends[index]);
    ends[index].event_count = 0;
    assert_status(rangekit_session_run(ends[index].session, 0, 0), RANGEKIT_OK);
    session_take_events(&ends[index]);
    assert_int_equal(ends[index].event_count, outcome == RANGEKIT_OK ? 0 : 1);
    if (outcome != RANGEKIT_OK) {
        assert_int_equal(ends[index].events[0].event, RANGEKIT_SESSION_EVENT_INVALIDATED);
        assert_status(ends[index].events[0].status, outcome);
    }
    session_assert_state(&ends[index], outcome == RANGEKIT_OK ? RANGEKIT_SESSION_OPENING : RANGEKIT_SESSION_INVALIDATED);
}

static void one_extended_session_ranges_beside_several_ordinary_ones(void **state) {
    (void)state;
    make_device(SESSIONS, SESSIONS, 1);
    for (int i = 0; i < SESSIONS - 2; i += 1) make_session(i, i < 3 ? RANGEKIT_SESSION_EXTENDED_DISTANCE : 0);
    run(0, RANGEKIT_OK);
    run(1, RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT);
    for (int i = 3; i < SESSIONS - 2; i += 1) run(i, RANGEKIT_OK);
    assert_int_equal(info().active, 6);
    assert_int_equal(info().active_extended, 1);
    /* A place is free when its session ends, pauses, is suspended, is removed, is destroyed. */
    assert_status(rangekit_session_pause(ends[0].session, 0), RANGEKIT_OK);
    assert_int_equal(info().active_extended, 0);
    run(2, RANGEKIT_OK);
    run(0, RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT);
    rangekit_session_destroy(ends[2].session);
    assert_int_equal(info().active_extended, 0);
    make_session(2, RANGEKIT_SESSION_EXTENDED_DISTANCE);
    run(2, RANGEKIT_OK);
    assert_int_equal(info().active, 6);
}

static void the_session_limit_is_an_error_of_its_own(void **state) {
    (void)state;
    make_device(SESSIONS, 3, 1);
    for (int i = 0; i < SESSIONS; i += 1) make_session(i, i == 9 ? RANGEKIT_SESSION_EXTENDED_DISTANCE : 0);
    for (int i = 0; i < 3; i += 1) run(i, RANGEKIT_OK);
    run(3, RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT);
    run(9, RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT);
    run(2, RANGEKIT_OK); /* it has its place */
    assert_status(rangekit_session_invalidate(ends[0].session, 0), RANGEKIT_OK);
    run(4, RANGEKIT_OK);
    assert_status(rangekit_session_suspend(ends[1].session, 0), RANGEKIT_OK);
    run(5, RANGEKIT_OK);
    assert_status(rangekit_session_advance(ends[2].session, 10 * SECOND), RANGEKIT_OK);
    session_assert_state(&ends[2], RANGEKIT_SESSION_REMOVED);
    run(6, RANGEKIT_OK);
    run(7, RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT);
    assert_int_equal(info().active, 3);
    make_device(SESSIONS, 0, 0);
    make_session(0, 0);
    run(0, RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT);
}

static void samples_find_their_session(void **state) {
    (void)state;
    make_device(SESSIONS, SESSIONS, 1);
    for (int i = 0; i < SESSIONS; i += 1) make_session(i, 0);
    rangekit_range_sample sample = {.time_ns = 1, .peer = 12345};
    for (int i = 0; i < SESSIONS; i += 1) {
        rangekit_session *found = NULL;
        uint64_t identity = session_identity(DIALECT_RANGEKIT, (uint8_t)(1 + i));
        assert_status(rangekit_device_find(device, identity, &found), RANGEKIT_OK);
        assert_ptr_equal(found, ends[i].session);
        assert_status(rangekit_device_measure(device, identity, &sample), RANGEKIT_ERROR_SESSION_NOT_RUNNING);
    }
    rangekit_session *found = ends[0].session;
    assert_status(rangekit_device_find(device, 77, &found), RANGEKIT_ERROR_UNKNOWN_PEER);
    assert_null(found);
    assert_status(rangekit_device_find(device, 0, &found), RANGEKIT_ERROR_UNKNOWN_PEER);
    assert_status(rangekit_device_measure(device, 77, &sample), RANGEKIT_ERROR_UNKNOWN_PEER);
    assert_status(rangekit_device_measure(device, 0, &sample), RANGEKIT_ERROR_UNKNOWN_PEER);
    assert_int_equal(info().samples_unknown_peer, 2);
    /* A session of Channel Sounding runs without a peer's help, so a sample can arrive. */
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.peer = 9;
    options.peer_identity = 4711;
    rangekit_session_destroy(ends[9].session);
    session_make(&ends[9], DIALECT_SOUNDING, &options);
    assert_status(rangekit_device_attach(device, ends[9].session), RANGEKIT_OK);
    assert_status(rangekit_session_run(ends[9].session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_session_start(ends[9].session, 0), RANGEKIT_OK);
    assert_status(rangekit_device_measure(device, 4711, &sample), RANGEKIT_OK);
    session_take_events(&ends[9]);
    assert_int_equal(ends[9].events[1].sample.peer, 9);
    session_expect(&ends[9], RANGEKIT_SESSION_EVENT_RUNNING, RANGEKIT_SESSION_EVENT_SAMPLE);
    assert_int_equal(sample.peer, 12345);
}

static void attaching_has_rules(void **state) {
    (void)state;
    make_device(3, 3, 1);
    for (int i = 0; i < 2; i += 1) make_session(i, 0);
    assert_status(rangekit_device_attach(device, ends[0].session), RANGEKIT_ERROR_DEVICE_ATTACHED);
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.peer_identity = session_identity(DIALECT_RANGEKIT, 1);
    session_make(&ends[2], DIALECT_RANGEKIT, &options);
    assert_status(rangekit_device_detach(device, ends[2].session), RANGEKIT_ERROR_DEVICE_NOT_ATTACHED);
    assert_status(rangekit_device_attach(device, ends[2].session), RANGEKIT_ERROR_DEVICE_SAME_PEER);
    assert_status(rangekit_session_run(ends[2].session, 0, 0), RANGEKIT_OK);
    assert_status(rangekit_device_attach(device, ends[2].session), RANGEKIT_ERROR_SESSION_STATE);
    options.peer_identity = 0;
    session_make(&ends[2], DIALECT_RANGEKIT, &options);
    assert_status(rangekit_device_attach(device, ends[2].session), RANGEKIT_OK);
    options.peer_identity = 99;
    session_make(&ends[3], DIALECT_RANGEKIT, &options);
    assert_status(rangekit_device_attach(device, ends[3].session), RANGEKIT_ERROR_DEVICE_FULL);
    assert_status(rangekit_session_run(ends[1].session, 0, 0), RANGEKIT_OK);
    assert_int_equal(info().active, 1);
    assert_status(rangekit_device_detach(device, ends[1].session), RANGEKIT_OK);
    assert_int_equal(info().active, 0);
    assert_int_equal(info().attached, 2);
    assert_status(rangekit_device_attach(device, ends[3].session), RANGEKIT_OK);
    rangekit_device_destroy(device);
    /* Its sessions go on without it. */
    for (int i = 0; i < 4; i += 1) {
        assert_status(rangekit_session_pause(ends[i].session, 0), RANGEKIT_OK);
        rangekit_session_destroy(ends[i].session);
    }
}

/* Two accessories on two links: each link's accessory offers itself, and the identities are mixed up. */
static void mixed_up_identities_reach_no_wrong_session(void **state) {
    (void)state;
    static struct session_end accessories[2];
    make_device(4, 4, 1);
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    for (int i = 0; i < 2; i += 1) {
        options.role = RANGEKIT_SESSION_ROLE_CONTROLLER;
        options.peer = (uint32_t)i;
        options.peer_identity = 0;
        session_make(&ends[i], DIALECT_ACCESSORY, &options);
        assert_status(rangekit_device_attach(device, ends[i].session), RANGEKIT_OK);
        assert_status(rangekit_session_run(ends[i].session, 0, 0), RANGEKIT_OK);
        options.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
        session_make(&accessories[i], DIALECT_ACCESSORY, &options);
        uint8_t offer[256];
        size_t length = session_offer(DIALECT_ACCESSORY, (uint8_t)(0x10 + i), offer, sizeof offer);
        assert_status(rangekit_session_set_offer(accessories[i].session, offer, length), RANGEKIT_OK);
        assert_status(rangekit_session_run(accessories[i].session, 0, 0), RANGEKIT_OK);
    }
    uint8_t frames[2][256];
    size_t lengths[2];
    for (int i = 0; i < 2; i += 1) {
        assert_status(rangekit_session_next_outgoing(ends[i].session, frames[i], 256, &lengths[i]), RANGEKIT_OK);
        assert_status(rangekit_session_receive(accessories[i].session, frames[i], lengths[i], 0), RANGEKIT_OK);
        assert_status(rangekit_session_next_outgoing(accessories[i].session, frames[i], 256, &lengths[i]), RANGEKIT_OK);
    }
    assert_status(rangekit_session_receive(ends[0].session, frames[0], lengths[0], 0), RANGEKIT_OK);
    /* The first accessory's offer on the second link: it has a session already. */
    assert_status(rangekit_session_receive(ends[1].session, frames[0], lengths[0], 0), RANGEKIT_ERROR_UNKNOWN_PEER);
    assert_status(rangekit_session_receive(ends[1].session, frames[1], lengths[1], 0), RANGEKIT_OK);
    for (int i = 0; i < 2; i += 1) {
        rangekit_session *found = NULL;
        assert_status(rangekit_device_find(device, session_identity(DIALECT_ACCESSORY, (uint8_t)(0x10 + i)), &found),
                      RANGEKIT_OK);
        assert_ptr_equal(found, ends[i].session);
    }
}

/* Against a plain list, over many attachments. */
static void finding_is_right_after_any_history(void **state) {
    (void)state;
    enum { COUNT = 64 };
    static uint64_t session_memory[COUNT][512], identities[COUNT];
    static rangekit_session *sessions[COUNT];
    struct random_source random = {5};
    make_device(48, 48, 1);
    uint32_t attached = 0;
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    for (int i = 0; i < COUNT; i += 1) {
        /* Half of them fall on the same places of the table. */
        identities[i] = i % 2 ? random_next(&random) : (uint64_t)(i + 2) << 32 | 5;
        options.peer_identity = identities[i];
        assert_status(rangekit_session_init(session_memory[i], sizeof session_memory[i], &options, &sessions[i]),
                      RANGEKIT_OK);
    }
    uint8_t is_attached[COUNT] = {0};
    for (int step = 0; step < 20000; step += 1) {
        int i = (int)random_below(&random, COUNT);
        rangekit_status expected = is_attached[i] ? RANGEKIT_OK : attached == 48 ? RANGEKIT_ERROR_DEVICE_FULL : RANGEKIT_OK;
        rangekit_status status = is_attached[i] ? rangekit_device_detach(device, sessions[i])
                                                : rangekit_device_attach(device, sessions[i]);
        assert_status(status, expected);
        if (status == RANGEKIT_OK) {
            attached += is_attached[i] ? UINT32_MAX : 1;
            is_attached[i] = !is_attached[i];
        }
        int j = (int)random_below(&random, COUNT);
        rangekit_session *found = NULL;
        status = rangekit_device_find(device, identities[j], &found);
        assert_status(status, is_attached[j] ? RANGEKIT_OK : RANGEKIT_ERROR_UNKNOWN_PEER);
        assert_true(found == (is_attached[j] ? sessions[j] : NULL));
        assert_int_equal(info().attached, attached);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_extended_session_ranges_beside_several_ordinary_ones),
    cmocka_unit_test(the_session_limit_is_an_error_of_its_own),
    cmocka_unit_test(samples_find_their_session),
    cmocka_unit_test(attaching_has_rules),
    cmocka_unit_test(mixed_up_identities_reach_no_wrong_session),
    cmocka_unit_test(finding_is_right_after_any_history),
};

TEST_GROUP(device_tests, tests);
