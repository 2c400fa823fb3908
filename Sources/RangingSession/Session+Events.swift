import CMath
import RangingCore

extension Session {
    /// What an event says beside its sample or data.
    public struct Event: Equatable, BitwiseCopyable, Sendable {
        public var kind = SessionEventKind.nothing
        /// The state that it led to.
        public var state = SessionState.idle
        /// Bytes of application data.
        public var dataLength: UInt16 = 0
        /// Invalidated: the status; otherwise the reason.
        public var detail: Int32 = 0
        public var timeNs: Int64 = 0
        /// Invalidated: messages of application data that were not delivered.
        public var undelivered: UInt32 = 0
    }

    private struct Header: BitwiseCopyable {
        var kind: UInt8
        var state: UInt8
        var length: UInt16
        var detail: Int32
        var timeNs: Int64

        static var size: Int { 16 }
        var bodySize: Int { (Int(length) &+ 7) & ~7 }
    }

    /// Bytes of a control event at most.
    static var eventMaxSize: Int { 24 }
    static var sampleEventSize: Int { Header.size &+ RangeSampleRecord.size }

    /// Bytes of an event with so much data.
    static func eventSize(_ dataLength: Int) -> Int { Header.size &+ (dataLength &+ 7) & ~7 }

    mutating func emit(_ kind: SessionEventKind, detail: Int32) {
        emit(kind, detail: detail, nil, 0)
    }

    mutating func emit(_ kind: SessionEventKind, detail: Int32, body: UInt32) {
        withUnsafePointer(to: body) { emit(kind, detail: detail, $0, body == 0 ? 0 : 4) }
    }

    /// Appends an event; the call that makes it has seen to room.
    mutating func emit(_ kind: SessionEventKind, detail: Int32, _ body: UnsafeRawPointer?, _ length: Int) {
        let header = Header(
            kind: kind.rawValue, state: state.rawValue, length: UInt16(truncatingIfNeeded: length), detail: detail,
            timeNs: nowNs)
        let memory = eventMemory
        let size = Header.size &+ header.bodySize
        guard events.free >= size else { return }
        if kind == .wake { isAwake = true }
        if length == header.bodySize, let place = events.extend(size) {
            (memory + place).storeBytes(of: header, as: Header.self)
            if let body { rangekit_port_copy(memory + place + Header.size, body, length) }
            return
        }
        withUnsafePointer(to: header) { events.append($0, Header.size, in: memory) }
        if let body, length > 0 {
            events.append(body, length, in: memory)
            let padding: UInt64 = 0
            withUnsafePointer(to: padding) { events.append($0, header.bodySize &- length, in: memory) }
        }
    }

    /// The oldest event, without taking it. In the background there is none but after a wake request.
    public mutating func peekEvent() -> Event {
        guard !events.isEmpty, !isBackground || isAwake else {
            return Event(state: state)
        }
        var header = Header(kind: 0, state: 0, length: 0, detail: 0, timeNs: 0)
        let memory = eventMemory
        if let place = events.first(Header.size) {
            header = (memory + place).load(as: Header.self)
        } else {
            withUnsafeMutablePointer(to: &header) { events.copy(0, to: $0, Header.size, from: memory) }
        }
        var event = Event()
        event.kind = SessionEventKind(rawValue: header.kind) ?? .nothing
        event.state = SessionState(rawValue: header.state) ?? .idle
        event.detail = header.detail
        event.timeNs = header.timeNs
        if event.kind == .data { event.dataLength = header.length }
        if event.kind == .invalidated, header.length > 0 {
            withUnsafeMutablePointer(to: &event.undelivered) { events.copy(Header.size, to: $0, 4, from: memory) }
        }
        return event
    }

    /// Copies the first bytes of the oldest event's sample or data.
    public mutating func copyEventBody(to out: UnsafeMutableRawPointer, count: Int) {
        events.copy(Header.size, to: out, count, from: eventMemory)
    }

    /// Takes the oldest event.
    public mutating func removeEvent(_ event: Event) {
        let length = event.kind == .sample ? RangeSampleRecord.size : Int(event.dataLength)
        let body = event.kind == .invalidated && event.undelivered > 0 ? 4 : length
        events.removeFirst(Self.eventSize(body))
        if events.isEmpty { isAwake = false }
    }
}
