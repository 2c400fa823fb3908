import CMath
import RangingCore

// What the hypotheses say of one path.
extension SoundingEstimator.Parts {
    /// Scores every hypothesis at every candidate of the path whose window lies ready, and sums their likelihoods.
    /// Without hypotheses only the single path stays.
    @inline(never)
    func mix(_ path: Int, _ hypotheses: Range<Int>, phaseOnly: Bool) {
        let state = paths + path
        let count = state.pointee.toneCount
        let scores = scratch + 104
        var best: Float = 0
        state.pointee.crest = state.pointee.single.logLikelihood
        for slot in 0..<hypotheses.count {
            SoundingHypotheses.score(
                scores, count: SoundingEstimator.scoredCount, re: window, im: window + SoundingEstimator.windowCount,
                triangle: triangles + SoundingHypotheses.triangleSize &* slot, solved: scratch)
            let out = values + SoundingEstimator.fineCount &* slot
            interpolate(scores, into: out)
            let determinant = determinants[slot]
            let inverse = 1 / count
            for point in 0..<SoundingEstimator.fineCount {
                best = max(best, out[point])
                let left = max(1 - out[point] * inverse, 0) + SoundingHypotheses.modelError
                let value = -count * soundingLog(left) - determinant
                out[point] = value
                if value > state.pointee.crest { state.pointee.crest = value }
            }
        }
        state.pointee.unexplained = max(min(1 - best / count, state.pointee.single.unexplained), 1e-5)
        sum(path, hypotheses)
        if phaseOnly {
            // An echo of amplitude a that comes x later pulls the phases by about a x and leaves (a x^2)^2 of the power
            // at most: so the pull grows with the fourth root of what is left, in units of c / (2 x bandwidth).
            // Below more of it: the strongest arrival may be an echo itself.
            let echoes = state.pointee.single.echoes
            let pullM = 150 / max(state.pointee.bandwidth, 1) * rangekit_port_sqrtf(rangekit_port_sqrtf(echoes))
            state.pointee.spreadM = Self.phaseOnlySpreadM * echoes / (1.05 - echoes)
            state.pointee.downM = 3 * pullM
            state.pointee.upM = 0.3 * pullM
            state.pointee.scattered = echoes > 0.4 ? 1 : 0
        }
    }

    static var phaseOnlySpreadM: Float { 20 }

    /// Four points a candidate. Scores have no more than the differences of channels in them: 8 of them give what
    /// lies between to 2e-4 (least squares).
    private func interpolate(_ scores: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>) {
        var at = scores
        var point = 0
        while true {
            out[point] = at[3]
            if point == SoundingEstimator.fineCount &- 1 { return }
            let (a, b, c, d) = (at[0], at[1], at[2], at[3])
            let (e, f, g, h) = (at[4], at[5], at[6], at[7])
            out[point &+ 1] = quarter(a, b, c, d, e, f, g, h)
            let inner = multiplyAdd(0.610_011, d + e, -0.142_934 * (c + f))
            out[point &+ 2] = multiplyAdd(0.039_506_3, b + g, multiplyAdd(-0.006_663_9, a + h, inner))
            out[point &+ 3] = quarter(h, g, f, e, d, c, b, a)
            point &+= 4
            at += 1
        }
    }

    @inline(__always)
    private func quarter(
        _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float, _ g: Float, _ h: Float
    ) -> Float {
        let inner = multiplyAdd(0.871_608_6, d, multiplyAdd(0.290_951_1, e, -0.122_360_8 * c))
        let middle = multiplyAdd(0.031_267_1, b, multiplyAdd(-0.087_778_7, f, inner))
        return multiplyAdd(0.025_771_1, g, multiplyAdd(-0.005_103_7, a, multiplyAdd(-0.004_470_1, h, middle)))
    }

    /// The sum of all likelihoods at each point, and what their masses say of the channel.
    private func sum(_ path: Int, _ hypotheses: Range<Int>) {
        let state = paths + path
        let out = fine + SoundingEstimator.fineCount &* path
        let masses = scratch
        for slot in 0..<hypotheses.count { masses[slot] = 0 }
        for point in 0..<SoundingEstimator.fineCount {
            var best: Float = -1e6
            for slot in 0..<hypotheses.count { best = max(best, values[SoundingEstimator.fineCount &* slot &+ point]) }
            let level = best - state.pointee.crest
            out[point] = level
            guard level > -30 else { continue }
            let share = soundingExp(level)
            var total: Float = 0
            for slot in 0..<hypotheses.count {
                let part = soundingExp(values[SoundingEstimator.fineCount &* slot &+ point] - best)
                total += part
                masses[slot] = multiplyAdd(part, share, masses[slot])
            }
            out[point] = level + soundingLog(total)
        }
        // The single path's: a normal distribution.
        let level = soundingExp(state.pointee.single.logLikelihood - state.pointee.crest)
        var total = level * state.pointee.single.sigma * Float(SoundingEstimator.finerCount) * 2.506_628
        var means: (spreadM: Float, downM: Float, upM: Float, scattered: Float) = (0, 0, 0, 0)
        for (slot, hypothesis) in hypotheses.enumerated() {
            let ratio = SoundingHypotheses.ratioIndex(hypothesis)
            let error = SoundingHypotheses.error(ratio)
            let mass = masses[slot]
            total += mass
            means.spreadM += mass * spreadsM[ratio]
            means.downM += mass * error.downM
            means.upM += mass * error.upM
            means.scattered += mass * SoundingHypotheses.scattered(ratio)
        }
        let inverse = 1 / max(total, 1e-30)
        state.pointee.spreadM = means.spreadM * inverse
        state.pointee.downM = means.downM * inverse
        state.pointee.upM = means.upM * inverse
        state.pointee.scattered = means.scattered * inverse
    }
}
