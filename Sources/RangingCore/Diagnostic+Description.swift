extension Diagnostic {
    /// Writes the diagnostic as one sentence: where, what is wrong, and what would be right.
    ///
    ///     token.identity at byte 5: A field has a length that its format does not allow. Expected 16 bytes, found 3 bytes.
    public func describe(into text: inout TextWriter) {
        if field != .none {
            text.append(field.name)
            text.append(byteOffset == nil ? ": " : " at byte ")
        } else if byteOffset != nil {
            text.append("At byte ")
        }
        if let byteOffset {
            text.append(UInt64(clamping: byteOffset))
            text.append(": ")
        }
        text.append(status.message)
        if let expected {
            text.append(" Expected ")
            appendQuantity(expected, isExpected: true, to: &text)
        }
        if let found {
            text.append(expected == nil ? " Found " : ", found ")
            appendQuantity(found, isExpected: false, to: &text)
        }
        if expected != nil || found != nil {
            text.append(".")
        }
    }

    /// A number with what it counts under this status.
    private func appendQuantity(_ value: UInt64, isExpected: Bool, to text: inout TextWriter) {
        switch status {
        case .wrongType:
            text.append(cborMajorTypeName(value))
        case .tooDeep:
            text.append(isExpected ? "at most level " : "level ")
            text.append(value)
        case .countTooLarge:
            text.append(isExpected ? "at most " : "")
            text.append(value)
        case .invalidValue, .outOfRange:
            text.append(isExpected ? "at most " : "")
            text.append(value)
        case .unknownVersion:
            text.append("version ")
            text.append(value)
        case .wrongLength where field == .tokenIdentity && isExpected && (value == 2 || value == 8):
            // A MAC address is short or extended.
            text.append("2 or 8 bytes")
        case .wrongLength where field == .protection || field == .tokenTechnologies || field == .tokenVendorData:
            text.append(value)
            text.append(" items")
        case .unknownOOBMessage, .oobTechnologyNotInSet, .duplicateOOBTechnology, .uciMeasurementType,
            .uciCountMismatch,
            .uciReservedBits:
            text.append(value)
        case .fieldNotAllowed:
            text.append("key ")
            text.append(value)
        case .expired:
            text.append(isExpected ? "more than " : "")
            text.append(value)
            text.append(" s")
        case .unknownHeader, .criticalHeader:
            text.append("label ")
            text.append(value)
        case .tagRefused:
            text.append("tag ")
            text.append(value)
        case .simpleRefused:
            text.append("simple value ")
            text.append(value)
        case .tooLarge:
            text.append(isExpected ? "at most " : "")
            text.append(value)
            text.append(value == 1 ? " byte" : " bytes")
        case _ where status.comparesValues:
            text.append(value)
        default:
            text.append(value)
            text.append(value == 1 ? " byte" : " bytes")
        }
    }
}

extension Status {
    /// Whether `expected` and `found` are values of the field, and not lengths.
    fileprivate var comparesValues: Bool {
        switch self {
        case .acdProtocolVersion, .acdInteropVersion, .acdUpdateRate, .acdRole, .acdMultiNodeMode,
            .acdRangingRoundUsage, .acdReserved, .acdHoppingMode, .acdAddress, .acdNewerVersion, .scdVersion,
            .scdHoppingMode, .scdCountry, .scdReserved, .scdNewerVersion, .accessoryMismatch:
            true
        default: false
        }
    }
}

/// RFC 8949 section 3.1.
private func cborMajorTypeName(_ majorType: UInt64) -> StaticString {
    switch majorType {
    case 0: "an unsigned integer"
    case 1: "a negative integer"
    case 2: "a byte string"
    case 3: "a text string"
    case 4: "an array"
    case 5: "a map"
    case 6: "a tag"
    default: "a simple value or float"
    }
}
