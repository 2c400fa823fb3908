/* radio.c - the accessory's radio; see radio.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "radio.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "clock.h"
#include "console.h"

/* ---- Log ------------------------------------------------------------------------------------------ */

static bool is_same_file(const char *a, const char *b) {
    struct stat first;
    struct stat second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool radio_open_log(struct radio *radio, const char *path) {
    if (path == NULL)
        return true;
    if (is_same_file(path, radio->recording.path)) {
        complain("the log %s would overwrite the recording", path);
        return false;
    }
    radio->log = fopen(path, "w");
    if (radio->log == NULL) {
        complain("the log %s cannot be written: %s", path, strerror(errno));
        return false;
    }
    fputs("t_s,range_m,spread_m,rate_hz,quality,true_m\n", radio->log);
    return true;
}

bool radio_close_log(struct radio *radio) {
    if (radio->log == NULL)
        return true;
    bool is_written = ferror(radio->log) == 0;
    is_written = fclose(radio->log) == 0 && is_written;
    radio->log = NULL;
    if (!is_written)
        complain("the log could not be written: %s", strerror(errno));
    return is_written;
}

static void log_number(FILE *log, bool is_there, int decimals, double value) {
    if (is_there)
        fprintf(log, "%.*f", decimals, value);
}

static void log_row(const struct radio *radio, const struct recording_row *row, const rangekit_range_sample *sample) {
    const rangekit_quality_result *now = &radio->summary.now;
    FILE *log = radio->log;
    fprintf(log, "%.9f,", seconds(row->time_ns));
    log_number(log, (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) != 0, 4, (double)sample->distance_m);
    fputc(',', log);
    log_number(log, (now->fields & RANGEKIT_QUALITY_HAS_SPREAD) != 0, 4, (double)now->spread_m);
    fputc(',', log);
    log_number(log, (now->fields & RANGEKIT_QUALITY_HAS_RATE) != 0, 3, (double)now->rate_hz);
    fprintf(log, ",%s,", rangekit_quality_level_name(now->level));
    log_number(log, row->has_truth, 4, row->true_m);
    fputc('\n', log);
}

/* ---- Replay --------------------------------------------------------------------------------------- */

/* What the radio measured: one row of the recording as a sample. A status: nothing usable. */
static rangekit_status measure(const struct radio *radio, const struct recording_row *row,
                               rangekit_range_sample *sample) {
    memset(sample, 0, sizeof *sample);
    sample->time_ns = row->time_ns;
    sample->technology = RANGEKIT_TECHNOLOGY_UWB;
    if (row->content == RECORDING_RANGE) {
        sample->fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
        sample->distance_m = (float)row->range_m;
    } else if (row->content == RECORDING_EXCHANGE) {
        rangekit_twr_range range;
        rangekit_status status = rangekit_twr_double_sided(&radio->ranging, &row->exchange, &range);
        if (status != RANGEKIT_OK)
            return status;
        sample->fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV;
        sample->distance_m = (float)range.distance_m;
        sample->distance_stddev_m = range.distance_stddev_m;
    }
    return RANGEKIT_OK;
}

/* Waits until the recording has come to `time_ns`; only a STOP may arrive meanwhile. */
static bool wait_until(struct radio *radio, int64_t time_ns) {
    struct frame frame;
    bool has_arrived;
    int64_t due_ns = radio->start_ns;
    if (radio->speed > 0)
        due_ns += (int64_t)((double)(time_ns - radio->recording.rows[0].time_ns) / radio->speed);
    if (!link_wait(radio->link, due_ns, &has_arrived))
        return false;
    if (!has_arrived)
        return true;
    radio->is_stopped = link_receive_type(radio->link, FRAME_STOP, &frame);
    return radio->is_stopped;
}

/* Rates one sample and reports it, when it is time. false: the link failed. *status: RANGEKIT_OK, or why
 * the estimator refuses the sample, which is then not reported. */
static bool report(struct radio *radio, const rangekit_range_sample *sample, const double *true_m,
                   rangekit_status *status) {
    struct frame frame;
    *status = RANGEKIT_OK;
    if (!wait_until(radio, sample->time_ns))
        return false;
    if (radio->is_stopped)
        return true;
    *status = summary_take(&radio->summary, sample, true_m);
    if (*status != RANGEKIT_OK)
        return true;
    report_encode(sample, &frame);
    return link_send(radio->link, &frame);
}

/* Reports that nothing was measured at each whole second up to `time_ns`: silence ages the window too. */
static bool report_silence(struct radio *radio, int64_t time_ns) {
    for (; radio->next_second_ns <= time_ns && !radio->is_stopped; radio->next_second_ns += NS_PER_S) {
        rangekit_range_sample silence = {.time_ns = radio->next_second_ns, .technology = RANGEKIT_TECHNOLOGY_UWB};
        rangekit_status status;
        if (!report(radio, &silence, NULL, &status))
            return false;
    }
    return true;
}

static bool replay_row(struct radio *radio, const struct recording_row *row) {
    rangekit_range_sample sample;
    rangekit_status status = measure(radio, row, &sample);
    if (radio->replayed_count == 0)
        radio->next_second_ns = second_after(row->time_ns);
    else if (row->time_ns - radio->summary.last_ns > RADIO_GAP_MAX_S * NS_PER_S) {
        recording_refuse(&radio->recording, row->line, "%.1f s after the row before; a gap is at most %d s",
                         seconds(row->time_ns - radio->summary.last_ns), RADIO_GAP_MAX_S);
        return true;
    }
    if (status == RANGEKIT_OK && (!report_silence(radio, row->time_ns) ||
                                  !report(radio, &sample, row->has_truth ? &row->true_m : NULL, &status)))
        return false;
    if (status != RANGEKIT_OK) {
        recording_refuse(&radio->recording, row->line, "%s: %s", rangekit_status_name(status),
                         rangekit_status_message(status));
    } else if (!radio->is_stopped) {
        radio->replayed_count++;
        if (radio->log != NULL)
            log_row(radio, row, &sample);
    }
    return true;
}

bool radio_run(struct radio *radio) {
    radio->start_ns = monotonic_ns();
    for (size_t i = 0; i < radio->recording.row_count && !radio->is_stopped; i++)
        if (!replay_row(radio, &radio->recording.rows[i]))
            return false;
    return true;
}
