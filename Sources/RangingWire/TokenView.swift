public import RangingCore

/// What a token's identity is.
public struct TokenKind: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// A RangeKit device: 16 bytes of identity.
    @inlinable public static var peer: TokenKind { TokenKind(rawValue: 0) }
    /// A UWB accessory: its 2- or 8-byte MAC address.
    @inlinable public static var accessory: TokenKind { TokenKind(rawValue: 1) }
    /// Another system's token, carried unread.
    @inlinable public static var opaque: TokenKind { TokenKind(rawValue: 2) }
}

/// A token whose bytes lie elsewhere: in a received message, in a C struct, or in a `Token`. It is valid as
/// long as they are. Encoding, decoding and comparing work on it, so that nothing is copied or allocated.
public struct TokenView {
    public static var formatVersion: UInt64 { 1 }
    public static var peerIdentitySize: Int { 16 }
    /// Capacity for an opaque token's bytes.
    public static var identityMaxSize: Int { 512 }
    /// Capacity for map entries with keys this library does not know.
    public static var extensionsMaxSize: Int { 256 }

    public var kind: TokenKind
    public var identity: UnsafeBufferPointer<UInt8>
    /// Which system an opaque token comes from.
    public var foreignFormat: UInt32?
    public var capabilities: Capabilities?
    public var generation: Generation?
    /// Unknown map entries, key and value after key and value, exactly as received.
    public var extensions: UnsafeBufferPointer<UInt8>
    public var extensionsCount: Int

    public init(kind: TokenKind, identity: UnsafeBufferPointer<UInt8>) {
        self.kind = kind
        self.identity = identity
        extensions = UnsafeBufferPointer(start: nil, count: 0)
        extensionsCount = 0
    }

    /// Whether both are of the same device, whatever else they state.
    public func hasSameIdentity(as other: TokenView) -> Bool {
        guard kind == other.kind, foreignFormat == other.foreignFormat, identity.count == other.identity.count else {
            return false
        }
        for index in 0..<identity.count where identity[index] != other.identity[index] {
            return false
        }
        return true
    }

    /// Throws what is wrong with the token. Byte offsets count inside the extensions.
    public func validate() throws(Diagnostic) {
        try Self.check(kind: kind, identity: identity, foreignFormat: foreignFormat, at: nil)
        try validateExtensions()
    }

    private func validateExtensions() throws(Diagnostic) {
        guard extensions.count <= Self.extensionsMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .tokenExtensions, expected: UInt64(Self.extensionsMaxSize),
                found: UInt64(extensions.count))
        }
        guard extensionsCount >= 0, extensionsCount <= extensions.count / 2 else {
            throw Diagnostic(
                .countTooLarge, field: .tokenExtensions, expected: UInt64(extensions.count / 2),
                found: UInt64(clamping: extensionsCount))
        }
        var reader = CBORReader(extensions)
        var order = CBORReader.KeyOrder()
        for _ in 0..<extensionsCount {
            let offset = reader.position
            let key = try reader.readKey(after: &order, level: 2, for: .tokenExtensions)
            if let key, key <= Self.lastKey {
                throw Diagnostic(.fieldNotAllowed, field: .tokenExtensions, byteOffset: offset, found: key)
            }
            try reader.skipItem(level: 2, for: .tokenExtensions)
        }
        try reader.finish(.tokenExtensions)
    }

    /// The rules that tie kind, identity and foreign format together. `offset` is where the identity stands
    /// in a message.
    private static func check(
        kind: TokenKind, identity: UnsafeBufferPointer<UInt8>, foreignFormat: UInt32?, at offset: Int?
    ) throws(Diagnostic) {
        let length = identity.count
        switch kind {
        case .peer where length != peerIdentitySize:
            throw wrongLength(expected: peerIdentitySize, length, offset)
        case .accessory where length != 2 && length != 8:
            throw wrongLength(expected: length < 5 ? 2 : 8, length, offset)
        case .opaque where length == 0:
            throw wrongLength(expected: 1, length, offset)
        case .opaque where length > identityMaxSize:
            throw Diagnostic(
                .tooLarge, field: .tokenIdentity, byteOffset: offset, expected: UInt64(identityMaxSize),
                found: UInt64(length))
        case .opaque where foreignFormat == nil:
            throw Diagnostic(.missingField, field: .tokenForeignFormat)
        case .peer where foreignFormat != nil, .accessory where foreignFormat != nil:
            throw Diagnostic(.fieldNotAllowed, field: .tokenForeignFormat)
        case .peer, .accessory, .opaque:
            break
        default:
            throw Diagnostic(
                .invalidValue, field: .tokenKind, expected: UInt64(TokenKind.opaque.rawValue),
                found: UInt64(exactly: kind.rawValue))
        }
    }

    private static func wrongLength(expected: Int, _ found: Int, _ offset: Int?) -> Diagnostic {
        Diagnostic(
            .wrongLength, field: .tokenIdentity, byteOffset: offset, expected: UInt64(expected), found: UInt64(found))
    }
}

// MARK: - CBOR

extension TokenView {
    // The map's keys; see rangekit.cddl. Unknown keys are larger, so they follow in bytewise order.
    private static var keyVersion: UInt64 { 0 }
    private static var keyKind: UInt64 { 1 }
    private static var keyIdentity: UInt64 { 2 }
    private static var keyForeignFormat: UInt64 { 3 }
    private static var keyCapabilities: UInt64 { 4 }
    private static var keyGeneration: UInt64 { 5 }
    private static var lastKey: UInt64 { keyGeneration }

