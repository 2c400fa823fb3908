import CMath
public import RangingCore
import RangingWire

// The application's calls; each is described in `session.h`.
extension Session {
    public mutating func run(lacking lacks: Lacks = [], at timeNs: Int64) throws(Status) {
        guard lacks.isSubset(of: .known) else { throw .unknownOption }
        guard dialect.number != 0 else { throw .sessionNoDialect }
        try begin(timeNs, room: Self.eventMaxSize)
        if let error = refusal(lacks), !state.isActive {
            return try perform(.refuse, detail: error.rawValue)
        }
        let input: SessionInput =
            dialect.traits.contains(.isSilent) ? .radio : !isController ? .serve : canResume ? .resume : .open
        if input == .open, !state.isActive, options.peerIdentity == 0, !dialect.traits.contains(.isNumbered) {
            // Whoever offers first: an accessory may have another address each time.
            learn(identity: 0)
        }
        try perform(input)
    }

    /// Whether the next run takes the previous one up.
    var canResume: Bool {
        isController && hasRun && configurationLength > 0 && dialect.traits.contains(.isNumbered)
    }

    /// The first of the errors that keep a session from running.
    private mutating func refusal(_ lacks: Lacks) -> Status? {
        let needsLink = isBackground || dialect.traits.contains(.isSilent)
        if lacks.contains(.platform) { return .unsupportedPlatform }
        if lacks.contains(.permission) { return .userDidNotAllow }
        if lacks.contains(.camera), options.flags.contains(.cameraAssistance) { return .invalidARConfiguration }
        if needsLink, lacks.contains(.pairing) || !isLinkUp { return .accessoryPeerUnavailable }
        if !isController, ownOfferLength == 0 { return .invalidConfiguration }
        return device?.pointee.refusal(isExtended: options.flags.contains(.extendedDistance))
    }

    public mutating func configure(_ configuration: UnsafeBufferPointer<UInt8>, at timeNs: Int64) throws(Status) {
        guard isController, !dialect.traits.contains(.isSilent) else { throw .sessionState }
        try begin(timeNs, room: Self.eventMaxSize)
        if let refusal = SessionTransition(.configure, in: state).refusal { throw refusal }
        try check(configuration, as: 1)
        store(configuration, in: configurationBytes)
        configurationLength = UInt16(truncatingIfNeeded: configuration.count)
        isResuming = false
        try perform(.configure)
    }

    public mutating func start(at timeNs: Int64) throws(Status) {
        try begin(timeNs, room: Self.eventMaxSize)
        let isMine =
            !isController || dialect.traits.contains(.isSilent)
            || (dialect.traits.contains(.answersSeldom) && state != .configuring)
        guard isMine || state == .invalidated else { throw .sessionState }
        try perform(.start)
    }

    public mutating func pause(at timeNs: Int64) throws(Status) {
        try perform(.pause, at: timeNs)
    }

    public mutating func suspend(at timeNs: Int64) throws(Status) {
        try perform(.suspend, at: timeNs)
    }

    public mutating func endSuspension(at timeNs: Int64) throws(Status) {
        try perform(.endSuspension, at: timeNs)
    }

    public mutating func invalidate(at timeNs: Int64) throws(Status) {
        try perform(.invalidate, at: timeNs)
    }

    /// `error` is one of the ten.
    public mutating func fail(_ error: Status, at timeNs: Int64) throws(Status) {
        guard error.endsSession else { throw .outOfRange }
        try begin(timeNs, room: Self.eventMaxSize)
        try perform(.fail, detail: error.rawValue)
    }

    @inline(never)
    private mutating func perform(_ input: SessionInput, at timeNs: Int64) throws(Status) {
        try begin(timeNs, room: Self.eventMaxSize)
        try perform(input)
    }

    public mutating func setMotion(_ motion: Motion, at timeNs: Int64) throws(Status) {
        try begin(timeNs, room: Self.eventMaxSize)
        let isNews = motion != self.motion
        if isNews || state == .invalidated {
            if let refusal = SessionTransition(.move, in: state).refusal { throw refusal }
            self.motion = motion
            numbers.motion &+= 1
            try perform(.move)
        }
    }

