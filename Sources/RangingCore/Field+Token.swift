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
        default: Self.unknownName
        }
    }
}
