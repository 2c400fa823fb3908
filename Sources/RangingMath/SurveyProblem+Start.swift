import CMath
import RangingCore

extension SurveyProblem {
    /// Classical multidimensional scaling: places up to a turn, a shift and a mirror.
    @inline(never)
    mutating func scale() throws(Status) {
        let n = anchorCount
        let distances = matrix
        for row in 0..<n {
            for column in 0..<n {
                let bothKnown = anchors[row].known == 1 && anchors[column].known == 1
                var apart = anchors[row].place - anchors[column].place
                if dimensions == 2 { apart.z = 0 }
                let known = bothKnown ? rangekit_port_sqrt(apart.squaredNorm) : .infinity
                distances[row &* n &+ column] = row == column ? 0 : known
            }
        }
        for index in 0..<count where results[index].status == .ok {
            let (a, b) = ends(index)
            if anchors[a].known == 1 && anchors[b].known == 1 { continue }
            distances[a &* n &+ b] = abs(ranges[index].rangeM)
            distances[b &* n &+ a] = abs(ranges[index].rangeM)
        }
        for middle in 0..<n {
            for row in 0..<n {
                for column in 0..<n where distances[row &* n &+ column] == .infinity {
                    let path = distances[row &* n &+ middle] + distances[middle &* n &+ column]
                    distances[row &* n &+ column] = path
                }
            }
        }
        for row in 0..<n where distances[row] == .infinity { throw .surveyDisconnected }
        centre(distances)
        let vectors = matrix + n &* n
        SymmetricEigen.diagonalise(distances, vectors: vectors, size: n)
        takeAxes(vectors)
    }

    /// -1/2 of the squares, with the means of rows and columns taken out.
    private func centre(_ distances: UnsafeMutablePointer<Double>) {
        let n = anchorCount
        for index in 0..<(n &* n) { distances[index] *= -0.5 * distances[index] }
        for _ in 0..<2 {
            // Once along the rows, once along the columns: the matrix is symmetric, so it is turned in between.
            for row in 0..<n {
                var sum = 0.0
                for column in 0..<n { sum += distances[row &* n &+ column] }
                for column in 0..<n { distances[row &* n &+ column] -= sum / Double(n) }
            }
            for row in 0..<n {
                for column in 0..<row {
                    let swap = distances[row &* n &+ column]
                    distances[row &* n &+ column] = distances[column &* n &+ row]
                    distances[column &* n &+ row] = swap
                }
            }
        }
    }

    /// Coordinates along the strongest axes.
    private func takeAxes(_ vectors: UnsafeMutablePointer<Double>) {
        let n = anchorCount
        for index in 0..<size { places[index] = 0 }
        for axis in 0..<min(dimensions, n) {
            var strongest = 0
            for index in 0..<n where matrix[index &* n &+ index] > matrix[strongest &* n &+ strongest] {
                strongest = index
            }
            let length = rangekit_port_sqrt(max(matrix[strongest &* n &+ strongest], 0))
            for anchor in 0..<n { places[3 &* anchor &+ axis] = vectors[anchor &* n &+ strongest] * length }
            matrix[strongest &* n &+ strongest] = -.infinity
        }
    }

    /// The first anchor to the origin, the second to the x axis, the third to the x-y plane; the first beyond
    /// that to the positive side.
    @inline(never)
    mutating func fixGauge() throws(Status) {
        guard anchorCount >= dimensions &+ 1 else { throw .tooFewMeasurements }
        let origin = place(places, 0)
        let first = place(places, 1) - origin
        let second = place(places, 2) - origin
        let length = rangekit_port_sqrt(first.squaredNorm)
        guard length > 1e-6 else { throw .geometryDegenerate }
        let x = first * (1 / length)
        let off = second - x * x.dot(second)
        let height = rangekit_port_sqrt(off.squaredNorm)
        guard height > 1e-6 * length else { throw .geometryDegenerate }
        let y = off * (1 / height)
        let z = Place(x: x.y * y.z - x.z * y.y, y: x.z * y.x - x.x * y.z, z: x.x * y.y - x.y * y.x)
        var side = 0.0
        for anchor in 0..<anchorCount {
            let offset = place(places, anchor) - origin
            let up = dimensions == 3 ? z.dot(offset) : 0
            if side == 0 && anchor > 2 && abs(up) > 1e-3 * length { side = up < 0 ? -1 : 1 }
            set(places, anchor, Place(x: x.dot(offset), y: y.dot(offset), z: side == 0 ? up : up * side))
        }
        // What the gauge fixes is exact.
        set(places, 0, Place())
        set(places, 1, Place(x: length))
        places[8] = 0
        result.isMirrored = true
    }

