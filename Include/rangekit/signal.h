/* rangekit/signal.h - how strong a reception was, and whether the direct path was blocked.
 *
 * LEVELS (dBm), from the receiver's registers:
 *
 *   receive level     P = 10 log10(C 2^q / N^2) - A + 6 D
 *   first-path level  F = 10 log10((F1^2 + F2^2 + F3^2) / N^2) - A + 6 D
 *
 *             q    A, PRF 16   A, PRF 64 Ipatov   A, PRF 64 STS   F1 to F3          D
 *   DW1000    17   113.77      121.74             -               whole numbers     -
 *   DW3000 C0 21   113.8       121.7              120.7           2 fraction bits   0 to 7
 *   DW3000 D0, E0  17, the rest as C0
 *
 * C: channel impulse response power, N: preamble symbols (or STS symbols) accumulated, D: digital gain
 * index (DGC decision). Sources: DW1000 User Manual 4.7.1 and 4.7.2; DW3000 User Manual 4.7.
 *
 * SATURATION. Above about -88 dBm the DW1000's estimate stays below the true level. The published curve
 * (DW1000 User Manual 2.18, figure 22; read off at steps of 2.5 dB as in the dw1000 Rust driver) ends at an
 * estimate of -80 dBm (PRF 16) and -77.5 dBm (PRF 64): beyond it the true level is only known to be at
 * least the last one, and the result says so. It is the curve of a typical chip, read from a figure: an
 * error of 1 dB in the estimate becomes up to 5 dB. No such curve is published for the DW3000.
 *
 * RXPACC. Where RXPACC equals RXPACC_NOSAT it counts symbols of the SFD too, and is lowered: by 64 (110
 * kb/s) or 5 for the standard SFD; by 82 (110 kb/s), 10 (8 symbols) or 18 (16 symbols) for Decawave's.
 * Source: DW1000 User Manual 7.2.18, the description of RXPACC.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_SIGNAL_H
#define RANGEKIT_SIGNAL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What the receiver is -------------------------------------------------------------------- */

#define RANGEKIT_SIGNAL_RADIO_DW1000 0
#define RANGEKIT_SIGNAL_RADIO_DW3000_C0 1
#define RANGEKIT_SIGNAL_RADIO_DW3000_D0 2
#define RANGEKIT_SIGNAL_RADIO_DW3000_E0 3

#define RANGEKIT_SIGNAL_SEQUENCE_IPATOV 0
#define RANGEKIT_SIGNAL_SEQUENCE_STS 1 /* DW3000 only */

#define RANGEKIT_SIGNAL_SFD_STANDARD 0
#define RANGEKIT_SIGNAL_SFD_DECAWAVE_8 1
#define RANGEKIT_SIGNAL_SFD_DECAWAVE_16 2
#define RANGEKIT_SIGNAL_SFD_DECAWAVE_64 3 /* 110 kb/s */

typedef struct rangekit_signal_options {
    uint32_t struct_size;
    int32_t radio;             /* RANGEKIT_SIGNAL_RADIO_*; default DW1000 */
    uint32_t prf_mhz;          /* 16 or 64; default 64 */
    int32_t sequence;          /* RANGEKIT_SIGNAL_SEQUENCE_*; default Ipatov. STS needs a DW3000 and PRF 64. */
    uint32_t data_rate_kbps;   /* 110, 850 or 6800 (6810 too); default 6800 */
    int32_t sfd;               /* RANGEKIT_SIGNAL_SFD_*; default standard */
    double level_stddev_db;    /* noise of one estimated level, 0 to 100; default 0.6: what readings at one place
                                  scatter by outdoors (DW1000, 230 places); not a chip's tolerance */
} rangekit_signal_options;

#define RANGEKIT_SIGNAL_OPTIONS_V1_SIZE 32
#define RANGEKIT_SIGNAL_OPTIONS_INIT {(uint32_t)sizeof(rangekit_signal_options), 0, 64, 0, 6800, 0, 0.6}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_signal_options_default(rangekit_signal_options *options);

/* What to add to RXPACC where it equals RXPACC_NOSAT: 0 or a negative number of symbols. RANGEKIT_ERROR_OUT_OF_RANGE
 * for a data rate or SFD that is not one of those above. Pure. */
rangekit_status rangekit_signal_rxpacc_adjustment(uint32_t data_rate_kbps, int32_t sfd, int32_t *adjustment);

/* ---- Levels ---------------------------------------------------------------------------------- */

