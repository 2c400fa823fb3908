import CMath
import RangingCore

/// The best minimum so far, and another that fits nearly as well.
struct Candidates {
    var best: Minimum?
    var other: Minimum?
}

/// How anchors lie about their mean, and what the ranges say in their linear rows
/// 2 (a - mean)' x = |a|^2 - r^2 - mean: no anchor is the reference.
struct LinearRows {
    var mean = Place()
    var matrix = SymmetricMatrix3()
    var vector = Place()
    /// The same of heights that are known: what is left of a range in the plane.
    var count = 0
}

extension PositionProblem {
    /// A range squared, without the part that a known height explains.
    @inline(__always)
    private func squaredRange(_ measurement: UnsafePointer<Measurement>, _ anchor: Place) -> Double {
        let range = measurement.pointee.value
        guard options.dimensions == 2, let height = options.heightM else { return range * range }
        let rise = anchor.z - height
        return max(range * range - rise * rise, 0)
    }

    /// An anchor in the axes that are solved.
    @inline(__always)
    private func solved(_ anchor: Place) -> Place {
        Place(x: anchor.x, y: anchor.y * usesY, z: options.dimensions == 3 ? anchor.z : 0)
    }

    @inline(never)
    func linearRows() -> LinearRows {
        var rows = LinearRows()
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .range {
            rows.mean = rows.mean + solved(anchor(measurements[index].anchor))
            rows.count &+= 1
        }
        guard rows.count > 0 else { return rows }
        rows.mean = rows.mean * (1 / Double(rows.count))
        // The mean of the right side drops out, since the left sides add up to zero.
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .range {
            let anchor = anchor(measurements[index].anchor)
            let left = solved(anchor) - rows.mean
            let right = (left.squaredNorm - squaredRange(measurements + index, anchor)) / 2
            rows.matrix.add(left, weight: 1)
            rows.vector = rows.vector + left * right
        }
        return rows
    }

    /// Starts from ranges. False where their anchors leave a direction open.
    @inline(never)
    mutating func startFromRanges(_ candidates: inout Candidates) -> Bool {
        let rows = linearRows()
        let locked = rows.matrix.locked(dimensions: options.dimensions)
        // The smallest eigenvalue is at least 4 det / trace^2 in space, det / trace in the plane: anchors that
        // spread a tenth as far in their weakest direction as in all of them need no second look.
        if let inverse = locked.inverted() {
            let trace = rows.matrix.trace
            let minors = inverse.trace - (options.dimensions < 3 ? 1 : 0) - (options.dimensions < 2 ? 1 : 0)
            if minors * trace < 100 {
                consider(height(inverse.times(rows.vector) + rows.mean), &candidates)
                return true
            }
        }
        return startFromPlane(rows, &candidates)
    }

    /// Starts from anchors near to one plane (in 2 dimensions, one line): two places, one to each side.
    @inline(never)
    private mutating func startFromPlane(_ rows: LinearRows, _ candidates: inout Candidates) -> Bool {
        var matrix = rows.matrix
        // Locked axes come last.
        if options.dimensions < 3 { (matrix.xz, matrix.yz, matrix.zz) = (0, 0, -1) }
        if options.dimensions < 2 { (matrix.xy, matrix.yy) = (0, -1) }
        let axes = matrix.eigen()
        let least = 1e-12 * Double(rows.count)
        guard axes.values.x > least else { return false }
        var base = axes.first * (axes.first.dot(rows.vector) / axes.values.x)
        var normal = axes.second
        var weakest = axes.values.y
        if options.dimensions == 3 {
            guard axes.values.y > 1e-7 * axes.values.x else { return false }
            base = base + axes.second * (axes.second.dot(rows.vector) / axes.values.y)
            (normal, weakest) = (axes.third, axes.values.z)
        }
        if options.dimensions == 1 {
            consider(base + rows.mean, &candidates)
            return true
        }
        base = base + rows.mean
        var (square, variance) = (0.0, 0.0)
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .range {
            let anchor = anchor(measurements[index].anchor)
            let deviation = 2 * measurements[index].value * Double(measurements[index].stddev)
            square += squaredRange(measurements + index, anchor) - (base - solved(anchor)).squaredNorm
            variance += deviation * deviation
        }
        let noise = max(rangekit_port_sqrt(variance) / Double(rows.count), 1e-12)
        square /= Double(rows.count)
        // Only where nothing else tells the sides apart can the tag touch the plane.
        if square <= noise && weakest <= 1e-7 * axes.values.x && rows.count == usable {
            (planeNormal, planeInformation) = (normal, 1 / noise)
            consider(height(base), &candidates)
            return true
        }
        let side = normal * rangekit_port_sqrt(max(square, noise))
        consider(height(base + side), &candidates)
        consider(height(base - side), &candidates)
        return true
    }

