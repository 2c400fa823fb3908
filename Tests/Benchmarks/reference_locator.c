/* The locator's update of one target in plain C: the same hypotheses, the same steps, distances of one link.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "reference.h"

#define KEYFRAMES 64
#define RECENT 8
#define HYPOTHESES 6
#define LINKS 8

typedef struct reference_keyframe keyframe;
typedef struct reference_hypothesis hypothesis;
typedef struct reference_locator target;

static float dot(const float a[3], const float b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static float square_distance(const float a[3], const float b[3]) {
    float d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return dot(d, d);
}

/* s: xx xy xz yy yz zz */
static void add_outer(float s[6], const float v[3], float f) {
    s[0] += f * v[0] * v[0], s[1] += f * v[0] * v[1], s[2] += f * v[0] * v[2];
    s[3] += f * v[1] * v[1], s[4] += f * v[1] * v[2], s[5] += f * v[2] * v[2];
}

static float form(const float s[6], const float d[3]) {
    return s[0] * d[0] * d[0] + s[3] * d[1] * d[1] + s[5] * d[2] * d[2] +
           2 * (s[1] * d[0] * d[1] + s[2] * d[0] * d[2] + s[4] * d[1] * d[2]);
}

static void solve(const float s[6], const float g[3], float damping, float d[3]) {
    float a = s[0] + damping, l1 = s[1] / a, l2 = s[2] / a, b = fmaxf(s[3] + damping - l1 * s[1], damping);
    float c = s[4] - l1 * s[2], l3 = c / b, e = fmaxf(s[5] + damping - l2 * s[2] - l3 * c, damping);
    float y = g[1] - l1 * g[0];
    d[2] = (g[2] - l2 * g[0] - l3 * y) / e;
    d[1] = (y - c * d[2]) / b;
    d[0] = (g[0] - s[1] * d[1] - s[2] * d[2]) / a;
}

static void invert(const float s[6], float p[6]) {
    float a = s[3] * s[5] - s[4] * s[4], b = s[2] * s[4] - s[1] * s[5], c = s[1] * s[4] - s[2] * s[3];
    float f = 1 / fmaxf(s[0] * a + s[1] * b + s[2] * c, 1e-30f);
    p[0] = a * f, p[1] = b * f, p[2] = c * f, p[3] = (s[0] * s[5] - s[2] * s[2]) * f;
    p[4] = (s[1] * s[2] - s[0] * s[4]) * f, p[5] = (s[0] * s[3] - s[1] * s[1]) * f;
}

static void rotate(float a[3][3], float v[3][3], int p, int q) {
    if (fabsf(a[p][q]) <= 1e-20f) return;
    float theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    float t = (theta >= 0 ? 1.0f : -1.0f) / (fabsf(theta) + sqrtf(theta * theta + 1));
    if (!isfinite(t)) return;
    float c = 1 / sqrtf(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k += 1) {
        float x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k += 1) {
        float x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
        x = v[p][k], y = v[q][k];
        v[p][k] = c * x - s * y, v[q][k] = s * x + c * y;
    }
}

/* Values from the largest to the smallest; v holds the axes row by row. */
static void eigen(const float s[6], float values[3], float v[3][3]) {
    float a[3][3] = {{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}};
    for (int i = 0; i < 9; i += 1) v[i / 3][i % 3] = i % 4 == 0;
    for (int sweep = 0; sweep < 8; sweep += 1) rotate(a, v, 0, 1), rotate(a, v, 0, 2), rotate(a, v, 1, 2);
    for (int i = 0; i < 3; i += 1) values[i] = a[i][i];
    for (int i = 0; i < 2; i += 1) {
        for (int j = i + 1; j < 3; j += 1) {
            if (values[j] <= values[i]) continue;
            float value = values[i], axis[3];
            values[i] = values[j], values[j] = value;
            memcpy(axis, v[i], sizeof axis), memcpy(v[i], v[j], sizeof axis), memcpy(v[j], axis, sizeof axis);
        }
    }
}

static float residual(const keyframe *k, const hypothesis *h) {
    float range = sqrtf(square_distance(h->x, k->p) + 1e-4f);
    return k->range - range - 0.25f * k->scatter / range - h->bias[k->link];
}

static float fit(const keyframe *k, const hypothesis *h) {
    float e = residual(k, h);
    return 1 / (1 + 0.25f * e * e * k->weight);
}

static int is_mature(const hypothesis *h) { return h->age >= 20 || (h->age >= 5 && h->step < 0.1f); }

