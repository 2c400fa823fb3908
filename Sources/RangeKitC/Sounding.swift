public import CRangeKit
import RangeKit

extension rangekit_sounding_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SOUNDING_RESULT_V1_SIZE) }
}

extension rangekit_sounding_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SOUNDING_OPTIONS_V1_SIZE) }
}

extension SoundingEstimator: FixedHandleState {
    static var signature: UInt32 { 0x524B_4331 }  // "RKC1"
}

private typealias SoundingHandle = Handle<SoundingEstimator>

extension rangekit_sounding_options {
    fileprivate init(_ options: Sounding.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        tier = options.isFast ? RANGEKIT_SOUNDING_TIER_FAST : RANGEKIT_SOUNDING_TIER_FULL
        phase_only = options.phaseOnly ? 1 : 0
        minimum_tones = options.minimumTones
        offset_m = options.offsetM
        round_trip_offset_m = options.roundTripOffsetM
        limit_m = options.limitM
        lowest_distance_m = options.lowestDistanceM
        attack_limit = options.attackLimit
        average_count = options.averageCount
        stale_after_ns = options.staleAfterNs
    }
}

extension Sounding.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_sounding_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_sounding_options(Sounding.Options()))
        guard given.tier >= RANGEKIT_SOUNDING_TIER_FULL, given.tier <= RANGEKIT_SOUNDING_TIER_FAST,
            given.phase_only <= 1
        else {
            throw .outOfRange
        }
        self.init()
        isFast = given.tier == RANGEKIT_SOUNDING_TIER_FAST
        phaseOnly = given.phase_only == 1
        minimumTones = given.minimum_tones
        offsetM = given.offset_m
        roundTripOffsetM = given.round_trip_offset_m
        limitM = given.limit_m
        lowestDistanceM = given.lowest_distance_m
        attackLimit = given.attack_limit
        averageCount = given.average_count
        staleAfterNs = given.stale_after_ns
        try validate()
    }
}

extension rangekit_sounding_path {
    fileprivate init(_ path: Sounding.Path) {
        self.init()
        tone_count = path.toneCount
        guard path.hasDistance else { return }
        fields = RANGEKIT_SOUNDING_PATH_HAS_DISTANCE
        distance_m = path.distance.distanceM
        stddev_m = path.distance.stddevM
        delay_spread_m = path.delaySpreadM
        snr_db = path.snrDb
    }
}

extension rangekit_sounding_result {
    @inline(never)
    fileprivate init(_ result: borrowing Sounding.Result, ageNs: Int64) {
        self.init()
        time_ns = result.timeNs
        age_ns = ageNs
        causes = result.causes.rawValue
        source = result.source.rawValue
        if result.source != .none {
            fields |= RANGEKIT_SOUNDING_HAS_DISTANCE
            distance_m = result.distance.distanceM
            stddev_m = result.distance.stddevM
            low_m = result.distance.lowM
            high_m = result.distance.highM
            probability = result.probability
        }
        if let phase = result.phase {
            fields |= RANGEKIT_SOUNDING_HAS_PHASE
            phase_distance_m = phase.distanceM
            phase_stddev_m = phase.stddevM
            delay_spread_m = result.delaySpreadM
            ambiguity_m = result.ambiguityM
        }
        if let roundTrip = result.roundTrip {
            fields |= RANGEKIT_SOUNDING_HAS_ROUND_TRIP
            round_trip_distance_m = roundTrip.robustM
            round_trip_stddev_m = roundTrip.stddevM
            round_trip_median_m = roundTrip.medianM
        }
        if let velocity = result.velocity {
            fields |= RANGEKIT_SOUNDING_HAS_VELOCITY
            velocity_mps = velocity.mps
            velocity_stddev_mps = velocity.stddevMps
        }
        if let level = result.attackLevel {
            fields |= RANGEKIT_SOUNDING_HAS_ATTACK_LEVEL
            attack_level = level
        }
        round_trip_count = result.roundTripCount
        path_count = result.pathCount
        paths.0 = rangekit_sounding_path(result.paths.0)
        paths.1 = rangekit_sounding_path(result.paths.1)
        paths.2 = rangekit_sounding_path(result.paths.2)
        paths.3 = rangekit_sounding_path(result.paths.3)
    }
}

