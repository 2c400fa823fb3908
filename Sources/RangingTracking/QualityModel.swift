import CMath
public import RangingCore

/// How far a distance can be trusted: the probability that its error is within a limit, and what takes
/// probability away. The model stands in `quality_model.h`.
///
/// Complexity: an update is O(*n*) in the samples of the window. Nothing is allocated. All-zero memory is a valid
/// state once `initialize` has set its options.
public struct QualityModel: ~Copyable {
    public struct Options: Sendable {
        /// The error that the experience allows.
        public var limitM: Float
        public var goodProbability: Float
        public var excellentProbability: Float
        /// Of a sample without line-of-sight evidence.
        public var blockedProbability: Float = 0.03
        public var blockedBiasM: Float = 0.3
        public var blockedStddevM: Float = 0.4
        public var outlierStddevM: Float = 3
        /// Variance added for each unit that samples scatter more than they should.
        public var scatterGain: Float = 1
        /// Over which rate, scatter and outliers are counted.
        public var windowNs: Int64 = 2_000_000_000
        public var fusion: Fusion.Options = .standard

        public init(limitM: Float, goodProbability: Float, excellentProbability: Float) {
            self.limitM = limitM
            self.goodProbability = goodProbability
            self.excellentProbability = excellentProbability
        }

        public static var unlock: Options {
            Options(limitM: 0.5, goodProbability: 0.9, excellentProbability: 0.99)
        }
        public static var find: Options { Options(limitM: 1, goodProbability: 0.5, excellentProbability: 0.95) }
        public static var guide: Options { Options(limitM: 0.5, goodProbability: 0.5, excellentProbability: 0.9) }
        public static var sound: Options { Options(limitM: 2, goodProbability: 0.5, excellentProbability: 0.9) }

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard limitM.isFinite, goodProbability.isFinite, excellentProbability.isFinite,
                blockedProbability.isFinite, blockedBiasM.isFinite, blockedStddevM.isFinite, outlierStddevM.isFinite,
                scatterGain.isFinite
            else {
                throw .notFinite
            }
            let limit = Fusion.limit
            guard limitM > 0, limitM <= limit, goodProbability >= 0, goodProbability <= excellentProbability,
                excellentProbability <= 1, blockedProbability >= 0, blockedProbability <= 1,
                blockedBiasM.magnitude <= limit, blockedStddevM >= 0, blockedStddevM <= limit, outlierStddevM >= 0,
                outlierStddevM <= limit, scatterGain >= 0, scatterGain <= limit, windowNs > 0
            else {
                throw .outOfRange
            }
            try fusion.validate()
        }
    }

    public struct Level: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var unknown: Level { Level(rawValue: 0) }
        @inlinable public static var poor: Level { Level(rawValue: 1) }
        @inlinable public static var good: Level { Level(rawValue: 2) }
        @inlinable public static var excellent: Level { Level(rawValue: 3) }

        public var name: StaticString {
            switch self {
            case .poor: "poor"
            case .good: "good"
            case .excellent: "excellent"
            default: "unknown"
            }
        }
    }

    public struct Cause: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var bias: Cause { Cause(rawValue: 0) }
        @inlinable public static var noise: Cause { Cause(rawValue: 1) }
        @inlinable public static var stale: Cause { Cause(rawValue: 2) }
        @inlinable public static var scatter: Cause { Cause(rawValue: 3) }
        @inlinable public static var blocked: Cause { Cause(rawValue: 4) }
        @inlinable public static var outliers: Cause { Cause(rawValue: 5) }
        @inlinable public static var disagreement: Cause { Cause(rawValue: 6) }

        public static var count: Int { 7 }

        public var name: StaticString {
            switch self {
            case .bias: "bias"
            case .noise: "noise"
            case .stale: "stale"
            case .scatter: "scatter"
            case .blocked: "blocked"
            case .outliers: "outliers"
            case .disagreement: "disagreement"
            default: "unknown"
            }
        }
    }

    struct Entry: BitwiseCopyable {
        var timeNs: Int64
        /// Squared innovation, and its expected variance.
        var square: Float
        var expected: Float
        var technology: Int32
        var isOutlier: Bool
        /// An outlier of one technology while another was active.
        var isDisagreement: Bool
    }

    var options: Options
    var fusion: Fusion
    var window: RingBuffer<Entry, 32>
    var blocked: Float
    var hasBlocked: Bool

    /// Throws `notFinite`, `outOfRange` or `duplicateKey` for bad options.
    public init(options: Options = .find) throws(Status) {
        try options.validate()
        self.options = options
        fusion = Fusion(checked: options.fusion)
        window = RingBuffer(
            repeating: Entry(
                timeNs: 0, square: 0, expected: 0, technology: 0, isOutlier: false, isDisagreement: false))
        blocked = 0
        hasBlocked = false
    }

    /// Makes a model in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<QualityModel>, options: Options) {
        memory.pointee.options = options
        memory.pointee.fusion.options = options.fusion
    }

    /// Forgets all samples; the options stay.
    public mutating func reset() {
        fusion.reset()
        window.removeAll()
        hasBlocked = false
    }

    /// Takes one sample. Throws as ``Fusion/update(with:)`` does and then changes nothing.
    public mutating func update(with sample: RangeSample) throws(Status) -> Judgement {
        let isBlocked = try blockedEvidence(sample)
        // What is expected of the sample is known only before the fusion takes it.
        var plain = sample
        plain.nlosProbability = nil
        let expectation = fusion.expectation(of: plain)
        let outcome = try fusion.update(with: plain)
        while !window.isEmpty,
            UInt64(bitPattern: sample.timeNs &- window[0].timeNs) > UInt64(bitPattern: options.windowNs)
        {
            window.removeOldest()
        }
        if outcome.flags.contains(.restarted) { window.removeAll() }
        if let distanceM = sample.distanceM {
            let isOutlier = outcome.flags.contains(.outlier)
            window.append(
                Entry(
                    timeNs: sample.timeNs, square: expectation.map { squared(distanceM - $0.distanceM) } ?? 0,
                    expected: expectation?.variance ?? 0, technology: sample.technology.rawValue,
                    isOutlier: isOutlier,
                    isDisagreement: isOutlier
                        && outcome.active & ~(1 << UInt32(bitPattern: sample.technology.rawValue & 31)) != 0))
            let evidence = isBlocked ?? options.blockedProbability
            // Blocking lasts: evidence is averaged over a few samples.
            blocked = hasBlocked ? blocked + 0.3 * (evidence - blocked) : evidence
            hasBlocked = true
        }
        return judgement(outcome)
    }

    /// The probability that the direct path is blocked; nil without evidence.
    @inline(__always)
    private mutating func blockedEvidence(_ sample: RangeSample) throws(Status) -> Float? {
        if let probability = sample.nlosProbability {
            guard probability.isFinite else { throw .notFinite }
            guard probability >= 0, probability <= 1 else { throw .outOfRange }
            return probability
        }
        guard let powerDBm = sample.powerDBm, let firstPathPowerDBm = sample.firstPathPowerDBm else { return nil }
        guard powerDBm.isFinite, firstPathPowerDBm.isFinite else { throw .notFinite }
        // DW1000 user manual, section 4.7: below 6 dB line of sight, above 10 dB none. Weak evidence in public
        // sets (area under the curve 0.73 to 0.85), so it moves the prior and does not replace it.
        let ramp = min(max((powerDBm - firstPathPowerDBm - 6) / 4, 0), 1)
        return 0.5 * options.blockedProbability + 0.5 * ramp
    }
}
