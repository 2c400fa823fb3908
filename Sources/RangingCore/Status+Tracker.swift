/// Tracking: why a measurement moved no track.
extension Status {
    @inlinable public static var trackerCollecting: Status { Status(rawValue: -450) }
    @inlinable public static var trackerFull: Status { Status(rawValue: -451) }
    @inlinable public static var trackerNoState: Status { Status(rawValue: -452) }

    var trackerTexts: Texts {
        switch rawValue {
        case -450:
            Self.part(
                "RANGEKIT_ERROR_TRACKER_COLLECTING",
                "There is no track yet; the measurements so far do not give a place to start from."
            )
        case -451: Self.part("RANGEKIT_ERROR_TRACKER_FULL", "The tracker holds as many anchors as it can.")
        case -452:
            Self.part(
                "RANGEKIT_ERROR_TRACKER_NO_STATE",
                "The measurement needs a state or a dimension that the tracker's options leave out."
            )
        default: Self.unknownTexts
        }
    }
}
