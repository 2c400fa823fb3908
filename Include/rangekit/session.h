/* rangekit/session.h - who ranges with whom, and when: one session with one other device.
 *
 * The host owns the radio and the link, the session owns the rules. The host gives it what happens (a call of
 * the application, bytes from the link, a sample, the time) and takes from it events for the application and
 * bytes for the link. Nothing is called back, no clock is read.
 *
 *   controller (phone, hub)                               accessory (tag, lock, other device)
 *     run                                                    run
 *       ----------------- request --------------------->
 *       <---------------- offer: what it is and can ----
 *     OFFERED, configure
 *       ----------------- configuration --------------->   CONFIGURED, start
 *       <---------------- started ----------------------
 *     RUNNING, measure: SAMPLE                               RUNNING, measure: SAMPLE
 *       ----------------- stop ------------------------>   (or the other way)
 *
 * The four dialects share these rules; they differ in bytes:
 *   RangeKit           rangekit.cddl, session-message. Over any link: what is lost is sent again, what comes
 *                      twice, late or out of order does no harm. Offer: a token (token.h). Configuration:
 *                      configuration.h. A run takes up the previous one without a new offer.
 *   accessory          accessory.h. Offer: accessory configuration data. Configuration: shareable configuration data.
 *   Android            android_oob.h. Offer: a capability response, configuration: a configuration, each as a
 *                      whole message; its version is set by the session.
 *   Channel Sounding   no messages: the radios agree by themselves. run, start, samples, and INVALIDATED exactly
 *                      once after rangekit_session_invalidate, after the link went down, or with an error.
 * The accessory and Android dialects have no numbers in their messages and expect a link that keeps the order
 * (Bluetooth LE attributes do); between link down and link up messages may be lost.
 *
 * States and inputs. All rules stand in one table: state and input give the next state, what is sent, the event
 * and the refusal. The library executes that table and rangekit_session_transition reads it out;
 * Documentation/sessions.md shows it. An input that a state does not know changes nothing.
 *
 * Queues are bounded and keep what they took. Before a call changes anything it makes sure that there is room
 * for all that it may produce: otherwise RANGEKIT_ERROR_EVENTS_FULL (take events, call again) or
 * RANGEKIT_ERROR_OUTGOING_FULL. Control messages need no queue: what is to be said is said in its newest form.
 *
 * Time. Every call with time_ns first does what was due until then (rangekit_session_advance). Time that runs
 * backwards is refused: RANGEKIT_ERROR_TIME_BACKWARDS, and nothing changes.
 *
 * Source of the rules: Nearby Interaction's session life (NISession.h), Android's out-of-band protocol.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_SESSION_H
#define RANGEKIT_SESSION_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- States, inputs, what is sent, events -------------------------------------------------------- */

#define RANGEKIT_SESSION_IDLE 0              /* never run */
#define RANGEKIT_SESSION_WAITING 1           /* accessory: run, and the controller has not begun */
#define RANGEKIT_SESSION_OPENING 2           /* the first message is out, the peer's part is not here yet */
#define RANGEKIT_SESSION_CONFIGURING 3       /* the peer's part is here; the host has to configure, or to start */
#define RANGEKIT_SESSION_CONFIRMING 4        /* controller: the configuration is out, "started" is not here yet */
#define RANGEKIT_SESSION_RUNNING 5           /* both range */
#define RANGEKIT_SESSION_AWAY 6              /* the peer has paused; it may come back within away_timeout_ns */
#define RANGEKIT_SESSION_LOST 7              /* the link is down; it may come back within resume_window_ns */
#define RANGEKIT_SESSION_PAUSED 8            /* paused by the application: run again */
#define RANGEKIT_SESSION_SUSPENDED 9         /* suspended by the system: run is refused */
#define RANGEKIT_SESSION_SUSPENSION_ENDED 10 /* the suspension is over: run again, nothing restarts by itself */
#define RANGEKIT_SESSION_REMOVED 11          /* the peer is gone (timeout, or ended by it): run again */
#define RANGEKIT_SESSION_INVALIDATED 12      /* final */
#define RANGEKIT_SESSION_STATE_COUNT 13

