/* The composition against its parts, each run beside it by hand, and against truth where a locator helps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"

static rangekit_range_sample sample_at(int64_t time_ns, float distance_m) {
    rangekit_range_sample sample = {.time_ns = time_ns, .technology = RANGEKIT_TECHNOLOGY_UWB};
    sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
    sample.distance_m = distance_m;
    return sample;
}

static rangekit_ranger *make(const rangekit_ranger_options *options) {
    rangekit_ranger *ranger = NULL;
    assert_status(rangekit_ranger_create(options, &ranger), RANGEKIT_OK);
    return ranger;
}

static void the_whole_is_its_parts(void **state) {
    (void)state;
    struct random_source random = {11};
    for (int round = 0; round < 40; round += 1) {
        rangekit_ranger *ranger = make(NULL);
        rangekit_filter *filter;
        rangekit_quality_model *quality;
        rangekit_zone *zone;
        rangekit_zone_options zones = {.struct_size = sizeof zones};
        assert_status(rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_GUIDE, &zones), RANGEKIT_OK);
        assert_status(rangekit_filter_create(NULL, &filter), RANGEKIT_OK);
        assert_status(rangekit_quality_model_create(NULL, NULL, &quality), RANGEKIT_OK);
        assert_status(rangekit_zone_create(&zones, &zone), RANGEKIT_OK);
        int64_t now = 0, last_distance = -1, last_angle = -1;
        float azimuth = 0, elevation = 0, distance = 6;
        int has_elevation = 0;
        for (int step = 0; step < 200; step += 1) {
            now += (int64_t)(random_unit(&random) * (random_below(&random, 20) == 0 ? 3e9 : 2e8));
            distance += (float)(random_unit(&random) - 0.52) * 0.6f;
            rangekit_range_sample sample = sample_at(now, distance + (float)random_unit(&random) * 0.2f);
            if (random_below(&random, 6) == 0) sample.fields = 0;
            if (random_below(&random, 3) == 0) {
                sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
                sample.distance_stddev_m = 0.05f + (float)random_unit(&random);
            }
            if (random_below(&random, 3) == 0) {
                sample.fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH;
                sample.azimuth_rad = (float)(random_unit(&random) * 6 - 3);
                if (random_below(&random, 2) == 0) {
                    sample.fields |= RANGEKIT_SAMPLE_HAS_ELEVATION;
                    sample.elevation_rad = (float)(random_unit(&random) * 3 - 1.5);
                }
            }
            int has_distance = (sample.fields & RANGEKIT_SAMPLE_HAS_DISTANCE) != 0;
            rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
            assert_status(rangekit_ranger_measure(ranger, &sample, &object), RANGEKIT_OK);

            /* The same by hand. */
            rangekit_filter_sample into = {.time_ns = now};
            if (has_distance) {
                into.fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE;
                into.value[0] = sample.distance_m;
                last_distance = now;
                if (sample.fields & RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV) {
                    into.fields |= RANGEKIT_FILTER_SAMPLE_HAS_STDDEV;
                    into.stddev = sample.distance_stddev_m;
                }
            }
            rangekit_filter_result filtered;
            assert_status(rangekit_filter_update(filter, &into, &filtered), RANGEKIT_OK);
            rangekit_quality_model_result judged = {.struct_size = sizeof judged};
            assert_status(rangekit_quality_model_update(quality, &sample, &judged), RANGEKIT_OK);
            rangekit_range_sample seen = {.time_ns = now};
            if (has_distance) {
                seen.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
                seen.distance_m = filtered.value[0];
                if (filtered.fields & RANGEKIT_FILTER_HAS_STDDEV) {
                    seen.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
                    seen.distance_stddev_m = filtered.stddev;
                }
                if (filtered.fields & RANGEKIT_FILTER_HAS_RATE) {
                    seen.fields |= RANGEKIT_SAMPLE_HAS_VELOCITY;
                    seen.velocity_mps = filtered.rate[0];
                }
            }
            rangekit_zone_result rings;
            assert_status(rangekit_zone_update(zone, &seen, &rings), RANGEKIT_OK);
            if (sample.fields & RANGEKIT_SAMPLE_HAS_AZIMUTH) {
                last_angle = now;
                azimuth = sample.azimuth_rad;
                has_elevation = (sample.fields & RANGEKIT_SAMPLE_HAS_ELEVATION) != 0;
                elevation = sample.elevation_rad;
            }

            int shows = last_distance >= 0 && now - last_distance <= 2000000000;
            int points = last_angle >= 0 && now - last_angle <= 2000000000;
            assert_int_equal((object.fields & RANGEKIT_NEARBY_HAS_DISTANCE) != 0, shows);
            assert_int_equal(object.distance_absence, shows ? RANGEKIT_ABSENCE_NONE
                                                      : last_distance >= 0 ? RANGEKIT_ABSENCE_STALE
                                                      : last_angle >= 0    ? RANGEKIT_ABSENCE_NOT_MEASURED
                                                                           : RANGEKIT_ABSENCE_NO_SAMPLE);
            if (shows) {
                assert_true(object.distance_m == filtered.value[0]);
                assert_int_equal((object.fields & RANGEKIT_NEARBY_HAS_STDDEV) != 0,
                                 (filtered.fields & RANGEKIT_FILTER_HAS_STDDEV) != 0);
                if (object.fields & RANGEKIT_NEARBY_HAS_STDDEV) assert_true(object.distance_stddev_m == filtered.stddev);
                if (object.fields & RANGEKIT_NEARBY_HAS_SPEED) assert_true(object.speed_mps == filtered.rate[0]);
                assert_int_equal(object.age_ns, now - last_distance);
                assert_int_equal(object.level, judged.level);
                assert_true(object.probability == judged.probability);
                assert_int_equal(object.cause, judged.cause_count > 0 ? judged.causes[0] : -1);
            } else {
                assert_int_equal(object.level, RANGEKIT_QUALITY_MODEL_UNKNOWN);
            }
            assert_int_equal(object.zones_inside, rings.inside);
            assert_int_equal(object.zones_entered, rings.entered);
            assert_int_equal(object.zones_left, rings.left);
            assert_int_equal(object.trend, rings.trend);

            rangekit_range_sample pointing = {0};
            if (shows) {
                pointing.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
                pointing.distance_m = filtered.value[0];
            }
            if (points) {
                pointing.fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH | (has_elevation ? RANGEKIT_SAMPLE_HAS_ELEVATION : 0);
                pointing.azimuth_rad = azimuth;
                pointing.elevation_rad = elevation;
            }
            rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
            int32_t guidance;
            assert_status(rangekit_direction_from_sample(NULL, &pointing, NULL, &direction), RANGEKIT_OK);
            assert_status(rangekit_direction_guidance(NULL, &direction, &guidance, NULL), RANGEKIT_OK);
            assert_int_equal(object.guidance, guidance);
            assert_int_equal(object.vertical, direction.vertical);
            assert_int_equal((object.fields & RANGEKIT_NEARBY_HAS_ANGLE) != 0, points);
            assert_int_equal((object.fields & RANGEKIT_NEARBY_HAS_DIRECTION) != 0, points && has_elevation);
            assert_int_equal((object.fields & RANGEKIT_NEARBY_IN_VIEW) != 0,
                             (direction.fields & RANGEKIT_DIRECTION_IN_VIEW) != 0);
            if (points) assert_true(object.angle_rad == direction.azimuth_rad);
            if (points && has_elevation) assert_memory_equal(object.direction, direction.vector, sizeof direction.vector);
            /* What is not there says why, what is there does not. */
            assert_int_equal(object.direction_absence == RANGEKIT_ABSENCE_NONE,
                             (object.fields & RANGEKIT_NEARBY_HAS_DIRECTION) != 0);
            assert_int_equal(object.angle_absence == RANGEKIT_ABSENCE_NONE, points);
            assert_int_equal(object.vertical_absence == RANGEKIT_ABSENCE_NONE,
                             object.vertical != RANGEKIT_VERTICAL_UNKNOWN);
            assert_int_equal(object.convergence, RANGEKIT_CONVERGENCE_UNKNOWN);
        }
        rangekit_ranger_destroy(ranger);
        rangekit_filter_destroy(filter);
        rangekit_quality_model_destroy(quality);
        rangekit_zone_destroy(zone);
    }
}

