/* Cost against n: what a call costs as more goes into it, and the exponent that fits, log against log. `make growth`.
 * Processor time of this thread, the least of several rounds: others on the machine make it longer, never shorter.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rangekit.h"

#define ROUNDS 9
#define ROUND_NS 1e6

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static uint64_t state = 1;
static double unit(void) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static void must(rangekit_status status, const char *what) {
    if (status == RANGEKIT_OK) return;
    fprintf(stderr, "growth: %s: %s\n", what, rangekit_status_name(status));
    exit(1);
}

/* ---- What is measured: prepared for n, then run ---- */

#define ANCHORS_MAX 64
static rangekit_anchor anchors[ANCHORS_MAX];
static rangekit_measurement measurements[ANCHORS_MAX];
static rangekit_measurement_result results[ANCHORS_MAX];
static rangekit_position position;
static size_t n;

static void prepare_fix(void) {
    for (size_t i = 0; i < n; i += 1) {
        anchors[i] = (rangekit_anchor){.x_m = 20 * unit(), .y_m = 20 * unit(), .z_m = 4 * unit()};
        double x = anchors[i].x_m - 9, y = anchors[i].y_m - 7, z = anchors[i].z_m - 1.5;
        measurements[i] = (rangekit_measurement){.anchor = (uint32_t)i, .value = sqrt(x * x + y * y + z * z), .stddev = 0.1f};
    }
}
static void run_fix(void) {
    memset(&position, 0, sizeof position);
    must(rangekit_position_fix(NULL, anchors, n, measurements, n, results, &position), "fix");
}

static rangekit_filter *filter;
static int64_t filter_ns;
static void prepare_median(void) {
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.method = RANGEKIT_FILTER_MEDIAN;
    options.window_count = (uint32_t)n;
    options.window_ns = INT64_C(3600000000000);
    rangekit_filter_destroy(filter);
    must(rangekit_filter_create(&options, &filter), "filter");
}
static void run_median(void) {
    rangekit_filter_sample sample = {.time_ns = filter_ns += 100000000, .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
    sample.value[0] = (float)unit();
    must(rangekit_filter_update(filter, &sample, NULL), "median");
}

static rangekit_quality *quality;
static int64_t quality_ns;
static void prepare_quality(void) {
    rangekit_quality_destroy(quality);
    must(rangekit_quality_create(NULL, &quality), "quality");
}
/* n samples lie in the window of 2 s. */
static void run_quality(void) {
    rangekit_range_sample sample = {.time_ns = quality_ns += 2000000000 / (int64_t)n, .fields = RANGEKIT_SAMPLE_HAS_DISTANCE};
    sample.distance_m = (float)(5 + unit());
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    must(rangekit_quality_update(quality, &sample, &result), "quality");
}

static rangekit_twr_double_sided_exchange exchanges[4096];
static rangekit_twr_range ranges[4096];
static void prepare_exchanges(void) {
    for (size_t i = 0; i < n; i += 1) {
        uint64_t reply = 60000000 + (uint64_t)(1000 * unit()), round = reply + 64000;
        exchanges[i] = (rangekit_twr_double_sided_exchange){0, 0, reply, round, round + reply, reply + round};
    }
}
static void run_exchanges(void) { must(rangekit_twr_double_sided_batch(NULL, exchanges, n, ranges, NULL), "exchanges"); }

static uint8_t token_bytes[RANGEKIT_TOKEN_MAX_SIZE], opaque[512];
static size_t token_size;
static void prepare_token(void) {
    static rangekit_token token;
    token.struct_size = sizeof token;
    must(rangekit_token_make_opaque(&token, RANGEKIT_FOREIGN_FORMAT_PRIVATE, opaque, n), "token");
    must(rangekit_token_encode(&token, token_bytes, sizeof token_bytes, &token_size, NULL), "token");
}
static void run_token(void) {
    static rangekit_token token = {.struct_size = sizeof token};
    must(rangekit_token_decode(token_bytes, token_size, &token, NULL), "decode");
}

static const struct growth {
    const char *what, *of;
    void (*prepare)(void), (*run)(void);
    size_t sizes[5];
    double most; /* the exponent that is allowed */
} growths[] = {
    {"position fix", "ranges", prepare_fix, run_fix, {4, 8, 16, 32, 64}, 1.2},
    {"median filter", "window", prepare_median, run_median, {4, 8, 16, 32, 64}, 1.4},
    {"quality", "samples in its window", prepare_quality, run_quality, {8, 16, 32, 64, 128}, 1.2},
    {"double-sided batch", "exchanges", prepare_exchanges, run_exchanges, {256, 512, 1024, 2048, 4096}, 1.1},
    {"token decode", "bytes of identity", prepare_token, run_token, {32, 64, 128, 256, 512}, 1.0},
};

static double cost(const struct growth *growth) {
    growth->prepare();
    size_t calls = 1;
    for (size_t i = 0; i < 256; i += 1) growth->run();
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round += 1) {
        double start = now_ns();
        for (size_t i = 0; i < calls; i += 1) growth->run();
        double taken = now_ns() - start;
        if (taken < ROUND_NS) {
            calls *= 4;
            round = -1;
            least = INFINITY;
        } else if (taken / (double)calls < least) {
            least = taken / (double)calls;
        }
    }
    return least;
}

int main(void) {
    int over = 0;
    printf("%-20s %-22s %s\n", "ns a call", "n is", "at n (five times twofold), exponent of the last step, of all, allowed");
    for (size_t i = 0; i < sizeof growths / sizeof growths[0]; i += 1) {
        const struct growth *growth = &growths[i];
        double costs[5], sx = 0, sy = 0, sxx = 0, sxy = 0;
        printf("%-20s %-22s", growth->what, growth->of);
        for (int k = 0; k < 5; k += 1) {
            n = growth->sizes[k];
            costs[k] = cost(growth);
            double x = log((double)n), y = log(costs[k]);
            sx += x, sy += y, sxx += x * x, sxy += x * y;
            printf(" %zu:%.0f", n, costs[k]);
        }
        double exponent = (5 * sxy - sx * sy) / (5 * sxx - sx * sx), last = log2(costs[4] / costs[3]);
        int is_over = exponent > growth->most;
        over += is_over;
        printf("  %.2f  %.2f  %.1f%s\n", last, exponent, growth->most, is_over ? "  OVER" : "");
    }
    rangekit_filter_destroy(filter);
    rangekit_quality_destroy(quality);
    return over != 0;
}
