import CMath
import RangingCore

// The posterior over distance, of one path or of several together. Positions are in points of the transform,
// relative to the strongest point of the reference path.
extension SoundingEstimator.Parts {
    /// Grid points of one look at the posterior.
    static var gridCount: Int { 64 }
    /// The chance that a path shows a later arrival, spread over 20 m, a point.
    static var hiddenPrior: Float { 0.05 * SoundingTransform.pointM / 20 }
    /// Likelihoods below e to this power of the crest say nothing.
    static var lowestLevel: Float { -20 }

    /// What one path says at a position: likelihood, and the same to the power of 4/5, both against its crest. Tones'
    /// errors are not independent and not Gaussian: intervals come from the lower power.
    @inline(__always)
    private func evaluate(
        _ state: UnsafePointer<PathState>, _ fine: UnsafePointer<Float>, at position: Float, inverseSigma: Float,
        mass: (plain: Float, tempered: Float)
    ) -> (plain: Float, tempered: Float) {
        let local = position - state.pointee.offset
        var plain: Float = 0
        var tempered: Float = 0
        let u = (local + Float(SoundingEstimator.candidatesBefore)) * Float(SoundingEstimator.finerCount)
        if u >= 2, u < Float(SoundingEstimator.fineCount &- 3) {
            let shifted = u - 0.5 + integerShift
            let t = u - (shifted - integerShift)
            let at = fine + Int(truncatingIfNeeded: shifted.bitPattern &- integerShiftBits)
            // Catmull and Rom's cubic.
            let (a, b, c, d) = (at[-1], at[0], at[1], at[2])
            let cubic = multiplyAdd(3, b - c, d - a)
            let quadratic = multiplyAdd(2, a, multiplyAdd(-5, b, multiplyAdd(4, c, -d)))
            let slope = multiplyAdd(t, multiplyAdd(t, cubic, quadratic), c - a)
            let level = multiplyAdd(0.5 * t, slope, b)
            // A fifth of it is one exponential.
            let fifth = soundingExp(0.2 * min(level, 60))
            let square = fifth * fifth
            tempered = square * square
            plain = tempered * fifth
        }
        let reduced = (local - state.pointee.single.position) * inverseSigma
        if reduced.magnitude < 8 {
            let count = state.pointee.toneCount
            let shape = soundingExp(-count * soundingLog(1 + reduced * reduced / (2 * count)))
            plain = multiplyAdd(mass.plain, shape, plain)
            tempered = multiplyAdd(mass.tempered, shape, tempered)
        }
        return (plain, tempered)
    }

    /// A level to the powers of 1 and of 4/5.
    private func powers(_ level: Float) -> (plain: Float, tempered: Float) {
        let fifth = soundingExp(0.2 * level)
        let square = fifth * fifth
        return (square * square * fifth, square * square)
    }

    /// The largest value beyond a position: what a path with a hidden direct path would show later.
    private func laterCrest(_ path: Int, beyond position: Float) -> (plain: Float, tempered: Float) {
        let state = paths + path
        let local = position - state.pointee.offset + Float(SoundingEstimator.candidatesBefore)
        var point = max(Int(max(min(local, 1e4), -1e4).rounded(.up)) &* SoundingEstimator.finerCount, 0)
        var best: Float = -1e6
        while point < SoundingEstimator.fineCount {
            best = max(best, fine[path &* SoundingEstimator.fineCount &+ point])
            point &+= 1
        }
        if state.pointee.single.position + state.pointee.offset > position {
            best = max(best, state.pointee.single.logLikelihood - state.pointee.crest)
        }
        return powers(best)
    }

    struct Posterior {
        var low: Float
        var step: Float
        /// Maximum and sum of the plain posterior over the grid.
        var maximum: Float = 0
        var sum: Float = 0
    }

    /// The posterior of the paths in `mask`, on a grid that closes in on it. The plain one stands in
    /// `transform[0 ..< gridCount]`, the tempered one behind it.
    func posterior(mask: UInt32) -> Posterior {
        var range = support(mask: mask)
        var result = Posterior(low: range.low, step: 1)
        for look in 0..<6 {
            result = Posterior(low: range.low, step: (range.high - range.low) / Float(Self.gridCount &- 1))
            let maximum = evaluateGrid(&result, mask: mask)
            // Close in on all that is not negligible.
            var first = Self.gridCount
            var last = 0
            for index in 0..<Self.gridCount
            where transform[Self.gridCount &+ index] > 1e-4 * maximum
                || transform[index] > 1e-4 * result.maximum
            {
                first = min(first, index)
                last = index
            }
            guard look < 5, first <= last, last &- first < Self.gridCount * 2 / 5, result.step > 1e-4 else { break }
            range.high = result.low + Float(last &+ 1) * result.step
            range.low = result.low + Float(first &- 1) * result.step
        }
        return result
    }

