public import CRangeKit
import RangeKit

extension rangekit_accessory_configuration: SizedStruct, Mirror {
    static var smallestSize: Int { Int(RANGEKIT_ACCESSORY_CONFIGURATION_V1_SIZE) }
}

extension rangekit_shareable_configuration: SizedStruct, Mirror {
    static var smallestSize: Int { Int(RANGEKIT_SHAREABLE_CONFIGURATION_V1_SIZE) }
}

extension rangekit_android_accessory_configuration: SizedStruct, Mirror {
    static var smallestSize: Int { Int(RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_V1_SIZE) }
}

extension AccessoryConfiguration: Mirror {}
extension ShareableConfiguration: Mirror {}
extension AndroidAccessoryConfiguration: Mirror {}

/// A caller's configuration as the core's value.
@inline(__always)
func configuration<Given: SizedStruct & BitwiseCopyable, Value: BitwiseCopyable & Mirror>(
    _ pointer: UnsafePointer<Given>?
) throws(Status) -> Value {
    mirrored(try readStruct(pointer, or: nil))
}

@inline(__always)
private func configurationToEncode<Given: SizedStruct & BitwiseCopyable, Value: BitwiseCopyable & Mirror>(
    _ pointer: UnsafePointer<Given>?
) throws(Diagnostic) -> Value {
    try argument { () throws(Status) in try configuration(pointer) }
}

@inline(__always)
private func writeInitial<Out: SizedStruct & Mirror & BitwiseCopyable>(
    _ value: some BitwiseCopyable, to out: UnsafeMutablePointer<Out>?
) -> rangekit_status {
    status { () throws(Status) in
        let copy: Out = mirrored(value)
        try writeDefault(copy, to: out)
    }
}

/// A version as the core has it.
private func version(_ major: UInt32, _ minor: UInt32) throws(Status) -> InteropVersion {
    guard major <= 0xFFFF, minor <= 0xFFFF else { throw .unknownVersion }
    return InteropVersion(UInt16(truncatingIfNeeded: major), UInt16(truncatingIfNeeded: minor))
}

// MARK: - Messages

@implementation @_cdecl("rangekit_accessory_message_name")
public func rangekit_accessory_message_name(_ id: UInt32) -> UnsafePointer<CChar>! {
    cString(id <= 0xFF ? AccessoryMessage(rawValue: UInt8(truncatingIfNeeded: id)).name : "unknown")
}

@implementation @_cdecl("rangekit_accessory_message_decode")
public func rangekit_accessory_message_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ id: UnsafeMutablePointer<UInt32>!,
    _ body_length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(body_length)
    if let id = try? required(id) { id.pointee = 0 }
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let id = try argument { () throws(Status) in try required(id) }
        let length = try argument { () throws(Status) in try required(body_length) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        id.pointee = UInt32(try AccessoryMessage(decoding: bytes).rawValue)
        length.pointee = bytes.count &- 1
    }
}

@implementation @_cdecl("rangekit_accessory_message_encode")
public func rangekit_accessory_message_encode(
    _ id: UInt32, _ body: UnsafePointer<UInt8>!, _ body_length: Int, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let body = try argument { () throws(Status) in try byteBuffer(body, body_length) }
        guard id <= 0xFF, body.count < Int.max else { throw Diagnostic(.outOfRange, field: .accessoryMessageID) }
        let message = AccessoryMessage(rawValue: UInt8(truncatingIfNeeded: id))
        try message.checkBody(body.count)
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: body.count &+ 1) { buffer in
                // Backwards, and the id last: the body may lie in the buffer, before its place.
                var index = body.count
                while index > 0 {
                    buffer[index] = body[index &- 1]
                    index &-= 1
                }
                buffer[0] = message.rawValue
            }
        }
    }
}

// MARK: - Accessory configuration data

@implementation @_cdecl("rangekit_accessory_configuration_default")
public func rangekit_accessory_configuration_default(
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!
) -> rangekit_status {
    writeInitial(AccessoryConfiguration(), to: configuration)
}

@implementation @_cdecl("rangekit_accessory_configuration_set_version")
public func rangekit_accessory_configuration_set_version(
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!, _ interop_major: UInt32,
    _ interop_minor: UInt32
) -> rangekit_status {
    status { () throws(Status) in
        let target = try writable(configuration)
        var value: AccessoryConfiguration = try RangeKitC.configuration(UnsafePointer(target))
        try value.setVersion(try version(interop_major, interop_minor))
        writeMirrored(value, to: target)
    }
}

@implementation @_cdecl("rangekit_accessory_configuration_decode")
public func rangekit_accessory_configuration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    decoded(bytes, size, configuration, diagnostic) {
        (value: inout AccessoryConfiguration, bytes) throws(Diagnostic) in try value.decode(bytes)
    }
}

@implementation @_cdecl("rangekit_accessory_configuration_read")
public func rangekit_accessory_configuration_read(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!,
    _ problems: UnsafeMutablePointer<rangekit_problem>!, _ problems_capacity: Int,
    _ problem_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    readTolerantly(bytes, size, configuration, problems, problems_capacity, problem_count) {
        (value: inout AccessoryConfiguration, bytes, list) in value.read(bytes, &list)
    }
}

@implementation @_cdecl("rangekit_accessory_configuration_encode")
public func rangekit_accessory_configuration_encode(
    _ configuration: UnsafePointer<rangekit_accessory_configuration>!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    encoded(out, capacity, length, diagnostic) { (buffer) throws(Diagnostic) in
        let value: AccessoryConfiguration = try configurationToEncode(configuration)
        return try value.encode(into: buffer)
    }
}

