import RangingCore
import RangingMath
import TestSupport
import Testing

/// N / S as a double, with the remainder taken exactly.
private func quotient(_ numerator: Int128, _ denominator: Int128) -> Double {
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Double(whole) + Double(rest) / Double(denominator)
}

/// Ticks come out as metres when a tick is a second and light goes a metre a second.
private func tickOptions(bits: UInt32) -> TwoWayRanging.Options {
    var options = TwoWayRanging.Options()
    options.timestampBits = bits
    options.tickS = 1
    options.speedMps = 1
    return options
}

@Suite struct TwoWayRangingTests {
    /// The constants must be what checking and preparing the defaults gives, field by field.
    @Test func theStandardIsWhatTheDefaultsGive() throws {
        #expect(String(reflecting: TwoWayRanging.standard) == String(reflecting: try TwoWayRanging()))
    }

    @Test(arguments: [32, 33, 40, 41, 48, 52, 53, 56, 63, 64] as [UInt32])
    func doubleSidedEqualsExactArithmetic(bits: UInt32) throws {
        var simulator = ExchangeSimulator(seed: UInt64(bits))
        let ranging = try TwoWayRanging(options: tickOptions(bits: bits))
        for _ in 0..<20_000 {
            let exchange = simulator.next(replyBits: min(46.9, Double(bits) - 1), timestampBits: bits)
            let (ra, db) = (Int128(exchange.roundA), Int128(exchange.replyB))
            let (rb, da) = (Int128(exchange.roundB), Int128(exchange.replyA))
            let expected = quotient(ra * rb - da * db, ra + rb + da + db)
            #expect(abs(try ranging.range(exchange.stamps).distanceM - expected) < 1e-6)
        }
    }

    @Test(arguments: [32, 40, 48, 64] as [UInt32])
    func singleSidedEqualsExactArithmetic(bits: UInt32) throws {
        var simulator = ExchangeSimulator(seed: 100 + UInt64(bits))
        let ranging = try TwoWayRanging(options: tickOptions(bits: bits))
        for _ in 0..<20_000 {
            var exchange = simulator.next(replyBits: min(46.9, Double(bits) - 1), timestampBits: bits)
            // The offset in units of 2^-30 ppm, so that 1e6 2^30 tof is an integer.
            let offset = Int128((exchange.clockOffsetPpm * 0x1p30).rounded())
            exchange.clockOffsetPpm = Double(offset) * 0x1p-30
            let gain = Int128(exchange.roundA) - Int128(exchange.replyB)
            let expected = quotient(
                gain * 1_000_000 * (1 << 30) - Int128(exchange.replyB) * offset, 2_000_000 * (1 << 30))
            #expect(abs(try ranging.range(exchange.singleSided).distanceM - expected) < 1e-6)
        }
    }

