/// What a device can do. Bits 0 to 4 are those of Nearby Interaction's capability byte; unknown bits are
/// kept, since a newer device may know more.
public struct Capabilities: OptionSet, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inlinable public static var preciseDistance: Capabilities { Capabilities(rawValue: 1 << 0) }
    @inlinable public static var coarseDistance: Capabilities { Capabilities(rawValue: 1 << 1) }
    @inlinable public static var direction: Capabilities { Capabilities(rawValue: 1 << 2) }
    @inlinable public static var cameraAssistance: Capabilities { Capabilities(rawValue: 1 << 3) }
    @inlinable public static var extendedDistance: Capabilities { Capabilities(rawValue: 1 << 4) }
    @inlinable public static var dlTDoA: Capabilities { Capabilities(rawValue: 1 << 5) }
    @inlinable public static var channelSounding: Capabilities { Capabilities(rawValue: 1 << 6) }

    /// The identifier of a single capability; `unknown` for another bit or several at once.
    public var name: StaticString {
        switch rawValue {
        case 1 << 0: "precise_distance"
        case 1 << 1: "coarse_distance"
        case 1 << 2: "direction"
        case 1 << 3: "camera_assistance"
        case 1 << 4: "extended_distance"
        case 1 << 5: "dl_tdoa"
        case 1 << 6: "channel_sounding"
        default: "unknown"
        }
    }
}

/// A generation of ultra-wideband hardware. Numbers this library does not know are kept.
public struct Generation: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    @inlinable public static var unknown: Generation { Generation(rawValue: 0) }
    @inlinable public static var first: Generation { Generation(rawValue: 1) }
    @inlinable public static var second: Generation { Generation(rawValue: 2) }
    /// A certified third-party accessory; it ranges as the first generation does.
    @inlinable public static var thirdParty: Generation { Generation(rawValue: 3) }

    /// The performance two devices reach together: the lesser of both, and unknown if one is.
    public func performance(with other: Generation) -> Generation {
        switch (ranksAs, other.ranksAs) {
        case (.second, .second): .second
        case (.first, .first), (.first, .second), (.second, .first): .first
        default: .unknown
        }
    }

    private var ranksAs: Generation {
        switch self {
        case .first, .thirdParty: .first
        case .second: .second
        default: .unknown
        }
    }
}
