/// FiRa UCI: what a packet or a message cannot say.
extension Status {
    @inlinable public static var uciReservedBits: Status { Status(rawValue: -700) }
    @inlinable public static var uciInterleaved: Status { Status(rawValue: -701) }
    @inlinable public static var uciCountMismatch: Status { Status(rawValue: -702) }
    @inlinable public static var uciSizeMismatch: Status { Status(rawValue: -703) }
    @inlinable public static var uciMeasurementType: Status { Status(rawValue: -704) }

    var uciTexts: Texts {
        switch rawValue {
        case -700:
            Self.part(
                "RANGEKIT_ERROR_UCI_RESERVED_BITS",
                "A packet header has reserved bits set; the bytes do not begin with a packet."
            )
        case -701:
            Self.part(
                "RANGEKIT_ERROR_UCI_INTERLEAVED",
                "A segment came while another message is unfinished; it and the rest of its message are dropped."
            )
        case -702:
            Self.part(
                "RANGEKIT_ERROR_UCI_COUNT_MISMATCH", "The number of entries is not what the message's count says.")
        case -703: Self.part("RANGEKIT_ERROR_UCI_SIZE_MISMATCH", "A measurement does not end where its size says.")
        case -704:
            Self.part("RANGEKIT_ERROR_UCI_MEASUREMENT_TYPE", "The layout of this type of measurement is not known.")
        default: Self.unknownTexts
        }
    }
}
