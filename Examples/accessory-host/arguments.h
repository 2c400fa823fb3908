/* arguments.h - the command line, "--name value" after "--name value", and the numbers in it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Exit codes of both programs. */
#define EXIT_SESSION_FAILED 1
#define EXIT_USAGE 2

/* Reads all of `text` as a finite decimal number of at most +-limit. Returns NULL, or what is wrong
 * with it ("is not a number"); then `value` is unchanged. */
const char *number_read(const char *text, double limit, double *value);

/* Reads all of `text` as a decimal number from 0 to 2^64 - 1; as number_read. */
const char *unsigned_read(const char *text, uint64_t *value);

struct arguments {
    int count;
    char **values;
    int next; /* index of the argument to look at; start with 1 */
};

/* Steps over the next argument if it is `name`. */
bool argument_is(struct arguments *arguments, const char *name);

/* The value after an option; complains and returns false if there is none. */
bool argument_text(struct arguments *arguments, const char **value);

/* The number after an option; complains and returns false if it is not one from `low` to `high`. */
bool argument_number(struct arguments *arguments, double low, double high, double *value);

/* The whole number after an option; as argument_number. */
bool argument_whole(struct arguments *arguments, uint32_t low, uint32_t high, uint32_t *value);

#endif /* ARGUMENTS_H */
