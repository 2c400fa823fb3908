import CMath
import CRangeKit
import RangeKit

// How every export reads and writes the caller's memory. The rules stand at the top of base.h; they are
// kept here and nowhere else.

/// A struct of the contract that carries its size. All-zero bytes are a value of each of them.
protocol SizedStruct {
    init()
    var struct_size: UInt32 { get set }
    /// The size in version 1, the smallest that is accepted.
    static var smallestSize: Int { get }
}

extension rangekit_diagnostic: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_DIAGNOSTIC_V1_SIZE) }
}
extension rangekit_token: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TOKEN_V1_SIZE) }
}
extension rangekit_configuration_request: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE) }
}
extension rangekit_configuration: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_V1_SIZE) }
}
extension rangekit_twr_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TWR_OPTIONS_V1_SIZE) }
}
extension rangekit_quality_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_OPTIONS_V1_SIZE) }
}
extension rangekit_quality_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_RESULT_V1_SIZE) }
}

/// Runs an export's body and gives its status.
@inline(__always)
func status(_ body: () throws(Status) -> Void) -> rangekit_status {
    do {
        try body()
        return RANGEKIT_OK
    } catch {
        return error.rawValue
    }
}

/// A required pointer, aligned for what it points to.
@inline(__always)
func required<Value>(_ pointer: UnsafePointer<Value>?) throws(Status) -> UnsafePointer<Value> {
    guard let pointer else { throw .nullPointer }
    guard UInt(bitPattern: pointer) & UInt(MemoryLayout<Value>.alignment &- 1) == 0 else { throw .misaligned }
    return pointer
}

@inline(__always)
func required<Value>(_ pointer: UnsafeMutablePointer<Value>?) throws(Status) -> UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(mutating: try required(UnsafePointer(pointer)))
}

/// No struct of any version comes near this; more is an uninitialised size.
private let absurdStructSize = 1 << 16

/// The size that a caller states for its struct.
@inline(__always)
private func statedSize<Value: SizedStruct>(_ pointer: UnsafePointer<Value>) throws(Status) -> Int {
    let size = Int(clamping: UnsafeRawPointer(pointer).load(as: UInt32.self))
    guard size >= Value.smallestSize, size <= absurdStructSize else { throw .structSize }
    return size
}

/// Checks that a caller's struct can be written to.
@inline(__always)
func writable<Value: SizedStruct>(
    _ pointer: UnsafeMutablePointer<Value>?
) throws(Status) -> UnsafeMutablePointer<Value> {
    let pointer = try required(pointer)
    _ = try statedSize(UnsafePointer(pointer))
    return pointer
}

/// A caller's struct where it lies, for structs that are large and whose first version is their only one.
@inline(__always)
func structInPlace<Value: SizedStruct>(_ pointer: UnsafePointer<Value>?) throws(Status) -> UnsafePointer<Value> {
    let pointer = try required(pointer)
    let size = try statedSize(pointer)
    let known = MemoryLayout<Value>.size
    if size > known { try requireZero(UnsafeRawPointer(pointer), from: known, to: size) }
    return pointer
}

/// A copy of a caller's struct: what its size leaves out is zero, what lies beyond this library's knowledge
/// must be. NULL gives `fallback`, or is refused without one.
@inline(__always)
func readStruct<Value: SizedStruct>(_ pointer: UnsafePointer<Value>?, or fallback: Value?) throws(Status) -> Value {
    if pointer == nil, let fallback { return fallback }
    let pointer = try required(pointer)
    let size = try statedSize(pointer)
    let known = MemoryLayout<Value>.size
    if size >= known {
        if size > known { try requireZero(UnsafeRawPointer(pointer), from: known, to: size) }
        return pointer.pointee
    }
    var value = Value()
    withUnsafeMutablePointer(to: &value) { rangekit_port_copy($0, pointer, size) }
    return value
}

@inline(never)
private func requireZero(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) throws(Status) {
    for offset in start..<end where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 {
        throw .unknownOption
    }
}

