public import RangingCore
public import RangingWire

/// What an application wants beyond a distance.
public struct RangingOptions: OptionSet, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inlinable public static var extendedDistance: RangingOptions { RangingOptions(rawValue: 1 << 0) }
    @inlinable public static var cameraAssistance: RangingOptions { RangingOptions(rawValue: 1 << 1) }
    /// Go on while the application is in the background.
    @inlinable public static var background: RangingOptions { RangingOptions(rawValue: 1 << 2) }

    static var known: RangingOptions { [.extendedDistance, .cameraAssistance, .background] }
}

/// What kind of devices take part.
public struct ConfigurationKind: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var peer: ConfigurationKind { ConfigurationKind(rawValue: 0) }
    @inlinable public static var accessory: ConfigurationKind { ConfigurationKind(rawValue: 1) }
    @inlinable public static var channelSounding: ConfigurationKind { ConfigurationKind(rawValue: 2) }
    /// Listening to anchors: there is no peer.
    @inlinable public static var dlTDoA: ConfigurationKind { ConfigurationKind(rawValue: 3) }

    /// A build for small devices (RANGEKIT_BRIEF) knows peers and accessories alone.
    static var last: ConfigurationKind {
        #if RANGEKIT_BRIEF
            .accessory
        #else
            .dlTDoA
        #endif
    }

    var isChannelSounding: Bool { Self.last == .dlTDoA && self == .channelSounding }
    public var isDLTDoA: Bool { Self.last == .dlTDoA && self == .dlTDoA }

    /// What can be asked for beyond a distance.
    public var offered: RangingOptions {
        switch self {
        case .peer: [.extendedDistance, .cameraAssistance]
        case .accessory: .known
        case .channelSounding: .cameraAssistance
        default: []
        }
    }
}

/// A network of anchors that a DL-TDoA configuration listens to.
public struct AnchorNetwork: Equatable, BitwiseCopyable, Sendable {
    /// The session id of its anchors.
    public var identifier: UInt32
    /// 0 Bluetooth, 1 Wi-Fi.
    public var discovery: UInt32

    @inlinable
    public init(identifier: UInt32, discovery: UInt32 = 0) {
        self.identifier = identifier
        self.discovery = discovery
    }
}

/// How two devices range with each other. Two devices that agree encode the same bytes.
public struct Configuration: Equatable, Sendable {
    public var kind: ConfigurationKind
    /// Exactly what was asked for.
    public var enabled: RangingOptions
    /// The performance both reach together: first or second generation, unknown if one side does not say.
    public var performance: Generation
    #if RANGEKIT_BRIEF
        public var network: AnchorNetwork? { nil }
    #else
        /// DL-TDoA only, and required there.
        public var network: AnchorNetwork?
        /// This device's role in Channel Sounding: 0 initiator, 1 reflector. Not encoded.
        public var role: UInt32 = 0
    #endif

    @inlinable
    public init(kind: ConfigurationKind, enabled: RangingOptions, performance: Generation) {
        self.kind = kind
        self.enabled = enabled
        self.performance = performance
    }
}

/// What an application wants, and what it says about this device and the accessory.
public struct ConfigurationRequest: Equatable, Sendable {
    public var options: RangingOptions
    /// Whether the application has the system's identifier of the accessory.
    public var hasBluetoothPeer = false
    #if RANGEKIT_BRIEF
        public var kind: ConfigurationKind { .peer }
        public var network: AnchorNetwork? { nil }
    #else
        /// Peer: peer or accessory, as the tokens say; or Channel Sounding, or DL-TDoA.
        public var kind: ConfigurationKind = .peer
        /// What holds on this device; nil: not checked.
        public var conditions: RangingConditions?
        /// What the Channel Sounding accessory has; nil: not checked.
        public var readiness: ChannelSoundingReadiness?
        public var network: AnchorNetwork?
        /// This device's role in Channel Sounding: 0 initiator, 1 reflector.
        public var role: UInt32 = 0
    #endif

    @inlinable
    public init(options: RangingOptions = []) {
        self.options = options
    }
}

