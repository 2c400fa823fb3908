import CMath
import RangingCore

// From tones to each path's transform, its strongest distance, and how well a single path explains it.
extension SoundingEstimator.Parts {
    typealias PathState = SoundingEstimator.PathState

    /// Sorts tones into paths and channels. They are valid. Gives a digest of them.
    @inline(never)
    func collect(_ given: UnsafeBufferPointer<Sounding.Tone>, phaseOnly: Bool) -> UInt32 {
        for index in 0..<632 { tones[index] = 0 }
        for index in 0..<316 { weights[index] = 0 }
        for path in 0..<Sounding.maximumPathCount { paths[path] = PathState() }
        var digest: UInt32 = 0x811C_9DC5  // FNV-1a over words
        // The largest part of any tone scales all: squares neither overflow nor vanish.
        var largest: Float = 0
        for tone in given { largest = max(largest, max(tone.i.magnitude, tone.q.magnitude)) }
        guard largest > 0, (1 / largest).isFinite else { return 0 }
        let scale = 1 / largest
        for tone in given {
            digest = (digest ^ tone.i.bitPattern) &* 0x0100_0193
            digest = (digest ^ tone.q.bitPattern) &* 0x0100_0193
            var i = tone.i * scale
            var q = tone.q * scale
            let power = i * i + q * q
            guard power > 0, tone.weight > 0 else { continue }
            if phaseOnly {
                let inverse = 1 / rangekit_port_sqrtf(power)
                i *= inverse
                q *= inverse
            }
            let at = Int(tone.antennaPath) &* 79 &+ Int(tone.channel)
            if weights[at] == 0 { paths[Int(tone.antennaPath)].channelCount &+= 1 }
            tones[2 &* at] += tone.weight * i
            tones[2 &* at &+ 1] += tone.weight * q
            weights[at] += tone.weight
            let path = paths + Int(tone.antennaPath)
            path.pointee.toneCount += 1
            path.pointee.weights += tone.weight
            path.pointee.energy += tone.weight * (phaseOnly ? 1 : power)
        }
        return digest
    }

    /// Scales a path's tones to an energy and a sum of weights of `toneCount` each, transforms them, keeps what lies
    /// around the strongest point, and finds the single path. The hypotheses' factors stay while paths have the same
    /// channels; `factored` is the path that they are of, -1 at first.
    @inline(never)
    func prepare(_ path: Int, phaseOnly: Bool, _ hypotheses: Range<Int>, factored: inout Int) {
        let state = paths + path
        let values = tones + 158 &* path
        let given = weights + 79 &* path
        let count = state.pointee.toneCount
        let weightScale = count / state.pointee.weights
        // Weighted tones: their own scale makes the energy `toneCount`, the weights' comes on top.
        let scale = weightScale * rangekit_port_sqrtf((count / (state.pointee.energy * weightScale)))
        var spacing = 0
        var previous = -1
        var first = -1
        var isFactored = factored >= 0
        for channel in 0..<79 {
            values[2 &* channel] *= scale
            values[2 &* channel &+ 1] *= scale
            given[channel] *= weightScale
            if isFactored, weights[79 &* factored &+ channel] != given[channel] { isFactored = false }
            guard given[channel] > 0 else { continue }
            if first < 0 { first = channel }
            if previous >= 0, spacing != 1 { spacing = greatestCommonDivisor(spacing, channel &- previous) }
            previous = channel
        }
        state.pointee.spacing = Int32(truncatingIfNeeded: spacing)
        state.pointee.bandwidth = Float(Int32(truncatingIfNeeded: previous &- first))
        state.pointee.isUsed = true
        if !isFactored, !hypotheses.isEmpty {
            factorAll(given, hypotheses)
            factored = path
        }
        SoundingTransform.transform(values, into: transform, twiddles: twiddles)
        let peak = strongestPoint(period: (256 &+ spacing &- 1) / spacing)
        state.pointee.peak = Int32(truncatingIfNeeded: peak)
        for index in 0..<SoundingEstimator.windowCount {
            // 3 more: interpolation reaches back.
            let point = peak &- SoundingEstimator.candidatesBefore &- 3 &+ index
            let place = SoundingTransform.place(point & 255)
            window[index] = transform[2 &* place]
            window[SoundingEstimator.windowCount &+ index] = transform[2 &* place &+ 1]
        }
        refineSingle(state, values, phaseOnly: phaseOnly)
        if phaseOnly { state.pointee.single.echoes = echoes(state, values, given) }
    }

    /// What the single path leaves, times the correlation from each channel to the next.
    private func echoes(
        _ state: UnsafePointer<PathState>, _ values: UnsafePointer<Float>, _ given: UnsafePointer<Float>
    ) -> Float {
        let angle = (Float(state.pointee.peak) + state.pointee.single.position) * SoundingTransform.pointRad
        let step = (rangekit_port_cosf(angle), rangekit_port_sinf(angle))
        var sum: (re: Float, im: Float) = (0, 0)
        var power: Float = 0
        var product: (re: Float, im: Float) = (0, 0)
        // The first pass finds the path's amplitude, the second what is left beside it.
        for pass in 0..<2 {
            let mean = (sum.re / state.pointee.toneCount, sum.im / state.pointee.toneCount)
            var phasor: (Float, Float) = (1, 0)
            var before: (re: Float, im: Float) = (0, 0)
            for channel in 0..<79 {
                let (i, q) = (values[2 &* channel], values[2 &* channel &+ 1])
                let turned = (i * phasor.0 - q * phasor.1, i * phasor.1 + q * phasor.0)
                phasor = (phasor.0 * step.0 - phasor.1 * step.1, phasor.0 * step.1 + phasor.1 * step.0)
                guard given[channel] > 0 else { continue }
                if pass == 0 {
                    sum = (sum.re + turned.0, sum.im + turned.1)
                } else {
                    let rest = (re: turned.0 - given[channel] * mean.0, im: turned.1 - given[channel] * mean.1)
                    power += rest.re * rest.re + rest.im * rest.im
                    product.re += rest.re * before.re + rest.im * before.im
                    product.im += rest.im * before.re - rest.re * before.im
                    before = rest
                }
            }
        }
        guard power > 0 else { return 0 }
        let correlation = rangekit_port_sqrtf(product.re * product.re + product.im * product.im) / power
        // Of white noise it is some 0.1 with 72 channels. Below 2e-5 of the power everything is rounding.
        return max(state.pointee.single.unexplained - 2e-5, 0) * min(max(1.2 * (correlation - 0.17), 0), 1)
    }

