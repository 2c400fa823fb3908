import Foundation
import RangingCore
import RangingMath
import TestSupport
import Testing

@Suite struct SignalTests {
    private func registers(_ random: inout SeededGenerator) -> SignalRegisters {
        var registers = SignalRegisters()
        registers.amplitudes = (
            .random(in: 1...20_000, using: &random), .random(in: 1...20_000, using: &random),
            .random(in: 1...20_000, using: &random)
        )
        registers.cirPower = .random(in: 1...65_535, using: &random)
        registers.count = .random(in: 60...1200, using: &random)
        registers.stdNoise = .random(in: 20...200, using: &random)
        return registers
    }

    @Test func levelsEqualTheFormula() throws {
        let receiver = try SignalReceiver()
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let registers = registers(&random)
            let level = try receiver.level(registers)
            let n2 = pow(registers.count!, 2)
            let (a1, a2, a3) = registers.amplitudes!
            #expect(abs(level.powerDbm! - (10 * log10(registers.cirPower! * 131_072 / n2) - 121.74)) < 1e-9)
            #expect(abs(level.firstPathPowerDbm! - (10 * log10((a1 * a1 + a2 * a2 + a3 * a3) / n2) - 121.74)) < 1e-9)
        }
    }

    @Test func absentIsNil() throws {
        let receiver = try SignalReceiver()
        var registers = SignalRegisters()
        #expect(throws: Status.missingValue) { try receiver.level(registers) }
        registers.cirPower = 6759
        #expect(throws: Status.missingValue) { try receiver.level(registers) }
        registers.count = 230
        let level = try receiver.level(registers)
        #expect(level.firstPathPowerDbm == nil)
        #expect(abs(level.powerDbm! + 79.5006) < 1e-4)
        registers.count = 0
        #expect(throws: Status.noReception) { try receiver.level(registers) }
    }

    @Test func onlyTheDW1000HasACurve() throws {
        var options = SignalReceiver.Options()
        options.radio = .dw3000D0
        var registers = SignalRegisters()
        registers.powerDbm = -80
        #expect(try SignalReceiver(options: options).level(registers).inputPowerDbm == nil)
        #expect(try SignalReceiver().level(registers).inputPowerDbm == -72.5)
        options.sequence = .sts
        options.prfMHz = 16
        #expect(throws: Status.outOfRange) { _ = try SignalReceiver(options: options) }
    }

    @Test func everyPublishedTableIsATable() throws {
        for number in Int32(0)..<6 {
            let table = SignalTable(rawValue: number)
            var pairs = [Double](repeating: .nan, count: 2 * SignalTable.maximumPoints)
            table.write(to: &pairs)
            let lookup = try SignalTableLookup(&pairs, count: table.count!)
            for index in 0..<table.count! {
                #expect(try lookup.value(atPowerDbm: pairs[2 * index]).value == pairs[2 * index + 1])
            }
        }
        #expect(SignalTable(rawValue: 6).count == nil)
    }

    @Test func judgingNeedsWhatTheMethodReads() throws {
        let receiver = try SignalReceiver()
        var random = SeededGenerator(seed: 2)
        var registers = registers(&random)
        let judgement = try receiver.judge(registers)
        #expect(!judgement.usesFirstPathModel && judgement.logit != nil)
        #expect(try receiver.judge(registers, model: .registers) == judgement)
        registers.stdNoise = nil
        #expect(try receiver.judge(registers).usesFirstPathModel)
        #expect(throws: Status.missingValue) { try receiver.judge(registers, model: .registers) }
        #expect(try receiver.judge(registers, method: .thresholds).logit == nil)
        #expect(throws: Status.outOfRange) { try receiver.judge(registers, method: .init(rawValue: 7)) }
    }

    /// One feature of two values: the optimum has a closed form, the classes' log odds in each group.
    @Test func aFitWithAClosedFormIsFound() throws {
        // In group 0: 30 open, 10 blocked; in group 1: 10 open, 40 blocked.
        let groups: [(value: Double, label: UInt8, count: Int)] = [(2, 0, 30), (2, 1, 10), (5, 0, 10), (5, 1, 40)]
        var rows: [UInt64] = []
        var labels: [UInt8] = []
        for group in groups {
            for _ in 0..<group.count {
                rows += [group.value.bitPattern, 0, 0, 0, 0, 0, 0, 0, 1]  // the mask of the first feature, status 0
                labels.append(group.label)
            }
        }
        var options = LineOfSightFit.Options()
        options.penalty = 0
        options.isBalanced = false
        var report = LineOfSightFitReport()
        let model = try LineOfSightFit(options: options).fit(
            rows, stride: 72, labels: labels, count: labels.count, report: &report)
        let (low, high) = (log(10.0 / 30), log(40.0 / 10))
        #expect(abs(model.weights[0] - (high - low) / 3) < 1e-9)
        #expect(abs(model.intercept - (low - 2 * (high - low) / 3)) < 1e-8)
        #expect(report.features == .power && !report.isSeparable)
        #expect(report.openCount == 40 && report.blockedCount == 50)
    }
}
