import RangeKit

/// A double-sided exchange between two clocks, with what it was made from.
public struct SimulatedExchange {
    public var stamps: DoubleSidedExchange
    public var roundA, replyB, roundB, replyA: UInt64
    /// Initiator's clock rate / responder's - 1, as a perfect radio would measure it.
    public var clockOffsetPpm: Double
    public var timestampBits: UInt32

    /// The single-sided exchange of the first two messages.
    public var singleSided: SingleSidedExchange {
        SingleSidedExchange(
            pollTx: stamps.pollTx, pollRx: stamps.pollRx, responseTx: stamps.responseTx,
            responseRx: stamps.responseRx, clockOffsetPpm: clockOffsetPpm)
    }
}

/// Makes exchanges with clocks within 100 ppm, replies of any length below 2^47 ticks, and stamps that wrap
/// anywhere.
public struct ExchangeSimulator {
    private var random: SeededGenerator

    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// An exchange whose replies are up to 2^`replyBits` ticks and whose flight is up to `longestFlight` ticks.
    public mutating func next(
        replyBits: Double, timestampBits: UInt32, longestFlight: Double = 20_000
    ) -> SimulatedExchange {
        let ea = Double.random(in: -100e-6...100e-6, using: &random)
        let eb = Double.random(in: -100e-6...100e-6, using: &random)
        let tof = Double.random(in: 0...longestFlight, using: &random)
        let trueReplyB = exp2(Double.random(in: 16...replyBits, using: &random))
        let trueReplyA = exp2(Double.random(in: 16...replyBits, using: &random))
        let replyB = UInt64(trueReplyB * (1 + eb))
        let replyA = UInt64(trueReplyA * (1 + ea))
        let roundA = UInt64((trueReplyB + 2 * tof) * (1 + ea))
        let roundB = UInt64((trueReplyA + 2 * tof) * (1 + eb))

        let mask = timestampBits == 64 ? UInt64.max : (1 << UInt64(timestampBits)) - 1
        // Half of the first stamps lie so close to the wrap that it falls inside the exchange.
        let pollTx =
            Bool.random(using: &random) ? random.next() & mask : mask &- UInt64.random(in: 0...roundA, using: &random)
        let pollRx =
            Bool.random(using: &random) ? random.next() & mask : mask &- UInt64.random(in: 0...replyB, using: &random)
        let responseTx = (pollRx &+ replyB) & mask
        let responseRx = (pollTx &+ roundA) & mask
        return SimulatedExchange(
            stamps: DoubleSidedExchange(
                pollTx: pollTx & mask, pollRx: pollRx & mask, responseTx: responseTx, responseRx: responseRx,
                finalTx: (responseRx &+ replyA) & mask, finalRx: (responseTx &+ roundB) & mask),
            roundA: roundA, replyB: replyB, roundB: roundB, replyA: replyA,
            clockOffsetPpm: ((1 + ea) / (1 + eb) - 1) * 1e6, timestampBits: timestampBits)
    }
}

private func exp2(_ exponent: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(exponent) { result *= 2 }
    return result * (1 + (exponent - exponent.rounded(.down)))
}
