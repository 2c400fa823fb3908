// Little-endian numbers in packed bytes, at any alignment. The caller has checked that they are there.

extension UnsafePointer<UInt8> {
    @inline(__always)
    func u16(_ offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset &+ 1]) &<< 8
    }

    @inline(__always)
    func u32(_ offset: Int) -> UInt32 {
        UInt32(u16(offset)) | UInt32(u16(offset &+ 2)) &<< 16
    }
}

/// Where the first byte that is not zero stands, from `start` to before `end`.
@inline(never)
func firstNonZero(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    for index in start..<end where base[index] != 0 {
        return index
    }
    return nil
}

/// Appends packed bytes to a buffer that has room for them.
struct PackedWriter: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var length = 0

    init(_ start: UnsafeMutablePointer<UInt8>) {
        self.start = start
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        start[length] = byte
        length &+= 1
    }

    mutating func append(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append(_ value: UInt32) {
        append(UInt16(truncatingIfNeeded: value))
        append(UInt16(truncatingIfNeeded: value >> 16))
    }

    /// The first `count` bytes of a value's memory.
    mutating func append(bytesOf value: some BitwiseCopyable, _ count: Int) {
        withUnsafeBytes(of: value) { bytes in
            for index in 0..<min(count, bytes.count) {
                append(bytes[index])
            }
        }
    }
}
