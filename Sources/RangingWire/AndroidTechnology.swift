package import RangingCore

/// One technology's capabilities or configuration in an Android out-of-band message. Its `bytes` lie elsewhere,
/// and it is valid as long as they are.
public struct AndroidTechnology {
    /// What the content is.
    public enum Content: UInt8, Sendable {
        /// Kept as it is.
        case unread
        case uwbCapability
        case uwbConfiguration
        /// BLE Channel Sounding, with `security`; without, a Bluetooth address alone or nothing.
        case channelSounding
        case address
        case rttCapability
        case rttConfiguration
    }

    public static var bytesMaxSize: Int { 253 }
    static var headSize: Int { 2 }

    public static var uwb: UInt8 { 0 }
    public static var channelSounding: UInt8 { 1 }
    public static var wifiNANRTT: UInt8 { 2 }
    public static var rssi: UInt8 { 3 }

    public var number: UInt8
    public var content: Content
    /// UWB: 2 bytes, Bluetooth: 6 bytes, the first lowest. Nil: a Bluetooth configuration without one.
    public var address: UInt64?
    public var channels: UInt32 = 0
    /// Bit n = preamble code index n + 1.
    public var preambleIndexes: UInt32 = 0
    public var configIDs: UInt32 = 0
    public var intervalMs: UInt16 = 0
    public var slotMs: UInt8 = 0
    public var role: UInt8 = 0
    public var sessionID: UInt32 = 0
    public var configID: UInt8 = 0
    public var channel: UInt8 = 0
    public var preambleIndex: UInt8 = 0
    public var mode: UInt8 = 0
    /// Two ASCII letters, the first lowest.
    public var country: UInt16 = 0
    public var security: UInt8 = 0
    public var features: UInt8 = 0
    /// Bit 0; the reserved bits above it are kept.
    public var periodic: UInt8 = 0
    public var bandwidth: UInt8 = 0
    public var receiveChains: UInt8 = 0
    /// UWB session key, RTT service name, or unread content.
    public var bytes: UnsafeBufferPointer<UInt8>

    public init(_ number: UInt8, _ content: Content) {
        self.number = number
        self.content = content
        bytes = UnsafeBufferPointer(start: nil, count: 0)
    }
}

// MARK: - Bytes

extension AndroidTechnology {
    /// Reads one technology at the reader's position. The size counts its own two bytes.
    package init(
        decoding reader: inout OctetReader, in message: AndroidOOBMessage.ID, version: UInt8
    ) throws(Diagnostic) {
        let number = reader.u8(.oobTechnology)
        let sizeOffset = reader.position
        let size = Int(reader.u8(.oobTechnologySize))
        try reader.check()
        guard size >= Self.headSize else {
            throw Diagnostic(
                .wrongLength, field: .oobTechnologySize, byteOffset: sizeOffset, expected: UInt64(Self.headSize),
                found: UInt64(size))
        }
        let isCapability = message == .capabilityResponse
        self.init(number, Self.content(of: number, isCapability: isCapability))
        let contentSize = size &- Self.headSize
        // Content of an unknown size in a version that is newer than this library is not an error.
        if version > AndroidOOBMessage.newestVersion, !hasFixedSize(contentSize, isCapability: isCapability) {
            content = .unread
        }
        if content == .unread {
            bytes = reader.slice(contentSize, .oobTechnology)
            try reader.check()
            return
        }
        if let expected = fixedSize(isCapability: isCapability), contentSize != expected,
            contentSize != 0 || isCapability || !isBluetooth
        {
            throw Diagnostic(
                .wrongLength, field: .oobTechnologySize, byteOffset: sizeOffset,
                expected: UInt64(clamping: expected &+ Self.headSize), found: UInt64(size))
        }
        let outer = reader.narrow(to: contentSize, .oobTechnology)
        readContent(&reader)
        try reader.finish(.oobTechnology)
        if content == .uwbConfiguration || content == .rttConfiguration { try checkRoles(at: reader.position &- 2) }
        reader.open(to: outer)
    }

    private static func content(of number: UInt8, isCapability: Bool) -> Content {
        switch number {
        case uwb: isCapability ? .uwbCapability : .uwbConfiguration
        case channelSounding: .channelSounding
        case wifiNANRTT: isCapability ? .rttCapability : .rttConfiguration
        case rssi: .address
        default: .unread
        }
    }

    private var isBluetooth: Bool { content == .channelSounding || content == .address }

    /// The content's size where it has a fixed one. Configurations of early Android 16 have no content for the two
    /// Bluetooth technologies.
    private func fixedSize(isCapability: Bool) -> Int? {
        switch content {
        case .uwbCapability: 18
        case .channelSounding: 7
        case .address: 6
        case .rttCapability: 4
        default: nil
        }
    }

    private func hasFixedSize(_ size: Int, isCapability: Bool) -> Bool {
        guard let fixed = fixedSize(isCapability: isCapability) else { return content != .unread }
        return size == fixed
    }

