/* Plays a walk into the locator, in plain C: what a device that ranges and knows its own motion would do.
 *
 *   locate < walk.csv
 *
 * Lines are t_s,x_m,y_m,z_m,qx,qy,qz,qw,target,range_m as `rangekit simulate-walk` writes them: a pose, or a
 * distance to one target. All memory is static: the same program runs on a microcontroller.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <rangekit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEER 1

static uint64_t memory[8192];

/* The next cell of a line as a number; 0 and *is_there = 0 for an empty one. */
static double take(char **line, int *is_there) {
    char *start = *line, *end = start + strcspn(start, ",\r\n");
    *line = *end == ',' ? end + 1 : end;
    *is_there = end != start;
    return *is_there ? strtod(start, NULL) : 0.0;
}

static int check(rangekit_status status, unsigned line) {
    if (status == RANGEKIT_OK) return 1;
    fprintf(stderr, "line %u: %s %s\n", line, rangekit_status_name(status), rangekit_status_message(status));
    return 0;
}

static void print_reasons(uint32_t reasons) {
    const char *separator = " (";
    for (uint32_t bit = 1; bit != 0 && bit <= reasons; bit <<= 1) {
        if ((reasons & bit) == 0) continue;
        printf("%s%s", separator, rangekit_reason_name(bit));
        separator = ", ";
    }
    if (reasons != 0) printf(")");
}

static void print_estimate(double time_s, const rangekit_locator_estimate *estimate) {
    printf("%7.2f s  ", time_s);
    if (estimate->fields & RANGEKIT_LOCATOR_HAS_POSITION) {
        printf("(%6.2f %6.2f %6.2f) m  ", estimate->position_m[0], estimate->position_m[1], estimate->position_m[2]);
    }
    printf("%s", rangekit_convergence_name(estimate->convergence));
    print_reasons(estimate->reasons);
    if (estimate->vertical != RANGEKIT_VERTICAL_UNKNOWN) printf(", %s", rangekit_vertical_name(estimate->vertical));
    if (estimate->fields & RANGEKIT_LOCATOR_HAS_HORIZONTAL_ANGLE) {
        printf(", %.0f degrees to the right", (double)estimate->horizontal_angle_rad * 57.29578);
    }
    if (estimate->guidance != RANGEKIT_LOCATOR_GUIDANCE_NONE) printf("; %s", rangekit_locator_guidance_message(estimate->guidance));
    printf("\n");
}

int main(void) {
    rangekit_locator *locator = NULL;
    if (!check(rangekit_locator_init(memory, sizeof memory, NULL, &locator), 0)) return 2;
    rangekit_locator_estimate estimate = RANGEKIT_LOCATOR_ESTIMATE_INIT;
    char text[1024];
    double time_s = 0, next_s = -INFINITY;
    unsigned line = 1;
    if (fgets(text, sizeof text, stdin) == NULL) return 2; /* the header */
    while (fgets(text, sizeof text, stdin) != NULL) {
        char *at = text;
        int has_time, has_pose = 1, has_range, there;
        line += 1;
        time_s = take(&at, &has_time);
        if (!has_time) continue;
        rangekit_pose pose = {.time_ns = llround(time_s * 1e9), .fields = RANGEKIT_POSE_HAS_ORIENTATION};
        for (int i = 0; i < 3; i += 1) pose.position_m[i] = take(&at, &there), has_pose &= there;
        for (int i = 0; i < 4; i += 1) pose.orientation[i] = (float)take(&at, &there), has_pose &= there;
        (void)take(&at, &there); /* the target's name: there is one */
        rangekit_locator_measurement one = {
            .sample = {.time_ns = pose.time_ns, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .peer = PEER}};
        one.sample.distance_m = (float)take(&at, &has_range);
        if (has_pose) (void)check(rangekit_locator_add_poses(locator, &pose, 1, NULL), line);
        if (has_range) (void)check(rangekit_locator_measure(locator, &one, 1, NULL), line);
        if (time_s < next_s || rangekit_locator_get_estimate(locator, PEER, 0, &estimate) != RANGEKIT_OK) continue;
        next_s = floor(time_s) + 1;
        print_estimate(time_s, &estimate);
    }
    if (rangekit_locator_get_estimate(locator, PEER, 0, &estimate) != RANGEKIT_OK) return 1;
    print_estimate(time_s, &estimate);
    rangekit_locator_destroy(locator);
    return estimate.convergence == RANGEKIT_CONVERGENCE_CONVERGED ? 0 : 1;
}
