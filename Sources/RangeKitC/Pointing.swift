public import CRangeKit
import RangeKit

extension rangekit_pointing_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_POINTING_OPTIONS_V1_SIZE) }
}

extension Pointing: FixedHandleState {
    static var signature: UInt32 { 0x524B_5031 }  // "RKP1"
}

private typealias PointingHandle = Handle<Pointing>

extension rangekit_pointing_options {
    fileprivate init(_ options: Pointing.Options) {
        self.init(
            struct_size: UInt32(MemoryLayout<Self>.size), cone_in_rad: options.coneInRad,
            cone_out_rad: options.coneOutRad, distance_in_m: options.distanceInM, distance_out_m: options.distanceOutM,
            frames_in: options.framesIn, frames_out: options.framesOut,
            switch_advantage_rad: options.switchAdvantageRad, twist_rad: options.twistRad, reserved: 0,
            timeout_ns: options.timeoutNs)
    }
}

extension Pointing.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_pointing_options>?) throws(Status) {
        self.init()
        let given = try readStruct(pointer, or: rangekit_pointing_options(self))
        guard given.reserved == 0 else { throw .unknownOption }
        coneInRad = given.cone_in_rad
        coneOutRad = given.cone_out_rad
        distanceInM = given.distance_in_m
        distanceOutM = given.distance_out_m
        framesIn = given.frames_in
        framesOut = given.frames_out
        switchAdvantageRad = given.switch_advantage_rad
        twistRad = given.twist_rad
        timeoutNs = given.timeout_ns
        try validate()
    }
}

extension Pointing.Target {
    // The bits of `fields` are those of `present`.
    @inline(__always)
    fileprivate init(_ target: rangekit_pointing_target) throws(Status) {
        let known =
            RANGEKIT_POINTING_TARGET_HAS_AZIMUTH | RANGEKIT_POINTING_TARGET_HAS_ELEVATION
            | RANGEKIT_POINTING_TARGET_HAS_DISTANCE | RANGEKIT_POINTING_TARGET_HAS_STDDEV
        guard target.fields & ~known == 0 else { throw .unknownOption }
        self.init(
            id: target.id, present: target.fields, azimuthRad: target.azimuth_rad, elevationRad: target.elevation_rad,
            distanceM: target.distance_m, angleStddevRad: target.angle_stddev_rad)
    }
}

extension rangekit_pointing_result {
    @inline(__always)
    fileprivate init(_ outcome: Pointing.Outcome) {
        self.init()
        state = outcome.state.rawValue
        gesture = outcome.gesture.rawValue
        progress = outcome.progress
        if outcome.didLock { fields |= RANGEKIT_POINTING_DID_LOCK }
        if outcome.didRelease { fields |= RANGEKIT_POINTING_DID_RELEASE }
        if let targetID = outcome.targetID {
            target_id = targetID
            if let angleRad = outcome.angleRad {
                fields |= RANGEKIT_POINTING_HAS_ANGLE
                angle_rad = angleRad
            }
            fields |= RANGEKIT_POINTING_HAS_TARGET
        }
        if let twistRad = outcome.twistRad {
            fields |= RANGEKIT_POINTING_HAS_TWIST
            twist_rad = twistRad
        }
    }
}

@implementation @_cdecl("rangekit_pointing_state_name")
public func rangekit_pointing_state_name(_ state: Int32) -> UnsafePointer<CChar>! {
    cString(Pointing.State(rawValue: state).name)
}

@implementation @_cdecl("rangekit_pointing_gesture_name")
public func rangekit_pointing_gesture_name(_ gesture: Int32) -> UnsafePointer<CChar>! {
    cString(Pointing.Gesture(rawValue: gesture).name)
}

@implementation @_cdecl("rangekit_pointing_options_default")
public func rangekit_pointing_options_default(
    _ options: UnsafeMutablePointer<rangekit_pointing_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_pointing_options(Pointing.Options()), to: options) }
}

@implementation @_cdecl("rangekit_pointing_size")
public func rangekit_pointing_size() -> Int {
    PointingHandle.size
}

@implementation @_cdecl("rangekit_pointing_init")
public func rangekit_pointing_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_pointing_options>!,
    _ pointing: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(pointing)
        out.pointee = try PointingHandle.initialize(memory, size, options: try Pointing.Options(options))
    }
}

@implementation @_cdecl("rangekit_pointing_create")
public func rangekit_pointing_create(
    _ options: UnsafePointer<rangekit_pointing_options>!, _ pointing: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(pointing)
        out.pointee = try PointingHandle.create(options: try Pointing.Options(options))
    }
}

@implementation @_cdecl("rangekit_pointing_destroy")
public func rangekit_pointing_destroy(_ pointing: OpaquePointer!) {
    PointingHandle.destroy(pointing)
}

@implementation @_cdecl("rangekit_pointing_reset")
public func rangekit_pointing_reset(_ pointing: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try PointingHandle.state(pointing).pointee.reset() }
}

@implementation @_cdecl("rangekit_pointing_update")
public func rangekit_pointing_update(
    _ pointing: OpaquePointer!, _ time_ns: Int64, _ targets: UnsafePointer<rangekit_pointing_target>!, _ count: Int,
    _ roll_rad: UnsafePointer<Float>!, _ result: UnsafeMutablePointer<rangekit_pointing_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try PointingHandle.state(pointing)
        if roll_rad != nil { _ = try required(roll_rad) }
        if result != nil { _ = try required(result) }
        guard UInt(bitPattern: count) <= UInt(Pointing.targetCapacity) else { throw .tooLarge }
        let given = try array(targets, count)
        var read = InlineArray<8, Pointing.Target>(repeating: Pointing.Target(id: 0, azimuthRad: nil))
        if let given {
            for index in 0..<count { read[index] = try Pointing.Target(given[index]) }
        }
        let outcome = try withUnsafePointer(to: &read) { pointer throws(Status) in
            let first = UnsafeRawPointer(pointer).assumingMemoryBound(to: Pointing.Target.self)
            return try state.pointee.update(
                timeNs: time_ns, targets: UnsafeBufferPointer(start: first, count: count), rollRad: roll_rad?.pointee)
        }
        result?.pointee = rangekit_pointing_result(outcome)
    }
}
