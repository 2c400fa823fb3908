/* Pairing procedures: what is lost, late, aborted, mismatched or hostile.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cs_support.h"

static rangekit_cs_collector *collector;
static struct cs_sides sides;

static rangekit_cs_event like(uint32_t counter) {
    rangekit_cs_event event = RANGEKIT_CS_EVENT_INIT;
    event.procedure_counter = counter;
    event.antenna_path_count = 4;
    event.reference_power_dbm = -40;
    event.start_event = 7;
    return event;
}

static struct cs_events initiator(uint32_t counter) {
    rangekit_cs_event event = like(counter);
    return cs_events_of(&event, sides.initiator, sides.initiator_size);
}

static struct cs_events reflector(uint32_t counter) {
    rangekit_cs_event event = like(counter);
    event.reference_power_dbm = -30;
    return cs_events_of(&event, sides.reflector, sides.reflector_size);
}

static rangekit_status give(int64_t time_ns, int32_t side, const struct cs_events *events, size_t index) {
    return rangekit_cs_collector_event(collector, time_ns, side, events->events[index].bytes, events->events[index].size,
                                       NULL);
}

static void give_all(int64_t time_ns, int32_t side, const struct cs_events *events) {
    for (size_t i = 0; i < events->count; i += 1) assert_status(give(time_ns, side, events, i), RANGEKIT_OK);
}

static size_t make_body(uint32_t counter, uint8_t *body, size_t capacity) {
    struct cs_events events = reflector(counter);
    size_t length = 0, subevent = 0;
    for (size_t i = 0; i < events.count; i += 1) {
        assert_status(rangekit_cs_body_append(events.events[i].bytes, events.events[i].size, 127, body, capacity, &length,
                                              &subevent, NULL),
                      RANGEKIT_OK);
    }
    return length;
}

static int prepare(void **state) {
    (void)state;
    cs_simulate(&sides, 12.5, 1);
    collector = cs_collector(NULL);
    return 0;
}

static void tones_are_the_product_of_both_sides(void **state) {
    (void)state;
    struct cs_events a = initiator(3), b = reflector(3);
    give_all(10, RANGEKIT_CS_SIDE_LOCAL, &a);
    assert_int_equal(cs_next(collector), 0);
    give_all(20, RANGEKIT_CS_SIDE_REMOTE, &b);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_procedure.procedure_counter, 3);
    assert_int_equal(cs_procedure.start_time_ns, 10);
    assert_int_equal(cs_procedure.end_time_ns, 20);
    assert_int_equal(cs_procedure.tone_count, 288);
    assert_int_equal(cs_procedure.mode0_count, 3);
    assert_near(cs_procedure.frequency_offset_ppm, -1.23, 1e-5);
    assert_near(cs_procedure.reference_power_reflector_dbm, -30, 0);
    int seen[4][79] = {{0}};
    for (uint32_t i = 0; i < cs_procedure.tone_count; i += 1) {
        const rangekit_cs_tone *tone = &cs_tones[i];
        double phase = -12.566370614359172 * (2402e6 + 1e6 * tone->channel) * 12.5 / RANGEKIT_SPEED_OF_LIGHT_MPS;
        double error = remainder(atan2(tone->q, tone->i) - phase, 6.283185307179586);
        assert_near(error, 0, 2e-3);
        assert_near(hypot(tone->i, tone->q), 1500.0 * 1500.0 / 4194304.0, 1e-3);
        assert_near(tone->power_initiator_dbm, 20 * log10(1500.0 / 2048) - 40, 0.01);
        assert_near(tone->power_reflector_dbm, 20 * log10(1500.0 / 2048) - 30, 0.01);
        assert_int_equal(tone->quality_initiator, RANGEKIT_CS_QUALITY_NOT_AVAILABLE);
        seen[tone->antenna_path][tone->channel] += 1;
    }
    for (int path = 0; path < 4; path += 1) {
        for (int channel = 0; channel < 79; channel += 1) {
            int used = channel >= 2 && channel <= 76 && (channel < 23 || channel > 25);
            assert_int_equal(seen[path][channel], used);
        }
    }
    assert_int_equal(cs_next(collector), 0);
}

static void inline_transfer_needs_one_side(void **state) {
    (void)state;
    rangekit_cs_collector_options options = RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    options.input = RANGEKIT_CS_INPUT_INLINE;
    collector = cs_collector(&options);
    struct cs_events a = initiator(9);
    give_all(1, RANGEKIT_CS_SIDE_LOCAL, &a);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_procedure.tone_count, 288);
    assert_near(hypot(cs_tones[0].i, cs_tones[0].q), 1500.0 / 2048, 1e-3);
    assert_int_equal(cs_tones[0].fields, RANGEKIT_CS_TONE_HAS_POWER_INITIATOR);
}

static void a_side_that_never_comes_is_named(void **state) {
    (void)state;
    struct cs_events a = initiator(1), b = reflector(2);
    give_all(0, RANGEKIT_CS_SIDE_LOCAL, &a);
    give_all(0, RANGEKIT_CS_SIDE_REMOTE, &b);
    assert_status(rangekit_cs_collector_advance(collector, INT64_C(2000000000)), RANGEKIT_OK);
    assert_int_equal(cs_next(collector), 0);
    assert_status(rangekit_cs_collector_advance(collector, INT64_C(2000000001)), RANGEKIT_OK);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, RANGEKIT_CS_CAUSE_TIMED_OUT | RANGEKIT_CS_CAUSE_REMOTE_MISSING |
                                              RANGEKIT_CS_CAUSE_STEPS_UNPAIRED);
    assert_int_equal(cs_procedure.tone_count, 0);
    assert_int_equal(cs_procedure.steps_unpaired, 75);
    assert_int_equal(cs_next(collector), 1);
    assert_true((cs_procedure.causes & RANGEKIT_CS_CAUSE_LOCAL_MISSING) != 0);
    assert_status(give(INT64_C(2000000002), RANGEKIT_CS_SIDE_LOCAL, &a, 0), RANGEKIT_ERROR_CS_STALE);
    assert_status(rangekit_cs_collector_advance(collector, 5), RANGEKIT_ERROR_TIME_BACKWARDS);
}

static void a_third_procedure_makes_the_oldest_come_out(void **state) {
    (void)state;
    for (uint32_t counter = 1; counter <= 3; counter += 1) {
        struct cs_events a = initiator(counter);
        give_all(counter, RANGEKIT_CS_SIDE_LOCAL, &a);
    }
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.procedure_counter, 1);
    assert_true((cs_procedure.causes & RANGEKIT_CS_CAUSE_SUPERSEDED) != 0);
    assert_int_equal(cs_next(collector), 0);
    struct cs_events b = reflector(3), c = reflector(2);
    give_all(9, RANGEKIT_CS_SIDE_REMOTE, &b);
    give_all(9, RANGEKIT_CS_SIDE_REMOTE, &c);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.procedure_counter, 2);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.procedure_counter, 3);
    assert_int_equal(cs_procedure.tone_count, 288);
}

static void procedures_that_nobody_takes_are_counted(void **state) {
    (void)state;
    for (uint32_t counter = 1; counter <= 6; counter += 1) {
        struct cs_events a = initiator(counter), b = reflector(counter);
        give_all(counter, RANGEKIT_CS_SIDE_LOCAL, &a);
        give_all(counter, RANGEKIT_CS_SIDE_REMOTE, &b);
    }
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.procedure_counter, 4);
    assert_int_equal(cs_procedure.procedures_dropped, 3);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.procedures_dropped, 0);
}

static void a_lost_segment_is_named_and_can_be_sent_again(void **state) {
    (void)state;
    static uint8_t body[3072];
    uint8_t segment[64];
    size_t size = make_body(0x1005, body, sizeof body), length = 0, count = 0;
    struct cs_events a = initiator(0x1005); /* the service knows 12 bits of it: 5 */
    give_all(0, RANGEKIT_CS_SIDE_LOCAL, &a);
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    int lost = 0;
    for (size_t i = 0;; i += 1) {
        assert_status(rangekit_cs_segment_encode(body, size, i, 19, segment, sizeof segment, &length), RANGEKIT_OK);
        if (length == 0) break;
        if (i == 70 && !lost) { /* counters have wrapped once by now */
            lost = 1;
            uint8_t later[64];
            size_t later_length = 0;
            assert_status(rangekit_cs_segment_encode(body, size, i + 2, 19, later, sizeof later, &later_length), 0);
            assert_status(rangekit_cs_collector_segment(collector, 1, later, later_length, &diagnostic),
                          RANGEKIT_ERROR_CS_SEGMENT_LOST);
            assert_int_equal(diagnostic.expected, 70 & 63);
            assert_int_equal(diagnostic.found, 72 & 63);
        }
        assert_status(rangekit_cs_collector_segment(collector, 1, segment, length, NULL), RANGEKIT_OK);
        if (i % 10 == 0 && length == 20) { /* the same once more changes nothing */
            assert_status(rangekit_cs_collector_segment(collector, 1, segment, length, NULL),
                          RANGEKIT_OK);
        }
        count += 1;
        if (i == 0) assert_int_equal(segment[0] & 3, 1);
    }
    assert_int_equal(count, (size + 18) / 19);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_procedure.procedure_counter, 0x1005);
    assert_int_equal(cs_procedure.tone_count, 288);
    assert_int_equal(rangekit_cs_collector_segment(collector, 1, segment, 2, NULL), RANGEKIT_ERROR_CS_SEGMENT_LOST);
}

