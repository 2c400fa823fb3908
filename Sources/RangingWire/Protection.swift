public import RangingCore

/// How a message is sealed: an algorithm of RFC 9053, and with it the COSE type.
public struct ProtectionAlgorithm: RawRepresentable, Equatable, Sendable {
    /// The number in the header.
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// HMAC 256/256, in a COSE_Mac0.
    @inlinable public static var hmacSHA256: ProtectionAlgorithm { ProtectionAlgorithm(rawValue: 5) }
    /// ECDSA with SHA-256 on P-256, in a COSE_Sign1.
    @inlinable public static var es256: ProtectionAlgorithm { ProtectionAlgorithm(rawValue: -7) }
    /// Ed25519, in a COSE_Sign1.
    @inlinable public static var edDSA: ProtectionAlgorithm { ProtectionAlgorithm(rawValue: -8) }

    /// The bit of an algorithm this library knows; none for any other.
    public var protection: Protection {
        switch self {
        case .hmacSHA256: .hmacSHA256
        case .es256: .es256
        case .edDSA: .edDSA
        default: []
        }
    }

    var isMAC: Bool { self == .hmacSHA256 }
    /// Tag 17 for COSE_Mac0, 18 for COSE_Sign1, as their one byte each.
    var tag: UInt8 { isMAC ? 0xD1 : 0xD2 }
    public var signatureSize: Int { isMAC ? 32 : 64 }
}

/// What a receiver accepts.
public struct Protection: OptionSet, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A bare token: anyone may have written it.
    @inlinable public static var none: Protection { Protection(rawValue: 1 << 0) }
    @inlinable public static var hmacSHA256: Protection { Protection(rawValue: 1 << 1) }
    @inlinable public static var es256: Protection { Protection(rawValue: 1 << 2) }
    @inlinable public static var edDSA: Protection { Protection(rawValue: 1 << 3) }

    static var known: Protection { Protection(rawValue: 15) }
}

/// What the host's sign and verify functions give.
public struct CryptographyResult: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Signed; or the signature fits.
    @inlinable public static var ok: CryptographyResult { CryptographyResult(rawValue: 1) }
    /// The signature does not fit.
    @inlinable public static var refused: CryptographyResult { CryptographyResult(rawValue: 0) }
    /// No key for this key id.
    @inlinable public static var noKey: CryptographyResult { CryptographyResult(rawValue: -1) }

    /// Nothing but `ok` passes.
    func check() throws(Diagnostic) {
        switch self {
        case .ok: return
        case .refused: throw Diagnostic(.signatureWrong, field: .protectionSignature)
        case .noKey: throw Diagnostic(.keyUnknown, field: .protectionKeyID)
        default: throw Diagnostic(.cryptographyFailed, field: .protectionSignature)
        }
    }
}

/// The parts of a COSE_Mac0 or COSE_Sign1 (RFC 9052 sections 4.2 and 6.2). Their bytes lie elsewhere.
public struct ProtectedMessage {
    public var algorithm: ProtectionAlgorithm
    /// Empty if the message names no key.
    public var keyID: UnsafeBufferPointer<UInt8>
    /// The payload as received, and where it starts in the message.
    public var payload: UnsafeBufferPointer<UInt8>
    public var payloadOffset: Int
    /// The contents of the protected header, as signed: empty for an empty map.
    var protectedHeader: UnsafeBufferPointer<UInt8>
    public var signature: UnsafeBufferPointer<UInt8>
}

/// Scratch beyond the sizes of payload and additional data that always suffices.
public let protectionScratchOverhead = 112

/// Writes what is signed into `scratch` (RFC 9052 sections 4.4 and 6.3) and gives it.
@inline(never)
func toBeSigned(
    _ algorithm: ProtectionAlgorithm, protectedHeader: UnsafeBufferPointer<UInt8>,
    additionalData: UnsafeBufferPointer<UInt8>, payload: UnsafeBufferPointer<UInt8>,
    in scratch: UnsafeMutableBufferPointer<UInt8>
) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    var writer = CBORWriter(scratch)
    writer.append(arrayCount: 4)
    writer.append(text: algorithm.isMAC ? "MAC0" : "Signature1")
    writer.append(bytes: protectedHeader)
    writer.append(bytes: additionalData)
    writer.append(bytes: payload)
    guard writer.length <= scratch.count else {
        throw Diagnostic(.bufferTooSmall, expected: UInt64(writer.length), found: UInt64(scratch.count))
    }
    return UnsafeBufferPointer(start: scratch.baseAddress, count: writer.length)
}

// MARK: - Sealing

/// How a message is to be sealed.
public struct Sealing {
    public static var keyIDMaxSize: Int { 64 }

    public var algorithm: ProtectionAlgorithm
    public var keyID: UnsafeBufferPointer<UInt8>
    public var isTagged: Bool

    public init(_ algorithm: ProtectionAlgorithm, keyID: UnsafeBufferPointer<UInt8>, isTagged: Bool) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.isTagged = isTagged
    }

    /// The length of the sealed message, after checking what was asked for.
    public func length(payload: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Int {
        guard !algorithm.protection.isEmpty else {
            throw Diagnostic(.algorithmNotAccepted, field: .protectionAlgorithm)
        }
        var writer = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(payload: payload, to: &writer)
        return writer.length &+ algorithm.signatureSize
    }

    /// Writes the sealed message into a buffer of at least `length(payload:)` bytes.
    public func seal(
        _ payload: UnsafeBufferPointer<UInt8>, additionalData: UnsafeBufferPointer<UInt8>,
        scratch: UnsafeMutableBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>,
        sign: (UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> CryptographyResult
    ) throws(Diagnostic) {
        // The header is behind its own head of one or two bytes, both in the message and alone.
        var measure = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        writeHeader(to: &measure)
        let headerLength = measure.length
        var writer = CBORWriter(buffer)
        write(payload: payload, to: &writer)
        let headerStart = (isTagged ? 2 : 1) &+ CBORHead.shortestSize(UInt64(headerLength))
        let header = UnsafeBufferPointer(rebasing: buffer[headerStart..<(headerStart &+ headerLength)])
        let signed = try toBeSigned(
            algorithm, protectedHeader: header, additionalData: additionalData, payload: payload, in: scratch)
        let signature = UnsafeMutableBufferPointer(
            rebasing: buffer[writer.length..<(writer.length &+ algorithm.signatureSize)])
        try sign(signed, signature).check()
    }

    /// Everything but the signature's own bytes.
    @inline(never)
    private func write(payload: UnsafeBufferPointer<UInt8>, to writer: inout CBORWriter) {
        if isTagged { writer.append(initialByte: algorithm.tag) }
        writer.append(arrayCount: 4)
        var measure = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        writeHeader(to: &measure)
        writer.appendHead(CBORHead.bytes, UInt64(measure.length))
        writeHeader(to: &writer)
        writer.append(mapCount: 0)
        writer.append(bytes: payload)
        writer.appendHead(CBORHead.bytes, UInt64(algorithm.signatureSize))
    }

    private func writeHeader(to writer: inout CBORWriter) {
        writer.append(mapCount: keyID.isEmpty ? 1 : 2)
        writer.append(unsigned: HeaderLabel.algorithm)
        writer.append(integer: Int64(algorithm.rawValue))
        if !keyID.isEmpty {
            writer.append(unsigned: HeaderLabel.keyID)
            writer.append(bytes: keyID)
        }
    }
}

/// Header parameters' labels (RFC 9052 section 3.1).
enum HeaderLabel {
    static var algorithm: UInt64 { 1 }
    static var critical: UInt64 { 2 }
    static var keyID: UInt64 { 4 }
}
