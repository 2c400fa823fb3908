/* link.h - one connection on a local socket: whole frames in, whole frames out, each within a timeout.
 *
 * What fails here has already been complained about when a function returns false. What is the other
 * side's mistake has also been told to it, in a FAILURE frame; a FAILURE frame that arrives is printed
 * and counts as a failure.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

struct link {
    int descriptor;   /* -1: none */
    const char *peer; /* what to call the other side */
    int64_t timeout_ns;
};

/* Waits at `path` for one connection. */
bool link_accept(struct link *link, const char *path);

/* Connects to `path`, and tries again while nobody listens there. */
bool link_connect(struct link *link, const char *path);

bool link_send(struct link *link, const struct frame *frame);

/* Sends a frame of up to FRAME_PAYLOAD_MAX_SIZE bytes from `payload`. */
bool link_send_bytes(struct link *link, uint8_t type, const uint8_t *payload, size_t size);

/* Receives the next frame, of a known type and an allowed size. */
bool link_receive(struct link *link, struct frame *frame);

/* Receives the next frame, which must be of this type. */
bool link_receive_type(struct link *link, uint8_t type, struct frame *frame);

/* Complains that this frame is not one of those expected now. */
void link_unexpected(struct link *link, const struct frame *frame, const char *expected);

/* Waits until `until_ns` of monotonic_ns (clock.h), or until something has arrived. */
bool link_wait(struct link *link, int64_t until_ns, bool *has_arrived);

/* Complains, and tells the other side why the session is over. */
__attribute__((format(printf, 2, 3))) void link_fail(struct link *link, const char *format, ...);

void link_close(struct link *link);

#endif /* LINK_H */
