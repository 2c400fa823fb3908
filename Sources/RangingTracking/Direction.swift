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
        @inline(__always)
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

    /// What is there, in the bits of the contract: distance, vector with elevation, azimuth, height, in view, front
    /// or back. What is not there is 0.
    var fields: UInt32
    private var distance: Float
    private var unit: StoredVector
    private var azimuth: Float
    private var elevation: Float
    private var height: Float
    public var vertical: VerticalEstimate

    public init() {
        fields = 0
        distance = 0
        unit = StoredVector()
        azimuth = 0
        elevation = 0
        height = 0
        vertical = .unknown
    }

    /// What one sample says, with a direction vector of any length where there is one. Throws `notFinite` or
    /// `outOfRange`.
    public init(_ sample: RangeSample, vector given: SIMD3<Float>? = nil, options: Options) throws(Status) {
        try self.init(
            distanceM: sample.distanceM, azimuthRad: sample.azimuthRad, elevationRad: sample.elevationRad,
            vector: given, options: options)
    }

    /// What these values say; a vector of any length stands before the angles, an elevation counts with an azimuth.
    /// Throws `notFinite` or `outOfRange`.
    @inline(__always)
    public init(
        distanceM: Float?, azimuthRad: Float?, elevationRad: Float?, vector given: SIMD3<Float>?, options: Options
    ) throws(Status) {
        self.init()
        if let distanceM {
            try Self.check(distanceM)
            distance = distanceM
            fields |= 1 << 0
        }
        if let given {
            let vector = try FilterDomain.normalizedDirection(given)
            set(vector, azimuthRad: rangekit_port_atan2f(vector.x, -vector.z), elevationRad: asin(vector.y))
        } else if let azimuthRad {
            try Self.check(azimuthRad)
            let wrappedRad = wrapped(azimuthRad)
            azimuth = wrappedRad
            fields |= wrappedRad.magnitude <= Float.pi / 2 ? 1 << 2 | 1 << 5 : 1 << 2
            if let elevationRad {
                try Self.check(elevationRad)
                guard elevationRad.magnitude <= 1.5707964 else { throw .outOfRange }
                let vector = Self.vector(azimuthRad: azimuthRad, elevationRad: elevationRad)
                set(vector, azimuthRad: wrappedRad, elevationRad: elevationRad)
            }
        }
        guard fields & (1 << 2) != 0 else { return }
        // The cosine of the angle to the axis, ahead or behind.
        let cosine = fields & (1 << 1) != 0 ? unit.z : rangekit_port_cosf(azimuth)
        if cosine.magnitude >= rangekit_port_cosf(options.fieldOfViewRad) { fields |= 1 << 4 }
        if fields & (1 << 0 | 1 << 1) == 1 << 0 | 1 << 1 {
            setHeight(distance * unit.y, isSigned: true, options: options)
        }
    }

    @inline(__always)
    private mutating func set(_ vector: SIMD3<Float>, azimuthRad: Float, elevationRad: Float) {
        unit.vector = vector
        azimuth = azimuthRad
        elevation = elevationRad
        fields |= 1 << 1 | 1 << 2
    }

    /// As it stands in a caller's memory; throws `notFinite` or `outOfRange` for a value that is marked present.
    @inline(__always)
    public init(
        fields: UInt32, distanceM: Float, vector: SIMD3<Float>, azimuthRad: Float, elevationRad: Float, heightM: Float,
        vertical: VerticalEstimate
    ) throws(Status) {
        self.fields = fields & 0b11_1111
        distance = fields & (1 << 0) != 0 ? distanceM : 0
        unit = StoredVector(fields & (1 << 1) != 0 ? vector : .zero)
        azimuth = fields & (1 << 2) != 0 ? azimuthRad : 0
        elevation = fields & (1 << 1) != 0 ? elevationRad : 0
        height = fields & (1 << 3) != 0 ? heightM : 0
        self.vertical = vertical
        try Self.check(distance)
        try Self.check(azimuth)
        try Self.check(elevation)
        try Self.check(height)
    }

    /// The bits of the contract: what is there, and the flags beside them.
    public var contractFields: UInt32 { fields }

    public var distanceM: Float? {
        get { value(0, distance) }
        set { distance = mark(0, newValue) }
    }

    /// Unit; with it comes the elevation.
    public var vector: SIMD3<Float>? {
        fields & (1 << 1) != 0 ? unit.vector : nil
    }

    /// Horizontal angle, (-pi, pi], positive to the right.
    public var azimuthRad: Float? {
        get { value(2, azimuth) }
        set { azimuth = mark(2, newValue) }
    }

    public var elevationRad: Float? { value(1, elevation) }

    /// Of the other device above this one.
    public var heightM: Float? {
        get { value(3, height) }
        set { height = mark(3, newValue) }
    }

    public var isInView: Bool { fields & (1 << 4) != 0 }

    /// The azimuth may as well be its mirror image behind: angles of two antennas, on the front side.
    public var isFrontOrBack: Bool { fields & (1 << 5) != 0 }

    @inline(__always)
    private func value(_ bit: UInt32, _ value: Float) -> Float? {
        fields & (1 << bit) != 0 ? value : nil
    }

    private mutating func mark(_ bit: UInt32, _ value: Float?) -> Float {
        fields = value == nil ? fields & ~(1 << bit) : fields | 1 << bit
        return value ?? 0
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

    @inline(__always)
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
