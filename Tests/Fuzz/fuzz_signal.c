/* Any registers, options, models, tables and labels: a status, finite results, the same alone and in a batch.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "fuzz.h"

#define ROWS 24

/* Numbers of a plausible size most of the time, any bits otherwise. */
static double take_double(struct input *input, double scale) {
    uint8_t choice = take_byte(input);
    double value;
    if (choice & 0xC0) return scale * (take_byte(input) + 1) / 256.0;
    take(input, &value, 8);
    return value;
}

static rangekit_signal_registers take_registers(struct input *input) {
    rangekit_signal_registers registers = {.fields = take_byte(input), .digital_gain = take_byte(input) % 10};
    double *numbers = &registers.fp_amplitude_1;
    static const double scales[] = {20000, 20000, 20000, 65536, 1024, 1024, 200, 700, 720, -90, -95};
    if (take_byte(input) & 1) registers.fields |= 0xFF;
    for (int i = 0; i < 11; i += 1) {
        double value = take_double(input, scales[i]);
        memcpy((uint8_t *)numbers + 8 * i, &value, 8);
    }
    return registers;
}

static void fuzz_fit(struct input *input, const rangekit_los_features *found, size_t count) {
    static rangekit_los_features features[ROWS];
    uint8_t labels[ROWS];
    memcpy(features, found, count * sizeof *features);
    for (size_t i = 0; i < count; i += 1) {
        labels[i] = take_byte(input) & 1;
        if ((take_byte(input) & 7) == 0) features[i].values[take_byte(input) % 8] = take_double(input, 10);
        if ((take_byte(input) & 31) == 0) features[i].status = 0;
    }
    rangekit_los_fit_options options = RANGEKIT_LOS_FIT_OPTIONS_INIT;
    uint8_t choice = take_byte(input);
    if (choice & 1) options.penalty = 0;
    if (choice & 2) options.fields = take_byte(input);
    if (choice & 4) options.unbalanced = 1;
    if (choice & 8) options.penalty = take_double(input, 10);
    if (choice & 16) options.tolerance = take_double(input, 1);
    if (choice & 32) options.maximum_iterations = take_byte(input);
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
    rangekit_los_fit_report report = RANGEKIT_LOS_FIT_REPORT_INIT;
    rangekit_status status = rangekit_los_fit(&options, features, labels, count, &model, &report);
    REQUIRE(is_status(status));
    REQUIRE(isfinite(report.mean_loss) && report.open_count + report.blocked_count <= count);
    if (status != RANGEKIT_OK) return;
    REQUIRE(isfinite(model.intercept) && model.fields == report.features && model.fields != 0);
    for (int i = 0; i < 8; i += 1) REQUIRE(isfinite(model.weights[i]));
}

static void fuzz_tables(struct input *input) {
    rangekit_signal_table_point points[16];
    double powers[8], distances[8];
    size_t count = take_byte(input) % 17, refused;
    for (size_t i = 0; i < count; i += 1) {
        points[i] = (rangekit_signal_table_point){-120.0 + 4 * (double)i, take_double(input, 1)};
        if ((take_byte(input) & 15) == 0) points[i].power_dbm = take_double(input, -100);
    }
    for (int i = 0; i < 8; i += 1) {
        powers[i] = take_double(input, -120);
        distances[i] = take_double(input, 100);
    }
    rangekit_signal_lookup lookups[8];
    rangekit_signal_corrected corrected[8];
    rangekit_signal_distance ranges[8];
    rangekit_status status = rangekit_signal_table_lookup_batch(points, count, powers, 8, lookups, &refused);
    REQUIRE(is_status(status));
    if (status == RANGEKIT_OK) {
        REQUIRE(rangekit_signal_correct_ranges_batch(points, count, 1, powers, distances, 8, corrected, NULL) == 0);
        for (int i = 0; i < 8; i += 1) REQUIRE(!isnan(lookups[i].value) && !isnan(corrected[i].bias_m));
    }
    rangekit_signal_path_loss_options options = RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_INIT;
    options.reference_power_dbm = take_double(input, -100);
    options.exponent = take_double(input, 5);
    options.shadowing_stddev_db = take_double(input, 20);
    status = rangekit_signal_path_loss_batch(&options, powers, 8, ranges, &refused);
    REQUIRE(is_status(status));
    for (int i = 0; status == RANGEKIT_OK && i < 8; i += 1) {
        REQUIRE(isfinite(ranges[i].distance_m) && isfinite(ranges[i].distance_stddev_m));
        REQUIRE(isfinite(ranges[i].mean_m) && isfinite(ranges[i].upper_95_m));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    rangekit_signal_options options = RANGEKIT_SIGNAL_OPTIONS_INIT;
    uint8_t choice = take_byte(&input);
    options.radio = choice & 3;
    options.prf_mhz = choice & 4 ? 16 : 64;
    options.sequence = (choice >> 3) & 1;
    if (choice & 16) options.sfd = take_byte(&input) % 5;
    if (choice & 32) options.data_rate_kbps = take_byte(&input) & 1 ? 110 : 850;
    if ((choice & 0xC0) == 0xC0) take(&input, (uint8_t *)&options + 4, sizeof options - 4);
    rangekit_los_model model = RANGEKIT_LOS_MODEL_INIT;
    if (take_byte(&input) & 1) take(&input, (uint8_t *)&model + 4, sizeof model - 4);
    int32_t method = take_byte(&input) % 4;

    static rangekit_signal_registers registers[ROWS];
    static rangekit_signal_level levels[ROWS], level;
    static rangekit_los_result results[ROWS], result;
    static rangekit_los_features features[ROWS];
    size_t count = take_byte(&input) % (ROWS + 1), refused = 0, bad = 0;
    for (size_t i = 0; i < count; i += 1) registers[i] = take_registers(&input);
    rangekit_status status = rangekit_signal_levels_batch(&options, registers, count, levels, &refused);
    REQUIRE(is_status(status));
    if (status != RANGEKIT_OK) return 0;
    for (size_t i = 0; i < count; i += 1) {
        status = rangekit_signal_levels(&options, &registers[i], &level);
        REQUIRE(is_status(status) && memcmp(&level, &levels[i], sizeof level) == 0);
        REQUIRE(isfinite(level.power_dbm) && isfinite(level.first_path_power_dbm) && isfinite(level.input_power_dbm));
        bad += status != RANGEKIT_OK;
    }
    REQUIRE(refused == bad);
    const rangekit_los_model *given = choice & 64 ? &model : NULL;
    status = rangekit_los_judge_batch(&options, given, method, registers, count, results, &refused);
    REQUIRE(is_status(status));
    for (size_t i = 0; status == RANGEKIT_OK && i < count; i += 1) {
        rangekit_status one = rangekit_los_judge(&options, given, method, &registers[i], &result);
        REQUIRE(is_status(one) && memcmp(&result, &results[i], sizeof result) == 0);
        REQUIRE(result.nlos_probability >= 0 && result.nlos_probability <= 1 && isfinite(result.logit));
    }
    REQUIRE(rangekit_los_features_batch(&options, registers, count, features, &refused) == RANGEKIT_OK);
    for (size_t i = 0; i < count; i += 1) {
        for (int j = 0; j < 8; j += 1) REQUIRE(isfinite(features[i].values[j]));
    }
    fuzz_fit(&input, features, count);
    fuzz_tables(&input);
    return 0;
}
