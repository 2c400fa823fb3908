package import RangingCore

#if os(Linux)
    import CCBOR
#endif

/// The head of one CBOR item: initial byte and argument (RFC 8949 section 3).
package struct CBORHead: Equatable {
    /// Major type, 0 to 7.
    package var majorType: UInt8
    /// The number, length, count or simple value; for floats their bits.
    package var argument: UInt64
    /// Bytes of the head itself.
    package var size: Int

    package static let unsigned: UInt8 = 0
    package static let negative: UInt8 = 1
    package static let bytes: UInt8 = 2
    package static let text: UInt8 = 3
    package static let array: UInt8 = 4
    package static let map: UInt8 = 5
    package static let tag: UInt8 = 6
    package static let simple: UInt8 = 7

    /// Whether a major-type-7 head is a float and not a simple value.
    package var isFloat: Bool { majorType == Self.simple && size >= 3 }

    /// The size of the shortest head for an argument of major type 0 to 5.
    package static func shortestSize(_ argument: UInt64) -> Int {
        switch argument {
        case ..<24: 1
        case ...0xFF: 2
        case ...0xFFFF: 3
        case ...0xFFFF_FFFF: 5
        default: 9
        }
    }
}

extension CBORHead {
    /// Reads the head at `offset` with the codec of this platform: libcbor on Linux, the built-in one
    /// elsewhere. Both accept the same heads and name the same errors; a string's contents must be there.
    @inline(__always)
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(Diagnostic) -> CBORHead {
        #if os(Linux)
            try readWithLibcbor(bytes, at: offset)
        #else
            try readBuiltIn(bytes, at: offset)
        #endif
    }

    package static func readBuiltIn(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(Diagnostic) -> CBORHead {
        let initial = try initialByte(bytes, at: offset)
        let head = try argument(initial, bytes, at: offset)
        if head.majorType == Self.bytes || head.majorType == text {
            guard head.argument <= UInt64(bytes.count &- offset &- head.size) else {
                throw truncated(bytes, at: offset, needed: head.argument, after: head.size)
            }
        }
        return head
    }

    /// Refuses what no codec may see: reserved and indefinite forms, tags, and simple values without a
    /// meaning here. libcbor 0.8 would refuse some tags and accept others.
    private static func initialByte(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(Diagnostic) -> UInt8 {
        guard offset < bytes.count else { throw truncated(bytes, at: offset, needed: 1) }
        let initial = bytes[offset]
        let majorType = initial >> 5
        let information = initial & 0x1F
        switch (majorType, information) {
        case (_, 28...30), (unsigned, 31), (negative, 31), (tag, 31), (simple, 31):
            throw Diagnostic(.malformed, byteOffset: offset)
        case (_, 31):
            throw Diagnostic(.indefiniteLength, byteOffset: offset)
        case (tag, _):
            let number = try argument(initial, bytes, at: offset).argument
            throw Diagnostic(.tagRefused, byteOffset: offset, found: number)
        case (simple, ..<20):
            throw Diagnostic(.simpleRefused, byteOffset: offset, found: UInt64(information))
        case (simple, 24):
            let value = try argument(initial, bytes, at: offset).argument
            // Below 32 the two-byte form is not well-formed.
            throw value < 32
                ? Diagnostic(.malformed, byteOffset: offset)
                : Diagnostic(.simpleRefused, byteOffset: offset, found: value)
        default:
            return initial
        }
    }

    /// The big-endian argument that follows an initial byte with information below 28.
    private static func argument(
        _ initial: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
    ) throws(Diagnostic) -> CBORHead {
        let information = initial & 0x1F
        guard information >= 24 else {
            return CBORHead(majorType: initial >> 5, argument: UInt64(information), size: 1)
        }
        let size = 1 &+ (1 &<< Int(information &- 24))
        guard size <= bytes.count &- offset else { throw truncated(bytes, at: offset, needed: UInt64(size)) }
        var argument: UInt64 = 0
        for index in (offset &+ 1)..<(offset &+ size) {
            argument = argument &<< 8 | UInt64(bytes[index])
        }
        return CBORHead(majorType: initial >> 5, argument: argument, size: size)
    }

    private static func truncated(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, needed: UInt64, after size: Int = 0
    ) -> Diagnostic {
        let (total, overflow) = needed.addingReportingOverflow(UInt64(offset &+ size))
        return Diagnostic(
            .truncated, byteOffset: offset, expected: overflow ? .max : total, found: UInt64(bytes.count))
    }
}

#if os(Linux)
    extension CBORHead {
        @inline(__always)
        package static func readWithLibcbor(
            _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
        ) throws(Diagnostic) -> CBORHead {
            if offset < bytes.count, let base = bytes.baseAddress {
                let initial = bytes[offset]
                let information = initial & 0x1F
                var argument: UInt64 = 0
                // Major types 0 to 5 with an argument, and floats: all that may stand here but the simple values.
                if initial < 0xC0 && information < 28 || (0xF9...0xFB).contains(initial),
                    ccbor_read(base + offset, bytes.count &- offset, &argument) == CCBOR_OK
                {
                    let size = information < 24 ? 1 : 1 &+ (1 &<< Int(information &- 24))
                    return CBORHead(majorType: initial >> 5, argument: argument, size: size)
                }
            }
            return try readUncommon(bytes, at: offset)
        }

        /// Simple values, what is refused, and how much is missing: what libcbor has no words for.
        @inline(never)
        private static func readUncommon(
            _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
        ) throws(Diagnostic) -> CBORHead {
            let head = try readBuiltIn(bytes, at: offset)
            guard head.majorType == simple, head.size == 1 else {
                throw Diagnostic(.malformed, byteOffset: offset)
            }
            return head
        }
    }
#endif