#define RANGEKIT_SIGNAL_HAS_AMPLITUDES (1u << 0)       /* fp_amplitude_1 to 3 */
#define RANGEKIT_SIGNAL_HAS_CIR_POWER (1u << 1)
#define RANGEKIT_SIGNAL_HAS_COUNT (1u << 2)            /* accumulated_count */
#define RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT (1u << 3)
#define RANGEKIT_SIGNAL_HAS_NOISE (1u << 4)            /* std_noise */
#define RANGEKIT_SIGNAL_HAS_PATH_INDEX (1u << 5)       /* first_path_index and peak_index */
#define RANGEKIT_SIGNAL_HAS_POWER (1u << 6)            /* power_dbm, used where registers are missing */
#define RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER (1u << 7)

/* One reception as the receiver's registers have it: 96 bytes, fixed for ever. A value counts where its bit is
 * set; numbers in sets of recorded data may have been scaled, so they need not be whole. */
typedef struct rangekit_signal_registers {
    uint32_t fields;               /* RANGEKIT_SIGNAL_HAS_* */
    uint32_t digital_gain;         /* D, 0 to 7; 0 for the DW1000 */
    double fp_amplitude_1;         /* FP_AMPL1 to 3 (DW3000: 2 fraction bits, as in the register) */
    double fp_amplitude_2;
    double fp_amplitude_3;
    double cir_power;              /* CIR_PWR, above 0 */
    double accumulated_count;      /* RXPACC, above 0 */
    double unsaturated_count;      /* RXPACC_NOSAT */
    double std_noise;              /* STD_NOISE, above 0 */
    double first_path_index;       /* samples into the impulse response */
    double peak_index;             /* samples into the impulse response, where it is strongest */
    double power_dbm;              /* levels where someone has computed them already */
    double first_path_power_dbm;
} rangekit_signal_registers;

#define RANGEKIT_SIGNAL_LEVEL_HAS_POWER (1u << 0)            /* power_dbm */
#define RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER (1u << 1) /* first_path_power_dbm */
#define RANGEKIT_SIGNAL_LEVEL_HAS_INPUT_POWER (1u << 2)      /* input_power_dbm and its stddev: DW1000 only */
#define RANGEKIT_SIGNAL_LEVEL_SATURATED (1u << 3)            /* beyond the curve: input_power_dbm is a lower bound */
#define RANGEKIT_SIGNAL_LEVEL_ADJUSTED (1u << 4)             /* RXPACC was lowered by the SFD's symbols */

/* The levels of one reception: 40 bytes, fixed for ever. Where status is not RANGEKIT_OK all else is 0. */
typedef struct rangekit_signal_level {
    double power_dbm;            /* as the formula has it */
    double first_path_power_dbm;
    double input_power_dbm;      /* power_dbm through the saturation curve */
    float level_stddev_db;       /* of power_dbm and first_path_power_dbm: level_stddev_db of the options */
    float input_stddev_db;       /* of input_power_dbm: the same times the curve's slope */
    uint32_t fields;             /* RANGEKIT_SIGNAL_LEVEL_* */
    rangekit_status status;
} rangekit_signal_level;

/* The levels of one reception. `options` may be NULL: defaults. What registers are missing for is absent;
 * RANGEKIT_ERROR_MISSING_VALUE if nothing can be said. RANGEKIT_ERROR_NO_RECEPTION: a power or count of 0 or
 * less, or first-path amplitudes that are all 0. RANGEKIT_ERROR_NOT_FINITE, RANGEKIT_ERROR_OUT_OF_RANGE
 * (digital_gain above 7, amplitudes below 0, numbers above 1e18). Pure. */
rangekit_status rangekit_signal_levels(const rangekit_signal_options *options,
                                       const rangekit_signal_registers *registers, rangekit_signal_level *level);

/* The levels of `count` receptions; each row has its own status, *refused_count (may be NULL) counts the bad
 * ones. The arrays may be NULL only with count = 0. Pure. */
rangekit_status rangekit_signal_levels_batch(const rangekit_signal_options *options,
                                             const rangekit_signal_registers *registers, size_t count,
                                             rangekit_signal_level *levels, size_t *refused_count);

/* ---- Tables over level: saturation, range bias, your own --------------------------------------- */

/* A point of a table: 16 bytes, fixed for ever. */
typedef struct rangekit_signal_table_point {
    double power_dbm;
    double value; /* what the table is about: dBm for saturation, metres for range bias */
} rangekit_signal_table_point;

/* Range bias of the DW1000, metres, reported minus true, against the receive level (APS011 1.1 table 2). It is
 * SUBTRACTED. From -61 to -95 dBm; measured on one design. */
#define RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_16 0 /* channels 1, 2, 3, 5 */
#define RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_64 1
#define RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_16 2 /* channels 4, 7 */
#define RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_64 3
/* Estimated level -> level at the input, dBm: see "Saturation" above. */
#define RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_16 4
#define RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_64 5

