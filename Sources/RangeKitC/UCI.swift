public import CRangeKit
import RangeKit

extension rangekit_uci_header: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_UCI_HEADER_V1_SIZE) }
}

private typealias AssemblerHandle = Handle<UCIAssembler>

extension UCIAssembler: FixedHandleState {
    typealias Options = Void
    static var signature: UInt32 { 0x5543_4941 }  // "UCIA"

    static func initialize(zeroed memory: UnsafeMutablePointer<UCIAssembler>, options: Void) {}
}

extension rangekit_uci_header {
    fileprivate init(_ header: UCIHeader) {
        self.init()
        message_type = Int32(header.messageType)
        group = UInt32(header.group)
        opcode = UInt32(header.opcode)
        more_segments = header.moreSegments ? 1 : 0
        payload_length = UInt32(truncatingIfNeeded: header.payloadLength)
    }
}

extension UCIHeader {
    fileprivate init(_ pointer: UnsafePointer<rangekit_uci_header>?) throws(Diagnostic) {
        let given = try argument { () throws(Status) in try readStruct(pointer, or: nil) }
        let type = try fitting(UInt32(bitPattern: given.message_type), 3, .uciHeader)
        let more = try fitting(given.more_segments, 1, .uciHeader)
        self.init(
            messageType: UInt8(truncatingIfNeeded: type),
            group: UInt8(truncatingIfNeeded: try fitting(given.group, 0x0F, .uciHeader)),
            opcode: UInt8(truncatingIfNeeded: try fitting(given.opcode, 0x3F, .uciHeader)), moreSegments: more == 1)
    }
}

@implementation @_cdecl("rangekit_uci_header_default")
public func rangekit_uci_header_default(_ header: UnsafeMutablePointer<rangekit_uci_header>!) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_uci_header(UCIHeader(messageType: 1, group: 0, opcode: 0)), to: header)
    }
}

@implementation @_cdecl("rangekit_uci_header_decode")
public func rangekit_uci_header_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ header: UnsafeMutablePointer<rangekit_uci_header>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in (try writable(header), try byteBuffer(bytes, size)) }
        writeStruct(rangekit_uci_header(try UCIHeader(decoding: bytes)), to: out)
    }
}

@implementation @_cdecl("rangekit_uci_encode")
public func rangekit_uci_encode(
    _ header: UnsafePointer<rangekit_uci_header>!, _ payload: UnsafePointer<UInt8>!, _ payload_size: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, payload) = try argument { () throws(Status) in
            (try required(length), try byteBuffer(payload, payload_size))
        }
        let header = try UCIHeader(header)
        try header.validate(payloadSize: payload.count)
        // No message comes near this; beyond it the sum of sizes would not be a size.
        guard payload.count <= Int.max / 2 else { throw Diagnostic(.outOfRange) }
        try argument { () throws(Status) in
            let needed = header.encodedLength(payloadSize: payload.count)
            try writeBytes(to: out, capacity, length, needed: needed) { buffer in
                var writer = OctetWriter(buffer)
                header.write(payload, to: &writer)
            }
        }
    }
}

@implementation @_cdecl("rangekit_uci_assembler_size")
public func rangekit_uci_assembler_size() -> Int {
    AssemblerHandle.size
}

@implementation @_cdecl("rangekit_uci_assembler_init")
public func rangekit_uci_assembler_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ assembler: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(assembler)
        out.pointee = try AssemblerHandle.initialize(memory, size, options: ())
    }
}

@implementation @_cdecl("rangekit_uci_assembler_create")
public func rangekit_uci_assembler_create(_ assembler: UnsafeMutablePointer<OpaquePointer?>!) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(assembler)
        out.pointee = try AssemblerHandle.create(options: ())
    }
}

@implementation @_cdecl("rangekit_uci_assembler_destroy")
public func rangekit_uci_assembler_destroy(_ assembler: OpaquePointer!) {
    AssemblerHandle.destroy(assembler)
}

@implementation @_cdecl("rangekit_uci_assembler_reset")
public func rangekit_uci_assembler_reset(_ assembler: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try AssemblerHandle.state(assembler).pointee.reset() }
}

@implementation @_cdecl("rangekit_uci_assembler_receive")
public func rangekit_uci_assembler_receive(
    _ assembler: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ used: UnsafeMutablePointer<Int>!,
    _ header: UnsafeMutablePointer<rangekit_uci_header>!,
    _ payload: UnsafeMutablePointer<UnsafePointer<UInt8>?>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(used)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (state, used, header, payload, bytes) = try argument { () throws(Status) in
            (
                try AssemblerHandle.state(assembler), try required(used), try writable(header), try required(payload),
                try byteBuffer(bytes, size)
            )
        }
        payload.pointee = nil
        let outcome = state.pointee.receive(bytes)
        used.pointee = outcome.used
        if let refusal = outcome.refusal { throw refusal }
        guard let message = outcome.message else { return }
        writeStruct(rangekit_uci_header(message), to: header)
        payload.pointee = outcome.payload.baseAddress
    }
}

@implementation @_cdecl("rangekit_uci_name")
public func rangekit_uci_name(_ table: Int32, _ code: UInt32) -> UnsafePointer<CChar>! {
    UnsafeRawPointer(UCINames(rawValue: table).name(code)).assumingMemoryBound(to: CChar.self)
}
