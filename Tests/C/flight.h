/* Seeded flights of a tag among anchors in a room, and what radios make of them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_FLIGHT_H
#define RANGEKIT_TESTS_FLIGHT_H

#include "support.h"

#define FLIGHT_ANCHORS 8

enum flight_kind { FLIGHT_RANGES, FLIGHT_NEIGHBOURS, FLIGHT_PAIRS };

struct flight_options {
    enum flight_kind kind; /* ranges at 83 Hz, differences between neighbours or any two at 200 Hz */
    uint64_t seed;
    double common_bias_m;   /* of every range */
    double link_bias_m;     /* standard deviation from link to link */
    double noise_m;         /* white, of each measurement */
    double blocked;         /* share of the seconds in which a link is blocked: 0.1 to 0.6 m longer */
    double outliers;        /* share of wild measurements: ranges to 20 m off, differences to 160 m */
    double pace;            /* 1: up to about 1.5 m/s */
};

struct flight {
    struct flight_options options;
    struct random_source random;
    rangekit_tracker_anchor anchors[FLIGHT_ANCHORS];
    double bias_m[FLIGHT_ANCHORS], blocked_m[FLIGHT_ANCHORS];
    double wave[FLIGHT_ANCHORS][4]; /* errors that differ from place to place, 0.05 m */
    double frequency[3][3], phase[3][3];
    int64_t index;
};

void flight_init(struct flight *flight, const struct flight_options *options);

/* The next measurement and the tag's true place at its time. */
rangekit_tracker_measurement flight_next(struct flight *flight, double truth[3]);

#endif
