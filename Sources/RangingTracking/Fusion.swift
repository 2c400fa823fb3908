import CMath
public import RangingCore

/// Several technologies, one distance: a Kalman filter over distance, speed and one bias for each technology,
/// with make-before-break switching. The rules stand in `fusion.h`.
///
/// Complexity: an update is O(*n*^2) in the technologies, of which there are at most six. Nothing is allocated.
/// All-zero memory is a valid state once `options` is set.
public struct Fusion: ~Copyable {
    /// What a sample did, and what is known after it.
    public struct Outcome: Equatable, Sendable {
        public struct Flags: OptionSet, Equatable, Sendable {
            public let rawValue: UInt32

            @inlinable
            public init(rawValue: UInt32) {
                self.rawValue = rawValue
            }

            @inlinable public static var outlier: Flags { Flags(rawValue: 1 << 2) }
            @inlinable public static var switched: Flags { Flags(rawValue: 1 << 3) }
            @inlinable public static var restarted: Flags { Flags(rawValue: 1 << 4) }
        }

        public struct Motion: Equatable, Sendable {
            public var distanceM: Float
            /// Biases included.
            public var distanceStddevM: Float
            /// Positive: moving away.
            public var velocityMps: Float
            public var velocityStddevMps: Float
            public var covarianceM2ps: Float
            /// Since the last sample that counted.
            public var ageNs: Int64
        }

        public var motion: Motion?
        public var primary: Technology?
        /// Bit *n*: technology *n* gave samples lately.
        public var active: UInt32 = 0
        /// Bit *n*: technology *n* should run.
        public var wanted: UInt32 = 0
        public var flags: Flags = []
    }

    struct Link: BitwiseCopyable {
        var lastNs: Int64
        /// Samples in a row that agreed, and that did not.
        var agreed: UInt32
        var disagreed: UInt32
        var hasSample: Bool
    }

    public static var technologyCapacity: Int { 6 }
    static var limit: Float { 1e6 }
    /// What a blocked direct path may add, one sigma.
    private static var blockedStddevM: Float { 1 }
    private static var startingSpeedStddevMps: Float { 1.5 }
    /// Distance, speed, six biases.
    private static var dimension: Int { 8 }

    var options: Options
    var links: InlineArray<6, Link>
    var state: InlineArray<8, Float>
    /// Symmetric, by rows.
    var covariance: InlineArray<64, Float>
    var nowNs: Int64
    var countedNs: Int64
    var hasTime: Bool
    var hasDistance: Bool
    /// Index + 1 of the primary technology; 0: none.
    var primary: Int

    /// Throws `notFinite`, `outOfRange` or `duplicateKey` for bad options.
    public init(options: Options = .standard) throws(Status) {
        try options.validate()
        self.init(checked: options)
    }

    /// With options that are known to be good.
    init(checked options: Options) {
        self.options = options
        links = InlineArray(repeating: Link(lastNs: 0, agreed: 0, disagreed: 0, hasSample: false))
        state = InlineArray(repeating: 0)
        covariance = InlineArray(repeating: 0)
        nowNs = 0
        countedNs = 0
        hasTime = false
        hasDistance = false
        primary = 0
    }

