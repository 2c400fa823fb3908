/* rangekit/parameters.h - one model of a UWB session's parameters, what two devices' views differ in, and
 * what cannot be.
 *
 * Every format that configures a session (accessory and shareable configuration, Android out-of-band
 * messages, UCI application configuration) is read into this struct and written from it. Two views of one
 * session are compared before anything runs: what differs, what it would cause, how to mend it.
 *
 * Absent is not zero: a value counts only if its bit, RANGEKIT_PARAMETERS_HAS(parameter), is set in
 * `fields`. Numbers are those of FiRa's UCI application configuration, unless a comment says otherwise.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_PARAMETERS_H
#define RANGEKIT_PARAMETERS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The parameters ------------------------------------------------------------------------------ */

/* The field of a diagnostic that names a parameter is RANGEKIT_FIELD_PARAMETERS + RANGEKIT_PARAMETER_*. */
#define RANGEKIT_PARAMETER_DEVICE_TYPE 0
#define RANGEKIT_PARAMETER_DEVICE_ROLE 1
#define RANGEKIT_PARAMETER_SESSION_ID 2
#define RANGEKIT_PARAMETER_CHANNEL 3
#define RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX 4
#define RANGEKIT_PARAMETER_SFD_ID 5
#define RANGEKIT_PARAMETER_PRF_MODE 6
#define RANGEKIT_PARAMETER_PREAMBLE_DURATION 7
#define RANGEKIT_PARAMETER_PSDU_DATA_RATE 8
#define RANGEKIT_PARAMETER_PHR_DATA_RATE 9
#define RANGEKIT_PARAMETER_RFRAME_CONFIG 10
#define RANGEKIT_PARAMETER_STS_SEGMENT_COUNT 11
#define RANGEKIT_PARAMETER_STS_LENGTH 12
#define RANGEKIT_PARAMETER_STS_CONFIG 13
#define RANGEKIT_PARAMETER_VENDOR_ID 14
#define RANGEKIT_PARAMETER_SUB_SESSION_ID 15
#define RANGEKIT_PARAMETER_KEY_ROTATION 16
#define RANGEKIT_PARAMETER_KEY_ROTATION_RATE 17
#define RANGEKIT_PARAMETER_SLOT_DURATION_RSTU 18
#define RANGEKIT_PARAMETER_SLOTS_PER_ROUND 19
#define RANGEKIT_PARAMETER_RANGING_INTERVAL_MS 20
#define RANGEKIT_PARAMETER_BLOCK_STRIDE 21
#define RANGEKIT_PARAMETER_RANGING_ROUND_USAGE 22
#define RANGEKIT_PARAMETER_RANGING_ROUND_CONTROL 23
#define RANGEKIT_PARAMETER_MULTI_NODE_MODE 24
#define RANGEKIT_PARAMETER_SCHEDULE_MODE 25
#define RANGEKIT_PARAMETER_RANGING_TIME_STRUCT 26
#define RANGEKIT_PARAMETER_HOPPING_MODE 27
#define RANGEKIT_PARAMETER_MAC_ADDRESS_MODE 28
#define RANGEKIT_PARAMETER_MAC_FCS_TYPE 29
#define RANGEKIT_PARAMETER_CONTROLEE_COUNT 30
#define RANGEKIT_PARAMETER_MAX_ROUND_RETRIES 31
#define RANGEKIT_PARAMETER_MAX_MEASUREMENTS 32
#define RANGEKIT_PARAMETER_SESSION_PRIORITY 33
#define RANGEKIT_PARAMETER_IN_BAND_TERMINATION_ATTEMPTS 34
#define RANGEKIT_PARAMETER_INITIATION_TIME_MS 35
#define RANGEKIT_PARAMETER_RESULT_REPORT_CONFIG 36
#define RANGEKIT_PARAMETER_NOTIFICATION_CONFIG 37
#define RANGEKIT_PARAMETER_NOTIFICATION_NEAR_CM 38
#define RANGEKIT_PARAMETER_NOTIFICATION_FAR_CM 39
#define RANGEKIT_PARAMETER_NOTIFICATION_AZIMUTH_LOWER_Q7 40
#define RANGEKIT_PARAMETER_NOTIFICATION_AZIMUTH_UPPER_Q7 41
#define RANGEKIT_PARAMETER_NOTIFICATION_ELEVATION_LOWER_Q7 42
#define RANGEKIT_PARAMETER_NOTIFICATION_ELEVATION_UPPER_Q7 43
#define RANGEKIT_PARAMETER_AOA_REQUEST 44
#define RANGEKIT_PARAMETER_FILTER_TYPE 45
#define RANGEKIT_PARAMETER_MAX_CLOCK_DRIFT_PPM 46
#define RANGEKIT_PARAMETER_UPDATE_RATE 47
#define RANGEKIT_PARAMETER_DEVICE_ADDRESS 48
#define RANGEKIT_PARAMETER_PEER_ADDRESSES 49
#define RANGEKIT_PARAMETER_STATIC_STS_IV 50
#define RANGEKIT_PARAMETER_SESSION_KEY 51
#define RANGEKIT_PARAMETER_SUB_SESSION_KEY 52
#define RANGEKIT_PARAMETER_COUNTRY 53
#define RANGEKIT_PARAMETER_COUNT 54

