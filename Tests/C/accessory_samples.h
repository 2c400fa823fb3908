/* Accessory and shareable configuration data: captures and one sample of each version.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_ACCESSORY_SAMPLES_H
#define RANGEKIT_TESTS_ACCESSORY_SAMPLES_H

#include "support.h"

struct accessory_sample {
    const char *name, *hex;
};

extern const struct accessory_sample accessory_samples[]; /* accessory configuration data */
extern const size_t accessory_sample_count;
extern const struct accessory_sample shareable_samples[];
extern const size_t shareable_sample_count;

/* The bytes of a sample; returns their number. */
size_t sample_bytes(const struct accessory_sample *sample, uint8_t *out, size_t capacity);

#endif
