/* recording.h - a recording of a ranging radio: any CSV with a header line. Columns are found by name
 * and may stand in any order; others are passed over.
 *
 *   t_s                       seconds, required, not backwards
 *   range_m                   the measured distance; an empty field: nothing was measured then
 *   t1 t2 t3 t4 t5 t6         instead of range_m: device ticks of a double-sided exchange (rangekit/twr.h)
 *   anchor                    who was measured, any text; one anchor is replayed
 *   true_m                    the true distance, or
 *   true_x true_y [true_z]    the true place, next to
 *   ax ay [az]                the anchor's place. Empty fields: the truth is not known then
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rangekit.h>

#define RECORDING_ANCHOR_SIZE 32
#define RECORDING_ANCHORS_MAX_COUNT 64
#define RECORDING_ROWS_MAX_COUNT 10000000
#define RECORDING_TRUTH_TEXT_SIZE 160

enum recording_content { RECORDING_NOTHING, RECORDING_RANGE, RECORDING_EXCHANGE };

struct recording_row {
    size_t line; /* in the file, from 1 */
    int64_t time_ns;
    size_t anchor;
    enum recording_content content;
    double range_m;                              /* RECORDING_RANGE */
    rangekit_twr_double_sided_exchange exchange; /* RECORDING_EXCHANGE */
    bool has_truth;
    double true_m;
};

struct recording_options {
    const char *path;
    const char *anchor; /* NULL: the anchor with most rows */
    bool has_tag_height;
    double tag_height_m; /* instead of true_z */
};

struct recording {
    const char *path;
    struct recording_row *rows; /* of the chosen anchor, in the file's order */
    size_t row_count;
    size_t capacity;
    size_t read_count;    /* data rows in the file, of all anchors */
    size_t refused_count; /* of these: rows that could not be read, or not replayed */
    bool has_anchors;
    size_t anchor; /* the chosen one */
    size_t anchor_count;
    size_t anchor_row_counts[RECORDING_ANCHORS_MAX_COUNT];
    char anchors[RECORDING_ANCHORS_MAX_COUNT][RECORDING_ANCHOR_SIZE];
    char truth[RECORDING_TRUTH_TEXT_SIZE]; /* where the truth comes from, in words */
};

/* Reads a recording. Rows that make no sense are refused one by one, as recording_refuse says. What
 * makes the file useless is complained about, with file and line; then returns false. End with
 * recording_free in both cases. */
bool recording_read(const struct recording_options *options, struct recording *recording);

void recording_free(struct recording *recording);

/* Counts one row as refused and says why; from the sixth on they are only counted. */
__attribute__((format(printf, 3, 4))) void recording_refuse(struct recording *recording, size_t line,
                                                            const char *format, ...);

/* Says what will be replayed: file, rows, anchor, time, truth. */
void recording_say(const struct recording *recording);

#endif /* RECORDING_H */
