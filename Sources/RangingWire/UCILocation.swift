public import RangingCore

/// The location of a DL-TDoA anchor.
///
/// The bytes are a bit stream, most significant bit first; inside a value the groups of 8 bits come least
/// significant first, and the incomplete group last.
public struct UCILocation {
    public enum Kind: Int32, Sendable {
        /// 12 bytes: latitude and longitude (33 bits, 2^-24 degree), altitude (30 bits, 2^-21 km).
        case wgs84 = 1
        /// 10 bytes: x, y (28 bits) and z (24 bits), millimetres.
        case relative = 2
    }

    public let kind: Kind
    /// Latitude, longitude, altitude, or x, y, z, in steps.
    public let steps: (Int64, Int64, Int64)

    /// How many bits the three values have.
    private static func widths(_ kind: Kind) -> (Int, Int, Int) {
        kind == .wgs84 ? (33, 33, 30) : (28, 28, 24)
    }

    /// How many steps are one degree, metre and so on.
    private static func scales(_ kind: Kind) -> (Double, Double, Double) {
        kind == .wgs84 ? (0x1p24, 0x1p24, 0x1p21 / 1000) : (1000, 1000, 1000)
    }

    public static func size(_ kind: Kind) -> Int { kind == .wgs84 ? 12 : 10 }

    /// Degrees, degrees, metres; or metres.
    public var values: (Double, Double, Double) {
        let scales = Self.scales(kind)
        return (Double(steps.0) / scales.0, Double(steps.1) / scales.1, Double(steps.2) / scales.2)
    }

    /// The nearest steps. Throws `notFinite` or `outOfRange`.
    public init(_ kind: Kind, _ values: (Double, Double, Double)) throws(Status) {
        func step(_ value: Double, _ scale: Double, _ width: Int) throws(Status) -> Int64 {
            guard value.isFinite else { throw .notFinite }
            let scaled = (value * scale).rounded()
            let limit = Double(sign: .plus, exponent: width &- 1, significand: 1)
            guard scaled >= -limit, scaled < limit else { throw .outOfRange }
            return Int64(scaled)
        }
        let (scales, widths) = (Self.scales(kind), Self.widths(kind))
        self.kind = kind
        steps = (
            try step(values.0, scales.0, widths.0), try step(values.1, scales.1, widths.1),
            try step(values.2, scales.2, widths.2)
        )
    }

    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        let kind: Kind
        switch bytes.count {
        case Self.size(.wgs84): kind = .wgs84
        case Self.size(.relative): kind = .relative
        default:
            throw Diagnostic(
                .wrongLength, field: .uciLocation, byteOffset: 0,
                expected: UInt64(Self.size(bytes.count < 11 ? .relative : .wgs84)), found: UInt64(bytes.count))
        }
        var position = 0
        func value(_ width: Int) -> Int64 {
            var (value, done): (Int64, Int) = (0, 0)
            while done < width {
                let count = min(8, width &- done)
                var group: Int64 = 0
                for _ in 0..<count {
                    group = (group &<< 1) | Int64((bytes[position / 8] &>> UInt8(7 &- position % 8)) & 1)
                    position &+= 1
                }
                value |= group &<< Int64(done)
                done &+= count
            }
            let unused = Int64(64 &- width)
            return (value &<< unused) &>> unused
        }
        let widths = Self.widths(kind)
        self.kind = kind
        steps = (value(widths.0), value(widths.1), value(widths.2))
    }

    /// Writes the location into a buffer of `size(kind)` bytes.
    public func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<buffer.count { buffer[index] = 0 }
        var position = 0
        func put(_ value: Int64, _ width: Int) {
            var done = 0
            while done < width {
                let count = min(8, width &- done)
                for bit in 0..<count {
                    let isSet = (value &>> Int64(done &+ count &- 1 &- bit)) & 1 != 0
                    if isSet, position / 8 < buffer.count { buffer[position / 8] |= 0x80 &>> UInt8(position % 8) }
                    position &+= 1
                }
                done &+= count
            }
        }
        let widths = Self.widths(kind)
        put(steps.0, widths.0)
        put(steps.1, widths.1)
        put(steps.2, widths.2)
    }
}
