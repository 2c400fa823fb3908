import CMath
import RangingCore

extension SampleFilter {
    /// The middle of the window.
    struct Middle {
        var value: SIMD3<Float>
        /// 1.4826 times the median absolute deviation of the whole window: the standard deviation of normal noise.
        var deviation: Float
        /// Of `value`; nil for a single sample.
        var stddev: Float?
        var weight: Float
        var timeNs: Int64
    }

    /// The weighted mean of the part of the window that lies nearest its middle: of plain values and angles what
    /// is left when as many are dropped at both ends, of directions those nearest the one in the middle.
    /// The window must not be empty.
    mutating func trimmedMean(keepRatio: Float) -> Middle {
        let count = window.count
        let domain = options.domain
        let dropped = Self.dropped(count, keepRatio)
        let reference = window[domain == .direction ? middleDirection() : count &- 1].value
        let base = domain == .circular ? circularMean() : reference

        // Offsets from the base in order: signed, or for directions how far from the middle one.
        var order = InlineArray<64, UInt8>(repeating: 0)
        var offsets = InlineArray<64, Float>(repeating: 0)
        for index in 0..<count {
            let step = domain.difference(from: base, to: window[index].value)
            let offset = domain == .direction ? domain.length(step) : step.x
            offsets[index] = offset
            var place = index
            while place > 0, offsets[Int(order[place &- 1])] > offset {
                order[place] = order[place &- 1]
                place &-= 1
            }
            order[place] = UInt8(truncatingIfNeeded: index)
        }
        let isDirection = domain == .direction
        let first = isDirection ? 0 : dropped
        let last = isDirection ? count &- 2 &* dropped : count &- dropped

        let (newestNs, newest) = (window[count &- 1].timeNs, base)
        var (sumW, sumWW, sumT): (Float, Float, Float) = (0, 0, 0)
        var sum = SIMD3<Float>.zero
        for place in first..<last {
            let entry = window[Int(order[place])]
            sumW += entry.weight
            sumWW += squared(entry.weight)
            sum += entry.weight * domain.difference(from: newest, to: entry.value)
            sumT += entry.weight * Float(newestNs &- entry.timeNs)
        }
        let value = domain.moved(base, by: sum / sumW)

        // The spread about that value.
        var squares: Float = 0
        for index in 0..<count {
            let distance = domain.distance(value, window[index].value)
            squares += squared(distance)
            offsets[index] = distance
        }
        let deviation = 1.4826 * Self.median(&offsets, count)
        // A mean of the whole has s / sqrt(n); a median of normal noise pi / 2 times that variance.
        let spread =
            dropped == 0 ? rangekit_port_sqrtf(squares / (domain.dimensions * Float(max(count &- 1, 1)))) : deviation
        let efficiency: Float = dropped == 0 ? 1 : 0.64
        let stddev =
            count < 2 ? nil : max(spread, 0.1 * options.statedStddev) / rangekit_port_sqrtf(efficiency * Float(count))
        return Middle(
            value: value, deviation: deviation, stddev: stddev, weight: sumWW / sumW,
            timeNs: newestNs &- clampedNs(sumT / sumW))
    }

    /// How many are dropped at each end.
    static func dropped(_ count: Int, _ keepRatio: Float) -> Int {
        let dropped = Int(Float(count) * (1 - keepRatio) / 2 + 0.5)
        return 2 &* dropped >= count ? (count &- 1) / 2 : dropped
    }

    private mutating func circularMean() -> SIMD3<Float> {
        var (sine, cosine): (Float, Float) = (0, 0)
        for index in 0..<window.count {
            sine += rangekit_port_sinf(window[index].value.x)
            cosine += rangekit_port_cosf(window[index].value.x)
        }
        return SIMD3(rangekit_port_atan2f(sine, cosine), 0, 0)
    }

    /// The direction of the window with the smallest sum of chords to the others.
    private mutating func middleDirection() -> Int {
        var (best, bestSum) = (0, Float.infinity)
        for index in 0..<window.count {
            let candidate = window[index].value
            var sum: Float = 0
            for other in 0..<window.count {
                let chord = window[other].value - candidate
                sum += rangekit_port_sqrtf((chord * chord).sum())
            }
            if sum < bestSum { (best, bestSum) = (index, sum) }
        }
        return best
    }

    /// The median of the first `count`, which end up sorted.
    private static func median(_ values: inout InlineArray<64, Float>, _ count: Int) -> Float {
        for index in 1..<max(count, 1) {
            let value = values[index]
            var place = index
            while place > 0, values[place &- 1] > value {
                values[place] = values[place &- 1]
                place &-= 1
            }
            values[place] = value
        }
        return (values[count / 2] + values[(count &- 1) / 2]) / 2
    }
}
