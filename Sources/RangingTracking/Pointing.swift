import CMath
public import RangingCore

/// Pointing at one of several devices: not pointing, acquiring, locked, and a twist while locked. The rules
/// stand in `pointing.h`.
///
/// Complexity: a frame is O(*n*^2) in its targets, of which there are at most eight. Nothing is allocated.
/// All-zero memory is a valid state once `options` is set.
public struct Pointing: Sendable {
    public struct Options: Equatable, Sendable {
        public var coneInRad: Float = 0.174_532_93
        public var coneOutRad: Float = 0.349_065_85
        public var distanceInM: Float = 5
        public var distanceOutM: Float = 7
        public var framesIn: UInt32 = 3
        public var framesOut: UInt32 = 3
        /// By so much must another target be nearer the axis to be acquired instead.
        public var switchAdvantageRad: Float = 0.052_359_88
        public var twistRad: Float = 0.610_865_24
        /// Frames farther apart start anew.
        public var timeoutNs: Int64 = 1_000_000_000

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard coneInRad.isFinite, coneOutRad.isFinite, distanceInM.isFinite, distanceOutM.isFinite,
                switchAdvantageRad.isFinite, twistRad.isFinite
            else {
                throw .notFinite
            }
            guard coneInRad > 0, coneOutRad >= coneInRad, coneOutRad < Float.pi, distanceInM > 0,
                distanceOutM >= distanceInM, framesIn >= 1, framesIn <= 1000, framesOut >= 1, framesOut <= 1000,
                switchAdvantageRad >= 0, twistRad > 0, twistRad < Float.pi, timeoutNs > 0
            else {
                throw .outOfRange
            }
        }
    }

    /// Values that may be absent stand beside a mask, so that a frame of the contract is copied as it is.
    public struct Target: Equatable, BitwiseCopyable, Sendable {
        /// The caller's.
        public var id: UInt32
        var present: UInt32
        var azimuth: Float
        var elevation: Float
        var distance: Float
        var angleStddev: Float

        public init(
            id: UInt32, azimuthRad: Float?, elevationRad: Float? = nil, distanceM: Float? = nil,
            angleStddevRad: Float? = nil
        ) {
            self.id = id
            present =
                (azimuthRad == nil ? 0 : 1) | (elevationRad == nil ? 0 : 2) | (distanceM == nil ? 0 : 4)
                | (angleStddevRad == nil ? 0 : 8)
            azimuth = azimuthRad ?? 0
            elevation = elevationRad ?? 0
            distance = distanceM ?? 0
            angleStddev = angleStddevRad ?? 0
        }

        /// From a mask of the values that are there, in the order of the parameters; the others are not read.
        @inline(__always)
        public init(
            id: UInt32, present: UInt32, azimuthRad: Float, elevationRad: Float, distanceM: Float,
            angleStddevRad: Float
        ) {
            self.id = id
            self.present = present
            azimuth = present & 1 != 0 ? azimuthRad : 0
            elevation = present & 2 != 0 ? elevationRad : 0
            distance = present & 4 != 0 ? distanceM : 0
            angleStddev = present & 8 != 0 ? angleStddevRad : 0
        }

        /// Nil: out of the cone.
        public var azimuthRad: Float? { present & 1 != 0 ? azimuth : nil }
        /// Nil counts as 0.
        public var elevationRad: Float? { present & 2 != 0 ? elevation : nil }
        /// Nil counts as near.
        public var distanceM: Float? { present & 4 != 0 ? distance : nil }
        public var angleStddevRad: Float? { present & 8 != 0 ? angleStddev : nil }

        @inline(__always)
        func validate() throws(Status) {
            // Absent values are 0, which passes.
            let largest = max(
                max(azimuth.magnitude, elevation.magnitude), max(distance.magnitude, angleStddev.magnitude))
            guard azimuth.isFinite, elevation.isFinite, distance.isFinite, angleStddev.isFinite else {
                throw .notFinite
            }
            guard largest <= 1e9, elevation.magnitude <= 1.5707964, present & 8 == 0 || angleStddev > 0 else {
                throw .outOfRange
            }
        }

        /// Between the target and the pointing axis; infinite without an azimuth.
        @inline(never)
        func angleToAxis() -> Float {
            guard present & 1 != 0 else { return .infinity }
            let vector = Direction.vector(azimuthRad: azimuth, elevationRad: elevation)
            return rangekit_port_atan2f(rangekit_port_sqrtf(squared(vector.x) + squared(vector.y)), -vector.z)
        }
    }

    public struct State: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var notPointing: State { State(rawValue: 0) }
        @inlinable public static var acquiring: State { State(rawValue: 1) }
        @inlinable public static var locked: State { State(rawValue: 2) }

        public var name: StaticString {
            switch self {
            case .notPointing: "not_pointing"
            case .acquiring: "acquiring"
            case .locked: "locked"
            default: "unknown"
            }
        }
    }

    public struct Gesture: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var none: Gesture { Gesture(rawValue: 0) }
        /// Clockwise.
        @inlinable public static var twistRight: Gesture { Gesture(rawValue: 1) }
        @inlinable public static var twistLeft: Gesture { Gesture(rawValue: 2) }

        public var name: StaticString {
            switch self {
            case .none: "none"
            case .twistRight: "twist_right"
            case .twistLeft: "twist_left"
            default: "unknown"
            }
        }
    }

    /// What a frame did.
    public struct Outcome: Equatable, Sendable {
        public var state: State
        /// Acquired or locked.
        public var targetID: UInt32?
        /// Between the target and the pointing axis, where this frame has it.
        public var angleRad: Float?
        /// Of acquiring, 0 to 1.
        public var progress: Float
        /// Since the lock.
        public var twistRad: Float?
        public var gesture: Gesture
        public var didLock: Bool
        public var didRelease: Bool
    }

    public static var targetCapacity: Int { 8 }

    var options: Options
    var state: State
    var targetID: UInt32
    /// Frames in a row: inside while acquiring, outside while locked.
    var streak: UInt32
    var timeNs: Int64
    var hasTime: Bool
    var lastRollRad: Float
    var hasRoll: Bool
    /// Unwrapped, since the lock.
    var twistRad: Float
    var didTwist: Bool

    /// Throws `notFinite` or `outOfRange` for bad options.
    public init(options: Options = Options()) throws(Status) {
        try options.validate()
        self.options = options
        state = .notPointing
        targetID = 0
        streak = 0
        timeNs = 0
        hasTime = false
        lastRollRad = 0
        hasRoll = false
        twistRad = 0
        didTwist = false
    }

    /// Makes a pointer in all-zero memory, where it lies.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Pointing>, options: Options) {
        memory.pointee.options = options
    }

    /// Lets everything go; the options stay.
    public mutating func reset() {
        release()
        hasTime = false
    }

    private mutating func release() {
        state = .notPointing
        streak = 0
        hasRoll = false
        twistRad = 0
        didTwist = false
    }

    /// Takes one frame: at most ``targetCapacity`` targets, each id once. Throws `timeBackwards`, `tooLarge`,
    /// `duplicateKey`, `notFinite` or `outOfRange` and then changes nothing.
    @inline(__always)
    public mutating func update(
        timeNs: Int64, targets: UnsafeBufferPointer<Target>, rollRad: Float? = nil
    ) throws(Status) -> Outcome {
        if hasTime, timeNs < self.timeNs { throw .timeBackwards }
        guard targets.count <= Self.targetCapacity else { throw .tooLarge }
        if let rollRad {
            guard rollRad.isFinite else { throw .notFinite }
            guard rollRad.magnitude <= 1e9 else { throw .outOfRange }
        }
        for index in 0..<targets.count {
            try targets[index].validate()
            for other in 0..<index where targets[other].id == targets[index].id { throw .duplicateKey }
        }
        let wasLocked = state == .locked
        if hasTime, UInt64(bitPattern: timeNs &- self.timeNs) > UInt64(bitPattern: options.timeoutNs) { release() }
        self.timeNs = timeNs
        hasTime = true
        // Of the target that is held or acquired, where the rules have computed it; NaN otherwise.
        let angleRad = state == .locked ? hold(targets) : acquire(targets)
        let gesture = state == .locked ? follow(rollRad) : .none

        var outcome = Outcome(
            state: state, targetID: nil, angleRad: nil, progress: 0, twistRad: nil, gesture: gesture,
            didLock: !wasLocked && state == .locked, didRelease: wasLocked && state != .locked)
        guard state != .notPointing else { return outcome }
        outcome.targetID = targetID
        if let index = index(of: targetID, in: targets), targets[index].azimuthRad != nil {
            outcome.angleRad = angleRad.isNaN ? targets[index].angleToAxis() : angleRad
        }
        outcome.progress = state == .locked ? 1 : Float(streak) / Float(options.framesIn)
        if state == .locked, hasRoll { outcome.twistRad = twistRad }
        return outcome
    }

    private func index(of id: UInt32, in targets: UnsafeBufferPointer<Target>) -> Int? {
        for index in 0..<targets.count where targets[index].id == id { return index }
        return nil
    }

    @inline(__always)
    private mutating func hold(_ targets: UnsafeBufferPointer<Target>) -> Float {
        var (isInside, angleRad) = (false, Float.nan)
        if let index = index(of: targetID, in: targets) {
            angleRad = targets[index].angleToAxis()
            isInside = angleRad <= options.coneOutRad && targets[index].distance <= options.distanceOutM
        }
        streak = isInside ? 0 : streak &+ 1
        if streak >= options.framesOut { release() }
        return angleRad
    }

    @inline(__always)
    private mutating func acquire(_ targets: UnsafeBufferPointer<Target>) -> Float {
        var (best, bestScore, bestRad) = (-1, Float.infinity, Float.nan)
        for index in 0..<targets.count {
            let angleRad = targets[index].angleToAxis()
            guard angleRad <= options.coneInRad, targets[index].distance <= options.distanceInM else { continue }
            // The angle that it may well have: an uncertain target must lie nearer the axis.
            var score = angleRad + targets[index].angleStddev
            if state == .acquiring, targets[index].id == targetID { score -= options.switchAdvantageRad }
            if score < bestScore { (best, bestScore, bestRad) = (index, score, angleRad) }
        }
        guard best >= 0 else {
            release()
            return .nan
        }
        streak = state == .acquiring && targets[best].id == targetID ? streak &+ 1 : 1
        targetID = targets[best].id
        state = streak >= options.framesIn ? .locked : .acquiring
        if state == .locked { streak = 0 }
        return bestRad
    }

    /// The twist since the lock, unwrapped; a gesture once until it has come back halfway.
    private mutating func follow(_ rollRad: Float?) -> Gesture {
        guard let rollRad else { return .none }
        if hasRoll { twistRad += wrapped(rollRad - lastRollRad) }
        lastRollRad = rollRad
        hasRoll = true
        if didTwist {
            if twistRad.magnitude <= options.twistRad / 2 { didTwist = false }
            return .none
        }
        guard twistRad.magnitude >= options.twistRad else { return .none }
        didTwist = true
        return twistRad > 0 ? .twistRight : .twistLeft
    }
}
