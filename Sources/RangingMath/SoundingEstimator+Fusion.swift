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
            let period = Float(SoundingTransform.size) / Float(paths[path].spacing)
            let difference = Float(Int(paths[path].peak) &- origin)
            paths[path].offset = difference - period * (difference / period).rounded()
        }
        return (Int(paths[reference].spacing), origin)
    }

    /// One path alone.
    func estimate(_ path: Int, reference: Int, into result: UnsafeMutablePointer<Sounding.Path>) {
        let state = paths + path
        let found = posterior(mask: 1 << UInt32(truncatingIfNeeded: path))
        state.pointee.width = found.maximum > 0 ? found.sum / found.maximum * found.step : 1
        let left = state.pointee.unexplained
        result.pointee.distance = summary(
            found, reference: reference, downM: state.pointee.downM, upM: state.pointee.upM)
        result.pointee.hasDistance = true
        result.pointee.delaySpreadM = state.pointee.spreadM
        result.pointee.snrDb = 4.342_944_8 * soundingLog(max(1 - left, 1e-6) / left)
    }

    /// All paths together. What the model is wrong by averages over them.
    func joint(
        _ used: UInt32, reference: Int, limitM: Float, into result: inout Sounding.Result
    ) -> Sounding.Distance {
        var count: Float = 0
        var downM: Float = 0
        var upM: Float = 0
        var least: Float = .infinity
        var scattered: Float = 1
        var echoes: Float = 1
        var snrDb: Float = -100
        withUnsafePointer(to: result.paths) { pointer in
            let results = UnsafeRawPointer(pointer).assumingMemoryBound(to: Sounding.Path.self)
            for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
                count += 1
                downM += paths[path].downM
                upM += paths[path].upM
                least = min(least, paths[path].spreadM)
                scattered = min(scattered, paths[path].scattered)
                echoes = min(echoes, paths[path].single.echoes)
                snrDb = max(snrDb, results[path].snrDb)
            }
        }
        result.delaySpreadM = least
        if scattered > 0.4 { result.causes.insert(.multipath) }
        if snrDb < 10 { result.causes.insert(.weak) }
        let share = 1 / (count * rangekit_port_sqrtf(count))
        let found = posterior(mask: used)
        let distance = summary(found, reference: reference, downM: share * downM, upM: share * upM)
        if state.pointee.options.phaseOnly {
            // The more the echoes leave of the power, the more often the strongest arrival is one of them.
            let isEcho = min(1.4 * echoes, 1)
            let right = rangekit_port_erff(limitM * 1.385_929_3 / max(distance.highM - distance.distanceM, 1e-6))
            let wrong = rangekit_port_erff(limitM * 1.385_929_3 / max(distance.distanceM - distance.lowM, 1e-6))
            result.probability = right + isEcho * (wrong - right)
        } else {
            let middle = distance.distanceM / SoundingTransform.pointM - Float(reference)
            result.probability = probability(
                found, middle: middle, downM: share * downM, upM: share * upM, limitM: limitM)
        }
        return distance
    }

    /// Phase and round trip become one answer, and what contradicts is named.
    func conclude(_ result: inout Sounding.Result) {
        if let phase = result.phase {
            result.source = .phase
            result.distance = phase
            if let roundTrip = result.roundTrip {
                let sigma = rangekit_port_sqrtf((phase.stddevM * phase.stddevM + roundTrip.stddevM * roundTrip.stddevM))
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

    /// The slope of a straight line through the last distances, weighted by their variances. Stated deviations hold what
    /// all these distances share as well, and that does not move: the scatter about the line makes them smaller, or
    /// larger, with the stated ones worth as much as 4 degrees of freedom.
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
        var total: Float = 0
        for index in 0..<used {
            let w = 1 / (history[index].stddevM * history[index].stddevM)
            let t = secondsBefore(now, history[index].timeNs) - meanT
            squares += w * t * t
            products += w * t * (history[index].distanceM - meanD)
            total += w * (history[index].distanceM - meanD) * (history[index].distanceM - meanD)
        }
        guard squares > 0, squares.isFinite else { return nil }
        let scatter = max(total - products * products / squares, 0)
        let scale = (4 + scatter) / Float(used &+ 2)
        return Sounding.Velocity(mps: products / squares, stddevMps: rangekit_port_sqrtf(scale / squares))
    }

    /// Negative; a stay of hours counts as one hour.
    private func secondsBefore(_ now: Int64, _ time: Int64) -> Float {
        let (difference, overflow) = time.subtractingReportingOverflow(now)
        return overflow ? -3600 : max(Float(difference) * 1e-9, -3600)
    }
}
