/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference.h"

static const double saturation_64[12][2] = {
    {-105, -105}, {-102.5, -102.5}, {-100, -100}, {-97.5, -97.5}, {-95, -95}, {-92.5, -92.5},
    {-90, -90},   {-87.5, -86.5},   {-85, -83.5}, {-82.5, -80},   {-80, -72.5}, {-77.5, -60}};

static rangekit_status levels(const rangekit_signal_registers *r, rangekit_signal_level *level) {
    uint32_t needed = RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT | RANGEKIT_SIGNAL_HAS_AMPLITUDES;
    if ((r->fields & needed) != needed) return RANGEKIT_ERROR_MISSING_VALUE;
    double energy = r->fp_amplitude_1 * r->fp_amplitude_1 + r->fp_amplitude_2 * r->fp_amplitude_2 +
                    r->fp_amplitude_3 * r->fp_amplitude_3;
    if (!isfinite(energy) || !isfinite(r->cir_power) || !isfinite(r->accumulated_count)) {
        return RANGEKIT_ERROR_NOT_FINITE;
    }
    if (!(r->cir_power > 0) || !(r->accumulated_count > 0) || !(energy > 0)) return RANGEKIT_ERROR_NO_RECEPTION;
    double count_db = 20 * log10(r->accumulated_count);
    level->power_dbm = 10 * log10(r->cir_power) - count_db + 10 * 17 * 0.3010299956639812 - 121.74;
    level->first_path_power_dbm = 10 * log10(energy) - count_db - 121.74;
    level->level_stddev_db = 0.6f;
    level->fields = RANGEKIT_SIGNAL_LEVEL_HAS_POWER | RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER |
                    RANGEKIT_SIGNAL_LEVEL_HAS_INPUT_POWER;
    double p = level->power_dbm, slope = 1;
    level->input_power_dbm = p;
    if (p > saturation_64[11][0]) {
        level->input_power_dbm = fmax(p, saturation_64[11][1]);
        level->fields |= RANGEKIT_SIGNAL_LEVEL_SATURATED;
        slope = 5;
    } else if (p > saturation_64[0][0]) {
        int i = 1;
        while (saturation_64[i][0] < p) i += 1;
        slope = (saturation_64[i][1] - saturation_64[i - 1][1]) / (saturation_64[i][0] - saturation_64[i - 1][0]);
        level->input_power_dbm = saturation_64[i - 1][1] + slope * (p - saturation_64[i - 1][0]);
    }
    level->input_stddev_db = (float)(0.6 * slope);
    return RANGEKIT_OK;
}

void reference_levels(const rangekit_signal_registers *registers, size_t count, rangekit_signal_level *out) {
    for (size_t i = 0; i < count; i += 1) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].status = levels(&registers[i], &out[i]);
    }
}

void reference_judge(const rangekit_signal_registers *registers, size_t count, rangekit_los_result *out) {
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_signal_registers *r = &registers[i];
        rangekit_signal_level level;
        memset(&out[i], 0, sizeof out[i]);
        out[i].status = levels(r, &level);
        if (out[i].status != RANGEKIT_OK) continue;
        double a1 = r->fp_amplitude_1, a2 = r->fp_amplitude_2, a3 = r->fp_amplitude_3, top = fmax(a1, fmax(a2, a3));
        double z = 53.6873 + 0.0791 * level.power_dbm + 0.1140 * level.first_path_power_dbm -
                   0.2440 * (level.power_dbm - level.first_path_power_dbm) - 0.0078 * log(a1 / a2) -
                   0.5071 * log(a3 / a2) - 6.0613 * log(top / r->std_noise) - 9.8453 * log(r->std_noise) +
                   5.9023 * log(r->accumulated_count);
        out[i].logit = z;
        out[i].nlos_probability = 1 / (1 + exp(-z));
        out[i].fields = RANGEKIT_LOS_HAS_LOGIT;
    }
}

void reference_angles(const rangekit_angle_measurement *measurements, size_t count, rangekit_angle_result *out) {
    const double pi = 3.141592653589793, edge = 2 * pi * 0.0208 / 0.0461958;
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_angle_measurement *m = &measurements[i];
        memset(&out[i], 0, sizeof out[i]);
        /* Every turn that fits, each weighed by the prior in front and behind. */
        double best = INFINITY, total = 0, turns_share = 0, side_share = 0, chosen = 0;
        double chi[8][2], angles[8][2], sigmas[8], turns[8];
        int n = 0, best_turn = 0, best_side = 0;
        double first = ceil((-edge - 0.3 - m->pdoa_rad) / (2 * pi));
        double last = floor((edge + 0.3 - m->pdoa_rad) / (2 * pi));
        for (double k = first; k <= last && n < 8; k += 1) {
            double phase = m->pdoa_rad + 2 * pi * k, sine = fmax(-1, fmin(1, phase / edge)), noise = 0.1 / edge;
            double beyond = fmax(fabs(phase) - edge, 0) / 0.1;
            angles[n][0] = asin(sine);
            angles[n][1] = angles[n][0] > 0 ? pi - angles[n][0] : -pi - angles[n][0];
            sigmas[n] = noise / fmax(sqrt((1 - sine) * (1 + sine)), sqrt(noise / 2));
            turns[n] = k;
            for (int side = 0; side < 2; side += 1) {
                double difference = remainder(angles[n][side] - m->prior_rad, 2 * pi);
                double variance = m->prior_stddev_rad * m->prior_stddev_rad + sigmas[n] * sigmas[n];
                chi[n][side] = beyond * beyond + difference * difference / variance;
                if (chi[n][side] < best) best = chi[n][side], best_turn = n, best_side = side;
            }
            n += 1;
        }
        if (n == 0) {
            out[i].status = RANGEKIT_ERROR_PHASE_RANGE;
            continue;
        }
        for (int j = 0; j < n; j += 1) {
            for (int side = 0; side < 2; side += 1) {
                double share = exp((best - chi[j][side]) / 2);
                total += share;
                turns_share += j == best_turn ? share : 0;
                side_share += side == best_side ? share : 0;
                chosen += j == best_turn && side == best_side ? share : 0;
            }
        }
        out[i].angle_rad = angles[best_turn][best_side];
        out[i].mirror_rad = angles[best_turn][1 - best_side];
        out[i].stddev_rad = (float)fmin(sigmas[best_turn], pi / 2);
        out[i].probability = (float)(chosen / total);
        out[i].turns = (int32_t)turns[best_turn];
        out[i].candidates = (uint32_t)n;
        out[i].fields = (turns_share < 0.95 * total ? RANGEKIT_ANGLE_WRAP_OPEN : 0) |
                        (side_share < 0.95 * total ? RANGEKIT_ANGLE_FRONT_BACK_OPEN : 0);
    }
}

void reference_directions(const rangekit_angle_vector *vectors, size_t count, rangekit_angle_pair *out) {
    for (size_t i = 0; i < count; i += 1) {
        double x = vectors[i].x, y = vectors[i].y, z = vectors[i].z, length = sqrt(x * x + y * y + z * z);
        memset(&out[i], 0, sizeof out[i]);
        if (!isfinite(length) || length == 0) {
            out[i].status = RANGEKIT_ERROR_NO_DIRECTION;
            continue;
        }
        double across = sqrt(x * x + z * z);
        out[i].azimuth_rad = atan2(x, -z);
        out[i].elevation_rad = atan2(y, across);
        out[i].azimuth_stddev_rad = vectors[i].stddev_rad * (float)(length / across);
        out[i].elevation_stddev_rad = vectors[i].stddev_rad;
    }
}
