public import RangingCore

/// Bluetooth Channel Sounding: what two radios report of one procedure. The values here have the layout of their
/// C counterparts, since they travel in arrays.
public enum ChannelSounding {
    /// Which side a radio is.
    public struct Role: RawRepresentable, BitwiseCopyable, Equatable, Sendable {
        public let rawValue: Int32
        @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
        @inlinable public static var initiator: Role { Role(rawValue: 0) }
        @inlinable public static var reflector: Role { Role(rawValue: 1) }
    }

    /// Why a procedure holds less than it could.
    public struct Causes: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32
        @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
        @inlinable public static var localMissing: Causes { Causes(rawValue: 1 << 0) }
        @inlinable public static var remoteMissing: Causes { Causes(rawValue: 1 << 1) }
        @inlinable public static var timedOut: Causes { Causes(rawValue: 1 << 2) }
        @inlinable public static var superseded: Causes { Causes(rawValue: 1 << 3) }
        @inlinable public static var procedureAborted: Causes { Causes(rawValue: 1 << 4) }
        @inlinable public static var subeventAborted: Causes { Causes(rawValue: 1 << 5) }
        @inlinable public static var stepsAborted: Causes { Causes(rawValue: 1 << 6) }
        @inlinable public static var stepsUnpaired: Causes { Causes(rawValue: 1 << 7) }
        @inlinable public static var stepsMismatched: Causes { Causes(rawValue: 1 << 8) }
        @inlinable public static var stepsInvalid: Causes { Causes(rawValue: 1 << 9) }
        @inlinable public static var bodyInvalid: Causes { Causes(rawValue: 1 << 10) }
        @inlinable public static var dataLost: Causes { Causes(rawValue: 1 << 11) }

