public import RangingCore

/// The header of a FiRa UCI packet, or of a message put together from several.
public struct UCIHeader: Equatable, Sendable {
    public static var size: Int { 4 }
    /// The payload of one control packet.
    public static var segmentMaxSize: Int { 255 }
    public static var dataMaxSize: Int { 65_535 }

    /// 0 data, 1 command, 2 response, 3 notification.
    public var messageType: UInt8
    /// Of a data packet: its data packet format.
    public var group: UInt8
    public var opcode: UInt8
    /// The packet is not the last of its message.
    public var moreSegments: Bool
    public var payloadLength: Int

    public init(messageType: UInt8, group: UInt8, opcode: UInt8, moreSegments: Bool = false, payloadLength: Int = 0) {
        self.messageType = messageType
        self.group = group
        self.opcode = opcode
        self.moreSegments = moreSegments
        self.payloadLength = payloadLength
    }

    var isData: Bool { messageType == 0 }

    /// What the segments of one message have in common: 12 bits.
    var key: Int { Int(messageType) &<< 10 | Int(group) &<< 6 | Int(opcode) }

    /// Reads the packet at the start of `bytes`, all of which must be there.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(bytes)
        let first = reader.u8(.uciHeader)
        let second = reader.u8(.uciHeader)
        self.init(
            messageType: first >> 5, group: first & 0x0F, opcode: second & 0x3F, moreSegments: first & 0x10 != 0)
        try reader.check()
        // Message types from 4 on are reserved, too.
        try Self.check(first & 0x80 == 0, at: 0, first)
        try Self.check(second & 0xC0 == 0, at: 1, second)
        if isData {
            payloadLength = Int(reader.u16(.uciHeader))
        } else {
            let third = reader.u8(.uciHeader)
            payloadLength = Int(reader.u8(.uciHeader))
            try reader.check()
            try Self.check(third == 0, at: 2, third)
        }
        reader.skip(payloadLength, .uciPayload)
        try reader.check()
    }

    private static func check(_ holds: Bool, at offset: Int, _ found: UInt8) throws(Diagnostic) {
        guard holds else {
            throw Diagnostic(.uciReservedBits, field: .uciHeader, byteOffset: offset, found: UInt64(found))
        }
    }

    /// Throws what keeps a message with this header and a payload of `size` bytes from being written.
    public func validate(payloadSize size: Int) throws(Diagnostic) {
        guard messageType <= 3, group <= 0x0F, opcode <= 0x3F else {
            throw Diagnostic(.invalidValue, field: .uciHeader)
        }
        guard !isData || size <= Self.dataMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .uciPayload, expected: UInt64(Self.dataMaxSize), found: UInt64(clamping: size))
        }
    }

    /// The size of a message with this header as packets.
    public func encodedLength(payloadSize size: Int) -> Int {
        guard !isData, size > Self.segmentMaxSize else { return Self.size &+ size }
        let packets = (size &+ Self.segmentMaxSize &- 1) / Self.segmentMaxSize
        return packets &* Self.size &+ size
    }

    /// Writes a message as packets, a segment each, into a buffer of `encodedLength` bytes.
    package func write(_ payload: UnsafeBufferPointer<UInt8>, to writer: inout OctetWriter) {
        var start = 0
        repeat {
            let rest = payload.count &- start
            let size = isData ? rest : min(rest, Self.segmentMaxSize)
            let more = moreSegments || size < rest
            writer.append(UInt64(messageType &<< 5 | (more ? 0x10 : 0) | group), 1)
            writer.append(UInt64(opcode), 1)
            writer.append(UInt64(truncatingIfNeeded: isData ? size : size &<< 8), 2)
            if size > 0 { writer.append(UnsafeBufferPointer(rebasing: payload[start..<start &+ size])) }
            start = start &+ size
        } while start < payload.count
    }
}
