import CMath
import RangingCore

/// How a residual counts.
public struct RobustLoss: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var squares: RobustLoss { RobustLoss(rawValue: 0) }
    @inlinable public static var huber: RobustLoss { RobustLoss(rawValue: 1) }
    @inlinable public static var cauchy: RobustLoss { RobustLoss(rawValue: 2) }
}

/// A loss and where it bends, in units of the residuals' scale. psi is the derivative of the loss.
struct LossShape {
    var loss: RobustLoss
    var width: Double

    /// 95 % efficient for Gaussian noise (P. Huber, "Robust Statistics").
    static func standardWidth(_ loss: RobustLoss) -> Double { loss == .cauchy ? 2.385 : 1.345 }

    /// psi(u) / u
    func weight(_ u: Double) -> Double {
        switch loss {
        case .huber: u.magnitude <= width ? 1 : width / u.magnitude
        case .cauchy: 1 / (1 + (u / width) * (u / width))
        default: 1
        }
    }

    /// The derivative of psi.
    func slope(_ u: Double) -> Double {
        switch loss {
        case .huber: return u.magnitude <= width ? 1 : 0
        case .cauchy:
            let square = (u / width) * (u / width)
            return (1 - square) / ((1 + square) * (1 + square))
        default: return 1
        }
    }
}

/// Of numbers in memory, in place.
enum Median {
    /// The element of rank `rank`; the order of the others is lost.
    @inline(never)
    static func select(_ values: UnsafeMutablePointer<Double>, _ count: Int, rank: Int) -> Double {
        var (low, high) = (0, count &- 1)
        var random: UInt32 = 0x9E37_79B9
        while low < high {
            // A pivot that no order of the input can foresee cheaply; equal values leave the game at once.
            random = random &* 1_664_525 &+ 1_013_904_223
            let pivot = values[low &+ Int(truncatingIfNeeded: UInt64(random) % UInt64(high &- low &+ 1))]
            var (below, index, above) = (low, low, high)
            while index <= above {
                let value = values[index]
                if value < pivot {
                    (values[index], values[below]) = (values[below], value)
                    below &+= 1
                    index &+= 1
                } else if value > pivot {
                    (values[index], values[above]) = (values[above], value)
                    above &-= 1
                } else {
                    index &+= 1
                }
            }
            if rank < below {
                high = below &- 1
            } else if rank > above {
                low = above &+ 1
            } else {
                return pivot
            }
        }
        return values[low]
    }

    /// The median: the mean of the two in the middle where the count is even. `count` is above 0.
    static func value(_ values: UnsafeMutablePointer<Double>, _ count: Int) -> Double {
        let upper = select(values, count, rank: count / 2)
        guard count.isMultiple(of: 2) else { return upper }
        return (upper + select(values, count, rank: count / 2 &- 1)) / 2
    }

    /// Robust standard deviation about zero: 1.4826 times the median of the absolute values.
    @inline(never)
    static func scale(
        _ values: UnsafePointer<Double>, _ count: Int, about centre: Double,
        scratch: UnsafeMutablePointer<Double>
    ) -> Double {
        for index in 0..<count { scratch[index] = (values[index] - centre).magnitude }
        return 1.4826022185 * value(scratch, count)
    }
}

/// One equation: coefficientA x[a] + coefficientB x[b] = value, with standard deviation 1 / weight.
struct FitRow: BitwiseCopyable {
    var value, weight, coefficientA, coefficientB: Double
    var a, b: Int32
}

/// Robust linear least squares for rows of two unknowns, in the caller's memory.
///
/// Iteratively reweighted normal equations. Directions that the rows leave open are given by the caller as
/// vectors of disjoint support; the solution is the one of minimum norm, since they are added to the matrix.
struct RobustFit {
    /// Both may be made smaller before `solve`.
    var unknownCount: Int
    var rowCount: Int
    let rows: UnsafeMutablePointer<FitRow>
    let residuals: UnsafeMutablePointer<Double>
    let scratch: UnsafeMutablePointer<Double>
    let matrix: UnsafeMutablePointer<Double>
    let solution: UnsafeMutablePointer<Double>
    let variances: UnsafeMutablePointer<Double>
    let right: UnsafeMutablePointer<Double>
    /// An open direction's component for each unknown, 0 where it has none; and which direction it belongs to.
    let open: UnsafeMutablePointer<Double>
    let group: UnsafeMutablePointer<Int32>
    /// Two numbers an unknown for the caller.
    let spare: UnsafeMutablePointer<Int32>

