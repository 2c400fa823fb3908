/* rangekit/capability.h - what a device can do, what is known of it, and what a product can offer with it.
 *
 * A capability is there, lacking, or unknown: a table of models cannot know next year's phone, and a device that
 * states nothing may have everything. Unknown is an answer; it is never taken for "no".
 *
 * Bits and generations stand in base.h; a token states them (token.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_CAPABILITY_H
#define RANGEKIT_CAPABILITY_H

#include "base.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_CAPABILITIES_ALL 0x7Fu /* every bit that base.h names */

/* ---- Generations -------------------------------------------------------------------------------- */

/* The identifier of a generation: "unknown", "first", "second", "third_party". Static storage, ASCII. Pure. */
const char *rangekit_generation_name(uint32_t generation);

/* The performance that two generations reach together, RANGEKIT_GENERATION_FIRST, _SECOND or _UNKNOWN:
 *
 *                first   second   third party   unknown
 *   first        first   first    first         unknown
 *   second       first   second   first         unknown
 *   third party  first   first    first         unknown
 *
 * Source: Nearby Interaction (WWDC23 session 10134, "What's new in Nearby Interaction"): the second generation's
 * gain needs it on both sides. Symmetric. Cannot fail. Pure. */
uint32_t rangekit_generation_performance(uint32_t a, uint32_t b);

/* ---- What is known of a device ------------------------------------------------------------------- */

typedef struct rangekit_capabilities {
    uint32_t struct_size;
    uint32_t generation; /* RANGEKIT_GENERATION_* */
    uint32_t available;  /* RANGEKIT_CAPABILITY_*: what it has; a subset of `known` */
    uint32_t known;      /* RANGEKIT_CAPABILITY_*: what is known either way; known and not available: lacking */
} rangekit_capabilities;

#define RANGEKIT_CAPABILITIES_V1_SIZE 16
#define RANGEKIT_CAPABILITIES_INIT {(uint32_t)sizeof(rangekit_capabilities), 0, 0, 0}

/* Fills capabilities with their initial value: nothing known. Pure. */
rangekit_status rangekit_capabilities_default(rangekit_capabilities *capabilities);

/* What a token states. With capabilities in it, all of RANGEKIT_CAPABILITIES_ALL is known; without, only what its
 * list of technologies implies is. Invalid tokens give what rangekit_token_validate gives for them. Pure. */
rangekit_status rangekit_capabilities_of_token(const rangekit_token *token, rangekit_capabilities *capabilities);

/* What is known of a model under a system version. `model` is the hardware identifier as the system gives it:
 * "iPhone16,1", "Watch7,5" (utsname.machine), "Pixel 8 Pro", "SM-S928B" (Build.MODEL); `length` bytes without a
 * NUL. `major` is the major version of iOS, watchOS or Android; 0: the version is unknown.
 * RANGEKIT_OK also where nothing is known: then `known` is 0. The rules:
 *
 *   generation        first: iPhone 11 to 14 Pro, Watch Series 6 to 8, Ultra. Second: iPhone 15 to 17, Air, Watch
 *                     Series 9 and 10, Ultra 2. None: iPhones before the 11, SE, 16e, Watch before Series 6 and SE,
 *                     iPad, iPod (as the makers announced the models; not measured, newest rows the least certain)
 *   precise distance  with either generation from iOS 14, watchOS 8 (NISession's availability); Pixel Pro and Fold
 *                     from Android 13, Galaxy S24 and S25 Ultra from Android 14 (Android's UWB documentation)
 *   direction         iPhone 11 to 13 as precise distance; later iPhones: unknown, since some give none without the
 *                     camera; Watch: lacking (ninearbyobject/direction); Pixel: yes; Galaxy S24, S25 Ultra: lacking
 *                     (users' reports)
 *   camera assistance iPhone with UWB from iOS 16 (isCameraAssistanceEnabled); Watch and Android: lacking
 *   extended distance second-generation iPhone from iOS 17 (isExtendedDistanceMeasurementEnabled); first generation
 *                     and Android: lacking; Watch of the second generation: unknown
 *   DL-TDoA           before iOS 26 lacking (NIDLTDOAConfiguration), from it on unknown; no UWB: lacking
 *   Channel Sounding  iPhone 17 and Air from iOS 27 (N1, WWDC26 session 369), other iPhones and Watch lacking;
 *                     Pixel 9 from Android 16 (android.ranging), before it lacking
 *   coarse distance   unknown
 *
 * Errors: RANGEKIT_ERROR_NULL_POINTER, RANGEKIT_ERROR_OUT_OF_RANGE for a length above 1024. Pure. */
