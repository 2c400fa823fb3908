public import RangingCore
import RangingWire

extension Configuration {
    public static var formatVersion: UInt64 { 1 }

    // The map's keys; see rangekit.cddl.
    private static var keyVersion: UInt64 { 0 }
    private static var keyKind: UInt64 { 1 }
    private static var keyEnabled: UInt64 { 2 }
    private static var keyPerformance: UInt64 { 3 }

    /// Throws what is wrong with the configuration.
    public func validate() throws(Diagnostic) {
        guard kind == .peer || kind == .accessory else {
            throw Diagnostic(
                .invalidValue, field: .configurationKind, expected: UInt64(ConfigurationKind.accessory.rawValue),
                found: UInt64(exactly: kind.rawValue))
        }
        guard enabled.isSubset(of: .known) else {
            throw Diagnostic(
                .invalidValue, field: .configurationEnabled, expected: UInt64(RangingOptions.known.rawValue),
                found: UInt64(enabled.rawValue))
        }
        guard performance.rawValue <= Generation.second.rawValue else {
            throw Diagnostic(
                .invalidValue, field: .configurationPerformance, expected: UInt64(Generation.second.rawValue),
                found: UInt64(performance.rawValue))
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
        writer.append(mapCount: 4)
        writer.append(unsigned: Self.keyVersion)
        writer.append(unsigned: Self.formatVersion)
        writer.append(unsigned: Self.keyKind)
        writer.append(unsigned: UInt64(clamping: kind.rawValue))
        writer.append(unsigned: Self.keyEnabled)
        writer.append(unsigned: UInt64(enabled.rawValue))
        writer.append(unsigned: Self.keyPerformance)
        writer.append(unsigned: UInt64(performance.rawValue))
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
                let most = UInt64(ConfigurationKind.accessory.rawValue)
                let value = try reader.readUnsigned(upTo: most, for: .configurationKind)
                kind = ConfigurationKind(rawValue: Int32(truncatingIfNeeded: value))
            case Self.keyEnabled:
                let most = UInt64(RangingOptions.known.rawValue)
                let value = try reader.readUnsigned(upTo: most, for: .configurationEnabled)
                enabled = RangingOptions(rawValue: UInt32(truncatingIfNeeded: value))
            case Self.keyPerformance:
                let most = UInt64(Generation.second.rawValue)
                let value = try reader.readUnsigned(upTo: most, for: .configurationPerformance)
                performance = Generation(rawValue: UInt8(truncatingIfNeeded: value))
            default:
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
    }
}
