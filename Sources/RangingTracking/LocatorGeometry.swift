import CMath

// The locator's own small geometry. Positions are single precision, relative to the locator's first pose: their
// rounding stays below that of any radio, and a Cortex-M4F computes them in hardware.

/// A vector or position in the local frame, metres.
struct LocalVector: BitwiseCopyable {
    var x: Float
    var y: Float
    var z: Float

    @inline(__always) static var zero: LocalVector { LocalVector(x: 0, y: 0, z: 0) }

    @inline(__always) var squared: Float { dot(self) }
    @inline(__always) var length: Float { rangekit_port_sqrtf(dot(self)) }

    @inline(__always)
    func dot(_ other: LocalVector) -> Float { x * other.x + y * other.y + z * other.z }

    @inline(__always)
    func cross(_ other: LocalVector) -> LocalVector {
        LocalVector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    /// The same direction with length 1; `fallback` for a vector without one.
    func normalized(or fallback: LocalVector) -> LocalVector {
        let length = self.length
        return length > 1e-6 ? self * (1 / length) : fallback
    }

    /// The coordinate along a world axis, 0 to 2.
    subscript(axis: Int) -> Float {
        get { axis == 0 ? x : axis == 1 ? y : z }
        set {
            switch axis {
            case 0: x = newValue
            case 1: y = newValue
            default: z = newValue
            }
        }
    }

    @inline(__always)
    static func + (a: LocalVector, b: LocalVector) -> LocalVector {
        LocalVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    @inline(__always)
    static func - (a: LocalVector, b: LocalVector) -> LocalVector {
        LocalVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }

    @inline(__always)
    static func * (a: LocalVector, factor: Float) -> LocalVector {
        LocalVector(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }
}

/// A symmetric 3x3 matrix.
struct LocalSymmetric: BitwiseCopyable {
    var xx: Float
    var xy: Float
    var xz: Float
    var yy: Float
    var yz: Float
    var zz: Float

    @inline(__always) static var zero: LocalSymmetric {
        LocalSymmetric(xx: 0, xy: 0, xz: 0, yy: 0, yz: 0, zz: 0)
    }

    @inline(__always) var trace: Float { xx + yy + zz }

    /// Adds factor * v * v'.
    @inline(__always)
    mutating func add(_ v: LocalVector, _ factor: Float) {
        let (fx, fy, fz) = (v.x * factor, v.y * factor, v.z * factor)
        xx += fx * v.x
        xy += fx * v.y
        xz += fx * v.z
        yy += fy * v.y
        yz += fy * v.z
        zz += fz * v.z
    }

    @inline(__always)
    mutating func addDiagonal(_ value: Float) {
        xx += value
        yy += value
        zz += value
    }

    /// Adds to one diagonal element, 0 to 2.
    mutating func add(_ value: Float, at axis: Int) {
        switch axis {
        case 0: xx += value
        case 1: yy += value
        default: zz += value
        }
    }

    func times(_ v: LocalVector) -> LocalVector {
        LocalVector(
            x: xx * v.x + xy * v.y + xz * v.z, y: xy * v.x + yy * v.y + yz * v.z, z: xz * v.x + yz * v.y + zz * v.z)
    }

    /// v' * self * v.
    func form(_ v: LocalVector) -> Float { v.dot(times(v)) }

    /// The diagonal element of an axis.
    func diagonal(_ axis: Int) -> Float { axis == 0 ? xx : axis == 1 ? yy : zz }

    /// Solves (self + damping) * d = g by Cholesky; pivots never fall below the damping.
    @inline(never)
    func solve(_ g: LocalVector, damping: Float) -> LocalVector {
        let a = xx + damping
        let (l1, l2) = (xy / a, xz / a)
        let b = max(yy + damping - l1 * xy, damping)
        let c = yz - l1 * xz
        let l3 = c / b
        let d = max(zz + damping - l2 * xz - l3 * c, damping)
        let y1 = g.y - l1 * g.x
        let z = (g.z - l2 * g.x - l3 * y1) / d
        let y = (y1 - c * z) / b
        return LocalVector(x: (g.x - xy * y - xz * z) / a, y: y, z: z)
    }

    /// The inverse of a positive definite matrix.
    @inline(never)
    func inverse() -> LocalSymmetric {
        let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
        let scale = 1 / max(xx * a + xy * b + xz * c, 1e-30)
        return LocalSymmetric(
            xx: a * scale, xy: b * scale, xz: c * scale, yy: (xx * zz - xz * xz) * scale,
            yz: (xy * xz - xx * yz) * scale, zz: (xx * yy - xy * xy) * scale)
    }
}

/// Eigenvalues from the largest to the smallest, and their axes.
struct LocalAxes {
    var values: (Float, Float, Float)
    var first: LocalVector
    var second: LocalVector
    var third: LocalVector

    /// Jacobi rotations, eight sweeps.
    @inline(never)
    init(_ matrix: LocalSymmetric) {
        var a: InlineArray<9, Float> = [
            matrix.xx, matrix.xy, matrix.xz, matrix.xy, matrix.yy, matrix.yz, matrix.xz, matrix.yz, matrix.zz,
        ]
        var v: InlineArray<9, Float> = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        for _ in 0..<8 {
            Self.rotate(&a, &v, 0, 1)
            Self.rotate(&a, &v, 0, 2)
            Self.rotate(&a, &v, 1, 2)
        }
        values = (a[0], a[4], a[8])
        first = LocalVector(x: v[0], y: v[3], z: v[6])
        second = LocalVector(x: v[1], y: v[4], z: v[7])
        third = LocalVector(x: v[2], y: v[5], z: v[8])
        if values.1 > values.0 {
            (values.0, values.1) = (values.1, values.0)
            swap(&first, &second)
        }
        if values.2 > values.0 {
            (values.0, values.2) = (values.2, values.0)
            swap(&first, &third)
        }
        if values.2 > values.1 {
            (values.1, values.2) = (values.2, values.1)
            swap(&second, &third)
        }
    }

    private static func rotate(_ a: inout InlineArray<9, Float>, _ v: inout InlineArray<9, Float>, _ p: Int, _ q: Int) {
        let off = a[3 &* p &+ q]
        guard off.magnitude > 1e-20 else { return }
        let theta = (a[4 &* q] - a[4 &* p]) / (2 * off)
        let tangent = (theta >= 0 ? 1 : -1) / (theta.magnitude + rangekit_port_sqrtf(theta * theta + 1))
        guard tangent.isFinite else { return }
        let cosine = 1 / rangekit_port_sqrtf(tangent * tangent + 1)
        let sine = tangent * cosine
        for k in 0..<3 {
            let (x, y) = (a[3 &* k &+ p], a[3 &* k &+ q])
            a[3 &* k &+ p] = cosine * x - sine * y
            a[3 &* k &+ q] = sine * x + cosine * y
        }
        for k in 0..<3 {
            let (x, y) = (a[3 &* p &+ k], a[3 &* q &+ k])
            a[3 &* p &+ k] = cosine * x - sine * y
            a[3 &* q &+ k] = sine * x + cosine * y
        }
        for k in 0..<3 {
            let (x, y) = (v[3 &* k &+ p], v[3 &* k &+ q])
            v[3 &* k &+ p] = cosine * x - sine * y
            v[3 &* k &+ q] = sine * x + cosine * y
        }
    }
}

/// A rotation from the device into the world.
struct LocalRotation: BitwiseCopyable {
    var x: Float
    var y: Float
    var z: Float
    var w: Float

    static var identity: LocalRotation { LocalRotation(x: 0, y: 0, z: 0, w: 1) }

    /// A device vector in the world: v + 2 q x (q x v + w v).
    func turn(_ v: LocalVector) -> LocalVector {
        let q = LocalVector(x: x, y: y, z: z)
        return v + q.cross(q.cross(v) + v * w) * 2
    }

    /// A world vector in the device frame.
    func turnBack(_ v: LocalVector) -> LocalVector {
        LocalRotation(x: -x, y: -y, z: -z, w: w).turn(v)
    }

    /// Between this rotation (at 0) and another (at 1), the short way; close to exact for small angles.
    func interpolated(to other: LocalRotation, at fraction: Float) -> LocalRotation {
        let sign: Float = x * other.x + y * other.y + z * other.z + w * other.w < 0 ? -fraction : fraction
        let rest = 1 - fraction
        return LocalRotation(
            x: x * rest + other.x * sign, y: y * rest + other.y * sign, z: z * rest + other.z * sign,
            w: w * rest + other.w * sign
        ).normalized
    }

    var normalized: LocalRotation {
        let squared = x * x + y * y + z * z + w * w
        guard squared > 1e-12 else { return .identity }
        let scale = 1 / rangekit_port_sqrtf(squared)
        return LocalRotation(x: x * scale, y: y * scale, z: z * scale, w: w * scale)
    }
}

/// The first element of an inline array, in place: reading one through its own subscript may copy all of it.
@inline(__always)
func elements<let count: Int, Element: ~Copyable>(
    of array: UnsafeMutablePointer<InlineArray<count, Element>>
) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(array).assumingMemoryBound(to: Element.self)
}
