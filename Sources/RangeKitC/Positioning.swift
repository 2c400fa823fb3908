public import CRangeKit
import RangeKit

extension rangekit_position_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_POSITION_OPTIONS_V1_SIZE) }
}

extension rangekit_position_options {
    init(_ options: Positioning.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        loss_scale = options.lossScale
        gate_stddevs = options.gateStddevs
        stated_weight = options.statedWeight
        dimensions = options.dimensions
        loss = options.loss.rawValue
        iterations_max = options.iterationsMax
    }
}

extension Positioning {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    fileprivate init(_ pointer: UnsafePointer<rangekit_position_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_position_options(Options()))
        let (hasStart, hasHeight) = (UInt32(RANGEKIT_POSITION_HAS_START), UInt32(RANGEKIT_POSITION_HAS_HEIGHT))
        guard given.fields & ~(hasStart | hasHeight) == 0, given.reserved == 0 else { throw .unknownOption }
        var options = Options()
        if given.fields & hasStart != 0 {
            options.start = Place(x: given.start_x_m, y: given.start_y_m, z: given.start_z_m)
        }
        if given.fields & hasHeight != 0 { options.heightM = given.height_m }
        options.lossScale = given.loss_scale
        options.gateStddevs = given.gate_stddevs
        options.statedWeight = given.stated_weight
        options.dimensions = given.dimensions
        options.loss = Loss(rawValue: given.loss)
        options.iterationsMax = given.iterations_max
        try self.init(options: options)
    }
}

// The elements of arrays lie in memory as the core has them; a test compares every offset.

@inline(__always)
private func places(_ anchors: UnsafePointer<rangekit_anchor>) -> UnsafePointer<Place> {
    UnsafeRawPointer(anchors).assumingMemoryBound(to: Place.self)
}

/// A fix's arrays. NULL ones are fine when they are empty: then nothing of them is read.
private struct Arrays {
    var anchors: UnsafePointer<Place>
    var anchorCount: Int
    var measurements: UnsafePointer<Measurement>
    var results: UnsafeMutablePointer<MeasurementResult>

    @inline(never)
    init(
        _ anchors: UnsafePointer<rangekit_anchor>?, _ anchorCount: Int,
        _ measurements: UnsafePointer<rangekit_measurement>?, _ count: Int,
        _ results: UnsafeMutablePointer<rangekit_measurement_result>?, fallback: UnsafeMutableRawPointer
    ) throws(Status) {
        let nothing = UnsafeRawPointer(fallback)
        let anchors = UnsafeRawPointer(try array(anchors, anchorCount)) ?? nothing
        let measurements = UnsafeRawPointer(try array(measurements, count)) ?? nothing
        let results = UnsafeRawPointer(try array(UnsafePointer(results), count)) ?? nothing
        self.anchors = anchors.assumingMemoryBound(to: Place.self)
        self.anchorCount = anchorCount
        self.measurements = measurements.assumingMemoryBound(to: Measurement.self)
        self.results = UnsafeMutableRawPointer(mutating: results).assumingMemoryBound(to: MeasurementResult.self)
    }
}

@implementation @_cdecl("rangekit_position_options_default")
public func rangekit_position_options_default(
    _ options: UnsafeMutablePointer<rangekit_position_options>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_position_options(Positioning.Options()), to: options)
    }
}

@implementation @_cdecl("rangekit_position_fix")
public func rangekit_position_fix(
    _ options: UnsafePointer<rangekit_position_options>!, _ anchors: UnsafePointer<rangekit_anchor>!,
    _ anchor_count: Int, _ measurements: UnsafePointer<rangekit_measurement>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_measurement_result>!,
    _ position: UnsafeMutablePointer<rangekit_position>!
) -> rangekit_status {
    status { () throws(Status) in
        let position = UnsafeMutableRawPointer(try required(position))
        let positioning = try Positioning(options)
        let arrays = try Arrays(anchors, anchor_count, measurements, count, results, fallback: position)
        let typed = position.assumingMemoryBound(to: Position.self)
        positioning.fix(
            arrays.measurements, count: count, anchors: arrays.anchors, anchorCount: anchor_count,
            results: arrays.results, into: typed)
        guard typed.pointee.status == .ok else { throw typed.pointee.status }
    }
}

