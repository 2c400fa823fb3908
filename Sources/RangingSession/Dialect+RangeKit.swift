public import RangingCore
import RangingWire

extension Session {
    /// Speaks RangeKit's own messages: over any link, whatever it loses, repeats or delays.
    public mutating func useRangeKit() throws(Status) {
        try use(
            SessionDialect(
                receive: { session, bytes, count in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.receiveRangeKit(UnsafeBufferPointer(start: bytes, count: count))
                },
                write: { session, send, _ in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.writeRangeKit(SessionSend(rawValue: send) ?? .nothing)
                },
                check: { session, kind, bytes, count in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.checkRangeKit(kind, UnsafeBufferPointer(start: bytes, count: count))
                },
                number: 1, traits: [.isNumbered, .wakes], sends: 0x7FF))
    }

    private mutating func checkRangeKit(_ kind: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        do throws(Diagnostic) {
            if kind == 1 {
                _ = try Configuration(decoding: bytes)
            } else {
                let token = try TokenView(decoding: bytes)
                if localIdentity == 0 { localIdentity = token.identityHash(seed: 0) }
            }
            return 0
        } catch {
            return error.status.rawValue
        }
    }

    // MARK: - Writing

    private mutating func writeRangeKit(_ send: SessionSend) -> Int {
        switch send {
        case .nothing: write(.acknowledgement)
        case .ready: write(.ready)
        case .request: write(.request)
        case .offer: write(.offer)
        case .configuration: write(.configuration)
        case .started: write(.started)
        case .stop: write(.stop)
        case .alive: write(.alive)
        case .data: write(oldestData().kind == 0 ? .data : .wake)
        default: 0
        }
    }

    mutating func write(_ kind: RangeKitMessage.Kind) -> Int {
        var message = RangeKitMessage(kind, session: numbers.session, run: numbers.run)
        message.number = numbers.data
        switch kind {
        case .request: message.bytes = ownOfferBytes()
        case .offer:
            message.bytes = ownOfferBytes()
            message.value = isKnown ? 1 : 0
        case .configuration:
            message.bytes = configuration()
            message.value = isResuming ? 1 : 0
        case .stop:
            message.session = numbers.stopSession
            message.run = numbers.stopRun
            message.value = numbers.stopReason
        case .alive:
            message.number = numbers.motion
            message.value = UInt32(motion.rawValue)
        case .acknowledgement: message.number = numbers.expected &- 1
        case .wake:
            withUnsafeMutablePointer(to: &message.value) { copyOldestData(to: $0, 4) }
        case .data:
            // Behind its head, where the whole message is written over it: the writer moves bytes that overlap.
            let length = Int(oldestData().length)
            let body = frameBytes + Options.messageOverhead
            copyOldestData(to: body, length)
            message.bytes = UnsafeBufferPointer(start: body, count: length)
        case .ready, .started: break
        }
        return message.encode(
            to: UnsafeMutableBufferPointer(start: frameBytes, count: layout.capacity &+ Options.messageOverhead))
    }

    // MARK: - Reading