    /// What the fit leaves of the weighted residuals, robustly; set by `solve`.
    private(set) var scale = 0.0
    private(set) var hasVariances = false

    static var unknownsMax: Int { 512 }
    /// A scale of exactly zero, where more than half of the rows fit exactly, would divide by zero.
    static var smallestScale: Double { 1e-12 }
    static var iterationsMax: Int { 60 }

    /// Bytes of memory for a fit; nil where there is no such memory. Links use rows and scratch alone.
    static func size(unknowns: Int, rows: Int) -> Int? {
        guard unknowns >= 0, rows >= 0, unknowns < Int.max / 128, rows < Int.max / 128 else { return nil }
        let square = unknowns <= unknownsMax ? unknowns &* unknowns &* 8 : 0
        let (bytes, overflow) = (rows &* 56).addingReportingOverflow(unknowns &* 56 &+ 64 &+ square)
        return overflow ? nil : bytes
    }

    init(_ memory: UnsafeMutableRawPointer, unknowns: Int, rows count: Int) {
        unknownCount = unknowns
        rowCount = count
        var next = memory
        func take(_ bytes: Int) -> UnsafeMutableRawPointer {
            defer { next += bytes }
            return next
        }
        func numbers(_ count: Int) -> UnsafeMutablePointer<Double> {
            take(count &* 8).assumingMemoryBound(to: Double.self)
        }
        rows = take(count &* 40).assumingMemoryBound(to: FitRow.self)
        residuals = numbers(count)
        scratch = numbers(count)
        matrix = numbers(unknowns &* unknowns)
        solution = numbers(unknowns)
        variances = numbers(unknowns)
        right = numbers(unknowns)
        open = numbers(unknowns)
        group = take(unknowns &* 8).assumingMemoryBound(to: Int32.self)
        spare = take(unknowns &* 16).assumingMemoryBound(to: Int32.self)
        for index in 0..<unknowns {
            open[index] = 0
            group[index] = 0
        }
    }

    /// Solves; `rank` is how many unknowns the rows determine. False if they determine fewer.
    @inline(never)
    mutating func solve(_ shape: LossShape, rank: Int) -> Bool {
        for index in 0..<unknownCount { solution[index] = 0 }
        var huber = LossShape(loss: .squares, width: 1)
        for iteration in 0..<Self.iterationsMax {
            guard fill(weighted: iteration > 0, huber), factor() else { return false }
            let change = substitute()
            measure(rank: rank, fixed: iteration > 20)
            if shape.loss == .squares { break }
            // The Huber loss has one minimum; the Cauchy loss starts from there.
            let isSettled = change < 1e-10
            if iteration == 0 {
                huber = shape.loss == .cauchy ? LossShape(loss: .huber, width: 1.345) : shape
            } else if huber.loss != shape.loss, isSettled || iteration == 20 {
                huber = shape
            } else if isSettled {
                break
            }
        }
        return estimateVariances(shape, rank: rank)
    }

    /// Residuals of the present solution, and their scale.
    @inline(never)
    private mutating func measure(rank: Int, fixed: Bool) {
        for index in 0..<rowCount {
            let row = rows[index]
            let fitted = row.coefficientA * solution[Int(row.a)] + row.coefficientB * solution[Int(row.b)]
            residuals[index] = (row.value - fitted) * row.weight
        }
        guard !fixed || scale == 0 else { return }
        let freedom = Double(rowCount) / Double(max(rowCount &- rank, 1))
        let median = Median.scale(residuals, rowCount, about: 0, scratch: scratch)
        scale = max(median * freedom.squareRoot(), Self.smallestScale)
    }

