/* SPDX-License-Identifier: MIT */
#include "session_model.h"

#include "session_table_model.h"

#define STATE(name) RANGEKIT_SESSION_##name
#define INPUT(name) RANGEKIT_SESSION_INPUT_##name
#define SEND(name) RANGEKIT_SESSION_SEND_##name
#define EVENT(name) RANGEKIT_SESSION_EVENT_##name

static const int64_t never = INT64_MAX;

void session_model_make(struct session_model *model, const rangekit_session_options *options, uint64_t own_identity) {
    memset(model, 0, sizeof *model);
    model->options = *options;
    model->is_accessory = options->role == RANGEKIT_SESSION_ROLE_ACCESSORY;
    model->is_link_up = 1;
    model->window = model->retry = model->keep_alive = model->limit = never;
    model->session = model->is_accessory ? 0 : options->session_id;
    model->number = model->expected = 1;
    model->own_identity = own_identity;
    model->peer_identity = options->peer_identity;
    model->now = INT64_MIN;
}

static int is_starting(int state) { return state >= STATE(OPENING) && state <= STATE(CONFIRMING); }
static int is_active(int state) { return state >= STATE(WAITING) && state <= STATE(LOST); }

static void emit(struct session_model *model, int event, int detail, uint32_t data) {
    assert_true(model->event_count < MODEL_EVENTS);
    model->events[model->event_count] = (struct model_event){event, detail, data};
    model->event_count += 1;
}

static void hear(struct session_model *model) {
    if (model->state == STATE(RUNNING)) {
        model->window = model->options.silence_timeout_ns ? model->now + model->options.silence_timeout_ns : never;
    }
}

static void move_to(struct session_model *model, int next) {
    int old = model->state;
    model->state = next;
    model->retry = model->keep_alive = never;
    if (model->control != SEND(STOP)) model->control = 0;
    if (is_starting(next)) {
        if (!is_starting(old)) model->window = model->now + model->options.start_window_ns;
        return;
    }
    if (next == STATE(RUNNING)) {
        hear(model);
        if (model->options.active_limit_ns && model->limit == never) model->limit = model->now + model->options.active_limit_ns;
        if (model->options.keep_alive_ns) model->keep_alive = model->now + model->options.keep_alive_ns;
        model->is_alive_due = model->motion != RANGEKIT_MOTION_UNKNOWN;
        model->is_data_due = model->entry_count > 0;
        if (model->is_data_due) model->retry = model->now + model->options.retry_interval_ns;
        return;
    }
    model->window = next == STATE(AWAY)   ? model->now + model->options.away_timeout_ns
                    : next == STATE(LOST) ? model->now + model->options.resume_window_ns
                                          : never;
    if (next == STATE(AWAY) || next == STATE(WAITING)) return;
    model->control = 0;
    model->is_alive_due = model->is_acknowledgement_due = 0;
    if (next != STATE(LOST)) model->limit = never;
}

static void note(struct session_model *model, int send) {
    switch (send) {
    case SEND(NOTHING):
    case SEND(STOPPED): return;
    case SEND(ALIVE):
    case SEND(MOTION): model->is_alive_due = 1; return;
    case SEND(DATA):
    case SEND(WAKE):
        model->is_data_due = 1;
        if (model->state == STATE(RUNNING)) model->retry = model->now + model->options.retry_interval_ns;
        return;
    case SEND(READY):
        if (!model->is_accessory) return;
        model->control = send;
        if (model->retry == never && model->options.keep_alive_ns) model->retry = model->now + model->options.keep_alive_ns;
        return;
    default: break;
    }
    model->control = send;
    if (send == SEND(STOP)) {
        model->stop_session = model->session;
        model->stop_run = model->run;
        model->stop_reason = model->state >= STATE(REMOVED) ? 1 : model->state >= STATE(PAUSED) ? 0 : 2;
    }
    if (send == SEND(REQUEST) || send == SEND(CONFIGURATION)) {
        model->retry = model->now + model->options.retry_interval_ns;
    }
}

