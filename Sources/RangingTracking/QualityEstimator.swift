import CMath
public import RangingCore

/// How good the last seconds of ranging were.
public struct QualityLevel: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var unknown: QualityLevel { QualityLevel(rawValue: 0) }
    @inlinable public static var good: QualityLevel { QualityLevel(rawValue: 1) }
    @inlinable public static var close: QualityLevel { QualityLevel(rawValue: 2) }

    public var name: StaticString {
        switch self {
        case .good: "good"
        case .close: "close"
        default: "unknown"
        }
    }
}

/// Why a level is not better.
public struct QualityCauses: OptionSet, Equatable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The window is empty.
    @inlinable public static var noMeasurement: QualityCauses { QualityCauses(rawValue: 1 << 0) }
    /// Fewer measurements than the minimum.
    @inlinable public static var fewMeasurements: QualityCauses { QualityCauses(rawValue: 1 << 1) }
    /// Beyond the good limit.
    @inlinable public static var far: QualityCauses { QualityCauses(rawValue: 1 << 2) }
    /// More measurements inside the window than the estimator holds; the oldest left early.
    @inlinable public static var windowFull: QualityCauses { QualityCauses(rawValue: 1 << 3) }

    /// The identifier of a single cause; `unknown` for another bit or several at once.
    public var name: StaticString {
        switch self {
        case .noMeasurement: "no_measurement"
        case .fewMeasurements: "few_measurements"
        case .far: "far"
        case .windowFull: "window_full"
        default: "unknown"
        }
    }
}

/// The sliding-window estimator that Apple publishes for extended distance ("Finding devices with
/// precision"), with every parameter an option.
///
/// A measurement equal to the newest buffered one is dropped, which is decided before old ones expire. A
/// measurement exactly as old as the window stays. An update without a distance ages the window. The
/// published code and the text beside it differ in three points: ``Options/publishedCode`` and
/// ``Options/publishedText``.
///
/// Complexity: an update is O(1) amortised, a judgement O(*n*) in the measurements of the window. Nothing is
/// allocated. All-zero memory is a valid state once `options` is set.
public struct QualityEstimator: ~Copyable {
    public struct Options: Equatable, Sendable {
        /// Measurements needed in the window.
        public var minimumCount: UInt32
        public var windowNs: Int64
        /// Close at this distance or nearer.
        public var closeLimitM: Float
        /// Good below this distance.
        public var goodLimitM: Float
        /// Whether the good limit itself is good.
        public var goodLimitIncluded: Bool
        /// Whether every distance in the window must be good, and not the newest alone.
        public var judgeAll: Bool
        /// Whether a distance equal to the newest is kept.
        public var keepRepeated: Bool

        /// As the published code does it: more than eight measurements, judged by the newest.
        public static var publishedCode: Options {
            Options(
                minimumCount: 9, windowNs: 2_000_000_000, closeLimitM: 10, goodLimitM: 50, goodLimitIncluded: false,
                judgeAll: false, keepRepeated: false)
        }

        /// As the text beside it says: eight or more, all within 50 m.
        public static var publishedText: Options {
            Options(
                minimumCount: 8, windowNs: 2_000_000_000, closeLimitM: 10, goodLimitM: 50, goodLimitIncluded: true,
                judgeAll: true, keepRepeated: false)
        }