/* The bit of a parameter in `fields`. */
#define RANGEKIT_PARAMETERS_HAS(parameter) (1ull << (parameter))

/* Values of ranging_round_usage. Deferred: the initiator reports in a message of its own. */
#define RANGEKIT_ROUND_USAGE_UL_TDOA 0
#define RANGEKIT_ROUND_USAGE_SS_TWR_DEFERRED 1
#define RANGEKIT_ROUND_USAGE_DS_TWR_DEFERRED 2
#define RANGEKIT_ROUND_USAGE_SS_TWR 3
#define RANGEKIT_ROUND_USAGE_DS_TWR 4
#define RANGEKIT_ROUND_USAGE_DL_TDOA 5
#define RANGEKIT_ROUND_USAGE_OWR_AOA 6

/* Values of update_rate, those of Nearby Interaction's accessory configuration. */
#define RANGEKIT_UPDATE_RATE_AUTOMATIC 0
#define RANGEKIT_UPDATE_RATE_INFREQUENT 10  /* about 1.3 Hz */
#define RANGEKIT_UPDATE_RATE_INTERACTIVE 20 /* about 5.5 Hz */

#define RANGEKIT_PARAMETERS_PEERS_MAX_COUNT 8
#define RANGEKIT_RSTU_PER_MS 1200 /* ranging scheduling time unit: 416 chips of 499.2 MHz, 5/6 microsecond */

/* One side's view of a session. Addresses, initialisation vector and keys are bytes in the order in which
 * they go over the air; bytes beyond a stated length are ignored. */
