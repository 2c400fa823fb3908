public import CRangeKit
import RangeKit

// The elements have one layout in C and in Swift; a test compares the sizes.

extension rangekit_cs_procedure: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CS_PROCEDURE_V1_SIZE) }
}

extension rangekit_cs_collector_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CS_COLLECTOR_OPTIONS_V1_SIZE) }
}

extension ChannelSoundingCollector: FixedHandleState {
    static var signature: UInt32 { 0x524B_5331 }  // "RKS1"
}

private typealias CollectorHandle = Handle<ChannelSoundingCollector>

extension rangekit_cs_collector_options {
    fileprivate static var defaults: rangekit_cs_collector_options {
        var options = rangekit_cs_collector_options()
        options.struct_size = UInt32(MemoryLayout<Self>.size)
        options.timeout_ns = ChannelSoundingCollector.Options().timeoutNs
        options.connection_handle = UInt32(RANGEKIT_CS_CONNECTION_ANY)
        options.filter_mode0 = UInt32(RANGEKIT_CS_FILTER_ALL)
        options.filter_mode1 = UInt32(RANGEKIT_CS_FILTER_ALL)
        options.filter_mode2 = UInt32(RANGEKIT_CS_FILTER_ALL)
        options.filter_mode3 = UInt32(RANGEKIT_CS_FILTER_ALL)
        return options
    }
}

extension ChannelSoundingCollector.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_cs_collector_options>?) throws(Status) {
        let given = try readStruct(pointer, or: .defaults)
        guard given.reserved == 0 else { throw .unknownOption }
        guard given.input >= 0, given.input <= RANGEKIT_CS_INPUT_INLINE, given.keep_extension_tones <= 1,
            let mode0 = UInt16(exactly: given.filter_mode0), let mode1 = UInt16(exactly: given.filter_mode1),
            let mode2 = UInt16(exactly: given.filter_mode2), let mode3 = UInt16(exactly: given.filter_mode3),
            let handle = UInt16(exactly: given.connection_handle)
        else {
            throw .outOfRange
        }
        self.init(
            role: ChannelSounding.Role(rawValue: given.role), isInline: given.input == RANGEKIT_CS_INPUT_INLINE)
        timeoutNs = given.timeout_ns
        keepsExtensionTones = given.keep_extension_tones == 1
        connectionHandle = given.connection_handle == UInt32(RANGEKIT_CS_CONNECTION_ANY) ? nil : handle
        filters = [mode0, mode1, mode2, mode3]
        try validate()
    }
}

@implementation @_cdecl("rangekit_cs_cause_name")
public func rangekit_cs_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>! {
    cString(ChannelSounding.Causes(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_cs_procedure_default")
public func rangekit_cs_procedure_default(
    _ procedure: UnsafeMutablePointer<rangekit_cs_procedure>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_cs_procedure(), to: procedure) }
}

@implementation @_cdecl("rangekit_cs_collector_options_default")
public func rangekit_cs_collector_options_default(_ options: UnsafeMutablePointer<rangekit_cs_collector_options>!)
    -> rangekit_status
{
    status { () throws(Status) in try writeDefault(.defaults, to: options) }
}

@implementation @_cdecl("rangekit_cs_collector_size")
public func rangekit_cs_collector_size() -> Int {
    CollectorHandle.size
}

@implementation @_cdecl("rangekit_cs_collector_init")
public func rangekit_cs_collector_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_cs_collector_options>!,
    _ collector: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(collector)
        let options = try ChannelSoundingCollector.Options(options)
        out.pointee = try CollectorHandle.initialize(memory, size, options: options)
    }
}

@implementation @_cdecl("rangekit_cs_collector_create")
public func rangekit_cs_collector_create(
    _ options: UnsafePointer<rangekit_cs_collector_options>!, _ collector: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(collector)
        out.pointee = try CollectorHandle.create(options: try ChannelSoundingCollector.Options(options))
    }
}

