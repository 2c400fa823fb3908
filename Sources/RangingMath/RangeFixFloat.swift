import CMath
public import RangingCore

/// A fix from ranges in single precision, for processors without double: linear rows about the anchors' mean,
/// then Gauss-Newton, then the covariance that the stated deviations give.
public enum RangeFixFloat {
    /// Three coordinates, or the upper triangle's rows of a symmetric matrix in two of these.
    @usableFromInline typealias Triple = (Float, Float, Float)

    struct Sums {
        var xx: Float = 0
        var xy: Float = 0
        var xz: Float = 0
        var yy: Float = 0
        var yz: Float = 0
        var zz: Float = 0
        var x: Float = 0
        var y: Float = 0
        var z: Float = 0

        @inline(__always)
        mutating func add(_ ux: Float, _ uy: Float, _ uz: Float, _ weight: Float, _ value: Float) {
            let (wx, wy, wz) = (weight * ux, weight * uy, weight * uz)
            xx += wx * ux
            xy += wx * uy
            xz += wx * uz
            yy += wy * uy
            yz += wy * uz
            zz += wz * uz
            x += wx * value
            y += wy * value
            z += wz * value
        }

        /// Turns the matrix into its inverse; false where it is singular.
        @inline(__always)
        mutating func invert() -> Bool {
            let cxx = yy * zz - yz * yz
            let cxy = xz * yz - xy * zz
            let cxz = xy * yz - xz * yy
            let determinant = xx * cxx + xy * cxy + xz * cxz
            // Single precision has 7 digits: beyond a condition like this none is left.
            guard determinant > 1e-5 * (xx * yy * zz), determinant < .infinity else { return false }
            let scale = 1 / determinant
            let (czz, cyz, cyy) = (xx * yy - xy * xy, xy * xz - xx * yz, xx * zz - xz * xz)
            (xx, xy, xz) = (cxx * scale, cxy * scale, cxz * scale)
            (yy, yz, zz) = (cyy * scale, cyz * scale, czz * scale)
            return true
        }

        @inline(__always)
        var solution: Triple {
            (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)
        }
    }

    /// See the C contract. `position` is x, y, z, of which z is read in two dimensions.
    public static func fix(
        anchors: UnsafePointer<Float>, ranges: UnsafePointer<Float>, stddevs: UnsafePointer<Float>?, count: Int,
        dimensions: UInt32, position: UnsafeMutablePointer<Float>, covariance: UnsafeMutablePointer<Float>
    ) throws(Status) {
        guard dimensions == 2 || dimensions == 3 else { throw .outOfRange }
        let spatial = dimensions == 3
        guard count >= Int(truncatingIfNeeded: dimensions) else { throw .tooFewMeasurements }
        let heightM: Float = spatial ? 0 : position[2]
        let farthest = Float(Positioning.farthestM)
        guard abs(heightM) <= farthest else { throw heightM.isFinite ? .outOfRange : .notFinite }

        // The mean, and one look at every number: what is not finite, or too large, fails one comparison.
        var (meanX, meanY, meanZ): Triple = (0, 0, 0)
        for index in 0..<count {
            let (x, y, z) = (anchors[3 &* index], anchors[3 &* index &+ 1], anchors[3 &* index &+ 2])
            let largest = max(max(abs(x), abs(y)), max(abs(z), abs(ranges[index])))
            guard largest <= farthest, x == x, y == y, z == z, ranges[index] == ranges[index] else {
                throw refused(x, y, z, ranges[index])
            }
            if let stddevs, !Positioning.stddevRange.contains(stddevs[index]) {
                throw stddevs[index].isFinite ? .outOfRange : .notFinite
            }
            meanX += x
            meanY += y
            meanZ += z
        }
        let share = 1 / Float(count)
        (meanX, meanY, meanZ) = (meanX * share, meanY * share, spatial ? meanZ * share : heightM)

        // In the plane, the rise to each anchor is taken out of its range first.
        var sums = Sums()
        for index in 0..<count {
            let x = anchors[3 &* index] - meanX
            let y = anchors[3 &* index &+ 1] - meanY
            let z = anchors[3 &* index &+ 2] - meanZ
            let right = 0.5 * (x * x + y * y + z * z - ranges[index] * ranges[index])
            sums.add(x, y, spatial ? z : 0, 1, right)
        }
        if !spatial { sums.zz = 1 }
        guard sums.invert() else { throw .geometryDegenerate }
        var (x, y, z) = sums.solution
        x += meanX
        y += meanY
        z += meanZ

        // Steps below a tenth of a millimetre, or of what single precision resolves there, end the search.
        let resolution = 1e-6 * max(abs(x), max(abs(y), abs(z)))
        let end = max(1e-8, resolution * resolution)
        for _ in 0..<20 {
            sums = Sums()
            for index in 0..<count {
                let dx = x - anchors[3 &* index]
                let dy = y - anchors[3 &* index &+ 1]
                let dz = z - anchors[3 &* index &+ 2]
                let length = rangekit_port_sqrtf(dx * dx + dy * dy + dz * dz)
                let inverse = 1 / max(length, 1e-6)
                let information = stddevs.map { 1 / $0[index] } ?? 10
                sums.add(
                    dx * inverse, dy * inverse, spatial ? dz * inverse : 0, information * information,
                    ranges[index] - length)
            }
            if !spatial { sums.zz = 1 }
            guard sums.invert() else { throw .geometryDegenerate }
            let step = sums.solution
            x += step.0
            y += step.1
            z += step.2
            let squared = step.0 * step.0 + step.1 * step.1 + step.2 * step.2
            guard squared < .infinity else { throw .noConvergence }
            guard squared < end else { continue }
            (position[0], position[1], position[2]) = (x, y, z)
            (covariance[0], covariance[1], covariance[2]) = (sums.xx, sums.xy, sums.xz)
            (covariance[3], covariance[4], covariance[5]) = (sums.yy, sums.yz, spatial ? sums.zz : 0)
            return
        }
        throw .noConvergence
    }

    @inline(never)
    private static func refused(_ x: Float, _ y: Float, _ z: Float, _ range: Float) -> Status {
        x.isFinite && y.isFinite && z.isFinite && range.isFinite ? .outOfRange : .notFinite
    }
}
