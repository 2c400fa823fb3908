public import CRangeKit
import RangeKit

extension rangekit_zone_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_ZONE_OPTIONS_V1_SIZE) }
}

extension Zone: FixedHandleState {
    static var signature: UInt32 { 0x524B_5A31 }  // "RKZ1"
}

private typealias ZoneHandle = Handle<Zone>

extension rangekit_zone_ring {
    fileprivate init(_ ring: Zone.Ring) {
        self.init(
            dwell_ns: ring.dwellNs, enter_m: ring.enterM, leave_m: ring.leaveM, max_speed_mps: ring.maxSpeedMps ?? 0,
            stddevs: ring.stddevs, enter_count: ring.enterCount, leave_count: ring.leaveCount)
    }
}

extension Zone.Ring {
    fileprivate init(_ ring: rangekit_zone_ring) {
        self.init(
            enterM: ring.enter_m, leaveM: ring.leave_m, enterCount: ring.enter_count, leaveCount: ring.leave_count,
            dwellNs: ring.dwell_ns, maxSpeedMps: ring.max_speed_mps == 0 ? nil : ring.max_speed_mps,
            stddevs: ring.stddevs)
    }
}

/// The rings of an options struct, as the array that they are.
private func withRings<Result>(
    _ options: inout rangekit_zone_options, _ body: (UnsafeMutablePointer<rangekit_zone_ring>) -> Result
) -> Result {
    withUnsafeMutablePointer(to: &options.rings) {
        body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: rangekit_zone_ring.self))
    }
}

extension rangekit_zone_options {
    @inline(never)
    fileprivate mutating func fill(from options: inout Zone.Options) {
        struct_size = UInt32(MemoryLayout<Self>.size)
        ring_count = options.ringCount
        timeout_ns = options.timeoutNs
        approach_speed_mps = options.approachSpeedMps
        jump_speed_mps = options.jumpSpeedMps
        default_stddev_m = options.defaultStddevM
        withRings(&self) { rings in
            for index in 0..<Int(options.ringCount) { rings[index] = rangekit_zone_ring(options.ring(index)) }
        }
    }
}

extension Zone.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    init(_ pointer: UnsafePointer<rangekit_zone_options>?) throws(Status) {
        guard pointer != nil else {
            self = .presence
            return
        }
        self.init()
        let given = try structInPlace(pointer)
        guard given.pointee.reserved == 0 else { throw .unknownOption }
        guard given.pointee.ring_count <= UInt32(RANGEKIT_ZONE_RING_CAPACITY) else { throw .outOfRange }
        timeoutNs = given.pointee.timeout_ns
        approachSpeedMps = given.pointee.approach_speed_mps
        jumpSpeedMps = given.pointee.jump_speed_mps
        defaultStddevM = given.pointee.default_stddev_m
        // The rings are the end of the struct.
        let ringsSize = Int(RANGEKIT_ZONE_RING_CAPACITY) * MemoryLayout<rangekit_zone_ring>.stride
        let start = UnsafeRawPointer(given) + (MemoryLayout<rangekit_zone_options>.size &- ringsSize)
        let rings = start.assumingMemoryBound(to: rangekit_zone_ring.self)
        for index in 0..<Int(given.pointee.ring_count) { try append(Zone.Ring(rings[index])) }
        try Self.validate(&self)
    }
}

extension rangekit_zone_result {
    @inline(__always)
    fileprivate init(_ outcome: Zone.Outcome) {
        self.init()
        inside = outcome.inside
        dwelling = outcome.dwelling
        entered = outcome.entered
        dwelt = outcome.dwelt
        left = outcome.left
        causes = outcome.causes.rawValue
        trend = outcome.trend.rawValue
        if let distanceM = outcome.distanceM {
            fields |= RANGEKIT_ZONE_HAS_DISTANCE
            distance_m = distanceM
        }
        if let speedMps = outcome.speedMps {
            fields |= RANGEKIT_ZONE_HAS_SPEED
            speed_mps = speedMps
        }
    }
}

