// An interface that shows what both devices can measure, and says how far it can be trusted. The samples are
// simulated, from a seeded generator.
// SPDX-License-Identifier: MIT
import RangeKit

/// What a screen can offer, from the best down.
enum Interface: String {
    case arrow = "an arrow with the distance"
    case number = "the distance"
    case warmer = "warmer or colder"
    case nothing = "nothing to find with: show where it was seen last"

    init(_ capabilities: Capabilities) {
        if capabilities.contains([.preciseDistance, .direction]) {
            self = .arrow
        } else if capabilities.contains(.preciseDistance) || capabilities.contains(.channelSounding) {
            self = .number
        } else if capabilities.contains(.coarseDistance) {
            self = .warmer
        } else {
            self = .nothing
        }
    }
}

struct Noise {
    var state: UInt64 = 21

    /// Roughly normal, with a standard deviation of 1.
    mutating func next() -> Float {
        var sum: Float = -6
        for _ in 0..<12 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            sum += Float(state >> 40) / Float(1 << 24)
        }
        return sum
    }
}

func show(_ peer: String, mine: Capabilities, theirs: Capabilities, technology: Technology) throws(Status) {
    let interface = Interface(mine.intersection(theirs))
    print("\(peer): \(interface.rawValue)")
    guard interface != .nothing else { return }
    var noise = Noise()
    var zone = try Zone()
    var model = try QualityModel(options: .find)
    for step in 0..<15 {
        let trueM = 8 - 0.5 * Float(step)
        var sample = RangeSample(timeNs: Int64(step) * 400_000_000, technology: technology)
        sample.distanceM = trueM + (technology == .uwb ? 0.1 : 0.6) * noise.next()
        if interface == .arrow { sample.azimuthRad = 0.8 - 0.05 * Float(step) + 0.05 * noise.next() }
        let judgement = try model.update(with: sample)
        var fused = sample
        fused.distanceM = judgement.distanceM
        let outcome = try zone.update(with: fused)
        guard step % 7 == 0, let distanceM = judgement.distanceM, let probability = judgement.probability else {
            continue
        }
        let tenths = (distanceM * 10).rounded() / 10
        let percent = Int((probability * 100).rounded())
        switch interface {
        case .arrow:
            let direction = try Direction(sample, options: Direction.Options())
            let side = direction.guidance(options: Direction.Options()).guidance.name
            print("  \(side), \(tenths) m (within 1 m: \(percent) %)")
        case .number: print("  \(tenths) m (within 1 m: \(percent) %)")
        default: print("  \(outcome.trend == .approaching ? "warmer" : outcome.trend == .receding ? "colder" : "...")")
        }
    }
}

let phone: Capabilities = [.preciseDistance, .coarseDistance, .direction, .channelSounding]
do throws(Status) {
    try show("a tag with UWB", mine: phone, theirs: [.preciseDistance, .direction], technology: .uwb)
    try show("a headset", mine: phone, theirs: [.channelSounding, .coarseDistance], technology: .channelSounding)
    try show("a beacon", mine: phone, theirs: .coarseDistance, technology: .rssi)
    try show("a keyboard", mine: phone, theirs: [], technology: .unknown)
} catch {
    print("refused: \(error.message)")
}
