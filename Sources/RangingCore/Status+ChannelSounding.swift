/// Channel Sounding: what does not fit the procedures at hand.
extension Status {
    @inlinable public static var csContinuation: Status { Status(rawValue: -850) }
    @inlinable public static var csSegmentLost: Status { Status(rawValue: -851) }
    @inlinable public static var csStale: Status { Status(rawValue: -852) }
    @inlinable public static var csOtherConnection: Status { Status(rawValue: -853) }

    var channelSoundingTexts: Texts {
        switch rawValue {
        case -850:
            Self.part(
                "RANGEKIT_ERROR_CS_CONTINUATION", "A continue event came without the result event that it continues.")
        case -851:
            Self.part(
                "RANGEKIT_ERROR_CS_SEGMENT_LOST",
                "A segment before this one is missing; ask for it and for those after it."
            )
        case -852:
            Self.part("RANGEKIT_ERROR_CS_STALE", "The data are of a procedure that is over already.")
        case -853: Self.part("RANGEKIT_ERROR_CS_OTHER_CONNECTION", "The event is of another connection.")
        default: Self.unknownTexts
        }
    }
}
