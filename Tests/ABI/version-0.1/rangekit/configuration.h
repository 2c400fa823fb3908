/* rangekit/configuration.h - from what this device can do and the other device's token to a
 * configuration, or every reason why there is none.
 *
 * Rules (Nearby Interaction's, stated for any device):
 *   - Two devices range when each measures distance (precise or coarse); a device that does not say
 *     what it can do is taken to range at the common denominator, without any option.
 *   - Extended distance needs both sides.
 *   - Camera assistance needs this side alone.
 *   - A second-generation device next to a first-generation or certified third-party one ranges at
 *     first-generation performance.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_CONFIGURATION_H
#define RANGEKIT_CONFIGURATION_H

#include "base.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the application wants beyond a distance. */
#define RANGEKIT_OPTION_EXTENDED_DISTANCE (1u << 0)
#define RANGEKIT_OPTION_CAMERA_ASSISTANCE (1u << 1)

#define RANGEKIT_CONFIGURATION_KIND_PEER 0
#define RANGEKIT_CONFIGURATION_KIND_ACCESSORY 1

typedef struct rangekit_configuration_request {
    uint32_t struct_size;
    uint32_t options; /* RANGEKIT_OPTION_*: what is wanted; other bits are refused */
} rangekit_configuration_request;

#define RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE 8
#define RANGEKIT_CONFIGURATION_REQUEST_INIT {(uint32_t)sizeof(rangekit_configuration_request), 0}

/* Fills a request with its initial value: distance alone. Pure. */
rangekit_status rangekit_configuration_request_default(rangekit_configuration_request *request);

typedef struct rangekit_configuration {
    uint32_t struct_size;
    int32_t kind;                    /* RANGEKIT_CONFIGURATION_KIND_*: what kind of devices take part */
    uint32_t enabled;                /* RANGEKIT_OPTION_*: exactly what was asked for */
    uint32_t performance_generation; /* RANGEKIT_GENERATION_FIRST or _SECOND; _UNKNOWN if a side does not say */
} rangekit_configuration;

#define RANGEKIT_CONFIGURATION_V1_SIZE 16
#define RANGEKIT_CONFIGURATION_INIT {(uint32_t)sizeof(rangekit_configuration), 0, 0, 0}

/* Fills a configuration with its initial value: a peer, nothing enabled. Pure. */
rangekit_status rangekit_configuration_default(rangekit_configuration *configuration);

/* ---- Refusals ---------------------------------------------------------------------------------- */

#define RANGEKIT_REFUSAL_CAPABILITY_MISSING 1 /* `side` says it lacks `capability` */
#define RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN 2 /* `side` does not say whether it has `capability` */
#define RANGEKIT_REFUSAL_SAME_DEVICE 3        /* the peer's token is this device's own */
#define RANGEKIT_REFUSAL_FOREIGN_TOKEN 4      /* `side` has another system's token, which only that system can use */

#define RANGEKIT_SIDE_LOCAL 1
#define RANGEKIT_SIDE_PEER 2

/* One reason; fixed for ever (it travels in arrays). */
typedef struct rangekit_refusal {
    int32_t reason;      /* RANGEKIT_REFUSAL_* */
    int32_t side;        /* RANGEKIT_SIDE_*: whose lack it is; 0 where it is neither's alone */
    uint32_t capability; /* RANGEKIT_CAPABILITY_*: one bit, or 0 */
    uint32_t option;     /* RANGEKIT_OPTION_*: what cannot be had for this reason; 0: ranging itself */
} rangekit_refusal;

#define RANGEKIT_REFUSALS_MAX_COUNT 16 /* no call gives more */

/* The identifier of a reason, "capability_missing" for example. Static storage, ASCII. Pure. */
const char *rangekit_refusal_name(int32_t reason);

/* Says a refusal in one sentence, with what would help; an unknown reason is called that. See "Text out" in base.h;
 * RANGEKIT_REFUSAL_TEXT_MAX_SIZE bytes always suffice, NUL included. Pure. */
rangekit_status rangekit_refusal_describe(const rangekit_refusal *refusal, char *out, size_t capacity, size_t *length);

#define RANGEKIT_REFUSAL_TEXT_MAX_SIZE 256

/* ---- Building ------------------------------------------------------------------------------------ */

/* Builds the configuration for ranging with `peer`. `local` is this device's own token: it says what
 * this device can do. `request` may be NULL: distance alone.
 * Gives RANGEKIT_ERROR_INCOMPATIBLE and every reason at once in `refusals` (local before peer, ranging
 * before options); *refusal_count is always the number of reasons, 0 after success. `refusals` may be
 * NULL with capacity 0. Reasons beyond `capacity` are counted, not written. On failure `configuration`
 * is unchanged. Invalid tokens give what rangekit_token_validate gives for them. Pure. */
rangekit_status rangekit_configuration_build(const rangekit_token *local, const rangekit_token *peer,
                                             const rangekit_configuration_request *request,
                                             rangekit_configuration *configuration, rangekit_refusal *refusals,
                                             size_t refusals_capacity, size_t *refusal_count);

/* ---- On the wire --------------------------------------------------------------------------------- */

#define RANGEKIT_CONFIGURATION_FORMAT_VERSION 1
#define RANGEKIT_CONFIGURATION_MAX_SIZE 9 /* no encoded configuration is longer */

/* Encodes a configuration as deterministic CBOR (rangekit.cddl), so that one device can propose it
 * and the other compare: two devices that agree encode the same bytes. See "Bytes out" in base.h.
 * `diagnostic` may be NULL. Pure. */
rangekit_status rangekit_configuration_encode(const rangekit_configuration *configuration, uint8_t *out,
                                              size_t capacity, size_t *length, rangekit_diagnostic *diagnostic);

/* Decodes and validates `size` bytes that are one configuration and nothing else. Both devices must
 * understand all of a configuration, so unknown keys, options and kinds are refused. On failure
 * `configuration` is unchanged; the diagnostic (may be NULL) gives byte offset and field. Pure. */
rangekit_status rangekit_configuration_decode(const uint8_t *bytes, size_t size,
                                              rangekit_configuration *configuration,
                                              rangekit_diagnostic *diagnostic);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CONFIGURATION_H */
