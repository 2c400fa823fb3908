package import RangingCore

/// Reads deterministic CBOR and nothing else: definite lengths, shortest forms, map keys in bytewise
/// order without duplicates, at most eight levels, counts that can fit, valid UTF-8 (RFC 8949 section
/// 4.2.1). Every refusal says where.
package struct CBORReader: ~Copyable {
    package let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position = 0

    /// The message's own map is level 1.
    package static let deepestLevel = 8

    /// Reads from `position` on; every offset counts from the start of `bytes`.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// A head in its shortest form, with a count that can fit. Leaves `position` behind the head.
    package mutating func readHead(for field: Field) throws(Diagnostic) -> CBORHead {
        let offset = position
        let head: CBORHead
        do {
            head = try CBORHead.read(bytes, at: offset)
        } catch {
            throw error.naming(field)
        }
        if head.isFloat {
            guard Self.isShortestFloat(head) else {
                throw Diagnostic(.notShortest, field: field, byteOffset: offset)
            }
        } else if head.size > 1, head.size != CBORHead.shortestSize(head.argument) {
            throw Diagnostic(
                .notShortest, field: field, byteOffset: offset,
                expected: UInt64(CBORHead.shortestSize(head.argument)), found: UInt64(head.size))
        }
        position = offset &+ head.size
        if head.majorType == CBORHead.array || head.majorType == CBORHead.map {
            let left = UInt64(bytes.count &- position)
            let most = head.majorType == CBORHead.map ? left / 2 : left
            guard head.argument <= most else {
                throw Diagnostic(
                    .countTooLarge, field: field, byteOffset: offset, expected: most, found: head.argument)
            }
        }
        return head
    }

    package mutating func readHead(_ majorType: UInt8, for field: Field) throws(Diagnostic) -> CBORHead {
        let offset = position
        let head = try readHead(for: field)
        guard head.majorType == majorType else {
            throw Diagnostic(
                .wrongType, field: field, byteOffset: offset, expected: UInt64(majorType),
                found: UInt64(head.majorType))
        }
        return head
    }

    /// An unsigned integer up to `most`.
    @inline(never)
    package mutating func readUnsigned(upTo most: UInt64, for field: Field) throws(Diagnostic) -> UInt64 {
        let offset = position
        // A number below 24 is its own first byte: a codec would say no more.
        if offset < bytes.count, bytes[offset] < 24, UInt64(bytes[offset]) <= most {
            position = offset &+ 1
            return UInt64(bytes[offset])
        }
        let value = try readHead(CBORHead.unsigned, for: field).argument
        guard value <= most else {
            throw Diagnostic(.invalidValue, field: field, byteOffset: offset, expected: most, found: value)
        }
        return value
    }

    @inline(never)
    package mutating func readUInt32(for field: Field) throws(Diagnostic) -> UInt32 {
        UInt32(truncatingIfNeeded: try readUnsigned(upTo: UInt64(UInt32.max), for: field))
    }

    /// The contents of a byte string, in place.
    @inline(never)
    package mutating func readBytes(for field: Field) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        let head = try readHead(CBORHead.bytes, for: field)
        return takeContents(head)
    }

    /// An array of exactly `count` items.
    @inline(never)
    package mutating func readArray(of count: Int, for field: Field) throws(Diagnostic) {
        let offset = position
        // The same for a small array's head, whose items must be able to follow.
        if count < 24, count < bytes.count &- offset, Int(bytes[offset]) == 0x80 &+ count {
            position = offset &+ 1
            return
        }
        let head = try readHead(CBORHead.array, for: field)
        guard head.argument == UInt64(count) else {
            throw Diagnostic(
                .wrongLength, field: field, byteOffset: offset, expected: UInt64(count), found: head.argument)
        }
    }

    /// The number of entries of a map.
    @inline(never)
    package mutating func readMapCount(for field: Field) throws(Diagnostic) -> Int {
        Int(truncatingIfNeeded: try readHead(CBORHead.map, for: field).argument)
    }

    /// Goes back to an item that was only looked at.
    package mutating func rewind(to position: Int) {
        self.position = position
    }

    /// Nothing may follow the message.
    @inline(never)
    package func finish(_ field: Field) throws(Diagnostic) {
        guard position == bytes.count else {
            throw Diagnostic(
                .trailingBytes, field: field, byteOffset: position, expected: UInt64(position),
                found: UInt64(bytes.count))
        }
    }

    /// The contents behind a string's head; reading the head has checked that they are there.
    mutating func takeContents(_ head: CBORHead) -> UnsafeBufferPointer<UInt8> {
        let length = Int(truncatingIfNeeded: head.argument)
        let contents = UnsafeBufferPointer(rebasing: bytes[position..<(position &+ length)])
        position &+= length
        return contents
    }

    /// RFC 8949 section 4.2.1 with 4.2.2's simplest rule for NaN: one NaN, f97e00.
    private static func isShortestFloat(_ head: CBORHead) -> Bool {
        switch head.size {
        case 3:
            let isNaN = head.argument & 0x7C00 == 0x7C00 && head.argument & 0x3FF != 0
            return !isNaN || head.argument == 0x7E00
        case 5:
            return !CBORHead.fitsHalf(UInt32(truncatingIfNeeded: head.argument))
        default:
            let value = Double(bitPattern: head.argument)
            return !(value.isNaN || Double(Float(value)) == value)
        }
    }
}

