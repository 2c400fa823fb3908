/* Directions: every convention's published values and way back, cones, and turning.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define DEG 0.017453292519943295
#define PI 3.141592653589793

static rangekit_angle_pair pair_of(int32_t convention, double x, double y, double z) {
    rangekit_angle_vector vector = {.x = x, .y = y, .z = z};
    rangekit_angle_pair pair;
    size_t refused;
    assert_status(rangekit_angle_from_vector_batch(convention, &vector, 1, &pair, &refused), RANGEKIT_OK);
    assert_int_equal(pair.status, RANGEKIT_OK);
    return pair;
}

/* Degrees; the vectors are rounded in the source, hence the tolerance. */
static const struct {
    double x, y, z, sample_azimuth, azimuth, article_azimuth, sample_elevation, elevation;
} directions[] = {
    {0, 0, -1, 0, 0, 180, 0, 0},
    {0.707, 0, -0.707, 45, 45, 135, 0, 0},
    {0.9, 0.3, -0.316, 64.2, 70.6, 109.4, 43.5, 17.5},
    {0, -0.5, 0.866, 0, 180, 0, 210, -30},
};

static void conventions_give_their_published_values(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(directions); i += 1) {
        double x = directions[i].x, y = directions[i].y, z = directions[i].z;
        rangekit_angle_pair ours = pair_of(RANGEKIT_ANGLE_CONVENTION_NEARBY_INTERACTION, x, y, z);
        rangekit_angle_pair sample = pair_of(RANGEKIT_ANGLE_CONVENTION_PUBLISHED_SAMPLE, x, y, z);
        rangekit_angle_pair article = pair_of(RANGEKIT_ANGLE_CONVENTION_PUBLISHED_ARTICLE, x, y, z);
        assert_near(ours.azimuth_rad / DEG, directions[i].azimuth, 0.06);
        assert_near(ours.elevation_rad / DEG, directions[i].elevation, 0.06);
        assert_near(sample.azimuth_rad / DEG, directions[i].sample_azimuth, 0.06);
        assert_near(sample.elevation_rad / DEG, directions[i].sample_elevation, 0.06);
        assert_near(article.azimuth_rad / DEG, directions[i].article_azimuth, 0.06);
        assert_near(article.elevation_rad / DEG, directions[i].elevation, 0.06);
    }
    /* REP 103: x ahead, y left, z up. */
    rangekit_angle_pair left = pair_of(RANGEKIT_ANGLE_CONVENTION_ROBOT_ENU, 1, 1, 0);
    assert_near(left.azimuth_rad / DEG, 45, 1e-9);
    rangekit_angle_pair up = pair_of(RANGEKIT_ANGLE_CONVENTION_ROBOT_ENU, 1, 0, 1);
    assert_near(up.elevation_rad / DEG, 45, 1e-9);
    /* Android's cartesian to spherical. */
    assert_near(pair_of(0, -1, 0, 0).azimuth_rad / DEG, -90, 1e-9);
    assert_near(pair_of(0, -1, 0, 1).azimuth_rad / DEG, -135, 1e-9);
    rangekit_angle_pair pole = pair_of(0, 0, 1, 0);
    assert_near(pole.elevation_rad / DEG, 90, 1e-9);
    assert_int_equal(pole.fields, RANGEKIT_ANGLE_AZIMUTH_FREE);
    assert_near(pole.azimuth_rad, 0, 0);
    /* Behind is pi from either side, never -pi. */
    assert_near(pair_of(0, -0.0, 0, 1).azimuth_rad, PI, 0);
    assert_near(pair_of(0, -1e-300, 0, 1).azimuth_rad, PI, 0);
}

static double unit_component(struct random_source *source) { return 2 * random_unit(source) - 1; }

static void every_convention_goes_there_and_back(void **state) {
    (void)state;
    struct random_source source = {21};
    for (int i = 0; i < 5000; i += 1) {
        double x = unit_component(&source), y = unit_component(&source), z = unit_component(&source);
        double length = sqrt(x * x + y * y + z * z), scale = pow(10, 200 * unit_component(&source));
        if (length < 1e-3 || scale * length < 1e-140) continue;
        for (int32_t convention = 0; convention <= 4; convention += 1) {
            rangekit_angle_vector vector = {x * scale, y * scale, z * scale, 0.01f, 0}, back;
            rangekit_angle_pair pair;
            assert_status(rangekit_angle_from_vector_batch(convention, &vector, 1, &pair, NULL), RANGEKIT_OK);
            assert_int_equal(pair.status, RANGEKIT_OK);
            assert_true(isfinite(pair.azimuth_stddev_rad) && pair.azimuth_stddev_rad >= 0.01f);
            assert_status(rangekit_angle_to_vector_batch(convention, &pair, 1, &back, NULL), RANGEKIT_OK);
            assert_int_equal(back.status, RANGEKIT_OK);
            assert_near(back.x, x / length, 1e-7);
            assert_near(back.y, y / length, 1e-7);
            assert_near(back.z, z / length, 1e-7);
            if (convention != RANGEKIT_ANGLE_CONVENTION_FIRA_AOA) assert_near(back.stddev_rad, 0.01, 1e-6);
        }
    }
}

