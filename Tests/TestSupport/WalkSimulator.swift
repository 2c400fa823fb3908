import Foundation
import RangeKit

/// A person who walks at 1 m/s on a wandering path with a device in hand, and distances to one target with noise,
/// a bias and outliers. The same seed gives the same walk. The world is y up.
public struct WalkSimulator {
    public var biasM = 0.2
    public var noiseM = 0.1
    public var outlierShare = 0.05
    public private(set) var positions: [(x: Double, y: Double, z: Double)] = []
    public var target: (x: Double, y: Double, z: Double)
    private var generator: SeededGenerator

    /// `count` places 0.1 s apart; `sweepM` is how far the device is raised and lowered.
    public init(seed: UInt64, count: Int, sweepM: Double) {
        generator = SeededGenerator(seed: seed)
        target = (0, 0, 0)
        let (heading, phase) = (unit() * 2 * .pi, unit() * 6)
        let (swingS, liftS) = (4 + 5 * unit(), 4 + 3 * unit())
        var (turn, x, z) = (0.0, 0.0, 0.0)
        for index in 0..<count {
            let time = 0.1 * Double(index)
            turn += 0.1 * normal()
            let angle = heading + turn + 0.75 * sin(2 * .pi * time / swingS)
            x += 0.1 * cos(angle)
            z += 0.1 * sin(angle)
            positions.append((x, 1.3 + sweepM * sin(2 * .pi * time / liftS + phase), z))
        }
        let near = positions[count / 3]
        target = (near.x + 12 * unit() - 6, near.y + 3 * unit() - 1.5, near.z + 12 * unit() - 6)
    }

    private mutating func unit() -> Double { Double.random(in: 0..<1, using: &generator) }

    private mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }

    /// The distance as it is measured from the place with this index.
    public mutating func measure(at index: Int) -> Float {
        let place = positions[index]
        let squared =
            (place.x - target.x) * (place.x - target.x) + (place.y - target.y) * (place.y - target.y)
            + (place.z - target.z) * (place.z - target.z)
        var range = squared.squareRoot() + biasM + noiseM * normal()
        if unit() < outlierShare { range += 3 * unit() }
        return Float(range)
    }
}
