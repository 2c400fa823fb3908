/// A 128-bit UUID.
public struct UUID128: BitwiseCopyable, Sendable {
    /// The lowest 32 bits first, as over the air.
    public let words: InlineArray<4, UInt32>

    /// `48fe3e40-0817-4bb2-8633-3073689c2dba` is `UUID128(0x48fe3e40_0817_4bb2, 0x8633_3073689c2dba)`.
    public init(_ high: UInt64, _ low: UInt64) {
        words = [
            UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32),
            UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32),
        ]
    }
}

/// A GATT service with its characteristics, as a firmware registers them.
///
/// Sources: Nearby Interaction's service and its characteristics are those of AOSP's ranging test app and of
/// public firmware; the transports those of Nordic's and Qorvo's public samples. RangeKit's own UUIDs share one
/// random base, drawn once: `c8470000-49fa-4f03-84fc-5c97ebcfe0e4` with a number in the last two bytes of the first
/// group.
public struct GATTTable: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var nearbyInteraction: GATTTable { GATTTable(rawValue: 0) }
    @inlinable public static var nordicUART: GATTTable { GATTTable(rawValue: 1) }
    @inlinable public static var qorvo: GATTTable { GATTTable(rawValue: 2) }
    @inlinable public static var rangeKit: GATTTable { GATTTable(rawValue: 3) }

    public var name: StaticString {
        switch self {
        case .nearbyInteraction: "nearby_interaction"
        case .nordicUART: "nordic_uart"
        case .qorvo: "qorvo"
        case .rangeKit: "rangekit"
        default: "unknown"
        }
    }

    /// How many rows it has; 0 for an unknown one.
    public var count: Int {
        switch self {
        case .nearbyInteraction, .nordicUART: 3
        case .qorvo, .rangeKit: 4
        default: 0
        }
    }

    /// A row, the service first; nil beyond the last.
    public func row(at index: Int) -> GATTRow? {
        guard index >= 0, index < count else { return nil }
        let messagesIn = GATTRow.Properties.write.union(.writeWithoutResponse)
        let bothWays = GATTRow.Properties.write.union(.notify)
        switch (self, index) {
        case (.nearbyInteraction, 0): return GATTRow(.service, UUID128(0x48fe_3e40_0817_4bb2, 0x8633_3073_689c_2dba))
        case (.nearbyInteraction, 1):
            return GATTRow(
                .accessoryConfiguration, UUID128(0x95e8_d9d5_d8ef_4721, 0x9a4e_8073_75f5_3328), .read, .readEncrypted)
        case (.nearbyInteraction, _):
            return GATTRow(
                .accessoryConfigurations, UUID128(0x1176_cf7b_bed2_4690, 0xbd69_5f34_001e_820c), .read, .readEncrypted)
        case (.nordicUART, 0): return GATTRow(.service, Self.nordic(1))
        case (.nordicUART, 1): return GATTRow(.receive, Self.nordic(2), messagesIn)
        case (.nordicUART, _): return GATTRow(.transmit, Self.nordic(3), .notify)
        case (.qorvo, 0): return GATTRow(.service, Self.qorvo(0x2e93_8fd0))
        case (.qorvo, 1): return GATTRow(.pairing, Self.qorvo(0x2e93_941c), .read, .readEncrypted)
        case (.qorvo, 2): return GATTRow(.receive, Self.qorvo(0x2e93_998a), messagesIn)
        case (.qorvo, _): return GATTRow(.transmit, Self.qorvo(0x2e93_9af2), .notify)
        case (_, 0): return GATTRow(.service, Self.rangeKit(1))
        case (_, 1): return GATTRow(.discoveryToken, Self.rangeKit(2), bothWays, .writeEncrypted)
        case (_, 2): return GATTRow(.sessionControl, Self.rangeKit(3), bothWays, .writeEncrypted)
        default:
            return GATTRow(.applicationData, Self.rangeKit(4), bothWays.union(.writeWithoutResponse), .writeEncrypted)
        }
    }

    private static func nordic(_ number: UInt64) -> UUID128 {
        UUID128(0x6e40_0000_b5a3_f393 | number &<< 32, 0xe0a9_e50e_24dc_ca9e)
    }

    private static func qorvo(_ number: UInt64) -> UUID128 {
        UUID128(number &<< 32 | 0x6a61_11ed, 0xa1eb_0242_ac12_0002)
    }

    private static func rangeKit(_ number: UInt64) -> UUID128 {
        UUID128(0xc847_0000_49fa_4f03 | number &<< 32, 0x84fc_5c97_ebcf_e0e4)
    }
}

/// A service or a characteristic. The layout is that of `rangekit_gatt_row`.
public struct GATTRow: BitwiseCopyable, Sendable {
    /// What the row is for.
    public struct Use: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var service: Use { Use(rawValue: 0) }
        @inlinable public static var accessoryConfiguration: Use { Use(rawValue: 1) }
        @inlinable public static var accessoryConfigurations: Use { Use(rawValue: 2) }
        @inlinable public static var receive: Use { Use(rawValue: 3) }
        @inlinable public static var transmit: Use { Use(rawValue: 4) }
        @inlinable public static var pairing: Use { Use(rawValue: 5) }
        @inlinable public static var discoveryToken: Use { Use(rawValue: 6) }
        @inlinable public static var sessionControl: Use { Use(rawValue: 7) }
        @inlinable public static var applicationData: Use { Use(rawValue: 8) }

        public var name: StaticString {
            switch rawValue {
            case 0: "service"
            case 1: "accessory_configuration"
            case 2: "accessory_configurations"
            case 3: "receive"
            case 4: "transmit"
            case 5: "pairing"
            case 6: "discovery_token"
            case 7: "session_control"
            case 8: "application_data"
            default: "unknown"
            }
        }
    }

    /// The bits of the characteristic declaration: Bluetooth Core, volume 3 part G 3.3.1.1.
    public struct Properties: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var read: Properties { Properties(rawValue: 1 << 1) }
        @inlinable public static var writeWithoutResponse: Properties { Properties(rawValue: 1 << 2) }
        @inlinable public static var write: Properties { Properties(rawValue: 1 << 3) }
        @inlinable public static var notify: Properties { Properties(rawValue: 1 << 4) }
        @inlinable public static var indicate: Properties { Properties(rawValue: 1 << 5) }
    }

    /// What a connection must be for an access.
    public struct Permissions: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var readEncrypted: Permissions { Permissions(rawValue: 1 << 0) }
        /// Before writing, and before subscribing.
        @inlinable public static var writeEncrypted: Permissions { Permissions(rawValue: 1 << 1) }
    }

    public let uuid: UUID128
    /// 1 service, 2 characteristic.
    public let kind: Int32
    public let use: Use
    public let properties: Properties
    public let permissions: Permissions

    init(_ use: Use, _ uuid: UUID128, _ properties: Properties = [], _ permissions: Permissions = []) {
        self.uuid = uuid
        kind = use == .service ? 1 : 2
        self.use = use
        self.properties = properties
        self.permissions = permissions
    }
}
