/* The Channel Sounding estimator in plain C: tones to a distance and its interval. It knows no round trips, no
 * averaging and no velocity.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "reference.h"

#define SIZE 256 /* points of the transform over 149.9 m */
#define POINT_M (149.896229f / SIZE)
#define POINT_RAD (6.28318531f / SIZE)
#define TAPS 13 /* of the lattice behind the direct path, two points apart */
#define BEFORE 26 /* candidates before the strongest point */
#define CANDIDATES 29
#define PAD 3
#define SCORED 36
#define WINDOW (SCORED + 2 * (TAPS - 1))
#define UP 4 /* finer points a candidate */
#define FINE ((CANDIDATES - 1) * UP + 1)
#define GRID 64
#define HYPOTHESES 8
#define RATIOS 5
#define MODEL_ERROR 0.005f /* the share of the power that no model can explain */

static const float ratios[RATIOS] = {10, 1.5848932f, 0.25118864f, 6.3095734f, 0.39810717f};
static const float down_m[RATIOS] = {0.15f, 0.45f, 1.15f, 0.2f, 0.8f}, up_m[RATIOS] = {0.09f, 0.26f, 0.32f, 0.12f, 0.28f};
static const struct {
    int ratio;
    float power;
} hypotheses[HYPOTHESES] = {{0, 25.118864f}, {0, 251.18864f}, {1, 25.118864f}, {1, 251.18864f},
                            {2, 25.118864f}, {2, 251.18864f}, {3, 100},        {4, 100}};

/* Between two candidates, a quarter, a half and three quarters: least squares for what the scores contain. */
static const float between[UP - 1][8] = {
    {-0.0051037f, 0.0312671f, -0.1223608f, 0.8716086f, 0.2909511f, -0.0877787f, 0.0257711f, -0.0044701f},
    {-0.0066639f, 0.0395063f, -0.1429340f, 0.6100110f, 0.6100110f, -0.1429340f, 0.0395063f, -0.0066639f},
    {-0.0044701f, 0.0257711f, -0.0877787f, 0.2909511f, 0.8716086f, -0.1223608f, 0.0312671f, -0.0051037f}};

struct path {
    int used, spacing, peak;
    float n, weights, energy, offset;
    float position, sigma, single, left; /* the single path */
    float crest, width, down_m, up_m;
    float fine[FINE];
};

static float twiddles[2 * SIZE], shares[RATIOS][TAPS];
static float data[2 * SIZE], tones[4][158], weights[4][79], window[2 * WINDOW], gram[2 * TAPS];
static float triangles[HYPOTHESES][TAPS * (TAPS + 1)], determinants[HYPOTHESES], values[HYPOTHESES][FINE];
static float plain[GRID], tempered[GRID];
static struct path paths[4];

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

static void integrals(float delay_m, float *once, float *twice) {
    static const float weight[3] = {0.35f, 0.4f, 0.25f}, mean_m[3] = {1.5f, 4, 10};
    *once = *twice = 0;
    for (int i = 0; i < 3; i += 1) {
        float reduced = 2 * delay_m / mean_m[i], rest = expf(-reduced);
        *once += weight[i] * (1 - rest);
        *twice += weight[i] * (1 - rest * (1 + reduced));
    }
}

void reference_sounding_init(void) {
    for (int i = 0; i < SIZE; i += 1) {
        twiddles[2 * i] = cosf((float)i * POINT_RAD);
        twiddles[2 * i + 1] = sinf((float)i * POINT_RAD);
    }
    for (int r = 0; r < RATIOS; r += 1) {
        float direct = ratios[r] / (1 + ratios[r]), scattered = 1 / (1 + ratios[r]), total = 0;
        float once_before = 0, twice_before = 0;
        for (int i = 0; i < TAPS; i += 1) {
            float once, twice;
            integrals(i + 1 < TAPS ? (float)(2 * i + 1) * POINT_M : (float)(2 * i) * POINT_M + 1.5f, &once, &twice);
            shares[r][i] = 4 * direct * scattered * (once - once_before) +
                           2 * scattered * scattered * (twice - twice_before) + (i == 0 ? direct * direct : 0);
            total += shares[r][i];
            once_before = once;
            twice_before = twice;
        }
        for (int i = 0; i < TAPS; i += 1) shares[r][i] /= total;
    }
}

