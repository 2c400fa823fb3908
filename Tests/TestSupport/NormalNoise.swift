import Foundation

extension SeededGenerator {
    /// A number of the normal distribution with mean 0 and the given standard deviation.
    public mutating func normal(_ stddev: Double = 1) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return stddev * radius * cos(2 * Double.pi * Double.random(in: 0..<1, using: &self))
    }
}
