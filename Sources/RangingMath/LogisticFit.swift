import CMath
public import RangingCore

/// What came of a fit.
public struct LineOfSightFitReport: Equatable, Sendable {
    /// Weighted mean logarithmic loss, without the penalty.
    public var meanLoss = 0.0
    public var openCount = 0
    public var blockedCount = 0
    public var iterations: UInt32 = 0
    public var features: LineOfSightFeature = []
    /// Features that never change.
    public var constant: LineOfSightFeature = []
    public var isSeparable = false

    public init() {}
}

/// Fits a line-of-sight model: penalised logistic regression by Newton's method, on standardised features, rows read
/// from where they lie.
///
/// Minimises sum of w_i log(1 + exp(-y_i z_i)) + l / 2 |b|^2 over the weights b of standardised features and an
/// unpenalised intercept, with w_i = n / (2 n_class): the form of scikit-learn's LogisticRegression with
/// class_weight "balanced" and C = 1 / l.
public struct LineOfSightFit: Sendable {
    public struct Options: Sendable {
        /// Features to use; empty: all that every row has and that vary.
        public var features: LineOfSightFeature = []
        public var penalty = 1.0
        public var tolerance = 1e-9
        public var maximumIterations: UInt32 = 50
        public var isBalanced = true

        public init() {}
    }

    private let options: Options

    public init(options: Options = Options()) throws(Status) {
        guard options.penalty.isFinite, options.tolerance.isFinite else { throw .notFinite }
        guard options.penalty >= 0, options.penalty <= 1e9, options.tolerance >= 1e-15, options.tolerance <= 1,
            (1...1000).contains(options.maximumIterations), options.features.isSubset(of: .all)
        else { throw .outOfRange }
        self.options = options
    }

    /// The intercept stands behind the eight weights.
    private static var size: Int { 9 }

    /// Fits to `count` rows of `stride` bytes: eight doubles, then a mask of those that are there and a status, 32 bits
    /// each; rows whose status is not 0 are left out. Labels: 1 blocked, 0 open.
    public func fit(
        _ rows: UnsafeRawPointer, stride: Int, labels: UnsafePointer<UInt8>, count: Int,
        report: inout LineOfSightFitReport
    ) throws(Status) -> LineOfSightModel {
        var data = Rows(base: rows, stride: stride, labels: labels, count: count)
        try data.survey(options, &report)
        let model = try newton(data, &report)
        return data.unstandardised(model, features: report.features)
    }

    /// Newton's method with halved steps. Returns the weights of standardised features, and the intercept.
    @_optimize(size) @inline(never)
    private func newton(_ data: Rows, _ report: inout LineOfSightFitReport) throws(Status) -> Solution {
        var best = Solution(), step = Solution(), trial = Solution()
        var bestObjective = Double.infinity
        var scale = 1.0
        var found: Solution?
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.size &* (Self.size &+ 1)) { memory in
            guard let system = memory.baseAddress else { return }
            for iteration in 1...options.maximumIterations {
                report.iterations = iteration
                let pass = data.accumulate(trial, options, into: system)
                let objective = pass.loss + options.penalty / 2 * (trial.weights * trial.weights).sum()
                // A step that made things worse was too long; rounding near the end does not count.
                if objective > bestObjective + 1e-9 * bestObjective.magnitude {
                    scale /= 2
                    trial = best.moved(step, by: scale)
                    continue
                }
                (best, bestObjective, scale) = (trial, objective, 1)
                report.meanLoss = pass.loss / pass.weight
                report.isSeparable = pass.smallestMargin > 0
                if report.isSeparable, options.penalty == 0 { return }
                step = solve(system)
                if step.largest <= options.tolerance * (1 + best.largest) {
                    found = best.moved(step, by: 1)
                    return
                }
                trial = best.moved(step, by: 1)
            }
        }
        if report.isSeparable, options.penalty == 0 { throw .fitSeparable }
        guard let found else { throw .fitNotConverged }
        return found
    }

    /// Solves H x = -g by Cholesky's method. A direction without curvature (features that depend on each other, and
    /// no penalty) is left alone.
    @_optimize(size) @inline(never)
    private func solve(_ system: UnsafeMutablePointer<Double>) -> Solution {
        let n = Self.size
        let g = system + n &* n
        for j in 0..<n {
            let whole = system[j &* n &+ j]
            var pivot = whole
            for k in 0..<j { pivot -= system[j &* n &+ k] * system[j &* n &+ k] }
            let root = pivot > 1e-12 * whole && whole > 0 ? rangekit_port_sqrt(pivot) : 0
            system[j &* n &+ j] = root
            for i in (j &+ 1)..<max(n, j &+ 1) {
                var sum = system[i &* n &+ j]
                for k in 0..<j { sum -= system[i &* n &+ k] * system[j &* n &+ k] }
                system[i &* n &+ j] = root > 0 ? sum / root : 0
            }
        }
        for i in 0..<n {
            var sum = -g[i]
            for k in 0..<i { sum -= system[i &* n &+ k] * g[k] }
            let root = system[i &* n &+ i]
            g[i] = root > 0 ? sum / root : 0
        }
        for i in (0..<n).reversed() {
            var sum = g[i]
            for k in (i &+ 1)..<max(n, i &+ 1) { sum -= system[k &* n &+ i] * g[k] }
            let root = system[i &* n &+ i]
            g[i] = root > 0 ? sum / root : 0
        }
        var step = Solution()
        for i in 0..<8 { step.weights[i] = g[i] }
        step.intercept = g[8]
        return step
    }
}