    @Test func antennaDelaysActOnStamps() throws {
        var options = tickOptions(bits: 40)
        options.initiatorTxDelayTicks = 16_000
        options.initiatorRxDelayTicks = 17_000
        options.responderTxDelayTicks = 12_345
        options.responderRxDelayTicks = 11_111
        let ranging = try TwoWayRanging(options: options)
        let plain = try TwoWayRanging(options: tickOptions(bits: 40))
        var simulator = ExchangeSimulator(seed: 7)
        for _ in 0..<2_000 {
            // Receive stamps come late and transmit stamps early by the delays: corrected, they are as before.
            let exchange = simulator.next(replyBits: 38, timestampBits: 40)
            var raw = exchange.stamps
            let mask: UInt64 = (1 << 40) - 1
            raw.pollTx = (raw.pollTx &- 16_000) & mask
            raw.pollRx = (raw.pollRx &+ 11_111) & mask
            raw.responseTx = (raw.responseTx &- 12_345) & mask
            raw.responseRx = (raw.responseRx &+ 17_000) & mask
            raw.finalTx = (raw.finalTx &- 16_000) & mask
            raw.finalRx = (raw.finalRx &+ 11_111) & mask
            let corrected = try ranging.range(raw).distanceM
            #expect(abs(corrected - (try plain.range(exchange.stamps).distanceM)) < 1e-6)

            let single = SingleSidedExchange(
                pollTx: raw.pollTx, pollRx: raw.pollRx, responseTx: raw.responseTx, responseRx: raw.responseRx,
                clockOffsetPpm: exchange.clockOffsetPpm)
            #expect(
                abs(try ranging.range(single).distanceM - (try plain.range(exchange.singleSided).distanceM)) < 1e-6)
        }
    }

    /// Decawave's published test exchanges (uwb-core, calc_tof_test.c): Ra, Db, Rb, Da and metres in vacuum.
    @Test(
        arguments: [
            (78_597_821, 78_593_912, 78_597_911, 78_593_912, 9.275617),
            (78_598_186, 78_593_871, 79_188_106, 79_183_844, 10.060547),
            (61_818_954, 61_816_782, 62_408_694, 62_406_596, 5.008870),
            (61_817_042, 61_816_574, 62_407_330, 62_406_460, 1.567155),
        ] as [(UInt64, UInt64, UInt64, UInt64, Double)])
    func publishedExchanges(ra: UInt64, db: UInt64, rb: UInt64, da: UInt64, metres: Double) throws {
        let ranging = try TwoWayRanging()
        let exchange = DoubleSidedExchange(
            pollTx: 1_000, pollRx: 2_000, responseTx: 2_000 + db, responseRx: 1_000 + ra, finalTx: 1_000 + ra + da,
            finalRx: 2_000 + db + rb)
        #expect(abs(try ranging.range(exchange).distanceM - metres) < 1e-6)
    }

    /// One recorded exchange: 10.786 m by its source, which truncates to millimetres.
    @Test func recordedExchange() throws {
        let exchange = DoubleSidedExchange(
            pollTx: 57_055_236_684, pollRx: 56_459_561_043, responseTx: 69_652_782_156, responseRx: 70_248_523_212,
            finalTx: 70_601_671_244, finalRx: 70_005_933_158)
        let range = try TwoWayRanging().range(exchange)
        #expect((range.distanceM * 1000).rounded(.down) == 10_786)
    }

    /// Equal replies: sqrt(3/8) of a stamp's noise; unequal: towards sqrt(1/2). Single-sided without offset
    /// noise: sqrt(1/2).
    @Test func standardDeviationFollowsTheStamps() throws {
        var options = tickOptions(bits: 40)
        options.timestampStddevS = 1
        options.clockOffsetStddevPpm = 0
        let ranging = try TwoWayRanging(options: options)
        let equal = DoubleSidedExchange(
            pollTx: 1, pollRx: 1, responseTx: 100_001, responseRx: 100_101, finalTx: 200_101, finalRx: 200_101)
        #expect(abs(try ranging.range(equal).distanceStddevM - Float(0.375).squareRoot()) < 1e-3)
        let unequal = DoubleSidedExchange(
            pollTx: 1, pollRx: 1, responseTx: 1_000_001, responseRx: 1_000_101, finalTx: 1_001_101, finalRx: 1_001_101)
        #expect(abs(try ranging.range(unequal).distanceStddevM - Float(0.5).squareRoot()) < 1e-3)
        let single = SingleSidedExchange(
            pollTx: 1, pollRx: 1, responseTx: 100_001, responseRx: 100_101, clockOffsetPpm: 0)
        #expect(abs(try ranging.range(single).distanceStddevM - Float(0.5).squareRoot()) < 1e-6)

        options.timestampStddevS = 0
        options.clockOffsetStddevPpm = 2
        let offsetOnly = try TwoWayRanging(options: options).range(single)
        #expect(abs(offsetOnly.distanceStddevM - 100_000 * 2e-6 / 2) < 1e-6)
    }

    /// The stated spread is the spread of many exchanges with noisy stamps.
    @Test func standardDeviationIsHonest() throws {
        var options = TwoWayRanging.Options()
        options.timestampStddevS = 50 * PhysicalConstants.uwbTickS
        let ranging = try TwoWayRanging(options: options)
        var random = SeededGenerator(seed: 11)
        func noisy(_ stamp: UInt64) -> UInt64 {
            // The sum of twelve uniform numbers has variance one.
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
            return UInt64(Double(stamp) + 50 * normal)
        }
        var (sum, squares, stated) = (0.0, 0.0, 0.0)
        let count = 20_000
        for _ in 0..<count {
            let exchange = DoubleSidedExchange(
                pollTx: 1_000_000, pollRx: noisy(2_000_000), responseTx: 22_000_000, responseRx: noisy(21_004_000),
                finalTx: 31_000_000, finalRx: noisy(32_000_000))
            let range = try ranging.range(exchange)
            sum += range.distanceM
            squares += range.distanceM * range.distanceM
            stated = Double(range.distanceStddevM)
        }
        let spread = (squares / Double(count) - (sum / Double(count)) * (sum / Double(count))).squareRoot()
        #expect(abs(spread / stated - 1) < 0.03)
    }
}

