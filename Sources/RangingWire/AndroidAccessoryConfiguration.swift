public import RangingCore

/// What an accessory in a chip vendor's layout answers an Android phone: 18 bytes that share their message id
/// with accessory configuration data and nothing else.
///
/// The layout is that of `rangekit_android_accessory_configuration` behind its size.
public struct AndroidAccessoryConfiguration: BitwiseCopyable, Sendable {
    /// Bit n: profile n.
    public var profileIDs: UInt32 = 0
    public var versionMajor: UInt16 = 1
    public var versionMinor: UInt16 = 0
    public var chipID: UInt16 = 0
    public var chipFirmwareVersion: UInt16 = 0
    public var middlewareVersion = InlineArray<3, UInt8>(repeating: 0)
    /// Bit 0 responder, bit 1 initiator.
    public var rangingRoles: UInt8 = 0
    /// The byte that goes over the air first is the lower one.
    public var shortAddress: UInt16 = 0
    var reserved: UInt16 = 0

    public static var size: Int { 18 }

    public init() {}

    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        guard let base = bytes.baseAddress, bytes.count == Self.size else {
            throw Diagnostic(
                bytes.count < Self.size ? .truncated : .trailingBytes, field: .androidAccessoryConfiguration,
                byteOffset: min(bytes.count, Self.size), expected: UInt64(Self.size), found: UInt64(bytes.count))
        }
        versionMajor = base.u16(0)
        versionMinor = base.u16(2)
        chipID = base.u16(4)
        chipFirmwareVersion = base.u16(6)
        for index in 0..<3 {
            middlewareVersion[index] = base[8 &+ index]
        }
        profileIDs = base.u32(11)
        rangingRoles = base[15]
        shortAddress = base.u16(16)
    }

    /// Writes `size` bytes.
    public func encode(into out: UnsafeMutablePointer<UInt8>) {
        var writer = PackedWriter(out)
        writer.append(versionMajor)
        writer.append(versionMinor)
        writer.append(chipID)
        writer.append(chipFirmwareVersion)
        writer.append(bytesOf: middlewareVersion, 3)
        writer.append(profileIDs)
        writer.append(rangingRoles)
        writer.append(shortAddress)
    }

    /// Whether what must be zero is.
    public var isValid: Bool { reserved == 0 }
}