@implementation @_cdecl("rangekit_position_fix_batch")
public func rangekit_position_fix_batch(
    _ options: UnsafePointer<rangekit_position_options>!, _ anchors: UnsafePointer<rangekit_anchor>!,
    _ anchor_count: Int, _ measurements: UnsafePointer<rangekit_measurement>!, _ count: Int,
    _ offsets: UnsafePointer<UInt64>!, _ fix_count: Int,
    _ results: UnsafeMutablePointer<rangekit_measurement_result>!,
    _ positions: UnsafeMutablePointer<rangekit_position>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let positioning = try Positioning(options)
        if refused_count != nil { _ = try required(refused_count) }
        guard let positions = try array(UnsafePointer(positions), fix_count) else { return }
        let out = UnsafeMutableRawPointer(mutating: positions).assumingMemoryBound(to: Position.self)
        let offsets = try required(offsets)
        let arrays = try Arrays(
            anchors, anchor_count, measurements, count, results, fallback: UnsafeMutableRawPointer(out))
        guard fix_count < Int.max / 8 else { throw .outOfRange }
        var last = offsets[0]
        for index in 0...fix_count {
            guard offsets[index] >= last, offsets[index] <= UInt64(UInt(bitPattern: count)) else { throw .outOfRange }
            last = offsets[index]
        }
        var refused = 0
        for index in 0..<fix_count {
            let first = Int(truncatingIfNeeded: offsets[index])
            positioning.fix(
                arrays.measurements + first, count: Int(truncatingIfNeeded: offsets[index &+ 1]) &- first,
                anchors: arrays.anchors, anchorCount: anchor_count, results: arrays.results + first, into: out + index)
            refused &+= out[index].status == .ok ? 0 : 1
        }
        refused_count?.pointee = refused
    }
}

@implementation @_cdecl("rangekit_position_fix_f32")
public func rangekit_position_fix_f32(
    _ anchors_m: UnsafePointer<Float>!, _ ranges_m: UnsafePointer<Float>!, _ stddevs_m: UnsafePointer<Float>!,
    _ count: Int, _ dimensions: UInt32, _ position_m: UnsafeMutablePointer<Float>!,
    _ covariance_m2: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let position = try required(position_m)
        let covariance = try required(covariance_m2)
        guard count >= 0, count <= Int.max / 12 else { throw .outOfRange }
        guard let anchors = try array(anchors_m, count), let ranges = try array(ranges_m, count) else {
            throw .tooFewMeasurements
        }
        let stddevs = stddevs_m == nil ? nil : try required(stddevs_m)
        try RangeFixFloat.fix(
            anchors: anchors, ranges: ranges, stddevs: stddevs, count: count, dimensions: dimensions,
            position: position, covariance: covariance)
    }
}

@implementation @_cdecl("rangekit_position_dop")
public func rangekit_position_dop(
    _ anchors: UnsafePointer<rangekit_anchor>!, _ anchor_count: Int, _ place: UnsafePointer<rangekit_anchor>!,
    _ kind: Int32, _ dimensions: UInt32, _ dop: UnsafeMutablePointer<rangekit_dop>!
) -> rangekit_status {
    status { () throws(Status) in
        let dop = try required(dop)
        let place = try required(place)
        guard kind == RANGEKIT_DOP_RANGES || kind == RANGEKIT_DOP_DIFFERENCES else { throw .outOfRange }
        guard let anchors = try array(anchors, anchor_count) else { throw .tooFewMeasurements }
        let dilution = try Dilution(
            anchors: places(anchors), count: anchor_count, at: places(place).pointee,
            differences: kind == RANGEKIT_DOP_DIFFERENCES, dimensions: dimensions)
        dop.pointee = rangekit_dop(gdop: dilution.gdop, hdop: dilution.hdop, vdop: dilution.vdop)
    }
}
