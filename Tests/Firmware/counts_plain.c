/* The same work in plain C, for counts.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "counts.h"

static float root(float value) {
    float result;
    __asm__("vsqrt.f32 %0, %1" : "=t"(result) : "t"(value));
    return result;
}

static float magnitude(float value) { return __builtin_fabsf(value); }

/* ---- Double-sided ranging, as in twr.h ---- */

#define MASK ((UINT64_C(1) << 40) - 1)
#define METRES_A_TICK (1.5650040064102564e-11 * 299792458.0)

int plain_double_sided(const uint64_t stamps[6], double *distance_m, float *stddev_m) {
    for (int i = 0; i < 6; i += 1) {
        if (stamps[i] > MASK) return -1;
    }
    uint64_t ra = (stamps[3] - stamps[0]) & MASK, db = (stamps[2] - stamps[1]) & MASK;
    uint64_t rb = (stamps[5] - stamps[2]) & MASK, da = (stamps[4] - stamps[3]) & MASK;
    if (ra == 0 || db == 0 || rb == 0 || da == 0) return -1;
    double xa = (double)((int64_t)ra - (int64_t)db), xb = (double)((int64_t)rb - (int64_t)da);
    double reply_b = (double)db, reply_a = (double)da, round_b = (double)rb;
    /* A reply within 200 ppm of its round, and 64 ticks. */
    if (xa + reply_b * 200e-6 + 64 < 0 || xb + reply_a * 200e-6 + 64 < 0) return -1;
    double sum = (double)(ra + db + rb + da);
    *distance_m = (xa * round_b + xb * reply_b) / sum * METRES_A_TICK;
    float u = (float)(ra + db), v = (float)(rb + da), share = u / (u + v), rest = 1 - share;
    *stddev_m = 0.0299792458f * root(0.25f + 0.25f * (share * share + rest * rest));
    return 0;
}

/* ---- A fix from ranges ---- */

struct sums {
    float xx, xy, xz, yy, yz, zz, x, y, z;
};

static inline void add(struct sums *s, float ux, float uy, float uz, float weight, float value) {
    float wx = weight * ux, wy = weight * uy, wz = weight * uz;
    s->xx += wx * ux;
    s->xy += wx * uy;
    s->xz += wx * uz;
    s->yy += wy * uy;
    s->yz += wy * uz;
    s->zz += wz * uz;
    s->x += wx * value;
    s->y += wy * value;
    s->z += wz * value;
}

static int invert(struct sums *s) {
    float cxx = s->yy * s->zz - s->yz * s->yz, cxy = s->xz * s->yz - s->xy * s->zz, cxz = s->xy * s->yz - s->xz * s->yy;
    float determinant = s->xx * cxx + s->xy * cxy + s->xz * cxz;
    if (!(determinant > 1e-5f * (s->xx * s->yy * s->zz) && determinant < 3e38f)) return 0;
    float scale = 1 / determinant, czz = s->xx * s->yy - s->xy * s->xy, cyz = s->xy * s->xz - s->xx * s->yz;
    float cyy = s->xx * s->zz - s->xz * s->xz;
    s->xx = cxx * scale;
    s->xy = cxy * scale;
    s->xz = cxz * scale;
    s->yy = cyy * scale;
    s->yz = cyz * scale;
    s->zz = czz * scale;
    return 1;
}

int plain_position_fix_f32(const float *anchors_m, const float *ranges_m, const float *stddevs_m, size_t count,
                           uint32_t dimensions, float *position_m, float *covariance_m2) {
    if (dimensions != 2 && dimensions != 3) return -1;
    int spatial = dimensions == 3;
    if (count < dimensions) return -1;
    float mean[3] = {0, 0, 0};
    for (size_t i = 0; i < count; i += 1) {
        const float *a = &anchors_m[3 * i];
        if (!(magnitude(a[0]) <= 1e7f && magnitude(a[1]) <= 1e7f && magnitude(a[2]) <= 1e7f &&
              magnitude(ranges_m[i]) <= 1e7f)) {
            return -1;
        }
        if (stddevs_m != NULL && !(stddevs_m[i] >= 1e-6f && stddevs_m[i] <= 1e6f)) return -1;
        for (int k = 0; k < 3; k += 1) mean[k] += a[k];
    }
    float share = 1 / (float)count;
    mean[0] *= share;
    mean[1] *= share;
    mean[2] = spatial ? mean[2] * share : position_m[2];
    struct sums s = {0};
    for (size_t i = 0; i < count; i += 1) {
        const float *a = &anchors_m[3 * i];
        float x = a[0] - mean[0], y = a[1] - mean[1], z = a[2] - mean[2];
        add(&s, x, y, spatial ? z : 0, 1, 0.5f * (x * x + y * y + z * z - ranges_m[i] * ranges_m[i]));
    }
    if (!spatial) s.zz = 1;
    if (!invert(&s)) return -1;
    float x = s.xx * s.x + s.xy * s.y + s.xz * s.z + mean[0];
    float y = s.xy * s.x + s.yy * s.y + s.yz * s.z + mean[1];
    float z = s.xz * s.x + s.yz * s.y + s.zz * s.z + mean[2];
    float largest = magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y);
    if (magnitude(z) > largest) largest = magnitude(z);
    float end = 1e-12f * largest * largest > 1e-8f ? 1e-12f * largest * largest : 1e-8f;
    for (int round = 0; round < 20; round += 1) {
        s = (struct sums){0};
        for (size_t i = 0; i < count; i += 1) {
            const float *a = &anchors_m[3 * i];
            float dx = x - a[0], dy = y - a[1], dz = z - a[2], length = root(dx * dx + dy * dy + dz * dz);
            float inverse = 1 / (length > 1e-6f ? length : 1e-6f);
            float information = stddevs_m != NULL ? 1 / stddevs_m[i] : 10;
            add(&s, dx * inverse, dy * inverse, spatial ? dz * inverse : 0, information * information,
                ranges_m[i] - length);
        }
        if (!spatial) s.zz = 1;
        if (!invert(&s)) return -1;
        float sx = s.xx * s.x + s.xy * s.y + s.xz * s.z, sy = s.xy * s.x + s.yy * s.y + s.yz * s.z,
              sz = s.xz * s.x + s.yz * s.y + s.zz * s.z;
        x += sx;
        y += sy;
        z += sz;
        if (!(sx * sx + sy * sy + sz * sz < end)) continue;
        const float out[9] = {x, y, z, s.xx, s.xy, s.xz, s.yy, s.yz, spatial ? s.zz : 0};
        for (int k = 0; k < 3; k += 1) position_m[k] = out[k];
        for (int k = 0; k < 6; k += 1) covariance_m2[k] = out[3 + k];
        return 0;
    }
    return -1;
}
