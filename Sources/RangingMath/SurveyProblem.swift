import CMath
import RangingCore

/// One survey while it is being solved, in the caller's memory.
struct SurveyProblem {
    let ranges: UnsafePointer<SurveyRange>
    let count: Int
    let anchors: UnsafeMutablePointer<SurveyedAnchor>
    let anchorCount: Int
    /// The normal matrix, (3n) x (3n); before that the distances and the eigenvectors, n x n each.
    let matrix: UnsafeMutablePointer<Double>
    /// Three coordinates an anchor.
    let places, trial, gradient, step: UnsafeMutablePointer<Double>
    /// Room for three columns of the inverse.
    let columns: UnsafeMutablePointer<Double>
    let results: UnsafeMutablePointer<MeasurementResult>
    let options: Survey.Options
    var result = Survey.Result()
    var chiSquared = 0.0
    var knownCount = 0

    init(
        ranges: UnsafePointer<SurveyRange>, count: Int, anchors: UnsafeMutablePointer<SurveyedAnchor>,
        anchorCount: Int, memory: UnsafeMutablePointer<Double>, results: UnsafeMutablePointer<MeasurementResult>,
        options: Survey.Options
    ) {
        self.ranges = ranges
        self.count = count
        self.anchors = anchors
        self.anchorCount = anchorCount
        self.results = results
        self.options = options
        let row = 3 &* anchorCount
        matrix = memory
        places = memory + row &* row
        trial = places + row
        gradient = trial + row
        step = gradient + row
        columns = step + row
    }

    var size: Int { 3 &* anchorCount }
    var dimensions: Int { Int(truncatingIfNeeded: options.dimensions) }

    mutating func solve() throws(Status) -> Survey.Result {
        try validate()
        try scale()
        if knownCount == 0 { try fixGauge() } else { try align() }
        try refine()
        for _ in 0..<3 where relocate() { try refine() }
        try gate()
        try writeAnchors()
        return result
    }

    @inline(never)
    private mutating func validate() throws(Status) {
        for index in 0..<anchorCount {
            guard anchors[index].known <= 1 else { throw .outOfRange }
            guard anchors[index].known == 1 else { continue }
            let place = anchors[index].place
            guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { throw .notFinite }
            guard place.isUsable else { throw .outOfRange }
            knownCount &+= 1
        }
        var used = 0
        for index in 0..<count {
            let status = status(of: ranges + index)
            results[index] = MeasurementResult(status: status)
            used &+= status == .ok ? 1 : 0
        }
        result.usedCount = UInt32(clamping: used)
        guard used > 0 else { throw .tooFewMeasurements }
    }

    private func status(of range: UnsafePointer<SurveyRange>) -> Status {
        let (value, stddev) = (range.pointee.rangeM, range.pointee.stddevM)
        guard value.isFinite, stddev.isFinite else { return .notFinite }
        guard abs(value) <= Positioning.farthestM, Positioning.stddevRange.contains(stddev) else { return .outOfRange }
        let limit = UInt32(clamping: anchorCount)
        guard range.pointee.anchorA < limit, range.pointee.anchorB < limit else { return .anchorInvalid }
        guard range.pointee.anchorA != range.pointee.anchorB else { return .sameAnchor }
        return .ok
    }

    @inline(__always)
    func ends(_ index: Int) -> (a: Int, b: Int) {
        (Int(truncatingIfNeeded: ranges[index].anchorA), Int(truncatingIfNeeded: ranges[index].anchorB))
    }

    @inline(__always)
    func place(_ coordinates: UnsafeMutablePointer<Double>, _ anchor: Int) -> Place {
        let at = coordinates + 3 &* anchor
        return Place(x: at[0], y: at[1], z: at[2])
    }

    @inline(__always)
    func set(_ coordinates: UnsafeMutablePointer<Double>, _ anchor: Int, _ place: Place) {
        let at = coordinates + 3 &* anchor
        (at[0], at[1], at[2]) = (place.x, place.y, place.z)
    }

    /// Whether a coordinate stays as it is.
    @inline(__always)
    func isFixed(_ coordinate: Int) -> Bool {
        let (anchor, axis) = (coordinate / 3, coordinate % 3)
        if axis >= dimensions { return true }
        if knownCount > 0 { return anchors[anchor].known == 1 }
        return anchor < 3 && axis >= anchor
    }