/* Does what the table says; `detail` is the event's. */
static void apply(struct session_model *model, int input, int detail) {
    rangekit_session_transition cell = session_model_cell(model->state, input);
    if (cell.begins_run) model->run += 1;
    if (input == INPUT(RESUME)) {
        model->is_resuming = 1;
    } else if (input == INPUT(OPEN) || cell.send == SEND(REQUEST)) {
        model->is_resuming = 0;
    }
    if (cell.next != model->state) {
        move_to(model, cell.next);
    } else if ((input == INPUT(PEER_REQUEST) || input == INPUT(PEER_CONFIGURE)) && is_starting(model->state)) {
        model->window = model->now + model->options.start_window_ns;
    }
    note(model, cell.send);
    switch (cell.event) {
    case EVENT(NOTHING):
    case EVENT(SAMPLE):
    case EVENT(DATA): break;
    case EVENT(RUNNING):
        model->has_run = 1;
        emit(model, EVENT(RUNNING), model->is_resuming, 0);
        break;
    case EVENT(REMOVED): emit(model, EVENT(REMOVED), input == INPUT(PEER_ENDED), 0); break;
    case EVENT(INVALIDATED):
        emit(model, EVENT(INVALIDATED), detail, (uint32_t)model->entry_count);
        model->entry_count = 0;
        model->is_data_due = 0;
        break;
    default: emit(model, cell.event, detail, 0);
    }
}

rangekit_status session_model_advance(struct session_model *model, int64_t now) {
    if (now < model->now) return RANGEKIT_ERROR_TIME_BACKWARDS;
    for (;;) {
        int64_t limit = model->state == STATE(RUNNING) ? model->limit : never, due = model->window;
        if (limit < due) due = limit;
        if (model->retry < due) due = model->retry;
        if (model->keep_alive < due) due = model->keep_alive;
        if (due > now || due == never) break;
        if (due > model->now) model->now = due;
        if (model->window == due) {
            model->window = never;
            apply(model, INPUT(WINDOW), 0);
        } else if (limit == due) {
            model->limit = never;
            apply(model, INPUT(LIMIT), RANGEKIT_ERROR_RESOURCE_USAGE_TIMEOUT);
        } else {
            model->now = now;
            if (model->retry == due) {
                model->retry = model->state == STATE(WAITING) ? now + model->options.keep_alive_ns
                                                              : now + model->options.retry_interval_ns;
                apply(model, INPUT(RETRY), 0);
            } else {
                model->keep_alive = now + model->options.keep_alive_ns;
                apply(model, INPUT(KEEP_ALIVE), 0);
            }
        }
    }
    model->now = now;
    return RANGEKIT_OK;
}

static rangekit_status perform(struct session_model *model, int input, int detail) {
    rangekit_status status = session_model_cell(model->state, input).status;
    if (status == RANGEKIT_OK) apply(model, input, detail);
    return status;
}

#define ADVANCE                                                       \
    do {                                                              \
        rangekit_status early_ = session_model_advance(model, now);   \
        if (early_ != RANGEKIT_OK) return early_;                     \
    } while (0)

rangekit_status session_model_input(struct session_model *model, int input, int64_t now) {
    if (input == INPUT(CONFIGURE) && model->is_accessory) return RANGEKIT_ERROR_SESSION_STATE;
    ADVANCE;
    if (input == INPUT(START) && !model->is_accessory && model->state != STATE(INVALIDATED)) {
        return RANGEKIT_ERROR_SESSION_STATE;
    }
    if (input == INPUT(CONFIGURE) && session_model_cell(model->state, input).status == RANGEKIT_OK) {
        model->has_configuration = 1;
        model->is_resuming = 0;
    }
    return perform(model, input, input == INPUT(FAIL) ? RANGEKIT_ERROR_SESSION_FAILED : 0);
}

static int can_resume(const struct session_model *model) {
    return !model->is_accessory && model->has_run && model->has_configuration;
}

rangekit_status session_model_run(struct session_model *model, uint32_t lacks, int64_t now) {
    ADVANCE;
    if (lacks && !is_active(model->state)) return perform(model, INPUT(REFUSE), RANGEKIT_ERROR_UNSUPPORTED_PLATFORM);
    return perform(model, model->is_accessory ? INPUT(SERVE) : can_resume(model) ? INPUT(RESUME) : INPUT(OPEN), 0);
}

