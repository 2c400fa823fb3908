/* An independent reading of the accessory protocol's configurations: the first status that the rules give,
 * and nothing else of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_ACCESSORY_MODEL_H
#define RANGEKIT_TESTS_ACCESSORY_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "rangekit.h"

rangekit_status model_acd_status(const uint8_t *bytes, size_t size);
rangekit_status model_scd_status(const uint8_t *bytes, size_t size);

#endif
