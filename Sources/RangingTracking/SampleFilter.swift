import CMath
public import RangingCore

/// Raw samples made smooth: one of several methods over plain values, angles or directions.
///
/// Everything goes by time: a window by age, an exponential by elapsed time, a Kalman filter by its motion
/// model, and each result says how old what it shows is. See `filter.h` for the methods and their sources.
///
/// Complexity: an update is O(*n*) in the window for the methods with a window, O(1) for the others; O(*n*^2)
/// for windows of directions. Nothing is allocated. All-zero memory is a valid state once `options` is set.
public struct SampleFilter: ~Copyable {
    public struct Sample: Equatable, Sendable {
        public var timeNs: Int64
        /// Nil: time has passed and there is none. Plain values and angles stand in `x`.
        public var value: SIMD3<Float>?
        public var stddev: Float?
        /// Figure of merit, 0 to 1.
        public var weight: Float

        public init(timeNs: Int64, value: SIMD3<Float>?, stddev: Float? = nil, weight: Float = 1) {
            self.timeNs = timeNs
            self.value = value
            self.stddev = stddev
            self.weight = weight
        }

        public init(timeNs: Int64, value: Float, stddev: Float? = nil, weight: Float = 1) {
            self.init(timeNs: timeNs, value: SIMD3(value, 0, 0), stddev: stddev, weight: weight)
        }
    }

    public struct Flags: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var outlier: Flags { Flags(rawValue: 1 << 0) }
        @inlinable public static var reopened: Flags { Flags(rawValue: 1 << 1) }
        @inlinable public static var restarted: Flags { Flags(rawValue: 1 << 2) }

