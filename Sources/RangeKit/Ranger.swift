public import RangingCore
public import RangingTracking

/// Why a value of a nearby object is not there.
public struct Absence: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// It is there.
    @inlinable public static var none: Absence { Absence(rawValue: 0) }
    /// Nothing came yet.
    @inlinable public static var noSample: Absence { Absence(rawValue: 1) }
    /// The samples do not have it, nor what it is made of.
    @inlinable public static var notMeasured: Absence { Absence(rawValue: 2) }
    /// Older than the options' `holdNs`.
    @inlinable public static var stale: Absence { Absence(rawValue: 3) }
    @inlinable public static var peerPaused: Absence { Absence(rawValue: 4) }
    /// The system has the radio; or it was given back, and nobody ran again.
    @inlinable public static var suspended: Absence { Absence(rawValue: 5) }
    /// Removed: nothing was heard of it.
    @inlinable public static var peerTimeout: Absence { Absence(rawValue: 6) }
    /// Removed: it ended.
    @inlinable public static var peerEnded: Absence { Absence(rawValue: 7) }
    /// The session ended, or failed.
    @inlinable public static var invalidated: Absence { Absence(rawValue: 8) }
    /// The locator does not know yet.
    @inlinable public static var notConverged: Absence { Absence(rawValue: 9) }

    public var name: StaticString {
        switch rawValue {
        case 0: "none"
        case 1: "no_sample"
        case 2: "not_measured"
        case 3: "stale"
        case 4: "peer_paused"
        case 5: "suspended"
        case 6: "peer_timeout"
        case 7: "peer_ended"
        case 8: "invalidated"
        case 9: "not_converged"
        default: "unknown"
        }
    }
}

/// What an application wants to know of a nearby device; the fields stand in `ranger.h`.
public struct NearbyObject: Sendable {
    public var timeNs: Int64
    public var peer: UInt32
    /// Filtered.
    public var distanceM: Float?
    public var distanceStddevM: Float?
    /// Negative: approaching.
    public var speedMps: Float?
    /// Since the last distance.
    public var ageNs: Int64?
    /// Unit vector in the device frame.
    public var direction: SIMD3<Float>?
    /// Horizontal angle, positive to the right.
    public var angleRad: Float?
    public var isInView = false
    /// The angle may as well be its mirror image behind.
    public var isFrontOrBack = false
    public var vertical: VerticalEstimate = .unknown
    public var guidance: Guidance = .move
    /// In the locator's world, once it has converged.
    public var position: (x: Double, y: Double, z: Double)?
    public var distanceAbsence: Absence = .none
    public var directionAbsence: Absence = .none
    public var angleAbsence: Absence = .none
    public var verticalAbsence: Absence = .none
    public var level: QualityModel.Level = .unknown
    /// That the distance's error is within the quality's limit.
    public var probability: Float?
    public var rateHz: Float?
    /// What takes most probability away.
    public var cause: QualityModel.Cause?
    public var zone: Zone.Outcome
    public var convergence: Convergence = .unknown
    public var locatorReasons: ConvergenceReasons = []
    public var isLinkLost = false

    fileprivate init(timeNs: Int64, peer: UInt32, zone: Zone.Outcome) {
        self.timeNs = timeNs
        self.peer = peer
        self.zone = zone
    }
}

/// The estimators of one peer: what its session delivers becomes a nearby object.
///
///     var ranger = try Ranger()
///     let object = try ranger.measure(sample)
///
public struct Ranger: ~Copyable {
    public struct Options: Sendable {
        public var peer: UInt32 = 0
        /// How long the last distance, and the last direction, is shown.
        public var holdNs: Int64 = 2_000_000_000
        public var filter = SampleFilter.Options()
        public var quality: QualityModel.Options = .find
        public var zone: Zone.Options = .guide
        public var direction = Direction.Options()

        public init() {}

        public func validate() throws(Status) {
            guard holdNs > 0, filter.domain == .linear else { throw .outOfRange }
            try filter.validate()
            try quality.validate()
            try zone.validate()
            try direction.validate()
        }
    }

    private var filter: SampleFilter
    private var quality: QualityModel
    private var zone: Zone
    private var directionOptions: Direction.Options
    private var holdNs: Int64
    public private(set) var peer: UInt32

    // The locator is the caller's, shared by the rangers of all peers.
    private var locator: UnsafeMutablePointer<Locator>?
    private var observer: Int

    private var nowNs: Int64
    private var hasTime: Bool
    private var hasDistance: Bool
    private var hasDirection: Bool
    private var isLinkLost: Bool
    /// Why there is nothing at all; none while there may be something.
    private var session: Absence
    private var distanceNs: Int64
    private var directionNs: Int64
    private var azimuthRad: Float
    private var elevationRad: Float?

