/* Two ends of a session with a link between them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_SESSION_SUPPORT_H
#define RANGEKIT_TESTS_SESSION_SUPPORT_H

#include "support.h"

#define SECOND INT64_C(1000000000)

enum { DIALECT_NONE, DIALECT_RANGEKIT, DIALECT_ACCESSORY, DIALECT_ANDROID, DIALECT_SOUNDING };

/* One end, its host, and the events that the host has taken. */
struct session_end {
    rangekit_session *session;
    uint64_t memory[1024];
    int dialect;
    int64_t now;
    size_t event_count;
    rangekit_session_event events[64];
    uint8_t data[64][384];
};

struct session_pair {
    struct session_end controller, accessory;
    size_t frames; /* that crossed the link */
};

/* What a dialect's accessory offers, and what its controller configures; valid bytes. */
size_t session_offer(int dialect, uint8_t first, uint8_t *out, size_t capacity);
size_t session_configuration(int dialect, uint8_t *out, size_t capacity);
uint64_t session_identity(int dialect, uint8_t first);

rangekit_status session_use(rangekit_session *session, int dialect);

/* Makes an end in its own memory; an accessory has its offer. */
void session_make(struct session_end *end, int dialect, const rangekit_session_options *options);
/* Makes both, controllers with the options and accessories with the same but the role. */
void session_make_pair(struct session_pair *pair, int dialect, const rangekit_session_options *options);
void session_end_pair(struct session_pair *pair);

/* Moves every frame across until there is none, then takes all events. */
void session_pump(struct session_pair *pair);
void session_take_events(struct session_end *end);
/* Both clocks, and what was due. */
void session_advance(struct session_pair *pair, int64_t now);
/* From idle to RUNNING on both sides; every event is taken and forgotten. */
void session_start_pair(struct session_pair *pair);

int session_state(rangekit_session *session);
/* Checks the kinds of all events since the last time, and forgets them. */
void session_expect_at(struct session_end *end, size_t count, const int *kinds, const char *file, int line);
#define session_expect(end, ...)                                                                      \
    do {                                                                                              \
        const int kinds_[] = {__VA_ARGS__};                                                           \
        session_expect_at((end), COUNT_OF(kinds_), kinds_, __FILE__, __LINE__);                       \
    } while (0)
#define session_expect_none(end) session_expect_at((end), 0, NULL, __FILE__, __LINE__)

void session_assert_state_at(rangekit_session *session, int state, const char *file, int line);
#define session_assert_state(end, state) session_assert_state_at((end)->session, (state), __FILE__, __LINE__)

#endif
