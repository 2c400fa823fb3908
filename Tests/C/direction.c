/* direction.h and pointing.h: fall-back order, field of view, levels, words, sound, front or back; cones, frames,
 * several targets, twist.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define MS INT64_C(1000000)
#define PI 3.14159265358979323846

static float degrees(double value) { return (float)(value * PI / 180); }

static rangekit_direction of(rangekit_range_sample sample, const float *vector) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    assert_status(rangekit_direction_from_sample(NULL, &sample, vector, &direction), RANGEKIT_OK);
    return direction;
}

static void vectors_and_angles_agree(void **state) {
    (void)state;
    /* The table of conventions: azimuth atan2(x, -z), elevation asin(y). */
    const struct {
        float vector[3];
        double azimuth_deg, elevation_deg;
    } rows[] = {{{0, 0, -1}, 0, 0}, {{0.70710678f, 0, -0.70710678f}, 45, 0}, {{0.9f, 0.3f, -0.316f}, 70.65, 17.45},
                {{0, -0.5f, 0.8660254f}, 180, -30}, {{-2, 0, 0}, -90, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rangekit_direction direction = of((rangekit_range_sample){0}, rows[i].vector);
        assert_true(direction.fields & RANGEKIT_DIRECTION_HAS_VECTOR);
        assert_near(direction.azimuth_rad * 180 / PI, rows[i].azimuth_deg, 0.01);
        assert_near(direction.elevation_rad * 180 / PI, rows[i].elevation_deg, 0.02);
        rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_AZIMUTH | RANGEKIT_SAMPLE_HAS_ELEVATION,
                                        .azimuth_rad = direction.azimuth_rad, .elevation_rad = direction.elevation_rad};
        rangekit_direction back = of(sample, NULL);
        for (int axis = 0; axis < 3; axis += 1) assert_near(back.vector[axis], direction.vector[axis], 1e-6);
    }
}

static void what_is_known_falls_back(void **state) {
    (void)state;
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 4};
    rangekit_direction direction = of(sample, NULL);
    assert_int_equal(direction.fields, RANGEKIT_DIRECTION_HAS_DISTANCE);
    assert_int_equal(direction.vertical, RANGEKIT_VERTICAL_UNKNOWN);
    sample.fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH;
    sample.azimuth_rad = degrees(30);
    direction = of(sample, NULL);
    assert_int_equal(direction.fields, RANGEKIT_DIRECTION_HAS_DISTANCE | RANGEKIT_DIRECTION_HAS_AZIMUTH |
                                           RANGEKIT_DIRECTION_IN_VIEW | RANGEKIT_DIRECTION_FRONT_OR_BACK);
    /* A vector, or an angle behind, has been decided by whoever gives it. */
    assert_int_equal(of(sample, (const float[3]){1, 0, -1}).fields & RANGEKIT_DIRECTION_FRONT_OR_BACK, 0);
    sample.azimuth_rad = degrees(150);
    assert_int_equal(of(sample, NULL).fields & RANGEKIT_DIRECTION_FRONT_OR_BACK, 0);
    sample.azimuth_rad = degrees(30);
    sample.fields |= RANGEKIT_SAMPLE_HAS_ELEVATION;
    sample.elevation_rad = degrees(30);
    direction = of(sample, NULL);
    assert_true(direction.fields & RANGEKIT_DIRECTION_HAS_VECTOR);
    assert_near(direction.height_m, 2, 1e-5);
    assert_int_equal(direction.vertical, RANGEKIT_VERTICAL_ABOVE);
    sample.elevation_rad = degrees(-10);
    assert_int_equal(of(sample, NULL).vertical, RANGEKIT_VERTICAL_SAME);
    assert_status(rangekit_direction_set_height(NULL, -3, 0, &direction), RANGEKIT_OK);
    assert_int_equal(direction.vertical, RANGEKIT_VERTICAL_ABOVE_OR_BELOW);
    assert_near(direction.height_m, 3, 0);
}

