public import RangingCore

/// A discovery token: who a device is and what it can do.
///
///     var token = try Token(peer: identity)          // 16 bytes
///     token.capabilities = [.preciseDistance, .extendedDistance]
///     let message = try token.encoded()
///     let received = try Token(decoding: message)    // == token
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
    /// Seconds since 1970-01-01 UTC; from then on the token has expired.
    public var expiry: UInt32?
    /// The session's nonce, 8 to 64 bytes, as the other side asked for it.
    public var nonce: [UInt8]?
    /// At most 8, in ascending order of kind.
    public var technologies: [TokenTechnology]?
    public var vendorData: VendorData?
    /// Map entries with keys this library does not know, as received; at most 256 bytes.
    public let extensions: [UInt8]
    public let extensionsCount: Int

    /// Up to 128 bytes, and whose they are: a Bluetooth company identifier, or a number above 0xFFFF by agreement.
    public struct VendorData: Equatable, Sendable {
        public var id: UInt32
        public var bytes: [UInt8]

        public init(id: UInt32, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }
    }

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
        expiry = view.expiry
        nonce = view.nonce.map { [UInt8]($0) }
        if let listed = view.technologies {
            var all: [TokenTechnology] = []
            listed.forEach { all.append($0) }
            technologies = all
        }
        if let id = view.vendorID {
            vendorData = VendorData(id: id, bytes: [UInt8](view.vendorData))
        }
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
                try (nonce ?? []).withUnsafeBufferPointer { (nonceBytes) throws(Failure) in
                    try (vendorData?.bytes ?? []).withUnsafeBufferPointer { (vendorBytes) throws(Failure) in
                        try (technologies ?? []).withUnsafeBufferPointer { (listed) throws(Failure) in
                            var view = TokenView(kind: kind, identity: identityBytes)
                            view.foreignFormat = foreignFormat
                            view.capabilities = capabilities
                            view.generation = generation
                            view.expiry = expiry
                            view.nonce = nonce == nil ? nil : nonceBytes
                            view.technologies =
                                technologies == nil
                                ? nil : TokenTechnologies(elements: listed.baseAddress, count: listed.count)
                            view.vendorID = vendorData?.id
                            view.vendorData = vendorBytes
                            view.extensions = extensionBytes
                            view.extensionsCount = extensionsCount
                            return try body(view)
                        }
                    }
                }
            }
        }
    }

    /// A 64-bit hash of the identity alone, for tables; not cryptographic. See `TokenView.identityHash(seed:)`.
    public func identityHash(seed: UInt64 = 0) -> UInt64 {
        withView { $0.identityHash(seed: seed) }
    }

    /// A short fingerprint of the identity alone, for comparing by eye: the ASCII of `7K2M-9QXD-4HTB-W3NA`.
    public func fingerprint() -> [UInt8] {
        withView { view in
            [UInt8](unsafeUninitializedCapacity: 19) { buffer, count in
                var text = TextWriter(buffer)
                view.writeFingerprint(to: &text)
                count = text.length
            }
        }
    }

    public static func == (a: Token, b: Token) -> Bool {
        a.kind == b.kind && a.foreignFormat == b.foreignFormat && a.identity == b.identity
    }
}
