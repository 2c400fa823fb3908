import CMath

// The bank: where else the target could be.
extension LocatorTarget {
    /// Cost beyond that of the best at which a hypothesis is given up: a probability of 6e-6.
    static var givenUpCost: Float { 12 }
    /// Cost beyond that of the best up to which a hypothesis is a rival: 0.0003.
    static var rivalCost: Float { 8 }
    /// Updates and seconds without a rival before the best is taken as the only one.
    static var uniqueUpdates: Int32 { 10 }
    static var uniqueS: Float { 1.5 }
    /// The best may wander this far in the meantime.
    static var steadyM: Float { 0.3 }

    var isUnique: Bool {
        mutating get { uniqueCount >= Self.uniqueUpdates && nowS - rivalTimeS >= Self.uniqueS }
    }

    mutating func sawRival() {
        uniqueCount = 0
        rivalTimeS = nowS
        if hypothesisCount > 0 { steadyPosition = hypothesis.pointee.position }
    }

    /// A best that wanders off is not settled.
    mutating func holdSteady() {
        if hypothesisCount > 0, (hypothesis.pointee.position - steadyPosition).squared > Self.steadyM * Self.steadyM {
            sawRival()
        }
    }

    /// Six starts on the sphere of the first distance, or on its circle at the known height.
    mutating func spread(around entry: Keyframe) {
        let range = max(entry.rangeM - biasMeans[Int(entry.link)], 0.1)
        if bearingCount > 0 { insert(alongBearing(range), like: nil) }
        for index in 0..<6 {
            var position = entry.position
            if hasHeight {
                let height = heightM - entry.position[upAxis]
                let radius = rangekit_port_sqrtf(max(range * range - height * height, 0.01))
                let angle = Float(index) * (.pi / 3)
                position[0] += radius * rangekit_port_cosf(angle)
                position[3 &- upAxis] += radius * rangekit_port_sinf(angle)
            } else {
                position[index / 2] += index & 1 == 0 ? range : -range
            }
            insert(position, like: nil)
        }
    }

    /// Adds a hypothesis unless there is one at that place, or no room.
    mutating func insert(_ position: LocalVector, like: UnsafeMutablePointer<Hypothesis>?) {
        guard hypothesisCount < Self.hypothesisCapacity else { return }
        var position = position
        if hasHeight { position[upAxis] = heightM }
        let all = hypothesis
        for index in 0..<hypothesisCount where (all[index].position - position).squared < 0.04 {
            return
        }
        let new = all + hypothesisCount
        if let like {
            new.pointee = like.pointee
        } else {
            new.pointee.biases = biasMeans
        }
        new.pointee.position = position
        new.pointee.age = 0
        new.pointee.halvings = 0
        new.pointee.stepM = 1000
        hypothesisCount &+= 1
    }

    /// Tries, one an update, the best reflected along the path's axes, turned about its line, and places at the
    /// newest distance in the four directions.
    mutating func explore() {
        candidate &+= 1
        let best = hypothesis
        let entries = keyframe
        let choice = candidate % 8
        var position = best.pointee.position
        if choice == 7 {
            if bearingCount > 0 { insert(alongBearing(entries[keyframeCount &- 1].rangeM), like: best) }
            return
        }
        if choice < 3 {
            let (mean, axes) = Self.path(entries, keyframeCount)
            let line = position - mean
            switch choice {
            case 0: position = position - axes.second * (2 * line.dot(axes.second))
            case 1:
                position =
                    position - axes.second * (2 * line.dot(axes.second)) - axes.third * (2 * line.dot(axes.third))
            default:
                let along = axes.first * line.dot(axes.first)
                position = mean + along + axes.first.cross(line - along)
            }
        } else {
            let newest = entries + (keyframeCount &- 1)
            position = newest.pointee.position
            let range: Float = choice & 1 == 0 ? newest.pointee.rangeM : -newest.pointee.rangeM
            position[choice < 5 ? 0 : 3 &- upAxis] += range
        }
        insert(position, like: best)
    }

    /// Where the newest angles point, at a distance; level where there is no elevation.
    private mutating func alongBearing(_ range: Float) -> LocalVector {
        let newest = bearing[(nextBearing &+ Self.bearingCapacity &- 1) % Self.bearingCapacity]
        let (azimuth, elevation) = (newest.azimuthRad, newest.elevationRad)
        let flat = range * rangekit_port_cosf(elevation)
        return newest.position + newest.right * (flat * rangekit_port_sinf(azimuth))
            - newest.back * (flat * rangekit_port_cosf(azimuth)) + newest.up * (range * rangekit_port_sinf(elevation))
    }

