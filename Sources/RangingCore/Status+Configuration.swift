/// Configuration: why two devices cannot range as asked.
extension Status {
    @inlinable public static var incompatible: Status { Status(rawValue: -300) }

    var configurationTexts: Texts {
        switch rawValue {
        case -300:
            ("RANGEKIT_ERROR_INCOMPATIBLE", "The two devices cannot range as asked; the refusals say why.")
        default: Self.unknownTexts
        }
    }
}