static void refine(target *t, hypothesis *h) {
    float s[6] = {0}, g[3] = {0}, cost = 0, product = 1, sums[LINKS][5];
    float softness = h->age < 3 ? 0.0625f * 0.25f : 0.25f;
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < t->count; i += 1) {
        const keyframe *k = &t->k[i];
        float d[3] = {h->x[0] - k->p[0], h->x[1] - k->p[1], h->x[2] - k->p[2]};
        float squared = dot(d, d) + 1e-4f, inverse = 1 / sqrtf(squared);
        float u[3] = {d[0] * inverse, d[1] * inverse, d[2] * inverse}, *l = sums[k->link];
        float e = k->range - squared * inverse - 0.25f * k->scatter * inverse - h->bias[k->link];
        float factor = 1 + softness * e * e * k->weight;
        product *= fminf(factor, 1e10f);
        if (product > 1e20f) cost += logf(product), product = 1;
        float w = 1.25f * k->weight / factor;
        add_outer(s, u, w);
        l[0] += w, l[1] += w * e;
        for (int j = 0; j < 3; j += 1) l[2 + j] += w * u[j], g[j] += w * u[j] * e;
    }
    cost = 2.5f * (cost + logf(product));
    s[0] += 1e-4f, s[3] += 1e-4f, s[5] += 1e-4f;
    for (int j = 0; j < t->links; j += 1) {
        float *l = sums[j], m = 0.15f - h->bias[j], prior = 1 / (0.15f * 0.15f), factor = 1 + 0.1f * m * m * prior;
        if (l[0] <= 0) continue;
        cost += 5.5f * logf(factor);
        l[0] = 1 / (l[0] + 1.1f * prior / factor);
        l[1] += 1.1f * m * prior / factor;
        add_outer(s, l + 2, -l[0]);
        for (int i = 0; i < 3; i += 1) g[i] -= l[2 + i] * l[1] * l[0], h->coupling[j][i] = l[2 + i] * l[0];
    }
    if (h->age > 3 && cost > h->cost + 3 && h->halvings < 4) {
        h->halvings += 1;
        h->step *= 0.3f;
        for (int i = 0; i < 3; i += 1) h->x[i] = 0.7f * h->before[i] + 0.3f * h->x[i];
        for (int j = 0; j < t->links; j += 1) h->bias[j] = 0.7f * h->bias_before[j] + 0.3f * h->bias[j];
        return;
    }
    h->halvings = 0;
    memcpy(h->before, h->x, sizeof h->x);
    memcpy(h->s, s, sizeof s);
    h->cost = cost;
    float d[3];
    solve(s, g, 1e-5f * (s[0] + s[3] + s[5]), d);
    h->step = sqrtf(dot(d, d));
    for (int i = 0; i < 3; i += 1) h->x[i] += d[i] *= h->step > 3 ? 3 / h->step : 1;
    for (int j = 0; j < t->links; j += 1) {
        h->bias_before[j] = h->bias[j];
        if (sums[j][0] > 0) h->bias[j] += sums[j][0] * (sums[j][1] - dot(sums[j] + 2, d));
    }
    h->age += 1;
}

static float cost_of(const target *t, const float x[3], const hypothesis *like, const float *shift, float sign) {
    float bias[LINKS], cost = 0, product = 1, priors = 0;
    for (int j = 0; j < t->links; j += 1) {
        bias[j] = like->bias[j] - (shift == NULL ? 0 : sign * dot(like->coupling[j], shift));
        float m = (0.15f - bias[j]) / 0.15f;
        priors += 5.5f * logf(1 + 0.1f * m * m);
    }
    for (int i = 0; i < t->count; i += 1) {
        const keyframe *k = &t->k[i];
        float range = sqrtf(square_distance(x, k->p) + 1e-4f);
        float e = k->range - range - 0.25f * k->scatter / range - bias[k->link];
        product *= fminf(1 + 0.25f * e * e * k->weight, 1e10f);
        if (product > 1e20f) cost += logf(product), product = 1;
    }
    return 2.5f * (cost + logf(product)) + priors;
}

static float separation(const target *t, const keyframe *a, const keyframe *b) {
    float d[3] = {a->p[0] - b->p[0], a->p[1] - b->p[1], a->p[2] - b->p[2]};
    float thin = dot(d, t->thin), range = fmaxf(fminf(a->range, b->range), 1);
    return (dot(d, d) + t->thin_weight * thin * thin) / (range * range);
}

static void merge(keyframe *a, const keyframe *b, float weight) {
    float added = b->information * weight, total = fmaxf(a->information + added, 1e-12f), share = added / total;
    a->scatter += share * (b->scatter - a->scatter) + share * (1 - share) * square_distance(a->p, b->p);
    for (int i = 0; i < 3; i += 1) a->p[i] += share * (b->p[i] - a->p[i]);
    a->range += share * (b->range - a->range);
    a->information = total;
}