rangekit_status session_model_link(struct session_model *model, int is_up, int64_t now) {
    ADVANCE;
    if (is_up == model->is_link_up) return RANGEKIT_OK;
    model->is_link_up = is_up;
    if (!is_up) {
        apply(model, INPUT(LINK_DOWN), 0);
        return RANGEKIT_OK;
    }
    int was_lost = model->state == STATE(LOST);
    apply(model, INPUT(LINK_UP), 0);
    if (was_lost && !model->is_accessory) apply(model, can_resume(model) ? INPUT(RESUME) : INPUT(OPEN), 0);
    return RANGEKIT_OK;
}

rangekit_status session_model_measure(struct session_model *model, uint32_t peer, int64_t now) {
    if (peer != model->options.peer) return RANGEKIT_ERROR_UNKNOWN_PEER;
    ADVANCE;
    rangekit_status status = perform(model, INPUT(MEASURE), 0);
    if (status != RANGEKIT_OK) return status;
    hear(model);
    emit(model, EVENT(SAMPLE), 0, 0);
    return RANGEKIT_OK;
}

static rangekit_status queue(struct session_model *model, struct model_entry entry, int input) {
    rangekit_status status = session_model_cell(model->state, input).status;
    if (status != RANGEKIT_OK) return status;
    /* 4 bytes of data and 4 that say so. */
    if ((model->entry_count + 1) * 8 > model->options.data_capacity) return RANGEKIT_ERROR_OUTGOING_FULL;
    model->entries[model->entry_count] = entry;
    model->entry_count += 1;
    if (model->entry_count == 1) apply(model, input, 0);
    return RANGEKIT_OK;
}

rangekit_status session_model_send(struct session_model *model, uint32_t value, int64_t now) {
    ADVANCE;
    return queue(model, (struct model_entry){0, value}, INPUT(SEND));
}

rangekit_status session_model_wake(struct session_model *model, uint32_t what, int64_t now) {
    ADVANCE;
    if (!model->is_accessory && model->state != STATE(INVALIDATED)) return RANGEKIT_ERROR_SESSION_STATE;
    if (model->has_woken && model->state == STATE(RUNNING) && now - model->woken < model->options.wake_interval_ns) {
        return RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON;
    }
    rangekit_status status = queue(model, (struct model_entry){1, what}, INPUT(WAKE));
    if (status == RANGEKIT_OK) {
        model->has_woken = 1;
        model->woken = now;
    }
    return status;
}

rangekit_status session_model_move(struct session_model *model, int motion, int64_t now) {
    ADVANCE;
    if (motion == model->motion && model->state != STATE(INVALIDATED)) return RANGEKIT_OK;
    rangekit_status status = session_model_cell(model->state, INPUT(MOVE)).status;
    if (status != RANGEKIT_OK) return status;
    model->motion = motion;
    model->motion_number += 1;
    apply(model, INPUT(MOVE), 0);
    return RANGEKIT_OK;
}

/* ---- Messages ---- */

static void hear_input(struct session_model *model, int input, int detail) {
    apply(model, input, detail);
    hear(model);
}

static void raise_expected(struct session_model *model, uint32_t number) {
    if ((int32_t)(number - model->expected) > 0) model->expected = number;
}

static void acknowledged(struct session_model *model, uint32_t number) {
    if (number != model->number || model->entry_count == 0) return;
    memmove(model->entries, model->entries + 1, (MODEL_DATA - 1) * sizeof model->entries[0]);
    model->entry_count -= 1;
    model->number += 1;
    model->is_data_due = model->entry_count > 0;
    if (model->state == STATE(RUNNING)) {
        model->retry = model->is_data_due ? model->now + model->options.retry_interval_ns : never;
    }
    hear(model);
}

