"""The C contract as ctypes: constants, structures and function prototypes.

Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int16, c_int32, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_uint8, c_void_p
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
RANGEKIT_FEATURE_ANDROID_OOB: Final = 1 << 9
RANGEKIT_FEATURE_UCI: Final = 1 << 10
RANGEKIT_FEATURE_ACCESSORY: Final = 1 << 8
RANGEKIT_FEATURE_PARAMETERS: Final = 1 << 11
RANGEKIT_FEATURE_TRANSPORT: Final = 1 << 12
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
RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE: Final = -600
RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET: Final = -601
RANGEKIT_ERROR_OOB_DUPLICATE_TECHNOLOGY: Final = -602
RANGEKIT_ERROR_UCI_RESERVED_BITS: Final = -700
RANGEKIT_ERROR_UCI_INTERLEAVED: Final = -701
RANGEKIT_ERROR_UCI_COUNT_MISMATCH: Final = -702
RANGEKIT_ERROR_UCI_SIZE_MISMATCH: Final = -703
RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE: Final = -704
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
RANGEKIT_FIELD_OOB: Final = 1280
RANGEKIT_FIELD_OOB_VERSION: Final = 1281
RANGEKIT_FIELD_OOB_MESSAGE: Final = 1282
RANGEKIT_FIELD_OOB_TECHNOLOGIES: Final = 1283
RANGEKIT_FIELD_OOB_TECHNOLOGIES_TO_START: Final = 1284
RANGEKIT_FIELD_OOB_TRANSITIONING: Final = 1285
RANGEKIT_FIELD_OOB_DEVICE_TYPE: Final = 1286
RANGEKIT_FIELD_OOB_MOTION: Final = 1287
RANGEKIT_FIELD_OOB_TAIL: Final = 1288
RANGEKIT_FIELD_OOB_TECHNOLOGY: Final = 1289
RANGEKIT_FIELD_OOB_TECHNOLOGY_SIZE: Final = 1290
RANGEKIT_FIELD_OOB_ADDRESS: Final = 1291
RANGEKIT_FIELD_OOB_UWB: Final = 1292
RANGEKIT_FIELD_OOB_SESSION_KEY: Final = 1293
RANGEKIT_FIELD_OOB_ROLE: Final = 1294
RANGEKIT_FIELD_OOB_MODE: Final = 1295
RANGEKIT_FIELD_OOB_SECURITY: Final = 1296
RANGEKIT_FIELD_OOB_RTT: Final = 1297
RANGEKIT_FIELD_OOB_SERVICE_NAME: Final = 1298
RANGEKIT_FIELD_CONNECTOR: Final = 1344
RANGEKIT_FIELD_CONNECTOR_VERSION: Final = 1345
RANGEKIT_FIELD_CONNECTOR_PACKET_SIZE: Final = 1346
RANGEKIT_FIELD_CONNECTOR_MESSAGE_SIZE: Final = 1347
RANGEKIT_FIELD_CONNECTOR_SESSIONS: Final = 1348
RANGEKIT_FIELD_CONNECTOR_COMPONENT: Final = 1349
RANGEKIT_FIELD_CONNECTOR_TYPE: Final = 1350
RANGEKIT_FIELD_CONNECTOR_INSTRUCTION: Final = 1351
RANGEKIT_FIELD_UCI_HEADER: Final = 1536
RANGEKIT_FIELD_UCI_PAYLOAD: Final = 1537
RANGEKIT_FIELD_UCI_SESSION_INFO: Final = 1552
RANGEKIT_FIELD_UCI_MEASUREMENT_TYPE: Final = 1553
RANGEKIT_FIELD_UCI_MAC_MODE: Final = 1554
RANGEKIT_FIELD_UCI_MEASUREMENT: Final = 1555
RANGEKIT_FIELD_UCI_TIMESTAMP: Final = 1556
RANGEKIT_FIELD_UCI_ACTIVE_ROUNDS: Final = 1557
RANGEKIT_FIELD_UCI_LOCATION: Final = 1558
RANGEKIT_FIELD_UCI_TLV: Final = 1568
RANGEKIT_FIELD_UCI_TLV_COUNT: Final = 1569
RANGEKIT_FIELD_UCI_SESSION_STATUS: Final = 1584
RANGEKIT_FIELD_UCI_DEVICE_INFO: Final = 1585
RANGEKIT_FIELD_UCI_MULTICAST: Final = 1586
RANGEKIT_FIELD_UCI_MULTICAST_ACTION: Final = 1587
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
RANGEKIT_ANDROID_OOB_VERSION: Final = 3
RANGEKIT_ANDROID_OOB_CAPABILITY_REQUEST: Final = 0
RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE: Final = 1
RANGEKIT_ANDROID_OOB_CONFIGURATION: Final = 2
RANGEKIT_ANDROID_OOB_CONFIGURATION_RESPONSE: Final = 3
RANGEKIT_ANDROID_OOB_STOP: Final = 6
RANGEKIT_ANDROID_OOB_STOP_RESPONSE: Final = 7
RANGEKIT_ANDROID_OOB_MOTION: Final = 8
RANGEKIT_ANDROID_TECHNOLOGY_UWB: Final = 0
RANGEKIT_ANDROID_TECHNOLOGY_BLE_CS: Final = 1
RANGEKIT_ANDROID_TECHNOLOGY_WIFI_NAN_RTT: Final = 2
RANGEKIT_ANDROID_TECHNOLOGY_BLE_RSSI: Final = 3
RANGEKIT_ANDROID_TECHNOLOGY_WIFI_PD: Final = 5
RANGEKIT_ANDROID_TRANSITIONING_NONE: Final = 0
RANGEKIT_ANDROID_TRANSITIONING_MAKE_BEFORE_BREAK: Final = 1
RANGEKIT_ANDROID_DEVICE_UNKNOWN: Final = 0
RANGEKIT_ANDROID_DEVICE_PHONE: Final = 1
RANGEKIT_ANDROID_DEVICE_TABLET: Final = 2
RANGEKIT_ANDROID_DEVICE_TAG: Final = 3
RANGEKIT_ANDROID_DEVICE_WEARABLE: Final = 4
RANGEKIT_ANDROID_DEVICE_HEARABLE: Final = 5
RANGEKIT_ANDROID_MOTION_NOT_DETECTED: Final = 0
RANGEKIT_ANDROID_MOTION_SLIGHT: Final = 1
RANGEKIT_ANDROID_MOTION_MODERATE: Final = 2
RANGEKIT_ANDROID_MOTION_LARGE: Final = 3
RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES: Final = 1 << 0
RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START: Final = 1 << 1
RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING: Final = 1 << 2
RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE: Final = 1 << 3
RANGEKIT_ANDROID_OOB_HAS_MOTION: Final = 1 << 4
RANGEKIT_ANDROID_OOB_TAIL_MAX_SIZE: Final = 32
RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE: Final = 72
RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS: Final = 1 << 0
RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY: Final = 1 << 1
RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION: Final = 1 << 2
RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY: Final = 1 << 3
RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY: Final = 1 << 4
RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION: Final = 1 << 5
RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD: Final = 1 << 6
RANGEKIT_ANDROID_UWB_ROLE_INITIATOR: Final = 1
RANGEKIT_ANDROID_UWB_ROLE_RESPONDER: Final = 2
RANGEKIT_ANDROID_UWB_MODE_CONTROLLER: Final = 1
RANGEKIT_ANDROID_UWB_MODE_CONTROLEE: Final = 2
RANGEKIT_ANDROID_RTT_ROLE_RESPONDER: Final = 0
RANGEKIT_ANDROID_RTT_ROLE_INITIATOR: Final = 1
RANGEKIT_ANDROID_UWB_UNICAST_STATIC: Final = 1
RANGEKIT_ANDROID_UWB_MULTICAST_STATIC: Final = 2
RANGEKIT_ANDROID_UWB_UNICAST_PROVISIONED: Final = 3
RANGEKIT_ANDROID_UWB_MULTICAST_PROVISIONED: Final = 4
RANGEKIT_ANDROID_UWB_MULTICAST_PROVISIONED_INDIVIDUAL: Final = 5
RANGEKIT_ANDROID_UWB_UNICAST_PROVISIONED_VERY_FAST: Final = 6
RANGEKIT_ANDROID_TECHNOLOGY_BYTES_MAX_SIZE: Final = 253
RANGEKIT_CONNECTOR_COMPONENTS_MAX_COUNT: Final = 16
RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE: Final = 64
RANGEKIT_CONNECTOR_PACKET: Final = 1
RANGEKIT_CONNECTOR_MESSAGE: Final = 2
RANGEKIT_CONNECTOR_COMMAND: Final = 0
RANGEKIT_CONNECTOR_EVENT: Final = 1
RANGEKIT_CONNECTOR_RESPONSE: Final = 2
RANGEKIT_CONNECTOR_DATA_EXCHANGE: Final = 0
RANGEKIT_CONNECTOR_ERROR_INDICATION: Final = 1
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
RANGEKIT_UCI_DATA: Final = 0
RANGEKIT_UCI_COMMAND: Final = 1
RANGEKIT_UCI_RESPONSE: Final = 2
RANGEKIT_UCI_NOTIFICATION: Final = 3
RANGEKIT_UCI_GROUP_CORE: Final = 0
RANGEKIT_UCI_GROUP_SESSION_CONFIG: Final = 1
RANGEKIT_UCI_GROUP_SESSION_CONTROL: Final = 2
RANGEKIT_UCI_GROUP_DATA_CONTROL: Final = 3
RANGEKIT_UCI_GROUP_ANDROID: Final = 12
RANGEKIT_UCI_GROUP_TEST: Final = 13
RANGEKIT_UCI_CORE_DEVICE_STATUS: Final = 1
RANGEKIT_UCI_CORE_DEVICE_INFO: Final = 2
RANGEKIT_UCI_CORE_GET_CAPS_INFO: Final = 3
RANGEKIT_UCI_SESSION_STATUS: Final = 2
RANGEKIT_UCI_SESSION_SET_APP_CONFIG: Final = 3
RANGEKIT_UCI_SESSION_UPDATE_MULTICAST: Final = 7
RANGEKIT_UCI_SESSION_INFO: Final = 0
RANGEKIT_UCI_HEADER_SIZE: Final = 4
RANGEKIT_UCI_SEGMENT_MAX_SIZE: Final = 255
RANGEKIT_UCI_MESSAGE_MAX_SIZE: Final = 4096
RANGEKIT_UCI_HEADER_V1_SIZE: Final = 24
RANGEKIT_UCI_NAMES_OPCODE: Final = 1
RANGEKIT_UCI_NAMES_STATUS: Final = 2
RANGEKIT_UCI_NAMES_APP_CONFIG: Final = 3
RANGEKIT_UCI_NAMES_CAPABILITY_1: Final = 4
RANGEKIT_UCI_NAMES_CAPABILITY_2: Final = 5
RANGEKIT_UCI_NAMES_DEVICE_STATE: Final = 6
RANGEKIT_UCI_NAMES_SESSION_STATE: Final = 7
RANGEKIT_UCI_NAMES_REASON: Final = 8
RANGEKIT_UCI_NAMES_MEASUREMENT_TYPE: Final = 9
RANGEKIT_UCI_NAMES_MESSAGE_TYPE: Final = 10
RANGEKIT_UCI_NAMES_GROUP: Final = 11
RANGEKIT_UCI_STATUS_OK: Final = 0
RANGEKIT_UCI_STATUS_OK_NEGATIVE_DISTANCE: Final = 27
RANGEKIT_UCI_DISTANCE_NONE: Final = 65535
RANGEKIT_UCI_MEASUREMENT_ONE_WAY: Final = 0
RANGEKIT_UCI_MEASUREMENT_TWO_WAY: Final = 1
RANGEKIT_UCI_MEASUREMENT_DL_TDOA: Final = 2
RANGEKIT_UCI_MEASUREMENT_OWR_AOA: Final = 3
RANGEKIT_UCI_MAC_SHORT: Final = 0
RANGEKIT_UCI_MAC_EXTENDED: Final = 1
RANGEKIT_UCI_SESSION_INFO_HAS_MEASUREMENTS: Final = 1 << 0
RANGEKIT_UCI_SESSION_INFO_HAS_REST: Final = 1 << 1
RANGEKIT_UCI_SESSION_INFO_V1_SIZE: Final = 64
RANGEKIT_UCI_ROUNDS_MAX_COUNT: Final = 32
RANGEKIT_UCI_LOCATION_WGS84: Final = 1
RANGEKIT_UCI_LOCATION_RELATIVE: Final = 2
RANGEKIT_UCI_TLVS_BARE: Final = 0
RANGEKIT_UCI_TLVS_COUNT: Final = 1
RANGEKIT_UCI_TLVS_STATUS: Final = 2
RANGEKIT_UCI_TLVS_SESSION: Final = 3
RANGEKIT_UCI_MULTICAST_ADD: Final = 0
RANGEKIT_UCI_MULTICAST_REMOVE: Final = 1
RANGEKIT_UCI_MULTICAST_ADD_KEY_16: Final = 2
RANGEKIT_UCI_MULTICAST_ADD_KEY_32: Final = 3
RANGEKIT_UCI_BYTES_AS_GIVEN: Final = 0
RANGEKIT_UCI_BYTES_REVERSED: Final = 1


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


class rangekit_android_oob_message(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("message", c_int32),
        ("version", c_uint32),
        ("technologies", c_uint32),
        ("technologies_to_start", c_uint32),
        ("transitioning", c_uint32),
        ("device_type", c_uint32),
        ("motion", c_uint32),
        ("tail_length", c_uint32),
        ("tail", c_uint8 * 32),
    ]


class rangekit_android_technology(Structure):
    _fields_ = [
        ("technology", c_int32),
        ("fields", c_uint32),
        ("channels", c_uint32),
        ("preamble_indexes", c_uint32),
        ("config_ids", c_uint32),
        ("interval_ms", c_uint32),
        ("slot_ms", c_uint32),
        ("role", c_uint32),
        ("session_id", c_uint32),
        ("config_id", c_uint32),
        ("channel", c_uint32),
        ("preamble_index", c_uint32),
        ("mode", c_uint32),
        ("security", c_uint32),
        ("features", c_uint32),
        ("periodic", c_uint32),
        ("bandwidth", c_uint32),
        ("receive_chains", c_uint32),
        ("bytes_length", c_uint32),
        ("address", c_uint8 * 6),
        ("country", c_uint8 * 2),
        ("bytes", c_uint8 * 256),
    ]


class rangekit_connector_capabilities(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("version_major", c_uint32),
        ("version_minor", c_uint32),
        ("packet_size", c_uint32),
        ("message_size", c_uint32),
        ("sessions", c_uint32),
        ("component_count", c_uint32),
        ("reserved", c_uint32),
        ("component_ids", c_uint8 * 16),
        ("component_types", c_uint8 * 16),
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


class rangekit_uci_header(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("message_type", c_int32),
        ("group", c_uint32),
        ("opcode", c_uint32),
        ("more_segments", c_uint32),
        ("payload_length", c_uint32),
    ]


class rangekit_uci_assembler(Structure):
    """Opaque: known to the library alone."""


class rangekit_uci_session_info(Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("fields", c_uint32),
        ("hybrid", c_uint64),
        ("sequence", c_uint32),
        ("session", c_uint32),
        ("interval_ms", c_uint32),
        ("rcr_indicator", c_uint32),
        ("measurement_type", c_int32),
        ("mac_mode", c_uint32),
        ("reserved_byte", c_uint32),
        ("measurement_count", c_uint32),
        ("measurements_offset", c_uint32),
        ("rest_offset", c_uint32),
        ("rest_length", c_uint32),
        ("dl_tdoa_layout", c_uint32),
    ]


class rangekit_uci_measurement(Structure):
    _fields_ = [
        ("mac_address", c_uint64),
        ("tx_timestamp", c_uint64),
        ("rx_timestamp", c_uint64),
        ("message_control", c_uint32),
        ("initiator_reply_time", c_uint32),
        ("responder_reply_time", c_uint32),
        ("azimuth_q7", c_int16),
        ("elevation_q7", c_int16),
        ("destination_azimuth_q7", c_int16),
        ("destination_elevation_q7", c_int16),
        ("anchor_cfo_q10", c_int16),
        ("cfo_q10", c_int16),
        ("distance_cm", c_uint16),
        ("block_index", c_uint16),
        ("tof", c_uint16),
        ("type", c_uint8),
        ("mac_mode", c_uint8),
        ("status", c_uint8),
        ("nlos", c_uint8),
        ("azimuth_fom", c_uint8),
        ("elevation_fom", c_uint8),
        ("destination_azimuth_fom", c_uint8),
        ("destination_elevation_fom", c_uint8),
        ("slot_index", c_uint8),
        ("rssi_half_db", c_uint8),
        ("frame_sequence", c_uint8),
        ("message_type", c_uint8),
        ("round_index", c_uint8),
        ("layout", c_uint8),
        ("tx_timestamp_size", c_uint8),
        ("rx_timestamp_size", c_uint8),
        ("location_length", c_uint8),
        ("rounds_count", c_uint8),
        ("supercluster", c_uint8),
        ("reserved", c_uint8 * 11),
        ("location", c_uint8 * 12),
        ("rounds", c_uint8 * 32),
    ]


class rangekit_uci_location(Structure):
    _fields_ = [
        ("latitude_deg", c_double),
        ("longitude_deg", c_double),
        ("altitude_m", c_double),
        ("x_m", c_double),
        ("y_m", c_double),
        ("z_m", c_double),
        ("kind", c_int32),
        ("reserved", c_int32),
    ]


class rangekit_uci_tlv(Structure):
    _fields_ = [
        ("number", c_uint64),
        ("id", c_uint32),
        ("offset", c_uint32),
        ("length", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_uci_session_status(Structure):
    _fields_ = [
        ("session", c_uint32),
        ("state", c_uint32),
        ("reason", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_uci_device_info(Structure):
    _fields_ = [
        ("status", c_uint32),
        ("uci_version", c_uint32),
        ("mac_version", c_uint32),
        ("phy_version", c_uint32),
        ("test_version", c_uint32),
        ("vendor_offset", c_uint32),
        ("vendor_length", c_uint32),
        ("reserved", c_uint32),
    ]


class rangekit_uci_controlee(Structure):
    _fields_ = [
        ("sub_session", c_uint32),
        ("address", c_uint8 * 2),
        ("reserved", c_uint8 * 2),
        ("key", c_uint8 * 32),
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
    "rangekit_android_oob_message_default": (c_int32, [POINTER(rangekit_android_oob_message)]),
    "rangekit_android_oob_reply_version": (c_int32, [c_uint32, POINTER(c_uint32)]),
    "rangekit_android_oob_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_android_oob_message), POINTER(rangekit_android_technology), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_android_oob_encode": (c_int32, [POINTER(rangekit_android_oob_message), POINTER(rangekit_android_technology), c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_android_technology_decode": (c_int32, [c_char_p, c_size_t, c_int32, c_uint32, POINTER(rangekit_android_technology), POINTER(rangekit_diagnostic)]),
    "rangekit_android_technology_encode": (c_int32, [POINTER(rangekit_android_technology), c_int32, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_parameters_from_android_uwb": (c_int32, [POINTER(rangekit_android_technology), POINTER(rangekit_parameters), POINTER(c_int32), POINTER(rangekit_diagnostic)]),
    "rangekit_parameters_to_android_uwb": (c_int32, [POINTER(rangekit_parameters), POINTER(rangekit_android_technology), POINTER(c_uint64), POINTER(rangekit_diagnostic)]),
    "rangekit_connector_capabilities_default": (c_int32, [POINTER(rangekit_connector_capabilities)]),
    "rangekit_connector_capabilities_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_connector_capabilities), POINTER(rangekit_diagnostic)]),
    "rangekit_connector_capabilities_encode": (c_int32, [POINTER(rangekit_connector_capabilities), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_connector_header_decode": (c_int32, [c_int32, c_char_p, c_size_t, POINTER(c_uint32), POINTER(c_uint32), POINTER(rangekit_diagnostic)]),
    "rangekit_connector_encode": (c_int32, [c_int32, c_uint32, c_uint32, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
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
    "rangekit_uci_header_default": (c_int32, [POINTER(rangekit_uci_header)]),
    "rangekit_uci_header_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_uci_header), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_encode": (c_int32, [POINTER(rangekit_uci_header), c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_assembler_size": (c_size_t, []),
    "rangekit_uci_assembler_init": (c_int32, [c_void_p, c_size_t, POINTER(POINTER(rangekit_uci_assembler))]),
    "rangekit_uci_assembler_create": (c_int32, [POINTER(POINTER(rangekit_uci_assembler))]),
    "rangekit_uci_assembler_destroy": (None, [POINTER(rangekit_uci_assembler)]),
    "rangekit_uci_assembler_reset": (c_int32, [POINTER(rangekit_uci_assembler)]),
    "rangekit_uci_assembler_receive": (c_int32, [POINTER(rangekit_uci_assembler), c_char_p, c_size_t, POINTER(c_size_t), POINTER(rangekit_uci_header), POINTER(c_char_p), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_name": (c_char_p, [c_int32, c_uint32]),
    "rangekit_uci_session_info_default": (c_int32, [POINTER(rangekit_uci_session_info)]),
    "rangekit_uci_session_info_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_uci_session_info), POINTER(rangekit_uci_measurement), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_session_info_encode": (c_int32, [POINTER(rangekit_uci_session_info), POINTER(rangekit_uci_measurement), c_size_t, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_session_info_samples": (c_int32, [c_char_p, c_size_t, c_uint32, c_int64, POINTER(rangekit_range_sample), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_dl_tdoa_decode": (c_int32, [c_char_p, c_size_t, c_uint32, c_uint32, POINTER(rangekit_uci_measurement), POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_measurement_encode": (c_int32, [POINTER(rangekit_uci_measurement), POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_location_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_uci_location), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_location_encode": (c_int32, [POINTER(rangekit_uci_location), POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "rangekit_uci_tlvs_decode": (c_int32, [c_char_p, c_size_t, c_int32, POINTER(c_uint32), POINTER(rangekit_uci_tlv), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_tlvs_encode": (c_int32, [c_int32, c_uint32, POINTER(rangekit_uci_tlv), c_size_t, c_char_p, c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_session_status_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_uci_session_status), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_device_info_decode": (c_int32, [c_char_p, c_size_t, POINTER(rangekit_uci_device_info), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_multicast_decode": (c_int32, [c_char_p, c_size_t, POINTER(c_uint32), POINTER(c_int32), POINTER(rangekit_uci_controlee), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_uci_multicast_encode": (c_int32, [c_uint32, c_int32, POINTER(rangekit_uci_controlee), c_size_t, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(rangekit_diagnostic)]),
    "rangekit_parameters_from_uci": (c_int32, [c_char_p, c_size_t, c_uint32, c_uint32, POINTER(rangekit_parameters), POINTER(c_uint32), POINTER(rangekit_diagnostic)]),
    "rangekit_parameters_to_uci": (c_int32, [POINTER(rangekit_parameters), c_uint32, c_uint32, c_uint32, POINTER(c_uint8), c_size_t, POINTER(c_size_t), POINTER(c_uint64), POINTER(rangekit_diagnostic)]),
}
