/* A measurement in, an event out: a session, and the least that plain C does for the same: whose sample it is, whether
 * the session ranges, when its peer was heard, and a queue of fixed size.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cases_session.h"

#include <stdio.h>
#include <string.h>

#include "rangekit.h"

enum { QUEUE = 12 };

struct plain_event {
    int32_t kind, state;
    int64_t time_ns;
    rangekit_range_sample sample;
};

struct plain_session {
    int32_t state;
    uint32_t peer;
    int64_t now_ns, window_ns, silence_ns;
    uint64_t delivered, unknown;
    uint32_t start, count;
    struct plain_event queue[QUEUE];
};

static rangekit_session *session;
static uint64_t memory[1024];
static struct plain_session plain;
static int64_t times[2];
static volatile uint64_t sink;

static __attribute__((noinline)) int plain_measure(struct plain_session *own, const rangekit_range_sample *sample) {
    if (sample->peer != own->peer) {
        own->unknown += 1;
        return -1;
    }
    if (sample->time_ns < own->now_ns || own->count == QUEUE || sample->time_ns >= own->window_ns) return -2;
    own->now_ns = sample->time_ns;
    if (own->state != RANGEKIT_SESSION_RUNNING && own->state != RANGEKIT_SESSION_LOST) return -3;
    own->window_ns = own->now_ns + own->silence_ns;
    struct plain_event *event = &own->queue[(own->start + own->count) % QUEUE];
    *event = (struct plain_event){RANGEKIT_SESSION_EVENT_SAMPLE, own->state, own->now_ns, *sample};
    own->count += 1;
    own->delivered += 1;
    return 0;
}

static __attribute__((noinline)) int plain_next(struct plain_session *own, struct plain_event *event) {
    if (own->count == 0) return 0;
    *event = own->queue[own->start];
    own->start = (own->start + 1) % QUEUE;
    own->count -= 1;
    return 1;
}

static rangekit_range_sample next_sample(int side) {
    int64_t time_ns = times[side] += 50000000;
    return (rangekit_range_sample){.time_ns = time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = 7,
                                   .distance_m = (float)(time_ns & 1023)};
}

int prepare_session_cases(void) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.peer = 7;
    if (rangekit_session_init(memory, sizeof memory, &options, &session) != RANGEKIT_OK ||
        rangekit_session_use_channel_sounding(session) != RANGEKIT_OK ||
        rangekit_session_run(session, 0, 0) != RANGEKIT_OK || rangekit_session_start(session, 0) != RANGEKIT_OK) {
        printf("bench: no session\n");
        return 1;
    }
    rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
    (void)rangekit_session_next_event(session, &event, NULL, 0);
    plain = (struct plain_session){.state = RANGEKIT_SESSION_RUNNING, .peer = 7, .window_ns = options.silence_timeout_ns,
                                   .silence_ns = options.silence_timeout_ns};
    for (int i = 0; i < 100; i += 1) {
        rangekit_range_sample sample = next_sample(0), same = next_sample(1);
        struct plain_event expected;
        if (rangekit_session_measure(session, &sample) != RANGEKIT_OK || plain_measure(&plain, &same) != 0 ||
            rangekit_session_next_event(session, &event, NULL, 0) != RANGEKIT_OK || !plain_next(&plain, &expected) ||
            event.event != expected.kind || event.state != expected.state || event.time_ns != expected.time_ns ||
            memcmp(&event.sample, &expected.sample, sizeof event.sample) != 0) {
            printf("bench: the session's event is not that of plain C\n");
            return 1;
        }
    }
    return 0;
}

void session_sample(size_t calls) {
    rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
    uint64_t sum = 0;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(0);
        (void)rangekit_session_measure(session, &sample);
        (void)rangekit_session_next_event(session, &event, NULL, 0);
        sum += (uint64_t)event.sample.time_ns;
    }
    sink += sum;
}

void session_sample_plain(size_t calls) {
    struct plain_event event;
    uint64_t sum = 0;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(1);
        (void)plain_measure(&plain, &sample);
        if (plain_next(&plain, &event)) sum += (uint64_t)event.sample.time_ns;
    }
    sink += sum;
}
