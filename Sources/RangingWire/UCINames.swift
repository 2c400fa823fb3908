/// Names of UCI's codes.
///
/// Each table is one text of entries: three hexadecimal digits, the name, a NUL. So a name costs its letters and
/// nothing else.
public struct UCINames: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Code: group * 64 + opcode.
    @inlinable public static var opcode: UCINames { UCINames(rawValue: 1) }
    @inlinable public static var status: UCINames { UCINames(rawValue: 2) }
    @inlinable public static var appConfig: UCINames { UCINames(rawValue: 3) }
    @inlinable public static var capability1: UCINames { UCINames(rawValue: 4) }
    @inlinable public static var capability2: UCINames { UCINames(rawValue: 5) }
    @inlinable public static var deviceState: UCINames { UCINames(rawValue: 6) }
    @inlinable public static var sessionState: UCINames { UCINames(rawValue: 7) }
    @inlinable public static var reason: UCINames { UCINames(rawValue: 8) }
    @inlinable public static var measurementType: UCINames { UCINames(rawValue: 9) }
    @inlinable public static var messageType: UCINames { UCINames(rawValue: 10) }
    @inlinable public static var group: UCINames { UCINames(rawValue: 11) }

    /// The name of a code, ending with a NUL; empty where the sources name none.
    public func name(_ code: UInt32) -> UnsafePointer<UInt8> {
        let isCapability = self == .capability1 || self == .capability2
        return Self.find(code, in: table) ?? (isCapability ? Self.find(code, in: Self.capabilityAnyTable) : nil)
            ?? Self.nothing.utf8Start
    }

    private static var nothing: StaticString { "\0\0" }

    private static func find(_ code: UInt32, in table: StaticString) -> UnsafePointer<UInt8>? {
        let (text, count) = (table.utf8Start, table.utf8CodeUnitCount)
        var index = 0
        while index &+ 3 < count {
            let found = digit(text[index]) &<< 8 | digit(text[index &+ 1]) &<< 4 | digit(text[index &+ 2])
            if found == code { return text + (index &+ 3) }
            while index < count, text[index] != 0 { index &+= 1 }
            index &+= 1
        }
        return nil
    }

    private static func digit(_ character: UInt8) -> UInt32 {
        // Digits and capital letters.
        UInt32(character) &- (character < 58 ? 48 : 55)
    }

    private var table: StaticString {
        switch self {
        case .opcode: Self.opcodeTable
        case .status: Self.statusTable
        case .appConfig: Self.appConfigTable
        case .capability1: Self.capability1Table
        case .capability2: Self.capability2Table
        case .deviceState: Self.deviceStateTable
        case .sessionState: Self.sessionStateTable
        case .reason: Self.reasonTable
        case .measurementType: Self.measurementTypeTable
        case .messageType: Self.messageTypeTable
        case .group: Self.groupTable
        default: Self.nothing
        }
    }
}

// From the packet description src/uci_packets.pdl of google/pica, revision 0bed32087f90; capabilities by version from
// CapabilityParam.java of Android's Uwb module, revision 07c39a93067c.
extension UCINames {
    private static var opcodeTable: StaticString {
        """
        000CORE_DEVICE_RESET\0\
        001CORE_DEVICE_STATUS\0\
        002CORE_DEVICE_INFO\0\
        003CORE_GET_CAPS_INFO\0\
        004CORE_SET_CONFIG\0\
        005CORE_GET_CONFIG\0\
        006CORE_DEVICE_SUSPEND\0\
        007CORE_GENERIC_ERROR\0\
        008CORE_QUERY_UWBS_TIMESTAMP\0\
        040SESSION_INIT\0\
        041SESSION_DEINIT\0\
        042SESSION_STATUS\0\
        043SESSION_SET_APP_CONFIG\0\
        044SESSION_GET_APP_CONFIG\0\
        045SESSION_GET_COUNT\0\
        046SESSION_GET_STATE\0\
        047SESSION_UPDATE_CONTROLLER_MULTICAST_LIST\0\
        048SESSION_UPDATE_ACTIVE_ROUNDS_ANCHOR\0\
        049SESSION_UPDATE_ACTIVE_ROUNDS_DT_TAG\0\
        04ASESSION_SET_INITIATOR_DT_ANCHOR_RR_RDM_LIST\0\
        04BSESSION_QUERY_DATA_SIZE_IN_RANGING\0\
        04CSESSION_SET_HUS_CONFIG\0\
        080SESSION_START\0\
        081SESSION_STOP\0\
        083SESSION_GET_RANGING_COUNT\0\
        084SESSION_DATA_CREDIT\0\
        085SESSION_DATA_TRANSFER_STATUS\0\
        300ANDROID_GET_POWER_STATS\0\
        301ANDROID_SET_COUNTRY_CODE\0\
        302ANDROID_FIRA_RANGE_DIAGNOSTICS\0
        """
    }

