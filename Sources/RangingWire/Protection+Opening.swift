public import RangingCore

/// What a receiver demands, accepts and expects of a token.
public struct TokenPolicy {
    public struct Options: OptionSet, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// A token without expiry is refused.
        @inlinable public static var requireExpiry: Options { Options(rawValue: 1 << 0) }
        /// Protected headers that are not understood are ignored, as RFC 9052 has it, unless critical.
        @inlinable public static var ignoreUnknownHeaders: Options { Options(rawValue: 1 << 1) }
        /// The algorithm may stand in the unprotected header alone. The key must then be for one algorithm.
        @inlinable public static var allowUnprotectedAlgorithm: Options { Options(rawValue: 1 << 2) }

        static var known: Options { Options(rawValue: 7) }
    }

    /// At least one; without `none`, protection is demanded.
    public var accepted: Protection
    public var options: Options = []
    /// Seconds since 1970-01-01 UTC.
    public var now: UInt64?
    public var nonce: UnsafeBufferPointer<UInt8>?
    public var keyID: UnsafeBufferPointer<UInt8>?

    public init(accepted: Protection) {
        self.accepted = accepted
    }

    public func validate() throws(Status) {
        guard accepted.isSubset(of: .known), options.isSubset(of: .known) else { throw .unknownOption }
        guard !accepted.isEmpty else { throw .outOfRange }
        if let nonce, !TokenView.nonceSizes.contains(nonce.count) { throw .outOfRange }
        if let keyID, keyID.count > Sealing.keyIDMaxSize { throw .outOfRange }
    }

    /// Device, nonce and expiry of a valid token.
    @inline(never)
    public func check(_ token: TokenView, expected: TokenView?) throws(Diagnostic) {
        if let expected, !token.hasSameIdentity(as: expected) {
            throw Diagnostic(.wrongDevice, field: .tokenIdentity)
        }
        if let nonce {
            guard let given = token.nonce else { throw Diagnostic(.missingField, field: .tokenNonce) }
            guard areEqual(given, nonce) else { throw Diagnostic(.wrongNonce, field: .tokenNonce) }
        }
        guard let expiry = token.expiry else {
            guard !options.contains(.requireExpiry) else { throw Diagnostic(.missingField, field: .tokenExpiry) }
            return
        }
        if let now, now >= UInt64(expiry) {
            throw Diagnostic(.expired, field: .tokenExpiry, expected: now, found: UInt64(expiry))
        }
    }
}

/// What looks at a signature: algorithm, key id, the bytes that were signed, the signature.
public typealias SignatureVerification = (
    ProtectionAlgorithm, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>
) -> CryptographyResult

extension TokenView {
    /// Opens a sealed token, or a bare one where the policy accepts it. Nothing of the payload is decoded before
    /// its signature is verified. The policy is valid.
    public init(
        opening bytes: UnsafeBufferPointer<UInt8>, additionalData: UnsafeBufferPointer<UInt8>, policy: TokenPolicy,
        expected: TokenView?, scratch: UnsafeMutableBufferPointer<UInt8>, lastKey: UInt64 = newestKey,
        verify: SignatureVerification
    ) throws(Diagnostic) {
        var signed = bytes
        var start = 0
        // A token is a map, a COSE message an array behind an optional tag.
        if bytes.count > 0, bytes[0] >> 5 == CBORHead.map || policy.accepted == .none {
            guard policy.accepted.contains(.none) else {
                throw Diagnostic(.protectionMissing, field: .protection, byteOffset: 0)
            }
        } else {
            let message = try ProtectedMessage(
                opening: bytes, additionalData: additionalData, policy: policy, scratch: scratch, verify: verify)
            start = message.payloadOffset
            signed = UnsafeBufferPointer(rebasing: bytes[..<(start &+ message.payload.count)])
        }
        // The nonce and the expiry have no place among a first version's fields, and are checked all the same.
        let token = try TokenView(decoding: signed, from: start)
        try policy.check(token, expected: expected)
        self = lastKey == Self.newestKey ? token : try TokenView(decoding: signed, from: start, lastKey: lastKey)
    }
}