typedef struct rangekit_parameters {
    uint32_t struct_size;
    uint32_t reserved; /* zero */
    uint64_t fields;   /* RANGEKIT_PARAMETERS_HAS(RANGEKIT_PARAMETER_*); other bits are refused */
    uint32_t device_type;                       /* 0 controlee, 1 controller */
    uint32_t device_role;                       /* 0 responder, 1 initiator, 5 advertiser, 6 observer, 7 DT anchor, 8 DT tag */
    uint32_t session_id;
    uint32_t channel;                           /* UWB channel number; FiRa devices have 5 and 9 */
    uint32_t preamble_code_index;               /* 9 to 12 BPRF, 25 to 32 HPRF */
    uint32_t sfd_id;                            /* 0 to 4 */
    uint32_t prf_mode;                          /* 0 62.4 MHz (BPRF), 1 124.8 MHz, 2 249.6 MHz (HPRF) */
    uint32_t preamble_duration;                 /* 0 32 symbols, 1 64 symbols */
    uint32_t psdu_data_rate;                    /* 0 6.81, 1 7.80, 2 27.2, 3 31.2 Mbit/s */
    uint32_t phr_data_rate;                     /* 0 850 kbit/s, 1 6.81 Mbit/s */
    uint32_t rframe_config;                     /* 0 SP0, 1 SP1, 3 SP3 */
    uint32_t sts_segment_count;                 /* 0 to 4 */
    uint32_t sts_length;                        /* 0 32, 1 64, 2 128 symbols */
    uint32_t sts_config;                        /* 0 static, 1 dynamic, 2 dynamic with responder keys, 3 provisioned, 4 provisioned with responder keys */
    uint32_t vendor_id;                         /* 16 bits; static STS: Bluetooth SIG company number, 0x004C for example */
    uint32_t sub_session_id;                    /* of a responder that has its own key */
    uint32_t key_rotation;                      /* 0 off, 1 on */
    uint32_t key_rotation_rate;                 /* exponent n: every 2^n rounds */
    uint32_t slot_duration_rstu;                /* 1200 RSTU are 1 ms */
    uint32_t slots_per_round;
    uint32_t ranging_interval_ms;               /* from the start of one block to that of the next */
    uint32_t block_stride;                      /* blocks skipped between two that range */
    uint32_t ranging_round_usage;               /* RANGEKIT_ROUND_USAGE_* */
    uint32_t ranging_round_control;             /* FiRa bit field: b0 result report, b1 control message, b2 control message in band */
    uint32_t multi_node_mode;                   /* 0 one to one, 1 one to many, 2 many to many */
    uint32_t schedule_mode;                     /* 0 contention, 1 time scheduled, 2 hybrid */
    uint32_t ranging_time_struct;               /* 1 block based */
    uint32_t hopping_mode;                      /* 0 off, 1 on */
    uint32_t mac_address_mode;                  /* 0 short, 1 extended with a short header, 2 extended */
    uint32_t mac_fcs_type;                      /* 0 CRC-16, 1 CRC-32 */
    uint32_t controlee_count;                   /* 1 to 8 */
    uint32_t max_round_retries;                 /* rounds without an answer before the session ends; 0 never */
    uint32_t max_measurements;                  /* 0 no limit */
    uint32_t session_priority;                  /* 1 to 100 */
    uint32_t in_band_termination_attempts;
    uint32_t initiation_time_ms;                /* delay before the first round */
    uint32_t result_report_config;              /* b0 time of flight, b1 azimuth, b2 elevation, b3 figure of merit */
    uint32_t notification_config;               /* 0 off, 1 every measurement, 2 to 7 by proximity and angle */
    uint32_t notification_near_cm;
    uint32_t notification_far_cm;
    int32_t notification_azimuth_lower_q7;      /* signed, degrees x 128 */
    int32_t notification_azimuth_upper_q7;      /* signed, degrees x 128 */
    int32_t notification_elevation_lower_q7;    /* signed, degrees x 128 */
    int32_t notification_elevation_upper_q7;    /* signed, degrees x 128 */
    uint32_t aoa_request;                       /* 0 none, 1 -90 to 90 degrees, 2 -180 to 180, 3 azimuth, 4 elevation */
    uint32_t filter_type;                       /* 0 none, 1 the stack's default, 2 the application's */
    uint32_t max_clock_drift_ppm;               /* of this device's clock */
    uint32_t update_rate;                       /* RANGEKIT_UPDATE_RATE_*: what the accessory prefers */
    uint8_t device_address[8];
    uint8_t peer_addresses[64]; /* one every 8 bytes */
    uint8_t session_key[32];
    uint8_t sub_session_key[32];
    uint8_t static_sts_iv[6];
    uint8_t country[2];              /* two ASCII letters, ISO 3166-1 */
    uint8_t device_address_length;   /* 2 or 8 */
    uint8_t peer_count;              /* 1 to 8 */
    uint8_t peer_address_length;     /* 2 or 8, the same for all peers */
    uint8_t session_key_length;      /* 1 to 32; FiRa has 16 and 32 */
    uint8_t sub_session_key_length;  /* 1 to 32; FiRa has 16 and 32 */
    uint8_t reserved_bytes[3];       /* zero */
} rangekit_parameters;

#define RANGEKIT_PARAMETERS_V1_SIZE 360

/* Fills parameters with their initial value: nothing stated. See "Structs" in base.h. There is no _INIT
 * macro; zeroed memory with struct_size set is the same. Pure. */
rangekit_status rangekit_parameters_default(rangekit_parameters *parameters);

/* The name of a parameter, "slot_duration_rstu" for example; "unknown" for another number. Static storage,
 * ASCII. Pure. */
const char *rangekit_parameter_name(int32_t parameter);

/* Takes into `parameters` every value that `other` states: the later view wins, `parameters` is in and out. Errors:
 * lengths and bits outside the ranges above (RANGEKIT_ERROR_OUT_OF_RANGE, RANGEKIT_ERROR_UNKNOWN_OPTION). Pure. */
