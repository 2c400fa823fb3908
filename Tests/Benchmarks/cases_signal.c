/* Signal, line of sight and angle against plain C. SPDX-License-Identifier: MIT */
#include "cases_signal.h"

#include <math.h>
#include <stdio.h>

#include "reference.h"

#define ROWS SIGNAL_ROWS

static rangekit_signal_registers registers[ROWS];
static rangekit_signal_level levels[ROWS], plain_levels[ROWS];
static rangekit_los_result results[ROWS], plain_results[ROWS];
static rangekit_angle_measurement measurements[ROWS];
static rangekit_angle_result angles[ROWS], plain_angles[ROWS];
static rangekit_angle_vector vectors[ROWS];
static rangekit_angle_pair pairs[ROWS], plain_pairs[ROWS];

static volatile double sink;

static double unit(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void run_levels(void) { (void)rangekit_signal_levels_batch(NULL, registers, ROWS, levels, NULL); }
static void run_judge(void) { (void)rangekit_los_judge_batch(NULL, NULL, 0, registers, ROWS, results, NULL); }
static void run_angles(void) { (void)rangekit_angle_from_pdoa_batch(NULL, NULL, 0, measurements, ROWS, angles, NULL); }
static void run_pairs(void) { (void)rangekit_angle_from_vector_batch(0, vectors, ROWS, pairs, NULL); }

static int differs(const char *what, size_t row) {
    fprintf(stderr, "bench: %s differs from its reference in row %zu\n", what, row);
    return 1;
}

int prepare_signal_cases(void) {
    uint64_t state = 77;
    for (size_t i = 0; i < ROWS; i += 1) {
        registers[i] = (rangekit_signal_registers){
            .fields = RANGEKIT_SIGNAL_HAS_AMPLITUDES | RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT |
                      RANGEKIT_SIGNAL_HAS_NOISE,
            .fp_amplitude_1 = floor(1 + 20000 * unit(&state)), .fp_amplitude_2 = floor(1 + 20000 * unit(&state)),
            .fp_amplitude_3 = floor(1 + 20000 * unit(&state)), .cir_power = floor(1 + 20000 * unit(&state)),
            .accumulated_count = floor(100 + 1000 * unit(&state)), .std_noise = floor(20 + 100 * unit(&state))};
        measurements[i] = (rangekit_angle_measurement){.fields = RANGEKIT_ANGLE_HAS_PRIOR, .prior_stddev_rad = 0.3};
        measurements[i].pdoa_rad = 6 * unit(&state) - 3;
        measurements[i].prior_rad = 6 * unit(&state) - 3;
        vectors[i] = (rangekit_angle_vector){unit(&state) - 0.5, unit(&state) - 0.5, unit(&state) - 0.5, 0.01f, 0};
    }
    run_levels();
    run_judge();
    run_angles();
    run_pairs();
    reference_levels(registers, ROWS, plain_levels);
    reference_judge(registers, ROWS, plain_results);
    reference_angles(measurements, ROWS, plain_angles);
    reference_directions(vectors, ROWS, plain_pairs);
    for (size_t i = 0; i < ROWS; i += 1) {
        const rangekit_angle_result *a = &angles[i], *b = &plain_angles[i];
        if (levels[i].status != plain_levels[i].status || levels[i].fields != plain_levels[i].fields ||
            fabs(levels[i].power_dbm - plain_levels[i].power_dbm) > 1e-9 ||
            fabs(levels[i].input_power_dbm - plain_levels[i].input_power_dbm) > 1e-9) {
            return differs("level", i);
        }
        if (fabs(results[i].logit - plain_results[i].logit) > 1e-8) return differs("line of sight", i);
        if (a->status != b->status || fabs(a->angle_rad - b->angle_rad) > 1e-9 || a->turns != b->turns ||
            fabsf(a->probability - b->probability) > 1e-5f || (a->fields & 6) != b->fields) {
            return differs("angle", i);
        }
        if (fabs(pairs[i].azimuth_rad - plain_pairs[i].azimuth_rad) > 1e-12 ||
            fabs(pairs[i].elevation_rad - plain_pairs[i].elevation_rad) > 1e-12) {
            return differs("direction", i);
        }
    }
    return 0;
}

#define CASE(name, call, value)                  \
    void name(size_t calls) {                    \
        for (size_t i = 0; i < calls; i += 1) {  \
            call;                                \
            sink = value;                        \
        }                                        \
    }
CASE(signal_levels, run_levels(), levels[0].power_dbm)
CASE(signal_levels_plain, reference_levels(registers, ROWS, plain_levels), plain_levels[0].power_dbm)
CASE(signal_judge, run_judge(), results[0].logit)
CASE(signal_judge_plain, reference_judge(registers, ROWS, plain_results), plain_results[0].logit)
CASE(signal_angles, run_angles(), angles[0].angle_rad)
CASE(signal_angles_plain, reference_angles(measurements, ROWS, plain_angles), plain_angles[0].angle_rad)
CASE(signal_directions, run_pairs(), pairs[0].azimuth_rad)
CASE(signal_directions_plain, reference_directions(vectors, ROWS, plain_pairs), plain_pairs[0].azimuth_rad)
