import CMath
public import RangingCore

/// How azimuth and elevation describe a direction; `angle.h` has the formulas.
public struct AngleConvention: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var nearbyInteraction: Self { Self(rawValue: 0) }
    @inlinable public static var publishedSample: Self { Self(rawValue: 1) }
    @inlinable public static var publishedArticle: Self { Self(rawValue: 2) }
    @inlinable public static var robotENU: Self { Self(rawValue: 3) }
    @inlinable public static var firaAoA: Self { Self(rawValue: 4) }

    public var isKnown: Bool { (0...4).contains(rawValue) }

    public var name: StaticString {
        switch rawValue {
        case 0: "nearby_interaction"
        case 1: "published_sample"
        case 2: "published_article"
        case 3: "robot_enu"
        case 4: "fira_aoa"
        default: "unknown"
        }
    }
}

/// Azimuth and elevation, with one standard deviation each (0: not known, or none).
public struct AnglePair: Equatable, Sendable {
    public var azimuthRad: Double
    public var elevationRad: Double
    public var azimuthStddevRad = 0.0
    public var elevationStddevRad = 0.0
    /// Straight up or down: any azimuth, 0 is given.
    public var isAzimuthFree = false
    /// An impossible pair of cones, scaled down.
    public var isScaled = false

    public init(azimuthRad: Double, elevationRad: Double) {
        self.azimuthRad = azimuthRad
        self.elevationRad = elevationRad
    }

    /// Throws for what is not finite, angles beyond 1e6 and standard deviations outside 0 to 10.
    public func validate() throws(Status) {
        try check(azimuthRad, within: -1e6...1e6)
        try check(elevationRad, within: -1e6...1e6)
        try check(azimuthStddevRad, within: 0...10)
        try check(elevationStddevRad, within: 0...10)
    }

    /// Azimuth in (-pi, pi] and elevation in [-pi/2, pi/2]: past the pole it comes down on the other side.
    public func normalized() -> AnglePair {
        var pair = self
        pair.elevationRad = Angle.normalized(elevationRad)
        pair.azimuthRad = Angle.normalized(azimuthRad)
        if pair.elevationRad.magnitude > Double.pi / 2 {
            pair.elevationRad = (pair.elevationRad > 0 ? Double.pi : -Double.pi) - pair.elevationRad
            pair.azimuthRad = Angle.normalized(pair.azimuthRad + Double.pi)
        }
        return pair
    }
}

/// A direction with the standard deviation that it has each way across it.
public struct DirectionVector: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double
    public var stddevRad = 0.0

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Of length 1. Throws `notFinite`, `outOfRange` for the standard deviation, `noDirection` for no length.
    public func unit() throws(Status) -> DirectionVector {
        let largest = max(max(x.magnitude, y.magnitude), z.magnitude)
        guard (x - x) + (y - y) + (z - z) == 0 else { throw .notFinite }
        try check(stddevRad, within: 0...10)
        guard largest > 1e-150 else { throw .noDirection }
        // Scaled first where a square would leave what a double holds.
        let scale = largest > 1e-100 && largest < 1e100 ? 1 : 1 / largest
        var vector = DirectionVector(x: x * scale, y: y * scale, z: z * scale)
        let inverse = 1 / rangekit_port_sqrt(vector.x * vector.x + vector.y * vector.y + vector.z * vector.z)
        vector.x *= inverse
        vector.y *= inverse
        vector.z *= inverse
        vector.stddevRad = stddevRad
        return vector
    }

    /// The angle to another direction, exact for small ones.
    public func angle(to other: DirectionVector) throws(Status) -> Double {
        let (a, b) = (try unit(), try other.unit())
        let (cx, cy, cz) = (a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        return rangekit_port_atan2(rangekit_port_sqrt(cx * cx + cy * cy + cz * cz), a.x * b.x + a.y * b.y + a.z * b.z)
    }

    /// Azimuth and elevation of this direction in a known convention.
    @inline(never)
    public func angles(_ convention: AngleConvention) throws(Status) -> AnglePair {
        let unit = try unit()
        var pair: AnglePair
        switch convention {
        case .publishedSample:
            pair = AnglePair(azimuthRad: arcsine(unit.x), elevationRad: 0)
            // At the poles of the x axis any elevation will do.
            let isFree = unit.y == 0 && unit.z == 0
            if !isFree { pair.elevationRad = rangekit_port_atan2(unit.z, unit.y) + Double.pi / 2 }
            pair.azimuthStddevRad = unit.stddevRad
            pair.elevationStddevRad = spread(unit.stddevRad, over: hypotenuse(unit.y, unit.z))
        case .firaAoA:
            pair = AnglePair(azimuthRad: arcsine(unit.x), elevationRad: arcsine(unit.y))
            if unit.z > 0 { pair.azimuthRad = Angle.normalized(Double.pi - pair.azimuthRad) }
            pair.azimuthStddevRad = min(unit.stddevRad, Double.pi)
            pair.elevationStddevRad = min(unit.stddevRad, Double.pi)
        default:
            // Right of, up from and along the direction that is azimuth 0.
            let (right, up, ahead) =
                convention == .robotENU
                ? (unit.y, unit.z, unit.x)
                : convention == .publishedArticle ? (unit.x, unit.y, unit.z) : (unit.x, unit.y, -unit.z)
            let across = hypotenuse(right, ahead)
            pair = AnglePair(azimuthRad: 0, elevationRad: rangekit_port_atan2(up, across))
            pair.isAzimuthFree = across < 1e-12
            // -0 ahead and behind are the same place: -pi is pi.
            if !pair.isAzimuthFree { pair.azimuthRad = Angle.normalized(rangekit_port_atan2(right + 0, ahead)) }
            pair.azimuthStddevRad = spread(unit.stddevRad, over: across)
            pair.elevationStddevRad = min(unit.stddevRad, Double.pi)
        }
        return pair
    }

    /// The direction that azimuth and elevation describe in a known convention.
    @inline(never)
    public init(_ given: AnglePair, _ convention: AngleConvention) throws(Status) {
        try given.validate()
        let pair = convention == .firaAoA ? try given.fromCones() : given
        let (sa, ca) = (rangekit_port_sin(pair.azimuthRad), rangekit_port_cos(pair.azimuthRad))
        let (se, ce) = (rangekit_port_sin(pair.elevationRad), rangekit_port_cos(pair.elevationRad))
        switch convention {
        case .publishedSample: self.init(x: sa, y: ca * se, z: -ca * ce)
        case .publishedArticle: self.init(x: ce * sa, y: se, z: ce * ca)
        case .robotENU: self.init(x: ce * ca, y: ce * sa, z: se)
        default: self.init(x: ce * sa, y: se, z: -ce * ca)
        }
        let isSample = convention == .publishedSample
        stddevRad = max(
            pair.azimuthStddevRad * (isSample ? 1 : ce.magnitude),
            pair.elevationStddevRad * (isSample ? ca.magnitude : 1))
    }
}

