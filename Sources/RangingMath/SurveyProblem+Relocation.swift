import CMath
import RangingCore

// A minimum of the whole can have a single anchor on the wrong side of its neighbours, where a wrong range has
// started it. Each anchor is tried on the other side, alone.

extension SurveyProblem {
    /// Moves anchors to the mirror image about their neighbours where their own ranges fit better there; whether
    /// any was moved.
    @inline(never)
    mutating func relocate() -> Bool {
        var moved = false
        for anchor in 0..<anchorCount where isFree(anchor) {
            var (mean, neighbours) = (Place(), 0)
            visit(anchor) { other, _, _ in
                mean = mean + other
                neighbours &+= 1
            }
            guard neighbours >= dimensions else { continue }
            mean = mean * (1 / Double(neighbours))
            var spread = SymmetricMatrix3()
            visit(anchor) { other, _, _ in spread.add(other - mean, weight: 1) }
            if dimensions == 2 { (spread.xz, spread.yz, spread.zz) = (0, 0, -1) }
            let axes = spread.eigen()
            let normal = dimensions == 3 ? axes.third : axes.second
            let here = place(places, anchor)
            let there = minimum(anchor, from: here - normal * (2 * (here - mean).dot(normal)))
            if cost(anchor, at: there) < cost(anchor, at: here) - 1e-6 {
                set(places, anchor, there)
                moved = true
            }
        }
        return moved
    }

    private func isFree(_ anchor: Int) -> Bool {
        for axis in 0..<dimensions where isFixed(3 &* anchor &+ axis) { return false }
        return true
    }

    /// The other ends of an anchor's usable ranges, with the range and 1 / stddev.
    @inline(__always)
    private func visit(_ anchor: Int, _ body: (Place, Double, Double) -> Void) {
        for index in 0..<count where results[index].status == .ok {
            let (a, b) = ends(index)
            guard a == anchor || b == anchor else { continue }
            body(place(places, a == anchor ? b : a), ranges[index].rangeM, 1 / Double(ranges[index].stddevM))
        }
    }

    @inline(never)
    private func cost(_ anchor: Int, at here: Place) -> Double {
        var cost = 0.0
        let scale = options.lossScale
        visit(anchor) { other, range, inverse in
            let deviations = abs(range - rangekit_port_sqrt((here - other).squaredNorm)) * inverse
            cost += deviations <= scale ? deviations * deviations : (2 * deviations - scale) * scale
        }
        return cost
    }

    /// Reweighted steps of one anchor among the others, which stand still.
    @inline(never)
    private func minimum(_ anchor: Int, from start: Place) -> Place {
        var here = start
        for _ in 0..<20 {
            var matrix = SymmetricMatrix3()
            var gradient = Place()
            visit(anchor) { other, range, inverse in
                let offset = here - other
                let length = max(rangekit_port_sqrt(offset.squaredNorm), 1e-9)
                let unit = offset * (1 / length)
                let deviations = abs(range - length) * inverse
                let weight = (deviations <= options.lossScale ? 1 : options.lossScale / deviations) * inverse * inverse
                matrix.add(unit, weight: weight)
                gradient = gradient + unit * (weight * (range - length))
            }
            guard let inverse = matrix.locked(dimensions: options.dimensions).inverted() else { return here }
            let step = inverse.times(gradient)
            guard (here + step).isUsable else { return here }
            here = here + (dimensions == 2 ? Place(x: step.x, y: step.y) : step)
            if step.dot(gradient) < 1e-6 { break }
        }
        return here
    }
}
