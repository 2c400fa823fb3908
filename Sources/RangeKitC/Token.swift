import CMath
public import CRangeKit
import RangeKit

extension rangekit_token: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TOKEN_V1_SIZE) }
}

extension TokenView {
    /// The token in a caller's struct, in place. Lengths beyond the struct's arrays are refused; the rest is
    /// left to `validate`.
    init(_ pointer: UnsafePointer<rangekit_token>?) throws(Diagnostic) {
        let (given, isWhole) = try argument { () throws(Status) in try tokenInPlace(pointer) }
        let token = UnsafeMutablePointer(mutating: given)
        guard token.pointee.reserved == 0 else { throw Diagnostic(.unknownOption, field: .token) }
        self.init(
            kind: TokenKind(rawValue: token.pointee.kind),
            identity: try Self.bytes(
                token.identityBytes, token.pointee.identity_length, capacity: Self.identityMaxSize,
                field: .tokenIdentity))
        let has = token.pointee.fields
        var known =
            RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT | RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION
        if isWhole {
            known |= RANGEKIT_TOKEN_HAS_EXPIRY | RANGEKIT_TOKEN_HAS_NONCE
            known |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES | RANGEKIT_TOKEN_HAS_VENDOR_DATA
        }
        guard has & ~known == 0 else { throw Diagnostic(.unknownOption, field: .token) }
        if has & RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT != 0 {
            foreignFormat = token.pointee.foreign_format
        }
        if has & RANGEKIT_TOKEN_HAS_CAPABILITIES != 0 {
            capabilities = Capabilities(rawValue: token.pointee.capabilities)
        }
        if has & RANGEKIT_TOKEN_HAS_GENERATION != 0 {
            guard let value = UInt8(exactly: token.pointee.generation) else {
                throw Diagnostic(
                    .invalidValue, field: .tokenGeneration, expected: UInt64(UInt8.max),
                    found: UInt64(token.pointee.generation))
            }
            generation = Generation(rawValue: value)
        }
        extensions = try Self.bytes(
            token.extensionBytes, token.pointee.extensions_length, capacity: Self.extensionsMaxSize,
            field: .tokenExtensions)
        extensionsCount = Int(clamping: token.pointee.extensions_count)
        guard isWhole else {
            lastKey = Self.firstVersionKey
            return
        }
        if has & RANGEKIT_TOKEN_HAS_EXPIRY != 0 {
            expiry = token.pointee.expires_utc_s
        }
        if has & RANGEKIT_TOKEN_HAS_NONCE != 0 {
            nonce = try Self.bytes(
                token.nonceBytes, token.pointee.nonce_length, capacity: Self.nonceSizes.upperBound, field: .tokenNonce)
        }
        if has & RANGEKIT_TOKEN_HAS_TECHNOLOGIES != 0 {
            technologies = TokenTechnologies(
                elements: token.technologyArray, count: Int(clamping: token.pointee.technologies_count))
        }
        if has & RANGEKIT_TOKEN_HAS_VENDOR_DATA != 0 {
            vendorID = token.pointee.vendor_id
            vendorData = try Self.bytes(
                token.vendorDataBytes, token.pointee.vendor_data_length, capacity: Self.vendorDataMaxSize,
                field: .tokenVendorData)
        }
    }

