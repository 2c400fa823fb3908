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

    /// The robust weight of a residual in standard deviations, and its loss.
    @inline(__always)
    func loss(_ deviations: Double) -> (weight: Double, loss: Double) {
        let squared = deviations * deviations
        let scale = options.lossScale
        if options.loss == .square || options.loss == .huber && deviations <= scale { return (1, squared) }
        if options.loss == .huber { return (scale / deviations, (2 * deviations - scale) * scale) }
        let ratio = squared / (scale * scale)
        return (1 / (1 + ratio), scale * scale * rangekit_port_log(1 + ratio))
    }

    @inline(never)
    func normalEquations(at place: Place) -> NormalEquations {
        var normal = NormalEquations()
        for index in 0..<count where results[index].status == .ok {
            let measurement = measurements + index
            let (residual, slope) = row(measurement, at: place)
            let information = 1 / Double(measurement.pointee.stddev)
            let deviations = abs(residual) * information
            let (weight, loss) = loss(deviations)
            let full = weight * information * information
            normal.matrix.add(slope, weight: full)
            let pull = full * residual
            normal.gradient.x += pull * slope.x
            normal.gradient.y += pull * slope.y
            normal.gradient.z += pull * slope.z
            normal.cost += loss
            normal.chiSquared += weight * deviations * deviations
        }
        return normal
    }

    /// What is solved: the matrix with the locked axes, and the plane's information if the tag touches it.
    @inline(__always)
    func information(_ normal: NormalEquations) -> SymmetricMatrix3 {
        var matrix = normal.matrix
        if planeInformation > 0 { matrix.add(planeNormal, weight: planeInformation) }
        return matrix.locked(dimensions: options.dimensions)
    }

    /// Levenberg-Marquardt from a start: full steps while they lead down, damped ones where they do not.
    @inline(never)
    mutating func minimum(from start: Place, iterationsMax: UInt32) -> Minimum {
        var found = Minimum(place: start, normal: normalEquations(at: start), converged: false)
        var damping = 0.0
        for _ in 0..<iterationsMax {
            iterations &+= 1
            var matrix = information(found.normal)
            if damping > 0 {
                matrix.xx *= 1 + damping
                matrix.yy *= 1 + damping
                matrix.zz *= 1 + damping
            }
            guard let inverse = matrix.inverted() else {
                // Damping makes it regular, unless an axis has no information at all.
                damping = max(damping * 10, 1e-3)
                if damping > 1e9 { return found }
                continue
            }
            var step = inverse.times(found.normal.gradient)
            if options.dimensions < 3 { step.z = 0 }
            if options.dimensions < 2 { step.y = 0 }
            let small = step.squaredNorm < Self.stepEndSquared
            let next = found.place + step
            let normal = normalEquations(at: next)
            if normal.cost <= found.normal.cost && next.isUsable {
                (found.place, found.normal) = (next, normal)
                damping = damping < 1e-6 ? 0 : damping / 10
                found.converged = small && damping < 1e-2
                if found.converged { return found }
            } else {
                if small {
                    found.converged = true
                    return found
                }
                damping = max(damping * 10, 1e-3)
            }
        }
        return found
    }

    /// Steps below a micrometre end the search: the next would be far smaller.
    static var stepEndSquared: Double { 1e-12 }
}