    /// Whether two hypotheses have met.
    private static func same(_ a: UnsafeMutablePointer<Hypothesis>, _ b: UnsafeMutablePointer<Hypothesis>) -> Bool {
        let difference = a.pointee.position - b.pointee.position
        let squared = difference.squared
        if squared < 0.0025 { return true }
        return squared < 4 && a.pointee.information.form(difference) < 1 && b.pointee.information.form(difference) < 1
    }

    /// The best first; those that have met it or another, or cost too much, are dropped.
    mutating func order() {
        let all = hypothesis
        for index in (0..<hypothesisCount).reversed() where !all[index].position.squared.isFinite {
            remove(index)
        }
        guard hypothesisCount > 0 else { return }
        var best = 0
        for index in 1..<max(hypothesisCount, 1) {
            let (mature, bestMature) = (all[index].isMature, all[best].isMature)
            if mature != bestMature ? mature : all[index].cost < all[best].cost { best = index }
        }
        uniqueCount = min(uniqueCount &+ 1, 1_000_000)
        if best != 0 {
            if !Self.same(all, all + best) { sawRival() }
            let first = all[0]
            all[0] = all[best]
            all[best] = first
        }
        var index = 1
        while index < hypothesisCount {
            let one = all + index
            var isGone = one.pointee.isMature && one.pointee.cost > all[0].cost + Self.givenUpCost
            for other in 0..<index where !isGone {
                isGone = Self.same(all + other, one)
            }
            if isGone {
                remove(index)
            } else {
                if one.pointee.isMature, one.pointee.cost < all[0].cost + Self.rivalCost { sawRival() }
                index &+= 1
            }
        }
    }

    private mutating func remove(_ index: Int) {
        hypothesisCount &-= 1
        hypothesis[index] = hypothesis[hypothesisCount]
    }

    /// Looks across the plane of the motion, and along the weakest axis, for what the information matrix of the
    /// best does not show.
    mutating func assess() {
        guard hypothesisCount > 0 else { return }
        let best = hypothesis
        mirrorCost = .infinity
        covariance = best.pointee.information.inverse()
        var weakest = LocalAxes(covariance)
        guard keyframeCount > 4 else { return keepWeakest(weakest) }
        let (mean, axes) = Self.path(keyframe, keyframeCount)
        pathMean = mean
        pathStddevM = LocalVector(
            x: rangekit_port_sqrtf(max(axes.values.0, 0)), y: rangekit_port_sqrtf(max(axes.values.1, 0)),
            z: rangekit_port_sqrtf(max(axes.values.2, 0)))
        // Two or three levels of it in a long path.
        let stretch = min(max(0.25 * pathStddevM.x / max(pathStddevM.z, 0.05), 2), 20)
        thinAxis = axes.third
        thinWeight = stretch * stretch - 1
        let line = best.pointee.position - mean
        let height = line.dot(axes.third)
        let range = line.length
        if height.magnitude > 0.1 * range, height.magnitude > 0.1 {
            mirror = best.pointee.position - axes.third * (2 * height)
            mirrorCost = cost(of: mirror, like: best, shift: .zero) - best.pointee.cost
            if mirrorCost < Self.rivalCost { sawRival() }
            if mirrorCost < 40 { insert(mirror, like: best) }
        } else if updateCount & 3 == 0 {
            // In the plane the gradient towards either side is zero: start 20 degrees off it.
            let side: Float = updateCount & 4 == 0 ? -0.35 : 0.35
            insert(mean + (line - axes.third * height) * 0.94 + axes.third * (side * range), like: best)
        }
        let stddev = min(rangekit_port_sqrtf(max(weakest.values.0, 0)), 30)
        var extra: Float = 0
        if stddev > 0.1 {
            let shift = weakest.first * (2 * stddev)
            let up = cost(of: best.pointee.position + shift, like: best, shift: shift)
            let down = cost(of: best.pointee.position - shift, like: best, shift: shift * -1)
            // Two standard deviations away a Gaussian costs 2 more.
            let rise = max(min(up, down) - best.pointee.cost, 0.02)
            extra = max(2 / rise - 1, 0) * stddev * stddev
        }
        if extra > 0 {
            covariance.add(weakest.first, extra)
            weakest = LocalAxes(covariance)
        }
        keepWeakest(weakest)
    }

    mutating func keepWeakest(_ axes: LocalAxes) {
        largestAxis = axes.first
        largestStddevM = rangekit_port_sqrtf(max(axes.values.0, 0))
        settledStddevM = max(largestStddevM, min(settledStddevM, 2) * 0.95 + largestStddevM * 0.05)
    }
}
