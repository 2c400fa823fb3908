import CMath
public import RangingCore

/// Gathers what the two sides of one connection report of their Channel Sounding procedures, pairs them by procedure
/// counter, and gives each out as tones and round-trip times.
///
/// Two procedures may be in flight. A third makes the oldest come out with what there is of it. Nothing is
/// allocated; all-zero memory is a valid state once `options` is set.
public struct ChannelSoundingCollector: ~Copyable {
    public struct Options: BitwiseCopyable, Sendable {
        public var role: ChannelSounding.Role
        /// Whether the local side's phase correction terms carry the round trip (inline transfer).
        public var isInline: Bool
        /// How long a procedure may take from its first bytes until both sides have ended.
        public var timeoutNs: Int64
        /// Only events of this connection; nil: of any.
        public var connectionHandle: UInt16?
        public var keepsExtensionTones: Bool
        /// What the other side's Ranging Service leaves in each mode, a bit a field.
        public var filters: InlineArray<4, UInt16>

        public init(role: ChannelSounding.Role = .initiator, isInline: Bool = false) {
            self.role = role
            self.isInline = isInline
            timeoutNs = 2_000_000_000
            connectionHandle = nil
            keepsExtensionTones = false
            filters = .init(repeating: ChannelSounding.Layout.wholeFilter)
        }

