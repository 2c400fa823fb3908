/* Mixed measurements, noise and outliers: what is found, and that the stated error is the error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ANCHORS 8
#define ROUNDS 4000

static const rangekit_anchor room[ANCHORS] = {{0, 0, 0.3}, {10, 0, 2.8}, {10, 8, 0.2},  {0, 8, 2.9},
                                              {5, 0, 2.5}, {5, 8, 0.5},  {0, 4, 1.0}, {10, 4, 2.0}};

static double gaussian(struct random_source *source) {
    return sqrt(-2 * log(1 - random_unit(source))) * cos(6.283185307179586 * random_unit(source));
}

static double expected(const rangekit_measurement *row, const double tag[3]) {
    const rangekit_anchor *a = &room[row->anchor], *b = &room[row->anchor_b];
    double dx = tag[0] - a->x_m, dy = tag[1] - a->y_m, dz = tag[2] - a->z_m, flat = hypot(dx, dy);
    double bx = tag[0] - b->x_m, by = tag[1] - b->y_m, bz = tag[2] - b->z_m;
    switch (row->kind) {
    case RANGEKIT_MEASUREMENT_RANGE: return sqrt(dx * dx + dy * dy + dz * dz);
    case RANGEKIT_MEASUREMENT_DIFFERENCE: return sqrt(bx * bx + by * by + bz * bz) - sqrt(dx * dx + dy * dy + dz * dz);
    case RANGEKIT_MEASUREMENT_AZIMUTH: return atan2(dy, dx);
    default: return atan2(dz, flat);
    }
}

/* Kinds of measurement sets: one letter each, to anchors 0, 1, 2 ...; differences to the next anchor. */
static const char *const sets[] = {"RRRRRRRR", "RRRRRR", "DDDDDDDD", "RRRRDDDD", "AEAEAEAE", "RRRRAEAE", "RRDDDAE"};

static int holds(const rangekit_position *position, const double tag[3]) {
    const double *p = position->covariance_m2;
    double e[3] = {position->x_m - tag[0], position->y_m - tag[1], position->z_m - tag[2]};
    double cxx = p[3] * p[5] - p[4] * p[4], cxy = p[2] * p[4] - p[1] * p[5], cxz = p[1] * p[4] - p[2] * p[3];
    double cyy = p[0] * p[5] - p[2] * p[2], cyz = p[1] * p[2] - p[0] * p[4], czz = p[0] * p[3] - p[1] * p[1];
    double determinant = p[0] * cxx + p[1] * cxy + p[2] * cxz;
    double square = (cxx * e[0] * e[0] + cyy * e[1] * e[1] + czz * e[2] * e[2] +
                     2 * (cxy * e[0] * e[1] + cxz * e[0] * e[2] + cyz * e[1] * e[2])) / determinant;
    return square <= 7.814727903251179; /* 95 % of chi squared, 3 degrees of freedom */
}

static void stated_regions_hold_the_truth(void **state) {
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sets); s += 1) {
        struct random_source source = {s + 1};
        int inside = 0, near = 0;
        size_t count = strlen(sets[s]);
        for (int round = 0; round < ROUNDS; round += 1) {
            double tag[3] = {1 + 8 * random_unit(&source), 1 + 6 * random_unit(&source), 0.5 + 2 * random_unit(&source)};
            rangekit_measurement rows[ANCHORS];
            rangekit_measurement_result results[ANCHORS];
            rangekit_position position;
            for (uint32_t i = 0; i < count; i += 1) {
                char letter = sets[s][i];
                int angle = letter == 'A' || letter == 'E';
                int32_t kind = letter == 'R' ? 0 : letter == 'D' ? 1 : letter == 'A' ? 2 : 3;
                rows[i] = (rangekit_measurement){0, angle ? 0.03f : 0.1f, kind, angle ? i & ~1u : i, (i + 1) % ANCHORS};
                rows[i].value = expected(&rows[i], tag) + (double)rows[i].stddev * gaussian(&source);
                if (letter == 'A' && (round & 1)) rows[i].value += 6.283185307179586; /* a turn is nothing */
            }
            rangekit_status status = rangekit_position_fix(NULL, room, ANCHORS, rows, count, results, &position);
            if (status != RANGEKIT_OK) continue;
            inside += holds(&position, tag);
            double e = sqrt(pow(position.x_m - tag[0], 2) + pow(position.y_m - tag[1], 2) + pow(position.z_m - tag[2], 2));
            near += e < 1.0;
        }
        if (inside < 0.90 * ROUNDS || inside > 0.99 * ROUNDS || near < 0.93 * ROUNDS) {
            fail_text("%s: %d of %d inside, %d near", sets[s], inside, ROUNDS, near);
        }
    }
}