    @inline(never)
    private func evaluateGrid(_ result: inout Posterior, mask: UInt32) -> Float {
        let count = Self.gridCount
        for index in 0..<2 &* count { transform[index] = 1 }
        let several = mask & (mask &- 1) != 0
        let step = result.step
        let low = result.low
        for path in 0..<Sounding.maximumPathCount where mask & 1 << UInt32(truncatingIfNeeded: path) != 0 {
            let state = paths + path
            let levels = fine + SoundingEstimator.fineCount &* path
            let hidden = several ? Self.hiddenPrior * state.pointee.width : 0
            var later: (plain: Float, tempered: Float) = (0, 0)
            if several { later = laterCrest(path, beyond: low + Float(count &- 1) * step) }
            // Where the grid is too coarse for the single path it becomes wider and lower, with the same mass.
            let sigma = max(state.pointee.single.sigma, 0.7 * step)
            var mass = powers(max(state.pointee.single.logLikelihood - state.pointee.crest, -400))
            mass.plain *= state.pointee.single.sigma / sigma
            mass.tempered *= state.pointee.single.sigma / sigma
            let inverseSigma = 1 / sigma
            var index = count &- 1
            var steps = Float(Self.gridCount &- 1)
            while index >= 0 {
                var value = evaluate(
                    state, levels, at: multiplyAdd(steps, step, low), inverseSigma: inverseSigma, mass: mass)
                steps -= 1
                later.plain = max(later.plain, value.plain)
                later.tempered = max(later.tempered, value.tempered)
                value.plain = multiplyAdd(hidden, later.plain, value.plain)
                value.tempered = multiplyAdd(hidden, later.tempered, value.tempered)
                transform[index] *= value.plain
                transform[count &+ index] *= value.tempered
                index &-= 1
            }
        }
        var maximum: Float = 0
        for index in 0..<count {
            result.maximum = max(result.maximum, transform[index])
            result.sum += transform[index]
            maximum = max(maximum, transform[count &+ index])
        }
        return maximum
    }

    /// Where the posterior can be: what is not negligible for any path.
    private func support(mask: UInt32) -> (low: Float, high: Float) {
        var low: Float = 1e9
        var high: Float = -1e9
        for path in 0..<Sounding.maximumPathCount where mask & 1 << UInt32(truncatingIfNeeded: path) != 0 {
            let state = paths + path
            let levels = fine + SoundingEstimator.fineCount &* path
            var first = 0
            var last = SoundingEstimator.fineCount &- 1
            while first < last, levels[first] <= Self.lowestLevel { first &+= 1 }
            while last >= first, levels[last] <= Self.lowestLevel { last &-= 1 }
            if first <= last {
                let start = state.pointee.offset - Float(SoundingEstimator.candidatesBefore)
                low = min(low, start + Float(first &- 1) / Float(SoundingEstimator.finerCount))
                high = max(high, start + Float(last &+ 1) / Float(SoundingEstimator.finerCount))
            }
            let single = state.pointee.single
            if single.logLikelihood - state.pointee.crest > Self.lowestLevel {
                let centre = single.position + state.pointee.offset
                low = min(low, centre - 8 * single.sigma)
                high = max(high, centre + 8 * single.sigma)
            }
        }
        return (low, high)
    }

    /// Where the cumulative sum of a grid reaches `share` of its total, between points.
    private func quantile(
        _ posterior: Posterior, of values: UnsafePointer<Float>, total: Float, share: Float
    ) -> Float {
        let wanted = share * total
        var reached: Float = 0
        for index in 0..<Self.gridCount {
            let next = reached + values[index]
            if next >= wanted, values[index] > 0 {
                let part = (wanted - reached) / values[index] - 0.5
                return posterior.low + (Float(index) + part) * posterior.step
            }
            reached = next
        }
        return posterior.low + 0.5 * Float(Self.gridCount) * posterior.step
    }

    /// The middle of the posterior's square (long tails count less), and the tempered 95 % interval, wider on both
    /// sides by what the model is wrong by. Distances count from the reference's turn.
    func summary(_ found: Posterior, reference: Int, downM: Float, upM: Float) -> Sounding.Distance {
        let scale = SoundingTransform.pointM
        let tempered = transform + Self.gridCount
        let inverse = 1 / max(found.maximum, 1e-30)
        var total: Float = 0
        var totalTempered: Float = 0
        for index in 0..<Self.gridCount {
            let value = transform[index] * inverse
            transform[index] = value * value
            total += value * value
            totalTempered += tempered[index]
        }
        let low = quantile(found, of: tempered, total: totalTempered, share: 0.025)
        let high = quantile(found, of: tempered, total: totalTempered, share: 0.975)
        let middle = quantile(found, of: transform, total: total, share: 0.5)
        var distance = Sounding.Distance()
        distance.distanceM = (Float(reference) + middle) * scale
        let down = half(max(middle - low, 0) * scale, errorM: downM)
        let up = half(max(high - middle, 0) * scale, errorM: upM)
        distance.lowM = distance.distanceM - down
        distance.highM = distance.distanceM + up
        distance.stddevM = (down + up) / 3.92
        return distance
    }

    /// Half of a 95 % interval and an error besides.
    private func half(_ posteriorM: Float, errorM: Float) -> Float {
        rangekit_port_sqrtf((posteriorM * posteriorM + 3.84 * (errorM * errorM + Self.driftVariance)))
    }

    /// Oscillators drift while a procedure lasts: 0.7 mm at least.
    private static var driftVariance: Float { 5e-7 }

    /// The share of the posterior's square, as `summary` left it, within `limitM` of its middle when the model is
    /// wrong by a normal distribution besides, squared too: half its variance. The square weights tails as errors in
    /// simulated channels do.
    @inline(never)
    func probability(_ found: Posterior, middle: Float, downM: Float, upM: Float, limitM: Float) -> Float {
        let down = 1 / rangekit_port_sqrtf(downM * downM + Self.driftVariance)
        let up = 1 / rangekit_port_sqrtf(upM * upM + Self.driftVariance)
        var total: Float = 0
        var within: Float = 0
        for index in 0..<Self.gridCount where transform[index] > 1e-5 {
            let fromM = (found.low + Float(index) * found.step - middle) * SoundingTransform.pointM
            let inverse = fromM < 0 ? down : up
            let share = rangekit_port_erff((limitM - fromM) * inverse) + rangekit_port_erff((limitM + fromM) * inverse)
            total += transform[index]
            within += 0.5 * share * transform[index]
        }
        return total > 0 ? min(max(within / total, 0), 1) : 0
    }
}
