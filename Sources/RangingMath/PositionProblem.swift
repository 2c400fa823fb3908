import CMath
import RangingCore

/// The normal equations of a weighted, robust sum of squares at one place.
struct NormalEquations {
    var matrix = SymmetricMatrix3()
    var gradient = Place()
    /// What is made small: the sum of the losses.
    var cost = 0.0
    /// The sum of the weighted squares.
    var chiSquared = 0.0
    /// The largest residual, in standard deviations.
    var largest = 0.0
}

/// A place where the sum of losses is smallest, nearby at least.
struct Minimum {
    var place: Place
    var normal: NormalEquations
    var converged: Bool
}

/// One fix while it is being solved: the caller's arrays, and what is known of them so far.
///
/// A measurement takes part while the status of its result is `ok`.
struct PositionProblem {
    let measurements: UnsafePointer<Measurement>
    let count: Int
    let anchors: UnsafePointer<Place>
    let anchorCount: Int
    let results: UnsafeMutablePointer<MeasurementResult>
    let options: Positioning.Options
    /// The loss in use: Cauchy's starts where Huber's ends, for it has minima everywhere.
    var lossNow: Positioning.Loss
    /// 1 where differences along y, z count, 0 where they do not.
    let usesY, usesZ: Double

    var usable = 0
    var rangeCount = 0
    var differenceCount = 0
    var iterations: UInt32 = 0
    /// Where the tag touches the anchors' plane: its normal, and the information (1 / variance) across it.
    var planeNormal = Place()
    var planeInformation = 0.0

    init(
        measurements: UnsafePointer<Measurement>, count: Int, anchors: UnsafePointer<Place>, anchorCount: Int,
        results: UnsafeMutablePointer<MeasurementResult>, options: Positioning.Options
    ) {
        self.measurements = measurements
        self.count = count
        self.anchors = anchors
        self.anchorCount = anchorCount
        self.results = results
        self.options = options
        lossNow = options.loss
        usesY = options.dimensions >= 2 ? 1 : 0
        usesZ = options.dimensions == 3 || options.heightM != nil ? 1 : 0
    }

    var dimensions: Int { Int(truncatingIfNeeded: options.dimensions) }

    /// Gives each measurement its status and counts the usable ones.
    @inline(never)
    mutating func validate() {
        (usable, rangeCount, differenceCount) = (0, 0, 0)
        for index in 0..<count {
            let status = status(of: measurements + index)
            results[index] = MeasurementResult(status: status)
            guard status == .ok else { continue }
            usable &+= 1
            let kind = measurements[index].kind
            rangeCount &+= kind == .range ? 1 : 0
            differenceCount &+= kind == .difference ? 1 : 0
        }
    }

    @inline(__always)
    private func status(of measurement: UnsafePointer<Measurement>) -> Status {
        let (value, stddev, kind) = (measurement.pointee.value, measurement.pointee.stddev, measurement.pointee.kind)
        guard value.isFinite, stddev.isFinite else { return .notFinite }
        guard abs(value) <= Positioning.farthestM, Positioning.stddevRange.contains(stddev) else { return .outOfRange }
        guard UInt32(bitPattern: kind.rawValue) <= 3 else { return .outOfRange }
        let anchor = UInt(measurement.pointee.anchor)
        guard anchor < UInt(bitPattern: anchorCount), anchors[Int(bitPattern: anchor)].isUsable else {
            return .anchorInvalid
        }
        if kind == .difference { return differenceStatus(measurement) }
        // In one dimension there are no angles, in a plane no elevation.
        if kind == .azimuth && usesY == 0 || kind == .elevation && usesZ == 0 { return .outOfRange }
        return .ok
    }

    @inline(never)
    private func differenceStatus(_ measurement: UnsafePointer<Measurement>) -> Status {
        let anchorB = UInt(measurement.pointee.anchorB)
        guard anchorB < UInt(bitPattern: anchorCount), anchors[Int(bitPattern: anchorB)].isUsable else {
            return .anchorInvalid
        }
        // The bound holds in space, also where the fix is in the plane.
        let a = anchors[Int(bitPattern: UInt(measurement.pointee.anchor))]
        let b = anchors[Int(bitPattern: anchorB)]
        let baseline = (b - a).squaredNorm
        guard baseline > 0 else { return .sameAnchor }
        let value = measurement.pointee.value
        guard value * value <= baseline else { return .differenceImpossible }
        return .ok
    }

