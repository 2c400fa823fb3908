/* Channel Sounding's single formats, the samples of a host's stack, and the policy.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cs_support.h"

static rangekit_cs_step random_step(struct random_source *source) {
    rangekit_cs_step step = {.mode = (uint8_t)random_below(source, 4), .channel = (uint8_t)random_below(source, 79)};
    step.role = (uint8_t)random_below(source, 2);
    step.quality = (uint8_t)random_next(source);
    step.nadm = 255;
    step.rssi_dbm = 127;
    if (step.mode != 2) {
        step.rssi_dbm = (int8_t)random_next(source);
        step.antenna = (uint8_t)(1 + random_below(source, 4));
    } else {
        step.quality = 0;
    }
    if (step.mode == 0 && step.role == RANGEKIT_CS_INITIATOR && random_below(source, 4)) {
        step.fields |= RANGEKIT_CS_STEP_HAS_FREQUENCY_OFFSET;
        step.frequency_offset_0p01_ppm = (int16_t)((int)random_below(source, 20001) - 10000);
    }
    if (step.mode != 0) step.role = 0;
    if (step.mode & 1) {
        step.nadm = (uint8_t)random_below(source, 7);
        if (random_below(source, 4)) {
            step.fields |= RANGEKIT_CS_STEP_HAS_TIME;
            step.time_halfns = (int16_t)((int)random_below(source, 60001) - 30000);
        }
        static const uint8_t sizes[] = {0, 3, 4};
        step.packet_pct_size = sizes[random_below(source, 3)];
        for (int i = 0; i < 2 && step.packet_pct_size > 0; i += 1) {
            if (step.packet_pct_size == 4 && random_below(source, 4) == 0) continue;
            step.fields |= RANGEKIT_CS_STEP_HAS_PACKET_PCT1 << i;
            step.packet_i[i] = (int16_t)((int)random_below(source, 4096) - 2048);
            step.packet_q[i] = (int16_t)((int)random_below(source, 4096) - 2048);
        }
    }
    memset(step.tone_quality, 3, sizeof step.tone_quality);
    if (step.mode & 2) {
        static const uint8_t permutations[] = {1, 2, 6, 24};
        step.antenna_path_count = (uint8_t)(1 + random_below(source, 4));
        step.permutation = (uint8_t)random_below(source, permutations[step.antenna_path_count - 1]);
        for (int slot = 0; slot <= step.antenna_path_count; slot += 1) {
            step.tone_i[slot] = (int16_t)((int)random_below(source, 4096) - 2048);
            step.tone_q[slot] = (int16_t)((int)random_below(source, 4096) - 2048);
            step.tone_quality[slot] = (uint8_t)random_below(source, 4);
            step.tone_slot[slot] = (uint8_t)random_below(source, 3);
        }
    }
    return step;
}

static void steps_of_all_modes_come_back(void **state) {
    (void)state;
    struct random_source source = {6};
    int lengths[64] = {0};
    for (int i = 0; i < 20000; i += 1) {
        rangekit_cs_step step = random_step(&source), again;
        uint8_t bytes[64];
        size_t length = 0, used = 0;
        assert_status(rangekit_cs_step_encode(&step, NULL, 0, &length, NULL), RANGEKIT_OK);
        assert_true(length <= sizeof bytes);
        assert_status(rangekit_cs_step_encode(&step, guarded(0, length), length, &length, NULL), RANGEKIT_OK);
        assert_status(rangekit_cs_step_encode(&step, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
        lengths[length - 3] += 1;
        assert_status(rangekit_cs_step_decode(guarded_copy(0, bytes, length), length, step.antenna_path_count, &again, &used,
                                              NULL),
                      RANGEKIT_OK);
        assert_int_equal(used, length);
        assert_memory_equal(&again, &step, sizeof step);
        for (size_t cut = 0; cut < length; cut += 1) {
            assert_status(rangekit_cs_step_decode(guarded_copy(0, bytes, cut), cut, 0, &again, &used, NULL),
                          RANGEKIT_ERROR_TRUNCATED);
            assert_int_equal(used, 0);
        }
        for (size_t bit = 0; bit < 8 * length && i < 500; bit += 1) {
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            rangekit_status status = rangekit_cs_step_decode(bytes, length, 0, &again, &used, &diagnostic);
            assert_true(status == RANGEKIT_OK || (diagnostic.byte_offset <= length && diagnostic.field >= 0x800));
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    static const int expected[] = {3, 5, 6, 9, 12, 13, 14, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35};
    for (size_t i = 0; i < COUNT_OF(expected); i += 1) assert_true(lengths[expected[i]] > 0);
}

static void the_path_count_settles_what_a_length_leaves_open(void **state) {
    (void)state;
    uint8_t bytes[26] = {3, 10, 23};
    rangekit_cs_step step;
    size_t used;
    assert_status(rangekit_cs_step_decode(bytes, sizeof bytes, 0, &step, &used, NULL), RANGEKIT_OK);
    assert_int_equal(step.packet_pct_size, 0);
    assert_int_equal(step.antenna_path_count, 3);
    assert_status(rangekit_cs_step_decode(bytes, sizeof bytes, 1, &step, &used, NULL), RANGEKIT_OK);
    assert_int_equal(step.packet_pct_size, 4);
    assert_int_equal(step.antenna_path_count, 1);
    assert_status(rangekit_cs_step_decode(bytes, sizeof bytes, 2, &step, &used, NULL), RANGEKIT_ERROR_WRONG_LENGTH);
}

/* Each permutation once, the last path again in the extension slot. */
static void permutations_are_all_different(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 2, 6, 24};
    for (uint32_t paths = 1; paths <= 4; paths += 1) {
        uint32_t seen[24] = {0};
        for (uint32_t index = 0; index < counts[paths - 1]; index += 1) {
            uint8_t order[5];
            uint32_t used = 0;
            assert_status(rangekit_cs_permutation(paths, index, order), RANGEKIT_OK);
            for (uint32_t slot = 0; slot < paths; slot += 1) {
                used |= 1u << order[slot];
                seen[index] = seen[index] * 4 + order[slot];
            }
            assert_int_equal(used, (1u << paths) - 1);
            assert_int_equal(order[4], order[paths - 1]);
            for (uint32_t other = 0; other < index; other += 1) assert_int_not_equal(seen[other], seen[index]);
        }
        uint8_t order[5];
        assert_status(rangekit_cs_permutation(paths, counts[paths - 1], order), RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    uint8_t order[5];
    static const uint8_t last[] = {1, 2, 3, 0, 0}; /* 4 paths, index 23: 2341 */
    assert_status(rangekit_cs_permutation(4, 23, order), RANGEKIT_OK);
    assert_memory_equal(order, last, 5);
    assert_status(rangekit_cs_permutation(0, 0, order), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_permutation(UINT32_MAX, UINT32_MAX, order), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_permutation(4, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
}

static void frequency_offsets_have_two_encodings(void **state) {
    (void)state;
    for (int value = -16383; value <= 16383; value += 1) {
        for (int extended = 0; extended < 2; extended += 1) {
            uint16_t raw = extended ? (uint16_t)value : (uint16_t)(value & 0x7FFF);
            float ppm;
            uint32_t present;
            assert_status(rangekit_cs_frequency_offset(raw, &ppm, &present), RANGEKIT_OK);
            assert_int_equal(present, 1);
            assert_near(ppm, value * 0.01, 1e-4);
        }
    }
    float ppm;
    uint32_t present;
    assert_status(rangekit_cs_frequency_offset(0xC000, &ppm, &present), RANGEKIT_OK);
    assert_int_equal(present, 0);
    assert_status(rangekit_cs_frequency_offset(0, NULL, &present), RANGEKIT_ERROR_NULL_POINTER);
}

static void events_come_back_from_three_starts(void **state) {
    (void)state;
    static const uint8_t steps[] = {0, 5, 3, 0, 0xCE, 1, 0x81, 6, 0};
    rangekit_cs_event event = RANGEKIT_CS_EVENT_INIT, again = RANGEKIT_CS_EVENT_INIT;
    event.connection_handle = 0xABC;
    event.configuration = 2;
    event.start_event = 0x1234;
    event.procedure_counter = 0xFEDC;
    event.frequency_compensation = 0x7F32;
    event.reference_power_dbm = -43;
    event.procedure_done = RANGEKIT_CS_DONE_PARTLY;
    event.subevent_done = RANGEKIT_CS_DONE_ABORTED;
    event.abort_subevent = RANGEKIT_CS_ABORT_SCHEDULING;
    event.antenna_path_count = 3;
    event.step_count = 2;
    uint8_t bytes[64];
    size_t length = 0;
    for (int continues = 0; continues < 2; continues += 1) {
        event.fields = continues ? RANGEKIT_CS_EVENT_CONTINUES : 0;
        assert_status(rangekit_cs_event_encode(&event, steps, sizeof steps, bytes, sizeof bytes, &length, NULL),
                      RANGEKIT_OK);
        assert_int_equal(length, 3 + (continues ? 9 : 16) + sizeof steps);
        for (size_t start = 0; start < 4; start += 1) {
            if (start == 2) continue;
            size_t size = length - start;
            assert_status(rangekit_cs_event_decode(guarded_copy(0, bytes + start, size), size, &again, NULL), RANGEKIT_OK);
            assert_int_equal(again.steps_size, sizeof steps);
            assert_memory_equal(bytes + start + again.steps_offset, steps, sizeof steps);
            again.steps_offset = again.steps_size = 0;
            rangekit_cs_event expected = event;
            if (continues) {
                expected.start_event = expected.procedure_counter = 0;
                expected.frequency_compensation = 0xC000;
                expected.reference_power_dbm = 127;
            }
            assert_memory_equal(&again, &expected, sizeof expected);
        }
    }
    event.step_count = 3;
    assert_status(rangekit_cs_event_encode(&event, steps, sizeof steps, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_TRUNCATED);
    event.step_count = 1;
    assert_status(rangekit_cs_event_encode(&event, steps, sizeof steps, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_TRAILING_BYTES);
    event.step_count = 2;
    event.antenna_path_count = 5;
    assert_status(rangekit_cs_event_encode(&event, steps, sizeof steps, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
    event.antenna_path_count = 4;
    event.reference_power_dbm = 128;
    assert_status(rangekit_cs_event_encode(&event, steps, sizeof steps, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void control_point_messages_come_back(void **state) {
    (void)state;
    for (uint32_t response = 0; response < 2; response += 1) {
        for (int first = 0; first < 256; first += 1) {
            for (size_t size = 0; size <= 7; size += 1) {
                uint8_t bytes[8] = {(uint8_t)first, 1, 0x34, 7, 9}, again[8];
                size_t length = 0;
                rangekit_cs_control_point message = RANGEKIT_CS_CONTROL_POINT_INIT;
                rangekit_status status =
                    rangekit_cs_control_point_decode(guarded_copy(0, bytes, size), size, response, &message, NULL);
                static const size_t sizes[2][5] = {{3, 3, 5, 1, 3}, {3, 5, 2, 99, 99}};
                assert_int_equal(status == RANGEKIT_OK, first < 5 && sizes[response][first < 5 ? first : 0] == size);
                if (status != RANGEKIT_OK) continue;
                assert_status(rangekit_cs_control_point_encode(&message, again, sizeof again, &length, NULL), RANGEKIT_OK);
                assert_int_equal(length, size);
                assert_memory_equal(again, bytes, size);
            }
        }
    }
    rangekit_cs_control_point message = RANGEKIT_CS_CONTROL_POINT_INIT;
    message.opcode = RANGEKIT_CS_CONTROL_SET_FILTER;
    message.filter_mode = 2;
    message.filter = 0x3FFF;
    uint8_t bytes[3];
    size_t length;
    assert_status(rangekit_cs_control_point_encode(&message, bytes, sizeof bytes, &length, NULL), RANGEKIT_OK);
    static const uint8_t expected[] = {4, 0xFE, 0xFF};
    assert_memory_equal(bytes, expected, 3);
    message.filter = 0x4000;
    assert_status(rangekit_cs_control_point_encode(&message, bytes, sizeof bytes, &length, NULL),
                  RANGEKIT_ERROR_INVALID_VALUE);
}

/* A body from which the server's filter took RSSI and antenna of mode 0, and the tone quality and paths 2 and 4. */
static void filtered_bodies_are_read(void **state) {
    (void)state;
    static struct cs_sides sides;
    cs_simulate(&sides, 4.0, 3);
    static uint8_t body[3072], segment[3100];
    static const uint8_t header[] = {3, 0x10, 127, 0xF, 0, 0, 0, 0, 0, 0, (uint8_t)-30, 75};
    size_t length = sizeof header, at = 0, size = 0;
    memcpy(body, header, sizeof header);
    while (at < sides.reflector_size) {
        const uint8_t *step = sides.reflector + at;
        body[length++] = step[0];
        if (step[0] == 0) body[length++] = step[3];
        else {
            uint8_t order[5];
            assert_status(rangekit_cs_permutation(4, step[3], order), RANGEKIT_OK);
            body[length++] = step[3];
            for (int slot = 0; slot < 5; slot += 1) {
                if (order[slot] == 1 || order[slot] == 3) continue;
                memcpy(body + length, step + 4 + 4 * slot, 3);
                length += 3;
            }
        }
        at += 3 + (size_t)step[2];
    }
    rangekit_cs_collector_options options = RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    options.filter_mode0 = 1;
    options.filter_mode2 = 0x3 | 1 << 3 | 1 << 5;
    rangekit_cs_collector *collector = cs_collector(&options);
    rangekit_cs_event like = RANGEKIT_CS_EVENT_INIT;
    like.procedure_counter = 3;
    like.antenna_path_count = 4;
    struct cs_events events = cs_events_of(&like, sides.initiator, sides.initiator_size);
    for (size_t i = 0; i < events.count; i += 1) {
        assert_status(rangekit_cs_collector_event(collector, 0, 0, events.events[i].bytes, events.events[i].size, NULL), 0);
    }
    assert_status(rangekit_cs_segment_encode(body, length, 0, sizeof body, segment, sizeof segment, &size), RANGEKIT_OK);
    assert_status(rangekit_cs_collector_segment(collector, 0, segment, size, NULL), RANGEKIT_OK);
    assert_int_equal(cs_next(collector), 1);
    assert_int_equal(cs_procedure.causes, 0);
    assert_int_equal(cs_procedure.tone_count, 144);
    assert_int_equal(cs_mode0s[0].rssi_initiator_dbm, -50);
    assert_int_equal(cs_mode0s[0].rssi_reflector_dbm, RANGEKIT_CS_RSSI_NOT_AVAILABLE);
    for (uint32_t i = 0; i < 144; i += 1) {
        double phase = -12.566370614359172 * (2402e6 + 1e6 * cs_tones[i].channel) * 4.0 / RANGEKIT_SPEED_OF_LIGHT_MPS;
        assert_near(remainder(atan2(cs_tones[i].q, cs_tones[i].i) - phase, 6.283185307179586), 0, 2e-3);
        assert_int_equal(cs_tones[i].antenna_path & 1, 0);
    }
}

static void host_distances_become_samples(void **state) {
    (void)state;
    const int64_t times[] = {1, 2, 3, 4};
    float distances[] = {2.5f, -1.0f, 0.0f, NAN}, stddevs[] = {0.25f, 0.25f, -1.0f, 1.0f};
    rangekit_range_sample samples[4];
    size_t accepted = 9;
    assert_status(rangekit_cs_host_samples(times, distances, stddevs, 4, 77, samples, &accepted),
                  RANGEKIT_ERROR_NOT_FINITE);
    assert_int_equal(accepted, 3);
    assert_int_equal(samples[0].fields, RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV);
    assert_near(samples[0].distance_m, 2.5, 0);
    assert_int_equal(samples[0].technology, RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING);
    assert_int_equal(samples[1].fields, 0);
    assert_int_equal(samples[1].time_ns, 2);
    assert_int_equal(samples[2].fields, RANGEKIT_SAMPLE_HAS_DISTANCE);
    assert_int_equal(samples[2].peer, 77);
    assert_status(rangekit_cs_host_samples(times, distances, NULL, 3, 0, samples, NULL), RANGEKIT_OK);
    assert_status(rangekit_cs_host_samples(NULL, NULL, NULL, 0, 0, NULL, NULL), RANGEKIT_OK);
    assert_status(rangekit_cs_host_samples(times, NULL, NULL, 3, 0, samples, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_cs_host_samples(times, distances, NULL, SIZE_MAX, 0, samples, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void enough_is_what_the_mean_reaches(void **state) {
    (void)state;
    int32_t decision;
    uint32_t needed;
    float mean;
    /* 0.2 m each, 0.05 m wanted: 16 procedures. */
    for (uint32_t count = 0; count <= 20; count += 1) {
        assert_status(rangekit_cs_policy_enough(count, count, 100, 0.2f, 0, 0.05f, &decision, &needed, &mean), RANGEKIT_OK);
        assert_int_equal(needed, 16);
        assert_near(mean, 0.2 / sqrt(count > 0 ? count : 1), 1e-6);
        assert_int_equal(decision, count >= 16 ? RANGEKIT_CS_DECISION_ENOUGH : RANGEKIT_CS_DECISION_CONTINUE);
    }
    assert_status(rangekit_cs_policy_enough(3, 100, 100, 0.2f, 0, 0.05f, &decision, &needed, &mean), RANGEKIT_OK);
    assert_int_equal(decision, RANGEKIT_CS_DECISION_GIVE_UP);
    assert_status(rangekit_cs_policy_enough(3, 3, 100, 0.2f, 0.06f, 0.05f, &decision, &needed, &mean), RANGEKIT_OK);
    assert_int_equal(decision, RANGEKIT_CS_DECISION_GIVE_UP);
    assert_int_equal(needed, UINT32_MAX);
    assert_status(rangekit_cs_policy_enough(3, 3, 100, NAN, 0, 0.05f, &decision, &needed, &mean),
                  RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_cs_policy_enough(4, 3, 100, 0.2f, 0, 0.05f, &decision, &needed, &mean),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void intervals_follow_speed_and_duty(void **state) {
    (void)state;
    int64_t interval;
    const int64_t ms = 1000000;
    assert_status(rangekit_cs_policy_interval(1.5f, 0.3f, 20 * ms, 50 * ms, 1000 * ms, &interval), RANGEKIT_OK);
    assert_near((double)interval, 200e6, 10);
    assert_status(rangekit_cs_policy_interval(0, 0.3f, 20 * ms, 50 * ms, 1000 * ms, &interval), RANGEKIT_OK);
    assert_int_equal(interval, 1000 * ms);
    assert_status(rangekit_cs_policy_interval(100, 0.3f, 60 * ms, 50 * ms, 1000 * ms, &interval), RANGEKIT_OK);
    assert_int_equal(interval, 120 * ms);
    assert_status(rangekit_cs_policy_interval(1e-30f, 1e30f, 0, 1, 2, &interval), RANGEKIT_OK);
    assert_int_equal(interval, 2);
    assert_status(rangekit_cs_policy_interval(1, 1, 0, 5, 4, &interval), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_policy_interval(INFINITY, 1, 0, 5, 6, &interval), RANGEKIT_ERROR_NOT_FINITE);
}

static void stale_results_are_flagged(void **state) {
    (void)state;
    uint32_t flags;
    int64_t age;
    assert_status(rangekit_cs_policy_stale(100, 600, 500, 4, 3, &flags, &age), RANGEKIT_OK);
    assert_int_equal(flags, 0);
    assert_int_equal(age, 500);
    assert_status(rangekit_cs_policy_stale(100, 601, 500, 4, 4, &flags, &age), RANGEKIT_OK);
    assert_int_equal(flags, RANGEKIT_CS_STALE_OLD | RANGEKIT_CS_STALE_REPEATED);
    assert_status(rangekit_cs_policy_stale(700, 601, 500, 4, -1, &flags, &age), RANGEKIT_OK);
    assert_int_equal(flags, RANGEKIT_CS_STALE_FUTURE);
    assert_int_equal(age, 0);
    assert_status(rangekit_cs_policy_stale(INT64_MIN, INT64_MAX, INT64_MAX, 4, -1, &flags, &age), RANGEKIT_OK);
    assert_int_equal(age, INT64_MAX);
    assert_status(rangekit_cs_policy_stale(0, 0, -1, 0, 0, &flags, &age), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void misuse_gives_a_status(void **state) {
    (void)state;
    uint64_t memory[4];
    rangekit_cs_collector *collector = NULL, *real = cs_collector(NULL);
    rangekit_cs_collector_options options = RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    assert_status(rangekit_cs_collector_init(memory, sizeof memory, NULL, &collector), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    options.timeout_ns = 0;
    assert_status(rangekit_cs_collector_create(&options, &collector), RANGEKIT_ERROR_OUT_OF_RANGE);
    options = (rangekit_cs_collector_options)RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    options.filter_mode3 = 0x10000;
    assert_status(rangekit_cs_collector_create(&options, &collector), RANGEKIT_ERROR_OUT_OF_RANGE);
    options = (rangekit_cs_collector_options)RANGEKIT_CS_COLLECTOR_OPTIONS_INIT;
    options.reserved = 1;
    assert_status(rangekit_cs_collector_create(&options, &collector), RANGEKIT_ERROR_UNKNOWN_OPTION);
    assert_null(collector);
    assert_status(rangekit_cs_collector_create(NULL, &collector), RANGEKIT_OK);
    rangekit_cs_collector_destroy(collector);
    rangekit_cs_collector_destroy(NULL);
    uint8_t byte = 0x31;
    assert_status(rangekit_cs_collector_event(real, 0, 2, &byte, 1, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_collector_event(real, 0, 0, NULL, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_cs_collector_event(real, 0, 0, &byte, SIZE_MAX, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_collector_event(NULL, 0, 0, &byte, 1, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_cs_collector_segment(real, 0, NULL, 0, NULL), RANGEKIT_ERROR_TRUNCATED);
    uint32_t found;
    rangekit_cs_procedure procedure = RANGEKIT_CS_PROCEDURE_INIT;
    assert_status(rangekit_cs_collector_next(real, &procedure, NULL, 1, NULL, 0, NULL, 0, &found),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_cs_collector_next(real, &procedure, cs_tones, SIZE_MAX, NULL, 0, NULL, 0, &found),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_collector_next(real, NULL, NULL, 0, NULL, 0, NULL, 0, &found), RANGEKIT_ERROR_NULL_POINTER);
    rangekit_cs_step step = {.mode = 4};
    size_t length = 5, subevent = 0;
    assert_status(rangekit_cs_step_encode(&step, NULL, 0, &length, NULL), RANGEKIT_ERROR_INVALID_VALUE);
    assert_int_equal(length, 0);
    step = (rangekit_cs_step){.mode = 2, .antenna_path_count = 255, .permutation = 255};
    assert_status(rangekit_cs_step_encode(&step, NULL, 0, &length, NULL), RANGEKIT_ERROR_INVALID_VALUE);
    uint8_t body[64];
    length = SIZE_MAX;
    static const uint8_t event[16] = {0x31};
    assert_status(rangekit_cs_body_append(event, 16, 0, body, sizeof body, &length, &subevent, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    length = 20;
    subevent = SIZE_MAX - 2;
    assert_status(rangekit_cs_body_append(event, 16, 0, body, sizeof body, &length, &subevent, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_cs_segment_encode(body, 64, SIZE_MAX, 19, NULL, 0, &length), RANGEKIT_OK);
    assert_int_equal(length, 0);
    assert_status(rangekit_cs_segment_encode(body, 64, 2, SIZE_MAX / 2, NULL, 0, &length), RANGEKIT_OK);
    assert_status(rangekit_cs_segment_encode(body, 64, 0, 0, NULL, 0, &length), RANGEKIT_ERROR_OUT_OF_RANGE);
    for (uint32_t bit = 0; bit < 12; bit += 1) assert_plain_text(rangekit_cs_cause_name(1u << bit));
    assert_string_equal(rangekit_cs_cause_name(3), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(steps_of_all_modes_come_back),
    cmocka_unit_test(the_path_count_settles_what_a_length_leaves_open),
    cmocka_unit_test(permutations_are_all_different),
    cmocka_unit_test(frequency_offsets_have_two_encodings),
    cmocka_unit_test(events_come_back_from_three_starts),
    cmocka_unit_test(control_point_messages_come_back),
    cmocka_unit_test(filtered_bodies_are_read),
    cmocka_unit_test(host_distances_become_samples),
    cmocka_unit_test(enough_is_what_the_mean_reaches),
    cmocka_unit_test(intervals_follow_speed_and_duty),
    cmocka_unit_test(stale_results_are_flagged),
    cmocka_unit_test(misuse_gives_a_status),
};

TEST_GROUP(cs_formats_tests, tests);
