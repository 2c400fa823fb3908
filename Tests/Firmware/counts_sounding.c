/* Channel Sounding: a procedure of 72 tones on 4 antenna paths through a room of 8 reflections.
 *
 * SPDX-License-Identifier: MIT
 */
#include "counts.h"
#include "rangekit.h"

#define PATHS 4
#define TONES (72 * PATHS)
#define ARRIVALS 9
#define DISTANCE_M 11.3f

static rangekit_cs_tone tones[TONES];
static rangekit_sounding *sounding;
static rangekit_sounding_result result;
static int64_t time_ns;
static uint32_t seed;

float cosf(float);
float sinf(float);

static float random_unit(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f;
}

/* The product of both sides' readings: the square of the channel's response, and noise 25 dB below. */
static void make_tones(void) {
    rangekit_cs_tone *tone = tones;
    seed = 3;
    for (int path = 0; path < PATHS; path += 1) {
        float length_m[ARRIVALS], amplitude[ARRIVALS], phase[ARRIVALS];
        for (int i = 0; i < ARRIVALS; i += 1) {
            length_m[i] = i == 0 ? DISTANCE_M : length_m[i - 1] + 2 * random_unit();
            amplitude[i] = i == 0 ? 1 : 0.5f * random_unit();
            phase[i] = 6.2831853f * random_unit();
        }
        for (int channel = 2; channel <= 76; channel += 1) {
            float re = 0.04f * (random_unit() - 0.5f), im = 0.04f * (random_unit() - 0.5f);
            if (channel >= 23 && channel <= 25) continue;
            for (int i = 0; i < ARRIVALS; i += 1) {
                float angle = phase[i] - 6.2831853f * (float)channel * length_m[i] / 299.792458f;
                re += amplitude[i] * cosf(angle);
                im += amplitude[i] * sinf(angle);
            }
            *tone++ = (rangekit_cs_tone){.i = re * re - im * im, .q = 2 * re * im, .weight = 1,
                                         .channel = (uint8_t)channel, .antenna_path = (uint8_t)path};
        }
    }
}

void count_sounding(void) {
    time_ns += 100000000;
    (void)rangekit_sounding_estimate(sounding, time_ns, tones, TONES, NULL, 0, &result);
}

/* In memory that was another item's. */
int sounding_agrees(int32_t tier, void *memory, size_t size) {
    rangekit_sounding_options options = RANGEKIT_SOUNDING_OPTIONS_INIT;
    options.tier = tier;
    if (tier == RANGEKIT_SOUNDING_TIER_FAST) make_tones();
    time_ns = 0;
    rangekit_status status = rangekit_sounding_init(memory, size, &options, &sounding);
    result = (rangekit_sounding_result)RANGEKIT_SOUNDING_RESULT_INIT;
    count_sounding();
    float error_m = result.distance_m - DISTANCE_M;
    return status == RANGEKIT_OK && result.low_m <= DISTANCE_M && result.high_m >= DISTANCE_M && error_m < 0.3f &&
           error_m > -0.3f;
}
