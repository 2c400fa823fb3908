/* rangekit/angle.h - from phase differences and direction vectors to angles, and back.
 *
 * PHASE DIFFERENCE (PDoA) of two antennas a distance d apart, at wavelength l:
 *
 *   angle = asin(l (pdoa - offset + 2 pi k) / (2 pi d)),  standard deviation  l s / (2 pi d cos(angle))
 *
 * k counts whole turns that the phase lost; they matter where d is above l / 2, or where the offset shifts
 * the window. Every k whose angle exists is a candidate, and so is the mirror image (pi - angle) behind the
 * antennas: two antennas cannot tell front from back. What else is known (a prior angle, the difference of the
 * two paths) weighs the candidates; what stays open is said in `fields`, never hidden.
 *
 * Real antennas bend this curve: with a look-up table (pdoa -> angle) the error is that of the table's slope. For
 * the table below, a plain asin is off by up to 7 degrees within +-60 degrees and by 18 at its ends.
 *
 * DIRECTION. RangeKit's device frame: x right, y up, z towards the user; straight ahead is -z. Azimuth is
 * positive to the right, in (-pi, pi]; elevation is positive up, in [-pi/2, pi/2]. Conventions of others go
 * by name.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_ANGLE_H
#define RANGEKIT_ANGLE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Angles as numbers ----------------------------------------------------------------------- */

/* An angle brought into (-pi, pi], and the same in degrees, (-180, 180]. NaN and infinity give NaN-free 0 with
 * RANGEKIT_ERROR_NOT_FINITE. Pure. */
rangekit_status rangekit_angle_normalize(double angle_rad, double *normalized_rad);
rangekit_status rangekit_angle_normalize_deg(double angle_deg, double *normalized_deg);

/* The centre wavelength of an IEEE 802.15.4 HRP UWB channel, 0 to 15 (table of HRP UWB channels): 46.1958 mm for
 * channel 5, 37.5341 mm for channel 9. RANGEKIT_ERROR_OUT_OF_RANGE for another number. Pure. */
rangekit_status rangekit_angle_wavelength(uint32_t uwb_channel, double *wavelength_m);

/* ---- Angle from a phase difference ------------------------------------------------------------ */

/* The DW3000's PDoA register: signed, 11 fraction bits, radians. Takes it sign-extended, as drivers give it (-8192
 * to 8191), or as the bare 14-bit field (to 16383); another number gives RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_angle_pdoa_from_dw3000(int32_t register_value, double *pdoa_rad);

typedef struct rangekit_angle_options {
    uint32_t struct_size;
    uint32_t reserved;           /* zero */
    double spacing_m;            /* between the antennas, 1e-4 to 100; default 0.0208, below half of channel 5 */
    double wavelength_m;         /* 1e-4 to 100; default 0.0461958, channel 5 */
    double offset_rad;           /* pdoa of a source straight ahead, -1e3 to 1e3; default 0 */
    double pdoa_stddev_rad;      /* noise of a phase difference, 0 to 10; default 0.1 */
    double clamp_sigmas;         /* a phase this many standard deviations beyond what the antennas can see is clamped
                                    to the edge, a larger one refused; 0 to 100; default 3 */
} rangekit_angle_options;

#define RANGEKIT_ANGLE_OPTIONS_V1_SIZE 48
#define RANGEKIT_ANGLE_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_angle_options), 0, 0.0208, 0.0461958, 0.0, 0.1, 3.0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_angle_options_default(rangekit_angle_options *options);

/* One point of a look-up table: 16 bytes, fixed for ever. */
typedef struct rangekit_angle_table_point {
    double pdoa_rad;
    double angle_rad;
} rangekit_angle_table_point;

#define RANGEKIT_ANGLE_TABLE_QORVO_CHANNEL_9 0 /* 31 points, -90 to 90 degrees, of Qorvo's dual-antenna module */
#define RANGEKIT_ANGLE_TABLE_MAX_POINTS 31     /* of the table above; your own may have up to 4096 */

/* Copies a published table. *count is always set to what is needed (0 for an unknown table:
 * RANGEKIT_ERROR_OUT_OF_RANGE); points = NULL with capacity = 0 asks. Pure. */
rangekit_status rangekit_angle_table(int32_t table, rangekit_angle_table_point *points, size_t capacity,
                                     size_t *count);

#define RANGEKIT_ANGLE_HAS_PDOA_STDDEV (1u << 0)     /* pdoa_stddev_rad, else the options' */
#define RANGEKIT_ANGLE_HAS_PRIOR (1u << 1)           /* prior_rad and prior_stddev_rad */
#define RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE (1u << 2) /* path_difference_m and path_difference_stddev_m */

