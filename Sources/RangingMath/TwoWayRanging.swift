public import CMath
public import RangingCore

/// The timestamps of one double-sided exchange, device ticks.
///
///     initiator        responder
///     t1 --- poll -------> t2
///     t4 <-- response ---- t3
///     t5 --- final ------> t6
public struct DoubleSidedExchange: Equatable, Sendable {
    public var pollTx, pollRx, responseTx, responseRx, finalTx, finalRx: UInt64

    @inlinable
    public init(
        pollTx: UInt64, pollRx: UInt64, responseTx: UInt64, responseRx: UInt64, finalTx: UInt64, finalRx: UInt64
    ) {
        self.pollTx = pollTx
        self.pollRx = pollRx
        self.responseTx = responseTx
        self.responseRx = responseRx
        self.finalTx = finalTx
        self.finalRx = finalRx
    }
}

/// The timestamps of one single-sided exchange, device ticks, and the clock offset the initiator measured.
public struct SingleSidedExchange: Equatable, Sendable {
    public var pollTx, pollRx, responseTx, responseRx: UInt64
    /// (initiator's clock rate / responder's - 1) x 1e6: positive when the initiator's is faster.
    public var clockOffsetPpm: Double

    @inlinable
    public init(pollTx: UInt64, pollRx: UInt64, responseTx: UInt64, responseRx: UInt64, clockOffsetPpm: Double) {
        self.pollTx = pollTx
        self.pollRx = pollRx
        self.responseTx = responseTx
        self.responseRx = responseRx
        self.clockOffsetPpm = clockOffsetPpm
    }
}

/// A distance with one standard deviation from timestamp and clock-offset noise.
public struct TwoWayRange: Equatable, Sendable {
    public var distanceM: Double
    public var distanceStddevM: Float

    @inlinable
    public init(distanceM: Double, distanceStddevM: Float) {
        self.distanceM = distanceM
        self.distanceStddevM = distanceStddevM
    }
}

/// Two-way ranging for one pair of devices: checked options, prepared once and used for any number of
/// exchanges.
///
/// Intervals are integer differences modulo the timestamp width, so a wrap between two stamps does not
/// matter. Products that cancel are formed without rounding, so the time of flight equals rational
/// arithmetic to 1e-6 of a tick for clocks within 100 ppm.
///
/// ### Edge cases
/// - Noise or antenna delays set too large give slightly negative distances; they are kept.
/// - A zero, over-long or contradictory interval throws the status that names it.
public struct TwoWayRanging: Sendable {
    public struct Options: Sendable {
        /// Width at which the stamps wrap, 32 to 64.
        public var timestampBits: UInt32 = 40
        /// Longer rounds and replies are refused; nil: no such limit.
        public var intervalLimitTicks: UInt64?
        public var tickS = PhysicalConstants.uwbTickS
        public var speedMps = PhysicalConstants.speedOfLightMps
        /// Each clock is true within this.
        public var clockTolerancePpm = 100.0
        public var initiatorTxDelayTicks = 0.0
        public var initiatorRxDelayTicks = 0.0
        public var responderTxDelayTicks = 0.0
        public var responderRxDelayTicks = 0.0
        /// Noise of one receive stamp, one sigma.
        public var timestampStddevS = 100e-12
        /// Noise of a measured clock offset, one sigma.
        public var clockOffsetStddevPpm = 0.02

        public init() {}
    }

    /// Intervals from here on are refused: products of two stay below 2^95, and each is exact in a double.
    @inlinable public static var intervalMaxTicks: UInt64 { 1 << 47 }
    /// Noise that a reply may exceed its round by in a short exchange at no distance.
    @inlinable public static var noiseAllowanceTicks: Double { 64 }

    @usableFromInline let mask: UInt64
    @usableFromInline let longestTicks: UInt64
    @usableFromInline let metresPerTick: Double
    /// Only the sum of a device's two delays matters: one lengthens its rounds, the other shortens its replies.
    @usableFromInline let initiatorDelayTicks: Double
    @usableFromInline var responderDelayTicks: Double
    @usableFromInline var meanDelayTicks: Double
    @usableFromInline var halfDelayDifferenceTicks: Double
    /// What a reply may exceed its round by: a part that grows with the reply, and a fixed one.
    @usableFromInline let excessPerTick: Double
    @usableFromInline var excessTicks: Double
    @usableFromInline let clockOffsetLimitPpm: Double
    @usableFromInline let timestampStddevM: Float
    /// Metres of standard deviation for each tick of reply, from clock-offset noise.
    @usableFromInline let clockOffsetStddevMPerTick: Float

