/// Fields of fragments, NDEF records and advertisements.
extension Field {
    @inlinable public static var fragment: Field { Field(rawValue: 0x390) }
    @inlinable public static var ndefRecord: Field { Field(rawValue: 0x3A0) }
    @inlinable public static var ndefType: Field { Field(rawValue: 0x3A1) }
    @inlinable public static var ndefId: Field { Field(rawValue: 0x3A2) }
    @inlinable public static var ndefPayload: Field { Field(rawValue: 0x3A3) }
    @inlinable public static var advertisement: Field { Field(rawValue: 0x3B0) }
    @inlinable public static var advertisementServiceData: Field { Field(rawValue: 0x3B1) }

    var transportName: StaticString {
        switch rawValue {
        case 0x390: "fragment"
        case 0x3A0: "ndef_record"
        case 0x3A1: "ndef_record.type"
        case 0x3A2: "ndef_record.id"
        case 0x3A3: "ndef_record.payload"
        case 0x3B0: "advertisement"
        case 0x3B1: "advertisement.service_data"
        default: Self.unknownName
        }
    }
}
