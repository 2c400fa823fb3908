/// Fields of a configuration.
extension Field {
    @inlinable public static var configuration: Field { Field(rawValue: 0x200) }
    @inlinable public static var configurationVersion: Field { Field(rawValue: 0x201) }
    @inlinable public static var configurationKind: Field { Field(rawValue: 0x202) }
    @inlinable public static var configurationEnabled: Field { Field(rawValue: 0x203) }
    @inlinable public static var configurationPerformance: Field { Field(rawValue: 0x204) }
    @inlinable public static var configurationNetwork: Field { Field(rawValue: 0x205) }
    @inlinable public static var configurationDiscovery: Field { Field(rawValue: 0x206) }

    var configurationName: StaticString {
        switch rawValue {
        case 0x200: "configuration"
        case 0x201: "configuration.version"
        case 0x202: "configuration.kind"
        case 0x203: "configuration.enabled"
        case 0x204: "configuration.performance"
        case 0x205: "configuration.network"
        case 0x206: "configuration.discovery"
        default: Self.unknownName
        }
    }
}
