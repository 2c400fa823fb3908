/* The rules at the top of configuration.h, restated as plain C: which reasons there are, and what comes
 * out when there are none.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_CONFIGURATION_MODEL_H
#define RANGEKIT_TESTS_CONFIGURATION_MODEL_H

#include "rangekit/channel_sounding.h"
#include "rangekit/configuration.h"

struct configuration_model {
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t refusal_count;
    rangekit_configuration configuration; /* when there are no refusals */
};

struct configuration_model configuration_model_build(const rangekit_token *local, const rangekit_token *peer,
                                                     const rangekit_configuration_request *request);

#endif
