/* The locator on seeded walks: honesty, efficiency, ambiguity, motion, jumps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "locator_model.h"

#ifdef RANGEKIT_SANITIZED
#define WALKS 15
#else
#define WALKS 400
#endif

/* Trace of the Cramer-Rao bound of the position: Gaussian distances of walk->noise_m, one bias with the prior
 * 0.15 m. */
static double bound_m2(const struct walk *walk) {
    double f[4][8] = {{0}};
    for (int i = 0; i < walk->count; i += 1) {
        double u[4], range = 0;
        for (int k = 0; k < 3; k += 1) {
            u[k] = walk->target_m[k] - walk->position_m[i][k];
            range += u[k] * u[k];
        }
        for (int k = 0; k < 3; k += 1) u[k] /= sqrt(range);
        u[3] = 1;
        for (int a = 0; a < 4; a += 1) {
            for (int b = 0; b < 4; b += 1) f[a][b] += u[a] * u[b] / (walk->noise_m * walk->noise_m);
        }
    }
    f[3][3] += 1 / (0.15 * 0.15);
    for (int a = 0; a < 4; a += 1) f[a][4 + a] = 1;
    for (int a = 0; a < 4; a += 1) {
        double pivot = f[a][a];
        for (int b = 0; b < 8; b += 1) f[a][b] /= pivot;
        for (int c = 0; c < 4; c += 1) {
            double factor = f[c][a];
            for (int b = 0; c != a && b < 8; b += 1) f[c][b] -= factor * f[a][b];
        }
    }
    return f[0][4] + f[1][5] + f[2][6];
}

static void natural_walks_are_honest_and_efficient(void **state) {
    (void)state;
    static struct walk walk;
    int converged = 0, covered = 0, lied = 0;
    double errors_m2 = 0, bounds_m2 = 0;
    for (uint64_t seed = 1; seed <= WALKS; seed += 1) {
        walk_make(&walk, seed, 300, 0.25);
        rangekit_locator *locator = locator_start(NULL);
        rangekit_locator_estimate estimate = {0};
        for (int i = 0; i < walk.count; i += 1) {
            locator_pose(locator, 0.1 * i, walk.position_m[i]);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, walk.position_m[i]));
            estimate = locator_estimate(locator, 1);
            assert_int_equal((estimate.fields & RANGEKIT_LOCATOR_HAS_TRANSFORM) != 0,
                             estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED);
            assert_int_equal(estimate.reasons == 0, estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED);
            lied += estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED &&
                    estimate_error(&estimate, walk.target_m) > 1 && estimate_score(&estimate, walk.target_m) > 9;
        }
        if (estimate.convergence != RANGEKIT_CONVERGENCE_CONVERGED) continue;
        converged += 1;
        covered += estimate_score(&estimate, walk.target_m) < 7.815; /* chi-square, 3, 95 % */
        errors_m2 += pow(estimate_error(&estimate, walk.target_m), 2);
        bounds_m2 += bound_m2(&walk);
    }
    print_message("natural walks: %d of %d converged, %d covered, error / bound %.3f\n", converged, WALKS, covered,
                  sqrt(errors_m2 / bounds_m2));
    assert_int_equal(lied, 0);
    assert_true(2 * converged >= WALKS);
#ifndef RANGEKIT_SANITIZED /* the few walks of that run say nothing about shares */
    assert_true(covered >= 0.9 * converged);
    assert_true(covered <= 0.99 * converged);
    assert_true(sqrt(errors_m2 / bounds_m2) <= 1.2);
#endif
}

