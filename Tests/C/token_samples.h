/* Tokens that the tests share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TESTS_TOKEN_SAMPLES_H
#define RANGEKIT_TESTS_TOKEN_SAMPLES_H

#include "support.h"

enum {
    SAMPLE_PEER,            /* 16 bytes, capabilities and generation */
    SAMPLE_PEER_BARE,       /* 16 bytes alone */
    SAMPLE_ACCESSORY_SHORT, /* 2-byte address */
    SAMPLE_ACCESSORY_LONG,  /* 8-byte address, third-party generation */
    SAMPLE_OPAQUE,          /* 40 foreign bytes with capabilities */
    SAMPLE_EXTENDED,        /* a peer with keys that version 1 does not know */
    SAMPLE_SESSION,         /* a peer with expiry, nonce, technologies and vendor data */
    SAMPLE_COUNT
};

rangekit_token sample_token(int which);

/* The token whose encoding is RANGEKIT_TOKEN_MAX_SIZE bytes. */
rangekit_token sample_largest_token(void);

#endif