        /// Throws `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard role.rawValue >= 0, role.rawValue <= 1, timeoutNs > 0, timeoutNs <= 3_600_000_000_000,
                connectionHandle ?? 0 <= 0xFFF
            else {
                throw .outOfRange
            }
        }
    }

    static var slotCount: Int { 3 }
    static var bodyCapacity: Int { 3072 }
    static var counterMask: UInt16 { 0xFFF }

    /// One side of a procedure.
    struct Side: BitwiseCopyable {
        var count: Int32
        var subevent: Int32
        var isStarted: Bool
        var isEnded: Bool
        var hasLost: Bool
        /// A Ranging Service body: no channels and lengths in it.
        var isStripped: Bool
        var bytes: InlineArray<3072, UInt8>
    }

    struct Slot: BitwiseCopyable {
        var startNs: Int64
        var endNs: Int64
        /// When it was begun, in order; 0: free.
        var order: UInt32
        var causes: UInt32
        var counter: UInt16
        var connectionHandle: UInt16
        var configuration: UInt8
        var pathCount: UInt8
        var isReady: Bool
        var hasLocalCounter: Bool
        var local: Side
        var remote: Side
    }

    struct Delivered: BitwiseCopyable {
        var timeNs: Int64
        var counter: UInt16
        var isValid: Bool
    }

    var options: Options
    var slots: InlineArray<3, Slot>
    var delivered: InlineArray<4, Delivered>
    var deliveredIndex: Int32
    var order: UInt32
    /// Procedures that nobody took in time, since the last one given out.
    var droppedCount: UInt32
    var nowNs: Int64
    var hasTime: Bool
    /// The counter of the next segment, and of the procedure that segments are of; -1: none.
    var nextSegment: Int32
    var segmentCounter: Int32
    /// The procedures that continue events are of; -1: none.
    var localCounter: Int32
    var remoteCounter: Int32

    /// An empty collector: about 19 KB. Throws `outOfRange` for bad options.
    public init(options: Options) throws(Status) {
        try options.validate()
        self.init(checked: options)
    }

    /// A collector with the default options.
    public init() {
        self.init(checked: Options())
    }

    private init(checked options: Options) {
        self.options = options
        let side = Side(
            count: 0, subevent: 0, isStarted: false, isEnded: false, hasLost: false, isStripped: false,
            bytes: .init(repeating: 0))
        slots = .init(
            repeating: Slot(
                startNs: 0, endNs: 0, order: 0, causes: 0, counter: 0, connectionHandle: 0, configuration: 0,
                pathCount: 0, isReady: false, hasLocalCounter: false, local: side, remote: side))
        delivered = .init(repeating: Delivered(timeNs: 0, counter: 0, isValid: false))
        deliveredIndex = 0
        order = 0
        droppedCount = 0
        nowNs = 0
        hasTime = false
        nextSegment = 0
        segmentCounter = -1
        localCounter = -1
        remoteCounter = -1
    }

    /// Makes a collector in all-zero memory, where it lies.
    public static func initialize(zeroed memory: UnsafeMutablePointer<ChannelSoundingCollector>, options: Options) {
        memory.pointee.options = options
        memory.pointee.reset()
    }

    /// Forgets all data and the time; the options stay.
    public mutating func reset() {
        for index in 0..<Self.slotCount { slot(index).pointee.order = 0 }
        for index in 0..<4 { delivered[index].isValid = false }
        hasTime = false
        droppedCount = 0
        segmentCounter = -1
        localCounter = -1
        remoteCounter = -1
    }

    // Elements are reached by pointer: an index would copy them.
    @inline(__always)
    mutating func slot(_ index: Int) -> UnsafeMutablePointer<Slot> {
        withUnsafeMutablePointer(to: &slots) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: Slot.self) + index
        }
    }

    /// Time has come to `timeNs`: procedures that waited too long are given out as they are.
    public mutating func advance(timeNs: Int64) throws(Status) {
        if hasTime, timeNs < nowNs { throw .timeBackwards }
        nowNs = timeNs
        hasTime = true
        for index in 0..<Self.slotCount {
            let slot = slot(index)
            if slot.pointee.order != 0, !slot.pointee.isReady, age(slot.pointee.startNs) > UInt64(options.timeoutNs) {
                slot.pointee.isReady = true
                slot.pointee.causes |= ChannelSounding.Causes.timedOut.rawValue
            }
        }
    }

    /// Times only grow, so the difference is right as an unsigned number even when it overflows a signed one.
    private func age(_ timeNs: Int64) -> UInt64 { UInt64(bitPattern: nowNs &- timeNs) }

    /// Takes an event of the local controller, or of the other side's when a log has both.
    public mutating func receive(
        event bytes: UnsafeBufferPointer<UInt8>, isLocal: Bool, timeNs: Int64
    ) throws(Diagnostic) {
        var steps = 0..<0
        let event = try ChannelSounding.Event(decoding: bytes, steps: &steps)
        if isLocal, let handle = options.connectionHandle, handle != event.connectionHandle {
            throw Diagnostic(
                .csOtherConnection, field: .csConnectionHandle, expected: UInt64(handle),
                found: UInt64(event.connectionHandle))
        }
        try pass(to: timeNs)
        var counter = event.procedureCounter
        if event.isContinuation {
            guard let known = UInt16(exactly: isLocal ? localCounter : remoteCounter) else {
                throw Diagnostic(.csContinuation, field: .csEvent)
            }
            counter = known
        }
        let slot = try open(counter, bits: 0xFFFF, isNew: !event.isContinuation)
        let side = isLocal ? Self.local(slot) : Self.remote(slot)
        guard !side.pointee.isEnded else { throw Diagnostic(.csStale, field: .csEvent, found: UInt64(counter)) }
        var body = ChannelSounding.Body(
            bytes: Self.bytes(side), capacity: Self.bodyCapacity, count: Int(side.pointee.count),
            subevent: side.pointee.count == 0 ? -1 : Int(side.pointee.subevent))
        do throws(Diagnostic) {
            try body.append(event, UnsafeBufferPointer(rebasing: bytes[steps]), isStripped: false)
        } catch {
            side.pointee.hasLost = true
            throw error
        }
        side.pointee.count = Int32(body.count)
        side.pointee.subevent = Int32(body.subevent)
        side.pointee.isStarted = true
        if isLocal {
            slot.pointee.connectionHandle = event.connectionHandle
            localCounter = Int32(counter)
        } else {
            remoteCounter = Int32(counter)
        }
        slot.pointee.configuration = event.configuration
        if event.antennaPathCount > 0 { slot.pointee.pathCount = event.antennaPathCount }
        slot.pointee.endNs = timeNs
        side.pointee.isEnded = event.procedureDone != ChannelSounding.Event.donePartly
        finish(slot)
    }

    /// Takes one Ranging Service notification. A repeated segment is ignored; after a lost one, the segments from
    /// there on are awaited, as `retrieveLostSegments` brings them.
    public mutating func receive(segment bytes: UnsafeBufferPointer<UInt8>, timeNs: Int64) throws(Diagnostic) {
        guard let start = bytes.baseAddress, bytes.count >= 2 else {
            throw Diagnostic(
                .truncated, field: .csSegment, byteOffset: bytes.count, expected: 2, found: UInt64(bytes.count))
        }
        let head = start[0]
        let number = Int32(head >> 2)
        try pass(to: timeNs)
        if head & 1 != 0 {
            guard bytes.count >= 1 &+ ChannelSounding.Body.headerSize else {
                throw Diagnostic(
                    .truncated, field: .csRangingHeader, byteOffset: bytes.count, expected: 5,
                    found: UInt64(bytes.count))
            }
            // Format 1 has phases where the steps have I and Q.
            guard start[4] >> 6 == 0 else {
                throw Diagnostic(
                    .invalidValue, field: .csRangingHeader, byteOffset: 4, expected: 0, found: UInt64(start[4] >> 6))
            }
            let ranging = ChannelSounding.word(start + 1)
            let slot = try open(ranging & Self.counterMask, bits: Self.counterMask, isNew: true)
            let side = Self.remote(slot)
            guard !side.pointee.isEnded else {
                throw Diagnostic(.csStale, field: .csSegment, found: UInt64(ranging & Self.counterMask))
            }
            // The data may be sent anew from the start.
            side.pointee.count = 0
            side.pointee.isStarted = true
            side.pointee.isStripped = true
            side.pointee.hasLost = false
            slot.pointee.configuration = UInt8(ranging >> 12)
            if slot.pointee.pathCount == 0 {
                slot.pointee.pathCount = UInt8((start[4] & 0xF).nonzeroBitCount)
            }
            segmentCounter = Int32(ranging & Self.counterMask)
            nextSegment = number
        }
        guard segmentCounter >= 0, let slot = find(UInt16(segmentCounter), bits: Self.counterMask) else {
            throw Diagnostic(.csSegmentLost, field: .csSegment, expected: 0, found: UInt64(number))
        }
        let side = Self.remote(slot)
        guard !side.pointee.isEnded else { throw Diagnostic(.csStale, field: .csSegment, found: UInt64(number)) }
        slot.pointee.endNs = timeNs
        guard number == nextSegment else {
            if (number &+ 1) & 0x3F == nextSegment { return }
            side.pointee.hasLost = true
            throw Diagnostic(
                .csSegmentLost, field: .csSegment, byteOffset: 0, expected: UInt64(nextSegment), found: UInt64(number))
        }
        let size = bytes.count &- 1
        guard Self.bodyCapacity &- Int(side.pointee.count) >= size else {
            side.pointee.hasLost = true
            segmentCounter = -1
            throw Diagnostic(
                .tooLarge, field: .csSegment, expected: UInt64(Self.bodyCapacity),
                found: UInt64(Int(side.pointee.count) &+ size))
        }
        rangekit_port_copy(Self.bytes(side) + Int(side.pointee.count), start + 1, size)
        side.pointee.count &+= Int32(size)
        nextSegment = (number &+ 1) & 0x3F
        if head & 2 != 0 {
            side.pointee.hasLost = false
            side.pointee.isEnded = true
            segmentCounter = -1
            finish(slot)
        }
    }

    private mutating func pass(to timeNs: Int64) throws(Diagnostic) {
        do throws(Status) {
            try advance(timeNs: timeNs)
        } catch {
            throw Diagnostic(error)
        }
    }

    private func finish(_ slot: UnsafeMutablePointer<Slot>) {
        let isWhole = slot.pointee.local.isEnded && (options.isInline || slot.pointee.remote.isEnded)
        if isWhole { slot.pointee.isReady = true }
    }

    /// The procedure that data with this counter are of; the Ranging Service knows 12 bits of it.
    private mutating func find(_ counter: UInt16, bits: UInt16) -> UnsafeMutablePointer<Slot>? {
        for index in 0..<Self.slotCount {
            let slot = slot(index)
            // A counter that only the Ranging Service has named so far has 12 bits.
            let known = slot.pointee.hasLocalCounter ? bits : Self.counterMask
            if slot.pointee.order != 0, (slot.pointee.counter ^ counter) & known == 0 { return slot }
        }
        return nil
    }

    private mutating func open(
        _ counter: UInt16, bits: UInt16, isNew: Bool
    ) throws(Diagnostic) -> UnsafeMutablePointer<Slot> {
        if let slot = find(counter, bits: bits) {
            guard !slot.pointee.isReady else {
                throw Diagnostic(.csStale, field: .csEvent, found: UInt64(counter))
            }
            if bits != Self.counterMask {
                slot.pointee.counter = counter
                slot.pointee.hasLocalCounter = true
            }
            return slot
        }
        for index in 0..<4 where delivered[index].isValid {
            if (delivered[index].counter ^ counter) & Self.counterMask == 0,
                age(delivered[index].timeNs) <= UInt64(options.timeoutNs)
            {
                throw Diagnostic(.csStale, field: .csEvent, found: UInt64(counter))
            }
        }
        guard isNew else { throw Diagnostic(.csContinuation, field: .csEvent) }
        let slot = vacate()
        Self.clear(slot)
        order = order &+ 1 == 0 ? 1 : order &+ 1
        slot.pointee.order = order
        slot.pointee.counter = counter
        slot.pointee.hasLocalCounter = bits != Self.counterMask
        slot.pointee.startNs = nowNs
        slot.pointee.endNs = nowNs
        return slot
    }

    /// A free place, or that of the oldest procedure that nobody took.
    private mutating func vacate() -> UnsafeMutablePointer<Slot> {
        if let oldest = oldest(isReady: false, among: Self.slotCount &- 1) {
            oldest.pointee.isReady = true
            oldest.pointee.causes |= ChannelSounding.Causes.superseded.rawValue
        }
        for index in 0..<Self.slotCount where slot(index).pointee.order == 0 { return slot(index) }
        droppedCount &+= 1
        return oldest(isReady: true, among: 1) ?? slot(0)
    }

    /// The oldest procedure in a state, if at least `count` are in it.
    mutating func oldest(isReady: Bool, among count: Int) -> UnsafeMutablePointer<Slot>? {
        var found: UnsafeMutablePointer<Slot>?
        var matches = 0
        for index in 0..<Self.slotCount {
            let slot = slot(index)
            guard slot.pointee.order != 0, slot.pointee.isReady == isReady else { continue }
            matches &+= 1
            if order &- slot.pointee.order > order &- (found?.pointee.order ?? order) || found == nil { found = slot }
        }
        return matches >= count ? found : nil
    }

    private static func clear(_ slot: UnsafeMutablePointer<Slot>) {
        let head = MemoryLayout<Int32>.stride &* 3
        let offset = UnsafeMutableRawPointer(local(slot)) - UnsafeMutableRawPointer(slot)
        UnsafeMutableRawPointer(slot).initializeMemory(as: UInt8.self, repeating: 0, count: offset)
        UnsafeMutableRawPointer(local(slot)).initializeMemory(as: UInt8.self, repeating: 0, count: head)
        UnsafeMutableRawPointer(remote(slot)).initializeMemory(as: UInt8.self, repeating: 0, count: head)
    }

    static func local(_ slot: UnsafeMutablePointer<Slot>) -> UnsafeMutablePointer<Side> {
        withUnsafeMutablePointer(to: &slot.pointee.local) { $0 }
    }

    static func remote(_ slot: UnsafeMutablePointer<Slot>) -> UnsafeMutablePointer<Side> {
        withUnsafeMutablePointer(to: &slot.pointee.remote) { $0 }
    }

    static func bytes(_ side: UnsafeMutablePointer<Side>) -> UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &side.pointee.bytes) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }
}
