public import RangingCore

/// Biases of links and of levels, to be taken from ranges.
public struct RangeCalibration {
    let links: UnsafeBufferPointer<CalibrationLink>
    let levels: UnsafeBufferPointer<CalibrationLevel>

    /// Throws `outOfRange` or `notFinite` where levels do not rise or are not numbers.
    public init(
        links: UnsafeBufferPointer<CalibrationLink>, levels: UnsafeBufferPointer<CalibrationLevel>
    ) throws(Status) {
        for index in 0..<levels.count {
            let level = levels[index]
            guard level.levelDbm.isFinite, level.biasM.isFinite, level.biasStddevM.isFinite else { throw .notFinite }
            guard index == 0 || level.levelDbm > levels[index &- 1].levelDbm else { throw .outOfRange }
        }
        self.links = links
        self.levels = levels
    }

    /// The range without its biases, with the variances of both added to its own: its standard deviation where it
    /// has one, else the scatter of its link. Throws `notFinite`, `outOfRange`, or `missingValue` where nothing says
    /// how uncertain the range is.
    public func range(_ sample: CalibrationSample) throws(Status) -> TwoWayRange {
        try check(sample.measuredM, within: -Calibrator.distanceLimitM...Calibrator.distanceLimitM)
        var distance = sample.measuredM
        var variance: Double?
        if sample.fields.contains(.stddev) {
            try check(Double(sample.stddevM), within: 0...Calibrator.distanceLimitM)
            variance = Double(sample.stddevM) * Double(sample.stddevM)
        }
        var added = 0.0
        if sample.link != CalibrationSample.noLink {
            guard sample.link < links.count else { throw .outOfRange }
            let link = links[Int(sample.link)]
            distance -= link.biasM
            if link.fields.contains(.biasStddev) { added += link.biasStddevM * link.biasStddevM }
            if variance == nil, link.fields.contains(.stddev) { variance = link.stddevM * link.stddevM }
        }
        if sample.fields.contains(.level), !levels.isEmpty {
            try Calibrator.check(levelDbm: sample.levelDbm)
            let level = bias(levelDbm: Double(sample.levelDbm))
            distance -= level.biasM
            added += level.variance
        }
        guard let variance else { throw .missingValue }
        guard distance.isFinite, (variance + added).isFinite else { throw .notFinite }
        return TwoWayRange(distanceM: distance, distanceStddevM: Float((variance + added).squareRoot()))
    }

    /// Linear between knots, constant beyond the ends. There is a knot.
    func bias(levelDbm: Double) -> (biasM: Double, variance: Double) {
        var (low, high) = (0, levels.count &- 1)
        if levelDbm <= levels[low].levelDbm { high = low }
        if levelDbm >= levels[high].levelDbm { low = high }
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if levels[middle].levelDbm <= levelDbm { low = middle } else { high = middle }
        }
        let (a, b) = (levels[low], levels[high])
        let share = low == high ? 0 : (levelDbm - a.levelDbm) / (b.levelDbm - a.levelDbm)
        let (partA, partB) = ((1 - share) * a.biasStddevM, share * b.biasStddevM)
        return (a.biasM + share * (b.biasM - a.biasM), partA * partA + partB * partB)
    }
}
