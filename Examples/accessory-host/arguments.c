/* arguments.c - the command line and the numbers in it; see arguments.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "arguments.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

const char *number_read(const char *text, double limit, double *value) {
    /* strtod also takes "nan", "inf" and hexadecimal, which no recording means. */
    if (*text == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0')
        return "is not a number";
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0')
        return "is not a number";
    if (!isfinite(number) || fabs(number) > limit)
        return "is out of range";
    *value = number;
    return NULL;
}

const char *unsigned_read(const char *text, uint64_t *value) {
    if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
        return "is not a whole number";
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    if (errno == ERANGE)
        return "is out of range";
    *value = number;
    return NULL;
}

bool argument_is(struct arguments *arguments, const char *name) {
    if (strcmp(arguments->values[arguments->next], name) != 0)
        return false;
    arguments->next++;
    return true;
}

bool argument_text(struct arguments *arguments, const char **value) {
    if (arguments->next >= arguments->count) {
        complain("%s needs a value", arguments->values[arguments->next - 1]);
        return false;
    }
    *value = arguments->values[arguments->next++];
    return true;
}

bool argument_number(struct arguments *arguments, double low, double high, double *value) {
    const char *name = arguments->values[arguments->next - 1];
    const char *text;
    double number;
    if (!argument_text(arguments, &text))
        return false;
    if (number_read(text, HUGE_VAL, &number) != NULL || number < low || number > high) {
        complain("%s is \"%.40s\": a number from %g to %g is needed", name, text, low, high);
        return false;
    }
    *value = number;
    return true;
}

bool argument_whole(struct arguments *arguments, uint32_t low, uint32_t high, uint32_t *value) {
    const char *name = arguments->values[arguments->next - 1];
    const char *text;
    uint64_t number;
    if (!argument_text(arguments, &text))
        return false;
    if (unsigned_read(text, &number) != NULL || number < low || number > high) {
        complain("%s is \"%.40s\": a whole number from %u to %u is needed", name, text, (unsigned)low, (unsigned)high);
        return false;
    }
    *value = (uint32_t)number;
    return true;
}
