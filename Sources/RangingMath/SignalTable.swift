public import RangingCore

/// A published table over the receive level: range bias (APS011 1.1) or the saturation of the DW1000's estimate.
public struct SignalTable: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var bias500MHzPRF16: SignalTable { SignalTable(rawValue: 0) }
    @inlinable public static var bias500MHzPRF64: SignalTable { SignalTable(rawValue: 1) }
    @inlinable public static var bias900MHzPRF16: SignalTable { SignalTable(rawValue: 2) }
    @inlinable public static var bias900MHzPRF64: SignalTable { SignalTable(rawValue: 3) }
    @inlinable public static var saturationPRF16: SignalTable { SignalTable(rawValue: 4) }
    @inlinable public static var saturationPRF64: SignalTable { SignalTable(rawValue: 5) }

    /// Points of the longest table.
    @inlinable public static var maximumPoints: Int { 18 }

    /// Points of this table; nil for a number that is none.
    public var count: Int? {
        switch rawValue {
        case 0...3: 18
        case 4: 11
        case 5: 12
        default: nil
        }
    }

    /// Writes `count` pairs, level (dBm, ascending) and value (metres or dBm).
    @_optimize(size)
    public func write(to pairs: UnsafeMutablePointer<Double>) {
        guard let count else { return }
        let values = tenths
        for index in 0..<count {
            // Bias: -95 dBm upwards by 2, millimetres. Saturation: -105 dBm upwards by 2.5, tenths of a dB.
            let isBias = rawValue < 4
            pairs[2 &* index] = isBias ? -95 + 2 * Double(index) : Self.saturationStart + 2.5 * Double(index)
            pairs[2 &* index &+ 1] = Double(values[index]) / (isBias ? 1000 : 10)
        }
    }

    private static var saturationStart: Double { -105 }

    /// A saturation curve at an estimated level; below its start the estimate is the level. Beyond its end the value
    /// is the last one, and the last slope says the least that noise does.
    @inline(__always)
    func interpolated(_ powerDbm: Double) -> (value: Double, slope: Double, isBeyond: Bool) {
        let position = (powerDbm - Self.saturationStart) / 2.5
        guard position > 0, let count else { return (powerDbm, 1, false) }
        let last = count &- 1
        let isBeyond = position > Double(last)
        // The last point at or above the level.
        let high = isBeyond ? last : max(Int(position.rounded(.up)), 1)
        let values = tenths
        let (below, above) = (Double(values[high &- 1]) / 10, Double(values[high]) / 10)
        let slope = (above - below) / 2.5
        return (isBeyond ? above : above - slope * (Double(high) - position) * 2.5, slope, isBeyond)
    }

    /// Bias in millimetres (the published tables are in tenths of a centimetre), levels in tenths of a dB.
    private var tenths: [18 of Int16] {
        switch rawValue {
        case 0: [112, 110, 106, 97, 84, 65, 36, 0, -31, -59, -84, -109, -127, -143, -163, -179, -187, -198]
        case 1: [86, 81, 76, 71, 62, 49, 42, 35, 21, 0, -27, -51, -69, -82, -93, -100, -105, -110]
        case 2: [394, 356, 339, 321, 294, 254, 210, 158, 97, 42, 0, -51, -95, -138, -176, -210, -244, -275]
        case 3: [284, 264, 245, 233, 197, 175, 153, 127, 91, 49, 0, -58, -100, -150, -199, -235, -266, -295]
        case 4: [-1050, -1025, -1000, -975, -950, -925, -900, -850, -770, -695, -640, 0, 0, 0, 0, 0, 0, 0]
        default: [-1050, -1025, -1000, -975, -950, -925, -900, -865, -835, -800, -725, -600, 0, 0, 0, 0, 0, 0]
        }
    }
}

/// A value looked up in a table over the receive level, with what noise of the level does to it.
public struct SignalLookup: Equatable, Sendable {
    public var value: Double
    /// Change of the value per dB; 0 where clamped.
    public var slopePerDb: Double
    /// Outside the table: the value of its end.
    public var clamped: Bool
}

/// A checked table over the receive level: linear between points, clamped at the ends.
public struct SignalTableLookup {
    private let function: PiecewiseLinear

    /// `pairs` are level and value, and must stay in place while this is used. Throws `table` unless levels are
    /// strictly ascending and all is finite.
    public init(_ pairs: UnsafePointer<Double>?, count: Int) throws(Status) {
        function = try PiecewiseLinear(pairs, count: count, minimumCount: 1)
    }

    /// Throws `notFinite` for a level that is not.
    public func value(atPowerDbm powerDbm: Double) throws(Status) -> SignalLookup {
        guard powerDbm.isFinite else { throw .notFinite }
        let found = function.value(at: powerDbm)
        return SignalLookup(value: found.value, slopePerDb: found.slope, clamped: found.clamped)
    }
}