    private func strongestPoint(period: Int) -> Int {
        var peak = 0
        var strongest: Float = -1
        for place in 0..<SoundingTransform.size {
            let re = transform[2 &* place]
            let im = transform[2 &* place &+ 1]
            let power = multiplyAdd(re, re, im * im)
            guard power > strongest else { continue }
            let point = SoundingTransform.place(place)
            guard point < period else { continue }
            strongest = power
            peak = point
        }
        return peak
    }

    private func factorAll(_ given: UnsafePointer<Float>, _ hypotheses: Range<Int>) {
        for lag in 0..<SoundingHypotheses.tapCount {
            var sum: (re: Float, im: Float) = (0, 0)
            var angle = 0
            for channel in 0..<79 {
                let turn = twiddles + 2 &* (angle & 255)
                sum = (multiplyAdd(given[channel], turn[0], sum.re), multiplyAdd(given[channel], turn[1], sum.im))
                angle &+= 2 &* lag
            }
            gram[2 &* lag] = sum.re
            gram[2 &* lag &+ 1] = sum.im
        }
        let logPrior = soundingLog(0.7 / Float(hypotheses.count))
        for (slot, hypothesis) in hypotheses.enumerated() {
            let ratio = SoundingHypotheses.ratioIndex(hypothesis)
            determinants[slot] =
                SoundingHypotheses.factor(
                    triangles + SoundingHypotheses.triangleSize &* slot, gram: gram,
                    shares: shares + SoundingHypotheses.tapCount &* ratio,
                    power: SoundingHypotheses.powerOverNoise(hypothesis)) - logPrior
        }
    }

    /// Newton's iteration on |F|^2 from the strongest point. The position is relative to that point.
    private func refineSingle(
        _ state: UnsafeMutablePointer<PathState>, _ values: UnsafePointer<Float>, phaseOnly: Bool
    ) {
        let rad = SoundingTransform.pointRad
        let turn = twiddles + 2 &* Int(state.pointee.peak)
        var position: Float = 0
        var power: Float = 0
        var curvature: Float = -1
        for iteration in 0..<5 {
            // exp(j (channel - 39) angle): whole points by exact turns, the rest small.
            let c = rangekit_port_cosf(position * rad)
            let s = rangekit_port_sinf(position * rad)
            let step: (Float, Float) = (turn[0] * c - turn[1] * s, turn[0] * s + turn[1] * c)
            var phasor: (Float, Float) = (1, 0)
            var f: (Float, Float) = (0, 0)
            var f1: (Float, Float) = (0, 0)
            var f2: (Float, Float) = (0, 0)
            var k: Float = -39
            for channel in 0..<79 {
                let re = multiplyAdd(-values[2 &* channel &+ 1], phasor.1, values[2 &* channel] * phasor.0)
                let im = multiplyAdd(values[2 &* channel &+ 1], phasor.0, values[2 &* channel] * phasor.1)
                f = (f.0 + re, f.1 + im)
                f1 = (multiplyAdd(k, re, f1.0), multiplyAdd(k, im, f1.1))
                f2 = (multiplyAdd(k * k, re, f2.0), multiplyAdd(k * k, im, f2.1))
                phasor = (
                    multiplyAdd(-phasor.1, step.1, phasor.0 * step.0), multiplyAdd(phasor.1, step.0, phasor.0 * step.1)
                )
                k += 1
            }
            power = f.0 * f.0 + f.1 * f.1
            let slope = -2 * rad * (f.0 * f1.1 - f.1 * f1.0)
            curvature = 2 * rad * rad * (f1.0 * f1.0 + f1.1 * f1.1 - f.0 * f2.0 - f.1 * f2.1)
            guard iteration < 4, curvature < 0 else { break }
            let newton = min(max(-slope / curvature, -0.5), 0.5)
            position += newton
            if position.magnitude > 1 { position = 0 }
            if newton.magnitude < 1e-5 { break }
        }
        let count = state.pointee.toneCount
        let left = max(count - power / count, count * 1e-5)
        state.pointee.single.position = position
        // The bound of Cramer and Rao, with the noise power as estimated from the same tones.
        // Phases alone show half of the noise.
        let seen: Float = phaseOnly ? 0.5 : 1
        let variance = curvature < 0 ? left / (-curvature * seen) * count / max(count - 2, 1) : 1
        state.pointee.single.sigma = min(max(rangekit_port_sqrtf(variance), 1e-4), 4)
        state.pointee.single.unexplained = left / count
        state.pointee.single.logLikelihood =
            -count * soundingLog(left / count + SoundingHypotheses.modelError) - soundingLog(1 + 300 * count)
            - 1.2  // prior 0.3
    }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b > 0 { (a, b) = (b, a % b) }
    return a
}
