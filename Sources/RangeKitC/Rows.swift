import CRangeKit
import RangeKit

/// An element of an array that comes out: all-zero bytes but for the status where it was refused.
protocol ResultRow {
    init()
    var status: rangekit_status { get set }
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
        row.pointee = Row()
        row.pointee.status = error.rawValue
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
    let rows = UnsafeMutablePointer(mutating: out)
    var refused = 0
    for index in 0..<count {
        do throws(Status) {
            rows[index] = try body(inputs + index)
        } catch {
            rows[index] = Row()
            rows[index].status = error.rawValue
            refused &+= 1
        }
    }
    refusedCount?.pointee = refused
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
