import CMath
import RangingCore

// What the tones of two procedures say about motion between them.
extension SoundingEstimator {
    /// The share of the power that must agree for a channel to be still, and the largest common phase, rad.
    static var stillShare: Float { 0.98 }
    static var stillPhaseRad: Float { 0.6 }
    /// Metres a radian: c / (4 pi 2.441 GHz), the middle of the band.
    static var metresPerRad: Float { 0.009_773_2 }
}

extension SoundingEstimator.Parts {
    /// Averages distances while the channel is still. What moved by the tones' phase moves the average.
    func average(_ distance: inout Sounding.Distance, _ result: inout Sounding.Result) {
        let phaseRad = phaseSincePrevious(state.pointee.previousPath)
        state.pointee.previousPath = keepPrevious()
        guard let phaseRad, state.pointee.hasResult, let before = state.pointee.latestResult.phase,
            (before.distanceM - distance.distanceM).magnitude < 3 * (before.stddevM + distance.stddevM)
        else {
            state.pointee.stillCount = 0
            return
        }
        let limit = state.pointee.options.averageCount &- 1
        let stillCount = min(state.pointee.stillCount &+ 1, limit)
        state.pointee.stillCount = stillCount
        let moved = -phaseRad * SoundingEstimator.metresPerRad
        let share = 1 / Float(stillCount &+ 1)
        let change = (1 - share) * (before.distanceM + moved - distance.distanceM)
        distance.distanceM += change
        distance.lowM += change
        distance.highM += change
        let (elapsed, overflow) = result.timeNs.subtractingReportingOverflow(state.pointee.latestResult.timeNs)
        guard !overflow, elapsed > 0 else { return }
        let seconds = Float(elapsed) * 1e-9
        // Oscillators' phases cancel to about a tenth of a radian.
        result.velocity = Sounding.Velocity(
            mps: moved / seconds, stddevMps: 0.1 * SoundingEstimator.metresPerRad / seconds)
    }

    /// Keeps the first path's tones for the next procedure; gives the path.
    func keepPrevious() -> Int32 {
        for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
            rangekit_port_copy(previous, tones + 158 &* path, 158 &* MemoryLayout<Float>.stride)
            rangekit_port_copy(previous + 158, weights + 79 &* path, 79 &* MemoryLayout<Float>.stride)
            return Int32(truncatingIfNeeded: path)
        }
        return -1
    }

    /// The common phase between the kept tones and the present ones of that path; nil if the channel changed.
    func phaseSincePrevious(_ path: Int32) -> Float? {
        let path = Int(path)
        guard path >= 0, paths[path].isUsed else { return nil }
        let now = tones + 158 &* path
        let weightsNow = weights + 79 &* path
        let weightsBefore = previous + 158
        var common: (Float, Float) = (0, 0)
        var energyNow: Float = 0
        var energyBefore: Float = 0
        for channel in 0..<79 where weightsNow[channel] > 0 && weightsBefore[channel] > 0 {
            let (a, b) = (now[2 &* channel], now[2 &* channel &+ 1])
            let (c, d) = (previous[2 &* channel], previous[2 &* channel &+ 1])
            common = (common.0 + a * c + b * d, common.1 + b * c - a * d)
            energyNow += a * a + b * b
            energyBefore += c * c + d * d
        }
        let power = common.0 * common.0 + common.1 * common.1
        guard power > SoundingEstimator.stillShare * energyNow * energyBefore, power > 0 else { return nil }
        let phaseRad = rangekit_port_atan2f(common.1, common.0)
        return phaseRad.magnitude < SoundingEstimator.stillPhaseRad ? phaseRad : nil
    }
}
