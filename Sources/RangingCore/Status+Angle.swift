/// Angle: what phases and directions cannot mean.
extension Status {
    @inlinable public static var phaseRange: Status { Status(rawValue: -220) }
    @inlinable public static var noDirection: Status { Status(rawValue: -221) }

    var angleTexts: Texts {
        switch rawValue {
        case -220:
            Self.part(
                "RANGEKIT_ERROR_PHASE_RANGE",
                "No angle gives this phase difference; check spacing_m, wavelength_m and offset_rad."
            )
        case -221:
            Self.part("RANGEKIT_ERROR_NO_DIRECTION", "A vector or quaternion has no length, so it has no direction.")
        default: Self.unknownTexts
        }
    }
}
