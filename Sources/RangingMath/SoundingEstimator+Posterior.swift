import CMath
import RangingCore

// The posterior over distance, of one path or of several together. Positions are in points of the transform,
// relative to the strongest point of the reference path.
extension SoundingEstimator.Parts {
    /// Grid points of one look at the posterior.
    static var gridCount: Int { 96 }
    /// Likelihoods to this power give intervals: tones' errors are not independent and not Gaussian.
    /// A fifth of it and of 1 is one exponential.
    static var hypothesisPrior: Float { 2.15 }  // -log(0.7 / 6)
    static var evidenceLift: Float { 0.7 }
    /// The chance that a path shows a later arrival, spread over 20 m, a point.
    static var hiddenPrior: Float { 0.05 * SoundingTransform.binM / 20 }

    /// Scores every hypothesis at every candidate of every path.
    func scoreAll(_ hypotheses: Range<Int>) {
        let count = SoundingHypotheses.count
        let points = SoundingEstimator.candidateCount
        for hypothesis in hypotheses {
            let ratio = hypothesis >> 1
            let power = SoundingHypotheses.powerOverNoise(hypothesis & 1)
            for owner in 0..<Sounding.maximumPathCount {
                guard paths[owner].isUsed, Int(paths[owner].owner) == owner else { continue }
                let determinant = SoundingHypotheses.factor(
                    triangle, gram: grams + 100 &* owner, shares: shares + ratio &* SoundingHypotheses.tapCount,
                    power: power)
                for path in owner..<Sounding.maximumPathCount {
                    guard paths[path].isUsed, Int(paths[path].owner) == owner else { continue }
                    determinants[path &* count &+ hypothesis] = determinant
                    let scored = scores + (path &* count &+ hypothesis) &* points
                    let window = windows + 216 &* path
                    for point in 0..<points {
                        scored[point] = SoundingHypotheses.score(
                            window + 2 &* point, triangle: triangle, scratch: scratch)
                    }
                }
            }
        }
    }

    /// The best log likelihood at each candidate, of the path, and which hypotheses can matter.
    func findCrests(_ path: Int, _ hypotheses: Range<Int>) {
        let state = paths + path
        let points = SoundingEstimator.candidateCount
        let crest = crests + path &* points
        for point in 0..<points { crest[point] = -3e38 }
        var best = state.pointee.single.logLikelihood
        var mixture: Float = -3e38
        var bests: (Float, Float, Float, Float, Float, Float) = (-3e38, -3e38, -3e38, -3e38, -3e38, -3e38)
        withUnsafeMutableBytes(of: &bests) { bytes in
            let bests = bytes.baseAddress!.assumingMemoryBound(to: Float.self)
            for hypothesis in hypotheses {
                let at = path &* SoundingHypotheses.count &+ hypothesis
                let scored = scores + at &* points
                for point in 0..<points {
                    let value = logLikelihood(state, scored[point], determinants[at])
                    crest[point] = max(crest[point], value)
                    bests[hypothesis] = max(bests[hypothesis], value)
                }
                mixture = max(mixture, bests[hypothesis])
            }
            best = max(best, mixture)
            // Models that are all somewhat wrong: their evidence counts for less than it says, so that the answer
            // does not jump between them.
            for hypothesis in hypotheses {
                let at = path &* SoundingHypotheses.count &+ hypothesis
                let lift = Self.evidenceLift * (mixture - bests[hypothesis])
                determinants[at] -= lift
                bests[hypothesis] += lift
            }
            var mask: UInt32 = 0
            for hypothesis in 0..<SoundingHypotheses.count where bests[hypothesis] > best - 40 {
                mask |= 1 << UInt32(truncatingIfNeeded: hypothesis)
            }
            state.pointee.mask = mask
        }
        let at = min(
            max(Int(state.pointee.single.position.rounded()) &+ SoundingEstimator.candidatesBefore, 0), points &- 1)
        crest[at] = max(crest[at], state.pointee.single.logLikelihood)
        state.pointee.crest = best
    }

    @inline(__always)
    private func logLikelihood(
        _ state: UnsafeMutablePointer<PathState>, _ score: Float, _ determinant: Float
    ) -> Float {
        let count = state.pointee.toneCount
        let left = max(count - score, count * 1e-4)
        return -count * soundingLog(left / count) - determinant - Self.hypothesisPrior
    }

