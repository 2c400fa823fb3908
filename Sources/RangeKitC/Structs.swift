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
    guard let pointer, UInt(bitPattern: pointer) & UInt(MemoryLayout<Value>.alignment &- 1) == 0 else {
        throw fault(of: pointer)
    }
    return pointer
}

// What goes well is checked in place; what is wrong is found out in calls: a copy of each in every export would be
// a third of the library.
@inline(never)
private func fault(of pointer: UnsafeRawPointer?) -> Status {
    pointer == nil ? .nullPointer : .misaligned
}

@inline(__always)
func required<Value>(_ pointer: UnsafeMutablePointer<Value>?) throws(Status) -> UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(mutating: try required(UnsafePointer(pointer)))
}

/// No struct of any version comes near this; more is an uninitialised size.
private let absurdStructSize = 1 << 16

/// The size that a caller states for its struct, of which this library knows the first bytes.
@inline(__always)
func checkStruct<Value: SizedStruct>(
    _ pointer: UnsafePointer<Value>?
) throws(Status) -> (pointer: UnsafePointer<Value>, size: Int) {
    let pointer = try required(pointer)
    let size = Int(clamping: UnsafeRawPointer(pointer).load(as: UInt32.self))
    guard size >= Value.smallestSize, size <= absurdStructSize else { throw .structSize }
    return (pointer, size)
}

/// Checks that a caller's struct can be written to.
@inline(__always)
func writable<Value: SizedStruct>(
    _ pointer: UnsafeMutablePointer<Value>?
) throws(Status) -> UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(mutating: try checkStruct(UnsafePointer(pointer)).pointer)
}

/// A caller's struct where it lies, for structs that are large and whose first version is their only one.
@inline(__always)
func structInPlace<Value: SizedStruct>(_ pointer: UnsafePointer<Value>?) throws(Status) -> UnsafePointer<Value> {
    let given = try checkStruct(pointer)
    try requireZero(given.pointer, from: MemoryLayout<Value>.size, to: given.size)
    return given.pointer
}

/// A copy of a caller's struct: what its size leaves out is zero, what lies beyond this library's knowledge
/// must be. NULL gives `fallback`, or is refused without one.
@inline(__always)
func readStruct<Value: SizedStruct>(_ pointer: UnsafePointer<Value>?, or fallback: Value?) throws(Status) -> Value {
    if pointer == nil, let fallback { return fallback }
    let given = try checkStruct(pointer)
    let known = MemoryLayout<Value>.size
    if given.size == known { return given.pointer.pointee }
    try requireZero(given.pointer, from: known, to: given.size)
    var value = Value()
    withUnsafeMutablePointer(to: &value) { rangekit_port_copy($0, given.pointer, min(given.size, known)) }
    return value
}

@inline(never)
func requireZero(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) throws(Status) {
    var offset = start
    while offset < end {
        guard bytes.load(fromByteOffset: offset, as: UInt8.self) == 0 else { throw .unknownOption }
        offset &+= 1
    }
}

/// Writes as much of a result as the caller's struct holds; its size stays what it was. What this library does
/// not know of a later version becomes zero, which means absent.
@inline(__always)
func writeStruct<Value: SizedStruct>(_ value: Value, to pointer: UnsafeMutablePointer<Value>) {
    withUnsafePointer(to: value) { writeStruct($0, known: MemoryLayout<Value>.size, to: pointer) }
}

@inline(never)
private func writeStruct(_ value: UnsafeRawPointer, known: Int, to pointer: UnsafeMutableRawPointer) {
    // The size stands first in every struct and is the caller's.
    let sizeOfSize = MemoryLayout<UInt32>.size
    let size = Int(clamping: pointer.load(as: UInt32.self))
    rangekit_port_copy(pointer + sizeOfSize, value + sizeOfSize, min(size, known) &- sizeOfSize)
    if size > known { zero(pointer, from: known, to: size) }
}

@inline(never)
func zero(_ bytes: UnsafeMutableRawPointer, from start: Int, to end: Int) {
    for offset in start..<end {
        bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
}

/// The `_default` functions: a size of zero means version 1, for callers that start from zeroed memory.
@inline(__always)
func writeDefault<Value: SizedStruct>(_ value: Value, to pointer: UnsafeMutablePointer<Value>?) throws(Status) {
    let pointer = try required(pointer)
    let refusal = withUnsafePointer(to: value) {
        writeDefault($0, known: MemoryLayout<Value>.size, smallest: Value.smallestSize, to: pointer)
    }
    if let refusal { throw refusal }
}

/// The same without a copy, where a large struct would take too much of a small stack.
func writeDefault<Value: SizedStruct>(
    from value: inout Value, to pointer: UnsafeMutablePointer<Value>?
) throws(Status) {
    let pointer = try required(pointer)
    let refusal = withUnsafePointer(to: &value) {
        writeDefault($0, known: MemoryLayout<Value>.size, smallest: Value.smallestSize, to: pointer)
    }
    if let refusal { throw refusal }
}

/// One for all structs: every part has some.
@inline(never)
private func writeDefault(
    _ value: UnsafeRawPointer, known: Int, smallest: Int, to pointer: UnsafeMutableRawPointer
) -> Status? {
    let given = Int(clamping: pointer.load(as: UInt32.self))
    if given == 0 {
        pointer.storeBytes(of: UInt32(truncatingIfNeeded: smallest), as: UInt32.self)
    } else if given < smallest || given > absurdStructSize {
        return .structSize
    }
    writeStruct(value, known: known, to: pointer)
    return nil
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

/// "Bytes out" of bytes that are there.
func writeBytes(
    of bytes: UnsafeBufferPointer<UInt8>, to out: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>
) throws(Status) {
    try writeBytes(to: out, capacity, length, needed: bytes.count) {
        if let from = bytes.baseAddress, let to = $0.baseAddress { rangekit_port_copy(to, from, bytes.count) }
    }
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
