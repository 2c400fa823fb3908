public import RangingCore

// Between the one parameter model and the UWB configuration of Android's out-of-band messages. The message names
// the sender's address, and the receiver's role and mode: the view is the receiver's.

extension SessionParameters {
    /// What every one of Android's UWB configurations has.
    private static var androidRFrameConfig: UInt32 { 3 }
    private static var androidSFD: UInt32 { 2 }
    private static var androidTerminationAttempts: UInt32 { 3 }
    private static var rstuPerMs: UInt32 { 1200 }

    /// STS and multi-node mode of Android's configuration ids 1 to 6.
    private static func modes(ofConfigID id: UInt8) -> (sts: UInt32, multiNode: UInt32)? {
        switch id {
        case 1: (0, 0)
        case 2: (0, 1)
        case 3, 6: (3, 0)
        case 4: (3, 1)
        case 5: (4, 1)
        default: nil
        }
    }

    /// The receiver's view of a UWB configuration. `keyIsRead`: whether the key is one of a static STS (8 bytes: vendor
    /// id, initialisation vector) or of a provisioned one (16 bytes).
    public init(androidUWB technology: AndroidTechnology, keyIsRead: inout Bool) throws(Diagnostic) {
        self.init()
        guard technology.content == .uwbConfiguration else {
            throw Diagnostic(.wrongType, field: .oobTechnology)
        }
        self[.deviceRole] = technology.role == 1 ? 1 : 0
        self[.deviceType] = technology.mode == 1 ? 1 : 0
        self[.macAddressMode] = 0
        self[.sessionID] = technology.sessionID
        self[.channel] = UInt32(technology.channel)
        self[.preambleCodeIndex] = UInt32(technology.preambleIndex)
        self[.rangingIntervalMs] = UInt32(technology.intervalMs)
        self[.slotDurationRSTU] = UInt32(technology.slotMs) &* Self.rstuPerMs
        self[.rframeConfig] = Self.androidRFrameConfig
        self[.sfdID] = Self.androidSFD
        self[.inBandTerminationAttempts] = Self.androidTerminationAttempts
        if let modes = Self.modes(ofConfigID: technology.configID) {
            self[.stsConfig] = modes.sts
            self[.multiNodeMode] = modes.multiNode
            // Slots per round of Android's profiles; those with 6 hop.
            if technology.configID != 6 { self[.slotsPerRound] = modes.multiNode == 0 ? 6 : 20 }
            if technology.configID == 1 || technology.configID == 3 { self[.hoppingMode] = 1 }
        }
        if technology.country != 0 { country = technology.country }
        // A first peer always has room.
        try? addPeer(MACAddress(short: UInt16(truncatingIfNeeded: technology.address ?? 0)))
        var key = OctetReader(technology.bytes)
        keyIsRead = true
        switch technology.bytes.count {
        case 8:
            self[.vendorID] = UInt32(key.u16(.oobSessionKey))
            staticSTSIV = key.number(6, .oobSessionKey)
        case 16: try? setKey(.sessionKey, technology.bytes)
        default: keyIsRead = false
        }
    }

