/// Fields of session messages and of what a session needs to be taken up.
extension Field {
    @inlinable public static var session: Field { Field(rawValue: 0x900) }
    @inlinable public static var sessionVersion: Field { Field(rawValue: 0x901) }
    @inlinable public static var sessionKind: Field { Field(rawValue: 0x902) }
    @inlinable public static var sessionID: Field { Field(rawValue: 0x903) }
    @inlinable public static var sessionRun: Field { Field(rawValue: 0x904) }
    @inlinable public static var sessionNumber: Field { Field(rawValue: 0x905) }
    @inlinable public static var sessionBytes: Field { Field(rawValue: 0x906) }
    @inlinable public static var sessionValue: Field { Field(rawValue: 0x907) }
    @inlinable public static var sessionDialect: Field { Field(rawValue: 0x908) }
    @inlinable public static var sessionRole: Field { Field(rawValue: 0x909) }
    @inlinable public static var sessionIdentity: Field { Field(rawValue: 0x90A) }

    var sessionName: StaticString {
        switch rawValue {
        case 0x900: "session"
        case 0x901: "session.version"
        case 0x902: "session.kind"
        case 0x903: "session.session_id"
        case 0x904: "session.run"
        case 0x905: "session.number"
        case 0x906: "session.bytes"
        case 0x907: "session.value"
        case 0x908: "session.dialect"
        case 0x909: "session.role"
        case 0x90A: "session.peer_identity"
        default: Self.unknownName
        }
    }
}
