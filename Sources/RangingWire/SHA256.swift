/// SHA-256 (FIPS 180-4), for fingerprints: byte by byte, small rather than fast.
struct SHA256: ~Copyable {
    private var state: InlineArray<8, UInt32> = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// The block so far; words are big-endian.
    private var block = InlineArray<16, UInt32>(repeating: 0)
    private var length: UInt64 = 0

    /// The round constants in hexadecimal, 8 digits each: the fractions of the cube roots of the first 64 primes.
    private static var roundConstants: StaticString {
        """
        428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5\
        d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174\
        e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da\
        983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967\
        27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85\
        a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070\
        19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3\
        748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2
        """
    }

    private static func roundConstant(_ round: Int) -> UInt32 {
        let digits = roundConstants.utf8Start + 8 &* round
        var value: UInt32 = 0
        for index in 0..<8 {
            let digit = UInt32(digits[index])
            value = value &<< 4 | (digit < 0x3A ? digit &- 0x30 : digit &- 0x57)
        }
        return value
    }

    @inline(never)
    mutating func append(_ byte: UInt8) {
        let position = Int(truncatingIfNeeded: length & 63)
        block[position >> 2] = block[position >> 2] &<< 8 | UInt32(byte)
        length &+= 1
        if position == 63 { compress() }
    }

    /// The first 128 bits of the digest.
    mutating func finish() -> (UInt64, UInt64) {
        let bits = length &<< 3
        append(0x80)
        while length & 63 != 56 { append(0) }
        for index in 0..<8 {
            append(UInt8(truncatingIfNeeded: bits &>> UInt64(56 &- 8 &* index)))
        }
        return (UInt64(state[0]) << 32 | UInt64(state[1]), UInt64(state[2]) << 32 | UInt64(state[3]))
    }

    private mutating func compress() {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let at = round & 15
            if round >= 16 {
                let (w15, w2) = (block[(round &+ 1) & 15], block[(round &+ 14) & 15])
                let small0 = rotated(w15, 7) ^ rotated(w15, 18) ^ w15 &>> 3
                let small1 = rotated(w2, 17) ^ rotated(w2, 19) ^ w2 &>> 10
                block[at] = block[at] &+ small0 &+ block[(round &+ 9) & 15] &+ small1
            }
            let large1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let choice = e & f ^ ~e & g
            let sum1 = h &+ large1 &+ choice &+ Self.roundConstant(round) &+ block[at]
            let large0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let majority = a & b ^ a & c ^ b & c
            (h, g, f, e) = (g, f, e, d &+ sum1)
            (d, c, b, a) = (c, b, a, sum1 &+ large0 &+ majority)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word &>> bits | word &<< (32 &- bits)
    }
}
