public import RangingCore

extension Sounding {
    /// c x 0.25 ns: metres for each half nanosecond of a round trip.
    static var metresPerHalfNs: Float { 0.074_948_115 }

    /// The distance of round trips alone. The upper median, element *n* / 2 of the sorted differences, and the
    /// mean of those within 3 scaled median absolute deviations of it.
    ///
    /// Complexity: O(*n*), some 40 passes: ranks are found by bisection over the values, so nothing is stored.
    public static func roundTripDistance(
        _ roundTrips: UnsafeBufferPointer<RoundTrip>
    ) throws(Status) -> RoundTripDistance {
        let count = roundTrips.count
        guard count > 0 else { throw .noRoundTrip }
        guard count <= maximumRoundTripCount else { throw .tooLarge }
        for index in 0..<count { try roundTrips[index].validate() }
        let median = upperMedian(roundTrips, about: nil)
        // 1.4826 makes the median absolute deviation a normal distribution's sigma; below one unit of the clock
        // the difference of two rounded times scatters by itself.
        let deviation = max(1.4826 * Float(upperMedian(roundTrips, about: median)), 1)
        var sum: Float = 0
        var squares: Float = 0
        var weights: Float = 0
        var weightSquares: Float = 0
        for index in 0..<count {
            let difference = Float(roundTrips[index].differenceHalfNs &- median)
            guard difference.magnitude <= 3 * deviation else { continue }
            let weight = 1 / (1 + Float(roundTrips[index].bitErrors))
            weights += weight
            weightSquares += weight * weight
            sum += weight * difference
            squares += weight * difference * difference
        }
        let mean = sum / weights
        let variance = max(squares / weights - mean * mean, 1.0 / 6)
        let effective = weights * weights / weightSquares
        // Of few round trips the scatter says little: at least a Bluetooth receiver's usual 6 m each.
        let spread = effective < 5 ? max(variance.squareRoot(), 80) : variance.squareRoot()
        var distance = RoundTripDistance()
        distance.medianM = Float(median) * metresPerHalfNs
        distance.robustM = (Float(median) + mean) * metresPerHalfNs
        // The radio's own bias does not average out.
        let stddev = spread / effective.squareRoot() * metresPerHalfNs
        distance.stddevM = (stddev * stddev + 0.25).squareRoot()
        return distance
    }

    /// The smallest value that more than *n* / 2 values do not exceed; of the distances from `centre` if given.
    private static func upperMedian(_ roundTrips: UnsafeBufferPointer<RoundTrip>, about centre: Int32?) -> Int32 {
        var low: Int32 = centre == nil ? -65_536 : 0
        var high: Int32 = 131_071
        while low < high {
            let middle = low + (high - low) / 2
            let value = middle < low ? low : middle
            var atMost = 0
            for index in 0..<roundTrips.count {
                var difference = roundTrips[index].differenceHalfNs
                if let centre { difference = Int32((difference &- centre).magnitude) }
                if difference <= value { atMost &+= 1 }
            }
            if atMost > roundTrips.count / 2 {
                high = value
            } else {
                low = value + 1
            }
        }
        return low
    }
}
