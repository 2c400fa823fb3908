import CMath
import RangingCore
import RangingMath

// What each kind of measurement expects, and how it changes with the state.
extension Tracker {
    typealias Direction = (x: Float, y: Float, z: Float)

    /// From an anchor to the tag's antenna, as it was `late` seconds ago.
    @inline(__always)
    mutating func offset(_ measurement: Measurement, _ index: Int, _ late: Float) -> Direction {
        let (link, d) = (links[index], dimensions)
        let dx = x[0] - late * x[d] + measurement.antenna.x - link.x
        let dy = x[1] - late * x[d &+ 1] + measurement.antenna.y - link.y
        if d == 3 { return (dx, dy, x[2] - late * x[5] + measurement.antenna.z - link.z) }
        guard let heightM = options.heightM else { return (dx, dy, 0) }
        return (dx, dy, Float(heightM - origin.z) + measurement.antenna.z - link.z)
    }

    @inline(__always)
    mutating func distance(_ measurement: Measurement, _ index: Int, _ late: Float) -> (unit: Direction, length: Float)
    {
        let offset = offset(measurement, index, late)
        let length = rangekit_port_sqrtf(Self.square(offset.x, offset.y, offset.z))
        // At the anchor itself there is no direction.
        let inverse = 1 / max(length, 0.05)
        return ((offset.x * inverse, offset.y * inverse, offset.z * inverse), length)
    }

    /// The slopes of position, and of velocity where the measurement is late.
    @inline(__always)
    mutating func addDirection(_ unit: Direction, _ late: Float) {
        addSlope(0, unit.x)
        addSlope(1, unit.y)
        if dimensions == 3 { addSlope(2, unit.z) }
        guard late > 0 else { return }
        addSlope(dimensions, -late * unit.x)
        addSlope(dimensions &+ 1, -late * unit.y)
        if dimensions == 3 { addSlope(5, -late * unit.z) }
    }

    /// An angle as expected, and its slope along z.
    @inline(never)
    mutating func angle(_ measurement: Measurement, _ index: Int, _ late: Float) -> (expected: Float, upward: Float) {
        let offset = offset(measurement, index, late)
        let flatSquared = max(offset.x * offset.x + offset.y * offset.y, 0.0025)
        if measurement.kind == .azimuth {
            addDirection((-offset.y / flatSquared, offset.x / flatSquared, 0), late)
            return (Float(rangekit_port_atan2(Double(offset.y), Double(offset.x))), 0)
        }
        let flat = rangekit_port_sqrtf(flatSquared)
        let squared = flatSquared + offset.z * offset.z
        let common = -offset.z / (flat * squared)
        let unit = (offset.x * common, offset.y * common, flat / squared)
        addDirection(unit, late)
        return (Float(rangekit_port_atan2(Double(offset.z), Double(flat))), unit.2)
    }
}

// Motion that the body itself knows.
extension Tracker {
    mutating func rememberTurn(_ measurement: Measurement) {
        turnRate = Float(measurement.value3)
        turnNs = nowNs
    }

    /// Velocity in the world, one axis after the other.
    @inline(never)
    mutating func takeVelocity(_ measurement: Measurement) -> Outcome {
        let stddev = stddev(measurement)
        var worst = Outcome(status: .ok)
        for axis in 0..<dimensions {
            clearSlopes()
            addSlope(dimensions &+ axis, 1)
            let measured = axis == 0 ? measurement.value : axis == 1 ? measurement.value2 : measurement.value3
            let innovation = Float(measured) - x[dimensions &+ axis]
            worst = Self.worse(worst, takeMotion(innovation, variance: stddev * stddev))
        }
        return worst
    }

    /// Speed in the axes of the body: v = (c f - s l, s f + c l) for heading (c, s), which is linear in all of them.
    @inline(never)
    mutating func takeOdometry(_ measurement: Measurement) -> Outcome {
        rememberTurn(measurement)
        let (forward, left) = (Float(measurement.value), Float(measurement.value2))
        let stddev = stddev(measurement)
        let (d, h) = (dimensions, headingIndex)
        clearSlopes()
        addSlope(d, -1)
        addSlope(h, forward)
        addSlope(h &+ 1, -left)
        let first = takeMotion(-expectedBySlopes(from: 0), variance: stddev * stddev)
        clearSlopes()
        addSlope(d &+ 1, -1)
        addSlope(h, left)
        addSlope(h &+ 1, forward)
        let second = takeMotion(-expectedBySlopes(from: 0), variance: stddev * stddev)
        lengthenHeading()
        return Self.worse(first, second)
    }

    /// A compass, or a body that knows its heading.
    @inline(never)
    mutating func takeHeading(_ measurement: Measurement) -> Outcome {
        let stddev = stddev(measurement)
        let h = headingIndex
        let innovation = wrapped(
            Float(measurement.value) - Float(rangekit_port_atan2(Double(x[h &+ 1]), Double(x[h]))))
        var worst = Outcome(status: .ok)
        for part in 0..<2 {
            clearSlopes()
            addSlope(h &+ part, 1)
            let angle = part == 0 ? rangekit_port_cos(measurement.value) : rangekit_port_sin(measurement.value)
            worst = Self.worse(worst, takeMotion(Float(angle) - x[h &+ part], variance: stddev * stddev))
        }
        lengthenHeading()
        worst.innovation = innovation
        return worst
    }

    /// Cosine and sine once known are the parts of a unit vector, to within odometry's scale.
    private mutating func lengthenHeading() {
        let (h, p) = (headingIndex, covariancePointer)
        let (c, s) = (x[h], x[h &+ 1])
        let squared = c * c + s * s
        let spread = p[Self.at(h, h)] + p[Self.at(h &+ 1, h &+ 1)]
        guard spread < 0.25 * squared else { return }
        let length = rangekit_port_sqrtf(squared)
        clearSlopes()
        addSlope(h, c / length)
        addSlope(h &+ 1, s / length)
        let scale = options.odometryScaleStddev
        // The second term is what the arc differs from its tangent.
        _ = takeMotion(1 - length, variance: scale * scale + spread * spread * 0.25)
    }

    /// Motion is never refused, and counts less the farther out it lies: wheels slip.
    private mutating func takeMotion(_ innovation: Float, variance: Float) -> Outcome {
        let total = project() + variance
        let stddev = rangekit_port_sqrtf(total)
        let deviations = abs(innovation) / stddev
        let weight = deviations > 4 ? 16 / (deviations * deviations) : 1
        guard deviations.isFinite, weight > 1e-6 else { return refusal(innovation, stddev) }
        apply(innovation: innovation, variance: total / weight)
        return Outcome(innovation: innovation, stddev: stddev, weight: weight, status: .ok)
    }

    private static func worse(_ one: Outcome, _ other: Outcome) -> Outcome {
        if one.stddev == 0 { return other }
        return other.weight < one.weight || other.weight == one.weight && abs(other.innovation) > abs(one.innovation)
            ? other : one
    }
}