/* One phase difference and what else is known: 56 bytes, fixed for ever. */
typedef struct rangekit_angle_measurement {
    double pdoa_rad;                 /* wrapped or not; -1e3 to 1e3 */
    double pdoa_stddev_rad;          /* 0 to 10 */
    double prior_rad;                /* about where it should be, in (-pi, pi]: behind is beyond +-pi/2 */
    double prior_stddev_rad;         /* above 0, to 100 */
    double path_difference_m;        /* d sin(angle), from ranges or arrival times at the two antennas; its sign is
                                        that of pdoa. -1e3 to 1e3 */
    double path_difference_stddev_m; /* above 0, to 1e3 */
    uint32_t fields;                 /* RANGEKIT_ANGLE_HAS_* */
    uint32_t reserved;               /* zero */
} rangekit_angle_measurement;

#define RANGEKIT_ANGLE_CLAMPED (1u << 0)        /* beyond the edge within noise: the edge */
#define RANGEKIT_ANGLE_WRAP_OPEN (1u << 1)      /* another whole turn is possible too (5 % or more) */
#define RANGEKIT_ANGLE_FRONT_BACK_OPEN (1u << 2) /* the mirror image is possible too (5 % or more) */

/* One angle: 40 bytes, fixed for ever. Where status is not RANGEKIT_OK all else is 0. */
typedef struct rangekit_angle_result {
    double angle_rad;    /* the likeliest candidate, in (-pi, pi]; without a prior in front, [-pi/2, pi/2] */
    double mirror_rad;   /* its mirror image on the other side of the antennas' line */
    float stddev_rad;    /* of this candidate, at most pi/2; at the edge sqrt(2 l s / (2 pi d)) */
    float probability;   /* of this candidate among all that are possible, 0 to 1 */
    int32_t turns;       /* k: whole turns that were added */
    uint32_t candidates; /* angles that fit the phase, mirror images not counted */
    uint32_t fields;     /* RANGEKIT_ANGLE_CLAMPED and the others */
    rangekit_status status;
} rangekit_angle_result;

/* The angle of one measurement. `options` may be NULL: defaults. `table` may be NULL with table_count = 0: the
 * formula; else the table stands in for spacing, wavelength and asin. A table needs 2 to 4096 points, pdoa strictly
 * ascending, angles strictly monotone within [-pi/2, pi/2] (RANGEKIT_ERROR_TABLE otherwise). Without evidence the
 * candidate that needs no turn is taken, or the one nearest to straight ahead, and RANGEKIT_ANGLE_WRAP_OPEN is set
 * where there are more. RANGEKIT_ERROR_PHASE_RANGE: no angle gives this phase. Never NaN. Pure. */
rangekit_status rangekit_angle_from_pdoa(const rangekit_angle_options *options,
                                         const rangekit_angle_table_point *table, size_t table_count,
                                         const rangekit_angle_measurement *measurement,
                                         rangekit_angle_result *result);

/* The angles of `count` measurements, each row with its own status; *refused_count may be NULL. Pure. */
rangekit_status rangekit_angle_from_pdoa_batch(const rangekit_angle_options *options,
                                               const rangekit_angle_table_point *table, size_t table_count,
                                               const rangekit_angle_measurement *measurements, size_t count,
                                               rangekit_angle_result *results, size_t *refused_count);

/* ---- Azimuth and elevation from direction vectors ----------------------------------------------- */

/* Conventions. x, y, z are the components of the unit vector.
 *   NEARBY_INTERACTION  azimuth atan2(x, -z), elevation asin(y). RangeKit's own; Android's and FiRa stacks' frame too.
 *   PUBLISHED_SAMPLE    azimuth asin(x), elevation atan2(z, y) + pi/2: folds the rear to the front, and the
 *                       elevation runs to 270 degrees. As Apple's sample code has it.
 *   PUBLISHED_ARTICLE   azimuth atan2(x, z), elevation asin(y): straight ahead is 180 degrees. Wrong for
 *                       Nearby Interaction's vectors, right for frames with +z ahead.
 *   ROBOT_ENU           z up, x ahead (or east), y left (or north): azimuth atan2(y, x), positive to the left,
 *                       elevation asin(z). REP 103.
 *   FIRA_AOA            azimuth is the angle to the y-z plane (a cone about x), elevation asin(y): see "Cones". */
#define RANGEKIT_ANGLE_CONVENTION_NEARBY_INTERACTION 0
#define RANGEKIT_ANGLE_CONVENTION_PUBLISHED_SAMPLE 1
#define RANGEKIT_ANGLE_CONVENTION_PUBLISHED_ARTICLE 2
#define RANGEKIT_ANGLE_CONVENTION_ROBOT_ENU 3
#define RANGEKIT_ANGLE_CONVENTION_FIRA_AOA 4

/* The identifier of a convention, "nearby_interaction" for example; "unknown". Static storage, ASCII. Pure. */
const char *rangekit_angle_convention_name(int32_t convention);

