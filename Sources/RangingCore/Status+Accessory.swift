/// The accessory protocol: what a phone, or an accessory, refuses. ACD and SCD are accessory and shareable configuration
/// data.
extension Status {
    @inlinable public static var acdTooShort: Status { Status(rawValue: -500) }
    @inlinable public static var acdProtocolVersion: Status { Status(rawValue: -501) }
    @inlinable public static var acdInteropVersion: Status { Status(rawValue: -502) }
    @inlinable public static var acdLength: Status { Status(rawValue: -503) }
    @inlinable public static var acdConfigLength: Status { Status(rawValue: -504) }
    @inlinable public static var acdNewerTooShort: Status { Status(rawValue: -505) }
    @inlinable public static var acdNewerConfigLength: Status { Status(rawValue: -506) }
    @inlinable public static var acdUpdateRate: Status { Status(rawValue: -507) }
    @inlinable public static var acdRole: Status { Status(rawValue: -508) }
    @inlinable public static var acdMultiNodeMode: Status { Status(rawValue: -509) }
    @inlinable public static var acdRangingRoundUsage: Status { Status(rawValue: -510) }
    @inlinable public static var acdReserved: Status { Status(rawValue: -511) }
    @inlinable public static var acdLengthMismatch: Status { Status(rawValue: -512) }
    @inlinable public static var acdIncomplete: Status { Status(rawValue: -513) }
    @inlinable public static var acdHoppingMode: Status { Status(rawValue: -514) }
    @inlinable public static var acdAddress: Status { Status(rawValue: -515) }
    @inlinable public static var acdNewerVersion: Status { Status(rawValue: -516) }
    @inlinable public static var scdTooShort: Status { Status(rawValue: -520) }
    @inlinable public static var scdVersion: Status { Status(rawValue: -521) }
    @inlinable public static var scdConfigLength: Status { Status(rawValue: -522) }
    @inlinable public static var scdLength: Status { Status(rawValue: -523) }
    @inlinable public static var scdHoppingMode: Status { Status(rawValue: -524) }
    @inlinable public static var scdCountry: Status { Status(rawValue: -525) }
    @inlinable public static var scdReserved: Status { Status(rawValue: -526) }
    @inlinable public static var scdNewerVersion: Status { Status(rawValue: -527) }
    @inlinable public static var messageEmpty: Status { Status(rawValue: -530) }
    @inlinable public static var messageBodyUnexpected: Status { Status(rawValue: -531) }
    @inlinable public static var messageBodyMissing: Status { Status(rawValue: -532) }
    @inlinable public static var accessoryMismatch: Status { Status(rawValue: -540) }

