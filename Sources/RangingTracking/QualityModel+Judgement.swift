import CMath
public import RangingCore

extension QualityModel {
    /// What is likely now. Values that cannot be given are nil.
    public struct Judgement: Sendable {
        public var level: Level
        /// The fused distance, and the root of its expected squared error.
        public var distanceM: Float?
        public var stddevM: Float?
        /// That the error is within the limit of the options.
        public var probability: Float?
        public var ageNs: Int64?
        public var rateHz: Float?
        /// Root mean square of what samples differed from what was expected of them.
        public var scatterM: Float?
        public var sampleCount: Int
        /// Shares of the expected squared error, by ``Cause``.
        public var shares: InlineArray<7, Float>

        /// The causes with shares of at least 0.02, strongest first.
        public func forEachCause(_ body: (Cause, Float) -> Void) {
            var done: UInt32 = 0
            for _ in 0..<Cause.count {
                var best = -1
                for index in 0..<Cause.count where done & (1 << UInt32(index)) == 0 {
                    if best < 0 || shares[index] > shares[best] { best = index }
                }
                guard best >= 0, shares[best] >= 0.02 else { return }
                done |= 1 << UInt32(best)
                body(Cause(rawValue: Int32(truncatingIfNeeded: best)), shares[best])
            }
        }
    }

    /// The error's distribution: direct path, blocked path, outlier.
    struct Mixture {
        var variance: Float
        var blocked: Float
        var outlier: Float
    }

    private mutating func mixture(_ motion: Fusion.Outcome.Motion) -> Mixture {
        let outlier = outlierShare().outliers
        return Mixture(
            variance: squared(motion.distanceStddevM) + excessScatter(), blocked: hasBlocked ? blocked : 0,
            outlier: 0.003 + 0.25 * outlier)
    }

    /// The probability that the error of the last distance is within a limit. Throws `notFinite`, `outOfRange`, or
    /// `missingValue` before the first distance.
    public mutating func probability(within limitM: Float) throws(Status) -> Float {
        guard limitM.isFinite else { throw .notFinite }
        guard limitM > 0 else { throw .outOfRange }
        guard let motion = fusion.motion else { throw .missingValue }
        return probability(within: limitM, mixture(motion))
    }

    private func probability(within limitM: Float, _ mixture: Mixture) -> Float {
        let direct = (1 - mixture.outlier) * (1 - mixture.blocked)
        let blocked = (1 - mixture.outlier) * mixture.blocked
        return direct * within(limitM, 0, mixture.variance)
            + blocked * within(limitM, options.blockedBiasM, mixture.variance + squared(options.blockedStddevM))
            + mixture.outlier * within(limitM, 0, mixture.variance + squared(options.outlierStddevM))
    }

    /// Of a normal distribution between -limit and limit.
    private func within(_ limitM: Float, _ mean: Float, _ variance: Float) -> Float {
        let scale = 1 / rangekit_port_sqrtf(2 * max(variance, 1e-12))
        return 0.5 * (rangekit_port_erff((limitM - mean) * scale) + rangekit_port_erff((limitM + mean) * scale))
    }

    mutating func judgement(_ outcome: Fusion.Outcome) -> Judgement {
        var judgement = Judgement(
            level: .unknown, sampleCount: window.count, shares: InlineArray(repeating: 0))
        if window.count >= 2 {
            let spanNs = UInt64(bitPattern: window[window.count &- 1].timeNs &- window[0].timeNs)
            if spanNs > 0 { judgement.rateHz = Float(window.count &- 1) * 1e9 / Float(spanNs) }
        }
        if window.count >= 3 { judgement.scatterM = rangekit_port_sqrtf(meanSquare()) }
        guard let motion = outcome.motion else { return judgement }
        let mixture = mixture(motion)
        let probability = probability(within: options.limitM, mixture)
        judgement.distanceM = motion.distanceM
        judgement.ageNs = motion.ageNs
        judgement.probability = probability
        let shares = expectedSquares(motion, mixture)
        var total: Float = 0
        for index in 0..<Cause.count { total += shares[index] }
        judgement.stddevM = rangekit_port_sqrtf(total)
        for index in 0..<Cause.count { judgement.shares[index] = total > 0 ? shares[index] / total : 0 }
        let isLost = UInt64(bitPattern: motion.ageNs) / 10 > UInt64(bitPattern: options.windowNs)
        if !isLost {
            judgement.level =
                probability >= options.excellentProbability
                ? .excellent : probability >= options.goodProbability ? .good : .poor
        }
        return judgement
    }

    /// The second moment of the error, by cause.
    private mutating func expectedSquares(
        _ motion: Fusion.Outcome.Motion, _ mixture: Mixture
    ) -> InlineArray<7, Float> {
        var shares = InlineArray<7, Float>(repeating: 0)
        let total = squared(motion.distanceStddevM)
        let seconds = Float(motion.ageNs) * 1e-9
        let density = options.fusion.accelerationDensity
        // The share of distance variance that came since the last sample: of the speed then, and of what it did.
        let stale = min(
            total,
            squared(seconds) * max(squared(motion.velocityStddevMps) - density * seconds, 0)
                + seconds * seconds * seconds * density / 3)
        let bias = min(total - stale, fusion.biasVariance())
        shares[0] = bias
        shares[1] = max(total - stale - bias, 0)
        shares[2] = stale
        shares[3] = excessScatter()
        shares[4] = mixture.blocked * (squared(options.blockedBiasM) + squared(options.blockedStddevM))
        let (outliers, disagreements) = outlierShare()
        let square = mixture.outlier * squared(options.outlierStddevM)
        let part = outliers > 0 ? disagreements / outliers : 0
        shares[5] = (1 - part) * square
        shares[6] = part * square
        return shares
    }

    /// Mean squared innovation of the samples that were believed.
    private mutating func meanSquare() -> Float {
        var (sum, count): (Float, Float) = (0, 0)
        for index in 0..<window.count where !window[index].isOutlier {
            sum += window[index].square
            count += 1
        }
        return count > 0 ? sum / count : 0
    }

    /// What samples scatter more than they should, times the gain; with few samples it may be chance.
    private mutating func excessScatter() -> Float {
        guard window.count >= 4 else { return 0 }
        var (sum, expected, count): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<window.count where !window[index].isOutlier {
            sum += window[index].square
            expected += window[index].expected
            count += 1
        }
        guard count > 0 else { return 0 }
        return options.scatterGain * max(0, (sum - expected) / count)
    }

    private mutating func outlierShare() -> (outliers: Float, disagreements: Float) {
        guard !window.isEmpty else { return (0, 0) }
        var (outliers, disagreements): (Float, Float) = (0, 0)
        for index in 0..<window.count where window[index].isOutlier {
            outliers += 1
            if window[index].isDisagreement { disagreements += 1 }
        }
        return (outliers / Float(window.count), disagreements / Float(window.count))
    }
}