static rangekit_session_event event(int32_t number, int64_t time_ns, int32_t reason) {
    rangekit_session_event made = RANGEKIT_SESSION_EVENT_INIT;
    made.event = number;
    made.time_ns = time_ns;
    made.reason = reason;
    return made;
}

static void what_the_session_says_is_why_nothing_is_shown(void **state) {
    (void)state;
    static const struct {
        int32_t event, reason, absence;
    } rows[] = {
        {RANGEKIT_SESSION_EVENT_PEER_PAUSED, 0, RANGEKIT_ABSENCE_PEER_PAUSED},
        {RANGEKIT_SESSION_EVENT_SUSPENDED, 0, RANGEKIT_ABSENCE_SUSPENDED},
        {RANGEKIT_SESSION_EVENT_SUSPENSION_ENDED, 0, RANGEKIT_ABSENCE_SUSPENDED},
        {RANGEKIT_SESSION_EVENT_REMOVED, RANGEKIT_REMOVAL_TIMEOUT, RANGEKIT_ABSENCE_PEER_TIMEOUT},
        {RANGEKIT_SESSION_EVENT_REMOVED, RANGEKIT_REMOVAL_PEER_ENDED, RANGEKIT_ABSENCE_PEER_ENDED},
        {RANGEKIT_SESSION_EVENT_INVALIDATED, 0, RANGEKIT_ABSENCE_INVALIDATED},
        {RANGEKIT_SESSION_EVENT_LINK_LOST, 0, RANGEKIT_ABSENCE_NONE},
        {RANGEKIT_SESSION_EVENT_DATA, 0, RANGEKIT_ABSENCE_NONE},
        {RANGEKIT_SESSION_EVENT_MOTION, 1, RANGEKIT_ABSENCE_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rangekit_ranger *ranger = make(NULL);
        rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
        rangekit_session_event next = event(RANGEKIT_SESSION_EVENT_RUNNING, 0, 0);
        assert_status(rangekit_ranger_take(ranger, &next, &object), RANGEKIT_OK);
        assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_NO_SAMPLE);
        next = event(RANGEKIT_SESSION_EVENT_SAMPLE, 1000, 0);
        next.sample = sample_at(1000, 4.5f);
        assert_status(rangekit_ranger_take(ranger, &next, &object), RANGEKIT_OK);
        assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_NONE);
        assert_true(object.distance_m == 4.5f);
        next = event(rows[i].event, 2000, rows[i].reason);
        assert_status(rangekit_ranger_take(ranger, &next, &object), RANGEKIT_OK);
        assert_int_equal(object.distance_absence, rows[i].absence);
        assert_int_equal((object.fields & RANGEKIT_NEARBY_HAS_DISTANCE) != 0, rows[i].absence == 0);
        assert_int_equal((object.fields & RANGEKIT_NEARBY_LINK_LOST) != 0,
                         rows[i].event == RANGEKIT_SESSION_EVENT_LINK_LOST);
        if (rows[i].absence != 0) assert_int_equal(object.direction_absence, rows[i].absence);
        /* An event that is older than the last sample is taken all the same. */
        next = event(RANGEKIT_SESSION_EVENT_RUNNING, 500, 1);
        assert_status(rangekit_ranger_take(ranger, &next, &object), RANGEKIT_OK);
        assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_NONE);
        assert_int_equal(object.fields & RANGEKIT_NEARBY_LINK_LOST, 0);
        assert_int_equal(object.time_ns, 2000);
        rangekit_ranger_destroy(ranger);
    }
    static const char *const names[] = {"none", "no_sample", "not_measured", "stale", "peer_paused", "suspended",
                                        "peer_timeout", "peer_ended", "invalidated", "not_converged", "unknown"};
    for (int32_t i = 0; i <= 10; i += 1) assert_string_equal(rangekit_absence_name(i), names[i]);
}

