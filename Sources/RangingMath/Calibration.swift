import CMath
public import RangingCore

/// Learns from ranges at known distances: antenna delays, biases of links, bias against receive level.
///
/// Everything happens in the caller's memory: arrays in, arrays out, and a workspace of `workspaceSize` bytes.
/// The rules stand in `calibration.h`.
public struct Calibrator: Sendable {
    public struct Options: Equatable, Sendable {
        public var loss = RobustLoss.huber
        /// Where the loss bends, in robust standard deviations; nil: 95 % efficient for Gaussian noise.
        public var lossWidth: Double?
        public var metresPerTick = PhysicalConstants.uwbTickS * PhysicalConstants.speedOfLightMps
        /// Rows that a link, or a stretch between two knots, needs.
        public var minimumCount: UInt32 = 10
        /// Knots of a level table at most.
        public var knotCount: UInt32 = 8
        /// Whether bias must not rise with the level.
        public var falling = false

        public init() {}
    }

    /// What a fit came to.
    public struct Summary: Equatable, Sendable {
        public var unknownCount = 0
        /// How many combinations of unknowns the rows determine.
        public var rank = 0
        public var componentCount = 0
        public var rowCount = 0
        /// Rows beyond three robust standard deviations.
        public var outlierCount = 0
        public var rmseBeforeM = 0.0
        public var rmseAfterM = 0.0
        /// Robust standard deviation of what the fit leaves.
        public var scaleM = 0.0

        public init() {}

        /// Residuals before and after, in metres; `after` is overwritten with what follows.
        mutating func judge(
            before: Double, after: UnsafePointer<Double>, _ count: Int, scratch: UnsafeMutablePointer<Double>
        ) {
            rowCount = count
            guard count > 0 else { return }
            var squares = 0.0
            for index in 0..<count { squares += after[index] * after[index] }
            rmseBeforeM = (before / Double(count)).squareRoot()
            rmseAfterM = (squares / Double(count)).squareRoot()
            scaleM = Median.scale(after, count, about: 0, scratch: scratch)
            let limit = 3 * max(scaleM, RobustFit.smallestScale)
            for index in 0..<count where after[index].magnitude > limit { outlierCount &+= 1 }
        }
    }

    /// Distances beyond this are refused.
    public static var distanceLimitM: Double { 1e9 }
    public static var levelLimitDbm: Float { 1000 }
    /// Knots of a level table are at least this far apart.
    public static var knotDistanceDb: Double { 0.5 }
    public static var unknownsMax: Int { RobustFit.unknownsMax }

    let options: Options
    let shape: LossShape

    /// Throws `notFinite` or `outOfRange` for options outside their stated ranges.
    public init(options: Options = Options()) throws(Status) {
        guard (0...2).contains(options.loss.rawValue), (1...1_000_000).contains(options.minimumCount),
            (2...64).contains(options.knotCount)
        else { throw .outOfRange }
        if let width = options.lossWidth { try RangingMath.check(width, within: 0.1...100) }
        try RangingMath.check(options.metresPerTick, within: 1e-9...1e6)
        self.options = options
        shape = LossShape(
            loss: options.loss, width: options.lossWidth ?? LossShape.standardWidth(options.loss))
    }

    /// Bytes of workspace, aligned to 8; nil where no memory is that large.
    public static func workspaceSize(unknowns: Int, rows: Int) -> Int? {
        RobustFit.size(unknowns: unknowns, rows: rows)
    }

    func workspace(
        _ memory: UnsafeMutableRawBufferPointer, unknowns: Int, rows: Int
    ) throws(Status) -> UnsafeMutableRawPointer {
        guard let size = RobustFit.size(unknowns: unknowns, rows: rows) else { throw .outOfRange }
        guard let base = memory.baseAddress, memory.count >= size else { throw .bufferTooSmall }
        return base
    }

    static func check(measuredM: Double, trueM: Double) throws(Status) {
        try RangingMath.check(measuredM, within: -distanceLimitM...distanceLimitM)
        try RangingMath.check(trueM, within: -distanceLimitM...distanceLimitM)
    }
}

