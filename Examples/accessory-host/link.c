/* link.c - one connection on a local socket; see link.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "clock.h"
#include "console.h"

#define RETRY_MS 20
#define FAREWELL_NS (NS_PER_S / 5) /* for a FAILURE frame to a side that may not be reading */

/* Waits for poll events until a time. 1: they are there, 0: time is up, -1: errno says. */
static int wait_for(int descriptor, short events, int64_t until_ns) {
    for (;;) {
        int64_t left_ms = (until_ns - monotonic_ns() + NS_PER_MS - 1) / NS_PER_MS;
        int wait_ms = left_ms < 0 ? 0 : left_ms > INT_MAX ? INT_MAX : (int)left_ms;
        struct pollfd entry = {descriptor, events, 0};
        int count = poll(&entry, 1, wait_ms);
        if (count > 0 || (count < 0 && errno != EINTR))
            return count;
        if (count == 0 && monotonic_ns() >= until_ns)
            return 0;
    }
}

/* ---- Bytes ---------------------------------------------------------------------------------------- */

enum outcome { DONE, TIMED_OUT, HUNG_UP, FAILED };

static bool would_block(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

static enum outcome send_all(int descriptor, const uint8_t *bytes, size_t size, int64_t until_ns) {
    while (size > 0) {
        ssize_t sent = send(descriptor, bytes, size, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) {
            return HUNG_UP;
        } else if (sent < 0 && !would_block(errno)) {
            return FAILED;
        } else {
            int ready = wait_for(descriptor, POLLOUT, until_ns);
            if (ready <= 0)
                return ready == 0 ? TIMED_OUT : FAILED;
        }
    }
    return DONE;
}

static enum outcome receive_all(int descriptor, uint8_t *bytes, size_t size, int64_t until_ns, size_t *received) {
    *received = 0;
    while (*received < size) {
        ssize_t count = recv(descriptor, bytes + *received, size - *received, 0);
        if (count > 0) {
            *received += (size_t)count;
        } else if (count == 0 || errno == ECONNRESET) {
            return HUNG_UP;
        } else if (!would_block(errno)) {
            return FAILED;
        } else {
            int ready = wait_for(descriptor, POLLIN, until_ns);
            if (ready <= 0)
                return ready == 0 ? TIMED_OUT : FAILED;
        }
    }
    return DONE;
}

/* ---- Frames --------------------------------------------------------------------------------------- */

void link_fail(struct link *link, const char *format, ...) {
    char text[FAILURE_TEXT_MAX_SIZE + 1];
    uint8_t bytes[FRAME_HEADER_SIZE + FAILURE_TEXT_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    complain("%s", text);
    size_t size = strlen(text);
    bytes[0] = (uint8_t)size;
    bytes[1] = (uint8_t)(size >> 8);
    bytes[2] = FRAME_FAILURE;
    memcpy(bytes + FRAME_HEADER_SIZE, text, size);
    send_all(link->descriptor, bytes, FRAME_HEADER_SIZE + size, monotonic_ns() + FAREWELL_NS);
}

/* Prints the other side's reason. It comes from outside, so only plain ASCII of it. */
static void complain_for_peer(const struct link *link, const struct frame *frame) {
    char text[FAILURE_TEXT_MAX_SIZE + 1];
    for (size_t i = 0; i < frame->size; i++)
        text[i] = frame->payload[i] >= ' ' && frame->payload[i] <= '~' ? (char)frame->payload[i] : '?';
    text[frame->size] = '\0';
    complain("the %s gave up: %s", link->peer, text);
}

static bool complain_about_receiving(const struct link *link, enum outcome outcome, size_t received, size_t size) {
    if (outcome == HUNG_UP && received == 0)
        complain("the %s hung up before the session was over", link->peer);
    else if (outcome == HUNG_UP)
        complain("the %s hung up inside a frame, after %zu of %zu bytes", link->peer, received, size);
    else if (outcome == TIMED_OUT)
        complain("nothing from the %s for %.1f s, and %zu of %zu bytes of its next frame", link->peer,
                 seconds(link->timeout_ns), received, size);
    else
        complain("cannot receive from the %s: %s", link->peer, strerror(errno));
    return false;
}

bool link_receive(struct link *link, struct frame *frame) {
    uint8_t header[FRAME_HEADER_SIZE];
    size_t received;
    int64_t until_ns = monotonic_ns() + link->timeout_ns;
    enum outcome outcome = receive_all(link->descriptor, header, sizeof header, until_ns, &received);
    if (outcome != DONE)
        return complain_about_receiving(link, outcome, received, sizeof header);
    frame->size = (size_t)(header[0] | header[1] << 8);
    frame->type = header[2];
    const char *name = frame_type_name(frame->type);
    if (name == NULL) {
        link_fail(link, "the %s sent a frame of unknown type %d: it speaks another protocol", link->peer,
                  frame->type);
        return false;
    }
    const char *problem = frame_size_problem(frame->type, frame->size);
    if (problem != NULL) {
        link_fail(link, "the %s sent a %s frame of %zu bytes: %s", link->peer, name, frame->size, problem);
        return false;
    }
    outcome = receive_all(link->descriptor, frame->payload, frame->size, until_ns, &received);
    if (outcome != DONE)
        return complain_about_receiving(link, outcome, FRAME_HEADER_SIZE + received,
                                        FRAME_HEADER_SIZE + frame->size);
    if (frame->type == FRAME_FAILURE)
        complain_for_peer(link, frame);
    return frame->type != FRAME_FAILURE;
}

void link_unexpected(struct link *link, const struct frame *frame, const char *expected) {
    link_fail(link, "the %s sent %s where %s was expected", link->peer, frame_type_name(frame->type), expected);
}

bool link_receive_type(struct link *link, uint8_t type, struct frame *frame) {
    if (!link_receive(link, frame))
        return false;
    if (frame->type != type)
        link_unexpected(link, frame, frame_type_name(type));
    return frame->type == type;
}

bool link_send_bytes(struct link *link, uint8_t type, const uint8_t *payload, size_t size) {
    uint8_t bytes[FRAME_HEADER_SIZE + FRAME_PAYLOAD_MAX_SIZE] = {(uint8_t)size, (uint8_t)(size >> 8), type};
    if (size > 0)
        memcpy(bytes + FRAME_HEADER_SIZE, payload, size);
    enum outcome outcome =
        send_all(link->descriptor, bytes, FRAME_HEADER_SIZE + size, monotonic_ns() + link->timeout_ns);
    if (outcome == HUNG_UP) {
        /* It may have said why: its last words are still in our receive queue. */
        struct frame frame;
        while (link_receive(link, &frame))
            continue;
    } else if (outcome == TIMED_OUT) {
        complain("the %s has read nothing for %.1f s", link->peer, seconds(link->timeout_ns));
    } else if (outcome == FAILED) {
        complain("cannot send to the %s: %s", link->peer, strerror(errno));
    }
    return outcome == DONE;
}

bool link_send(struct link *link, const struct frame *frame) {
    return link_send_bytes(link, frame->type, frame->payload, frame->size);
}

bool link_wait(struct link *link, int64_t until_ns, bool *has_arrived) {
    int ready = wait_for(link->descriptor, POLLIN, until_ns);
    if (ready < 0)
        complain("cannot wait for the %s: %s", link->peer, strerror(errno));
    *has_arrived = ready > 0;
    return ready >= 0;
}

/* ---- Connecting ----------------------------------------------------------------------------------- */

static bool fill_address(const char *path, struct sockaddr_un *address) {
    size_t length = strlen(path);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof address->sun_path) {
        complain("a socket path has 1 to %zu bytes; \"%.40s\" has %zu", sizeof address->sun_path - 1, path, length);
        return false;
    }
    memcpy(address->sun_path, path, length + 1);
    return true;
}

/* A socket that does not block; -1, with a complaint, if there is none. */
static int open_socket(int type) {
    int descriptor = socket(AF_UNIX, type, 0);
    if (descriptor < 0 || fcntl(descriptor, F_SETFL, O_NONBLOCK) < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0)
        complain("no socket: %s", strerror(errno));
    return descriptor;
}

/* Whether `address` is a socket that a program left behind. A datagram socket cannot connect to a
 * stream socket that somebody still holds open, and does not disturb it. */
static bool is_left_behind(const struct sockaddr_un *address) {
    struct stat status;
    if (lstat(address->sun_path, &status) < 0 || !S_ISSOCK(status.st_mode))
        return false;
    int probe = open_socket(SOCK_DGRAM);
    if (probe < 0)
        return false;
    bool is_refused = connect(probe, (const struct sockaddr *)address, sizeof *address) < 0 && errno == ECONNREFUSED;
    close(probe);
    return is_refused;
}

/* Binds for this user alone. */
static bool bind_to(int listener, const struct sockaddr_un *address) {
    mode_t mask = umask(077);
    int outcome = bind(listener, (const struct sockaddr *)address, sizeof *address);
    if (outcome < 0 && errno == EADDRINUSE) {
        if (is_left_behind(address) && unlink(address->sun_path) == 0)
            outcome = bind(listener, (const struct sockaddr *)address, sizeof *address);
        else
            errno = EADDRINUSE;
    }
    umask(mask);
    if (outcome < 0)
        complain("cannot listen at %s: %s", address->sun_path, strerror(errno));
    return outcome == 0;
}

bool link_accept(struct link *link, const char *path) {
    struct sockaddr_un address;
    if (!fill_address(path, &address))
        return false;
    int listener = open_socket(SOCK_STREAM);
    if (listener < 0 || !bind_to(listener, &address)) {
        if (listener >= 0)
            close(listener);
        return false;
    }
    int ready = listen(listener, 1) < 0 ? -1 : wait_for(listener, POLLIN, monotonic_ns() + link->timeout_ns);
    if (ready == 0)
        complain("no %s came to %s within %.1f s", link->peer, path, seconds(link->timeout_ns));
    else if (ready < 0 || (link->descriptor = accept(listener, NULL, NULL)) < 0)
        complain("no connection at %s: %s", path, strerror(errno));
    close(listener);
    unlink(path);
    if (link->descriptor >= 0)
        fcntl(link->descriptor, F_SETFL, O_NONBLOCK);
    return link->descriptor >= 0;
}

bool link_connect(struct link *link, const char *path) {
    struct sockaddr_un address;
    int64_t until_ns = monotonic_ns() + link->timeout_ns;
    if (!fill_address(path, &address))
        return false;
    for (;;) {
        link->descriptor = open_socket(SOCK_STREAM);
        if (link->descriptor < 0)
            return false;
        if (connect(link->descriptor, (const struct sockaddr *)&address, sizeof address) == 0)
            return true;
        int error = errno;
        link_close(link);
        bool may_come = error == ENOENT || error == ECONNREFUSED || error == EAGAIN;
        if (!may_come || monotonic_ns() > until_ns) {
            complain("no %s at %s: %s", link->peer, path, strerror(error));
            return false;
        }
        poll(NULL, 0, RETRY_MS);
    }
}

void link_close(struct link *link) {
    if (link->descriptor >= 0)
        close(link->descriptor);
    link->descriptor = -1;
}