static void directions_that_are_none_are_refused(void **state) {
    (void)state;
    rangekit_angle_vector vectors[] = {{0, 0, 0, 0, 0}, {(double)NAN, 0, 1, 0, 0}, {0, (double)INFINITY, 1, 0, 0},
                                       {0, 0, 1, -1, 0}, {0, 0, 1, NAN, 0}, {1e-200, 0, 0, 0, 0}, {0, 0, 1, 0, 0},
                                       {1e308, 1e308, 1e308, 0, 0}};
    rangekit_angle_pair pairs[8];
    size_t refused;
    assert_status(rangekit_angle_from_vector_batch(0, vectors, 8, pairs, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 6);
    static const rangekit_status expected[] = {
        RANGEKIT_ERROR_NO_DIRECTION, RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_NOT_FINITE,
        RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_NO_DIRECTION,
        RANGEKIT_OK,                 RANGEKIT_OK};
    for (int i = 0; i < 8; i += 1) assert_int_equal(pairs[i].status, expected[i]);
    assert_near(pairs[7].elevation_rad, asin(1 / sqrt(3)), 1e-12);
    assert_status(rangekit_angle_from_vector_batch(5, vectors, 8, pairs, &refused), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_angle_to_vector_batch(-1, pairs, 8, vectors, &refused), RANGEKIT_ERROR_OUT_OF_RANGE);
    pairs[0] = (rangekit_angle_pair){(double)NAN, 0, 0, 0, 0, 0};
    pairs[1] = (rangekit_angle_pair){0, 2e6, 0, 0, 0, 0};
    pairs[2] = (rangekit_angle_pair){0, 0, 0, 11, 0, 0};
    assert_status(rangekit_angle_to_vector_batch(0, pairs, 3, vectors, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 3);
    const char *names[] = {"nearby_interaction", "published_sample", "published_article", "robot_enu", "fira_aoa",
                           "unknown"};
    for (int32_t i = 0; i < 6; i += 1) assert_string_equal(rangekit_angle_convention_name(i), names[i]);
}

static void angles_are_brought_into_range(void **state) {
    (void)state;
    static const double degrees[][2] = {{-5, -5},     {-350, 10},   {350, -10},    {170, 170},
                                        {-190, 170},  {190, -170},
                                        {-428, -68},  {180.5, -179.5}, {180, 180}, {-180, 180}, {540, 180}, {-540, 180},
                                        {360000, 0}, {0, 0}};
    for (size_t i = 0; i < COUNT_OF(degrees); i += 1) {
        double normalized;
        assert_status(rangekit_angle_normalize_deg(degrees[i][0], &normalized), RANGEKIT_OK);
        assert_near(normalized, degrees[i][1], 1e-9);
        if (fabs(degrees[i][0]) > 1e6 * DEG) continue;
        assert_status(rangekit_angle_normalize(degrees[i][0] * DEG, &normalized), RANGEKIT_OK);
        assert_near(fabs(remainder(normalized - degrees[i][1] * DEG, 2 * PI)), 0, 1e-9);
        assert_true(normalized > -PI && normalized <= PI);
    }
    double normalized;
    assert_status(rangekit_angle_normalize(-PI, &normalized), RANGEKIT_OK);
    assert_near(normalized, PI, 0);
    assert_status(rangekit_angle_normalize((double)NAN, &normalized), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_angle_normalize(1e7, &normalized), RANGEKIT_ERROR_OUT_OF_RANGE);
    /* Android's constructor of spherical vectors. */
    rangekit_angle_pair pairs[] = {{185 * DEG, 10 * DEG, 0, 0, 0, 0}, {5 * DEG, 110 * DEG, 0, 0, 0, 0}};
    assert_status(rangekit_angle_normalize_pair_batch(pairs, 2, pairs, NULL), RANGEKIT_OK);
    assert_near(pairs[0].azimuth_rad / DEG, -175, 1e-9);
    assert_near(pairs[0].elevation_rad / DEG, 10, 1e-9);
    assert_near(pairs[1].azimuth_rad / DEG, -175, 1e-9);
    assert_near(pairs[1].elevation_rad / DEG, 70, 1e-9);
}

/* ---- Cones ---- */

static rangekit_angle_pair from_cones(double azimuth_deg, double elevation_deg) {
    rangekit_angle_pair cones = {azimuth_deg * DEG, elevation_deg * DEG, 0.01f, 0.02f, 0, 0}, pair;
    size_t refused;
    assert_status(rangekit_angle_from_cones_batch(&cones, 1, &pair, &refused), RANGEKIT_OK);
    assert_int_equal(pair.status, RANGEKIT_OK);
    return pair;
}

/* Android's AoA primer, degrees: cones -> azimuth and elevation. */
static const double primer[][5] = {
    {35, 0, 35, 0, 0}, {45, 45, 90, 45, 0}, {15, 25, 16.593235, 25, 0}, {95, 25, 90, 20.454545, 1}, {0, 0, 0, 0, 0}};

static void cones_become_azimuth_and_elevation(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(primer); i += 1) {
        rangekit_angle_pair pair = from_cones(primer[i][0], primer[i][1]);
        assert_near(pair.azimuth_rad / DEG, primer[i][2], 2e-6);
        assert_near(pair.elevation_rad / DEG, primer[i][3], 1e-6);
        assert_int_equal((pair.fields & RANGEKIT_ANGLE_SCALED) != 0, primer[i][4] != 0);
    }
    /* Its constructor, seen through the way back: 135, 90 is scaled to 150, 60; 5, 110 comes down behind. */
    rangekit_angle_pair pair = from_cones(135, 90), cones;
    assert_int_equal(pair.fields & RANGEKIT_ANGLE_SCALED, RANGEKIT_ANGLE_SCALED);
    assert_near(pair.elevation_rad / DEG, 60, 1e-6);
    assert_status(rangekit_angle_to_cones_batch(&pair, 1, &cones, NULL), RANGEKIT_OK);
    assert_near(sin(cones.azimuth_rad), sin(150 * DEG), 1e-6);
    pair = from_cones(5, 110);
    assert_near(pair.elevation_rad / DEG, 70, 1e-9);
    assert_true(fabs(pair.azimuth_rad) > PI / 2);
    assert_true(isfinite(from_cones(0, 1.4373895 / DEG).azimuth_rad));
}

static void cones_go_there_and_back(void **state) {
    (void)state;
    struct random_source source = {33};
    for (int i = 0; i < 5000; i += 1) {
        rangekit_angle_pair pair = {PI * unit_component(&source), 1.5 * unit_component(&source), 0.01f, 0.02f, 0, 0};
        rangekit_angle_pair cones, back;
        assert_status(rangekit_angle_to_cones_batch(&pair, 1, &cones, NULL), RANGEKIT_OK);
        /* What each array measures. */
        assert_near(sin(cones.azimuth_rad), sin(pair.azimuth_rad) * cos(pair.elevation_rad), 1e-12);
        assert_near(cones.elevation_rad, pair.elevation_rad, 0);
        assert_int_equal(fabs(cones.azimuth_rad) > PI / 2, fabs(pair.azimuth_rad) > PI / 2);
        assert_status(rangekit_angle_from_cones_batch(&cones, 1, &back, NULL), RANGEKIT_OK);
        assert_near(remainder(back.azimuth_rad - pair.azimuth_rad, 2 * PI), 0, 1e-6);
        assert_near(back.elevation_rad, pair.elevation_rad, 1e-9);
    }
}

/* The stated standard deviations are what a thousand noisy cones scatter by. */
static void noise_of_cones_is_propagated(void **state) {
    (void)state;
    struct random_source source = {34};
    static const double cases[][2] = {{20, 30}, {-40, 20}, {140, -25}, {5, -60}};
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        rangekit_angle_pair center = from_cones(cases[i][0], cases[i][1]);
        double sums[4] = {0};
        int count = 20000;
        for (int j = 0; j < count; j += 1) {
            double r = sqrt(-2 * log(1 - random_unit(&source))), t = 2 * PI * random_unit(&source);
            rangekit_angle_pair noisy =
                from_cones(cases[i][0] + 0.01 / DEG * r * cos(t), cases[i][1] + 0.02 / DEG * r * sin(t));
            double a = remainder(noisy.azimuth_rad - center.azimuth_rad, 2 * PI);
            double e = noisy.elevation_rad - center.elevation_rad;
            sums[0] += a, sums[1] += a * a, sums[2] += e, sums[3] += e * e;
        }
        double azimuth = sqrt(sums[1] / count - pow(sums[0] / count, 2));
        double elevation = sqrt(sums[3] / count - pow(sums[2] / count, 2));
        assert_near(azimuth / center.azimuth_stddev_rad, 1, 0.05);
        assert_near(elevation / center.elevation_stddev_rad, 1, 0.03);
    }
}

