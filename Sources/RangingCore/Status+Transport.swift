/// Transport: what is wrong with fragments, NDEF messages and advertisements.
extension Status {
    @inlinable public static var payloadTooSmall: Status { Status(rawValue: -550) }
    @inlinable public static var messageTooLong: Status { Status(rawValue: -551) }
    @inlinable public static var fragmentTooShort: Status { Status(rawValue: -552) }
    @inlinable public static var fragmentHeader: Status { Status(rawValue: -553) }
    @inlinable public static var fragmentIndex: Status { Status(rawValue: -554) }
    @inlinable public static var fragmentTotal: Status { Status(rawValue: -555) }
    @inlinable public static var fragmentSize: Status { Status(rawValue: -556) }
    @inlinable public static var fragmentConflict: Status { Status(rawValue: -557) }
    @inlinable public static var messageTooLarge: Status { Status(rawValue: -558) }
    @inlinable public static var noSlot: Status { Status(rawValue: -559) }
    @inlinable public static var crcMismatch: Status { Status(rawValue: -560) }
    @inlinable public static var messagePending: Status { Status(rawValue: -561) }
    @inlinable public static var noMessage: Status { Status(rawValue: -562) }
    @inlinable public static var ndefMessageBegin: Status { Status(rawValue: -570) }
    @inlinable public static var ndefMessageEnd: Status { Status(rawValue: -571) }
    @inlinable public static var ndefChunked: Status { Status(rawValue: -572) }
    @inlinable public static var ndefTypeNameFormat: Status { Status(rawValue: -573) }
    @inlinable public static var ndefTypeLength: Status { Status(rawValue: -574) }
    @inlinable public static var ndefNoToken: Status { Status(rawValue: -575) }
    @inlinable public static var advertisementTooLong: Status { Status(rawValue: -580) }
    @inlinable public static var advertisementStructure: Status { Status(rawValue: -581) }
    @inlinable public static var noServiceData: Status { Status(rawValue: -582) }

    var transportTexts: Texts {
        switch rawValue {
        case -550: Self.part("RANGEKIT_ERROR_PAYLOAD_TOO_SMALL", "The payload of the link is below 20 bytes.")
        case -551:
            Self.part(
                "RANGEKIT_ERROR_MESSAGE_TOO_LONG",
                "The message takes more than 256 fragments; use a larger payload or a shorter message."
            )
        case -552:
            Self.part(
                "RANGEKIT_ERROR_FRAGMENT_TOO_SHORT",
                "A fragment has a header of 4 bytes and at least one byte behind it.")
        case -553: Self.part("RANGEKIT_ERROR_FRAGMENT_HEADER", "A fragment begins with 0xF0, or 0xF1 with a CRC-32.")
        case -554:
            Self.part("RANGEKIT_ERROR_FRAGMENT_INDEX", "The fragment's index is above that of the last fragment.")
        case -555:
            Self.part(
                "RANGEKIT_ERROR_FRAGMENT_TOTAL",
                "The fragment has another last index, or another CRC flag, than the others of its message."
            )
        case -556:
            Self.part(
                "RANGEKIT_ERROR_FRAGMENT_SIZE",
                "All fragments of a message but the last have one size, and the last is not longer."
            )
        case -557:
            Self.part(
                "RANGEKIT_ERROR_FRAGMENT_CONFLICT",
                "The fragment came before with other bytes; two messages share an id.")
        case -558:
            Self.part(
                "RANGEKIT_ERROR_MESSAGE_TOO_LARGE", "The message is larger than the reassembler's message_capacity.")
        case -559:
            Self.part(
                "RANGEKIT_ERROR_NO_SLOT",
                "Every slot has a message under way; use more slots or take complete messages.")
        case -560: Self.part("RANGEKIT_ERROR_CRC_MISMATCH", "The message's CRC-32 differs; a fragment was damaged.")
        case -561:
            Self.part("RANGEKIT_ERROR_MESSAGE_PENDING", "The peer's last message is complete and has not been taken.")
        case -562: Self.part("RANGEKIT_ERROR_NO_MESSAGE", "There is no complete message of this peer.")
        case -570:
            Self.part(
                "RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN", "The first record of a message, and no other, has the begin flag.")
        case -571: Self.part("RANGEKIT_ERROR_NDEF_MESSAGE_END", "The bytes end before a record with the end flag.")
        case -572:
            Self.part(
                "RANGEKIT_ERROR_NDEF_CHUNKED",
                "The record comes in chunks, which are not put together here; write it as one record."
            )
        case -573:
            Self.part("RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT", "The type name format is reserved or belongs to chunks.")
        case -574:
            Self.part(
                "RANGEKIT_ERROR_NDEF_TYPE_LENGTH",
                "An empty record has neither type, id nor payload, an unknown one no type, and every other one a type of at most 255 bytes."
            )
        case -575: Self.part("RANGEKIT_ERROR_NDEF_NO_TOKEN", "No record of the message is a RangeKit token.")
        case -580:
            Self.part(
                "RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG",
                "Advertising data has at most 31 bytes (255 in extended advertising)."
            )
        case -581:
            Self.part(
                "RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE", "A structure of the advertising data runs past its end.")
        case -582: Self.part("RANGEKIT_ERROR_NO_SERVICE_DATA", "The advertising data has no service data of this UUID.")
        default: Self.unknownTexts
        }
    }
}
