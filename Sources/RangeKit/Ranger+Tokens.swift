public import RangingCore
public import RangingMath
public import RangingSession
public import RangingWire

extension Ranger {
    /// Why two devices cannot range as asked, complete.
    public struct Incompatibility: Error, Equatable {
        public var status: Status
        public var refusals: [Refusal]
    }

    /// Estimators for a peer that this device can range with. Throws every reason at once if it cannot.
    ///
    ///     var ranger = try Ranger(local: mine, peer: received, options: [.extendedDistance])
    ///     let object = try ranger.measure(exchange, at: now)
    ///
    public init(
        local: Token, peer: Token, options: RangingOptions = [], estimators: Options = Options()
    ) throws(Incompatibility) {
        _ = try Configuration.build(local: local, peer: peer, request: ConfigurationRequest(options: options))
        do {
            try self.init(options: estimators)
        } catch {
            throw Incompatibility(status: error, refusals: [])
        }
    }

    /// Ranges a double-sided exchange and takes the result. An exchange that its own stamps contradict is
    /// refused and changes nothing.
    public mutating func measure(_ exchange: DoubleSidedExchange, at timeNs: Int64) throws(Status) -> NearbyObject {
        try measure(RangeSample(try TwoWayRanging().range(exchange), at: timeNs))
    }

    /// Ranges a single-sided exchange and takes the result.
    public mutating func measure(_ exchange: SingleSidedExchange, at timeNs: Int64) throws(Status) -> NearbyObject {
        try measure(RangeSample(try TwoWayRanging().range(exchange), at: timeNs))
    }
}

extension RangeSample {
    /// What two-way ranging measured.
    public init(_ range: TwoWayRange, at timeNs: Int64) {
        self.init(
            timeNs: timeNs, technology: .uwb, distanceM: Float(range.distanceM),
            distanceStddevM: range.distanceStddevM)
    }
}

extension Configuration {
    /// The configuration for ranging between two devices, or every reason why there is none.
    public static func build(
        local: Token, peer: Token, request: ConfigurationRequest = ConfigurationRequest()
    ) throws(Ranger.Incompatibility) -> Configuration {
        var refusals = RefusalList()
        do {
            return try local.withView { (localView) throws(Status) in
                try peer.withView { (peerView) throws(Status) in
                    try build(local: localView, peer: peerView, request: request, refusals: &refusals)
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