    private static func bytes(
        _ start: UnsafeMutablePointer<UInt8>, _ length: UInt32, capacity: Int, field: Field
    ) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        guard length <= UInt32(capacity) else {
            throw Diagnostic(.tooLarge, field: field, expected: UInt64(capacity), found: UInt64(length))
        }
        return UnsafeBufferPointer(start: start, count: Int(length))
    }

    /// Writes the token into a caller's struct.
    func write(to token: UnsafeMutablePointer<rangekit_token>) {
        let (whole, size) = (MemoryLayout<rangekit_token>.size, Int(clamping: token.pointee.struct_size))
        let isWhole = size >= whole
        zero(token, from: isWhole ? whole : rangekit_token.smallestSize, to: size)
        var fields: UInt32 = 0
        if foreignFormat != nil { fields |= RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT }
        if capabilities != nil { fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES }
        if generation != nil { fields |= RANGEKIT_TOKEN_HAS_GENERATION }
        token.pointee.fields = fields
        token.pointee.kind = kind.rawValue
        token.pointee.foreign_format = foreignFormat ?? 0
        token.pointee.capabilities = capabilities?.rawValue ?? 0
        token.pointee.generation = UInt32(generation?.rawValue ?? 0)
        token.pointee.identity_length = UInt32(truncatingIfNeeded: identity.count)
        token.pointee.extensions_length = UInt32(truncatingIfNeeded: extensions.count)
        token.pointee.extensions_count = UInt32(truncatingIfNeeded: extensionsCount)
        token.pointee.reserved = 0
        if let source = identity.baseAddress {
            rangekit_port_copy(token.identityBytes, source, identity.count)
        }
        if let source = extensions.baseAddress {
            rangekit_port_copy(token.extensionBytes, source, extensions.count)
        }
        if isWhole { writeSession(to: token) }
    }

    /// The fields of version 2.
    @inline(never)
    private func writeSession(to token: UnsafeMutablePointer<rangekit_token>) {
        if expiry != nil { token.pointee.fields |= RANGEKIT_TOKEN_HAS_EXPIRY }
        if nonce != nil { token.pointee.fields |= RANGEKIT_TOKEN_HAS_NONCE }
        if technologies != nil { token.pointee.fields |= RANGEKIT_TOKEN_HAS_TECHNOLOGIES }
        if vendorID != nil { token.pointee.fields |= RANGEKIT_TOKEN_HAS_VENDOR_DATA }
        token.pointee.expires_utc_s = expiry ?? 0
        token.pointee.nonce_length = UInt32(truncatingIfNeeded: nonce?.count ?? 0)
        token.pointee.vendor_id = vendorID ?? 0
        token.pointee.vendor_data_length = UInt32(truncatingIfNeeded: vendorData.count)
        if let nonce, let source = nonce.baseAddress {
            rangekit_port_copy(token.nonceBytes, source, nonce.count)
        }
        if let source = vendorData.baseAddress {
            rangekit_port_copy(token.vendorDataBytes, source, vendorData.count)
        }
        token.pointee.technologies_count = 0
        technologies?.forEach {
            token.technologyArray[Int(token.pointee.technologies_count)] = rangekit_token_technology($0)
            token.pointee.technologies_count &+= 1
        }
    }
}

extension rangekit_token_technology {
    fileprivate init(_ technology: TokenTechnology) {
        self.init(
            technology: technology.kind.rawValue, version_major: technology.majorVersion,
            version_minor: technology.minorVersion, profiles: technology.profiles)
    }
}

extension rangekit_token {
    /// The last key that a struct of this size has fields for.
    static func lastKey(_ token: UnsafePointer<rangekit_token>) -> UInt64 {
        Int(clamping: token.pointee.struct_size) < MemoryLayout<rangekit_token>.size
            ? TokenView.firstVersionKey : TokenView.newestKey
    }
}

/// A caller's token where it lies, and whether it is all there: a size below the whole struct's means
/// version 1.
private func tokenInPlace(
    _ pointer: UnsafePointer<rangekit_token>?
) throws(Status) -> (UnsafePointer<rangekit_token>, Bool) {
    let whole = MemoryLayout<rangekit_token>.size
    let given = try checkStruct(pointer)
    let isWhole = given.size >= whole
    try requireZero(given.pointer, from: isWhole ? whole : rangekit_token.smallestSize, to: given.size)
    return (given.pointer, isWhole)
}

extension UnsafeMutablePointer where Pointee == rangekit_token {
    /// Where the arrays lie; Swift sees them as tuples.
    fileprivate var identityBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.identity) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }

    fileprivate var extensionBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.extensions) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }

    fileprivate var nonceBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.nonce) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }

    fileprivate var technologyArray: UnsafeMutablePointer<rangekit_token_technology> {
        withUnsafeMutablePointer(to: &pointee.technologies) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: rangekit_token_technology.self)
        }
    }

    fileprivate var vendorDataBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.vendor_data) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }
}

/// Checks a struct that is to be filled; zero size means version 1.
private func tokenToFill(
    _ token: UnsafeMutablePointer<rangekit_token>?
) throws(Status) -> UnsafeMutablePointer<rangekit_token> {
    let token = try required(token)
    if token.pointee.struct_size == 0 {
        token.pointee.struct_size = UInt32(RANGEKIT_TOKEN_V1_SIZE)
    }
    return try writable(token)
}

