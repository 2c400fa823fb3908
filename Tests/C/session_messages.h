/* RangeKit's session messages, written and read without the library: arrays of small numbers and one byte string.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_SESSION_MESSAGES_H
#define RANGEKIT_TESTS_SESSION_MESSAGES_H

#include <stddef.h>
#include <stdint.h>

enum {
    MESSAGE_READY, MESSAGE_REQUEST, MESSAGE_OFFER, MESSAGE_CONFIGURATION, MESSAGE_STARTED, MESSAGE_STOP, MESSAGE_ALIVE,
    MESSAGE_DATA, MESSAGE_ACKNOWLEDGEMENT, MESSAGE_WAKE, MESSAGE_KINDS
};

struct session_message {
    int kind;
    uint32_t session, run, number, value;
    const uint8_t *bytes;
    size_t size;
};

/* Gives the length. */
size_t session_message_write(const struct session_message *message, uint8_t *out);
/* Gives 0 for what is no message. */
int session_message_read(const uint8_t *bytes, size_t size, struct session_message *message);

#endif
