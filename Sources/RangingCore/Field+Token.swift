/// Fields of a discovery token.
extension Field {
    @inlinable public static var token: Field { Field(rawValue: 0x100) }
    @inlinable public static var tokenVersion: Field { Field(rawValue: 0x101) }
    @inlinable public static var tokenKind: Field { Field(rawValue: 0x102) }
    @inlinable public static var tokenIdentity: Field { Field(rawValue: 0x103) }
    @inlinable public static var tokenForeignFormat: Field { Field(rawValue: 0x104) }
    @inlinable public static var tokenCapabilities: Field { Field(rawValue: 0x105) }
    @inlinable public static var tokenGeneration: Field { Field(rawValue: 0x106) }
    @inlinable public static var tokenExtensions: Field { Field(rawValue: 0x107) }
    @inlinable public static var tokenExpiry: Field { Field(rawValue: 0x108) }
    @inlinable public static var tokenNonce: Field { Field(rawValue: 0x109) }
    @inlinable public static var tokenTechnologies: Field { Field(rawValue: 0x10A) }
    @inlinable public static var tokenVendorData: Field { Field(rawValue: 0x10B) }

    /// Fields of the COSE message around a token.
    @inlinable public static var protection: Field { Field(rawValue: 0x140) }
    @inlinable public static var protectedHeader: Field { Field(rawValue: 0x141) }
    @inlinable public static var unprotectedHeader: Field { Field(rawValue: 0x142) }
    @inlinable public static var protectionAlgorithm: Field { Field(rawValue: 0x143) }
    @inlinable public static var protectionCritical: Field { Field(rawValue: 0x144) }
    @inlinable public static var protectionKeyID: Field { Field(rawValue: 0x145) }
    @inlinable public static var protectionPayload: Field { Field(rawValue: 0x146) }
    @inlinable public static var protectionSignature: Field { Field(rawValue: 0x147) }

    var tokenName: StaticString {
        switch rawValue {
        case 0x100: "token"
        case 0x101: "token.version"
        case 0x102: "token.kind"
        case 0x103: "token.identity"
        case 0x104: "token.foreign_format"
        case 0x105: "token.capabilities"
        case 0x106: "token.generation"
        case 0x107: "token.extensions"
        case 0x108: "token.expiry"
        case 0x109: "token.nonce"
        case 0x10A: "token.technologies"
        case 0x10B: "token.vendor_data"
        case 0x140: "protection"
        case 0x141: "protection.protected_header"
        case 0x142: "protection.unprotected_header"
        case 0x143: "protection.algorithm"
        case 0x144: "protection.critical"
        case 0x145: "protection.key_id"
        case 0x146: "protection.payload"
        case 0x147: "protection.signature"
        default: Self.unknownName
        }
    }
}
