public import RangingCore
import RangingWire

extension Session {
    /// Bytes that the link brought: one message, or one fragment.
    public mutating func receive(_ bytes: UnsafeBufferPointer<UInt8>, at timeNs: Int64) throws(Status) {
        guard dialect.number != 0 else { throw .sessionNoDialect }
        try begin(timeNs, room: Self.eventSize(messageCapacity) &+ Self.eventMaxSize)
        do throws(Status) {
            guard isLinkUp else { throw .sessionState }
            guard options.payloadSize > 0 else {
                guard bytes.count <= messageCapacity &+ Options.messageOverhead else { throw .messageTooLarge }
                return try take(bytes)
            }
            let report = try reassembler.receive(bytes, from: 0, at: timeNs)
            guard report.event == .complete else { return }
            let message = try reassembler.message(of: 0)
            try reassembler.remove(0)
            // Its bytes stay where they are until the next fragment comes.
            try take(message)
        } catch {
            counters.messagesRefused &+= 1
            throw error
        }
    }

    private mutating func take(_ message: UnsafeBufferPointer<UInt8>) throws(Status) {
        guard let base = message.baseAddress, message.count > 0 else { throw .messageEmpty }
        guard let receive = dialect.receive else { throw .sessionNotSupported }
        let status = withUnsafeMutablePointer(to: &self) { receive(UnsafeMutableRawPointer($0), base, message.count) }
        schedule()
        guard status == 0 else { throw Status(rawValue: status) }
        counters.messages &+= 1
    }

    /// An input of the peer's.
    mutating func heard(_ input: SessionInput, detail: Int32 = 0) {
        apply(input, detail: detail)
        hear()
    }

    /// A message that comes late, or again: it has no effect.
    mutating func ignore() {
        counters.messagesRepeated &+= 1
    }

    /// Application data. Gives whether it was delivered.
    mutating func deliver(_ body: UnsafeBufferPointer<UInt8>) -> Bool {
        let isTaken = SessionTransition(.peerData, in: state).event != .nothing
        heard(.peerData)
        if isTaken { emit(.data, detail: 0, body.baseAddress, body.count) }
        return isTaken
    }

    /// The accessory's offer, which ends the session if it is none. `identity` is nil where the offer has none.
    mutating func take(
        offer: UnsafeBufferPointer<UInt8>, _ identity: UInt64?, lacks capability: Bool, _ problem: Status?
    ) throws(Status) {
        guard state == .opening else { return ignore() }
        if let problem {
            apply(.fail, detail: Status.invalidConfiguration.rawValue)
            throw problem
        }
        guard offer.count <= messageCapacity else { throw .tooLarge }
        try checkPeer(identity)
        guard !capability else { return apply(.fail, detail: Status.incompatiblePeer.rawValue) }
        guard state == .opening else { return }
        keep(offer: offer, identity)
        heard(.peerOffer)
    }

    /// Refuses another device than the expected one; this device itself ends the session.
    mutating func checkPeer(_ identity: UInt64?) throws(Status) {
        if let identity, identity == localIdentity, identity != 0 {
            apply(.fail, detail: Status.invalidConfiguration.rawValue)
            return
        }
        guard peerIdentity == 0 || identity == nil || identity == peerIdentity else { throw .unknownPeer }
        if let identity, identity != peerIdentity, let device, device.pointee.find(identity) != nil {
            // It is another session's peer.
            throw .unknownPeer
        }
    }

    mutating func keep(offer: UnsafeBufferPointer<UInt8>, _ identity: UInt64?) {
        store(offer, in: peerOfferBytes)
        peerOfferLength = UInt16(truncatingIfNeeded: offer.count)
        if let identity { learn(identity: identity) }
    }

    /// The controller's configuration.
    mutating func take(configuration: UnsafeBufferPointer<UInt8>) throws(Status) {
        guard configuration.count <= messageCapacity else { throw .tooLarge }
        guard SessionTransition(.peerConfigure, in: state).event != .nothing else { return heard(.peerConfigure) }
        store(configuration, in: configurationBytes)
        configurationLength = UInt16(truncatingIfNeeded: configuration.count)
        heard(.peerConfigure)
    }

    func isInUse(_ configuration: UnsafeBufferPointer<UInt8>) -> Bool {
        guard configuration.count == Int(configurationLength) else { return false }
        for index in 0..<configuration.count where configuration[index] != configurationBytes[index] { return false }
        return true
    }
}