static void values_grow_old_and_rings_are_left(void **state) {
    (void)state;
    rangekit_ranger *ranger = make(NULL);
    rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
    for (int64_t i = 0; i < 10; i += 1) {
        rangekit_range_sample sample = sample_at(i * 100000000, 0.8f);
        assert_status(rangekit_ranger_measure(ranger, &sample, &object), RANGEKIT_OK);
    }
    assert_int_equal(object.zones_inside, 7);
    assert_status(rangekit_ranger_advance(ranger, INT64_C(2900000000), &object), RANGEKIT_OK);
    assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_NONE);
    assert_int_equal(object.age_ns, 2000000000);
    assert_status(rangekit_ranger_advance(ranger, INT64_C(2900000001), &object), RANGEKIT_OK);
    assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_STALE);
    assert_int_equal(object.zones_inside, 7);
    assert_status(rangekit_ranger_advance(ranger, INT64_C(6900000000), &object), RANGEKIT_OK);
    assert_int_equal(object.zones_inside, 0);
    assert_int_equal(object.zones_left, 7);
    assert_status(rangekit_ranger_advance(ranger, 1, &object), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_ranger_reset(ranger), RANGEKIT_OK);
    assert_status(rangekit_ranger_advance(ranger, 1, &object), RANGEKIT_OK);
    assert_int_equal(object.distance_absence, RANGEKIT_ABSENCE_NO_SAMPLE);
    rangekit_ranger_destroy(ranger);
}

