/// Fields of a record.
extension Field {
    @inlinable public static var record: Field { Field(rawValue: 0xA00) }
    @inlinable public static var recordKind: Field { Field(rawValue: 0xA01) }
    @inlinable public static var recordSequence: Field { Field(rawValue: 0xA02) }
    @inlinable public static var recordSource: Field { Field(rawValue: 0xA03) }
    @inlinable public static var recordCode: Field { Field(rawValue: 0xA04) }
    @inlinable public static var recordTime: Field { Field(rawValue: 0xA05) }
    @inlinable public static var recordBody: Field { Field(rawValue: 0xA06) }
    @inlinable public static var recordChecksum: Field { Field(rawValue: 0xA07) }

    var recordName: StaticString {
        switch rawValue {
        case 0xA00: "record"
        case 0xA01: "record.kind"
        case 0xA02: "record.sequence"
        case 0xA03: "record.source"
        case 0xA04: "record.code"
        case 0xA05: "record.time"
        case 0xA06: "record.body"
        case 0xA07: "record.checksum"
        default: Self.unknownName
        }
    }
}
