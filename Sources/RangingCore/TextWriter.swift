/// Writes ASCII text into a caller's buffer, without allocating and without `String`.
///
/// It counts what it would have written, so a writer over an empty buffer measures a text.
public struct TextWriter: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// The length of the whole text so far, whether it fitted or not.
    public private(set) var length: Int

    public init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
        length = 0
    }

    /// A call, not a copy of the loop at each of its many uses.
    @inline(never)
    public mutating func append(_ text: StaticString) {
        let start = text.utf8Start
        for index in 0..<text.utf8CodeUnitCount {
            append(byte: start[index])
        }
    }

    /// Appends a number in decimal.
    public mutating func append(_ value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 {
            divisor &*= 10
        }
        while divisor > 0 {
            append(byte: UInt8(truncatingIfNeeded: 48 &+ (value / divisor) % 10))
            divisor /= 10
        }
    }

    /// Appends the part of a text behind its first `start` characters.
    @inline(never)
    public mutating func append(_ text: StaticString, from start: Int) {
        var index = start
        while index < text.utf8CodeUnitCount {
            append(byte: text.utf8Start[index])
            index &+= 1
        }
    }

    /// Appends bytes in hexadecimal, the lowest first.
    @inline(never)
    public mutating func append(hexBytes value: UInt64, count: Int) {
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: value &>> UInt64(8 &* index))
            append(hexDigit: byte >> 4)
            append(hexDigit: byte & 0xF)
        }
    }

    private mutating func append(hexDigit digit: UInt8) {
        append(byte: digit < 10 ? 48 &+ digit : 87 &+ digit)
    }

    /// Appends characters, the lowest byte first; what cannot be printed as a question mark.
    @inline(never)
    public mutating func append(characters value: UInt64, count: Int) {
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: value &>> UInt64(8 &* index))
            append(byte: byte >= 0x20 && byte <= 0x7E ? byte : 0x3F)
        }
    }

    /// Appends one ASCII character.
    public mutating func append(byte: UInt8) {
        if length < buffer.count {
            buffer[length] = byte
        }
        length &+= 1
    }
}
