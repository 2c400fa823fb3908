import CMath
public import RangingCore

extension Record {
    /// The length of the encoded record. Throws what is wrong with it.
    @inline(never)
    public func encodedLength(body: UnsafeRawBufferPointer) throws(Diagnostic) -> Int {
        let layout = RecordLayout(kind)
        try validate(body, layout)
        var writer = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(body, layout, to: &writer)
        return writer.length &+ 1 &+ Self.checksumSize
    }

    /// Writes a record that `encodedLength` has found valid into a buffer of that many bytes.
    @inline(never)
    public func encode(body: UnsafeRawBufferPointer, into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var writer = CBORWriter(buffer)
        write(body, RecordLayout(kind), to: &writer)
        let checksum = CRC32.checksum(UnsafeBufferPointer(rebasing: buffer[0..<writer.length]))
        writer.appendHead(CBORHead.bytes, UInt64(Self.checksumSize))
        for index in 0..<Self.checksumSize {
            writer.append(initialByte: UInt8(truncatingIfNeeded: checksum &>> UInt32(24 &- 8 &* index)))
        }
    }

    private func validate(_ body: UnsafeRawBufferPointer, _ layout: RecordLayout) throws(Diagnostic) {
        guard (0...0xFFFF).contains(kind.rawValue) else {
            throw Diagnostic(.invalidValue, field: .recordKind, expected: 0xFFFF)
        }
        guard body.count <= Self.bodyMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .recordBody, expected: UInt64(Self.bodyMaxSize), found: UInt64(body.count))
        }
        let bytes = body.bindMemory(to: UInt8.self)
        switch layout.form {
        case .bytes: break
        case .text: try validate(text: bytes)
        case .cbor:
            var reader = CBORReader(bytes)
            try reader.skipItem(level: 2, for: .recordBody)
            try reader.finish(.recordBody)
        case .structs: try validate(structs: body, layout)
        }
    }

    /// UTF-8 without a NUL, which would end it in C.
    private func validate(text bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        guard isValidUTF8(bytes), !bytes.contains(0) else { throw Diagnostic(.invalidUTF8, field: .recordBody) }
    }

    private func validate(structs body: UnsafeRawBufferPointer, _ layout: RecordLayout) throws(Diagnostic) {
        let size = layout.size
        guard body.count >= size, layout.isSized ? body.count == size : body.count % size == 0 else {
            throw Diagnostic(.wrongLength, field: .recordBody, expected: UInt64(size), found: UInt64(body.count))
        }
        if layout.isSized {
            let stated = body.loadUnaligned(as: UInt32.self)
            guard stated == UInt32(truncatingIfNeeded: size) else {
                throw Diagnostic(.structSize, field: .recordBody, expected: UInt64(size), found: UInt64(stated))
            }
        }
        guard kind == .header else { return }
        let version = body.loadUnaligned(fromByteOffset: Self.versionOffset, as: UInt32.self)
        guard version == Self.formatVersion else {
            throw Diagnostic(
                .unknownVersion, field: .recordBody, expected: UInt64(Self.formatVersion), found: UInt64(version))
        }
        var place = RecordLayout.Place(layout)
        while let value = layout.next(&place) {
            if value.letter == 0x73 { try validate(text: Self.text(body, value)) }
        }
    }

    /// Of the header's format version, and its key.
    private static var versionOffset: Int { 16 }
    static var versionKey: UInt64 { 2 }

    /// A text inside a struct, up to its NUL or its end.
    private static func text(_ body: UnsafeRawBufferPointer, _ value: RecordLayout.Value) -> UnsafeBufferPointer<UInt8>
    {
        let bytes = UnsafeRawBufferPointer(rebasing: body[value.offset..<(value.offset &+ value.size)])
            .bindMemory(to: UInt8.self)
        return UnsafeBufferPointer(rebasing: bytes[0..<(bytes.firstIndex(of: 0) ?? bytes.count)])
    }

    // MARK: Writing

    private func write(_ body: UnsafeRawBufferPointer, _ layout: RecordLayout, to writer: inout CBORWriter) {
        writer.append(arrayCount: Self.itemCount)
        writer.append(unsigned: UInt64(UInt32(bitPattern: kind.rawValue)))
        writer.append(unsigned: UInt64(sequence))
        writer.append(unsigned: UInt64(source))
        writer.append(integer: Int64(code))
        writer.append(integer: timeNs)
        let bytes = body.bindMemory(to: UInt8.self)
        switch layout.form {
        case .bytes: writer.append(bytes: bytes)
        case .text:
            writer.appendHead(CBORHead.text, UInt64(body.count))
            writer.append(encoded: bytes)
        case .cbor: writer.append(encoded: bytes)
        case .structs:
            let count = body.count / layout.size
            writer.append(arrayCount: count)
            for index in 0..<count {
                let start = index &* layout.size
                Self.write(UnsafeRawBufferPointer(rebasing: body[start..<(start &+ layout.size)]), layout, to: &writer)
            }
        }
    }

    /// One struct: a map of the values that are not zero.
    private static func write(
        _ body: UnsafeRawBufferPointer, _ layout: RecordLayout, to writer: inout CBORWriter
    ) {
        var place = RecordLayout.Place(layout)
        var count = 0
        while let value = layout.next(&place) { count &+= isZero(body, value) ? 0 : 1 }
        writer.append(mapCount: count)
        place = RecordLayout.Place(layout)
        var key: UInt64 = 0
        while let value = layout.next(&place) {
            if !isZero(body, value) {
                writer.append(unsigned: key)
                write(body, value, to: &writer)
            }
            key &+= 1
        }
    }

    /// Of a text the first byte counts: nothing behind its NUL is part of it.
    private static func isZero(_ body: UnsafeRawBufferPointer, _ value: RecordLayout.Value) -> Bool {
        for index in 0..<(value.letter == 0x73 ? 1 : value.size) where body[value.offset &+ index] != 0 {
            return false
        }
        return true
    }

    private static func write(
        _ body: UnsafeRawBufferPointer, _ value: RecordLayout.Value, to writer: inout CBORWriter
    ) {
        let offset = value.offset
        switch value.letter {
        case 0x66: writer.append(single: body.loadUnaligned(fromByteOffset: offset, as: Float.self))
        case 0x64: writer.append(double: body.loadUnaligned(fromByteOffset: offset, as: Double.self))
        case 0x73:
            let text = text(body, value)
            writer.appendHead(CBORHead.text, UInt64(text.count))
            writer.append(encoded: text)
        default:
            // Every platform of this library is little-endian.
            var bits: UInt64 = 0
            for index in 0..<value.size { bits |= UInt64(body[offset &+ index]) &<< UInt64(8 &* index) }
            let unused = UInt64(64 &- 8 &* value.size)
            // Small letters are signed.
            if value.letter & 0x20 != 0 {
                writer.append(integer: Int64(bitPattern: bits &<< unused) &>> Int64(unused))
            } else {
                writer.append(unsigned: bits)
            }
        }
    }
}
