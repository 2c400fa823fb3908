public import CRangeKit
import RangeKit

extension rangekit_reassembler_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE) }

    fileprivate init(_ options: Reassembler.Limits) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        slot_count = options.slotCount
        message_capacity = options.messageCapacity
        timeout_ns = options.timeoutNs
    }
}

extension rangekit_reassembly: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_REASSEMBLY_V1_SIZE) }

    fileprivate init(_ report: Reassembler.Report) {
        self.init()
        event = report.event.rawValue
        peer = report.peer
        message_id = UInt32(report.messageID)
        message_length = report.messageLength
        missing_count = report.missingCount
        if report.isReordered { flags |= RANGEKIT_REASSEMBLY_REORDERED }
        if let loss = report.loss {
            flags |= RANGEKIT_REASSEMBLY_LOST
            lost_peer = loss.peer
            lost_message_id = UInt32(loss.messageID)
            lost_missing_count = loss.missingCount
        }
    }
}

extension Reassembler.Limits {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_reassembler_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_reassembler_options(Self()))
        guard given.reserved == 0 else { throw .unknownOption }
        self.init()
        slotCount = given.slot_count
        messageCapacity = given.message_capacity
        timeoutNs = given.timeout_ns
        try validate()
    }
}

extension Reassembler: HandleState {
    static var signature: UInt32 { 0x524B_4631 }  // "RKF1"

    static func initialize(
        zeroed memory: UnsafeMutablePointer<Reassembler>, options: Limits, behind: UnsafeMutableRawPointer
    ) {
        initialize(zeroed: memory, limits: options, memory: behind)
    }

    static func memorySize(_ options: Limits) -> Int { options.memorySize }
}

private typealias ReassemblerHandle = Handle<Reassembler>

@implementation @_cdecl("rangekit_reassembler_options_default")
public func rangekit_reassembler_options_default(
    _ options: UnsafeMutablePointer<rangekit_reassembler_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_reassembler_options(Reassembler.Limits()), to: options) }
}

@implementation @_cdecl("rangekit_reassembly_default")
public func rangekit_reassembly_default(
    _ reassembly: UnsafeMutablePointer<rangekit_reassembly>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_reassembly(), to: reassembly) }
}

@implementation @_cdecl("rangekit_reassembler_size")
public func rangekit_reassembler_size(_ options: UnsafePointer<rangekit_reassembler_options>!) -> Int {
    guard let options = try? Reassembler.Limits(options) else { return 0 }
    return ReassemblerHandle.size &+ options.memorySize
}

@implementation @_cdecl("rangekit_reassembler_init")
public func rangekit_reassembler_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_reassembler_options>!,
    _ reassembler: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(reassembler)
        out.pointee = try ReassemblerHandle.initialize(memory, size, options: try Reassembler.Limits(options))
    }
}

@implementation @_cdecl("rangekit_reassembler_destroy")
public func rangekit_reassembler_destroy(_ reassembler: OpaquePointer!) {
    ReassemblerHandle.destroy(reassembler)
}

@implementation @_cdecl("rangekit_reassembler_receive")
public func rangekit_reassembler_receive(
    _ reassembler: OpaquePointer!, _ peer: UInt64, _ fragment: UnsafePointer<UInt8>!, _ size: Int, _ time_ns: Int64,
    _ reassembly: UnsafeMutablePointer<rangekit_reassembly>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try ReassemblerHandle.state(reassembler)
        if reassembly != nil { _ = try writable(reassembly) }
        let report = try state.pointee.receive(try byteBuffer(fragment, size), from: peer, at: time_ns)
        if let reassembly { writeStruct(rangekit_reassembly(report), to: reassembly) }
    }
}

@implementation @_cdecl("rangekit_reassembler_take")
public func rangekit_reassembler_take(
    _ reassembler: OpaquePointer!, _ peer: UInt64, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let state = try ReassemblerHandle.state(reassembler)
        let length = try required(length)
        let message = try state.pointee.message(of: peer)
        var isCopied = false
        try writeBytes(to: out, capacity, length, needed: message.count) { buffer in
            for index in 0..<message.count {
                buffer[index] = message[index]
            }
            isCopied = true
        }
        if isCopied { try state.pointee.remove(peer) }
    }
}

@implementation @_cdecl("rangekit_reassembler_advance")
public func rangekit_reassembler_advance(
    _ reassembler: OpaquePointer!, _ time_ns: Int64, _ reassembly: UnsafeMutablePointer<rangekit_reassembly>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try ReassemblerHandle.state(reassembler)
        let out = try writable(reassembly)
        writeStruct(rangekit_reassembly(try state.pointee.advance(to: time_ns)), to: out)
    }
}
