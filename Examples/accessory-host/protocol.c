/* protocol.c - frames to values and back; see protocol.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "protocol.h"

#include <string.h>

static const struct {
    const char *name;
    size_t smallest, largest, step;
} types[] = {
    [FRAME_TOKEN] = {"TOKEN", 1, RANGEKIT_TOKEN_MAX_SIZE, 1},
    [FRAME_PROPOSAL] = {"PROPOSAL", 1, RANGEKIT_CONFIGURATION_MAX_SIZE, 1},
    [FRAME_AGREEMENT] = {"AGREEMENT", 1, RANGEKIT_CONFIGURATION_MAX_SIZE, 1},
    [FRAME_REFUSAL] = {"REFUSAL", REFUSAL_SIZE, RANGEKIT_REFUSALS_MAX_COUNT * REFUSAL_SIZE, REFUSAL_SIZE},
    [FRAME_START] = {"START", 0, 0, 1},
    [FRAME_REPORT] = {"REPORT", REPORT_SIZE, REPORT_SIZE, 1},
    [FRAME_STOP] = {"STOP", 0, 0, 1},
    [FRAME_FINISHED] = {"FINISHED", RATINGS_SIZE, RATINGS_SIZE, 1},
    [FRAME_END] = {"END", RATINGS_SIZE, RATINGS_SIZE, 1},
    [FRAME_FAILURE] = {"FAILURE", 1, FAILURE_TEXT_MAX_SIZE, 1},
};

const char *frame_type_name(uint8_t type) {
    return type < sizeof types / sizeof types[0] ? types[type].name : NULL;
}

const char *frame_size_problem(uint8_t type, size_t size) {
    if (size < types[type].smallest)
        return "too short";
    if (size > types[type].largest)
        return "too long";
    return size % types[type].step != 0 ? "not a whole number of entries" : NULL;
}

/* ---- Little-endian integers, byte by byte --------------------------------------------------------- */

static uint8_t *put32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; i++)
        *out++ = (uint8_t)(value >> 8 * i);
    return out;
}

static uint8_t *put64(uint8_t *out, uint64_t value) {
    return put32(put32(out, (uint32_t)value), (uint32_t)(value >> 32));
}

static uint8_t *put_float(uint8_t *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put32(out, bits);
}

static uint32_t take32(const uint8_t **in) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value |= (uint32_t)*(*in)++ << 8 * i;
    return value;
}

static uint64_t take64(const uint8_t **in) {
    uint64_t low = take32(in);
    return low | (uint64_t)take32(in) << 32;
}

static float take_float(const uint8_t **in) {
    uint32_t bits = take32(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Messages ------------------------------------------------------------------------------------- */

void report_encode(const rangekit_range_sample *sample, struct frame *frame) {
    const float values[] = {sample->distance_m,    sample->distance_stddev_m,    sample->azimuth_rad,
                            sample->azimuth_stddev_rad, sample->elevation_rad,   sample->elevation_stddev_rad,
                            sample->power_dbm,     sample->first_path_power_dbm, sample->nlos_probability,
                            sample->velocity_mps};
    uint8_t *out = put64(frame->payload, (uint64_t)sample->time_ns);
    out = put32(out, sample->fields);
    out = put32(out, (uint32_t)sample->technology);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        out = put_float(out, values[i]);
    frame->type = FRAME_REPORT;
    frame->size = REPORT_SIZE;
}

bool report_decode(const struct frame *frame, rangekit_range_sample *sample) {
    float *values[] = {&sample->distance_m,    &sample->distance_stddev_m,    &sample->azimuth_rad,
                       &sample->azimuth_stddev_rad, &sample->elevation_rad,   &sample->elevation_stddev_rad,
                       &sample->power_dbm,     &sample->first_path_power_dbm, &sample->nlos_probability,
                       &sample->velocity_mps};
    const uint8_t *in = frame->payload;
    memset(sample, 0, sizeof *sample);
    sample->time_ns = (int64_t)take64(&in);
    sample->fields = take32(&in);
    sample->technology = (int32_t)take32(&in);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        *values[i] = take_float(&in);
    return sample->time_ns < REPORT_TIME_LIMIT_NS && sample->time_ns > -REPORT_TIME_LIMIT_NS;
}

void refusals_encode(const rangekit_refusal *refusals, size_t count, struct frame *frame) {
    uint8_t *out = frame->payload;
    for (size_t i = 0; i < count; i++) {
        out = put32(out, (uint32_t)refusals[i].reason);
        out = put32(out, (uint32_t)refusals[i].side);
        out = put32(out, refusals[i].capability);
        out = put32(out, refusals[i].option);
    }
    frame->type = FRAME_REFUSAL;
    frame->size = count * REFUSAL_SIZE;
}

size_t refusals_decode(const struct frame *frame, rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT]) {
    const uint8_t *in = frame->payload;
    size_t count = frame->size / REFUSAL_SIZE;
    for (size_t i = 0; i < count; i++) {
        refusals[i].reason = (int32_t)take32(&in);
        refusals[i].side = (int32_t)take32(&in);
        refusals[i].capability = take32(&in);
        refusals[i].option = take32(&in);
    }
    return count;
}

void ratings_encode(uint8_t type, const uint64_t ratings[RATING_COUNT], struct frame *frame) {
    uint8_t *out = frame->payload;
    for (size_t level = 0; level < RATING_COUNT; level++)
        out = put64(out, ratings[level]);
    frame->type = type;
    frame->size = RATINGS_SIZE;
}

void ratings_decode(const struct frame *frame, uint64_t ratings[RATING_COUNT]) {
    const uint8_t *in = frame->payload;
    for (size_t level = 0; level < RATING_COUNT; level++)
        ratings[level] = take64(&in);
}