/* ---- Turning ---- */

static void vectors_turn_as_published(void **state) {
    (void)state;
    /* Android's quaternion test: yaw, pitch, roll by a quarter, of (1, 2, 3). */
    static const double cases[][6] = {{PI / 2, 0, 0, 3, 2, -1}, {0, PI / 2, 0, 1, -3, 2}, {0, 0, PI / 2, -2, 1, 3}};
    rangekit_angle_quaternion q;
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        assert_status(rangekit_angle_quaternion_from_turns(cases[i][0], cases[i][1], cases[i][2], &q), RANGEKIT_OK);
        rangekit_angle_vector vector = {1, 2, 3, 0.25f, 0}, turned;
        assert_status(rangekit_angle_turn_batch(&q, &vector, 1, &turned, NULL), RANGEKIT_OK);
        assert_near(turned.x, cases[i][3], 1e-12);
        assert_near(turned.y, cases[i][4], 1e-12);
        assert_near(turned.z, cases[i][5], 1e-12);
        assert_near(turned.stddev_rad, 0.25, 0);
    }
    double yaw, pitch, roll;
    assert_status(rangekit_angle_quaternion_from_turns(0.5, 1, 1.5, &q), RANGEKIT_OK);
    assert_status(rangekit_angle_quaternion_to_turns(&q, &yaw, &pitch, &roll), RANGEKIT_OK);
    assert_near(yaw, 0.5, 1e-12);
    assert_near(pitch, 1, 1e-12);
    assert_near(roll, 1.5, 1e-12);
}

