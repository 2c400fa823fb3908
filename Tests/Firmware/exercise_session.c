/* Two sessions in caller memory, one of each side: they agree, range, pause, go on and end; every message between them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "exercise.h"

#ifndef EXERCISE_SMALL

static uint64_t memory[2][512]; /* rangekit_session_size is below 4096 with the default queues */
static rangekit_session *sides[2];
static uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
static const char *const names[2] = {"  controller", "  accessory"};

static void make(int side) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.role = side == 0 ? RANGEKIT_SESSION_ROLE_CONTROLLER : RANGEKIT_SESSION_ROLE_ACCESSORY;
    options.session_id = 0xC0FFEE;
    options.payload_size = 20;
    options.flags = RANGEKIT_SESSION_CRC;
    put_status("session", rangekit_session_init(memory[side], sizeof memory[side], &options, &sides[side]));
    put_status("  dialect", rangekit_session_use_rangekit(sides[side]));
}

/* Says what happened, and does what a host does about it. */
static void take_events(int side, int64_t time_ns) {
    for (;;) {
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        rangekit_status status = rangekit_session_next_event(sides[side], &event, bytes, sizeof bytes);
        if (status != RANGEKIT_OK) put_status("  no event", status);
        if (status != RANGEKIT_OK || event.event == RANGEKIT_SESSION_EVENT_NOTHING) return;
        put_text(names[side], rangekit_session_event_name(event.event));
        put_number("    reason", (uint32_t)event.reason, 4);
        if (event.event == RANGEKIT_SESSION_EVENT_SAMPLE) put_float("    distance", event.sample.distance_m);
        if (event.event == RANGEKIT_SESSION_EVENT_OFFERED) {
            rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
            size_t length = 0;
            (void)rangekit_configuration_encode(&configuration, bytes, sizeof bytes, &length, NULL);
            put_status("    configure", rangekit_session_configure(sides[side], bytes, length, time_ns));
        }
        if (event.event == RANGEKIT_SESSION_EVENT_CONFIGURED) {
            put_status("    start", rangekit_session_start(sides[side], time_ns));
        }
    }
}

/* Carries what each has to say to the other until both are silent. */
static void talk(int64_t time_ns) {
    for (int more = 1, rounds = 0; more && rounds < 64; rounds += 1) {
        more = 0;
        for (int side = 0; side < 2; side += 1) {
            size_t length = 0;
            take_events(side, time_ns);
            (void)rangekit_session_next_outgoing(sides[side], bytes, sizeof bytes, &length);
            if (length == 0) continue;
            more = 1;
            put(names[side], bytes, length);
            rangekit_status status = rangekit_session_receive(sides[1 - side], bytes, length, time_ns);
            if (status != RANGEKIT_OK) put_status("  refused", status);
        }
    }
}

void exercise_session(void) {
    static const uint8_t identity[16] = {0xA0, 1, 2, 3};
    size_t length = 0;
    exercise_random_state = 6;
    for (int side = 0; side < 2; side += 1) make(side);
    exercise_local.struct_size = sizeof exercise_local;
    (void)rangekit_token_make_peer(&exercise_local, identity, sizeof identity);
    exercise_local.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    exercise_local.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
    (void)rangekit_token_encode(&exercise_local, bytes, sizeof bytes, &length, NULL);
    put_status("  offer", rangekit_session_set_offer(sides[1], bytes, length));
    put_status("  serve", rangekit_session_run(sides[1], 0, 0));
    put_status("  open", rangekit_session_run(sides[0], 0, 0));
    talk(1000000);
    for (int i = 0; i < 20; i += 1) {
        rangekit_range_sample sample;
        memset(&sample, 0, sizeof sample);
        sample.time_ns = 2000000 + INT64_C(100000000) * i;
        sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
        sample.technology = RANGEKIT_TECHNOLOGY_UWB;
        sample.distance_m = 3 + 0.125f * (float)(exercise_random() % 5);
        put_status("  measure", rangekit_session_measure(sides[0], &sample));
        talk(sample.time_ns);
    }
    put_status("  send", rangekit_session_send(sides[0], (const uint8_t *)"hello", 5, INT64_C(2100000000)));
    talk(INT64_C(2100000000));
    put_status("  pause", rangekit_session_pause(sides[0], INT64_C(2200000000)));
    talk(INT64_C(2200000000));
    put_status("  run again", rangekit_session_run(sides[0], 0, INT64_C(2300000000)));
    talk(INT64_C(2300000000));
    /* Damaged bytes leave it in a named state. */
    for (int i = 0; i < 200; i += 1) {
        for (size_t at = 0; at < 24; at += 1) bytes[at] = (uint8_t)exercise_random();
        put_status("  noise", rangekit_session_receive(sides[1], bytes, 4 + exercise_random() % 20, INT64_C(2400000000)));
    }
    int64_t deadline_ns = 0;
    (void)rangekit_session_deadline(sides[0], &deadline_ns);
    put_number("  deadline", (uint64_t)deadline_ns, 8);
    put_status("  advance", rangekit_session_advance(sides[0], deadline_ns));
    talk(deadline_ns);
    put_status("  invalidate", rangekit_session_invalidate(sides[0], deadline_ns));
    talk(deadline_ns);
    for (int side = 0; side < 2; side += 1) {
        rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
        (void)rangekit_session_get_info(sides[side], &info);
        put_text(names[side], rangekit_session_state_name(info.state));
        rangekit_session_destroy(sides[side]);
    }
}

#endif