        public init(
            minimumCount: UInt32, windowNs: Int64, closeLimitM: Float, goodLimitM: Float, goodLimitIncluded: Bool,
            judgeAll: Bool, keepRepeated: Bool
        ) {
            self.minimumCount = minimumCount
            self.windowNs = windowNs
            self.closeLimitM = closeLimitM
            self.goodLimitM = goodLimitM
            self.goodLimitIncluded = goodLimitIncluded
            self.judgeAll = judgeAll
            self.keepRepeated = keepRepeated
        }

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard closeLimitM.isFinite, goodLimitM.isFinite else { throw .notFinite }
            guard minimumCount >= 1, minimumCount <= UInt32(QualityEstimator.capacity), windowNs >= 0,
                windowNs <= 3_600_000_000_000, closeLimitM <= goodLimitM
            else {
                throw .outOfRange
            }
        }
    }

    /// What the window says now. Values that cannot be given are nil.
    public struct Judgement: Equatable, Sendable {
        public var level: QualityLevel
        public var causes: QualityCauses
        public var sampleCount: Int
        /// The newest measurement.
        public var distanceM: Float?
        /// The age of the newest measurement.
        public var ageNs: Int64?
        /// Standard deviation about a straight line over time, so that motion is not spread; about the mean
        /// with two measurements, or when all have one time.
        public var spreadM: Float?
        /// (n - 1) measurements over the time between the oldest and the newest.
        public var rateHz: Float?
    }

    /// Measurements the estimator holds.
    public static var capacity: Int { 128 }
    /// Distances beyond this are refused: no radio gives them, and their squares stay finite.
    public static var distanceLimitM: Float { 1e9 }

    struct Measurement: BitwiseCopyable {
        var timeNs: Int64
        var distanceM: Float
    }

    var options: Options
    var window: RingBuffer<Measurement, 128>
    /// When the last accepted update was; meaningless before the first.
    var nowNs: Int64
    var hasTime: Bool
    /// When the newest of the measurements that left early for want of room was taken.
    var lostNs: Int64
    var hasLost: Bool

    /// Throws `notFinite` or `outOfRange` for bad options.
    public init(options: Options = .publishedCode) throws(Status) {
        try options.validate()
        self.options = options
        window = RingBuffer(repeating: Measurement(timeNs: 0, distanceM: 0))
        nowNs = 0
        hasTime = false
        lostNs = 0
        hasLost = false
    }

    /// Makes an estimator in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<QualityEstimator>, options: Options) {
        memory.pointee.options = options
    }

    /// Forgets all measurements and the time; the options stay.
    public mutating func reset() {
        window.removeAll()
        hasTime = false
        hasLost = false
    }

    /// Takes one sample; only its time and distance are read. Throws `timeBackwards`, `notFinite` or
    /// `outOfRange` and then changes nothing.
    public mutating func update(with sample: RangeSample) throws(Status) {
        try update(timeNs: sample.timeNs, distanceM: sample.distanceM)
    }

    /// Takes a distance, or nil: time has passed and there is none.
    public mutating func update(timeNs: Int64, distanceM: Float?) throws(Status) {
        if hasTime, timeNs < nowNs { throw .timeBackwards }
        if let distanceM {
            guard distanceM.isFinite else { throw .notFinite }
            guard distanceM.magnitude <= Self.distanceLimitM else { throw .outOfRange }
            if options.keepRepeated || window.newest?.distanceM != distanceM {
                if window.isFull {
                    lostNs = window[0].timeNs
                    hasLost = true
                }
                window.append(Measurement(timeNs: timeNs, distanceM: distanceM))
            }
        }
        nowNs = timeNs
        hasTime = true
        while !window.isEmpty, isExpired(window[0].timeNs) {
            window.removeOldest()
        }
        if hasLost, isExpired(lostNs) {
            hasLost = false
        }
    }

    /// Times only grow, so the difference is right as an unsigned number even when it overflows a signed one.
    private func isExpired(_ timeNs: Int64) -> Bool {
        UInt64(bitPattern: nowNs &- timeNs) > UInt64(bitPattern: options.windowNs)
    }

    /// A close distance is good too, even where the two limits coincide.
    private func isGood(_ distanceM: Float) -> Bool {
        if distanceM <= options.closeLimitM { return true }
        return options.goodLimitIncluded ? distanceM <= options.goodLimitM : distanceM < options.goodLimitM
    }

    /// The level alone.
    public var level: QualityLevel {
        mutating get { judgeLevel().level }
    }

    private mutating func judgeLevel() -> (level: QualityLevel, causes: QualityCauses) {
        var causes: QualityCauses = hasLost ? .windowFull : []
        guard let newest = window.newest else { return (.unknown, causes.union(.noMeasurement)) }
        if window.count < Int(options.minimumCount) {
            causes.insert(.fewMeasurements)
        }
        if !allAreGood(newest) {
            causes.insert(.far)
        }
        if causes.contains(.fewMeasurements) || causes.contains(.far) { return (.unknown, causes) }
        return (newest.distanceM <= options.closeLimitM ? .close : .good, causes)
    }

    /// Whether the distances that count are good.
    private mutating func allAreGood(_ newest: Measurement) -> Bool {
        guard options.judgeAll else { return isGood(newest.distanceM) }
        for index in 0..<window.count where !isGood(window[index].distanceM) {
            return false
        }
        return true
    }

    /// The level, why it is not better, and what the window holds.
    public mutating func judgement() -> Judgement {
        let (level, causes) = judgeLevel()
        var judgement = Judgement(level: level, causes: causes, sampleCount: window.count)
        guard let newest = window.newest else { return judgement }
        judgement.distanceM = newest.distanceM
        judgement.ageNs = Int64(clamping: UInt64(bitPattern: nowNs &- newest.timeNs))
        guard window.count >= 2 else { return judgement }
        judgement.spreadM = spreadM(about: newest)
        let spanNs = UInt64(bitPattern: newest.timeNs &- window[0].timeNs)
        if spanNs > 0 {
            judgement.rateHz = Float(window.count &- 1) * 1e9 / Float(spanNs)
        }
        return judgement
    }

    /// Least squares with times and distances taken from the newest measurement, so that `Float` suffices.
    private mutating func spreadM(about newest: Measurement) -> Float {
        let count = Float(window.count)
        var sumT: Float = 0
        var sumD: Float = 0
        for index in 0..<window.count {
            let (timeS, distanceM) = relative(window[index], to: newest)
            sumT += timeS
            sumD += distanceM
        }
        let (meanT, meanD) = (sumT / count, sumD / count)
        var (tt, td): (Float, Float) = (0, 0)
        for index in 0..<window.count {
            let (timeS, distanceM) = relative(window[index], to: newest)
            tt += (timeS - meanT) * (timeS - meanT)
            td += (timeS - meanT) * (distanceM - meanD)
        }
        let isLine = window.count >= 3 && tt > 0
        let slope = isLine ? td / tt : 0
        var residuals: Float = 0
        for index in 0..<window.count {
            let (timeS, distanceM) = relative(window[index], to: newest)
            let residual = (distanceM - meanD) - slope * (timeS - meanT)
            residuals += residual * residual
        }
        return rangekit_port_sqrtf(residuals / (count - (isLine ? 2 : 1)))
    }

    private func relative(_ measurement: Measurement, to newest: Measurement) -> (timeS: Float, distanceM: Float) {
        (
            Float(measurement.timeNs &- newest.timeNs) * 1e-9,
            measurement.distanceM - newest.distanceM
        )
    }
}
