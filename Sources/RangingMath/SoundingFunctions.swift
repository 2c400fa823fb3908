/// Logarithm and exponential for likelihoods: 1e-6 relative, a tenth of libm's instructions on small processors.

/// 1.5 x 2^23: added to a number below 2^22 it leaves the nearest integer in the lowest bits, without the checks of
/// a conversion.
var integerShift: Float { 12_582_912 }
var integerShiftBits: UInt32 { 0x4B40_0000 }

/// ln x of a positive normal number: its exponent, and the series of artanh for what is left.
@inline(__always)
func soundingLog(_ x: Float) -> Float {
    // Down to the square root of 1/2, so that the mantissa lies about 1.
    let shifted = x.bitPattern &- 0x3F35_04F3
    let exponent = Float(bitPattern: integerShiftBits &+ UInt32(bitPattern: Int32(bitPattern: shifted) >> 23))
    let mantissa = Float(bitPattern: (shifted & 0x007F_FFFF) &+ 0x3F35_04F3)
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    let inner = multiplyAdd(square, multiplyAdd(square, 0.142_857_14, 0.2), 0.333_333_33)
    let series = multiplyAdd(square, inner, 1)
    return multiplyAdd(exponent - integerShift, 0.693_147_2, 2 * s * series)
}

/// e^x; 0 below -87. x is below 88.
@inline(__always)
func soundingExp(_ x: Float) -> Float {
    guard x > -87 else { return 0 }
    let shifted = x * 1.442_695 + integerShift
    let rest = multiplyAdd(shifted - integerShift, -0.693_147_2, x)
    let tail = multiplyAdd(rest, multiplyAdd(rest, 0.008_333_334, 0.041_666_668), 0.166_666_67)
    let series = multiplyAdd(rest, multiplyAdd(rest, multiplyAdd(rest, tail, 0.5), 1), 1)
    return series * Float(bitPattern: shifted.bitPattern &<< 23 &+ 0x3F80_0000)
}
