public import RangingCore

/// A message of the accessory protocol: its first byte.
public struct AccessoryMessage: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// To the phone, with accessory configuration data.
    @inlinable public static var configuration: AccessoryMessage { AccessoryMessage(rawValue: 0x01) }
    @inlinable public static var didStart: AccessoryMessage { AccessoryMessage(rawValue: 0x02) }
    @inlinable public static var didStop: AccessoryMessage { AccessoryMessage(rawValue: 0x03) }
    /// To the accessory.
    @inlinable public static var initialize: AccessoryMessage { AccessoryMessage(rawValue: 0x0A) }
    /// To the accessory, with shareable configuration data.
    @inlinable public static var configureAndStart: AccessoryMessage { AccessoryMessage(rawValue: 0x0B) }
    @inlinable public static var stop: AccessoryMessage { AccessoryMessage(rawValue: 0x0C) }
    /// To the accessory; the answer has another layout.
    @inlinable public static var initializeAndroid: AccessoryMessage { AccessoryMessage(rawValue: 0xA5) }

    public var name: StaticString {
        switch self {
        case .configuration: "configuration"
        case .didStart: "did_start"
        case .didStop: "did_stop"
        case .initialize: "initialize"
        case .configureAndStart: "configure_and_start"
        case .stop: "stop"
        case .initializeAndroid: "initialize_android"
        default: rawValue >= 0x20 ? "vendor" : "unknown"
        }
    }

    /// Reads the id of a message; the body is what follows.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        guard let first = bytes.first else {
            throw Diagnostic(.messageEmpty, field: .accessoryMessageID, byteOffset: 0, expected: 1, found: 0)
        }
        self.init(rawValue: first)
        try checkBody(bytes.count &- 1)
    }

    /// Whether a body of this length can follow. Ids without a meaning here have any body.
    public func checkBody(_ length: Int) throws(Diagnostic) {
        switch self {
        case .configuration, .configureAndStart:
            guard length > 0 else {
                throw Diagnostic(.messageBodyMissing, field: .accessoryMessageBody, byteOffset: 1, found: 0)
            }
        case .didStart, .didStop, .initialize, .stop, .initializeAndroid:
            guard length == 0 else {
                throw Diagnostic(
                    .messageBodyUnexpected, field: .accessoryMessageBody, byteOffset: 1, expected: 0,
                    found: UInt64(clamping: length))
            }
        default:
            break
        }
    }
}

/// The key input of a static STS session.
public enum StaticSTS {
    /// The order of the vendor id's two bytes: stacks differ.
    public struct VendorOrder: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// `4C 00`: AOSP's accessory code.
        @inlinable public static var littleEndian: VendorOrder { VendorOrder(rawValue: 0) }
        @inlinable public static var bigEndian: VendorOrder { VendorOrder(rawValue: 1) }
    }

    /// Apple's Bluetooth SIG company number.
    @inlinable public static var appleVendorID: UInt16 { 0x004C }

    /// Vendor id and the six bytes of the vector (the first one lowest), as eight bytes, the first one lowest.
    public static func key(vendorID: UInt16, iv: UInt64, order: VendorOrder) -> UInt64 {
        UInt64(order == .bigEndian ? vendorID.byteSwapped : vendorID) | iv &<< 16
    }
}
