public import RangingCore

// Sealed messages for Swift, in arrays. Keys and cryptography are the caller's: `sign` gets the bytes to be
// signed, `verify` gets algorithm, key id, signed bytes and signature.
extension ProtectionAlgorithm {
    /// Seals a payload, an encoded token for example, as a COSE_Mac0 or COSE_Sign1. Additional data is signed but
    /// not sent. Throws `cryptographyFailed` unless `sign` gives a signature of `signatureSize` bytes.
    public func seal(
        _ payload: [UInt8], keyID: [UInt8] = [], additionalData: [UInt8] = [], isTagged: Bool = true,
        sign: ([UInt8]) -> [UInt8]?
    ) throws(Diagnostic) -> [UInt8] {
        guard keyID.count <= Sealing.keyIDMaxSize else { throw Diagnostic(.outOfRange, field: .protectionKeyID) }
        var scratch = [UInt8](repeating: 0, count: payload.count + additionalData.count + protectionScratchOverhead)
        return try keyID.withUnsafeBufferPointer { (keyID) throws(Diagnostic) in
            try payload.withUnsafeBufferPointer { (payload) throws(Diagnostic) in
                try additionalData.withUnsafeBufferPointer { (additionalData) throws(Diagnostic) in
                    let sealing = Sealing(self, keyID: keyID, isTagged: isTagged)
                    var message = [UInt8](repeating: 0, count: try sealing.length(payload: payload))
                    try scratch.withUnsafeMutableBufferPointer { (scratch) throws(Diagnostic) in
                        try message.withUnsafeMutableBufferPointer { (message) throws(Diagnostic) in
                            try sealing.seal(payload, additionalData: additionalData, scratch: scratch, into: message) {
                                guard let given = sign([UInt8]($0)), given.count == $1.count else {
                                    return .refusedToSign
                                }
                                for index in 0..<given.count { $1[index] = given[index] }
                                return .ok
                            }
                        }
                    }
                    return message
                }
            }
        }
    }
}

extension CryptographyResult {
    fileprivate static var refusedToSign: CryptographyResult { CryptographyResult(rawValue: -2) }
}

extension Token {
    /// Opens a sealed token, or a bare one where `accepted` has `none`. Throws what the policy refuses, by name;
    /// the token must be of the device of `expected`, and carry exactly `nonce`, if they are given.
    public init(
        opening message: [UInt8], accepted: Protection, options: TokenPolicy.Options = [], now: UInt64? = nil,
        nonce: [UInt8]? = nil, keyID: [UInt8]? = nil, expected: Token? = nil, additionalData: [UInt8] = [],
        verify: (ProtectionAlgorithm, _ keyID: [UInt8], _ signed: [UInt8], _ signature: [UInt8]) -> CryptographyResult
    ) throws(Diagnostic) {
        var scratch = [UInt8](repeating: 0, count: message.count + additionalData.count + protectionScratchOverhead)
        let opened = try message.withUnsafeBufferPointer { (message) throws(Diagnostic) in
            try additionalData.withUnsafeBufferPointer { (additionalData) throws(Diagnostic) in
                try (nonce ?? []).withUnsafeBufferPointer { (nonceBytes) throws(Diagnostic) in
                    try (keyID ?? []).withUnsafeBufferPointer { (keyIDBytes) throws(Diagnostic) in
                        try scratch.withUnsafeMutableBufferPointer { (scratch) throws(Diagnostic) in
                            var policy = TokenPolicy(accepted: accepted)
                            policy.options = options
                            policy.now = now
                            policy.nonce = nonce == nil ? nil : nonceBytes
                            policy.keyID = keyID == nil ? nil : keyIDBytes
                            do throws(Status) {
                                try policy.validate()
                            } catch {
                                throw Diagnostic(error)
                            }
                            let token = Token(
                                copying: try TokenView(
                                    opening: message, additionalData: additionalData, policy: policy, expected: nil,
                                    scratch: scratch
                                ) { verify($0, [UInt8]($1), [UInt8]($2), [UInt8]($3)) })
                            return token
                        }
                    }
                }
            }
        }
        if let expected, expected != opened { throw Diagnostic(.wrongDevice, field: .tokenIdentity) }
        self = opened
    }
}
