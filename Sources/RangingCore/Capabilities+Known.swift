extension Capabilities {
    /// Every capability that has a name.
    @inlinable public static var all: Capabilities { Capabilities(rawValue: 0x7F) }
}

extension Generation {
    public var name: StaticString {
        switch self {
        case .first: "first"
        case .second: "second"
        case .thirdParty: "third_party"
        default: "unknown"
        }
    }
}

/// What is known of a device: each capability is there, lacking, or unknown.
public struct KnownCapabilities: Equatable, BitwiseCopyable, Sendable {
    /// What it has; a subset of `known`.
    public var available: Capabilities
    /// What is known either way.
    public var known: Capabilities
    public var generation: Generation

    /// Nothing known, unless said otherwise.
    public init(available: Capabilities = [], known: Capabilities = [], generation: Generation = .unknown) {
        self.available = available
        self.known = known
        self.generation = generation
    }

    /// A device that states all that it can do.
    public init(_ stated: Capabilities, generation: Generation = .unknown) {
        self.init(available: stated.intersection(.all), known: .all, generation: generation)
    }

    /// What it may have: all but what is known to be lacking.
    public var possible: Capabilities { available.union(.all.subtracting(known)) }
}

/// What a product can offer, from the least to the best.
public struct Experience: RawRepresentable, Equatable, Comparable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// No distance.
    @inlinable public static var unsupported: Experience { Experience(rawValue: 0) }
    /// How far.
    @inlinable public static var distanceOnly: Experience { Experience(rawValue: 1) }
    /// And which way, where the antennas see it.
    @inlinable public static var direction: Experience { Experience(rawValue: 2) }
    /// And where in the world, with the camera.
    @inlinable public static var guided: Experience { Experience(rawValue: 3) }

    public static func < (left: Experience, right: Experience) -> Bool { left.rawValue < right.rawValue }

    public var name: StaticString {
        switch self {
        case .unsupported: "unsupported"
        case .distanceOnly: "distance_only"
        case .direction: "direction"
        case .guided: "guided"
        default: "unknown"
        }
    }

    /// What two devices that have exactly these capabilities offer on `local`'s side. Monotone in both.
    public init(local: Capabilities, peer: Capabilities) {
        let uwb = local.measuresDistance && peer.measuresDistance
        if !uwb && !(local.contains(.channelSounding) && peer.contains(.channelSounding)) {
            self = .unsupported
        } else if local.contains(.cameraAssistance) {
            self = .guided
        } else if uwb && local.contains(.direction) {
            self = .direction
        } else {
            self = .distanceOnly
        }
    }
}

/// What two devices can offer together, as far as it is known.
public struct ExperienceAssessment: Equatable, Sendable {
    /// From what is known to be there.
    public var certain: Experience
    /// If all that is unknown were there.
    public var possible: Experience
    /// Whether devices that move can be located; nil: unknown.
    public var locatesMoving: Bool?
    /// The performance of the older generation; unknown if a side does not say.
    public var performance: Generation
    /// What each side would need for the guided experience, and lacks or does not state.
    public var guidedLocal: Capabilities = []
    public var guidedPeer: Capabilities = []
    /// What each side would need for locating devices that move, and lacks or does not state.
    public var movingLocal: Capabilities = []
    public var movingPeer: Capabilities = []

    public init(local: KnownCapabilities, peer: KnownCapabilities) {
        certain = Experience(local: local.available, peer: peer.available)
        possible = Experience(local: local.possible, peer: peer.possible)
        performance = local.generation.performance(with: peer.generation)

        if certain == .unsupported {
            guidedLocal = local.available.distanceLack
            guidedPeer = peer.available.distanceLack
        }
        guidedLocal.formUnion(Capabilities.cameraAssistance.subtracting(local.available))

        let moving: Capabilities = [.extendedDistance, .cameraAssistance]
        movingLocal = moving.subtracting(local.available).union(local.available.distanceLack)
        movingPeer = moving.subtracting(peer.available).union(peer.available.distanceLack)
        if movingLocal.isEmpty && movingPeer.isEmpty {
            locatesMoving = true
        } else if local.possible.isSuperset(of: moving) && peer.possible.isSuperset(of: moving)
            && local.possible.measuresDistance && peer.possible.measuresDistance
        {
            locatesMoving = nil
        } else {
            locatesMoving = false
        }
    }
}

extension Capabilities {
    /// UWB distance, precise or coarse.
    fileprivate var measuresDistance: Bool { !isDisjoint(with: [.preciseDistance, .coarseDistance]) }

    /// What a device lacks for a distance by UWB.
    fileprivate var distanceLack: Capabilities { measuresDistance ? [] : .preciseDistance }
}