        /// The identifier of a single flag; `unknown` for another bit or several at once.
        public var name: StaticString {
            switch self {
            case .outlier: "outlier"
            case .reopened: "reopened"
            case .restarted: "restarted"
            default: "unknown"
            }
        }
    }

    public struct Estimate: Equatable, Sendable {
        public var value: SIMD3<Float>
        public var stddev: Float?
        /// Change per second; of a direction, its turn as a rotation vector.
        public var rate: SIMD3<Float>?
        public var weight: Float
        /// Now minus the time that the value stands for.
        public var latencyNs: Int64
    }

    /// Samples the window holds.
    public static var capacity: Int { 64 }
    /// Values beyond this are refused: their squares stay finite.
    public static var valueLimit: Float { 1e9 }

    struct Entry: BitwiseCopyable {
        var timeNs: Int64
        private var stored: StoredVector
        var weight: Float

        init(timeNs: Int64, value: SIMD3<Float>, weight: Float) {
            self.timeNs = timeNs
            stored = StoredVector(value)
            self.weight = weight
        }

        var value: SIMD3<Float> {
            get { stored.vector }
            set { stored.vector = newValue }
        }
    }

    var options: Options
    var window: RingBuffer<Entry, 64>
    var kalman: KalmanState
    /// What the methods without a Kalman state show; the time it stands for is `shownNs`.
    private var storedShown: StoredVector
    var shownStddev: Float
    var shownWeight: Float
    var shownNs: Int64
    /// The accumulated weight of the exponential.
    var memory: Float
    /// The variance of a sample, learned from how the samples differ from what was expected.
    var learnedVariance: Float
    var learnedCount: UInt32
    /// When the last accepted update was, and the last value; meaningless before the first.
    var nowNs: Int64
    var valueNs: Int64
    var hasTime: Bool
    var hasValue: Bool
    public internal(set) var flags: Flags

    /// Throws `notFinite` or `outOfRange` for bad options.
    public init(options: Options = Options()) throws(Status) {
        try options.validate()
        self.options = options
        window = RingBuffer(repeating: Entry(timeNs: 0, value: .zero, weight: 0))
        kalman = KalmanState()
        storedShown = StoredVector()
        shownStddev = 0
        shownWeight = 0
        shownNs = 0
        memory = 0
        learnedVariance = 0
        learnedCount = 0
        nowNs = 0
        valueNs = 0
        hasTime = false
        hasValue = false
        flags = []
    }

    var shown: SIMD3<Float> {
        get { storedShown.vector }
        set { storedShown.vector = newValue }
    }

    /// Makes a filter in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<SampleFilter>, options: Options) {
        memory.pointee.options = options
    }

    /// Forgets all samples and the time; the options stay.
    public mutating func reset() {
        forgetValues()
        hasTime = false
        flags = []
    }

    private mutating func forgetValues() {
        window.removeAll()
        kalman = KalmanState()
        memory = 0
        learnedVariance = 0
        learnedCount = 0
        hasValue = false
    }

    /// Takes one sample. Throws `timeBackwards`, `notFinite` or `outOfRange` and then changes nothing.
    @inline(__always)
    public mutating func update(with sample: Sample) throws(Status) {
        if hasTime, sample.timeNs < nowNs { throw .timeBackwards }
        let value = try checked(sample)
        nowNs = sample.timeNs
        hasTime = true
        flags = []
        guard let value else { return }
        if hasValue, elapsed(from: valueNs) > UInt64(bitPattern: options.gapNs) {
            forgetValues()
        }
        if !hasValue { flags.insert(.restarted) }
        take(value, stddev: sample.stddev, weight: sample.weight)
        valueNs = nowNs
        hasValue = true
    }

    /// The sample's value, normalised as its domain asks; nil if there is none to take.
    @inline(__always)
    private mutating func checked(_ sample: Sample) throws(Status) -> SIMD3<Float>? {
        guard sample.weight.isFinite else { throw .notFinite }
        guard sample.weight >= 0, sample.weight <= 1 else { throw .outOfRange }
        if let stddev = sample.stddev {
            guard stddev.isFinite else { throw .notFinite }
            guard stddev > 0, stddev <= Self.valueLimit else { throw .outOfRange }
        }
        guard let given = sample.value else { return nil }
        let value = try options.domain.normalized(given)
        return sample.weight > 0 ? value : nil
    }

    @inline(__always)
    private mutating func take(_ value: SIMD3<Float>, stddev: Float?, weight: Float) {
        switch options.method {
        case .kalman:
            updateKalman(value, stddev: stddev, weight: weight)
        case .exponential:
            updateExponential(value, stddev: stddev, weight: weight)
        case .hampel, .hampelKalman:
            remember(value, weight)
            let cleaned = hampel(value, stddev: stddev)
            if options.method == .hampelKalman {
                updateKalman(cleaned, stddev: stddev, weight: weight)
            } else if !flags.contains(.outlier) {
                show(value, stddev: stddev, weight: weight, timeNs: nowNs)
            }
        default:
            remember(value, weight)
            let middle = trimmedMean(keepRatio: options.windowKeepRatio)
            show(middle.value, stddev: middle.stddev ?? stddev, weight: middle.weight, timeNs: middle.timeNs)
        }
    }

    private mutating func remember(_ value: SIMD3<Float>, _ weight: Float) {
        if window.count >= Int(clamping: options.windowCount) { window.removeOldest() }
        window.append(Entry(timeNs: nowNs, value: value, weight: weight))
        while elapsed(from: window[0].timeNs) > UInt64(bitPattern: options.windowNs) { window.removeOldest() }
    }

    mutating func show(_ value: SIMD3<Float>, stddev: Float?, weight: Float, timeNs: Int64) {
        shown = value
        shownStddev = stddev ?? measurementStddev(nil)
        shownWeight = weight
        shownNs = timeNs
    }

    /// The value, or the median of the window where it is an outlier; then that is what is shown.
    private mutating func hampel(_ value: SIMD3<Float>, stddev: Float?) -> SIMD3<Float> {
        guard window.count >= 3 else { return value }
        let middle = trimmedMean(keepRatio: 0)
        let spread = max(middle.deviation, stddev ?? options.statedStddev)
        guard options.domain.distance(middle.value, value) > options.outlierStddevs * spread else { return value }
        flags.insert(.outlier)
        show(middle.value, stddev: middle.stddev ?? stddev, weight: middle.weight, timeNs: middle.timeNs)
        return middle.value
    }

    private mutating func updateExponential(_ value: SIMD3<Float>, stddev: Float?, weight: Float) {
        let domain = options.domain
        guard memory > 0 else {
            memory = weight
            show(value, stddev: stddev, weight: weight, timeNs: nowNs)
            return
        }
        let decay = rangekit_port_expf(-seconds(from: valueNs) / options.timeConstantS)
        let total = memory * decay + weight
        let gain = weight / total
        let step = domain.difference(from: shown, to: value)
        learn(domain.length(step), predictedVariance: 0)
        shown = domain.moved(shown, by: gain * step)
        // Figure of merit and age mix as the value does.
        shownWeight += gain * (weight - shownWeight)
        shownNs &+= clampedNs(Float(elapsed(from: shownNs)) * gain)
        let variance = squared(measurementStddev(stddev))
        shownStddev = rangekit_port_sqrtf(
            squared((1 - gain) * shownStddev) + gain * gain * variance)
        memory = total
    }

    /// What the filter shows at a time at or after the last sample; nil before the first value.
    @inline(__always)
    public mutating func estimate(at timeNs: Int64) throws(Status) -> Estimate? {
        if hasTime, timeNs < nowNs { throw .timeBackwards }
        guard hasValue else { return nil }
        if options.method.isKalman { return kalmanEstimate(at: timeNs) }
        return Estimate(
            value: shown, stddev: withShared(squared(shownStddev)), rate: nil, weight: shownWeight,
            latencyNs: Int64(clamping: UInt64(bitPattern: timeNs &- shownNs)))
    }

    /// What the filter shows now; nil before the first value.
    public var estimate: Estimate? {
        mutating get { try? estimate(at: nowNs) }
    }

    /// Adds to all that the filter remembers; for plain values and angles.
    public mutating func shift(by delta: Float) throws(Status) {
        guard delta.isFinite else { throw .notFinite }
        guard delta.magnitude <= Self.valueLimit, options.domain != .direction else { throw .outOfRange }
        let step = SIMD3(delta, 0, 0)
        let domain = options.domain
        moveHistory { domain.moved($0, by: step) }
    }

    /// Turns all that the filter remembers by a quaternion (x, y, z, w); for directions.
    public mutating func rotate(by quaternion: SIMD4<Float>) throws(Status) {
        guard options.domain == .direction else { throw .outOfRange }
        let unit = try normalized(quaternion)
        func turned(_ vector: SIMD3<Float>) -> SIMD3<Float> { RangingTracking.rotate(vector, by: unit) }
        moveHistory(turned)
        kalman.rate = turned(kalman.rate)
    }

    private mutating func moveHistory(_ moved: (SIMD3<Float>) -> SIMD3<Float>) {
        window.updateEach { entry in entry.value = moved(entry.value) }
        shown = moved(shown)
        kalman.value = moved(kalman.value)
        kalman.rejected = moved(kalman.rejected)
    }

    /// Times only grow, so the difference is right as an unsigned number even when it overflows a signed one.
    @inline(__always)
    private mutating func elapsed(from timeNs: Int64) -> UInt64 {
        UInt64(bitPattern: nowNs &- timeNs)
    }

    @inline(__always)
    private mutating func seconds(from timeNs: Int64) -> Float {
        Float(elapsed(from: timeNs)) * 1e-9
    }
}

/// Nanoseconds of a number that may be as large as they go: a plain conversion would trap.
@inline(__always)
func clampedNs(_ value: Float) -> Int64 {
    value >= 0 ? (value < 9.223_371e18 ? Int64(value) : Int64.max) : 0
}

@inline(__always)
func squared(_ value: Float) -> Float {
    value * value
}
