/* Channel Sounding against the shared vectors and recordings: every PCT, step, segment, control point message
 * and round-trip time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cs_support.h"

static const char *vectors(void) {
    const char *text = cs_read_text("vectors/channel_sounding.json");
    if (text == NULL) SKIP("vectors/channel_sounding.json is not there");
    return text;
}

static void every_pct_has_its_value(void **state) {
    (void)state;
    const char *at = vectors(), *end = strstr(at, "\"steps\"");
    size_t count = 0;
    for (uint8_t pct[8]; at < end; count += 1) {
        const char *next = at;
        size_t size = cs_next_hex(&next, "hex", pct, sizeof pct);
        if (next > end) break;
        at = next;
        assert_int_equal(size, 3);
        long i = cs_next_number(&at, "i"), q = cs_next_number(&at, "q");
        uint8_t bytes[] = {2, 40, 9, 0, pct[0], pct[1], pct[2], 0, pct[0], pct[1], pct[2], 0x11};
        rangekit_cs_step step;
        size_t used = 0, length = 0;
        assert_status(rangekit_cs_step_decode(bytes, sizeof bytes, 0, &step, &used, NULL), RANGEKIT_OK);
        assert_int_equal(used, sizeof bytes);
        assert_int_equal(step.tone_i[0], i);
        assert_int_equal(step.tone_q[1], q);
        uint8_t again[sizeof bytes];
        assert_status(rangekit_cs_step_encode(&step, again, sizeof again, &length, NULL), RANGEKIT_OK);
        assert_memory_equal(again, bytes, sizeof bytes);
    }
    assert_true(count >= 40);
}

/* What the vectors say in words. */
static const struct {
    const char *hex;
    rangekit_status status;
    int mode, channel, rssi, antenna, offset; /* offset 9999: none */
} steps[] = {
    {"00050300ce01", RANGEKIT_OK, 0, 5, -50, 1, 9999},
    {"000a0500c4026400", RANGEKIT_OK, 0, 10, -60, 2, 100},
    {"000803007f00", RANGEKIT_OK, 0, 8, 127, 0, 9999},
    {"0205090000f0ff00ff0f0012", RANGEKIT_OK, 2, 5, 127, 0, 9999},
    {"0005", RANGEKIT_ERROR_TRUNCATED, 0, 0, 0, 0, 0},
    {"000505aabbcc", RANGEKIT_ERROR_TRUNCATED, 0, 0, 0, 0, 0},
    {"004f00", RANGEKIT_ERROR_INVALID_VALUE, 0, 0, 0, 0, 0},
    {"02050200aa", RANGEKIT_ERROR_WRONG_LENGTH, 0, 0, 0, 0, 0},
    {"000b0500d301327f", RANGEKIT_OK, 0, 11, -45, 1, -206},
    {"002b0500c301ccff", RANGEKIT_OK, 0, 43, -61, 1, -52},
};

static void every_step_reads_as_stated(void **state) {
    (void)state;
    const char *at = strstr(vectors(), "\"steps\"");
    for (size_t i = 0; i < COUNT_OF(steps); i += 1) {
        uint8_t bytes[64], expected[64];
        size_t size = cs_next_hex(&at, "hex", bytes, sizeof bytes), used = 99;
        assert_int_equal(bytes_from_hex(steps[i].hex, strlen(steps[i].hex), expected, sizeof expected), size);
        assert_memory_equal(bytes, expected, size);
        rangekit_cs_step step;
        assert_status(rangekit_cs_step_decode(guarded_copy(0, bytes, size), size, 0, &step, &used, NULL),
                      steps[i].status);
        /* What a bad step holds can be skipped; what ends early cannot. */
        assert_int_equal(used, steps[i].status == RANGEKIT_ERROR_TRUNCATED ? 0 : size);
        if (steps[i].status != RANGEKIT_OK) continue;
        assert_int_equal(step.mode, steps[i].mode);
        assert_int_equal(step.channel, steps[i].channel);
        assert_int_equal(step.rssi_dbm, steps[i].rssi);
        assert_int_equal(step.antenna, steps[i].antenna);
        int has_offset = (step.fields & RANGEKIT_CS_STEP_HAS_FREQUENCY_OFFSET) != 0;
        assert_int_equal(has_offset ? step.frequency_offset_0p01_ppm : 9999, steps[i].offset);
        if (step.mode == 2) {
            assert_int_equal(step.antenna_path_count, 1);
            assert_int_equal(step.tone_i[0], 0);
            assert_int_equal(step.tone_q[0], -1);
            assert_int_equal(step.tone_i[1], -1);
            assert_int_equal(step.tone_q[1], 0);
            assert_int_equal(step.tone_quality[1], RANGEKIT_CS_QUALITY_LOW);
            assert_int_equal(step.tone_slot[1], RANGEKIT_CS_SLOT_EXTENSION_NO_TONE);
        }
    }
}

