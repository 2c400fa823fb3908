/* Sessions and devices: pointers that cannot be used, sizes of structs, memory that is no handle, names, options, the
 * heap, threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>

#include "allocations.h"
#include "refuses_handle.h"
#include "session_support.h"
#include "struct_places.h"

static uint64_t memory[2048];
static struct session_pair pair;

static rangekit_session *make(void) {
    rangekit_session *session = NULL;
    assert_status(rangekit_session_init(memory, sizeof memory, NULL, &session), RANGEKIT_OK);
    assert_status(rangekit_session_use_rangekit(session), RANGEKIT_OK);
    return session;
}

static void session_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_session *session = make();
    uint8_t bytes[8] = {0};
    size_t length;
    int64_t deadline;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    REFUSES(rangekit_session_options, rangekit_session_options_default(pointer));
    REFUSES(rangekit_session_event, rangekit_session_event_default(pointer));
    REFUSES(rangekit_session_info, rangekit_session_info_default(pointer));
    REFUSES(rangekit_session_transition, rangekit_session_look_up(0, 0, pointer));
    REFUSES(uint64_t, rangekit_session_init(pointer, sizeof memory, NULL, &session));
    REFUSES(rangekit_session *, rangekit_session_init(memory, sizeof memory, NULL, pointer));
    REFUSES(rangekit_session *, rangekit_session_create(NULL, pointer));
    REFUSES_MISALIGNED(rangekit_session_options, rangekit_session_init(memory, sizeof memory, pointer, &session));
    REFUSES_MISALIGNED(rangekit_session_options, rangekit_session_create(pointer, &session));
    REFUSES_HANDLE(rangekit_session, rangekit_session_use_rangekit(pointer));
    REFUSES_HANDLE(rangekit_session, rangekit_session_use_accessory(pointer));
    REFUSES_HANDLE(rangekit_session, rangekit_session_use_android(pointer));
    REFUSES_HANDLE(rangekit_session, rangekit_session_use_channel_sounding(pointer));
    REFUSES_HANDLE(rangekit_session, rangekit_session_set_offer(pointer, bytes, 1));
    REFUSES_HANDLE(rangekit_session, rangekit_session_run(pointer, 0, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_configure(pointer, bytes, 1, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_start(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_pause(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_suspend(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_end_suspension(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_invalidate(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_fail(pointer, -902, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_send(pointer, bytes, 1, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_set_motion(pointer, 0, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_set_background(pointer, 0, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_wake(pointer, 0, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_set_link(pointer, 0, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_receive(pointer, bytes, 1, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_measure(pointer, NULL));
    REFUSES_HANDLE(rangekit_session, rangekit_session_advance(pointer, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_deadline(pointer, &deadline));
    REFUSES_HANDLE(rangekit_session, rangekit_session_next_outgoing(pointer, NULL, 0, &length));
    REFUSES_HANDLE(rangekit_session, rangekit_session_peer_offer(pointer, NULL, 0, &length));
    REFUSES_HANDLE(rangekit_session, rangekit_session_configuration(pointer, NULL, 0, &length));
    REFUSES_HANDLE(rangekit_session, rangekit_session_export(pointer, NULL, 0, &length));
    REFUSES_HANDLE(rangekit_session, rangekit_session_import(pointer, bytes, 1, NULL));
    rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    REFUSES_HANDLE(rangekit_session, rangekit_session_next_event(pointer, &event, NULL, 0));
    REFUSES_HANDLE(rangekit_session, rangekit_session_get_info(pointer, &info));
    session = make();
    REFUSES(rangekit_session_event, rangekit_session_next_event(session, pointer, NULL, 0));
    assert_status(rangekit_session_next_event(session, &event, NULL, 1), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_session_info, rangekit_session_get_info(session, pointer));
    REFUSES(rangekit_range_sample, rangekit_session_measure(session, pointer));
    REFUSES(int64_t, rangekit_session_deadline(session, pointer));
    REFUSES(size_t, rangekit_session_next_outgoing(session, NULL, 0, pointer));
    REFUSES(size_t, rangekit_session_peer_offer(session, NULL, 0, pointer));
    REFUSES(size_t, rangekit_session_configuration(session, NULL, 0, pointer));
    REFUSES(size_t, rangekit_session_export(session, NULL, 0, pointer));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_session_import(session, bytes, 1, pointer));
    assert_status(rangekit_session_set_offer(session, NULL, 1), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_session_receive(session, NULL, 1, 0), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_session_receive(session, bytes, SIZE_MAX, 0), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_session_configure(session, NULL, 1, 0), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_session_send(session, NULL, 1, 0), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_session_import(session, NULL, 1, &diagnostic), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_session_set_motion(session, 3, 0), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_session_set_motion(session, -1, 0), RANGEKIT_ERROR_OUT_OF_RANGE);
    session_assert_state_at(session, RANGEKIT_SESSION_IDLE, __FILE__, __LINE__);
    rangekit_session_destroy(NULL);
}

static void device_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_device *device = NULL;
    rangekit_session *session = NULL;
    static uint64_t own[2048];
    assert_status(rangekit_session_init(own, sizeof own, NULL, &session), RANGEKIT_OK);
    assert_status(rangekit_device_init(memory, sizeof memory, NULL, &device), RANGEKIT_OK);
    REFUSES(rangekit_device_options, rangekit_device_options_default(pointer));
    REFUSES(rangekit_device_info, rangekit_device_info_default(pointer));
    REFUSES(uint64_t, rangekit_device_init(pointer, sizeof memory, NULL, &device));
    REFUSES(rangekit_device *, rangekit_device_init(memory, sizeof memory, NULL, pointer));
    REFUSES(rangekit_device *, rangekit_device_create(NULL, pointer));
    REFUSES_MISALIGNED(rangekit_device_options, rangekit_device_create(pointer, &device));
    REFUSES_MISALIGNED(rangekit_device_options, rangekit_device_init(memory, sizeof memory, pointer, &device));
    REFUSES_HANDLE(rangekit_device, rangekit_device_attach(pointer, session));
    REFUSES_HANDLE(rangekit_device, rangekit_device_detach(pointer, session));
    REFUSES_HANDLE(rangekit_session, rangekit_device_attach(device, pointer));
    REFUSES_HANDLE(rangekit_session, rangekit_device_detach(device, pointer));
    REFUSES_HANDLE(rangekit_device, rangekit_device_find(pointer, 1, &session));
    REFUSES(rangekit_session *, rangekit_device_find(device, 1, pointer));
    REFUSES(rangekit_range_sample, rangekit_device_measure(device, 1, pointer));
    REFUSES_HANDLE(rangekit_device, rangekit_device_measure(pointer, 1, NULL));
    rangekit_device_info info = RANGEKIT_DEVICE_INFO_INIT;
    REFUSES_HANDLE(rangekit_device, rangekit_device_get_info(pointer, &info));
    REFUSES(rangekit_device_info, rangekit_device_get_info(device, pointer));
    assert_status(rangekit_device_get_info((void *)own, &info), RANGEKIT_ERROR_INVALID_HANDLE);
    assert_status(rangekit_session_run((void *)memory, 0, 0), RANGEKIT_ERROR_INVALID_HANDLE);
    rangekit_device_destroy(NULL);
    rangekit_device_destroy(device);
    assert_status(rangekit_device_get_info(device, &info), RANGEKIT_ERROR_INVALID_HANDLE);
}

/* ---- Structs ---- */