static void turns_go_there_and_back(void **state) {
    (void)state;
    struct random_source source = {41};
    for (int i = 0; i < 5000; i += 1) {
        double yaw = PI * unit_component(&source), pitch = PI / 2 * unit_component(&source);
        double roll = PI * unit_component(&source), a, b, c;
        if (i % 10 == 0) pitch = i % 20 ? PI / 2 : -PI / 2;
        rangekit_angle_quaternion q, again;
        assert_status(rangekit_angle_quaternion_from_turns(yaw, pitch, roll, &q), RANGEKIT_OK);
        assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-12);
        rangekit_angle_quaternion longer = {-3 * q.x, -3 * q.y, -3 * q.z, -3 * q.w};
        assert_status(rangekit_angle_quaternion_to_turns(&longer, &a, &b, &c), RANGEKIT_OK);
        assert_status(rangekit_angle_quaternion_from_turns(a, b, c, &again), RANGEKIT_OK);
        double same = fabs(q.x * again.x + q.y * again.y + q.z * again.z + q.w * again.w);
        assert_near(same, 1, 1e-10);
    }
}

static void rotations_and_angles_that_are_none_are_refused(void **state) {
    (void)state;
    rangekit_angle_quaternion q = {0, 0, 0, 0};
    rangekit_angle_vector a = {1, 0, 0, 0, 0}, b = {0, 1, 0, 0, 0}, none = {0, 0, 0, 0, 0}, turned;
    double angle;
    assert_status(rangekit_angle_turn_batch(&q, &a, 1, &turned, NULL), RANGEKIT_ERROR_NO_DIRECTION);
    q.w = (double)NAN;
    assert_status(rangekit_angle_turn_batch(&q, &a, 1, &turned, NULL), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_angle_quaternion_from_turns((double)NAN, 0, 0, &q), RANGEKIT_ERROR_NOT_FINITE);
    assert_status(rangekit_angle_between(&a, &b, &angle), RANGEKIT_OK);
    assert_near(angle, PI / 2, 1e-15);
    b = (rangekit_angle_vector){1, 1e-10, 0, 0, 0};
    assert_status(rangekit_angle_between(&a, &b, &angle), RANGEKIT_OK);
    assert_near(angle, 1e-10, 1e-20);
    b.x = -1;
    assert_status(rangekit_angle_between(&a, &b, &angle), RANGEKIT_OK);
    assert_near(angle, PI - 1e-10, 1e-15);
    assert_status(rangekit_angle_between(&a, &none, &angle), RANGEKIT_ERROR_NO_DIRECTION);
    q = (rangekit_angle_quaternion){0, 0, 0, 1};
    a = (rangekit_angle_vector){1e308, 1e308, 1e308, 0, 0};
    assert_status(rangekit_angle_turn_batch(&q, &a, 1, &turned, NULL), RANGEKIT_OK);
    assert_near(turned.x, 1e308, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(conventions_give_their_published_values),
    cmocka_unit_test(every_convention_goes_there_and_back),
    cmocka_unit_test(directions_that_are_none_are_refused),
    cmocka_unit_test(angles_are_brought_into_range),
    cmocka_unit_test(cones_become_azimuth_and_elevation),
    cmocka_unit_test(cones_go_there_and_back),
    cmocka_unit_test(noise_of_cones_is_propagated),
    cmocka_unit_test(vectors_turn_as_published),
    cmocka_unit_test(turns_go_there_and_back),
    cmocka_unit_test(rotations_and_angles_that_are_none_are_refused),
};

TEST_GROUP(direction_vector_tests, tests);
