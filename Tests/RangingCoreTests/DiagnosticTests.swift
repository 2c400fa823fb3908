import RangingCore
import Testing

@Suite struct DiagnosticTests {
    private func text(_ diagnostic: Diagnostic, capacity: Int = 320) -> (String, Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = TextWriter(buffer)
            diagnostic.describe(into: &writer)
            return (String(decoding: buffer.prefix(writer.length), as: UTF8.self), writer.length)
        }
    }

    @Test func itSaysWhereWhatAndWhatWouldBeRight() {
        #expect(
            text(Diagnostic(.wrongLength, field: .tokenIdentity, byteOffset: 5, expected: 16, found: 3)).0
                == "token.identity at byte 5: A field has a length that its format does not allow. "
                + "Expected 16 bytes, found 3 bytes.")
        #expect(
            text(Diagnostic(.wrongType, field: .tokenKind, byteOffset: 4, expected: 0, found: 5)).0
                == "token.kind at byte 4: A field has another CBOR type than its format states. "
                + "Expected an unsigned integer, found a map.")
        #expect(
            text(Diagnostic(.tagRefused, byteOffset: 0, found: 18)).0
                == "At byte 0: A CBOR tag stands where none is accepted. Found tag 18.")
        #expect(text(Diagnostic(.outOfMemory)).0 == "There is no memory for the handle.")
    }

    @Test func everySentenceFitsTheStatedSize() {
        for (status, _, _) in StatusTests.all {
            let worst = Diagnostic(
                status, field: .configurationPerformance, byteOffset: .max, expected: .max, found: .max)
            #expect(text(worst).1 < 320)
        }
    }

    @Test func aFullBufferIsNotOverrunAndTheLengthStaysTrue() {
        let diagnostic = Diagnostic(.truncated, field: .token, byteOffset: 12, expected: 40, found: 39)
        let whole = text(diagnostic)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { buffer in
            var writer = TextWriter(buffer)
            diagnostic.describe(into: &writer)
            #expect(writer.length == whole.1)
            #expect(String(decoding: buffer, as: UTF8.self) == String(whole.0.prefix(10)))
        }
    }
}