// Both sides lay tones and round trips out alike; a test compares their sizes and fields.
private func tones(
    _ pointer: UnsafePointer<rangekit_cs_tone>?, _ count: Int
) throws(Status) -> UnsafeBufferPointer<Sounding.Tone> {
    guard let pointer = try array(pointer, count) else { return UnsafeBufferPointer(start: nil, count: 0) }
    let bound = UnsafeRawPointer(pointer).assumingMemoryBound(to: Sounding.Tone.self)
    return UnsafeBufferPointer(start: bound, count: count)
}

private func roundTrips(
    _ pointer: UnsafePointer<rangekit_sounding_round_trip>?, _ count: Int
) throws(Status) -> UnsafeBufferPointer<Sounding.RoundTrip> {
    guard let pointer = try array(pointer, count) else { return UnsafeBufferPointer(start: nil, count: 0) }
    let bound = UnsafeRawPointer(pointer).assumingMemoryBound(to: Sounding.RoundTrip.self)
    return UnsafeBufferPointer(start: bound, count: count)
}

@implementation @_cdecl("rangekit_sounding_cause_name")
public func rangekit_sounding_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>! {
    cString(Sounding.Causes(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_sounding_options_default")
public func rangekit_sounding_options_default(
    _ options: UnsafeMutablePointer<rangekit_sounding_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_sounding_options(Sounding.Options()), to: options) }
}

@implementation @_cdecl("rangekit_sounding_result_default")
public func rangekit_sounding_result_default(
    _ result: UnsafeMutablePointer<rangekit_sounding_result>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_sounding_result(), to: result) }
}

@implementation @_cdecl("rangekit_sounding_round_trip_distance")
public func rangekit_sounding_round_trip_distance(
    _ round_trips: UnsafePointer<rangekit_sounding_round_trip>!, _ count: Int,
    _ median_m: UnsafeMutablePointer<Float>!, _ robust_m: UnsafeMutablePointer<Float>!,
    _ stddev_m: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let median = try required(median_m)
        if robust_m != nil { _ = try required(robust_m) }
        if stddev_m != nil { _ = try required(stddev_m) }
        let distance = try Sounding.roundTripDistance(try roundTrips(round_trips, count))
        median.pointee = distance.medianM
        robust_m?.pointee = distance.robustM
        stddev_m?.pointee = distance.stddevM
    }
}

@implementation @_cdecl("rangekit_sounding_size")
public func rangekit_sounding_size() -> Int {
    SoundingHandle.size
}

@implementation @_cdecl("rangekit_sounding_init")
public func rangekit_sounding_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_sounding_options>!,
    _ sounding: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(sounding)
        out.pointee = try SoundingHandle.initialize(memory, size, options: try Sounding.Options(options))
    }
}

@implementation @_cdecl("rangekit_sounding_create")
public func rangekit_sounding_create(
    _ options: UnsafePointer<rangekit_sounding_options>!, _ sounding: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(sounding)
        out.pointee = try SoundingHandle.create(options: try Sounding.Options(options))
    }
}

@implementation @_cdecl("rangekit_sounding_destroy")
public func rangekit_sounding_destroy(_ sounding: OpaquePointer!) {
    SoundingHandle.destroy(sounding)
}

@implementation @_cdecl("rangekit_sounding_reset")
public func rangekit_sounding_reset(_ sounding: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try SoundingHandle.state(sounding).pointee.reset() }
}

@implementation @_cdecl("rangekit_sounding_estimate")
public func rangekit_sounding_estimate(
    _ sounding: OpaquePointer!, _ time_ns: Int64, _ given_tones: UnsafePointer<rangekit_cs_tone>!,
    _ tone_count: Int, _ round_trips: UnsafePointer<rangekit_sounding_round_trip>!, _ round_trip_count: Int,
    _ result: UnsafeMutablePointer<rangekit_sounding_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try SoundingHandle.state(sounding)
        let out = try writable(result)
        let tones = try tones(given_tones, tone_count)
        let roundTrips = try roundTrips(round_trips, round_trip_count)
        let found = try state.estimate(timeNs: time_ns, tones: tones, roundTrips: roundTrips)
        writeStruct(rangekit_sounding_result(found, ageNs: 0), to: out)
    }
}

@implementation @_cdecl("rangekit_sounding_latest")
public func rangekit_sounding_latest(
    _ sounding: OpaquePointer!, _ now_ns: Int64, _ result: UnsafeMutablePointer<rangekit_sounding_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try SoundingHandle.state(sounding)
        let out = try writable(result)
        let latest = try state.latest(nowNs: now_ns)
        writeStruct(rangekit_sounding_result(latest.result, ageNs: latest.ageNs), to: out)
    }
}
