// What cannot be in one view alone. Sources: the value ranges of FiRa's UCI application configuration as public
// stacks state them, and arithmetic.

extension SessionParameters {
    /// Ranging scheduling time units in a millisecond: one is 416 chips of 499.2 MHz.
    @inlinable public static var rstuPerMs: UInt32 { 1200 }

    /// Finds what cannot be in this view, as side A or B of a comparison.
    public func check(side: ParameterFinding.Side = .a, into findings: inout ParameterFindings) {
        checkTiming(side, &findings)
        checkRadio(side, &findings)
        checkKeys(side, &findings)
        checkRoles(side, &findings)
        checkAddresses(side, &findings)
        checkLimits(side, &findings)
        checkValues(side, &findings)
    }

    /// A parameter as one word: numbers as they are, bytes with the first one lowest, of keys the length.
    @inline(never)
    func word(_ parameter: Parameter) -> UInt64? {
        switch parameter {
        case .deviceAddress: deviceAddress?.rawValue
        case .peerAddresses: peerAddress(at: 0)?.rawValue
        case .staticSTSIV: staticSTSIV
        case .country: country.map { UInt64($0) }
        case .sessionKey, .subSessionKey: keyLength(parameter).map { UInt64($0) }
        default: self[parameter].map { UInt64($0) }
        }
    }

    @inline(never)
    private func report(
        _ rule: ParameterFinding.Rule, _ parameter: Parameter, _ side: ParameterFinding.Side,
        _ findings: inout ParameterFindings, _ consequence: ParameterFinding.Consequence = .refusal
    ) {
        let value = word(parameter)
        findings.append(
            ParameterFinding(
                rule, parameter, consequence, side: side, a: side == .a ? value : nil, b: side == .b ? value : nil))
    }

    private func checkTiming(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        var hasZero = false
        for number in Parameter.slotDurationRSTU.rawValue...Parameter.rangingIntervalMs.rawValue
        where self[Parameter(rawValue: number)] == 0 {
            hasZero = true
            report(.zero, Parameter(rawValue: number), side, &findings)
        }
        guard !hasZero, let slots = self[.slotsPerRound] else { return }
        if let slot = self[.slotDurationRSTU], let interval = self[.rangingIntervalMs] {
            // 64 bits hold both products.
            let roundRSTU = UInt64(slot) &* UInt64(slots)
            let blockRSTU = UInt64(interval) &* UInt64(Self.rstuPerMs)
            if roundRSTU > blockRSTU {
                report(.roundTooLong, .rangingIntervalMs, side, &findings)
            } else if blockRSTU % roundRSTU != 0 {
                report(.intervalMultiple, .rangingIntervalMs, side, &findings, .degraded)
            }
        }
        // Poll and one response a responder; double-sided rounds have a final message too.
        if let usage = self[.rangingRoundUsage], usage >= 1, usage <= 4 {
            let isDoubleSided = usage == 2 || usage == 4
            if UInt64(slots) < UInt64(max(peerCount, 1)) &+ (isDoubleSided ? 2 : 1) {
                report(.tooFewSlots, .slotsPerRound, side, &findings)
            }
        }
    }

    private func checkRadio(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        if let channel = self[.channel], channel != 5, channel != 9 {
            report(.channel, .channel, side, &findings)
        }
        let prf = self[.prfMode]
        if let code = self[.preambleCodeIndex] {
            let isBPRF = code >= 9 && code <= 12
            let isHPRF = code >= 25 && code <= 32
            if !(prf == nil ? isBPRF || isHPRF : prf == 0 ? isBPRF : isHPRF) {
                report(.preambleCode, .preambleCodeIndex, side, &findings)
            }
        }
        if let sfd = self[.sfdID], let prf {
            if prf == 0 ? sfd != 0 && sfd != 2 : sfd < 1 || sfd > 4 {
                report(.sfd, .sfdID, side, &findings)
            }
        }
    }

    private func checkKeys(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        switch self[.stsConfig] {
        case 0:
            if !states(.vendorID) { report(.keyMissing, .vendorID, side, &findings) }
            if !states(.staticSTSIV) { report(.keyMissing, .staticSTSIV, side, &findings) }
        case 2:
            if !states(.subSessionID) { report(.keyMissing, .subSessionID, side, &findings) }
        case 3, 4:
            if !states(.sessionKey) { report(.keyMissing, .sessionKey, side, &findings) }
            if self[.stsConfig] == 4 {
                if !states(.subSessionID) { report(.keyMissing, .subSessionID, side, &findings) }
                if !states(.subSessionKey) { report(.keyMissing, .subSessionKey, side, &findings) }
            }
        default:
            break
        }
        for number in Parameter.sessionKey.rawValue...Parameter.subSessionKey.rawValue {
            if let length = keyLength(Parameter(rawValue: number)), length != 16, length != 32 {
                report(.keyLength, Parameter(rawValue: number), side, &findings)
            }
        }
    }