static int reversed(int index) { /* digits of base 4 */
    return (index & 3) << 6 | (index >> 2 & 3) << 4 | (index >> 4 & 3) << 2 | index >> 6;
}

/* x[b] = sum of x[k] exp(+j 2 pi k b / 256), radix 4; the output's digits are reversed. */
static void transform(float *x) {
    for (int quarter = SIZE / 4, stride = 1; quarter > 0; quarter /= 4, stride *= 4) {
        for (int k = 0; k < quarter; k += 1) {
            const float *w1 = twiddles + 2 * k * stride, *w2 = w1 + 2 * k * stride, *w3 = w2 + 2 * k * stride;
            for (float *a = x + 2 * k; a < x + 2 * SIZE; a += 8 * quarter) {
                float *b = a + 2 * quarter, *c = b + 2 * quarter, *d = c + 2 * quarter;
                float s0 = a[0] + c[0], s1 = a[1] + c[1], d0 = a[0] - c[0], d1 = a[1] - c[1];
                float t0 = b[0] + d[0], t1 = b[1] + d[1], e0 = b[0] - d[0], e1 = b[1] - d[1];
                float p0 = d0 - e1, p1 = d1 + e0, q0 = s0 - t0, q1 = s1 - t1, r0 = d0 + e1, r1 = d1 - e0;
                a[0] = s0 + t0;
                a[1] = s1 + t1;
                b[0] = p0 * w1[0] - p1 * w1[1];
                b[1] = p0 * w1[1] + p1 * w1[0];
                c[0] = q0 * w2[0] - q1 * w2[1];
                c[1] = q0 * w2[1] + q1 * w2[0];
                d[0] = r0 * w3[0] - r1 * w3[1];
                d[1] = r0 * w3[1] + r1 * w3[0];
            }
        }
    }
}

static void refine(struct path *path, const float *tone) {
    float position = 0, power = 0, curvature = -1;
    for (int iteration = 0; iteration < 5; iteration += 1) {
        float angle = position * POINT_RAD, c = cosf(angle), s = sinf(angle);
        const float *turn = twiddles + 2 * path->peak;
        float step0 = turn[0] * c - turn[1] * s, step1 = turn[0] * s + turn[1] * c, p0 = 1, p1 = 0;
        float f0 = 0, f1 = 0, g0 = 0, g1 = 0, h0 = 0, h1 = 0;
        for (int channel = 0; channel < 79; channel += 1) {
            float re = tone[2 * channel] * p0 - tone[2 * channel + 1] * p1;
            float im = tone[2 * channel] * p1 + tone[2 * channel + 1] * p0;
            float k = (float)(channel - 39), next = p0 * step0 - p1 * step1;
            f0 += re;
            f1 += im;
            g0 += k * re;
            g1 += k * im;
            h0 += k * k * re;
            h1 += k * k * im;
            p1 = p0 * step1 + p1 * step0;
            p0 = next;
        }
        power = f0 * f0 + f1 * f1;
        float slope = -2 * POINT_RAD * (f0 * g1 - f1 * g0);
        curvature = 2 * POINT_RAD * POINT_RAD * (g0 * g0 + g1 * g1 - f0 * h0 - f1 * h1);
        if (iteration == 4 || curvature >= 0) break;
        float newton = most(least(-slope / curvature, 0.5f), -0.5f);
        position += newton;
        if (fabsf(position) > 1) position = 0;
        if (fabsf(newton) < 1e-5f) break;
    }
    float n = path->n, left = most(n - power / n, n * 1e-5f);
    float variance = curvature < 0 ? left / -curvature * n / most(n - 2, 1) : 1;
    path->position = position;
    path->sigma = most(least(sqrtf(variance), 4), 1e-4f);
    path->left = left / n;
    path->single = -n * logf(left / n + MODEL_ERROR) - logf(1 + 300 * n) - 1.2f;
}

