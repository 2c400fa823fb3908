/* Many sessions in one process: memory of each, and what a measurement that becomes an event costs from 10 to 10,000 of
 * them, routed by a device. Processor time of this thread, the least of several rounds.
 *
 *   sessions            the table; fails above 4096 bytes, or 1.5 times the cost
 *   sessions COUNT EVENTS   one row alone, for instruction counters
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../C/allocations.h"
#include "rangekit.h"

enum { MOST = 10000, ROUNDS = 7 };

static rangekit_device *device;
static rangekit_session *sessions[MOST];
static uint64_t *memory;
static size_t session_size;
static int64_t now_ns;
static volatile uint64_t sink;

static void must(rangekit_status status, const char *what) {
    if (status == RANGEKIT_OK) return;
    fprintf(stderr, "sessions: %s: %s\n", what, rangekit_status_name(status));
    exit(1);
}

static double processor_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Identities as hashes are: any 64 bits. */
static uint64_t identity(size_t i) {
    uint64_t z = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    return z ^ (z >> 31);
}

static void make(size_t count) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    rangekit_device_options limits = RANGEKIT_DEVICE_OPTIONS_INIT;
    options.payload_size = 20;
    limits.session_capacity = limits.session_limit = (uint32_t)count;
    session_size = rangekit_session_size(&options);
    must(rangekit_device_create(&limits, &device), "device");
    memory = malloc(count * session_size);
    if (memory == NULL) exit(1);
    for (size_t i = 0; i < count; i += 1) {
        options.peer = (uint32_t)i;
        options.peer_identity = identity(i);
        must(rangekit_session_init((uint8_t *)memory + i * session_size, session_size, &options, &sessions[i]), "init");
        must(rangekit_session_use_channel_sounding(sessions[i]), "dialect");
        must(rangekit_device_attach(device, sessions[i]), "attach");
        must(rangekit_session_run(sessions[i], 0, now_ns), "run");
        must(rangekit_session_start(sessions[i], now_ns), "start");
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        must(rangekit_session_next_event(sessions[i], &event, NULL, 0), "event");
    }
}

static void end(size_t count) {
    for (size_t i = 0; i < count; i += 1) rangekit_session_destroy(sessions[i]);
    rangekit_device_destroy(device);
    free(memory);
}

/* Sessions take turns, and each event is taken when it has come. */
static void visit(size_t i) {
    rangekit_range_sample sample = {.time_ns = now_ns += 1000, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                    .distance_m = (float)i};
    rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
    must(rangekit_device_measure(device, identity(i), &sample), "measure");
    must(rangekit_session_next_event(sessions[i], &event, NULL, 0), "event");
    if (event.event != RANGEKIT_SESSION_EVENT_SAMPLE || event.sample.peer != i) exit(1);
    sink += (uint64_t)event.time_ns;
}

static double cost(size_t count, size_t visits) {
    double least = 1e300;
    for (size_t i = 0; i < count; i += 1) visit(i);
    for (int round = 0; round < ROUNDS; round += 1) {
        double start = processor_ns();
        for (size_t v = 0; v < visits; v += 1) visit(v % count);
        double taken = (processor_ns() - start) / (double)visits;
        if (taken < least) least = taken;
    }
    return least;
}

int main(int argument_count, char **arguments) {
    if (argument_count == 3) {
        size_t count = strtoul(arguments[1], NULL, 10), events = strtoul(arguments[2], NULL, 10);
        if (count < 1 || count > MOST) return 2;
        make(count);
        for (size_t v = 0; v < events; v += 1) visit(v % count);
        end(count);
        return 0;
    }
    static const size_t counts[] = {10, 100, 1000, 10000};
    double first = 0, last = 0;
    int over = 0;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i += 1) {
        make(counts[i]);
        struct allocation_counts before = allocation_counts();
        last = cost(counts[i], 200000);
        size_t allocations = allocation_counts().allocations - before.allocations;
        if (i == 0) first = last;
        printf("%5zu sessions of %zu bytes: %.1f ns an event, %.2f times that of 10, %zu allocations\n", counts[i],
               session_size, last, last / first, allocations);
        over |= allocations > 0 || session_size >= 4096;
        end(counts[i]);
    }
    over |= last / first >= 1.5;
    if (over) printf("sessions: OVER\n");
    return over;
}
