public import RangingCore

/// A range between two anchors. The layout is that of the C contract.
public struct SurveyRange: Equatable, Sendable {
    public var rangeM: Double
    public var stddevM: Float
    public var anchorA, anchorB: UInt32
    public var reserved: UInt32 = 0

    @inlinable
    public init(_ rangeM: Double, stddevM: Float, between anchorA: UInt32, and anchorB: UInt32) {
        self.rangeM = rangeM
        self.stddevM = stddevM
        self.anchorA = anchorA
        self.anchorB = anchorB
    }
}

/// An anchor of a survey. The layout is that of the C contract.
public struct SurveyedAnchor: Equatable, Sendable {
    public var place: Place
    public var covarianceM2 = SymmetricMatrix3()
    /// 1: the place is given and stays; 0: it is sought.
    public var known: UInt32
    /// Usable ranges of this anchor.
    public var rangeCount: UInt32 = 0

    @inlinable
    public init(known place: Place? = nil) {
        self.place = place ?? Place()
        known = place == nil ? 0 : 1
    }
}

/// Where anchors are, from the ranges among themselves.
///
/// The start is classical multidimensional scaling (Torgerson 1952), missing pairs by shortest paths; then
/// Levenberg-Marquardt with a Huber loss. What distances cannot say (where the room is, how it is turned) is
/// fixed by known anchors, or by the first three.
public struct Survey: Sendable {
    public struct Options: Sendable {
        public var dimensions: UInt32 = 3
        /// Huber's, in standard deviations.
        public var lossScale = 1.345
        /// Degrees of freedom that the stated deviations are worth against the residuals.
        public var statedWeight = 4.0
        /// What is farther off is left out, in standard deviations; 0: nothing is.
        public var gateStddevs = 6.0
        public var iterationsMax: UInt32 = 100

        public init() {}
    }

    public struct Result: Equatable, Sendable {
        /// The mirror image fits as well.
        public var isMirrored = false
        public var rmsM = 0.0
        public var noiseScale = 0.0
        public var usedCount: UInt32 = 0
        public var iterations: UInt32 = 0
    }

    public static var anchorsMax: Int { 128 }

    let options: Options

    /// Throws `notFinite` or `outOfRange` for options outside their stated ranges.
    public init(options: Options = Options()) throws(Status) {
        guard (2...3).contains(options.dimensions) else { throw .outOfRange }
        guard (1...1000).contains(options.iterationsMax) else { throw .outOfRange }
        try Positioning.check(options.lossScale, within: 1e-3...1e6)
        try Positioning.check(options.statedWeight, within: 0...1e9)
        try Positioning.check(options.gateStddevs, within: 0...1e6)
        self.options = options
    }

    /// Doubles of working memory; 0 for too many anchors.
    public static func memoryCount(anchors: Int) -> Int {
        guard anchors > 0, anchors <= anchorsMax else { return 0 }
        return 9 &* anchors &* anchors &+ 21 &* anchors
    }

    /// Finds the anchors. `memory` holds `memoryCount` doubles; `results` has a row for each range. On failure the
    /// anchors are as they were.
    public func solve(
        _ ranges: UnsafePointer<SurveyRange>, count: Int, anchors: UnsafeMutablePointer<SurveyedAnchor>,
        anchorCount: Int, memory: UnsafeMutablePointer<Double>, results: UnsafeMutablePointer<MeasurementResult>
    ) throws(Status) -> Result {
        var problem = SurveyProblem(
            ranges: ranges, count: count, anchors: anchors, anchorCount: anchorCount, memory: memory,
            results: results, options: options)
        return try problem.solve()
    }
}

#if !hasFeature(Embedded)
    extension Survey {
        /// Finds the anchors, with each range's result.
        public func solve(
            _ ranges: [SurveyRange], anchors: [SurveyedAnchor]
        ) throws(Status) -> (anchors: [SurveyedAnchor], results: [MeasurementResult], result: Result) {
            let needed = Self.memoryCount(anchors: anchors.count)
            guard needed > 0 else { throw .outOfRange }
            guard !ranges.isEmpty else { throw .tooFewMeasurements }
            var found = anchors
            var results = [MeasurementResult](repeating: MeasurementResult(), count: ranges.count)
            var memory = [Double](repeating: 0, count: needed)
            var outcome = Result()
            var status = Status.ok
            ranges.withUnsafeBufferPointer { ranges in
                found.withUnsafeMutableBufferPointer { anchors in
                    results.withUnsafeMutableBufferPointer { results in
                        memory.withUnsafeMutableBufferPointer { memory in
                            guard let range = ranges.baseAddress, let anchor = anchors.baseAddress,
                                let result = results.baseAddress, let memory = memory.baseAddress
                            else { return }
                            do throws(Status) {
                                outcome = try solve(
                                    range, count: ranges.count, anchors: anchor, anchorCount: anchors.count,
                                    memory: memory, results: result)
                            } catch {
                                status = error
                            }
                        }
                    }
                }
            }
            guard status == .ok else { throw status }
            return (found, results, outcome)
        }
    }
#endif
