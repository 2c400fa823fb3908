public import RangingCore

/// The next instruction to a person: level first, then horizontal, then distance.
public struct Guidance: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Nothing is known of where: move, so that something is.
    @inlinable public static var move: Guidance { Guidance(rawValue: 0) }
    @inlinable public static var goUp: Guidance { Guidance(rawValue: 1) }
    @inlinable public static var goDown: Guidance { Guidance(rawValue: 2) }
    @inlinable public static var changeLevel: Guidance { Guidance(rawValue: 3) }
    @inlinable public static var turnLeft: Guidance { Guidance(rawValue: 4) }
    @inlinable public static var turnRight: Guidance { Guidance(rawValue: 5) }
    @inlinable public static var turnAround: Guidance { Guidance(rawValue: 6) }
    @inlinable public static var goAhead: Guidance { Guidance(rawValue: 7) }
    @inlinable public static var arrived: Guidance { Guidance(rawValue: 8) }

    public var name: StaticString {
        switch self {
        case .move: "move"
        case .goUp: "go_up"
        case .goDown: "go_down"
        case .changeLevel: "change_level"
        case .turnLeft: "turn_left"
        case .turnRight: "turn_right"
        case .turnAround: "turn_around"
        case .goAhead: "go_ahead"
        case .arrived: "arrived"
        default: "unknown"
        }
    }
}

extension Direction {
    /// The next instruction and how much: metres for levels and distance, radians for turns, 0 when not known.
    public func guidance(options: Options) -> (guidance: Guidance, amount: Float) {
        let height = heightM?.magnitude ?? 0
        if vertical == .above { return (.goUp, height) }
        if vertical == .below { return (.goDown, height) }
        if vertical == .aboveOrBelow { return (.changeLevel, height) }
        if let distanceM, distanceM <= options.arrivedM { return (.arrived, max(distanceM, 0)) }
        guard let azimuthRad else { return (.move, 0) }
        let turn = azimuthRad.magnitude
        if turn > options.behindRad { return (.turnAround, turn) }
        if turn > options.straightRad { return (azimuthRad > 0 ? .turnRight : .turnLeft, turn) }
        return (.goAhead, distanceM ?? 0)
    }

    /// Says it in English words: distance, side, level.
    public func describe(into text: inout TextWriter, options: Options) {
        if let distanceM {
            Self.append(distanceM, to: &text)
        } else {
            text.append("distance unknown")
        }
        if let azimuthRad {
            let turn = azimuthRad.magnitude
            if turn <= options.straightRad {
                text.append(", ahead")
            } else if turn > options.behindRad {
                text.append(", behind")
            } else {
                text.append(azimuthRad > 0 ? ", right" : ", left")
            }
        }
        switch vertical {
        case .above: text.append(", above")
        case .below: text.append(", below")
        case .aboveOrBelow: text.append(", above or below")
        default: break
        }
    }

    /// Metres, with one decimal below 10 m.
    private static func append(_ distanceM: Float, to text: inout TextWriter) {
        let magnitude = distanceM.magnitude
        // 9.95 would round to 10.0.
        let isFine = magnitude < 9.95
        let value = UInt64(isFine ? (magnitude * 10).rounded() : magnitude.rounded())
        if distanceM < 0, value > 0 { text.append("-") }
        text.append(isFine ? value / 10 : value)
        if isFine {
            text.append(".")
            text.append(value % 10)
        }
        text.append(" m")
    }
}
