/// Bytes: what was received is not a valid message. A diagnostic says where.
extension Status {
    @inlinable public static var truncated: Status { Status(rawValue: -100) }
    @inlinable public static var malformed: Status { Status(rawValue: -101) }
    @inlinable public static var indefiniteLength: Status { Status(rawValue: -102) }
    @inlinable public static var notShortest: Status { Status(rawValue: -103) }
    @inlinable public static var keyOrder: Status { Status(rawValue: -104) }
    @inlinable public static var duplicateKey: Status { Status(rawValue: -105) }
    @inlinable public static var tooDeep: Status { Status(rawValue: -106) }
    @inlinable public static var countTooLarge: Status { Status(rawValue: -107) }
    @inlinable public static var invalidUTF8: Status { Status(rawValue: -108) }
    @inlinable public static var trailingBytes: Status { Status(rawValue: -109) }
    @inlinable public static var tagRefused: Status { Status(rawValue: -110) }
    @inlinable public static var simpleRefused: Status { Status(rawValue: -111) }
    @inlinable public static var wrongType: Status { Status(rawValue: -112) }
    @inlinable public static var missingField: Status { Status(rawValue: -113) }
    @inlinable public static var wrongLength: Status { Status(rawValue: -114) }
    @inlinable public static var invalidValue: Status { Status(rawValue: -115) }
    @inlinable public static var unknownVersion: Status { Status(rawValue: -116) }
    @inlinable public static var fieldNotAllowed: Status { Status(rawValue: -117) }
    @inlinable public static var tooLarge: Status { Status(rawValue: -118) }

    var byteTexts: Texts {
        switch rawValue {
        case -100: ("RANGEKIT_ERROR_TRUNCATED", "The bytes end inside an item.")
        case -101: ("RANGEKIT_ERROR_MALFORMED", "The bytes are not well-formed CBOR.")
        case -102:
            ("RANGEKIT_ERROR_INDEFINITE_LENGTH", "An item has an indefinite length; only definite ones are accepted.")
        case -103: ("RANGEKIT_ERROR_NOT_SHORTEST", "A number or length is not in its shortest form.")
        case -104: ("RANGEKIT_ERROR_KEY_ORDER", "Map keys are not in bytewise order of their encodings.")
        case -105: ("RANGEKIT_ERROR_DUPLICATE_KEY", "A map key occurs twice.")
        case -106: ("RANGEKIT_ERROR_TOO_DEEP", "Items are nested too deeply.")
        case -107: ("RANGEKIT_ERROR_COUNT_TOO_LARGE", "A count is larger than the bytes that are left can hold.")
        case -108: ("RANGEKIT_ERROR_INVALID_UTF8", "A text string is not valid UTF-8.")
        case -109: ("RANGEKIT_ERROR_TRAILING_BYTES", "Bytes follow the end of the message.")
        case -110: ("RANGEKIT_ERROR_TAG_REFUSED", "A CBOR tag stands where none is accepted.")
        case -111:
            (
                "RANGEKIT_ERROR_SIMPLE_REFUSED",
                "A CBOR simple value other than false, true, null and undefined is not accepted."
            )
        case -112: ("RANGEKIT_ERROR_WRONG_TYPE", "A field has another CBOR type than its format states.")
        case -113: ("RANGEKIT_ERROR_MISSING_FIELD", "A required field is missing.")
        case -114: ("RANGEKIT_ERROR_WRONG_LENGTH", "A field has a length that its format does not allow.")
        case -115: ("RANGEKIT_ERROR_INVALID_VALUE", "A field has a value that its format does not allow.")
        case -116:
            ("RANGEKIT_ERROR_UNKNOWN_VERSION", "The message has a format version that this library does not read.")
        case -117: ("RANGEKIT_ERROR_FIELD_NOT_ALLOWED", "This kind of message must not have this field.")
        case -118: ("RANGEKIT_ERROR_TOO_LARGE", "A field is larger than the stated capacity.")
        default: Self.unknownTexts
        }
    }
}
