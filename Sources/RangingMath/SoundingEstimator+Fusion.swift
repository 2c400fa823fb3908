import CMath
import RangingCore

extension SoundingEstimator.Parts {
    /// Places all paths on one axis, whose origin is the strongest point of the path with the closest channels.
    func alignPaths() -> (spacing: Int, peak: Int) {
        var reference = -1
        for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
            if reference < 0 || paths[path].spacing < paths[reference].spacing { reference = path }
        }
        let origin = Int(paths[reference].peak)
        for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
            let period = 512 / Float(paths[path].spacing)
            let difference = Float(Int(paths[path].peak) &- origin)
            paths[path].offset = difference - period * (difference / period).rounded()
        }
        return (Int(paths[reference].spacing), origin)
    }

    /// One path alone.
    func estimate(
        _ path: Int, phaseOnly: Bool, reference: Int, into result: UnsafeMutablePointer<Sounding.Path>
    ) {
        let state = paths + path
        let masses = scratch
        let found = posterior(mask: 1 << UInt32(truncatingIfNeeded: path), masses: masses)
        state.pointee.width = found.maximum > 0 ? found.sum / found.maximum * found.step : 1
        var total: Float = 0
        var spread: Float = 0
        var scattered: Float = 0
        for hypothesis in 0...SoundingHypotheses.count {
            total += masses[hypothesis]
            guard hypothesis < SoundingHypotheses.count else { continue }
            spread += masses[hypothesis] * spreadsM[hypothesis >> 1]
            // With the ratio 0 dB half of the weight.
            scattered += masses[hypothesis] * Float(hypothesis >> 1) * 0.5
        }
        if total > 0 {
            spread /= total
            scattered /= total
        }
        let left = unexplained(path)
        if phaseOnly {
            // What the single path leaves is other paths, or noise that asks for no less.
            spread = Self.phaseOnlySpreadM * left / (1.05 - left)
            scattered = left > 0.4 ? 1 : 0
        }
        state.pointee.spreadM = spread
        state.pointee.scattered = scattered
        result.pointee.distance = summary(found, reference: reference, widenedM: SoundingEstimator.spreadShare * spread)
        result.pointee.hasDistance = true
        result.pointee.delaySpreadM = spread
        result.pointee.snrDb = 4.342_944_8 * rangekit_port_logf(max(1 - left, 1e-6) / left)
    }

    static var phaseOnlySpreadM: Float { 20 }

    /// The share of a path's power that its best hypothesis leaves.
    private func unexplained(_ path: Int) -> Float {
        let state = paths + path
        var left = state.pointee.single.unexplained
        for hypothesis in 0..<SoundingHypotheses.count
        where state.pointee.mask & 1 << UInt32(truncatingIfNeeded: hypothesis) != 0 {
            let scored =
                scores + (path &* SoundingHypotheses.count &+ hypothesis) &* SoundingEstimator.candidateCount
            for point in 0..<SoundingEstimator.candidateCount {
                left = min(left, 1 - scored[point] / state.pointee.toneCount)
            }
        }
        return max(left, 1e-5)
    }

    /// All paths together.
    func joint(
        _ used: UInt32, reference: Int, limitM: Float, into result: inout Sounding.Result
    ) -> Sounding.Distance {
        var count: Float = 0
        var spread: Float = 0
        var least: Float = .infinity
        var scattered: Float = 1
        var snrDb: Float = -100
        withUnsafePointer(to: result.paths) { pointer in
            let results = UnsafeRawPointer(pointer).assumingMemoryBound(to: Sounding.Path.self)
            for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
                count += 1
                spread += paths[path].spreadM
                least = min(least, paths[path].spreadM)
                scattered = min(scattered, paths[path].scattered)
                snrDb = max(snrDb, results[path].snrDb)
            }
        }
        result.delaySpreadM = least
        if scattered > 0.4 { result.causes.insert(.multipath) }
        if snrDb < 10 { result.causes.insert(.weak) }
        let found = posterior(mask: used, masses: nil)
        let widenedM = SoundingEstimator.spreadShare * spread / (count * count.squareRoot())
        let distance = summary(found, reference: reference, widenedM: widenedM)
        let plain = distance.stddevM * distance.stddevM - widenedM * widenedM
        let shrink = plain > 0 && distance.stddevM > 0 ? plain.squareRoot() / distance.stddevM : 0
        let position = distance.distanceM / SoundingTransform.binM - Float(reference)
        let inside = mass(found, about: position, within: limitM * max(shrink, 1e-3) / SoundingTransform.binM)
        let normal = rangekit_port_erff(limitM / max(distance.stddevM, 1e-6) * 0.707_106_77)
        result.probability = min(inside, normal)
        return distance
    }

    /// Median, and the tempered 95 % interval widened on both sides. Distances count from the reference's turn.
    private func summary(_ found: Posterior, reference: Int, widenedM: Float) -> Sounding.Distance {
        let scale = SoundingTransform.binM
        let middle = quantile(found, tempered: false, share: 0.5)
        let low = quantile(found, tempered: true, share: 0.025)
        let high = quantile(found, tempered: true, share: 0.975)
        let widened = 1.96 * widenedM
        let below = max(middle - low, 0) * scale
        let above = max(high - middle, 0) * scale
        var distance = Sounding.Distance()
        distance.distanceM = (Float(reference) + middle) * scale
        let down = (below * below + widened * widened).squareRoot()
        let up = (above * above + widened * widened).squareRoot()
        distance.lowM = distance.distanceM - down
        distance.highM = distance.distanceM + up
        distance.stddevM = (down + up) / 3.92
        return distance
    }

    /// Phase and round trip become one answer, and what contradicts is named.
    func conclude(_ result: inout Sounding.Result) {
        if let phase = result.phase {
            result.source = .phase
            result.distance = phase
            if let roundTrip = result.roundTrip {
                let sigma = (phase.stddevM * phase.stddevM + roundTrip.stddevM * roundTrip.stddevM).squareRoot()
                // Late packets make round trips long: 3 m of that are ordinary.
                let tolerance = 4 * sigma + 3
                if phase.distanceM < roundTrip.robustM - tolerance {
                    result.causes.formUnion([.belowRoundTrip, .inconsistent])
                } else if phase.distanceM > roundTrip.robustM + tolerance {
                    result.causes.insert(.inconsistent)
                }
                if result.causes.contains(.belowRoundTrip) || result.causes.contains(.attack) {
                    result.probability = 0
                }
            }
            remember(phase, timeNs: result.timeNs)
            if result.velocity == nil { result.velocity = velocity() }
        } else if let roundTrip = result.roundTrip {
            result.source = .roundTrip
            result.distance.distanceM = roundTrip.robustM
            result.distance.stddevM = roundTrip.stddevM
            result.distance.lowM = roundTrip.robustM - 1.96 * roundTrip.stddevM
            result.distance.highM = roundTrip.robustM + 1.96 * roundTrip.stddevM
            result.probability =
                result.causes.contains(.attack)
                ? 0 : rangekit_port_erff(state.pointee.options.limitM / roundTrip.stddevM * 0.707_106_77)
        }
    }

    private func remember(_ distance: Sounding.Distance, timeNs: Int64) {
        var used = Int(state.pointee.historyUsed)
        if used == SoundingEstimator.historyCount {
            for index in 1..<used { history[index &- 1] = history[index] }
            used &-= 1
        }
        history[used] = SoundingEstimator.Entry(
            timeNs: timeNs, distanceM: distance.distanceM, stddevM: max(distance.stddevM, 1e-3))
        state.pointee.historyUsed = Int32(truncatingIfNeeded: used &+ 1)
    }

    /// The slope of a straight line through the last distances, weighted by their variances.
    private func velocity() -> Sounding.Velocity? {
        let used = Int(state.pointee.historyUsed)
        guard used >= 3 else { return nil }
        let now = history[used &- 1].timeNs
        var sums: (w: Float, t: Float, d: Float) = (0, 0, 0)
        for index in 0..<used {
            let w = 1 / (history[index].stddevM * history[index].stddevM)
            let t = secondsBefore(now, history[index].timeNs)
            sums = (sums.w + w, sums.t + w * t, sums.d + w * history[index].distanceM)
        }
        let meanT = sums.t / sums.w
        let meanD = sums.d / sums.w
        var squares: Float = 0
        var products: Float = 0
        for index in 0..<used {
            let w = 1 / (history[index].stddevM * history[index].stddevM)
            let t = secondsBefore(now, history[index].timeNs) - meanT
            squares += w * t * t
            products += w * t * (history[index].distanceM - meanD)
        }
        guard squares > 0, squares.isFinite else { return nil }
        return Sounding.Velocity(mps: products / squares, stddevMps: 1 / squares.squareRoot())
    }

    /// Negative; a stay of hours counts as one hour.
    private func secondsBefore(_ now: Int64, _ time: Int64) -> Float {
        let (difference, overflow) = time.subtractingReportingOverflow(now)
        return overflow ? -3600 : max(Float(difference) * 1e-9, -3600)
    }
}