extension Configuration {
    /// The configuration for ranging between `local` and `peer`, or every reason why there is none.
    ///
    /// The rules stand in `configuration.h`. Throws `incompatible` with the reasons in `refusals` (emptied first),
    /// `unknownOption` or `outOfRange`; the tokens must be valid. DL-TDoA needs no peer.
    public static func build(
        local: TokenView, peer: TokenView?, request: ConfigurationRequest, refusals: inout RefusalList
    ) throws(Status) -> Configuration {
        refusals.removeAll()
        guard request.options.isSubset(of: .known) else { throw .unknownOption }
        #if !RANGEKIT_BRIEF
            guard request.conditions?.isSubset(of: .known) ?? true else { throw .unknownOption }
            guard request.kind != .accessory, request.kind.rawValue >= 0, request.kind.rawValue <= 3,
                request.role <= 1, request.network?.discovery ?? 0 <= 1
            else { throw .outOfRange }
        #endif
        guard let peer = peer ?? (request.kind.isDLTDoA ? local : nil) else { throw .nullPointer }
        var kind = request.kind
        if kind == .peer, local.kind == .accessory || peer.kind == .accessory { kind = .accessory }

        refuseRanging(local, peer, kind, &refusals)
        if kind.isDLTDoA, request.network == nil {
            refusals.append(Refusal(.networkMissing, side: .local))
        }
        if kind.isChannelSounding, !request.hasBluetoothPeer {
            refusals.append(Refusal(.bluetoothPeerMissing, side: .local))
        }
        refuseOptions(local, peer, kind, request, &refusals)
        #if !RANGEKIT_BRIEF
            request.refuseConditions(kind, &refusals)
        #endif
        guard refusals.isEmpty else { throw .incompatible }

        var performance = (local.generation ?? .unknown).performance(with: peer.generation ?? .unknown)
        if kind.isDLTDoA { performance = .unknown }
        #if RANGEKIT_BRIEF
            return Configuration(kind: kind, enabled: request.options, performance: performance)
        #else
            var built = Configuration(kind: kind, enabled: request.options, performance: performance)
            if kind.isDLTDoA { built.network = request.network }
            if kind.isChannelSounding { built.role = request.role }
            return built
        #endif
    }

    /// The configuration for ranging with no more than options.
    @inlinable
    public static func build(
        local: TokenView, peer: TokenView, options: RangingOptions, refusals: inout RefusalList
    ) throws(Status) -> Configuration {
        try build(local: local, peer: peer, request: ConfigurationRequest(options: options), refusals: &refusals)
    }

    /// What keeps two devices from ranging at all.
    private static func refuseRanging(
        _ local: TokenView, _ peer: TokenView, _ kind: ConfigurationKind, _ refusals: inout RefusalList
    ) {
        guard !kind.isDLTDoA else {
            require(.dlTDoA, of: local, .local, for: [], &refusals)
            return
        }
        if local.hasSameIdentity(as: peer) { refusals.append(Refusal(.sameDevice)) }
        refuseRanging(local, .local, kind, &refusals)
        refuseRanging(peer, .peer, kind, &refusals)
        if !kind.isChannelSounding, let ours = local.technologies, let theirs = peer.technologies,
            !ours.sharesRanging(with: theirs)
        {
            refusals.append(Refusal(.noCommonTechnology))
        }
    }

    /// What keeps a device from ranging at all.
    private static func refuseRanging(
        _ token: TokenView, _ side: Refusal.Side, _ kind: ConfigurationKind, _ refusals: inout RefusalList
    ) {
        if token.kind == .opaque { refusals.append(Refusal(.foreignToken, side: side)) }
        if kind.isChannelSounding {
            require(.channelSounding, of: token, side, for: [], &refusals)
        } else if let capabilities = token.capabilities,
            capabilities.isDisjoint(with: [.preciseDistance, .coarseDistance])
        {
            refusals.append(Refusal(.capabilityMissing, side: side, capability: .preciseDistance))
        }
    }

    /// What keeps each option that is wanted from being had.
    private static func refuseOptions(
        _ local: TokenView, _ peer: TokenView, _ kind: ConfigurationKind, _ request: ConfigurationRequest,
        _ refusals: inout RefusalList
    ) {
        for bit in 0..<UInt32(3) {
            let option = RangingOptions(rawValue: 1 &<< bit)
            guard request.options.contains(option) else { continue }
            guard kind.offered.contains(option) else {
                refusals.append(Refusal(.optionNotOffered, option: option))
                continue
            }
            switch option {
            case .extendedDistance:
                require(.extendedDistance, of: local, .local, for: option, &refusals)
                require(.extendedDistance, of: peer, .peer, for: option, &refusals)
            case .cameraAssistance: require(.cameraAssistance, of: local, .local, for: option, &refusals)
            default:
                if !request.hasBluetoothPeer {
                    refusals.append(Refusal(.bluetoothPeerMissing, side: .local, option: option))
                }
            }
        }
    }

    private static func require(
        _ capability: Capabilities, of token: TokenView, _ side: Refusal.Side, for option: RangingOptions,
        _ refusals: inout RefusalList
    ) {
        if let stated = token.capabilities {
            if !stated.contains(capability) {
                refusals.append(Refusal(.capabilityMissing, side: side, capability: capability, option: option))
            }
        } else if !(token.technologies?.capabilities.contains(capability) ?? false) {
            refusals.append(Refusal(.capabilityUnknown, side: side, capability: capability, option: option))
        }
    }
}