#define FILL(type) \
    static rangekit_status fill_##type(void *value) { return rangekit_##type##_default(value); }
FILL(session_options)
FILL(session_event)
FILL(session_info)
FILL(device_options)
FILL(device_info)
#undef FILL

static rangekit_status session_init(void *options) {
    rangekit_session *session;
    return rangekit_session_init(memory, sizeof memory, options, &session);
}

static rangekit_status session_create(void *options) {
    rangekit_session *session = NULL;
    rangekit_status status = rangekit_session_create(options, &session);
    rangekit_session_destroy(session);
    return status;
}

static rangekit_status next_event(void *event) { return rangekit_session_next_event(make(), event, NULL, 0); }
static rangekit_status get_info(void *info) { return rangekit_session_get_info(make(), info); }

static rangekit_status device_init(void *options) {
    rangekit_device *device;
    return rangekit_device_init(memory, sizeof memory, options, &device);
}

static rangekit_status device_create(void *options) {
    rangekit_device *device = NULL;
    rangekit_status status = rangekit_device_create(options, &device);
    rangekit_device_destroy(device);
    return status;
}

static rangekit_status device_get_info(void *info) {
    rangekit_device *device;
    assert_status(rangekit_device_init(memory, sizeof memory, NULL, &device), RANGEKIT_OK);
    return rangekit_device_get_info(device, info);
}

