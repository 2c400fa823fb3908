public import CRangeKit
import RangeKit

extension rangekit_protection_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PROTECTION_OPTIONS_V1_SIZE) }
}

extension rangekit_token_policy: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TOKEN_POLICY_V1_SIZE) }
}

/// Runs `body` with a policy whose bytes lie in `given`.
@inline(__always)
private func withPolicy(
    _ pointer: UnsafePointer<rangekit_token_policy>?, _ body: (TokenPolicy) throws(Diagnostic) -> Void
) throws(Diagnostic) {
    var given = try argument { () throws(Status) in try readStruct(pointer, or: nil) }
    try withUnsafeMutablePointer(to: &given) { (given) throws(Diagnostic) in
        try body(try argument { () throws(Status) in try TokenPolicy(given) })
    }
}

extension TokenPolicy {
    /// A policy whose bytes stay in the struct.
    @inline(never)
    fileprivate init(_ given: UnsafeMutablePointer<rangekit_token_policy>) throws(Status) {
        self.init(accepted: Protection(rawValue: given.pointee.accepted))
        options = Options(rawValue: given.pointee.options)
        let has = given.pointee.fields
        guard has & ~(RANGEKIT_POLICY_HAS_NOW | RANGEKIT_POLICY_HAS_NONCE | RANGEKIT_POLICY_HAS_KEY_ID) == 0 else {
            throw .unknownOption
        }
        if has & RANGEKIT_POLICY_HAS_NOW != 0 {
            now = given.pointee.now_utc_s
        }
        if has & RANGEKIT_POLICY_HAS_NONCE != 0 {
            nonce = UnsafeBufferPointer(
                start: bytes(&given.pointee.nonce), count: Int(clamping: given.pointee.nonce_length))
        }
        if has & RANGEKIT_POLICY_HAS_KEY_ID != 0 {
            keyID = UnsafeBufferPointer(
                start: bytes(&given.pointee.key_id), count: Int(clamping: given.pointee.key_id_length))
        }
        try validate()
    }
}

/// Where an array of a struct lies; Swift sees it as a tuple.
@inline(__always)
private func bytes<Tuple>(_ array: UnsafeMutablePointer<Tuple>) -> UnsafePointer<UInt8> {
    UnsafePointer(UnsafeMutableRawPointer(array).assumingMemoryBound(to: UInt8.self))
}

/// A caller's scratch memory; NULL is fine when there is none.
private func scratchBuffer(
    _ scratch: UnsafeMutablePointer<UInt8>?, _ size: Int
) throws(Diagnostic) -> UnsafeMutableBufferPointer<UInt8> {
    let checked = try argument { () throws(Status) in try byteBuffer(UnsafePointer(scratch), size) }
    return UnsafeMutableBufferPointer(mutating: checked)
}

private func bytesIn(_ bytes: UnsafePointer<UInt8>?, _ size: Int) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
    try argument { () throws(Status) in try byteBuffer(bytes, size) }
}

/// A host's function that is needed.
private func present<Function>(_ function: Function?) throws(Diagnostic) -> Function {
    guard let function else { throw Diagnostic(.nullPointer) }
    return function
}

@implementation @_cdecl("rangekit_protection_options_default")
public func rangekit_protection_options_default(
    _ options: UnsafeMutablePointer<rangekit_protection_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_protection_options(), to: options) }
}

@implementation @_cdecl("rangekit_token_policy_default")
public func rangekit_token_policy_default(_ policy: UnsafeMutablePointer<rangekit_token_policy>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_token_policy(), to: policy) }
}

@implementation @_cdecl("rangekit_protection_seal")
public func rangekit_protection_seal(
    _ payload: UnsafePointer<UInt8>!, _ payload_size: Int, _ aad: UnsafePointer<UInt8>!, _ aad_size: Int,
    _ options: UnsafePointer<rangekit_protection_options>!, _ sign: rangekit_sign_function!,
    _ context: UnsafeMutableRawPointer!, _ scratch: UnsafeMutablePointer<UInt8>!, _ scratch_size: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        var given = try argument { () throws(Status) in try readStruct(options, or: nil) }
        let payload = try bytesIn(payload, payload_size)
        let aad = try bytesIn(aad, aad_size)
        guard given.key_id_length <= UInt32(RANGEKIT_PROTECTION_KEY_ID_MAX_SIZE), given.untagged <= 1 else {
            throw Diagnostic(.outOfRange)
        }
        // What is signed and what is written must be countable on every machine.
        guard payload.count <= messageMaxSize, aad.count <= messageMaxSize else { throw Diagnostic(.outOfRange) }
        try withUnsafeMutablePointer(to: &given) { (given) throws(Diagnostic) in
            let algorithm = ProtectionAlgorithm(rawValue: given.pointee.algorithm)
            let keyID = UnsafeBufferPointer(
                start: bytes(&given.pointee.key_id), count: Int(clamping: given.pointee.key_id_length))
            let sealing = Sealing(algorithm, keyID: keyID, isTagged: given.pointee.untagged == 0)
            let needed = try sealing.length(payload: payload)
            var buffer: UnsafeMutableBufferPointer<UInt8>?
            try argument { () throws(Status) in
                try writeBytes(to: out, capacity, length, needed: needed) { buffer = $0 }
            }
            guard let buffer else { return }
            // Until it is signed there is no message.
            length.pointee = 0
            let sign = try present(sign)
            let scratch = try scratchBuffer(scratch, scratch_size)
            try sealing.seal(payload, additionalData: aad, scratch: scratch, into: buffer) {
                CryptographyResult(
                    rawValue: sign(
                        context, algorithm.rawValue, $0.baseAddress, $0.count, $1.baseAddress, $1.count))
            }
            length.pointee = needed
        }
    }
}

