/// Locator.
extension Status {
    @inlinable public static var tooManyTargets: Status { Status(rawValue: -470) }
    @inlinable public static var unknownTarget: Status { Status(rawValue: -471) }

    var locatorTexts: Texts {
        switch rawValue {
        case -470: Self.part("RANGEKIT_ERROR_TOO_MANY_TARGETS", "The locator holds no more targets; remove one.")
        case -471: Self.part("RANGEKIT_ERROR_UNKNOWN_TARGET", "No call or measurement has named this target.")
        default: Self.unknownTexts
        }
    }
}