extension ProtectedMessage {
    /// Reads and verifies a COSE message as the policy demands.
    @inline(never)
    public init(
        opening bytes: UnsafeBufferPointer<UInt8>, additionalData: UnsafeBufferPointer<UInt8>, policy: TokenPolicy,
        scratch: UnsafeMutableBufferPointer<UInt8>, verify: SignatureVerification
    ) throws(Diagnostic) {
        self = try Self.read(bytes, policy: policy)
        let signed = try toBeSigned(
            algorithm, protectedHeader: protectedHeader, additionalData: additionalData, payload: payload,
            in: scratch)
        do {
            try verify(algorithm, keyID, signed, signature).check()
        } catch {
            var placed = error
            let place = error.field == .protectionKeyID ? keyID : signature
            placed.byteOffset = Self.offset(of: place, in: bytes)
            throw placed
        }
    }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, policy: TokenPolicy
    ) throws(Diagnostic) -> ProtectedMessage {
        let tag: UInt8? = bytes.count > 0 && (bytes[0] == 0xD1 || bytes[0] == 0xD2) ? bytes[0] : nil
        var reader = CBORReader(bytes, from: tag == nil ? 0 : 1)
        try reader.readArray(of: 4, for: .protection)

        var headers = Headers(policy.options)
        let protectedHeader = try reader.readBytes(for: .protectedHeader)
        // An empty map may be sent for no map at all, and is signed as none (RFC 9052 section 4.4).
        var signedHeader = protectedHeader
        if !protectedHeader.isEmpty {
            let upToHeader = UnsafeBufferPointer(rebasing: bytes[..<reader.position])
            var inner = CBORReader(upToHeader, from: reader.position &- protectedHeader.count)
            try headers.read(&inner, isProtected: true)
            try inner.finish(.protectedHeader)
            if headers.isEmpty { signedHeader = UnsafeBufferPointer(start: nil, count: 0) }
        }
        let unprotectedOffset = reader.position
        try headers.read(&reader, isProtected: false)
        let payload = try reader.readBytes(for: .protectionPayload)
        let payloadOffset = reader.position &- payload.count
        let signatureOffset = reader.position
        let signature = try reader.readBytes(for: .protectionSignature)
        try reader.finish(.protection)

        guard let algorithm = headers.algorithm else {
            throw Diagnostic(.algorithmMissing, field: .protectionAlgorithm, byteOffset: unprotectedOffset)
        }
        // An algorithm this library does not know has no bit.
        guard !algorithm.protection.isEmpty, policy.accepted.contains(algorithm.protection) else {
            throw Diagnostic(
                .algorithmNotAccepted, field: .protectionAlgorithm, byteOffset: headers.algorithmOffset)
        }
        guard tag == nil || tag == algorithm.tag else {
            throw Diagnostic(.algorithmMismatch, field: .protectionAlgorithm, byteOffset: headers.algorithmOffset)
        }
        guard signature.count == algorithm.signatureSize else {
            throw Diagnostic(
                .wrongLength, field: .protectionSignature, byteOffset: signatureOffset,
                expected: UInt64(algorithm.signatureSize), found: UInt64(signature.count))
        }
        if let expected = policy.keyID, !areEqual(headers.keyID, expected) {
            throw Diagnostic(.wrongKey, field: .protectionKeyID, byteOffset: headers.keyIDOffset ?? unprotectedOffset)
        }
        return ProtectedMessage(
            algorithm: algorithm, keyID: headers.keyID, payload: payload, payloadOffset: payloadOffset,
            protectedHeader: signedHeader, signature: signature)
    }

    private static func offset(of part: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = part.baseAddress, let base = bytes.baseAddress else { return 0 }
        return start - base
    }
}

/// What both headers say, and the rules that tie them together.
private struct Headers {
    let options: TokenPolicy.Options
    var isEmpty = true
    var algorithm: ProtectionAlgorithm?
    var algorithmOffset = 0
    var keyID = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var keyIDOffset: Int?
    /// The labels that are marked critical, of those that are understood.
    private var criticalOffset: Int?
    private var criticalLabels: UInt64 = 0

    init(_ options: TokenPolicy.Options) {
        self.options = options
    }

