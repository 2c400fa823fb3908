import CMath
package import RangingCore

/// Reads numbers and bytes of formats that are no CBOR: byte by byte, whatever the alignment, never past the end.
///
/// Where the bytes end too early it gives zeros and remembers the first such place, which `check` throws: so a
/// field costs one call and no branch. Call it before anything is concluded from what was read.
package struct OctetReader {
    package let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position = 0
    /// Where reading ends; at most `bytes.count`.
    package private(set) var end: Int
    /// The first field that the bytes do not hold, where it starts and where it would end; 0: there is none.
    private var missing = Field.none
    private var missingOffset = 0
    private var missingEnd = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        end = bytes.count
    }

    package var left: Int { end &- position }
    package var isShort: Bool { missingEnd != 0 }

    /// A number of at most 8 bytes, the least significant one first.
    @inline(never)
    package mutating func number(_ count: Int, _ field: Field, bigEndian: Bool = false) -> UInt64 {
        guard skip(count, field) else { return 0 }
        var value: UInt64 = 0
        for index in 0..<count {
            let shift = UInt64(8 &* (bigEndian ? count &- 1 &- index : index))
            value |= UInt64(bytes[position &- count &+ index]) &<< shift
        }
        return value
    }

    package mutating func u8(_ field: Field) -> UInt8 { UInt8(truncatingIfNeeded: number(1, field)) }
    package mutating func u16(_ field: Field) -> UInt16 { UInt16(truncatingIfNeeded: number(2, field)) }
    package mutating func u32(_ field: Field) -> UInt32 { UInt32(truncatingIfNeeded: number(4, field)) }

    /// The next `count` bytes, where they lie; none if they are not all there.
    @inline(never)
    package mutating func slice(_ count: Int, _ field: Field) -> UnsafeBufferPointer<UInt8> {
        guard skip(count, field), count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: bytes[position &- count..<position])
    }

    /// Copies the next `count` bytes.
    @inline(never)
    package mutating func copy(_ count: Int, _ field: Field, to: UnsafeMutablePointer<UInt8>) {
        if let source = slice(count, field).baseAddress { rangekit_port_copy(to, source, count) }
    }

    /// Passes over `count` bytes. False if they are not all there.
    @inline(never) @discardableResult
    package mutating func skip(_ count: Int, _ field: Field) -> Bool {
        if count <= left, missingEnd == 0 {
            position = position &+ count
            return true
        }
        if missingEnd == 0 {
            (missing, missingOffset, missingEnd) = (field, position, position &+ count)
        }
        position = end
        return false
    }

    /// Lets the next `count` bytes be all there is, until `open`. Gives where it ended before.
    package mutating func narrow(to count: Int, _ field: Field) -> Int {
        let outer = end
        if skip(count, field) {
            end = position
            position = position &- count
        }
        return outer
    }

    package mutating func open(to outer: Int) { end = outer }

    /// Throws `truncated` if a field was not all there.
    @inline(never)
    package func check() throws(Diagnostic) {
        guard missingEnd != 0 else { return }
        throw Diagnostic(
            .truncated, field: missing, byteOffset: missingOffset, expected: UInt64(clamping: missingEnd),
            found: UInt64(clamping: end))
    }

    /// All fields were there, and nothing is left.
    @inline(never)
    package func finish(_ field: Field) throws(Diagnostic) {
        try check()
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
        if bytes.count > 0, bytes.count <= buffer.count &- length, let to = buffer.baseAddress,
            let from = bytes.baseAddress
        {
            rangekit_port_copy(to + length, from, bytes.count)
        }
        length &+= bytes.count
    }

    /// Sets a byte that was appended before: a size that is known only afterwards.
    package mutating func set(_ value: UInt8, at index: Int) {
        if index < buffer.count { buffer[index] = value }
    }
}