static float factor(float *triangle, const float *share, float power) {
    float determinant = 0, *row = triangle;
    for (int i = 0; i < TAPS; i += 1) {
        const float *column = triangle;
        for (int j = 0; j <= i; j += 1) {
            float re = gram[2 * (i - j)], im = gram[2 * (i - j) + 1];
            for (int k = 0; k < j; k += 1) {
                re -= row[2 * k] * column[2 * k] + row[2 * k + 1] * column[2 * k + 1];
                im -= row[2 * k + 1] * column[2 * k] - row[2 * k] * column[2 * k + 1];
            }
            if (i == j) {
                float added = 1 / (power * share[i]), diagonal = most(re + added, 0.5f * added);
                determinant += logf(diagonal * power * share[i]);
                row[2 * j] = 1 / sqrtf(diagonal);
                row[2 * j + 1] = 0;
            } else {
                row[2 * j] = re * column[2 * j];
                row[2 * j + 1] = im * column[2 * j];
            }
            column += 2 * (j + 1);
        }
        row += 2 * (i + 1);
    }
    return determinant;
}

static float score(const float *at, const float *triangle) {
    float solved[2 * TAPS], energy = 0;
    const float *row = triangle;
    for (int i = 0; i < TAPS; i += 1) {
        float re = at[4 * i], im = at[4 * i + 1];
        for (int k = 0; k < i; k += 1) {
            re -= row[2 * k] * solved[2 * k] - row[2 * k + 1] * solved[2 * k + 1];
            im -= row[2 * k] * solved[2 * k + 1] + row[2 * k + 1] * solved[2 * k];
        }
        re *= row[2 * i];
        im *= row[2 * i];
        solved[2 * i] = re;
        solved[2 * i + 1] = im;
        energy += re * re + im * im;
        row += 2 * (i + 1);
    }
    return energy;
}

/* What the mixtures say of one path: the logarithm of their sum at the finer points, against the crest. */
static void mix(struct path *path, int first, int end) {
    float n = path->n, sum = 0, down = 0, up = 0, masses[HYPOTHESES] = {0};
    path->crest = path->single;
    for (int h = first; h < end; h += 1) {
        float scores[SCORED];
        for (int i = 0; i < SCORED; i += 1) scores[i] = score(window + 2 * i, triangles[h]);
        for (int i = 0; i < FINE; i += 1) {
            const float *at = scores + i / UP;
            float value = at[PAD];
            if (i % UP > 0) {
                value = 0;
                for (int k = 0; k < 8; k += 1) value += between[i % UP - 1][k] * at[k];
            }
            values[h][i] = -n * logf(most(1 - value / n, 0) + MODEL_ERROR) - determinants[h];
            path->crest = most(path->crest, values[h][i]);
        }
    }
    for (int i = 0; i < FINE; i += 1) {
        float best = -3e38f, total = 0;
        for (int h = first; h < end; h += 1) best = most(best, values[h][i]);
        path->fine[i] = best - path->crest;
        if (path->fine[i] < -30) continue;
        float share = expf(path->fine[i]);
        for (int h = first; h < end; h += 1) {
            float part = expf(most(values[h][i] - best, -80));
            total += part;
            masses[h] += part * share;
        }
        path->fine[i] += logf(total);
    }
    for (int h = first; h < end; h += 1) {
        sum += masses[h];
        down += masses[h] * down_m[hypotheses[h].ratio];
        up += masses[h] * up_m[hypotheses[h].ratio];
    }
    sum += expf(path->single - path->crest) * path->sigma * UP * 2.5066f;
    path->down_m = down / sum;
    path->up_m = up / sum;
}

static void evaluate(const struct path *path, float position, float step, float *whole, float *part) {
    float local = position - path->offset, u = (local + BEFORE) * UP;
    *whole = *part = 0;
    if (u >= 1 && u < FINE - 2) {
        int i = (int)u;
        float t = u - (float)i, a = path->fine[i - 1], b = path->fine[i], c = path->fine[i + 1], d = path->fine[i + 2];
        float value = b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
        float fifth = expf(0.2f * least(value, 60)), square = fifth * fifth;
        *whole = square * square * fifth;
        *part = square * square;
    }
    float sigma = most(path->sigma, 0.7f * step), reduced = (local - path->position) / sigma;
    if (fabsf(reduced) < 8) {
        float shape = expf(-path->n * logf(1 + reduced * reduced / (2 * path->n)));
        float fifth = expf(0.2f * (path->single - path->crest)), square = fifth * fifth;
        float mass = path->sigma / sigma * shape;
        *whole += square * square * fifth * mass;
        *part += square * square * mass;
    }
}

static float later(const struct path *path, float position) {
    int i = (int)most(least(ceilf((position - path->offset + BEFORE) * UP), FINE), 0);
    float best = path->position + path->offset > position ? path->single - path->crest : -3e38f;
    for (; i < FINE; i += 1) best = most(best, path->fine[i]);
    return best;
}

