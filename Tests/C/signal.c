/* Receive levels against published values, the formula in plain C, and recorded registers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define POWER_FIELDS (RANGEKIT_SIGNAL_HAS_CIR_POWER | RANGEKIT_SIGNAL_HAS_COUNT)
#define ALL_FIELDS (POWER_FIELDS | RANGEKIT_SIGNAL_HAS_AMPLITUDES)

static rangekit_signal_options options_for(int32_t radio, uint32_t prf_mhz, int32_t sequence) {
    rangekit_signal_options options = RANGEKIT_SIGNAL_OPTIONS_INIT;
    options.radio = radio;
    options.prf_mhz = prf_mhz;
    options.sequence = sequence;
    return options;
}

/* dw3000-decadriver, test_rsl.cc: power, gain exponent as the chip revision has it, count, D, PRF -> dBm. */
static const struct {
    double power, count;
    uint32_t gain, prf_mhz;
    double power_dbm;
} dw3000_values[] = {
    {47, 65, 0, 64, -78.0},  {45, 65, 0, 64, -78.2}, {44, 65, 0, 64, -78.3}, {41, 65, 0, 64, -78.6},
    {40, 65, 0, 64, -78.7},  {39, 65, 0, 64, -78.8}, {37, 65, 0, 64, -79.1}, {36, 65, 0, 64, -79.2},
    {32, 65, 0, 64, -79.7},  {28, 65, 0, 64, -80.3}, {23, 65, 0, 64, -81.1}, {18, 65, 0, 64, -82.2},
    {15, 65, 0, 64, -83.0},  {13, 65, 0, 64, -83.6}, {13, 65, 1, 64, -77.6}, {5, 65, 0, 64, -87.8},
    {2, 65, 0, 64, -91.7},   {2, 65, 0, 16, -83.83},
};

static void levels_of_the_dw3000_are_the_published_ones(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(dw3000_values); i += 1) {
        rangekit_signal_options options = options_for(RANGEKIT_SIGNAL_RADIO_DW3000_C0, dw3000_values[i].prf_mhz, 0);
        rangekit_signal_registers registers = {.fields = POWER_FIELDS, .digital_gain = dw3000_values[i].gain,
                                               .cir_power = dw3000_values[i].power,
                                               .accumulated_count = dw3000_values[i].count};
        rangekit_signal_level level;
        assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
        assert_near(level.power_dbm, dw3000_values[i].power_dbm, 0.05);
        assert_int_equal(level.fields, RANGEKIT_SIGNAL_LEVEL_HAS_POWER);
        /* The later revisions count four bits less. */
        for (int32_t radio = RANGEKIT_SIGNAL_RADIO_DW3000_D0; radio <= RANGEKIT_SIGNAL_RADIO_DW3000_E0; radio += 1) {
            rangekit_signal_level later;
            options.radio = radio;
            assert_status(rangekit_signal_levels(&options, &registers, &later), RANGEKIT_OK);
            assert_near(later.power_dbm, level.power_dbm - 10.0 * log10(16.0), 1e-9);
        }
    }
}

/* The same file: the largest power that its arithmetic takes; here 2^31 - 1 over 2^21. */
static void the_largest_power_does_not_overflow(void **state) {
    (void)state;
    rangekit_signal_options options = options_for(RANGEKIT_SIGNAL_RADIO_DW3000_C0, 64, 0);
    rangekit_signal_registers registers = {.fields = POWER_FIELDS, .digital_gain = 1,
                                           .cir_power = 2147483647.0 / 2097152.0, .accumulated_count = 42};
    rangekit_signal_level level;
    assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
    assert_near(level.power_dbm, -54.85, 0.05);
    registers.cir_power = 2147483647.0;
    assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
    assert_near(level.power_dbm, -54.85 + 10 * log10(2097152.0), 0.05);
}

static void first_path_of_the_dw3000_has_two_fraction_bits(void **state) {
    (void)state;
    rangekit_signal_options options =
        options_for(RANGEKIT_SIGNAL_RADIO_DW3000_D0, 64, RANGEKIT_SIGNAL_SEQUENCE_STS);
    rangekit_signal_registers registers = {
        .fields = RANGEKIT_SIGNAL_HAS_AMPLITUDES | RANGEKIT_SIGNAL_HAS_COUNT, .digital_gain = 3,
        .fp_amplitude_1 = 0x26D9, .fp_amplitude_2 = 0x27EA, .fp_amplitude_3 = 0x159E, .accumulated_count = 0x3F};
    rangekit_signal_level level;
    assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
    assert_near(level.first_path_power_dbm, -67.0370, 1e-4);
    assert_int_equal(level.fields, RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER);
}