        /// The identifier of a single cause; `unknown` for another bit or several at once.
        public var name: StaticString {
            switch rawValue {
            case 1 << 0: "local_missing"
            case 1 << 1: "remote_missing"
            case 1 << 2: "timed_out"
            case 1 << 3: "superseded"
            case 1 << 4: "procedure_aborted"
            case 1 << 5: "subevent_aborted"
            case 1 << 6: "steps_aborted"
            case 1 << 7: "steps_unpaired"
            case 1 << 8: "steps_mismatched"
            case 1 << 9: "steps_invalid"
            case 1 << 10: "body_invalid"
            case 1 << 11: "data_lost"
            default: "unknown"
            }
        }
    }

    public typealias Tone = ChannelSoundingTone

    /// One round-trip time: distance = c * 0.25 ns * `differenceHalfns`.
    public struct RoundTrip: BitwiseCopyable, Equatable, Sendable {
        public var differenceHalfns: Int32 = 0
        public var step: UInt16 = 0
        public var channel: UInt8 = 0
        public var mode: UInt8 = 0
        public var qualityInitiator: UInt8 = 0
        public var qualityReflector: UInt8 = 0
        public var nadmInitiator: UInt8 = nadmUnknown
        public var nadmReflector: UInt8 = nadmUnknown
        public var rssiInitiatorDBm: Int8 = rssiNotAvailable
        public var rssiReflectorDBm: Int8 = rssiNotAvailable
        public var antennaInitiator: UInt8 = 0
        public var antennaReflector: UInt8 = 0

        public init() {}
    }

    /// One calibration step.
    public struct Calibration: BitwiseCopyable, Equatable, Sendable {
        public var frequencyOffsetPPM: Float = 0
        public var step: UInt16 = 0
        public var channel: UInt8 = 0
        public var fields: UInt8 = 0
        public var qualityInitiator: UInt8 = 0
        public var qualityReflector: UInt8 = 0
        public var rssiInitiatorDBm: Int8 = rssiNotAvailable
        public var rssiReflectorDBm: Int8 = rssiNotAvailable
        public var antennaInitiator: UInt8 = 0
        public var antennaReflector: UInt8 = 0
        var reserved0: UInt8 = 0
        var reserved1: UInt8 = 0

        public static var hasFrequencyOffset: UInt8 { 1 << 0 }
        public static var hasInitiator: UInt8 { 1 << 1 }
        public static var hasReflector: UInt8 { 1 << 2 }

        public init() {}
    }

    /// Where it came from, what was lost, and why. `fields` says which of the later values are there.
    public struct Procedure: BitwiseCopyable, Sendable {
        var structSize: UInt32 = 0
        public var fields: UInt32 = 0
        public var startTimeNs: Int64 = 0
        public var endTimeNs: Int64 = 0
        var causeBits: UInt32 = 0
        public var toneCount: UInt32 = 0
        public var roundTripCount: UInt32 = 0
        public var calibrationCount: UInt32 = 0
        public var counter: UInt32 = 0
        public var connectionHandle: UInt32 = 0
        public var configuration: UInt32 = 0
        public var antennaPathCount: UInt32 = 0
        public var stepCountInitiator: UInt32 = 0
        public var stepCountReflector: UInt32 = 0
        public var stepsAborted: UInt32 = 0
        public var stepsUnpaired: UInt32 = 0
        public var stepsMismatched: UInt32 = 0
        public var stepsInvalid: UInt32 = 0
        public var tonesEmpty: UInt32 = 0
        public var tonesExtension: UInt32 = 0
        public var roundTripsUnavailable: UInt32 = 0
        public var abortProcedureInitiator: UInt32 = 0
        public var abortProcedureReflector: UInt32 = 0
        public var abortSubeventInitiator: UInt32 = 0
        public var abortSubeventReflector: UInt32 = 0
        public var nadmLevel: UInt32 = 0
        public var frequencyCompensationPPM: Float = 0
        public var frequencyOffsetPPM: Float = 0
        public var referencePowerInitiatorDBm: Float = 0
        public var referencePowerReflectorDBm: Float = 0
        public var txPowerRemoteDBm: Float = 0
        public var proceduresDropped: UInt32 = 0

        public static var hasFrequencyCompensation: UInt32 { 1 << 0 }
        public static var hasReferencePowerInitiator: UInt32 { 1 << 1 }
        public static var hasReferencePowerReflector: UInt32 { 1 << 2 }
        public static var hasNADM: UInt32 { 1 << 3 }
        public static var hasFrequencyOffset: UInt32 { 1 << 4 }
        public static var hasTxPowerRemote: UInt32 { 1 << 5 }

        public var causes: Causes {
            get { Causes(rawValue: causeBits) }
            set { causeBits = newValue.rawValue }
        }

        public init() {}
    }

    public static var rssiNotAvailable: Int8 { 127 }
    public static var nadmUnknown: UInt8 { 255 }
    /// The largest channel; 2402 + channel MHz.
    public static var channelLimit: UInt8 { 78 }

    /// A frequency offset in 0.01 ppm: 15 bits, two's complement, which some controllers sign-extend to 16. The
    /// smallest number means "not available".
    public static func frequencyOffset(_ raw: UInt16) -> Int? {
        let value = Int(Int16(bitPattern: raw << 1) >> 1)
        return value == -16384 ? nil : value
    }

    /// The antenna paths, as digits from 1, of each slot but the extension slot, which repeats the last. Nil for a
    /// permutation that there is not. (Core 6.0 volume 6 part A, antenna permutations)
    @inline(__always)
    static func antennaOrder(pathCount: Int, permutation: Int) -> UnsafePointer<UInt8>? {
        let table: StaticString
        let limit: Int
        switch pathCount {
        case 1: (table, limit) = ("1", 1)
        case 2: (table, limit) = ("1221", 2)
        case 3: (table, limit) = ("123213132312321231", 6)
        case 4:
            (table, limit) = (
                "123421341324312432142314124321431423412342132413143241321342314234124312423124314321342132412341", 24
            )
        default: return nil
        }
        return permutation < limit ? table.utf8Start + (permutation &* pathCount) : nil
    }

    /// The antenna path of a tone slot, from 0; nil for a permutation that there is not.
    @inline(never)
    public static func antennaPath(pathCount: Int, permutation: Int, slot: Int) -> Int? {
        guard slot >= 0, permutation >= 0 else { return nil }
        let order = antennaOrder(pathCount: pathCount, permutation: permutation)
        return order.map { Int($0[min(slot, pathCount &- 1)]) &- 0x31 }
    }
}