    /// A place with the height that is known.
    @inline(__always)
    private func height(_ place: Place) -> Place {
        guard options.dimensions < 3 else { return place }
        return Place(x: place.x, y: options.dimensions == 2 ? place.y : 0, z: options.heightM ?? 0)
    }

    /// Starts from differences that share an anchor, by spherical intersection: x = p + q r about that anchor,
    /// |x| = r, a quadratic whose roots at r >= 0 are both kept. False where there are too few, or in one plane.
    @inline(never)
    mutating func startFromDifferences(_ candidates: inout Candidates) -> Bool {
        guard let reference = commonAnchor() else { return false }
        let origin = anchor(reference)
        let rise = options.dimensions == 2 && options.heightM != nil ? (options.heightM ?? 0) - origin.z : 0
        var matrix = SymmetricMatrix3()
        var (constant, linear) = (Place(), Place())
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .difference {
            let measurement = measurements[index]
            guard measurement.anchor == reference || measurement.anchorB == reference else { continue }
            let forward = measurement.anchor == reference
            let farther = forward ? measurement.value : -measurement.value
            let full = anchor(forward ? measurement.anchorB : measurement.anchor) - origin
            let left = solved(full)
            var squared = left.squaredNorm
            if usesZ != 0 && options.dimensions == 2 { squared += full.z * full.z - 2 * full.z * rise }
            matrix.add(left, weight: 1)
            constant = constant + left * ((squared - farther * farther) / 2)
            linear = linear - left * farther
        }
        guard let inverse = matrix.locked(dimensions: options.dimensions).inverted() else { return false }
        let (p, q) = (inverse.times(constant), inverse.times(linear))
        let a = q.squaredNorm - 1
        let b = p.dot(q)
        let c = p.squaredNorm + rise * rise
        // (q.q - 1) r^2 + 2 p.q r + p.p = 0; noise can take the root's inside below zero.
        let root = rangekit_port_sqrt(max(b * b - a * c, 0))
        let sum = -(b + (b < 0 ? -root : root))
        var any = false
        for root in 0..<2 {
            let radius = root == 0 ? (abs(a) > 1e-12 ? sum / a : -1) : (sum != 0 ? c / sum : -1)
            guard radius >= 0, radius <= Positioning.farthestM else { continue }
            consider(height(p + q * radius + solved(origin)), &candidates)
            any = true
        }
        return any
    }

    /// The anchor that most differences share, if those suffice; of those that the first few name.
    @inline(never)
    private func commonAnchor() -> UInt32? {
        var best: UInt32?
        var most = dimensions &- 1
        var looked = 0
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .difference {
            guard looked < 8 else { break }
            looked &+= 1
            for end in 0..<2 {
                let candidate = end == 0 ? measurements[index].anchor : measurements[index].anchorB
                let shared = differences(at: candidate)
                if shared > most { (best, most) = (candidate, shared) }
            }
        }
        return best
    }

    private func differences(at anchor: UInt32) -> Int {
        var shared = 0
        for index in 0..<count where results[index].status == .ok && measurements[index].kind == .difference {
            shared &+= measurements[index].anchor == anchor || measurements[index].anchorB == anchor ? 1 : 0
        }
        return shared
    }

