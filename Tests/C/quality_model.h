/* The quality estimator once more, in plain C from quality.h's words alone: keeps every measurement it
 * was ever given in a list and looks at all of it each time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_QUALITY_MODEL_H
#define RANGEKIT_TESTS_QUALITY_MODEL_H

#include "rangekit/quality.h"

#define QUALITY_MODEL_HISTORY 8192

struct quality_model {
    rangekit_quality_options options;
    struct {
        int64_t time_ns;
        float distance_m;
    } kept[QUALITY_MODEL_HISTORY]; /* all measurements that were not dropped, oldest first */
    int count, first;              /* those before `first` have left the buffer */
    int64_t now_ns;
    int has_time;
};

void quality_model_init(struct quality_model *model, const rangekit_quality_options *options);
void quality_model_reset(struct quality_model *model);

/* Takes a sample; the status of a refusal changes nothing. */
rangekit_status quality_model_update(struct quality_model *model, const rangekit_range_sample *sample);

struct quality_judgement {
    rangekit_quality_result result; /* numbers as doubles below are the exact ones */
    double spread_m, rate_hz;
    uint32_t uncertain_causes; /* bits that quality.h leaves open in this state */
};

struct quality_judgement quality_model_judge(const struct quality_model *model);

#endif
