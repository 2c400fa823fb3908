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

        /// The kind of configuration does not have the option.
        @inlinable public static var optionNotOffered: Reason { Reason(rawValue: 6) }
        @inlinable public static var bluetoothPeerMissing: Reason { Reason(rawValue: 7) }
        @inlinable public static var networkMissing: Reason { Reason(rawValue: 8) }
        // 9 to 23 are conditions that do not hold, 24 to 29 what a Channel Sounding accessory lacks.

        /// The identifier of the reason.
        public var name: StaticString { texts.name }

        fileprivate typealias Texts = (name: StaticString, what: StaticString, fix: StaticString)

        /// The first five are said with side and capability; their sentences stand in `describe`.
        fileprivate var texts: Texts {
            switch rawValue {
            case 1: ("capability_missing", "", "")
            case 2: ("capability_unknown", "", "")
            case 3:
                (
                    "same_device", "The peer's token is this device's own.",
                    " Exchange tokens again and keep the one received."
                )
            case 4: ("foreign_token", "", " Use a RangeKit peer token or an accessory's address.")
            case 5:
                (
                    "no_common_technology", "The two tokens list no ranging technology in common.",
                    " Use devices that share one, or list all that they have."
                )
            #if RANGEKIT_BRIEF
                default: ("unknown", "An unknown reason.", "")
            #else
                default: laterTexts
            #endif
            }
        }

        #if !RANGEKIT_BRIEF
            // Small devices meet option_not_offered and bluetooth_peer_missing alone, and call them unknown.
            @inline(never)
            private var laterTexts: Texts {
                switch rawValue {
                case 6: ("option_not_offered", "This kind of configuration does not have ", "")
                case 7:
                    (
                        "bluetooth_peer_missing", "The accessory's Bluetooth peer identifier is missing.",
                        " Connect to it and pass the system's identifier."
                    )
                case 8:
                    (
                        "network_missing", "The network of anchors is missing.", " Pass the session id of its anchors."
                    )
                case 9:
                    (
                        "not_allowed", "The user does not allow ranging.",
                        " Declare the usage text, ask again, or point to the system's settings."
                    )
                case 10:
                    (
                        "not_foreground", "The application is not in the foreground.",
                        " Wait until it is; an accessory can go on in the background without the camera."
                    )
                case 11: ("radio_off", "Bluetooth is off.", " Ask the user to turn it on.")
                case 12: ("link_down", "The accessory is not connected.", " Connect to it first.")
                case 13: ("not_paired", "The accessory is not paired.", " Pair it first.")
                case 14:
                    (
                        "location_not_allowed", "The user does not allow the location.",
                        " Declare its usage text and ask for the permission."
                    )
                case 15:
                    (
                        "pose_source_unused", "A pose source is attached without camera assistance.",
                        " Detach it, or ask for camera assistance."
                    )
                case 16:
                    (
                        "pose_source_missing", "No pose source is attached.", " Attach one before the session runs."
                    )
                case 17:
                    (
                        "pose_source_late", "The pose source was attached after the session ran.",
                        " Pause, attach it, and run again."
                    )
                case 18:
                    (
                        "pose_source_second", "Another session of this device has a pose source.",
                        " Share one among all, or end the other session."
                    )
                case 19:
                    (
                        "world_alignment", "The world is not aligned with gravity.", " Set its alignment to gravity."
                    )
                case 20:
                    (
                        "world_collaboration", "The world is shared by collaboration.", " Turn collaboration off."
                    )
                case 21: ("face_tracking", "Face tracking is on.", " Turn it off.")
                case 22:
                    (
                        "world_initial_map", "The world begins with a stored map.", " Begin without an initial map."
                    )
                case 23:
                    (
                        "world_relocalisation", "The world relocalises.", " Refuse relocalisation after interruptions."
                    )
                case 24:
                    (
                        "bluetooth_version", "The accessory has a Bluetooth below 6.3.",
                        " Use a controller of 6.3 or later."
                    )
                case 25:
                    ("reflector_role", "The accessory is no reflector.", " Enable its reflector role.")
                case 26:
                    (
                        "inline_pct", "The accessory has no inline PCT transfer.", " Use a controller that has it."
                    )
                case 27: ("mode_0", "The accessory has no mode 0 steps.", " Enable them.")
                case 28: ("mode_2", "The accessory has no mode 2 steps.", " Enable them.")
                case 29:
                    (
                        "t_fcs", "The accessory supports no T_FCS of 100 microseconds or more.",
                        " Enable a longer frequency change."
                    )
                default: ("unknown", "An unknown reason.", "")
                }
            }
        #endif
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

/// Every reason of one build, ranging before options, then neither's, local, peer.
public struct RefusalList: ~Copyable {
    #if RANGEKIT_BRIEF
        private static var capacity: Int { 16 }
        private var storage: InlineArray<16, Refusal>
    #else
        private static var capacity: Int { 32 }
        private var storage: InlineArray<32, Refusal>
    #endif
    public private(set) var count = 0

    public init() {
        storage = InlineArray(repeating: Refusal(.sameDevice))
    }

    public var isEmpty: Bool { count == 0 }

    /// A reason below `count`.
    public subscript(index: Int) -> Refusal {
        mutating get { storage[index] }
    }

    /// Puts a reason behind those that come before it; there is room for more than one build can give.
    @inline(never)
    mutating func append(_ refusal: Refusal) {
        guard count < Self.capacity else { return }
        var index = count
        while index > 0, refusal.order < storage[index &- 1].order {
            storage[index] = storage[index &- 1]
            index &-= 1
        }
        storage[index] = refusal
        count &+= 1
    }

    mutating func removeAll() {
        count = 0
    }
}

extension Refusal {
    /// Writes the refusal as a sentence, and what would help.
    ///
    ///     The peer lacks extended_distance, which extended distance needs on both sides. Do not ask for the
    ///     option, or use a device that has it.
    public func describe(into text: inout TextWriter) {
        let texts = reason.texts
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
        case .foreignToken:
            appendSubject(to: &text)
            text.append(" has another system's token, which only that system can use.")
        default:
            text.append(texts.what)
            #if !RANGEKIT_BRIEF
                if reason == .optionNotOffered {
                    text.append(option.name)
                    text.append(". Do not ask for it, or use another kind.")
                }
            #endif
        }
        text.append(texts.fix)
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
            #if !RANGEKIT_BRIEF
                if capability != .preciseDistance {
                    text.append(", which this kind of ranging needs.")
                    return
                }
            #endif
            text.append(", one of which ranging needs on both sides.")
            return
        }
        text.append(" Do not ask for the option")
        text.append(
            reason == .capabilityUnknown
                ? ", or state the capabilities in the token." : ", or use a device that has it.")
    }
}

extension RangingOptions {
    /// The identifier of a single option; `unknown` for another bit or several at once.
    public var name: StaticString {
        switch self {
        case .extendedDistance: "extended_distance"
        case .cameraAssistance: "camera_assistance"
        case .background: "background"
        default: "unknown"
        }
    }
}

extension Refusal {
    fileprivate var order: UInt32 { option.rawValue &<< 2 | UInt32(truncatingIfNeeded: side.rawValue) }
}
