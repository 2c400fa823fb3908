public import CRangeKit
import RangeKit

/// Runs a call of a session; most are nothing else.
@inline(__always)
private func call(
    _ session: OpaquePointer?, _ body: (UnsafeMutablePointer<Session>) throws(Status) -> Void
) -> rangekit_status {
    status { () throws(Status) in try body(try SessionHandle.state(session)) }
}

@implementation @_cdecl("rangekit_session_run")
public func rangekit_session_run(_ session: OpaquePointer!, _ lacks: UInt32, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in
        try session.pointee.run(lacking: Session.Lacks(rawValue: lacks), at: time_ns)
    }
}

@implementation @_cdecl("rangekit_session_configure")
public func rangekit_session_configure(
    _ session: OpaquePointer!, _ configuration: UnsafePointer<UInt8>!, _ size: Int, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in
        try session.pointee.configure(try byteBuffer(configuration, size), at: time_ns)
    }
}

@implementation @_cdecl("rangekit_session_start")
public func rangekit_session_start(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.start(at: time_ns) }
}

@implementation @_cdecl("rangekit_session_pause")
public func rangekit_session_pause(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.pause(at: time_ns) }
}

@implementation @_cdecl("rangekit_session_suspend")
public func rangekit_session_suspend(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.suspend(at: time_ns) }
}

@implementation @_cdecl("rangekit_session_end_suspension")
public func rangekit_session_end_suspension(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.endSuspension(at: time_ns) }
}

@implementation @_cdecl("rangekit_session_invalidate")
public func rangekit_session_invalidate(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.invalidate(at: time_ns) }
}

@implementation @_cdecl("rangekit_session_fail")
public func rangekit_session_fail(
    _ session: OpaquePointer!, _ error: rangekit_status, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.fail(Status(rawValue: error), at: time_ns) }
}

@implementation @_cdecl("rangekit_session_send")
public func rangekit_session_send(
    _ session: OpaquePointer!, _ data: UnsafePointer<UInt8>!, _ size: Int, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.send(try byteBuffer(data, size), at: time_ns) }
}

@implementation @_cdecl("rangekit_session_set_motion")
public func rangekit_session_set_motion(
    _ session: OpaquePointer!, _ motion: Int32, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in
        guard motion >= 0, motion <= 2, let motion = Session.Motion(rawValue: UInt8(motion)) else {
            throw .outOfRange
        }
        try session.pointee.setMotion(motion, at: time_ns)
    }
}

@implementation @_cdecl("rangekit_session_set_background")
public func rangekit_session_set_background(
    _ session: OpaquePointer!, _ is_background: Int32, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.setBackground(is_background != 0, at: time_ns) }
}

@implementation @_cdecl("rangekit_session_wake")
public func rangekit_session_wake(_ session: OpaquePointer!, _ what: UInt32, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.wake(what, at: time_ns) }
}

@implementation @_cdecl("rangekit_session_set_link")
public func rangekit_session_set_link(_ session: OpaquePointer!, _ is_up: Int32, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.setLink(isUp: is_up != 0, at: time_ns) }
}

@implementation @_cdecl("rangekit_session_receive")
public func rangekit_session_receive(
    _ session: OpaquePointer!, _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ time_ns: Int64
) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.receive(try byteBuffer(bytes, size), at: time_ns) }
}

@implementation @_cdecl("rangekit_session_measure")
public func rangekit_session_measure(
    _ session: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!
) -> rangekit_status {
    call(session) { (session) throws(Status) in
        let sample = UnsafeRawPointer(try required(sample)).assumingMemoryBound(to: RangeSampleRecord.self)
        try session.pointee.measure(sample)
    }
}

@implementation @_cdecl("rangekit_session_advance")
public func rangekit_session_advance(_ session: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    call(session) { (session) throws(Status) in try session.pointee.advance(to: time_ns) }
}

@implementation @_cdecl("rangekit_session_deadline")
public func rangekit_session_deadline(
    _ session: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<Int64>!
) -> rangekit_status {
    call(session) { (session) throws(Status) in try required(deadline_ns).pointee = session.pointee.deadline() }
}
