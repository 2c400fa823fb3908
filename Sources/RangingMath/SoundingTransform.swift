import CMath

/// The tones' transform over distance: 256 points over the 149.9 m of 1 MHz spacing, so a channel is its own
/// index and holes are zeros. Interleaved real and imaginary parts.
struct SoundingTransform {
    static var size: Int { 256 }
    /// Metres a point.
    static var pointM: Float { Sounding.ambiguityM / 256 }
    /// Radians a channel and point.
    static var pointRad: Float { 2 * .pi / 256 }

    /// exp(j 2 pi k / 256).
    static func fillTwiddles(_ twiddles: UnsafeMutablePointer<Float>) {
        for index in 0..<size {
            twiddles[2 &* index] = rangekit_port_cosf(Float(index) * pointRad)
            twiddles[2 &* index &+ 1] = rangekit_port_sinf(Float(index) * pointRad)
        }
    }

    /// Where a point stands in what `transform` leaves: its digits of base 4 in reverse. Its own inverse.
    @inline(__always)
    static func place(_ point: Int) -> Int {
        (point & 3) << 6 | (point & 12) << 2 | (point &>> 2) & 12 | point &>> 6
    }

    /// x[b] = sum over k of x[k] exp(+j 2 pi k b / 256) of 79 channels, radix 4. Point b then stands at `place(b)`.
    @inline(never)
    static func transform(
        _ channels: UnsafePointer<Float>, into data: UnsafeMutablePointer<Float>, twiddles: UnsafePointer<Float>
    ) {
        // What lies a half and three quarters further is zero.
        for k in 0..<64 {
            let (re, im) = (channels[2 &* k], channels[2 &* k &+ 1])
            var further: (re: Float, im: Float) = (0, 0)
            if k < 15 { further = (channels[2 &* k &+ 128], channels[2 &* k &+ 129]) }
            let out = data + 2 &* k
            let once = twiddles + 2 &* k
            out[0] = re + further.re
            out[1] = im + further.im
            turn(out + 128, re - further.im, im + further.re, by: once)
            turn(out + 256, re - further.re, im - further.im, by: once + 2 &* k)
            turn(out + 384, re + further.im, im - further.re, by: once + 4 &* k)
        }
        let end = data + 2 &* size
        var quarter = 16
        var stride = 4
        while quarter > 0 {
            for k in 0..<quarter {
                let once = twiddles + 2 &* k &* stride
                let twice = once + 2 &* k &* stride
                let thrice = twice + 2 &* k &* stride
                var a = data + 2 &* k
                while a < end {
                    let b = a + 2 &* quarter
                    let c = b + 2 &* quarter
                    let d = c + 2 &* quarter
                    let even = (a[0] + c[0], a[1] + c[1], a[0] - c[0], a[1] - c[1])
                    let odd = (b[0] + d[0], b[1] + d[1], b[0] - d[0], b[1] - d[1])
                    a[0] = even.0 + odd.0
                    a[1] = even.1 + odd.1
                    turn(b, even.2 - odd.3, even.3 + odd.2, by: once)
                    turn(c, even.0 - odd.0, even.1 - odd.1, by: twice)
                    turn(d, even.2 + odd.3, even.3 - odd.2, by: thrice)
                    a += 8 &* quarter
                }
            }
            quarter &>>= 2
            stride &<<= 2
        }
    }

    @inline(__always)
    private static func turn(
        _ out: UnsafeMutablePointer<Float>, _ re: Float, _ im: Float, by twiddle: UnsafePointer<Float>
    ) {
        out[0] = multiplyAdd(-im, twiddle[1], re * twiddle[0])
        out[1] = multiplyAdd(im, twiddle[0], re * twiddle[1])
    }
}

/// a x b + c.
@inline(__always)
func multiplyAdd(_ a: Float, _ b: Float, _ c: Float) -> Float {
    rangekit_port_multiply_addf(a, b, c)
}
