import CMath

/// The tones' transform over distance: 512 points over the 149.9 m of 1 MHz spacing, so a channel is its own
/// index and holes are zeros. Interleaved real and imaginary parts.
struct SoundingTransform {
    static var size: Int { 512 }
    static var halfSize: Int { 256 }
    /// Metres a point.
    static var binM: Float { Sounding.ambiguityM / 512 }
    /// Radians a channel and point.
    static var binRad: Float { 2 * .pi / 512 }

    /// exp(j 2 pi k / 512), k below 256.
    static func fillTwiddles(_ twiddles: UnsafeMutablePointer<Float>) {
        for index in 0..<halfSize {
            twiddles[2 &* index] = rangekit_port_cosf(Float(index) * binRad)
            twiddles[2 &* index &+ 1] = rangekit_port_sinf(Float(index) * binRad)
        }
    }

    /// x[b] = sum over k of x[k] exp(+j 2 pi k b / 512), in place. Radix 2, decimation in frequency; what comes out
    /// is in bit-reversed order and is put right at the end.
    @inline(never)
    static func transform(_ data: UnsafeMutablePointer<Float>, twiddles: UnsafePointer<Float>) {
        var half = halfSize
        var stride = 1
        while half > 0 {
            for k in 0..<half {
                let c = twiddles[2 &* k &* stride]
                let s = twiddles[2 &* k &* stride &+ 1]
                var top = data + 2 &* k
                let end = data + 2 &* size
                while top < end {
                    let bottom = top + 2 &* half
                    let re = top[0] - bottom[0]
                    let im = top[1] - bottom[1]
                    top[0] += bottom[0]
                    top[1] += bottom[1]
                    bottom[0] = re * c - im * s
                    bottom[1] = re * s + im * c
                    top += 4 &* half
                }
            }
            half &>>= 1
            stride &<<= 1
        }
        var reversed = 0
        for index in 0..<size {
            if index < reversed {
                let here = data + 2 &* index
                let there = data + 2 &* reversed
                (here[0], there[0]) = (there[0], here[0])
                (here[1], there[1]) = (there[1], here[1])
            }
            var bit = halfSize
            while reversed & bit != 0, bit > 0 {
                reversed ^= bit
                bit &>>= 1
            }
            reversed |= bit
        }
    }
}
