import RangingCore
import RangingTracking
import Testing

@Suite struct ChannelSoundingPolicyTests {
    @Test func enoughIsWhatTheMeanReaches() throws {
        for count in UInt32(0)...20 {
            let judged = try ChannelSoundingPolicy.judge(
                count: count, attempted: count, maximum: 100, stddevM: 0.2, floorM: 0, targetM: 0.05)
            #expect(judged.needed == 16)
            #expect(judged.decision == (count >= 16 ? .enough : .goOn))
        }
        let floored = try ChannelSoundingPolicy.judge(
            count: 5, attempted: 5, maximum: 100, stddevM: 0.2, floorM: 0.1, targetM: 0.05)
        #expect(floored.decision == .giveUp)
        #expect(floored.needed == nil)
        #expect(throws: Status.notFinite) {
            try ChannelSoundingPolicy.judge(
                count: 5, attempted: 5, maximum: 100, stddevM: .nan, floorM: 0.1, targetM: 0.05)
        }
    }

    @Test func intervalsFollowSpeedAndDuty() throws {
        #expect(
            try ChannelSoundingPolicy.intervalNs(
                speedMps: 2, toleranceM: 0.5, busyNs: 1_000, minimumNs: 1, maximumNs: 1_000_000_000) == 250_000_000)
        #expect(
            try ChannelSoundingPolicy.intervalNs(
                speedMps: 0, toleranceM: 0.5, busyNs: 1_000, minimumNs: 1, maximumNs: 1_000_000_000) == 1_000_000_000)
    }

    @Test func staleResultsAreFlagged() throws {
        let fresh = try ChannelSoundingPolicy.staleness(
            measuredNs: 5, nowNs: 10, limitNs: 5, counter: 2, previous: 1)
        #expect(fresh.flags == [] && fresh.ageNs == 5)
        let old = try ChannelSoundingPolicy.staleness(measuredNs: 5, nowNs: 11, limitNs: 5, counter: 2, previous: 2)
        #expect(old.flags == [.old, .repeated])
    }
}
