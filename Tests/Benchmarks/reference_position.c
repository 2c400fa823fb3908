/* A fix from ranges as one writes it in C for this one job: the same checks, start, Newton steps, gate, residuals,
 * covariance and dilution as rangekit_position_fix, for ranges in 3 dimensions with a Huber loss.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "reference.h"

struct symmetric {
    double xx, xy, xz, yy, yz, zz;
};

struct normal {
    struct symmetric m;
    double gx, gy, gz, cost, chi_squared, largest;
};

static void add(struct symmetric *m, double x, double y, double z, double weight) {
    double wx = weight * x, wy = weight * y, wz = weight * z;
    m->xx += wx * x;
    m->xy += wx * y;
    m->xz += wx * z;
    m->yy += wy * y;
    m->yz += wy * z;
    m->zz += wz * z;
}

static int invert(const struct symmetric *m, struct symmetric *out) {
    if (!(m->xx > 0 && m->yy > 0 && m->zz > 0)) return 0;
    double cxx = m->yy * m->zz - m->yz * m->yz, cxy = m->xz * m->yz - m->xy * m->zz, cxz = m->xy * m->yz - m->xz * m->yy;
    double determinant = m->xx * cxx + m->xy * cxy + m->xz * cxz;
    if (!(determinant > 1e-10 * (m->xx * m->yy * m->zz))) return 0;
    double scale = 1 / determinant;
    *out = (struct symmetric){cxx * scale,
                              cxy * scale,
                              cxz * scale,
                              (m->xx * m->zz - m->xz * m->xz) * scale,
                              (m->xy * m->xz - m->xx * m->yz) * scale,
                              (m->xx * m->yy - m->xy * m->xy) * scale};
    return 1;
}

static int usable(const rangekit_anchor *a) {
    return fabs(a->x_m) <= RANGEKIT_POSITION_MAX_M && fabs(a->y_m) <= RANGEKIT_POSITION_MAX_M &&
           fabs(a->z_m) <= RANGEKIT_POSITION_MAX_M;
}

static rangekit_status check(const rangekit_anchor *anchors, size_t anchor_count, const rangekit_measurement *row) {
    if (!isfinite(row->value) || !isfinite(row->stddev)) return RANGEKIT_ERROR_NOT_FINITE;
    if (fabs(row->value) > RANGEKIT_POSITION_MAX_M || !(row->stddev >= 1e-6f && row->stddev <= 1e6f)) {
        return RANGEKIT_ERROR_OUT_OF_RANGE;
    }
    if (row->kind != RANGEKIT_MEASUREMENT_RANGE) return RANGEKIT_ERROR_OUT_OF_RANGE;
    if (row->anchor >= anchor_count || !usable(&anchors[row->anchor])) return RANGEKIT_ERROR_ANCHOR_INVALID;
    return RANGEKIT_OK;
}

static struct normal equations(const rangekit_position_options *options, const rangekit_anchor *anchors,
                               const rangekit_measurement *rows, size_t count,
                               const rangekit_measurement_result *results, const double p[3], int reweighted) {
    struct normal n = {0};
    double across = 0, k = options->loss_scale;
    for (size_t i = 0; i < count; i += 1) {
        if (results[i].status != RANGEKIT_OK) continue;
        const rangekit_anchor *a = &anchors[rows[i].anchor];
        double dx = p[0] - a->x_m, dy = p[1] - a->y_m, dz = p[2] - a->z_m;
        double length = sqrt(dx * dx + dy * dy + dz * dz), inverse = 1 / (length > 1e-9 ? length : 1e-9);
        double ux = dx * inverse, uy = dy * inverse, uz = dz * inverse, residual = rows[i].value - length;
        double information = 1 / (double)rows[i].stddev, deviations = fabs(residual) * information;
        int inside = deviations <= k;
        double weight = inside ? 1 : k / deviations, square = information * information;
        double pull = weight * square * residual, along = weight * square;
        if (!reweighted) {
            double share = pull / (length > 1e-9 ? length : 1e-9);
            along = (inside ? square : 0) + share;
            across -= share;
        }
        add(&n.m, ux, uy, uz, along);
        n.gx += pull * ux;
        n.gy += pull * uy;
        n.gz += pull * uz;
        n.cost += inside ? deviations * deviations : (2 * deviations - k) * k;
        n.chi_squared += weight * deviations * deviations;
        if (deviations > n.largest) n.largest = deviations;
    }
    n.m.xx += across;
    n.m.yy += across;
    n.m.zz += across;
    return n;
}

static int start(const rangekit_anchor *anchors, const rangekit_measurement *rows, size_t count,
                 const rangekit_measurement_result *results, size_t used, double p[3]) {
    double mx = 0, my = 0, mz = 0, vx = 0, vy = 0, vz = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (results[i].status != RANGEKIT_OK) continue;
        mx += anchors[rows[i].anchor].x_m;
        my += anchors[rows[i].anchor].y_m;
        mz += anchors[rows[i].anchor].z_m;
    }
    mx /= (double)used;
    my /= (double)used;
    mz /= (double)used;
    struct symmetric m = {0}, inverse;
    for (size_t i = 0; i < count; i += 1) {
        if (results[i].status != RANGEKIT_OK) continue;
        const rangekit_anchor *a = &anchors[rows[i].anchor];
        double x = a->x_m - mx, y = a->y_m - my, z = a->z_m - mz;
        double right = (x * x + y * y + z * z - rows[i].value * rows[i].value) / 2;
        add(&m, x, y, z, 1);
        vx += x * right;
        vy += y * right;
        vz += z * right;
    }
    if (!invert(&m, &inverse)) return 0;
    if ((inverse.xx + inverse.yy + inverse.zz) * (m.xx + m.yy + m.zz) >= 100) return 0;
    p[0] = inverse.xx * vx + inverse.xy * vy + inverse.xz * vz + mx;
    p[1] = inverse.xy * vx + inverse.yy * vy + inverse.yz * vz + my;
    p[2] = inverse.xz * vx + inverse.yz * vy + inverse.zz * vz + mz;
    return 1;
}

static int search(const rangekit_position_options *options, const rangekit_anchor *anchors,
                  const rangekit_measurement *rows, size_t count, const rangekit_measurement_result *results, double p[3],
                  struct normal *n, uint32_t *iterations) {
    int reweighted = 0, streak = 0;
    double damping = 0;
    *n = equations(options, anchors, rows, count, results, p, 0);
    for (uint32_t i = 0; i < options->iterations_max; i += 1) {
        *iterations += 1;
        int is_long = reweighted && damping == 0 && streak >= 3;
        struct symmetric m = n->m, inverse;
        if (damping > 0) {
            m.xx *= 1 + damping;
            m.yy *= 1 + damping;
            m.zz *= 1 + damping;
        }
        if (invert(&m, &inverse)) {
            double step[3] = {inverse.xx * n->gx + inverse.xy * n->gy + inverse.xz * n->gz,
                              inverse.xy * n->gx + inverse.yy * n->gy + inverse.yz * n->gz,
                              inverse.xz * n->gx + inverse.yz * n->gy + inverse.zz * n->gz};
            double gain = step[0] * n->gx + step[1] * n->gy + step[2] * n->gz;
            double stretch = is_long ? 1.9 : 1;
            double next[3] = {p[0] + stretch * step[0], p[1] + stretch * step[1], p[2] + stretch * step[2]};
            if (gain >= 0 && gain < 1e-5 && damping == 0 && !reweighted) {
                memcpy(p, next, sizeof next);
                return 1;
            }
            if (gain >= 0) {
                struct normal other = equations(options, anchors, rows, count, results, next, 0);
                int small = gain < 1e-8 && damping < 10;
                if (other.cost <= n->cost && (gain > 0 || reweighted)) {
                    memcpy(p, next, sizeof next);
                    *n = other;
                    if (small) return 1;
                    streak = reweighted ? streak + 1 : 0;
                    reweighted = 0;
                    damping = damping < 1e-2 ? 0 : damping / 10;
                    continue;
                }
                if (small && reweighted) return 1;
            }
        }
        if (is_long) {
            streak = 0;
        } else if (reweighted) {
            damping = damping * 10 > 1e-2 ? damping * 10 : 1e-2;
            if (damping > 1e9) return 0;
        } else {
            *n = equations(options, anchors, rows, count, results, p, 1);
            reweighted = 1;
        }
    }
    return 0;
}

static double residual_at(const rangekit_anchor *a, const rangekit_measurement *row, const double p[3]) {
    double dx = p[0] - a->x_m, dy = p[1] - a->y_m, dz = p[2] - a->z_m;
    return row->value - sqrt(dx * dx + dy * dy + dz * dz);
}

rangekit_status reference_position_fix(const rangekit_position_options *options, const rangekit_anchor *anchors,
                                       size_t anchor_count, const rangekit_measurement *rows, size_t count,
                                       rangekit_measurement_result *results, rangekit_position *position) {
    size_t used = 0;
    memset(position, 0, sizeof *position);
    for (size_t i = 0; i < count; i += 1) {
        results[i] = (rangekit_measurement_result){0, 0, check(anchors, anchor_count, &rows[i])};
        used += results[i].status == RANGEKIT_OK;
    }
    double p[3];
    struct normal n;
    if (used < 3) return position->status = RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS;
    if (!start(anchors, rows, count, results, used, p)) return position->status = RANGEKIT_ERROR_GEOMETRY_DEGENERATE;
    if (!search(options, anchors, rows, count, results, p, &n, &position->iterations)) {
        return position->status = RANGEKIT_ERROR_NO_CONVERGENCE;
    }
    double freedom = options->stated_weight + (double)used - 3, scale = 1;
    for (int round = 0; round < 4 && options->gate_stddevs > 0; round += 1) {
        scale = sqrt((options->stated_weight + n.chi_squared) / freedom);
        double limit = options->gate_stddevs * (scale > 1 ? scale : 1);
        if (round == 0 && n.largest <= limit) break;
        size_t changed = 0, kept = 0;
        for (size_t i = 0; i < count; i += 1) {
            if (results[i].status != RANGEKIT_OK && results[i].status != RANGEKIT_ERROR_GATED) continue;
            double residual = residual_at(&anchors[rows[i].anchor], &rows[i], p);
            rangekit_status next =
                fabs(residual) > limit * (double)rows[i].stddev ? RANGEKIT_ERROR_GATED : RANGEKIT_OK;
            kept += next == RANGEKIT_OK;
            changed += next != results[i].status;
            results[i].status = next;
        }
        if (changed == 0) break;
        if (kept <= 3) return position->status = RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS;
        used = kept;
        freedom = options->stated_weight + (double)used - 3;
        if (!search(options, anchors, rows, count, results, p, &n, &position->iterations)) {
            return position->status = RANGEKIT_ERROR_NO_CONVERGENCE;
        }
    }
    scale = sqrt((options->stated_weight + n.chi_squared) / freedom);
    struct symmetric m = {0}, inverse;
    double information = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (results[i].status != RANGEKIT_OK && results[i].status != RANGEKIT_ERROR_GATED) continue;
        const rangekit_anchor *a = &anchors[rows[i].anchor];
        double dx = p[0] - a->x_m, dy = p[1] - a->y_m, dz = p[2] - a->z_m;
        double length = sqrt(dx * dx + dy * dy + dz * dz), across = 1 / (length > 1e-9 ? length : 1e-9);
        results[i].residual = rows[i].value - length;
        if (results[i].status != RANGEKIT_OK) continue;
        double inverse_stddev = 1 / (double)rows[i].stddev, deviations = fabs(results[i].residual) * inverse_stddev;
        double weight = deviations <= options->loss_scale ? 1 : options->loss_scale / deviations;
        results[i].weight = (float)weight;
        weight *= inverse_stddev * inverse_stddev;
        add(&m, dx * across, dy * across, dz * across, weight);
        information += weight;
    }
    if (!invert(&m, &inverse)) return position->status = RANGEKIT_ERROR_GEOMETRY_DEGENERATE;
    double variance = scale * scale * (freedom > 2 ? freedom / (freedom - 2 > 0.5 ? freedom - 2 : 0.5) : 4);
    information /= (double)used;
    position->x_m = p[0];
    position->y_m = p[1];
    position->z_m = p[2];
    position->covariance_m2[0] = inverse.xx * variance;
    position->covariance_m2[1] = inverse.xy * variance;
    position->covariance_m2[2] = inverse.xz * variance;
    position->covariance_m2[3] = inverse.yy * variance;
    position->covariance_m2[4] = inverse.yz * variance;
    position->covariance_m2[5] = inverse.zz * variance;
    position->noise_scale = (float)scale;
    position->gdop = (float)sqrt((inverse.xx + inverse.yy + inverse.zz) * information);
    position->hdop = (float)sqrt((inverse.xx + inverse.yy) * information);
    position->vdop = (float)sqrt(inverse.zz * information);
    position->fields = RANGEKIT_POSITION_HAS_DOP;
    position->used_count = (uint32_t)used;
    return RANGEKIT_OK;
}