    private mutating func readContent(_ reader: inout OctetReader) {
        switch content {
        case .unread: break
        case .uwbCapability:
            address = reader.number(2, .oobAddress)
            channels = reader.u32(.oobUWB)
            preambleIndexes = reader.u32(.oobUWB)
            configIDs = reader.u32(.oobUWB)
            intervalMs = reader.u16(.oobUWB)
            slotMs = reader.u8(.oobUWB)
            role = reader.u8(.oobRole)
        case .uwbConfiguration:
            address = reader.number(2, .oobAddress)
            sessionID = reader.u32(.oobUWB)
            configID = reader.u8(.oobUWB)
            channel = reader.u8(.oobUWB)
            preambleIndex = reader.u8(.oobUWB)
            intervalMs = reader.u16(.oobUWB)
            slotMs = reader.u8(.oobUWB)
            let length = Int(reader.u8(.oobSessionKey))
            bytes = reader.slice(length, .oobSessionKey)
            country = reader.u16(.oobUWB)
            role = reader.u8(.oobRole)
            mode = reader.u8(.oobMode)
        case .channelSounding, .address:
            guard reader.left > 0 else { break }
            if content == .channelSounding { security = reader.u8(.oobSecurity) }
            address = reader.number(6, .oobAddress)
        case .rttCapability:
            features = reader.u8(.oobRTT)
            periodic = reader.u8(.oobRTT)
            bandwidth = reader.u8(.oobRTT)
            receiveChains = reader.u8(.oobRTT)
        case .rttConfiguration:
            let length = Int(reader.u8(.oobServiceName))
            bytes = reader.slice(length, .oobServiceName)
            role = reader.u8(.oobRole)
            periodic = reader.u8(.oobRTT)
        }
    }

    /// Configurations name one role, and UWB ones a mode. `offset` is where the role stands in a message.
    private func checkRoles(at offset: Int?) throws(Diagnostic) {
        let isUWB = content == .uwbConfiguration
        guard isUWB ? role == 1 || role == 2 : role <= 1 else {
            throw Diagnostic(
                .invalidValue, field: .oobRole, byteOffset: offset, expected: isUWB ? 2 : 1, found: UInt64(role))
        }
        guard !isUWB || mode == 1 || mode == 2 else {
            throw Diagnostic(
                .invalidValue, field: .oobMode, byteOffset: offset.map { $0 &+ 1 }, expected: 2, found: UInt64(mode))
        }
    }

    /// Throws what keeps the technology from being written.
    package func validate(in message: AndroidOOBMessage.ID) throws(Diagnostic) {
        let isCapability = message == .capabilityResponse
        guard content == .unread || content == Self.content(of: number, isCapability: isCapability) else {
            throw Diagnostic(.fieldNotAllowed, field: .oobTechnology, found: UInt64(number))
        }
        let needsAddress = content == .uwbCapability || content == .uwbConfiguration || (isBluetooth && isCapability)
        guard address != nil || !needsAddress else { throw Diagnostic(.missingField, field: .oobAddress) }
        if content == .uwbConfiguration || content == .rttConfiguration { try checkRoles(at: nil) }
        var writer = OctetWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(to: &writer)
        guard writer.length <= Int(UInt8.max) else {
            throw Diagnostic(
                .tooLarge, field: .oobTechnologySize, expected: UInt64(UInt8.max),
                found: UInt64(clamping: writer.length))
        }
    }

    package func write(to writer: inout OctetWriter) {
        let start = writer.length
        writer.append(UInt64(number), 1)
        writer.append(UInt64(0), 1)
        switch content {
        case .unread: writer.append(bytes)
        case .uwbCapability:
            writer.append(address ?? 0, 2)
            writer.append(channels, 4)
            writer.append(preambleIndexes, 4)
            writer.append(configIDs, 4)
            writer.append(UInt64(intervalMs), 2)
            writer.append(UInt64(slotMs), 1)
            writer.append(UInt64(role), 1)
        case .uwbConfiguration:
            writer.append(address ?? 0, 2)
            writer.append(sessionID, 4)
            writer.append(UInt64(configID) | UInt64(channel) << 8 | UInt64(preambleIndex) << 16, 3)
            writer.append(UInt64(intervalMs), 2)
            writer.append(UInt64(slotMs), 1)
            writer.append(UInt64(truncatingIfNeeded: bytes.count), 1)
            writer.append(bytes)
            writer.append(UInt64(country) | UInt64(role) << 16 | UInt64(mode) << 24, 4)
        case .channelSounding, .address:
            guard let address else { break }
            if content == .channelSounding { writer.append(UInt64(security), 1) }
            writer.append(address, 6)
        case .rttCapability:
            writer.append(UInt64(features) | UInt64(periodic) << 8, 2)
            writer.append(UInt64(bandwidth) | UInt64(receiveChains) << 8, 2)
        case .rttConfiguration:
            writer.append(UInt64(truncatingIfNeeded: bytes.count), 1)
            writer.append(bytes)
            writer.append(UInt64(role) | UInt64(periodic) << 8, 2)
        }
        writer.set(UInt8(truncatingIfNeeded: writer.length &- start), at: start &+ 1)
    }
}
