import CMath
public import RangingCore

/// What the values of a filter are, and so what the difference of two of them means.
///
/// A difference is a step in tangent space: a number in `x`, or for directions a rotation vector in radians.
public struct FilterDomain: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var linear: FilterDomain { FilterDomain(rawValue: 0) }
    /// Angles in radians, (-pi, pi].
    @inlinable public static var circular: FilterDomain { FilterDomain(rawValue: 1) }
    /// Vectors whose direction counts.
    @inlinable public static var direction: FilterDomain { FilterDomain(rawValue: 2) }

    /// The value as the filter keeps it. Throws `notFinite` or `outOfRange`.
    @inline(__always)
    func normalized(_ value: SIMD3<Float>) throws(Status) -> SIMD3<Float> {
        if self == .direction { return try Self.normalizedDirection(value) }
        guard value.x.isFinite else { throw .notFinite }
        guard value.x.magnitude <= SampleFilter.valueLimit else { throw .outOfRange }
        return SIMD3(self == .circular ? wrapped(value.x) : value.x, 0, 0)
    }

    @inline(never)
    static func normalizedDirection(_ value: SIMD3<Float>) throws(Status) -> SIMD3<Float> {
        guard value.x.isFinite, value.y.isFinite, value.z.isFinite else { throw .notFinite }
        let scale = max(max(value.x.magnitude, value.y.magnitude), value.z.magnitude)
        guard scale >= 1e-6, scale <= SampleFilter.valueLimit else { throw .outOfRange }
        return unit(value / scale)
    }

    /// The step from one value to another.
    @inline(__always)
    func difference(from start: SIMD3<Float>, to end: SIMD3<Float>) -> SIMD3<Float> {
        if self == .linear { return end - start }
        if self == .circular { return SIMD3(wrapped(end.x - start.x), 0, 0) }
        return Self.turn(from: start, to: end)
    }

    /// The rotation vector between two unit vectors.
    @inline(never)
    private static func turn(from start: SIMD3<Float>, to end: SIMD3<Float>) -> SIMD3<Float> {
        var axis = cross(start, end)
        var sine = rangekit_port_sqrtf((axis * axis).sum())
        let cosine = (start * end).sum()
        if sine < 1e-7 {
            guard cosine < 0 else { return .zero }
            // Opposite: any axis across will do.
            axis = cross(start, start.x.magnitude < 0.6 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0))
            sine = rangekit_port_sqrtf((axis * axis).sum())
            return (Float.pi / sine) * axis
        }
        return (rangekit_port_atan2f(sine, cosine) / sine) * axis
    }

    /// The value after a step.
    @inline(__always)
    func moved(_ value: SIMD3<Float>, by step: SIMD3<Float>) -> SIMD3<Float> {
        if self == .linear { return value + step }
        if self == .circular { return SIMD3(wrapped(value.x + step.x), 0, 0) }
        return Self.turned(value, by: step)
    }

    /// A unit vector after a rotation.
    @inline(never)
    private static func turned(_ value: SIMD3<Float>, by step: SIMD3<Float>) -> SIMD3<Float> {
        let angle = rangekit_port_sqrtf((step * step).sum())
        guard angle > 1e-9 else { return value }
        let axis = step / angle
        let (sine, cosine) = (rangekit_port_sinf(angle), rangekit_port_cosf(angle))
        let along = (1 - cosine) * (axis * value).sum()
        return unit(cosine * value + sine * cross(axis, value) + along * axis)
    }

    /// How far two values are apart, at least 0.
    func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
        length(difference(from: a, to: b))
    }

    func length(_ step: SIMD3<Float>) -> Float {
        self == .direction ? rangekit_port_sqrtf((step * step).sum()) : step.x.magnitude
    }

    /// One measured dimension, or two across a direction.
    var dimensions: Float { self == .direction ? 2 : 1 }

    private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
        vector / rangekit_port_sqrtf((vector * vector).sum())
    }
}

/// A vector as states keep it: twelve bytes, where SIMD3 takes sixteen and their alignment.
struct StoredVector: BitwiseCopyable, Equatable {
    var x: Float = 0
    var y: Float = 0
    var z: Float = 0

    var vector: SIMD3<Float> {
        @inline(__always) get { SIMD3(x, y, z) }
        @inline(__always) set { (x, y, z) = (newValue.x, newValue.y, newValue.z) }
    }

    init() {}

    init(_ vector: SIMD3<Float>) {
        self.vector = vector
    }
}

/// A direction of any length above 1e-6, made unit. Throws `notFinite` or `outOfRange`.
public func normalizedDirection(_ vector: SIMD3<Float>) throws(Status) -> SIMD3<Float> {
    try FilterDomain.normalizedDirection(vector)
}

/// An angle in (-pi, pi]. Far angles go through sine and cosine, whose reduction is exact; NaN stays NaN.
@inline(__always)
func wrapped(_ angleRad: Float) -> Float {
    angleRad > -Float.pi && angleRad <= Float.pi ? angleRad : wrappedFar(angleRad)
}

@inline(never)
private func wrappedFar(_ angleRad: Float) -> Float {
    let rest = rangekit_port_atan2f(rangekit_port_sinf(angleRad), rangekit_port_cosf(angleRad))
    return rest <= -Float.pi ? Float.pi : rest
}

func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
