import CRangeKit
import RangeKit

/// Runs a decoder's or encoder's body, gives its status, and fills the caller's diagnostic (which may be
/// NULL): empty after success.
@inline(__always)
func diagnosed(
    _ out: UnsafeMutablePointer<rangekit_diagnostic>?, _ body: () throws(Diagnostic) -> Void
) -> rangekit_status {
    if let out {
        let usable = checkDiagnostic(out)
        guard usable == RANGEKIT_OK else { return usable }
    }
    do {
        try body()
        if let out { empty(out) }
        return RANGEKIT_OK
    } catch {
        return failure(error, out)
    }
}

// Calls, so that not every export holds a copy.

@inline(never)
private func checkDiagnostic(_ out: UnsafeMutablePointer<rangekit_diagnostic>) -> rangekit_status {
    status { () throws(Status) in _ = try writable(out) }
}

@inline(never)
private func empty(_ out: UnsafeMutablePointer<rangekit_diagnostic>) {
    writeStruct(rangekit_diagnostic(), to: out)
}

@inline(never)
private func failure(
    _ error: Diagnostic, _ out: UnsafeMutablePointer<rangekit_diagnostic>?
) -> rangekit_status {
    if let out { writeStruct(rangekit_diagnostic(error), to: out) }
    return error.status.rawValue
}

/// Turns what is wrong with a call into what is wrong with a message, so that one path reports both.
@inline(__always)
func argument<Value>(_ body: () throws(Status) -> Value) throws(Diagnostic) -> Value {
    do {
        return try body()
    } catch {
        throw Diagnostic(error)
    }
}

extension rangekit_diagnostic {
    init(_ diagnostic: Diagnostic) {
        self.init()
        status = diagnostic.status.rawValue
        if diagnostic.field != .none {
            fields |= RANGEKIT_DIAGNOSTIC_HAS_FIELD
            field = diagnostic.field.rawValue
        }
        if let value = diagnostic.byteOffset {
            fields |= RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET
            byte_offset = UInt64(clamping: value)
        }
        if let value = diagnostic.expected {
            fields |= RANGEKIT_DIAGNOSTIC_HAS_EXPECTED
            expected = value
        }
        if let value = diagnostic.found {
            fields |= RANGEKIT_DIAGNOSTIC_HAS_FOUND
            found = value
        }
    }
}

extension Diagnostic {
    init(_ diagnostic: rangekit_diagnostic) {
        let has = diagnostic.fields
        self.init(Status(rawValue: diagnostic.status))
        if has & RANGEKIT_DIAGNOSTIC_HAS_FIELD != 0 {
            field = Field(rawValue: diagnostic.field)
        }
        if has & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET != 0 {
            byteOffset = Int(clamping: diagnostic.byte_offset)
        }
        if has & RANGEKIT_DIAGNOSTIC_HAS_EXPECTED != 0 {
            expected = diagnostic.expected
        }
        if has & RANGEKIT_DIAGNOSTIC_HAS_FOUND != 0 {
            found = diagnostic.found
        }
    }
}
