public import RangingCore

// Between the one parameter model and Nearby Interaction's configurations.

extension SessionParameters {
    /// What an accessory says about the session: its own view.
    public init(_ configuration: AccessoryConfiguration) {
        self.init()
        deviceAddress = configuration.macAddress
        self[.deviceRole] = UInt32(configuration.role)
        self[.updateRate] = UInt32(configuration.updateRate)
        if configuration.contents.contains(.clockDrift) {
            self[.maxClockDriftPpm] = UInt32(configuration.maxClockDriftPpm)
        }
        if configuration.contents.contains(.timing) {
            self[.hoppingMode] = UInt32(configuration.hoppingMode)
            self[.slotsPerRound] = UInt32(configuration.slotsPerRound)
            self[.slotDurationRSTU] = UInt32(configuration.slotDurationRSTU)
            self[.rangingIntervalMs] = UInt32(configuration.rangingIntervalMs)
        }
        if configuration.contents.contains(.modes) {
            self[.multiNodeMode] = UInt32(configuration.multiNodeMode)
            // Of the values that phones accept, 2 and 3 are FiRa's; what 0 and 8 mean is not known.
            if configuration.rangingRoundUsage == 2 || configuration.rangingRoundUsage == 3 {
                self[.rangingRoundUsage] = UInt32(configuration.rangingRoundUsage)
            }
        }
        if configuration.contents.contains(.session) {
            self[.sessionID] = configuration.sessionID
            staticSTSIV = configuration.staticSTSIV
        }
    }

    /// What a phone says: its own view. Phones derive a static STS with Apple's vendor id.
    public init(_ configuration: ShareableConfiguration) {
        self.init()
        deviceAddress = MACAddress(short: configuration.shortAddress)
        self[.deviceType] = 1
        self[.sessionID] = configuration.sessionID
        self[.channel] = UInt32(configuration.channel)
        self[.preambleCodeIndex] = UInt32(configuration.preambleCodeIndex)
        self[.slotsPerRound] = UInt32(configuration.slotsPerRound)
        self[.slotDurationRSTU] = UInt32(configuration.slotDurationRSTU)
        self[.rangingIntervalMs] = UInt32(configuration.rangingIntervalMs)
        self[.rangingRoundControl] = UInt32(configuration.rangingRoundControl)
        self[.stsConfig] = 0
        self[.vendorID] = UInt32(StaticSTS.appleVendorID)
        staticSTSIV = configuration.staticSTSIV
        country = configuration.country
        if configuration.contents.contains(.clockDrift) {
            self[.maxClockDriftPpm] = UInt32(configuration.maxClockDriftPpm)
        }
        if configuration.contents.contains(.hopping) {
            self[.hoppingMode] = UInt32(configuration.hoppingMode)
        }
    }

    /// The session as the accessory has to run it: its own address and role, the phone as its peer and controller,
    /// everything else as the phone says.
    public init(of accessory: AccessoryConfiguration, answeredBy answer: ShareableConfiguration) {
        self.init(accessory)
        merge(SessionParameters(answer))
        self[.deviceType] = 0
        self[.macAddressMode] = 0
        deviceAddress = accessory.macAddress
        if accessory.contents.contains(.clockDrift) {
            self[.maxClockDriftPpm] = UInt32(accessory.maxClockDriftPpm)
        }
        // A first peer always has room.
        try? addPeer(MACAddress(short: answer.shortAddress))
    }

    /// Puts this view into accessory configuration data. What is not stated, or not carried, stays.
    public func put(into configuration: inout AccessoryConfiguration) throws(Diagnostic) {
        var new = configuration
        var values = NarrowValues(self)
        new.shortAddress = values.shortAddress(new.shortAddress)
        new.role = values.byte(.deviceRole, new.role)
        new.updateRate = values.byte(.updateRate, new.updateRate)
        if new.contents.contains(.clockDrift) {
            new.maxClockDriftPpm = values.word(.maxClockDriftPpm, new.maxClockDriftPpm)
        }
        if new.contents.contains(.timing) {
            new.hoppingMode = values.byte(.hoppingMode, new.hoppingMode)
            new.slotsPerRound = values.word(.slotsPerRound, new.slotsPerRound)
            new.slotDurationRSTU = values.word(.slotDurationRSTU, new.slotDurationRSTU)
            new.rangingIntervalMs = values.word(.rangingIntervalMs, new.rangingIntervalMs)
        }
        if new.contents.contains(.modes) {
            new.multiNodeMode = values.byte(.multiNodeMode, new.multiNodeMode)
            new.rangingRoundUsage = values.byte(.rangingRoundUsage, new.rangingRoundUsage)
        }
        if new.contents.contains(.session) {
            new.sessionID = self[.sessionID] ?? new.sessionID
            new.staticSTSIV = staticSTSIV ?? new.staticSTSIV
        }
        if let refusal = values.refusal { throw refusal }
        configuration = new
    }

    /// Puts this view, the phone's, into shareable configuration data. What is not stated, or not carried, stays.
    public func put(into configuration: inout ShareableConfiguration) throws(Diagnostic) {
        var new = configuration
        var values = NarrowValues(self)
        new.shortAddress = values.shortAddress(new.shortAddress)
        new.sessionID = self[.sessionID] ?? new.sessionID
        new.channel = values.byte(.channel, new.channel)
        new.preambleCodeIndex = values.byte(.preambleCodeIndex, new.preambleCodeIndex)
        new.slotsPerRound = values.word(.slotsPerRound, new.slotsPerRound)
        new.slotDurationRSTU = values.word(.slotDurationRSTU, new.slotDurationRSTU)
        new.rangingIntervalMs = values.word(.rangingIntervalMs, new.rangingIntervalMs)
        new.rangingRoundControl = values.byte(.rangingRoundControl, new.rangingRoundControl)
        new.staticSTSIV = staticSTSIV ?? new.staticSTSIV
        new.country = country ?? new.country
        if new.contents.contains(.clockDrift) {
            new.maxClockDriftPpm = values.word(.maxClockDriftPpm, new.maxClockDriftPpm)
        }
        if new.contents.contains(.hopping) {
            new.hoppingMode = values.byte(.hoppingMode, new.hoppingMode)
        }
        if let refusal = values.refusal { throw refusal }
        configuration = new
    }
}

/// A view's values as the narrower numbers of a format: what is not stated stays as it is, and the first value
/// without room is kept as the refusal.
private struct NarrowValues {
    private let parameters: SessionParameters
    private(set) var refusal: Diagnostic?

    init(_ parameters: SessionParameters) {
        self.parameters = parameters
    }

    @inline(never)
    private mutating func number(_ parameter: Parameter, upTo most: UInt32, or current: UInt32) -> UInt32 {
        guard let value = parameters[parameter] else { return current }
        if value > most, refusal == nil {
            refusal = Diagnostic(.outOfRange, field: parameter.field, expected: UInt64(most), found: UInt64(value))
        }
        return value
    }

    mutating func byte(_ parameter: Parameter, _ current: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: number(parameter, upTo: 0xFF, or: UInt32(current)))
    }

    mutating func word(_ parameter: Parameter, _ current: UInt16) -> UInt16 {
        UInt16(truncatingIfNeeded: number(parameter, upTo: 0xFFFF, or: UInt32(current)))
    }

    mutating func shortAddress(_ current: UInt16) -> UInt16 {
        guard let address = parameters.deviceAddress else { return current }
        if address.isExtended {
            refusal = Diagnostic(.outOfRange, field: Parameter.deviceAddress.field, expected: 2, found: 8)
        }
        return UInt16(truncatingIfNeeded: address.rawValue)
    }
}
