public import RangingCore
import RangingWire

extension Session {
    /// Speaks Android's out-of-band protocol.
    public mutating func useAndroid() throws(Status) {
        try use(
            SessionDialect(
                receive: { session, bytes, count in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.receiveAndroid(UnsafeBufferPointer(start: bytes, count: count))
                },
                write: { session, send, out in
                    let session = session.assumingMemoryBound(to: Session.self)
                    return session.pointee.writeAndroid(SessionSend(rawValue: send) ?? .nothing, out)
                },
                check: { _, kind, bytes, count in
                    Session.checkAndroid(kind, UnsafeBufferPointer(start: bytes, count: count))
                },
                number: 3, traits: .answersSeldom,
                sends: Self.sends([.request, .offer, .configuration, .started, .stop, .motion, .stopped])))
    }

    /// UWB, Channel Sounding, Wi-Fi RTT, RSSI, and Wi-Fi proximity detection.
    private static var everyTechnology: UInt16 { 0x2F }

    private static func checkAndroid(_ kind: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        do throws(Diagnostic) {
            let message = try AndroidOOBMessage(decoding: bytes) { _ in }
            guard message.version <= AndroidOOBMessage.newestVersion else { return Status.unknownVersion.rawValue }
            let isRight = message.id == (kind == 1 ? .configuration : .capabilityResponse)
            return isRight ? 0 : Status.invalidValue.rawValue
        } catch {
            return error.status.rawValue
        }
    }

    // MARK: - Writing

    private mutating func writeAndroid(_ send: SessionSend, _ out: UnsafeMutablePointer<UInt8>) -> Int {
        switch send {
        case .request: write(.capabilityRequest, Self.everyTechnology, out)
        case .offer: write(ownOfferBytes(), since: 2, 3, out)
        case .configuration: write(configuration(), since: 3, 1, out)
        case .started: write(.configurationResponse, configuredTechnologies, out)
        case .stop: isController ? write(.stop, configuredTechnologies, out) : 0
        case .stopped: write(.stopResponse, configuredTechnologies, out)
        case .alive, .motion: writeMotion(out)
        default: 0
        }
    }

    /// Those of the configuration; without one, all.
    private var configuredTechnologies: UInt16 {
        guard configurationLength >= 4 else { return Self.everyTechnology }
        return UInt16(configurationBytes[2]) | UInt16(configurationBytes[3]) &<< 8
    }

    private func write(
        _ id: AndroidOOBMessage.ID, _ technologies: UInt16, _ out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        out[0] = version
        out[1] = UInt8(truncatingIfNeeded: id.rawValue)
        out[2] = UInt8(truncatingIfNeeded: technologies)
        out[3] = UInt8(truncatingIfNeeded: technologies >> 8)
        return 4
    }

    /// A message of the host's in the version that the peer speaks: what a version adds stands at the end.
    private func write(
        _ message: UnsafeBufferPointer<UInt8>, since firstVersion: UInt8, _ added: Int,
        _ out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard message.count > added else { return 0 }
        store(message, in: out)
        let had = out[0] >= firstVersion
        out[0] = version
        guard had != (version >= firstVersion) else { return message.count }
        guard !had else { return message.count &- added }
        for index in 0..<added { out[message.count &+ index] = 0 }
        return message.count &+ added
    }

    private func writeMotion(_ out: UnsafeMutablePointer<UInt8>) -> Int {
        guard !isController, version >= 3, motion != .unknown else { return 0 }
        out[0] = version
        out[1] = UInt8(truncatingIfNeeded: AndroidOOBMessage.ID.motion.rawValue)
        // Not detected, or moderate.
        out[2] = motion == .moving ? 2 : 0
        return 3
    }

    // MARK: - Reading

    private mutating func receiveAndroid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        var address: UInt64?
        var problem: Status?
        do throws(Diagnostic) {
            let message = try AndroidOOBMessage(decoding: bytes) {
                if $0.number == AndroidTechnology.uwb, $0.content == .uwbCapability { address = $0.address }
            }
            do throws(Status) {
                try take(message, bytes, address)
            } catch {
                problem = error
            }
        } catch {
            problem = error.status
            if isController, bytes.count > 1, bytes[1] == 1 {
                // An offer that is none.
                do throws(Status) { try take(offer: bytes, nil, lacks: false, problem) } catch {}
            }
        }
        return problem?.rawValue ?? 0
    }

    private mutating func take(
        _ message: AndroidOOBMessage, _ bytes: UnsafeBufferPointer<UInt8>, _ address: UInt64?
    ) throws(Status) {
        guard state != .idle else { return ignore() }
        switch message.id {
        case .capabilityResponse where isController:
            version = try AndroidOOBMessage.replyVersion(to: message.version)
            let identity = address.map { Self.identity(shortAddress: UInt16(truncatingIfNeeded: $0)) }
            try take(offer: bytes, identity, lacks: options.flags.contains(.extendedDistance), nil)
        case .configurationResponse where isController: heard(.peerStarted)
        case .stopResponse where isController: ignore()
        case .motion where isController:
            let peer: Motion = message.motion == 0 ? .stationary : .moving
            guard peer != peerMotion else { return hear() }
            peerMotion = peer
            heard(.peerMotion, detail: Int32(peer.rawValue))
        case .capabilityRequest where !isController:
            version = try AndroidOOBMessage.replyVersion(to: message.version)
            heard(.peerRequest)
        case .configuration where !isController:
            if state == .configuring || state == .running, isInUse(bytes) { return heard(.peerAgain) }
            isResuming = false
            try take(configuration: bytes)
        case .stop where !isController: heard(.peerAway)
        default: throw .sessionNotSupported
        }
    }
}
