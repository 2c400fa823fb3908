extension ParameterFinding {
    /// Says the finding in a few sentences: what, what it causes, how to mend it.
    ///
    ///     channel: A has 9, B has 5. No samples: the two never hear each other. Set both to one value.
    public func describe(into text: inout TextWriter) {
        text.append(parameter.field.name, from: parameter.fieldPrefixLength)
        text.append(": ")
        appendValues(to: &text)
        text.append(" ")
        text.append(consequence.sentence)
        text.append(" ")
        text.append(rule == .equal ? parameter.advice : rule.advice)
    }

    private func appendValues(to text: inout TextWriter) {
        if rule == .equal, valueA == valueB, valueA != nil {
            text.append("A and B differ, with ")
            appendValue(valueA ?? 0, to: &text)
            text.append(" each.")
            return
        }
        append("A", valueA, side == .b ? nil : "states nothing", to: &text)
        if side == .both || valueB != nil || rule == .unstated {
            if valueA != nil || side != .b { text.append(", ") }
            append("B", valueB, "states nothing", to: &text)
        }
        text.append(".")
    }

    private func append(
        _ name: StaticString, _ value: UInt64?, _ absent: StaticString?, to text: inout TextWriter
    ) {
        if let value {
            text.append(name)
            text.append(" has ")
            appendValue(value, to: &text)
        } else if let absent {
            text.append(name)
            text.append(" ")
            text.append(absent)
        }
    }

    private func appendValue(_ value: UInt64, to text: inout TextWriter) {
        switch parameter {
        case .deviceAddress, .peerAddresses:
            text.append(hexBytes: value, count: value > 0xFFFF ? 8 : 2)
        case .staticSTSIV:
            text.append(hexBytes: value, count: 6)
        case .country:
            text.append(characters: value, count: 2)
        case .vendorID:
            text.append("0x")
            text.append(hexBytes: value.byteSwapped >> 48, count: 2)
        case .sessionKey, .subSessionKey:
            text.append("a key of ")
            text.append(value)
            text.append(" bytes")
        default:
            text.append(value)
        }
    }
}

extension Parameter {
    /// A field's name is "parameters." and the parameter's.
    public var fieldPrefixLength: Int { rawValue >= 0 && rawValue < Self.count ? 11 : 0 }

    /// How two views that differ come together.
    fileprivate var advice: StaticString {
        switch self {
        case .sessionID:
            "Give both the controller's session id; a UCI 2.0 session handle is not one, and 0 means a derived one."
        case .slotDurationRSTU:
            "Set both to one value: 1200 RSTU are 1 ms, and iPhones use 3600 where Android allows 1200 and 2400."
        case .rangingIntervalMs, .slotsPerRound:
            "The controller decides: take its value on both sides."
        case .rangingRoundUsage:
            "Set both to one usage; single-sided rounds leave the clock offset in the distance unless it is corrected."
        case .vendorID, .staticSTSIV:
            "Both sides derive the STS from vendor id and vector: take both from one message."
        case .sessionKey, .subSessionKey:
            "Give both sides the key of one agreement, in one byte order."
        case .country:
            "Set both to the country they are in; rules about channels and power depend on it."
        case .macFCSType, .phrDataRate, .psduDataRate, .rframeConfig, .sfdID, .prfMode:
            "Frames of one side do not pass the other's receiver: set both to one value."
        default:
            "Set both to one value."
        }
    }
}

extension ParameterFinding.Consequence {
    fileprivate var sentence: StaticString {
        switch self {
        case .uncertain: "The two may differ."
        case .degraded: "Ranging works with fewer samples, or less far."
        case .wrongDistance: "Distances would be wrong."
        case .noSamples: "No samples: the two never understand each other."
        case .refusal: "A stack refuses the session."
        default: "What follows is unknown."
        }
    }
}

extension ParameterFinding.Rule {
    /// How to mend what breaks a rule; that of `equal` depends on the parameter.
    fileprivate var advice: StaticString {
        switch self {
        case .byteOrder:
            "One is the other backwards: stacks differ in byte order (Android 13 and older reverse addresses and vendor id); reverse one."
        case .complement:
            "Give the two opposite roles: initiator and responder, controller and controlee, anchor and tag."
        case .sameAddress: "Give each device an address of its own."
        case .peerUnknown:
            "Put the other device's address, as it is now, among the peers; a new session may have a new one."
        case .unstated: "State it on both sides, or let one side dictate it."
        case .roundTooLong:
            "slots_per_round x slot_duration_rstu / 1200 must fit: lengthen the interval or shorten the round."
        case .intervalMultiple:
            "The last round of each block is cut off: make the interval a multiple of slots_per_round x slot_duration_rstu / 1200."
        case .channel: "Use 5 or 9, the channels that FiRa devices have."
        case .preambleCode: "Use 9 to 12 with BPRF (prf_mode 0), 25 to 32 with HPRF."
        case .sfd: "Use 0 or 2 with BPRF (prf_mode 0), 1 to 4 with HPRF."
        case .keyMissing:
            "The STS mode needs it: static takes vendor_id and static_sts_iv, provisioned takes session_key, responder keys take sub_session_id too."
        case .keyLength: "Use a key of 16 or 32 bytes."
        case .zero: "Set it above 0."
        case .role: "Two-way ranging has roles 0 and 1, one-way angle 5 and 6, DL-TDoA 7 and 8."
        case .ownAddress: "List the other device's address as peer, not this one's."
        case .reservedAddress: "Use another address: all ones is broadcast, FFFE is none."
        case .tooFewSlots:
            "A round needs a slot for the poll, for each response, and for the final of double-sided ranging."
        case .peerCount: "Let peer_count, controlee_count and multi_node_mode agree."
        case .limits: "Put the lower limit below the upper one."
        case .country: "Use two capital letters, those of ISO 3166-1."
        case .addressLength: "Use addresses of one length, that of mac_address_mode: 2 bytes short, 8 extended."
        case .value: "Use a value that the parameter has; see parameters.h."
        default: "Set both to one value."
        }
    }
}
