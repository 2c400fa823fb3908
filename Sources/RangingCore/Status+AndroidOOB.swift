/// Android ranging out-of-band messages: what no version of the format allows.
extension Status {
    @inlinable public static var unknownOOBMessage: Status { Status(rawValue: -600) }
    @inlinable public static var oobTechnologyNotInSet: Status { Status(rawValue: -601) }
    @inlinable public static var duplicateOOBTechnology: Status { Status(rawValue: -602) }

    var androidOOBTexts: Texts {
        switch rawValue {
        case -600:
            Self.part("RANGEKIT_ERROR_OOB_UNKNOWN_MESSAGE", "No version of Android's messages has this message id.")
        case -601:
            Self.part(
                "RANGEKIT_ERROR_OOB_TECHNOLOGY_NOT_IN_SET",
                "The message holds data for a technology that its own set of technologies leaves out."
            )
        case -602:
            Self.part("RANGEKIT_ERROR_OOB_DUPLICATE_TECHNOLOGY", "The message holds data for a technology twice.")
        default: Self.unknownTexts
        }
    }
}
