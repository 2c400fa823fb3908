import RangingCore
import RangingMath
import TestSupport
import Testing

@Suite struct TwoWayRangingBlockTests {
    /// Blocks give bit for bit what single exchanges give, for every length of interval, delay and tolerance.
    @Test func aBlockEqualsItsExchanges() throws {
        var simulator = ExchangeSimulator(seed: 5)
        var accepted = 0
        for round in 0..<400 {
            var options = TwoWayRanging.Options()
            options.timestampBits = [40, 48, 64][round % 3]
            options.initiatorRxDelayTicks = Double(round % 5) * 4_109.25
            options.responderTxDelayTicks = Double(round % 7) * 4_109
            options.clockTolerancePpm = round % 4 == 0 ? 10_000 : 100
            let ranging = try TwoWayRanging(options: options)
            var stamps: [UInt64] = []
            var expected: [TwoWayRange] = []
            for _ in 0..<TwoWayRanging.blockSize {
                let exchange = simulator.next(
                    replyBits: 20 + Double(round % 16), timestampBits: options.timestampBits
                ).stamps
                stamps += [
                    exchange.pollTx, exchange.pollRx, exchange.responseTx, exchange.responseRx, exchange.finalTx,
                    exchange.finalRx,
                ]
                expected.append(try ranging.range(exchange))
            }
            var rows = [UInt64](repeating: .max, count: 2 * TwoWayRanging.blockSize)
            guard ranging.rangeBlock(&stamps, into: &rows) else { continue }
            accepted += 1
            for (index, range) in expected.enumerated() {
                #expect(rows[2 * index] == range.distanceM.bitPattern)
                #expect(rows[2 * index + 1] == UInt64(range.distanceStddevM.bitPattern))
            }
        }
        #expect(accepted > 200)
    }

    /// Where rounds and replies differ by more than products in a double can take, a block either raises the
    /// alarm or is still exact.
    @Test func aBlockWithLongFlightsEqualsItsExchangesOrIsRefused() throws {
        var simulator = ExchangeSimulator(seed: 6)
        var options = TwoWayRanging.Options()
        options.clockTolerancePpm = 10_000
        let ranging = try TwoWayRanging(options: options)
        var refused = 0
        for round in 0..<600 {
            var stamps: [UInt64] = []
            var expected: [TwoWayRange] = []
            let longestFlight = Double(1 << (16 + round % 8))
            for _ in 0..<TwoWayRanging.blockSize {
                let exchange = simulator.next(replyBits: 31.9, timestampBits: 40, longestFlight: longestFlight).stamps
                stamps += [
                    exchange.pollTx, exchange.pollRx, exchange.responseTx, exchange.responseRx, exchange.finalTx,
                    exchange.finalRx,
                ]
                expected.append(try ranging.range(exchange))
            }
            var rows = [UInt64](repeating: .max, count: 2 * TwoWayRanging.blockSize)
            guard ranging.rangeBlock(&stamps, into: &rows) else {
                refused += 1
                continue
            }
            for (index, range) in expected.enumerated() {
                #expect(rows[2 * index] == range.distanceM.bitPattern)
            }
        }
        #expect(refused > 100 && refused < 500)
    }

    /// One bad exchange anywhere in a block raises the alarm.
    @Test func aBadExchangeIsNoticedInEveryPlace() throws {
        let ranging = try TwoWayRanging()
        let good: [UInt64] = [100, 200, 1_000_200, 1_000_300, 2_000_300, 2_000_400]
        let bad: [[UInt64]] = [
            [100 | 1 << 41, 200, 1_000_200, 1_000_300, 2_000_300, 2_000_400],
            [100, 200, 200, 1_000_300, 2_000_300, 2_000_400],
            [100, 200, 1_000_200, 999_700, 2_000_300, 2_000_400],
            [100, 200, 1_000_200, 1_000_300, 2_000_300, 2_000_400 + 1 << 33],
            [100, 200, 1_000_200, 100, 2_000_300, 2_000_400],
        ]
        for place in 0..<TwoWayRanging.blockSize {
            for exchange in bad {
                var stamps = [UInt64](repeating: 0, count: 0)
                for index in 0..<TwoWayRanging.blockSize {
                    stamps += index == place ? exchange : good
                }
                var rows = [UInt64](repeating: 0, count: 2 * TwoWayRanging.blockSize)
                #expect(!ranging.rangeBlock(&stamps, into: &rows))
            }
        }
    }
}
