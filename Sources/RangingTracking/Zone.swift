public import RangingCore

/// Rings around a device: enter, dwell, leave, approach, recede. The rules stand in `zone.h`.
///
/// Complexity: an update is O(1) in time, O(*n*) in the rings. Nothing is allocated. All-zero memory is a valid
/// state once `options` is set.
public struct Zone: ~Copyable {
    public struct Ring: Equatable, BitwiseCopyable, Sendable {
        public var enterM: Float
        public var leaveM: Float
        /// Samples in a row.
        public var enterCount: UInt32
        public var leaveCount: UInt32
        public var dwellNs: Int64
        /// Not entered faster than this; nil: any speed.
        public var maxSpeedMps: Float?
        /// Standard deviations added to a distance before it counts as inside.
        public var stddevs: Float

        public init(
            enterM: Float, leaveM: Float, enterCount: UInt32 = 2, leaveCount: UInt32 = 2, dwellNs: Int64 = 0,
            maxSpeedMps: Float? = nil, stddevs: Float = 0
        ) {
            self.enterM = enterM
            self.leaveM = leaveM
            self.enterCount = enterCount
            self.leaveCount = leaveCount
            self.dwellNs = dwellNs
            self.maxSpeedMps = maxSpeedMps
            self.stddevs = stddevs
        }

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        @inline(never)
        func validate() throws(Status) {
            guard enterM.isFinite, leaveM.isFinite, stddevs.isFinite, (maxSpeedMps ?? 1).isFinite else {
                throw .notFinite
            }
            guard enterM > 0, leaveM >= enterM, leaveM <= Zone.limit, enterCount >= 1, enterCount <= 100,
                leaveCount >= 1, leaveCount <= 100, dwellNs >= 0, dwellNs <= 86_400_000_000_000,
                (maxSpeedMps ?? 1) > 0, stddevs >= 0, stddevs <= 10
            else {
                throw .outOfRange
            }
        }
    }

    public struct Trend: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var unknown: Trend { Trend(rawValue: 0) }
        @inlinable public static var still: Trend { Trend(rawValue: 1) }
        @inlinable public static var approaching: Trend { Trend(rawValue: 2) }
        @inlinable public static var receding: Trend { Trend(rawValue: 3) }

