/* One round of everything that the wire formats and parameters do while a program runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_WIRE_ROUND_H
#define RANGEKIT_TESTS_WIRE_ROUND_H

#include "support.h"

/* Calls every pure export of them, and their handles in memory of its own, with messages that `seed` chooses and
 * damages. Gives a digest of all that came out. Uses no memory but its stack. */
uint64_t wire_round(uint64_t seed);

#endif