    /// Turns the places onto the known anchors, mirrored if that fits better.
    @inline(never)
    mutating func align() throws(Status) {
        guard knownCount >= dimensions else { throw .geometryDegenerate }
        var (here, there) = (Place(), Place())
        for anchor in 0..<anchorCount where anchors[anchor].known == 1 {
            here = here + place(places, anchor)
            there = there + anchors[anchor].place
        }
        here = here * (1 / Double(knownCount))
        there = there * (1 / Double(knownCount))
        var spread = SymmetricMatrix3()
        for anchor in 0..<anchorCount where anchors[anchor].known == 1 {
            var offset = anchors[anchor].place - there
            if dimensions == 2 { offset.z = 0 }
            spread.add(offset, weight: 1)
        }
        let axes = spread.eigen().values
        let needed = dimensions == 3 ? axes.y : axes.x
        guard needed > 1e-9 * (1 + axes.x) else { throw .geometryDegenerate }
        result.isMirrored = (dimensions == 3 ? axes.z : axes.y) < 1e-6 * axes.x
        let plain = turn(from: here, to: there, mirrored: false, into: trial)
        let mirror = turn(from: here, to: there, mirrored: true, into: step)
        let found = mirror.error < plain.error * (1 - 1e-6) - 1e-12 || alike(plain, mirror) ? step : trial
        for index in 0..<size { places[index] = found[index] }
        for anchor in 0..<anchorCount where anchors[anchor].known == 1 {
            let known = anchors[anchor].place
            set(places, anchor, Place(x: known.x, y: known.y, z: dimensions == 2 ? 0 : known.z))
        }
    }

    /// Where both fit, whether the mirrored one puts the sought anchors on the positive side.
    private func alike(_ plain: (error: Double, side: Double), _ mirror: (error: Double, side: Double)) -> Bool {
        result.isMirrored && mirror.side > plain.side
    }

    /// The rotation that fits best (B. Horn, J. Opt. Soc. Am. A 4 (1987)), applied; its error on the known
    /// anchors, and how far the others lie to the positive side.
    private func turn(
        from here: Place, to there: Place, mirrored: Bool, into out: UnsafeMutablePointer<Double>
    ) -> (error: Double, side: Double) {
        let rotation = rotation(from: here, to: there, mirrored: mirrored)
        var (error, side) = (0.0, 0.0)
        for anchor in 0..<anchorCount {
            let turned = rotation.applied(to: mirror(place(places, anchor) - here, mirrored)) + there
            set(out, anchor, dimensions == 2 ? Place(x: turned.x, y: turned.y) : turned)
            if anchors[anchor].known == 1 {
                var offset = turned - anchors[anchor].place
                if dimensions == 2 { offset.z = 0 }
                error += offset.squaredNorm
            } else {
                side += dimensions == 2 ? turned.y : turned.z
            }
        }
        return (error, side)
    }

    private func mirror(_ offset: Place, _ mirrored: Bool) -> Place {
        guard mirrored else { return offset }
        return dimensions == 2
            ? Place(x: offset.x, y: -offset.y, z: offset.z) : Place(x: offset.x, y: offset.y, z: -offset.z)
    }

