/* rangekit/direction.h - from numbers to "0.3 m, left": where the other device is, as a person would say it.
 *
 * Device frame, right-handed: x right, y up, z towards the user, so straight ahead is -z. Azimuth =
 * atan2(x, -z), positive to the right; elevation = asin(y), positive up. World frame: gravity-aligned, y up.
 *
 * What is known falls back in order: a direction vector, both angles, the horizontal angle alone, the
 * distance alone. What is absent is said to be absent.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_DIRECTION_H
#define RANGEKIT_DIRECTION_H

#include "base.h"
#include "sample.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Where it is ------------------------------------------------------------------------------ */

/* Which floor, more or less: the height of the other device against this one. */
#define RANGEKIT_VERTICAL_UNKNOWN 0
#define RANGEKIT_VERTICAL_SAME 1
#define RANGEKIT_VERTICAL_ABOVE 2
#define RANGEKIT_VERTICAL_BELOW 3
#define RANGEKIT_VERTICAL_ABOVE_OR_BELOW 4 /* not the same, and the sign is not known */

/* The identifier of a vertical estimate, "above_or_below" for example. Static storage, ASCII. Pure. */
const char *rangekit_vertical_name(int32_t vertical);

#define RANGEKIT_DIRECTION_HAS_DISTANCE (1u << 0)
#define RANGEKIT_DIRECTION_HAS_VECTOR (1u << 1)    /* vector and elevation_rad */
#define RANGEKIT_DIRECTION_HAS_AZIMUTH (1u << 2)   /* azimuth_rad */
#define RANGEKIT_DIRECTION_HAS_HEIGHT (1u << 3)    /* height_m */
#define RANGEKIT_DIRECTION_IN_VIEW (1u << 4)       /* within the field of view */
#define RANGEKIT_DIRECTION_FRONT_OR_BACK (1u << 5) /* the azimuth may as well be its mirror image behind: it is
                                                      the sample's, not a vector's, and on the front side */

typedef struct rangekit_direction_options {
    uint32_t struct_size;
    float same_level_m;     /* a height difference within this is the same level; above 0; default 1.5 */
    float field_of_view_rad; /* half-angle of the cone in which angles are trusted, 0 to pi; the cone behind
                               counts as well, since two antennas cannot tell; default 1.0472 (60 degrees) */
    float straight_rad;     /* within this the target is ahead; 0 to pi; default 0.2618 (15 degrees) */
    float arrived_m;        /* at this distance there is nothing left to say; 0 or above; default 0.5 */
    float behind_rad;       /* beyond this the target is behind; 0 to pi; default 2.3562 (135 degrees) */
} rangekit_direction_options;

#define RANGEKIT_DIRECTION_OPTIONS_V1_SIZE 24
#define RANGEKIT_DIRECTION_OPTIONS_INIT                                                                             \
    {(uint32_t)sizeof(rangekit_direction_options), 1.5f, 1.04719755f, 0.26179939f, 0.5f, 2.35619449f}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_direction_options_default(rangekit_direction_options *options);

typedef struct rangekit_direction {
    uint32_t struct_size;
    uint32_t fields;      /* RANGEKIT_DIRECTION_HAS_* and the flags beside them */
    float distance_m;
    float vector[3];      /* unit, device frame */
    float azimuth_rad;    /* horizontal angle, (-pi, pi], positive to the right */
    float elevation_rad;  /* -pi/2 to pi/2, positive up */
    float height_m;       /* of the other device above this one, along the device's y axis */
    int32_t vertical;     /* RANGEKIT_VERTICAL_* */
} rangekit_direction;

#define RANGEKIT_DIRECTION_V1_SIZE 40
#define RANGEKIT_DIRECTION_INIT                                                                                     \
    {(uint32_t)sizeof(rangekit_direction), 0, 0.0f, {0.0f, 0.0f, 0.0f}, 0.0f, 0.0f, 0.0f, RANGEKIT_VERTICAL_UNKNOWN}

/* Fills a direction with its initial value: nothing known. Pure. */
rangekit_status rangekit_direction_default(rangekit_direction *direction);

/* What one sample says. `options` may be NULL: defaults. `vector` (3 floats, any length above 1e-6, device
 * frame) may be NULL; without it the sample's azimuth and elevation are used, or the azimuth alone.
 * Outside the field of view angles are kept and RANGEKIT_DIRECTION_IN_VIEW is not set.
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE: a number that is read is NaN or infinite, an
 * elevation is beyond +-pi/2, a length or distance beyond 1e9; nothing is written. Pure. */
rangekit_status rangekit_direction_from_sample(const rangekit_direction_options *options,
                                               const rangekit_range_sample *sample, const float vector[3],
                                               rangekit_direction *direction);

/* Sets height_m and vertical from a height difference that is known otherwise (barometer, locator, pose).
 * `is_signed` 0: only its magnitude is known, so another level is above_or_below. `direction` is in and out. Pure. */
rangekit_status rangekit_direction_set_height(const rangekit_direction_options *options, float height_m,
                                              uint32_t is_signed, rangekit_direction *direction);

/* Turns a unit vector of the device frame into the world frame: `orientation` is a quaternion (x, y, z, w),
 * device to world, which is normalised. RANGEKIT_ERROR_NOT_FINITE; RANGEKIT_ERROR_OUT_OF_RANGE for a
 * quaternion or vector shorter than 1e-6. Pure. */
