import CMath
import RangingCore

// What the tones of two procedures say about motion between them.
extension SoundingEstimator {
    /// The share of the power that must agree for a channel to be still, and the largest common phase, rad.
    static var stillShare: Float { 0.98 }
    static var stillPhaseRad: Float { 0.6 }
    /// Metres a radian: c / (4 pi 2.441 GHz), the middle of the band.
    static var metresPerRad: Float { 0.009_773_2 }
    /// Metres a radian and MHz: c / (4 pi 1 MHz).
    static var metresPerSlope: Float { 23.856_7 }
    /// How far the phases' slopes over the channels may walk from the common phases' sum in a still channel. A common
    /// phase is the same again every 6 cm: slopes of a pair that moves by that walk away by 6 cm each time. Those of
    /// a still pair of radios were seen to scatter by 5 cm.
    static var slopeLimitM: Float { 0.15 }
    /// What is left of the oscillators' phases between two procedures, found in a recording of a still pair.
    static var phaseStddevRad: Float { 0.12 }
}

extension SoundingEstimator.Parts {
    /// Averages distances while the channel is still. What moved by the tones' phase moves the average.
    func average(_ distance: inout Sounding.Distance, _ result: inout Sounding.Result) {
        let motion = motionSincePrevious(state.pointee.previousPath)
        state.pointee.previousPath = keepPrevious()
        guard let motion, state.pointee.hasResult, let before = state.pointee.latestResult.phase,
            (before.distanceM - distance.distanceM).magnitude < 3 * (before.stddevM + distance.stddevM)
        else {
            state.pointee.stillCount = 0
            state.pointee.slopeM = 0
            return
        }
        let limit = state.pointee.options.averageCount &- 1
        let stillCount = min(state.pointee.stillCount &+ 1, limit)
        state.pointee.stillCount = stillCount
        let moved = motion.byPhaseM
        state.pointee.slopeM += motion.bySlopeM - moved
        let share = 1 / Float(stillCount &+ 1)
        let change = (1 - share) * (before.distanceM + moved - distance.distanceM)
        distance.distanceM += change
        distance.lowM += change
        distance.highM += change
        let (elapsed, overflow) = result.timeNs.subtractingReportingOverflow(state.pointee.latestResult.timeNs)
        // Of a pair that moves one common phase in five is as small by chance.
        guard !overflow, elapsed > 0, stillCount > 1 || limit < 2 else { return }
        let seconds = Float(elapsed) * 1e-9
        result.velocity = Sounding.Velocity(
            mps: moved / seconds,
            stddevMps: SoundingEstimator.phaseStddevRad * SoundingEstimator.metresPerRad / seconds)
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

    /// What the common phase between the kept tones and the present ones of that path, and its slope over the
    /// channels, say of the distance; nil if the channel changed.
    func motionSincePrevious(_ path: Int32) -> (byPhaseM: Float, bySlopeM: Float)? {
        let path = Int(path)
        guard path >= 0, paths[path].isUsed else { return nil }
        let now = tones + 158 &* path
        let weightsNow = weights + 79 &* path
        let weightsBefore = previous + 158
        var common: (Float, Float) = (0, 0)
        var energyNow: Float = 0
        var energyBefore: Float = 0
        var moment: (Float, Float) = (0, 0)
        var weights: (sum: Float, first: Float, second: Float) = (0, 0, 0)
        for channel in 0..<79 where weightsNow[channel] > 0 && weightsBefore[channel] > 0 {
            let (a, b) = (now[2 &* channel], now[2 &* channel &+ 1])
            let (c, d) = (previous[2 &* channel], previous[2 &* channel &+ 1])
            let (re, im) = (a * c + b * d, b * c - a * d)
            common = (common.0 + re, common.1 + im)
            let place = Float(Int32(truncatingIfNeeded: channel &- 39))
            moment = (moment.0 + place * re, moment.1 + place * im)
            let weight = a * a + b * b
            weights = (
                weights.sum + weight, weights.first + place * weight, weights.second + place * place * weight
            )
            energyNow += a * a + b * b
            energyBefore += c * c + d * d
        }
        let power = common.0 * common.0 + common.1 * common.1
        guard power > SoundingEstimator.stillShare * energyNow * energyBefore, power > 0 else { return nil }
        let phaseRad = rangekit_port_atan2f(common.1, common.0)
        // The imaginary part of the products, turned by the common phase, against the channel: its slope is the shift.
        let turned = (moment.1 * common.0 - moment.0 * common.1) / rangekit_port_sqrtf(power)
        let spread = weights.second - weights.first * weights.first / weights.sum
        guard phaseRad.magnitude < SoundingEstimator.stillPhaseRad, spread > 0 else { return nil }
        let bySlopeM = -SoundingEstimator.metresPerSlope * turned / spread
        let byPhaseM = -SoundingEstimator.metresPerRad * phaseRad
        let walkedM = state.pointee.slopeM + bySlopeM - byPhaseM
        return walkedM.magnitude < SoundingEstimator.slopeLimitM ? (byPhaseM, bySlopeM) : nil
    }
}