    /// The length of the encoded token, after validating it.
    public func encodedLength() throws(Diagnostic) -> Int {
        try validate()
        var writer = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(to: &writer)
        return writer.length
    }

    /// Writes a token that `encodedLength` has found valid into a buffer of at least that many bytes.
    public func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var writer = CBORWriter(buffer)
        write(to: &writer)
    }

    private func write(to writer: inout CBORWriter) {
        let optional = (foreignFormat != nil ? 1 : 0) + (capabilities != nil ? 1 : 0) + (generation != nil ? 1 : 0)
        writer.append(mapCount: 3 &+ optional &+ extensionsCount)
        writer.append(unsigned: Self.keyVersion)
        writer.append(unsigned: Self.formatVersion)
        writer.append(unsigned: Self.keyKind)
        writer.append(unsigned: UInt64(clamping: kind.rawValue))
        writer.append(unsigned: Self.keyIdentity)
        writer.append(bytes: identity)
        if let foreignFormat {
            writer.append(unsigned: Self.keyForeignFormat)
            writer.append(unsigned: UInt64(foreignFormat))
        }
        if let capabilities {
            writer.append(unsigned: Self.keyCapabilities)
            writer.append(unsigned: UInt64(capabilities.rawValue))
        }
        if let generation {
            writer.append(unsigned: Self.keyGeneration)
            writer.append(unsigned: UInt64(generation.rawValue))
        }
        writer.append(encoded: extensions)
    }

    /// Reads bytes that are one valid token and nothing else. The token's identity and extensions stay in
    /// `bytes`.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = CBORReader(bytes)
        let count = try reader.readMapCount(for: .token)
        var order = CBORReader.KeyOrder()

        var hasVersion = false
        var kind: TokenKind?
        var identity: UnsafeBufferPointer<UInt8>?
        var identityOffset = 0
        var foreignFormat: UInt32?
        var foreignFormatOffset = 0
        var capabilities: Capabilities?
        var generation: Generation?
        var extensionsStart = 0
        var extensionsCount = 0

        for _ in 0..<count {
            let keyOffset = reader.position
            let key = try reader.readKey(after: &order, level: 2, for: .token)
            switch key {
            case Self.keyVersion:
                let offset = reader.position
                let version = try reader.readUnsigned(upTo: .max, for: .tokenVersion)
                guard version == Self.formatVersion else {
                    throw Diagnostic(
                        .unknownVersion, field: .tokenVersion, byteOffset: offset, expected: Self.formatVersion,
                        found: version)
                }
                hasVersion = true
            case Self.keyKind:
                let value = try reader.readUnsigned(upTo: UInt64(TokenKind.opaque.rawValue), for: .tokenKind)
                kind = TokenKind(rawValue: Int32(truncatingIfNeeded: value))
            case Self.keyIdentity:
                identityOffset = reader.position
                identity = try reader.readBytes(for: .tokenIdentity)
            case Self.keyForeignFormat:
                foreignFormatOffset = keyOffset
                let value = try reader.readUnsigned(upTo: UInt64(UInt32.max), for: .tokenForeignFormat)
                foreignFormat = UInt32(truncatingIfNeeded: value)
            case Self.keyCapabilities:
                let value = try reader.readUnsigned(upTo: UInt64(UInt32.max), for: .tokenCapabilities)
                capabilities = Capabilities(rawValue: UInt32(truncatingIfNeeded: value))
            case Self.keyGeneration:
                let value = try reader.readUnsigned(upTo: UInt64(UInt8.max), for: .tokenGeneration)
                generation = Generation(rawValue: UInt8(truncatingIfNeeded: value))
            default:
                if extensionsCount == 0 {
                    extensionsStart = keyOffset
                }
                try reader.skipItem(level: 2, for: .tokenExtensions)
                extensionsCount &+= 1
            }
        }
        try reader.finish(.token)

        guard hasVersion else { throw Diagnostic(.missingField, field: .tokenVersion, byteOffset: 0) }
        guard let kind else { throw Diagnostic(.missingField, field: .tokenKind, byteOffset: 0) }
        guard let identity else { throw Diagnostic(.missingField, field: .tokenIdentity, byteOffset: 0) }
        do {
            try Self.check(kind: kind, identity: identity, foreignFormat: foreignFormat, at: identityOffset)
        } catch {
            throw error.byteOffset == nil ? error.at(foreignFormatOffset) : error
        }
        self.init(kind: kind, identity: identity)
        self.foreignFormat = foreignFormat
        self.capabilities = capabilities
        self.generation = generation
        if extensionsCount > 0 {
            self.extensions = UnsafeBufferPointer(rebasing: bytes[extensionsStart..<reader.position])
            self.extensionsCount = extensionsCount
        }
        guard extensions.count <= Self.extensionsMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .tokenExtensions, byteOffset: extensionsStart,
                expected: UInt64(Self.extensionsMaxSize), found: UInt64(extensions.count))
        }
    }
}

extension Diagnostic {
    fileprivate func at(_ byteOffset: Int) -> Diagnostic {
        var placed = self
        placed.byteOffset = byteOffset
        return placed
    }
}