static void an_aborted_step_is_left_out_alone(void **state) {
    (void)state;
    static uint8_t steps[3072];
    size_t from = 0, to = 0, index = 0;
    while (from < sides.reflector_size) { /* every fifth step is aborted */
        size_t size = 3 + (size_t)sides.reflector[from + 2];
        memcpy(steps + to, sides.reflector + from, size);
        if (index % 5 == 4) {
            steps[to] |= 0x80;
            steps[to + 2] = 0;
            size = 3;
        }
        to += size;
        from += 3 + (size_t)sides.reflector[from + 2];
        index += 1;
    }
    memcpy(sides.reflector, steps, to);
    sides.reflector_size = to;
    static uint8_t body[3072];
    uint8_t segment[3100];
    size_t size = make_body(2, body, sizeof body), length = 0;
    struct cs_events a = initiator(2);
    give_all(0, RANGEKIT_CS_SIDE_LOCAL, &a);
    assert_status(rangekit_cs_segment_encode(body, size, 0, sizeof body, segment, sizeof segment, &length), RANGEKIT_OK);
    segment[4] |= 1u << 6; /* phases instead of I and Q */
    assert_status(rangekit_cs_collector_segment(collector, 0, segment, length, NULL), RANGEKIT_ERROR_INVALID_VALUE);
    segment[4] &= 0x3Fu;
    assert_status(rangekit_cs_collector_segment(collector, 0, segment, length, NULL), RANGEKIT_OK);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, RANGEKIT_CS_CAUSE_STEPS_ABORTED);
    assert_int_equal(cs_procedure.steps_aborted, 15);
    assert_int_equal(cs_procedure.tone_count, 4 * (72 - 15));
}

