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
    public static var nonceSizes: ClosedRange<Int> { 8...64 }
    public static var vendorDataMaxSize: Int { 128 }

    public var kind: TokenKind
    public var identity: UnsafeBufferPointer<UInt8>
    /// Which system an opaque token comes from.
    public var foreignFormat: UInt32?
    public var capabilities: Capabilities?
    public var generation: Generation?
    /// Seconds since 1970-01-01 UTC; from then on the token has expired.
    public var expiry: UInt32?
    /// The session's nonce, as the other side asked for it.
    public var nonce: UnsafeBufferPointer<UInt8>?
    public var technologies: TokenTechnologies?
    /// A number that says whose data it is, and the data.
    public var vendorID: UInt32?
    public var vendorData: UnsafeBufferPointer<UInt8>
    /// Unknown map entries, key and value after key and value, exactly as received.
    public var extensions: UnsafeBufferPointer<UInt8>
    public var extensionsCount: Int
    /// Entries with larger keys are extensions. A struct of the contract's version 1 ends with the generation.
    public var lastKey = Self.newestKey

    public init(kind: TokenKind, identity: UnsafeBufferPointer<UInt8>) {
        self.kind = kind
        self.identity = identity
        vendorData = UnsafeBufferPointer(start: nil, count: 0)
        extensions = UnsafeBufferPointer(start: nil, count: 0)
        extensionsCount = 0
    }

    /// Throws what is wrong with the token. Byte offsets count inside the extensions.
    public func validate() throws(Diagnostic) {
        try Self.check(kind: kind, identity: identity, foreignFormat: foreignFormat, at: nil)
        if let nonce { try Self.check(nonce: nonce, at: nil) }
        try Self.check(vendorData: vendorData, at: nil)
        if let technologies { try technologies.validate() }
        try checkTechnologies(at: nil)
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
            if let key, key <= lastKey {
                throw Diagnostic(.fieldNotAllowed, field: .tokenExtensions, byteOffset: offset, found: key)
            }
            try reader.skipItem(level: 2, for: .tokenExtensions)
        }
        try reader.finish(.tokenExtensions)
    }

    /// The rules that tie kind, identity and foreign format together. `offset` is where the identity stands
    /// in a message.
    static func check(
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

    static func check(nonce: UnsafeBufferPointer<UInt8>, at offset: Int?) throws(Diagnostic) {
        guard nonceSizes.contains(nonce.count) else {
            let nearest = nonce.count < nonceSizes.lowerBound ? nonceSizes.lowerBound : nonceSizes.upperBound
            throw Diagnostic(
                .wrongLength, field: .tokenNonce, byteOffset: offset, expected: UInt64(nearest),
                found: UInt64(nonce.count))
        }
    }

    static func check(vendorData: UnsafeBufferPointer<UInt8>, at offset: Int?) throws(Diagnostic) {
        guard vendorData.count <= vendorDataMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .tokenVendorData, byteOffset: offset, expected: UInt64(vendorDataMaxSize),
                found: UInt64(vendorData.count))
        }
    }

    /// What is listed must be among the capabilities, if the token states any.
    func checkTechnologies(at offset: Int?) throws(Diagnostic) {
        guard let technologies, let capabilities else { return }
        guard technologies.capabilities.isSubset(of: capabilities) else {
            throw Diagnostic(.technologyContradiction, field: .tokenTechnologies, byteOffset: offset)
        }
    }

    private static func wrongLength(expected: Int, _ found: Int, _ offset: Int?) -> Diagnostic {
        Diagnostic(
            .wrongLength, field: .tokenIdentity, byteOffset: offset, expected: UInt64(expected), found: UInt64(found))
    }
}
