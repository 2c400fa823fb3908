public import RangingCore
import RangingWire

// What a later session needs to take a session up: session-resumption in rangekit.cddl, an array.
extension Session {
    private static var formatVersion: UInt64 { 1 }
    /// A run that is taken up elsewhere is far from those that it may not know of.
    private static var runAllowance: UInt32 { 65536 }

    /// The length of what `export` writes. Throws `sessionState` if the session never ran, or is invalidated.
    public mutating func exportLength() throws(Status) -> Int {
        guard state != .invalidated, numbers.run > 0 || peerOfferLength > 0 || configurationLength > 0 else {
            throw .sessionState
        }
        return export(into: UnsafeMutableBufferPointer(start: nil, count: 0))
    }

    @discardableResult
    public mutating func export(into out: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var writer = CBORWriter(out)
        writer.append(arrayCount: 14)
        writer.append(unsigned: Self.formatVersion)
        writer.append(unsigned: UInt64(dialect.number))
        writer.append(unsigned: UInt64(options.role == 0 ? 0 : 1))
        writer.append(unsigned: UInt64(numbers.session))
        writer.append(unsigned: UInt64(numbers.run))
        writer.append(unsigned: peerIdentity)
        // Data that waits stays behind; its numbers are not used again.
        writer.append(unsigned: UInt64(numbers.data &+ dataCount))
        writer.append(unsigned: UInt64(numbers.expected))
        writer.append(unsigned: UInt64(numbers.motion))
        writer.append(unsigned: UInt64(numbers.peerMotion))
        writer.append(unsigned: hasRun ? 1 : 0)
        writer.append(bytes: ownOfferBytes())
        writer.append(bytes: peerOffer())
        writer.append(bytes: configuration())
        return writer.length
    }

    /// Takes up what another session has exported: this one must be idle, and of the same dialect and role.
    public mutating func `import`(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        guard state == .idle, numbers.run == 0 else { throw Diagnostic(.sessionState) }
        guard dialect.number != 0 else { throw Diagnostic(.sessionNoDialect) }
        var reader = CBORReader(bytes)
        try reader.readArray(of: 14, for: .session)
        try Self.read(&reader, .sessionVersion, only: Self.formatVersion)
        try Self.read(&reader, .sessionDialect, only: UInt64(dialect.number))
        try Self.read(&reader, .sessionRole, only: options.role == 0 ? 0 : 1)
        var numbers = Numbers()
        numbers.session = try reader.readUInt32(for: .sessionID)
        numbers.run = try reader.readUInt32(for: .sessionRun)
        let offset = reader.position
        let identity = try reader.readUnsigned(upTo: .max, for: .sessionIdentity)
        guard options.peerIdentity == 0 || options.peerIdentity == identity else {
            throw Diagnostic(.invalidValue, field: .sessionIdentity, byteOffset: offset, found: identity)
        }
        numbers.data = try reader.readUInt32(for: .sessionNumber)
        numbers.expected = try reader.readUInt32(for: .sessionNumber)
        numbers.motion = try reader.readUInt32(for: .sessionNumber)
        numbers.peerMotion = try reader.readUInt32(for: .sessionNumber)
        let hasRun = try reader.readUnsigned(upTo: 1, for: .sessionValue) == 1
        let own = try readBuffer(&reader)
        let peer = try readBuffer(&reader)
        let configuration = try readBuffer(&reader)
        try reader.finish(.session)
        if isController { numbers.run &+= Self.runAllowance }
        numbers.data &+= dataCount
        self.numbers = numbers
        self.hasRun = hasRun
        if ownOfferLength == 0 {
            store(own, in: ownOffer)
            ownOfferLength = UInt16(truncatingIfNeeded: own.count)
        }
        store(peer, in: peerOfferBytes)
        peerOfferLength = UInt16(truncatingIfNeeded: peer.count)
        store(configuration, in: configurationBytes)
        configurationLength = UInt16(truncatingIfNeeded: configuration.count)
        learn(identity: identity)
    }

    private static func read(_ reader: inout CBORReader, _ field: Field, only value: UInt64) throws(Diagnostic) {
        let offset = reader.position
        let found = try reader.readUnsigned(upTo: .max, for: field)
        guard found == value else {
            throw Diagnostic(.invalidValue, field: field, byteOffset: offset, expected: value, found: found)
        }
    }

    private func readBuffer(_ reader: inout CBORReader) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        let offset = reader.position
        let bytes = try reader.readBytes(for: .sessionBytes)
        guard bytes.count <= messageCapacity else {
            throw Diagnostic(
                .tooLarge, field: .sessionBytes, byteOffset: offset, expected: UInt64(messageCapacity),
                found: UInt64(bytes.count))
        }
        return bytes
    }
}
