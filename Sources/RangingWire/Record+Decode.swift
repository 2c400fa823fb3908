import CMath
public import RangingCore

/// A record in bytes: whole, and with the right checksum. Its body is read by what asks for it.
public struct EncodedRecord {
    public private(set) var record = Record(.end)
    /// Bytes of the record, of all that were given.
    public private(set) var size = 0
    private let bytes: UnsafeBufferPointer<UInt8>
    private var bodyStart = 0
    private var bodyEnd = 0

    /// The record at the start of the bytes; what follows it is left alone.
    @inline(never)
    public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        self.bytes = bytes
        do {
            try read()
        } catch {
            throw Self.naming(error, given: bytes.count)
        }
    }

    /// What ends too early may be a record once more bytes are there, as long as records get.
    private static func naming(_ error: Diagnostic, given: Int) -> Diagnostic {
        var named = error
        if error.status == .countTooLarge {
            // Every item of the count takes a byte or more.
            named.status = .truncated
            let (needed, overflow) = UInt64(error.byteOffset ?? 0).addingReportingOverflow(error.found ?? 0)
            named.expected = overflow ? .max : max(needed, UInt64(given) &+ 1)
            named.found = UInt64(given)
        }
        guard named.status == .truncated, named.expected ?? .max > UInt64(Record.maxSize) else { return named }
        named.status = .tooLarge
        (named.expected, named.found) = (UInt64(Record.maxSize), named.expected)
        return named
    }

    private mutating func read() throws(Diagnostic) {
        guard let first = bytes.first else {
            throw Diagnostic(.truncated, field: .record, byteOffset: 0, expected: 1, found: 0)
        }
        // The head of an array of 7; read here, since fewer bytes than items are too few, not a wrong count.
        guard first == CBORHead.array &<< 5 | UInt8(Record.itemCount) else {
            throw Diagnostic(
                first >> 5 == CBORHead.array ? .wrongLength : .wrongType, field: .record, byteOffset: 0)
        }
        var reader = CBORReader(bytes, from: 1)
        let kind = try reader.readUnsigned(upTo: 0xFFFF, for: .recordKind)
        record.kind = Record.Kind(rawValue: Int32(truncatingIfNeeded: kind))
        record.sequence = try reader.readUInt32(for: .recordSequence)
        record.source = try reader.readUInt32(for: .recordSource)
        record.code = Int32(truncatingIfNeeded: try reader.readInteger(bits: 32, for: .recordCode))
        record.timeNs = try reader.readInteger(bits: 64, for: .recordTime)
        bodyStart = reader.position
        try reader.skipItem(level: 2, for: .recordBody)
        bodyEnd = reader.position
        let checksum = try reader.readBytes(for: .recordChecksum)
        guard checksum.count == Record.checksumSize else {
            throw Diagnostic(
                .wrongLength, field: .recordChecksum, byteOffset: bodyEnd, expected: UInt64(Record.checksumSize),
                found: UInt64(checksum.count))
        }
        var stated: UInt32 = 0
        for byte in checksum { stated = stated &<< 8 | UInt32(byte) }
        guard stated == CRC32.checksum(UnsafeBufferPointer(rebasing: bytes[0..<bodyEnd])) else {
            throw Diagnostic(.recordChecksum, field: .recordChecksum, byteOffset: bodyEnd)
        }
        size = reader.position
    }

    /// Where the next whole record stands, from `start` on; nil if there is none.
    @inline(never)
    public static func find(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var offset = start
        while offset < bytes.count {
            // Almost everything that is no record's start fails by its first bytes.
            if (try? EncodedRecord(UnsafeBufferPointer(rebasing: bytes[offset...]))) != nil { return offset }
            offset &+= 1
        }
        return nil
    }

    /// Reads the body to memory of the size that a call without memory has given.
    @inline(never)
    @discardableResult
    public func readBody(to memory: UnsafeMutableRawPointer?) throws(Diagnostic) -> Int {
        let layout = RecordLayout(record.kind)
        var reader = CBORReader(bytes, from: bodyStart)
        var contents = UnsafeBufferPointer(rebasing: bytes[bodyStart..<bodyEnd])
        switch layout.form {
        case .bytes: contents = try reader.readBytes(for: .recordBody)
        case .text:
            contents = try reader.readText(for: .recordBody)
        case .cbor: break
        case .structs: return try readStructs(&reader, layout, to: memory)
        }
        guard contents.count <= Record.bodyMaxSize else { throw tooLarge(contents.count) }
        if let memory, let source = contents.baseAddress { rangekit_port_copy(memory, source, contents.count) }
        return contents.count
    }

    private func tooLarge(_ size: Int) -> Diagnostic {
        Diagnostic(
            .tooLarge, field: .recordBody, byteOffset: bodyStart, expected: UInt64(Record.bodyMaxSize),
            found: UInt64(size))
    }

    private func readStructs(
        _ reader: inout CBORReader, _ layout: RecordLayout, to memory: UnsafeMutableRawPointer?
    ) throws(Diagnostic) -> Int {
        let count = Int(truncatingIfNeeded: try reader.readHead(CBORHead.array, for: .recordBody).argument)
        guard layout.isSized ? count == 1 : count >= 1 else {
            throw Diagnostic(
                .wrongLength, field: .recordBody, byteOffset: bodyStart, expected: 1, found: UInt64(count))
        }
        let most = Record.bodyMaxSize / layout.size
        guard count <= most else { throw tooLarge(count &* layout.size) }
        for index in 0..<count {
            try readStruct(&reader, layout, to: memory.map { $0 + index &* layout.size })
        }
        return count &* layout.size
    }

    private func readStruct(
        _ reader: inout CBORReader, _ layout: RecordLayout, to memory: UnsafeMutableRawPointer?
    ) throws(Diagnostic) {
        if let memory {
            for offset in 0..<layout.size { memory.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
            if layout.isSized {
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: layout.size)) {
                    if let source = $0.baseAddress { rangekit_port_copy(memory, source, $0.count) }
                }
            }
        }
        var left = try reader.readMapCount(for: .recordBody)
        var hasVersion = record.kind != .header
        var place = RecordLayout.Place(layout)
        var index: UInt64 = 0
        while left > 0 {
            let offset = reader.position
            let key = try reader.readUnsigned(upTo: .max, for: .recordBody)
            var value = layout.next(&place)
            while index < key, value != nil {
                value = layout.next(&place)
                index &+= 1
            }
            guard let value else {
                throw Diagnostic(.fieldNotAllowed, field: .recordBody, byteOffset: offset, found: key)
            }
            let bits = try readValue(&reader, value, to: memory)
            if !hasVersion, key == Record.versionKey {
                hasVersion = true
                guard bits == UInt64(Record.formatVersion) else {
                    throw Diagnostic(
                        .unknownVersion, field: .recordBody, byteOffset: offset,
                        expected: UInt64(Record.formatVersion), found: bits)
                }
            }
            index &+= 1
            left &-= 1
        }
        guard hasVersion else { throw Diagnostic(.missingField, field: .recordBody, byteOffset: bodyStart) }
    }

    /// One value that is not zero: its bits, 0 for a text.
    private func readValue(
        _ reader: inout CBORReader, _ value: RecordLayout.Value, to memory: UnsafeMutableRawPointer?
    ) throws(Diagnostic) -> UInt64 {
        let offset = reader.position
        var bits: UInt64
        switch value.letter {
        case 0x73:
            let text = try reader.readText(for: .recordBody)
            guard text.count > 0, text.count <= value.size else {
                throw Diagnostic(
                    .wrongLength, field: .recordBody, byteOffset: offset, expected: UInt64(value.size),
                    found: UInt64(text.count))
            }
            if let memory, let source = text.baseAddress {
                rangekit_port_copy(memory + value.offset, source, text.count)
            }
            return 0
        case 0x66, 0x64: bits = try reader.readFloat(isDouble: value.letter == 0x64, for: .recordBody)
        default:
            // Small letters are signed.
            if value.letter & 0x20 != 0 {
                bits = UInt64(bitPattern: try reader.readInteger(bits: 8 &* value.size, for: .recordBody))
            } else {
                let most = UInt64.max &>> UInt64(64 &- 8 &* value.size)
                bits = try reader.readUnsigned(upTo: most, for: .recordBody)
            }
        }
        guard bits != 0 else {
            throw Diagnostic(.notShortest, field: .recordBody, byteOffset: offset)
        }
        // Every platform of this library is little-endian.
        if let memory {
            withUnsafeBytes(of: bits) {
                if let source = $0.baseAddress { rangekit_port_copy(memory + value.offset, source, value.size) }
            }
        }
        return bits
    }
}

