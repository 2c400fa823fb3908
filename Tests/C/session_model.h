/* One end of a RangeKit session as the tests have it: predicts the status of every call, the state, the events and the
 * messages. Written from session.h and rangekit.cddl; its transitions are session_table_model.c's.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_SESSION_MODEL_H
#define RANGEKIT_TESTS_SESSION_MODEL_H

#include "session_messages.h"
#include "session_support.h"

enum { MODEL_EVENTS = 16, MODEL_DATA = 16 };

struct model_event {
    int event, detail;
    uint32_t data;
};

struct model_entry {
    int is_wake;
    uint32_t value;
};

struct session_model {
    rangekit_session_options options;
    int is_accessory, state, control, motion, peer_motion;
    int is_alive_due, is_data_due, is_acknowledgement_due, is_link_up, has_run, is_resuming, is_known, has_configuration;
    int has_woken, is_limited;
    int64_t now, window, retry, keep_alive, limit, woken;
    uint32_t session, previous, run, number, expected, motion_number, peer_motion_number;
    uint32_t stop_session, stop_run, stop_reason;
    uint64_t own_identity, peer_identity;
    size_t entry_count, event_count;
    struct model_entry entries[MODEL_DATA];
    struct model_event events[MODEL_EVENTS];
};

void session_model_make(struct session_model *model, const rangekit_session_options *options, uint64_t own_identity);

/* The calls, each with the status that the library must give. Data are 4 bytes, a number. */
rangekit_status session_model_advance(struct session_model *model, int64_t now);
rangekit_status session_model_input(struct session_model *model, int input, int64_t now); /* no argument beside time */
rangekit_status session_model_run(struct session_model *model, uint32_t lacks, int64_t now);
rangekit_status session_model_link(struct session_model *model, int is_up, int64_t now);
rangekit_status session_model_measure(struct session_model *model, uint32_t peer, int64_t now);
rangekit_status session_model_send(struct session_model *model, uint32_t value, int64_t now);
rangekit_status session_model_wake(struct session_model *model, uint32_t what, int64_t now);
rangekit_status session_model_move(struct session_model *model, int motion, int64_t now);
/* `identity` is that of the token in a request or offer. */
rangekit_status session_model_receive(struct session_model *model, const struct session_message *message,
                                      uint64_t identity, int64_t now);
/* The next message, without its bytes; 0 for none. */
int session_model_outgoing(struct session_model *model, struct session_message *message);

#endif
