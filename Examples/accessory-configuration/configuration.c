/* An accessory's side of Nearby Interaction, without a radio: what it registers, what it says, and what it does
 * with a phone's answer.
 *
 *   configuration                     the GATT table, and the message to send
 *   configuration HEX                 the same, and the session that the phone's message HEX asks for
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include <rangekit.h>

static void print_hex(const char *what, const uint8_t *bytes, size_t size) {
    printf("%-28s", what);
    for (size_t i = 0; i < size; i += 1) printf("%02x", bytes[i]);
    printf("\n");
}

/* Says what a decoder refused, and ends with a status for the shell. */
static int refused(const char *what, const rangekit_diagnostic *diagnostic) {
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length;
    (void)rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length);
    fprintf(stderr, "configuration: %s: %s [%s]\n", what, text, rangekit_status_name(diagnostic->status));
    return 1;
}

/* What a firmware registers with its Bluetooth stack, row by row. */
static void print_table(int32_t table) {
    rangekit_gatt_row rows[8];
    size_t count, length;
    if (rangekit_gatt_rows(table, rows, 8, &count) != RANGEKIT_OK) return;
    printf("GATT table %s\n", rangekit_gatt_table_name(table));
    for (size_t i = 0; i < count; i += 1) {
        char uuid[RANGEKIT_UUID_TEXT_SIZE];
        (void)rangekit_uuid_describe(rows[i].uuid, uuid, sizeof uuid, &length);
        printf("  %s  %-24s%s%s%s%s%s\n", uuid, rangekit_gatt_row_name(rows[i].row),
               rows[i].properties & RANGEKIT_GATT_READ ? " read" : "",
               rows[i].properties & RANGEKIT_GATT_WRITE ? " write" : "",
               rows[i].properties & RANGEKIT_GATT_WRITE_WITHOUT_RESPONSE ? " write-without-response" : "",
               rows[i].properties & RANGEKIT_GATT_NOTIFY ? " notify" : "",
               rows[i].permissions != 0 ? ", encrypted" : "");
    }
}

static size_t read_hex(const char *text, uint8_t *out, size_t capacity) {
    size_t size = 0;
    unsigned byte;
    for (; size < capacity && sscanf(text + 2 * size, "%2x", &byte) == 1; size += 1) out[size] = (uint8_t)byte;
    return strlen(text) == 2 * size ? size : 0;
}

/* The phone's message: the session's parameters, and the key for the radio. */
static int answer(const rangekit_accessory_configuration *own, const char *hex) {
    uint8_t message[1 + RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE], key[RANGEKIT_STATIC_STS_KEY_SIZE];
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_shareable_configuration phone = {.struct_size = sizeof phone};
    rangekit_parameters session = {.struct_size = sizeof session};
    rangekit_timing timing = RANGEKIT_TIMING_INIT;
    rangekit_parameters_finding findings[RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT];
    uint32_t id;
    size_t body, length, count, size = read_hex(hex, message, sizeof message);

    if (rangekit_accessory_message_decode(message, size, &id, &body, &diagnostic) != RANGEKIT_OK)
        return refused("the message", &diagnostic);
    if (id != RANGEKIT_ACCESSORY_MESSAGE_CONFIGURE_AND_START) {
        printf("message %s: nothing to configure\n", rangekit_accessory_message_name(id));
        return 0;
    }
    if (rangekit_shareable_configuration_decode(message + 1, body, &phone, &diagnostic) != RANGEKIT_OK)
        return refused("the phone's configuration", &diagnostic);
    (void)rangekit_parameters_for_accessory(own, &phone, &session);
    (void)rangekit_parameters_timing(&session, &timing);
    (void)rangekit_static_sts_key(RANGEKIT_VENDOR_ID_APPLE, phone.static_sts_iv, RANGEKIT_STS_VENDOR_LITTLE_ENDIAN,
                                  key, sizeof key, &length);

    printf("\nsession %u, channel %u, preamble code %u, in %c%c\n", session.session_id, session.channel,
           session.preamble_code_index, phone.country[0], phone.country[1]);
    printf("%u slots of %.3g ms every %u ms: %.2f measurements a second\n", session.slots_per_round,
           1e3 * timing.slot_duration_s, session.ranging_interval_ms, timing.update_rate_hz);
    print_hex("phone's address", session.peer_addresses, session.peer_address_length);
    print_hex("static STS key input", key, sizeof key);

    /* What the radio could not run is better known before it is asked. */
    (void)rangekit_parameters_check(&session, findings, RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT, &count);
    for (size_t i = 0; i < count; i += 1) {
        char text[RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE];
        (void)rangekit_parameters_finding_describe(&findings[i], text, sizeof text, &length);
        printf("%s\n", text);
    }
    return count > 0;
}

int main(int argument_count, char **arguments) {
    rangekit_accessory_configuration own = {.struct_size = sizeof own};
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    uint8_t body[RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE], message[sizeof body + 1];
    size_t body_length, length;

    /* What this accessory is: numbers of its chip, an address of its own for this session. */
    (void)rangekit_accessory_configuration_default(&own);
    own.update_rate = RANGEKIT_UPDATE_RATE_INTERACTIVE;
    own.role = RANGEKIT_RANGING_ROLE_INITIATOR;
    own.manufacturer_id = 0x0003F53F;
    own.chipset_model_id = 3000;
    own.middleware_version = 0x01010000;
    own.max_clock_drift_ppm = 25;
    memcpy(own.short_address, "\x11\xd7", 2);

    if (rangekit_accessory_configuration_encode(&own, body, sizeof body, &body_length, &diagnostic) != RANGEKIT_OK)
        return refused("this accessory's configuration", &diagnostic);
    (void)rangekit_accessory_message_encode(RANGEKIT_ACCESSORY_MESSAGE_CONFIGURATION, body, body_length, message,
                                            sizeof message, &length, NULL);
    /* The encrypted characteristic of the first table holds the body, the transport carries the message. */
    if (rangekit_accessory_configuration_compare(message + 1, length - 1, body, body_length, &diagnostic) !=
        RANGEKIT_OK)
        return refused("message and characteristic", &diagnostic);

    print_table(RANGEKIT_GATT_TABLE_NEARBY_INTERACTION);
    print_table(RANGEKIT_GATT_TABLE_NORDIC_UART);
    print_table(RANGEKIT_GATT_TABLE_RANGEKIT);
    print_hex("accessory_configuration", body, body_length);
    print_hex("message", message, length);
    return argument_count == 2 ? answer(&own, arguments[1]) : 0;
}