extension CBORReader {
    /// An integer of so many bits, sign included.
    mutating func readInteger(bits: Int, for field: Field) throws(Diagnostic) -> Int64 {
        let offset = position
        let head = try readHead(for: field)
        guard head.majorType <= CBORHead.negative else {
            throw Diagnostic(
                .wrongType, field: field, byteOffset: offset, expected: UInt64(CBORHead.unsigned),
                found: UInt64(head.majorType))
        }
        let most = UInt64.max &>> UInt64(65 &- bits)
        guard head.argument <= most else {
            throw Diagnostic(.invalidValue, field: field, byteOffset: offset, expected: most, found: head.argument)
        }
        let value = Int64(bitPattern: head.argument)
        return head.majorType == CBORHead.negative ? ~value : value
    }

    /// A text without a NUL, which would end it in C.
    mutating func readText(for field: Field) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        let offset = position
        let head = try readHead(CBORHead.text, for: field)
        let text = takeContents(head)
        guard !text.contains(0) else { throw Diagnostic(.invalidUTF8, field: field, byteOffset: offset) }
        return text
    }

    /// The bits of a float of single or double precision.
    mutating func readFloat(isDouble: Bool, for field: Field) throws(Diagnostic) -> UInt64 {
        let offset = position
        let head = try readHead(for: field)
        guard head.isFloat else {
            throw Diagnostic(
                .wrongType, field: field, byteOffset: offset, expected: UInt64(CBORHead.simple),
                found: UInt64(head.majorType))
        }
        if isDouble { return head.double.bitPattern }
        guard let single = head.single else {
            throw Diagnostic(.invalidValue, field: field, byteOffset: offset)
        }
        return UInt64(single.bitPattern)
    }
}