    public init(options: Options = Options()) throws(Status) {
        try options.validate()
        let filter = try SampleFilter(options: options.filter)
        let quality = try QualityModel(options: options.quality)
        let zone = try Zone(options: options.zone)
        self.filter = filter
        self.quality = quality
        self.zone = zone
        directionOptions = options.direction
        holdNs = options.holdNs
        peer = options.peer
        locator = nil
        observer = 0
        nowNs = 0
        hasTime = false
        hasDistance = false
        hasDirection = false
        isLinkLost = false
        session = .none
        distanceNs = 0
        directionNs = 0
        azimuthRad = 0
        elevationRad = nil
    }

    /// Makes a ranger in all-zero memory, where it lies.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Ranger>, options: Options) {
        withUnsafeMutablePointer(to: &memory.pointee.filter) {
            SampleFilter.initialize(zeroed: $0, options: options.filter)
        }
        withUnsafeMutablePointer(to: &memory.pointee.quality) {
            QualityModel.initialize(zeroed: $0, options: options.quality)
        }
        withUnsafeMutablePointer(to: &memory.pointee.zone) { Zone.initialize(zeroed: $0, options: options.zone) }
        memory.pointee.directionOptions = options.direction
        memory.pointee.holdNs = options.holdNs
        memory.pointee.peer = options.peer
    }

    /// Forgets all samples and what the session said; options and locator stay.
    public mutating func reset() {
        filter.reset()
        quality.reset()
        zone.reset()
        hasTime = false
        hasDistance = false
        hasDirection = false
        isLinkLost = false
        session = .none
    }

    /// Other options of a part, which forgets.
    public mutating func use(_ options: SampleFilter.Options) throws(Status) {
        guard options.domain == .linear else { throw .outOfRange }
        filter = try SampleFilter(options: options)
    }

    public mutating func use(_ options: QualityModel.Options) throws(Status) {
        quality = try QualityModel(options: options)
    }

    public mutating func use(_ options: Zone.Options) throws(Status) {
        zone = try Zone(options: options)
    }

    /// Shares a locator with the ranger, which must outlive it; nil takes it away.
    public mutating func use(locator: UnsafeMutablePointer<Locator>?, observer: Int = 0) throws(Status) {
        guard observer >= 0, observer < Locator.observerCapacity else { throw .outOfRange }
        self.locator = locator
        self.observer = observer
    }
}

extension Ranger {
    /// What the session says beside samples; `none`: it runs.
    public mutating func setSession(_ absence: Absence, isLinkLost: Bool = false) {
        session = absence
        self.isLinkLost = isLinkLost
    }

    /// Takes a sample of the peer. Throws `timeBackwards`, `notFinite`, `outOfRange` or what the quality model
    /// throws, and then changes nothing.
    public mutating func measure(_ sample: RangeSample) throws(Status) -> NearbyObject {
        if hasTime, sample.timeNs < nowNs { throw .timeBackwards }
        try Self.check(sample)
        var judgement = try quality.update(with: sample)
        pass(to: sample.timeNs)
        if let distanceM = sample.distanceM {
            try filter.update(
                with: SampleFilter.Sample(timeNs: sample.timeNs, value: distanceM, stddev: sample.distanceStddevM))
            (hasDistance, distanceNs) = (true, sample.timeNs)
        } else {
            try filter.update(with: SampleFilter.Sample(timeNs: sample.timeNs, value: nil))
        }
        if let azimuth = sample.azimuthRad {
            (hasDirection, directionNs, azimuthRad) = (true, sample.timeNs, azimuth)
            elevationRad = sample.elevationRad
        }
        // A locator without room for this peer is not fed.
        try? locator?.pointee.measure(sample, peer: peer, observer: observer)
        if sample.distanceM != nil { session = .none }
        return try show(&judgement, isNew: sample.distanceM != nil)
    }

    /// Shows the object at a time without a sample. Throws `timeBackwards`.
    public mutating func advance(to timeNs: Int64) throws(Status) -> NearbyObject {
        if hasTime, timeNs < nowNs { throw .timeBackwards }
        var judgement = try quality.update(with: RangeSample(timeNs: timeNs))
        pass(to: timeNs)
        try filter.update(with: SampleFilter.Sample(timeNs: timeNs, value: nil))
        return try show(&judgement, isNew: false)
    }

    /// As ``advance(to:)``; an earlier time than the newest is that.
    mutating func advance(noEarlierThan timeNs: Int64) throws(Status) -> NearbyObject {
        try advance(to: hasTime ? max(nowNs, timeNs) : timeNs)
    }

