/// Recordings.
extension Status {
    @inlinable public static var recordChecksum: Status { Status(rawValue: -950) }
    @inlinable public static var recordNone: Status { Status(rawValue: -951) }

    var recordingTexts: Texts {
        switch rawValue {
        case -950:
            Self.part(
                "RANGEKIT_ERROR_RECORD_CHECKSUM", "The record's checksum is not that of its bytes: it is damaged.")
        case -951: Self.part("RANGEKIT_ERROR_RECORD_NONE", "There is no whole record in these bytes.")
        default: Self.unknownTexts
        }
    }
}
