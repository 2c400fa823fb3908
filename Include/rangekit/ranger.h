/* rangekit/ranger.h - the composition: what a session delivers becomes a nearby object.
 *
 *   session (session.h)  -- events, samples -->  ranger  -->  nearby object: distance, direction, angle, vertical
 *   locator (locator.h)  -- where it is ------>              estimate, quality, zones, and why what is missing is
 *
 * One ranger serves one peer. Each sample feeds its filter (filter.h), its quality model (quality_model.h), its
 * direction (direction.h) and its zones (zone.h, fed with the filtered distance); with a locator that too. The session's
 * other events say whether there is anything to show. What is not there has a reason, never a number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_RANGER_H
#define RANGEKIT_RANGER_H

#include "base.h"
#include "filter.h"
#include "fusion.h"
#include "locator.h"
#include "quality_model.h"
#include "sample.h"
#include "session.h"
#include "zone.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rangekit_ranger_options {
    uint32_t struct_size;
    uint32_t peer;          /* the number in samples; samples of another are refused */
    int64_t hold_ns;        /* how long the last distance, and the last direction, is shown; above 0; default 2e9 */
    int32_t quality_preset; /* RANGEKIT_QUALITY_MODEL_PRESET_*; default find */
    int32_t zone_preset;    /* RANGEKIT_ZONE_PRESET_*; default guide */
} rangekit_ranger_options;

#define RANGEKIT_RANGER_OPTIONS_V1_SIZE 24
#define RANGEKIT_RANGER_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_ranger_options), 0, 2000000000, RANGEKIT_QUALITY_MODEL_PRESET_FIND, RANGEKIT_ZONE_PRESET_GUIDE}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_ranger_options_default(rangekit_ranger_options *options);

/* Why a value is not there. */
#define RANGEKIT_ABSENCE_NONE 0          /* it is there */
#define RANGEKIT_ABSENCE_NO_SAMPLE 1     /* nothing came yet */
#define RANGEKIT_ABSENCE_NOT_MEASURED 2  /* the samples do not have it, nor what it is made of */
#define RANGEKIT_ABSENCE_STALE 3         /* older than hold_ns */
#define RANGEKIT_ABSENCE_PEER_PAUSED 4
#define RANGEKIT_ABSENCE_SUSPENDED 5     /* the system has the radio; or it was given back, and nobody ran again */
#define RANGEKIT_ABSENCE_PEER_TIMEOUT 6  /* removed: nothing was heard of it */
#define RANGEKIT_ABSENCE_PEER_ENDED 7    /* removed: it ended */
#define RANGEKIT_ABSENCE_INVALIDATED 8   /* the session ended, or failed */
#define RANGEKIT_ABSENCE_NOT_CONVERGED 9 /* the locator does not know yet; locator_reasons says what would help */

/* The identifier of an absence, "not_measured" for example; "unknown" for another number. Static storage, ASCII. Pure. */
const char *rangekit_absence_name(int32_t absence);

#define RANGEKIT_NEARBY_HAS_DISTANCE (1u << 0)     /* distance_m, age_ns, probability, level, rate_hz where above 0 */
#define RANGEKIT_NEARBY_HAS_STDDEV (1u << 1)       /* distance_stddev_m */
#define RANGEKIT_NEARBY_HAS_SPEED (1u << 2)        /* speed_mps */
#define RANGEKIT_NEARBY_HAS_DIRECTION (1u << 3)    /* direction */
#define RANGEKIT_NEARBY_HAS_ANGLE (1u << 4)        /* angle_rad */
#define RANGEKIT_NEARBY_HAS_POSITION (1u << 5)     /* position_m: the locator has converged */
#define RANGEKIT_NEARBY_IN_VIEW (1u << 6)          /* the direction is within the field of view */
#define RANGEKIT_NEARBY_FRONT_OR_BACK (1u << 7)    /* angle_rad may as well be its mirror image behind */
#define RANGEKIT_NEARBY_LINK_LOST (1u << 8)        /* the link is down; samples go on while the radio does */

/* What an application wants to know. */
typedef struct rangekit_nearby_object {
    uint32_t struct_size;
    uint32_t fields;            /* RANGEKIT_NEARBY_* */
    int64_t time_ns;            /* of the call that made it */
    int64_t age_ns;             /* since the last distance */
    double position_m[3];       /* in the locator's world */
    uint32_t peer;
    int32_t distance_absence;   /* RANGEKIT_ABSENCE_*: why there is no distance, direction, angle, vertical estimate */
    int32_t direction_absence;
    int32_t angle_absence;
    int32_t vertical_absence;
    int32_t vertical;           /* RANGEKIT_VERTICAL_* */
    float distance_m;           /* filtered */
    float distance_stddev_m;
    float speed_mps;            /* rate of change of the distance; negative: approaching */
    float direction[3];         /* unit vector in the device frame */
    float angle_rad;            /* horizontal angle, positive to the right, (-pi, pi] */
    float probability;          /* that the distance's error is within the quality's limit */
    float rate_hz;              /* samples a second; 0: not known */
    int32_t level;              /* RANGEKIT_QUALITY_MODEL_UNKNOWN ... */
    int32_t cause;              /* RANGEKIT_QUALITY_MODEL_CAUSE_*: what takes most probability away; -1: none */
    int32_t guidance;           /* RANGEKIT_GUIDANCE_*: what to do next */
    uint32_t zones_inside;      /* bit n: ring n of the zones */
    uint32_t zones_entered;     /* by this call */
    uint32_t zones_left;        /* by this call */
    int32_t trend;              /* RANGEKIT_ZONE_TREND_* */
    int32_t convergence;        /* RANGEKIT_CONVERGENCE_* of the locator; unknown without one */
    uint32_t locator_reasons;   /* RANGEKIT_REASON_* */
} rangekit_nearby_object;