/* A walk around two tags: both rangers share a locator, and each finds its own. */
static void a_shared_locator_finds_both_tags(void **state) {
    (void)state;
    static const double tags[2][3] = {{2.0, 0.5, -3.0}, {-2.5, 1.2, -1.0}};
    rangekit_locator *locator;
    assert_status(rangekit_locator_create(NULL, &locator), RANGEKIT_OK);
    rangekit_ranger *rangers[2];
    for (uint32_t i = 0; i < 2; i += 1) {
        rangekit_ranger_options options = RANGEKIT_RANGER_OPTIONS_INIT;
        options.peer = 40 + i;
        rangers[i] = make(&options);
        assert_status(rangekit_ranger_use_locator(rangers[i], locator, 0), RANGEKIT_OK);
    }
    struct random_source random = {5};
    rangekit_nearby_object objects[2] = {RANGEKIT_NEARBY_OBJECT_INIT, RANGEKIT_NEARBY_OBJECT_INIT};
    int was_unsure = 0;
    for (int64_t step = 0; step < 400; step += 1) {
        double t = (double)step / 20;
        rangekit_pose pose = {.time_ns = step * 50000000, .fields = RANGEKIT_POSE_HAS_ORIENTATION};
        pose.position_m[0] = 1.2 * sin(t);
        pose.position_m[1] = 1.4 + 0.4 * sin(0.7 * t);
        pose.position_m[2] = 1.2 * cos(0.8 * t);
        pose.orientation[3] = 1;
        pose.tracking = RANGEKIT_TRACKING_NORMAL;
        assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
        for (int i = 0; i < 2; i += 1) {
            double square = 0;
            for (int axis = 0; axis < 3; axis += 1) {
                double difference = tags[i][axis] - pose.position_m[axis];
                square += difference * difference;
            }
            double noise = 0;
            for (int k = 0; k < 12; k += 1) noise += random_unit(&random);
            rangekit_range_sample sample = sample_at(pose.time_ns, (float)(sqrt(square) + 0.15 + 0.05 * (noise - 6)));
            sample.peer = 40 + (uint32_t)i;
            assert_status(rangekit_ranger_measure(rangers[i], &sample, &objects[i]), RANGEKIT_OK);
            if (objects[i].direction_absence == RANGEKIT_ABSENCE_NOT_CONVERGED) {
                was_unsure = 1;
                assert_true(objects[i].locator_reasons != 0);
            }
            sample.peer = 99;
            sample.time_ns += 1;
            assert_status(rangekit_ranger_measure(rangers[i], &sample, &objects[i]), RANGEKIT_ERROR_UNKNOWN_PEER);
        }
    }
    assert_true(was_unsure);
    for (int i = 0; i < 2; i += 1) {
        assert_int_equal(objects[i].convergence, RANGEKIT_CONVERGENCE_CONVERGED);
        assert_true((objects[i].fields & RANGEKIT_NEARBY_HAS_POSITION) != 0);
        double square = 0;
        for (int axis = 0; axis < 3; axis += 1) {
            double difference = objects[i].position_m[axis] - tags[i][axis];
            square += difference * difference;
        }
        print_message("tag %d found within %.2f m\n", i, sqrt(square));
        assert_true(sqrt(square) < 0.3);
        assert_int_equal(objects[i].direction_absence, RANGEKIT_ABSENCE_NONE);
        assert_int_equal(objects[i].angle_absence, RANGEKIT_ABSENCE_NONE);
    }
    assert_status(rangekit_ranger_use_locator(rangers[0], NULL, 0), RANGEKIT_OK);
    rangekit_range_sample sample = sample_at(400 * 50000000LL, 3);
    sample.peer = 40;
    assert_status(rangekit_ranger_measure(rangers[0], &sample, &objects[0]), RANGEKIT_OK);
    assert_int_equal(objects[0].convergence, RANGEKIT_CONVERGENCE_UNKNOWN);
    for (int i = 0; i < 2; i += 1) rangekit_ranger_destroy(rangers[i]);
    rangekit_locator_destroy(locator);
}

