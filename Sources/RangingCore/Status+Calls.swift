/// Calls: what was passed cannot be used.
extension Status {
    @inlinable public static var ok: Status { Status(rawValue: 0) }
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

    var callTexts: Texts {
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
        default: Self.unknownTexts
        }
    }
}
