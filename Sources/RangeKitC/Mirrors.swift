import CMath
import CRangeKit
import RangeKit

// Some values of the core have the layout of their C struct, behind its size: they are copied whole, not field
// by field. The tests of each part set every field on one side and read it on the other.

/// A value of the other side's type with the same bytes at the end; what one has more at the start is zero.
@inline(__always)
func mirrored<From: BitwiseCopyable, To: BitwiseCopyable & Mirror>(_ value: From) -> To {
    var copy = To()
    let (from, to) = (MemoryLayout<From>.size, MemoryLayout<To>.size)
    withUnsafePointer(to: value) { source in
        withUnsafeMutablePointer(to: &copy) { target in
            rangekit_port_copy(
                UnsafeMutableRawPointer(target) + max(to &- from, 0), UnsafeRawPointer(source) + max(from &- to, 0),
                min(from, to))
        }
    }
    return copy
}

/// What `mirrored` can give.
protocol Mirror {
    init()
}

extension SessionParameters: Mirror {}
extension rangekit_parameters: Mirror {}

/// Writes a value into a caller's struct, as `writeStruct` does, without a copy between.
@inline(__always)
func writeMirrored<Value: BitwiseCopyable, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ value: Value, to out: UnsafeMutablePointer<Out>
) {
    withUnsafePointer(to: value) { writeMirrored($0, to: out) }
}

/// The same from where the value lies: handing a large one over by value would copy it.
@inline(__always)
func writeMirrored<Value: BitwiseCopyable, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ source: UnsafePointer<Value>, to out: UnsafeMutablePointer<Out>
) {
    let (known, size) = (MemoryLayout<Out>.size, Int(clamping: out.pointee.struct_size))
    // What the value lacks at the start is the size, and with 8-byte alignment a reserved word.
    let start = known &- MemoryLayout<Value>.size
    let memory = UnsafeMutableRawPointer(out)
    if size == known {
        rangekit_port_copy(memory + start, source, MemoryLayout<Value>.size)
    } else {
        rangekit_port_copy(memory + start, source, min(size, known) &- start)
        zero(memory, from: min(size, known), to: size)
    }
}

/// A caller's array to be filled with elements of the same layout; NULL is fine for none.
func outputArray<Element, Value>(
    _ out: UnsafeMutablePointer<Element>?, _ capacity: Int, as type: Value.Type
) throws(Status) -> UnsafeMutableBufferPointer<Value> {
    guard out != nil else {
        guard capacity == 0 else { throw .nullPointer }
        return UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    let memory = UnsafeMutableRawPointer(try required(out))
    // As a size_t: more than there can be suffices.
    let count = Int(clamping: min(UInt(bitPattern: capacity), UInt(Int.max / MemoryLayout<Element>.stride)))
    return UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: Value.self), count: count)
}
