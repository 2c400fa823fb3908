import RangingMath

// What measurements themselves say about their noise: the innovations' spread about white noise, and the learnt
// biases' spread about reflections. Both are followed in both directions, so that the covariance holds where a room or
// a radio is other than the options say.
extension Tracker {
    /// How many measurements, or independent values of reflections, are remembered.
    private static var memory: Float { 33 }
    /// The mean of min(z^2, 4) for a normal z: innovations beyond two deviations count as two.
    private static var clippedMean: Float { 0.9205 }
    /// How much of each step leads back to the stated noise: it decides where innovations say nothing.
    private static var statedShare: Float { 0.03 }
    /// Variances, as a ratio of the stated ones. Not below a quarter: what all ranges share does not show in
    /// innovations, and a filter that trusts each measurement fully takes it for motion.
    private static var noiseRange: ClosedRange<Float> { 0.25...25 }
    /// Never below the prior: what a position takes up of reflections does not show in them.
    private static var reflectionRange: ClosedRange<Float> { 1...100 }

    var learnsNoise: Bool { !options.states.contains(.fixedNoise) }

    /// Follows white noise with the ratio of an innovation's square to what was expected: a stochastic approximation
    /// of the variance at which they agree. The first measurements count more.
    @inline(__always)
    mutating func learnNoise(_ outcome: Outcome) {
        let deviations = outcome.innovation / outcome.stddev
        let ratio = min(deviations * deviations, 4) * (1 / Self.clippedMean)
        let gain = 1 / min(Self.memory, 10 + Float(min(counts.accepted, 1000)))
        let step = noiseScale * (ratio - 1) + Self.statedShare * (1 - noiseScale)
        noiseScale = min(max(noiseScale + gain * step, Self.noiseRange.lowerBound), Self.noiseRange.upperBound)
    }

    /// Follows the reflections' variance with the second moment of one that was just learnt, as far as it will have
    /// become another one when it is next seen. A blocked link tells of itself, not of all: it counts as three
    /// deviations.
    @inline(__always)
    mutating func learnReflection(_ state: Int, left: Float) {
        let prior = options.reflectionStddevM * options.reflectionStddevM
        let moment = (x[state] * x[state] + covariancePointer[Self.at(state, state)]) / prior
        let gain = (1 - left * left) * (1 / Self.memory)
        let scale = reflectionScale + gain * (min(moment, 9 * reflectionScale) - reflectionScale)
        reflectionScale = min(max(scale, Self.reflectionRange.lowerBound), Self.reflectionRange.upperBound)
    }

    /// How far a link's reflection wanders. One that has turned out far longer than that stands for a path that is
    /// blocked, and stays as free as it is long: its ranges then say little about the place, and nothing pulls it back
    /// in the meantime.
    @inline(__always)
    mutating func reflectionVariance(_ state: Int) -> Float {
        let variance = options.reflectionStddevM * options.reflectionStddevM
        let (length, stddev) = (x[state], 2 * options.reflectionStddevM)
        return variance * reflectionScale + (length > stddev ? length * length - stddev * stddev : 0)
    }
}
