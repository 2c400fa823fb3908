/* Any samples, events and times for a ranger with a locator: every call gives a status of its own, what is not there has
 * a reason, what is there is finite, and what is refused changes nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define WORDS 1024

static uint64_t memory[WORDS], before[WORDS];

static float take_float(struct input *input) {
    static const float special[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, 1e4f, -1e4f, 3.14159274f, 1e38f, -1};
    uint8_t choice = take_byte(input);
    if (choice < 220) return (float)choice * 0.0625f - 2;
    return special[choice % (sizeof special / sizeof *special)];
}

static int64_t take_time(struct input *input, int64_t *now_ns) {
    uint8_t choice = take_byte(input);
    if (choice >= 250) return (int64_t)take_number(input);
    *now_ns += (int64_t)choice * 20000000;
    return *now_ns;
}

static rangekit_range_sample take_sample(struct input *input, int64_t *now_ns) {
    rangekit_range_sample sample = {.time_ns = take_time(input, now_ns)};
    sample.fields = take_byte(input) | (uint32_t)(take_byte(input) & 3) << 8;
    sample.technology = take_byte(input) % 7;
    float *values = &sample.distance_m;
    for (int i = 0; i < 10; i += 1) values[i] = sample.fields & (1u << i) ? take_float(input) : 0;
    sample.peer = take_byte(input) > 250;
    return sample;
}

static void check(const rangekit_nearby_object *object) {
    const struct {
        uint32_t field;
        int32_t absence;
    } rows[] = {
        {RANGEKIT_NEARBY_HAS_DISTANCE, object->distance_absence},
        {RANGEKIT_NEARBY_HAS_DIRECTION, object->direction_absence},
        {RANGEKIT_NEARBY_HAS_ANGLE, object->angle_absence},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i += 1) {
        REQUIRE(((object->fields & rows[i].field) != 0) == (rows[i].absence == RANGEKIT_ABSENCE_NONE));
        REQUIRE(strcmp(rangekit_absence_name(rows[i].absence), "unknown") != 0);
    }
    REQUIRE((object->vertical != RANGEKIT_VERTICAL_UNKNOWN) == (object->vertical_absence == RANGEKIT_ABSENCE_NONE));
    REQUIRE(isfinite(object->distance_m) && isfinite(object->distance_stddev_m) && isfinite(object->speed_mps));
    REQUIRE(isfinite(object->angle_rad) && isfinite(object->probability) && isfinite(object->rate_hz));
    REQUIRE(object->probability >= 0 && object->probability <= 1 && object->age_ns >= 0);
    for (int i = 0; i < 3; i += 1) REQUIRE(isfinite(object->direction[i]) && isfinite(object->position_m[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_ranger_options options = RANGEKIT_RANGER_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.quality_preset = choice & 3;
    options.zone_preset = choice >> 2 & 3;
    options.hold_ns = 1 + (int64_t)take_byte(&input) * 50000000;
    rangekit_ranger *ranger = NULL;
    rangekit_status status = rangekit_ranger_init(memory, sizeof memory, &options, &ranger);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return 0;
    rangekit_locator *locator = NULL;
    if (choice & 16) {
        REQUIRE(rangekit_locator_create(NULL, &locator) == RANGEKIT_OK);
        REQUIRE(rangekit_ranger_use_locator(ranger, locator, 0) == RANGEKIT_OK);
    }
    int64_t now_ns = 0;
    while (input.at < input.end) {
        rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
        memcpy(before, memory, sizeof memory);
        switch (take_byte(&input) % 6) {
        case 0:
        case 1: {
            rangekit_range_sample sample = take_sample(&input, &now_ns);
            status = rangekit_ranger_measure(ranger, &sample, &object);
            break;
        }
        case 2: status = rangekit_ranger_advance(ranger, take_time(&input, &now_ns), &object); break;
        case 3: {
            rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
            event.event = (int32_t)take_byte(&input) % 20 - 2;
            event.reason = take_byte(&input) & 3;
            event.time_ns = take_time(&input, &now_ns);
            event.sample = take_sample(&input, &now_ns);
            status = rangekit_ranger_take(ranger, &event, &object);
            if (event.event != RANGEKIT_SESSION_EVENT_SAMPLE) REQUIRE(status == RANGEKIT_OK);
            break;
        }
        case 4: {
            if (locator == NULL) continue;
            rangekit_pose pose = {.time_ns = take_time(&input, &now_ns), .tracking = RANGEKIT_TRACKING_NORMAL};
            for (int i = 0; i < 3; i += 1) pose.position_m[i] = take_float(&input);
            REQUIRE(is_status(rangekit_locator_add_poses(locator, &pose, 1, NULL)));
            continue;
        }
        default: {
            rangekit_zone_options zones = {.struct_size = sizeof zones};
            REQUIRE(rangekit_zone_options_preset(take_byte(&input) % 3, &zones) == RANGEKIT_OK);
            zones.rings[0].enter_m = take_float(&input);
            REQUIRE(is_status(rangekit_ranger_set_zone(ranger, &zones)));
            continue;
        }
        }
        REQUIRE(is_status(status));
        if (status == RANGEKIT_OK) check(&object);
        else REQUIRE(memcmp(memory, before, sizeof memory) == 0);
    }
    rangekit_ranger_destroy(ranger);
    rangekit_locator_destroy(locator);
    return 0;
}
