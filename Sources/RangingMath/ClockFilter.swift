public import RangingCore

/// The local clock's rate by a remote one's, from packets that the remote sent and the local device received.
///
/// Each pair of stamps is compared with the one before. A candidate that agrees with the present offset is
/// blended in and earns trust; one that does not costs trust, and replaces the offset once there is none left. A
/// wild stamp therefore changes nothing, and a clock that has really changed is followed. (The scheme of the
/// Crazyflie's ranging deck, described by Bitcraze; source in `twr_clock.h`.)
public struct ClockFilter: Equatable, Sendable {
    public struct Options: Sendable {
        /// Width at which both devices' stamps wrap, 32 to 64.
        public var timestampBits: UInt32 = 40
        public var tickS = PhysicalConstants.uwbTickS
        /// Offsets beyond this are never taken.
        public var limitPpm = 20.0
        /// Offsets this near to the present one agree with it.
        public var noisePpm = 0.03
        /// Share of the present offset when an agreeing one is blended in.
        public var oldWeight = 0.1
        /// Noise of one receive stamp, one sigma.
        public var timestampStddevS = 100e-12
        /// Agreements that are remembered.
        public var trustMax: UInt32 = 4

        public init() {}
    }

    /// Checked options, prepared for any number of filters.
    public struct Rules: Sendable {
        let options: Options
        let mask: UInt64
        let halfWrapNs: Double
        /// ppm^2 x ticks^2: two receive stamps, by the square of the interval between them.
        let noisePpm2Ticks2: Double

        /// Throws `notFinite` or `outOfRange` for options outside their stated ranges.
        public init(options: Options = Options()) throws(Status) {
            guard (32...64).contains(options.timestampBits), (1...1_000_000).contains(options.trustMax) else {
                throw .outOfRange
            }
            try check(options.tickS, within: 1e-15...1)
            try check(options.limitPpm, within: 0...10_000)
            try check(options.noisePpm, within: 0...10_000)
            try check(options.oldWeight, within: 0...1)
            try check(options.timestampStddevS, within: 0...1)
            self.options = options
            mask = UInt64.max >> UInt64(64 &- options.timestampBits)
            halfWrapNs = Double(mask >> 1) * options.tickS * 1e9
            let noiseTicks = options.timestampStddevS / options.tickS * 1e6
            noisePpm2Ticks2 = 2 * noiseTicks * noiseTicks
        }
    }