/* Inputs: calls of the host, messages of the peer, and time. `run` is one of five, by what is at hand. */
#define RANGEKIT_SESSION_INPUT_OPEN 0             /* run: a controller, from the beginning */
#define RANGEKIT_SESSION_INPUT_RESUME 1           /* run: a controller that takes up the previous run (RangeKit) */
#define RANGEKIT_SESSION_INPUT_SERVE 2            /* run: an accessory */
#define RANGEKIT_SESSION_INPUT_RADIO 3            /* run: Channel Sounding */
#define RANGEKIT_SESSION_INPUT_REFUSE 4           /* run: a condition is not met */
#define RANGEKIT_SESSION_INPUT_CONFIGURE 5        /* rangekit_session_configure */
#define RANGEKIT_SESSION_INPUT_START 6            /* rangekit_session_start */
#define RANGEKIT_SESSION_INPUT_PAUSE 7            /* rangekit_session_pause */
#define RANGEKIT_SESSION_INPUT_SUSPEND 8          /* rangekit_session_suspend */
#define RANGEKIT_SESSION_INPUT_END_SUSPENSION 9   /* rangekit_session_end_suspension */
#define RANGEKIT_SESSION_INPUT_INVALIDATE 10      /* rangekit_session_invalidate; Channel Sounding: the link went down */
#define RANGEKIT_SESSION_INPUT_FAIL 11            /* rangekit_session_fail; the peer is this device itself, or unfit */
#define RANGEKIT_SESSION_INPUT_LINK_DOWN 12       /* rangekit_session_set_link */
#define RANGEKIT_SESSION_INPUT_LINK_UP 13         /* rangekit_session_set_link; a controller's OPEN or RESUME follows */
#define RANGEKIT_SESSION_INPUT_MEASURE 14         /* rangekit_session_measure: a sample of this peer */
#define RANGEKIT_SESSION_INPUT_SEND 15            /* rangekit_session_send */
#define RANGEKIT_SESSION_INPUT_MOVE 16            /* rangekit_session_set_motion */
#define RANGEKIT_SESSION_INPUT_WAKE 17            /* rangekit_session_wake */
#define RANGEKIT_SESSION_INPUT_PEER_READY 18      /* the accessory would be opened */
#define RANGEKIT_SESSION_INPUT_PEER_REQUEST 19    /* the controller begins */
#define RANGEKIT_SESSION_INPUT_PEER_OFFER 20      /* the accessory says what it is */
#define RANGEKIT_SESSION_INPUT_PEER_CONFIGURE 21  /* the controller's configuration */
#define RANGEKIT_SESSION_INPUT_PEER_AGAIN 22      /* a request or configuration once more, of this run or one that was left */
#define RANGEKIT_SESSION_INPUT_PEER_STARTED 23    /* the accessory ranges */
#define RANGEKIT_SESSION_INPUT_PEER_AWAY 24       /* the peer has paused, or is suspended */
#define RANGEKIT_SESSION_INPUT_PEER_ENDED 25      /* the peer has ended */
#define RANGEKIT_SESSION_INPUT_PEER_UNKNOWN 26    /* the peer does not know the run that this side speaks of */
#define RANGEKIT_SESSION_INPUT_PEER_STALE 27      /* the peer speaks of a run that this side does not know */
#define RANGEKIT_SESSION_INPUT_PEER_ALIVE 28      /* the peer ranges still */
#define RANGEKIT_SESSION_INPUT_PEER_DATA 29       /* application data */
#define RANGEKIT_SESSION_INPUT_PEER_MOTION 30     /* stationary or moving */
#define RANGEKIT_SESSION_INPUT_PEER_WAKE 31       /* something matters */
#define RANGEKIT_SESSION_INPUT_WINDOW 32          /* the state's window ran out */
#define RANGEKIT_SESSION_INPUT_RETRY 33           /* no answer for retry_interval_ns (RangeKit) */
#define RANGEKIT_SESSION_INPUT_KEEP_ALIVE 34      /* RUNNING for keep_alive_ns more (RangeKit) */
#define RANGEKIT_SESSION_INPUT_LIMIT 35           /* running for active_limit_ns */
#define RANGEKIT_SESSION_INPUT_COUNT 36

