/// Fields of accessory and shareable configuration data, and of the messages that carry them.
extension Field {
    @inlinable public static var accessoryConfiguration: Field { Field(rawValue: 0x300) }
    @inlinable public static var acdProtocolVersion: Field { Field(rawValue: 0x301) }
    @inlinable public static var acdUpdateRate: Field { Field(rawValue: 0x302) }
    @inlinable public static var acdHeaderReserved: Field { Field(rawValue: 0x303) }
    @inlinable public static var acdUwbConfigLength: Field { Field(rawValue: 0x304) }
    @inlinable public static var acdInteropVersion: Field { Field(rawValue: 0x305) }
    @inlinable public static var acdManufacturerID: Field { Field(rawValue: 0x306) }
    @inlinable public static var acdChipsetModelID: Field { Field(rawValue: 0x307) }
    @inlinable public static var acdMiddlewareVersion: Field { Field(rawValue: 0x308) }
    @inlinable public static var acdRole: Field { Field(rawValue: 0x309) }
    @inlinable public static var acdShortAddress: Field { Field(rawValue: 0x30A) }
    @inlinable public static var acdMaxClockDriftPpm: Field { Field(rawValue: 0x30B) }
    @inlinable public static var acdUwbReserved: Field { Field(rawValue: 0x30C) }
    @inlinable public static var acdHoppingMode: Field { Field(rawValue: 0x30D) }
    @inlinable public static var acdSlotsPerRound: Field { Field(rawValue: 0x30E) }
    @inlinable public static var acdSlotDurationRSTU: Field { Field(rawValue: 0x30F) }
    @inlinable public static var acdRangingIntervalMs: Field { Field(rawValue: 0x310) }
    @inlinable public static var acdMultiNodeMode: Field { Field(rawValue: 0x311) }
    @inlinable public static var acdRangingRoundUsage: Field { Field(rawValue: 0x312) }
    @inlinable public static var acdSessionID: Field { Field(rawValue: 0x313) }
    @inlinable public static var acdStaticSTSIV: Field { Field(rawValue: 0x314) }
    @inlinable public static var acdTrailing: Field { Field(rawValue: 0x315) }
    @inlinable public static var accessoryMessage: Field { Field(rawValue: 0x320) }
    @inlinable public static var accessoryMessageID: Field { Field(rawValue: 0x321) }
    @inlinable public static var accessoryMessageBody: Field { Field(rawValue: 0x322) }
    @inlinable public static var androidAccessoryConfiguration: Field { Field(rawValue: 0x330) }
    @inlinable public static var shareableConfiguration: Field { Field(rawValue: 0x400) }
    @inlinable public static var scdInteropVersion: Field { Field(rawValue: 0x401) }
    @inlinable public static var scdLength: Field { Field(rawValue: 0x402) }
    @inlinable public static var scdCountry: Field { Field(rawValue: 0x403) }
    @inlinable public static var scdSessionID: Field { Field(rawValue: 0x404) }
    @inlinable public static var scdPreambleCodeIndex: Field { Field(rawValue: 0x405) }
    @inlinable public static var scdChannel: Field { Field(rawValue: 0x406) }
    @inlinable public static var scdSlotsPerRound: Field { Field(rawValue: 0x407) }
    @inlinable public static var scdSlotDurationRSTU: Field { Field(rawValue: 0x408) }
    @inlinable public static var scdRangingIntervalMs: Field { Field(rawValue: 0x409) }
    @inlinable public static var scdRangingRoundControl: Field { Field(rawValue: 0x40A) }
    @inlinable public static var scdStaticSTSIV: Field { Field(rawValue: 0x40B) }
    @inlinable public static var scdShortAddress: Field { Field(rawValue: 0x40C) }
    @inlinable public static var scdMaxClockDriftPpm: Field { Field(rawValue: 0x40D) }
    @inlinable public static var scdUwbReserved: Field { Field(rawValue: 0x40E) }
    @inlinable public static var scdHoppingMode: Field { Field(rawValue: 0x40F) }
    @inlinable public static var scdTrailing: Field { Field(rawValue: 0x410) }

    var accessoryName: StaticString {
        switch rawValue {
        case 0x300: "accessory_configuration"
        case 0x301: "accessory_configuration.protocol_version"
        case 0x302: "accessory_configuration.update_rate"
        case 0x303: "accessory_configuration.header_reserved"
        case 0x304: "accessory_configuration.uwb_config_length"
        case 0x305: "accessory_configuration.interop_version"
        case 0x306: "accessory_configuration.manufacturer_id"
        case 0x307: "accessory_configuration.chipset_model_id"
        case 0x308: "accessory_configuration.middleware_version"
        case 0x309: "accessory_configuration.role"
        case 0x30A: "accessory_configuration.short_address"
        case 0x30B: "accessory_configuration.max_clock_drift_ppm"
        case 0x30C: "accessory_configuration.uwb_reserved"
        case 0x30D: "accessory_configuration.hopping_mode"
        case 0x30E: "accessory_configuration.slots_per_round"
        case 0x30F: "accessory_configuration.slot_duration_rstu"
        case 0x310: "accessory_configuration.ranging_interval_ms"
        case 0x311: "accessory_configuration.multi_node_mode"
        case 0x312: "accessory_configuration.ranging_round_usage"
        case 0x313: "accessory_configuration.session_id"
        case 0x314: "accessory_configuration.static_sts_iv"
        case 0x315: "accessory_configuration.trailing"
        case 0x320: "accessory_message"
        case 0x321: "accessory_message.id"
        case 0x322: "accessory_message.body"
        case 0x330: "android_accessory_configuration"
        case 0x400: "shareable_configuration"
        case 0x401: "shareable_configuration.interop_version"
        case 0x402: "shareable_configuration.length"
        case 0x403: "shareable_configuration.country"
        case 0x404: "shareable_configuration.session_id"
        case 0x405: "shareable_configuration.preamble_code_index"
        case 0x406: "shareable_configuration.channel"
        case 0x407: "shareable_configuration.slots_per_round"
        case 0x408: "shareable_configuration.slot_duration_rstu"
        case 0x409: "shareable_configuration.ranging_interval_ms"
        case 0x40A: "shareable_configuration.ranging_round_control"
        case 0x40B: "shareable_configuration.static_sts_iv"
        case 0x40C: "shareable_configuration.short_address"
        case 0x40D: "shareable_configuration.max_clock_drift_ppm"
        case 0x40E: "shareable_configuration.uwb_reserved"
        case 0x40F: "shareable_configuration.hopping_mode"
        case 0x410: "shareable_configuration.trailing"
        default: Self.unknownName
        }
    }
}
