public import RangingCore
import RangingWire

extension Session {
    /// Speaks the accessory protocol of Nearby Interaction.
    public mutating func useAccessoryProtocol() throws(Status) {
        try use(
            SessionDialect(
                receive: { session, bytes, count in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.receiveAccessory(UnsafeBufferPointer(start: bytes, count: count))
                },
                write: { session, send, out in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.writeAccessory(SessionSend(rawValue: send) ?? .nothing, out)
                },
                check: { _, kind, bytes, count in
                    Session.checkAccessory(kind, UnsafeBufferPointer(start: bytes, count: count))
                },
                number: 2, traits: [],
                sends: Self.sends([.request, .offer, .configuration, .started, .stop, .data, .stopped])))
    }

    /// The set of messages of a dialect.
    static func sends(_ sends: InlineArray<7, SessionSend>) -> UInt16 {
        var set: UInt16 = 0
        for index in 0..<7 { set |= 1 &<< UInt16(sends[index].rawValue) }
        return set
    }

    private static func checkAccessory(_ kind: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        do throws(Diagnostic) {
            if kind == 1 {
                _ = try ShareableConfiguration(decoding: bytes)
            } else {
                _ = try AccessoryConfiguration(decoding: bytes)
            }
            return 0
        } catch {
            return error.status.rawValue
        }
    }

    private mutating func writeAccessory(_ send: SessionSend, _ out: UnsafeMutablePointer<UInt8>) -> Int {
        switch send {
        case .request: write(.initialize, nil, out)
        case .offer: write(.configuration, ownOfferBytes(), out)
        case .configuration: write(.configureAndStart, configuration(), out)
        case .started: write(.didStart, nil, out)
        case .stop: write(isController ? .stop : .didStop, nil, out)
        case .stopped: write(.didStop, nil, out)
        case .data: writeData(out)
        default: 0
        }
    }

    private func write(
        _ message: AccessoryMessage, _ body: UnsafeBufferPointer<UInt8>?, _ out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        out[0] = message.rawValue
        guard let body else { return 1 }
        store(body, in: out + 1)
        return 1 &+ body.count
    }

    private mutating func writeData(_ out: UnsafeMutablePointer<UInt8>) -> Int {
        let length = Int(oldestData().length)
        copyOldestData(to: out, length)
        return length
    }

    private mutating func receiveAccessory(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        do throws(Diagnostic) {
            let message = try AccessoryMessage(decoding: bytes)
            do throws(Status) {
                try take(message, bytes)
            } catch {
                return error.rawValue
            }
            return 0
        } catch {
            return error.status.rawValue
        }
    }

    private mutating func take(
        _ message: AccessoryMessage, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(Status) {
        guard state != .idle else { return ignore() }
        let body = UnsafeBufferPointer(rebasing: bytes[1...])
        switch message {
        case .configuration where isController: try take(offer: body)
        case .didStart where isController: heard(.peerStarted)
        case .didStop where isController:
            // While it starts, it is the answer to a stop before.
            if state == .confirming || state == .running { heard(.peerEnded) } else { ignore() }
        case .initialize where !isController: heard(.peerRequest)
        case .configureAndStart where !isController: try take(shareable: body)
        case .stop where !isController: heard(.peerAway)
        default:
            guard message.rawValue >= 0x20, message != .initializeAndroid else { throw .sessionNotSupported }
            guard bytes.count <= messageCapacity else { throw .tooLarge }
            if state.isActive { _ = deliver(bytes) } else { ignore() }
        }
    }

    private mutating func take(offer: UnsafeBufferPointer<UInt8>) throws(Status) {
        var identity: UInt64?
        var problem: Status?
        do throws(Diagnostic) {
            let configuration = try AccessoryConfiguration(decoding: offer)
            identity = Self.identity(shortAddress: configuration.shortAddress)
        } catch {
            problem = error.status
        }
        try take(offer: offer, identity, lacks: options.flags.contains(.extendedDistance), problem)
    }

    private mutating func take(shareable body: UnsafeBufferPointer<UInt8>) throws(Status) {
        do throws(Diagnostic) {
            _ = try ShareableConfiguration(decoding: body)
        } catch {
            throw error.status
        }
        if state == .configuring || state == .running, isInUse(body) { return heard(.peerAgain) }
        isResuming = false
        try take(configuration: body)
    }

    /// The identity of the token of an accessory with this address.
    static func identity(shortAddress: UInt16) -> UInt64 {
        let bytes = shortAddress.littleEndian
        return withUnsafeBytes(of: bytes) { bytes in
            TokenView(kind: .accessory, identity: bytes.assumingMemoryBound(to: UInt8.self)).identityHash(seed: 0)
        }
    }
}