struct posterior {
    float low, step, largest, sum;
};

static struct posterior posterior(unsigned mask) {
    struct posterior result = {0, 0, 0, 0};
    float low = 1e9f, high = -1e9f;
    int several = (mask & (mask - 1)) != 0;
    for (int p = 0; p < 4; p += 1) {
        if ((mask >> p & 1) == 0) continue;
        const struct path *path = paths + p;
        float start = path->offset - BEFORE, centre = path->offset + path->position;
        for (int i = 0; i < FINE; i += 1) {
            if (path->fine[i] <= -20) continue;
            low = least(low, start + (float)(i - 1) / UP);
            high = most(high, start + (float)(i + 1) / UP);
        }
        if (path->single - path->crest > -20) {
            low = least(low, centre - 8 * path->sigma);
            high = most(high, centre + 8 * path->sigma);
        }
    }
    for (int look = 0; look < 6; look += 1) {
        result = (struct posterior){low, (high - low) / (GRID - 1), 0, 0};
        float largest = 0;
        for (int i = 0; i < GRID; i += 1) plain[i] = tempered[i] = 1;
        for (int p = 0; p < 4; p += 1) {
            if ((mask >> p & 1) == 0) continue;
            const struct path *path = paths + p;
            float hidden = 0.05f * POINT_M / 20 * path->width, whole_later = 0, part_later = 0;
            if (several) {
                float fifth = expf(0.2f * most(later(path, high), -400));
                part_later = fifth * fifth * fifth * fifth;
                whole_later = part_later * fifth;
            }
            for (int i = GRID - 1; i >= 0; i -= 1) {
                float whole, part;
                evaluate(path, low + (float)i * result.step, result.step, &whole, &part);
                if (several) {
                    whole_later = most(whole_later, whole);
                    part_later = most(part_later, part);
                    whole += hidden * whole_later;
                    part += hidden * part_later;
                }
                plain[i] *= whole;
                tempered[i] *= part;
            }
        }
        int first = GRID, last = 0;
        for (int i = 0; i < GRID; i += 1) {
            result.largest = most(result.largest, plain[i]);
            result.sum += plain[i];
            largest = most(largest, tempered[i]);
        }
        for (int i = 0; i < GRID; i += 1) {
            if (tempered[i] <= 1e-4f * largest && plain[i] <= 1e-4f * result.largest) continue;
            if (i < first) first = i;
            last = i;
        }
        if (look == 5 || first > last || last - first >= GRID * 2 / 5 || result.step < 1e-4f) break;
        high = result.low + (float)(last + 1) * result.step;
        low = result.low + (float)(first - 1) * result.step;
    }
    return result;
}

static float quantile(const struct posterior *posterior, const float *value, float share) {
    float total = 0, reached = 0;
    for (int i = 0; i < GRID; i += 1) total += value[i];
    for (int i = 0; i < GRID; i += 1) {
        float next = reached + value[i];
        if (next >= share * total && value[i] > 0) {
            return posterior->low + ((float)i + (share * total - reached) / value[i] - 0.5f) * posterior->step;
        }
        reached = next;
    }
    return posterior->low;
}

static void summary(struct posterior found, float peak, float down_m_, float up_m_, struct reference_sounding *out) {
    float low = quantile(&found, tempered, 0.025f), high = quantile(&found, tempered, 0.975f);
    /* The square of the plain one: its long tails move the middle of what is left less. */
    for (int i = 0; i < GRID; i += 1) plain[i] *= plain[i] / (found.largest * found.largest);
    float middle = quantile(&found, plain, 0.5f);
    float below = most(middle - low, 0) * POINT_M, above = most(high - middle, 0) * POINT_M;
    float down = sqrtf(below * below + 3.84f * (down_m_ * down_m_ + 5e-7f));
    float up = sqrtf(above * above + 3.84f * (up_m_ * up_m_ + 5e-7f));
    out->distance_m = (peak + middle) * POINT_M;
    out->low_m = out->distance_m - down;
    out->high_m = out->distance_m + up;
}

