import CMath
public import RangingCore

/// A distance from a level alone: log-normal, and wide.
public struct PathLossDistance: Equatable, Sendable {
    /// The median.
    public var distanceM: Double
    public var meanM: Double
    /// About the mean.
    public var distanceStddevM: Double
    public var lower95M: Double
    public var upper95M: Double
}

/// The log-distance model: P(d) = P(1 m) - 10 n log10(d) + shadowing.
public struct PathLoss: Sendable {
    public struct Options: Sendable {
        /// Level at 1 m: free space at 6.5 GHz from -14.3 dBm, the most that regulation allows in 500 MHz.
        public var referencePowerDbm = -63.0
        public var exponent = 2.0
        public var shadowingStddevDb = 6.0

        public init() {}
    }

    private let referencePowerDbm: Double
    /// Nepers of distance per dB of level: ln(10) / (10 n).
    private let distancePerDb: Double
    private let logStddev: Double

    public init(options: Options = Options()) throws(Status) {
        guard options.referencePowerDbm.isFinite, options.exponent.isFinite, options.shadowingStddevDb.isFinite else {
            throw .notFinite
        }
        guard options.referencePowerDbm >= -200, options.referencePowerDbm <= 100, options.exponent >= 0.1,
            options.exponent <= 10, options.shadowingStddevDb >= 0, options.shadowingStddevDb <= 100
        else { throw .outOfRange }
        referencePowerDbm = options.referencePowerDbm
        distancePerDb = 2.302_585_092_994_046 / (10 * options.exponent)
        logStddev = options.shadowingStddevDb * distancePerDb
    }

    /// Throws `notFinite` for such a level, `outOfRange` where the distribution leaves what a double holds.
    @inline(never)
    public func distance(powerDbm: Double) throws(Status) -> PathLossDistance {
        guard powerDbm.isFinite else { throw .notFinite }
        let center = (referencePowerDbm - powerDbm) * distancePerDb
        let variance = logStddev * logStddev
        // The largest exponent that is needed below, and the smallest.
        guard variance < 700, center + variance + 2 * logStddev < 700, center - 2 * logStddev > -700 else {
            throw .outOfRange
        }
        let (median, half) = (rangekit_port_exp(center), 1.959_963_984_540_054 * logStddev)
        let mean = rangekit_port_exp(center + variance / 2)
        return PathLossDistance(
            distanceM: median, meanM: mean,
            distanceStddevM: mean * rangekit_port_sqrt(max(rangekit_port_exp(variance) - 1, 0)),
            lower95M: rangekit_port_exp(center - half), upper95M: rangekit_port_exp(center + half))
    }
}
