import CMath
public import RangingCore

/// The height of another device against this one.
public struct VerticalEstimate: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var unknown: VerticalEstimate { VerticalEstimate(rawValue: 0) }
    @inlinable public static var same: VerticalEstimate { VerticalEstimate(rawValue: 1) }
    @inlinable public static var above: VerticalEstimate { VerticalEstimate(rawValue: 2) }
    @inlinable public static var below: VerticalEstimate { VerticalEstimate(rawValue: 3) }
    @inlinable public static var aboveOrBelow: VerticalEstimate { VerticalEstimate(rawValue: 4) }

    public var name: StaticString {
        switch self {
        case .same: "same"
        case .above: "above"
        case .below: "below"
        case .aboveOrBelow: "above_or_below"
        default: "unknown"
        }
    }
}

/// Where the other device is, with what is known falling back in order: a vector, both angles, the horizontal
/// angle alone, the distance alone. Device frame: x right, y up, straight ahead is -z.
public struct Direction: Equatable, Sendable {
    public struct Options: Equatable, Sendable {
        /// A height difference within this is the same level.
        public var sameLevelM: Float = 1.5
        /// Half-angle of the cone, ahead and behind, in which angles are trusted.
        public var fieldOfViewRad: Float = 1.047_197_55
        /// Within this the target is ahead.
        public var straightRad: Float = 0.261_799_39
        public var arrivedM: Float = 0.5
        /// Beyond this the target is behind.
        public var behindRad: Float = 2.356_194_49

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard sameLevelM.isFinite, fieldOfViewRad.isFinite, straightRad.isFinite, arrivedM.isFinite,
                behindRad.isFinite
            else {
                throw .notFinite
            }
            let angles: ClosedRange<Float> = 0...3.1415930
            guard sameLevelM > 0, angles.contains(fieldOfViewRad), angles.contains(straightRad), arrivedM >= 0,
                angles.contains(behindRad)
            else {
                throw .outOfRange
            }
        }
    }

    public var distanceM: Float?
    /// Unit.
    public var vector: SIMD3<Float>?
    /// Horizontal angle, (-pi, pi], positive to the right.
    public var azimuthRad: Float?
    public var elevationRad: Float?
    /// Of the other device above this one.
    public var heightM: Float?
    public var vertical: VerticalEstimate
    public var isInView: Bool
    /// The azimuth may as well be its mirror image behind: angles of two antennas, on the front side.
    public var isFrontOrBack: Bool

    public init() {
        vertical = .unknown
        isInView = false
        isFrontOrBack = false
    }

    /// What one sample says, with a direction vector of any length where there is one. Throws `notFinite` or
    /// `outOfRange`.
    public init(_ sample: RangeSample, vector given: SIMD3<Float>? = nil, options: Options) throws(Status) {
        self.init()
        if let distanceM = sample.distanceM {
            try Self.check(distanceM)
            self.distanceM = distanceM
        }
        if let given {
            let unit = try FilterDomain.direction.normalized(given)
            vector = unit
            azimuthRad = rangekit_port_atan2f(unit.x, -unit.z)
            elevationRad = asin(unit.y)
        } else if let azimuthRad = sample.azimuthRad {
            try Self.check(azimuthRad)
            self.azimuthRad = wrapped(azimuthRad)
            isFrontOrBack = rangekit_port_cosf(azimuthRad) >= 0
            if let elevationRad = sample.elevationRad {
                try Self.check(elevationRad)
                guard elevationRad.magnitude <= 1.5707964 else { throw .outOfRange }
                self.elevationRad = elevationRad
                vector = Self.vector(azimuthRad: azimuthRad, elevationRad: elevationRad)
            }
        }
        if let azimuthRad {
            let cosine = rangekit_port_cosf(elevationRad ?? 0) * rangekit_port_cosf(azimuthRad)
            isInView = cosine.magnitude >= rangekit_port_cosf(options.fieldOfViewRad)
        }
        if let distanceM, let elevationRad {
            setHeight(distanceM * rangekit_port_sinf(elevationRad), isSigned: true, options: options)
        }
    }

    /// A height difference that is known otherwise; unsigned ones say of another level that it is above or below.
    public mutating func setHeight(_ heightM: Float, isSigned: Bool, options: Options) {
        self.heightM = isSigned ? heightM : heightM.magnitude
        if heightM.magnitude <= options.sameLevelM {
            vertical = .same
        } else if isSigned {
            vertical = heightM > 0 ? .above : .below
        } else {
            vertical = .aboveOrBelow
        }
    }

    static func vector(azimuthRad: Float, elevationRad: Float) -> SIMD3<Float> {
        let level = rangekit_port_cosf(elevationRad)
        return SIMD3(
            level * rangekit_port_sinf(azimuthRad), rangekit_port_sinf(elevationRad),
            -level * rangekit_port_cosf(azimuthRad))
    }

    private static func check(_ value: Float) throws(Status) {
        guard value.isFinite else { throw .notFinite }
        guard value.magnitude <= 1e9 else { throw .outOfRange }
    }

    /// The azimuth of the mirror image behind.
    public static func mirrored(_ azimuthRad: Float) -> Float {
        wrapped(Float.pi - azimuthRad)
    }

    /// Constant-power pan from the azimuth, and a gain that falls with distance: left and right.
    public func sound(referenceM: Float) throws(Status) -> (left: Float, right: Float) {
        guard referenceM.isFinite else { throw .notFinite }
        guard referenceM > 0 else { throw .outOfRange }
        let gain = distanceM.map { $0 > referenceM ? referenceM / $0 : 1 } ?? 1
        let pan = azimuthRad.map { rangekit_port_sinf($0) } ?? 0
        let angle = (pan + 1) * (Float.pi / 4)
        return (gain * rangekit_port_cosf(angle), gain * rangekit_port_sinf(angle))
    }
}

/// A quaternion (x, y, z, w) of any length above 1e-6, made unit. Throws `notFinite` or `outOfRange`.
public func normalized(_ quaternion: SIMD4<Float>) throws(Status) -> SIMD4<Float> {
    guard quaternion.x.isFinite, quaternion.y.isFinite, quaternion.z.isFinite, quaternion.w.isFinite else {
        throw .notFinite
    }
    let scale = max(
        max(quaternion.x.magnitude, quaternion.y.magnitude), max(quaternion.z.magnitude, quaternion.w.magnitude))
    guard scale >= 1e-6 else { throw .outOfRange }
    let scaled = quaternion / scale
    return scaled / rangekit_port_sqrtf((scaled * scaled).sum())
}

/// Turns a vector by a unit quaternion.
public func rotate(_ vector: SIMD3<Float>, by unit: SIMD4<Float>) -> SIMD3<Float> {
    let axis = SIMD3(unit.x, unit.y, unit.z)
    let side = 2 * cross(axis, vector)
    return vector + unit.w * side + cross(axis, side)
}

/// The arcsine of a number that rounding may have put just beyond +-1.
func asin(_ value: Float) -> Float {
    rangekit_port_atan2f(value, rangekit_port_sqrtf(max(0, (1 - value) * (1 + value))))
}
