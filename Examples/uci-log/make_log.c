/* Makes a log to try uci_log on: what a chip would send during a session with two peers, one of which is lost for a
 * while and comes so near that its distances are negative. Nothing in it was measured: RangeKit's own encoder writes
 * it.
 *
 *   make_log FILE
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include <rangekit.h>

#define ROUNDS 12
#define PEERS 2

static int write_message(FILE *file, uint32_t group, uint32_t opcode, const uint8_t *payload, size_t size) {
    rangekit_uci_header header = RANGEKIT_UCI_HEADER_INIT;
    header.message_type = RANGEKIT_UCI_NOTIFICATION;
    header.group = group;
    header.opcode = opcode;
    uint8_t bytes[2048];
    size_t length;
    return rangekit_uci_encode(&header, payload, size, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK &&
           fwrite(bytes, 1, length, file) == length;
}

static int write_state(FILE *file, uint8_t state) {
    const uint8_t payload[6] = {42, 0, 0, 0, state, 0};
    return write_message(file, RANGEKIT_UCI_GROUP_SESSION_CONFIG, RANGEKIT_UCI_SESSION_STATUS, payload, sizeof payload);
}

static int write_round(FILE *file, uint32_t round) {
    rangekit_uci_session_info info = RANGEKIT_UCI_SESSION_INFO_INIT;
    info.sequence = round;
    info.session = 42;
    info.interval_ms = 240;
    rangekit_uci_measurement measurements[PEERS];
    memset(measurements, 0, sizeof measurements);
    for (uint32_t i = 0; i < PEERS; i += 1) {
        rangekit_uci_measurement *measurement = &measurements[i];
        int distance_cm = i == 0 ? 50 - 5 * (int)round : 300 + 7 * (int)round;
        measurement->mac_address = 0x0201 + i;
        measurement->distance_cm = (uint16_t)(distance_cm < 0 ? -distance_cm : distance_cm);
        measurement->status = distance_cm < 0 ? RANGEKIT_UCI_STATUS_OK_NEGATIVE_DISTANCE : RANGEKIT_UCI_STATUS_OK;
        measurement->azimuth_q7 = (int16_t)(128 * (i == 0 ? 10 : -20));
        measurement->azimuth_fom = i == 0 ? 90 : 0; /* the second peer's angle is not known */
        measurement->rssi_half_db = (uint8_t)(130 + 10 * i);
        if (i == 1 && round >= 4 && round < 7) {
            measurement->status = 0x21; /* RANGING_RX_TIMEOUT */
            measurement->distance_cm = RANGEKIT_UCI_DISTANCE_NONE;
        }
    }
    uint8_t payload[1024];
    size_t length;
    return rangekit_uci_session_info_encode(&info, measurements, PEERS, NULL, 0, payload, sizeof payload, &length,
                                            NULL) == RANGEKIT_OK &&
           write_message(file, RANGEKIT_UCI_GROUP_SESSION_CONTROL, RANGEKIT_UCI_SESSION_INFO, payload, length);
}

int main(int argument_count, char **arguments) {
    FILE *file = argument_count == 2 ? fopen(arguments[1], "wb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: make_log FILE\n");
        return 2;
    }
    int good = write_state(file, 2);
    for (uint32_t round = 0; good && round < ROUNDS; round += 1) good = write_round(file, round);
    good = good && write_state(file, 3);
    if (fclose(file) != 0 || !good) {
        fprintf(stderr, "make_log: %s cannot be written\n", arguments[1]);
        return 1;
    }
    return 0;
}