static void settle(target *t) {
    keyframe *k = t->k, *oldest = &k[t->settled];
    int nearest = -1;
    float least = t->radius * t->radius;
    for (int i = 0; i < t->settled; i += 1) {
        float d = k[i].link == oldest->link ? separation(t, &k[i], oldest) : INFINITY;
        if (d < least) least = d, nearest = i;
    }
    if (nearest < 0 && t->settled < KEYFRAMES) {
        t->settled += 1;
        return;
    }
    if (nearest >= 0) {
        merge(&k[nearest], oldest, t->hypotheses > 0 ? fit(oldest, &t->h[0]) : 1);
    } else {
        int first = 0, second = 1;
        least = INFINITY;
        for (int i = 1; i < t->settled; i += 1) {
            for (int j = 0; j < i; j += 1) {
                float d = k[i].link == k[j].link ? separation(t, &k[i], &k[j]) : INFINITY;
                if (d < least) least = d, first = j, second = i;
            }
        }
        k[first].information *= fit(&k[first], &t->h[0]);
        merge(&k[first], &k[second], fit(&k[second], &t->h[0]));
        k[second] = *oldest;
        t->radius = fmaxf(t->radius, fminf(sqrtf(1.2f * least), 1000));
    }
    memmove(oldest, oldest + 1, (size_t)(t->count - t->settled - 1) * sizeof *oldest);
    t->count -= 1;
}

static void path(const target *t, float mean[3], float values[3], float axes[3][3]) {
    float share = 1 / (float)t->count, s[6] = {0};
    memset(mean, 0, 3 * sizeof(float));
    for (int i = 0; i < t->count; i += 1) {
        for (int j = 0; j < 3; j += 1) mean[j] += t->k[i].p[j] * share;
    }
    for (int i = 0; i < t->count; i += 1) {
        float d[3] = {t->k[i].p[0] - mean[0], t->k[i].p[1] - mean[1], t->k[i].p[2] - mean[2]};
        add_outer(s, d, share);
    }
    eigen(s, values, axes);
}

static void insert(target *t, const float x[3], const hypothesis *like) {
    if (t->hypotheses == HYPOTHESES) return;
    for (int i = 0; i < t->hypotheses; i += 1) {
        if (square_distance(t->h[i].x, x) < 0.04f) return;
    }
    hypothesis *h = &t->h[t->hypotheses++];
    if (like != NULL) *h = *like;
    else for (int j = 0; j < LINKS; j += 1) h->bias[j] = 0.15f;
    memcpy(h->x, x, sizeof h->x);
    h->age = h->halvings = 0;
    h->step = 1000;
}

static void explore(target *t) {
    unsigned choice = ++t->candidate % 8;
    if (choice == 7) return;
    float x[3], mean[3], values[3], axes[3][3], d[3];
    memcpy(x, t->h[0].x, sizeof x);
    if (choice < 3) {
        path(t, mean, values, axes);
        for (int i = 0; i < 3; i += 1) d[i] = x[i] - mean[i];
        float a = dot(d, axes[0]), b = 2 * dot(d, axes[1]), c = choice == 1 ? 2 * dot(d, axes[2]) : 0;
        for (int i = 0; i < 3 && choice < 2; i += 1) x[i] -= b * axes[1][i] + c * axes[2][i];
        for (int i = 0; i < 3 && choice == 2; i += 1) d[i] -= a * axes[0][i];
        for (int i = 0; i < 3 && choice == 2; i += 1) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            x[i] = mean[i] + a * axes[0][i] + axes[0][j] * d[k] - axes[0][k] * d[j];
        }
    } else {
        const keyframe *newest = &t->k[t->count - 1];
        memcpy(x, newest->p, sizeof x);
        x[choice < 5 ? 0 : 2] += choice % 2 == 0 ? newest->range : -newest->range;
    }
    insert(t, x, &t->h[0]);
}

static int same(const hypothesis *a, const hypothesis *b) {
    float d[3] = {a->x[0] - b->x[0], a->x[1] - b->x[1], a->x[2] - b->x[2]}, squared = dot(d, d);
    return squared < 0.0025f || (squared < 4 && form(a->s, d) < 1 && form(b->s, d) < 1);
}

static void order(target *t) {
    int best = 0;
    for (int i = 1; i < t->hypotheses; i += 1) {
        int mature = is_mature(&t->h[i]), best_mature = is_mature(&t->h[best]);
        if (mature != best_mature ? mature : t->h[i].cost < t->h[best].cost) best = i;
    }
    t->unique += 1;
    if (best != 0) {
        if (!same(&t->h[0], &t->h[best])) t->unique = 0;
        hypothesis first = t->h[0];
        t->h[0] = t->h[best];
        t->h[best] = first;
    }
    for (int i = 1; i < t->hypotheses;) {
        int gone = is_mature(&t->h[i]) && t->h[i].cost > t->h[0].cost + 12;
        for (int j = 0; j < i && !gone; j += 1) gone = same(&t->h[j], &t->h[i]);
        if (gone) {
            t->h[i] = t->h[--t->hypotheses];
        } else {
            if (is_mature(&t->h[i]) && t->h[i].cost < t->h[0].cost + 8) t->unique = 0;
            i += 1;
        }
    }
}

