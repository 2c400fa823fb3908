import CMath
public import RangingCore

/// Dilution of precision: what geometry alone does to the error of a position.
public struct Dilution: Equatable, Sendable {
    public var gdop, hdop, vdop: Double

    /// At `place`, with a direction to each anchor; `differences` of arrival times share an offset that is not known.
    ///
    /// sqrt(trace((H'H)^-1)); the offset's column of ones is eliminated by taking the mean direction out of the rows.
    public init(
        anchors: UnsafePointer<Place>, count: Int, at place: Place, differences: Bool, dimensions: UInt32
    ) throws(Status) {
        guard dimensions == 2 || dimensions == 3 else { throw .outOfRange }
        guard count >= Int(truncatingIfNeeded: dimensions) &+ (differences ? 1 : 0) else { throw .tooFewMeasurements }
        try Self.check(place)
        var matrix = SymmetricMatrix3()
        var sum = Place()
        for index in 0..<count {
            try Self.check(anchors[index])
            var offset = place - anchors[index]
            if dimensions == 2 { offset.z = 0 }
            let unit = offset * (1 / max(rangekit_port_sqrt(offset.squaredNorm), 1e-9))
            matrix.add(unit, weight: 1)
            sum = sum + unit
        }
        if differences { matrix.add(sum, weight: -1 / Double(count)) }
        guard let inverse = matrix.locked(dimensions: dimensions).inverted() else { throw .geometryDegenerate }
        hdop = rangekit_port_sqrt(inverse.xx + inverse.yy)
        vdop = dimensions == 3 ? rangekit_port_sqrt(inverse.zz) : 0
        gdop = rangekit_port_sqrt(hdop * hdop + vdop * vdop)
    }

    private static func check(_ place: Place) throws(Status) {
        guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { throw .notFinite }
        guard place.isUsable else { throw .outOfRange }
    }
}