    private func checkRoles(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        guard let role = self[.deviceRole], let usage = self[.rangingRoundUsage] else { return }
        let fits =
            switch usage {
            case 1...4: role <= 1
            case 5: role == 7 || role == 8
            case 6: role == 5 || role == 6
            default: true
            }
        if !fits { report(.role, .deviceRole, side, &findings) }
    }

    private func checkAddresses(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        let own = deviceAddress
        if let own {
            checkAddress(own, .deviceAddress, side, &findings)
        }
        for index in 0..<peerCount {
            guard let peer = peerAddress(at: index) else { continue }
            checkAddress(peer, .peerAddresses, side, &findings)
            if peer == own {
                report(.ownAddress, .deviceAddress, side, &findings)
            }
        }
        if peerCount > 0, let own, own.byteCount != peerAddress(at: 0)?.byteCount {
            report(.addressLength, .peerAddresses, side, &findings)
        }
        if peerCount > 1, self[.multiNodeMode] == 0 {
            report(.peerCount, .multiNodeMode, side, &findings)
        }
        // A controlee lists its controller alone, however many controlees there are.
        if let stated = self[.controleeCount], self[.deviceType] == 1, peerCount > 0, Int(clamping: stated) != peerCount
        {
            report(.peerCount, .controleeCount, side, &findings)
        }
    }

    private func checkAddress(
        _ address: MACAddress, _ parameter: Parameter, _ side: ParameterFinding.Side,
        _ findings: inout ParameterFindings
    ) {
        // IEEE 802.15.4: FFFF is broadcast, FFFE says that there is no short address.
        let isReserved =
            address.isExtended ? address.rawValue == .max : address.rawValue == 0xFFFF || address.rawValue == 0xFFFE
        if isReserved { report(.reservedAddress, parameter, side, &findings) }
        if let mode = self[.macAddressMode], mode <= 2, (mode == 2) != address.isExtended, mode != 1 {
            report(.addressLength, parameter, side, &findings)
        }
    }

    private func checkLimits(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        if let near = self[.notificationNearCm], let far = self[.notificationFarCm], near > far {
            report(.limits, .notificationNearCm, side, &findings)
        }
        // Lower and upper stand side by side, azimuth before elevation.
        var number = Parameter.notificationAzimuthLowerQ7.rawValue
        while number < Parameter.notificationElevationUpperQ7.rawValue {
            let lower = Parameter(rawValue: number)
            if let from = self[lower], let to = self[Parameter(rawValue: number &+ 1)],
                Int32(bitPattern: from) > Int32(bitPattern: to)
            {
                report(.limits, lower, side, &findings)
            }
            number &+= 2
        }
    }

    private func checkValues(_ side: ParameterFinding.Side, _ findings: inout ParameterFindings) {
        for number in 0..<Parameter.numberCount {
            let parameter = Parameter(rawValue: number)
            if let value = self[parameter], !parameter.has(value) {
                report(.value, parameter, side, &findings)
            }
        }
        if let country {
            let letters = UInt16(0x41)...UInt16(0x5A)
            if !letters.contains(country & 0xFF) || !letters.contains(country >> 8) {
                report(.country, .country, side, &findings, .degraded)
            }
        }
    }
}

extension Parameter {
    /// Whether a number is one that the parameter can have. What has a rule of its own passes here.
    fileprivate func has(_ value: UInt32) -> Bool {
        switch self {
        case .deviceType, .phrDataRate, .preambleDuration, .keyRotation, .hoppingMode, .macFCSType: value <= 1
        case .deviceRole: value <= 1 || value >= 5 && value <= 8
        case .prfMode, .stsLength, .multiNodeMode, .scheduleMode, .macAddressMode, .filterType: value <= 2
        case .psduDataRate: value <= 3
        case .rframeConfig: value == 0 || value == 1 || value == 3
        case .sfdID, .stsConfig, .stsSegmentCount: value <= 4
        case .aoaRequest: value <= 4 || value == 0xF0
        case .rangingRoundUsage: value <= 6
        case .notificationConfig: value <= 7
        case .vendorID: value <= 0xFFFF
        case .controleeCount: value >= 1
        case .keyRotationRate: value <= 15
        case .updateRate: value == 0 || value == 10 || value == 20
        default: true
        }
    }
}
