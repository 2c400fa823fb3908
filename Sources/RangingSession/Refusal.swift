public import RangingCore

/// One reason why two devices cannot range as asked: whose it is, what is lacking, and what it prevents.
public struct Refusal: Equatable, BitwiseCopyable, Sendable {
    public struct Reason: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The side says it lacks the capability.
        @inlinable public static var capabilityMissing: Reason { Reason(rawValue: 1) }
        /// The side does not say whether it has the capability.
        @inlinable public static var capabilityUnknown: Reason { Reason(rawValue: 2) }
        /// The peer's token is this device's own.
        @inlinable public static var sameDevice: Reason { Reason(rawValue: 3) }
        /// The side has another system's token, which only that system can use.
        @inlinable public static var foreignToken: Reason { Reason(rawValue: 4) }
        /// Both list technologies, and no ranging one is on both lists.
        @inlinable public static var noCommonTechnology: Reason { Reason(rawValue: 5) }

        public var name: StaticString {
            switch self {
            case .capabilityMissing: "capability_missing"
            case .capabilityUnknown: "capability_unknown"
            case .sameDevice: "same_device"
            case .foreignToken: "foreign_token"
            case .noCommonTechnology: "no_common_technology"
            default: "unknown"
            }
        }
    }

    public struct Side: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Neither side's alone.
        @inlinable public static var neither: Side { Side(rawValue: 0) }
        @inlinable public static var local: Side { Side(rawValue: 1) }
        @inlinable public static var peer: Side { Side(rawValue: 2) }
    }

    public var reason: Reason
    public var side: Side
    /// The one capability it is about, or none.
    public var capability: Capabilities
    /// The one option that cannot be had for this reason; none: ranging itself.
    public var option: RangingOptions

    public init(
        _ reason: Reason, side: Side = .neither, capability: Capabilities = [], option: RangingOptions = []
    ) {
        self.reason = reason
        self.side = side
        self.capability = capability
        self.option = option
    }
}

/// Room for more reasons than one build can give.
public typealias RefusalList = RingBuffer<Refusal, 16>

extension Refusal {
    /// An empty list.
    public static func emptyList() -> RefusalList {
        RefusalList(repeating: Refusal(.sameDevice))
    }
}

extension Refusal {
    /// Writes the refusal as a sentence, and what would help.
    ///
    ///     The peer lacks extended_distance, which extended distance needs on both sides. Do not ask for the
    ///     option, or use a device that has it.
    public func describe(into text: inout TextWriter) {
        switch reason {
        case .capabilityMissing:
            appendSubject(to: &text)
            text.append(" lacks ")
            text.append(capability == .preciseDistance ? "precise_distance and coarse_distance" : capability.name)
            appendConsequence(to: &text)
        case .capabilityUnknown:
            appendSubject(to: &text)
            text.append(" does not say whether it has ")
            text.append(capability.name)
            appendConsequence(to: &text)
        case .sameDevice:
            text.append("The peer's token is this device's own. Exchange tokens again and keep the one received.")
        case .foreignToken:
            appendSubject(to: &text)
            text.append(" has another system's token, which only that system can use.")
            text.append(" Use a RangeKit peer token or an accessory's address.")
        case .noCommonTechnology:
            text.append("The two tokens list no ranging technology in common.")
            text.append(" Use devices that share one, or list all that they have.")
        default:
            text.append("An unknown reason.")
        }
    }

    private func appendSubject(to text: inout TextWriter) {
        text.append(side == .local ? "This device" : "The peer")
    }

    private func appendConsequence(to text: inout TextWriter) {
        switch option {
        case .extendedDistance:
            text.append(", which extended distance needs on both sides.")
        case .cameraAssistance:
            text.append(", which camera assistance needs on this side.")
        default:
            text.append(", one of which ranging needs on both sides.")
            return
        }
        text.append(" Do not ask for the option")
        text.append(
            reason == .capabilityUnknown
                ? ", or state the capabilities in the token." : ", or use a device that has it.")
    }
}
