/* What a radio can do against a search over all its choices, and the pace against its rules restated.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"

static rangekit_parameters parameters(void) {
    rangekit_parameters made = {.struct_size = sizeof made};
    return made;
}

static void set(rangekit_parameters *made, int parameter, uint32_t value) {
    made->fields |= RANGEKIT_PARAMETERS_HAS(parameter);
    switch (parameter) {
    case RANGEKIT_PARAMETER_CHANNEL: made->channel = value; break;
    case RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX: made->preamble_code_index = value; break;
    case RANGEKIT_PARAMETER_SLOT_DURATION_RSTU: made->slot_duration_rstu = value; break;
    case RANGEKIT_PARAMETER_SLOTS_PER_ROUND: made->slots_per_round = value; break;
    default: made->ranging_interval_ms = value;
    }
}

static rangekit_radio preset(int32_t number) {
    rangekit_radio radio = RANGEKIT_RADIO_INIT;
    assert_status(rangekit_radio_preset(number, &radio), RANGEKIT_OK);
    return radio;
}

/* ---- Presets: the lists written out again ---- */

static int is_in(uint32_t value, const uint32_t *list) {
    for (; *list != 0; list += 1) {
        if (*list == value) return 1;
    }
    return 0;
}

static void presets_offer_what_their_sources_say(void **state) {
    (void)state;
    static const uint32_t channels[3][9] = {{5, 9}, {5, 6, 8, 9, 10, 12, 13, 14}, {9}};
    static const uint32_t slots[3][3] = {{0}, {1200, 2400}, {3600}};
    static const uint32_t intervals[3][6] = {{0}, {96, 120, 200, 240, 600}, {162, 180, 198}};
    for (int32_t number = 0; number < 3; number += 1) {
        rangekit_radio radio = preset(number);
        for (uint32_t channel = 0; channel < 32; channel += 1) {
            assert_int_equal(radio.channels >> channel & 1, is_in(channel, channels[number]));
        }
        for (uint32_t code = 0; code < 64; code += 1) {
            int offered = number < 2 && ((code >= 9 && code <= 12) || (code >= 25 && code <= 32));
            assert_int_equal(radio.preamble_codes >> code & 1, offered);
        }
        for (uint32_t i = 0; i < 8; i += 1) {
            assert_int_equal(radio.slot_durations_rstu[i], i < 3 ? slots[number][i] : 0);
            assert_int_equal(radio.intervals_ms[i], i < 6 ? intervals[number][i] : 0);
        }
    }
    rangekit_radio radio = RANGEKIT_RADIO_INIT;
    assert_status(rangekit_radio_preset(3, &radio), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_radio_preset(-1, &radio), RANGEKIT_ERROR_OUT_OF_RANGE);
}

/* What iPhones choose does not fit Android's interface: the case that users meet. */
static void a_phones_choice_does_not_fit_the_other_phone(void **state) {
    (void)state;
    rangekit_radio android = preset(RANGEKIT_RADIO_PRESET_ANDROID);
    rangekit_parameters wanted = parameters(), nearest = parameters();
    set(&wanted, RANGEKIT_PARAMETER_CHANNEL, 9);
    set(&wanted, RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX, 11);
    set(&wanted, RANGEKIT_PARAMETER_SLOT_DURATION_RSTU, 3600);
    set(&wanted, RANGEKIT_PARAMETER_SLOTS_PER_ROUND, 6);
    set(&wanted, RANGEKIT_PARAMETER_RANGING_INTERVAL_MS, 198);
    rangekit_radio_finding found[RANGEKIT_RADIO_FINDINGS_MAX_COUNT];
    size_t count;
    assert_status(rangekit_radio_feasible(&android, &wanted, &nearest, found, COUNT_OF(found), &count), RANGEKIT_OK);
    static const rangekit_radio_finding expected[] = {
        {RANGEKIT_PARAMETER_SLOT_DURATION_RSTU, RANGEKIT_RADIO_NOT_OFFERED, 3600, 2400},
        {RANGEKIT_PARAMETER_RANGING_INTERVAL_MS, RANGEKIT_RADIO_NOT_OFFERED, 198, 200},
    };
    assert_int_equal(count, 2);
    assert_memory_equal(found, expected, sizeof expected);
    assert_int_equal(nearest.slot_duration_rstu, 2400);
    assert_int_equal(nearest.ranging_interval_ms, 200);
    assert_int_equal(nearest.channel, 9);
    rangekit_radio iphone = preset(RANGEKIT_RADIO_PRESET_IPHONE);
    assert_status(rangekit_radio_feasible(&iphone, &wanted, NULL, NULL, 0, &count), RANGEKIT_OK);
    assert_int_equal(count, 0);
    assert_string_equal(rangekit_radio_reason_name(1), "not_offered");
    assert_string_equal(rangekit_radio_reason_name(2), "round_too_long");
    assert_string_equal(rangekit_radio_reason_name(0), "unknown");
}