/// Weights of standardised features and the intercept.
private struct Solution {
    var weights: SIMD8<Double> = .zero
    var intercept = 0.0

    var largest: Double { max(max(weights.max(), -weights.min()), intercept.magnitude) }

    func moved(_ step: Solution, by scale: Double) -> Solution {
        Solution(weights: weights + step.weights * scale, intercept: intercept + step.intercept * scale)
    }
}

/// The caller's rows, and what standardises them.
private struct Rows {
    let base: UnsafeRawPointer
    let stride: Int
    let labels: UnsafePointer<UInt8>
    let count: Int
    /// Of the features; 0 and 0 for those that are not used, so that they vanish.
    var means: SIMD8<Double> = .zero
    var inverseDeviations: SIMD8<Double> = .zero
    var openWeight = 1.0
    var blockedWeight = 1.0

    init(base: UnsafeRawPointer, stride: Int, labels: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.stride = stride
        self.labels = labels
        self.count = count
    }

    private func isUsed(_ index: Int) -> Bool {
        base.load(fromByteOffset: index &* stride &+ 68, as: Int32.self) == 0
    }

    @inline(__always)
    private func row(_ index: Int) -> UnsafePointer<Double> {
        (base + index &* stride).assumingMemoryBound(to: Double.self)
    }

    /// First look: which features there are and vary, means and deviations, how many rows of each class.
    @_optimize(size) @inline(never)
    mutating func survey(_ options: LineOfSightFit.Options, _ report: inout LineOfSightFitReport) throws(Status) {
        var present: UInt32 = 255
        for index in 0..<count {
            guard labels[index] <= 1 else { throw .outOfRange }
            guard isUsed(index) else { continue }
            present &= base.load(fromByteOffset: index &* stride &+ 64, as: UInt32.self)
            if labels[index] == 1 { report.blockedCount &+= 1 } else { report.openCount &+= 1 }
        }
        guard report.blockedCount > 0, report.openCount > 0 else { throw .fitOneClass }
        let total = Double(report.blockedCount) + Double(report.openCount)
        report.features = options.features.isEmpty ? LineOfSightFeature(rawValue: present) : options.features
        guard report.features.rawValue & ~present == 0, !report.features.isEmpty else { throw .missingValue }
        for feature in 0..<8 where report.features.rawValue >> UInt32(feature) & 1 == 1 {
            let (mean, deviation) = try moments(feature, total)
            if deviation <= 1e-12 * max(mean.magnitude, 1e-12) {
                report.constant.insert(LineOfSightFeature(rawValue: 1 << UInt32(feature)))
            } else {
                means[feature] = mean
                inverseDeviations[feature] = 1 / deviation
            }
        }
        let varying = report.features.subtracting(report.constant)
        guard options.features.isEmpty ? !varying.isEmpty : report.constant.isEmpty else { throw .fitConstant }
        report.features = varying
        if options.isBalanced {
            openWeight = total / (2 * Double(report.openCount))
            blockedWeight = total / (2 * Double(report.blockedCount))
        }
    }

