/* The table of sessions as the tests have it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_SESSION_TABLE_MODEL_H
#define RANGEKIT_TESTS_SESSION_TABLE_MODEL_H

#include "rangekit.h"

struct session_cell {
    int input;
    rangekit_session_transition transition;
};

/* What an input does in a state; both in range. */
struct rangekit_session_transition session_model_cell(int state, int input);

#endif
