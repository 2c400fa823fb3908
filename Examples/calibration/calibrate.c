/* Learns what each link's ranges are off by, keeps it in a file, and applies the file to other ranges.
 *
 *   calibrate [RANGES.csv] [--output FILE]
 *
 * RANGES.csv has the columns anchor, range_m, true_m and perhaps tag. Without it, exchanges are simulated. The
 * first half of each link's rows is learned from, the second half is scored.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranges.h"

static struct ranges ranges;
static rangekit_calibration_sample learned[RANGES_MAX], others[RANGES_MAX];
static rangekit_twr_range calibrated[RANGES_MAX];

static int fail(const char *what, rangekit_status status) {
    fprintf(stderr, "calibrate: %s: %s [%s]\n", what, rangekit_status_message(status), rangekit_status_name(status));
    return 1;
}

/* The first half of each link's rows, and the rest. */
static size_t split_rows(size_t *other_count) {
    size_t seen[LINKS_MAX] = {0}, all[LINKS_MAX] = {0}, count = 0;
    *other_count = 0;
    for (size_t i = 0; i < ranges.count; i += 1) {
        if (ranges.samples[i].link < LINKS_MAX) all[ranges.samples[i].link] += 1;
    }
    for (size_t i = 0; i < ranges.count; i += 1) {
        uint32_t link = ranges.samples[i].link;
        if (link >= LINKS_MAX) continue;
        if (seen[link]++ < all[link] / 2) learned[count++] = ranges.samples[i];
        else others[(*other_count)++] = ranges.samples[i];
    }
    return count;
}

static int save(const char *path, const rangekit_calibration_link *links, size_t count) {
    size_t length = 0;
    rangekit_status status = rangekit_calibration_encode(links, count, NULL, 0, NULL, 0, NULL, 0, &length, NULL);
    uint8_t *bytes = malloc(length + 1);
    if (status == RANGEKIT_OK && bytes != NULL) {
        status = rangekit_calibration_encode(links, count, NULL, 0, NULL, 0, bytes, length, &length, NULL);
    }
    FILE *file = status == RANGEKIT_OK && bytes != NULL ? fopen(path, "wb") : NULL;
    int failed = file == NULL || fwrite(bytes, 1, length, file) != length;
    failed |= file != NULL && fclose(file) != 0;
    free(bytes);
    if (failed) fprintf(stderr, "calibrate: %s cannot be written\n", path);
    return failed;
}

/* The links of a file; what is wrong in it is said with its place. */
static int load(const char *path, rangekit_calibration_link *links, size_t *count) {
    static uint8_t bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0, devices, levels;
    if (file == NULL) return 1;
    fclose(file);
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = rangekit_calibration_decode(bytes, size, links, LINKS_MAX, count, NULL, 0, &devices, NULL, 0,
                                                         &levels, &diagnostic);
    if (status == RANGEKIT_OK) return 0;
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length;
    (void)rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length);
    fprintf(stderr, "calibrate: %s: %s\n", path, text);
    return 1;
}

int main(int argument_count, char **arguments) {
    const char *input = NULL, *output = "calibration.json";
    for (int i = 1; i < argument_count; i += 1) {
        if (strcmp(arguments[i], "--output") == 0 && i + 1 < argument_count) output = arguments[++i];
        else if (arguments[i][0] != '-' && input == NULL) input = arguments[i];
        else {
            fprintf(stderr, "usage: calibrate [RANGES.csv] [--output FILE]\n");
            return 2;
        }
    }
    if (input != NULL ? ranges_read(&ranges, input) : ranges_simulate(&ranges)) return 2;
    size_t other_count, count = split_rows(&other_count);

    size_t size = rangekit_calibration_workspace_size(ranges.link_count, count);
    void *workspace = malloc(size);
    rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT;
    rangekit_status status = workspace == NULL ? RANGEKIT_ERROR_OUT_OF_MEMORY
                                               : rangekit_calibration_fit_links(NULL, learned, count, ranges.links,
                                                                                ranges.link_count, workspace, size, &fit);
    free(workspace);
    if (status != RANGEKIT_OK) return fail("fitting", status);

    printf("%zu ranges %s\n\n%-10s %-8s %9s %9s %9s %7s\n", count, input != NULL ? input : "simulated by this program",
           "anchor", "tag", "bias_m", "+-", "stddev_m", "count");
    for (size_t i = 0; i < ranges.link_count; i += 1) {
        const rangekit_calibration_link *link = &ranges.links[i];
        printf("%-10s %-8s %9.4f %9.4f %9.4f %7u\n", link->anchor, link->tag, link->bias_m, link->bias_stddev_m,
               link->stddev_m, (unsigned)link->count);
    }

    /* From here on as a program would that has the file alone. */
    static rangekit_calibration_link links[LINKS_MAX];
    size_t link_count = 0, refused = 0, used = 0;
    if (save(output, ranges.links, ranges.link_count) || load(output, links, &link_count)) return 1;
    status = rangekit_calibration_apply(links, link_count, NULL, 0, others, other_count, calibrated, &refused);
    if (status != RANGEKIT_OK) return fail("applying", status);
    double before = 0, after = 0, inside = 0;
    for (size_t i = 0; i < other_count; i += 1) {
        if (calibrated[i].status != RANGEKIT_OK) continue;
        double error = calibrated[i].distance_m - others[i].true_m;
        before += pow(others[i].measured_m - others[i].true_m, 2);
        after += error * error;
        inside += fabs(error) <= 1.96 * calibrated[i].distance_stddev_m;
        used += 1;
    }
    if (used == 0) return fail("scoring", RANGEKIT_ERROR_TOO_FEW_SAMPLES);
    printf("\nother half: RMSE %.4f m before, %.4f m after; stated 95 %% hold %.1f %%\ncalibration written to %s\n",
           sqrt(before / (double)used), sqrt(after / (double)used), 100 * inside / (double)used, output);
    return 0;
}