rangekit_status rangekit_parameters_merge(rangekit_parameters *parameters, const rangekit_parameters *other);

#define RANGEKIT_TIMING_HAS_SLOT (1u << 0)     /* slot_duration_s */
#define RANGEKIT_TIMING_HAS_ROUND (1u << 1)    /* round_duration_s */
#define RANGEKIT_TIMING_HAS_INTERVAL (1u << 2) /* update_rate_hz */
#define RANGEKIT_TIMING_HAS_BLOCK (1u << 3)    /* rounds_per_block */

/* What follows from the timing parameters. */
typedef struct rangekit_timing {
    uint32_t struct_size;
    uint32_t fields;           /* RANGEKIT_TIMING_HAS_*: what can be said */
    double slot_duration_s;    /* slot_duration_rstu / 1.2e6 */
    double round_duration_s;   /* that x slots_per_round */
    double update_rate_hz;     /* measurements a second: 1000 / ranging_interval_ms, every (block_stride + 1)th block */
    uint32_t rounds_per_block; /* whole rounds that fit into an interval */
    uint32_t reserved;
} rangekit_timing;

#define RANGEKIT_TIMING_V1_SIZE 40
#define RANGEKIT_TIMING_INIT {(uint32_t)sizeof(rangekit_timing), 0, 0.0, 0.0, 0.0, 0, 0}

/* Fills a timing with its initial value: nothing known. Pure. */
rangekit_status rangekit_timing_default(rangekit_timing *timing);

/* Derives seconds and rates; what is not stated, or would divide by zero, is absent. Errors: as
 * rangekit_parameters_merge. Pure. */
rangekit_status rangekit_parameters_timing(const rangekit_parameters *parameters, rangekit_timing *timing);

/* ---- Findings ------------------------------------------------------------------------------------ */

/* Which view a finding is about. */
#define RANGEKIT_PARAMETERS_SIDE_A 1
#define RANGEKIT_PARAMETERS_SIDE_B 2
#define RANGEKIT_PARAMETERS_SIDE_BOTH 3

/* What a finding would cause. */
#define RANGEKIT_CONSEQUENCE_UNCERTAIN 0      /* one side does not say */
#define RANGEKIT_CONSEQUENCE_DEGRADED 1       /* fewer samples, or shorter range */
#define RANGEKIT_CONSEQUENCE_WRONG_DISTANCE 2 /* distances that are not the true ones */
#define RANGEKIT_CONSEQUENCE_NO_SAMPLES 3     /* silence: no measurement ever succeeds */
#define RANGEKIT_CONSEQUENCE_REFUSAL 4        /* a stack refuses to start the session */

/* What is wrong between two views. */
#define RANGEKIT_PARAMETERS_RULE_EQUAL 1         /* both must have one value */
#define RANGEKIT_PARAMETERS_RULE_BYTE_ORDER 2    /* the same bytes, reversed */
#define RANGEKIT_PARAMETERS_RULE_COMPLEMENT 3    /* the two roles must belong together */
#define RANGEKIT_PARAMETERS_RULE_SAME_ADDRESS 4  /* two devices with one address */
#define RANGEKIT_PARAMETERS_RULE_PEER_UNKNOWN 5  /* `side` does not have the other's address among its peers */
#define RANGEKIT_PARAMETERS_RULE_UNSTATED 6      /* `side` does not say what both must share */