    // MARK: Refinement

    /// Normal equations at `coordinates`; gives the cost.
    @inline(never)
    private mutating func normalEquations(at coordinates: UnsafeMutablePointer<Double>) -> Double {
        let size = self.size
        for index in 0..<(size &* size) { matrix[index] = 0 }
        for index in 0..<size { gradient[index] = 0 }
        chiSquared = 0
        var cost = 0.0
        for index in 0..<count where results[index].status == .ok {
            let (a, b) = ends(index)
            var offset = place(coordinates, a) - place(coordinates, b)
            if dimensions == 2 { offset.z = 0 }
            let length = rangekit_port_sqrt(offset.squaredNorm)
            let unit = offset * (1 / max(length, 1e-9))
            let residual = ranges[index].rangeM - length
            let inverse = 1 / Double(ranges[index].stddevM)
            let deviations = abs(residual) * inverse
            let scale = options.lossScale
            let weight = deviations <= scale ? 1 : scale / deviations
            cost += deviations <= scale ? deviations * deviations : (2 * deviations - scale) * scale
            chiSquared += weight * deviations * deviations
            results[index].residual = residual
            results[index].weight = Float(weight)
            add(a, b, unit, weight * inverse * inverse, residual)
        }
        for index in 0..<size where isFixed(index) {
            gradient[index] = 0
            for other in 0..<size {
                matrix[index &* size &+ other] = 0
                matrix[other &* size &+ index] = 0
            }
            matrix[index &* size &+ index] = 1
        }
        return cost
    }

    @inline(never)
    private func add(_ a: Int, _ b: Int, _ unit: Place, _ weight: Double, _ residual: Double) {
        for row in 0..<3 {
            let pull = weight * component(unit, row)
            gradient[3 &* a &+ row] += pull * residual
            gradient[3 &* b &+ row] -= pull * residual
            for column in 0..<3 {
                let value = pull * component(unit, column)
                matrix[(3 &* a &+ row) &* size &+ 3 &* a &+ column] += value
                matrix[(3 &* b &+ row) &* size &+ 3 &* b &+ column] += value
                matrix[(3 &* a &+ row) &* size &+ 3 &* b &+ column] -= value
                matrix[(3 &* b &+ row) &* size &+ 3 &* a &+ column] -= value
            }
        }
    }

    @inline(__always)
    private func component(_ place: Place, _ axis: Int) -> Double {
        axis == 0 ? place.x : axis == 1 ? place.y : place.z
    }

    /// Cholesky in place, lower triangle; false where a direction has no information.
    @inline(never)
    private func factor(damping: Double) -> Bool {
        let size = self.size
        for row in 0..<size {
            let diagonal = matrix[row &* size &+ row] * (1 + damping)
            for column in 0...row {
                var sum = row == column ? diagonal : matrix[row &* size &+ column]
                for inner in 0..<column {
                    sum -= matrix[row &* size &+ inner] * matrix[column &* size &+ inner]
                }
                if row == column {
                    guard sum > 1e-10 * diagonal, sum < .infinity else { return false }
                    matrix[row &* size &+ row] = rangekit_port_sqrt(sum)
                } else {
                    matrix[row &* size &+ column] = sum / matrix[column &* size &+ column]
                }
            }
        }
        return true
    }

    /// L y = right side, in place.
    @inline(never)
    private func forward(_ vector: UnsafeMutablePointer<Double>) {
        for row in 0..<size {
            var sum = vector[row]
            for column in 0..<row { sum -= matrix[row &* size &+ column] * vector[column] }
            vector[row] = sum / matrix[row &* size &+ row]
        }
    }

    @inline(never)
    private func backward(_ vector: UnsafeMutablePointer<Double>) {
        var row = size &- 1
        while row >= 0 {
            var sum = vector[row]
            for below in (row &+ 1)..<max(size, row &+ 1) { sum -= matrix[below &* size &+ row] * vector[below] }
            vector[row] = sum / matrix[row &* size &+ row]
            row &-= 1
        }
    }

