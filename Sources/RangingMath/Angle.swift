import CMath
public import RangingCore

/// Angles as numbers, and the phase register and wavelengths that they come from.
public enum Angle {
    /// Brought into (-pi, pi].
    public static func normalized(_ angleRad: Double) -> Double {
        wrapped(angleRad, turn: 2 * Double.pi)
    }

    /// Brought into (-180, 180].
    public static func normalizedDeg(_ angleDeg: Double) -> Double {
        wrapped(angleDeg, turn: 360)
    }

    private static func wrapped(_ angle: Double, turn: Double) -> Double {
        let half = turn / 2
        if angle > -half && angle <= half { return angle }
        let rest = angle - turn * (angle / turn).rounded()
        return rest <= -half ? half : min(rest, half)
    }

    /// The centre wavelength of a channel of IEEE 802.15.4 HRP UWB, 0 to 15. Throws `outOfRange`.
    public static func wavelengthM(uwbChannel: UInt32) throws(Status) -> Double {
        // Centre frequencies in units of 499.2 MHz.
        let frequency: Double
        switch uwbChannel {
        case 0: frequency = 1
        case 1: frequency = 7
        case 2, 4: frequency = 8
        case 3: frequency = 9
        case 5, 7: frequency = 13
        case 6: frequency = 14
        case 8: frequency = 15
        case 9, 11: frequency = 16
        case 10: frequency = 17
        case 12: frequency = 18
        case 13, 15: frequency = 19
        case 14: frequency = 20
        default: throw .outOfRange
        }
        return PhysicalConstants.speedOfLightMps / (frequency * 499.2e6)
    }

    /// The DW3000's PDoA register, sign-extended or as the bare 14-bit field: signed, 11 fraction bits.
    public static func pdoaRad(dw3000Register value: Int32) throws(Status) -> Double {
        guard value >= -8192, value < 16384 else { throw .outOfRange }
        return Double(value < 8192 ? value : value &- 16384) / 2048
    }
}

/// A published table of phase difference against angle.
public struct AngleTable: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var qorvoChannel9: AngleTable { AngleTable(rawValue: 0) }

    @inlinable public static var maximumPoints: Int { 31 }

    /// Points of this table; nil for a number that is none.
    public var count: Int? { rawValue == 0 ? 31 : nil }

    /// Writes `count` pairs: phase difference and angle, radians.
    @_optimize(size)
    public func write(to pairs: UnsafeMutablePointer<Double>) {
        guard rawValue == 0 else { return }
        // Tenths of a milliradian, at angles from -90 degrees upwards by 6.
        let phases: [31 of Int32] = [
            -33905, -32998, -31978, -30790, -29326, -27431, -25136, -22552, -19790, -16963, -14002, -11205, -8410,
            -5628,
            -2742, 0, 2770, 5553, 8339, 11050, 13498, 15912, 18036, 20040, 21975, 23780, 25190, 26505, 27652, 28451,
            28932,
        ]
        for index in 0..<31 {
            pairs[2 &* index] = Double(phases[index]) / 10_000
            pairs[2 &* index &+ 1] = Double(index &- 15) * (Double.pi / 30)
        }
    }
}
