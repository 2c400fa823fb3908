/* rangekit/device.h - what crosses sessions: limits, and which session a sample belongs to.
 *
 * A device has room for some sessions at once, and for few that range over an extended distance (one, as phones
 * do) beside the ordinary ones. A session takes its place when it runs and gives it back when it pauses, is
 * suspended, is removed or ends: active are WAITING to LOST.
 *
 * Sessions are found by their peer's identity (rangekit_token_identity_hash of its token, seed 0): known from the
 * options, or from the peer's offer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_DEVICE_H
#define RANGEKIT_DEVICE_H

#include "base.h"
#include "sample.h"
#include "session.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rangekit_device_options {
    uint32_t struct_size;
    uint32_t session_capacity; /* sessions that can be attached, 1 to 65536; default 16 */
    uint32_t session_limit;    /* active at a time, 0 to session_capacity; default 16 */
    uint32_t extended_limit;   /* of them with extended distance, 0 to session_limit; default 1 */
} rangekit_device_options;

#define RANGEKIT_DEVICE_OPTIONS_V1_SIZE 16
#define RANGEKIT_DEVICE_OPTIONS_INIT {(uint32_t)sizeof(rangekit_device_options), 16, 16, 1}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_device_options_default(rangekit_device_options *options);

/* A device and the sessions attached to it are one handle as far as threads go: one thread at a time. */
typedef struct rangekit_device rangekit_device;

/* Bytes of memory that rangekit_device_init needs with these options (NULL: defaults); 0 for options that cannot be.
 * About 48 + 32 * session_capacity. Pure. */
size_t rangekit_device_size(const rangekit_device_options *options);

/* Makes a device in the caller's memory, aligned to 8. `options` may be NULL. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE. */
rangekit_status rangekit_device_init(void *memory, size_t size, const rangekit_device_options *options,
                                     rangekit_device **device);

/* Makes a device on the heap: the only allocation it ever makes. */
rangekit_status rangekit_device_create(const rangekit_device_options *options, rangekit_device **device);

/* Ends a device, however it was made; its sessions stay, without limits. NULL is fine. */
void rangekit_device_destroy(rangekit_device *device);

/* Attaches a session that is not active; it must be destroyed or detached before its memory goes (the one exception to
 * "keeps no pointer"). RANGEKIT_ERROR_DEVICE_FULL: session_capacity are attached; RANGEKIT_ERROR_DEVICE_ATTACHED: this
 * one is, here or to another device; RANGEKIT_ERROR_DEVICE_SAME_PEER: one of the same peer is;
 * RANGEKIT_ERROR_SESSION_STATE: it is active. */
rangekit_status rangekit_device_attach(rangekit_device *device, rangekit_session *session);

/* Detaches a session, which goes on without limits. RANGEKIT_ERROR_DEVICE_NOT_ATTACHED if it is not. */
rangekit_status rangekit_device_detach(rangekit_device *device, rangekit_session *session);

/* The session of a peer, in constant time on average; RANGEKIT_ERROR_UNKNOWN_PEER and NULL if there is none. */
rangekit_status rangekit_device_find(rangekit_device *device, uint64_t peer_identity, rangekit_session **session);

/* Gives a sample to the session of its peer, as rangekit_session_measure does; sample->peer is set to that session's
 * number. A peer without a session: RANGEKIT_ERROR_UNKNOWN_PEER, and it is counted. */
rangekit_status rangekit_device_measure(rangekit_device *device, uint64_t peer_identity,
                                        const rangekit_range_sample *sample);

typedef struct rangekit_device_info {
    uint32_t struct_size;
    uint32_t attached;             /* sessions */
    uint64_t samples_unknown_peer; /* refused: no session has this peer */
    uint32_t active;               /* sessions that have a place */
    uint32_t active_extended;      /* of them with extended distance */
} rangekit_device_info;

#define RANGEKIT_DEVICE_INFO_V1_SIZE 24
#define RANGEKIT_DEVICE_INFO_INIT {(uint32_t)sizeof(rangekit_device_info), 0, 0, 0, 0}

/* Fills an info with its initial value: zero. Pure. */
rangekit_status rangekit_device_info_default(rangekit_device_info *info);

rangekit_status rangekit_device_get_info(const rangekit_device *device, rangekit_device_info *info);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_DEVICE_H */