extension Calibrator {
    /// Fits one delay for each device. Names of `devices` stay; throws before anything is written.
    @inline(never)
    public func fitDelays(
        _ pairs: UnsafeBufferPointer<CalibrationPair>, devices: UnsafeMutableBufferPointer<CalibrationDevice>,
        workspace memory: UnsafeMutableRawBufferPointer
    ) throws(Status) -> Summary {
        guard devices.count <= Self.unknownsMax else { throw .outOfRange }
        guard !pairs.isEmpty else { throw .tooFewSamples }
        let base = try workspace(memory, unknowns: devices.count, rows: pairs.count)
        var fit = RobustFit(base, unknowns: devices.count, rows: pairs.count)
        var summary = Summary()
        var before = 0.0
        for index in 0..<pairs.count {
            let pair = pairs[index]
            try Self.check(measuredM: pair.measuredM, trueM: pair.trueM)
            try RangingMath.check(pair.stddevM, within: 0...Self.distanceLimitM)
            guard pair.deviceA < devices.count, pair.deviceB < devices.count, pair.deviceA != pair.deviceB else {
                throw .outOfRange
            }
            guard pair.stddevM > 0 || pairs[0].stddevM == 0, pair.stddevM == 0 || pairs[0].stddevM > 0 else {
                throw .missingValue
            }
            let error = pair.measuredM - pair.trueM
            before += error * error
            // Unknowns are metres of delay; half of each device's is in the range.
            fit.rows[index] = FitRow(
                value: error, weight: pair.stddevM > 0 ? 1 / max(pair.stddevM, 1e-9) : 1, coefficientA: 0.5,
                coefficientB: 0.5, a: Int32(truncatingIfNeeded: pair.deviceA),
                b: Int32(truncatingIfNeeded: pair.deviceB))
        }
        findComponents(&fit, &summary)
        guard fit.solve(shape, rank: summary.rank) else { throw .outOfRange }
        write(fit, to: devices)
        for index in 0..<pairs.count {
            let weight = fit.rows[index].weight
            fit.residuals[index] /= weight
            devices[Int(pairs[index].deviceA)].count &+= 1
            devices[Int(pairs[index].deviceB)].count &+= 1
        }
        summary.judge(before: before, after: fit.residuals, pairs.count, scratch: fit.scratch)
        return summary
    }

    private func write(_ fit: RobustFit, to devices: UnsafeMutableBufferPointer<CalibrationDevice>) {
        for index in 0..<devices.count {
            var device = CalibrationDevice()
            device.name = devices[index].name
            device.delayTicks = fit.solution[index] / options.metresPerTick
            device.component = UInt32(truncatingIfNeeded: fit.group[index])
            if fit.open[index] != 0 { device.fields.insert(.onlySums) }
            if fit.hasVariances {
                device.delayStddevTicks = fit.variances[index].squareRoot() / options.metresPerTick
                device.fields.insert(.stddev)
            }
            devices[index] = device
        }
    }

    /// Components of the graph of ranges, and for each without an odd cycle the direction that ranges leave open:
    /// +1 on one side, -1 on the other.
    ///
    /// Sets of devices with a parity to their root (union by the smaller index): an edge inside a set that
    /// connects equal parities closes an odd cycle.
    private func findComponents(_ fit: inout RobustFit, _ summary: inout Summary) {
        let count = fit.unknownCount
        let parent = fit.spare
        let isOdd = fit.spare + 2 &* count
        let parity = fit.group
        for index in 0..<count {
            parent[index] = Int32(truncatingIfNeeded: index)
            parity[index] = 0
            isOdd[index] = 0
        }
        func root(_ device: Int32) -> (root: Int32, parity: Int32) {
            var (at, sum) = (device, Int32(0))
            while parent[Int(at)] != at {
                sum ^= parity[Int(at)]
                at = parent[Int(at)]
            }
            return (at, sum)
        }
        for index in 0..<fit.rowCount {
            let (a, b) = (root(fit.rows[index].a), root(fit.rows[index].b))
            if a.root == b.root {
                if a.parity == b.parity { isOdd[Int(a.root)] = 1 }
                continue
            }
            let (keep, give) = (min(a.root, b.root), max(a.root, b.root))
            parent[Int(give)] = keep
            parity[Int(give)] = a.parity ^ b.parity ^ 1
            isOdd[Int(keep)] |= isOdd[Int(give)]
        }
        summary.unknownCount = count
        summary.rank = count
        // Roots come before their members, so a component's number is known by the time it is needed.
        for index in 0..<count {
            let (root, sign) = root(Int32(truncatingIfNeeded: index))
            fit.open[index] = isOdd[Int(root)] != 0 ? 0 : (sign == 0 ? 1 : -1)
        }
        let number = fit.spare + 3 &* count
        for index in 0..<count {
            let found = root(Int32(truncatingIfNeeded: index)).root
            if Int(found) == index {
                number[index] = Int32(truncatingIfNeeded: summary.componentCount)
                summary.componentCount &+= 1
                if isOdd[index] == 0 { summary.rank &-= 1 }
            } else {
                number[index] = number[Int(found)]
            }
        }
        for index in 0..<count { fit.group[index] = number[index] }
        normaliseOpen(fit)
    }

    /// Open directions of length 1.
    private func normaliseOpen(_ fit: RobustFit) {
        for index in 0..<fit.unknownCount { fit.right[index] = 0 }
        for index in 0..<fit.unknownCount where fit.open[index] != 0 { fit.right[Int(fit.group[index])] += 1 }
        for index in 0..<fit.unknownCount where fit.open[index] != 0 {
            fit.open[index] /= fit.right[Int(fit.group[index])].squareRoot()
        }
    }
}
