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
        public mutating func forEachCause(_ body: (Cause, Float) -> Void) {
            var order = InlineArray<7, Int>(repeating: 0)
            var count = 0
            for index in 0..<Cause.count where shares[index] >= 0.02 {
                var place = count
                while place > 0, shares[order[place &- 1]] < shares[index] {
                    order[place] = order[place &- 1]
                    place &-= 1
                }
                order[place] = index
                count &+= 1
            }
            for place in 0..<count {
                body(Cause(rawValue: Int32(truncatingIfNeeded: order[place])), shares[order[place]])
            }
        }
    }

    /// What the window holds.
    struct Summary {
        /// Of the samples that were believed: sums of squared innovations, and of what was expected of them.
        var squares: Float = 0
        var expected: Float = 0
        var believed: Float = 0
        /// Shares of all samples.
        var outliers: Float = 0
        var disagreements: Float = 0
    }

    private mutating func summary() -> Summary {
        var summary = Summary()
        let count = Float(max(window.count, 1))
        window.forEach { entry in
            if entry.isOutlier {
                summary.outliers += 1
                if entry.isDisagreement { summary.disagreements += 1 }
            } else {
                summary.squares += entry.square
                summary.expected += entry.expected
                summary.believed += 1
            }
        }
        summary.outliers /= count
        summary.disagreements /= count
        return summary
    }

    /// What samples scatter more than they should, times the gain. Squares of normal noise scatter by sqrt(2 / n)
    /// of their mean: so much more than expected is chance and does not count.
    @inline(__always)
    private mutating func excessScatter(_ summary: Summary) -> Float {
        guard window.count >= 4, summary.believed > 0 else { return 0 }
        let chance = 1 + rangekit_port_sqrtf(2 / summary.believed)
        return options.scatterGain * max(0, (summary.squares - chance * summary.expected) / summary.believed)
    }

    /// The error's distribution: direct path, blocked path, outlier.
    struct Mixture {
        var variance: Float
        var blocked: Float
        var outlier: Float
        /// Of `variance`.
        var scatter: Float
    }

    private mutating func mixture(_ motion: Fusion.Outcome.Motion, _ summary: Summary) -> Mixture {
        let scatter = excessScatter(summary)
        // Where nearly as many samples lie elsewhere as here, which of them are the outliers is a guess.
        return Mixture(
            variance: squared(motion.distanceStddevM) + scatter, blocked: hasBlocked ? blocked : 0,
            outlier: min(0.003 + 0.25 * summary.outliers + 5.5 * max(summary.outliers - 0.4, 0), 1), scatter: scatter)
    }

    /// The probability that the error of the last distance is within a limit. Throws `notFinite`, `outOfRange`, or
    /// `missingValue` before the first distance.
    public mutating func probability(within limitM: Float) throws(Status) -> Float {
        guard limitM.isFinite else { throw .notFinite }
        guard limitM > 0 else { throw .outOfRange }
        guard let motion = fusion.motion else { throw .missingValue }
        return probability(within: limitM, mixture(motion, summary()))
    }

    private mutating func probability(within limitM: Float, _ mixture: Mixture) -> Float {
        let direct = (1 - mixture.outlier) * (1 - mixture.blocked)
        let blocked = (1 - mixture.outlier) * mixture.blocked
        return direct * Self.within(limitM, 0, mixture.variance)
            + blocked * Self.within(limitM, options.blockedBiasM, mixture.variance + squared(options.blockedStddevM))
            + mixture.outlier * Self.within(limitM, 0, mixture.variance + squared(options.outlierStddevM))
    }

    /// Of a normal distribution between -limit and limit.
    private static func within(_ limitM: Float, _ mean: Float, _ variance: Float) -> Float {
        let scale = 1 / rangekit_port_sqrtf(2 * max(variance, 1e-12))
        return 0.5 * (rangekit_port_erff((limitM - mean) * scale) + rangekit_port_erff((limitM + mean) * scale))
    }

    @inline(__always)
    mutating func judgement(_ outcome: Fusion.Outcome) -> Judgement {
        var judgement = Judgement(
            level: .unknown, sampleCount: window.count, shares: InlineArray(repeating: 0))
        let summary = summary()
        if window.count >= 2 {
            let spanNs = UInt64(bitPattern: window[window.count &- 1].timeNs &- window[0].timeNs)
            if spanNs > 0 { judgement.rateHz = Float(window.count &- 1) * 1e9 / Float(spanNs) }
        }
        if window.count >= 3 {
            judgement.scatterM = rangekit_port_sqrtf(summary.squares / max(summary.believed, 1))
        }
        guard let motion = outcome.motion else { return judgement }
        let mixture = mixture(motion, summary)
        let probability = probability(within: options.limitM, mixture)
        judgement.distanceM = motion.distanceM
        judgement.ageNs = motion.ageNs
        judgement.probability = probability
        share(motion, mixture, summary, &judgement)
        let isLost = UInt64(bitPattern: motion.ageNs) / 10 > UInt64(bitPattern: options.windowNs)
        if !isLost {
            judgement.level =
                probability >= options.excellentProbability
                ? .excellent : probability >= options.goodProbability ? .good : .poor
        }
        return judgement
    }

    /// The second moment of the error, and the share of each cause.
    @inline(__always)
    private mutating func share(
        _ motion: Fusion.Outcome.Motion, _ mixture: Mixture, _ summary: Summary, _ judgement: inout Judgement
    ) {
        let total = squared(motion.distanceStddevM)
        let seconds = Float(motion.ageNs) * 1e-9
        let density = options.fusion.accelerationDensity
        // The share of distance variance that came since the last sample: of the speed then, and of what it did.
        let stale = min(
            total,
            squared(seconds) * max(squared(motion.velocityStddevMps) - density * seconds, 0)
                + seconds * seconds * seconds * density / 3)
        let bias = min(total - stale, fusion.biasVariance())
        judgement.shares[0] = bias
        judgement.shares[1] = max(total - stale - bias, 0)
        judgement.shares[2] = stale
        judgement.shares[3] = mixture.scatter
        judgement.shares[4] = mixture.blocked * (squared(options.blockedBiasM) + squared(options.blockedStddevM))
        let square = mixture.outlier * squared(options.outlierStddevM)
        let part = summary.outliers > 0 ? summary.disagreements / summary.outliers : 0
        judgement.shares[5] = (1 - part) * square
        judgement.shares[6] = part * square
        var sum: Float = 0
        for index in 0..<Cause.count { sum += judgement.shares[index] }
        judgement.stddevM = rangekit_port_sqrtf(sum)
        let scale = sum > 0 ? 1 / sum : 0
        for index in 0..<Cause.count { judgement.shares[index] *= scale }
    }
}