/* ---- Any radio, any wish: a search over all that the radio offers ---- */

static uint64_t difference(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* The nearest of all values up to `limit` that are offered; of two the larger. */
static uint32_t search_bits(uint64_t bits, uint32_t wanted) {
    uint32_t best = wanted;
    uint64_t least = UINT64_MAX;
    for (uint32_t value = 0; value < 64; value += 1) {
        if ((bits >> value & 1) == 0 || difference(value, wanted) > least) continue;
        least = difference(value, wanted);
        best = value;
    }
    return best;
}

static uint32_t search_list(const uint32_t *list, uint32_t wanted, double at_least) {
    uint32_t best = 0, longest = 0;
    int has = 0;
    for (int i = 0; i < RANGEKIT_RADIO_CHOICES; i += 1) {
        if (list[i] == 0) continue;
        if (list[i] > longest) longest = list[i];
        if (list[i] < at_least) continue;
        if (!has || difference(list[i], wanted) < difference(best, wanted) ||
            (difference(list[i], wanted) == difference(best, wanted) && list[i] > best)) {
            best = list[i];
            has = 1;
        }
    }
    return has ? best : longest;
}

static void random_list(struct random_source *random, uint32_t *list, uint32_t step) {
    uint32_t value = 0;
    uint64_t count = random_below(random, 9);
    for (uint64_t i = 0; i < count; i += 1) {
        value += 1 + (uint32_t)random_below(random, step);
        list[i] = value;
    }
}

static void the_nearest_choice_is_the_one_that_a_search_finds(void **state) {
    (void)state;
    struct random_source random = {2026};
    static const int numbers[] = {RANGEKIT_PARAMETER_CHANNEL, RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX,
                                  RANGEKIT_PARAMETER_SLOT_DURATION_RSTU, RANGEKIT_PARAMETER_SLOTS_PER_ROUND,
                                  RANGEKIT_PARAMETER_RANGING_INTERVAL_MS};
    for (int round = 0; round < 200000; round += 1) {
        rangekit_radio radio = RANGEKIT_RADIO_INIT;
        radio.channels = (uint32_t)(random_next(&random) & random_next(&random));
        radio.preamble_codes = random_next(&random) & random_next(&random);
        if (random_below(&random, 8) == 0) radio.channels = 0;
        if (random_below(&random, 8) == 0) radio.preamble_codes = 0;
        random_list(&random, radio.slot_durations_rstu, 1500);
        random_list(&random, radio.intervals_ms, 120);
        rangekit_parameters wanted = parameters(), nearest = parameters();
        static const uint32_t limits[] = {40, 70, 8000, 30, 700};
        uint32_t values[5], expected[5];
        for (int i = 0; i < 5; i += 1) {
            values[i] = (uint32_t)random_below(&random, limits[i]);
            if (random_below(&random, 200) == 0) values[i] = UINT32_MAX - (uint32_t)random_below(&random, 3);
            if (random_below(&random, 6) != 0) set(&wanted, numbers[i], values[i]);
        }
#define STATES(i) ((wanted.fields & RANGEKIT_PARAMETERS_HAS(numbers[i])) != 0)
        memcpy(expected, values, sizeof values);
        if (radio.channels != 0) expected[0] = search_bits(radio.channels, values[0]);
        if (radio.preamble_codes != 0) expected[1] = search_bits(radio.preamble_codes, values[1]);
        if (radio.slot_durations_rstu[0] != 0) expected[2] = search_list(radio.slot_durations_rstu, values[2], 0);
        if (STATES(4)) {
            double milliseconds = STATES(2) && STATES(3) ? (double)values[3] * expected[2] / 1200 : 0;
            if (radio.intervals_ms[0] != 0) {
                expected[4] = search_list(radio.intervals_ms, values[4], milliseconds);
            } else if (values[4] < milliseconds) {
                expected[4] = milliseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)ceil(milliseconds);
            }
            if (STATES(2) && STATES(3) && milliseconds > expected[4] && expected[2] > 0) {
                double fitting = floor((double)expected[4] * 1200 / expected[2]);
                expected[3] = fitting < 1 ? 1 : (uint32_t)fitting;
            }
        }
        rangekit_radio_finding found[RANGEKIT_RADIO_FINDINGS_MAX_COUNT];
        size_t count, at = 0, again;
        assert_status(rangekit_radio_feasible(&radio, &wanted, &nearest, found, COUNT_OF(found), &count), RANGEKIT_OK);
        for (int i = 0; i < 5; i += 1) {
            if (!STATES(i) || expected[i] == values[i]) continue;
            if (at >= count || found[at].parameter != numbers[i] || found[at].wanted != values[i] ||
                found[at].nearest != expected[i]) {
                fail_text("round %d, parameter %d: %u should become %u", round, numbers[i], (unsigned)values[i],
                          (unsigned)expected[i]);
            }
            at += 1;
        }
        assert_int_equal(at, count);
        uint32_t got[] = {nearest.channel, nearest.preamble_code_index, nearest.slot_duration_rstu,
                          nearest.slots_per_round, nearest.ranging_interval_ms};
        for (int i = 0; i < 5; i += 1) {
            if (STATES(i)) assert_int_equal(got[i], expected[i]);
        }
        assert_int_equal(nearest.fields, wanted.fields);
        /* Applied again, nothing is found, unless not even one slot fits. */
        assert_status(rangekit_radio_feasible(&radio, &nearest, NULL, found, COUNT_OF(found), &again), RANGEKIT_OK);
        int hopeless = STATES(2) && STATES(4) && (double)expected[2] / 1200 > expected[4];
        if (!hopeless) assert_int_equal(again, 0);
    }
#undef STATES
}