/* A direction: 32 bytes, fixed for ever. Any length above 1e-150 will do. */
typedef struct rangekit_angle_vector {
    double x;
    double y;
    double z;
    float stddev_rad;       /* of the direction, each way across it; 0 to 10 */
    rangekit_status status; /* where it is a result */
} rangekit_angle_vector;

#define RANGEKIT_ANGLE_AZIMUTH_FREE (1u << 0) /* straight up or down: any azimuth, 0 is given */
#define RANGEKIT_ANGLE_SCALED (1u << 1)       /* an impossible pair of cones, scaled down to |a| + |e| = 90 degrees */

/* Azimuth and elevation: 32 bytes, fixed for ever. Standard deviations are at most pi. */
typedef struct rangekit_angle_pair {
    double azimuth_rad;
    double elevation_rad;
    float azimuth_stddev_rad; /* grows as 1 / cos(elevation) */
    float elevation_stddev_rad;
    uint32_t fields; /* RANGEKIT_ANGLE_AZIMUTH_FREE, RANGEKIT_ANGLE_SCALED: where it is a result */
    rangekit_status status;
} rangekit_angle_pair;

/* `count` directions to angles and back, in a convention (another number: RANGEKIT_ERROR_OUT_OF_RANGE). Back, each
 * vector has length 1 and the larger of the two standard deviations across it; angles may be any finite
 * numbers up to 1e6 and mean what they would by turning. The fields and status of an input are not read. Rows:
 * RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_NO_DIRECTION (no length), RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_angle_from_vector_batch(int32_t convention, const rangekit_angle_vector *vectors,
                                                 size_t count, rangekit_angle_pair *pairs, size_t *refused_count);
rangekit_status rangekit_angle_to_vector_batch(int32_t convention, const rangekit_angle_pair *pairs, size_t count,
                                               rangekit_angle_vector *vectors, size_t *refused_count);

/* `count` pairs brought into range: azimuth (-pi, pi], elevation [-pi/2, pi/2]; an elevation past the pole comes
 * down on the other side. Pure. */
rangekit_status rangekit_angle_normalize_pair_batch(const rangekit_angle_pair *pairs, size_t count,
                                                    rangekit_angle_pair *normalized, size_t *refused_count);

/* ---- Cones: what linear antenna arrays measure --------------------------------------------------- */

/* An array along x knows the angle to the y-z plane, sin(a) = x; one along y knows sin(e) = y; |a| above 90 degrees
 * means behind. That is how FiRa devices report angles of arrival. These turn `count` pairs of cones into azimuth and
 * elevation (NEARBY_INTERACTION), and back, standard deviations with them to first order. Cones with
 * |a| + |e| > 90 degrees do not meet: both are scaled down, as Android's stack does, and the row is marked
 * RANGEKIT_ANGLE_SCALED. Pure. */
rangekit_status rangekit_angle_from_cones_batch(const rangekit_angle_pair *cones, size_t count,
                                                rangekit_angle_pair *pairs, size_t *refused_count);
rangekit_status rangekit_angle_to_cones_batch(const rangekit_angle_pair *pairs, size_t count,
                                              rangekit_angle_pair *cones, size_t *refused_count);

/* ---- Turning ----------------------------------------------------------------------------------- */

/* A rotation as a unit quaternion, device to world: 32 bytes, fixed for ever. */
typedef struct rangekit_angle_quaternion {
    double x;
    double y;
    double z;
    double w;
} rangekit_angle_quaternion;

/* Yaw about y, then pitch about the turned x, then roll about the turned z, right-handed, radians; and back, with
 * yaw and roll in (-pi, pi] and pitch in [-pi/2, pi/2] (at its ends roll is 0). RANGEKIT_ERROR_NOT_FINITE;
 * RANGEKIT_ERROR_NO_DIRECTION for a quaternion without length; others are scaled to length 1. Pure. */
rangekit_status rangekit_angle_quaternion_from_turns(double yaw_rad, double pitch_rad, double roll_rad,
                                                     rangekit_angle_quaternion *quaternion);
rangekit_status rangekit_angle_quaternion_to_turns(const rangekit_angle_quaternion *quaternion, double *yaw_rad,
                                                   double *pitch_rad, double *roll_rad);

/* Turns `count` vectors, whose lengths and standard deviations stay. Pure. */
rangekit_status rangekit_angle_turn_batch(const rangekit_angle_quaternion *quaternion,
                                          const rangekit_angle_vector *vectors, size_t count,
                                          rangekit_angle_vector *turned, size_t *refused_count);

/* The angle between two directions, 0 to pi, exact for small ones. Pure. */
rangekit_status rangekit_angle_between(const rangekit_angle_vector *first, const rangekit_angle_vector *second,
                                       double *angle_rad);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_ANGLE_H */
