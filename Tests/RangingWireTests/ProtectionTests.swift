import RangingCore
import RangingWire
import TestSupport
import Testing

/// A stand-in for cryptography with the one property that matters here: it depends on every byte, on the key, and on
/// the algorithm.
private struct Mixer {
    var key: UInt64 = 1

    func signature(_ algorithm: ProtectionAlgorithm, _ bytes: [UInt8]) -> [UInt8] {
        var state = key &+ UInt64(bitPattern: Int64(algorithm.rawValue))
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (0..<algorithm.signatureSize).map { index in
            state = (state ^ UInt64(index)) &* 0x9E37_79B9_7F4A_7C15
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    func seal(_ token: Token, _ algorithm: ProtectionAlgorithm, keyID: [UInt8] = [7]) throws -> [UInt8] {
        try algorithm.seal(try token.encoded(), keyID: keyID, additionalData: [1, 2]) {
            signature(algorithm, $0)
        }
    }

    func verify(
        _ algorithm: ProtectionAlgorithm, _ keyID: [UInt8], _ signed: [UInt8], _ given: [UInt8]
    ) -> CryptographyResult {
        given == signature(algorithm, signed) ? .ok : .refused
    }
}

@Suite struct ProtectionTests {
    private static let algorithms: [ProtectionAlgorithm] = [.hmacSHA256, .es256, .edDSA]
    private static let all: Protection = [.hmacSHA256, .es256, .edDSA]

    private static let token: Token = {
        var token = try! Token(peer: (0..<16).map { UInt8($0) })
        token.capabilities = [.preciseDistance, .channelSounding]
        token.expiry = 1_800_000_000
        token.nonce = [1, 2, 3, 4, 5, 6, 7, 8]
        token.technologies = [
            TokenTechnology(.firaUWB, majorVersion: 2, minorVersion: 0, profiles: 0x42),
            TokenTechnology(.channelSounding, majorVersion: 6, minorVersion: 3, profiles: 5),
        ]
        token.vendorData = Token.VendorData(id: 0x59, bytes: [0xCA, 0xFE])
        return token
    }()

    private func refusal(_ body: () throws(Diagnostic) -> Token) -> Status? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.status
        }
    }

    @Test func sessionValuesComeBack() throws {
        let decoded = try Token(decoding: try Self.token.encoded())
        #expect(decoded.expiry == 1_800_000_000)
        #expect(decoded.nonce == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(decoded.technologies == Self.token.technologies)
        #expect(decoded.vendorData == Self.token.vendorData)
        #expect(try decoded.encoded() == Self.token.encoded())
    }

    @Test func technologiesMustBeInOrderAndAmongTheCapabilities() throws {
        var token = Self.token
        token.technologies?.reverse()
        #expect(throws: Diagnostic(.keyOrder, field: .tokenTechnologies)) { try token.encoded() }
        token.technologies = [Self.token.technologies![0], Self.token.technologies![0]]
        #expect(throws: Diagnostic(.duplicateKey, field: .tokenTechnologies)) { try token.encoded() }
        token.technologies = [TokenTechnology(.extendedDistance, majorVersion: 1, minorVersion: 0)]
        #expect(throws: Diagnostic(.technologyContradiction, field: .tokenTechnologies)) { try token.encoded() }
    }

    @Test func whatIsSealedOpens() throws {
        let mixer = Mixer()
        for algorithm in Self.algorithms {
            let message = try mixer.seal(Self.token, algorithm)
            let opened = try Token(
                opening: message, accepted: algorithm.protection, now: 1_799_999_999, nonce: Self.token.nonce,
                keyID: [7], expected: Self.token, additionalData: [1, 2], verify: mixer.verify)
            #expect(try opened.encoded() == Self.token.encoded())
        }
    }

    @Test func everyChangedBitIsRefused() throws {
        let mixer = Mixer()
        for algorithm in Self.algorithms {
            let message = try mixer.seal(Self.token, algorithm)
            for bit in 0..<(8 * message.count) {
                var changed = message
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let status = refusal { () throws(Diagnostic) in
                    try Token(
                        opening: changed, accepted: Self.all, additionalData: [1, 2], verify: mixer.verify)
                }
                #expect(status != nil)
            }
        }
    }

    @Test func eachWayToCheatHasItsName() throws {
        let mixer = Mixer()
        let message = try mixer.seal(Self.token, .es256)
        func status(
            _ bytes: [UInt8], accepted: Protection = .es256, now: UInt64? = nil, nonce: [UInt8]? = nil,
            keyID: [UInt8]? = nil, expected: Token? = nil, key: UInt64 = 1
        ) -> Status? {
            refusal { () throws(Diagnostic) in
                try Token(
                    opening: bytes, accepted: accepted, now: now, nonce: nonce, keyID: keyID, expected: expected,
                    additionalData: [1, 2], verify: Mixer(key: key).verify)
            }
        }
        #expect(status(message) == nil)
        #expect(status(try Self.token.encoded()) == .protectionMissing)
        #expect(status(message, accepted: .edDSA) == .algorithmNotAccepted)
        #expect(status([0xD1] + message.dropFirst()) == .algorithmMismatch)
        #expect(status([0xD0] + message.dropFirst()) == .tagRefused)
        #expect(status(message, key: 2) == .signatureWrong)
        #expect(status(message, keyID: [8]) == .wrongKey)
        #expect(status(message, expected: try Token(accessory: [1, 2])) == .wrongDevice)
        #expect(status(message, nonce: [0, 0, 0, 0, 0, 0, 0, 0]) == .wrongNonce)
        #expect(status(message, now: 1_800_000_000) == .expired)
        #expect(status(message, accepted: []) == .outOfRange)
    }

    @Test func aSignerThatFailsSealsNothing() {
        #expect(throws: Diagnostic(.cryptographyFailed, field: .protectionSignature)) {
            try ProtectionAlgorithm.es256.seal([1]) { _ in [1, 2, 3] }
        }
        #expect(throws: Diagnostic(.algorithmNotAccepted, field: .protectionAlgorithm)) {
            try ProtectionAlgorithm(rawValue: -35).seal([1]) { _ in nil }
        }
    }

    /// FIPS 180-4 by another road: the C tests compare with OpenSSL; here, one known value and what it leaves out.
    @Test func fingerprintsAreAboutTheIdentityAlone() throws {
        let bare = try Token(peer: [UInt8](repeating: 0, count: 16))
        #expect(bare.fingerprint() == [UInt8]("GEYP-0CWC-HNNY-SCTC".utf8))
        #expect(bare.identityHash() == 0x3F4E_22EB_A46C_04C8)
        #expect(Self.token.fingerprint() == (try Token(peer: Self.token.identity)).fingerprint())
        #expect(Self.token.identityHash(seed: 3) == (try Token(peer: Self.token.identity)).identityHash(seed: 3))
        #expect(Self.token.identityHash(seed: 3) != Self.token.identityHash(seed: 4))
    }
}
