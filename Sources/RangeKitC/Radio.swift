public import CRangeKit
import RangeKit

extension rangekit_radio: SizedStruct, Mirror {
    static var smallestSize: Int { Int(RANGEKIT_RADIO_V1_SIZE) }
}

extension rangekit_pace_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PACE_OPTIONS_V1_SIZE) }
}

extension rangekit_pace_state: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PACE_STATE_V1_SIZE) }
}

extension rangekit_pace: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PACE_V1_SIZE) }
}

extension Radio: Mirror {}

@implementation @_cdecl("rangekit_radio_default")
public func rangekit_radio_default(_ radio: UnsafeMutablePointer<rangekit_radio>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_radio(), to: radio) }
}

@implementation @_cdecl("rangekit_radio_preset")
public func rangekit_radio_preset(_ preset: Int32, _ radio: UnsafeMutablePointer<rangekit_radio>!) -> rangekit_status {
    status { () throws(Status) in
        let chosen: Radio
        switch preset {
        case RANGEKIT_RADIO_PRESET_FIRA: chosen = .fira
        case RANGEKIT_RADIO_PRESET_ANDROID: chosen = .android
        case RANGEKIT_RADIO_PRESET_IPHONE: chosen = .iPhone
        default: throw .outOfRange
        }
        try writeDefault(mirrored(chosen) as rangekit_radio, to: radio)
    }
}

@implementation @_cdecl("rangekit_radio_reason_name")
public func rangekit_radio_reason_name(_ reason: Int32) -> UnsafePointer<CChar>! {
    cString(RadioFinding.reasonName(reason))
}

@implementation @_cdecl("rangekit_radio_feasible")
public func rangekit_radio_feasible(
    _ radio: UnsafePointer<rangekit_radio>!, _ wanted: UnsafePointer<rangekit_parameters>!,
    _ nearest: UnsafeMutablePointer<rangekit_parameters>!, _ findings: UnsafeMutablePointer<rangekit_radio_finding>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let count = try required(count)
        let out = try outputArray(findings, capacity, as: RadioFinding.self)
        let choices: Radio = mirrored(try readStruct(radio, or: nil))
        try choices.validate()
        var parameters = try SessionParameters(wanted)
        let result = nearest == nil ? nil : try writable(nearest)
        var found = 0
        choices.makeFeasible(&parameters) {
            if found < out.count { out[found] = $0 }
            found &+= 1
        }
        count.pointee = found
        if let result { writeStruct(rangekit_parameters(parameters), to: result) }
    }
}

@implementation @_cdecl("rangekit_pace_interval_ms")
public func rangekit_pace_interval_ms(_ technology: Int32, _ rate: Int32) -> UInt32 {
    Pace.Rate(rawValue: rate).intervalMs(Technology(rawValue: technology)) ?? 0
}

@implementation @_cdecl("rangekit_pace_name")
public func rangekit_pace_name(_ rate: Int32) -> UnsafePointer<CChar>! {
    cString(Pace.Rate(rawValue: rate).name)
}

extension rangekit_pace_options {
    fileprivate init(_ options: Pace.Options) {
        self.init()
        technology = options.technology.rawValue
        still_stop_ns = options.stillStopNs
        absent_stop_ns = options.absentStopNs
        active_stop_ns = options.activeStopNs
        exchange_us = options.exchangeUs
        samples_needed = options.samplesNeeded
        walking_mps = options.walkingMps
    }
}

extension Pace.Options {
    fileprivate init(_ pointer: UnsafePointer<rangekit_pace_options>?) throws(Status) {
        self.init()
        guard pointer != nil else { return }
        let given = try readStruct(pointer, or: nil)
        guard given.reserved == 0 else { throw .unknownOption }
        technology = Technology(rawValue: given.technology)
        stillStopNs = given.still_stop_ns
        absentStopNs = given.absent_stop_ns
        activeStopNs = given.active_stop_ns
        exchangeUs = given.exchange_us
        samplesNeeded = given.samples_needed
        walkingMps = given.walking_mps
        try validate()
    }
}

extension Pace.State {
    fileprivate init(_ pointer: UnsafePointer<rangekit_pace_state>?) throws(Status) {
        let given = try readStruct(pointer, or: nil)
        guard given.fields & ~0x1F == 0 else { throw .unknownOption }
        self.init()
        stillNs = given.still_ns
        absentNs = given.absent_ns
        activeNs = given.active_ns
        isInside = given.fields & RANGEKIT_PACE_INSIDE != 0
        isMoving = given.fields & RANGEKIT_PACE_MOVING != 0
        isStill = given.fields & RANGEKIT_PACE_STILL != 0
        if given.fields & RANGEKIT_PACE_HAS_BOUNDARY != 0 { boundaryM = given.boundary_m }
        if given.fields & RANGEKIT_PACE_HAS_SPEED != 0 { speedMps = given.speed_mps }
        try validate()
    }
}

@implementation @_cdecl("rangekit_pace_options_default")
public func rangekit_pace_options_default(_ options: UnsafeMutablePointer<rangekit_pace_options>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_pace_options(Pace.Options()), to: options) }
}

@implementation @_cdecl("rangekit_pace_state_default")
public func rangekit_pace_state_default(_ state: UnsafeMutablePointer<rangekit_pace_state>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_pace_state(), to: state) }
}

@implementation @_cdecl("rangekit_pace_default")
public func rangekit_pace_default(_ pace: UnsafeMutablePointer<rangekit_pace>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_pace(), to: pace) }
}

@implementation @_cdecl("rangekit_pace_choose")
public func rangekit_pace_choose(
    _ options: UnsafePointer<rangekit_pace_options>!, _ state: UnsafePointer<rangekit_pace_state>!,
    _ pace: UnsafeMutablePointer<rangekit_pace>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(pace)
        let chosen = Pace(try Pace.State(state), options: try Pace.Options(options))
        var result = rangekit_pace()
        result.rate = chosen.rate.rawValue
        result.cause = chosen.cause.rawValue
        result.interval_ms = chosen.intervalMs
        result.radio_ms_per_minute = chosen.radioMsPerMinute
        writeStruct(result, to: out)
    }
}
