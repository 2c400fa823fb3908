/* SPDX-License-Identifier: MIT */
#include "cs_support.h"

rangekit_cs_procedure cs_procedure;
rangekit_cs_tone cs_tones[RANGEKIT_CS_TONES_MAX_COUNT];
rangekit_cs_rtt cs_rtts[RANGEKIT_CS_RTTS_MAX_COUNT];
rangekit_cs_mode0 cs_mode0s[RANGEKIT_CS_MODE0S_MAX_COUNT];

struct cs_events cs_events_of(const rangekit_cs_event *like, const uint8_t *steps, size_t size) {
    struct cs_events made = {0};
    size_t at = 0;
    while (at < size || made.count == 0) {
        rangekit_cs_event event = *like;
        size_t end = at;
        event.fields = made.count > 0 ? RANGEKIT_CS_EVENT_CONTINUES : 0;
        event.step_count = 0;
        while (end < size && end + 3 + steps[end + 2] - at <= 239) {
            end += 3 + (size_t)steps[end + 2];
            event.step_count += 1;
        }
        if (end < size) event.procedure_done = event.subevent_done = RANGEKIT_CS_DONE_PARTLY;
        assert_true(made.count < CS_EVENTS_MAX);
        assert_status(rangekit_cs_event_encode(&event, steps + at, end - at, made.events[made.count].bytes, CS_EVENT_SIZE,
                                               &made.events[made.count].size, NULL),
                      RANGEKIT_OK);
        made.count += 1;
        at = end;
    }
    return made;
}

uint32_t cs_next(rangekit_cs_collector *collector) {
    uint32_t found = 7;
    cs_procedure = (rangekit_cs_procedure)RANGEKIT_CS_PROCEDURE_INIT;
    assert_status(rangekit_cs_collector_next(collector, &cs_procedure, cs_tones, COUNT_OF(cs_tones), cs_rtts,
                                             COUNT_OF(cs_rtts), cs_mode0s, COUNT_OF(cs_mode0s), &found),
                  RANGEKIT_OK);
    return found;
}

rangekit_cs_collector *cs_collector(const rangekit_cs_collector_options *options) {
    static uint64_t memory[19456 / 8];
    rangekit_cs_collector *collector = NULL;
    assert_true(rangekit_cs_collector_size() <= sizeof memory);
    assert_status(rangekit_cs_collector_init(memory, sizeof memory, options, &collector), RANGEKIT_OK);
    return collector;
}

char *cs_read_text(const char *relative) {
    static char text[1 << 20];
    const char *path = shared_path(relative);
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return text;
}

static const char *after_key(const char *at, const char *key) {
    char quoted[80];
    (void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = strstr(at, quoted);
    return found == NULL ? NULL : found + strlen(quoted);
}

size_t cs_next_hex(const char **at, const char *key, uint8_t *out, size_t capacity) {
    const char *value = after_key(*at, key);
    if (value == NULL) return 0;
    const char *open = strchr(value, '"') + 1, *close = strchr(open, '"');
    *at = close;
    return bytes_from_hex(open, (size_t)(close - open), out, capacity);
}

long cs_next_number(const char **at, const char *key) {
    const char *value = after_key(*at, key);
    if (value == NULL) fail_text("there is no \"%s\"", key);
    *at = value;
    return strtol(value, NULL, 10);
}

static size_t put_step(const rangekit_cs_step *step, uint8_t *out) {
    size_t length = 0;
    assert_status(rangekit_cs_step_encode(step, out, 64, &length, NULL), RANGEKIT_OK);
    return length;
}

void cs_simulate(struct cs_sides *sides, double distance_m, uint64_t seed) {
    struct random_source source = {seed};
    sides->initiator_size = sides->reflector_size = 0;
    for (int i = 0; i < 75; i += 1) {
        int channel = i < 3 ? 5 + i : i - 3 + (i - 3 < 21 ? 2 : 5);
        rangekit_cs_step a = {.mode = i < 3 ? 0 : 2, .channel = (uint8_t)channel, .rssi_dbm = -50, .antenna = 1}, b;
        a.fields = RANGEKIT_CS_STEP_HAS_FREQUENCY_OFFSET;
        a.frequency_offset_0p01_ppm = -123;
        a.antenna_path_count = 4;
        a.permutation = (uint8_t)random_below(&source, 24);
        b = a;
        b.role = RANGEKIT_CS_REFLECTOR;
        double offset = 6.283185307179586 * random_unit(&source);
        for (int slot = 0; slot < 5; slot += 1) {
            double phase = -12.566370614359172 * (2402e6 + 1e6 * channel) * distance_m / RANGEKIT_SPEED_OF_LIGHT_MPS;
            a.tone_i[slot] = (int16_t)lround(1500 * cos(phase / 2 + offset));
            a.tone_q[slot] = (int16_t)lround(1500 * sin(phase / 2 + offset));
            b.tone_i[slot] = (int16_t)lround(1500 * cos(phase / 2 - offset));
            b.tone_q[slot] = (int16_t)lround(1500 * sin(phase / 2 - offset));
            a.tone_slot[slot] = b.tone_slot[slot] = slot == 4 ? RANGEKIT_CS_SLOT_EXTENSION_NO_TONE : 0;
            a.tone_quality[slot] = b.tone_quality[slot] = RANGEKIT_CS_QUALITY_NOT_AVAILABLE;
        }
        sides->initiator_size += put_step(&a, sides->initiator + sides->initiator_size);
        sides->reflector_size += put_step(&b, sides->reflector + sides->reflector_size);
    }
}
