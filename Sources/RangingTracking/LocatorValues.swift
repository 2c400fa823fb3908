public import RangingCore

/// How far a locator is.
public struct Convergence: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// There is no source of poses.
    @inlinable public static var unknown: Convergence { Convergence(rawValue: 0) }
    @inlinable public static var notConverged: Convergence { Convergence(rawValue: 1) }
    @inlinable public static var converged: Convergence { Convergence(rawValue: 2) }

    public var name: StaticString {
        switch self {
        case .notConverged: "not_converged"
        case .converged: "converged"
        default: "unknown"
        }
    }
}

/// Why a locator has not converged. The first five are those of Nearby Interaction.
public struct ConvergenceReasons: OptionSet, Equatable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Sideways, the place is not certain.
    @inlinable public static var horizontalSweep: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 0) }
    /// In height, the place is not certain.
    @inlinable public static var verticalSweep: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 1) }
    /// The observer has hardly moved, for that distance.
    @inlinable public static var movement: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 2) }
    /// The light is too low.
    @inlinable public static var lighting: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 3) }
    /// Distances are missing, or most of them do not fit.
    @inlinable public static var signalStrength: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 4) }
    /// The newest pose is limited, not available or too old.
    @inlinable public static var tracking: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 5) }
    /// The target moves.
    @inlinable public static var targetMoving: ConvergenceReasons { ConvergenceReasons(rawValue: 1 << 6) }

    /// The identifier of a single reason; `unknown` for another bit or several at once.
    public var name: StaticString {
        switch self {
        case .horizontalSweep: "insufficient_horizontal_sweep"
        case .verticalSweep: "insufficient_vertical_sweep"
        case .movement: "insufficient_movement"
        case .lighting: "insufficient_lighting"
        case .signalStrength: "insufficient_signal_strength"
        case .tracking: "insufficient_tracking"
        case .targetMoving: "target_moving"
        default: "unknown"
        }
    }
}

/// What would help a locator most.
public struct LocatorGuidance: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var none: LocatorGuidance { LocatorGuidance(rawValue: 0) }
    @inlinable public static var walk: LocatorGuidance { LocatorGuidance(rawValue: 1) }
    @inlinable public static var sideways: LocatorGuidance { LocatorGuidance(rawValue: 2) }
    @inlinable public static var raiseOrLower: LocatorGuidance { LocatorGuidance(rawValue: 3) }
    @inlinable public static var wait: LocatorGuidance { LocatorGuidance(rawValue: 4) }
    @inlinable public static var nearer: LocatorGuidance { LocatorGuidance(rawValue: 5) }

    private var texts: (name: StaticString, message: StaticString) {
        switch self {
        case .none: ("none", "Nothing is needed.")
        case .walk: ("walk", "Walk around, on a curve rather than straight.")
        case .sideways: ("sideways", "Move to the side.")
        case .raiseOrLower: ("raise_or_lower", "Raise or lower the device.")
        case .wait: ("wait", "Wait for more distances.")
        case .nearer: ("nearer", "Walk towards it.")
        default: ("unknown", "This library does not know the guidance number.")
        }
    }

    public var name: StaticString { texts.name }
    /// A sentence for the user.
    public var message: StaticString { texts.message }
}

/// A pose of a moving observer. Device to world; absent values are nil.
public struct LocatorPose: Equatable, Sendable {
    public struct Tracking: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var unknown: Tracking { Tracking(rawValue: 0) }
        @inlinable public static var notAvailable: Tracking { Tracking(rawValue: 1) }
        @inlinable public static var limited: Tracking { Tracking(rawValue: 2) }
        @inlinable public static var normal: Tracking { Tracking(rawValue: 3) }
    }

    public var timeNs: Int64
    public var position: (x: Double, y: Double, z: Double)
    /// x, y, z, w.
    public var orientation: (x: Float, y: Float, z: Float, w: Float)?
    public var tracking: Tracking
    public var lightLux: Float?
    public var observer: Int

    public init(
        timeNs: Int64, position: (x: Double, y: Double, z: Double),
        orientation: (x: Float, y: Float, z: Float, w: Float)? = nil, tracking: Tracking = .unknown,
        lightLux: Float? = nil, observer: Int = 0
    ) {
        self.timeNs = timeNs
        self.position = position
        self.orientation = orientation
        self.tracking = tracking
        self.lightLux = lightLux
        self.observer = observer
    }

    public static func == (a: LocatorPose, b: LocatorPose) -> Bool {
        let same = a.timeNs == b.timeNs && a.position == b.position && a.tracking == b.tracking
        guard same, a.lightLux == b.lightLux, a.observer == b.observer else { return false }
        switch (a.orientation, b.orientation) {
        case (nil, nil): return true
        case (let left?, let right?): return left == right
        default: return false
        }
    }
}

