import Foundation
import RangingCore
import RangingMath
import TestSupport
import Testing

@Suite struct SoundingTests {
    /// An estimator behind its pointer, as firmware holds it.
    private final class Estimator {
        let state = UnsafeMutablePointer<SoundingEstimator>.allocate(capacity: 1)
        private var timeNs: Int64 = 0

        init(_ options: Sounding.Options = Sounding.Options()) {
            UnsafeMutableRawPointer(state).initializeMemory(
                as: UInt8.self, repeating: 0, count: MemoryLayout<SoundingEstimator>.stride)
            SoundingEstimator.initialize(zeroed: state, options: options)
        }

        deinit { state.deallocate() }

        func estimate(_ tones: [Sounding.Tone], _ trips: [Sounding.RoundTrip] = []) throws -> Sounding.Result {
            timeNs += 100_000_000
            return try tones.withUnsafeBufferPointer { tones in
                try trips.withUnsafeBufferPointer { trips in
                    try state.estimate(timeNs: timeNs, tones: tones, roundTrips: trips)
                }
            }
        }
    }

    private struct Score {
        var errors: [Double] = []
        var held = 0
        var widths: [Double] = []

        var p90: Double { errors.map(abs).sorted()[errors.count * 9 / 10] }
        var heldShare: Double { Double(held) / Double(errors.count) }
    }

    private func score(
        _ channel: SoundingSimulator.Channel, snrDb: Double, pathCount: Int = 1, lostShare: Double = 0,
        isFast: Bool = false, phaseOnly: Bool = false, count: Int = 300
    ) throws -> Score {
        var simulator = SoundingSimulator(seed: 11)
        simulator.snrDb = snrDb
        simulator.pathCount = pathCount
        simulator.lostShare = lostShare
        simulator.offsetPpm = 0.02
        var options = Sounding.Options()
        options.isFast = isFast
        options.phaseOnly = phaseOnly
        let estimator = Estimator(options)
        var score = Score()
        for _ in 0..<count {
            let distance = Double.random(in: 1...60, using: &simulator.random)
            let result = try estimator.estimate(simulator.tones(channel, distanceM: distance))
            guard result.source == .phase else { continue }
            score.errors.append(Double(result.distance.distanceM) - distance)
            score.widths.append(Double(result.distance.highM - result.distance.lowM))
            let low = Double(result.distance.lowM)
            if low <= distance, distance <= Double(result.distance.highM) { score.held += 1 }
        }
        return score
    }

    @Test func structsAreLaidOutAsTheContractSays() {
        #expect(MemoryLayout<Sounding.Tone>.size == 28 && MemoryLayout<Sounding.Tone>.stride == 28)
        #expect(MemoryLayout<Sounding.RoundTrip>.size == 8 && MemoryLayout<Sounding.RoundTrip>.stride == 8)
        #expect(MemoryLayout<SoundingEstimator>.stride <= 24_576)
    }

    @Test(arguments: [10.0, 20, 30])
    func aSinglePathIsWithinTheBoundOfCramerAndRao(snrDb: Double) throws {
        let channels = SoundingSimulator.channels.map(Double.init)
        let mean = channels.reduce(0, +) / Double(channels.count)
        let sum = channels.map { pow(4 * .pi * 1e6 * ($0 - mean) / 299_792_458, 2) }.reduce(0, +)
        // Of the product of two readings, each with this noise.
        let noise = 2 * pow(10, -snrDb / 10) + pow(10, -snrDb / 5)
        let bound = (noise / 2 / sum).squareRoot()
        let score = try score(.single, snrDb: snrDb, count: 1000)
        let rms = (score.errors.map { $0 * $0 }.reduce(0, +) / Double(score.errors.count)).squareRoot()
        #expect(rms <= 1.1 * bound, "\(rms / bound)")
        #expect((0.9...0.99).contains(score.heldShare), "\(score.heldShare)")
    }

