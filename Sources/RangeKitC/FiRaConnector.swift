public import CRangeKit
import RangeKit

extension rangekit_connector_capabilities: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONNECTOR_CAPABILITIES_V1_SIZE) }
}

/// The arrays of a struct are tuples to Swift.
private func components(
    of capabilities: UnsafeMutablePointer<rangekit_connector_capabilities>
) -> (ids: UnsafeMutablePointer<UInt8>, types: UnsafeMutablePointer<UInt8>) {
    (
        withUnsafeMutablePointer(to: &capabilities.pointee.component_ids) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        },
        withUnsafeMutablePointer(to: &capabilities.pointee.component_types) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    )
}

extension FiRaConnectorCapabilities {
    fileprivate init(_ pointer: UnsafePointer<rangekit_connector_capabilities>?) throws(Diagnostic) {
        var given = try argument { () throws(Status) in try readStruct(pointer, or: nil) }
        guard given.reserved == 0 else { throw Diagnostic(.unknownOption, field: .connector) }
        self.init()
        versionMajor = UInt8(truncatingIfNeeded: try fitting(given.version_major, 0xFF, .connectorVersion))
        versionMinor = UInt8(truncatingIfNeeded: try fitting(given.version_minor, 0xFF, .connectorVersion))
        packetSize = UInt16(truncatingIfNeeded: try fitting(given.packet_size, 0xFFFF, .connectorPacketSize))
        messageSize = UInt16(truncatingIfNeeded: try fitting(given.message_size, 0xFFFF, .connectorMessageSize))
        sessions = UInt8(truncatingIfNeeded: try fitting(given.sessions, 0xFF, .connectorSessions))
        let count = try fitting(given.component_count, UInt32(Self.componentsMaxCount), .connectorComponent)
        componentCount = Int(count)
        withUnsafeMutablePointer(to: &given) { pointer in
            let (ids, types) = RangeKitC.components(of: pointer)
            for index in 0..<componentCount {
                components[index] = UInt16(ids[index]) | UInt16(types[index]) << 8
            }
        }
        try validate()
    }
}

extension rangekit_connector_capabilities {
    fileprivate init(_ value: FiRaConnectorCapabilities) {
        self.init()
        version_major = UInt32(value.versionMajor)
        version_minor = UInt32(value.versionMinor)
        packet_size = UInt32(value.packetSize)
        message_size = UInt32(value.messageSize)
        sessions = UInt32(value.sessions)
        component_count = UInt32(truncatingIfNeeded: value.componentCount)
        withUnsafeMutablePointer(to: &self) { pointer in
            let (ids, types) = RangeKitC.components(of: pointer)
            for index in 0..<value.componentCount {
                ids[index] = UInt8(truncatingIfNeeded: value.components[index])
                types[index] = UInt8(truncatingIfNeeded: value.components[index] >> 8)
            }
        }
    }
}

@implementation @_cdecl("rangekit_connector_capabilities_default")
public func rangekit_connector_capabilities_default(
    _ capabilities: UnsafeMutablePointer<rangekit_connector_capabilities>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_connector_capabilities(FiRaConnectorCapabilities()), to: capabilities)
    }
}

@implementation @_cdecl("rangekit_connector_capabilities_decode")
public func rangekit_connector_capabilities_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ capabilities: UnsafeMutablePointer<rangekit_connector_capabilities>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in
            (try writable(capabilities), try byteBuffer(bytes, size))
        }
        writeStruct(rangekit_connector_capabilities(try FiRaConnectorCapabilities(decoding: bytes)), to: out)
    }
}

@implementation @_cdecl("rangekit_connector_capabilities_encode")
public func rangekit_connector_capabilities_encode(
    _ capabilities: UnsafePointer<rangekit_connector_capabilities>!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        var value = try FiRaConnectorCapabilities(capabilities)
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: value.encodedLength) { value.encode(into: $0) }
        }
    }
}

private func connectorKind(_ kind: Int32) throws(Diagnostic) -> FiRaConnectorHeader.Kind {
    guard let kind = FiRaConnectorHeader.Kind(rawValue: kind) else { throw Diagnostic(.outOfRange) }
    return kind
}

@implementation @_cdecl("rangekit_connector_header_decode")
public func rangekit_connector_header_decode(
    _ kind: Int32, _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ high: UnsafeMutablePointer<UInt32>!,
    _ low: UnsafeMutablePointer<UInt32>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (highOut, lowOut, bytes) = try argument { () throws(Status) in
            (try required(high), try required(low), try byteBuffer(bytes, size))
        }
        let header = try FiRaConnectorHeader(try connectorKind(kind), decoding: bytes)
        highOut.pointee = UInt32(header.high)
        lowOut.pointee = UInt32(header.low)
    }
}

@implementation @_cdecl("rangekit_connector_encode")
public func rangekit_connector_encode(
    _ kind: Int32, _ high: UInt32, _ low: UInt32, _ payload: UnsafePointer<UInt8>!, _ payload_size: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, payload) = try argument { () throws(Status) in
            (try required(length), try byteBuffer(payload, payload_size))
        }
        let header = try FiRaConnectorHeader(try connectorKind(kind), high: high, low: low)
        guard payload.count <= Int(UInt16.max) else {
            throw Diagnostic(
                .tooLarge, field: .connector, expected: UInt64(UInt16.max), found: UInt64(clamping: payload.count))
        }
        try writeOctets(to: out, capacity, length) { writer in
            writer.append(UInt64(header.byte), 1)
            writer.append(payload)
        }
    }
}