static void shared(struct session_model *model, const struct session_message *message) {
    if (message->kind == MESSAGE_STOP) {
        static const int inputs[] = {INPUT(PEER_AWAY), INPUT(PEER_ENDED), INPUT(PEER_UNKNOWN)};
        hear_input(model, inputs[message->value > 2 ? 2 : message->value], 0);
        return;
    }
    if (message->kind == MESSAGE_ALIVE) {
        hear_input(model, INPUT(PEER_ALIVE), 0);
        if ((int32_t)(message->number - model->peer_motion_number) <= 0 || !is_active(model->state)) return;
        model->peer_motion_number = message->number;
        model->peer_motion = (int)message->value;
        hear_input(model, INPUT(PEER_MOTION), model->peer_motion);
        return;
    }
    int32_t age = (int32_t)(message->number - model->expected);
    if (age < 0) model->is_acknowledgement_due = is_active(model->state);
    if (age != 0) return;
    int input = message->kind == MESSAGE_WAKE ? INPUT(PEER_WAKE) : INPUT(PEER_DATA);
    int is_taken = session_model_cell(model->state, input).event != 0;
    hear_input(model, input, (int)message->value);
    if (!is_taken) return;
    if (message->kind == MESSAGE_DATA) {
        uint32_t value;
        memcpy(&value, message->bytes, sizeof value);
        emit(model, EVENT(DATA), 0, value);
    }
    model->expected += 1;
    model->is_acknowledgement_due = 1;
}

static rangekit_status receive_as_controller(struct session_model *model, const struct session_message *message,
                                             uint64_t identity) {
    if (message->kind == MESSAGE_REQUEST || message->kind == MESSAGE_CONFIGURATION) return RANGEKIT_ERROR_INVALID_VALUE;
    if (message->kind == MESSAGE_READY && message->session == 0) {
        if (model->state == STATE(AWAY)) hear_input(model, INPUT(PEER_READY), 0);
        return RANGEKIT_OK;
    }
    if (message->session != model->session) return RANGEKIT_ERROR_UNKNOWN_PEER;
    if (message->kind == MESSAGE_ACKNOWLEDGEMENT) {
        acknowledged(model, message->number);
        return RANGEKIT_OK;
    }
    if (message->run != model->run) return RANGEKIT_OK;
    switch (message->kind) {
    case MESSAGE_READY: hear_input(model, INPUT(PEER_READY), 0); return RANGEKIT_OK;
    case MESSAGE_STARTED:
        raise_expected(model, message->number);
        hear_input(model, INPUT(PEER_STARTED), 0);
        return RANGEKIT_OK;
    case MESSAGE_OFFER: break;
    default: shared(model, message); return RANGEKIT_OK;
    }
    if (model->state != STATE(OPENING)) return RANGEKIT_OK;
    if (message->value == 0) {
        model->expected = message->number;
        model->peer_motion_number = 0;
    } else {
        raise_expected(model, message->number);
    }
    if (model->peer_identity != 0 && model->peer_identity != identity) return RANGEKIT_ERROR_UNKNOWN_PEER;
    model->peer_identity = identity;
    hear_input(model, INPUT(PEER_OFFER), 0);
    return RANGEKIT_OK;
}

static void stale(struct session_model *model, const struct session_message *message) {
    hear_input(model, INPUT(PEER_STALE), 0);
    if (model->control != SEND(STOP)) return;
    model->stop_session = message->session;
    model->stop_run = message->run;
    if (message->session == model->session && model->state >= STATE(PAUSED) && model->state <= STATE(SUSPENSION_ENDED)) {
        model->run = message->run;
    }
}

