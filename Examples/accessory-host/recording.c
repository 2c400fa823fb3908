/* recording.c - reads a recording of a ranging radio; see recording.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "recording.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "console.h"
#include "csv.h"

#define TIME_LIMIT_S 4e9 /* differences of such times, in nanoseconds, fit 64 bits */
#define LENGTH_LIMIT_M 1e9
#define REFUSALS_SAID 5
#define HEADER_TEXT_SIZE 240

enum column {
    T_S, RANGE_M, T1, T2, T3, T4, T5, T6, ANCHOR, TRUE_M, TRUE_X, TRUE_Y, TRUE_Z, AX, AY, AZ, COLUMN_COUNT
};

static const char *const column_names[COLUMN_COUNT] = {
    "t_s", "range_m", "t1", "t2", "t3", "t4", "t5", "t6", "anchor",
    "true_m", "true_x", "true_y", "true_z", "ax", "ay", "az"};

enum truth { TRUTH_NONE, TRUTH_DISTANCE, TRUTH_PLACE_2D, TRUTH_PLACE_3D };

struct reader {
    struct csv csv;
    const struct recording_options *options;
    size_t header_count;
    int columns[COLUMN_COUNT]; /* index of the column in the file, or -1 */
    enum truth truth;
};

static bool has(const struct reader *reader, int column) {
    return reader->columns[column] >= 0;
}

static const char *field(const struct reader *reader, int column) {
    return reader->csv.fields[reader->columns[column]];
}

