/// The newest poses of one observer, and where its antennas sit.
struct LocatorObserver: ~Copyable {
    static var capacity: Int { 32 }
    /// Poses nearer in time than this replace each other: half a second of them is kept, whatever their rate.
    static var spacingNs: Int64 { 15_000_000 }

    struct Entry: BitwiseCopyable {
        var timeNs: Int64
        var position: LocalVector
        var rotation: LocalRotation
        var hasRotation: Bool
        /// Nothing is interpolated between this pose and the one before it.
        var isCut: Bool
    }

    /// Oldest first.
    var entries: InlineArray<32, Entry>
    var count: Int
    var antennas: InlineArray<8, LocalVector>
    var lightLux: Float
    var hasLight: Bool
    var tracking: Int32
    /// Time of the newest pose, used or not.
    var lastTimeNs: Int64
    var hasTime: Bool

    var entry: UnsafeMutablePointer<Entry> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &entries) { elements(of: $0) } }
    }

    var newest: Entry? {
        mutating get { count == 0 ? nil : entry[count &- 1] }
    }

    mutating func append(_ new: Entry) {
        let all = entry
        // Another pose at the same time is that of another antenna: it is the one that counts from now on.
        if count > 0, all[count &- 1].timeNs == new.timeNs {
            all[count &- 1] = new
            return
        }
        // The one before is kept apart from its neighbour by the spacing, or gives way.
        if count >= 2, !all[count &- 1].isCut, !new.isCut,
            new.timeNs &- all[count &- 2].timeNs < Self.spacingNs
        {
            all[count &- 1] = new
            return
        }
        if count == Self.capacity {
            for index in 1..<count {
                all[index &- 1] = all[index]
            }
            count &-= 1
        }
        all[count] = new
        count &+= 1
    }

    enum Place {
        case at(Entry)
        /// The next pose may tell.
        case later
        case never
    }

    /// The pose at a time, between its neighbours.
    mutating func pose(at timeNs: Int64, gapNs: Int64) -> Place {
        guard count > 0 else { return .later }
        let all = entry
        if timeNs > all[count &- 1].timeNs { return .later }
        if timeNs == all[count &- 1].timeNs { return .at(all[count &- 1]) }
        var index = count &- 1
        while index > 0, all[index &- 1].timeNs >= timeNs {
            index &-= 1
        }
        if all[index].timeNs == timeNs { return .at(all[index]) }
        guard index > 0 else { return .never }
        let (before, after) = (all[index &- 1], all[index])
        let (span, passed) = (after.timeNs &- before.timeNs, timeNs &- before.timeNs)
        guard span > 0, span <= gapNs else { return .never }
        // Across a jump the new pose holds: the old one is of another world.
        if after.isCut { return .at(after) }
        let share = Float(passed) / Float(span)
        var between = after
        between.timeNs = timeNs
        between.position = before.position + (after.position - before.position) * share
        between.rotation = before.rotation.interpolated(to: after.rotation, at: share)
        return .at(between)
    }
}
