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
        let kind = ranger.configuration.kind
        #expect(kind == .accessory)

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
        #expect(object.quality.level == .close)
        #expect(abs((object.sample.distanceM ?? 0) - 5.10) < 0.01)
        #expect((object.sample.distanceStddevM ?? 0) > 0.01)
        #expect(object.sample.technology == .uwb)
        let later = try ranger.advance(to: 5_000_000_000)
        #expect(later.quality.level == .unknown)
        #expect(later.sample.distanceM == nil)
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
        #expect(object.quality.sampleCount == 0)
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
}