// MARK: - Maps and items of any type

extension CBORReader {
    /// Where the last key of a map stands, for the order check.
    package struct KeyOrder {
        var start = 0
        /// Zero before the first key.
        var end = 0
        package init() {}
    }

    /// The next key of a map, after checking its order. Gives an unsigned key's value, nil for any other
    /// key.
    @inline(__always)
    package mutating func readKey(
        after order: inout KeyOrder, level: Int, for field: Field
    ) throws(Diagnostic) -> UInt64? {
        let start = position
        // A key below 24 is its own first byte: a codec would say no more.
        if start < bytes.count, bytes[start] < 24 {
            position = start &+ 1
            try check(&order, keyAt: start, for: field)
            return UInt64(bytes[start])
        }
        return try readOtherKey(after: &order, level: level, for: field)
    }

    @inline(never)
    private mutating func readOtherKey(
        after order: inout KeyOrder, level: Int, for field: Field
    ) throws(Diagnostic) -> UInt64? {
        let start = position
        let head = try readHead(for: field)
        if head.majorType != CBORHead.unsigned {
            position = start
            try skipItem(level: level, for: field)
        }
        try check(&order, keyAt: start, for: field)
        return head.majorType == CBORHead.unsigned ? head.argument : nil
    }

    /// Checks the key that ends at `position` against the one before it.
    @inline(never)
    private func check(_ order: inout KeyOrder, keyAt start: Int, for field: Field) throws(Diagnostic) {
        if order.end > 0 {
            try compare(order, start, field)
        }
        order.start = start
        order.end = position
    }

    /// Bytewise order of two encodings. No encoding is a prefix of another, so the shorter never runs out.
    private func compare(_ last: KeyOrder, _ start: Int, _ field: Field) throws(Diagnostic) {
        for offset in 0..<min(last.end &- last.start, position &- start) {
            let (x, y) = (bytes[last.start &+ offset], bytes[start &+ offset])
            if x < y { return }
            if x > y { throw Diagnostic(.keyOrder, field: field, byteOffset: start) }
        }
        throw Diagnostic(.duplicateKey, field: field, byteOffset: start)
    }

    /// One open array or map while items are skipped.
    private struct Frame {
        var itemsLeft = 0
        var isMap = false
        var keyStart = 0
        var order = KeyOrder()

        /// Keys and values alternate, keys first.
        var nextIsKey: Bool { isMap && itemsLeft & 1 == 0 }
    }

    /// Passes over one item of any type and checks all of it. A container that starts here has `level`.
    @inline(never)
    package mutating func skipItem(level: Int, for field: Field) throws(Diagnostic) {
        let start = position
        let head = try readHead(for: field)
        if try !skipContents(of: head, at: start, for: field) {
            try skipContainer(head, at: start, level: level, for: field)
        }
    }

    /// The rest of an item behind its head; false if it is a container, whose items are still to come.
    private mutating func skipContents(
        of head: CBORHead, at start: Int, for field: Field
    ) throws(Diagnostic) -> Bool {
        switch head.majorType {
        case CBORHead.bytes:
            _ = takeContents(head)
        case CBORHead.text:
            guard isValidUTF8(takeContents(head)) else {
                throw Diagnostic(.invalidUTF8, field: field, byteOffset: start)
            }
        case CBORHead.array, CBORHead.map:
            return false
        default:
            break
        }
        return true
    }

    private mutating func skipContainer(
        _ head: CBORHead, at start: Int, level: Int, for field: Field
    ) throws(Diagnostic) {
        var frames = InlineArray<8, Frame>(repeating: Frame())
        var depth = 0
        var (head, start) = (head, start)
        while true {
            if try !skipContents(of: head, at: start, for: field) {
                guard level &+ depth <= Self.deepestLevel else {
                    throw Diagnostic(
                        .tooDeep, field: field, byteOffset: start, expected: UInt64(Self.deepestLevel),
                        found: UInt64(level &+ depth))
                }
                // The count is at most the bytes left, so doubling it cannot overflow.
                let isMap = head.majorType == CBORHead.map
                let count = Int(truncatingIfNeeded: head.argument)
                frames[depth] = Frame(itemsLeft: isMap ? count &* 2 : count, isMap: isMap)
                depth &+= count > 0 ? 1 : 0
                // An empty container is complete.
                if count == 0 { try complete(&frames, &depth, for: field) }
            } else {
                try complete(&frames, &depth, for: field)
            }
            if depth == 0 { return }
            start = position
            if frames[depth &- 1].nextIsKey {
                frames[depth &- 1].keyStart = start
            }
            head = try readHead(for: field)
        }
    }

    /// An item is complete; so is every container whose last item it was.
    private func complete(
        _ frames: inout InlineArray<8, Frame>, _ depth: inout Int, for field: Field
    ) throws(Diagnostic) {
        while depth > 0 {
            if frames[depth &- 1].nextIsKey {
                let start = frames[depth &- 1].keyStart
                try check(&frames[depth &- 1].order, keyAt: start, for: field)
            }
            frames[depth &- 1].itemsLeft &-= 1
            if frames[depth &- 1].itemsLeft > 0 { return }
            depth &-= 1
        }
    }
}

extension Diagnostic {
    fileprivate func naming(_ field: Field) -> Diagnostic {
        var named = self
        named.field = field
        return named
    }
}