@implementation @_cdecl("rangekit_uwb_configuration_decode")
public func rangekit_uwb_configuration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    decoded(bytes, size, configuration, diagnostic) { (value, bytes) throws(Diagnostic) in
        value = try AccessoryConfiguration(decodingUWBConfiguration: bytes)
    }
}

@implementation @_cdecl("rangekit_uwb_configuration_encode")
public func rangekit_uwb_configuration_encode(
    _ configuration: UnsafePointer<rangekit_accessory_configuration>!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    encoded(out, capacity, length, diagnostic, skipping: AccessoryConfiguration.headerSize) {
        (buffer) throws(Diagnostic) in
        let value: AccessoryConfiguration = try configurationToEncode(configuration)
        return try value.encode(into: buffer)
    }
}

@implementation @_cdecl("rangekit_accessory_configuration_compare")
public func rangekit_accessory_configuration_compare(
    _ message_body: UnsafePointer<UInt8>!, _ message_size: Int, _ characteristic: UnsafePointer<UInt8>!,
    _ characteristic_size: Int, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let message = try argument { () throws(Status) in try byteBuffer(message_body, message_size) }
        let other = try argument { () throws(Status) in try byteBuffer(characteristic, characteristic_size) }
        try AccessoryConfiguration.compare(message: message, characteristic: other)
    }
}

// MARK: - Shareable configuration data

@implementation @_cdecl("rangekit_shareable_configuration_default")
public func rangekit_shareable_configuration_default(
    _ configuration: UnsafeMutablePointer<rangekit_shareable_configuration>!
) -> rangekit_status {
    writeInitial(ShareableConfiguration(), to: configuration)
}

@implementation @_cdecl("rangekit_shareable_configuration_set_version")
public func rangekit_shareable_configuration_set_version(
    _ configuration: UnsafeMutablePointer<rangekit_shareable_configuration>!, _ interop_major: UInt32,
    _ interop_minor: UInt32
) -> rangekit_status {
    status { () throws(Status) in
        let target = try writable(configuration)
        var value: ShareableConfiguration = try RangeKitC.configuration(UnsafePointer(target))
        try value.setVersion(try version(interop_major, interop_minor))
        writeMirrored(value, to: target)
    }
}

@implementation @_cdecl("rangekit_shareable_configuration_decode")
public func rangekit_shareable_configuration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_shareable_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    decoded(bytes, size, configuration, diagnostic) {
        (value: inout ShareableConfiguration, bytes) throws(Diagnostic) in try value.decode(bytes)
    }
}

@implementation @_cdecl("rangekit_shareable_configuration_read")
public func rangekit_shareable_configuration_read(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_shareable_configuration>!,
    _ problems: UnsafeMutablePointer<rangekit_problem>!, _ problems_capacity: Int,
    _ problem_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    readTolerantly(bytes, size, configuration, problems, problems_capacity, problem_count) {
        (value: inout ShareableConfiguration, bytes, list) in value.read(bytes, &list)
    }
}

@implementation @_cdecl("rangekit_shareable_configuration_encode")
public func rangekit_shareable_configuration_encode(
    _ configuration: UnsafePointer<rangekit_shareable_configuration>!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    encoded(out, capacity, length, diagnostic) { (buffer) throws(Diagnostic) in
        let value: ShareableConfiguration = try configurationToEncode(configuration)
        return try value.encode(into: buffer)
    }
}

// MARK: - The chip vendors' layout

@implementation @_cdecl("rangekit_android_accessory_configuration_default")
public func rangekit_android_accessory_configuration_default(
    _ configuration: UnsafeMutablePointer<rangekit_android_accessory_configuration>!
) -> rangekit_status {
    writeInitial(AndroidAccessoryConfiguration(), to: configuration)
}

@implementation @_cdecl("rangekit_android_accessory_configuration_decode")
public func rangekit_android_accessory_configuration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int,
    _ configuration: UnsafeMutablePointer<rangekit_android_accessory_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    decoded(bytes, size, configuration, diagnostic) { (value, bytes) throws(Diagnostic) in
        value = try AndroidAccessoryConfiguration(decoding: bytes)
    }
}

@implementation @_cdecl("rangekit_android_accessory_configuration_encode")
public func rangekit_android_accessory_configuration_encode(
    _ configuration: UnsafePointer<rangekit_android_accessory_configuration>!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    encoded(out, capacity, length, nil) { (buffer) throws(Diagnostic) in
        let value: AndroidAccessoryConfiguration = try configurationToEncode(configuration)
        guard value.isValid else { throw Diagnostic(.unknownOption, field: .androidAccessoryConfiguration) }
        value.encode(into: buffer)
        return AndroidAccessoryConfiguration.size
    }
}

// MARK: - Static STS

@implementation @_cdecl("rangekit_static_sts_key")
public func rangekit_static_sts_key(
    _ vendor_id: UInt32, _ static_sts_iv: UnsafePointer<UInt8>!, _ order: Int32, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    encoded(out, capacity, length, nil) { (buffer) throws(Diagnostic) in
        guard let static_sts_iv else { throw Diagnostic(.nullPointer) }
        guard vendor_id <= 0xFFFF, order == RANGEKIT_STS_VENDOR_LITTLE_ENDIAN || order == RANGEKIT_STS_VENDOR_BIG_ENDIAN
        else { throw Diagnostic(.outOfRange) }
        var iv: UInt64 = 0
        for index in 0..<6 {
            iv |= UInt64(static_sts_iv[index]) &<< UInt64(8 &* index)
        }
        let key = StaticSTS.key(
            vendorID: UInt16(truncatingIfNeeded: vendor_id), iv: iv, order: StaticSTS.VendorOrder(rawValue: order))
        for index in 0..<8 {
            buffer[index] = UInt8(truncatingIfNeeded: key &>> UInt64(8 &* index))
        }
        return 8
    }
}
