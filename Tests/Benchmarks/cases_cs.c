/* Channel Sounding against plain C. SPDX-License-Identifier: MIT */
#include "cases_cs.h"

#include <stdio.h>
#include <string.h>

#include "reference.h"

#define MESSAGES 16

static struct reference_cs_message events[MESSAGES], segments[MESSAGES];
static size_t event_count, segment_count;
static uint64_t memory[19456 / 8];
static rangekit_cs_collector *collector;
static rangekit_cs_tone tones[RANGEKIT_CS_TONES_MAX_COUNT], plain_tones[RANGEKIT_CS_TONES_MAX_COUNT];
static rangekit_cs_mode0 mode0s[RANGEKIT_CS_MODE0S_MAX_COUNT];

static volatile uint32_t sink;

/* 3 steps of mode 0 and 72 of mode 2 on 4 antenna paths. */
static size_t make_steps(int role, uint8_t *out) {
    size_t size = 0;
    uint32_t state = 7 + (uint32_t)role;
    for (int i = 0; i < 75; i += 1) {
        rangekit_cs_step step = {.mode = i < 3 ? 0 : 2, .channel = (uint8_t)(2 + i), .role = (uint8_t)role};
        step.antenna_path_count = 4;
        step.permutation = (uint8_t)(i % 24);
        for (int slot = 0; slot < 5; slot += 1) {
            state = state * 1664525u + 1013904223u;
            step.tone_i[slot] = (int16_t)((int)(state >> 20) - 2048);
            step.tone_q[slot] = (int16_t)((int)(state >> 8 & 0xFFF) - 2048);
            step.tone_quality[slot] = 3;
            step.tone_slot[slot] = slot == 4;
        }
        size_t length = 0;
        (void)rangekit_cs_step_encode(&step, out + size, 64, &length, NULL);
        size += length;
    }
    return size;
}

static size_t make_events(int role, struct reference_cs_message *out) {
    static uint8_t steps[3072];
    size_t size = make_steps(role, steps), at = 0, count = 0;
    while (at < size) {
        rangekit_cs_event event = RANGEKIT_CS_EVENT_INIT;
        size_t end = at;
        event.fields = count > 0 ? RANGEKIT_CS_EVENT_CONTINUES : 0;
        event.procedure_counter = 5;
        event.reference_power_dbm = -40 - role;
        event.antenna_path_count = 4;
        while (end < size && end + 3 + steps[end + 2] - at <= 239) {
            end += 3 + (size_t)steps[end + 2];
            event.step_count += 1;
        }
        event.procedure_done = event.subevent_done = end < size;
        (void)rangekit_cs_event_encode(&event, steps + at, end - at, out[count].bytes, sizeof out[count].bytes,
                                       &out[count].size, NULL);
        count += 1;
        at = end;
    }
    return count;
}

static uint32_t read_procedure(void) {
    rangekit_cs_procedure procedure = RANGEKIT_CS_PROCEDURE_INIT;
    uint32_t found = 0;
    (void)rangekit_cs_collector_reset(collector);
    for (size_t i = 0; i < event_count; i += 1) {
        (void)rangekit_cs_collector_event(collector, 0, RANGEKIT_CS_SIDE_LOCAL, events[i].bytes, events[i].size, NULL);
    }
    for (size_t i = 0; i < segment_count; i += 1) {
        (void)rangekit_cs_collector_segment(collector, 0, segments[i].bytes, segments[i].size, NULL);
    }
    (void)rangekit_cs_collector_next(collector, &procedure, tones, RANGEKIT_CS_TONES_MAX_COUNT, NULL, 0, mode0s,
                                     RANGEKIT_CS_MODE0S_MAX_COUNT, &found);
    return procedure.tone_count;
}

int prepare_cs_cases(void) {
    static struct reference_cs_message remote[MESSAGES];
    static uint8_t body[3072];
    size_t length = 0, subevent = 0, remote_count = make_events(RANGEKIT_CS_REFLECTOR, remote);
    event_count = make_events(RANGEKIT_CS_INITIATOR, events);
    for (size_t i = 0; i < remote_count; i += 1) {
        (void)rangekit_cs_body_append(remote[i].bytes, remote[i].size, 127, body, sizeof body, &length, &subevent, NULL);
    }
    for (segment_count = 0; segment_count < MESSAGES; segment_count += 1) {
        struct reference_cs_message *segment = &segments[segment_count];
        (void)rangekit_cs_segment_encode(body, length, segment_count, 243, segment->bytes, sizeof segment->bytes,
                                         &segment->size);
        if (segment->size == 0) break;
    }
    if (rangekit_cs_collector_init(memory, sizeof memory, NULL, &collector) != RANGEKIT_OK) return 1;
    uint32_t count = read_procedure(), plain = reference_cs_read(events, event_count, segments, segment_count, plain_tones);
    if (count < 280 || count != plain || memcmp(tones, plain_tones, count * sizeof tones[0]) != 0) {
        fprintf(stderr, "bench: a procedure differs from its reference (%u and %u tones)\n", count, plain);
        return 1;
    }
    return 0;
}

void cs_procedure_read(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink = read_procedure();
}

void cs_procedure_read_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        sink = reference_cs_read(events, event_count, segments, segment_count, plain_tones);
    }
}