    /// The UWB configuration to send to the device whose view this is. The key is written to `key`, 16 bytes, where
    /// the technology's `bytes` then lie.
    ///
    /// Throws `missingField` or `outOfRange` with the parameter's name. `leftOut` is told of every parameter that is
    /// stated and that the configuration does not hold.
    public func androidUWB(
        key: UnsafeMutablePointer<UInt8>, leftOut: (Parameter) -> Void
    ) throws(Diagnostic) -> AndroidTechnology {
        var technology = AndroidTechnology(AndroidTechnology.uwb, .uwbConfiguration)
        guard let peer = peerAddress(at: 0), peerCount == 1, !peer.isExtended else {
            throw Diagnostic(
                states(.peerAddresses) ? .outOfRange : .missingField, field: Parameter.peerAddresses.field)
        }
        technology.address = peer.rawValue
        technology.sessionID = try need(.sessionID, upTo: .max)
        technology.channel = UInt8(truncatingIfNeeded: try need(.channel, upTo: 0xFF))
        technology.preambleIndex = UInt8(truncatingIfNeeded: try need(.preambleCodeIndex, upTo: 0xFF))
        technology.intervalMs = UInt16(truncatingIfNeeded: try need(.rangingIntervalMs, upTo: 0xFFFF))
        let slot = try need(.slotDurationRSTU, upTo: 0xFF &* Self.rstuPerMs)
        guard slot % Self.rstuPerMs == 0 else {
            throw Diagnostic(.outOfRange, field: Parameter.slotDurationRSTU.field, found: UInt64(slot))
        }
        technology.slotMs = UInt8(truncatingIfNeeded: slot / Self.rstuPerMs)
        technology.role = try need(.deviceRole, upTo: 1) == 1 ? 1 : 2
        technology.mode = try need(.deviceType, upTo: 1) == 1 ? 1 : 2
        technology.country = country ?? 0
        let modes = (sts: try need(.stsConfig, upTo: 4), multiNode: try need(.multiNodeMode, upTo: 1))
        for id in 1...5 as ClosedRange<UInt8> {
            guard let known = Self.modes(ofConfigID: id), known == modes else { continue }
            technology.configID = id
        }
        guard technology.configID != 0 else {
            throw Diagnostic(.outOfRange, field: Parameter.stsConfig.field, found: UInt64(modes.sts))
        }
        technology.bytes = try androidKey(isStatic: modes.sts == 0, to: key)
        tellLeftOut(isStatic: modes.sts == 0, slots: modes.multiNode == 0 ? 6 : 20, leftOut)
        return technology
    }

    @inline(never)
    private func need(_ parameter: Parameter, upTo limit: UInt32) throws(Diagnostic) -> UInt32 {
        guard let value = self[parameter] else { throw Diagnostic(.missingField, field: parameter.field) }
        guard value <= limit else {
            throw Diagnostic(.outOfRange, field: parameter.field, expected: UInt64(limit), found: UInt64(value))
        }
        return value
    }

    private func androidKey(
        isStatic: Bool, to key: UnsafeMutablePointer<UInt8>
    ) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        if isStatic {
            let vendor = try need(.vendorID, upTo: 0xFFFF)
            guard let staticSTSIV else { throw Diagnostic(.missingField, field: Parameter.staticSTSIV.field) }
            var writer = OctetWriter(UnsafeMutableBufferPointer(start: key, count: 8))
            writer.append(vendor, 2)
            writer.append(staticSTSIV, 6)
            return UnsafeBufferPointer(start: key, count: 8)
        }
        guard let length = keyLength(.sessionKey) else {
            throw Diagnostic(.missingField, field: Parameter.sessionKey.field)
        }
        guard length == 16 else {
            throw Diagnostic(.wrongLength, field: Parameter.sessionKey.field, expected: 16, found: UInt64(length))
        }
        for index in 0..<length { key[index] = keyByte(.sessionKey, at: index) }
        return UnsafeBufferPointer(start: key, count: length)
    }

    private func tellLeftOut(isStatic: Bool, slots: UInt32, _ leftOut: (Parameter) -> Void) {
        for number in 0..<Parameter.count {
            let parameter = Parameter(rawValue: number)
            guard states(parameter) else { continue }
            switch parameter {
            case .peerAddresses, .sessionID, .channel, .preambleCodeIndex, .rangingIntervalMs, .slotDurationRSTU,
                .deviceRole, .deviceType, .country, .stsConfig, .multiNodeMode:
                break
            case .vendorID where isStatic, .staticSTSIV where isStatic, .sessionKey where !isStatic: break
            // What the configuration id says without a field of its own.
            case .rframeConfig where self[parameter] == Self.androidRFrameConfig,
                .sfdID where self[parameter] == Self.androidSFD,
                .inBandTerminationAttempts where self[parameter] == Self.androidTerminationAttempts,
                .slotsPerRound where self[parameter] == slots, .hoppingMode where slots == 6 && self[parameter] == 1,
                .macAddressMode where self[parameter] == 0:
                break
            default: leftOut(parameter)
            }
        }
    }
}