/* ---- Pace ---- */

static const uint32_t intervals[4][4] = { /* technology - 1: UWB, Channel Sounding, Wi-Fi, RSSI; rate */
    {0, 600, 240, 120},
    {0, 5000, 200, 100},
    {0, 8192, 256, 128},
    {0, 3000, 1000, 500},
};

static rangekit_pace expected_pace(const rangekit_pace_options *options, const rangekit_pace_state *state) {
    rangekit_pace pace = RANGEKIT_PACE_INIT;
    const uint32_t *row = intervals[options->technology - 1];
    if (options->active_stop_ns != 0 && state->active_ns >= options->active_stop_ns) {
        pace.cause = RANGEKIT_PACE_CAUSE_ACTIVE;
    } else if (options->absent_stop_ns != 0 && state->absent_ns >= options->absent_stop_ns) {
        pace.cause = RANGEKIT_PACE_CAUSE_ABSENT;
    } else if (state->fields & RANGEKIT_PACE_STILL) {
        pace.cause = RANGEKIT_PACE_CAUSE_AT_REST;
        pace.rate = options->still_stop_ns != 0 && state->still_ns >= options->still_stop_ns ? 0 : 1;
    } else {
        int inside = (state->fields & RANGEKIT_PACE_INSIDE) != 0;
        pace.rate = inside ? 2 : 1;
        pace.cause = inside ? RANGEKIT_PACE_CAUSE_ZONE : RANGEKIT_PACE_CAUSE_FAR;
        if (state->fields & RANGEKIT_PACE_HAS_BOUNDARY) {
            float speed = state->fields & RANGEKIT_PACE_HAS_SPEED ? fabsf(state->speed_mps) : options->walking_mps;
            int fastest = pace.rate;
            while (fastest < 3 && speed * (float)row[fastest] * (float)options->samples_needed / 1000 > state->boundary_m)
                fastest += 1;
            if (fastest != pace.rate) pace.cause = RANGEKIT_PACE_CAUSE_BOUNDARY;
            pace.rate = fastest;
        }
    }
    pace.interval_ms = row[pace.rate];
    uint64_t time = pace.rate == 0 ? 0 : (uint64_t)options->exchange_us * 60 / pace.interval_ms;
    pace.radio_ms_per_minute = time > 60000 ? 60000 : (uint32_t)time;
    return pace;
}