static rangekit_signal_registers outdoor_row_1(void) {
    rangekit_signal_registers registers = {.fields = ALL_FIELDS, .fp_amplitude_1 = 14808, .fp_amplitude_2 = 14198,
                                           .fp_amplitude_3 = 9559, .cir_power = 6759, .accumulated_count = 230};
    return registers;
}

static void levels_of_the_dw1000_are_the_published_ones(void **state) {
    (void)state;
    rangekit_signal_registers registers = outdoor_row_1();
    rangekit_signal_level level;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_OK);
    assert_near(level.power_dbm, -79.5006, 1e-4);
    assert_near(level.first_path_power_dbm, -81.8799, 1e-4);
    rangekit_signal_options slow = options_for(RANGEKIT_SIGNAL_RADIO_DW1000, 16, 0);
    rangekit_signal_level other;
    assert_status(rangekit_signal_levels(&slow, &registers, &other), RANGEKIT_OK);
    assert_near(other.power_dbm - level.power_dbm, 121.74 - 113.77, 1e-9);
    /* A peer's arithmetic overflows from a power of 32768 on. */
    registers.cir_power = 65535;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_OK);
    assert_near(level.power_dbm, 10 * log10(65535.0 * 131072.0 / (230.0 * 230.0)) - 121.74, 1e-9);
}

static const struct {
    uint32_t rate;
    int32_t sfd, adjustment;
} adjustments[] = {
    {110, RANGEKIT_SIGNAL_SFD_STANDARD, -64},     {850, RANGEKIT_SIGNAL_SFD_STANDARD, -5},
    {6800, RANGEKIT_SIGNAL_SFD_STANDARD, -5},     {6810, RANGEKIT_SIGNAL_SFD_STANDARD, -5},
    {110, RANGEKIT_SIGNAL_SFD_DECAWAVE_64, -82},  {850, RANGEKIT_SIGNAL_SFD_DECAWAVE_16, -18},
    {6800, RANGEKIT_SIGNAL_SFD_DECAWAVE_8, -10},
};

static void symbols_of_the_sfd_are_taken_off_the_count(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(adjustments); i += 1) {
        int32_t adjustment;
        assert_status(rangekit_signal_rxpacc_adjustment(adjustments[i].rate, adjustments[i].sfd, &adjustment),
                      RANGEKIT_OK);
        assert_int_equal(adjustment, adjustments[i].adjustment);
        rangekit_signal_options options = RANGEKIT_SIGNAL_OPTIONS_INIT;
        options.data_rate_kbps = adjustments[i].rate;
        options.sfd = adjustments[i].sfd;
        rangekit_signal_registers registers = outdoor_row_1();
        registers.fields |= RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT;
        registers.unsaturated_count = 230;
        rangekit_signal_level level;
        assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
        double n = 230.0 + adjustment;
        assert_near(level.power_dbm, 10 * log10(6759.0 * 131072.0 / (n * n)) - 121.74, 1e-9);
        assert_true((level.fields & RANGEKIT_SIGNAL_LEVEL_ADJUSTED) != 0);
        /* Counts that differ stay as they are. */
        registers.unsaturated_count = 231;
        assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
        assert_near(level.power_dbm, -79.5006, 1e-4);
        assert_true((level.fields & RANGEKIT_SIGNAL_LEVEL_ADJUSTED) == 0);
    }
    int32_t adjustment;
    assert_status(rangekit_signal_rxpacc_adjustment(250, 0, &adjustment), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_signal_rxpacc_adjustment(110, 4, &adjustment), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_signal_rxpacc_adjustment(110, -1, &adjustment), RANGEKIT_ERROR_OUT_OF_RANGE);
    /* A count that the SFD eats up. */
    rangekit_signal_registers registers = outdoor_row_1();
    registers.fields |= RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT;
    registers.accumulated_count = registers.unsaturated_count = 5;
    rangekit_signal_level level;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_ERROR_NO_RECEPTION);
}