static void refused_samples_change_nothing(void **state) {
    (void)state;
    static uint64_t memory[1024], before[1024];
    rangekit_ranger *ranger;
    assert_true(rangekit_ranger_size() <= sizeof memory);
    assert_status(rangekit_ranger_init(memory, sizeof memory, NULL, &ranger), RANGEKIT_OK);
    rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
    rangekit_range_sample good = sample_at(1000, 3);
    assert_status(rangekit_ranger_measure(ranger, &good, &object), RANGEKIT_OK);
    static const float wrong[] = {NAN, INFINITY, -INFINITY, 1e5f, -101.0f, 3e38f};
    for (uint32_t bit = 0; bit < 10; bit += 1) {
        for (size_t i = 0; i < COUNT_OF(wrong); i += 1) {
            rangekit_range_sample sample = sample_at(2000, 3);
            float *values = &sample.distance_m;
            sample.fields |= 1u << bit;
            values[bit] = wrong[i];
            memcpy(before, memory, sizeof memory);
            rangekit_status status = rangekit_ranger_measure(ranger, &sample, &object);
            if (bit < 3 || bit == 4) assert_true(status == RANGEKIT_ERROR_NOT_FINITE || status == RANGEKIT_ERROR_OUT_OF_RANGE);
            if (status != RANGEKIT_OK) {
                assert_memory_equal(memory, before, sizeof memory);
            } else {
                assert_status(rangekit_ranger_reset(ranger), RANGEKIT_OK);
                assert_status(rangekit_ranger_measure(ranger, &good, &object), RANGEKIT_OK);
            }
        }
    }
    rangekit_range_sample sample = sample_at(999, 3);
    assert_status(rangekit_ranger_measure(ranger, &sample, &object), RANGEKIT_ERROR_TIME_BACKWARDS);
    rangekit_ranger_destroy(ranger);
}

