import CMath

// What comes from outside the hypotheses: angles, motion states, jumps of the world.
extension LocatorTarget {
    static var jumpEvent: UInt32 { 1 << 1 }

    /// Angles are kept a quarter of a second apart: those nearer have the same error.
    mutating func add(_ bearing: Bearing) {
        let all = self.bearing
        if bearingCount > 0 {
            let last = (nextBearing &+ Self.bearingCapacity &- 1) % Self.bearingCapacity
            if (bearing.timeS - all[last].timeS).magnitude < 0.25 { return }
        }
        guard mode == Mode.still else { return }
        all[nextBearing] = bearing
        nextBearing = (nextBearing &+ 1) % Self.bearingCapacity
        bearingCount = min(bearingCount &+ 1, Self.bearingCapacity)
    }

    mutating func setMotion(_ state: Int32) {
        motionState = state
        if state == 1, mode == Mode.moving {
            // It stands where the filter has it.
            hypothesis.pointee.age = 0
            keyframeCount = 0
            settledCount = 0
            bearingCount = 0
            mode = Mode.still
            hasPrior = true
            priorMean = hypothesis.pointee.position
            priorInformation = covariance.inverse()
            hypothesisCount = 1
        }
    }

    mutating func noteTime(_ timeNs: Int64) {
        recentTimesNs[0] = recentTimesNs[1]
        recentTimesNs[1] = recentTimesNs[2]
        recentTimesNs[2] = timeNs
    }

    /// The variance of a bias with the position unknown.
    mutating func biasVariance(_ link: Int) -> Float {
        let coupling = withUnsafeMutablePointer(to: &hypothesis.pointee.couplings) { elements(of: $0)[link] }
        let prior = biasStddevs[link] * biasStddevs[link]
        var information: Float = 0
        let all = keyframe
        for index in 0..<keyframeCount where Int(all[index].link) == link {
            information += all[index].weight
        }
        return min(1 / (information + 1 / prior) + covariance.form(coupling), prior)
    }

    /// The world has moved under an observer: what it measured moves along, and the target with it unless
    /// another observer has measured it too.
    mutating func carry(from old: LocalVector, to new: LocalVector, turnRad: Float, observer: UInt8) {
        var isAlone = true
        for link in 0..<linkCount where linkKeys[link] / 8 != observer {
            isAlone = false
        }
        guard linkCount > 0 else { return }
        events |= Self.jumpEvent
        let move = Move(
            old: old, new: new, sine: rangekit_port_sinf(turnRad), cosine: rangekit_port_cosf(turnRad), up: upAxis)
        let all = keyframe
        for index in 0..<keyframeCount where linkKeys[Int(all[index].link)] / 8 == observer {
            all[index].position = move.place(all[index].position)
        }
        let entries = windowEntry
        for index in 0..<windowCount where linkKeys[Int(entries[index].link)] / 8 == observer {
            entries[index].position = move.place(entries[index].position)
        }
        let angles = bearing
        for index in 0..<bearingCount where linkKeys[Int(angles[index].link)] / 8 == observer {
            angles[index].position = move.place(angles[index].position)
            angles[index].right = move.direction(angles[index].right)
            angles[index].up = move.direction(angles[index].up)
            angles[index].back = move.direction(angles[index].back)
        }
        // A pose in the wrong place between two jumps leaves its mark: centimetres.
        systematicM2 = max(systematicM2, 0.0009)
        guard isAlone else { return }
        let places = hypothesis
        for index in 0..<hypothesisCount {
            places[index].position = move.place(places[index].position)
            places[index].previousPosition = move.place(places[index].previousPosition)
        }
        still.position = move.place(still.position)
        priorMean = move.place(priorMean)
        if keyframeCount > 0, mode == Mode.still { update() }
    }

    /// A turn about the vertical and a shift.
    private struct Move {
        var old: LocalVector
        var new: LocalVector
        var sine: Float
        var cosine: Float
        var up: Int

        func direction(_ v: LocalVector) -> LocalVector {
            up == 2
                ? LocalVector(x: cosine * v.x - sine * v.y, y: sine * v.x + cosine * v.y, z: v.z)
                : LocalVector(x: cosine * v.x + sine * v.z, y: v.y, z: cosine * v.z - sine * v.x)
        }

        func place(_ position: LocalVector) -> LocalVector { new + direction(position - old) }
    }
}
