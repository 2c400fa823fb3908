/* Reads the bytes that a UWB chip sent over UCI, and prints what they say: a line for every distance, and one for
 * every session state.
 *
 *   uci_log FILE
 *
 * The bytes state no time, so times count the ranging intervals that the notifications name.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <rangekit.h>

static int64_t now_ns;

/* A code by its name, or as a number where it has none. */
static const char *called(int32_t table, uint32_t code) {
    static char number[16];
    const char *name = rangekit_uci_name(table, code);
    if (name[0] != '\0') return name;
    snprintf(number, sizeof number, "%" PRIu32, code);
    return number;
}

static void explain(const rangekit_diagnostic *diagnostic) {
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t length;
    if (rangekit_diagnostic_describe(diagnostic, text, sizeof text, &length) == RANGEKIT_OK) {
        fprintf(stderr, "uci_log: %s\n", text);
    }
}

static void print_sample(const rangekit_range_sample *sample) {
    printf("%8.3f  0x%04" PRIx32, (double)sample->time_ns / 1e9, sample->peer);
    if (sample->fields & RANGEKIT_SAMPLE_HAS_DISTANCE) {
        printf("  %6.2f m", (double)sample->distance_m);
    } else {
        printf("         -");
    }
    if (sample->fields & RANGEKIT_SAMPLE_HAS_AZIMUTH) {
        printf("  %6.1f deg", (double)sample->azimuth_rad * 57.29577951308232);
    } else {
        printf("           -");
    }
    if (sample->fields & RANGEKIT_SAMPLE_HAS_POWER) {
        printf("  %6.1f dBm\n", (double)sample->power_dbm);
    } else {
        printf("           -\n");
    }
}

static void read_session_info(const uint8_t *payload, size_t size) {
    rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
    static rangekit_uci_measurement measurements[255];
    rangekit_range_sample samples[255];
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    size_t count = 0, sample_count = 0;
    if (rangekit_uci_session_info_decode(payload, size, &info, measurements, 255, &count, &diagnostic) != RANGEKIT_OK ||
        rangekit_uci_session_info_samples(payload, size, 0, now_ns, samples, 255, &sample_count, &diagnostic) !=
            RANGEKIT_OK) {
        explain(&diagnostic);
        return;
    }
    for (size_t i = 0; i < sample_count; i += 1) print_sample(&samples[i]);
    for (size_t i = 0; i < count; i += 1) {
        uint8_t status = measurements[i].status;
        if (status == RANGEKIT_UCI_STATUS_OK || status == RANGEKIT_UCI_STATUS_OK_NEGATIVE_DISTANCE) continue;
        printf("%8.3f  0x%04" PRIx64 "  failed: %s\n", (double)now_ns / 1e9, measurements[i].mac_address,
               called(RANGEKIT_UCI_NAMES_STATUS, status));
    }
    now_ns += (int64_t)info.interval_ms * 1000000;
}

static void read_message(const rangekit_uci_header *header, const uint8_t *payload) {
    if (header->message_type != RANGEKIT_UCI_NOTIFICATION) return;
    if (header->group == RANGEKIT_UCI_GROUP_SESSION_CONTROL && header->opcode == RANGEKIT_UCI_SESSION_INFO) {
        read_session_info(payload, header->payload_length);
    } else if (header->group == RANGEKIT_UCI_GROUP_SESSION_CONFIG && header->opcode == RANGEKIT_UCI_SESSION_STATUS) {
        rangekit_uci_session_status status;
        rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
        if (rangekit_uci_session_status_decode(payload, header->payload_length, &status, &diagnostic) != RANGEKIT_OK) {
            explain(&diagnostic);
            return;
        }
        printf("%8.3f  session %" PRIu32 " is %s", (double)now_ns / 1e9, status.session,
               called(RANGEKIT_UCI_NAMES_SESSION_STATE, status.state));
        printf(": %s\n", called(RANGEKIT_UCI_NAMES_REASON, status.reason));
    }
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fprintf(stderr, "usage: uci_log FILE\n");
        return 2;
    }
    FILE *file = fopen(arguments[1], "rb");
    if (file == NULL) {
        perror(arguments[1]);
        return 2;
    }
    /* Static memory, as a microcontroller would have it. */
    static uint64_t memory[600];
    rangekit_uci_assembler *assembler = NULL;
    if (rangekit_uci_assembler_init(memory, sizeof memory, &assembler) != RANGEKIT_OK) return 1;

    static uint8_t buffer[8192];
    size_t filled = 0, got = 0;
    int refused = 0;
    while ((got = fread(buffer + filled, 1, sizeof buffer - filled, file)) > 0) {
        filled += got;
        size_t start = 0;
        while (start < filled) {
            rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
            rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
            const uint8_t *payload = NULL;
            size_t used = 0;
            rangekit_status status = rangekit_uci_assembler_receive(assembler, buffer + start, filled - start, &used,
                                                                    &header, &payload, &diagnostic);
            if (status == RANGEKIT_ERROR_TRUNCATED) break; /* the rest comes with the next read */
            if (status != RANGEKIT_OK) {
                explain(&diagnostic);
                refused += 1;
            } else if (payload != NULL) {
                read_message(&header, payload);
            }
            start += used > 0 ? used : 1; /* no packet begins here: try the next byte */
        }
        for (size_t i = start; i < filled; i += 1) buffer[i - start] = buffer[i];
        filled -= start;
        if (filled == sizeof buffer) { /* a data packet that is larger than this buffer */
            fprintf(stderr, "uci_log: a packet of more than %zu bytes\n", sizeof buffer);
            filled = 0;
            refused += 1;
        }
    }
    if (filled > 0) {
        fprintf(stderr, "uci_log: the file ends inside a packet, of which %zu bytes are there\n", filled);
        refused += 1;
    }
    rangekit_uci_assembler_destroy(assembler);
    fclose(file);
    return refused > 0;
}
