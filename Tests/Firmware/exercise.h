/* A tour through the whole library that gives the same bytes on every machine: the host program and the
 * bare-metal image run it and their outputs are compared.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_EXERCISE_H
#define RANGEKIT_TESTS_EXERCISE_H

#include <stddef.h>
#include <stdint.h>

#include "rangekit.h"

/* Takes one line: what it is and its bytes. Each machine's main program has its own. */
void put(const char *label, const uint8_t *bytes, size_t size);

/* The parts. Each gives the same lines whether or not others ran before it. */
struct exercise_part {
    const char *name;
    void (*run)(void);
};

/* A tracker, and two sessions, need more RAM than the smallest machine has. */
#define EXERCISE_PARTS_SMALL 8
#ifdef EXERCISE_SMALL
#define EXERCISE_PARTS EXERCISE_PARTS_SMALL
#else
#define EXERCISE_PARTS 10
#endif
extern const struct exercise_part exercise_parts[EXERCISE_PARTS];

void exercise_base(void);
void exercise_tokens(void);
void exercise_ranging(void);
void exercise_quality(void);
void exercise_configuration(void);
void exercise_zone(void);
void exercise_misuse(void);
void exercise_rooms(void);
void exercise_tracker(void);
void exercise_session(void);

/* ---- What the parts share ---- */

/* Numbers as bytes, most significant first, so that the output does not depend on the machine. */
void put_number(const char *label, uint64_t value, size_t bytes);
void put_status(const char *label, int32_t status);
void put_text(const char *label, const char *text);
void put_double(const char *label, double value);
void put_float(const char *label, float value);

/* A running digest (FNV-1a, 64 bits) for what is too much to print. */
extern uint64_t exercise_digest;
void digest_reset(void);
void digest_number(uint64_t value, size_t bytes);
void digest_float(float value);
void digest_double(double value);

/* Tokens that the parts use in turn: too large for a small stack. */
extern rangekit_token exercise_local, exercise_peer;

/* Random numbers (splitmix64), from a start that each part sets. */
extern uint64_t exercise_random_state;
uint64_t exercise_random(void);

#endif
