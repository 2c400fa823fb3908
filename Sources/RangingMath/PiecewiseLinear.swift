import RangingCore

/// A function given by points, linear between them: pairs of doubles, the first of each strictly ascending.
///
/// The points stay where the caller has them.
struct PiecewiseLinear {
    struct Value {
        var value: Double
        /// At a point that of the segment below it; 0 where clamped.
        var slope: Double
        var clamped: Bool
    }

    private let pairs: UnsafePointer<Double>
    private let count: Int

    /// Throws `table` unless there are `minimumCount` points or more, in order and within 1e18.
    init(_ pairs: UnsafePointer<Double>?, count: Int, minimumCount: Int) throws(Status) {
        guard let pairs, count >= minimumCount, count > 0 else { throw .table }
        var previous = -Double.infinity
        for index in 0..<count {
            let (argument, value) = (pairs[2 &* index], pairs[2 &* index &+ 1])
            guard argument > previous, argument.magnitude <= 1e18, value.magnitude <= 1e18 else { throw .table }
            previous = argument
        }
        self.pairs = pairs
        self.count = count
    }

    var first: Double { pairs[0] }
    var last: Double { pairs[2 &* count &- 2] }

    /// The value at a finite argument; beyond the ends that of the end.
    @inline(never)
    func value(at argument: Double) -> Value {
        if argument < first || count == 1 {
            return Value(value: pairs[1], slope: 0, clamped: argument != first)
        }
        if argument > last {
            return Value(value: pairs[2 &* count &- 1], slope: 0, clamped: true)
        }
        // The last point at or above the argument.
        var (low, high) = (0, count &- 1)
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if pairs[2 &* middle] < argument { low = middle } else { high = middle }
        }
        let (x0, y0, x1, y1) = (pairs[2 &* low], pairs[2 &* low &+ 1], pairs[2 &* high], pairs[2 &* high &+ 1])
        // Points themselves come out exactly; two that all but coincide give a steep slope, not an infinite one.
        let share = (argument - x0) / (x1 - x0)
        let slope = min(max((y1 - y0) / (x1 - x0), -1e30), 1e30)
        let value = y0 * (1 - share) + y1 * share
        return Value(value: value, slope: slope, clamped: false)
    }
}
