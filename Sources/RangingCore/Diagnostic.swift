/// Where in a message something is wrong, which field it is, and what would be right.
///
/// Decoders throw it. What `expected` and `found` count depends on the status; the table stands in
/// `base.h` beside `rangekit_diagnostic`.
public struct Diagnostic: Error, Equatable, Sendable {
    public var status: Status
    public var field: Field
    /// Bytes from the start of the message to the item that is wrong.
    public var byteOffset: Int?
    public var expected: UInt64?
    public var found: UInt64?

    @inlinable
    public init(
        _ status: Status, field: Field = .none, byteOffset: Int? = nil, expected: UInt64? = nil, found: UInt64? = nil
    ) {
        self.status = status
        self.field = field
        self.byteOffset = byteOffset
        self.expected = expected
        self.found = found
    }
}

/// A field that a diagnostic can name. The numbers never change.
public struct Field: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension Field {
    @inlinable public static var none: Field { Field(rawValue: 0) }
    @inlinable public static var token: Field { Field(rawValue: 0x100) }
    @inlinable public static var tokenVersion: Field { Field(rawValue: 0x101) }
    @inlinable public static var tokenKind: Field { Field(rawValue: 0x102) }
    @inlinable public static var tokenIdentity: Field { Field(rawValue: 0x103) }
    @inlinable public static var tokenForeignFormat: Field { Field(rawValue: 0x104) }
    @inlinable public static var tokenCapabilities: Field { Field(rawValue: 0x105) }
    @inlinable public static var tokenGeneration: Field { Field(rawValue: 0x106) }
    @inlinable public static var tokenExtensions: Field { Field(rawValue: 0x107) }
    @inlinable public static var configuration: Field { Field(rawValue: 0x200) }
    @inlinable public static var configurationVersion: Field { Field(rawValue: 0x201) }
    @inlinable public static var configurationKind: Field { Field(rawValue: 0x202) }
    @inlinable public static var configurationEnabled: Field { Field(rawValue: 0x203) }
    @inlinable public static var configurationPerformance: Field { Field(rawValue: 0x204) }

    /// A stable name, `token.identity` for example.
    public var name: StaticString {
        switch rawValue {
        case 0: ""
        case 0x100: "token"
        case 0x101: "token.version"
        case 0x102: "token.kind"
        case 0x103: "token.identity"
        case 0x104: "token.foreign_format"
        case 0x105: "token.capabilities"
        case 0x106: "token.generation"
        case 0x107: "token.extensions"
        case 0x200: "configuration"
        case 0x201: "configuration.version"
        case 0x202: "configuration.kind"
        case 0x203: "configuration.enabled"
        case 0x204: "configuration.performance"
        default: "unknown"
        }
    }
}