/* What a transition sends; a dialect that has no message for it sends nothing. */
#define RANGEKIT_SESSION_SEND_NOTHING 0
#define RANGEKIT_SESSION_SEND_READY 1
#define RANGEKIT_SESSION_SEND_REQUEST 2
#define RANGEKIT_SESSION_SEND_OFFER 3
#define RANGEKIT_SESSION_SEND_CONFIGURATION 4
#define RANGEKIT_SESSION_SEND_STARTED 5
#define RANGEKIT_SESSION_SEND_STOP 6 /* with the reason that the state gives: paused, ended, unknown */
#define RANGEKIT_SESSION_SEND_ALIVE 7
#define RANGEKIT_SESSION_SEND_MOTION 8
#define RANGEKIT_SESSION_SEND_WAKE 9
#define RANGEKIT_SESSION_SEND_DATA 10
#define RANGEKIT_SESSION_SEND_STOPPED 11 /* the answer to a stop, where the dialect has one */

#define RANGEKIT_SESSION_EVENT_NOTHING 0
#define RANGEKIT_SESSION_EVENT_OFFERED 1          /* controller: rangekit_session_peer_offer; answer with _configure */
#define RANGEKIT_SESSION_EVENT_CONFIGURED 2       /* accessory: rangekit_session_configuration; set the radio up, _start */
#define RANGEKIT_SESSION_EVENT_RUNNING 3          /* both range; reason 1: a previous run was taken up */
#define RANGEKIT_SESSION_EVENT_SAMPLE 4           /* sample */
#define RANGEKIT_SESSION_EVENT_DATA 5             /* application data, in `data` */
#define RANGEKIT_SESSION_EVENT_PEER_PAUSED 6      /* stop the radio; the peer may come back */
#define RANGEKIT_SESSION_EVENT_LINK_LOST 7        /* samples go on while the radio does */
#define RANGEKIT_SESSION_EVENT_SUSPENDED 8        /* stop the radio */
#define RANGEKIT_SESSION_EVENT_SUSPENSION_ENDED 9 /* run again */
#define RANGEKIT_SESSION_EVENT_REMOVED 10         /* stop the radio; reason: RANGEKIT_REMOVAL_* */
#define RANGEKIT_SESSION_EVENT_INVALIDATED 11     /* the last event, exactly once; status: OK, or one of the ten */
#define RANGEKIT_SESSION_EVENT_MOTION 12          /* reason: RANGEKIT_MOTION_* of the peer */
#define RANGEKIT_SESSION_EVENT_WAKE 13            /* reason: the accessory's number for what matters */

#define RANGEKIT_REMOVAL_TIMEOUT 0
#define RANGEKIT_REMOVAL_PEER_ENDED 1

/* One cell of the table. An element of arrays: fixed for ever. */
typedef struct rangekit_session_transition {
    int32_t next;           /* RANGEKIT_SESSION_*: the state itself where nothing changes */
    int32_t send;           /* RANGEKIT_SESSION_SEND_* */
    int32_t event;          /* RANGEKIT_SESSION_EVENT_* */
    rangekit_status status; /* what the call returns: RANGEKIT_OK, or why it is refused */
    int32_t begins_run;     /* 1: what is sent begins a new run of the session, which makes older messages late */
} rangekit_session_transition;

/* What an input does in a state: the table that every session executes. A number below 0 or from the counts on:
 * RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_session_look_up(int32_t state, int32_t input, rangekit_session_transition *transition);

/* Identifiers in lower case, "suspension_ended" for example; "unknown" for another number. Static storage. Pure. */
const char *rangekit_session_state_name(int32_t state);
const char *rangekit_session_input_name(int32_t input);
const char *rangekit_session_send_name(int32_t send);
const char *rangekit_session_event_name(int32_t event);

/* ---- Options -------------------------------------------------------------------------------------- */

#define RANGEKIT_SESSION_ROLE_CONTROLLER 0 /* begins, and decides the configuration */
#define RANGEKIT_SESSION_ROLE_ACCESSORY 1  /* answers */

#define RANGEKIT_SESSION_EXTENDED_DISTANCE (1u << 0) /* the peer must have it; a device has few such sessions */
#define RANGEKIT_SESSION_CAMERA_ASSISTANCE (1u << 1)
#define RANGEKIT_SESSION_BACKGROUND (1u << 2)        /* begins in the background: rangekit_session_set_background */
#define RANGEKIT_SESSION_CRC (1u << 3)               /* fragments end with a CRC-32 (transport.h) */