/// One sample in, and what it did; the single and the batch form share it.
@inline(never)
private func update(
    _ zone: UnsafeMutablePointer<Zone>, _ sample: UnsafePointer<rangekit_range_sample>,
    _ result: UnsafeMutablePointer<rangekit_zone_result>?
) throws(Status) {
    let outcome = try zone.pointee.update(with: RangeSample(sample.pointee))
    if let result { result.pointee = rangekit_zone_result(outcome) }
}

@implementation @_cdecl("rangekit_zone_trend_name")
public func rangekit_zone_trend_name(_ trend: Int32) -> UnsafePointer<CChar>! {
    cString(Zone.Trend(rawValue: trend).name)
}

@implementation @_cdecl("rangekit_zone_cause_name")
public func rangekit_zone_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>! {
    cString(Zone.Causes(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_zone_options_default")
public func rangekit_zone_options_default(_ options: UnsafeMutablePointer<rangekit_zone_options>!) -> rangekit_status {
    rangekit_zone_options_preset(RANGEKIT_ZONE_PRESET_PRESENCE, options)
}

@implementation @_cdecl("rangekit_zone_options_preset")
public func rangekit_zone_options_preset(
    _ preset: Int32, _ options: UnsafeMutablePointer<rangekit_zone_options>!
) -> rangekit_status {
    status { () throws(Status) in
        var chosen: Zone.Options
        switch preset {
        case RANGEKIT_ZONE_PRESET_PRESENCE: chosen = .presence
        case RANGEKIT_ZONE_PRESET_UNLOCK: chosen = .unlock
        case RANGEKIT_ZONE_PRESET_GUIDE: chosen = .guide
        default: throw .outOfRange
        }
        var given = rangekit_zone_options()
        given.fill(from: &chosen)
        try writeDefault(from: &given, to: options)
    }
}

@implementation @_cdecl("rangekit_zone_size")
public func rangekit_zone_size() -> Int {
    ZoneHandle.size
}

@implementation @_cdecl("rangekit_zone_init")
public func rangekit_zone_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_zone_options>!,
    _ zone: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(zone)
        out.pointee = try ZoneHandle.initialize(memory, size, options: try Zone.Options(options))
    }
}

@implementation @_cdecl("rangekit_zone_create")
public func rangekit_zone_create(
    _ options: UnsafePointer<rangekit_zone_options>!, _ zone: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(zone)
        out.pointee = try ZoneHandle.create(options: try Zone.Options(options))
    }
}

@implementation @_cdecl("rangekit_zone_destroy")
public func rangekit_zone_destroy(_ zone: OpaquePointer!) {
    ZoneHandle.destroy(zone)
}

@implementation @_cdecl("rangekit_zone_reset")
public func rangekit_zone_reset(_ zone: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try ZoneHandle.state(zone).pointee.reset() }
}

@implementation @_cdecl("rangekit_zone_update")
public func rangekit_zone_update(
    _ zone: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ result: UnsafeMutablePointer<rangekit_zone_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try ZoneHandle.state(zone)
        let sample = try required(sample)
        if result != nil { _ = try required(result) }
        try update(state, sample, result)
    }
}

@implementation @_cdecl("rangekit_zone_update_batch")
public func rangekit_zone_update_batch(
    _ zone: OpaquePointer!, _ samples: UnsafePointer<rangekit_range_sample>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_zone_result>!, _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try ZoneHandle.state(zone)
        if results != nil { _ = try required(results) }
        if accepted_count != nil { _ = try required(accepted_count) }
        var accepted = 0
        defer { accepted_count?.pointee = accepted }
        guard let samples = try array(samples, count) else { return }
        while accepted < count {
            try update(state, samples + accepted, results.map { $0 + accepted })
            accepted &+= 1
        }
    }
}
