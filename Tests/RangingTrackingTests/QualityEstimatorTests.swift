import RangingCore
import RangingTracking
import TestSupport
import Testing

/// The published estimator, written down once more in the plainest way: an array that is filtered.
private struct PublishedModel {
    var text: Bool
    var measurements: [(timeNs: Int64, distanceM: Float)] = []

    mutating func update(timeNs: Int64, distanceM: Float?) -> QualityLevel {
        if let distanceM, measurements.last?.distanceM != distanceM {
            measurements.append((timeNs, distanceM))
        }
        measurements.removeAll { $0.timeNs < timeNs - 2_000_000_000 }
        guard let last = measurements.last?.distanceM else { return .unknown }
        if text {
            guard measurements.count >= 8, measurements.allSatisfy({ $0.distanceM <= 50 }) else { return .unknown }
            return last <= 10 ? .close : .good
        }
        guard measurements.count > 8 else { return .unknown }
        return last <= 10 ? .close : last < 50 ? .good : .unknown
    }
}

@Suite struct QualityEstimatorTests {
    @Test(arguments: [false, true])
    func presetsEqualAPlainModel(text: Bool) throws {
        var random = SeededGenerator(seed: text ? 1 : 2)
        for _ in 0..<400 {
            var estimator = try QualityEstimator(options: text ? .publishedText : .publishedCode)
            var model = PublishedModel(text: text)
            var timeNs = Int64.random(in: -5_000_000_000...5_000_000_000, using: &random)
            for _ in 0..<200 {
                // Steps that often make ages of exactly two seconds, distances that often repeat or sit on a limit.
                timeNs += [0, 100_000_000, 200_000_000, 250_000_000, 3_000_000_001].randomElement(using: &random) ?? 0
                let distanceM: Float? =
                    [
                        nil, 9.5, 10, 10.000001, 49.99, 50, 50.000004, 51, Float.random(in: -1...60, using: &random),
                    ].randomElement(using: &random) ?? nil
                try estimator.update(timeNs: timeNs, distanceM: distanceM)
                let level = estimator.level
                let judgement = estimator.judgement()
                #expect(level == model.update(timeNs: timeNs, distanceM: distanceM))
                #expect(judgement.level == level)
                #expect(judgement.sampleCount == model.measurements.count)
                #expect(judgement.distanceM == model.measurements.last?.distanceM)
                #expect(judgement.ageNs == model.measurements.last.map { timeNs - $0.timeNs })
                #expect((level == .unknown) == !judgement.causes.isEmpty)
            }
        }
    }

    @Test func eightAreNotEnoughForTheCodeAndAreForTheText() throws {
        var code = try QualityEstimator(options: .publishedCode)
        var text = try QualityEstimator(options: .publishedText)
        for index in 0..<9 {
            let timeNs = Int64(index) * 250_000_000
            try code.update(timeNs: timeNs, distanceM: 5 + Float(index))
            try text.update(timeNs: timeNs, distanceM: 5 + Float(index))
            let (codeLevel, textLevel) = (code.level, text.level)
            #expect((codeLevel != .unknown) == (index >= 8))
            #expect((textLevel != .unknown) == (index >= 7))
        }
    }

    @Test func aRepeatIsDroppedEvenIfTheNewestIsOld() throws {
        var estimator = try QualityEstimator()
        try estimator.update(timeNs: 0, distanceM: 5)
        // Equal to the newest, which expires in the same update: nothing is left.
        try estimator.update(timeNs: 3_000_000_000, distanceM: 5)
        let judgement = estimator.judgement()
        #expect(judgement.sampleCount == 0)
        #expect(judgement.causes == .noMeasurement)
    }

    @Test func timeThatRunsBackwardsChangesNothing() throws {
        var estimator = try QualityEstimator()
        for index in 0..<9 {
            try estimator.update(timeNs: Int64(index), distanceM: Float(index))
        }
        let before = estimator.judgement()
        var refusals: [Status] = []
        for (timeNs, distanceM) in [(7, 3), (Int64.min, nil), (9, Float.nan), (9, .infinity), (9, 2e9)]
            as [(Int64, Float?)]
        {
            do {
                try estimator.update(timeNs: timeNs, distanceM: distanceM)
            } catch {
                refusals.append(error)
            }
        }
        #expect(refusals == [.timeBackwards, .timeBackwards, .notFinite, .notFinite, .outOfRange])
        let after = estimator.judgement()
        #expect(after == before)
        try estimator.update(timeNs: 8, distanceM: 4)
        estimator.reset()
        try estimator.update(timeNs: -5, distanceM: 4)
        let count = estimator.judgement().sampleCount
        #expect(count == 1)
    }

    @Test func timesAtTheEndsOfTheirRangeDoNotTrap() throws {
        var estimator = try QualityEstimator()
        try estimator.update(timeNs: .min, distanceM: 1)
        try estimator.update(timeNs: .max, distanceM: 2)
        let judgement = estimator.judgement()
        #expect(judgement.sampleCount == 1)
        #expect(judgement.ageNs == 0)
    }

    @Test func motionIsNotSpreadAndNoiseIs() throws {
        var random = SeededGenerator(seed: 3)
        var estimator = try QualityEstimator()
        for index in 0..<15 {
            try estimator.update(timeNs: Int64(index) * 100_000_000, distanceM: 3 + 0.15 * Float(index))
        }
        var judgement = estimator.judgement()
        #expect((judgement.spreadM ?? 1) < 1e-4)
        #expect(abs((judgement.rateHz ?? 0) - 10) < 1e-3)

        // Mean of stated variances over many windows is the variance put in.
        var (sum, count): (Float, Float) = (0, 0)
        for index in 15..<5_000 {
            let noise = (0..<12).reduce(Float(-6)) { total, _ in total + Float.random(in: 0..<1, using: &random) }
            try estimator.update(
                timeNs: Int64(index) * 100_000_000, distanceM: 3 + 0.15 * Float(index % 200) + 0.1 * noise)
            judgement = estimator.judgement()
            if index % 200 > 40, let spreadM = judgement.spreadM {
                sum += spreadM * spreadM
                count += 1
            }
        }
        #expect(abs((sum / count).squareRoot() - 0.1) < 0.01)
    }

    @Test func aFullWindowSaysSo() throws {
        var estimator = try QualityEstimator()
        for index in 0..<200 {
            try estimator.update(timeNs: Int64(index) * 10_000_000, distanceM: 1 + Float(index) / 100)
        }
        var judgement = estimator.judgement()
        #expect(judgement.sampleCount == QualityEstimator.capacity)
        #expect(judgement.causes == .windowFull)
        #expect(judgement.level == .close)
        try estimator.update(timeNs: 4_000_000_000, distanceM: nil)
        judgement = estimator.judgement()
        #expect(!judgement.causes.contains(.windowFull))
    }

    @Test func optionsAreChecked() {
        func refusal(_ change: (inout QualityEstimator.Options) -> Void) -> Status? {
            var options = QualityEstimator.Options.publishedCode
            change(&options)
            do {
                try options.validate()
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.minimumCount = 0 } == .outOfRange)
        #expect(refusal { $0.minimumCount = 129 } == .outOfRange)
        #expect(refusal { $0.windowNs = -1 } == .outOfRange)
        #expect(refusal { $0.closeLimitM = .nan } == .notFinite)
        #expect(refusal { $0.goodLimitM = 9 } == .outOfRange)
    }
}
