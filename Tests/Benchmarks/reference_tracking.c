/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference_tracking.h"

#define PI 3.14159265f
#define LIMIT 1e9f

static rangekit_status check(float value) {
    if (!isfinite(value)) return RANGEKIT_ERROR_NOT_FINITE;
    return fabsf(value) <= LIMIT ? RANGEKIT_OK : RANGEKIT_ERROR_OUT_OF_RANGE;
}

static float wrapped(float angle) {
    if (angle > -PI && angle <= PI) return angle;
    float rest = angle - 2 * PI * roundf(angle / (2 * PI));
    return rest <= -PI ? rest + 2 * PI : rest;
}

/* ---- Zone ---- */

void reference_zone_init(struct reference_zone *zone, const rangekit_zone_options *options) {
    memset(zone, 0, sizeof *zone);
    zone->options = *options;
}

static uint64_t elapsed(const struct reference_zone *zone, int64_t time_ns) {
    return (uint64_t)zone->now_ns - (uint64_t)time_ns;
}

static int is_reachable(const struct reference_zone *zone, float distance_m, float from_m, int64_t from_ns) {
    float allowance = 4 * zone->options.default_stddev_m +
                      zone->options.jump_speed_mps * (float)elapsed(zone, from_ns) * 1e-9f;
    return fabsf(distance_m - from_m) <= allowance;
}

static int believes(struct reference_zone *zone, float distance_m) {
    uint32_t newest = (zone->first + zone->count - 1) % 16, needed = 1;
    if (zone->count == 0 ||
        is_reachable(zone, distance_m, zone->recent[newest].distance_m, zone->recent[newest].time_ns)) {
        zone->jump_count = 0;
        return 1;
    }
    int agrees = zone->jump_count > 0 &&
                 is_reachable(zone, distance_m, zone->jumped.distance_m, zone->jumped.time_ns);
    zone->jump_count = agrees ? zone->jump_count + 1 : 1;
    zone->jumped.time_ns = zone->now_ns;
    zone->jumped.distance_m = distance_m;
    for (uint32_t i = 0; i < zone->options.ring_count; i += 1) {
        if (zone->options.rings[i].enter_count > needed) needed = zone->options.rings[i].enter_count;
    }
    if (zone->jump_count < needed) return 0;
    zone->count = 0;
    zone->jump_count = 0;
    return 1;
}

static int slope(const struct reference_zone *zone, float *speed_mps) {
    if (zone->count < 3) return 0;
    uint32_t newest = (zone->first + zone->count - 1) % 16;
    float sum_t = 0, sum_d = 0, sum_tt = 0, sum_td = 0, count = (float)zone->count;
    for (uint32_t i = 0; i < zone->count; i += 1) {
        uint32_t at = (zone->first + i) % 16;
        float t = (float)(zone->recent[at].time_ns - zone->recent[newest].time_ns) * 1e-9f;
        float d = zone->recent[at].distance_m - zone->recent[newest].distance_m;
        sum_t += t;
        sum_d += d;
        sum_tt += t * t;
        sum_td += t * d;
    }
    float spread = sum_tt - sum_t * sum_t / count;
    if (spread <= 1e-6f) return 0;
    *speed_mps = (sum_td - sum_t * sum_d / count) / spread;
    return 1;
}

static int32_t trend(int32_t before, float limit, float speed_mps) {
    if (speed_mps <= -limit || (before == RANGEKIT_ZONE_TREND_APPROACHING && speed_mps <= -limit / 2)) {
        return RANGEKIT_ZONE_TREND_APPROACHING;
    }
    if (speed_mps >= limit || (before == RANGEKIT_ZONE_TREND_RECEDING && speed_mps >= limit / 2)) {
        return RANGEKIT_ZONE_TREND_RECEDING;
    }
    return RANGEKIT_ZONE_TREND_STILL;
}

static void leave(struct reference_zone *zone, uint32_t ring, rangekit_zone_result *result) {
    memset(&zone->states[ring], 0, sizeof zone->states[ring]);
    result->left |= 1u << ring;
}