    private static var statusTable: StaticString {
        """
        000OK\0\
        001REJECTED\0\
        002FAILED\0\
        003SYNTAX_ERROR\0\
        004INVALID_PARAM\0\
        005INVALID_RANGE\0\
        006INVALID_MSG_SIZE\0\
        007UNKNOWN_GID\0\
        008UNKNOWN_OID\0\
        009READ_ONLY\0\
        00ACOMMAND_RETRY\0\
        00BUNKNOWN\0\
        00CNOT_APPLICABLE\0\
        011SESSION_NOT_EXIST\0\
        012SESSION_DUPLICATE\0\
        013SESSION_ACTIVE\0\
        014MAX_SESSIONS_EXCEEDED\0\
        015SESSION_NOT_CONFIGURED\0\
        016ACTIVE_SESSIONS_ONGOING\0\
        017MULTICAST_LIST_FULL\0\
        018ADDRESS_NOT_FOUND\0\
        019ADDRESS_ALREADY_PRESENT\0\
        01AERROR_UWB_INITIATION_TIME_TOO_OLD\0\
        01BOK_NEGATIVE_DISTANCE_REPORT\0\
        020RANGING_TX_FAILED\0\
        021RANGING_RX_TIMEOUT\0\
        022RANGING_RX_PHY_DEC_FAILED\0\
        023RANGING_RX_PHY_TOA_FAILED\0\
        024RANGING_RX_PHY_STS_FAILED\0\
        025RANGING_RX_MAC_DEC_FAILED\0\
        026RANGING_RX_MAC_IE_DEC_FAILED\0\
        027RANGING_RX_MAC_IE_MISSING\0\
        028ERROR_ROUND_INDEX_NOT_ACTIVATED\0\
        029ERROR_NUMBER_OF_ACTIVE_RANGING_ROUNDS_EXCEEDED\0\
        02AERROR_DL_TDOA_DEVICE_ADDRESS_NOT_MATCHING_IN_REPLY_TIME_LIST\0\
        030DATA_MAX_TX_PSDU_SIZE_EXCEEDED\0\
        031DATA_RX_CRC_ERROR\0\
        050ERROR_CCC_SE_BUSY\0\
        051ERROR_CCC_LIFECYCLE\0\
        052ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT\0\
        053REGULATION_UWB_OFF\0
        """
    }

