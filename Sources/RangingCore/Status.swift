/// Why a call or a message was refused: RangeKit's status numbers, the same in every language.
///
/// Zero is success; negative numbers never change their meaning. The constants carry the names of the C
/// constants `RANGEKIT_ERROR_…` in Swift's spelling.
public struct Status: RawRepresentable, Equatable, Error, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

// Computed, not stored: a stored static needs a run-time initialiser on some bare-metal targets.
extension Status {
    @inlinable public static var ok: Status { Status(rawValue: 0) }

    // Calls.
    @inlinable public static var nullPointer: Status { Status(rawValue: -1) }
    @inlinable public static var misaligned: Status { Status(rawValue: -2) }
    @inlinable public static var structSize: Status { Status(rawValue: -3) }
    @inlinable public static var unknownOption: Status { Status(rawValue: -4) }
    @inlinable public static var bufferTooSmall: Status { Status(rawValue: -5) }
    @inlinable public static var outOfMemory: Status { Status(rawValue: -6) }
    @inlinable public static var invalidHandle: Status { Status(rawValue: -7) }
    @inlinable public static var notFinite: Status { Status(rawValue: -8) }
    @inlinable public static var outOfRange: Status { Status(rawValue: -9) }
    @inlinable public static var missingValue: Status { Status(rawValue: -10) }
    @inlinable public static var timeBackwards: Status { Status(rawValue: -11) }

    // Bytes.
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

    // Two-way ranging.
    @inlinable public static var timestampRange: Status { Status(rawValue: -200) }
    @inlinable public static var intervalZero: Status { Status(rawValue: -201) }
    @inlinable public static var intervalTooLong: Status { Status(rawValue: -202) }
    @inlinable public static var intervalOverLimit: Status { Status(rawValue: -203) }
    @inlinable public static var replyExceedsRound: Status { Status(rawValue: -204) }
    @inlinable public static var clockOffsetRange: Status { Status(rawValue: -205) }

    // Configuration.
    @inlinable public static var incompatible: Status { Status(rawValue: -300) }
}

extension Status {
    /// The identifier of the status: that of its C constant. The same table gives the sentence.
    public var name: StaticString { texts.name }

    /// One sentence in English.
    public var message: StaticString { texts.message }

    private var texts: (name: StaticString, message: StaticString) {
        switch rawValue {
        case 0: ("RANGEKIT_OK", "Success.")
        case -1: ("RANGEKIT_ERROR_NULL_POINTER", "A required pointer is NULL.")
        case -2: ("RANGEKIT_ERROR_MISALIGNED", "A pointer is not aligned for the type it points to.")
        case -3:
            (
                "RANGEKIT_ERROR_STRUCT_SIZE",
                "struct_size is smaller than version 1 of the struct, or absurdly large; set it to sizeof the struct."
            )
        case -4:
            (
                "RANGEKIT_ERROR_UNKNOWN_OPTION",
                "An option is set that this library does not know; clear it or use a newer library."
            )
        case -5: ("RANGEKIT_ERROR_BUFFER_TOO_SMALL", "The buffer is smaller than the length that was reported.")
        case -6: ("RANGEKIT_ERROR_OUT_OF_MEMORY", "There is no memory for the handle.")
        case -7:
            ("RANGEKIT_ERROR_INVALID_HANDLE", "The handle is not one of this type, or has been destroyed.")
        case -8: ("RANGEKIT_ERROR_NOT_FINITE", "A number is NaN or infinite.")
        case -9: ("RANGEKIT_ERROR_OUT_OF_RANGE", "A number is outside its stated range.")
        case -10: ("RANGEKIT_ERROR_MISSING_VALUE", "A value that is needed is marked absent.")
        case -11: ("RANGEKIT_ERROR_TIME_BACKWARDS", "The time is before that of an earlier call.")
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
        case -200:
            ("RANGEKIT_ERROR_TIMESTAMP_RANGE", "A timestamp has bits above the stated width; check timestamp_bits.")
        case -201:
            ("RANGEKIT_ERROR_INTERVAL_ZERO", "Two timestamps of one device are equal; one of them is missing or stale.")
        case -202:
            (
                "RANGEKIT_ERROR_INTERVAL_TOO_LONG",
                "An interval is 2^47 ticks or longer; a timestamp is stale or swapped."
            )
        case -203: ("RANGEKIT_ERROR_INTERVAL_OVER_LIMIT", "An interval is above interval_limit_ticks.")
        case -204:
            (
                "RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND",
                "A reply exceeds its round beyond what clocks and delays allow; timestamps are swapped or stale."
            )
        case -205:
            (
                "RANGEKIT_ERROR_CLOCK_OFFSET_RANGE",
                "The clock offset is beyond what two clocks within clock_tolerance_ppm can differ by; check its unit."
            )
        case -300:
            ("RANGEKIT_ERROR_INCOMPATIBLE", "The two devices cannot range as asked; the refusals say why.")
        default: ("RANGEKIT_ERROR_UNKNOWN", "This library does not know the status number.")
        }
    }
}
