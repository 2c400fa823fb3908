/* Diagnosis of single-sided ranging from both directions: each fault is put in, and named with its numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define ROWS 200
#define TRUE_M 12.0
#define OFFSET_PPM 17.0 /* first device's clock by the second's */

static rangekit_twr_single_sided_exchange forward[ROWS], backward[ROWS];
static rangekit_twr_diagnosis diagnosis;

static uint64_t mask40(double value) { return (uint64_t)(int64_t)llround(value) & 0xFFFFFFFFFFu; }

/* Exchanges 50 ms apart, replies of about 1 ms, stamp noise of about 100 ps. */
static void make(rangekit_twr_single_sided_exchange *rows, double initiator_ppm, double responder_ppm, uint64_t seed) {
    struct random_source source = {seed};
    double tof = TRUE_M / 299792458.0 / RANGEKIT_UWB_TICK_S, a = 1 + initiator_ppm * 1e-6, b = 1 + responder_ppm * 1e-6;
    for (int i = 0; i < ROWS; i += 1) {
        double start = 3.2e9 * i, reply = 6e7 + 1e6 * random_unit(&source);
        double noise_b = 12 * (random_unit(&source) + random_unit(&source) - 1), noise_a = 12 * random_unit(&source) - 6;
        rows[i] = (rangekit_twr_single_sided_exchange){
            mask40(start * a), mask40(1e11 + (start + tof) * b + noise_b), mask40(1e11 + (start + tof + reply) * b),
            mask40((start + 2 * tof + reply) * a + noise_a), 0.0};
    }
}

static int setup(void **state) {
    (void)state;
    make(forward, OFFSET_PPM, 0.0, 1);
    make(backward, 0.0, OFFSET_PPM, 2);
    diagnosis = (rangekit_twr_diagnosis)RANGEKIT_TWR_DIAGNOSIS_INIT;
    return 0;
}

static void apply(double ppm) {
    for (int i = 0; i < ROWS; i += 1) {
        forward[i].clock_offset_ppm = ppm;
        backward[i].clock_offset_ppm = -ppm;
    }
}

static void diagnose(void) {
    assert_status(rangekit_twr_diagnose(NULL, forward, ROWS, backward, ROWS, &diagnosis), RANGEKIT_OK);
}

static void nothing_is_wrong_with_the_right_offset(void **state) {
    (void)state;
    apply(OFFSET_PPM);
    diagnose();
    assert_int_equal(diagnosis.causes, 0);
    assert_int_equal(diagnosis.plausible_count, 2 * ROWS);
    assert_near(diagnosis.distance_m, TRUE_M, 0.01);
    assert_near(diagnosis.forward_m, diagnosis.backward_m, 0.01);
}

static void offset_faults_are_told_apart(void **state) {
    (void)state;
    static const struct {
        double applied_ppm;
        uint32_t cause;
    } faults[] = {{0.0, RANGEKIT_TWR_CAUSE_OFFSET_MISSING},
                  {-OFFSET_PPM, RANGEKIT_TWR_CAUSE_OFFSET_SIGN},
                  {OFFSET_PPM * 0.6, RANGEKIT_TWR_CAUSE_OFFSET_WRONG}};
    for (size_t i = 0; i < COUNT_OF(faults); i += 1) {
        apply(faults[i].applied_ppm);
        diagnose();
        assert_int_equal(diagnosis.causes, faults[i].cause);
        assert_near(diagnosis.implied_offset_ppm, OFFSET_PPM, 4 * diagnosis.implied_offset_stddev_ppm + 1e-3);
        assert_near(diagnosis.applied_offset_ppm, faults[i].applied_ppm, 1e-9);
        assert_near(diagnosis.distance_m, TRUE_M, 0.01);
        assert_true(fabs(diagnosis.forward_m - TRUE_M) > 0.9);
    }
}

static void swapped_stamps_are_named(void **state) {
    (void)state;
    static const struct {
        int a, b;
        uint32_t stamps;
    } swaps[] = {{1, 2, 0x6}, {0, 3, 0x9}};
    for (size_t i = 0; i < COUNT_OF(swaps); i += 1) {
        setup(NULL);
        apply(OFFSET_PPM);
        for (int row = 0; row < ROWS; row += 4) {
            uint64_t *stamps = &forward[row].poll_tx, kept = stamps[swaps[i].a];
            stamps[swaps[i].a] = stamps[swaps[i].b];
            stamps[swaps[i].b] = kept;
        }
        diagnose();
        assert_int_equal(diagnosis.causes, RANGEKIT_TWR_CAUSE_SWAPPED);
        assert_int_equal(diagnosis.swapped_count, ROWS / 4);
        assert_int_equal(diagnosis.swapped_stamps, swaps[i].stamps);
        assert_near(diagnosis.distance_m, TRUE_M, 0.01);
    }
}

