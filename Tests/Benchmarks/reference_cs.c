/* A Channel Sounding reader in plain C: events and segments of one whole procedure of mode 0 and 2 into tones, bounds
 * checked, nothing else. SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "reference.h"

static const char orders[] =
    "123421341324312432142314124321431423412342132413143241321342314234124312423124314321342132412341";

static void pct(const uint8_t *at, int *i, int *q) {
    uint32_t value = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    *i = (int32_t)(value << 20) >> 20;
    *q = (int32_t)(value << 8) >> 20;
}

static size_t gather_events(const struct reference_cs_message *events, size_t count, uint8_t *out, int8_t *power_dbm) {
    size_t size = 0;
    for (size_t n = 0; n < count; n += 1) {
        const uint8_t *at = events[n].bytes + 3, *end = events[n].bytes + events[n].size;
        if (at[0] == 0x31) *power_dbm = (int8_t)at[10];
        int steps = at[at[0] == 0x31 ? 15 : 8];
        at += at[0] == 0x31 ? 16 : 9;
        for (int i = 0; i < steps; i += 1) {
            if (end - at < 3 || end - at < 3 + at[2]) return 0;
            memcpy(out + size, at, 3 + (size_t)at[2]);
            size += 3 + (size_t)at[2];
            at += 3 + at[2];
        }
    }
    return size;
}

uint32_t reference_cs_read(const struct reference_cs_message *events, size_t event_count,
                           const struct reference_cs_message *segments, size_t segment_count, rangekit_cs_tone *tones) {
    static uint8_t local[3072], body[3072];
    int8_t local_dbm = 127;
    size_t local_size = gather_events(events, event_count, local, &local_dbm), size = 0;
    for (size_t n = 0; n < segment_count; n += 1) {
        if (size + segments[n].size > sizeof body) return 0;
        memcpy(body + size, segments[n].bytes + 1, segments[n].size - 1);
        size += segments[n].size - 1;
    }
    int8_t remote_dbm = (int8_t)body[10];
    size_t a = 0, b = 12;
    uint32_t count = 0;
    for (int step = 0; step < body[11]; step += 1) {
        if (local_size - a < 3 || size - b < 1) return 0;
        uint8_t mode = local[a], channel = local[a + 1];
        if (mode != body[b] || channel > 78) return 0;
        if (mode == 0) {
            a += 3 + (size_t)local[a + 2];
            b += 4;
            continue;
        }
        const uint8_t *ours = local + a + 3, *theirs = body + b + 1;
        if (local_size - a < 24 || size - b < 22 || ours[0] != theirs[0] || ours[0] >= 24) return 0;
        for (int slot = 0; slot < 4; slot += 1) {
            int xi, xq, yi, yq;
            pct(ours + 1 + 4 * slot, &xi, &xq);
            pct(theirs + 1 + 4 * slot, &yi, &yq);
            int xx = xi * xi + xq * xq, yy = yi * yi + yq * yq;
            if (xx == 0 || yy == 0) continue;
            tones[count++] = (rangekit_cs_tone){
                .i = (float)(xi * yi - xq * yq) * 0x1p-22f,
                .q = (float)(xi * yq + xq * yi) * 0x1p-22f,
                .weight = 1,
                .power_initiator_dbm = 10 * log10f((float)xx) - 66.2266f + (float)local_dbm,
                .power_reflector_dbm = 10 * log10f((float)yy) - 66.2266f + (float)remote_dbm,
                .channel = channel,
                .antenna_path = (uint8_t)(orders[ours[0] * 4 + slot] - '1'),
                .quality_initiator = ours[4 + 4 * slot] & 15,
                .quality_reflector = theirs[4 + 4 * slot] & 15,
                .fields = 3};
        }
        a += 24;
        b += 22;
    }
    return count;
}