#define RANGEKIT_NEARBY_OBJECT_V1_SIZE 144
#define RANGEKIT_NEARBY_OBJECT_INIT                                                                                  \
    {(uint32_t)sizeof(rangekit_nearby_object), 0, 0, 0, {0}, 0, 1, 1, 1, 1, 0, 0, 0, 0, {0}, 0, 0, 0, 0, -1, 0, 0, 0, \
     0, 0, 0, 0}

/* Fills an object with its initial value: nothing known, for want of a sample. Pure. */
rangekit_status rangekit_nearby_object_default(rangekit_nearby_object *object);

/* The estimators of one peer. A handle: one thread at a time. */
typedef struct rangekit_ranger rangekit_ranger;

/* Bytes of memory that rangekit_ranger_init needs; a constant of the library, below 8192. Pure. */
size_t rangekit_ranger_size(void);

/* Makes a ranger in the caller's memory: `size` bytes from rangekit_ranger_size on, aligned to 8. `options` may be
 * NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE. */
rangekit_status rangekit_ranger_init(void *memory, size_t size, const rangekit_ranger_options *options,
                                     rangekit_ranger **ranger);

/* Makes a ranger on the heap: the only allocation it ever makes. */
rangekit_status rangekit_ranger_create(const rangekit_ranger_options *options, rangekit_ranger **ranger);

/* Ends a ranger, however it was made; memory of rangekit_ranger_init stays the caller's. NULL is fine. */
void rangekit_ranger_destroy(rangekit_ranger *ranger);

/* Forgets all samples and what the session said; options, the parts' options and the locator stay. */
rangekit_status rangekit_ranger_reset(rangekit_ranger *ranger);

/* Gives a part other options than the default (filter) or the preset, and makes it forget. Errors as its own init;
 * a filter of another domain than linear: RANGEKIT_ERROR_OUT_OF_RANGE. */
rangekit_status rangekit_ranger_set_filter(rangekit_ranger *ranger, const rangekit_filter_options *options);
rangekit_status rangekit_ranger_set_quality(rangekit_ranger *ranger, const rangekit_quality_model_options *options,
                                            const rangekit_fusion_options *fusion_options);
rangekit_status rangekit_ranger_set_zone(rangekit_ranger *ranger, const rangekit_zone_options *options);

/* Shares a locator with the ranger: samples of `observer` go to it, and what it knows of this peer comes out. Several
 * rangers share one (it has a target for each); the caller gives it poses, and it must outlive the rangers, or be taken
 * away by NULL (the one exception to "keeps no pointer"). They belong to one thread at a time together.
 * RANGEKIT_ERROR_OUT_OF_RANGE: there is no such observer. */
rangekit_status rangekit_ranger_use_locator(rangekit_ranger *ranger, rangekit_locator *locator, uint32_t observer);

/* Takes an event of the peer's session: a sample is measured, the others change what is shown and why. `object` may be
 * NULL. Errors as rangekit_ranger_measure; other events are always taken. */
rangekit_status rangekit_ranger_take(rangekit_ranger *ranger, const rangekit_session_event *event,
                                     rangekit_nearby_object *object);

/* Takes a sample, where there is no session. `object` may be NULL. RANGEKIT_ERROR_UNKNOWN_PEER: another peer's.
 * RANGEKIT_ERROR_TIME_BACKWARDS; RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: a distance not within -100 to
 * 1e4 m, a standard deviation not within 0 (excluded) to 1e3, an azimuth beyond +-2 pi, an elevation beyond +-pi/2, or as
 * rangekit_quality_model_update and rangekit_locator_measure say. In each case nothing changes but the locator's
 * targets. */
rangekit_status rangekit_ranger_measure(rangekit_ranger *ranger, const rangekit_range_sample *sample,
                                        rangekit_nearby_object *object);

/* Shows the object at time_ns: values grow old, rings are left. RANGEKIT_ERROR_TIME_BACKWARDS. */
rangekit_status rangekit_ranger_advance(rangekit_ranger *ranger, int64_t time_ns, rangekit_nearby_object *object);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_RANGER_H */