static void parts_take_their_own_options(void **state) {
    (void)state;
    rangekit_ranger *ranger = make(NULL);
    rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT;
    rangekit_zone_options zones = {.struct_size = sizeof zones};
    assert_status(rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_PRESENCE, &zones), RANGEKIT_OK);
    zones.rings[0].enter_m = 30;
    zones.rings[0].leave_m = 31;
    zones.rings[0].enter_count = 1;
    assert_status(rangekit_ranger_set_zone(ranger, &zones), RANGEKIT_OK);
    rangekit_filter_options filter = RANGEKIT_FILTER_OPTIONS_INIT;
    filter.method = RANGEKIT_FILTER_MEDIAN;
    assert_status(rangekit_ranger_set_filter(ranger, &filter), RANGEKIT_OK);
    rangekit_quality_model_options quality = RANGEKIT_QUALITY_MODEL_OPTIONS_INIT;
    quality.limit_m = 100;
    assert_status(rangekit_ranger_set_quality(ranger, &quality, NULL), RANGEKIT_OK);
    static const float distances[] = {20, 28, 21, 22, 20.5f};
    for (int i = 0; i < 5; i += 1) {
        rangekit_range_sample sample = sample_at(i * 100000000, distances[i]);
        assert_status(rangekit_ranger_measure(ranger, &sample, &object), RANGEKIT_OK);
    }
    assert_true(object.distance_m == 21); /* the median */
    assert_int_equal(object.zones_inside, 1);
    assert_true(object.probability > 0.999f);
    filter.domain = RANGEKIT_FILTER_CIRCULAR;
    assert_status(rangekit_ranger_set_filter(ranger, &filter), RANGEKIT_ERROR_OUT_OF_RANGE);
    zones.ring_count = 0;
    assert_status(rangekit_ranger_set_zone(ranger, &zones), RANGEKIT_ERROR_OUT_OF_RANGE);
    quality.limit_m = -1;
    assert_status(rangekit_ranger_set_quality(ranger, &quality, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_ranger_destroy(ranger);
}

static void arguments_are_checked(void **state) {
    (void)state;
    rangekit_ranger *ranger = make(NULL), *made;
    rangekit_range_sample sample = sample_at(0, 1);
    rangekit_session_event running = event(RANGEKIT_SESSION_EVENT_RUNNING, 0, 0);
    rangekit_nearby_object object = RANGEKIT_NEARBY_OBJECT_INIT, initial = {.struct_size = sizeof initial};
    rangekit_ranger_options options = RANGEKIT_RANGER_OPTIONS_INIT, filled = {.struct_size = sizeof filled};
    assert_status(rangekit_ranger_options_default(&filled), RANGEKIT_OK);
    assert_memory_equal(&filled, &options, sizeof options);
    assert_status(rangekit_nearby_object_default(&initial), RANGEKIT_OK);
    assert_memory_equal(&initial, &object, sizeof object);
    REFUSES(rangekit_ranger_options, rangekit_ranger_options_default(pointer));
    REFUSES(rangekit_nearby_object, rangekit_nearby_object_default(pointer));
    REFUSES_MISALIGNED(rangekit_ranger_options, rangekit_ranger_create(pointer, &made));
    REFUSES(rangekit_ranger *, rangekit_ranger_create(NULL, pointer));
    REFUSES(rangekit_range_sample, rangekit_ranger_measure(ranger, pointer, &object));
    REFUSES_MISALIGNED(rangekit_nearby_object, rangekit_ranger_measure(ranger, &sample, pointer));
    REFUSES(rangekit_session_event, rangekit_ranger_take(ranger, pointer, &object));
    REFUSES_MISALIGNED(rangekit_nearby_object, rangekit_ranger_take(ranger, &running, pointer));
    REFUSES_MISALIGNED(rangekit_nearby_object, rangekit_ranger_advance(ranger, 0, pointer));
    REFUSES_MISALIGNED(rangekit_filter_options, rangekit_ranger_set_filter(ranger, pointer));
    REFUSES_MISALIGNED(rangekit_zone_options, rangekit_ranger_set_zone(ranger, pointer));
    REFUSES_MISALIGNED(rangekit_quality_model_options, rangekit_ranger_set_quality(ranger, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_fusion_options, rangekit_ranger_set_quality(ranger, NULL, pointer));
    uint64_t no_handle[4] = {0};
    assert_status(rangekit_ranger_use_locator(ranger, (rangekit_locator *)(void *)no_handle, 0),
                  RANGEKIT_ERROR_INVALID_HANDLE);
    assert_status(rangekit_ranger_use_locator(ranger, NULL, 4), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_ranger_use_locator(ranger, NULL, UINT32_MAX), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_ranger_reset((rangekit_ranger *)(void *)no_handle), RANGEKIT_ERROR_INVALID_HANDLE);
    assert_status(rangekit_ranger_advance(NULL, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    options.hold_ns = 0;
    assert_status(rangekit_ranger_create(&options, &made), RANGEKIT_ERROR_OUT_OF_RANGE);
    options.hold_ns = 1;
    options.zone_preset = 3;
    assert_status(rangekit_ranger_create(&options, &made), RANGEKIT_ERROR_OUT_OF_RANGE);
    options.zone_preset = 0;
    options.quality_preset = -1;
    assert_status(rangekit_ranger_create(&options, &made), RANGEKIT_ERROR_OUT_OF_RANGE);
    static uint64_t memory[1024];
    size_t size = rangekit_ranger_size();
    assert_true(size < 8192);
    assert_status(rangekit_ranger_init(memory, size - 1, NULL, &made), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    assert_status(rangekit_ranger_init(NULL, size, NULL, &made), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_ranger_init((uint8_t *)memory + 1, size, NULL, &made), RANGEKIT_ERROR_MISALIGNED);
    assert_status(rangekit_ranger_measure(ranger, &sample, NULL), RANGEKIT_OK);
    rangekit_ranger_destroy(ranger);
    rangekit_ranger_destroy(NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_whole_is_its_parts),
    cmocka_unit_test(what_the_session_says_is_why_nothing_is_shown),
    cmocka_unit_test(values_grow_old_and_rings_are_left),
    cmocka_unit_test(a_shared_locator_finds_both_tags),
    cmocka_unit_test(refused_samples_change_nothing),
    cmocka_unit_test(parts_take_their_own_options),
    cmocka_unit_test(arguments_are_checked),
};

TEST_GROUP(ranger_tests, tests);