    private static var appConfigTable: StaticString {
        """
        000DEVICE_TYPE\0\
        001RANGING_ROUND_USAGE\0\
        002STS_CONFIG\0\
        003MULTI_NODE_MODE\0\
        004CHANNEL_NUMBER\0\
        005NO_OF_CONTROLEE\0\
        006DEVICE_MAC_ADDRESS\0\
        007DST_MAC_ADDRESS\0\
        008SLOT_DURATION\0\
        009RANGING_DURATION\0\
        00ASTS_INDEX\0\
        00BMAC_FCS_TYPE\0\
        00CRANGING_ROUND_CONTROL\0\
        00DAOA_RESULT_REQ\0\
        00ERNG_DATA_NTF\0\
        00FRNG_DATA_NTF_PROXIMITY_NEAR\0\
        010RNG_DATA_NTF_PROXIMITY_FAR\0\
        011DEVICE_ROLE\0\
        012RFRAME_CONFIG\0\
        013RSSI_REPORTING\0\
        014PREAMBLE_CODE_INDEX\0\
        015SFD_ID\0\
        016PSDU_DATA_RATE\0\
        017PREAMBLE_DURATION\0\
        018LINK_LAYER_MODE\0\
        019DATA_REPETITION_COUNT\0\
        01ARANGING_TIME_STRUCT\0\
        01BSLOTS_PER_RR\0\
        01CTX_ADAPTIVE_PAYLOAD_POWER\0\
        01DRNG_DATA_NTF_AOA_BOUND\0\
        01ERESPONDER_SLOT_INDEX\0\
        01FPRF_MODE\0\
        020CAP_SIZE_RANGE\0\
        022SCHEDULED_MODE\0\
        023KEY_ROTATION\0\
        024KEY_ROTATION_RATE\0\
        025SESSION_PRIORITY\0\
        026MAC_ADDRESS_MODE\0\
        027VENDOR_ID\0\
        028STATIC_STS_IV\0\
        029NUMBER_OF_STS_SEGMENTS\0\
        02AMAX_RR_RETRY\0\
        02BUWB_INITIATION_TIME\0\
        02CHOPPING_MODE\0\
        02DBLOCK_STRIDE_LENGTH\0\
        02ERESULT_REPORT_CONFIG\0\
        02FIN_BAND_TERMINATION_ATTEMPT_COUNT\0\
        030SUB_SESSION_ID\0\
        031BPRF_PHR_DATA_RATE\0\
        032MAX_NUMBER_OF_MEASUREMENTS\0\
        033UL_TDOA_TX_INTERVAL\0\
        034UL_TDOA_RANDOM_WINDOW\0\
        035STS_LENGTH\0\
        036SUSPEND_RANGING_ROUNDS\0\
        037UL_TDOA_NTF_REPORT_CONFIG\0\
        038UL_TDOA_DEVICE_ID\0\
        039UL_TDOA_TX_TIMESTAMP\0\
        03AMIN_FRAMES_PER_RR\0\
        03BMTU_SIZE\0\
        03CINTER_FRAME_INTERVAL\0\
        045SESSION_KEY\0\
        046SUBSESSION_KEY\0\
        047SESSION_DATA_TRANSFER_STATUS_NTF_CONFIG\0\
        0A0CCC_HOP_MODE_KEY\0\
        0A1CCC_UWB_TIME0\0\
        0A3CCC_RANGING_PROTOCOL_VER\0\
        0A4CCC_UWB_CONFIG_ID\0\
        0A5CCC_PULSESHAPE_COMBO\0\
        0A6CCC_URSK_TTL\0\
        0A8CCC_LAST_INDEX_USED\0\
        0E3NB_OF_RANGE_MEASUREMENTS\0\
        0E4NB_OF_AZIMUTH_MEASUREMENTS\0\
        0E5NB_OF_ELEVATION_MEASUREMENTS\0\
        0E8ENABLE_DIAGNOSTICS\0\
        0E9DIAGRAMS_FRAME_REPORTS_FIELDS\0
        """
    }

    private static var capability1Table: StaticString {
        """
        000SUPPORTED_FIRA_PHY_VERSION_RANGE\0\
        001SUPPORTED_FIRA_MAC_VERSION_RANGE\0\
        002SUPPORTED_DEVICE_ROLES\0\
        003SUPPORTED_RANGING_METHOD\0\
        004SUPPORTED_STS_CONFIG\0\
        005SUPPORTED_MULTI_NODE_MODES\0\
        006SUPPORTED_RANGING_TIME_STRUCT\0\
        007SUPPORTED_SCHEDULED_MODE\0\
        008SUPPORTED_HOPPING_MODE\0\
        009SUPPORTED_BLOCK_STRIDING\0\
        00ASUPPORTED_UWB_INITIATION_TIME\0\
        00BSUPPORTED_CHANNELS\0\
        00CSUPPORTED_RFRAME_CONFIG\0\
        00DSUPPORTED_CC_CONSTRAINT_LENGTH\0\
        00ESUPPORTED_BPRF_PARAMETER_SETS\0\
        00FSUPPORTED_HPRF_PARAMETER_SETS\0\
        010SUPPORTED_AOA\0\
        011SUPPORTED_EXTENDED_MAC_ADDRESS\0\
        012SUPPORTED_MAX_MESSAGE_SIZE\0\
        013SUPPORTED_MAX_DATA_PACKET_PAYLOAD_SIZE\0
        """
    }

