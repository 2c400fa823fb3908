import CMath

// Gathering distances into keyframes.
extension LocatorTarget {
    /// Square distance of two antenna positions, seen from the target: near it a step turns the line of sight more
    /// than far away. Along the path's thinnest axis it counts more: what little there is of it tells the two
    /// sides apart.
    @inline(__always)
    private mutating func separation(_ a: UnsafeMutablePointer<Keyframe>, _ b: UnsafeMutablePointer<Keyframe>) -> Float
    {
        let difference = a.pointee.position - b.pointee.position
        let thin = difference.dot(thinAxis)
        let range = max(min(a.pointee.rangeM, b.pointee.rangeM), 1)
        return (difference.squared + thinWeight * thin * thin) / (range * range)
    }

    /// The oldest of the newest distances joins a settled one near it, or settles.
    mutating func settleOldest() {
        let all = keyframe
        let oldest = settledCount
        let weight = hypothesisCount > 0 ? Self.fit(all[oldest], hypothesis) : 1
        var nearest = -1
        var nearestDistance = gatherRadius * gatherRadius
        for index in 0..<settledCount where all[index].link == all[oldest].link {
            let distance = separation(all + index, all + oldest)
            if distance < nearestDistance {
                nearestDistance = distance
                nearest = index
            }
        }
        if nearest < 0, settledCount == Self.keyframeCapacity {
            nearest = makeRoom()
        }
        guard nearest >= 0 else {
            settledCount &+= 1
            return
        }
        if nearest < settledCount {
            Self.merge(all + nearest, all[oldest], weight)
        }
        removeRecent()
    }

    /// Merges the two nearest keyframes of one link, settles the oldest new distance in the freed slot, and
    /// widens the radius to what was needed. Gives a keyframe to merge into when no link has two.
    private mutating func makeRoom() -> Int {
        let all = keyframe
        var (first, second) = (-1, -1)
        var least = Float.infinity
        for later in 1..<settledCount {
            for earlier in 0..<later where all[later].link == all[earlier].link {
                let distance = separation(all + later, all + earlier)
                if distance < least {
                    least = distance
                    (first, second) = (earlier, later)
                }
            }
        }
        guard first >= 0 else { return 0 }
        all[first].information *= Self.fit(all[first], hypothesis)
        Self.merge(all + first, all[second], Self.fit(all[second], hypothesis))
        all[second] = all[settledCount]
        gatherRadius = max(gatherRadius, min(rangekit_port_sqrtf(1.2 * least), 1000))
        return settledCount
    }

    private mutating func removeRecent() {
        let all = keyframe
        let rest = keyframeCount &- settledCount &- 1
        rangekit_port_copy(all + settledCount, all + (settledCount &+ 1), rest &* MemoryLayout<Keyframe>.stride)
        keyframeCount &-= 1
    }

    /// `b` into `a`; `weight` scales what `b` counts.
    private static func merge(_ a: UnsafeMutablePointer<Keyframe>, _ b: Keyframe, _ weight: Float) {
        let added = b.information * weight
        let total = max(a.pointee.information + added, 1e-12)
        let share = added / total
        let difference = b.position - a.pointee.position
        a.pointee.scatterM2 +=
            share * (b.scatterM2 - a.pointee.scatterM2) + share * (1 - share) * difference.squared
        a.pointee.position = a.pointee.position + difference * share
        a.pointee.rangeM += share * (b.rangeM - a.pointee.rangeM)
        a.pointee.timeS += share * (b.timeS - a.pointee.timeS)
        a.pointee.information = total
    }

    /// The range's residual under a hypothesis.
    @inline(__always)
    static func residual(_ entry: Keyframe, _ hypothesis: UnsafeMutablePointer<Hypothesis>) -> Float {
        let squared = (hypothesis.pointee.position - entry.position).squared + 1e-4
        let range = rangekit_port_sqrtf(squared)
        let bias = withUnsafeMutablePointer(to: &hypothesis.pointee.biases) { elements(of: $0)[Int(entry.link)] }
        return entry.rangeM - range - 0.25 * entry.scatterM2 / range - bias
    }

    /// The Student-t weight of a distance under a hypothesis, 0 to 1.
    static func fit(_ entry: Keyframe, _ hypothesis: UnsafeMutablePointer<Hypothesis>) -> Float {
        let error = residual(entry, hypothesis)
        return 1 / (1 + 0.25 * error * error * entry.weight)
    }

    /// Adjusts the systematic part of the error so that two thirds of the keyframes (0.683 of a Gaussian) are
    /// within one standard deviation. Counting, not squaring: outliers do not widen it.
    mutating func measureSystematicError() {
        guard keyframeCount >= 16 else { return }
        let all = keyframe
        let best = hypothesis
        var (within, weights): (Float, Float) = (0, 0)
        for index in 0..<keyframeCount {
            let weight = 1 / (1 / all[index].information + systematicM2)
            let error = Self.residual(all[index], best)
            weights += weight
            if error * error * weight < 1 { within += 1 }
        }
        let count = Float(keyframeCount)
        systematicM2 += 0.3 * (0.66 - within / count) * count / weights
        // 4.5 mm, what poses are at best, to half a metre.
        systematicM2 = min(max(systematicM2, 2e-5), 0.25)
    }

    /// The mean of the path and its axes.
    static func path(
        _ all: UnsafeMutablePointer<Keyframe>, _ count: Int
    ) -> (mean: LocalVector, axes: LocalAxes) {
        var mean = LocalVector.zero
        let share = 1 / Float(max(count, 1))
        for index in 0..<count {
            mean = mean + all[index].position
        }
        mean = mean * share
        var spread = LocalSymmetric.zero
        for index in 0..<count {
            spread.add(all[index].position - mean, share)
        }
        return (mean, LocalAxes(spread))
    }
}
