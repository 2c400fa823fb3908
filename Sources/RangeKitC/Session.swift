import CMath
public import CRangeKit
import RangeKit

extension rangekit_session_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SESSION_OPTIONS_V1_SIZE) }

    fileprivate init(_ options: Session.Options) {
        self.init()
        withUnsafePointer(to: options) { from in
            withUnsafeMutablePointer(to: &self) { rangekit_port_copy($0, from, MemoryLayout<Self>.size) }
        }
        struct_size = UInt32(MemoryLayout<Self>.size)
    }
}

extension Session.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    fileprivate init(_ pointer: UnsafePointer<rangekit_session_options>?) throws(Status) {
        self.init()
        guard pointer != nil else { return }
        let given = try readStruct(pointer, or: nil)
        withUnsafePointer(to: given) { from in
            withUnsafeMutablePointer(to: &self) { rangekit_port_copy($0, from, MemoryLayout<Self>.size) }
        }
        try validate()
    }
}

extension Session: HandleState {
    static var signature: UInt32 { 0x524B_5331 }  // "RKS1"

    static func initialize(
        zeroed memory: UnsafeMutablePointer<Session>, options: Options, behind: UnsafeMutableRawPointer
    ) {
        initialize(zeroed: memory, options: options, memory: behind)
    }
}

typealias SessionHandle = Handle<Session>

@implementation @_cdecl("rangekit_session_options_default")
public func rangekit_session_options_default(
    _ options: UnsafeMutablePointer<rangekit_session_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_session_options(Session.Options()), to: options) }
}

@implementation @_cdecl("rangekit_session_size")
public func rangekit_session_size(_ options: UnsafePointer<rangekit_session_options>!) -> Int {
    guard let options = try? Session.Options(options) else { return 0 }
    return SessionHandle.size &+ Session.memorySize(options)
}

@implementation @_cdecl("rangekit_session_init")
public func rangekit_session_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_session_options>!,
    _ session: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(session)
        out.pointee = try SessionHandle.initialize(memory, size, options: try Session.Options(options))
    }
}

@implementation @_cdecl("rangekit_session_create")
public func rangekit_session_create(
    _ options: UnsafePointer<rangekit_session_options>!, _ session: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(session)
        out.pointee = try SessionHandle.create(options: try Session.Options(options))
    }
}

@implementation @_cdecl("rangekit_session_destroy")
public func rangekit_session_destroy(_ session: OpaquePointer!) {
    if let state = try? SessionHandle.state(session) { state.pointee.leaveDevice() }
    SessionHandle.destroy(session)
}

@implementation @_cdecl("rangekit_session_use_rangekit")
public func rangekit_session_use_rangekit(_ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try SessionHandle.state(session).pointee.useRangeKit() }
}

@implementation @_cdecl("rangekit_session_use_accessory")
public func rangekit_session_use_accessory(_ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try SessionHandle.state(session).pointee.useAccessoryProtocol() }
}

@implementation @_cdecl("rangekit_session_use_android")
public func rangekit_session_use_android(_ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try SessionHandle.state(session).pointee.useAndroid() }
}

@implementation @_cdecl("rangekit_session_use_channel_sounding")
public func rangekit_session_use_channel_sounding(_ session: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try SessionHandle.state(session).pointee.useChannelSounding() }
}

@implementation @_cdecl("rangekit_session_set_offer")
public func rangekit_session_set_offer(
    _ session: OpaquePointer!, _ offer: UnsafePointer<UInt8>!, _ size: Int
) -> rangekit_status {
    status { () throws(Status) in
        try SessionHandle.state(session).pointee.setOffer(try byteBuffer(offer, size))
    }
}

// MARK: - The table

/// A case of the contract's number, which is the same.
private func known(_ number: Int32, _ count: Int) -> UInt8? {
    number >= 0 && number < Int32(count) ? UInt8(number) : nil
}

@implementation @_cdecl("rangekit_session_look_up")
public func rangekit_session_look_up(
    _ state: Int32, _ input: Int32, _ transition: UnsafeMutablePointer<rangekit_session_transition>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(transition)
        guard let state = known(state, SessionState.count).flatMap({ SessionState(rawValue: $0) }),
            let input = known(input, SessionInput.count).flatMap({ SessionInput(rawValue: $0) })
        else { throw .outOfRange }
        let found = SessionTransition(input, in: state)
        out.pointee = rangekit_session_transition(
            next: Int32(found.next.rawValue), send: Int32(found.send.rawValue), event: Int32(found.event.rawValue),
            status: found.refusal?.rawValue ?? RANGEKIT_OK, begins_run: found.beginsRun ? 1 : 0)
    }
}

@implementation @_cdecl("rangekit_session_state_name")
public func rangekit_session_state_name(_ state: Int32) -> UnsafePointer<CChar>! {
    cString(known(state, SessionState.count).flatMap { SessionState(rawValue: $0)?.name } ?? "unknown")
}

@implementation @_cdecl("rangekit_session_input_name")
public func rangekit_session_input_name(_ input: Int32) -> UnsafePointer<CChar>! {
    cString(known(input, SessionInput.count).flatMap { SessionInput(rawValue: $0)?.name } ?? "unknown")
}

@implementation @_cdecl("rangekit_session_send_name")
public func rangekit_session_send_name(_ send: Int32) -> UnsafePointer<CChar>! {
    cString(known(send, SessionSend.count).flatMap { SessionSend(rawValue: $0)?.name } ?? "unknown")
}

@implementation @_cdecl("rangekit_session_event_name")
public func rangekit_session_event_name(_ event: Int32) -> UnsafePointer<CChar>! {
    cString(known(event, SessionEventKind.count).flatMap { SessionEventKind(rawValue: $0)?.name } ?? "unknown")
}
