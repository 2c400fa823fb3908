public import CRangeKit
import RangeKit

extension rangekit_ranger_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_RANGER_OPTIONS_V1_SIZE) }
}

extension rangekit_nearby_object: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_NEARBY_OBJECT_V1_SIZE) }
}

extension Ranger: FixedHandleState {
    static var signature: UInt32 { 0x524B_5231 }  // "RKR1"
}

private typealias RangerHandle = Handle<Ranger>

extension Ranger.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    fileprivate init(_ pointer: UnsafePointer<rangekit_ranger_options>?) throws(Status) {
        self.init()
        guard pointer != nil else { return }
        let given = try readStruct(pointer, or: nil)
        peer = given.peer
        holdNs = given.hold_ns
        switch given.quality_preset {
        case RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK: quality = .unlock
        case RANGEKIT_QUALITY_MODEL_PRESET_FIND: quality = .find
        case RANGEKIT_QUALITY_MODEL_PRESET_GUIDE: quality = .guide
        case RANGEKIT_QUALITY_MODEL_PRESET_SOUND: quality = .sound
        default: throw .outOfRange
        }
        switch given.zone_preset {
        case RANGEKIT_ZONE_PRESET_PRESENCE: zone = .presence
        case RANGEKIT_ZONE_PRESET_UNLOCK: zone = .unlock
        case RANGEKIT_ZONE_PRESET_GUIDE: zone = .guide
        default: throw .outOfRange
        }
        try validate()
    }
}

extension rangekit_nearby_object {
    /// Nothing known, for want of a sample.
    fileprivate init(empty: Void) {
        self.init()
        distance_absence = Absence.noSample.rawValue
        direction_absence = Absence.noSample.rawValue
        angle_absence = Absence.noSample.rawValue
        vertical_absence = Absence.noSample.rawValue
        cause = -1
    }

    @inline(never)
    fileprivate init(_ object: NearbyObject) {
        self.init()
        time_ns = object.timeNs
        peer = object.peer
        distance_absence = object.distanceAbsence.rawValue
        direction_absence = object.directionAbsence.rawValue
        angle_absence = object.angleAbsence.rawValue
        vertical_absence = object.verticalAbsence.rawValue
        vertical = object.vertical.rawValue
        level = object.level.rawValue
        cause = object.cause?.rawValue ?? -1
        guidance = object.guidance.rawValue
        probability = object.probability ?? 0
        rate_hz = object.rateHz ?? 0
        age_ns = object.ageNs ?? 0
        zones_inside = object.zone.inside
        zones_entered = object.zone.entered
        zones_left = object.zone.left
        trend = object.zone.trend.rawValue
        convergence = object.convergence.rawValue
        locator_reasons = object.locatorReasons.rawValue
        if let value = object.distanceM {
            distance_m = value
            fields |= RANGEKIT_NEARBY_HAS_DISTANCE
        }
        if let value = object.distanceStddevM {
            distance_stddev_m = value
            fields |= RANGEKIT_NEARBY_HAS_STDDEV
        }
        if let value = object.speedMps {
            speed_mps = value
            fields |= RANGEKIT_NEARBY_HAS_SPEED
        }
        if let value = object.direction {
            direction = (value.x, value.y, value.z)
            fields |= RANGEKIT_NEARBY_HAS_DIRECTION
        }
        if let value = object.angleRad {
            angle_rad = value
            fields |= RANGEKIT_NEARBY_HAS_ANGLE
        }
        if let value = object.position {
            position_m = value
            fields |= RANGEKIT_NEARBY_HAS_POSITION
        }
        if object.isInView { fields |= RANGEKIT_NEARBY_IN_VIEW }
        if object.isFrontOrBack { fields |= RANGEKIT_NEARBY_FRONT_OR_BACK }
        if object.isLinkLost { fields |= RANGEKIT_NEARBY_LINK_LOST }
    }
}

@implementation @_cdecl("rangekit_ranger_options_default")
public func rangekit_ranger_options_default(
    _ options: UnsafeMutablePointer<rangekit_ranger_options>!
) -> rangekit_status {
    status { () throws(Status) in
        var initial = rangekit_ranger_options()
        initial.hold_ns = Ranger.Options().holdNs
        initial.quality_preset = RANGEKIT_QUALITY_MODEL_PRESET_FIND
        initial.zone_preset = RANGEKIT_ZONE_PRESET_GUIDE
        try writeDefault(initial, to: options)
    }
}

@implementation @_cdecl("rangekit_absence_name")
public func rangekit_absence_name(_ absence: Int32) -> UnsafePointer<CChar>! {
    cString(Absence(rawValue: absence).name)
}

@implementation @_cdecl("rangekit_nearby_object_default")
public func rangekit_nearby_object_default(
    _ object: UnsafeMutablePointer<rangekit_nearby_object>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_nearby_object(empty: ()), to: object) }
}

