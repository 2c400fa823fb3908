/* fusion.h and quality_model.h: one distance from several technologies, biases, switching, honest intervals,
 * probabilities against simulated truth, causes, refusals.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define MS INT64_C(1000000)

static uint64_t memory[128], model_memory[320];

static double normal(struct random_source *random) {
    return sqrt(-2 * log(1 - random_unit(random))) * cos(6.283185307179586 * random_unit(random));
}

static rangekit_fusion *make(const rangekit_fusion_options *options) {
    rangekit_fusion *fusion;
    assert_true(rangekit_fusion_size() <= sizeof memory);
    assert_status(rangekit_fusion_init(memory, sizeof memory, options, &fusion), RANGEKIT_OK);
    return fusion;
}

static rangekit_range_sample sample_of(int32_t technology, int64_t time_ns, double distance_m) {
    return (rangekit_range_sample){.time_ns = time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE,
                                   .technology = technology, .distance_m = (float)distance_m};
}

static rangekit_fusion_result take(rangekit_fusion *fusion, rangekit_range_sample sample) {
    rangekit_fusion_result result = RANGEKIT_FUSION_RESULT_INIT;
    assert_status(rangekit_fusion_update(fusion, &sample, &result), RANGEKIT_OK);
    return result;
}

/* The same filter in double, for two technologies, written out as the textbook has it. */
static void it_is_the_kalman_filter_of_the_textbook(void **state) {
    (void)state;
    rangekit_fusion_options options = {.struct_size = sizeof options};
    assert_status(rangekit_fusion_options_default(&options), RANGEKIT_OK);
    options.outlier_stddevs = 100;
    rangekit_fusion *fusion = make(&options);
    const double q = 0.5, r[2] = {0.01, 0.25}, bias[2] = {0.18, 0.5}, drift[2] = {0.01, 0.02};
    double x[4] = {0}, p[4][4] = {{0}};
    struct random_source random = {4};
    for (int k = 0; k < 300; k += 1) {
        int which = k % 3 == 0;
        double z = 8 + 0.02 * k + 0.2 * normal(&random) + (which ? 0.4 : 0.1), dt = 0.1;
        rangekit_range_sample sample = sample_of(which ? 2 : 1, k * 100 * MS, z);
        sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
        sample.distance_stddev_m = (float)sqrt(r[which]);
        rangekit_fusion_result result = take(fusion, sample);
        int b = 2 + which;
        if (k == 0) {
            x[0] = z;
            for (int i = 0; i < 2; i += 1) p[2 + i][2 + i] = bias[i] * bias[i];
            p[0][0] = r[which] + p[b][b];
            p[0][b] = p[b][0] = -p[b][b];
            p[1][1] = 1.5 * 1.5;
        } else {
            double f[4][4] = {{1, dt, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, fp[4][4], n[4][4];
            x[0] += dt * x[1];
            for (int i = 0; i < 4; i += 1)
                for (int j = 0; j < 4; j += 1) {
                    fp[i][j] = 0;
                    for (int m = 0; m < 4; m += 1) fp[i][j] += f[i][m] * p[m][j];
                }
            for (int i = 0; i < 4; i += 1)
                for (int j = 0; j < 4; j += 1) {
                    n[i][j] = 0;
                    for (int m = 0; m < 4; m += 1) n[i][j] += fp[i][m] * f[j][m];
                }
            n[0][0] += q * dt * dt * dt / 3, n[0][1] += q * dt * dt / 2, n[1][0] += q * dt * dt / 2, n[1][1] += q * dt;
            for (int i = 0; i < 2; i += 1) n[2 + i][2 + i] += dt * drift[i] * drift[i];
            double column[4], s = r[which];
            for (int i = 0; i < 4; i += 1) column[i] = n[i][0] + n[i][b];
            s += column[0] + column[b];
            double innovation = z - x[0] - x[b];
            for (int i = 0; i < 4; i += 1) {
                x[i] += column[i] / s * innovation;
                for (int j = 0; j < 4; j += 1) p[i][j] = n[i][j] - column[i] * column[j] / s;
            }
        }
        assert_near(result.distance_m, x[0], 2e-4);
        assert_near(result.velocity_mps, x[1], 2e-3);
        assert_near(result.distance_stddev_m, sqrt(p[0][0]), 2e-4);
        assert_near(result.covariance_m2ps, p[0][1], 2e-3);
        float learned, stddev;
        assert_status(rangekit_fusion_bias(fusion, which ? 2 : 1, &learned, &stddev), RANGEKIT_OK);
        assert_near(learned, x[b], 5e-4);
        assert_near(stddev, sqrt(p[b][b]), 5e-4);
    }
}

/* A walk in from 70 m: Channel Sounding first, UWB from 58 m on, with biases. */
static void walks_switch_once_and_hold_the_truth(void **state) {
    (void)state;
    struct random_source random = {20};
    int inside = 0, total = 0, switches = 0, walks = 200;
    double largest_step = 0;
    for (int walk = 0; walk < walks; walk += 1) {
        rangekit_fusion *fusion = make(NULL);
        double uwb_bias = 0.18 * normal(&random), cs_bias = 0.5 * normal(&random), last = 0;
        for (int k = 0; k < 400; k += 1) {
            double truth = 70 - 0.12 * k;
            rangekit_range_sample sample = {.time_ns = k * 100 * MS};
            if (k % 5 == 0) {
                sample = sample_of(RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING, sample.time_ns,
                                   truth + cs_bias + hypot(0.5, 0.05 * truth) * normal(&random));
            } else if (truth < 58) {
                sample = sample_of(RANGEKIT_TECHNOLOGY_UWB, sample.time_ns, truth + uwb_bias + 0.1 * normal(&random));
            }
            rangekit_fusion_result result = take(fusion, sample);
            inside += fabs(result.distance_m - truth) <= 1.96 * (double)result.distance_stddev_m;
            total += 1;
            if (result.fields & RANGEKIT_FUSION_SWITCHED) {
                switches += 1;
                assert_int_equal(result.primary, RANGEKIT_TECHNOLOGY_UWB);
                largest_step = fmax(largest_step, fabs(result.distance_m - last));
            }
            last = result.distance_m;
            /* Before UWB is in reach it is wanted already; once it is made, Channel Sounding is not any more. */
            if (truth > 61) assert_true(result.wanted & 1u << RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING);
            if (truth < 40) assert_int_equal(result.wanted, 1u << RANGEKIT_TECHNOLOGY_UWB);
        }
    }
    print_message("fusion: %.3f of the truth within 95 %%, %d switches in %d walks, largest step %.2f m\n",
                  (double)inside / total, switches, walks, largest_step);
    assert_true(inside >= 0.9 * total && inside <= 0.99 * total);
    assert_int_equal(switches, walks);
    assert_true(largest_step < 1.5);
}

static void a_silent_technology_is_replaced(void **state) {
    (void)state;
    rangekit_fusion *fusion = make(NULL);
    rangekit_fusion_result result = {0};
    for (int k = 0; k < 20; k += 1) {
        take(fusion, sample_of(RANGEKIT_TECHNOLOGY_RSSI, k * 100 * MS, 5));
        result = take(fusion, sample_of(RANGEKIT_TECHNOLOGY_UWB, k * 100 * MS, 5));
    }
    assert_int_equal(result.primary, RANGEKIT_TECHNOLOGY_UWB);
    for (int k = 20; k < 41; k += 1) result = take(fusion, sample_of(RANGEKIT_TECHNOLOGY_RSSI, k * 100 * MS, 5));
    assert_int_equal(result.primary, RANGEKIT_TECHNOLOGY_RSSI);
    assert_true(result.fields & RANGEKIT_FUSION_SWITCHED);
    assert_int_equal(result.active, 1u << RANGEKIT_TECHNOLOGY_RSSI);
}

static void velocity_hints_carry_it_through_a_gap(void **state) {
    (void)state;
    for (int hints = 0; hints < 2; hints += 1) {
        rangekit_fusion *fusion = make(NULL);
        rangekit_fusion_result result = {0};
        for (int k = 0; k < 30; k += 1) result = take(fusion, sample_of(RANGEKIT_TECHNOLOGY_UWB, k * 100 * MS, 10));
        double truth = 10;
        for (int k = 30; k < 80; k += 1) {
            rangekit_range_sample sample = {.time_ns = k * 100 * MS};
            truth += 0.1;
            if (hints) sample.fields = RANGEKIT_SAMPLE_HAS_VELOCITY, sample.velocity_mps = 1;
            result = take(fusion, sample);
        }
        if (hints) assert_near(result.distance_m, truth, 0.3);
        assert_true(fabs(result.distance_m - truth) <= 3 * (double)result.distance_stddev_m);
        assert_int_equal(result.age_ns, 5000 * MS);
    }
}

static void refusals_change_nothing(void **state) {
    (void)state;
    rangekit_fusion *fusion = make(NULL);
    take(fusion, sample_of(RANGEKIT_TECHNOLOGY_UWB, 100, 3));
    rangekit_range_sample bad[] = {sample_of(1, 99, 3), sample_of(1, 200, NAN), sample_of(1, 200, 2e6),
                                   sample_of(0, 200, 3), sample_of(-5, 200, 3), sample_of(1, 200, 3),
                                   sample_of(1, 200, 3), sample_of(1, 200, 3)};
    bad[5].fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
    bad[6].fields |= RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY;
    bad[6].nlos_probability = 1.1f;
    bad[7].fields |= RANGEKIT_SAMPLE_HAS_VELOCITY;
    bad[7].velocity_mps = NAN;
    const rangekit_status expected[] = {RANGEKIT_ERROR_TIME_BACKWARDS, RANGEKIT_ERROR_NOT_FINITE,
                                        RANGEKIT_ERROR_OUT_OF_RANGE,   RANGEKIT_ERROR_UNKNOWN_OPTION,
                                        RANGEKIT_ERROR_UNKNOWN_OPTION, RANGEKIT_ERROR_OUT_OF_RANGE,
                                        RANGEKIT_ERROR_OUT_OF_RANGE,   RANGEKIT_ERROR_NOT_FINITE};
    rangekit_quality_model *model;
    assert_status(rangekit_quality_model_init(model_memory, sizeof model_memory, NULL, NULL, &model), RANGEKIT_OK);
    rangekit_range_sample first = sample_of(RANGEKIT_TECHNOLOGY_UWB, 100, 3);
    assert_status(rangekit_quality_model_update(model, &first, NULL), RANGEKIT_OK);
    for (size_t i = 0; i < COUNT_OF(bad); i += 1) {
        rangekit_fusion_result result = RANGEKIT_FUSION_RESULT_INIT, before = result;
        assert_status(rangekit_fusion_update(fusion, &bad[i], &result), expected[i]);
        assert_memory_equal(&result, &before, sizeof before);
        assert_status(rangekit_quality_model_update(model, &bad[i], NULL), expected[i]);
    }
    rangekit_fusion_result result = take(fusion, sample_of(1, 101, 3));
    assert_false(result.fields & RANGEKIT_FUSION_RESTARTED);
    rangekit_fusion_options options = {.struct_size = sizeof options};
    assert_status(rangekit_fusion_options_default(&options), RANGEKIT_OK);
    options.technologies[1].technology = options.technologies[0].technology;
    assert_status(rangekit_fusion_init(memory, sizeof memory, &options, &fusion), RANGEKIT_ERROR_DUPLICATE_KEY);
    options.technologies[1].technology = 32;
    assert_status(rangekit_fusion_init(memory, sizeof memory, &options, &fusion), RANGEKIT_ERROR_OUT_OF_RANGE);
    options.technology_count = 7;
    assert_status(rangekit_fusion_init(memory, sizeof memory, &options, &fusion), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_fusion_init(memory, 8, NULL, &fusion), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
}

/* ---- The quality model ---- */

static rangekit_quality_model *make_model(void) {
    rangekit_quality_model *model;
    assert_true(rangekit_quality_model_size() <= sizeof model_memory);
    assert_status(rangekit_quality_model_init(model_memory, sizeof model_memory, NULL, NULL, &model), RANGEKIT_OK);
    return model;
}

static rangekit_quality_model_result judge(rangekit_quality_model *model, rangekit_range_sample sample) {
    rangekit_quality_model_result result = {.struct_size = sizeof result};
    assert_status(rangekit_quality_model_update(model, &sample, &result), RANGEKIT_OK);
    return result;
}

/* Where the assumptions hold, the probabilities must: links with biases of the assumed size. */
static void probabilities_are_frequencies(void **state) {
    (void)state;
    struct random_source random = {15};
    const float limits[] = {0.1f, 0.2f, 0.3f, 0.5f};
    double stated[10] = {0}, seen[10] = {0}, count[10] = {0};
    for (int link = 0; link < 1500; link += 1) {
        rangekit_quality_model *model = make_model();
        double bias = 0.18 * normal(&random);
        int blocked = random_unit(&random) < 0.03;
        if (blocked) bias += 0.3 + 0.4 * normal(&random);
        for (int k = 0; k < 30; k += 1) {
            double truth = 6 + 0.05 * k;
            rangekit_range_sample sample = sample_of(1, k * 200 * MS, truth + bias + 0.1 * normal(&random));
            rangekit_quality_model_result result = judge(model, sample);
            for (size_t i = 0; i < COUNT_OF(limits); i += 1) {
                float probability;
                assert_status(rangekit_quality_model_probability(model, limits[i], &probability), RANGEKIT_OK);
                int bin = probability >= 1 ? 9 : (int)(10 * probability);
                stated[bin] += probability;
                seen[bin] += fabs(result.distance_m - truth) <= (double)limits[i];
                count[bin] += 1;
            }
        }
    }
    for (int bin = 0; bin < 10; bin += 1) {
        if (count[bin] < 3000) continue; /* thirty rows a link: fewer are a hundred links */
        print_message("stated %.2f, seen %.2f (%.0f)\n", stated[bin] / count[bin], seen[bin] / count[bin], count[bin]);
        assert_near(stated[bin] / count[bin], seen[bin] / count[bin], 0.07);
    }
}

static int has_cause(const rangekit_quality_model_result *result, int32_t cause) {
    for (uint32_t i = 0; i < result->cause_count; i += 1) {
        if (i > 0) assert_true(result->weights[i] <= result->weights[i - 1]);
        if (result->causes[i] == cause) return 1 + (int)i;
    }
    return 0;
}

static void causes_come_strongest_first(void **state) {
    (void)state;
    rangekit_quality_model *model = make_model();
    rangekit_quality_model_result result = {0};
    struct random_source random = {2};
    int64_t time_ns = 0;
    assert_int_equal(judge(model, (rangekit_range_sample){.time_ns = 0}).level, RANGEKIT_QUALITY_MODEL_UNKNOWN);
    for (int k = 0; k < 40; k += 1) result = judge(model, sample_of(1, time_ns += 100 * MS, 5 + 0.05 * normal(&random)));
    assert_int_equal(has_cause(&result, RANGEKIT_QUALITY_MODEL_CAUSE_BIAS), 1);
    assert_int_equal(result.level, RANGEKIT_QUALITY_MODEL_EXCELLENT);
    assert_near(result.rate_hz, 10, 0.01);
    assert_near(result.scatter_m, 0.05, 0.04);
    /* Samples stop. */
    float before = result.probability;
    result = judge(model, (rangekit_range_sample){.time_ns = time_ns += 4000 * MS});
    assert_int_equal(has_cause(&result, RANGEKIT_QUALITY_MODEL_CAUSE_STALE), 1);
    assert_true(result.probability < before);
    assert_int_equal(result.age_ns, 4000 * MS);
    result = judge(model, (rangekit_range_sample){.time_ns = time_ns += 20000 * MS});
    assert_int_equal(result.level, RANGEKIT_QUALITY_MODEL_UNKNOWN);
    /* They scatter. */
    model = make_model();
    for (int k = 0; k < 40; k += 1) result = judge(model, sample_of(1, k * 100 * MS, 5 + 0.3 * normal(&random)));
    assert_true(has_cause(&result, RANGEKIT_QUALITY_MODEL_CAUSE_SCATTER) > 0);
    /* The path is blocked. */
    model = make_model();
    for (int k = 0; k < 40; k += 1) {
        rangekit_range_sample sample = sample_of(1, k * 100 * MS, 5 + 0.05 * normal(&random));
        sample.fields |= RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY;
        sample.nlos_probability = 0.9f;
        result = judge(model, sample);
    }
    assert_int_equal(has_cause(&result, RANGEKIT_QUALITY_MODEL_CAUSE_BLOCKED), 1);
    /* Another technology disagrees. */
    model = make_model();
    for (int k = 0; k < 40; k += 1) {
        judge(model, sample_of(1, k * 100 * MS, 5));
        result = judge(model, sample_of(2, k * 100 * MS + 1, 5 + (k < 30 ? 0 : 12)));
    }
    assert_int_equal(has_cause(&result, RANGEKIT_QUALITY_MODEL_CAUSE_DISAGREEMENT), 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_is_the_kalman_filter_of_the_textbook),
    cmocka_unit_test(walks_switch_once_and_hold_the_truth),
    cmocka_unit_test(a_silent_technology_is_replaced),
    cmocka_unit_test(velocity_hints_carry_it_through_a_gap),
    cmocka_unit_test(refusals_change_nothing),
    cmocka_unit_test(probabilities_are_frequencies),
    cmocka_unit_test(causes_come_strongest_first),
};

TEST_GROUP(fusion_tests, tests);