rangekit_status rangekit_capabilities_of_model(const char *model, size_t length, uint32_t major,
                                               rangekit_capabilities *capabilities);

/* ---- What a product can offer -------------------------------------------------------------------- */

/* From the least to the best. */
#define RANGEKIT_EXPERIENCE_UNSUPPORTED 0   /* no distance */
#define RANGEKIT_EXPERIENCE_DISTANCE_ONLY 1 /* how far */
#define RANGEKIT_EXPERIENCE_DIRECTION 2     /* and which way, where the antennas see it */
#define RANGEKIT_EXPERIENCE_GUIDED 3        /* and where in the world, with the camera */

#define RANGEKIT_MOVING_NO 0
#define RANGEKIT_MOVING_YES 1
#define RANGEKIT_MOVING_UNKNOWN 2

typedef struct rangekit_experience {
    uint32_t struct_size;
    int32_t certain;          /* RANGEKIT_EXPERIENCE_*: what is sure, from what is known to be there */
    int32_t possible;         /* RANGEKIT_EXPERIENCE_*: what it may be, if all that is unknown were there */
    int32_t moving;           /* RANGEKIT_MOVING_*: whether devices that move can be located */
    uint32_t performance;     /* RANGEKIT_GENERATION_*: see rangekit_generation_performance */
    uint32_t guided_local;    /* RANGEKIT_CAPABILITY_*: what this side would need for the guided experience and
                                 lacks or does not state; 0 on both sides: it is certain */
    uint32_t guided_peer;     /* the same for the peer */
    uint32_t moving_local;    /* the same, for locating devices that move */
    uint32_t moving_peer;
    uint32_t reserved;
} rangekit_experience;

#define RANGEKIT_EXPERIENCE_V1_SIZE 40
#define RANGEKIT_EXPERIENCE_INIT {(uint32_t)sizeof(rangekit_experience), 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills an experience with its initial value: unsupported. Pure. */
rangekit_status rangekit_experience_default(rangekit_experience *experience);

/* The identifier of an experience: "unsupported", "distance_only", "direction", "guided"; "unknown" for another
 * number. Static storage, ASCII. Pure. */
const char *rangekit_experience_name(int32_t experience);

/* What this device and a peer can offer together.
 *
 *   distance    both measure distance (precise or coarse), or both have Channel Sounding
 *   direction   distance by UWB, and this side measures direction
 *   guided      distance, and this side has camera assistance (with Channel Sounding it is the only direction)
 *   moving      distance by UWB, and extended distance and camera assistance on both sides
 *
 * Each is monotone: one more capability never makes less of it. So what is known gives a lower bound, and what is
 * known or unknown an upper one. Bits outside RANGEKIT_CAPABILITIES_ALL change nothing; available bits that are not
 * known: RANGEKIT_ERROR_OUT_OF_RANGE.
 * Source: Nearby Interaction's NIDeviceCapability and its configurations (isCameraAssistanceEnabled,
 * isExtendedDistanceMeasurementEnabled). Pure. */
rangekit_status rangekit_experience_assess(const rangekit_capabilities *local, const rangekit_capabilities *peer,
                                           rangekit_experience *experience);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_CAPABILITY_H */