static const struct struct_place places[] = {
    {"session_options_default", fill_session_options, NULL, RANGEKIT_SESSION_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"session_event_default", fill_session_event, NULL, RANGEKIT_SESSION_EVENT_V1_SIZE, MAKES},
    {"session_info_default", fill_session_info, NULL, RANGEKIT_SESSION_INFO_V1_SIZE, MAKES},
    {"device_options_default", fill_device_options, NULL, RANGEKIT_DEVICE_OPTIONS_V1_SIZE, MAKES_OPTIONS},
    {"device_info_default", fill_device_info, NULL, RANGEKIT_DEVICE_INFO_V1_SIZE, MAKES},
    {"session_init", session_init, fill_session_options, RANGEKIT_SESSION_OPTIONS_V1_SIZE, OPTIONS},
    {"session_create", session_create, fill_session_options, RANGEKIT_SESSION_OPTIONS_V1_SIZE, OPTIONS},
    {"session_next_event", next_event, fill_session_event, RANGEKIT_SESSION_EVENT_V1_SIZE, RESULT},
    {"session_get_info", get_info, fill_session_info, RANGEKIT_SESSION_INFO_V1_SIZE, RESULT},
    {"device_init", device_init, fill_device_options, RANGEKIT_DEVICE_OPTIONS_V1_SIZE, OPTIONS},
    {"device_create", device_create, fill_device_options, RANGEKIT_DEVICE_OPTIONS_V1_SIZE, OPTIONS},
    {"device_get_info", device_get_info, fill_device_info, RANGEKIT_DEVICE_INFO_V1_SIZE, RESULT},
};

static void structs_follow_the_size_rules(void **state) {
    (void)state;
    check_version_1_size(places, COUNT_OF(places));
    check_smaller_sizes(places, COUNT_OF(places));
    check_absurd_sizes(places, COUNT_OF(places));
    check_later_versions(places, COUNT_OF(places));
    check_unknown_options(places, COUNT_OF(places));
}

static void defaults_are_those_of_the_macros(void **state) {
    (void)state;
    rangekit_session_options options = {.struct_size = sizeof options}, made = RANGEKIT_SESSION_OPTIONS_INIT;
    assert_status(rangekit_session_options_default(&options), RANGEKIT_OK);
    assert_memory_equal(&options, &made, sizeof made);
    rangekit_device_options device = {.struct_size = sizeof device}, device_made = RANGEKIT_DEVICE_OPTIONS_INIT;
    assert_status(rangekit_device_options_default(&device), RANGEKIT_OK);
    assert_memory_equal(&device, &device_made, sizeof device);
    assert_in_range(rangekit_session_size(NULL), 2048, 4095);
    made.payload_size = 20;
    assert_in_range(rangekit_session_size(&made), 2048, 4095);
    made.message_capacity = 360;
    assert_in_range(rangekit_session_size(&made), 2048, 4095);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    rangekit_session *session = NULL;
#define BAD(member, value)                                                                                \
    do {                                                                                                  \
        rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;                                 \
        options.member = (value);                                                                         \
        assert_status(rangekit_session_init(memory, sizeof memory, &options, &session), RANGEKIT_ERROR_OUT_OF_RANGE); \
        assert_int_equal(rangekit_session_size(&options), 0);                                             \
    } while (0)
    BAD(role, 2);
    BAD(role, -1);
    BAD(start_window_ns, 0);
    BAD(start_window_ns, 86400 * SECOND + 1);
    BAD(silence_timeout_ns, -1);
    BAD(away_timeout_ns, 0);
    BAD(resume_window_ns, 0);
    BAD(retry_interval_ns, 0);
    BAD(keep_alive_ns, -1);
    BAD(active_limit_ns, -1);
    BAD(wake_interval_ns, INT64_MAX);
    BAD(payload_size, 19);
    BAD(payload_size, 65536);
    BAD(message_capacity, 63);
    BAD(message_capacity, 361);
    BAD(event_capacity, 256 + 127);
    BAD(event_capacity, 65537);
    BAD(data_capacity, 65536);
#undef BAD
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.flags = 16;
    assert_status(rangekit_session_init(memory, sizeof memory, &options, &session), RANGEKIT_ERROR_UNKNOWN_OPTION);
    options.flags = 0;
    options.reserved = 1;
    assert_status(rangekit_session_init(memory, sizeof memory, &options, &session), RANGEKIT_ERROR_UNKNOWN_OPTION);
    rangekit_device *device = NULL;
    static const rangekit_device_options bad[] = {
        {sizeof bad[0], 0, 0, 0}, {sizeof bad[0], 65537, 1, 1}, {sizeof bad[0], 4, 5, 1}, {sizeof bad[0], 4, 4, 5}};
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        assert_status(rangekit_device_init(memory, sizeof memory, &bad[i], &device), RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_int_equal(rangekit_device_size(&bad[i]), 0);
    }
}