    /// Throws `notFinite` or `outOfRange` for options outside their stated ranges.
    public init(options: Options = Options()) throws(Status) {
        guard (32...64).contains(options.timestampBits) else { throw .outOfRange }
        try check(options.tickS, within: 1e-15...1)
        try check(options.speedMps, within: 1...3e8)
        try check(options.clockTolerancePpm, within: 0...10_000)
        try check(options.initiatorTxDelayTicks, within: -1e9...1e9)
        try check(options.initiatorRxDelayTicks, within: -1e9...1e9)
        try check(options.responderTxDelayTicks, within: -1e9...1e9)
        try check(options.responderRxDelayTicks, within: -1e9...1e9)
        try check(options.timestampStddevS, within: 0...1)
        try check(options.clockOffsetStddevPpm, within: 0...10_000)

        mask = UInt64.max >> UInt64(64 &- options.timestampBits)
        let longest = Self.intervalMaxTicks &- 1
        longestTicks = min(options.intervalLimitTicks ?? longest, longest)
        metresPerTick = options.tickS * options.speedMps
        initiatorDelayTicks = options.initiatorTxDelayTicks + options.initiatorRxDelayTicks
        responderDelayTicks = options.responderTxDelayTicks + options.responderRxDelayTicks
        meanDelayTicks = (initiatorDelayTicks + responderDelayTicks) / 2
        halfDelayDifferenceTicks = (responderDelayTicks - initiatorDelayTicks) / 2
        // One clock at +e and the other at -e: (1 + e) / (1 - e) - 1.
        clockOffsetLimitPpm = 2 * options.clockTolerancePpm / (1 - options.clockTolerancePpm * 1e-6)
        excessPerTick = 2 * options.clockTolerancePpm * 1e-6
        excessTicks = initiatorDelayTicks.magnitude + responderDelayTicks.magnitude + Self.noiseAllowanceTicks
        timestampStddevM = Float(options.timestampStddevS * options.speedMps)
        clockOffsetStddevMPerTick = Float(options.clockOffsetStddevPpm * 1e-6 / 2 * metresPerTick)
    }
}

extension TwoWayRanging {
    /// What the default options give: constants, where checking and preparing them anew costs a processor without
    /// double units more than the range does.
    @inlinable
    public static var standard: TwoWayRanging {
        @inline(__always) get { TwoWayRanging(standard: ()) }
    }

    @inlinable @inline(__always)
    init(standard: Void) {
        mask = UInt64.max >> 24
        longestTicks = Self.intervalMaxTicks &- 1
        metresPerTick = PhysicalConstants.uwbTickS * PhysicalConstants.speedOfLightMps
        initiatorDelayTicks = 0
        responderDelayTicks = 0
        meanDelayTicks = 0
        halfDelayDifferenceTicks = 0
        clockOffsetLimitPpm = 2 * 100.0 / (1 - 100.0 * 1e-6)
        excessPerTick = 2 * 100.0 * 1e-6
        excessTicks = Self.noiseAllowanceTicks
        timestampStddevM = Float(100e-12 * PhysicalConstants.speedOfLightMps)
        clockOffsetStddevMPerTick = Float(
            0.02 * 1e-6 / 2 * (PhysicalConstants.uwbTickS * PhysicalConstants.speedOfLightMps))
    }
}

/// Comparisons with NaN are false, so NaN is told from a finite number out of range. The usual case is two
/// comparisons in place.
@inline(__always)
func check(_ value: Double, within range: ClosedRange<Double>) throws(Status) {
    guard value >= range.lowerBound, value <= range.upperBound else {
        throw value.isFinite ? .outOfRange : .notFinite
    }
}