rangekit_status rangekit_direction_to_world(const float orientation[4], const float vector[3], float world[3]);

/* ---- What to do, and how to say it ------------------------------------------------------------ */

/* The next instruction, in order: level first, then horizontal, then distance. */
#define RANGEKIT_GUIDANCE_MOVE 0         /* nothing is known of where: move, so that something is */
#define RANGEKIT_GUIDANCE_GO_UP 1
#define RANGEKIT_GUIDANCE_GO_DOWN 2
#define RANGEKIT_GUIDANCE_CHANGE_LEVEL 3 /* above or below */
#define RANGEKIT_GUIDANCE_TURN_LEFT 4
#define RANGEKIT_GUIDANCE_TURN_RIGHT 5
#define RANGEKIT_GUIDANCE_TURN_AROUND 6
#define RANGEKIT_GUIDANCE_GO_AHEAD 7
#define RANGEKIT_GUIDANCE_ARRIVED 8

/* The identifier of an instruction, "turn_left" for example. Static storage, ASCII. Pure. */
const char *rangekit_guidance_name(int32_t guidance);

/* The next instruction. *amount (may be NULL) is metres for levels and distance, radians for turns, 0 when it
 * is not known. `options` may be NULL. Pure. */
rangekit_status rangekit_direction_guidance(const rangekit_direction_options *options,
                                            const rangekit_direction *direction, int32_t *guidance, float *amount);

/* Says it in English words, distance first: "0.3 m, left", "12 m, ahead, above", "distance unknown". Metres
 * with one decimal below 10 m. See "Text out" in base.h; RANGEKIT_DIRECTION_TEXT_MAX_SIZE bytes suffice. Pure. */
rangekit_status rangekit_direction_describe(const rangekit_direction_options *options,
                                            const rangekit_direction *direction, char *out, size_t capacity,
                                            size_t *length);

#define RANGEKIT_DIRECTION_TEXT_MAX_SIZE 96

/* Loudness of the left and the right channel for a sound that seems to come from there: constant power pan
 * from the azimuth (behind sounds as its mirror image ahead), and gain reference_m / distance, at most 1.
 * Without a distance the gain is 1, without an azimuth the pan is the middle. gains[0] is left. reference_m
 * above 0. Pure. */
rangekit_status rangekit_direction_sound(const rangekit_direction *direction, float reference_m, float gains[2]);

/* ---- Front or back ---------------------------------------------------------------------------- */

/* Two antennas see a target ahead and its mirror image behind at the same angle. When the device turns, the
 * one moves against the other: a left turn by d moves a target ahead by +d in azimuth, one behind by -d in the
 * mirrored azimuth. This handle weighs the two over time. A handle: one thread at a time. */
typedef struct rangekit_front_back rangekit_front_back;

typedef struct rangekit_front_back_options {
    uint32_t struct_size;
    float azimuth_stddev_rad; /* of one measured azimuth; above 0; default 0.14 (8 degrees) */
    float turn_stddev_rad;    /* of the turn between two samples, and of what the target moves; above 0; default 0.05 */
    float memory_s;           /* evidence fades with this time constant; above 0; default 10 */
} rangekit_front_back_options;

#define RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE 16
#define RANGEKIT_FRONT_BACK_OPTIONS_INIT {(uint32_t)sizeof(rangekit_front_back_options), 0.14f, 0.05f, 10.0f}

/* Fills options with their defaults. Pure. */
rangekit_status rangekit_front_back_options_default(rangekit_front_back_options *options);

/* Bytes of memory that rangekit_front_back_init needs; a constant of the library, below 128. Pure. */
size_t rangekit_front_back_size(void);

/* Makes it in the caller's memory, aligned to 8. `options` may be NULL. RANGEKIT_ERROR_OUT_OF_RANGE,
 * RANGEKIT_ERROR_NOT_FINITE for bad options. */
rangekit_status rangekit_front_back_init(void *memory, size_t size, const rangekit_front_back_options *options,
                                         rangekit_front_back **front_back);

/* Makes it on the heap: the only allocation it ever makes. */
rangekit_status rangekit_front_back_create(const rangekit_front_back_options *options,
                                           rangekit_front_back **front_back);

/* Ends it, however it was made. NULL is fine. */
void rangekit_front_back_destroy(rangekit_front_back *front_back);

/* Forgets the evidence; the options stay. */
rangekit_status rangekit_front_back_reset(rangekit_front_back *front_back);

/* Takes an azimuth (as if the target were ahead) and the device's yaw about the vertical, positive to the left,
 * both radians. *front_probability (may be NULL) is that of the target being ahead: 0.5 until the device has
 * turned. RANGEKIT_ERROR_TIME_BACKWARDS, RANGEKIT_ERROR_NOT_FINITE; RANGEKIT_ERROR_OUT_OF_RANGE for angles
 * beyond 1e6; nothing changes then. */
rangekit_status rangekit_front_back_update(rangekit_front_back *front_back, int64_t time_ns, float azimuth_rad,
                                           float yaw_rad, float *front_probability);

/* The azimuth of the mirror image behind: pi - azimuth, wrapped. Pure; NaN stays NaN. */
float rangekit_direction_mirrored(float azimuth_rad);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_DIRECTION_H */