static void memory_is_used_to_its_end_and_no_farther(void **state) {
    (void)state;
    for (uint32_t payload = 0; payload <= 20; payload += 20) {
        rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
        options.payload_size = payload;
        size_t size = rangekit_session_size(&options);
        rangekit_session *session = NULL;
        for (size_t small = 0; small < size; small += 97) {
            uint8_t *bytes = guarded(0, size);
            assert_status(rangekit_session_init(bytes, small, &options, &session), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
            assert_true(session == NULL && filled_with(bytes, size, 0xA5));
        }
        assert_status(rangekit_session_init(guarded(0, size), SIZE_MAX, &options, &session), RANGEKIT_OK);
        assert_status(rangekit_session_use_rangekit(session), RANGEKIT_OK);
        assert_status(rangekit_session_run(session, 0, 0), RANGEKIT_OK);
        uint8_t data[256] = {1};
        while (rangekit_session_send(session, data, 100, 0) == RANGEKIT_OK) {}
        rangekit_session_destroy(session);
        assert_status(rangekit_session_run(session, 0, 0), RANGEKIT_ERROR_INVALID_HANDLE);
        rangekit_session_destroy(session);
        session = NULL;
    }
    static const uint8_t fillings[] = {0x00, 0xA5, 0xFF};
    for (size_t i = 0; i < COUNT_OF(fillings); i += 1) {
        memset(memory, fillings[i], sizeof memory);
        assert_status(rangekit_session_run((void *)memory, 0, 0), RANGEKIT_ERROR_INVALID_HANDLE);
        rangekit_session_destroy((void *)memory);
        rangekit_device_destroy((void *)memory);
        assert_true(filled_with(memory, sizeof memory, fillings[i]));
    }
}

/* ---- Names ---- */

static void check_names(const char *(*name)(int32_t), int32_t count, const char *first, const char *last) {
    assert_string_equal(name(0), first);
    assert_string_equal(name(count - 1), last);
    for (int32_t number = 0; number < count; number += 1) {
        assert_plain_text(name(number));
        assert_string_not_equal(name(number), "unknown");
        for (int32_t other = 0; other < number; other += 1) assert_string_not_equal(name(number), name(other));
    }
    assert_string_equal(name(count), "unknown");
    assert_string_equal(name(-1), "unknown");
    assert_string_equal(name(INT32_MIN), "unknown");
    assert_string_equal(name(256), "unknown");
}

static void everything_has_a_name_of_its_own(void **state) {
    (void)state;
    check_names(rangekit_session_state_name, RANGEKIT_SESSION_STATE_COUNT, "idle", "invalidated");
    check_names(rangekit_session_input_name, RANGEKIT_SESSION_INPUT_COUNT, "open", "limit");
    check_names(rangekit_session_send_name, RANGEKIT_SESSION_SEND_STOPPED + 1, "nothing", "stopped");
    check_names(rangekit_session_event_name, RANGEKIT_SESSION_EVENT_WAKE + 1, "nothing", "wake");
    assert_string_equal(rangekit_session_state_name(RANGEKIT_SESSION_SUSPENSION_ENDED), "suspension_ended");
    assert_string_equal(rangekit_session_input_name(RANGEKIT_SESSION_INPUT_PEER_AGAIN), "peer_again");
    assert_string_equal(rangekit_session_send_name(RANGEKIT_SESSION_SEND_CONFIGURATION), "configuration");
    assert_string_equal(rangekit_session_event_name(RANGEKIT_SESSION_EVENT_PEER_PAUSED), "peer_paused");
}

/* ---- The heap and threads ---- */

/* A life with everything in it; gives a digest of what came out. */
static uint64_t live(struct session_pair *both, int dialect, uint64_t seed) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    struct random_source random = {seed};
    uint64_t digest = seed;
    options.payload_size = 20;
    session_make_pair(both, dialect, &options);
    session_start_pair(both);
    for (int64_t step = 1; step < 200; step += 1) {
        session_advance(both, step * SECOND / 10);
        rangekit_range_sample sample = {.time_ns = step, .distance_m = (float)random_unit(&random)};
        (void)rangekit_session_measure(both->controller.session, &sample);
        if (random_below(&random, 9) == 0) {
            (void)rangekit_session_send(both->accessory.session, (const uint8_t *)"\x30 some bytes", 11, step * SECOND / 10);
        }
        session_pump(both);
        for (size_t i = 0; i < both->controller.event_count; i += 1) {
            uint32_t bits;
            memcpy(&bits, &both->controller.events[i].sample.distance_m, sizeof bits);
            digest = (digest ^ bits ^ (uint64_t)both->controller.events[i].event) * UINT64_C(0x100000001B3);
        }
        both->controller.event_count = both->accessory.event_count = 0;
    }
    session_end_pair(both);
    return digest;
}

