/* Follows a tag from ranges, and from its wheels where there are any:
 *
 *   track anchors.csv ranges.csv [odometry.csv]  >track.csv
 *
 * anchors.csv:  anchor,x_m,y_m          anchor is a whole number
 * ranges.csv:   t_s,anchor,range_m,std_m
 * odometry.csv: t_s,forward_mps,turn_rad_s,std_mps
 * track.csv:    t_s,x_m,y_m,xx_m2,xy_m2,yy_m2,innovation_m,stddev_m,weight,status
 *
 * Each file has a header line and is in the order of time. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rangekit.h>

static void give_up(const char *what, const char *why) {
    fprintf(stderr, "track: %s: %s\n", what, why);
    exit(1);
}

static void require(rangekit_status status, const char *what) {
    if (status != RANGEKIT_OK) give_up(what, rangekit_status_message(status));
}

static FILE *open_table(const char *path) {
    char header[256];
    FILE *file = fopen(path, "r");
    if (file == NULL) give_up(path, "cannot be opened");
    if (fgets(header, sizeof header, file) == NULL) give_up(path, "is empty");
    return file;
}

/* The next row's numbers; 0 at the end of the file. */
static int next_row(FILE *file, const char *path, double *numbers, int count) {
    char line[256], *at = line;
    if (fgets(line, sizeof line, file) == NULL) return 0;
    for (int i = 0; i < count; i += 1) {
        char *end;
        numbers[i] = strtod(at, &end);
        if (end == at) give_up(path, "a row does not hold the numbers that its file needs");
        at = *end == ',' ? end + 1 : end;
    }
    return 1;
}

static int64_t nanoseconds(double seconds) { return (int64_t)llround(seconds * 1e9); }

static void read_anchors(rangekit_tracker *tracker, const char *path) {
    FILE *file = open_table(path);
    double row[3];
    while (next_row(file, path, row, 3)) {
        rangekit_tracker_anchor anchor = {.id = (uint32_t)row[0], .x_m = row[1], .y_m = row[2]};
        require(rangekit_tracker_set_anchors(tracker, &anchor, 1, NULL), path);
    }
    fclose(file);
}

static void print_row(rangekit_tracker *tracker, double t_s, const rangekit_tracker_result *result) {
    rangekit_tracker_state state = RANGEKIT_TRACKER_STATE_INIT;
    require(rangekit_tracker_get_state(tracker, &state), "state");
    if (!(state.fields & RANGEKIT_TRACKER_HAS_TRACK)) return; /* still collecting */
    printf("%.6f,%.6f,%.6f,%.9g,%.9g,%.9g,%.6f,%.6f,%.6f,%s\n", t_s, state.x_m, state.y_m,
           (double)state.covariance[0], (double)state.covariance[1], (double)state.covariance[2],
           (double)result->innovation, (double)result->stddev, (double)result->weight,
           rangekit_status_name(result->status));
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4) give_up("usage", "track anchors.csv ranges.csv [odometry.csv]");
    rangekit_tracker_options options = RANGEKIT_TRACKER_OPTIONS_INIT;
    options.dimensions = 2;
    if (argc == 4) options.states = RANGEKIT_TRACKER_STATE_HEADING;

    /* The tracker lives in this program's memory and never asks for more. */
    size_t size = rangekit_tracker_size();
    void *memory = malloc(size);
    rangekit_tracker *tracker;
    require(rangekit_tracker_init(memory, size, &options, &tracker), "tracker");
    read_anchors(tracker, argv[1]);

    FILE *ranges = open_table(argv[2]), *odometry = argc == 4 ? open_table(argv[3]) : NULL;
    double range[4], motion[4];
    int has_motion = odometry != NULL && next_row(odometry, argv[3], motion, 4);
    printf("t_s,x_m,y_m,xx_m2,xy_m2,yy_m2,innovation_m,stddev_m,weight,status\n");
    while (next_row(ranges, argv[2], range, 4)) {
        for (; has_motion && motion[0] <= range[0]; has_motion = next_row(odometry, argv[3], motion, 4)) {
            rangekit_tracker_measurement moved = {.time_ns = nanoseconds(motion[0]), .kind = RANGEKIT_TRACKER_ODOMETRY,
                                                  .value = motion[1], .value_3 = motion[2], .stddev = (float)motion[3]};
            (void)rangekit_tracker_update(tracker, &moved, NULL);
        }
        rangekit_tracker_measurement measured = {.time_ns = nanoseconds(range[0]), .kind = RANGEKIT_TRACKER_RANGE,
                                                 .anchor = (uint32_t)range[1], .value = range[2],
                                                 .stddev = (float)range[3]};
        rangekit_tracker_result result;
        /* A range that is refused is no error: the result says why, and the track goes on. */
        (void)rangekit_tracker_update(tracker, &measured, &result);
        print_row(tracker, range[0], &result);
    }
    fclose(ranges);
    if (odometry != NULL) fclose(odometry);
    rangekit_tracker_destroy(tracker);
    free(memory);
    return 0;
}
