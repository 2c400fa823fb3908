import RangingCore
import RangingMath
import Testing

/// Clock registers, the ratio filter, three messages and diagnosis, through the Swift surface.
struct ClockTests {
    @Test(arguments: [
        (ClockRegister.dw3000ClockOffset, Int32(1000), 14.901161),
        (.dw1000CarrierChannel1, 1000, -1.064369),
        (.dw1000CarrierChannel2, 1000, -0.9313226),
        (.dw1000CarrierChannel3, 1000, -0.8278423),
        (.dw1000CarrierChannel5, 1000, -0.5731216),
        (ClockRegister.dw1000CarrierChannel3.at110kbps, 1000, -0.1034803),
        (.dw1000TrackingPRF16, 0xE4, 7.0141),
        (.dw1000TrackingPRF16, 0x7FF5C, -5.0452),
    ])
    func registersHaveTheirPublishedPpm(register: ClockRegister, value: Int32, ppm: Double) throws {
        let found = try #require(register.scale?.ppm(value))
        #expect(abs(found - ppm) < 1e-4)
    }

    @Test func registersRefuseWhatTheyCannotHold() {
        #expect(ClockRegister(rawValue: 6).scale == nil)
        #expect(ClockRegister.dw3000ClockOffset.scale?.ppm(65_536) == nil)
        #expect(ClockRegister.dw3000ClockOffset.scale?.ppm(-32_769) == nil)
        #expect(ClockRegister.dw1000TrackingPRF64.scale?.ppm(.min) == nil)
        #expect(ClockRegister.dw1000TrackingPRF64.scale?.ppm(.max) == nil)
    }

    @Test func theRatioSurvivesAWrap() throws {
        let old: UInt64 = (1 << 40) - 1 - 5000
        let ppm = try ClockFilter.offsetPpm(
            local: (56_789, 56_789 + 10_057), remote: (old, 4999), timestampBits: 40)
        #expect(abs(1 + ppm * 1e-6 - 1.0057) < 1e-12)
        #expect(throws: Status.intervalTooLong) {
            try ClockFilter.offsetPpm(local: (56_789, 56_789 + 10_057), remote: (old, 4999), timestampBits: 41)
        }
        #expect(throws: Status.intervalZero) {
            try ClockFilter.offsetPpm(local: (1, 2), remote: (5, 5), timestampBits: 40)
        }
    }

    @Test func theFilterFollowsItsStateMachine() throws {
        let rules = try ClockFilter.Rules()
        var filter = ClockFilter()
        var (local, remote, timeNs): (UInt64, UInt64, Int64) = (0xFF_FFFF_0000, 9, 0)
        func feed(_ ppm: Double) throws -> ClockFilter.Outcome {
            let ticks = 640_000_000.0
            remote = (remote + UInt64(ticks)) & 0xFF_FFFF_FFFF
            local = (local + UInt64(ticks + ticks * ppm * 1e-6)) & 0xFF_FFFF_FFFF
            timeNs += 10_016_026
            return try filter.update(localTicks: local, remoteTicks: remote, timeNs: timeNs, rules: rules)
        }
        #expect(try feed(5) == .first)
        #expect(try feed(30) == .rejected)
        #expect(filter.clockOffsetPpm == nil)
        #expect(try feed(5) == .replaced)
        #expect(!filter.isReliable)
        #expect(try feed(5.01) == .accepted)
        #expect(filter.isReliable)
        #expect(filter.trust == 1)
        #expect(try feed(9) == .rejected)
        #expect(filter.trust == 0)
        #expect(try feed(9) == .replaced)
        #expect(abs(try #require(filter.clockOffsetPpm) - 9) < 0.01)
        #expect(filter.variancePpm2 > 0)
        timeNs += 20_000_000_000
        #expect(try feed(9) == .stale)
        #expect(throws: Status.timeBackwards) {
            try filter.update(localTicks: 1, remoteTicks: 1, timeNs: 0, rules: rules)
        }
    }

    @Test func threeMessagesUseTwoPacketsInOneDirection() throws {
        let ranging = try TwoWayRanging()
        let (ea, eb, tof, reply, second) = (15e-6, -10e-6, 2131.5, 1e7, 6e7)
        func stamp(_ start: UInt64, _ time: Double, _ error: Double) -> UInt64 {
            (start &+ UInt64((time * (1 + error)).rounded())) & 0xFF_FFFF_FFFF
        }
        let exchange = ThreeMessageExchange(
            pollTx: 0xFF_FFFF_FF00, pollRx: stamp(77, tof, eb), responseTx: stamp(77, tof + reply, eb),
            responseRx: stamp(0xFF_FFFF_FF00, 2 * tof + reply, ea), secondTx: stamp(77, tof + reply + second, eb),
            secondRx: stamp(0xFF_FFFF_FF00, 2 * tof + reply + second, ea))
        let range = try ranging.range(exchange)
        #expect(abs(range.distanceM - tof * 0.004691763978615785) < 0.006)
        // q = 1 / 6: s^2 (1 + q^2 + (1 + q)^2) / 4 of 100 ps.
        let q = 1.0 / 6
        let expected = 299_792_458 * 100e-12 * ((1 + q * q + (1 + q) * (1 + q)) / 4).squareRoot()
        #expect(abs(Double(range.distanceStddevM) - expected) < 1e-5)
        var swapped = exchange
        swapped.secondTx = exchange.responseTx &- 5
        #expect(throws: Status.intervalTooLong) { try ranging.range(swapped) }
    }

    @Test func diagnosisTellsAMissingOffset() throws {
        let ranging = try TwoWayRanging()
        func rows(initiator: Double, responder: Double) -> [SingleSidedExchange] {
            (0..<50).map { row in
                let (start, tof, reply) = (Double(row) * 3e9, 2500.0, 6e7 + Double(row) * 1001)
                func stamp(_ time: Double, _ error: Double) -> UInt64 {
                    UInt64((time * (1 + error * 1e-6)).rounded()) & 0xFF_FFFF_FFFF
                }
                return SingleSidedExchange(
                    pollTx: stamp(start, initiator), pollRx: stamp(start + tof, responder),
                    responseTx: stamp(start + tof + reply, responder),
                    responseRx: stamp(start + 2 * tof + reply, initiator), clockOffsetPpm: 0)
            }
        }
        let (forward, backward) = (rows(initiator: 12, responder: 0), rows(initiator: 0, responder: 12))
        let diagnosis = forward.withUnsafeBufferPointer { forward in
            backward.withUnsafeBufferPointer { ranging.diagnose(forward: forward, backward: $0) }
        }
        #expect(diagnosis.causes == .offsetMissing)
        #expect(abs(diagnosis.impliedOffsetPpm - 12) < 0.01)
        #expect(diagnosis.causes.name.description == "offset_missing")
        #expect(abs(try #require(diagnosis.distanceM) - 2500 * 0.004691763978615785) < 0.005)
    }

    @Test func delayedTransmissionsLeaveOnTheGrid() throws {
        let transmission = try DelayedTransmission(notBeforeTicks: 0xFF_FFFF_FFFF, antennaDelayTicks: 16_436)
        #expect(transmission.scheduledTicks == 0xFF_FFFF_FE00)
        #expect(transmission.transmitTicks == 16_436 - 512)
        #expect(throws: Status.timestampRange) {
            try DelayedTransmission(notBeforeTicks: 1 << 40, antennaDelayTicks: 0)
        }
    }
}
