import CMath
public import RangingCore

/// Puts messages together again from fragments that may come late, twice, out of order, and from several peers
/// at once. It works in the memory that it is given and never allocates.
public struct Reassembler: ~Copyable {
    public struct Limits: Equatable, Sendable {
        /// Messages that can be under way at once, one a peer.
        public var slotCount: UInt32 = 4
        /// The longest message in bytes.
        public var messageCapacity: UInt32 = 512
        /// A message without a new fragment for longer is given up.
        public var timeoutNs: Int64 = 5_000_000_000

        public init() {}

        /// Throws `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard slotCount >= 1, slotCount <= 64, messageCapacity >= 1, messageCapacity <= 65535, timeoutNs >= 1,
                timeoutNs <= 3_600_000_000_000
            else { throw .outOfRange }
        }

        /// Bytes of a slot: its state, and a message with its CRC.
        var slotSize: Int {
            let size = MemoryLayout<Slot>.size &+ Int(messageCapacity) &+ Fragmenter.crcSize
            return (size &+ 7) & ~7
        }

        /// Bytes of memory that the slots take, aligned to 8.
        public var memorySize: Int { Int(slotCount) &* slotSize }
    }

    public struct Event: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var nothing: Event { Event(rawValue: 0) }
        @inlinable public static var incomplete: Event { Event(rawValue: 1) }
        @inlinable public static var complete: Event { Event(rawValue: 2) }
        @inlinable public static var duplicate: Event { Event(rawValue: 3) }
        @inlinable public static var timedOut: Event { Event(rawValue: 4) }
    }

    /// A message that was given up.
    public struct Loss: Equatable, Sendable {
        public var peer: UInt64
        public var messageID: UInt8
        public var missingCount: UInt32
    }

    /// What became of a fragment.
    public struct Report: Equatable, Sendable {
        public var event: Event
        public var peer: UInt64
        public var messageID: UInt8
        public var messageLength: UInt32 = 0
        public var missingCount: UInt32 = 0
        public var isReordered = false
        public var loss: Loss?
    }

    struct Slot: BitwiseCopyable {
        enum Use {
            static var free: UInt32 { 0 }
            static var collecting: UInt32 { 1 }
            static var complete: UInt32 { 2 }
            /// Taken, and remembered so that late duplicates are known.
            static var taken: UInt32 { 3 }
        }

        var peer: UInt64 = 0
        var lastNs: Int64 = 0
        var present = InlineArray<4, UInt64>(repeating: 0)
        var use: UInt32 = Use.free
        var received: UInt32 = 0
        /// Bytes of every fragment but the last; 0 while only the last is there.
        var fragmentSize: UInt32 = 0
        var lastSize: UInt32 = 0
        var messageID: UInt8 = 0
        var lastIndex: UInt8 = 0
        var newestIndex: UInt8 = 0
        var hasCRC: UInt8 = 0
        var messageLength: UInt32 = 0
        /// The message that the peer had taken before this one, so that its late duplicates do not end this one.
        var previousNs: Int64 = 0
        var previousID: UInt8 = 0
        var hasPrevious = false

        var missing: UInt32 { UInt32(lastIndex) &+ 1 &- received }

        func has(_ index: UInt8) -> Bool {
            present[Int(index >> 6)] >> UInt64(index & 63) & 1 != 0
        }
    }

    struct Header {
        var hasCRC: UInt8
        var messageID: UInt8
        var index: UInt8
        var lastIndex: UInt8
    }

    var limits = Limits()
    var memory: UnsafeMutableRawPointer
    var nowNs: Int64 = 0
    var hasTime = false

    /// Makes a reassembler in all-zero memory, where it lies. The options have been validated.
    public static func initialize(
        zeroed reassembler: UnsafeMutablePointer<Reassembler>, limits: Limits, memory: UnsafeMutableRawPointer
    ) {
        reassembler.pointee.limits = limits
        reassembler.pointee.memory = memory
        reassembler.pointee.clearSlots()
    }

    /// Forgets every message; the options and the time stay.
    public func forget() {
        clearSlots()
    }

    private func clearSlots() {
        for index in 0..<Int(limits.slotCount) {
            slot(index).initialize(to: Slot())
        }
    }

    /// Works in `memory`: `limits.memorySize` bytes, aligned to 8, that outlive the reassembler.
    public init(limits: Limits, memory: UnsafeMutableRawPointer) throws(Status) {
        try limits.validate()
        self.limits = limits
        self.memory = memory
        clearSlots()
    }

    func slot(_ index: Int) -> UnsafeMutablePointer<Slot> {
        (memory + index &* limits.slotSize).assumingMemoryBound(to: Slot.self)
    }

    func bytes(_ slot: UnsafeMutablePointer<Slot>) -> UnsafeMutablePointer<UInt8> {
        (UnsafeMutableRawPointer(slot) + MemoryLayout<Slot>.size).assumingMemoryBound(to: UInt8.self)
    }

    mutating func advanceTime(_ timeNs: Int64) throws(Status) {
        guard !hasTime || timeNs >= nowNs else { throw .timeBackwards }
        nowNs = timeNs
        hasTime = true
    }

    /// Times only grow, so the difference is right as an unsigned number even when it overflows a signed one.
    func isExpired(_ timeNs: Int64) -> Bool {
        UInt64(bitPattern: nowNs &- timeNs) > UInt64(bitPattern: limits.timeoutNs)
    }

    func isExpired(_ slot: UnsafeMutablePointer<Slot>) -> Bool {
        isExpired(slot.pointee.lastNs)
    }

    func loss(_ slot: UnsafeMutablePointer<Slot>) -> Loss {
        Loss(peer: slot.pointee.peer, messageID: slot.pointee.messageID, missingCount: slot.pointee.missing)
    }

    /// Gives up one message that has timed out.
    public mutating func advance(to timeNs: Int64) throws(Status) -> Report {
        try advanceTime(timeNs)
        for index in 0..<Int(limits.slotCount) {
            let slot = slot(index)
            guard slot.pointee.use == Slot.Use.collecting, isExpired(slot) else { continue }
            slot.pointee.use = Slot.Use.free
            return Report(
                event: .timedOut, peer: slot.pointee.peer, messageID: slot.pointee.messageID,
                missingCount: slot.pointee.missing)
        }
        return Report(event: .nothing, peer: 0, messageID: 0)
    }

    /// A peer's complete message, in place until `remove`. Throws `noMessage`.
    public func message(of peer: UInt64) throws(Status) -> UnsafeBufferPointer<UInt8> {
        let slot = try complete(peer)
        return UnsafeBufferPointer(start: bytes(slot), count: Int(slot.pointee.messageLength))
    }

    /// Frees the slot of a peer's complete message.
    public mutating func remove(_ peer: UInt64) throws(Status) {
        try complete(peer).pointee.use = Slot.Use.taken
    }

    private func complete(_ peer: UInt64) throws(Status) -> UnsafeMutablePointer<Slot> {
        for index in 0..<Int(limits.slotCount) {
            let slot = slot(index)
            if slot.pointee.use == Slot.Use.complete, slot.pointee.peer == peer { return slot }
        }
        throw .noMessage
    }
}
