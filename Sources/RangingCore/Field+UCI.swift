/// Fields of FiRa UCI packets and messages.
extension Field {
    @inlinable public static var uciHeader: Field { Field(rawValue: 0x600) }
    @inlinable public static var uciPayload: Field { Field(rawValue: 0x601) }
    @inlinable public static var uciSessionInfo: Field { Field(rawValue: 0x610) }
    @inlinable public static var uciMeasurementType: Field { Field(rawValue: 0x611) }
    @inlinable public static var uciMACMode: Field { Field(rawValue: 0x612) }
    @inlinable public static var uciMeasurement: Field { Field(rawValue: 0x613) }
    @inlinable public static var uciTimestamp: Field { Field(rawValue: 0x614) }
    @inlinable public static var uciActiveRounds: Field { Field(rawValue: 0x615) }
    @inlinable public static var uciLocation: Field { Field(rawValue: 0x616) }
    @inlinable public static var uciTLV: Field { Field(rawValue: 0x620) }
    @inlinable public static var uciTLVCount: Field { Field(rawValue: 0x621) }
    @inlinable public static var uciSessionStatus: Field { Field(rawValue: 0x630) }
    @inlinable public static var uciDeviceInfo: Field { Field(rawValue: 0x631) }
    @inlinable public static var uciMulticast: Field { Field(rawValue: 0x632) }
    @inlinable public static var uciMulticastAction: Field { Field(rawValue: 0x633) }

    var uciName: StaticString {
        switch rawValue {
        case 0x600: "uci.header"
        case 0x601: "uci.payload"
        case 0x610: "uci.session_info"
        case 0x611: "uci.measurement_type"
        case 0x612: "uci.mac_mode"
        case 0x613: "uci.measurement"
        case 0x614: "uci.timestamp"
        case 0x615: "uci.active_rounds"
        case 0x616: "uci.location"
        case 0x620: "uci.tlv"
        case 0x621: "uci.tlv_count"
        case 0x630: "uci.session_status"
        case 0x631: "uci.device_info"
        case 0x632: "uci.multicast"
        case 0x633: "uci.multicast_action"
        default: Self.unknownName
        }
    }
}