extension TwoWayRanging {
    /// Ranges one double-sided exchange (asymmetric, factored form; source in `twr.h`).
    ///
    ///     tof = ((Ra - Db) Rb + Db (Rb - Da)) / (Ra + Rb + Da + Db)
    ///
    /// Antenna delays take (D_initiator + D_responder) / 2 from it, and the numerator shifts by half their
    /// difference times (Ra - Db) - (Rb - Da); the denominator stays. Variance, from the derivatives by the three
    /// receive stamps: s^2/4 + s^2 (u^2 + v^2) / (4 (u + v)^2), u = Ra + Db, v = Rb + Da.
    @inlinable
    public func range(_ exchange: DoubleSidedExchange) throws(Status) -> TwoWayRange {
        let roundA = (exchange.responseRx &- exchange.pollTx) & mask
        let replyB = (exchange.responseTx &- exchange.pollRx) & mask
        let roundB = (exchange.finalRx &- exchange.responseTx) & mask
        let replyA = (exchange.finalTx &- exchange.responseRx) & mask
        let stamps =
            exchange.pollTx | exchange.pollRx | exchange.responseTx | exchange.responseRx | exchange.finalTx
            | exchange.finalRx
        let longest = max(max(roundA, replyB), max(roundB, replyA))
        let shortest = min(min(roundA, replyB), min(roundB, replyA))
        guard stamps <= mask, longest <= longestTicks, shortest > 0 else {
            throw refusal(stamps: stamps, longest: longest)
        }

        let gainA = Int64(bitPattern: roundA &- replyB)
        let gainB = Int64(bitPattern: roundB &- replyA)
        // A round as long as its reply needs no tolerance: processors without double units are spared it.
        if gainA | gainB < 0 {
            let allowedA = Double(exact: replyB) * excessPerTick + excessTicks
            let allowedB = Double(exact: replyA) * excessPerTick + excessTicks
            guard Double(gainA) + allowedA >= 0, Double(gainB) + allowedB >= 0 else { throw .replyExceedsRound }
        }
        return doubleSidedEnding.range(
            products: Double(sumOfProducts(gainA, roundB, gainB, replyB)),
            gainDifference: halfDelayDifferenceTicks == 0 ? 0 : Double(gainA &- gainB),
            pairA: Double(exact: roundA &+ replyB), pairB: Double(exact: roundB &+ replyA))
    }

    @inlinable
    var doubleSidedEnding: DoubleSidedEnding {
        @inline(__always) get {
            DoubleSidedEnding(
                halfDelayDifferenceTicks: halfDelayDifferenceTicks, meanDelayTicks: meanDelayTicks,
                metresPerTick: metresPerTick, timestampStddevM: timestampStddevM)
        }
    }

    /// Ranges one single-sided exchange with clock-offset correction.
    ///
    ///     tof = ((Ra - Db) - Db r) / 2
    ///
    /// Variance: s^2/2 + (Db s_r / 2)^2.
    #if RANGEKIT_BRIEF
        @inlinable @inline(never)
    #else
        @inlinable @inline(__always)
    #endif
    public func range(_ exchange: SingleSidedExchange) throws(Status) -> TwoWayRange {
        let round = (exchange.responseRx &- exchange.pollTx) & mask
        let reply = (exchange.responseTx &- exchange.pollRx) & mask
        let stamps = exchange.pollTx | exchange.pollRx | exchange.responseTx | exchange.responseRx
        let longest = max(round, reply)
        guard stamps <= mask, longest <= longestTicks, min(round, reply) > 0 else {
            throw refusal(stamps: stamps, longest: longest)
        }
        let ppm = exchange.clockOffsetPpm
        guard ppm.magnitude <= clockOffsetLimitPpm else {
            throw ppm.isFinite ? .clockOffsetRange : .notFinite
        }
        let gain = Double(Int64(bitPattern: round &- reply))
        let replyTicks = Double(exact: reply)
        guard excessPerTick * replyTicks + excessTicks >= -gain else {
            throw .replyExceedsRound
        }

        // 1e6 (Ra - Db) and Db ppm agree in up to 55 bits, so their difference is taken in exact parts: Db
        // as 24 + 23 bits, ppm as 26 + 27 bits; what the first subtraction rounds off is kept (Knuth's sum), and
        // what the division does.
        let (ppmHigh, ppmLow) = ppm.split
        let replyHigh = Double(exact: reply & ~0x7F_FFFF)
        let replyLow = Double(exact: reply & 0x7F_FFFF)
        let (scaledGain, product) = (gain * 1e6, replyHigh * ppmHigh)
        let difference = scaledGain - product
        let rounded = difference - scaledGain
        let roundedOff = (scaledGain - (difference - rounded)) - (product + rounded)
        let rest = (roundedOff - replyLow * ppmHigh) - replyTicks * ppmLow
        let quotient = difference / 2e6
        let (quotientHigh, quotientLow) = quotient.split
        let remainder = (difference - quotientHigh * 2e6) - quotientLow * 2e6
        let delays = initiatorDelayTicks + responderDelayTicks * (1 + ppm * 1e-6)
        let tofTicks = quotient + ((remainder + rest) / 2e6 - delays / 2)
        let offsetStddevM = clockOffsetStddevMPerTick * Float(replyTicks)
        let variance = timestampStddevM * timestampStddevM / 2 + offsetStddevM * offsetStddevM
        return TwoWayRange(distanceM: tofTicks * metresPerTick, distanceStddevM: rangekit_port_sqrtf(variance))
    }