static rangekit_status receive_as_accessory(struct session_model *model, const struct session_message *message,
                                            uint64_t identity) {
    switch (message->kind) {
    case MESSAGE_READY:
    case MESSAGE_OFFER:
    case MESSAGE_STARTED:
    case MESSAGE_WAKE: return RANGEKIT_ERROR_INVALID_VALUE;
    case MESSAGE_ACKNOWLEDGEMENT:
        if (message->session != model->session) return RANGEKIT_ERROR_UNKNOWN_PEER;
        acknowledged(model, message->number);
        return RANGEKIT_OK;
    default: break;
    }
    if (message->session == model->previous && message->session != 0) return RANGEKIT_OK;
    int is_mine = message->session == model->session;
    int32_t age = (int32_t)(message->run - model->run);
    if (is_mine && age < 0) return RANGEKIT_OK;
    if (message->kind == MESSAGE_REQUEST) {
        if (is_mine && age == 0) {
            hear_input(model, INPUT(PEER_AGAIN), 0);
            return RANGEKIT_OK;
        }
        if (message->size == 0 && model->options.peer_identity != 0) return RANGEKIT_ERROR_UNKNOWN_PEER;
        if (message->size > 0) {
            if (model->peer_identity != 0 && model->peer_identity != identity) return RANGEKIT_ERROR_UNKNOWN_PEER;
            model->peer_identity = identity;
        }
        model->is_known = is_mine;
        if (is_mine) {
            raise_expected(model, message->number);
        } else {
            model->previous = model->session;
            model->session = message->session;
            model->expected = message->number;
            model->peer_motion_number = 0;
            model->has_configuration = 0;
        }
        model->run = message->run;
        model->is_resuming = 0;
        hear_input(model, INPUT(PEER_REQUEST), 0);
        return RANGEKIT_OK;
    }
    if (message->kind == MESSAGE_CONFIGURATION) {
        if (is_mine && age == 0 && model->state != STATE(OPENING)) {
            hear_input(model, INPUT(PEER_AGAIN), 0);
            return RANGEKIT_OK;
        }
        int follows = message->value == 1
                          ? model->has_configuration
                          : model->state == STATE(CONFIGURING) || model->state == STATE(RUNNING);
        if (!is_mine || (age > 0 && !follows)) {
            stale(model, message);
            return RANGEKIT_OK;
        }
        raise_expected(model, message->number);
        model->run = message->run;
        model->is_resuming = message->value == 1;
        if (session_model_cell(model->state, INPUT(PEER_CONFIGURE)).event != 0) model->has_configuration = 1;
        hear_input(model, INPUT(PEER_CONFIGURE), 0);
        return RANGEKIT_OK;
    }
    if (is_mine && age == 0) {
        shared(model, message);
    } else if (message->kind != MESSAGE_STOP) {
        stale(model, message);
    }
    return RANGEKIT_OK;
}

rangekit_status session_model_receive(struct session_model *model, const struct session_message *message,
                                      uint64_t identity, int64_t now) {
    ADVANCE;
    if (!model->is_link_up) return RANGEKIT_ERROR_SESSION_STATE;
    if (model->state == STATE(IDLE)) return RANGEKIT_OK;
    return model->is_accessory ? receive_as_accessory(model, message, identity)
                               : receive_as_controller(model, message, identity);
}

int session_model_outgoing(struct session_model *model, struct session_message *message) {
    memset(message, 0, sizeof *message);
    if (!model->is_link_up) return 0;
    message->session = model->session;
    message->run = model->run;
    message->number = model->number;
    int control = model->control;
    model->control = 0;
    switch (control) {
    case SEND(READY): message->kind = MESSAGE_READY; message->number = 0; return 1;
    case SEND(REQUEST): message->kind = MESSAGE_REQUEST; return 1;
    case SEND(OFFER): message->kind = MESSAGE_OFFER; message->value = (uint32_t)model->is_known; return 1;
    case SEND(CONFIGURATION):
        message->kind = MESSAGE_CONFIGURATION;
        message->value = (uint32_t)model->is_resuming;
        return 1;
    case SEND(STARTED): message->kind = MESSAGE_STARTED; return 1;
    case SEND(STOP):
        *message = (struct session_message){.kind = MESSAGE_STOP, .session = model->stop_session,
                                            .run = model->stop_run, .value = model->stop_reason};
        return 1;
    default: break;
    }
    if (model->is_acknowledgement_due) {
        model->is_acknowledgement_due = 0;
        message->kind = MESSAGE_ACKNOWLEDGEMENT;
        message->number = model->expected - 1;
        return 1;
    }
    if (model->state != STATE(RUNNING)) return 0;
    if (model->is_alive_due) {
        model->is_alive_due = 0;
        message->kind = MESSAGE_ALIVE;
        message->number = model->motion_number;
        message->value = (uint32_t)model->motion;
        return 1;
    }
    if (model->is_data_due && model->entry_count > 0) {
        model->is_data_due = 0;
        message->kind = model->entries[0].is_wake ? MESSAGE_WAKE : MESSAGE_DATA;
        if (model->entries[0].is_wake) message->value = model->entries[0].value;
        return 1;
    }
    return 0;
}
