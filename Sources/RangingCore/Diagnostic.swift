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

// The fields of each format stand in a file of its own, `Field+Format.swift`.
extension Field {
    @inlinable public static var none: Field { Field(rawValue: 0) }

    static var unknownName: StaticString { "unknown" }

    /// A stable name, `token.identity` for example.
    public var name: StaticString {
        switch rawValue {
        case 0: ""
        case 0x100...0x17F: tokenName
        case 0x200...0x27F: configurationName
        case 0x800...0x8FF: channelSoundingName
        case 0x280...0x2FF: calibrationFieldName
        case 0x500...0x5FF: androidOOBName
        case 0x600...0x6FF: uciName
        case 0x300...0x38F, 0x400...0x4FF: accessoryName
        case 0x390...0x3FF: transportName
        case 0x700...0x7FF: parametersName
        case 0x900...0x91F: sessionName
        case 0xA00...0xA0F: recordName
        default: Self.unknownName
        }
    }
}
