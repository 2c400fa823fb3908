public import RangingCore

/// What goes into a Channel Sounding estimate and what comes out. See `sounding.h`.
public enum Sounding {
    /// c / (2 x 1 MHz): where distances repeat with neighbouring channels.
    public static var ambiguityM: Float { 149.896_229 }
    public static var maximumPathCount: Int { 4 }
    public static var channelCount: Int { 79 }
    public static var maximumToneCount: Int { 4096 }
    public static var maximumRoundTripCount: Int { 512 }

    public typealias Tone = ChannelSoundingTone

    /// One packet's round trip, as the contract lays it out: 8 bytes.
    public struct RoundTrip: BitwiseCopyable, Sendable {
        /// The initiator's ToA - ToD minus the reflector's ToD - ToA, in units of 0.5 ns.
        public var differenceHalfNs: Int32
        /// 0 to 6; 255 unknown.
        public var attackLevel: UInt8
        /// Of the access address.
        public var bitErrors: UInt8
        public var reserved: UInt16 = 0

        public init(differenceHalfNs: Int32, attackLevel: UInt8 = 255, bitErrors: UInt8 = 0) {
            self.differenceHalfNs = differenceHalfNs
            self.attackLevel = attackLevel
            self.bitErrors = bitErrors
        }

        /// Throws `outOfRange`.
        func validate() throws(Status) {
            guard differenceHalfNs >= -65_536, differenceHalfNs <= 65_535, attackLevel <= 6 || attackLevel == 255,
                reserved == 0
            else {
                throw .outOfRange
            }
        }
    }

    public struct Options: Equatable, Sendable {
        /// Two mixtures of paths instead of all of them.
        public var isFast = false
        /// Amplitudes are not trusted.
        public var phaseOnly = false
        /// Channels that one antenna path needs.
        public var minimumTones: UInt32 = 15
        public var offsetM: Float = 0
        public var roundTripOffsetM: Float = 0
        /// The error that `Result.probability` is about.
        public var limitM: Float = 0.5
        public var lowestDistanceM: Float = 0
        /// Attack levels from here on are named.
        public var attackLimit: UInt32 = 4
        public var staleAfterNs: Int64 = 2_000_000_000
        /// Procedures over which distances are averaged while the channel does not change.
        public var averageCount: UInt32 = 8

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard offsetM.isFinite, roundTripOffsetM.isFinite, limitM.isFinite, lowestDistanceM.isFinite else {
                throw .notFinite
            }
            guard minimumTones >= 5, minimumTones <= 79, offsetM.magnitude <= 100, roundTripOffsetM.magnitude <= 1000,
                limitM > 0, limitM <= 100, lowestDistanceM >= -10, lowestDistanceM <= 0, attackLimit >= 1,
                attackLimit <= 6, staleAfterNs >= 1, staleAfterNs <= 3_600_000_000_000, averageCount >= 1,
                averageCount <= 64
            else {
                throw .outOfRange
            }
        }
    }

    /// What a distance comes from.
    public struct Source: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var none: Source { Source(rawValue: 0) }
        @inlinable public static var phase: Source { Source(rawValue: 1) }
        /// No antenna path had enough tones.
        @inlinable public static var roundTrip: Source { Source(rawValue: 2) }
    }

    /// Why a result is less sure than it could be.
    public struct Causes: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var noTones: Causes { Causes(rawValue: 1 << 0) }
        @inlinable public static var fewTones: Causes { Causes(rawValue: 1 << 1) }
        @inlinable public static var multipath: Causes { Causes(rawValue: 1 << 2) }
        @inlinable public static var weak: Causes { Causes(rawValue: 1 << 3) }
        @inlinable public static var inconsistent: Causes { Causes(rawValue: 1 << 4) }
        @inlinable public static var belowRoundTrip: Causes { Causes(rawValue: 1 << 5) }
        @inlinable public static var attack: Causes { Causes(rawValue: 1 << 6) }
        @inlinable public static var ambiguous: Causes { Causes(rawValue: 1 << 7) }
        @inlinable public static var stale: Causes { Causes(rawValue: 1 << 8) }
        @inlinable public static var repeated: Causes { Causes(rawValue: 1 << 9) }
        @inlinable public static var fewRoundTrips: Causes { Causes(rawValue: 1 << 10) }

        /// The identifier of a single cause; `unknown` for another bit or several at once.
        public var name: StaticString {
            switch self {
            case .noTones: "no_tones"
            case .fewTones: "few_tones"
            case .multipath: "multipath"
            case .weak: "weak"
            case .inconsistent: "inconsistent"
            case .belowRoundTrip: "below_round_trip"
            case .attack: "attack"
            case .ambiguous: "ambiguous"
            case .stale: "stale"
            case .repeated: "repeated"
            case .fewRoundTrips: "few_round_trips"
            default: "unknown"
            }
        }
    }

    /// A distance with its standard deviation and 95 % interval.
    public struct Distance: BitwiseCopyable, Sendable {
        public var distanceM: Float = 0
        public var stddevM: Float = 0
        public var lowM: Float = 0
        public var highM: Float = 0
    }

    /// What one antenna path says alone.
    public struct Path: BitwiseCopyable, Sendable {
        public var hasDistance = false
        public var distance = Distance()
        public var delaySpreadM: Float = 0
        public var snrDb: Float = 0
        public var toneCount: UInt32 = 0
    }

    /// What round trips say alone.
    public struct RoundTripDistance: BitwiseCopyable, Sendable {
        public var medianM: Float = 0
        public var robustM: Float = 0
        public var stddevM: Float = 0
    }

    public struct Velocity: BitwiseCopyable, Sendable {
        public var mps: Float
        public var stddevMps: Float
    }

    public struct Result: BitwiseCopyable, Sendable {
        public var timeNs: Int64 = 0
        public var causes: Causes = []
        public var source: Source = .none
        /// Meaningless without a source.
        public var distance = Distance()
        /// That the error is within the limit.
        public var probability: Float = 0
        public var phase: Distance?
        public var delaySpreadM: Float = 0
        public var ambiguityM: Float = 0
        public var roundTrip: RoundTripDistance?
        public var roundTripCount: UInt32 = 0
        public var velocity: Velocity?
        public var attackLevel: UInt32?
        /// Antenna paths up to the highest that has a tone.
        public var pathCount: UInt32 = 0
        public var paths = (Path(), Path(), Path(), Path())

        public init() {}
    }
}

extension ChannelSoundingTone {
    /// Throws `notFinite` or `outOfRange`.
    func validate() throws(Status) {
        guard i.isFinite, q.isFinite, weight.isFinite else { throw .notFinite }
        guard i.magnitude <= 1e9, q.magnitude <= 1e9, weight >= 0, weight <= 1000,
            Int(channel) < Sounding.channelCount, Int(antennaPath) < Sounding.maximumPathCount, isReservedZero
        else {
            throw .outOfRange
        }
    }
}
