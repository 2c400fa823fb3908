/// What is known about one nearby device now.
public struct NearbyObject: Equatable, Sendable {
    public var timeNs: Int64
    /// What came in last, with its own uncertainty.
    public var sample: RangeSample
    /// What the last seconds say about it.
    public var quality: QualityEstimator.Judgement
}

/// Ranging with one peer, from the introduction to a judged distance: the configuration that two tokens
/// allow, and the estimators that the peer's samples feed.
///
///     var ranger = try Ranger(local: mine, peer: received, options: [.extendedDistance])
///     let object = try ranger.measure(exchange, at: now)
///
public struct Ranger: ~Copyable {
    public let configuration: Configuration
    private let twoWayRanging: TwoWayRanging
    private var quality: QualityEstimator

    /// Why two devices cannot range, complete.
    public struct Incompatibility: Error, Equatable {
        public var status: Status
        public var refusals: [Refusal]

        fileprivate static func rethrow<Value: ~Copyable>(
            _ make: () throws(Status) -> Value
        ) throws(Incompatibility) -> Value {
            do {
                return try make()
            } catch {
                throw Incompatibility(status: error, refusals: [])
            }
        }
    }

    /// Throws every reason at once if the two devices cannot range as asked.
    public init(
        local: Token, peer: Token, options: RangingOptions = [],
        twoWayRanging: TwoWayRanging.Options = TwoWayRanging.Options(),
        quality: QualityEstimator.Options = .publishedCode
    ) throws(Incompatibility) {
        let configuration = try Configuration.build(local: local, peer: peer, options: options)
        let ranging = try Incompatibility.rethrow { () throws(Status) in try TwoWayRanging(options: twoWayRanging) }
        let estimator = try Incompatibility.rethrow { () throws(Status) in try QualityEstimator(options: quality) }
        self.configuration = configuration
        self.twoWayRanging = ranging
        self.quality = estimator
    }

    /// Takes a sample that another part of the host measured.
    public mutating func measure(_ sample: RangeSample) throws(Status) -> NearbyObject {
        try quality.update(with: sample)
        return NearbyObject(timeNs: sample.timeNs, sample: sample, quality: quality.judgement())
    }

    /// Ranges a double-sided exchange and takes the result. An exchange that its own stamps contradict is
    /// refused and changes nothing.
    public mutating func measure(_ exchange: DoubleSidedExchange, at timeNs: Int64) throws(Status) -> NearbyObject {
        try measure(sample(of: twoWayRanging.range(exchange), at: timeNs))
    }

    /// Ranges a single-sided exchange and takes the result.
    public mutating func measure(_ exchange: SingleSidedExchange, at timeNs: Int64) throws(Status) -> NearbyObject {
        try measure(sample(of: twoWayRanging.range(exchange), at: timeNs))
    }

    /// Tells the estimators that time has passed without a measurement.
    public mutating func advance(to timeNs: Int64) throws(Status) -> NearbyObject {
        try measure(RangeSample(timeNs: timeNs))
    }

    private func sample(of range: TwoWayRange, at timeNs: Int64) -> RangeSample {
        RangeSample(
            timeNs: timeNs, technology: .uwb, distanceM: Float(range.distanceM),
            distanceStddevM: range.distanceStddevM)
    }
}

extension Configuration {
    /// The configuration for ranging between two devices, or every reason why there is none.
    public static func build(
        local: Token, peer: Token, options: RangingOptions = []
    ) throws(Ranger.Incompatibility) -> Configuration {
        var refusals = RefusalList()
        do {
            return try local.withView { (localView) throws(Status) in
                try peer.withView { (peerView) throws(Status) in
                    try build(local: localView, peer: peerView, options: options, refusals: &refusals)
                }
            }
        } catch {
            var reasons: [Refusal] = []
            for index in 0..<refusals.count {
                reasons.append(refusals[index])
            }
            throw Ranger.Incompatibility(status: error, refusals: reasons)
        }
    }
}
