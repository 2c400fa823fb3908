public import RangingCore

/// What crosses sessions: limits, and which session a peer's samples belong to. See `device.h`.
///
/// Complexity: finding a session is O(1) on average, attaching and detaching too. Nothing is allocated.
public struct Device: ~Copyable {
    /// Each is described in `device.h`.
    public struct Options: BitwiseCopyable, Sendable {
        public var sessionCapacity: UInt32 = 16
        public var sessionLimit: UInt32 = 16
        public var extendedLimit: UInt32 = 1

        public init() {}

        /// Throws `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard (1...65536).contains(sessionCapacity), sessionLimit <= sessionCapacity, extendedLimit <= sessionLimit
            else { throw .outOfRange }
        }

        /// Places of the table: a power of two, at least a quarter of them free.
        var placeCount: Int {
            var count = 4
            while count &* 3 < Int(sessionCapacity) &* 4 { count &*= 2 }
            return count
        }
    }

    struct Place {
        var identity: UInt64
        var session: UnsafeMutablePointer<Session>?
    }

    let options: Options
    let places: UnsafeMutablePointer<Place>
    /// The places' count minus one.
    let mask: UInt64
    var first: UnsafeMutablePointer<Session>?
    public private(set) var attached: UInt32
    public private(set) var active: Int32
    public private(set) var activeExtended: Int32
    public private(set) var samplesUnknownPeer: UInt64

    /// Bytes of memory beside the device itself, aligned to 8.
    public static func memorySize(_ options: Options) -> Int {
        options.placeCount &* MemoryLayout<Place>.stride
    }

    /// The options have been validated; `memory` has `memorySize(options)` bytes and outlives the device.
    public init(options: Options, memory: UnsafeMutableRawPointer) {
        self.options = options
        places = memory.assumingMemoryBound(to: Place.self)
        let count = options.placeCount
        mask = UInt64(count &- 1)
        for index in 0..<count { (places + index).initialize(to: Place(identity: 0, session: nil)) }
        first = nil
        attached = 0
        active = 0
        activeExtended = 0
        samplesUnknownPeer = 0
    }

    /// Lets all sessions go.
    public mutating func detachAll() {
        while let session = first { unlink(session) }
    }

    /// Why a session may not become active; nil if it may.
    func refusal(isExtended: Bool) -> Status? {
        if active >= Int32(bitPattern: options.sessionLimit) { return .activeSessionsLimit }
        return isExtended && activeExtended >= Int32(bitPattern: options.extendedLimit) ? .extendedDistanceLimit : nil
    }

    mutating func changePlaces(by change: Int32, isExtended: Bool) {
        active &+= change
        if isExtended { activeExtended &+= change }
    }

    public mutating func attach(
        _ session: UnsafeMutablePointer<Session>, to device: UnsafeMutablePointer<Device>
    ) throws(Status) {
        guard session.pointee.device == nil else { throw .deviceAttached }
        guard !session.pointee.isActive else { throw .sessionState }
        guard attached < options.sessionCapacity else { throw .deviceFull }
        let identity = session.pointee.peerIdentity
        guard identity == 0 || find(identity) == nil else { throw .deviceSamePeer }
        insert(session, identity)
        session.pointee.device = device
        session.pointee.nextAttached = first
        session.pointee.previousAttached = nil
        first?.pointee.previousAttached = session
        first = session
        attached &+= 1
    }

    public mutating func detach(_ session: UnsafeMutablePointer<Session>) {
        remove(session, session.pointee.peerIdentity)
        if session.pointee.isActive {
            changePlaces(by: -1, isExtended: session.pointee.options.flags.contains(.extendedDistance))
        }
        unlink(session)
    }

    private mutating func unlink(_ session: UnsafeMutablePointer<Session>) {
        let (previous, next) = (session.pointee.previousAttached, session.pointee.nextAttached)
        if let previous { previous.pointee.nextAttached = next } else { first = next }
        next?.pointee.previousAttached = previous
        session.pointee.nextAttached = nil
        session.pointee.previousAttached = nil
        session.pointee.device = nil
        attached &-= 1
    }

    /// The session of a peer, if there is one.
    public func find(_ identity: UInt64) -> UnsafeMutablePointer<Session>? {
        guard identity != 0 else { return nil }
        var index = identity & mask
        while let session = places[Int(index)].session {
            if places[Int(index)].identity == identity { return session }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// Gives a sample to its peer's session. The record's peer becomes that session's number.
    public mutating func measure(_ record: inout RangeSampleRecord, from identity: UInt64) throws(Status) {
        guard let session = find(identity) else {
            samplesUnknownPeer &+= 1
            throw .unknownPeer
        }
        record.peer = session.pointee.peer
        try session.pointee.measure(&record)
    }

    /// A session has learnt who its peer is.
    func rename(_ session: UnsafeMutablePointer<Session>, from old: UInt64) {
        remove(session, old)
        insert(session, session.pointee.peerIdentity)
    }

    private func insert(_ session: UnsafeMutablePointer<Session>, _ identity: UInt64) {
        guard identity != 0 else { return }
        var index = identity & mask
        while places[Int(index)].session != nil { index = (index &+ 1) & mask }
        places[Int(index)] = Place(identity: identity, session: session)
    }

    /// Frees a session's place, and moves those behind it up that were looked for through it.
    private func remove(_ session: UnsafeMutablePointer<Session>, _ identity: UInt64) {
        guard identity != 0 else { return }
        var hole = identity & mask
        while places[Int(hole)].session != session {
            guard places[Int(hole)].session != nil else { return }
            hole = (hole &+ 1) & mask
        }
        var index = hole
        while true {
            index = (index &+ 1) & mask
            let place = places[Int(index)]
            guard place.session != nil else { break }
            let home = place.identity & mask
            if (index &- home) & mask >= (index &- hole) & mask {
                places[Int(hole)] = place
                hole = index
            }
        }
        places[Int(hole)] = Place(identity: 0, session: nil)
    }
}
