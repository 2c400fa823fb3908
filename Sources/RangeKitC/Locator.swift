public import CRangeKit
import RangeKit

extension rangekit_locator_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_LOCATOR_OPTIONS_V1_SIZE) }
}

extension rangekit_locator_estimate: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_LOCATOR_ESTIMATE_V1_SIZE) }
}

extension Locator: FixedHandleState {
    static var signature: UInt32 { 0x524B_4C31 }  // "RKL1"
}

typealias LocatorHandle = Handle<Locator>

extension rangekit_locator_options {
    fileprivate init(_ options: Locator.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        up = options.up.rawValue
        distance_stddev_m = options.distanceStddevM
        angle_stddev_rad = options.angleStddevRad
        bias_m = options.biasM
        bias_stddev_m = options.biasStddevM
        converged_stddev_m = options.convergedStddevM
        maximum_speed_mps = options.maximumSpeedMps
        target_speed_mps = options.targetSpeedMps
        minimum_light_lux = options.minimumLightLux
        pose_gap_ns = options.poseGapNs
    }
}

extension Locator.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_locator_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_locator_options(Locator.Options()))
        self.init()
        up = Locator.Up(rawValue: given.up)
        distanceStddevM = given.distance_stddev_m
        angleStddevRad = given.angle_stddev_rad
        biasM = given.bias_m
        biasStddevM = given.bias_stddev_m
        convergedStddevM = given.converged_stddev_m
        maximumSpeedMps = given.maximum_speed_mps
        targetSpeedMps = given.target_speed_mps
        minimumLightLux = given.minimum_light_lux
        poseGapNs = given.pose_gap_ns
        try validate()
    }
}

@implementation @_cdecl("rangekit_locator_options_default")
public func rangekit_locator_options_default(
    _ options: UnsafeMutablePointer<rangekit_locator_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_locator_options(Locator.Options()), to: options) }
}

@implementation @_cdecl("rangekit_locator_estimate_default")
public func rangekit_locator_estimate_default(
    _ estimate: UnsafeMutablePointer<rangekit_locator_estimate>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_locator_estimate(), to: estimate) }
}

@implementation @_cdecl("rangekit_locator_size")
public func rangekit_locator_size() -> Int {
    LocatorHandle.size
}

@implementation @_cdecl("rangekit_locator_init")
public func rangekit_locator_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_locator_options>!,
    _ locator: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(locator)
        out.pointee = try LocatorHandle.initialize(memory, size, options: try Locator.Options(options))
    }
}

@implementation @_cdecl("rangekit_locator_create")
public func rangekit_locator_create(
    _ options: UnsafePointer<rangekit_locator_options>!, _ locator: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(locator)
        out.pointee = try LocatorHandle.create(options: try Locator.Options(options))
    }
}

@implementation @_cdecl("rangekit_locator_destroy")
public func rangekit_locator_destroy(_ locator: OpaquePointer!) {
    LocatorHandle.destroy(locator)
}

@implementation @_cdecl("rangekit_locator_reset")
public func rangekit_locator_reset(_ locator: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in Locator.reset(try LocatorHandle.state(locator)) }
}

/// A number of the caller's that fits an index, or one that no index is.
@inline(__always)
func index(_ number: UInt32) -> Int {
    Int(Int32(clamping: number))
}

@implementation @_cdecl("rangekit_locator_set_antenna")
public func rangekit_locator_set_antenna(
    _ locator: OpaquePointer!, _ observer: UInt32, _ antenna: UInt32, _ offset_m: UnsafePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        let offset = try required(offset_m)
        try state.pointee.setAntenna(
            index(antenna), of: index(observer), offsetM: (offset[0], offset[1], offset[2]))
    }
}

@implementation @_cdecl("rangekit_locator_set_height")
public func rangekit_locator_set_height(
    _ locator: OpaquePointer!, _ peer: UInt32, _ height_m: Double, _ height_stddev_m: Float
) -> rangekit_status {
    status { () throws(Status) in
        try LocatorHandle.state(locator).pointee.setHeight(height_m, stddevM: height_stddev_m, of: peer)
    }
}

@implementation @_cdecl("rangekit_locator_set_motion")
public func rangekit_locator_set_motion(
    _ locator: OpaquePointer!, _ peer: UInt32, _ state: Int32
) -> rangekit_status {
    status { () throws(Status) in
        try LocatorHandle.state(locator).pointee.setMotion(Locator.TargetMotion(rawValue: state), of: peer)
    }
}

@implementation @_cdecl("rangekit_locator_remove")
public func rangekit_locator_remove(_ locator: OpaquePointer!, _ peer: UInt32) -> rangekit_status {
    status { () throws(Status) in try LocatorHandle.state(locator).pointee.remove(peer) }
}
