/* Three messages, the clock filter and the fits of links and delays in plain C. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

void reference_three_message(const rangekit_twr_options *options, const rangekit_twr_three_message_exchange *exchanges,
                             size_t count, rangekit_twr_range *ranges) {
    uint64_t mask = UINT64_MAX >> (64 - options->timestamp_bits);
    double metres_per_tick = options->tick_s * options->speed_mps, limit = 2e-6 * options->clock_tolerance_ppm;
    double stddev_m = options->timestamp_stddev_s * options->speed_mps;
    double a = options->initiator_tx_delay_ticks + options->initiator_rx_delay_ticks;
    double b = options->responder_tx_delay_ticks + options->responder_rx_delay_ticks;
    double excess = fabs(a) + fabs(b) + RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS;
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_twr_three_message_exchange *e = &exchanges[i];
        uint64_t stamps = e->poll_tx | e->poll_rx | e->response_tx | e->response_rx | e->second_tx | e->second_rx;
        uint64_t round = (e->response_rx - e->poll_tx) & mask, reply = (e->response_tx - e->poll_rx) & mask;
        uint64_t sent = (e->second_tx - e->response_tx) & mask, received = (e->second_rx - e->response_rx) & mask;
        rangekit_twr_range range = {0.0, 0.0f, RANGEKIT_OK};
        double gain = (double)(int64_t)(round - reply), drift = (double)(int64_t)(received - sent);
        double db = (double)(int64_t)reply, s = (double)(int64_t)sent;
        if (stamps > mask) range.status = RANGEKIT_ERROR_TIMESTAMP_RANGE;
        else if (round == 0 || reply == 0 || sent == 0 || received == 0) range.status = RANGEKIT_ERROR_INTERVAL_ZERO;
        else if (sent > mask / 2 || received > mask / 2) range.status = RANGEKIT_ERROR_INTERVAL_TOO_LONG;
        else if (gain + db * limit + excess < 0) range.status = RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND;
        else if (fabs(drift) > limit * s + 64) range.status = RANGEKIT_ERROR_CLOCK_OFFSET_RANGE;
        else {
            /* 128-bit products: exact, as RangeKit's are. */
            __extension__ typedef __int128 wide;
            wide product = (wide)(int64_t)(round - reply) * (int64_t)sent - (wide)(int64_t)(received - sent) * (int64_t)reply;
            double q = db / s, ratio = 1 + drift / s;
            range.distance_m = ((double)product / s - (a + b * ratio)) / 2 * metres_per_tick;
            range.distance_stddev_m = (float)stddev_m * 0.5f * sqrtf((float)(1 + q * q + (1 + q) * (1 + q)));
        }
        ranges[i] = range;
    }
}

void reference_clock_filter(const rangekit_twr_clock_filter_options *options, rangekit_twr_clock_filter *f,
                            const rangekit_twr_clock_pair *pairs, size_t count, rangekit_twr_clock_estimate *estimates) {
    uint64_t mask = UINT64_MAX >> (64 - options->timestamp_bits);
    double noise = options->timestamp_stddev_s / options->tick_s * 1e6;
    for (size_t i = 0; i < count; i += 1) {
        const rangekit_twr_clock_pair *p = &pairs[i];
        uint64_t local = (p->local_ticks - f->local_ticks) & mask, remote = (p->remote_ticks - f->remote_ticks) & mask;
        int32_t outcome = RANGEKIT_TWR_CLOCK_REJECTED;
        uint32_t had = f->fields;
        double elapsed_ns = (double)(p->time_ns - f->time_ns);
        f->fields = (had | RANGEKIT_TWR_CLOCK_FILTER_HAS_STAMPS) & ~RANGEKIT_TWR_CLOCK_FILTER_RELIABLE;
        f->local_ticks = p->local_ticks;
        f->remote_ticks = p->remote_ticks;
        f->time_ns = p->time_ns;
        if (!(had & RANGEKIT_TWR_CLOCK_FILTER_HAS_STAMPS)) outcome = RANGEKIT_TWR_CLOCK_FIRST;
        else if (local > mask / 2 || remote > mask / 2 || elapsed_ns >= (double)(mask / 2) * options->tick_s * 1e9)
            outcome = RANGEKIT_TWR_CLOCK_STALE;
        else {
            double candidate = (double)(int64_t)(local - remote) / (double)(int64_t)remote * 1e6;
            double added = 2 * noise * noise / ((double)(int64_t)local * (double)(int64_t)local);
            if (had & RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET && fabs(candidate - f->clock_offset_ppm) < options->noise_ppm) {
                double w = options->old_weight;
                f->clock_offset_ppm = w * f->clock_offset_ppm + (1 - w) * candidate;
                f->variance_ppm2 = w * w * f->variance_ppm2 + (1 - w) * (1 - w) * added;
                f->trust += f->trust < options->trust_max;
                f->fields |= RANGEKIT_TWR_CLOCK_FILTER_RELIABLE;
                outcome = RANGEKIT_TWR_CLOCK_ACCEPTED;
            } else if (f->trust > 0) f->trust -= 1;
            else if (fabs(candidate) <= options->limit_ppm) {
                f->clock_offset_ppm = candidate;
                f->variance_ppm2 = added;
                f->fields |= RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET;
                outcome = RANGEKIT_TWR_CLOCK_REPLACED;
            }
        }
        estimates[i] = (rangekit_twr_clock_estimate){f->clock_offset_ppm, sqrtf((float)f->variance_ppm2), outcome};
    }
}