    /// What became of a pair.
    public struct Outcome: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// No pair before it to compare with.
        @inlinable public static var first: Outcome { Outcome(rawValue: 0) }
        /// Agrees: the offset is reliable.
        @inlinable public static var accepted: Outcome { Outcome(rawValue: 1) }
        /// Taken as the new offset, not yet reliable.
        @inlinable public static var replaced: Outcome { Outcome(rawValue: 2) }
        /// Contradicts, or is beyond the limit: the offset stays, with less trust.
        @inlinable public static var rejected: Outcome { Outcome(rawValue: 3) }
        /// Half a wrap or more after the pair before: the comparison starts anew.
        @inlinable public static var stale: Outcome { Outcome(rawValue: 4) }
    }

    struct Pair: Equatable {
        var localTicks, remoteTicks: UInt64
        var timeNs: Int64
    }

    var newest: Pair?
    /// (local clock / remote - 1) x 1e6; nil before the first candidate within the limit.
    public private(set) var clockOffsetPpm: Double?
    /// Of the offset, from stamp noise; a crystal's own drift is not in it.
    public private(set) var variancePpm2 = 0.0
    /// How many contradictions the offset outlives.
    public private(set) var trust: UInt32 = 0
    /// Whether the last candidate agreed.
    public private(set) var isReliable = false

    public init() {}

    /// Takes one packet. Throws `timestampRange`, `intervalZero` or `timeBackwards` and then changes nothing.
    public mutating func update(
        localTicks: UInt64, remoteTicks: UInt64, timeNs: Int64, rules: borrowing Rules
    ) throws(Status) -> Outcome {
        guard localTicks | remoteTicks <= rules.mask else { throw .timestampRange }
        let pair = Pair(localTicks: localTicks, remoteTicks: remoteTicks, timeNs: timeNs)
        guard let earlier = newest else {
            newest = pair
            return .first
        }
        guard timeNs >= earlier.timeNs else { throw .timeBackwards }
        let local = (localTicks &- earlier.localTicks) & rules.mask
        let remote = (remoteTicks &- earlier.remoteTicks) & rules.mask
        guard local > 0, remote > 0 else { throw .intervalZero }
        newest = pair
        // Times only grow, so their difference is right as an unsigned number.
        let elapsedNs = Double(UInt64(bitPattern: timeNs &- earlier.timeNs))
        guard max(local, remote) <= rules.mask >> 1, elapsedNs < rules.halfWrapNs else {
            isReliable = false
            return .stale
        }
        return judge(
            Self.offsetPpm(local: local, remote: remote),
            variancePpm2: rules.noisePpm2Ticks2 / (Double(local) * Double(local)), rules.options)
    }

    private mutating func judge(_ candidate: Double, variancePpm2 added: Double, _ options: Options) -> Outcome {
        isReliable = false
        if let present = clockOffsetPpm, (candidate - present).magnitude < options.noisePpm {
            let (old, new) = (options.oldWeight, 1 - options.oldWeight)
            clockOffsetPpm = old * present + new * candidate
            variancePpm2 = old * old * variancePpm2 + new * new * added
            trust = min(trust, options.trustMax &- 1) &+ 1
            isReliable = true
            return .accepted
        }
        if trust > 0 {
            trust &-= 1
            return .rejected
        }
        guard candidate.magnitude <= options.limitPpm else { return .rejected }
        clockOffsetPpm = candidate
        variancePpm2 = added
        return .replaced
    }

    /// (local / remote - 1) x 1e6, exact to rounding: the difference is taken in integers.
    static func offsetPpm(local: UInt64, remote: UInt64) -> Double {
        Double(Int64(bitPattern: local &- remote)) / Double(remote) * 1e6
    }

    /// The same from two pairs of stamps. Throws `outOfRange` for a width, `timestampRange`, `intervalZero`, and
    /// `intervalTooLong` from half a wrap on, when the order of the stamps is no longer known.
    public static func offsetPpm(
        local: (earlier: UInt64, later: UInt64), remote: (earlier: UInt64, later: UInt64), timestampBits: UInt32
    ) throws(Status) -> Double {
        guard (32...64).contains(timestampBits) else { throw .outOfRange }
        let mask = UInt64.max >> UInt64(64 &- timestampBits)
        guard local.earlier | local.later | remote.earlier | remote.later <= mask else { throw .timestampRange }
        let localTicks = (local.later &- local.earlier) & mask
        let remoteTicks = (remote.later &- remote.earlier) & mask
        guard localTicks > 0, remoteTicks > 0 else { throw .intervalZero }
        guard max(localTicks, remoteTicks) <= mask >> 1 else { throw .intervalTooLong }
        return offsetPpm(local: localTicks, remote: remoteTicks)
    }
}

extension ClockFilter {
    /// A filter from numbers that were kept elsewhere; values that no update leaves make an empty one.
    public init(
        localTicks: UInt64, remoteTicks: UInt64, timeNs: Int64, hasStamps: Bool, clockOffsetPpm: Double?,
        variancePpm2: Double, trust: UInt32, isReliable: Bool
    ) {
        if hasStamps {
            newest = Pair(localTicks: localTicks, remoteTicks: remoteTicks, timeNs: timeNs)
        }
        guard let clockOffsetPpm, clockOffsetPpm.magnitude <= 10_000, variancePpm2 >= 0, variancePpm2.isFinite else {
            return
        }
        self.clockOffsetPpm = clockOffsetPpm
        self.variancePpm2 = variancePpm2
        self.trust = trust
        self.isReliable = isReliable
    }

    /// The newest pair of stamps and its time.
    public var stamps: (localTicks: UInt64, remoteTicks: UInt64, timeNs: Int64)? {
        newest.map { ($0.localTicks, $0.remoteTicks, $0.timeNs) }
    }
}
