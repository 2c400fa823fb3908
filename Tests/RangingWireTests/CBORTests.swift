import RangingCore
import RangingWire
import TestSupport
import Testing

/// What reading all of some bytes as one item gives: nil, or the refusal.
private func refusal(_ bytes: [UInt8]) -> Diagnostic? {
    bytes.withUnsafeBufferPointer { buffer in
        do throws(Diagnostic) {
            var reader = CBORReader(buffer)
            try reader.skipItem(level: 1, for: .token)
            try reader.finish(.token)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct CBORReaderTests {
    @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
    func everyInputOfRFC8949AppendixFIsRefused() throws {
        let cases = try SharedVectors.cborCases("cbor_rfc8949_appendix_f.json")
        #expect(cases.count == 94)
        for item in cases {
            let found = refusal(item.bytes)
            #expect(found != nil, "accepted \(item.hex)")
            #expect(found?.byteOffset != nil)
        }
    }

    /// Of appendix A's well-formed items, exactly those that are deterministic and use neither tags nor other
    /// simple values are accepted.
    @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
    func appendixAIsAcceptedWhereItIsDeterministic() throws {
        let expected: [Int32: Set<String>] = [
            Status.tagRefused.rawValue: ["c2", "c3", "c0", "c1", "d7", "d8"],
            Status.indefiniteLength.rawValue: ["5f", "7f", "9f", "bf"],
            Status.simpleRefused.rawValue: ["f0", "f8"],
        ]
        for item in try SharedVectors.cborCases("cbor_rfc8949_appendix_a.json") {
            guard let found = refusal(item.bytes) else { continue }
            switch found.status {
            case .notShortest:
                // The same value in single or double precision where half precision holds it.
                #expect(item.hex.hasPrefix("fa") || item.hex.hasPrefix("fb"))
            case .indefiniteLength where found.byteOffset != 0:
                #expect(item.hex.contains("9f") || item.hex.contains("bf"))
            default:
                #expect(expected[found.status.rawValue]?.contains(String(item.hex.prefix(2))) == true, "\(item.hex)")
            }
        }
    }

    @Test(
        arguments: [
            ("", .truncated, 0), ("18", .truncated, 0), ("43 01 02", .truncated, 0), ("82 01", .countTooLarge, 0),
            ("1c", .malformed, 0), ("ff", .malformed, 0), ("81 ff", .malformed, 1), ("f8 1f", .malformed, 0),
            ("5f 41 00 ff", .indefiniteLength, 0), ("9f ff", .indefiniteLength, 0), ("bf ff", .indefiniteLength, 0),
            ("18 17", .notShortest, 0), ("19 00 ff", .notShortest, 0), ("1a 00 00 ff ff", .notShortest, 0),
            ("1b 00 00 00 00 ff ff ff ff", .notShortest, 0), ("58 01 00", .notShortest, 0),
            ("fa 3f 80 00 00", .notShortest, 0), ("fb 3f f0 00 00 00 00 00 00", .notShortest, 0),
            ("fa 33 80 00 00", .notShortest, 0), ("fa 7f 80 00 00", .notShortest, 0), ("f9 7c 01", .notShortest, 0),
            ("fa 80 00 00 00", .notShortest, 0), ("fb 7f f8 00 00 00 00 00 00", .notShortest, 0),
            ("a2 01 00 00 00", .keyOrder, 3), ("a2 20 00 01 00", .keyOrder, 3), ("a2 61 61 00 18 64 00", .keyOrder, 4),
            ("a2 01 00 01 00", .duplicateKey, 3), ("a1 01 a2 41 00 00 41 00 00", .duplicateKey, 6),
            ("81 81 81 81 81 81 81 81 81 00", .tooDeep, 8), ("9b ff ff ff ff ff ff ff ff 00", .countTooLarge, 0),
            ("bb 80 00 00 00 00 00 00 00", .countTooLarge, 0), ("5b ff ff ff ff ff ff ff ff 00", .truncated, 0),
            ("a1 00", .countTooLarge, 0), ("62 c3 28", .invalidUTF8, 0), ("63 ed a0 80", .invalidUTF8, 0),
            ("64 f4 90 80 80", .invalidUTF8, 0), ("62 c0 80", .invalidUTF8, 0), ("00 00", .trailingBytes, 1),
            ("c0 00", .tagRefused, 0), ("d2 00", .tagRefused, 0), ("d9 d9 f7 00", .tagRefused, 0),
            ("e0", .simpleRefused, 0), ("f8 ff", .simpleRefused, 0), ("f8 20", .simpleRefused, 0),
        ] as [(String, Status, Int)])
    func eachFaultHasItsNameAndPlace(hex: String, status: Status, offset: Int) throws {
        let bytes = try #require([UInt8](hex: hex.filter { $0 != " " }))
        let found = refusal(bytes)
        #expect(found?.status == status)
        #expect(found?.byteOffset == offset)
        #expect(found?.field == .token)
    }

    @Test(arguments: [
        "00", "17", "18 18", "19 01 00", "1a 00 01 00 00", "1b 00 00 00 01 00 00 00 00", "20", "38 18", "40", "41 00",
        "60", "62 c3 bc", "64 f0 90 85 91", "80", "82 01 02", "a0", "a2 00 00 01 00", "a2 0a 00 20 00", "f4", "f5",
        "f6", "f7", "f9 00 00", "f9 80 00", "f9 7c 00", "f9 7e 00", "f9 00 01", "fa 47 c3 50 00", "fa 7f 7f ff ff",
        "fa 33 00 00 00", "fa 00 00 00 01", "fb 3f f1 99 99 99 99 99 9a", "fb 7e 37 e4 3c 88 00 75 9c",
        "a1 82 01 02 00", "a2 81 00 00 81 01 00", "81 81 81 81 81 81 81 80", "a1 a1 00 00 a1 00 00",
    ])
    func wellFormedDeterministicItemsPass(hex: String) throws {
        #expect(refusal(try #require([UInt8](hex: hex.filter { $0 != " " }))) == nil)
    }

    @Test func utf8IsWhatTheStandardLibraryAccepts() {
        var random = SeededGenerator(seed: 1)
        let leads: [UInt8] = [0x41, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0x80, 0xFF]
        for _ in 0..<200_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let lead = leads.randomElement(using: &random) ?? 0
                bytes.append(Bool.random(using: &random) ? lead : UInt8.random(in: 0x7E...0xC1, using: &random))
            }
            let accepted = bytes.withUnsafeBufferPointer { isValidUTF8($0) }
            #expect(accepted == (String(validating: bytes, as: UTF8.self) != nil))
        }
    }
}

#if os(Linux)
    @Suite struct CBORCodecTests {
        private func result(
            _ bytes: [UInt8], _ read: (UnsafeBufferPointer<UInt8>, Int) throws(Diagnostic) -> CBORHead
        ) -> Result<CBORHead, Diagnostic> {
            bytes.withUnsafeBufferPointer { buffer in
                do throws(Diagnostic) {
                    return .success(try read(buffer, 0))
                } catch {
                    return .failure(error)
                }
            }
        }

        private func expectSame(_ bytes: [UInt8]) {
            #expect(result(bytes, CBORHead.readWithLibcbor) == result(bytes, CBORHead.readBuiltIn), "\(bytes)")
        }

        /// Every first byte with arguments and contents of every size: both codecs agree on value, size and error.
        @Test func bothCodecsReadTheSame() {
            var random = SeededGenerator(seed: 2)
            for initial in UInt8.min...UInt8.max {
                for length in 0...12 {
                    for _ in 0..<40 {
                        expectSame(
                            [initial]
                                + (0..<length).map { _ in
                                    Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
                                })
                    }
                }
            }
        }

        @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
        func bothCodecsReadTheVectorsTheSame() throws {
            for file in ["cbor_rfc8949_appendix_a.json", "cbor_rfc8949_appendix_f.json"] {
                for item in try SharedVectors.cborCases(file) {
                    expectSame(item.bytes)
                }
            }
        }

        @Test func bothCodecsWriteTheSame() {
            for majorType in UInt8(0)...5 {
                for argument in (0...64).flatMap({ bit in
                    let power: UInt64 = bit == 64 ? 0 : 1 << UInt64(bit)
                    return [power &- 1, power, power &+ 1]
                }) {
                    var viaLibrary = [UInt8](repeating: 0xEE, count: 9)
                    let length = viaLibrary.withUnsafeMutableBufferPointer { buffer in
                        var writer = CBORWriter(buffer)
                        writer.appendHead(majorType, argument)
                        return writer.length
                    }
                    var builtIn = [UInt8](repeating: 0xEE, count: 9)
                    builtIn.withUnsafeMutableBufferPointer {
                        CBORWriter.writeHeadBuiltIn(majorType, argument, to: $0.baseAddress!)
                    }
                    #expect(viaLibrary == builtIn)
                    #expect(length == CBORHead.shortestSize(argument))
                }
            }
        }
    }
#endif
