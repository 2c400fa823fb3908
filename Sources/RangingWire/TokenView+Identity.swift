public import RangingCore

// What depends on who a device is, and on nothing else of its token.
extension TokenView {
    /// Whether both are of the same device, whatever else they state.
    public func hasSameIdentity(as other: TokenView) -> Bool {
        kind == other.kind && foreignFormat == other.foreignFormat && areEqual(identity, other.identity)
    }

    /// A 64-bit hash of the identity alone, the same on every machine. Not cryptographic: who knows the seed
    /// can make identities that collide. FNV-1a, and a final mix.
    public func identityHash(seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<8 {
            hash = (hash ^ (seed &>> UInt64(8 &* index)) & 0xFF) &* 0x100_0000_01B3
        }
        forEachIdentityByte { hash = (hash ^ UInt64($0)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash &>> 32) &* 0x9E37_79B9_7F4A_7C15
        return hash ^ hash &>> 32
    }

    /// Writes the identity's fingerprint, for comparing by eye: the first 80 bits of a SHA-256 digest as 16
    /// characters of 5 bits in four groups, `7K2M-9QXD-4HTB-W3NA`.
    public func writeFingerprint(to text: inout TextWriter) {
        var digest = SHA256()
        // Keeps the digest apart from every other use of SHA-256 on an identity.
        let label: StaticString = "RangeKit fingerprint"
        for index in 0..<label.utf8CodeUnitCount { digest.append(label.utf8Start[index]) }
        forEachIdentityByte { digest.append($0) }
        let (first, second) = digest.finish()
        // No I, L, O, U: none is taken for a digit or for another letter.
        let alphabet: StaticString = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        for index in 0..<16 {
            if index > 0, index & 3 == 0 { text.append(byte: 0x2D) }
            // Bits 5 * index onwards, of which the 13th character takes 4 from the first word.
            let start = 5 &* index
            let bits =
                start <= 59
                ? first &>> UInt64(59 &- start)
                : start < 64
                    ? first &<< UInt64(start &- 59) | second &>> UInt64(123 &- start)
                    : second &>> UInt64(123 &- start)
            text.append(byte: alphabet.utf8Start[Int(truncatingIfNeeded: bits & 31)])
        }
    }

    /// Kind, foreign format (little-endian, zero if there is none) and identity.
    private func forEachIdentityByte(_ body: (UInt8) -> Void) {
        body(UInt8(truncatingIfNeeded: kind.rawValue))
        for index in 0..<4 {
            body(UInt8(truncatingIfNeeded: (foreignFormat ?? 0) &>> UInt32(8 &* index)))
        }
        for byte in identity { body(byte) }
    }
}

@inline(never)
func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a[index] != b[index] {
        return false
    }
    return true
}
