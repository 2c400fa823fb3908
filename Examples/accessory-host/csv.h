/* csv.h - comma-separated values, a line at a time: CRLF or LF, with or without a last newline, a byte
 * order mark, quoted fields (without commas inside); empty lines and lines that start with # are
 * skipped.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stdio.h>

#define CSV_LINE_SIZE 4096 /* one byte more than the longest line */
#define CSV_FIELDS_MAX_COUNT 256

struct csv {
    const char *path;
    FILE *file;
    size_t line; /* number of the line in `fields`, from 1; at the end: how many there are */
    size_t field_count;
    char *fields[CSV_FIELDS_MAX_COUNT]; /* into `text`, without blanks around them */
    char text[CSV_LINE_SIZE];
};

enum csv_step { CSV_ROW, CSV_END, CSV_FAILED };

/* Opens a file; complains and returns false if it cannot be read. */
bool csv_open(struct csv *csv, const char *path);

/* Reads the next line into csv->fields. CSV_FAILED: the file is not one that can be read; it has
 * complained, with file and line. */
enum csv_step csv_next(struct csv *csv);

void csv_close(struct csv *csv);

#endif /* CSV_H */