    private mutating func pass(to timeNs: Int64) {
        (hasTime, nowNs) = (true, timeNs)
    }

    private static func check(_ sample: RangeSample) throws(Status) {
        try check(sample.distanceM, -100, 1e4)
        try check(sample.distanceStddevM, .leastNonzeroMagnitude, 1e3)
        try check(sample.azimuthRad, -2 * .pi, 2 * .pi)
        try check(sample.elevationRad, -1.5707964, 1.5707964)
    }

    @inline(never)
    private static func check(_ value: Float?, _ least: Float, _ most: Float) throws(Status) {
        guard let value else { return }
        guard value.isFinite else { throw .notFinite }
        guard value >= least, value <= most else { throw .outOfRange }
    }

    /// Why a value of this age is not shown.
    private func absence(_ has: Bool, since timeNs: Int64) -> Absence {
        if session != .none { return session }
        guard has else { return hasDistance || hasDirection ? .notMeasured : .noSample }
        return UInt64(bitPattern: nowNs &- timeNs) > UInt64(bitPattern: holdNs) ? .stale : .none
    }

    private mutating func show(_ judgement: inout QualityModel.Judgement, isNew: Bool) throws(Status) -> NearbyObject {
        let estimate = hasDistance ? try filter.estimate(at: nowNs) : nil
        // The zones see the filtered distance once a sample; time passes for them in any case.
        var seen = RangeSample(timeNs: nowNs)
        if isNew, let estimate {
            seen.distanceM = estimate.value.x
            seen.distanceStddevM = estimate.stddev
            seen.velocityMps = estimate.rate?.x
        }
        var object = NearbyObject(timeNs: nowNs, peer: peer, zone: try zone.update(with: seen))
        object.isLinkLost = isLinkLost
        object.distanceAbsence = absence(hasDistance, since: distanceNs)
        if object.distanceAbsence == .none, let estimate {
            object.distanceM = estimate.value.x
            object.distanceStddevM = estimate.stddev
            object.speedMps = estimate.rate?.x
            object.ageNs = nowNs &- distanceNs
            object.level = judgement.level
            object.probability = judgement.probability
            object.rateHz = judgement.rateHz
            var first: QualityModel.Cause?
            judgement.forEachCause { cause, _ in first = first ?? cause }
            object.cause = first
        }
        try showDirection(&object)
        if let locator { try showLocation(&object, locator) }
        return object
    }

    private func showDirection(_ object: inout NearbyObject) throws(Status) {
        let absence = absence(hasDirection, since: directionNs)
        let direction = try Direction(
            distanceM: object.distanceM, azimuthRad: absence == .none ? azimuthRad : nil, elevationRad: elevationRad,
            vector: nil, options: directionOptions)
        object.angleRad = direction.azimuthRad
        object.direction = direction.vector
        object.isInView = direction.isInView
        object.isFrontOrBack = direction.isFrontOrBack
        object.vertical = direction.vertical
        object.angleAbsence = absence
        object.directionAbsence = absence == .none && direction.vector == nil ? .notMeasured : absence
        object.verticalAbsence =
            direction.vertical != .unknown
            ? .none : object.directionAbsence != .none ? object.directionAbsence : object.distanceAbsence
        object.guidance = direction.guidance(options: directionOptions).guidance
    }

    /// What the locator knows stands before the antennas' angles.
    private func showLocation(
        _ object: inout NearbyObject, _ locator: UnsafeMutablePointer<Locator>
    ) throws(Status) {
        guard session == .none, hasDistance, let found = try? locator.pointee.estimate(of: peer, from: observer) else {
            return
        }
        object.convergence = found.convergence
        object.locatorReasons = found.reasons
        guard found.convergence == .converged else {
            if object.direction == nil { object.directionAbsence = .notConverged }
            if object.angleRad == nil { object.angleAbsence = .notConverged }
            if object.vertical == .unknown { object.verticalAbsence = .notConverged }
            return
        }
        if let place = found.place { object.position = (place.x, place.y, place.z) }
        if let direction = found.direction {
            object.direction = SIMD3(direction.x, direction.y, direction.z)
            (object.directionAbsence, object.isInView, object.isFrontOrBack) = (.none, true, false)
        }
        if let angle = found.horizontalAngleRad { (object.angleRad, object.angleAbsence) = (angle, .none) }
        if found.vertical != .unknown { (object.vertical, object.verticalAbsence) = (found.vertical, .none) }
        if let vector = object.direction {
            let direction = try Direction(
                distanceM: object.distanceM, azimuthRad: nil, elevationRad: nil, vector: vector,
                options: directionOptions)
            object.isInView = direction.isInView
            object.guidance = direction.guidance(options: directionOptions).guidance
        }
    }
}
