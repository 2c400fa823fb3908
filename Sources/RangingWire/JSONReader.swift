import RangingCore

/// Reads JSON (RFC 8259) from front to back, strictly and without allocating: every byte is looked at, whatever
/// of it is used. Errors carry the offset of the byte that is wrong. Its steps are calls: copies of them would make
/// it three times as large.
struct JSONReader: ~Copyable {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0
    /// What the reader is about, for its errors.
    var field = Field.calibration

    /// The document's own object is level 1.
    static var deepestLevel: Int { 8 }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    @inline(never)
    func error(
        _ status: Status, at offset: Int? = nil, expected: UInt64? = nil, found: UInt64? = nil
    ) -> Diagnostic {
        Diagnostic(status, field: field, byteOffset: offset ?? position, expected: expected, found: found)
    }

    /// The next byte, which stays to be read.
    @inline(never)
    private func peek() throws(Diagnostic) -> UInt8 {
        guard position < bytes.count else { throw error(.truncated) }
        return bytes[position]
    }

    @inline(never)
    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position &+= 1
            default: return
            }
        }
    }

    /// Whether the next byte that is no space is this one; it is taken then.
    @inline(never)
    mutating func take(_ byte: UInt8) throws(Diagnostic) -> Bool {
        skipSpace()
        guard try peek() == byte else { return false }
        position &+= 1
        return true
    }

    @inline(never)
    private mutating func expect(_ byte: UInt8) throws(Diagnostic) {
        guard try take(byte) else { throw error(.jsonSyntax) }
    }

    /// The value that begins here must begin with this byte; gives its offset.
    @inline(never)
    mutating func begin(_ byte: UInt8, _ field: Field) throws(Diagnostic) -> Int {
        self.field = field
        skipSpace()
        let start = position
        guard try take(byte) else { throw try wrongType() }
        return start
    }

    /// A value of another type than is wanted, or no value at all.
    @inline(never)
    mutating func wrongType() throws(Diagnostic) -> Diagnostic {
        let start = position
        try skipValue(level: 1)
        return error(.jsonType, at: start)
    }

    /// In an object or array: whether another element follows, past the comma before it, or the end.
    @inline(never)
    mutating func next(isFirst: inout Bool, end: UInt8) throws(Diagnostic) -> Bool {
        if try take(end) { return false }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        isFirst = false
        return true
    }

    /// A key and its colon; nil where it is longer than any name.
    @inline(never)
    mutating func key() throws(Diagnostic) -> FixedName? {
        var name = FixedName()
        skipSpace()
        guard try peek() == UInt8(ascii: "\"") else { throw error(.jsonSyntax) }
        let length = try string(into: &name)
        try expect(UInt8(ascii: ":"))
        return length < FixedName.size && name.count == length ? name : nil
    }

    /// Nothing but space may follow.
    mutating func end() throws(Diagnostic) {
        skipSpace()
        guard position == bytes.count else {
            throw error(.trailingBytes, expected: UInt64(clamping: position), found: UInt64(clamping: bytes.count))
        }
    }

    // MARK: Values

    /// A whole value of any kind, checked and forgotten.
    @inline(never)
    mutating func skipValue(level: Int) throws(Diagnostic) {
        skipSpace()
        let opening = try peek()
        switch opening {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard level < Self.deepestLevel else {
                throw error(
                    .tooDeep, expected: UInt64(clamping: Self.deepestLevel), found: UInt64(clamping: level &+ 1))
            }
            position &+= 1
            var isFirst = true
            // In ASCII each closing bracket is two after its opening one.
            while try next(isFirst: &isFirst, end: opening &+ 2) {
                if opening == UInt8(ascii: "{") { _ = try key() }
                try skipValue(level: level &+ 1)
            }
        case UInt8(ascii: "\""):
            var name = FixedName()
            _ = try string(into: &name)
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: _ = try decimal()
        }
    }

    @inline(never)
    private mutating func literal(_ text: StaticString) throws(Diagnostic) {
        for index in 0..<text.utf8CodeUnitCount {
            guard try peek() == text.utf8Start[index] else { throw error(.jsonSyntax) }
            position &+= 1
        }
    }

    @inline(never)
    mutating func boolean() throws(Diagnostic) -> Bool {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw try wrongType()
        }
    }

    mutating func number() throws(Diagnostic) -> Double {
        skipSpace()
        switch try peek() {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try decimal()
        default: throw try wrongType()
        }
    }

    @inline(never)
    private mutating func digits(_ each: (UInt8) -> Void) throws(Diagnostic) -> Int {
        let start = position
        while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] {
            each(bytes[position] &- UInt8(ascii: "0"))
            position &+= 1
        }
        guard position > start else {
            _ = try peek()
            throw error(.jsonSyntax)
        }
        return position &- start
    }

    private mutating func takeHere(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }

    /// Exact where 19 digits and a power of ten up to 10^22 say it all; else to a few units of the last place.
    /// Numbers beyond a double come out infinite.
    @inline(never)
    private mutating func decimal() throws(Diagnostic) -> Double {
        let isNegative = takeHere(UInt8(ascii: "-"))
        let start = position
        var (mantissa, exponent) = (UInt64(0), 0)
        func collect(_ digit: UInt8) {
            // Digits beyond 19 only move the point.
            if mantissa < 1_000_000_000_000_000_000 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
            } else {
                exponent &+= 1
            }
        }
        let whole = try digits(collect)
        guard whole == 1 || bytes[start] != UInt8(ascii: "0") else { throw error(.jsonSyntax, at: start) }
        if takeHere(UInt8(ascii: ".")) { exponent &-= try digits(collect) }
        if takeHere(UInt8(ascii: "e")) || takeHere(UInt8(ascii: "E")) {
            let isDown = takeHere(UInt8(ascii: "-"))
            if !isDown { _ = takeHere(UInt8(ascii: "+")) }
            var power = 0
            _ = try digits { power = min(power &* 10 &+ Int($0), 100_000) }
            exponent = isDown ? exponent &- power : exponent &+ power
        }
        let value = Self.scaled(Double(mantissa), by: exponent)
        return isNegative ? -value : value
    }

    @inline(never)
    private static func scaled(_ value: Double, by exponent: Int) -> Double {
        var (value, left) = (value, min(exponent.magnitude, 700))
        while left > 0, value != 0 {
            let step = min(left, 22)
            var power = 1.0
            for _ in 0..<step { power *= 10 }
            value = exponent < 0 ? value / power : value * power
            left &-= step
        }
        return value
    }

    // MARK: Strings

    /// A string with its escapes resolved: the first bytes go into `name`, as many as fit with a NUL. Gives the length
    /// of all.
    @inline(never)
    mutating func string(into name: inout FixedName) throws(Diagnostic) -> Int {
        guard try peek() == UInt8(ascii: "\"") else { throw try wrongType() }
        position &+= 1
        var length = 0
        var kept = FixedName()
        @inline(never) func keep(_ byte: UInt8) {
            if length < FixedName.size &- 1 {
                withUnsafeMutableBytes(of: &kept) { $0[length] = byte }
            }
            length &+= 1
        }
        var start = position
        while true {
            let byte = try peek()
            guard byte >= 0x20 else { throw error(.jsonSyntax) }
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                keep(byte)
                position &+= 1
                continue
            }
            guard isValidUTF8(UnsafeBufferPointer(rebasing: bytes[start..<position])) else {
                throw error(.invalidUTF8, at: start)
            }
            position &+= 1
            if byte == UInt8(ascii: "\"") { break }
            try escape(keep)
            start = position
        }
        name = kept
        return length
    }

    @inline(never)
    private mutating func escape(_ keep: (UInt8) -> Void) throws(Diagnostic) {
        let start = position &- 1
        let letter = try peek()
        position &+= 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): keep(letter)
        case UInt8(ascii: "b"): keep(0x08)
        case UInt8(ascii: "f"): keep(0x0C)
        case UInt8(ascii: "n"): keep(0x0A)
        case UInt8(ascii: "r"): keep(0x0D)
        case UInt8(ascii: "t"): keep(0x09)
        case UInt8(ascii: "u"):
            var scalar = try hexadecimal()
            if scalar & 0xFC00 == 0xD800 {
                guard takeHere(UInt8(ascii: "\\")), takeHere(UInt8(ascii: "u")) else {
                    throw error(.invalidUTF8, at: start)
                }
                let low = try hexadecimal()
                guard low & 0xFC00 == 0xDC00 else { throw error(.invalidUTF8, at: start) }
                scalar = 0x1_0000 &+ (scalar & 0x3FF) << 10 &+ low & 0x3FF
            }
            guard scalar & 0xF_FC00 != 0xDC00 || scalar > 0xFFFF else { throw error(.invalidUTF8, at: start) }
            encode(scalar, keep)
        default: throw error(.jsonSyntax, at: start)
        }
    }

    @inline(never)
    private mutating func hexadecimal() throws(Diagnostic) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit = try peek()
            let part: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): part = digit &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): part = digit &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): part = digit &- UInt8(ascii: "A") &+ 10
            default: throw error(.jsonSyntax)
            }
            value = value << 4 | UInt32(part)
            position &+= 1
        }
        return value
    }

    /// RFC 3629.
    @inline(never)
    private func encode(_ scalar: UInt32, _ keep: (UInt8) -> Void) {
        func tail(_ shift: UInt32) { keep(UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F)) }
        switch scalar {
        case 0..<0x80: keep(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            keep(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            tail(0)
        case 0x800..<0x1_0000:
            keep(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            tail(6)
            tail(0)
        default:
            keep(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            tail(12)
            tail(6)
            tail(0)
        }
    }
}
