/* radio.h - the accessory's radio. It replays a recording in recorded time: each row becomes a
 * rangekit_range_sample, is rated by the accessory's own quality estimator, and is reported to the
 * controller. On a real accessory this file is the radio's driver.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RADIO_H
#define RADIO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <rangekit.h>

#include "link.h"
#include "recording.h"
#include "summary.h"

#define RADIO_GAP_MAX_S 600 /* a longer gap in a recording is taken for a fault */

struct radio {
    struct recording recording;
    rangekit_twr_options ranging; /* for recordings of timestamps */
    double speed;                 /* recorded seconds a second; 0: as fast as possible */
    struct link *link;
    struct summary summary;
    FILE *log; /* NULL: none */
    int64_t start_ns;
    int64_t next_second_ns;
    bool is_stopped; /* by the controller */
    size_t replayed_count;
};

/* Opens a CSV that takes t_s,range_m,spread_m,rate_hz,quality,true_m for each row; `path` may be NULL. */
bool radio_open_log(struct radio *radio, const char *path);

/* Complains and returns false if the log could not be written. */
bool radio_close_log(struct radio *radio);

/* Replays the whole recording, or until the controller sends STOP. false: the link failed. */
bool radio_run(struct radio *radio);

#endif /* RADIO_H */