static void step(struct reference_zone *zone, float distance_m, float stddev_m, const float *speed_mps,
                 rangekit_zone_result *result) {
    for (uint32_t i = 0; i < zone->options.ring_count; i += 1) {
        const rangekit_zone_ring *ring = &zone->options.rings[i];
        if (zone->states[i].is_inside) {
            zone->states[i].streak = distance_m > ring->leave_m ? zone->states[i].streak + 1 : 0;
            if (zone->states[i].streak >= ring->leave_count) leave(zone, i, result);
            continue;
        }
        int is_near = distance_m <= ring->enter_m;
        int is_certain = distance_m + ring->stddevs * stddev_m <= ring->enter_m;
        if (is_near && !is_certain) result->causes |= RANGEKIT_ZONE_CAUSE_UNCERTAIN;
        uint32_t streak = zone->states[i].streak + 1;
        if (streak > ring->enter_count) streak = ring->enter_count;
        zone->states[i].streak = is_near && is_certain ? streak : 0;
        if (zone->states[i].streak < ring->enter_count) continue;
        if (ring->max_speed_mps > 0 && speed_mps != NULL && *speed_mps < -ring->max_speed_mps) {
            result->causes |= RANGEKIT_ZONE_CAUSE_TOO_FAST;
            continue;
        }
        zone->states[i].entered_ns = zone->now_ns;
        zone->states[i].streak = 0;
        zone->states[i].is_inside = 1;
        zone->states[i].is_dwelling = 0;
        result->entered |= 1u << i;
    }
}

static void finish(struct reference_zone *zone, rangekit_zone_result *result) {
    for (uint32_t i = 0; i < zone->options.ring_count; i += 1) {
        if (!zone->states[i].is_inside) continue;
        result->inside |= 1u << i;
        if (!zone->states[i].is_dwelling &&
            elapsed(zone, zone->states[i].entered_ns) >= (uint64_t)zone->options.rings[i].dwell_ns) {
            zone->states[i].is_dwelling = 1;
            result->dwelt |= 1u << i;
        }
        if (zone->states[i].is_dwelling) result->dwelling |= 1u << i;
    }
    if (zone->count > 0) {
        result->fields |= RANGEKIT_ZONE_HAS_DISTANCE;
        result->distance_m = zone->recent[(zone->first + zone->count - 1) % 16].distance_m;
    }
    result->trend = zone->trend;
}

