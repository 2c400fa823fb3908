/* An accessory through the whole life of a session: it waits, says what it is, ranges, loses its link, and is found
 * again. The link is a local socket that carries 20 bytes at a time, as Bluetooth LE does without more; the radio is
 * simulated: the controller stands still, METRES away.
 *
 *   accessory SOCKET ADDRESS METRES
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "rangekit.h"

#define FRAME_SIZE 20
#define SECOND_NS INT64_C(1000000000)

static const char *name;

static void must(rangekit_status status, const char *what) {
    if (status == RANGEKIT_OK) return;
    fprintf(stderr, "accessory %s: %s: %s\n", name, what, rangekit_status_message(status));
    exit(1);
}

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

static int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    unlink(path);
    int listening = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
    if (listening < 0 || bind(listening, (struct sockaddr *)&address, sizeof address) != 0 || listen(listening, 1) != 0)
        return -1;
    return listening;
}

/* The link: at most one connection. */
struct link {
    int listening, connected;
    uint8_t advertisement[FRAME_SIZE];
    size_t advertisement_size;
};

static void take_link(struct link *link, rangekit_session *session) {
    int connection = accept4(link->listening, NULL, NULL, SOCK_NONBLOCK);
    if (connection < 0) return;
    if (link->connected >= 0) close(link->connected);
    link->connected = connection;
    /* Discovery: who connects is told first who this is. */
    if (send(connection, link->advertisement, link->advertisement_size, MSG_NOSIGNAL) < 0) perror("send");
    must(rangekit_session_set_link(session, 1, now_ns()), "link up");
}

static void drop_link(struct link *link, rangekit_session *session) {
    close(link->connected);
    link->connected = -1;
    must(rangekit_session_set_link(session, 0, now_ns()), "link down");
}

static void read_link(struct link *link, rangekit_session *session) {
    uint8_t frame[FRAME_SIZE];
    ssize_t size;
    while ((size = recv(link->connected, frame, sizeof frame, 0)) > 0) {
        /* What is not understood, or not for this session, is counted and changes nothing. */
        (void)rangekit_session_receive(session, frame, (size_t)size, now_ns());
    }
    if (size == 0 || (errno != EAGAIN && errno != EINTR)) drop_link(link, session);
}

static void write_link(struct link *link, rangekit_session *session) {
    uint8_t frame[FRAME_SIZE];
    size_t length;
    while (link->connected >= 0) {
        must(rangekit_session_next_outgoing(session, frame, sizeof frame, &length), "next outgoing");
        if (length == 0) return;
        if (send(link->connected, frame, length, MSG_NOSIGNAL) < 0) drop_link(link, session);
    }
}

/* What the session tells. Gives 0 when the controller has ended. */
static int take_events(rangekit_session *session) {
    rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
    uint8_t data[256];
    for (;;) {
        must(rangekit_session_next_event(session, &event, data, sizeof data), "next event");
        if (event.event == RANGEKIT_SESSION_EVENT_NOTHING) return 1;
        if (event.event != RANGEKIT_SESSION_EVENT_SAMPLE)
            printf("accessory %s: %s\n", name, rangekit_session_event_name(event.event));
        if (event.event == RANGEKIT_SESSION_EVENT_CONFIGURED) {
            /* A real one sets its radio up with this first. */
            must(rangekit_session_start(session, now_ns()), "start");
        } else if (event.event == RANGEKIT_SESSION_EVENT_REMOVED) {
            if (event.reason == RANGEKIT_REMOVAL_PEER_ENDED) return 0;
            must(rangekit_session_run(session, 0, now_ns()), "run again");
        } else if (event.event == RANGEKIT_SESSION_EVENT_INVALIDATED) {
            must(event.status, "invalidated");
            return 0;
        }
    }
}

/* The radio: one distance, which the controller hears of as application data, in millimetres. */
static void range(rangekit_session *session, double metres) {
    rangekit_range_sample sample = {.time_ns = now_ns(), .technology = RANGEKIT_TECHNOLOGY_UWB};
    sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
    sample.distance_m = (float)metres;
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    must(rangekit_session_get_info(session, &info), "info");
    if (info.state != RANGEKIT_SESSION_RUNNING) return;
    must(rangekit_session_measure(session, &sample), "measure");
    uint32_t millimetres = (uint32_t)(metres * 1000);
    uint8_t data[4] = {(uint8_t)millimetres, (uint8_t)(millimetres >> 8), (uint8_t)(millimetres >> 16),
                       (uint8_t)(millimetres >> 24)};
    rangekit_status status = rangekit_session_send(session, data, sizeof data, sample.time_ns);
    if (status != RANGEKIT_ERROR_OUTGOING_FULL) must(status, "send"); /* full: the next distance is as good */
}

int main(int count, char **arguments) {
    uint8_t address[2];
    if (count != 4 || sscanf(arguments[2], "%2hhx%2hhx", &address[0], &address[1]) != 2) {
        fprintf(stderr, "usage: %s SOCKET ADDRESS METRES\n", arguments[0]);
        return 2;
    }
    name = arguments[2];
    double metres = atof(arguments[3]);
    setvbuf(stdout, NULL, _IOLBF, 0);

    rangekit_token token = RANGEKIT_TOKEN_INIT;
    must(rangekit_token_make_accessory(&token, address, sizeof address), "token");
    token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    token.capabilities = RANGEKIT_CAPABILITY_PRECISE_DISTANCE;
    struct link link = {listen_at(arguments[1]), -1, {0}, 0};
    if (link.listening < 0) {
        perror(arguments[1]);
        return 1;
    }
    must(rangekit_token_encode(&token, link.advertisement, FRAME_SIZE, &link.advertisement_size, NULL), "encode");

    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.role = RANGEKIT_SESSION_ROLE_ACCESSORY;
    options.payload_size = FRAME_SIZE;
    options.start_window_ns = SECOND_NS; /* whoever asks and says no more is forgotten soon */
    must(rangekit_token_identity_hash(&token, 0, &options.local_identity), "identity");
    rangekit_session *session;
    must(rangekit_session_create(&options, &session), "create");
    must(rangekit_session_use_rangekit(session), "dialect");
    must(rangekit_session_set_offer(session, link.advertisement, link.advertisement_size), "offer");
    must(rangekit_session_set_link(session, 0, now_ns()), "no link yet");
    must(rangekit_session_run(session, 0, now_ns()), "run");

    int64_t until_ns = now_ns() + 30 * SECOND_NS, next_range_ns = 0;
    int goes_on = 1;
    while (goes_on && now_ns() < until_ns) {
        struct pollfd waiting[] = {{link.listening, POLLIN, 0}, {link.connected, POLLIN, 0}};
        poll(waiting, link.connected >= 0 ? 2 : 1, 20);
        take_link(&link, session);
        if (link.connected >= 0) read_link(&link, session);
        must(rangekit_session_advance(session, now_ns()), "advance");
        goes_on = take_events(session);
        if (now_ns() >= next_range_ns) {
            range(session, metres);
            next_range_ns = now_ns() + SECOND_NS / 20;
        }
        write_link(&link, session);
    }
    rangekit_session_destroy(session);
    unlink(arguments[1]);
    if (goes_on) fprintf(stderr, "accessory %s: nobody ended the session\n", name);
    return goes_on ? 1 : 0;
}