    /// Makes a fusion in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Fusion>, options: Options) {
        memory.pointee.options = options
    }

    /// Forgets all samples and biases; the options stay.
    public mutating func reset() {
        for index in 0..<Self.technologyCapacity {
            links[index] = Link(lastNs: 0, agreed: 0, disagreed: 0, hasSample: false)
        }
        hasTime = false
        hasDistance = false
        primary = 0
    }

    /// Takes one sample. Throws `timeBackwards`, `unknownOption`, `notFinite` or `outOfRange` and then changes
    /// nothing.
    public mutating func update(with sample: RangeSample) throws(Status) -> Outcome {
        if hasTime, sample.timeNs < nowNs { throw .timeBackwards }
        let index = try check(sample)
        let seconds = hasTime ? self.seconds(to: sample.timeNs) : 0
        nowNs = sample.timeNs
        hasTime = true
        var outcome = Outcome()
        if hasDistance { predict(seconds) }
        if let distanceM = sample.distanceM, let index {
            take(distanceM, variance(of: sample, index), index, &outcome)
        }
        if let velocityMps = sample.velocityMps, hasDistance {
            correct(velocityMps - state[1], squared(options.velocityStddevMps), 1, nil)
        }
        choosePrimary(&outcome)
        report(&outcome)
        return outcome
    }

    /// The learned bias of one technology. Throws `unknownOption` for one that the options do not name.
    public mutating func bias(of technology: Technology) throws(Status) -> (biasM: Float, stddevM: Float) {
        guard let index = index(of: technology) else { throw .unknownOption }
        guard hasDistance else { return (0, options.technologies[index].biasStddevM) }
        let row = index &+ 2
        return (state[row], rangekit_port_sqrtf(covariance[row &* Self.dimension &+ row]))
    }

    /// The technology's index, where the sample has a distance.
    @inline(__always)
    private mutating func check(_ sample: RangeSample) throws(Status) -> Int? {
        func check(_ value: Float?) throws(Status) {
            guard let value else { return }
            guard value.isFinite else { throw .notFinite }
            guard value.magnitude <= Self.limit else { throw .outOfRange }
        }
        try check(sample.velocityMps)
        guard sample.distanceM != nil else { return nil }
        try check(sample.distanceM)
        try check(sample.distanceStddevM)
        try check(sample.nlosProbability)
        guard (sample.distanceStddevM ?? 1) > 0, (0...1).contains(sample.nlosProbability ?? 0) else {
            throw .outOfRange
        }
        guard let index = index(of: sample.technology) else { throw .unknownOption }
        return index
    }

    private mutating func variance(of sample: RangeSample, _ index: Int) -> Float {
        let technology = options.technologies[index]
        let distanceM = sample.distanceM ?? 0
        let own =
            sample.distanceStddevM.map(squared)
            ?? squared(technology.stddevM) + squared(technology.stddevRatio * distanceM)
        return own + (sample.nlosProbability ?? 0) * squared(Self.blockedStddevM)
    }

    private mutating func take(_ distanceM: Float, _ variance: Float, _ index: Int, _ outcome: inout Outcome) {
        guard hasDistance else {
            start(distanceM, variance, index)
            outcome.flags.insert(.restarted)
            count(index)
            return
        }
        let row = index &+ 2
        let innovation = distanceM - state[0] - state[row]
        let expected = covarianceAt(0, 0) + 2 * covarianceAt(0, row) + covarianceAt(row, row) + variance
        if squared(innovation) > squared(options.outlierStddevs) * expected {
            outcome.flags.insert(.outlier)
            links[index].agreed = 0
            links[index].disagreed &+= 1
            guard links[index].disagreed >= options.reopenCount else { return }
            links[index].disagreed = 0
            if isAlone(index) {
                start(distanceM, variance, index)
                outcome.flags.insert(.restarted)
            } else {
                forgetBias(row, squared(options.technologies[index].biasStddevM) + squared(innovation))
                correct(distanceM - state[0], variance, 0, row)
            }
        } else {
            correct(innovation, variance, 0, row)
        }
        count(index)
    }

    private mutating func count(_ index: Int) {
        links[index] = Link(
            lastNs: nowNs, agreed: min(links[index].agreed &+ 1, options.makeCount), disagreed: 0, hasSample: true)
        countedNs = nowNs
    }

    /// All that is known is one distance: what it may be off, its bias may have done.
    private mutating func start(_ distanceM: Float, _ variance: Float, _ first: Int) {
        for index in 0..<Self.dimension { state[index] = 0 }
        for index in 0..<64 { covariance[index] = 0 }
        state[0] = distanceM
        covariance[Self.dimension &+ 1] = squared(Self.startingSpeedStddevMps)
        for index in 0..<Int(options.technologyCount) {
            covariance[(index &+ 2) &* (Self.dimension &+ 1)] = squared(options.technologies[index].biasStddevM)
        }
        let row = first &+ 2
        let biasVariance = covariance[row &* (Self.dimension &+ 1)]
        covariance[0] = variance + biasVariance
        covariance[row] = -biasVariance
        covariance[row &* Self.dimension] = -biasVariance
        hasDistance = true
    }

    private mutating func forgetBias(_ row: Int, _ variance: Float) {
        state[row] = 0
        for other in 0..<Self.dimension {
            covariance[row &* Self.dimension &+ other] = 0
            covariance[other &* Self.dimension &+ row] = 0
        }
        covariance[row &* Self.dimension &+ row] = variance
    }

    /// After days nothing is known, and the cube of more would not be finite.
    @inline(__always)
    private mutating func seconds(to timeNs: Int64) -> Float {
        min(Float(UInt64(bitPattern: timeNs &- nowNs)) * 1e-9, 1e6)
    }

    /// White acceleration; biases wander.
    @inline(__always)
    private mutating func predict(_ seconds: Float) {
        let (size, density) = (Self.dimension, options.accelerationDensity)
        state[0] += seconds * state[1]
        for column in 0..<size { covariance[column] += seconds * covariance[size &+ column] }
        for row in 0..<size { covariance[row &* size] += seconds * covariance[row &* size &+ 1] }
        // Rounding must not leave a variance below nothing.
        covariance[0] = max(covariance[0], 0) + seconds * seconds * seconds * density / 3
        covariance[1] += seconds * seconds * density / 2
        covariance[size] += seconds * seconds * density / 2
        covariance[size &+ 1] += seconds * density
        for index in 0..<Int(options.technologyCount) {
            covariance[(index &+ 2) &* (size &+ 1)] += seconds * squared(options.technologies[index].biasDriftM)
        }
    }

    /// A measurement of the state `first`, plus the state `second` where there is one.
    private mutating func correct(_ innovation: Float, _ variance: Float, _ first: Int, _ second: Int?) {
        let size = Self.dimension
        var column = InlineArray<8, Float>(repeating: 0)
        for row in 0..<size {
            column[row] = covariance[row &* size &+ first] + (second.map { covariance[row &* size &+ $0] } ?? 0)
        }
        // The square of the smallest standard deviation is nothing.
        let expected = max(column[first] + (second.map { column[$0] } ?? 0) + variance, 1e-30)
        for row in 0..<size {
            let gain = column[row] / expected
            state[row] += gain * innovation
            for other in 0..<size { covariance[row &* size &+ other] -= gain * column[other] }
        }
        // Rounding must not leave a variance below nothing.
        for row in 0..<size {
            covariance[row &* size &+ row] = max(covariance[row &* size &+ row], 0)
        }
    }

    // Through `options` alone each of these would copy them: they are not mutating there.

    @inline(__always)
    private mutating func bit(_ index: Int) -> UInt32 {
        1 << UInt32(truncatingIfNeeded: options.technologies[index].technology.rawValue)
    }

    private mutating func index(of technology: Technology) -> Int? {
        for index in 0..<Int(options.technologyCount) where options.technologies[index].technology == technology {
            return index
        }
        return nil
    }

    @inline(__always)
    private mutating func covarianceAt(_ row: Int, _ column: Int) -> Float {
        covariance[row &* Self.dimension &+ column]
    }

    @inline(__always)
    private mutating func isActive(_ index: Int) -> Bool {
        links[index].hasSample
            && UInt64(bitPattern: nowNs &- links[index].lastNs) <= UInt64(bitPattern: options.breakNs)
    }

    private mutating func isAlone(_ index: Int) -> Bool {
        for other in 0..<Int(options.technologyCount) where other != index && isActive(other) { return false }
        return true
    }

    /// What a technology would state at this distance, bias and all.
    @inline(__always)
    private mutating func expectedVariance(_ index: Int) -> Float {
        let technology = options.technologies[index]
        return squared(technology.stddevM) + squared(technology.stddevRatio * state[0])
            + squared(technology.biasStddevM)
    }

    @inline(__always)
    private mutating func choosePrimary(_ outcome: inout Outcome) {
        let before = primary
        if primary > 0, !isActive(primary &- 1) { primary = 0 }
        for index in 0..<Int(options.technologyCount) where isActive(index) {
            let isMade = links[index].agreed >= options.makeCount
            if primary == 0 {
                primary = index &+ 1
            } else if isMade, expectedVariance(index) < expectedVariance(primary &- 1) {
                primary = index &+ 1
            }
        }
        if primary != before, primary > 0, before > 0 || outcome.flags.contains(.restarted) == false {
            outcome.flags.insert(.switched)
        }
    }

    @inline(__always)
    private mutating func report(_ outcome: inout Outcome) {
        if primary > 0 { outcome.primary = options.technologies[primary &- 1].technology }
        var best: Int?
        for index in 0..<Int(options.technologyCount) {
            let bit = bit(index)
            if isActive(index) { outcome.active |= bit }
            let reachM = options.technologies[index].reachM
            guard !hasDistance || state[0] <= reachM else { continue }
            guard let current = best else {
                best = index
                continue
            }
            if expectedVariance(index) < expectedVariance(current) { best = index }
        }
        if let best {
            outcome.wanted |= bit(best)
            // Near the end of its reach the next one must be made before this one breaks.
            if hasDistance, state[0] > (1 - options.reachMargin) * options.technologies[best].reachM {
                for index in 0..<Int(options.technologyCount)
                where options.technologies[index].reachM > options.technologies[best].reachM {
                    outcome.wanted |= bit(index)
                }
            }
        }
        if primary > 0 {
            let isMade = best.map { isActive($0) && links[$0].agreed >= options.makeCount } ?? false
            if !isMade { outcome.wanted |= bit(primary &- 1) }
        }
        outcome.motion = motion
    }

    /// What is known of the distance; nil before the first.
    public var motion: Outcome.Motion? {
        mutating get {
            guard hasDistance else { return nil }
            return Outcome.Motion(
                distanceM: state[0], distanceStddevM: rangekit_port_sqrtf(covarianceAt(0, 0)), velocityMps: state[1],
                velocityStddevMps: rangekit_port_sqrtf(covarianceAt(1, 1)), covarianceM2ps: covarianceAt(0, 1),
                ageNs: Int64(clamping: UInt64(bitPattern: nowNs &- countedNs)))
        }
    }

    /// What a sample's distance should be, and the variance of the difference; nil where nothing is expected.
    mutating func expectation(of sample: RangeSample) -> (distanceM: Float, variance: Float)? {
        guard hasDistance, sample.timeNs >= nowNs, sample.distanceM?.isFinite == true,
            sample.distanceStddevM?.isFinite != false, let index = index(of: sample.technology)
        else { return nil }
        let seconds = seconds(to: sample.timeNs)
        let row = index &+ 2
        let motion =
            covarianceAt(0, 0) + 2 * seconds * covarianceAt(0, 1) + squared(seconds) * covarianceAt(1, 1)
            + seconds * seconds * seconds * options.accelerationDensity / 3
        let shared = 2 * (covarianceAt(0, row) + seconds * covarianceAt(1, row)) + covarianceAt(row, row)
        return (
            state[0] + seconds * state[1] + state[row], motion + shared + variance(of: sample, index)
        )
    }

    /// How far the distance may be off for the bias of the best known active technology.
    mutating func biasVariance() -> Float {
        var least = Float.infinity
        for index in 0..<Int(options.technologyCount) where isActive(index) {
            least = min(least, covarianceAt(index &+ 2, index &+ 2))
        }
        return least.isFinite ? least : 0
    }
}
