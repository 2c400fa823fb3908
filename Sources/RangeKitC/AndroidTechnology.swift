import CMath
public import CRangeKit
import RangeKit

extension UnsafeMutablePointer where Pointee == rangekit_android_technology {
    /// Where the arrays lie; Swift sees them as tuples.
    fileprivate var contentBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.bytes) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    }

    fileprivate var addressBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.address) {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        }
    }
}

extension AndroidTechnology {
    private static var contentMask: UInt32 {
        RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY | RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION
            | RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY | RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY
            | RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION | RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD
    }

    /// A technology in a caller's struct; its bytes stay there.
    init(_ pointer: UnsafePointer<rangekit_android_technology>) throws(Diagnostic) {
        let given = UnsafeMutablePointer(mutating: pointer)
        let number = UInt8(exactly: given.pointee.technology)
        guard let number else { throw Diagnostic(.invalidValue, field: .oobTechnology, expected: 255) }
        let has = given.pointee.fields
        guard has & ~(Self.contentMask | RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS) == 0 else {
            throw Diagnostic(.unknownOption, field: .oobTechnology)
        }
        let content: Content
        switch has & Self.contentMask {
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD: content = .unread
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY: content = .uwbCapability
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION: content = .uwbConfiguration
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY: content = .channelSounding
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY: content = .rttCapability
        case RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION: content = .rttConfiguration
        case 0: content = number == Self.channelSounding ? .channelSounding : .address
        default: throw Diagnostic(.fieldNotAllowed, field: .oobTechnology)
        }
        self.init(number, content)
        if has & RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS != 0 {
            var value: UInt64 = 0
            for index in 0..<6 {
                value |= UInt64(given.addressBytes[index]) &<< UInt64(8 &* index)
            }
            address = value
        }
        channels = given.pointee.channels
        preambleIndexes = given.pointee.preamble_indexes
        configIDs = given.pointee.config_ids
        sessionID = given.pointee.session_id
        intervalMs = UInt16(truncatingIfNeeded: try fitting(given.pointee.interval_ms, 0xFFFF, .oobUWB))
        slotMs = UInt8(truncatingIfNeeded: try fitting(given.pointee.slot_ms, 0xFF, .oobUWB))
        role = UInt8(truncatingIfNeeded: try fitting(given.pointee.role, 0xFF, .oobRole))
        configID = UInt8(truncatingIfNeeded: try fitting(given.pointee.config_id, 0xFF, .oobUWB))
        channel = UInt8(truncatingIfNeeded: try fitting(given.pointee.channel, 0xFF, .oobUWB))
        preambleIndex = UInt8(truncatingIfNeeded: try fitting(given.pointee.preamble_index, 0xFF, .oobUWB))
        mode = UInt8(truncatingIfNeeded: try fitting(given.pointee.mode, 0xFF, .oobMode))
        security = UInt8(truncatingIfNeeded: try fitting(given.pointee.security, 0xFF, .oobSecurity))
        features = UInt8(truncatingIfNeeded: try fitting(given.pointee.features, 0xFF, .oobRTT))
        periodic = UInt8(truncatingIfNeeded: try fitting(given.pointee.periodic, 0xFF, .oobRTT))
        bandwidth = UInt8(truncatingIfNeeded: try fitting(given.pointee.bandwidth, 0xFF, .oobRTT))
        receiveChains = UInt8(truncatingIfNeeded: try fitting(given.pointee.receive_chains, 0xFF, .oobRTT))
        country = UInt16(given.pointee.country.0) | UInt16(given.pointee.country.1) << 8
        guard given.pointee.bytes_length <= RANGEKIT_ANDROID_TECHNOLOGY_BYTES_MAX_SIZE else {
            throw Diagnostic(
                .tooLarge, field: .oobTechnology, expected: UInt64(Self.bytesMaxSize),
                found: UInt64(given.pointee.bytes_length))
        }
        bytes = UnsafeBufferPointer(start: given.contentBytes, count: Int(given.pointee.bytes_length))
    }

    func write(to out: UnsafeMutablePointer<rangekit_android_technology>) {
        zero(out, from: 0, to: MemoryLayout<rangekit_android_technology>.size)
        out.pointee.technology = Int32(number)
        var fields: UInt32 = address == nil ? 0 : RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS
        switch content {
        case .unread: fields |= RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD
        case .uwbCapability: fields |= RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY
        case .uwbConfiguration: fields |= RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION
        case .channelSounding: fields |= address == nil ? 0 : RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY
        case .address: break
        case .rttCapability: fields |= RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY
        case .rttConfiguration: fields |= RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION
        }
        out.pointee.fields = fields
        for index in 0..<6 {
            out.addressBytes[index] = UInt8(truncatingIfNeeded: (address ?? 0) &>> UInt64(8 &* index))
        }
        out.pointee.channels = channels
        out.pointee.preamble_indexes = preambleIndexes
        out.pointee.config_ids = configIDs
        out.pointee.session_id = sessionID
        out.pointee.interval_ms = UInt32(intervalMs)
        out.pointee.slot_ms = UInt32(slotMs)
        out.pointee.role = UInt32(role)
        out.pointee.config_id = UInt32(configID)
        out.pointee.channel = UInt32(channel)
        out.pointee.preamble_index = UInt32(preambleIndex)
        out.pointee.mode = UInt32(mode)
        out.pointee.security = UInt32(security)
        out.pointee.features = UInt32(features)
        out.pointee.periodic = UInt32(periodic)
        out.pointee.bandwidth = UInt32(bandwidth)
        out.pointee.receive_chains = UInt32(receiveChains)
        out.pointee.country = (UInt8(truncatingIfNeeded: country), UInt8(truncatingIfNeeded: country &>> 8))
        out.pointee.bytes_length = UInt32(truncatingIfNeeded: bytes.count)
        if let source = bytes.baseAddress {
            rangekit_port_copy(out.contentBytes, source, bytes.count)
        }
    }
}

/// The messages that hold technologies.
private func containing(_ message: Int32) throws(Diagnostic) -> AndroidOOBMessage.ID {
    let id = AndroidOOBMessage.ID(rawValue: message)
    guard id.hasContents else { throw Diagnostic(.outOfRange) }
    return id
}

@implementation @_cdecl("rangekit_android_technology_decode")
public func rangekit_android_technology_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ message: Int32, _ version: UInt32,
    _ technology: UnsafeMutablePointer<rangekit_android_technology>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in (try required(technology), try byteBuffer(bytes, size)) }
        var reader = OctetReader(bytes)
        let value = try AndroidTechnology(
            decoding: &reader, in: try containing(message), version: UInt8(clamping: version))
        try reader.finish(.oobTechnology)
        value.write(to: out)
    }
}

@implementation @_cdecl("rangekit_android_technology_encode")
public func rangekit_android_technology_encode(
    _ technology: UnsafePointer<rangekit_android_technology>!, _ message: Int32, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, given) = try argument { () throws(Status) in (try required(length), try required(technology)) }
        let value = try AndroidTechnology(given)
        try value.validate(in: try containing(message))
        try writeOctets(to: out, capacity, length) { value.write(to: &$0) }
    }
}

/// "Bytes out" for what an `OctetWriter` writes: once to measure, once into the caller's buffer.
@inline(never)
func writeOctets(
    to out: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>,
    _ write: (inout OctetWriter) -> Void
) throws(Diagnostic) {
    var measure = OctetWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
    write(&measure)
    let needed = measure.length
    try argument { () throws(Status) in
        try writeBytes(to: out, capacity, length, needed: needed) { buffer in
            var writer = OctetWriter(buffer)
            write(&writer)
        }
    }
}
