import CMath

/// Mixtures of a direct path and scattered power behind it, and how well a path's tones fit one of them.
enum SoundingHypotheses {
    /// Delays behind the direct path, two points of the transform apart: 14 m.
    static var tapCount: Int { 13 }
    /// Floats of one factor.
    static var triangleSize: Int { 182 }
    static var ratioCount: Int { 5 }
    /// Of the full tier; the fast one has the last two of the table.
    static var count: Int { 6 }
    static var full: Range<Int> { 0..<6 }
    static var fast: Range<Int> { 6..<8 }
    /// The share of the power that a model leaves unexplained: a lattice of delays and a guessed profile, and the
    /// single path alike. Without it a single path outweighs all mixtures where an echo merges with it.
    static var modelError: Float { 0.005 }

    @inline(__always)
    static func ratioIndex(_ hypothesis: Int) -> Int {
        hypothesis < 6 ? hypothesis &>> 1 : hypothesis &- 3
    }

    /// Power of all taps over noise: 14 and 24 dB, in the fast tier 20 dB.
    @inline(__always)
    static func powerOverNoise(_ hypothesis: Int) -> Float {
        hypothesis >= 6 ? 100 : hypothesis & 1 == 0 ? 25.118_864 : 251.188_64
    }

    /// Direct over scattered power: 10, 2 and -6 dB; 8 and -4 dB in the fast tier.
    static func ratio(_ index: Int) -> Float {
        switch index {
        case 0: 10
        case 1: 1.584_893_2
        case 2: 0.251_188_64
        case 3: 6.309_573_4
        default: 0.398_107_17
        }
    }

    /// What the model is wrong by with this ratio, metres below and above: what merges with the direct path moves
    /// it, and a weak direct path may be lost in front of later ones. Chosen in simulated channels of 20 shapes so that
    /// intervals hold in each; the benchmark measures them in others.
    static func error(_ index: Int) -> (downM: Float, upM: Float) {
        switch index {
        case 0: (0.15, 0.09)
        case 1: (0.45, 0.26)
        case 2: (1.15, 0.32)
        case 3: (0.2, 0.12)
        default: (0.8, 0.28)
        }
    }

    /// How much of the weight with this ratio says that scattered power rivals the direct path.
    static func scattered(_ index: Int) -> Float {
        index == 1 ? 0.5 : index == 2 || index == 4 ? 1 : 0
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
                ? Float(2 &* index &+ 1) * SoundingTransform.pointM
                : Float(2 &* index) * SoundingTransform.pointM + 1.5
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
            let delay = Float(2 &* index) * SoundingTransform.pointM
            mean += shares[index] * delay
            square += shares[index] * delay * delay
        }
        return rangekit_port_sqrtf((square - mean * mean))
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
    /// in its place. `gram` holds the lags of the taps. Gives the logarithm of det(1 + power x shares x Gram).
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
                var re = gram[2 &* (i &- j)]
                var im = gram[2 &* (i &- j) &+ 1]
                var k = 0
                while k < 2 &* j {
                    // row i times conjugated row j
                    re = multiplyAdd(-row[k], column[k], multiplyAdd(-row[k &+ 1], column[k &+ 1], re))
                    im = multiplyAdd(-row[k &+ 1], column[k], multiplyAdd(row[k], column[k &+ 1], im))
                    k &+= 2
                }
                if i == j {
                    let added = 1 / (power * shares[i])
                    let diagonal = max(re + added, 0.5 * added)
                    determinant += soundingLog(diagonal * power * shares[i])
                    row[k] = 1 / rangekit_port_sqrtf(diagonal)
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

    /// The energies |C^-1 t|^2 that a hypothesis explains with its direct path at each of the `count` points from
    /// `re` and `im` on; four at a time, so `count` is a multiple of 4. `solved` is room for 8 floats a tap.
    @inline(never)
    static func score(
        _ scores: UnsafeMutablePointer<Float>, count: Int, re: UnsafePointer<Float>, im: UnsafePointer<Float>,
        triangle: UnsafePointer<Float>, solved: UnsafeMutablePointer<Float>
    ) {
        var point = 0
        while point < count {
            var energy = FourFloats(0)
            var row = triangle
            var out = solved
            for tap in 0..<tapCount {
                var x = FourFloats(re + (point &+ 2 &* tap))
                var y = FourFloats(im + (point &+ 2 &* tap))
                var before = solved
                while before < out {
                    let c = FourFloats(before)
                    let s = FourFloats(before + 4)
                    x.add(-row[0], c)
                    x.add(row[1], s)
                    y.add(-row[0], s)
                    y.add(-row[1], c)
                    row += 2
                    before += 8
                }
                x.scale(row[0])
                y.scale(row[0])
                x.store(out)
                y.store(out + 4)
                energy.add(x, x)
                energy.add(y, y)
                row += 2
                out += 8
            }
            energy.store(scores + point)
            point &+= 4
        }
    }
}

/// Four numbers side by side: a vector register on hosts, four registers on microcontrollers.
private struct FourFloats {
    #if arch(arm)
        var a: Float
        var b: Float
        var c: Float
        var d: Float

        @inline(__always)
        init(_ value: Float) {
            (a, b, c, d) = (value, value, value, value)
        }

        @inline(__always)
        init(_ from: UnsafePointer<Float>) {
            (a, b, c, d) = (from[0], from[1], from[2], from[3])
        }

        @inline(__always)
        func store(_ to: UnsafeMutablePointer<Float>) {
            to[0] = a
            to[1] = b
            to[2] = c
            to[3] = d
        }

        @inline(__always)
        mutating func add(_ factor: Float, _ x: FourFloats) {
            a = multiplyAdd(factor, x.a, a)
            b = multiplyAdd(factor, x.b, b)
            c = multiplyAdd(factor, x.c, c)
            d = multiplyAdd(factor, x.d, d)
        }

        @inline(__always)
        mutating func add(_ x: FourFloats, _ y: FourFloats) {
            a = multiplyAdd(x.a, y.a, a)
            b = multiplyAdd(x.b, y.b, b)
            c = multiplyAdd(x.c, y.c, c)
            d = multiplyAdd(x.d, y.d, d)
        }

        @inline(__always)
        mutating func scale(_ factor: Float) {
            a *= factor
            b *= factor
            c *= factor
            d *= factor
        }
    #else
        var lanes: SIMD4<Float>

        @inline(__always)
        init(_ value: Float) {
            lanes = SIMD4(repeating: value)
        }

        @inline(__always)
        init(_ from: UnsafePointer<Float>) {
            lanes = UnsafeRawPointer(from).loadUnaligned(as: SIMD4<Float>.self)
        }

        @inline(__always)
        func store(_ to: UnsafeMutablePointer<Float>) {
            UnsafeMutableRawPointer(to).storeBytes(of: lanes, as: SIMD4<Float>.self)
        }

        @inline(__always)
        mutating func add(_ factor: Float, _ x: FourFloats) {
            lanes += factor * x.lanes
        }

        @inline(__always)
        mutating func add(_ x: FourFloats, _ y: FourFloats) {
            lanes += x.lanes * y.lanes
        }

        @inline(__always)
        mutating func scale(_ factor: Float) {
            lanes *= factor
        }
    #endif
}
