import CMath
package import RangingCore

/// Reads numbers and bytes of formats that are no CBOR: byte by byte, whatever the alignment, never past the end.
package struct OctetReader {
    package let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position: Int
    /// Where reading ends; at most `bytes.count`.
    package private(set) var end: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = 0
        end = bytes.count
    }

    package var left: Int { end &- position }

    /// A number of 1 to 8 bytes, the least significant one first.
    @inline(never)
    package mutating func number(_ count: Int, _ field: Field, bigEndian: Bool = false) throws(Diagnostic) -> UInt64 {
        let start = try skip(count, field)
        var value: UInt64 = 0
        for index in 0..<count {
            let shift = UInt64(8 &* (bigEndian ? count &- 1 &- index : index))
            value |= UInt64(bytes[start &+ index]) &<< shift
        }
        return value
    }

    package mutating func u8(_ field: Field) throws(Diagnostic) -> UInt8 {
        UInt8(truncatingIfNeeded: try number(1, field))
    }

    package mutating func u16(_ field: Field) throws(Diagnostic) -> UInt16 {
        UInt16(truncatingIfNeeded: try number(2, field))
    }

    package mutating func u32(_ field: Field) throws(Diagnostic) -> UInt32 {
        UInt32(truncatingIfNeeded: try number(4, field))
    }

    /// The next `count` bytes, where they lie.
    package mutating func slice(_ count: Int, _ field: Field) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        let start = try skip(count, field)
        return UnsafeBufferPointer(rebasing: bytes[start..<start &+ count])
    }

    /// Passes over `count` bytes and gives where they start.
    @inline(never) @discardableResult
    package mutating func skip(_ count: Int, _ field: Field) throws(Diagnostic) -> Int {
        guard count <= left else {
            throw Diagnostic(
                .truncated, field: field, byteOffset: position, expected: UInt64(clamping: position &+ count),
                found: UInt64(clamping: end))
        }
        let start = position
        position = start &+ count
        return start
    }

    /// Reads the next `count` bytes with `body`, which must take all of them.
    package mutating func within<Value>(
        _ count: Int, _ field: Field, _ body: (inout OctetReader) throws(Diagnostic) -> Value
    ) throws(Diagnostic) -> Value {
        let start = try skip(count, field)
        let outer = end
        (position, end) = (start, start &+ count)
        let value = try body(&self)
        end = outer
        return value
    }

    /// Nothing may be left.
    package func finish(_ field: Field) throws(Diagnostic) {
        guard left == 0 else {
            throw Diagnostic(
                .trailingBytes, field: field, byteOffset: position, expected: UInt64(clamping: position),
                found: UInt64(clamping: end))
        }
    }
}

/// Writes numbers and bytes into a caller's buffer. Over an empty buffer it measures: it writes nothing and counts.
package struct OctetWriter: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    package private(set) var length = 0

    /// `buffer` is empty, or holds the whole message.
    package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    /// Appends the low `count` bytes, the least significant one first.
    @inline(never)
    package mutating func append(_ value: UInt64, _ count: Int, bigEndian: Bool = false) {
        for index in 0..<count {
            let shift = UInt64(8 &* (bigEndian ? count &- 1 &- index : index))
            if length < buffer.count {
                buffer[length] = UInt8(truncatingIfNeeded: value &>> shift)
            }
            length &+= 1
        }
    }

    package mutating func append(_ value: UInt32, _ count: Int) {
        append(UInt64(value), count)
    }

    @inline(never)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count > 0, bytes.count <= buffer.count &- length, let to = buffer.baseAddress, let from = bytes.baseAddress {
            rangekit_port_copy(to + length, from, bytes.count)
        }
        length &+= bytes.count
    }

    /// Sets a byte that was appended before: a size that is known only afterwards.
    package mutating func set(_ value: UInt8, at index: Int) {
        if index < buffer.count { buffer[index] = value }
    }
}
