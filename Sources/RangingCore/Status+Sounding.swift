/// Channel Sounding: estimates.
extension Status {
    @inlinable public static var noRoundTrip: Status { Status(rawValue: -875) }
    @inlinable public static var noProcedure: Status { Status(rawValue: -876) }

    var soundingTexts: Texts {
        switch rawValue {
        case -875:
            Self.part("RANGEKIT_ERROR_NO_ROUND_TRIP", "Not one round trip was given; there is nothing to average.")
        case -876: Self.part("RANGEKIT_ERROR_NO_PROCEDURE", "No procedure was taken yet; estimate one first.")
        default: Self.unknownTexts
        }
    }
}
