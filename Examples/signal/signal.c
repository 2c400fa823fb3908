/* From registers to levels and the probability of a blocked path, and from phase differences to angles.
 *
 *   signal registers.csv   a row of CSV for each reception in the file
 *   signal                 the same for a simulated DW1000 that moves away
 *   signal --angles        angle and error across what two antennas can see: formula and a real antenna's table
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <math.h>
#include <rangekit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 8
#define MAX_COLUMNS 64

static const char *const names[COLUMNS] = {"true_m",  "fp_amp1", "fp_amp2",   "fp_amp3",
                                           "cir_pwr", "rxpacc",  "std_noise", "nlos"};

static int fail(const char *what, rangekit_status status) {
    fprintf(stderr, "signal: %s: %s: %s\n", what, rangekit_status_name(status), rangekit_status_message(status));
    return 1;
}

/* ---- Receptions ---- */

static int judge(double distance_m, int blocked, const rangekit_signal_registers *registers) {
    rangekit_signal_level level;
    rangekit_los_result los;
    rangekit_status status = rangekit_signal_levels(NULL, registers, &level);
    if (status == RANGEKIT_OK) status = rangekit_los_judge(NULL, NULL, RANGEKIT_LOS_METHOD_MODEL, registers, &los);
    if (status != RANGEKIT_OK) return fail("a reception", status);
    printf("%.6g,%d,%.9f,%.9f,%.9f,%d,%.9f\n", distance_m, blocked, level.power_dbm, level.first_path_power_dbm,
           level.input_power_dbm, (level.fields & RANGEKIT_SIGNAL_LEVEL_SATURATED) != 0, los.nlos_probability);
    return 0;
}

static rangekit_signal_registers registers_of(const double *values) {
    rangekit_signal_registers registers = {
        .fields = RANGEKIT_SIGNAL_HAS_AMPLITUDES | RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT |
                  RANGEKIT_SIGNAL_HAS_NOISE,
        .fp_amplitude_1 = values[1],
        .fp_amplitude_2 = values[2],
        .fp_amplitude_3 = values[3],
        .cir_power = values[4],
        .accumulated_count = values[5],
        .std_noise = values[6],
    };
    return registers;
}

/* A free-space path at PRF 64; every other reception is blocked and loses 8 dB of its first path. */
static int simulate(void) {
    for (int i = 0; i < 240; i += 1) {
        double distance_m = 1.0 + 0.25 * i, count = 230.0, ripple_db = 1.5 * sin(1.7 * i);
        int blocked = i % 2;
        double first_path_dbm = -66.0 - 20.0 * log10(distance_m) - 8.0 * blocked + ripple_db;
        double power_dbm = first_path_dbm + 2.0 + 3.0 * blocked;
        double amplitude = count * pow(10.0, (first_path_dbm + 121.74) / 20.0) / sqrt(2.2);
        double values[COLUMNS] = {distance_m,
                                  0,
                                  floor(amplitude * 0.9) + 1,
                                  floor(amplitude * 1.1) + 1,
                                  floor(count * count * pow(10.0, (power_dbm + 121.74) / 10.0) / 131072.0) + 1,
                                  count,
                                  36.0 + 8.0 * (i % 3),
                                  blocked};
        values[1] = floor(amplitude * 0.4) + 1;
        rangekit_signal_registers registers = registers_of(values);
        if (judge(distance_m, blocked, &registers)) return 1;
    }
    return 0;
}

/* Splits a line in place; returns the number of cells. */
static int split(char *line, char **cells) {
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; count < MAX_COLUMNS; at += 1) {
        cells[count++] = at;
        at += strcspn(at, ",");
        if (*at == '\0') break;
        *at = '\0';
    }
    return count;
}

static int replay(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "signal: %s cannot be read: %s\n", path, strerror(errno));
        return 1;
    }
    char line[4096], *cells[MAX_COLUMNS];
    int where[COLUMNS], result = 0;
    size_t number = 1;
    if (!fgets(line, sizeof line, file)) line[0] = '\0';
    int width = split(line, cells);
    for (int j = 0; j < COLUMNS; j += 1) {
        where[j] = -1;
        for (int i = 0; i < width; i += 1) {
            if (strcmp(cells[i], names[j]) == 0) where[j] = i;
        }
        if (where[j] < 0) {
            fprintf(stderr, "signal: %s, line 1: there is no column %s\n", path, names[j]);
            fclose(file);
            return 1;
        }
    }
    while (!result && fgets(line, sizeof line, file)) {
        double values[COLUMNS];
        number += 1;
        int found = split(line, cells);
        for (int j = 0; j < COLUMNS && !result; j += 1) {
            char *end = NULL;
            values[j] = where[j] < found ? strtod(cells[where[j]], &end) : 0.0;
            if (!end || end == cells[where[j]] || *end != '\0') {
                fprintf(stderr, "signal: %s, line %zu: column %s is not a number\n", path, number, names[j]);
                result = 1;
            }
        }
        rangekit_signal_registers registers = registers_of(values);
        if (!result) result = judge(values[0], values[7] != 0.0, &registers);
    }
    fclose(file);
    return result;
}

/* ---- Angles ---- */

static int angles(void) {
    rangekit_angle_options options = RANGEKIT_ANGLE_OPTIONS_INIT;
    rangekit_angle_table_point table[RANGEKIT_ANGLE_TABLE_MAX_POINTS];
    size_t count;
    rangekit_status status = rangekit_angle_wavelength(9, &options.wavelength_m);
    options.spacing_m = options.wavelength_m / 2.0;
    if (status == RANGEKIT_OK) {
        status = rangekit_angle_table(RANGEKIT_ANGLE_TABLE_QORVO_CHANNEL_9, table, RANGEKIT_ANGLE_TABLE_MAX_POINTS,
                                      &count);
    }
    if (status != RANGEKIT_OK) return fail("the table", status);
    printf("pdoa_rad,formula_rad,formula_stddev_rad,mirror_rad,table_rad,table_stddev_rad\n");
    for (int i = -56; i <= 56; i += 1) {
        rangekit_angle_measurement measurement = {.pdoa_rad = 0.05 * i};
        rangekit_angle_result formula, real;
        status = rangekit_angle_from_pdoa(&options, NULL, 0, &measurement, &formula);
        if (status == RANGEKIT_OK) status = rangekit_angle_from_pdoa(&options, table, count, &measurement, &real);
        if (status != RANGEKIT_OK) return fail("an angle", status);
        printf("%.4f,%.9f,%.9f,%.9f,%.9f,%.9f\n", measurement.pdoa_rad, formula.angle_rad, (double)formula.stddev_rad,
               formula.mirror_rad, real.angle_rad, (double)real.stddev_rad);
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count > 2) {
        fprintf(stderr, "usage: signal [registers.csv | --angles]\n");
        return 2;
    }
    if (count == 2 && strcmp(arguments[1], "--angles") == 0) return angles();
    if (count == 1) fprintf(stderr, "signal: no file is given; the registers are simulated\n");
    printf("true_m,nlos,power_dbm,first_path_power_dbm,input_power_dbm,saturated,nlos_probability\n");
    return count == 2 ? replay(arguments[1]) : simulate();
}
