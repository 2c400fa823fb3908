/* SPDX-License-Identifier: MIT */
#include "accessory_model.h"

static unsigned u16(const uint8_t *bytes, size_t at) { return bytes[at] | (unsigned)bytes[at + 1] << 8; }

/* Bytes that a version names, as far as there are any. */
static size_t acd_known(unsigned major, unsigned minor, size_t size) {
    static const size_t ends[] = {35, 37, 48, 50, 60};
    if (major == 1) {
        size_t full = minor == 0 ? 35 : minor == 1 ? 37 : 39;
        return size >= full ? full : size >= 37 && minor > 0 ? 37 : 35;
    }
    size_t last = major > 2 || minor >= 2 ? 4 : minor == 1 ? 3 : 2, known = 35;
    for (size_t i = 0; i <= last && size >= ends[i]; i += 1) known = ends[i];
    return known;
}

rangekit_status model_acd_status(const uint8_t *bytes, size_t size) {
    if (size < 20) return RANGEKIT_ERROR_ACD_TOO_SHORT;
    unsigned major = u16(bytes, 16), minor = u16(bytes, 18), length = bytes[15];
    if (u16(bytes, 0) == 0) return RANGEKIT_ERROR_ACD_PROTOCOL_VERSION;
    if (major == 0) return RANGEKIT_ERROR_ACD_INTEROP_VERSION;
    int is_old = major == 1 && minor <= 2;
    if (is_old) {
        if (size != 35 + 2 * minor) return RANGEKIT_ERROR_ACD_LENGTH;
        if (length != 19 + 2 * minor) return RANGEKIT_ERROR_ACD_CONFIG_LENGTH;
    } else {
        if (size < 39) return RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT;
        if (length < 23) return RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH;
    }
    if (bytes[4] != 0 && bytes[4] != 10 && bytes[4] != 20) return RANGEKIT_ERROR_ACD_UPDATE_RATE;
    if (bytes[32] > 1) return RANGEKIT_ERROR_ACD_ROLE;
    if (!is_old || minor == 2) {
        if (bytes[37] > 1) return RANGEKIT_ERROR_ACD_MULTI_NODE_MODE;
        unsigned usage = bytes[38];
        if (usage != 0 && usage != 2 && usage != 3 && usage != 8) return RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE;
    }
    return size - acd_known(major, minor, size) > 64 ? RANGEKIT_ERROR_TOO_LARGE : RANGEKIT_OK;
}

rangekit_status model_scd_status(const uint8_t *bytes, size_t size) {
    if (size < 28) return RANGEKIT_ERROR_SCD_TOO_SHORT;
    unsigned major = u16(bytes, 0), minor = u16(bytes, 2), length = bytes[4];
    if (major == 0) return RANGEKIT_ERROR_SCD_VERSION;
    unsigned exact = major == 1 && minor == 0 ? 23 : major == 1 && minor == 1 ? 25 : major == 2 && minor == 0 ? 30 : 0;
    if (exact ? length != exact : length < 23) return RANGEKIT_ERROR_SCD_CONFIG_LENGTH;
    if (size != length + 5u) return RANGEKIT_ERROR_SCD_LENGTH;
    size_t known = size >= 30 && (major > 1 || minor > 0) ? 30 : 28;
    if (major > 1 && size >= 35) {
        known = 35;
        if (bytes[34] > 1) return RANGEKIT_ERROR_SCD_HOPPING_MODE;
    }
    return size - known > 64 ? RANGEKIT_ERROR_TOO_LARGE : RANGEKIT_OK;
}
