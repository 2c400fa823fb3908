/* Channel Sounding's estimator against plain C. SPDX-License-Identifier: MIT */
#include "cases_cs.h"

#include <math.h>
#include <stdio.h>

#include "reference.h"

#define PATHS 4
#define TONES (72 * PATHS)
#define PROCEDURES 16
#define ARRIVALS 9
#define SPEED_OF_LIGHT_MPS 299792458.0
#define PI 3.14159265358979323846

static rangekit_cs_tone tones[PROCEDURES][TONES];
static rangekit_sounding *estimators[2];
static uint64_t random_state = 5;

static volatile float sink;

static double random_unit(void) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-53;
}

/* The product of both sides' readings: the square of the channel's response, and noise 30 dB below. */
static void make_procedure(rangekit_cs_tone *tone) {
    double distance_m = 1 + 59 * random_unit();
    for (int path = 0; path < PATHS; path += 1) {
        double length_m[ARRIVALS], amplitude[ARRIVALS], phase[ARRIVALS];
        for (int i = 0; i < ARRIVALS; i += 1) {
            length_m[i] = i == 0 ? distance_m : length_m[i - 1] - 0.8 * log(random_unit());
            amplitude[i] = i == 0 ? 1 : 0.5 * random_unit();
            phase[i] = 2 * PI * random_unit();
        }
        for (int channel = 2; channel <= 76; channel += 1) {
            double re = 0.06 * (random_unit() - 0.5), im = 0.06 * (random_unit() - 0.5);
            if (channel >= 23 && channel <= 25) continue;
            for (int i = 0; i < ARRIVALS; i += 1) {
                double angle = phase[i] - 2 * PI * (2402.0 + channel) * 1e6 * length_m[i] / SPEED_OF_LIGHT_MPS;
                re += amplitude[i] * cos(angle);
                im += amplitude[i] * sin(angle);
            }
            *tone++ = (rangekit_cs_tone){.i = (float)(re * re - im * im), .q = (float)(2 * re * im), .weight = 1,
                                         .channel = (uint8_t)channel, .antenna_path = (uint8_t)path};
        }
    }
}

static rangekit_sounding_result estimate(int is_fast, size_t procedure) {
    rangekit_sounding_result result = RANGEKIT_SOUNDING_RESULT_INIT;
    (void)rangekit_sounding_reset(estimators[is_fast]);
    (void)rangekit_sounding_estimate(estimators[is_fast], 0, tones[procedure], TONES, NULL, 0, &result);
    return result;
}

static struct reference_sounding estimate_plain(int is_fast, size_t procedure) {
    struct reference_sounding result, each[PATHS];
    reference_sounding_estimate(tones[procedure], TONES, is_fast, &result, each);
    return result;
}

int prepare_sounding_cases(void) {
    reference_sounding_init();
    for (size_t i = 0; i < PROCEDURES; i += 1) make_procedure(tones[i]);
    for (int is_fast = 0; is_fast <= 1; is_fast += 1) {
        rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT;
        options.tier = is_fast ? RANGEKIT_SOUNDING_TIER_FAST : RANGEKIT_SOUNDING_TIER_FULL;
        if (rangekit_sounding_create(&options, &estimators[is_fast]) != RANGEKIT_OK) return 1;
        for (size_t i = 0; i < PROCEDURES; i += 1) {
            rangekit_sounding_result result = estimate(is_fast, i);
            struct reference_sounding plain = estimate_plain(is_fast, i);
            if (fabsf(result.distance_m - plain.distance_m) > 2e-3f || fabsf(result.low_m - plain.low_m) > 5e-3f ||
                fabsf(result.high_m - plain.high_m) > 5e-3f) {
                fprintf(stderr, "bench: the sounding of procedure %zu differs from its reference: %g (%g to %g), %g (%g to %g)\n",
                        i, (double)result.distance_m, (double)result.low_m, (double)result.high_m,
                        (double)plain.distance_m, (double)plain.low_m, (double)plain.high_m);
                return 1;
            }
        }
    }
    return 0;
}

void sounding_full(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink = estimate(0, i % PROCEDURES).distance_m;
}

void sounding_full_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink = estimate_plain(0, i % PROCEDURES).distance_m;
}

void sounding_fast(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink = estimate(1, i % PROCEDURES).distance_m;
}

void sounding_fast_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink = estimate_plain(1, i % PROCEDURES).distance_m;
}
