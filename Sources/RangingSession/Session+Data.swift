public import RangingCore

// Application data and wake requests: they wait in one queue and leave in order.
extension Session {
    struct DataHeader: BitwiseCopyable {
        /// 0: application data, 1: a wake request.
        var kind: UInt16
        var length: UInt16

        static var size: Int { 4 }
    }

    public mutating func send(_ bytes: UnsafeBufferPointer<UInt8>, at timeNs: Int64) throws(Status) {
        guard dialect.has(.data) else { throw dialect.number == 0 ? .sessionNoDialect : .sessionNotSupported }
        guard let base = bytes.baseAddress, bytes.count > 0 else { throw .truncated }
        guard bytes.count <= messageCapacity else { throw .tooLarge }
        // A vendor's message has an id of its own.
        guard dialect.traits.contains(.isNumbered) || base[0] >= 0x20 else { throw .outOfRange }
        try begin(timeNs, room: Self.eventMaxSize)
        try queue(base, bytes.count, kind: 0, for: .send)
    }

    public mutating func wake(_ what: UInt32, at timeNs: Int64) throws(Status) {
        guard dialect.has(.wake) else { throw dialect.number == 0 ? .sessionNoDialect : .sessionNotSupported }
        try begin(timeNs, room: Self.eventMaxSize)
        guard !isController || state == .invalidated else { throw .sessionState }
        if hasWoken, state == .running,
            UInt64(bitPattern: nowNs &- lastWakeNs) < UInt64(bitPattern: options.wakeIntervalNs)
        {
            throw .sessionWakeTooSoon
        }
        try withUnsafePointer(to: what) { (what) throws(Status) in try queue(what, 4, kind: 1, for: .wake) }
        hasWoken = true
        lastWakeNs = nowNs
    }

    private mutating func queue(
        _ bytes: UnsafeRawPointer, _ count: Int, kind: UInt16, for input: SessionInput
    ) throws(Status) {
        if let refusal = SessionTransition(input, in: state).refusal { throw refusal }
        guard data.free >= DataHeader.size &+ count else { throw .outgoingFull }
        let header = DataHeader(kind: kind, length: UInt16(truncatingIfNeeded: count))
        let wasEmpty = data.isEmpty
        withUnsafePointer(to: header) { data.append($0, DataHeader.size, in: dataMemory) }
        data.append(bytes, count, in: dataMemory)
        dataCount &+= 1
        // What waits behind another message goes when that one has gone.
        if wasEmpty { try perform(input) }
    }

    /// The oldest message; there is one.
    mutating func oldestData() -> DataHeader {
        var header = DataHeader(kind: 0, length: 0)
        withUnsafeMutablePointer(to: &header) { data.copy(0, to: $0, DataHeader.size, from: dataMemory) }
        return header
    }

    mutating func copyOldestData(to out: UnsafeMutableRawPointer, _ count: Int) {
        data.copy(DataHeader.size, to: out, count, from: dataMemory)
    }

    /// The oldest message has arrived, or in dialects without numbers has left.
    mutating func removeOldestData() {
        guard !data.isEmpty else { return }
        data.removeFirst(DataHeader.size &+ Int(oldestData().length))
        dataCount &-= 1
        numbers.data &+= 1
        isDataDue = !data.isEmpty
        if state == .running {
            timers.retry =
                isDataDue && dialect.traits.contains(.isNumbered) ? after(options.retryIntervalNs) : .max
            schedule()
        }
    }
}
