/// Calibration: what cannot be fitted, and what is not a calibration's JSON.
extension Status {
    @inlinable public static var tooFewSamples: Status { Status(rawValue: -230) }
    @inlinable public static var jsonSyntax: Status { Status(rawValue: -231) }
    @inlinable public static var jsonType: Status { Status(rawValue: -232) }

    var calibrationTexts: Texts {
        switch rawValue {
        case -230: Self.part("RANGEKIT_ERROR_TOO_FEW_SAMPLES", "There are too few rows for what is asked.")
        case -231: Self.part("RANGEKIT_ERROR_JSON_SYNTAX", "The bytes are not well-formed JSON.")
        case -232: Self.part("RANGEKIT_ERROR_JSON_TYPE", "A field has another JSON type than its format states.")
        default: Self.unknownTexts
        }
    }
}
