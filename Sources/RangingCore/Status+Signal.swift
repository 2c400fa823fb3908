/// Signal: what registers and labels cannot mean.
extension Status {
    @inlinable public static var noReception: Status { Status(rawValue: -210) }
    @inlinable public static var table: Status { Status(rawValue: -211) }
    @inlinable public static var fitOneClass: Status { Status(rawValue: -212) }
    @inlinable public static var fitConstant: Status { Status(rawValue: -213) }
    @inlinable public static var fitSeparable: Status { Status(rawValue: -214) }
    @inlinable public static var fitNotConverged: Status { Status(rawValue: -215) }

    var signalTexts: Texts {
        switch rawValue {
        case -210: Self.part("RANGEKIT_ERROR_NO_RECEPTION", "A power or a count is 0 or less; nothing was received.")
        case -211:
            Self.part(
                "RANGEKIT_ERROR_TABLE",
                "The table is not strictly ascending and finite, or has too few or too many points."
            )
        case -212:
            Self.part("RANGEKIT_ERROR_FIT_ONE_CLASS", "Every label is the same; a fit needs rows of both classes.")
        case -213:
            Self.part(
                "RANGEKIT_ERROR_FIT_CONSTANT", "A feature never changes; leave it out, or give rows where it does.")
        case -214:
            Self.part(
                "RANGEKIT_ERROR_FIT_SEPARABLE",
                "The classes do not overlap; give a penalty above 0 to bound the weights.")
        case -215:
            Self.part(
                "RANGEKIT_ERROR_FIT_NOT_CONVERGED",
                "The fit did not settle within maximum_iterations; raise the penalty.")
        default: Self.unknownTexts
        }
    }
}
