/* What the Channel Sounding tests share: procedures as events, and reading the shared recordings.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_CS_SUPPORT_H
#define RANGEKIT_TESTS_CS_SUPPORT_H

#include "support.h"

#define CS_EVENT_SIZE 258
#define CS_EVENTS_MAX 16

struct cs_events {
    size_t count;
    struct {
        size_t size;
        uint8_t bytes[CS_EVENT_SIZE];
    } events[CS_EVENTS_MAX];
};

/* One subevent with these steps, as a result event and as many continue events as it takes. */
struct cs_events cs_events_of(const rangekit_cs_event *like, const uint8_t *steps, size_t size);

/* The last procedure that cs_next gave. */
extern rangekit_cs_procedure cs_procedure;
extern rangekit_cs_tone cs_tones[RANGEKIT_CS_TONES_MAX_COUNT];
extern rangekit_cs_rtt cs_rtts[RANGEKIT_CS_RTTS_MAX_COUNT];
extern rangekit_cs_mode0 cs_mode0s[RANGEKIT_CS_MODE0S_MAX_COUNT];
uint32_t cs_next(rangekit_cs_collector *collector);

/* A collector in static memory. */
rangekit_cs_collector *cs_collector(const rangekit_cs_collector_options *options);

/* A whole file as text, NUL at its end; NULL if it is not there. */
char *cs_read_text(const char *relative);

/* The next "key": "hex" from *at on, as bytes; moves *at behind it. 0 bytes when there is none. */
size_t cs_next_hex(const char **at, const char *key, uint8_t *out, size_t capacity);

/* The next "key": number from *at on. Fails the test when there is none. */
long cs_next_number(const char **at, const char *key);

/* 4 paths on 72 channels and 3 steps of mode 0, as both sides report it: z = exp(-j 4 pi f d / c) on each path, PCTs
 * rounded to 12 bits. Returns the sizes. */
struct cs_sides {
    uint8_t initiator[3072], reflector[3072];
    size_t initiator_size, reflector_size;
};
void cs_simulate(struct cs_sides *sides, double distance_m, uint64_t seed);

#endif
