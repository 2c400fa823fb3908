import Foundation
import RangingMath

/// Channel Sounding tones through multipath channels, as two radios with free oscillators and 12-bit readings give
/// them. Seeded.
public struct SoundingSimulator {
    /// What lies between the radios.
    public enum Channel: Sendable {
        /// The direct path alone.
        case single
        /// A second path, 0.3 to 12 m longer, with 0.3 to 0.9 of the amplitude.
        case twoRay
        /// 30 scattered arrivals with exponential delays, as in the models of IEEE 802.15.4a; the direct path has
        /// `directOverScatteredDb` of their power.
        case scattered(directOverScatteredDb: Double, spreadM: Double)

        public static var lineOfSight: Channel { .scattered(directOverScatteredDb: 6, spreadM: 3) }
        public static var blocked: Channel { .scattered(directOverScatteredDb: -6, spreadM: 5) }
    }

    public var random: SeededGenerator
    /// Of one reading, on the mean over the band.
    public var snrDb = 25.0
    public var lostShare = 0.0
    public var pathCount = 1
    /// Between the two oscillators, ppm: turns the tones a little while a procedure lasts.
    public var offsetPpm = 0.0
    public var isQuantised = true
    /// Of the receiver's PCT at the strongest tone, of 2048.
    public var fullScale = 1500.0

    public static let channels: [Int] = (2...76).filter { !(23...25).contains($0) }

    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private mutating func normal() -> Double {
        let u = Double.random(in: Double.leastNormalMagnitude..<1, using: &random)
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    private mutating func arrivals(_ channel: Channel, distanceM: Double) -> [(m: Double, re: Double, im: Double)] {
        switch channel {
        case .single:
            return [(distanceM, 1, 0)]
        case .twoRay:
            let phase = Double.random(in: 0..<2 * .pi, using: &random)
            let amplitude = Double.random(in: 0.3...0.9, using: &random)
            let later = Double.random(in: 0.3...12, using: &random)
            return [(distanceM, 1, 0), (distanceM + later, amplitude * cos(phase), amplitude * sin(phase))]
        case .scattered(let directDb, let spreadM):
            var delay = 0.0
            var power = 0.0
            var found: [(m: Double, re: Double, im: Double)] = []
            for _ in 0..<30 {
                delay -= 0.6 * log(Double.random(in: Double.leastNormalMagnitude..<1, using: &random))
                let scale = (exp(-delay / spreadM) / 2).squareRoot()
                let (re, im) = (scale * normal(), scale * normal())
                power += re * re + im * im
                found.append((distanceM + delay, re, im))
            }
            let phase = Double.random(in: 0..<2 * .pi, using: &random)
            let direct = (power * pow(10, directDb / 10)).squareRoot()
            return [(distanceM, direct * cos(phase), direct * sin(phase))] + found
        }
    }

    /// One procedure: z of every tone that both sides have.
    public mutating func tones(_ channel: Channel, distanceM: Double) -> [Sounding.Tone] {
        (0..<pathCount).flatMap { path in onePath(channel, distanceM: distanceM, path: UInt8(path)) }
    }

    private mutating func onePath(_ channel: Channel, distanceM: Double, path: UInt8) -> [Sounding.Tone] {
        let paths = arrivals(channel, distanceM: distanceM)
        let responses = Self.channels.map { channel -> (re: Double, im: Double) in
            let f = (2402 + Double(channel)) * 1e6
            var sum = (re: 0.0, im: 0.0)
            for arrival in paths {
                let angle = -2 * .pi * (f * arrival.m / 299_792_458).truncatingRemainder(dividingBy: 1)
                sum.re += arrival.re * cos(angle) - arrival.im * sin(angle)
                sum.im += arrival.re * sin(angle) + arrival.im * cos(angle)
            }
            return sum
        }
        let powers = responses.map { $0.re * $0.re + $0.im * $0.im }
        let noise = (powers.reduce(0, +) / Double(powers.count) / 2 * pow(10, -snrDb / 10)).squareRoot()
        let gain = fullScale / powers.max()!.squareRoot()
        let start = Double.random(in: 0..<2 * .pi, using: &random)
        var tones: [Sounding.Tone] = []
        for (index, channel) in Self.channels.enumerated() {
            let oscillator = Double.random(in: 0..<2 * .pi, using: &random)
            // 150 us from one tone to the other: what the oscillators drift apart stays in the product.
            let drift = 2 * .pi * (2402 + Double(channel)) * offsetPpm * 150e-6
            let initiator = reading(responses[index], turned: oscillator, noise: noise, gain: gain)
            let reflector = reading(responses[index], turned: start + drift - oscillator, noise: noise, gain: gain)
            guard Double.random(in: 0..<1, using: &random) >= lostShare else { continue }
            tones.append(
                Sounding.Tone(
                    i: Float((initiator.re * reflector.re - initiator.im * reflector.im) / 4_194_304),
                    q: Float((initiator.re * reflector.im + initiator.im * reflector.re) / 4_194_304),
                    channel: UInt8(channel), antennaPath: path))
        }
        return tones
    }

    private mutating func reading(
        _ response: (re: Double, im: Double), turned: Double, noise: Double, gain: Double
    ) -> (re: Double, im: Double) {
        let re = (response.re * cos(turned) - response.im * sin(turned) + noise * normal()) * gain
        let im = (response.re * sin(turned) + response.im * cos(turned) + noise * normal()) * gain
        guard isQuantised else { return (re, im) }
        return (min(max(re.rounded(), -2048), 2047), min(max(im.rounded(), -2048), 2047))
    }

    /// Round trips as packets give them: differences in half nanoseconds.
    public mutating func roundTrips(distanceM: Double, count: Int, stddevM: Double = 8) -> [Sounding.RoundTrip] {
        (0..<count).map { _ in
            let halfNs = (distanceM + stddevM * normal()) / 0.074_948_114_5
            return Sounding.RoundTrip(differenceHalfNs: Int32(halfNs.rounded()))
        }
    }
}
