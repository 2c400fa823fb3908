/* An independent reading of the formats, in plain C and in another shape than the library's: it recurses
 * and says only yes or no.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_CBOR_MODEL_H
#define RANGEKIT_TESTS_CBOR_MODEL_H

#include <stddef.h>
#include <stdint.h>

/* Whether the bytes are one item under the strict rules of base.h's status table: definite, shortest,
 * keys in bytewise order and once, no deeper than 8 levels, UTF-8, no tags, simple values 20 to 23. */
int model_is_deterministic(const uint8_t *bytes, size_t size);

/* Whether the bytes are a valid token, version 1. */
int model_is_token(const uint8_t *bytes, size_t size);

/* Whether the bytes are a valid configuration, version 1. */
int model_is_configuration(const uint8_t *bytes, size_t size);

#endif