typedef struct rangekit_session_options {
    uint32_t struct_size;
    int32_t role;                  /* RANGEKIT_SESSION_ROLE_* */
    uint64_t local_identity;       /* rangekit_token_identity_hash of the own token, seed 0; 0: not known */
    uint64_t peer_identity;        /* of the peer's; 0: whoever offers first, and that one from then on */
    int64_t start_window_ns;       /* from the first message to RUNNING, else REMOVED; above 0; default 10e9 */
    int64_t silence_timeout_ns;    /* RUNNING without sample and message: REMOVED; 0: never; default 10e9 */
    int64_t away_timeout_ns;       /* AWAY for longer: REMOVED; above 0; default 30e9 */
    int64_t resume_window_ns;      /* LOST for longer: REMOVED; above 0; default 30e9 */
    int64_t retry_interval_ns;     /* RangeKit: an unanswered message is sent again; above 0; default 0.5e9 */
    int64_t keep_alive_ns;         /* RangeKit: while RUNNING, how often the peer hears so; 0: never; default 2e9 */
    int64_t active_limit_ns;       /* RUNNING for so long without a pause: INVALIDATED; 0: no limit; default 0 */
    int64_t wake_interval_ns;      /* between two wake requests; 0: any; default 60e9 */
    uint32_t flags;                /* RANGEKIT_SESSION_EXTENDED_DISTANCE, ... */
    uint32_t peer;                 /* the caller's number for the other device, as in samples */
    uint32_t session_id;           /* RangeKit controllers: random, new for each session; default 1 */
    uint32_t payload_size;         /* 0: whole messages; 20 or more: fragments (transport.h) of at most so many bytes */
    uint32_t message_capacity;     /* offer, configuration, application data: 64 to 360 bytes each; default 256 */
    uint32_t event_capacity;       /* bytes for events, message_capacity + 128 to 65536; default 1024: 12 samples */
    uint32_t data_capacity;        /* bytes for application data on its way out, 0 to 65536; default 512 */
    uint32_t reserved;             /* zero */
} rangekit_session_options;

#define RANGEKIT_SESSION_OPTIONS_V1_SIZE 120
#define RANGEKIT_SESSION_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_session_options), 0, 0, 0, 10000000000, 10000000000, 30000000000, 30000000000, \
     500000000, 2000000000, 0, 60000000000, 0, 0, 1, 0, 256, 1024, 512, 0}

/* Fills options with their defaults: a controller. Times are 0 to 86400e9. See "Structs" in base.h. Pure. */
rangekit_status rangekit_session_options_default(rangekit_session_options *options);

/* ---- Making a session ------------------------------------------------------------------------------ */

/* One session with one device. A handle: one thread at a time. Its memory is all that it ever uses. */
typedef struct rangekit_session rangekit_session;

/* Bytes of memory that rangekit_session_init needs with these options (NULL: defaults); 0 for options that cannot be.
 * Below 4096 with the default queues. Pure. */
size_t rangekit_session_size(const rangekit_session_options *options);

/* Makes a session in the caller's memory, `size` bytes from rangekit_session_size on, aligned to 8. `options` may be
 * NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE; unknown flags: RANGEKIT_ERROR_UNKNOWN_OPTION. */
rangekit_status rangekit_session_init(void *memory, size_t size, const rangekit_session_options *options,
                                      rangekit_session **session);

/* Makes a session on the heap: the only allocation it ever makes. */
rangekit_status rangekit_session_create(const rangekit_session_options *options, rangekit_session **session);

/* Ends a session, however it was made, and leaves its device; memory of rangekit_session_init stays the caller's.
 * NULL is fine. The peer hears nothing: call rangekit_session_invalidate and send what comes out before. */
void rangekit_session_destroy(rangekit_session *session);

/* Chooses the dialect, before the first run: RANGEKIT_ERROR_SESSION_STATE after it, and for Channel Sounding with the
 * role of an accessory RANGEKIT_ERROR_OUT_OF_RANGE. One call for each, so that a program holds those it uses. */
rangekit_status rangekit_session_use_rangekit(rangekit_session *session);
rangekit_status rangekit_session_use_accessory(rangekit_session *session);
rangekit_status rangekit_session_use_android(rangekit_session *session);
rangekit_status rangekit_session_use_channel_sounding(rangekit_session *session);

