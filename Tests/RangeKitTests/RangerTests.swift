import RangeKit
import TestSupport
import Testing

@Suite struct RangerTests {
    private func tokens() throws -> (Token, Token) {
        var mine = try Token(peer: [UInt8](repeating: 1, count: 16))
        mine.capabilities = [.preciseDistance, .extendedDistance]
        var theirs = try Token(accessory: [0x11, 0xD7])
        theirs.capabilities = [.preciseDistance, .extendedDistance]
        return (mine, theirs)
    }

    @Test func exchangesBecomeAJudgedDistance() throws {
        let (mine, theirs) = try tokens()
        var ranger = try Ranger(local: mine, peer: theirs, options: .extendedDistance)
        var last: NearbyObject?
        for index in 0..<12 {
            // 5 m and a centimetre more each time: 2 x 1066 ticks and up.
            let flight = UInt64(1_066 + 2 * index)
            let exchange = DoubleSidedExchange(
                pollTx: 0, pollRx: 500, responseTx: 20_000_500, responseRx: 20_000_000 + 2 * flight,
                finalTx: 40_000_000 + 2 * flight, finalRx: 40_000_500 + 2 * flight)
            last = try ranger.measure(exchange, at: Int64(index) * 100_000_000)
        }
        let object = try #require(last)
        #expect(object.level != .unknown)
        #expect(abs((object.distanceM ?? 0) - 5.10) < 0.03)
        #expect((object.distanceStddevM ?? 0) > 0.01)
        #expect(object.distanceAbsence == .none)
        #expect(object.directionAbsence == .notMeasured)
        let later = try ranger.advance(to: 5_000_000_000)
        #expect(later.level == .unknown)
        #expect(later.distanceM == nil)
        #expect(later.distanceAbsence == .stale)
    }

    @Test func anExchangeThatContradictsItselfChangesNothing() throws {
        let (mine, theirs) = try tokens()
        var ranger = try Ranger(local: mine, peer: theirs)
        var refusal: Status?
        do {
            _ = try ranger.measure(
                DoubleSidedExchange(pollTx: 0, pollRx: 0, responseTx: 0, responseRx: 0, finalTx: 0, finalRx: 0), at: 10)
        } catch {
            refusal = error
        }
        #expect(refusal == .intervalZero)
        // Not even the time: an earlier one is still accepted.
        let object = try ranger.advance(to: 5)
        #expect(object.distanceAbsence == .noSample)
    }

    @Test func anIncompatiblePairIsToldWhy() throws {
        var (mine, theirs) = try tokens()
        mine.capabilities = .preciseDistance
        theirs.capabilities = nil
        var found: Ranger.Incompatibility?
        do {
            _ = try Ranger(local: mine, peer: theirs, options: .extendedDistance)
        } catch {
            found = error
        }
        #expect(found?.status == .incompatible)
        #expect(found?.refusals.map(\.reason) == [.capabilityMissing, .capabilityUnknown])
    }

    @Test func whatTheSessionSaysIsWhyNothingIsShown() throws {
        var ranger = try Ranger()
        _ = try ranger.measure(RangeSample(timeNs: 1000, technology: .uwb, distanceM: 3))
        let removed = try ranger.take(.removed, detail: 1, at: 2000)
        #expect(removed.distanceM == nil)
        #expect(removed.distanceAbsence == .peerEnded)
        #expect(try ranger.take(.running, detail: 0, at: 3000).distanceM == 3)
        let lost = try ranger.take(.linkLost, detail: 0, at: 4000)
        #expect(lost.isLinkLost)
        #expect(lost.distanceM == 3)
    }
}