    private static var capability2Table: StaticString {
        """
        000SUPPORTED_MAX_MESSAGE_SIZE\0\
        001SUPPORTED_MAX_DATA_PACKET_PAYLOAD_SIZE\0\
        002SUPPORTED_FIRA_PHY_VERSION_RANGE\0\
        003SUPPORTED_FIRA_MAC_VERSION_RANGE\0\
        004SUPPORTED_DEVICE_TYPE\0\
        005SUPPORTED_DEVICE_ROLES\0\
        006SUPPORTED_RANGING_METHOD\0\
        007SUPPORTED_STS_CONFIG\0\
        008SUPPORTED_MULTI_NODE_MODES\0\
        009SUPPORTED_RANGING_TIME_STRUCT\0\
        00ASUPPORTED_SCHEDULED_MODE\0\
        00BSUPPORTED_HOPPING_MODE\0\
        00CSUPPORTED_BLOCK_STRIDING\0\
        00DSUPPORTED_UWB_INITIATION_TIME\0\
        00ESUPPORTED_CHANNELS\0\
        00FSUPPORTED_RFRAME_CONFIG\0\
        010SUPPORTED_CC_CONSTRAINT_LENGTH\0\
        011SUPPORTED_BPRF_PARAMETER_SETS\0\
        012SUPPORTED_HPRF_PARAMETER_SETS\0\
        013SUPPORTED_AOA\0\
        014SUPPORTED_EXTENDED_MAC_ADDRESS\0\
        015SUPPORTED_SUSPEND_RANGING\0\
        016SUPPORTED_SESSION_KEY_LENGTH\0\
        018SUPPORTED_DT_TAG_MAX_ACTIVE_RR\0
        """
    }

    private static var capabilityAnyTable: StaticString {
        """
        0A0CCC_SUPPORTED_CHAPS_PER_SLOT\0\
        0A1CCC_SUPPORTED_SYNC_CODES\0\
        0A2CCC_SUPPORTED_HOPPING_CONFIG_MODES_AND_SEQUENCES\0\
        0A3CCC_SUPPORTED_CHANNELS\0\
        0A4CCC_SUPPORTED_VERSIONS\0\
        0A5CCC_SUPPORTED_UWB_CONFIGS\0\
        0A6CCC_SUPPORTED_PULSE_SHAPE_COMBOS\0\
        0A7CCC_SUPPORTED_RAN_MULTIPLIER\0\
        0A8CCC_SUPPORTED_MAX_RANGING_SESSION_NUMBER\0\
        0C0SUPPORTED_POWER_STATS\0\
        0E3SUPPORTED_AOA_RESULT_REQ_ANTENNA_INTERLEAVING\0\
        0E4SUPPORTED_MIN_RANGING_INTERVAL_MS\0\
        0E5SUPPORTED_RANGE_DATA_NTF_CONFIG\0\
        0E6SUPPORTED_RSSI_REPORTING\0\
        0E7SUPPORTED_DIAGNOSTICS\0\
        0E8SUPPORTED_MIN_SLOT_DURATION_RSTU\0\
        0E9SUPPORTED_MAX_RANGING_SESSION_NUMBER\0
        """
    }

    private static var deviceStateTable: StaticString {
        """
        001READY\0\
        002ACTIVE\0\
        0FFERROR\0
        """
    }

    private static var sessionStateTable: StaticString {
        """
        000INIT\0\
        001DEINIT\0\
        002ACTIVE\0\
        003IDLE\0
        """
    }