    private func rotation(from here: Place, to there: Place, mirrored: Bool) -> SurveyTurn {
        // Sums of products of the two sets' coordinates.
        var (sx, sy, sz) = (Place(), Place(), Place())
        for anchor in 0..<anchorCount where anchors[anchor].known == 1 {
            let from = mirror(place(places, anchor) - here, mirrored)
            let to = anchors[anchor].place - there
            (sx, sy, sz) = (sx + to * from.x, sy + to * from.y, sz + to * from.z)
        }
        if dimensions == 2 {
            let angle = rangekit_port_atan2(sx.y - sy.x, sx.x + sy.y) / 2
            return SurveyTurn(w: rangekit_port_cos(angle), x: 0, y: 0, z: rangekit_port_sin(angle))
        }
        // The places are taken from it already.
        let vectors = matrix + 16
        let rows: InlineArray<10, Double> = [
            sx.x + sy.y + sz.z, sy.z - sz.y, sz.x - sx.z, sx.y - sy.x, sx.x - sy.y - sz.z, sx.y + sy.x, sz.x + sx.z,
            sy.y - sx.x - sz.z, sy.z + sz.y, sz.z - sx.x - sy.y,
        ]
        var next = 0
        for row in 0..<4 {
            for column in row..<4 {
                matrix[4 &* row &+ column] = rows[next]
                matrix[4 &* column &+ row] = rows[next]
                next &+= 1
            }
        }
        SymmetricEigen.diagonalise(matrix, vectors: vectors, size: 4)
        var best = 0
        for index in 1..<4 where matrix[5 &* index] > matrix[5 &* best] { best = index }
        return SurveyTurn(w: vectors[best], x: vectors[4 &+ best], y: vectors[8 &+ best], z: vectors[12 &+ best])
    }
}

/// A turn, as a unit quaternion.
struct SurveyTurn {
    var w, x, y, z: Double

    func applied(to v: Place) -> Place {
        let tx = 2 * (y * v.z - z * v.y)
        let ty = 2 * (z * v.x - x * v.z)
        let tz = 2 * (x * v.y - y * v.x)
        return Place(
            x: v.x + w * tx + y * tz - z * ty, y: v.y + w * ty + z * tx - x * tz, z: v.z + w * tz + x * ty - y * tx)
    }
}

/// Eigenvalues and eigenvectors of a symmetric matrix of any size, by cyclic Jacobi rotations.
enum SymmetricEigen {
    /// Leaves the eigenvalues on the diagonal of `matrix`, the unit vectors in the columns of `vectors`.
    @inline(never)
    static func diagonalise(_ matrix: UnsafeMutablePointer<Double>, vectors: UnsafeMutablePointer<Double>, size: Int) {
        for row in 0..<size {
            for column in 0..<size { vectors[row &* size &+ column] = row == column ? 1 : 0 }
        }
        for _ in 0..<30 {
            var (off, all) = (0.0, 0.0)
            for row in 0..<size {
                for column in 0..<size {
                    let square = matrix[row &* size &+ column] * matrix[row &* size &+ column]
                    all += square
                    if row != column { off += square }
                }
            }
            if off <= 1e-26 * all { return }
            for p in 0..<size {
                for q in (p &+ 1)..<max(size, p &+ 1) { rotate(matrix, vectors, size, p, q) }
            }
        }
    }

    private static func rotate(
        _ matrix: UnsafeMutablePointer<Double>, _ vectors: UnsafeMutablePointer<Double>, _ size: Int, _ p: Int,
        _ q: Int
    ) {
        let off = matrix[p &* size &+ q]
        guard off != 0 else { return }
        let theta = (matrix[q &* size &+ q] - matrix[p &* size &+ p]) / (2 * off)
        let magnitude = 1 / (abs(theta) + rangekit_port_sqrt(theta * theta + 1))
        let t = theta < 0 ? -magnitude : magnitude
        let c = 1 / rangekit_port_sqrt(t * t + 1)
        let s = t * c
        for index in 0..<size {
            let (a, b) = (matrix[index &* size &+ p], matrix[index &* size &+ q])
            (matrix[index &* size &+ p], matrix[index &* size &+ q]) = (c * a - s * b, s * a + c * b)
        }
        for index in 0..<size {
            let (a, b) = (matrix[p &* size &+ index], matrix[q &* size &+ index])
            (matrix[p &* size &+ index], matrix[q &* size &+ index]) = (c * a - s * b, s * a + c * b)
        }
        for index in 0..<size {
            let (a, b) = (vectors[index &* size &+ p], vectors[index &* size &+ q])
            (vectors[index &* size &+ p], vectors[index &* size &+ q]) = (c * a - s * b, s * a + c * b)
        }
    }
}
