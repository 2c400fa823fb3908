/* The table of sessions once more, by state where the library has it by input, written down from the rules in
 * session.h and not from the library.
 *
 * SPDX-License-Identifier: MIT
 */
#include "session_table_model.h"

#define GO(input, next, send, event) {RANGEKIT_SESSION_INPUT_##input, {RANGEKIT_SESSION_##next, \
    RANGEKIT_SESSION_SEND_##send, RANGEKIT_SESSION_EVENT_##event, 0, 0}}
#define BEGIN(input, next, send, event) {RANGEKIT_SESSION_INPUT_##input, {RANGEKIT_SESSION_##next, \
    RANGEKIT_SESSION_SEND_##send, RANGEKIT_SESSION_EVENT_##event, 0, 1}}
#define NO(input, why) {RANGEKIT_SESSION_INPUT_##input, {-1, 0, 0, RANGEKIT_ERROR_SESSION_##why, 0}}

/* What a host's call cannot do in most states. */
#define NOT_HERE NO(CONFIGURE, STATE), NO(START, STATE), NO(WAKE, STATE), NO(MEASURE, NOT_RUNNING)
/* From where a session runs. */
#define RUNS                                                                                            \
    BEGIN(OPEN, OPENING, REQUEST, NOTHING), BEGIN(RESUME, CONFIRMING, CONFIGURATION, NOTHING),          \
        GO(SERVE, WAITING, READY, NOTHING), GO(RADIO, CONFIGURING, NOTHING, NOTHING),                   \
        GO(REFUSE, INVALIDATED, STOP, INVALIDATED), GO(SUSPEND, SUSPENDED, NOTHING, SUSPENDED)
#define ENDS GO(INVALIDATE, INVALIDATED, STOP, INVALIDATED), GO(FAIL, INVALIDATED, STOP, INVALIDATED)
/* What every active session does with its host's calls. */
#define STOPS GO(PAUSE, PAUSED, STOP, NOTHING), GO(SUSPEND, SUSPENDED, STOP, SUSPENDED), ENDS
/* A peer that believes in a run that this side has stopped hears so. */
#define ANSWERS(state)                                                                                         \
    GO(PEER_STARTED, state, STOP, NOTHING), GO(PEER_ALIVE, state, STOP, NOTHING),                              \
        GO(PEER_DATA, state, STOP, NOTHING), GO(PEER_WAKE, state, STOP, NOTHING), GO(PEER_STALE, state, STOP, NOTHING)
#define DECLINES(state)                                                                    \
    GO(PEER_REQUEST, state, STOP, NOTHING), GO(PEER_CONFIGURE, state, STOP, NOTHING),      \
        GO(PEER_AGAIN, state, STOP, NOTHING)
#define TALKS(state)                                                                       \
    GO(SEND, state, DATA, NOTHING), GO(MOVE, state, MOTION, NOTHING)
#define HEARS(state)                                                                       \
    GO(PEER_DATA, state, NOTHING, DATA), GO(PEER_MOTION, state, NOTHING, MOTION),          \
        GO(PEER_WAKE, state, NOTHING, WAKE), GO(PEER_STALE, state, STOP, NOTHING)
#define ENDED_BY_PEER GO(PEER_ENDED, REMOVED, NOTHING, REMOVED)
#define LEFT_BY_PEER GO(PEER_AWAY, AWAY, STOPPED, PEER_PAUSED), ENDED_BY_PEER
#define RUNS_OUT GO(WINDOW, REMOVED, STOP, REMOVED)
#define LOSES_LINK GO(LINK_DOWN, LOST, NOTHING, LINK_LOST)