/* One of eight ranges is metres too long: it is gated, and the place is that of the other seven. */
static void an_outlier_is_gated(void **state) {
    (void)state;
    struct random_source source = {5};
    int found = 0;
    for (int round = 0; round < 500; round += 1) {
        double tag[3] = {2 + 6 * random_unit(&source), 2 + 4 * random_unit(&source), 0.5 + 2 * random_unit(&source)};
        rangekit_measurement rows[ANCHORS];
        rangekit_measurement_result results[ANCHORS], others[ANCHORS - 1];
        rangekit_position position, without;
        uint32_t wrong = (uint32_t)random_below(&source, ANCHORS);
        for (uint32_t i = 0; i < ANCHORS; i += 1) {
            rows[i] = (rangekit_measurement){0, 0.05f, RANGEKIT_MEASUREMENT_RANGE, i, 0};
            rows[i].value = expected(&rows[i], tag) + 0.05 * gaussian(&source);
        }
        rows[wrong].value += 4 + 20 * random_unit(&source);
        if (rangekit_position_fix(NULL, room, ANCHORS, rows, ANCHORS, results, &position) != RANGEKIT_OK) continue;
        if (results[wrong].status != RANGEKIT_ERROR_GATED || position.used_count != ANCHORS - 1) continue;
        assert_true(results[wrong].residual > 1);
        rows[wrong] = rows[ANCHORS - 1];
        assert_status(rangekit_position_fix(NULL, room, ANCHORS, rows, ANCHORS - 1, others, &without), RANGEKIT_OK);
        found += hypot(position.x_m - without.x_m, position.y_m - without.y_m) < 1e-3;
    }
    assert_in_range(found, 475, 500);
}

/* A batch gives bit for bit what single calls give; a bad fix in the middle disturbs nothing. */
static void a_batch_is_its_fixes(void **state) {
    (void)state;
    enum { FIXES = 40 };
    struct random_source source = {11};
    rangekit_measurement rows[FIXES * ANCHORS];
    rangekit_measurement_result results[FIXES * ANCHORS], alone[ANCHORS];
    rangekit_position positions[FIXES], position;
    uint64_t offsets[FIXES + 1] = {0};
    for (uint32_t f = 0; f < FIXES; f += 1) {
        double tag[3] = {2 + 6 * random_unit(&source), 2 + 4 * random_unit(&source), 1};
        uint32_t count = f == 20 ? 0 : 3 + (uint32_t)random_below(&source, ANCHORS - 2);
        for (uint32_t i = 0; i < count; i += 1) {
            rangekit_measurement *row = &rows[offsets[f] + i];
            *row = (rangekit_measurement){0, 0.1f, i & 1 && f & 1 ? 1 : 0, i, (i + 1) % ANCHORS};
            row->value = expected(row, tag) + 0.1 * gaussian(&source);
        }
        offsets[f + 1] = offsets[f] + count;
    }
    size_t refused = 0, bad = 0;
    assert_status(rangekit_position_fix_batch(NULL, room, ANCHORS, rows, offsets[FIXES], offsets, FIXES, results,
                                              positions, &refused),
                  RANGEKIT_OK);
    for (size_t f = 0; f < FIXES; f += 1) {
        size_t count = offsets[f + 1] - offsets[f];
        rangekit_status status =
            rangekit_position_fix(NULL, room, ANCHORS, rows + offsets[f], count, count ? alone : NULL, &position);
        assert_memory_equal(&position, &positions[f], sizeof position);
        assert_memory_equal(alone, &results[offsets[f]], count * sizeof *alone);
        bad += status != RANGEKIT_OK;
    }
    assert_int_equal(positions[20].status, RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS);
    assert_int_equal(refused, bad);
    assert_in_range(refused, 1, FIXES / 4);
}

static void one_anchor_with_range_and_angles_is_enough(void **state) {
    (void)state;
    const double tag[3] = {3, 5, 0.7};
    rangekit_measurement rows[3] = {{0, 0.1f, 0, 1, 0}, {0, 0.02f, 2, 1, 0}, {0, 0.02f, 3, 1, 0}};
    rangekit_measurement_result results[3];
    rangekit_position position;
    for (int i = 0; i < 3; i += 1) rows[i].value = expected(&rows[i], tag);
    assert_status(rangekit_position_fix(NULL, room, ANCHORS, rows, 3, results, &position), RANGEKIT_OK);
    assert_near(position.x_m, 3, 1e-6);
    assert_near(position.y_m, 5, 1e-6);
    assert_near(position.z_m, 0.7, 1e-6);
    /* Elevations alone leave the way round open; in the plane there are none. */
    rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
    options.dimensions = 2;
    assert_status(rangekit_position_fix(&options, room, ANCHORS, rows, 3, results, &position), RANGEKIT_OK);
    assert_int_equal(results[2].status, RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_int_equal(position.used_count, 2);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(stated_regions_hold_the_truth),
    cmocka_unit_test(an_outlier_is_gated),
    cmocka_unit_test(a_batch_is_its_fixes),
    cmocka_unit_test(one_anchor_with_range_and_angles_is_enough),
};

TEST_GROUP(position_mixed_tests, tests);
