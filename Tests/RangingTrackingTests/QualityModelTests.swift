import Foundation
import RangingCore
import RangingTracking
import TestSupport
import Testing

private func sample(_ timeS: Double, _ distanceM: Double, _ technology: Technology = .uwb) -> RangeSample {
    RangeSample(timeNs: Int64(timeS * 1e9), technology: technology, distanceM: Float(distanceM))
}

extension QualityModel.Judgement {
    fileprivate var strongest: QualityModel.Cause? {
        var copy = self
        var first: QualityModel.Cause?
        copy.forEachCause { cause, _ in first = first ?? cause }
        return first
    }
}

@Suite struct QualityModelTests {
    /// Errors drawn as the model assumes them: what is stated is observed, in ten bins.
    @Test func probabilitiesAreObserved() throws {
        var random = SeededGenerator(seed: 12)
        var stated = [Double](repeating: 0, count: 10)
        var (observed, counts) = (stated, stated)
        for _ in 0..<500 {
            var model = try QualityModel()
            let bias = random.normal(0.18)
            let noise = [0.05, 0.1, 0.2].randomElement(using: &random) ?? 0.1
            for index in 0..<60 {
                let timeS = Double(index) * 0.1
                let trueM = 8 + 3 * sin(0.3 * timeS)
                var one = sample(timeS, trueM + bias + random.normal(noise))
                one.distanceStddevM = Float(noise)
                one.nlosProbability = 0
                let judgement = try model.update(with: one)
                let error = Double(try #require(judgement.distanceM)) - trueM
                for limitM in [0.05, 0.1, 0.2, 0.3, 0.5] {
                    let probability = Double(try model.probability(within: Float(limitM)))
                    let bin = min(Int(probability * 10), 9)
                    stated[bin] += probability
                    observed[bin] += error.magnitude <= limitM ? 1 : 0
                    counts[bin] += 1
                }
            }
        }
        for bin in 0..<10 where counts[bin] > 2000 {
            let difference = (stated[bin] - observed[bin]) / counts[bin]
            #expect(difference.magnitude <= 0.07, "bin \(bin): \(difference)")
        }
    }

    @Test func eachEvidenceHasItsCause() throws {
        var random = SeededGenerator(seed: 14)
        func judge(
            _ count: Int, _ change: (inout RangeSample, Int) -> Void
        ) throws -> QualityModel.Judgement? {
            var random = SeededGenerator(seed: 15)
            var model = try QualityModel()
            var judgement: QualityModel.Judgement?
            for index in 0..<count {
                var one = sample(Double(index) * 0.1, 5 + random.normal(0.05))
                one.distanceStddevM = 0.05
                change(&one, index)
                judgement = try model.update(with: one)
            }
            return judgement
        }
        let plain = try #require(try judge(40) { _, _ in })
        #expect(plain.strongest == .bias && plain.level != .poor)
        let blocked = try #require(try judge(40) { one, _ in one.nlosProbability = 0.9 })
        #expect(blocked.strongest == .blocked)
        #expect(try #require(blocked.probability) < (try #require(plain.probability)))
        let scattered = try #require(
            try judge(40) { one, _ in one.distanceM = one.distanceM.map { $0 + Float(random.normal(0.15)) } })
        #expect(try #require(scattered.scatterM) > 2 * (try #require(plain.scatterM)))
        let outliers = try #require(
            try judge(41) { one, index in if index.isMultiple(of: 4) { one.distanceM = Float(20 + index) } })
        #expect(outliers.strongest == .outliers)
        let disagreement = try #require(
            try judge(60) { one, index in
                one.technology = index.isMultiple(of: 2) ? .uwb : .optical
                if index > 50, index.isMultiple(of: 2) { one.distanceM = Float(15 + index) }
            })
        #expect(disagreement.strongest == .disagreement)
    }

    @Test func silenceTakesProbabilityAway() throws {
        var model = try QualityModel()
        for index in 0..<20 { _ = try model.update(with: sample(Double(index) * 0.1, 5)) }
        var probabilities: [Float] = []
        for second in [3, 4, 6, 10, 30] {
            let nothing = RangeSample(timeNs: Int64(second) * 1_000_000_000, technology: .uwb)
            let judgement = try model.update(with: nothing)
            probabilities.append(try #require(judgement.probability))
            if second == 10 { #expect(judgement.strongest == .stale && judgement.level == .poor) }
            if second == 30 { #expect(judgement.level == .unknown) }
        }
        #expect(probabilities == probabilities.sorted(by: >))
    }

    @Test func presetsAskForDifferentThings() throws {
        var levels: [QualityModel.Level] = []
        for options in [QualityModel.Options.unlock, .guide, .find, .sound] {
            var model = try QualityModel(options: options)
            var level = QualityModel.Level.unknown
            for index in 0..<20 {
                var one = sample(Double(index) * 0.1, 5)
                one.nlosProbability = 0.5
                level = try model.update(with: one).level
            }
            levels.append(level)
        }
        #expect(levels[0] == .poor && levels[1] == .good && levels[3] == .excellent)
    }

    @Test func nothingIsKnownBeforeTheFirstDistance() throws {
        var model = try QualityModel()
        let judgement = try model.update(with: RangeSample(timeNs: 0, technology: .uwb))
        #expect(judgement.level == .unknown && judgement.distanceM == nil && judgement.probability == nil)
        func refusal(_ model: inout QualityModel, _ limitM: Float) -> Status? {
            do {
                _ = try model.probability(within: limitM)
                return nil
            } catch {
                return error
            }
        }
        let early = refusal(&model, 1)
        _ = try model.update(with: sample(1, 5))
        let (zero, nan, one) = (refusal(&model, 0), refusal(&model, .nan), refusal(&model, 1))
        #expect(early == .missingValue && zero == .outOfRange && nan == .notFinite && one == nil)
    }
}