    public mutating func setBackground(_ isBackground: Bool, at timeNs: Int64) throws(Status) {
        try begin(timeNs, room: Self.eventMaxSize)
        self.isBackground = isBackground
        isAwake = false
    }

    public mutating func setLink(isUp: Bool, at timeNs: Int64) throws(Status) {
        try begin(timeNs, room: Self.eventMaxSize)
        guard isUp != isLinkUp else { return }
        isLinkUp = isUp
        frame.length = 0
        reassembler.forget()
        guard isUp else {
            apply(dialect.traits.contains(.isSilent) ? .invalidate : .linkDown, detail: 0)
            return
        }
        let wasLost = state == .lost
        apply(.linkUp, detail: 0)
        if wasLost, isController { apply(canResume ? .resume : .open, detail: 0) }
    }

    // MARK: - What lies in the buffers

    public mutating func setOffer(_ offer: UnsafeBufferPointer<UInt8>) throws(Status) {
        guard dialect.number != 0 else { throw .sessionNoDialect }
        guard state != .invalidated else { throw .sessionInvalidated }
        try check(offer, as: 0)
        store(offer, in: ownOffer)
        ownOfferLength = UInt16(truncatingIfNeeded: offer.count)
    }

    /// Whether bytes are an offer (0) or a configuration (1) of the dialect, and fit.
    private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>, as kind: Int32) throws(Status) {
        guard let check = dialect.check else { throw .sessionNotSupported }
        guard let base = bytes.baseAddress, bytes.count > 0 else { throw .truncated }
        guard bytes.count <= messageCapacity else { throw .tooLarge }
        let status = withUnsafeMutablePointer(to: &self) { check(UnsafeMutableRawPointer($0), kind, base, bytes.count) }
        guard status == 0 else { throw Status(rawValue: status) }
    }

    func store(_ bytes: UnsafeBufferPointer<UInt8>, in buffer: UnsafeMutablePointer<UInt8>) {
        if let base = bytes.baseAddress { rangekit_port_copy(buffer, base, bytes.count) }
    }

    public mutating func peerOffer() -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: peerOfferBytes, count: Int(peerOfferLength))
    }

    public mutating func configuration() -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: configurationBytes, count: Int(configurationLength))
    }

    public mutating func ownOfferBytes() -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: ownOffer, count: Int(ownOfferLength))
    }

    // MARK: - Samples and time

    /// A sample of the radio: `record` is where a `RangeSampleRecord` lies, whatever its alignment.
    public mutating func measure(_ record: UnsafePointer<RangeSampleRecord>) throws(Status) {
        guard record.pointee.peer == options.peer else {
            counters.samplesUnknownPeer &+= 1
            throw .unknownPeer
        }
        try begin(hasTime ? max(nowNs, record.pointee.timeNs) : record.pointee.timeNs, room: Self.sampleEventSize)
        guard isMeasuring else {
            counters.samplesNotRunning &+= 1
            throw .sessionNotRunning
        }
        hear()
        if isBackground, isController {
            counters.samplesInBackground &+= 1
        } else {
            counters.samples &+= 1
            emit(.sample, detail: 0, record, RangeSampleRecord.size)
        }
    }

    public mutating func advance(to timeNs: Int64) throws(Status) {
        try begin(timeNs)
    }

    /// When to advance next; `Int64.max` if there is nothing to wait for.
    public mutating func deadline() -> Int64 {
        schedule()
        return timers.next
    }

    public var isActive: Bool { state.isActive }
    public var peer: UInt32 { options.peer }

    // MARK: - Identities

    /// Takes the peer's identity; 0 forgets it.
    mutating func learn(identity: UInt64) {
        guard identity != peerIdentity else { return }
        let old = peerIdentity
        peerIdentity = identity
        guard let device else { return }
        withUnsafeMutablePointer(to: &self) { device.pointee.rename($0, from: old) }
    }
}
