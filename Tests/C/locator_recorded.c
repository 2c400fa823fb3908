/* The locator on a recorded drive: the tag's true antenna positions as the moving device, each anchor in turn as
 * the unknown target, its height known.
 *
 * SPDX-License-Identifier: MIT
 */
#include "locator_model.h"

#define ROWS 5000

static double rows[ROWS][35];
static double anchors[8][3];
static int row_count;

/* Numbers of a line; an empty cell is NaN. */
static int read_cells(char *line, double *cells, int capacity) {
    int count = 0;
    for (char *cell = line; cell != NULL && count < capacity; count += 1) {
        char *next = strchr(cell, ','), *end;
        double value = strtod(cell, &end);
        cells[count] = end == cell ? NAN : value;
        cell = next == NULL ? NULL : next + 1;
    }
    return count;
}

static int load(void) {
    const char *drive = shared_path("data/uwb/lias_planar_dynamic_fast.csv");
    FILE *file = drive == NULL ? NULL : fopen(drive, "r");
    if (file == NULL) return 0;
    char line[1024];
    row_count = 0;
    if (fgets(line, sizeof line, file) == NULL) return 0;
    while (row_count < ROWS && fgets(line, sizeof line, file) != NULL) {
        row_count += read_cells(line, rows[row_count], 35) == 35;
    }
    (void)fclose(file);
    file = fopen(shared_path("data/uwb/lias_anchors.csv"), "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) return 0;
    for (int i = 0; i < 8 && fgets(line, sizeof line, file) != NULL; i += 1) {
        double cells[4];
        (void)read_cells(line, cells, 4);
        memcpy(anchors[i], cells + 1, sizeof anchors[i]);
    }
    (void)fclose(file);
    return row_count > 4000;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs antennas first to last for every anchor; the errors at the end and how many were within 0.5 m at 15 s. */
static void drive(int first, int last, double *median_m, double *worst_m, int *early) {
    double errors[8];
    *early = 0;
    int lied = 0;
    for (int anchor = 0; anchor < 8; anchor += 1) {
        rangekit_locator_options options = RANGEKIT_LOCATOR_OPTIONS_INIT;
        options.up = RANGEKIT_LOCATOR_UP_Z;
        rangekit_locator *locator = locator_start(&options);
        assert_status(rangekit_locator_set_height(locator, 1, anchors[anchor][2], 0.05f), RANGEKIT_OK);
        double at_15_s = 99;
        for (int i = 0; i < row_count; i += 1) {
            const double *row = rows[i];
            for (int k = first; k <= last; k += 1) {
                double range = row[2 + 3 * anchor + k];
                const double *place = row + 26 + 3 * k;
                if (isnan(range) || isnan(place[0])) continue;
                rangekit_pose pose = {.time_ns = llround(row[0] * 1e9), .position_m = {place[0], place[1], place[2]},
                                      .observer = (uint32_t)k};
                rangekit_locator_measurement one = {
                    .sample = {.time_ns = pose.time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = 1,
                               .distance_m = (float)range},
                    .observer = (uint32_t)k};
                assert_status(rangekit_locator_add_poses(locator, &pose, 1, NULL), RANGEKIT_OK);
                assert_status(rangekit_locator_measure(locator, &one, 1, NULL), RANGEKIT_OK);
            }
            if (i % 4 != 0 && i != row_count - 1) continue;
            rangekit_locator_estimate estimate = locator_estimate(locator, 1);
            if ((estimate.fields & RANGEKIT_LOCATOR_HAS_POSITION) == 0) continue;
            errors[anchor] = estimate_error(&estimate, anchors[anchor]);
            lied += estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED && errors[anchor] > 1 &&
                    estimate_score(&estimate, anchors[anchor]) > 9;
            if (row[0] - rows[0][0] <= 15) at_15_s = errors[anchor];
        }
        *early += at_15_s <= 0.5;
    }
    assert_int_equal(lied, 0);
    qsort(errors, 8, sizeof errors[0], compare);
    *median_m = (errors[3] + errors[4]) / 2;
    *worst_m = errors[7];
}

static void all_antennas_find_every_anchor(void **state) {
    (void)state;
    if (!load()) SKIP("the recorded drive is not there");
    double median_m, worst_m;
    int early;
    drive(0, 2, &median_m, &worst_m, &early);
    print_message("three antennas: median %.3f m, worst %.3f m, %d of 8 at 15 s\n", median_m, worst_m, early);
    assert_true(median_m <= 0.10);
    assert_true(worst_m <= 0.15);
    assert_true(early >= 6);
}

static void one_antenna_finds_every_anchor(void **state) {
    (void)state;
    if (!load()) SKIP("the recorded drive is not there");
    for (int k = 0; k < 3; k += 1) {
        double median_m, worst_m;
        int early;
        drive(k, k, &median_m, &worst_m, &early);
        print_message("antenna %d: median %.3f m, worst %.3f m, %d of 8 at 15 s\n", k, median_m, worst_m, early);
        assert_true(median_m <= 0.12);
        assert_true(worst_m <= 0.40);
        assert_true(early >= 6);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_antennas_find_every_anchor),
    cmocka_unit_test(one_antenna_finds_every_anchor),
};

TEST_GROUP(locator_recorded_tests, tests);
