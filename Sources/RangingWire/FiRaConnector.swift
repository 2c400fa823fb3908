public import RangingCore

/// What the FiRa profile's GATT service says about a connector: versions, sizes, secure components. Big-endian.
public struct FiRaConnectorCapabilities {
    public static var componentsMaxCount: Int { 16 }
    /// The smallest message buffer that version 1.0 allows.
    public static var smallestMessageSize: UInt16 { 263 }

    public var versionMajor: UInt8 = 1
    public var versionMinor: UInt8 = 0
    public var packetSize: UInt16 = 20
    public var messageSize: UInt16 = smallestMessageSize
    public var sessions: UInt8 = 1
    public var componentCount = 0
    /// Two bytes each, the SECID's lowest: bits 0 to 6 SECID, bit 7 always available, then type and protocol.
    public var components = InlineArray<16, UInt16>(repeating: 0)

    public init() {}

    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(bytes)
        versionMajor = reader.u8(.connectorVersion)
        versionMinor = reader.u8(.connectorVersion)
        packetSize = UInt16(truncatingIfNeeded: reader.number(2, .connectorPacketSize, bigEndian: true))
        messageSize = UInt16(truncatingIfNeeded: reader.number(2, .connectorMessageSize, bigEndian: true))
        sessions = reader.u8(.connectorSessions)
        try reader.check()
        while reader.left > 0 {
            guard componentCount < Self.componentsMaxCount else {
                throw Diagnostic(
                    .tooLarge, field: .connectorComponent, byteOffset: reader.position,
                    expected: UInt64(2 &* Self.componentsMaxCount),
                    found: UInt64(clamping: 2 &* componentCount &+ reader.left))
            }
            components[componentCount] = reader.u16(.connectorComponent)
            componentCount &+= 1
        }
        try reader.check()
        try validate()
    }

    /// The smallest values are those of Android's implementation.
    public mutating func validate() throws(Diagnostic) {
        try Self.check(versionMajor >= 1, .connectorVersion, at: 0, UInt64(versionMajor))
        try Self.check(packetSize >= 1, .connectorPacketSize, at: 2, UInt64(packetSize))
        try Self.check(messageSize >= Self.smallestMessageSize, .connectorMessageSize, at: 4, UInt64(messageSize))
        try Self.check(sessions >= 1, .connectorSessions, at: 6, UInt64(sessions))
        for index in 0..<componentCount {
            let id = components[index] & 0x7F
            try Self.check(id >= 2, .connectorComponent, at: 7 &+ 2 &* index, UInt64(id))
        }
    }

    private static func check(_ holds: Bool, _ field: Field, at offset: Int, _ found: UInt64) throws(Diagnostic) {
        guard holds else { throw Diagnostic(.invalidValue, field: field, byteOffset: offset, found: found) }
    }

    public var encodedLength: Int { 7 &+ 2 &* componentCount }

    public mutating func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var writer = OctetWriter(buffer)
        writer.append(UInt64(versionMajor), 1)
        writer.append(UInt64(versionMinor), 1)
        writer.append(UInt64(packetSize), 2, bigEndian: true)
        writer.append(UInt64(messageSize), 2, bigEndian: true)
        writer.append(UInt64(sessions), 1)
        for index in 0..<componentCount {
            writer.append(UInt64(components[index]), 2)
        }
    }
}

/// The one-byte header of a connector's data packet (last of a chain, SECID) or message (type, instruction).
public struct FiRaConnectorHeader: Equatable, Sendable {
    public enum Kind: Int32, Sendable {
        case packet = 1
        case message = 2
    }

    public let kind: Kind
    /// Of a packet 1 for the last of a chain; of a message its type: 0 command, 1 event, 2 response.
    public let high: UInt8
    /// Of a packet the SECID, 2 to 127; of a message its instruction: 0 data exchange, 1 error indication.
    public let low: UInt8

    public init(_ kind: Kind, high: UInt32, low: UInt32) throws(Diagnostic) {
        let isPacket = kind == .packet
        let highest: UInt32 = isPacket ? 1 : 2
        guard high <= highest else {
            throw Diagnostic(
                .invalidValue, field: .connectorType, byteOffset: 0, expected: UInt64(highest), found: UInt64(high))
        }
        let largest: UInt32 = isPacket ? 127 : 1
        guard low <= largest, !isPacket || low >= 2 else {
            throw Diagnostic(
                .invalidValue, field: isPacket ? .connectorComponent : .connectorInstruction, byteOffset: 0,
                expected: UInt64(largest), found: UInt64(low))
        }
        self.kind = kind
        self.high = UInt8(truncatingIfNeeded: high)
        self.low = UInt8(truncatingIfNeeded: low)
    }

    public init(_ kind: Kind, decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(bytes)
        let byte = UInt32(reader.u8(.connector))
        try reader.check()
        let width: UInt32 = kind == .packet ? 7 : 6
        try self.init(kind, high: byte &>> width, low: byte & (1 &<< width &- 1))
    }

    public var byte: UInt8 { high &<< (kind == .packet ? 7 : 6) | low }
}
