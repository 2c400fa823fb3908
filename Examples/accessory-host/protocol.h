/* protocol.h - what the two programs say to each other on a local stream socket.
 *
 * A frame:   size, 2 bytes | type, 1 byte | payload, `size` bytes            integers little-endian
 *
 *   type            payload                                     from         answer
 *   1 TOKEN         a RangeKit token, CBOR                      both         the other side's TOKEN
 *   2 PROPOSAL      a RangeKit configuration, CBOR              controller   AGREEMENT, REFUSAL
 *   3 AGREEMENT     the same bytes, from the accessory's own    accessory    START
 *                   building
 *   4 REFUSAL       1 to 16 reasons of 16 bytes: reason, side,  both         -, the session is over
 *                   capability, option; `side` as the receiver
 *                   sees it
 *   5 START         -                                           controller   REPORTs
 *   6 REPORT        a rangekit_range_sample, 56 bytes: time_ns  accessory    -
 *                   (8), fields, technology, its ten floats
 *   7 STOP          -                                           controller   FINISHED, early
 *   8 FINISHED      reports rated unknown, good, close by       accessory    END
 *                   this side's estimator, 8 bytes each
 *   9 END           the same, by this side's                    controller   -, the session is over
 *  10 FAILURE       what is wrong, as text of 1 to 256 bytes    both         -, the session is over
 *
 * In order: the controller's TOKEN, the accessory's TOKEN, PROPOSAL, AGREEMENT, START, REPORTs,
 * FINISHED, END. Any other frame, a longer one, silence for longer than the timeout or a hang-up ends
 * the session with an error.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rangekit.h>

#define FRAME_HEADER_SIZE 3
#define FRAME_PAYLOAD_MAX_SIZE RANGEKIT_TOKEN_MAX_SIZE /* the longest payload there is */

#define FRAME_TOKEN 1
#define FRAME_PROPOSAL 2
#define FRAME_AGREEMENT 3
#define FRAME_REFUSAL 4
#define FRAME_START 5
#define FRAME_REPORT 6
#define FRAME_STOP 7
#define FRAME_FINISHED 8
#define FRAME_END 9
#define FRAME_FAILURE 10

#define REFUSAL_SIZE 16
#define REPORT_SIZE 56
#define REPORT_TIME_LIMIT_NS (INT64_C(1) << 62)
#define RATINGS_SIZE 24
#define FAILURE_TEXT_MAX_SIZE 256

#define RATING_COUNT 3 /* RANGEKIT_QUALITY_UNKNOWN, _GOOD, _CLOSE */

struct frame {
    uint8_t type;
    size_t size;
    uint8_t payload[FRAME_PAYLOAD_MAX_SIZE];
};

/* "TOKEN" for FRAME_TOKEN; NULL for a number that is no type. */
const char *frame_type_name(uint8_t type);

/* What is wrong with the size of a frame of this type, in words; NULL if nothing is. */
const char *frame_size_problem(uint8_t type, size_t size);

/* Encoders fill a whole frame; decoders read one whose size has been checked.
 * report_decode returns false for a time beyond REPORT_TIME_LIMIT_NS: differences would overflow. */
void report_encode(const rangekit_range_sample *sample, struct frame *frame);
bool report_decode(const struct frame *frame, rangekit_range_sample *sample);

/* At most RANGEKIT_REFUSALS_MAX_COUNT refusals. */
void refusals_encode(const rangekit_refusal *refusals, size_t count, struct frame *frame);
size_t refusals_decode(const struct frame *frame, rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT]);

void ratings_encode(uint8_t type, const uint64_t ratings[RATING_COUNT], struct frame *frame);
void ratings_decode(const struct frame *frame, uint64_t ratings[RATING_COUNT]);

#endif /* PROTOCOL_H */