/// No message comes near this; sums of such sizes fit 32-bit machines.
private let messageMaxSize = 1 << 28

/// Asks the host. Without a function, which is refused before any message is read, nothing passes.
private func ask(
    _ verify: rangekit_verify_function?, _ context: UnsafeMutableRawPointer?, _ algorithm: ProtectionAlgorithm,
    _ keyID: UnsafeBufferPointer<UInt8>, _ signed: UnsafeBufferPointer<UInt8>,
    _ signature: UnsafeBufferPointer<UInt8>
) -> CryptographyResult {
    guard let verify else { return .refused }
    return CryptographyResult(
        rawValue: verify(
            context, algorithm.rawValue, keyID.baseAddress, keyID.count, signed.baseAddress, signed.count,
            signature.baseAddress, signature.count))
}

@implementation @_cdecl("rangekit_token_open")
public func rangekit_token_open(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ aad: UnsafePointer<UInt8>!, _ aad_size: Int,
    _ policy: UnsafePointer<rangekit_token_policy>!, _ expected: UnsafePointer<rangekit_token>!,
    _ verify: rangekit_verify_function!, _ context: UnsafeMutableRawPointer!, _ scratch: UnsafeMutablePointer<UInt8>!,
    _ scratch_size: Int, _ token: UnsafeMutablePointer<rangekit_token>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let token = try argument { () throws(Status) in try writable(token) }
        let bytes = try bytesIn(bytes, size)
        let aad = try bytesIn(aad, aad_size)
        guard bytes.count <= messageMaxSize, aad.count <= messageMaxSize else { throw Diagnostic(.outOfRange) }
        let scratch = try scratchBuffer(scratch, scratch_size)
        let device = try optionalToken(expected)
        try withPolicy(policy) { (policy) throws(Diagnostic) in
            if policy.accepted != .none { _ = try present(verify) }
            let view = try TokenView(
                opening: bytes, additionalData: aad, policy: policy, expected: device, scratch: scratch,
                lastKey: rangekit_token.lastKey(token)
            ) { ask(verify, context, $0, $1, $2, $3) }
            view.write(to: token)
        }
    }
}

@implementation @_cdecl("rangekit_token_check")
public func rangekit_token_check(
    _ token: UnsafePointer<rangekit_token>!, _ policy: UnsafePointer<rangekit_token_policy>!,
    _ expected: UnsafePointer<rangekit_token>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let view = try TokenView(token)
        try view.validate()
        let device = try optionalToken(expected)
        try withPolicy(policy) { (policy) throws(Diagnostic) in try policy.check(view, expected: device) }
    }
}

@implementation @_cdecl("rangekit_protection_open")
public func rangekit_protection_open(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ aad: UnsafePointer<UInt8>!, _ aad_size: Int,
    _ policy: UnsafePointer<rangekit_token_policy>!, _ verify: rangekit_verify_function!,
    _ context: UnsafeMutableRawPointer!, _ scratch: UnsafeMutablePointer<UInt8>!, _ scratch_size: Int,
    _ payload_offset: UnsafeMutablePointer<Int>!, _ payload_length: UnsafeMutablePointer<Int>!,
    _ algorithm: UnsafeMutablePointer<Int32>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let payloadOffset = try argument { () throws(Status) in try required(payload_offset) }
        let payloadLength = try argument { () throws(Status) in try required(payload_length) }
        if algorithm != nil { _ = try argument { () throws(Status) in try required(algorithm) } }
        let bytes = try bytesIn(bytes, size)
        let aad = try bytesIn(aad, aad_size)
        guard bytes.count <= messageMaxSize, aad.count <= messageMaxSize else { throw Diagnostic(.outOfRange) }
        let scratch = try scratchBuffer(scratch, scratch_size)
        _ = try present(verify)
        try withPolicy(policy) { (policy) throws(Diagnostic) in
            let message = try ProtectedMessage(
                opening: bytes, additionalData: aad, policy: policy, scratch: scratch
            ) { ask(verify, context, $0, $1, $2, $3) }
            payloadOffset.pointee = message.payloadOffset
            payloadLength.pointee = message.payload.count
            if let algorithm { algorithm.pointee = message.algorithm.rawValue }
        }
    }
}

/// A token that may be left out, and is valid if it is there.
private func optionalToken(_ token: UnsafePointer<rangekit_token>?) throws(Diagnostic) -> TokenView? {
    guard token != nil else { return nil }
    return try argument { () throws(Status) in try validToken(token) }
}
