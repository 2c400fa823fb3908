public import CRangeKit
import RangeKit

extension rangekit_device_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_DEVICE_OPTIONS_V1_SIZE) }

    fileprivate init(_ options: Device.Options) {
        self.init(
            struct_size: UInt32(MemoryLayout<Self>.size), session_capacity: options.sessionCapacity,
            session_limit: options.sessionLimit, extended_limit: options.extendedLimit)
    }
}

extension rangekit_device_info: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_DEVICE_INFO_V1_SIZE) }
}

extension Device.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_device_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_device_options(Self()))
        self.init()
        sessionCapacity = given.session_capacity
        sessionLimit = given.session_limit
        extendedLimit = given.extended_limit
        try validate()
    }
}

extension Device: HandleState {
    static var signature: UInt32 { 0x524B_4431 }  // "RKD1"

    static func initialize(
        zeroed memory: UnsafeMutablePointer<Device>, options: Options, behind: UnsafeMutableRawPointer
    ) {
        memory.initialize(to: Device(options: options, memory: behind))
    }
}

private typealias DeviceHandle = Handle<Device>

@implementation @_cdecl("rangekit_device_options_default")
public func rangekit_device_options_default(
    _ options: UnsafeMutablePointer<rangekit_device_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_device_options(Device.Options()), to: options) }
}

@implementation @_cdecl("rangekit_device_size")
public func rangekit_device_size(_ options: UnsafePointer<rangekit_device_options>!) -> Int {
    guard let options = try? Device.Options(options) else { return 0 }
    return DeviceHandle.size &+ Device.memorySize(options)
}

@implementation @_cdecl("rangekit_device_init")
public func rangekit_device_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_device_options>!,
    _ device: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(device)
        out.pointee = try DeviceHandle.initialize(memory, size, options: try Device.Options(options))
    }
}

@implementation @_cdecl("rangekit_device_create")
public func rangekit_device_create(
    _ options: UnsafePointer<rangekit_device_options>!, _ device: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(device)
        out.pointee = try DeviceHandle.create(options: try Device.Options(options))
    }
}

@implementation @_cdecl("rangekit_device_destroy")
public func rangekit_device_destroy(_ device: OpaquePointer!) {
    if let state = try? DeviceHandle.state(device) { state.pointee.detachAll() }
    DeviceHandle.destroy(device)
}

@implementation @_cdecl("rangekit_device_attach")
public func rangekit_device_attach(_ device: OpaquePointer!, _ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in
        let state = try DeviceHandle.state(device)
        try state.pointee.attach(try SessionHandle.state(session), to: state)
    }
}

@implementation @_cdecl("rangekit_device_detach")
public func rangekit_device_detach(_ device: OpaquePointer!, _ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in
        let state = try DeviceHandle.state(device)
        let session = try SessionHandle.state(session)
        guard session.pointee.device == state else { throw .deviceNotAttached }
        state.pointee.detach(session)
    }
}

@implementation @_cdecl("rangekit_device_find")
public func rangekit_device_find(
    _ device: OpaquePointer!, _ peer_identity: UInt64, _ session: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(session)
        out.pointee = nil
        guard let found = try DeviceHandle.state(device).pointee.find(peer_identity) else { throw .unknownPeer }
        out.pointee = SessionHandle.handle(of: found)
    }
}

@implementation @_cdecl("rangekit_device_measure")
public func rangekit_device_measure(
    _ device: OpaquePointer!, _ peer_identity: UInt64, _ sample: UnsafePointer<rangekit_range_sample>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try DeviceHandle.state(device)
        let sample = UnsafeRawPointer(try required(sample)).assumingMemoryBound(to: RangeSampleRecord.self)
        var record = sample.pointee
        try state.pointee.measure(&record, from: peer_identity)
    }
}

@implementation @_cdecl("rangekit_device_info_default")
public func rangekit_device_info_default(_ info: UnsafeMutablePointer<rangekit_device_info>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_device_info(), to: info) }
}

@implementation @_cdecl("rangekit_device_get_info")
public func rangekit_device_get_info(
    _ device: OpaquePointer!, _ info: UnsafeMutablePointer<rangekit_device_info>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try DeviceHandle.state(device)
        let out = try writable(info)
        var result = rangekit_device_info()
        result.attached = state.pointee.attached
        result.samples_unknown_peer = state.pointee.samplesUnknownPeer
        result.active = UInt32(clamping: state.pointee.active)
        result.active_extended = UInt32(clamping: state.pointee.activeExtended)
        writeStruct(result, to: out)
    }
}
