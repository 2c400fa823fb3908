extension SessionParameters {
    /// What a comparison also reports.
    public struct DiffOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// What only one side says and both must share.
        @inlinable public static var unstated: DiffOptions { DiffOptions(rawValue: 1) }
    }

    /// Finds what would keep two devices from ranging: between the two by parameter, then in each view alone.
    ///
    /// What each side may choose for itself (reports, notifications, angles, filters) is not compared, nor is
    /// what a side does not state.
    public func diff(_ other: SessionParameters, options: DiffOptions = [], into findings: inout ParameterFindings) {
        for number in 0..<Parameter.count {
            compare(Parameter(rawValue: number), other, options, &findings)
        }
        check(side: .a, into: &findings)
        other.check(side: .b, into: &findings)
    }

    private func compare(
        _ parameter: Parameter, _ other: SessionParameters, _ options: DiffOptions, _ findings: inout ParameterFindings
    ) {
        switch parameter {
        case .deviceAddress:
            if let own = deviceAddress, own == other.deviceAddress {
                findings.append(
                    ParameterFinding(.sameAddress, parameter, .noSamples, a: own.rawValue, b: own.rawValue))
            }
            return
        case .peerAddresses:
            checkPeers(other, side: .a, &findings)
            other.checkPeers(self, side: .b, &findings)
            return
        default:
            break
        }
        guard var consequence = parameter.consequenceOfDifference else { return }
        guard let a = word(parameter), let b = other.word(parameter) else {
            if options.contains(.unstated), parameter.isCommon, states(parameter) != other.states(parameter) {
                findings.append(
                    ParameterFinding(
                        .unstated, parameter, .uncertain, side: states(parameter) ? .b : .a, a: word(parameter),
                        b: other.word(parameter)))
            }
            return
        }
        var rule = ParameterFinding.Rule.equal
        switch parameter {
        case .deviceType:
            if a &+ b == 1 { return }
            rule = .complement
        case .deviceRole:
            if Self.areComplementary(a, b) { return }
            rule = .complement
        case .sessionKey, .subSessionKey:
            if hasSameKey(as: other, parameter) { return }
        default:
            if a == b { return }
            if parameter.isReversal(a, b) { rule = .byteOrder }
            if parameter == .rangingRoundUsage, Self.differOnlyInSides(a, b) { consequence = .wrongDistance }
        }
        findings.append(ParameterFinding(rule, parameter, consequence, a: a, b: b))
    }

    /// Initiator and responder, advertiser and observer, anchor and tag.
    private static func areComplementary(_ a: UInt64, _ b: UInt64) -> Bool {
        switch (min(a, b), max(a, b)) {
        case (0, 1), (5, 6), (7, 8): true
        default: false
        }
    }

    /// Single-sided against double-sided, and both report alike: they may meet, and the clock offset stays in.
    private static func differOnlyInSides(_ a: UInt64, _ b: UInt64) -> Bool {
        (a == 1 || a == 3) && b == a &+ 1 || (b == 1 || b == 3) && a == b &+ 1
    }

    private func hasSameKey(as other: SessionParameters, _ parameter: Parameter) -> Bool {
        guard let length = keyLength(parameter), length == other.keyLength(parameter) else { return false }
        for index in 0..<length where keyByte(parameter, at: index) != other.keyByte(parameter, at: index) {
            return false
        }
        return true
    }

    /// Whether this side knows the other one: `self` is `side`.
    private func checkPeers(
        _ other: SessionParameters, side: ParameterFinding.Side, _ findings: inout ParameterFindings
    ) {
        guard peerCount > 0, let address = other.deviceAddress else { return }
        var rule = ParameterFinding.Rule.peerUnknown
        for index in 0..<peerCount {
            let peer = peerAddress(at: index)
            if peer == address { return }
            if peer == address.reversed { rule = .byteOrder }
        }
        let (own, others) = (word(.peerAddresses), address.rawValue)
        findings.append(
            ParameterFinding(
                rule, .peerAddresses, .noSamples, side: side, a: side == .a ? own : others,
                b: side == .a ? others : own))
    }
}

extension Parameter {
    /// What it causes that two views differ in this parameter; nil if each side chooses for itself.
    fileprivate var consequenceOfDifference: ParameterFinding.Consequence? {
        switch self {
        case .deviceType, .deviceRole, .sessionID, .channel, .preambleCodeIndex, .sfdID, .prfMode, .psduDataRate,
            .phrDataRate, .rframeConfig, .stsSegmentCount, .stsLength, .stsConfig, .vendorID, .subSessionID,
            .keyRotation, .keyRotationRate, .slotDurationRSTU, .slotsPerRound, .rangingIntervalMs, .rangingRoundUsage,
            .rangingRoundControl, .multiNodeMode, .scheduleMode, .rangingTimeStruct, .hoppingMode, .macAddressMode,
            .macFCSType, .staticSTSIV, .sessionKey, .subSessionKey:
            .noSamples
        case .preambleDuration, .blockStride, .maxRoundRetries, .maxMeasurements: .degraded
        case .country: .refusal
        default: nil
        }
    }

    /// What every session has, so that silence about it is worth a word.
    fileprivate var isCommon: Bool {
        switch self {
        case .sessionID, .channel, .preambleCodeIndex, .slotDurationRSTU, .slotsPerRound, .rangingIntervalMs: true
        default: false
        }
    }

    /// Whether one value has the bytes of the other in reverse.
    fileprivate func isReversal(_ a: UInt64, _ b: UInt64) -> Bool {
        switch self {
        case .vendorID: a.byteSwapped >> 48 == b
        case .sessionID: a.byteSwapped >> 32 == b
        case .staticSTSIV: a.byteSwapped >> 16 == b
        default: false
        }
    }
}
