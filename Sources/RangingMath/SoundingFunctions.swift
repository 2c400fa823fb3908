/// Logarithm and exponential for likelihoods: 1e-6 relative, a tenth of libm's instructions on small processors.

/// ln x of a positive normal number: its exponent, and the series of artanh for what is left.
@inline(__always)
func soundingLog(_ x: Float) -> Float {
    // Down to the square root of 1/2, so that the mantissa lies about 1.
    let shifted = x.bitPattern &- 0x3F35_04F3
    let exponent = Int32(bitPattern: shifted) >> 23
    let mantissa = Float(bitPattern: (shifted & 0x007F_FFFF) &+ 0x3F35_04F3)
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    let series: Float = 1 + square * (0.333_333_33 + square * (0.2 + square * 0.142_857_14))
    return Float(exponent) * 0.693_147_2 + 2 * s * series
}

/// e^x; 0 below -87. x is below 88.
@inline(__always)
func soundingExp(_ x: Float) -> Float {
    guard x > -87 else { return 0 }
    let scaled = x * 1.442_695
    let whole = Int32(scaled + (scaled < 0 ? -0.5 : 0.5))
    let rest = x - Float(whole) * 0.693_147_2
    let tail: Float = 0.166_666_67 + rest * (0.041_666_668 + rest * 0.008_333_334)
    let series: Float = 1 + rest * (1 + rest * (0.5 + rest * tail))
    return series * Float(bitPattern: UInt32(bitPattern: (whole &+ 127) &<< 23))
}