static void a_lost_continue_event_leaves_the_rest(void **state) {
    (void)state;
    struct cs_events a = initiator(4), b = reflector(4);
    assert_status(give(0, RANGEKIT_CS_SIDE_LOCAL, &a, 1), RANGEKIT_ERROR_CS_CONTINUATION);
    for (size_t i = 0; i < a.count; i += 1) {
        if (i != 5) assert_status(give(0, RANGEKIT_CS_SIDE_LOCAL, &a, i), RANGEKIT_OK);
    }
    give_all(0, RANGEKIT_CS_SIDE_REMOTE, &b);
    assert_int_equal(cs_next(collector), 1);
    uint32_t lost = cs_procedure.steps_unpaired;
    assert_true(lost >= 8 && lost <= 10);
    assert_true(cs_procedure.tone_count >= 4 * 40); /* those before the gap */
    assert_true(cs_procedure.steps_mismatched > 0 && cs_procedure.tone_count + 4 * cs_procedure.steps_mismatched == 4 * (72 - lost));
}

static void abort_reasons_come_out(void **state) {
    (void)state;
    rangekit_cs_event event = like(6);
    event.procedure_done = event.subevent_done = RANGEKIT_CS_DONE_ABORTED;
    event.abort_procedure = RANGEKIT_CS_ABORT_REQUEST;
    event.abort_subevent = RANGEKIT_CS_ABORT_SCHEDULING;
    struct cs_events a = cs_events_of(&event, NULL, 0), b = reflector(6);
    give_all(0, RANGEKIT_CS_SIDE_LOCAL, &a);
    give_all(0, RANGEKIT_CS_SIDE_REMOTE, &b);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.abort_procedure_initiator, RANGEKIT_CS_ABORT_REQUEST);
    assert_int_equal(cs_procedure.abort_subevent_initiator, RANGEKIT_CS_ABORT_SCHEDULING);
    assert_int_equal(cs_procedure.abort_procedure_reflector, 0);
    assert_true((cs_procedure.causes & RANGEKIT_CS_CAUSE_PROCEDURE_ABORTED) != 0);
    assert_int_equal(cs_procedure.steps_unpaired, 75);
}