        public var name: StaticString {
            switch self {
            case .still: "still"
            case .approaching: "approaching"
            case .receding: "receding"
            default: "unknown"
            }
        }
    }

    public struct Causes: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var timeout: Causes { Causes(rawValue: 1 << 0) }
        @inlinable public static var jump: Causes { Causes(rawValue: 1 << 1) }
        @inlinable public static var tooFast: Causes { Causes(rawValue: 1 << 2) }
        @inlinable public static var uncertain: Causes { Causes(rawValue: 1 << 3) }

        /// The identifier of a single cause; `unknown` for another bit or several at once.
        public var name: StaticString {
            switch self {
            case .timeout: "timeout"
            case .jump: "jump"
            case .tooFast: "too_fast"
            case .uncertain: "uncertain"
            default: "unknown"
            }
        }
    }

    /// What a sample did; bit *n* of a mask stands for ring *n*.
    public struct Outcome: Equatable, Sendable {
        public var inside: UInt32 = 0
        public var dwelling: UInt32 = 0
        public var entered: UInt32 = 0
        public var dwelt: UInt32 = 0
        public var left: UInt32 = 0
        public var causes: Causes = []
        public var trend: Trend = .unknown
        public var distanceM: Float?
        /// Negative: approaching.
        public var speedMps: Float?
    }

    public static var ringCapacity: Int { 8 }
    /// Distances and speeds beyond this are refused.
    public static var limit: Float { 1e9 }

    struct RingState: BitwiseCopyable {
        var enteredNs: Int64
        /// Samples in a row that speak for a change.
        var streak: UInt32
        var isInside: Bool
        var isDwelling: Bool
    }

    struct Point: BitwiseCopyable {
        var timeNs: Int64
        var distanceM: Float
    }

    var options: Options
    var states: InlineArray<8, RingState>
    /// The believed distances of the last second.
    var recent: RingBuffer<Point, 16>
    var nowNs: Int64
    var hasTime: Bool
    /// A distance that is not believed yet, and how many in a row agree with it.
    var jumped: Point
    var jumpCount: UInt32
    var trend: Trend

    /// Throws `notFinite` or `outOfRange` for bad options.
    public init(options: Options = .presence) throws(Status) {
        try options.validate()
        self.options = options
        states = InlineArray(repeating: RingState(enteredNs: 0, streak: 0, isInside: false, isDwelling: false))
        recent = RingBuffer(repeating: Point(timeNs: 0, distanceM: 0))
        nowNs = 0
        hasTime = false
        jumped = Point(timeNs: 0, distanceM: 0)
        jumpCount = 0
        trend = .unknown
    }

    /// Makes a zone in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Zone>, options: Options) {
        memory.pointee.options = options
    }

    /// Leaves every ring silently and forgets all samples; the options stay.
    public mutating func reset() {
        for index in 0..<Self.ringCapacity {
            states[index] = RingState(enteredNs: 0, streak: 0, isInside: false, isDwelling: false)
        }
        forgetSamples()
        hasTime = false
    }

    private mutating func forgetSamples() {
        recent.removeAll()
        jumpCount = 0
        trend = .unknown
    }

    /// Takes one sample. Throws `timeBackwards`, `notFinite` or `outOfRange` and then changes nothing.
    @inline(__always)
    public mutating func update(with sample: RangeSample) throws(Status) -> Outcome {
        if hasTime, sample.timeNs < nowNs { throw .timeBackwards }
        if let distanceM = sample.distanceM {
            try check(distanceM)
            try check(sample.velocityMps ?? 0)
            try check(sample.distanceStddevM ?? 0)
            guard (sample.distanceStddevM ?? 0) >= 0 else { throw .outOfRange }
        }
        nowNs = sample.timeNs
        hasTime = true
        var outcome = Outcome()
        if let newest = recent.newest, elapsed(from: newest.timeNs) > UInt64(bitPattern: options.timeoutNs) {
            outcome.causes.insert(.timeout)
            leaveAll(&outcome)
            forgetSamples()
        }
        if let distanceM = sample.distanceM {
            if believes(distanceM) {
                recent.append(Point(timeNs: nowNs, distanceM: distanceM))
                while elapsed(from: recent[0].timeNs) > Self.speedWindowNs { recent.removeOldest() }
                let speedMps = sample.velocityMps ?? slope()
                follow(speedMps)
                step(distanceM, sample.distanceStddevM ?? options.defaultStddevM, speedMps, &outcome)
                outcome.speedMps = speedMps
            } else {
                outcome.causes.insert(.jump)
            }
        }
        finish(&outcome)
        return outcome
    }

    private static var speedWindowNs: UInt64 { 1_000_000_000 }

    @inline(__always)
    private mutating func check(_ value: Float) throws(Status) {
        guard value.isFinite else { throw .notFinite }
        guard value.magnitude <= Self.limit else { throw .outOfRange }
    }

    /// Whether the distance can have been reached since the last one, or has been confirmed by others.
    private mutating func believes(_ distanceM: Float) -> Bool {
        guard let newest = recent.newest, !isReachable(distanceM, from: newest) else {
            jumpCount = 0
            return true
        }
        jumpCount = jumpCount > 0 && isReachable(distanceM, from: jumped) ? jumpCount &+ 1 : 1
        jumped = Point(timeNs: nowNs, distanceM: distanceM)
        var needed: UInt32 = 1
        for index in 0..<Int(options.ringCount) { needed = max(needed, options.rings[index].enterCount) }
        guard jumpCount >= needed else { return false }
        recent.removeAll()
        jumpCount = 0
        return true
    }

    /// Noise alone moves two samples apart by some standard deviations.
    @inline(__always)
    private mutating func isReachable(_ distanceM: Float, from point: Point) -> Bool {
        let allowance = 4 * options.defaultStddevM + options.jumpSpeedMps * Float(elapsed(from: point.timeNs)) * 1e-9
        return (distanceM - point.distanceM).magnitude <= allowance
    }

    /// The slope of a straight line through the samples of the last second; nil with fewer than three.
    private mutating func slope() -> Float? {
        guard recent.count >= 3 else { return nil }
        let newest = recent[recent.count &- 1]
        var (sumT, sumD, sumTT, sumTD): (Float, Float, Float, Float) = (0, 0, 0, 0)
        recent.forEach { point in
            let timeS = Float(point.timeNs &- newest.timeNs) * 1e-9
            let distanceM = point.distanceM - newest.distanceM
            sumT += timeS
            sumD += distanceM
            sumTT += timeS * timeS
            sumTD += timeS * distanceM
        }
        let count = Float(recent.count)
        let spread = sumTT - sumT * sumT / count
        return spread > 1e-6 ? (sumTD - sumT * sumD / count) / spread : nil
    }

    /// A trend ends when the speed falls to half of what began it.
    @inline(__always)
    private mutating func follow(_ speedMps: Float?) {
        guard let speedMps else {
            trend = .unknown
            return
        }
        let limit = options.approachSpeedMps
        if speedMps <= -limit || (trend == .approaching && speedMps <= -limit / 2) {
            trend = .approaching
        } else if speedMps >= limit || (trend == .receding && speedMps >= limit / 2) {
            trend = .receding
        } else {
            trend = .still
        }
    }

    private mutating func step(_ distanceM: Float, _ stddevM: Float, _ speedMps: Float?, _ outcome: inout Outcome) {
        for index in 0..<Int(options.ringCount) {
            let ring = options.rings[index]
            if states[index].isInside {
                states[index].streak = distanceM > ring.leaveM ? states[index].streak &+ 1 : 0
                if states[index].streak >= ring.leaveCount { leave(index, &outcome) }
                continue
            }
            let isNear = distanceM <= ring.enterM
            let isCertain = distanceM + ring.stddevs * stddevM <= ring.enterM
            if isNear, !isCertain { outcome.causes.insert(.uncertain) }
            states[index].streak = isNear && isCertain ? min(states[index].streak &+ 1, ring.enterCount) : 0
            guard states[index].streak >= ring.enterCount else { continue }
            if let maxSpeedMps = ring.maxSpeedMps, let speedMps, speedMps < -maxSpeedMps {
                outcome.causes.insert(.tooFast)
                continue
            }
            states[index] = RingState(enteredNs: nowNs, streak: 0, isInside: true, isDwelling: false)
            outcome.entered |= 1 << UInt32(truncatingIfNeeded: index)
        }
    }

    private mutating func leave(_ index: Int, _ outcome: inout Outcome) {
        states[index] = RingState(enteredNs: 0, streak: 0, isInside: false, isDwelling: false)
        outcome.left |= 1 << UInt32(truncatingIfNeeded: index)
    }

    private mutating func leaveAll(_ outcome: inout Outcome) {
        for index in 0..<Int(options.ringCount) where states[index].isInside { leave(index, &outcome) }
    }

    @inline(__always)
    private mutating func finish(_ outcome: inout Outcome) {
        for index in 0..<Int(options.ringCount) where states[index].isInside {
            let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: index)
            outcome.inside |= bit
            if !states[index].isDwelling,
                elapsed(from: states[index].enteredNs) >= UInt64(bitPattern: options.rings[index].dwellNs)
            {
                states[index].isDwelling = true
                outcome.dwelt |= bit
            }
            if states[index].isDwelling { outcome.dwelling |= bit }
        }
        outcome.distanceM = recent.newest?.distanceM
        outcome.trend = trend
    }

    /// Times only grow, so the difference is right as an unsigned number even when it overflows a signed one.
    @inline(__always)
    private mutating func elapsed(from timeNs: Int64) -> UInt64 {
        UInt64(bitPattern: nowNs &- timeNs)
    }
}