/* What this side says of itself, copied: an accessory needs it to run; a RangeKit controller may have it, and then the
 * accessory checks who asks. It must be what the dialect says it is, else the decoder's status. RANGEKIT_ERROR_TOO_LARGE
 * above message_capacity. An offer that is out already stays what it was. */
rangekit_status rangekit_session_set_offer(rangekit_session *session, const uint8_t *offer, size_t size);

/* ---- The application's calls ----------------------------------------------------------------------- */

/* Conditions that only the host knows; an OR of what is not met. */
#define RANGEKIT_SESSION_LACKS_PLATFORM (1u << 0)   /* no ranging radio: RANGEKIT_ERROR_UNSUPPORTED_PLATFORM */
#define RANGEKIT_SESSION_LACKS_PERMISSION (1u << 1) /* RANGEKIT_ERROR_USER_DID_NOT_ALLOW */
#define RANGEKIT_SESSION_LACKS_CAMERA (1u << 2)     /* camera assistance: RANGEKIT_ERROR_INVALID_AR_CONFIGURATION */
#define RANGEKIT_SESSION_LACKS_PAIRING (1u << 3)    /* background, Channel Sounding: the Bluetooth peer is not paired or
                                                       connected: RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE */

/* Runs, or runs again after a pause, the end of a suspension, or a removal. Three outcomes: the event RUNNING (when the
 * peer is there too), RANGEKIT_ERROR_SESSION_SUSPENDED while the system has the radio, or the event INVALIDATED with the
 * first of the ten errors that applies:
 *   RANGEKIT_ERROR_UNSUPPORTED_PLATFORM, _USER_DID_NOT_ALLOW, _INVALID_AR_CONFIGURATION, _ACCESSORY_PEER_UNAVAILABLE
 *     `lacks` says so (camera and pairing only where the session needs them), or the link of such a session is down
 *   RANGEKIT_ERROR_INVALID_CONFIGURATION           an accessory without an offer
 *   RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT, RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT   the device's limits (device.h)
 * and, while it begins: RANGEKIT_ERROR_INVALID_CONFIGURATION for an offer that is none, or is of this device itself;
 * RANGEKIT_ERROR_INCOMPATIBLE_PEER for one that lacks extended distance. An active session runs on;
 * AWAY, a controller begins anew. Also RANGEKIT_ERROR_SESSION_INVALIDATED, RANGEKIT_ERROR_SESSION_NO_DIALECT; unknown
 * bits: RANGEKIT_ERROR_UNKNOWN_OPTION. */
rangekit_status rangekit_session_run(rangekit_session *session, uint32_t lacks, int64_t time_ns);

/* Controller, CONFIGURING: gives the configuration that both are to range with, and starts the own radio. Also when
 * RUNNING is to change its configuration. In another state RANGEKIT_ERROR_SESSION_STATE; what is no configuration of the
 * dialect gives the decoder's status; RANGEKIT_ERROR_TOO_LARGE above message_capacity. */
rangekit_status rangekit_session_configure(rangekit_session *session, const uint8_t *configuration, size_t size,
                                           int64_t time_ns);

/* Accessory and Channel Sounding, CONFIGURING: the own radio ranges now. Android controllers, CONFIRMING: the radio shows
 * that the other side ranges, whose answer is optional. Otherwise RANGEKIT_ERROR_SESSION_STATE. */
rangekit_status rangekit_session_start(rangekit_session *session, int64_t time_ns);

/* Pauses: run again later. Tells the peer, for which a long pause is a timeout. Pausing twice is fine. */
rangekit_status rangekit_session_pause(rangekit_session *session, int64_t time_ns);

/* The system takes the radio away, and gives it back. Nothing restarts by itself: run again. Both are fine twice. */
rangekit_status rangekit_session_suspend(rangekit_session *session, int64_t time_ns);
rangekit_status rangekit_session_end_suspension(rangekit_session *session, int64_t time_ns);

/* Ends for ever, and tells the peer (best effort: send what rangekit_session_next_outgoing still gives). Twice is fine.
 * Application data that was not delivered yet is dropped; the event's reason counts its messages. */
rangekit_status rangekit_session_invalidate(rangekit_session *session, int64_t time_ns);

/* The host cannot go on: `error` is one of the ten, else RANGEKIT_ERROR_OUT_OF_RANGE. Final, as invalidate. */
rangekit_status rangekit_session_fail(rangekit_session *session, rangekit_status error, int64_t time_ns);

