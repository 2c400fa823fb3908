/// Fields of Android's out-of-band messages and of the FiRa connector.
extension Field {
    @inlinable public static var oob: Field { Field(rawValue: 0x500) }
    @inlinable public static var oobVersion: Field { Field(rawValue: 0x501) }
    @inlinable public static var oobMessage: Field { Field(rawValue: 0x502) }
    @inlinable public static var oobTechnologies: Field { Field(rawValue: 0x503) }
    @inlinable public static var oobTechnologiesToStart: Field { Field(rawValue: 0x504) }
    @inlinable public static var oobTransitioning: Field { Field(rawValue: 0x505) }
    @inlinable public static var oobDeviceType: Field { Field(rawValue: 0x506) }
    @inlinable public static var oobMotion: Field { Field(rawValue: 0x507) }
    @inlinable public static var oobTail: Field { Field(rawValue: 0x508) }
    @inlinable public static var oobTechnology: Field { Field(rawValue: 0x509) }
    @inlinable public static var oobTechnologySize: Field { Field(rawValue: 0x50A) }
    @inlinable public static var oobAddress: Field { Field(rawValue: 0x50B) }
    @inlinable public static var oobUWB: Field { Field(rawValue: 0x50C) }
    @inlinable public static var oobSessionKey: Field { Field(rawValue: 0x50D) }
    @inlinable public static var oobRole: Field { Field(rawValue: 0x50E) }
    @inlinable public static var oobMode: Field { Field(rawValue: 0x50F) }
    @inlinable public static var oobSecurity: Field { Field(rawValue: 0x510) }
    @inlinable public static var oobRTT: Field { Field(rawValue: 0x511) }
    @inlinable public static var oobServiceName: Field { Field(rawValue: 0x512) }
    @inlinable public static var connector: Field { Field(rawValue: 0x540) }
    @inlinable public static var connectorVersion: Field { Field(rawValue: 0x541) }
    @inlinable public static var connectorPacketSize: Field { Field(rawValue: 0x542) }
    @inlinable public static var connectorMessageSize: Field { Field(rawValue: 0x543) }
    @inlinable public static var connectorSessions: Field { Field(rawValue: 0x544) }
    @inlinable public static var connectorComponent: Field { Field(rawValue: 0x545) }
    @inlinable public static var connectorType: Field { Field(rawValue: 0x546) }
    @inlinable public static var connectorInstruction: Field { Field(rawValue: 0x547) }

    var androidOOBName: StaticString {
        switch rawValue {
        case 0x500: "oob"
        case 0x501: "oob.version"
        case 0x502: "oob.message"
        case 0x503: "oob.technologies"
        case 0x504: "oob.technologies_to_start"
        case 0x505: "oob.transitioning"
        case 0x506: "oob.device_type"
        case 0x507: "oob.motion"
        case 0x508: "oob.tail"
        case 0x509: "oob.technology"
        case 0x50A: "oob.technology_size"
        case 0x50B: "oob.address"
        case 0x50C: "oob.uwb"
        case 0x50D: "oob.session_key"
        case 0x50E: "oob.role"
        case 0x50F: "oob.mode"
        case 0x510: "oob.security"
        case 0x511: "oob.rtt"
        case 0x512: "oob.service_name"
        case 0x540: "connector"
        case 0x541: "connector.version"
        case 0x542: "connector.packet_size"
        case 0x543: "connector.message_size"
        case 0x544: "connector.sessions"
        case 0x545: "connector.component"
        case 0x546: "connector.type"
        case 0x547: "connector.instruction"
        default: Self.unknownName
        }
    }
}
