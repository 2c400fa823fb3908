/* Three messages, the clock filter and the fit of links beside their references. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "reference.h"

#define ROWS 512
#define SAMPLES 4000
#define LINKS 8

static rangekit_twr_three_message_exchange threes[ROWS];
static rangekit_twr_clock_pair pairs[ROWS];
static rangekit_calibration_sample samples[SAMPLES];
static rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
static rangekit_twr_clock_filter_options filter_options = RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_INIT;
static rangekit_twr_range ranges[ROWS], ranges_plain[ROWS];
static rangekit_twr_clock_estimate estimates[ROWS], estimates_plain[ROWS];
static rangekit_calibration_link links[LINKS], links_plain[LINKS];
static rangekit_calibration_fit fit = RANGEKIT_CALIBRATION_FIT_INIT, fit_plain;
static uint64_t workspace[8 * SAMPLES];
static double memory[3 * SAMPLES];
static uint64_t state = 12345;

static double unit(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

void three_messages(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) (void)rangekit_twr_three_message_batch(&options, threes, ROWS, ranges, NULL);
}

void three_messages_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) reference_three_message(&options, threes, ROWS, ranges_plain);
}

void clock_filter(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_twr_clock_filter filter;
        memset(&filter, 0, sizeof filter);
        (void)rangekit_twr_clock_filter_update(&filter_options, &filter, pairs, ROWS, estimates);
    }
}

void clock_filter_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_twr_clock_filter filter;
        memset(&filter, 0, sizeof filter);
        reference_clock_filter(&filter_options, &filter, pairs, ROWS, estimates_plain);
    }
}

void fit_links(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        (void)rangekit_calibration_fit_links(NULL, samples, SAMPLES, links, LINKS, workspace, sizeof workspace, &fit);
    }
}

void fit_links_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) reference_fit_links(samples, SAMPLES, links_plain, LINKS, memory, &fit_plain);
}

static int differ(const char *what, size_t row) {
    fprintf(stderr, "bench: %s: the two sides differ in row %zu\n", what, row);
    return 1;
}

int prepare_clock_cases(void) {
    const uint64_t mask = (UINT64_C(1) << 40) - 1;
    uint64_t local = 5, remote = 77;
    int64_t time_ns = 0;
    for (size_t i = 0; i < ROWS; i += 1) {
        uint64_t a = (uint64_t)(unit() * 1e12), b = (uint64_t)(unit() * 1e12);
        double tof = 6000 * unit(), reply = 1e7 + 1e7 * unit(), second = 3e7 + 3e7 * unit();
        double ea = 2e-5 * (unit() - 0.5), eb = 2e-5 * (unit() - 0.5);
        threes[i] = (rangekit_twr_three_message_exchange){
            a & mask, (b + (uint64_t)(tof * (1 + eb))) & mask, (b + (uint64_t)((tof + reply) * (1 + eb))) & mask,
            (a + (uint64_t)((2 * tof + reply) * (1 + ea))) & mask,
            (b + (uint64_t)((tof + reply + second) * (1 + eb))) & mask,
            (a + (uint64_t)((2 * tof + reply + second) * (1 + ea))) & mask};
        uint64_t step = 640000000 + (uint64_t)(unit() * 1e6);
        remote = (remote + step) & mask;
        local = (local + step + step / 100000 + (uint64_t)(unit() * 12)) & mask;
        time_ns += 10016025;
        pairs[i] = (rangekit_twr_clock_pair){local, remote, time_ns};
        if (unit() < 0.01) pairs[i].local_ticks = (local + 100000) & mask;
    }
    for (size_t i = 0; i < SAMPLES; i += 1) {
        double noise = 0.03 * (unit() + unit() + unit() + unit() - 2) + (unit() < 0.02 ? 1 : 0);
        samples[i] = (rangekit_calibration_sample){5.1 + noise, 5, 0, 0, (uint32_t)(i % LINKS), 0};
    }
    three_messages(1);
    three_messages_plain(1);
    clock_filter(1);
    clock_filter_plain(1);
    fit_links(1);
    fit_links_plain(1);
    for (size_t i = 0; i < ROWS; i += 1) {
        if (ranges[i].status != ranges_plain[i].status || fabs(ranges[i].distance_m - ranges_plain[i].distance_m) > 1e-9 ||
            fabsf(ranges[i].distance_stddev_m - ranges_plain[i].distance_stddev_m) > 1e-5f) {
            return differ("three messages", i);
        }
        if (estimates[i].outcome != estimates_plain[i].outcome ||
            fabs(estimates[i].clock_offset_ppm - estimates_plain[i].clock_offset_ppm) > 1e-9) {
            return differ("clock filter", i);
        }
    }
    for (size_t i = 0; i < LINKS; i += 1) {
        if (fabs(links[i].bias_m - links_plain[i].bias_m) > 1e-9 ||
            fabs(links[i].bias_stddev_m - links_plain[i].bias_stddev_m) > 1e-9) {
            return differ("links", i);
        }
    }
    if (fabs(fit.scale_m - fit_plain.scale_m) > 1e-9 || fabs(fit.rmse_after_m - fit_plain.rmse_after_m) > 1e-9) {
        return differ("the fit of links", 0);
    }
    return 0;
}