static rangekit_cs_event event_like(long counter, long power_dbm, uint32_t path_count) {
    rangekit_cs_event event = RANGEKIT_CS_EVENT_INIT;
    event.procedure_counter = (uint32_t)counter;
    event.reference_power_dbm = (int32_t)power_dbm;
    event.antenna_path_count = path_count;
    event.configuration = 1;
    event.start_event = 44;
    event.frequency_compensation = 0;
    return event;
}

static void feed(rangekit_cs_collector *collector, int32_t side, const rangekit_cs_event *like, const uint8_t *bytes,
                 size_t size) {
    struct cs_events made = cs_events_of(like, bytes, size);
    for (size_t i = 0; i < made.count; i += 1) {
        assert_status(rangekit_cs_collector_event(collector, 0, side, made.events[i].bytes, made.events[i].size, NULL),
                      RANGEKIT_OK);
    }
}

static uint8_t initiator[4096], reflector[4096];

static void the_capture_is_the_reflector_of_the_recording(void **state) {
    (void)state;
    const char *at = cs_read_text("data/channel-sounding/silabs_xg24_pbr.json");
    if (at == NULL) SKIP("the recording is not there");
    size_t initiator_size = cs_next_hex(&at, "steps_hex", initiator, sizeof initiator);
    size_t reflector_size = cs_next_hex(&at, "steps_hex", reflector, sizeof reflector);
    rangekit_cs_event like = event_like(0, -43, 4);
    static rangekit_cs_tone expected[RANGEKIT_CS_TONES_MAX_COUNT];
    rangekit_cs_collector *collector = cs_collector(NULL);
    feed(collector, RANGEKIT_CS_SIDE_LOCAL, &like, initiator, initiator_size);
    feed(collector, RANGEKIT_CS_SIDE_REMOTE, &like, reflector, reflector_size);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_procedure.tone_count, 288);
    assert_int_equal(cs_procedure.mode0_count, 3);
    memcpy(expected, cs_tones, sizeof expected);
    assert_status(rangekit_cs_collector_reset(collector), RANGEKIT_OK);

    feed(collector, RANGEKIT_CS_SIDE_LOCAL, &like, initiator, initiator_size);
    struct cs_events made = cs_events_of(&like, reflector, reflector_size);
    static uint8_t body[2048];
    size_t length = 0, subevent = 0;
    for (size_t i = 0; i < made.count; i += 1) {
        assert_status(rangekit_cs_body_append(made.events[i].bytes, made.events[i].size, 10, body, sizeof body, &length,
                                              &subevent, NULL),
                      RANGEKIT_OK);
    }
    assert_int_equal(length, 1608);
    at = strstr(strstr(vectors(), "\"segments\""), "[");
    for (size_t i = 0; i < 7; i += 1) {
        const char *open = strchr(at, '"') + 1, *close = strchr(open, '"');
        uint8_t segment[300], ours[300];
        size_t size = bytes_from_hex(open, (size_t)(close - open), segment, sizeof segment), our_size = 0;
        at = close + 1;
        assert_status(rangekit_cs_segment_encode(body, length, i, 243, ours, sizeof ours, &our_size), RANGEKIT_OK);
        assert_int_equal(our_size, size);
        assert_memory_equal(ours, segment, size);
        assert_int_equal(cs_next(collector), 0);
        assert_status(rangekit_cs_collector_segment(collector, 1, guarded_copy(0, segment, size), size, NULL), RANGEKIT_OK);
    }
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_near(cs_procedure.tx_power_remote_dbm, 10, 0);
    assert_int_equal(cs_procedure.tone_count, 288);
    assert_memory_equal(cs_tones, expected, 288 * sizeof cs_tones[0]);
}