    /// Which of the checks on stamps and intervals failed.
    @usableFromInline @inline(never)
    func refusal(stamps: UInt64, longest: UInt64) -> Status {
        if stamps > mask {
            return .timestampRange
        }
        if longest > longestTicks {
            let limitIsCallers = longestTicks < Self.intervalMaxTicks &- 1
            return limitIsCallers && longest < Self.intervalMaxTicks ? .intervalOverLimit : .intervalTooLong
        }
        return .intervalZero
    }
}

/// The last step of a double-sided range, from products that are already formed. Constants in a value of its own
/// stay in registers where a loop writes memory.
@usableFromInline
struct DoubleSidedEnding {
    @usableFromInline let halfDelayDifferenceTicks, meanDelayTicks, metresPerTick: Double
    @usableFromInline let timestampStddevM: Float

    @inlinable
    init(halfDelayDifferenceTicks: Double, meanDelayTicks: Double, metresPerTick: Double, timestampStddevM: Float) {
        self.halfDelayDifferenceTicks = halfDelayDifferenceTicks
        self.meanDelayTicks = meanDelayTicks
        self.metresPerTick = metresPerTick
        self.timestampStddevM = timestampStddevM
    }

    /// `products` is (Ra - Db) Rb + Db (Rb - Da), the pairs are Ra + Db and Rb + Da.
    @inlinable @inline(__always)
    func range(products: Double, gainDifference: Double, pairA: Double, pairB: Double) -> TwoWayRange {
        let numerator = products - gainDifference * halfDelayDifferenceTicks
        let inverseSum = 1 / (pairA + pairB)
        let share = Float(pairA * inverseSum)
        let rest = 1 - share
        let variance = 0.25 + (share * share + rest * rest) * 0.25
        return TwoWayRange(
            distanceM: (numerator * inverseSum - meanDelayTicks) * metresPerTick,
            distanceStddevM: timestampStddevM * rangekit_port_sqrtf(variance))
    }
}

/// a u + b v, rounded once at the end; |a| and |b| below 2^47 as are u and v.
@inlinable @inline(__always)
func sumOfProducts(_ a: Int64, _ u: UInt64, _ b: Int64, _ v: UInt64) -> WideSum {
    let first = a.multipliedFullWidth(by: Int64(bitPattern: u))
    let second = b.multipliedFullWidth(by: Int64(bitPattern: v))
    let (low, carry) = first.low.addingReportingOverflow(second.low)
    return WideSum(high: first.high &+ second.high &+ (carry ? 1 : 0), low: low)
}

/// A 128-bit two's complement integer on its way to a double.
@usableFromInline
struct WideSum {
    @usableFromInline let high: Int64
    @usableFromInline let low: UInt64

    @inlinable
    init(high: Int64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension Double {
    /// A sum of two numbers of 26 and 27 bits (Veltkamp's splitting), so that products are exact.
    @inlinable
    var split: (high: Double, low: Double) {
        @inline(__always) get {
            let scaled = self * 0x1p27
            let high = (self + scaled) - scaled
            return (high, self - high)
        }
    }

    /// Small sums convert exactly, large ones to a relative 2^-52: the low half is taken as signed, so a
    /// small negative sum is not the difference of two large numbers.
    @inlinable @inline(__always)
    init(_ sum: WideSum) {
        let low = Int64(bitPattern: sum.low)
        let high = sum.high &- (low >> 63)
        self = high == 0 ? Double(low) : Double(high) * 0x1p64 + Double(low)
    }

    /// An integer below 2^52, without a conversion instruction: its bits are the fraction of 2^52.
    @inlinable @inline(__always)
    init(exact value: UInt64) {
        self = Double(bitPattern: value | 0x4330_0000_0000_0000) - 0x1p52
    }
}