@implementation @_cdecl("rangekit_ranger_size")
public func rangekit_ranger_size() -> Int {
    RangerHandle.size
}

@implementation @_cdecl("rangekit_ranger_init")
public func rangekit_ranger_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_ranger_options>!,
    _ ranger: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(ranger)
        out.pointee = try RangerHandle.initialize(memory, size, options: try Ranger.Options(options))
    }
}

@implementation @_cdecl("rangekit_ranger_create")
public func rangekit_ranger_create(
    _ options: UnsafePointer<rangekit_ranger_options>!, _ ranger: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(ranger)
        out.pointee = try RangerHandle.create(options: try Ranger.Options(options))
    }
}

@implementation @_cdecl("rangekit_ranger_destroy")
public func rangekit_ranger_destroy(_ ranger: OpaquePointer!) {
    RangerHandle.destroy(ranger)
}

@implementation @_cdecl("rangekit_ranger_reset")
public func rangekit_ranger_reset(_ ranger: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try RangerHandle.state(ranger).pointee.reset() }
}

@implementation @_cdecl("rangekit_ranger_set_filter")
public func rangekit_ranger_set_filter(
    _ ranger: OpaquePointer!, _ options: UnsafePointer<rangekit_filter_options>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try RangerHandle.state(ranger)
        try state.pointee.use(try SampleFilter.Options(options))
    }
}

@implementation @_cdecl("rangekit_ranger_set_quality")
public func rangekit_ranger_set_quality(
    _ ranger: OpaquePointer!, _ options: UnsafePointer<rangekit_quality_model_options>!,
    _ fusion_options: UnsafePointer<rangekit_fusion_options>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try RangerHandle.state(ranger)
        try state.pointee.use(try QualityModel.Options(options, fusion_options))
    }
}

@implementation @_cdecl("rangekit_ranger_set_zone")
public func rangekit_ranger_set_zone(
    _ ranger: OpaquePointer!, _ options: UnsafePointer<rangekit_zone_options>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try RangerHandle.state(ranger)
        try state.pointee.use(try Zone.Options(options))
    }
}

@implementation @_cdecl("rangekit_ranger_use_locator")
public func rangekit_ranger_use_locator(
    _ ranger: OpaquePointer!, _ locator: OpaquePointer!, _ observer: UInt32
) -> rangekit_status {
    status { () throws(Status) in
        let state = try RangerHandle.state(ranger)
        let shared = locator == nil ? nil : try LocatorHandle.state(locator)
        try state.pointee.use(locator: shared, observer: index(observer))
    }
}

/// Runs what shows an object, and writes it.
private func show(
    _ ranger: OpaquePointer?, _ object: UnsafeMutablePointer<rangekit_nearby_object>?,
    _ body: (UnsafeMutablePointer<Ranger>) throws(Status) -> NearbyObject
) -> rangekit_status {
    status { () throws(Status) in
        let state = try RangerHandle.state(ranger)
        let out = object == nil ? nil : try writable(object)
        let shown = try body(state)
        if let out { writeStruct(rangekit_nearby_object(shown), to: out) }
    }
}

private func measure(
    _ state: UnsafeMutablePointer<Ranger>, _ sample: UnsafePointer<rangekit_range_sample>
) throws(Status) -> NearbyObject {
    guard sample.pointee.peer == state.pointee.peer else { throw .unknownPeer }
    return try state.pointee.measure(RangeSample(sample.pointee))
}

@implementation @_cdecl("rangekit_ranger_take")
public func rangekit_ranger_take(
    _ ranger: OpaquePointer!, _ event: UnsafePointer<rangekit_session_event>!,
    _ object: UnsafeMutablePointer<rangekit_nearby_object>!
) -> rangekit_status {
    show(ranger, object) { (state) throws(Status) in
        let given = try checkStruct(event).pointer
        guard given.pointee.event != RANGEKIT_SESSION_EVENT_SAMPLE else {
            var sample = given.pointee.sample
            return try withUnsafePointer(to: &sample) { (sample) throws(Status) in try measure(state, sample) }
        }
        let kind = UInt8(exactly: given.pointee.event).flatMap { SessionEventKind(rawValue: $0) } ?? .nothing
        return try state.pointee.take(kind, detail: given.pointee.reason, at: given.pointee.time_ns)
    }
}

@implementation @_cdecl("rangekit_ranger_measure")
public func rangekit_ranger_measure(
    _ ranger: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ object: UnsafeMutablePointer<rangekit_nearby_object>!
) -> rangekit_status {
    show(ranger, object) { (state) throws(Status) in try measure(state, try required(sample)) }
}

@implementation @_cdecl("rangekit_ranger_advance")
public func rangekit_ranger_advance(
    _ ranger: OpaquePointer!, _ time_ns: Int64, _ object: UnsafeMutablePointer<rangekit_nearby_object>!
) -> rangekit_status {
    show(ranger, object) { (state) throws(Status) in try state.pointee.advance(to: time_ns) }
}