static void every_state_has_the_pace_of_the_rules(void **state) {
    (void)state;
    static const float boundaries[] = {0.0f, 0.01f, 0.5f, 1.0f, 2.52f, 5.0f, 100.0f};
    static const float speeds[] = {0.0f, -0.3f, 0.3f, -1.4f, 4.0f, -30.0f};
    static const int64_t times[] = {0, 29999999999, 30000000000, 120000000000, 600000000000};
    for (int32_t technology = 1; technology <= 4; technology += 1) {
        rangekit_pace_options options = RANGEKIT_PACE_OPTIONS_INIT;
        options.technology = technology;
        for (int variant = 0; variant < 3; variant += 1) {
            options.active_stop_ns = variant == 1 ? 600000000000 : 0;
            options.absent_stop_ns = variant == 2 ? 0 : 30000000000;
            options.exchange_us = variant == 2 ? UINT32_MAX : 12000;
            options.samples_needed = variant == 0 ? 3 : 1;
            for (uint32_t fields = 0; fields < 32; fields += 1) {
                for (size_t i = 0; i < COUNT_OF(boundaries) * COUNT_OF(speeds) * 125; i += 1) {
                    rangekit_pace_state now = RANGEKIT_PACE_STATE_INIT;
                    now.fields = fields;
                    now.still_ns = times[i % 5];
                    now.absent_ns = times[i / 5 % 5];
                    now.active_ns = times[i / 25 % 5];
                    now.boundary_m = boundaries[i / 125 % COUNT_OF(boundaries)];
                    now.speed_mps = speeds[i / 125 / COUNT_OF(boundaries)];
                    rangekit_pace found = RANGEKIT_PACE_INIT;
                    rangekit_status status = rangekit_pace_choose(&options, &now, &found);
                    if ((fields & 24) == 24) {
                        assert_status(status, RANGEKIT_ERROR_OUT_OF_RANGE);
                        continue;
                    }
                    assert_status(status, RANGEKIT_OK);
                    rangekit_pace expected = expected_pace(&options, &now);
                    assert_memory_equal(&found, &expected, sizeof found);
                }
            }
        }
    }
    for (int32_t technology = -1; technology <= 6; technology += 1) {
        for (int32_t rate = -1; rate <= 4; rate += 1) {
            uint32_t expected = technology >= 1 && technology <= 4 && rate >= 0 && rate <= 3 ? 1 : 0;
            int row = technology == RANGEKIT_TECHNOLOGY_UWB               ? 0
                      : technology == RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING ? 1
                      : technology == RANGEKIT_TECHNOLOGY_WIFI_RTT         ? 2
                                                                           : 3;
            assert_int_equal(rangekit_pace_interval_ms(technology, rate), expected ? intervals[row][rate] : 0);
        }
    }
    assert_string_equal(rangekit_pace_name(0), "stop");
    assert_string_equal(rangekit_pace_name(3), "frequent");
    assert_string_equal(rangekit_pace_name(4), "unknown");
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    rangekit_pace_options options = RANGEKIT_PACE_OPTIONS_INIT, filled = {.struct_size = sizeof filled};
    rangekit_pace_state now = RANGEKIT_PACE_STATE_INIT;
    rangekit_pace pace = RANGEKIT_PACE_INIT;
    assert_status(rangekit_pace_options_default(&filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &options, sizeof options);
#define WITH(target, change, expected)                                      \
    do {                                                                    \
        rangekit_pace_options options = RANGEKIT_PACE_OPTIONS_INIT;         \
        rangekit_pace_state now = RANGEKIT_PACE_STATE_INIT;                 \
        target.change;                                                      \
        assert_status(rangekit_pace_choose(&options, &now, &pace), expected); \
    } while (0)
    WITH(options, technology = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, technology = 5, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, still_stop_ns = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, absent_stop_ns = INT64_MAX, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, samples_needed = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, walking_mps = NAN, RANGEKIT_ERROR_NOT_FINITE);
    WITH(options, walking_mps = 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(options, reserved = 1, RANGEKIT_ERROR_UNKNOWN_OPTION);
    WITH(now, fields = 32, RANGEKIT_ERROR_UNKNOWN_OPTION);
    WITH(now, still_ns = -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(now, boundary_m = NAN, RANGEKIT_OK); /* absent: not read */
    WITH(now, boundary_m = NAN; now.fields = RANGEKIT_PACE_HAS_BOUNDARY, RANGEKIT_ERROR_NOT_FINITE);
    WITH(now, speed_mps = INFINITY; now.fields = RANGEKIT_PACE_HAS_SPEED, RANGEKIT_ERROR_NOT_FINITE);
    WITH(now, boundary_m = -1; now.fields = RANGEKIT_PACE_HAS_BOUNDARY, RANGEKIT_ERROR_OUT_OF_RANGE);
    WITH(now, speed_mps = 3e38f; now.boundary_m = 3e38f; now.fields = 3, RANGEKIT_OK);
#undef WITH
    rangekit_radio radio = RANGEKIT_RADIO_INIT;
    rangekit_parameters wanted = parameters(), nearest = parameters();
    rangekit_radio_finding found[2];
    size_t count;
    radio.intervals_ms[0] = radio.intervals_ms[1] = 100;
    assert_status(rangekit_radio_feasible(&radio, &wanted, &nearest, found, 2, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    radio.intervals_ms[0] = 0;
    assert_status(rangekit_radio_feasible(&radio, &wanted, &nearest, found, 2, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
    radio.intervals_ms[1] = 0;
    wanted.fields = 1ull << 63;
    assert_status(rangekit_radio_feasible(&radio, &wanted, &nearest, found, 2, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    wanted.fields = 0;
    REFUSES(rangekit_radio, rangekit_radio_default(pointer));
    REFUSES(rangekit_radio, rangekit_radio_preset(0, pointer));
    REFUSES(rangekit_radio, rangekit_radio_feasible(pointer, &wanted, &nearest, found, 2, &count));
    REFUSES(rangekit_parameters, rangekit_radio_feasible(&radio, pointer, &nearest, found, 2, &count));
    REFUSES_MISALIGNED(rangekit_parameters, rangekit_radio_feasible(&radio, &wanted, pointer, found, 2, &count));
    REFUSES(rangekit_radio_finding, rangekit_radio_feasible(&radio, &wanted, &nearest, pointer, 2, &count));
    REFUSES(size_t, rangekit_radio_feasible(&radio, &wanted, &nearest, found, 2, pointer));
    REFUSES(rangekit_pace_options, rangekit_pace_options_default(pointer));
    REFUSES(rangekit_pace_state, rangekit_pace_state_default(pointer));
    REFUSES(rangekit_pace, rangekit_pace_default(pointer));
    REFUSES_MISALIGNED(rangekit_pace_options, rangekit_pace_choose(pointer, &now, &pace));
    REFUSES(rangekit_pace_state, rangekit_pace_choose(&options, pointer, &pace));
    REFUSES(rangekit_pace, rangekit_pace_choose(&options, &now, pointer));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(presets_offer_what_their_sources_say),
    cmocka_unit_test(a_phones_choice_does_not_fit_the_other_phone),
    cmocka_unit_test(the_nearest_choice_is_the_one_that_a_search_finds),
    cmocka_unit_test(every_state_has_the_pace_of_the_rules),
    cmocka_unit_test(what_cannot_be_is_refused),
};

TEST_GROUP(radio_tests, tests);
