import CMath
public import RangingCore

/// The timestamps of one three-message exchange, device ticks: the responder sends twice.
///
///     initiator        responder
///     t1 --- poll -------> t2
///     t4 <-- response ---- t3
///     t6 <-- second ------ t5
public struct ThreeMessageExchange: Equatable, Sendable {
    public var pollTx, pollRx, responseTx, responseRx, secondTx, secondRx: UInt64

    @inlinable
    public init(
        pollTx: UInt64, pollRx: UInt64, responseTx: UInt64, responseRx: UInt64, secondTx: UInt64, secondRx: UInt64
    ) {
        self.pollTx = pollTx
        self.pollRx = pollRx
        self.responseTx = responseTx
        self.responseRx = responseRx
        self.secondTx = secondTx
        self.secondRx = secondRx
    }
}

extension TwoWayRanging {
    /// Ranges one three-message exchange.
    ///
    ///     tof = ((Ra - Db) - Db (K - 1)) / 2,   K = (t6 - t4) / (t5 - t3)
    ///
    /// Written over S = t5 - t3, so that both products are integers: ((Ra - Db) S - Db ((t6 - t4) - S)) / (2 S).
    /// The flight cancels in K, and so do antenna delays. Variance, from the derivatives by the three receive
    /// stamps, q = Db / S: s^2 (1 + q^2 + (1 + q)^2) / 4.
    public func range(_ exchange: ThreeMessageExchange) throws(Status) -> TwoWayRange {
        let round = (exchange.responseRx &- exchange.pollTx) & mask
        let reply = (exchange.responseTx &- exchange.pollRx) & mask
        let sent = (exchange.secondTx &- exchange.responseTx) & mask
        let received = (exchange.secondRx &- exchange.responseRx) & mask
        let stamps =
            exchange.pollTx | exchange.pollRx | exchange.responseTx | exchange.responseRx | exchange.secondTx
            | exchange.secondRx
        let longest = max(max(round, reply), max(sent, received))
        guard stamps <= mask, longest <= longestTicks, min(min(round, reply), min(sent, received)) > 0 else {
            throw refusal(stamps: stamps, longest: longest)
        }
        guard max(sent, received) <= mask >> 1 else { throw .intervalTooLong }

        let gain = Int64(bitPattern: round &- reply)
        let drift = Int64(bitPattern: received &- sent)
        let (replyTicks, sentTicks) = (Double(exact: reply), Double(exact: sent))
        guard Double(gain) + (replyTicks * excessPerTick + excessTicks) >= 0 else { throw .replyExceedsRound }
        let driftLimit = clockOffsetLimitPpm * 1e-6 * sentTicks + Self.noiseAllowanceTicks
        guard Double(drift).magnitude <= driftLimit else { throw .clockOffsetRange }

        let twice = Double(sumOfProducts(gain, sent, 0 &- drift, reply)) / sentTicks
        let ratio = 1 + Double(drift) / sentTicks
        let share = Float(replyTicks / sentTicks)
        let variance = (1 + share * share + (1 + share) * (1 + share)) / 4
        return TwoWayRange(
            distanceM: (twice - (initiatorDelayTicks + responderDelayTicks * ratio)) / 2 * metresPerTick,
            distanceStddevM: timestampStddevM * rangekit_port_sqrtf(variance))
    }

    /// The same for a responder whose antenna delays, together, are so much more than the options say.
    public func withResponderDelay(_ ticks: Double) throws(Status) -> TwoWayRanging {
        try check(ticks, within: -1e9...1e9)
        var ranging = self
        ranging.responderDelayTicks += ticks
        ranging.meanDelayTicks += ticks / 2
        ranging.halfDelayDifferenceTicks += ticks / 2
        ranging.excessTicks += ticks.magnitude
        return ranging
    }
}
