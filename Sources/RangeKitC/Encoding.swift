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
                try writeBytes(to: out, capacity, length, needed: size) { buffer in
                    for index in 0..<size {
                        buffer[index] = start[skipping &+ index]
                    }
                }
            }
        }
    }
}

/// Decodes into a caller's struct.
@inline(__always)
func decoded<Value: BitwiseCopyable, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ out: UnsafeMutablePointer<Out>?,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>?,
    _ decode: (UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Value
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let out = try argument { () throws(Status) in try writable(out) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        writeMirrored(try decode(bytes), to: out)
    }
}

extension rangekit_problem {
    fileprivate init(_ problem: Diagnostic, isRefused: Bool) {
        let whole = rangekit_diagnostic(problem)
        self.init(
            byte_offset: whole.byte_offset, expected: whole.expected, found: whole.found, fields: whole.fields,
            status: whole.status, field: whole.field, is_refused: isRefused ? 1 : 0)
    }
}

/// Reads tolerantly: everything that is wrong goes into the caller's list.
@inline(__always)
func readTolerantly<Value: BitwiseCopyable, Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ out: UnsafeMutablePointer<Out>?,
    _ problems: UnsafeMutablePointer<rangekit_problem>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ read: (UnsafeBufferPointer<UInt8>, (Diagnostic, Bool) throws(Diagnostic) -> Void) throws(Diagnostic) -> Value
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let out = try writable(out)
        let count = try required(count)
        let list = try outputArray(problems, capacity, as: rangekit_problem.self)
        let bytes = try byteBuffer(bytes, size)
        var found = 0
        defer { count.pointee = found }
        do throws(Diagnostic) {
            let value = try read(bytes) { (problem, isRefused) throws(Diagnostic) in
                if found < list.count { list[found] = rangekit_problem(problem, isRefused: isRefused) }
                found &+= 1
            }
            writeMirrored(value, to: out)
        } catch {
            // What ends the reading and is no refusal has not been listed.
            if error.status == .tooLarge {
                if found < list.count { list[found] = rangekit_problem(error, isRefused: true) }
                found &+= 1
                throw error.status
            }
            throw .truncated
        }
    }
}

@implementation @_cdecl("rangekit_problem_describe")
public func rangekit_problem_describe(
    _ problem: UnsafePointer<rangekit_problem>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let problem = try required(problem).pointee
        var whole = rangekit_diagnostic()
        whole.fields = problem.fields
        whole.byte_offset = problem.byte_offset
        whole.expected = problem.expected
        whole.found = problem.found
        whole.status = problem.status
        whole.field = problem.field
        let diagnostic = Diagnostic(whole)
        try writeText(to: out, capacity, length) { text in diagnostic.describe(into: &text) }
    }
}