    @inline(never)
    mutating func read(_ reader: inout CBORReader, isProtected: Bool) throws(Diagnostic) {
        let field: Field = isProtected ? .protectedHeader : .unprotectedHeader
        let count = try reader.readMapCount(for: field)
        if isProtected { isEmpty = count == 0 }
        var order = CBORReader.KeyOrder()
        var labels: UInt64 = 0
        for _ in 0..<count {
            let offset = reader.position
            let label = try reader.readKey(after: &order, level: 2, for: field)
            if let label, label < 64 { labels |= 1 &<< label }
            switch label {
            case HeaderLabel.algorithm:
                try readAlgorithm(&reader, isProtected: isProtected, at: offset)
            case HeaderLabel.critical:
                // It must be integrity protected (RFC 9052 section 3.1).
                guard isProtected else {
                    throw Diagnostic(.criticalHeader, field: .protectionCritical, byteOffset: offset)
                }
                try readCritical(&reader)
            case HeaderLabel.keyID:
                guard keyIDOffset == nil else {
                    throw Diagnostic(.duplicateKey, field: .protectionKeyID, byteOffset: offset)
                }
                keyIDOffset = offset
                keyID = try reader.readBytes(for: .protectionKeyID)
            default:
                // Anyone can write into the unprotected header, so nothing there that is unknown matters.
                guard !isProtected || options.contains(.ignoreUnknownHeaders) else {
                    throw Diagnostic(.unknownHeader, field: field, byteOffset: offset, found: label)
                }
                try reader.skipItem(level: 2, for: field)
            }
        }
        if isProtected, let criticalOffset, criticalLabels & ~labels != 0 {
            throw Diagnostic(.criticalHeader, field: .protectionCritical, byteOffset: criticalOffset)
        }
    }

    private mutating func readAlgorithm(
        _ reader: inout CBORReader, isProtected: Bool, at offset: Int
    ) throws(Diagnostic) {
        if !isProtected {
            guard algorithm == nil else {
                throw Diagnostic(.algorithmDuplicated, field: .protectionAlgorithm, byteOffset: offset)
            }
            guard options.contains(.allowUnprotectedAlgorithm) else {
                throw Diagnostic(.algorithmUnprotected, field: .protectionAlgorithm, byteOffset: offset)
            }
        }
        algorithmOffset = reader.position
        // Integers, or names (RFC 9052 section 3.1). What is no 32-bit integer is no algorithm known here.
        let start = reader.position
        var value: Int32 = 0
        let head = try reader.readHead(for: .protectionAlgorithm)
        switch head.majorType {
        case CBORHead.unsigned:
            value = Int32(exactly: head.argument) ?? 0
        case CBORHead.negative:
            value = Int32(exactly: head.argument).map { ~$0 } ?? 0
        case CBORHead.text:
            reader.rewind(to: start)
            try reader.skipItem(level: 2, for: .protectionAlgorithm)
        default:
            throw Diagnostic(
                .wrongType, field: .protectionAlgorithm, byteOffset: start, expected: 0,
                found: UInt64(head.majorType))
        }
        algorithm = ProtectionAlgorithm(rawValue: value)
    }

    /// Labels that a receiver must understand: at least one, all of them understood here, and there.
    private mutating func readCritical(_ reader: inout CBORReader) throws(Diagnostic) {
        let offset = reader.position
        criticalOffset = offset
        let count = try reader.readHead(CBORHead.array, for: .protectionCritical).argument
        guard count > 0 else { throw Diagnostic(.criticalHeader, field: .protectionCritical, byteOffset: offset) }
        for _ in 0..<count {
            let start = reader.position
            let head = try reader.readHead(for: .protectionCritical)
            guard head.majorType == CBORHead.unsigned,
                head.argument == HeaderLabel.algorithm || head.argument == HeaderLabel.keyID
            else {
                let label = head.majorType == CBORHead.unsigned ? head.argument : nil
                throw Diagnostic(.criticalHeader, field: .protectionCritical, byteOffset: start, found: label)
            }
            criticalLabels |= 1 &<< head.argument
        }
    }
}