/* Points of the published curve: estimate, level at the input. */
static const struct {
    uint32_t prf_mhz;
    double estimated_dbm, input_dbm, slope;
    int saturated;
} saturation[] = {
    {64, -105.0, -105.0, 1.0, 0}, {64, -120.0, -120.0, 1.0, 0}, {64, -92.5, -92.5, 1.0, 0}, {64, -90.0, -90.0, 1.0, 0},
    {64, -87.5, -86.5, 1.4, 0},   {64, -85.0, -83.5, 1.2, 0},   {64, -82.5, -80.0, 1.4, 0}, {64, -80.0, -72.5, 3.0, 0},
    {64, -78.75, -66.25, 5.0, 0}, {64, -77.5, -60.0, 5.0, 0},   {64, -77.0, -60.0, 5.0, 1}, {64, -40.0, -40.0, 5.0, 1},
    {16, -105.0, -105.0, 1.0, 0}, {16, -90.0, -90.0, 1.0, 0},   {16, -87.5, -85.0, 2.0, 0}, {16, -85.0, -77.0, 3.2, 0},
    {16, -82.5, -69.5, 3.0, 0},   {16, -80.0, -64.0, 2.2, 0},   {16, -79.0, -64.0, 2.2, 1},
};

static void the_estimate_is_freed_of_its_saturation(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(saturation); i += 1) {
        rangekit_signal_options options = options_for(0, saturation[i].prf_mhz, 0);
        options.level_stddev_db = 0.5;
        rangekit_signal_registers registers = {.fields = RANGEKIT_SIGNAL_HAS_POWER,
                                               .power_dbm = saturation[i].estimated_dbm};
        rangekit_signal_level level;
        assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_OK);
        assert_near(level.power_dbm, saturation[i].estimated_dbm, 0.0);
        assert_near(level.input_power_dbm, saturation[i].input_dbm, 1e-9);
        assert_near(level.input_stddev_db, 0.5 * saturation[i].slope, 1e-6);
        assert_near(level.level_stddev_db, 0.5, 0.0);
        assert_int_equal((level.fields & RANGEKIT_SIGNAL_LEVEL_SATURATED) != 0, saturation[i].saturated);
    }
}

static void what_registers_cannot_mean_is_refused(void **state) {
    (void)state;
    rangekit_signal_level level;
    rangekit_signal_registers registers = {0};
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_ERROR_MISSING_VALUE);
    assert_int_equal(level.status, RANGEKIT_ERROR_MISSING_VALUE);