static void measure_systematic(target *t) {
    if (t->count < 16) return;
    float within = 0, weights = 0, count = (float)t->count;
    for (int i = 0; i < t->count; i += 1) {
        float w = 1 / (1 / t->k[i].information + t->systematic), e = residual(&t->k[i], &t->h[0]);
        weights += w;
        within += e * e * w < 1;
    }
    t->systematic += 0.3f * (0.66f - within / count) * count / weights;
    t->systematic = fminf(fmaxf(t->systematic, 2e-5f), 0.25f);
}

static void assess(target *t) {
    hypothesis *best = &t->h[0];
    float weak[3], weak_axes[3][3], mean[3], values[3], axes[3][3], d[3], x[3], y[3];
    invert(best->s, t->covariance);
    eigen(t->covariance, weak, weak_axes);
    if (t->count <= 4) return;
    path(t, mean, values, axes);
    float stretch = 0.25f * sqrtf(fmaxf(values[0], 0)) / fmaxf(sqrtf(fmaxf(values[2], 0)), 0.05f);
    stretch = fminf(fmaxf(stretch, 2), 20);
    memcpy(t->thin, axes[2], sizeof t->thin);
    t->thin_weight = stretch * stretch - 1;
    for (int i = 0; i < 3; i += 1) d[i] = best->x[i] - mean[i];
    float height = dot(d, axes[2]), range = sqrtf(dot(d, d));
    if (fabsf(height) > 0.1f * range && fabsf(height) > 0.1f) {
        for (int i = 0; i < 3; i += 1) x[i] = best->x[i] - 2 * height * axes[2][i];
        float more = cost_of(t, x, best, NULL, 0) - best->cost;
        if (more < 8) t->unique = 0;
        if (more < 40) insert(t, x, best);
    } else if (t->updates % 4 == 0) {
        float side = t->updates % 8 < 4 ? -0.35f : 0.35f;
        for (int i = 0; i < 3; i += 1) {
            x[i] = mean[i] + 0.94f * (d[i] - height * axes[2][i]) + side * range * axes[2][i];
        }
        insert(t, x, best);
    }
    float stddev = fminf(sqrtf(fmaxf(weak[0], 0)), 30);
    if (stddev <= 0.1f) return;
    for (int i = 0; i < 3; i += 1) {
        d[i] = 2 * stddev * weak_axes[0][i];
        x[i] = best->x[i] + d[i], y[i] = best->x[i] - d[i];
    }
    float rise = fminf(cost_of(t, x, best, d, 1), cost_of(t, y, best, d, -1)) - best->cost;
    float extra = fmaxf(2 / fmaxf(rise, 0.02f) - 1, 0) * stddev * stddev;
    if (extra <= 0) return;
    add_outer(t->covariance, weak_axes[0], extra);
    eigen(t->covariance, weak, weak_axes);
}

void reference_locator_init(struct reference_locator *t) {
    memset(t, 0, sizeof *t);
    t->radius = 0.04f;
    t->systematic = 0.0004f;
    t->thin[1] = 1;
    t->thin_weight = 3;
    t->links = 1;
}

void reference_locator_update(struct reference_locator *t, const float position[3], float range) {
    if (t->count - t->settled == RECENT) settle(t);
    keyframe *new = &t->k[t->count++];
    *new = (keyframe){{position[0], position[1], position[2]}, range, 100, 0, 0, 0};
    if (t->hypotheses == 0) {
        for (int i = 0; i < 6; i += 1) {
            float x[3] = {position[0], position[1], position[2]};
            x[i / 2] += i % 2 == 0 ? range - 0.15f : 0.15f - range;
            insert(t, x, NULL);
        }
    }
    float shared = fmaxf(1, 0.3125f * (float)t->count) * t->systematic;
    for (int i = 0; i < t->count; i += 1) t->k[i].weight = 1 / (1 / t->k[i].information + shared);
    t->updates += 1;
    if (t->count > 4 && (t->updates & (t->hypotheses == 1 ? 7 : 1)) == 0) explore(t);
    for (int i = 0; i < t->hypotheses; i += 1) {
        for (int n = is_mature(&t->h[i]) ? 1 : 3; n > 0; n -= 1) refine(t, &t->h[i]);
    }
    order(t);
    measure_systematic(t);
    assess(t);
}
