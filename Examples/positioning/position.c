/* From ranges to positions, each with its error:
 *
 *   position anchors.csv samples.csv [height]
 *
 * anchors.csv has the lines "x_m,y_m,z_m", anchor 0 first; samples.csv "t_s,anchor,range_m,stddev_m" with the samples
 * of one moment after each other. Both begin with a line that names the columns. With a height, the tag is sought in
 * the plane at that height; without one, in space.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <rangekit.h>

#define MAX_ANCHORS 64
#define MAX_SAMPLES 256 /* of one moment */

struct moment {
    double t_s;
    rangekit_measurement rows[MAX_SAMPLES];
    size_t count;
};

static FILE *open_table(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    int character;
    while ((character = fgetc(file)) != '\n' && character != EOF) {} /* the names of the columns */
    return file;
}

static size_t read_anchors(const char *path, rangekit_anchor *anchors) {
    FILE *file = open_table(path);
    size_t count = 0;
    while (count < MAX_ANCHORS &&
           fscanf(file, "%lf,%lf,%lf", &anchors[count].x_m, &anchors[count].y_m, &anchors[count].z_m) == 3) {
        count += 1;
    }
    fclose(file);
    return count;
}

static void print_fix(const rangekit_position_options *options, const rangekit_anchor *anchors, size_t anchor_count,
                      const struct moment *moment) {
    rangekit_measurement_result results[MAX_SAMPLES];
    rangekit_position position;
    rangekit_status status =
        rangekit_position_fix(options, anchors, anchor_count, moment->rows, moment->count, results, &position);
    if (status != RANGEKIT_OK) {
        printf("%.4f,,,,,,,%u,%s\n", moment->t_s, (unsigned)position.used_count, rangekit_status_name(status));
        return;
    }
    printf("%.4f,%.6f,%.6f,%.6f,%.4f,%.4f,%.4f,%u,\n", moment->t_s, position.x_m, position.y_m, position.z_m,
           sqrt(position.covariance_m2[0]), sqrt(position.covariance_m2[3]), sqrt(position.covariance_m2[5]),
           (unsigned)position.used_count);
    if (position.fields & RANGEKIT_POSITION_HAS_MIRROR) {
        fprintf(stderr, "%.4f: the place (%.2f, %.2f, %.2f) fits as well\n", moment->t_s, position.mirror_x_m,
                position.mirror_y_m, position.mirror_z_m);
    }
    for (size_t i = 0; i < moment->count; i += 1) {
        if (results[i].status == RANGEKIT_OK) continue;
        fprintf(stderr, "%.4f: range %.3f m to anchor %u left out, %+.2f m off: %s\n", moment->t_s,
                moment->rows[i].value, (unsigned)moment->rows[i].anchor, results[i].residual,
                rangekit_status_message(results[i].status));
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count < 3 || argument_count > 4) {
        fprintf(stderr, "usage: position anchors.csv samples.csv [height]\n");
        return 2;
    }
    rangekit_anchor anchors[MAX_ANCHORS];
    size_t anchor_count = read_anchors(arguments[1], anchors);
    rangekit_position_options options = RANGEKIT_POSITION_OPTIONS_INIT;
    if (argument_count == 4) {
        options.dimensions = 2;
        options.fields = RANGEKIT_POSITION_HAS_HEIGHT;
        options.height_m = strtod(arguments[3], NULL);
    }

    FILE *file = open_table(arguments[2]);
    struct moment moment = {0};
    double t_s, range_m, stddev_m;
    unsigned anchor;
    printf("t_s,x_m,y_m,z_m,stddev_x_m,stddev_y_m,stddev_z_m,used,error\n");
    while (fscanf(file, "%lf,%u,%lf,%lf", &t_s, &anchor, &range_m, &stddev_m) == 4) {
        if (moment.count > 0 && (t_s > moment.t_s || t_s < moment.t_s)) {
            print_fix(&options, anchors, anchor_count, &moment);
            moment.count = 0;
        }
        moment.t_s = t_s;
        if (moment.count < MAX_SAMPLES) {
            moment.rows[moment.count++] =
                (rangekit_measurement){range_m, (float)stddev_m, RANGEKIT_MEASUREMENT_RANGE, anchor, 0};
        }
    }
    if (moment.count > 0) print_fix(&options, anchors, anchor_count, &moment);
    fclose(file);
    return 0;
}