/// Writes as much of a result as the caller's struct holds; its size stays what it was. What this library does
/// not know of a later version becomes zero, which means absent.
@inline(__always)
func writeStruct<Value: SizedStruct>(_ value: Value, to pointer: UnsafeMutablePointer<Value>) {
    let size = Int(clamping: UnsafeRawPointer(pointer).load(as: UInt32.self))
    let known = MemoryLayout<Value>.size
    if size >= known {
        pointer.pointee = value
        pointer.pointee.struct_size = UInt32(truncatingIfNeeded: size)
        if size > known { zero(pointer, from: known, to: size) }
    } else {
        var value = value
        value.struct_size = UInt32(truncatingIfNeeded: size)
        withUnsafePointer(to: value) { rangekit_port_copy(pointer, $0, size) }
    }
}

@inline(never)
func zero(_ bytes: UnsafeMutableRawPointer, from start: Int, to end: Int) {
    for offset in start..<end {
        bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
}

/// The `_default` functions: a size of zero means version 1, for callers that start from zeroed memory.
func writeDefault<Value: SizedStruct>(_ value: Value, to pointer: UnsafeMutablePointer<Value>?) throws(Status) {
    let pointer = try required(pointer)
    if UnsafeRawPointer(pointer).load(as: UInt32.self) == 0 {
        pointer.pointee.struct_size = UInt32(Value.smallestSize)
    }
    writeStruct(value, to: try writable(pointer))
}

/// The bytes of a caller's buffer; NULL is fine when there are none.
@inline(__always)
func byteBuffer(_ bytes: UnsafePointer<UInt8>?, _ size: Int) throws(Status) -> UnsafeBufferPointer<UInt8> {
    guard size != 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
    guard let bytes else { throw .nullPointer }
    // size_t beyond PTRDIFF_MAX arrives negative: no object is that large.
    guard size > 0 else { throw .outOfRange }
    return UnsafeBufferPointer(start: bytes, count: size)
}

/// An array of fixed elements; NULL is fine when there are none.
@inline(__always)
func array<Element>(_ pointer: UnsafePointer<Element>?, _ count: Int) throws(Status) -> UnsafePointer<Element>? {
    guard count != 0 else { return nil }
    let pointer = try required(pointer)
    guard count > 0, count <= Int.max / MemoryLayout<Element>.stride else { throw .outOfRange }
    return pointer
}

/// "Bytes out": sets `*length` to `needed` and calls `write` only when there is room for all of it.
@inline(__always)
func writeBytes(
    to out: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>, needed: Int,
    _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void
) throws(Status) {
    length.pointee = needed
    guard let out else {
        guard capacity == 0 else { throw .nullPointer }
        return
    }
    // As a size_t: a capacity beyond PTRDIFF_MAX suffices.
    guard UInt(bitPattern: capacity) >= UInt(bitPattern: needed) else { throw .bufferTooSmall }
    write(UnsafeMutableBufferPointer(start: out, count: needed))
}

/// "Text out": as `writeBytes`, with a NUL that `*length` does not count.
func writeText(
    to out: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ describe: (inout TextWriter) -> Void
) throws(Status) {
    let length = try required(length)
    length.pointee = 0
    var measure = TextWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
    describe(&measure)
    let needed = measure.length
    let bytes = UnsafeMutableRawPointer(out)?.assumingMemoryBound(to: UInt8.self)
    defer { length.pointee = needed }
    try writeBytes(to: bytes, capacity, length, needed: needed &+ 1) { buffer in
        var text = TextWriter(buffer)
        describe(&text)
        buffer[needed] = 0
    }
}

/// Sets a count or length that comes out to 0, before anything else can fail.
@inline(__always)
func clear(_ count: UnsafeMutablePointer<Int>?) {
    if let count = try? required(count) {
        count.pointee = 0
    }
}

/// Static storage, as every name and message of the library is.
@inline(__always)
func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