    @inline(__always)
    func anchor(_ index: UInt32) -> Place { anchors[Int(truncatingIfNeeded: index)] }

    /// From an anchor to a place, in the axes that count.
    @inline(__always)
    func offset(_ place: Place, from anchor: Place) -> Place {
        Place(x: place.x - anchor.x, y: (place.y - anchor.y) * usesY, z: (place.z - anchor.z) * usesZ)
    }

    /// A unit vector and its length; the null vector at the anchor itself, where there is no direction.
    @inline(__always)
    private func direction(_ offset: Place) -> (unit: Place, length: Double) {
        let length = rangekit_port_sqrt(offset.squaredNorm)
        return (offset * (1 / max(length, 1e-9)), length)
    }

    /// Measured minus expected, and the derivative of what is expected.
    @inline(__always)
    func row(_ measurement: UnsafePointer<Measurement>, at place: Place) -> (residual: Double, slope: Place) {
        let toPlace = offset(place, from: anchor(measurement.pointee.anchor))
        if measurement.pointee.kind == .range {
            let (unit, length) = direction(toPlace)
            return (measurement.pointee.value - length, unit)
        }
        return rareRow(measurement, toPlace, at: place)
    }

    @inline(never)
    private func rareRow(
        _ measurement: UnsafePointer<Measurement>, _ toPlace: Place, at place: Place
    ) -> (residual: Double, slope: Place) {
        let value = measurement.pointee.value
        if measurement.pointee.kind == .difference {
            let (unitA, lengthA) = direction(toPlace)
            let (unitB, lengthB) = direction(offset(place, from: anchor(measurement.pointee.anchorB)))
            return (value - (lengthB - lengthA), unitB - unitA)
        }
        let flatSquared = max(toPlace.x * toPlace.x + toPlace.y * toPlace.y, 1e-18)
        if measurement.pointee.kind == .azimuth {
            let slope = Place(x: -toPlace.y / flatSquared, y: toPlace.x / flatSquared)
            let turn = 2 * Double.pi
            let difference = value - rangekit_port_atan2(toPlace.y, toPlace.x)
            return (difference - turn * (difference / turn).rounded(), slope)
        }
        let flat = rangekit_port_sqrt(flatSquared)
        let squared = flatSquared + toPlace.z * toPlace.z
        let common = -toPlace.z / (flat * squared)
        let slope = Place(x: toPlace.x * common, y: toPlace.y * common, z: flat / squared)
        return (value - rangekit_port_atan2(toPlace.z, flat), slope)
    }

    /// The robust weight of a residual in standard deviations, its loss, and half the loss' second derivative.
    @inline(__always)
    func loss(_ deviations: Double) -> (weight: Double, loss: Double, curvature: Double) {
        let squared = deviations * deviations
        let scale = options.lossScale
        if lossNow == .square || lossNow == .huber && deviations <= scale { return (1, squared, 1) }
        if lossNow == .huber { return (scale / deviations, (2 * deviations - scale) * scale, 0) }
        let ratio = squared / (scale * scale)
        let weight = 1 / (1 + ratio)
        return (weight, scale * scale * rangekit_port_log(1 + ratio), (1 - ratio) * weight * weight)
    }

