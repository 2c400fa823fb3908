public import CRangeKit
import RangeKit

// The core's values lie in memory as the contract's structs do; `Tests/C/calibration.c` and the layout tests hold
// both to it.

extension rangekit_calibration_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CALIBRATION_OPTIONS_V1_SIZE) }
}

extension rangekit_calibration_fit: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CALIBRATION_FIT_V1_SIZE) }
}

extension rangekit_calibration_options {
    fileprivate init(_ options: Calibrator.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        loss = options.loss.rawValue
        loss_width = options.lossWidth ?? 0
        metres_per_tick = options.metresPerTick
        minimum_count = options.minimumCount
        knot_count = options.knotCount
        falling = options.falling ? 1 : 0
    }
}

extension Calibrator {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    fileprivate init(_ pointer: UnsafePointer<rangekit_calibration_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_calibration_options(Options()))
        guard given.reserved == 0 else { throw .unknownOption }
        guard given.falling <= 1 else { throw .outOfRange }
        var options = Options()
        options.loss = RobustLoss(rawValue: given.loss)
        options.lossWidth = given.loss_width == 0 ? nil : given.loss_width
        options.metresPerTick = given.metres_per_tick
        options.minimumCount = given.minimum_count
        options.knotCount = given.knot_count
        options.falling = given.falling == 1
        try self.init(options: options)
    }
}

extension rangekit_calibration_fit {
    fileprivate init(_ summary: Calibrator.Summary) {
        self.init()
        unknown_count = UInt32(clamping: summary.unknownCount)
        rank = UInt32(clamping: summary.rank)
        component_count = UInt32(clamping: summary.componentCount)
        row_count = UInt64(clamping: summary.rowCount)
        outlier_count = UInt64(clamping: summary.outlierCount)
        rmse_before_m = summary.rmseBeforeM
        rmse_after_m = summary.rmseAfterM
        scale_m = summary.scaleM
    }
}

/// A caller's array as the core has it. NULL is fine when it is empty.
@inline(__always)
private func elements<Element, Value>(
    _ pointer: UnsafePointer<Element>?, _ count: Int, as type: Value.Type
) throws(Status) -> UnsafeBufferPointer<Value> {
    guard let pointer = try array(pointer, count) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: UnsafeRawPointer(pointer).assumingMemoryBound(to: Value.self), count: count)
}

@inline(__always)
private func mutableElements<Element, Value>(
    _ pointer: UnsafeMutablePointer<Element>?, _ count: Int, as type: Value.Type
) throws(Status) -> UnsafeMutableBufferPointer<Value> {
    UnsafeMutableBufferPointer(mutating: try elements(UnsafePointer(pointer), count, as: type))
}

/// A workspace of `size` bytes, aligned to 8.
private func workspace(
    _ memory: UnsafeMutableRawPointer?, _ size: Int
) throws(Status) -> UnsafeMutableRawBufferPointer {
    let memory = try required(memory?.assumingMemoryBound(to: UInt64.self))
    // More than any object has is more than any fit needs.
    return UnsafeMutableRawBufferPointer(start: memory, count: size < 0 ? Int.max : size)
}

@implementation @_cdecl("rangekit_calibration_options_default")
public func rangekit_calibration_options_default(
    _ options: UnsafeMutablePointer<rangekit_calibration_options>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_calibration_options(Calibrator.Options()), to: options)
    }
}

@implementation @_cdecl("rangekit_calibration_fit_default")
public func rangekit_calibration_fit_default(
    _ fit: UnsafeMutablePointer<rangekit_calibration_fit>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_calibration_fit(), to: fit) }
}

@implementation @_cdecl("rangekit_calibration_workspace_size")
public func rangekit_calibration_workspace_size(_ unknown_count: Int, _ row_count: Int) -> Int {
    // As a size_t, -1 is SIZE_MAX.
    Calibrator.workspaceSize(unknowns: unknown_count, rows: row_count) ?? -1
}

@implementation @_cdecl("rangekit_calibration_fit_delays")
public func rangekit_calibration_fit_delays(
    _ options: UnsafePointer<rangekit_calibration_options>!, _ pairs: UnsafePointer<rangekit_calibration_pair>!,
    _ count: Int, _ devices: UnsafeMutablePointer<rangekit_calibration_device>!, _ device_count: Int,
    _ memory: UnsafeMutableRawPointer!, _ workspace_size: Int, _ fit: UnsafeMutablePointer<rangekit_calibration_fit>!
) -> rangekit_status {
    status { () throws(Status) in
        if fit != nil { _ = try writable(fit) }
        let calibrator = try Calibrator(options)
        let summary = try calibrator.fitDelays(
            try elements(pairs, count, as: CalibrationPair.self),
            devices: try mutableElements(devices, device_count, as: CalibrationDevice.self),
            workspace: try workspace(memory, workspace_size))
        if let fit { writeStruct(rangekit_calibration_fit(summary), to: fit) }
    }
}

@implementation @_cdecl("rangekit_calibration_fit_links")
public func rangekit_calibration_fit_links(
    _ options: UnsafePointer<rangekit_calibration_options>!, _ samples: UnsafePointer<rangekit_calibration_sample>!,
    _ count: Int, _ links: UnsafeMutablePointer<rangekit_calibration_link>!, _ link_count: Int,
    _ memory: UnsafeMutableRawPointer!, _ workspace_size: Int, _ fit: UnsafeMutablePointer<rangekit_calibration_fit>!
) -> rangekit_status {
    status { () throws(Status) in
        if fit != nil { _ = try writable(fit) }
        let calibrator = try Calibrator(options)
        let summary = try calibrator.fitLinks(
            try elements(samples, count, as: CalibrationSample.self),
            links: try mutableElements(links, link_count, as: CalibrationLink.self),
            workspace: try workspace(memory, workspace_size))
        if let fit { writeStruct(rangekit_calibration_fit(summary), to: fit) }
    }
}

