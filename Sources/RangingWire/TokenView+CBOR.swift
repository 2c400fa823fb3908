public import RangingCore

extension TokenView {
    // The map's keys; see rangekit.cddl. Unknown keys are larger, so they follow in bytewise order.
    private static var keyVersion: UInt64 { 0 }
    private static var keyKind: UInt64 { 1 }
    private static var keyIdentity: UInt64 { 2 }
    private static var keyForeignFormat: UInt64 { 3 }
    private static var keyCapabilities: UInt64 { 4 }
    private static var keyGeneration: UInt64 { 5 }
    private static var keyExpiry: UInt64 { 6 }
    private static var keyNonce: UInt64 { 7 }
    private static var keyTechnologies: UInt64 { 8 }
    private static var keyVendorData: UInt64 { 9 }
    /// The last key of the contract's version 1 of the token, and of this one.
    public static var firstVersionKey: UInt64 { keyGeneration }
    public static var newestKey: UInt64 { keyVendorData }

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
        var count = 3 &+ extensionsCount
        count &+= (foreignFormat != nil ? 1 : 0) &+ (capabilities != nil ? 1 : 0) &+ (generation != nil ? 1 : 0)
        count &+= (expiry != nil ? 1 : 0) &+ (nonce != nil ? 1 : 0) &+ (technologies != nil ? 1 : 0)
        count &+= vendorID != nil ? 1 : 0
        writer.append(mapCount: count)
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
        if lastKey >= Self.newestKey { writeSession(to: &writer) }
        writer.append(encoded: extensions)
    }

    @inline(never)
    private func writeSession(to writer: inout CBORWriter) {
        if let expiry {
            writer.append(unsigned: Self.keyExpiry)
            writer.append(unsigned: UInt64(expiry))
        }
        if let nonce {
            writer.append(unsigned: Self.keyNonce)
            writer.append(bytes: nonce)
        }
        if let technologies {
            writer.append(unsigned: Self.keyTechnologies)
            technologies.write(to: &writer)
        }
        if let vendorID {
            writer.append(unsigned: Self.keyVendorData)
            writer.append(arrayCount: 2)
            writer.append(unsigned: UInt64(vendorID))
            writer.append(bytes: vendorData)
        }
    }

    /// Reads bytes from `start` on that are one valid token and nothing else. The token's byte strings stay in
    /// `bytes`; offsets count from their start. Entries with keys above `lastKey` become extensions.
    public init(
        decoding bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, lastKey: UInt64 = newestKey
    ) throws(Diagnostic) {
        var reader = CBORReader(bytes, from: start)
        let count = try reader.readMapCount(for: .token)
        var order = CBORReader.KeyOrder()
        self.init(kind: .peer, identity: UnsafeBufferPointer(start: nil, count: 0))
        self.lastKey = lastKey

        var found: UInt32 = 0
        var identityOffset = 0
        var foreignFormatOffset = 0
        var technologiesOffset = 0
        var extensionsStart = 0

        for _ in 0..<count {
            let keyOffset = reader.position
            let key = try reader.readKey(after: &order, level: 2, for: .token)
            guard let key, key <= lastKey else {
                if extensionsCount == 0 {
                    extensionsStart = keyOffset
                }
                try reader.skipItem(level: 2, for: .tokenExtensions)
                extensionsCount &+= 1
                continue
            }
            found |= 1 &<< UInt32(truncatingIfNeeded: key)
            switch key {
            case Self.keyVersion:
                let offset = reader.position
                let version = try reader.readUnsigned(upTo: .max, for: .tokenVersion)
                guard version == Self.formatVersion else {
                    throw Diagnostic(
                        .unknownVersion, field: .tokenVersion, byteOffset: offset, expected: Self.formatVersion,
                        found: version)
                }
            case Self.keyKind:
                let value = try reader.readUnsigned(upTo: UInt64(TokenKind.opaque.rawValue), for: .tokenKind)
                kind = TokenKind(rawValue: Int32(truncatingIfNeeded: value))
            case Self.keyIdentity:
                identityOffset = reader.position
                identity = try reader.readBytes(for: .tokenIdentity)
            case Self.keyForeignFormat:
                foreignFormatOffset = keyOffset
                foreignFormat = try reader.readUInt32(for: .tokenForeignFormat)
            case Self.keyCapabilities:
                capabilities = Capabilities(rawValue: try reader.readUInt32(for: .tokenCapabilities))
            case Self.keyGeneration:
                let value = try reader.readUnsigned(upTo: UInt64(UInt8.max), for: .tokenGeneration)
                generation = Generation(rawValue: UInt8(truncatingIfNeeded: value))
            case Self.keyExpiry:
                expiry = try reader.readUInt32(for: .tokenExpiry)
            case Self.keyNonce:
                let offset = reader.position
                let bytes = try reader.readBytes(for: .tokenNonce)
                try Self.check(nonce: bytes, at: offset)
                nonce = bytes
            case Self.keyTechnologies:
                technologiesOffset = reader.position
                technologies = try TokenTechnologies(&reader)
            default:
                let offset = reader.position
                try reader.readArray(of: 2, for: .tokenVendorData)
                vendorID = try reader.readUInt32(for: .tokenVendorData)
                vendorData = try reader.readBytes(for: .tokenVendorData)
                try Self.check(vendorData: vendorData, at: offset)
            }
        }
        try reader.finish(.token)

        guard found & 1 != 0 else { throw Diagnostic(.missingField, field: .tokenVersion, byteOffset: start) }
        guard found & 2 != 0 else { throw Diagnostic(.missingField, field: .tokenKind, byteOffset: start) }
        guard found & 4 != 0 else { throw Diagnostic(.missingField, field: .tokenIdentity, byteOffset: start) }
        do {
            try Self.check(kind: kind, identity: identity, foreignFormat: foreignFormat, at: identityOffset)
        } catch {
            throw error.byteOffset == nil ? error.at(foreignFormatOffset) : error
        }
        try checkTechnologies(at: technologiesOffset)
        if extensionsCount > 0 {
            extensions = UnsafeBufferPointer(rebasing: bytes[extensionsStart..<reader.position])
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