#define RANGEKIT_SIGNAL_TABLE_MAX_POINTS 18 /* of the tables above; your own may be longer */

/* Copies one of the tables above, power ascending. *count is always set to what is needed (0 for an unknown
 * table: RANGEKIT_ERROR_OUT_OF_RANGE); points = NULL with capacity = 0 asks. Pure. */
rangekit_status rangekit_signal_table(int32_t table, rangekit_signal_table_point *points, size_t capacity,
                                      size_t *count);

#define RANGEKIT_SIGNAL_LOOKUP_CLAMPED (1u << 0) /* outside the table: the value of its end */

typedef struct rangekit_signal_lookup {
    double value;
    float slope; /* change of the value per dB; 0 where clamped */
    uint32_t fields;
    rangekit_status status;
    uint32_t reserved; /* zero */
} rangekit_signal_lookup;

/* Looks `count` levels up: linear between points, clamped at the ends; at a point the slope is that of the
 * segment below it. The table needs 1 point or more, numbers within 1e18, power strictly ascending
 * (RANGEKIT_ERROR_TABLE otherwise). A level that is not finite gives its row RANGEKIT_ERROR_NOT_FINITE. Pure. */
rangekit_status rangekit_signal_table_lookup_batch(const rangekit_signal_table_point *points, size_t point_count,
                                                   const double *powers_dbm, size_t count,
                                                   rangekit_signal_lookup *lookups, size_t *refused_count);

/* One distance freed of its bias, 24 bytes, fixed for ever. */
typedef struct rangekit_signal_corrected {
    double distance_m;   /* measured minus bias */
    float bias_m;        /* what was subtracted */
    float stddev_m;      /* what the level's noise adds: |slope| x power_stddev_db */
    uint32_t fields;     /* RANGEKIT_SIGNAL_LOOKUP_CLAMPED */
    rangekit_status status;
} rangekit_signal_corrected;

/* Subtracts the table's bias from `count` distances measured at these levels; as
 * rangekit_signal_table_lookup_batch. Distances: within 1e18 (RANGEKIT_ERROR_OUT_OF_RANGE). power_stddev_db: 0 to
 * 100, the noise of a level. Pure. */
rangekit_status rangekit_signal_correct_ranges_batch(const rangekit_signal_table_point *points, size_t point_count,
                                                     double power_stddev_db, const double *powers_dbm,
                                                     const double *distances_m, size_t count,
                                                     rangekit_signal_corrected *corrected, size_t *refused_count);

/* ---- Distance from level alone ----------------------------------------------------------------- */

/* P(d) = reference_power_dbm - 10 exponent log10(d / 1 m) + shadowing, normal with shadowing_stddev_db: the
 * log-distance model (T. S. Rappaport, "Wireless Communications", 4.9). The distance is log-normal, and wide: 6 dB
 * with exponent 2 mean a factor of 2 either way (one sigma), 4 (95 %). */
typedef struct rangekit_signal_path_loss_options {
    uint32_t struct_size;
    uint32_t reserved;            /* zero */
    double reference_power_dbm;   /* level at 1 m, -200 to 100; default -63: free space at 6.5 GHz from -14.3 dBm
                                     (-41.3 dBm/MHz over 500 MHz). Antennas and losses are not in it: measure yours. */
    double exponent;              /* 0.1 to 10; default 2, free space */
    double shadowing_stddev_db;   /* 0 to 100; default 6 */
} rangekit_signal_path_loss_options;

#define RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE 32
#define RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_INIT \
    {(uint32_t)sizeof(rangekit_signal_path_loss_options), 0, -63.0, 2.0, 6.0}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_signal_path_loss_options_default(rangekit_signal_path_loss_options *options);

/* A log-normal distance: 48 bytes, fixed for ever. */
typedef struct rangekit_signal_distance {
    double distance_m;        /* the median */
    double mean_m;
    double distance_stddev_m; /* about the mean */
    double lower_95_m;        /* 95 % of the distribution lies between these two */
    double upper_95_m;
    rangekit_status status;
    uint32_t reserved; /* zero */
} rangekit_signal_distance;

/* Distances from `count` levels. A row whose numbers leave what a double holds gives
 * RANGEKIT_ERROR_OUT_OF_RANGE. Pure. */
rangekit_status rangekit_signal_path_loss_batch(const rangekit_signal_path_loss_options *options,
                                                const double *powers_dbm, size_t count,
                                                rangekit_signal_distance *distances, size_t *refused_count);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_SIGNAL_H */