    /// Mean and standard deviation of one feature.
    @inline(never)
    private func moments(_ feature: Int, _ total: Double) throws(Status) -> (mean: Double, deviation: Double) {
        var (sum, squares) = (0.0, 0.0)
        for index in 0..<count where isUsed(index) {
            let value = row(index)[feature]
            guard value.isFinite else { throw .notFinite }
            guard value.magnitude <= 1e12 else { throw .outOfRange }
            sum += value
        }
        let mean = sum / total
        for index in 0..<count where isUsed(index) {
            let deviation = row(index)[feature] - mean
            squares += deviation * deviation
        }
        return (mean, rangekit_port_sqrt(squares / total))
    }

    struct Pass {
        var loss = 0.0
        var weight = 0.0
        /// Of y z: above 0 when every row is on its side.
        var smallestMargin = Double.infinity
    }

    /// Loss, gradient and second derivatives (lower triangle, penalty included) at a solution.
    @_optimize(size) @inline(never)
    func accumulate(
        _ solution: Solution, _ options: LineOfSightFit.Options, into system: UnsafeMutablePointer<Double>
    ) -> Pass {
        let n = 9
        let g = system + n &* n
        for index in 0..<(n &* n &+ n) { system[index] = 0 }
        var pass = Pass()
        // A row's standardised features with a 1 for the intercept, their means and deviations, and the weights.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 &* n) { memory in
            guard let x = memory.baseAddress else { return }
            let (mean, inverse, weights) = (x + n, x + 2 &* n, x + 3 &* n)
            for i in 0..<8 {
                mean[i] = means[i]
                inverse[i] = inverseDeviations[i]
                weights[i] = solution.weights[i]
            }
            x[8] = 1
            for index in 0..<count where isUsed(index) {
                let raw = row(index)
                var z = solution.intercept
                for i in 0..<8 {
                    // Unused features may hold anything.
                    x[i] = inverse[i] == 0 ? 0 : (raw[i] - mean[i]) * inverse[i]
                    z += x[i] * weights[i]
                }
                add(x, z, labels[index] == 1, to: system, &pass)
            }
        }
        for i in 0..<8 {
            g[i] += options.penalty * solution.weights[i]
            system[i &* n &+ i] += options.penalty
        }
        return pass
    }

    /// One row's part of loss, gradient and second derivatives.
    @inline(never)
    private func add(
        _ x: UnsafePointer<Double>, _ z: Double, _ isBlocked: Bool, to system: UnsafeMutablePointer<Double>,
        _ pass: inout Pass
    ) {
        let n = 9
        let g = system + n &* n
        let weight = isBlocked ? blockedWeight : openWeight
        let margin = isBlocked ? z : -z
        pass.smallestMargin = min(pass.smallestMargin, margin)
        // log(1 + exp(-m)), without overflow.
        let tail = rangekit_port_exp(-margin.magnitude)
        pass.loss += weight * (max(-margin, 0) + rangekit_port_log(1 + tail))
        pass.weight += weight
        let p = probability(z)
        let slope = weight * (isBlocked ? p - 1 : p)
        let curvature = weight * p * (1 - p)
        for i in 0..<n {
            g[i] += slope * x[i]
            let scaled = curvature * x[i]
            for j in 0...i { system[i &* n &+ j] += scaled * x[j] }
        }
    }

    /// The model in the features' own units.
    func unstandardised(_ solution: Solution, features: LineOfSightFeature) -> LineOfSightModel {
        let weights = solution.weights * inverseDeviations
        return LineOfSightModel(
            features: features, intercept: solution.intercept - (weights * means).sum(), weights: weights)
    }
}
