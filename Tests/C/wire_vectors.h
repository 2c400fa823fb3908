/* Published packets and messages of Android's out-of-band ranging, the FiRa connector and FiRa UCI, and how
 * each is read and written again.
 *
 * Sources: Android's Uwb module (tests of ranging oob, discovery/info, params, libuwb-uci and
 * UwbAnchorLocation; Apache-2.0), google/pica src/uci_packets.pdl (Apache-2.0), forum.qorvo.com t/21978; those
 * that say so are built from the layout.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_WIRE_VECTORS_H
#define RANGEKIT_TESTS_WIRE_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "rangekit.h"

enum wire_kind {
    WIRE_OOB,               /* a whole out-of-band message */
    WIRE_OOB_CAPABILITY,    /* one technology's capabilities */
    WIRE_OOB_CONFIGURATION, /* one technology's configuration */
    WIRE_CONNECTOR_CAPABILITIES,
    WIRE_CONNECTOR_PACKET,
    WIRE_CONNECTOR_MESSAGE,
    WIRE_UCI_SESSION_INFO, /* a packet */
    WIRE_UCI_DL_TDOA_1,
    WIRE_UCI_DL_TDOA_2,
    WIRE_UCI_MULTICAST, /* a packet */
    WIRE_UCI_APP_CONFIG, /* a packet */
    WIRE_UCI_TLVS,
    WIRE_UCI_LOCATION,
};

struct wire_vector {
    const char *name;
    enum wire_kind kind;
    const char *hex;
};

extern const struct wire_vector wire_vectors[];
extern const size_t wire_vector_count;

#define WIRE_MAX_SIZE 2048

/* Reads `bytes` as `kind` and writes what was read to `again` (WIRE_MAX_SIZE bytes). Gives the reader's status;
 * 1 if reading succeeded and writing did not. */
rangekit_status wire_round_trip(enum wire_kind kind, const uint8_t *bytes, size_t size, uint8_t *again,
                                size_t *again_size, rangekit_diagnostic *diagnostic);

#endif
