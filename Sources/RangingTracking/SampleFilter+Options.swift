public import RangingCore

extension SampleFilter {
    public struct Method: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var kalman: Method { Method(rawValue: 0) }
        @inlinable public static var hampelKalman: Method { Method(rawValue: 1) }
        @inlinable public static var hampel: Method { Method(rawValue: 2) }
        @inlinable public static var exponential: Method { Method(rawValue: 3) }
        @inlinable public static var movingAverage: Method { Method(rawValue: 4) }
        @inlinable public static var median: Method { Method(rawValue: 5) }
        @inlinable public static var trimmedMean: Method { Method(rawValue: 6) }

        var isKalman: Bool { self == .hampelKalman || self == .kalman }

        public var name: StaticString {
            switch self {
            case .hampelKalman: "hampel_kalman"
            case .kalman: "kalman"
            case .hampel: "hampel"
            case .exponential: "exponential"
            case .movingAverage: "moving_average"
            case .median: "median"
            case .trimmedMean: "trimmed_mean"
            default: "unknown"
            }
        }
    }

    public struct Options: Equatable, Sendable {
        public var method: Method = .kalman
        public var domain: FilterDomain = .linear
        /// Samples in the window, at most ``SampleFilter/capacity``.
        public var windowCount: UInt32 = 5
        public var windowNs: Int64 = 2_000_000_000
        /// A silence longer than this starts the filter anew.
        public var gapNs: Int64 = 5_000_000_000
        /// The part in the middle of the window that a trimmed mean takes: 0 is the median, 1 the mean.
        public var keepRatio: Float = 0.5
        public var timeConstantS: Float = 0.5
        /// Of a sample that states none; nil learns it from the samples.
        public var stddev: Float?
        /// What is learned is never less.
        public var stddevFloor: Float = 0.02
        /// Of the error that samples one after the other have in common and no filter removes.
        public var sharedStddev: Float = 0.1
        /// Power spectral density of the acceleration, unit^2 / s^3.
        public var accelerationDensity: Float = 0.1
        public var outlierStddevs: Float = 3
        /// So many outliers in a row that agree with each other become the new state.
        public var reopenCount: UInt32 = 5

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard keepRatio.isFinite, timeConstantS.isFinite, stddevFloor.isFinite, accelerationDensity.isFinite,
                outlierStddevs.isFinite, sharedStddev.isFinite, (stddev ?? 0).isFinite
            else {
                throw .notFinite
            }
            let limit = SampleFilter.valueLimit
            guard method.rawValue >= 0, method.rawValue <= 6, domain.rawValue >= 0, domain.rawValue <= 2,
                windowCount >= 1, windowCount <= UInt32(SampleFilter.capacity), windowNs > 0, gapNs > 0,
                keepRatio >= 0, keepRatio <= 1, timeConstantS > 0, stddevFloor > 0, stddevFloor <= limit,
                (stddev ?? 1) > 0, (stddev ?? 1) <= limit, sharedStddev >= 0, sharedStddev <= limit,
                accelerationDensity > 0, accelerationDensity <= limit,
                outlierStddevs >= 1, outlierStddevs <= 100, reopenCount >= 1, reopenCount <= 1000
            else {
                throw .outOfRange
            }
        }

        var windowKeepRatio: Float {
            switch method {
            case .movingAverage: 1
            case .median: 0
            default: keepRatio
            }
        }

        var statedStddev: Float { stddev ?? stddevFloor }
    }
}