static void too_small_arrays_keep_the_procedure(void **state) {
    (void)state;
    struct cs_events a = initiator(3), b = reflector(3);
    give_all(10, RANGEKIT_CS_SIDE_LOCAL, &a);
    give_all(20, RANGEKIT_CS_SIDE_REMOTE, &b);
    uint32_t found = 1;
    rangekit_cs_procedure procedure = RANGEKIT_CS_PROCEDURE_INIT;
    rangekit_cs_tone *tones = guarded(0, 287 * sizeof(rangekit_cs_tone));
    assert_status(rangekit_cs_collector_next(collector, &procedure, tones, 287, NULL, 0, NULL, 0, &found),
                  RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(found, 0);
    assert_int_equal(procedure.tone_count, 0);
    tones = guarded(0, 288 * sizeof(rangekit_cs_tone));
    assert_status(rangekit_cs_collector_next(collector, &procedure, tones, 288, NULL, 0, NULL, 0, &found), RANGEKIT_OK);
    assert_int_equal(found, 1);
    assert_int_equal(procedure.mode0_count, 3);
}

/* Every truncation and every flipped bit of every event and segment, in a collector that has the other side. */
static void hostile_bytes_give_a_status_or_a_procedure(void **state) {
    (void)state;
    static uint8_t body[3072];
    uint8_t segment[64];
    struct cs_events a = initiator(8), b = reflector(8);
    size_t size = make_body(8, body, sizeof body), length = 0, tried = 0;
    for (size_t round = 0; round < 2; round += 1) {
        for (size_t which = 0; which < a.count; which += 1) {
            uint8_t bytes[CS_EVENT_SIZE];
            size_t whole = a.events[which].size;
            for (size_t change = 0; change < (round == 0 ? whole : 8 * whole); change += 1, tried += 1) {
                memcpy(bytes, a.events[which].bytes, whole);
                size_t given = round == 0 ? change : whole;
                if (round == 1) bytes[change / 8] ^= (uint8_t)(1u << change % 8);
                assert_status(rangekit_cs_collector_reset(collector), RANGEKIT_OK);
                for (size_t i = 0; i < which; i += 1) assert_status(give(0, RANGEKIT_CS_SIDE_LOCAL, &a, i), RANGEKIT_OK);
                rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
                rangekit_status status = rangekit_cs_collector_event(
                    collector, 0, RANGEKIT_CS_SIDE_LOCAL, guarded_copy(0, bytes, given), given, &diagnostic);
                if (round == 0) assert_status(status, RANGEKIT_ERROR_TRUNCATED);
                assert_true(strcmp(rangekit_status_name(status), "RANGEKIT_ERROR_UNKNOWN") != 0);
                if (change % 16 != 0) continue;
                give_all(0, RANGEKIT_CS_SIDE_REMOTE, &b);
                assert_status(rangekit_cs_collector_advance(collector, INT64_C(9000000000)), RANGEKIT_OK);
                while (cs_next(collector)) assert_true(cs_procedure.tone_count <= 360);
            }
        }
    }
    for (size_t bit = 0; bit < 8 * size; bit += 1, tried += 1) {
        body[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_status(rangekit_cs_collector_reset(collector), RANGEKIT_OK);
        if (bit % 3) give_all(0, RANGEKIT_CS_SIDE_LOCAL, &a);
        static uint8_t large[3100];
        assert_status(rangekit_cs_segment_encode(body, size, 0, 3072, large, sizeof large, &length), RANGEKIT_OK);
        size_t given = bit % 5 ? length : 6 + bit % (length - 6);
        (void)rangekit_cs_collector_segment(collector, 0, guarded_copy(0, large, given), given, NULL);
        (void)rangekit_cs_segment_encode(body, size, 1, 19, segment, sizeof segment, &length);
        (void)rangekit_cs_collector_segment(collector, 0, guarded_copy(1, segment, length), length, NULL);
        assert_status(rangekit_cs_collector_advance(collector, INT64_C(9000000000)), RANGEKIT_OK);
        while (cs_next(collector)) assert_true(cs_procedure.tone_count <= 360);
        body[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(tried > 20000);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(tones_are_the_product_of_both_sides, prepare),
    cmocka_unit_test_setup(inline_transfer_needs_one_side, prepare),
    cmocka_unit_test_setup(a_side_that_never_comes_is_named, prepare),
    cmocka_unit_test_setup(a_third_procedure_makes_the_oldest_come_out, prepare),
    cmocka_unit_test_setup(procedures_that_nobody_takes_are_counted, prepare),
    cmocka_unit_test_setup(a_lost_segment_is_named_and_can_be_sent_again, prepare),
    cmocka_unit_test_setup(an_aborted_step_is_left_out_alone, prepare),
    cmocka_unit_test_setup(a_lost_continue_event_leaves_the_rest, prepare),
    cmocka_unit_test_setup(abort_reasons_come_out, prepare),
    cmocka_unit_test_setup(too_small_arrays_keep_the_procedure, prepare),
    cmocka_unit_test_setup(hostile_bytes_give_a_status_or_a_procedure, prepare),
};

TEST_GROUP(cs_collector_tests, tests);