extension AnglePair {
    /// Cones about x and y to azimuth and elevation: x = sin(a), y = sin(e), behind where |a| is above pi/2.
    @inline(never)
    public func fromCones() throws(Status) -> AnglePair {
        try validate()
        var cones = normalized()
        let isBehind = cones.azimuthRad.magnitude > Double.pi / 2
        let side = cones.azimuthRad < 0 ? -1.0 : 1.0
        var front = isBehind ? side * Double.pi - cones.azimuthRad : cones.azimuthRad
        let sum = front.magnitude + cones.elevationRad.magnitude
        if sum > Double.pi / 2 * (1 + 1e-12) {
            let scale = Double.pi / 2 / sum
            front *= scale
            cones.elevationRad *= scale
            cones.isScaled = true
        }
        let (x, y) = (rangekit_port_sin(front), rangekit_port_sin(cones.elevationRad))
        let depth = rangekit_port_sqrt(max(1 - x * x - y * y, 0))
        var pair = cones
        pair.isAzimuthFree = hypotenuse(x, depth) < 1e-12
        pair.azimuthRad = pair.isAzimuthFree ? 0 : Angle.normalized(rangekit_port_atan2(x, isBehind ? -depth : depth))
        // d azimuth = (cos(a) da + sin(a) tan(e) de) / depth.
        let tangent = y / max(rangekit_port_cos(cones.elevationRad), 1e-12)
        let variance = squared(rangekit_port_cos(front) * azimuthStddevRad) + squared(x * tangent * elevationStddevRad)
        pair.azimuthStddevRad = spread(rangekit_port_sqrt(variance), over: depth)
        pair.elevationStddevRad = min(elevationStddevRad, Double.pi)
        return pair
    }

    /// Azimuth and elevation to cones about x and y.
    @inline(never)
    public func toCones() throws(Status) -> AnglePair {
        try validate()
        let pair = normalized()
        let (sa, ca) = (rangekit_port_sin(pair.azimuthRad), rangekit_port_cos(pair.azimuthRad))
        let (se, ce) = (rangekit_port_sin(pair.elevationRad), rangekit_port_cos(pair.elevationRad))
        let front = arcsine(sa * ce)
        var cones = pair
        cones.azimuthRad = ca < 0 ? Angle.normalized(Double.pi - front) : front
        let variance = squared(ca * ce * azimuthStddevRad) + squared(sa * se * elevationStddevRad)
        cones.azimuthStddevRad = spread(rangekit_port_sqrt(variance), over: rangekit_port_cos(front))
        cones.elevationStddevRad = min(elevationStddevRad, Double.pi)
        return cones
    }
}

/// Rounding may leave a component of a unit vector just above 1.
private func arcsine(_ value: Double) -> Double {
    rangekit_port_asin(min(max(value, -1), 1))
}

private func hypotenuse(_ a: Double, _ b: Double) -> Double {
    rangekit_port_sqrt(a * a + b * b)
}

private func squared(_ value: Double) -> Double {
    value * value
}

/// A standard deviation that grows towards a pole, up to pi: then the angle is not known at all.
private func spread(_ stddev: Double, over cosine: Double) -> Double {
    stddev == 0 ? 0 : stddev < Double.pi * cosine ? stddev / cosine : Double.pi
}