void recording_refuse(struct recording *recording, size_t line, const char *format, ...) {
    recording->refused_count++;
    if (recording->refused_count > REFUSALS_SAID + 1)
        return;
    if (recording->refused_count == REFUSALS_SAID + 1) {
        warn("%s: more rows are refused; from here on they are only counted", recording->path);
        return;
    }
    char reason[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    warn("%s:%zu: row refused: %s", recording->path, line, reason);
}

/* ---- Header --------------------------------------------------------------------------------------- */

static bool find_columns(struct reader *reader) {
    const struct csv *csv = &reader->csv;
    char header[HEADER_TEXT_SIZE] = "";
    reader->header_count = csv->field_count;
    for (int column = 0; column < COLUMN_COUNT; column++)
        reader->columns[column] = -1;
    for (size_t i = 0; i < csv->field_count; i++) {
        append(header, sizeof header, "%s%s", i == 0 ? "" : ", ", csv->fields[i]);
        for (int column = 0; column < COLUMN_COUNT; column++) {
            if (strcmp(csv->fields[i], column_names[column]) != 0)
                continue;
            if (reader->columns[column] >= 0) {
                complain("%s:%zu: two columns are named %s", csv->path, csv->line, column_names[column]);
                return false;
            }
            reader->columns[column] = (int)i;
        }
    }
    if (!has(reader, T_S)) {
        complain("%s:%zu: no column t_s; the header line has: %s", csv->path, csv->line, header);
        return false;
    }
    for (int stamp = T1; !has(reader, RANGE_M) && stamp <= T6; stamp++) {
        if (!has(reader, stamp)) {
            complain("%s:%zu: no column range_m, and of t1 to t6 instead, %s is missing; the header line has: %s",
                     csv->path, csv->line, column_names[stamp], header);
            return false;
        }
    }
    if (reader->options->anchor != NULL && !has(reader, ANCHOR)) {
        complain("%s:%zu: --anchor is given, but there is no column anchor; the header line has: %s", csv->path,
                 csv->line, header);
        return false;
    }
    return true;
}

/* Decides where the truth comes from, and says it in recording->truth. */
static void find_truth(struct reader *reader, struct recording *recording) {
    const struct recording_options *options = reader->options;
    bool has_place = has(reader, TRUE_X) && has(reader, TRUE_Y) && has(reader, AX) && has(reader, AY);
    char *text = recording->truth;
    size_t size = sizeof recording->truth;
    reader->truth = TRUTH_NONE;
    text[0] = '\0';
    if (has(reader, TRUE_M)) {
        reader->truth = TRUTH_DISTANCE;
        append(text, size, "true_m%s", options->has_tag_height ? " (--tag-height is not needed)" : "");
    } else if (!has_place) {
        append(text, size, "not known: no column true_m, and not all of true_x, true_y, ax, ay");
    } else if (!has(reader, AZ)) {
        reader->truth = TRUTH_PLACE_2D;
        append(text, size, "true_x, true_y and the anchor's ax, ay; in the plane, for there is no az");
    } else if (options->has_tag_height) {
        reader->truth = TRUTH_PLACE_3D;
        append(text, size, "true_x, true_y and the anchor's ax, ay, az; the tag at the given height of %g m",
               options->tag_height_m);
    } else if (has(reader, TRUE_Z)) {
        reader->truth = TRUTH_PLACE_3D;
        append(text, size, "true_x, true_y, true_z and the anchor's ax, ay, az");
    } else {
        append(text, size, "not known: there is az but no true_z; --tag-height would help");
    }
}

/* ---- Rows ----------------------------------------------------------------------------------------- */

/* The number in one column. An empty field is fine where `is_there` is asked for. */
static bool read_number(const struct reader *reader, struct recording *recording, int column, double limit,
                        double *value, bool *is_there) {
    const char *text = field(reader, column);
    if (is_there != NULL) {
        *is_there = *text != '\0';
        if (!*is_there)
            return true;
    }
    const char *problem = number_read(text, limit, value);
    if (problem != NULL)
        recording_refuse(recording, reader->csv.line, "%s \"%.40s\" %s", column_names[column], text, problem);
    return problem == NULL;
}

static bool read_measurement(const struct reader *reader, struct recording *recording, struct recording_row *row) {
    if (has(reader, RANGE_M)) {
        bool is_there;
        if (!read_number(reader, recording, RANGE_M, LENGTH_LIMIT_M, &row->range_m, &is_there))
            return false;
        row->content = is_there ? RECORDING_RANGE : RECORDING_NOTHING;
        return true;
    }
    uint64_t *stamps[] = {&row->exchange.poll_tx,     &row->exchange.poll_rx,  &row->exchange.response_tx,
                          &row->exchange.response_rx, &row->exchange.final_tx, &row->exchange.final_rx};
    int empty_count = 0;
    for (int i = 0; i < 6; i++)
        empty_count += *field(reader, T1 + i) == '\0';
    row->content = empty_count == 6 ? RECORDING_NOTHING : RECORDING_EXCHANGE;
    for (int i = 0; empty_count < 6 && i < 6; i++) {
        const char *text = field(reader, T1 + i);
        const char *problem = unsigned_read(text, stamps[i]);
        if (problem != NULL) {
            recording_refuse(recording, row->line, "%s \"%.40s\" %s of ticks", column_names[T1 + i], text, problem);
            return false;
        }
    }
    return true;
}

static bool read_truth(const struct reader *reader, struct recording *recording, struct recording_row *row) {
    if (reader->truth == TRUTH_NONE)
        return true;
    if (reader->truth == TRUTH_DISTANCE)
        return read_number(reader, recording, TRUE_M, LENGTH_LIMIT_M, &row->true_m, &row->has_truth);
    bool is_height_given = reader->options->has_tag_height;
    double tag[3] = {0, 0, is_height_given ? reader->options->tag_height_m : 0};
    double anchor[3] = {0, 0, 0};
    row->has_truth = true;
    for (int axis = 0; axis < (reader->truth == TRUTH_PLACE_3D ? 3 : 2); axis++) {
        bool has_tag = true;
        bool has_anchor = true;
        if ((axis < 2 || !is_height_given) &&
            !read_number(reader, recording, TRUE_X + axis, LENGTH_LIMIT_M, &tag[axis], &has_tag))
            return false;
        if (!read_number(reader, recording, AX + axis, LENGTH_LIMIT_M, &anchor[axis], &has_anchor))
            return false;
        row->has_truth = row->has_truth && has_tag && has_anchor;
    }
    row->true_m = hypot(hypot(tag[0] - anchor[0], tag[1] - anchor[1]), tag[2] - anchor[2]);
    return true;
}

static bool find_anchor(struct recording *recording, const char *name, size_t *anchor) {
    for (*anchor = 0; *anchor < recording->anchor_count; ++*anchor)
        if (strcmp(recording->anchors[*anchor], name) == 0)
            return true;
    return false;
}

static bool read_anchor(const struct reader *reader, struct recording *recording, struct recording_row *row) {
    if (!has(reader, ANCHOR))
        return true;
    const char *name = field(reader, ANCHOR);
    size_t length = strlen(name);
    if (length == 0 || length >= RECORDING_ANCHOR_SIZE) {
        recording_refuse(recording, row->line, "anchor has a name of %zu bytes; 1 to %d are allowed", length,
                         RECORDING_ANCHOR_SIZE - 1);
        return false;
    }
    if (!find_anchor(recording, name, &row->anchor)) {
        if (recording->anchor_count == RECORDING_ANCHORS_MAX_COUNT) {
            recording_refuse(recording, row->line, "anchor %s is one more than the %d allowed", name,
                             RECORDING_ANCHORS_MAX_COUNT);
            return false;
        }
        row->anchor = recording->anchor_count++;
        memcpy(recording->anchors[row->anchor], name, length + 1);
    }
    return true;
}

static bool read_row(const struct reader *reader, struct recording *recording, struct recording_row *row) {
    memset(row, 0, sizeof *row);
    row->line = reader->csv.line;
    if (reader->csv.field_count != reader->header_count) {
        recording_refuse(recording, row->line, "%zu fields, but the header line has %zu", reader->csv.field_count,
                         reader->header_count);
        return false;
    }
    double time_s = 0;
    if (!read_number(reader, recording, T_S, TIME_LIMIT_S, &time_s, NULL))
        return false;
    row->time_ns = llround(time_s * 1e9);
    return read_measurement(reader, recording, row) && read_truth(reader, recording, row) &&
           read_anchor(reader, recording, row);
}

static bool keep_row(struct recording *recording, const struct recording_row *row) {
    if (recording->row_count == recording->capacity) {
        size_t capacity = recording->capacity == 0 ? 1024 : 2 * recording->capacity;
        struct recording_row *rows = NULL;
        if (recording->row_count < RECORDING_ROWS_MAX_COUNT)
            rows = realloc(recording->rows, capacity * sizeof *rows);
        if (rows == NULL) {
            complain("%s:%zu: too many rows to hold in memory", recording->path, row->line);
            return false;
        }
        recording->rows = rows;
        recording->capacity = capacity;
    }
    recording->rows[recording->row_count++] = *row;
    recording->anchor_row_counts[row->anchor]++;
    return true;
}

/* ---- The whole file ------------------------------------------------------------------------------- */

static bool choose_anchor(struct recording *recording, const char *wanted) {
    if (wanted != NULL && !find_anchor(recording, wanted, &recording->anchor)) {
        char names[HEADER_TEXT_SIZE] = "";
        for (size_t i = 0; i < recording->anchor_count; i++)
            append(names, sizeof names, "%s%s", i == 0 ? "" : ", ", recording->anchors[i]);
        complain("%s: no readable row of anchor \"%s\"; the anchors are: %s", recording->path, wanted, names);
        return false;
    }
    for (size_t i = 0; wanted == NULL && i < recording->anchor_count; i++)
        if (recording->anchor_row_counts[i] > recording->anchor_row_counts[recording->anchor])
            recording->anchor = i;
    size_t kept_count = 0;
    for (size_t i = 0; i < recording->row_count; i++)
        if (recording->rows[i].anchor == recording->anchor)
            recording->rows[kept_count++] = recording->rows[i];
    recording->row_count = kept_count;
    return true;
}

static bool read_all(struct reader *reader, struct recording *recording) {
    enum csv_step step = csv_next(&reader->csv);
    if (step == CSV_END)
        complain("%s:1: empty: a header line is expected, with t_s and range_m in it", recording->path);
    if (step != CSV_ROW || !find_columns(reader))
        return false;
    recording->has_anchors = has(reader, ANCHOR);
    find_truth(reader, recording);
    while ((step = csv_next(&reader->csv)) == CSV_ROW) {
        struct recording_row row;
        recording->read_count++;
        if (read_row(reader, recording, &row) && !keep_row(recording, &row))
            return false;
    }
    if (step == CSV_FAILED)
        return false;
    if (recording->row_count == 0) {
        complain("%s:%zu: no row can be replayed: of %zu rows %zu were refused", recording->path, reader->csv.line,
                 recording->read_count, recording->refused_count);
        return false;
    }
    return choose_anchor(recording, reader->options->anchor);
}

bool recording_read(const struct recording_options *options, struct recording *recording) {
    struct reader reader = {.options = options};
    memset(recording, 0, sizeof *recording);
    recording->path = options->path;
    if (!csv_open(&reader.csv, options->path))
        return false;
    bool is_read = read_all(&reader, recording);
    csv_close(&reader.csv);
    return is_read;
}

void recording_free(struct recording *recording) {
    free(recording->rows);
    recording->rows = NULL;
}

void recording_say(const struct recording *recording) {
    const struct recording_row *rows = recording->rows;
    say("replays %s: %zu rows from %.1f to %.1f s", recording->path, recording->row_count,
        seconds(rows[0].time_ns), seconds(rows[recording->row_count - 1].time_ns));
    if (recording->has_anchors)
        say("  of %zu rows in the file: those of anchor %s, one of %zu anchors", recording->read_count,
            recording->anchors[recording->anchor], recording->anchor_count);
    say("  truth: %s", recording->truth);
}