    var accessoryTexts: Texts {
        switch rawValue {
        case -500:
            Self.part("RANGEKIT_ERROR_ACD_TOO_SHORT", "Accessory configuration data is too short to say its version.")
        case -501:
            Self.part(
                "RANGEKIT_ERROR_ACD_PROTOCOL_VERSION",
                "The accessory protocol's major version is below 1; phones refuse it."
            )
        case -502:
            Self.part("RANGEKIT_ERROR_ACD_INTEROP_VERSION", "The UWB interop version is below 1.0; there is none.")
        case -503:
            Self.part(
                "RANGEKIT_ERROR_ACD_LENGTH",
                "Accessory configuration data of interop 1.0, 1.1 and 1.2 must have exactly 35, 37 and 39 bytes."
            )
        case -504:
            Self.part(
                "RANGEKIT_ERROR_ACD_CONFIG_LENGTH",
                "The length byte of interop 1.0, 1.1 and 1.2 must be exactly 19, 21 and 23."
            )
        case -505:
            Self.part(
                "RANGEKIT_ERROR_ACD_NEWER_TOO_SHORT",
                "Accessory configuration data of a newer interop version must have at least 39 bytes."
            )
        case -506:
            Self.part(
                "RANGEKIT_ERROR_ACD_NEWER_CONFIG_LENGTH",
                "The length byte of a newer interop version must be at least 23."
            )
        case -507:
            Self.part(
                "RANGEKIT_ERROR_ACD_UPDATE_RATE",
                "The preferred update rate must be 0 (automatic), 10 (infrequent) or 20 (interactive)."
            )
        case -508: Self.part("RANGEKIT_ERROR_ACD_ROLE", "The ranging role must be 0 (responder) or 1 (initiator).")
        case -509:
            Self.part(
                "RANGEKIT_ERROR_ACD_MULTI_NODE_MODE",
                "Byte 37, from interop 1.2 on, must be 0 or 1; in version 2.0 it is reserved and 0."
            )
        case -510:
            Self.part(
                "RANGEKIT_ERROR_ACD_RANGING_ROUND_USAGE",
                "Byte 38, from interop 1.2 on, must be 0, 2, 3 or 8; in version 2.0 it is reserved and 0."
            )
        case -511: Self.part("RANGEKIT_ERROR_ACD_RESERVED", "A reserved byte is not zero.")
        case -512:
            Self.part(
                "RANGEKIT_ERROR_ACD_LENGTH_MISMATCH", "The length byte does not count the bytes that follow the header."
            )
        case -513: Self.part("RANGEKIT_ERROR_ACD_INCOMPLETE", "The bytes end before all values of the stated version.")
        case -514: Self.part("RANGEKIT_ERROR_ACD_HOPPING_MODE", "The hopping mode must be 0 or 1.")
        case -515:
            Self.part(
                "RANGEKIT_ERROR_ACD_ADDRESS",
                "The short address is one that no device can have: FFFF is broadcast, FFFE is none."
            )
        case -516:
            Self.part(
                "RANGEKIT_ERROR_ACD_NEWER_VERSION",
                "The interop version is newer than this library knows; it is read as the newest known."
            )
        case -520: Self.part("RANGEKIT_ERROR_SCD_TOO_SHORT", "Shareable configuration data has at least 28 bytes.")
        case -521:
            Self.part(
                "RANGEKIT_ERROR_SCD_VERSION",
                "The interop version of the shareable configuration data is below 1.0; there is none."
            )
        case -522:
            Self.part(
                "RANGEKIT_ERROR_SCD_CONFIG_LENGTH",
                "The length byte must be 23, 25 and 30 for versions 1.0, 1.1 and 2.0, and at least 23 for a newer one."
            )
        case -523:
            Self.part("RANGEKIT_ERROR_SCD_LENGTH", "The bytes behind the length byte are not as many as it says.")
        case -524:
            Self.part(
                "RANGEKIT_ERROR_SCD_HOPPING_MODE",
                "The hopping mode of the shareable configuration data must be 0 or 1.")
        case -525: Self.part("RANGEKIT_ERROR_SCD_COUNTRY", "The country is not two capital ASCII letters.")
        case -526:
            Self.part("RANGEKIT_ERROR_SCD_RESERVED", "A reserved byte of the shareable configuration data is not zero.")
        case -527:
            Self.part(
                "RANGEKIT_ERROR_SCD_NEWER_VERSION",
                "The version of the shareable configuration data is newer than this library knows; it is read as the newest known."
            )
        case -530: Self.part("RANGEKIT_ERROR_MESSAGE_EMPTY", "A message has at least its id.")
        case -531: Self.part("RANGEKIT_ERROR_MESSAGE_BODY_UNEXPECTED", "This message has no body.")
        case -532: Self.part("RANGEKIT_ERROR_MESSAGE_BODY_MISSING", "This message must carry its configuration.")
        case -540:
            Self.part(
                "RANGEKIT_ERROR_ACCESSORY_MISMATCH",
                "The characteristic holds another configuration than the message; phones then range with neither."
            )
        default: Self.unknownTexts
        }
    }
}