/* Application data to the peer, 1 to message_capacity bytes; it leaves while RUNNING. RangeKit delivers it once and in
 * order, over any link, also after LOST. Accessory dialect: data begins with the id of a vendor's message, 0x20 on.
 * Android and Channel Sounding have none: RANGEKIT_ERROR_SESSION_NOT_SUPPORTED. RANGEKIT_ERROR_OUTGOING_FULL: nothing was
 * taken. RANGEKIT_ERROR_SESSION_STATE before the first run. */
rangekit_status rangekit_session_send(rangekit_session *session, const uint8_t *data, size_t size, int64_t time_ns);

#define RANGEKIT_MOTION_UNKNOWN 0
#define RANGEKIT_MOTION_STATIONARY 1
#define RANGEKIT_MOTION_MOVING 2

/* Whether this device moves. The peer hears changes: RangeKit, and an Android accessory of version 3. */
rangekit_status rangekit_session_set_motion(rangekit_session *session, int32_t motion, int64_t time_ns);

/* Background, for a controller: the accessory decides, the application is not called. Samples are counted, not queued;
 * other events wait until the foreground or a wake request. */
rangekit_status rangekit_session_set_background(rangekit_session *session, int32_t is_background, int64_t time_ns);

/* RangeKit accessories, RUNNING: asks for the application of a controller that is in the background. `what` is the
 * accessory's number for what matters. Sooner than wake_interval_ns after the last one:
 * RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON. */
rangekit_status rangekit_session_wake(rangekit_session *session, uint32_t what, int64_t time_ns);

/* ---- The host's calls ------------------------------------------------------------------------------- */

/* Whether the link is up; a session begins with it up. Down: RUNNING becomes LOST. Up again: a controller takes the run
 * up. Messages are neither given out nor taken while it is down. Channel Sounding: down ends the session. */
rangekit_status rangekit_session_set_link(rangekit_session *session, int32_t is_up, int64_t time_ns);

/* Bytes that the link brought: one message, or one fragment. Any bytes leave the session in a named state. What is wrong
 * with them is returned (the status of the decoder or of rangekit_reassembler_receive), counted, and changes nothing,
 * but for an offer (see rangekit_session_run). RANGEKIT_ERROR_UNKNOWN_PEER: a message of another session or device.
 * RANGEKIT_ERROR_EVENTS_FULL: not taken, give it again. */
rangekit_status rangekit_session_receive(rangekit_session *session, const uint8_t *bytes, size_t size, int64_t time_ns);

/* A sample of the radio; sample->time_ns, or the newest time before it, is the time. RANGEKIT_ERROR_UNKNOWN_PEER (counted)
 * if sample->peer is not the session's, RANGEKIT_ERROR_SESSION_NOT_RUNNING (counted) unless RUNNING or LOST. Values are
 * passed on as they are. */
rangekit_status rangekit_session_measure(rangekit_session *session, const rangekit_range_sample *sample);

/* Does what is due: windows, retries. */
rangekit_status rangekit_session_advance(rangekit_session *session, int64_t time_ns);

/* When to call rangekit_session_advance next; *deadline_ns is INT64_MAX if there is nothing to wait for. */
rangekit_status rangekit_session_deadline(const rangekit_session *session, int64_t *deadline_ns);

typedef struct rangekit_session_event {
    uint32_t struct_size;
    int32_t event;                /* RANGEKIT_SESSION_EVENT_*; NOTHING when there is none */
    int64_t time_ns;              /* when it came about */
    rangekit_status status;       /* INVALIDATED: RANGEKIT_OK or one of the ten */
    int32_t reason;               /* by event, see there; otherwise 0 */
    int32_t state;                /* RANGEKIT_SESSION_*: the state that it led to */
    uint32_t data_length;         /* DATA: bytes of data */
    rangekit_range_sample sample; /* SAMPLE */
} rangekit_session_event;

#define RANGEKIT_SESSION_EVENT_V1_SIZE 96
#define RANGEKIT_SESSION_EVENT_INIT \
    {(uint32_t)sizeof(rangekit_session_event), 0, 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}

/* Fills an event with its initial value: nothing. Pure. */
rangekit_status rangekit_session_event_default(rangekit_session_event *event);

