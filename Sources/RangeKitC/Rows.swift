import CRangeKit
import RangeKit

/// An element of an array that comes out. Where it is refused, all its bytes are zero but for the status.
protocol ResultRow {
    /// Where the status lies; the layout never changes.
    static var statusOffset: Int { get }
}

/// One row: what `body` writes, or a zero row with its status, which is also the call's.
@inline(__always)
func oneRow<Input, Row: ResultRow>(
    _ input: UnsafePointer<Input>?, _ row: UnsafeMutablePointer<Row>?,
    _ body: (UnsafePointer<Input>) throws(Status) -> Row
) throws(Status) {
    let input = try required(input)
    let row = try required(row)
    do throws(Status) {
        row.pointee = try body(input)
    } catch {
        refuse(row, size: MemoryLayout<Row>.size, statusOffset: Row.statusOffset, error)
        throw error
    }
}

/// Many rows, each with its own status; counts the refused ones.
@inline(__always)
func eachRow<Input, Row: ResultRow>(
    _ inputs: UnsafePointer<Input>?, _ count: Int, _ rows: UnsafeMutablePointer<Row>?,
    _ refusedCount: UnsafeMutablePointer<Int>?, _ body: (UnsafePointer<Input>) throws(Status) -> Row
) throws(Status) {
    if refusedCount != nil { _ = try required(refusedCount) }
    guard let inputs = try array(inputs, count), let out = try array(UnsafePointer(rows), count) else { return }
    let refused = eachRow(
        inputs, MemoryLayout<Input>.stride, count, UnsafeMutableRawPointer(mutating: out), MemoryLayout<Row>.stride,
        statusOffset: Row.statusOffset
    ) { input, row throws(Status) in
        row.assumingMemoryBound(to: Row.self).pointee = try body(input.assumingMemoryBound(to: Input.self))
    }
    refusedCount?.pointee = refused
}

// The loop is one for all types: a copy of it in every export would cost kilobytes.
@inline(never)
private func eachRow(
    _ inputs: UnsafeRawPointer, _ inputStride: Int, _ count: Int, _ rows: UnsafeMutableRawPointer, _ rowStride: Int,
    statusOffset: Int, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer) throws(Status) -> Void
) -> Int {
    var refused = 0
    for index in 0..<count {
        let row = rows + index &* rowStride
        do throws(Status) {
            try body(inputs + index &* inputStride, row)
        } catch {
            refuse(row, size: rowStride, statusOffset: statusOffset, error)
            refused &+= 1
        }
    }
    return refused
}

@inline(never)
private func refuse(_ row: UnsafeMutableRawPointer, size: Int, statusOffset: Int, _ status: Status) {
    zero(row, from: 0, to: size)
    row.storeBytes(of: status.rawValue, toByteOffset: statusOffset, as: Int32.self)
}

/// "Count out": a published table's points, all of them or, with NULL, how many there are.
@inline(__always)
func writePoints<Point>(
    _ points: UnsafeMutablePointer<Point>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?, needed: Int?,
    _ write: (UnsafeMutablePointer<Double>) -> Void
) throws(Status) {
    let count = try required(count)
    guard let needed else { throw .outOfRange }
    count.pointee = needed
    guard points != nil || capacity != 0 else { return }
    let points = try required(points)
    guard UInt(bitPattern: capacity) >= UInt(bitPattern: needed) else { throw .bufferTooSmall }
    write(UnsafeMutableRawPointer(points).assumingMemoryBound(to: Double.self))
}

/// The pairs of doubles that a caller's points are.
@inline(__always)
func pairs<Point>(_ points: UnsafePointer<Point>?, _ count: Int) throws(Status) -> UnsafePointer<Double>? {
    try array(points, count).map { UnsafeRawPointer($0).assumingMemoryBound(to: Double.self) }
}
