import CMath

extension TwoWayRanging {
    /// Exchanges that `rangeBlock` takes at once.
    public static var blockSize: Int { 32 }

    /// Ranges `blockSize` double-sided exchanges, bit for bit as `range` does; false, with nothing of use
    /// written, where one of them needs `range` itself: to be refused, or because its products are not exact
    /// in a double. Intervals below 2^32 ticks (67 ms of UWB) that differ by less than 2^20 have products below
    /// 2^52.
    ///
    /// `stamps` are six 64-bit numbers an exchange; a row of `rows` takes 16 bytes: the distance as a double,
    /// its standard deviation as a float, and 0. There is no branch inside, so that the processor works on two
    /// exchanges at a time: alarms are gathered as bits and looked at once.
    @inline(never)
    public func rangeBlock(_ stamps: UnsafeRawPointer, into rows: UnsafeMutableRawPointer) -> Bool {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 &* Self.blockSize) { ticks in
            guard let intervals = ticks.baseAddress, self.intervals(stamps, into: intervals) else { return false }
            return self.ranges(intervals, into: rows.assumingMemoryBound(to: UInt64.self))
        }
    }

    /// Four intervals an exchange: reply B, round A, reply A, round B, each plus 2^52, whose fraction they are.
    @inline(__always)
    private func intervals(_ stamps: UnsafeRawPointer, into intervals: UnsafeMutablePointer<Double>) -> Bool {
        let mask = self.mask
        var stampBits: UInt64 = 0
        var intervalBits: UInt64 = 0
        let stamps = stamps.assumingMemoryBound(to: UInt64.self)
        for index in 0..<Self.blockSize {
            let (pollTx, pollRx) = (stamps[6 &* index], stamps[6 &* index &+ 1])
            let (responseTx, responseRx) = (stamps[6 &* index &+ 2], stamps[6 &* index &+ 3])
            let (finalTx, finalRx) = (stamps[6 &* index &+ 4], stamps[6 &* index &+ 5])
            let replyB = (responseTx &- pollRx) & mask
            let roundA = (responseRx &- pollTx) & mask
            let replyA = (finalTx &- responseRx) & mask
            let roundB = (finalRx &- responseTx) & mask
            stampBits |= pollTx | pollRx | responseTx | responseRx | finalTx | finalRx
            intervalBits |= replyB | roundA | replyA | roundB
            intervals[4 &* index] = Double(bitPattern: replyB | 0x4330_0000_0000_0000)
            intervals[4 &* index &+ 1] = Double(bitPattern: roundA | 0x4330_0000_0000_0000)
            intervals[4 &* index &+ 2] = Double(bitPattern: replyA | 0x4330_0000_0000_0000)
            intervals[4 &* index &+ 3] = Double(bitPattern: roundB | 0x4330_0000_0000_0000)
        }
        return stampBits <= mask && intervalBits <= min(longestTicks, 0xFFFF_FFFF)
    }

    @inline(__always)
    private func ranges(_ intervals: UnsafeMutablePointer<Double>, into rows: UnsafeMutablePointer<UInt64>) -> Bool {
        // A reply longer than this has a round longer than zero once the tolerance holds.
        let shortestReplyTicks = 2 * excessTicks + 1
        let (excessPerTick, excessTicks) = (self.excessPerTick, self.excessTicks)
        let ending = doubleSidedEnding
        var alarms: UInt64 = 0
        for index in 0..<Self.blockSize {
            let db = intervals[4 &* index] - 0x1p52
            let ra = intervals[4 &* index &+ 1] - 0x1p52
            let da = intervals[4 &* index &+ 2] - 0x1p52
            let rb = intervals[4 &* index &+ 3] - 0x1p52
            let xa = ra - db
            let xb = rb - da
            // Each is negative where an exchange needs a closer look: a reply beyond its round, one so short
            // that the round may be zero, a difference that makes products inexact.
            alarms |= (xa + (db * excessPerTick + excessTicks)).bitPattern
            alarms |= (xb + (da * excessPerTick + excessTicks)).bitPattern
            alarms |= (db - shortestReplyTicks).bitPattern | (da - shortestReplyTicks).bitPattern
            alarms |= (0x1p40 - xa * xa).bitPattern | (0x1p40 - xb * xb).bitPattern

            let range = ending.range(
                products: xa * rb + xb * db, gainDifference: xa - xb, pairA: ra + db, pairB: rb + da)
            rows[2 &* index] = range.distanceM.bitPattern
            rows[2 &* index &+ 1] = UInt64(range.distanceStddevM.bitPattern)
        }
        return alarms >> 63 == 0
    }
}
