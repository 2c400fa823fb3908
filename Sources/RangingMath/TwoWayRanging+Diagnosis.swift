import CMath
import RangingCore

/// What is wrong when single-sided ranges depend on who asks.
public struct TwoWayDiagnosis: Sendable {
    public struct Causes: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var offsetMissing: Causes { Causes(rawValue: 1 << 0) }
        @inlinable public static var offsetSign: Causes { Causes(rawValue: 1 << 1) }
        @inlinable public static var offsetWrong: Causes { Causes(rawValue: 1 << 2) }
        @inlinable public static var swapped: Causes { Causes(rawValue: 1 << 3) }
        @inlinable public static var stale: Causes { Causes(rawValue: 1 << 4) }
        @inlinable public static var implausible: Causes { Causes(rawValue: 1 << 5) }
        @inlinable public static var transmitGrid: Causes { Causes(rawValue: 1 << 6) }

        /// The identifier of a single cause; `unknown` for another bit or several at once.
        public var name: StaticString {
            switch self {
            case .offsetMissing: "offset_missing"
            case .offsetSign: "offset_sign"
            case .offsetWrong: "offset_wrong"
            case .swapped: "swapped"
            case .stale: "stale"
            case .implausible: "implausible"
            case .transmitGrid: "transmit_grid"
            default: "unknown"
            }
        }
    }

    /// One device's exchanges.
    public struct Direction: Sendable {
        public fileprivate(set) var count = 0
        public fileprivate(set) var meanM = 0.0
        fileprivate var squares = 0.0
        fileprivate var replyTicks = 0.0
        fileprivate var appliedPpm = 0.0

        /// Scatter of one range.
        public var stddevM: Double { count > 1 ? (squares / Double(count &- 1)).squareRoot() : 0 }

        fileprivate mutating func add(_ distanceM: Double, replyTicks reply: Double, appliedPpm ppm: Double) {
            count &+= 1
            let difference = distanceM - meanM
            meanM += difference / Double(count)
            squares += difference * (distanceM - meanM)
            replyTicks += (reply - replyTicks) / Double(count)
            appliedPpm += (ppm - appliedPpm) / Double(count)
        }
    }

    public fileprivate(set) var forward = Direction()
    public fileprivate(set) var backward = Direction()
    /// Free of any clock offset; nil without both directions, as are the offsets.
    public fileprivate(set) var distanceM: Double?
    public fileprivate(set) var appliedOffsetPpm = 0.0
    public fileprivate(set) var impliedOffsetPpm = 0.0
    public fileprivate(set) var impliedOffsetStddevPpm = 0.0
    public fileprivate(set) var implausibleCount = 0
    public fileprivate(set) var swappedCount = 0
    public fileprivate(set) var staleCount = 0
    /// Which of t1 to t4, as bits from 0 on, over all such rows.
    public fileprivate(set) var swappedStamps: UInt32 = 0
    public fileprivate(set) var staleStamps: UInt32 = 0
    public fileprivate(set) var causes: Causes = []

    public static var farthestM: Double { 20_000 }
    public static var offsetTolerancePpm: Double { 0.05 }

    init() {}
}

/// Ranges by where their transmit stamp lies on the 512-tick grid of delayed transmissions, in eighths.
private struct GridBins {
    private var sums: (Double, Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0, 0)
    private var counts: (Double, Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0, 0)

    mutating func add(_ distanceM: Double, transmitTicks: UInt64) {
        let bin = Int(truncatingIfNeeded: transmitTicks >> 6 & 7)
        withUnsafeMutableBytes(of: &sums) { $0.assumingMemoryBound(to: Double.self)[bin] += distanceM }
        withUnsafeMutableBytes(of: &counts) { $0.assumingMemoryBound(to: Double.self)[bin] += 1 }
    }

    /// Largest less smallest mean of the eighths; nil where one of them has fewer than four ranges.
    mutating func spreadM() -> Double? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for bin in 0..<8 {
            let count = withUnsafeBytes(of: &counts) { $0.assumingMemoryBound(to: Double.self)[bin] }
            guard count >= 4 else { return nil }
            let mean = withUnsafeBytes(of: &sums) { $0.assumingMemoryBound(to: Double.self)[bin] } / count
            (low, high) = (min(low, mean), max(high, mean))
        }
        return high - low
    }
}

extension TwoWayRanging {
    /// Looks for what spoils single-sided ranging between two devices at rest; the rules stand in `twr.h`.
    ///
    /// `forward` are exchanges that the first device began, `backward` those of the second, in order of time.
    public func diagnose(
        forward: UnsafeBufferPointer<SingleSidedExchange>, backward: UnsafeBufferPointer<SingleSidedExchange>
    ) -> TwoWayDiagnosis {
        var diagnosis = TwoWayDiagnosis()
        diagnosis.forward = examine(forward, &diagnosis)
        diagnosis.backward = examine(backward, &diagnosis)
        judgeStamps(&diagnosis)
        judgeOffset(&diagnosis)
        return diagnosis
    }

