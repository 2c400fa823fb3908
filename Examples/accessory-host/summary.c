/* summary.c - what a session's samples add up to; see summary.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "console.h"

#define OUTLIER_M 1.0 /* an error beyond this is called an outlier: far outside the noise of a clear path */

void summary_start(struct summary *summary, rangekit_quality *estimator) {
    memset(summary, 0, sizeof *summary);
    summary->estimator = estimator;
    rangekit_quality_result_default(&summary->now);
}

void summary_free(struct summary *summary) {
    free(summary->spreads_m.values);
    free(summary->errors_m.values);
    free(summary->rated_errors_m.values);
}

/* ---- Series --------------------------------------------------------------------------------------- */

static void series_add(struct series *series, double value) {
    if (series->count == series->capacity) {
        size_t capacity = series->capacity == 0 ? 256 : 2 * series->capacity;
        double *values = realloc(series->values, capacity * sizeof *values);
        if (values == NULL) {
            complain("no memory left for %zu numbers", capacity);
            exit(EXIT_SESSION_FAILED);
        }
        series->values = values;
        series->capacity = capacity;
    }
    series->values[series->count++] = value;
}

static int compare_magnitudes(const void *a, const void *b) {
    double x = fabs(*(const double *)a);
    double y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

static void series_sort(struct series *series) {
    if (series->count > 0)
        qsort(series->values, series->count, sizeof *series->values, compare_magnitudes);
}

/* The magnitude that `share` of a sorted series stays below, interpolated between neighbours. */
static double series_percentile(const struct series *series, double share) {
    double place = share * (double)(series->count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < series->count ? below + 1 : below;
    double low = fabs(series->values[below]);
    return low + (fabs(series->values[above]) - low) * (place - (double)below);
}

/* ---- Samples -------------------------------------------------------------------------------------- */

static void take_error(struct summary *summary, const rangekit_range_sample *sample, double true_m) {
    double error_m = (double)sample->distance_m - true_m;
    bool is_rated = summary->now.level == RANGEKIT_QUALITY_GOOD || summary->now.level == RANGEKIT_QUALITY_CLOSE;
    if (summary->errors_m.count == 0 || fabs(error_m) > fabs(summary->worst_error_m)) {
        summary->worst_error_m = error_m;
        summary->worst_distance_m = (double)sample->distance_m;
        summary->worst_ns = sample->time_ns;
    }
    series_add(&summary->errors_m, error_m);
    if (is_rated)
        series_add(&summary->rated_errors_m, error_m);
}

rangekit_status summary_take(struct summary *summary, const rangekit_range_sample *sample, const double *true_m) {
    int32_t level_before = summary->now.level;
    rangekit_status status = rangekit_quality_update(summary->estimator, sample, &summary->now);
    if (status != RANGEKIT_OK)
        return status;
    if (summary->has_begun)
        summary->level_ns[level_before] += sample->time_ns - summary->last_ns;
    else
        summary->first_ns = sample->time_ns;
    summary->has_begun = true;
    summary->last_ns = sample->time_ns;
    summary->ratings[summary->now.level]++;
    if ((sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) == 0)
        return RANGEKIT_OK;
    if (summary->measured_count++ == 0)
        summary->first_measured_ns = sample->time_ns;
    summary->last_measured_ns = sample->time_ns;
    if ((summary->now.fields & RANGEKIT_QUALITY_HAS_SPREAD) != 0)
        series_add(&summary->spreads_m, (double)summary->now.spread_m);
    if (true_m != NULL)
        take_error(summary, sample, *true_m);
    return RANGEKIT_OK;
}

/* ---- Words ---------------------------------------------------------------------------------------- */

void summary_say_ranging(struct summary *summary) {
    double span_s = seconds(summary->last_ns - summary->first_ns);
    double measured_s = seconds(summary->last_measured_ns - summary->first_measured_ns);
    bool has_rate = summary->measured_count >= 2 && measured_s > 0;
    char rate[NUMBER_TEXT_SIZE];
    number_text(rate, has_rate, 1, has_rate ? (double)(summary->measured_count - 1) / measured_s : 0);
    say("  time      %.1f s of the accessory's clock", span_s);
    say("  rate      %s measurements a second on average", rate);
    if (span_s > 0)
        say("  quality   close %.1f %%, good %.1f %%, unknown %.1f %% of the time",
            seconds(summary->level_ns[RANGEKIT_QUALITY_CLOSE]) / span_s * 100,
            seconds(summary->level_ns[RANGEKIT_QUALITY_GOOD]) / span_s * 100,
            seconds(summary->level_ns[RANGEKIT_QUALITY_UNKNOWN]) / span_s * 100);
    else
        say("  quality   %s", rangekit_quality_level_name(summary->now.level));
    struct series *spreads = &summary->spreads_m;
    series_sort(spreads);
    if (spreads->count > 0)
        say("  spread    %.3f m median, %.3f m 95th percentile, %.3f m at worst", series_percentile(spreads, 0.5),
            series_percentile(spreads, 0.95), series_percentile(spreads, 1));
    else
        say("  spread    -");
}

static void say_errors_of(const char *whose, struct series *errors) {
    if (errors->count == 0) {
        say("  %-20s %7d       -       -       -       -       -         -", whose, 0);
        return;
    }
    double sum = 0;
    double sum_of_squares = 0;
    size_t outlier_count = 0;
    for (size_t i = 0; i < errors->count; i++) {
        sum += errors->values[i];
        sum_of_squares += errors->values[i] * errors->values[i];
        outlier_count += fabs(errors->values[i]) > OUTLIER_M;
    }
    double count = (double)errors->count;
    series_sort(errors);
    say("  %-20s %7zu %+7.3f %7.3f %7.3f %7.3f %7.3f %9zu", whose, errors->count, sum / count,
        series_percentile(errors, 0.5), sqrt(sum_of_squares / count), series_percentile(errors, 0.95),
        series_percentile(errors, 1), outlier_count);
}

void summary_say_errors(struct summary *summary) {
    if (summary->errors_m.count == 0) {
        say("  error     not known: the recording has no truth for what was measured");
        return;
    }
    say("  error, measured minus true, in metres:");
    say("                         count    bias  median    RMSE     P95   worst     > %g m", OUTLIER_M);
    say_errors_of("every measurement", &summary->errors_m);
    say_errors_of("rated good or close", &summary->rated_errors_m);
    say("  (median and P95 of its magnitude; the worst: %.2f m measured at %.1f s, %.2f m true)",
        summary->worst_distance_m, seconds(summary->worst_ns),
        summary->worst_distance_m - summary->worst_error_m);
}