    @Test func multipathIsResolvedAndIntervalsHold() throws {
        for snrDb in [20.0, 30] {
            for (channel, limit) in [(SoundingSimulator.Channel.lineOfSight, 0.4), (.twoRay, 0.55), (.blocked, 1.3)] {
                let score = try score(channel, snrDb: snrDb)
                #expect(score.p90 <= limit, "\(channel) at \(snrDb) dB: \(score.p90)")
                #expect((0.9...0.99).contains(score.heldShare), "\(channel) at \(snrDb) dB: \(score.heldShare)")
            }
        }
    }

    @Test func ofPhasesAloneIntervalsHold() throws {
        for channel in [SoundingSimulator.Channel.single, .twoRay, .lineOfSight, .blocked] {
            let score = try score(channel, snrDb: 25, phaseOnly: true, count: 150)
            #expect((0.88...1).contains(score.heldShare), "\(channel): \(score.heldShare)")
        }
    }

    @Test(arguments: [SoundingSimulator.Channel.lineOfSight, .blocked])
    func theStandardDeviationOfVelocityHolds(channel: SoundingSimulator.Channel) throws {
        var simulator = SoundingSimulator(seed: 21)
        var held = 0
        let count = 40
        for _ in 0..<count {
            let estimator = Estimator()
            let mps = Double.random(in: -2...2, using: &simulator.random)
            var distance = Double.random(in: 5...25, using: &simulator.random)
            var last: Sounding.Result?
            for _ in 0..<8 {
                last = try estimator.estimate(simulator.tones(channel, distanceM: distance))
                distance += 0.1 * mps
            }
            let velocity = try #require(last?.velocity)
            if abs(Double(velocity.mps) - mps) <= 1.96 * Double(velocity.stddevMps) { held += 1 }
        }
        #expect((34...40).contains(held), "\(channel): \(held)")
    }

    /// 6 cm from one procedure to the next is a whole turn of the phases: the pair is not still.
    @Test func aWholeTurnOfThePhasesIsMotion() throws {
        let estimator = Estimator()
        let turnM = 299_792_458 / 2.441e9 / 2
        var last: Sounding.Result?
        for step in 0..<8 {
            let distance = 5 + Double(step) * turnM
            let tones = SoundingSimulator.channels.map { channel in
                let angle = -4 * Double.pi * (2402 + Double(channel)) * 1e6 * distance / 299_792_458
                return Sounding.Tone(i: Float(cos(angle)), q: Float(sin(angle)), channel: UInt8(channel))
            }
            last = try estimator.estimate(tones)
        }
        let result = try #require(last)
        #expect(abs(Double(result.velocity?.mps ?? 0) - turnM / 0.1) < 0.02)
        #expect(abs(Double(result.distance.distanceM) - 5 - 7 * turnM) < 0.1)
    }

    @Test func lostTonesStillGiveAResult() throws {
        let score = try score(.lineOfSight, snrDb: 25, lostShare: 0.4)
        #expect(score.errors.count >= 285)
        #expect(score.p90 <= 0.5, "\(score.p90)")
    }

    @Test func fourAntennaPathsAreBetterThanOne() throws {
        let one = try score(.blocked, snrDb: 25)
        let four = try score(.blocked, snrDb: 25, pathCount: 4)
        #expect(four.p90 < 0.75 * one.p90, "\(four.p90) against \(one.p90)")
        #expect(four.heldShare >= 0.9)
    }

    @Test func theFastTierHoldsItsIntervals() throws {
        for channel in [SoundingSimulator.Channel.single, .lineOfSight, .blocked] {
            #expect(try score(channel, snrDb: 25, isFast: true).heldShare >= 0.88)
        }
    }

    @Test func roundTripsHoldTheirStandardDeviation() throws {
        var simulator = SoundingSimulator(seed: 5)
        var held = 0
        for _ in 0..<1000 {
            let distance = Double.random(in: 0...100, using: &simulator.random)
            let trips = simulator.roundTrips(distanceM: distance, count: 40)
            let found = try trips.withUnsafeBufferPointer { try Sounding.roundTripDistance($0) }
            if abs(Double(found.robustM) - distance) < 1.96 * Double(found.stddevM) { held += 1 }
        }
        #expect((900...990).contains(held), "\(held)")
    }
}
