"""The C contract as ctypes: constants, structures and function prototypes.

Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_uint8, c_void_p
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
RANGEKIT_FEATURE_ACCESSORY: Final = 1 << 8
RANGEKIT_FEATURE_PARAMETERS: Final = 1 << 11
RANGEKIT_FEATURE_TRANSPORT: Final = 1 << 12
RANGEKIT_FEATURE_FILTER: Final = 1 << 16
RANGEKIT_FEATURE_ZONE: Final = 1 << 17
RANGEKIT_FEATURE_DIRECTION: Final = 1 << 18
RANGEKIT_FEATURE_POINTING: Final = 1 << 19
RANGEKIT_FEATURE_FUSION: Final = 1 << 20
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
RANGEKIT_ERROR_ACD_TOO_SHORT: Final = -500
RANGEKIT_ERROR_ACD_PROTOCOL_VERSION: Final = -501
RANGEKIT_ERROR_ACD_INTEROP_VERSION: Final = -502
RANGEKIT_ERROR_ACD_LENGTH: Final = -503
RANGEKIT_ERROR_ACD_CONFIG_LENGTH: Final = -504
RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT: Final = -505
RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH: Final = -506
RANGEKIT_ERROR_ACD_UPDATE_RATE: Final = -507
RANGEKIT_ERROR_ACD_ROLE: Final = -508
RANGEKIT_ERROR_ACD_MULTI_NODE_MODE: Final = -509
RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE: Final = -510
RANGEKIT_ERROR_ACD_RESERVED: Final = -511
RANGEKIT_ERROR_ACD_LENGTH_MISMATCH: Final = -512
RANGEKIT_ERROR_ACD_INCOMPLETE: Final = -513
RANGEKIT_ERROR_ACD_HOPPING_MODE: Final = -514
RANGEKIT_ERROR_ACD_ADDRESS: Final = -515
RANGEKIT_ERROR_ACD_NEWER_VERSION: Final = -516
RANGEKIT_ERROR_SCD_TOO_SHORT: Final = -520
RANGEKIT_ERROR_SCD_VERSION: Final = -521
RANGEKIT_ERROR_SCD_CONFIG_LENGTH: Final = -522
RANGEKIT_ERROR_SCD_LENGTH: Final = -523
RANGEKIT_ERROR_SCD_HOPPING_MODE: Final = -524
RANGEKIT_ERROR_SCD_COUNTRY: Final = -525
RANGEKIT_ERROR_SCD_RESERVED: Final = -526
RANGEKIT_ERROR_SCD_NEWER_VERSION: Final = -527
RANGEKIT_ERROR_MESSAGE_EMPTY: Final = -530
RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED: Final = -531
RANGEKIT_ERROR_MESSAGE_BODY_MISSING: Final = -532
RANGEKIT_ERROR_ACCESSORY_MISMATCH: Final = -540
RANGEKIT_ERROR_PAYLOAD_TOO_SMALL: Final = -550
RANGEKIT_ERROR_MESSAGE_TOO_LONG: Final = -551
RANGEKIT_ERROR_FRAGMENT_TOO_SHORT: Final = -552
RANGEKIT_ERROR_FRAGMENT_HEADER: Final = -553
RANGEKIT_ERROR_FRAGMENT_INDEX: Final = -554
RANGEKIT_ERROR_FRAGMENT_TOTAL: Final = -555
RANGEKIT_ERROR_FRAGMENT_SIZE: Final = -556
RANGEKIT_ERROR_FRAGMENT_CONFLICT: Final = -557
RANGEKIT_ERROR_MESSAGE_TOO_LARGE: Final = -558
RANGEKIT_ERROR_NO_SLOT: Final = -559
RANGEKIT_ERROR_CRC_MISMATCH: Final = -560
RANGEKIT_ERROR_MESSAGE_PENDING: Final = -561
RANGEKIT_ERROR_NO_MESSAGE: Final = -562
RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN: Final = -570
RANGEKIT_ERROR_NDEF_MESSAGE_END: Final = -571
RANGEKIT_ERROR_NDEF_CHUNKED: Final = -572
RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT: Final = -573
RANGEKIT_ERROR_NDEF_TYPE_LENGTH: Final = -574
RANGEKIT_ERROR_NDEF_NO_TOKEN: Final = -575
RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG: Final = -580
RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE: Final = -581
RANGEKIT_ERROR_NO_SERVICE_DATA: Final = -582
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
RANGEKIT_FIELD_ACCESSORY_CONFIGURATION: Final = 768
RANGEKIT_FIELD_ACD_PROTOCOL_VERSION: Final = 769
RANGEKIT_FIELD_ACD_UPDATE_RATE: Final = 770
RANGEKIT_FIELD_ACD_HEADER_RESERVED: Final = 771
RANGEKIT_FIELD_ACD_UWB_CONFIG_LENGTH: Final = 772
RANGEKIT_FIELD_ACD_INTEROP_VERSION: Final = 773
RANGEKIT_FIELD_ACD_MANUFACTURER_ID: Final = 774
RANGEKIT_FIELD_ACD_CHIPSET_MODEL_ID: Final = 775
RANGEKIT_FIELD_ACD_MIDDLEWARE_VERSION: Final = 776
RANGEKIT_FIELD_ACD_ROLE: Final = 777
RANGEKIT_FIELD_ACD_SHORT_ADDRESS: Final = 778
RANGEKIT_FIELD_ACD_MAX_CLOCK_DRIFT_PPM: Final = 779
RANGEKIT_FIELD_ACD_UWB_RESERVED: Final = 780
RANGEKIT_FIELD_ACD_HOPPING_MODE: Final = 781
RANGEKIT_FIELD_ACD_SLOTS_PER_ROUND: Final = 782
RANGEKIT_FIELD_ACD_SLOT_DURATION_RSTU: Final = 783
RANGEKIT_FIELD_ACD_RANGING_INTERVAL_MS: Final = 784
RANGEKIT_FIELD_ACD_MULTI_NODE_MODE: Final = 785
RANGEKIT_FIELD_ACD_RANGING_ROUND_USAGE: Final = 786
RANGEKIT_FIELD_ACD_SESSION_ID: Final = 787
RANGEKIT_FIELD_ACD_STATIC_STS_IV: Final = 788
RANGEKIT_FIELD_ACD_TRAILING: Final = 789
RANGEKIT_FIELD_ACCESSORY_MESSAGE: Final = 800
RANGEKIT_FIELD_ACCESSORY_MESSAGE_ID: Final = 801
RANGEKIT_FIELD_ACCESSORY_MESSAGE_BODY: Final = 802
RANGEKIT_FIELD_ANDROID_ACCESSORY_CONFIGURATION: Final = 816
RANGEKIT_FIELD_FRAGMENT: Final = 912
RANGEKIT_FIELD_NDEF_RECORD: Final = 928
RANGEKIT_FIELD_NDEF_TYPE: Final = 929
RANGEKIT_FIELD_NDEF_ID: Final = 930
RANGEKIT_FIELD_NDEF_PAYLOAD: Final = 931
RANGEKIT_FIELD_ADVERTISEMENT: Final = 944
RANGEKIT_FIELD_ADVERTISEMENT_SERVICE_DATA: Final = 945
RANGEKIT_FIELD_SHAREABLE_CONFIGURATION: Final = 1024
RANGEKIT_FIELD_SCD_INTEROP_VERSION: Final = 1025
RANGEKIT_FIELD_SCD_LENGTH: Final = 1026
RANGEKIT_FIELD_SCD_COUNTRY: Final = 1027
RANGEKIT_FIELD_SCD_SESSION_ID: Final = 1028
RANGEKIT_FIELD_SCD_PREAMBLE_CODE_INDEX: Final = 1029
RANGEKIT_FIELD_SCD_CHANNEL: Final = 1030
RANGEKIT_FIELD_SCD_SLOTS_PER_ROUND: Final = 1031
RANGEKIT_FIELD_SCD_SLOT_DURATION_RSTU: Final = 1032
RANGEKIT_FIELD_SCD_RANGING_INTERVAL_MS: Final = 1033
RANGEKIT_FIELD_SCD_RANGING_ROUND_CONTROL: Final = 1034
RANGEKIT_FIELD_SCD_STATIC_STS_IV: Final = 1035
RANGEKIT_FIELD_SCD_SHORT_ADDRESS: Final = 1036
RANGEKIT_FIELD_SCD_MAX_CLOCK_DRIFT_PPM: Final = 1037
RANGEKIT_FIELD_SCD_UWB_RESERVED: Final = 1038
RANGEKIT_FIELD_SCD_HOPPING_MODE: Final = 1039
RANGEKIT_FIELD_SCD_TRAILING: Final = 1040
RANGEKIT_FIELD_PARAMETERS: Final = 1792
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
RANGEKIT_PARAMETER_DEVICE_TYPE: Final = 0
RANGEKIT_PARAMETER_DEVICE_ROLE: Final = 1
RANGEKIT_PARAMETER_SESSION_ID: Final = 2
RANGEKIT_PARAMETER_CHANNEL: Final = 3
RANGEKIT_PARAMETER_PREAMBLE_CODE_INDEX: Final = 4
RANGEKIT_PARAMETER_SFD_ID: Final = 5
RANGEKIT_PARAMETER_PRF_MODE: Final = 6
RANGEKIT_PARAMETER_PREAMBLE_DURATION: Final = 7
RANGEKIT_PARAMETER_PSDU_DATA_RATE: Final = 8
RANGEKIT_PARAMETER_PHR_DATA_RATE: Final = 9
RANGEKIT_PARAMETER_RFRAME_CONFIG: Final = 10
RANGEKIT_PARAMETER_STS_SEGMENT_COUNT: Final = 11
RANGEKIT_PARAMETER_STS_LENGTH: Final = 12
RANGEKIT_PARAMETER_STS_CONFIG: Final = 13
RANGEKIT_PARAMETER_VENDOR_ID: Final = 14
RANGEKIT_PARAMETER_SUB_SESSION_ID: Final = 15
RANGEKIT_PARAMETER_KEY_ROTATION: Final = 16
RANGEKIT_PARAMETER_KEY_ROTATION_RATE: Final = 17
RANGEKIT_PARAMETER_SLOT_DURATION_RSTU: Final = 18
RANGEKIT_PARAMETER_SLOTS_PER_ROUND: Final = 19
RANGEKIT_PARAMETER_RANGING_INTERVAL_MS: Final = 20
RANGEKIT_PARAMETER_BLOCK_STRIDE: Final = 21
RANGEKIT_PARAMETER_RANGING_ROUND_USAGE: Final = 22
RANGEKIT_PARAMETER_RANGING_ROUND_CONTROL: Final = 23
RANGEKIT_PARAMETER_MULTI_NODE_MODE: Final = 24
RANGEKIT_PARAMETER_SCHEDULE_MODE: Final = 25
RANGEKIT_PARAMETER_RANGING_TIME_STRUCT: Final = 26
RANGEKIT_PARAMETER_HOPPING_MODE: Final = 27
RANGEKIT_PARAMETER_MAC_ADDRESS_MODE: Final = 28
RANGEKIT_PARAMETER_MAC_FCS_TYPE: Final = 29
RANGEKIT_PARAMETER_CONTROLEE_COUNT: Final = 30
RANGEKIT_PARAMETER_MAX_ROUND_RETRIES: Final = 31
RANGEKIT_PARAMETER_MAX_MEASUREMENTS: Final = 32
RANGEKIT_PARAMETER_SESSION_PRIORITY: Final = 33
RANGEKIT_PARAMETER_IN_BAND_TERMINATION_ATTEMPTS: Final = 34
RANGEKIT_PARAMETER_INITIATION_TIME_MS: Final = 35
RANGEKIT_PARAMETER_RESULT_REPORT_CONFIG: Final = 36
RANGEKIT_PARAMETER_NOTIFICATION_CONFIG: Final = 37
RANGEKIT_PARAMETER_NOTIFICATION_NEAR_CM: Final = 38
RANGEKIT_PARAMETER_NOTIFICATION_FAR_CM: Final = 39
RANGEKIT_PARAMETER_NOTIFICATION_AZIMUTH_LOWER_Q7: Final = 40
RANGEKIT_PARAMETER_NOTIFICATION_AZIMUTH_UPPER_Q7: Final = 41
RANGEKIT_PARAMETER_NOTIFICATION_ELEVATION_LOWER_Q7: Final = 42
RANGEKIT_PARAMETER_NOTIFICATION_ELEVATION_UPPER_Q7: Final = 43
RANGEKIT_PARAMETER_AOA_REQUEST: Final = 44
RANGEKIT_PARAMETER_FILTER_TYPE: Final = 45
RANGEKIT_PARAMETER_MAX_CLOCK_DRIFT_PPM: Final = 46
RANGEKIT_PARAMETER_UPDATE_RATE: Final = 47
RANGEKIT_PARAMETER_DEVICE_ADDRESS: Final = 48
RANGEKIT_PARAMETER_PEER_ADDRESSES: Final = 49
RANGEKIT_PARAMETER_STATIC_STS_IV: Final = 50
RANGEKIT_PARAMETER_SESSION_KEY: Final = 51
RANGEKIT_PARAMETER_SUB_SESSION_KEY: Final = 52
RANGEKIT_PARAMETER_COUNTRY: Final = 53
RANGEKIT_PARAMETER_COUNT: Final = 54
RANGEKIT_ROUND_USAGE_UL_TDOA: Final = 0
RANGEKIT_ROUND_USAGE_SS_TWR_DEFERRED: Final = 1
RANGEKIT_ROUND_USAGE_DS_TWR_DEFERRED: Final = 2
RANGEKIT_ROUND_USAGE_SS_TWR: Final = 3
RANGEKIT_ROUND_USAGE_DS_TWR: Final = 4
RANGEKIT_ROUND_USAGE_DL_TDOA: Final = 5
RANGEKIT_ROUND_USAGE_OWR_AOA: Final = 6
RANGEKIT_UPDATE_RATE_AUTOMATIC: Final = 0
RANGEKIT_UPDATE_RATE_INFREQUENT: Final = 10
RANGEKIT_UPDATE_RATE_INTERACTIVE: Final = 20
RANGEKIT_PARAMETERS_PEERS_MAX_COUNT: Final = 8
RANGEKIT_RSTU_PER_MS: Final = 1200
RANGEKIT_PARAMETERS_V1_SIZE: Final = 360
RANGEKIT_TIMING_HAS_SLOT: Final = 1 << 0
RANGEKIT_TIMING_HAS_ROUND: Final = 1 << 1
RANGEKIT_TIMING_HAS_INTERVAL: Final = 1 << 2
RANGEKIT_TIMING_HAS_BLOCK: Final = 1 << 3
RANGEKIT_TIMING_V1_SIZE: Final = 40
RANGEKIT_PARAMETERS_SIDE_A: Final = 1
RANGEKIT_PARAMETERS_SIDE_B: Final = 2
RANGEKIT_PARAMETERS_SIDE_BOTH: Final = 3
RANGEKIT_CONSEQUENCE_UNCERTAIN: Final = 0
RANGEKIT_CONSEQUENCE_DEGRADED: Final = 1
RANGEKIT_CONSEQUENCE_WRONG_DISTANCE: Final = 2
RANGEKIT_CONSEQUENCE_NO_SAMPLES: Final = 3
RANGEKIT_CONSEQUENCE_REFUSAL: Final = 4
RANGEKIT_PARAMETERS_RULE_EQUAL: Final = 1
RANGEKIT_PARAMETERS_RULE_BYTE_ORDER: Final = 2
RANGEKIT_PARAMETERS_RULE_COMPLEMENT: Final = 3
RANGEKIT_PARAMETERS_RULE_SAME_ADDRESS: Final = 4
RANGEKIT_PARAMETERS_RULE_PEER_UNKNOWN: Final = 5
RANGEKIT_PARAMETERS_RULE_UNSTATED: Final = 6
RANGEKIT_PARAMETERS_RULE_ROUND_TOO_LONG: Final = 20
RANGEKIT_PARAMETERS_RULE_INTERVAL_MULTIPLE: Final = 21
RANGEKIT_PARAMETERS_RULE_CHANNEL: Final = 22
RANGEKIT_PARAMETERS_RULE_PREAMBLE_CODE: Final = 23
RANGEKIT_PARAMETERS_RULE_SFD: Final = 24
RANGEKIT_PARAMETERS_RULE_KEY_MISSING: Final = 25
RANGEKIT_PARAMETERS_RULE_KEY_LENGTH: Final = 26
RANGEKIT_PARAMETERS_RULE_ZERO: Final = 27
RANGEKIT_PARAMETERS_RULE_ROLE: Final = 28
RANGEKIT_PARAMETERS_RULE_OWN_ADDRESS: Final = 29
RANGEKIT_PARAMETERS_RULE_RESERVED_ADDRESS: Final = 30
RANGEKIT_PARAMETERS_RULE_TOO_FEW_SLOTS: Final = 31
RANGEKIT_PARAMETERS_RULE_PEER_COUNT: Final = 32
RANGEKIT_PARAMETERS_RULE_LIMITS: Final = 33
RANGEKIT_PARAMETERS_RULE_COUNTRY: Final = 34
RANGEKIT_PARAMETERS_RULE_ADDRESS_LENGTH: Final = 35
RANGEKIT_PARAMETERS_RULE_VALUE: Final = 36
RANGEKIT_PARAMETERS_FINDING_HAS_A: Final = 1 << 0
RANGEKIT_PARAMETERS_FINDING_HAS_B: Final = 1 << 1
RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT: Final = 128
RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE: Final = 512
RANGEKIT_PARAMETERS_DIFF_UNSTATED: Final = 1 << 0
RANGEKIT_ACCESSORY_MESSAGE_CONFIGURATION: Final = 1
RANGEKIT_ACCESSORY_MESSAGE_DID_START: Final = 2
RANGEKIT_ACCESSORY_MESSAGE_DID_STOP: Final = 3
RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE: Final = 10
RANGEKIT_ACCESSORY_MESSAGE_CONFIGURE_AND_START: Final = 11
RANGEKIT_ACCESSORY_MESSAGE_STOP: Final = 12
RANGEKIT_ACCESSORY_MESSAGE_VENDOR: Final = 32
RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE_ANDROID: Final = 165
RANGEKIT_PROBLEMS_MAX_COUNT: Final = 16
RANGEKIT_RANGING_ROLE_RESPONDER: Final = 0
RANGEKIT_RANGING_ROLE_INITIATOR: Final = 1
RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT: Final = 1 << 0
RANGEKIT_ACCESSORY_HAS_MODES: Final = 1 << 1
RANGEKIT_ACCESSORY_HAS_TIMING: Final = 1 << 2
RANGEKIT_ACCESSORY_HAS_SESSION: Final = 1 << 3
RANGEKIT_ACCESSORY_TRAILING_MAX_SIZE: Final = 64
RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE: Final = 124
RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE: Final = 136
RANGEKIT_SHAREABLE_HAS_CLOCK_DRIFT: Final = 1 << 0
RANGEKIT_SHAREABLE_HAS_HOPPING: Final = 1 << 1
RANGEKIT_SHAREABLE_TRAILING_MAX_SIZE: Final = 64
RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE: Final = 99
RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE: Final = 112
RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE: Final = 24
RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_SIZE: Final = 18
RANGEKIT_VENDOR_ID_APPLE: Final = 76
RANGEKIT_STS_VENDOR_LITTLE_ENDIAN: Final = 0
RANGEKIT_STS_VENDOR_BIG_ENDIAN: Final = 1
RANGEKIT_STATIC_STS_KEY_SIZE: Final = 8
RANGEKIT_GATT_TABLE_NEARBY_INTERACTION: Final = 0
RANGEKIT_GATT_TABLE_NORDIC_UART: Final = 1
RANGEKIT_GATT_TABLE_QORVO: Final = 2
RANGEKIT_GATT_TABLE_RANGEKIT: Final = 3
RANGEKIT_GATT_TABLE_COUNT: Final = 4
RANGEKIT_GATT_KIND_SERVICE: Final = 1
RANGEKIT_GATT_KIND_CHARACTERISTIC: Final = 2
RANGEKIT_GATT_READ: Final = 1 << 1
RANGEKIT_GATT_WRITE_WITHOUT_RESPONSE: Final = 1 << 2
RANGEKIT_GATT_WRITE: Final = 1 << 3
RANGEKIT_GATT_NOTIFY: Final = 1 << 4
RANGEKIT_GATT_INDICATE: Final = 1 << 5
RANGEKIT_GATT_READ_ENCRYPTED: Final = 1 << 0
RANGEKIT_GATT_WRITE_ENCRYPTED: Final = 1 << 1
RANGEKIT_GATT_ROW_SERVICE: Final = 0
RANGEKIT_GATT_ROW_ACCESSORY_CONFIGURATION: Final = 1
RANGEKIT_GATT_ROW_ACCESSORY_CONFIGURATIONS: Final = 2
RANGEKIT_GATT_ROW_RECEIVE: Final = 3
RANGEKIT_GATT_ROW_TRANSMIT: Final = 4
RANGEKIT_GATT_ROW_PAIRING: Final = 5
RANGEKIT_GATT_ROW_DISCOVERY_TOKEN: Final = 6
RANGEKIT_GATT_ROW_SESSION_CONTROL: Final = 7
RANGEKIT_GATT_ROW_APPLICATION_DATA: Final = 8
RANGEKIT_UUID_TEXT_SIZE: Final = 37
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
RANGEKIT_FRAGMENT_HEADER_SIZE: Final = 4
RANGEKIT_FRAGMENT_PAYLOAD_MIN_SIZE: Final = 20
RANGEKIT_FRAGMENTS_MAX_COUNT: Final = 256
RANGEKIT_FRAGMENT_CRC: Final = 1 << 0
RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE: Final = 24
RANGEKIT_REASSEMBLY_NOTHING: Final = 0
RANGEKIT_REASSEMBLY_INCOMPLETE: Final = 1
RANGEKIT_REASSEMBLY_COMPLETE: Final = 2
RANGEKIT_REASSEMBLY_DUPLICATE: Final = 3
RANGEKIT_REASSEMBLY_TIMED_OUT: Final = 4
RANGEKIT_REASSEMBLY_REORDERED: Final = 1 << 0
RANGEKIT_REASSEMBLY_LOST: Final = 1 << 1
RANGEKIT_REASSEMBLY_V1_SIZE: Final = 48
RANGEKIT_NDEF_TNF_EMPTY: Final = 0
RANGEKIT_NDEF_TNF_WELL_KNOWN: Final = 1
RANGEKIT_NDEF_TNF_MIME: Final = 2
RANGEKIT_NDEF_TNF_URI: Final = 3
RANGEKIT_NDEF_TNF_EXTERNAL: Final = 4
RANGEKIT_NDEF_TNF_UNKNOWN: Final = 5
RANGEKIT_NDEF_TOKEN_TYPE: Final = "rangekit:token"
RANGEKIT_NDEF_TOKEN_MIME_TYPE: Final = "application/vnd.rangekit.token"
RANGEKIT_NDEF_RECORD_V1_SIZE: Final = 40
RANGEKIT_ADVERTISEMENT_MAX_SIZE: Final = 31
RANGEKIT_SERVICE_DATA_MAX_SIZE: Final = 27
RANGEKIT_DEVICE_HINT_SIZE: Final = 4
RANGEKIT_ADVERTISEMENT_FLAGS: Final = 1 << 0
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


class rangekit_parameters(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("reserved", c_uint32),
        ("fields", c_uint64),
        ("device_type", c_uint32),
        ("device_role", c_uint32),
        ("session_id", c_uint32),
        ("channel", c_uint32),
        ("preamble_code_index", c_uint32),
        ("sfd_id", c_uint32),
        ("prf_mode", c_uint32),
        ("preamble_duration", c_uint32),
        ("psdu_data_rate", c_uint32),
        ("phr_data_rate", c_uint32),
        ("rframe_config", c_uint32),
        ("sts_segment_count", c_uint32),
        ("sts_length", c_uint32),
        ("sts_config", c_uint32),
        ("vendor_id", c_uint32),
        ("sub_session_id", c_uint32),
        ("key_rotation", c_uint32),
        ("key_rotation_rate", c_uint32),
        ("slot_duration_rstu", c_uint32),
        ("slots_per_round", c_uint32),
        ("ranging_interval_ms", c_uint32),
        ("block_stride", c_uint32),
        ("ranging_round_usage", c_uint32),
        ("ranging_round_control", c_uint32),
        ("multi_node_mode", c_uint32),
        ("schedule_mode", c_uint32),
        ("ranging_time_struct", c_uint32),
        ("hopping_mode", c_uint32),
        ("mac_address_mode", c_uint32),
        ("mac_fcs_type", c_uint32),
        ("controlee_count", c_uint32),
        ("max_round_retries", c_uint32),
        ("max_measurements", c_uint32),
        ("session_priority", c_uint32),
        ("in_band_termination_attempts", c_uint32),
        ("initiation_time_ms", c_uint32),
        ("result_report_config", c_uint32),
        ("notification_config", c_uint32),
        ("notification_near_cm", c_uint32),
        ("notification_far_cm", c_uint32),
        ("notification_azimuth_lower_q7", c_int32),
        ("notification_azimuth_upper_q7", c_int32),
        ("notification_elevation_lower_q7", c_int32),
        ("notification_elevation_upper_q7", c_int32),
        ("aoa_request", c_uint32),
        ("filter_type", c_uint32),
        ("max_clock_drift_ppm", c_uint32),
        ("update_rate", c_uint32),
        ("device_address", c_uint8 * 8),
        ("peer_addresses", c_uint8 * 64),
        ("session_key", c_uint8 * 32),
        ("sub_session_key", c_uint8 * 32),
        ("static_sts_iv", c_uint8 * 6),
        ("country", c_uint8 * 2),
        ("device_address_length", c_uint8),
        ("peer_count", c_uint8),
        ("peer_address_length", c_uint8),
        ("session_key_length", c_uint8),
        ("sub_session_key_length", c_uint8),
        ("reserved_bytes", c_uint8 * 3),
    ]


class rangekit_timing(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("slot_duration_s", c_double),
        ("round_duration_s", c_double),
        ("update_rate_hz", c_double),
        ("rounds_per_block", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_parameters_finding(Structure):
    _fields_ = [
        ("value_a", c_uint64),
        ("value_b", c_uint64),
        ("fields", c_uint32),
        ("parameter", c_int32),
        ("rule", c_int32),
        ("consequence", c_int32),
        ("side", c_int32),
        ("reserved", c_uint32),
    ]


class rangekit_problem(Structure):
    _fields_ = [
        ("byte_offset", c_uint64),
        ("expected", c_uint64),
        ("found", c_uint64),
        ("fields", c_uint32),
        ("status", c_int32),
        ("field", c_int32),
        ("is_refused", c_uint32),
    ]


class rangekit_accessory_configuration(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("manufacturer_id", c_uint32),
        ("chipset_model_id", c_uint32),
        ("middleware_version", c_uint32),
        ("session_id", c_uint32),
        ("protocol_major", c_uint16),
        ("protocol_minor", c_uint16),
        ("interop_major", c_uint16),
        ("interop_minor", c_uint16),
        ("max_clock_drift_ppm", c_uint16),
        ("slots_per_round", c_uint16),
        ("slot_duration_rstu", c_uint16),
        ("ranging_interval_ms", c_uint16),
        ("update_rate", c_uint8),
        ("role", c_uint8),
        ("hopping_mode", c_uint8),
        ("multi_node_mode", c_uint8),
        ("ranging_round_usage", c_uint8),
        ("uwb_config_length", c_uint8),
        ("trailing_length", c_uint8),
        ("reserved", c_uint8),
        ("short_address", c_uint8 * 2),
        ("static_sts_iv", c_uint8 * 6),
        ("header_reserved", c_uint8 * 10),
        ("uwb_reserved", c_uint8 * 4),
        ("reserved_bytes", c_uint8 * 2),
        ("trailing", c_uint8 * 64),
    ]


class rangekit_shareable_configuration(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("session_id", c_uint32),
        ("interop_major", c_uint16),
        ("interop_minor", c_uint16),
        ("slots_per_round", c_uint16),
        ("slot_duration_rstu", c_uint16),
        ("ranging_interval_ms", c_uint16),
        ("max_clock_drift_ppm", c_uint16),
        ("country", c_uint8 * 2),
        ("preamble_code_index", c_uint8),
        ("channel", c_uint8),
        ("ranging_round_control", c_uint8),
        ("hopping_mode", c_uint8),
        ("short_address", c_uint8 * 2),
        ("static_sts_iv", c_uint8 * 6),
        ("uwb_reserved", c_uint8 * 4),
        ("trailing_length", c_uint8),
        ("reserved", c_uint8 * 5),
        ("trailing", c_uint8 * 64),
    ]


class rangekit_android_accessory_configuration(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("profile_ids", c_uint32),
        ("version_major", c_uint16),
        ("version_minor", c_uint16),
        ("chip_id", c_uint16),
        ("chip_firmware_version", c_uint16),
        ("middleware_version", c_uint8 * 3),
        ("ranging_roles", c_uint8),
        ("short_address", c_uint8 * 2),
        ("reserved", c_uint8 * 2),
    ]


class rangekit_gatt_row(Structure):
    _fields_ = [
        ("uuid", c_uint8 * 16),
        ("kind", c_int32),
        ("row", c_int32),
        ("properties", c_uint32),
        ("permissions", c_uint32),
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


class rangekit_reassembler_options(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("slot_count", c_uint32),
        ("message_capacity", c_uint32),
        ("reserved", c_uint32),
        ("timeout_ns", c_int64),
    ]


class rangekit_reassembly(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("event", c_int32),
        ("peer", c_uint64),
        ("lost_peer", c_uint64),
        ("flags", c_uint32),
        ("message_id", c_uint32),
        ("message_length", c_uint32),
        ("missing_count", c_uint32),
        ("lost_message_id", c_uint32),
        ("lost_missing_count", c_uint32),
    ]


class rangekit_reassembler(Structure):
    """Opaque: known to the library alone."""


class rangekit_ndef_record(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("type_name_format", c_int32),
        ("type_offset", c_uint32),
        ("type_length", c_uint32),
        ("id_offset", c_uint32),
        ("id_length", c_uint32),
        ("payload_offset", c_uint32),
        ("payload_length", c_uint32),
        ("next_offset", c_uint32),
        ("is_token", c_uint32),
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
    "rangekit_parameters_default": (c_int32, [POINTER(rangekit_parameters)]),
    "rangekit_parameter_name": (c_char_p, [c_int32]),
    "rangekit_parameters_merge": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_parameters)]),
    "rangekit_timing_default": (c_int32, [POINTER(rangekit_timing)]),
    "rangekit_parameters_timing": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_timing)]),
    "rangekit_parameters_rule_name": (c_char_p, [c_int32]),
    "rangekit_consequence_name": (c_char_p, [c_int32]),
    "rangekit_parameters_finding_describe": (c_int32, [POINTER(rangekit_parameters_finding), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_parameters_check": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_parameters_finding), c_size_t, POINTER(c_size_t)]),
    "rangekit_parameters_diff": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_parameters), c_uint32, POINTER(rangekit_parameters_finding), c_size_t, POINTER(c_size_t)]),
    "rangekit_accessory_message_name": (c_char_p, [c_uint32]),
    "rangekit_accessory_message_decode": (c_int32, [c_char_p, c_size_t, POINTER(c_uint32), POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_accessory_message_encode": (c_int32, [c_uint32, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_problem_describe": (c_int32, [POINTER(rangekit_problem), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "rangekit_accessory_configuration_default": (c_int32, [POINTER(rangekit_accessory_configuration)]),
    "rangekit_accessory_configuration_set_version": (c_int32, [POINTER(rangekit_accessory_configuration), c_uint32, c_uint32]),
    "rangekit_accessory_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_accessory_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_accessory_configuration_read": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_accessory_configuration), POINTER(rangekit_problem), c_size_t, POINTER(c_size_t)]),
    "rangekit_accessory_configuration_encode": (c_int32, [POINTER(rangekit_accessory_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uwb_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_accessory_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_uwb_configuration_encode": (c_int32, [POINTER(rangekit_accessory_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_accessory_configuration_compare": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(rangekit_diagnostic)]),
    "rangekit_shareable_configuration_default": (c_int32, [POINTER(rangekit_shareable_configuration)]),
    "rangekit_shareable_configuration_set_version": (c_int32, [POINTER(rangekit_shareable_configuration), c_uint32, c_uint32]),
    "rangekit_shareable_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_shareable_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_shareable_configuration_read": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_shareable_configuration), POINTER(rangekit_problem), c_size_t, POINTER(c_size_t)]),
    "rangekit_shareable_configuration_encode": (c_int32, [POINTER(rangekit_shareable_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_android_accessory_configuration_default": (c_int32, [POINTER(rangekit_android_accessory_configuration)]),
    "rangekit_android_accessory_configuration_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_android_accessory_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_android_accessory_configuration_encode": (c_int32, [POINTER(rangekit_android_accessory_configuration), POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_static_sts_key": (c_int32, [c_uint32, c_char_p, c_int32, POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_parameters_from_accessory": (c_int32, [POINTER(rangekit_accessory_configuration), POINTER(rangekit_parameters)]),
    "rangekit_parameters_from_shareable": (c_int32, [POINTER(rangekit_shareable_configuration), POINTER(rangekit_parameters)]),
    "rangekit_parameters_for_accessory": (c_int32, [POINTER(rangekit_accessory_configuration), POINTER(rangekit_shareable_configuration), POINTER(rangekit_parameters)]),
    "rangekit_parameters_to_accessory": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_accessory_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_parameters_to_shareable": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_shareable_configuration), POINTER(rangekit_diagnostic)]),
    "rangekit_gatt_table_name": (c_char_p, [c_int32]),
    "rangekit_gatt_row_name": (c_char_p, [c_int32]),
    "rangekit_gatt_rows": (c_int32, [c_int32, POINTER(rangekit_gatt_row), c_size_t, POINTER(c_size_t)]),
    "rangekit_uuid_describe": (c_int32, [c_char_p, POINTER(c_char), c_size_t, POINTER(c_size_t)]),
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
    "rangekit_fragment_count": (c_int32, [c_size_t, c_size_t, c_uint32, POINTER(c_size_t)]),
    "rangekit_fragment_encode": (c_int32, [c_char_p, c_size_t, c_size_t, c_uint32, c_uint32, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_reassembler_options_default": (c_int32, [POINTER(rangekit_reassembler_options)]),
    "rangekit_reassembly_default": (c_int32, [POINTER(rangekit_reassembly)]),
    "rangekit_reassembler_size": (c_size_t, [POINTER(rangekit_reassembler_options)]),
    "rangekit_reassembler_init": (c_int32, [c_void_p, c_size_t, POINTER(rangekit_reassembler_options), POINTER(POINTER(rangekit_reassembler))]),
    "rangekit_reassembler_destroy": (None, [POINTER(rangekit_reassembler)]),
    "rangekit_reassembler_receive": (c_int32, [POINTER(rangekit_reassembler), c_uint64, c_char_p, c_size_t, c_int64, POINTER(rangekit_reassembly)]),
    "rangekit_reassembler_take": (c_int32, [POINTER(rangekit_reassembler), c_uint64, POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_reassembler_advance": (c_int32, [POINTER(rangekit_reassembler), c_int64, POINTER(rangekit_reassembly)]),
    "rangekit_ndef_record_default": (c_int32, [POINTER(rangekit_ndef_record)]),
    "rangekit_ndef_encode": (c_int32, [c_int32, c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_ndef_record_decode": (c_int32, [c_char_p, c_size_t, c_size_t, POINTER(rangekit_ndef_record), POINTER(rangekit_diagnostic)]),
    "rangekit_ndef_find_token": (c_int32, [c_char_p, c_size_t, POINTER(c_size_t), POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_advertisement_encode": (c_int32, [c_uint32, c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_advertisement_find": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_size_t), POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_device_hint": (c_int32, [POINTER(rangekit_token), POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_advertisement_matches": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_int32)]),
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