    /// Starts from several places in and about the anchors' box, and where a range and an azimuth of one anchor
    /// point: for what has no closed form.
    @inline(never)
    mutating func startFromAnywhere(_ candidates: inout Candidates) {
        var low = Place(x: .infinity, y: .infinity, z: .infinity)
        var high = Place(x: -.infinity, y: -.infinity, z: -.infinity)
        var reach = 0.0
        for index in 0..<count where results[index].status == .ok {
            let measurement = measurements[index]
            let anchor = solved(anchor(measurement.anchor))
            low = Place(x: min(low.x, anchor.x), y: min(low.y, anchor.y), z: min(low.z, anchor.z))
            high = Place(x: max(high.x, anchor.x), y: max(high.y, anchor.y), z: max(high.z, anchor.z))
            if measurement.kind == .range { reach = max(reach, abs(measurement.value)) }
        }
        let centre = (low + high) * 0.5
        var half = (high - low) * 0.5
        let widest = max(max(half.x, half.y), max(half.z, max(reach, 1) / 2))
        half = Place(x: max(half.x, widest / 3), y: max(half.y, widest / 3), z: max(half.z, widest / 3))
        var starts = Candidates()
        attempt(centre, &starts)
        if let start = options.start { attempt(start, &starts) }
        for corner in 0..<(2 &<< dimensions) {
            // The corners of a box inside the anchors' and of one about it.
            let box = half * (corner >> dimensions == 0 ? 0.5 : 1.5)
            attempt(
                Place(
                    x: corner & 1 == 0 ? centre.x - box.x : centre.x + box.x,
                    y: corner & 2 == 0 ? centre.y - box.y : centre.y + box.y,
                    z: corner & 4 == 0 ? centre.z - box.z : centre.z + box.z), &starts)
        }
        attemptPolar(&starts)
        if let best = starts.best { consider(best.place, &candidates) }
        if let other = starts.other { consider(other.place, &candidates) }
    }

    @inline(never)
    private mutating func attempt(_ place: Place, _ starts: inout Candidates) {
        if options.loss == .cauchy { lossNow = .huber }
        keep(minimum(from: height(place), iterationsMax: 12), &starts)
        lossNow = options.loss
    }

    @inline(never)
    private mutating func attemptPolar(_ starts: inout Candidates) {
        for index in 0..<min(count, 64) where results[index].status == .ok && measurements[index].kind == .azimuth {
            let named = measurements[index].anchor
            var (range, elevation) = (0.0, 0.0)
            for other in 0..<min(count, 64) where results[other].status == .ok && measurements[other].anchor == named {
                if measurements[other].kind == .range { range = measurements[other].value }
                if measurements[other].kind == .elevation { elevation = measurements[other].value }
            }
            guard range != 0 else { continue }
            let flat = range * rangekit_port_cos(elevation)
            let azimuth = measurements[index].value
            let offset = Place(
                x: flat * rangekit_port_cos(azimuth), y: flat * rangekit_port_sin(azimuth),
                z: range * rangekit_port_sin(elevation))
            attempt(solved(anchor(named)) + offset, &starts)
            return
        }
    }

    @inline(never)
    mutating func consider(_ start: Place, _ candidates: inout Candidates) {
        var start = start
        if options.loss == .cauchy {
            lossNow = .huber
            start = minimum(from: start, iterationsMax: options.iterationsMax).place
            lossNow = .cauchy
        }
        keep(minimum(from: start, iterationsMax: options.iterationsMax), &candidates)
    }

    /// Keeps the two best minima that are different places.
    @inline(never)
    func keep(_ minimum: Minimum, _ candidates: inout Candidates) {
        guard let best = candidates.best else {
            candidates.best = minimum
            return
        }
        let same = (minimum.place - best.place).squaredNorm < Self.samePlaceSquared
        if isBetter(minimum, best) {
            if !same { candidates.other = best }
            candidates.best = minimum
        } else if !same {
            if let other = candidates.other, !isBetter(minimum, other) { return }
            candidates.other = minimum
        }
    }

    /// Two minima nearer than a centimetre are one.
    static var samePlaceSquared: Double { 1e-4 }

    /// Whether one minimum comes before another: by its cost; nearer to the start, or lower, where both fit alike.
    @inline(never)
    private func isBetter(_ one: Minimum, _ other: Minimum) -> Bool {
        let difference = one.normal.cost - other.normal.cost
        if let start = options.start, abs(difference) < Self.alikeCost {
            return (one.place - start).squaredNorm < (other.place - start).squaredNorm
        }
        guard abs(difference) <= 1e-6 * (1 + min(one.normal.cost, other.normal.cost)) else { return difference < 0 }
        let apart = one.place - other.place
        if abs(apart.z) > 1e-3 { return apart.z < 0 }
        if abs(apart.y) > 1e-3 { return apart.y < 0 }
        return apart.x < 0
    }

    /// Two places whose costs differ by less fit alike: 3 standard deviations.
    static var alikeCost: Double { 9 }
}