/* The cone ahead and the cone behind, for every roll; published as Android's field-of-view primer. */
static void the_field_of_view_is_a_cone(void **state) {
    (void)state;
    rangekit_direction_options options = RANGEKIT_DIRECTION_OPTIONS_INIT;
    options.field_of_view_rad = degrees(45);
    for (int roll = 0; roll < 36; roll += 1) {
        for (int back = 0; back < 2; back += 1) {
            for (int inside = 0; inside < 2; inside += 1) {
                double tilt = inside ? 44 : 46, turn = roll * PI / 18;
                const float vector[3] = {(float)(sin(tilt * PI / 180) * cos(turn)),
                                         (float)(sin(tilt * PI / 180) * sin(turn)),
                                         (float)(cos(tilt * PI / 180) * (back ? 1 : -1))};
                rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
                rangekit_range_sample sample = {0};
                assert_status(rangekit_direction_from_sample(&options, &sample, vector, &direction), RANGEKIT_OK);
                assert_int_equal((direction.fields & RANGEKIT_DIRECTION_IN_VIEW) != 0, inside);
            }
        }
    }
}

static void guidance_goes_level_first(void **state) {
    (void)state;
    const struct {
        rangekit_range_sample sample;
        float height;
        int32_t guidance;
        double amount;
        const char *words;
    } rows[] = {
        {{.fields = 1 | 4 | 16, .distance_m = 10, .azimuth_rad = 1, .elevation_rad = 0.5f}, NAN,
         RANGEKIT_GUIDANCE_GO_UP, 4.794, "10 m, right, above"},
        {{.fields = 1 | 4 | 16, .distance_m = 9.96f, .azimuth_rad = -1, .elevation_rad = -0.5f}, NAN,
         RANGEKIT_GUIDANCE_GO_DOWN, 4.775, "10 m, left, below"},
        {{.fields = 1 | 4, .distance_m = 3, .azimuth_rad = -0.6f}, NAN, RANGEKIT_GUIDANCE_TURN_LEFT, 0.6, "3.0 m, left"},
        {{.fields = 1 | 4, .distance_m = 3, .azimuth_rad = 3}, NAN, RANGEKIT_GUIDANCE_TURN_AROUND, 3, "3.0 m, behind"},
        {{.fields = 1 | 4, .distance_m = 3, .azimuth_rad = 0.1f}, NAN, RANGEKIT_GUIDANCE_GO_AHEAD, 3, "3.0 m, ahead"},
        {{.fields = 1 | 4, .distance_m = 0.3f, .azimuth_rad = -1}, NAN, RANGEKIT_GUIDANCE_ARRIVED, 0.3, "0.3 m, left"},
        {{.fields = 1, .distance_m = 3}, NAN, RANGEKIT_GUIDANCE_MOVE, 0, "3.0 m"},
        {{.fields = 1, .distance_m = 7}, 3, RANGEKIT_GUIDANCE_CHANGE_LEVEL, 3, "7.0 m, above or below"},
        {{.fields = 0}, NAN, RANGEKIT_GUIDANCE_MOVE, 0, "distance unknown"},
        {{.fields = 1, .distance_m = -0.04f}, NAN, RANGEKIT_GUIDANCE_ARRIVED, 0, "0.0 m"},
        {{.fields = 1, .distance_m = 1e9f}, NAN, RANGEKIT_GUIDANCE_MOVE, 0, "1000000000 m"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        rangekit_direction direction = of(rows[i].sample, NULL);
        if (!isnan(rows[i].height)) {
            assert_status(rangekit_direction_set_height(NULL, rows[i].height, 0, &direction), RANGEKIT_OK);
        }
        int32_t guidance;
        float amount;
        assert_status(rangekit_direction_guidance(NULL, &direction, &guidance, &amount), RANGEKIT_OK);
        assert_string_equal(rangekit_guidance_name(guidance), rangekit_guidance_name(rows[i].guidance));
        assert_near(amount, rows[i].amount, 1e-3);
        char text[RANGEKIT_DIRECTION_TEXT_MAX_SIZE];
        size_t length;
        assert_status(rangekit_direction_describe(NULL, &direction, text, sizeof text, &length), RANGEKIT_OK);
        assert_string_equal(text, rows[i].words);
        assert_int_equal(length, strlen(text));
        assert_status(rangekit_direction_describe(NULL, &direction, text, length, &length),
                      RANGEKIT_ERROR_BUFFER_TOO_SMALL);
    }
}

static void sound_keeps_its_power(void **state) {
    (void)state;
    for (int angle = -180; angle <= 180; angle += 5) {
        rangekit_range_sample sample = {.fields = 1 | 4, .distance_m = 4, .azimuth_rad = degrees(angle)};
        rangekit_direction direction = of(sample, NULL);
        float gains[2];
        assert_status(rangekit_direction_sound(&direction, 2, gains), RANGEKIT_OK);
        assert_near(gains[0] * gains[0] + gains[1] * gains[1], 0.25, 1e-5);
        if (angle > 5 && angle < 175) assert_true(gains[1] > gains[0]);
        if (angle < -5 && angle > -175) assert_true(gains[0] > gains[1]);
    }
}

static void a_turned_device_sees_the_world_in_place(void **state) {
    (void)state;
    /* A quarter turn to the left about y: what is ahead of the device is at -x of the world. */
    const float orientation[4] = {0, 0.70710678f, 0, 0.70710678f}, ahead[3] = {0, 0, -5};
    float world[3];
    assert_status(rangekit_direction_to_world(orientation, ahead, world), RANGEKIT_OK);
    assert_near(world[0], -1, 1e-6);
    assert_near(world[1], 0, 1e-6);
    assert_near(world[2], 0, 1e-6);
    const float none[4] = {0, 0, 0, 0}, broken[4] = {0, NAN, 0, 1};
    assert_status(rangekit_direction_to_world(none, ahead, world), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_direction_to_world(broken, ahead, world), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_direction_to_world(NULL, ahead, world), RANGEKIT_ERROR_NULL_POINTER);
}

static double normal(struct random_source *random) {
    return sqrt(-2 * log(1 - random_unit(random))) * cos(2 * PI * random_unit(random));
}

static void turning_tells_front_from_back(void **state) {
    (void)state;
    struct random_source random = {8};
    int right = 0;
    for (int run = 0; run < 400; run += 1) {
        int is_front = run & 1;
        uint64_t memory[16];
        rangekit_front_back *front_back;
        assert_true(rangekit_front_back_size() <= sizeof memory);
        assert_status(rangekit_front_back_init(memory, sizeof memory, NULL, &front_back), RANGEKIT_OK);
        float probability = -1;
        double target = 1.2 * (random_unit(&random) - 0.5); /* world, seen from yaw 0, positive right */
        if (!is_front) target = PI - target;
        for (int k = 0; k < 40; k += 1) {
            double yaw = 0.6 * sin(k * 0.25);
            double azimuth = remainder(target + yaw, 2 * PI);
            if (cos(azimuth) < 0) azimuth = remainder(PI - azimuth, 2 * PI); /* as two antennas see it */
            assert_status(rangekit_front_back_update(front_back, k * 100 * MS, (float)(azimuth + 0.1 * normal(&random)),
                                                     (float)yaw, &probability),
                          RANGEKIT_OK);
        }
        right += (probability > 0.5f) == is_front;
    }
    assert_true(right >= 396);
    assert_near(rangekit_direction_mirrored(degrees(30)), degrees(150), 1e-6);
    assert_near(rangekit_direction_mirrored(degrees(-30)), degrees(-150), 1e-6);
}

static void a_device_that_does_not_turn_learns_nothing(void **state) {
    (void)state;
    rangekit_front_back *front_back;
    assert_status(rangekit_front_back_create(NULL, &front_back), RANGEKIT_OK);
    float probability;
    for (int k = 0; k < 100; k += 1) {
        assert_status(rangekit_front_back_update(front_back, k * 100 * MS, 0.3f, 1.0f, &probability), RANGEKIT_OK);
    }
    assert_near(probability, 0.5, 1e-6);
    assert_status(rangekit_front_back_update(front_back, 0, 0.3f, 1.0f, NULL), RANGEKIT_ERROR_TIME_BACKWARDS);
    assert_status(rangekit_front_back_update(front_back, INT64_MAX, NAN, 1.0f, NULL), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_front_back_update(front_back, INT64_MAX, 2e6f, 1.0f, NULL), RANGEKIT_ERROR_OUT_OF_RANGE);
    rangekit_front_back_destroy(front_back);
}

/* ---- Pointing ---- */

static uint64_t pointing_memory[32];

static rangekit_pointing *make_pointing(void) {
    rangekit_pointing *pointing;
    assert_true(rangekit_pointing_size() <= sizeof pointing_memory);
    assert_status(rangekit_pointing_init(pointing_memory, sizeof pointing_memory, NULL, &pointing), RANGEKIT_OK);
    return pointing;
}

static rangekit_pointing_target target(uint32_t id, double azimuth_deg) {
    return (rangekit_pointing_target){.id = id, .fields = RANGEKIT_POINTING_TARGET_HAS_AZIMUTH,
                                      .azimuth_rad = degrees(azimuth_deg)};
}

static void pointing_locks_and_releases_after_frames_in_a_row(void **state) {
    (void)state;
    rangekit_pointing *pointing = make_pointing();
    const double walk[] = {15, 9, 9, 12, 9, 9, 9, 15, 19, 21, 21, 19, 21, 21, 21, 30};
    const int32_t states[] = {0, 1, 1, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0};
    for (size_t k = 0; k < COUNT_OF(walk); k += 1) {
        rangekit_pointing_target row = target(4, walk[k]);
        rangekit_pointing_result result;
        assert_status(rangekit_pointing_update(pointing, (int64_t)k * 100 * MS, &row, 1, NULL, &result), RANGEKIT_OK);
        assert_int_equal(result.state, states[k]);
        assert_int_equal((result.fields & RANGEKIT_POINTING_DID_LOCK) != 0, k == 6);
        assert_int_equal((result.fields & RANGEKIT_POINTING_DID_RELEASE) != 0, k == 14);
        if (result.state) assert_near(result.angle_rad, degrees(walk[k]), 1e-5);
    }
}

static void the_best_of_several_is_taken(void **state) {
    (void)state;
    rangekit_pointing *pointing = make_pointing();
    rangekit_pointing_result result;
    rangekit_pointing_target rows[3] = {target(1, 6), target(2, 4), target(3, 2)};
    rows[2].fields |= RANGEKIT_POINTING_TARGET_HAS_DISTANCE;
    rows[2].distance_m = 5.5f; /* too far to get in */
    assert_status(rangekit_pointing_update(pointing, 0, rows, 3, NULL, &result), RANGEKIT_OK);
    assert_int_equal(result.target_id, 2);
    rows[0].azimuth_rad = degrees(2); /* better, but by less than the advantage */
    assert_status(rangekit_pointing_update(pointing, 100 * MS, rows, 3, NULL, &result), RANGEKIT_OK);
    assert_int_equal(result.target_id, 2);
    rows[1].azimuth_rad = degrees(6);
    assert_status(rangekit_pointing_update(pointing, 200 * MS, rows, 3, NULL, &result), RANGEKIT_OK);
    assert_int_equal(result.target_id, 1);
    assert_near(result.progress, 1.0 / 3, 1e-6);
    rows[2].id = 1;
    assert_status(rangekit_pointing_update(pointing, 300 * MS, rows, 3, NULL, &result), RANGEKIT_ERROR_DUPLICATE_KEY);
    rangekit_pointing_target many[9];
    for (uint32_t i = 0; i < 9; i += 1) many[i] = target(i, 1);
    assert_status(rangekit_pointing_update(pointing, 300 * MS, many, 9, NULL, &result), RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_pointing_update(pointing, 300 * MS, many, SIZE_MAX, NULL, &result),
                  RANGEKIT_ERROR_TOO_LARGE);
    assert_status(rangekit_pointing_update(pointing, 300 * MS, NULL, 1, NULL, &result), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_pointing_update(pointing, 199 * MS, NULL, 0, NULL, &result), RANGEKIT_ERROR_TIME_BACKWARDS);
    many[0].fields = 16;
    assert_status(rangekit_pointing_update(pointing, 300 * MS, many, 1, NULL, &result), RANGEKIT_ERROR_UNKNOWN_OPTION);
    many[0] = target(0, 0);
    many[0].azimuth_rad = NAN;
    assert_status(rangekit_pointing_update(pointing, 300 * MS, many, 1, NULL, &result), RANGEKIT_ERROR_NOT_FINITE);
}

static void a_twist_is_one_gesture(void **state) {
    (void)state;
    rangekit_pointing *pointing = make_pointing();
    rangekit_pointing_target row = target(1, 0);
    int right = 0, left = 0;
    rangekit_pointing_result result;
    for (int k = 0; k < 200; k += 1) {
        float roll = remainderf(3.0f + 0.9f * sinf(0.1f * (float)k), (float)(2 * PI)); /* across +-pi */
        assert_status(rangekit_pointing_update(pointing, k * 50 * MS, &row, 1, &roll, &result), RANGEKIT_OK);
        right += result.gesture == RANGEKIT_POINTING_GESTURE_TWIST_RIGHT;
        left += result.gesture == RANGEKIT_POINTING_GESTURE_TWIST_LEFT;
    }
    /* 200 frames are 3.17 periods. The twist counts from the lock, where the roll was 3.18: the last rise ends
     * before it has come to 0.61 above that. */
    assert_int_equal(right, 3);
    assert_int_equal(left, 3);
}

/* Sweeps past a target and back, with noise: one lock and one release each. */
static void noisy_sweeps_lock_once(void **state) {
    (void)state;
    struct random_source random = {12};
    int sweeps = 4000, clean = 0;
    for (int sweep = 0; sweep < sweeps; sweep += 1) {
        rangekit_pointing *pointing = make_pointing();
        int locks = 0, releases = 0;
        for (int k = 0; k < 60; k += 1) { /* 60 to 0 degrees and back, at 10 frames a second */
            double angle = fabs(60 - 2.0 * k);
            rangekit_pointing_target row = target(1, angle + 1.0 * normal(&random));
            rangekit_pointing_result result;
            assert_status(rangekit_pointing_update(pointing, k * 100 * MS, &row, 1, NULL, &result), RANGEKIT_OK);
            locks += (result.fields & RANGEKIT_POINTING_DID_LOCK) != 0;
            releases += (result.fields & RANGEKIT_POINTING_DID_RELEASE) != 0;
        }
        clean += locks == 1 && releases == 1;
    }
    assert_true(clean >= sweeps - sweeps / 1000);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(vectors_and_angles_agree),
    cmocka_unit_test(what_is_known_falls_back),
    cmocka_unit_test(the_field_of_view_is_a_cone),
    cmocka_unit_test(guidance_goes_level_first),
    cmocka_unit_test(sound_keeps_its_power),
    cmocka_unit_test(a_turned_device_sees_the_world_in_place),
    cmocka_unit_test(turning_tells_front_from_back),
    cmocka_unit_test(a_device_that_does_not_turn_learns_nothing),
    cmocka_unit_test(pointing_locks_and_releases_after_frames_in_a_row),
    cmocka_unit_test(the_best_of_several_is_taken),
    cmocka_unit_test(a_twist_is_one_gesture),
    cmocka_unit_test(noisy_sweeps_lock_once),
};

TEST_GROUP(direction_tests, tests);