    /// What one path says at a position: likelihood, and the same tempered, both against its crest.
    /// `masses` takes the plain one by hypothesis, the single path last.
    @inline(never)
    private func evaluate(
        _ path: Int, at position: Float, step: Float, masses: UnsafeMutablePointer<Float>?
    ) -> (plain: Float, tempered: Float) {
        let state = paths + path
        let local = position - state.pointee.offset
        var plain: Float = 0
        var tempered: Float = 0
        let u = local + Float(SoundingEstimator.candidatesBefore)
        if u >= 1, u < Float(SoundingEstimator.candidateCount &- 2) {
            let index = Int(u)
            let t = u - Float(index)
            var scored = scores + (path &* SoundingHypotheses.count &* SoundingEstimator.candidateCount &+ index)
            for hypothesis in 0..<SoundingHypotheses.count {
                if state.pointee.mask & 1 << UInt32(truncatingIfNeeded: hypothesis) != 0 {
                    // Catmull and Rom's cubic.
                    let a = scored[-1]
                    let b = scored[0]
                    let c = scored[1]
                    let d = scored[2]
                    let cubic = 3 * (b - c) + d - a
                    let quadratic = 2 * a - 5 * b + 4 * c - d
                    let score = b + 0.5 * t * (c - a + t * (quadratic + t * cubic))
                    let value = logLikelihood(
                        state, score, determinants[path &* SoundingHypotheses.count &+ hypothesis])
                    let fifth = soundingExp(0.2 * min(value - state.pointee.crest, 60))
                    let square = fifth * fifth
                    let whole = square * square * fifth
                    plain += whole
                    tempered += square * square
                    masses?[hypothesis] += whole
                }
                scored += SoundingEstimator.candidateCount
            }
        }
        // Where the grid is too coarse for the single path it becomes wider and lower, with the same mass.
        let single = state.pointee.single
        let sigma = max(single.sigma, 0.7 * step)
        let reduced = (local - single.position) / sigma
        if reduced.magnitude < 8 {
            let count = state.pointee.toneCount
            let shape = soundingExp(-count * soundingLog(1 + reduced * reduced / (2 * count)))
            let level = soundingExp(0.2 * (single.logLikelihood - state.pointee.crest))
            let square = level * level
            let mass = single.sigma / sigma * shape
            plain += square * square * level * mass
            tempered += square * square * mass
            masses?[SoundingHypotheses.count] += square * square * level * mass
        }
        return (plain, tempered)
    }

    /// The largest value beyond a position: what a path with a hidden direct path would show later.
    private func laterCrest(_ path: Int, beyond position: Float) -> (plain: Float, tempered: Float) {
        let state = paths + path
        let local = position - state.pointee.offset + Float(SoundingEstimator.candidatesBefore)
        var point = max(Int(max(min(local, 1e4), -1e4).rounded(.up)), 0)
        var best: Float = -3e38
        while point < SoundingEstimator.candidateCount {
            best = max(best, crests[path &* SoundingEstimator.candidateCount &+ point])
            point &+= 1
        }
        if state.pointee.single.position + state.pointee.offset > position {
            best = max(best, state.pointee.single.logLikelihood)
        }
        let fifth = rangekit_port_expf(0.2 * max(best - state.pointee.crest, -400))
        let square = fifth * fifth
        return (square * square * fifth, square * square)
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
    func posterior(mask: UInt32, masses: UnsafeMutablePointer<Float>?) -> Posterior {
        var range = support(mask: mask)
        var result = Posterior(low: range.low, step: 1)
        for look in 0..<6 {
            result = Posterior(low: range.low, step: (range.high - range.low) / Float(Self.gridCount &- 1))
            if let masses {
                for index in 0...SoundingHypotheses.count { masses[index] = 0 }
            }
            let maximum = evaluateGrid(&result, mask: mask, masses: masses)
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
            guard look < 5, first <= last, last &- first < Self.gridCount * 2 / 5, result.step > 2e-4 else { break }
            range.high = result.low + Float(last &+ 1) * result.step
            range.low = result.low + Float(first &- 1) * result.step
        }
        return result
    }

    private func evaluateGrid(
        _ result: inout Posterior, mask: UInt32, masses: UnsafeMutablePointer<Float>?
    ) -> Float {
        let count = Self.gridCount
        for index in 0..<2 &* count { transform[index] = 1 }
        let several = mask & (mask &- 1) != 0
        for path in 0..<Sounding.maximumPathCount where mask & 1 << UInt32(truncatingIfNeeded: path) != 0 {
            let hidden = Self.hiddenPrior * paths[path].width
            var later: (plain: Float, tempered: Float) = (0, 0)
            if several { later = laterCrest(path, beyond: result.low + Float(count &- 1) * result.step) }
            var index = count &- 1
            while index >= 0 {
                let position = result.low + Float(index) * result.step
                var value = evaluate(path, at: position, step: result.step, masses: masses)
                if several {
                    later.plain = max(later.plain, value.plain)
                    later.tempered = max(later.tempered, value.tempered)
                    value.plain += hidden * later.plain
                    value.tempered += hidden * later.tempered
                }
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

    /// Where the posterior can be: candidates whose crest is not negligible.
    private func support(mask: UInt32) -> (low: Float, high: Float) {
        var low: Float = 1e9
        var high: Float = -1e9
        for path in 0..<Sounding.maximumPathCount where mask & 1 << UInt32(truncatingIfNeeded: path) != 0 {
            let state = paths + path
            let start = state.pointee.offset - Float(SoundingEstimator.candidatesBefore)
            for point in 0..<SoundingEstimator.candidateCount
            where crests[path &* SoundingEstimator.candidateCount &+ point] > state.pointee.crest - 30 {
                low = min(low, start + Float(point) - 1)
                high = max(high, start + Float(point) + 1)
            }
        }
        return (low, high)
    }

    /// Where the cumulative sum of a grid reaches `share` of its total, between points.
    func quantile(_ posterior: Posterior, tempered: Bool, share: Float) -> Float {
        let values = tempered ? transform + Self.gridCount : transform
        var total: Float = 0
        for index in 0..<Self.gridCount { total += values[index] }
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

    /// The tempered posterior's mass within `reach` of a position.
    func mass(_ posterior: Posterior, about position: Float, within reach: Float) -> Float {
        var total: Float = 0
        var inside: Float = 0
        for index in 0..<Self.gridCount {
            let value = transform[Self.gridCount &+ index]
            let at = posterior.low + Float(index) * posterior.step
            total += value
            // A point is as wide as the step.
            let covered = (reach - (at - position).magnitude) / max(posterior.step, 1e-6) + 0.5
            inside += value * min(max(covered, 0), 1)
        }
        return total > 0 ? inside / total : 0
    }
}