/* What is wrong in one view alone. */
#define RANGEKIT_PARAMETERS_RULE_ROUND_TOO_LONG 20     /* slots x slot duration is above the interval */
#define RANGEKIT_PARAMETERS_RULE_INTERVAL_MULTIPLE 21  /* the interval is no multiple of the round */
#define RANGEKIT_PARAMETERS_RULE_CHANNEL 22            /* not 5 or 9 */
#define RANGEKIT_PARAMETERS_RULE_PREAMBLE_CODE 23      /* not one of its PRF: 9 to 12 BPRF, 25 to 32 HPRF */
#define RANGEKIT_PARAMETERS_RULE_SFD 24                /* not one of its PRF: 0, 2 BPRF; 1 to 4 HPRF */
#define RANGEKIT_PARAMETERS_RULE_KEY_MISSING 25        /* the STS mode needs it */
#define RANGEKIT_PARAMETERS_RULE_KEY_LENGTH 26         /* a key is 16 or 32 bytes */
#define RANGEKIT_PARAMETERS_RULE_ZERO 27               /* zero where there must be some */
#define RANGEKIT_PARAMETERS_RULE_ROLE 28               /* the role does not exist in this ranging round usage */
#define RANGEKIT_PARAMETERS_RULE_OWN_ADDRESS 29        /* the device is its own peer */
#define RANGEKIT_PARAMETERS_RULE_RESERVED_ADDRESS 30   /* broadcast and unassigned addresses */
#define RANGEKIT_PARAMETERS_RULE_TOO_FEW_SLOTS 31      /* not even the ranging messages fit into the round */
#define RANGEKIT_PARAMETERS_RULE_PEER_COUNT 32         /* peers, controlee count and multi-node mode disagree */
#define RANGEKIT_PARAMETERS_RULE_LIMITS 33             /* a lower limit is above its upper one */
#define RANGEKIT_PARAMETERS_RULE_COUNTRY 34            /* not two capital letters */
#define RANGEKIT_PARAMETERS_RULE_ADDRESS_LENGTH 35     /* not that of the MAC address mode, or of the peers */
#define RANGEKIT_PARAMETERS_RULE_VALUE 36              /* not a value that this parameter has */

#define RANGEKIT_PARAMETERS_FINDING_HAS_A (1u << 0) /* value_a */
#define RANGEKIT_PARAMETERS_FINDING_HAS_B (1u << 1) /* value_b */

/* One thing that is wrong. Fixed for ever (it travels in arrays). Addresses, country and initialisation
 * vector stand in the values with their first byte lowest. Of keys only the length is given. In a finding
 * about one side alone, value_a or value_b is that side's and the other is absent. */
typedef struct rangekit_parameters_finding {
    uint64_t value_a;
    uint64_t value_b;
    uint32_t fields;     /* RANGEKIT_PARAMETERS_FINDING_HAS_* */
    int32_t parameter;   /* RANGEKIT_PARAMETER_* */
    int32_t rule;        /* RANGEKIT_PARAMETERS_RULE_* */
    int32_t consequence; /* RANGEKIT_CONSEQUENCE_* */
    int32_t side;        /* RANGEKIT_PARAMETERS_SIDE_* */
    uint32_t reserved;   /* zero */
} rangekit_parameters_finding;

#define RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT 128 /* no call gives more */

/* The identifier of a rule, "interval_multiple" for example, or of a consequence, "no_samples"; "unknown"
 * for another number. Static storage, ASCII. Pure. */
const char *rangekit_parameters_rule_name(int32_t rule);
const char *rangekit_consequence_name(int32_t consequence);

/* Says a finding in a few sentences: what, what it causes, how to mend it. See "Text out" in base.h;
 * RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE bytes always suffice, NUL included. Pure. */
rangekit_status rangekit_parameters_finding_describe(const rangekit_parameters_finding *finding, char *out,
                                                     size_t capacity, size_t *length);

#define RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE 512

/* Finds what cannot be in one view alone, side A. *count is always the number of findings; those beyond
 * `capacity` are counted, not written. `findings` may be NULL with capacity 0. What is wrong with the
 * session is no error of the call: RANGEKIT_OK with *count = 0 says that nothing was found. Errors: as
 * rangekit_parameters_merge. Pure. */
rangekit_status rangekit_parameters_check(const rangekit_parameters *parameters,
                                          rangekit_parameters_finding *findings, size_t capacity, size_t *count);

#define RANGEKIT_PARAMETERS_DIFF_UNSTATED (1u << 0) /* also find what only one side says and both must share */

/* Finds what would keep two devices from ranging: values that must be equal and are not, roles that do not
 * belong together, addresses that do not name each other, and what cannot be in either view alone. What
 * each side may choose for itself (reports, notifications, angles, filters) is not compared; a value that
 * one side does not state is not compared either, unless `options` (an OR of RANGEKIT_PARAMETERS_DIFF_*)
 * asks. Order: between the two by parameter, then A alone, then B alone. `findings`, `capacity`, *count
 * and errors as rangekit_parameters_check. Pure. */
rangekit_status rangekit_parameters_diff(const rangekit_parameters *a, const rangekit_parameters *b, uint32_t options,
                                         rangekit_parameters_finding *findings, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_PARAMETERS_H */
