import CMath

/// Mixtures of a direct path and scattered power behind it, and how well a path's tones fit one of them.
enum SoundingHypotheses {
    /// Delays behind the direct path, in points of the transform: close together where the power is.
    static var tapCount: Int { 14 }
    static var lagCount: Int { 50 }
    static var triangleCount: Int { 105 }
    static var count: Int { 6 }
    static var ratioCount: Int { 3 }

    @inline(__always)
    static func tap(_ index: Int) -> Int {
        switch index {
        case 0: 0
        case 1: 3
        case 2: 6
        case 3: 9
        case 4: 12
        case 5: 15
        case 6: 18
        case 7: 22
        case 8: 26
        case 9: 30
        case 10: 34
        case 11: 39
        case 12: 44
        default: 49
        }
    }

    /// Direct over scattered power: 10, 2 and -6 dB.
    static func ratio(_ index: Int) -> Float {
        index == 0 ? 10 : index == 1 ? 1.584_893_2 : 0.251_188_64
    }

    /// Power of all taps over noise: 12 and 20 dB.
    static func powerOverNoise(_ index: Int) -> Float {
        index == 0 ? 15.848_932 : 100
    }

    /// Fills each tap's share of the power and gives the spread of the whole, in metres. Path lengths behind the
    /// direct one are a mixture of exponentials with means 1.5, 4 and 10 m (rooms, halls); a two-way product
    /// shows half of them.
    static func fillProfile(_ shares: UnsafeMutablePointer<Float>, ratio: Float) -> Float {
        let direct = ratio / (1 + ratio)
        let scattered = 1 / (1 + ratio)
        var total: Float = 0
        var previous: (once: Float, twice: Float) = (0, 0)
        for index in 0..<tapCount {
            let edge =
                index &+ 1 < tapCount
                ? Float(tap(index) &+ tap(index &+ 1)) * 0.5 * SoundingTransform.binM
                : Float(tap(index)) * SoundingTransform.binM + 1.5
            let reached = cumulative(edge)
            var share =
                4 * direct * scattered * (reached.once - previous.once)
                + 2 * scattered * scattered * (reached.twice - previous.twice)
            if index == 0 { share += direct * direct }
            shares[index] = share
            total += share
            previous = reached
        }
        var mean: Float = 0
        var square: Float = 0
        for index in 0..<tapCount {
            shares[index] /= total
            let delay = Float(tap(index)) * SoundingTransform.binM
            mean += shares[index] * delay
            square += shares[index] * delay * delay
        }
        return (square - mean * mean).squareRoot()
    }

    /// The integrals of S and S * S up to a delay.
    private static func cumulative(_ delayM: Float) -> (once: Float, twice: Float) {
        var once: Float = 0
        var twice: Float = 0
        for index in 0..<3 {
            let weight: Float = index == 0 ? 0.35 : index == 1 ? 0.4 : 0.25
            let meanM: Float = index == 0 ? 1.5 : index == 1 ? 4 : 10
            let reduced = 2 * delayM / meanM
            let left = rangekit_port_expf(-reduced)
            once += weight * (1 - left)
            twice += weight * (1 - left * (1 + reduced))
        }
        return (once, twice)
    }

    /// The Cholesky factor of Gram + 1 / (power x share), rows one after another with the inverse of the diagonal
    /// in its place. `gram` holds lags 0 to 49. Gives the logarithm of det(1 + power x shares x Gram).
    @inline(never)
    static func factor(
        _ triangle: UnsafeMutablePointer<Float>, gram: UnsafePointer<Float>, shares: UnsafePointer<Float>,
        power: Float
    ) -> Float {
        var determinant: Float = 0
        var row = triangle
        for i in 0..<tapCount {
            var column = triangle
            for j in 0...i {
                let lag = tap(i) &- tap(j)
                var re = gram[2 &* lag]
                var im = gram[2 &* lag &+ 1]
                var k = 0
                while k < 2 &* j {
                    // row i times conjugated row j
                    re -= row[k] * column[k] + row[k &+ 1] * column[k &+ 1]
                    im -= row[k &+ 1] * column[k] - row[k] * column[k &+ 1]
                    k &+= 2
                }
                if i == j {
                    let added = 1 / (power * shares[i])
                    let diagonal = max(re + added, 0.5 * added)
                    determinant += rangekit_port_logf(diagonal * power * shares[i])
                    row[k] = 1 / diagonal.squareRoot()
                    row[k &+ 1] = 0
                } else {
                    let inverse = column[k]
                    row[k] = re * inverse
                    row[k &+ 1] = im * inverse
                }
                column += 2 &* (j &+ 1)
            }
            row += 2 &* (i &+ 1)
        }
        return determinant
    }

    /// The energy that a hypothesis explains with its direct path at `transform[0]`: |C^-1 t|^2.
    @inline(__always)
    static func score(
        _ transform: UnsafePointer<Float>, triangle: UnsafePointer<Float>, scratch: UnsafeMutablePointer<Float>
    ) -> Float {
        var energy: Float = 0
        var row = triangle
        for i in 0..<tapCount {
            let at = 2 &* tap(i)
            var re = transform[at]
            var im = transform[at &+ 1]
            var k = 0
            while k < 2 &* i {
                re -= row[k] * scratch[k] - row[k &+ 1] * scratch[k &+ 1]
                im -= row[k] * scratch[k &+ 1] + row[k &+ 1] * scratch[k]
                k &+= 2
            }
            let inverse = row[k]
            re *= inverse
            im *= inverse
            scratch[k] = re
            scratch[k &+ 1] = im
            energy += re * re + im * im
            row += 2 &* (i &+ 1)
        }
        return energy
    }
}
