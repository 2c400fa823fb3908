import CMath
public import RangingCore

/// When enough has been measured, how often to measure, and what is stale.
public enum ChannelSoundingPolicy {
    public struct Decision: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32
        @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
        @inlinable public static var goOn: Decision { Decision(rawValue: 0) }
        @inlinable public static var enough: Decision { Decision(rawValue: 1) }
        /// No number of procedures reaches the target, or there have been as many as may be.
        @inlinable public static var giveUp: Decision { Decision(rawValue: 2) }
    }

    public struct Staleness: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32
        @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
        @inlinable public static var old: Staleness { Staleness(rawValue: 1 << 0) }
        @inlinable public static var repeated: Staleness { Staleness(rawValue: 1 << 1) }
        @inlinable public static var future: Staleness { Staleness(rawValue: 1 << 2) }
    }

    private static var deviationLimitM: Float { 1e6 }
    private static var timeLimitNs: Int64 { 3_600_000_000_000 }

    /// Whether `count` usable procedures of `attempted` give a mean that is good enough: its standard deviation is
    /// sqrt(stddev^2 / count + floor^2), the floor being what repeating does not average out. `needed` nil: no
    /// number of procedures does.
    public static func judge(
        count: UInt32, attempted: UInt32, maximum: UInt32, stddevM: Float, floorM: Float, targetM: Float
    ) throws(Status) -> (decision: Decision, needed: UInt32?, meanStddevM: Float) {
        guard stddevM.isFinite, floorM.isFinite, targetM.isFinite else { throw .notFinite }
        guard stddevM >= 0, floorM >= 0, targetM > 0, count <= attempted, maximum > 0,
            max(max(stddevM, floorM), targetM) <= deviationLimitM
        else {
            throw .outOfRange
        }
        let (variance, floor, target) = (Double(stddevM) * Double(stddevM), Double(floorM), Double(targetM))
        let mean = rangekit_port_sqrt(variance / Double(max(count, 1)) + floor * floor)
        let room = target * target - floor * floor
        var needed: UInt32?
        if variance == 0, room >= 0 {
            needed = 1
        } else if room > 0, variance / room < Double(UInt32.max) {
            needed = UInt32(max((variance / room).rounded(.up), 1))
        }
        let decision: Decision
        if count > 0, mean <= target {
            decision = .enough
        } else {
            decision = needed == nil || attempted >= maximum ? .giveUp : .goOn
        }
        return (decision, needed, Float(mean))
    }

    /// As long as the distance cannot change by more than the tolerance; at most half of the time busy.
    public static func intervalNs(
        speedMps: Float, toleranceM: Float, busyNs: Int64, minimumNs: Int64, maximumNs: Int64
    ) throws(Status) -> Int64 {
        guard speedMps.isFinite, toleranceM.isFinite else { throw .notFinite }
        guard speedMps >= 0, toleranceM > 0, busyNs >= 0, busyNs <= timeLimitNs, minimumNs > 0,
            minimumNs <= maximumNs, maximumNs <= timeLimitNs
        else {
            throw .outOfRange
        }
        let wanted = Double(toleranceM) / Double(speedMps) * 1e9
        let interval = wanted < Double(maximumNs) ? Int64(wanted) : maximumNs
        return min(max(max(interval, 2 &* busyNs), minimumNs), maximumNs)
    }

    /// What is stale about a result, and its age.
    public static func staleness(
        measuredNs: Int64, nowNs: Int64, limitNs: Int64, counter: UInt32, previous: UInt32?
    ) throws(Status) -> (flags: Staleness, ageNs: Int64) {
        guard limitNs >= 0 else { throw .outOfRange }
        var flags: Staleness = previous == counter ? .repeated : []
        guard measuredNs <= nowNs else { return (flags.union(.future), 0) }
        let age = Int64(clamping: UInt64(bitPattern: nowNs &- measuredNs))
        if age > limitNs { flags.insert(.old) }
        return (flags, age)
    }
}
