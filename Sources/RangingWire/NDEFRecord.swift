public import RangingCore

/// One record of an NDEF message: where its parts stand in the bytes. Source of the format: NFC Forum, NFC Data
/// Exchange Format, section 3.
public struct NDEFRecord: Equatable, Sendable {
    /// Type name format, 0 to 5.
    public var typeNameFormat: UInt8
    public var type: Range<Int>
    public var id: Range<Int>
    public var payload: Range<Int>
    /// Where the next record begins; nil for the last.
    public var next: Int?

    private enum Flag {
        static var begin: UInt8 { 0x80 }
        static var end: UInt8 { 0x40 }
        static var chunk: UInt8 { 0x20 }
        static var short: UInt8 { 0x10 }
        static var id: UInt8 { 0x08 }
    }

    private enum Format {
        static var empty: UInt8 { 0 }
        static var mime: UInt8 { 2 }
        static var external: UInt8 { 4 }
        static var unknown: UInt8 { 5 }
    }

    static var tokenType: StaticString { "rangekit:token" }
    static var tokenMIMEType: StaticString { "application/vnd.rangekit.token" }

    /// Reads the record that begins at `offset`, 0 for the first.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(Diagnostic) {
        guard offset < bytes.count else {
            throw offset == 0
                ? Self.truncated(bytes, at: 0, needed: 3)
                : Diagnostic(.ndefMessageEnd, field: .ndefRecord, byteOffset: bytes.count)
        }
        let flags = bytes[offset]
        typeNameFormat = flags & 7
        let isShort = flags & Flag.short != 0
        let hasID = flags & Flag.id != 0
        guard (flags & Flag.begin != 0) == (offset == 0) else {
            throw Diagnostic(.ndefMessageBegin, field: .ndefRecord, byteOffset: offset)
        }
        // Format 6 belongs to the chunks behind a first one.
        guard flags & Flag.chunk == 0, typeNameFormat != 6 else {
            throw Diagnostic(.ndefChunked, field: .ndefRecord, byteOffset: offset)
        }
        guard typeNameFormat <= Format.unknown else {
            throw Diagnostic(
                .ndefTypeNameFormat, field: .ndefRecord, byteOffset: offset, expected: UInt64(Format.unknown),
                found: UInt64(typeNameFormat))
        }
        let head = 2 &+ (isShort ? 1 : 4) &+ (hasID ? 1 : 0)
        guard head <= bytes.count &- offset else { throw Self.truncated(bytes, at: offset, needed: head) }
        let typeLength = Int(bytes[offset &+ 1])
        var payloadLength = UInt32(bytes[offset &+ 2])
        if !isShort {
            for index in 3..<6 {
                payloadLength = payloadLength &<< 8 | UInt32(bytes[offset &+ index])
            }
        }
        let idLength = hasID ? Int(bytes[offset &+ head &- 1]) : 0
        let isEmpty = typeNameFormat == Format.empty
        guard
            isEmpty
                ? typeLength &+ idLength == 0 && payloadLength == 0
                : (typeNameFormat == Format.unknown) == (typeLength == 0)
        else {
            throw Diagnostic(
                .ndefTypeLength, field: .ndefType, byteOffset: offset &+ 1, found: UInt64(typeLength))
        }
        let before = head &+ typeLength &+ idLength
        let left = UInt64(bytes.count &- offset)
        guard UInt64(before) &+ UInt64(payloadLength) <= left else {
            throw Diagnostic(
                .truncated, field: .ndefPayload, byteOffset: offset,
                expected: UInt64(offset &+ before) &+ UInt64(payloadLength), found: UInt64(bytes.count))
        }
        type = offset &+ head..<offset &+ head &+ typeLength
        id = type.upperBound..<type.upperBound &+ idLength
        // It fits into what is left, so into an Int.
        payload = id.upperBound..<id.upperBound &+ Int(payloadLength)
        next = payload.upperBound
        if flags & Flag.end != 0 {
            next = nil
            guard payload.upperBound == bytes.count else {
                throw Diagnostic(
                    .trailingBytes, field: .ndefRecord, byteOffset: payload.upperBound,
                    expected: UInt64(payload.upperBound), found: UInt64(bytes.count))
            }
        }
    }

    private static func truncated(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, needed: Int
    ) -> Diagnostic {
        Diagnostic(
            .truncated, field: .ndefRecord, byteOffset: offset, expected: UInt64(offset &+ needed),
            found: UInt64(bytes.count))
    }

    /// Whether the record is one of RangeKit's: its payload a token.
    public func isToken(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch typeNameFormat {
        case Format.external: Self.matches(bytes, type, Self.tokenType)
        case Format.mime: Self.matches(bytes, type, Self.tokenMIMEType)
        default: false
        }
    }

    /// Types are compared without regard to the case of ASCII letters (section 3.2.10 and RFC 2045).
    private static func matches(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ name: StaticString
    ) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<range.count {
            let byte = bytes[range.lowerBound &+ index]
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if lower != name.utf8Start[index] { return false }
        }
        return true
    }

    /// The token in a message that is well-formed to its end. Throws `ndefNoToken` if there is none.
    public static func findToken(in bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Range<Int> {
        var token: Range<Int>?
        var offset: Int? = 0
        while let start = offset {
            let record = try NDEFRecord(decoding: bytes, at: start)
            if token == nil, record.isToken(in: bytes) { token = record.payload }
            offset = record.next
        }
        guard let token else { throw Diagnostic(.ndefNoToken, field: .ndefRecord) }
        return token
    }

    /// The length of a message of one record. Throws what cannot be a record.
    public static func messageLength(
        typeNameFormat: Int32, typeLength: Int, payloadLength: Int
    ) throws(Status) -> Int {
        guard typeNameFormat >= 0, typeNameFormat <= Int32(Format.unknown) else { throw .ndefTypeNameFormat }
        let hasNoType = typeNameFormat == Int32(Format.empty) || typeNameFormat == Int32(Format.unknown)
        guard typeLength <= 255, hasNoType == (typeLength == 0) else { throw .ndefTypeLength }
        guard payloadLength < 0x7FFF_FF00, typeNameFormat != Int32(Format.empty) || payloadLength == 0 else {
            throw .tooLarge
        }
        return 2 &+ (payloadLength <= 255 ? 1 : 4) &+ typeLength &+ payloadLength
    }

    /// Writes a message of one record into a buffer of `messageLength` bytes.
    public static func encode(
        typeNameFormat: Int32, type: UnsafeBufferPointer<UInt8>, payload: UnsafeBufferPointer<UInt8>,
        into out: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let start = out.baseAddress else { return }
        var writer = PackedWriter(start)
        let isShort = payload.count <= 255
        let format = UInt8(truncatingIfNeeded: typeNameFormat)
        writer.append(Flag.begin | Flag.end | (isShort ? Flag.short : 0) | format)
        writer.append(UInt8(truncatingIfNeeded: type.count))
        if isShort {
            writer.append(UInt8(truncatingIfNeeded: payload.count))
        } else {
            writer.append(UInt32(truncatingIfNeeded: payload.count).byteSwapped)
        }
        for byte in type { writer.append(byte) }
        for byte in payload { writer.append(byte) }
    }
}