    /// The normal equations; the scale of the open directions follows that of the matrix.
    @inline(never)
    private func fill(weighted: Bool, _ shape: LossShape) -> Bool {
        let count = unknownCount
        for index in 0..<count &* count { matrix[index] = 0 }
        for index in 0..<count { right[index] = 0 }
        var trace = 0.0
        for index in 0..<rowCount {
            let row = rows[index]
            var weight = row.weight * row.weight
            if weighted { weight *= shape.weight(residuals[index] / scale) }
            let (a, b) = (Int(row.a), Int(row.b))
            matrix[a &* count &+ a] += weight * row.coefficientA * row.coefficientA
            matrix[b &* count &+ b] += weight * row.coefficientB * row.coefficientB
            let (low, high) = (min(a, b), max(a, b))
            matrix[high &* count &+ low] += weight * row.coefficientA * row.coefficientB
            right[a] += weight * row.coefficientA * row.value
            right[b] += weight * row.coefficientB * row.value
            trace += weight
        }
        guard trace > 0, trace.isFinite else { return false }
        let openWeight = openWeight(trace)
        for high in 0..<count where open[high] != 0 {
            for low in 0...high where group[low] == group[high] {
                matrix[high &* count &+ low] += openWeight * open[high] * open[low]
            }
        }
        return true
    }

    private func openWeight(_ trace: Double) -> Double { trace / Double(unknownCount) }

    /// Cholesky's decomposition of the lower triangle, in place. False where a pivot vanishes.
    @inline(never)
    private func factor() -> Bool {
        let count = unknownCount
        for column in 0..<count {
            let diagonal = matrix[column &* count &+ column]
            var pivot = diagonal
            for k in 0..<column {
                let value = matrix[column &* count &+ k]
                pivot -= value * value
            }
            guard pivot > diagonal * 1e-12, pivot > 0 else { return false }
            let root = pivot.squareRoot()
            matrix[column &* count &+ column] = root
            for line in column &+ 1..<max(count, column &+ 1) {
                var sum = matrix[line &* count &+ column]
                for k in 0..<column { sum -= matrix[line &* count &+ k] * matrix[column &* count &+ k] }
                matrix[line &* count &+ column] = sum / root
            }
        }
        return true
    }

    /// Solves for the right side; gives the largest change, by the largest of the solution.
    private func substitute() -> Double {
        let count = unknownCount
        for line in 0..<count {
            var sum = right[line]
            for k in 0..<line { sum -= matrix[line &* count &+ k] * right[k] }
            right[line] = sum / matrix[line &* count &+ line]
        }
        var (change, largest) = (0.0, 1e-9)
        for back in 0..<count {
            let line = count &- 1 &- back
            var sum = right[line]
            for k in line &+ 1..<max(count, line &+ 1) { sum -= matrix[k &* count &+ line] * right[k] }
            right[line] = sum / matrix[line &* count &+ line]
            change = max(change, (right[line] - solution[line]).magnitude)
            largest = max(largest, right[line].magnitude)
            solution[line] = right[line]
        }
        return change / largest
    }

    /// Huber's variance of an M-estimator: scale^2 [sum psi^2 / (n - p)] / [mean psi']^2 times the inverse of the
    /// unweighted matrix, from which the open directions are taken again.
    private mutating func estimateVariances(_ shape: LossShape, rank: Int) -> Bool {
        hasVariances = rowCount > rank
        guard hasVariances else { return true }
        var (squares, slopes) = (0.0, 0.0)
        for index in 0..<rowCount {
            let u = residuals[index] / scale
            let psi = u * shape.weight(u)
            squares += psi * psi
            slopes += shape.slope(u)
        }
        let slope = max(slopes / Double(rowCount), 0.1)
        let factorOfInverse = scale * scale * squares / Double(rowCount &- rank) / (slope * slope)
        guard fill(weighted: false, shape), factor() else { return false }
        var trace = 0.0
        for index in 0..<rowCount { trace += rows[index].weight * rows[index].weight }
        let count = unknownCount
        for index in 0..<count {
            // The inverse's diagonal: squares of column `index` of the inverse factor.
            var sum = 0.0
            for line in index..<count {
                var value = line == index ? 1.0 : 0.0
                for k in index..<max(line, index) { value -= matrix[line &* count &+ k] * right[k] }
                value /= matrix[line &* count &+ line]
                right[line] = value
                sum += value * value
            }
            sum -= open[index] * open[index] / openWeight(trace)
            variances[index] = max(sum, 0) * factorOfInverse
        }
        return true
    }
}