static void a_plane_leaves_above_or_below_and_a_lift_resolves_it(void **state) {
    (void)state;
    static struct walk walk;
    int told = 0, lifts = 0, resolved = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= WALKS; seed += 1) {
        walk_make(&walk, 1000 + seed, 120, 0);
        double side = seed & 1 ? 1 : -1, height = side * (1 + 0.7 * random_unit(&walk.random));
        double angle = 6.283185 * random_unit(&walk.random), *end = walk.position_m[119];
        walk.target_m[0] = end[0] + cos(angle);
        walk.target_m[1] = end[1] + height;
        walk.target_m[2] = end[2] + sin(angle);
        rangekit_locator *locator = locator_start(NULL);
        for (int i = 0; i < 120; i += 1) {
            locator_pose(locator, 0.1 * i, walk.position_m[i]);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, walk.position_m[i]));
        }
        rangekit_locator_estimate estimate = locator_estimate(locator, 1);
        int two = estimate.vertical == RANGEKIT_VERTICAL_ABOVE_OR_BELOW;
        told += two;
        assert_int_not_equal(estimate.convergence, RANGEKIT_CONVERGENCE_CONVERGED);
        if (!two) continue;
        assert_true((estimate.reasons & RANGEKIT_REASON_VERTICAL_SWEEP) != 0);
        rangekit_locator_hypothesis places[RANGEKIT_LOCATOR_HYPOTHESES];
        size_t count;
        assert_status(rangekit_locator_hypotheses(locator, 1, places, COUNT_OF(places), &count), RANGEKIT_OK);
        assert_int_equal(count, estimate.hypothesis_count);
        float sum = 0;
        for (size_t i = 0; i < count; i += 1) sum += places[i].probability;
        assert_near(sum, 1, 1e-5);
        for (int i = 1; i <= 10; i += 1) {
            double at[3] = {end[0], end[1] + fmin(0.3, 0.06 * i), end[2]};
            locator_pose(locator, 11.9 + 0.1 * i, at);
            locator_range(locator, 11.9 + 0.1 * i, 1, walk_range(&walk, at));
        }
        estimate = locator_estimate(locator, 1);
        lifts += 1;
        resolved += estimate.vertical == (side > 0 ? RANGEKIT_VERTICAL_ABOVE : RANGEKIT_VERTICAL_BELOW);
        wrong += estimate.vertical == (side > 0 ? RANGEKIT_VERTICAL_BELOW : RANGEKIT_VERTICAL_ABOVE);
    }
    print_message("planar walks: %d of %d told as two, %d of %d resolved by a lift\n", told, WALKS, resolved, lifts);
    assert_true(told >= 0.99 * WALKS - 1e-9);
    assert_true(resolved >= 0.95 * lifts);
    assert_int_equal(wrong, 0);
}

static void a_straight_walk_never_converges(void **state) {
    (void)state;
    static struct walk walk;
    for (uint64_t seed = 1; seed <= 10; seed += 1) {
        walk_make(&walk, seed, 150, 0);
        rangekit_locator *locator = locator_start(NULL);
        for (int i = 0; i < 150; i += 1) {
            const double at[3] = {0.1 * i, 1.3, 0};
            locator_pose(locator, 0.1 * i, at);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, at));
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_NOT_CONVERGED);
            assert_int_not_equal(estimate.reasons, 0);
        }
        assert_int_not_equal(locator_estimate(locator, 1).guidance, RANGEKIT_LOCATOR_GUIDANCE_NONE);
    }
}

/* Goes where the guidance points, a motion at a time, at 1 m/s (0.5 m/s up and down, between 0.3 and 2.1 m); on a
 * curve while it points nowhere. */
struct person {
    double at_m[3], way[3], left_m, heading_rad;
};

static void person_step(struct person *person, const rangekit_locator_estimate *estimate, double seconds) {
    if (person->left_m <= 0 && (estimate->fields & RANGEKIT_LOCATOR_HAS_GUIDANCE)) {
        double length = 0;
        for (int k = 0; k < 3; k += 1) length += pow(estimate->guidance_m[k], 2);
        person->left_m = length = sqrt(length);
        for (int k = 0; length > 0 && k < 3; k += 1) person->way[k] = estimate->guidance_m[k] / length;
    }
    if (person->left_m > 0) {
        double step = fabs(person->way[1]) > 0.7 ? 0.5 * seconds : seconds;
        for (int k = 0; k < 3; k += 1) person->at_m[k] += step * person->way[k];
        person->at_m[1] = fmin(fmax(person->at_m[1], 0.3), 2.1);
        person->left_m -= step;
    } else if (estimate->guidance != RANGEKIT_LOCATOR_GUIDANCE_WAIT) {
        person->heading_rad += 0.4 * seconds;
        person->at_m[0] += seconds * cos(person->heading_rad);
        person->at_m[2] += seconds * sin(person->heading_rad);
    }
}

