public import RangingCore

/// Advertising data with service data that says which device it is. Source of the format: Bluetooth Supplement to
/// the Core Specification, part A, 1.3 and 1.11.
public enum Advertisement {
    public static var maxSize: Int { 31 }
    /// Extended advertising, as far as it is read here.
    static var extendedMaxSize: Int { 255 }

    private static var flagsStructure: InlineArray<3, UInt8> { [2, 0x01, 0x06] }

    /// The structure type of service data behind a UUID of this length.
    private static func serviceDataType(_ uuidLength: Int) -> UInt8? {
        uuidLength == 2 ? 0x16 : uuidLength == 16 ? 0x21 : nil
    }

    /// The length of the advertising data. Throws `outOfRange` for a UUID that is not 2 or 16 bytes long,
    /// `advertisementTooLong`.
    public static func length(hasFlags: Bool, uuidLength: Int, dataLength: Int) throws(Status) -> Int {
        guard serviceDataType(uuidLength) != nil else { throw .outOfRange }
        let before = (hasFlags ? 3 : 0) &+ 2 &+ uuidLength
        guard dataLength <= maxSize &- before else { throw .advertisementTooLong }
        return before &+ dataLength
    }

    /// Writes into a buffer of `length` bytes.
    public static func encode(
        hasFlags: Bool, uuid: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>,
        into out: UnsafeMutableBufferPointer<UInt8>
    ) {
        guard let start = out.baseAddress, let type = serviceDataType(uuid.count) else { return }
        var writer = PackedWriter(start)
        if hasFlags { writer.append(bytesOf: flagsStructure, 3) }
        writer.append(UInt8(truncatingIfNeeded: 1 &+ uuid.count &+ data.count))
        writer.append(type)
        for byte in uuid { writer.append(byte) }
        for byte in data { writer.append(byte) }
    }

    /// Finds the service data of a UUID; nil if there is none. Throws what is wrong with the advertising data.
    public static func find(
        _ uuid: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(Diagnostic) -> Range<Int>? {
        guard let type = serviceDataType(uuid.count) else { throw Diagnostic(.outOfRange) }
        guard bytes.count <= extendedMaxSize else {
            throw Diagnostic(
                .advertisementTooLong, field: .advertisement, byteOffset: extendedMaxSize,
                expected: UInt64(extendedMaxSize), found: UInt64(bytes.count))
        }
        var found: Range<Int>?
        var offset = 0
        while offset < bytes.count {
            let length = Int(bytes[offset])
            // A length of zero ends the data early.
            if length == 0 { break }
            let end = offset &+ 1 &+ length
            guard end <= bytes.count else {
                throw Diagnostic(
                    .advertisementStructure, field: .advertisement, byteOffset: offset, expected: UInt64(end),
                    found: UInt64(bytes.count))
            }
            let start = offset &+ 2 &+ uuid.count
            if found == nil, bytes[offset &+ 1] == type, start <= end, begins(bytes, at: offset &+ 2, with: uuid) {
                found = start..<end
            }
            offset = end
        }
        return found
    }

    /// Whether bytes stand at a place; all of them are there.
    private static func begins(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, with other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for index in 0..<other.count where bytes[offset &+ index] != other[index] {
            return false
        }
        return true
    }

    /// Whether the service data of a UUID begins with a hint.
    public static func matches(
        _ uuid: UnsafeBufferPointer<UInt8>, hint: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) throws(Diagnostic) -> Bool {
        guard let data = try find(uuid, in: bytes), hint.count <= data.count else { return false }
        return begins(bytes, at: data.lowerBound, with: hint)
    }
}

extension TokenView {
    /// Four bytes that tell devices apart in a scan, the first one lowest: FNV-1a over kind, foreign format and
    /// identity. No secret, no proof.
    public var deviceHint: UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        hash = Self.mix(hash, UInt8(truncatingIfNeeded: kind.rawValue))
        for index in 0..<4 {
            hash = Self.mix(hash, UInt8(truncatingIfNeeded: (foreignFormat ?? 0) &>> UInt32(8 &* index)))
        }
        for byte in identity {
            hash = Self.mix(hash, byte)
        }
        return hash
    }

    private static func mix(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
        (hash ^ UInt32(byte)) &* 0x0100_0193
    }
}
