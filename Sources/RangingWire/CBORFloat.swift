// Floats in their shortest form, bit by bit (RFC 8949 sections 3.3 and 4.2.2): every NaN is f97e00.

extension CBORWriter {
    /// A single-precision value, as half where that keeps it.
    mutating func append(single value: Float) {
        let bits = value.bitPattern
        if value.isNaN {
            append(float: 0xF9, 0x7E00, size: 2)
        } else if CBORHead.fitsHalf(bits) {
            append(float: 0xF9, UInt64(CBORHead.half(bits)), size: 2)
        } else {
            append(float: 0xFA, UInt64(bits), size: 4)
        }
    }

    /// A double-precision value, as single or half where that keeps it.
    mutating func append(double value: Double) {
        let single = Float(value)
        if value.isNaN || Double(single) == value {
            append(single: single)
        } else {
            append(float: 0xFB, value.bitPattern, size: 8)
        }
    }

    private mutating func append(float initial: UInt8, _ bits: UInt64, size: Int) {
        append(initialByte: initial)
        for index in 0..<size {
            append(initialByte: UInt8(truncatingIfNeeded: bits &>> UInt64(8 &* (size &- 1 &- index))))
        }
    }
}

extension CBORHead {
    /// The value of a float's head: exact, whatever its size.
    var double: Double {
        switch size {
        case 3: Double(Self.single(UInt16(truncatingIfNeeded: argument)))
        case 5: Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
        default: Double(bitPattern: argument)
        }
    }

    /// The value of a float's head as single precision; nil where that would not keep it.
    var single: Float? {
        switch size {
        case 3: Self.single(UInt16(truncatingIfNeeded: argument))
        case 5: Float(bitPattern: UInt32(truncatingIfNeeded: argument))
        default: nil
        }
    }

    /// Whether a single-precision value survives in half precision, by its bits: 10 bits of fraction,
    /// exponents -14 to 15, subnormals down to 2^-24; any NaN would.
    static func fitsHalf(_ bits: UInt32) -> Bool {
        let exponent = Int(bits >> 23 & 0xFF) &- 127
        let fraction = bits & 0x7F_FFFF
        switch exponent {
        case 128: return true
        case -127: return fraction == 0
        case -14...15: return fraction & 0x1FFF == 0
        case -24 ... -15: return fraction & ((1 &<< UInt32(-1 &- exponent)) &- 1) == 0
        default: return false
        }
    }

    /// A single-precision value that fits, other than NaN, as half.
    fileprivate static func half(_ bits: UInt32) -> UInt16 {
        let sign = bits >> 16 & 0x8000
        let exponent = Int(bits >> 23 & 0xFF) &- 127
        let fraction = bits & 0x7F_FFFF
        let magnitude: UInt32 =
            switch exponent {
            case 128: 0x7C00
            case -127: 0
            case -24 ... -15: (fraction | 0x80_0000) &>> UInt32(-1 &- exponent)
            default: UInt32(exponent &+ 15) &<< 10 | fraction >> 13
            }
        return UInt16(truncatingIfNeeded: sign | magnitude)
    }

    private static func single(_ half: UInt16) -> Float {
        let sign = UInt32(half & 0x8000) << 16
        let exponent = UInt32(half >> 10 & 0x1F)
        let fraction = UInt32(half & 0x3FF)
        switch exponent {
        case 0:
            // Subnormal: the fraction counts 2^-24; exact as a single.
            return Float(bitPattern: sign | (Float(fraction) * 0x1p-24).bitPattern)
        case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: return Float(bitPattern: sign | (exponent &+ 112) << 23 | fraction << 13)
        }
    }
}
