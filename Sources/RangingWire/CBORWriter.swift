import CMath

#if os(Linux)
    import CCBOR
#endif

/// Writes deterministic CBOR into a caller's buffer, without allocating.
///
/// Over an empty buffer it measures: it writes nothing and counts. The same code that encodes a message
/// therefore also says how long it is, and a buffer is touched only once its size is known to suffice.
package struct CBORWriter: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// Bytes of the message so far.
    package private(set) var length = 0

    /// `buffer` is empty, or holds the whole message.
    package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    package mutating func append(unsigned value: UInt64) {
        appendHead(CBORHead.unsigned, value)
    }

    package mutating func append(bytes: UnsafeBufferPointer<UInt8>) {
        appendHead(CBORHead.bytes, UInt64(bytes.count))
        append(encoded: bytes)
    }

    package mutating func append(mapCount count: Int) {
        appendHead(CBORHead.map, UInt64(count))
    }

    package mutating func append(arrayCount count: Int) {
        appendHead(CBORHead.array, UInt64(count))
    }

    /// A head that is known as its one byte.
    @inline(__always)
    package mutating func append(initialByte byte: UInt8) {
        if length < buffer.count { buffer[length] = byte }
        length &+= 1
    }

    package mutating func append(text: StaticString) {
        appendHead(CBORHead.text, UInt64(text.utf8CodeUnitCount))
        append(encoded: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Any integer: major type 1 holds -1 minus the value.
    package mutating func append(integer value: Int64) {
        value < 0
            ? appendHead(CBORHead.negative, UInt64(bitPattern: ~value))
            : appendHead(CBORHead.unsigned, UInt64(bitPattern: value))
    }

    /// Items that are encoded already.
    package mutating func append(encoded bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count <= buffer.count &- length, let source = bytes.baseAddress, let base = buffer.baseAddress {
            rangekit_port_copy(base + length, source, bytes.count)
        }
        length &+= bytes.count
    }

    package mutating func appendHead(_ majorType: UInt8, _ argument: UInt64) {
        // An argument below 24 is in the head's one byte: a codec would write no other.
        if argument < 24 {
            return append(initialByte: majorType &<< 5 | UInt8(truncatingIfNeeded: argument))
        }
        let size = CBORHead.shortestSize(argument)
        if size <= buffer.count &- length, let base = buffer.baseAddress {
            #if os(Linux)
                _ = ccbor_write(majorType, argument, base + length, size)
            #else
                Self.writeHeadBuiltIn(majorType, argument, to: base + length)
            #endif
        }
        length &+= size
    }

    /// Writes a shortest head; there must be room for `CBORHead.shortestSize(argument)` bytes.
    package static func writeHeadBuiltIn(_ majorType: UInt8, _ argument: UInt64, to out: UnsafeMutablePointer<UInt8>) {
        let size = CBORHead.shortestSize(argument)
        guard size > 1 else {
            out[0] = majorType &<< 5 | UInt8(truncatingIfNeeded: argument)
            return
        }
        // 1, 2, 4 or 8 bytes of argument: information 24 to 27.
        out[0] = majorType &<< 5 | (24 &+ UInt8(truncatingIfNeeded: (size &- 1).trailingZeroBitCount))
        for index in 1..<size {
            out[index] = UInt8(truncatingIfNeeded: argument &>> UInt64(8 &* (size &- 1 &- index)))
        }
    }
}