static void who_follows_the_guidance_finds(void **state) {
    (void)state;
    static struct walk walk;
    int converged = 0, lied = 0;
    double seconds = 0;
    for (uint64_t seed = 1; seed <= WALKS / 2; seed += 1) {
        walk_make(&walk, 7000 + seed, 300, 0.25);
        struct person person = {.heading_rad = 6.283185 * random_unit(&walk.random)};
        memcpy(person.at_m, walk.position_m[0], sizeof person.at_m);
        rangekit_locator *locator = locator_start(NULL);
        rangekit_locator_estimate estimate = {0};
        for (int i = 0; i < 600; i += 1) {
            locator_pose(locator, 0.1 * i, person.at_m);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, person.at_m));
            estimate = locator_estimate(locator, 1);
            if (estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED) {
                converged += 1;
                seconds += 0.1 * i;
                lied += estimate_error(&estimate, walk.target_m) > 1 && estimate_score(&estimate, walk.target_m) > 9;
                break;
            }
            person_step(&person, &estimate, 0.1);
        }
    }
    print_message("guided walks: %d of %d converged within a minute, after %.1f s in the mean\n", converged, WALKS / 2,
                  seconds / converged);
    assert_int_equal(lied, 0);
    assert_true(converged >= 0.9 * (WALKS / 2));
}

static void a_target_that_moves_is_noticed_and_one_behind_a_body_is_not(void **state) {
    (void)state;
    static struct walk walk;
    int noticed = 0, kept = 0;
    for (uint64_t seed = 1; seed <= 20; seed += 1) {
        walk_make(&walk, seed, 400, 0.25);
        rangekit_locator *locator = locator_start(NULL);
        int moved_at = 0;
        for (int i = 0; i < 400; i += 1) {
            if (i > 250 && i <= 330) walk.target_m[0] += 0.1;
            locator_pose(locator, 0.1 * i, walk.position_m[i]);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, walk.position_m[i]));
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            if (i < 250) assert_int_equal(estimate.target_is_moving, 0);
            if (estimate.target_is_moving && moved_at == 0) moved_at = i;
            if (estimate.target_is_moving) {
                assert_int_equal(estimate.events & RANGEKIT_LOCATOR_EVENT_TARGET_MOVED, 1);
            }
        }
        noticed += moved_at > 250 && moved_at <= 300;
        /* The same walk, the target still, without and with 4 s of a metre too much. */
        double errors_m[2];
        for (int blocked = 0; blocked < 2; blocked += 1) {
            walk_make(&walk, seed, 400, 0.25);
            locator = locator_start(NULL);
            for (int i = 0; i < 400; i += 1) {
                float late = blocked && i > 250 && i < 290 ? 1.0f : 0.0f;
                locator_pose(locator, 0.1 * i, walk.position_m[i]);
                locator_range(locator, 0.1 * i, 1, walk_range(&walk, walk.position_m[i]) + late);
            }
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            errors_m[blocked] = estimate.target_is_moving ? 99 : estimate_error(&estimate, walk.target_m);
        }
        kept += errors_m[1] < errors_m[0] + 0.3;
    }
    print_message("20 walks: motion noticed within 5 s in %d, place kept behind a body in %d\n", noticed, kept);
    assert_true(noticed >= 17);
    assert_true(kept >= 17);
}

static void a_jump_of_the_world_carries_the_target_along(void **state) {
    (void)state;
    static struct walk walk;
    for (uint64_t seed = 1; seed <= 10; seed += 1) {
        walk_make(&walk, seed, 400, 0.25);
        rangekit_locator *locator = locator_start(NULL);
        double turn = 0.1 * (double)seed - 0.5, before = 0;
        double moved[3] = {2 + walk.target_m[0] * cos(turn) + walk.target_m[2] * sin(turn), walk.target_m[1] + 0.1,
                           -walk.target_m[0] * sin(turn) + walk.target_m[2] * cos(turn) - 1.5};
        for (int i = 0; i < 400; i += 1) {
            double *p = walk.position_m[i];
            rangekit_pose pose = {.time_ns = INT64_C(100000000) * i, .fields = RANGEKIT_POSE_HAS_ORIENTATION,
                                  .orientation = {0, 0, 0, 1}, .position_m = {p[0], p[1], p[2]}};
            if (i >= 300) {
                pose.position_m[0] = 2 + p[0] * cos(turn) + p[2] * sin(turn);
                pose.position_m[1] = p[1] + 0.1;
                pose.position_m[2] = -p[0] * sin(turn) + p[2] * cos(turn) - 1.5;
                pose.orientation[1] = (float)sin(turn / 2);
                pose.orientation[3] = (float)cos(turn / 2);
            }
            assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
            locator_range(locator, 0.1 * i, 1, walk_range(&walk, p));
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            if (i == 299) before = estimate_error(&estimate, walk.target_m);
            double step = hypot(pose.position_m[0] - walk.position_m[299][0], pose.position_m[2] - walk.position_m[299][2]);
            if (i == 300 && step > 1.6) {
                assert_int_equal(estimate.events & RANGEKIT_LOCATOR_EVENT_POSE_JUMP, RANGEKIT_LOCATOR_EVENT_POSE_JUMP);
                assert_true(estimate_error(&estimate, moved) < before + 0.5);
            }
        }
    }
}