@implementation @_cdecl("rangekit_cs_collector_destroy")
public func rangekit_cs_collector_destroy(_ collector: OpaquePointer!) {
    CollectorHandle.destroy(collector)
}

@implementation @_cdecl("rangekit_cs_collector_reset")
public func rangekit_cs_collector_reset(_ collector: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try CollectorHandle.state(collector).pointee.reset() }
}

@implementation @_cdecl("rangekit_cs_collector_event")
public func rangekit_cs_collector_event(
    _ collector: OpaquePointer!, _ time_ns: Int64, _ side: Int32, _ event: UnsafePointer<UInt8>!, _ size: Int,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let state = try argument { () throws(Status) in try CollectorHandle.state(collector) }
        let bytes = try argument { () throws(Status) in try byteBuffer(event, size) }
        guard side == RANGEKIT_CS_SIDE_LOCAL || side == RANGEKIT_CS_SIDE_REMOTE else { throw Diagnostic(.outOfRange) }
        try state.pointee.receive(event: bytes, isLocal: side == RANGEKIT_CS_SIDE_LOCAL, timeNs: time_ns)
    }
}

@implementation @_cdecl("rangekit_cs_collector_segment")
public func rangekit_cs_collector_segment(
    _ collector: OpaquePointer!, _ time_ns: Int64, _ segment: UnsafePointer<UInt8>!, _ size: Int,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let state = try argument { () throws(Status) in try CollectorHandle.state(collector) }
        let bytes = try argument { () throws(Status) in try byteBuffer(segment, size) }
        try state.pointee.receive(segment: bytes, timeNs: time_ns)
    }
}

@implementation @_cdecl("rangekit_cs_collector_advance")
public func rangekit_cs_collector_advance(_ collector: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    status { () throws(Status) in try CollectorHandle.state(collector).pointee.advance(timeNs: time_ns) }
}

/// A caller's array as the Swift elements that have its layout; NULL is fine when its capacity is 0.
@inline(__always)
private func elements<Given, Element>(
    _ pointer: UnsafeMutablePointer<Given>?, _ capacity: Int, as type: Element.Type
) throws(Status) -> UnsafeMutableBufferPointer<Element> {
    guard let start = try array(UnsafePointer(pointer), capacity) else {
        return UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    let typed = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: Element.self)
    return UnsafeMutableBufferPointer(start: typed, count: capacity)
}

@implementation @_cdecl("rangekit_cs_collector_next")
public func rangekit_cs_collector_next(
    _ collector: OpaquePointer!, _ procedure: UnsafeMutablePointer<rangekit_cs_procedure>!,
    _ tones: UnsafeMutablePointer<rangekit_cs_tone>!, _ tone_capacity: Int,
    _ rtts: UnsafeMutablePointer<rangekit_cs_rtt>!, _ rtt_capacity: Int,
    _ mode0s: UnsafeMutablePointer<rangekit_cs_mode0>!, _ mode0_capacity: Int, _ found: UnsafeMutablePointer<UInt32>!
) -> rangekit_status {
    status { () throws(Status) in
        let found = try required(found)
        found.pointee = 0
        let state = try CollectorHandle.state(collector)
        let procedure = try writable(procedure)
        let output = ChannelSounding.Output(
            tones: try elements(tones, tone_capacity, as: ChannelSounding.Tone.self),
            roundTrips: try elements(rtts, rtt_capacity, as: ChannelSounding.RoundTrip.self),
            calibrations: try elements(mode0s, mode0_capacity, as: ChannelSounding.Calibration.self))
        var result = ChannelSounding.Procedure()
        guard try state.pointee.next(&result, into: output) else { return }
        let given = withUnsafePointer(to: result) { UnsafeRawPointer($0).load(as: rangekit_cs_procedure.self) }
        writeStruct(given, to: procedure)
        found.pointee = 1
    }
}
