import CMath

// A target that moves: noticed by distances that no longer fit, followed by a filter whose position walks at
// random, and still again when the newest distances have one place in common. Until then what was gathered
// before stays, so that a body in the way for a while costs nothing.
extension LocatorTarget {
    private static var declaredStationary: Int32 { 1 }
    private static var declaredMoving: Int32 { 2 }
    static var movedEvent: UInt32 { 1 << 0 }
    /// A body in the way is gone after this: only then a new place is taken for what it is.
    private static var patienceS: Float { 6 }

    /// Whether the newest distances speak against a still target, eight times in a row.
    mutating func noticeMotion() {
        guard motionState != Self.declaredStationary, hypothesisCount > 0 else { return }
        if motionState == Self.declaredMoving {
            if isUnique, largestStddevM < 1 { startFollowing() }
            return
        }
        let recent = keyframeCount &- settledCount
        guard settledCount >= 24, recent == Self.recentCapacity else {
            suspicion = 0
            return
        }
        let all = keyframe
        var sum: Float = 0
        for index in settledCount..<keyframeCount {
            let direction = (hypothesis.pointee.position - all[index].position).normalized(or: .zero)
            let variance = 1 / all[index].weight + covariance.form(direction)
            let score = Self.residual(all[index], hypothesis) / rangekit_port_sqrtf(variance)
            sum += min(max(score, -3), 3)
        }
        // Five standard deviations of the mean of eight.
        suspicion = sum.magnitude > 14.1 ? suspicion &+ 1 : 0
        if suspicion >= 8 { startFollowing() }
    }

    private mutating func startFollowing() {
        mode = Mode.moving
        events |= Self.movedEvent
        still = hypothesis.pointee
        suspicion = 0
        stillCount = 0
        revertCount = 0
        windowCount = 0
        followedSinceS = nowS
        // It has moved since the first of the distances that do not fit.
        let recent = min(Self.recentCapacity, keyframeCount &- settledCount)
        let elapsed = max(keyframe[keyframeCount &- 1].timeS - keyframe[keyframeCount &- recent].timeS, 0.5)
        hypothesisCount = 1
        sawRival()
        spreadOut(elapsed * 2)
        for index in (keyframeCount &- recent)..<keyframeCount {
            let entry = keyframe[index]
            correct(entry)
            remember(entry)
        }
        // They belong to the new place; the settled ones stay for a return.
        keyframeCount = settledCount
        finishFollowing()
    }

    /// One distance of a moving target.
    mutating func follow(_ entry: Keyframe) {
        spreadOut(min(max(entry.timeS - lastTimeS, 0), 10))
        var entry = entry
        entry.weight = 1 / (1 / entry.information + systematicM2)
        correct(entry)
        remember(entry)
        judge(entry)
        finishFollowing()
        guard motionState != Self.declaredMoving else { return }
        returnToStill()
    }

    /// The variance that `seconds` of walking add; people and things move mostly on a level.
    private mutating func spreadOut(_ seconds: Float) {
        let variance = targetSpeedMps * targetSpeedMps * seconds
        covariance.addDiagonal(variance)
        covariance.add(-0.9 * variance, at: upAxis)
    }

    /// A robust scalar Kalman update of the position; the biases stay what they were.
    private mutating func correct(_ entry: Keyframe) {
        let one = hypothesis
        let direction = (one.pointee.position - entry.position).normalized(or: LocalVector(x: 1, y: 0, z: 0))
        let error = Self.residual(entry, one)
        let gain = covariance.times(direction)
        let predicted = direction.dot(gain)
        let noise = 1 / max(entry.weight, 1e-6) + 0.0025
        let variance = predicted + noise * (1 + 0.25 * error * error / (predicted + noise))
        one.pointee.position = one.pointee.position + gain * (error / variance)
        covariance.add(gain, -1 / variance)
        if hasHeight {
            one.pointee.position[upAxis] = heightM
        }
    }

    private mutating func finishFollowing() {
        hypothesis.pointee.information = covariance.inverse()
        hypothesis.pointee.age = 20
        keepWeakest(LocalAxes(covariance))
        mirrorCost = .infinity
        uniqueCount = min(uniqueCount &+ 1, 1_000_000)
        steadyPosition = hypothesis.pointee.position
    }

    /// Keeps the newest distances, a tenth of a second apart.
    private mutating func remember(_ entry: Keyframe) {
        let entries = windowEntry
        if windowCount > 0, entry.timeS - entries[windowCount &- 1].timeS < 0.1 { return }
        if windowCount == Self.windowCapacity {
            rangekit_port_copy(entries, entries + 1, (windowCount &- 1) &* MemoryLayout<Keyframe>.stride)
            windowCount &-= 1
        }
        entries[windowCount] = entry
        windowCount &+= 1
    }

    private mutating func returnToStill() {
        let entries = windowEntry
        guard windowCount == Self.windowCapacity, entries[windowCount &- 1].timeS - entries[0].timeS > 2 else { return }
        let resting = hypothesis + 1
        if stillCount == 0 {
            resting.pointee = hypothesis.pointee
            resting.pointee.age = 3
            resting.pointee.cost = .infinity
        }
        hasPrior = true
        priorMean = hypothesis.pointee.position
        var wide = covariance
        wide.addDiagonal(1)
        priorInformation = wide.inverse()
        refine(resting, entries, windowCount, bearings: 0)
        hasPrior = false
        stillCount = meanSquareScore(resting, from: 0) < 1.6 ? stillCount &+ 1 : max(stillCount &- 1, 1)
        let before = withUnsafeMutablePointer(to: &still) { $0 }
        revertCount = meanSquareScore(before, from: windowCount &- 12) < 1.6 ? revertCount &+ 1 : 0
        if revertCount >= 15 {
            hypothesis.pointee = still
            mode = Mode.still
            sawRival()
            update()
        } else if stillCount >= 12, nowS - followedSinceS > Self.patienceS {
            rest(at: resting.pointee)
        }
    }

    /// The mean of squared scores, none above 4, so that an outlier does not decide; 0.9 for distances that fit.
    private mutating func meanSquareScore(_ one: UnsafeMutablePointer<Hypothesis>, from first: Int) -> Float {
        let entries = windowEntry
        var sum: Float = 0
        for index in first..<windowCount {
            let error = Self.residual(entries[index], one)
            sum += min(error * error * entries[index].weight, 4)
        }
        return sum / Float(windowCount &- first)
    }

    /// Starts over at a new place, with the newest distances and what the filter knew.
    private mutating func rest(at place: Hypothesis) {
        let entries = windowEntry
        let count = windowCount
        let (mean, information) = (hypothesis.pointee.position, covariance)
        mode = Mode.still
        settledCount = 0
        keyframeCount = count
        rangekit_port_copy(keyframe, entries, count &* MemoryLayout<Keyframe>.stride)
        settledCount = count &- Self.recentCapacity
        gatherRadius = 0.04
        bearingCount = 0
        windowCount = 0
        hasPrior = true
        priorMean = mean
        var wide = information
        wide.addDiagonal(1)
        priorInformation = wide.inverse()
        hypothesisCount = 1
        hypothesis.pointee = place
        sawRival()
        update()
    }
}