/* Quickselect by the middle element. */
static double nth(double *v, size_t n, size_t k) {
    size_t low = 0, high = n - 1;
    while (low < high) {
        double pivot = v[(low + high) / 2];
        size_t i = low, j = high;
        while (i <= j) {
            while (v[i] < pivot) i += 1;
            while (v[j] > pivot) j -= 1;
            if (i <= j) {
                double t = v[i];
                v[i] = v[j];
                v[j] = t;
                i += 1;
                if (j == 0) break;
                j -= 1;
            }
        }
        if (k <= j) high = j;
        else if (k >= i) low = i;
        else break;
    }
    return v[k];
}

static double median(double *v, size_t n) {
    double upper = nth(v, n, n / 2);
    return n % 2 ? upper : (upper + nth(v, n, n / 2 - 1)) / 2;
}

/* Huber's location with its scatter, and the autocorrelation at doubling lags, of each link's rows. */
void reference_fit_links(const rangekit_calibration_sample *samples, size_t count, rangekit_calibration_link *links,
                         size_t link_count, double *memory, rangekit_calibration_fit *fit) {
    double *errors = memory, *scratch = memory + count, *left = memory + 2 * count, before = 0, after = 0;
    size_t kept = 0;
    for (size_t l = 0; l < link_count; l += 1) {
        size_t n = 0;
        for (size_t i = 0; i < count; i += 1) {
            if (samples[i].link == l) errors[n++] = samples[i].measured_m - samples[i].true_m;
        }
        memcpy(scratch, errors, n * sizeof *errors);
        double centre = median(scratch, n);
        for (size_t i = 0; i < n; i += 1) scratch[i] = fabs(errors[i] - centre);
        double scale = 1.4826022185 * median(scratch, n), squares = 0, slopes = 0, mean = 0, spread = 0, sum = 0;
        for (int turn = 0; turn < 60; turn += 1) {
            double weights = 0, step = 0;
            for (size_t i = 0; i < n; i += 1) {
                double u = fabs(errors[i] - centre) / scale, w = u <= 1.345 ? 1 : 1.345 / u;
                step += w * (errors[i] - centre);
                weights += w;
            }
            centre += step / weights;
            if (fabs(step / weights) < 1e-9 * scale) break;
        }
        for (size_t i = 0; i < n; i += 1) {
            double u = (errors[i] - centre) / scale, psi = u > 1.345 ? 1.345 : u < -1.345 ? -1.345 : u;
            squares += psi * psi;
            slopes += fabs(u) <= 1.345;
            scratch[i] = psi;
            mean += psi / (double)n;
        }
        for (size_t i = 0; i < n; i += 1) spread += (scratch[i] - mean) * (scratch[i] - mean);
        double correlation = 1;
        for (size_t lag = 1, earlier = 0; lag <= n / 2; earlier = lag, lag *= 2) {
            double product = 0;
            for (size_t i = lag; i < n; i += 1) product += (scratch[i] - mean) * (scratch[i - lag] - mean);
            double next = fmax(product / spread * (double)n / (double)(n - lag), 0);
            sum += (double)(lag - earlier) * (correlation + next) / 2 + (next - correlation) / 2;
            correlation = next;
            if (next < 0.05) break;
        }
        double worth = fmax(1, fmin((double)n / (1 + 2 * fmax(sum, 0)), (double)n));
        for (size_t i = 0; i < n; i += 1) {
            before += errors[i] * errors[i];
            left[kept] = fabs(errors[i] - centre);
            after += left[kept] * left[kept];
            kept += 1;
        }
        links[l].bias_m = centre;
        links[l].stddev_m = scale * sqrt(squares / ((double)n * fmax(1 - 1 / worth, 0.5))) / (slopes / (double)n);
        links[l].bias_stddev_m = links[l].stddev_m / sqrt(worth);
    }
    fit->rmse_before_m = sqrt(before / (double)kept);
    fit->rmse_after_m = sqrt(after / (double)kept);
    fit->scale_m = 1.4826022185 * median(left, kept);
}
