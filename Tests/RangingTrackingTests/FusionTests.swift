import Foundation
import RangingCore
import RangingTracking
import TestSupport
import Testing

private func sample(_ technology: Technology, _ timeS: Double, _ distanceM: Double) -> RangeSample {
    RangeSample(timeNs: Int64(timeS * 1e9), technology: technology, distanceM: Float(distanceM))
}

@Suite struct FusionTests {
    /// Two technologies with biases drawn from what is assumed of them, over many walks: 95 % intervals hold.
    @Test func statedIntervalsHold() throws {
        var random = SeededGenerator(seed: 2)
        var (inside, count) = (0, 0)
        for _ in 0..<200 {
            var fusion = try Fusion()
            let (uwbBias, soundingBias) = (random.normal(0.18), random.normal(0.5))
            for index in 0..<100 {
                let timeS = Double(index) * 0.1
                let trueM = 8 + 3 * sin(0.3 * timeS)
                _ = try fusion.update(with: sample(.channelSounding, timeS, trueM + soundingBias + random.normal(0.6)))
                let outcome = try fusion.update(with: sample(.uwb, timeS, trueM + uwbBias + random.normal(0.1)))
                guard index > 10, let motion = outcome.motion else { continue }
                inside += (Double(motion.distanceM) - trueM).magnitude <= 1.96 * Double(motion.distanceStddevM) ? 1 : 0
                count += 1
            }
        }
        let share = Double(inside) / Double(count)
        #expect((0.90...0.99).contains(share), "95 % intervals hold \(share)")
    }

    @Test func aBiasIsLearnedAgainstABetterTechnology() throws {
        var random = SeededGenerator(seed: 4)
        var fusion = try Fusion()
        for index in 0..<300 {
            let timeS = Double(index) * 0.1
            _ = try fusion.update(with: sample(.optical, timeS, 5 + random.normal(0.05)))
            _ = try fusion.update(with: sample(.uwb, timeS, 5.3 + random.normal(0.1)))
        }
        let bias = try fusion.bias(of: .uwb)
        #expect((bias.biasM - 0.3).magnitude < 3 * bias.stddevM && bias.stddevM < 0.08)
        do {
            _ = try fusion.bias(of: .unknown)
            Issue.record("a bias of no technology")
        } catch {
            #expect(error == .unknownOption)
        }
    }

    /// UWB is lost at its reach: Channel Sounding is wanted before, is primary after, and the distance does not jump.
    @Test func switchingMakesBeforeItBreaks() throws {
        var random = SeededGenerator(seed: 8)
        var fusion = try Fusion()
        var (before, largestStep): (Float?, Float) = (nil, 0)
        var (wantedAtM, switches): (Double?, [Technology]) = (nil, [])
        let soundingBit = UInt32(1) << UInt32(Technology.channelSounding.rawValue)
        for index in 0..<400 {
            let timeS = Double(index) * 0.2
            let trueM = 20 + timeS
            var outcome: Fusion.Outcome?
            let isSoundingOn = wantedAtM != nil
            if trueM < 60 {
                outcome = try fusion.update(with: sample(.uwb, timeS, trueM + 0.1 + random.normal(0.1)))
            }
            if isSoundingOn {
                outcome = try fusion.update(with: sample(.channelSounding, timeS, trueM + 0.6 + random.normal(1)))
            }
            guard let outcome, let motion = outcome.motion else { continue }
            if outcome.wanted & soundingBit != 0, wantedAtM == nil { wantedAtM = trueM }
            if outcome.flags.contains(.switched), let primary = outcome.primary { switches.append(primary) }
            if let before, index > 50 { largestStep = max(largestStep, (motion.distanceM - before).magnitude) }
            before = motion.distanceM
        }
        #expect((44...47).contains(try #require(wantedAtM)), "at the last quarter of its reach")
        #expect(switches.last == .channelSounding && switches.filter { $0 == .channelSounding }.count == 1)
        #expect(largestStep < 0.8, "a jump of \(largestStep) m; 0.2 m are the walk")
    }

    @Test func hintsOfVelocityCarryTheDistance() throws {
        var fusion = try Fusion()
        for index in 0..<10 { _ = try fusion.update(with: sample(.uwb, Double(index) * 0.1, 5)) }
        var motion: Fusion.Outcome.Motion?
        for index in 10..<30 {
            var hint = RangeSample(timeNs: Int64(index) * 100_000_000, technology: .optical)
            hint.velocityMps = 1
            motion = try fusion.update(with: hint).motion
        }
        let last = try #require(motion)
        #expect((last.distanceM - 7).magnitude < 0.3 && (last.velocityMps - 1).magnitude < 0.1)
        #expect(last.ageNs == 2_000_000_000)
    }

    @Test func whatIsRefusedChangesNothing() throws {
        var fusion = try Fusion()
        _ = try fusion.update(with: sample(.uwb, 1, 5))
        let before = fusion.motion
        var blocked = sample(.uwb, 2, 5)
        blocked.nlosProbability = 1.5
        let bad: [(RangeSample, Status)] = [
            (sample(.uwb, 0, 5), .timeBackwards), (sample(.uwb, 2, .nan), .notFinite),
            (sample(.uwb, 2, 2e6), .outOfRange), (sample(.unknown, 2, 5), .unknownOption), (blocked, .outOfRange),
        ]
        for (sample, status) in bad {
            do {
                _ = try fusion.update(with: sample)
                Issue.record("taken: \(sample)")
            } catch {
                #expect(error == status)
            }
            let after = fusion.motion
            #expect(after == before)
        }
        var twice = Fusion.Options()
        for _ in 0..<2 {
            try twice.append(
                Fusion.Assumption(.uwb, stddevM: 1, stddevRatio: 0, biasStddevM: 0, biasDriftM: 0, reachM: 1))
        }
        #expect(throws: Status.duplicateKey) { try twice.validate() }
    }
}
