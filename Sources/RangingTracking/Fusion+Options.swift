public import RangingCore

extension Fusion {
    /// What is assumed of one technology.
    public struct Assumption: Equatable, BitwiseCopyable, Sendable {
        public var technology: Technology
        /// Of a sample that states none.
        public var stddevM: Float
        /// What of the distance is added to it, in quadrature.
        public var stddevRatio: Float
        /// Of its bias before anything is known.
        public var biasStddevM: Float
        /// How far the bias wanders in one second, one sigma.
        public var biasDriftM: Float
        /// Beyond this it gives nothing.
        public var reachM: Float

        public init(
            _ technology: Technology, stddevM: Float, stddevRatio: Float, biasStddevM: Float, biasDriftM: Float,
            reachM: Float
        ) {
            self.technology = technology
            self.stddevM = stddevM
            self.stddevRatio = stddevRatio
            self.biasStddevM = biasStddevM
            self.biasDriftM = biasDriftM
            self.reachM = reachM
        }

        @inline(never)
        func validate() throws(Status) {
            guard stddevM.isFinite, stddevRatio.isFinite, biasStddevM.isFinite, biasDriftM.isFinite, reachM.isFinite
            else {
                throw .notFinite
            }
            guard stddevM > 0, stddevM <= Fusion.limit, stddevRatio >= 0, stddevRatio <= 100, biasStddevM >= 0,
                biasStddevM <= Fusion.limit, biasDriftM >= 0, biasDriftM <= Fusion.limit, reachM > 0,
                technology.rawValue >= 0, technology.rawValue < 32
            else {
                throw .outOfRange
            }
        }
    }

    public struct Options: Sendable {
        public internal(set) var technologyCount: UInt32 = 0
        /// Silent for longer: no longer primary.
        public var breakNs: Int64 = 2_000_000_000
        /// Samples that agree before a technology becomes primary.
        public var makeCount: UInt32 = 3
        /// Outliers in a row of one technology before its bias is learned anew.
        public var reopenCount: UInt32 = 8
        public var outlierStddevs: Float = 3.5
        /// Power spectral density of the acceleration, m^2 / s^3.
        public var accelerationDensity: Float = 0.5
        /// Of a velocity hint.
        public var velocityStddevMps: Float = 0.2
        /// The part of a reach that is its end.
        public var reachMargin: Float = 0.25
        var technologies = InlineArray<6, Assumption>(
            repeating: Assumption(
                .unknown, stddevM: 1, stddevRatio: 0, biasStddevM: 0, biasDriftM: 0, reachM: 1))

        /// No technology yet: at least one must be appended.
        public init() {}

        /// Throws `tooLarge` when there are ``Fusion/technologyCapacity`` already.
        @inline(never)
        public mutating func append(_ assumption: Assumption) throws(Status) {
            guard Int(technologyCount) < Fusion.technologyCapacity else { throw .tooLarge }
            technologies[Int(technologyCount)] = assumption
            technologyCount &+= 1
        }

        /// An assumption below `technologyCount`.
        @inline(never)
        public func assumption(_ index: Int) -> Assumption {
            technologies[index]
        }

        /// Throws `notFinite`, `outOfRange`, or `duplicateKey` for a technology that occurs twice.
        @inline(never)
        public func validate() throws(Status) {
            guard outlierStddevs.isFinite, accelerationDensity.isFinite, velocityStddevMps.isFinite,
                reachMargin.isFinite
            else {
                throw .notFinite
            }
            guard technologyCount >= 1, technologyCount <= UInt32(Fusion.technologyCapacity), breakNs > 0,
                makeCount >= 1, makeCount <= 100, reopenCount >= 1, reopenCount <= 1000, outlierStddevs >= 1,
                outlierStddevs <= 100, accelerationDensity > 0, accelerationDensity <= Fusion.limit,
                velocityStddevMps > 0, velocityStddevMps <= Fusion.limit, reachMargin >= 0, reachMargin <= 1
            else {
                throw .outOfRange
            }
            var seen: UInt32 = 0
            for index in 0..<Int(technologyCount) {
                try technologies[index].validate()
                guard seen & bit(index) == 0 else { throw .duplicateKey }
                seen |= bit(index)
            }
        }

        func bit(_ index: Int) -> UInt32 {
            1 << UInt32(truncatingIfNeeded: technologies[index].technology.rawValue)
        }

        /// What such radios do in public measurements; the table stands in `fusion.h`.
        public static var standard: Options {
            var options = Options()
            options.technologies[0] = Assumption(
                .uwb, stddevM: 0.1, stddevRatio: 0, biasStddevM: 0.18, biasDriftM: 0.01, reachM: 60)
            options.technologies[1] = Assumption(
                .channelSounding, stddevM: 0.5, stddevRatio: 0.05, biasStddevM: 0.5, biasDriftM: 0.02, reachM: 100)
            options.technologies[2] = Assumption(
                .wifiRTT, stddevM: 1, stddevRatio: 0.05, biasStddevM: 1.5, biasDriftM: 0.05, reachM: 100)
            options.technologies[3] = Assumption(
                .rssi, stddevM: 1, stddevRatio: 0.5, biasStddevM: 1, biasDriftM: 0.1, reachM: 50)
            options.technologies[4] = Assumption(
                .optical, stddevM: 0.05, stddevRatio: 0.02, biasStddevM: 0.05, biasDriftM: 0.01, reachM: 10)
            options.technologyCount = 5
            return options
        }
    }
}
