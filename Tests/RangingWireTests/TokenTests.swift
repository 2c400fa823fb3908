import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct TokenTests {
    static let peer: Token = {
        var token = try! Token(peer: (0..<16).map { UInt8($0) })
        token.capabilities = [.preciseDistance, .extendedDistance]
        token.generation = .second
        return token
    }()

    /// A token of each kind, and one with unknown keys of several types.
    static let samples: [[UInt8]] = {
        var accessory = try! Token(accessory: [0x11, 0xD7])
        accessory.capabilities = .preciseDistance
        let plain = [
            try! peer.encoded(), try! accessory.encoded(), try! Token(accessory: [1, 2, 3, 4, 5, 6, 7, 8]).encoded(),
            try! Token(opaque: [UInt8](repeating: 0x62, count: 40), foreignFormat: 1).encoded(),
        ]
        // 10: [1, h'aa', "ü"], -1: {0: 1.5}, "x": false
        let extended = [UInt8](hex: "a7000101010242aabb04040a8301" + "41aa62c3bc20a100f93e006178f4")!
        return plain + [extended]
    }()

    private func refusal(_ bytes: [UInt8]) -> Diagnostic? {
        do {
            _ = try Token(decoding: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func theBytesAreThoseOfTheFormat() throws {
        let expected = try #require([UInt8](hex: "a50001010002" + "50000102030405060708090a0b0c0d0e0f" + "04110502"))
        #expect(try Self.peer.encoded() == expected)
        #expect(try Token(accessory: [0x11, 0xD7]).encoded() == [UInt8](hex: "a3000101010242" + "11d7"))
        #expect(
            try Token(opaque: [1, 2, 3], foreignFormat: 32_768).encoded()
                == [UInt8](hex: "a40001010202430102030319" + "8000"))
    }

    @Test func everythingComesBack() throws {
        for bytes in Self.samples {
            let token = try Token(decoding: bytes)
            #expect(try token.encoded() == bytes)
        }
        let decoded = try Token(decoding: try Self.peer.encoded())
        #expect(decoded.identity == Self.peer.identity)
        #expect(decoded.capabilities == Self.peer.capabilities)
        #expect(decoded.generation == .second)
        let extended = try Token(decoding: Self.samples[4])
        #expect(extended.extensionsCount == 3)
        #expect(extended.capabilities == .direction)
    }

    @Test func equalityIsAboutTheDeviceAlone() throws {
        var other = Self.peer
        other.capabilities = nil
        other.generation = .first
        #expect(other == Self.peer)
        #expect(try Token(accessory: [1, 2]) != Token(accessory: [2, 1]))
        #expect(try Token(accessory: [1, 2]) != Token(opaque: [1, 2], foreignFormat: 0))
        #expect(try Token(opaque: [1], foreignFormat: 0) != Token(opaque: [1], foreignFormat: 1))
    }

    @Test func everyTruncationIsRefusedWithPlaceAndField() throws {
        for bytes in Self.samples {
            for length in 0..<bytes.count {
                let found = try #require(refusal([UInt8](bytes.prefix(length))))
                #expect(found.byteOffset.map { $0 <= length } == true)
                #expect(found.field != .none)
            }
        }
    }

    @Test func everyMutatedByteIsRefusedWithPlaceAndFieldOrAValidToken() throws {
        for bytes in Self.samples {
            for index in bytes.indices {
                for value in UInt8.min...UInt8.max where value != bytes[index] {
                    var mutated = bytes
                    mutated[index] = value
                    if let found = refusal(mutated) {
                        #expect(found.byteOffset.map { $0 <= bytes.count } == true)
                        #expect(found.field != .none)
                    } else {
                        #expect(try Token(decoding: mutated).encoded() == mutated)
                    }
                }
            }
        }
    }

    @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
    func everyInputOfRFC8949AppendixFIsRefused() throws {
        for item in try SharedVectors.cborCases("cbor_rfc8949_appendix_f.json") {
            #expect(refusal(item.bytes) != nil)
        }
    }

    @Test(
        arguments: [
            ("80", .wrongType, .token, 0), ("a0", .missingField, .tokenVersion, 0),
            ("a2 00 01 01 00", .missingField, .tokenIdentity, 0), ("a1 00 02", .unknownVersion, .tokenVersion, 2),
            ("a3 00 01 01 03 02 42 00 00", .invalidValue, .tokenKind, 4),
            ("a3 00 01 01 00 02 42 00 00", .wrongLength, .tokenIdentity, 6),
            ("a3 00 01 01 01 02 43 00 00 00", .wrongLength, .tokenIdentity, 6),
            ("a3 00 01 01 02 02 41 00", .missingField, .tokenForeignFormat, 0),
            ("a3 00 01 01 02 02 40", .wrongLength, .tokenIdentity, 6),
            ("a4 00 01 01 01 02 42 00 00 03 00", .fieldNotAllowed, .tokenForeignFormat, 9),
            ("a3 00 01 01 01 02 62 61 61", .wrongType, .tokenIdentity, 6),
            ("a4 00 01 01 01 02 42 00 00 04 1b 00 00 00 01 00 00 00 00", .invalidValue, .tokenCapabilities, 10),
            ("a4 00 01 01 01 02 42 00 00 05 19 01 00", .invalidValue, .tokenGeneration, 10),
            ("a3 01 01 00 01 02 42 00 00", .keyOrder, .token, 3),
            ("a4 00 01 01 01 02 42 00 00 0a c0 00", .tagRefused, .tokenExtensions, 10),
            ("a3 00 01 01 01 02 42 00 00 00", .trailingBytes, .token, 9),
        ] as [(String, Status, Field, Int)])
    func eachRuleHasItsRefusal(hex: String, status: Status, field: Field, offset: Int) throws {
        let found = refusal(try #require([UInt8](hex: hex.filter { $0 != " " })))
        #expect(found?.status == status)
        #expect(found?.field == field)
        #expect(found?.byteOffset == offset)
    }

    @Test func extensionsHaveAStatedCapacity() throws {
        func token(extensionBytes: Int) -> [UInt8] {
            // 10: h'00…', with a two-byte length: 4 bytes and the contents.
            [0xA4, 0, 1, 1, 1, 2, 0x42, 0, 0, 10, 0x58, UInt8(extensionBytes - 3)]
                + [UInt8](repeating: 0, count: extensionBytes - 3)
        }
        #expect(refusal(token(extensionBytes: 256)) == nil)
        let found = refusal(token(extensionBytes: 257))
        #expect(found?.status == .tooLarge)
        #expect(found?.field == .tokenExtensions)
        #expect(found?.byteOffset == 9)
    }

    @Test func wrongIdentitiesAreNotBuilt() {
        #expect(throws: Diagnostic.self) { try Token(peer: []) }
        #expect(throws: Diagnostic.self) { try Token(peer: [UInt8](repeating: 0, count: 17)) }
        #expect(throws: Diagnostic.self) { try Token(accessory: [1]) }
        #expect(throws: Diagnostic.self) { try Token(opaque: [UInt8](repeating: 0, count: 513), foreignFormat: 1) }
    }

    @Test func theLongestTokenHasTheStatedSize() throws {
        var longest = try Token(opaque: [UInt8](repeating: 1, count: 512), foreignFormat: .max)
        longest.capabilities = Capabilities(rawValue: .max)
        longest.generation = Generation(rawValue: .max)
        // Extensions add at most 256 bytes, and one to the head of the map.
        #expect(try longest.encoded().count == 793 - 256 - 1)
    }
}