@Suite struct TwoWayRangingRefusalTests {
    let good = DoubleSidedExchange(
        pollTx: 100, pollRx: 200, responseTx: 1_000_200, responseRx: 1_000_300, finalTx: 2_000_300,
        finalRx: 2_000_400)

    private func refusal(
        _ change: (inout DoubleSidedExchange) -> Void, _ configure: (inout TwoWayRanging.Options) -> Void = { _ in }
    ) throws -> Status? {
        var options = TwoWayRanging.Options()
        configure(&options)
        var exchange = good
        change(&exchange)
        let ranging = try TwoWayRanging(options: options)
        do {
            _ = try ranging.range(exchange)
            return nil
        } catch {
            return error
        }
    }

    @Test func aGoodOneIsNotRefused() throws {
        #expect(try refusal { _ in } == nil)
    }

    @Test func eachContradictionHasItsName() throws {
        #expect(try refusal { $0.finalRx |= 1 << 40 } == .timestampRange)
        #expect(try refusal { $0.responseTx = $0.pollRx } == .intervalZero)
        #expect(try refusal { $0.responseRx = $0.pollTx } == .intervalZero)
        #expect(try refusal({ $0.finalRx = $0.responseTx &+ 1 << 47 }, { $0.timestampBits = 64 }) == .intervalTooLong)
        #expect(try refusal({ _ in }, { $0.intervalLimitTicks = 1_000_199 }) == .intervalOverLimit)
        #expect(try refusal({ _ in }, { $0.intervalLimitTicks = 1_000_200 }) == nil)
        // Swapped receive stamps make a round wrap almost once.
        #expect(try refusal { swap(&$0.pollRx, &$0.responseTx) } == .replyExceedsRound)
    }

    /// Twice 100 ppm of a reply of 1,000,000 ticks is 200; 64 are for noise.
    @Test func aReplyMayExceedItsRoundByWhatClocksAllow() throws {
        #expect(try refusal { $0.responseRx = $0.pollTx + 1_000_000 - 264 } == nil)
        #expect(try refusal { $0.responseRx = $0.pollTx + 1_000_000 - 265 } == .replyExceedsRound)
        let withDelays = try refusal { exchange in
            exchange.responseRx = exchange.pollTx + 998_736
        } _: { options in
            options.initiatorTxDelayTicks = 400
            options.responderRxDelayTicks = 600
        }
        #expect(withDelays == nil)
        let withPerfectClocks = try refusal { exchange in
            exchange.responseRx = exchange.pollTx + 999_935
        } _: { options in
            options.clockTolerancePpm = 0
        }
        #expect(withPerfectClocks == .replyExceedsRound)
    }

    @Test func clockOffsetsAreChecked() throws {
        let ranging = try TwoWayRanging()
        var exchange = SingleSidedExchange(
            pollTx: 100, pollRx: 200, responseTx: 1_000_200, responseRx: 1_000_300, clockOffsetPpm: 200.02)
        #expect(throws: Never.self) { try ranging.range(exchange) }
        exchange.clockOffsetPpm = -200.03
        #expect(throws: Status.clockOffsetRange) { try ranging.range(exchange) }
        exchange.clockOffsetPpm = .nan
        #expect(throws: Status.notFinite) { try ranging.range(exchange) }
        exchange.clockOffsetPpm = -.infinity
        #expect(throws: Status.notFinite) { try ranging.range(exchange) }
    }

    @Test func optionsAreChecked() {
        func refusal(_ change: (inout TwoWayRanging.Options) -> Void) -> Status? {
            var options = TwoWayRanging.Options()
            change(&options)
            do {
                _ = try TwoWayRanging(options: options)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { $0.timestampBits = 31 } == .outOfRange)
        #expect(refusal { $0.timestampBits = 65 } == .outOfRange)
        #expect(refusal { $0.tickS = 0 } == .outOfRange)
        #expect(refusal { $0.tickS = .nan } == .notFinite)
        #expect(refusal { $0.speedMps = 3.1e8 } == .outOfRange)
        #expect(refusal { $0.clockTolerancePpm = -1 } == .outOfRange)
        #expect(refusal { $0.responderRxDelayTicks = .infinity } == .notFinite)
        #expect(refusal { $0.timestampStddevS = -1e-9 } == .outOfRange)
        #expect(refusal { $0.clockOffsetStddevPpm = 10_001 } == .outOfRange)
        #expect(refusal { $0.timestampBits = 64 } == nil)
    }
}
