/* csv.c - comma-separated values, a line at a time; see csv.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "csv.h"

#include <errno.h>
#include <string.h>

#include "console.h"

bool csv_open(struct csv *csv, const char *path) {
    csv->path = path;
    csv->line = 0;
    csv->field_count = 0;
    csv->file = fopen(path, "rb");
    if (csv->file == NULL)
        complain("%s cannot be opened: %s", path, strerror(errno));
    return csv->file != NULL;
}

void csv_close(struct csv *csv) {
    fclose(csv->file);
    csv->file = NULL;
}

/* Reads one line into csv->text, without its end. */
static enum csv_step read_line(struct csv *csv) {
    size_t length = 0;
    int byte;
    csv->line++;
    while ((byte = getc(csv->file)) != EOF && byte != '\n') {
        if (byte == '\0') {
            complain("%s:%zu: a zero byte: this is not a text file", csv->path, csv->line);
            return CSV_FAILED;
        }
        if (length == CSV_LINE_SIZE - 1) {
            complain("%s:%zu: longer than %d bytes: this is not a recording", csv->path, csv->line,
                     CSV_LINE_SIZE - 1);
            return CSV_FAILED;
        }
        csv->text[length++] = (char)byte;
    }
    if (ferror(csv->file)) {
        complain("%s:%zu: cannot be read: %s", csv->path, csv->line, strerror(errno));
        return CSV_FAILED;
    }
    if (byte == EOF && length == 0) {
        csv->line--;
        return CSV_END;
    }
    if (length > 0 && csv->text[length - 1] == '\r')
        length--;
    csv->text[length] = '\0';
    return CSV_ROW;
}

/* The field in `text` without blanks and quotes around it; cuts `text`. */
static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    text[length] = '\0';
    return text;
}

static bool split(struct csv *csv, char *text) {
    csv->field_count = 0;
    for (char *field = text; field != NULL;) {
        char *comma = strchr(field, ',');
        if (comma != NULL)
            *comma++ = '\0';
        if (csv->field_count == CSV_FIELDS_MAX_COUNT) {
            complain("%s:%zu: more than %d columns", csv->path, csv->line, CSV_FIELDS_MAX_COUNT);
            return false;
        }
        csv->fields[csv->field_count++] = trim(field);
        field = comma;
    }
    return true;
}

enum csv_step csv_next(struct csv *csv) {
    for (;;) {
        enum csv_step step = read_line(csv);
        if (step != CSV_ROW)
            return step;
        char *text = csv->text;
        if (csv->line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0)
            text += 3;
        if (text[strspn(text, " \t")] == '\0' || text[0] == '#')
            continue;
        return split(csv, text) ? CSV_ROW : CSV_FAILED;
    }
}