    @inline(never)
    private func examine(
        _ rows: UnsafeBufferPointer<SingleSidedExchange>, _ diagnosis: inout TwoWayDiagnosis
    ) -> TwoWayDiagnosis.Direction {
        var direction = TwoWayDiagnosis.Direction()
        var bins = GridBins()
        for index in 0..<rows.count {
            let row = rows[index]
            if isPlausible(row), let range = checkedRange(row) {
                let reply = Double(exact: (row.responseTx &- row.pollRx) & mask)
                direction.add(range.distanceM, replyTicks: reply, appliedPpm: row.clockOffsetPpm)
                bins.add(range.distanceM, transmitTicks: row.responseTx)
                continue
            }
            diagnosis.implausibleCount &+= 1
            if let swapped = swappedStamps(row) {
                diagnosis.swappedCount &+= 1
                diagnosis.swappedStamps |= swapped
            } else if let stale = staleStamp(rows, index) {
                diagnosis.staleCount &+= 1
                diagnosis.staleStamps |= stale
            }
        }
        // Half of 512 ticks, seven eighths of it between the outermost means.
        let gridM = 7.0 / 8 * 256 * metresPerTick
        if let spreadM = bins.spreadM(), spreadM > 0.75 * gridM, spreadM < 1.3 * gridM {
            let errorM = direction.stddevM * (16 / Double(direction.count)).squareRoot()
            if spreadM > 4 * errorM { diagnosis.causes.insert(.transmitGrid) }
        }
        return direction
    }

    @inline(never)
    private func checkedRange(_ row: SingleSidedExchange) -> TwoWayRange? { try? range(row) }

    /// Whether intervals, their order and the flight can be.
    @inline(never)
    private func isPlausible(_ row: SingleSidedExchange) -> Bool {
        let round = (row.responseRx &- row.pollTx) & mask
        let reply = (row.responseTx &- row.pollRx) & mask
        let longest = max(round, reply)
        guard row.pollTx | row.pollRx | row.responseTx | row.responseRx <= mask, min(round, reply) > 0,
            longest <= longestTicks, longest <= mask >> 1
        else { return false }
        let gain = Double(Int64(bitPattern: round &- reply))
        let slack = Double(exact: reply) * excessPerTick + excessTicks
        return gain >= -slack && gain <= 2 * TwoWayDiagnosis.farthestM / metresPerTick + slack
    }

    /// Which stamps must change places for the row to be plausible.
    private func swappedStamps(_ row: SingleSidedExchange) -> UInt32? {
        var other = row
        (other.pollRx, other.responseTx) = (row.responseTx, row.pollRx)
        if isPlausible(other) { return 0b0110 }
        other = row
        (other.pollTx, other.responseRx) = (row.responseRx, row.pollTx)
        if isPlausible(other) { return 0b1001 }
        other = row
        (other.pollTx, other.pollRx) = (row.pollRx, row.pollTx)
        (other.responseTx, other.responseRx) = (row.responseRx, row.responseTx)
        return isPlausible(other) ? 0b1111 : nil
    }

    /// The stamp that repeats the row before, or that the next row has right.
    private func staleStamp(_ rows: UnsafeBufferPointer<SingleSidedExchange>, _ index: Int) -> UInt32? {
        let row = rows[index]
        for stamp in 0..<4 {
            if index > 0, row[stamp: stamp] == rows[index &- 1][stamp: stamp] { return 1 << UInt32(stamp) }
            guard index &+ 1 < rows.count else { continue }
            var mended = row
            mended[stamp: stamp] = rows[index &+ 1][stamp: stamp]
            if isPlausible(mended) { return 1 << UInt32(stamp) }
        }
        return nil
    }

    private func judgeStamps(_ diagnosis: inout TwoWayDiagnosis) {
        let count = diagnosis.forward.count &+ diagnosis.backward.count &+ diagnosis.implausibleCount
        func isCommon(_ rows: Int) -> Bool { rows >= 2 && rows >= count / 20 }
        if isCommon(diagnosis.swappedCount) { diagnosis.causes.insert(.swapped) }
        if isCommon(diagnosis.staleCount) { diagnosis.causes.insert(.stale) }
        if isCommon(diagnosis.implausibleCount &- diagnosis.swappedCount &- diagnosis.staleCount) {
            diagnosis.causes.insert(.implausible)
        }
    }

    /// An error e of the offset shifts the first direction by +reply e / 2 and the second by -reply e / 2.
    private func judgeOffset(_ diagnosis: inout TwoWayDiagnosis) {
        let (forward, backward) = (diagnosis.forward, diagnosis.backward)
        let replies = forward.replyTicks + backward.replyTicks
        guard forward.count > 1, backward.count > 1, replies > 0 else { return }
        let ppmPerMetre = 2e6 / (replies * metresPerTick)
        let error = (forward.meanM - backward.meanM) * ppmPerMetre
        let applied = (forward.appliedPpm - backward.appliedPpm) / 2
        let variance =
            forward.stddevM * forward.stddevM / Double(forward.count)
            + backward.stddevM * backward.stddevM / Double(backward.count)
        let implied = applied + error
        diagnosis.distanceM = (forward.meanM * backward.replyTicks + backward.meanM * forward.replyTicks) / replies
        diagnosis.appliedOffsetPpm = applied
        diagnosis.impliedOffsetPpm = implied
        diagnosis.impliedOffsetStddevPpm = variance.squareRoot() * ppmPerMetre
        guard error.magnitude > max(4 * diagnosis.impliedOffsetStddevPpm, TwoWayDiagnosis.offsetTolerancePpm) else {
            return
        }
        let quarter = implied.magnitude / 4
        if (applied + implied).magnitude <= quarter {
            diagnosis.causes.insert(.offsetSign)
        } else if applied.magnitude <= quarter {
            diagnosis.causes.insert(.offsetMissing)
        } else {
            diagnosis.causes.insert(.offsetWrong)
        }
    }
}

extension SingleSidedExchange {
    /// t1 to t4, counted from 0.
    fileprivate subscript(stamp index: Int) -> UInt64 {
        get {
            switch index {
            case 0: pollTx
            case 1: pollRx
            case 2: responseTx
            default: responseRx
            }
        }
        set {
            switch index {
            case 0: pollTx = newValue
            case 1: pollRx = newValue
            case 2: responseTx = newValue
            default: responseRx = newValue
            }
        }
    }
}