    @inline(never)
    private mutating func refine() throws(Status) {
        let size = self.size
        var damping = 1e-3
        var cost = normalEquations(at: places)
        for _ in 0..<options.iterationsMax {
            result.iterations &+= 1
            for index in 0..<size { step[index] = gradient[index] }
            guard factor(damping: damping) else {
                damping = max(damping * 10, 1e-6)
                guard damping < 1e9 else { throw .geometryDegenerate }
                cost = normalEquations(at: places)
                continue
            }
            forward(step)
            backward(step)
            var squared = 0.0
            for index in 0..<size {
                squared += step[index] * step[index]
                trial[index] = places[index] + step[index]
            }
            let next = normalEquations(at: trial)
            let isSmall = squared < 1e-14 * Double(size)
            if next <= cost {
                for index in 0..<size { places[index] = trial[index] }
                cost = next
                damping = damping < 1e-9 ? 0 : damping / 10
                if isSmall && damping < 1e-2 { return try finish() }
            } else {
                cost = normalEquations(at: places)
                if isSmall { return try finish() }
                damping = max(damping * 10, 1e-6)
            }
        }
        throw .noConvergence
    }

    /// Leaves out ranges beyond the gate and refines again, as long as the others hold every anchor.
    private mutating func gate() throws(Status) {
        guard options.gateStddevs > 0 else { return }
        for _ in 0..<3 {
            let limit = options.gateStddevs * max(1, rangekit_port_sqrt(noiseVariance().variance))
            var gated = 0
            for index in 0..<count where results[index].status == .ok {
                guard abs(results[index].residual) > limit * Double(ranges[index].stddevM) else { continue }
                results[index].status = .gated
                results[index].weight = 0
                gated &+= 1
            }
            guard gated > 0 else { return }
            result.usedCount &-= UInt32(truncatingIfNeeded: gated)
            do throws(Status) {
                try refine()
            } catch {
                // Without them an anchor is loose: all count.
                for index in 0..<count where results[index].status == .gated {
                    results[index].status = .ok
                    result.usedCount &+= 1
                }
                return try refine()
            }
        }
    }

    /// s^2 from stated deviations and residuals, and the degrees of freedom behind it.
    @inline(never)
    private func noiseVariance() -> (variance: Double, freedom: Double) {
        var free = 0
        for index in 0..<size { free &+= isFixed(index) ? 0 : 1 }
        let freedom = options.statedWeight + Double(max(Int(clamping: result.usedCount) &- free, 0))
        return (freedom > 0 ? (options.statedWeight + chiSquared) / freedom : 1, freedom)
    }

    private mutating func finish() throws(Status) {
        guard factor(damping: 0) else { throw .geometryDegenerate }
    }

    /// Covariances, the blocks of the inverse: of L y = e, the products of three columns at a time.
    @inline(never)
    private mutating func writeAnchors() throws(Status) {
        let noise = noiseVariance()
        // As in a fix: the covariance of Student's distribution.
        let student = noise.freedom > 2 ? noise.freedom / max(noise.freedom - 2, 0.5) : 4
        let variance = noise.variance * student
        result.noiseScale = rangekit_port_sqrt(noise.variance)
        for anchor in 0..<anchorCount {
            for axis in 0..<3 {
                let column = columns + axis &* size
                for index in 0..<size { column[index] = 0 }
                let coordinate = 3 &* anchor &+ axis
                guard !isFixed(coordinate) else { continue }
                column[coordinate] = 1
                forward(column)
            }
            anchors[anchor].covarianceM2 = SymmetricMatrix3(
                xx: product(0, 0) * variance, xy: product(0, 1) * variance, xz: product(0, 2) * variance,
                yy: product(1, 1) * variance, yz: product(1, 2) * variance, zz: product(2, 2) * variance)
            if anchors[anchor].known == 0 { anchors[anchor].place = place(places, anchor) }
            anchors[anchor].rangeCount = 0
        }
        var squares = 0.0
        for index in 0..<count where results[index].status == .ok {
            let (a, b) = ends(index)
            anchors[a].rangeCount &+= 1
            anchors[b].rangeCount &+= 1
            squares += results[index].residual * results[index].residual
        }
        result.rmsM = rangekit_port_sqrt(squares / Double(max(result.usedCount, 1)))
    }

    @inline(never)
    private func product(_ one: Int, _ other: Int) -> Double {
        var sum = 0.0
        for index in 0..<size { sum += columns[one &* size &+ index] * columns[other &* size &+ index] }
        return sum
    }
}
