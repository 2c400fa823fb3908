import CMath

// The filter itself: what time does to the state, and what one number measured does.
extension Tracker {
    @inline(__always)
    var statePointer: UnsafeMutablePointer<Float> {
        mutating get {
            withUnsafeMutablePointer(to: &x) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self) }
        }
    }

    @inline(__always)
    var covariancePointer: UnsafeMutablePointer<Float> {
        mutating get {
            withUnsafeMutablePointer(to: &covariance) {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self)
            }
        }
    }

    @inline(__always)
    var gainPointer: UnsafeMutablePointer<Float> {
        mutating get {
            withUnsafeMutablePointer(to: &gain) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self) }
        }
    }

    /// Where a row of the triangle begins.
    @inline(__always)
    static func row(_ index: Int) -> Int { (index &* (index &+ 1)) &>> 1 }

    /// Where a pair of states stands in the triangle.
    @inline(__always)
    static func at(_ one: Int, _ other: Int) -> Int {
        one > other ? row(one) &+ other : row(other) &+ one
    }

    /// A state known by its prior alone.
    @inline(never)
    mutating func forget(_ index: Int, variance: Float) {
        let p = covariancePointer
        for other in 0..<stateCount {
            p[Self.at(index, other)] = 0
        }
        p[Self.at(index, index)] = variance
        x[index] = 0
    }

    // MARK: Time

    /// Seconds from one time to a later one.
    @inline(__always)
    static func seconds(from earlier: Int64, to later: Int64) -> Float {
        Float(UInt64(bitPattern: later &- earlier)) * 1e-9
    }

    /// Constant velocity with white acceleration; a known turn rate turns velocity and heading.
    mutating func predict(to timeNs: Int64) {
        let dt = Self.seconds(from: nowNs, to: timeNs)
        nowNs = timeNs
        guard dt > 0 else { return }
        if turnRate != 0 { turn(dt) }
        let (d, n, x, p) = (dimensions, stateCount, statePointer, covariancePointer)
        var speedSquared: Float = 0
        for axis in 0..<d {
            let speed = x[d &+ axis]
            x[axis] += dt * speed
            speedSquared += speed * speed
        }
        let agility = options.turnDensity * options.turnDensity * min(speedSquared, 100)
        let density = options.accelerationDensity * options.accelerationDensity + agility
        for i in 0..<d {
            let velocity = p + Self.row(d &+ i)
            for j in 0...i {
                let cross = velocity[j] + p[Self.row(d &+ j) &+ i]
                p[Self.row(i) &+ j] += dt * (cross + dt * velocity[d &+ j])
            }
        }
        for i in 0..<d {
            let velocity = p + Self.row(d &+ i)
            for j in 0..<d {
                velocity[j] += dt * p[Self.at(d &+ i, d &+ j)]
            }
            let half = density * dt * dt * 0.5
            p[Self.row(i) &+ i] += half * dt * (2.0 / 3)
            velocity[i] += half
            velocity[d &+ i] += density * dt
        }
        var other = p + Self.row(2 &* d)
        for index in 2 &* d..<n {
            for axis in 0..<d {
                other[axis] += dt * other[d &+ axis]
            }
            other += index &+ 1
        }
        if clockIndex >= 0 { driftClock(dt) }
    }

    /// The offset grows by the drift, and the drift wanders.
    private mutating func driftClock(_ dt: Float) {
        let (offset, drift, p) = (clockIndex, clockIndex &+ 1, covariancePointer)
        x[offset] += dt * x[drift]
        p[Self.at(offset, offset)] += dt * (2 * p[Self.at(offset, drift)] + dt * p[Self.at(drift, drift)])
        for index in 0..<stateCount where index != offset {
            p[Self.at(offset, index)] += dt * p[Self.at(drift, index)]
        }
        p[Self.at(drift, drift)] += options.clockDriftDensity * options.clockDriftDensity * dt
    }

    /// How much is left of a Gauss-Markov state: e^-r to third order, and never below zero.
    @inline(__always)
    static func decay(_ ratio: Float) -> Float {
        let ratio = min(ratio, 1e9)
        return 1 / (1 + ratio * (1 + ratio * (0.5 + ratio * (1.0 / 6))))
    }

    /// Brings a first-order Gauss-Markov state up to date, of which `left` is left. It depends on no other state, so
    /// that may wait until it is needed.
    mutating func relax(_ index: Int, left: Float, variance: Float) {
        let (n, p) = (stateCount, covariancePointer)
        let row = p + Self.row(index)
        for other in 0..<index {
            row[other] *= left
        }
        row[index] = row[index] * left * left + variance * (1 - left * left)
        var column = row + (2 &* index &+ 1)
        for other in index &+ 1..<max(n, index &+ 1) {
            column.pointee *= left
            column += other &+ 1
        }
        x[index] *= left
    }

    // MARK: One number measured

    @inline(__always)
    mutating func clearSlopes() { slopeCount = 0 }

    @inline(__always)
    mutating func addSlope(_ index: Int, _ slope: Float) {
        slopes[slopeCount] = slope
        slopeStates[slopeCount] = Int32(truncatingIfNeeded: index)
        slopeCount &+= 1
    }

    /// What the state says about the number, beside its derivative: the sum over the slopes.
    @inline(__always)
    mutating func expectedBySlopes(from first: Int) -> Float {
        var sum: Float = 0
        for index in first..<slopeCount {
            sum += slopes[index] * x[Int(slopeStates[index])]
        }
        return sum
    }

    /// The gain's direction P h, and h P h.
    mutating func project() -> Float {
        let (n, p, w) = (stateCount, covariancePointer, gainPointer)
        for index in 0..<n {
            w[index] = 0
        }
        for slope in 0..<slopeCount {
            let index = Int(slopeStates[slope])
            let factor = slopes[slope]
            let row = p + Self.row(index)
            for other in 0...index {
                w[other] += factor * row[other]
            }
            var column = row + (2 &* index &+ 1)
            for other in index &+ 1..<max(n, index &+ 1) {
                w[other] += factor * column.pointee
                column += other &+ 1
            }
        }
        var variance: Float = 0
        for slope in 0..<slopeCount {
            variance += slopes[slope] * w[Int(slopeStates[slope])]
        }
        return variance
    }

    /// Takes an innovation of the given variance: x += w v / S, P -= w w' / S, with w / sqrt(S) on both sides, so
    /// that no rounding makes a variance grow.
    mutating func apply(innovation: Float, variance: Float) {
        let (n, x, p, w) = (stateCount, statePointer, covariancePointer, gainPointer)
        let inverse = 1 / rangekit_port_sqrtf(variance)
        let step = innovation * inverse
        for index in 0..<n {
            w[index] *= inverse
            x[index] += w[index] * step
        }
        var row = p
        var sum: Float = 0
        for index in 0..<n {
            let factor = w[index]
            for other in 0...index {
                row[other] -= factor * w[other]
            }
            // Rounding must not bring a variance below zero.
            row[index] = max(row[index], 1e-10)
            sum += row[index]
            row += index &+ 1
        }
        trace = sum
    }

    // MARK: Turning

    /// Turns velocity and heading at the body's turn rate, which counts for a second after it was measured.
    private mutating func turn(_ dt: Float) {
        if Self.seconds(from: turnNs, to: nowNs) > 1 {
            turnRate = 0
            return
        }
        let angle = Double(turnRate * dt)
        let (cosine, sine) = (Float(rangekit_port_cos(angle)), Float(rangekit_port_sin(angle)))
        rotate(dimensions, cosine, sine)
        guard headingIndex >= 0 else { return }
        rotate(headingIndex, cosine, sine)
        let (i, p) = (headingIndex, covariancePointer)
        let (cosineNow, sineNow) = (x[i], x[i &+ 1])
        let wander = options.headingDensity * options.headingDensity * dt
        p[Self.at(i, i)] += wander * sineNow * sineNow
        p[Self.at(i, i &+ 1)] -= wander * sineNow * cosineNow
        p[Self.at(i &+ 1, i &+ 1)] += wander * cosineNow * cosineNow
    }

    /// Rotates a pair of states that stand side by side.
    private mutating func rotate(_ i: Int, _ cosine: Float, _ sine: Float) {
        let (j, x, p) = (i &+ 1, statePointer, covariancePointer)
        (x[i], x[j]) = (cosine * x[i] - sine * x[j], sine * x[i] + cosine * x[j])
        for other in 0..<stateCount where other != i && other != j {
            let (a, b) = (p[Self.at(i, other)], p[Self.at(j, other)])
            p[Self.at(i, other)] = cosine * a - sine * b
            p[Self.at(j, other)] = sine * a + cosine * b
        }
        let (a, b, c) = (p[Self.at(i, i)], p[Self.at(i, j)], p[Self.at(j, j)])
        let (cc, cs, ss) = (cosine * cosine, cosine * sine, sine * sine)
        p[Self.at(i, i)] = cc * a - 2 * cs * b + ss * c
        p[Self.at(i, j)] = cs * (a - c) + (cc - ss) * b
        p[Self.at(j, j)] = ss * a + 2 * cs * b + cc * c
    }
}