extension Locator {
    public struct Up: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var y: Up { Up(rawValue: 0) }
        @inlinable public static var z: Up { Up(rawValue: 1) }
    }

    /// What a target says of its own motion.
    public struct TargetMotion: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Motion is noticed from the distances.
        @inlinable public static var unknown: TargetMotion { TargetMotion(rawValue: 0) }
        @inlinable public static var stationary: TargetMotion { TargetMotion(rawValue: 1) }
        @inlinable public static var moving: TargetMotion { TargetMotion(rawValue: 2) }
    }

    /// The options of `rangekit_locator_options`, with the same defaults.
    public struct Options: Equatable, Sendable {
        public var up = Up.y
        public var distanceStddevM: Float = 0.1
        public var angleStddevRad: Float = 0.1
        public var biasM: Float = 0.15
        public var biasStddevM: Float = 0.15
        public var convergedStddevM: Float = 0.25
        public var maximumSpeedMps: Float = 10
        public var targetSpeedMps: Float = 1
        public var minimumLightLux: Float = 50
        public var poseGapNs: Int64 = 500_000_000

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            let sum =
                distanceStddevM + angleStddevRad + biasM + biasStddevM + convergedStddevM + maximumSpeedMps
                + targetSpeedMps + minimumLightLux
            guard sum.isFinite else { throw .notFinite }
            guard up == .y || up == .z, distanceStddevM >= 0.001, distanceStddevM <= 10, angleStddevRad >= 0.001,
                angleStddevRad <= 3, biasM.magnitude <= 10, biasStddevM >= 0.001, biasStddevM <= 10
            else { throw .outOfRange }
            guard convergedStddevM >= 0.01, convergedStddevM <= 10, maximumSpeedMps >= 0.1, maximumSpeedMps <= 1000,
                targetSpeedMps >= 0.01, targetSpeedMps <= 100, minimumLightLux >= 0, minimumLightLux <= 1e6,
                poseGapNs >= 1_000_000, poseGapNs <= 60_000_000_000
            else { throw .outOfRange }
        }
    }

    /// What happened since a target was first seen.
    public struct Events: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var targetMoved: Events { Events(rawValue: 1 << 0) }
        @inlinable public static var poseJump: Events { Events(rawValue: 1 << 1) }
    }

    /// A place where a target may be, in the world.
    public struct Place: Sendable {
        public var x = 0.0
        public var y = 0.0
        public var z = 0.0
        /// Row by row, symmetric.
        public var covarianceM2: InlineArray<9, Float> = InlineArray(repeating: 0)
        /// Among all places that are not told apart.
        public var probability: Float = 0

        public init() {}
    }

    /// What is known of a target now. Values that do not hold are nil; `reasons` says why.
    public struct Estimate: Sendable {
        /// Of the observer's newest pose; 0 without one.
        public var timeNs: Int64 = 0
        /// The likeliest place.
        public var place: Place?
        public var distanceM: Float?
        public var distanceStddevM: Float?
        /// Whether the world transform holds: the place, with no rotation.
        public var hasTransform = false
        /// Unit vector in the device frame.
        public var direction: (x: Float, y: Float, z: Float)?
        public var horizontalAngleRad: Float?
        public var vertical = VerticalEstimate.unknown
        public var convergence = Convergence.unknown
        public var reasons: ConvergenceReasons = []
        public var guidance = LocatorGuidance.none
        /// The motion that would help most, in the world, metres.
        public var guidanceM: (x: Float, y: Float, z: Float)?
        public var biasM: Float?
        public var biasStddevM: Float?
        public var events: Events = []
        public var targetIsMoving = false
        public var hypothesisCount = 0
        public var usedCount: UInt32 = 0
        public var outlierCount: UInt32 = 0
        public var droppedCount: UInt32 = 0
        public var heldCount = 0

        public init() {}
    }
}