rangekit_status reference_zone_update(struct reference_zone *zone, const rangekit_range_sample *sample,
                                      rangekit_zone_result *out) {
    rangekit_status usable = reference_pointers(zone, sample, out, 0);
    if (usable != RANGEKIT_OK) return usable;
    int has_distance = (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) != 0;
    int has_velocity = (sample->fields & RANGEKIT_SAMPLE_HAS_VELOCITY) != 0;
    int has_stddev = (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV) != 0;
    rangekit_status status;
    if (zone->has_time && sample->time_ns < zone->now_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    if (has_distance) {
        if ((status = check(sample->distance_m)) != RANGEKIT_OK) return status;
        if (has_velocity && (status = check(sample->velocity_mps)) != RANGEKIT_OK) return status;
        if (has_stddev && (status = check(sample->distance_stddev_m)) != RANGEKIT_OK) return status;
        if (has_stddev && sample->distance_stddev_m < 0) return RANGEKIT_ERROR_OUT_OF_RANGE;
    }
    rangekit_zone_result result;
    memset(&result, 0, sizeof result);
    zone->now_ns = sample->time_ns;
    zone->has_time = 1;
    if (zone->count > 0 && elapsed(zone, zone->recent[(zone->first + zone->count - 1) % 16].time_ns) >
                               (uint64_t)zone->options.timeout_ns) {
        result.causes |= RANGEKIT_ZONE_CAUSE_TIMEOUT;
        for (uint32_t i = 0; i < zone->options.ring_count; i += 1) {
            if (zone->states[i].is_inside) leave(zone, i, &result);
        }
        zone->count = 0;
        zone->jump_count = 0;
        zone->trend = RANGEKIT_ZONE_TREND_UNKNOWN;
    }
    if (has_distance && believes(zone, sample->distance_m)) {
        if (zone->count == 16) {
            zone->first = (zone->first + 1) % 16;
            zone->count -= 1;
        }
        uint32_t at = (zone->first + zone->count) % 16;
        zone->recent[at].time_ns = zone->now_ns;
        zone->recent[at].distance_m = sample->distance_m;
        zone->count += 1;
        while (elapsed(zone, zone->recent[zone->first].time_ns) > 1000000000) {
            zone->first = (zone->first + 1) % 16;
            zone->count -= 1;
        }
        float speed_mps = sample->velocity_mps;
        int has_speed = has_velocity || slope(zone, &speed_mps);
        zone->trend = has_speed ? trend(zone->trend, zone->options.approach_speed_mps, speed_mps)
                                : RANGEKIT_ZONE_TREND_UNKNOWN;
        step(zone, sample->distance_m, has_stddev ? sample->distance_stddev_m : zone->options.default_stddev_m,
             has_speed ? &speed_mps : NULL, &result);
        if (has_speed) {
            result.fields |= RANGEKIT_ZONE_HAS_SPEED;
            result.speed_mps = speed_mps;
        }
    } else if (has_distance) {
        result.causes |= RANGEKIT_ZONE_CAUSE_JUMP;
    }
    finish(zone, &result);
    if (out != NULL) *out = result;
    return RANGEKIT_OK;
}

/* ---- Direction ---- */

static rangekit_status check_options(const rangekit_direction_options *options) {
    rangekit_status status = reference_pointer(options, 4);
    if (status != RANGEKIT_OK) return status;
    if (options->struct_size < RANGEKIT_DIRECTION_OPTIONS_V1_SIZE || options->struct_size > 65536) {
        return RANGEKIT_ERROR_STRUCT_SIZE;
    }
    const float angles[] = {options->field_of_view_rad, options->straight_rad, options->behind_rad};
    if (!isfinite(options->same_level_m) || !isfinite(options->arrived_m)) return RANGEKIT_ERROR_NOT_FINITE;
    for (int i = 0; i < 3; i += 1) {
        if (!isfinite(angles[i])) return RANGEKIT_ERROR_NOT_FINITE;
        if (angles[i] < 0 || angles[i] > 3.1415930f) return RANGEKIT_ERROR_OUT_OF_RANGE;
    }
    return options->same_level_m > 0 && options->arrived_m >= 0 ? RANGEKIT_OK : RANGEKIT_ERROR_OUT_OF_RANGE;
}

rangekit_status reference_direction_from_sample(const rangekit_direction_options *options,
                                                const rangekit_range_sample *sample, rangekit_direction *out) {
    rangekit_status status = check_options(options);
    if (status == RANGEKIT_OK) status = reference_pointer(sample, 8);
    if (status == RANGEKIT_OK) status = reference_pointer(out, 4);
    if (status != RANGEKIT_OK) return status;
    if (out->struct_size < RANGEKIT_DIRECTION_V1_SIZE || out->struct_size > 65536) return RANGEKIT_ERROR_STRUCT_SIZE;
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    int has_elevation = 0;
    if (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) {
        if ((status = check(sample->distance_m)) != RANGEKIT_OK) return status;
        direction.fields |= RANGEKIT_DIRECTION_HAS_DISTANCE;
        direction.distance_m = sample->distance_m;
    }
    if (sample->fields & RANGEKIT_SAMPLE_HAS_AZIMUTH) {
        if ((status = check(sample->azimuth_rad)) != RANGEKIT_OK) return status;
        direction.fields |= RANGEKIT_DIRECTION_HAS_AZIMUTH;
        direction.azimuth_rad = wrapped(sample->azimuth_rad);
        if (sample->fields & RANGEKIT_SAMPLE_HAS_ELEVATION) {
            if ((status = check(sample->elevation_rad)) != RANGEKIT_OK) return status;
            if (fabsf(sample->elevation_rad) > 1.5707964f) return RANGEKIT_ERROR_OUT_OF_RANGE;
            has_elevation = 1;
            direction.fields |= RANGEKIT_DIRECTION_HAS_VECTOR;
            direction.elevation_rad = sample->elevation_rad;
            float level = cosf(sample->elevation_rad);
            direction.vector[0] = level * sinf(sample->azimuth_rad);
            direction.vector[1] = sinf(sample->elevation_rad);
            direction.vector[2] = -level * cosf(sample->azimuth_rad);
        }
        float cosine = cosf(has_elevation ? direction.elevation_rad : 0) * cosf(direction.azimuth_rad);
        if (fabsf(cosine) >= cosf(options->field_of_view_rad)) direction.fields |= RANGEKIT_DIRECTION_IN_VIEW;
        if (fabsf(direction.azimuth_rad) <= PI / 2) direction.fields |= RANGEKIT_DIRECTION_FRONT_OR_BACK;
    }
    if ((direction.fields & RANGEKIT_DIRECTION_HAS_DISTANCE) && has_elevation) {
        direction.fields |= RANGEKIT_DIRECTION_HAS_HEIGHT;
        direction.height_m = direction.distance_m * sinf(direction.elevation_rad);
        int same = fabsf(direction.height_m) <= options->same_level_m;
        direction.vertical = same                        ? RANGEKIT_VERTICAL_SAME
                             : direction.height_m > 0 ? RANGEKIT_VERTICAL_ABOVE
                                                         : RANGEKIT_VERTICAL_BELOW;
    }
    direction.struct_size = out->struct_size;
    *out = direction;
    return RANGEKIT_OK;
}

rangekit_status reference_direction_guidance(const rangekit_direction_options *options,
                                             const rangekit_direction *direction, int32_t *guidance, float *amount) {
    rangekit_status status = check_options(options);
    if (status == RANGEKIT_OK) status = reference_pointer(guidance, 4);
    if (status == RANGEKIT_OK && amount != NULL) status = reference_pointer(amount, 4);
    if (status == RANGEKIT_OK) status = reference_pointer(direction, 4);
    if (status != RANGEKIT_OK) return status;
    if (direction->struct_size < RANGEKIT_DIRECTION_V1_SIZE || direction->struct_size > 65536) {
        return RANGEKIT_ERROR_STRUCT_SIZE;
    }
    const float values[] = {direction->distance_m, direction->elevation_rad, direction->azimuth_rad,
                            direction->height_m};
    for (int bit = 0; bit < 4; bit += 1) {
        if ((direction->fields & (1u << bit)) && (status = check(values[bit])) != RANGEKIT_OK) return status;
    }
    static const int32_t levels[] = {0, 0, RANGEKIT_GUIDANCE_GO_UP, RANGEKIT_GUIDANCE_GO_DOWN,
                                     RANGEKIT_GUIDANCE_CHANGE_LEVEL};
    float turn = fabsf(direction->azimuth_rad);
    if (direction->vertical >= RANGEKIT_VERTICAL_ABOVE && direction->vertical <= RANGEKIT_VERTICAL_ABOVE_OR_BELOW) {
        *guidance = levels[direction->vertical];
        *amount = direction->fields & RANGEKIT_DIRECTION_HAS_HEIGHT ? fabsf(direction->height_m) : 0;
    } else if ((direction->fields & RANGEKIT_DIRECTION_HAS_DISTANCE) && direction->distance_m <= options->arrived_m) {
        *guidance = RANGEKIT_GUIDANCE_ARRIVED;
        *amount = fmaxf(direction->distance_m, 0);
    } else if (!(direction->fields & RANGEKIT_DIRECTION_HAS_AZIMUTH)) {
        *guidance = RANGEKIT_GUIDANCE_MOVE;
        *amount = 0;
    } else if (turn > options->straight_rad) {
        *guidance = turn > options->behind_rad        ? RANGEKIT_GUIDANCE_TURN_AROUND
                    : direction->azimuth_rad > 0 ? RANGEKIT_GUIDANCE_TURN_RIGHT
                                                      : RANGEKIT_GUIDANCE_TURN_LEFT;
        *amount = turn;
    } else {
        *guidance = RANGEKIT_GUIDANCE_GO_AHEAD;
        *amount = direction->fields & RANGEKIT_DIRECTION_HAS_DISTANCE ? direction->distance_m : 0;
    }
    return RANGEKIT_OK;
}

/* ---- Pointing ---- */

void reference_pointing_init(struct reference_pointing *pointing, const rangekit_pointing_options *options) {
    memset(pointing, 0, sizeof *pointing);
    pointing->options = *options;
}

static void release(struct reference_pointing *pointing) {
    pointing->state = RANGEKIT_POINTING_NOT_POINTING;
    pointing->streak = 0;
    pointing->has_roll = pointing->did_twist = 0;
    pointing->twist_rad = 0;
}

static float angle_of(const rangekit_pointing_target *target) {
    if (!(target->fields & RANGEKIT_POINTING_TARGET_HAS_AZIMUTH)) return INFINITY;
    float elevation = target->fields & RANGEKIT_POINTING_TARGET_HAS_ELEVATION ? target->elevation_rad : 0;
    float level = cosf(elevation), x = level * sinf(target->azimuth_rad), y = sinf(elevation);
    return atan2f(sqrtf(x * x + y * y), level * cosf(target->azimuth_rad));
}

static float distance_of(const rangekit_pointing_target *target) {
    return target->fields & RANGEKIT_POINTING_TARGET_HAS_DISTANCE ? target->distance_m : 0;
}

static rangekit_status check_targets(const rangekit_pointing_target *targets, size_t count) {
    for (size_t i = 0; i < count; i += 1) {
        const float values[] = {targets[i].azimuth_rad, targets[i].elevation_rad, targets[i].distance_m,
                                targets[i].angle_stddev_rad};
        if (targets[i].fields > 15) return RANGEKIT_ERROR_UNKNOWN_OPTION;
        for (int bit = 0; bit < 4; bit += 1) {
            rangekit_status status = targets[i].fields & (1u << bit) ? check(values[bit]) : RANGEKIT_OK;
            if (status != RANGEKIT_OK) return status;
        }
        if ((targets[i].fields & RANGEKIT_POINTING_TARGET_HAS_ELEVATION) && fabsf(values[1]) > 1.5707964f)
            return RANGEKIT_ERROR_OUT_OF_RANGE;
        if ((targets[i].fields & RANGEKIT_POINTING_TARGET_HAS_STDDEV) && !(values[3] > 0))
            return RANGEKIT_ERROR_OUT_OF_RANGE;
        for (size_t j = 0; j < i; j += 1) {
            if (targets[j].id == targets[i].id) return RANGEKIT_ERROR_DUPLICATE_KEY;
        }
    }
    return RANGEKIT_OK;
}

static void acquire(struct reference_pointing *pointing, const rangekit_pointing_target *targets, size_t count) {
    const rangekit_pointing_options *options = &pointing->options;
    const rangekit_pointing_target *best = NULL;
    int acquiring = pointing->state == RANGEKIT_POINTING_ACQUIRING;
    float least = INFINITY;
    for (size_t i = 0; i < count; i += 1) {
        float angle = angle_of(&targets[i]);
        if (!(angle <= options->cone_in_rad) || distance_of(&targets[i]) > options->distance_in_m) continue;
        float score = angle + (targets[i].fields & RANGEKIT_POINTING_TARGET_HAS_STDDEV ? targets[i].angle_stddev_rad : 0);
        if (acquiring && targets[i].id == pointing->target_id) score -= options->switch_advantage_rad;
        if (score < least) least = score, best = &targets[i];
    }
    if (best == NULL) {
        release(pointing);
        return;
    }
    pointing->streak = acquiring && best->id == pointing->target_id ? pointing->streak + 1 : 1;
    pointing->target_id = best->id;
    pointing->state = pointing->streak >= options->frames_in ? RANGEKIT_POINTING_LOCKED : RANGEKIT_POINTING_ACQUIRING;
    if (pointing->state == RANGEKIT_POINTING_LOCKED) pointing->streak = 0;
}

static void hold(struct reference_pointing *pointing, const rangekit_pointing_target *targets, size_t count) {
    int is_inside = 0;
    for (size_t i = 0; i < count; i += 1) {
        if (targets[i].id != pointing->target_id) continue;
        is_inside = angle_of(&targets[i]) <= pointing->options.cone_out_rad &&
                    distance_of(&targets[i]) <= pointing->options.distance_out_m;
    }
    pointing->streak = is_inside ? 0 : pointing->streak + 1;
    if (pointing->streak >= pointing->options.frames_out) release(pointing);
}

static int32_t follow(struct reference_pointing *pointing, const float *roll_rad) {
    if (roll_rad == NULL) return RANGEKIT_POINTING_GESTURE_NONE;
    if (pointing->has_roll) pointing->twist_rad += wrapped(*roll_rad - pointing->last_roll_rad);
    pointing->last_roll_rad = *roll_rad;
    pointing->has_roll = 1;
    if (pointing->did_twist) {
        if (fabsf(pointing->twist_rad) <= pointing->options.twist_rad / 2) pointing->did_twist = 0;
        return RANGEKIT_POINTING_GESTURE_NONE;
    }
    if (fabsf(pointing->twist_rad) < pointing->options.twist_rad) return RANGEKIT_POINTING_GESTURE_NONE;
    pointing->did_twist = 1;
    return pointing->twist_rad > 0 ? RANGEKIT_POINTING_GESTURE_TWIST_RIGHT : RANGEKIT_POINTING_GESTURE_TWIST_LEFT;
}

rangekit_status reference_pointing_update(struct reference_pointing *pointing, int64_t time_ns,
                                          const rangekit_pointing_target *targets, size_t count, const float *roll_rad,
                                          rangekit_pointing_result *out) {
    rangekit_status usable = reference_pointers(pointing, pointing, out, 0);
    if (usable == RANGEKIT_OK && count > 0) usable = reference_pointer(targets, 4);
    if (usable == RANGEKIT_OK && roll_rad != NULL) usable = reference_pointer(roll_rad, 4);
    if (usable != RANGEKIT_OK) return usable;
    if (count > RANGEKIT_POINTING_TARGET_CAPACITY) return RANGEKIT_ERROR_TOO_LARGE;
    if (pointing->has_time && time_ns < pointing->time_ns) return RANGEKIT_ERROR_TIME_BACKWARDS;
    rangekit_status status = roll_rad == NULL ? RANGEKIT_OK : check(*roll_rad);
    if (status == RANGEKIT_OK) status = check_targets(targets, count);
    if (status != RANGEKIT_OK) return status;
    int was_locked = pointing->state == RANGEKIT_POINTING_LOCKED;
    if (pointing->has_time &&
        (uint64_t)time_ns - (uint64_t)pointing->time_ns > (uint64_t)pointing->options.timeout_ns) {
        release(pointing);
    }
    pointing->time_ns = time_ns;
    pointing->has_time = 1;
    if (pointing->state == RANGEKIT_POINTING_LOCKED) hold(pointing, targets, count);
    else acquire(pointing, targets, count);
    int is_locked = pointing->state == RANGEKIT_POINTING_LOCKED;
    rangekit_pointing_result result;
    memset(&result, 0, sizeof result);
    result.state = pointing->state;
    if (is_locked) result.gesture = follow(pointing, roll_rad);
    if (is_locked && !was_locked) result.fields |= RANGEKIT_POINTING_DID_LOCK;
    if (was_locked && !is_locked) result.fields |= RANGEKIT_POINTING_DID_RELEASE;
    if (pointing->state != RANGEKIT_POINTING_NOT_POINTING) {
        result.fields |= RANGEKIT_POINTING_HAS_TARGET;
        result.target_id = pointing->target_id;
        for (size_t i = 0; i < count; i += 1) {
            if (targets[i].id != pointing->target_id || !(targets[i].fields & RANGEKIT_POINTING_TARGET_HAS_AZIMUTH))
                continue;
            result.fields |= RANGEKIT_POINTING_HAS_ANGLE;
            result.angle_rad = angle_of(&targets[i]);
        }
        result.progress = is_locked ? 1 : (float)pointing->streak / (float)pointing->options.frames_in;
        if (is_locked && pointing->has_roll) {
            result.fields |= RANGEKIT_POINTING_HAS_TWIST;
            result.twist_rad = pointing->twist_rad;
        }
    }
    if (out != NULL) *out = result;
    return RANGEKIT_OK;
}
