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

    static var known: RangingOptions { [.extendedDistance, .cameraAssistance] }
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
}

/// How two devices range with each other. Two devices that agree hold equal configurations.
public struct Configuration: Equatable, Sendable {
    public var kind: ConfigurationKind
    /// Exactly what was asked for.
    public var enabled: RangingOptions
    /// The performance both reach together: first or second generation, unknown if one side does not say.
    public var performance: Generation

    @inlinable
    public init(kind: ConfigurationKind, enabled: RangingOptions, performance: Generation) {
        self.kind = kind
        self.enabled = enabled
        self.performance = performance
    }
}

extension Configuration {
    /// The configuration for ranging between `local` and `peer`, or every reason why there is none.
    ///
    /// Two devices range when each measures distance; one that does not say what it can do is taken to range
    /// without any option. Extended distance needs both sides, camera assistance this side alone. Throws
    /// `incompatible` with the reasons in `refusals` (emptied first), or `unknownOption`; the tokens must be
    /// valid.
    public static func build(
        local: TokenView, peer: TokenView, options: RangingOptions, refusals: inout RefusalList
    ) throws(Status) -> Configuration {
        refusals.removeAll()
        guard options.isSubset(of: .known) else { throw .unknownOption }

        if local.hasSameIdentity(as: peer) {
            refusals.append(Refusal(.sameDevice))
        }
        refuseRanging(local, .local, &refusals)
        refuseRanging(peer, .peer, &refusals)
        if let ours = local.technologies, let theirs = peer.technologies, !ours.sharesRanging(with: theirs) {
            refusals.append(Refusal(.noCommonTechnology))
        }
        if options.contains(.extendedDistance) {
            require(.extendedDistance, of: local, .local, for: .extendedDistance, &refusals)
            require(.extendedDistance, of: peer, .peer, for: .extendedDistance, &refusals)
        }
        if options.contains(.cameraAssistance) {
            require(.cameraAssistance, of: local, .local, for: .cameraAssistance, &refusals)
        }
        guard refusals.isEmpty else { throw .incompatible }

        return Configuration(
            kind: local.kind == .accessory || peer.kind == .accessory ? .accessory : .peer,
            enabled: options,
            performance: (local.generation ?? .unknown).performance(with: peer.generation ?? .unknown))
    }

    /// What keeps a device from ranging at all.
    private static func refuseRanging(_ token: TokenView, _ side: Refusal.Side, _ refusals: inout RefusalList) {
        if token.kind == .opaque {
            refusals.append(Refusal(.foreignToken, side: side))
        }
        if let capabilities = token.capabilities, capabilities.isDisjoint(with: [.preciseDistance, .coarseDistance]) {
            refusals.append(Refusal(.capabilityMissing, side: side, capability: .preciseDistance))
        }
    }

    private static func require(
        _ capability: Capabilities, of token: TokenView, _ side: Refusal.Side, for option: RangingOptions,
        _ refusals: inout RefusalList
    ) {
        if token.capabilities == nil, let listed = token.technologies, listed.capabilities.contains(capability) {
            return
        }
        guard let capabilities = token.capabilities else {
            refusals.append(Refusal(.capabilityUnknown, side: side, capability: capability, option: option))
            return
        }
        if !capabilities.contains(capability) {
            refusals.append(Refusal(.capabilityMissing, side: side, capability: capability, option: option))
        }
    }
}