    /// The sum's derivatives at a place.
    ///
    /// Reweighted, the matrix is J' W J, which leads down from everywhere. Else it is the true second derivative, of
    /// the loss and of the range: weight along u u', and -weight e / r across it. Near the end that converges
    /// in half the steps where residuals are large or anchors near, but it need not be positive.
    @inline(never)
    func normalEquations(at place: Place, reweighted: Bool) -> NormalEquations {
        var normal = NormalEquations()
        var across = 0.0
        for index in 0..<count where results[index].status == .ok {
            let measurement = measurements + index
            let (residual, slope) = row(measurement, at: place)
            let information = 1 / Double(measurement.pointee.stddev)
            let deviations = abs(residual) * information
            let (weight, loss, curvature) = loss(deviations)
            let square = information * information
            let pull = weight * square * residual
            var along = weight * square
            if !reweighted {
                along = curvature * square
                if measurement.pointee.kind == .range {
                    let share = pull / max(measurement.pointee.value - residual, 1e-9)
                    along += share
                    across -= share
                }
            }
            normal.matrix.add(slope, weight: along)
            normal.gradient.x += pull * slope.x
            normal.gradient.y += pull * slope.y
            normal.gradient.z += pull * slope.z
            normal.cost += loss
            normal.chiSquared += weight * deviations * deviations
            normal.largest = max(normal.largest, deviations)
        }
        normal.matrix.xx += across
        normal.matrix.yy += across
        normal.matrix.zz += across
        return normal
    }

    /// What is solved: the matrix with the locked axes, and the plane's information if the tag touches it.
    @inline(__always)
    func information(_ matrix: SymmetricMatrix3) -> SymmetricMatrix3 {
        var matrix = matrix
        if planeInformation > 0 { matrix.add(planeNormal, weight: planeInformation) }
        return matrix.locked(dimensions: options.dimensions)
    }

    /// The way to a minimum: Newton's steps while they lead down; where they do not, a reweighted and, by
    /// Levenberg and Marquardt, damped one.
    @inline(never)
    mutating func minimum(from start: Place, iterationsMax: UInt32) -> Minimum {
        var found = Minimum(place: start, normal: normalEquations(at: start, reweighted: false), converged: false)
        var reweighted = false
        var damping = 0.0
        // Reweighted steps that led down one after the other: in a long valley they are short, so later ones go farther.
        var streak = 0
        for _ in 0..<iterationsMax {
            iterations &+= 1
            let step = step(found.normal, damping: damping)
            // What the step gains, as a chi squared: the square of its length in standard deviations.
            let gain = step.dot(found.normal.gradient)
            let isLong = reweighted && damping == 0 && streak >= 3
            let next =
                found.place
                + (isLong ? Place(x: Self.stretch * step.x, y: Self.stretch * step.y, z: Self.stretch * step.z) : step)
            if gain >= 0, next.isUsable {
                if gain < Self.newtonGainEnd && damping == 0 && !reweighted {
                    (found.place, found.converged) = (next, true)
                    return found
                }
                let normal = normalEquations(at: next, reweighted: false)
                let isSmall = gain < Self.gainEnd && damping < 10
                if normal.cost <= found.normal.cost && (gain > 0 || reweighted) {
                    (found.place, found.normal, found.converged) = (next, normal, isSmall)
                    if isSmall { return found }
                    if reweighted { streak &+= 1 } else { streak = 0 }
                    reweighted = false
                    damping = damping < 1e-2 ? 0 : damping / 10
                    continue
                }
                if isSmall && reweighted {
                    found.converged = true
                    return found
                }
            }
            if isLong {
                streak = 0
            } else if reweighted {
                damping = max(damping * 10, 1e-2)
                if damping > 1e9 { return found }
            } else {
                found.normal = normalEquations(at: found.place, reweighted: true)
                reweighted = true
            }
        }
        return found
    }

    /// A step; none, by a gain that is not a number, where the matrix is singular.
    @inline(__always)
    private func step(_ normal: NormalEquations, damping: Double) -> Place {
        var matrix = information(normal.matrix)
        if damping > 0 {
            matrix.xx *= 1 + damping
            matrix.yy *= 1 + damping
            matrix.zz *= 1 + damping
        }
        guard let inverse = matrix.inverted() else { return Place(x: .nan) }
        var step = inverse.times(normal.gradient)
        if options.dimensions < 3 { step.z = 0 }
        if options.dimensions < 2 { step.y = 0 }
        return step
    }

    /// A step below a ten thousandth of a standard deviation ends the search: what follows is smaller still.
    static var gainEnd: Double { 1e-8 }
    /// How much longer such steps are; reweighting converges for less than 2.
    static var stretch: Double { 1.9 }
    /// After one of Newton's steps what follows is its square: one of three thousandths is the last.
    static var newtonGainEnd: Double { 1e-5 }
}
