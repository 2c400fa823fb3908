/// Positioning: what measurements and anchors do not give, and why one measurement was left out.
extension Status {
    @inlinable public static var tooFewMeasurements: Status { Status(rawValue: -400) }
    @inlinable public static var geometryDegenerate: Status { Status(rawValue: -401) }
    @inlinable public static var noConvergence: Status { Status(rawValue: -402) }
    @inlinable public static var differenceImpossible: Status { Status(rawValue: -403) }
    @inlinable public static var gated: Status { Status(rawValue: -404) }
    @inlinable public static var anchorInvalid: Status { Status(rawValue: -405) }
    @inlinable public static var sameAnchor: Status { Status(rawValue: -406) }
    @inlinable public static var surveyDisconnected: Status { Status(rawValue: -410) }

    var positioningTexts: Texts {
        switch rawValue {
        case -400:
            Self.part("RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS", "There are fewer usable measurements than unknowns.")
        case -401:
            Self.part(
                "RANGEKIT_ERROR_GEOMETRY_DEGENERATE",
                "The anchors leave a direction open; they are identical, on one line, or too few."
            )
        case -402:
            Self.part("RANGEKIT_ERROR_NO_CONVERGENCE", "The iterations ended before the solution was reached.")
        case -403:
            Self.part(
                "RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE",
                "A range difference is larger than the distance between its two anchors."
            )
        case -404:
            Self.part("RANGEKIT_ERROR_GATED", "The measurement disagrees with the others by more than the gate.")
        case -405:
            Self.part(
                "RANGEKIT_ERROR_ANCHOR_INVALID",
                "There is no anchor of this number, or its coordinates are not finite or beyond 1e7 m."
            )
        case -406:
            Self.part("RANGEKIT_ERROR_SAME_ANCHOR", "The measurement names two anchors at one place.")
        case -410:
            Self.part(
                "RANGEKIT_ERROR_SURVEY_DISCONNECTED",
                "No path of ranges leads from one of the anchors to the others."
            )
        default: Self.unknownTexts
        }
    }
}
