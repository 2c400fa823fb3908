/* What the tests of recordings share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_RECORDING_SUPPORT_H
#define RANGEKIT_TESTS_RECORDING_SUPPORT_H

#include "cbor_model.h"
#include "support.h"

extern uint8_t encoded[RANGEKIT_RECORD_MAX_SIZE];
extern uint8_t decoded_body[RANGEKIT_RECORD_BODY_MAX_SIZE];

/* Encodes to `encoded`; gives the length, which the library has said before. */
size_t encode_record(const rangekit_record *record, const void *body);

/* Decodes `size` bytes of `encoded`. */
rangekit_record decode_record(size_t size, void *body, size_t capacity, size_t *used);

#endif
