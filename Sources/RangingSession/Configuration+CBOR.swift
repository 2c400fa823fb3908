public import RangingCore
import RangingWire

extension Configuration {
    public static var formatVersion: UInt64 { 1 }

    // The map's keys; see rangekit.cddl.
    private static var keyVersion: UInt64 { 0 }
    private static var keyKind: UInt64 { 1 }
    private static var keyEnabled: UInt64 { 2 }
    private static var keyPerformance: UInt64 { 3 }
    private static var keyNetwork: UInt64 { 4 }
    private static var keyDiscovery: UInt64 { 5 }

    /// Throws what is wrong with the configuration.
    public func validate() throws(Diagnostic) {
        guard kind.rawValue >= 0, kind.rawValue <= ConfigurationKind.last.rawValue else {
            throw Diagnostic(
                .invalidValue, field: .configurationKind, expected: UInt64(ConfigurationKind.last.rawValue),
                found: UInt64(exactly: kind.rawValue))
        }
        guard enabled.isSubset(of: kind.offered) else {
            throw Diagnostic(
                .invalidValue, field: .configurationEnabled, expected: UInt64(kind.offered.rawValue),
                found: UInt64(enabled.rawValue))
        }
        guard performance.rawValue <= Generation.second.rawValue else {
            throw Diagnostic(
                .invalidValue, field: .configurationPerformance, expected: UInt64(Generation.second.rawValue),
                found: UInt64(performance.rawValue))
        }
        #if !RANGEKIT_BRIEF
            try validateNetwork()
        #endif
    }

    /// DL-TDoA has a network, no other kind has one.
    private func validateNetwork() throws(Diagnostic) {
        guard (network != nil) == (kind == .dlTDoA) else {
            throw Diagnostic(network == nil ? .missingField : .fieldNotAllowed, field: .configurationNetwork)
        }
        guard network?.discovery ?? 0 <= 1 else {
            throw Diagnostic(
                .invalidValue, field: .configurationDiscovery, expected: 1, found: UInt64(network?.discovery ?? 0))
        }
    }

    /// The length of the encoded configuration, after validating it.
    public func encodedLength() throws(Diagnostic) -> Int {
        try validate()
        var writer = CBORWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(to: &writer)
        return writer.length
    }

    /// Writes a configuration that `encodedLength` has found valid into a buffer of at least that many bytes.
    public func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var writer = CBORWriter(buffer)
        write(to: &writer)
    }

    private func write(to writer: inout CBORWriter) {
        writer.append(mapCount: network == nil ? 4 : 6)
        writer.append(unsigned: Self.keyVersion)
        writer.append(unsigned: Self.formatVersion)
        writer.append(unsigned: Self.keyKind)
        writer.append(unsigned: UInt64(clamping: kind.rawValue))
        writer.append(unsigned: Self.keyEnabled)
        writer.append(unsigned: UInt64(enabled.rawValue))
        writer.append(unsigned: Self.keyPerformance)
        writer.append(unsigned: UInt64(performance.rawValue))
        if let network {
            writer.append(unsigned: Self.keyNetwork)
            writer.append(unsigned: UInt64(network.identifier))
            writer.append(unsigned: Self.keyDiscovery)
            writer.append(unsigned: UInt64(network.discovery))
        }
    }

    /// Reads bytes that are one valid configuration and nothing else. Unknown keys are refused: both devices
    /// must understand all of it.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = CBORReader(bytes)
        let count = try reader.readMapCount(for: .configuration)
        var order = CBORReader.KeyOrder()
        var hasVersion = false
        var kind: ConfigurationKind?
        var enabled: RangingOptions?
        var performance: Generation?
        #if !RANGEKIT_BRIEF
            var network: UInt32?
            var discovery: UInt32?
        #endif

        for _ in 0..<count {
            let keyOffset = reader.position
            let key = try reader.readKey(after: &order, level: 2, for: .configuration)
            switch key {
            case Self.keyVersion:
                let offset = reader.position
                let version = try reader.readUnsigned(upTo: .max, for: .configurationVersion)
                guard version == Self.formatVersion else {
                    throw Diagnostic(
                        .unknownVersion, field: .configurationVersion, byteOffset: offset,
                        expected: Self.formatVersion, found: version)
                }
                hasVersion = true
            case Self.keyKind:
                let most = UInt64(ConfigurationKind.last.rawValue)
                let value = try reader.readUnsigned(upTo: most, for: .configurationKind)
                kind = ConfigurationKind(rawValue: Int32(truncatingIfNeeded: value))
            case Self.keyEnabled:
                // Keys are in order: the kind is known.
                let offered = (kind ?? .accessory).offered
                let offset = reader.position
                let value = try reader.readUnsigned(upTo: UInt64(offered.rawValue), for: .configurationEnabled)
                let options = RangingOptions(rawValue: UInt32(truncatingIfNeeded: value))
                guard options.isSubset(of: offered) else {
                    throw Diagnostic(
                        .invalidValue, field: .configurationEnabled, byteOffset: offset,
                        expected: UInt64(offered.rawValue), found: value)
                }
                enabled = options
            case Self.keyPerformance:
                let most = UInt64(Generation.second.rawValue)
                let value = try reader.readUnsigned(upTo: most, for: .configurationPerformance)
                performance = Generation(rawValue: UInt8(truncatingIfNeeded: value))
            default:
                #if !RANGEKIT_BRIEF
                    if key == Self.keyNetwork, kind == .dlTDoA {
                        network = try reader.readUInt32(for: .configurationNetwork)
                        continue
                    }
                    if key == Self.keyDiscovery, kind == .dlTDoA {
                        discovery = UInt32(try reader.readUnsigned(upTo: 1, for: .configurationDiscovery))
                        continue
                    }
                #endif
                throw Diagnostic(.fieldNotAllowed, field: .configuration, byteOffset: keyOffset, found: key)
            }
        }
        try reader.finish(.configuration)

        guard hasVersion else { throw Diagnostic(.missingField, field: .configurationVersion, byteOffset: 0) }
        guard let kind else { throw Diagnostic(.missingField, field: .configurationKind, byteOffset: 0) }
        guard let enabled else { throw Diagnostic(.missingField, field: .configurationEnabled, byteOffset: 0) }
        guard let performance else {
            throw Diagnostic(.missingField, field: .configurationPerformance, byteOffset: 0)
        }
        self.init(kind: kind, enabled: enabled, performance: performance)
        #if !RANGEKIT_BRIEF
            guard kind == .dlTDoA else { return }
            guard let network else { throw Diagnostic(.missingField, field: .configurationNetwork, byteOffset: 0) }
            guard let discovery else {
                throw Diagnostic(.missingField, field: .configurationDiscovery, byteOffset: 0)
            }
            self.network = AnchorNetwork(identifier: network, discovery: discovery)
        #endif
    }
}