/* Takes the oldest event. `data` takes the bytes of a DATA event, and may be NULL with capacity 0 for others: too little
 * room gives RANGEKIT_ERROR_BUFFER_TOO_SMALL with event->data_length set, and the event stays. message_capacity suffices. */
rangekit_status rangekit_session_next_event(rangekit_session *session, rangekit_session_event *event, uint8_t *data,
                                            size_t capacity);

/* Takes the next bytes for the link: a message, or one fragment of it. *length is 0 when there are none. See "Bytes out"
 * in base.h: asking takes nothing. payload_size, or message_capacity + 32 for whole messages, always suffices. */
rangekit_status rangekit_session_next_outgoing(rangekit_session *session, uint8_t *out, size_t capacity, size_t *length);

/* The peer's offer, and the configuration in use, as they came; *length is 0 if there is none. "Bytes out" in base.h. */
rangekit_status rangekit_session_peer_offer(const rangekit_session *session, uint8_t *out, size_t capacity,
                                            size_t *length);
rangekit_status rangekit_session_configuration(const rangekit_session *session, uint8_t *out, size_t capacity,
                                               size_t *length);

/* What a session is at, and what it counted. */
typedef struct rangekit_session_info {
    uint32_t struct_size;
    int32_t state;                    /* RANGEKIT_SESSION_* */
    uint64_t peer_identity;           /* as expected or learnt; 0: not known yet */
    uint64_t samples;                 /* delivered */
    uint64_t samples_unknown_peer;    /* refused: another peer's */
    uint64_t samples_not_running;     /* refused: not RUNNING or LOST */
    uint64_t samples_in_background;   /* counted instead of delivered */
    uint64_t messages;                /* understood, duplicates included */
    uint64_t messages_refused;        /* not understood, or of another session or device */
    uint64_t messages_repeated;       /* late or duplicate: without effect */
    uint64_t retries;                 /* messages that were sent again */
    uint32_t session_id;              /* RangeKit; 0: not known yet */
    uint32_t run;                     /* RangeKit: which run of the session, from 1 */
    uint32_t peer;                    /* the caller's number */
    int32_t motion;                   /* RANGEKIT_MOTION_* of this device */
    int32_t peer_motion;              /* of the peer */
    uint32_t event_bytes;             /* waiting events */
    uint32_t data_count;              /* application data on its way out, messages */
    uint32_t flags;                   /* RANGEKIT_SESSION_INFO_* */
} rangekit_session_info;

#define RANGEKIT_SESSION_INFO_LINK_UP (1u << 0)
#define RANGEKIT_SESSION_INFO_BACKGROUND (1u << 1)
#define RANGEKIT_SESSION_INFO_RESUMABLE (1u << 2) /* the next run takes up the previous one */
#define RANGEKIT_SESSION_INFO_ACTIVE (1u << 3)    /* WAITING to LOST: it has a place in its device */

#define RANGEKIT_SESSION_INFO_V1_SIZE 112
#define RANGEKIT_SESSION_INFO_INIT \
    {(uint32_t)sizeof(rangekit_session_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills an info with its initial value: zero. Pure. */
rangekit_status rangekit_session_info_default(rangekit_session_info *info);

rangekit_status rangekit_session_get_info(const rangekit_session *session, rangekit_session_info *info);

/* ---- Resuming in another process --------------------------------------------------------------------- */

/* Writes what a later session needs to take this one up: ids, identities, offers and configuration, as deterministic
 * CBOR (rangekit.cddl, session-resumption). RANGEKIT_ERROR_SESSION_STATE if it never ran, or is invalidated.
 * RANGEKIT_SESSION_RESUMPTION_MAX_SIZE bytes always suffice. See "Bytes out" in base.h. */
rangekit_status rangekit_session_export(const rangekit_session *session, uint8_t *out, size_t capacity, size_t *length);

#define RANGEKIT_SESSION_RESUMPTION_MAX_SIZE 1280

/* Reads it into a session that never ran, of the same dialect and role: RANGEKIT_ERROR_INVALID_VALUE for others, and for
 * another device than options.peer_identity. On failure nothing changes and the diagnostic (may be NULL) says where.
 * Run then takes the previous run up. */
rangekit_status rangekit_session_import(rangekit_session *session, const uint8_t *bytes, size_t size,
                                        rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_SESSION_H */