static void angles_break_the_tie(void **state) {
    (void)state;
    rangekit_locator *locator = locator_start(NULL);
    const double at[3] = {0, 0, 0}, target_m[3] = {1, 0.5, -4};
    struct random_source random = {5};
    double range = sqrt(1 + 0.25 + 16);
    for (int i = 0; i < 60; i += 1) {
        rangekit_locator_measurement one = {
            .sample = {.time_ns = INT64_C(100000000) * i, .peer = 1,
                       .fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_AZIMUTH |
                                 RANGEKIT_SAMPLE_HAS_ELEVATION,
                       .distance_m = (float)(range + 0.15 + 0.05 * random_normal(&random)),
                       .azimuth_rad = (float)(atan2(1, 4) + 0.05 * random_normal(&random)),
                       .elevation_rad = (float)(asin(0.5 / range) + 0.05 * random_normal(&random))}};
        locator_pose(locator, 0.1 * i, at);
        assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
    }
    rangekit_locator_estimate estimate = locator_estimate(locator, 1);
    assert_int_equal(estimate.convergence, RANGEKIT_CONVERGENCE_CONVERGED);
    assert_true(estimate_error(&estimate, target_m) < 0.4);
}

/* Two observers, four targets, one of them 50 m away. */
static void several_observers_find_several_targets(void **state) {
    (void)state;
    static struct walk walks[2];
    static const double targets[4][3] = {{4, 2, 3}, {-6, 0, 2}, {1, 3, -8}, {45, 1, 20}};
    rangekit_locator *locator = locator_start(NULL);
    for (int k = 0; k < 2; k += 1) walk_make(&walks[k], 7 + (uint64_t)k, 400, 0.4);
    for (int i = 0; i < 400; i += 1) {
        for (uint32_t k = 0; k < 2; k += 1) {
            double *p = walks[k].position_m[i];
            rangekit_pose pose = {.time_ns = INT64_C(100000000) * i, .position_m = {p[0], p[1], p[2]}, .observer = k};
            assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
            for (uint32_t peer = 0; peer < 4; peer += 1) {
                memcpy(walks[k].target_m, targets[peer], sizeof targets[peer]);
                rangekit_locator_measurement one = {
                    .sample = {.time_ns = pose.time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = peer,
                               .distance_m = walk_range(&walks[k], p)},
                    .observer = k};
                assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
            }
        }
    }
    for (uint32_t peer = 0; peer < 4; peer += 1) {
        rangekit_locator_estimate estimate = locator_estimate(locator, peer);
        assert_true(estimate_error(&estimate, targets[peer]) < (peer == 3 ? 3.0 : 0.4));
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(natural_walks_are_honest_and_efficient),
    cmocka_unit_test(a_plane_leaves_above_or_below_and_a_lift_resolves_it),
    cmocka_unit_test(a_straight_walk_never_converges),
    cmocka_unit_test(who_follows_the_guidance_finds),
    cmocka_unit_test(a_target_that_moves_is_noticed_and_one_behind_a_body_is_not),
    cmocka_unit_test(a_jump_of_the_world_carries_the_target_along),
    cmocka_unit_test(angles_break_the_tie),
    cmocka_unit_test(several_observers_find_several_targets),
};

TEST_GROUP(locator_walks_tests, tests);
