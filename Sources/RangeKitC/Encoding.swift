public import CRangeKit
import RangeKit

// How the codecs of packed formats meet the caller's memory.

/// Bytes that are made beside the caller's buffer, which stays as it is until all of them are right.
private struct Scratch {
    var words = InlineArray<16, UInt64>(repeating: 0)
}

/// Encodes up to 128 bytes, and gives the caller those behind the first `skipping` of them.
@inline(never)
func encoded(
    _ out: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>?, skipping: Int = 0,
    _ encode: (UnsafeMutablePointer<UInt8>) throws(Diagnostic) -> Int
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        var scratch = Scratch()
        try withUnsafeMutablePointer(to: &scratch) { (memory) throws(Diagnostic) in
            let start = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UInt8.self)
            let size = try encode(start) &- skipping
            try argument { () throws(Status) in
                let bytes = UnsafeBufferPointer(start: start + skipping, count: size)
                try writeBytes(of: bytes, to: out, capacity, length)
            }
        }
    }
}

/// Decodes into a caller's struct. `decode` fills a fresh value in place: returning one would copy it.
@inline(__always)
func decoded<Value: BitwiseCopyable & Mirror, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ out: UnsafeMutablePointer<Out>?,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>?,
    _ decode: (inout Value, UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Void
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let out = try argument { () throws(Status) in try writable(out) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        var value = Value()
        try decode(&value, bytes)
        withUnsafePointer(to: &value) { writeMirrored($0, to: out) }
    }
}

/// Reads tolerantly: everything that is wrong goes into the caller's list.
@inline(__always)
func readTolerantly<Value: BitwiseCopyable & Mirror, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ out: UnsafeMutablePointer<Out>?,
    _ problems: UnsafeMutablePointer<rangekit_problem>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ read: (inout Value, UnsafeBufferPointer<UInt8>, inout ProblemList) -> Bool
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let out = try writable(out)
        let count = try required(count)
        var list = ProblemList(try outputArray(problems, capacity, as: Problem.self))
        var value = Value()
        let isRead = read(&value, try byteBuffer(bytes, size), &list)
        count.pointee = list.count
        guard isRead else { throw size > 99 ? .tooLarge : .truncated }
        writeMirrored(value, to: out)
    }
}

@implementation @_cdecl("rangekit_problem_describe")
public func rangekit_problem_describe(
    _ problem: UnsafePointer<rangekit_problem>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let memory = UnsafeRawPointer(try required(problem))
        let diagnostic = memory.assumingMemoryBound(to: Problem.self).pointee.diagnostic
        try writeText(to: out, capacity, length) { text in diagnostic.describe(into: &text) }
    }
}
