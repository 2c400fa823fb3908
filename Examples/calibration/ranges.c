/* SPDX-License-Identifier: MIT */
#include "ranges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t link_index(struct ranges *ranges, const char *anchor, const char *tag) {
    for (size_t i = 0; i < ranges->link_count; i += 1) {
        if (strcmp(ranges->links[i].anchor, anchor) == 0 && strcmp(ranges->links[i].tag, tag) == 0) return (uint32_t)i;
    }
    if (ranges->link_count == LINKS_MAX) return RANGEKIT_CALIBRATION_NO_LINK;
    rangekit_calibration_link *link = &ranges->links[ranges->link_count];
    memset(link, 0, sizeof *link);
    snprintf(link->anchor, sizeof link->anchor, "%s", anchor);
    snprintf(link->tag, sizeof link->tag, "%s", tag);
    ranges->link_count += 1;
    return (uint32_t)(ranges->link_count - 1);
}

static int add(struct ranges *ranges, double measured_m, double true_m, const char *anchor, const char *tag) {
    if (ranges->count == RANGES_MAX) return 0;
    ranges->samples[ranges->count] =
        (rangekit_calibration_sample){.measured_m = measured_m, .true_m = true_m, .link = link_index(ranges, anchor, tag)};
    ranges->count += 1;
    return 1;
}

/* Splits a line at its commas, in place. */
static int split(char *line, char **cells, int most) {
    int count = 0;
    line[strcspn(line, "\r\n")] = 0;
    while (count < most) {
        cells[count++] = line;
        line = strchr(line, ',');
        if (line == NULL) break;
        *line++ = 0;
    }
    return count;
}

static int column(char **cells, int count, const char *name) {
    for (int i = 0; i < count; i += 1) {
        if (strcmp(cells[i], name) == 0) return i;
    }
    return -1;
}

int ranges_read(struct ranges *ranges, const char *path) {
    char line[4096], *cells[64];
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        fprintf(stderr, "calibrate: %s cannot be read\n", path);
        if (file != NULL) fclose(file);
        return 1;
    }
    int columns = split(line, cells, 64);
    int anchor = column(cells, columns, "anchor"), tag = column(cells, columns, "tag");
    int measured = column(cells, columns, "range_m"), truth = column(cells, columns, "true_m");
    if (anchor < 0 || measured < 0 || truth < 0) {
        fprintf(stderr, "calibrate: %s: the header needs anchor, range_m and true_m\n", path);
        fclose(file);
        return 1;
    }
    for (int number = 2; fgets(line, sizeof line, file) != NULL; number += 1) {
        int count = split(line, cells, 64);
        char *end_a = NULL, *end_b = NULL;
        double measured_m = count > measured ? strtod(cells[measured], &end_a) : NAN;
        double true_m = count > truth ? strtod(cells[truth], &end_b) : NAN;
        if (count <= anchor || !isfinite(measured_m) || !isfinite(true_m) || *end_a != 0 || *end_b != 0) {
            fprintf(stderr, "calibrate: %s, line %d: left out, it holds no range and true distance\n", path, number);
            continue;
        }
        if (!add(ranges, measured_m, true_m, cells[anchor], tag >= 0 && tag < count ? cells[tag] : "")) break;
    }
    fclose(file);
    return 0;
}

/* ---- Simulation ---- */

static uint64_t state = 1;

static double unit(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

static double gaussian(void) { return sqrt(-2 * log(unit())) * cos(6.283185307179586 * unit()); }

int ranges_simulate(struct ranges *ranges) {
    /* What each anchor's antenna delay is off by, ticks; the tag's is right. */
    static const double off_ticks[6] = {60, -25, 12, 90, 0, -70};
    const uint64_t mask = (UINT64_C(1) << 40) - 1;
    const double noise_ticks = 100e-12 / RANGEKIT_UWB_TICK_S;
    for (int row = 0; row < 6000; row += 1) {
        int anchor = row % 6;
        double true_m = 2 + 18 * unit(), tof = true_m / RANGEKIT_SPEED_OF_LIGHT_MPS / RANGEKIT_UWB_TICK_S;
        double ea = 8e-6, eb = (anchor - 3) * 4e-6, reply = 3e7 + 1e6 * unit(), off = off_ticks[anchor];
        uint64_t a = (uint64_t)(unit() * 1e12), b = (uint64_t)(unit() * 1e12);
        /* The anchor's receive stamps come late and its transmit stamps early by half of what is off. */
        double times[6] = {0, tof, tof + reply, 2 * tof + reply, 2 * tof + 2 * reply, 3 * tof + 2 * reply};
        rangekit_twr_double_sided_exchange exchange = {
            .poll_tx = a & mask,
            .poll_rx = (b + (uint64_t)llround(times[1] * (1 + eb) + off / 2 + noise_ticks * gaussian())) & mask,
            .response_tx = (b + (uint64_t)llround(times[2] * (1 + eb) - off / 2)) & mask,
            .response_rx = (a + (uint64_t)llround(times[3] * (1 + ea) + noise_ticks * gaussian())) & mask,
            .final_tx = (a + (uint64_t)llround(times[4] * (1 + ea))) & mask,
            .final_rx = (b + (uint64_t)llround(times[5] * (1 + eb) + off / 2 + noise_ticks * gaussian())) & mask,
        };
        rangekit_twr_range range;
        rangekit_status status = rangekit_twr_double_sided(NULL, &exchange, &range);
        if (status != RANGEKIT_OK) {
            fprintf(stderr, "calibrate: exchange %d: %s\n", row, rangekit_status_message(status));
            return 1;
        }
        char name[8];
        snprintf(name, sizeof name, "a%d", anchor);
        (void)add(ranges, range.distance_m, true_m, name, "");
    }
    return 0;
}
