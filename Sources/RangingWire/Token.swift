public import RangingCore

/// A discovery token: who a device is and what it can do.
///
///     var token = try Token(peer: identity)          // 16 bytes
///     token.capabilities = [.preciseDistance, .extendedDistance]
///     let message = try token.encoded()
///     let received = try Token(decoding: message)
///
/// Two tokens are equal when they are of the same device (kind, foreign format and identity), whatever
/// capabilities they state.
public struct Token: Equatable, Sendable {
    public let kind: TokenKind
    public let identity: [UInt8]
    /// Which system an opaque token comes from.
    public let foreignFormat: UInt32?
    public var capabilities: Capabilities?
    public var generation: Generation?
    /// Map entries with keys this library does not know, as received; at most 256 bytes.
    public let extensions: [UInt8]
    public let extensionsCount: Int

    /// The token of a RangeKit device: 16 bytes, random and new for each session if the device must not be
    /// recognised again.
    public init(peer identity: [UInt8]) throws(Diagnostic) {
        try self.init(kind: .peer, identity: identity, foreignFormat: nil)
    }

    /// The token of a UWB accessory: its 2- or 8-byte MAC address, in the order in which it goes over the air.
    public init(accessory address: [UInt8]) throws(Diagnostic) {
        try self.init(kind: .accessory, identity: address, foreignFormat: nil)
    }

    /// Another system's token, 1 to 512 bytes, carried unread.
    public init(opaque bytes: [UInt8], foreignFormat: UInt32) throws(Diagnostic) {
        try self.init(kind: .opaque, identity: bytes, foreignFormat: foreignFormat)
    }

    private init(kind: TokenKind, identity: [UInt8], foreignFormat: UInt32?) throws(Diagnostic) {
        self.kind = kind
        self.identity = identity
        self.foreignFormat = foreignFormat
        extensions = []
        extensionsCount = 0
        try withView { (view) throws(Diagnostic) in try view.validate() }
    }

    /// Reads bytes that are one valid token and nothing else.
    public init(decoding bytes: [UInt8]) throws(Diagnostic) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) in
            Token(copying: try TokenView(decoding: buffer))
        }
    }

    /// A token of its own from one whose bytes lie elsewhere.
    public init(copying view: TokenView) {
        kind = view.kind
        identity = [UInt8](view.identity)
        foreignFormat = view.foreignFormat
        capabilities = view.capabilities
        generation = view.generation
        extensions = [UInt8](view.extensions)
        extensionsCount = view.extensionsCount
    }

    /// The token as deterministic CBOR.
    public func encoded() throws(Diagnostic) -> [UInt8] {
        try withView { (view) throws(Diagnostic) in
            let length = try view.encodedLength()
            return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                view.encode(into: buffer)
                count = length
            }
        }
    }

    /// Gives the token's bytes in place, valid during the call.
    public func withView<Result, Failure: Error>(
        _ body: (TokenView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try identity.withUnsafeBufferPointer { (identityBytes) throws(Failure) in
            try extensions.withUnsafeBufferPointer { (extensionBytes) throws(Failure) in
                var view = TokenView(kind: kind, identity: identityBytes)
                view.foreignFormat = foreignFormat
                view.capabilities = capabilities
                view.generation = generation
                view.extensions = extensionBytes
                view.extensionsCount = extensionsCount
                return try body(view)
            }
        }
    }

    public static func == (a: Token, b: Token) -> Bool {
        a.kind == b.kind && a.foreignFormat == b.foreignFormat && a.identity == b.identity
    }
}
