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

    /// Throws `table` unless there are `minimumCount` points or more, all finite and in order.
    init(_ pairs: UnsafePointer<Double>?, count: Int, minimumCount: Int) throws(Status) {
        guard let pairs, count >= minimumCount, count > 0 else { throw .table }
        var previous = -Double.infinity
        for index in 0..<count {
            let (argument, value) = (pairs[2 &* index], pairs[2 &* index &+ 1])
            guard argument > previous, argument < .infinity, value.isFinite else { throw .table }
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
        let slope = (y1 - y0) / (x1 - x0)
        // From the nearer end, so that points themselves come out exactly.
        let fromLow = argument - x0 <= x1 - argument
        let value = fromLow ? y0 + slope * (argument - x0) : y1 - slope * (x1 - argument)
        return Value(value: value, slope: slope, clamped: false)
    }
}
