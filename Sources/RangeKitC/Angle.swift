public import CRangeKit
import RangeKit

extension rangekit_angle_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_ANGLE_OPTIONS_V1_SIZE) }
}

extension rangekit_angle_result: ResultRow {
    static var statusOffset: Int { 36 }
}

extension rangekit_angle_vector: ResultRow {
    static var statusOffset: Int { 28 }
}

extension rangekit_angle_pair: ResultRow {
    static var statusOffset: Int { 28 }
}

extension rangekit_angle_options {
    fileprivate init(_ options: AntennaPair.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        spacing_m = options.spacingM
        wavelength_m = options.wavelengthM
        offset_rad = options.offsetRad
        pdoa_stddev_rad = options.pdoaStddevRad
        clamp_sigmas = options.clampSigmas
    }
}

extension AntennaPair {
    @inline(never)
    fileprivate init(
        _ pointer: UnsafePointer<rangekit_angle_options>?, _ table: UnsafePointer<rangekit_angle_table_point>?,
        _ tableCount: Int
    ) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_angle_options(Options()))
        guard given.reserved == 0 else { throw .unknownOption }
        var options = Options()
        options.spacingM = given.spacing_m
        options.wavelengthM = given.wavelength_m
        options.offsetRad = given.offset_rad
        options.pdoaStddevRad = given.pdoa_stddev_rad
        options.clampSigmas = given.clamp_sigmas
        try self.init(options: options, table: try pairs(table, tableCount), count: tableCount)
    }

    @inline(never)
    fileprivate func row(
        _ given: UnsafePointer<rangekit_angle_measurement>
    ) throws(Status) -> rangekit_angle_result {
        let has = given.pointee.fields
        var measurement = PhaseDifference(pdoaRad: given.pointee.pdoa_rad)
        if has & RANGEKIT_ANGLE_HAS_PDOA_STDDEV != 0 { measurement.pdoaStddevRad = given.pointee.pdoa_stddev_rad }
        if has & RANGEKIT_ANGLE_HAS_PRIOR != 0 {
            measurement.prior = (given.pointee.prior_rad, given.pointee.prior_stddev_rad)
        }
        if has & RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE != 0 {
            measurement.pathDifference = (given.pointee.path_difference_m, given.pointee.path_difference_stddev_m)
        }
        let found = try angle(measurement)
        var row = rangekit_angle_result(
            angle_rad: found.angleRad, mirror_rad: found.mirrorRad, stddev_rad: Float(found.stddevRad),
            probability: Float(found.probability), turns: found.turns, candidates: found.candidates, fields: 0,
            status: RANGEKIT_OK)
        if found.isClamped { row.fields |= RANGEKIT_ANGLE_CLAMPED }
        if found.isWrapOpen { row.fields |= RANGEKIT_ANGLE_WRAP_OPEN }
        if found.isFrontBackOpen { row.fields |= RANGEKIT_ANGLE_FRONT_BACK_OPEN }
        return row
    }
}

/// One number in, one out.
@inline(never)
private func number(
    _ value: Double, _ out: UnsafeMutablePointer<Double>?, _ convert: (Double) -> Double
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(out)
        guard value.isFinite else { throw .notFinite }
        guard value.magnitude <= 1e6 else { throw .outOfRange }
        out.pointee = convert(value)
    }
}

@implementation @_cdecl("rangekit_angle_normalize")
public func rangekit_angle_normalize(
    _ angle_rad: Double, _ normalized_rad: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    number(angle_rad, normalized_rad) { Angle.normalized($0) }
}

@implementation @_cdecl("rangekit_angle_normalize_deg")
public func rangekit_angle_normalize_deg(
    _ angle_deg: Double, _ normalized_deg: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    number(angle_deg, normalized_deg) { Angle.normalizedDeg($0) }
}

@implementation @_cdecl("rangekit_angle_wavelength")
public func rangekit_angle_wavelength(
    _ uwb_channel: UInt32, _ wavelength_m: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(wavelength_m)
        out.pointee = try Angle.wavelengthM(uwbChannel: uwb_channel)
    }
}

@implementation @_cdecl("rangekit_angle_pdoa_from_dw3000")
public func rangekit_angle_pdoa_from_dw3000(
    _ register_value: Int32, _ pdoa_rad: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(pdoa_rad)
        out.pointee = try Angle.pdoaRad(dw3000Register: register_value)
    }
}

@implementation @_cdecl("rangekit_angle_options_default")
public func rangekit_angle_options_default(
    _ options: UnsafeMutablePointer<rangekit_angle_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_angle_options(AntennaPair.Options()), to: options) }
}

@implementation @_cdecl("rangekit_angle_table")
public func rangekit_angle_table(
    _ table: Int32, _ points: UnsafeMutablePointer<rangekit_angle_table_point>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    let table = AngleTable(rawValue: table)
    return status { () throws(Status) in
        try writePoints(points, capacity, count, needed: table.count) { table.write(to: $0) }
    }
}

@implementation @_cdecl("rangekit_angle_from_pdoa")
public func rangekit_angle_from_pdoa(
    _ options: UnsafePointer<rangekit_angle_options>!, _ table: UnsafePointer<rangekit_angle_table_point>!,
    _ table_count: Int, _ measurement: UnsafePointer<rangekit_angle_measurement>!,
    _ result: UnsafeMutablePointer<rangekit_angle_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let antennas = try AntennaPair(options, table, table_count)
        try oneRow(measurement, result) { measurement throws(Status) in try antennas.row(measurement) }
    }
}

@implementation @_cdecl("rangekit_angle_from_pdoa_batch")
public func rangekit_angle_from_pdoa_batch(
    _ options: UnsafePointer<rangekit_angle_options>!, _ table: UnsafePointer<rangekit_angle_table_point>!,
    _ table_count: Int, _ measurements: UnsafePointer<rangekit_angle_measurement>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_angle_result>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let antennas = try AntennaPair(options, table, table_count)
        try eachRow(measurements, count, results, refused_count) { measurement throws(Status) in
            try antennas.row(measurement)
        }
    }
}