/// Makes a valid token of its kind, with the optional values absent.
private func make(
    _ token: UnsafeMutablePointer<rangekit_token>?, _ kind: TokenKind, _ identity: UnsafePointer<UInt8>?,
    _ length: Int, foreignFormat: UInt32? = nil
) -> rangekit_status {
    status { () throws(Status) in
        let token = try tokenToFill(token)
        guard let identity else { throw .nullPointer }
        // Lengths beyond PTRDIFF_MAX arrive negative.
        guard length >= 0 else { throw kind == .opaque ? .tooLarge : .wrongLength }
        var view = TokenView(kind: kind, identity: UnsafeBufferPointer(start: identity, count: length))
        view.foreignFormat = foreignFormat
        do throws(Diagnostic) {
            try view.validate()
        } catch {
            throw error.status
        }
        view.write(to: token)
    }
}

@implementation @_cdecl("rangekit_token_default")
public func rangekit_token_default(_ token: UnsafeMutablePointer<rangekit_token>!) -> rangekit_status {
    status { () throws(Status) in
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        TokenView(kind: .peer, identity: empty).write(to: try tokenToFill(token))
    }
}

@implementation @_cdecl("rangekit_token_make_peer")
public func rangekit_token_make_peer(
    _ token: UnsafeMutablePointer<rangekit_token>!, _ identity: UnsafePointer<UInt8>!, _ identity_length: Int
) -> rangekit_status {
    make(token, .peer, identity, identity_length)
}

@implementation @_cdecl("rangekit_token_make_accessory")
public func rangekit_token_make_accessory(
    _ token: UnsafeMutablePointer<rangekit_token>!, _ address: UnsafePointer<UInt8>!, _ address_length: Int
) -> rangekit_status {
    make(token, .accessory, address, address_length)
}

@implementation @_cdecl("rangekit_token_make_opaque")
public func rangekit_token_make_opaque(
    _ token: UnsafeMutablePointer<rangekit_token>!, _ foreign_format: UInt32, _ bytes: UnsafePointer<UInt8>!,
    _ length: Int
) -> rangekit_status {
    make(token, .opaque, bytes, length, foreignFormat: foreign_format)
}

@implementation @_cdecl("rangekit_token_validate")
public func rangekit_token_validate(
    _ token: UnsafePointer<rangekit_token>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        try TokenView(token).validate()
    }
}

@implementation @_cdecl("rangekit_token_encode")
public func rangekit_token_encode(
    _ token: UnsafePointer<rangekit_token>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let view = try TokenView(token)
        let needed = try view.encodedLength()
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { view.encode(into: $0) }
        }
    }
}

@implementation @_cdecl("rangekit_token_decode")
public func rangekit_token_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ token: UnsafeMutablePointer<rangekit_token>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let token = try argument { () throws(Status) in try writable(token) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        try TokenView(decoding: bytes, lastKey: rangekit_token.lastKey(token)).write(to: token)
    }
}

@implementation @_cdecl("rangekit_token_same_identity")
public func rangekit_token_same_identity(
    _ a: UnsafePointer<rangekit_token>!, _ b: UnsafePointer<rangekit_token>!, _ same: UnsafeMutablePointer<Int32>!
) -> rangekit_status {
    status { () throws(Status) in
        let same = try required(same)
        let first = try validToken(a)
        same.pointee = first.hasSameIdentity(as: try validToken(b)) ? 1 : 0
    }
}

@implementation @_cdecl("rangekit_token_identity_hash")
public func rangekit_token_identity_hash(
    _ token: UnsafePointer<rangekit_token>!, _ seed: UInt64, _ hash: UnsafeMutablePointer<UInt64>!
) -> rangekit_status {
    status { () throws(Status) in
        let hash = try required(hash)
        hash.pointee = try validToken(token).identityHash(seed: seed)
    }
}

@implementation @_cdecl("rangekit_token_fingerprint")
public func rangekit_token_fingerprint(
    _ token: UnsafePointer<rangekit_token>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let view = try validToken(token)
        try writeText(to: out, capacity, length) { text in view.writeFingerprint(to: &text) }
    }
}

/// A caller's token that keeps every rule, or the status that names what it breaks.
func validToken(_ token: UnsafePointer<rangekit_token>?) throws(Status) -> TokenView {
    do {
        let view = try TokenView(token)
        try view.validate()
        return view
    } catch {
        throw error.status
    }
}