    private static var reasonTable: StaticString {
        """
        000STATE_CHANGE_WITH_SESSION_MANAGEMENT_COMMANDS\0\
        001MAX_RANGING_ROUND_RETRY_COUNT_REACHED\0\
        002MAX_NUMBER_OF_MEASUREMENTS_REACHED\0\
        003SESSION_SUSPENDED_DUE_TO_INBAND_SIGNAL\0\
        004SESSION_RESUMED_DUE_TO_INBAND_SIGNAL\0\
        005SESSION_STOPPED_DUE_TO_INBAND_SIGNAL\0\
        01DERROR_INVALID_UL_TDOA_RANDOM_WINDOW\0\
        01EERROR_MIN_RFRAMES_PER_RR_NOT_SUPPORTED\0\
        01FERROR_TX_DELAY_NOT_SUPPORTED\0\
        020ERROR_SLOT_LENGTH_NOT_SUPPORTED\0\
        021ERROR_INSUFFICIENT_SLOTS_PER_RR\0\
        022ERROR_MAC_ADDRESS_MODE_NOT_SUPPORTED\0\
        023ERROR_INVALID_RANGING_DURATION\0\
        024ERROR_INVALID_STS_CONFIG\0\
        025ERROR_INVALID_RFRAME_CONFIG\0\
        026ERROR_HUS_NOT_ENOUGH_SLOTS\0\
        027ERROR_HUS_CFP_PHASE_TOO_SHORT\0\
        028ERROR_HUS_CAP_PHASE_TOO_SHORT\0\
        029ERROR_HUS_OTHERS\0\
        02AERROR_STATUS_SESSION_KEY_NOT_FOUND\0\
        02BERROR_STATUS_SUB_SESSION_KEY_NOT_FOUND\0\
        02CERROR_INVALID_PREAMBLE_CODE_INDEX\0\
        02DERROR_INVALID_SFD_ID\0\
        02EERROR_INVALID_PSDU_DATA_RATE\0\
        02FERROR_INVALID_PHR_DATA_RATE\0\
        030ERROR_INVALID_PREAMBLE_DURATION\0\
        031ERROR_INVALID_STS_LENGTH\0\
        032ERROR_INVALID_NUM_OF_STS_SEGMENTS\0\
        033ERROR_INVALID_NUM_OF_CONTROLEES\0\
        034ERROR_MAX_RANGING_REPLY_TIME_EXCEEDED\0\
        035ERROR_INVALID_DST_ADDRESS_LIST\0\
        036ERROR_INVALID_OR_NOT_FOUND_SUB_SESSION_ID\0\
        037ERROR_INVALID_RESULT_REPORT_CONFIG\0\
        038ERROR_INVALID_RANGING_ROUND_CONTROL_CONFIG\0\
        039ERROR_INVALID_RANGING_ROUND_USAGE\0\
        03AERROR_INVALID_MULTI_NODE_MODE\0\
        03BERROR_RDS_FETCH_FAILURE\0\
        03CERROR_REF_UWB_SESSION_DOES_NOT_EXIST\0\
        03DERROR_REF_UWB_SESSION_RANGING_DURATION_MISMATCH\0\
        03EERROR_REF_UWB_SESSION_INVALID_OFFSET_TIME\0\
        03FERROR_REF_UWB_SESSION_LOST\0\
        040ERROR_DT_ANCHOR_RANGING_ROUNDS_NOT_CONFIGURED\0\
        041ERROR_DT_TAG_RANGING_ROUNDS_NOT_CONFIGURED\0\
        080ERROR_INVALID_CHANNEL_WITH_AOA\0\
        081ERROR_STOPPED_DUE_TO_OTHER_SESSION_CONFLICT\0
        """
    }

    private static var measurementTypeTable: StaticString {
        """
        000ONE_WAY\0\
        001TWO_WAY\0\
        002DL_TDOA\0\
        003OWR_AOA\0
        """
    }

    private static var messageTypeTable: StaticString {
        """
        000DATA\0\
        001COMMAND\0\
        002RESPONSE\0\
        003NOTIFICATION\0
        """
    }

    private static var groupTable: StaticString {
        """
        000CORE\0\
        001SESSION_CONFIG\0\
        002SESSION_CONTROL\0\
        003DATA_CONTROL\0\
        00CVENDOR_ANDROID\0\
        00DTEST\0
        """
    }
}