@implementation @_cdecl("rangekit_calibration_fit_levels")
public func rangekit_calibration_fit_levels(
    _ options: UnsafePointer<rangekit_calibration_options>!, _ samples: UnsafePointer<rangekit_calibration_sample>!,
    _ count: Int, _ links: UnsafePointer<rangekit_calibration_link>!, _ link_count: Int,
    _ levels: UnsafeMutablePointer<rangekit_calibration_level>!, _ capacity: Int,
    _ level_count: UnsafeMutablePointer<Int>!, _ memory: UnsafeMutableRawPointer!, _ workspace_size: Int,
    _ fit: UnsafeMutablePointer<rangekit_calibration_fit>!
) -> rangekit_status {
    clear(level_count)
    return status { () throws(Status) in
        let levelCount = try required(level_count)
        if fit != nil { _ = try writable(fit) }
        let calibrator = try Calibrator(options)
        let result = try calibrator.fitLevels(
            try elements(samples, count, as: CalibrationSample.self),
            links: try elements(links, link_count, as: CalibrationLink.self),
            levels: try mutableElements(levels, capacity, as: CalibrationLevel.self),
            workspace: try workspace(memory, workspace_size))
        levelCount.pointee = result.count
        if let fit { writeStruct(rangekit_calibration_fit(result.summary), to: fit) }
    }
}

@implementation @_cdecl("rangekit_calibration_apply")
public func rangekit_calibration_apply(
    _ links: UnsafePointer<rangekit_calibration_link>!, _ link_count: Int,
    _ levels: UnsafePointer<rangekit_calibration_level>!, _ level_count: Int,
    _ samples: UnsafePointer<rangekit_calibration_sample>!, _ count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let calibration = try RangeCalibration(
            links: try elements(links, link_count, as: CalibrationLink.self),
            levels: try elements(levels, level_count, as: CalibrationLevel.self))
        if refused_count != nil { _ = try required(refused_count) }
        let samples = try elements(samples, count, as: CalibrationSample.self)
        guard let out = try array(UnsafePointer(ranges), count) else { return }
        let refused = writeRows(0, count, UnsafeMutablePointer(mutating: out)) { index in
            do throws(Status) {
                return rangekit_twr_range(try calibration.range(samples[index]))
            } catch {
                return rangekit_twr_range(error)
            }
        }
        refused_count?.pointee = refused
    }
}

@implementation @_cdecl("rangekit_calibration_encode")
public func rangekit_calibration_encode(
    _ links: UnsafePointer<rangekit_calibration_link>!, _ link_count: Int,
    _ devices: UnsafePointer<rangekit_calibration_device>!, _ device_count: Int,
    _ levels: UnsafePointer<rangekit_calibration_level>!, _ level_count: Int, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let links = try argument { () throws(Status) in try elements(links, link_count, as: CalibrationLink.self) }
        let devices = try argument { () throws(Status) in
            try elements(devices, device_count, as: CalibrationDevice.self)
        }
        let levels = try argument { () throws(Status) in try elements(levels, level_count, as: CalibrationLevel.self) }
        let writer = try CalibrationWriter(links: links, devices: devices, levels: levels)
        var measure = TextWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        writer.write(to: &measure)
        let needed = measure.length
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { buffer in
                var text = TextWriter(buffer)
                writer.write(to: &text)
            }
        }
    }
}

/// Room for what a file holds; an array that is NULL with a capacity of 0 is not wanted.
private func room<Element, Value>(
    _ pointer: UnsafeMutablePointer<Element>?, _ capacity: Int, needed: Int, as type: Value.Type
) throws(Status) -> UnsafeMutablePointer<Value>? {
    if pointer == nil, capacity == 0 { return nil }
    let pointer = try required(pointer)
    guard UInt(bitPattern: capacity) >= UInt(bitPattern: needed) else { throw .bufferTooSmall }
    return UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Value.self)
}

@implementation @_cdecl("rangekit_calibration_decode")
public func rangekit_calibration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ links: UnsafeMutablePointer<rangekit_calibration_link>!,
    _ link_capacity: Int, _ link_count: UnsafeMutablePointer<Int>!,
    _ devices: UnsafeMutablePointer<rangekit_calibration_device>!, _ device_capacity: Int,
    _ device_count: UnsafeMutablePointer<Int>!, _ levels: UnsafeMutablePointer<rangekit_calibration_level>!,
    _ level_capacity: Int, _ level_count: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(link_count)
    clear(device_count)
    clear(level_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let linkCount = try argument { () throws(Status) in try required(link_count) }
        let deviceCount = try argument { () throws(Status) in try required(device_count) }
        let levelCount = try argument { () throws(Status) in try required(level_count) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        var reader = try CalibrationReader(bytes)
        linkCount.pointee = reader.linkCount
        deviceCount.pointee = reader.deviceCount
        levelCount.pointee = reader.levelCount
        let links = try argument { () throws(Status) in
            try room(links, link_capacity, needed: linkCount.pointee, as: CalibrationLink.self)
        }
        let devices = try argument { () throws(Status) in
            try room(devices, device_capacity, needed: deviceCount.pointee, as: CalibrationDevice.self)
        }
        let levels = try argument { () throws(Status) in
            try room(levels, level_capacity, needed: levelCount.pointee, as: CalibrationLevel.self)
        }
        try reader.write(bytes, links: links, devices: devices, levels: levels)
    }
}
