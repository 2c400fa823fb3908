/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "reference.h"

static uint16_t u16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }
static uint32_t u32(const uint8_t *at) { return (uint32_t)u16(at) | (uint32_t)u16(at + 2) << 16; }

rangekit_status reference_acd_decode(const uint8_t *bytes, size_t size, rangekit_accessory_configuration *out) {
    if (bytes == NULL || out == NULL) return RANGEKIT_ERROR_NULL_POINTER;
    if (out->struct_size < RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE) return RANGEKIT_ERROR_STRUCT_SIZE;
    if (size < 20) return RANGEKIT_ERROR_ACD_TOO_SHORT;
    uint16_t major = u16(bytes + 16), minor = u16(bytes + 18);
    int is_old = major == 1 && minor <= 2;
    if (u16(bytes) < 1) return RANGEKIT_ERROR_ACD_PROTOCOL_VERSION;
    if (major < 1) return RANGEKIT_ERROR_ACD_INTEROP_VERSION;
    if (is_old) {
        if (size != 35u + 2u * minor) return RANGEKIT_ERROR_ACD_LENGTH;
        if (bytes[15] != size - 16) return RANGEKIT_ERROR_ACD_CONFIG_LENGTH;
    } else {
        if (size < 39) return RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT;
        if (bytes[15] < 23) return RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH;
    }
    uint8_t rate = bytes[4];
    if (rate != 0 && rate != 10 && rate != 20) return RANGEKIT_ERROR_ACD_UPDATE_RATE;
    if (bytes[32] > 1) return RANGEKIT_ERROR_ACD_ROLE;
    if (!is_old || minor == 2) {
        if (bytes[37] > 1) return RANGEKIT_ERROR_ACD_MULTI_NODE_MODE;
        if (bytes[38] != 0 && bytes[38] != 2 && bytes[38] != 3 && bytes[38] != 8)
            return RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE;
    }
    rangekit_accessory_configuration acd;
    memset(&acd, 0, sizeof acd);
    acd.struct_size = out->struct_size;
    acd.protocol_major = u16(bytes);
    acd.protocol_minor = u16(bytes + 2);
    acd.update_rate = rate;
    memcpy(acd.header_reserved, bytes + 5, 10);
    acd.uwb_config_length = bytes[15];
    acd.interop_major = major;
    acd.interop_minor = minor;
    acd.manufacturer_id = u32(bytes + 20);
    acd.chipset_model_id = u32(bytes + 24);
    acd.middleware_version = u32(bytes + 28);
    acd.role = bytes[32];
    memcpy(acd.short_address, bytes + 33, 2);
    size_t end = 35;
    if ((major > 1 || minor >= 1) && size >= 37) {
        acd.fields |= RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT;
        acd.max_clock_drift_ppm = u16(bytes + 35);
        end = 37;
    }
    if (major >= 2 && size >= 48) {
        acd.fields |= RANGEKIT_ACCESSORY_HAS_TIMING;
        memcpy(acd.uwb_reserved, bytes + 37, 4);
        acd.hopping_mode = bytes[41];
        acd.slots_per_round = u16(bytes + 42);
        acd.slot_duration_rstu = u16(bytes + 44);
        acd.ranging_interval_ms = u16(bytes + 46);
        end = 48;
    }
    int has_modes = major == 1 ? minor >= 2 : (major > 2 || minor >= 1) && end == 48;
    if (has_modes && size >= end + 2) {
        acd.fields |= RANGEKIT_ACCESSORY_HAS_MODES;
        acd.multi_node_mode = bytes[end];
        acd.ranging_round_usage = bytes[end + 1];
        end += 2;
        if ((major > 2 || (major == 2 && minor >= 2)) && size >= end + 10) {
            acd.fields |= RANGEKIT_ACCESSORY_HAS_SESSION;
            acd.session_id = u32(bytes + end);
            memcpy(acd.static_sts_iv, bytes + end + 4, 6);
            end += 10;
        }
    }
    if (size - end > RANGEKIT_ACCESSORY_TRAILING_MAX_SIZE) return RANGEKIT_ERROR_TOO_LARGE;
    acd.trailing_length = (uint8_t)(size - end);
    memcpy(acd.trailing, bytes + end, size - end);
    *out = acd;
    return RANGEKIT_OK;
}
