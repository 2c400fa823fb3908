import RangingCore
import RangingSession
import RangingWire
import TestSupport
import Testing

/// One end of a session in memory of its own.
private final class End {
    let session: UnsafeMutablePointer<Session>
    private let memory: UnsafeMutableRawPointer
    var nowNs: Int64 = 0

    init(_ role: Session.Role, _ change: (inout Session.Options) -> Void = { _ in }) throws {
        var options = Session.Options(role: role)
        options.sessionID = 77
        change(&options)
        try options.validate()
        session = .allocate(capacity: 1)
        UnsafeMutableRawPointer(session).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<Session>.stride)
        memory = .allocate(byteCount: Session.memorySize(options), alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Session.memorySize(options))
        Session.initialize(zeroed: session, options: options, memory: memory)
    }

    deinit {
        session.pointee.leaveDevice()
        memory.deallocate()
        session.deallocate()
    }

    /// Every event that waits.
    func events() -> [Session.Event] {
        var events: [Session.Event] = []
        while true {
            let event = session.pointee.peekEvent()
            guard event.kind != .nothing else { return events }
            session.pointee.removeEvent(event)
            events.append(event)
        }
    }

    /// Every frame that waits.
    func frames() -> [[UInt8]] {
        var frames: [[UInt8]] = []
        while true {
            let length = session.pointee.outgoingLength()
            guard length > 0 else { return frames }
            var frame = [UInt8](repeating: 0, count: length)
            frame.withUnsafeMutableBufferPointer { session.pointee.takeOutgoing(into: $0) }
            frames.append(frame)
        }
    }

    func receive(_ frame: [UInt8]) throws {
        try frame.withUnsafeBufferPointer { (bytes) throws(Status) in
            try session.pointee.receive(bytes, at: nowNs)
        }
    }
}

@Suite struct SessionTests {
    private let offer: [UInt8] = [0xA3, 0, 1, 1, 0, 2, 0x50] + [UInt8](1...16)
    private let configuration: [UInt8] = [0xA4, 0, 1, 1, 0, 2, 0, 3, 0]

    private func exchange(_ a: End, _ b: End) throws {
        var isMoving = true
        while isMoving {
            let (fromA, fromB) = (a.frames(), b.frames())
            for frame in fromA { try b.receive(frame) }
            for frame in fromB { try a.receive(frame) }
            isMoving = !fromA.isEmpty || !fromB.isEmpty
        }
    }

    private func pair(_ change: (inout Session.Options) -> Void = { _ in }) throws -> (End, End) {
        let (controller, accessory) = (try End(.controller, change), try End(.accessory, change))
        try controller.session.pointee.useRangeKit()
        try accessory.session.pointee.useRangeKit()
        try offer.withUnsafeBufferPointer { (bytes) throws(Status) in try accessory.session.pointee.setOffer(bytes) }
        return (controller, accessory)
    }

    private func start(_ controller: End, _ accessory: End) throws {
        try accessory.session.pointee.run(at: 0)
        try controller.session.pointee.run(at: 0)
        try exchange(controller, accessory)
        #expect(controller.events().map(\.kind) == [.offered])
        try configuration.withUnsafeBufferPointer { (bytes) throws(Status) in
            try controller.session.pointee.configure(bytes, at: 0)
        }
        try exchange(controller, accessory)
        #expect(accessory.events().map(\.kind) == [.configured])
        try accessory.session.pointee.start(at: 0)
        try exchange(controller, accessory)
    }

    @Test func bothSidesAgreeOverWholeMessagesAndSmallFrames() throws {
        for payload: UInt32 in [0, 20, 185] {
            let (controller, accessory) = try pair { $0.payloadSize = payload }
            try start(controller, accessory)
            #expect(controller.events().map(\.kind) == [.running])
            #expect(accessory.events().map(\.kind) == [.running])
            #expect(controller.session.pointee.state == .running)
            #expect(Array(controller.session.pointee.peerOffer()) == offer)
            #expect(Array(accessory.session.pointee.configuration()) == configuration)
        }
    }

