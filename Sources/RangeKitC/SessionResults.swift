public import CRangeKit
import RangeKit

extension rangekit_session_event: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SESSION_EVENT_V1_SIZE) }
}

extension rangekit_session_info: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SESSION_INFO_V1_SIZE) }
}

@implementation @_cdecl("rangekit_session_event_default")
public func rangekit_session_event_default(_ event: UnsafeMutablePointer<rangekit_session_event>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_session_event(), to: event) }
}

@implementation @_cdecl("rangekit_session_info_default")
public func rangekit_session_info_default(_ info: UnsafeMutablePointer<rangekit_session_info>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_session_info(), to: info) }
}

@implementation @_cdecl("rangekit_session_next_event")
public func rangekit_session_next_event(
    _ session: OpaquePointer!, _ event: UnsafeMutablePointer<rangekit_session_event>!,
    _ data: UnsafeMutablePointer<UInt8>!, _ capacity: Int
) -> rangekit_status {
    status { () throws(Status) in
        let state = try SessionHandle.state(session)
        let out = try writable(event)
        guard data != nil || capacity == 0 else { throw .nullPointer }
        let next = state.pointee.peekEvent()
        var result = rangekit_session_event()
        result.event = Int32(next.kind.rawValue)
        result.time_ns = next.timeNs
        result.state = Int32(next.state.rawValue)
        result.data_length = UInt32(next.dataLength)
        if next.kind == .invalidated {
            result.status = next.detail
            result.reason = Int32(truncatingIfNeeded: next.undelivered)
        } else {
            result.reason = next.detail
        }
        if next.kind == .sample {
            withUnsafeMutablePointer(to: &result.sample) {
                state.pointee.copyEventBody(to: $0, count: RangeSampleRecord.size)
            }
        }
        writeStruct(result, to: out)
        if next.kind == .nothing { return }
        if next.dataLength > 0 {
            guard let data, UInt(bitPattern: capacity) >= UInt(next.dataLength) else { throw .bufferTooSmall }
            state.pointee.copyEventBody(to: data, count: Int(next.dataLength))
        }
        state.pointee.removeEvent(next)
    }
}

@implementation @_cdecl("rangekit_session_next_outgoing")
public func rangekit_session_next_outgoing(
    _ session: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let state = try SessionHandle.state(session)
        let length = try required(length)
        let needed = state.pointee.outgoingLength()
        guard needed > 0 else { return }
        try writeBytes(to: out, capacity, length, needed: needed) { state.pointee.takeOutgoing(into: $0) }
    }
}

@implementation @_cdecl("rangekit_session_peer_offer")
public func rangekit_session_peer_offer(
    _ session: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let state = try SessionHandle.state(session)
        try writeBytes(of: state.pointee.peerOffer(), to: out, capacity, try required(length))
    }
}

@implementation @_cdecl("rangekit_session_configuration")
public func rangekit_session_configuration(
    _ session: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let state = try SessionHandle.state(session)
        try writeBytes(of: state.pointee.configuration(), to: out, capacity, try required(length))
    }
}

@implementation @_cdecl("rangekit_session_get_info")
public func rangekit_session_get_info(
    _ session: OpaquePointer!, _ info: UnsafeMutablePointer<rangekit_session_info>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try SessionHandle.state(session)
        let out = try writable(info)
        let found = state.pointee.info()
        var result = rangekit_session_info()
        result.state = Int32(state.pointee.state.rawValue)
        result.peer_identity = state.pointee.peerIdentity
        let counters = state.pointee.counters
        result.samples = counters.samples
        result.samples_unknown_peer = counters.samplesUnknownPeer
        result.samples_not_running = counters.samplesNotRunning
        result.samples_in_background = counters.samplesInBackground
        result.messages = counters.messages
        result.messages_refused = counters.messagesRefused
        result.messages_repeated = counters.messagesRepeated
        result.retries = counters.retries
        result.session_id = found.sessionID
        result.run = found.run
        result.peer = state.pointee.peer
        result.motion = Int32(found.motion.rawValue)
        result.peer_motion = Int32(found.peerMotion.rawValue)
        result.event_bytes = found.eventBytes
        result.data_count = found.dataCount
        if found.isLinkUp { result.flags |= RANGEKIT_SESSION_INFO_LINK_UP }
        if found.isBackground { result.flags |= RANGEKIT_SESSION_INFO_BACKGROUND }
        if found.isResumable { result.flags |= RANGEKIT_SESSION_INFO_RESUMABLE }
        if state.pointee.isActive { result.flags |= RANGEKIT_SESSION_INFO_ACTIVE }
        writeStruct(result, to: out)
    }
}

@implementation @_cdecl("rangekit_session_export")
public func rangekit_session_export(
    _ session: OpaquePointer!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let state = try SessionHandle.state(session)
        let length = try required(length)
        let needed = try state.pointee.exportLength()
        try writeBytes(to: out, capacity, length, needed: needed) { _ = state.pointee.export(into: $0) }
    }
}

@implementation @_cdecl("rangekit_session_import")
public func rangekit_session_import(
    _ session: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let state = try argument { () throws(Status) in try SessionHandle.state(session) }
        try state.pointee.import(try argument { () throws(Status) in try byteBuffer(bytes, size) })
    }
}
