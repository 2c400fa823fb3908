public import RangingCore

/// Cuts messages into fragments for links with a small payload. See `transport.h` for the header.
///
/// The same message gives the same fragments, always.
public struct Fragmenter: Sendable {
    public let messageSize: Int
    public let payloadSize: Int
    public let hasCRC: Bool
    /// How many fragments there are.
    public let count: Int

    public static var headerSize: Int { 4 }
    public static var payloadMinSize: Int { 20 }
    public static var maxCount: Int { 256 }
    static var crcSize: Int { 4 }
    /// The first byte of a fragment without a CRC; the CRC is the lowest bit.
    static var headerByte: UInt8 { 0xF0 }

    /// Throws `payloadTooSmall`, `messageEmpty` or `messageTooLong`.
    public init(messageSize: Int, payloadSize: Int, hasCRC: Bool) throws(Status) {
        guard payloadSize >= Self.payloadMinSize else { throw .payloadTooSmall }
        guard messageSize > 0 else { throw .messageEmpty }
        let room = payloadSize &- Self.headerSize
        let (stream, overflow) = messageSize.addingReportingOverflow(hasCRC ? Self.crcSize : 0)
        guard !overflow, (stream &- 1) / room < Self.maxCount else { throw .messageTooLong }
        self.messageSize = messageSize
        self.payloadSize = payloadSize
        self.hasCRC = hasCRC
        count = (stream &- 1) / room &+ 1
    }

    /// The length of a fragment; `index` below `count`.
    public func length(of index: Int) -> Int {
        let room = payloadSize &- Self.headerSize
        let stream = messageSize &+ (hasCRC ? Self.crcSize : 0)
        return Self.headerSize &+ min(room, stream &- index &* room)
    }

    /// Writes a fragment into a buffer of its length.
    public func write(
        _ index: Int, of message: UnsafeBufferPointer<UInt8>, messageID: UInt8,
        to out: UnsafeMutableBufferPointer<UInt8>
    ) {
        out[0] = Self.headerByte | (hasCRC ? 1 : 0)
        out[1] = messageID
        out[2] = UInt8(truncatingIfNeeded: index)
        out[3] = UInt8(truncatingIfNeeded: count &- 1)
        let start = index &* (payloadSize &- Self.headerSize)
        let isNearEnd = start &+ out.count &- Self.headerSize > messageSize
        let crc = hasCRC && isNearEnd ? CRC32.checksum(message) : 0
        for offset in 0..<(out.count &- Self.headerSize) {
            let place = start &+ offset
            out[Self.headerSize &+ offset] =
                place < messageSize
                ? message[place] : UInt8(truncatingIfNeeded: crc &>> UInt32(8 &* (place &- messageSize)))
        }
    }
}

/// CRC-32 of IEEE 802.3: reflected polynomial 0xEDB88320, ones before and after.
enum CRC32 {
    static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320
            }
        }
        return ~crc
    }
}