    private mutating func receiveRangeKit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        let message: RangeKitMessage
        do throws(Diagnostic) {
            message = try RangeKitMessage(decoding: bytes)
        } catch {
            return error.status.rawValue
        }
        do throws(Status) {
            if state == .idle {
                ignore()
            } else if isController {
                try takeAsController(message)
            } else {
                try takeAsAccessory(message)
            }
            return 0
        } catch {
            return error.rawValue
        }
    }

    private mutating func takeAsController(_ message: RangeKitMessage) throws(Status) {
        switch message.kind {
        case .request, .configuration: throw .invalidValue
        default: break
        }
        if message.kind == .ready, message.session == 0 {
            // An accessory that knows no session: of interest while its peer is away.
            return state == .away ? heard(.peerReady) : ignore()
        }
        guard message.session == numbers.session else { throw .unknownPeer }
        if message.kind == .acknowledgement { return take(acknowledgement: message.number) }
        guard message.run == numbers.run else { return ignore() }
        switch message.kind {
        case .ready: heard(.peerReady)
        case .offer: try take(offer: message)
        case .started:
            raiseExpected(to: message.number)
            heard(.peerStarted)
        default: takeShared(message)
        }
    }

    private mutating func take(offer message: RangeKitMessage) throws(Status) {
        guard state == .opening else { return ignore() }
        if message.value == 0 {
            // An accessory that has forgotten: its numbers begin anew.
            numbers.expected = message.number
            numbers.peerMotion = 0
        } else {
            raiseExpected(to: message.number)
        }
        var identity: UInt64?
        var lacks = false
        var problem: Status?
        do throws(Diagnostic) {
            let token = try TokenView(decoding: message.bytes)
            identity = token.identityHash(seed: 0)
            lacks = options.flags.contains(.extendedDistance) && !token.hasExtendedDistance
        } catch {
            problem = error.status
        }
        try take(offer: message.bytes, identity, lacks: lacks, problem)
    }

    private mutating func takeAsAccessory(_ message: RangeKitMessage) throws(Status) {
        switch message.kind {
        case .ready, .offer, .started, .wake: throw .invalidValue
        case .acknowledgement:
            guard message.session == numbers.session else { throw .unknownPeer }
            return take(acknowledgement: message.number)
        default: break
        }
        if message.session == numbers.previousSession, message.session != 0 { return ignore() }
        let isMine = message.session == numbers.session
        let age = Int32(bitPattern: message.run &- numbers.run)
        if isMine, age < 0 { return ignore() }
        switch message.kind {
        case .request:
            try take(request: message, isMine: isMine, isNew: !isMine || age > 0)
        case .configuration:
            try take(configuration: message, isMine: isMine, isNew: age > 0)
        case .stop:
            guard isMine, age == 0 else { return ignore() }
            takeShared(message)
        default:
            guard isMine, age == 0 else { return answerStale(message) }
            takeShared(message)
        }
    }

    private mutating func take(request message: RangeKitMessage, isMine: Bool, isNew: Bool) throws(Status) {
        guard isNew else { return heard(.peerAgain) }
        guard message.bytes.count > 0 || options.peerIdentity == 0 else { throw .unknownPeer }
        if message.bytes.count > 0 {
            guard message.bytes.count <= messageCapacity else { throw .tooLarge }
            let identity: UInt64
            do throws(Diagnostic) {
                identity = try TokenView(decoding: message.bytes).identityHash(seed: 0)
            } catch {
                throw error.status
            }
            try checkPeer(identity)
            keep(offer: message.bytes, identity)
        }
        if isMine {
            raiseExpected(to: message.number)
        } else {
            numbers.previousSession = numbers.session
            numbers.session = message.session
            numbers.expected = message.number
            numbers.peerMotion = 0
            configurationLength = 0
        }
        isKnown = isMine
        numbers.run = message.run
        isResuming = false
        heard(.peerRequest)
    }

    private mutating func take(
        configuration message: RangeKitMessage, isMine: Bool, isNew: Bool
    ) throws(Status) {
        guard isMine else { return answerStale(message) }
        if !isNew, state != .opening { return heard(.peerAgain) }
        if isNew {
            let canFollow = message.value == 1 ? configurationLength > 0 : state == .configuring || state == .running
            guard canFollow else { return answerStale(message) }
        }
        do throws(Diagnostic) {
            _ = try Configuration(decoding: message.bytes)
        } catch {
            throw error.status
        }
        raiseExpected(to: message.number)
        numbers.run = message.run
        isResuming = message.value == 1
        try take(configuration: message.bytes)
    }

    /// What both roles may hear in the run at hand.
    private mutating func takeShared(_ message: RangeKitMessage) {
        switch message.kind {
        case .stop:
            heard(message.value == 0 ? .peerAway : message.value == 1 ? .peerEnded : .peerUnknown)
        case .alive:
            heard(.peerAlive)
            guard Int32(bitPattern: message.number &- numbers.peerMotion) > 0, state.isActive else { return }
            numbers.peerMotion = message.number
            peerMotion = Motion(rawValue: UInt8(truncatingIfNeeded: min(message.value, 2))) ?? .unknown
            heard(.peerMotion, detail: Int32(peerMotion.rawValue))
        default:
            let age = Int32(bitPattern: message.number &- numbers.expected)
            // What came before is acknowledged again: the acknowledgement was lost.
            if age < 0 { isAcknowledgementDue = state.isActive }
            guard age == 0 else { return ignore() }
            if message.kind == .wake {
                let isTaken = SessionTransition(.peerWake, in: state).event != .nothing
                heard(.peerWake, detail: Int32(bitPattern: message.value))
                guard isTaken else { return }
            } else {
                guard message.bytes.count <= messageCapacity, deliver(message.bytes) else { return }
            }
            numbers.expected &+= 1
            isAcknowledgementDue = true
        }
    }

    private mutating func take(acknowledgement number: UInt32) {
        guard number == numbers.data, !data.isEmpty else { return ignore() }
        removeOldestData()
        hear()
    }

    private mutating func raiseExpected(to number: UInt32) {
        if Int32(bitPattern: number &- numbers.expected) > 0 { numbers.expected = number }
    }

    /// The controller speaks of a run that this accessory does not know.
    private mutating func answerStale(_ message: RangeKitMessage) {
        heard(.peerStale)
        guard control == .stop else { return }
        numbers.stopSession = message.session
        numbers.stopRun = message.run
        // The controller takes a pause as one of its run: what this side says afterwards has to be of that run.
        if message.session == numbers.session, numbers.stopReason == 0 { numbers.run = message.run }
    }
}

extension TokenView {
    /// Whether the token says that the device ranges over an extended distance.
    fileprivate var hasExtendedDistance: Bool {
        if let capabilities { return capabilities.contains(.extendedDistance) }
        return technologies?.capabilities.contains(.extendedDistance) ?? false
    }
}