static void prepare(struct path *path, int p, int first, int end, int *gram_of) {
    float scale_weights = path->n / path->weights, energy = path->energy * scale_weights;
    float scale = scale_weights * sqrtf(path->n / energy), strongest = -1;
    int previous = -1, same = *gram_of >= 0;
    for (int channel = 0; channel < 79; channel += 1) {
        tones[p][2 * channel] *= scale;
        tones[p][2 * channel + 1] *= scale;
        weights[p][channel] *= scale_weights;
        if (same && weights[*gram_of][channel] != weights[p][channel]) same = 0;
        if (weights[p][channel] == 0) continue;
        if (previous >= 0) {
            int a = path->spacing, b = channel - previous;
            while (b > 0) {
                int rest = a % b;
                a = b;
                b = rest;
            }
            path->spacing = a;
        }
        previous = channel;
    }
    if (!same) {
        *gram_of = p;
        for (int lag = 0; lag < TAPS; lag += 1) {
            gram[2 * lag] = gram[2 * lag + 1] = 0;
            for (int channel = 0; channel < 79; channel += 1) {
                const float *turn = twiddles + 2 * (2 * lag * channel & (SIZE - 1));
                gram[2 * lag] += weights[p][channel] * turn[0];
                gram[2 * lag + 1] += weights[p][channel] * turn[1];
            }
        }
        for (int h = first; h < end; h += 1) {
            float power = hypotheses[h].power, prior = logf(0.7f / (float)(end - first));
            determinants[h] = factor(triangles[h], shares[hypotheses[h].ratio], power) - prior;
        }
    }
    memset(data, 0, sizeof data);
    memcpy(data, tones[p], sizeof tones[p]);
    transform(data);
    for (int point = 0; point < (SIZE + path->spacing - 1) / path->spacing; point += 1) {
        const float *at = data + 2 * reversed(point);
        float power = at[0] * at[0] + at[1] * at[1];
        if (power > strongest) {
            strongest = power;
            path->peak = point;
        }
    }
    for (int i = 0; i < WINDOW; i += 1) {
        const float *at = data + 2 * reversed((path->peak - BEFORE - PAD + i) & (SIZE - 1));
        window[2 * i] = at[0];
        window[2 * i + 1] = at[1];
    }
    refine(path, tones[p]);
}

void reference_sounding_estimate(const rangekit_cs_tone *given, size_t count, int is_fast,
                                 struct reference_sounding *out, struct reference_sounding each[4]) {
    memset(tones, 0, sizeof tones);
    memset(weights, 0, sizeof weights);
    memset(paths, 0, sizeof paths);
    float largest = 0;
    for (size_t i = 0; i < count; i += 1) largest = most(largest, most(fabsf(given[i].i), fabsf(given[i].q)));
    for (size_t i = 0; i < count; i += 1) {
        float re = given[i].i / largest, im = given[i].q / largest, weight = given[i].weight;
        struct path *path = paths + given[i].antenna_path;
        tones[given[i].antenna_path][2 * given[i].channel] += weight * re;
        tones[given[i].antenna_path][2 * given[i].channel + 1] += weight * im;
        weights[given[i].antenna_path][given[i].channel] += weight;
        path->n += 1;
        path->weights += weight;
        path->energy += weight * (re * re + im * im);
    }
    int first = is_fast ? 6 : 0, end = is_fast ? 8 : 6, gram_of = -1, reference = -1;
    unsigned used = 0;
    float down = 0, up = 0, number = 0;
    out->path_count = 0;
    for (int p = 0; p < 4; p += 1) {
        if (paths[p].n < 15) continue;
        prepare(paths + p, p, first, end, &gram_of);
        mix(paths + p, first, end);
        used |= 1u << p;
        if (reference < 0 || paths[p].spacing < paths[reference].spacing) reference = p;
    }
    if (used == 0) return;
    float peak = (float)paths[reference].peak;
    for (int p = 0; p < 4; p += 1) {
        struct path *path = paths + p;
        if ((used >> p & 1) == 0) continue;
        float period = (float)SIZE / (float)path->spacing, difference = (float)path->peak - peak;
        path->offset = difference - period * roundf(difference / period);
        struct posterior found = posterior(1u << p);
        path->width = found.largest > 0 ? found.sum / found.largest * found.step : 1;
        summary(found, peak, path->down_m, path->up_m, each + p);
        down += path->down_m;
        up += path->up_m;
        number += 1;
        out->path_count += 1;
    }
    float share = 1 / (number * sqrtf(number));
    summary(posterior(used), peak, down * share, up * share, out);
}