    @Test func aSampleComesOutAsItWentIn() throws {
        let (controller, accessory) = try pair { $0.peer = 5 }
        try start(controller, accessory)
        _ = controller.events()
        var sample = RangeSample(timeNs: 9, technology: .uwb, distanceM: 2.5, distanceStddevM: 0.1)
        sample.elevationRad = -0.25
        sample.velocityMps = 1
        var record = RangeSampleRecord(sample, peer: 5)
        try controller.session.pointee.measure(&record)
        let event = controller.session.pointee.peekEvent()
        #expect(event.kind == .sample)
        #expect(event.timeNs == 9)
        var out = RangeSampleRecord()
        controller.session.pointee.copyEventBody(to: &out, count: RangeSampleRecord.size)
        #expect(out.sample == sample)
        #expect(out.peer == 5)
        record.peer = 6
        #expect(throws: Status.unknownPeer) { try controller.session.pointee.measure(&record) }
        #expect(controller.session.pointee.counters.samplesUnknownPeer == 1)
    }

    @Test func theTableHasOneCellForEveryStateAndInput() {
        var changes = 0
        for state in (0..<UInt8(SessionState.count)).compactMap(SessionState.init) {
            for input in (0..<UInt8(SessionInput.count)).compactMap(SessionInput.init) {
                let cell = SessionTransition(input, in: state)
                if cell.refusal != nil {
                    #expect(cell.next == state && cell.send == .nothing && cell.event == .nothing)
                }
                if state == .invalidated { #expect(cell.next == .invalidated && cell.event == .nothing) }
                if cell.event == .invalidated { #expect(cell.next == .invalidated) }
                changes += cell.next == state ? 0 : 1
            }
        }
        #expect(changes > 80)
        #expect(SessionState(rawValue: UInt8(SessionState.count)) == nil)
        #expect(SessionInput(rawValue: UInt8(SessionInput.count)) == nil)
        #expect(SessionSend(rawValue: UInt8(SessionSend.count)) == nil)
        #expect(SessionEventKind(rawValue: UInt8(SessionEventKind.count)) == nil)
    }

    @Test func theLastEventIsTheLast() throws {
        let (controller, accessory) = try pair()
        try start(controller, accessory)
        _ = controller.events()
        try controller.session.pointee.fail(.sessionFailed, at: 1)
        try controller.session.pointee.invalidate(at: 2)
        let events = controller.events()
        #expect(events.map(\.kind) == [.invalidated])
        #expect(events.map(\.detail) == [Status.sessionFailed.rawValue])
        #expect(throws: Status.sessionInvalidated) { try controller.session.pointee.run(at: 3) }
        #expect(throws: Status.outOfRange) { try controller.session.pointee.fail(.truncated, at: 3) }
    }

    @Test func whatASessionExportsAnotherTakesUp() throws {
        let (controller, accessory) = try pair()
        #expect(throws: Status.sessionState) { _ = try controller.session.pointee.exportLength() }
        try start(controller, accessory)
        var bytes = [UInt8](repeating: 0, count: try controller.session.pointee.exportLength())
        bytes.withUnsafeMutableBufferPointer { _ = controller.session.pointee.export(into: $0) }
        let later = try End(.controller)
        try later.session.pointee.useRangeKit()
        try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in try later.session.pointee.import(bytes) }
        #expect(later.session.pointee.info().isResumable)
        #expect(later.session.pointee.peerIdentity == controller.session.pointee.peerIdentity)
        try later.session.pointee.run(at: 0)
        #expect(later.session.pointee.state == .confirming)
    }

    @Test func aDeviceLimitsItsSessions() throws {
        var options = Device.Options()
        options.sessionCapacity = 3
        options.sessionLimit = 2
        try options.validate()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Device.memorySize(options), alignment: 8)
        defer { memory.deallocate() }
        let device = UnsafeMutablePointer<Device>.allocate(capacity: 1)
        device.initialize(to: Device(options: options, memory: memory))
        defer { device.deallocate() }
        let ends = try (1...3).map { identity in
            let end = try End(.controller) { $0.peerIdentity = UInt64(identity) }
            try end.session.pointee.useChannelSounding()
            try device.pointee.attach(end.session, to: device)
            try end.session.pointee.run(at: 0)
            return end
        }
        #expect(ends.map { $0.events().map(\.detail) } == [[], [], [Status.activeSessionsLimit.rawValue]])
        #expect(device.pointee.find(2) == ends[1].session)
        #expect(device.pointee.find(9) == nil)
        var record = RangeSampleRecord()
        #expect(throws: Status.unknownPeer) { try device.pointee.measure(&record, from: 9) }
        #expect(device.pointee.samplesUnknownPeer == 1)
        try ends[0].session.pointee.invalidate(at: 0)
        #expect(device.pointee.active == 1)
        // The device holds pointers into its sessions: they live until it lets them go.
        withExtendedLifetime(ends) { device.pointee.detachAll() }
    }
}
