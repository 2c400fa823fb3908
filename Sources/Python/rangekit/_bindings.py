"""The C contract as ctypes: constants, structures and function prototypes.

Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, CFUNCTYPE, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_uint8, c_void_p
from typing import Any, Final

RANGEKIT_ABI_VERSION: Final = 0
RANGEKIT_VERSION_MAJOR: Final = 0
RANGEKIT_VERSION_MINOR: Final = 1
RANGEKIT_VERSION_PATCH: Final = 0
RANGEKIT_VERSION_STRING: Final = "0.1.0"
RANGEKIT_FEATURE_TOKEN: Final = 1 << 0
RANGEKIT_FEATURE_CONFIGURATION: Final = 1 << 1
RANGEKIT_FEATURE_TWR: Final = 1 << 2
RANGEKIT_FEATURE_QUALITY: Final = 1 << 3
RANGEKIT_FEATURE_CHANNEL_SOUNDING: Final = 1 << 7
RANGEKIT_FEATURE_FILTER: Final = 1 << 16
RANGEKIT_FEATURE_ZONE: Final = 1 << 17
RANGEKIT_FEATURE_DIRECTION: Final = 1 << 18
RANGEKIT_FEATURE_POINTING: Final = 1 << 19
RANGEKIT_FEATURE_FUSION: Final = 1 << 20
RANGEKIT_FEATURE_SIGNAL: Final = 1 << 13
RANGEKIT_FEATURE_ANGLE: Final = 1 << 14
RANGEKIT_FEATURE_LIBCBOR: Final = 1 << 32
RANGEKIT_OK: Final = 0
RANGEKIT_ERROR_NULL_POINTER: Final = -1
RANGEKIT_ERROR_MISALIGNED: Final = -2
RANGEKIT_ERROR_STRUCT_SIZE: Final = -3
RANGEKIT_ERROR_UNKNOWN_OPTION: Final = -4
RANGEKIT_ERROR_BUFFER_TOO_SMALL: Final = -5
RANGEKIT_ERROR_OUT_OF_MEMORY: Final = -6
RANGEKIT_ERROR_INVALID_HANDLE: Final = -7
RANGEKIT_ERROR_NOT_FINITE: Final = -8
RANGEKIT_ERROR_OUT_OF_RANGE: Final = -9
RANGEKIT_ERROR_MISSING_VALUE: Final = -10
RANGEKIT_ERROR_TIME_BACKWARDS: Final = -11
RANGEKIT_ERROR_TRUNCATED: Final = -100
RANGEKIT_ERROR_MALFORMED: Final = -101
RANGEKIT_ERROR_INDEFINITE_LENGTH: Final = -102
RANGEKIT_ERROR_NOT_SHORTEST: Final = -103
RANGEKIT_ERROR_KEY_ORDER: Final = -104
RANGEKIT_ERROR_DUPLICATE_KEY: Final = -105
RANGEKIT_ERROR_TOO_DEEP: Final = -106
RANGEKIT_ERROR_COUNT_TOO_LARGE: Final = -107
RANGEKIT_ERROR_INVALID_UTF8: Final = -108
RANGEKIT_ERROR_TRAILING_BYTES: Final = -109
RANGEKIT_ERROR_TAG_REFUSED: Final = -110
RANGEKIT_ERROR_SIMPLE_REFUSED: Final = -111
RANGEKIT_ERROR_WRONG_TYPE: Final = -112
RANGEKIT_ERROR_MISSING_FIELD: Final = -113
RANGEKIT_ERROR_WRONG_LENGTH: Final = -114
RANGEKIT_ERROR_INVALID_VALUE: Final = -115
RANGEKIT_ERROR_UNKNOWN_VERSION: Final = -116
RANGEKIT_ERROR_FIELD_NOT_ALLOWED: Final = -117
RANGEKIT_ERROR_TOO_LARGE: Final = -118
RANGEKIT_ERROR_PROTECTION_MISSING: Final = -130
RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED: Final = -131
RANGEKIT_ERROR_ALGORITHM_MISMATCH: Final = -132
RANGEKIT_ERROR_ALGORITHM_UNPROTECTED: Final = -133
RANGEKIT_ERROR_ALGORITHM_MISSING: Final = -134
RANGEKIT_ERROR_ALGORITHM_DUPLICATED: Final = -135
RANGEKIT_ERROR_CRITICAL_HEADER: Final = -136
RANGEKIT_ERROR_UNKNOWN_HEADER: Final = -137
RANGEKIT_ERROR_SIGNATURE_WRONG: Final = -138
RANGEKIT_ERROR_KEY_UNKNOWN: Final = -139
RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED: Final = -140
RANGEKIT_ERROR_WRONG_KEY: Final = -141
RANGEKIT_ERROR_WRONG_DEVICE: Final = -142
RANGEKIT_ERROR_WRONG_NONCE: Final = -143
RANGEKIT_ERROR_EXPIRED: Final = -144
RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION: Final = -145
RANGEKIT_ERROR_TIMESTAMP_RANGE: Final = -200
RANGEKIT_ERROR_INTERVAL_ZERO: Final = -201
RANGEKIT_ERROR_INTERVAL_TOO_LONG: Final = -202
RANGEKIT_ERROR_INTERVAL_OVER_LIMIT: Final = -203
RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND: Final = -204
RANGEKIT_ERROR_CLOCK_OFFSET_RANGE: Final = -205
RANGEKIT_ERROR_NO_RECEPTION: Final = -210
RANGEKIT_ERROR_TABLE: Final = -211
RANGEKIT_ERROR_FIT_ONE_CLASS: Final = -212
RANGEKIT_ERROR_FIT_CONSTANT: Final = -213
RANGEKIT_ERROR_FIT_SEPARABLE: Final = -214
RANGEKIT_ERROR_FIT_NOT_CONVERGED: Final = -215
RANGEKIT_ERROR_PHASE_RANGE: Final = -220
RANGEKIT_ERROR_NO_DIRECTION: Final = -221
RANGEKIT_ERROR_NO_ROUND_TRIP: Final = -875
RANGEKIT_ERROR_NO_PROCEDURE: Final = -876
RANGEKIT_ERROR_INCOMPATIBLE: Final = -300
RANGEKIT_FIELD_NONE: Final = 0
RANGEKIT_FIELD_TOKEN: Final = 256
RANGEKIT_FIELD_TOKEN_VERSION: Final = 257
RANGEKIT_FIELD_TOKEN_KIND: Final = 258
RANGEKIT_FIELD_TOKEN_IDENTITY: Final = 259
RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT: Final = 260
RANGEKIT_FIELD_TOKEN_CAPABILITIES: Final = 261
RANGEKIT_FIELD_TOKEN_GENERATION: Final = 262
RANGEKIT_FIELD_TOKEN_EXTENSIONS: Final = 263
RANGEKIT_FIELD_TOKEN_EXPIRY: Final = 264
RANGEKIT_FIELD_TOKEN_NONCE: Final = 265
RANGEKIT_FIELD_TOKEN_TECHNOLOGIES: Final = 266
RANGEKIT_FIELD_TOKEN_VENDOR_DATA: Final = 267
RANGEKIT_FIELD_PROTECTION: Final = 320
RANGEKIT_FIELD_PROTECTION_PROTECTED_HEADER: Final = 321
RANGEKIT_FIELD_PROTECTION_UNPROTECTED_HEADER: Final = 322
RANGEKIT_FIELD_PROTECTION_ALGORITHM: Final = 323
RANGEKIT_FIELD_PROTECTION_CRITICAL: Final = 324
RANGEKIT_FIELD_PROTECTION_KEY_ID: Final = 325
RANGEKIT_FIELD_PROTECTION_PAYLOAD: Final = 326
RANGEKIT_FIELD_PROTECTION_SIGNATURE: Final = 327
RANGEKIT_FIELD_CONFIGURATION: Final = 512
RANGEKIT_FIELD_CONFIGURATION_VERSION: Final = 513
RANGEKIT_FIELD_CONFIGURATION_KIND: Final = 514
RANGEKIT_FIELD_CONFIGURATION_ENABLED: Final = 515
RANGEKIT_FIELD_CONFIGURATION_PERFORMANCE: Final = 516
RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET: Final = 1 << 0
RANGEKIT_DIAGNOSTIC_HAS_FIELD: Final = 1 << 1
RANGEKIT_DIAGNOSTIC_HAS_EXPECTED: Final = 1 << 2
RANGEKIT_DIAGNOSTIC_HAS_FOUND: Final = 1 << 3
RANGEKIT_DIAGNOSTIC_V1_SIZE: Final = 40
RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE: Final = 320
RANGEKIT_CAPABILITY_PRECISE_DISTANCE: Final = 1 << 0
RANGEKIT_CAPABILITY_COARSE_DISTANCE: Final = 1 << 1
RANGEKIT_CAPABILITY_DIRECTION: Final = 1 << 2
RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE: Final = 1 << 3
RANGEKIT_CAPABILITY_EXTENDED_DISTANCE: Final = 1 << 4
RANGEKIT_CAPABILITY_DL_TDOA: Final = 1 << 5
RANGEKIT_CAPABILITY_CHANNEL_SOUNDING: Final = 1 << 6
RANGEKIT_GENERATION_UNKNOWN: Final = 0
RANGEKIT_GENERATION_FIRST: Final = 1
RANGEKIT_GENERATION_SECOND: Final = 2
RANGEKIT_GENERATION_THIRD_PARTY: Final = 3
RANGEKIT_CBOR_MAX_DEPTH: Final = 8
RANGEKIT_ANGLE_OPTIONS_V1_SIZE: Final = 48
RANGEKIT_ANGLE_TABLE_QORVO_CHANNEL_9: Final = 0
RANGEKIT_ANGLE_TABLE_MAX_POINTS: Final = 31
RANGEKIT_ANGLE_HAS_PDOA_STDDEV: Final = 1 << 0
RANGEKIT_ANGLE_HAS_PRIOR: Final = 1 << 1
RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE: Final = 1 << 2
RANGEKIT_ANGLE_CLAMPED: Final = 1 << 0
RANGEKIT_ANGLE_WRAP_OPEN: Final = 1 << 1
RANGEKIT_ANGLE_FRONT_BACK_OPEN: Final = 1 << 2
RANGEKIT_ANGLE_CONVENTION_NEARBY_INTERACTION: Final = 0
RANGEKIT_ANGLE_CONVENTION_PUBLISHED_SAMPLE: Final = 1
RANGEKIT_ANGLE_CONVENTION_PUBLISHED_ARTICLE: Final = 2
RANGEKIT_ANGLE_CONVENTION_ROBOT_ENU: Final = 3
RANGEKIT_ANGLE_CONVENTION_FIRA_AOA: Final = 4
RANGEKIT_ANGLE_AZIMUTH_FREE: Final = 1 << 0
RANGEKIT_ANGLE_SCALED: Final = 1 << 1
RANGEKIT_TOKEN_FORMAT_VERSION: Final = 1
RANGEKIT_TOKEN_KIND_PEER: Final = 0
RANGEKIT_TOKEN_KIND_ACCESSORY: Final = 1
RANGEKIT_TOKEN_KIND_OPAQUE: Final = 2
RANGEKIT_FOREIGN_FORMAT_UNSPECIFIED: Final = 0
RANGEKIT_FOREIGN_FORMAT_NEARBY_INTERACTION: Final = 1
RANGEKIT_FOREIGN_FORMAT_ANDROID_OOB: Final = 2
RANGEKIT_FOREIGN_FORMAT_PRIVATE: Final = 32768
RANGEKIT_TOKEN_PEER_IDENTITY_SIZE: Final = 16
RANGEKIT_TOKEN_IDENTITY_MAX_SIZE: Final = 512
RANGEKIT_TOKEN_EXTENSIONS_MAX_SIZE: Final = 256
RANGEKIT_TOKEN_NONCE_MIN_SIZE: Final = 8
RANGEKIT_TOKEN_NONCE_MAX_SIZE: Final = 64
RANGEKIT_TOKEN_TECHNOLOGIES_MAX_COUNT: Final = 8
RANGEKIT_TOKEN_VENDOR_DATA_MAX_SIZE: Final = 128
RANGEKIT_TOKEN_MAX_SIZE: Final = 1109
RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT: Final = 1 << 0
RANGEKIT_TOKEN_HAS_CAPABILITIES: Final = 1 << 1
RANGEKIT_TOKEN_HAS_GENERATION: Final = 1 << 2
RANGEKIT_TOKEN_HAS_EXPIRY: Final = 1 << 3
RANGEKIT_TOKEN_HAS_NONCE: Final = 1 << 4
RANGEKIT_TOKEN_HAS_TECHNOLOGIES: Final = 1 << 5
RANGEKIT_TOKEN_HAS_VENDOR_DATA: Final = 1 << 6
RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB: Final = 1
RANGEKIT_TOKEN_TECHNOLOGY_ACCESSORY_UWB: Final = 2
RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING: Final = 3
RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE: Final = 4
RANGEKIT_TOKEN_TECHNOLOGY_DL_TDOA: Final = 5
RANGEKIT_TOKEN_TECHNOLOGY_PRIVATE: Final = 32768
RANGEKIT_CHANNEL_SOUNDING_PROFILE_INITIATOR: Final = 1 << 0
RANGEKIT_CHANNEL_SOUNDING_PROFILE_REFLECTOR: Final = 1 << 1
RANGEKIT_CHANNEL_SOUNDING_PROFILE_PHASE: Final = 1 << 2
RANGEKIT_CHANNEL_SOUNDING_PROFILE_ROUND_TRIP: Final = 1 << 3
RANGEKIT_TOKEN_V1_SIZE: Final = 808
RANGEKIT_TOKEN_FINGERPRINT_LENGTH: Final = 19
RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE: Final = 20
RANGEKIT_OPTION_EXTENDED_DISTANCE: Final = 1 << 0
RANGEKIT_OPTION_CAMERA_ASSISTANCE: Final = 1 << 1
RANGEKIT_CONFIGURATION_KIND_PEER: Final = 0
RANGEKIT_CONFIGURATION_KIND_ACCESSORY: Final = 1
RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE: Final = 8
RANGEKIT_CONFIGURATION_V1_SIZE: Final = 16
RANGEKIT_REFUSAL_CAPABILITY_MISSING: Final = 1
RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN: Final = 2
RANGEKIT_REFUSAL_SAME_DEVICE: Final = 3
RANGEKIT_REFUSAL_FOREIGN_TOKEN: Final = 4
RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY: Final = 5
RANGEKIT_SIDE_LOCAL: Final = 1
RANGEKIT_SIDE_PEER: Final = 2
RANGEKIT_REFUSALS_MAX_COUNT: Final = 16
RANGEKIT_REFUSAL_TEXT_MAX_SIZE: Final = 256
RANGEKIT_CONFIGURATION_FORMAT_VERSION: Final = 1
RANGEKIT_CONFIGURATION_MAX_SIZE: Final = 9
RANGEKIT_TECHNOLOGY_UNKNOWN: Final = 0
RANGEKIT_TECHNOLOGY_UWB: Final = 1
RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING: Final = 2
RANGEKIT_TECHNOLOGY_WIFI_RTT: Final = 3
RANGEKIT_TECHNOLOGY_RSSI: Final = 4
RANGEKIT_TECHNOLOGY_OPTICAL: Final = 5
RANGEKIT_SAMPLE_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV: Final = 1 << 1
RANGEKIT_SAMPLE_HAS_AZIMUTH: Final = 1 << 2
RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV: Final = 1 << 3
RANGEKIT_SAMPLE_HAS_ELEVATION: Final = 1 << 4
RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV: Final = 1 << 5
RANGEKIT_SAMPLE_HAS_POWER: Final = 1 << 6
RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER: Final = 1 << 7
RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY: Final = 1 << 8
RANGEKIT_SAMPLE_HAS_VELOCITY: Final = 1 << 9
RANGEKIT_VERTICAL_UNKNOWN: Final = 0
RANGEKIT_VERTICAL_SAME: Final = 1
RANGEKIT_VERTICAL_ABOVE: Final = 2
RANGEKIT_VERTICAL_BELOW: Final = 3
RANGEKIT_VERTICAL_ABOVE_OR_BELOW: Final = 4
RANGEKIT_DIRECTION_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_DIRECTION_HAS_VECTOR: Final = 1 << 1
RANGEKIT_DIRECTION_HAS_AZIMUTH: Final = 1 << 2
RANGEKIT_DIRECTION_HAS_HEIGHT: Final = 1 << 3
RANGEKIT_DIRECTION_IN_VIEW: Final = 1 << 4
RANGEKIT_DIRECTION_FRONT_OR_BACK: Final = 1 << 5
RANGEKIT_DIRECTION_OPTIONS_V1_SIZE: Final = 24
RANGEKIT_DIRECTION_V1_SIZE: Final = 40
RANGEKIT_GUIDANCE_MOVE: Final = 0
RANGEKIT_GUIDANCE_GO_UP: Final = 1
RANGEKIT_GUIDANCE_GO_DOWN: Final = 2
RANGEKIT_GUIDANCE_CHANGE_LEVEL: Final = 3
RANGEKIT_GUIDANCE_TURN_LEFT: Final = 4
RANGEKIT_GUIDANCE_TURN_RIGHT: Final = 5
RANGEKIT_GUIDANCE_TURN_AROUND: Final = 6
RANGEKIT_GUIDANCE_GO_AHEAD: Final = 7
RANGEKIT_GUIDANCE_ARRIVED: Final = 8
RANGEKIT_DIRECTION_TEXT_MAX_SIZE: Final = 96
RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE: Final = 16
RANGEKIT_FILTER_KALMAN: Final = 0
RANGEKIT_FILTER_HAMPEL_KALMAN: Final = 1
RANGEKIT_FILTER_HAMPEL: Final = 2
RANGEKIT_FILTER_EXPONENTIAL: Final = 3
RANGEKIT_FILTER_MOVING_AVERAGE: Final = 4
RANGEKIT_FILTER_MEDIAN: Final = 5
RANGEKIT_FILTER_TRIMMED_MEAN: Final = 6
RANGEKIT_FILTER_LINEAR: Final = 0
RANGEKIT_FILTER_CIRCULAR: Final = 1
RANGEKIT_FILTER_DIRECTION: Final = 2
RANGEKIT_FILTER_CAPACITY: Final = 64
RANGEKIT_FILTER_OPTIONS_V1_SIZE: Final = 64
RANGEKIT_FILTER_SAMPLE_HAS_VALUE: Final = 1 << 0
RANGEKIT_FILTER_SAMPLE_HAS_STDDEV: Final = 1 << 1
RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT: Final = 1 << 2
RANGEKIT_FILTER_HAS_VALUE: Final = 1 << 0
RANGEKIT_FILTER_HAS_STDDEV: Final = 1 << 1
RANGEKIT_FILTER_HAS_RATE: Final = 1 << 2
RANGEKIT_FILTER_FLAG_OUTLIER: Final = 1 << 0
RANGEKIT_FILTER_FLAG_REOPENED: Final = 1 << 1
RANGEKIT_FILTER_FLAG_RESTARTED: Final = 1 << 2
RANGEKIT_FUSION_TECHNOLOGY_CAPACITY: Final = 6
RANGEKIT_FUSION_OPTIONS_V1_SIZE: Final = 184
RANGEKIT_FUSION_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_FUSION_HAS_PRIMARY: Final = 1 << 1
RANGEKIT_FUSION_OUTLIER: Final = 1 << 2
RANGEKIT_FUSION_SWITCHED: Final = 1 << 3
RANGEKIT_FUSION_RESTARTED: Final = 1 << 4
RANGEKIT_FUSION_RESULT_V1_SIZE: Final = 48
RANGEKIT_POINTING_TARGET_CAPACITY: Final = 8
RANGEKIT_POINTING_OPTIONS_V1_SIZE: Final = 48
RANGEKIT_POINTING_TARGET_HAS_AZIMUTH: Final = 1 << 0
RANGEKIT_POINTING_TARGET_HAS_ELEVATION: Final = 1 << 1
RANGEKIT_POINTING_TARGET_HAS_DISTANCE: Final = 1 << 2
RANGEKIT_POINTING_TARGET_HAS_STDDEV: Final = 1 << 3
RANGEKIT_POINTING_NOT_POINTING: Final = 0
RANGEKIT_POINTING_ACQUIRING: Final = 1
RANGEKIT_POINTING_LOCKED: Final = 2
RANGEKIT_POINTING_GESTURE_NONE: Final = 0
RANGEKIT_POINTING_GESTURE_TWIST_RIGHT: Final = 1
RANGEKIT_POINTING_GESTURE_TWIST_LEFT: Final = 2
RANGEKIT_POINTING_HAS_TARGET: Final = 1 << 0
RANGEKIT_POINTING_HAS_TWIST: Final = 1 << 1
RANGEKIT_POINTING_DID_LOCK: Final = 1 << 2
RANGEKIT_POINTING_DID_RELEASE: Final = 1 << 3
RANGEKIT_POINTING_HAS_ANGLE: Final = 1 << 4
RANGEKIT_SIGNAL_RADIO_DW1000: Final = 0
RANGEKIT_SIGNAL_RADIO_DW3000_C0: Final = 1
RANGEKIT_SIGNAL_RADIO_DW3000_D0: Final = 2
RANGEKIT_SIGNAL_RADIO_DW3000_E0: Final = 3
RANGEKIT_SIGNAL_SEQUENCE_IPATOV: Final = 0
RANGEKIT_SIGNAL_SEQUENCE_STS: Final = 1
RANGEKIT_SIGNAL_SFD_STANDARD: Final = 0
RANGEKIT_SIGNAL_SFD_DECAWAVE_8: Final = 1
RANGEKIT_SIGNAL_SFD_DECAWAVE_16: Final = 2
RANGEKIT_SIGNAL_SFD_DECAWAVE_64: Final = 3
RANGEKIT_SIGNAL_OPTIONS_V1_SIZE: Final = 32
RANGEKIT_SIGNAL_HAS_AMPLITUDES: Final = 1 << 0
RANGEKIT_SIGNAL_HAS_CIR_POWER: Final = 1 << 1
RANGEKIT_SIGNAL_HAS_COUNT: Final = 1 << 2
RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT: Final = 1 << 3
RANGEKIT_SIGNAL_HAS_NOISE: Final = 1 << 4
RANGEKIT_SIGNAL_HAS_PATH_INDEX: Final = 1 << 5
RANGEKIT_SIGNAL_HAS_POWER: Final = 1 << 6
RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER: Final = 1 << 7
RANGEKIT_SIGNAL_LEVEL_HAS_POWER: Final = 1 << 0
RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER: Final = 1 << 1
RANGEKIT_SIGNAL_LEVEL_HAS_INPUT_POWER: Final = 1 << 2
RANGEKIT_SIGNAL_LEVEL_SATURATED: Final = 1 << 3
RANGEKIT_SIGNAL_LEVEL_ADJUSTED: Final = 1 << 4
RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_16: Final = 0
RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_64: Final = 1
RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_16: Final = 2
RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_64: Final = 3
RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_16: Final = 4
RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_64: Final = 5
RANGEKIT_SIGNAL_TABLE_MAX_POINTS: Final = 18
RANGEKIT_SIGNAL_LOOKUP_CLAMPED: Final = 1 << 0
RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE: Final = 32
RANGEKIT_LOS_FEATURE_COUNT: Final = 8
RANGEKIT_LOS_FEATURE_POWER: Final = 1 << 0
RANGEKIT_LOS_FEATURE_FIRST_PATH_POWER: Final = 1 << 1
RANGEKIT_LOS_FEATURE_GAP: Final = 1 << 2
RANGEKIT_LOS_FEATURE_EARLY_RATIO: Final = 1 << 3
RANGEKIT_LOS_FEATURE_LATE_RATIO: Final = 1 << 4
RANGEKIT_LOS_FEATURE_SNR: Final = 1 << 5
RANGEKIT_LOS_FEATURE_NOISE: Final = 1 << 6
RANGEKIT_LOS_FEATURE_SYMBOLS: Final = 1 << 7
RANGEKIT_LOS_MODEL_V1_SIZE: Final = 80
RANGEKIT_LOS_METHOD_MODEL: Final = 0
RANGEKIT_LOS_METHOD_THRESHOLDS: Final = 1
RANGEKIT_LOS_METHOD_QORVO: Final = 2
RANGEKIT_LOS_HAS_LOGIT: Final = 1 << 0
RANGEKIT_LOS_FIRST_PATH_MODEL: Final = 1 << 1
RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE: Final = 32
RANGEKIT_LOS_FIT_REPORT_V1_SIZE: Final = 48
RANGEKIT_QUALITY_UNKNOWN: Final = 0
RANGEKIT_QUALITY_GOOD: Final = 1
RANGEKIT_QUALITY_CLOSE: Final = 2
RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE: Final = 0
RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT: Final = 1
RANGEKIT_QUALITY_CAPACITY: Final = 128
RANGEKIT_QUALITY_OPTIONS_V1_SIZE: Final = 40
RANGEKIT_QUALITY_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_QUALITY_HAS_SPREAD: Final = 1 << 1
RANGEKIT_QUALITY_HAS_RATE: Final = 1 << 2
RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT: Final = 1 << 0
RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS: Final = 1 << 1
RANGEKIT_QUALITY_CAUSE_FAR: Final = 1 << 2
RANGEKIT_QUALITY_CAUSE_WINDOW_FULL: Final = 1 << 3
RANGEKIT_QUALITY_RESULT_V1_SIZE: Final = 40
RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK: Final = 0
RANGEKIT_QUALITY_MODEL_PRESET_FIND: Final = 1
RANGEKIT_QUALITY_MODEL_PRESET_GUIDE: Final = 2
RANGEKIT_QUALITY_MODEL_PRESET_SOUND: Final = 3
RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE: Final = 48
RANGEKIT_QUALITY_MODEL_UNKNOWN: Final = 0
RANGEKIT_QUALITY_MODEL_POOR: Final = 1
RANGEKIT_QUALITY_MODEL_GOOD: Final = 2
RANGEKIT_QUALITY_MODEL_EXCELLENT: Final = 3
RANGEKIT_QUALITY_MODEL_CAUSE_BIAS: Final = 0
RANGEKIT_QUALITY_MODEL_CAUSE_NOISE: Final = 1
RANGEKIT_QUALITY_MODEL_CAUSE_STALE: Final = 2
RANGEKIT_QUALITY_MODEL_CAUSE_SCATTER: Final = 3
RANGEKIT_QUALITY_MODEL_CAUSE_BLOCKED: Final = 4
RANGEKIT_QUALITY_MODEL_CAUSE_OUTLIERS: Final = 5
RANGEKIT_QUALITY_MODEL_CAUSE_DISAGREEMENT: Final = 6
RANGEKIT_QUALITY_MODEL_CAUSE_CAPACITY: Final = 7
RANGEKIT_QUALITY_MODEL_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_QUALITY_MODEL_HAS_RATE: Final = 1 << 1
RANGEKIT_QUALITY_MODEL_HAS_SCATTER: Final = 1 << 2
RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE: Final = 104
RANGEKIT_SOUNDING_PATHS_MAX_COUNT: Final = 4
RANGEKIT_SOUNDING_CHANNELS_COUNT: Final = 79
RANGEKIT_SOUNDING_TONES_MAX_COUNT: Final = 4096
RANGEKIT_SOUNDING_ROUND_TRIPS_MAX_COUNT: Final = 512
RANGEKIT_SOUNDING_ATTACK_UNKNOWN: Final = 255
RANGEKIT_SOUNDING_TIER_FULL: Final = 0
RANGEKIT_SOUNDING_TIER_FAST: Final = 1
RANGEKIT_SOUNDING_OPTIONS_V1_SIZE: Final = 48
RANGEKIT_SOUNDING_PATH_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_SOUNDING_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_SOUNDING_HAS_PHASE: Final = 1 << 1
RANGEKIT_SOUNDING_HAS_ROUND_TRIP: Final = 1 << 2
RANGEKIT_SOUNDING_HAS_VELOCITY: Final = 1 << 3
RANGEKIT_SOUNDING_HAS_ATTACK_LEVEL: Final = 1 << 4
RANGEKIT_SOUNDING_SOURCE_NONE: Final = 0
RANGEKIT_SOUNDING_SOURCE_PHASE: Final = 1
RANGEKIT_SOUNDING_SOURCE_ROUND_TRIP: Final = 2
RANGEKIT_SOUNDING_CAUSE_NO_TONES: Final = 1 << 0
RANGEKIT_SOUNDING_CAUSE_FEW_TONES: Final = 1 << 1
RANGEKIT_SOUNDING_CAUSE_MULTIPATH: Final = 1 << 2
RANGEKIT_SOUNDING_CAUSE_WEAK: Final = 1 << 3
RANGEKIT_SOUNDING_CAUSE_INCONSISTENT: Final = 1 << 4
RANGEKIT_SOUNDING_CAUSE_BELOW_ROUND_TRIP: Final = 1 << 5
RANGEKIT_SOUNDING_CAUSE_ATTACK: Final = 1 << 6
RANGEKIT_SOUNDING_CAUSE_AMBIGUOUS: Final = 1 << 7
RANGEKIT_SOUNDING_CAUSE_STALE: Final = 1 << 8
RANGEKIT_SOUNDING_CAUSE_REPEATED: Final = 1 << 9
RANGEKIT_SOUNDING_CAUSE_FEW_ROUND_TRIPS: Final = 1 << 10
RANGEKIT_SOUNDING_RESULT_V1_SIZE: Final = 200
RANGEKIT_ALGORITHM_HMAC_SHA256: Final = 5
RANGEKIT_ALGORITHM_ES256: Final = -7
RANGEKIT_ALGORITHM_EDDSA: Final = -8
RANGEKIT_PROTECTION_NONE: Final = 1 << 0
RANGEKIT_PROTECTION_HMAC_SHA256: Final = 1 << 1
RANGEKIT_PROTECTION_ES256: Final = 1 << 2
RANGEKIT_PROTECTION_EDDSA: Final = 1 << 3
RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE: Final = 64
RANGEKIT_PROTECTION_SIGNATURE_MAX_SIZE: Final = 64
RANGEKIT_PROTECTION_OVERHEAD_MAX_SIZE: Final = 150
RANGEKIT_PROTECTION_SCRATCH_OVERHEAD: Final = 112
RANGEKIT_PROTECTED_TOKEN_MAX_SIZE: Final = 1253
RANGEKIT_CRYPTOGRAPHY_OK: Final = 1
RANGEKIT_CRYPTOGRAPHY_REFUSED: Final = 0
RANGEKIT_CRYPTOGRAPHY_NO_KEY: Final = -1
RANGEKIT_PROTECTION_OPTIONS_V1_SIZE: Final = 80
RANGEKIT_POLICY_HAS_NOW: Final = 1 << 0
RANGEKIT_POLICY_HAS_NONCE: Final = 1 << 1
RANGEKIT_POLICY_HAS_KEY_ID: Final = 1 << 2
RANGEKIT_POLICY_REQUIRE_EXPIRY: Final = 1 << 0
RANGEKIT_POLICY_IGNORE_UNKNOWN_HEADERS: Final = 1 << 1
RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM: Final = 1 << 2
RANGEKIT_TOKEN_POLICY_V1_SIZE: Final = 160
RANGEKIT_SPEED_OF_LIGHT_MPS: Final = 299792458.0
RANGEKIT_SPEED_OF_LIGHT_AIR_MPS: Final = 299702547.0
RANGEKIT_UWB_TICK_S: Final = 1.5650040064102565e-11
RANGEKIT_TWR_INTERVAL_MAX_TICKS: Final = 1 << 47
RANGEKIT_TWR_OPTIONS_V1_SIZE: Final = 88
RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS: Final = 64
RANGEKIT_ZONE_RING_CAPACITY: Final = 8
RANGEKIT_ZONE_PRESET_PRESENCE: Final = 0
RANGEKIT_ZONE_PRESET_UNLOCK: Final = 1
RANGEKIT_ZONE_PRESET_GUIDE: Final = 2
RANGEKIT_ZONE_OPTIONS_V1_SIZE: Final = 288
RANGEKIT_ZONE_TREND_UNKNOWN: Final = 0
RANGEKIT_ZONE_TREND_STILL: Final = 1
RANGEKIT_ZONE_TREND_APPROACHING: Final = 2
RANGEKIT_ZONE_TREND_RECEDING: Final = 3
RANGEKIT_ZONE_HAS_DISTANCE: Final = 1 << 0
RANGEKIT_ZONE_HAS_SPEED: Final = 1 << 1
RANGEKIT_ZONE_CAUSE_TIMEOUT: Final = 1 << 0
RANGEKIT_ZONE_CAUSE_JUMP: Final = 1 << 1
RANGEKIT_ZONE_CAUSE_TOO_FAST: Final = 1 << 2
RANGEKIT_ZONE_CAUSE_UNCERTAIN: Final = 1 << 3


class rangekit_diagnostic(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("byte_offset", c_uint64),
        ("expected", c_uint64),
        ("found", c_uint64),
        ("status", c_int32),
        ("field", c_int32),
    ]


class rangekit_angle_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("spacing_m", c_double),
        ("wavelength_m", c_double),
        ("offset_rad", c_double),
        ("pdoa_stddev_rad", c_double),
        ("clamp_sigmas", c_double),
    ]


class rangekit_angle_table_point(Structure):
    _fields_ = [
        ("pdoa_rad", c_double),
        ("angle_rad", c_double),
    ]


class rangekit_angle_measurement(Structure):
    _fields_ = [
        ("pdoa_rad", c_double),
        ("pdoa_stddev_rad", c_double),
        ("prior_rad", c_double),
        ("prior_stddev_rad", c_double),
        ("path_difference_m", c_double),
        ("path_difference_stddev_m", c_double),
        ("fields", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_angle_result(Structure):
    _fields_ = [
        ("angle_rad", c_double),
        ("mirror_rad", c_double),
        ("stddev_rad", c_float),
        ("probability", c_float),
        ("turns", c_int32),
        ("candidates", c_uint32),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_angle_vector(Structure):
    _fields_ = [
        ("x", c_double),
        ("y", c_double),
        ("z", c_double),
        ("stddev_rad", c_float),
        ("status", c_int32),
    ]


class rangekit_angle_pair(Structure):
    _fields_ = [
        ("azimuth_rad", c_double),
        ("elevation_rad", c_double),
        ("azimuth_stddev_rad", c_float),
        ("elevation_stddev_rad", c_float),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_angle_quaternion(Structure):
    _fields_ = [
        ("x", c_double),
        ("y", c_double),
        ("z", c_double),
        ("w", c_double),
    ]


class rangekit_token_technology(Structure):
    _fields_ = [
        ("technology", c_uint16),
        ("version_major", c_uint8),
        ("version_minor", c_uint8),
        ("profiles", c_uint32),
    ]


class rangekit_token(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("kind", c_int32),
        ("foreign_format", c_uint32),
        ("capabilities", c_uint32),
        ("generation", c_uint32),
        ("identity_length", c_uint32),
        ("extensions_length", c_uint32),
        ("extensions_count", c_uint32),
        ("reserved", c_uint32),
        ("identity", c_uint8 * 512),
        ("extensions", c_uint8 * 256),
        ("expires_utc_s", c_uint32),
        ("nonce_length", c_uint32),
        ("technologies_count", c_uint32),
        ("vendor_id", c_uint32),
        ("vendor_data_length", c_uint32),
        ("nonce", c_uint8 * 64),
        ("technologies", rangekit_token_technology * 8),
        ("vendor_data", c_uint8 * 128),
    ]


class rangekit_configuration_request(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("options", c_uint32),
    ]


class rangekit_configuration(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("enabled", c_uint32),
        ("performance_generation", c_uint32),
    ]


class rangekit_refusal(Structure):
    _fields_ = [
        ("reason", c_int32),
        ("side", c_int32),
        ("capability", c_uint32),
        ("option", c_uint32),
    ]


class rangekit_range_sample(Structure):
    _fields_ = [
        ("time_ns", c_int64),
        ("fields", c_uint32),
        ("technology", c_int32),
        ("distance_m", c_float),
        ("distance_stddev_m", c_float),
        ("azimuth_rad", c_float),
        ("azimuth_stddev_rad", c_float),
        ("elevation_rad", c_float),
        ("elevation_stddev_rad", c_float),
        ("power_dbm", c_float),
        ("first_path_power_dbm", c_float),
        ("nlos_probability", c_float),
        ("velocity_mps", c_float),
        ("peer", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_direction_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("same_level_m", c_float),
        ("field_of_view_rad", c_float),
        ("straight_rad", c_float),
        ("arrived_m", c_float),
        ("behind_rad", c_float),
    ]


class rangekit_direction(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("distance_m", c_float),
        ("vector", c_float * 3),
        ("azimuth_rad", c_float),
        ("elevation_rad", c_float),
        ("height_m", c_float),
        ("vertical", c_int32),
    ]


class rangekit_front_back(Structure):
    """Opaque: known to the library alone."""


class rangekit_front_back_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("azimuth_stddev_rad", c_float),
        ("turn_stddev_rad", c_float),
        ("memory_s", c_float),
    ]


class rangekit_filter_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("method", c_int32),
        ("domain", c_int32),
        ("window_count", c_uint32),
        ("window_ns", c_int64),
        ("gap_ns", c_int64),
        ("keep_ratio", c_float),
        ("time_constant_s", c_float),
        ("stddev", c_float),
        ("stddev_floor", c_float),
        ("shared_stddev", c_float),
        ("acceleration_density", c_float),
        ("outlier_stddevs", c_float),
        ("reopen_count", c_uint32),
    ]


class rangekit_filter_sample(Structure):
    _fields_ = [
        ("time_ns", c_int64),
        ("value", c_float * 3),
        ("stddev", c_float),
        ("weight", c_float),
        ("fields", c_uint32),
    ]


class rangekit_filter_result(Structure):
    _fields_ = [
        ("latency_ns", c_int64),
        ("value", c_float * 3),
        ("stddev", c_float),
        ("rate", c_float * 3),
        ("weight", c_float),
        ("fields", c_uint32),
        ("flags", c_uint32),
    ]


class rangekit_filter(Structure):
    """Opaque: known to the library alone."""


class rangekit_fusion_technology(Structure):
    _fields_ = [
        ("technology", c_int32),
        ("stddev_m", c_float),
        ("stddev_ratio", c_float),
        ("bias_stddev_m", c_float),
        ("bias_drift_m", c_float),
        ("reach_m", c_float),
    ]


class rangekit_fusion_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("technology_count", c_uint32),
        ("break_ns", c_int64),
        ("make_count", c_uint32),
        ("reopen_count", c_uint32),
        ("outlier_stddevs", c_float),
        ("acceleration_density", c_float),
        ("velocity_stddev_mps", c_float),
        ("reach_margin", c_float),
        ("technologies", rangekit_fusion_technology * 6),
    ]


class rangekit_fusion_result(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("age_ns", c_int64),
        ("distance_m", c_float),
        ("distance_stddev_m", c_float),
        ("velocity_mps", c_float),
        ("velocity_stddev_mps", c_float),
        ("covariance_m2ps", c_float),
        ("primary", c_int32),
        ("active", c_uint32),
        ("wanted", c_uint32),
    ]


class rangekit_fusion(Structure):
    """Opaque: known to the library alone."""


class rangekit_pointing_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("cone_in_rad", c_float),
        ("cone_out_rad", c_float),
        ("distance_in_m", c_float),
        ("distance_out_m", c_float),
        ("frames_in", c_uint32),
        ("frames_out", c_uint32),
        ("switch_advantage_rad", c_float),
        ("twist_rad", c_float),
        ("reserved", c_uint32),
        ("timeout_ns", c_int64),
    ]


class rangekit_pointing_target(Structure):
    _fields_ = [
        ("id", c_uint32),
        ("fields", c_uint32),
        ("azimuth_rad", c_float),
        ("elevation_rad", c_float),
        ("distance_m", c_float),
        ("angle_stddev_rad", c_float),
    ]


class rangekit_pointing_result(Structure):
    _fields_ = [
        ("fields", c_uint32),
        ("state", c_int32),
        ("target_id", c_uint32),
        ("gesture", c_int32),
        ("angle_rad", c_float),
        ("progress", c_float),
        ("twist_rad", c_float),
    ]


class rangekit_pointing(Structure):
    """Opaque: known to the library alone."""


class rangekit_signal_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("radio", c_int32),
        ("prf_mhz", c_uint32),
        ("sequence", c_int32),
        ("data_rate_kbps", c_uint32),
        ("sfd", c_int32),
        ("level_stddev_db", c_double),
    ]


class rangekit_signal_registers(Structure):
    _fields_ = [
        ("fields", c_uint32),
        ("digital_gain", c_uint32),
        ("fp_amplitude_1", c_double),
        ("fp_amplitude_2", c_double),
        ("fp_amplitude_3", c_double),
        ("cir_power", c_double),
        ("accumulated_count", c_double),
        ("unsaturated_count", c_double),
        ("std_noise", c_double),
        ("first_path_index", c_double),
        ("peak_index", c_double),
        ("power_dbm", c_double),
        ("first_path_power_dbm", c_double),
    ]


class rangekit_signal_level(Structure):
    _fields_ = [
        ("power_dbm", c_double),
        ("first_path_power_dbm", c_double),
        ("input_power_dbm", c_double),
        ("level_stddev_db", c_float),
        ("input_stddev_db", c_float),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_signal_table_point(Structure):
    _fields_ = [
        ("power_dbm", c_double),
        ("value", c_double),
    ]


class rangekit_signal_lookup(Structure):
    _fields_ = [
        ("value", c_double),
        ("slope", c_float),
        ("fields", c_uint32),
        ("status", c_int32),
        ("reserved", c_uint32),
    ]


class rangekit_signal_corrected(Structure):
    _fields_ = [
        ("distance_m", c_double),
        ("bias_m", c_float),
        ("stddev_m", c_float),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_signal_path_loss_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("reference_power_dbm", c_double),
        ("exponent", c_double),
        ("shadowing_stddev_db", c_double),
    ]


class rangekit_signal_distance(Structure):
    _fields_ = [
        ("distance_m", c_double),
        ("mean_m", c_double),
        ("distance_stddev_m", c_double),
        ("lower_95_m", c_double),
        ("upper_95_m", c_double),
        ("status", c_int32),
        ("reserved", c_uint32),
    ]


class rangekit_los_features(Structure):
    _fields_ = [
        ("values", c_double * 8),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_los_model(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("intercept", c_double),
        ("weights", c_double * 8),
    ]


class rangekit_los_result(Structure):
    _fields_ = [
        ("nlos_probability", c_double),
        ("logit", c_double),
        ("fields", c_uint32),
        ("status", c_int32),
    ]


class rangekit_los_fit_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("penalty", c_double),
        ("tolerance", c_double),
        ("maximum_iterations", c_uint32),
        ("unbalanced", c_uint32),
    ]


class rangekit_los_fit_report(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("mean_loss", c_double),
        ("open_count", c_uint64),
        ("blocked_count", c_uint64),
        ("iterations", c_uint32),
        ("features", c_uint32),
        ("constant", c_uint32),
        ("separable", c_uint32),
    ]


class rangekit_quality_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("minimum_count", c_uint32),
        ("window_ns", c_int64),
        ("close_limit_m", c_float),
        ("good_limit_m", c_float),
        ("good_limit_included", c_uint32),
        ("judge_all", c_uint32),
        ("keep_repeated", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_quality_result(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("age_ns", c_int64),
        ("level", c_int32),
        ("causes", c_uint32),
        ("sample_count", c_uint32),
        ("distance_m", c_float),
        ("spread_m", c_float),
        ("rate_hz", c_float),
    ]


class rangekit_quality(Structure):
    """Opaque: known to the library alone."""


class rangekit_quality_model_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("limit_m", c_float),
        ("good_probability", c_float),
        ("excellent_probability", c_float),
        ("blocked_probability", c_float),
        ("blocked_bias_m", c_float),
        ("blocked_stddev_m", c_float),
        ("outlier_stddev_m", c_float),
        ("scatter_gain", c_float),
        ("reserved", c_uint32),
        ("window_ns", c_int64),
    ]


class rangekit_quality_model_result(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("age_ns", c_int64),
        ("level", c_int32),
        ("cause_count", c_uint32),
        ("distance_m", c_float),
        ("stddev_m", c_float),
        ("probability", c_float),
        ("rate_hz", c_float),
        ("scatter_m", c_float),
        ("sample_count", c_uint32),
        ("causes", c_int32 * 7),
        ("weights", c_float * 7),
    ]


class rangekit_quality_model(Structure):
    """Opaque: known to the library alone."""


class rangekit_sounding_tone(Structure):
    _fields_ = [
        ("i", c_float),
        ("q", c_float),
        ("weight", c_float),
        ("channel", c_uint8),
        ("path", c_uint8),
        ("reserved", c_uint16),
    ]


class rangekit_sounding_round_trip(Structure):
    _fields_ = [
        ("difference_halfns", c_int32),
        ("attack_level", c_uint8),
        ("bit_errors", c_uint8),
        ("reserved", c_uint16),
    ]


class rangekit_sounding_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("tier", c_int32),
        ("phase_only", c_uint32),
        ("minimum_tones", c_uint32),
        ("offset_m", c_float),
        ("round_trip_offset_m", c_float),
        ("limit_m", c_float),
        ("lowest_distance_m", c_float),
        ("attack_limit", c_uint32),
        ("reserved", c_uint32),
        ("stale_after_ns", c_int64),
    ]


class rangekit_sounding_path(Structure):
    _fields_ = [
        ("distance_m", c_float),
        ("stddev_m", c_float),
        ("delay_spread_m", c_float),
        ("snr_db", c_float),
        ("tone_count", c_uint32),
        ("fields", c_uint32),
    ]


class rangekit_sounding_result(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("time_ns", c_int64),
        ("age_ns", c_int64),
        ("causes", c_uint32),
        ("source", c_int32),
        ("distance_m", c_float),
        ("stddev_m", c_float),
        ("low_m", c_float),
        ("high_m", c_float),
        ("probability", c_float),
        ("phase_distance_m", c_float),
        ("phase_stddev_m", c_float),
        ("delay_spread_m", c_float),
        ("ambiguity_m", c_float),
        ("round_trip_distance_m", c_float),
        ("round_trip_stddev_m", c_float),
        ("round_trip_median_m", c_float),
        ("velocity_mps", c_float),
        ("velocity_stddev_mps", c_float),
        ("attack_level", c_uint32),
        ("round_trip_count", c_uint32),
        ("path_count", c_uint32),
        ("reserved", c_uint32),
        ("paths", rangekit_sounding_path * 4),
    ]


class rangekit_sounding(Structure):
    """Opaque: known to the library alone."""


class rangekit_protection_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("algorithm", c_int32),
        ("key_id_length", c_uint32),
        ("untagged", c_uint32),
        ("key_id", c_uint8 * 64),
    ]


class rangekit_token_policy(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("now_utc_s", c_uint64),
        ("accepted", c_uint32),
        ("options", c_uint32),
        ("nonce_length", c_uint32),
        ("key_id_length", c_uint32),
        ("nonce", c_uint8 * 64),
        ("key_id", c_uint8 * 64),
    ]


class rangekit_twr_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("timestamp_bits", c_uint32),
        ("interval_limit_ticks", c_uint64),
        ("tick_s", c_double),
        ("speed_mps", c_double),
        ("clock_tolerance_ppm", c_double),
        ("initiator_tx_delay_ticks", c_double),
        ("initiator_rx_delay_ticks", c_double),
        ("responder_tx_delay_ticks", c_double),
        ("responder_rx_delay_ticks", c_double),
        ("timestamp_stddev_s", c_double),
        ("clock_offset_stddev_ppm", c_double),
    ]


class rangekit_twr_double_sided_exchange(Structure):
    _fields_ = [
        ("poll_tx", c_uint64),
        ("poll_rx", c_uint64),
        ("response_tx", c_uint64),
        ("response_rx", c_uint64),
        ("final_tx", c_uint64),
        ("final_rx", c_uint64),
    ]


class rangekit_twr_single_sided_exchange(Structure):
    _fields_ = [
        ("poll_tx", c_uint64),
        ("poll_rx", c_uint64),
        ("response_tx", c_uint64),
        ("response_rx", c_uint64),
        ("clock_offset_ppm", c_double),
    ]


class rangekit_twr_range(Structure):
    _fields_ = [
        ("distance_m", c_double),
        ("distance_stddev_m", c_float),
        ("status", c_int32),
    ]


class rangekit_zone_ring(Structure):
    _fields_ = [
        ("dwell_ns", c_int64),
        ("enter_m", c_float),
        ("leave_m", c_float),
        ("max_speed_mps", c_float),
        ("stddevs", c_float),
        ("enter_count", c_uint32),
        ("leave_count", c_uint32),
    ]


class rangekit_zone_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("ring_count", c_uint32),
        ("timeout_ns", c_int64),
        ("approach_speed_mps", c_float),
        ("jump_speed_mps", c_float),
        ("default_stddev_m", c_float),
        ("reserved", c_uint32),
        ("rings", rangekit_zone_ring * 8),
    ]


class rangekit_zone_result(Structure):
    _fields_ = [
        ("fields", c_uint32),
        ("inside", c_uint32),
        ("dwelling", c_uint32),
        ("entered", c_uint32),
        ("dwelt", c_uint32),
        ("left", c_uint32),
        ("causes", c_uint32),
        ("trend", c_int32),
        ("distance_m", c_float),
        ("speed_mps", c_float),
    ]


class rangekit_zone(Structure):
    """Opaque: known to the library alone."""


# The host's functions.
rangekit_sign_function = CFUNCTYPE(c_int32, c_void_p, c_int32, c_void_p, c_size_t, c_void_p, c_size_t)
rangekit_verify_function = CFUNCTYPE(c_int32, c_void_p, c_int32, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t)


# Name -> (result type, argument types): every function of the contract.
FUNCTIONS: Final[dict[str, tuple[Any, list[Any]]]] = {
    "rangekit_abi_version": (c_uint32, []),
    "rangekit_version_string": (c_char_p, []),
    "rangekit_features": (c_uint64, []),
    "rangekit_status_name": (c_char_p, [c_int32]),
    "rangekit_status_message": (c_char_p, [c_int32]),
    "rangekit_diagnostic_default": (c_int32, [POINTER(rangekit_diagnostic)]),
    "rangekit_field_name": (c_char_p, [c_int32]),
    "rangekit_diagnostic_describe": (c_int32, [POINTER(rangekit_diagnostic), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_capability_name": (c_char_p, [c_uint32]),
    "rangekit_angle_normalize": (c_int32, [c_double, POINTER(c_double)]),
    "rangekit_angle_normalize_deg": (c_int32, [c_double, POINTER(c_double)]),
    "rangekit_angle_wavelength": (c_int32, [c_uint32, POINTER(c_double)]),
    "rangekit_angle_pdoa_from_dw3000": (c_int32, [c_int32, POINTER(c_double)]),
    "rangekit_angle_options_default": (c_int32, [POINTER(rangekit_angle_options)]),
    "rangekit_angle_table": (c_int32, [c_int32, POINTER(rangekit_angle_table_point), c_size_t, POINTER(c_size_t)]),
    "rangekit_angle_from_pdoa": (c_int32, [POINTER(rangekit_angle_options), POINTER(rangekit_angle_table_point), c_size_t, POINTER(rangekit_angle_measurement), POINTER(rangekit_angle_result)]),
    "rangekit_angle_from_pdoa_batch": (c_int32, [POINTER(rangekit_angle_options), POINTER(rangekit_angle_table_point), c_size_t, POINTER(rangekit_angle_measurement), c_size_t, POINTER(rangekit_angle_result), POINTER(c_size_t)]),
    "rangekit_angle_convention_name": (c_char_p, [c_int32]),
    "rangekit_angle_from_vector_batch": (c_int32, [c_int32, POINTER(rangekit_angle_vector), c_size_t, POINTER(rangekit_angle_pair), POINTER(c_size_t)]),
    "rangekit_angle_to_vector_batch": (c_int32, [c_int32, POINTER(rangekit_angle_pair), c_size_t, POINTER(rangekit_angle_vector), POINTER(c_size_t)]),
    "rangekit_angle_normalize_pair_batch": (c_int32, [POINTER(rangekit_angle_pair), c_size_t, POINTER(rangekit_angle_pair), POINTER(c_size_t)]),
    "rangekit_angle_from_cones_batch": (c_int32, [POINTER(rangekit_angle_pair), c_size_t, POINTER(rangekit_angle_pair), POINTER(c_size_t)]),
    "rangekit_angle_to_cones_batch": (c_int32, [POINTER(rangekit_angle_pair), c_size_t, POINTER(rangekit_angle_pair), POINTER(c_size_t)]),
    "rangekit_angle_quaternion_from_turns": (c_int32, [c_double, c_double, c_double, POINTER(rangekit_angle_quaternion)]),
    "rangekit_angle_quaternion_to_turns": (c_int32, [POINTER(rangekit_angle_quaternion), POINTER(c_double), POINTER(c_double), POINTER(c_double)]),
    "rangekit_angle_turn_batch": (c_int32, [POINTER(rangekit_angle_quaternion), POINTER(rangekit_angle_vector), c_size_t, POINTER(rangekit_angle_vector), POINTER(c_size_t)]),
    "rangekit_angle_between": (c_int32, [POINTER(rangekit_angle_vector), POINTER(rangekit_angle_vector), POINTER(c_double)]),
    "rangekit_token_default": (c_int32, [POINTER(rangekit_token)]),
    "rangekit_token_make_peer": (c_int32, [POINTER(rangekit_token), c_char_p, c_size_t]),
    "rangekit_token_make_accessory": (c_int32, [POINTER(rangekit_token), c_char_p, c_size_t]),
    "rangekit_token_make_opaque": (c_int32, [POINTER(rangekit_token), c_uint32, c_char_p, c_size_t]),
    "rangekit_token_validate": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_token_encode": (c_int32, [POINTER(rangekit_token), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_token_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_token_same_identity": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_token), POINTER(c_int32)]),
    "rangekit_token_identity_hash": (c_int32, [POINTER(rangekit_token), c_uint64, POINTER(c_uint64)]),
    "rangekit_token_fingerprint": (c_int32, [POINTER(rangekit_token), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_configuration_request_default": (c_int32, [POINTER(rangekit_configuration_request)]),
    "rangekit_configuration_default": (c_int32, [POINTER(rangekit_configuration)]),
    "rangekit_refusal_name": (c_char_p, [c_int32]),
    "rangekit_refusal_describe": (c_int32, [POINTER(rangekit_refusal), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_configuration_build": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_token), POINTER(rangekit_configuration_request), POINTER(rangekit_configuration), POINTER(rangekit_refusal), c_size_t, POINTER(c_size_t)]),
    "rangekit_configuration_encode": (c_int32, [POINTER(rangekit_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_vertical_name": (c_char_p, [c_int32]),
    "rangekit_direction_options_default": (c_int32, [POINTER(rangekit_direction_options)]),
    "rangekit_direction_default": (c_int32, [POINTER(rangekit_direction)]),
    "rangekit_direction_from_sample": (c_int32, [POINTER(rangekit_direction_options), POINTER(rangekit_range_sample), POINTER(c_float), POINTER(rangekit_direction)]),
    "rangekit_direction_set_height": (c_int32, [POINTER(rangekit_direction_options), c_float, c_uint32, POINTER(rangekit_direction)]),
    "rangekit_direction_to_world": (c_int32, [POINTER(c_float), POINTER(c_float), POINTER(c_float)]),
    "rangekit_guidance_name": (c_char_p, [c_int32]),
    "rangekit_direction_guidance": (c_int32, [POINTER(rangekit_direction_options), POINTER(rangekit_direction), POINTER(c_int32), POINTER(c_float)]),
    "rangekit_direction_describe": (c_int32, [POINTER(rangekit_direction_options), POINTER(rangekit_direction), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_direction_sound": (c_int32, [POINTER(rangekit_direction), c_float, POINTER(c_float)]),
    "rangekit_front_back_options_default": (c_int32, [POINTER(rangekit_front_back_options)]),
    "rangekit_front_back_size": (c_size_t, []),
    "rangekit_front_back_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_front_back_options), POINTER(POINTER(rangekit_front_back))]),
    "rangekit_front_back_create": (c_int32, [POINTER(rangekit_front_back_options), POINTER(POINTER(rangekit_front_back))]),
    "rangekit_front_back_destroy": (None, [POINTER(rangekit_front_back)]),
    "rangekit_front_back_reset": (c_int32, [POINTER(rangekit_front_back)]),
    "rangekit_front_back_update": (c_int32, [POINTER(rangekit_front_back), c_int64, c_float, c_float, POINTER(c_float)]),
    "rangekit_direction_mirrored": (c_float, [c_float]),
    "rangekit_filter_method_name": (c_char_p, [c_int32]),
    "rangekit_filter_options_default": (c_int32, [POINTER(rangekit_filter_options)]),
    "rangekit_filter_flag_name": (c_char_p, [c_uint32]),
    "rangekit_filter_size": (c_size_t, []),
    "rangekit_filter_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_filter_options), POINTER(POINTER(rangekit_filter))]),
    "rangekit_filter_create": (c_int32, [POINTER(rangekit_filter_options), POINTER(POINTER(rangekit_filter))]),
    "rangekit_filter_destroy": (None, [POINTER(rangekit_filter)]),
    "rangekit_filter_reset": (c_int32, [POINTER(rangekit_filter)]),
    "rangekit_filter_update": (c_int32, [POINTER(rangekit_filter), POINTER(rangekit_filter_sample), POINTER(rangekit_filter_result)]),
    "rangekit_filter_update_batch": (c_int32, [POINTER(rangekit_filter), POINTER(rangekit_filter_sample), c_size_t, POINTER(rangekit_filter_result), POINTER(c_size_t)]),
    "rangekit_filter_predict": (c_int32, [POINTER(rangekit_filter), c_int64, POINTER(rangekit_filter_result)]),
    "rangekit_filter_shift": (c_int32, [POINTER(rangekit_filter), c_float]),
    "rangekit_filter_rotate": (c_int32, [POINTER(rangekit_filter), POINTER(c_float)]),
    "rangekit_fusion_options_default": (c_int32, [POINTER(rangekit_fusion_options)]),
    "rangekit_fusion_result_default": (c_int32, [POINTER(rangekit_fusion_result)]),
    "rangekit_fusion_size": (c_size_t, []),
    "rangekit_fusion_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_fusion_options), POINTER(POINTER(rangekit_fusion))]),
    "rangekit_fusion_create": (c_int32, [POINTER(rangekit_fusion_options), POINTER(POINTER(rangekit_fusion))]),
    "rangekit_fusion_destroy": (None, [POINTER(rangekit_fusion)]),
    "rangekit_fusion_reset": (c_int32, [POINTER(rangekit_fusion)]),
    "rangekit_fusion_update": (c_int32, [POINTER(rangekit_fusion), POINTER(rangekit_range_sample), POINTER(rangekit_fusion_result)]),
    "rangekit_fusion_bias": (c_int32, [POINTER(rangekit_fusion), c_int32, POINTER(c_float), POINTER(c_float)]),
    "rangekit_pointing_options_default": (c_int32, [POINTER(rangekit_pointing_options)]),
    "rangekit_pointing_state_name": (c_char_p, [c_int32]),
    "rangekit_pointing_gesture_name": (c_char_p, [c_int32]),
    "rangekit_pointing_size": (c_size_t, []),
    "rangekit_pointing_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_pointing_options), POINTER(POINTER(rangekit_pointing))]),
    "rangekit_pointing_create": (c_int32, [POINTER(rangekit_pointing_options), POINTER(POINTER(rangekit_pointing))]),
    "rangekit_pointing_destroy": (None, [POINTER(rangekit_pointing)]),
    "rangekit_pointing_reset": (c_int32, [POINTER(rangekit_pointing)]),
    "rangekit_pointing_update": (c_int32, [POINTER(rangekit_pointing), c_int64, POINTER(rangekit_pointing_target), c_size_t, POINTER(c_float), POINTER(rangekit_pointing_result)]),
    "rangekit_signal_options_default": (c_int32, [POINTER(rangekit_signal_options)]),
    "rangekit_signal_rxpacc_adjustment": (c_int32, [c_uint32, c_int32, POINTER(c_int32)]),
    "rangekit_signal_levels": (c_int32, [POINTER(rangekit_signal_options), POINTER(rangekit_signal_registers), POINTER(rangekit_signal_level)]),
    "rangekit_signal_levels_batch": (c_int32, [POINTER(rangekit_signal_options), POINTER(rangekit_signal_registers), c_size_t, POINTER(rangekit_signal_level), POINTER(c_size_t)]),
    "rangekit_signal_table": (c_int32, [c_int32, POINTER(rangekit_signal_table_point), c_size_t, POINTER(c_size_t)]),
    "rangekit_signal_table_lookup_batch": (c_int32, [POINTER(rangekit_signal_table_point), c_size_t, POINTER(c_double), c_size_t, POINTER(rangekit_signal_lookup), POINTER(c_size_t)]),
    "rangekit_signal_correct_ranges_batch": (c_int32, [POINTER(rangekit_signal_table_point), c_size_t, c_double, POINTER(c_double), POINTER(c_double), c_size_t, POINTER(rangekit_signal_corrected), POINTER(c_size_t)]),
    "rangekit_signal_path_loss_options_default": (c_int32, [POINTER(rangekit_signal_path_loss_options)]),
    "rangekit_signal_path_loss_batch": (c_int32, [POINTER(rangekit_signal_path_loss_options), POINTER(c_double), c_size_t, POINTER(rangekit_signal_distance), POINTER(c_size_t)]),
    "rangekit_los_feature_name": (c_char_p, [c_uint32]),
    "rangekit_los_features_batch": (c_int32, [POINTER(rangekit_signal_options), POINTER(rangekit_signal_registers), c_size_t, POINTER(rangekit_los_features), POINTER(c_size_t)]),
    "rangekit_los_model_default": (c_int32, [POINTER(rangekit_los_model)]),
    "rangekit_los_model_first_path": (c_int32, [POINTER(rangekit_los_model)]),
    "rangekit_los_method_name": (c_char_p, [c_int32]),
    "rangekit_los_judge": (c_int32, [POINTER(rangekit_signal_options), POINTER(rangekit_los_model), c_int32, POINTER(rangekit_signal_registers), POINTER(rangekit_los_result)]),
    "rangekit_los_judge_batch": (c_int32, [POINTER(rangekit_signal_options), POINTER(rangekit_los_model), c_int32, POINTER(rangekit_signal_registers), c_size_t, POINTER(rangekit_los_result), POINTER(c_size_t)]),
    "rangekit_los_fit_options_default": (c_int32, [POINTER(rangekit_los_fit_options)]),
    "rangekit_los_fit_report_default": (c_int32, [POINTER(rangekit_los_fit_report)]),
    "rangekit_los_fit": (c_int32, [POINTER(rangekit_los_fit_options), POINTER(rangekit_los_features), c_char_p, c_size_t, POINTER(rangekit_los_model), POINTER(rangekit_los_fit_report)]),
    "rangekit_quality_level_name": (c_char_p, [c_int32]),
    "rangekit_quality_options_default": (c_int32, [POINTER(rangekit_quality_options)]),
    "rangekit_quality_options_preset": (c_int32, [c_int32, POINTER(rangekit_quality_options)]),
    "rangekit_quality_cause_name": (c_char_p, [c_uint32]),
    "rangekit_quality_result_default": (c_int32, [POINTER(rangekit_quality_result)]),
    "rangekit_quality_size": (c_size_t, []),
    "rangekit_quality_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_quality_options), POINTER(POINTER(rangekit_quality))]),
    "rangekit_quality_create": (c_int32, [POINTER(rangekit_quality_options), POINTER(POINTER(rangekit_quality))]),
    "rangekit_quality_destroy": (None, [POINTER(rangekit_quality)]),
    "rangekit_quality_reset": (c_int32, [POINTER(rangekit_quality)]),
    "rangekit_quality_update": (c_int32, [POINTER(rangekit_quality), POINTER(rangekit_range_sample), POINTER(rangekit_quality_result)]),
    "rangekit_quality_update_batch": (c_int32, [POINTER(rangekit_quality), POINTER(rangekit_range_sample), c_size_t, POINTER(c_int32), POINTER(c_size_t), POINTER(rangekit_quality_result)]),
    "rangekit_quality_model_options_default": (c_int32, [POINTER(rangekit_quality_model_options)]),
    "rangekit_quality_model_options_preset": (c_int32, [c_int32, POINTER(rangekit_quality_model_options)]),
    "rangekit_quality_model_level_name": (c_char_p, [c_int32]),
    "rangekit_quality_model_cause_name": (c_char_p, [c_int32]),
    "rangekit_quality_model_result_default": (c_int32, [POINTER(rangekit_quality_model_result)]),
    "rangekit_quality_model_size": (c_size_t, []),
    "rangekit_quality_model_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_quality_model_options), POINTER(rangekit_fusion_options), POINTER(POINTER(rangekit_quality_model))]),
    "rangekit_quality_model_create": (c_int32, [POINTER(rangekit_quality_model_options), POINTER(rangekit_fusion_options), POINTER(POINTER(rangekit_quality_model))]),
    "rangekit_quality_model_destroy": (None, [POINTER(rangekit_quality_model)]),
    "rangekit_quality_model_reset": (c_int32, [POINTER(rangekit_quality_model)]),
    "rangekit_quality_model_update": (c_int32, [POINTER(rangekit_quality_model), POINTER(rangekit_range_sample), POINTER(rangekit_quality_model_result)]),
    "rangekit_quality_model_probability": (c_int32, [POINTER(rangekit_quality_model), c_float, POINTER(c_float)]),
    "rangekit_sounding_options_default": (c_int32, [POINTER(rangekit_sounding_options)]),
    "rangekit_sounding_cause_name": (c_char_p, [c_uint32]),
    "rangekit_sounding_result_default": (c_int32, [POINTER(rangekit_sounding_result)]),
    "rangekit_sounding_round_trip_distance": (c_int32, [POINTER(rangekit_sounding_round_trip), c_size_t, POINTER(c_float), POINTER(c_float), POINTER(c_float)]),
    "rangekit_sounding_size": (c_size_t, []),
    "rangekit_sounding_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_sounding_options), POINTER(POINTER(rangekit_sounding))]),
    "rangekit_sounding_create": (c_int32, [POINTER(rangekit_sounding_options), POINTER(POINTER(rangekit_sounding))]),
    "rangekit_sounding_destroy": (None, [POINTER(rangekit_sounding)]),
    "rangekit_sounding_reset": (c_int32, [POINTER(rangekit_sounding)]),
    "rangekit_sounding_estimate": (c_int32, [POINTER(rangekit_sounding), c_int64, POINTER(rangekit_sounding_tone), c_size_t, POINTER(rangekit_sounding_round_trip), c_size_t, POINTER(rangekit_sounding_result)]),
    "rangekit_sounding_latest": (c_int32, [POINTER(rangekit_sounding), c_int64, POINTER(rangekit_sounding_result)]),
    "rangekit_protection_options_default": (c_int32, [POINTER(rangekit_protection_options)]),
    "rangekit_protection_seal": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(rangekit_protection_options), rangekit_sign_function, c_void_p, POINTER(c_uint8), c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_token_policy_default": (c_int32, [POINTER(rangekit_token_policy)]),
    "rangekit_token_open": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(rangekit_token_policy), POINTER(rangekit_token), rangekit_verify_function, c_void_p, POINTER(c_uint8), c_size_t, POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_token_check": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_token_policy), POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_protection_open": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(rangekit_token_policy), rangekit_verify_function, c_void_p, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(c_size_t), POINTER(c_int32), POINTER(rangekit_diagnostic)]),
    "rangekit_twr_options_default": (c_int32, [POINTER(rangekit_twr_options)]),
    "rangekit_twr_double_sided": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_double_sided_exchange), POINTER(rangekit_twr_range)]),
    "rangekit_twr_double_sided_batch": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_double_sided_exchange), c_size_t, POINTER(rangekit_twr_range), POINTER(c_size_t)]),
    "rangekit_twr_single_sided": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_single_sided_exchange), POINTER(rangekit_twr_range)]),
    "rangekit_twr_single_sided_batch": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_single_sided_exchange), c_size_t, POINTER(rangekit_twr_range), POINTER(c_size_t)]),
    "rangekit_zone_options_default": (c_int32, [POINTER(rangekit_zone_options)]),
    "rangekit_zone_options_preset": (c_int32, [c_int32, POINTER(rangekit_zone_options)]),
    "rangekit_zone_trend_name": (c_char_p, [c_int32]),
    "rangekit_zone_cause_name": (c_char_p, [c_uint32]),
    "rangekit_zone_size": (c_size_t, []),
    "rangekit_zone_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_zone_options), POINTER(POINTER(rangekit_zone))]),
    "rangekit_zone_create": (c_int32, [POINTER(rangekit_zone_options), POINTER(POINTER(rangekit_zone))]),
    "rangekit_zone_destroy": (None, [POINTER(rangekit_zone)]),
    "rangekit_zone_reset": (c_int32, [POINTER(rangekit_zone)]),
    "rangekit_zone_update": (c_int32, [POINTER(rangekit_zone), POINTER(rangekit_range_sample), POINTER(rangekit_zone_result)]),
    "rangekit_zone_update_batch": (c_int32, [POINTER(rangekit_zone), POINTER(rangekit_range_sample), c_size_t, POINTER(rangekit_zone_result), POINTER(c_size_t)]),
}
