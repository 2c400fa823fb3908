import CMath
import RangingCore

extension SampleFilter {
    /// Value and rate with one covariance for every dimension: the noise is the same along each.
    struct KalmanState: BitwiseCopyable {
        private var storedValue = StoredVector()
        private var storedRate = StoredVector()
        private var storedRejected = StoredVector()
        var valueVariance: Float = 0
        var covariance: Float = 0
        var rateVariance: Float = 0
        var weight: Float = 0
        /// When, and how many in a row agreed with each other.
        var rejectedNs: Int64 = 0
        var rejectedCount: UInt32 = 0

        var value: SIMD3<Float> {
            get { storedValue.vector }
            set { storedValue.vector = newValue }
        }
        var rate: SIMD3<Float> {
            get { storedRate.vector }
            set { storedRate.vector = newValue }
        }
        /// The last sample that the gate kept out.
        var rejected: SIMD3<Float> {
            get { storedRejected.vector }
            set { storedRejected.vector = newValue }
        }

        /// White acceleration of the given power spectral density.
        @inline(__always)
        mutating func predict(_ seconds: Float, density: Float, domain: FilterDomain) {
            // After days nothing is known, and the cube of more would not be finite.
            let seconds = min(seconds, 1e6)
            value = domain.moved(value, by: seconds * rate)
            valueVariance = variance(
                valueVariance + seconds
                    * (2 * covariance + seconds * (rateVariance + seconds * density * (1 / 3 as Float))))
            covariance += seconds * (rateVariance + seconds * density / 2)
            rateVariance += seconds * density
        }
    }

    /// Speed of a target that nothing is known of: the rate's first standard deviation, units per second.
    private static var startingRateStddev: Float { 2 }

    /// What a sample's standard deviation is taken to be.
    @inline(__always)
    mutating func measurementStddev(_ stated: Float?) -> Float {
        if let stated = stated ?? options.stddev { return stated }
        guard learnedCount > 0 else { return 5 * options.stddevFloor }
        return max(rangekit_port_sqrtf(learnedVariance), options.stddevFloor)
    }

    /// Learns from how far a sample lay from what was expected. Outliers count as far as the gate, so that a few
    /// teach little.
    @inline(__always)
    mutating func learn(_ distance: Float, predictedVariance: Float) {
        let current = squared(measurementStddev(nil))
        let cap = squared(options.outlierStddevs) * (current + predictedVariance)
        let excess = max(min(squared(distance), cap) - predictedVariance, 0) / options.domain.dimensions
        learnedCount = min(learnedCount &+ 1, 50)
        let gain = 1 / Float(min(learnedCount &+ 3, 50))
        learnedVariance = learnedCount == 1 ? current : learnedVariance
        learnedVariance += gain * (excess - learnedVariance)
    }

    mutating func updateKalman(_ value: SIMD3<Float>, stddev: Float?, weight: Float) {
        let domain = options.domain
        guard hasValue else {
            startKalman(value, stddev: stddev, weight: weight)
            return
        }
        let seconds = Float(UInt64(bitPattern: nowNs &- valueNs)) * 1e-9
        kalman.predict(seconds, density: options.accelerationDensity, domain: domain)
        let step = domain.difference(from: kalman.value, to: value)
        let distance = domain.length(step)
        // Neither nothing nor infinite, whatever standard deviation and weight are stated.
        let noise = min(max(squared(measurementStddev(stddev)) / weight, 1e-30), 1e30)
        let expected = kalman.valueVariance + noise
        learn(distance, predictedVariance: kalman.valueVariance)
        guard squared(distance) <= squared(options.outlierStddevs) * expected else {
            keepOut(value, stddev: stddev, weight: weight)
            return
        }
        kalman.rejectedCount = 0
        let (gain, rateGain) = (kalman.valueVariance / expected, kalman.covariance / expected)
        kalman.value = domain.moved(kalman.value, by: gain * step)
        kalman.rate += rateGain * step
        kalman.rateVariance = variance(kalman.rateVariance - rateGain * kalman.covariance)
        let kept = noise / expected
        kalman.covariance *= kept
        kalman.valueVariance *= kept
        kalman.weight += gain * (weight - kalman.weight)
    }

    private mutating func startKalman(_ value: SIMD3<Float>, stddev: Float?, weight: Float) {
        kalman = KalmanState()
        kalman.value = value
        kalman.valueVariance = min(squared(measurementStddev(stddev)) / weight, 1e30)
        kalman.rateVariance = squared(Self.startingRateStddev)
        kalman.weight = weight
    }

    /// An outlier. So many in a row that agree with each other are the truth, and the state was not.
    private mutating func keepOut(_ value: SIMD3<Float>, stddev: Float?, weight: Float) {
        flags.insert(.outlier)
        let seconds = Float(UInt64(bitPattern: nowNs &- kalman.rejectedNs)) * 1e-9
        let tolerance =
            options.outlierStddevs * measurementStddev(stddev) * 1.4142135 + Self.startingRateStddev * seconds
        let agrees =
            kalman.rejectedCount > 0 && options.domain.distance(kalman.rejected, value) <= tolerance
        kalman.rejectedCount = agrees ? kalman.rejectedCount &+ 1 : 1
        kalman.rejected = value
        kalman.rejectedNs = nowNs
        guard kalman.rejectedCount >= options.reopenCount else { return }
        startKalman(value, stddev: stddev, weight: weight)
        flags = [.reopened]
    }

    /// A standard deviation that holds, from the variance of what is not shared.
    @inline(__always)
    mutating func withShared(_ variance: Float) -> Float {
        rangekit_port_sqrtf(variance + squared(options.sharedStddev))
    }

    @inline(__always)
    mutating func kalmanEstimate(at timeNs: Int64) -> Estimate {
        var state = kalman
        let seconds = Float(UInt64(bitPattern: timeNs &- valueNs)) * 1e-9
        if seconds > 0 {
            state.predict(seconds, density: options.accelerationDensity, domain: options.domain)
        }
        return Estimate(
            value: state.value, stddev: withShared(state.valueVariance), rate: state.rate,
            weight: state.weight, latencyNs: 0)
    }
}

/// A variance that rounding left neither below nothing nor beyond what single precision holds.
@inline(__always)
private func variance(_ value: Float) -> Float {
    value < 1e30 ? max(value, 0) : 1e30
}