static void nothing_allocates_but_create(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    struct allocation_counts before = allocation_counts();
    for (int dialect = DIALECT_RANGEKIT; dialect <= DIALECT_ANDROID; dialect += 1) (void)live(&pair, dialect, 3);
    assert_int_equal(allocation_counts().allocations, before.allocations);
    rangekit_session *session = NULL;
    rangekit_device *device = NULL;
    assert_status(rangekit_session_create(NULL, &session), RANGEKIT_OK);
    assert_status(rangekit_device_create(NULL, &device), RANGEKIT_OK);
    assert_int_equal(allocation_counts().allocations, before.allocations + 2);
    rangekit_session_destroy(session);
    rangekit_device_destroy(device);
    assert_int_equal(allocation_counts().frees, before.frees + 2);
    session = NULL;
    device = NULL;
    fail_allocations(1);
    rangekit_status statuses[2] = {rangekit_session_create(NULL, &session), rangekit_device_create(NULL, &device)};
    fail_allocations(0);
    assert_status(statuses[0], RANGEKIT_ERROR_OUT_OF_MEMORY);
    assert_status(statuses[1], RANGEKIT_ERROR_OUT_OF_MEMORY);
    assert_true(session == NULL && device == NULL);
}

struct work {
    struct session_pair pair;
    uint64_t seed, digest;
};

static void *run(void *argument) {
    struct work *work = argument;
    work->digest = live(&work->pair, DIALECT_RANGEKIT, work->seed);
    return NULL;
}

static void threads_with_their_own_sessions_do_not_meet(void **state) {
    (void)state;
    enum { THREADS = 4 };
    static struct work work[THREADS];
    pthread_t threads[THREADS];
    uint64_t alone[THREADS];
    for (uint64_t i = 0; i < THREADS; i += 1) alone[i] = live(&pair, DIALECT_RANGEKIT, 100 + i);
    for (uint64_t i = 0; i < THREADS; i += 1) {
        work[i].seed = 100 + i;
        assert_int_equal(pthread_create(&threads[i], NULL, run, &work[i]), 0);
    }
    for (int i = 0; i < THREADS; i += 1) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i += 1) assert_true(work[i].digest == alone[i]);
    assert_true(alone[0] != alone[1]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(session_functions_check_their_pointers),
    cmocka_unit_test(device_functions_check_their_pointers),
    cmocka_unit_test(structs_follow_the_size_rules),
    cmocka_unit_test(defaults_are_those_of_the_macros),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(memory_is_used_to_its_end_and_no_farther),
    cmocka_unit_test(everything_has_a_name_of_its_own),
    cmocka_unit_test(nothing_allocates_but_create),
    cmocka_unit_test(threads_with_their_own_sessions_do_not_meet),
};

TEST_GROUP(session_interface_tests, tests);