static const struct session_cell idle[] = {
    RUNS, NOT_HERE, NO(SEND, STATE), GO(MOVE, IDLE, MOTION, NOTHING),
    GO(INVALIDATE, INVALIDATED, NOTHING, INVALIDATED), GO(FAIL, INVALIDATED, NOTHING, INVALIDATED),
};
static const struct session_cell waiting[] = {
    NOT_HERE, STOPS, TALKS(WAITING), HEARS(WAITING),
    GO(PEER_REQUEST, OPENING, OFFER, NOTHING), GO(PEER_CONFIGURE, CONFIGURING, NOTHING, CONFIGURED),
    GO(PEER_AGAIN, WAITING, READY, NOTHING), GO(PEER_ALIVE, WAITING, READY, NOTHING), GO(RETRY, WAITING, READY, NOTHING),
};
static const struct session_cell opening[] = {
    NOT_HERE, STOPS, TALKS(OPENING), HEARS(OPENING), LEFT_BY_PEER, RUNS_OUT, LOSES_LINK,
    BEGIN(PEER_READY, OPENING, REQUEST, NOTHING), GO(PEER_REQUEST, OPENING, OFFER, NOTHING),
    GO(PEER_OFFER, CONFIGURING, NOTHING, OFFERED), GO(PEER_CONFIGURE, CONFIGURING, NOTHING, CONFIGURED),
    GO(PEER_AGAIN, OPENING, OFFER, NOTHING), GO(RETRY, OPENING, REQUEST, NOTHING),
};
static const struct session_cell configuring[] = {
    NO(WAKE, STATE), NO(MEASURE, NOT_RUNNING), STOPS, TALKS(CONFIGURING), HEARS(CONFIGURING), LEFT_BY_PEER, RUNS_OUT,
    LOSES_LINK,
    GO(CONFIGURE, CONFIRMING, CONFIGURATION, NOTHING), GO(START, RUNNING, STARTED, RUNNING),
    BEGIN(PEER_READY, OPENING, REQUEST, NOTHING), GO(PEER_REQUEST, OPENING, OFFER, PEER_PAUSED),
    GO(PEER_CONFIGURE, CONFIGURING, NOTHING, CONFIGURED), BEGIN(PEER_UNKNOWN, OPENING, REQUEST, NOTHING),
};
static const struct session_cell confirming[] = {
    NO(CONFIGURE, STATE), NO(WAKE, STATE), NO(MEASURE, NOT_RUNNING), STOPS, TALKS(CONFIRMING), HEARS(CONFIRMING),
    LEFT_BY_PEER, RUNS_OUT, LOSES_LINK,
    GO(START, RUNNING, STARTED, RUNNING), GO(PEER_STARTED, RUNNING, NOTHING, RUNNING),
    GO(PEER_ALIVE, RUNNING, NOTHING, RUNNING), BEGIN(PEER_READY, OPENING, REQUEST, NOTHING),
    BEGIN(PEER_UNKNOWN, OPENING, REQUEST, NOTHING), GO(RETRY, CONFIRMING, CONFIGURATION, NOTHING),
};
static const struct session_cell running[] = {
    STOPS, TALKS(RUNNING), HEARS(RUNNING), LEFT_BY_PEER, RUNS_OUT, LOSES_LINK,
    BEGIN(CONFIGURE, CONFIRMING, CONFIGURATION, NOTHING), GO(MEASURE, RUNNING, NOTHING, SAMPLE),
    GO(WAKE, RUNNING, WAKE, NOTHING), BEGIN(PEER_READY, OPENING, REQUEST, PEER_PAUSED),
    GO(PEER_REQUEST, OPENING, OFFER, PEER_PAUSED), GO(PEER_CONFIGURE, CONFIGURING, NOTHING, CONFIGURED),
    GO(PEER_AGAIN, RUNNING, STARTED, NOTHING), BEGIN(PEER_UNKNOWN, OPENING, REQUEST, PEER_PAUSED),
    GO(RETRY, RUNNING, DATA, NOTHING), GO(KEEP_ALIVE, RUNNING, ALIVE, NOTHING),
    GO(LIMIT, INVALIDATED, STOP, INVALIDATED),
};
static const struct session_cell away[] = {
    NOT_HERE, STOPS, TALKS(AWAY), HEARS(AWAY), ENDED_BY_PEER, RUNS_OUT, LOSES_LINK,
    BEGIN(OPEN, OPENING, REQUEST, NOTHING), BEGIN(RESUME, CONFIRMING, CONFIGURATION, NOTHING),
    BEGIN(PEER_READY, OPENING, REQUEST, NOTHING), GO(PEER_REQUEST, OPENING, OFFER, NOTHING),
    GO(PEER_CONFIGURE, CONFIGURING, NOTHING, CONFIGURED), BEGIN(PEER_UNKNOWN, OPENING, REQUEST, NOTHING),
    GO(PEER_AGAIN, AWAY, READY, NOTHING), GO(PEER_ALIVE, AWAY, READY, NOTHING),
};
static const struct session_cell lost[] = {
    NO(CONFIGURE, STATE), NO(START, STATE), NO(WAKE, STATE), STOPS, TALKS(LOST), HEARS(LOST), RUNS_OUT,
    GO(LINK_UP, AWAY, NOTHING, NOTHING), GO(MEASURE, LOST, NOTHING, SAMPLE),
};
static const struct session_cell paused[] = {
    RUNS, NOT_HERE, ENDS, TALKS(PAUSED), ANSWERS(PAUSED), DECLINES(PAUSED), ENDED_BY_PEER,
};
static const struct session_cell suspended[] = {
    NO(OPEN, SUSPENDED), NO(RESUME, SUSPENDED), NO(SERVE, SUSPENDED), NO(RADIO, SUSPENDED), NO(REFUSE, SUSPENDED),
    NOT_HERE, ENDS, TALKS(SUSPENDED), ANSWERS(SUSPENDED), DECLINES(SUSPENDED),
    GO(END_SUSPENSION, SUSPENSION_ENDED, NOTHING, SUSPENSION_ENDED),
};
static const struct session_cell suspension_ended[] = {
    RUNS, NOT_HERE, ENDS, TALKS(SUSPENSION_ENDED), ANSWERS(SUSPENSION_ENDED), DECLINES(SUSPENSION_ENDED), ENDED_BY_PEER,
};
static const struct session_cell removed[] = {
    RUNS, NOT_HERE, ENDS, TALKS(REMOVED), ANSWERS(REMOVED),
};
static const struct session_cell invalidated[] = {
    NO(OPEN, INVALIDATED), NO(RESUME, INVALIDATED), NO(SERVE, INVALIDATED), NO(RADIO, INVALIDATED),
    NO(REFUSE, INVALIDATED), NO(CONFIGURE, INVALIDATED), NO(START, INVALIDATED), NO(PAUSE, INVALIDATED),
    NO(SUSPEND, INVALIDATED), NO(END_SUSPENSION, INVALIDATED), NO(MEASURE, NOT_RUNNING), NO(SEND, INVALIDATED),
    NO(MOVE, INVALIDATED), NO(WAKE, INVALIDATED), ANSWERS(INVALIDATED), DECLINES(INVALIDATED),
};

#define STATE(name) {name, sizeof name / sizeof name[0]}
static const struct {
    const struct session_cell *cells;
    size_t count;
} states[] = {
    STATE(idle),   STATE(waiting), STATE(opening), STATE(configuring),      STATE(confirming), STATE(running),
    STATE(away),   STATE(lost),    STATE(paused),  STATE(suspended),        STATE(suspension_ended), STATE(removed),
    STATE(invalidated),
};

struct rangekit_session_transition session_model_cell(int state, int input) {
    rangekit_session_transition none = {state, 0, 0, 0, 0};
    for (size_t i = 0; i < states[state].count; i += 1) {
        if (states[state].cells[i].input != input) continue;
        rangekit_session_transition found = states[state].cells[i].transition;
        if (found.next < 0) found.next = state;
        return found;
    }
    return none;
}
