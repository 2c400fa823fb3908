public import RangingCore

/// Accessory configuration data: what an accessory tells a phone before the two range.
///
/// The layout is that of `rangekit_accessory_configuration` behind its size, so that the two are copied whole.
public struct AccessoryConfiguration: BitwiseCopyable, Sendable {
    /// Values that not every version carries.
    public struct Contents: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// From 1.1 on.
        @inlinable public static var clockDrift: Contents { Contents(rawValue: 1 << 0) }
        /// 1.2, and from 2.1 on; both inferred from the lengths that phones accept.
        @inlinable public static var modes: Contents { Contents(rawValue: 1 << 1) }
        /// From 2.0 on.
        @inlinable public static var timing: Contents { Contents(rawValue: 1 << 2) }
        /// From 2.2 on; inferred.
        @inlinable public static var session: Contents { Contents(rawValue: 1 << 3) }
    }

    public var contents: Contents = []
    public var manufacturerID: UInt32 = 0
    public var chipsetModelID: UInt32 = 0
    public var middlewareVersion: UInt32 = 0
    /// With `.session`.
    public var sessionID: UInt32 = 0
    public var protocolMajor: UInt16 = 1
    public var protocolMinor: UInt16 = 0
    public var interop = InteropVersion(1, 1)
    /// With `.clockDrift`.
    public var maxClockDriftPpm: UInt16 = 0
    /// With `.timing`, as are slot duration, interval and hopping mode.
    public var slotsPerRound: UInt16 = 0
    public var slotDurationRSTU: UInt16 = 0
    public var rangingIntervalMs: UInt16 = 0
    /// 0 automatic, 10 infrequent, 20 interactive.
    public var updateRate: UInt8 = 0
    /// 0 responder, 1 initiator.
    public var role: UInt8 = 0
    public var hoppingMode: UInt8 = 0
    /// With `.modes`, as is the usage.
    public var multiNodeMode: UInt8 = 0
    public var rangingRoundUsage: UInt8 = 0
    /// As received; 0 encodes the right one.
    public var uwbConfigLength: UInt8 = 0
    var trailingLength: UInt8 = 0
    var reserved: UInt8 = 0
    /// The byte that goes over the air first is the lower one.
    public var shortAddress: UInt16 = 0
    var ivBits = InlineArray<3, UInt16>(repeating: 0)
    var headerReserved = InlineArray<10, UInt8>(repeating: 0)
    var uwbReserved = InlineArray<4, UInt8>(repeating: 0)
    var reservedBytes: UInt16 = 0
    var trailing = InlineArray<64, UInt8>(repeating: 0)

    public static var trailingMaxSize: Int { 64 }
    /// No encoded configuration is longer.
    public static var maxSize: Int { 124 }

    /// Protocol 1.0, interop 1.1, a responder without an address, with 100 ppm.
    public init() {
        contents = .clockDrift
        maxClockDriftPpm = 100
    }

    /// With `.session`: six bytes, the first one lowest.
    public var staticSTSIV: UInt64 {
        get { UInt64(ivBits[0]) | UInt64(ivBits[1]) &<< 16 | UInt64(ivBits[2]) &<< 32 }
        set {
            for index in 0..<3 {
                ivBits[index] = UInt16(truncatingIfNeeded: newValue &>> UInt64(16 &* index))
            }
        }
    }

    /// The accessory's token is its address.
    public var macAddress: MACAddress { MACAddress(short: shortAddress) }

    /// Sets the version and the bits of all that it carries. Throws `unknownVersion` for others than 1.0, 1.1, 1.2,
    /// 2.0, 2.1 and 2.2.
    public mutating func setVersion(_ version: InteropVersion) throws(Status) {
        guard version.major == 1 || version.major == 2, version.minor <= 2 else { throw .unknownVersion }
        interop = version
        contents = Self.contents(of: version)
    }

    @inline(__always)
    static func contents(of version: InteropVersion) -> Contents {
        var contents: Contents = []
        if version >= InteropVersion(1, 1) { contents.insert(.clockDrift) }
        if version.major >= 2 { contents.insert(.timing) }
        if version.major >= 2 ? version >= InteropVersion(2, 1) : version.minor >= 2 { contents.insert(.modes) }
        if version >= InteropVersion(2, 2) { contents.insert(.session) }
        return contents
    }
}