static int ascending(const void *a, const void *b) {
    int32_t x = ((const rangekit_cs_rtt *)a)->difference_halfns, y = ((const rangekit_cs_rtt *)b)->difference_halfns;
    return (x > y) - (x < y);
}

/* The vendor's distance_raw is the upper median, on every one of the 21 procedures. */
static void round_trip_times_are_those_of_the_recording(void **state) {
    (void)state;
    const char *at = cs_read_text("data/channel-sounding/silabs_xg24_rtt.json");
    if (at == NULL) SKIP("the recording is not there");
    rangekit_cs_collector *collector = cs_collector(NULL);
    static const int32_t first[] = {124, 110, 102, 101, 128, 115};
    for (int procedure = 0; procedure < 21; procedure += 1) {
        long counter = cs_next_number(&at, "procedure_counter"), power = cs_next_number(&at, "reference_power_level_dbm");
        size_t initiator_size = cs_next_hex(&at, "steps_hex", initiator, sizeof initiator);
        rangekit_cs_event like = event_like(counter, power, 1);
        feed(collector, RANGEKIT_CS_SIDE_LOCAL, &like, initiator, initiator_size);
        size_t reflector_size = cs_next_hex(&at, "steps_hex", reflector, sizeof reflector);
        feed(collector, RANGEKIT_CS_SIDE_REMOTE, &like, reflector, reflector_size);
        const char *raw = strstr(at, "\"distance_raw\":");
        assert_int_equal(cs_next(collector), 1);
        assert_true(cs_procedure.rtt_count > 60);
        qsort(cs_rtts, cs_procedure.rtt_count, sizeof cs_rtts[0], ascending);
        int32_t median = cs_rtts[cs_procedure.rtt_count / 2].difference_halfns;
        if (procedure < 6) assert_int_equal(median, first[procedure]);
        assert_near(median * RANGEKIT_SPEED_OF_LIGHT_MPS * 0.25e-9, strtod(raw + 15, NULL), 2e-3);
    }
}

static void control_point_messages_read_as_stated(void **state) {
    (void)state;
    static const struct {
        rangekit_status status;
        uint32_t opcode, counter, first, last;
    } expected[] = {{RANGEKIT_OK, 0, 0x0201, 0, 0}, {RANGEKIT_OK, 1, 0x0403, 0, 0}, {RANGEKIT_OK, 2, 0x0605, 7, 8},
                    {RANGEKIT_OK, 3, 0, 0, 0},      {RANGEKIT_ERROR_WRONG_LENGTH, 0, 0, 0, 0},
                    {RANGEKIT_ERROR_INVALID_VALUE, 0, 0, 0, 0}};
    const char *at = strstr(vectors(), "\"control_point\"");
    for (size_t i = 0; i < COUNT_OF(expected); i += 1) {
        uint8_t bytes[8], again[8];
        size_t size = cs_next_hex(&at, "hex", bytes, sizeof bytes), length = 0;
        rangekit_cs_control_point message = RANGEKIT_CS_CONTROL_POINT_INIT;
        assert_status(rangekit_cs_control_point_decode(guarded_copy(0, bytes, size), size, 0, &message, NULL),
                      expected[i].status);
        if (expected[i].status != RANGEKIT_OK) continue;
        assert_int_equal(message.opcode, expected[i].opcode);
        assert_int_equal(message.procedure_counter, expected[i].counter);
        assert_int_equal(message.first_segment, expected[i].first);
        assert_int_equal(message.last_segment, expected[i].last);
        assert_status(rangekit_cs_control_point_encode(&message, again, sizeof again, &length, NULL), RANGEKIT_OK);
        assert_int_equal(length, size);
        assert_memory_equal(again, bytes, size);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_pct_has_its_value),
    cmocka_unit_test(every_step_reads_as_stated),
    cmocka_unit_test(the_capture_is_the_reflector_of_the_recording),
    cmocka_unit_test(round_trip_times_are_those_of_the_recording),
    cmocka_unit_test(control_point_messages_read_as_stated),
};

TEST_GROUP(cs_vectors_tests, tests);