static void stale_stamps_are_named(void **state) {
    (void)state;
    for (int stamp = 0; stamp < 4; stamp += 1) {
        setup(NULL);
        apply(OFFSET_PPM);
        /* Every row from the second on has the stamp of the row before, as a read that comes one packet late gives. */
        for (int row = ROWS - 1; row > 0; row -= 1) (&forward[row].poll_tx)[stamp] = (&forward[row - 1].poll_tx)[stamp];
        assert_status(rangekit_twr_diagnose(NULL, forward, ROWS, NULL, 0, &diagnosis), RANGEKIT_OK);
        assert_int_equal(diagnosis.causes, RANGEKIT_TWR_CAUSE_STALE);
        assert_true(diagnosis.stale_count >= ROWS - 2);
        assert_int_equal(diagnosis.stale_stamps, 1u << stamp);
        assert_false(diagnosis.fields & RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET);
    }
}

static void wild_stamps_are_implausible(void **state) {
    (void)state;
    struct random_source source = {4};
    apply(OFFSET_PPM);
    for (int row = 0; row < ROWS; row += 2) forward[row].response_tx = random_next(&source);
    diagnose();
    assert_int_equal(diagnosis.causes, RANGEKIT_TWR_CAUSE_IMPLAUSIBLE);
    assert_int_equal(diagnosis.implausible_count, ROWS / 2);
    assert_int_equal(diagnosis.plausible_count, 2 * ROWS - ROWS / 2);
}

/* The stamp in the message is the time asked for; the radio left its low 9 bits out. */
static void transmit_times_off_the_grid_are_noticed(void **state) {
    (void)state;
    struct random_source source = {6};
    apply(OFFSET_PPM);
    diagnose();
    assert_int_equal(diagnosis.causes, 0);
    for (int row = 0; row < ROWS; row += 1) {
        /* It left on the grid, so everything the initiator sees came earlier by what was cut off. */
        uint64_t cut = random_below(&source, 512);
        forward[row].response_tx = (forward[row].response_tx & ~UINT64_C(511)) + cut;
        double reply = (double)((forward[row].response_tx - cut - forward[row].poll_rx) & 0xFFFFFFFFFFu);
        double flight = TRUE_M / 299792458.0 / RANGEKIT_UWB_TICK_S;
        forward[row].response_rx =
            mask40((double)forward[row].poll_tx + reply * (1 + OFFSET_PPM * 1e-6) + 2 * flight);
    }
    diagnose();
    assert_true(diagnosis.causes & RANGEKIT_TWR_CAUSE_TRANSMIT_GRID);
    assert_true(diagnosis.forward_stddev_m > 0.3);
}

static void arguments_are_checked(void **state) {
    (void)state;
    assert_status(rangekit_twr_diagnose(NULL, NULL, 0, NULL, 0, &diagnosis), RANGEKIT_OK);
    assert_int_equal(diagnosis.causes, 0);
    assert_int_equal(diagnosis.fields, 0);
    assert_status(rangekit_twr_diagnose(NULL, NULL, 1, NULL, 0, &diagnosis), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_diagnose(NULL, NULL, 0, backward, SIZE_MAX, &diagnosis), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_twr_diagnose(NULL, forward, 1, NULL, 0, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_twr_diagnose(NULL, MISALIGNED(rangekit_twr_single_sided_exchange, 0), 1, NULL, 0, &diagnosis),
                  RANGEKIT_ERROR_MISALIGNED);
    forward[3].clock_offset_ppm = NAN;
    forward[4].clock_offset_ppm = 1e9;
    diagnose();
    assert_int_equal(diagnosis.implausible_count, 2);
    for (uint32_t bit = 0; bit < 32; bit += 1) {
        const char *name = rangekit_twr_cause_name(1u << bit);
        assert_plain_text(name);
        assert_int_equal(strcmp(name, "unknown") == 0, bit > 6);
    }
    assert_string_equal(rangekit_twr_cause_name(3), "unknown");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(nothing_is_wrong_with_the_right_offset, setup),
    cmocka_unit_test_setup(offset_faults_are_told_apart, setup),
    cmocka_unit_test(swapped_stamps_are_named),
    cmocka_unit_test(stale_stamps_are_named),
    cmocka_unit_test_setup(wild_stamps_are_implausible, setup),
    cmocka_unit_test_setup(transmit_times_off_the_grid_are_noticed, setup),
    cmocka_unit_test_setup(arguments_are_checked, setup),
};

TEST_GROUP(twr_diagnosis_tests, tests);
