import CMath
import RangingCore

// The little linear algebra of a fix: places as vectors, symmetric 3 x 3 matrices.

extension Place {
    @inline(__always)
    static func + (left: Place, right: Place) -> Place {
        Place(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    @inline(__always)
    static func - (left: Place, right: Place) -> Place {
        Place(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    @inline(__always)
    static func * (left: Place, factor: Double) -> Place {
        Place(x: left.x * factor, y: left.y * factor, z: left.z * factor)
    }

    @inline(__always)
    func dot(_ other: Place) -> Double { x * other.x + y * other.y + z * other.z }

    @inline(__always)
    var squaredNorm: Double { dot(self) }

    @inline(__always)
    var isUsable: Bool {
        abs(x) <= Positioning.farthestM && abs(y) <= Positioning.farthestM && abs(z) <= Positioning.farthestM
    }
}

extension SymmetricMatrix3 {
    @inline(__always)
    mutating func add(_ v: Place, weight: Double) {
        let (wx, wy, wz) = (weight * v.x, weight * v.y, weight * v.z)
        xx += wx * v.x
        xy += wx * v.y
        xz += wx * v.z
        yy += wy * v.y
        yz += wy * v.z
        zz += wz * v.z
    }

    @inline(__always)
    func times(_ v: Place) -> Place {
        Place(
            x: xx * v.x + xy * v.y + xz * v.z, y: xy * v.x + yy * v.y + yz * v.z, z: xz * v.x + yz * v.y + zz * v.z)
    }

    @inline(__always)
    var trace: Double { xx + yy + zz }

    /// The matrix with axes beyond `dimensions` taken out: 1 on the diagonal, 0 beside it.
    @inline(__always)
    func locked(dimensions: UInt32) -> SymmetricMatrix3 {
        var matrix = self
        if dimensions < 3 { (matrix.xz, matrix.yz, matrix.zz) = (0, 0, 1) }
        if dimensions < 2 { (matrix.xy, matrix.yy) = (0, 1) }
        return matrix
    }

    /// The inverse, by cofactors of the matrix scaled to a unit diagonal; nil where it is not positive
    /// definite, or so nearly singular (1e-10) that its rows say nothing.
    @inline(__always)
    func inverted() -> SymmetricMatrix3? {
        guard xx > 0, yy > 0, zz > 0 else { return nil }
        let cxx = yy * zz - yz * yz
        let cxy = xz * yz - xy * zz
        let cxz = xy * yz - xz * yy
        let determinant = xx * cxx + xy * cxy + xz * cxz
        guard determinant > 1e-10 * (xx * yy * zz) else { return nil }
        let scale = 1 / determinant
        return SymmetricMatrix3(
            xx: cxx * scale, xy: cxy * scale, xz: cxz * scale, yy: (xx * zz - xz * xz) * scale,
            yz: (xy * xz - xx * yz) * scale, zz: (xx * yy - xy * xy) * scale)
    }

    /// Eigenvalues, largest first, and their unit vectors: cyclic Jacobi rotations.
    @inline(never)
    func eigen() -> (values: Place, first: Place, second: Place, third: Place) {
        var a = self
        var (v0, v1, v2) = (Place(x: 1), Place(y: 1), Place(z: 1))
        for _ in 0..<12 {
            Self.rotate(&a.xx, &a.yy, &a.xy, &a.xz, &a.yz, &v0, &v1)
            Self.rotate(&a.xx, &a.zz, &a.xz, &a.xy, &a.yz, &v0, &v2)
            Self.rotate(&a.yy, &a.zz, &a.yz, &a.xy, &a.xz, &v1, &v2)
        }
        if a.xx < a.yy { (a.xx, a.yy, v0, v1) = (a.yy, a.xx, v1, v0) }
        if a.yy < a.zz { (a.yy, a.zz, v1, v2) = (a.zz, a.yy, v2, v1) }
        if a.xx < a.yy { (a.xx, a.yy, v0, v1) = (a.yy, a.xx, v1, v0) }
        return (Place(x: a.xx, y: a.yy, z: a.zz), v0, v1, v2)
    }

    /// One rotation that makes `pq` zero; `pr` and `qr` are the other two off the diagonal.
    @inline(never)
    private static func rotate(
        _ pp: inout Double, _ qq: inout Double, _ pq: inout Double, _ pr: inout Double, _ qr: inout Double,
        _ vp: inout Place, _ vq: inout Place
    ) {
        guard pq != 0 else { return }
        let theta = (qq - pp) / (2 * pq)
        let magnitude = 1 / (abs(theta) + rangekit_port_sqrt(theta * theta + 1))
        let t = theta < 0 ? -magnitude : magnitude
        let c = 1 / rangekit_port_sqrt(t * t + 1)
        let s = t * c
        pp -= t * pq
        qq += t * pq
        pq = 0
        (pr, qr) = (c * pr - s * qr, s * pr + c * qr)
        (vp, vq) = (vp * c - vq * s, vp * s + vq * c)
    }
}
