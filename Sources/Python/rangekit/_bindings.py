"""The C contract as ctypes: constants, structures and function prototypes.

Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_uint8, c_void_p
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
RANGEKIT_FEATURE_LOCATOR: Final = 1 << 6
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
RANGEKIT_ERROR_TIMESTAMP_RANGE: Final = -200
RANGEKIT_ERROR_INTERVAL_ZERO: Final = -201
RANGEKIT_ERROR_INTERVAL_TOO_LONG: Final = -202
RANGEKIT_ERROR_INTERVAL_OVER_LIMIT: Final = -203
RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND: Final = -204
RANGEKIT_ERROR_CLOCK_OFFSET_RANGE: Final = -205
RANGEKIT_ERROR_INCOMPATIBLE: Final = -300
RANGEKIT_ERROR_TOO_MANY_TARGETS: Final = -470
RANGEKIT_ERROR_UNKNOWN_TARGET: Final = -471
RANGEKIT_FIELD_NONE: Final = 0
RANGEKIT_FIELD_TOKEN: Final = 256
RANGEKIT_FIELD_TOKEN_VERSION: Final = 257
RANGEKIT_FIELD_TOKEN_KIND: Final = 258
RANGEKIT_FIELD_TOKEN_IDENTITY: Final = 259
RANGEKIT_FIELD_TOKEN_FOREIGN_FORMAT: Final = 260
RANGEKIT_FIELD_TOKEN_CAPABILITIES: Final = 261
RANGEKIT_FIELD_TOKEN_GENERATION: Final = 262
RANGEKIT_FIELD_TOKEN_EXTENSIONS: Final = 263
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
RANGEKIT_TOKEN_MAX_SIZE: Final = 793
RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT: Final = 1 << 0
RANGEKIT_TOKEN_HAS_CAPABILITIES: Final = 1 << 1
RANGEKIT_TOKEN_HAS_GENERATION: Final = 1 << 2
RANGEKIT_TOKEN_V1_SIZE: Final = 808
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
RANGEKIT_LOCATOR_TARGETS: Final = 8
RANGEKIT_LOCATOR_OBSERVERS: Final = 4
RANGEKIT_LOCATOR_ANTENNAS: Final = 8
RANGEKIT_LOCATOR_HYPOTHESES: Final = 6
RANGEKIT_LOCATOR_HELD: Final = 32
RANGEKIT_POSE_HAS_ORIENTATION: Final = 1 << 0
RANGEKIT_POSE_HAS_LIGHT: Final = 1 << 1
RANGEKIT_TRACKING_UNKNOWN: Final = 0
RANGEKIT_TRACKING_NOT_AVAILABLE: Final = 1
RANGEKIT_TRACKING_LIMITED: Final = 2
RANGEKIT_TRACKING_NORMAL: Final = 3
RANGEKIT_LOCATOR_UP_Y: Final = 0
RANGEKIT_LOCATOR_UP_Z: Final = 1
RANGEKIT_LOCATOR_OPTIONS_V1_SIZE: Final = 48
RANGEKIT_LOCATOR_TARGET_UNKNOWN: Final = 0
RANGEKIT_LOCATOR_TARGET_STATIONARY: Final = 1
RANGEKIT_LOCATOR_TARGET_MOVING: Final = 2
RANGEKIT_CONVERGENCE_UNKNOWN: Final = 0
RANGEKIT_CONVERGENCE_NOT_CONVERGED: Final = 1
RANGEKIT_CONVERGENCE_CONVERGED: Final = 2
RANGEKIT_REASON_HORIZONTAL_SWEEP: Final = 1 << 0
RANGEKIT_REASON_VERTICAL_SWEEP: Final = 1 << 1
RANGEKIT_REASON_MOVEMENT: Final = 1 << 2
RANGEKIT_REASON_LIGHTING: Final = 1 << 3
RANGEKIT_REASON_SIGNAL_STRENGTH: Final = 1 << 4
RANGEKIT_REASON_TRACKING: Final = 1 << 5
RANGEKIT_REASON_TARGET_MOVING: Final = 1 << 6
RANGEKIT_VERTICAL_UNKNOWN: Final = 0
RANGEKIT_VERTICAL_SAME: Final = 1
RANGEKIT_VERTICAL_ABOVE: Final = 2
RANGEKIT_VERTICAL_BELOW: Final = 3
RANGEKIT_VERTICAL_ABOVE_OR_BELOW: Final = 4
RANGEKIT_GUIDANCE_NONE: Final = 0
RANGEKIT_GUIDANCE_WALK: Final = 1
RANGEKIT_GUIDANCE_SIDEWAYS: Final = 2
RANGEKIT_GUIDANCE_RAISE_OR_LOWER: Final = 3
RANGEKIT_GUIDANCE_WAIT: Final = 4
RANGEKIT_LOCATOR_HAS_POSITION: Final = 1 << 0
RANGEKIT_LOCATOR_HAS_TRANSFORM: Final = 1 << 1
RANGEKIT_LOCATOR_HAS_DISTANCE: Final = 1 << 2
RANGEKIT_LOCATOR_HAS_DIRECTION: Final = 1 << 3
RANGEKIT_LOCATOR_HAS_HORIZONTAL_ANGLE: Final = 1 << 4
RANGEKIT_LOCATOR_HAS_GUIDANCE: Final = 1 << 5
RANGEKIT_LOCATOR_HAS_BIAS: Final = 1 << 6
RANGEKIT_LOCATOR_EVENT_TARGET_MOVED: Final = 1 << 0
RANGEKIT_LOCATOR_EVENT_POSE_JUMP: Final = 1 << 1
RANGEKIT_LOCATOR_ESTIMATE_V1_SIZE: Final = 240
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
RANGEKIT_SPEED_OF_LIGHT_MPS: Final = 299792458.0
RANGEKIT_SPEED_OF_LIGHT_AIR_MPS: Final = 299702547.0
RANGEKIT_UWB_TICK_S: Final = 1.5650040064102565e-11
RANGEKIT_TWR_INTERVAL_MAX_TICKS: Final = 1 << 47
RANGEKIT_TWR_OPTIONS_V1_SIZE: Final = 88
RANGEKIT_TWR_NOISE_ALLOWANCE_TICKS: Final = 64


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


class rangekit_pose(Structure):
    _fields_ = [
        ("time_ns", c_int64),
        ("position_m", c_double * 3),
        ("orientation", c_float * 4),
        ("fields", c_uint32),
        ("tracking", c_int32),
        ("light_lux", c_float),
        ("observer", c_uint32),
    ]


class rangekit_locator_measurement(Structure):
    _fields_ = [
        ("sample", rangekit_range_sample),
        ("observer", c_uint32),
        ("antenna", c_uint32),
    ]


class rangekit_locator_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("up", c_int32),
        ("distance_stddev_m", c_float),
        ("angle_stddev_rad", c_float),
        ("bias_m", c_float),
        ("bias_stddev_m", c_float),
        ("converged_stddev_m", c_float),
        ("maximum_speed_mps", c_float),
        ("target_speed_mps", c_float),
        ("minimum_light_lux", c_float),
        ("pose_gap_ns", c_int64),
    ]


class rangekit_locator(Structure):
    """Opaque: known to the library alone."""


class rangekit_locator_estimate(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("time_ns", c_int64),
        ("position_m", c_double * 3),
        ("covariance_m2", c_float * 9),
        ("transform", c_float * 16),
        ("direction", c_float * 3),
        ("distance_m", c_float),
        ("distance_stddev_m", c_float),
        ("horizontal_angle_rad", c_float),
        ("probability", c_float),
        ("bias_m", c_float),
        ("bias_stddev_m", c_float),
        ("guidance_m", c_float * 3),
        ("guidance", c_int32),
        ("vertical", c_int32),
        ("convergence", c_int32),
        ("reasons", c_uint32),
        ("events", c_uint32),
        ("target_is_moving", c_uint32),
        ("hypothesis_count", c_uint32),
        ("used_count", c_uint32),
        ("outlier_count", c_uint32),
        ("dropped_count", c_uint32),
        ("held_count", c_uint32),
        ("reserved", c_uint32 * 2),
    ]


class rangekit_locator_hypothesis(Structure):
    _fields_ = [
        ("position_m", c_double * 3),
        ("covariance_m2", c_float * 9),
        ("probability", c_float),
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
    "rangekit_token_default": (c_int32, [POINTER(rangekit_token)]),
    "rangekit_token_make_peer": (c_int32, [POINTER(rangekit_token), c_char_p, c_size_t]),
    "rangekit_token_make_accessory": (c_int32, [POINTER(rangekit_token), c_char_p, c_size_t]),
    "rangekit_token_make_opaque": (c_int32, [POINTER(rangekit_token), c_uint32, c_char_p, c_size_t]),
    "rangekit_token_validate": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_token_encode": (c_int32, [POINTER(rangekit_token), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_token_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_token), POINTER(rangekit_diagnostic)]),
    "rangekit_token_same_identity": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_token), POINTER(c_int32)]),
    "rangekit_configuration_request_default": (c_int32, [POINTER(rangekit_configuration_request)]),
    "rangekit_configuration_default": (c_int32, [POINTER(rangekit_configuration)]),
    "rangekit_refusal_name": (c_char_p, [c_int32]),
    "rangekit_refusal_describe": (c_int32, [POINTER(rangekit_refusal), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_configuration_build": (c_int32, [POINTER(rangekit_token), POINTER(rangekit_token), POINTER(rangekit_configuration_request), POINTER(rangekit_configuration), POINTER(rangekit_refusal), c_size_t, POINTER(c_size_t)]),
    "rangekit_configuration_encode": (c_int32, [POINTER(rangekit_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_locator_options_default": (c_int32, [POINTER(rangekit_locator_options)]),
    "rangekit_locator_size": (c_size_t, []),
    "rangekit_locator_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_locator_options), POINTER(POINTER(rangekit_locator))]),
    "rangekit_locator_create": (c_int32, [POINTER(rangekit_locator_options), POINTER(POINTER(rangekit_locator))]),
    "rangekit_locator_destroy": (None, [POINTER(rangekit_locator)]),
    "rangekit_locator_reset": (c_int32, [POINTER(rangekit_locator)]),
    "rangekit_locator_set_antenna": (c_int32, [POINTER(rangekit_locator), c_uint32, c_uint32, c_float * 3]),
    "rangekit_locator_set_height": (c_int32, [POINTER(rangekit_locator), c_uint32, c_double, c_float]),
    "rangekit_locator_set_motion": (c_int32, [POINTER(rangekit_locator), c_uint32, c_int32]),
    "rangekit_locator_remove": (c_int32, [POINTER(rangekit_locator), c_uint32]),
    "rangekit_locator_add_poses": (c_int32, [POINTER(rangekit_locator), POINTER(rangekit_pose), c_size_t, POINTER(c_size_t)]),
    "rangekit_locator_measure": (c_int32, [POINTER(rangekit_locator), POINTER(rangekit_locator_measurement), c_size_t, POINTER(c_size_t)]),
    "rangekit_convergence_name": (c_char_p, [c_int32]),
    "rangekit_reason_name": (c_char_p, [c_uint32]),
    "rangekit_vertical_name": (c_char_p, [c_int32]),
    "rangekit_guidance_name": (c_char_p, [c_int32]),
    "rangekit_guidance_message": (c_char_p, [c_int32]),
    "rangekit_locator_estimate_default": (c_int32, [POINTER(rangekit_locator_estimate)]),
    "rangekit_locator_get_estimate": (c_int32, [POINTER(rangekit_locator), c_uint32, c_uint32, POINTER(rangekit_locator_estimate)]),
    "rangekit_locator_hypotheses": (c_int32, [POINTER(rangekit_locator), c_uint32, POINTER(rangekit_locator_hypothesis), c_size_t, POINTER(c_size_t)]),
    "rangekit_locator_session": (c_int32, [POINTER(rangekit_locator), POINTER(c_int32), POINTER(c_uint32), POINTER(c_uint32), c_size_t, POINTER(c_size_t)]),
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
    "rangekit_twr_options_default": (c_int32, [POINTER(rangekit_twr_options)]),
    "rangekit_twr_double_sided": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_double_sided_exchange), POINTER(rangekit_twr_range)]),
    "rangekit_twr_double_sided_batch": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_double_sided_exchange), c_size_t, POINTER(rangekit_twr_range), POINTER(c_size_t)]),
    "rangekit_twr_single_sided": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_single_sided_exchange), POINTER(rangekit_twr_range)]),
    "rangekit_twr_single_sided_batch": (c_int32, [POINTER(rangekit_twr_options), POINTER(rangekit_twr_single_sided_exchange), c_size_t, POINTER(rangekit_twr_range), POINTER(c_size_t)]),
}