#define REFUSED(field, value, expected)                                                      \
    do {                                                                                     \
        registers = outdoor_row_1();                                                         \
        registers.field = (value);                                                           \
        memset(&level, 0xA5, sizeof level);                                                  \
        assert_status(rangekit_signal_levels(NULL, &registers, &level), (expected));         \
        assert_int_equal(level.status, (expected));                                          \
        assert_true(level.power_dbm == 0.0 && level.fields == 0);                            \
    } while (0)
    REFUSED(cir_power, 0.0, RANGEKIT_ERROR_NO_RECEPTION);
    REFUSED(cir_power, -1.0, RANGEKIT_ERROR_NO_RECEPTION);
    REFUSED(cir_power, (double)NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(cir_power, 1e19, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(accumulated_count, 0.0, RANGEKIT_ERROR_NO_RECEPTION);
    REFUSED(accumulated_count, (double)INFINITY, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(fp_amplitude_2, -1.0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED(fp_amplitude_3, (double)NAN, RANGEKIT_ERROR_NOT_FINITE);
    REFUSED(digital_gain, 8, RANGEKIT_ERROR_OUT_OF_RANGE);
    registers = outdoor_row_1();
    registers.fp_amplitude_1 = registers.fp_amplitude_2 = registers.fp_amplitude_3 = 0;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_ERROR_NO_RECEPTION);
    /* What is not marked is not read. */
    registers = outdoor_row_1();
    registers.std_noise = registers.peak_index = registers.power_dbm = (double)NAN;
    assert_status(rangekit_signal_levels(NULL, &registers, &level), RANGEKIT_OK);
}

static void options_outside_their_ranges_are_refused(void **state) {
    (void)state;
    rangekit_signal_registers registers = outdoor_row_1();
    rangekit_signal_level level;
#define REFUSED_OPTION(field, value, expected)                                       \
    do {                                                                             \
        rangekit_signal_options options = RANGEKIT_SIGNAL_OPTIONS_INIT;              \
        options.field = (value);                                                     \
        assert_status(rangekit_signal_levels(&options, &registers, &level), (expected)); \
    } while (0)
    REFUSED_OPTION(radio, 4, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(radio, -1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(prf_mhz, 4, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(sequence, 1, RANGEKIT_ERROR_OUT_OF_RANGE); /* a DW1000 has no STS */
    REFUSED_OPTION(sequence, 2, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(data_rate_kbps, 0, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(sfd, 9, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(level_stddev_db, -0.1, RANGEKIT_ERROR_OUT_OF_RANGE);
    REFUSED_OPTION(level_stddev_db, (double)NAN, RANGEKIT_ERROR_NOT_FINITE);
    rangekit_signal_options options = options_for(RANGEKIT_SIGNAL_RADIO_DW3000_D0, 16, RANGEKIT_SIGNAL_SEQUENCE_STS);
    assert_status(rangekit_signal_levels(&options, &registers, &level), RANGEKIT_ERROR_OUT_OF_RANGE);
}

static void a_bad_row_does_not_disturb_the_others(void **state) {
    (void)state;
    rangekit_signal_registers registers[5];
    rangekit_signal_level *levels = guarded(0, 5 * sizeof *levels), alone;
    for (int i = 0; i < 5; i += 1) registers[i] = outdoor_row_1();
    registers[2].cir_power = 0;
    size_t refused = 99;
    assert_status(rangekit_signal_levels_batch(NULL, registers, 5, levels, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 1);
    assert_status(rangekit_signal_levels(NULL, &registers[0], &alone), RANGEKIT_OK);
    for (int i = 0; i < 5; i += 1) {
        if (i == 2) assert_int_equal(levels[i].status, RANGEKIT_ERROR_NO_RECEPTION);
        else assert_memory_equal(&levels[i], &alone, sizeof alone);
    }
    assert_status(rangekit_signal_levels_batch(NULL, registers, SIZE_MAX, levels, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_signal_levels_batch(NULL, registers, SIZE_MAX / 2, levels, &refused),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_signal_levels_batch(NULL, NULL, 0, NULL, &refused), RANGEKIT_OK);
    assert_int_equal(refused, 0);
}

/* Every row of the outdoor recording: the level that its receiver reported, rounded to 0.01 dB. */
static void recorded_levels_are_the_reported_ones(void **state) {
    (void)state;
    const char *path = shared_path("data/uwb/outdoor_sstwr_static.csv");
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) {
        SKIP("data/uwb/outdoor_sstwr_static.csv is not there");
        return;
    }
    char line[512];
    size_t rows = 0;
    double worst = 0.0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        rangekit_signal_registers r = {.fields = ALL_FIELDS};
        double reported;
        assert_int_equal(sscanf(line, "%*f,%*f,%*f,%*f,%*f,%lf,%lf,%lf,%lf,%lf,%*f,%*f,%lf", &r.fp_amplitude_1,
                                &r.fp_amplitude_2, &r.fp_amplitude_3, &r.cir_power, &r.accumulated_count, &reported),
                         6);
        rangekit_signal_level level;
        assert_status(rangekit_signal_levels(NULL, &r, &level), RANGEKIT_OK);
        worst = fmax(worst, fabs(level.power_dbm - reported));
        rows += 1;
    }
    fclose(file);
    assert_int_equal(rows, 9200);
    print_message("receive level against the reported one: worst of %zu rows %.6f dB\n", rows, worst);
    /* Half of the last digit that was reported, and what the rounding of a constant moved across it. */
    assert_true(worst < 0.00501);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(levels_of_the_dw3000_are_the_published_ones),
    cmocka_unit_test(the_largest_power_does_not_overflow),
    cmocka_unit_test(first_path_of_the_dw3000_has_two_fraction_bits),
    cmocka_unit_test(levels_of_the_dw1000_are_the_published_ones),
    cmocka_unit_test(symbols_of_the_sfd_are_taken_off_the_count),
    cmocka_unit_test(the_estimate_is_freed_of_its_saturation),
    cmocka_unit_test(what_registers_cannot_mean_is_refused),
    cmocka_unit_test(options_outside_their_ranges_are_refused),
    cmocka_unit_test(a_bad_row_does_not_disturb_the_others),
    cmocka_unit_test(recorded_levels_are_the_reported_ones),
};

TEST_GROUP(signal_tests, tests);
